"""Names as the engine has them: subsets and choices are numbers, conditions speak of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.errors import UnsupportedError
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import Color, ConditionType, Location, SuitName
from croupier.games.configuration.schema.steps import Deal, RollDie
from croupier.games.configuration.schema.walking import list_subsets, walk_steps

__all__ = ["DEFAULT", "Symbols"]

DEFAULT = "default"
"""The name of the subset of board cards that are in no other, where others are."""

_MAX_SUBSETS = 63
_MAX_CARDS = 52
_RANK_VALUES = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
_SUIT_BITS = {SuitName.CLUB: 1, SuitName.DIAMOND: 2, SuitName.HEART: 4, SuitName.SPADE: 8}
_FACES = {
    ConditionType.ALL_EXPOSED: "all_up",
    ConditionType.ANY_EXPOSED: "any_up",
    ConditionType.NONE_EXPOSED: "none_up",
}


class Symbols:
    """The symbol table of a game: numbers for its subsets and choices.

    Attributes:
        subsets: The names of the subsets; their places are their numbers.
        choices: The names of the choices, with their values.
        dice: The subsets that hold dice, not cards.
        named_board: Whether board cards are in subsets.
        has_board: Whether there are board cards at all.
    """

    def __init__(self, configuration: Configuration, *, name_board: bool = False) -> None:
        """Find all names.

        Args:
            configuration: The game.
            name_board: Whether board cards must be in subsets even if none has a name.

        Raises:
            UnsupportedError: There are too many subsets.
        """
        made = list_subsets(configuration)
        actions = [action for _, action, _ in walk_steps(configuration)]
        self.dice = {action.subset for action in actions if isinstance(action, RollDie)}
        board_deals = [
            action
            for action in actions
            if isinstance(action, Deal) and action.location is Location.COMMUNITY
        ]
        self.has_board = bool(board_deals)
        self.named_board = bool(made["board"]) or (name_board and self.has_board)
        boards = list(made["board"])
        self.deals_default = any(not cards.subsets for deal in board_deals for cards in deal.cards)
        if self.named_board and self.deals_default and DEFAULT not in boards:
            boards.append(DEFAULT)
        self.boards = [name for name in boards if name not in self.dice]
        self.subsets = list(dict.fromkeys([*made["hole"], *boards]))
        if len(self.subsets) > _MAX_SUBSETS:
            raise UnsupportedError(
                f"there are {len(self.subsets)} subsets of cards; {_MAX_SUBSETS} are possible",
                code="too-many-subsets",
            )
        self.choices = {name: list(each.options) for name, each in configuration.choices.items()}

    def number(self, name: str) -> int:
        """Return the number of a subset."""
        return self.subsets.index(name)

    def mask(self, names: Iterable[str]) -> int:
        """Return subsets as bits."""
        return sum(1 << self.number(name) for name in set(names))

    def board_mask(self, names: Iterable[str]) -> int:
        """Return subsets of the board as bits; 0, the whole board, where there is no such name."""
        known = [name for name in names if name in self.subsets]
        if not known and self.dice:
            # Dice lie on the board, but are no cards.
            known = self.boards
        return self.mask(known)

    def condition(self, condition: Condition, path: str) -> dict[str, Any]:
        """Return a condition as the engine has it.

        Args:
            condition: The condition.
            path: Where it is, for messages.

        Returns:
            The condition.

        Raises:
            UnsupportedError: The engine knows no such condition.
        """
        kind = condition.type
        names = [] if condition.subset is None else [condition.subset]
        if kind is ConditionType.PLAYER_CHOICE and condition.subset is not None:
            return self.choice(condition.subset, [str(each) for each in condition.allowed_values])
        if kind in _FACES:
            return {"faces": _FACES[kind]}
        if kind is ConditionType.PLAYER_HAND_SIZE:
            sizes = list(condition.hand_sizes)
            least, most = condition.minimum_hand_size, condition.maximum_hand_size
            if least is not None or most is not None:
                last = _MAX_CARDS if most is None else min(most, _MAX_CARDS)
                sizes += range(least or 0, last + 1)
            return {"hand_size": {"sizes": sorted(set(sizes))}}
        if kind is ConditionType.COMMUNITY_CARD_VALUE:
            values = [_read_value(value, path) for value in condition.allowed_values]
            subsets = self.board_mask(names)
            return {"value": {"subsets": subsets, "values": values, "sum": condition.total}}
        minimum = condition.minimum_count or 1
        if kind is ConditionType.BOARD_COMPOSITION and condition.color is not None:
            red = condition.color is Color.RED
            return {"color": {"subsets": self.board_mask(names), "red": red, "minimum": minimum}}
        suits = [] if condition.suit is None else [condition.suit]
        suits += [_read_suit(value, path) for value in condition.allowed_values]
        bits = sum(_SUIT_BITS[suit] for suit in set(suits))
        return {"suit": {"subsets": self.board_mask(names), "suits": bits, "minimum": minimum}}

    def choice(self, name: str, values: Iterable[str]) -> dict[str, Any]:
        """Return the condition that one of some values was chosen."""
        options = self.choices[name]
        numbers = [options.index(value) for value in values]
        return {"choice": {"key": list(self.choices).index(name), "values": numbers}}


def _read_value(value: str | int, path: str) -> int:
    if isinstance(value, int):
        return value
    if value in _RANK_VALUES:
        return _RANK_VALUES[value]
    if value.isdecimal():
        return int(value)
    raise UnsupportedError(f"{path}: {value!r} is no value of a card or a die", code="game-symbol")


def _read_suit(value: str | int, path: str) -> SuitName:
    try:
        return SuitName(str(value).removesuffix("s"))
    except ValueError:
        raise UnsupportedError(f"{path}: {value!r} is no suit", code="game-symbol") from None
