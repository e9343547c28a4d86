"""The card notations of pypoks, against its own tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import CARDS_BY_CODE, Card, Deck
from croupier.cards.notation import (
    Dialect,
    cti,
    cts,
    ctt,
    from_int,
    from_text,
    from_tuple,
    to_int,
    to_text,
    to_tuple,
)
from croupier.errors import CardError
from shared import data_path

WRITABLE = [*Deck.STANDARD, Card.UNKNOWN]


@pytest.mark.parametrize("dialect", Dialect)
def test_tables_of_pypoks(dialect: Dialect) -> None:
    lines = data_path("pypoks", f"era_{dialect}", "cards.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 53
    for row in rows:
        number, pair, text = row["int"], tuple(row["tuple"]), row["str"]
        card = from_int(number)
        assert from_tuple(pair) is card
        assert from_tuple(row["tuple"]) is card
        assert from_text(text) is card
        assert (to_int(card), to_tuple(card), to_text(card, dialect)) == (number, pair, text)
        for form in (number, pair, row["tuple"], text, card):
            assert (cti(form), ctt(form), cts(form, dialect)) == (number, pair, text)


@pytest.mark.parametrize(
    ("card", "number", "pair", "old", "new"),
    [
        ("2s", 0, (0, 0), "2S", "2s"),
        ("2c", 3, (0, 3), "2C", "2c"),
        ("9c", 31, (7, 3), "9C", "9c"),
        ("Qs", 40, (10, 0), "DS", "Qs"),
        ("Qd", 42, (10, 2), "DD", "Qd"),
        ("Ac", 51, (12, 3), "AC", "Ac"),
        ("??", 52, (13, 0), "XS", "Xs"),
    ],
)
def test_known_cards(card: str, number: int, pair: tuple[int, int], old: str, new: str) -> None:
    (expected,) = Card.clean(card)
    assert from_int(number) is from_tuple(pair) is from_text(old) is from_text(new) is expected
    assert (cti(expected), ctt(expected)) == (number, pair)
    assert (cts(expected), cts(expected, "D"), cts(expected, Dialect.Q)) == (old, old, new)


@given(st.sampled_from(WRITABLE), st.sampled_from(Dialect))
def test_round_trips(card: Card, dialect: Dialect) -> None:
    assert from_int(to_int(card)) is card
    assert from_tuple(to_tuple(card)) is card
    assert from_text(to_text(card, dialect)) is card


def test_right_types_pass_through() -> None:
    assert cti(31) == 31
    assert ctt((7, 3)) == (7, 3)
    assert cts("9C") == "9C"
    assert cts("9c") == "9c"
    assert cts("9c", "D") == "9C"


@pytest.mark.parametrize("card", [card for card in CARDS_BY_CODE if card not in WRITABLE], ids=repr)
def test_cards_that_pypoks_lacks(card: Card) -> None:
    for write in (to_int, to_tuple, to_text, cti, ctt, cts):
        with pytest.raises(CardError) as caught:
            write(card)
        assert repr(card) in str(caught.value)
        assert caught.value.value is card


@pytest.mark.parametrize("number", [-1, 53, 60, 1.0, None])
def test_wrong_numbers(number: Any) -> None:
    for read in (from_int, cti, ctt, cts):
        with pytest.raises(CardError, match=f"^{number} is not a card of pypoks.*0 to 52"):
            read(number)


@pytest.mark.parametrize(
    "pair", [(13, 1), (14, 0), (-1, 0), (0, 4), (0, -1), (0,), (0, 0, 0), ("0", 0), ()]
)
def test_wrong_pairs(pair: Any) -> None:
    for read in (from_tuple, cti, ctt, cts):
        with pytest.raises(CardError) as caught:
            read(pair)
        assert str(caught.value).startswith(f"{pair!r} is not a card of pypoks")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("QS", "before 'S', 'Q' should be one of '23456789TJDKAX'"),
        ("Ds", "before 's', 'D' should be one of '23456789TJQKAX'"),
        ("1c", "before 'c', '1' should be one of"),
        ("9x", "'x' should be one of 'SHDC' or 'shdc'"),
        ("XH", "the pad is 'XS'"),
        ("Xd", "the pad is 'Xs'"),
        ("", "a figure and a suit letter"),
        ("9", "a figure and a suit letter"),
        ("10c", "a figure and a suit letter"),
    ],
)
def test_wrong_texts(text: str, fault: str) -> None:
    for read in (from_text, cti, ctt, cts):
        with pytest.raises(CardError) as caught:
            read(text)
        assert str(caught.value).startswith(f"{text!r} is not a card of pypoks")
        assert fault in str(caught.value)


@given(st.text(max_size=3))
def test_any_text_is_a_card_or_an_error_that_names_it(text: str) -> None:
    try:
        card = from_text(text)
    except CardError as error:
        assert repr(text) in str(error)
    else:
        assert text in {to_text(card, dialect) for dialect in Dialect}


def test_there_are_two_dialects() -> None:
    with pytest.raises(ValueError, match="'Z' is not a valid Dialect"):
        to_text(Card("A", "s"), "Z")
