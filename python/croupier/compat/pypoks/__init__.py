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
    from croupier.compat.pypoks.at_tables import EventHistoryRecorder, MenuAgent
    from croupier.compat.pypoks.config import CONFIG_NAMES, POSITION_NAMES, GameConfig
    from croupier.compat.pypoks.conversion import from_hand_history, to_hand_history
    from croupier.compat.pypoks.history import HHistory
    from croupier.compat.pypoks.menu import Choice, Move, MoveMenu
    from croupier.compat.pypoks.processes.decider import DMK, RandomDMK, Request
    from croupier.compat.pypoks.processes.manager import GameManager
    from croupier.compat.pypoks.processes.messages import Channel, QMessage
    from croupier.compat.pypoks.processes.queue_table import QPPlayer, QPTable
    from croupier.compat.pypoks.ranks import HAND_RANKS, FullRank, full_rank
    from croupier.compat.pypoks.tables.player import Decision, PPlayer
    from croupier.compat.pypoks.tables.table import PTable
    from croupier.compat.pypoks.texts import STATE_NAMES, read_texts, write_texts

__all__ = [
    "CONFIG_NAMES",
    "DMK",
    "HAND_RANKS",
    "POSITION_NAMES",
    "STATE_NAMES",
    "Channel",
    "Choice",
    "Decision",
    "EventHistoryRecorder",
    "FullRank",
    "GameConfig",
    "GameManager",
    "HHistory",
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
    "CONFIG_NAMES": "croupier.compat.pypoks.config",
    "Choice": "croupier.compat.pypoks.menu",
    "DMK": "croupier.compat.pypoks.processes.decider",
    "Decision": "croupier.compat.pypoks.tables.player",
    "EventHistoryRecorder": "croupier.compat.pypoks.at_tables",
    "FullRank": "croupier.compat.pypoks.ranks",
    "GameConfig": "croupier.compat.pypoks.config",
    "GameManager": "croupier.compat.pypoks.processes.manager",
    "HAND_RANKS": "croupier.compat.pypoks.ranks",
    "HHistory": "croupier.compat.pypoks.history",
    "Channel": "croupier.compat.pypoks.processes.messages",
    "MenuAgent": "croupier.compat.pypoks.at_tables",
    "Move": "croupier.compat.pypoks.menu",
    "MoveMenu": "croupier.compat.pypoks.menu",
    "POSITION_NAMES": "croupier.compat.pypoks.config",
    "PPlayer": "croupier.compat.pypoks.tables.player",
    "PTable": "croupier.compat.pypoks.tables.table",
    "QMessage": "croupier.compat.pypoks.processes.messages",
    "QPPlayer": "croupier.compat.pypoks.processes.queue_table",
    "QPTable": "croupier.compat.pypoks.processes.queue_table",
    "RandomDMK": "croupier.compat.pypoks.processes.decider",
    "Request": "croupier.compat.pypoks.processes.decider",
    "STATE_NAMES": "croupier.compat.pypoks.texts",
    "from_hand_history": "croupier.compat.pypoks.conversion",
    "full_rank": "croupier.compat.pypoks.ranks",
    "read_texts": "croupier.compat.pypoks.texts",
    "to_hand_history": "croupier.compat.pypoks.conversion",
    "write_texts": "croupier.compat.pypoks.texts",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
