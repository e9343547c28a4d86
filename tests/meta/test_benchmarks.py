"""The documents of the benchmarks: what stands first, and what became slower."""

from __future__ import annotations

import sys

from .project import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks import harness, report


def make_result(section: str, name: str, ours: float, peer: float | None = None) -> harness.Result:
    peers = () if peer is None else (harness.Figure("pokerkit", peer, 1),)
    return harness.Result(
        section=section,
        name=name,
        what="something",
        ours=harness.Figure("Croupier", ours, 1),
        peers=peers,
        targets=(),
        unit=harness.Unit.RATE,
    )


def make_document(*, hold_em: float, copies: float) -> str:
    return report.format_document(
        [
            make_result("Games, simulated", "`NoLimitTexasHoldem`, 6 players", hold_em, 0.01),
            make_result("States", "Copies", copies),
            *(
                make_result(report.GAMES_SECTION, f"`{name}`, 6 players", second)
                for name, second in (("quick", 1e-6), ("middling", 1e-4), ("slow", 1e-2))
            ),
        ]
    )


def test_what_people_ask_stands_first_and_games_elsewhere() -> None:
    document = make_document(hold_em=1e-5, copies=1e-6)
    glance = document.partition("## Where we lose")[0]
    assert "| Simulate hold'em, six players | 100 k/s | pokerkit 100 /s | 1000x |" in glance
    assert "| Copy a hand in play | 1 M/s |  |  |" in glance
    assert "[All 3 games](benchmarks/GAMES.md)" in document
    assert "in the middle is played at 10 k/s; the slowest are `slow`, 6 players 100 /s" in document


def test_a_row_that_became_slower_is_found() -> None:
    before = make_document(hold_em=1e-5, copies=1e-6)
    after = make_document(hold_em=2e-5, copies=0.5e-6)
    compared = report.format_comparison(before, after)
    slower, faster = compared.split("Faster, ")
    assert slower.startswith(
        "Slower, 1 rows:\n* Games, simulated: `NoLimitTexasHoldem`, 6 players:"
    )
    assert "0.50 times as fast (100 k/s 1000x before, 50 k/s 500x now)" in slower
    assert "States: Copies: 2.00 times as fast (1 M/s before, 2 M/s now)" in faster
    assert report.format_comparison(before, before).count(", 0 rows") == 4


def test_rows_that_came_and_went_are_named() -> None:
    old = report.format_document([make_result("States", "Copies", 1e-6)])
    new = report.format_document([make_result("States", "Pickles", 1e-6)])
    compared = report.format_comparison(old, new)
    assert "Gone, 1 rows:\n* States: Copies\n" in compared
    assert "New, 1 rows:\n* States: Pickles\n" in compared
