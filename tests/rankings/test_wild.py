"""Wild cards, bugs and jokers."""

import random
from collections.abc import Iterable
from itertools import product

import pytest

import reference
from croupier import rankings

from .hands import free_cards, random_hand, text

FREE = [name for name in reference.names() if reference.spec(name).free]
LARGE = [name for name in FREE if reference.spec(name).maximum == 5]


def check(
    name: str, cards: Iterable[str], wild: Iterable[str] = (), bug: Iterable[str] = ()
) -> None:
    marks = {key: text(value) for key, value in (("wild", wild), ("bug", bug)) if value}
    value = rankings.get(name).evaluate(text(cards), **marks)
    assert value.standing == reference.evaluate(name, cards, wild, bug), (cards, wild, bug)


def counts(name: str) -> list[tuple[int, int]]:
    """Return all numbers of wild cards and bugs that fit into one hand."""
    size = reference.spec(name).maximum
    return [(w, b) for w, b in product(range(size + 1), repeat=2) if 0 < w + b <= size]


CASES = [(name, wild, bug) for name in FREE for wild, bug in counts(name)]


@pytest.mark.parametrize(("name", "wild_count", "bug_count"), CASES)
def test_wild_cards_and_bugs(name: str, wild_count: int, bug_count: int) -> None:
    generator = random.Random(f"{name} {wild_count} {bug_count}")
    for _ in range(20 if wild_count + bug_count > 3 else 60):
        natural = random_hand(name, generator, wild_count + bug_count)
        cards, wild, bug = free_cards(name, natural, wild_count, bug_count, generator)
        check(name, cards, wild, bug)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wild_count", "bug_count"), CASES)
def test_more_wild_cards_and_bugs(name: str, wild_count: int, bug_count: int) -> None:
    generator = random.Random(f"more {name} {wild_count} {bug_count}")
    for _ in range(500):
        natural = random_hand(name, generator, wild_count + bug_count)
        cards, wild, bug = free_cards(name, natural, wild_count, bug_count, generator)
        check(name, cards, wild, bug)


@pytest.mark.parametrize("name", FREE)
def test_a_joker_without_a_mark_is_wild(name: str) -> None:
    generator = random.Random(name)
    ranking = rankings.get(name)
    for _ in range(20):
        cards = text((*random_hand(name, generator, 1), "*s"))
        assert ranking.evaluate(cards).standing == ranking.evaluate(cards, wild="*s").standing


HANDS = [
    ("high_wild_bug", "2c2d2h2sKc", "2c2d2h2s", ""),  # five kings
    ("high_wild_bug", "2c2d2h2sAc", "2c2d2h2s", ""),
    ("high_wild_bug", "*s*h*d*c2c", "*s*h*d*c2c", ""),
    ("high_wild_bug", "*s*h*d*c2c", "", "*s*h*d*c2c"),
    ("high_wild_bug", "*sAsAhAdAc", "", "*s"),  # five aces with a bug
    ("high_wild_bug", "*sKsKhKdKc", "", "*s"),  # but not five kings
    ("high_wild_bug", "*sAs9s7s2s", "*s", ""),  # no flush with two aces
    ("high_wild_bug", "*sAs9s7s2s", "", "*s"),
    ("high_wild_bug", "*sAsKsQsJs", "", "*s"),
    ("high_wild_bug", "*s5s4s3s2s", "", "*s"),
    ("high_wild_bug", "*sAs4d3s2s", "", "*s"),
    ("high_wild_bug", "*s*hKsKdQc", "*s", "*h"),
    ("high_wild_bug", "*s*h9s8s6s", "*s", "*h"),
    ("27_ja_ffh_high_wild_bug", "*sKsKhKd3c", "", "*s"),  # a bug completes no full house
    ("27_ja_ffh_high_wild_bug", "*sKs5s4s2s", "", "*s"),  # but a flush
    ("27_ja_ffh_high_wild_bug", "*sKsQdJh7c", "*s", ""),
    ("a5_low_wild", "*s*h*d*c2c", "", ""),
    ("a5_low_wild", "*s4d3d2dAd", "", "*s"),
    ("27_low_wild", "*s5d4d3d2d", "*s", ""),
    ("27_low_wild", "*s6h5d4d3d", "*s", ""),
    ("two_card_high_wild_bug", "*s2c", "*s", ""),
    ("two_card_high_wild_bug", "*s2c", "", "*s"),
    ("four_card_high_wild_bug", "*sKdKcKh", "", "*s"),
    ("one_card_high_ah_wild_bug", "*d", "", ""),
    ("one_card_high_ah_wild_bug", "3d", "3d", ""),
    ("one_card_high_ah_wild_bug", "3d", "", "3d"),
]


@pytest.mark.parametrize(("name", "cards", "wild", "bug"), HANDS)
def test_hands(name: str, cards: str, wild: str, bug: str) -> None:
    check(name, *(tuple(t[i : i + 2] for i in range(0, len(t), 2)) for t in (cards, wild, bug)))


@pytest.mark.parametrize("name", LARGE)
def test_a_wild_card_never_hurts(name: str) -> None:
    generator, ranking = random.Random(name), rankings.get(name)
    for _ in range(100):
        cards = random_hand(name, generator)
        assert ranking.evaluate(text(cards), wild=cards[0]) >= ranking.evaluate(text(cards))
