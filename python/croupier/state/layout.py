"""How the cards of a board lie on the table, where they do not just lie in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["BoardLayout", "BoardRow"]


class BoardRow(NamedTuple):
    """A row of a board.

    Attributes:
        label: What stands before the row, or `None`.
        places: The places for cards, from the left: the subsets of which the card there is, or
            `None` for a gap of the width of a card.
    """

    label: str | None
    places: tuple[tuple[str, ...] | None, ...]


class BoardLayout(NamedTuple):
    """The places of the cards of a board.

    It has nothing to do with the rules, and is part of the game: a picture of a board needs to
    know nothing else.

    >>> cross = BoardLayout(
    ...     rows=(
    ...         BoardRow(None, (None, ("Down",), None)),
    ...         BoardRow(None, (("Across",), ("Across", "Down"), ("Across",))),
    ...         BoardRow(None, (None, ("Down",), None)),
    ...     ),
    ...     centred=False,
    ...     dealt=(("Across",), ("Down",), ("Across",), ("Down",), ("Across", "Down")),
    ... )
    >>> cross.place([("Across",), ("Down",), ("Across",)])
    [[None, 1, None], [0, None, 2], [None, None, None]]

    Attributes:
        rows: The rows, from above.
        centred: Whether rows that are shorter than others lie in the middle; else they begin at the
            left.
        dealt: The subsets of the cards in the order in which they are dealt.
    """

    rows: tuple[BoardRow, ...]
    centred: bool
    dealt: tuple[tuple[str, ...], ...]

    def find_names(self, subsets: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
        """Return the subsets of cards, those included that are out of play and have none any more.

        Args:
            subsets: The subsets of each card of the board, in the order in which they were dealt.

        Returns:
            The subsets by which each card has its place.
        """
        known = self.dealt
        return [
            names or (known[number] if number < len(known) else ())
            for number, names in enumerate(subsets)
        ]

    def place(self, subsets: Sequence[tuple[str, ...]]) -> list[list[int | None]]:
        """Put the cards of a board in their places.

        Cards for which there is no place are put behind the others of their kind, or in a row of
        their own below the others.

        Args:
            subsets: The subsets of each card of the board, in the order in which they were dealt.

        Returns:
            For each row, for each place, the number of the card, or `None` where none lies.
        """
        placed: list[list[int | None]] = [[None] * len(row.places) for row in self.rows]
        free: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        home: dict[tuple[str, ...], int] = {}
        for number, row in enumerate(self.rows):
            for column, place in enumerate(row.places):
                if place is not None:
                    # It does not matter in which order subsets are named.
                    names = tuple(sorted(place))
                    free.setdefault(names, []).append((number, column))
                    home[names] = number
        rest: list[int | None] = []
        for card, found in enumerate(self.find_names(subsets)):
            names = tuple(sorted(found))
            if free.get(names):
                number, column = free[names].pop(0)
                placed[number][column] = card
            elif names in home:
                placed[home[names]].append(card)
            else:
                rest.append(card)
        return [*placed, rest] if rest else placed
