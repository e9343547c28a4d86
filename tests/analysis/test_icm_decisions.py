"""All-in hands near the money, and deals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.analysis import (
    calculate_icm,
    chip_chop,
    propose_deal,
    risk_premium,
    round_shares,
)
from croupier.errors import SetupError


def test_chips_are_worth_their_number_where_the_winner_takes_all() -> None:
    found = risk_premium([100], [30, 50, 20], 0, 1)
    assert (found.bubble_factor, found.required_equity, found.risk_premium) == (1, 0.5, 0)
    assert risk_premium([65, 35], [30, 70], 0, 1).risk_premium == 0


def test_the_bubble_costs_something() -> None:
    # Four players, three prizes: a middle stack has much to lose against one that covers it.
    payouts, chips = [50, 30, 20], [4000, 3000, 2000, 1000]
    found = risk_premium(payouts, chips, 1, 0)
    assert found.amount == 3000
    assert found.value == pytest.approx(calculate_icm(payouts, chips)[1])
    assert found.value_lost == 0
    assert found.value_won == pytest.approx(calculate_icm(payouts, [1000, 6000, 2000, 1000])[1])
    factor = found.value / (found.value_won - found.value)
    assert found.bubble_factor == pytest.approx(factor)
    assert found.required_equity == pytest.approx(factor / (1 + factor))
    # At that equity, calling is worth as much as folding.
    equity = found.required_equity
    expected = equity * found.value_won + (1 - equity) * found.value_lost
    assert expected == pytest.approx(found.value)
    assert found.risk_premium > 0.1 > risk_premium(payouts, chips, 0, 3).risk_premium > 0


def test_a_part_of_the_chips_risks_less() -> None:
    payouts, chips = [50, 30, 20], [4000, 3000, 2000, 1000]
    part = risk_premium(payouts, chips, 1, 0, 500)
    assert 0 < part.risk_premium < risk_premium(payouts, chips, 1, 0).risk_premium


@pytest.mark.parametrize(
    ("payouts", "pair", "amount", "words"),
    [
        ([50, 30], (0, 3), None, "no player 3"),
        ([50, 30], (1, 1), None, "the same player"),
        ([50, 30], (0, 1), 21, "no more than 20, unlike 21"),
        ([50, 30], (0, 1), 0, "more than nothing"),
        ([10, 10, 10], (0, 1), None, "nothing to be won"),
    ],
)
def test_what_makes_no_sense_is_said(
    payouts: list[int], pair: tuple[int, int], amount: int | None, words: str
) -> None:
    with pytest.raises(SetupError, match=words):
        risk_premium(payouts, [50, 20, 30], *pair, amount)


def test_a_chip_chop_is_exact() -> None:
    shares = chip_chop([50, 30, 20], [3, 2, 2])
    assert shares == (20 + Fraction(40 * 3, 7), 20 + Fraction(40 * 2, 7), 20 + Fraction(40 * 2, 7))
    assert sum(shares) == 100
    assert chip_chop([50], [1, 1]) == (25, 25)
    assert chip_chop([], []) == ()
    with pytest.raises(SetupError, match="somebody must have chips"):
        chip_chop([50], [0, 0])


def test_deals_lose_no_cent() -> None:
    shares = propose_deal([5000, 3000.55, 2000], [61, 30, 9], unit=0.01)
    for one in shares:
        assert sum(one) == Fraction("10000.55")
        assert all((share * 100).denominator == 1 for share in one)
    exact = propose_deal([5000, 3000, 2000], [61, 30, 9])
    values = calculate_icm([5000, 3000, 2000], [61, 30, 9])
    assert [float(share) for share in exact.icm] == list(values)


def test_shares_are_rounded_as_little_as_can_be() -> None:
    shares = [Fraction(19, 10), Fraction(11, 10), Fraction(7)]
    assert round_shares(shares, 10, 1) == (2, 1, 7)
    with pytest.raises(SetupError, match=r"no multiple of 0\.3"):
        round_shares(shares, 10, 0.3)
