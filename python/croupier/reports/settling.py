"""Payments between players: as few as there can be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from croupier.errors import SetupError
from croupier.frames import show_value
from croupier.numbers import Chips

__all__ = ["MAX_EXACT", "Balance", "Payment", "even_out", "settle"]

MAX_EXACT: Final = 16
"""Up to so many people there are provably as few payments as possible."""


class Balance(NamedTuple):
    """A balance: what somebody is ahead or behind.

    Attributes:
        name: Who it is.
        amount: What is to be got, or to be paid where it is below 0.
    """

    name: str
    amount: Chips


class Payment(NamedTuple):
    """A payment: who pays whom.

    >>> print(Payment("Bob", "Ann", Fraction(5, 2)))
    Bob pays Ann 2.5

    Attributes:
        payer: Who pays.
        receiver: Who gets it.
        amount: How much.
    """

    payer: str
    receiver: str
    amount: Fraction

    def __str__(self) -> str:
        return f"{self.payer} pays {self.receiver} {show_value(self.amount)}"


def even_out(balances: Sequence[Balance]) -> list[Balance]:
    """Return balances that add up to zero, without what was won from or lost to others.

    Where bots play along, people have won or lost chips that no person owes. So the winners get
    what the losers lost, or the losers pay what the winners won, whichever is less, each in
    proportion and in whole chips.

    >>> even = even_out([Balance("Ann", 300), Balance("Dan", -600), Balance("Eve", -300)])
    >>> [(one.name, one.amount) for one in even]
    [('Ann', 300), ('Dan', -200), ('Eve', -100)]

    Args:
        balances: What everybody is ahead or behind, in whole chips.

    Returns:
        The balances, in the same order.
    """
    won = sum(max(one.amount, 0) for one in balances)
    lost = sum(max(-one.amount, 0) for one in balances)
    if won == lost:
        return list(balances)
    sign, total, shared = (1, won, lost) if won > lost else (-1, lost, won)
    # Shares are rounded down, and the chips that are left go to the largest remainders.
    parts = {
        index: divmod(sign * one.amount * shared, total)
        for index, one in enumerate(balances)
        if sign * one.amount > 0
    }
    left = shared - sum(part for part, _ in parts.values())
    order = sorted(parts, key=lambda index: (-parts[index][1], index))
    shares = {index: part for index, (part, _) in parts.items()}
    for index in order[:left]:
        shares[index] += 1
    return [
        one._replace(amount=sign * shares[index]) if index in shares else one
        for index, one in enumerate(balances)
    ]


def settle(balances: Iterable[Balance]) -> list[Payment]:
    """Return payments after which nobody owes anything.

    Up to 16 people they are as few as there can be: people are taken apart into as many groups as
    possible that are even among themselves, and a group of so many needs one payment less. With
    more people they are at most one less than there are people.

    >>> nights = [Balance("Ann", 5), Balance("Bob", -5), Balance("Cy", 7), Balance("Di", -7)]
    >>> len(settle(nights))
    2

    Args:
        balances: What everybody is ahead or behind.

    Returns:
        The payments, the largest first.

    Raises:
        SetupError: The amounts do not add up to zero, or a name is there twice.
    """
    given = [(name, Fraction(amount)) for name, amount in balances]
    names = [name for name, _ in given]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise SetupError(f"{twice!r} is there twice", code="duplicate-name")
    missing = sum(amount for _, amount in given)
    if missing:
        raise SetupError(
            f"the balances do not add up: they come to {show_value(missing)} instead of 0",
            code="unbalanced-ledger",
        )
    uneven = [(name, amount) for name, amount in given if amount]
    groups = [uneven]
    if len(uneven) <= MAX_EXACT:
        groups = [
            [uneven[place] for place in group]
            for group in _find_groups([amount for _, amount in uneven])
        ]
    payments = [payment for group in groups for payment in _pay(group)]
    return sorted(payments, key=lambda one: (-one.amount, one.payer, one.receiver))


def _find_groups(amounts: Sequence[Fraction]) -> list[list[int]]:
    """Take people apart into as many groups as possible that are even among themselves.

    For each set of people, the most groups are those of the set without one of them, and one more
    where the set is even: people are added in some order in which groups are closed one by one.
    """
    count = len(amounts)
    # Whole numbers are added faster than fractions.
    scale = lcm(*(amount.denominator for amount in amounts))
    units = [int(amount * scale) for amount in amounts]
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    last = [0] * (1 << count)
    for people in range(1, 1 << count):
        lowest = people & -people
        sums[people] = sums[people ^ lowest] + units[lowest.bit_length() - 1]
        best = -1
        rest = people
        while rest:
            one = rest & -rest
            rest ^= one
            found = most[people ^ one]
            if found > best:
                best, last[people] = found, one
        most[people] = best + (sums[people] == 0)
    groups: list[list[int]] = []
    people = (1 << count) - 1
    while people:
        if sums[people] == 0:
            groups.append([])
        groups[-1].append(last[people].bit_length() - 1)
        people ^= last[people]
    return groups


def _pay(group: Iterable[tuple[str, Fraction]]) -> list[Payment]:
    """Let who owes most pay who gets most, until nobody owes anything."""
    left = dict(group)
    payments = []
    while any(left.values()):
        payer = min(left, key=lambda name: (left[name], name))
        receiver = max(left, key=lambda name: (left[name], name))
        amount = min(-left[payer], left[receiver])
        payments.append(Payment(payer, receiver, amount))
        left[payer] += amount
        left[receiver] -= amount
    return payments
