"""Wild cards as the engine has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.errors import UnsupportedError
from croupier.games.configuration.compile.symbols import Symbols
from croupier.games.configuration.schema.conditions import WildCards
from croupier.games.configuration.schema.hands import BestHand
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import Match, Role, Side, WildType
from croupier.games.configuration.schema.steps import Deal
from croupier.games.configuration.schema.walking import walk_hands, walk_steps

__all__ = ["compile_wild_cards", "find_trigger"]


def compile_wild_cards(
    configuration: Configuration,
    symbols: Symbols,
    hand: BestHand,
    board_names: Iterable[str],
    path: str,
) -> list[dict[str, Any]]:
    """Return which cards are wild in a hand.

    What a deal says holds for the whole game; what the hand says counts more.

    Args:
        configuration: The game.
        symbols: The numbers of its subsets.
        hand: The hand.
        board_names: The subsets of the board that the hand may use.
        path: Where the hand is, for messages.

    Returns:
        The rules; jokers are wild if nothing is said about them.
    """
    rules = [(rule, f"{path}.wildCards") for rule in hand.wild_cards]
    for place, action, _ in walk_steps(configuration):
        if isinstance(action, Deal):
            rules += [(rule, f"{place}.wildCards") for rule in action.wild_cards]
    ranks: dict[tuple[str, str], str] = {}
    others: list[dict[str, Any]] = []
    for rule, place in rules:
        down, up = _find_roles(rule)
        if rule.type is WildType.RANK and rule.rank is not None:
            if not any(rule.rank in known for known in ranks.values()):
                ranks[down, up] = ranks.get((down, up), "") + rule.rank
            continue
        cards = _find_cards(rule, symbols, board_names, place)
        if all(other["cards"] != cards for other in others):
            others.append({"cards": cards, "down": down, "up": up})
    if configuration.deck.jokers and all(other["cards"] != "jokers" for other in others):
        others.append({"cards": "jokers", "down": "wild", "up": "wild"})
    return [
        *(
            {"cards": {"ranks": known}, "down": down, "up": up}
            for (down, up), known in ranks.items()
        ),
        *others,
    ]


def _find_roles(rule: WildCards) -> tuple[str, str]:
    """Return what a card may stand for face down, and face up."""
    if rule.role is not Role.CONDITIONAL or rule.condition is None:
        return str(rule.role), str(rule.role)
    true, false = str(rule.condition.true_role), str(rule.condition.false_role)
    return (false, true) if rule.condition.visibility is Side.UP else (true, false)


def _find_cards(rule: WildCards, symbols: Symbols, board_names: Iterable[str], path: str) -> Any:
    if rule.match is not Match.RANK:
        raise UnsupportedError(
            f'{path}: match must be "rank", not "{rule.match}"', code="wild-cards"
        )
    match rule.type:
        case WildType.JOKER:
            return "jokers"
        case WildType.LAST_COMMUNITY_CARD:
            return "marked"
        case WildType.LOWEST_COMMUNITY:
            names = board_names if rule.subset is None else [rule.subset]
            return {"lowest_board": symbols.board_mask(names)}
        case WildType.LOWEST_HOLE:
            return {"lowest_hole": {"down": rule.visibility is Side.DOWN}}
        case _:
            return "following"


def find_trigger(configuration: Configuration) -> str | None:
    """Return the rank after which the next card dealt face up is wild, if there is one."""
    rules = [
        rule for _, hands in walk_hands(configuration) for hand in hands for rule in hand.wild_cards
    ]
    for _, action, _ in walk_steps(configuration):
        if isinstance(action, Deal):
            rules += action.wild_cards
    triggers = {
        str(rule.trigger_rank)
        for rule in rules
        if rule.type is WildType.FOLLOW_CARD and rule.trigger_rank is not None
    }
    if len(triggers) > 1:
        raise UnsupportedError("there can be one trigger_rank only", code="wild-cards")
    return next(iter(triggers), None)
