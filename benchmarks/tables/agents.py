"""Hands at tables: agents that are asked one by one, with and without somebody who listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.measuring import harness
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER
from croupier.agents import RandomAgent
from croupier.games import NoLimitTexasHoldem, load
from croupier.tables import HistoryRecorder, ResultsRecorder, Table

__all__ = ["make_cases", "run"]

_SECTION = "Tables"
_HANDS = 3000
_QUICK_HANDS = 20
_STACK = 200
# Twenty times what pypoks does on one core, with its own random players.
_TARGET = 32_000
# With stacks that change, and with somebody who counts.
_BUSY_TARGET = 20_000


class _Looking(RandomAgent):
    """A random player who is shown the hand before every decision."""

    acts_without_view = False


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    hands = _QUICK_HANDS if effort.quick else _HANDS
    holdem = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    file = load("texas_holdem").game("No Limit", {"big_blind": 2})

    def table(game: Any, agents: list[Any], make_recorders: Any = None, **options: Any) -> Any:
        def play() -> None:
            recorders = make_recorders() if make_recorders is not None else []
            Table(game, agents, stack=_STACK, seed=1, recorders=recorders, **options).play(hands)

        return play

    reset = {"reset_stacks": True}
    three: list[Any] = ["random"] * 3
    cases: dict[str, tuple[Callable[[], None], int]] = {
        "three random players": (table(holdem, three, **reset), _TARGET),
        "six random players": (table(holdem, ["random"] * 6, **reset), 0),
        "three random players, game of a file": (table(file, three, **reset), 0),
        "three random players who are shown the hand": (
            table(holdem, [_Looking(), _Looking(), _Looking()], **reset),
            0,
        ),
        "three random players, stacks kept": (
            table(holdem, three, rebuys=None),
            _BUSY_TARGET,
        ),
        "three random players, results counted": (
            table(holdem, three, lambda: [ResultsRecorder(2)], **reset),
            _BUSY_TARGET,
        ),
        "three random players, histories kept": (
            table(holdem, three, lambda: [HistoryRecorder()], **reset),
            0,
        ),
        "three tight players": (table(holdem, ["tight"] * 3, **reset), 0),
    }
    for name, (play, target) in cases.items():
        yield Case(
            section=_SECTION,
            name=name,
            what="hands of no-limit hold'em with blinds of 1 and 2 and stacks of 200; agents are"
            " asked one by one; one operation is one hand",
            ours=Contender(CROUPIER, play, hands, Clock.PROCESS),
            targets=[Target.rate(target)] if target else [],
            unit=Unit.RATE,
        )


run = harness.make_runner(make_cases)
