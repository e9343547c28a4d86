"""A shelf: files that somebody dropped, and a list of their hands that grows while they are read.

A shelf is a folder of the desk's own. Files lie in it by number, never by the name that somebody
gave them. The list is a database in it, so that it can be asked while another process fills it, and
so that a hundred thousand hands need no memory.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from croupier.errors import SetupError
from croupier.numbers import Chips
from croupier.texts import show_line
from croupier.web.messages import FileFacts, HandRow, HandsPage, HandsQuestion

__all__ = ["MAX_FILES", "MAX_KEPT", "Room", "Shelf", "ShelfEntry", "StoredHand", "show_size"]

MAX_KEPT = 4_000_000_000
"""The most bytes that lie on all shelves together: files, what archives have in them, and lists."""
MAX_FILES = 2_000
"""The most files of a shelf, those of archives among them."""


_SCHEMA = """
create table files (
    number integer primary key, name text, path text, size integer, state text,
    format text default '', hands integer default 0, skipped integer default 0,
    problem text default ''
);
create table hands (
    id integer primary key, file integer, label text, line integer, game text, pot real,
    pot_text text, showdown integer, players text, result text, notes integer, problem text,
    ended integer, history blob
);
create table seats (hand integer, name text, won real, won_text text);
create table notes (hand integer, text text);
create index seats_by_name on seats (name, hand);
create index notes_by_hand on notes (hand);
create index hands_by_pot on hands (pot);
"""
_NAME = "hands.db"
_UNITS = ((1000, "kB"), (1_000_000, "MB"), (1_000_000_000, "GB"))
# Suffixes by which formats are known; no other part of a name is used.
_KNOWN_SUFFIXES = (".phhs", ".phh", ".crs")
_MAX_ROWS = 200
_MAX_PLAYERS = 500
_MAX_NAME = 120
# For how many seconds a measurement counts.
_BELIEVED = 1.0
# About what a hand takes in the list beside its text.
_ROW_BYTES = 1_000


class Room:
    """The space that is left on the shelves, all of them together.

    Several processes write to them, so what lies there is measured, and measured again after a
    while; what this process writes in between is counted.
    """

    def __init__(self, root: Path, clock: Callable[[], float] = monotonic) -> None:
        """Measure the shelves of a folder.

        Args:
            root: Where they lie.
            clock: Tells the time.
        """
        self._root = root
        self._clock = clock
        self._left = 0
        self._until = clock()

    def measure(self) -> int:
        """Return how many bytes lie on all shelves."""
        size = 0
        with os.scandir(self._root) as shelves:
            for shelf in shelves:
                # Shelves and files may go while they are looked at.
                with suppress(OSError), os.scandir(shelf) as files:
                    for file in files:
                        with suppress(OSError):
                            size += file.stat().st_size
        return size

    def take(self, size: int) -> None:
        """Count bytes that are about to be written.

        Args:
            size: How many.

        Raises:
            SetupError: There is no room for them.
        """
        if self._left < size or self._clock() >= self._until:
            self._left = MAX_KEPT - self.measure()
            self._until = self._clock() + _BELIEVED
        if self._left < size:
            raise SetupError(
                f"the desk is full: all that is dropped and listed may have"
                f" {show_size(MAX_KEPT)}; start it again, and it is empty",
                code="desk-full",
            )
        self._left -= size


class ShelfEntry(NamedTuple):
    """A hand that was read, or that could not be.

    Attributes:
        label: Its number or name in the file.
        line: Its first line.
        game: What is played.
        pot: What was played for.
        showdown: Whether hands were compared.
        seats: The players, and what each of them won; `None` where that is not known.
        text: The hand as PHH; empty where it could not be read.
        notes: What is odd about it.
        problem: Why it could not be read; empty where it was.
        ended: Whether it was played to its end.
    """

    label: str
    line: int
    game: str = ""
    pot: Chips = 0
    showdown: bool = False
    seats: Sequence[tuple[str, Any]] = ()
    text: str = ""
    notes: Sequence[str] = ()
    problem: str = ""
    ended: bool = True


class StoredHand(NamedTuple):
    """A hand of the list.

    Attributes:
        text: The hand as PHH.
        label: Its number or name in the file.
        file: The name of the file.
        line: Its first line.
        notes: What is odd about it.
        before: The hand before it in the list, or `None`.
        after: The hand after it.
    """

    text: str
    label: str
    file: str
    line: int
    notes: list[str]
    before: int | None
    after: int | None


class Shelf:
    """Files and their hands."""

    def __init__(self, folder: Path) -> None:
        """Open a shelf that is there.

        Args:
            folder: Its folder.

        Raises:
            SetupError: There is none.
        """
        self.folder = folder
        self.room = Room(folder.parent)
        self._path = folder / _NAME
        if not self._path.is_file():
            raise SetupError("there is no such shelf: drop the files again", code="unknown-shelf")

    @classmethod
    def make(cls, root: Path) -> Shelf:
        """Make an empty shelf.

        Args:
            root: Where shelves lie.

        Returns:
            The shelf. Its name cannot be guessed.
        """
        folder = root / secrets.token_urlsafe(16)
        folder.mkdir(mode=0o700)
        with closing(sqlite3.connect(folder / _NAME)) as database:
            database.execute("pragma journal_mode=wal")
            database.executescript(_SCHEMA)
        return cls(folder)

    @property
    def name(self) -> str:
        """The name of the shelf."""
        return self.folder.name

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=20)) as database:
            database.execute("pragma synchronous=off")
            database.row_factory = sqlite3.Row
            with database:
                yield database

    # Files.

    def add_file(
        self, name: str, path: Path | None = None, *, state: str = "waiting"
    ) -> tuple[int, Path]:
        """Put a file on the shelf.

        Args:
            name: What somebody calls it, which is shown and nothing else.
            path: Where it lies; in the folder of the shelf when omitted.
            state: What is done with it: one that waits is there, and will be read.

        Returns:
            Its number, and where it lies.

        Raises:
            SetupError: There are too many files already.
        """
        with self._open() as database:
            if database.execute("select count(*) from files").fetchone()[0] >= MAX_FILES:
                raise SetupError(f"a shelf has room for {MAX_FILES:,} files", code="shelf-full")
            shown = show_line(name)[:_MAX_NAME] or "file"
            made = database.execute(
                "insert into files (name, size, state) values (?, 0, ?)", [shown, state]
            )
            number = int(made.lastrowid or 0)
            place = self.folder / f"file-{number}{_find_suffix(name)}" if path is None else path
            database.execute("update files set path = ? where number = ?", [str(place), number])
        return number, place

    def store(self, name: str, pieces: Iterable[bytes]) -> tuple[int, Path, int]:
        """Put a file on the shelf, piece by piece; if a piece fails, there is no file.

        Args:
            name: What it is called.
            pieces: What is in it.

        Returns:
            Its number, where it lies, and how many bytes it has.

        Raises:
            SetupError: There is no room for it.
        """
        number, place = self.add_file(name, state="reading")
        size = 0
        try:
            with place.open("xb") as file:
                for piece in pieces:
                    self.room.take(len(piece))
                    size += file.write(piece)
        except BaseException:
            place.unlink(missing_ok=True)
            self.remove_file(number)
            raise
        self.update_file(number, size=size)
        return number, place, size

    def update_file(self, number: int, **values: Any) -> None:
        """Save how far a file was read.

        Args:
            number: The file.
            **values: The columns and their values.
        """
        names = ", ".join(f"{name} = :{name}" for name in values)
        with self._open() as database:
            database.execute(
                f"update files set {names} where number = :number", {**values, "number": number}
            )

    def remove_file(self, number: int) -> None:
        """Remove a file whose upload failed.

        Args:
            number: The file.
        """
        with self._open() as database:
            database.execute("delete from files where number = ?", [number])

    def find_paths(self, numbers: Iterable[int] = ()) -> list[tuple[int, str, Path, str]]:
        """Return files in their order.

        Args:
            numbers: Which of them; all when empty.

        Returns:
            The number, the name, the path and the format of each.
        """
        wanted = set(numbers)
        with self._open() as database:
            rows = database.execute("select number, name, path, format from files order by number")
            return [
                (number, name, Path(path), format)
                for number, name, path, format in rows
                if not wanted or number in wanted
            ]

    def list_files(self) -> list[FileFacts]:
        """Return the facts of all files."""
        with self._open() as database:
            return _list_files(database)

    # Hands.

    def add_hands(self, file: int, entries: Sequence[ShelfEntry], show: Any) -> None:
        """Add hands to the list.

        Args:
            file: The file that they are of.
            entries: The hands.
            show: Writes amounts.

        Raises:
            SetupError: There is no room for them.
        """
        self.room.take(sum(_ROW_BYTES + len(entry.text) for entry in entries))
        with self._open() as database:
            first = database.execute("select coalesce(max(id), 0) + 1 from hands").fetchone()[0]
            hands, seats, notes = [], [], []
            for number, one in enumerate(entries, first):
                winners = [f"{name} +{show(won)}" for name, won in one.seats if won and won > 0]
                is_known = all(won is not None for _, won in one.seats)
                result = ", ".join(winners) or ("split" if is_known else "unknown")
                hands.append(
                    (
                        number,
                        file,
                        one.label,
                        one.line,
                        one.game,
                        float(one.pot),
                        show(one.pot),
                        one.showdown,
                        ", ".join(show_line(name) for name, _ in one.seats),
                        "" if one.problem else show_line(result),
                        len(one.notes),
                        one.problem,
                        one.ended,
                        zlib.compress(one.text.encode(), 1) if one.text else None,
                    )
                )
                seats += [
                    (
                        number,
                        show_line(name),
                        None if won is None else float(won),
                        "?" if won is None else show(won),
                    )
                    for name, won in one.seats
                ]
                notes += [(number, text) for text in one.notes]
            marks = ", ".join("?" * 14)
            database.executemany(f"insert into hands values ({marks})", hands)
            database.executemany("insert into seats values (?, ?, ?, ?)", seats)
            database.executemany("insert into notes values (?, ?)", notes)
            read = sum(not one.problem for one in entries)
            database.execute(
                "update files set hands = hands + ?, skipped = skipped + ? where number = ?",
                [read, len(entries) - read, file],
            )

    def list_hands(self, question: HandsQuestion) -> HandsPage:
        """Return some hands of the list.

        Args:
            question: Which.

        Returns:
            The hands.

        Raises:
            SetupError: An amount is none.
        """
        condition, values = _find_condition(question)
        order = "hands.pot desc, hands.id" if question.order == "pot" else "hands.id"
        limit = min(max(question.limit, 1), _MAX_ROWS)
        offset = max(question.offset, 0)
        who = "left join seats on seats.hand = hands.id and seats.name = :player"
        with self._open() as database:
            # One transaction, as hands may be added meanwhile.
            database.execute("begin")
            values["player"] = question.player
            rows = database.execute(
                "select hands.id, label, game, players, pot_text, result, showdown, hands.notes,"
                " hands.problem, files.name as file, seats.won, seats.won_text"
                f" from hands join files on files.number = hands.file {who}"
                f" where {condition} order by {order} limit {limit} offset {offset}",
                values,
            ).fetchall()
            matching = database.execute(
                f"select count(*) from hands {who} where {condition}", values
            ).fetchone()[0]
            total, skipped = database.execute(
                "select coalesce(sum(hands), 0), coalesce(sum(skipped), 0) from files"
            ).fetchone()
            players = database.execute(
                f"select name from seats group by name order by count(*) desc limit {_MAX_PLAYERS}"
            ).fetchall()
            files = _list_files(database)
        reading = any(file.state in ("arriving", "waiting", "reading") for file in files)
        return HandsPage(
            rows=[_make_row(row) for row in rows],
            offset=offset,
            matching=matching,
            total=total,
            skipped=skipped,
            said=_describe_count(matching, total, skipped, reading),
            reading=reading,
            files=files,
            players=[name for (name,) in players],
        )

    def find_hand(self, number: int) -> StoredHand:
        """Return a hand.

        Args:
            number: Its number in the list.

        Returns:
            The hand.

        Raises:
            SetupError: There is none, or it could not be read.
        """
        with self._open() as database:
            row = database.execute(
                "select hands.*, files.name as name from hands"
                " join files on files.number = hands.file where id = ?",
                [number],
            ).fetchone()
            if row is None:
                raise SetupError(f"there is no hand {number} on the shelf", code="unknown-hand")
            if row["history"] is None:
                raise SetupError(
                    f"hand {number} could not be read: {row['problem']}", code="unread-hand"
                )
            near = "select {}(id) from hands where problem = '' and id {} ?"
            before = database.execute(near.format("max", "<"), [number]).fetchone()[0]
            after = database.execute(near.format("min", ">"), [number]).fetchone()[0]
            notes = database.execute("select text from notes where hand = ?", [number]).fetchall()
        return StoredHand(
            text=zlib.decompress(row["history"]).decode(),
            label=row["label"],
            file=row["name"],
            line=row["line"],
            notes=[text for (text,) in notes],
            before=before,
            after=after,
        )

    def find_played(self, places: Iterable[int]) -> list[int]:
        """Return the numbers of hands that are known by their places among those that ended.

        Args:
            places: The places, from 1.

        Returns:
            The numbers; 0 for a place without a hand.
        """
        found = []
        with self._open() as database:
            for place in places:
                row = database.execute(
                    "select id from hands where problem = '' and ended order by id"
                    " limit 1 offset ?",
                    [place - 1],
                ).fetchone()
                found.append(0 if row is None else int(row[0]))
        return found


def _find_suffix(name: str) -> str:
    """Return how the name of a file ends, where that tells its format."""
    return next((suffix for suffix in _KNOWN_SUFFIXES if name.lower().endswith(suffix)), "")


def _find_condition(question: HandsQuestion) -> tuple[str, dict[str, Any]]:
    parts = ["hands.problem != ''" if question.skipped else "hands.problem = ''"]
    values: dict[str, Any] = {}
    if question.player:
        parts.append("seats.name is not null")
    if question.result:
        sign = ">" if question.result == "won" else "<"
        if not question.player:
            raise SetupError(
                "say whose hands were won or lost: choose a player", code="missing-player"
            )
        parts.append(f"seats.won {sign} 0")
    if question.showdown:
        parts.append(f"hands.showdown = {int(question.showdown == 'yes')}")
    if question.least_pot.strip():
        try:
            values["least"] = float(question.least_pot.replace(",", ""))
        except ValueError:
            raise SetupError(
                f"the smallest pot is an amount, unlike {question.least_pot[:40]!r}",
                code="amount",
            ) from None
        parts.append("hands.pot >= :least")
    if question.file:
        parts.append("hands.file = :file")
        values["file"] = question.file
    return " and ".join(parts), values


def _make_row(row: sqlite3.Row) -> HandRow:
    won = row["won"]
    return HandRow(
        id=row["id"],
        label=row["label"],
        game=row["game"],
        players=row["players"],
        pot=row["pot_text"],
        result=row["result"],
        file=row["file"],
        won="" if won is None else f"{'+' if won > 0 else ''}{row['won_text']}",
        sign=0 if not won else 1 if won > 0 else -1,
        showdown=bool(row["showdown"]),
        notes=row["notes"],
        problem=row["problem"],
    )


def _list_files(database: sqlite3.Connection) -> list[FileFacts]:
    return [
        FileFacts(
            number=row["number"],
            name=row["name"],
            size=show_size(row["size"]),
            state=row["state"],
            format=row["format"],
            hands=row["hands"],
            skipped=row["skipped"],
            problem=row["problem"],
        )
        for row in database.execute("select * from files order by number")
    ]


def _describe_count(matching: int, total: int, skipped: int, reading: bool) -> str:
    said = f"{matching:,} of {total:,} hands" if matching != total else f"{total:,} hands"
    said = said.replace("1 hands", "1 hand") if total == 1 else said
    said += f", {skipped:,} skipped" if skipped else ""
    return said + (" so far; reading on …" if reading else "")


def show_size(size: int) -> str:
    """Return a number of bytes as people read it.

    >>> show_size(512), show_size(72_000_000)
    ('512 bytes', '72 MB')

    Args:
        size: The bytes.

    Returns:
        The text.
    """
    if size < 1000:
        return f"{size} bytes"
    unit, name = next((one for one in _UNITS if size < 1000 * one[0]), _UNITS[-1])
    return f"{size / unit:,.1f}".removesuffix(".0") + f" {name}"
