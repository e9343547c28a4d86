"""How the record of a hand and its replay agree: one class for each hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from croupier.histories.bulk.batch import Batch, Summary
from croupier.histories.replaying.settlement import DIFFERENT, EQUAL, LESS, OTHER_WINNERS

__all__ = ["Agreement", "classify", "count_classes"]

# The codes of columns for stacks that differ.
_DIFFERENT = re.compile(rb"\x02")


class Agreement(StrEnum):
    """The agreement of a record with its replay; the first class that fits is that of the hand."""

    IMPOSSIBLE = "impossible"
    """Something cannot be read, or is against the rules."""
    UNFINISHED = "unfinished"
    """The record stops before the end of the hand."""
    REPAIRED = "repaired"
    """Something was repaired, and then the hand was played to its end."""
    DEAD_POST = "dead post"
    """The recorded stacks differ, and somebody posted late: some rooms count that as dead."""
    WRONG_STACKS = "wrong stacks"
    """The recorded stacks differ in a way that no rake explains."""
    HIDDEN_WINNER = "hidden winner"
    """The record names other winners, and the cards of somebody in the showdown are unknown."""
    OTHER_WINNERS = "other winners"
    """The record names other winners, although all cards are known."""
    WRONG_WINNINGS = "wrong winnings"
    """The record has the same winners, but amounts that no rake explains."""
    RAKE = "rake"
    """The same players won, and less than there was."""
    EQUAL = "equal"
    """The recorded end is the one that the replay comes to."""
    UNCHECKED = "unchecked"
    """The hand was played to its end, and nothing is recorded of it."""


def classify(summary: Summary) -> Agreement:
    """Return the class of a hand.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from croupier.histories import read_all
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "hand.phh").write_text("variant = 'NT'")
    ...     [batch] = read_all(folder)
    >>> print(classify(batch[0]))
    impossible

    Args:
        summary: What came of the hand.

    Returns:
        The class.
    """
    recorded = {summary.finishing_check, summary.winnings_check}
    if summary.problem is not None:
        found = Agreement.IMPOSSIBLE
    elif not summary.ended:
        found = Agreement.UNFINISHED
    elif summary.repairs:
        found = Agreement.REPAIRED
    elif summary.finishing_check == DIFFERENT:
        posted = any(blind < 0 for blind in summary.blinds_or_straddles)
        found = Agreement.DEAD_POST if posted else Agreement.WRONG_STACKS
    elif OTHER_WINNERS in recorded:
        found = Agreement.HIDDEN_WINNER if summary.hidden else Agreement.OTHER_WINNERS
    elif DIFFERENT in recorded:
        found = Agreement.WRONG_WINNINGS
    elif LESS in recorded:
        found = Agreement.RAKE
    elif EQUAL in recorded:
        found = Agreement.EQUAL
    else:
        found = Agreement.UNCHECKED
    return found


def count_classes(batch: Batch) -> Counter[Agreement]:
    """Count the hands of each class.

    Args:
        batch: What came of some files' hands.

    Returns:
        The counts.
    """
    columns = batch.columns
    names = ("ended", "repair_count", "hidden", "finishing_check", "winnings_check")
    special = {row for row, problem in enumerate(columns["problem"]) if problem}
    different = columns["finishing_check"].tobytes()
    special.update(found.start() for found in _DIFFERENT.finditer(different))

    def list_kinds() -> Iterator[tuple[int, ...]]:
        return zip(*(columns[name] for name in names), strict=True)

    # Most hands are alike in what decides; one of each kind is looked at, and all special ones.
    counts = Counter(list_kinds())
    classes: Counter[Agreement] = Counter()
    missing = set(counts)
    for row in special:
        counts[tuple(columns[name][row] for name in names)] -= 1
        classes[classify(batch[row])] += 1
    for row, kind in enumerate(list_kinds()):
        if not missing:
            break
        if kind in missing and row not in special:
            missing.remove(kind)
            classes[classify(batch[row])] += counts[kind]
    return classes
