"""The money of a hand: a currency, tournament chips, or chips that are worth nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["CASH", "CHIPS", "TOURNAMENT", "Money", "MoneyKind", "find_money"]

MoneyKind: TypeAlias = Literal["cash", "tournament", "chips"]
"""The kind of money that a hand is played for."""
CASH: MoneyKind = "cash"
TOURNAMENT: MoneyKind = "tournament"
CHIPS: MoneyKind = "chips"


class Money(NamedTuple):
    """The money that a hand is played for. Amounts of different money are never added up.

    >>> print(Money("cash", "USD"), Money("tournament"), Money("chips"), sep="; ")
    cash in USD; tournament chips; chips without a currency

    Attributes:
        kind: `cash` for hands with a currency, `tournament`, or `chips` for play money, home games
            and simulations whose records name no currency.
        currency: The code or the sign of the currency; empty unless it is cash.
    """

    kind: MoneyKind
    currency: str = ""

    @classmethod
    def of(cls, currency: str, *, tournament: bool) -> Money:
        """Return the money of a hand.

        Args:
            currency: The code or the sign of the currency; empty where there is none.
            tournament: Whether it is a hand of a tournament.
        """
        if tournament:
            return cls(TOURNAMENT)
        return cls(CASH, currency) if currency else cls(CHIPS)

    def fits(self, wanted: str) -> bool:
        """Return whether it is of a kind, or in a currency; everything fits an empty text.

        >>> Money("cash", "USD").fits("cash"), Money("cash", "USD").fits("EUR")
        (True, False)

        Args:
            wanted: `cash`, `tournament`, `chips`, or the code or the sign of a currency.
        """
        return not wanted or wanted == self.kind or wanted == self.currency

    def __str__(self) -> str:
        names = {TOURNAMENT: "tournament chips", CHIPS: "chips without a currency"}
        return names.get(self.kind, f"cash in {self.currency}")


def find_money(history: HandHistory) -> Money:
    """Return what a hand is played for.

    It is a tournament if the record has its number or its buy-in, or names an event and no
    currency. `Hand::is_tournament` of the core is the same rule.

    Args:
        history: The hand.
    """
    fields = history.user_defined_fields
    currency = next(
        (
            one
            for one in (history.currency, history.currency_symbol)
            if isinstance(one, str) and one
        ),
        "",
    )
    tournament = any(_is_written(fields.get(name)) for name in ("_tournament", "_buy_in"))
    tournament = tournament or (_is_written(history.event) and not currency)
    return Money.of(currency, tournament=tournament)


def _is_written(value: object) -> bool:
    """Return whether a field has a text or an integer."""
    return bool(value) if isinstance(value, str) else type(value) is int
