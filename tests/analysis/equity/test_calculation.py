"""`calculate_equities` and `calculate_hand_strength` against PokerKit's."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import pokerkit
import pytest

import croupier
from croupier import (
    Card,
    CombinationHand,
    Deck,
    StandardHighHand,
    StandardLookup,
    calculate_equities,
    calculate_hand_strength,
    parse_range,
)
from croupier.errors import CardError, SetupError

Ranges = tuple[str, ...]
CASES: dict[str, tuple[Ranges, str, int, int, str, Ranges]] = {
    "hold'em": (("AsKs", "22+", "QJs"), "Qs7h2c", 2, 5, "STANDARD", ("StandardHighHand",)),
    "short deck": (("AsKs", "JJ"), "", 2, 5, "SHORT_DECK_HOLDEM", ("ShortDeckHoldemHand",)),
    "Omaha": (("AsAhKsKh", "9c8d7c6d"), "", 4, 5, "STANDARD", ("OmahaHoldemHand",)),
    "Omaha high-low": (
        ("As2hKs3h", "9c8d7c6d"),
        "",
        4,
        5,
        "STANDARD",
        ("OmahaHoldemHand", "OmahaEightOrBetterLowHand"),
    ),
    "Greek": (("AsKs", "QJs"), "", 2, 5, "STANDARD", ("GreekHoldemHand",)),
    "stud high-low": (
        ("As2h3d", "KsKhQd"),
        "",
        7,
        0,
        "STANDARD",
        ("StandardHighHand", "EightOrBetterLowHand"),
    ),
    "razz": (("As2h3d", "KsKhQd"), "", 7, 0, "REGULAR", ("RegularLowHand",)),
    "lowball": (("2s3h4d7c", "9c8c6d4s2c"), "", 5, 0, "STANDARD", ("StandardLowHand",)),
    "badugi": (("As2h3d", "Ac2d4h8s"), "", 4, 0, "REGULAR", ("BadugiHand",)),
    "badugi, aces high": (
        ("As2h3d", "Ac2d4h8s"),
        "",
        4,
        0,
        "STANDARD",
        ("StandardBadugiHand",),
    ),
    "Kuhn": (("Qs", "Ks,Js"), "", 1, 0, "KUHN_POKER", ("KuhnPokerHand",)),
    "Leduc": (("Qs", "Ks,Js"), "", 1, 1, "LEDUC_HOLDEM", ("LeducHoldemHand",)),
    "Rhode Island": (("Qs", "Ks"), "", 1, 2, "STANDARD", ("RhodeIslandHoldemHand",)),
}
SAMPLES = 300


def read(library: Any, text: str, hole_count: int) -> Any:
    if hole_count == 1:
        # PokerKit reads no single card as a range.
        return [tuple(library.Card.parse(card)) for card in text.split(",")]
    return library.parse_range(text)


def ask(library: Any, case: str, **options: Any) -> list[float]:
    ranges, board, hole_count, board_count, deck, types = CASES[case]
    return list(
        library.calculate_equities(
            [read(library, text, hole_count) for text in ranges],
            library.Card.parse(board),
            hole_count,
            board_count,
            getattr(library.Deck, deck),
            [getattr(library, name) for name in types],
            **options,
        )
    )


@pytest.mark.parametrize("case", CASES)
def test_both_libraries_find_the_same(case: str) -> None:
    random.seed(case)
    theirs = ask(pokerkit, case, sample_count=SAMPLES)
    ours = ask(croupier, case, sample_count=100_000, seed=1)
    assert sum(ours) == pytest.approx(1)
    for own, other in zip(ours, theirs, strict=True):
        # No share varies by more than a half either way.
        assert abs(own - other) < 4.5 * 0.5 / sqrt(SAMPLES)
    assert ours == ask(croupier, case, sample_count=100_000, seed=1)


class PairHand(CombinationHand):
    """A hand that only Python knows how to compare."""

    lookup = StandardLookup()
    low = False
    card_count = 5

    def __lt__(self, other: Any) -> bool:
        return bool(self.entry < other.entry)


def test_hands_of_ones_own_are_compared_in_python() -> None:
    arguments = (
        [parse_range("AsKs"), parse_range("QhQd,JJ")],
        Card.clean("Qs7h2c"),
        2,
        5,
        Deck.STANDARD,
    )
    own = calculate_equities(*arguments, (PairHand,), sample_count=400, seed=3)
    with ThreadPoolExecutor(2) as executor:
        again = calculate_equities(
            *arguments, (PairHand,), sample_count=400, seed=3, executor=executor
        )
    core = calculate_equities(*arguments, (StandardHighHand,), sample_count=100_000, seed=3)
    assert own == again
    assert abs(own[0] - core[0]) < 4.5 * 0.5 / sqrt(400)
    with pytest.raises(SetupError):
        calculate_equities(
            [[Card.clean("AsKs")], [Card.clean("AsKd")]],
            (),
            2,
            5,
            Deck.STANDARD,
            (PairHand,),
            sample_count=1,
        )


def test_hand_strength() -> None:
    def ask_strength(library: Any, **options: Any) -> float:
        return float(
            library.calculate_hand_strength(
                4,
                library.parse_range("AsKs,77"),
                library.Card.parse("Qs7h2c"),
                2,
                5,
                library.Deck.STANDARD,
                (library.StandardHighHand,),
                **options,
            )
        )

    random.seed(1)
    ours = ask_strength(croupier, sample_count=100_000, seed=1)
    assert abs(ours - ask_strength(pokerkit, sample_count=SAMPLES)) < 4.5 * 0.5 / sqrt(SAMPLES)


def test_wrong_questions() -> None:
    hand, types = [Card.clean("AsKs")], (StandardHighHand,)
    with pytest.raises(SetupError):
        calculate_equities([hand, hand], (), 2, 5, Deck.STANDARD, types, sample_count=10)
    with pytest.raises(SetupError):
        calculate_equities([hand, []], (), 2, 5, Deck.STANDARD, types, sample_count=10)
    with pytest.raises(SetupError):
        calculate_equities([hand, [()]], (), 2, 5, Deck.STANDARD, types, sample_count=0)
    with pytest.raises(CardError):
        calculate_equities(
            [hand, [()]], Card.clean("2c2c"), 2, 5, Deck.STANDARD, types, sample_count=10
        )
    with pytest.raises(SetupError):
        calculate_hand_strength(1, hand, (), 2, 5, Deck.STANDARD, types, sample_count=10)
