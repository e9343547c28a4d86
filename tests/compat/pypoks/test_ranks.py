"""The ranks of hands as pypoks writes them."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from croupier.cards.notation import to_int
from croupier.compat.pypoks import HAND_RANKS, full_rank
from croupier.compat.pypoks.cards import CARDS
from croupier.errors import CardError
from croupier.rankings import get

from .vectors import ERAS, rows


@pytest.mark.parametrize("era", ERAS)
def test_ranks_are_those_of_pypoks(era: str) -> None:
    seen = set()
    for row in rows(era, "ranks.jsonl"):
        seen.add(row["top_rank"])
        expected = (
            row["top_rank"],
            row["rank_value"],
            tuple(map(tuple, row["five_cards"])),
            row["string"],
        )
        assert tuple(full_rank(row["cards"], era)) == expected
        assert tuple(full_rank(row["str"], era)) == expected
        assert tuple(full_rank(reversed(row["str"]), era)) == expected
    assert seen == set(range(len(HAND_RANKS)))


def test_values_have_the_order_of_the_evaluator() -> None:
    high, random = get("high"), Random(1)
    hands = [random.sample(range(52), 7) for _ in range(400)]
    ranked = [
        (full_rank(hand).rank_value, high.strength([CARDS[n] for n in hand])) for hand in hands
    ]
    for (value, strength), (other_value, other_strength) in combinations(ranked, 2):
        assert (value < other_value) == (strength < other_strength)
        assert (value == other_value) == (strength == other_strength)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        ("2S 2H 2D 3S 3H 3D 4C", "32 6030927 2H 2D 3S 3H 3D"),
        ("2S 2H 3S 3H 4S 4H AS", "22 2061710 AS 3S 3H 4S 4H"),
        ("TS JS DS KS AS 9S 8S", "SF 8368714 TS JS DS KS AS"),
        ("AS 2S 3S 4S 5S 6S 7S", "SF 8152127 3S 4S 5S 6S 7S"),
        ("AS 2S 3S 4S 5S KD KH", "SF 8090258 AS 2S 3S 4S 5S"),
    ],
)
def test_corners(cards: str, text: str) -> None:
    assert full_rank(cards.split()).string == text


def test_fewer_than_seven_cards_are_ranked() -> None:
    assert full_rank(["AS", "AH", "AD", "2C", "2S"]).string == "32 6371124 2S 2C AS AH AD"
    assert full_rank(["AS", "AH", "AD", "2C", "3S", "4S"]).top_rank == 3


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["AS"] * 5, "the card AS is there twice"),
        (["AS", "AH"], "five to seven cards, not 2"),
        (list(range(8)), "five to seven cards, not 8"),
        (["AS", "AH", "AD", "AC", "XS"], "not known"),
        (["AS", "AH", "AD", "AC", "ZZ"], "is not a card of pypoks"),
    ],
)
def test_what_is_no_hand_is_refused(cards: list[str] | list[int], message: str) -> None:
    with pytest.raises(CardError, match=message):
        full_rank(cards)


def test_all_cards_have_numbers() -> None:
    assert [to_int(card) for card in CARDS] == list(range(53))
