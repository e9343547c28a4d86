"""Set-ups of hands, as plain data, and the states of either library that they stand for.

Both states must hold the same deck right after construction. A constructor that deals would leave
no time for that, so set-ups that deal automatically have one kind of forced bet posted by hand,
which stops the constructor before the first card; then the deck is put in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from inspect import getsource
from math import inf
from types import SimpleNamespace
from typing import Any

from differential.quick_pokerkit import CARDS

AUTOMATIONS = (
    "ANTE_POSTING",
    "BET_COLLECTION",
    "BLIND_OR_STRADDLE_POSTING",
    "CARD_BURNING",
    "HOLE_DEALING",
    "BOARD_DEALING",
    "RUNOUT_COUNT_SELECTION",
    "HOLE_CARDS_SHOWING_OR_MUCKING",
    "HAND_KILLING",
    "CHIPS_PUSHING",
    "CHIPS_PULLING",
)
DEALING = {"CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING"}

# What one unit is in each type of chips. All sums of these are exact in their type.
CHIPS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "float": lambda units: units / 4,
    "Decimal": lambda units: Decimal(units).scaleb(-1),
    "Fraction": lambda units: Fraction(units, 4),
}
# How many units are one chip: where integers stand beside other types, all amounts are whole.
WHOLE = {"int": 1, "float": 4, "Decimal": 10, "Fraction": 4}
PARTS_OF_STAKES = ("antes", "blinds", "bring_in", "bets", "stacks")
EXACT = {"int", "Fraction"}
PERCENTAGES: dict[str, Any] = {
    "int": 0.05,
    "float": 0.0625,
    "Decimal": Decimal("0.05"),
    "Fraction": Fraction(1, 20),
}


# Divisions of amounts that are not the libraries' own. All of them add up.


def whole_fives(amount: Any, count: int) -> tuple[Any, Any]:
    """Share out five chips at a time."""
    share = amount // count // 5 * 5
    return share, amount - share * count


def all_to_the_first(amount: Any, count: int) -> tuple[Any, Any]:
    """Leave everything to the first one."""
    return amount * 0, amount


DIVISIONS: dict[str, Callable[[Any, int], tuple[Any, Any]]] = {
    "whole_fives": whole_fives,
    "all_to_the_first": all_to_the_first,
}


def flat_fee(amount: Any, state: Any = None) -> tuple[Any, Any]:
    """Take one chip, or what there is."""
    fee = min(amount, amount // amount)
    return fee, amount - fee


@dataclass(frozen=True)
class Kind:
    """The needs of a game of the library: its forced bets, its number of bet sizes, its players."""

    forced: str
    bet_sizes: int
    most_players: int
    weight: int = 1


GAMES: dict[str, Kind] = {
    "FixedLimitTexasHoldem": Kind("blinds", 2, 9),
    "NoLimitTexasHoldem": Kind("blinds", 1, 9),
    "NoLimitRoyalHoldem": Kind("blinds", 1, 6),
    "NoLimitShortDeckHoldem": Kind("blinds", 1, 9),
    "PotLimitOmahaHoldem": Kind("blinds", 1, 5),
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": Kind("blinds", 2, 5),
    "FixedLimitSevenCardStud": Kind("bring-in", 2, 9),
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": Kind("bring-in", 2, 8),
    "FixedLimitRazz": Kind("bring-in", 2, 8),
    "NoLimitDeuceToSevenLowballSingleDraw": Kind("blinds", 1, 7),
    "FixedLimitDeuceToSevenLowballTripleDraw": Kind("blinds", 2, 6),
    "FixedLimitBadugi": Kind("blinds", 2, 7),
    "KuhnPoker": Kind("antes", 1, 3),
    "LeducHoldem": Kind("antes", 2, 4),
    "RhodeIslandHoldem": Kind("antes", 2, 6),
    "RoyalRhodeIslandHoldem": Kind("antes", 2, 6),
    "Numeral211Holdem": Kind("antes", 2, 6),
}
NAMES = ("State", *GAMES)

HighLow = "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"


PARTS = ("utilities", "hands", "state", "games")


@cache
def library(name: str) -> SimpleNamespace:
    """Return the names of a library that set-ups need: `pokerkit` or `croupier`."""
    parts = {part: import_module(f"{name}.{part}") for part in PARTS}
    games = {game: getattr(parts["games"], game) for game in GAMES}
    if name == "pokerkit":
        # There, fixed-limit Omaha hi-lo is pot-limit and has no cap.
        limited = (parts["games"].FixedLimitPokerMixin, games[HighLow])
        games[HighLow] = type(HighLow, limited, {"__module__": __name__})
    if name == "croupier":
        # Rules of card rooms have tests of their own.
        rules = {"rules": parts["state"].Rules.POKERKIT}
        games = {key: type(key, (game,), rules) for key, game in games.items()}
    return SimpleNamespace(name=name, game_classes=games, **parts)


@dataclass(frozen=True)
class Setup:
    """A hand before it begins: amounts in units, everything else by name."""

    game: str
    player_count: int
    stacks: tuple[float, ...]
    antes: Any
    blinds: Any
    bring_in: int
    bets: tuple[int, ...]
    trimming: bool
    mode: str
    board_count: int
    automations: tuple[str, ...]
    chips: str
    rake: dict[str, Any] | None
    deck: tuple[str, ...] = ()
    in_place: bool = False
    # The stakes that are integers, beside others of another type.
    whole: tuple[str, ...] = ()
    division: str = ""
    # Whether cards are dealt now and then that are somewhere else already.
    duplicates: bool = False
    # For a plain `State` only.
    deck_name: str = ""
    hand_types: tuple[str, ...] = ()
    streets: tuple[tuple[Any, ...], ...] = ()
    structure: str = ""

    @property
    def unit(self) -> Any:
        """The smallest amount that is bet."""
        return CHIPS[self.chips](1)

    def amount(self, units: Any, part: str = "") -> Any:
        if units == inf:
            return Decimal("inf") if self.chips == "Decimal" else inf
        if part in self.whole:
            return units
        return CHIPS[self.chips](units * WHOLE[self.chips] if self.whole else units)

    def amounts(self, part: str) -> Any:
        units = getattr(self, part)
        if isinstance(units, dict):
            return {index: self.amount(value, part) for index, value in units.items()}
        if isinstance(units, tuple):
            return tuple(self.amount(value, part) for value in units)
        return self.amount(units, part)

    @property
    def is_exact(self) -> bool:
        return self.chips in EXACT

    @property
    def has_antes(self) -> bool:
        return any_of(self.antes)

    @property
    def has_blinds(self) -> bool:
        return any_of(self.blinds)

    @property
    def rake_options(self) -> dict[str, Any] | None:
        if self.rake is None or "flat" in self.rake:
            return None
        options = dict(self.rake, percentage=PERCENTAGES[self.chips])
        if "cap" in options:
            options["cap"] = self.amount(options["cap"])
        return options


def any_of(units: Any) -> bool:
    """Return whether there is anything to pay."""
    if isinstance(units, dict):
        return any(units.values())
    return any(units) if isinstance(units, tuple) else bool(units)


def construct(name: str, setup: Setup) -> Any:
    """Return a new state of a library, with its deck as it comes."""
    its = library(name)
    automations = tuple(its.state.Automation[automation] for automation in setup.automations)
    options: dict[str, Any] = {
        "mode": its.state.Mode[setup.mode],
        "starting_board_count": setup.board_count,
    }
    if setup.rake_options is not None:
        options["rake"] = partial(its.utilities.rake, **setup.rake_options)
    elif setup.rake is not None:
        options["rake"] = flat_fee
    if setup.division:
        options["divmod"] = DIVISIONS[setup.division]
    antes, blinds, bring_in, bets, stacks = map(setup.amounts, PARTS_OF_STAKES)
    if setup.game == "State":
        streets = tuple(
            its.state.Street(
                burn, hole, board, draw, its.state.Opening[opening], setup.amount(bet, "bets"), most
            )
            for burn, hole, board, draw, opening, bet, most in setup.streets
        )
        if name == "croupier":
            options["rules"] = its.state.Rules.POKERKIT
        return its.state.State(
            automations,
            its.utilities.Deck[setup.deck_name],
            tuple(getattr(its.hands, hand_type) for hand_type in setup.hand_types),
            streets,
            its.state.BettingStructure[setup.structure],
            setup.trimming,
            antes,
            blinds,
            bring_in,
            stacks,
            setup.player_count,
            **options,
        )
    forced = {"blinds": [blinds], "bring-in": [bring_in], "antes": []}[GAMES[setup.game].forced]
    return its.game_classes[setup.game].create_state(
        automations, setup.trimming, antes, *forced, *bets, stacks, setup.player_count, **options
    )


def build(name: str, setup: Setup) -> Any:
    """Return the state of a library at the beginning of the hand, its deck in order."""
    state = construct(name, setup)
    put_deck(name, state, setup.deck, in_place=setup.in_place)
    return state


@cache
def cards_of(name: str) -> dict[str, Any]:
    """Return the cards of a library by their text."""
    if name == "pokerkit":
        return dict(CARDS)
    return {text: next(library(name).utilities.Card.parse(text)) for text in CARDS}


def put_deck(name: str, state: Any, deck: Any, *, in_place: bool = False) -> None:
    """Put the deck in an order: a new one, or the one that is there."""
    cards = tuple(map(cards_of(name).__getitem__, deck))
    if in_place:
        state.deck_cards.clear()
        state.deck_cards.extend(cards)
    else:
        state.deck_cards = deque(cards)


def script(name: str, setup: Setup, moves: list[Any]) -> str:
    """Return Python code that plays a hand in a library."""
    automations = ", ".join(f"Automation.{automation}" for automation in setup.automations)
    automations += "," if len(setup.automations) == 1 else ""
    options = f"mode=Mode.{setup.mode}, starting_board_count={setup.board_count}"
    if setup.rake_options is not None:
        named = ", ".join(f"{key}={value!r}" for key, value in setup.rake_options.items())
        options += f", rake=partial(rake, {named})"
    own = []
    if setup.rake is not None and setup.rake_options is None:
        options += ", rake=flat_fee"
        own.append(getsource(flat_fee))
    if setup.division:
        options += f", divmod={setup.division}"
        own.append(getsource(DIVISIONS[setup.division]))
    antes, blinds, bring_in, bets, stacks = map(setup.amounts, PARTS_OF_STAKES)
    if setup.game == "State":
        streets = "".join(
            f"Street({burn}, {hole}, {board}, {draw}, Opening.{opening}, "
            f"{setup.amount(bet, 'bets')!r}, {most}), "
            for burn, hole, board, draw, opening, bet, most in setup.streets
        )
        call = (
            f"State(({automations}), Deck.{setup.deck_name}, ({', '.join(setup.hand_types)},), "
            f"({streets}), BettingStructure.{setup.structure}, {setup.trimming}, {antes!r}, "
            f"{blinds!r}, {bring_in!r}, {stacks!r}, {setup.player_count}, {options})"
        )
    else:
        forced = {"blinds": [blinds], "bring-in": [bring_in], "antes": []}[GAMES[setup.game].forced]
        middle = ", ".join(map(repr, [antes, *forced, *bets, stacks]))
        call = (
            f"{setup.game}.create_state(({automations}), {setup.trimming}, {middle}, "
            f"{setup.player_count}, {options})"
        )
    lines = [
        "from collections import deque",
        "from decimal import Decimal",
        "from fractions import Fraction",
        "from functools import partial",
        "from math import inf",
        "from typing import Any",
        *(f"from {name}.{part} import *" for part in PARTS),
        *own,
        f"state = {call}",
        f"state.deck_cards = deque(Card.parse('{''.join(setup.deck)}'))",
        *(move.code for move in moves),
    ]
    return "\n".join(lines)
