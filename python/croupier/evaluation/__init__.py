"""Who is better, and how sure that is: matches, tournaments, and exact answers in small games.

>>> from croupier.evaluation import play_match
>>> result = play_match("nlhe", ["tight", "caller"], 400, seed=1)
>>> result.names, result.hands
(('tight', 'caller'), 800)
>>> result.scores[0].mean > 0
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.evaluation.intervals import Interval, find_interval, find_lasting_interval

if TYPE_CHECKING:
    from croupier.evaluation.exact import PolicyValue, evaluate_policy
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

# Batches of tables and the solver are imported by who asks for a match or a value.
_LATER = {
    "Entrant": "croupier.evaluation.matches",
    "MatchResult": "croupier.evaluation.matches",
    "PolicyValue": "croupier.evaluation.exact",
    "RoundRobin": "croupier.evaluation.round_robin",
    "Score": "croupier.evaluation.matches",
    "evaluate_policy": "croupier.evaluation.exact",
    "play_match": "croupier.evaluation.matches",
    "play_round_robin": "croupier.evaluation.round_robin",
}
__getattr__, __dir__ = import_later(__name__, _LATER)
