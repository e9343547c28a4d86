"""From a game configuration to what the engine plays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from croupier.cards import Card, Deck
from croupier.cards.records import Record
from croupier.errors import SetupError
from croupier.games.configuration.compile.hands import (
    compile_contests,
    find_odd_contest,
    has_declarations,
)
from croupier.games.configuration.compile.openings import needs_named_board
from croupier.games.configuration.compile.stakes import Stakes, make_stakes
from croupier.games.configuration.compile.steps import compile_steps
from croupier.games.configuration.compile.symbols import Symbols
from croupier.games.configuration.compile.wild import find_trigger
from croupier.games.configuration.problems import listed
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import BetType, OpeningOrder, Structure
from croupier.games.configuration.schema.walking import list_bets, walk_hands
from croupier.state import BettingStructure
from croupier.state.setup import Definition

__all__ = ["CompiledGame", "compile", "find_structure"]

_DECKS = {
    "standard": Deck.STANDARD,
    "short_6a": Deck.SHORT_DECK_HOLDEM,
    "short_ta": Deck.ROYAL_HOLDEM,
    "short_27_ja": Deck.STRIPPED,
}
# Evaluation types in which aces are low. Decks list their cards in the order of the ranks.
_ACES_LOW = frozenset({"a5_low", "badugi"})

_STRUCTURES = {
    Structure.LIMIT: BettingStructure.FIXED_LIMIT,
    Structure.POT_LIMIT: BettingStructure.POT_LIMIT,
    Structure.NO_LIMIT: BettingStructure.NO_LIMIT,
}


class CompiledGame(Record):
    """A game as the engine plays it, with its limits, stakes and number of players.

    Attributes:
        name: The name of the game.
        deck: The cards, jokers included.
        structure: The limits.
        antes: The antes, in the order in which states take them.
        blinds: The blinds, in the same order: the small blind is first.
        bring_in: The bring-in, or 0.
        ante_trimming_status: Whether all ante alike, so that a short ante wins only as much from
            each of the others.
        steps: What happens, step by step.
        contests: How hands win parts of the pot.
        terms: What only some games have.
        amounts: The amounts of all bets, those that were left out of the stakes included.
    """

    name: str
    deck: tuple[Card, ...]
    structure: BettingStructure
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int
    ante_trimming_status: bool
    steps: list[dict[str, Any]]
    contests: list[dict[str, Any]]
    terms: dict[str, Any]
    amounts: Stakes

    @cached_property
    def deals_street_by_street(self) -> bool:
        """Whether cards are just dealt and exchanged, with a betting round after every deal."""
        actions = [step["action"] for step in self.steps]
        return not any("when" in step for step in self.steps) and all(
            "then" not in action["bet"].get("terms", {})
            if "bet" in action
            else "deal" in action and _is_street_deal(action["deal"], follower)
            for action, follower in zip(actions, [*actions[1:], {}], strict=True)
        )

    @cached_property
    def definition(self) -> Definition:
        """The game as data, without stakes that depend on the number of players."""
        return Definition.from_json(self.to_json())

    def to_json(self) -> str:
        """Return the game as the engine reads it."""
        game = {
            "deck": "".join(map(repr, self.deck)),
            "structure": self.structure.name.lower(),
            "steps": self.steps,
            "hand_types": [{"contest": contest} for contest in self.contests],
            "terms": self.terms | {"shares_are_fixed": True},
        }
        return json.dumps(game, separators=(",", ":"))


def _is_street_deal(deal: Mapping[str, Any], follower: Mapping[str, Any]) -> bool:
    hole = deal.get("hole", [])
    return (
        "bet" in follower
        and not set(deal) - {"hole", "board", "burn", "draw"}
        and "terms" not in deal.get("draw", {})
        and hole.count(True) < 2
    )


def compile(
    configuration: Configuration,
    structure: str | Structure,
    stakes: Mapping[str, Any],
    player_count: int,
    *,
    bring_in_option: bool = False,
) -> CompiledGame:
    """Turn a game into what the engine plays.

    Args:
        configuration: The game.
        structure: One of the limits with which the game is played.
        stakes: The amounts of the bets: `small_bet`, `big_bet`, `small_blind`, `big_blind`, `ante`,
            `bring_in` and those that only this game has. Most can be left out.
        player_count: How many players there are.
        bring_in_option: Whether who brings in may raise when everybody just calls.

    Returns:
        The program.

    Raises:
        SetupError: The limits, the stakes or the number of players are wrong.
        UnsupportedError: The engine cannot play the game; the message says which part of it.
    """
    limits = find_structure(configuration, structure)
    players = configuration.players
    if not players.minimum <= player_count <= players.maximum:
        raise SetupError(
            f"{configuration.name} is for {players.minimum} to {players.maximum} players,"
            f" not {player_count}",
            code="player-count",
        )
    amounts = make_stakes(configuration, limits, stakes)
    symbols = Symbols(configuration, name_board=needs_named_board(configuration))
    contests = compile_contests(configuration, symbols)
    steps = compile_steps(configuration, symbols, limits, amounts, bring_in_option=bring_in_option)
    antes, blinds, bring_in = _find_forced_bets(configuration, amounts, player_count)
    jokers = configuration.deck.jokers
    shares = [hands for path, hands in walk_hands(configuration) if "globalDefault" not in path]
    deck = _find_deck(configuration.deck.type, shares[0][0].evaluation_type)
    return CompiledGame(
        name=configuration.name,
        deck=deck.with_jokers(jokers) if jokers else tuple(deck),
        structure=_STRUCTURES[limits],
        antes=antes,
        blinds=blinds,
        bring_in=bring_in,
        ante_trimming_status=len(set(antes)) == 1,
        steps=steps,
        contests=contests,
        terms={
            "subsets": symbols.subsets,
            "choices": [[name, values] for name, values in symbols.choices.items()],
            "declared": has_declarations(configuration),
            "odd_contest": find_odd_contest(max(shares, key=len)),
            "trigger": find_trigger(configuration),
        },
        amounts=amounts,
    )


def find_structure(configuration: Configuration, structure: str | Structure) -> Structure:
    """Return the limits of this name, if the game is played with them.

    >>> from croupier.games import load
    >>> find_structure(load("texas_holdem"), "fixed-limit")
    <Structure.LIMIT: 'Limit'>

    Args:
        configuration: The game.
        structure: The name, with any capitals and hyphens.

    Returns:
        The limits.

    Raises:
        SetupError: The game is not played with them.
    """
    wanted = str(structure).casefold().replace("-", " ").replace("_", " ").replace("fixed ", "")
    for allowed in configuration.structures:
        if allowed.casefold() == wanted:
            return allowed
    known = listed(f'"{allowed}"' for allowed in configuration.structures)
    raise SetupError(
        f'{configuration.name} is played with {known}, not "{structure}"', code="betting-structure"
    )


def _find_forced_bets(
    configuration: Configuration, stakes: Stakes, count: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return antes, blinds and the bring-in.

    The first place is that of the small blind and the last one that of the button, but with two
    players the button is the small blind.
    """
    posted = list_bets(configuration)
    antes = [0] * count
    blinds = [0] * count
    if BetType.BLINDS in posted:
        button = 0 if count == 2 else count - 1
        if configuration.betting_order.initial is OpeningOrder.DEALER:
            big = button
        else:
            big = 1
            blinds[0] = stakes.small_blind
        blinds[big] = stakes.big_blind
        antes[big] = stakes.ante
    if BetType.ANTES in posted:
        antes = [stakes.ante] * count
    bring_in = stakes.bring_in if BetType.BRING_IN in posted else 0
    return tuple(antes), tuple(blinds), bring_in


def _find_deck(name: str, evaluation: str) -> Deck:
    """Return a deck, its cards in the order of the ranks: aces first if they are low."""
    deck = _DECKS[name]
    return Deck.REGULAR if deck is Deck.STANDARD and evaluation in _ACES_LOW else deck
