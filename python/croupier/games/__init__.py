"""Games: what is played, with which cards, forced bets and limits.

A game is a class. Its `create_state` starts a hand; an instance keeps all but the stacks and starts
a hand when it is called.

>>> from croupier.games import NoLimitTexasHoldem
>>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
>>> state = game((200, 150), 2, seed=1)
>>> state.starting_stacks
(200, 150)
"""

from __future__ import annotations

from croupier.cards.later import import_later
from croupier.games.listing import BORROWED, LATER, MODULES

# `__init__.pyi` has the names for checkers of types: `make names` writes it.
__all__ = sorted(name for names in MODULES.values() for name in names)
_LATER = {
    name: module
    for table in (MODULES, BORROWED, LATER)
    for module, names in table.items()
    for name in names
}

__getattr__, __dir__ = import_later(__name__, _LATER)
