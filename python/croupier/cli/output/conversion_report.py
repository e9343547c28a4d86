"""The summary of `croupier convert`: news first, and common notes in a line a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rich.markup import escape

from croupier.cli.output.console import Status, errors
from croupier.histories.pipeline.converting import (
    LOST,
    PASSED_OVER,
    SAME_NAME,
    SKIPPED,
    UNREAD,
    ReportEntry,
    Result,
)
from croupier.histories.pipeline.losses import NO_ROOM
from croupier.texts import show_line

__all__ = ["SHOWN", "ConversionSummary"]

SHOWN = 10
"""How many are listed of what is news; all are counted, and a report has all."""
_NEWS = (SKIPPED, UNREAD, PASSED_OVER)
_STYLES = dict.fromkeys(_NEWS, "red")


@dataclass
class ConversionSummary:
    """The result of converting all files.

    Attributes:
        target: The name of the format that is written.
        verbose: Whether everything is listed.
        files: What came of each file.
        missed: How many files were named and hold nothing that could be read.
        hint: What is good to know before the last line.
    """

    target: str
    verbose: bool = False
    files: list[Result] = field(default_factory=list)
    missed: int = 0
    hint: str = ""
    kinds: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    read: int = 0
    converted: int = 0
    skipped: int = 0
    filtered: int = 0
    of_hero: int = 0
    _people: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, result: Result, *, named: bool) -> None:
        """Add a file.

        Args:
            result: What came of it.
            named: Whether somebody named it, unlike one of a folder.
        """
        self._compare_people(result)
        self.read += result.read
        self.converted += result.converted
        self.skipped += result.skipped
        self.filtered += result.filtered
        self.of_hero += result.of_hero
        self.kinds += result.kinds
        self.lost += result.lost
        self.missed += bool(result.failure) and (named or bool(result.format))
        self.files.append(result)

    def _compare_people(self, result: Result) -> None:
        """Report players who share a name across files: the target has names alone."""
        for name, number in result.people.items():
            known, where = self._people.setdefault(name, (number, result.path))
            if number and known and known != number:
                said = f"{name} is {number} here, but {known} in {where}: both become one player"
                result.add(ReportEntry("", 0, SAME_NAME, said), None)

    @property
    def status(self) -> int:
        """The exit status: good if there were hands, and all that were wanted were converted."""
        found = self.converted or self.filtered
        wrong = self.skipped or self.kinds[UNREAD] or self.missed or not found
        return Status.FINDINGS if wrong else Status.GOOD

    def to_data(self) -> dict[str, Any]:
        """Return everything as values of JSON."""
        return {
            "read": self.read,
            "converted": self.converted,
            "skipped": self.skipped,
            "filtered": self.filtered,
            "kinds": dict(self.kinds),
            "lost": dict(self.lost),
            "files": [
                {
                    "path": one.path,
                    "format": one.format,
                    "failure": one.failure,
                    "read": one.read,
                    "converted": one.converted,
                    "skipped": one.skipped,
                    "filtered": one.filtered,
                    "entries": [entry._asdict() for entry in one.entries],
                }
                for one in self.files
            ],
        }

    def show(self, seconds: float) -> None:
        """Print the summary on the standard error.

        Args:
            seconds: How long it took.
        """
        lines = [*self._list_all()] if self.verbose else [*self._list_news(), *self._sum_up()]
        lines += [self.hint] if self.hint else []
        lines.append(self._make_last_line(seconds))
        errors.print("\n".join(lines), highlight=False, soft_wrap=True)

    def _list_all(self) -> Iterator[str]:
        for one in self.files:
            for entry in one.entries:
                yield _describe_entry(one, entry)

    def _list_news(self) -> Iterator[str]:
        shown: Counter[str] = Counter()
        for one in self.files:
            for entry in one.entries:
                if entry.kind in _NEWS:
                    shown[entry.kind] += 1
                    if shown[entry.kind] <= SHOWN:
                        yield _describe_entry(one, entry)
        for kind in _NEWS:
            if self.kinds[kind] > SHOWN:
                yield f"… and {self.kinds[kind] - SHOWN:,} more {kind}; --verbose lists all."

    def _sum_up(self) -> Iterator[str]:
        """Yield a line for each kind of note, with an example."""
        examples: dict[str, str] = {}
        for one in self.files:
            for entry in one.entries:
                example = f"{_place(one, entry)}: {show_line(entry.message)}"
                examples.setdefault(entry.kind, example)
        for kind, count in sorted(self.kinds.items()):
            if kind in _NEWS:
                continue
            if kind == LOST:
                yield f"[yellow]{LOST}[/]: {escape(self._describe_lost())}"
                continue
            times = "once" if count == 1 else f"{count:,} times"
            such = ", " if count == 1 else ", such as "
            yield f"[yellow]{kind}[/]: {times}{such}{escape(examples[kind])}"

    def _describe_lost(self) -> str:
        """Return what the format has no room for, what is lost most often first."""
        ordered = sorted(self.lost.items(), key=lambda item: (-item[1], item[0]))
        fields = [(what, count) for what, count in ordered if what.startswith(NO_ROOM)]
        others = [
            f"{what} ({_hands(count)})" for what, count in ordered if (what, count) not in fields
        ]
        losses = []
        if fields:
            names = [f"{what.removeprefix(NO_ROOM)} ({_hands(count)})" for what, count in fields]
            losses.append(f"{self.target} has no room for {', '.join(names)}")
        return show_line("; ".join([*losses, *others]))

    def _make_last_line(self, seconds: float) -> str:
        formats = Counter(one.format or "unknown" for one in self.files)
        counts = ", ".join(f"{count:,} {name}" for name, count in sorted(formats.items()))
        listed = f" ({counts})" if counts else ""
        rate = self.read / seconds if seconds else 0
        passed = self.kinds[PASSED_OVER]
        said = f", {self.filtered:,} filtered out" if self.filtered else ""
        said += f", {_files(passed)} passed over" if passed else ""
        unread = sum(bool(one.failure and one.kinds[UNREAD]) for one in self.files)
        said += f", {_files(unread)} unreadable" if unread else ""
        return (
            f"Read {_hands(self.read)} of {_files(len(self.files))}{listed}: {self.converted:,}"
            f" converted, {self.skipped:,} skipped{said}, in {seconds:.1f} s ({rate:,.0f} hands a"
            f" second).{'' if self.converted else ' Nothing was written.'}"
        )


def _describe_entry(result: Result, entry: ReportEntry) -> str:
    style = _STYLES.get(entry.kind, "yellow")
    said = escape(show_line(entry.message))
    code = f" [dim]({entry.code})[/]" if entry.code else ""
    return f"{escape(_place(result, entry))}: [{style}]{entry.kind}[/]: {said}{code}"


def _place(result: Result, entry: ReportEntry) -> str:
    if entry.kind == PASSED_OVER or not entry.line:
        return result.path
    hand = f", hand {entry.hand}" if entry.hand else ""
    column = f", column {entry.column}" if entry.column else ""
    return show_line(f"{result.path}, line {entry.line}{column}{hand}")


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count:,} hands"


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"
