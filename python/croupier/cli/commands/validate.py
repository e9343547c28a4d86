"""`croupier validate`: whether hand histories are right."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from itertools import accumulate
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from croupier.cli.arguments.options import AsJson, Flag, On
from croupier.cli.arguments.sources import find_hands, print_passed_over
from croupier.cli.arguments.unused import refuse_threads
from croupier.cli.output.console import Status, console, print_json
from croupier.cli.output.progress import Bar

if TYPE_CHECKING:
    from croupier.histories import Agreement, Violation
    from croupier.histories.pipeline.checking import Checked

__all__ = ["validate"]

# Enough to see what is the matter; all of them are counted.
_SHOWN = 20
# By the names of the agreements.
_EXPLAINED = {
    "IMPOSSIBLE": "hands that cannot be played",
    "UNFINISHED": "hands that stop before their end",
    "REPAIRED": "hands that were repaired",
    "DEAD_POST": "recorded stacks differ, after a late post",
    "WRONG_STACKS": "recorded stacks differ",
    "HIDDEN_WINNER": "recorded winners differ, and cards are hidden",
    "OTHER_WINNERS": "recorded winners differ",
    "WRONG_WINNINGS": "recorded winnings differ",
    "RAKE": "recorded end is less, as by a rake",
    "EQUAL": "recorded end is that of the replay",
    "UNCHECKED": "no end is recorded",
}


@dataclass
class _Report:
    """The report at the end."""

    files: int
    hands: int = 0
    actions: int = 0
    showdowns: int = 0
    hidden: int = 0
    classes: Counter[Agreement] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    violations: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, checked: Checked) -> None:
        from croupier.histories import Agreement, count_classes

        self.hands += checked.unread
        self.classes[Agreement.IMPOSSIBLE] += checked.unread
        self.violations.update((one.severity, one.code) for one in checked.violations)
        if checked.batch is None:
            return
        columns = checked.batch.columns
        self.hands += len(checked.batch)
        self.actions += sum(columns["applied_count"])
        self.showdowns += sum(columns["showdown"])
        self.hidden += sum(columns["hidden"])
        self.classes += count_classes(checked.batch)
        for kinds in columns["repairs"]:
            if kinds:
                self.repairs.update(set(kinds.split()))

    def count(self, severity: str) -> int:
        return sum(number for (one, _), number in self.violations.items() if one == severity)


def validate(
    *paths: Annotated[Path, Parameter(required=True)],
    threads: int | None = None,
    on: On = None,
    show: int = _SHOWN,
    errors_only: Flag = False,
    as_json: AsJson = False,
) -> int:
    """Replay hand histories and say everything that is wrong.

    What is in a file tells its format. The exit status is 0 if nothing was found, and 1 otherwise;
    no hand at all is something, and so is a file that was named and holds none.

    Parameters
    ----------
    paths
        Files of hand histories of any format, and folders of them.
    threads
        How many threads read; one for each core when left out.
    on
        Who does the work: processes, processes:4, ray, ray://HOST:PORT or dask://HOST:PORT; threads
        of this process when left out. The results are the same.
    show
        How many errors and how many warnings are shown; -1 for all. All of them are counted.
    errors_only
        Pass over what is merely odd, such as a rake.
    as_json
        Print the results as JSON, and nothing else.
    """
    refuse_threads(threads, on)
    from croupier.histories.pipeline.checking import check_histories

    found = find_hands(paths)
    report = _Report(len(found.files))
    listed: list[Violation] = []
    kept: Counter[str] = Counter()
    start = perf_counter()
    sizes = list(accumulate((file.size for file in found.files), initial=0))
    with Bar("Checking", sizes[-1], counts_bytes=True) as bar:
        for checked in check_histories(
            found,
            threads=threads,
            progress=(lambda done: bar.update(sizes[done])) if on else None,
            tell_bytes=bar.add,
            on=on,
        ):
            if errors_only:
                checked.violations[:] = [one for one in checked.violations if one.is_error]
            for one in checked.violations:
                if as_json or show < 0 or kept[one.severity] < show:
                    listed.append(one)
                    kept[one.severity] += 1
            report.add(checked)
    if as_json:
        _write_json(report, listed, list(map(str, found.passed)))
    else:
        _show_violations(report, listed)
        _show_tables(report, perf_counter() - start)
    missed = print_passed_over(found.passed)
    return Status.FINDINGS if report.violations or missed or not report.hands else Status.GOOD


def _write_json(report: _Report, listed: list[Violation], passed: list[str]) -> None:
    from croupier.histories import Agreement

    document: dict[str, Any] = {
        "files": report.files,
        "passed_over": passed,
        "hands": report.hands,
        "actions": report.actions,
        "classes": {one.value: report.classes[one] for one in Agreement},
        "repairs": dict(report.repairs),
        "counts": [
            {"severity": severity, "code": code, "count": count}
            for (severity, code), count in sorted(report.violations.items())
        ],
        "violations": [asdict(one) for one in listed],
    }
    print_json(document)


def _show_violations(report: _Report, listed: list[Violation]) -> None:
    file = None
    for one in sorted(listed, key=lambda one: one.severity):
        if one.file != file:
            file = one.file
            console.print(f"[bold]{escape(str(file))}[/]", highlight=False, soft_wrap=True)
        style = "red" if one.is_error else "yellow"
        place = [
            f"{name} {value}"
            for name, value in (("hand", one.hand), ("line", one.line), ("column", one.column))
            if value is not None
        ]
        named = f"{one.field} " if one.field is not None and one.action is None else ""
        codes = (one.code, one.reason)
        console.print(
            f"  {escape(', '.join(place) or 'the whole file')}: [{style}]{one.severity}[/]:"
            f" {escape(named + one.message)} [dim]({', '.join(filter(None, codes))})[/]",
            highlight=False,
            soft_wrap=True,
        )
    for severity in ("error", "warning"):
        left = report.count(severity) - sum(one.severity == severity for one in listed)
        if left:
            console.print(f"… and {left:,} more {severity}s; --show -1 lists all.")


def _show_tables(report: _Report, seconds: float) -> None:
    from croupier.histories import Agreement
    from croupier.histories.phh.validation import CODES

    if report.violations:
        table = Table(title="What is wrong or odd", title_justify="left", title_style="bold")
        for name in ("", "class", "what it is"):
            table.add_column(name)
        table.add_column("count", justify="right")
        for (severity, code), count in sorted(
            report.violations.items(), key=lambda item: (item[0][0], -item[1])
        ):
            style = "red" if severity == "error" else "yellow"
            table.add_row(f"[{style}]{severity}[/]", code, CODES[code], f"{count:,}")
        console.print(table)
    table = Table(
        title="Hand histories", title_justify="left", title_style="bold", show_header=False
    )
    table.add_column("")
    table.add_column("", justify="right")
    rows = {
        "files": report.files,
        "hands": report.hands,
        "actions that were played": report.actions,
        "showdowns": report.showdowns,
        "showdowns with hidden cards": report.hidden,
    }
    for name, count in rows.items():
        table.add_row(name, f"{count:,}")
    table.add_section()
    for agreement in Agreement:
        count = report.classes[agreement]
        if count:
            table.add_row(_EXPLAINED[agreement.name], f"{count:,}")
    for kind, count in sorted(report.repairs.items()):
        table.add_row(f"  of the repaired: {kind}", f"{count:,}")
    table.add_section()
    table.add_row("errors", f"{report.count('error'):,}")
    table.add_row("warnings", f"{report.count('warning'):,}")
    table.add_row("hands a second", f"{report.hands / seconds if seconds else 0:,.0f}")
    console.print(table)
