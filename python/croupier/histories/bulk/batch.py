"""Many hands as columns, as rows, and the hands themselves when they are wanted."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, overload

from croupier import _native
from croupier.histories.history import HandHistory
from croupier.histories.phh.documents import decode
from croupier.histories.replaying.settlement import COMPARISONS

__all__ = ["UNKNOWN_STACK", "Batch", "HandProblem", "Summary"]

UNKNOWN_STACK = 1 << 60
"""The mark of a stack that is not known."""

# The types of the columns: counts, places, amounts, and truths or small numbers.
_HAND_FORMATS: dict[str, Any] = {
    "file": "I",
    "line": "I",
    "start": "Q",
    "length": "Q",
    "player_count": "B",
    "scale": "q",
    "bring_in": "q",
    "small_bet": "q",
    "big_bet": "q",
    "min_bet": "q",
    "action_count": "I",
    "applied_count": "I",
    "repair_count": "I",
    "ended": "?",
    "showdown": "?",
    "hidden": "?",
    "finishing_check": "b",
    "winnings_check": "b",
    "rake": "q",
}
_PLAYER_FORMATS: dict[str, Any] = {
    "row": "I",
    "player": "B",
    "ante": "q",
    "blind_or_straddle": "q",
    "starting_stack": "q",
    "stack": "q",
    "payoff": "q",
    "finishing_stack": "q",
    "winnings": "q",
}


class HandProblem(NamedTuple):
    """A problem of a hand: what is wrong, and where.

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
    """A summary of a hand. Amounts are in chips.

    Attributes:
        path: The file.
        key: The key of the hand's table; empty where the file is one hand.
        line: The line where the hand begins.
        hand: The number or name of the hand as text; empty where it has none.
        variant: The code of the game.
        players: The players' names; empty where they are not known.
        antes: The antes.
        blinds_or_straddles: The blinds and straddles.
        bring_in: The bring-in, or `None`.
        small_bet: The small bet, or `None`.
        big_bet: The big bet, or `None`.
        min_bet: The smallest bet, or `None`.
        action_count: How many actions are written.
        applied_count: How many of them were played.
        repairs: The kinds of repairs, each once for every time.
        ended: Whether the hand came to its end.
        showdown: Whether there was a showdown.
        hidden: Whether the cards of somebody in the showdown stayed unknown.
        finishing_check: How the recorded stacks compare with those of the replay: "equal", "less"
            (none is more, as with a rake) or "different"; `None` where none are recorded.
        winnings_check: How the recorded winnings compare, in the same words or "other winners".
        rake: What the record says was taken, or `None` where that cannot be known.
        starting_stacks: The stacks at the start.
        stacks: The stacks at the end.
        payoffs: What everybody won or lost.
        problem: What is wrong, or `None`.
    """

    path: Path
    key: str
    line: int
    hand: str
    variant: str
    players: tuple[str, ...]
    antes: tuple[int | Decimal, ...]
    blinds_or_straddles: tuple[int | Decimal, ...]
    bring_in: int | Decimal | None
    small_bet: int | Decimal | None
    big_bet: int | Decimal | None
    min_bet: int | Decimal | None
    action_count: int
    applied_count: int
    repairs: tuple[str, ...]
    ended: bool
    showdown: bool
    hidden: bool
    finishing_check: str | None
    winnings_check: str | None
    rake: int | Decimal | None
    starting_stacks: tuple[int | Decimal | float, ...]
    stacks: tuple[int | Decimal | float, ...]
    payoffs: tuple[int | Decimal, ...]
    problem: HandProblem | None

    @property
    def repair_count(self) -> int:
        """How many repairs there were."""
        return len(self.repairs)


class Batch(Sequence[Summary]):
    """The summaries of some files' hands, in columns: a row is made when it is asked for.

    Texts are lists, and numbers are memory views that NumPy takes without copying. Amounts are in
    units, of which a chip has `scale`; -1 is an amount that is not recorded, 2 to the power of 60 a
    stack that is not known.

    Attributes:
        paths: The files.
        columns: The columns by their names, with a value for each hand: `file` (its place in
            `paths`), `key`, `line`, `start` and `length` (where it is in the file, in bytes),
            `hand`, `variant`, `player_count`, `scale`, `bring_in`, `small_bet`, `big_bet`,
            `min_bet`, `action_count`, `applied_count`, `repair_count`, `repairs` (the kinds as one
            text), `ended`, `showdown`, `hidden`, `finishing_check` and `winnings_check` (0 equal, 1
            less, 2 different, 3 other winners, -1 nothing recorded), `rake`, and `problem` (empty
            where there is none).
        problems: What is wrong with hands, and with files.
    """

    def __init__(self, paths: Sequence[Path], columns: dict[str, Any]) -> None:
        """Take what the core returned.

        Args:
            paths: The files.
            columns: The columns, of which those with numbers are bytes.
        """
        self.paths = tuple(paths)
        keys = columns["key"]
        self.problems: list[HandProblem] = []
        self._by_row: dict[int, HandProblem] = {}
        messages = [""] * len(keys)
        for file, row, line, column, action, message in columns["problems"]:
            key = "" if row is None else keys[row]
            problem = HandProblem(self.paths[file], key, line, column, action, message)
            self.problems.append(problem)
            if row is not None:
                self._by_row[row] = problem
                messages[row] = message
        views = {
            name: memoryview(columns[name]).cast(format).toreadonly()
            for name, format in (_HAND_FORMATS | _PLAYER_FORMATS).items()
        }
        self.columns: dict[str, Any] = {
            "file": views["file"],
            "key": keys,
            "line": views["line"],
            "start": views["start"],
            "length": views["length"],
            "hand": columns["hand"],
            "variant": columns["variant"],
            **{name: views[name] for name in _HAND_FORMATS if name not in _FIRST},
            "repairs": columns["repairs"],
            "problem": messages,
        }
        self._players = {name: views[name] for name in _PLAYER_FORMATS}
        self._names = columns["name"]

    def __getstate__(self) -> dict[str, Any]:
        # Views of memory stay in their process: others get copies, and what they make of them.
        kept = {name: vars(self)[name] for name in ("paths", "problems", "_by_row")}
        text, lengths = self._names
        return kept | {
            "columns": {name: _copy(column) for name, column in self.columns.items()},
            "_players": {name: _copy(column) for name, column in self._players.items()},
            "_names": (bytes(text), bytes(lengths)),
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        formats = _HAND_FORMATS | _PLAYER_FORMATS
        for columns in (self.columns, self._players):
            for name, column in columns.items():
                if isinstance(column, bytes):
                    columns[name] = memoryview(column).cast(formats[name]).toreadonly()

    @cached_property
    def player_columns(self) -> dict[str, Any]:
        """The columns with a value for each player of each hand, one hand after the other.

        They are `row` (the row of the hand), `player` (from 1), `name`, `ante`,
        `blind_or_straddle`, `starting_stack`, `stack` (at the end), `payoff`, `finishing_stack` and
        `winnings` (both as they are recorded).
        """
        players = self._players
        names = self._make_names(0, len(players["row"]))
        first = {"row": players["row"], "player": players["player"], "name": names}
        return first | players

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the hands to libraries of Arrow tables: pyarrow, Polars, DuckDB and others."""
        return self.hand_table.__arrow_c_stream__(requested_schema)

    @property
    def hand_table(self) -> _native.ArrowTable:
        """The hands as a table of Arrow: the columns of `columns`, whose numbers are not copied.

        What is missing is null there: amounts that are not recorded, and checks without a record.
        """
        kinds = {"B": "u8", "I": "u32", "Q": "u64", "q": "i64?", "b": "u8?", "?": "bool"}
        texts = {"key": "texts", "hand": "texts"}
        columns: list[tuple[str, str, Any, Any | None]] = []
        for name, column in self.columns.items():
            if isinstance(column, memoryview):
                kind = "i64" if name == "scale" else kinds[column.format]
                columns.append((name, kind, column.cast("B"), None))
            else:
                columns.append((name, texts.get(name, "words"), column, None))
        return _native.ArrowTable("hands", columns)

    @property
    def player_table(self) -> _native.ArrowTable:
        """The players of all hands as a table of Arrow: `player_columns`, which are not copied.

        What is missing is null there: stacks that are not known, and what is not recorded.
        """
        text, lengths = self._names
        columns: list[tuple[str, str, Any, Any | None]] = []
        for name, column in self._players.items():
            kind = {"I": "u32", "B": "u8"}.get(column.format, "i64?")
            signed = name in ("ante", "blind_or_straddle", "payoff")
            columns.append((name, "i64" if signed else kind, column.cast("B"), None))
        columns.insert(2, ("name", "text", text, lengths))
        return _native.ArrowTable("players", columns)

    @cached_property
    def _offsets(self) -> list[int]:
        """Where the players of each hand begin."""
        return list(accumulate(self.columns["player_count"], initial=0))

    @cached_property
    def _name_places(self) -> list[int]:
        """Where each name begins in the text of all names."""
        return list(accumulate(memoryview(self._names[1]).cast("I"), initial=0))

    def _make_names(self, first: int, last: int) -> list[str]:
        text = self._names[0]
        places = self._name_places[first : last + 1]
        return [str(text[start:end], "utf-8") for start, end in pairwise(places)]

    def history(self, row: int) -> HandHistory:
        """Read a hand again, as a history: nothing of its file but the hand is read.

        Args:
            row: The number of the row.

        Returns:
            The history.

        Raises:
            IndexError: There is no such row.
            ParseError: The hand is no TOML, or no hand, or the file has changed since.
        """
        index = self._index(row)
        key = self.columns["key"][index]
        return HandHistory.load_part(self.text(index), key or None)

    def text(self, row: int) -> str:
        """Read a hand again, as it is written.

        Args:
            row: The number of the row.

        Returns:
            The fields of the hand, without the line that begins its table.

        Raises:
            IndexError: There is no such row.
            ParseError: It is no UTF-8.
        """
        index = self._index(row)
        path = self.paths[self.columns["file"][index]]
        with path.open("rb") as file:
            file.seek(self.columns["start"][index])
            text: bytes = file.read(self.columns["length"][index])
        return decode(text)

    def _index(self, row: int) -> int:
        count = len(self)
        index = row + count if row < 0 else row
        if not 0 <= index < count:
            raise IndexError(f"there is no hand {row}: there are {count}")
        return index

    def __len__(self) -> int:
        return len(self.columns["key"])

    @overload
    def __getitem__(self, row: int) -> Summary: ...
    @overload
    def __getitem__(self, row: slice) -> list[Summary]: ...

    def __getitem__(self, row: int | slice) -> Summary | list[Summary]:
        if isinstance(row, slice):
            return [self[index] for index in range(*row.indices(len(self)))]
        index = self._index(row)
        values = {name: column[index] for name, column in self.columns.items()}
        scale = values["scale"]
        first, last = self._offsets[index], self._offsets[index + 1]

        def amount(name: str) -> int | Decimal | None:
            return None if values[name] < 0 else _to_amount(values[name], scale)

        def amounts(name: str) -> tuple[int | Decimal, ...]:
            return tuple(_to_amount(units, scale) for units in self._players[name][first:last])

        def stacks(name: str) -> tuple[int | Decimal | float, ...]:
            return tuple(_to_stack(units, scale) for units in self._players[name][first:last])

        return Summary(
            path=self.paths[values["file"]],
            key=values["key"],
            line=values["line"],
            hand=values["hand"],
            variant=values["variant"],
            players=tuple(self._make_names(first, last)),
            antes=amounts("ante"),
            blinds_or_straddles=amounts("blind_or_straddle"),
            bring_in=amount("bring_in"),
            small_bet=amount("small_bet"),
            big_bet=amount("big_bet"),
            min_bet=amount("min_bet"),
            action_count=values["action_count"],
            applied_count=values["applied_count"],
            repairs=tuple(values["repairs"].split()),
            ended=values["ended"],
            showdown=values["showdown"],
            hidden=values["hidden"],
            finishing_check=COMPARISONS[values["finishing_check"]],
            winnings_check=COMPARISONS[values["winnings_check"]],
            rake=amount("rake"),
            starting_stacks=stacks("starting_stack"),
            stacks=stacks("stack"),
            payoffs=amounts("payoff"),
            problem=self._by_row.get(index),
        )

    def __repr__(self) -> str:
        return f"Batch({len(self.paths)} files, {len(self)} hands, {len(self.problems)} problems)"


_FIRST = {"file", "line", "start", "length"}


def _to_stack(units: int, scale: int) -> int | Decimal | float:
    return inf if units == UNKNOWN_STACK else _to_amount(units, scale)


def _copy(column: Any) -> Any:
    return bytes(column) if isinstance(column, memoryview) else column


def _to_amount(units: int, scale: int) -> int | Decimal:
    return units if scale <= 1 else Decimal(units) / scale
