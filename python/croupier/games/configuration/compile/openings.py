"""The first to act in each round, as the engine has it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from croupier.games.configuration.compile.symbols import Symbols
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.hands import BestHand
from croupier.games.configuration.schema.model import Configuration, PlainForcedBet
from croupier.games.configuration.schema.names import (
    DEFAULT_OPENING_ORDERS,
    BetType,
    ConditionType,
    ForcedBetStyle,
    Location,
    OpeningOrder,
    OpeningRule,
    Side,
)
from croupier.games.configuration.schema.steps import Bet, Deal, Expose
from croupier.games.configuration.schema.walking import walk_steps

__all__ = ["Openings", "count_shown_at_bring_in", "needs_named_board", "shows_hands"]

POSITION = "position"
_RULES = {
    OpeningRule.LOW_CARD: "low_card",
    OpeningRule.LOW_CARD_ACE_LOW: "low_card_ace_low",
    OpeningRule.HIGH_CARD: "high_card",
    OpeningRule.HIGH_CARD_ACE_HIGH: "high_card_ace_high",
    OpeningRule.HIGH_CARD_ACE_HIGH_WILD: "high_card_ace_high",
}
_SHOWN = {
    "27_low": "deuce_to_seven",
    "27_low_wild": "deuce_to_seven",
    "badugi_ah": "deuce_to_seven",
    "a5_low_high": "ace_to_five_high",
    "hidugi": "high",
}


def needs_named_board(configuration: Configuration) -> bool:
    """Return whether hands that lie open are compared together with board cards."""
    orders = configuration.betting_order.subsequent
    if orders is None:
        found = {DEFAULT_OPENING_ORDERS[bet.style] for bet in _forced_bets(configuration)}
    else:
        found = {orders.default, *(order.order for order in orders.conditional)}
    return OpeningOrder.HIGH_HAND in found and _shows_board(configuration)


def shows_hands(configuration: Configuration) -> bool:
    """Return whether hole cards may lie open, so that hands of them can be compared."""
    return any(_count_shown(action) for _, action, _ in walk_steps(configuration))


def count_shown_at_bring_in(configuration: Configuration) -> int:
    """Return how many cards face up a player has when it is brought in, at the most."""
    shown = 0
    for _, action, _ in walk_steps(configuration):
        if isinstance(action, Bet) and action.type is BetType.BRING_IN:
            break
        shown += _count_shown(action)
    return shown


def _count_shown(action: object) -> int:
    """Return how many of a player's cards may lie open because of this, at the most."""
    if isinstance(action, Expose):
        return sum(cards.number for cards in action.cards)
    if not isinstance(action, Deal) or action.location is not Location.PLAYER:
        return 0
    otherwise = action.condition.false_state if action.condition else None
    return sum(
        cards.number
        for cards in action.cards
        if Side.UP in (cards.state, otherwise if cards.state is None else None)
        or cards.protection is not None
    )


def _forced_bets(configuration: Configuration) -> list[PlainForcedBet]:
    forced = configuration.forced_bets
    return [forced.unconditional, *(each.forced_bet for each in forced.conditional)]


def _shows_board(configuration: Configuration) -> bool:
    return any(
        isinstance(action, Deal)
        and action.location is Location.COMMUNITY
        and any(cards.state is Side.UP for cards in action.cards)
        for _, action, _ in walk_steps(configuration)
    )


class Openings:
    """A tracker of who acts first, which follows the cards that lie open."""

    def __init__(self, configuration: Configuration, symbols: Symbols) -> None:
        """Begin before the first step.

        Args:
            configuration: The game.
            symbols: The numbers of its subsets and choices.
        """
        self._configuration = configuration
        self._symbols = symbols
        # The most up cards that a player can have by now.
        self._up = 0
        self._bets = 0
        actions = [action for _, action, _ in walk_steps(configuration)]
        self._posts_bring_in = any(
            isinstance(action, Bet) and action.type is BetType.BRING_IN for action in actions
        )

    def note(self, action: object) -> None:
        """Follow what a step does with cards that lie open."""
        self._up += _count_shown(action)
        if isinstance(action, Bet):
            self._bets += 1

    @property
    def is_first_bet(self) -> bool:
        """Whether there was no betting round yet."""
        return not self._bets

    def bets(self) -> list[tuple[Any, list[dict[str, Any]]]]:
        """Return who opens the betting round, with the conditions where it depends on them."""
        if self.is_first_bet:
            return [(self._first(), [])]
        return self.later()

    def _first(self) -> Any:
        configuration = self._configuration
        initial = configuration.betting_order.initial
        forced = configuration.forced_bets.unconditional
        if self._posts_bring_in and forced.style is ForcedBetStyle.BRING_IN:
            if not self._up or (forced.rule is None and forced.variation is None):
                return POSITION
            if self._up > 1 or forced.rule is None:
                return self._shown({})
            return _RULES[forced.rule]
        if initial is OpeningOrder.HIGH_HAND and self._up:
            return self._shown({})
        return POSITION

    def later(self) -> list[tuple[Any, list[dict[str, Any]]]]:
        """Return who is first in any later round, or to decide about cards."""
        choice = self._deciding_choice()
        if choice is None:
            return [(self._later({}), [])]
        groups: dict[str, tuple[Any, list[str]]] = {}
        for value in self._symbols.choices[choice]:
            opening = self._later({choice: value})
            groups.setdefault(json.dumps(opening), (opening, []))[1].append(value)
        if len(groups) == 1:
            return [(opening, []) for opening, _ in groups.values()]
        return [
            (opening, [self._symbols.choice(choice, values)]) for opening, values in groups.values()
        ]

    def _deciding_choice(self) -> str | None:
        orders = self._configuration.betting_order.subsequent
        conditions = [order.condition for order in (orders.conditional if orders else ())]
        conditions += [each.condition for each in self._configuration.forced_bets.conditional]
        for condition in conditions:
            if condition.type is ConditionType.PLAYER_CHOICE:
                return condition.subset
        return None

    def _later(self, chosen: Mapping[str, str]) -> Any:
        orders = self._configuration.betting_order.subsequent
        if orders is None:
            order = DEFAULT_OPENING_ORDERS[self._forced_bet(chosen).style]
        else:
            order = orders.default
            for each in orders.conditional:
                if _holds(each.condition, chosen):
                    order = each.order
                    break
        if order is OpeningOrder.LAST_ACTOR:
            return "last_actor"
        if order is OpeningOrder.HIGH_HAND and self._up:
            return self._shown(chosen)
        return POSITION

    def _forced_bet(self, chosen: Mapping[str, str]) -> PlainForcedBet:
        forced = self._configuration.forced_bets
        for each in forced.conditional:
            if _holds(each.condition, chosen):
                return each.forced_bet
        return forced.unconditional

    def _first_hand(self, chosen: Mapping[str, str]) -> BestHand:
        showdown = self._configuration.showdown
        for each in showdown.conditional_best_hands:
            if _holds(each.condition, chosen):
                return each.best_hands[0]
        lists = [showdown.default_best_hands, showdown.best_hands]
        lists += [each.best_hands for each in showdown.conditional_best_hands]
        return next(hands[0] for hands in lists if hands)

    def _shown(self, chosen: Mapping[str, str]) -> Any:
        """Return that the best hand lying open is first, as the game ranks hands."""
        hand = self._first_hand(chosen)
        forced = self._forced_bet(chosen)
        name = forced.evaluation or hand.evaluation_type
        if forced.variation is not None:
            by = "ace_to_five_high"
        else:
            low = "low" in name or "badugi" in name
            by = _SHOWN.get(name, "ace_to_five" if low else "high")
        names = hand.community_subsets or tuple(self._symbols.boards)
        board = self._symbols.mask(names) if _shows_board(self._configuration) else 0
        if not board and name in ("high", "a5_low") and forced.variation is None:
            return "high_hand" if by == "high" else "low_hand"
        return {"shown": {"by": by, "board": board}}


def _holds(condition: Condition, chosen: Mapping[str, str]) -> bool:
    if condition.type is not ConditionType.PLAYER_CHOICE or condition.subset is None:
        return False
    return chosen.get(condition.subset) in condition.allowed_values
