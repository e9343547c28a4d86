"""The notation of what only games of configurations have: decisions about cards, dice, boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from croupier.errors import ParseError, RuleError
from croupier.numbers import read_integer
from croupier.state import LegalOperation, State
from croupier.state.operation_table import OPERATIONS

__all__ = [
    "DEALER_KINDS",
    "DECLINED",
    "PLAYER_KINDS",
    "apply_decision",
    "count_cards",
    "describe_decision",
    "find_choice",
    "read_decision",
]

# What the standard has, and what is written as a commentary.
_STANDARD = {"db", "dh", "sd", "pb", "f", "cc", "cbr", "sm", "rc", ""}
_OWN = [row for row in OPERATIONS.values() if row.word not in _STANDARD]

PLAYER_KINDS: Final = tuple(row.word for row in _OWN if row.is_decision)
"""What players do: expose, pass, separate, declare, choose, buy, protect, replace on the board."""

DEALER_KINDS: Final = tuple(row.word for row in _OWN if not row.is_decision)
"""What the dealer does: roll dice, remove boards."""

DECLINED: Final = "-"
"""What stands for not buying, or not paying for a card to be turned."""

_DECLARATIONS = ("high", "low", "high_low")
_DIE = re.compile("[1-6]")
_NUMBER = re.compile("[1-9][0-9]*")
_ROWS = {row.word: row for row in _OWN}


def read_decision(
    kind: str,
    words: Sequence[str],
    read_cards: Callable[[str], str],
    fail: Callable[[str], ParseError],
) -> str | None:
    """Read what follows the kind of an action.

    Args:
        kind: One of `PLAYER_KINDS` or `DEALER_KINDS`.
        words: What follows it, word by word.
        read_cards: Reads cards.
        fail: Makes an error of a message.

    Returns:
        The argument of the action.

    Raises:
        ParseError: Something else follows.
    """
    kinds = _ROWS[kind].kinds
    match kinds, [*words]:
        case ((() | ("cards",) | ("status", *_)), []):
            return None
        case ("status", *_), ["-"]:
            return DECLINED
        case (*_, "cards"), [cards]:
            return read_cards(cards)
        case ("order",), [_, *_]:
            # The blanks are for the eye: the game knows how many cards a subset has.
            return " ".join(map(read_cards, words))
        case ("declarations",), [_, *_] if all(word in _DECLARATIONS for word in words):
            return " ".join(words)
        case ("choice",), [_, *_]:
            return " ".join(words)
        case ("dice",), [_, *_] if all(map(_DIE.fullmatch, words)):
            return " ".join(words)
        case _:
            raise fail(f"{kind!r} is followed by {_FOLLOWERS[kinds]}")


_FOLLOWERS = {
    ("cards",): "cards without spaces, or by nothing",
    ("order",): "the cards of each subset",
    ("declarations",): "high, low or high_low, once for all pots or for each of them",
    ("choice",): "what is chosen",
    ("status", "cards"): "the cards that are discarded, by nothing, or by '-' where nothing is"
    " bought",
    ("status",): "nothing, or by '-' where nothing is paid",
    ("dice",): "numbers from 1 to 6, one for each die",
    (): "nothing but a commentary",
}


def apply_decision(state: State, kind: str, argument: str | None, commentary: str | None) -> None:
    """Do an action that was read; whose turn it is has been looked at.

    Args:
        state: The state that is changed.
        kind: One of `PLAYER_KINDS` or `DEALER_KINDS`.
        argument: What `read_decision` returned.
        commentary: What is remarked on it.

    Raises:
        ValueError: It cannot be done now.
    """
    row = _ROWS.get(kind)
    if row is None:
        raise RuleError(f"there is no action {kind!r}")
    values = tuple(_find_values(state, row.kinds, argument or ""))
    getattr(state, row.method)(*values, commentary=commentary)


def _find_values(state: State, kinds: Sequence[str], said: str) -> Iterator[Any]:
    """Yield what the method of an action is called with."""
    for kind in kinds:
        match kind:
            case "cards":
                yield said
            case "order":
                yield "".join(said.split())
            case "declarations":
                yield said.split()
            case "choice":
                yield _find_value(state, said)
            case "status":
                yield said != DECLINED
                if said == DECLINED:
                    return
            case "dice":
                yield [read_integer(die) for die in said.split()]
            case _:
                raise RuleError(f"there is no notation for {kind}")


def _find_value(state: State, said: str) -> str | int:
    """Return the value that is meant: by its name, or by its number from 1."""
    legal = state.legal.get("choose")
    options = legal.options if legal is not None else ()
    names = [" ".join(option.split()) for option in options]
    if said in names:
        return names.index(said)
    number = read_integer(said) if _NUMBER.fullmatch(said) else 0
    return number - 1 if 1 <= number <= len(options) else said


def find_choice(value: str, choices: Sequence[Sequence[str]]) -> str:
    """Return how a value that was chosen is written.

    >>> find_choice("Omaha", [["Omaha", "Draw #"]])
    'Omaha'
    >>> find_choice("Draw #", [["Omaha", "Draw #"]])
    '2'

    Args:
        value: The value.
        choices: What may be chosen, for each choice of the game.

    Returns:
        The value, or its number where it has a mark in it that begins a commentary.
    """
    if "#" not in value:
        return " ".join(value.split())
    return next(
        (str([*options].index(value) + 1) for options in choices if value in options), value
    )


def describe_decision(operation: LegalOperation) -> str | None:
    """Say in the notation what may be done, if it is something that only these games have.

    >>> describe_decision(LegalOperation("declare", (2,), options=("high", "low")))
    'p3 dc high or low'

    Args:
        operation: What may be done.

    Returns:
        The action, or `None` for what all games have.
    """
    row = OPERATIONS.get(operation.name)
    if row is None or row.word not in _ROWS:
        return None
    actor = f"p{operation.player_indices[0] + 1}" if operation.player_indices else "d"
    said = f"{actor} {row.word}"
    match row.kinds:
        case ("declarations" | "choice",):
            return f"{said} {' or '.join(operation.options)}"
        case ("status", *_):
            with_cards = f" with {count_cards(operation)}" if operation.max_count else ""
            return f"{said}{with_cards} for {operation.min_amount} or {said} {DECLINED}"
        case ("dice",):
            return f"{said} with {count_cards(operation, 'number')}"
        case ():
            return said
        case _:
            return f"{said} with {count_cards(operation)}"


def count_cards(operation: LegalOperation, what: str = "card") -> str:
    """Say how many cards, or whatever else, an operation may have.

    >>> count_cards(LegalOperation("deal_board", min_count=1, max_count=3))
    '1 to 3 cards'
    """
    least, most = operation.min_count, operation.max_count
    return f"{most} {what}{'s' * (most != 1)}" if least == most else f"{least} to {most} {what}s"
