"""Broken texts: nothing but reported problems, and good hands around are still read."""

from __future__ import annotations

import warnings
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import ParseError
from croupier.histories.formats import get, read
from croupier.histories.formats.base import decode, open_lines
from histories.formats import texts

ROOMS = sorted(texts.ALL)
HANDS = [(name, texts.ALL[name]) for name in ROOMS]
HANDS += [("pokerstars", texts.SHORT.format(number=77))]
quick = settings(max_examples=120, deadline=None)


def survive(name: str, source: str | bytes) -> None:
    """Read a source: whatever is in it becomes a reading, with a history or with problems."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for reading in get(name).read(source):
            assert reading.ok != bool(reading.problems)
            for problem in reading.problems:
                assert isinstance(problem, ParseError)
                assert str(problem)
            if reading.history is not None:
                assert not reading.history.replay().state.status


def surround(name: str, broken: str) -> None:
    """See that a good hand before and one after are read as ever."""
    good = texts.ALL[name]
    if name == "ipoker":
        # All hands of a session are in one document.
        return
    (alone,) = get(name).read(good)
    readings = list(get(name).read(f"{good}\n\n\n{broken}\n\n\n{good}"))
    assert readings[0].history == alone.history
    assert readings[-1].history == alone.history


@quick
@given(st.sampled_from(HANDS), st.data())
def test_lines_that_are_missing_moved_or_repeated(
    hand: tuple[str, str], data: st.DataObject
) -> None:
    name, text = hand
    lines = text.splitlines()
    head, body = lines[:1], lines[1:]
    kind = data.draw(st.sampled_from(["shuffle", "drop", "repeat", "swap"]))
    place = data.draw(st.integers(0, len(body) - 1))
    if kind == "shuffle":
        body = data.draw(st.permutations(body))
    elif kind == "drop":
        del body[place]
    elif kind == "repeat":
        body.insert(place, body[place])
    else:
        other = data.draw(st.integers(0, len(body) - 1))
        body[place], body[other] = body[other], body[place]
    broken = "\n".join(head + body)
    survive(name, broken)
    surround(name, broken)


@quick
@given(st.sampled_from(HANDS), st.integers(0, 2000))
def test_texts_that_are_cut_off(hand: tuple[str, str], end: int) -> None:
    name, text = hand
    survive(name, text[:end])
    surround(name, text[:end])


@quick
@given(st.sampled_from(HANDS), st.integers(0, 2000), st.text(max_size=8), st.integers(0, 6))
def test_characters_that_are_replaced(
    hand: tuple[str, str], place: int, new: str, length: int
) -> None:
    name, text = hand
    place = min(place, len(text))
    survive(name, text[:place] + new + text[place + length :])


@quick
@given(st.sampled_from(HANDS), st.sampled_from(HANDS))
def test_hands_that_are_interleaved(first: tuple[str, str], second: tuple[str, str]) -> None:
    pairs = zip_longest(first[1].splitlines(), second[1].splitlines(), fillvalue="")
    text = "\n".join(line for pair in pairs for line in pair)
    survive(first[0], text)
    survive(second[0], text)


@quick
@given(
    st.sampled_from(HANDS),
    st.sampled_from(["utf-8", "utf-16", "utf-16-be", "cp1252", "latin-1", "utf-32"]),
    st.integers(0, 5),
    st.binary(max_size=6),
)
def test_wrong_encodings(hand: tuple[str, str], encoding: str, cut: int, junk: bytes) -> None:
    name, text = hand
    survive(name, text.encode(encoding, "replace")[cut:] + junk)


@quick
@given(st.sampled_from(HANDS), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 10**30))))
def test_numbers_that_are_others(hand: tuple[str, str], changes: list[tuple[int, int]]) -> None:
    name, text = hand
    words = text.split(" ")
    for place, number in changes:
        word = words[place % len(words)]
        words[place % len(words)] = "".join(c for c in word if not c.isdigit()) + str(number)
    survive(name, " ".join(words))


@quick
@given(st.binary(max_size=300))
def test_any_bytes_are_some_text(data: bytes) -> None:
    assert isinstance(decode(data), str)
    assert "\n" not in "".join(open_lines(data))
    for name in ROOMS:
        survive(name, data)


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "#", "Seat 1: ", "PokerStars Hand #1: "])
def test_texts_without_a_hand(text: str) -> None:
    for name in ROOMS:
        survive(name, text)
    with pytest.raises(ParseError):
        list(read(text) if "Hand" not in text else read(""))
