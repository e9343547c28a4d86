"""Pineapple and Crazy Pineapple: everybody throws one of three cards away and gets none for it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from croupier import games
from croupier.errors import RuleError, SetupError
from croupier.games import (
    FixedLimitCrazyPineappleHighLowSplitEightOrBetter,
    Holdem,
    NoLimitCrazyPineapple,
    NoLimitPineapple,
    PotLimitOmahaHoldem,
)
from croupier.hands import StandardHighHand
from croupier.state import (
    Automation,
    BettingStructure,
    BoardDealing,
    Discard,
    HoleCardsShowingOrMucking,
    Mode,
    Opening,
    StandingPatOrDiscarding,
    State,
    Street,
)
from croupier.utilities import Deck
from rules.tables import AUTOMATIONS, deal_holes, without

BLINDS = (True, 0, (1, 2))
HIGH: dict[str, tuple[int, tuple[int, ...]]] = {
    "FixedLimitPineapple": (1, (2, 4)),
    "PotLimitPineapple": (1, (2,)),
    "NoLimitPineapple": (1, (2,)),
    "FixedLimitCrazyPineapple": (2, (2, 4)),
    "PotLimitCrazyPineapple": (2, (2,)),
    "NoLimitCrazyPineapple": (2, (2,)),
}
HIGH_LOW: dict[str, tuple[int, tuple[int, ...]]] = {
    "FixedLimitCrazyPineappleHighLowSplitEightOrBetter": (2, (2, 4))
}
STRUCTURES = {
    "Fixed": (BettingStructure.FIXED_LIMIT, 4),
    "Pot": (BettingStructure.POT_LIMIT, None),
    "No": (BettingStructure.NO_LIMIT, None),
}


def start(name: str, bets: tuple[int, ...], stacks: Any = 200, count: int = 2) -> State:
    state: State = getattr(games, name).create_state(AUTOMATIONS, *BLINDS, *bets, stacks, count)
    return state


def no_limit_pineapple(stacks: Any, count: int, **options: Any) -> State:
    automations = options.pop("automations", AUTOMATIONS)
    return NoLimitPineapple.create_state(automations, *BLINDS, 2, stacks, count, **options)


def check_around(state: State) -> None:
    """Let everybody check or call until cards are due."""
    street = state.street_index
    while state.actor_index is not None and state.street_index == street:
        state.check_or_call()


def deal_board(state: State, cards: str) -> None:
    state.burn_card("??")
    state.deal_board(cards)


def kinds(state: State, *wanted: type) -> list[str]:
    return [type(one).__name__ for one in state.operations if isinstance(one, wanted)]


# The games.


@pytest.mark.parametrize("name", HIGH | HIGH_LOW)
def test_definitions(name: str) -> None:
    place, bets = (HIGH | HIGH_LOW)[name]
    game = getattr(games, name)((), *BLINDS, *bets)
    structure, cap = next(
        value for prefix, value in STRUCTURES.items() if name.startswith(f"{prefix}Limit")
    )
    assert game.betting_structure is structure
    streets = list(game.streets)
    assert streets.pop(place) == Discard(1)
    assert [street.board_dealing_count for street in streets] == [0, 3, 1, 1]
    assert [street.hole_dealing_statuses for street in streets] == [(False,) * 3, (), (), ()]
    assert [street.card_burning_status for street in streets] == [False, True, True, True]
    assert {street.max_completion_betting_or_raising_count for street in streets} == {cap}
    amounts = [bets[0], bets[0], bets[-1], bets[-1]]
    assert [street.min_completion_betting_or_raising_amount for street in streets] == amounts
    hands = [hand_type.__name__ for hand_type in game.hand_types]
    assert hands == ["StandardHighHand", "EightOrBetterLowHand"][: 1 + (name in HIGH_LOW)]
    assert game.max_hole_card_count == 3 and game.max_board_card_count == 5
    assert game.button_status
    assert (game.small_bet, game.big_bet) == (bets[0], bets[-1])
    assert len(game.deck) == 52


@pytest.mark.parametrize("name", HIGH)
def test_a_hand_of_each_game(name: str) -> None:
    place, bets = HIGH[name]
    state = start(name, bets)
    # Three aces are worth a pair: one of them has to go.
    deal_holes(state, "AsAhAd", "KsKhQs")
    check_around(state)
    if place == 2:
        deal_board(state, "KcKd7c")
        check_around(state)
    assert state.street == Discard(1)
    assert state.actor_index is None
    state.stand_pat_or_discard("Ad")
    state.stand_pat_or_discard("Qs")
    assert [len(cards) for cards in state.hole_cards] == [2, 2]
    if place == 1:
        deal_board(state, "KcKd7c")
        assert state.actor_index == 0
        check_around(state)
    for cards in ("2d", "Ac"):
        deal_board(state, cards)
        check_around(state)
    # Four kings beat aces full.
    assert not state.status
    assert state.stacks == [198, 202]


def test_the_discarded_card_does_not_count() -> None:
    state = no_limit_pineapple(200, 2)
    deal_holes(state, "AsKs2s", "AhKh3d")
    check_around(state)
    state.stand_pat_or_discard("Ks")
    state.stand_pat_or_discard("3d")
    for cards in ("QsJsTs", "4c", "5d"):
        deal_board(state, cards)
        check_around(state)
    # The king of spades would have made a royal flush; the ace makes a flush with the deuce.
    assert state.stacks == [202, 198]
    shown = [one for one in state.operations if isinstance(one, HoleCardsShowingOrMucking)]
    assert repr(shown[0].hole_cards) == "(As, 2s)"


def test_any_two_of_the_remaining_cards_play_or_none() -> None:
    state = start("FixedLimitCrazyPineapple", (2, 4))
    deal_holes(state, "2c2d3h", "4c4d5h")
    check_around(state)
    deal_board(state, "AsKsQs")
    check_around(state)
    state.stand_pat_or_discard("3h")
    state.stand_pat_or_discard("5h")
    for cards in ("Js", "Ts"):
        deal_board(state, cards)
        check_around(state)
    # The board is a royal flush: everybody plays it.
    assert state.stacks == [200, 200]


def test_high_and_low_share_the_pot_in_crazy_pineapple_eight_or_better() -> None:
    state = FixedLimitCrazyPineappleHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, *BLINDS, 2, 4, 200, 3
    )
    deal_holes(state, "As2s9d", "KcKdQh", "JsJcTd")
    check_around(state)
    deal_board(state, "3d4hKh")
    state.complete_bet_or_raise_to()
    check_around(state)
    for cards in ("9d", "Qh", "Td"):
        state.stand_pat_or_discard(cards)
    deal_board(state, "8c")
    state.complete_bet_or_raise_to()
    check_around(state)
    deal_board(state, "9c")
    check_around(state)
    # 8-4-3-2-A is the low hand, three kings the high one; two bets of 2 and one of 4 were paid.
    assert state.stacks == [204, 204, 192]


def test_without_a_low_hand_the_high_hand_wins_it_all() -> None:
    state = FixedLimitCrazyPineappleHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, *BLINDS, 2, 4, 200, 2
    )
    deal_holes(state, "As2s3d", "KcKdQh")
    check_around(state)
    deal_board(state, "4h5dKh")
    check_around(state)
    # Thrown away: the three that would have made a wheel.
    state.stand_pat_or_discard("3d")
    state.stand_pat_or_discard("Qh")
    for cards in ("Tc", "9c"):
        deal_board(state, cards)
        check_around(state)
    assert state.stacks == [198, 202]


# The discard.


def at_the_discard(**options: Any) -> State:
    state = no_limit_pineapple(200, 3, **options)
    deal_holes(state, "AsKsQs", "2c2d2h", "7c8c9c")
    check_around(state)
    return state


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ("", "1"),
        ("AsKs", "1"),
        ("AsKsQs", "1"),
        ("7c", "7c"),
        ("Jd", "Jd"),
        ("AsAs", "As"),
        ("??", r"\?\?"),
    ],
    ids=["none", "two", "all", "another's", "nobody's", "twice the same", "unknown"],
)
def test_wrong_discards(cards: str, problem: str) -> None:
    state = at_the_discard()
    before = state.copy()
    assert not state.can_stand_pat_or_discard(cards)
    with pytest.raises(RuleError, match=problem):
        state.stand_pat_or_discard(cards)
    assert state == before
    assert state.stand_pat_or_discard("As").player_index == 0


def test_players_discard_in_turn_from_the_left_of_the_button() -> None:
    state = at_the_discard()
    order = []
    for cards in ("Qs", "2c", "7c"):
        assert not state.can_burn_card() and not state.can_deal_board()
        order.append(state.stand_pat_or_discard(cards).player_index)
    assert order == [0, 1, 2]
    assert state.can_burn_card()
    assert not state.can_stand_pat_or_discard("As")


def test_who_folded_discards_nothing() -> None:
    state = no_limit_pineapple(200, 3)
    deal_holes(state, "AsKsQs", "2c2d2h", "7c8c9c")
    state.check_or_call()
    state.fold()
    state.check_or_call()
    assert state.stand_pat_or_discard("2c").player_index == 1
    assert state.stand_pat_or_discard("7c").player_index == 2
    assert state.can_burn_card()


def test_discards_are_kept_apart_and_out_of_sight() -> None:
    state = at_the_discard()
    for cards in ("Qs", "2c", "7c"):
        state.stand_pat_or_discard(cards)
    assert repr(state.discarded_cards[1]) == "[Qs, 2c, 7c]"
    assert repr(state.observe(1).discarded_cards[1]) == "[??, 2c, ??]"
    assert set(state.reserved_cards) >= set(state.discarded_cards[1])


def test_unknown_cards_are_discarded_as_such() -> None:
    state = no_limit_pineapple(200, 2)
    deal_holes(state, "??????", "AsKsQs")
    check_around(state)
    assert not state.can_stand_pat_or_discard()
    state.stand_pat_or_discard("??")
    state.stand_pat_or_discard("Qs")
    assert repr(list(state.hole_cards)) == "[[??, ??], [As, Ks]]"


def test_nobody_discards_when_all_but_one_have_folded() -> None:
    state = no_limit_pineapple(200, 2)
    deal_holes(state, "AsKsQs", "2c2d2h")
    state.fold()
    assert not state.status
    assert state.stacks == [201, 199]


# All-in.


@pytest.mark.parametrize("mode", Mode)
def test_players_who_are_all_in_discard_before_cards_are_shown(mode: Mode) -> None:
    state = no_limit_pineapple((50, 100, 200), 3, mode=mode)
    deal_holes(state, "AsKsQs", "2c2d2h", "7c8c9c")
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    state.check_or_call()
    # Nobody can bet any more, but everybody still decides, and nobody has seen a card.
    assert state.street == Discard(1)
    assert not any(any(statuses) for statuses in state.hole_card_statuses)
    assert not state.can_show_or_muck_hole_cards()
    for cards in ("Qs", "2c"):
        state.stand_pat_or_discard(cards)
        assert not kinds(state, HoleCardsShowingOrMucking)
    state.stand_pat_or_discard("7c")
    for cards in ("3d4dJh", "Td", "5s"):
        deal_board(state, cards)
    assert not state.status
    happened = kinds(state, StandingPatOrDiscarding, HoleCardsShowingOrMucking)
    assert happened == ["StandingPatOrDiscarding"] * 3 + ["HoleCardsShowingOrMucking"] * 3
    # The seven that went would have made a straight for player 2.
    assert state.stacks == [0, 250, 100]


def test_after_the_discard_an_all_in_is_shown_at_once() -> None:
    state = NoLimitCrazyPineapple.create_state(AUTOMATIONS, *BLINDS, 2, 100, 2)
    deal_holes(state, "AsKsQs", "2c2d2h")
    check_around(state)
    deal_board(state, "3d4dJh")
    check_around(state)
    state.stand_pat_or_discard("Qs")
    state.stand_pat_or_discard("2c")
    deal_board(state, "Td")
    state.complete_bet_or_raise_to(98)
    state.check_or_call()
    assert state.all_in_status
    assert len(kinds(state, HoleCardsShowingOrMucking)) == 2
    assert len(kinds(state, BoardDealing)) == 2
    deal_board(state, "5s")
    assert state.stacks == [0, 200]


def test_an_all_in_before_the_discard_may_be_run_twice() -> None:
    automations = without(Automation.RUNOUT_COUNT_SELECTION)
    state = no_limit_pineapple(100, 2, automations=automations, mode=Mode.CASH_GAME)
    deal_holes(state, "AsKsQs", "2c2d2h")
    state.complete_bet_or_raise_to(100)
    state.check_or_call()
    assert not state.can_select_runout_count(2)
    state.stand_pat_or_discard("Qs")
    state.stand_pat_or_discard("2c")
    while not state.can_select_runout_count(2):
        state.burn_card()
        state.deal_board()
    state.select_runout_count(2)
    state.select_runout_count(2)
    while state.status:
        state.burn_card()
        state.deal_board()
    assert state.board_count == 2
    assert [len(list(state.get_board_cards(board))) for board in (0, 1)] == [5, 5]
    # Nobody is asked to discard a second time.
    assert len(kinds(state, StandingPatOrDiscarding)) == 2
    assert sum(state.stacks) == 200


# Games of one's own.


class PotLimitIrish(PotLimitOmahaHoldem):
    """Four cards, of which two go after the flop; then it is hold'em."""

    hand_types = (StandardHighHand,)
    discard_counts = (0, 2, 0)


def test_two_cards_may_have_to_go() -> None:
    state = PotLimitIrish.create_state(AUTOMATIONS, *BLINDS, 2, 200, 2)
    deal_holes(state, "AsAhAdKs", "QsQh7d2c")
    check_around(state)
    deal_board(state, "QcTd9s")
    check_around(state)
    for cards in ("", "As", "AsAhAd"):
        assert not state.can_stand_pat_or_discard(cards)
    state.stand_pat_or_discard("AdKs")
    state.stand_pat_or_discard("7d2c")
    for cards in ("2d", "Ac"):
        deal_board(state, cards)
        check_around(state)
    assert state.stacks == [202, 198]


def test_a_card_may_go_before_each_street() -> None:
    class AtomicPineapple(games.NoLimitPineapple):
        """Five cards, of which one goes before each part of the board."""

        hole_dealing_count = 5
        discard_counts = (1, 1, 1)

    assert issubclass(AtomicPineapple, Holdem)
    state = AtomicPineapple.create_state(tuple(Automation), *BLINDS, 2, 200, 3, seed=1)
    held = []
    while state.status:
        if "stand_pat_or_discard" in state.legal:
            held.append(len(state.legal["stand_pat_or_discard"].cards))
            state.stand_pat_or_discard(state.legal["stand_pat_or_discard"].cards[0])
        else:
            state.check_or_call()
    assert held == [5] * 3 + [4] * 3 + [3] * 3


def test_a_discard_of_no_cards_is_none() -> None:
    for count in (0, -1):
        with pytest.raises(SetupError, match=f"not {count}"):
            Discard(count)


def test_there_must_be_cards_before_they_can_go() -> None:
    street = Street(False, (False,) * 3, 0, False, Opening.POSITION, 2, None)
    game = Deck.STANDARD, (StandardHighHand,), (Discard(1), street), BettingStructure.NO_LIMIT
    with pytest.raises(SetupError, match="first street must deal hole cards"):
        State((), *game, *BLINDS, 0, 200, 2)


def test_a_hand_can_be_saved_in_the_middle_of_discards() -> None:
    state = at_the_discard()
    state.stand_pat_or_discard("As")
    for other in (pickle.loads(pickle.dumps(state)), state.copy()):
        assert other == state
        assert other.streets == state.streets
        assert other.legal["stand_pat_or_discard"] == state.legal["stand_pat_or_discard"]
        assert other.stand_pat_or_discard("2c").player_index == 1


def test_all_cards_may_have_to_go() -> None:
    # The board is everybody's hand.
    position = Opening.POSITION
    streets = (
        Street(False, (False,) * 3, 0, False, position, 2, None),
        Discard(3),
        Street(True, (), 5, False, position, 2, None),
    )
    state = State(
        tuple(Automation),
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        BettingStructure.NO_LIMIT,
        *BLINDS,
        0,
        200,
        2,
        seed=1,
    )
    state.check_or_call()
    state.check_or_call()
    for _ in range(2):
        state.stand_pat_or_discard(state.legal["stand_pat_or_discard"].cards)
    state.check_or_call()
    state.check_or_call()
    assert not state.status
    assert state.stacks == [200, 200]
