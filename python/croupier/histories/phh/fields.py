"""Problems of the fields of a history: the core finds them, and games find some of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from croupier._native import FieldRules, check_document
from croupier.errors import ParseError, PokerError, UnsupportedError, guard
from croupier.histories.custom import check_custom
from croupier.histories.phh.field_problems import ERROR, FieldProblem
from croupier.histories.phh.variants import CONFIGURED, GAME_TYPES, REQUIRED_FIELDS
from croupier.histories.phh.writing import write_key, write_value
from croupier.histories.times import is_zone

__all__ = ["find_fault", "list_rules", "write_fields"]


@cache
def list_rules() -> FieldRules:
    """Return what the core must know of fields: games, currencies, and whom to ask for more."""
    from croupier.histories.phh.currencies import CURRENCIES

    required = [(code, REQUIRED_FIELDS[code]) for code in GAME_TYPES]
    return FieldRules(required, CONFIGURED, CURRENCIES, is_zone, _check_configured)


def _check_configured(values: Mapping[str, Any]) -> list[FieldProblem]:
    """List what is wrong with the fields that say which game was played, even if that fails."""
    problems = []
    try:
        with guard("checked", "the check"):
            for problem in check_custom(values):
                problems.append(problem)  # noqa: PERF402
    except PokerError as error:
        said = str(error.args[0] if isinstance(error, ParseError) else error)
        problems.append(FieldProblem(ERROR, "setup", "variant", None, said))
    return problems


def find_fault(values: Mapping[str, Any]) -> str:
    """Say which field is to blame where a hand cannot be played or written.

    >>> find_fault({"variant": "NT", "antes": [0, -1]})
    'antes value 2 must be 0 or more, unlike -1'

    Args:
        values: The fields.

    Returns:
        The first thing that is wrong with them; nothing if they are as they should be.
    """
    text, problem = write_fields(values)
    if problem is not None:
        return f"{problem.field} {problem.message}"
    for _, (severity, code, field, _, message, *_) in check_document(text, list_rules(), part=""):
        if severity == ERROR and code != "notation":
            return f"{field} {message}"
    return ""


def write_fields(values: Mapping[str, Any]) -> tuple[str, FieldProblem | None]:
    """Return the fields of a hand as a document, and what is wrong where one cannot be written.

    >>> text, problem = write_fields({"variant": "NT", "hand": object})
    >>> problem.message
    "cannot be written: TOML has no room for <class 'object'>"

    Args:
        values: The fields by their names.

    Returns:
        The document, up to the field that cannot be written.
    """
    lines = []
    for name, value in values.items():
        try:
            lines.append(f"{write_key(name)} = {write_value(value)}")
        except UnsupportedError as error:
            element = _find_unwritable(value) if isinstance(value, list | tuple) else None
            which = "" if element is None else f"value {element + 1} "
            message = f"{which}cannot be written: {error}"
            return "\n".join(lines), FieldProblem(ERROR, "type", name, element, message)
    return "\n".join(lines), None


def _find_unwritable(values: Sequence[Any]) -> int | None:
    """Return the number of the first element that cannot be written, from 0."""
    for number, value in enumerate(values):
        try:
            write_value(value)
        except UnsupportedError:
            return number
    return None
