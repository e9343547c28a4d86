"""The store: hands are added, asked for, and read again."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import _native
from croupier.errors import ParseError, SetupError, UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.identities import MARK
from croupier.histories.pipeline.anonymizing import Anonymizer
from croupier.histories.pipeline.finding import (
    Found,
    HistoryFile,
    PassedOver,
    find_histories,
)
from croupier.limits import verify_threads
from croupier.store.adding import AddedFiles, fill_known, is_unchanged, make_parts, offset_progress
from croupier.store.filters import of_player, read_filters
from croupier.store.folder import DERIVATION, TABLES, TEXTS, TOURNAMENTS, StoreFolder, encode
from croupier.store.notes import Notes, Subject
from croupier.store.people import find_key, find_other_names, find_own_names
from croupier.store.questions import (
    AnswerLimits,
    limit_time,
    name_apart,
    open_closed,
    translate_errors,
    verify_question,
)
from croupier.store.reports import make_report
from croupier.store.sources import PLACES, HandSource, is_continued, read_again, read_text
from croupier.store.summaries import TournamentResult, find_results, merge_results, to_table
from croupier.store.views import create_views
from croupier.store.watching import follow

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from croupier.executors import On
    from croupier.svg import Picture

__all__ = ["Store"]

# Of how many hands the places are asked for at a time.
_PLACES_AT_ONCE = 1000


@dataclass
class _Connection:
    """A connection, and the parts of the store that are registered with it."""

    connection: duckdb.DuckDBPyConnection
    seen: object = None


class Store:
    """A store of hands: a folder of tables that SQL can be asked of.

    Attributes:
        path: The folder.
    """

    def __init__(
        self, path: str | PathLike[str], *, anonymize: bool = False, key: str = ""
    ) -> None:
        """Take a folder; it is made when hands are added.

        Args:
            path: The folder.
            anonymize: Whether questions tell nobody's name, nor tables, files and numbers of
                rooms: players have other names in all answers, texts and exports.
            key: A secret that other names are made with; chance when omitted, so that they are
                others each time.

        Raises:
            SetupError: There is something else in its place.
            UnsupportedError: pyarrow or duckdb is not installed.
        """
        # Only looked for, as importing them takes long.
        if find_spec("pyarrow") is None or find_spec("duckdb") is None:
            raise UnsupportedError(
                "a store needs pyarrow and duckdb: install croupier[store]", code="missing-extra"
            )
        self._folder = StoreFolder(path)
        self.path = self._folder.path
        self._free: _Connection | None = None
        self._closed: _Connection | None = None
        self._limits = AnswerLimits()
        self._notes = Notes(self.path)
        self._anonymizer = Anonymizer(key or secrets.token_hex(16)) if anonymize else None

    def __repr__(self) -> str:
        return f"Store({os.fspath(self.path)!r})"

    def add(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]] | Found,
        *,
        format: str = "",
        keep_text: bool = False,
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
        on: On | None = None,
    ) -> AddedFiles:
        """Add the hands of files and folders, each of them once.

        Files may be added again, overlap, or come in any order: hands are known by what is in them.
        Files that are as they were when they were added are not read.

        Args:
            paths: Files and folders, of any format; or what `find_histories` found among them.
            format: The name of the format of all of them; found for each one if nothing is said.
            keep_text: Whether the hands are copied as texts of PHH, so that their files may go.
            threads: How many threads read; one for each core when omitted.
            progress: Called with the number of files that are done.
            on: Where files are read, if not in this process: `processes`, `ray` and others, see
                `croupier.executors`. The store is the same, byte by byte.

        Returns:
            What came of it.

        Raises:
            SetupError: There is no such file, or another program is writing to the store.
        """
        verify_threads(threads)
        self._verify_names()
        self._folder.verify_derivations()
        found = paths if isinstance(paths, Found) else find_histories(paths, format)
        result = AddedFiles()
        with self._folder.writing():
            self._add_summaries(found.passed, result)
            before = self._find_files()
            chosen = []
            for file in found.files:
                absolute = file._replace(path=Path(os.path.abspath(file.path)))
                if is_unchanged(absolute, before.get(str(absolute.path))):
                    result.unchanged += 1
                else:
                    chosen.append(absolute)
            if not chosen:
                return result
            again = self._find_last([str(file.path) for file in chosen if str(file.path) in before])
            known = self._load_known(again)
            # Rows of files that are read anew go when the first new rows come.
            kept, replaced = self._folder.write_without(again)
            for number, part in make_parts(
                chosen,
                max([self._folder.read()["next"], *(one + 1 for one in kept)]),
                known,
                threads=threads,
                keep_text=keep_text,
                on=on,
                progress=offset_progress(progress, result.unchanged),
            ):
                self._folder.write(number, part.tables)
                self._folder.replace({**kept, number: DERIVATION}, replaced)
                kept, replaced = {}, frozenset()
                result.include(part.files)
        return result

    def _add_summaries(self, passed: Sequence[PassedOver], result: AddedFiles) -> None:
        """Add what summaries of tournaments tell that are among files without hands."""
        found = find_results(passed, result)
        if not found:
            return
        names = ", ".join(TournamentResult._fields)
        rows = self._ask(f"select {names} from tournaments").fetchall()
        joined = merge_results(map(TournamentResult._make, rows), found, result)
        if result.tournaments:
            self._folder.put_tournaments(encode(to_table(joined)))

    def note(self, about: int | str, text: str) -> None:
        """Write a note on a hand or a player; it takes the place of the one before.

        Args:
            about: The number of the hand, or the player's name.
            text: The note; an empty one removes it.

        Raises:
            SetupError: There is no such hand, or the note is too long.
        """
        subject = self._find_subject(about)
        with self._folder.writing():
            self._notes.write(subject, text)

    def tag(self, about: int | str, *tags: str) -> None:
        """Put tags on a hand or a player; the phrase `tagged bluff` finds such hands.

        Args:
            about: The number of the hand, or the player's name.
            tags: The tags.

        Raises:
            SetupError: There is no such hand, or a tag is empty, too long or has a comma.
        """
        subject = self._find_subject(about)
        with self._folder.writing():
            self._notes.tag(subject, tags)

    def untag(self, about: int | str, *tags: str) -> None:
        """Take tags away from a hand or a player.

        Args:
            about: The number of the hand, or the player's name.
            tags: The tags.

        Raises:
            SetupError: There is no such hand.
        """
        subject = self._find_subject(about)
        with self._folder.writing():
            self._notes.tag(subject, tags, remove=True)

    def _verify_names(self) -> None:
        if self._anonymizer is not None:
            raise SetupError(
                "a store that hides names can be asked, and not be written to",
                code="anonymous-store",
            )

    def find_keys(self, player: str) -> list[str]:
        """Return the keys of a player: the column `who` of the tables.

        Args:
            player: An id with an @ before it, a name, or the label of the report `players`.

        Raises:
            SetupError: There is no such player, or several have this name.
        """
        if self._anonymizer is not None:
            return self.find_names(player)
        return [find_key(self._ask, player, str(self.path))]

    def find_names(self, player: str) -> list[str]:
        """Return all names of a player as answers have them, given a name or an @ and the id."""
        if self._anonymizer is not None:
            return find_other_names(self._ask, self._anonymizer, player)
        return find_own_names(self._ask, player)

    def _find_subject(self, about: int | str) -> Subject:
        self._verify_names()
        if isinstance(about, str):
            return Subject(name=self.find_keys(about)[0] if about.startswith(MARK) else about)
        rows = self._ask("select id, coalesce(cards, 0) from hands where hand = ?", [about])
        found = rows.fetchall()
        if not found:
            raise SetupError(f"there is no hand {about} in {self.path}", code="unknown-hand")
        ((id, cards),) = found
        return Subject(id=id, cards=cards)

    def _find_last(self, paths: Sequence[str]) -> list[int]:
        """Return the last hands of files that have grown since: they may have been cut off.

        A file that is another one by now, or was emptied, takes nothing with it.
        """
        if not paths:
            return []
        rows = self._ask(
            "select max_by(hand, (coalesce(start, 0), coalesce(line, 0))) from hands"
            " join files using (part, file) where list_contains(?, path) group by path",
            [list(paths)],
        ).fetchall()
        places = self._find_places([hand for (hand,) in rows]) if rows else []
        return [place.hand for place in places if is_continued(place)]

    def _find_files(self) -> dict[str, tuple[int, int]]:
        """Return sizes and times of the files that were added, by their paths."""
        rows = self._ask("select path, size, modified from files order by part, file").fetchall()
        return {path: (size, modified) for path, size, modified in rows}

    def _load_known(self, but: Sequence[int] = ()) -> _native.KnownHands:
        known = _native.KnownHands()
        if self._folder.exists:
            which = "where hand not in (select unnest(?::BIGINT[])) " if but else ""
            sql = f"select id, cards from hands {which}order by hand"
            fill_known(known, self._answer(sql, [list(but)] if but else []))
        return known

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return a connection of DuckDB that knows the tables, as they are now.

        It can do whatever you can: read and write other files as well. `query` cannot.

        Returns:
            The connection, which keeps nothing.

        Raises:
            ParseError: A file of the store is damaged.
        """
        import duckdb

        if self._free is None:
            self._free = _Connection(duckdb.connect(config={"preserve_insertion_order": True}))
        return self._register_tables(self._free)

    def limit(
        self,
        *,
        megabytes: int | None = None,
        threads: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Limit the memory, the threads and the time of answers.

        Args:
            megabytes: How much memory; four fifths of all when omitted. Eight times as much may be
                spilled to the disk.
            threads: How many threads; one for each core when omitted.
            seconds: How long the answer to `query` may take; as long as it takes when omitted.

        Raises:
            SetupError: It is less than one megabyte or thread, or no time at all.
        """
        self._limits = self._limits.change(megabytes, threads, seconds)
        # The settings of a connection are locked when it is opened.
        self._closed = None

    def _connect_closed(self) -> duckdb.DuckDBPyConnection:
        """Return a connection that reaches nothing but the store."""
        if self._closed is None:
            self._closed = _Connection(open_closed(self.path, self._limits))
        return self._register_tables(self._closed)

    def _register_tables(self, known: _Connection) -> duckdb.DuckDBPyConnection:
        """Make the tables known to a connection, as they are now."""
        import duckdb

        listed = self._folder.read()["parts"]
        tournaments = self._folder.files_of(TOURNAMENTS)
        stamps = [os.stat(one).st_mtime_ns for one in tournaments]
        seen = [one["part"] for one in listed], stamps, self._notes.stamp
        if seen != known.seen:
            names = *TABLES, TEXTS, TOURNAMENTS
            try:
                create_views(
                    known.connection,
                    {table: self._folder.files_of(table) for table in names},
                    self._notes.to_table() if self._notes.stamp[1] else None,
                    None if self._anonymizer is None else self._anonymizer.rename,
                )
            except (duckdb.Error, UnicodeDecodeError) as error:
                raise ParseError(
                    f"the store {self.path} is damaged: {error}", code="store-part"
                ) from error
            known.seen = seen
        return known.connection

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> duckdb.DuckDBPyConnection:
        with translate_errors():
            return self._connect_closed().execute(sql, list(parameters))

    def query(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Answer a question in SQL, which reads the store and nothing else, and writes nothing.

        Args:
            sql: The question: DuckDB's SQL, with the tables of the document.
            parameters: The values for question marks in it.

        Returns:
            A table of Arrow, which pandas, Polars and DuckDB take as it is.

        Raises:
            ParseError: It is no question in SQL, or asks for what there is not.
        """
        with translate_errors():
            connection = self._connect_closed()
            verify_question(connection, sql, anonymous=self._anonymizer is not None)
        return self._answer(sql, parameters)

    def _answer(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Answer a question of the package itself, whose SQL need not be verified."""
        self._folder.verify_derivations()
        with translate_errors():
            connection = self._connect_closed()
            with limit_time(connection, self._limits.seconds):
                answer = connection.sql(sql, params=list(parameters))
                return name_apart(answer.to_arrow_table())

    def hands(self, *words: str, player: str | None = None) -> pa.Table:
        """Return hands by words, with what a player did in them: see the document for phrases.

        Args:
            words: Phrases, of which all must hold, such as `3-bet pots, out of position`.
            player: Whose hands; a row for everybody who fits when omitted.

        Returns:
            A table of Arrow, with the columns of `players` and of `hands`.

        Raises:
            SetupError: There is no such phrase.
        """
        condition = read_filters(words, self.find_keys)
        if player is not None:
            condition = condition.join(of_player(self.find_keys(player)))
        return self._answer(
            "select p.*, h.* exclude (hand, showdown) from players p join hands h using (hand)"
            f" where {condition.sql} order by hand, player",
            condition.values,
        )

    def report(self, name: str, *words: str, player: str | None = None) -> pa.Table:
        """Make a report that is ready: see `REPORTS` of `croupier.store.reports`.

        Args:
            name: The name of the report, such as `position`.
            words: Which hands, in phrases.
            player: Whose hands; those of everybody when omitted.

        Returns:
            A table of Arrow.

        Raises:
            SetupError: There is no such report or phrase.
        """
        return make_report(self, name, list(words), player)

    def draw_graph(self, player: str | None = None, *words: str) -> Picture:
        """Draw what a player won hand by hand: in chips, big blinds, and without luck in all-ins.

        It shows the kind of money with the most hands, as the title says; phrases choose others.

        Args:
            player: The player; the hero when omitted.
            words: Which hands, in phrases.

        Returns:
            A picture with chips above and big blinds below.

        Raises:
            SetupError: There is no such phrase, or no hand.
        """
        from croupier.store.pictures import draw_graph

        name = "the hero" if player is None else self.find_names(player)[0]
        return draw_graph(self.report("graph", *words, player=player), name)

    def text(self, hand: int) -> str:
        """Return the text of a hand, as its file has it.

        Args:
            hand: The number of the hand in this store.

        Returns:
            Its fields where the file is PHH; of other formats the hand as PHH has it.

        Raises:
            SetupError: There is no such hand, or its file is not where it was.
        """
        if self._anonymizer is not None:
            return self.history(hand).dumps()
        return read_text(self._find(hand))

    def history(self, hand: int) -> HandHistory:
        """Return a hand as a history, which is read from its file.

        Args:
            hand: The number of the hand in this store.

        Returns:
            The history.

        Raises:
            SetupError: There is no such hand, or its file is not where it was, or has changed.
        """
        if self._anonymizer is not None:
            return self._anonymizer.apply(Store(self.path).history(hand))
        (history,) = read_again([self._find(hand)])
        return history

    def watch(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]],
        *,
        every: float = 2.0,
        keep_text: bool = False,
        sleep: Callable[[float], object] = time.sleep,
    ) -> Iterator[AddedFiles]:
        """Follow files and folders for ever: hands are added as they are written.

        Args:
            paths: Files and folders; those that are missing may come later.
            every: How many seconds there are between two looks.
            keep_text: Whether the hands are copied as texts of PHH.
            sleep: What waits.

        Yields:
            What was added, each time that something was. Problems are told once, when their file
            has not changed between two looks.
        """
        if isinstance(paths, str | PathLike):
            paths = [paths]
        chosen = [Path(path) for path in paths]
        return follow(self, self._folder, chosen, every=every, keep_text=keep_text, sleep=sleep)

    def rebuild(
        self,
        *,
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
        on: On | None = None,
        force: bool = False,
    ) -> AddedFiles:
        """Derive all rows anew, from the files that hands came from and from texts that are kept.

        Numbers of hands change. The store is as it was until everything is done.

        Args:
            threads: How many threads read; one for each core when omitted.
            progress: Called with the number of files that are done.
            on: Where files are read, if not in this process.
            force: Whether hands may go that their files no longer have.

        Returns:
            What came of it.

        Raises:
            SetupError: A file is not where it was, or no longer has all of its hands.
        """
        import tempfile

        self._verify_names()
        keeps = bool(self._folder.files_of(TEXTS))
        rows = self._ask(
            "select path, format from files group by all order by min(part), min(file)"
        ).fetchall()
        result = AddedFiles()
        with self._folder.writing(), tempfile.TemporaryDirectory() as folder:
            kept = self._write_texts(Path(folder)) if keeps else []
            # Of what is kept as text, the files need not be there any more.
            listed = [
                HistoryFile(Path(path), get(format), format == "phh")
                for path, format in rows
                if not (keeps and not Path(path).exists())
            ]
            missing = [str(file.path) for file in listed if not file.path.exists()]
            if missing:
                raise SetupError(
                    f"the file {missing[0]} is not where it was, so that its hands cannot be read"
                    " again",
                    code="store-source-gone",
                )
            old = frozenset(one["part"] for one in self._folder.read()["parts"])
            parts: list[int] = []
            known = _native.KnownHands()
            everything = [*listed, *(HistoryFile(path, get("phh"), True) for path in kept)]
            for number, part in make_parts(
                everything,
                self._folder.read()["next"],
                known,
                threads=threads,
                keep_text=keeps,
                on=on,
                progress=progress,
            ):
                self._folder.write(number, part.tables)
                parts.append(number)
                result.include(part.files)
            if not force:
                self._verify_nothing_lost(known, [path for path, _ in rows])
            self._folder.replace(dict.fromkeys(parts, DERIVATION), old)
        return result

    def _verify_nothing_lost(self, known: _native.KnownHands, paths: Sequence[str]) -> None:
        """Refuse to lose hands whose files no longer have them."""
        if not self.is_current:
            # The identities of hands may have changed since.
            return
        again = self._find_last(paths)
        hands = self._answer("select hand, id, cards from hands order by hand")
        lost = [
            hand
            for hand, new in zip(hands["hand"].to_pylist(), fill_known(known, hands), strict=True)
            if new and hand not in again
        ]
        if lost:
            path = self._find(lost[0]).path
            raise SetupError(
                f"{path} no longer has hand {lost[0]}, and {len(lost)} hands would be lost: bring"
                " the files back, or force it",
                code="store-source-lost",
            )

    def _write_texts(self, folder: Path) -> list[Path]:
        """Write texts that are kept into a file of a folder that is soon gone."""
        from croupier.files import whole_text

        place = folder / "kept.phhs"
        with whole_text(place) as file:
            rows = self._ask("select text from texts order by hand")
            number = 0
            while block := rows.fetchmany(1000):
                for (text,) in block:
                    number += 1
                    file.write(f"[{number}]\n{text.rstrip()}\n\n")
        return [place]

    def export(self, path: str | PathLike[str], *words: str, player: str | None = None) -> int:
        """Write hands as PHH, in their order.

        Args:
            path: The file; one that is there is replaced.
            words: Which hands, in phrases: those in which they hold for somebody.
            player: For whom they must hold.

        Returns:
            How many hands were written.

        Raises:
            SetupError: There is no such phrase, or a file that hands come from is not where it was.
        """
        from croupier.files import whole_text

        hands = self.hands(*words, player=player)["hand"].unique().to_pylist()
        named = self if self._anonymizer is None else Store(self.path)
        blocks = (
            hands[one : one + _PLACES_AT_ONCE] for one in range(0, len(hands), _PLACES_AT_ONCE)
        )
        places = (place for block in blocks for place in named._find_places(block))
        with whole_text(path) as file:
            for number, history in enumerate(read_again(places), 1):
                if self._anonymizer is not None:
                    history = self._anonymizer.apply(history)
                file.write(f"[{number}]\n{history.dumps().rstrip()}\n\n")
        return len(hands)

    def _find(self, hand: int) -> HandSource:
        places = self._find_places([hand])
        if not places:
            raise SetupError(f"there is no hand {hand} in {self.path}", code="unknown-hand")
        return places[0]

    def _find_places(self, hands: Sequence[int]) -> list[HandSource]:
        """Return where hands came from, in their order."""
        which = "hand = ?" if len(hands) == 1 else "hand in (select unnest(?::BIGINT[]))"
        rows = self._ask(
            f"{PLACES} where {which} order by hand", [*hands] if len(hands) == 1 else [list(hands)]
        )
        return list(map(HandSource._make, rows.fetchall()))

    @property
    def is_current(self) -> bool:
        """Whether all rows are derived as this program derives them."""
        return all(one["derivation"] == DERIVATION for one in self._folder.read()["parts"])
