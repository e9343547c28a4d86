"""A slow and obvious evaluator of every poker ranking, written from the rules.

It shares no code with the product. Its only purpose is to be easy to check by reading.

`evaluate(name, cards, wild=(), bug=())` gives `(rank, ordered_rank)` of one hand, lower is better;
`best(name, hole, board, rule)` tries every allowed choice of cards; `spec(name)` and `names()` tell
what there is. The rules and the choices where they leave something open are in the docstrings of
the modules.
"""

from .evaluate import canonical, evaluate, names, spec
from .selection import best

__all__ = ["best", "canonical", "evaluate", "names", "spec"]
