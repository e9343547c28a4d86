"""Words for numbers, cards and conditions."""

from __future__ import annotations

from croupier.games.configuration.problems import listed
from croupier.games.configuration.schema.conditions import Condition
from croupier.games.configuration.schema.names import ConditionType, RankName

__all__ = [
    "capitalize",
    "count",
    "describe_condition",
    "number",
    "rank_name",
    "rank_names",
    "uncapitalize",
]

_NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
]
_RANKS = {
    RankName.DEUCE: "deuces",
    RankName.TREY: "treys",
    RankName.FOUR: "fours",
    RankName.FIVE: "fives",
    RankName.SIX: "sixes",
    RankName.SEVEN: "sevens",
    RankName.EIGHT: "eights",
    RankName.NINE: "nines",
    RankName.TEN: "tens",
    RankName.JACK: "jacks",
    RankName.QUEEN: "queens",
    RankName.KING: "kings",
    RankName.ACE: "aces",
}


def number(value: int) -> str:
    """Return a number in words, as long as it is small.

    >>> number(3), number(52)
    ('three', '52')
    """
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def count(value: int, noun: str = "card") -> str:
    """Return a number of things.

    >>> count(1), count(2, "hole card")
    ('one card', 'two hole cards')
    """
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"


def capitalize(text: str) -> str:
    """Return a text with a capital first letter; the others stay as they are."""
    return text[:1].upper() + text[1:]


def uncapitalize(text: str) -> str:
    """Return a text that can follow another part of a sentence."""
    return text[:1].lower() + text[1:]


def rank_name(rank: RankName) -> str:
    """Return the name of one card of a rank, with its article.

    >>> rank_name(RankName.QUEEN), rank_name(RankName.ACE), rank_name(RankName.SIX)
    ('a queen', 'an ace', 'a six')
    """
    name = "six" if rank is RankName.SIX else _RANKS[rank].removesuffix("s")
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def rank_names(rank: RankName) -> str:
    """Return the name of all cards of a rank.

    >>> rank_names(RankName.SIX)
    'sixes'
    """
    return _RANKS[rank]


def describe_condition(condition: Condition) -> str:
    """Return a condition as a clause after "if".

    Args:
        condition: The condition.

    Returns:
        The clause.
    """
    values = listed(condition.allowed_values)
    place = "the board" if condition.subset is None else condition.subset
    least = number(condition.minimum_count or 1)
    match condition.type:
        case ConditionType.PLAYER_CHOICE:
            return f"{values} was chosen"
        case ConditionType.BOARD_COMPOSITION:
            what = condition.color or condition.suit or "such"
            plural = "" if condition.minimum_count in (None, 1) else "s"
            return f"{place} has at least {least} {what} card{plural}"
        case ConditionType.COMMUNITY_CARD_VALUE:
            if condition.total:
                return f"the {place} add up to {values}"
            return f"the {place} shows {values}"
        case ConditionType.COMMUNITY_CARD_SUIT:
            suit = condition.suit or values
            return f"{place} has at least {least} {suit}"
        case ConditionType.PLAYER_HAND_SIZE:
            return f"a player holds {_describe_sizes(condition)}"
        case ConditionType.ALL_EXPOSED:
            return "all of a player's cards lie face up"
        case ConditionType.ANY_EXPOSED:
            return "any of a player's cards lies face up"
        case _:
            return "none of a player's cards lies face up"


def _describe_sizes(condition: Condition) -> str:
    if condition.hand_sizes:
        sizes = listed(number(size) for size in condition.hand_sizes)
        return f"{sizes} card{'' if condition.hand_sizes == (1,) else 's'}"
    least, most = condition.minimum_hand_size, condition.maximum_hand_size
    if least is not None and most is not None:
        return f"{number(least)} to {count(most)}"
    if least is not None:
        return f"at least {count(least)}"
    return f"at most {count(most or 0)}"
