"""Expected winnings of hands in which nobody could act any more before the last card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, TypeAlias

from croupier import _native
from croupier.analysis.showdowns import SHOWDOWNS
from croupier.cards import Card

__all__ = ["Dealt", "find_adjustments", "list_showdowns"]

Dealt: TypeAlias = tuple[list[Card], list[tuple[int, list[Card]]], list[tuple[int, list[int]]]]
"""The board when betting ended, the hands by their seats, and the pots with who could win them."""

# Games in which hole cards stay what they are and equities before the flop take little time, by
# their codes.
_SHOWDOWNS: Final = {
    "NT": "holdem",
    "FT": "holdem",
    "NS": "short_deck",
    "PO": "omaha",
    "FO/8": "omaha8",
    "X:NR": "royal",
    "X:FO": "omaha",
    "X:NO": "omaha",
    "X:PO/8": "omaha8",
    "X:PO5": "omaha5",
    "X:PO5/8": "omaha5_8",
    "X:PO6": "omaha6",
    "X:PC": "omaha5",
    "X:PC/8": "omaha5_8",
}


@cache
def list_showdowns() -> dict[str, _native.AllInShowdown]:
    """Return the showdowns of games whose equities are known exactly, by their codes."""
    found = {}
    for variant, name in _SHOWDOWNS.items():
        showdown = SHOWDOWNS[name]
        counts = showdown.hole_count, showdown.board_count
        contests = [contest.prepare() for contest in showdown.contests]
        found[variant] = _native.AllInShowdown(showdown.deck, counts, contests)
    return found


def find_adjustments(
    variant: str, scale: int, amounts: Sequence[tuple[int, int, int]], dealt: Dealt
) -> list[Fraction] | None:
    """Return how much more than they won players could expect, exactly.

    The rake is taken of all pots in proportion. Cards of players who
    folded are not looked at.

    Args:
        variant: The code of the game.
        scale: How many units a chip is.
        amounts: For each player what was won net, gross, and out of the pots, in units.
        dealt: The board, the hands and the pots.

    Returns:
        The difference for each player, in chips; `None` where the game is none of those whose
        equities are known exactly, or a card is there twice.
    """
    showdown = list_showdowns().get(variant)
    if showdown is None:
        return None
    board, hands, pots = dealt
    luck = showdown.find_luck(board, hands, pots, amounts)
    if luck is None:
        return None
    return [Fraction(numerator, denominator * scale) for numerator, denominator in luck]
