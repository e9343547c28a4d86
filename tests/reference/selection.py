"""The best hand that a player can choose from hole cards and a board, by trying every choice.

A rule is one of

* `None`: any cards, as many as the ranking takes (all of them if there are fewer and the ranking
  allows that);
* `('any', k)`: any k of all the cards;
* `('exactly', h, b)`: h hole cards and b cards of the board;
* `('options', [(h, b), ...])`: one of these;
* `('all_hole', b)`: all hole cards and b cards of the board.

Choices for which there are too few cards are left out. Wild cards and bugs are those among the
chosen cards; the best hand is the one with the lowest (rank, ordered rank). ValueError when no
choice makes a hand.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from .cards import Cards, Standing, split
from .evaluate import evaluate, spec

Rule = tuple[Any, ...]


def choices(name: str, hole: Cards, board: Cards, rule: Rule | None) -> Iterator[Cards]:
    """Yield every set of cards that the rule allows."""
    if rule is None:
        rule = ("any", min(spec(name).maximum, len(hole) + len(board)))
    kind, *counts = rule
    if kind == "any":
        yield from combinations(hole + board, counts[0])
        return
    pairs: list[tuple[int, int]]
    if kind == "options":
        (pairs,) = counts
    elif kind == "all_hole":
        pairs = [(len(hole), counts[0])]
    else:
        pairs = [(counts[0], counts[1])]
    for hole_count, board_count in pairs:
        for from_hole in combinations(hole, hole_count):
            for from_board in combinations(board, board_count):
                yield from_hole + from_board


def best(
    name: str,
    hole: str | Iterable[str],
    board: str | Iterable[str] = (),
    rule: Rule | None = None,
    wild: str | Iterable[str] = (),
    bug: str | Iterable[str] = (),
) -> Standing:
    """Return the best (rank, ordered_rank) over all allowed choices of cards."""
    held, shared, wild_cards, bugs = map(split, (hole, board, wild, bug))
    results = []
    for cards in choices(name, held, shared, rule):
        try:
            chosen_wild = [card for card in wild_cards if card in cards]
            chosen_bug = [card for card in bugs if card in cards]
            results.append(evaluate(name, cards, chosen_wild, chosen_bug))
        except ValueError:  # no hand of this ranking, such as a nine in eight or better
            continue
    if not results:
        raise ValueError(f"no choice of {held} and {shared} makes a hand of {name}")
    return min(results)
