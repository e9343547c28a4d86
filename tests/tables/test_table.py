"""Tables: seats, chips, seeds, and agents that fail."""

from __future__ import annotations

import re
import sys
import threading
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from croupier.agents import Agent, AgentBase, Caller, Move, Scripted, choose_randomly
from croupier.errors import AgentStartError, SetupError
from croupier.games import FixedLimitSevenCardStud, NoLimitTexasHoldem, load, mixed
from croupier.histories import HandHistory
from croupier.state import State
from croupier.tables import (
    ChipGraph,
    Event,
    Fault,
    HandEnded,
    HistoryRecorder,
    OperationDone,
    ResultsRecorder,
    Table,
    play_duplicate,
)

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


class Unreliable(AgentBase):
    """An agent that does everything wrong now and then."""

    name = "unreliable"

    def act(self, view: State) -> Any:
        wrong: list[Any] = [
            Move("complete_bet_or_raise_to", (10**9,)),
            Move("complete_bet_or_raise_to", ("a lot",)),
            Move("deal_board"),
            Move("fold", (1, 2, 3)),
            "raise -7",
            "hm",
            7,
            None,
            (),
            ("fold", ()),
        ]
        number = self._random.randrange(40)
        if number == 0:
            raise KeyError("a mistake")
        if number == 1:
            # What is done to a view is done to nothing else.
            view.check_or_call()
            view.deck_cards = ()
        return wrong[number - 2] if 2 <= number < 12 else choose_randomly(view, self._random)


class Sleepy(AgentBase):
    """An agent that sleeps instead of deciding, until it is woken."""

    name = "sleepy"

    def __init__(self) -> None:
        super().__init__(0)
        self.alarm = threading.Event()

    def act(self, view: State) -> str:
        self.alarm.wait(600)
        return "call"


class Dozing(Sleepy):
    """An agent that falls asleep now and then."""

    name = "dozing"

    def act(self, view: State) -> str:
        if self._random.randrange(1000) == 0:
            sleep(0.1)
        return "call"


class Everything:
    """A recorder that keeps all events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def record(self, event: Event) -> None:
        self.events.append(event)

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


def play_wildly(hands: int, seed: int, *, time_limit: float | None = None) -> Table:
    """Play a match in which players come, go, buy, sit out and fail; check chips all the time."""
    random = Random(seed)
    agents: list[Any] = ["random", "random", "caller", Unreliable()]
    sleepy: list[Sleepy] = []
    if time_limit is not None:
        sleepy = [Sleepy() if hands < 1000 else Dozing()]
        agents.append(sleepy[0])
    table = Table(GAME, agents, stack=100, seed=seed, rebuys=1, seat_count=9, time_limit=time_limit)
    # Those who left are added up once.
    counted = gone_stack = gone_bought = gone_won = 0
    for _ in range(hands):
        names = [player.name for player in table.players]
        number = random.random()
        if number < 0.05 and len(names) < 9:
            guests: list[Agent | str] = [Unreliable(), "random", "caller", "folder"]
            table.join(random.choice(guests), stack=random.randint(1, 300))
        elif number < 0.08 and len(names) > 3:
            table.leave(random.choice(names))
        elif number < 0.12:
            table.rebuy(random.choice(names), random.randint(1, 100))
        elif number < 0.2:
            table.sit_out(random.choice(names))
        for player in table.players:
            if player.is_away and random.random() < 0.3:
                table.sit_out(player.name, away=False)
        while sum(not player.is_away for player in table.players) < 2:
            table.join("random")
        assert table.play_hand()
        for player in table.gone[counted:]:
            gone_stack, gone_bought = gone_stack + player.stack, gone_bought + player.bought
            gone_won += player.won
        counted = len(table.gone)
        assert all(player.stack >= 0 for player in table.players)
        held = gone_stack + sum(player.stack for player in table.players)
        bought = gone_bought + sum(player.bought for player in table.players)
        assert held + table.house == bought
        assert held - bought == gone_won + sum(player.won for player in table.players)
    for agent in sleepy:
        agent.alarm.set()
    table.close()
    return table


def test_chips_are_neither_lost_nor_made() -> None:
    table = play_wildly(3000, 1)
    players = [*table.players, *table.gone]
    assert table.hands == 3000 and table.house == 0
    assert sum(player.faults for player in players) > 100
    assert len(table.gone) > 50


def test_chips_are_neither_lost_nor_made_while_agents_are_late() -> None:
    table = play_wildly(60, 2, time_limit=0.05)
    assert sum(player.faults for player in [*table.players, *table.gone]) > 5


@pytest.mark.slow
def test_chips_are_neither_lost_nor_made_in_100_000_hands() -> None:
    assert play_wildly(100_000, 3, time_limit=0.05).hands == 100_000


@pytest.mark.parametrize("mode", [{"reset_stacks": True}, {"rebuys": None}, {"rebuys": 2}])
def test_the_same_seed_is_the_same_match_to_the_byte(tmp_path: Path, mode: Any) -> None:
    def play(number: int, seed: int) -> bytes:
        path = tmp_path / f"{number}.phhs"
        agents: list[Any] = ["random", "tight:deals=32", Unreliable(), "equity:deals=32"]
        recorder = HistoryRecorder(path)
        with Table(GAME, agents, stack=100, seed=seed, recorders=[recorder], **mode) as table:
            table.play(40)
        return path.read_bytes()

    one = play(1, 7)
    assert one == play(2, 7)
    assert one != play(3, 8)
    hands = list(HandHistory.loads_all(one.decode()))
    assert hands and all(
        list(hand.replay().state.stacks) == hand.finishing_stacks for hand in hands
    )


def test_the_quick_way_is_the_same_match() -> None:
    def results(recorders: list[Any]) -> list[tuple[str, Any, int, int]]:
        table = Table(
            GAME, ["random"] * 3, stack=100, seed=5, reset_stacks=True, recorders=recorders
        )
        # In two parts, so that the button must be where it belongs in between.
        table.play(50)
        table.play(51)
        return [(one.name, one.won, one.hands, one.seat) for one in table.players]

    quick = results([])
    assert quick == results([Everything()])
    assert [one[2] for one in quick] == [101] * 3


@pytest.mark.parametrize("first", [1, 2, 4])
def test_the_quick_way_leaves_the_button_in_its_place(first: int) -> None:
    def orders(quick: bool) -> list[Any]:
        table = Table(GAME, ["caller"] * 3, stack=100, seed=5, reset_stacks=True)
        recorder = HistoryRecorder()
        if not quick:
            table.listen(Everything())
        table.play(first)
        table.listen(recorder)
        table.play(3)
        return [one.players for one in recorder.histories]

    assert orders(True) == orders(False)


def test_a_time_limit_changes_nothing_for_those_in_time() -> None:
    def results(limit: float | None) -> list[Any]:
        table = Table(GAME, ["random"] * 3, stack=100, seed=5, reset_stacks=True, time_limit=limit)
        table.play(30)
        table.close()
        return [player.won for player in table.players]

    assert results(None) == results(600.0)


def test_as_many_play_as_there_are_cards_for() -> None:
    assert Table(GAME).seat_count == 22
    stud = FixedLimitSevenCardStud((), True, 1, 1, 2, 4)
    assert Table(stud).seat_count == load("seven_card_stud").players.maximum
    with pytest.raises(SetupError, match="players, not 12"):
        Table(stud, seat_count=12)
    table = Table(GAME, ["caller"] * 22, stack=100, seed=1)
    assert table.play(3) == 3


def test_events_tell_the_whole_story() -> None:
    story = Everything()
    table = Table(GAME, ["caller", "folder"], stack=4, seed=3, rebuys=1, recorders=[story])
    with table:
        table.play(2)
        table.join("caller", name="late", stack=10)
        table.play(1)
        table.leave("late")
    kinds = story.kinds()
    assert kinds[0] == "MatchStarted" and kinds[-1] == "MatchEnded"
    assert kinds.count("HandStarted") == kinds.count("HandEnded") == 3
    assert "PlayerJoined" in kinds and "PlayerLeft" in kinds and "OperationDone" in kinds
    for event in story.events:
        if isinstance(event, HandEnded):
            operations = [
                one.operation
                for one in story.events
                if isinstance(one, OperationDone) and one.number == event.number
            ]
            assert operations == list(event.state.operations)


def test_nobody_hears_what_is_not_asked_for() -> None:
    class Picky(Everything):
        listens_to = frozenset({HandEnded})

    picky = Picky()
    with Table(GAME, ["caller", "caller"], stack=100, seed=3, recorders=[picky]) as table:
        table.play(3)
    assert picky.kinds() == ["HandEnded"] * 3


def test_faults_are_printed_and_recorded() -> None:
    story, histories = Everything(), HistoryRecorder()
    agents: list[Any] = [Unreliable(4), "caller", "random"]
    table = Table(GAME, agents, stack=100, seed=3, rebuys=None, recorders=[story, histories])
    table.play(200)
    faults = [event for event in story.events if isinstance(event, Fault)]
    assert {fault.kind for fault in faults} == {"crash", "illegal"}
    assert {fault.name for fault in faults} == {"unreliable"}
    assert any("KeyError" in fault.message for fault in faults)
    assert any("is no move" in fault.message for fault in faults)
    assert table.find("unreliable").faults == len(faults)
    remarks = [action for one in histories.histories for action in one.actions if "#" in action]
    assert len(remarks) == len(faults)
    for fault in faults:
        assert fault.move is not None
        assert fault.move.name in {"fold", "check_or_call"}


def test_a_late_agent_folds_and_stays_late_until_it_returns() -> None:
    story = Everything()
    sleepy = Sleepy()
    table = Table(GAME, [sleepy, "caller"], stack=100, seed=3, time_limit=0.1, recorders=[story])
    assert table.play(2) == 2
    faults = [event for event in story.events if isinstance(event, Fault)]
    assert faults and all(fault.kind == "late" for fault in faults)
    assert any("still busy" in fault.message for fault in faults)
    sleepy.alarm.set()
    before = len(faults)
    while table.play(1) and len(story.events) < 10_000:
        late = sum(isinstance(event, Fault) for event in story.events)
        if late == before:
            break
        before = late
    assert late == before
    table.close()


def test_hooks_that_fail_are_faults() -> None:
    class Broken(AgentBase):
        name = "broken"

        def start_hand(self, info: Any) -> None:
            raise ValueError("not today")

        def act(self, view: State) -> str:
            return "call"

    story = Everything()
    table = Table(GAME, [Broken(), "caller"], stack=100, seed=3, recorders=[story])
    assert table.play(2) == 2
    faults = [event for event in story.events if isinstance(event, Fault)]
    assert len(faults) == 2
    for fault in faults:
        assert fault.message.startswith("start_hand: ValueError: not today (test_table.py, line ")
        assert isinstance(fault.error, ValueError)
    assert faults[0].move is None


def test_an_interrupt_ends_the_hand_and_costs_nothing() -> None:
    class Leaving(AgentBase):
        def act(self, view: State) -> str:
            raise KeyboardInterrupt

    table = Table(GAME, [Leaving(), "caller"], stack=100, seed=3)
    with pytest.raises(KeyboardInterrupt):
        table.play(5)
    assert [player.stack for player in table.players] == [100, 100]
    table.leave("caller")


def test_who_has_no_chips_buys_or_leaves() -> None:
    story = Everything()
    table = Table(GAME, ["random"] * 2, stack=6, seed=3, rebuys=1, recorders=[story])
    while table.play(1):
        pass
    kinds = story.kinds()
    assert kinds.count("Rebought") in {1, 2} and kinds.count("PlayerLeft") == 1
    assert len(table.players) == 1
    assert table.players[0].stack == 12 + 6 * kinds.count("Rebought")


def test_players_come_and_go_between_hands_only() -> None:
    class Meddler(AgentBase):
        def act(self, view: State) -> str:
            for meddle in (
                lambda: table.leave("caller"),
                lambda: table.join("caller"),
                lambda: table.rebuy("caller"),
                lambda: table.sit_out("caller"),
            ):
                with pytest.raises(SetupError, match="between hands"):
                    meddle()
            return "call"

    table = Table(GAME, [Meddler(), "caller"], stack=100, seed=3)
    table.play(3)
    assert table.hands == 3 and not table.find("Meddler").faults


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"stack": 0}, "buy in for chips"),
        ({"stack": 10, "seat_count": 1}, "2 to 22 players"),
        ({"stack": 10, "seat_count": 2}, "all 2 seats are taken"),
        ({"stack": 10, "names": ["a", "a", "b"]}, "there is a player 'a'"),
        ({"stack": 10, "names": ["a"] * 4}, "4 names for 3 agents"),
        ({"stack": 10, "stakes": {"small_bet": 2}}, "has its stakes"),
    ],
)
def test_tables_that_cannot_be(options: Any, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Table(GAME, ["caller"] * 3, **options)


def test_what_cannot_be_done_at_a_table() -> None:
    table = Table(GAME, ["caller"] * 2, stack=100)
    with pytest.raises(SetupError, match="seat 1 is taken"):
        table.join("caller", seat=1)
    with pytest.raises(SetupError, match="no player 'Zoe'"):
        table.leave("Zoe")
    with pytest.raises(SetupError, match="must buy chips"):
        table.rebuy("caller", 0)
    with pytest.raises(SetupError, match="must bring chips"):
        table.join("caller", stack=0)
    with pytest.raises(SetupError, match="needs stakes"):
        Table(mixed.load("horse"), ["caller"] * 2)
    with pytest.raises(SetupError, match="players, not 9"):
        Table(load("badugi").game(None, {"small_bet": 2}), seat_count=9)


def test_too_few_players_play_nothing() -> None:
    table = Table(GAME, ["caller"], stack=100)
    assert not table.play_hand()
    for agents, said in ((["caller"], "1 is at"), ([], "nobody is at")):
        with pytest.raises(SetupError, match=f"needs 2 players or more, and {said} the table"):
            Table(GAME, agents, stack=100).play(5)


def test_the_last_player_plays_nothing() -> None:
    table = Table(GAME, ["random", "random"], stack=4, seed=1)
    assert table.play(1000) < 1000
    assert table.play(5) == 0


def test_decimals_stay_exact() -> None:
    game = NoLimitTexasHoldem((), True, 0, (Decimal("0.05"), Decimal("0.10")), Decimal("0.10"))
    table = Table(game, ["random"] * 3, stack=Decimal("10.00"), seed=3, rebuys=None)
    table.play(100)
    held = sum(player.stack for player in table.players)
    assert held == sum(player.bought for player in table.players)
    assert isinstance(table.players[0].stack, Decimal)


def test_a_rake_goes_to_the_house() -> None:
    def take(amount: int, state: State) -> tuple[int, int]:
        return amount // 5, amount - amount // 5

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, rake=take)
    table = Table(game, ["caller"] * 3, stack=1000, seed=3)
    table.play(50)
    assert table.house > 0
    assert sum(player.stack for player in table.players) + table.house == 3000


# Recorders.


def test_results_and_the_graph_agree_with_the_table() -> None:
    results, graph = ResultsRecorder(2), ChipGraph()
    agents = ["random", "tight:deals=32", "caller"]
    table = Table(GAME, agents, stack=100, seed=3, reset_stacks=True, recorders=[results, graph])
    table.play(300)
    for result in results.results():
        player = table.find(result.name)
        assert (result.won, result.hands) == (player.won, player.hands)
        line = graph.lines[result.name]
        assert len(line) == 301 and line[0] == 0 and line[-1] == player.won
        differences = [after - before for before, after in pairwise(line)]
        mean = sum(differences) / 300
        variance = sum((one - mean) ** 2 for one in differences) / 299
        assert result.rate == pytest.approx(mean / 2 * 100)
        assert result.error == pytest.approx(1.96 * (variance / 300) ** 0.5 / 2 * 100)


def test_statistics_of_players_who_always_do_the_same() -> None:
    results = ResultsRecorder(2)
    agents = ["caller", "folder", "caller"]
    Table(GAME, agents, stack=100, seed=3, reset_stacks=True, recorders=[results]).play(30)
    found = {result.name: result for result in results.results()}
    assert found["folder"].vpip == found["folder"].pfr == 0
    # Without a raise, a caller pays unless in the big blind, who has something to decide here.
    assert found["caller"].vpip == pytest.approx(2 / 3)
    assert found["caller"].pfr == 0 and found["caller"].wtsd == 1
    assert found["folder"].wtsd == 1


# Agents that are not there, or want to end everything.


def test_a_program_that_cannot_be_started_is_no_match() -> None:
    with pytest.raises(AgentStartError, match="no-such-program cannot be started"):
        Table(GAME, ["caller", "subprocess:./no-such-program"], stack=100)
    with pytest.raises(AgentStartError, match="cannot be started"):
        play_duplicate(GAME, "subprocess:./no-such-program", "caller", 5)
    table = Table(GAME, ["caller", "caller"], stack=100)
    with pytest.raises(AgentStartError, match="cannot be started"):
        table.join("subprocess:./no-such-program")
    assert len(table.players) == 2 and table.play(2) == 2


def test_nobody_at_a_port_is_no_match() -> None:
    with pytest.raises(AgentStartError, match="nobody connected"):
        Table(GAME, ["acpc:seconds_to_connect=0.05", "caller"], stack=100)


def test_a_class_stands_for_an_agent_of_it() -> None:
    table = Table(GAME, [Caller, lambda: Caller()], stack=100, seed=3)
    assert table.play(3) == 3 and not any(player.faults for player in table.players)
    assert [player.name for player in table.players] == ["caller", "caller 2"]
    assert not any(play_duplicate(GAME, Caller, "random", 5, seed=1).faults)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (7, "7 is no agent: it has no method act"),
        (dict, "dict makes no agent"),
        (Scripted, "Scripted makes no agent without arguments"),
    ],
)
def test_what_is_no_agent_is_refused(wrong: Any, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        Table(GAME, [wrong, "caller"], stack=100)
    with pytest.raises(SetupError, match=said):
        play_duplicate(GAME, wrong, "caller", 1)


@pytest.mark.parametrize("limit", [None, 600.0])
def test_an_agent_that_exits_is_at_fault_like_others(limit: float | None) -> None:
    class Exiting(AgentBase):
        def start_hand(self, info: Any) -> None:
            sys.exit(3)

        def act(self, view: State) -> str:
            sys.exit("enough")

    table = Table(GAME, [Exiting(), "caller"], stack=100, seed=3, time_limit=limit)
    assert table.play(2) == 2
    exiting = table.find("Exiting")
    assert exiting.faults >= 4 and exiting.first_fault.startswith(
        "crash, start_hand: SystemExit: 3 (test_table.py, line "
    )
    table.close()


def test_the_first_fault_is_kept() -> None:
    class Twice(AgentBase):
        count = 0

        def act(self, view: State) -> str:
            self.count += 1
            raise ValueError(f"number {self.count}")

    table = Table(GAME, [Twice(), "caller"], stack=100, seed=3)
    table.play(3)
    first = table.find("Twice").first_fault
    # The line is that of the agent.
    assert re.fullmatch(r"crash, ValueError: number 1 \(test_table.py, line \d+\)", first)
    assert table.find("caller").first_fault == ""
    result = play_duplicate(GAME, Twice(), "caller", 3, seed=1)
    assert result.first_faults == (first, "")


def test_numbers_of_hands_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="cannot be negative, unlike -1"):
        Table(GAME, ["caller", "caller"], stack=100).play(-1)
    assert Table(GAME, ["caller", "caller"], stack=100).play(0) == 0
