"""`ne_seven_card_high`: all seven cards make the hand (New England hold'em).

The categories, the best first, are in CATEGORIES; a hand belongs to the first that describes it.

Decisions (the suits of the cards never decide inside a category):

* Straights of seven, six and five cards: the ace is high or low, not both; they are compared by
  their highest card, and the cards beside them count as kickers, from the highest down. A kicker
  may pair a card of the straight or be the ace.
* Flushes of seven, six and five cards: the cards of the suit from the highest down, then the
  kickers. A straight flush of five or six cards: its highest card, then the other cards, which may
  be of the same suit.
* Sets: the rank that occurs most often first, then the next, single cards from the highest down.
* Seven cards of one suit that hold a straight flush of five cards are a grand flush, which is the
  better hand; with a straight flush of six they are a long straight flush.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from .cards import ACE_HIGH, Cards, Ranks, Standing, rank_multisets, runs_with_wheel
from .shapes import Key

CATEGORIES = (
    "grand straight flush",
    "palace",
    "long straight flush",
    "grand flush",
    "mansion",
    "straight flush",
    "hotel",
    "villa",
    "grand straight",
    "four of a kind",
    "long flush",
    "long straight",
    "three pair",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "no pair",
)
SETS = {
    (4, 3): "palace",
    (4, 2, 1): "mansion",
    (3, 3, 1): "hotel",
    (3, 2, 2): "villa",
    (4, 1, 1, 1): "four of a kind",
    (2, 2, 2, 1): "three pair",
    (3, 2, 1, 1): "full house",
    (3, 1, 1, 1, 1): "three of a kind",
    (2, 2, 1, 1, 1): "two pair",
    (2, 1, 1, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1, 1, 1): "no pair",
}
STRAIGHTS = {size: runs_with_wheel(ACE_HIGH, size) for size in (5, 6, 7)}
LENGTH_NAMES = {5: "", 6: "long ", 7: "grand "}


def descending(ranks: Iterable[str]) -> Key:
    return tuple(sorted(map(ACE_HIGH.index, ranks), reverse=True))


def without(ranks: Ranks, removed: Iterable[str]) -> Ranks:
    """Return the ranks that remain when one of each removed rank is taken away."""
    return tuple((Counter(ranks) - Counter(removed)).elements())


def descriptions(ranks: Ranks, suited: Ranks) -> Iterator[tuple[str, Key]]:
    """Yield every (category, key) that describes a hand; larger keys are better.

    `suited` are the ranks of the suit that has five cards or more, or empty.
    """
    counts = Counter(ranks)
    groups = sorted(((n, ACE_HIGH.index(rank)) for rank, n in counts.items()), reverse=True)
    yield SETS[tuple(n for n, _ in groups)], tuple(place for _, place in groups)
    held, held_suited = set(ranks), set(suited)
    for size, straights in STRAIGHTS.items():
        for place, straight in enumerate(straights):
            if straight <= held:
                key = (-place, *descending(without(ranks, straight)))
                yield LENGTH_NAMES[size] + "straight", key
                if straight <= held_suited:
                    yield LENGTH_NAMES[size] + "straight flush", key
    if suited:
        key = descending(suited) + descending(without(ranks, suited))
        yield LENGTH_NAMES[len(suited)] + "flush", key


def classify(ranks: Ranks, suited: Ranks) -> tuple[int, Key]:
    """Return the number of the best category that describes the hand, and its best key there."""
    found = [(CATEGORIES.index(name) + 1, key) for name, key in descriptions(ranks, suited)]
    number = min(number for number, _ in found)
    return number, max(key for category, key in found if category == number)


@cache
def table() -> dict[int, dict[Key, int]]:
    """Return the place of each key in each category, from 1 for the best."""
    keys: dict[int, set[Key]] = {number: set() for number in range(1, len(CATEGORIES) + 1)}
    for ranks in rank_multisets(ACE_HIGH, 7):
        number, key = classify(ranks, ())
        keys[number].add(key)
    for size in (5, 6, 7):
        for suited in combinations(ACE_HIGH, size):
            for others in combinations_with_replacement(ACE_HIGH, 7 - size):
                number, key = classify(tuple(sorted(suited + others)), suited)
                keys[number].add(key)
    return {
        number: {key: place for place, key in enumerate(sorted(found, reverse=True), 1)}
        for number, found in keys.items()
    }


def evaluate(cards: Cards) -> Standing:
    ranks = tuple(sorted(card[0] for card in cards))
    by_suit = {suit: [card[0] for card in cards if card[1] == suit] for suit in "cdhs"}
    longest = max(by_suit.values(), key=len)
    suited = tuple(sorted(longest, key=ACE_HIGH.index)) if len(longest) >= 5 else ()
    number, key = classify(ranks, suited)
    return number, table()[number][key]
