"""Hand histories: files of real hands, parsed and replayed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, POKERKIT
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier import HandHistory
from croupier.histories import read_all

__all__ = ["make_cases", "run"]

_SECTION = "Hand histories"
# Hands of six rooms, which are no part of the project.
_DATA = SHARED_DATA / "phh" / "handhq"
_FILES = 6
_PEER_HANDS = 40
# Of the files that are read whole, others are given every twelfth hand.
_STEP = 12


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run reads one file.

    Yields:
        The cases.
    """
    if not _DATA.is_dir():
        return
    paths = sorted(_DATA.rglob("*.phhs"))
    paths = [path for path in paths if path.stat().st_size][:: max(1, len(paths) // _FILES)]
    if effort.quick:
        paths = paths[:1]
    pokerkit = peers.load("pokerkit")
    hands = sum(len(batch) for batch in read_all(paths))
    some = _cut(paths[0].read_bytes(), _PEER_HANDS)
    spread, spread_hands = _spread(path.read_bytes() for path in paths)

    def read() -> None:
        for _ in read_all(paths, threads=1):
            pass

    yield Case(
        section=_SECTION,
        name="read, replay and check files",
        what="hands of `.phhs` files by `read_all` on one thread, from the disk's cache to columns;"
        f" PokerKit loads and replays every {_STEP}th of the same hands; one operation is one hand",
        ours=Contender(CROUPIER, read, hands, Clock.PROCESS),
        peers=_peer(pokerkit, spread, spread_hands, replay=True),
        targets=[Target.rate(250_000), Target.ratio(POKERKIT, 150.0)],
        unit=Unit.RATE,
    )
    yield Case(
        section=_SECTION,
        name="`HandHistory.load_all`",
        what="objects of the same first hands, from bytes; one operation is one hand",
        ours=Contender(CROUPIER, lambda: _load(HandHistory, some, replay=False), _PEER_HANDS),
        peers=_peer(pokerkit, some, _PEER_HANDS, replay=False),
        targets=[Target.rate(100_000), Target.ratio(POKERKIT, 20.0)],
        unit=Unit.RATE,
    )
    ours = list(HandHistory.load_all(io.BytesIO(some)))
    theirs = [] if pokerkit is None else list(pokerkit.HandHistory.load_all(io.BytesIO(some)))
    yield Case(
        section=_SECTION,
        name="`for state in history`",
        what="the same hands, loaded before, state by state; one operation is one hand",
        ours=Contender(CROUPIER, lambda: _iterate(ours), _PEER_HANDS),
        peers=[Contender(POKERKIT, lambda: _iterate(theirs), _PEER_HANDS)] if theirs else [],
        targets=[Target.ratio(POKERKIT, 50.0)],
        unit=Unit.RATE,
    )


# Rooms write fields that PokerKit does not know.
run = harness.make_runner(make_cases, ignore_warnings=True)


def _cut(text: bytes, hands: int) -> bytes:
    """Return the first so many hands."""
    parts = text.split(b"\n[")
    return b"\n[".join(parts[:hands])


def _spread(texts: Iterable[bytes]) -> tuple[bytes, int]:
    """Return hands from all over many files as one text, and how many there are."""
    parts = [part.partition(b"]")[2] for text in texts for part in text.split(b"\n[")][::_STEP]
    # Tables of different files may have the same name.
    return b"\n".join(b"[%d]%s" % one for one in enumerate(parts, 1)), len(parts)


def _peer(pokerkit: Any, some: bytes, hands: int, *, replay: bool) -> list[Contender]:
    if pokerkit is None:
        return []
    history = pokerkit.HandHistory
    return [Contender(POKERKIT, lambda: _load(history, some, replay=replay), hands)]


def _load(kind: Any, some: bytes, *, replay: bool) -> None:
    for history in kind.load_all(io.BytesIO(some)):
        if replay:
            _iterate([history])


def _iterate(histories: list[Any]) -> None:
    for history in histories:
        for _ in history:
            pass
