"""How players play and what they win: exact counts that can be added up.

>>> from croupier.analysis.statistics import Statistics
>>> Statistics([3, -1]) + Statistics([2])
Statistics(payoffs=[3, -1, 2])
"""

from __future__ import annotations

from croupier.analysis.statistics.definitions import DEFINITIONS, Definition, Frequency
from croupier.analysis.statistics.files import read_statistics
from croupier.analysis.statistics.groups import Group, GroupKey, Stakes
from croupier.analysis.statistics.player import HandResult, Statistics, WinRate
from croupier.analysis.statistics.players import PlayerStatistics

__all__ = [
    "DEFINITIONS",
    "Definition",
    "Frequency",
    "Group",
    "GroupKey",
    "HandResult",
    "PlayerStatistics",
    "Stakes",
    "Statistics",
    "WinRate",
    "read_statistics",
]
