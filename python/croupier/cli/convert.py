"""`croupier convert`: hand histories of one format as those of another."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from io import StringIO
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

from cyclopts import Parameter
from rich.markup import escape

from croupier.cli.console import Status, errors, print_json
from croupier.cli.options import AsJson, Number
from croupier.cli.progress import Bar
from croupier.errors import SetupError
from croupier.files import whole_file

if TYPE_CHECKING:
    from croupier.histories.formats.converting import Conversion, Result, Style

__all__ = ["convert_files"]

_STANDARD = "-"
# Enough to see what is the matter; all of them are counted, and a report has all.
_SHOWN = 10
# Below this many bytes, to start processes takes longer than it saves.
_WORTH_SHARING = 1 << 20


def convert_files(
    *paths: Annotated[str, Parameter(required=True, allow_leading_hyphen=True)],
    output: Annotated[
        str, Parameter(name=["--output", "-o"], allow_leading_hyphen=True)
    ] = _STANDARD,
    to: str | None = None,
    source: Annotated[str, Parameter(name="--from")] = "",
    hero: Annotated[str, Parameter(name=["--hero", "--hero-name"])] = "",
    only_hero: Annotated[bool, Parameter(negative="")] = False,
    anonymize: Annotated[bool, Parameter(negative="")] = False,
    key: str = "",
    report: Path | None = None,
    jobs: int | None = None,
    compat: Literal["pokernow2gw"] | None = None,
    timezone: str = "",
    filter_hu: Annotated[bool, Parameter(negative="")] = False,
    filter_spinandgo: Annotated[bool, Parameter(negative="")] = False,
    filter_mtt: Annotated[bool, Parameter(negative="")] = False,
    site_name: str = "",
    rake_percent: Number = Decimal(0),
    rake_cap_bb: Number = Decimal(0),
    cash: Annotated[bool, Parameter(negative="")] = False,
    as_json: AsJson = False,
) -> int:
    """Convert hand histories from one format to another.

    What is in a file tells its format. Every hand is played by the rules, and one whose money is
    wrong is skipped with the reason. The exit status is 0 when all hands were converted, and 1 when
    some were skipped.

    Parameters
    ----------
    paths
        Files, folders with all that is in them, or - for the standard input.
    output
        The file to write; a folder (one that is there, or with a slash at the end) gets a file for
        each one that is read; - is the standard output.
    to
        The format to write: phh, ohh, ohh-simplified, pokerstars, gtowizard or pluribus.
    source
        The format to read, where what is in the files should not tell it.
    hero
        The name of the player whose hands they are, or PokerNow's number of that player.
    only_hero
        Leave out hands without the hero.
    anonymize
        Give players other names; the same player always gets the same one.
    key
        What other names are made with: another key gives other names.
    report
        A JSON file for everything that was skipped, odd or lost, hand by hand.
    jobs
        How many processes convert; one for each core when left out.
    compat
        Write PokerNow's logs and Open Hand History to the byte as this program does.
    timezone
        The zone of times, such as Europe/Paris; that of the hands when left out, or UTC with
        --compat.
    filter_hu
        Keep hands of two players.
    filter_spinandgo
        Keep hands of three players.
    filter_mtt
        Keep hands of four to nine players.
    site_name
        The name of the room in the first line of a hand.
    rake_percent
        What is named as the rake, in percent of the pot; only with --compat.
    rake_cap_bb
        The most that is named as the rake, in big blinds; only with --compat.
    cash
        For GTO Wizard, write hands of play money as those of a cash game, and not of a tournament.
    as_json
        Print the report as JSON, and nothing else; the hands go to --output.
    """
    from croupier.histories.formats.converting import TARGETS, Conversion, find_style
    from croupier.histories.formats.gtowizard.options import CompatibleOptions

    if as_json and output == _STANDARD:
        raise SetupError("--json prints the report: say with --output where the hands go")
    compatible = None
    if compat is not None:
        compatible = CompatibleOptions(
            hero=hero,
            time_zone=timezone or "UTC",
            site=site_name or "PokerStars",
            cash=cash,
            rake_percent=rake_percent,
            rake_cap=rake_cap_bb,
            heads_up=filter_hu,
            spin_and_go=filter_spinandgo,
            tournaments=filter_mtt,
        )
        if to not in (None, "gtowizard"):
            raise SetupError(f"--compat writes text for GTO Wizard, and not {to}")
        if anonymize:
            raise SetupError("--compat writes what the program writes, which has no other names")
    elif to is None:
        raise SetupError(f"--to is missing: the format to write, one of {', '.join(TARGETS)}")
    elif rake_percent or rake_cap_bb:
        raise SetupError("a rake that nobody took is named only with --compat")
    elif site_name and to not in ("pokerstars", "gtowizard"):
        raise SetupError(f"--site-name has no place in {to}")
    filters = {2: filter_hu, 3: filter_spinandgo, **dict.fromkeys(range(4, 10), filter_mtt)}
    conversion = Conversion(
        target=to or "gtowizard",
        source=source,
        hero=hero,
        only_hero=only_hero,
        anonymous=anonymize,
        key=key,
        compatible=compatible,
        cash=cash,
        site="" if compatible else site_name,
        time_zone="" if compatible else timezone,
        player_counts=frozenset(count for count, kept in filters.items() if kept) or None,
        listed=None if report is not None else _SHOWN,
    )
    style = find_style(conversion.target)
    inputs = list(_find_inputs(paths, output))
    summary = _Summary()
    start = perf_counter()
    with Bar("Converting", len(inputs) if len(inputs) > 1 else None) as bar:
        _Job(conversion, style, jobs).run(inputs, output, summary, bar)
    if report is not None:
        with _whole_text(report) as file:
            file.write(dumps(summary.to_data(), indent=1, ensure_ascii=False) + "\n")
    if as_json:
        print_json(summary.to_data())
    else:
        summary.show(perf_counter() - start)
    lost_hero = hero and compatible is None and summary.read and not summary.of_hero
    return Status.FINDINGS if summary.skipped or lost_hero else Status.GOOD


def _find_inputs(paths: tuple[str, ...], output: str) -> Iterator[tuple[str, Path]]:
    """Yield what is to be read, with the part of its path below the folder that was named."""
    target = None if output == _STANDARD else Path(output).resolve()
    for path in paths:
        if path == _STANDARD:
            yield path, Path("standard-input")
            continue
        given = Path(path)
        if given.is_dir():
            for file in sorted(given.rglob("*")):
                hidden = any(part.startswith(".") for part in file.relative_to(given).parts)
                if file.is_file() and not hidden and file.resolve() != target:
                    yield str(file), file.relative_to(given)
        elif given.is_file():
            yield path, Path(given.name)
        else:
            raise SetupError(f"there is no file or folder {path}")


class _Job:
    """Convert files, and put what comes of them where it belongs."""

    def __init__(self, conversion: Conversion, style: Style, jobs: int | None) -> None:
        if jobs is not None and jobs < 1:
            raise SetupError(f"--jobs must be at least 1, unlike {jobs}")
        self._conversion = conversion
        self._style = style
        self._jobs = jobs or os.cpu_count() or 1

    def run(self, inputs: list[tuple[str, Path]], output: str, summary: _Summary, bar: Bar) -> None:
        from tempfile import TemporaryDirectory

        folder = output != _STANDARD and (output.endswith(os.sep) or Path(output).is_dir())
        with ExitStack() as stack:
            beside = None
            if output != _STANDARD:
                # Files are put in place without copying, and not where everybody can read them.
                beside = Path(output) if folder else Path(output).resolve().parent
                beside.mkdir(parents=True, exist_ok=True)
            parts = Path(stack.enter_context(TemporaryDirectory(prefix=".croupier-", dir=beside)))
            results = self._convert_all(inputs, parts, bar)
            if folder:
                self._fill_folder(results, inputs, Path(output), summary)
            elif output == _STANDARD:
                self._join(results, sys.stdout, summary)
                sys.stdout.flush()
            else:
                with _whole_text(Path(output)) as out:
                    self._join(results, out, summary)

    def _convert_all(
        self, inputs: list[tuple[str, Path]], parts: Path, bar: Bar
    ) -> Iterator[tuple[Result, Path]]:
        tasks = [
            (path, self._conversion, str(parts / str(number)))
            for number, (path, _) in enumerate(inputs)
        ]
        size = sum(os.path.getsize(path) for path, _ in inputs if path != _STANDARD)
        if self._jobs == 1 or len(tasks) == 1 or size < _WORTH_SHARING:
            # Of a single file, hands are counted.
            count = bar.tell if len(tasks) == 1 else None
            for done, task in enumerate(tasks, 1):
                yield _convert_one(task, count), Path(task[2])
                if count is None:
                    bar.tell(done)
            return
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(min(self._jobs, len(tasks)), get_context("spawn"))
        try:
            with _uninterrupted():
                # Processes that are started now are not interrupted: who started them ends them.
                results = pool.map(_convert_one, tasks)
            for done, (result, task) in enumerate(zip(results, tasks, strict=True), 1):
                yield result, Path(task[2])
                bar.tell(done)
        finally:
            pool.shutdown(cancel_futures=True)

    def _join(self, results: Iterator[tuple[Result, Path]], out: TextIO, summary: _Summary) -> None:
        style = self._style
        out.write(style.opening)
        written = 0
        for result, part in results:
            with part.open(encoding="utf-8", newline="") as file:
                if result.converted and written:
                    out.write(style.between)
                if self._conversion.target == "phh":
                    _renumber(file, out, written)
                else:
                    while chunk := file.read(1 << 20):
                        out.write(chunk)
            part.unlink()
            written += result.converted
            summary.add(result)
        out.write(style.closing)

    def _fill_folder(
        self,
        results: Iterator[tuple[Result, Path]],
        inputs: list[tuple[str, Path]],
        folder: Path,
        summary: _Summary,
    ) -> None:
        used: set[Path] = set()
        for (result, part), (_, relative) in zip(results, inputs, strict=True):
            summary.add(result)
            if result.converted:
                place = folder / relative.with_suffix(self._style.suffix)
                if place in used:
                    # Files that differ in their suffixes alone.
                    place = folder / f"{relative}{self._style.suffix}"
                used.add(place)
                place.parent.mkdir(parents=True, exist_ok=True)
                with _whole_text(place) as out, part.open(encoding="utf-8", newline="") as file:
                    out.write(self._style.opening)
                    while chunk := file.read(1 << 20):
                        out.write(chunk)
                    out.write(self._style.closing)
            part.unlink()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put interruptions off, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _convert_one(task: tuple[str, Conversion, str], count: Any = None) -> Result:
    from croupier.histories.formats.converting import convert

    path, conversion, part = task
    source: Any = sys.stdin.buffer.read() if path == _STANDARD else Path(path)
    name = "standard input" if path == _STANDARD else path
    with open(part, "w", encoding="utf-8", errors="replace", newline="") as out:
        return convert(source, conversion, out, name=name, progress=count)


def _renumber(file: TextIO, out: TextIO, before: int) -> None:
    """Copy hands of PHH, and go on counting them where the file before stopped."""
    for line in file:
        if line.startswith("[") and line.rstrip().strip("[]").isdecimal():
            line = f"[{int(line.rstrip().strip('[]')) + before}]\n"
        out.write(line)


@contextmanager
def _whole_text(path: Path) -> Iterator[TextIO]:
    """Write a text that is in its place when it is complete."""
    with (
        whole_file(path) as part,
        part.open("w", encoding="utf-8", errors="replace", newline="") as text,
    ):
        yield text


@dataclass
class _Summary:
    """What is to be said in the end."""

    files: list[Result] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    read: int = 0
    converted: int = 0
    skipped: int = 0
    of_hero: int = 0

    def add(self, result: Result) -> None:
        self.read += result.read
        self.converted += result.converted
        self.skipped += result.skipped
        self.of_hero += result.of_hero
        self.kinds += result.kinds
        self.files.append(result)

    def to_data(self) -> dict[str, Any]:
        return {
            "read": self.read,
            "converted": self.converted,
            "skipped": self.skipped,
            "kinds": dict(self.kinds),
            "files": [
                {
                    "path": one.path,
                    "format": one.format,
                    "read": one.read,
                    "converted": one.converted,
                    "skipped": one.skipped,
                    "entries": [entry._asdict() for entry in one.entries],
                }
                for one in self.files
            ],
        }

    def show(self, seconds: float) -> None:
        out = StringIO()
        shown: Counter[str] = Counter()
        for one in self.files:
            for entry in one.entries:
                shown[entry.kind] += 1
                if shown[entry.kind] <= _SHOWN:
                    hand = f", hand {entry.hand}" if entry.hand else ""
                    style = "red" if entry.kind == "skipped" else "yellow"
                    place = escape(f"{one.path}, line {entry.line}{hand}")
                    out.write(f"{place}: [{style}]{entry.kind}[/]: {escape(entry.message)}\n")
        for kind, count in self.kinds.items():
            if count > _SHOWN:
                out.write(f"… and {count - _SHOWN:,} more of the kind {kind}; --report has all.\n")
        formats = Counter(one.format or "unknown" for one in self.files)
        told = ", ".join(f"{count:,} {name}" for name, count in sorted(formats.items()))
        rate = self.read / seconds if seconds else 0
        out.write(
            f"Read {self.read:,} hands of {len(self.files):,} files ({told}): {self.converted:,}"
            f" converted, {self.skipped:,} skipped, in {seconds:.1f} s ({rate:,.0f} hands a"
            " second)."
        )
        errors.print(out.getvalue(), highlight=False, soft_wrap=True)
