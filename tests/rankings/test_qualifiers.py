"""Qualifiers: the worst hand that is good enough, and the first that is not."""

import pytest

import reference
from croupier import rankings
from reference.qualifiers import COMMON

from .hands import sample, text


@pytest.mark.parametrize(("name", "qualifier", "last", "first_out"), COMMON)
def test_common_qualifiers(
    name: str, qualifier: tuple[int, int], last: str, first_out: str
) -> None:
    ranking = rankings.get(name)
    assert ranking.evaluate(last).standing == qualifier
    assert ranking.evaluate(last).qualifies(qualifier) is True
    assert ranking.evaluate(first_out).qualifies(qualifier) is False


@pytest.mark.parametrize(
    ("name", "qualifier"),
    [
        ("high", (9, 2860)),
        ("high", (7, 528)),
        ("badugi", (1, 35)),
        ("badugi", (1, 715)),
        ("one_card_high_spade", (13, 1)),
        ("a5_low_high", (1, 1287)),
        *((name, qualifier) for name, qualifier, _, _ in COMMON),
    ],
)
def test_a_hand_qualifies_when_it_is_at_least_as_good(
    name: str, qualifier: tuple[int, int]
) -> None:
    ranking = rankings.get(name)
    for cards in sample(name, 200):
        expected = reference.evaluate(name, cards) <= qualifier
        assert ranking.evaluate(text(cards)).qualifies(qualifier) is expected
