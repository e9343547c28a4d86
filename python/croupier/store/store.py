"""The store: hands are added, asked for, and read again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier import _native
from croupier.errors import ParseError, PokerError, SetupError, UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.documents import decode
from croupier.histories.formats import get
from croupier.histories.formats.finding import Found, HistoryFile, find_histories
from croupier.limits import verify_threads
from croupier.store.adding import AddedFiles, fill_known, iterate_parts, look_at, make_part
from croupier.store.folder import DERIVATION, TABLES, Folder
from croupier.store.views import create_views

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = ["Store"]

_FILES_AT_ONCE = 2048


class Store:
    """Keep hands in a folder, as tables that SQL can be asked of.

    Attributes:
        path: The folder.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Take a folder; it is made when hands are added.

        Args:
            path: The folder.

        Raises:
            SetupError: There is something else in its place.
            UnsupportedError: pyarrow or duckdb is not installed.
        """
        # To look whether they are there takes no time; to import them does.
        if find_spec("pyarrow") is None or find_spec("duckdb") is None:
            raise UnsupportedError(
                "a store needs pyarrow and duckdb: install croupier[store]", code="missing-extra"
            )
        self._folder = Folder(path)
        self.path = self._folder.path
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._seen: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        return f"Store({os.fspath(self.path)!r})"

    def add(
        self,
        paths: str | PathLike[str] | Iterable[str | PathLike[str]] | Found,
        *,
        format: str = "",
        threads: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> AddedFiles:
        """Add the hands of files and folders, each of them once.

        Files may be added again, overlap, or come in any order: hands are known by what is in them.
        Files that are as they were when they were added are not read.

        Args:
            paths: Files and folders, of any format; or what `find_histories` found among them.
            format: The name of the format of all of them; found for each one if nothing is said.
            threads: How many threads read; one for each core when omitted.
            progress: Called with the number of files that are done.

        Returns:
            What came of it.

        Raises:
            SetupError: There is no such file, or another program is writing to the store.
        """
        verify_threads(threads)
        found = paths if isinstance(paths, Found) else find_histories(paths, format)
        result = AddedFiles(passed_over=[str(one) for one in found.passed])
        with self._folder.writing():
            before = self._find_files()
            chosen = []
            for file in found.files:
                absolute = file._replace(path=Path(os.path.abspath(file.path)))
                if self._is_unchanged(absolute, before):
                    result.unchanged += 1
                else:
                    chosen.append(absolute)
            if not chosen:
                return result
            known = self._load_known()
            done = result.unchanged
            for run in iterate_parts(Found(chosen, []).runs(_FILES_AT_ONCE)):
                number = self._folder.read()["next"]
                part = make_part(run, number, known, threads=threads)
                self._folder.put(number, part.tables)
                for row in part.files:
                    result.hands += row.hands
                    result.repeated += row.repeated
                    result.unfinished += row.unfinished
                    result.problems += row.problems
                result.files += len(part.files)
                done += len(run)
                if progress is not None:
                    progress(done)
        return result

    def _find_files(self) -> dict[str, tuple[int, int]]:
        """Return sizes and times of the files that were added, by their paths."""
        rows = self._ask("select path, size, modified from files order by part, file").fetchall()
        return {path: (size, modified) for path, size, modified in rows}

    @staticmethod
    def _is_unchanged(file: HistoryFile, before: dict[str, tuple[int, int]]) -> bool:
        known = before.get(str(file.path))
        if known is None:
            return False
        try:
            row = look_at(file.path, file.format.name)
        except OSError:
            return False
        return known == (row.size, row.modified)

    def _load_known(self) -> _native.KnownHands:
        known = _native.KnownHands()
        if self._folder.exists:
            fill_known(known, self.query("select id, cards from hands order by hand"))
        return known

    def connect(self) -> duckdb.DuckDBPyConnection:
        """Return a connection of DuckDB that knows the tables, as they are now.

        Returns:
            The connection, which keeps nothing.
        """
        import duckdb

        listed = self._folder.read()["parts"]
        seen = tuple(one["part"] for one in listed)
        if self._connection is None:
            self._connection = duckdb.connect(config={"preserve_insertion_order": True})
        if seen != self._seen:
            create_views(
                self._connection, {table: self._folder.files_of(table) for table in TABLES}
            )
            self._seen = seen
        return self._connection

    def _ask(self, sql: str, parameters: Sequence[object] = ()) -> duckdb.DuckDBPyConnection:
        import duckdb

        try:
            return self.connect().execute(sql, list(parameters))
        except duckdb.Error as error:
            said = str(error).strip()
            raise ParseError(
                f"the question cannot be answered: {said}", code="store-sql"
            ) from error

    def query(self, sql: str, parameters: Sequence[object] = ()) -> pa.Table:
        """Answer a question in SQL.

        Args:
            sql: The question: DuckDB's SQL, with the tables of the document.
            parameters: The values for question marks in it.

        Returns:
            A table of Arrow, which pandas, Polars and DuckDB take as it is.

        Raises:
            ParseError: It is no SQL, or asks for what there is not.
        """
        import duckdb
        import pyarrow as pa

        try:
            answered = self.connect().sql(sql, params=list(parameters))
            if answered is None:
                # Something was done, and there is nothing to tell.
                return pa.table({})
            return answered.to_arrow_table()
        except duckdb.Error as error:
            said = str(error).strip()
            raise ParseError(
                f"the question cannot be answered: {said}", code="store-sql"
            ) from error

    def text(self, hand: int) -> str:
        """Return the text of a hand, as its file has it.

        Args:
            hand: The number of the hand in this store.

        Returns:
            Its fields where the file is PHH; of other formats the hand as PHH has it.

        Raises:
            SetupError: There is no such hand, or its file is not where it was.
        """
        path, _, start, length, _ = self._find(hand)
        if start is None:
            return self.history(hand).dumps()
        with self._open(path) as file:
            file.seek(start)
            return decode(file.read(length))

    def history(self, hand: int) -> HandHistory:
        """Return a hand as a history, which is read from its file.

        Args:
            hand: The number of the hand in this store.

        Returns:
            The history.

        Raises:
            SetupError: There is no such hand, or its file is not where it was, or has changed.
        """
        path, format, start, _, line = self._find(hand)
        try:
            if start is not None:
                return HandHistory.load_part(self.text(hand), None)
            for reading in get(format).read(Path(path)):
                if reading.line == line and reading.history is not None:
                    return reading.history
        except (OSError, PokerError) as error:
            if isinstance(error, SetupError):
                raise
            said = error.strerror if isinstance(error, OSError) else None
            raise SetupError(
                f"hand {hand} cannot be read from {path}: {said or error}", code="store-source"
            ) from error
        raise SetupError(
            f"hand {hand} is not in line {line} of {path} any more: the file has changed",
            code="store-source-changed",
        )

    def _find(self, hand: int) -> tuple[str, str, int | None, int, int]:
        rows = self._ask(
            "select path, format, start, length, line from hands"
            " join files on files.part = hands.part and files.file = hands.file where hand = ?",
            [hand],
        ).fetchall()
        if not rows:
            raise SetupError(f"there is no hand {hand} in {self.path}", code="no-hand")
        (row,) = rows
        return row

    def _open(self, path: str) -> Any:
        try:
            return Path(path).open("rb")
        except OSError as error:
            raise SetupError(
                f"the file {path} cannot be opened: {error.strerror or error}; hands are read where"
                " their files were when they were added",
                code="store-source-moved",
            ) from error

    @property
    def is_current(self) -> bool:
        """Whether all rows are derived as this program derives them."""
        return all(one["derivation"] == DERIVATION for one in self._folder.read()["parts"])
