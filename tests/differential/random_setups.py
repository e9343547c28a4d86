"""Random set-ups of hands."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import inf
from random import Random
from typing import Any

from differential.setups import (
    AUTOMATIONS,
    DEALING,
    DIVISIONS,
    GAMES,
    PARTS_OF_STAKES,
    Setup,
    any_of,
    construct,
    library,
)

MAX_RUNOUTS = 3


def draw(rng: Random, game: str) -> Setup:
    """Return a random set-up of a game."""
    if game == "State":
        setup = _draw_custom(rng)
        streets, deck = setup.streets, [*_deck(setup.deck_name)]
    else:
        setup = _draw_game(rng, game)
        streets, cards = _shape(game)
        deck = [*cards]
    rng.shuffle(deck)
    automations = _draw_automations(rng)
    if DEALING & automations and cards_needed(setup, streets) > len(deck):
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


@cache
def _deck(name: str) -> tuple[str, ...]:
    return tuple(sorted(map(repr, library("pokerkit").utilities.Deck[name])))


@cache
def _shape(game: str) -> tuple[tuple[tuple[Any, ...], ...], tuple[str, ...]]:
    """Return the streets of a game, as in a set-up as far as cards go, and its deck."""
    state = construct("pokerkit", _draw_game(Random(0), game))
    streets = tuple(
        (
            street.card_burning_status,
            street.hole_dealing_statuses,
            street.board_dealing_count,
            street.draw_status,
        )
        for street in state.streets
    )
    return streets, tuple(sorted(map(repr, state.deck)))


def cards_needed(setup: Setup, streets: tuple[tuple[Any, ...], ...]) -> int:
    """Return how many cards a hand takes at most, of which none comes back."""
    hole, all_cards = 0, 0
    runouts = MAX_RUNOUTS if setup.mode == "CASH_GAME" else 1
    for burns, statuses, board, draws, *_ in streets:
        hole += len(statuses)
        all_cards += setup.player_count * len(statuses)
        all_cards += setup.player_count * hole * draws
        all_cards += runouts * setup.board_count * board
        all_cards += runouts * burns
    return all_cards


def _draw_automations(rng: Random) -> set[str]:
    which = rng.random()
    if which < 0.5:
        return set(AUTOMATIONS)
    if which < 0.6:
        return set()
    share = rng.choice([0.3, 0.6, 0.85])
    return {automation for automation in AUTOMATIONS if rng.random() < share}


def _draw_players(rng: Random, most: int) -> int:
    few = rng.choice([2, 2, 2, 3, 3, 3, 4])
    return min(most, few if rng.random() < 0.85 else rng.randint(2, 9))


def _draw_boards(rng: Random, share: float) -> int:
    return rng.choice([2, 2, 2, 3]) if rng.random() < share else 1


def _draw_stacks(rng: Random, count: int, bet: int) -> tuple[float, ...]:
    sizes = [
        lambda: rng.randint(1, 2 * bet),
        lambda: rng.randint(1, 6 * bet),
        lambda: rng.randint(bet, 20 * bet),
        lambda: rng.randint(10 * bet, 100 * bet),
        lambda: 12 * bet,
    ]
    unknown = rng.choice([0.3, 1]) if rng.random() < 0.04 else 0
    return tuple(inf if rng.random() < unknown else rng.choice(sizes)() for _ in range(count))


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
    return antes if any_of(antes) else small


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


def _draw_options(rng: Random, stacks: tuple[float, ...]) -> dict[str, Any]:
    chips = rng.choice(["int"] * 14 + ["float", "Decimal", "Fraction"])
    whole: tuple[str, ...] = ()
    if chips != "int" and rng.random() < 0.3:
        # One of these tells the type of the chips.
        other = "bets" if inf in stacks else rng.choice(["bets", "stacks"])
        whole = tuple(part for part in PARTS_OF_STAKES if part != other and rng.random() < 0.5)
    raked: dict[str, Any] | None = None
    # In PokerKit, what is raked depends on the types of the amounts in the pot.
    if rng.random() < 0.2 and not whole:
        raked = {}
        if rng.random() < 0.5:
            raked["cap"] = rng.randint(1, 6)
        if rng.random() < 0.5:
            raked["no_flop_no_drop"] = True
        if rng.random() < 0.1:
            raked = {"flat": True}
    return {
        "trimming": rng.random() < 0.5,
        "mode": rng.choice(["TOURNAMENT", "CASH_GAME"]),
        "automations": (),
        "chips": chips,
        "rake": raked,
        "whole": whole,
        "division": rng.choice([*DIVISIONS]) if rng.random() < 0.08 else "",
        "duplicates": rng.random() < 0.06,
    }


def _draw_game(rng: Random, game: str) -> Setup:
    kind = GAMES[game]
    count = _draw_players(rng, kind.most_players)
    bet = rng.choice([2, 2, 2, 3, 4, 10])
    antes = _draw_antes(rng, count, bet, needed=kind.forced == "antes")
    blinds: Any = 0
    if kind.forced == "blinds":
        blinds = _draw_blinds(rng, count, bet)
        if not any_of(antes) and not any_of(blinds):
            antes = 1
        elif any_of(antes) and rng.random() < 0.15:
            blinds = 0
    boards = _draw_boards(rng, 0.15)
    if game in ("LeducHoldem", "KuhnPoker") or (game == "NoLimitRoyalHoldem" and count > 2):
        boards = 1
    stacks = _draw_stacks(rng, count, bet)
    return Setup(
        game=game,
        player_count=count,
        stacks=stacks,
        antes=antes,
        blinds=blinds,
        bring_in=rng.randint(1, bet - 1) if kind.forced == "bring-in" else 0,
        bets=(bet, rng.choice([bet, 2 * bet]))[: kind.bet_sizes],
        board_count=boards,
        **_draw_options(rng, stacks),
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
    boards = _draw_boards(rng, 0.25)
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
    elif not any_of(antes) and not any_of(blinds):
        antes = 1
    stacks = _draw_stacks(rng, count, bet)
    return Setup(
        game="State",
        player_count=count,
        stacks=stacks,
        antes=antes,
        blinds=blinds,
        bring_in=bring_in,
        bets=(),
        board_count=boards,
        deck_name=deck,
        hand_types=hand_types,
        streets=streets,
        structure=rng.choice(["FIXED_LIMIT", "POT_LIMIT", "NO_LIMIT", "NO_LIMIT"]),
        **_draw_options(rng, stacks),
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
