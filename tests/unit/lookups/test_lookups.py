"""Lookups: every hand of every lookup, what is no hand, and what a lookup is as an object."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from itertools import combinations_with_replacement
from typing import Any

import pokerkit
import pytest

from croupier import lookups
from croupier.cards import CARDS_BY_CODE, Card
from croupier.lookups import Lookup, StandardLookup

SIZES = {
    "StandardLookup": (7462, 7462),
    "Standard2Lookup": (7462, 7462),
    "ShortDeckHoldemLookup": (1404, 1404),
    "EightOrBetterLookup": (112, 56),
    "RegularLookup": (7462, 6175),
    "BadugiLookup": (1092, 1092),
    "StandardBadugiLookup": (1092, 1092),
    "KuhnPokerLookup": (3, 3),
    "LeducHoldemLookup": (12, 6),
    "RhodeIslandHoldemLookup": (741, 741),
    "Numeral211HoldemLookup": (340, 340),
}
NAMES = list(SIZES)
RANKS = "23456789TJQKA"


def make(name: str) -> Lookup:
    lookup: Lookup = getattr(lookups, name)()
    return lookup


def every_hand(maximum: int) -> list[str]:
    """Return cards for each way to hold so many ranks, once of one suit and once of several.

    Hands of several suits are rainbow as far as four suits go, so that badugi has them too.
    """
    hands = []
    for count in range(maximum + 1):
        for ranks in combinations_with_replacement(RANKS, count):
            hands.append("".join(rank + "s" for rank in ranks))
            if count > 1:
                suits = "cdhs"[:count].ljust(count, "s")
                hands.append("".join(map(str.__add__, ranks, suits)))
    return hands


HANDS = [tuple(Card.parse(hand)) for hand in every_hand(5)]


@pytest.mark.parametrize("name", NAMES)
def test_every_hand_is_where_pokerkit_has_it(name: str) -> None:
    ours, theirs = make(name), getattr(pokerkit, name)()
    indices: list[int] = []
    objects = {
        card: pokerkit.Card(pokerkit.Rank(card.rank), pokerkit.Suit(card.suit))
        for card in CARDS_BY_CODE[:52]
    }
    for hand in HANDS:
        cards = tuple([objects[card] for card in hand])
        known = theirs.has_entry(cards)
        assert ours.has_entry(hand) is known, hand
        if known:
            expected, entry = theirs.get_entry(cards), ours.get_entry(hand)
            assert repr(entry) == repr(expected), hand
            assert ours.get_entry_or_none(hand) is entry
            indices.append(entry.index)
        else:
            assert ours.get_entry_or_none(hand) is None, hand
    assert (len(indices), len(set(indices))) == SIZES[name]
    assert set(indices) == set(range(len(set(indices))))


@pytest.mark.parametrize("name", NAMES)
def test_the_ranking_of_the_core_is_what_the_hooks_say(name: str) -> None:
    """A lookup asks the core by name; a subclass that changes it starts from the hooks."""
    base = type(make(name))

    class Changed(base):  # type: ignore[misc, valid-type]
        def _add_entries(self) -> None:
            super()._add_entries()

    named, hooked = make(name), Changed()
    assert named.ranking_name is not None
    assert hooked.ranking_name is None
    for hand in HANDS:
        assert repr(hooked.get_entry_or_none(hand)) == repr(named.get_entry_or_none(hand)), hand


@pytest.mark.parametrize("name", NAMES)
def test_entries_of_one_hand_are_one_object(name: str) -> None:
    lookup = make(name)
    hand = next(hand for hand in HANDS if lookup.has_entry(hand))
    text = "".join(map(repr, hand))
    assert lookup.get_entry(hand) is lookup.get_entry(text) is lookup.get_entry(iter(hand))
    assert lookup.get_entry(list(reversed(hand))) is lookup.get_entry(hand)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "hand",
    ["", "??", "??KsQsJsTs", "?sKs", "*s", "*sKsQsJsTs", "2s3d4h5c6s7d8h9c", "2s" * 9, "Xx"],
)
def test_what_is_no_hand(name: str, hand: str) -> None:
    lookup = make(name)
    assert not lookup.has_entry(hand)
    with pytest.raises(ValueError):
        lookup.get_entry(hand)


@pytest.mark.parametrize("name", NAMES)
def test_cards_that_form_no_hand_have_no_entry(name: str) -> None:
    lookup = make(name)
    for hand in ("", "??", "?s?d", "*sKs", "2s" * 9, "2s2s", "AsKs" * 4):
        assert lookup.get_entry_or_none(hand) is None
        assert lookup.get_entry_or_none(Card.clean(hand)) is None
    with pytest.raises(ValueError, match="not a valid Rank"):
        lookup.get_entry_or_none("Xx")


def test_errors_say_what_was_given() -> None:
    with pytest.raises(ValueError, match=r"^The cards 'AsKs' form an invalid hand\.$"):
        StandardLookup().get_entry("AsKs")
    with pytest.raises(ValueError, match=r"^The cards '\?\?' form an invalid hand\.$"):
        StandardLookup().get_entry("??")
    with pytest.raises(ValueError, match=r"^The cards \(As, Ks\) form an invalid hand\.$"):
        StandardLookup().get_entry(Card.clean("AsKs"))
    with pytest.raises(ValueError, match="share a suit"):
        lookups.BadugiLookup().get_entry("AsKs")


@pytest.mark.parametrize("name", ["StandardLookup", "RhodeIslandHoldemLookup", "LeducHoldemLookup"])
def test_unknown_suits_are_one_suit(name: str) -> None:
    ours, theirs = make(name), getattr(pokerkit, name)()
    five_cards = ["A?K?Q?J?9?", "A?A?K?Q?J?", "A?AsKsQsJs"]
    for hand in [*five_cards, "9?8?7?", "9?9?7?", "K?K?", "K?Ks", "Q?J?"]:
        expected = theirs.get_entry_or_none(hand)
        assert repr(ours.get_entry_or_none(hand)) == repr(expected), hand


def test_cards_of_a_subclass_are_cards() -> None:
    class MarkedCard(Card):
        pass

    hand = tuple(MarkedCard.parse("AsKsQsJsTs"))
    assert StandardLookup().get_entry(hand).index == 7461
    assert not StandardLookup().has_entry((*hand[:4], MarkedCard("*", "s")))


# As objects


@pytest.mark.parametrize("name", NAMES)
def test_equal_by_class(name: str) -> None:
    assert make(name) == make(name)
    assert hash(make(name)) == hash(make(name))
    assert [other for other in NAMES if make(other) == make(name)] == [name]
    assert repr(make(name)) == f"{name}()"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("used", [False, True])
def test_copies_and_pickles(name: str, used: bool) -> None:
    lookup = make(name)
    if used:
        assert lookup.has_entry("Ks") in (False, True)
    for other in (copy.copy(lookup), copy.deepcopy(lookup), pickle.loads(pickle.dumps(lookup))):
        assert other == lookup
        assert other is not lookup
        assert [other.has_entry(hand) for hand in ("Ks", "KsKh")] == [
            lookup.has_entry(hand) for hand in ("Ks", "KsKh")
        ]


def test_pickles_hold_no_tables() -> None:
    lookup = StandardLookup()
    fresh = pickle.dumps(lookup)
    lookup.get_entry("AsKsQsJsTs")
    assert pickle.dumps(lookup) == fresh
    assert len(fresh) < 200


def test_importing_builds_nothing() -> None:
    code = """
from croupier import hands, lookups, _native
classes = [getattr(hands, name) for name in hands.__all__]
for value in classes:
    lookup = getattr(value, "lookup", None)
    assert lookup is None or vars(lookup) == {}, value
    assert value._plans == {}, value
import sys
assert "dataclasses" not in sys.modules
made = lookups.StandardLookup()
assert vars(made) == {}
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_base_class_is_abstract() -> None:
    abstract: Any = Lookup
    with pytest.raises(TypeError, match="abstract"):
        abstract()


def test_every_card_is_in_a_lookup_or_not() -> None:
    lookup = lookups.KuhnPokerLookup()
    known = [card for card in CARDS_BY_CODE if lookup.has_entry(card)]
    assert known == [card for card in CARDS_BY_CODE if card.rank in ("J", "Q", "K")]
