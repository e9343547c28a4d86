"""Hands for the tests: random ones, and random ones among which rare categories are common."""

import random
from collections.abc import Iterable, Mapping, Sequence

import reference
from reference.cards import JOKERS, Cards
from reference.hybrids import quick_quads_hands

COUNTS = {"ne_seven_card_high": 2000, "soko_high": 2000, "quick_quads": 1500}

ROYAL = ["AsKsQsJsTs", "AsKsQsJsTd"]
RARE: Mapping[str, Sequence[str | Cards]] = {
    "high_wild_bug": ROYAL,
    "27_low_wild": ROYAL,
    "36card_ffh_high": ROYAL,
    "36card_ffh_high_wild_bug": ROYAL,
    "20card_high": ROYAL,
    "quick_quads": [*quick_quads_hands(), "TsThTdJcAc", "2s2h2d3c3d", "2s2h2d2c3d"],
    "soko_high": ["4s3h2dAcAd", "Ks2d3h4cAs", "AsKsQsJsJd", "2s3s4s5sAd", "5s4s3s2sAs"],
    "21": ["AsKsTsThTd", "6s5s4s3s3d", "TsThTdTc9s", "KsKhKdKcQs", "TsAhKdKcQs"],
    "21_6": ["6s5s4s3s2sAs", "TsThTdTc9s9h", "KsKhKdKcQsQh", "TsAhKdKcQsJs"],
    "49": ["TsThTdTc9s", "KsKhKdKcQs"],
    "58": ["TsThTdTc9s9h", "KsKhKdKcQsQh"],
    "zero": ["TsThTdTc9s", "KsKhKdKcQs"],
    "zero_6": ["TsThTdTc9s9h", "KsKhKdKcQsQh"],
    "6": ["AsAhAdAc2s", "KsKhKdKcQs"],
    "low_pip_6_cards": ["", "As", "Ks", "KsQs", "AsAhAdAc2s2d", "KsKhKdKcQsQh"],
    "football": ["6s6h6d6c3s", "KsKhKdKcQs"],
    "six_card_football": ["6s6h6d6c3s3h", "KsKhKdKcQsQh"],
    "seven_card_football": ["6s6h6d6c3s3h3d", "KsKhKdKcQsQhQd"],
    "ne_seven_card_high": [
        *("AsKsQsJsTs9s8s", "7s6s5s4s3s2sAs", "AsAhAdAcKsKhKd", "AsKsQsJsTs9sAh"),
        *("AsKsQsJsTs8s7s", "AsAhAdAcKsKhQd", "AsKsQsJsTsAhAd", "AsAhAdKsKhKdQs"),
        *("AsAhAdKsKhQdQs", "7s6h5d4c3s2hAd", "AsAhAdAcKsQhJd", "AsKsQsJs9s8s7h"),
        *("AsKsQsJsTh9h7h", "AsAhKsKhQsQhJd", "AsAhAdKsKhQsJd", "AsKsQsJs9s8h7h"),
        *("AsKsQsJhTh8h7d", "6s5s4s3s2s8h7h", "5s4s3s2hAhAdAc", "7s6s5s4s3s8s2h"),
    ],
    "high": ["AsKsQsJsTs", "5s4s3s2sAs", "5s4s3s2sAd", "AsAhAdAcKs", "2s2h2d2c3s"],
    "27_low": ["5s4s3s2sAs", "5s4s3s2sAd", "6s5s4s3s2d", "7s5s4s3s2d", "AsKsQsJsTs"],
    "a6_low": ["5s4s3s2sAs", "5s4s3s2sAd", "6s4s3s2sAd", "AsKsQsJsTs", "AsKsQsJsTd"],
}


def text(cards: Iterable[str]) -> str:
    return "".join(cards)


def _pool(deck: Cards, generator: random.Random) -> list[str]:
    """Return a part of the deck in which straights, flushes and sets are likely."""
    ranks = list(dict.fromkeys(card[0] for card in deck))
    suits = sorted({card[1] for card in deck})
    kind = generator.choice(["all", "few suits", "few ranks", "few ranks", "window", "both"])
    if kind in ("few suits", "both"):
        suits = generator.sample(suits, min(len(suits), generator.randint(1, 2)))
    if kind == "few ranks":
        ranks = generator.sample(ranks, min(len(ranks), generator.randint(1, 4)))
    if kind in ("window", "both"):
        width = generator.randint(3, 8)
        start = generator.randrange(len(ranks))
        ranks = (ranks * 2)[start : start + width]
    return [card for card in deck if card[0] in ranks and card[1] in suits]


def random_hand(name: str, generator: random.Random, free: int = 0) -> Cards:
    """Return a hand of this ranking with room for `free` more cards."""
    takes = reference.spec(name)
    size = takes.maximum
    if takes.minimum < size and generator.random() < 0.3:
        size = generator.randint(takes.minimum, size)
    size -= free
    while True:
        pool = _pool(takes.deck, generator)
        if len(pool) >= size:
            return tuple(generator.sample(pool, size))


def sample(name: str, count: int | None = None) -> list[Cards]:
    """Return hands of this ranking, the same on every run."""
    generator = random.Random(name)
    hands: list[Cards] = [
        tuple(hand[i : i + 2] for i in range(0, len(hand), 2)) if isinstance(hand, str) else hand
        for hand in RARE.get(name, ())
    ]
    while len(hands) < (count or COUNTS.get(name, 600)):
        hand = random_hand(name, generator)
        if is_hand(name, hand):
            hands.append(hand)
    return hands


def is_hand(name: str, hand: Sequence[str]) -> bool:
    """Return whether this is a hand at all: eight or better has hands that are none."""
    try:
        reference.evaluate(name, hand)
    except ValueError:
        return False
    return True


def free_cards(
    name: str, cards: Cards, wild_count: int, bug_count: int, generator: random.Random
) -> tuple[Cards, Cards, Cards]:
    """Return a hand in which so many more cards are wild and bugs, and these two groups.

    Some of these are jokers and some ordinary cards.
    """
    spare = [card for card in reference.spec(name).deck if card not in cards]
    available = [*JOKERS, *generator.sample(spare, 5)]
    chosen = generator.sample(available, wild_count + bug_count)
    wild, bug = tuple(chosen[:wild_count]), tuple(chosen[wild_count:])
    hand = [*cards, *chosen]
    generator.shuffle(hand)
    return tuple(hand), wild, bug
