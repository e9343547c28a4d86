"""Local best response: exact where it can be found out by hand, and never more than a best one."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from croupier.agents import make_agent
from croupier.agents.core import CoreAgent
from croupier.errors import RuleError, SetupError, UnsupportedError
from croupier.evaluation import evaluate_policy, find_local_best_response
from croupier.tables import TableBatch

MENU = ("fold", "call", "max")


class Fixed:
    """A policy whose weights follow from the own card and from what is possible."""

    def __init__(self, bold: float = 0.0) -> None:
        self.bold = bold

    def weigh(self, rows: Any) -> Any:
        weights = rows.legal[:, : len(MENU)].astype(float)
        ranks = rows.cards[:, 0, 0] // 4
        weights[:, 2] *= 1 + self.bold * (ranks == "23456789TJQKA".index("K"))
        weights[:, 0] *= 1 + self.bold * (ranks == "23456789TJQKA".index("J"))
        return weights / weights.sum(axis=1, keepdims=True)

    def follow(self, point: Any) -> dict[str, float]:
        """Return the same weights by the names of the solver's actions."""
        found = {}
        for action in point.strategy:
            bold = {"J": "f", "K": "br"}.get(point.hole[0], "")
            found[action] = 1 + self.bold * (action[0] in bold)
        return found


class Always:
    """A policy that does one thing wherever it is possible, and calls otherwise."""

    def __init__(self, move: int) -> None:
        self.move = move

    def weigh(self, rows: Any) -> Any:
        legal = rows.legal[:, self.move] > 0
        weights = numpy.zeros((len(legal), len(MENU)))
        weights[legal, self.move] = 1
        weights[~legal, 1] = 1
        return weights


def test_who_always_folds_loses_the_blinds() -> None:
    # The small blind in one seat and the big blind in the other, whatever the cards are.
    for victim in ("folder", Always(0)):
        found = find_local_best_response("nlhe", victim, 5, menu=MENU, seed=3)
        assert (found.mean, found.deviation) == (0.75, 0.0)
        assert found.interval.error == 0


def test_who_always_calls_pays_every_better_hand() -> None:
    # In Kuhn a king is bet and called for two chips, a jack is checked and loses one, and a queen
    # is worth nothing either way.
    for victim in ("caller", Always(1)):
        found = find_local_best_response("kuhn", victim, stack=2, menu=MENU)
        assert found.exact and found.mean == pytest.approx((2 - 1 + 0) / 3, abs=1e-12)
    value = evaluate_policy(
        "kuhn", lambda one: {name: float(name[0] in "xc") for name in one.strategy}, stacks=2
    )
    # It cannot be answered better.
    assert value.exploitability == pytest.approx(1 / 3, abs=1e-9)


@pytest.mark.parametrize("bold", [0.0, 1.0, 5.0])
def test_it_wins_no_more_than_a_best_response(bold: float) -> None:
    policy = Fixed(bold)
    for game, stack in (("kuhn", 2), ("leduc", 100)):
        found = find_local_best_response(game, policy, stack=stack, menu=MENU)
        value = evaluate_policy(game, policy.follow, stacks=stack)
        best = sum(one + gain for one, gain in zip(value.values, value.gains, strict=True)) / 2
        assert found.exact and found.mean * found.unit <= best + 1e-9
        # It is no weak answer either.
        assert found.mean * found.unit > 0.3 * best > 0


def test_a_part_of_the_deals_is_near_all_of_them() -> None:
    whole = find_local_best_response("leduc", Fixed(1.0), stack=100, menu=MENU)
    some = find_local_best_response("leduc", Fixed(1.0), 600, stack=100, menu=MENU, seed=5)
    assert abs(some.mean - whole.mean) < 2 * some.interval.error
    assert some.interval.error < 0.3
    again = find_local_best_response("leduc", Fixed(1.0), 600, stack=100, menu=MENU, seed=5)
    assert again == some


def test_bots_of_the_core_lose_to_it() -> None:
    # All-in with the better half wins 8 big blinds a hand from who always calls.
    found = find_local_best_response("nlhe", "caller", 40, seed=2)
    assert found.mean - found.interval.error > 2
    found = find_local_best_response("nlhe", "tight", 25, seed=2)
    assert found.mean > 0


def make_bot(name: str) -> CoreAgent:
    bot = make_agent(name)
    assert isinstance(bot, CoreAgent)
    return bot


def test_weights_of_bots_are_how_often_they_decide() -> None:
    # A free decision, at which some bluff: pairs, high cards and nothing.
    hands, each = [(48, 49), (48, 40), (36, 33), (20, 1), (12, 1), (0, 17)], 300
    cards = [[3, hand[0], 6, hand[1]] for hand in hands]
    asked = TableBatch("nlhe", len(hands), stacks=200, player_count=2, moves_seats=False)
    asked.reset(cards=cards)
    if set(asked.cards[0, 0].tolist()) != {3, 6}:
        cards = [[hand[0], 3, hand[1], 6] for hand in hands]
        asked.reset(cards=cards)
    assert set(asked.cards[0, 0].tolist()) == {3, 6}
    asked.step([1] * len(hands))
    for name in ("tight", "loose", "equity", "caller", "folder"):
        bot = make_bot(name)
        weighed = asked.weigh(bot)
        played = TableBatch(
            *("nlhe", each * len(hands)),
            stacks=200,
            player_count=2,
            seed=4,
            moves_seats=False,
            opponents={int(asked.players[0]): bot},
        )
        played.reset(cards=[row for row in cards for _ in range(each)])
        played.step([1] * (each * len(hands)))
        kinds, added = played.history[:, 1, 2], played.history_amounts[:, 1]
        for place, weights in enumerate(weighed):
            assert sum(part for _, part in weights) == pytest.approx(1)
            rows = slice(place * each, (place + 1) * each)
            for amount in {amount for amount, _ in weights}:
                chance = sum(part for other, part in weights if other == amount)
                if amount > 0:
                    often = ((kinds[rows] == 4) & (added[rows] == amount - 2)).mean()
                else:
                    often = (kinds[rows] == (2 if amount == 0 else 1)).mean()
                # Five deviations of a mean of so many, and nothing where it is certain.
                assert abs(often - chance) <= 5 * (chance * (1 - chance) / each) ** 0.5, name
    assert len(asked.weigh(make_bot("loose"))[-1]) == 2
    with pytest.raises(UnsupportedError, match="random does what is not known"):
        asked.weigh(make_bot("random"))


def test_what_cannot_be_answered_is_said() -> None:
    with pytest.raises(UnsupportedError, match="give a number of deals"):
        find_local_best_response("nlhe", "tight")
    for game in ("badugi", "plo", "razz"):
        with pytest.raises(UnsupportedError, match="such as hold'em and Leduc"):
            find_local_best_response(game, "caller", 1)
    with pytest.raises(SetupError, match="has a method weigh"):
        find_local_best_response("nlhe", lambda batch: [1], 1)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="fold and call"):
        find_local_best_response("nlhe", "caller", 1, menu=("call", "max"))
    with pytest.raises(SetupError, match="none to those that are not possible"):
        find_local_best_response("kuhn", _Wrong(), stack=2, menu=MENU)


class _Wrong:
    def weigh(self, rows: Any) -> Any:
        return numpy.ones((rows.table_count, len(MENU)))


def test_cards_that_are_given_come_first() -> None:
    batch = TableBatch("nlhe", 3, stacks=200, player_count=2, seed=1)
    rows = [[0, 4, 8, 12], [51, 47, 43, 39], [73, 73, 73, 1]]
    batch.reset(cards=rows)
    held = [set(cards) for cards in batch.cards[:, 0].tolist()]
    batch.step([1] * 3)
    both = [one | set(two) for one, two in zip(held, batch.cards[:, 0].tolist(), strict=True)]
    assert both[:2] == [set(rows[0]), set(rows[1])] and 1 in both[2]
    # The other cards are those of the seed.
    again = TableBatch("nlhe", 3, stacks=200, player_count=2, seed=1)
    again.reset(cards=numpy.array(rows, numpy.uint8))
    again.step([1] * 3)
    assert again.cards.tolist() == batch.cards.tolist()
    for wrong in ([[0]], [[0], [0], [0, 1]], [[0, 0]] * 3, [[60]] * 3, [[99]] * 3, ["ab"] * 3):
        with pytest.raises(RuleError) as caught:
            batch.reset(cards=wrong)
        assert caught.value.code == "dealt-cards"
    assert again.cards.tolist() == batch.cards.tolist()


def test_a_branch_goes_on_by_itself() -> None:
    batch = TableBatch("nlhe", 4, stacks=200, player_count=2, seed=1, record=[0])
    other = batch.branch()
    before = {name: getattr(batch, name).copy() for name, _, _ in batch._tables.arrays}
    other.step([0] * 4)
    assert other.finished.tolist() == [1] * 4 and not other.take_histories()
    assert all((getattr(batch, name) == array).all() for name, array in before.items())
    batch.step([0] * 4)
    for name in before:
        assert (getattr(batch, name) == getattr(other, name)).all(), name
    assert len(batch.take_histories()) == 1
