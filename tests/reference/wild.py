"""Wild cards and bugs in rankings by shape, by trying everything they can stand for.

A wild card stands for any card that is not among the natural cards of the hand, two wild cards for
two different cards; so no rank occurs more than four times and no flush has two aces. The one
exception is five of a kind, in rankings that have it. A card that is wild may stand for itself.

A bug stands for any card if the hand is then a straight, a flush or a straight flush; otherwise it
is an ace (and the fifth ace makes five aces).

Decisions:

* Several bugs: either all of them together make the straight or flush, or all are aces.
* Wild cards and bugs together: the wild cards are chosen first, then the bugs follow their rule;
  the best result counts. Bugs are therefore aces in every paired hand, and five of a kind with a
  bug in it is five aces.
* In `a5_low_wild` and `27_low_wild` a bug is simply wild, as in lowball (the joker is the lowest
  card that is missing).
* Hands of two to four cards know no straights and flushes, so there a bug is always an ace; their
  numbering is that of the natural ranking (four cards cannot make five of a kind).
* A joker that is declared neither wild nor a bug is wild.
"""

from collections.abc import Iterator, Set
from functools import cache
from itertools import combinations_with_replacement

from . import shapes
from .cards import Cards, Ranks, Standing

BUG_CATEGORIES = ("royal flush", "straight flush", "flush", "straight")


def hands(rules: shapes.Rules, ranks: Ranks, same_suit: bool) -> Iterator[tuple[str, Standing]]:
    """Yield (category, standing) of the unsuited and, where possible, the suited hand."""
    ranks = tuple(sorted(ranks))
    if max(map(ranks.count, ranks)) > 4 and "five of a kind" not in rules.categories:
        return
    distinct = len(set(ranks)) == len(ranks)
    for suited in (False, True) if same_suit and distinct else (False,):
        category, _ = shapes.classify(rules, ranks, suited)
        yield category, shapes.standing(rules, ranks, suited)


@cache
def best_standing(
    rules: shapes.Rules, natural: Ranks, same_suit: bool, wild_count: int, bug_count: int
) -> Standing:
    """Return the best (rank, ordered rank).

    `natural` are the sorted ranks of the natural cards, `same_suit` tells whether these share one
    suit (true also when there is none). Suits need no search: a hand with a free card is suited
    when the natural cards share a suit, no rank occurs twice and we want it, and it can always be
    made unsuited by giving a free card another suit.
    """
    if wild_count + bug_count == 0:
        return shapes.standing(rules, natural, same_suit)
    results = []
    for wild_ranks in combinations_with_replacement(rules.order, wild_count):
        for _, value in hands(rules, natural + wild_ranks + ("A",) * bug_count, same_suit):
            results.append(value)
    if bug_count == 0:
        return min(results)
    for free_ranks in combinations_with_replacement(rules.order, wild_count + bug_count):
        for category, value in hands(rules, natural + free_ranks, same_suit):
            if category in BUG_CATEGORIES:
                results.append(value)
    return min(results)


def evaluate(rules: shapes.Rules, cards: Cards, wild: Set[str], bug: Set[str]) -> Standing:
    """Return (rank, ordered rank) of cards of which some are wild or bugs."""
    natural = [card for card in cards if card not in wild and card not in bug]
    wild_count, bug_count = len(wild), len(bug)
    if not rules.high:
        wild_count, bug_count = wild_count + bug_count, 0
    ranks = shapes.ranks_of(natural)
    return best_standing(rules, ranks, shapes.suited(natural), wild_count, bug_count)
