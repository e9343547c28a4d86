"""The statistics of files and folders, counted in the core."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from mmap import ACCESS_READ, mmap
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier import _native
from croupier.analysis.statistics.all_in import find_adjustments
from croupier.analysis.statistics.groups import Group, GroupKey
from croupier.analysis.statistics.hands import CountedSeat, count_history
from croupier.analysis.statistics.players import PlayerStatistics
from croupier.errors import ParseError, PokerError, guard
from croupier.histories import HandHistory
from croupier.histories.bulk.reading import list_games, provide_setup
from croupier.histories.identities import FIELD, HERO
from croupier.histories.phh.documents import decode
from croupier.histories.pipeline.finding import Found, HistoryFile, find_histories
from croupier.limits import find_most_file_bytes, verify_threads

if TYPE_CHECKING:
    from croupier.analysis.statistics.standards import Standard
    from croupier.executors import On

__all__ = ["read_statistics"]

_FILES_AT_ONCE = 2048


class _Spot(NamedTuple):
    """The place of a hand in the files, and a seat in it."""

    file: int
    start: int
    seat: int


def read_statistics(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]] | Found,
    *,
    list_players: Iterable[str] = (),
    by_id: bool = False,
    hero: bool = False,
    all_in: bool = True,
    threads: int | None = None,
    files_at_once: int = _FILES_AT_ONCE,
    progress: Callable[[int], object] | None = None,
    tell_bytes: Callable[[int], object] | None = None,
    on: On | None = None,
) -> PlayerStatistics:
    """Count the hands of files and folders, in the core and on all cores.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "hand.phh").write_text('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']
    ... players = ['Ann', 'Bob']
    ... ''')
    ...     statistics = read_statistics(folder)
    >>> statistics["Bob"].vpip, statistics["Ann"].net
    (Frequency(chances=1, done=0), 1)

    Args:
        paths: Files and folders, of any format; or what `find_histories` found among them.
        list_players: The players whose hands are listed one by one, in the order of the files.
        by_id: Whether players are told by their ids where hands have them, and not by their names:
            see `PlayerStatistics`. Files with ids are counted hand by hand.
        hero: Whether the player whose records the hands are is one player, `@hero`.
        all_in: Whether to find out what was to be expected in all-in hands.
        threads: How many threads count; one for each core when omitted.
        files_at_once: How many files are given to the core at once.
        progress: Called with the number of files that are done.
        tell_bytes: Called with how many more bytes are read in this process, by any thread; large
            files are read in parts.
        on: Where hands are counted, if not in this process: `processes`, `ray` and others, see
            `croupier.executors`. What comes of them is the same.

    Returns:
        The statistics. Hands that cannot be played are left out, and said to be. A hand that is
        there several times, in whatever formats, is counted once: see `fingerprint`.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    verify_threads(threads)
    found = paths if isinstance(paths, Found) else find_histories(paths)
    if by_id:
        files = [
            file._replace(quick=file.quick and not _has_ids(file.path)) for file in found.files
        ]
        found = found._replace(files=files)
    how = _Shard(frozenset(list_players), by_id, all_in, hero)
    statistics = PlayerStatistics(by_id=by_id, hero=hero)
    statistics.passed_over += map(str, found.passed)
    if on is not None:
        _count_elsewhere(statistics, how, found, on, progress)
        return statistics
    done = 0
    runs = list(found.runs(files_at_once))
    for count in _count_runs(statistics, how, runs, threads, tell_bytes):
        done += count
        if progress is not None:
            progress(done)
    return statistics


class _Shard(NamedTuple):
    """The files of a shard, and the options that decide how their hands are counted."""

    listed: frozenset[str]
    by_id: bool
    all_in: bool
    hero: bool
    files: Sequence[HistoryFile] = ()


def _count_runs(
    statistics: PlayerStatistics,
    how: _Shard,
    runs: Sequence[Sequence[HistoryFile]],
    threads: int | None,
    tell_bytes: Callable[[int], object] | None = None,
) -> Iterator[int]:
    """Count files, and yield how many of them are done each time."""
    prepared: Iterable[tuple[Sequence[HistoryFile], Standard | None]]
    prepared = ((files, None) for files in runs)
    if not all(files[0].quick for files in runs):
        # Few programs count texts of rooms.
        from croupier.analysis.statistics.standards import standardize

        prepared = standardize(runs, how.by_id, threads, tell_bytes)
    for files, standard in prepared:
        _count_run(statistics, how, files, threads, standard, tell_bytes)
        yield len(files)


def _count_run(
    statistics: PlayerStatistics,
    how: _Shard,
    files: Sequence[HistoryFile],
    threads: int | None,
    standard: Standard | None,
    tell_bytes: Callable[[int], object] | None,
) -> None:
    """Count files that the core reads, or one that it does not, or what that is as a standard."""
    paths = [file.path for file in files] if standard is None else [standard.path]
    taking = _Taking(statistics, paths, how.listed, how.all_in)
    if standard is not None:
        statistics.problems += standard.problems
        taking.source, taking.names = files[0].path, standard.names
        # The file itself was read already.
        tell_bytes = None
    elif not files[0].quick:
        taking.read(files[0])
        if tell_bytes is not None:
            tell_bytes(files[0].size)
        return
    _native.set_most_file_bytes(find_most_file_bytes())
    known = statistics._known
    taking.take(
        statistics._tallies.count_files(
            paths,
            list_games(),
            how.listed,
            HERO if how.hero else None,
            provide_setup,
            known,
            threads,
            tell_bytes,
        )
    )


def _count_shard(shard: _Shard) -> tuple[PlayerStatistics, bytes]:
    """Count a shard as if there were no other, and say which hands it has."""
    statistics = PlayerStatistics(by_id=shard.by_id, hero=shard.hero)
    for _ in _count_runs(statistics, shard, [shard.files], 1):
        pass
    return statistics, statistics._known.dump()


def _count_elsewhere(
    statistics: PlayerStatistics,
    how: _Shard,
    found: Found,
    on: On,
    progress: Callable[[int], object] | None,
) -> None:
    """Count files in shards, and add them up."""
    # Few programs need more than this process.
    from croupier.executors import map_shards, open_executor

    with open_executor(on) as executor:
        runs = found.share(executor)
        counted = map_shards(
            _count_shard,
            [how._replace(files=run) for run in runs],
            executor,
            progress=progress,
            weigh=lambda shard: len(shard.files),
        )
        for run, (own, known) in zip(runs, counted, strict=True):
            if statistics._known.include(known):
                statistics.include(own)
            else:
                # Some of these hands were there before: they are told apart here.
                for _ in _count_runs(statistics, how, [run], None):
                    pass


def _has_ids(path: Path) -> bool:
    """Return whether a file says somewhere who players are."""
    try:
        with path.open("rb") as file:
            if not os.fstat(file.fileno()).st_size:
                return False
            with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
                return data.find(FIELD.encode()) >= 0
    except OSError:
        # The code that counts its hands reports that it cannot be read.
        return False


class _Taking:
    """A merge of what the core counted with the hands it left, which are played here."""

    def __init__(
        self,
        statistics: PlayerStatistics,
        paths: Sequence[Path],
        listed: AbstractSet[str],
        all_in: bool,
    ) -> None:
        self.statistics = statistics
        self.paths = paths
        self.listed = listed
        self.all_in = all_in
        # The file of a room that was made a standard, and what it calls its hands.
        self.source: Path | None = None
        self.names: Sequence[str] = ()
        # The file, the place and the number of the line where lines were counted last.
        self._lines = (-1, 0, 0)
        # Hands to be listed in their order, those of Python included.
        self.lists: dict[_Spot, tuple[str, CountedSeat]] = {}

    def take(self, found: dict[str, Any]) -> None:
        """Take what the core found."""
        self.statistics.hands += found["hands"]
        self.statistics.unfinished += found["unfinished"]
        self.statistics.repeated += found["repeated"]
        for file, message in found["problems"]:
            self.statistics.problems.append(f"{self.source or self.paths[file]}: {message}")
        adjustments = self._adjust(found) if self.all_in else {}
        for place, (name, stakes, position, scale), net, showdown in found["listed"]:
            spot = _Spot(*place)
            key = GroupKey(self.statistics.stakes_at(stakes), position)
            seat = CountedSeat(key, [], Fraction(net, scale), showdown, adjustments.get(spot))
            self.lists[spot] = name, seat
        for file, start, length, key in found["left"]:
            self._play(file, start, length, key)
        self._list()

    def read(self, file: HistoryFile) -> None:
        """Read a file hand by hand."""
        try:
            for number, reading in enumerate(file.format.read(file.path)):
                problems = [f"{file.path}: {problem}" for problem in reading.problems]
                self.statistics.problems += problems
                if reading.history is not None:
                    self._count(reading.history, str(file.path), _Spot(0, number, 0))
        except (OSError, PokerError) as error:
            said = error.strerror if isinstance(error, OSError) else None
            self.statistics.problems.append(f"{file.path}: {said or error}")
        self._list()

    def _list(self) -> None:
        for _, (name, seat) in sorted(self.lists.items(), key=lambda item: item[0]):
            if seat.net is not None:
                self.statistics.player(name).list_hand(
                    seat.net, seat.key.stakes, seat.showdown, seat.adjustment
                )

    def _adjust(self, found: dict[str, Any]) -> dict[_Spot, Fraction]:
        """Add what was to be expected in all-in hands, and return it by hand and seat."""
        adjustments = {}
        for (file, start), seats, dealt in found["all_ins"]:
            _, stakes, _, scale = seats[0][0]
            variant = self.statistics.stakes_at(stakes).variant
            amounts = [(net, gross, received) for _, net, gross, received in seats]
            expected = find_adjustments(variant, scale, amounts, dealt)
            if expected is None:
                continue
            for number, (seat, adjustment) in enumerate(zip(seats, expected, strict=True)):
                name, _, position, _ = seat[0]
                self.statistics.adjust(name, stakes, position, adjustment)
                adjustments[_Spot(file, start, number)] = adjustment
        return adjustments

    def _play(self, file: int, start: int, length: int, key: str) -> None:
        """Play a hand that the core left, or say what is wrong with it."""
        path = self.paths[file]
        name = self.names[int(key) - 1] if self.names else key
        shown = self.source or path
        place = f"{shown}, hand {name}" if name else str(shown)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with guard("read", "the reader of PHH"):
                    with path.open("rb") as opened:
                        opened.seek(start)
                        data = opened.read(length)
                    history = HandHistory.load_part(decode(data), key or None)
            except ParseError as error:
                if error.line is not None:
                    # Lines of the file, and not of the hand.
                    error.line += self._count_lines(file, start)
                self.statistics.problems.append(f"{place}: {error}")
                return
        self._count(history, place, _Spot(file, start, 0))

    def _count_lines(self, file: int, start: int) -> int:
        """Return how many lines of a file stand before a place; hands come in their order."""
        known, done, lines = self._lines
        if known != file or done > start:
            done = lines = 0
        with self.paths[file].open("rb") as opened:
            opened.seek(done)
            lines += opened.read(start - done).count(b"\n")
        self._lines = file, start, lines
        return lines

    def _count(self, history: HandHistory, place: str, spot: _Spot) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with guard("counted", "the statistics"):
                    counted = count_history(history, all_in=self.all_in)
                    if counted is None:
                        self.statistics.unfinished += 1
                        return
                    if self.statistics._known.was_there(history.dumps()):
                        self.statistics.repeated += 1
                        return
                    keys = self.statistics.find_keys(history, counted.names)
            except PokerError as error:
                self.statistics.problems.append(f"{place}: {error}")
                return
        self.statistics.hands += 1
        for number, (name, seat) in enumerate(zip(keys, counted.seats, strict=True)):
            group = Group()
            group.add_hand(seat.counts, seat.net, seat.showdown, seat.adjustment)
            self.statistics.player(name).add_sums(seat.key, group)
            if name in self.listed:
                self.lists[spot._replace(seat=number)] = name, seat
