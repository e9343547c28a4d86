"""`state.legal`: what may be done in each phase, and that all of it is accepted."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.cards import Card
from croupier.errors import RuleError
from croupier.games import (
    FixedLimitSevenCardStud,
    NoLimitCrazyPineapple,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from croupier.state import Automation, Legal, LegalOperation, Mode, State
from unit.state.table import ALL, holdem, possible_moves

BUTTON = (True, 1, (1, 2))
STUD = (True, 1, 1, 2, 4)
GAMES: dict[str, tuple[Any, ...]] = {
    "NoLimitTexasHoldem": (*BUTTON, 2),
    "FixedLimitTexasHoldem": (*BUTTON, 2, 4),
    "PotLimitOmahaHoldem": (*BUTTON, 2),
    "NoLimitCrazyPineapple": (*BUTTON, 2),
    "FixedLimitSevenCardStud": STUD,
    "FixedLimitRazz": STUD,
    "NoLimitDeuceToSevenLowballSingleDraw": (*BUTTON, 2),
    "FixedLimitBadugi": (*BUTTON, 2, 4),
}


def without(*automations: Automation) -> tuple[Automation, ...]:
    return tuple(automation for automation in ALL if automation not in automations)


def only(state: State) -> LegalOperation:
    """Return the one thing that may be done."""
    (operation,) = state.legal.values()
    return operation


# Phase by phase.


def test_antes_are_owed_by_everybody() -> None:
    state = holdem((), raw_antes=1)
    assert only(state) == LegalOperation("post_ante", (0, 1, 2))
    state.post_ante(1)
    assert only(state).player_indices == (0, 2)


def test_bets_are_collected_by_nobody() -> None:
    state = holdem((Automation.ANTE_POSTING,), raw_antes=1)
    assert only(state) == LegalOperation("collect_bets")


def test_blinds_are_owed_by_two() -> None:
    state = holdem(())
    assert only(state) == LegalOperation("post_blind_or_straddle", (0, 1))
    state.post_blind_or_straddle()
    assert only(state).player_indices == (1,)


def test_hole_cards_are_dealt_to_whoever_lacks_them() -> None:
    state = holdem(without(Automation.HOLE_DEALING))
    assert only(state) == LegalOperation("deal_hole", (0, 1, 2), min_count=1, max_count=2)
    state.deal_hole("AsKs")
    assert only(state) == LegalOperation("deal_hole", (1, 2), min_count=1, max_count=2)
    state.deal_hole("Ah", 2)
    state.deal_hole("2c2d", 1)
    assert only(state) == LegalOperation("deal_hole", (2,), min_count=1, max_count=1)


def test_the_first_to_act_may_fold_call_and_raise() -> None:
    legal = holdem().legal
    assert list(legal.values()) == [
        LegalOperation("fold", (2,)),
        LegalOperation("check_or_call", (2,), 2, 2),
        # The pot is 3, and 5 after the call: a raise by the pot is one to 7.
        LegalOperation("complete_bet_or_raise_to", (2,), 4, 200, 7),
    ]
    assert legal.player_index == 2


def test_the_big_blind_may_check_and_has_no_need_to_fold() -> None:
    state = holdem()
    state.check_or_call()
    state.check_or_call()
    assert list(state.legal) == ["check_or_call", "complete_bet_or_raise_to"]
    assert state.legal["check_or_call"].min_amount == 0
    assert state.legal["complete_bet_or_raise_to"].min_amount == 4


def test_folding_without_need_is_possible_but_not_listed() -> None:
    state = holdem(mode=Mode.CASH_GAME)
    state.check_or_call()
    state.check_or_call()
    assert "fold" not in state.legal
    with pytest.warns(UserWarning, match="fold"):
        assert state.can_fold()


def test_a_raise_is_listed_only_where_it_is_allowed() -> None:
    state = holdem(raw_starting_stacks=(200, 200, 30))
    state.complete_bet_or_raise_to(30)
    state.complete_bet_or_raise_to(200)
    # Only the big blind can still call, and has nobody to raise.
    assert list(state.legal) == ["fold", "check_or_call"]
    assert state.legal["check_or_call"].max_amount == 198


def test_a_short_stack_may_go_all_in_for_less() -> None:
    state = holdem(raw_starting_stacks=(200, 200, 3))
    assert state.legal["check_or_call"].min_amount == 2
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount) == (3, 3)
    state = holdem(raw_starting_stacks=(200, 200, 1))
    assert state.legal["check_or_call"].min_amount == 1
    assert "complete_bet_or_raise_to" not in state.legal


def test_the_pot_is_the_limit_in_pot_limit() -> None:
    state = PotLimitOmahaHoldem.create_state(ALL, True, 0, (1, 2), 2, 200, 3, seed=1)
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount, raising.pot_amount) == (4, 7, 7)


def test_there_is_one_size_in_fixed_limit() -> None:
    state = games.FixedLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 4, 200, 3, seed=1)
    raising = state.legal["complete_bet_or_raise_to"]
    assert (raising.min_amount, raising.max_amount, raising.amounts) == (4, 4, (4,))
    for amount in (4, 6, 8):
        assert state.legal["complete_bet_or_raise_to"].amounts == (amount,)
        state.complete_bet_or_raise_to()
    # The blind and three raises are the most.
    assert list(state.legal) == ["fold", "check_or_call"]


def test_who_brings_it_in_posts_or_completes() -> None:
    state = FixedLimitSevenCardStud.create_state(ALL, True, 1, 2, 5, 10, 100, 2, seed=1)
    opener = state.actor_index
    assert opener is not None
    assert list(state.legal) == ["post_bring_in", "complete_bet_or_raise_to"]
    assert state.legal["post_bring_in"] == LegalOperation("post_bring_in", (opener,), 2, 2)
    assert state.legal["complete_bet_or_raise_to"].min_amount == 5
    state.post_bring_in()
    assert list(state.legal) == ["fold", "check_or_call", "complete_bet_or_raise_to"]
    assert state.legal["check_or_call"].min_amount == 2


def test_burning_comes_before_the_board() -> None:
    state = holdem(without(Automation.CARD_BURNING, Automation.BOARD_DEALING))
    for _ in range(3):
        state.check_or_call()
    assert only(state) == LegalOperation("burn_card", min_count=1, max_count=1)
    state.burn_card()
    assert only(state) == LegalOperation("deal_board", min_count=1, max_count=3)
    state.deal_board(2)
    assert only(state) == LegalOperation("deal_board", min_count=1, max_count=1)


def test_any_cards_may_be_drawn() -> None:
    state = NoLimitDeuceToSevenLowballSingleDraw.create_state(
        without(Automation.HOLE_DEALING), True, 0, (1, 2), 2, 200, 2, seed=1
    )
    state.deal_hole("2c3c4c5c7d")
    state.deal_hole("8c8d8hKcKd")
    state.check_or_call()
    state.check_or_call()
    assert only(state) == LegalOperation(
        "stand_pat_or_discard", (0,), min_count=0, max_count=5, cards=Card.clean("2c3c4c5c7d")
    )
    assert state.legal.player_index == 0
    state.stand_pat_or_discard()
    assert only(state).player_indices == (1,)
    state.stand_pat_or_discard("8c8d8h")
    assert only(state) == LegalOperation("deal_hole", (1,), min_count=1, max_count=3)


def test_so_many_cards_must_be_discarded_and_no_more() -> None:
    state = NoLimitCrazyPineapple.create_state(ALL, True, 0, (1, 2), 2, 200, 2, seed=1)
    for _ in range(4):
        state.check_or_call()
    cards = tuple(state.hole_cards[0])
    assert only(state) == LegalOperation(
        "stand_pat_or_discard", (0,), min_count=1, max_count=1, cards=cards
    )
    state.stand_pat_or_discard(cards[0])
    assert only(state).cards == tuple(state.hole_cards[1])


def test_runs_of_the_board_are_chosen_by_everybody() -> None:
    state = holdem(without(Automation.RUNOUT_COUNT_SELECTION), mode=Mode.CASH_GAME, player_count=2)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    choosing = state.legal["select_runout_count"]
    assert (choosing.player_indices, choosing.min_count) == ((0, 1), 1)
    assert choosing.max_count is not None
    assert state.can_select_runout_count(choosing.max_count)
    assert not state.can_select_runout_count(choosing.max_count + 1)
    assert not state.can_select_runout_count(0)


def test_a_tournament_runs_the_board_once() -> None:
    state = holdem(without(Automation.RUNOUT_COUNT_SELECTION), player_count=2)
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    assert not state.status


def test_the_showdown_in_turn_and_what_follows() -> None:
    dealing = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
    end = (
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    state = holdem(without(*dealing, *end), player_count=2)
    state.deal_hole("AsAh")
    state.deal_hole("KsKh")
    for cards in ("2c7d8h", "9c", "Jd"):
        state.check_or_call()
        state.check_or_call()
        state.burn_card("??")
        state.deal_board(cards)
    state.check_or_call()
    state.check_or_call()
    showing = LegalOperation(
        "show_or_muck_hole_cards", (0,), cards=Card.clean("AsAh"), options=("show", "muck")
    )
    assert only(state) == showing
    assert state.legal.player_index == 0
    state.show_or_muck_hole_cards(True)
    assert only(state).player_indices == (1,)
    state.show_or_muck_hole_cards(True)
    assert only(state) == LegalOperation("kill_hand", (1,))
    state.kill_hand()
    assert only(state) == LegalOperation("push_chips")
    state.push_chips()
    assert only(state) == LegalOperation("pull_chips", (0,))
    assert state.legal.player_index is None
    state.pull_chips()
    assert dict(state.legal) == {}


# The view.


def test_the_view_is_live_and_a_mapping() -> None:
    state = holdem()
    legal = state.legal
    assert isinstance(legal, Mapping) and isinstance(legal, Legal)
    before = dict(legal)
    assert len(legal) == 3 and "fold" in legal
    state.fold()
    state.check_or_call()
    assert len(legal) == 2 and "fold" not in legal
    assert legal.player_index == 1
    # What was taken out stays as it was.
    assert before["check_or_call"].min_amount == 2
    assert legal["check_or_call"].min_amount == 0
    with pytest.raises(KeyError, match="fold"):
        legal["fold"]
    assert legal.get("fold") is None
    assert repr(legal).startswith("Legal(LegalOperation(name='check_or_call'")


def test_a_copy_has_a_view_of_its_own() -> None:
    state = holdem()
    copied = state.copy()
    legal = copied.legal
    state.fold()
    assert legal.player_index == 2 and state.legal.player_index == 0
    # A view keeps its state alive.
    del copied
    assert len(legal) == 3


def test_looking_changes_nothing() -> None:
    state = holdem()
    before = state.copy()
    for _ in range(3):
        repr(state.legal)
    assert state == before


@pytest.mark.parametrize(
    ("names", "decision"),
    [
        ("fold check_or_call post_bring_in complete_bet_or_raise_to", True),
        ("stand_pat_or_discard select_runout_count show_or_muck_hole_cards", True),
        ("post_ante collect_bets post_blind_or_straddle burn_card deal_hole deal_board", False),
        ("kill_hand push_chips pull_chips", False),
    ],
)
def test_players_decide_some_of_it(names: str, decision: bool) -> None:
    assert {LegalOperation(name).is_decision for name in names.split()} == {decision}


@pytest.mark.parametrize("kind", [int, float, Decimal, Fraction])
def test_amounts_keep_their_type(kind: type[Any]) -> None:
    blinds = (kind(1), kind(2))
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, blinds, kind(2), kind(200), 3, seed=1)
    calling, raising = state.legal["check_or_call"], state.legal["complete_bet_or_raise_to"]
    amounts = (calling.min_amount, raising.min_amount, raising.max_amount, raising.pot_amount)
    assert amounts == (2, 4, 200, 7)
    assert {type(amount) for amount in amounts} == {kind}
    state.complete_bet_or_raise_to(raising.pot_amount)
    assert state.bets[2] == 7


def test_the_rake_counts_for_the_pot() -> None:
    def half(amount: int, _: State) -> tuple[int, int]:
        return amount // 2, amount - amount // 2

    state = holdem(rake=half)
    assert state.legal["complete_bet_or_raise_to"].pot_amount == (
        state.pot_completion_betting_or_raising_to_amount
    )


def test_an_error_in_a_rake_comes_out() -> None:
    class BrokenError(Exception):
        pass

    broken = False

    def take(amount: int, _: State) -> tuple[int, int]:
        if broken:
            raise BrokenError
        return 0, amount

    state = holdem(rake=take)
    for _ in range(3):
        state.check_or_call()
    broken = True
    with pytest.raises(BrokenError):
        list(state.legal)


# Random hands: what is listed is accepted, and nothing else is possible.


def arguments_of(operation: LegalOperation, state: State, random: Random) -> tuple[Any, ...]:
    """Return arguments within the bounds of an operation."""
    player = random.choice(operation.player_indices) if operation.player_indices else None
    fewest, most = operation.min_count or 0, operation.max_count or 0
    match operation.name:
        case "complete_bet_or_raise_to":
            assert operation.min_amount is not None and operation.max_amount is not None
            choices = [operation.min_amount, operation.max_amount]
            if operation.pot_amount is not None:
                choices += [max(choices[0], min(choices[1], operation.pot_amount))]
            return (random.choice(choices),)
        case "stand_pat_or_discard":
            return (tuple(random.sample(operation.cards, random.randint(fewest, most))),)
        case "select_runout_count":
            return (random.randint(fewest, min(most, 3)), player)
        case "deal_hole":
            # The largest number is that of the player who is next.
            most = most if player == state.hole_dealee_index else fewest
            return (random.randint(fewest, most), player)
        case "deal_board":
            return (random.randint(fewest, most),)
        case "show_or_muck_hole_cards":
            # Mucking is not always allowed.
            return (random.choice((None, True)), player)
        case "post_ante" | "post_blind_or_straddle" | "kill_hand" | "pull_chips":
            return (player,)
    return ()


def refused(operation: LegalOperation, state: State) -> list[bool]:
    """Return whether what is just outside of the bounds is possible."""
    match operation.name:
        case "complete_bet_or_raise_to":
            assert operation.min_amount is not None and operation.max_amount is not None
            outside = (operation.min_amount - 1, operation.max_amount + 1)
            return [state.can_complete_bet_or_raise_to(amount) for amount in outside]
        case "stand_pat_or_discard":
            assert operation.min_count is not None and operation.max_count is not None
            fewer = operation.cards[: max(operation.min_count - 1, 0)]
            more = operation.cards[: operation.max_count + 1]
            return [
                operation.min_count > 0 and state.can_stand_pat_or_discard(fewer),
                len(more) > operation.max_count and state.can_stand_pat_or_discard(more),
            ]
        case "select_runout_count":
            assert operation.max_count is not None
            return [state.can_select_runout_count(operation.max_count + 1)]
        case "deal_board":
            assert operation.max_count is not None
            return [state.can_deal_board(operation.max_count + 1)]
    return []


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_is_accepted_and_all_there_is(name: str, mode: Mode) -> None:
    random = Random(f"{name} {mode}")
    for seed in range(40):
        automations = tuple(one for one in ALL if random.random() < 0.5)
        count = random.randint(2, 6)
        stacks = tuple(random.randint(1, 60) for _ in range(count))
        state = getattr(games, name).create_state(
            automations, *GAMES[name], stacks, count, mode=mode, seed=seed
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            play_legally(state, random)
        assert sum(state.stacks) == sum(stacks)


def play_legally(state: State, random: Random) -> None:
    for _ in range(1000):
        if not state.status:
            assert not state.legal
            return
        legal = state.legal
        assert legal, "nothing may be done, but the hand is not over"
        listed = set(legal)
        if "check_or_call" in listed and legal["check_or_call"].min_amount == 0:
            assert "fold" not in listed
        # Discards have no default where there must be some.
        possible = (set(possible_moves(state)) | {"fold", "stand_pat_or_discard"} & listed) - (
            {"fold"} - listed
        )
        assert listed == possible
        for operation in legal.values():
            assert not any(refused(operation, state)), operation
            arguments = arguments_of(operation, state, random)
            assert getattr(state, f"can_{operation.name}")(*arguments), (operation, arguments)
        decider = legal.player_index
        chosen = random.choice([*legal.values()])
        # Players choose the runs of the board in any order, and may show before that.
        if chosen.is_decision and "select_runout_count" not in listed:
            assert chosen.player_indices == (decider,)
        getattr(state, chosen.name)(*arguments_of(chosen, state, random))
    raise AssertionError("the hand does not end")


def test_refusals_agree() -> None:
    state = holdem()
    for name in ("post_ante", "deal_board", "post_bring_in", "kill_hand"):
        assert name not in state.legal
        with pytest.raises(RuleError):
            getattr(state, name)()


def test_all_operations_are_asked_for_at_once() -> None:
    state = holdem(ALL)
    calls = []

    def read() -> list[tuple[Any, ...]]:
        calls.append(1)
        return state._get_legal()

    legal = Legal(read)
    values, items = legal.values(), legal.items()
    assert [one.name for one in values] == list(state.legal)
    assert dict(items) == {name: state.legal[name] for name in state.legal}
    assert len(calls) == 2
    calling = legal["check_or_call"]
    assert calling in values
    assert ("check_or_call", calling) in items
    assert ("fold", calling) not in items
    name: object = "check_or_call"
    assert name not in values
    assert len(values) == len(items) == 3
    # Views are live.
    state.fold()
    state.fold()
    assert not list(values)
    assert not dict(items)
    assert calling not in values


def test_whose_turn_it_is_in_a_game_of_a_file() -> None:
    game = games.load("anaconda").game(stakes={"small_bet": 10, "ante": 5})
    state = game(500, 3, seed=1)
    seen = set()
    while state.status:
        index = state.legal.player_index
        assert state.turn_index == index
        if state.actor_index is not None:
            state.check_or_call()
            continue
        (operation,) = (one for one in state.legal.values() if one.is_decision)
        seen.add((operation.name, state.decider_index == index))
        getattr(state, operation.name)(operation.cards[: operation.min_count])
    assert state.turn_index is None
    assert ("pass_cards", True) in seen
