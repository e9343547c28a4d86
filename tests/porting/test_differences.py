"""What differs from PokerKit differs as `docs/pokerkit.md` says."""

from __future__ import annotations

import copy
import random
from fractions import Fraction
from itertools import permutations

import pokerkit
import pytest

import croupier


def find_icm(payouts: list[int], chips: list[int]) -> list[Fraction]:
    """Return the values of chips without rounding, by all orders in which players can finish."""
    values = [Fraction(0)] * len(chips)
    for order in permutations(range(len(chips)), len(payouts)):
        chance, left = Fraction(1), sum(chips)
        for player in order:
            chance *= Fraction(chips[player], left)
            left -= chips[player]
        for payout, player in zip(payouts, order, strict=True):
            values[player] += payout * chance
    return values


@pytest.mark.parametrize(
    ("chips", "their_digits"),
    [([999_999, 1, 1], 11), ([10**12, 1, 1, 1], 5), ([50, 30, 20], 15), ([7, 9, 1000, 4], 13)],
)
def test_the_last_digits_of_icm(chips: list[int], their_digits: int) -> None:
    payouts = [50, 30, 20]
    exact = find_icm(payouts, chips)

    def error(values: tuple[float, ...]) -> Fraction:
        return max(abs(Fraction(one) / two - 1) for one, two in zip(values, exact, strict=True))

    assert error(croupier.calculate_icm(payouts, chips)) < Fraction(1, 10**15)
    theirs = error(pokerkit.calculate_icm(payouts, chips))
    assert theirs < Fraction(1, 10 ** (their_digits - 1))


@pytest.mark.parametrize(("text", "count"), [("A2s-A5s", 16), ("KJo-K9o", 36), ("top 5%", 60)])
def test_ranges_that_only_we_read(text: str, count: int) -> None:
    with pytest.raises(ValueError, match=r"invalid|multiple"):
        pokerkit.parse_range(text)
    assert len(croupier.parse_range(text)) == count


def test_copies_are_copies() -> None:
    bets = []
    for package in (pokerkit, croupier):
        state = package.KuhnPoker.create_state(tuple(package.Automation))
        twin = copy.copy(state)
        state.complete_bet_or_raise_to()
        bets.append((state.bets, twin.bets))
    assert bets == [([1, 0], [1, 0]), ([1, 0], [0, 0])]


def test_the_order_of_logs() -> None:
    log = "STATE:1:f:Ac2d|7h7d:50|-50:Ann|Bob\nAnn|Bob:2:f:Ac2d|7h7d:50|-50\n"
    orders = []
    for package in (pokerkit, croupier):
        game = package.NoLimitTexasHoldem((), True, 0, (50, 100), 100)
        hands = package.ACPCProtocolParser(game, 20_000)(log)
        orders.append([history.hand for history in hands])
    assert orders == [[2, 1], [1, 2]]


def test_the_seed_of_python_is_not_ours() -> None:
    decks: list[list[object]] = [[], []]
    for _ in range(2):
        random.seed(7)
        croupier.seed(7)
        decks[0].append(pokerkit.shuffled(range(52)))
        croupier.seed(None)
        decks[1].append(croupier.shuffled(range(52)))
    assert decks[0][0] == decks[0][1]
    assert decks[1][0] != decks[1][1]


def test_an_operation_is_something_that_happens() -> None:
    assert pokerkit.Operation().commentary is None
    with pytest.raises(TypeError):
        croupier.Operation()
