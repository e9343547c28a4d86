"""Statistics of players, and what chips are worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, POKERKIT
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier import HandHistory, calculate_icm
from croupier.analysis import PlayerStatistics, icm, read_statistics

__all__ = ["make_cases", "run"]

_SECTION = "Statistics and ICM"
# Hands of six rooms, which are no part of the project.
_DATA = SHARED_DATA / "phh" / "handhq"
# Each file so many times over: what is done once for each player is little then, as with many
# hands.
_REPEATS = 20
_PEER_HANDS = 40
_folder = TemporaryDirectory()


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run reads one file.

    Yields:
        The cases.
    """
    if _DATA.is_dir():
        yield from _count_hands(effort)
    pokerkit = peers.load("pokerkit")
    random = Random(1)
    chips = [random.randint(1, 10_000) for _ in range(9)]
    payouts = [50, 30, 20]
    theirs = []
    if pokerkit is not None:
        theirs = [Contender(POKERKIT, lambda: pokerkit.calculate_icm(payouts, chips), 1)]
    yield Case(
        section=_SECTION,
        name="`calculate_icm`, nine players",
        what="three prizes",
        ours=Contender(CROUPIER, lambda: calculate_icm(payouts, chips), 1),
        peers=theirs,
        targets=[Target.ratio(POKERKIT, 10.0)],
        unit=Unit.TIME,
    )
    many = [random.randint(1, 10_000) for _ in range(20)]
    yield Case(
        section=_SECTION,
        name="`icm`, twenty players",
        what="twenty prizes, exactly",
        ours=Contender(CROUPIER, lambda: icm(range(20, 0, -1), many), 1),
        peers=[],
        targets=[],
        unit=Unit.TIME,
    )
    crowd = [random.randint(1, 10_000) for _ in range(300)]
    yield Case(
        section=_SECTION,
        name="`icm`, three hundred players",
        what="45 prizes, by the integral",
        ours=Contender(CROUPIER, lambda: icm(range(45, 0, -1), crowd, method="integral"), 1),
        peers=[],
        targets=[],
        unit=Unit.TIME,
    )


# Rooms write fields that PokerKit does not know.
run = harness.make_runner(make_cases, ignore_warnings=True)


def _copy(files: Sequence[Path]) -> list[Path]:
    """Write files again and again, each time with other numbers of hands: a hand counts once."""
    copies = []
    for number in range(1, _REPEATS + 1):
        for place, path in enumerate(files):
            copy = Path(_folder.name, f"{number}-{place}.phhs")
            other = rb"\g<0>%d" % number
            copy.write_bytes(re.sub(rb"\nhand = ['\"]?", other, path.read_bytes()))
            copies.append(copy)
    return copies


def _count_hands(effort: Effort) -> Iterator[Case]:
    files = sorted(path for path in _DATA.rglob("*.phhs") if path.stat().st_size)
    files = files[:1] if effort.quick else files
    paths = files if effort.quick else _copy(files)
    few = read_statistics(files, all_in=False).hands
    hands = read_statistics(paths, all_in=False).hands

    def count(all_in: bool) -> None:
        read_statistics(paths, all_in=all_in, threads=1)

    yield Case(
        section=_SECTION,
        name="count files of many players",
        what="the same as below with each file read once: a player has few hands then",
        ours=Contender(
            CROUPIER,
            lambda: read_statistics(files, all_in=False, threads=1),
            few,
            Clock.PROCESS,
        ),
        peers=[],
        targets=[],
        unit=Unit.RATE,
    )
    yield Case(
        section=_SECTION,
        name="count files",
        what="hands of `.phhs` files by `read_statistics` on one thread, without equities; one"
        " operation is one hand",
        ours=Contender(CROUPIER, lambda: count(False), hands, Clock.PROCESS),
        peers=[],
        targets=[],
        unit=Unit.RATE,
    )
    yield Case(
        section=_SECTION,
        name="count files, with all-in equities",
        what="the same, with exact equities of all-in hands whose cards are known",
        ours=Contender(CROUPIER, lambda: count(True), hands, Clock.PROCESS),
        peers=[],
        targets=[],
        unit=Unit.RATE,
    )
    with paths[0].open("rb") as file:
        some = [one for _, one in zip(range(_PEER_HANDS), HandHistory.load_all(file), strict=False)]
    yield Case(
        section=_SECTION,
        name="`PlayerStatistics.add`",
        what="histories that are loaded, one after the other, all players of each",
        ours=Contender(CROUPIER, lambda: PlayerStatistics(some), len(some)),
        peers=[],
        targets=[],
        unit=Unit.RATE,
    )
