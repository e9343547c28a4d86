"""Solutions in files.

A file is a line of JSON and the bytes of the core, packed with zlib. The line says what the file
is, which version of the format it has, the spot, how exact the solution is, how long the bytes
are, and their checksum. docs/analysis/solving.md has the format.
"""

from __future__ import annotations

import json
import os
import zlib
from contextlib import nullcontext
from decimal import Decimal
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier import _native
from croupier.errors import ParseError, PokerError, UnsupportedError
from croupier.games.documents import read_json
from croupier.games.finding import find_game, names_file
from croupier.numbers import show_short
from croupier.solving.spot import Spot

if TYPE_CHECKING:
    from croupier.games import Configuration, Poker
    from croupier.solving.solution import Solution

__all__ = ["FORMAT", "VERSION", "read_solution", "write_solution"]

FORMAT = "croupier solution"
"""The first line of a file, which says what it is."""
VERSION = 2
"""The version of the format: since 2, a spot of a custom game has the JSON of the game."""

_MAX_LINE = 8 << 20
_MAX_BYTES = 1 << 32


def write_solution(solution: Solution, path: str | PathLike[str], *, force: bool) -> None:
    """Write a solution to a file.

    Args:
        solution: The solution.
        path: The file.
        force: Whether one that is there is replaced.

    Raises:
        OSError: The file is there, or cannot be written.
        UnsupportedError: The game is a class that has no name.
    """
    from croupier.files import Claim, whole_file

    document = solution.spot.to_dict()
    if isinstance(solution.spot._document["game"], type):
        raise UnsupportedError(
            "a solution can be saved where the game of the spot is a name or the JSON of a game",
            code="unnamed-game",
        )
    # Commands claim names before they begin.
    claimed = nullcontext(path) if isinstance(path, Claim) else Claim(path, force=force)
    with claimed as claim:
        data = solution._native.save()
        gains, values = solution._measured
        head = {
            "format": FORMAT,
            "version": VERSION,
            "spot": document,
            "iterations": solution.iterations,
            "gains": list(gains),
            "values": list(values),
            "symmetric": solution.symmetric,
            "bytes": len(data),
            "checksum": zlib.crc32(data),
        }
        with whole_file(claim) as file:
            file.write(json.dumps(head).encode() + b"\n")
            file.write(zlib.compress(data, 6))


def read_solution(
    path: str | PathLike[str],
    memory: int,
    game: str | type[Poker] | Configuration | None = None,
) -> Solution:
    """Read a solution from a file.

    Args:
        path: The file.
        memory: The most bytes to take.
        game: The game, for files of version 1 that name a file of a game, which is not opened.

    Returns:
        The solution.

    Raises:
        ParseError: It is no solution, or damaged.
        OSError: The file cannot be read.
    """
    from croupier.solving.solution import Solution

    with Path(path).open("rb") as file:
        line = file.readline(_MAX_LINE)
        # Room is made for what is there, and not for as much as may be.
        packed = file.read(min(_MAX_BYTES, os.fstat(file.fileno()).st_size))
    head = _read_head(line)
    try:
        spot = _make_spot(head, game)
        # A file takes less than solving does; so nobody makes room for bytes that cannot be there.
        if head["bytes"] > min(memory, spot.size(symmetric=head["symmetric"]).bytes):
            raise ParseError(
                f"the solution is damaged: {head['bytes']} bytes are more than the spot has",
                format="solution",
                code="damaged-size",
            )
        data = _unpack(packed, head)
        target = max(sum(head["gains"]) / 2, 0.0)
        native = _native.SpotSolver.load(spot.native, data, target, memory, head["symmetric"])
    except PokerError as error:
        if isinstance(error, ParseError):
            raise
        raise ParseError(
            f"this is no solution: {error}", format="solution", code="no-solution"
        ) from error
    return Solution(spot, native, head, symmetric=head["symmetric"])


def _make_spot(head: dict[str, Any], game: str | type[Poker] | Configuration | None) -> Spot:
    named = head["spot"].get("game")
    if not (isinstance(named, str) and names_file(named)):
        return Spot.from_dict(head["spot"])
    if game is None or head["version"] > 1:
        raise ParseError(
            f"a solution opens no other file, and its game is {show_short(named)}: open it with"
            " the game",
            format="solution",
            code="game-file",
        )
    given = find_game(game) if isinstance(game, str) else game
    return Spot.from_dict(head["spot"] | {"game": given})


def _read_head(line: bytes) -> dict[str, Any]:
    if not line.startswith(b"{") or not line.endswith(b"\n"):
        raise ParseError(
            "this is no solution: its first line is no JSON", format="solution", code="json-syntax"
        )
    head = read_json(line, most=_MAX_LINE)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise ParseError(
            "this is no solution: it says that it is something else",
            format="solution",
            code="wrong-format",
        )
    version = head.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise ParseError(
            f"invalid version of a solution: expected 1 to {VERSION}, got {show_short(version)}",
            format="solution",
            code="version",
        )
    pairs = [head.get("gains"), head.get("values")]
    sound = (
        isinstance(head.get("spot"), dict)
        and isinstance(head.get("symmetric"), bool)
        and all(_is_count(head.get(name)) for name in ("iterations", "bytes", "checksum"))
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
    )
    listed = [number for pair in pairs if isinstance(pair, list) for number in pair]
    numbers = [float(number) for number in listed if _is_number(number)]
    if not sound or len(numbers) != 4:
        raise ParseError(
            "this is no solution: its first line lacks something",
            format="solution",
            code="missing-field",
        )
    head["gains"], head["values"] = numbers[:2], numbers[2:]
    return head


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MAX_BYTES


def _is_number(value: Any) -> bool:
    # Numbers of documents may be decimal.
    return (
        not isinstance(value, bool) and isinstance(value, int | float | Decimal) and isfinite(value)
    )


def _unpack(packed: bytes, head: dict[str, Any]) -> bytes:
    """Return the bytes of the core, no more than there should be."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, head["bytes"] + 1)
    except zlib.error:
        data = b""
    if len(data) != head["bytes"] or zlib.crc32(data) != head["checksum"]:
        raise ParseError(
            "the solution is damaged: its bytes are others", format="solution", code="damaged"
        )
    return data
