"""Who pays whom: exactly even afterwards, and with as few payments as there can be."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import SetupError
from croupier.reports import Balance, Payment, even_out, settle


def make(amounts: list[int]) -> list[Balance]:
    return [Balance(f"p{place}", amount) for place, amount in enumerate(amounts)]


def is_even_after(balances: list[Balance], payments: list[Payment]) -> bool:
    left: defaultdict[str, Fraction] = defaultdict(Fraction)
    for name, amount in balances:
        left[name] += Fraction(amount)
    for payer, receiver, amount in payments:
        assert amount > 0 and payer != receiver
        left[payer] += amount
        left[receiver] -= amount
    return not any(left.values())


def count_fewest(amounts: list[int]) -> int:
    """Count the fewest payments slowly: people less the most groups that are even."""
    uneven = [amount for amount in amounts if amount]

    def most_groups(people: frozenset[int]) -> int:
        if not people:
            return 0
        first, *others = sorted(people)
        best = 0
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                group = {first, *chosen}
                if sum(uneven[place] for place in group) == 0:
                    best = max(best, 1 + most_groups(people - group))
        return best

    return len(uneven) - most_groups(frozenset(range(len(uneven))))


sums = st.lists(st.integers(-6, 6), max_size=6).map(lambda found: [*found, -sum(found)])


@given(sums)
@settings(max_examples=60, deadline=None)
def test_as_few_payments_as_there_can_be(amounts: list[int]) -> None:
    payments = settle(make(amounts))
    assert is_even_after(make(amounts), payments)
    assert len(payments) == count_fewest(amounts)


@given(st.lists(st.integers(-1000, 1000), min_size=20, max_size=60))
@settings(max_examples=30, deadline=None)
def test_many_people_pay_less_often_than_there_are_people(amounts: list[int]) -> None:
    balances = make([*amounts, -sum(amounts)])
    payments = settle(balances)
    assert is_even_after(balances, payments)
    assert len(payments) < max(1, sum(1 for one in balances if one.amount)) or not payments


def test_sixteen_people_in_eight_pairs() -> None:
    """A payer goes to the largest receiver first, which takes more payments than pairs do."""
    amounts = [sign * (10 + place) for place in range(8) for sign in (1, -1)]
    # Groups of three hide in it as well.
    assert len(settle(make(amounts))) == 8


def test_parts_of_chips_are_exact() -> None:
    third = Fraction(1, 3)
    payments = settle(
        [Balance("Ann", third), Balance("Bob", -third / 2), Balance("Cy", -third / 2)]
    )
    assert sum(payment.amount for payment in payments) == third


def test_nobody_owes_anything() -> None:
    assert settle([]) == settle([Balance("Ann", 0)]) == []


def test_what_does_not_add_up_is_refused() -> None:
    with pytest.raises(SetupError, match="come to -2 instead of 0") as caught:
        settle([Balance("Ann", 3), Balance("Bob", -5)])
    assert caught.value.code == "unbalanced-ledger"
    with pytest.raises(SetupError, match="'Ann' is there twice"):
        settle([Balance("Ann", 3), Balance("Ann", -3)])


def test_balances_are_evened_out_in_whole_chips() -> None:
    rng = Random(5)
    for _ in range(500):
        balances = [
            Balance(str(place), rng.randint(-200, 200)) for place in range(rng.randint(1, 8))
        ]
        even = even_out(balances)
        won = sum(max(one.amount, 0) for one in balances)
        lost = sum(max(-one.amount, 0) for one in balances)
        assert sum(one.amount for one in even) == 0
        assert sum(max(one.amount, 0) for one in even) == min(won, lost)
        for before, after in zip(balances, even, strict=True):
            assert after.name == before.name
            assert min(before.amount, 0) <= after.amount <= max(before.amount, 0)
