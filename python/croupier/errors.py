"""Every error that Croupier raises on purpose, and every warning.

All errors are a `PokerError`. Those that say "this value is wrong" are a `ValueError` too, so code
that catches `ValueError` keeps working. All warnings are a `PokerWarning`, a `UserWarning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

__all__ = [
    "AgentError",
    "AgentStartError",
    "CardError",
    "ConfigurationError",
    "FoldWithoutNeedWarning",
    "LateError",
    "NotDealableWarning",
    "ParseError",
    "PokerError",
    "PokerWarning",
    "Problem",
    "RecordWarning",
    "RefusedError",
    "ReplayError",
    "ReplenishedWarning",
    "RuleError",
    "RuleWarning",
    "SetupError",
    "UnsupportedError",
    "guard",
    "need_extra",
]


class Problem(NamedTuple):
    """One of the things that are wrong with a game or a file: what, and where.

    >>> print(Problem("deck-size", "must be 52, not 51", path="deck.cards", line=3, column=5))
    error: line 3, column 5: deck.cards: must be 52, not 51

    Attributes:
        code: The stable word for it.
        message: What is wrong and what was expected.
        details: The values that the message speaks of, by name.
        path: The place in a document, such as `gamePlay[3].deal.cards[0].number`; empty for all of
            it.
        line: The line in the text, from 1, if there is a text.
        column: The column in the text, from 1.
        severity: `error` if nothing can be done with it, `warning` if it is merely odd.
    """

    code: str
    message: str
    details: Mapping[str, Any] = MappingProxyType({})
    path: str = ""
    line: int | None = None
    column: int | None = None
    severity: str = "error"

    @property
    def is_error(self) -> bool:
        """Whether nothing can be done with it."""
        return self.severity == "error"

    @property
    def located(self) -> str:
        """The place, as far as it is known, and the message, without the severity."""
        line = "" if self.line is None else f"line {self.line}, column {self.column}"
        return ": ".join(filter(None, (line, self.path, self.message)))

    def __str__(self) -> str:
        return f"{self.severity}: {self.located}"

    def __hash__(self) -> int:
        # Details are no more than what the message says.
        return hash((self.code, self.message, self.path, self.line, self.column))

    def __reduce__(self) -> tuple[Any, ...]:
        return Problem, (self.code, self.message, dict(self.details), *self[3:])

    def describe(self) -> str:
        """Return the severity and the message without the place."""
        return f"{self.severity}: {self.message}"

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as it is written to JSON."""
        known = {
            "severity": self.severity,
            "code": self.code,
            "path": self.path,
            "message": self.message,
            "line": self.line,
            "column": self.column,
        }
        return {name: value for name, value in known.items() if value is not None}


class PokerError(Exception):
    """The base of all errors of Croupier.

    Programs read the code and the details, people read the text. `docs/errors.md` lists the codes.

    >>> error = PokerError("the pot has 3 chips", code="pot-size", amount=3)
    >>> error.code, error.details["amount"]
    ('pot-size', 3)
    >>> PokerError("something").code
    'poker'

    Attributes:
        code: A stable word for what is wrong, by which programs tell errors apart.
        details: The values that the text speaks of, by name.
    """

    default_code: ClassVar[str] = "poker"
    """The code where nothing more precise is known."""

    def __init__(self, message: str = "", *, code: str | None = None, **details: Any) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            code: The stable word for it; the class has one for the rest.
            **details: The values that the message speaks of.
        """
        super().__init__(message)
        self.code = self.default_code if code is None else code
        self.details = details


class AgentError(PokerError, RuntimeError):
    """A player's program that failed, was too slow or answered nonsense.

    >>> issubclass(AgentError, RuntimeError)
    True
    """

    default_code = "agent"


class AgentStartError(AgentError):
    """An agent that cannot play at all, so that there is no match.

    Its program cannot be started, or nobody connects for it.

    >>> issubclass(AgentStartError, AgentError)
    True
    """

    default_code = "agent-start"


class LateError(AgentError):
    """An agent that took too long.

    >>> issubclass(LateError, AgentError)
    True
    """

    default_code = "late"


class CardError(PokerError, ValueError):
    """A card that does not exist, is not there, or is there too often.

    Attributes:
        value: What was given instead of the right card or cards.

    >>> CardError("no such card: 99", value=99).value
    99
    """

    default_code = "card"

    def __init__(self, message: str = "", *, value: object = None, **details: Any) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            value: What was given.
            **details: The code and the values that the message speaks of.
        """
        super().__init__(message, **details)
        self.value = value


class SetupError(PokerError, ValueError):
    """A game, table or hand that cannot be set up as described.

    Attributes:
        problems: Everything that is wrong, each with its code, and its place where there is a text.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> try:
    ...     NoLimitTexasHoldem.create_state(tuple(Automation), True, -1, (1, 2), 2, (200, 0), 2)
    ... except SetupError as error:
    ...     print([problem.code for problem in error.problems])
    ['negative-forced-bet', 'empty-stack']
    """

    default_code = "setup"

    def __init__(
        self,
        message: str = "",
        *,
        problems: Iterable[tuple[str, str, Mapping[str, Any]]] = (),
        **details: Any,
    ) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            problems: Everything that is wrong, if that is known one by one: code, message, details.
            **details: The code and the values that the message speaks of.
        """
        listed = [Problem(*problem) for problem in problems]
        if len(listed) == 1:
            details = {"code": listed[0].code, **listed[0].details, **details}
        super().__init__(message, **details)
        self.problems: tuple[Problem, ...] = tuple(listed) or (
            Problem(self.code, message, self.details),
        )


class ConfigurationError(SetupError):
    """A game configuration that is wrong, with everything that is.

    Attributes:
        source: What the configuration was read from.
        problems: What is wrong and where, the warnings included.

    >>> print(ConfigurationError("game.json", [Problem("missing", "is missing", path="deck")]))
    game.json: error: deck: is missing
    """

    default_code = "configuration"

    def __init__(self, source: str = "the game", problems: Iterable[Problem] = ()) -> None:
        """Make the error.

        Args:
            source: What the configuration was read from.
            problems: What is wrong; each has its own text.
        """
        super().__init__(source)
        self.source = source
        self.problems = tuple(problems)
        self.args = (source, self.problems)

    def __str__(self) -> str:
        """Return the errors; there is a line for each if there are several."""
        errors = [problem.located for problem in self.problems if problem.is_error]
        if len(errors) == 1:
            return f"{self.source}: {self.problems[0] if len(self.problems) == 1 else errors[0]}"
        lines = "".join(f"\n  {error}" for error in errors)
        return f"{self.source} has {len(errors)} errors:{lines}"


class _Refusal:
    """The details of an operation that was refused."""

    details: dict[str, Any]

    @property
    def operation(self) -> str | None:
        """The method of a state that was refused, if it is known."""
        return self.details.get("operation")

    @property
    def player_index(self) -> int | None:
        """The player who is spoken of, or whose turn it is."""
        return self.details.get("player_index")

    @property
    def amount(self) -> Any:
        """The amount that is refused, if it is an amount."""
        return self.details.get("amount")

    @property
    def minimum(self) -> Any:
        """The smallest amount or number that is possible, where it is too small."""
        return self.details.get("minimum")

    @property
    def maximum(self) -> Any:
        """The largest amount or number that is possible, where it is too large."""
        return self.details.get("maximum")


class RuleError(_Refusal, PokerError, ValueError):
    """An operation that the rules forbid now.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=7
    ... )
    >>> try:
    ...     state.complete_bet_or_raise_to(3)
    ... except RuleError as error:
    ...     print(error.code, error.operation, error.player_index, error.amount, error.minimum)
    amount-below-minimum complete_bet_or_raise_to 2 3 4
    """

    default_code = "rule"

    def __init__(self, message: str = "", *, template: str | None = None, **details: Any) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            template: The message with the names of amounts in braces instead of the amounts.
            **details: The code and the values that the message speaks of.
        """
        super().__init__(message, **details)
        self._template = template

    def describe(self, show: Callable[[Any], str]) -> str:
        """Return the message for somebody who counts chips in another way.

        >>> error = RuleError("less than 200", template="less than {minimum}", minimum=200)
        >>> error.describe(lambda cents: f"${cents / 100:.2f}")
        'less than $2.00'

        Args:
            show: Writes an amount.

        Returns:
            The message; as it is where it speaks of no amount.
        """
        if self._template is None:
            return str(self)
        names = ("amount", "minimum", "maximum", "cost")
        amounts = {name: show(self.details[name]) for name in names if name in self.details}
        return self._template.format_map({**self.details, "seat": self.player_index, **amounts})

    @property
    def cards(self) -> tuple[Any, ...]:
        """The cards that are refused, if it is cards."""
        cards: tuple[Any, ...] = self.details.get("cards", ())
        return cards


class ParseError(PokerError, ValueError):
    """Text that cannot be read, and where.

    Attributes:
        format: The name of the format being read.
        line: The number of the line, from 1.
        column: The number of the character in the line, from 1.
        hand: The name or number of the hand.
        excerpt: The text around the fault.
        problems: Everything that is wrong, each with its code and place.

    >>> print(ParseError("the amount is missing", format="phh", line=3, excerpt="p1 cbr"))
    the amount is missing (phh, line 3, near 'p1 cbr')
    """

    default_code = "parse"

    def __init__(
        self,
        message: str = "",
        *,
        format: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hand: str | int | None = None,
        excerpt: str | None = None,
        problems: Iterable[Problem] = (),
        **details: Any,
    ) -> None:
        """Make the error; whatever of its place is known becomes part of its text.

        Args:
            message: What is wrong and what was expected.
            format: The name of the format being read.
            line: The number of the line, from 1.
            column: The number of the character in the line, from 1.
            hand: The name or number of the hand.
            excerpt: The text around the fault.
            problems: Everything that is wrong, if that is known one by one.
            **details: The code and the values that the message speaks of.
        """
        super().__init__(message, **details)
        self.problems: tuple[Problem, ...] = tuple(problems) or (
            Problem(self.code, message, self.details, line=line, column=column),
        )
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


class ReplayError(_Refusal, ParseError):
    """A hand whose text is well formed but which the rules forbid.

    Attributes:
        action: The number of the action that is refused, from 1.

    >>> ReplayError("action 3 is refused: it is p2's turn", action=3).action
    3
    """

    default_code = "replay"

    def __init__(self, message: str = "", *, action: int | None = None, **place: Any) -> None:
        """Make the error.

        Args:
            message: What is wrong and what was expected.
            action: The number of the action, from 1.
            **place: Where it is, the code and the details, as `ParseError` has them.
        """
        super().__init__(message, **place)
        self.action = action


class RefusedError(PokerError, ValueError):
    """A refusal of a request that a person at a hosted table made.

    >>> issubclass(RefusedError, ValueError)
    True
    """

    default_code = "refused"


class UnsupportedError(PokerError, ValueError):
    """An error about a feature that a format or a game does not have.

    >>> issubclass(UnsupportedError, ValueError)
    True
    """

    default_code = "unsupported"


class PokerWarning(UserWarning):
    """A warning about a move that the rules allow, but that is odd.

    >>> issubclass(PokerWarning, UserWarning)
    True

    Attributes:
        code: The stable word for it.
    """

    code: ClassVar[str] = "odd"


class RuleWarning(PokerWarning):
    """An operation that the rules allow, but that somebody may not have meant."""

    code = "odd-operation"


class FoldWithoutNeedWarning(RuleWarning):
    """A fold where checking is free."""

    code = "fold-without-need"


class NotDealableWarning(RuleWarning):
    """A card that is dealt although it is neither in the deck nor among those dealt again."""

    code = "not-dealable"


class ReplenishedWarning(RuleWarning):
    """A warning that used cards are dealt again, because the deck has too few."""

    code = "replenished"


class RecordWarning(PokerWarning):
    """A hand, or a part of it, that is not what a file should hold; the rest is read."""

    code = "odd-record"


# How many characters of others' messages are told: they may have all of a file in them.
_MAX_MESSAGE = 300


@contextmanager
def guard(
    done: str,
    by: str,
    kind: type[PokerError] = ParseError,
    *,
    passing: tuple[type[Exception], ...] = (),
    **place: Any,
) -> Iterator[None]:
    """Let nothing out but errors of ours: what others raise becomes one, with its place.

    This is the boundary around code that reads, plays or writes what strangers wrote. Whoever goes
    on with the next hand has one kind of error to look for; what was raised is its cause. Errors of
    ours pass; those that have a place get what they lack of it, and those that have none become one
    that has, if that is the kind. A lack of memory is no fault of a hand, and passes as well.

    >>> with guard("read", "the reader of Ongame", format="ongame", hand="R5-9", line=45):
    ...     {}["button"]
    Traceback (most recent call last):
    croupier.errors.ParseError: cannot be read: an unexpected KeyError in the reader of Ongame: \
'button' (ongame, hand R5-9, line 45)

    Args:
        done: What is done, as in "cannot be read".
        by: What does it, as in "the reader of Ongame".
        kind: What others' errors become.
        passing: What passes as it is, beside errors that have a place.
        place: Where it is, as `ParseError` has it.

    Yields:
        Once, for what is guarded.

    Raises:
        PokerError: Something went wrong inside.
    """
    try:
        yield
    except ParseError as error:
        for name, value in place.items():
            if getattr(error, name) is None:
                setattr(error, name, value)
        raise
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, passing):
            raise
        placed = issubclass(kind, ParseError)
        message = str(error)
        if isinstance(error, PokerError):
            if not placed:
                raise
        elif isinstance(error, RecursionError):
            message = f"cannot be {done}: it is nested too deeply"
        elif type(error) is not ValueError:
            # A plain one is how values are refused that are wrong, and says what is wrong.
            message = message[:_MAX_MESSAGE].rstrip(".") or "nothing more is known"
            message = f"cannot be {done}: an unexpected {type(error).__name__} in {by}: {message}"
        known = {"code": error.code, **error.details} if isinstance(error, PokerError) else {}
        raise kind(message, **{**known, **(place if placed else {})}) from error


@contextmanager
def need_extra(extra: str) -> Iterator[None]:
    """Say which extra is to be installed where an import fails.

    >>> with need_extra("web"):
    ...     import starlette_of_another_day
    Traceback (most recent call last):
    croupier.errors.UnsupportedError: this needs the extra web: pip install 'croupier[web]' \
(starlette_of_another_day is missing)

    Args:
        extra: The extra that brings what is imported.

    Yields:
        Once, for the imports.

    Raises:
        UnsupportedError: Something is not installed.
    """
    try:
        yield
    except ImportError as error:
        raise UnsupportedError(
            f"this needs the extra {extra}: pip install 'croupier[{extra}]'"
            f" ({error.name} is missing)",
            code="missing-extra",
        ) from None
