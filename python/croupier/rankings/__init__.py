"""Rankings: total orders of poker hands, by name.

>>> value = get("a5_low").evaluate("8c6d4h3sAc")
>>> value.description
'8-6-4-3-A low'
>>> value.qualifies((1, 56))
True
>>> high = get("high")
>>> high.best("AsKd", "AdKh7c7dQs") > high.best("7s7h", "AdKh7c7dQs")
False
"""

from __future__ import annotations

from croupier.rankings.bulk import Numbers, simd_level, simd_levels, sort_classes
from croupier.rankings.ranking import Ranking, get, names
from croupier.rankings.selection import Pool, Selection
from croupier.rankings.value import HandValue

__all__ = [
    "HandValue",
    "Numbers",
    "Pool",
    "Ranking",
    "Selection",
    "get",
    "names",
    "simd_level",
    "simd_levels",
    "sort_classes",
]
