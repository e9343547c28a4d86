"""The example on game trees counts and solves what a count and a solution without the engine do."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest

from croupier import KuhnPoker, LeducHoldem

PATH = Path(__file__).parents[2] / "examples" / "game_trees.py"
KUHN = ("Js", "Qs", "Ks")
LEDUC = ("Jh", "Qh", "Kh", "Js", "Qs", "Ks")
ENDS = {"cc", "rf", "rc", "crf", "crc"}

# The numbers for each move by player, hole card, board and actions.
Strategy: TypeAlias = dict[tuple[Any, ...], list[float]]


@pytest.fixture(scope="module")
def example() -> Iterator[ModuleType]:
    """Import the example."""
    spec = importlib.util.spec_from_file_location("game_trees", PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["game_trees"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["game_trees"]


@pytest.fixture(scope="module")
def solution(example: ModuleType) -> Strategy:
    """Solve Kuhn poker."""
    state = example.KuhnPoker.create_state(example.AUTOMATIONS)
    strategy: Strategy = example.solve(state)
    return strategy


# A count that knows nothing of the engine: histories as text, cards as text.


def rounds(most: int) -> tuple[list[str], list[str], list[str]]:
    """Return the histories of a betting round: with a decision to make, folded, and closed."""
    decisions: list[str] = []
    folded: list[str] = []
    closed: list[str] = []
    waiting = [""]
    while waiting:
        history = waiting.pop()
        decisions.append(history)
        faces_bet = history.endswith("r")
        if faces_bet:
            folded.append(history + "f")
        (closed if faces_bet or history == "c" else waiting).append(history + "c")
        if history.count("r") < most:
            waiting.append(history + "r")
    return decisions, folded, closed


def count(
    deck: Sequence[str], *, streets: int, raises: int, name: Callable[[str], str]
) -> Counter[str]:
    """Count a tree of one or two streets whose cards are told apart by their names."""
    decisions, folded, closed = rounds(raises)
    nodes: dict[str, set[Any]] = {"terminal": set(), "decision": set(), "chance": {()}}
    sets: set[Any] = set()
    for dealt in permutations(deck, 1 + streets):
        cards = tuple(map(name, dealt))
        holes, board = cards[:2], cards[2:]
        nodes["chance"].add(holes[:1])
        nodes["terminal"] |= {(holes, first) for first in folded}
        for first in decisions:
            nodes["decision"].add((holes, first))
            sets.add((len(first) % 2, holes[len(first) % 2], (), first))
        for first in closed:
            if not board:
                nodes["terminal"].add((holes, first))
                continue
            nodes["chance"].add((holes, first))
            nodes["terminal"] |= {(holes, board, first, second) for second in folded + closed}
            for second in decisions:
                nodes["decision"].add((holes, board, first, second))
                sets.add((len(second) % 2, holes[len(second) % 2], board, first + second))
    counts = Counter({kind: len(found) for kind, found in nodes.items()})
    counts["information set"] = len(sets)
    return counts


def test_kuhn_poker(example: ModuleType) -> None:
    found = example.count(KuhnPoker)
    assert found == count(KUHN, streets=1, raises=1, name=str)
    assert found == {"terminal": 30, "decision": 24, "chance": 4, "information set": 12}


def test_leduc_holdem_with_every_card_by_itself(example: ModuleType) -> None:
    found = example.count(LeducHoldem)
    assert found == count(LEDUC, streets=2, raises=2, name=str)
    assert found == {"terminal": 5520, "decision": 3780, "chance": 157, "information set": 936}


def test_leduc_holdem_without_suits(example: ModuleType) -> None:
    found = example.count(LeducHoldem, by_rank=True)
    assert found == count(LEDUC, streets=2, raises=2, name=lambda card: card[0])
    assert found == {"terminal": 1116, "decision": 774, "chance": 49, "information set": 288}


# Kuhn poker without the engine: what the first player wins.


def win(cards: Sequence[str], history: str) -> float:
    """Return what the first player wins at the end of a history."""
    if history.endswith("f"):
        return 1.0 if len(history) % 2 == 0 else -1.0
    stake = 2.0 if "r" in history else 1.0
    return stake if "JQK".index(cards[0][0]) > "JQK".index(cards[1][0]) else -stake


def value(strategy: Strategy, cards: Sequence[str], history: str) -> float:
    """Return what the first player wins on average after a history."""
    if history in ENDS:
        return win(cards, history)
    player = len(history) % 2
    moves = "fc" if history.endswith("r") else "cr"
    chances = strategy[player, cards[player], "", history]
    return sum(
        chance * value(strategy, cards, history + move)
        for move, chance in zip(moves, chances, strict=True)
    )


def best_response(strategy: Strategy, player: int) -> float:
    """Return what a player wins who knows the strategy of the other."""
    sign = 1 - 2 * player

    def respond(held: str, history: str, others: dict[str, float]) -> float:
        """Return what is won with a card, given how likely each card of the other came here."""
        if history in ENDS:
            return sum(
                weight * sign * win((held, other) if player == 0 else (other, held), history)
                for other, weight in others.items()
            )
        moves = "fc" if history.endswith("r") else "cr"
        if len(history) % 2 == player:
            return max(respond(held, history + move, others) for move in moves)
        total = 0.0
        for index, move in enumerate(moves):
            after = {
                other: weight * strategy[1 - player, other, "", history][index]
                for other, weight in others.items()
            }
            total += respond(held, history + move, after)
        return total

    return sum(
        respond(held, "", {other: 1 / 6 for other in KUHN if other != held}) for held in KUHN
    )


def test_the_solution_is_worth_what_it_should(example: ModuleType, solution: Strategy) -> None:
    state = example.KuhnPoker.create_state(example.AUTOMATIONS)
    found = example.play(state, solution, {}, {})
    mean = sum(value(solution, cards, "") for cards in permutations(KUHN, 2)) / 6
    assert found == pytest.approx(mean)
    assert found == pytest.approx(-1 / 18, abs=1e-3)


def test_the_solution_is_hard_to_exploit(example: ModuleType, solution: Strategy) -> None:
    state = example.KuhnPoker.create_state(example.AUTOMATIONS)
    found = example.find_exploitability(state, solution)
    best = (best_response(solution, 0) + best_response(solution, 1)) / 2
    assert found == pytest.approx(best)
    assert 0 <= found < 0.01


def test_the_solution_is_an_equilibrium(solution: Strategy) -> None:
    # The first player may bluff with the jack up to a third of the time; the rest follows.
    bluff = solution[0, "Js", "", ""][1]
    assert 0 <= bluff <= 0.36
    expected = {
        (0, "Js", "", "cr"): 0,
        (0, "Qs", "", ""): 0,
        (0, "Qs", "", "cr"): bluff + 1 / 3,
        (0, "Ks", "", ""): 3 * bluff,
        (0, "Ks", "", "cr"): 1,
        (1, "Js", "", "c"): 1 / 3,
        (1, "Js", "", "r"): 0,
        (1, "Qs", "", "c"): 0,
        (1, "Qs", "", "r"): 1 / 3,
        (1, "Ks", "", "c"): 1,
        (1, "Ks", "", "r"): 1,
    }
    found = {known: solution[known][1] for known in expected}
    assert found == pytest.approx(expected, abs=0.06)
