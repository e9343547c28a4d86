"""States: refusals change nothing, copies, seeds, the deck, automations, warnings."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.cards import Card, Deck
from croupier.errors import PokerError, ReplenishedWarning, RuleError, SetupError
from croupier.games import FixedLimitDeuceToSevenLowballTripleDraw, FixedLimitSevenCardStud
from croupier.hands import StandardHighHand
from croupier.state import Automation, BettingStructure, Mode, Opening, State, Street
from unit.state.table import ALL, MOVES, chips_on_the_table, finish, holdem, possible_moves

STREETS = (
    Street(False, (False, False), 0, False, Opening.POSITION, 2, None),
    Street(True, (), 3, False, Opening.POSITION, 2, None),
)
BUTTON = (True, 0, (1, 2))
# Each kind of game with its stakes.
GAMES: dict[str, tuple[Any, ...]] = {
    "NoLimitTexasHoldem": (*BUTTON, 2),
    "FixedLimitTexasHoldem": (*BUTTON, 2, 4),
    "PotLimitOmahaHoldem": (*BUTTON, 2),
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": (*BUTTON, 2, 4),
    "FixedLimitSevenCardStud": (True, 1, 1, 2, 4),
    "FixedLimitRazz": (True, 1, 1, 2, 4),
    "NoLimitDeuceToSevenLowballSingleDraw": (*BUTTON, 2),
    "FixedLimitBadugi": (*BUTTON, 2, 4),
}


def custom(**changes: Any) -> State:
    arguments: dict[str, Any] = {
        "automations": ALL,
        "deck": Deck.STANDARD,
        "hand_types": (StandardHighHand,),
        "streets": STREETS,
        "betting_structure": BettingStructure.NO_LIMIT,
        "ante_trimming_status": True,
        "raw_antes": 0,
        "raw_blinds_or_straddles": (1, 2),
        "bring_in": 0,
        "raw_starting_stacks": 200,
        "player_count": 2,
        "seed": 1,
    }
    return State(**(arguments | changes))


# Refusals.

REFUSED: dict[str, Callable[[State], Any]] = {
    "below the minimum": lambda state: state.complete_bet_or_raise_to(3),
    "above the maximum": lambda state: state.complete_bet_or_raise_to(201),
    "not a number": lambda state: state.complete_bet_or_raise_to("much"),  # type: ignore[arg-type]
    "half a chip": lambda state: state.complete_bet_or_raise_to(4.5),
    "ante": lambda state: state.post_ante(),
    "ante of nobody": lambda state: state.post_ante(9),
    "ante of a negative player": lambda state: state.post_ante(-1),
    "collection": lambda state: state.collect_bets(),
    "blind": lambda state: state.post_blind_or_straddle(0),
    "burn": lambda state: state.burn_card(),
    "no card": lambda state: state.burn_card("Xx"),
    "hole": lambda state: state.deal_hole("As"),
    "board": lambda state: state.deal_board("AsKsQs"),
    "discard": lambda state: state.stand_pat_or_discard("As"),
    "bring-in": lambda state: state.post_bring_in(),
    "runouts": lambda state: state.select_runout_count(2),
    "showdown": lambda state: state.show_or_muck_hole_cards(True),
    "kill": lambda state: state.kill_hand(),
    "push": lambda state: state.push_chips(),
    "pull": lambda state: state.pull_chips(),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_changes_nothing(what: str) -> None:
    state = holdem()
    before = state.copy()
    with pytest.raises(ValueError, match=r"\S"):
        REFUSED[what](state)
    assert state == before
    assert state.operations == before.operations
    assert finish(state) == finish(before)


def test_refusals_are_value_errors_with_numbers() -> None:
    state = holdem()
    with pytest.raises(RuleError, match=r"\b3\b.*\b4\b") as low:
        state.complete_bet_or_raise_to(3)
    with pytest.raises(RuleError, match=r"\b201\b.*\b200\b"):
        state.complete_bet_or_raise_to(201)
    assert isinstance(low.value, ValueError)
    assert isinstance(low.value, PokerError)
    with pytest.raises(RuleError, match=r"\b7\b.*\b2\b"):
        holdem(()).post_blind_or_straddle(7)


def test_nothing_can_be_done_after_the_end() -> None:
    state = finish(holdem())
    before = state.copy()
    assert possible_moves(state) == []
    for _, act in MOVES:
        with pytest.raises(RuleError):
            getattr(state, act)()
    assert state == before


def test_verify_can_and_do_agree() -> None:
    state = holdem((), mode=Mode.CASH_GAME)
    names = {
        "post_ante": "verify_ante_posting",
        "collect_bets": "verify_bet_collection",
        "post_blind_or_straddle": "verify_blind_or_straddle_posting",
        "burn_card": "verify_card_burning",
        "deal_hole": "verify_hole_dealing",
        "deal_board": "verify_board_dealing",
        "stand_pat_or_discard": "verify_standing_pat_or_discarding",
        "post_bring_in": "verify_bring_in_posting",
        "check_or_call": "verify_checking_or_calling",
        "complete_bet_or_raise_to": "verify_completion_betting_or_raising_to",
        "select_runout_count": "verify_runout_count_selection",
        "show_or_muck_hole_cards": "verify_hole_cards_showing_or_mucking",
        "kill_hand": "verify_hand_killing",
        "push_chips": "verify_chips_pushing",
        "pull_chips": "verify_chips_pulling",
    }
    while state.status:
        moves = possible_moves(state)
        for act, verify in names.items():
            if act in moves:
                getattr(state, verify)()
            else:
                with pytest.raises(RuleError):
                    getattr(state, verify)()
        getattr(state, moves[0])()


def test_a_state_can_be_looked_at() -> None:
    written = repr(custom())
    assert written.startswith("State(automations=")
    assert "blinds_or_straddles=(1, 2)" in written
    assert "program" not in written


def test_no_operation_is_always_possible() -> None:
    state = finish(holdem())
    state.verify_no_operation()
    assert state.can_no_operate()
    assert state.no_operate(commentary="good game").commentary == "good game"
    assert state.operations[-1].commentary == "good game"


BAD_SETUPS: dict[str, dict[str, Any]] = {
    "one player": {"player_count": 1},
    "too many players": {"player_count": 65},
    "no chips": {"raw_starting_stacks": (200, 0)},
    "no forced bet": {"raw_blinds_or_straddles": 0},
    "negative ante": {"raw_antes": -1},
    "bring-in and blinds": {"bring_in": 1},
    "no street": {"streets": ()},
    "no hole cards": {"streets": STREETS[1:]},
    "no board": {"starting_board_count": 0},
}


@pytest.mark.parametrize("what", BAD_SETUPS)
def test_what_cannot_be_played_is_refused(what: str) -> None:
    with pytest.raises(SetupError) as refused:
        custom(**BAD_SETUPS[what])
    assert isinstance(refused.value, ValueError)


def test_streets_that_deal_nothing_are_refused() -> None:
    with pytest.raises(SetupError):
        Street(False, (), 0, False, Opening.POSITION, 2, None)
    with pytest.raises(SetupError):
        Street(False, (False,), 0, True, Opening.POSITION, 2, None)
    with pytest.raises(SetupError, match="-2"):
        Street(False, (False,), 0, False, Opening.POSITION, -2, None)


# Copies, equality, pickling.


@pytest.mark.parametrize("duplicate", [State.copy, copy.copy, copy.deepcopy])
def test_copies_are_independent(duplicate: Callable[[State], State]) -> None:
    state = holdem()
    other = duplicate(state)
    assert type(other) is State
    assert other == state
    other.fold()
    other.deck_cards.clear()
    assert other != state
    assert len(state.operations) + 1 == len(other.operations)
    assert len(state.deck_cards) == 46
    state.check_or_call()
    assert state.statuses == [True, True, True]
    assert other.statuses == [True, True, False]


def test_attributes_are_copies() -> None:
    state = holdem()
    before = state.copy()
    state.stacks[0] = 0
    state.bets.clear()
    state.hole_cards[0].pop()
    state.board_cards.append([])
    state.actor_indices.popleft()
    state.statuses[0] = False
    assert state == before
    assert state.actor_indices == deque([2, 0, 1])


def test_the_size_counts_what_happened() -> None:
    state = holdem()
    size = sys.getsizeof(state)
    state.no_operate(commentary="!" * 10_000)
    assert sys.getsizeof(state) >= size + 10_000
    for _ in range(1000):
        state.no_operate()
    assert sys.getsizeof(state) >= size + 11_000
    assert sys.getsizeof(state.copy()) >= size + 11_000


def test_the_status_cannot_be_set() -> None:
    state = holdem()
    with pytest.raises(AttributeError):
        state.status = False
    with pytest.raises(AttributeError):
        del state.status
    assert state.status is True


@pytest.mark.parametrize(
    "duplicate", [copy.copy, State.observe, lambda state: pickle.loads(pickle.dumps(state))]
)
def test_the_status_is_that_of_the_hand(duplicate: Callable[[State], State]) -> None:
    state = holdem()
    while state.status:
        assert duplicate(state).status is True
        state.fold()
    assert state.status is duplicate(state).status is False
    state.no_operate()
    assert state.status is False


@pytest.mark.filterwarnings("ignore::croupier.errors.ReplenishedWarning")
@pytest.mark.parametrize("name", ["FixedLimitBadugi", "NoLimitTexasHoldem"])
def test_the_player_who_draws_is_known_without_a_call(name: str) -> None:
    place = "stand_patter_or_discarder_index"
    random = Random(name)
    draws = 0
    for seed in range(30):
        state = getattr(games, name).create_state(ALL, *GAMES[name], 200, 6, seed=seed)
        while state.status:
            # The core is asked for the other name each time.
            drawer = state.stander_pat_or_discarder_index
            for one in (state, state.copy(), state.observe(), pickle.loads(pickle.dumps(state))):
                assert getattr(one, place) == drawer
            with pytest.raises(AttributeError):
                setattr(state, place, 0)
            if drawer is None:
                fold = state.can_fold() and random.random() < 0.3
                (state.fold if fold else state.check_or_call)()
            else:
                draws += 1
                with pytest.raises(RuleError):
                    state.check_or_call()
                assert getattr(state, place) == drawer
                state.stand_pat_or_discard(state.hole_cards[drawer][: random.randrange(4)])
        assert getattr(state, place) is None
    assert (draws > 0) is (name == "FixedLimitBadugi")


@pytest.mark.parametrize("most", [0, 1, 3, 5])
def test_a_draw_that_warns_is_refused_whole_where_warnings_are_errors(most: int) -> None:
    warned = 0
    for seed in range(60):
        random = Random(seed)
        arguments = (ALL, True, 0, (1, 2), 2, 4, 200, 6)
        state = FixedLimitDeuceToSevenLowballTripleDraw.create_state(*arguments, seed=seed)
        while state.status:
            drawer = state.stand_patter_or_discarder_index
            if drawer is None:
                state.check_or_call()
                continue
            thrown = state.hole_cards[drawer][: random.randint(0, most)]
            before = state.copy()
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                try:
                    state.stand_pat_or_discard(thrown)
                    continue
                except ReplenishedWarning:
                    warned += 1
            assert state == before
            with pytest.warns(ReplenishedWarning):
                state.stand_pat_or_discard(thrown)
    assert (warned > 0) is (most > 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_the_same_in_the_room_of_another(name: str) -> None:
    kind = getattr(games, name)

    def play(seed: int) -> State:
        state: State = kind.create_state(ALL, *GAMES[name], 200, 4, seed=seed)
        finish(state, Random(seed))
        return state

    # As long as a hand is there, the next one needs a place of its own.
    kept = [play(seed) for seed in range(8)]
    for seed, other in enumerate(kept):
        again = play(seed)
        assert again == other
        assert list(again.operations) == list(other.operations)
        del again


def test_states_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(holdem())


@pytest.mark.parametrize("steps", [0, 1, 3, 7, 11])
def test_pickled_states_go_on_in_the_same_way(steps: int) -> None:
    state = holdem((Automation.BLIND_OR_STRADDLE_POSTING,), seed=None)
    for _ in range(steps):
        getattr(state, possible_moves(state)[0])(commentary="so far")
    restored = pickle.loads(pickle.dumps(state))
    assert type(restored) is State
    assert restored == state
    assert restored.operations == state.operations
    assert finish(restored, Random(1)) == finish(state, Random(1))


def test_states_of_other_games_differ() -> None:
    assert holdem() != holdem(raw_starting_stacks=300)
    assert holdem() != 1


# Seeds and the deck.


def test_a_seed_repeats_the_hand() -> None:
    one, two = holdem(), holdem()
    assert one == two
    assert finish(one, Random(3)) == finish(two, Random(3))
    assert one.operations == two.operations


def test_other_seeds_shuffle_otherwise() -> None:
    decks = {tuple(holdem((), seed=seed).deck_cards) for seed in range(50)}
    assert len(decks) == 50
    assert all(sorted(map(repr, deck)) == sorted(map(repr, Deck.STANDARD)) for deck in decks)
    assert tuple(holdem((), seed=None).deck_cards) != tuple(holdem((), seed=None).deck_cards)


@pytest.mark.parametrize("seed", [-1, 1 << 256])
def test_seeds_have_256_bits(seed: int) -> None:
    with pytest.raises(SetupError, match=str(seed)):
        holdem(seed=seed)
    assert holdem(seed=(1 << 256) - 1).status


def test_a_seed_decides_reshuffles_too() -> None:
    def play() -> State:
        state = FixedLimitDeuceToSevenLowballTripleDraw.create_state(
            ALL, True, 0, (1, 2), 2, 4, 200, 6, seed=5
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while state.status:
                drawer = state.stander_pat_or_discarder_index
                if drawer is None:
                    state.check_or_call()
                else:
                    state.stand_pat_or_discard(state.hole_cards[drawer][:4])
        return state

    assert play() == play()


def test_the_deck_can_be_assigned() -> None:
    state = holdem()
    state.deck_cards = deque(Card.clean("2c3c4c5c6c7c8c9cTc"))
    assert isinstance(state.deck_cards, deque)
    for _ in range(3):
        state.check_or_call()
    assert state.burn_cards == list(Card.clean("2c"))
    assert list(state.get_board_cards(0)) == list(Card.clean("3c4c5c"))
    assert state.deck_cards == deque(Card.clean("6c7c8c9cTc"))


def test_the_deck_can_be_changed_in_place() -> None:
    state = holdem((), player_count=2)
    cards = list(state.deck_cards)
    state.deck_cards.rotate(1)
    assert list(state.deck_cards) == [cards[-1], *cards[:-1]]
    state.deck_cards.reverse()
    state.deck_cards[0] = Card.clean("As")[0]
    assert state.deck_cards.popleft() == Card.clean("As")[0]
    state.deck_cards.clear()
    state.deck_cards.extend(Card.clean("2c3c"))
    state.deck_cards.appendleft(Card.clean("4c")[0])
    state.deck_cards.remove(Card.clean("2c")[0])
    state.deck_cards.insert(1, Card.clean("5c")[0])
    del state.deck_cards[2]
    # Type checkers take what may be set for what is there.
    state.deck_cards += Card.clean("6c7c")  # type: ignore[operator]
    Random(1).shuffle(state.deck_cards)
    assert sorted(map(repr, state.deck_cards)) == ["4c", "5c", "6c", "7c"]
    expected = list(state.deck_cards)
    state.post_blind_or_straddle()
    state.post_blind_or_straddle()
    assert [state.deal_hole().cards[0] for _ in range(4)] == expected


def test_the_deck_takes_cards_only() -> None:
    state = holdem()
    before = state.copy()
    wrong: tuple[Any, ...] = ("much", [1], None)
    for cards in wrong:
        with pytest.raises((ValueError, TypeError)):
            state.deck_cards = cards
    assert state == before


def test_cards_of_the_callers_choice() -> None:
    state = holdem((Automation.BLIND_OR_STRADDLE_POSTING,))
    for cards in ("AcAd", "KcKd", "????"):
        state.deal_hole(cards)
    assert state.hole_cards == [list(Card.clean(cards)) for cards in ("AcAd", "KcKd", "????")]
    for _ in range(3):
        state.check_or_call()
    state.collect_bets()
    with pytest.warns(UserWarning, match="Ac"):
        state.burn_card("Ac")
    assert state.burn_cards == list(Card.clean("Ac"))


# Automations.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", list(Mode))
def test_any_automations_reach_the_end(name: str, mode: Mode) -> None:
    random = Random(f"{name} {mode}")
    game = getattr(games, name)
    for number in range(40):
        automations = tuple(item for item in Automation if random.random() < 0.5)
        count = random.randint(2, 6)
        stacks = tuple(random.randint(1, 60) for _ in range(count))
        state = game.create_state(automations, *GAMES[name], stacks, count, mode=mode, seed=number)
        finish(state, random if number % 2 else None)
        assert sum(state.stacks) == sum(stacks)
        assert sum(state.payoffs) == 0
        assert not any(state.bets)
        assert state.total_pot_amount == 0


def test_chips_are_conserved_at_every_step() -> None:
    random = Random(8)
    for seed in range(30):
        state = holdem((), raw_starting_stacks=(20, 9, 55), raw_antes=1, seed=seed)
        while state.status:
            getattr(state, random.choice(possible_moves(state)))()
            assert chips_on_the_table(state) == 84


def test_automations_change_no_outcome() -> None:
    by_hand, automated = holdem(()), holdem()
    for state in (by_hand, automated):
        finish(state)
    assert by_hand.stacks == automated.stacks
    assert by_hand.operations == automated.operations


# Warnings.


def test_folding_without_need() -> None:
    state = holdem(mode=Mode.CASH_GAME, player_count=2)
    state.check_or_call()
    with pytest.warns(UserWarning, match="fold"):
        assert state.can_fold()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not state.can_fold()
        before = state.copy()
        with pytest.raises(UserWarning, match="fold"):
            state.fold()
        assert state == before
    with pytest.warns(UserWarning, match="fold"):
        state.fold()
    assert not state.status


def test_tournaments_know_no_fold_without_need() -> None:
    state = holdem(player_count=2)
    state.check_or_call()
    assert not state.can_fold()
    with pytest.raises(RuleError, match="fold"):
        state.fold()


# Runouts, stud, and what is shown.


def all_in(**changes: Any) -> State:
    automations = tuple(item for item in ALL if item != Automation.RUNOUT_COUNT_SELECTION)
    state = holdem(automations, mode=Mode.CASH_GAME, player_count=2, **changes)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    return state


def test_the_board_is_run_as_often_as_agreed() -> None:
    state = all_in()
    assert state.select_runout_count(3, 1).player_index == 1
    assert list(state.runout_count_selector_indices) == [0]
    state.select_runout_count(3, 0)
    assert not state.status
    assert state.board_count == 3
    assert len({tuple(state.get_board_cards(index)) for index in range(3)}) == 3
    assert sum(state.stacks) == 400


def test_without_agreement_the_board_is_run_once() -> None:
    state = all_in()
    state.select_runout_count(3)
    state.select_runout_count(2)
    assert state.board_count == 1
    state = all_in()
    state.select_runout_count()
    state.select_runout_count(2)
    assert state.board_count == 2


@pytest.mark.parametrize("count", [0, -3])
def test_the_board_is_run_at_least_once(count: int) -> None:
    state = all_in()
    before = state.copy()
    assert not state.can_select_runout_count(count)
    with pytest.raises(RuleError, match=str(count)):
        state.select_runout_count(count)
    assert state == before


def test_nine_players_of_stud_share_the_last_card() -> None:
    state = FixedLimitSevenCardStud.create_state(ALL, True, 1, 1, 2, 4, 200, 9, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state.post_bring_in()
        while state.status:
            state.check_or_call()
    shared = list(state.get_board_cards(0))
    assert shared
    winner = state.stacks.index(max(state.stacks))
    assert len(state.hole_cards[winner]) + len(shared) == 7
    hand = state.get_hand(winner, 0, 0)
    assert hand == StandardHighHand.from_game(state.hole_cards[winner], shared)


def test_hole_cards_are_a_sequence() -> None:
    state = holdem(seed=1)
    hands = state.hole_cards
    assert isinstance(hands, Sequence) and isinstance(state.operations, Sequence)
    assert list(reversed(hands)) == list(hands)[::-1]
    assert [hands.index(hand) for hand in hands] == [0, 1, 2]
    assert hands.index(hands[1], 1) == 1
    assert hands.count(hands[0]) == 1 and hands.count([]) == 0
    with pytest.raises(ValueError):
        hands.index([])


def test_every_operation_says_what_it_does() -> None:
    said = {
        name: (getattr(State, name).__doc__ or "").partition("\n")[0]
        for name in dir(State)
        if not name.startswith("_") and callable(getattr(State, name))
    }
    operations = {name: text for name, text in said.items() if hasattr(State, f"can_{name}")}
    assert len(operations) > 20
    assert all(operations.values())
    assert not [
        name for name, text in said.items() if text.startswith(("Do it", "Tell whether it"))
    ]
    texts = list(operations.values())
    assert len(set(texts)) == len(texts)
