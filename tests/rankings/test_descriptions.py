"""Names of hands."""

from typing import Any

import pytest

from croupier import rankings

TEXTS = [
    ("high", "AcAdKhKsQc", "two pair, Aces and Kings, Queen kicker"),
    ("a5_low", "8c6d4h3sAc", "8-6-4-3-A low"),
    ("badugi", "7s4h2d2c", "three-card badugi, 7-4-2"),
]

# Every kind of ranking: (ranking, cards, marks, description).
SNAPSHOTS: list[tuple[str, str, dict[str, str], str]] = [
    ("high", "AsKsQsJsTs", {}, "royal flush"),
    ("high", "KsQsJsTs9s", {}, "straight flush, King high"),
    ("high", "5s4s3s2sAs", {}, "straight flush, Five high"),
    ("high", "AsAdAhAcKs", {}, "four of a kind, Aces, King kicker"),
    ("high", "AsAdAhKcKs", {}, "full house, Aces over Kings"),
    ("high", "AsKs9s5s2s", {}, "flush, A-K-9-5-2"),
    ("high", "5s4d3h2cAs", {}, "straight, Five high"),
    ("high", "6s6d6hKc2s", {}, "three of a kind, Sixes, K-2 kickers"),
    ("high", "2s2dAhKcQs", {}, "one pair, Deuces, A-K-Q kickers"),
    ("high", "AsKdJh9c7s", {}, "high card, A-K-J-9-7"),
    ("27_low", "7s5d4h3c2s", {}, "7-5-4-3-2 low"),
    ("27_low", "2s2d5h4c3s", {}, "one pair, Deuces, 5-4-3 kickers"),
    ("a5_low", "2s2d5h4c3s", {}, "one pair, Deuces, 5-4-3 kickers"),
    ("a6_low", "6s4d3h2cAs", {}, "6-4-3-2-A low"),
    ("a5_low_high", "KsQdJhTc9s", {}, "high card, K-Q-J-T-9"),
    ("eight_or_better_low", "5s4d3h2cAs", {}, "5-4-3-2-A low"),
    ("36card_ffh_high", "As9d8h7c6s", {}, "straight, Nine high"),
    ("27_ja_ffh_high", "AsKdQhJc7s", {}, "straight, Ace high"),
    ("20card_high", "AsAdKhKcQs", {}, "two pair, Aces and Kings, Queen kicker"),
    ("soko_high", "AsKs9s5s2d", {}, "four flush, A-K-9-5, Deuce kicker"),
    ("soko_high", "9s8d7h6cAs", {}, "four straight, Nine high, Ace kicker"),
    ("quick_quads", "7s7d7h5c2s", {}, "quick quads, Sevens with Five and Deuce"),
    ("quick_quads", "7s7d7h7c2s", {}, "four of a kind, Sevens, Deuce kicker"),
    ("ne_seven_card_high", "AsAdAhAcKsKdQh", {}, "mansion, Aces over Kings, Queen kicker"),
    (
        "ne_seven_card_high",
        "AsAdKhKcQsQd2h",
        {},
        "three pair, Aces, Kings and Queens, Deuce kicker",
    ),
    ("ne_seven_card_high", "AsKsQsJs9s7s2h", {}, "long flush, A-K-Q-J-9-7, Deuce kicker"),
    ("ne_seven_card_high", "AsAdAhKcKsQdQh", {}, "villa, Aces over Kings and Queens"),
    ("ne_seven_card_high", "8s7d6h5c4s3d2h", {}, "grand straight, Eight high"),
    ("ne_seven_card_high", "AsAdAhKcKsKd2h", {}, "hotel, Aces and Kings, Deuce kicker"),
    ("high_wild_bug", "AsAdAhAc*s", {}, "five of a kind, Aces"),
    ("high_wild_bug", "KsQsJs9d*s", {"bug": "*s"}, "straight, King high"),
    ("a5_low_wild", "8s6d4hAc*s", {}, "8-6-4-2-A low"),
    ("badugi", "As2d3h4c", {}, "four-card badugi, 4-3-2-A"),
    ("badugi", "AsAdAhAc", {}, "one-card badugi, A"),
    ("hidugi", "AsKdQhJc", {}, "four-card badugi, A-K-Q-J"),
    ("two_card_high", "AsAd", {}, "one pair, Aces"),
    ("three_card_high", "AsAdKh", {}, "one pair, Aces, King kicker"),
    ("four_card_27_low", "5s4d3h2c", {}, "5-4-3-2 low"),
    ("two_card_a5_low", "2sAd", {}, "2-A low"),
    ("49", "TsTdThTc9s", {}, "49 points"),
    ("6", "AsAdAhAc2s", {}, "6 points"),
    ("low_pip_6_cards", "As", {}, "1 point"),
    ("low_pip_6_cards", "", {}, "no cards"),
    ("21", "9s7d3hAcAs", {}, "21 with 5 cards"),
    ("football", "6s6d6h6c3s", {}, "27 points"),
    ("one_card_low", "2c", {}, "Deuce of clubs"),
    ("one_card_high_spade", "As", {}, "Ace of spades"),
    ("one_card_high_spade", "Ah", {}, "no card of the suit"),
    ("three_card_high_heart", "Ah2dKh", {}, "Ace of hearts"),
    ("kuhn", "Ks", {}, "King"),
    ("leduc", "KsKh", {}, "one pair, Kings"),
    ("rhode_island", "3s2sAs", {}, "straight flush, Trey high"),
    ("numeral211", "Ts9h8c", {}, "straight, Ten high"),
]


@pytest.mark.parametrize(("name", "cards", "description"), TEXTS)
def test_descriptions(name: str, cards: str, description: str) -> None:
    assert rankings.get(name).evaluate(cards).description == description


@pytest.mark.parametrize(("name", "cards", "marks", "description"), SNAPSHOTS)
def test_snapshots(name: str, cards: str, marks: Any, description: str) -> None:
    assert rankings.get(name).evaluate(cards, **marks).description == description
