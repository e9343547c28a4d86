"""Tables: agents in seats, hands of any game, chips that are kept, and those who listen.

>>> from croupier.games import NoLimitTexasHoldem
>>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
>>> results = ResultsRecorder(unit=2)
>>> table = Table(game, ["tight", "random"], stack=200, seed=1, rebuys=None, recorders=[results])
>>> table.play(100)
100
>>> sum(result.won for result in results.results())
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.tables.events import (
    Event,
    Fault,
    HandEnded,
    HandStarted,
    MatchEnded,
    MatchStarted,
    OperationDone,
    PlayerJoined,
    PlayerLeft,
    Rebought,
    Recorder,
)
from croupier.tables.lineup import Lineup, Mixed, Single
from croupier.tables.seating import Player
from croupier.tables.secrets import hide_process
from croupier.tables.table import Table

if TYPE_CHECKING:
    from croupier.tables.batch import BATCH_MENU, BatchResult, MenuMove, TableBatch
    from croupier.tables.duplicate import DuplicateResult, MatchStopped, play_duplicate
    from croupier.tables.recorders import (
        ChipGraph,
        HistoryRecorder,
        PlayerResult,
        PlayerResults,
        ResultsRecorder,
    )

__all__ = [
    "BATCH_MENU",
    "BatchResult",
    "ChipGraph",
    "DuplicateResult",
    "Event",
    "Fault",
    "HandEnded",
    "HandStarted",
    "HistoryRecorder",
    "Lineup",
    "MatchEnded",
    "MatchStarted",
    "MatchStopped",
    "MenuMove",
    "Mixed",
    "OperationDone",
    "Player",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerResult",
    "PlayerResults",
    "Rebought",
    "Recorder",
    "ResultsRecorder",
    "Single",
    "Table",
    "TableBatch",
    "hide_process",
    "play_duplicate",
]

# Tables in step, matches and those who keep records: a table needs none of them.
_LATER = {
    "BATCH_MENU": "croupier.tables.batch",
    "BatchResult": "croupier.tables.batch",
    "ChipGraph": "croupier.tables.recorders",
    "DuplicateResult": "croupier.tables.duplicate",
    "HistoryRecorder": "croupier.tables.recorders",
    "MatchStopped": "croupier.tables.duplicate",
    "MenuMove": "croupier.tables.batch",
    "PlayerResult": "croupier.tables.recorders",
    "PlayerResults": "croupier.tables.recorders",
    "ResultsRecorder": "croupier.tables.recorders",
    "TableBatch": "croupier.tables.batch",
    "play_duplicate": "croupier.tables.duplicate",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
