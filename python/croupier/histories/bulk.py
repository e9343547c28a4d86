"""Many hand histories at once: read, replayed and checked in the core, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from math import inf
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, overload

from croupier import _native
from croupier.errors import SetupError
from croupier.histories.variants import GAME_TYPES, REQUIRED_FIELDS
from croupier.state import Automation

__all__ = ["Batch", "Problem", "Summary", "find_files", "read_all"]

_SUFFIXES = (".phh", ".phhs")
_FILES_AT_ONCE = 256
_UNKNOWN_STACK = 1 << 60
# What the core says of recorded stacks, by its number.
_FINISHING = {-1: None, 0: "equal", 1: "less", 2: "different"}
# The bytes of each column: counts, amounts, and truths or small numbers.
_FORMATS: dict[str, Any] = {
    "file": "I",
    "line": "I",
    "action_count": "I",
    "applied_count": "I",
    "repair_count": "I",
    "player_count": "B",
    "ended": "?",
    "showdown": "?",
    "hidden": "?",
    "finishing": "b",
    "scale": "q",
    "stacks": "q",
    "payoffs": "q",
}


class Problem(NamedTuple):
    """Say what is wrong with a hand, and where.

    Attributes:
        path: The file.
        key: The key of the hand's table; empty where the file is one hand.
        line: The line, counted from 1; 0 where it is not known.
        column: The column, counted from 1; 0 where it is not known.
        action: The action, counted from 1, or `None`.
        message: What is wrong.
    """

    path: Path
    key: str
    line: int
    column: int
    action: int | None
    message: str

    def __str__(self) -> str:
        place = f"{self.path}"
        place += f", hand {self.key}" if self.key else ""
        place += f", line {self.line}" if self.line else ""
        place += f", column {self.column}" if self.column else ""
        place += f", action {self.action}" if self.action is not None else ""
        return f"{place}: {self.message}"


class Summary(NamedTuple):
    """Say what came of a hand.

    Attributes:
        path: The file.
        key: The key of the hand's table; empty where the file is one hand.
        line: The line where the hand begins.
        variant: The code of the game.
        action_count: How many actions are written.
        applied_count: How many of them were played.
        repair_count: How many were understood in another way than they are written.
        ended: Whether the hand came to its end.
        showdown: Whether there was a showdown.
        hidden: Whether the cards of somebody in the showdown stayed unknown.
        finishing: How the recorded stacks compare with those of the replay: "equal", "less" (none
            is more, as with a rake) or "different"; `None` where none are recorded.
        stacks: The stacks at the end.
        payoffs: What everybody won or lost.
        problem: What is wrong, or `None`.
    """

    path: Path
    key: str
    line: int
    variant: str
    action_count: int
    applied_count: int
    repair_count: int
    ended: bool
    showdown: bool
    hidden: bool
    finishing: str | None
    stacks: tuple[int | Decimal | float, ...]
    payoffs: tuple[int | Decimal, ...]
    problem: Problem | None


class Batch(Sequence[Summary]):
    """Hold what came of some files' hands: columns, of which a row is made when it is asked for.

    Attributes:
        paths: The files.
        columns: The columns by their names. `key` and `variant` are lists of texts, `problems` is a
            list of `Problem`s, and the others are memory views of numbers, which NumPy, Polars and
            Arrow take as they are. `stacks` and `payoffs` have a number for each player, one hand
            after the other, in units of which a chip has `scale`.
        problems: What is wrong with hands, and with files.
    """

    __slots__ = ("_by_row", "_offsets", "columns", "paths", "problems")

    def __init__(self, paths: Sequence[Path], columns: dict[str, Any]) -> None:
        """Take what the core returned.

        Args:
            paths: The files.
            columns: The columns.
        """
        self.paths = tuple(paths)
        keys = columns["key"]
        self.problems: list[Problem] = []
        self._by_row: dict[int, Problem] = {}
        for file, row, line, column, action, message in columns.pop("problems"):
            key = "" if row is None else keys[row]
            problem = Problem(self.paths[file], key, line, column, action, message)
            self.problems.append(problem)
            if row is not None:
                self._by_row[row] = problem
        self.columns: dict[str, Any] = {
            name: memoryview(values).cast(_FORMATS[name]) if name in _FORMATS else values
            for name, values in columns.items()
        }
        offsets = [0]
        for count in self.columns["player_count"]:
            offsets.append(offsets[-1] + count)
        self._offsets = offsets

    def __len__(self) -> int:
        return len(self.columns["key"])

    @overload
    def __getitem__(self, row: int) -> Summary: ...
    @overload
    def __getitem__(self, row: slice) -> list[Summary]: ...

    def __getitem__(self, row: int | slice) -> Summary | list[Summary]:
        if isinstance(row, slice):
            return [self[index] for index in range(*row.indices(len(self)))]
        count = len(self)
        index = row + count if row < 0 else row
        if not 0 <= index < count:
            raise IndexError(f"There is no hand {row}: there are {count}.")
        columns = self.columns
        scale = columns["scale"][index]
        players = slice(self._offsets[index], self._offsets[index + 1])
        return Summary(
            self.paths[columns["file"][index]],
            columns["key"][index],
            columns["line"][index],
            columns["variant"][index],
            columns["action_count"][index],
            columns["applied_count"][index],
            columns["repair_count"][index],
            columns["ended"][index],
            columns["showdown"][index],
            columns["hidden"][index],
            _FINISHING[columns["finishing"][index]],
            tuple(_to_stack(units, scale) for units in columns["stacks"][players]),
            tuple(_to_amount(units, scale) for units in columns["payoffs"][players]),
            self._by_row.get(index),
        )

    def __repr__(self) -> str:
        return f"Batch({len(self.paths)} files, {len(self)} hands, {len(self.problems)} problems)"


def find_files(paths: Iterable[str | PathLike[str]]) -> Iterator[Path]:
    """Yield files, and all hand histories in folders, in the order of their names.

    Args:
        paths: Files and folders.

    Yields:
        The files.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(
                found for found in path.rglob("*") if found.suffix in _SUFFIXES and found.is_file()
            )
        elif path.exists():
            yield path
        else:
            raise SetupError(f"There is no file {path}.")


def read_all(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    threads: int | None = None,
    files_at_once: int = _FILES_AT_ONCE,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Batch]:
    """Read, replay and check hand histories; memory is used for some files at a time only.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = Path(folder.name, "hand.phh")
    >>> _ = path.write_text('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']
    ... ''')
    >>> [batch] = read_all(folder.name)
    >>> batch[0].payoffs, batch[0].ended
    ((1, -1), True)
    >>> folder.cleanup()

    Args:
        paths: Files and folders.
        threads: How many threads read; one for each core when omitted.
        files_at_once: How many files make up a batch.
        progress: Called with the number of files that are done.

    Yields:
        What came of the hands of some files.

    Raises:
        SetupError: There is no such file or folder; it is a ValueError.
    """
    if isinstance(paths, str | PathLike):
        paths = [paths]
    files = list(find_files(paths))
    for start in range(0, len(files), files_at_once):
        chosen = files[start : start + files_at_once]
        yield Batch(chosen, _native.read_histories(chosen, _games(), threads))
        if progress is not None:
            progress(start + len(chosen))


@cache
def _games() -> list[tuple[str, _native.Setup, list[str]]]:
    """Return all games with stakes by which the core tells small bets from big ones."""
    found = []
    for code, game_type in GAME_TYPES.items():
        fields = set(REQUIRED_FIELDS[code])
        bets = (2, 4) if {"small_bet", "big_bet"} <= fields else (2,)
        forced: tuple[Any, ...] = ()
        if "blinds_or_straddles" in fields:
            forced = ((1, 2),)
        elif "bring_in" in fields:
            forced = (1,)
        game: Any = game_type
        made = game(tuple(Automation), True, 1, *forced, *bets)
        found.append((code, made(100, 2)._setup, sorted(fields)))
    return found


def _to_stack(units: int, scale: int) -> int | Decimal | float:
    return inf if units == _UNKNOWN_STACK else _to_amount(units, scale)


def _to_amount(units: int, scale: int) -> int | Decimal:
    return units if scale <= 1 else Decimal(units) / scale
