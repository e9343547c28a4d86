"""The value of chips: against all orders of finishing, against PokerKit, and by its laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import isfinite
from random import Random
from typing import Any, Literal

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.analysis import calculate_icm, icm
from croupier.errors import SetupError, UnsupportedError

PAYOUTS = [50, 30, 20, 10, 5, 1]


def enumerate_orders(payouts: list[int], chips: list[int]) -> list[Fraction]:
    """Go through all orders in which players can finish, exactly."""
    values = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips))):
        chance, left = Fraction(1), sum(chips)
        for player in order:
            chance *= Fraction(chips[player], left)
            left -= chips[player]
        for payout, player in zip(payouts, order, strict=False):
            values[player] += payout * chance
    return values


def enumerate_bounties(chips: list[int], heads: list[Fraction], growth: Fraction) -> list[Fraction]:
    """Go through all orders, and in each through all ways in which players are knocked out."""
    values = [Fraction(0)] * len(chips)

    def knock_out(left: tuple[int, ...], on_heads: list[Fraction], chance: Fraction) -> None:
        if len(left) == 1:
            values[left[0]] += on_heads[left[0]] * chance
            return
        *winners, loser = left
        for winner in winners:
            part = Fraction(chips[winner], sum(chips[one] for one in winners)) * chance
            values[winner] += part * (1 - growth) * on_heads[loser]
            grown = list(on_heads)
            grown[winner] += growth * on_heads[loser]
            knock_out(tuple(winners), grown, part)

    for order in permutations(range(len(chips))):
        chance, rest = Fraction(1), sum(chips)
        for player in order:
            chance *= Fraction(chips[player], rest)
            rest -= chips[player]
        knock_out(order, heads, chance)
    return values


def floats(values: list[Fraction]) -> list[float]:
    return [float(value) for value in values]


@pytest.mark.parametrize("count", range(1, 7))
def test_values_are_those_of_all_orders(count: int) -> None:
    random = Random(count)
    for places in range(count + 1):
        chips = [random.randint(1, 5000) for _ in range(count)]
        expected = pytest.approx(floats(enumerate_orders(PAYOUTS[:places], chips)), abs=1e-9)
        for method in ("exact", "integral"):
            assert list(icm(PAYOUTS[:places], chips, method=method).values) == expected


def test_values_are_those_of_pokerkit() -> None:
    random = Random(7)
    for _ in range(40):
        count = random.randint(1, 6)
        payouts = [random.randint(0, 100) for _ in range(random.randint(0, count))]
        chips = [random.uniform(1, 100) for _ in range(count)]
        ours, theirs = calculate_icm(payouts, chips), pokerkit.calculate_icm(payouts, chips)
        assert isinstance(ours, tuple)
        assert ours == pytest.approx(theirs)


@pytest.mark.parametrize(
    ("payouts", "chips", "values"),
    [
        # Of encyclopedias and textbooks, which cut digits off.
        ([70, 30], [50, 30, 20], [45.18, 32.25, 22.57]),
        ([50, 30, 20], [25, 87, 88], [25.69, 37.08, 37.21]),
        ([50, 30, 20], [21, 89, 90], [24.85, 37.51, 37.64]),
        ([50, 30, 20], [5000, 3000, 2000], [38.39, 32.75, 28.86]),
    ],
)
def test_published_examples(payouts: list[int], chips: list[int], values: list[float]) -> None:
    assert calculate_icm(payouts, chips) == pytest.approx(values, abs=0.01)


def test_iterators_are_taken() -> None:
    assert calculate_icm(iter([10]), (one for one in (1, 3))) == (2.5, 7.5)


@pytest.mark.parametrize("count", [2, 9, 15, 20])
def test_values_add_up_and_follow_the_chips(count: int) -> None:
    random = Random(count)
    chips = [random.randint(1, 10**6) for _ in range(count)]
    payouts = sorted((random.randint(1, 1000) for _ in range(count)), reverse=True)
    values = calculate_icm(payouts, chips)
    assert sum(values) == pytest.approx(sum(payouts))
    order = sorted(range(count), key=chips.__getitem__)
    assert [values[player] for player in order] == sorted(values)
    swapped = calculate_icm(payouts, chips[::-1])
    assert swapped == pytest.approx(values[::-1])
    assert calculate_icm(payouts, [7] * count) == pytest.approx([sum(payouts) / count] * count)


def test_twenty_players_are_exact() -> None:
    # In all orders in which they may end, it would never be done.
    result = icm(range(20, 0, -1), range(1, 21))
    assert result.method == "exact"
    assert sum(result.values) == pytest.approx(210)


def test_an_integral_is_as_good_as_all_sets() -> None:
    chips = [2**place for place in range(18)]
    payouts = [100, 60, 40, 30, 20, 10, 5, 4, 3]
    exact = icm(payouts, chips, method="exact").values
    assert icm(payouts, chips, method="integral").values == pytest.approx(exact, abs=1e-8)


def test_hundreds_of_players() -> None:
    random = Random(3)
    chips = [random.randint(1, 100_000) for _ in range(300)]
    payouts = [1000 // place for place in range(1, 46)]
    result = icm(payouts, chips)
    assert result.method == "integral"
    assert sum(result.values) == pytest.approx(sum(payouts), rel=1e-9)
    sample = icm(payouts, chips, method="sampled", samples=20_000, seed=5)
    assert sum(sample.values) == pytest.approx(sum(payouts))
    far = [
        abs(one - other) / error
        for one, other, error in zip(result.values, sample.values, sample.errors, strict=True)
        if error
    ]
    assert max(far) < 5
    assert sum(distance < 1 for distance in far) > 0.5 * len(far)


def test_samples_are_those_of_their_seed_on_any_threads() -> None:
    def sample(seed: int, threads: int) -> tuple[float, ...]:
        crowd = icm([5, 3], [1, 2, 3], bounties=1, method="sampled", samples=9_999, seed=seed)
        again = icm(
            [5, 3],
            [1, 2, 3],
            bounties=1,
            method="sampled",
            samples=9_999,
            seed=seed,
            threads=threads,
        )
        assert crowd == again
        return crowd.values

    assert sample(1, 1) == sample(1, 2) != sample(2, 1)


@pytest.mark.parametrize("growth", [Fraction(0), Fraction(1, 2), Fraction(1)])
@pytest.mark.parametrize("count", range(1, 6))
def test_bounties_are_those_of_all_ways(count: int, growth: Fraction) -> None:
    random = Random(count)
    chips = [random.randint(1, 100) for _ in range(count)]
    heads = [Fraction(random.randint(0, 50)) for _ in range(count)]
    expected = floats(enumerate_bounties(chips, heads, growth))
    result = icm([10], chips, bounties=floats(heads), progressive=float(growth))
    assert list(result.bounties) == pytest.approx(expected)
    assert sum(result.bounties) == pytest.approx(float(sum(heads)))
    both = zip(result.prizes, result.bounties, strict=True)
    assert result.values == pytest.approx([prize + bounty for prize, bounty in both])


def test_bounties_of_many_are_sampled() -> None:
    result = icm([10], range(1, 31), bounties=2, progressive=True, samples=5_000, seed=1)
    assert result.method == "sampled"
    assert sum(result.bounties) == pytest.approx(60)


def test_players_without_chips_share_what_is_left() -> None:
    assert calculate_icm([50, 30, 20], [10, 0, 0]) == (50, 25, 25)
    assert calculate_icm([50, 30], [3, 1, 0])[2] == 0
    assert icm([50], [3, 0], bounties=10).bounties == (10, 0)


def test_prizes_that_nobody_can_win_are_left_out() -> None:
    assert calculate_icm([50, 30, 20], [1, 1]) == (40, 40)
    assert calculate_icm([], [1, 1]) == (0, 0)
    assert calculate_icm([5], []) == ()


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (([50], [0, 0]), {}, "nobody has any chips"),
        (([50], [1, -1]), {}, "the stack 2 must be a number that is not negative, unlike -1"),
        (([50, "x"], [1, 1]), {}, "the payout 2 must be"),
        (([50], [1, float("nan")]), {}, "the stack 2"),
        (([50], [1, 1]), {"bounties": [1]}, "1 bounties for 2 players"),
        (([50], [1, 1]), {"progressive": 1.5}, "from 0 to 1"),
        (([50], [1, 1]), {"method": "magic"}, "exact, integral or sampled"),
        (([50], [1, 1]), {"samples": 0}, "at least one sample"),
        (([50], [1, 1]), {"threads": 0}, "at least one thread"),
        (([50], [1, 1]), {"seed": -1}, "seed"),
    ],
)
def test_what_makes_no_sense_is_said(arguments: tuple, options: dict, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(SetupError, match=words):
        icm(*arguments, **options)


@pytest.mark.parametrize(
    ("count", "options", "words"),
    [
        (21, {"method": "exact"}, "20 players at most, not 21"),
        (17, {"method": "exact", "bounties": 1}, "16 players at most with bounties"),
        (17, {"method": "integral", "bounties": 1}, "no integral"),
    ],
)
def test_what_is_out_of_reach_is_said(count: int, options: dict, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(UnsupportedError, match=words):
        icm([1], [1] * count, **options)


EXTREMES = st.one_of(
    st.floats(1e-40, 1e40), st.sampled_from([1e-40, 1e-20, 1.0, 1e20, 1e40]), st.integers(1, 1000)
)


@settings(max_examples=120, deadline=None)
@given(
    prizes=st.lists(EXTREMES, min_size=1, max_size=5),
    stacks=st.lists(EXTREMES, min_size=2, max_size=6),
    method=st.sampled_from(["exact", "integral", "sampled"]),
)
def test_extreme_amounts_are_paid_in_full(
    prizes: list[float], stacks: list[float], method: Literal["exact", "integral", "sampled"]
) -> None:
    result = icm(prizes, stacks, method=method, samples=500, seed=1)
    pool = sum(float(prize) for prize in prizes[: len(stacks)])
    assert sum(result.values) == pytest.approx(pool, rel=1e-6)
    assert all(0 <= value <= pool * (1 + 1e-9) for value in result.values)
    assert all(map(isfinite, result.errors))


@pytest.mark.parametrize(
    "amount", [1e308, 1e41, 1e-41, 5e-324, float("inf"), float("nan"), -1e-300]
)
@pytest.mark.parametrize("method", ["exact", "integral", "sampled"])
def test_amounts_out_of_bounds_are_refused(amount: float, method: Any) -> None:
    for prizes, stacks in (([amount], [1, 1]), ([1], [1, amount]), ([1], [amount, amount])):
        with pytest.raises(SetupError):
            icm(prizes, stacks, method=method)
    with pytest.raises(SetupError):
        icm([1], [1, 2], bounties=amount)
