"""Hand histories on the command line: files of any format, and what is said of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output.console import errors
from croupier.errors import SetupError
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.histories.pipeline.finding import Found, PassedOver

__all__ = ["find_hands", "say_passed_over"]

_SHOWN = 3


def find_hands(paths: Iterable[Path]) -> Found:
    """Find hand histories, and refuse to go on where there are none.

    Args:
        paths: Files and folders.

    Returns:
        The files.

    Raises:
        SetupError: There is no such file or folder, or no hand history among them.
    """
    from croupier.histories.pipeline.finding import find_histories

    given = list(paths)
    found = find_histories(given)
    if not found.files:
        reasons = "; ".join(map(str, found.passed[:_SHOWN]))
        more = len(found.passed) - _SHOWN
        reasons += f"; and {more:,} more" if more > 0 else ""
        where = ", ".join(map(str, given))
        raise SetupError(
            f"there are no hand histories in {where}" + (f": {reasons}" if reasons else ""),
            code="no-hands",
        )
    return found


def say_passed_over(passed: Sequence[PassedOver], shown: int = _SHOWN) -> bool:
    """Say on the standard error which files hold no hands.

    Args:
        passed: The files.
        shown: How many are named.

    Returns:
        Whether somebody named one of them.
    """
    # Files that were named come before those that lie in a folder.
    ordered = sorted(passed, key=lambda one: not one.named)
    lines = [show_line(f"Passed over {one}") for one in ordered[:shown]]
    if len(ordered) > shown:
        lines.append(f"… and {len(ordered) - shown:,} more files without hands.")
    for line in lines:
        errors.print(line, style="yellow", highlight=False, markup=False, soft_wrap=True)
    return any(one.named for one in passed)
