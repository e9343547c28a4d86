"""Random spots against an independent best response: EVs and exploitabilities agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.solving import Spot, solve

from .best_response import DECK, BestResponse, strength

SIZES = ["50% / 60%", "33%, a / a", "75%, 150% / 2.5x, a", "a / a", "30c, 100% / min", "e / a"]
# Of the pot.
EXACT = 1e-5


def draw_spot(seed: int) -> dict[str, Any]:
    """Draw a spot: a river or a turn with weights, rake, dead cards and uneven stacks."""
    random = Random(seed)
    deck = random.sample(DECK, 52)
    count = random.choice([5, 5, 4])
    board = [deck.pop() for _ in range(count)]
    dead = [deck.pop() for _ in range(random.choice([0, 0, 1, 2, 5]))]
    ranges = []
    for _ in range(2):
        # Cards of the board and dead ones, too, which nobody can hold.
        pool = [*deck, *board[:1], *dead[:1]]
        hands = {frozenset(random.sample(pool, 2)) for _ in range(random.randint(3, 45))}
        ranges.append(
            {
                "".join(sorted(hand)): random.choice([1.0, 1.0, 0.25, round(random.random(), 3)])
                for hand in hands
            }
        )
    unit = random.choice([1, 1, 0.01])
    amounts: list[float] = [
        random.randint(20, 300),
        random.randint(10, 600),
        random.randint(10, 600),
    ]
    if unit != 1:
        amounts = [round(amount + random.randint(0, 99) / 100, 2) for amount in amounts]
    pot, *stacks = amounts
    return {
        "board": "".join(board),
        "dead": "".join(dead),
        "pot": pot,
        "stacks": tuple(stacks),
        "ranges": tuple(ranges),
        "sizes": random.choice(
            [random.choice(SIZES), (random.choice(SIZES), random.choice(SIZES))]
        ),
        "rake": random.choice([(0.0, 0.0), (0.05, 0.0), (0.05, 3.0), (0.025, 20.0)]),
        "most_raises": random.choice([2, 3]) if count == 5 else 2,
        "iterations": random.choice([1, 10, 60]),
        "symmetric": random.random() < 0.5,
        "unit": unit,
    }


def judge(seed: int) -> None:
    drawn = draw_spot(seed)
    arguments = dict(drawn)
    iterations, symmetric = arguments.pop("iterations"), arguments.pop("symmetric")
    arguments["ranges"] = [
        ", ".join(f"{hand}:{weight}" for hand, weight in each.items()) for each in drawn["ranges"]
    ]
    spot = Spot(**arguments)
    solution = solve(spot, 0, iterations=iterations, symmetric=symmetric, threads=1)
    # The smaller stack is all that can be played for.
    effective = min(drawn["stacks"])
    judge = BestResponse(
        solution,
        stacks=(effective, effective),
        **{name: drawn[name] for name in ("board", "dead", "pot", "ranges", "rake")},
    )
    exact = EXACT * drawn["pot"]
    for player in range(2):
        ev, best = (judge.value(player, best=best) for best in (False, True))
        assert solution.ev[player] == pytest.approx(ev, abs=exact), drawn
        gain = solution.exploitability.by_player[player]
        assert gain == pytest.approx(best - ev, abs=exact), drawn
        assert solution.root.ev[player] == pytest.approx(ev, abs=exact), drawn
    gains = solution.exploitability.by_player
    assert solution.exploitability.chips == pytest.approx(sum(gains) / 2)


@pytest.mark.parametrize("seed", range(8))
def test_some_random_spots_agree_with_an_independent_best_response(seed: int) -> None:
    judge(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8, 108))
def test_100_random_spots_agree_with_an_independent_best_response(seed: int) -> None:
    judge(seed)


def test_strengths_of_the_judge_are_those_of_poker() -> None:
    """The independent evaluator orders hands as they are ranked, and knows the wheel."""
    hands = [
        "2c4d6h8sTcQdAs",
        "2c2d6h8sTcQdAs",
        "2c2d6h6sTcQdAs",
        "2c2d2h6sTcQdAs",
        "Ac2d3h4s5cQdKs",
        "2c3d4h5s6cQdKs",
        "2c4c6c8cTcQdKs",
        "2c2d2h6s6cQdKs",
        "2c2d2h2s6cQdKs",
        "Ac2c3c4c5cQdKs",
        "2c3c4c5c6cQdKs",
    ]
    found = [strength([hand[place : place + 2] for place in range(0, 14, 2)]) for hand in hands]
    assert found == sorted(found) and len({*found}) == len(found)
