"""The files of games that are also classes have the same rules."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from croupier import games, hands
from croupier.cards import Deck
from croupier.state import BettingStructure, Discard, Opening, Street

from .files import read_all

SMALL, BIG = 2, 4
STRUCTURES = {
    BettingStructure.FIXED_LIMIT: "Limit",
    BettingStructure.NO_LIMIT: "No Limit",
    BettingStructure.POT_LIMIT: "Pot Limit",
}
CLASSES = {
    "texas_holdem": ["FixedLimitTexasHoldem", "NoLimitTexasHoldem"],
    "royal_holdem": ["NoLimitRoyalHoldem"],
    "short_deck_holdem": ["NoLimitShortDeckHoldem"],
    "greek_holdem": ["NoLimitGreekHoldem"],
    "rhode_island_holdem": ["RhodeIslandHoldem"],
    "royal_rhode_island_holdem": ["RoyalRhodeIslandHoldem"],
    "omaha_holdem": ["FixedLimitOmahaHoldem", "PotLimitOmahaHoldem", "NoLimitOmahaHoldem"],
    "omaha_holdem_hi_lo_8": [
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    ],
    "five_card_omaha": ["PotLimitFiveCardOmahaHoldem"],
    "five_card_omaha_hi_lo_8": ["PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter"],
    "six_card_omaha": ["PotLimitSixCardOmahaHoldem"],
    "courchevel": ["PotLimitCourchevel"],
    "courchevel_hi_lo_8": ["PotLimitCourchevelHighLowSplitEightOrBetter"],
    "pineapple": ["FixedLimitPineapple", "PotLimitPineapple", "NoLimitPineapple"],
    "crazy_pineapple": [
        "FixedLimitCrazyPineapple",
        "PotLimitCrazyPineapple",
        "NoLimitCrazyPineapple",
    ],
    "crazy_pineapple_hi_lo_8": ["FixedLimitCrazyPineappleHighLowSplitEightOrBetter"],
    "seven_card_stud": ["FixedLimitSevenCardStud"],
    "seven_card_stud_hi_lo_8": ["FixedLimitSevenCardStudHighLowSplitEightOrBetter"],
    "razz": ["FixedLimitRazz"],
    "five_card_stud": ["FixedLimitFiveCardStud"],
    "five_card_draw": ["FixedLimitFiveCardDraw", "PotLimitFiveCardDraw", "NoLimitFiveCardDraw"],
    "deuce_to_seven_single_draw": ["NoLimitDeuceToSevenLowballSingleDraw"],
    "deuce_to_seven_triple_draw": [
        "FixedLimitDeuceToSevenLowballTripleDraw",
        "PotLimitDeuceToSevenLowballTripleDraw",
        "NoLimitDeuceToSevenLowballTripleDraw",
    ],
    "ace_to_five_triple_draw": ["FixedLimitAceToFiveLowballTripleDraw"],
    "badugi": ["FixedLimitBadugi"],
    "badacey": ["FixedLimitBadacey"],
    "badeucey": ["FixedLimitBadeucy"],
}
# Their decks are none that files know.
WITHOUT_FILES = {"KuhnPoker", "LeducHoldem", "Numeral211Holdem"}
ANY_FIVE = {"anyCards": 5}
TWO_AND_THREE = {"holeCards": 2, "communityCards": 3}
EIGHT = {"qualifier": [1, 56]}
HANDS: dict[type[hands.Hand], dict[str, Any]] = {
    hands.StandardHighHand: {"evaluationType": "high", **ANY_FIVE},
    hands.ShortDeckHoldemHand: {"evaluationType": "36card_ffh_high", **ANY_FIVE},
    hands.GreekHoldemHand: {"evaluationType": "high", **TWO_AND_THREE},
    hands.OmahaHoldemHand: {"evaluationType": "high", **TWO_AND_THREE},
    hands.OmahaEightOrBetterLowHand: {"evaluationType": "a5_low", **TWO_AND_THREE, **EIGHT},
    hands.EightOrBetterLowHand: {"evaluationType": "a5_low", **ANY_FIVE, **EIGHT},
    hands.RegularLowHand: {"evaluationType": "a5_low", **ANY_FIVE},
    hands.StandardLowHand: {"evaluationType": "27_low", **ANY_FIVE},
    hands.BadugiHand: {"evaluationType": "badugi", "anyCards": 4},
    hands.StandardBadugiHand: {"evaluationType": "badugi_ah", "anyCards": 4},
    hands.RhodeIslandHoldemHand: {"evaluationType": "rhode_island", "anyCards": 3},
}
PAIRS = [(name, class_name) for name, names in CLASSES.items() for class_name in names]
every_pair = pytest.mark.parametrize(("name", "class_name"), PAIRS)


class Round(NamedTuple):
    """What happens before a betting round, and how it is bet."""

    discarded: int = 0
    hole: tuple[bool, ...] = ()
    board: int = 0
    drawn: bool = False
    size: int = 0


def test_every_class_has_a_file() -> None:
    whole = {
        name
        for name in games.__all__
        if issubclass(getattr(games, name), games.Poker)
        and all(
            hasattr(getattr(games, name), part)
            for part in ("deck", "hand_types", "betting_structure")
        )
    }
    assert whole == {class_name for _, class_name in PAIRS} | WITHOUT_FILES


@every_pair
def test_streets_are_the_same(name: str, class_name: str) -> None:
    fixed = _make(class_name).betting_structure == BettingStructure.FIXED_LIMIT
    assert _rounds(read_all()[name], fixed) == _class_rounds(class_name)


@every_pair
def test_hands_are_the_same(name: str, class_name: str) -> None:
    contests = read_all()[name]["showdown"]["bestHand"]
    found = [{key: hand[key] for key in hand if key != "name"} for hand in contests]
    assert found == [HANDS[kind] for kind in _make(class_name).hand_types]


@every_pair
def test_decks_are_the_same(name: str, class_name: str) -> None:
    deck = read_all()[name]["deck"]
    cards = {"standard": Deck.STANDARD, "short_6a": Deck.SHORT, "short_ta": Deck.ROYAL}[
        deck["type"]
    ]
    assert set(_make(class_name).deck) == set(cards)
    burns = any(street.card_burning_status for street in _streets(class_name))
    assert deck.get("burn", False) == burns


@every_pair
def test_limits_are_allowed(name: str, class_name: str) -> None:
    structure = STRUCTURES[_make(class_name).betting_structure]
    assert structure in read_all()[name]["bettingStructures"]


@every_pair
def test_the_same_card_opens(name: str, class_name: str) -> None:
    forced = read_all()[name].get("forcedBets", {})
    rule = {"low card": Opening.LOW_CARD, "high card": Opening.HIGH_CARD}.get(forced.get("rule"))
    assert _streets(class_name)[0].opening == (rule or Opening.POSITION)


def _make(class_name: str) -> games.Poker:
    kind: Any = getattr(games, class_name)
    if issubclass(kind, games.RhodeIslandHoldem):
        game: games.Poker = kind((), True, 1, SMALL, BIG)
        return game
    forced = (1,) if issubclass(kind, games.Stud) else ((1, 2),)
    try:
        game = kind((), True, 1, *forced, SMALL, BIG)
    except TypeError:
        # Games without fixed limits take one bet.
        game = kind((), True, 1, *forced, SMALL)
    return game


def _streets(class_name: str) -> list[Street]:
    return [street for street in _make(class_name).streets if isinstance(street, Street)]


def _class_rounds(class_name: str) -> list[Round]:
    found = []
    discarded = 0
    for street in _make(class_name).streets:
        if isinstance(street, Discard):
            discarded += street.count
            continue
        found.append(
            Round(
                discarded,
                tuple(street.hole_dealing_statuses),
                street.board_dealing_count,
                street.draw_status,
                street.min_completion_betting_or_raising_amount,
            )
        )
        discarded = 0
    return found


def _rounds(game: dict[str, Any], fixed: bool) -> list[Round]:
    found = []
    now = Round()
    for step in game["gamePlay"]:
        if "deal" in step:
            deal = step["deal"]
            count = sum(cards["number"] for cards in deal["cards"])
            if deal["location"] == "community":
                now = now._replace(board=now.board + count)
            else:
                faces = tuple(
                    cards["state"] == "face up"
                    for cards in deal["cards"]
                    for _ in range(cards["number"])
                )
                now = now._replace(hole=now.hole + faces)
        elif "draw" in step:
            now = now._replace(drawn=True)
        elif "discard" in step:
            (cards,) = step["discard"]["cards"]
            assert cards["number"] == cards["min_number"]
            now = now._replace(discarded=now.discarded + cards["number"])
        elif step.get("bet", {}).get("type") in {"small", "big"}:
            size = BIG if fixed and step["bet"]["type"] == "big" else SMALL
            found.append(now._replace(size=size))
            now = Round()
    return found
