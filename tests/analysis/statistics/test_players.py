"""Statistics of players: PokerKit's part, sums, win rates, files, and all-in hands."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from decimal import Decimal
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any

import pokerkit
import pytest

from croupier.analysis import PlayerStatistics, Statistics, equity, read_statistics
from croupier.analysis.statistics import Frequency, Stakes
from croupier.errors import ReplayError, SetupError
from croupier.games import NoLimitTexasHoldem
from croupier.histories import HandHistory
from croupier.state import Automation, State
from shared import data_path

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

NAMES = ["Ann", "Bob", "Cid"]


def hand(*actions: str, **fields: object) -> HandHistory:
    values: dict[str, object] = {
        "variant": "NT",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "min_bet": 2,
        "starting_stacks": [200, 200, 200],
        "actions": ["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsQh", *actions],
        "players": NAMES,
    }
    return HandHistory(**{**values, **fields})  # type: ignore[arg-type]


STOLEN = hand("p3 cbr 6", "p1 f", "p2 f")
WALK = hand("p3 f", "p1 f")
SHOVED = hand(
    "p3 cbr 200",
    "p1 cc",
    "p2 f",
    "p1 sm AsAh",
    "p3 sm QsQh",
    "d db 2c3d4h",
    "d db 8s",
    "d db 9d",
)


# PokerKit's part.


def test_payoffs_are_those_of_pokerkit() -> None:
    ours, theirs = Statistics([3, -1, 10]), pokerkit.Statistics([3, -1, 10])
    names = ("sample_count", "payoff_sum", "payoff_mean", "payoff_stdev", "payoff_stderr")
    for name in names:
        assert getattr(ours, name) == getattr(theirs, name)
    assert repr(ours) == repr(theirs) == "Statistics(payoffs=[3, -1, 10])"
    assert Statistics([3]) == Statistics([3]) != Statistics([4])


def test_players_of_hands_are_those_of_pokerkit() -> None:
    texts = sorted(data_path("phh", "pluribus").rglob("*.phh"))[:40]
    ours = Statistics.from_hand_history(*(HandHistory.loads(path.read_text()) for path in texts))
    theirs = pokerkit.Statistics.from_hand_history(
        *(pokerkit.HandHistory.loads(path.read_text()) for path in texts)
    )
    assert list(ours) == list(theirs)
    for name, statistics in ours.items():
        assert statistics.payoffs == theirs[name].payoffs


def test_recorded_stacks_do_without_a_replay() -> None:
    broken = hand("p3 cbr 6", "p1 f", "p1 f", finishing_stacks=[199, 198, 203])
    found = Statistics.from_hand_history(broken)
    assert [found[name].payoffs for name in NAMES] == [[-1], [-2], [3]]
    assert found["Ann"].hands == 0
    with pytest.raises(ReplayError):
        Statistics.from_hand_history(hand("p1 f"))


def test_hands_without_names_are_nobodys() -> None:
    assert Statistics.from_hand_history(hand("p3 f", "p1 f", players=None)) == {}


# Counting.


def test_a_steal() -> None:
    found = PlayerStatistics([STOLEN, WALK])
    assert (found.hands, list(found)) == (2, NAMES)
    ann, bob, cid = found.values()
    assert cid.steal == Frequency(2, 1)
    assert (cid.vpip, cid.pfr) == (Frequency(2, 1), Frequency(2, 1))
    # Nobody decides anything in a walk: it is no chance to put chips in.
    assert bob.vpip == Frequency(1, 0)
    assert (ann.fold_to_steal, bob.fold_to_steal) == (Frequency(1, 1), Frequency(1, 1))
    assert (ann.net, bob.net, cid.net) == (-2, -1, 3)
    assert ann.went_to_showdown.rate is None
    assert ann.saw_flop == Frequency(2, 0)


def test_hands_that_came_to_no_end_are_not_counted() -> None:
    found = PlayerStatistics([hand("p3 f")])
    assert (found.hands, found.unfinished, len(found)) == (0, 1, 0)
    assert not Statistics().add(hand("p3 f"))


def test_one_player_or_everybody() -> None:
    one, number, all_players = Statistics(), Statistics(), Statistics()
    one.add(STOLEN, "Cid")
    number.add(STOLEN, 2)
    all_players.add(STOLEN)
    assert one == number
    assert (one.hands, all_players.hands, all_players.net) == (1, 3, 0)
    with pytest.raises(SetupError, match="'Dan' is not in the hand: Ann, Bob, Cid"):
        one.add(STOLEN, "Dan")
    with pytest.raises(SetupError, match="no player 3"):
        one.add(STOLEN, 3)


def test_sums_are_those_of_all_hands() -> None:
    parts = [PlayerStatistics([one]) for one in (STOLEN, WALK, SHOVED)]
    whole = PlayerStatistics([STOLEN, WALK, SHOVED])
    assert dict(parts[0] + (parts[1] + parts[2])) == dict(whole)
    assert dict((parts[0] + parts[1]) + parts[2]) == dict(whole)
    assert whole.total.hands == 9
    assert parts[0]["Ann"] + parts[1]["Ann"] + parts[2]["Ann"] == whole["Ann"]


def test_hands_are_taken_apart() -> None:
    found = PlayerStatistics([STOLEN, WALK])["Cid"]
    assert list(found.by("position")) == ["BTN"]
    assert list(PlayerStatistics([STOLEN]).total.by("position")) == ["BTN", "SB", "BB"]
    small = hand("p3 f", "p1 f", blinds_or_straddles=[Decimal("0.5"), 1, 0], min_bet=1)
    both = PlayerStatistics([STOLEN, small]).total
    assert {name: part.hands for name, part in both.by("stakes").items()} == {"NT 1": 3, "NT 2": 3}
    assert both.by("stakes")["NT 1"].sample_count == 3
    with pytest.raises(SetupError, match="by position or by stakes"):
        found.by("moon")  # type: ignore[arg-type]


# Money.


def test_win_rates_are_in_big_blinds() -> None:
    found = PlayerStatistics([STOLEN, WALK, STOLEN])["Bob"]
    results = [-1.0, 0.5, -1.0]
    assert found.win_rate is not None and found.win_rate.error is not None
    assert found.win_rate.value == pytest.approx(100 * sum(results) / 3)
    assert found.win_rate.error == pytest.approx(100 * stdev(results) / sqrt(3))
    assert found.payoffs == [-2, 1, -2]
    assert Statistics().win_rate is None


def test_stakes_and_currencies_stay_apart() -> None:
    euros = hand("p3 f", "p1 f", currency="EUR")
    found = PlayerStatistics([WALK, euros, euros])["Ann"]
    assert found.net_by_stakes == {
        Stakes("NT", "", 2): -1,
        Stakes("NT", "EUR", 2): -2,
    }


def test_recorded_winnings_tell_the_rake() -> None:
    called = ("p3 cbr 6", "p1 f", "p2 cc", "d db 2c3d4h", "p2 cc", "p3 cbr 10", "p2 f")
    raked = hand(*called, winnings=[0, 0, Decimal("12.35")])
    found = PlayerStatistics([raked])
    assert found["Cid"].net == Decimal("6.35")
    assert found["Bob"].net == -6
    # Some rooms count the bet that nobody called.
    gross = hand(*called, winnings=[0, 0, Decimal("22.35")])
    assert PlayerStatistics([gross])["Cid"].net == Decimal("6.35")
    stacks = hand(*called, finishing_stacks=[199, 194, 206])
    assert PlayerStatistics([stacks])["Cid"].net == 6


def test_hidden_showdowns_say_nothing_of_money() -> None:
    actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    actions += ["p3 f", "p1 cc", "p2 cc", "d db 2c3d4h", "p1 cc", "p2 cc", "d db 8s", "p1 cc"]
    actions += ["p2 cc", "d db 9d", "p1 cc", "p2 cc", "p1 sm ????", "p2 sm ????"]
    found = PlayerStatistics([hand(actions=actions)])["Ann"]
    assert (found.hands, found.settled, found.payoffs, found.win_rate) == (1, 0, [], None)
    assert found.went_to_showdown == Frequency(1, 1)
    assert found.won_at_showdown.rate is None
    known = PlayerStatistics([hand(actions=actions, winnings=[4, 0, 0])])["Ann"]
    assert (known.net, known.won_at_showdown.rate) == (2, 1.0)


def test_what_was_to_be_expected_all_in() -> None:
    found = PlayerStatistics([SHOVED])
    share = equity("AsAh", "QsQh").equities[0]
    ann, bob, cid = found.values()
    assert (ann.net, bob.net, cid.net) == (202, -2, -200)
    assert (ann.all_ins, bob.all_ins) == (1, 1)
    (expected,) = ann.adjusted_by_stakes.values()
    assert float(expected) == pytest.approx(402 * share - 200)
    assert float(sum(one.results[0].expected for one in found.values())) == 0
    assert bob.adjusted_win_rate == bob.win_rate


def test_side_pots_are_expected_one_by_one() -> None:
    history = hand(
        "p3 cbr 200",
        "p1 cc",
        "p2 cc",
        "p3 sm QsQh",
        "p1 sm AsAh",
        "p2 sm KsKh",
        "d db 2c3d4h",
        "d db 8s",
        "d db 9d",
        starting_stacks=[50, 200, 200],
    )
    found = PlayerStatistics([history])
    main = equity("AsAh", "KsKh", "QsQh", exact=True).equities
    side = equity("KsKh", "QsQh", exact=True).equities
    expected = [150 * main[0] - 50, 150 * main[1] + 300 * side[0] - 200]
    assert [float(found[name].results[0].expected) for name in NAMES[:2]] == pytest.approx(expected)
    assert [found[name].net for name in NAMES] == [100, 100, -200]


# Files.


def keyed(histories: list[HandHistory]) -> str:
    return "\n".join(f"[{place}]\n{one.dumps()}" for place, one in enumerate(histories, 1))


def test_files_are_counted_as_their_hands_are(tmp_path: Path) -> None:
    (tmp_path / "a.phhs").write_text(keyed([STOLEN, SHOVED, hand("p3 f")]))
    (tmp_path / "b.phh").write_text(WALK.dumps())
    told: list[int] = []
    found = read_statistics(
        tmp_path, list_players=["Ann"], files_at_once=1, progress=told.append, threads=1
    )
    slow = PlayerStatistics([STOLEN, SHOVED, WALK])
    assert (found.hands, found.unfinished, told) == (3, 1, [1, 2])
    for name in NAMES:
        assert found[name].groups == slow[name].groups
    assert found["Ann"] == slow["Ann"]
    assert found["Bob"].payoffs == []
    names = ("sample_count", "payoff_sum", "payoff_mean", "payoff_stdev", "payoff_stderr")
    for name in names:
        assert getattr(found["Bob"], name) == pytest.approx(getattr(slow["Bob"], name))


def test_what_cannot_be_played_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.phhs").write_text(keyed([STOLEN, hand("p1 f")]))
    (tmp_path / "b.phh").write_bytes(b"\xff")
    found = read_statistics(tmp_path)
    assert found.hands == 1
    assert len(found.problems) == 2
    assert any("a.phhs, hand 2" in problem for problem in found.problems)
    with pytest.raises(SetupError, match="there is no file"):
        read_statistics(tmp_path / "c.phh")


def test_the_core_and_the_model_agree_on_all_hands() -> None:
    folder = data_path("phh")
    found = read_statistics(folder, threads=2)
    slow = PlayerStatistics()
    paths = sorted(path for path in folder.rglob("*.phh*"))
    for path in paths:
        with path.open("rb") as file:
            if path.suffix == ".phhs":
                histories = list(HandHistory.load_all(file))
            else:
                histories = [HandHistory.load(file)]
        for history in histories:
            try:
                slow.add(history)
            except ReplayError as error:
                slow.problems.append(str(error))
    assert (found.hands, found.unfinished) == (slow.hands, slow.unfinished)
    assert len(found.problems) == len(slow.problems)
    assert set(found) == set(slow)
    for name, statistics in slow.items():
        assert found[name].groups == statistics.groups, name
    assert found.hands > 15_000


# What stays in the core.


def played(*, stack: object = 200, seed: int = 1) -> State:
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    state = game(stack, 3, seed=seed)  # type: ignore[arg-type]
    state.complete_bet_or_raise_to(6)
    state.fold()
    state.fold()
    return state


def test_a_hand_that_was_played_counts_as_its_history_does() -> None:
    state = played()
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    history = HandHistory.from_game_state(game, state, players=NAMES)
    ours, theirs = PlayerStatistics(), PlayerStatistics([history])
    assert ours.add_state(state, NAMES, variant="NT")
    assert list(ours) == list(theirs) == NAMES
    for name in NAMES:
        assert ours[name].groups == theirs[name].groups
        assert ours[name].payoffs == []
    assert ours.hands == theirs.hands == 1


def test_only_hands_that_are_over_are_counted() -> None:
    statistics = PlayerStatistics()
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    assert not statistics.add_state(game(200, 3), NAMES)
    assert (statistics.hands, statistics.unfinished, len(statistics)) == (0, 1, 0)
    with pytest.raises(SetupError, match="there are 2 names for 3 players"):
        statistics.add_state(played(), NAMES[:2])


def test_players_are_there_before_anybody_looks_at_them() -> None:
    statistics = PlayerStatistics()
    statistics.add_state(played(), NAMES)
    assert len(statistics) == 3
    number: object = 7
    assert "Ann" in statistics and "Dan" not in statistics and number not in statistics
    assert statistics.get("Dan") is None
    # Looking does not end counting, and histories may come between.
    assert statistics["Ann"].hands == 1
    statistics.add_state(played(seed=2), ["Ann", "Bob", "Dan"])
    statistics.add(STOLEN)
    assert [statistics[name].hands for name in statistics] == [3, 3, 2, 1]
    assert statistics["Ann"] is statistics["Ann"]
    assert statistics.total.net == 0


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_sums_in_the_core_are_copied(copied: Callable[[PlayerStatistics], Any]) -> None:
    statistics = PlayerStatistics()
    statistics.add_state(played(), NAMES)
    other = copied(statistics)
    other.add_state(played(), NAMES)
    assert (statistics["Cid"].hands, other["Cid"].hands) == (1, 2)
    assert (statistics.hands, other.hands) == (1, 2)
    both = statistics + other
    assert both["Cid"].hands == 3
    assert statistics["Cid"].hands == 1


def test_chips_without_room_for_their_squares_are_counted_too() -> None:
    statistics = PlayerStatistics()
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    for _ in range(2):
        state = game(2**50, 3, seed=1)
        state.complete_bet_or_raise_to(2**50)
        state.check_or_call()
        state.fold()
        assert statistics.add_state(state, NAMES)
    assert statistics.hands == 2
    assert statistics["Cid"].net == 2 * state.payoffs[2]
    assert abs(state.payoffs[2]) >= 2**49
    assert statistics["Cid"].vpip == Frequency(2, 2)
