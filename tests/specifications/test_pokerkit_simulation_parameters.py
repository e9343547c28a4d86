"""PokerKit's page on simulation: the parameters of streets and states, and what states have."""

from __future__ import annotations

import re
import warnings
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import pytest

import croupier
from croupier import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitTexasHoldem,
    Opening,
    StandardHighHand,
    State,
    Street,
    rake,
)
from croupier.errors import RuleError, SetupError

from .pokerkit_tables import ALL, ATTRIBUTES, BY_HAND, METHODS, VARIANTS, parameters_of

POSITION = Opening.POSITION


# Section: Card Burning


def test_a_card_is_burnt_before_the_flop() -> None:
    state = NoLimitTexasHoldem.create_state(BY_HAND, True, 0, (1, 2), 2, 200, 2)
    assert not state.can_burn_card()
    for _ in range(4):
        state.deal_hole()
    state.check_or_call()
    state.check_or_call()
    assert state.card_burning_status and not state.can_deal_board()
    state.burn_card()
    assert state.can_deal_board() and len(state.burn_cards) == 1


# Section: Hole Card Dealing Statuses


def test_seven_card_stud_is_dealt_down_down_up_up_up_up_down() -> None:
    streets = FixedLimitSevenCardStud((), True, 0, 1, 2, 4).streets
    dealt = [status for street in streets for status in street.hole_dealing_statuses]
    assert dealt == [False, False, True, True, True, True, False]


# Section: Board Dealing Count


def test_cards_are_dealt_for_each_board() -> None:
    state = NoLimitTexasHoldem.create_state(
        BY_HAND, True, 0, (1, 2), 2, 200, 2, starting_board_count=2
    )
    state.deal_hole("AhAd")
    state.deal_hole("KhKd")
    state.check_or_call()
    state.check_or_call()
    state.burn_card("??")
    assert list(state.board_dealing_counts) == [3, 3]
    state.deal_board("AsKsQs")
    state.deal_board("2c3c4c")
    assert [list(state.get_board(index)) for index in range(2)] == [
        list(Card.parse("AsKsQs")),
        list(Card.parse("2c3c4c")),
    ]


# Section: Standing Pat or Discarding Status


def test_a_draw_is_no_deal() -> None:
    streets = FixedLimitDeuceToSevenLowballTripleDraw((), True, 0, (1, 2), 2, 4).streets
    assert [street.draw_status for street in streets] == [False, True, True, True]
    assert [len(street.hole_dealing_statuses) for street in streets] == [5, 0, 0, 0]
    with pytest.raises(SetupError, match="but not both"):
        Street(True, (False,), 0, True, POSITION, 2, None)


# Section: Opening


def third_street(game: Any, *up_cards: str) -> State:
    state: State = game.create_state(BY_HAND, True, 1, 1, 2, 4, 200, len(up_cards))
    for _ in up_cards:
        state.deal_hole("????")
    for card in up_cards:
        state.deal_hole(card)
    return state


def test_openings() -> None:
    assert [one.name for one in Opening] == [
        "POSITION",
        "LOW_CARD",
        "HIGH_CARD",
        "LOW_HAND",
        "HIGH_HAND",
    ]


@pytest.mark.parametrize(
    ("game", "cards", "opener"),
    [
        pytest.param(FixedLimitSevenCardStud, ("Kd", "2s", "2c"), 2, id="stud: the lowest card"),
        pytest.param(FixedLimitRazz, ("Kd", "Ks", "2c"), 1, id="razz: the highest card"),
        pytest.param(FixedLimitRazz, ("Ad", "Qs", "2c"), 1, id="razz: aces are low"),
    ],
)
def test_the_first_to_act_has_the_lowest_or_highest_card(
    game: Any, cards: tuple[str, ...], opener: int
) -> None:
    # Suits break ties between cards.
    state = third_street(game, *cards)
    assert state.actor_index == opener and state.can_post_bring_in()


@pytest.mark.parametrize(
    ("game", "third", "fourth", "opener"),
    [
        pytest.param(FixedLimitSevenCardStud, "2c3d4h", "AsAdAh", 2, id="stud: the best hand"),
        pytest.param(FixedLimitRazz, "2c3d4h", "5s5d5c", 0, id="razz: the lowest hand"),
        # Suits do not break ties between hands: the first player opens.
        pytest.param(FixedLimitSevenCardStud, "2cKsKd", "3hQdQs", 1, id="stud: a tie"),
    ],
)
def test_later_the_best_open_hand_acts_first(
    game: Any, third: str, fourth: str, opener: int
) -> None:
    state = third_street(game, *re.findall("..", third))
    state.post_bring_in()
    while state.actor_index is not None:
        state.check_or_call()
    state.burn_card("??")
    for card in re.findall("..", fourth):
        state.deal_hole(card)
    assert state.actor_index == opener


# Section: Minimum Completion, Betting, or Raising Amount


def test_the_smallest_bet_is_that_of_the_street() -> None:
    state = FixedLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 4, 200, 2, seed=1)
    sizes = []
    while state.status:
        if state.bets == [0, 0]:
            sizes.append(state.min_completion_betting_or_raising_to_amount)
        state.check_or_call()
    # Once for each player of the streets after the first.
    assert sizes == [2, 2, 4, 4, 4, 4]


# Section: Maximum Completion, Betting, or Raising Count


@pytest.mark.parametrize("name", VARIANTS)
def test_fixed_limit_games_have_four_bets(name: str) -> None:
    bets = [2, 4] if name.startswith("Fixed") else [2]
    forced = [1] if "bring_in" in parameters_of(name) else [(1, 2)]
    game = getattr(croupier, name)((), True, 0, *forced, *bets)
    counts = {street.max_completion_betting_or_raising_count for street in game.streets}
    assert counts == {4 if name.startswith("Fixed") else None}


def test_heads_up_is_no_exception() -> None:
    state = FixedLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 4, 200, 2, seed=1)
    # The big blind is the first of the four.
    raises = 0
    while state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
        raises += 1
    assert 1 + raises == 4


# Section: Betting Structure


def test_betting_structures() -> None:
    assert [one.name for one in BettingStructure] == ["FIXED_LIMIT", "POT_LIMIT", "NO_LIMIT"]


# Section: Ante Trimming Status


def test_the_status_is_what_was_given() -> None:
    for status in (False, True):
        state = NoLimitTexasHoldem.create_state((), status, 1, (1, 2), 2, 200, 3)
        assert state.ante_trimming_status is status


# Section: "Raw" Antes


@pytest.mark.parametrize(
    ("antes", "cleaned"),
    [
        (2.00, (2, 2, 2, 2)),
        ([0, 2], (0, 2, 0, 0)),
        ({1: 2}, (0, 2, 0, 0)),
        ({-1: 2}, (0, 0, 0, 2)),
        (0, (0, 0, 0, 0)),
    ],
)
def test_antes_are_cleaned(antes: Any, cleaned: tuple[int, ...]) -> None:
    state = NoLimitTexasHoldem.create_state((), False, antes, (1, 2), 2, 200, 4)
    assert state.antes == cleaned


# Section: "Raw" Blinds or Straddles


@pytest.mark.parametrize(
    ("blinds", "cleaned", "opener"),
    [
        ([0.5, 1], (0.5, 1, 0, 0, 0), 2),
        ([0.5, 1, 2], (0.5, 1, 2, 0, 0), 3),
        ([0.5, 1, 2, 4], (0.5, 1, 2, 4, 0), 4),
        ({0: 0.5, 1: 1, -1: 2}, (0.5, 1, 0, 0, 2), 0),
        ([2, 2], (2, 2, 0, 0, 0), 2),
        (0, (0, 0, 0, 0, 0), 0),
        ([0, 0, 0, 0, 0], (0, 0, 0, 0, 0), 0),
        # A post bet is negative, and does not matter for who opens.
        ([1, 2, 0, 0, -2], (1, 2, 0, 0, -2), 2),
    ],
)
def test_blinds_are_cleaned(blinds: Any, cleaned: tuple[float, ...], opener: int) -> None:
    state = NoLimitTexasHoldem.create_state(ALL, True, 1, blinds, 1, 200, 5)
    assert state.blinds_or_straddles == cleaned and state.actor_index == opener


# Section: Bring-In


def test_bring_ins_and_blinds_exclude_each_other() -> None:
    streets = FixedLimitSevenCardStud((), True, 0, 1, 2, 4).streets

    def make(blinds: Any, bring_in: float) -> State:
        arguments = (streets, BettingStructure.FIXED_LIMIT, True, 1, blinds, bring_in, 200, 3)
        return State((), Deck.STANDARD, (StandardHighHand,), *arguments)

    assert make(0, 1.5).bring_in == 1.5 and make(0, 0).bring_in == 0
    # PokerKit means to refuse this, and does not: docs/pokerkit.md.
    with pytest.raises(SetupError):
        make((1, 2), 1)


# Section: "Raw" Starting Stacks


def test_an_unknown_stack_is_infinite() -> None:
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, (inf, 200, inf), 3, seed=1)
    assert state.stacks == [inf, 198, inf]
    state.fold()
    state.fold()
    assert state.stacks == [inf, 201, inf] and state.payoffs == [-1, 1, 0]


# Section: Player Count


def test_the_number_of_players() -> None:
    for count in (2, 6, 9):
        state = NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, count)
        assert state.player_count == count == len(state.stacks)


# Section: Optional: Mode


@pytest.mark.parametrize("mode", Mode)
def test_cash_games_have_looser_rules(mode: Mode) -> None:
    state = NoLimitTexasHoldem.create_state(ALL, True, 0, (1, 2), 2, 200, 2, mode=mode, seed=1)
    state.check_or_call()
    # Nobody has bet more: folding is not needed, and odd where it is allowed.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert state.can_fold() == (mode is Mode.CASH_GAME)
    assert NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 9, 2).mode is Mode.TOURNAMENT


# Section: Optional: Starting Board Count


def test_runouts_multiply_the_boards() -> None:
    automations = tuple(one for one in ALL if one is not Automation.RUNOUT_COUNT_SELECTION)
    state = NoLimitTexasHoldem.create_state(
        automations,
        True,
        0,
        (1, 2),
        2,
        200,
        2,
        mode=Mode.CASH_GAME,
        starting_board_count=2,
        seed=1,
    )
    assert state.starting_board_count == 2
    state.complete_bet_or_raise_to(200)
    state.check_or_call()
    for _ in range(2):
        state.select_runout_count(runout_count=3)
    assert not state.status and state.board_count == 6


# Section: Optional: Divmod

SPLIT = ("2c7d", "2d7c", "3c8d")


def split(chips: Any, **options: Any) -> State:
    """Return a state at whose end two of three players share the pot."""
    state = NoLimitTexasHoldem.create_state(
        BY_HAND,
        True,
        0,
        (chips(1), chips(2)),
        chips(2),
        [chips(200)] * 3,
        3,
        **options,
    )
    for cards in SPLIT:
        state.deal_hole(cards)
    state.check_or_call()
    state.fold()
    state.check_or_call()
    for cards in ("AsKsQs", "Js", "Ts"):
        state.burn_card("??")
        state.deal_board(cards)
        state.check_or_call()
        state.check_or_call()
    assert not state.status
    return state


def test_whole_chips_are_divided_and_the_odd_one_goes_out_of_position() -> None:
    assert split(int).stacks == [199, 201, 200]


@pytest.mark.parametrize("kind", [float, Fraction, Decimal])
def test_real_chips_are_divided_exactly(kind: Any) -> None:
    stacks = split(kind).stacks
    assert stacks == [199, kind(401) / 2, kind(401) / 2]
    assert {type(stack) for stack in stacks} == {kind}


def test_dividing_can_be_changed() -> None:
    # The dealer keeps chips in tens: everything odd goes out of position.
    state = split(int, divmod=lambda amount, count: (0, amount))
    assert state.stacks == [199, 203, 198]


# Section: Optional: Rake


def test_there_is_no_rake_unless_it_is_asked_for() -> None:
    assert rake(100) == (0, 100)
    assert sum(split(int).stacks) == 600


@pytest.mark.parametrize(
    ("options", "taken"),
    [
        ({"percentage": 0.4}, 2),
        ({"percentage": 0.4, "cap": 1}, 1),
        ({"percentage": 0.4, "no_flop_no_drop": True}, 2),
    ],
)
def test_a_rake_is_taken(options: dict[str, Any], taken: int) -> None:
    assert sum(split(int, rake=partial(rake, **options)).stacks) == 600 - taken


def test_no_flop_no_drop() -> None:
    # Three antes and what is called of the big blind are 32 chips.
    for status, taken in ((False, 16), (True, 0)):
        function = partial(rake, percentage=0.5, no_flop_no_drop=status)
        state = NoLimitTexasHoldem.create_state(
            ALL, True, 10, (1, 2), 2, 200, 3, rake=function, seed=1
        )
        state.fold()
        state.fold()
        assert sum(state.stacks) == 600 - taken


def test_a_rake_of_your_own() -> None:
    def at_least_three(amount: int, state: State) -> tuple[int, int]:
        return 3, amount - 3

    assert sum(split(int, rake=at_least_three).stacks) == 597
    with pytest.raises(RuleError):
        split(int, rake=lambda amount, state: (3, amount))


# Section: Methods and Attributes


@pytest.fixture(scope="module")
def flop() -> State:
    """Return a state on the flop, after the big blind has folded."""
    state = NoLimitTexasHoldem.create_state(BY_HAND, True, 1, (1, 2), 2, (200, 100, 50), 3)
    for cards in ("AsKs", "QdQh", "7c2d"):
        state.deal_hole(cards)
    state.check_or_call()
    state.complete_bet_or_raise_to(6)
    state.fold()
    state.check_or_call()
    state.burn_card("??")
    state.deal_board("AdJh4c")
    return state


def plain(value: Any) -> Any:
    """Return a value with texts for cards, and lists for what is gone through."""
    if isinstance(value, Card):
        return repr(value)
    if isinstance(value, str | bytes | type) or not hasattr(value, "__iter__"):
        return value
    return [plain(one) for one in value]


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_attribute_or_method(name: str, flop: State) -> None:
    expected = ATTRIBUTES[name]
    value = getattr(flop, name)
    if name in METHODS:
        value = value(*METHODS[name])
    if callable(expected):
        assert expected(flop, value)
    else:
        assert plain(value) == expected
