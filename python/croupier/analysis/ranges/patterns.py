"""Hole cards with gaps: `AAxx`, `AsAh**`, `[A-T][A-T]xx`, and how their suits must be."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import comb, prod

from croupier.analysis.ranges.classes import RANKS
from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card

__all__ = ["count_sets", "read_pattern", "sets_of_pattern"]

_SLOT = re.compile(rf"(?:([{RANKS}])|([x*?])|\[([{RANKS}-]+)\])([cdhs])?", re.ASCII)
_SPAN = re.compile(rf"([{RANKS}])-([{RANKS}])|([{RANKS}])", re.ASCII)


def _suit_counts(number: int) -> list[int]:
    return [(number >> 16 * suit & 0xFFFF).bit_count() for suit in range(4)]


def _is_suited(number: int) -> bool:
    return max(_suit_counts(number)) == number.bit_count()


def _is_rainbow(number: int) -> bool:
    return max(_suit_counts(number)) == 1


def _has_suited(count: int) -> Callable[[int], bool]:
    def has_suited(number: int) -> bool:
        return sum(held >= 2 for held in _suit_counts(number)) == count

    return has_suited


_TWO_CARD_SUITS: dict[str, Callable[[int], bool]] = {"s": _is_suited, "o": _is_rainbow}
_SUITS: dict[str, Callable[[int], bool]] = {
    "ds": _has_suited(2),
    "ss": _has_suited(1),
    "rb": _is_rainbow,
}

_Slot = tuple[str, str]
"""The ranks and the suits that one card may have."""


def read_pattern(text: str) -> tuple[tuple[_Slot, ...], Callable[[int], bool] | None] | None:
    """Read a pattern: a slot for each card, and how their suits must be.

    >>> slots, suits = read_pattern("AAxxds")
    >>> len(slots), suits is not None
    (4, True)
    >>> read_pattern("hello") is None
    True

    Args:
        text: The text.

    Returns:
        The slots and the condition on suits, if any; `None` where the text is no pattern.
    """
    for length in (2, 1, 0):
        # A condition comes first: the `s` of `Axs` means suited, not spades.
        body, condition = (text[:-length], text[-length:]) if length else (text, "")
        slots = _read_slots(body.removesuffix("$") if condition else body)
        if slots is None:
            continue
        if not condition:
            return slots, None
        known = _TWO_CARD_SUITS if len(slots) == 2 else _SUITS
        if condition in known and len(slots) >= 2:
            return slots, known[condition]
    return None


def _read_slots(text: str) -> tuple[_Slot, ...] | None:
    slots = []
    position = 0
    while position < len(text):
        match = _SLOT.match(text, position)
        if match is None:
            return None
        rank, wild, spans, suit = match.groups()
        ranks = rank or (RANKS if wild else _read_spans(spans))
        if not ranks:
            return None
        slots.append((ranks, suit or "cdhs"))
        position = match.end()
    return tuple(slots) or None


def _read_spans(text: str) -> str:
    ranks = ""
    position = 0
    while position < len(text):
        match = _SPAN.match(text, position)
        if match is None:
            return ""
        first, last, only = match.groups()
        low, high = sorted((RANKS.index(only or first), RANKS.index(only or last)))
        ranks += RANKS[low : high + 1]
        position = match.end()
    return ranks


def count_sets(slots: Iterable[_Slot], deck: int) -> int:
    """Return how many hole cards fill the slots at most, without making any.

    >>> slots, _ = read_pattern("AAxx")
    >>> count_sets(slots, set_of(Card.from_code(code) for code in range(52)))
    7956

    Args:
        slots: What each card may be.
        deck: The set of the cards that there are.

    Returns:
        The number; hole cards that fill the slots in several ways count several times.
    """
    groups = _group(slots, deck)
    return prod(comb(allowed.bit_count(), count) for allowed, count in groups.items())


def _group(slots: Iterable[_Slot], deck: int) -> Counter[int]:
    """Return how many slots there are for each set of cards."""
    return Counter(
        set_of(Card(rank, suit) for rank in set(ranks) for suit in set(suits)) & deck
        for ranks, suits in slots
    )


def sets_of_pattern(
    slots: Iterable[_Slot], condition: Callable[[int], bool] | None, deck: int
) -> Iterator[int]:
    """Yield all hole cards that fill the slots, each once.

    >>> slots, suits = read_pattern("AAxx")
    >>> deck = set_of(Card.from_code(code) for code in range(52))
    >>> sum(1 for _ in sets_of_pattern(slots, suits, deck))
    6961

    Args:
        slots: What each card may be.
        condition: How their suits must be, if that matters.
        deck: The set of the cards that there are.

    Yields:
        The sets.
    """
    groups = _group(slots, deck)
    # Narrow slots first, so that few sets are made in vain.
    ordered = sorted(groups.items(), key=lambda group: group[0].bit_count())
    found = {0}
    for allowed, count in ordered:
        found = set(_extended(found, allowed, count))
    for number in found:
        if condition is None or condition(number):
            yield number


def _extended(found: Iterable[int], allowed: int, count: int) -> Iterator[int]:
    for number in found:
        free = allowed & ~number
        bits = [1 << place for place in range(64) if free >> place & 1]
        if count == 1:
            for bit in bits:
                yield number | bit
        else:
            for chosen in combinations(bits, count):
                yield number | sum(chosen)
