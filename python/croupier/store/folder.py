"""The folder of a store: parts that are put there whole, and the list of those that count.

A part is a folder with a file for each table. It counts when the list says so, and the list is
replaced at once: whoever reads finds a hand with all of its rows or not at all, whatever happens to
whoever writes. What a writer left behind that died is written over by the next one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import ParseError, SetupError
from croupier.files import Claim, whole_file, whole_text

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = [
    "DERIVATION",
    "HAND_BITS",
    "MAX_DOCUMENT_BYTES",
    "TABLES",
    "TEXTS",
    "TOURNAMENTS",
    "StoreFolder",
    "damaged",
    "encode",
    "read_document",
]

DERIVATION: Final = 3
"""The version of what is derived of hands: `rebuild` brings the rows of older ones up to date."""
HAND_BITS: Final = 32
"""The number of a hand is the number of its part, and its row in so many bits."""
TABLES: Final = ("hands", "players", "actions", "files")
"""The tables of which every part has a file."""
TOURNAMENTS: Final = "tournaments"
"""The table of tournaments, which is one file beside the parts, and is replaced at once."""
TEXTS: Final = "texts"
"""The table of texts, which only those parts have whose texts are kept."""

_LIST: Final = "store.json"
_URL: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
# For how many seconds parts stay that are no longer listed: somebody may be reading them.
_KEPT: Final = 600.0
_MOMENT: Final = 0.05
# Parts with fewer hands are put together when there are many of them.
_SMALL: Final = 5000
_MAX_SMALL: Final = 16
_VERSION: Final = 1
MAX_DOCUMENT_BYTES: Final = 1 << 26
"""The most bytes of the list of parts, and of the notes."""
# Numbers of hands have as many bits above those of the row.
_MAX_PART: Final = 1 << 31
# How numbers are written that are no dictionary: as differences, or their bytes apart, the first of
# all of them first. What little is left to gain of some is not worth the time.
_DELTA: Final = {"hand", "start", "length", "clock", "line", "starting_stack"}
_SPLIT: Final = {
    "number",
    "player",
    "street",
    "amount",
    "flop",
    "runout",
    "flop_stack",
    "turn_pot",
    "river_pot",
    "pot",
}
_WITHOUT_DICTIONARY: Final = {"id", "label", "text"}
_LOOSE: Final = {"id", "length", "starting_stack"}
_COMPRESSION: Final = 2
# Rows that are many and small, and texts, are worth more time.
_MORE: Final = {"player": 3, "street": 3, "action": 3, "amount": 3, "text": 9}
# A page is as large as its bytes allow: small ones take time and room.
_PAGE_ROWS: Final = 1 << 24
_ROWS_AT_ONCE: Final = 1 << 15


def damaged(path: Path, what: str, code: str) -> ParseError:
    """Return the error of a file that is not what it must be."""
    return ParseError(f"{path} is damaged: it must be {what}", code=code)


def read_document(path: Path, what: str, code: str) -> Any:
    """Read a small JSON file of a store.

    Args:
        path: The file.
        what: What it must be, for the error.
        code: The code of the error.

    Returns:
        What it has; `None` if it is missing.

    Raises:
        ParseError: It is too large, not a regular file, not UTF-8 or not JSON.
    """
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            raise damaged(path, f"{what}, in a regular file", code)
        if status.st_size > MAX_DOCUMENT_BYTES:
            raise ParseError(
                f"{path} is too large: expected at most {MAX_DOCUMENT_BYTES} bytes,"
                f" got {status.st_size}",
                code=code,
            )
        with path.open("rb") as file:
            # It may have grown since.
            data = file.read(MAX_DOCUMENT_BYTES + 1)
        return json.loads(data.decode("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        raise damaged(path, what, code) from error


class StoreFolder:
    """The folder with the parts of a store.

    Attributes:
        path: The folder.
        patience: For how many seconds it is waited for another writer.
    """

    patience = 5.0

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Take a folder, which may not be there yet.

        Args:
            path: The folder.

        Raises:
            SetupError: It is a file, or a folder of something else.
        """
        self.path = Path(path)
        given = os.fspath(path)
        if _URL.match(given):
            raise SetupError(
                f"a store is a folder of this machine: expected a path, got {given!r:.100}",
                code="store-url",
            )
        if self.path.is_dir():
            others = [one for one in self.path.iterdir() if not one.name.startswith(".")]
            if others and not (self.path / _LIST).exists() and not self._is_begun(others):
                raise SetupError(
                    f"{self.path} is no store: it has other files, and no {_LIST}", code="no-store"
                )
        elif self.path.exists():
            raise SetupError(
                f"{self.path} is no store: a store is a folder", code="store-no-folder"
            )

    @staticmethod
    def _is_begun(others: list[Path]) -> bool:
        """Return whether a writer died before its first part was complete."""
        return all(one.name in ("parts", f"{TOURNAMENTS}.parquet") for one in others)

    @property
    def exists(self) -> bool:
        """Whether there is a store."""
        return (self.path / _LIST).exists()

    def read(self) -> dict[str, Any]:
        """Return what the list says: the numbers of parts, their derivations, and what is next."""
        found = read_document(self.path / _LIST, "the list of a store's parts", "store-list")
        if found is None:
            return {"version": _VERSION, "next": 1, "parts": []}
        try:
            version, following = found["version"], found["next"]
            parts = [(one["part"], one["derivation"]) for one in found["parts"]]
            numbers = [following, *(number for part in parts for number in part)]
            if any(type(one) is not int or not 0 <= one < _MAX_PART for one in numbers):
                raise ValueError("parts and derivations are integers")
            if len({part for part, _ in parts}) < len(parts):
                raise ValueError("a part is listed twice")
        except (ValueError, KeyError, TypeError) as error:
            raise damaged(self.path / _LIST, "the list of a store's parts", "store-list") from error
        if version != _VERSION:
            raise ParseError(
                f"{self.path} is a store of version {version!r:.20}: this program knows {_VERSION}",
                code="store-version",
            )
        return {
            "version": version,
            "next": max([following, *(part + 1 for part, _ in parts)]),
            "parts": [{"part": part, "derivation": derivation} for part, derivation in parts],
        }

    def verify_derivations(self) -> None:
        """Refuse rows that are derived otherwise than this program derives them.

        Raises:
            SetupError: Some are older, which `rebuild` mends, or newer.
        """
        versions = {one["derivation"] for one in self.read()["parts"]} - {DERIVATION}
        if versions and max(versions) > DERIVATION:
            raise SetupError(
                f"{self.path} has rows of derivation {max(versions)}, from a newer Croupier:"
                f" expected {DERIVATION}; update Croupier",
                code="store-derivation",
            )
        if versions:
            raise SetupError(
                f"{self.path} has rows of derivation {min(versions)}, from an older Croupier:"
                f" expected {DERIVATION}; run `croupier store rebuild {self.path}`",
                code="store-derivation",
            )

    def files_of(self, table: str) -> list[str]:
        """Return the files of a table, in the order of the parts; a part may be without texts."""
        if table == TOURNAMENTS:
            place = self.path / f"{TOURNAMENTS}.parquet"
            return [str(place)] if place.exists() else []
        places = [self._place(one["part"], table) for one in self.read()["parts"]]
        return [str(place) for place in places if table != TEXTS or place.exists()]

    def load(self, part: int) -> dict[str, pa.Table]:
        """Return the tables of a part."""
        found = {}
        for table in (*TABLES, TEXTS):
            place = self._place(part, table)
            if table != TEXTS or place.exists():
                with self._open(place) as file:
                    read = file.read()
                if ("part" if table == "files" else "hand") not in read.column_names:
                    raise ParseError(
                        f"the store {self.path} is damaged: {place} is no table of {table}",
                        code="store-part",
                    )
                found[table] = read
        return found

    def list_hands(self, part: int) -> pa.ChunkedArray:
        """Return the numbers of the hands of a part."""
        with self._open(self._place(part, "hands")) as file:
            return file.read(columns=["hand"])["hand"]

    def count_hands(self, part: int) -> int:
        """Return how many hands a part has."""
        with self._open(self._place(part, "hands")) as file:
            return int(file.metadata.num_rows)

    @contextmanager
    def _open(self, place: Path) -> Iterator[pq.ParquetFile]:
        """Open a file of Parquet; one that is damaged is named."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with pq.ParquetFile(place) as file:
                yield file
        except (pa.ArrowException, OSError) as error:
            raise ParseError(
                f"the store {self.path} is damaged: {place} cannot be read: {error}",
                code="store-part",
            ) from error

    def _place(self, part: int, table: str) -> Path:
        return self.path / "parts" / f"{part:08d}" / f"{table}.parquet"

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock the store against other writers.

        Raises:
            SetupError: Somebody else is writing, and has not come to an end in a few seconds.
        """
        end = time.monotonic() + self.patience
        while True:
            try:
                claim = Claim(self.path / "writing", force=True).__enter__()
                break
            except BlockingIOError as error:
                if time.monotonic() >= end:
                    raise SetupError(
                        f"{self.path} is being written to by another program", code="store-busy"
                    ) from error
                time.sleep(_MOMENT)
        try:
            self.sweep(time.time())
            yield
        finally:
            claim.release()

    def put(
        self, part: int, tables: dict[str, bytes], replaced: frozenset[int] = frozenset()
    ) -> None:
        """Write a part, and list it instead of those that it replaces.

        Args:
            part: Its number.
            tables: The files by the names of their tables.
            replaced: The numbers of parts that no longer count.
        """
        self.write(part, tables)
        self.replace({part: DERIVATION}, replaced)

    def write(self, part: int, tables: dict[str, bytes]) -> None:
        """Write the files of a part, which is not listed yet."""
        for table, data in tables.items():
            with whole_file(self._place(part, table)) as file:
                file.write(data)

    def replace(self, parts: Mapping[int, int], replaced: frozenset[int]) -> None:
        """List parts instead of others.

        Args:
            parts: Their derivations, by their numbers.
            replaced: The numbers of parts that no longer count.
        """
        found = self.read()
        found["parts"] = [one for one in found["parts"] if one["part"] not in replaced]
        found["parts"] += [
            {"part": part, "derivation": derivation} for part, derivation in parts.items()
        ]
        self._write(found, max(parts, default=0) + 1)
        for part in replaced:
            # Their time begins when they are no longer listed.
            with suppress(OSError):
                os.utime(self._place(part, "hands").parent)

    def sweep(self, now: float) -> None:
        """Remove parts that have not been listed for a while: nobody can be reading them any more.

        Args:
            now: The time, in seconds since 1970.
        """
        counted = {f"{one['part']:08d}" for one in self.read()["parts"]}
        folder = self.path / "parts"
        for place in folder.iterdir() if folder.is_dir() else ():
            with suppress(OSError):
                if place.name not in counted and now - place.stat().st_mtime > _KEPT:
                    shutil.rmtree(place)

    def write_without(self, hands: Sequence[int]) -> tuple[dict[int, int], frozenset[int]]:
        """Write parts anew without some of their hands; these parts are not listed yet.

        Returns:
            The derivations of the new parts by their numbers, and the parts that they replace.
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        gone = pa.array(hands, pa.int64())
        following = self.read()["next"]
        made: dict[int, int] = {}
        replaced = []
        for one in self.read()["parts"] if hands else []:
            part = one["part"]
            if not pc.any(pc.is_in(self.list_hands(part), gone)).as_py():
                continue
            kept = {
                name: encode(
                    table
                    if name == "files"
                    else table.filter(pc.invert(pc.is_in(table["hand"], gone)))
                )
                for name, table in self.load(part).items()
            }
            number = following + len(made)
            self.write(number, kept)
            made[number] = one["derivation"]
            replaced.append(part)
        return made, frozenset(replaced)

    def join_small(self) -> None:
        """Join small parts, of which a file that grows makes many.

        Raises:
            SetupError: Another program is writing to the store.
        """
        import pyarrow as pa

        with self.writing():
            parts = self.read()["parts"]
            small = [
                one["part"]
                for one in parts
                if one["derivation"] == DERIVATION and self.count_hands(one["part"]) < _SMALL
            ]
            if len(small) <= _MAX_SMALL:
                return
            loaded = [self.load(part) for part in small]
            names = {name for tables in loaded for name in tables}
            joined = {
                name: encode(pa.concat_tables([one[name] for one in loaded if name in one]))
                for name in sorted(names)
            }
            self.put(self.read()["next"], joined, frozenset(small))

    def put_tournaments(self, data: bytes) -> None:
        """Replace the table of tournaments."""
        with whole_file(self.path / f"{TOURNAMENTS}.parquet") as file:
            file.write(data)
        if not self.exists:
            self._write(self.read(), 1)

    def _write(self, found: dict[str, Any], following: int) -> None:
        found["next"] = max(found["next"], following)
        with whole_text(self.path / _LIST) as file:
            json.dump(found, file, indent=1)
            file.write("\n")


def encode(table: pa.Table) -> bytes:
    """Return a table as a file of Parquet.

    Args:
        table: The table.

    Returns:
        The bytes of the file, which are always the same for the same table.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    encodings, listed = {}, []
    for field in table.schema:
        kind, name = field.type, field.name
        is_number = pa.types.is_integer(kind) or pa.types.is_timestamp(kind)
        if is_number and name in _DELTA:
            encodings[name] = "DELTA_BINARY_PACKED"
        elif is_number and name in _SPLIT:
            encodings[name] = "BYTE_STREAM_SPLIT"
        elif name == "board":
            encodings[name] = "DELTA_LENGTH_BYTE_ARRAY"
        elif not pa.types.is_boolean(kind) and name not in _WITHOUT_DICTIONARY:
            listed.append(name)
    table = table.replace_schema_metadata({"croupier.derivation": str(DERIVATION)})
    names = table.schema.names
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        compression={name: "none" if name in _LOOSE else "zstd" for name in names},
        compression_level={
            name: _MORE.get(name, _COMPRESSION) for name in names if name not in _LOOSE
        },
        use_dictionary=listed,
        column_encoding=encodings or None,
        write_statistics=[name for name in ("hand", "id") if name in names],
        store_schema=False,
        max_rows_per_page=_PAGE_ROWS,
        write_batch_size=_ROWS_AT_ONCE,
    )
    return bytes(sink.getvalue())
