"""Rankings by the sum of pips. Suits never matter and the ordered rank is always 1.

* `49`, `58`, `zero`, `zero_6`, `21`, `21_6`: ace 1, two to ten their number, face cards 0.
* `6`, `low_pip_6_cards`: the same, but face cards 10.
* football: ace 1, two 2, three 3, six 6, all others 0.

The best hands are T-T-T-T-9 (49), T-T-T-T-9-9 (58), no pips at all (zero), A-A-A-A-2 (6), no cards
at all (low_pip_6_cards, rank 0) and 6-6-6-6-3-3-3 (football); ranks count the distance from there.

`21`: a player uses the cards whose sum is closest to 21 without exceeding it and, with the same
sum, as many cards as possible. The rank is the place of (sum, number of cards) among the pairs that
are really the best of some hand: 21 with five, four, three cards, 20 with five, four, three, two
cards, and so on. For five cards that makes 40 ranks: sums of 16 to 20 can be the best with five
to two cards, 15 with five or four, and 14 and less only with all cards. (A sum of 14 that leaves a
card out would exceed 21 with it, so that card has eight pips or more; it could replace a smaller
one.) `21_6` is the same for six cards, with 46 ranks.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations

from .cards import ACE_HIGH, Cards, Standing, rank_multisets

NUMBERS = {"A": 1} | {str(n): n for n in range(2, 10)} | {"T": 10}
FACES_ZERO = NUMBERS | {"J": 0, "Q": 0, "K": 0}
FACES_TEN = NUMBERS | {"J": 10, "Q": 10, "K": 10}
FOOTBALL = dict.fromkeys(ACE_HIGH, 0) | {"A": 1, "2": 2, "3": 3, "6": 6}


def total(values: dict[str, int], cards: Cards) -> int:
    return sum(values[card[0]] for card in cards)


@cache
def twenty_one(pips: tuple[int, ...]) -> tuple[int, int]:
    """Return the best (sum, number of cards) of these pips."""
    choices = (c for n in range(len(pips) + 1) for c in combinations(pips, n))
    return max((sum(choice), len(choice)) for choice in choices if sum(choice) <= 21)


@cache
def twenty_one_table(size: int) -> list[tuple[int, int]]:
    """Return the (sum, number of cards) that are the best of some hand, the best first."""
    hands = {
        tuple(sorted(FACES_ZERO[rank] for rank in ranks))
        for ranks in rank_multisets(ACE_HIGH, size)
    }
    return sorted({twenty_one(hand) for hand in hands}, reverse=True)


def twenty_one_rank(cards: Cards) -> int:
    pips = tuple(sorted(FACES_ZERO[card[0]] for card in cards))
    return twenty_one_table(len(cards)).index(twenty_one(pips)) + 1


RANKS: dict[str, Callable[[Cards], int]] = {
    "49": lambda cards: 50 - total(FACES_ZERO, cards),
    "58": lambda cards: 59 - total(FACES_ZERO, cards),
    "zero": lambda cards: total(FACES_ZERO, cards) + 1,
    "zero_6": lambda cards: total(FACES_ZERO, cards) + 1,
    "6": lambda cards: total(FACES_TEN, cards) - 5,
    "low_pip_6_cards": lambda cards: total(FACES_TEN, cards),
    "21": twenty_one_rank,
    "21_6": twenty_one_rank,
    "football": lambda cards: 28 - total(FOOTBALL, cards),
    "six_card_football": lambda cards: 31 - total(FOOTBALL, cards),
    "seven_card_football": lambda cards: 34 - total(FOOTBALL, cards),
}


def evaluate(name: str, cards: Cards) -> Standing:
    return RANKS[name](cards), 1
