"""Answers: ranges of hands, and how often they win.

PokerKit's names are here, with its arguments and results; `Range` and `equity` do more.

>>> from croupier.analysis import Range, equity
>>> [round(share, 4) for share in equity("AKs", "QQ").equities]
[0.4605, 0.5395]
>>> Range.parse("22+") & Range.parse("top 5%")
<Range of 48 hands: 77+>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.analysis.calculation import calculate_equities, calculate_hand_strength
from croupier.analysis.equities import EquityResult, HandEquity, PlayerEquity, equity
from croupier.analysis.icm_values import IcmResult, calculate_icm, icm
from croupier.analysis.ranges import Range, parse_range, starting_hand_equities, top_hands
from croupier.analysis.showdown_board import CardGroup, ShowdownGame, find_showdown_game
from croupier.analysis.showdowns import SHOWDOWNS, Contest, Showdown
from croupier.cards.later import import_later
from croupier.hands import (  # noqa: F401  # PokerKit has them here, too
    Hand,
)
from croupier.utilities import (  # noqa: F401  # PokerKit has them here, too
    Card,
    Deck,
    RankOrder,
    Suit,
    max_or_none,
)

if TYPE_CHECKING:
    from croupier.analysis.heat_maps import HeatMap, next_card_equities
    from croupier.analysis.icm_decisions import (
        PrizeDeal,
        RiskPremium,
        chip_chop,
        propose_deal,
        risk_premium,
        round_shares,
    )
    from croupier.analysis.improvement import HandKinds, Odds, Out, hand_kinds, odds
    from croupier.analysis.percentiles import percentile
    from croupier.analysis.statistics import (
        Frequency,
        PlayerStatistics,
        Stakes,
        Statistics,
        WinRate,
        read_statistics,
    )
    from croupier.histories import HandHistory  # noqa: F401  # PokerKit has it here, too

__all__ = [
    "SHOWDOWNS",
    "CardGroup",
    "Contest",
    "EquityResult",
    "Frequency",
    "HandEquity",
    "HandKinds",
    "HeatMap",
    "IcmResult",
    "Odds",
    "Out",
    "PlayerEquity",
    "PlayerStatistics",
    "PrizeDeal",
    "Range",
    "RiskPremium",
    "Showdown",
    "ShowdownGame",
    "Stakes",
    "Statistics",
    "WinRate",
    "calculate_equities",
    "calculate_hand_strength",
    "calculate_icm",
    "chip_chop",
    "equity",
    "find_showdown_game",
    "hand_kinds",
    "icm",
    "next_card_equities",
    "odds",
    "parse_range",
    "percentile",
    "propose_deal",
    "read_statistics",
    "risk_premium",
    "round_shares",
    "starting_hand_equities",
    "top_hands",
]

# Statistics play hands, for which much is imported; the others are asked for by few programs.
_LATER = {
    "PrizeDeal": "croupier.analysis.icm_decisions",
    "Frequency": "croupier.analysis.statistics",
    "HandHistory": "croupier.histories",
    "HandKinds": "croupier.analysis.improvement",
    "HeatMap": "croupier.analysis.heat_maps",
    "Odds": "croupier.analysis.improvement",
    "Out": "croupier.analysis.improvement",
    "PlayerStatistics": "croupier.analysis.statistics",
    "RiskPremium": "croupier.analysis.icm_decisions",
    "Stakes": "croupier.analysis.statistics",
    "Statistics": "croupier.analysis.statistics",
    "WinRate": "croupier.analysis.statistics",
    "chip_chop": "croupier.analysis.icm_decisions",
    "hand_kinds": "croupier.analysis.improvement",
    "next_card_equities": "croupier.analysis.heat_maps",
    "odds": "croupier.analysis.improvement",
    "percentile": "croupier.analysis.percentiles",
    "propose_deal": "croupier.analysis.icm_decisions",
    "read_statistics": "croupier.analysis.statistics",
    "risk_premium": "croupier.analysis.icm_decisions",
    "round_shares": "croupier.analysis.icm_decisions",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
