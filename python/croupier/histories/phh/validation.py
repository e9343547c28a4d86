"""Everything that is wrong with a history or a file of histories, and where."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path
from typing import Final, TypeAlias

from croupier._native import check_document, list_violations
from croupier.cards.records import Record
from croupier.errors import ParseError, Problem
from croupier.histories.bulk.reading import list_games, provide_setup
from croupier.histories.history import HandHistory
from croupier.histories.phh.documents import FORMAT, decode, open_document, verify_size
from croupier.histories.phh.field_problems import ERROR, WARNING
from croupier.histories.phh.fields import list_rules, write_fields
from croupier.limits import read_limited

__all__ = [
    "CODES",
    "Violation",
    "check",
    "check_file",
    "check_history",
    "check_mark",
    "make_violation",
    "verify",
]

Finding: TypeAlias = tuple[str, str, str, int | None, str, int, int]
"""How bad something is, its code, the field, the action, the message, the line and the column."""

CODES: Final = dict(list_violations())
"""The meaning of each code of a violation."""


class Violation(Record):
    """A violation: what is wrong with a hand, and where.

    Attributes:
        severity: `error` if the hand cannot be what it says, `warning` if it is merely odd.
        code: What kind of violation it is: one of `CODES`.
        message: What is wrong, and what was expected.
        field: The name of the field.
        action: The number of the action, from 1.
        hand: The key of the hand in a file with many.
        file: The name of the file.
        line: The line, from 1.
        column: The column, from 1.
        reason: The code of the reader's error, where `code` is `read`.

    >>> print(Violation(severity="error", code="missing", message="is missing", field="antes"))
    error: antes is missing
    """

    severity: str
    code: str
    message: str
    field: str | None = None
    action: int | None = None
    hand: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    reason: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether the hand cannot be what it says."""
        return self.severity == ERROR

    def to_problem(self) -> Problem:
        """Return the violation as errors have it, with the field or the action as its path."""
        path = self.field or ""
        if self.action is not None:
            path = f"actions[{self.action - 1}]"
        named = {"field": self.field, "action": self.action, "hand": self.hand, "file": self.file}
        known = {name: value for name, value in named.items() if value is not None}
        place = {"line": self.line, "column": self.column}
        return Problem(self.code, self.message, known, path, **place, severity=self.severity)

    def __str__(self) -> str:
        place = [
            *([self.file] if self.file is not None else []),
            *([f"hand {self.hand}"] if self.hand is not None else []),
            *([f"line {self.line}"] if self.line is not None else []),
            *([f"column {self.column}"] if self.column is not None else []),
        ]
        where = f"{', '.join(place)}: " if place else ""
        what = f"{self.field} " if self.field is not None and self.action is None else ""
        return f"{where}{self.severity}: {what}{self.message}"


def check(text: str | bytes, *, file: str | None = None) -> list[Violation]:
    r"""List everything that is wrong with a document of one hand or of many.

    >>> for violation in check("variant = 'NT'\nantes = [0, 0]\nstarting_stacks = [1, 0]"):
    ...     print(violation)
    line 3, column 23: error: starting_stacks value 2 must be above 0, unlike 0
    error: blinds_or_straddles is missing
    error: min_bet is missing
    error: actions is missing

    Args:
        text: The document.
        file: The name of the file, for the violations.

    Returns:
        The violations in order.
    """
    try:
        findings = _find(decode(text), None)
    except ParseError as error:
        return [
            Violation(
                severity=ERROR,
                code="toml",
                message=str(error.args[0]),
                file=file,
                line=error.line,
                column=error.column,
            )
        ]
    start = text[:3] if isinstance(text, bytes) else text[:1].encode()
    return [
        *check_mark(start, file),
        *(make_violation(finding, key, file) for key, finding in findings),
    ]


def check_mark(start: bytes, file: str | None) -> list[Violation]:
    """Say that a document begins with a byte order mark, if it does.

    Args:
        start: Its first bytes.
        file: The name of the file.

    Returns:
        The violation, if any.
    """
    if not start.startswith(BOM_UTF8):
        return []
    message = "a byte order mark is no part of TOML"
    return [Violation(severity=WARNING, code="mark", message=message, file=file, line=1, column=1)]


def make_violation(finding: Finding, key: str | None, file: str | None) -> Violation:
    """Return what the core found in a hand.

    Args:
        finding: What it found.
        key: The key of the hand's table.
        file: The name of the file.

    Returns:
        The violation.
    """
    severity, code, field, action, message, line, column = finding
    return Violation(
        severity=severity,
        code=code,
        message=message,
        field=field or None,
        action=action,
        hand=key,
        file=file,
        line=line or None,
        column=column or None,
    )


def _find(text: str, part: str | None) -> list[tuple[str | None, Finding]]:
    verify_size(text)
    return check_document(text, list_rules(), list_games(), provide_setup, part)


def check_file(path: str | Path) -> list[Violation]:
    """List everything that is wrong with a file of one hand or of many.

    Args:
        path: The file.

    Returns:
        The violations in order.
    """
    try:
        with open(path, "rb") as opened:
            data = read_limited(opened)
    except ParseError as error:
        message = error.args[0]
        return [
            Violation(
                severity=ERROR, code="size", message=message, file=str(path), line=1, column=1
            )
        ]
    return check(data, file=str(path))


def check_history(history: HandHistory) -> list[Violation]:
    """List everything that is wrong with a history, as it would be written.

    Args:
        history: The history.

    Returns:
        The violations in order; they have no line.
    """
    text, problem = write_fields(history.fields)
    if problem is not None:
        severity, code, field, element, message = problem
        action = None if element is None or field != "actions" else element + 1
        return [make_violation((severity, code, field, action, message, 0, 0), history.key, None)]
    found = _find(text, "")
    return [make_violation((*one[:5], 0, 0), history.key, None) for _, one in found]


def verify(text: str, *, many: bool) -> None:
    """Raise an error that names everything that is wrong with a document; warnings do not count.

    Args:
        text: The document.
        many: Whether it may have more than one hand.

    Raises:
        ParseError: There is something wrong.
    """
    violations = [one for one in check(text) if one.is_error]
    if not many and not violations and next(open_document(text), None) is None:
        raise ParseError("there is no hand", code="phh-no-hand", format=FORMAT)
    if violations:
        first = violations[0]
        raise ParseError(
            "; ".join(map(str, violations)),
            code="phh-violations",
            format=FORMAT,
            line=first.line,
            column=first.column,
            hand=first.hand,
            problems=[one.to_problem() for one in violations],
        )
