"""Showdowns of another engine with which an independent reference agreed: values and payouts."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from croupier import _native
from games.build import Json

from .records import Settled, find_files, load_config, order_players, read_records, settle

FILES = find_files("showdown")

SHORT_HAND = "a hand was short because the deck ran out; here discards are shuffled again"
ONE_DECLARATION = "a declaration that is not made for each pot holds for all of them"
# Showdowns whose chips go elsewhere, and why.
EXPECTED = {
    "badacey/s6": SHORT_HAND,
    "badacey/s12": SHORT_HAND,
    "badacey/s23": SHORT_HAND,
    "italian_poker/s32": ONE_DECLARATION,
}
# Hands which have no value there, but one here: a badugi of three cards or fewer is a hand.
SHORT_HANDS = {
    "5_card_badugi": 9,
    "badacey": 13,
    "badeucey_natural": 11,
    "badugi": 6,
    "high_five_dugi_split": 8,
    "progressive_badugi_buy": 8,
}
# Values of another kind, but in the same order.
OTHER_VALUES = {"soko_high", "quick_quads", "21"}


def settle_record(record: Json) -> Settled:
    players = order_players(record["seats"], record["button_seat"])
    return settle(record, players, record["pots"], record["active"])


def check_payout(record: Json, settled: Settled) -> None:
    assert sum(settled.amounts) == sum(pot["amount"] for pot in record["pots"])
    # Odd chips go to other seats there. A share of k winners leaves less than k chips.
    winners = sum(amount > 0 for amount in record["payout"].values())
    odd = max(1, winners - 1) * len(settled.strengths) * len(record["pots"])
    tolerance = odd if record.get("odd_chips") else 0
    for player in settled.players:
        wanted = record["payout"].get(player, 0)
        assert abs(settled.payout(player) - wanted) <= tolerance, (record["id"], player)


def find_qualifiers(game: str, contest: int) -> list[tuple[int, int] | None]:
    """Return the qualifiers that a part of the pot can have."""
    showdown = load_config(game).showdown
    lists = [showdown.best_hands, showdown.default_best_hands]
    lists += [case.best_hands for case in showdown.conditional_best_hands]
    return [hands[contest].qualifier for hands in lists if contest < len(hands)]


def freeze(value: Any) -> Any:
    return tuple(map(freeze, value)) if isinstance(value, list) else value


class Comparison:
    """A comparison of the values of hands with what they are worth here."""

    def __init__(self, game: str) -> None:
        self.game = game
        best_hands = load_config(game).showdown.best_hands
        self.orders_only = {
            number
            for number, hand in enumerate(best_hands)
            if hand.classification or hand.zero_cards_pip_value is not None
        }
        self.short_hands = 0
        # Keys, the best first, and strengths of hands that compare; larger strengths are better.
        self.ordered: defaultdict[Any, list[tuple[Any, int]]] = defaultdict(list)

    def add(self, record: Json, settled: Settled, player: str, hand: Json) -> None:
        contest, ranking = hand["i"], hand["eval"]
        strength = settled.strength(contest, player)
        value = freeze(hand["value"])
        qualifiers = find_qualifiers(self.game, contest)
        if value is None:
            self.short_hands += strength is not None
        elif strength is None:
            assert any(each is not None and value > each for each in qualifiers), record["id"]
        elif ranking in OTHER_VALUES:
            self.ordered[ranking].append((value, -strength))
        elif contest in self.orders_only:
            # A face card, or no card at all, counts more than the place in the table.
            faces = [card for card in record["hole"][player] if card[0] in "JQK"]
            key = (not faces, value) if self.game == "action_razz" else value
            self.ordered[contest].append((key, -strength))
        else:
            assert _native.Ranking(ranking).standing(strength) == value, (record["id"], player)
            assert any(each is None or value <= each for each in qualifiers)

    def check_order(self) -> None:
        for pairs in self.ordered.values():
            assert len({key for key, _ in pairs}) == len({found for _, found in pairs})
            assert sorted(pairs) == sorted(pairs, key=lambda pair: pair[::-1])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_showdowns(path: Path) -> None:
    comparison = Comparison(path.stem)
    records = read_records(path)
    assert records
    for record in records:
        settled = settle_record(record)
        if record["id"] not in EXPECTED:
            check_payout(record, settled)
        for player, hands in record["best"].items():
            for hand in hands:
                comparison.add(record, settled, player, hand)
    assert comparison.short_hands == SHORT_HANDS.get(path.stem, 0)
    comparison.check_order()


def test_the_exceptions_are_exceptions() -> None:
    found: Counter[str] = Counter()
    for path in FILES:
        for record in read_records(path):
            if record["id"] in EXPECTED:
                settled = settle_record(record)
                payout = {name: settled.payout(name) for name in record["payout"]}
                assert payout != record["payout"], record["id"]
                found[EXPECTED[record["id"]]] += 1
    assert found == {SHORT_HAND: 3, ONE_DECLARATION: 1}


def test_there_are_all_of_them() -> None:
    assert sum(len(read_records(path)) for path in FILES) == 5888
