"""The documents of the benchmarks: what stands first, and what became slower."""

from __future__ import annotations

import sys
from dataclasses import replace

from .project import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks.measuring import harness, report


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


def test_memory_is_a_figure_like_others() -> None:
    result = harness.Result(
        section="Servers",
        name="memory",
        what="something",
        unit=harness.Unit.MEMORY,
        ours=harness.Figure("Croupier", 227e6, 1),
        peers=(harness.Figure("echo", 100e6, 1),),
        targets=(harness.Target.memory(300e6), harness.Target.memory(200e6)),
    )
    assert [result.is_met(target) for target in result.targets] == [True, False]
    assert harness.Result.from_dict(result.to_dict()) == result
    document = report.format_document([result])
    assert "| memory | 227 MB | echo 100 MB | 0.44x | ≤ 300 MB<br>≤ 200 MB | yes<br>**no** |" in (
        document
    )
    assert "echo takes less, 100 MB against 227 MB" in document
    assert "memory reaches 227 MB; the target is ≤ 200 MB" in document
    assert "0.50 times as fast (114 MB" in report.format_comparison(
        report.format_document(
            [replace(result, ours=harness.Figure("Croupier", 113.5e6, 1), peers=())]
        ),
        report.format_document([replace(result, peers=())]),
    )
