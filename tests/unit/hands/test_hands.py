"""Hands: making them, comparing them, their words, and what they are as objects."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Hashable
from itertools import pairwise
from typing import Any, ClassVar

import pokerkit
import pytest

from croupier import hands, lookups
from croupier.cards import Card, Deck
from croupier.hands import (
    BadugiHand,
    CombinationHand,
    EightOrBetterLowHand,
    GreekHoldemHand,
    Hand,
    KuhnPokerHand,
    LeducHoldemHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.lookups import Label, Lookup, StandardLookup

# Each class with hands from the worst to the best.
ORDERS = {
    "StandardHighHand": "7c5d4h3s2c AcKdQhJs9c 2c2d3h4s5c AcAdKhKsQc 2c2d2h3s4c 5c4d3h2sAc"
    " 7c5c4c3c2c 2c2d2h3s3c 2c2d2h2s3c 5c4c3c2cAc AsKsQsJsTs",
    "StandardLowHand": "AsKsQsJsTs 2c2d2h2s3c AcAdKhKsQc 5c4d3h2sAc Kc5d4h3s2c 7c6d4h3s2c"
    " 7c5d4h3s2c",
    "ShortDeckHoldemHand": "AcKdQhJs9c AcAdKhKsQc 7c7d7hTsQc As6c7h8h9h AsAhKcKhKd 6s7s8sTsQs"
    " 6c6d6h6s7c",
    "EightOrBetterLowHand": "8c7d6h5s4c 8c4d3h2sAc 7c6d5h4s3c 5c4c3c2cAc",
    "RegularLowHand": "KhKsKcKdQc 2s2c3s3cAh 2s2c3s4cAh KcQdJhTs9c 6c4d3h2sAc Ac2c3c4c5c",
    "GreekHoldemHand": "7c5d4h3s2c AcAsAd2s4s TsJsQsKsAs",
    "OmahaHoldemHand": "7c5d4h3s2c AcAsAd2s4s TsJsQsKsAs",
    "OmahaEightOrBetterLowHand": "8c7d6h5s4c 5c4c3c2cAc",
    "BadugiHand": "Kc Ac KcQd 2cAd KcQdJh 3c2dAh KcQdJhTs 4c3d2hAs",
    "StandardBadugiHand": "Ac 2c AcKd 3c2d AcKdQh 4c3d2h AcKdQhJs 5c4d3h2s",
    "KuhnPokerHand": "Js Qs Ks",
    "LeducHoldemHand": "JsQs KsJc KsQs JhJs KsKh",
    "RhodeIslandHoldemHand": "2s3c5d JsJc2h 2sQsAs Ac2d3h KcQdAh 3s3c3h AsKsQs",
    "Numeral211HoldemHand": "2s3c5d TsTc2h 2s9sAs Ac2d3h Tc9dAh 3s3c3h AsTs9s",
}
NAMES = list(ORDERS)


def hands_of(name: str) -> list[Any]:
    return [getattr(hands, name)(cards) for cards in ORDERS[name].split()]


def test_all_classes_are_here() -> None:
    theirs = {
        name
        for name, value in vars(pokerkit).items()
        if inspect.isclass(value) and issubclass(value, pokerkit.Hand)
    }
    assert set(hands.__all__) == theirs
    assert {name for name in theirs if not inspect.isabstract(getattr(pokerkit, name))} > set(NAMES)


@pytest.mark.parametrize("name", hands.__all__)
def test_class_variables_and_bases(name: str) -> None:
    ours, theirs = getattr(hands, name), getattr(pokerkit, name)
    for variable in ("low", "card_count", "board_card_count", "hole_card_count"):
        assert getattr(ours, variable, None) == getattr(theirs, variable, None), variable
    lookup = getattr(theirs, "lookup", None)
    assert type(getattr(ours, "lookup", None)).__name__ == type(lookup).__name__
    base_names = [base.__name__ for base in theirs.__mro__ if base.__module__ == "pokerkit.hands"]
    assert [base.__name__ for base in ours.__mro__ if base.__name__ in base_names] == base_names


@pytest.mark.parametrize("name", NAMES)
def test_order(name: str) -> None:
    for worse, better in pairwise(hands_of(name)):
        assert worse < better
        assert worse <= better
        assert better > worse
        assert better >= worse
        assert worse != better
    for hand, same in zip(hands_of(name), hands_of(name), strict=True):
        assert hand == same
        assert hash(hand) == hash(same)
        assert hand <= same
        assert not hand < same
    assert isinstance(hands_of(name)[0], Hashable)
    assert len(set(hands_of(name) + hands_of(name))) == len(hands_of(name))


def test_suits_do_not_decide() -> None:
    one, other = StandardHighHand("AsKdQhJc9s"), StandardHighHand("9dAcKhQsJd")
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) != repr(other)


def test_only_the_same_class_compares() -> None:
    high, omaha = StandardHighHand("AsKdQhJc9s"), OmahaHoldemHand("AsKdQhJc9s")

    class Own(StandardHighHand):
        pass

    for other in (omaha, Own("AsKdQhJc9s"), 3, None, "AsKdQhJc9s"):
        assert high != other
        assert high.__eq__(other) is NotImplemented
        with pytest.raises(TypeError, match="'<' not supported between instances of 'Standard"):
            assert high < other  # type: ignore[operator]
        with pytest.raises(TypeError, match="'>=' not supported"):
            assert high >= other  # type: ignore[operator]


@pytest.mark.parametrize("name", NAMES)
def test_text(name: str) -> None:
    for hand, cards in zip(hands_of(name), ORDERS[name].split(), strict=True):
        assert repr(hand) == cards
        assert hand.cards == Card.clean(cards)
        assert str(hand) == f"{hand.entry.label.value} ({cards})"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_copies_and_pickles(name: str, protocol: int) -> None:
    cls = getattr(hands, name)
    for hand in hands_of(name):
        from_game = cls.from_game(hand.cards[:2], hand.cards[2:])
        for made in (hand, from_game):
            for other in (pickle.loads(pickle.dumps(made, protocol)), copy.deepcopy(made)):
                assert other == made
                assert other.cards == made.cards
                assert type(other) is cls


@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_hand(name: str) -> None:
    cls = getattr(hands, name)
    with pytest.raises(ValueError, match=rf"^The cards \(\) form an invalid {name} hand\.$"):
        cls(())
    for cards in ("??", "2s3d4h5c6s7d8h9c", "*s", "5s5s"):
        with pytest.raises(ValueError, match="form an invalid"):
            cls(cards)
    message = f"^No valid {name} hand can be formed from the hole and board cards.$"
    for hole, board in (("", ""), ("??", "??"), ("*s", "")):
        with pytest.raises(ValueError, match=message):
            cls.from_game(hole, board)
        assert cls.from_game_or_none(hole, board) is None


@pytest.mark.parametrize("name", NAMES)
def test_cards_in_any_form(name: str) -> None:
    cls = getattr(hands, name)
    text = ORDERS[name].split()[-1]
    half = 4 if name.startswith(("Omaha", "Greek")) else 2
    hole, board = Card.clean(text[:half]), Card.clean(text[half:])
    expected = cls.from_game(hole, board)
    assert repr(expected) == text
    for forms in (
        (text[:half], text[half:]),
        (list(hole), list(board)),
        (iter(hole), iter(board)),
        ((card for card in hole), (card for card in board)),
    ):
        assert cls.from_game(*forms).cards == expected.cards
        assert cls.from_game(*map(tuple, (hole, board))).cards == expected.cards


def test_iterators_are_read_once_even_when_the_core_is_too_lenient() -> None:
    """The best hand would be a pair of one suit, which the lookup refuses."""
    cards = Card.clean("AsAsKsQs9s8s")
    expected = pokerkit.StandardHighHand.from_game("AsAsKsQs9s8s")
    assert repr(StandardHighHand.from_game(iter(cards))) == repr(expected) == "AsKsQs9s8s"
    pairs = "2s2s3s3s4s"
    assert pokerkit.StandardHighHand.from_game_or_none(pairs) is None
    assert StandardHighHand.from_game_or_none(iter(Card.clean(pairs))) is None


def test_a_single_card_is_cards() -> None:
    assert KuhnPokerHand(Card("K", "s")) == KuhnPokerHand.from_game(Card("K", "s"))
    assert LeducHoldemHand.from_game(Card("K", "s"), Card("K", "h")).cards == Card.clean("KsKh")


def test_errors_of_text_are_reported() -> None:
    with pytest.raises(ValueError, match="not a valid Rank"):
        StandardHighHand("Xs")
    with pytest.raises(ValueError, match="not a valid Rank"):
        StandardHighHand.from_game("Xs")
    with pytest.raises(ValueError):
        BadugiHand.from_game(("As", "Kd"))  # type: ignore[arg-type]


def test_the_first_of_the_best_hands_is_taken() -> None:
    assert repr(StandardHighHand.from_game("2c3d", "AsKsQsJsTs")) == "AsKsQsJsTs"
    assert repr(StandardHighHand.from_game("AcAd", "KhKs2c2d2h")) == "AcAd2c2d2h"
    assert repr(StandardHighHand.from_game("9c9d", "AhKhQsQd2c")) == "9c9dAhQsQd"
    assert repr(RegularLowHand.from_game("2s2d", "3h3c4s5dAh")) == "2s3h4s5dAh"
    assert repr(BadugiHand.from_game("AcAh3c2d3h")) == "Ac2d3h"


def test_a_whole_deck() -> None:
    assert repr(StandardHighHand.from_game(Deck.STANDARD)) == "TcJcQcKcAc"
    assert repr(StandardLowHand.from_game(Deck.STANDARD)) == "2c3c4c5c7d"


def test_omaha_needs_two_and_three() -> None:
    assert OmahaHoldemHand.from_game_or_none("AsKsQsJs", "TsTd") is None
    assert OmahaHoldemHand.from_game_or_none("As", "KsQsJsTs") is None
    assert OmahaEightOrBetterLowHand.from_game_or_none("As2sKdKh", "3h4cKs") is None
    assert repr(OmahaEightOrBetterLowHand.from_game("As2sKdKh", "3h4c5s")) == "As2s3h4c5s"


def test_greek_holdem_with_other_numbers_of_hole_cards() -> None:
    for hole in ("", "As", "AsKs", "AsKs2d", "AsKs2d2h"):
        expected = pokerkit.GreekHoldemHand.from_game_or_none(hole, "QsJsTs3h3c")
        assert repr(GreekHoldemHand.from_game_or_none(hole, "QsJsTs3h3c")) == repr(expected)


def test_entries_are_found_once() -> None:
    hand = StandardHighHand.from_game("2c3d", "AsKsQsJsTs")
    assert hand.entry is hand.entry
    assert hand.entry == StandardHighHand.lookup.get_entry("AsKsQsJsTs")


# Words


@pytest.mark.parametrize(
    ("hand", "description"),
    [
        (StandardHighHand("AsKsQsJsTs"), "royal flush"),
        (StandardHighHand("AcAdKhKsQc"), "two pair, Aces and Kings, Queen kicker"),
        (RegularLowHand("6c4d3h2sAc"), "6-4-3-2-A low"),
        (EightOrBetterLowHand("8c4d3h2sAc"), "8-4-3-2-A low"),
        (BadugiHand("KcQd"), "two-card badugi, K-Q"),
        # A card twice, or of an unknown suit: only the label is known.
        (StandardHighHand("AcAcKhKsQc"), "two pair"),
        (KuhnPokerHand("K?"), "high card"),
    ],
)
def test_descriptions(hand: Hand, description: str) -> None:
    assert hand.description == description


@pytest.mark.parametrize("name", NAMES)
def test_every_class_has_words(name: str) -> None:
    for hand in hands_of(name):
        assert hand.description
        assert hand.description != hand.entry.label.value.lower() or name == "KuhnPokerHand"


def test_a_ranking_of_ones_own_has_the_label() -> None:
    class NoFlushLookup(StandardLookup):
        def _add_entries(self) -> None:
            self._add_multisets({1: 5}, (False, True), Label.HIGH_CARD)

    class Own(StandardHighHand):
        lookup = NoFlushLookup()

    assert Own("AsKsQsJsTs").description == "high card"


# Classes


def test_abstract_classes() -> None:
    abstract: Any = Hand
    with pytest.raises(TypeError, match="abstract"):
        abstract("As")


def test_hands_have_no_other_attributes() -> None:
    hand: Any = StandardHighHand("AsKsQsJsTs")
    with pytest.raises(AttributeError):
        hand.cards = ()
    with pytest.raises(AttributeError):
        hand.other = 3


def test_own_classes_may_have_attributes() -> None:
    class Own(StandardHighHand):
        def __init__(self, cards: Any) -> None:
            super().__init__(cards)
            self.note = len(self.cards)

        def __bool__(self) -> bool:
            return False

    assert Own.from_game("AsKsQsJsTs9s").note == 5


def test_hands_that_are_false_are_hands_all_the_same() -> None:
    class Own(StandardHighHand):
        def __len__(self) -> int:
            return 0

    assert repr(Own.from_game("AsKsQsJsTs9s")) == "AsKsQsJsTs"
    assert Own._plans[CombinationHand] is not None


def test_class_variables_that_change_count(monkeypatch: pytest.MonkeyPatch) -> None:
    class Base(CombinationHand):
        lookup: ClassVar[Any] = lookups.RhodeIslandHoldemLookup()
        low = False
        card_count = 3

    class Derived(Base):
        pass

    cards = "2s3d7hKcKd"
    assert repr(Derived.from_game(cards)) == "7hKcKd"
    Base.low = True
    assert repr(Derived.from_game(cards)) == "2s3d7h"
    Base.card_count, Base.lookup = 2, lookups.LeducHoldemLookup()
    assert repr(Derived.from_game(cards)) == "KcKd"
    Derived.card_count = 1
    assert Derived.from_game_or_none(cards) is None
    del Derived.card_count
    assert repr(Derived.from_game(cards)) == "KcKd"
    monkeypatch.setattr(StandardHighHand, "low", True)
    assert repr(StandardHighHand.from_game("AsAdKhQc9s2d")) == "AsKhQc9s2d"
    monkeypatch.undo()
    assert repr(StandardHighHand.from_game("AsAdKhQc9s2d")) == "AsAdKhQc9s"


def test_the_core_ranks_hands_of_all_standard_classes() -> None:
    for name in NAMES:
        cls = getattr(hands, name)
        cls.from_game_or_none("AsKd", "KhQdJs")
        assert list(cls._plans.values())
        assert None not in cls._plans.values(), name


def test_own_mechanisms_are_used() -> None:
    made = []

    class Own(StandardHighHand):
        def __init__(self, cards: Any) -> None:
            super().__init__(cards)
            made.append(self)

    assert repr(Own.from_game("AsKsQsJsTs9s")) == "AsKsQsJsTs"
    assert len(made) == 6


def test_lookups_are_shared() -> None:
    assert StandardHighHand.lookup is OmahaHoldemHand.lookup is GreekHoldemHand.lookup
    assert EightOrBetterLowHand.lookup is OmahaEightOrBetterLowHand.lookup
    assert isinstance(StandardHighHand.lookup, Lookup)
