"""Ranges of hands: read, combine, print and draw them.

>>> from croupier.analysis.ranges import Range, parse_range
>>> len(parse_range("22+, AKs"))
82
>>> print(Range.parse("top 10%"))
66+,A9s+,KJs+,ATo+
"""

from __future__ import annotations

from croupier.analysis.ranges.order import starting_hand_equities, top_hands
from croupier.analysis.ranges.parsing import parse_range
from croupier.analysis.ranges.range import Range, RangeLike

__all__ = ["Range", "RangeLike", "parse_range", "starting_hand_equities", "top_hands"]
