"""The best hand of more cards than one hand has, and the rules that say which may be used."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import reference
from croupier import rankings
from croupier.rankings import Selection

from .hands import text

FIVE = [
    name
    for name in reference.names()
    if reference.spec(name).maximum == 5 and reference.spec(name).minimum == 5
]


def deal(name: str, generator: random.Random, hole: int, board: int) -> tuple[list[str], list[str]]:
    cards = generator.sample(reference.spec(name).deck, hole + board)
    return cards[:hole], cards[hole:]


def best_or_none(name: str, *arguments: Any, **marks: Any) -> tuple[int, int] | None:
    try:
        return reference.best(name, *arguments, **marks)
    except ValueError:
        return None


def check(
    name: str,
    hole: Sequence[str],
    board: Sequence[str],
    selection: Any = None,
    rule: Any = None,
    **marks: Any,
) -> None:
    expected = best_or_none(name, hole, board, rule, **marks)
    if expected is None:  # only eight or better has cards that make no hand
        return
    texts = {key: text(value) for key, value in marks.items() if value}
    value = rankings.get(name).best(text(hole), text(board), selection=selection, **texts)
    assert value.standing == expected, (hole, board, rule)


@pytest.mark.parametrize("name", FIVE)
@pytest.mark.parametrize(("hole", "board"), [(5, 0), (2, 4), (2, 5), (7, 0), (4, 4)])
def test_any_five(name: str, hole: int, board: int) -> None:
    generator = random.Random(f"{name} {hole} {board}")
    for _ in range(15):
        check(name, *deal(name, generator, hole, board))


@pytest.mark.parametrize("name", ["high", "a5_low", "27_low", "36card_ffh_high", "badugi"])
@pytest.mark.parametrize("few", [False, True])
def test_best_of_seven(name: str, few: bool) -> None:
    """With `few` the cards come from few ranks and suits, so that they make good hands."""
    generator, takes = random.Random(f"{name} {few}"), reference.spec(name)
    for _ in range(150):
        deck = takes.deck
        if few:
            suits = generator.sample("cdhs", 2)
            start = generator.randrange(len(takes.deck) // 4 - 6)
            near = deck[4 * start : 4 * start + 28]
            deck = tuple(card for card in near if card[1] in suits)
        cards = generator.sample(deck, 7)
        check(name, cards[:2], cards[2:])


OTHERS = [
    ("badugi", 5, 0),
    ("badugi_ah", 7, 0),
    ("hidugi", 6, 0),
    ("two_card_high", 4, 0),
    ("two_card_a5_low", 2, 3),
    ("three_card_high", 1, 4),
    ("three_card_high_spade", 5, 0),
    ("four_card_27_low", 6, 0),
    ("one_card_high", 4, 0),
    ("one_card_low_spade", 4, 0),
    ("58", 8, 0),
    ("21_6", 7, 0),
    ("low_pip_6_cards", 7, 0),
    ("low_pip_6_cards", 3, 0),
    ("seven_card_football", 8, 0),
    ("ne_seven_card_high", 8, 0),
    ("rhode_island", 1, 3),
    ("leduc", 1, 1),
]


@pytest.mark.parametrize(("name", "hole", "board"), OTHERS)
def test_any_cards_of_other_sizes(name: str, hole: int, board: int) -> None:
    generator = random.Random(f"{name} {hole} {board}")
    for _ in range(30):
        check(name, *deal(name, generator, hole, board))


RULES = [
    (2, 5, Selection.any(5), ("any", 5)),
    (4, 5, Selection.any(5), ("any", 5)),
    (4, 5, Selection.exactly(2, 3), ("exactly", 2, 3)),
    (5, 5, Selection.exactly(2, 3), ("exactly", 2, 3)),
    (6, 5, Selection.exactly(2, 3), ("exactly", 2, 3)),
    (3, 5, Selection.exactly(0, 5), ("exactly", 0, 5)),
    (5, 5, Selection.exactly(5, 0), ("exactly", 5, 0)),
    (4, 5, Selection.options([(2, 3), (3, 2)]), ("options", [(2, 3), (3, 2)])),
    (2, 5, Selection.options([(0, 5), (2, 3)]), ("options", [(0, 5), (2, 3)])),
    (2, 5, Selection.all_hole(3), ("all_hole", 3)),
    (3, 5, Selection.all_hole(2), ("all_hole", 2)),
]


@pytest.mark.parametrize("name", ["high", "a5_low", "27_low", "soko_high", "49", "high_wild_bug"])
@pytest.mark.parametrize(("hole", "board", "selection", "rule"), RULES)
def test_rules(name: str, hole: int, board: int, selection: Any, rule: Any) -> None:
    generator = random.Random(f"{name} {hole} {rule}")
    for _ in range(20):
        check(name, *deal(name, generator, hole, board), selection, rule)


def test_rules_of_other_sizes() -> None:
    generator = random.Random(4)
    for _ in range(100):
        hole, board = deal("badugi", generator, 4, 5)
        check("badugi", hole, board, Selection.any(4), ("any", 4))
        check("two_card_high", hole, board, Selection.exactly(2, 0), ("exactly", 2, 0))
        check("three_card_high", hole, board, Selection.exactly(1, 2), ("exactly", 1, 2))
        check("one_card_high_spade", hole, board, Selection.exactly(1, 0), ("exactly", 1, 0))


@pytest.mark.parametrize("name", ["high_wild_bug", "a5_low_wild", "27_low_wild"])
@pytest.mark.parametrize("rule", [None, ("exactly", 2, 3), ("all_hole", 1)])
def test_wild_cards_among_more_cards(name: str, rule: Any) -> None:
    selection = {None: None, "exactly": Selection.exactly(2, 3), "all_hole": Selection.all_hole(1)}[
        rule and rule[0]
    ]
    generator = random.Random(f"{name} {rule}")
    for _ in range(10):
        hole, board = deal(name, generator, 4, 4)
        hole[0] = "*s"
        wild = ("*s", *(card for card in hole + board if card[0] == generator.choice("23456")))
        check(name, hole, board, selection, rule, wild=wild)
        if name == "high_wild_bug":
            check(name, hole, board, selection, rule, bug=("*s",))


def test_the_cards_of_the_best_hand() -> None:
    value = rankings.get("high").best("AsKs", "QsJsTs2c3d", selection=None)
    assert value.standing == (1, 1)
    assert len(value.cards) == 5
    assert value == rankings.get("high").evaluate("AsKsQsJsTs")


def test_the_kept_cards_make_the_same_hand() -> None:
    generator, ranking = random.Random(5), rankings.get("high")
    for _ in range(200):
        hole, board = deal("high", generator, 4, 5)
        value = ranking.best(text(hole), text(board), selection=Selection.exactly(2, 3))
        assert ranking.evaluate(value.cards).standing == value.standing
        kept = [repr(card) if len(repr(card)) == 2 else str(card) for card in value.cards]
        assert len(set(kept) & set(hole)) == 2 and len(set(kept) & set(board)) == 3


def test_too_few_cards() -> None:
    with pytest.raises(ValueError):
        rankings.get("high").best("AsKs", "QsJs")
    with pytest.raises(ValueError):
        rankings.get("high").best("As", "QsJsTs2c3d", selection=Selection.exactly(2, 3))


def test_eight_or_better_without_a_low() -> None:
    with pytest.raises(ValueError):
        rankings.get("eight_or_better_low").evaluate("9c7d6h5s4c")
    with pytest.raises(ValueError):
        rankings.get("eight_or_better_low").evaluate("7c7d6h5s4c")
