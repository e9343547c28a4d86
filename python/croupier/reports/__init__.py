"""A night of poker in one page: who won what, who pays whom, and the hands to talk about.

>>> from croupier.reports import Balance, settle
>>> for payment in settle([Balance("Ann", 30), Balance("Bob", -10), Balance("Cy", -20)]):
...     print(payment)
Cy pays Ann 20
Bob pays Ann 10
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.reports.ledgers import Account, Ledger, read_ledger
    from croupier.reports.nights import BigPot, Night, read_night
    from croupier.reports.settling import Balance, Payment, even_out, settle

__all__ = [
    "Account",
    "Balance",
    "BigPot",
    "Ledger",
    "Night",
    "Payment",
    "even_out",
    "read_ledger",
    "read_night",
    "settle",
]

_LATER = {
    name: f"croupier.reports.{module}"
    for module, names in {
        "ledgers": ("Account", "Ledger", "read_ledger"),
        "nights": ("BigPot", "Night", "read_night"),
        "settling": ("Balance", "Payment", "even_out", "settle"),
    }.items()
    for name in names
}
__getattr__, __dir__ = import_later("croupier.reports", _LATER)
