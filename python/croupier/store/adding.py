"""From files to rows: hands of every format, each once."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import _native
from croupier.analysis.statistics.all_in import list_showdowns
from croupier.errors import ParseError, PokerError, guard
from croupier.histories import HandHistory
from croupier.histories.bulk.reading import list_games, provide_setup
from croupier.histories.phh.documents import decode
from croupier.histories.pipeline.finding import Found, HistoryFile
from croupier.histories.replaying.settlement import find_ratios
from croupier.histories.times import zone_of
from croupier.limits import find_most_file_bytes
from croupier.store.folder import HAND_BITS, encode

if TYPE_CHECKING:
    import pyarrow as pa

    from croupier.executors import On

__all__ = [
    "AddedFiles",
    "FileRow",
    "WrittenPart",
    "fill_known",
    "is_unchanged",
    "make_parts",
    "offset_progress",
]

# An hour in microseconds, and more hours than there are between the years 1 and 9999.
_HOUR, _HOURS = 3_600_000_000, 1 << 30
_EPOCH = datetime.datetime(1970, 1, 1)
# The limits of a part, all of which is in memory at once; rooms' texts take longer to read.
_FILES_AT_ONCE = 2048
_BYTES_AT_ONCE = 1 << 25
_ROOM_BYTES_AT_ONCE = 1 << 24


@dataclass
class AddedFiles:
    """The result of adding files.

    Attributes:
        hands: How many hands are new.
        repeated: How many were there before.
        unfinished: How many came to no end, and were left out.
        unchanged: How many files had been added before and were not read again.
        files: How many files were read.
        tournaments: How many results of tournaments are new, or say something else than before.
        problems: What is wrong with hands and files, with their places.
        passed_over: Files that hold neither hands nor summaries of tournaments.
    """

    hands: int = 0
    repeated: int = 0
    unfinished: int = 0
    unchanged: int = 0
    files: int = 0
    tournaments: int = 0
    problems: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)

    def include(self, rows: Iterable[FileRow]) -> None:
        """Count the files of a part."""
        for row in rows:
            self.files += 1
            self.hands += row.hands
            self.repeated += row.repeated
            self.unfinished += row.unfinished
            self.problems += row.problems

    def __repr__(self) -> str:
        return (
            f"AddedFiles({self.files} files: {self.hands} hands are new, {self.repeated} were"
            f" there before, {len(self.problems)} problems)"
        )


@dataclass
class FileRow:
    """A file that hands were read from.

    Attributes:
        path: The file.
        format: The name of its format.
        size: How many bytes it had.
        modified: When it was changed last, in nanoseconds.
        hands: How many hands of it are rows.
        repeated: How many were there before.
        unfinished: How many came to no end.
        problems: What is wrong with it.
    """

    path: str
    format: str
    size: int
    modified: int
    hands: int = 0
    repeated: int = 0
    unfinished: int = 0
    problems: list[str] = field(default_factory=list)


class WrittenPart(NamedTuple):
    """Files of Parquet by the names of their tables, and the files that they are made of."""

    tables: dict[str, bytes]
    files: list[FileRow]


def find_row(path: Path, format: str) -> FileRow:
    """Return what is known of a file before it is read."""
    status = path.stat()
    return FileRow(str(path), format, status.st_size, status.st_mtime_ns)


def offset_progress(
    progress: Callable[[int], object] | None, first: int
) -> Callable[[int], object] | None:
    """Return a progress function that counts the files that were done before as well."""
    return None if progress is None else lambda done: progress(first + done)


def is_unchanged(file: HistoryFile, known: tuple[int, int] | None) -> bool:
    """Return whether a file has the size and the time that it had when it was added."""
    if known is None:
        return False
    try:
        row = find_row(file.path, file.format.name)
    except OSError:
        return False
    return known == (row.size, row.modified)


def fill_known(known: _native.KnownHands, hands: pa.Table) -> list[bool]:
    """Mark the hands that are new, and add them to those that are known.

    Args:
        known: The hands that there are.
        hands: A table with `id` and `cards`.

    Returns:
        Whether each of them is new.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    cards = pc.fill_null(hands["cards"], pa.scalar(0, pa.uint64()))
    found: list[bool] = []
    for batch in pa.table({"id": hands["id"], "cards": cards}).to_batches():
        found += known.take(_raw(batch["id"]), _raw(batch["cards"]))
    return found


def _raw(array: Any) -> bytes:
    width = 8
    start = array.offset * width
    return bytes(array.buffers()[1][start : start + len(array) * width])


class _Shard(NamedTuple):
    """The inputs of a part: its number, its files, and whether texts are kept."""

    part: int
    files: list[HistoryFile]
    keep_text: bool


def make_parts(
    files: list[HistoryFile],
    first: int,
    known: _native.KnownHands,
    *,
    threads: int | None = None,
    keep_text: bool = False,
    on: On | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[tuple[int, WrittenPart]]:
    """Derive the rows of files; parts are the same wherever that is done.

    Args:
        files: The files.
        first: The number of the first part.
        known: The hands that there are, which are not added again.
        threads: How many threads read; one for each core when omitted.
        keep_text: Whether texts are kept as a table.
        on: Where files are read, if not in this process.
        progress: Called with the number of files that are done.

    Yields:
        The parts and their numbers, in order.
    """
    runs = _iterate_runs(Found(files, []).runs(_FILES_AT_ONCE, _BYTES_AT_ONCE))
    shards = (_Shard(first + place, run, keep_text) for place, run in enumerate(runs))
    if on is None:
        done = 0
        for shard in shards:
            yield shard.part, _make_part(shard, known, threads)
            done += len(shard.files)
            if progress is not None:
                progress(done)
        return
    # Few programs need more than this process.
    from croupier.executors import map_shards, open_executor

    listed = list(shards)
    with open_executor(on) as executor:
        made = map_shards(
            _make_shard, listed, executor, progress=progress, weigh=lambda one: len(one.files)
        )
        for shard, (part, own) in zip(listed, made, strict=True):
            if not known.include(own):
                # Some of these hands were there before: they are told apart here.
                part = _make_part(shard, known, threads)
            yield shard.part, part


def _make_shard(shard: _Shard) -> tuple[WrittenPart, bytes]:
    """Derive a part as if there were no other; return it with the identities of its hands."""
    known = _native.KnownHands()
    return _make_part(shard, known, 1), known.dump()


def _make_part(shard: _Shard, known: _native.KnownHands, threads: int | None) -> WrittenPart:
    part, files, keep_text = shard
    deriver = _Deriver(known, threads)
    deriver.read(files)
    tables = deriver.export(part)
    if keep_text:
        tables["texts"] = encode(deriver.find_texts())
    return WrittenPart(tables, deriver.rows)


class _Deriver:
    """A maker of the rows of a part."""

    def __init__(self, known: _native.KnownHands, threads: int | None) -> None:
        self.known = known
        self.threads = threads
        self.store = _native.StoreRows()
        self.rows: list[FileRow] = []
        # Where the texts of hands are, and texts of those that are no PHH, by their order.
        self.places: pa.Table | None = None
        self.texts: list[str] = []

    def read(self, files: list[HistoryFile]) -> None:
        """Read files."""
        for file in files:
            try:
                self.rows.append(find_row(file.path, file.format.name))
            except OSError as error:
                row = FileRow(str(file.path), file.format.name, 0, 0)
                row.problems.append(f"{file.path}: {error.strerror or error}")
                self.rows.append(row)
        quick = [number for number, file in enumerate(files) if file.quick]
        if len(quick) == len(files):
            self._read_quick(files)
            return
        for number, file in enumerate(files):
            self._read_slow(number, file)

    def _read_quick(self, files: list[HistoryFile]) -> None:
        _native.set_most_file_bytes(find_most_file_bytes())
        paths = [file.path for file in files]
        found = self.store.add_files(paths, list_games(), provide_setup, self.known, self.threads)
        for row, (hands, repeated, unfinished) in zip(self.rows, found["counts"], strict=False):
            row.hands, row.repeated, row.unfinished = hands, repeated, unfinished
        for number, message in found["problems"]:
            self.rows[number].problems.append(f"{paths[number]}: {message}")
        for number, (start, length, line), key in found["left"]:
            place = f"{paths[number]}, hand {key}" if key else str(paths[number])
            try:
                with guard("read", "the reader of PHH"), warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    with paths[number].open("rb") as opened:
                        opened.seek(start)
                        data = opened.read(length)
                    history = HandHistory.load_part(decode(data), key or None)
            except ParseError as error:
                if error.line is not None:
                    error.line += line - 1
                self.rows[number].problems.append(f"{place}: {error}")
                continue
            self._add(number, history, place, line, (start, length))

    def _read_slow(self, number: int, file: HistoryFile) -> None:
        row = self.rows[number]
        try:
            for reading in file.format.read(file.path):
                row.problems += [f"{file.path}: {problem}" for problem in reading.problems]
                if reading.history is not None:
                    self._add(number, reading.history, str(file.path), reading.line, None)
        except (OSError, PokerError) as error:
            said = error.strerror if isinstance(error, OSError) else None
            row.problems.append(f"{file.path}: {said or error}")

    def _add(
        self,
        number: int,
        history: HandHistory,
        place: str,
        line: int,
        span: tuple[int, int] | None,
    ) -> None:
        row = self.rows[number]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with guard("added", "the store"):
                    state = history.replay().state
                    count = state.player_count
                    document = history.dumps()
                    added = self.store.add_state(
                        document,
                        state,
                        find_ratios(history.finishing_stacks, count),
                        find_ratios(history.winnings, count),
                        self.known,
                        number,
                        line,
                        span,
                    )
            except PokerError as error:
                row.problems.append(f"{place}: {error}")
                return
        if added == "row":
            row.hands += 1
            if span is None:
                self.texts.append(document)
        elif added == "repeated":
            row.repeated += 1
        elif added == "unfinished":
            row.unfinished += 1
        else:
            row.problems.append(f"{place}: more happened in it than rows have room for")

    def export(self, part: int) -> dict[str, bytes]:
        """Return the part's files."""
        import pyarrow as pa

        self.store.adjust(list_showdowns())
        tables = {}
        for exported in self.store.export(part << HAND_BITS):
            table = pa.table(exported)
            if exported.name == "hands":
                self.places = table.select(["hand", "file", "start", "length"])
                table = _set_offsets(table)
            tables[exported.name] = encode(table)
        tables["files"] = encode(_make_files(part, self.rows))
        return tables

    def find_texts(self) -> pa.Table:
        """Return the texts of all hands, after they were exported."""
        import pyarrow as pa

        assert self.places is not None
        texts, others = [], iter(self.texts)
        opened: tuple[int, bytes] = (-1, b"")
        for row in self.places.to_pylist():
            if row["start"] is None:
                texts.append(next(others))
                continue
            if opened[0] != row["file"]:
                opened = row["file"], Path(self.rows[row["file"]].path).read_bytes()
            start = row["start"]
            texts.append(decode(opened[1][start : start + row["length"]]))
        return pa.table({"hand": self.places["hand"], "text": pa.array(texts, pa.string())})


def _make_files(part: int, rows: list[FileRow]) -> pa.Table:
    import pyarrow as pa

    return pa.table(
        {
            "part": pa.array([part] * len(rows), pa.int64()),
            "file": pa.array(range(len(rows)), pa.uint32()),
            "path": pa.array([row.path for row in rows], pa.string()),
            "format": pa.array([row.format for row in rows], pa.string()),
            "size": pa.array([row.size for row in rows], pa.int64()),
            "modified": pa.array([row.modified for row in rows], pa.int64()),
            "hands": pa.array([row.hands for row in rows], pa.int64()),
            "repeated": pa.array([row.repeated for row in rows], pa.int64()),
            "unfinished": pa.array([row.unfinished for row in rows], pa.int64()),
            "problems": pa.array([len(row.problems) for row in rows], pa.int64()),
        }
    )


def _set_offsets(hands: pa.Table) -> pa.Table:
    """Replace names of time zones by their offsets from UTC in minutes."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = hands.column("zone").combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks else pa.array([], column.type)
    zones = [_find_zone(text) for text in column.dictionary.to_pylist()]
    # Clocks are moved at few moments: an hour that begins and ends alike is asked for once.
    hours = pc.floor_temporal(hands.column("clock").combine_chunks(), unit="hour")
    hours = pc.add(pc.divide(hours.cast(pa.int64()), _HOUR), _HOURS)
    keys = pc.add(pc.multiply(column.indices.cast(pa.int64()), 2 * _HOURS), hours)
    found = keys.dictionary_encode()
    offsets, moved = [], []
    for number, key in enumerate(found.dictionary.to_pylist()):
        zone, hour = zones[key // (2 * _HOURS)], key % (2 * _HOURS) - _HOURS
        begin = _EPOCH + datetime.timedelta(hours=hour)
        offsets.append(_find_offset(zone, begin))
        if _find_offset(zone, begin + datetime.timedelta(minutes=59, seconds=59)) != offsets[-1]:
            moved.append(number)
    minutes = pa.array(offsets, pa.int16()).take(found.indices)
    if moved:
        values = minutes.to_pylist()
        asked = pc.is_in(found.indices, pa.array(moved, found.indices.type))
        for row in pc.indices_nonzero(asked).to_pylist():
            clock, code = hands["clock"][row].as_py(), column.indices[row].as_py()
            values[row] = _find_offset(zones[code], clock)
        minutes = pa.array(values, pa.int16())
    place = hands.schema.get_field_index("zone")
    return hands.set_column(place, pa.field("utc_offset", pa.int16()), minutes)


def _find_offset(zone: datetime.tzinfo | None, clock: datetime.datetime) -> int | None:
    if zone is None:
        return None
    offset = clock.replace(tzinfo=zone).utcoffset()
    return None if offset is None else round(offset.total_seconds() / 60)


def _find_zone(text: str) -> datetime.tzinfo | None:
    """Return the time zone that the fields of a history tell; tabs are between them."""
    names = "time_zone", "city", "region", "country", "time_zone_abbreviation"
    history = HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[2, 2],
        actions=[],
    )
    for name, value in zip(names, text.split("\t"), strict=True):
        setattr(history, name, value or None)
    return zone_of(history)


def _iterate_runs(files: Iterable[list[HistoryFile]]) -> Iterator[list[HistoryFile]]:
    """Group small files that the core does not read, so that parts are not too small."""
    waiting: list[HistoryFile] = []
    for run in files:
        if run[0].quick:
            yield run
            continue
        waiting += run
        if sum(file.size for file in waiting) > _ROOM_BYTES_AT_ONCE or len(waiting) >= 1024:
            yield waiting
            waiting = []
    if waiting:
        yield waiting
