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

from typing import TYPE_CHECKING, Any

from croupier.histories.actions import Action, parse_action, read_action
from croupier.histories.agreement import Agreement, classify, count_classes
from croupier.histories.batch import Batch, Problem, Summary
from croupier.histories.bulk import find_files, read_all
from croupier.histories.history import HandHistory
from croupier.histories.replay import Repair, Replay
from croupier.histories.survey import Survey, check_all
from croupier.histories.validation import Violation, check, check_file

if TYPE_CHECKING:
    from croupier.histories.formats import detect, read

__all__ = [
    "Action",
    "Agreement",
    "Batch",
    "HandHistory",
    "Problem",
    "Repair",
    "Replay",
    "Summary",
    "Survey",
    "Violation",
    "check",
    "check_all",
    "check_file",
    "classify",
    "count_classes",
    "detect",
    "find_files",
    "parse_action",
    "read",
    "read_action",
    "read_all",
]


def __getattr__(name: str) -> Any:
    # Formats are many, and most programs need none of them.
    if name in {"detect", "read"}:
        from croupier.histories import formats

        return getattr(formats, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
