"""Qualifiers: pairs of numbers as game configurations have them, in words."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from croupier.errors import CardError
from croupier.games.configuration.problems import Report
from croupier.rankings import Ranking

__all__ = ["check_qualifier", "describe_qualifier", "list_examples", "read_qualifier"]

_RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_LOWS = {"a5_low", "27_low", "a6_low", "a5_low_wild", "27_low_wild", "eight_or_better_low"}
_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
# A hand of five cards has no more than four of a rank.
_MAX_OF_A_RANK = 4
_MAX_CARDS = 5
# Words for ranks, one and several.
_NAMES = (
    ("2", "two", "deuce", "twos", "deuces", "2s"),
    ("3", "three", "trey", "threes", "treys", "3s"),
    ("4", "four", "fours", "4s"),
    ("5", "five", "fives", "5s"),
    ("6", "six", "sixes", "6s"),
    ("7", "seven", "sevens", "7s"),
    ("8", "eight", "eights", "8s"),
    ("9", "nine", "nines", "9s"),
    ("t", "ten", "tens", "10", "10s", "ts"),
    ("j", "jack", "jacks", "js"),
    ("q", "queen", "queens", "qs"),
    ("k", "king", "kings", "ks"),
    ("a", "ace", "aces", "as"),
)
_RANK_WORDS = {word: rank for rank, *words in _NAMES for word in (rank, *words)}
_FILLERS = frozenset({"an", "any", "the", "of", "or", "better", "at", "least", "hand", "low"})


class _Standing(NamedTuple):
    """A place in the table of a ranking."""

    description: str
    label: str


@cache
def _make_table(ranking: Ranking) -> dict[tuple[int, int], _Standing]:
    """Return all hands of a ranking by their standing; one stands for those that are equal."""
    found: dict[tuple[int, int], _Standing] = {}
    for size in range(max(ranking.minimum_cards, 1), min(ranking.maximum_cards, 5) + 1):
        for cards in _list_hands(size):
            try:
                value = ranking.evaluate(cards)
            except CardError:
                continue
            if value.standing not in found:
                found[value.standing] = _Standing(value.description, value.label)
    return found


def _list_hands(size: int) -> list[str]:
    hands: list[str] = []
    for ranks in combinations_with_replacement(_RANKS, size):
        if any(ranks.count(rank) > _MAX_OF_A_RANK for rank in ranks):
            continue
        seen: dict[str, int] = {}
        cards = []
        for rank in ranks:
            seen[rank] = seen.get(rank, -1) + 1
            cards.append(rank + _SUITS[seen[rank]])
        if len(seen) == size:
            hands.extend("".join(rank + suit for rank in ranks) for suit in _SUITS)
            if size <= len(_SUITS):
                hands.append("".join(map("".join, zip(ranks, _SUITS, strict=False))))
            # Two suits in turn are no flush.
            cards = [rank + _SUITS[index % 2] for index, rank in enumerate(ranks)]
        hands.append("".join(cards))
    return hands


def check_qualifier(
    path: str, ranking: Ranking, qualifier: tuple[int, int], report: Report
) -> None:
    """Report a qualifier that is not in the tables, or falls between hands that belong together.

    Args:
        path: Where the qualifier is.
        ranking: How hands are ranked.
        qualifier: The rank, and the place within it.
        report: What was found so far; problems are added.
    """
    if ranking.maximum_cards > 5:
        return
    table = _make_table(ranking)
    rank, place = qualifier
    places = [ordered for category, ordered in table if category == rank]
    if not places:
        ranks = sorted({category for category, _ in table})
        report.error(
            path,
            f'rank {rank} does not exist; "{ranking.name}" has {ranks[0]} to {ranks[-1]}',
            "unknown-name",
        )
    elif place > max(places):
        report.error(path, f"rank {rank} has only {max(places)} places, not {place}")
    elif place < max(places) and ranking.name not in _LOWS:
        this, following = (table.get((rank, ordered)) for ordered in (place, place + 1))
        if this and following and _find_head(this) == _find_head(following) != this.description:
            report.warn(
                path,
                f"falls between hands that differ little: {this.description} qualifies,"
                f" {following.description} does not",
            )


def _find_head(standing: _Standing) -> str:
    """Return the description of a hand without its kickers."""
    parts = standing.description.split(", ")
    return ", ".join(parts[:2])


def describe_qualifier(ranking: Ranking, qualifier: tuple[int, int]) -> str:
    """Say which hand is the weakest that qualifies.

    >>> from croupier import rankings
    >>> describe_qualifier(rankings.get("a5_low"), (1, 56))
    '8 or better'
    >>> describe_qualifier(rankings.get("high"), (9, 1320))
    'a pair of Nines or better'

    Args:
        ranking: How hands are ranked.
        qualifier: The rank, and the place within it.

    Returns:
        The hand, in English.
    """
    table = _make_table(ranking) if ranking.maximum_cards <= 5 else {}
    this = table.get(qualifier)
    rank, place = qualifier
    if this is None:
        return f"place {place} of rank {rank} or better"
    last = _find_lasts(ranking)[rank]
    following = table.get((rank, place + 1))
    if ranking.name.startswith("one_card"):
        return this.description if place < last else _describe_card(ranking, table, rank)
    if place == last:
        return _describe_kind(this, rank)
    if ranking.name in _LOWS and rank == 1:
        top = _find_top(this)
        if following is None or _find_top(following) != top:
            return f"{_WORDS.get(top, top)} or better"
    elif "badugi" in this.label:
        top = _find_top(this)
        if following is None or _find_top(following) != top:
            return f"a {this.label.lower()}, {_WORDS.get(top, top)} or better"
    elif following is None or _find_head(following) != _find_head(this):
        return f"{_phrase(_find_head(this))} or better"
    return f"{_phrase(this.description)} or better"


def read_qualifier(ranking: Ranking, words: str) -> tuple[int, int] | None:
    """Return the weakest hand that qualifies, from words such as `describe_qualifier` has them.

    >>> from croupier import rankings
    >>> read_qualifier(rankings.get("a5_low"), "eight or better")
    (1, 56)
    >>> read_qualifier(rankings.get("high"), "jacks or better")
    (9, 880)
    >>> read_qualifier(rankings.get("high"), "a nice hand") is None
    True

    Args:
        ranking: How hands are ranked.
        words: The words; case, articles, and whether numbers are spelled out do not count.

    Returns:
        The rank, and the place within it; `None` if there is no such hand.
    """
    if ranking.maximum_cards > _MAX_CARDS:
        return None
    known, said = _list_words(ranking), _normalize(words)
    # "Jacks or better" is said of a pair.
    return known.get(said) or known.get(("pair", *said))


def list_examples(ranking: Ranking) -> list[str]:
    """Return some qualifiers of a ranking in words.

    >>> from croupier import rankings
    >>> list_examples(rankings.get("27_low"))[:1]
    ['8 or better']

    Args:
        ranking: How hands are ranked.

    Returns:
        The words.
    """
    common = ("8 or better", "9 or better", "a pair of Jacks or better", "two pair or better")
    found = [words for words in common if read_qualifier(ranking, words) is not None]
    if not found and ranking.maximum_cards <= _MAX_CARDS:
        found = [describe_qualifier(ranking, one) for one in _find_lasts(ranking).items()]
    return found[:3]


@cache
def _find_lasts(ranking: Ranking) -> dict[int, int]:
    """Return the last place of each rank."""
    lasts: dict[int, int] = {}
    for rank, place in _make_table(ranking):
        lasts[rank] = max(place, lasts.get(rank, 0))
    return lasts


@cache
def _list_words(ranking: Ranking) -> dict[tuple[str, ...], tuple[int, int]]:
    """Return the qualifiers of a ranking by what is said of them."""
    found: dict[tuple[str, ...], tuple[int, int]] = {}
    # Of words that mean several hands the weakest counts.
    for standing in sorted(_make_table(ranking)):
        found[_normalize(describe_qualifier(ranking, standing))] = standing
    return found


def _normalize(words: str) -> tuple[str, ...]:
    """Return what matters of words: no articles, and ranks as letters, however they are said."""
    # Aces of a hand have a hyphen behind them, unlike articles.
    said = re.findall(r"[a-z0-9]+", re.sub(r"\ba ", "", words.lower()))
    return tuple(_RANK_WORDS.get(word, word) for word in said if word not in _FILLERS)


def _find_top(standing: _Standing) -> str:
    """Return the highest card of a low hand."""
    return standing.description.split(", ")[-1].split("-")[0]


def _phrase(hand: str) -> str:
    """Return the description of a hand as one says it."""
    kind, _, ranks = hand.partition(", ")
    if kind == "one pair":
        return f"a pair of {ranks}"
    if kind == "three of a kind":
        return f"three {ranks}"
    if kind == "four of a kind":
        return f"four {ranks}"
    if kind == "two pair":
        return f"two pair, {ranks},"
    return hand


def _describe_kind(standing: _Standing, rank: int) -> str:
    """Say that any hand of a kind qualifies, and all that are better."""
    kind = standing.label.lower()
    if kind == "high card" and rank == 1:
        return "any hand without a pair"
    if "badugi" in kind:
        return f"any {kind}" if rank == 1 else f"any {kind} or better"
    if kind == "one pair":
        return "any pair or better"
    if kind in ("two pair", "three of a kind", "four of a kind"):
        return f"{kind} or better"
    return f"any {kind} or better"


def _describe_card(ranking: Ranking, table: dict[tuple[int, int], _Standing], rank: int) -> str:
    """Say which card qualifies."""
    worse = [category for category, _ in table if category > rank]
    if ranking.name.count("_") == 3 and len(set(worse)) == 1:
        return f"any {ranking.name.rpartition('_')[2]}"
    return f"the {table[rank, 1].description} or better"
