"""Every error that Croupier raises on purpose.

All of them are a `PokerError`. Those that say "this value is wrong" are a `ValueError` too, so code
that catches `ValueError` keeps working.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = [
    "AgentError",
    "AgentStartError",
    "CardError",
    "ConfigurationError",
    "LateError",
    "ParseError",
    "PokerError",
    "ReplayError",
    "RuleError",
    "SetupError",
    "UnsupportedError",
]


class PokerError(Exception):
    """Stand for anything that went wrong in Croupier.

    >>> issubclass(RuleError, PokerError)
    True
    """


class AgentError(PokerError, RuntimeError):
    """Report that a player's program failed, was too slow or answered nonsense.

    >>> issubclass(AgentError, RuntimeError)
    True
    """


class AgentStartError(AgentError):
    """Report that an agent cannot play at all, so that there is no match.

    Its program cannot be started, or nobody connects for it.

    >>> issubclass(AgentStartError, AgentError)
    True
    """


class LateError(AgentError):
    """Report that an agent took too long.

    >>> issubclass(LateError, AgentError)
    True
    """


class CardError(PokerError, ValueError):
    """Report a card that does not exist, is not there, or is there too often.

    Attributes:
        value: What was given instead of the right card or cards.

    >>> CardError("no such card: 99", value=99).value
    99
    """

    def __init__(self, message: str = "", *, value: object = None) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            value: What was given.
        """
        super().__init__(message)
        self.value = value


class SetupError(PokerError, ValueError):
    """Report a game, table or hand that cannot be set up as described.

    >>> issubclass(SetupError, ValueError)
    True
    """


class ConfigurationError(SetupError):
    """Report a game configuration that is wrong, with everything that is.

    Attributes:
        source: What the configuration was read from.
        problems: What is wrong and where, the warnings included.

    >>> print(ConfigurationError("game.json", ["error: deck: is missing"]))
    game.json: error: deck: is missing
    """

    def __init__(self, source: str = "the game", problems: Iterable[Any] = ()) -> None:
        """Make the error.

        Args:
            source: What the configuration was read from.
            problems: What is wrong; each has its own text.
        """
        self.source = source
        self.problems = tuple(problems)
        super().__init__(source, self.problems)

    def __str__(self) -> str:
        """Return the errors; there is a line for each if there are several."""
        errors = [
            str(problem).removeprefix("error: ")
            for problem in self.problems
            if getattr(problem, "is_error", True)
        ]
        if len(errors) == 1:
            return f"{self.source}: {self.problems[0] if len(self.problems) == 1 else errors[0]}"
        lines = "".join(f"\n  {error}" for error in errors)
        return f"{self.source} has {len(errors)} errors:{lines}"


class RuleError(PokerError, ValueError):
    """Report an operation that the rules forbid now.

    >>> issubclass(RuleError, ValueError)
    True
    """


class ParseError(PokerError, ValueError):
    """Report text that cannot be read, and where.

    Attributes:
        format: The name of the format being read.
        line: The number of the line, from 1.
        column: The number of the character in the line, from 1.
        hand: The name or number of the hand.
        excerpt: The text around the fault.

    >>> print(ParseError("the amount is missing", format="phh", line=3, excerpt="p1 cbr"))
    the amount is missing (phh, line 3, near 'p1 cbr')
    """

    def __init__(
        self,
        message: str = "",
        *,
        format: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hand: str | int | None = None,
        excerpt: str | None = None,
    ) -> None:
        """Make the error; whatever of its place is known becomes part of its text.

        Args:
            message: What is wrong and what was expected.
            format: The name of the format being read.
            line: The number of the line, from 1.
            column: The number of the character in the line, from 1.
            hand: The name or number of the hand.
            excerpt: The text around the fault.
        """
        super().__init__(message)
        self.format = format
        self.line = line
        self.column = column
        self.hand = hand
        self.excerpt = excerpt

    def __str__(self) -> str:
        """Return the message, followed by the place as far as it is known."""
        message = super().__str__()
        place = [
            text
            for text, known in (
                (f"{self.format}", self.format),
                (f"hand {self.hand}", self.hand),
                (f"line {self.line}", self.line),
                (f"column {self.column}", self.column),
                (f"near {self.excerpt!r}", self.excerpt),
            )
            if known is not None
        ]
        return f"{message} ({', '.join(place)})" if place else message


class ReplayError(ParseError):
    """Report a hand whose text is well formed but which the rules forbid.

    Attributes:
        action: The number of the action that is refused, from 1.

    >>> ReplayError("action 3 is refused: it is p2's turn", action=3).action
    3
    """

    def __init__(self, message: str = "", *, action: int | None = None, **place: Any) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            action: The number of the action, from 1.
            **place: Where it is, as `ParseError` has it.
        """
        super().__init__(message, **place)
        self.action = action


class UnsupportedError(PokerError, ValueError):
    """Report something that a format or a game has no room for.

    >>> issubclass(UnsupportedError, ValueError)
    True
    """
