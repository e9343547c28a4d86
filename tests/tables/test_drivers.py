"""Hands that wait for nobody: the same as those of agents that are asked at once."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any

import pytest

from croupier.agents import Move
from croupier.errors import LateError, SetupError
from croupier.tables import Table
from croupier.tables.dealing import Decision
from croupier.tables.events import Event, Fault, OperationDone
from kinds import KINDS


class Listener:
    """A listener that keeps what happened."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        self.events.append(event)

    @property
    def operations(self) -> list[str]:
        return [repr(one.operation) for one in self.events if isinstance(one, OperationDone)]

    @property
    def faults(self) -> list[Fault]:
        return [one for one in self.events if isinstance(one, Fault)]


def open_table(game: str, players: int = 3) -> tuple[Table, Listener]:
    listener = Listener()
    agents = ["random"] * players
    return Table(game, agents, seed=11, rebuys=None, recorders=[listener]), listener


async def run_slowly(hand: Generator[Decision, Any, bool]) -> bool:
    """Run a hand as a server does: others get their turn while somebody thinks."""
    answer: Any = None
    while True:
        try:
            decision = hand.send(answer)
        except StopIteration as end:
            return bool(end.value)
        await asyncio.sleep(0)
        assert decision.state.observe(decision.player_index).legal
        # Agents that are blind draw other random numbers when they are shown a view.
        bounds = decision.state._get_bet_bounds()
        answer = None
        if bounds is not None:
            answer = decision.player.agent.bet(*bounds[1:4])  # type: ignore[attr-defined]
        if answer is None:
            answer = decision.player.agent.act(decision.observe())


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.filterwarnings("ignore::croupier.errors.ReplenishedWarning")
@pytest.mark.filterwarnings("ignore::croupier.errors.FoldWithoutNeedWarning")
def test_hands_are_the_same_for_both_drivers(game: str) -> None:
    asked, first = open_table(game)
    assert asked.play(8) == 8

    async def play_many() -> list[Listener]:
        # Several tables at once, in one thread.
        opened = [open_table(game) for _ in range(3)]

        async def play(table: Table) -> None:
            for _ in range(8):
                assert await run_slowly(table.deal())

        await asyncio.gather(*(play(table) for table, _ in opened))
        return [listener for _, listener in opened]

    for listener in asyncio.run(play_many()):
        assert listener.operations == first.operations
        assert not listener.faults


def test_nobody_leaves_while_a_hand_waits() -> None:
    table, _ = open_table("nlhe")
    hand = table.deal()
    next(hand)
    with pytest.raises(SetupError) as caught:
        table.leave("random")
    assert caught.value.code == "during-a-hand"
    hand.close()
    table.leave("random")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Move("complete_bet_or_raise_to", (10**6,)), "illegal"),
        (Move("deal_board"), "illegal"),
        (Move("fold", (1, 2, 3)), "illegal"),
        ("what?", "illegal"),
        (7, "illegal"),
        (("fold",), "illegal"),
        ([], "illegal"),
        (LateError("it took too long", code="no-answer-in-time"), "late"),
        (ValueError("broken"), "crash"),
    ],
)
def test_what_is_no_move_is_made_good(answer: Any, kind: str) -> None:
    table, listener = open_table("nlhe")
    hand = table.deal()
    before = next(hand)
    after = hand.send(answer)
    assert after.player_index != before.player_index
    (fault,) = listener.faults
    assert fault.kind == kind
    assert fault.move == Move("fold")


def test_too_few_players_are_dealt_nothing() -> None:
    table = Table("nlhe", ["caller"], stack=100)
    with pytest.raises(StopIteration) as caught:
        next(table.deal())
    assert caught.value.value is False
