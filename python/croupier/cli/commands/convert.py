"""`croupier convert`: hand histories of one format as those of another."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from decimal import Decimal
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TextIO

from cyclopts import Parameter

from croupier.cli.arguments.options import AsJson, Flag, Force, Number
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.arguments.sources import print_nothing_found
from croupier.cli.output.console import Status, claims, print_json
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.files import STANDARD as _STANDARD
from croupier.files import Claim, blame, open_text, parts_folder, whole_text
from croupier.limits import read_limited

if TYPE_CHECKING:
    from concurrent.futures import Future

    from croupier.cli.output.conversion_report import ConversionSummary
    from croupier.histories.pipeline.converting import Conversion, Result, Style
    from croupier.histories.pipeline.splitting import FilePart

__all__ = ["convert_files"]

# As many names of a folder are claimed at once; each takes an open file, of which there are not
# many. Names beyond are claimed when they are written.
_HELD = 100
# As many files as are named before the others are counted.
_NAMED = 5
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
    report: Annotated[Path | None, Parameter(allow_leading_hyphen=True)] = None,
    verbose: Flag = False,
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
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Convert hand histories from one format to another.

    What is in a file tells its format. Every hand is played by the rules, and one whose money is
    wrong is skipped with the reason. The exit status is 0 when all hands were converted, and 1 when
    some were skipped, when there were none, or when something could not be read; a file without
    hands that merely lies in a folder is passed over. No file that is read is overwritten, and no
    other without --force.

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
        Give players other names, and tables, hands and tournaments other ids; events, places and
        commentaries are left out or replaced. Files in a folder are numbered.
    key
        A secret that other names are made with: with one key, a player has one name in all files
        that are ever converted. Without a key, what is in the files takes its place, so that the
        same files give the same names and nobody without them can try names.
    report
        A JSON file for everything that was skipped, odd or lost, hand by hand.
    verbose
        List everything that was skipped, odd or lost, hand by hand, and not a line a kind.
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
    force
        Replace files that are there.
    as_json
        Print the report as JSON, and nothing else; the hands go to --output.
    """
    from croupier.cli.output.conversion_report import SHOWN, ConversionSummary
    from croupier.compat.pokernow2gw.options import CompatibleOptions
    from croupier.histories.pipeline.anonymizing import make_key
    from croupier.histories.pipeline.converting import TARGETS, Conversion, find_style

    _refuse_options(paths)
    if not output:
        raise SetupError(
            "invalid --output: expected a file or folder, got an empty text", code="empty-argument"
        )
    if cash and compat is None and to not in (None, "gtowizard"):
        raise SetupError(f"--cash has no effect on {to}: leave it out", code="unused-option")
    if key and not anonymize:
        raise SetupError("--key has no effect without --anonymize", code="unused-option")
    if as_json and output == _STANDARD:
        raise SetupError(
            "--json prints the report: say with --output where the hands go", code="missing-option"
        )
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
            raise SetupError(
                f"--compat writes text for GTO Wizard, and not {to}", code="option-conflict"
            )
        if anonymize:
            raise SetupError(
                "--compat writes what the program writes, which has no other names",
                code="option-conflict",
            )
    elif to is None:
        raise SetupError(
            f"--to is missing: the format to write, one of {', '.join(TARGETS)}",
            code="missing-option",
        )
    elif rake_percent or rake_cap_bb:
        raise SetupError(
            "a rake that nobody took is named only with --compat", code="option-conflict"
        )
    elif site_name and to not in ("pokerstars", "gtowizard"):
        raise SetupError(f"--site-name has no place in {to}", code="option-conflict")
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
        listed=None if verbose or report is not None else SHOWN,
    )
    style = find_style(conversion.target)
    inputs = list(_find_inputs(paths))
    if anonymize:
        # Names of files tell the address of a game, or whose it is.
        inputs = [
            one._replace(relative=Path(f"hands-{number}")) for number, one in enumerate(inputs, 1)
        ]
    if not inputs:
        print_nothing_found("files", paths)
    _refuse_overlap(paths, inputs, output, report, style)
    place = None
    held: dict[Path, Claim] = {}
    if _is_folder(output):
        named = dict.fromkeys(_name_output(Path(output), one, style) for one in inputs)
        if not force:
            _refuse_existing([*named])
        for path in [*named][:_HELD]:
            held[path] = claims.enter_context(Claim(path, force=force, lasting=False))
    elif output != _STANDARD:
        place = claim_output(output, force=force)
    reported = claim_output(report, force=force)
    if anonymize and not key and len(inputs) > 1:
        # A player has one name in all files of a run.
        files = [Path(one.path) for one in inputs if one.path != _STANDARD]
        conversion = replace(conversion, key=make_key(one for one in files if _can_be_read(one)))
    summary = ConversionSummary(conversion.target, verbose)
    if anonymize and not key:
        summary.hint = "Other files give players other names; a --key gives the same in all files."
    start = perf_counter()
    size = sum(_measure(one.path) for one in inputs)
    with Bar("Converting", size or None, counts_bytes=True) as bar:
        job = _Job(conversion, style, jobs, held, force=force)
        job.run(inputs, output if place is None else place, summary, bar)
    if reported is not None:
        with whole_text(reported) as file:
            file.write(dumps(summary.to_data(), indent=1, ensure_ascii=False) + "\n")
    if as_json:
        print_json(summary.to_data())
    else:
        summary.show(perf_counter() - start)
    lost_hero = hero and compatible is None and summary.read and not summary.of_hero
    return Status.FINDINGS if lost_hero else summary.status


class _Input(NamedTuple):
    """A source to read.

    Attributes:
        path: The file, or - for the standard input.
        relative: The part of its path below the folder that was named.
        named: Whether it was named itself.
    """

    path: str
    relative: Path
    named: bool


def _refuse_options(paths: tuple[str, ...]) -> None:
    """Refuse what was meant as an option: names of files may begin with a hyphen."""
    for path in paths:
        if path.startswith("--") and not Path(path).exists():
            from croupier.cli.arguments.usage import refuse_option

            raise SetupError(refuse_option("convert", path), code="unknown-option")


def _find_inputs(paths: tuple[str, ...]) -> Iterator[_Input]:
    from croupier.histories.pipeline.finding import list_folder

    for path in paths:
        given = Path(path)
        if path == _STANDARD:
            yield _Input(path, Path("standard-input"), True)
        elif given.is_dir():
            for file in list_folder(given):
                yield _Input(str(file), file.relative_to(given), False)
        elif given.is_file():
            yield _Input(path, Path(given.name), True)
        else:
            raise SetupError(f"there is no file or folder {path}", code="unknown-file")


def _is_folder(output: str) -> bool:
    return output != _STANDARD and (output.endswith(os.sep) or Path(output).is_dir())


def _refuse_overlap(
    paths: tuple[str, ...], inputs: list[_Input], output: str, report: Path | None, style: Style
) -> None:
    """Refuse to write where something is read, by whatever name or link."""
    written = [] if report is None else [report]
    if _is_folder(output):
        folder = Path(output).resolve()
        for path in paths:
            within = path != _STANDARD and folder.is_relative_to(Path(path).resolve())
            if within:
                raise SetupError(
                    f"the output {output} is in {path}, which is read: choose a folder elsewhere",
                    code="output-conflict",
                )
        written += [_name_output(folder, one, style) for one in inputs]
    elif output != _STANDARD:
        written.append(Path(output))
    read = {_identify(Path(one.path)): one.path for one in inputs if one.path != _STANDARD}
    read.pop(None, None)
    for place in written:
        source = read.get(_identify(place)) if place.exists() else None
        if source is not None:
            known = "" if source == str(place) else f" as {source}"
            raise SetupError(
                f"{place} is read{known}, and would be overwritten: choose another",
                code="output-conflict",
            )
    if report is not None and output != _STANDARD and report.resolve() == Path(output).resolve():
        raise SetupError(
            f"the report and the hands cannot both go to {report}", code="output-conflict"
        )


def _refuse_existing(places: list[Path]) -> None:
    """Refuse to replace files of a folder, with the list of them."""
    there = [str(place) for place in places if place.exists()]
    if there:
        more = f" and {len(there) - _NAMED:,} more" if len(there) > _NAMED else ""
        verb, them = ("is", "it") if len(there) == 1 else ("are", "them")
        raise SetupError(
            f"{', '.join(there[:_NAMED])}{more} {verb} there already; --force replaces {them}",
            code="output-exists",
        )


def _name_output(folder: Path, one: _Input, style: Style) -> Path:
    return folder / one.relative.with_suffix(style.suffix)


def _identify(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        # The error is reported when the file is read.
        return None
    return status.st_dev, status.st_ino


class _Task(NamedTuple):
    """The work of one process.

    Attributes:
        path: The file, or - for the standard input.
        conversion: What is done with its hands.
        place: Where they are written.
        part: The part of the file that is meant, if it is not all of it.
    """

    path: str
    conversion: Conversion
    place: str
    part: FilePart | None = None


class _Converted(NamedTuple):
    """The result of converting a file.

    Attributes:
        input: The file.
        result: What came of its hands.
        places: Where they were written, one after the other, and how many are where.
    """

    input: _Input
    result: Result
    places: list[tuple[Path, int]]


class _NoHandsError(Exception):
    """The error for a file that would have no hands."""


class _Job:
    """A conversion of files, with what comes of them put where it belongs."""

    def __init__(
        self,
        conversion: Conversion,
        style: Style,
        jobs: int | None,
        held: dict[Path, Claim],
        *,
        force: bool,
    ) -> None:
        if jobs is not None and jobs < 1:
            raise SetupError(f"--jobs must be at least 1, unlike {jobs}", code="option-value")
        self._conversion = conversion
        self._style = style
        self._jobs = jobs or os.cpu_count() or 1
        self._held = held
        self._force = force

    def run(
        self, inputs: list[_Input], output: str | Claim, summary: ConversionSummary, bar: Bar
    ) -> None:
        if output == _STANDARD:
            with parts_folder(None) as parts:
                self._join(self._convert_all(inputs, parts, bar), sys.stdout, summary)
                sys.stdout.flush()
            return
        # Parts lie where there is room for all of it, and not where everybody can read them.
        beside = output.folder if isinstance(output, Claim) else output
        with blame(output), parts_folder(beside) as parts:
            results = self._convert_all(inputs, parts, bar)
            if not isinstance(output, Claim):
                self._fill_folder(results, Path(output), summary)
                return
            with suppress(_NoHandsError), whole_text(output) as out:
                self._join(results, out, summary)
                if not summary.converted:
                    # Whatever is there already is worth more than a file without hands.
                    raise _NoHandsError

    def _convert_all(self, inputs: list[_Input], parts: Path, bar: Bar) -> Iterator[_Converted]:
        sizes = [_measure(one.path) for one in inputs]
        if self._jobs == 1 or sum(sizes) < _WORTH_SHARING:
            done = 0
            for number, (one, size) in enumerate(zip(inputs, sizes, strict=True)):
                task = _Task(one.path, self._conversion, str(parts / str(number)))
                result = _convert_part(task, lambda read, done=done: bar.update(done + read))
                yield _Converted(one, result, [(Path(task.place), result.converted)])
                done += size
                bar.update(done)
            return
        shared = [self._split(one, parts / str(number)) for number, one in enumerate(inputs)]
        count = sum(map(len, shared))
        from croupier.executors import start_processes, uninterrupted

        pool = start_processes(min(self._jobs, count))
        try:
            with uninterrupted():
                # Processes that are started now are not interrupted: who started them ends them.
                waiting = [
                    [(one, pool.submit(_convert_part, one)) for one in own] for own in shared
                ]
            done = 0
            for one, size, tasks in zip(inputs, sizes, waiting, strict=True):
                found = []
                for task, waited in tasks:
                    result = _wait_for(waited, one, Path(task.place))
                    found.append((task, result))
                    bar.update(done + (size if task.part is None else task.part.end))
                places = [(Path(task.place), result.converted) for task, result in found]
                yield _Converted(one, self._put_together(found), places)
                done += size
                bar.update(done)
        finally:
            pool.shutdown(cancel_futures=True)

    def _split(self, one: _Input, place: Path) -> list[_Task]:
        """Return the tasks for a file: one, or one for each part."""
        from croupier.histories.pipeline.splitting import split_file

        parts: list[FilePart] = []
        if one.path != _STANDARD:
            # The reader of the file reports why it cannot be read.
            with suppress(OSError):
                parts = split_file(one.path, self._conversion)
        if not parts:
            return [_Task(one.path, self._conversion, str(place))]
        conversion = replace(self._conversion, source=parts[0].format)
        return [
            _Task(one.path, conversion, f"{place}-{number}", part)
            for number, part in enumerate(parts)
        ]

    def _put_together(self, found: list[tuple[_Task, Result]]) -> Result:
        from croupier.histories.pipeline.splitting import join_results

        parts = [(task.part, result) for task, result in found if task.part is not None]
        return join_results(parts, self._conversion.listed) if parts else found[0][1]

    def _join(self, results: Iterator[_Converted], out: TextIO, summary: ConversionSummary) -> None:
        from croupier.histories.pipeline.joining import Joiner

        joiner = Joiner(self._conversion.target, out)
        for one, result, places in results:
            for part, converted in places:
                with part.open(encoding="utf-8", newline="") as file:
                    joiner.add(file, converted)
                part.unlink()
            summary.add(result, named=one.named)
        joiner.close()

    def _fill_folder(
        self, results: Iterator[_Converted], folder: Path, summary: ConversionSummary
    ) -> None:
        used: set[Path] = set()
        for one, result, places in results:
            summary.add(result, named=one.named)
            if result.converted:
                place = _name_output(folder, one, self._style)
                if place in used:
                    # Files that differ in their suffixes alone.
                    place = folder / f"{one.relative}{self._style.suffix}"
                used.add(place)
                self._fill(place, places)
            for part, _ in places:
                part.unlink()

    def _fill(self, place: Path, parts: list[tuple[Path, int]]) -> None:
        from croupier.histories.pipeline.joining import Joiner

        with ExitStack() as stack:
            claim = self._held.get(place)
            if claim is None:
                # Not synced to the disk: after a power failure it can be made again.
                claim = stack.enter_context(Claim(place, force=self._force, lasting=False))
            out = stack.enter_context(whole_text(claim))
            joiner = Joiner(self._conversion.target, out)
            for part, converted in parts:
                with part.open(encoding="utf-8", newline="") as file:
                    joiner.add(file, converted)
            joiner.close()


def _can_be_read(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            file.read(1)
    except OSError:
        return False
    return True


def _measure(path: str) -> int:
    try:
        return 0 if path == _STANDARD else os.path.getsize(path)
    except OSError:
        # The reader of the file reports why it cannot be read.
        return 0


def _wait_for(result: Future[Result], one: _Input, part: Path) -> Result:
    """Return the result for a file, also where its process has died."""
    from concurrent.futures.process import BrokenProcessPool

    from croupier.histories.pipeline.converting import UNREAD, ReportEntry, Result

    try:
        return result.result()
    except BrokenProcessPool:
        # Nothing of what is left was read; whatever was written of it is not whole.
        open_text(part).close()
        reason = "the process that was to read it has ended"
        lost = Result(one.path, failure=reason)
        lost.add(ReportEntry("", 0, UNREAD, reason), None)
        return lost


def _convert_part(task: _Task, count: Any = None) -> Result:
    """Convert a file, or a part of it, to a place of its own."""
    from croupier.histories.pipeline.converting import convert

    name = "standard input" if task.path == _STANDARD else task.path
    source: Any = Path(task.path)
    if task.path == _STANDARD:
        source = read_limited(sys.stdin.buffer, name)
    with blame(task.place), open_text(task.place) as out:
        if task.part is not None:
            with open(task.path, "rb") as file:
                file.seek(task.part.start)
                source = file.read(task.part.end - task.part.start)
        return convert(source, task.conversion, out, name=name, progress=count)
