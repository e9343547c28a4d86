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

from croupier.tables.batch import BATCH_MENU, BatchResult, MenuMove, TableBatch
from croupier.tables.duplicate import DuplicateResult, MatchStopped, play_duplicate
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
from croupier.tables.recorders import ChipGraph, HistoryRecorder, PlayerResult, ResultsRecorder
from croupier.tables.seating import Player
from croupier.tables.secrets import hide_process
from croupier.tables.table import Table

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
    "Rebought",
    "Recorder",
    "ResultsRecorder",
    "Single",
    "Table",
    "TableBatch",
    "hide_process",
    "play_duplicate",
]
