"""Tables with the moves, histories and processes of pypoks.

pypoks itself has no release that can be installed beside us. Measured by hand on such a machine, it
plays 1,579 hands a second at a table of three in one process, and 344 hands a second at thirty
tables in processes on two cores. The targets are twenty times the one and five times the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measuring import harness
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Result, Target, Unit
from croupier.compat.pypoks import GameManager, PTable, RandomDMK, full_rank, write_texts

__all__ = ["make_cases", "run"]

_SECTION = "Tables of pypoks"
_CROUPIER = "Croupier"
_CONFIG = "3players_2bets"
_HANDS = 40
_QUEUE_HANDS = 1000
_QUICK_QUEUE_HANDS = 20
_TABLES = 30
_TABLES_PER_PROCESS = 15
_QUICK_TABLES = 1
_TARGET = 32_000
_QUEUE_TARGET = 1_720


def run(effort: Effort) -> list[Result]:
    """Measure all cases.

    Args:
        effort: How long to measure.

    Returns:
        The figures.
    """
    results = list(harness.run_all(make_cases(), effort))
    tables = _QUICK_TABLES if effort.quick else _TABLES
    dmks = [RandomDMK(f"dmk{number}", tables) for number in range(3)]
    with GameManager(
        _CONFIG, dmks, seed=1, tables_per_process=_TABLES_PER_PROCESS, on_hand=lambda _: None
    ) as manager:
        # Processes take their time to start.
        manager.run(tables)
        results.append(harness.measure(_make_queue_case(manager, effort), effort))
    return results


def make_cases() -> Iterator[Case]:
    """Make the cases of one process.

    Yields:
        The cases.
    """
    table = PTable("table", _CONFIG, ["a", "b", "c"], seed=1)
    played = [table.run_hand() for _ in range(_HANDS)]
    yield _make_case(
        "hands, three players at random",
        "`PTable.run_hand`, without looking at the events",
        lambda: [table.run_hand() for _ in range(_HANDS)],
    )
    yield _make_case(
        "hands with all events, three players at random",
        "`PTable.run_hand`, with the events of the whole hand",
        lambda: [table.run_hand().events for _ in range(_HANDS)],
        _TARGET,
    )
    yield _make_case("hands as texts", "`write_texts`", lambda: [write_texts(hh) for hh in played])
    cards = [[*range(start, start + 35, 5)] for start in range(_HANDS // 3)] * 3
    cards += cards[: _HANDS - len(cards)]
    yield _make_case("ranks of seven cards", "`full_rank`", lambda: [*map(full_rank, cards)])


def _make_case(
    name: str, what: str, run: Callable[[], object], target: float | None = None
) -> Case:
    return Case(
        section=_SECTION,
        name=name,
        what=what,
        ours=Contender(_CROUPIER, run, _HANDS),
        targets=[] if target is None else [Target.rate(target)],
        unit=Unit.RATE,
    )


def _make_queue_case(manager: GameManager, effort: Effort) -> Case:
    hands = _QUICK_QUEUE_HANDS if effort.quick else _QUEUE_HANDS
    return Case(
        section=_SECTION,
        name=f"hands at {len(manager.table_names)} tables, {_TABLES_PER_PROCESS} in a process,"
        " three deciders",
        what="`GameManager.run` with `RandomDMK`, on all cores; other programs slow it down",
        ours=Contender(_CROUPIER, lambda: manager.run(hands), hands, Clock.WALL),
        targets=[Target.rate(_QUEUE_TARGET)],
        unit=Unit.RATE,
    )
