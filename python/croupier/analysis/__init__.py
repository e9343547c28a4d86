"""Answers: ranges of hands, and how often they win.

PokerKit's names are here, with its arguments and results; `Range` and `equity` do more.

>>> from croupier.analysis import Range, equity
>>> [round(share, 4) for share in equity("AKs", "QQ").equities]
[0.4605, 0.5395]
>>> Range.parse("22+") & Range.parse("top 5%")
<Range of 48 hands: 77+>
"""

from __future__ import annotations

from croupier.analysis.calculation import calculate_equities, calculate_hand_strength
from croupier.analysis.equities import EquityResult, HandEquity, PlayerEquity, equity
from croupier.analysis.ranges import Range, parse_range, starting_hand_equities, top_hands
from croupier.analysis.showdowns import SHOWDOWNS, Contest, Showdown

__all__ = [
    "SHOWDOWNS",
    "Contest",
    "EquityResult",
    "HandEquity",
    "PlayerEquity",
    "Range",
    "Showdown",
    "calculate_equities",
    "calculate_hand_strength",
    "equity",
    "parse_range",
    "starting_hand_equities",
    "top_hands",
]
