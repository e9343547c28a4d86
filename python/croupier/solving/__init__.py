"""Optimal play: spots of two players from the flop, turn or river on, and whole small games.

>>> from croupier.solving import Spot, solve
>>> spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
>>> solution = solve(spot, target="0.2%")
>>> [round(ev) for ev in solution.ev], round(solution.root.frequencies["bet 100"], 1)
([90, 10], 0.9)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.solving.batches import BoardSummary, solve_boards, summarize_boards
    from croupier.solving.games import GameSolution, InformationSet, open_game, solve_game
    from croupier.solving.node import Node
    from croupier.solving.push_fold import (
        AllInDecision,
        AllInTable,
        PushFold,
        solve_all_in,
        solve_push_fold,
    )
    from croupier.solving.review import (
        ReviewedDecision,
        ReviewedHand,
        choose_ranges,
        read_ranges,
        review_hands,
    )
    from croupier.solving.solution import Exploitability, Solution, solve
    from croupier.solving.spot import Rake, Spot, SpotSize, TreeNode
    from croupier.solving.starts import Solvable, list_solvable

__all__ = [
    "AllInDecision",
    "AllInTable",
    "BoardSummary",
    "Exploitability",
    "GameSolution",
    "InformationSet",
    "Node",
    "PushFold",
    "Rake",
    "ReviewedDecision",
    "ReviewedHand",
    "Solution",
    "Solvable",
    "Spot",
    "SpotSize",
    "TreeNode",
    "choose_ranges",
    "list_solvable",
    "open_game",
    "read_ranges",
    "review_hands",
    "solve",
    "solve_all_in",
    "solve_boards",
    "solve_game",
    "solve_push_fold",
    "summarize_boards",
]

_LATER = {
    "AllInDecision": "croupier.solving.push_fold",
    "AllInTable": "croupier.solving.push_fold",
    "BoardSummary": "croupier.solving.batches",
    "Exploitability": "croupier.solving.solution",
    "GameSolution": "croupier.solving.games",
    "InformationSet": "croupier.solving.games",
    "Node": "croupier.solving.node",
    "PushFold": "croupier.solving.push_fold",
    "Rake": "croupier.solving.spot",
    "ReviewedDecision": "croupier.solving.review",
    "ReviewedHand": "croupier.solving.review",
    "Solution": "croupier.solving.solution",
    "Solvable": "croupier.solving.starts",
    "Spot": "croupier.solving.spot",
    "SpotSize": "croupier.solving.spot",
    "TreeNode": "croupier.solving.spot",
    "choose_ranges": "croupier.solving.review",
    "list_solvable": "croupier.solving.starts",
    "read_ranges": "croupier.solving.review",
    "review_hands": "croupier.solving.review",
    "solve": "croupier.solving.solution",
    "solve_all_in": "croupier.solving.push_fold",
    "solve_boards": "croupier.solving.batches",
    "open_game": "croupier.solving.games",
    "solve_game": "croupier.solving.games",
    "solve_push_fold": "croupier.solving.push_fold",
    "summarize_boards": "croupier.solving.batches",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
