"""`state.observe`: a player sees what lies open and what is their own, and nothing else.

The strongest test is that of two hands that differ in hidden cards alone: whoever sees neither of
them cannot tell them apart, by whatever they ask, down to the bytes of a pickle.
"""

from __future__ import annotations

import pickle
import re
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.cards import Card
from croupier.state import (
    Automation,
    BoardDealing,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Mode,
    StandingPatOrDiscarding,
    State,
)
from unit.state.table import ALL, holdem

DEALING = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
SHOWING = (Automation.RUNOUT_COUNT_SELECTION, Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
BUTTON = (True, 0, (1, 2))
GAMES: dict[str, tuple[Any, ...]] = {
    "NoLimitTexasHoldem": (*BUTTON, 2),
    "PotLimitOmahaHoldem": (*BUTTON, 2),
    "FixedLimitPineapple": (*BUTTON, 2, 4),
    "NoLimitCrazyPineapple": (*BUTTON, 2),
    "FixedLimitSevenCardStud": (True, 1, 1, 2, 4),
    "FixedLimitRazz": (True, 1, 1, 2, 4),
    "FixedLimitFiveCardStud": (True, 1, 1, 2, 4),
    "NoLimitDeuceToSevenLowballSingleDraw": (*BUTTON, 2),
    "FixedLimitBadugi": (*BUTTON, 2, 4),
}
UNKNOWN = Card.UNKNOWN


def without(*automations: Automation) -> tuple[Automation, ...]:
    return tuple(automation for automation in ALL if automation not in automations)


def start(name: str, seed: int, random: Random, *dropped: Automation) -> State:
    count = random.randint(2, 4)
    stacks = tuple(random.randint(5, 80) for _ in range(count))
    mode = random.choice([*Mode])
    game = getattr(games, name)
    state: State = game.create_state(
        without(*dropped), *GAMES[name], stacks, count, mode=mode, seed=seed
    )
    return state


def step(state: State, random: Random) -> None:
    """Do anything that may be done; bets are small, so that hands take their time."""
    operation = random.choice([*state.legal.values()])
    if operation.name == "fold" and random.random() < 0.7:
        operation = state.legal["check_or_call"]
    arguments: tuple[Any, ...] = ()
    match operation.name:
        case "stand_pat_or_discard":
            count = random.randint(operation.min_count or 0, min(operation.max_count or 0, 2))
            arguments = (tuple(random.sample(operation.cards, count)),)
        case "complete_bet_or_raise_to" if random.random() < 0.1:
            arguments = (operation.max_amount,)
        case "select_runout_count":
            arguments = (2,)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(state, operation.name)(*arguments)


def moments(name: str, *dropped: Automation, hands: int) -> Iterator[tuple[State, Random]]:
    """Yield a state again and again in the course of random hands."""
    random = Random(name)
    for seed in range(hands):
        state = start(name, seed, random, *dropped)
        yield state, random
        while state.status:
            step(state, random)
            yield state, random


def seen_by(state: State, observer: int | None) -> set[Card]:
    """Return the cards that somebody has seen, worked out from what happened."""
    seen = set[Card]()
    for operation in state.operations:
        match operation:
            case BoardDealing(cards):
                seen.update(cards)
            case HoleDealing(player, cards, statuses):
                seen.update(
                    card
                    for card, status in zip(cards, statuses, strict=True)
                    if status or player == observer
                )
            case StandingPatOrDiscarding(player, cards) if player == observer:
                seen.update(cards)
            case HoleCardsShowingOrMucking(_, cards):
                seen.update(cards)
    return seen - {UNKNOWN}


def cards_in(state: State) -> set[Card]:
    """Return all cards that a state tells about, in whatever way."""
    found = {*state.deck_cards, *state.burn_cards, *state.mucked_cards}
    for cards in (*state.board_cards, *state.hole_cards, *state.discarded_cards):
        found.update(cards)
    found.update(state.cards_in_play, state.cards_not_in_play, state.reserved_cards)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found.update(state.get_dealable_cards(None))
    for operation in state.legal.values():
        found.update(operation.cards)
    # The game's deck is everybody's knowledge; whatever else is written must not be.
    written = repr(state).replace(repr(state.deck), "") + repr(list(state.operations))
    names = {repr(card): card for card in state.deck}
    found.update(names[name] for name in re.findall(r"\b[2-9TJQKA][cdhs]\b", written))
    for player in state.player_indices:
        for board in state.board_indices:
            for kind in state.hand_type_indices:
                for hand in (
                    state.get_hand(player, board, kind),
                    state.get_up_hand(player, board, kind),
                ):
                    found.update(() if hand is None else hand.cards)
    return found - {UNKNOWN}


# Nothing that is hidden.


@pytest.mark.parametrize("dropped", [(), SHOWING, DEALING], ids=["all", "showing", "dealing"])
@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_card_is_anywhere(name: str, dropped: tuple[Automation, ...]) -> None:
    for state, random in moments(name, *dropped, hands=3):
        observer = random.choice([None, *state.player_indices])
        seen = state.observe(observer)
        assert cards_in(seen) <= seen_by(state, observer)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_open_or_ones_own_stays(name: str) -> None:
    for state, random in moments(name, hands=3):
        observer = random.choice([None, *state.player_indices])
        seen = state.observe(observer)
        assert seen.board_cards == state.board_cards
        assert seen.hole_card_statuses == state.hole_card_statuses
        for player in state.player_indices:
            up = list(state.get_censored_hole_cards(player))
            expected = state.hole_cards[player] if player == observer else up
            assert seen.hole_cards[player] == expected
            assert list(seen.get_up_cards(player)) == list(state.get_up_cards(player))
        assert [len(cards) for cards in (seen.deck_cards, seen.burn_cards, seen.mucked_cards)] == [
            len(cards) for cards in (state.deck_cards, state.burn_cards, state.mucked_cards)
        ]
        assert set(seen.deck_cards) | set(seen.burn_cards) | set(seen.mucked_cards) <= {UNKNOWN}


PUBLIC = [
    "status",
    "statuses",
    "street_index",
    "bets",
    "stacks",
    "payoffs",
    "total_pot_amount",
    "actor_index",
    "opener_index",
    "all_in_status",
    "folded_status",
    "board_count",
    "checking_or_calling_amount",
    "bring_in_status",
    "min_completion_betting_or_raising_to_amount",
    "max_completion_betting_or_raising_to_amount",
    "pot_completion_betting_or_raising_to_amount",
    "hole_dealing_statuses",
    "board_dealing_counts",
    "actor_indices",
    "showdown_indices",
    "runout_count",
    "standing_pat_or_discarding_statuses",
]


@pytest.mark.parametrize("name", GAMES)
def test_amounts_and_turns_are_everybodys_knowledge(name: str) -> None:
    for state, random in moments(name, *DEALING, *SHOWING, hands=4):
        observer = random.choice([None, *state.player_indices])
        seen = state.observe(observer)
        for attribute in PUBLIC:
            assert getattr(seen, attribute) == getattr(state, attribute), attribute
        assert list(seen.pots) == list(state.pots)
        assert len(seen.operations) == len(state.operations)
        assert [type(operation) for operation in seen.operations] == [
            type(operation) for operation in state.operations
        ]
        legal, all_knowing = seen.legal, state.legal
        assert list(legal) == list(all_knowing)
        for name_, operation in legal.items():
            bounds = [one._replace(cards=()) for one in (operation, all_knowing[name_])]
            if name_ == "select_runout_count":
                # See the test on runs of the board below.
                bounds = [one._replace(max_count=None) for one in bounds]
            assert bounds[0] == bounds[1]
            hidden = operation.player_indices != (observer,)
            known = tuple(card for card in operation.cards if card != UNKNOWN)
            if not hidden:
                assert operation.cards == all_knowing[name_].cards
            else:
                assert set(known) <= seen_by(state, observer)


def test_everybody_knows_how_often_the_board_can_be_run() -> None:
    state = holdem(without(Automation.RUNOUT_COUNT_SELECTION), mode=Mode.CASH_GAME, player_count=3)
    state.complete_bet_or_raise_to(20)
    state.check_or_call()
    state.check_or_call()
    state.check_or_call()
    state.complete_bet_or_raise_to(180)
    state.check_or_call()
    state.fold()
    runs = [one.legal["select_runout_count"].max_count for one in (state, state.observe(0))]
    assert runs[0] == runs[1]


# Hands that differ in hidden cards alone.


def start_again(state: State, seed: int, kind: type[State] = State) -> State:
    """Start another hand of the same game."""
    return kind(
        state.automations,
        state.deck,
        state.hand_types,
        state.streets,
        state.betting_structure,
        state.ante_trimming_status,
        state.antes,
        state.blinds_or_straddles,
        state.bring_in,
        state.starting_stacks,
        state.player_count,
        mode=state.mode,
        seed=seed,
    )


def replay(state: State, swap: dict[Card, Card], seed: int) -> State:
    """Play a hand again with other cards in the place of some."""
    other = start_again(state, seed)

    def change(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for operation in list(state.operations)[len(other.operations) :]:
            name = type(operation).__name__
            fields: Any = operation
            if name == "CardBurning":
                other.burn_card(change((fields.card,)))
            elif name == "HoleDealing":
                other.deal_hole(change(fields.cards), fields.player_index)
            elif name == "BoardDealing":
                other.deal_board(change(fields.cards))
            elif name == "StandingPatOrDiscarding":
                other.stand_pat_or_discard(change(fields.cards))
            elif name == "Folding":
                other.fold()
            elif name == "CheckingOrCalling":
                other.check_or_call()
            elif name == "BringInPosting":
                other.post_bring_in()
            elif name == "CompletionBettingOrRaisingTo":
                other.complete_bet_or_raise_to(fields.amount)
            elif name == "RunoutCountSelection":
                other.select_runout_count(fields.runout_count, fields.player_index)
            elif name == "HoleCardsShowingOrMucking":
                other.show_or_muck_hole_cards(fields.hole_cards or False)
    return other


@pytest.mark.parametrize("name", GAMES)
def test_hands_that_differ_in_hidden_cards_look_the_same(name: str) -> None:
    compared = 0
    random = Random(name)
    for seed in range(25):
        state = start(name, seed, random, *DEALING, *SHOWING)
        for _ in range(random.randint(0, 60)):
            # Who wins depends on hidden cards, and the end of the hand on who wins.
            if not state.status or state.showdown_indices:
                break
            step(state, random)
        if not state.status:
            continue
        observer = random.choice([None, *state.player_indices])
        seen = seen_by(state, observer)
        hidden = [card for card in state.deck if card not in seen]
        other = replay(state, dict(zip(hidden, hidden[1:] + hidden[:1], strict=True)), seed + 1000)
        assert other != state
        one, two = state.observe(observer), other.observe(observer)
        assert one == two
        assert repr(one) == repr(two)
        assert list(one.operations) == list(two.operations)
        assert pickle.dumps(one) == pickle.dumps(two)
        for player in state.player_indices:
            assert one.can_win_now(player) == two.can_win_now(player)
        compared += 1
    assert compared > 10


def test_views_do_not_show_which_hands_were_ranked() -> None:
    def at_the_showdown(cards: str) -> State:
        state = holdem(without(*DEALING, *SHOWING), player_count=2)
        state.deal_hole("AsAh")
        state.deal_hole(cards)
        for board in ("2c7d8h", "9c", "Jd"):
            state.check_or_call()
            state.check_or_call()
            state.burn_card("??")
            state.deal_board(board)
        state.check_or_call()
        state.check_or_call()
        state.show_or_muck_hole_cards(True)
        return state

    winner, loser = at_the_showdown("9s9h"), at_the_showdown("KsKh")
    assert winner.can_win_now(1) and not loser.can_win_now(1)
    assert winner.observe(0).can_win_now(1) == loser.observe(0).can_win_now(1)


def test_nobody_foretells_a_shuffle() -> None:
    states = [holdem(seed=seed) for seed in (1, 2)]
    one, two = (state.observe() for state in states)
    assert pickle.dumps(one) == pickle.dumps(two)


# Who looks.


def test_a_spectator_sees_nobodys_cards() -> None:
    state = holdem()
    assert state.observe().hole_cards == [[UNKNOWN, UNKNOWN]] * 3
    assert state.observe() == state.observe(None)
    for operation in state.observe().operations:
        if isinstance(operation, HoleDealing):
            assert operation.cards == (UNKNOWN,)


def test_a_player_sees_their_own_cards() -> None:
    state = holdem()
    for player in state.player_indices:
        seen = state.observe(player)
        for other in state.player_indices:
            own = state.hole_cards[player]
            assert seen.hole_cards[other] == (own if other == player else [UNKNOWN] * 2)


def test_up_cards_are_seen_by_all() -> None:
    state = games.FixedLimitSevenCardStud.create_state(
        without(Automation.HOLE_DEALING), True, 1, 1, 2, 4, 100, 2, seed=1
    )
    for cards in ("As", "Kd", "Ah", "Kh", "2c", "9d"):
        state.deal_hole(cards)
    assert repr(state.observe(0).hole_cards) == "[[As, Ah, 2c], [??, ??, 9d]]"
    assert repr(state.observe().hole_cards) == "[[??, ??, 2c], [??, ??, 9d]]"


def test_ones_own_discards_stay() -> None:
    state = games.NoLimitDeuceToSevenLowballSingleDraw.create_state(
        without(Automation.HOLE_DEALING), True, 0, (1, 2), 2, 200, 2, seed=1
    )
    state.deal_hole("2c3c4c5cKd")
    state.deal_hole("7d8d9dTdQs")
    state.check_or_call()
    state.check_or_call()
    state.stand_pat_or_discard("Kd")
    state.stand_pat_or_discard("Qs")
    assert repr(state.observe(0).discarded_cards[1]) == "[Kd, ??]"
    assert repr(state.observe(1).discarded_cards[1]) == "[??, Qs]"
    assert repr(state.observe().discarded_cards[1]) == "[??, ??]"
    discards = state.observe(1).operations[-3:]
    assert "Kd" not in repr(discards) and "Qs" in repr(discards)


def test_shown_cards_are_seen_by_all() -> None:
    state = holdem(without(Automation.RUNOUT_COUNT_SELECTION), mode=Mode.CASH_GAME, player_count=2)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    state.select_runout_count(2)
    state.select_runout_count(2)
    assert not state.status and state.board_count == 2
    shown = [one for one in state.operations if isinstance(one, HoleCardsShowingOrMucking)]
    assert len(shown) == 2
    seen = state.observe()
    assert [one for one in seen.operations if isinstance(one, HoleCardsShowingOrMucking)] == shown
    assert seen.board_cards == state.board_cards
    assert set(seen.deck_cards) == {UNKNOWN}


def test_there_must_be_such_a_player() -> None:
    with pytest.raises((IndexError, ValueError), match="7"):
        holdem().observe(7)


# It is a state like any other.


def test_changing_what_is_seen_changes_nothing() -> None:
    state = holdem()
    before = state.copy()
    seen = state.observe(2)
    seen.fold()
    seen.deck_cards.clear()
    assert state == before
    assert state.actor_index == 2 and seen.actor_index == 0


def test_looking_changes_nothing() -> None:
    state = holdem()
    before = state.copy()
    seen = state.observe(2)
    assert state == before
    assert seen != state
    state.fold()
    assert seen.actor_index == 2


def test_looking_again_shows_no_more() -> None:
    state = holdem()
    seen = state.observe(1)
    assert seen.observe(1) == seen
    assert seen.observe(0) == seen.observe() == state.observe()


def test_what_is_seen_can_be_copied_pickled_and_played() -> None:
    seen = holdem().observe(2)
    assert seen.copy() == seen
    assert pickle.loads(pickle.dumps(seen)) == seen
    assert type(seen) is State
    while seen.actor_index is not None and seen.street_index == 0:
        seen.check_or_call()
    # The deck is unknown, and so is what comes from it.
    assert list(seen.get_board_cards(0)) == [UNKNOWN] * 3


def test_own_classes_stay_own() -> None:
    class Mine(State):
        __slots__ = ()

    state = start_again(holdem(), 1, Mine)
    assert type(state.observe(0)) is Mine
