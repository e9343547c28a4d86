"""Walks through the steps of a configuration, with the path of everything on the way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.hands import BestHand
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import BetType, ConditionType, Location, Side
from croupier.games.configuration.schema.steps import (
    Action,
    Bet,
    Buy,
    Deal,
    Discard,
    Draw,
    ReplaceCommunity,
    RollDie,
    Separate,
)

__all__ = [
    "Counts",
    "PlacedStep",
    "count_cards",
    "list_bets",
    "list_subsets",
    "walk_conditions",
    "walk_hands",
    "walk_steps",
]


class PlacedStep(NamedTuple):
    """An action of a game, and its place in the file."""

    path: str
    action: Action
    condition: Condition | None


def walk_steps(configuration: Configuration) -> Iterator[PlacedStep]:
    """Yield everything that happens, in order; groups are taken apart."""
    for index, step in enumerate(configuration.steps):
        path = f"gamePlay[{index}]"
        for key, action in step.actions.items():
            yield PlacedStep(f"{path}.{key}", action, step.condition)
        for number, part in enumerate(step.group):
            for key, action in part.actions.items():
                yield PlacedStep(f"{path}.groupedActions[{number}].{key}", action, step.condition)


def list_bets(configuration: Configuration) -> set[BetType]:
    """Return the kinds of bets that are posted or made."""
    return {action.type for _, action, _ in walk_steps(configuration) if isinstance(action, Bet)}


def walk_hands(configuration: Configuration) -> Iterator[tuple[str, tuple[BestHand, ...]]]:
    """Yield every list of hands that win together, with its path."""
    showdown = configuration.showdown
    if showdown.best_hands:
        yield "showdown.bestHand", showdown.best_hands
    for index, conditional in enumerate(showdown.conditional_best_hands):
        yield f"showdown.conditionalBestHands[{index}].bestHand", conditional.best_hands
    if showdown.default_best_hands:
        yield "showdown.defaultBestHand", showdown.default_best_hands
    default = showdown.global_default_action
    if default is not None and default.best_hands:
        yield "showdown.globalDefaultAction.action.bestHand", default.best_hands


def walk_conditions(configuration: Configuration) -> Iterator[tuple[str, Condition]]:
    """Yield every condition with its path."""
    for index, step in enumerate(configuration.steps):
        if step.condition is not None:
            yield f"gamePlay[{index}].conditional_state", step.condition
    for path, action, _ in walk_steps(configuration):
        if isinstance(action, Deal) and action.condition is not None:
            yield f"{path}.conditional_state", action.condition
    for index, hands in enumerate(configuration.showdown.conditional_best_hands):
        yield f"showdown.conditionalBestHands[{index}].condition", hands.condition
    for index, bet in enumerate(configuration.forced_bets.conditional):
        yield f"forcedBets.conditionalOrders[{index}].condition", bet.condition
    orders = configuration.betting_order.subsequent
    for index, order in enumerate(orders.conditional if orders else ()):
        yield f"bettingOrder.subsequent.conditionalOrders[{index}].condition", order.condition


def list_subsets(configuration: Configuration) -> dict[str, dict[str, str]]:
    """Return the subsets that there are of hole and of board cards, with where they are made."""
    found: dict[str, dict[str, str]] = {"hole": {}, "board": {}}
    for path, action, _ in walk_steps(configuration):
        if isinstance(action, Deal):
            zone = "hole" if action.location is Location.PLAYER else "board"
            for index, cards in enumerate(action.cards):
                for name in cards.subsets:
                    found[zone].setdefault(name, f"{path}.cards[{index}].subset")
                if cards.hole_subset is not None:
                    place = f"{path}.cards[{index}].hole_subset"
                    found["hole"].setdefault(cards.hole_subset, place)
        elif isinstance(action, Separate):
            for index, part in enumerate(action.cards):
                found["hole"].setdefault(part.hole_subset, f"{path}.cards[{index}].hole_subset")
        elif isinstance(action, RollDie):
            found["board"].setdefault(action.subset, f"{path}.subset")
        elif isinstance(action, Discard):
            for index, gone in enumerate(action.cards):
                if gone.location is Location.COMMUNITY and gone.target is not None:
                    place = f"{path}.cards[{index}].discardSubset"
                    found["board"].setdefault(gone.target, place)
    return found


class Counts:
    """The numbers of cards that a game needs.

    Attributes:
        held: The hole cards that a player may hold at the most, by the path of what happens then.
        hole: How many hole cards a player has been dealt in the end, at the most.
        board: How many board cards there are in the end, at the most.
        kept: How many hole cards a player can still hold in the end, at the most.
        given: How many cards of the board come out of players' hands, at the most.
        up: How many hole cards lie face up when they are dealt.
        demands: Pairs of cards for each player, and other cards, which must not come to more than
            the deck has at any time; cards that were discarded are shuffled again.
    """

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self.hole = self.board = self.kept = self.given = self.up = 0
        self.demands: list[tuple[int, int]] = []

    def fits(self, size: int, players: int) -> bool:
        """Return whether a deck of a size is enough for so many players."""
        return all(each * players + others <= size for each, others in self.demands)


def count_cards(configuration: Configuration) -> list[Counts]:
    """Return how many cards are needed, for every way in which the table may choose."""
    choices = configuration.choices
    ways = product(*(dict.fromkeys(choice.options) for choice in choices.values()))
    return [_count(configuration, dict(zip(choices, way, strict=True))) for way in ways]


def _count(configuration: Configuration, chosen: dict[str, str]) -> Counts:
    counts = Counts()
    held = 0
    spared = 0
    for path, action, condition in walk_steps(configuration):
        counts.held[path] = held
        own = action.condition if isinstance(action, Deal) else None
        if any(each is not None and not _may_hold(each, chosen) for each in (condition, own)):
            continue
        if isinstance(action, Deal):
            number = sum(cards.number for cards in action.cards)
            if action.location is Location.PLAYER:
                held += number
                counts.hole += number
                up = sum(cards.number for cards in action.cards if cards.state is Side.UP)
                counts.up += up
            else:
                counts.board += number
        counts.demands.append((held, counts.board))
        if isinstance(action, Discard):
            for gone in action.cards:
                number = gone.number or 0
                if gone.location is Location.COMMUNITY:
                    counts.given += (gone.number or held) * configuration.players.maximum
                least = min(number if gone.minimum is None else gone.minimum, held)
                held -= least
                if gone.entire_subset or gone.hole_subset is not None:
                    # The subset may have fewer cards.
                    spared += least
        elif isinstance(action, Draw):
            for cards in action.cards:
                more = cards.draw_amount.amount if cards.draw_amount else 0
                # The first to draw finds no discards of others to shuffle.
                counts.demands.append((held, counts.board + cards.number + more))
                held += max(more, 0)
        elif isinstance(action, Buy):
            for bought in action.cards:
                counts.demands.append((held, counts.board + bought.number))
                held += 0 if bought.discard_first else bought.number
        elif isinstance(action, ReplaceCommunity):
            counts.demands.append((held, counts.board + action.number))
    counts.kept = held + spared
    return counts


def _may_hold(condition: Condition, chosen: dict[str, str]) -> bool:
    if condition.type is not ConditionType.PLAYER_CHOICE or condition.subset not in chosen:
        return True
    return chosen[condition.subset] in condition.allowed_values
