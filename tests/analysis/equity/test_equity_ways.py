"""The ways to an answer agree: the table, the sweep, every deal."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from croupier.analysis import SHOWDOWNS, equity
from croupier.cards import Card

Weights = dict[str, float]


def some_hands(random: Random, game: str, count: int) -> Weights:
    pairs = list(combinations(SHOWDOWNS[game].deck, 2))
    chosen = random.sample(pairs, count)
    return {"".join(map(repr, pair)): random.choice([0.25, 0.5, 1, 3]) for pair in chosen}


def add_up(own: Weights, other: Weights, gone: str, **options: str) -> tuple[float, Weights]:
    """Add up the equities of all matchups, each of which has as many boards."""
    shares: Weights = {}
    weights: Weights = {}
    removed = set(Card.clean(gone))
    for first, second in product(own, other):
        cards = {*Card.clean(first), *Card.clean(second)}
        if len(cards) < 4 or cards & removed:
            continue
        share = equity(first, second, **options).equities[0]  # type: ignore[arg-type]
        weight = own[first] * other[second]
        shares[first] = shares.get(first, 0) + weight * share
        weights[first] = weights.get(first, 0) + weight
    by_hand = {hand: share / weights[hand] for hand, share in shares.items()}
    return sum(shares.values()) / sum(weights.values()), by_hand


@pytest.mark.parametrize(
    ("game", "board", "dead", "count"),
    [
        ("holdem", "", "", 40),
        ("holdem", "Qs7h2c9d", "AhKd", 75),
        ("holdem", "Qs7h2c9dTs", "", 75),
        ("short_deck", "Qs7h9d6d", "Ah", 75),
        ("royal", "QsJhTd", "", 75),
    ],
)
def test_two_ranges_are_the_sum_of_their_hands(
    game: str, board: str, dead: str, count: int
) -> None:
    random = Random(game + board)
    own, other = some_hands(random, game, count), some_hands(random, game, count - 3)
    options = {"board": board, "dead": dead, "game": game}
    expected, by_hand = add_up(own, other, board + dead, **options)
    result = equity(own, other, **options, exact=True)  # type: ignore[arg-type]
    assert result.equities[0] == pytest.approx(expected, abs=1e-9)
    assert sum(result.equities) == pytest.approx(1)
    for hand, found in result.players[0].hands.items():
        names = ["".join(map(repr, order)) for order in (Card.clean(hand), Card.clean(hand)[::-1])]
        known = [by_hand[name] for name in names if name in by_hand]
        if known:
            assert found.equity == pytest.approx(known[0], abs=1e-9)
        else:
            assert found.weight == 0


def test_ranges_in_which_suits_do_not_matter_have_a_way_of_their_own() -> None:
    """One hand less makes suits matter, and may not change the others."""
    text = "22+,A2s+,KTs+,QTs+,ATo+,76s:0.5"
    even = equity(text, "top 20%")
    uneven = equity(text, "top 20%,7s2h:0.000000001")
    assert uneven.equities == pytest.approx(even.equities, abs=1e-6)
    for hand in ("AsKs", "7h6h", "2c2d"):
        one = even.players[0].hand(hand).equity
        assert one == pytest.approx(uneven.players[0].hand(hand).equity, abs=1e-6)
        assert one == pytest.approx(equity(hand, "top 20%").equities[0])


def test_several_hands_and_single_ones_of_omaha_agree() -> None:
    """Single hands before the flop have a way of their own; a second player's choice has none."""
    own, others = "AhAsKhQs", ("9c8d7c6d", "2c2d3c3d")
    single = [equity(own, other, game="omaha8", exact=True) for other in others]
    both = equity(own, list(others), game="omaha8", exact=True)
    mean = sum(result.equities[0] for result in single) / 2
    assert both.equities[0] == pytest.approx(mean)
    assert both.players[0].win == pytest.approx(sum(one.players[0].win for one in single) / 2)
    three = equity(own, *others, game="omaha8", exact=True)
    assert sum(three.equities) == pytest.approx(1)
    sampled = equity(own, *others, game="omaha8", exact=False, samples=100_000, seed=1)
    for player, exact in zip(sampled, three.equities, strict=True):
        assert abs(player.equity - exact) < 4.5 * player.error
