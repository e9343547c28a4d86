"""Everything that is wrong with a history or a file of histories, and where."""

from __future__ import annotations

import warnings
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from croupier._native import Steps, list_violations
from croupier.cards.records import Record, replace
from croupier.errors import ParseError, PokerError, Problem, guard
from croupier.histories.history import HandHistory
from croupier.histories.phh.actions import read_action
from croupier.histories.phh.documents import FORMAT, decode, open_document
from croupier.histories.phh.field_problems import ERROR, WARNING, FieldProblem
from croupier.histories.phh.fields import check_fields, check_read_fields
from croupier.histories.phh.variants import CONFIGURED
from croupier.histories.replaying.settlement import DIFFERENT, LESS, OTHER_WINNERS, settle
from croupier.limits import read_limited
from croupier.state import ChipsPulling, State

__all__ = ["CODES", "Violation", "check", "check_file", "check_history", "check_part", "verify"]


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
    return _check(text, file, None)


def _check(text: str | bytes, file: str | None, part: str | None) -> list[Violation]:
    try:
        with guard("read", "the reader of PHH", format=FORMAT):
            reader = open_document(decode(text), part=part)
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
    found: list[Violation] = []
    start = text[:3] if isinstance(text, bytes) else text[:1].encode()
    if start == BOM_UTF8:
        message = "a byte order mark is no part of TOML"
        found.append(
            Violation(severity=WARNING, code="mark", message=message, file=file, line=1, column=1)
        )
    for key, values in reader:
        problems = check_read_fields(reader, values)
        for violation, path in _check_safely(values, key, problems):
            found.append(_placed(violation, file, key, *reader.find(*path)))
    return found


def check_part(text: str, *, key: str | None, file: str | None, line: int) -> list[Violation]:
    """List everything that is wrong with a hand that is a part of a file.

    Args:
        text: The fields of the hand.
        key: The key of its table.
        file: The name of the file.
        line: The line of the file where the part begins, after that of the key.

    Returns:
        The violations in order, with their places in the file.
    """
    return [
        one if one.line is None else replace(one, hand=key, line=line + one.line - 1)
        for one in _check(text, file, key or "")
    ]


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
    """List everything that is wrong with a history.

    Args:
        history: The history.

    Returns:
        The violations in order; they have no line.
    """
    return [
        _placed(violation, None, history.key, None, None)
        for violation, _ in _check_safely(history.fields, history.key, check_fields(history.fields))
    ]


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


def _placed(
    violation: Violation, file: str | None, key: str | None, line: int | None, column: int | None
) -> Violation:
    return replace(violation, hand=key, file=file, line=line, column=column)


# A violation, and the field and the element of it that are to blame.
_Located = tuple[Violation, tuple[str] | tuple[str, int]]


def _check_safely(
    values: dict[str, Any], key: str | None, problems: Iterator[FieldProblem]
) -> Iterator[_Located]:
    """Check a hand; where even that fails, it is one more thing that is wrong with it."""
    try:
        with guard("checked", "the check"):
            yield from _check_hand(values, key, problems)
    except PokerError as error:
        said = str(error.args[0] if isinstance(error, ParseError) else error)
        yield Violation(severity=ERROR, code="setup", message=said), ("variant",)


def _check_hand(
    values: dict[str, Any], key: str | None, problems: Iterator[FieldProblem]
) -> Iterator[_Located]:
    broken = False
    for severity, code, field, index, message in problems:
        broken = broken or severity == ERROR
        which = message if index is None else f"value {index + 1} {message}"
        violation = Violation(severity=severity, code=code, message=which, field=field)
        yield violation, (field,) if index is None else (field, index)
    actions = values.get("actions")
    if not isinstance(actions, list):
        return
    extended = values.get("variant") == CONFIGURED
    unreadable = []
    for index, text in enumerate(actions):
        if not isinstance(text, str):
            continue
        try:
            read_action(text, strict=True, extended=extended)
        except ParseError as error:
            unreadable.append(index)
            yield _at_action(index, text, f"cannot be read: {error.args[0]}", "notation")
    if broken:
        return
    history = _make(values, key)
    if unreadable:
        # Later checks depend on fields that cannot be read.
        history.actions = history.actions[: unreadable[0]]
    yield from _check_rules(history, complete=not unreadable)


def _make(values: dict[str, Any], key: str | None) -> HandHistory:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return HandHistory._from_fields(dict(values), {}, key)


def _at_action(index: int, text: str, message: str, code: str) -> _Located:
    violation = Violation(
        severity=ERROR,
        code=code,
        message=f"action {index + 1}, {text!r}, {message}",
        field="actions",
        action=index + 1,
    )
    return violation, ("actions", index)


def _check_rules(history: HandHistory, *, complete: bool) -> Iterator[_Located]:
    steps = Steps(history, True, True, True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            next(steps)
        except (PokerError, ValueError, TypeError) as error:
            yield Violation(severity=ERROR, code="setup", message=str(error)), ("variant",)
            return
        steps.finish()
    for number, message, is_odd_fold in steps.reports:
        text = history.actions[number - 1]
        code = "odd" if is_odd_fold else "rules"
        found, path = _at_action(number - 1, text, message, code)
        yield replace(found, severity=WARNING) if is_odd_fold else found, path
    if steps.stopped is not None:
        left = len(history.actions) - steps.stopped
        if left:
            message = f"the {left} actions after this one were not played"
            yield (
                Violation(
                    severity=WARNING,
                    code="stopped",
                    message=message,
                    field="actions",
                    action=steps.stopped,
                ),
                ("actions", steps.stopped - 1),
            )
    elif complete:
        assert isinstance(steps.state, State)
        yield from _check_results(history, steps.state)


def _check_results(history: HandHistory, state: State) -> Iterator[_Located]:
    settlement = settle(history, state)
    if settlement.finishing in {LESS, DIFFERENT}:
        stacks = ", ".join(str(stack) for stack in state.stacks)
        code, why = "finishing-stacks", "are not those of the hand as it was played"
        if settlement.finishing == LESS and not state.status:
            code, why = "rake", "are less than were played for, as by a rake"
            if settlement.rake is not None:
                why = f"are {settlement.rake} less than were played for, as by a rake"
        yield _odd_result("finishing_stacks", code, f"{why}: {stacks}")
    if settlement.winnings in {DIFFERENT, OTHER_WINNERS}:
        winners = {one.player_index for one in state.operations if isinstance(one, ChipsPulling)}
        names = ", ".join(f"p{index + 1}" for index in sorted(winners))
        if settlement.winnings == OTHER_WINNERS:
            why = f"name other winners than the hand as it was played, which {names} won"
        else:
            why = f"are not what {names} won as the hand was played, even with a rake"
        yield _odd_result("winnings", "winnings", why)


def _odd_result(field: str, code: str, message: str) -> _Located:
    return Violation(severity=WARNING, code=code, message=message, field=field), (field,)
