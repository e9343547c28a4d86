"""Standings and strengths of natural hands of every ranking."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

import pytest

import reference
from croupier import rankings
from reference.evaluate import all_ranks

from .hands import is_hand, sample, text


@pytest.mark.parametrize("name", reference.names())
def test_random_hands(name: str) -> None:
    ranking = rankings.get(name)
    for cards in sample(name):
        value = ranking.evaluate(text(cards))
        assert value.standing == reference.evaluate(name, cards), cards
        assert (value.rank, value.ordered_rank) == value.standing


@pytest.mark.parametrize("name", reference.names())
def test_strength_agrees_with_standing(name: str) -> None:
    ranking = rankings.get(name)
    values = [ranking.evaluate(text(cards)) for cards in sample(name, 200)]
    values.sort(key=lambda value: value.standing)
    for better, worse in pairwise(values):
        if better.standing == worse.standing:
            assert better.strength == worse.strength
            assert better == worse
            assert not better > worse and not better < worse
        else:
            assert better.strength > worse.strength
            assert better > worse and worse < better and better != worse


@pytest.mark.parametrize("name", [name for name in reference.names() if all_ranks(name)])
def test_the_sample_has_every_rank(name: str) -> None:
    """Watches over the sample itself, not over the product."""
    missing = all_ranks(name) - {reference.evaluate(name, cards)[0] for cards in sample(name)}
    takes = reference.spec(name)
    if "wild" in name and takes.maximum == 5:
        missing.discard(1)  # five of a kind needs a wild card
    assert not missing


@pytest.mark.parametrize("name", reference.names())
def test_the_order_of_the_cards_does_not_matter(name: str) -> None:
    ranking, generator = rankings.get(name), random.Random(name)
    for cards in sample(name, 40):
        shuffled = generator.sample(cards, len(cards))
        assert ranking.evaluate(text(shuffled)).standing == ranking.evaluate(text(cards)).standing


@pytest.mark.parametrize("name", reference.names())
def test_a_value_keeps_its_cards(name: str) -> None:
    ranking = rankings.get(name)
    for cards in sample(name, 40):
        value = ranking.evaluate(text(cards))
        assert isinstance(value.cards, tuple)
        kept = sorted(str(card) if len(str(card)) == 2 else repr(card) for card in value.cards)
        assert set(kept) <= set(cards)
        if "dugi" not in name and not name.startswith("21"):
            assert kept == sorted(cards)


@pytest.mark.parametrize("name", reference.names())
def test_labels_and_descriptions_are_texts(name: str) -> None:
    ranking = rankings.get(name)
    for cards in sample(name, 40):
        value = ranking.evaluate(text(cards))
        assert isinstance(value.label, str) and value.label
        assert isinstance(value.description, str) and value.description


SMALL = [name for name in reference.names() if reference.spec(name).maximum <= 2]
THREE = [name for name in reference.names() if reference.spec(name).maximum == 3]
FOUR = [name for name in reference.names() if reference.spec(name).maximum == 4]


def compare_all(name: str, hands: Iterable[Sequence[str]]) -> None:
    ranking = rankings.get(name)
    for cards in hands:
        if is_hand(name, cards):
            assert ranking.evaluate(text(cards)).standing == reference.evaluate(name, cards), cards


@pytest.mark.parametrize("name", SMALL)
def test_all_hands_of_one_and_two_cards(name: str) -> None:
    takes = reference.spec(name)
    compare_all(name, combinations(takes.deck, takes.maximum))


@pytest.mark.parametrize("name", THREE)
def test_all_ranks_of_three_cards(name: str) -> None:
    """Two suits are enough for every shape of three cards but trips; the fourth is for those."""
    deck = [card for card in reference.spec(name).deck if card[1] in "hs" or card[0] in "A7"]
    compare_all(name, combinations(deck, 3))


@pytest.mark.slow
@pytest.mark.parametrize("name", THREE)
def test_all_hands_of_three_cards(name: str) -> None:
    compare_all(name, combinations(reference.spec(name).deck, 3))


@pytest.mark.parametrize("name", FOUR)
def test_some_hands_of_four_cards(name: str) -> None:
    generator, deck = random.Random(name), reference.spec(name).deck
    compare_all(name, [generator.sample(deck, 4) for _ in range(3000)])


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUR)
def test_all_hands_of_four_cards(name: str) -> None:
    compare_all(name, combinations(reference.spec(name).deck, 4))


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in reference.names() if reference.spec(n).maximum >= 5])
def test_many_hands(name: str) -> None:
    for cards in sample(name, 20_000):
        value = rankings.get(name).evaluate(text(cards))
        assert value.standing == reference.evaluate(name, cards), cards


@pytest.mark.parametrize("name", ["badugi", "badugi_ah", "hidugi"])
def test_badugi_with_fewer_cards(name: str) -> None:
    compare_all(name, [(card,) for card in reference.spec(name).deck])
    compare_all(name, combinations(reference.spec(name).deck[:20], 2))
    compare_all(name, combinations(reference.spec(name).deck[:20], 3))


def test_low_pips_of_no_cards() -> None:
    assert rankings.get("low_pip_6_cards").evaluate("").standing == (0, 1)
