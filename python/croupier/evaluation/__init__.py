"""Comparison of agents: matches and tournaments with intervals, exact answers in small games.

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
    from croupier.evaluation.aivat import (
        StatePolicy,
        StateValue,
        find_aivat,
        find_aivat_of,
        value_by_calling,
    )
    from croupier.evaluation.exact import PolicyValue, evaluate_policy
    from croupier.evaluation.local import (
        LocalBestResponse,
        WeighingPolicy,
        find_local_best_response,
    )
    from croupier.evaluation.matches import Entrant, MatchResult, Score, play_match
    from croupier.evaluation.round_robin import RoundRobin, play_round_robin

__all__ = [
    "Entrant",
    "Interval",
    "LocalBestResponse",
    "MatchResult",
    "PolicyValue",
    "RoundRobin",
    "Score",
    "StatePolicy",
    "StateValue",
    "WeighingPolicy",
    "evaluate_policy",
    "find_aivat",
    "find_aivat_of",
    "find_interval",
    "find_lasting_interval",
    "find_local_best_response",
    "play_match",
    "play_round_robin",
    "value_by_calling",
]

# Batches of tables and the solver are imported by who asks for a match or a value.
_LATER = {
    "Entrant": "croupier.evaluation.matches",
    "LocalBestResponse": "croupier.evaluation.local",
    "MatchResult": "croupier.evaluation.matches",
    "PolicyValue": "croupier.evaluation.exact",
    "RoundRobin": "croupier.evaluation.round_robin",
    "Score": "croupier.evaluation.matches",
    "StatePolicy": "croupier.evaluation.aivat",
    "StateValue": "croupier.evaluation.aivat",
    "WeighingPolicy": "croupier.evaluation.local",
    "evaluate_policy": "croupier.evaluation.exact",
    "find_aivat": "croupier.evaluation.aivat",
    "find_aivat_of": "croupier.evaluation.aivat",
    "find_local_best_response": "croupier.evaluation.local",
    "play_match": "croupier.evaluation.matches",
    "play_round_robin": "croupier.evaluation.round_robin",
    "value_by_calling": "croupier.evaluation.aivat",
}
__getattr__, __dir__ = import_later(__name__, _LATER)
