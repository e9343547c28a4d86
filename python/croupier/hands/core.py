"""How the core ranks the hands of a class."""

from __future__ import annotations

from typing import Any

from croupier import _native
from croupier.hands.badugi import BadugiHand
from croupier.hands.combination import (
    BoardCombinationHand,
    CombinationHand,
    HoleBoardCombinationHand,
)
from croupier.hands.hand import Hand, is_ranked_by_core
from croupier.lookups import BadugiLookup, StandardBadugiLookup

__all__ = ["core_of"]

_MECHANISMS = (HoleBoardCombinationHand, BoardCombinationHand, CombinationHand)
_BADUGIS: dict[type, str] = {BadugiLookup: "badugi", StandardBadugiLookup: "badugi_ah"}


def core_of(hand_type: type[Hand]) -> Any:
    """Return what the core needs to rank the hands of a class.

    Args:
        hand_type: The class.

    Returns:
        A lookup with its selection and direction, a ranking with its selection, or the class itself
        where only its own code can rank the hands.
    """
    if not is_ranked_by_core(hand_type):
        return hand_type
    lookup: Any = hand_type.lookup
    # Quicker than to ask abstract classes.
    bases = hand_type.__mro__
    if BadugiHand in bases:
        name = _BADUGIS.get(type(lookup))
        same = hand_type.from_game.__func__ is BadugiHand.from_game.__func__  # type: ignore[attr-defined]
        if name is None or not same or not hand_type.low:
            return hand_type
        ranking = _native.Ranking(name)
        return ranking, _native.Selection(any=ranking.card_counts[1], padding=True)
    if CombinationHand not in bases or not lookup._direct:
        return hand_type
    combination: Any = hand_type
    mechanism = next(base for base in _MECHANISMS if base in bases)
    if combination.from_game.__func__ is not mechanism.from_game.__func__:  # type: ignore[attr-defined]
        return hand_type
    if mechanism is HoleBoardCombinationHand:
        counts = (combination.hole_card_count, combination.board_card_count)
        if sum(counts) != combination.card_count:
            return hand_type
        selection = _native.Selection(pairs=[counts])
    elif mechanism is BoardCombinationHand:
        selection = _native.Selection(pairs=[(None, combination.board_card_count)])
    else:
        selection = _native.Selection(any=combination.card_count)
    return lookup._core, selection, combination.low
