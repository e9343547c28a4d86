"""Cards that come back to the deck, and when a card is burnt."""

from __future__ import annotations

import warnings
from collections import deque

import pytest

from croupier.games import (
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitSevenCardStud,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
)
from croupier.hands import StandardHighHand
from croupier.state import Automation, BettingStructure, Opening, Rules, State, Street
from croupier.utilities import Card, Deck
from rules.tables import AUTOMATIONS


def single_draw(count: int) -> State:
    return NoLimitDeuceToSevenLowballSingleDraw.create_state(
        AUTOMATIONS, False, 0, (1, 2), 2, 100, count
    )


def texts(cards: object) -> list[str]:
    return sorted(map(repr, cards))  # type: ignore[call-overload]


def possible(state: State) -> list[bool]:
    return [state.can_deal_hole(), state.can_burn_card(), state.can_deal_board()]


def short_deck(rules: Rules) -> State:
    """Return a draw of two players before the second card of the first: the deck is empty."""
    game = NoLimitDeuceToSevenLowballSingleDraw(AUTOMATIONS, False, 0, (1, 2), 2)
    game.rules = rules
    state = game(100, 2)
    state.deck_cards = deque(Card.parse("2c3c4c5c7c2d3d4d5d7d8s9s"))
    state.deal_hole("2c3c4c5c7c", 0)
    state.deal_hole("2d3d4d5d7d", 1)
    state.check_or_call()
    state.check_or_call()
    state.stand_pat_or_discard("2c3c")
    state.stand_pat_or_discard("2d")
    state.burn_card()  # 8s
    state.deal_hole()  # 9s: the deck is empty.
    assert texts(state.deck_cards) == []
    return state


def test_discards_come_back_even_to_who_made_them_by_pokerkits_rules() -> None:
    state = short_deck(Rules.POKERKIT)
    assert texts(state.get_dealable_cards(1, False)) == ["2c", "2d", "3c", "8s"]
    with pytest.warns(UserWarning, match="deal"):
        state.deal_hole("2c")
    # What is left of the discards and the burnt card is the new deck.
    assert texts(state.hole_cards[0]) == ["2c", "4c", "5c", "7c", "9s"]
    assert texts(state.deck_cards) == ["2d", "3c", "8s"]
    assert [list(cards) for cards in state.discarded_cards] == [[], []]
    assert list(state.burn_cards) == []
    state.deal_hole()
    assert len(state.deck_cards) == 2


def test_discards_of_a_draw_come_back_last_and_to_others_first() -> None:
    state = short_deck(Rules.CARD_ROOM)
    # The burnt card, then what the other player discarded, and the player's own discards at last.
    cards = list(map(repr, state.get_dealable_cards(1, False)))
    assert cards[:2] == ["8s", "2d"]
    assert sorted(cards[2:]) == ["2c", "3c"]
    with pytest.warns(UserWarning, match="deal"):
        state.deal_hole()
    assert texts(state.hole_cards[0]) == ["4c", "5c", "7c", "8s", "9s"]
    assert texts(state.deck_cards) == []
    # The first player has all cards, so that the second gets what the first one discarded.
    assert texts(card for cards in state.discarded_cards for card in cards) == ["2c", "2d", "3c"]
    with pytest.warns(UserWarning, match="deal"):
        state.deal_hole()
    assert repr(state.hole_cards[1][-1]) in {"2c", "3c"}
    assert len(state.deck_cards) == 1
    assert texts(card for cards in state.discarded_cards for card in cards) == ["2d"]


def test_a_player_gets_a_discard_back_where_nothing_else_is_left() -> None:
    game = NoLimitDeuceToSevenLowballSingleDraw(AUTOMATIONS, False, 0, (1, 2), 2)
    state = game(100, 2)
    state.deck_cards = deque(Card.parse("2c3c4c5c7c2d3d4d5d7d8s"))
    state.deal_hole("2c3c4c5c7c", 0)
    state.deal_hole("2d3d4d5d7d", 1)
    state.check_or_call()
    state.check_or_call()
    state.stand_pat_or_discard("2c3c")
    state.stand_pat_or_discard("2d")
    state.burn_card()  # 8s
    for _ in range(3):
        with pytest.warns(UserWarning, match="deal"):
            state.deal_hole()
    # The burnt card and the other discard are for the first, one of the first's for the second.
    assert texts(state.hole_cards[0]) == ["2d", "4c", "5c", "7c", "8s"]
    assert repr(state.hole_cards[1][-1]) in {"2c", "3c"}
    assert len({*state.hole_cards[0], *state.hole_cards[1]}) == 10
    everything = [*state.cards_in_play, *state.cards_not_in_play]
    assert len(everything) == len(set(everything)) == 11


def test_a_named_discard_can_be_dealt_again() -> None:
    state = short_deck(Rules.CARD_ROOM)
    with pytest.warns(UserWarning, match="deal"):
        state.deal_hole("2c")
    assert texts(state.hole_cards[0]) == ["2c", "4c", "5c", "7c", "9s"]
    assert texts(state.deck_cards) == ["8s"]
    assert texts(card for cards in state.discarded_cards for card in cards) == ["2d", "3c"]
    state.deal_hole()
    assert repr(state.hole_cards[1][-1]) == "8s"


def count_own_discards(rules: Rules, seeds: range) -> tuple[int, int]:
    """Return how many of the cards drawn by six players, five each, were discarded in that draw."""
    game = FixedLimitDeuceToSevenLowballTripleDraw(tuple(Automation), False, 0, (1, 2), 2, 4)
    game.rules = rules
    own = drawn = 0
    for seed in seeds:
        state = game(100, 6, seed=seed)
        thrown: dict[int, set[Card]] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while state.status:
                if state.actor_index is not None:
                    state.check_or_call()
                    continue
                player = state.stand_patter_or_discarder_index
                assert player is not None
                thrown[player] = set(state.hole_cards[player])
                state.stand_pat_or_discard(state.hole_cards[player])
                if len(thrown) == 6:
                    own += sum(len(thrown[n] & set(state.hole_cards[n])) for n in range(6))
                    drawn += sum(map(len, state.hole_cards))
                    thrown.clear()
                    everything = [*state.cards_in_play, *state.cards_not_in_play]
                    assert len(everything) == len(set(everything)) == 52
    return own, drawn


def test_nobody_gets_a_card_back_in_the_draw_in_which_it_was_discarded() -> None:
    own, drawn = count_own_discards(Rules.CARD_ROOM, range(60))
    assert drawn == 60 * 3 * 30
    assert own == 0
    # PokerKit deals so.
    assert count_own_discards(Rules.POKERKIT, range(60))[0] > 0


@pytest.mark.parametrize("seed", range(20))
def test_a_draw_without_a_reshuffle_is_the_same_by_all_rules(seed: int) -> None:
    ends = []
    for rules in Rules:
        game = FixedLimitDeuceToSevenLowballTripleDraw(tuple(Automation), False, 0, (1, 2), 2, 4)
        game.rules = rules
        state = game(100, 3, seed=seed)
        while state.status:
            if state.actor_index is not None:
                state.check_or_call()
            else:
                player = state.stand_patter_or_discarder_index
                assert player is not None
                state.stand_pat_or_discard(state.hole_cards[player][:2])
        ends.append((state.operations.copy(), list(state.deck_cards)))
    assert ends[0] == ends[1]


def test_the_muck_comes_back() -> None:
    state = single_draw(3)
    state.deck_cards = deque(Card.parse("2c3c4c5c7c2d3d4d5d7d2h3h4h5h7h8s"))
    state.deal_hole("2c3c4c5c7c", 0)
    state.deal_hole("2d3d4d5d7d", 1)
    state.deal_hole("2h3h4h5h7h", 2)
    state.fold()  # Player 2 is first to act.
    state.check_or_call()
    state.check_or_call()
    state.stand_pat_or_discard("2c")
    state.stand_pat_or_discard()
    state.burn_card()  # 8s
    with pytest.warns(UserWarning, match="deal"):
        state.deal_hole("7h")
    # The card that was discarded in this draw stays where it is.
    assert texts(state.deck_cards) == ["2h", "3h", "4h", "5h", "8s"]
    assert list(state.mucked_cards) == []


def test_a_card_is_burnt_after_all_discards() -> None:
    state = single_draw(2)
    state.deal_hole("2c3c4c5c7c", 0)
    state.deal_hole("2d3d4d5d7d", 1)
    state.check_or_call()
    state.check_or_call()
    assert not state.can_burn_card()
    state.stand_pat_or_discard("2c")
    assert not state.can_burn_card()
    state.stand_pat_or_discard("2d")
    assert not state.can_deal_hole()
    assert state.can_burn_card()
    state.burn_card()
    assert state.can_deal_hole()


def test_hole_cards_come_before_the_burnt_card_where_a_street_deals_both() -> None:
    streets = (Street(True, (False, False), 1, False, Opening.POSITION, 2, None),)
    state = State(
        AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand,),
        streets,
        BettingStructure.NO_LIMIT,
        False,
        0,
        (1, 2),
        0,
        100,
        2,
    )
    assert possible(state) == [True, False, False]
    state.deal_hole("AsKs")
    state.deal_hole("AdKd")
    assert possible(state) == [False, True, False]
    state.burn_card()
    assert possible(state) == [False, False, True]


def test_a_card_is_burnt_before_hole_cards_of_a_later_street() -> None:
    state = FixedLimitSevenCardStud.create_state(AUTOMATIONS, False, 1, 1, 2, 4, 100, 2)
    state.deal_hole("AsKs2c")
    state.deal_hole("AdKd3c")
    state.post_bring_in()
    state.check_or_call()
    assert [state.can_deal_hole(), state.can_burn_card()] == [False, True]
    state.burn_card()
    assert [state.can_deal_hole(), state.can_burn_card()] == [True, False]


def test_nine_players_of_stud_share_two_community_cards() -> None:
    # Seven cards for nine players are 63. After fifth street, 45 cards are out and 2 burnt: the 5
    # left and the burnt ones are not enough for nine, nor is there enough on seventh street.
    state = FixedLimitSevenCardStud.create_state(tuple(Automation), False, 1, 1, 2, 4, 100, 9)
    while state.street_index != 4:
        if state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    assert len(list(state.get_board_cards(0))) == 2
    assert all(len(cards) == 5 for cards in state.hole_cards)


def test_the_first_of_the_best_hands_is_formed() -> None:
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, False, 0, (1, 2), 2, 100, 2)
    state.deal_hole("AcAd")
    state.deal_hole("2h3h")
    for cards in ("KcKdQh", "Qs", "2c"):
        while state.actor_index is not None:
            state.check_or_call()
        state.burn_card("??")
        state.deal_board(cards)
    # Either queen does; the one that came first is taken.
    assert repr(state.get_hand(0, 0, 0)) == "AcAdKcKdQh"


def test_a_card_cannot_be_discarded_twice() -> None:
    state = single_draw(2)
    state.deal_hole("2c3c4c5c7c", 0)
    state.deal_hole("2d3d4d5d7d", 1)
    state.check_or_call()
    state.check_or_call()
    assert not state.can_stand_pat_or_discard("2c2c")
    with pytest.raises(ValueError):
        state.stand_pat_or_discard("2c2c")
    assert len(state.hole_cards[0]) == 5
    assert state.stand_patter_or_discarder_index == 0
