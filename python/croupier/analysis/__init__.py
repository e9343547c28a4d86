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
from croupier.analysis.heat_maps import HeatMap, next_card_equities
from croupier.analysis.improvement import HandKinds, Odds, Out, hand_kinds, odds
from croupier.analysis.laid_out import CardGroup, LaidOutGame, find_laid_out_game
from croupier.analysis.percentiles import percentile
from croupier.analysis.ranges import Range, parse_range, starting_hand_equities, top_hands
from croupier.analysis.showdowns import SHOWDOWNS, Contest, Showdown

__all__ = [
    "SHOWDOWNS",
    "CardGroup",
    "Contest",
    "EquityResult",
    "HandEquity",
    "HandKinds",
    "HeatMap",
    "LaidOutGame",
    "Odds",
    "Out",
    "PlayerEquity",
    "Range",
    "Showdown",
    "calculate_equities",
    "calculate_hand_strength",
    "equity",
    "find_laid_out_game",
    "hand_kinds",
    "next_card_equities",
    "odds",
    "parse_range",
    "percentile",
    "starting_hand_equities",
    "top_hands",
]
