"""All-in hands near the money, and deals."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.analysis import (
    calculate_icm,
    chip_chop,
    icm,
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


def test_a_bounty_is_won_with_the_last_chips() -> None:
    payouts, chips, heads = [50, 30, 20], [4000, 3000, 2000, 1000], [8, 4, 12, 16]
    plain = risk_premium(payouts, chips, 1, 3)
    found = risk_premium(payouts, chips, 1, 3, bounties=heads)
    after = icm(payouts, [4000, 4000, 2000, 0], bounties=[8, 4, 12, 0])
    assert found.value == pytest.approx(icm(payouts, chips, bounties=heads).values[1])
    assert found.value_won == pytest.approx(after.values[1] + 16)
    assert found.value_lost == pytest.approx(
        icm(payouts, [4000, 2000, 2000, 2000], bounties=heads).values[1]
    )
    assert found.required_equity < plain.required_equity
    # What goes on the own head is only worth something later.
    progressive = risk_premium(payouts, chips, 1, 3, bounties=heads, progressive=True)
    grown = icm(payouts, [4000, 4000, 2000, 0], bounties=[8, 12, 12, 0], progressive=True)
    assert progressive.value_won == pytest.approx(grown.values[1] + 8)
    # A part of the chips wins no bounty, and who is covered wins none, either.
    part = risk_premium(payouts, chips, 1, 3, 999, bounties=heads)
    rest = icm(payouts, [4000, 3999, 2000, 1], bounties=heads).values[1]
    assert part.value_won == pytest.approx(rest)
    covered = risk_premium(payouts, chips, 3, 0, bounties=heads)
    assert covered.value_lost == 0
    assert covered.value_won == pytest.approx(
        icm(payouts, [3000, 3000, 2000, 2000], bounties=heads).values[3]
    )


def test_winner_takes_all_bounties_add_up() -> None:
    # Two players: whoever wins gets the prize and the bounty of the other one, and keeps the own.
    found = risk_premium([100], [50, 50], 0, 1, bounties=[10, 30])
    assert found.value_won == 100 + 30 + 10
    assert found.value_lost == 0
    assert found.bubble_factor == pytest.approx(1)
    with pytest.raises(SetupError, match="1 bounties for 2 players"):
        risk_premium([100], [50, 50], 0, 1, bounties=[10])
    with pytest.raises(SetupError, match="from 0 to 1, unlike 2"):
        risk_premium([100], [50, 50], 0, 1, bounties=10, progressive=2)


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
    assert chip_chop([50], [1, 1]) == (Fraction(25), Fraction(25))
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
    assert round_shares(shares, 10, 1) == (Fraction(2), Fraction(1), Fraction(7))
    with pytest.raises(SetupError, match=r"no multiple of 0\.3"):
        round_shares(shares, 10, 0.3)
