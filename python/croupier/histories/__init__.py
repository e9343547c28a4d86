"""Hand histories: what was played, by whom, where and when, and the formats that say so.

`HandHistory` is the model. Its home is PHH, a format in TOML.

>>> history = HandHistory(
...     variant="NT",
...     antes=[0, 0],
...     blinds_or_straddles=[1, 2],
...     min_bet=2,
...     starting_stacks=[200, 200],
...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
... )
>>> history.replay().state.stacks
[201, 199]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.histories.history import HandHistory
from croupier.histories.phh.actions import Action, parse_action, read_action
from croupier.histories.replaying.replay import Repair, Replay

if TYPE_CHECKING:
    from croupier.histories.bulk.agreement import Agreement, classify, count_classes
    from croupier.histories.bulk.batch import Batch, HandProblem, Summary
    from croupier.histories.bulk.checking import CheckedBatch, check_all
    from croupier.histories.bulk.reading import find_files, read_all
    from croupier.histories.formats import detect, read
    from croupier.histories.phh.validation import Violation, check, check_file
    from croupier.histories.pipeline.checking import check_histories
    from croupier.histories.pipeline.finding import find_histories

__all__ = [
    "Action",
    "Agreement",
    "Batch",
    "CheckedBatch",
    "HandHistory",
    "HandProblem",
    "Repair",
    "Replay",
    "Summary",
    "Violation",
    "check",
    "check_all",
    "check_file",
    "check_histories",
    "classify",
    "count_classes",
    "detect",
    "find_files",
    "find_histories",
    "parse_action",
    "read",
    "read_action",
    "read_all",
]

# Formats are many, checks look at many things, and most programs need none of them.
_LATER = {
    "Agreement": "croupier.histories.bulk.agreement",
    "Batch": "croupier.histories.bulk.batch",
    "HandProblem": "croupier.histories.bulk.batch",
    "Summary": "croupier.histories.bulk.batch",
    "CheckedBatch": "croupier.histories.bulk.checking",
    "Violation": "croupier.histories.phh.validation",
    "check": "croupier.histories.phh.validation",
    "check_all": "croupier.histories.bulk.checking",
    "check_file": "croupier.histories.phh.validation",
    "check_histories": "croupier.histories.pipeline.checking",
    "classify": "croupier.histories.bulk.agreement",
    "count_classes": "croupier.histories.bulk.agreement",
    "detect": "croupier.histories.formats",
    "find_files": "croupier.histories.bulk.reading",
    "find_histories": "croupier.histories.pipeline.finding",
    "read": "croupier.histories.formats",
    "read_all": "croupier.histories.bulk.reading",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
