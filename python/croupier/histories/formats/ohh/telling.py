"""What both writers of Open Hand History need to know about a hand that was played."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.histories.formats.describe import Description, Event, describe
from croupier.histories.formats.ohh.reading import VARIANTS
from croupier.histories.formats.playing import find_shape
from croupier.histories.history import HandHistory
from croupier.histories.variants import GAME_TYPES
from croupier.state import State

__all__ = ["GAMES", "Pot", "Told", "card_names", "format_time", "tell"]

GAMES = {code: (game, limit) for (game, limit, _), code in VARIANTS.items()}
"""The games and limits of the specification by the codes of variants."""
_STREETS = {3: "Flop", 4: "Turn", 5: "River"}
_NAMES = "Preflop, Flop, Turn and River"
_FULL = 5
_ORDER = {"ante": 0, "SB": 1, "BB": 2, "straddle": 3, "post": 4, "dead": 5}


class Pot(NamedTuple):
    """A pot.

    Attributes:
        number: Its number, from 0.
        amount: What is in it, with what was taken from it.
        taken: What was taken from it.
        wins: What players got, by their numbers from 0.
    """

    number: int
    amount: int
    taken: int
    wins: dict[int, int]


class Told(NamedTuple):
    """A hand, street by street.

    Attributes:
        hand: The description.
        rounds: The street, the cards that come, and what is done, in order.
        shows: What is shown and mucked.
        roles: What a post of each player is called: SB, BB or straddle.
        dealt: The cards of players who do not show them, by their numbers from 0.
        pots: The pots.
    """

    hand: Description
    rounds: list[tuple[str, tuple[Card, ...], list[Event]]]
    shows: list[Event]
    roles: dict[int, str]
    dealt: dict[int, tuple[Card, ...]]
    pots: list[Pot]


def tell(history: HandHistory, format: str, state: State | None = None) -> Told:
    """Play a hand, and put what happened into rounds.

    Args:
        history: The hand.
        format: The name of the format, for errors.
        state: The end of the hand, if it was played already and all amounts are whole chips.

    Returns:
        The hand.

    Raises:
        UnsupportedError: The format has no room for the game.
    """
    if history.variant not in GAMES:
        raise UnsupportedError(_refusal(history.variant, format))
    hand = describe(history, state=state)
    many = hand.state.starting_board_count
    totals: dict[int, int] = {}
    for event in hand.events:
        if event[0] == "board":
            totals[event.board] = totals.get(event.board, 0) + len(event.cards)
    # A later run has some cards of the first.
    sizes = {board: 0 if board < many else _FULL - count for board, count in totals.items()}
    rounds: list[tuple[str, tuple[Card, ...], list[Event]]] = [("Preflop", (), [])]
    shows: list[Event] = []
    held: dict[int, tuple[Card, ...]] = {}
    for event in hand.events:
        kind = event[0]
        if kind == "board":
            sizes[event.board] += len(event.cards)
            rounds.append((_STREETS[sizes[event.board]], event.cards, []))
        elif kind == "deal":
            held[event.player or 0] = event.cards
        elif kind in ("show", "muck"):
            shows.append(event)
        elif kind != "uncalled":
            rounds[-1][2].append(event)
    roles = _find_roles(hand)
    rounds[0][2].sort(key=lambda event: _rank(event, roles))
    hero = history.user_defined_fields.get("_hero")
    shown = {event.player for event in shows if event.kind == "show"}
    dealt = {
        player: cards
        for player, cards in held.items()
        if any(cards) and (player not in shown or hand.names[player] == hero)
    }
    return Told(hand, rounds, shows, roles, dealt, _find_pots(hand))


def _refusal(variant: str, format: str) -> str:
    """Say why there is no room for a game."""
    message = f"{format} has no room for the game {variant}: it has {', '.join(GAMES)}"
    if variant not in GAME_TYPES:
        return message
    shape = find_shape(variant)
    if shape.is_stud:
        message += f"; its streets are {_NAMES}, four where stud has five, and no action brings in"
    elif shape.is_draw:
        message += f"; its streets are {_NAMES}, and no action discards"
    return message


def _rank(event: Event, roles: dict[int, str]) -> int:
    """Return the place of a post among all posts; what is done after them stays in order."""
    kind = event[0]
    if kind == "blind":
        kind = roles.get(event.player or 0, "BB")
    return _ORDER.get(kind, len(_ORDER))


def card_names(cards: Iterable[Card]) -> list[str]:
    """Return the cards that are known, as both forms write them.

    Args:
        cards: The cards.

    Returns:
        Their names.
    """
    return [repr(card) for card in cards if card]


def format_time(history: HandHistory) -> str | None:
    """Return when a hand began, or `None` if that is not known.

    Args:
        history: The hand.

    Returns:
        The moment, as ISO 8601 has it, in UTC.
    """
    moment = history.moment
    if moment is None:
        return None
    moment = moment.astimezone(datetime.UTC)
    unit = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=unit).replace("+00:00", "Z")


def _find_roles(hand: Description) -> dict[int, str]:
    """Return whose blind is the small one, whose the big one, and who straddles."""
    blinds = hand.blinds
    order = [index for index, blind in enumerate(blinds) if blind > 0]
    if len(blinds) == 2:
        # The first of two players is the big blind, unless a record has it the other way round.
        order.sort(key=lambda index: (blinds[index], -index))
    names = ["SB", "BB"]
    smallest = min((blinds[index] for index in order), default=0)
    least = getattr(hand.state, "min_bet", 0) or 0
    if len(order) == 1 or (least and smallest >= least and len(set(blinds) - {0}) > 1):
        # Nobody posts the small blind.
        names = ["BB"]
    return {
        index: names[place] if place < len(names) else "straddle"
        for place, index in enumerate(order)
    }


def _find_pots(hand: Description) -> list[Pot]:
    wins: dict[int, dict[int, int]] = {}
    for award in hand.awards:
        pot = wins.setdefault(award.pot, {})
        pot[award.player] = pot.get(award.player, 0) + award.amount
    gross = Counter(hand.pushed)
    # What the last player gets back of bets that others called is a part of the main pot.
    gross[0] += hand.total_pot - sum(gross.values())
    pots = []
    for number in sorted({*wins, *(pot for pot, amount in gross.items() if amount)}):
        won = wins.get(number, {})
        pots.append(Pot(number, gross[number], gross[number] - sum(won.values()), won))
    if any(pot.taken < 0 or not pot.wins for pot in pots):
        # The record knows who won what, but not of which pot.
        won = {index: amount for index, amount in enumerate(hand.winnings) if amount}
        pots = [Pot(0, hand.total_pot, hand.taken, won)]
    return [pot._replace(number=place) for place, pot in enumerate(pots)]
