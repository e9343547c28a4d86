"""Ranges: hole cards that a player may have, each with a weight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from math import comb, isfinite
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from croupier.analysis.ranges import grid
from croupier.analysis.ranges.parsing import parse_weights
from croupier.analysis.ranges.sets import cards_of, set_of
from croupier.analysis.ranges.text import write_range
from croupier.cards import Card, CardsLike, Deck, RankOrder
from croupier.errors import CardError, SetupError

if TYPE_CHECKING:
    from croupier.svg.ink import Picture

__all__ = ["Range", "RangeLike"]


class Range:
    """A range: the hole cards that a player may have, each with a weight.

    A range never changes; operators make new ones. It is a set of hole cards in which each has a
    weight: 1 unless somebody says otherwise.

    >>> pairs = Range.parse("QQ+, AKs:0.5")
    >>> len(pairs), pairs.total
    (22, 20.0)
    >>> "AsKs" in pairs, pairs.weight("AsKs")
    (True, 0.5)
    >>> print(pairs - Range.parse("KK"))
    AA,QQ,AKs:0.5
    >>> pairs.without("As").combo_count
    18
    """

    __slots__ = ("__dict__", "_card_count", "_weights")

    def __init__(
        self, hands: str | Mapping[str, float] | Iterable[CardsLike] = (), *, card_count: int = 2
    ) -> None:
        """Make a range of hole cards.

        >>> Range("22+, AKs") == Range.parse("22+, AKs")
        True

        Args:
            hands: A text that `parse` reads; or hole cards such as `"AsKs"` one by one, or the
                weight of each.
            card_count: How many hole cards a player has; fewer may be known.

        Raises:
            ParseError: A text is no range.
            CardError: A card is unknown, is there twice, or there are too many.
            SetupError: A weight is negative or no number.
        """
        self._card_count = card_count
        self._weights: dict[int, float]
        if isinstance(hands, str):
            self._weights = Range.parse(hands, card_count=card_count)._weights
            return
        weighted = hands.items() if isinstance(hands, Mapping) else ((hand, 1.0) for hand in hands)
        weights: dict[int, float] = {}
        for hand, weight in weighted:
            cards = Card.clean(hand)
            if len(cards) > card_count:
                raise CardError(
                    f"there are {card_count} hole cards, not the {len(cards)} of {hand!r}",
                    value=hand,
                    code="card-count",
                )
            if not isfinite(weight) or weight < 0:
                raise SetupError(
                    f"a weight must be a positive number, unlike {weight!r}", code="weight"
                )
            if weight:
                weights[set_of(cards)] = float(weight)
        self._weights = weights

    @classmethod
    def _of(cls, weights: dict[int, float], card_count: int) -> Range:
        made = cls.__new__(cls)
        made._weights = weights
        made._card_count = card_count
        return made

    @classmethod
    def parse(
        cls,
        *texts: str,
        card_count: int = 2,
        deck: Iterable[Card] = Deck.STANDARD,
        rank_order: RankOrder = RankOrder.STANDARD,
    ) -> Range:
        """Read a range as people write it; several are merged, and what comes later counts.

        - `AK`, `AKs`, `AKo`, `77`: a starting hand of hold'em.
        - `22+`, `ATs+`: it and the better ones of its kind.
        - `A5s-A2s`, `T9s-54s`, `88-22`: those between.
        - `AsKs`, `AsAhKdKc`: these cards.
        - `top 15%`, `5%-15%`: the best starting hands, or those from one to the other.
        - `random`: all.
        - `AKs:0.5`, `AKs:50%`: with a weight.
        - `!AKs`: without these.
        - `Ax`, `A*s`, `AAxx`, `AsAh**`: `x` and `*` are any card.
        - `[A-T][A-T]xx`, `[AKQ]7s`: a card of one of these ranks.
        - `AAxxds`, `AAxxss`, `AAxxrb`: with two suits held twice or more, one, none.

        >>> len(Range.parse("22+, AKs, AKo:0.5, !AsKs"))
        93
        >>> len(Range.parse("AAxxds", card_count=4))
        864
        >>> Range.parse("AKs, KQz")
        Traceback (most recent call last):
            ...
        croupier.errors.ParseError: 'KQz' is no part of a range: expected hands such as AKs, ...

        Args:
            texts: The ranges.
            card_count: How many hole cards a player has.
            deck: The cards of the game.
            rank_order: The ranks from the lowest to the highest.

        Returns:
            The range.

        Raises:
            ParseError: Something is no range; the error says where. It is a ValueError.
        """
        return cls._of(parse_weights(texts, card_count, set_of(deck), rank_order), card_count)

    @classmethod
    def of(cls, value: RangeLike, *, card_count: int = 2) -> Range:
        """Return the range that a value stands for.

        >>> Range.of("AKs") == Range.of(["AsKs", "AhKh", "AdKd", "AcKc"])
        True

        Args:
            value: A range, a text, or an iterable of hole cards.
            card_count: How many hole cards a player has.

        Returns:
            The range.

        Raises:
            ParseError: A text is no range.
            CardError: Hole cards are no hole cards.
        """
        if isinstance(value, Range):
            return value
        if isinstance(value, str):
            return cls.parse(value, card_count=card_count)
        return cls(value, card_count=card_count)

    @property
    def card_count(self) -> int:
        """How many hole cards a player has."""
        return self._card_count

    @property
    def total(self) -> float:
        """The sum of all weights."""
        return sum(self._weights.values())

    @property
    def combo_count(self) -> int:
        """How many different hole cards there are."""
        return len(self._weights)

    @property
    def fraction(self) -> float:
        """The sum of all weights as a part of all hole cards of the standard deck.

        >>> round(Range.parse("22+").fraction, 4)
        0.0588
        """
        return self.total / comb(len(Deck.STANDARD), self._card_count)

    @cached_property
    def weights(self) -> dict[frozenset[Card], float]:
        """The weight of all hole cards, by the cards; a copy of which changes do no harm.

        >>> Range.parse("AsKs:0.25").weights[frozenset(Card.clean("AsKs"))]
        0.25
        """
        return {frozenset(cards_of(number)): weight for number, weight in self._weights.items()}

    def weight(self, hand: CardsLike) -> float:
        """Return the weight of hole cards.

        Args:
            hand: The hole cards.

        Returns:
            The weight; 0 for cards that are not in the range.
        """
        return self._weights.get(set_of(Card.clean(hand)), 0.0)

    def combos(self, dead: CardsLike = ()) -> tuple[tuple[Card, ...], ...]:
        """Return the hole cards that are possible.

        >>> Range.parse("AA").combos(dead="AsAh")
        ((Ad, Ac),)

        Args:
            dead: Cards that are elsewhere.

        Returns:
            The hole cards, the highest first.
        """
        gone = set_of(Card.clean(dead))
        possible = [cards_of(number) for number in self._weights if not number & gone]
        return tuple(sorted(possible, key=lambda cards: [-card.code for card in cards]))

    def without(self, dead: CardsLike) -> Range:
        """Return the range of the hole cards that are possible.

        >>> len(Range.parse("AK").without("As"))
        12

        Args:
            dead: Cards that are elsewhere.

        Returns:
            The range without all hole cards that have one of them.
        """
        gone = set_of(Card.clean(dead))
        kept = {number: weight for number, weight in self._weights.items() if not number & gone}
        return self._of(kept, self._card_count)

    def scaled(self, factor: float) -> Range:
        """Return the range with all weights multiplied.

        >>> Range.parse("AA").scaled(0.5).total
        3.0

        Args:
            factor: A positive number.

        Returns:
            The range.

        Raises:
            SetupError: The factor is no positive number.
        """
        if not isfinite(factor) or factor <= 0:
            raise SetupError(
                f"weights can be multiplied by a positive number, unlike {factor!r}", code="weight"
            )
        scaled = {number: weight * factor for number, weight in self._weights.items()}
        return self._of(scaled, self._card_count)

    def cells(self) -> list[tuple[str, float]]:
        """Return the starting hands of the usual grid, row by row, each with its mean weight.

        >>> [cell for cell in Range.parse("QQ+, AKs:0.5").cells() if cell[1]]
        [('AA', 1.0), ('AKs', 0.5), ('KK', 1.0), ('QQ', 1.0)]

        Returns:
            The 169 starting hands and their weights.

        Raises:
            UnsupportedError: There are not two hole cards.
        """
        return list(grid.cells(self._weights, self._card_count))

    def grid(self, *, colour: bool = False) -> str:
        """Draw the range as the usual grid of thirteen rows for the terminal.

        Suited hands are right of the pairs. A hand that is there only in part has a percentage in
        its place; one that is not there has a dot.

        >>> print("".join(Range.parse("QQ+, AKs, AQs:0.5").grid().splitlines(keepends=True)[:3]))
        AA   AKs  50%  .    .    .    .    .    .    .    .    .    .
        .    KK   .    .    .    .    .    .    .    .    .    .    .
        .    .    QQ   .    .    .    .    .    .    .    .    .    .
        <BLANKLINE>

        Args:
            colour: Whether to use the colours of terminals.

        Returns:
            The grid, a line for each row.

        Raises:
            UnsupportedError: There are not two hole cards.
        """
        return grid.write_text(self._weights, self._card_count, colour=colour)

    def svg(self, *, title: str | None = None, theme: str = "auto") -> Picture:
        """Draw the range as the usual grid, as an SVG picture.

        >>> Range.parse("22+").svg().startswith("<svg")
        True

        Args:
            title: What stands above the grid, if anything.
            theme: `light`, `dark`, or `auto` for what the page is.

        Returns:
            The picture.

        Raises:
            UnsupportedError: There are not two hole cards.
        """
        from croupier.svg.grids import draw_hand_grid

        return draw_hand_grid(self.cells(), title=title or "", theme=theme)

    def draw(self, path: str | PathLike[str], *, title: str = "") -> Path:
        """Draw the range as the usual grid, and save the picture.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Range.parse("22+, AKs:0.5").draw(f"{folder}/range.png").name
        'range.png'

        Args:
            path: Where the picture goes: a `.png`, `.svg` or `.pdf` file.
            title: What stands above the grid.

        Returns:
            Where the picture is.

        Raises:
            SetupError: There is no such kind of picture.
            UnsupportedError: There are not two hole cards, or matplotlib is not installed.
        """
        return grid.draw(path, self._weights, self._card_count, title=title)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self._card_count == 2 else None

    def __or__(self, other: Range) -> Range:
        self._check(other)
        weights = dict(self._weights)
        for number, weight in other._weights.items():
            weights[number] = max(weight, weights.get(number, 0.0))
        return self._of(weights, self._card_count)

    def __and__(self, other: Range) -> Range:
        self._check(other)
        shared = self._weights.keys() & other._weights.keys()
        weights = {
            number: min(weight, other._weights[number])
            for number, weight in self._weights.items()
            if number in shared
        }
        return self._of(weights, self._card_count)

    def __sub__(self, other: Range) -> Range:
        self._check(other)
        weights = {
            number: weight
            for number, weight in self._weights.items()
            if number not in other._weights
        }
        return self._of(weights, self._card_count)

    def __xor__(self, other: Range) -> Range:
        return (self - other) | (other - self)

    def __invert__(self) -> Range:
        """Return everything that is not in the range."""
        bits = [set_of((card,)) for card in Deck.STANDARD]
        every = (sum(chosen) for chosen in combinations(bits, self._card_count))
        weights = {number: 1.0 for number in every if number not in self._weights}
        return self._of(weights, self._card_count)

    def _check(self, other: Range) -> None:
        if not isinstance(other, Range):
            raise TypeError(f"a range and {other!r} have nothing in common")
        if other._card_count != self._card_count:
            raise SetupError(
                f"hands of {self._card_count} and of {other._card_count} cards do not mix",
                code="card-count",
            )

    def __contains__(self, hand: CardsLike) -> bool:
        return self.weight(hand) > 0

    def __iter__(self) -> Iterator[frozenset[Card]]:
        return map(frozenset, self.combos())

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return self._card_count == other._card_count and self._weights == other._weights

    def __hash__(self) -> int:
        return hash((self._card_count, frozenset(self._weights.items())))

    def __str__(self) -> str:
        return write_range(self._weights, self._card_count)

    def __repr__(self) -> str:
        text = str(self)
        shown = text if len(text) <= 60 else f"{text[:57]}..."
        return f"<Range of {self.combo_count} hands: {shown}>"


RangeLike: TypeAlias = Range | str | Mapping[str, float] | Iterable[CardsLike]
"""Anything that stands for a range."""
