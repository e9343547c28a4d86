"""Compiled games in the words of classes of games, and the table of those that classes name."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from croupier.cards import Deck
from croupier.cards.records import replace
from croupier.errors import UnsupportedError
from croupier.games.configuration.compile.game import compile
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import Structure
from croupier.games.from_library import GameRules
from croupier.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    GreekHoldemHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    RhodeIslandHoldemHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.state import Discard, Opening, Street

__all__ = ["find_rules", "list_definitions", "make_rules", "write_rules"]

_PLACE = Path(__file__).parents[2] / "class_rules.py"
_SMALL_BET, _BIG_BET = 1, 2
_OPENINGS = {Opening.POSITION: False, Opening.LOW_CARD: False, Opening.HIGH_CARD: True}
_EIGHT = (1, 56)
# By the ranking, the cards that form a hand (so many of all, or so many hole and board cards), and
# the qualifier.
_HANDS: dict[tuple[object, ...], type[Hand]] = {
    ("high", 5, None): StandardHighHand,
    ("36card_ffh_high", 5, None): ShortDeckHoldemHand,
    ("high", (2, 3), None): OmahaHoldemHand,
    ("a5_low", (2, 3), _EIGHT): OmahaEightOrBetterLowHand,
    ("a5_low", 5, _EIGHT): EightOrBetterLowHand,
    ("a5_low", 5, None): RegularLowHand,
    ("27_low", 5, None): StandardLowHand,
    ("badugi", 4, None): BadugiHand,
    ("badugi_ah", 4, None): StandardBadugiHand,
    ("rhode_island", 3, None): RhodeIslandHoldemHand,
}
_HEAD = '''"""The rules of the files that classes of the package name; `make index` writes them."""

from __future__ import annotations

from croupier.cards import Deck
from croupier.games.from_library import GameRules
from croupier.hands import (
{hands}
)

__all__ = ["RULES"]

RULES = {{
{rules}
}}
'''


def find_rules(configuration: Configuration) -> GameRules:
    """Return the rules of a game as classes have them.

    >>> from croupier.games import load
    >>> find_rules(load("crazy_pineapple")).discard_counts
    (0, 1, 0)

    Args:
        configuration: The game.

    Returns:
        The rules, for any limits.

    Raises:
        UnsupportedError: Streets cannot say what the game says, or no class stands for its hands.
    """
    name = configuration.name
    # Only fixed limits tell small bets from big ones, and have a last raise.
    limited = replace(configuration, structures=(Structure.LIMIT,))
    stakes = {"small_bet": _SMALL_BET, "big_bet": _BIG_BET}
    players = configuration.players.minimum
    definition = compile(limited, Structure.LIMIT, stakes, players).definition
    deck = next((deck for deck in Deck if tuple(deck) == definition.deck), None)
    if deck is None:
        raise _refuse(name, "the deck is none of `Deck`")
    streets: list[Street] = []
    discards: list[int] = [0]
    for street in definition.streets:
        if isinstance(street, Discard):
            discards[-1] += street.count
        else:
            streets.append(street)
            discards.append(0)
    if not streets:
        raise _refuse(name, "its steps do more than to deal, to draw and to bet")
    if [street.card_burning_status for street in streets] != [False] + [True] * (len(streets) - 1):
        raise _refuse(name, "a card is not burnt on every street but the first")
    opening = streets[0].opening
    if opening not in _OPENINGS:
        raise _refuse(name, f"classes do not open with {opening.name}")
    hole = tuple(street.hole_dealing_statuses for street in streets)
    held = sum(map(len, hole)) - sum(discards)
    hands = json.loads(definition.to_json())["hand_types"]
    return GameRules(
        deck=deck,
        hand_types=tuple(_find_hand(name, hand, held) for hand in hands),
        hole_dealing_count=len(hole[0]),
        hole_dealing_statuses=hole,
        board_dealing_counts=tuple(street.board_dealing_count for street in streets),
        discard_counts=tuple(discards[1 : len(streets)]),
        low=_OPENINGS[opening],
        max_completion_betting_or_raising_count=streets[0].max_completion_betting_or_raising_count,
        big_bet_statuses=tuple(
            street.min_completion_betting_or_raising_amount == _BIG_BET for street in streets
        ),
    )


def _find_hand(name: str, hand: dict[str, Any], held: int) -> type[Hand]:
    """Return the class of a hand type, of a game in which players hold so many cards at the end."""
    match hand:
        case {"ranked": {"ranking": ranking, "cards": cards, **rest}}:
            given: Any = rest.get("qualifier")
            qualifier = None if given is None else tuple(given)
            counts = cards.get("any") or tuple(cards["pairs"][0])
            found = _HANDS.get((ranking, counts, qualifier))
            if found is OmahaHoldemHand and held == counts[0]:
                # Two of two cards are all of them.
                found = GreekHoldemHand
            if found is not None and len(cards) == 1 and len(cards.get("pairs", "1")) == 1:
                return found
    raise _refuse(name, f"no class stands for its hand {hand}")


def _refuse(name: str, reason: str) -> UnsupportedError:
    return UnsupportedError(
        f"{name} cannot be played with streets: {reason}", code="not-for-streets"
    )


def list_definitions() -> list[str]:
    """List the files that classes of the package name."""
    from croupier import games

    kinds = (getattr(games, name) for name in games.__all__)
    return sorted({vars(kind)["definition"] for kind in kinds if "definition" in vars(kind)})


def make_rules() -> dict[str, GameRules]:
    """Return the rules of all files that classes of the package name, by their names."""
    from croupier.games.configuration.library import library

    return {name: find_rules(library().load(name)) for name in list_definitions()}


def write_rules(path: Path = _PLACE) -> None:
    """Write the module with the rules of the package's own classes.

    Args:
        path: The file; the one of the package when omitted.
    """
    from croupier.files import whole_text

    made = make_rules()
    hands = sorted({kind.__name__ for rules in made.values() for kind in rules.hand_types})
    with whole_text(path) as text:
        text.write(
            _HEAD.format(
                hands=_indent(f"{name}," for name in hands),
                rules=_indent(f'"{name}": {_write(rules)},' for name, rules in made.items()),
            )
        )


def _write(rules: GameRules) -> str:
    values: dict[str, object] = {name: repr(value) for name, value in rules._asdict().items()}
    values["deck"] = f"Deck.{rules.deck.name}"  # type: ignore[attr-defined]
    names = ", ".join(kind.__name__ for kind in rules.hand_types)
    values["hand_types"] = f"({names})" if len(rules.hand_types) > 1 else f"({names},)"
    lines = _indent(f"    {name}={value}," for name, value in values.items())
    return f"GameRules(\n{lines}\n    )"


def _indent(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


if __name__ == "__main__":
    write_rules()
