"""The poker logic of pypoks: moves, hand histories and tables, on Croupier's engine.

>>> table = PTable("table", "2players_2bets", ["agent", "human"], seed=1)
>>> hh = table.run_hand()
>>> hh.events[4]
('POS', ('agent', 0, 1000))
>>> read_texts(write_texts(hh)).results == hh.results
True

Cards are in `croupier.cards.notation`.
"""

from __future__ import annotations

from croupier.tables.pologic.at_tables import EventHistoryRecorder, MenuAgent
from croupier.tables.pologic.config import CONFIG_NAMES, POSITION_NAMES, GameConfig
from croupier.tables.pologic.conversion import from_hand_history, to_hand_history
from croupier.tables.pologic.decider import DMK, RandomDMK, Request
from croupier.tables.pologic.history import HHistory
from croupier.tables.pologic.manager import GameManager
from croupier.tables.pologic.menu import Choice, Move, MoveMenu
from croupier.tables.pologic.messages import Line, QMessage
from croupier.tables.pologic.player import Decision, PPlayer
from croupier.tables.pologic.queue_table import QPPlayer, QPTable
from croupier.tables.pologic.ranks import HAND_RANKS, FullRank, full_rank
from croupier.tables.pologic.table import PTable
from croupier.tables.pologic.texts import STATE_NAMES, read_texts, write_texts

__all__ = [
    "CONFIG_NAMES",
    "DMK",
    "HAND_RANKS",
    "POSITION_NAMES",
    "STATE_NAMES",
    "Choice",
    "Decision",
    "EventHistoryRecorder",
    "FullRank",
    "GameConfig",
    "GameManager",
    "HHistory",
    "Line",
    "MenuAgent",
    "Move",
    "MoveMenu",
    "PPlayer",
    "PTable",
    "QMessage",
    "QPPlayer",
    "QPTable",
    "RandomDMK",
    "Request",
    "from_hand_history",
    "full_rank",
    "read_texts",
    "to_hand_history",
    "write_texts",
]
