"""The games of PokerKit: the same names, parameters, streets and forced bets."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pokerkit
import pytest

import croupier.games
import croupier.state
from croupier import games
from croupier.games import Poker
from croupier.state import Automation, Mode

FIXED_LIMIT_OMAHA = "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"
THEIRS = {
    name: value
    for name, value in vars(pokerkit.games).items()
    if inspect.isclass(value) and value.__module__ == "pokerkit.games"
}
CONCRETE = sorted(name for name, value in THEIRS.items() if hasattr(value, "create_state"))

BLINDS_ONE_BET: list[tuple[Any, ...]] = [
    (True, 0, (1, 2), 2),
    (False, (0, 3), (1, 3), 3),
    (True, 500, {0: 1000, 1: 2000, 2: 4000}, 4000),
    (True, 1, {-1: 2}, 2),
    (True, 0.25, [0.5, 1.0], 1.0),
]
BLINDS_TWO_BETS: list[tuple[Any, ...]] = [
    (True, 0, (1, 2), 2, 4),
    (False, {1: 200}, (100, 200), 200, 400),
    (True, 1, (0, 0, 2), 2, 5),
    (True, 0, (0.5, 1.0), 1.0, 2.0),
]
BRING_IN: list[tuple[Any, ...]] = [
    (True, 1, 1, 2, 4),
    (True, 0, 5, 20, 40),
    (False, [1, 2, 3], 1, 3, 9),
]
ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "FixedLimitBadugi": BLINDS_TWO_BETS,
    "FixedLimitDeuceToSevenLowballTripleDraw": BLINDS_TWO_BETS,
    FIXED_LIMIT_OMAHA: BLINDS_TWO_BETS,
    "FixedLimitRazz": BRING_IN,
    "FixedLimitSevenCardStud": BRING_IN,
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": BRING_IN,
    "FixedLimitTexasHoldem": BLINDS_TWO_BETS,
    "KuhnPoker": [(), (True,), (False, 2), (True, 1, 3)],
    "LeducHoldem": [(), (True, 2), (True, 1, 3, 5)],
    "NoLimitDeuceToSevenLowballSingleDraw": BLINDS_ONE_BET,
    "NoLimitRoyalHoldem": BLINDS_ONE_BET,
    "NoLimitShortDeckHoldem": BLINDS_ONE_BET,
    "NoLimitTexasHoldem": BLINDS_ONE_BET,
    "Numeral211Holdem": [(), (False, 1, 2, 3)],
    "PotLimitOmahaHoldem": BLINDS_ONE_BET,
    "RhodeIslandHoldem": [(), (False, 1, 2, 3)],
    "RoyalRhodeIslandHoldem": [(), (True, 10, 20, 40)],
}
SMALL: set[type[Poker]] = {
    games.KuhnPoker,
    games.LeducHoldem,
    games.Numeral211Holdem,
    games.RhodeIslandHoldem,
    games.RoyalRhodeIslandHoldem,
}
CASES = [(name, arguments) for name in ARGUMENTS for arguments in ARGUMENTS[name]]
AUTOMATIONS = ("ANTE_POSTING", "CARD_BURNING", "CHIPS_PULLING")
PROPERTIES = (
    "button_status",
    "max_hole_card_count",
    "max_down_card_count",
    "max_up_card_count",
    "max_board_card_count",
    "small_bet",
    "big_bet",
)
STREET_FIELDS = (
    "card_burning_status",
    "hole_dealing_statuses",
    "board_dealing_count",
    "draw_status",
    "min_completion_betting_or_raising_amount",
    "max_completion_betting_or_raising_count",
)


def make(package: Any, name: str, arguments: tuple[Any, ...], **options: Any) -> Any:
    automations = tuple(getattr(package.state.Automation, member) for member in AUTOMATIONS)
    return getattr(package.games, name)(automations, *arguments, **options)


def pair(name: str, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
    return make(croupier, name, arguments), make(pokerkit, name, arguments)


def describe_streets(streets: Any) -> list[dict[str, Any]]:
    described = []
    for street in streets:
        fields = {name: getattr(street, name) for name in STREET_FIELDS}
        described.append({**fields, "opening": street.opening.name})
    return described


def forget_fixed_limit_omaha(name: str, streets: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put PokerKit's missing cap in the place of ours."""
    if name == FIXED_LIMIT_OMAHA:
        for street in streets:
            assert street["max_completion_betting_or_raising_count"] == 4
            street["max_completion_betting_or_raising_count"] = None
    return streets


def describe(parameters: Any, default: Callable[[Any], Any]) -> list[tuple[Any, ...]]:
    return [(p.name, p.kind, default(p.default)) for p in parameters]


def plain(value: Any) -> Any:
    """Return a default so that those of both packages compare."""
    return getattr(value, "__name__", None) or getattr(value, "name", value)


def parameters_of(function: Any) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def without_seed(parameters: list[inspect.Parameter]) -> list[inspect.Parameter]:
    seed = parameters[-1]
    assert (seed.name, seed.kind, seed.default) == ("seed", inspect.Parameter.KEYWORD_ONLY, None)
    return parameters[:-1]


def test_all_games_are_compared() -> None:
    assert sorted(ARGUMENTS) == CONCRETE


@pytest.mark.parametrize("name", sorted(THEIRS))
def test_all_classes_are_here(name: str) -> None:
    ours, theirs = getattr(games, name), THEIRS[name]
    assert name in games.__all__
    bases = [base.__name__ for base in theirs.__mro__ if base.__module__ == "pokerkit.games"]
    if name == FIXED_LIMIT_OMAHA:
        bases[bases.index("PotLimitPokerMixin")] = "FixedLimitPokerMixin"
    assert [base.__name__ for base in ours.__mro__ if base.__name__ in bases] == bases


@pytest.mark.parametrize("name", sorted(THEIRS))
def test_class_variables(name: str) -> None:
    ours, theirs = getattr(games, name), THEIRS[name]
    for variable in ("hole_dealing_count", "low"):
        assert getattr(ours, variable, None) == getattr(theirs, variable, None), variable
    if name != FIXED_LIMIT_OMAHA:
        variable = "max_completion_betting_or_raising_count"
        assert getattr(ours, variable, None) == getattr(theirs, variable, None)
        structure = getattr(theirs, "betting_structure", None)
        assert plain(getattr(ours, "betting_structure", None)) == plain(structure)
    assert list(map(repr, getattr(ours, "deck", ()))) == list(
        map(repr, getattr(theirs, "deck", ()))
    )
    assert [hand_type.__name__ for hand_type in getattr(ours, "hand_types", ())] == [
        hand_type.__name__ for hand_type in getattr(theirs, "hand_types", ())
    ]


@pytest.mark.parametrize("name", [name for name in THEIRS if not name.endswith("Mixin")])
def test_constructors(name: str) -> None:
    ours, theirs = parameters_of(getattr(games, name)), parameters_of(THEIRS[name])
    assert describe(ours, plain) == describe(theirs, plain)


@pytest.mark.parametrize("name", CONCRETE)
def test_methods(name: str) -> None:
    for method in ("create_state", "__call__"):
        ours = parameters_of(getattr(getattr(games, name), method))
        theirs = parameters_of(getattr(THEIRS[name], method))
        assert describe(without_seed(ours), plain) == describe(theirs, plain), method


@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_games(name: str, arguments: tuple[Any, ...]) -> None:
    ours, theirs = pair(name, arguments)
    streets = forget_fixed_limit_omaha(name, describe_streets(ours.streets))
    assert streets == describe_streets(theirs.streets)
    assert [automation.name for automation in ours.automations] == list(AUTOMATIONS)
    for attribute in (
        "ante_trimming_status",
        "raw_antes",
        "raw_blinds_or_straddles",
        "bring_in",
        "starting_board_count",
        *PROPERTIES,
    ):
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    assert ours.mode is Mode.TOURNAMENT
    assert [order.name for order in ours.rank_orders] == [
        order.name for order in theirs.rank_orders
    ]
    if theirs.small_bet == theirs.big_bet:
        assert ours.min_bet == theirs.min_bet
    else:
        with pytest.raises(ValueError, match="minimum bet"):
            _ = ours.min_bet


@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_states(name: str, arguments: tuple[Any, ...]) -> None:
    ours, theirs = (game(1000, 3) for game in pair(name, arguments))
    for attribute in (
        "ante_trimming_status",
        "antes",
        "blinds_or_straddles",
        "starting_stacks",
        "bring_in",
        "player_count",
        "starting_board_count",
    ):
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    streets = forget_fixed_limit_omaha(name, describe_streets(ours.streets))
    assert streets == describe_streets(theirs.streets)
    for attribute in ("automations", "hand_types"):
        assert sorted(map(plain, getattr(ours, attribute))) == sorted(
            map(plain, getattr(theirs, attribute))
        ), attribute
    assert sorted(map(repr, ours.deck)) == sorted(map(repr, theirs.deck))
    assert ours.mode.name == theirs.mode.name
    if name != FIXED_LIMIT_OMAHA:
        assert ours.betting_structure.name == theirs.betting_structure.name


@pytest.mark.parametrize("name", CONCRETE)
def test_create_state_is_the_game_called(name: str) -> None:
    cls = getattr(games, name)
    arguments = ARGUMENTS[name][0]
    stacks = () if cls in SMALL else (100, 3)
    automations = (Automation.ANTE_POSTING,)
    options: dict[str, Any] = {"mode": Mode.CASH_GAME, "starting_board_count": 2}
    created = cls.create_state(automations, *arguments, *stacks, **options, seed=5)
    called = cls(automations, *arguments, **options)(*stacks, seed=5)
    for attribute in (
        "automations",
        "deck",
        "hand_types",
        "streets",
        "betting_structure",
        "ante_trimming_status",
        "antes",
        "blinds_or_straddles",
        "bring_in",
        "starting_stacks",
        "player_count",
        "mode",
        "starting_board_count",
        "divmod",
        "rake",
        "operations",
    ):
        assert getattr(created, attribute) == getattr(called, attribute), attribute
    assert created.mode is Mode.CASH_GAME
    assert created.starting_board_count == 2


@pytest.mark.parametrize("name", sorted(cls.__name__ for cls in SMALL))
def test_small_games_need_automations_only(name: str) -> None:
    ours = getattr(games, name).create_state(())
    theirs = getattr(pokerkit, name).create_state(())
    called = getattr(games, name)(())()
    assert ours.starting_stacks == theirs.starting_stacks == called.starting_stacks
    assert ours.antes == theirs.antes == called.antes


def test_parameters_go_by_keyword() -> None:
    state = games.NoLimitTexasHoldem.create_state(
        automations=(),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        min_bet=2,
        raw_starting_stacks=200,
        player_count=2,
    )
    assert state.starting_stacks == (200, 200)
    stud = games.FixedLimitRazz.create_state(
        automations=(),
        ante_trimming_status=True,
        raw_antes=1,
        bring_in=1,
        small_bet=2,
        big_bet=4,
        raw_starting_stacks=200,
        player_count=2,
    )
    assert stud.bring_in == 1


def test_leduc_ignores_the_stacks_of_the_game() -> None:
    assert games.LeducHoldem((), True, 1, 2, 4, 99)().starting_stacks == (13, 13)
