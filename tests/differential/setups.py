"""Random set-ups of hands, as plain data, and the states of either library that they stand for.

Both states must hold the same deck right after construction. A constructor that deals would leave
no time for that, so set-ups that deal automatically have one kind of forced bet posted by hand,
which stops the constructor before the first card; then the deck is put in order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from random import Random
from types import SimpleNamespace
from typing import Any

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
MOST_RUNOUTS = 3

# What one unit is in each type of chips. All sums of these are exact in their type.
CHIPS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "float": lambda units: units / 4,
    "Decimal": lambda units: Decimal(units).scaleb(-1),
    "Fraction": lambda units: Fraction(units, 4),
}
EXACT = {"int", "Fraction"}
PERCENTAGES: dict[str, Any] = {
    "int": 0.05,
    "float": 0.0625,
    "Decimal": Decimal("0.05"),
    "Fraction": Fraction(1, 20),
}


@dataclass(frozen=True)
class Kind:
    """What a game of the library needs: its forced bets, its number of bet sizes, its players."""

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
    return SimpleNamespace(name=name, game_classes=games, **parts)


@dataclass(frozen=True)
class Setup:
    """A hand before it begins: amounts in units, everything else by name."""

    game: str
    player_count: int
    stacks: tuple[int, ...]
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
    # For a plain `State` only.
    deck_name: str = ""
    hand_types: tuple[str, ...] = ()
    streets: tuple[tuple[Any, ...], ...] = ()
    structure: str = ""

    def amount(self, units: int) -> Any:
        return CHIPS[self.chips](units)

    def amounts(self, units: Any) -> Any:
        if isinstance(units, dict):
            return {index: self.amount(value) for index, value in units.items()}
        if isinstance(units, tuple):
            return tuple(self.amount(value) for value in units)
        return self.amount(units)

    @property
    def is_exact(self) -> bool:
        return self.chips in EXACT

    @property
    def has_antes(self) -> bool:
        return _any(self.antes)

    @property
    def has_blinds(self) -> bool:
        return _any(self.blinds)

    @property
    def rake_options(self) -> dict[str, Any] | None:
        if self.rake is None:
            return None
        options = dict(self.rake, percentage=PERCENTAGES[self.chips])
        if "cap" in options:
            options["cap"] = self.amount(options["cap"])
        return options


def _any(units: Any) -> bool:
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
    antes, blinds = setup.amounts(setup.antes), setup.amounts(setup.blinds)
    bring_in, bets = setup.amount(setup.bring_in), setup.amounts(setup.bets)
    stacks = setup.amounts(setup.stacks)
    if setup.game == "State":
        streets = tuple(
            its.state.Street(
                burn, hole, board, draw, its.state.Opening[opening], setup.amount(bet), most
            )
            for burn, hole, board, draw, opening, bet, most in setup.streets
        )
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


def put_deck(name: str, state: Any, deck: Any, *, in_place: bool = False) -> None:
    """Put the deck in an order: a new one, or the one that is there."""
    cards = tuple(library(name).utilities.Card.parse("".join(deck)))
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
    antes, blinds = setup.amounts(setup.antes), setup.amounts(setup.blinds)
    bring_in, stacks = setup.amount(setup.bring_in), setup.amounts(setup.stacks)
    if setup.game == "State":
        streets = "".join(
            f"Street({burn}, {hole}, {board}, {draw}, Opening.{opening}, "
            f"{setup.amount(bet)!r}, {most}), "
            for burn, hole, board, draw, opening, bet, most in setup.streets
        )
        call = (
            f"State(({automations}), Deck.{setup.deck_name}, ({', '.join(setup.hand_types)},), "
            f"({streets}), BettingStructure.{setup.structure}, {setup.trimming}, {antes!r}, "
            f"{blinds!r}, {bring_in!r}, {stacks!r}, {setup.player_count}, {options})"
        )
    else:
        forced = {"blinds": [blinds], "bring-in": [bring_in], "antes": []}[GAMES[setup.game].forced]
        middle = ", ".join(map(repr, [antes, *forced, *setup.amounts(setup.bets), stacks]))
        call = (
            f"{setup.game}.create_state(({automations}), {setup.trimming}, {middle}, "
            f"{setup.player_count}, {options})"
        )
    lines = [
        "from collections import deque",
        "from decimal import Decimal",
        "from fractions import Fraction",
        "from functools import partial",
        *(f"from {name}.{part} import *" for part in PARTS),
        f"state = {call}",
        f"state.deck_cards = deque(Card.parse('{''.join(setup.deck)}'))",
        *(move.code for move in moves),
    ]
    return "\n".join(lines)


def draw(rng: Random, game: str) -> Setup:
    """Return a random set-up of a game."""
    setup = _draw_custom(rng) if game == "State" else _draw_game(rng, game)
    state = construct("pokerkit", setup)
    deck = [repr(card) for card in state.deck_cards]
    deck.sort()
    rng.shuffle(deck)
    automations = _draw_automations(rng)
    if DEALING & automations and cards_needed(state) > len(deck):
        automations -= DEALING
    if DEALING & automations:
        if setup.has_antes:
            automations.discard("ANTE_POSTING")
        elif setup.has_blinds:
            automations.discard("BLIND_OR_STRADDLE_POSTING")
        else:
            automations -= DEALING
    ordered = tuple(automation for automation in AUTOMATIONS if automation in automations)
    return replace(setup, deck=tuple(deck), automations=ordered, in_place=rng.random() < 0.2)


def cards_needed(state: Any) -> int:
    """Return how many cards a hand takes at most, of which none comes back."""
    hole, all_cards = 0, 0
    runouts = MOST_RUNOUTS if state.mode.name == "CASH_GAME" else 1
    for street in state.streets:
        hole += len(street.hole_dealing_statuses)
        all_cards += state.player_count * len(street.hole_dealing_statuses)
        all_cards += state.player_count * hole * street.draw_status
        all_cards += runouts * state.starting_board_count * street.board_dealing_count
        all_cards += runouts * street.card_burning_status
    return all_cards


def _draw_automations(rng: Random) -> set[str]:
    which = rng.random()
    if which < 0.4:
        return set(AUTOMATIONS)
    if which < 0.55:
        return set()
    share = rng.choice([0.3, 0.6, 0.85])
    return {automation for automation in AUTOMATIONS if rng.random() < share}


def _draw_players(rng: Random, most: int) -> int:
    few = rng.choice([2, 2, 2, 3, 3, 3, 4])
    return min(most, few if rng.random() < 0.85 else rng.randint(2, 9))


def _draw_stacks(rng: Random, count: int, bet: int) -> tuple[int, ...]:
    sizes = [
        lambda: rng.randint(1, 2 * bet),
        lambda: rng.randint(1, 6 * bet),
        lambda: rng.randint(bet, 20 * bet),
        lambda: rng.randint(10 * bet, 100 * bet),
        lambda: 12 * bet,
    ]
    return tuple(rng.choice(sizes)() for _ in range(count))


def _draw_antes(rng: Random, count: int, bet: int, *, needed: bool) -> Any:
    small = rng.randint(1, max(1, bet // 2))
    kinds = [
        small,
        small,
        {rng.choice([0, 1, -1]): bet},
        tuple(rng.randint(0, bet) for _ in range(count)),
    ]
    if not needed and rng.random() < 0.6:
        return 0
    antes = rng.choice(kinds)
    return antes if _any(antes) else small


def _draw_blinds(rng: Random, count: int, bet: int) -> Any:
    small = max(1, bet // 2)
    blinds = [small, bet] + [0] * (count - 2)
    which = rng.random()
    if which < 0.15 and count > 2:
        blinds[2] = 2 * bet
    elif which < 0.25 and count > 3:
        blinds[rng.randrange(2, count)] = -bet
        if rng.random() < 0.5:
            blinds[0] = 0
    elif which < 0.3:
        return {-1: bet}
    elif which < 0.35:
        return {0: bet} if count == 2 else {1: bet}
    elif which < 0.4:
        return tuple(rng.choice([0, 0, 1, bet, -bet, 2 * bet]) for _ in range(count))
    return tuple(blinds)


def _draw_options(rng: Random) -> dict[str, Any]:
    raked: dict[str, Any] | None = None
    if rng.random() < 0.2:
        raked = {}
        if rng.random() < 0.5:
            raked["cap"] = rng.randint(1, 6)
        if rng.random() < 0.5:
            raked["no_flop_no_drop"] = True
    return {
        "trimming": rng.random() < 0.5,
        "mode": rng.choice(["TOURNAMENT", "CASH_GAME"]),
        "automations": (),
        "chips": rng.choice(["int"] * 7 + ["float", "Decimal", "Fraction"]),
        "rake": raked,
    }


def _draw_game(rng: Random, game: str) -> Setup:
    kind = GAMES[game]
    count = _draw_players(rng, kind.most_players)
    bet = rng.choice([2, 2, 2, 3, 4, 10])
    antes = _draw_antes(rng, count, bet, needed=kind.forced == "antes")
    blinds: Any = 0
    if kind.forced == "blinds":
        blinds = _draw_blinds(rng, count, bet)
        if not _any(antes) and not _any(blinds):
            antes = 1
        elif _any(antes) and rng.random() < 0.15:
            blinds = 0
    boards = 2 if rng.random() < 0.15 else 1
    if game in ("LeducHoldem", "KuhnPoker") or (game == "NoLimitRoyalHoldem" and count > 2):
        boards = 1
    return Setup(
        game=game,
        player_count=count,
        stacks=_draw_stacks(rng, count, bet),
        antes=antes,
        blinds=blinds,
        bring_in=rng.randint(1, bet - 1) if kind.forced == "bring-in" else 0,
        bets=(bet, rng.choice([bet, 2 * bet]))[: kind.bet_sizes],
        board_count=boards,
        **_draw_options(rng),
    )


BOARD_GAMES = [
    ("STANDARD", ("StandardHighHand",), (1, 2, 3)),
    ("ROYAL_HOLDEM", ("StandardHighHand",), (2,)),
    ("STANDARD", ("StandardHighHand", "EightOrBetterLowHand"), (2, 3)),
    ("STANDARD", ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"), (3, 4)),
    ("STANDARD", ("GreekHoldemHand",), (2,)),
    ("SHORT_DECK_HOLDEM", ("ShortDeckHoldemHand",), (2, 3)),
    ("STANDARD", ("StandardHighHand", "BadugiHand"), (2,)),
]
BOARDS = [(3, 1, 1), (3, 1, 1), (1, 2, 2), (5,), (2, 1, 2), (3, 2)]
DRAW_GAMES = [
    ("STANDARD", ("StandardHighHand",), (5,)),
    ("STANDARD", ("BadugiHand", "StandardLowHand"), (5,)),
    ("REGULAR", ("StandardBadugiHand",), (3, 4)),
    ("REGULAR", ("RegularLowHand",), (5,)),
]
STUD_GAMES = [
    ("STANDARD", ("StandardHighHand",)),
    ("STANDARD", ("StandardHighHand", "RegularLowHand")),
    ("REGULAR", ("EightOrBetterLowHand", "StandardHighHand")),
    ("STANDARD", ("StandardLowHand",)),
]
OPENINGS = ["POSITION", "LOW_CARD", "HIGH_CARD", "LOW_HAND", "HIGH_HAND"]


def _draw_custom(rng: Random) -> Setup:
    bet = rng.choice([2, 2, 4, 5])
    family = rng.choice(["board", "board", "draw", "stud"])
    shapes: list[tuple[tuple[bool, ...], int, bool]]
    if family == "board":
        deck, hand_types, counts = rng.choice(BOARD_GAMES)
        hole = rng.choice(counts)
        board = list(rng.choice(BOARDS))
        first = board.pop(0) if rng.random() < 0.2 and len(board) > 1 else 0
        shapes = [((False,) * hole, first, False)]
        for cards in board:
            also = (False,) if rng.random() < 0.1 and "Greek" not in hand_types[0] else ()
            shapes.append((also, cards, False))
        if rng.random() < 0.1:
            shapes.append(((), 0, True))
    elif family == "draw":
        deck, hand_types, counts = rng.choice(DRAW_GAMES)
        up = rng.choice([0.0, 0.0, 0.3])
        hole_statuses = tuple(rng.random() < up for _ in range(rng.choice(counts)))
        shapes = [(hole_statuses, 0, False)]
        shapes += [((), int(rng.random() < 0.2), True) for _ in range(rng.randint(1, 2))]
    else:
        deck, hand_types = rng.choice(STUD_GAMES)
        shapes = [(rng.choice([(False, True), (False, False, True), (True, False)]), 0, False)]
        while sum(len(statuses) for statuses, _, _ in shapes) < 5:
            shapes.append((rng.choice([(True,), (True, True), (False,), (False, True)]), 0, False))
    has_up_cards = any(any(statuses) for statuses, _, _ in shapes)
    share = 0.85 if has_up_cards else 0.05
    streets = tuple(
        (
            rng.random() < (0.7 if index else 0.1),
            statuses,
            board,
            draws,
            rng.choice(OPENINGS) if rng.random() < share else "POSITION",
            rng.choice([bet, bet, 2 * bet]),
            rng.choice([None, None, 4, 2, 1, 0]),
        )
        for index, (statuses, board, draws) in enumerate(shapes)
    )
    count = _draw_players(rng, 7)
    boards = 2 if rng.random() < 0.25 else 1
    size = 20 if deck == "ROYAL_HOLDEM" else 36
    per_player = sum(len(statuses) for statuses, _, _ in shapes)
    boards_need = boards * sum(board for _, board, _ in shapes) + len(shapes)
    while count > 2 and count * per_player + boards_need > size:
        count -= 1
    bring_in = 0
    antes = _draw_antes(rng, count, bet, needed=False)
    blinds: Any = _draw_blinds(rng, count, bet)
    if has_up_cards and rng.random() < 0.6:
        blinds, bring_in = 0, rng.randint(1, bet - 1)
    elif not _any(antes) and not _any(blinds):
        antes = 1
    return Setup(
        game="State",
        player_count=count,
        stacks=_draw_stacks(rng, count, bet),
        antes=antes,
        blinds=blinds,
        bring_in=bring_in,
        bets=(),
        board_count=boards,
        deck_name=deck,
        hand_types=hand_types,
        streets=streets,
        structure=rng.choice(["FIXED_LIMIT", "POT_LIMIT", "NO_LIMIT", "NO_LIMIT"]),
        **_draw_options(rng),
    )


def broken(rng: Random) -> Setup:
    """Return a set-up in which something need not be right."""
    setup = _draw_custom(rng)
    first = setup.streets[0]
    changes: list[dict[str, Any]] = [
        {},
        {"antes": -1},
        {"bring_in": -1, "blinds": 0},
        {"bring_in": first[5], "blinds": 0},
        {"bring_in": first[5] - 1, "blinds": 0},
        {"bring_in": 1, "blinds": (1, 2)},
        {"bring_in": 1, "blinds": (0, -2)},
        {"antes": 0, "blinds": 0, "bring_in": 0},
        {"stacks": (0, *setup.stacks[1:])},
        {"stacks": (*setup.stacks[:-1], -1)},
        {"player_count": 1},
        {"board_count": 0},
        {"board_count": -1},
        {"streets": ()},
        {"streets": ((False, (), 1, *first[3:]), *setup.streets[1:])},
        {"streets": ((False, (), 0, False, *first[4:]), *setup.streets[1:])},
        {"streets": ((False, (False,), -1, *first[3:]), *setup.streets[1:])},
        {"streets": ((False, (False,), 0, True, *first[4:]), *setup.streets[1:])},
        {"streets": ((*first[:5], 0, None), *setup.streets[1:])},
        {"streets": ((*first[:6], -1), *setup.streets[1:])},
    ]
    return replace(setup, rake=None, **rng.choice(changes))
