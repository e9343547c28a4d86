"""The notation of actions: reading it, doing it, and saying what could have been done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from croupier import _native
from croupier.errors import ParseError
from croupier.state import State
from croupier.utilities import parse_value

__all__ = ["EXTENSION_MARK", "Action", "describe_legal", "parse_action", "read_action"]

EXTENSION_MARK: Final = "croupier: "
"""The beginning of a commentary that is an action of Croupier's own."""

_DEFAULT = parse_value


class Action(NamedTuple):
    """An action as it is written.

    Attributes:
        kind: `db`, `dh`, `sd`, `pb`, `f`, `cc`, `cbr`, `sm`, nothing, or one of Croupier's own:
            `rc`, and `ex`, `ps`, `sp`, `dc`, `ch`, `by`, `pr`, `rb`, `rd` and `rm`.
        player_index: The player, from 0, or `None` where there is none.
        argument: The cards, the amount, what is declared or chosen, a `-`, or `None` where there is
            none.
        commentary: What stands after the `#`, or `None`.

    >>> read_action("p2 cbr 6 # a squeeze")
    Action(kind='cbr', player_index=1, argument='6', commentary='a squeeze')
    """

    kind: str
    player_index: int | None = None
    argument: str | None = None
    commentary: str | None = None


def read_action(text: str, *, strict: bool = False, extended: bool | None = None) -> Action:
    """Read an action.

    >>> read_action("d db AsKsQs").argument
    'AsKsQs'
    >>> read_action("p3 ps 2c3c")
    Action(kind='ps', player_index=2, argument='2c3c', commentary=None)
    >>> read_action("p1 cbr 1,000", strict=True)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: '1,000' is no amount such as 6 or 2.50 (phh, near 'p1 cbr 1,000')

    Args:
        text: The action.
        strict: Whether to take nothing but what the standard has. Otherwise tens may be `10`, cards
            may have commas between them, and amounts thousands, underscores and exponents.
        extended: Whether to take the actions and the jokers that only games of configurations have;
            if nothing is said, unless strict.

    Returns:
        The action.

    Raises:
        ParseError: It is no action.
    """
    if not isinstance(text, str):
        raise ParseError(
            f"an action must be a text, not {text!r}", code="action-no-text", format="phh"
        )
    try:
        read = _native.read_action(text, strict, not strict if extended is None else extended)
    except UnicodeEncodeError:
        raise ParseError(
            "there is half a character in it", code="half-character", excerpt=text
        ) from None
    return Action(*read)


def parse_action(
    state: State, action: str, parse_value: Callable[[str], Any] = parse_value
) -> None:
    """Read an action and do it.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> parse_action(state, "p2 cbr 6 # as always")
    >>> state.operations[-1].commentary, state.bets
    ('as always', [2, 6])

    Args:
        state: The state that is changed.
        action: The action, with or without a commentary.
        parse_value: What reads amounts.

    Raises:
        ParseError: It is no action.
        RuleError: The action cannot be done now; both are a ValueError.
    """
    is_default = parse_value is _DEFAULT
    _native.perform_action(state, action, None if is_default else parse_value)


def describe_legal(state: State, *, show: Callable[[Any], str] = str) -> str:
    """Say in the notation what may be done now.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> describe_legal(state)
    'p2 f, p2 cc, p2 cbr 4 to 200'

    Args:
        state: The state.
        show: Writes an amount.

    Returns:
        The actions, or `nothing`.
    """
    return _native.describe_legal_actions(state, show)
