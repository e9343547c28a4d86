"""Messages about fields that are wrong or odd."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ERROR", "WARNING", "FieldProblem"]

ERROR: Final = "error"
WARNING: Final = "warning"


class FieldProblem(NamedTuple):
    """A problem of a field.

    Attributes:
        severity: `error` if the hand cannot be what it says, `warning` if it is merely odd.
        code: What kind of problem it is.
        field: The name of the field.
        element: The number of the element, from 0, where one is to blame.
        message: What is wrong and what was expected.
    """

    severity: str
    code: str
    field: str
    element: int | None
    message: str
