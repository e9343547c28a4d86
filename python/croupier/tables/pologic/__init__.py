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

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
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

# Processes, texts and histories are for who asks for them.
_LATER = {
    "CONFIG_NAMES": "croupier.tables.pologic.config",
    "Choice": "croupier.tables.pologic.menu",
    "DMK": "croupier.tables.pologic.decider",
    "Decision": "croupier.tables.pologic.player",
    "EventHistoryRecorder": "croupier.tables.pologic.at_tables",
    "FullRank": "croupier.tables.pologic.ranks",
    "GameConfig": "croupier.tables.pologic.config",
    "GameManager": "croupier.tables.pologic.manager",
    "HAND_RANKS": "croupier.tables.pologic.ranks",
    "HHistory": "croupier.tables.pologic.history",
    "Line": "croupier.tables.pologic.messages",
    "MenuAgent": "croupier.tables.pologic.at_tables",
    "Move": "croupier.tables.pologic.menu",
    "MoveMenu": "croupier.tables.pologic.menu",
    "POSITION_NAMES": "croupier.tables.pologic.config",
    "PPlayer": "croupier.tables.pologic.player",
    "PTable": "croupier.tables.pologic.table",
    "QMessage": "croupier.tables.pologic.messages",
    "QPPlayer": "croupier.tables.pologic.queue_table",
    "QPTable": "croupier.tables.pologic.queue_table",
    "RandomDMK": "croupier.tables.pologic.decider",
    "Request": "croupier.tables.pologic.decider",
    "STATE_NAMES": "croupier.tables.pologic.texts",
    "from_hand_history": "croupier.tables.pologic.conversion",
    "full_rank": "croupier.tables.pologic.ranks",
    "read_texts": "croupier.tables.pologic.texts",
    "to_hand_history": "croupier.tables.pologic.conversion",
    "write_texts": "croupier.tables.pologic.texts",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
