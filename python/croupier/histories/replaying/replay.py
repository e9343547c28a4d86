"""Playing a history: what is not written is done, what is missing is repaired if it is certain."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier._native import Steps
from croupier.errors import PokerError, ReplayError, guard
from croupier.histories.phh.documents import FORMAT
from croupier.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.histories.history import HandHistory

__all__ = ["Repair", "Replay", "ReplayStart", "Script", "perform", "replay", "verify_text"]

# A state, actions, whether cards are burnt silently, what reads amounts if not as usual, the key of
# the hand, and whether its game is a configuration.
Script = tuple[State, list[str], bool, "Callable[[str], Any] | None", str | None, bool]


class Repair(NamedTuple):
    """A repair: something done that the record does not say.

    Attributes:
        kind: What kind of repair it is.
        action: The number of the action, from 1, before or instead of which it was done; `None`
            after the last one.
        message: What was done and why.
    """

    kind: str
    action: int | None
    message: str


class Replay(NamedTuple):
    """The end of a history.

    Attributes:
        state: The state after the last action.
        repairs: What was repaired.
    """

    state: State
    repairs: tuple[Repair, ...]


class ReplayStart(NamedTuple):
    """A history, and a state that it begins with."""

    history: HandHistory
    state: State

    def _begin(self) -> Script:
        return self.history._make_script(self.state)


def replay(source: HandHistory | ReplayStart, *, strict: bool = False) -> Replay:
    """Play a history to its end.

    Args:
        source: The history.
        strict: Whether nothing is repaired, and what is merely odd is refused.

    Returns:
        The state, and what was repaired.

    Raises:
        ReplayError: An action cannot be done.
    """
    history = source.history if isinstance(source, ReplayStart) else source
    place = {"format": FORMAT, "hand": history.key}
    with guard("replayed", "the replay", ReplayError, passing=(PokerError,), **place):
        steps = Steps(source, True, strict)
        steps.finish()
    assert isinstance(steps.state, State)
    return Replay(steps.state, tuple(Repair(*one) for one in steps.repairs))


def perform(
    state: State, method: str, arguments: tuple[Any, ...], commentary: str | None, odd: str | None
) -> None:
    """Call a method of a state whose class may have methods of its own.

    Args:
        state: The state.
        method: The name of the method.
        arguments: What it is called with.
        commentary: The commentary.
        odd: What comes of warnings, if not what usually does.
    """
    with warnings.catch_warnings():
        if odd is not None:
            warnings.simplefilter("error" if odd == "error" else "ignore", UserWarning)
        getattr(state, method)(*arguments, commentary=commentary)


def verify_text(action: str, number: int, hand: str | None) -> None:
    """Refuse half a character, which no text has.

    Args:
        action: The action.
        number: Its number, from 1.
        hand: The key of the hand.

    Raises:
        ReplayError: There is one.
    """
    try:
        action.encode()
    except UnicodeEncodeError:
        raise ReplayError(
            f"action {number} cannot be read: there is half a character in it",
            code="half-character",
            format=FORMAT,
            hand=hand,
            action=number,
        ) from None
