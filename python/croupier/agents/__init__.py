"""Agents, which decide for players: from dice to programs of others.

An agent has one method, `act`, which is shown the hand as its player sees it and returns a move.

>>> from croupier import Automation, NoLimitTexasHoldem
>>> state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1)
>>> move = make_agent("tight:seed=1").act(state.observe(1))
>>> move.can_apply(state)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.agents.base import Agent, AgentBase, HandInfo, MatchInfo
from croupier.agents.basic import Caller, Folder, RandomAgent
from croupier.agents.core import CoreAgent, find_share
from croupier.agents.heuristic import EquityAgent, Loose, PlayingStyle, RuleAgent, Tight
from croupier.agents.human import Human
from croupier.agents.legal_moves import choose_default, choose_randomly, list_moves
from croupier.agents.moves import CALL, FOLD, OPTIONAL_DECISIONS, Move, move_of
from croupier.agents.parsing import describe_moves, parse_move
from croupier.agents.registry import (
    AGENTS,
    AgentLike,
    find_agent,
    find_core_agent,
    find_maker,
    make_agent,
)
from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.agents.external.acpc import AcpcDealer, play_acpc
    from croupier.agents.external.messages import describe_view, read_answer
    from croupier.agents.external.processes import ProcessAgent
    from croupier.agents.scripted import Replayed, Scripted
    from croupier.agents.solved import SolvedAgent

__all__ = [
    "AGENTS",
    "CALL",
    "FOLD",
    "OPTIONAL_DECISIONS",
    "AcpcDealer",
    "Agent",
    "AgentBase",
    "AgentLike",
    "Caller",
    "CoreAgent",
    "EquityAgent",
    "Folder",
    "HandInfo",
    "Human",
    "Loose",
    "MatchInfo",
    "Move",
    "PlayingStyle",
    "ProcessAgent",
    "RandomAgent",
    "Replayed",
    "RuleAgent",
    "Scripted",
    "SolvedAgent",
    "Tight",
    "choose_default",
    "choose_randomly",
    "describe_moves",
    "describe_view",
    "find_agent",
    "find_core_agent",
    "find_maker",
    "find_share",
    "list_moves",
    "make_agent",
    "move_of",
    "parse_move",
    "play_acpc",
    "read_answer",
]

# Agents that few tables need: programs of others, and moves that are repeated.
_LATER = {
    "AcpcDealer": "croupier.agents.external.acpc",
    "ProcessAgent": "croupier.agents.external.processes",
    "Replayed": "croupier.agents.scripted",
    "Scripted": "croupier.agents.scripted",
    "SolvedAgent": "croupier.agents.solved",
    "describe_view": "croupier.agents.external.messages",
    "play_acpc": "croupier.agents.external.acpc",
    "read_answer": "croupier.agents.external.messages",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
