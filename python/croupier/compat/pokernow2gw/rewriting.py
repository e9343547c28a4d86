"""Files as pokernow2gw writes them: PokerNow's logs, and Open Hand History in both forms."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.compat.pokernow2gw.from_ohh import (
    read_official_loosely,
    read_simplified_loosely,
)
from croupier.compat.pokernow2gw.from_pokernow import read_played
from croupier.compat.pokernow2gw.hand import LooseHand
from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.compat.pokernow2gw.writer import CompatibleWriter
from croupier.errors import ParseError, guard
from croupier.histories.formats.base import Format, Note, open_lines, read_whole
from croupier.histories.formats.ohh import documents, simplified
from croupier.histories.formats.ohh.documents import split_records
from croupier.histories.formats.pokernow import log
from croupier.histories.formats.pokernow.hands import read_hands
from croupier.histories.formats.pokernow.log import read_rows
from croupier.histories.pipeline.rewriting import Rewritten

__all__ = ["REWRITTEN", "rewrite", "rewrite_format"]

_READER = "the reader of hands for pokernow2gw"
_WRITER = "the writer of pokernow2gw's text"
_UNKNOWN_CARDS = "the hero's cards are not known, and pokernow2gw writes no hands without them"


def rewrite(
    format: str, source: str | bytes | os.PathLike[str], options: CompatibleOptions
) -> Iterator[Rewritten]:
    """Write the hands of a text, of bytes, or of a file.

    >>> players = [{"name": "Ann", "seatNumber": 1}, {"name": "Bob", "seatNumber": 2}]
    >>> hand = {"handId": "7", "players": players}
    >>> text = documents.dump_json({"hands": [hand | {"heroCards": ["As", "Kd"]}, hand, 3]})
    >>> for one in rewrite("ohh-simplified", text, CompatibleOptions(hero="Ann")):
    ...     print(one.reason or one.text.splitlines()[0][:19])
    PokerStars Hand #7:
    PokerStars Hand #7:
    hands[2]: expected an object, not 3

    Args:
        format: The name of the format, one of `REWRITTEN`.
        source: The text, the bytes, or the path.
        options: How hands are written.

    Yields:
        The result for each hand.
    """
    writer = CompatibleWriter(options)
    if format == log.FORMAT:
        yield from _rewrite_log(read_whole(source), writer)
    else:
        yield from _rewrite_records(open_lines(source), writer)


REWRITTEN = (log.FORMAT, documents.FORMAT, simplified.FORMAT)
"""The names of the formats that can be written this way."""


def rewrite_format(
    format: Format, source: str | bytes | os.PathLike[str], options: CompatibleOptions
) -> Iterator[Rewritten]:
    """Write the hands of a source, if its format is one that pokernow2gw reads.

    Args:
        format: The format of the source.
        source: A text, bytes, or a path.
        options: How hands are written.

    Returns:
        The results, hand by hand.

    Raises:
        ParseError: Hands of this format cannot be written this way.
    """
    if format.name not in REWRITTEN:
        raise ParseError(
            "only PokerNow's logs and Open Hand History are written as pokernow2gw writes them,"
            f" and this is {format.title}: convert it without --compat, which proves the money"
            " as well",
            code="not-compatible",
        )
    return rewrite(format.name, source, options)


def _rewrite_log(text: str, writer: CompatibleWriter) -> Iterator[Rewritten]:
    rows, errors = read_rows(text)
    for error in errors:
        yield _refused(error, 1, is_hand=False)
    hands, cards_seen = 0, False
    for played in read_hands(rows):
        hands += 1
        if isinstance(played, ParseError):
            yield _refused(played, 1)
            continue
        name, line = played.name or played.number, played.first
        try:
            with guard("read", _READER):
                hand = read_played(played)
        except ParseError as error:
            yield Rewritten(reason=str(error), name=name, line=line)
            continue
        written = _write(writer, hand, name, line)
        cards_seen = cards_seen or bool(written.text and hand.hero_cards)
        yield written
    if hands and not cards_seen:
        message = "no hand has known cards: this is the log of somebody who only watched"
        yield Rewritten(notes=(Note("spectator", message),), is_hand=False)


def _rewrite_records(lines: Iterator[str], writer: CompatibleWriter) -> Iterator[Rewritten]:
    for piece in split_records(lines):
        if piece.error is not None:
            yield _refused(piece.error, piece.line)
        elif isinstance(piece.value, dict) and "ohh" in piece.value:
            yield from _write_known(writer, [_read(writer, piece.value)], piece.line)
        elif isinstance(piece.value, dict) and isinstance(piece.value.get("hands"), list):
            read = [
                _read(writer, value, f"hands[{at}]")
                for at, value in enumerate(piece.value["hands"])
            ]
            yield from _write_known(writer, read, piece.line)
        elif isinstance(piece.value, dict) and (
            "handId" in piece.value or "actions" in piece.value
        ):
            yield from _write_known(writer, [_read(writer, piece.value, "")], piece.line)
        else:
            reason = "this is no hand: expected an object with ohh, or one with hands"
            yield Rewritten(reason=reason, line=piece.line)


def _read(writer: CompatibleWriter, value: Any, path: str | None = None) -> LooseHand | ParseError:
    """Read a hand of the simplified form if there is a path, and of the official form if not."""
    try:
        with guard("read", _READER):
            if path is None:
                return read_official_loosely(value, writer.options.hero)
            return read_simplified_loosely(value, writer.options.hero, path)
    except ParseError as error:
        return error


def _write_known(
    writer: CompatibleWriter, hands: Iterable[LooseHand | ParseError], line: int
) -> Iterator[Rewritten]:
    """Write the hands of a document, unless the hero's cards are known in none of them."""
    hands = list(hands)
    known = any(
        isinstance(hand, LooseHand) and hand.hero_cards and not _leave_out(writer, hand, "", line)
        for hand in hands
    )
    for hand in hands:
        if isinstance(hand, ParseError):
            yield _refused(hand, line)
        elif known or _leave_out(writer, hand, hand.number, line):
            yield _write(writer, hand, hand.number, line)
        else:
            yield Rewritten(reason=_UNKNOWN_CARDS, name=hand.number, line=line)


def _write(writer: CompatibleWriter, hand: LooseHand, name: str, line: int) -> Rewritten:
    left_out = _leave_out(writer, hand, name, line)
    if left_out is not None:
        return left_out
    notes = tuple(Note("not-carried", message) for message in dict.fromkeys(hand.notes))
    try:
        with guard("written", _WRITER):
            return Rewritten(writer.write(hand), "", notes, name, line)
    except ParseError as error:
        return Rewritten(reason=str(error), name=name, line=line)


def _leave_out(writer: CompatibleWriter, hand: LooseHand, name: str, line: int) -> Rewritten | None:
    """Return the result for a hand that is not written, or `None`."""
    if writer.is_filtered(hand):
        return Rewritten(name=name, line=line, is_filtered=True)
    try:
        with guard("written", _WRITER):
            fault = writer.find_fault(hand)
    except ParseError as error:
        fault = str(error)
    return Rewritten(reason=fault, name=name, line=line) if fault else None


def _refused(error: ParseError, line: int, *, is_hand: bool = True) -> Rewritten:
    return Rewritten(
        reason=str(error.args[0]),
        name=str(error.hand or ""),
        line=error.line or line,
        is_hand=is_hand,
    )
