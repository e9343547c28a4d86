"""Bets: who posts what, who acts first, how much may be bet and how often."""

from __future__ import annotations

import pytest

from croupier.state import State
from games.build import Json, bet, cards, change, draw, game, holdem, stud
from games.build import deal as dealing
from games.stories import accept, board, check, check_around, deal, refuse, start

HANDS = ("AsKd", "QhQd", "2c7d")


def test_blinds_and_who_acts_first() -> None:
    state = start(holdem())
    assert state.bets == [5, 10, 0] and state.stacks == [495, 490, 500]
    assert list(state.legal) == ["deal_hole"]
    refuse(state, "check_or_call")
    deal(state, *HANDS)
    assert state.actor_index == 2  # The button: there is nobody else after the big blind.
    calling = state.legal["check_or_call"]
    raising = state.legal["complete_bet_or_raise_to"]
    assert (calling.min_amount, raising.min_amount, raising.max_amount) == (10, 20, 20)
    refuse(state, "complete_bet_or_raise_to", 15)
    refuse(state, "complete_bet_or_raise_to", 30)
    accept(state, "check_or_call")
    accept(state, "check_or_call")
    # The big blind may still raise.
    assert state.actor_index == 1 and "complete_bet_or_raise_to" in state.legal
    refuse(state, "fold")
    accept(state, "check_or_call")
    board(state, "3h4h5h")
    assert state.actor_index == 0


def test_blinds_of_two_players() -> None:
    state = start(holdem(), players=2)
    # The button has the small blind and acts first, but last in later rounds.
    assert state.bets == [10, 5]
    deal(state, "AsKd", "QhQd")
    assert state.actor_index == 1
    check_around(state)
    board(state, "3h4h5h")
    assert state.actor_index == 0


def test_an_ante_where_only_blinds_are_posted_is_the_big_blinds() -> None:
    state = start(holdem(), ante=4)
    assert state.stacks == [495, 486, 500] and state.total_pot_amount == 19
    check(state)


def test_everybody_antes() -> None:
    data = game(
        bet("antes"),
        dealing("player", cards(5)),
        bet("small"),
        forcedBets={"style": "antes_only"},
    )
    state = start(data, ante=3)
    assert state.stacks == [497, 497, 497] and state.bets == [0, 0, 0]
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    assert state.actor_index == 0
    opening = state.legal["complete_bet_or_raise_to"]
    assert (opening.min_amount, opening.max_amount) == (10, 10)
    accept(state, "complete_bet_or_raise_to", 10)
    accept(state, "fold")
    accept(state, "check_or_call")
    # Aces beat queens: three antes and two bets.
    assert state.stacks == [516, 497, 487]


def test_short_ante_wins_only_its_share() -> None:
    data = game(
        bet("antes"), dealing("player", cards(5)), bet("small"), forcedBets={"style": "antes_only"}
    )
    state = start(data, (2, 500, 500), ante=3)
    assert state.stacks == [0, 497, 497]
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    check_around(state)
    # Two chips of each player for the aces, the other two for the kings.
    assert state.stacks == [6, 499, 497]


UP_CARDS = {
    # Who brings it in, and what the three players show.
    "low card": [(2, "Kh", "2d", "2c"), (1, "Ac", "2s", "3c"), (0, "9c", "9d", "Th")],
    "low card al": [(0, "Ad", "2c", "2d"), (2, "As", "Ah", "Ac"), (1, "3s", "2s", "9c")],
    "high card": [(0, "Kh", "Kd", "As"), (1, "Qh", "Qs", "Ac"), (2, "9c", "8s", "Tc")],
    "high card ah": [(2, "Kh", "Ad", "As"), (0, "Kh", "Kd", "Kc"), (1, "Tc", "Jc", "Td")],
    "high card ah wild": [(1, "Ks", "Ad", "Ac"), (0, "Kh", "Kd", "Kc"), (2, "9s", "Tc", "Js")],
}


@pytest.mark.parametrize(
    ("rule", "first", "shown"),
    [(rule, case[0], case[1:]) for rule, cases in UP_CARDS.items() for case in cases],
)
def test_who_brings_it_in(rule: str, first: int, shown: tuple[str, ...]) -> None:
    state = start(change(stud(), "forcedBets.rule", rule), ante=1, bring_in=3)
    rest = ("4s5s", "4h5h", "4d5d")
    deal(state, *(down + up for down, up in zip(rest, shown, strict=True)))
    assert state.actor_index == first
    assert list(state.legal) == ["post_bring_in", "complete_bet_or_raise_to"]
    assert state.legal["post_bring_in"].min_amount == 3
    refuse(state, "fold")
    refuse(state, "check_or_call")
    accept(state, "post_bring_in")
    assert state.bets[first] == 3 and state.actor_index == (first + 1) % 3
    completion = state.legal["complete_bet_or_raise_to"]
    assert (completion.min_amount, completion.max_amount) == (10, 10)
    refuse(state, "post_bring_in")


def test_a_joker_is_the_highest_card() -> None:
    data = stud(deck={"type": "standard", "cards": 52, "jokers": 1})
    data = change(data, "forcedBets.rule", "high card ah wild")
    data = change(data, "showdown.bestHand", [{"evaluationType": "high_wild_bug", "anyCards": 5}])
    data = change(data, "gamePlay[1].deal.wildCards", [{"type": "joker", "role": "wild"}])
    state = start(data, bring_in=3)
    deal(state, "4s5sAs", "4h5h*s", "4d5dKs")
    assert state.actor_index == 1


def test_after_the_bring_in_is_called_the_round_is_over() -> None:
    state = start(stud(), bring_in=3, ante=1)
    deal(state, "4s5sKs", "4h5h2h", "4d5d9d")
    accept(state, "post_bring_in")
    accept(state, "check_or_call")
    accept(state, "check_or_call")
    assert state.bets == [0, 0, 0] and "deal_hole" in state.legal
    # Later the best hand face up is first: kings and a queen against nines and a pair.
    deal(state, "Qs", "2s", "9h")
    assert state.actor_index == 2
    check_around(state)
    deal(state, "Kh", "3s", "3h")
    assert state.actor_index == 0


def test_the_lowest_hand_is_first_in_razz() -> None:
    data = change(stud(), "showdown.bestHand", [{"evaluationType": "a5_low", "anyCards": 5}])
    state = start(change(data, "forcedBets.rule", "high card"), bring_in=3)
    deal(state, "4s5sKs", "4h5h2h", "4d5d9d")
    assert state.actor_index == 0
    check_around_bring_in(state)
    deal(state, "As", "2s", "8h")
    # King ace, a pair of deuces, nine eight: the nine is the lowest.
    assert state.actor_index == 2


def test_the_best_of_several_up_cards_brings_it_in() -> None:
    data = game(
        bet("antes"),
        dealing("player", cards(1), cards(2, "face up")),
        bet("bring-in"),
        bet("small"),
        dealing("player", cards(2, "face up")),
        bet("big"),
        forcedBets={"style": "bring-in", "rule": "low card"},
    )
    state = start(data, bring_in=3)
    deal(state, "4sAsKs", "4h2h2s", "4dKdQd")
    # A pair of deuces beats ace king.
    assert state.actor_index == 1 and "post_bring_in" in state.legal


def test_the_highest_hand_without_a_pair_is_first() -> None:
    data = change(stud(), "showdown.bestHand", [{"evaluationType": "a5_low_high", "anyCards": 5}])
    forced = {"style": "bring-in", "rule": "low card al", "variation": "a5 low high"}
    state = start(change(data, "forcedBets", forced), bring_in=3)
    deal(state, "4s5sAs", "4h5h9h", "4d5dQd")
    assert state.actor_index == 0
    check_around_bring_in(state)
    deal(state, "Ks", "9s", "Js")
    # King and ace, where aces are low, against a pair of nines and queen and jack.
    assert state.actor_index == 0
    check_around(state)
    deal(state, "Kh", "8s", "2s")
    # A pair of kings now: queen, jack and deuce are the highest without a pair.
    assert state.actor_index == 2


def test_hands_face_up_are_ranked_as_the_bring_in_says() -> None:
    forced = {"style": "bring-in", "rule": "low card", "bringInEval": "27_low"}
    state = start(change(stud(), "forcedBets", forced), bring_in=3)
    deal(state, "4s5sKs", "4h5h9h", "4d5d2d")
    check_around_bring_in(state)
    deal(state, "As", "7h", "2s")
    # Nine and seven are lower than ace and king and than a pair.
    assert state.actor_index == 1


def test_a_choice_decides_who_acts_first() -> None:
    choose = {"possible_values": ["Open", "Closed"], "value": "Game", "chooser": "dealer"}
    condition = {"type": "player_choice", "subset": "Game", "value": "Open"}
    data = game(
        {"name": "Choose", "choose": choose},
        dealing("player", cards(3), cards(2, "face up")),
        bet("small"),
        bet("big"),
        bettingOrder={
            "initial": "after_big_blind",
            "subsequent": {
                "conditionalOrders": [{"condition": condition, "order": "high_hand"}],
                "default": "dealer",
            },
        },
    )
    for value, first in (("Open", 1), ("Closed", 0)):
        state = start(data)
        accept(state, "choose", value)
        deal(state, "AsAd3h4h5h", "KsKd3c4c4d", "QsQd3d2d5d")
        assert state.actor_index == 2
        state.check_or_call()
        state.check_or_call()
        state.check_or_call()
        assert state.actor_index == first


def check_around_bring_in(state: State) -> None:
    state.post_bring_in()
    check_around(state)


def test_a_bomb_pot_begins_after_the_flop() -> None:
    data = game(
        bet("antes"),
        dealing("player", cards(2)),
        dealing("community", cards(3, "face up")),
        bet("small"),
        dealing("community", cards(2, "face up")),
        bet("big"),
        forcedBets={"style": "bomb"},
    )
    state = start(data, ante=7)
    assert state.total_pot_amount == 21
    deal(state, *HANDS)
    assert state.actor_index is None
    board(state, "AhKh3c")
    assert state.actor_index == 0
    accept(state, "complete_bet_or_raise_to", 10)
    accept(state, "fold")
    accept(state, "check_or_call")
    board(state, "9d9h")
    assert state.legal["complete_bet_or_raise_to"].min_amount == 20
    check_around(state)
    assert state.stacks == [500 - 17 + 41, 493, 483]


def test_the_button_alone_posts_a_blind() -> None:
    state = start(draw(bettingOrder={"initial": "dealer"}))
    assert state.bets == [0, 0, 10]
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    assert state.actor_index == 0
    accept(state, "check_or_call")
    accept(state, "fold")
    assert state.actor_index == 2 and state.legal["check_or_call"].min_amount == 0


def test_the_button_alone_posts_a_blind_heads_up() -> None:
    state = start(draw(bettingOrder={"initial": "dealer"}), players=2)
    assert state.bets == [0, 10]
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c")
    assert state.actor_index == 0


def test_who_acts_after_the_last_actor() -> None:
    data = draw(bet("big"), bettingOrder={"initial": "after_big_blind", "subsequent": "last_actor"})
    state = start(data)
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    assert state.actor_index == 2
    accept(state, "check_or_call")
    accept(state, "complete_bet_or_raise_to", 20)
    accept(state, "check_or_call")
    accept(state, "check_or_call")
    # The button called last, and the next player is first.
    assert state.actor_index == 0


def open_pair_game() -> Json:
    return change(stud(), "forcedBets.openPairDoubleBet", True)


def play_to_second_round(state: State, *up: str) -> None:
    deal(state, "4s5sKs", "4h5h2h", "4d5d9d")
    check_around_bring_in(state)
    deal(state, *up)


def test_an_open_pair_doubles_the_bet() -> None:
    state = start(open_pair_game(), bring_in=3)
    play_to_second_round(state, "Kh", "Th", "Jh")
    assert state.actor_index == 0
    opening = state.legal["complete_bet_or_raise_to"]
    assert (opening.min_amount, opening.max_amount) == (10, 20)
    refuse(state, "complete_bet_or_raise_to", 15)
    accept(state, "complete_bet_or_raise_to", 20)
    # After a big bet raises are big.
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount) == (40, 40)


def test_a_small_bet_is_possible_with_an_open_pair_too() -> None:
    state = start(open_pair_game(), bring_in=3)
    play_to_second_round(state, "Kh", "Th", "Jh")
    accept(state, "complete_bet_or_raise_to", 10)
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount) == (20, 30)


def test_without_a_pair_bets_are_small() -> None:
    state = start(open_pair_game(), bring_in=3)
    play_to_second_round(state, "Qh", "Th", "Jh")
    opening = state.legal["complete_bet_or_raise_to"]
    assert (opening.min_amount, opening.max_amount) == (10, 10)


def test_a_bet_and_three_raises() -> None:
    state = start(holdem())
    deal(state, *HANDS)
    for amount in (20, 30, 40):
        accept(state, "complete_bet_or_raise_to", amount)
    assert "complete_bet_or_raise_to" not in state.legal
    refuse(state, "complete_bet_or_raise_to", 50)
    # A cap that is reached stays when somebody folds.
    accept(state, "fold")
    assert "complete_bet_or_raise_to" not in state.legal


def test_games_of_few_rounds_have_no_more_raises() -> None:
    state = start(draw())
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    for amount in (20, 30, 40):
        accept(state, "complete_bet_or_raise_to", amount)
    refuse(state, "complete_bet_or_raise_to", 50)


def test_two_players_raise_no_more_often() -> None:
    state = start(holdem(), players=2)
    deal(state, "AsKd", "QhQd")
    for amount in (20, 30, 40):
        accept(state, "complete_bet_or_raise_to", amount)
    refuse(state, "complete_bet_or_raise_to", 50)


def test_without_a_cap_players_raise_as_often_as_they_like() -> None:
    state = start(holdem() | {"raiseCap": None}, players=2)
    deal(state, "AsKd", "QhQd")
    for amount in range(20, 210, 10):
        accept(state, "complete_bet_or_raise_to", amount)
    assert state.bets == [190, 200]


def test_no_limit_and_pot_limit() -> None:
    state = start(holdem(), structure="No Limit", big_blind=10, small_blind=5)
    deal(state, *HANDS)
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount) == (20, 500)
    state = start(holdem(), structure="Pot Limit", big_blind=10, small_blind=5)
    deal(state, *HANDS)
    raising = state.legal["complete_bet_or_raise_to"]
    # A pot of 15, a call of 10, and the pot of 25 on top.
    assert (raising.min_amount, raising.max_amount) == (20, 35)


def test_who_has_no_cards_can_only_call() -> None:
    data = draw(
        {"name": "Discard", "discard": {"cards": [{"number": 5, "min_number": 0}]}},
        bet("big", zeroCardsBetting="call_only"),
    )
    state = start(data)
    deal(state, "AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")
    check_around(state)
    accept(state, "stand_pat_or_discard", "AsAd3h4h5h")
    accept(state, "stand_pat_or_discard", "")
    accept(state, "stand_pat_or_discard", "")
    assert state.actor_index == 0 and list(state.legal) == ["check_or_call"]
    refuse(state, "complete_bet_or_raise_to", 20)
    accept(state, "check_or_call")
    assert "complete_bet_or_raise_to" in state.legal
    accept(state, "complete_bet_or_raise_to", 20)
    accept(state, "fold")
    assert list(state.legal) == ["fold", "check_or_call"]
    accept(state, "check_or_call")
    # No cards are no hand.
    assert state.stacks == [470, 540, 490]


def test_a_state_of_a_custom_game_can_be_shown() -> None:
    text = repr(start(holdem()))
    assert text.startswith("State(") and "bets=[5, 10, 0]" in text and "program" not in text
