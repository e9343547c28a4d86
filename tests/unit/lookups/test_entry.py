"""Entries and labels."""

from __future__ import annotations

import copy
import operator
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pokerkit
import pytest

from croupier.lookups import Entry, Label

LOW = Entry(1, Label.HIGH_CARD)
SAME = Entry(1, Label.FLUSH)
HIGH = Entry(2, Label.HIGH_CARD)


def test_labels_have_the_names_and_values_of_pokerkit() -> None:
    known = {label.name: label.value for label in pokerkit.Label}
    assert {label.name: label.value for label in Label if label.name in known} == known
    assert [label.name for label in Label if label.name not in known] == ["FIVE_OF_A_KIND"]


def test_only_the_index_counts() -> None:
    assert LOW == SAME
    assert hash(LOW) == hash(SAME)
    assert len({LOW, SAME, HIGH}) == 2
    assert not LOW < SAME
    assert LOW <= SAME
    assert LOW >= SAME
    assert LOW < HIGH
    assert LOW <= HIGH
    assert HIGH > LOW
    assert HIGH >= LOW
    assert LOW != HIGH


@pytest.mark.parametrize("other", [1, None, "1", pokerkit.Entry(1, pokerkit.Label.HIGH_CARD)])
def test_entries_compare_with_entries_only(other: Any) -> None:
    assert other != LOW
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="not supported between"):
            compare(LOW, other)


def test_text() -> None:
    assert repr(LOW) == "Entry(index=1, label=<Label.HIGH_CARD: 'High card'>)"
    assert repr(LOW) == repr(pokerkit.Entry(1, pokerkit.Label.HIGH_CARD))


def test_entries_never_change() -> None:
    entry: Any = Entry(index=3, label=Label.STRAIGHT)
    with pytest.raises(FrozenInstanceError):
        entry.index = 4
    with pytest.raises(FrozenInstanceError):
        entry.other = 4
    with pytest.raises(FrozenInstanceError):
        del entry.label
    assert (entry.index, entry.label) == (3, Label.STRAIGHT)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_keep_index_and_label(protocol: int) -> None:
    read = pickle.loads(pickle.dumps(SAME, protocol))
    assert (read.index, read.label) == (1, Label.FLUSH)


def test_copies_are_the_same_object() -> None:
    assert copy.copy(LOW) is LOW
    assert copy.deepcopy([LOW])[0] is LOW


def test_matching() -> None:
    match LOW:
        case Entry(index, label):
            assert (index, label) == (1, Label.HIGH_CARD)
