"""Ranges as short text, which `Range.parse` reads back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.analysis.ranges.classes import RANKS, sets_of_class
from croupier.analysis.ranges.sets import cards_of

__all__ = ["class_weights", "write_range"]


def class_weights(weights: Mapping[int, float]) -> dict[str, float]:
    """Return the starting hands all of whose hole cards have the same weight.

    Args:
        weights: The weights by set of two cards.

    Returns:
        The weight of each such starting hand.
    """
    found = {}
    for kind in ("", "s", "o"):
        for place, first in enumerate(RANKS):
            for second in (first,) if not kind else RANKS[place + 1 :]:
                hand = first + second + kind
                held = {weights.get(number, 0.0) for number in sets_of_class(hand)}
                if len(held) == 1 and (weight := held.pop()) > 0:
                    found[hand] = weight
    return found


def write_range(weights: Mapping[int, float], card_count: int) -> str:
    """Write a range as short as the usual notation allows.

    Args:
        weights: The weights by set of hole cards.
        card_count: How many hole cards there are.

    Returns:
        The text; empty for an empty range.
    """
    whole = class_weights(weights) if card_count == 2 else {}
    parts = [name + _suffix(weight) for name, weight in _runs(whole)]
    covered = {number for hand in whole for number in sets_of_class(hand)}
    rest = sorted(weights.keys() - covered, key=lambda number: repr(cards_of(number)))
    parts.extend("".join(map(repr, cards_of(number))) + _suffix(weights[number]) for number in rest)
    return ",".join(parts)


def _suffix(weight: float) -> str:
    # Digits without an exponent, as many as tell the number from all others.
    if weight == 1:
        return ""
    text = repr(weight)
    return f":{weight:.17f}".rstrip("0") if "e" in text else f":{text.removesuffix('.0')}"


def _runs(hands: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """Yield neighbouring hands of one weight as one: pairs, then by kind and by higher rank."""
    yield from _join([rank * 2 for rank in RANKS], hands)
    for kind in "so":
        for place, first in enumerate(RANKS):
            column = [first + second + kind for second in RANKS[place + 1 :]]
            yield from _join(column, hands)


def _join(ladder: list[str], hands: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    start = 0
    while start < len(ladder):
        weight = hands.get(ladder[start])
        end = start
        while end + 1 < len(ladder) and weight and hands.get(ladder[end + 1]) == weight:
            end += 1
        if weight:
            best, worst = ladder[start], ladder[end]
            if start == end:
                yield best, weight
            elif start == 0:
                yield f"{worst}+", weight
            else:
                yield f"{best}-{worst}", weight
        start = end + 1
