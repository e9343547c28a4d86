"""High rankings with additional hands: soko (Canadian stud) and quick quads.

`soko_high`: as `high` down to two pair, then the four flush (four cards of a suit: these four from
the highest down, then the fifth card), the four straight (A-K-Q-J down to 4-3-2-A, by its highest
card, then the fifth card), the pair and no pair. The fifth card of either may pair another one.
The ace is high as a fifth card, also beside 4-3-2-A; straights do not go around the corner.

`quick_quads`: as `high`, but three cards of a rank from ten to two count as four of a kind if the
pips of the other two cards add up to that rank (ace 1, face cards never). Such a hand is below all
natural four of a kind of its rank and above those of the next lower rank; among themselves the one
with the higher larger card wins: T-T-T-9-A, T-T-T-8-2, ... T-T-T-5-5. Three of a kind is numbered
without the hands that are promoted. Full houses keep their numbers in `high`, so that the places of
the five promoted ones (T-T-T-5-5, 8-8-8-4-4, 6-6-6-3-3, 4-4-4-2-2, 2-2-2-A-A) stay empty: this is
how the published tables count.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product

from . import shapes
from .cards import ACE_HIGH, Cards, Ranks, Standing, deck, rank_multisets, runs_with_wheel
from .pips import NUMBERS
from .shapes import Key

HIGH_RULES = shapes.RULES["high"]
FOUR_STRAIGHTS = runs_with_wheel(ACE_HIGH, 4)


def position(card: str) -> int:
    return ACE_HIGH.index(card[0])


def positions(cards: Iterable[str]) -> Key:
    return tuple(sorted(map(position, cards), reverse=True))


def soko_key(cards: Cards) -> tuple[int, Key] | None:
    """Return (rank, key) of a hand below two pair, or None; larger keys are better."""
    category, key = shapes.classify(HIGH_RULES, shapes.ranks_of(cards), shapes.suited(cards))
    if category not in ("pair", "no pair"):
        return None
    found: list[tuple[int, Key]] = []
    for four in combinations(cards, 4):
        (kicker,) = (card for card in cards if card not in four)
        if shapes.suited(four):
            found.append((-9, (*positions(four), position(kicker))))
        ranks = frozenset(card[0] for card in four)
        if ranks in FOUR_STRAIGHTS:
            found.append((-10, (-FOUR_STRAIGHTS.index(ranks), position(kicker))))
    found.append((-11 if category == "pair" else -12, key))
    number, key = max(found)
    return -number, key


@cache
def soko_table() -> dict[int, list[Key]]:
    """Return the keys of each of the ranks 9 to 12, the best first."""
    hands: list[Cards] = []
    for flush in combinations(ACE_HIGH, 4):  # every four flush
        four = tuple(rank + "s" for rank in flush)
        hands += [(*four, kicker) for kicker in deck(ACE_HIGH, "h")]
    for ranks in rank_multisets(ACE_HIGH, 5):  # everything else, without flushes
        hands.append(tuple(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))
    keys: dict[int, set[Key]] = {rank: set() for rank in (9, 10, 11, 12)}
    for hand in hands:
        if found := soko_key(hand):
            keys[found[0]].add(found[1])
    return {rank: sorted(found, reverse=True) for rank, found in keys.items()}


def soko(cards: Cards) -> Standing:
    found = soko_key(cards)
    if found is None:
        return shapes.evaluate(HIGH_RULES, cards)
    rank, key = found
    return rank, soko_table()[rank].index(key) + 1


def quick_quads_key(ranks: Ranks) -> Key | None:
    """Return the key of four of a kind, natural or quick, or None; larger keys are better."""
    for rank in set(ranks):
        others = [other for other in ranks if other != rank]
        if ranks.count(rank) == 4:
            return ACE_HIGH.index(rank), 1, ACE_HIGH.index(others[0])
        if ranks.count(rank) == 3 and all(r in NUMBERS for r in ranks) and rank != "A":
            pips = [NUMBERS[other] for other in others]
            if sum(pips) == NUMBERS[rank]:
                return ACE_HIGH.index(rank), 0, max(pips)
    return None


@cache
def quick_quads_tables() -> tuple[list[Key], list[Key]]:
    """Return the keys of four of a kind and of three of a kind, the best first."""
    quads: set[Key] = set()
    trips: set[Key] = set()
    for ranks in rank_multisets(ACE_HIGH, 5):
        category, key = shapes.classify(HIGH_RULES, ranks, False)
        if quick := quick_quads_key(ranks):
            quads.add(quick)
        elif category == "three of a kind":
            trips.add(key)
    return sorted(quads, reverse=True), sorted(trips, reverse=True)


def quick_quads(cards: Cards) -> Standing:
    ranks = shapes.ranks_of(cards)
    category, key = shapes.classify(HIGH_RULES, ranks, shapes.suited(cards))
    quads, trips = quick_quads_tables()
    if quick := quick_quads_key(ranks):
        return 3, quads.index(quick) + 1
    if category == "three of a kind":
        return 7, trips.index(key) + 1
    return shapes.evaluate(HIGH_RULES, cards)


def quick_quads_hands() -> Iterator[Cards]:
    """Return a hand for each of the promoted sets of ranks."""
    for rank, (a, b) in product("23456789T", combinations("AA223344556789", 2)):
        if rank not in (a, b) and NUMBERS[a] + NUMBERS[b] == NUMBERS[rank]:
            yield rank + "c", rank + "d", rank + "h", a + "c", b + "d"
