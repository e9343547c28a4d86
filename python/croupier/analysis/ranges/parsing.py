"""Ranges as people write them: `22+, A5s-A2s, AKo:0.5, top 15%, !72o`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn

from croupier.analysis.ranges.classes import is_notation, sets_of_class, sets_of_notation
from croupier.analysis.ranges.order import top_hands
from croupier.analysis.ranges.patterns import count_sets, read_pattern, sets_of_pattern
from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card, Deck, RankOrder
from croupier.errors import ParseError
from croupier.limits import (
    MAX_HOLE_CARDS,
    MAX_RANGE_CHARACTERS,
    MAX_RANGE_HANDS,
    verify_count,
)
from croupier.numbers import show_short

__all__ = ["parse_range", "parse_weights"]

_NUMBER = r"\d+(?:\.\d*)?|\.\d+"
# A percentage may have spaces inside, and a bracket commas.
_TOKEN = re.compile(
    rf"(?P<not>!?)(?P<body>(?:top\s*)?(?:{_NUMBER})\s*%(?:\s*-\s*(?:{_NUMBER})\s*%)?"
    r"|(?:\[[^\]]*\]|[^\s,;:!\[])+)(?::(?P<weight>[^\s,;]*))?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[\s,;]*")
_PERCENT = re.compile(rf"(?:top\s*)?({_NUMBER})\s*%(?:\s*-\s*({_NUMBER})\s*%)?", re.IGNORECASE)
_EVERYTHING = {"random", "any", "all"}
_STANDARD = set_of(Deck.STANDARD)
_HOLDEM_HANDS = 1326


_SHOWN = 40


class _Token(NamedTuple):
    text: str
    start: int
    whole: str
    body: str
    excluded: bool
    weight: str | None

    def refuse(self, reason: str) -> NoReturn:
        """Raise the error that points at this token."""
        line = self.whole.count("\n", 0, self.start)
        column = self.start - (self.whole.rfind("\n", 0, self.start) + 1)
        raise ParseError(
            f"{show_short(self.text)} is no part of a range: {reason}",
            format="range",
            line=line + 1,
            column=column + 1,
            excerpt=self.whole[
                max(self.start - 12, 0) : self.start + min(len(self.text), _SHOWN) + 12
            ],
            code="range-syntax",
        )


class _Budget:
    """The hands that the parts of a range may still stand for."""

    def __init__(self) -> None:
        self._left = MAX_RANGE_HANDS

    def take(self, token: _Token, count: int) -> None:
        """Count the hands of a part before they are made."""
        self._left -= count
        if self._left < 0:
            token.refuse(f"the range stands for more than {MAX_RANGE_HANDS} hands")


def _tokens(text: str) -> Iterator[_Token]:
    if len(text) > MAX_RANGE_CHARACTERS:
        raise ParseError(
            f"a range has at most {MAX_RANGE_CHARACTERS} characters, not {len(text)}",
            format="range",
            code="text-too-long",
        )
    position = _match_end(_SEPARATORS, text, 0)
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            rest = re.split(r"[\s,;]", text[position:], maxsplit=1)[0]
            _Token(rest, position, text, rest, False, None).refuse("it names no hands")
        groups = match.groupdict()
        yield _Token(
            match[0], position, text, groups["body"], bool(groups["not"]), groups["weight"]
        )
        position = _match_end(_SEPARATORS, text, match.end())


def _match_end(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return position if match is None else match.end()


def parse_range(
    *raw_ranges: str, rank_order: RankOrder = RankOrder.STANDARD
) -> set[frozenset[Card]]:
    """Parse a range, or several of them, into hole cards.

    Everything that PokerKit reads means the same here: `AK`, `AKs`, `AKo`, `22+`, `ATs+`,
    `T9s-76s`, `AsKs`, separated by spaces, commas or semicolons. `Range.parse` says what else can
    be written; weights are left out here.

    >>> hands = parse_range("AKs")
    >>> len(hands)
    4
    >>> frozenset(Card.parse("AsKs")) in hands
    True
    >>> len(parse_range("22+, A5s-A2s", "top 3%"))
    94

    Args:
        raw_ranges: The ranges, which are merged.
        rank_order: The ranks from the lowest to the highest.

    Returns:
        The hole cards.

    Raises:
        ParseError: Something is no range; it is a ValueError.
    """
    found: set[frozenset[Card]] = set()
    budget = _Budget()
    for token in _tokens(" ".join(raw_ranges)):
        weight = _read_weight(token)
        hands = _hands_of(token, 2, _STANDARD, rank_order, budget)
        if token.excluded or not weight:
            found.difference_update(hands)
        else:
            found.update(hands)
    return found


def parse_weights(
    texts: Iterable[str], card_count: int, deck: int, rank_order: RankOrder
) -> dict[int, float]:
    """Parse ranges into the sets of hole cards and their weights.

    Args:
        texts: The ranges, which are merged; what comes later counts.
        card_count: How many hole cards there are.
        deck: The set of the cards that there are.
        rank_order: The ranks from the lowest to the highest.

    Returns:
        The weights by set.

    Raises:
        ParseError: Something is no range.
    """
    verify_count("hole card", card_count, MAX_HOLE_CARDS, least=0)
    found: dict[int, float] = {}
    budget = _Budget()
    for token in _tokens(" ".join(texts)):
        weight = _read_weight(token)
        sets = _sets_of(token, card_count, deck, rank_order, budget)
        if sets is None:
            sets = [_set_of_cards(token, card_count)]
        for number in sets:
            if number & ~deck:
                continue
            if token.excluded or not weight:
                found.pop(number, None)
            else:
                found[number] = weight
    return found


def _read_weight(token: _Token) -> float:
    if token.weight is None:
        return 1.0
    if token.excluded:
        token.refuse("what is excluded has no weight")
    text = token.weight.removesuffix("%")
    if not re.fullmatch(_NUMBER, text):
        token.refuse(f"the weight {token.weight!r} is not a number such as 0.5 or 50%")
    return float(text) / (100 if text != token.weight else 1)


def _hands_of(
    token: _Token, card_count: int, deck: int, rank_order: RankOrder, budget: _Budget
) -> Iterable[frozenset[Card]]:
    sets = _sets_of(token, card_count, deck, rank_order, budget)
    if sets is None:
        return [frozenset(_read_cards(token))]
    return (_frozen(number) for number in sets)


def _frozen(number: int) -> frozenset[Card]:
    # Bit `16 * suit + rank` is the card of code `4 * rank + suit`.
    places = []
    while number:
        bit = number & -number
        places.append(bit.bit_length() - 1)
        number ^= bit
    return frozenset(Card.from_code(place % 16 * 4 + place // 16) for place in places)


def _sets_of(
    token: _Token, card_count: int, deck: int, rank_order: RankOrder, budget: _Budget
) -> Iterable[int] | None:
    """Return the sets of a token, or `None` for one that may be cards."""
    body = token.body
    if body.lower() in _EVERYTHING:
        slots = [("AKQJT98765432", "cdhs")] * card_count
        budget.take(token, count_sets(slots, deck))
        return sets_of_pattern(slots, None, deck)
    if percent := _PERCENT.fullmatch(body):
        budget.take(token, _HOLDEM_HANDS)
        return _sets_of_percent(token, percent, card_count, deck)
    if is_notation(body) and card_count == 2:
        budget.take(token, 1)
        try:
            return sets_of_notation(body, rank_order)
        except ValueError as error:
            token.refuse(str(error))
    if (cards := _cards_or_none(body)) is not None and len(cards) != 1:
        return None
    pattern = read_pattern(body)
    if pattern is None or all(len(ranks) * len(suits) == 1 for ranks, suits in pattern[0]):
        return None
    if len(pattern[0]) != card_count:
        token.refuse(f"it has {len(pattern[0])} cards instead of {card_count}")
    budget.take(token, count_sets(pattern[0], deck))
    return sets_of_pattern(*pattern, deck)


def _sets_of_percent(
    token: _Token, percent: re.Match[str], card_count: int, deck: int
) -> list[int]:
    first, last = (None if text is None else float(text) for text in percent.groups())
    assert first is not None
    if card_count != 2 or deck != _STANDARD:
        token.refuse("only two hole cards of the standard deck have an order from best to worst")
    if max(first, last or 0) > 100:
        token.refuse("there are at most 100%")
    without = set() if last is None else set(top_hands(min(first, last)))
    hands = top_hands(first if last is None else max(first, last))
    return [number for hand in hands if hand not in without for number in sets_of_class(hand)]


def _cards_or_none(text: str) -> tuple[Card, ...] | None:
    try:
        return tuple(Card.parse(text))
    except ValueError:
        return None


def _read_cards(token: _Token) -> tuple[Card, ...]:
    cards = _cards_or_none(token.body)
    if not cards:
        token.refuse("expected hands such as AKs, 22+, A5s-A2s, AsKs, top 15% or random")
    return cards


def _set_of_cards(token: _Token, card_count: int) -> int:
    cards = _read_cards(token)
    if len(cards) > card_count:
        token.refuse(f"it has {len(cards)} cards, but there are {card_count} hole cards")
    try:
        return set_of(cards)
    except ValueError as error:
        token.refuse(str(error))
