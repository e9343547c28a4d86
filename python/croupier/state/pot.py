"""Pots."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Pot"]


@dataclass
class Pot:
    """Stand for a pot, main or side.

    Attributes:
        raked_amount: What the house takes.
        unraked_amount: What is left for the winners.
        player_indices: Who can win it.

    >>> Pot(1, 9, (0, 2)).amount
    10
    """

    raked_amount: int
    unraked_amount: int
    player_indices: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse negative amounts."""
        if self.raked_amount < 0:
            raise ValueError(f"The raked amount {self.raked_amount} is negative.")
        if self.unraked_amount < 0:
            raise ValueError(f"The unraked amount {self.unraked_amount} is negative.")

    @property
    def amount(self) -> int:
        """The whole amount."""
        return self.raked_amount + self.unraked_amount
