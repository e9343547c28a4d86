"""Single hands: one call from Python for each, on cards that are ready."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.measuring import harness, peers, random_hands
from benchmarks.measuring.harness import Case, Contender, Effort, Target
from croupier import rankings
from croupier.cards import CARDS_BY_CODE

__all__ = ["make_cases", "run"]

_SECTION = "Single 7-card hands"
_PHEVALUATOR = "phevaluator"
_PRIVATE = "phevaluator, private"
_EVAL7 = "eval7"
_TREYS = "treys"


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run checks fewer hands.

    Yields:
        The cases.
    """
    ranking = rankings.get("high")
    codes = random_hands.deal_tuples(1000 if effort.quick else 10_000, 7)
    hands = [tuple(CARDS_BY_CODE[code] for code in row) for row in codes]
    functions = _find_functions()

    def check() -> None:
        ours = [ranking.strength(hand) for hand in hands]
        split = [ranking.strength(hand[:2], hand[2:]) for hand in hands]
        harness.require_equal("The strength of hole and board", split, ours)
        best = [ranking.best(hand).strength for hand in hands]
        harness.require_equal("The best hand", best, ours)
        for name, (function, convert, spread, sign) in functions.items():
            values = [convert(row) for row in codes]
            found = [function(*value) if spread else function(value) for value in values]
            harness.require_same_order(name, ours, [sign * number for number in found])

    timed = 200
    others = []
    for name, (function, convert, spread, _) in functions.items():
        values = [convert(row) for row in codes[:timed]]
        loop = peers.spread_each if spread else peers.call_each
        others.append(Contender(name, loop(function, values), timed))
    targets = [Target.ratio(name, 1.0) for name in (_PHEVALUATOR, _EVAL7)]
    some = hands[:timed]
    yield Case(
        section=_SECTION,
        name="Strength of seven cards",
        what='`get("high").strength(cards)`, a tuple of seven cards',
        ours=Contender("Croupier", peers.call_each(ranking.strength, some), timed),
        peers=others,
        targets=targets,
        check=check,
    )
    pairs = [(hand[:2], hand[2:]) for hand in some]
    yield Case(
        section=_SECTION,
        name="Strength of two and five cards",
        what='`get("high").strength(hole, board)`, two tuples',
        ours=Contender("Croupier", peers.spread_each(ranking.strength, pairs), timed),
        peers=others,
        targets=targets,
    )
    yield Case(
        section=_SECTION,
        name="Best hand of seven cards",
        what='`get("high").best(cards)`: the five cards and their value, which no peer here finds',
        ours=Contender("Croupier", peers.call_each(ranking.best, some), timed),
        peers=others,
    )


run = harness.make_runner(make_cases)


def _find_functions() -> dict[str, tuple[Any, Any, bool, int]]:
    """Return each peer's function, what makes its argument, whether to spread it, and its sign."""
    functions: dict[str, tuple[Any, Any, bool, int]] = {}
    phevaluator = peers.load("phevaluator")
    if phevaluator is not None:
        functions[_PHEVALUATOR] = (phevaluator.evaluate_cards, tuple, True, -1)
        private = peers.load("phevaluator._pheval")
        if private is not None:
            functions[_PRIVATE] = (private.evaluate_7cards, tuple, True, -1)
    eval7 = peers.load("eval7")
    if eval7 is not None:
        eval7_deck = [eval7.Card(repr(card)) for card in CARDS_BY_CODE[:52]]
        functions[_EVAL7] = (
            eval7.evaluate,
            lambda row: [eval7_deck[code] for code in row],
            False,
            1,
        )
    treys = peers.load("treys")
    if treys is not None:
        treys_deck = [treys.Card.new(repr(card)) for card in CARDS_BY_CODE[:52]]
        functions[_TREYS] = (
            treys.Evaluator().evaluate,
            lambda row: (
                [treys_deck[code] for code in row[:2]],
                [treys_deck[code] for code in row[2:]],
            ),
            True,
            -1,
        )
    return functions
