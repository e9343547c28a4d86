"""Conversion: real logs of PokerNow, read and written as text."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import harness
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER
from benchmarks.measuring.shared_data import SHARED_DATA
from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.histories.pipeline.converting import Conversion, convert

__all__ = ["make_cases", "run"]

_SECTION = "Conversion"
# Logs that are no part of the project.
_DATA = SHARED_DATA / "pokernow" / "logs"
_PROOF = " every hand is played by the rules and its money is proved;"


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run reads one log.

    Yields:
        The cases.
    """
    if not _DATA.is_dir():
        return
    paths = sorted(_DATA.glob("*.csv"), key=lambda path: path.stat().st_size)
    paths = paths[:1] if effort.quick else paths
    compatible = CompatibleOptions(hero="Hero")
    yield _make_case(
        paths,
        "PokerNow to text, as pokernow2gw writes it",
        "hands of no-limit hold'em in logs, from the disk's cache to text, which nothing is proved"
        " for; one operation is one hand",
        Conversion(target="gtowizard", compatible=compatible, listed=0),
        5_000,
    )
    targets = {"phh": "PHH", "ohh": "Open Hand History", "pokerstars": "PokerStars' text"}
    for target, title in targets.items():
        yield _make_case(
            paths,
            f"PokerNow to {title}",
            f"hands of logs, from the disk's cache to text;{_PROOF} one operation is one hand",
            Conversion(target=target, listed=0),
            20_000,
        )


run = harness.make_runner(make_cases)


def _make_case(paths: list[Path], name: str, what: str, conversion: Conversion, rate: int) -> Case:
    def work() -> None:
        for path in paths:
            convert(path, conversion, io.StringIO())

    hands = sum(convert(path, conversion, io.StringIO()).read for path in paths)
    return Case(
        section=_SECTION,
        name=name,
        what=what,
        ours=Contender(CROUPIER, work, hands, Clock.PROCESS),
        peers=[],
        targets=[Target.rate(rate)],
        unit=Unit.RATE,
    )
