"""The oracle against published numbers, counts that are known from arithmetic, and PokerKit."""

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb, prod

import pytest

from reference import (
    badugi,
    best,
    evaluate,
    hybrids,
    names,
    pips,
    seven,
    shapes,
    spec,
    vectors,
    wild,
)
from reference.cards import ACE_HIGH, JOKERS, STANDARD_DECK, deck, rank_multisets, split
from reference.evaluate import all_ranks
from reference.qualifiers import COMMON

needs_vectors = pytest.mark.skipif(not vectors.stems(), reason=vectors.MISSING)


# Published vectors and qualifiers


@needs_vectors
@pytest.mark.parametrize("stem", vectors.stems())
def test_vectors(stem: str) -> None:
    for vector in vectors.load(stem):
        standing = evaluate(vector.name, vector.cards, vector.wild, vector.bug)
        if vector.name == "21":
            key = tuple(sorted(pips.FACES_ZERO[card[0]] for card in vector.cards))
            assert pips.twenty_one(key) == vector.value
            assert standing == (pips.twenty_one_table(5).index(vector.value) + 1, 1)
        elif not vectors.is_disputed(vector, standing):
            assert standing == vector.value, vector


@needs_vectors
def test_disputed_vectors_are_few() -> None:
    found = [
        vector
        for vector in vectors.load("27_ja_ffh_high_wild_bug")
        if vectors.is_disputed(vector, evaluate(vector.name, vector.cards, (), vector.bug))
    ]
    assert 0 < len(found) < 10


@needs_vectors
@pytest.mark.parametrize("stem", [s for s in vectors.stems() if s in shapes.RULES])
def test_number_of_hands_in_each_rank(stem: str) -> None:
    rules = shapes.RULES[stem]
    ours = {rules.number(category): len(keys) for category, keys in shapes.table(rules).items()}
    assert ours == vectors.sizes(stem)


@pytest.mark.parametrize(("name", "qualifier", "last", "next_"), COMMON)
def test_common_qualifiers(name: str, qualifier: tuple[int, int], last: str, next_: str) -> None:
    assert evaluate(name, last) == qualifier
    assert evaluate(name, next_) > qualifier
    rank, ordered = qualifier
    assert evaluate(name, next_) in ((rank, ordered + 1), (rank + 1, 1))


# Counts


def hands_in_each_rank(name: str) -> list[int]:
    """Count the hands of a deck of four suits by rank."""
    rules, counts = shapes.RULES[name], Counter[int]()
    for ranks in rank_multisets(rules.order, rules.size):
        hands = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
        if len(set(ranks)) == rules.size:
            counts[shapes.standing(rules, ranks, True)[0]] += 4
            hands -= 4
        counts[shapes.standing(rules, ranks, False)[0]] += hands
    return [counts[rank] for rank in sorted(counts)]


HAND_COUNTS = {
    "high": [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540],
    "27_low": [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4],
    "a5_low": [1317888, 1098240, 123552, 54912, 3744, 624],
    "36card_ffh_high": [4, 20, 288, 480, 1728, 6120, 16128, 36288, 193536, 122400],
    "20card_high": [4, 80, 480, 1020, 1920, 4320, 7680],
    "two_card_high": [78, 1248],
    "three_card_high": [52, 3744, 18304],
    "four_card_high": [13, 2496, 2808, 82368, 183040],
    "rhode_island": [48, 52, 720, 1096, 3744, 16440],
    "numeral211": [36, 40, 540, 444, 2160, 6660],
}


@pytest.mark.parametrize("name", HAND_COUNTS)
def test_number_of_hands(name: str) -> None:
    assert hands_in_each_rank(name) == HAND_COUNTS[name]


def test_number_of_badugis() -> None:
    hands = combinations(deck("A234"), 4)
    by_rank = Counter(evaluate("badugi", cards)[0] for cards in hands)
    assert by_rank[1] == 24  # one card of each rank, in any order of the suits
    assert by_rank[4] == 8  # four of a kind, or four cards of a suit
    assert sum(by_rank.values()) == comb(16, 4)
    for name in badugi.ORDERS:
        assert [len(badugi.table(name, size)) for size in (4, 3, 2, 1)] == [715, 286, 78, 13]


def wild_counts(wild_choices: dict[int, int], natural_ranks: str) -> list[int]:
    """Count high_wild_bug hands; `wild_choices` gives the ways to hold so many wild cards."""
    rules, counts = shapes.RULES["high_wild_bug"], Counter[int]()
    for count, ways in wild_choices.items():
        for ranks in rank_multisets(natural_ranks, 5 - count):
            hands = prod(comb(4, ranks.count(rank)) for rank in set(ranks))
            if len(set(ranks)) == len(ranks):
                suited = 4 if ranks else 1
                counts[wild.best_standing(rules, ranks, True, count, 0)[0]] += suited * ways
                hands -= suited
            if hands:
                counts[wild.best_standing(rules, ranks, False, count, 0)[0]] += hands * ways
    royal = counts.pop(2, 0)
    counts[3] += royal
    return [counts[rank] for rank in sorted(counts)]


def test_number_of_hands_with_a_joker() -> None:
    assert wild_counts({0: 1, 1: 1}, ACE_HIGH) == [
        *(13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540)
    ]


def test_number_of_hands_with_wild_deuces() -> None:
    choices = {count: comb(4, count) for count in range(5)}
    assert wild_counts(choices, ACE_HIGH[1:]) == [
        *(672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680)
    ]


def test_soko_and_quick_quads_tables() -> None:
    assert [len(keys) for keys in hybrids.soko_table().values()] == [9245, 123, 2816, 1198]
    assert [len(keys) for keys in hybrids.quick_quads_tables()] == [181, 838]
    assert len({shapes.ranks_of(hand) for hand in hybrids.quick_quads_hands()}) == 25


def test_twenty_one_has_forty_ranks() -> None:
    pairs = pips.twenty_one_table(5)
    assert len(pairs) == 40
    assert pairs[:8] == [(21, 5), (21, 4), (21, 3), (20, 5), (20, 4), (20, 3), (20, 2), (19, 5)]
    assert len(pips.twenty_one_table(6)) == 46


def test_seven_card_table() -> None:
    sizes = {seven.CATEGORIES[number - 1]: len(keys) for number, keys in seven.table().items()}
    assert sizes["grand straight flush"] == sizes["grand straight"] == 8
    assert sizes["palace"] == 13 * 12
    assert sizes["long straight flush"] == 9 * 13
    assert sizes["mansion"] == 13 * 12 * 11
    assert sizes["straight flush"] == 10 * comb(14, 2)
    assert sizes["hotel"] == comb(13, 2) * 11 == sizes["villa"] == 13 * comb(12, 2)
    assert sizes["four of a kind"] == 13 * comb(12, 3) == sizes["three pair"]
    assert sizes["full house"] == 13 * 12 * comb(11, 2)


# Hands made by hand


HANDS = [
    ("high", "AsKsQsJsTs", (1, 1)),
    ("high", "5d4d3d2dAd", (2, 9)),
    ("high", "5d4d3d2dAc", (6, 10)),
    ("27_low", "5d4d3d2dAc", (1, evaluate("27_low", "6c4d3h2sAc")[1] - 1)),
    ("a6_low", "6c4d3h2sAc", (1, 1)),
    ("a6_low", "5d4d3d2dAc", (5, 1)),
    ("20card_high", "AsKsQsJsTd", (4, 1)),
    ("36card_ffh_high", "As9d8d7d6d", (6, 6)),
    ("27_ja_ffh_high", "KsQdJd7d6d", (6, 2)),
    ("badugi_ah", "5s4h3d2c", (1, 1)),
    ("badugi_ah", "As4h3d2c", (1, comb(12, 4) + 1)),
    ("badugi", "As4h3d2c", (1, 1)),
    ("badugi", "As", (4, 1)),
    ("badugi", "AsAh", (4, 1)),
    ("hidugi", "AsKhQdJc", (1, 1)),
    ("quick_quads", "TsThTd9cAc", (3, 61)),
    ("quick_quads", "TsThTdTc2c", (3, 60)),
    ("quick_quads", "TsThTd5c5d", (3, 65)),
    ("quick_quads", "9s9h9d9cAc", (3, 66)),
    ("quick_quads", "2s2h2d3c3d", (4, 156)),
    ("quick_quads", "TsThTdJcAc", (7, evaluate("high", "TsThTdJcAc")[1])),
    ("soko_high", "AsKsQsJs2d", (9, 12)),
    ("soko_high", "4s3h2dAcAd", (10, 112)),
    ("soko_high", "Ks2d3h4cAs", (10, 113)),
    ("49", "TsThTdTc9s", (1, 1)),
    ("58", "TsThTdTc9s9d", (1, 1)),
    ("zero", "KsKhKdKcQs", (1, 1)),
    ("zero_6", "KsKhKdKcQs2d", (3, 1)),
    ("6", "AsAhAdAc2s", (1, 1)),
    ("low_pip_6_cards", "", (0, 1)),
    ("low_pip_6_cards", "KsAd", (11, 1)),
    ("21", "AsKsTsThTd", (2, 1)),
    ("21", "6s5s4s3s3d", (1, 1)),
    ("21_6", "6s5s4s3s2sAs", (1, 1)),
    ("21_6", "TsThTdTc9s9h", (9, 1)),
    ("football", "6s6h6d6c3s", (1, 1)),
    ("six_card_football", "6s6h6d6c3s3d", (1, 1)),
    ("seven_card_football", "6s6h6d6c3s3d3h", (1, 1)),
    ("one_card_high_ah_wild_bug", "*s", (1, 1)),
    ("one_card_high_heart", "Qh", (3, 1)),
    ("one_card_low_heart", "3h", (2, 1)),
    ("three_card_high_club", "2cAsKc", (2, 1)),
    ("three_card_high_club", "2dAsKh", (14, 1)),
    ("eight_or_better_low", "8c7d6h5s4c", (1, 56)),
    ("kuhn", "Ks", (1, 1)),
    ("leduc", "KsKh", (1, 1)),
    ("leduc", "JsQh", (2, 3)),
    ("rhode_island", "As2s3s", (1, 12)),
    ("numeral211", "AsTd9h", (3, 1)),
    ("ne_seven_card_high", "AsKsQsJsTs9s8s", (1, 1)),
    ("ne_seven_card_high", "AsAhAdAcKsKhKd", (2, 1)),
    ("ne_seven_card_high", "AsKsQsJsTs9sAh", (3, 1)),
    ("ne_seven_card_high", "7s6h5d4c3s2hAd", (9, 8)),
    ("ne_seven_card_high", "AsKsQsJsTs8s7s", (4, 1)),
]


@pytest.mark.parametrize(("name", "cards", "standing"), HANDS)
def test_hands(name: str, cards: str, standing: tuple[int, int]) -> None:
    assert evaluate(name, cards) == standing


WILD_HANDS = [
    ("high_wild_bug", "2c2d2h2sKc", "2c2d2h2s", "", (1, 2)),
    ("high_wild_bug", "*s*h*d*c2c", "*s*h*d*c2c", "", (1, 1)),
    ("high_wild_bug", "*s*h*d*c2c", "", "*s*h*d*c2c", (1, 1)),
    ("high_wild_bug", "*sAsAhAdAc", "", "*s", (1, 1)),
    ("high_wild_bug", "*sKsKhKdKc", "", "*s", (4, 13)),
    ("high_wild_bug", "*sAs9s7s2s", "*s", "", (6, evaluate("high", "AsKs9s7s2s")[1])),
    ("high_wild_bug", "*sAs9s7s2s", "", "*s", (6, evaluate("high", "AsKs9s7s2s")[1])),
    ("high_wild_bug", "*s*hKsKdKc", "*s", "*h", (4, 13)),
    ("high_wild_bug", "*s*hKsKdQc", "*s", "*h", (8, evaluate("high", "KsKdKcAsQc")[1])),
    ("high_wild_bug", "*s*h9s8s6s", "*s", "*h", (3, evaluate("high", "Ts9s8s7s6s")[1])),
    ("27_ja_ffh_high_wild_bug", "*sKsKhKd3c", "", "*s", (8, 36 + 7)),
    ("27_ja_ffh_high_wild_bug", "*sKs5s4s2s", "", "*s", (5, 53)),
    ("a5_low_wild", "*s*h*d*c2c", "", "", (1, 1)),
    ("a5_low_wild", "*s4d3d2dAd", "", "*s", (1, 1)),
    ("27_low_wild", "*s5d4d3d2d", "", "", (1, 1)),
    ("27_low_wild", "*s6h5d4d3d", "", "", (1, evaluate("27_low", "8c6h5d4d3d")[1])),
    ("two_card_high_wild_bug", "*s2c", "*s", "", (1, 13)),
    ("two_card_high_wild_bug", "*s2c", "", "*s", (2, 12)),
    ("two_card_high_wild_bug", "*s*h", "", "", (1, 1)),
    ("four_card_high_wild_bug", "*sKdKcKh", "", "*s", (2, 13)),
    ("four_card_high_wild_bug", "*sKdKcKh", "*s", "", (1, 2)),
    ("three_card_27_ja_ffh_high_wild_bug", "*sKdKc", "*s", "", (1, 2)),
]


@pytest.mark.parametrize(("name", "cards", "wild_cards", "bugs", "standing"), WILD_HANDS)
def test_wild_hands(
    name: str, cards: str, wild_cards: str, bugs: str, standing: tuple[int, int]
) -> None:
    assert evaluate(name, cards, wild_cards, bugs) == standing


# Wild cards by brute force over real cards


def brute_force(name: str, natural: tuple[str, ...], count: int) -> tuple[int, int]:
    """Return the best standing over all cards that are not in the hand, and five of a kind."""
    free = [card for card in spec(name).deck if card not in natural]
    results = [evaluate(name, (*natural, *cards)) for cards in combinations(free, count)]
    if name.endswith("bug") and spec(name).maximum == 5 and len({c[0] for c in natural}) == 1:
        results.append((1, spec(name).deck[::-4].index(natural[0][0] + "s") + 1))
    return min(results)


@pytest.mark.parametrize("name", [name for name in names() if spec(name).free])
@pytest.mark.parametrize("count", [1, 2])
def test_wild_cards_against_real_cards(name: str, count: int) -> None:
    takes, generator = spec(name), random.Random(f"{name}{count}")
    if takes.maximum <= count:
        return
    for _ in range(150 if count == 1 else 4):
        ranks = generator.sample(sorted({card[0] for card in takes.deck}), 5)
        suits = generator.sample("cdhs", generator.randint(1, 4))
        pool = [c for c in takes.deck if c[0] in ranks and c[1] in suits]
        if len(pool) < takes.maximum - count:
            continue
        natural = tuple(generator.sample(pool, takes.maximum - count))
        jokers = JOKERS[:count]
        assert evaluate(name, natural + jokers, jokers) == brute_force(name, natural, count)


# PokerKit orders hands in the same way


POKERKIT = {
    "high": "StandardHighHand",
    "27_low": "StandardLowHand",
    "a5_low": "RegularLowHand",
    "36card_ffh_high": "ShortDeckHoldemHand",
    "eight_or_better_low": "EightOrBetterLowHand",
    "badugi": "BadugiHand",
    "badugi_ah": "StandardBadugiHand",
    "kuhn": "KuhnPokerHand",
    "leduc": "LeducHoldemHand",
    "rhode_island": "RhodeIslandHoldemHand",
    "numeral211": "Numeral211HoldemHand",
}


@pytest.mark.parametrize("name", POKERKIT)
def test_pokerkit_agrees(name: str) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    hand_type, generator = getattr(pokerkit, POKERKIT[name]), random.Random(name)
    takes, hands = spec(name), []
    for _ in range(400):
        cards = generator.sample(takes.deck, takes.maximum)
        if name == "eight_or_better_low":
            cards = generator.sample([c for c in takes.deck if c[0] in "A2345678"], 5)
        theirs = hand_type.from_game_or_none("".join(cards))
        if theirs is None:
            with pytest.raises(ValueError):
                evaluate(name, cards)
        else:
            hands.append((theirs, evaluate(name, cards)))
    for (their_a, our_a), (their_b, our_b) in pairwise(hands):
        assert (their_a > their_b) == (our_a < our_b)
        assert (their_a == their_b) == (our_a == our_b)


# Selection, names and errors


def test_selection() -> None:
    hole, board = "AsKs", "QsJsTs2c3d"
    assert best("high", hole, board) == (1, 1)
    assert best("high", "As2d", "KsQsJsTs3c", ("exactly", 2, 3))[0] > 1
    assert best("high", "As2d", "KsQsJsTs3c", ("options", [(2, 3), (1, 4)])) == (1, 1)
    assert best("high", "AsKsQs", "JsTs2c", ("all_hole", 2)) == (1, 1)
    assert best("a5_low", "AsKs", "2s3s4s5s6s") == (1, 1)
    assert best("badugi", "AsAh2s3d4c") == (1, 1)
    assert best("eight_or_better_low", "As9s", "2s3s4s5s6s") == (1, 1)
    with pytest.raises(ValueError):
        best("eight_or_better_low", "As9s", "2sTs4s5sJs")


def test_every_ranking_evaluates_random_hands() -> None:
    generator = random.Random(1)
    for name in names():
        takes = spec(name)
        if takes.maximum == 7 and name != "seven_card_football":
            continue
        found = 0
        for _ in range(50):
            try:
                rank, ordered = evaluate(name, generator.sample(takes.deck, takes.maximum))
            except ValueError:
                assert name == "eight_or_better_low"
                continue
            found += 1
            assert rank >= (name != "low_pip_6_cards") and ordered >= 1
            assert not all_ranks(name) or rank in all_ranks(name)
        assert found or name == "eight_or_better_low"


def test_aliases() -> None:
    assert evaluate("higudi", "AsKhQdJc") == evaluate("hidugi", "AsKhQdJc")
    assert evaluate("high_wild", "AsKhQdJc*s") == evaluate("high_wild_bug", "AsKhQdJc*s")
    assert evaluate("low_pip_6", "AsKh") == evaluate("low_pip_6_cards", "AsKh")


@pytest.mark.parametrize(
    ("name", "cards", "wild_cards"),
    [
        ("high", "AsKs", ""),
        ("high", "AsAsKsQsJs", ""),
        ("high", "??KsQsJsTs", ""),
        ("high", "*sKsQsJsTs", ""),
        ("high", "AsKsQsJsTs", "As"),
        ("high_wild_bug", "AsKsQsJsTs", "2s"),
        ("36card_ffh_high", "2cKsQsJsTs", ""),
        ("eight_or_better_low", "2c2d3s4s5s", ""),
    ],
)
def test_errors(name: str, cards: str, wild_cards: str) -> None:
    with pytest.raises(ValueError):
        evaluate(name, cards, wild_cards)


def test_split() -> None:
    assert split("AsKd") == ("As", "Kd") == split(["As", "Kd"])
    assert len(STANDARD_DECK) == 52
