"""Pots."""

from __future__ import annotations

from croupier.cards.dataclass_fields import add_dataclass_fields
from croupier.numbers import Chips

__all__ = ["Pot"]


class Pot:
    """A pot, main or side.

    Attributes:
        raked_amount: What the house takes.
        unraked_amount: What is left for the winners.
        player_indices: Who can win it.

    >>> Pot(1, 9, (0, 2)).amount
    10
    """

    __slots__ = ("player_indices", "raked_amount", "unraked_amount")
    __match_args__ = ("raked_amount", "unraked_amount", "player_indices")

    def __init__(
        self, raked_amount: Chips, unraked_amount: Chips, player_indices: tuple[int, ...]
    ) -> None:
        """Make a pot.

        Args:
            raked_amount: What the house takes.
            unraked_amount: What is left for the winners.
            player_indices: Who can win it.

        Raises:
            ValueError: An amount is negative.
        """
        if raked_amount < 0:
            raise ValueError(f"The raked amount {raked_amount} is negative.")
        if unraked_amount < 0:
            raise ValueError(f"The unraked amount {unraked_amount} is negative.")
        self.raked_amount = raked_amount
        self.unraked_amount = unraked_amount
        self.player_indices = player_indices

    @property
    def amount(self) -> Chips:
        """The whole amount."""
        return self.raked_amount + self.unraked_amount

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pot):
            return NotImplemented
        mine = (self.raked_amount, self.unraked_amount, self.player_indices)
        return mine == (other.raked_amount, other.unraked_amount, other.player_indices)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return (
            f"Pot(raked_amount={self.raked_amount!r}, unraked_amount={self.unraked_amount!r},"
            f" player_indices={self.player_indices!r})"
        )


add_dataclass_fields(
    Pot,
    {"raked_amount": "int", "unraked_amount": "int", "player_indices": "tuple[int, ...]"},
    is_frozen=False,
)
