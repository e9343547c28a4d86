"""Finding the field to blame where a hand makes a writer stumble."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.errors import PokerError, UnsupportedError, guard
from croupier.histories.history import HandHistory
from croupier.histories.phh.fields import find_fault

__all__ = ["blame"]

# How much is shown of a value that is wrong.
_SHOWN = 60


def blame(
    error: PokerError, history: HandHistory, write: Callable[[HandHistory], object]
) -> PokerError:
    """Return the error of a hand that cannot be written, with the field that is to blame.

    An error of ours says what it has to say. Where one was raised that is none of ours, the fields
    of the hand are looked at; those beyond the standard may be anything, so that the hand is
    written without them to see which it is.

    >>> history = HandHistory(
    ...     variant="NT", antes=[0, 0], starting_stacks=[9, "x"], actions=[], players=["A", "B"]
    ... )
    >>> error = UnsupportedError("cannot be written: an unexpected TypeError")
    >>> error.__cause__ = TypeError()
    >>> blame(error, history, HandHistory.dumps)
    UnsupportedError("cannot be written: starting_stacks value 2 must be numbers, not 'x'")

    Args:
        error: What was raised, as `guard` made it.
        history: The hand.
        write: What stumbled.

    Returns:
        An error that says more, or the same where nothing more is known.
    """
    if not _is_strange(error):
        return error
    fault = find_fault(history.fields) or _find_other_fault(history, write)
    if not fault:
        return error
    return UnsupportedError(f"cannot be written: {fault}", code="unwritable-field")


def _is_strange(error: PokerError) -> bool:
    """Return whether an error is made of one that is none of ours."""
    return error.__cause__ is not None and not isinstance(error.__cause__, PokerError)


def _find_other_fault(history: HandHistory, write: Callable[[HandHistory], object]) -> str:
    others = history.user_defined_fields
    if not others or not _can_write(history, write, ()):
        # It is none of them.
        return ""
    for name, value in others.items():
        if _can_write(history, write, [other for other in others if other != name]):
            return f"{name} cannot be {repr(value)[:_SHOWN]}"
    return f"some of {', '.join(others)} are not as they should be"


def _can_write(
    history: HandHistory, write: Callable[[HandHistory], object], kept: list[str] | tuple[str, ...]
) -> bool:
    """Return whether nothing strange happens with some of the fields beyond the standard."""
    others = {name: history.user_defined_fields[name] for name in kept}
    try:
        with guard("written", "the writer", UnsupportedError):
            write(replace(history, user_defined_fields=others))
    except PokerError as error:
        return not _is_strange(error)
    return True
