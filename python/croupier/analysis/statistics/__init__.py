"""How players play and what they win: exact counts that can be added up.

>>> from croupier.analysis.statistics import Statistics
>>> Statistics([3, -1]) + Statistics([2])
Statistics(payoffs=[3, -1, 2])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.analysis.statistics.definitions import DEFINITIONS, Definition, Frequency
from croupier.analysis.statistics.groups import Group, GroupKey, Stakes
from croupier.analysis.statistics.player import HandResult, Statistics, WinRate
from croupier.analysis.statistics.players import PlayerStatistics
from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.analysis.statistics.files import read_statistics

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

# To read files needs all formats.
_LATER = {"read_statistics": "croupier.analysis.statistics.files"}

__getattr__, __dir__ = import_later(__name__, _LATER)
