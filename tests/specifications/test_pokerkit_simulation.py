"""PokerKit's page on simulation, up to the streets of games: how states are made.

The rest of the page is in the modules with `_parameters`, `_operations` and `_betting` after this
one's name, in this order.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from typing import Any

import pytest

import croupier
from croupier import (
    BettingStructure,
    Card,
    Deck,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    KuhnPokerHand,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    State,
    Street,
)
from croupier.errors import SetupError

from .documents import (
    read_document,
    rst_grids,
    rst_programs,
    rst_sections,
    rst_tables,
    sections_of,
)
from .pokerkit_tables import (
    ALL,
    ATTRIBUTES,
    AUTOMATIONS,
    BY_HAND,
    DEFINITIONS,
    HELPERS,
    OPERATIONS,
    PARAMETERS,
    PHASES,
    TRIPLETS,
    VARIANTS,
    parameters_of,
)

DOCUMENT = "pokerkit-simulation.rst"


def test_the_sections_are_those_of_the_document() -> None:
    found = sections_of(
        __file__,
        "test_pokerkit_simulation_parameters.py",
        "test_pokerkit_simulation_operations.py",
        "test_pokerkit_simulation_betting.py",
    )
    assert found == rst_sections(read_document(DOCUMENT))


def name_of(reference: str) -> str:
    """Return the last part of what a cell of a table refers to."""
    return reference.strip("`").rpartition(".")[2] if "pokerkit." in reference else reference


def test_the_tables_are_those_of_the_document() -> None:
    tables = [
        [[name_of(cell) for cell in row] for row in table]
        for table in rst_tables(read_document(DOCUMENT))
    ]
    variants, attributes, phases, triplets, *helpers, speed = tables
    assert {row[1]: row[0] for row in variants} == VARIANTS
    assert [row[0] for row in attributes] == [*ATTRIBUTES]
    assert [row[0] for row in phases] == list(PHASES)
    assert [tuple(row[1:]) for row in triplets] == [
        (verifier, querier) for verifier, querier, _ in TRIPLETS
    ]
    assert [[row[0] for row in table] for table in helpers] == list(HELPERS.values())
    assert speed == [["Speed (# hands/s)", "847.31"]]


def test_the_grids_are_those_of_the_document() -> None:
    grids = [
        [[name_of(cell) for cell in row] for row in grid]
        for grid in rst_grids(read_document(DOCUMENT))
    ]
    definitions, parameters, operations, automations = grids
    # Streets have rows of their own.
    assert [row[-2] for row in definitions[1:]] == list(DEFINITIONS)
    assert [row[0] for row in parameters] == list(PARAMETERS)
    assert [tuple(row[-2:]) for row in operations[1:]] == list(OPERATIONS)
    assert {row[0]: row[1] for row in automations[1:]} == AUTOMATIONS


def test_every_program_runs() -> None:
    programs = rst_programs(read_document(DOCUMENT))
    assert len(programs) == 11
    # Later programs go on with the names of earlier ones.
    names: dict[str, object] = {}
    sketches = []
    for number, program in enumerate(programs):
        if "..." in program:
            # Three dots stand for what the reader knows: a sketch, not a program.
            sketches.append(number)
            continue
        exec(program.replace("pokerkit", "croupier"), names)
    assert sketches == [10]
    assert type(names["state"]).__module__.startswith("croupier.")


def test_every_name_is_where_pokerkit_has_it() -> None:
    text = read_document(DOCUMENT)
    # The page says `state.runout_count` once where it means `state.State.runout_count`.
    found = set(re.findall(r"`pokerkit\.(\w+)\.([\w.]+)`", text)) - {("state", "runout_count")}
    assert len(found) > 150
    for module, path in found:
        value: Any = importlib.import_module(f"croupier.{module}")
        for name in path.split("."):
            value = getattr(value, name)


# Section: Game Simulation
# Section: Initialization
# Section: Pre-Defined Games


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_there_and_played(name: str) -> None:
    game = getattr(croupier, name)
    assert getattr(importlib.import_module("croupier.games"), name) is game
    bets = [2, 4] if name.startswith("Fixed") else [2]
    forced = [1] if "bring_in" in parameters_of(name) else [(1, 2)]
    state = game.create_state(ALL, True, 1, *forced, *bets, 200, 3, seed=1)
    while state.status:
        if state.stander_pat_or_discarder_index is not None:
            state.stand_pat_or_discard()
        elif state.can_post_bring_in():
            state.post_bring_in()
        else:
            state.check_or_call()
    assert sum(state.stacks) == 600 and sum(state.payoffs) == 0


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_accepts_its_parameters(name: str) -> None:
    found = parameters_of(name)
    assert found[:3] == ["automations", "ante_trimming_status", "raw_antes"]
    is_stud = "Stud" in name or "Razz" in name
    # Button games have blinds or straddles, stud games bring-ins.
    assert found[3] == ("bring_in" if is_stud else "raw_blinds_or_straddles")
    # Fixed-limit games have small and big bets, others a smallest one.
    bets = ["small_bet", "big_bet"] if name.startswith("Fixed") else ["min_bet"]
    assert found[4:][: len(bets) + 2] == [*bets, "raw_starting_stacks", "player_count"]


@pytest.mark.parametrize(
    ("game", "arguments", "stacks"),
    [
        (
            FixedLimitDeuceToSevenLowballTripleDraw,
            (True, 0, (75000, 150000), 150000, 300000),
            (1180000, 4340000, 5910000, 10765000),
        ),
        (NoLimitTexasHoldem, (True, 500, (1000, 2000), 2000), (1125600, 2000000, 553500)),
    ],
)
def test_an_instance_is_a_factory_of_states(
    game: Any, arguments: tuple[Any, ...], stacks: tuple[int, ...]
) -> None:
    state = game.create_state(BY_HAND, *arguments, stacks, len(stacks), seed=1)
    assert game(BY_HAND, *arguments)(stacks, len(stacks), seed=1) == state
    assert state.starting_stacks == stacks
    assert state.blinds_or_straddles[:2] == arguments[2]
    assert state.antes == (arguments[1],) * len(stacks)


# Section: Why Specify the Number of Players?


@pytest.mark.parametrize(
    "stacks", [(200, 200, 200, 200), [200, 200, 200, 200], {0: 200, 1: 200, 2: 200, 3: 200}, 200]
)
def test_chips_may_be_given_in_many_ways(stacks: Any) -> None:
    game = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)
    assert game(stacks, 4, seed=1) == game((200,) * 4, 4, seed=1)


# Section: Defining States from Scratch


def kuhn(**more: Any) -> State:
    return State(
        ALL,
        Deck.KUHN_POKER,
        (KuhnPokerHand,),
        (Street(False, (False,), 0, False, Opening.POSITION, 1, None),),
        BettingStructure.FIXED_LIMIT,
        True,
        (1,) * 2,
        (0,) * 2,
        0,
        (2,) * 2,
        2,
        **more,
    )


def test_a_variant_is_composed_of_its_definitions() -> None:
    state = kuhn()
    for name in (*DEFINITIONS.values(), *PARAMETERS.values()):
        assert hasattr(state, name) or name in Street._fields
    assert set(Street._fields) < set(DEFINITIONS.values())


def test_kuhn_poker_is_played() -> None:
    state = kuhn(seed=3)
    assert len(state.deck) == 3 and state.pot_amounts is not None
    state.complete_bet_or_raise_to()
    state.check_or_call()
    assert not state.status and sorted(state.stacks) == [0, 4]


# Section: What Is Ante Trimming Status?


@pytest.mark.parametrize(("trimming", "won"), [(False, 13), (True, 9)])
def test_who_pays_a_smaller_ante_wins_all_or_a_part(trimming: bool, won: int) -> None:
    state = NoLimitTexasHoldem.create_state(BY_HAND, trimming, 5, (1, 2), 2, (3, 100, 100), 3)
    for cards in ("AsAh", "7c2d", "KsKh"):
        state.deal_hole(cards)
    state.complete_bet_or_raise_to(10)
    state.fold()
    for cards in ("3c4d9h", "Jc", "Js"):
        state.burn_card("??")
        state.deal_board(cards)
    assert state.stacks[0] == won


def test_a_big_blind_ante_is_not_trimmed() -> None:
    state = NoLimitTexasHoldem.create_state(BY_HAND, False, (0, 3), (1, 2), 2, 100, 3)
    for cards in ("AsAh", "7c2d", "KsKh"):
        state.deal_hole(cards)
    state.fold()
    state.complete_bet_or_raise_to(6)
    state.fold()
    # The small blind wins the ante of the big blind as well.
    assert state.stacks == [105, 95, 100]


# Section: Position


def test_positions_are_counted_from_the_small_blind() -> None:
    state = NoLimitTexasHoldem.create_state(BY_HAND, True, 0, (1, 2), 2, 200, 5)
    assert state.bets == [1, 2, 0, 0, 0]
    dealt = [state.deal_hole().player_index for _ in range(10)]
    # The n'th player is the n'th to be dealt a card.
    assert dealt == [0, 1, 2, 3, 4] * 2
    order = [state.check_or_call().player_index for _ in range(5)]
    assert order == [2, 3, 4, 0, 1]
    state.burn_card()
    state.deal_board()
    # The button is the last.
    assert list(state.actor_indices) == [0, 1, 2, 3, 4]


# Section: Automation


def test_everything_but_the_players_actions_can_be_automated() -> None:
    state = NoLimitTexasHoldem.create_state(ALL, True, 1, (1, 2), 2, 200, 2, seed=1)
    asked = 0
    while state.status:
        assert state.actor_index is not None
        state.check_or_call()
        asked += 1
    assert asked == 8


def test_dealing_can_be_left_to_the_user() -> None:
    state = NoLimitTexasHoldem.create_state(BY_HAND, True, 1, (1, 2), 2, 200, 2)
    assert state.can_deal_hole("AsKs") and state.actor_index is None


def test_nothing_need_be_automated() -> None:
    state = NoLimitTexasHoldem.create_state((), True, 1, (1, 2), 2, 200, 2)
    state.post_ante()
    state.post_ante()
    state.collect_bets()
    state.post_blind_or_straddle()
    state.post_blind_or_straddle()
    for _ in range(4):
        state.deal_hole()
    state.complete_bet_or_raise_to(10)
    state.fold()
    state.collect_bets()
    state.push_chips()
    state.pull_chips()
    assert not state.status and len(state.operations) == 14


# Section: Deck


def test_the_deck_is_shuffled() -> None:
    states = [NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 9, 2) for _ in range(3)]
    orders = {tuple(state.deck_cards) for state in states}
    assert len(orders) == 3
    assert all(set(order) == set(Deck.STANDARD) and len(order) == 52 for order in orders)


def test_standard_and_regular_decks_differ_in_their_order_only() -> None:
    assert Counter(Deck.STANDARD) == Counter(Deck.REGULAR) and len(Deck.STANDARD) == 52
    assert tuple(Deck.STANDARD) != tuple(Deck.REGULAR)
    assert str(Deck.STANDARD[-1].rank) == "A" and str(Deck.REGULAR[0].rank) == "A"


@pytest.mark.parametrize("name", VARIANTS)
def test_regular_decks_are_for_games_in_which_aces_are_low(name: str) -> None:
    is_low = name in ("FixedLimitBadugi", "FixedLimitRazz")
    assert (tuple(getattr(croupier, name).deck) == tuple(Deck.REGULAR)) == is_low


def test_decks_are_tuples_that_users_may_define() -> None:
    deck = tuple(Card.parse("AsKsQsJs"))
    state = kuhn_with(deck)
    assert state.deck == deck and set(state.deck_cards) | {
        card for hand in state.hole_cards for card in hand
    } == set(deck)


def kuhn_with(deck: tuple[Card, ...]) -> State:
    state = kuhn()
    arguments = (state.betting_structure, True, (1, 1), (0, 0), 0, (2, 2), 2)
    return State(ALL, deck, state.hand_types, state.streets, *arguments)


# Section: Hand Types


def test_hand_types_of_games() -> None:
    assert NoLimitTexasHoldem.hand_types == (StandardHighHand,)
    game = croupier.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    assert game.hand_types == (OmahaHoldemHand, OmahaEightOrBetterLowHand)


# Section: Streets


def streets_of(*rows: tuple[Any, ...]) -> tuple[Street, ...]:
    return tuple(Street(*row) for row in rows)


POSITION, LOW_HAND, HIGH_CARD = Opening.POSITION, Opening.LOW_HAND, Opening.HIGH_CARD


def test_the_streets_of_holdem_and_razz() -> None:
    assert NoLimitTexasHoldem((), True, 0, (1, 2), 2).streets == streets_of(
        (False, (False, False), 0, False, POSITION, 2, None),
        (True, (), 3, False, POSITION, 2, None),
        (True, (), 1, False, POSITION, 2, None),
        (True, (), 1, False, POSITION, 2, None),
    )
    assert FixedLimitRazz((), True, 0, 1, 2, 4).streets == streets_of(
        (False, (False, False, True), 0, False, HIGH_CARD, 2, 4),
        (True, (True,), 0, False, LOW_HAND, 2, 4),
        (True, (True,), 0, False, LOW_HAND, 4, 4),
        (True, (True,), 0, False, LOW_HAND, 4, 4),
        (True, (False,), 0, False, LOW_HAND, 4, 4),
    )


@pytest.mark.parametrize(
    "row",
    [
        pytest.param((False, (), 0, False, POSITION, 2, None), id="nothing is dealt"),
        pytest.param((False, (False,), -1, False, POSITION, 2, None), id="fewer cards than none"),
        pytest.param((False, (False,), 0, True, POSITION, 2, None), id="dealt and drawn"),
        pytest.param((False, (False,), 0, False, POSITION, 0, None), id="no smallest bet"),
        pytest.param((False, (False,), 0, False, POSITION, 2, -1), id="fewer raises than none"),
    ],
)
def test_streets_are_checked(row: tuple[Any, ...]) -> None:
    with pytest.raises(SetupError):
        Street(*row)
