"""Hands of Croupier and hands of PokerKit, side by side on random cards."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, pairwise, product
from types import SimpleNamespace
from typing import Any

import pokerkit
import pytest

from croupier import hands, lookups
from croupier.cards import CARDS_BY_CODE, Card

# Each class with its usual numbers of hole cards and board cards, its deck, and how many deals.
GAMES: dict[str, tuple[int, int, Any, int]] = {
    "StandardHighHand": (2, 5, pokerkit.Deck.STANDARD, 2000),
    "StandardLowHand": (5, 1, pokerkit.Deck.STANDARD, 2000),
    "ShortDeckHoldemHand": (2, 5, pokerkit.Deck.SHORT_DECK_HOLDEM, 2000),
    "EightOrBetterLowHand": (7, 0, pokerkit.Deck.STANDARD, 2000),
    "RegularLowHand": (7, 0, pokerkit.Deck.STANDARD, 2000),
    "GreekHoldemHand": (2, 5, pokerkit.Deck.STANDARD, 2000),
    "OmahaHoldemHand": (4, 5, pokerkit.Deck.STANDARD, 400),
    "OmahaEightOrBetterLowHand": (4, 5, pokerkit.Deck.STANDARD, 600),
    "BadugiHand": (4, 0, pokerkit.Deck.STANDARD, 2000),
    "StandardBadugiHand": (4, 0, pokerkit.Deck.STANDARD, 2000),
    "KuhnPokerHand": (1, 0, pokerkit.Deck.KUHN_POKER, 2000),
    "LeducHoldemHand": (1, 1, pokerkit.Deck.LEDUC_HOLDEM, 2000),
    "RhodeIslandHoldemHand": (1, 2, pokerkit.Deck.STANDARD, 2000),
    "Numeral211HoldemHand": (1, 3, pokerkit.Deck.NUMERAL211_HOLDEM, 2000),
}
NAMES = list(GAMES)

_OUR_CARDS = {repr(card): card for card in CARDS_BY_CODE}
_THEIR_CARDS = {
    rank + suit: pokerkit.Card(rank, suit) for rank, suit in product(pokerkit.Rank, pokerkit.Suit)
}


def ours(texts: Iterable[str]) -> tuple[Card, ...]:
    return tuple([_OUR_CARDS[text] for text in texts])


def theirs(texts: Iterable[str]) -> tuple[Any, ...]:
    return tuple([_THEIR_CARDS[text] for text in texts])


def pair_of_hands(name: str, hole: list[str], board: list[str]) -> tuple[Any, Any]:
    """Return the best hands of both, having checked that they or the errors are the same."""
    our_class, their_class = getattr(hands, name), getattr(pokerkit, name)
    try:
        expected = their_class.from_game(theirs(hole), theirs(board))
    except ValueError as error:
        with pytest.raises(ValueError) as caught:
            our_class.from_game(ours(hole), ours(board))
        assert str(caught.value) == str(error)
        assert our_class.from_game_or_none(ours(hole), ours(board)) is None
        return None, None
    hand = our_class.from_game(ours(hole), ours(board))
    check_same(hand, expected)
    return hand, expected


def check_same(hand: Any, expected: Any) -> None:
    assert repr(hand) == repr(expected)
    assert str(hand) == str(expected)
    assert repr(hand.entry) == repr(expected.entry)
    assert type(hand.cards) is tuple
    assert all(card is Card(card.rank, card.suit) for card in hand.cards)


def check_order(pairs: list[tuple[Any, Any]]) -> None:
    """Compare every hand with the next one, in both ways."""
    for (one, their_one), (other, their_other) in pairwise(pairs):
        assert (one < other) is (their_one < their_other)
        assert (one <= other) is (their_one <= their_other)
        assert (one > other) is (their_one > their_other)
        assert (one >= other) is (their_one >= their_other)
        assert (one == other) is (their_one == their_other)
        assert (one != other) is (their_one != their_other)
        if one == other:
            assert hash(one) == hash(other)


@pytest.mark.parametrize("name", NAMES)
def test_random_deals(name: str) -> None:
    hole_count, board_count, deck, deal_count = GAMES[name]
    texts, source = [repr(card) for card in deck], random.Random(name)
    found = []
    for _ in range(deal_count):
        cards = source.sample(texts, hole_count + board_count)
        pair = pair_of_hands(name, cards[:hole_count], cards[hole_count:])
        if pair[0] is not None:
            found.append(pair)
    assert len(found) > deal_count / 12
    check_order(found)


@pytest.mark.parametrize("name", NAMES)
def test_low_and_close_deals(name: str) -> None:
    """Deals out of few ranks have many equal hands, of which the first one is asked for."""
    hole_count, board_count, deck, deal_count = GAMES[name]
    source = random.Random(f"close {name}")
    ranks = sorted({card.rank for card in deck})
    for _ in range(deal_count // 4):
        some = source.sample(ranks, min(len(ranks), 5))
        texts = [repr(card) for card in deck if card.rank in some]
        count = min(hole_count + board_count, len(texts))
        cards = source.sample(texts, count)
        pair_of_hands(name, cards[:hole_count], cards[hole_count:])


@pytest.mark.parametrize("name", NAMES)
def test_any_numbers_of_cards(name: str) -> None:
    """Fewer and more cards than the game has, boards of no cards to five."""
    source, texts = (
        random.Random(f"numbers {name}"),
        [repr(card) for card in pokerkit.Deck.STANDARD],
    )
    largest = 5 if name.startswith("Omaha") else 6
    for hole_count, board_count in product(range(largest + 1), range(6)):
        for _ in range(3):
            cards = source.sample(texts, hole_count + board_count)
            pair_of_hands(name, cards[:hole_count], cards[hole_count:])


@pytest.mark.parametrize("name", NAMES)
def test_cards_that_are_there_twice(name: str) -> None:
    """Neither library minds, but a pair of one suit is no hand where suits count."""
    hole_count, board_count, deck, deal_count = GAMES[name]
    source = random.Random(f"twice {name}")
    all_texts = [repr(card) for card in deck]
    for _ in range(deal_count // 4):
        suits = source.choice(["s", "s", "sh", "cdhs"])
        texts = [text for text in all_texts if text[1] in suits] or all_texts
        texts = source.sample(texts, min(len(texts), source.randint(1, 7)))
        extra = source.randint(0, 1)
        cards = source.choices(texts, k=hole_count + board_count + extra)
        pair_of_hands(name, cards[: hole_count + extra], cards[hole_count + extra :])


@pytest.mark.parametrize("name", NAMES)
def test_unknown_suits(name: str) -> None:
    hole_count, board_count, deck, deal_count = GAMES[name]
    source = random.Random(f"suits {name}")
    ranks = sorted({card.rank for card in deck})
    for _ in range(deal_count // 8):
        suits = source.choice(["?", "?s", "?shdc"])
        cards = [
            source.choice(ranks) + source.choice(suits) for _ in range(hole_count + board_count)
        ]
        pair_of_hands(name, cards[:hole_count], cards[hole_count:])


@pytest.mark.parametrize("name", NAMES)
def test_unknown_cards_are_in_no_hand(name: str) -> None:
    """PokerKit raises KeyError; the best hand of the other cards is what a user wants."""
    hole_count, board_count, deck, _ = GAMES[name]
    our_class = getattr(hands, name)
    source, texts = random.Random(f"unknown {name}"), [repr(card) for card in deck]
    for _ in range(100):
        cards = source.sample(texts, min(len(texts), hole_count + board_count))
        unknown = source.sample(["??", "?s", "?d"], source.randint(1, 3))
        hole, board = ours(cards[:hole_count]), ours(cards[hole_count:])
        known = our_class.from_game_or_none(hole, board)
        places = ours(unknown)
        for more_hole, more_board in (
            (hole + places, board),
            (places + hole, board),
            (hole, board + places),
            (hole, places + board),
        ):
            if name == "GreekHoldemHand" and len(more_hole) > hole_count:
                continue
            assert repr(our_class.from_game_or_none(more_hole, more_board)) == repr(known)


@pytest.mark.parametrize("name", NAMES)
def test_hands_of_exactly_these_cards(name: str) -> None:
    our_class, their_class = getattr(hands, name), getattr(pokerkit, name)
    card_count = getattr(their_class, "card_count", 4)
    deck = [repr(card) for card in GAMES[name][2]]
    source = random.Random(f"exact {name}")
    pairs = []
    for _ in range(2000):
        count = source.choice([card_count, card_count, card_count, source.randint(0, 7)])
        text = "".join(source.sample(deck, min(count, len(deck))))
        try:
            expected = their_class(text)
        except ValueError as error:
            with pytest.raises(ValueError) as caught:
                our_class(text)
            assert str(caught.value) == str(error)
        else:
            hand = our_class(text)
            check_same(hand, expected)
            pairs.append((hand, expected))
    check_order(pairs)


@pytest.mark.parametrize("name", ["KuhnPokerHand", "LeducHoldemHand"])
def test_every_deal_of_small_games(name: str) -> None:
    hole_count, board_count, deck, _ = GAMES[name]
    pairs = []
    for cards in combinations(map(repr, deck), hole_count + board_count):
        pair = pair_of_hands(name, list(cards[:hole_count]), list(cards[hole_count:]))
        assert pair[0] is not None
        pairs.append(pair)
    for one, other in product(pairs, pairs):
        check_order([one, other])


@pytest.mark.parametrize("name", ["RhodeIslandHoldemHand", "Numeral211HoldemHand"])
@pytest.mark.slow
def test_every_hand_of_three_cards(name: str) -> None:
    for cards in combinations(map(repr, GAMES[name][2]), 3):
        pair_of_hands(name, list(cards[:1]), list(cards[1:]))


@pytest.mark.parametrize("name", ["BadugiHand", "StandardBadugiHand"])
def test_badugis_out_of_more_cards(name: str) -> None:
    source, texts = random.Random(f"more {name}"), [repr(card) for card in pokerkit.Deck.STANDARD]
    for _ in range(300):
        few = source.sample(texts, 12)
        cards = source.sample(few, source.randint(5, 7))
        pair_of_hands(name, cards[:4], cards[4:])
    pair_of_hands(name, ["Ac", "Ah", "3c", "2d", "3h"], [])


# Classes of users


def own_classes(kit: Any) -> dict[str, Any]:
    """Return the same classes over either library."""

    class PineappleHand(kit.HoleBoardCombinationHand):
        lookup = kit.StandardLookup()
        low = False
        card_count = 5
        hole_card_count = 3
        board_card_count = 2

    class LooseHand(kit.HoleBoardCombinationHand):
        """Three hole cards and three board cards, of which five count."""

        lookup = kit.StandardLookup()
        low = True
        card_count = 5
        hole_card_count = 3
        board_card_count = 3

    class LowShortHand(kit.ShortDeckHoldemHand):
        low = True

    class ThreeCardHand(kit.StandardHighHand):
        lookup = kit.RhodeIslandHoldemLookup()
        card_count = 3

    class BackwardsHand(kit.StandardHighHand):
        def __lt__(self, other: Any) -> Any:
            if type(self) is not type(other):
                return NotImplemented
            return self.entry > other.entry

    class SpadeHand(kit.StandardHighHand):
        def __init__(self, cards: Any) -> None:
            super().__init__(cards)
            if not any(card.suit == "s" for card in self.cards):
                raise ValueError("no spade")

    class EvenLookup(kit.StandardLookup):
        def has_entry(self, cards: Any) -> bool:
            return bool(super().has_entry(cards) and self.get_entry(cards).index % 2 == 0)

    class EvenHand(kit.StandardHighHand):
        lookup = EvenLookup()

    class DuckLookup:
        def has_entry(self, cards: Any) -> bool:
            return len(cards) == 2

        def get_entry(self, cards: Any) -> Any:
            strength = sum("23456789TJQKA".index(card.rank) for card in cards)
            return kit.Entry(strength, kit.Label.HIGH_CARD)

    class DuckHand(kit.CombinationHand):
        lookup = DuckLookup()
        low = False
        card_count = 2

    class FirstThreeHand(kit.StandardHighHand):
        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            return super().from_game(hole_cards, tuple(board_cards)[:3])

    class AnyGreekHand(kit.GreekHoldemHand):
        @classmethod
        def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
            if len(board_cards) > 3:
                return super().from_game(hole_cards, board_cards)
            return super(kit.BoardCombinationHand, cls).from_game(hole_cards, board_cards)

    class HighBadugiHand(kit.BadugiHand):
        low = False

    class ThreeBadugiHand(kit.CombinationHand):
        lookup = kit.BadugiLookup()
        low = True
        card_count = 3

    return {value.__name__: value for value in locals().values() if hasattr(value, "from_game")}


OURS = own_classes(SimpleNamespace(**{**vars(lookups), **vars(hands)}))
THEIRS = own_classes(pokerkit)
# Those that the native core evaluates, in the way that their own `from_game` asks for.
DIRECT = {"PineappleHand", "LowShortHand", "ThreeCardHand", "FirstThreeHand", "AnyGreekHand"}


@pytest.mark.parametrize("name", list(OURS))
def test_own_classes(name: str) -> None:
    our_class, their_class = OURS[name], THEIRS[name]
    deck = GAMES["ShortDeckHoldemHand"][2] if "Short" in name else pokerkit.Deck.STANDARD
    texts, source = [repr(card) for card in deck], random.Random(f"own {name}")
    pairs = []
    for _ in range(60):
        hole_count, board_count = source.randint(1, 4), source.randint(0, 5)
        if source.random() < 0.2:
            cards = source.choices(texts[::3], k=hole_count + board_count)
        else:
            cards = source.sample(texts, hole_count + board_count)
        hole, board = cards[:hole_count], cards[hole_count:]
        expected = their_class.from_game_or_none(theirs(hole), theirs(board))
        hand = our_class.from_game_or_none(ours(hole), ours(board))
        if expected is None:
            assert hand is None
        else:
            check_same(hand, expected)
            assert type(hand) is our_class
            pairs.append((hand, expected))
    assert pairs
    check_order(pairs)
    assert any(plan is not None for plan in our_class._plans.values()) is (name in DIRECT)
