"""Outs, kinds of hands, percentiles, heat maps."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import rankings
from croupier.analysis import (
    Range,
    equity,
    hand_kinds,
    next_card_equities,
    odds,
    percentile,
    starting_hand_equities,
)
from croupier.analysis.ranges import omaha
from croupier.cards import Card, Deck
from croupier.errors import CardError, SetupError, UnsupportedError
from croupier.rankings import Selection

# All hands by kind, with the royal flushes apart.
SIX = {
    "Royal flush": 188,
    "Straight flush": 1_656,
    "Four of a kind": 14_664,
    "Full house": 165_984,
    "Flush": 205_792,
    "Straight": 361_620,
    "Three of a kind": 732_160,
    "Two pair": 2_532_816,
    "One pair": 9_730_740,
    "High card": 6_612_900,
}
SEVEN = {
    "Royal flush": 4_324,
    "Straight flush": 37_260,
    "Four of a kind": 224_848,
    "Full house": 3_473_184,
    "Flush": 4_047_644,
    "Straight": 6_180_020,
    "Three of a kind": 6_461_620,
    "Two pair": 31_433_400,
    "One pair": 58_627_800,
    "High card": 23_294_460,
}
FIVE = {
    "Royal flush": 4,
    "Straight flush": 36,
    "Four of a kind": 624,
    "Full house": 3_744,
    "Flush": 5_108,
    "Straight": 10_200,
    "Three of a kind": 54_912,
    "Two pair": 123_552,
    "One pair": 1_098_240,
    "High card": 1_302_540,
}


def test_published_counts() -> None:
    (five,) = hand_kinds(None, game="five_card_draw")
    assert five.exact
    counts = {kind: part * comb(52, 5) for kind, part in five.kinds.items()}
    assert counts == pytest.approx(FIVE)
    assert list(counts) == list(FIVE)
    _, six, seven = hand_kinds(None, game="stud", samples=200_000, seed=1)
    assert six.exact and not seven.exact
    assert {kind: part * comb(52, 6) for kind, part in six.kinds.items()} == pytest.approx(SIX)
    for kind, count in SEVEN.items():
        assert seven.kinds.get(kind, 0) == pytest.approx(count / comb(52, 7), abs=0.005)


def count_kinds(hands: list[str], board: str, to_come: int, name: str, rule: Any) -> Counter[str]:
    found = Counter[str]()
    ranking = rankings.get(name)
    for hand in hands:
        held, shown = Card.clean(hand), Card.clean(board)
        free = [card for card in Deck.STANDARD if card not in {*held, *shown}]
        for rest in combinations(free, to_come):
            value = ranking.best_or_none(held, (*shown, *rest), selection=rule)
            found["No hand" if value is None else value.label] += 1
    return found


@pytest.mark.parametrize(
    ("hands", "board", "game", "contest", "name", "rule"),
    [
        (["AhKh"], "QhJh2c", "holdem", 0, "high", None),
        (["AhKh", "8s8d", "7c6c"], "QhJh2c", "holdem", 0, "high", None),
        (["AhKh2c3d"], "QhJh4c8d", "omaha", 0, "high", Selection(pairs=[(2, 3)])),
        (["AhKh2c3d"], "QhJh4c", "omaha8", 1, "eight_or_better_low", Selection(pairs=[(2, 3)])),
    ],
)
def test_kinds_against_a_slow_count(
    hands: list[str], board: str, game: str, contest: int, name: str, rule: Any
) -> None:
    player = Range(dict.fromkeys(hands, 1.0), card_count=len(hands[0]) // 2)
    streets = hand_kinds(player, board, game=game, contest=contest)
    assert [street.street for street in streets] == ["flop", "turn", "river"][len(board) // 2 - 3 :]
    for to_come, street in enumerate(streets):
        counts = count_kinds(hands, board, to_come, name, rule)
        total = sum(counts.values())
        expected = {kind: count / total for kind, count in counts.items()}
        assert street.kinds == pytest.approx(expected)


def test_outs_against_a_slow_count() -> None:
    """An out lifts the hand by more kinds than the board, counted over all hands of another."""
    random = Random(5)
    ranking = rankings.get("high")
    kinds = [*reversed(SIX)]
    checked = Counter[str]()
    for _ in range(12):
        cards = random.sample(list(Deck.STANDARD), 6)
        hand, board = tuple(cards[:2]), tuple(cards[2:])
        now = ranking.best(hand, board)
        found = odds(hand, board)
        outs = {card: out.kind for out in found.outs for card in out.cards}
        unseen = sorted(set(Deck.STANDARD) - set(cards), key=repr)
        for card in unseen:
            then = ranking.best(hand, (*board, card))
            gain = kinds.index(then.label) - kinds.index(now.label)
            expected = None
            if gain > 0:
                shared = kind_of_all(board, card, unseen) - kind_of_all(board, None, unseen)
                expected = then.label if gain > shared else None
                checked["shared" if expected is None else "out"] += 1
            assert outs.get(card) == expected, (hand, board, card)
        assert found.kind == now.label
        assert found.unseen == 46
        assert found.by_next_card == pytest.approx(len(outs) / 46)
    assert min(checked.values()) > 20 and len(checked) == 2


def kind_of_all(board: tuple[Card, ...], card: Card | None, unseen: list[Card]) -> int:
    """Return the place of the kind of hand that everybody has at least."""
    kinds = [*reversed(SIX)]
    shown = board if card is None else (*board, card)
    free = [one for one in unseen if one != card]
    pairs = combinations(free, 2)
    return min(kinds.index(rankings.get("high").best(pair, shown).label) for pair in pairs)


@pytest.mark.parametrize(
    ("hand", "board", "game", "count", "kinds"),
    [
        # Nine to the flush, three to the straight, six overcards; no card that pairs the board.
        ("AhKh", "QhJh2c", "holdem", 18, {"Flush": 8, "Straight": 3, "One pair": 6}),
        # Open-ended, with two cards to pair.
        ("9s8s", "7h6d2c", "holdem", 14, {"Straight": 8, "One pair": 6}),
        # A gutshot.
        ("Ts9s", "7h6d2c", "holdem", 10, {"Straight": 4, "One pair": 6}),
        # An overpair: a pair on the board is everybody's.
        ("KsKd", "Qh7s2c", "holdem", 2, {"Three of a kind": 2}),
        # A set: pairs on the board fill it up.
        ("8s8d", "Ks8h3c", "holdem", 7, {"Four of a kind": 1, "Full house": 6}),
        ("As9d", "Ac9h4s", "holdem", 4, {"Full house": 4}),
        ("As2d", "QsQd7c", "holdem", 6, {"Two pair": 6}),
        # Four to a flush on the turn, with nothing else to come.
        ("Ah2h", "Kh9h3s8c", "holdem", 15, {"Flush": 9, "One pair": 6}),
        ("AhKh2c3d", "QhJh4c", "omaha", 22, {"Flush": 8, "Straight": 3, "One pair": 10}),
        ("AsKsQsJs2d3d", "", "stud", 28, {"Flush": 8, "Straight": 3, "One pair": 16}),
    ],
)
def test_known_outs(hand: str, board: str, game: str, count: int, kinds: dict[str, int]) -> None:
    found = odds(hand, board, game=game)
    counted = {out.kind: len(out.cards) for out in found.outs}
    counted.pop("Royal flush", None)
    assert counted == kinds
    assert sum(len(out.cards) for out in found.outs) == count
    assert found.by_next_card == pytest.approx(count / found.unseen)


def test_odds_of_other_games() -> None:
    stud = odds("AsKsQsJs2d3d", game="stud")
    assert [street.street for street in stud.streets] == ["6 cards", "7 cards"]
    assert {out.kind for out in stud.outs} == {"Royal flush", "Flush", "Straight", "One pair"}
    low = odds("As2d7hKd", "3c4s9h", game="omaha8", contest=1)
    assert low.kind is None and low.outs == () and low.by_river == 0
    whole = odds("AhKh", "QhJh2c3d4s")
    assert whole.outs == () and whole.by_next_card == 0 and whole.unseen == 0
    before = odds("AhKh")
    assert before.kind is None
    assert [street.street for street in before.streets] == ["flop", "turn", "river"]


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (("AhKh", "Ah2c3d"), {}, CardError, "Ah is there twice"),
        (("AhKhQh",), {}, CardError, "not 3"),
        (("AhKh",), {"game": "bridge"}, UnsupportedError, "bridge"),
        (("AhKh",), {"contest": 1}, SetupError, "1 kinds"),
        (("AhKh", "2c3c4c5c6c7c"), {}, CardError, "not 6"),
        (("AhKz",), {}, ValueError, "z"),
    ],
)
def test_wrong_odds(
    arguments: tuple[str, ...], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        odds(*arguments, **options)


def test_percentiles_of_holdem() -> None:
    order = [
        percentile(f"{hand[0]}s{hand[1]}{'s' if hand.endswith('s') else 'h'}")
        for hand in starting_hand_equities()
    ]
    assert order == sorted(order, reverse=True)
    assert 0 < order[-1] < order[0] < 1
    assert order[0] == pytest.approx(1 - 3 / 1326)


def test_starting_hands_of_omaha() -> None:
    classes = omaha.omaha_classes()
    assert len(classes) == 16_432
    assert sum(map(omaha._count, classes)) == comb(52, 4)
    assert len(omaha._table()) == len(classes)
    # One hand for every other one, weighed by how many there are: half of all pots are won.
    mean = (
        sum(omaha._table()[place] * omaha._count(hand) for hand, place in classes.items())
        / comb(52, 4)
        / 65535
    )
    assert mean == pytest.approx(0.5, abs=0.001)


def test_the_table_of_omaha_against_deals() -> None:
    for hand in ("AsAhKsKh", "As8d7c2h", "Js Ts 9h 8h".replace(" ", ""), "2s2h2d2c"):
        found = equity(hand, None, game="omaha", exact=False, samples=200_000, seed=1)
        known = omaha.omaha_equity(Card.clean(hand))
        # The table has an error of its own, of about 0.002.
        assert abs(found.equities[0] - known) < 4 * found.errors[0] + 0.008
    assert percentile("KhAsKsAh", "omaha") == percentile("AdKdAcKc", "omaha")


@pytest.mark.parametrize(
    ("hand", "game", "error"),
    [
        ("AsKs", "omaha", CardError),
        ("AsAs", "holdem", CardError),
        ("AsKs", "razz", UnsupportedError),
        ("As??", "holdem", CardError),
    ],
)
def test_wrong_percentiles(hand: str, game: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        percentile(hand, game)


def test_a_heat_map_averages_to_the_equity_now(tmp_path: Path) -> None:
    found = next_card_equities("AhKh", "QsQd", board="Th9h2c")
    shares = [after.equities[0] for after in found.cards.values()]
    assert len(shares) == 45
    assert sum(shares) / 45 == pytest.approx(found.now.equities[0])
    rows = found.table(1)
    assert [len(row) for row in rows.values()] == [13] * 4
    assert sum(cell is None for row in rows.values() for cell in row) == 52 - 45
    turn = equity("AhKh", "QsQd", board="Th9h2cJh")
    assert found.cards[Card("J", "h")].equities == turn.equities
    for suffix in ("png", "svg"):
        picture = found.draw(tmp_path / f"heat.{suffix}")
        assert picture.stat().st_size > 1000


def test_heat_maps_of_ranges_and_other_games() -> None:
    ranges = next_card_equities("AA,KK", "QQ,AKs", board="Qs7h2c9d", dead="3c3d")
    assert len(ranges.cards) == 46
    assert all(sum(after.equities) == pytest.approx(1) for after in ranges.cards.values())
    omaha_ = next_card_equities("AhAsKhKs", "9c8d7c6d", board="Th9h2c", game="omaha")
    assert len(omaha_.cards) == 41


@pytest.mark.parametrize(
    ("board", "game", "error", "words"),
    [
        ("Th9h2c3d4s", "holdem", SetupError, "no card"),
        ("", "holdem", SetupError, "board already"),
        ("Th9h2c", "no_such_game", UnsupportedError, "no_such_game"),
        ("", "stud", UnsupportedError, "no board"),
    ],
)
def test_wrong_heat_maps(board: str, game: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        next_card_equities("AhKh", "QsQd", board=board, game=game)


def test_pictures_of_ranges(tmp_path: Path) -> None:
    found = Range.parse("22+, AKs:0.5, KQo:2")
    for suffix in ("png", "svg", "pdf"):
        assert found.draw(tmp_path / f"range.{suffix}", title="mine").stat().st_size > 1000
    with pytest.raises(SetupError, match=r"\.gif"):
        found.draw(tmp_path / "range.gif")
    with pytest.raises(UnsupportedError, match="two cards"):
        Range.parse("AAxxds", card_count=4).draw(tmp_path / "range.png")
