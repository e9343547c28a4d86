"""Every mistake is a ValueError whose message names the thing that is wrong."""

import pytest

import reference
from croupier import rankings

from .hands import sample, text


def message(name: str, cards: str, **marks: str) -> str:
    with pytest.raises(ValueError) as caught:
        rankings.get(name).evaluate(cards, **marks)
    return str(caught.value)


@pytest.mark.parametrize("name", reference.names())
def test_too_many_cards(name: str) -> None:
    takes = reference.spec(name)
    if takes.maximum < len(takes.deck):
        assert str(takes.maximum + 1) in message(name, text(takes.deck[: takes.maximum + 1]))


@pytest.mark.parametrize("name", [n for n in reference.names() if reference.spec(n).minimum])
def test_too_few_cards(name: str) -> None:
    takes = reference.spec(name)
    assert str(takes.minimum - 1) in message(name, text(takes.deck[: takes.minimum - 1]))


@pytest.mark.parametrize("name", [n for n in reference.names() if reference.spec(n).maximum > 1])
def test_a_card_that_occurs_twice(name: str) -> None:
    cards = next(hand for hand in sample(name, 60) if len(hand) > 1)
    assert cards[0] in message(name, text((cards[0], *cards[:-1])))


@pytest.mark.parametrize("name", reference.names())
def test_unknown_cards(name: str) -> None:
    cards = next(hand for hand in sample(name, 60) if hand)
    assert "??" in message(name, text(("??", *cards[1:])))


@pytest.mark.parametrize(
    ("name", "cards", "foreign"),
    [
        ("36card_ffh_high", "2cKsQsJsTs", "2c"),
        ("short_deck", "5cKsQsJsTs", "5c"),
        ("20card_high", "9cKsQsJsTs", "9c"),
        ("27_ja_ffh_high", "8cKsQsJs7s", "8c"),
        ("27_ja_ffh_high_wild_bug", "TcKsQsJs7s", "Tc"),
        ("three_card_27_ja_ffh_high", "9cKsQs", "9c"),
        ("numeral211", "KcTs9s", "Kc"),
        ("kuhn", "Ts", "Ts"),
        ("leduc", "AsKs", "As"),
    ],
)
def test_a_card_that_is_not_in_the_deck(name: str, cards: str, foreign: str) -> None:
    assert foreign in message(name, cards)


NATURAL = [name for name in reference.names() if not reference.spec(name).free]


@pytest.mark.parametrize("name", NATURAL)
def test_a_joker_where_there_are_no_wild_cards(name: str) -> None:
    cards = next(hand for hand in sample(name, 60) if hand)
    assert "*s" in message(name, text(("*s", *cards[1:])))


@pytest.mark.parametrize("name", NATURAL)
@pytest.mark.parametrize("mark", ["wild", "bug"])
def test_a_wild_card_where_there_are_none(name: str, mark: str) -> None:
    cards = next(hand for hand in sample(name, 60) if hand)
    assert name in message(name, text(cards), **{mark: cards[0]})


@pytest.mark.parametrize("mark", ["wild", "bug"])
def test_a_wild_card_that_is_not_in_the_hand(mark: str) -> None:
    assert "2c" in message("high_wild_bug", "AsKsQsJsTs", **{mark: "2c"})


def test_a_card_that_is_both_wild_and_a_bug() -> None:
    assert "*s" in message("high_wild_bug", "*sKsQsJsTs", wild="*s", bug="*s")
