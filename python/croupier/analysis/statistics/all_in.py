"""What was to be expected in hands in which nobody could act any more before the last card."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from croupier.analysis.equities import equity
from croupier.cards import Card
from croupier.errors import PokerError

__all__ = ["Dealt", "find_adjustments"]

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
# Shares of pots are multiples of this part of a deal: up to ten players, two hand types.
_PARTS: Final = 2520 * 2


def find_adjustments(
    variant: str, scale: int, amounts: Sequence[tuple[int, int, int]], dealt: Dealt
) -> list[Fraction] | None:
    """Return how much more than they won players could expect, exactly.

    What the house took is taken of the pots in proportion, whoever wins them. Cards of players who
    folded are not looked at.

    Args:
        variant: The code of the game.
        scale: How many units a chip is.
        amounts: For each player what was won net, gross, and out of the pots, in units.
        dealt: The board, the hands and the pots.

    Returns:
        The difference for each player, in chips; `None` where the game is none of those whose
        equities are known exactly.
    """
    game = _SHOWDOWNS.get(variant)
    if game is None:
        return None
    board, hands, pots = dealt
    cards = {seat: _write(held) for seat, held in hands}
    expected = [Fraction(0)] * len(amounts)
    for pot, seats in pots:
        shares = _shares(game, _write(board), tuple(cards[seat] for seat in seats))
        if shares is None:
            return None
        for seat, share in zip(seats, shares, strict=True):
            expected[seat] += pot * share
    raked = sum(gross - net for net, gross, _ in amounts)
    kept = 1 - Fraction(raked, sum(pot for pot, _ in pots))
    # Most players have nothing to expect: fractions take their time.
    return [
        Fraction(gross - received - net, scale)
        if not share
        else (gross - received - net + kept * share) / scale
        for (net, gross, received), share in zip(amounts, expected, strict=True)
    ]


@lru_cache(maxsize=1 << 14)
def _shares(game: str, board: str, hands: tuple[str, ...]) -> tuple[Fraction, ...] | None:
    """Return which part of a pot each hand wins on average, exactly."""
    if len(hands) == 1:
        return (Fraction(1),)
    try:
        result = equity(*hands, board=board, game=game, exact=True)
    except PokerError:
        # A card that is there twice, say: the record is wrong, and nothing can be expected of it.
        return None
    return tuple(
        Fraction(round(player.equity * player.weight * _PARTS), round(player.weight) * _PARTS)
        for player in result
    )


def _write(cards: Sequence[Card]) -> str:
    return "".join(map(repr, cards))
