"""Whether to show, and how often to run the board: decisions of agents that want them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.agents import AgentBase, Caller, ProcessAgent, RandomAgent, choose_default
from croupier.agents.external.messages import describe_view, find_wishes
from croupier.agents.legal_moves import list_decisions
from croupier.agents.moves import OPTIONAL_DECISIONS, Move
from croupier.errors import AgentError, SetupError
from croupier.games import NoLimitTexasHoldem, PotLimitOmahaHoldem
from croupier.state import (
    Automation,
    HoleCardsShowingOrMucking,
    Mode,
    RunoutCountSelection,
    State,
)
from croupier.tables import Table, play_duplicate
from croupier.tables.events import HandEnded, OperationDone
from croupier.tables.wishes import automate

SHOW, RUNS = "show_or_muck_hole_cards", "select_runout_count"
CASH = NoLimitTexasHoldem((), True, 0, (1, 2), 2, mode=Mode.CASH_GAME)


class Kept:
    """A recorder that keeps states and operations."""

    listens_to = (HandEnded, OperationDone)

    def __init__(self) -> None:
        self.states: list[State] = []
        self.operations: list[Any] = []

    def record(self, event: Any) -> None:
        if isinstance(event, HandEnded):
            self.states.append(event.state)
        else:
            self.operations.append(event.operation)


class Asked(Caller):
    """An agent that calls, and decides at the showdown as it is told."""

    def __init__(self, wishes: Any, answer: Any = "muck") -> None:
        super().__init__(0)
        self.also_decides = wishes
        self.answer = answer
        self.views: list[State] = []

    def act(self, view: State) -> Any:
        if view.legal.player_index is not None and list_decisions(view)[0].name in {SHOW, RUNS}:
            self.views.append(view)
            return self.answer
        return super().act(view)


class Pusher(Asked):
    """An agent that goes all-in, so that the board can be run more than once."""

    acts_without_view = False

    def act(self, view: State) -> Any:
        if view.can_complete_bet_or_raise_to():
            return "all in"
        return super().act(view)


def play(game: Any, agents: list[Any], hands: int = 20, **options: Any) -> tuple[Table, Kept]:
    kept = Kept()
    options = {"stack": 60, "seed": 7, "rebuys": None} | options
    table = Table(game, agents, recorders=[kept], **options)
    table.play(hands)
    return table, kept


def test_the_decisions_are_those_that_can_be_automated() -> None:
    assert OPTIONAL_DECISIONS == {SHOW, RUNS}
    left = set(Automation) - set(automate(CASH, OPTIONAL_DECISIONS).automations)
    assert left == {
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.RUNOUT_COUNT_SELECTION,
    }
    assert set(automate(CASH).automations) == set(Automation)


def test_old_agents_are_not_asked_and_play_as_ever() -> None:
    class Plain:
        def act(self, view: State) -> str:
            assert SHOW not in view.legal and RUNS not in view.legal
            return "call" if view.can_check_or_call() else "check"

    table, kept = play(CASH, [Plain(), Plain(), Caller()])
    assert not any(player.faults for player in table.players)
    assert any(isinstance(one, HoleCardsShowingOrMucking) for one in kept.operations)


@pytest.mark.parametrize("game", [CASH, PotLimitOmahaHoldem((), True, 0, (1, 2), 2)])
def test_one_who_decides_changes_nothing_for_the_others(game: Any) -> None:
    """Play with an agent that wants to decide and takes the default."""

    class Defaults(Asked):
        def act(self, view: State) -> Any:
            return choose_default(view) if super().act(view) is None else Caller.act(self, view)

    asked = Defaults({SHOW, RUNS}, None)
    first, one = play(game, [RandomAgent(seed=1), RandomAgent(seed=2), Caller()], 60, seed=3)
    second, two = play(game, [RandomAgent(seed=1), RandomAgent(seed=2), asked], 60, seed=3)
    assert [list(state.operations) for state in one.states] == [
        list(state.operations) for state in two.states
    ]
    assert [player.won for player in first.players] == [player.won for player in second.players]
    assert not any(player.faults for player in second.players)
    assert asked.views


def test_who_may_muck_is_asked_and_mucks() -> None:
    mucker = Asked({SHOW})
    table, kept = play(CASH, [mucker, Caller(), Caller()])
    assert not any(player.faults for player in table.players)
    assert mucker.views
    for view in mucker.views:
        (decision,) = list_decisions(view)
        assert decision.name == SHOW and decision.options == ("show", "muck")
        assert view.legal[SHOW].player_indices == (view.showdown_index,)
    mucked = [
        one
        for one in kept.operations
        if isinstance(one, HoleCardsShowingOrMucking) and not one.hole_cards
    ]
    assert len(mucked) >= len(mucker.views)
    # The chips of somebody who mucks are lost to the others, and none are lost to nobody.
    assert sum(player.won for player in table.players) == 0


def test_who_must_show_is_not_asked() -> None:
    """Play a tournament, in which everybody shows as soon as somebody is all-in."""
    shower = Pusher({SHOW, RUNS})
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    table, _ = play(game, [shower, Caller()], 10)
    assert not shower.views and not any(player.faults for player in table.players)


@pytest.mark.parametrize("answer", [Move(RUNS, (2,)), "twice", "run it 2"])
def test_the_board_is_run_as_often_as_players_agree(answer: Any) -> None:
    agents = [Pusher({RUNS}, answer), Pusher({RUNS}, answer)]
    table, kept = play(CASH, agents, 6)
    assert not any(player.faults for player in table.players)
    chosen = [one for one in kept.operations if isinstance(one, RunoutCountSelection)]
    assert chosen and {one.runout_count for one in chosen} == {2}
    assert all(state.board_count == 2 for state in kept.states)


def test_agents_without_the_wish_leave_runouts_to_the_others() -> None:
    _, kept = play(CASH, [Pusher({RUNS}, "twice"), Caller()], 6)
    chosen = [one.runout_count for one in kept.operations if isinstance(one, RunoutCountSelection)]
    assert set(chosen) == {2, None}
    _, kept = play(CASH, [Caller(), Pusher((), "twice")], 6)
    assert all(state.board_count == 1 for state in kept.states)


@pytest.mark.parametrize("answer", ["show", Move(SHOW, (False,)), Move("fold"), "nonsense", None])
def test_another_answer_is_a_fault_and_the_default_is_taken(answer: Any) -> None:
    """Nobody shows or mucks the hand of another player."""
    table, kept = play(CASH, [Pusher({RUNS}, answer), Caller()], 4)
    faulty, other = table.players
    assert faulty.faults == 4 and not other.faults
    assert faulty.first_fault is not None and faulty.first_fault.startswith("illegal")
    chosen = [one for one in kept.operations if isinstance(one, RunoutCountSelection)]
    assert {one.runout_count for one in chosen} == {None}


def test_duplicate_matches_ask_too() -> None:
    made: list[Pusher] = []

    def make() -> Pusher:
        made.append(Pusher({RUNS}, "twice"))
        return made[-1]

    results = [play_duplicate(CASH, make, "caller", 5, seed=3) for _ in range(2)]
    assert results[0] == results[1] and all(agent.views for agent in made)
    assert results[0].faults == (0, 0)


PROGRAM = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "act":
        continue
    names = [operation["name"] for operation in message["legal"]]
    if names == ["show_or_muck_hole_cards"]:
        answer = {"move": "muck"}
    elif names == ["select_runout_count"]:
        answer = {"name": "select_runout_count", "arguments": [2]}
    elif "complete_bet_or_raise_to" in names:
        answer = {"move": "all in"}
    else:
        answer = {"move": "call"}
    answer["also_decides"] = ["show_or_muck_hole_cards", "select_runout_count"]
    print(json.dumps(answer), flush=True)
"""


def test_programs_say_that_they_want_to_decide(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(PROGRAM, encoding="utf-8")
    agent = ProcessAgent([sys.executable, str(path)], 60.0)
    table, kept = play(CASH, [agent, Caller()], 4)
    agent.close()
    assert not any(player.faults for player in table.players)
    chosen = [one.runout_count for one in kept.operations if isinstance(one, RunoutCountSelection)]
    # From the hand after its first answer on.
    assert chosen[:2] == [None, None] and 2 in chosen
    assert agent.also_decides == {SHOW, RUNS}


@pytest.mark.parametrize("wishes", ["fold", ["fold"], [1], {"a": 1}, True])
def test_wishes_that_cannot_be(wishes: Any) -> None:
    with pytest.raises(AgentError, match="also_decides is a list, of select_runout_count and show"):
        find_wishes({"move": "call", "also_decides": wishes})


def test_a_program_sees_one_decision_at_a_time() -> None:
    game = automate(CASH, OPTIONAL_DECISIONS)
    state = game(20, 3, seed=1)
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to(20):
            state.complete_bet_or_raise_to(20)
        else:
            state.check_or_call()
    assert set(state.legal) == {RUNS, SHOW}
    seen = describe_view(state.observe(0), 0)["legal"]
    assert [one["name"] for one in seen] == [RUNS]
    assert seen[0]["min_count"] == 1 and seen[0]["max_count"] > 1


def test_the_base_class_wants_nothing() -> None:
    assert AgentBase.also_decides == ()


@pytest.mark.parametrize("wishes", [("select_runout_counts",), "select_runout_count"])
def test_wishes_that_nobody_knows_are_refused(wishes: Any) -> None:
    with pytest.raises(SetupError, match="also_decides is of") as caught:
        play(CASH, [Asked(wishes), Caller(1)])
    assert caught.value.code == "unknown-wish"
