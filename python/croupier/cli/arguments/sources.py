"""Hand histories on the command line: files of any format, and what is said of others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli.output.console import errors
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.histories.pipeline.finding import Found, PassedOver

__all__ = ["find_hands", "print_nothing_found", "print_passed_over"]

_SHOWN = 3


def find_hands(paths: Iterable[Path]) -> Found:
    """Find hand histories, and say on the standard error where there are none.

    That is for the command to judge, as it is where files hold no hand: the status of both is 1.

    Args:
        paths: Files and folders.

    Returns:
        The files.

    Raises:
        SetupError: There is no such file or folder.
    """
    from croupier.histories.pipeline.finding import find_histories

    given = list(paths)
    found = find_histories(given)
    if not found.files:
        print_nothing_found("hand histories", given)
    return found


def print_nothing_found(what: str, paths: Iterable[object]) -> None:
    """Say on the standard error that there is nothing of a kind.

    Args:
        what: What was looked for, as a plural.
        paths: Where.
    """
    line = show_line(f"There are no {what} in {', '.join(map(str, paths))}.")
    errors.print(line, style="yellow", highlight=False, markup=False, soft_wrap=True)


def print_passed_over(passed: Sequence[PassedOver], shown: int = _SHOWN) -> bool:
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
