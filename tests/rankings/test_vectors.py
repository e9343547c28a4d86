"""The shared evaluator vectors."""

import pytest

import reference
from croupier import rankings
from reference import vectors

pytestmark = pytest.mark.skipif(not vectors.stems(), reason=vectors.MISSING)


def hand(vector: vectors.Vector) -> tuple[str, dict[str, str]]:
    return "".join(vector.cards), {"wild": "".join(vector.wild), "bug": "".join(vector.bug)}


@pytest.mark.parametrize("stem", vectors.stems())
def test_vectors(stem: str) -> None:
    for vector in vectors.load(stem):
        cards, marks = hand(vector)
        marks = {key: value for key, value in marks.items() if value}
        standing = rankings.get(vector.name).evaluate(cards, **marks).standing
        expected = reference.evaluate(vector.name, vector.cards, vector.wild, vector.bug)
        if vector.name != "21" and not vectors.is_disputed(vector, expected):
            expected = vector.value
        assert standing == expected, vector


@pytest.mark.skipif("21.intended" not in vectors.stems(), reason=vectors.MISSING)
def test_twenty_one_orders_sums_before_cards() -> None:
    ranking = rankings.get("21")
    found = {ranking.evaluate(hand(v)[0]).strength: v.value for v in vectors.load("21.intended")}
    values = [found[strength] for strength in sorted(found, reverse=True)]
    assert values == sorted(set(values), reverse=True)
