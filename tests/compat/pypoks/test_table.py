"""Tables with a menu: seeds, policies, secrets and listeners."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from croupier.cards import Card
from croupier.compat.pypoks import GameConfig, PPlayer, PTable
from croupier.errors import AgentError, CardError, SetupError


def test_a_seed_repeats_the_hands() -> None:
    first, second, other = (
        [PTable("t", "6players_9bets", "abcdef", seed=seed).run_hand().events for _ in range(3)]
        for seed in (1, 1, 2)
    )
    assert first == second != other


def test_random_players_make_every_allowed_move_equally_often() -> None:
    table = PTable("t", "3players_2bets", "abc", seed=1)
    first_moves = Counter(
        next(values[1] for name, values in table.run_hand().events if name == "MOV")
        for _ in range(4000)
    )
    assert set(first_moves) == {1, 2, 3, 4}
    assert all(900 < count < 1100 for count in first_moves.values())


def test_policies_answer_moves_or_probabilities() -> None:
    policies: dict[str, Any] = {
        "a": lambda decision: decision.allowed_moves.index(True),
        "b": lambda decision: [2.0] * len(decision.allowed_moves),
    }
    table = PTable("t", "2players_2bets", ["a", "b"], policies=policies, seed=1)
    seen = set()
    for _ in range(50):
        for name, values in table.run_hand().events:
            if name == "MOV" and values[0] == "a":
                # Check if that is allowed, fold otherwise; certain of it.
                assert values[1] in (0, 1) and values[3][values[1]] == 1.0
            elif name == "MOV":
                seen.add(values[1])
                assert sum(values[3]) == pytest.approx(1)
                assert {*values[3]} - {0.0} == {max(values[3])}
    assert seen >= {0, 2, 3, 4}


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (0, r"a answered the move 0: 1, 2, 3, 4 are allowed"),
        (7, r"a answered the move 7"),
        (-1, r"a answered the move -1"),
        ([1.0], "a answered 1 probabilities: there are 5 moves"),
        ([1.0, 0, 0, 0, 0], "none of the allowed moves is likely"),
        ([0, -1.0, 1, 1, 1], "a probability is a number from 0 up"),
        ([0, float("nan"), 1, 1, 1], "a probability is a number from 0 up"),
        ("call", "a move or the probabilities of all moves are expected"),
        (None, "a move or the probabilities of all moves are expected"),
    ],
)
def test_wrong_answers_are_reported(answer: Any, message: str) -> None:
    table = PTable("t", "2players_2bets", ["a", "b"], policies={"a": lambda _: answer})
    with pytest.raises(AgentError, match=message):
        table.run_hand()


def test_what_a_policy_raises_is_not_lost() -> None:
    answers = iter([2])
    table = PTable("t", "2players_2bets", ["a", "b"], policies={"a": lambda _: next(answers)})
    table.players[1].policy = lambda decision: 0 if decision.allowed_moves[0] else 2
    with pytest.raises(StopIteration):
        table.run_hand()


def test_a_player_is_shown_nothing_that_others_have() -> None:
    decisions = 0

    def policy(decision: Any) -> list[float]:
        nonlocal decisions
        decisions += 1
        known = 0
        for name, values in decision.events:
            if name == "PLH":
                assert (values[1] is None) == (values[0] != 0)
                known += values[1] is not None
            elif name == "MOV" and values[0]:
                assert values[3] == []
            elif name == "PRS":
                raise AssertionError("the hand is not over")
        assert known == 1
        state = decision.state
        unknown = [all(card == Card.UNKNOWN for card in hole) for hole in state.hole_cards if hole]
        assert unknown.count(False) == 1
        assert not any(map(bool, state.deck_cards))
        assert len(decision.move_names) == len(decision.allowed_moves)
        return [1.0] * len(decision.allowed_moves)

    players = ["a", "b", "c"]
    table = PTable("t", "3players_2bets", players, policies=dict.fromkeys(players, policy), seed=1)
    for _ in range(100):
        table.run_hand()
    assert decisions > 300


def test_listeners_hear_everything_once() -> None:
    class Listener(PPlayer):
        listens = True

        def __init__(self, id: str) -> None:
            super().__init__(id)
            self.heard: list[Any] = []

        def take_hh(self, events: list[Any]) -> None:
            self.heard += events

    players = [Listener(name) for name in "abc"]
    table = PTable("t", "3players_2bets", players, seed=4)
    for _ in range(30):
        hh = table.run_hand()
        for player in players:
            assert player.heard == hh.view(player.id, player.pls)
            player.heard.clear()


def test_all_chips_that_are_no_more_than_a_call_are_a_call() -> None:
    raised = 0
    config = GameConfig.from_name("3players_2bets")
    table = PTable("t", config, "abc", seed=1)
    for _ in range(800):
        hh = table.run_hand()
        previous = (0, 0, 0, 0)
        for name, values in hh.events:
            if name == "MOV" and values[1] > 2 and values[2] + values[4][2] == previous[2]:
                raised += 1
            elif name == "T$$":
                previous = values
    assert raised > 20


def test_cards_can_be_chosen() -> None:
    deck = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS"]
    calls = dict.fromkeys("abc", lambda decision: 0 if decision.allowed_moves[0] else 2)
    hh = PTable("t", "3players_2bets", "abc", policies=calls, seed=1).run_hand(deck=deck)
    holes = [values for name, values in hh.events if name == "PLH"]
    assert holes == [("a", "2S", "3S"), ("b", "4S", "5S"), ("c", "6S", "7S")]
    board = [values for name, values in hh.events if name == "TCD"]
    assert board[0] == ("8S", "9S", "TS") and len({*board}) == 3
    with pytest.raises(CardError, match="card 2 of the deck, 2s, is there twice"):
        PTable("t", "3players_2bets", "abc").run_hand(deck=["2S", "2s"])
    with pytest.raises(SetupError, match="not from both"):
        PTable("t", "3players_2bets", "abc").run_hand([], deck=[])


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        (["a", "b"], "3players_2bets is for 3 players, not 2: a, b"),
        (["a", "b", "a"], "there are two players 'a'"),
        (["a", "b", "c d"], "without blanks, unlike 'c d'"),
    ],
)
def test_wrong_players_are_refused(ids: list[str], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        PTable("t", "3players_2bets", ids)


def test_a_policy_without_a_player_is_refused() -> None:
    with pytest.raises(SetupError, match="a policy for 'z', who does not play"):
        PTable("t", "2players_2bets", ["a", "b"], policies={"z": lambda _: 1})


def test_nine_seats_play() -> None:
    fields = GameConfig.from_name("6players_9bets").to_mapping() | {"table_size": 9}
    config = GameConfig.from_mapping("9players_9bets", fields)
    table = PTable("t", config, [f"p{number}" for number in range(9)], seed=1)
    for _ in range(50):
        hh = table.run_hand()
        assert abs(sum(hh.results.values())) < 1e-9


def test_select_move_is_what_the_table_does_quickly() -> None:
    player, random = PPlayer("a"), Random(1)

    class Question:
        allowed_moves = (False, True, False, True)

    question: Any = Question()
    counts = Counter(player.select_move(question, random)[0] for _ in range(1000))
    assert set(counts) == {1, 3} and min(counts.values()) > 400
