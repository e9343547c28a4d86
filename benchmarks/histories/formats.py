"""Texts of rooms: hands read, played and proved, and written."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr
from functools import partial
from typing import Any

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, POKERKIT
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier.histories.formats import decode, get

__all__ = ["make_cases", "run"]

_SECTION = "Texts of rooms"
# Hands of rooms, which are no part of the project.

_CASH = "pokerstars/cash/Flop/NLHE-6max-USD-0.05-0.10-200911.txt"
_TOURNAMENT = "pokerstars/tour/Flop/NLHE-USD-MTT-1-KO.201008.txt"
_PEER_HANDS = 20


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; not used.

    Yields:
        The cases.
    """
    if not (SHARED_DATA / _CASH).is_file():
        return
    pokerkit = peers.load("pokerkit")
    stars = get("pokerstars")
    for name, path in (("cash", _CASH), ("tournament", _TOURNAMENT)):
        text = decode((SHARED_DATA / path).read_bytes())
        count = sum(1 for _ in stars.read(text))
        yield Case(
            section=_SECTION,
            name=f"read PokerStars text, {name}",
            what=f"{count} hands of no-limit hold'em from a text to histories; ours are played in"
            " the engine and their money is proved, PokerKit's, from all over the text, are only"
            " parsed; one operation is one hand",
            ours=Contender(CROUPIER, partial(_read, stars, text), count, Clock.PROCESS),
            peers=_peer(pokerkit, text),
            targets=[Target.rate(40_000), Target.ratio(POKERKIT, 150.0)],
            unit=Unit.RATE,
        )
        histories = [one.history for one in stars.read(text) if one.history is not None]
        yield Case(
            section=_SECTION,
            name=f"write PokerStars text, {name}",
            what="the same hands, played and written; one operation is one hand",
            ours=Contender(
                CROUPIER,
                partial(_write, stars, histories),
                len(histories),
                Clock.PROCESS,
            ),
            peers=[],
            targets=[],
            unit=Unit.RATE,
        )

    for name in ("ggpoker", "winamax", "ignition"):
        room = get(name)
        paths = sorted((SHARED_DATA / name).rglob("*.txt"))
        text = "\n\n\n".join(decode(path.read_bytes()) for path in paths)
        count = sum(1 for _ in room.read(text))
        yield Case(
            section=_SECTION,
            name=f"read {room.title}",
            what=f"{count} hands of all games from a text to histories, played and proved; one"
            " operation is one hand",
            ours=Contender(
                CROUPIER,
                partial(_read, room, text),
                count,
                Clock.PROCESS,
            ),
            peers=[],
            targets=[Target.rate(40_000)],
            unit=Unit.RATE,
        )


# PokerKit warns of hands that it cannot read.
run = harness.make_runner(make_cases, ignore_warnings=True)


def _read(format: Any, text: str) -> None:
    for _ in format.read(text):
        pass


def _write(format: Any, histories: list[Any]) -> None:
    for history in histories:
        format.write(history)


def _peer(pokerkit: Any, text: str) -> list[Contender]:
    if pokerkit is None:
        return []
    # Hands from all over the text, as ours are.
    parts = text.split("PokerStars ")[1:]
    parts = parts[:: max(1, len(parts) // _PEER_HANDS)][:_PEER_HANDS]
    hands = [f"PokerStars {part.strip()}\n\n\n\n" for part in parts]
    parse = pokerkit.HandHistory.from_pokerstars
    with redirect_stderr(io.StringIO()):
        # Hands that the peer cannot read do not count.
        hands = [hand for hand in hands if list(parse(hand))]
    some = "".join(hands)
    count = sum(1 for _ in parse(some))
    if not count:
        return []
    return [Contender(POKERKIT, lambda: list(parse(some)), count)]
