"""Who is better, and how sure that is: matches, tournaments, and exact answers in small games.

>>> result = play_match("nlhe", ["tight", "caller"], 400, seed=1)
>>> result.names, result.hands
(('tight', 'caller'), 800)
>>> result.scores[0].mean > 0
True
"""

from __future__ import annotations

from croupier.evaluation.exact import PolicyValue, evaluate_policy
from croupier.evaluation.intervals import Interval, find_interval, find_lasting_interval
from croupier.evaluation.matches import Entrant, MatchResult, Score, play_match
from croupier.evaluation.round_robin import RoundRobin, play_round_robin

__all__ = [
    "Entrant",
    "Interval",
    "MatchResult",
    "PolicyValue",
    "RoundRobin",
    "Score",
    "evaluate_policy",
    "find_interval",
    "find_lasting_interval",
    "play_match",
    "play_round_robin",
]
