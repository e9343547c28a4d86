"""`croupier validate`: whether hand histories are right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Annotated

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from croupier.cli.console import console, errors
from croupier.histories import Batch, find_files, read_all

__all__ = ["validate"]

_FAILURE = 1
# Enough to see what is the matter; all of them are counted.
_SHOWN = 50
_FILES_AT_ONCE = 64


def validate(
    *paths: Annotated[Path, Parameter(required=True)],
    threads: int | None = None,
    show: int = _SHOWN,
) -> int:
    """Read hand histories, replay every hand, and say what is wrong.

    The exit status is 0 when all hands were clean, and 1 otherwise.

    Parameters
    ----------
    paths
        Files of hand histories, and folders of them.
    threads
        How many threads read; one for each core when left out.
    show
        How many problems are shown; all of them are counted.
    """
    files = list(find_files(paths))
    counts: Counter[str] = Counter()
    start = perf_counter()
    columns = (TextColumn("Reading"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True) as progress:
        task = progress.add_task("Reading", total=len(files))
        batches = read_all(
            files,
            threads=threads,
            files_at_once=_FILES_AT_ONCE,
            progress=lambda done: progress.update(task, completed=done),
        )
        for batch in batches:
            for problem in batch.problems[: max(show - counts["problems"], 0)]:
                console.print(str(problem), highlight=False, soft_wrap=True)
            _count(batch, counts)
    seconds = perf_counter() - start
    hidden = counts["problems"] - min(counts["problems"], max(show, 0))
    if hidden:
        console.print(f"… and {hidden} more.")
    console.print(_make_table(len(files), counts, seconds))
    return _FAILURE if counts["problems"] else 0


def _count(batch: Batch, counts: Counter[str]) -> None:
    columns = batch.columns
    counts["hands"] += len(batch)
    counts["problems"] += len(batch.problems)
    counts["ended"] += sum(columns["ended"])
    counts["showdowns"] += sum(columns["showdown"])
    counts["hidden"] += sum(columns["hidden"])
    counts["repaired"] += sum(count > 0 for count in columns["repair_count"])
    counts["actions"] += sum(columns["applied_count"])
    for comparison in columns["finishing_check"]:
        counts[f"finishing {comparison}"] += 1


def _make_table(files: int, counts: Counter[str], seconds: float) -> Table:
    table = Table(title="Hand histories", title_justify="left", title_style="bold")
    table.add_column("")
    table.add_column("", justify="right")
    rows = {
        "files": files,
        "hands": counts["hands"],
        "actions that were played": counts["actions"],
        "hands that came to their end": counts["ended"],
        "hands that stop before it": counts["hands"] - counts["ended"] - counts["problems"],
        "showdowns": counts["showdowns"],
        "showdowns with hidden cards": counts["hidden"],
        "recorded stacks equal to the replay": counts["finishing 0"],
        "recorded stacks less than the replay (rake)": counts["finishing 1"],
        "recorded stacks different from the replay": counts["finishing 2"],
        "hands with an action understood otherwise": counts["repaired"],
        "problems": counts["problems"],
    }
    for name, count in rows.items():
        table.add_row(name, f"{max(count, 0):,}")
    table.add_row("hands a second", f"{counts['hands'] / seconds if seconds else 0:,.0f}")
    return table
