"""Rankings by shape: pairs, trips and so on, and straights and flushes where they count.

A hand belongs to the first category that describes it. Inside a category two hands are compared by
the rank that occurs most often, then the next one, and among ranks that occur equally often the
highest first; straights are compared by their place in the list of straights. `high` says whether
higher or lower ranks win. The ordered rank is the place of the hand in the list of all different
hands of its category, so it starts at 1 and has no gaps.

Decisions:

* The royal flush is a category of its own only where the numbering has one.
* Hands of fewer than five cards know neither straights nor flushes, except in Rhode Island and
  Numeral211 hold'em, where three cards make them. In these, as in PokerKit, the order is straight
  flush, trips, straight, flush, pair, high card; the ace also plays low in the lowest straight; and
  the ten of Numeral211 is next to the ace, because the deck has nothing between them.
* The PokerKit rankings (`eight_or_better_low`, `kuhn`, `leduc`, `rhode_island`,
  `numeral211`) number their categories from 1 without gaps, and the royal flush is just the best
  straight flush there.
* A hand that is no hand of the ranking (a pair in `eight_or_better_low`) is a ValueError.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from .cards import (
    ACE_HIGH,
    ACE_LOW,
    KUHN,
    MEXICAN,
    NUMERAL,
    ROYAL,
    SHORT,
    Cards,
    Ranks,
    Standing,
    rank_multisets,
    runs,
    runs_with_wheel,
)

SHAPES = {
    (5,): "five of a kind",
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "no pair",
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (2, 2): "two pair",
    (2, 1, 1): "pair",
    (1, 1, 1, 1): "no pair",
    (3,): "three of a kind",
    (2, 1): "pair",
    (1, 1, 1): "no pair",
    (2,): "pair",
    (1, 1): "no pair",
    (1,): "no pair",
}


Key = tuple[int, ...]


@dataclass(frozen=True)
class Rules:
    """One ranking by shape."""

    order: str  # the ranks from the lowest to the highest
    size: int
    categories: tuple[str, ...]  # the best first
    first: int = 1  # the number of the first category
    skipped: tuple[int, ...] = ()  # numbers that no category has
    straights: tuple[frozenset[str], ...] = ()  # the highest first
    flushes: bool = False
    high: bool = True

    def number(self, category: str) -> int:
        numbers = [n for n in range(self.first, 100) if n not in self.skipped]
        return numbers[self.categories.index(category)]


def classify(rules: Rules, ranks: Ranks, suited: bool) -> tuple[str, Key]:
    """Return the category of these ranks and the key by which it is ordered inside it."""
    straight = frozenset(ranks)
    suited = suited and rules.flushes
    if len(straight) == len(ranks) and straight in rules.straights:
        place = rules.straights.index(straight)
        key: Key = (-place,)
        if not suited:
            return "straight", key
        if place == 0 and "royal flush" in rules.categories:
            return "royal flush", key
        return "straight flush", key
    counts = Counter(ranks)
    groups = sorted(((n, rules.order.index(rank)) for rank, n in counts.items()), reverse=True)
    key = tuple(position for _, position in groups)
    if suited:
        return "flush", key
    return SHAPES[tuple(n for n, _ in groups)], key


@cache
def table(rules: Rules) -> dict[str, list[Key]]:
    """Return the keys of all hands of each category, the best first."""
    most = 5 if "five of a kind" in rules.categories else 4
    keys: dict[str, set[Key]] = {category: set() for category in rules.categories}
    for ranks in rank_multisets(rules.order, rules.size, most):
        for suited in (False, True) if len(set(ranks)) == rules.size else (False,):
            category, key = classify(rules, ranks, suited)
            if category in keys:
                keys[category].add(key)
    return {category: sorted(found, reverse=rules.high) for category, found in keys.items()}


@cache
def standing(rules: Rules, ranks: Ranks, suited: bool) -> Standing:
    """Return (rank, ordered rank) of a hand of these (sorted) ranks."""
    category, key = classify(rules, ranks, suited)
    if category not in rules.categories:
        raise ValueError(f"{''.join(ranks)} ({category}) is no hand of this ranking")
    return rules.number(category), table(rules)[category].index(key) + 1


def ranks_of(cards: Iterable[str]) -> Ranks:
    return tuple(sorted(card[0] for card in cards))


def suited(cards: Iterable[str]) -> bool:
    return len({card[1] for card in cards}) <= 1


def evaluate(rules: Rules, cards: Cards) -> Standing:
    """Return (rank, ordered rank) of natural cards."""
    return standing(rules, ranks_of(cards), suited(cards))


HIGH = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "no pair",
)
FLUSH_FIRST = (*HIGH[:3], "flush", "full house", *HIGH[5:])
LOW = ("no pair", "pair", "two pair", "three of a kind", "full house", "four of a kind")
SMALL = {
    1: ("no pair",),
    2: ("pair", "no pair"),
    3: ("three of a kind", "pair", "no pair"),
    4: ("four of a kind", "three of a kind", "two pair", "pair", "no pair"),
}
THREE_CARD_POKER = (
    "straight flush",
    "three of a kind",
    "straight",
    "flush",
    "pair",
    "no pair",
)
STANDARD_RUNS = runs_with_wheel(ACE_HIGH, 5)
SHORT_RUNS = runs_with_wheel(SHORT, 5)
MEXICAN_RUNS = runs_with_wheel(MEXICAN, 5)

RULES = {
    "high": Rules(ACE_HIGH, 5, HIGH, straights=STANDARD_RUNS, flushes=True),
    "high_wild_bug": Rules(
        ACE_HIGH, 5, ("five of a kind", *HIGH), straights=STANDARD_RUNS, flushes=True
    ),
    "a5_low": Rules(ACE_LOW, 5, LOW, high=False),
    "a5_low_high": Rules(ACE_LOW, 5, LOW),
    "27_low": Rules(ACE_HIGH, 5, HIGH[::-1], straights=runs(ACE_HIGH, 5), flushes=True, high=False),
    "a6_low": Rules(ACE_LOW, 5, HIGH[:0:-1], straights=runs(ACE_LOW, 5), flushes=True, high=False),
    "36card_ffh_high": Rules(SHORT, 5, FLUSH_FIRST, straights=SHORT_RUNS, flushes=True),
    "36card_ffh_high_wild_bug": Rules(
        SHORT, 5, ("five of a kind", *FLUSH_FIRST), straights=SHORT_RUNS, flushes=True
    ),
    "27_ja_ffh_high": Rules(
        MEXICAN, 5, FLUSH_FIRST[1:], first=2, straights=MEXICAN_RUNS, flushes=True
    ),
    "27_ja_ffh_high_wild_bug": Rules(
        MEXICAN,
        5,
        ("five of a kind", *FLUSH_FIRST[1:]),
        skipped=(2,),
        straights=MEXICAN_RUNS,
        flushes=True,
    ),
    "20card_high": Rules(
        ROYAL,
        5,
        (
            "royal flush",
            "four of a kind",
            "full house",
            "straight",
            "three of a kind",
            "two pair",
            "pair",
        ),
        straights=runs(ROYAL, 5),
        flushes=True,
    ),
    "eight_or_better_low": Rules("A2345678", 5, ("no pair",), high=False),
    "kuhn": Rules(KUHN, 1, SMALL[1]),
    "leduc": Rules(KUHN, 2, SMALL[2]),
    "rhode_island": Rules(
        ACE_HIGH, 3, THREE_CARD_POKER, straights=runs_with_wheel(ACE_HIGH, 3), flushes=True
    ),
    "numeral211": Rules(
        NUMERAL, 3, THREE_CARD_POKER, straights=runs_with_wheel(NUMERAL, 3), flushes=True
    ),
}
RULES["a5_low_wild"] = RULES["a5_low"]
RULES["27_low_wild"] = RULES["27_low"]
for _size, _word in ((2, "two"), (3, "three"), (4, "four")):
    RULES |= {
        f"{_word}_card_high": Rules(ACE_HIGH, _size, SMALL[_size]),
        f"{_word}_card_high_wild_bug": Rules(ACE_HIGH, _size, SMALL[_size]),
        f"{_word}_card_high_al": Rules(ACE_LOW, _size, SMALL[_size]),
        f"{_word}_card_a5_low": Rules(ACE_LOW, _size, SMALL[_size][::-1], high=False),
        f"{_word}_card_27_low": Rules(ACE_HIGH, _size, SMALL[_size][::-1], high=False),
        f"{_word}_card_a5_low_high": Rules(ACE_LOW, _size, SMALL[_size][::-1]),
        f"{_word}_card_27_ja_ffh_high": Rules(MEXICAN, _size, SMALL[_size]),
        f"{_word}_card_27_ja_ffh_high_wild_bug": Rules(MEXICAN, _size, SMALL[_size]),
    }
