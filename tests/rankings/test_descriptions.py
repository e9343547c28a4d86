"""What hands are called."""

import pytest

from croupier import rankings

TEXTS = [
    ("high", "AcAdKhKsQc", "two pair, Aces and Kings, Queen kicker"),
    ("a5_low", "8c6d4h3sAc", "8-6-4-3-A low"),
    ("badugi", "7s4h2d2c", "three-card badugi, 7-4-2"),
]

# More texts, once they are settled: (ranking, cards, marks, description).
SNAPSHOTS: list[tuple[str, str, dict[str, str], str]] = []


@pytest.mark.parametrize(("name", "cards", "description"), TEXTS)
def test_descriptions(name, cards, description):
    assert rankings.get(name).evaluate(cards).description == description


@pytest.mark.parametrize(("name", "cards", "marks", "description"), SNAPSHOTS)
def test_snapshots(name, cards, marks, description):
    assert rankings.get(name).evaluate(cards, **marks).description == description
