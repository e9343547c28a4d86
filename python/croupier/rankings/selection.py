"""Rules on which cards may form a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from croupier import _native
from croupier.cards import Card, CardsLike
from croupier.errors import SetupError

__all__ = ["Pool", "Selection", "Zone"]

Zone: TypeAlias = CardsLike | Mapping[str, CardsLike]
"""Cards of a player or of the board; a mapping gives the names of the subsets that they are in."""

Pool: TypeAlias = Iterable[str | tuple[str, int]]
"""Subsets that may be used together; a pair allows only the card at that index of the subset."""


class Selection:
    """A rule on which hole and board cards may form a hand.

    The classmethods make the usual rules. Subsets are named groups of cards, as in games where a
    player splits the hand or where there are several boards.

    >>> from croupier import rankings
    >>> omaha = Selection.exactly(2, 3)
    >>> rankings.get("high").best("AsKsQdJd", "Ts9s8s2c2d", selection=omaha).description
    'flush, A-K-T-9-8'
    """

    __slots__ = ("_native", "_repr", "_subsets")

    @classmethod
    def parse(cls, text: str) -> Selection:
        """Read how many hole and board cards form a hand, as people write it.

        >>> Selection.parse("2+3") == Selection(pairs=[(2, 3)])
        True

        Args:
            text: Pairs such as `2+3` or `all+3`, with commas between them.

        Returns:
            The rule.

        Raises:
            SetupError: A part of it is no such pair.
        """
        from croupier.numbers import read_integer

        pairs: list[tuple[int | None, int | None]] = []
        for part in text.split(","):
            hole, plus, board = part.strip().partition("+")
            counts = [None if count == "all" else count for count in (hole, board)]
            if not plus or any(count is not None and not count.isdecimal() for count in counts):
                raise SetupError(
                    f"cards are taken by pairs such as 2+3 or all+3, unlike {part!r}",
                    code="selection-text",
                )
            hole_count, board_count = (
                None if count is None else read_integer(count) for count in counts
            )
            pairs.append((hole_count, board_count))
        return cls(pairs=pairs)

    def __init__(
        self,
        *,
        any_cards: int | None = None,
        pairs: Sequence[tuple[int | None, int | None]] | None = None,
        hole_pools: Iterable[Pool] = (),
        board_pools: Iterable[Pool] = (),
        padding: bool = False,
        minimum_cards: int = 0,
    ) -> None:
        """Make a rule; give either `any_cards` or `pairs`.

        Args:
            any_cards: How many cards form the hand, hole and board cards together.
            pairs: How many hole cards and how many board cards; any of the pairs may be used, and
                `None` means all cards that there are.
            hole_pools: Pools of hole cards, one of which must be used; none for all hole cards.
            board_pools: Pools of board cards, one of which must be used; none for the whole board.
            padding: Whether fewer cards than asked are enough where there are no more.
            minimum_cards: A player with fewer hole cards than this has no hand.

        Raises:
            SetupError: A number is negative, or the rule is no rule.
        """
        hole_pools = [list(pool) for pool in hole_pools]
        board_pools = [list(pool) for pool in board_pools]
        problem = _find_problem(any_cards, pairs, minimum_cards)
        if problem is not None:
            raise SetupError(problem, code="selection")
        subsets: dict[str, int] = {}
        try:
            self._native = _native.Selection(
                any=any_cards,
                pairs=None if pairs is None else list(pairs),
                hole_pools=_number_pools(hole_pools, subsets),
                board_pools=_number_pools(board_pools, subsets),
                padding=padding,
                minimum_cards=minimum_cards,
            )
        except (OverflowError, TypeError, ValueError) as error:
            raise SetupError(f"this is no selection of cards: {error}", code="selection") from None
        self._subsets = subsets
        options = {
            "any_cards": any_cards,
            "pairs": None if pairs is None else list(pairs),
            "hole_pools": hole_pools,
            "board_pools": board_pools,
            "padding": padding,
            "minimum_cards": minimum_cards,
        }
        shown = ", ".join(f"{name}={value!r}" for name, value in options.items() if value)
        self._repr = f"Selection({shown})"

    @classmethod
    def any(cls, count: int) -> Selection:
        """Allow any cards, so many of all.

        >>> Selection.any(5)
        Selection(any_cards=5)

        Args:
            count: How many cards form the hand.

        Returns:
            The rule.
        """
        return cls(any_cards=count)

    @classmethod
    def exactly(cls, hole: int, board: int) -> Selection:
        """Ask for so many hole cards and so many board cards, as Omaha does.

        >>> Selection.exactly(2, 3)
        Selection(pairs=[(2, 3)])

        Args:
            hole: How many hole cards.
            board: How many board cards.

        Returns:
            The rule.
        """
        return cls(pairs=[(hole, board)])

    @classmethod
    def options(cls, pairs: Iterable[tuple[int, int]]) -> Selection:
        """Allow several pairs of hole and board counts.

        >>> Selection.options([(2, 3), (3, 2)])
        Selection(pairs=[(2, 3), (3, 2)])

        Args:
            pairs: The pairs.

        Returns:
            The rule.
        """
        return cls(pairs=list(pairs))

    @classmethod
    def all_hole(cls, board: int) -> Selection:
        """Ask for all hole cards and so many board cards, as Greek hold'em does.

        >>> Selection.all_hole(3)
        Selection(pairs=[(None, 3)])

        Args:
            board: How many board cards.

        Returns:
            The rule.
        """
        return cls(pairs=[(None, board)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Selection):
            return NotImplemented
        return self._native == other._native and self._subsets == other._subsets

    def __hash__(self) -> int:
        return hash(self._native)

    def __repr__(self) -> str:
        return self._repr

    def _flatten(self, zone: Zone) -> tuple[CardsLike, list[int]]:
        """Return the cards of a zone and, for each, the numbers of its subsets as bits."""
        if not isinstance(zone, Mapping):
            return zone, []
        bits: dict[Card, int] = {}
        for subset, cards in zone.items():
            number = self._subsets.get(subset)
            for card in Card.clean(cards):
                bits[card] = bits.get(card, 0) | (0 if number is None else 1 << number)
        return tuple(bits), list(bits.values())


def _find_problem(
    any_cards: int | None,
    pairs: Sequence[tuple[int | None, int | None]] | None,
    minimum_cards: int,
) -> str | None:
    if (any_cards is None) == (pairs is None):
        return "A selection of cards needs either any_cards or pairs."
    if pairs is not None and not pairs:
        return "A selection of cards needs at least one pair of hole and board counts."
    counts = [count for pair in pairs or () for count in pair]
    if pairs is not None and len(counts) != 2 * len(pairs):
        return f"Each of the pairs must be a hole count and a board count, unlike {pairs!r}."
    for count in (any_cards, minimum_cards, *counts):
        if count is not None and count < 0:
            return f"A selection of cards cannot count {count} cards."
    return None


def _number_pools(
    pools: Iterable[Pool], subsets: dict[str, int]
) -> list[list[tuple[int, int | None]]]:
    """Replace the names of subsets by numbers, which are given out in `subsets`."""
    numbered = []
    for pool in pools:
        parts: list[tuple[int, int | None]] = []
        for part in pool:
            name, index = (part, None) if isinstance(part, str) else part
            parts.append((subsets.setdefault(name, len(subsets)), index))
        numbered.append(parts)
    return numbered
