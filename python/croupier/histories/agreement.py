"""How the record of a hand and its replay agree: one class for each hand."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from croupier.histories.batch import Batch, Summary
from croupier.histories.settlement import DIFFERENT, EQUAL, LESS, OTHER_WINNERS

__all__ = ["Agreement", "classify", "count_classes"]

# What columns have for stacks that differ, and the row of hands that are like many others.
_DIFFERENT = 2
_NO_ROW = -1


class Agreement(StrEnum):
    """How a record agrees with the replay; the first class that fits is that of the hand."""

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
    """What is recorded of the end is what the replay comes to."""
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
    counts: Counter[tuple[int, ...]] = Counter()
    examples: dict[tuple[int, ...], int] = {}
    names = ("ended", "repair_count", "hidden", "finishing_check", "winnings_check")
    # Most hands are alike in what decides; few of them are looked at.
    for row, decisive in enumerate(zip(*(columns[name] for name in names), strict=True)):
        special = columns["problem"][row] != "" or decisive[3] == _DIFFERENT
        kind = (row, *decisive) if special else (_NO_ROW, *decisive)
        counts[kind] += 1
        examples.setdefault(kind, row)
    classes: Counter[Agreement] = Counter()
    for kind, count in counts.items():
        classes[classify(batch[examples[kind]])] += count
    return classes
