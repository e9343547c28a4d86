"""Tables of Arrow: what the core gives away is what it has, in the memory that it has it in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import _native
from croupier.analysis import equity, read_statistics
from croupier.evaluation import play_match
from croupier.histories import read_all
from croupier.simulation import simulate
from croupier.tables import TableBatch

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

HAND = """[{number}]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200.5, inf]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr {bet}', 'p1 f']
players = ['Ann', 'Zoë']
hand = {number}
"""


@pytest.fixture
def batch(tmp_path: Path) -> Any:
    path = tmp_path / "hands.phhs"
    path.write_text("\n".join(HAND.format(number=one, bet=4 + one % 3) for one in range(1, 20)))
    (found,) = read_all(path)
    return found


def take(stream: Any) -> Any:
    # `pa.table` takes tuples for columns, and some results are tuples.
    table = pa.RecordBatchReader.from_stream(stream).read_all()
    table.validate(full=True)
    return table


def test_batches_are_tables(batch: Any) -> None:
    hands, players = take(batch), take(batch.player_table)
    assert hands.column_names == list(batch.columns)
    assert players.column_names == list(batch.player_columns)
    for table, columns in ((hands, batch.columns), (players, batch.player_columns)):
        for name, column in columns.items():
            for value, known in zip(table[name].to_pylist(), column, strict=True):
                is_missing = known == "" or (
                    type(known) is int and name not in _SIGNED and not 0 <= known < 1 << 60
                )
                assert value == (None if is_missing else known), name
    assert players["starting_stack"].null_count == 19
    assert hands["rake"].null_count == 19


_SIGNED = ("ante", "blind_or_straddle", "payoff")


def test_numbers_are_not_copied(batch: Any) -> None:
    numpy = pytest.importorskip("numpy")
    for stream, columns in ((batch, batch.columns), (batch.player_table, batch._players)):
        table = take(stream)
        for name, column in columns.items():
            if not isinstance(column, memoryview) or column.format == "?":
                continue
            array = numpy.asarray(column)
            assert table[name].chunk(0).buffers()[1].address == array.ctypes.data, name


def test_memory_is_there_as_long_as_somebody_looks(batch: Any) -> None:
    table = take(batch.player_table)
    names = list(batch.player_columns["name"])
    del batch
    assert table["name"].to_pylist() == names


def test_results_are_tables(tmp_path: Path, batch: Any) -> None:
    results: list[Any] = [
        simulate("nlhe", 100, seed=1, stacks=200, player_count=3),
        play_match("nlhe", ["tight", "caller"], 50, seed=1),
        read_statistics(tmp_path),
        read_statistics(tmp_path)["Ann"],
        equity("AsKs", "QQ", board="2c3d4h"),
    ]
    for result in results:
        rows = result.to_rows()
        table = take(result)
        assert table.num_rows == len(rows)
        assert table.column_names == list(rows[0])
        assert result.to_arrow().equals(table)


def test_recorded_hands_are_tables() -> None:
    def make() -> TableBatch:
        made = TableBatch("nlhe", 6, stacks=200, player_count=3, seed=1, record=[1, 4])
        for _ in range(60):
            made.step([1] * 6)
        return made

    histories = make().take_histories()
    tables = {name: take(table) for name, table in make().take_tables().items()}
    assert len(histories) == tables["hands"].num_rows > 2
    assert tables["hands"]["number"].to_pylist() == [one.hand for one in histories]
    assert tables["hands"]["place"].to_pylist() == [one.table for one in histories]
    net = [
        end - start
        for one in histories
        for start, end in zip(one.starting_stacks, one.finishing_stacks or [], strict=True)
    ]
    assert tables["players"]["net"].to_pylist() == net
    assert make().take_tables()["actions"].__len__() == tables["actions"].num_rows


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ([("a", "i64", b"1234567", None)], "whole numbers"),
        ([("a", "i64", bytes(8), None), ("b", "u8", bytes(2), None)], "has 2 values"),
        ([("a", "text", b"abc", (9).to_bytes(4, "little"))], "lengths that fit"),
        ([("a", "text", "é".encode(), (1).to_bytes(4, "little"))], "lengths that fit"),
        ([("a", "text", b"\xff", (1).to_bytes(4, "little"))], "UTF-8"),
        ([("a", "i64", bytes(8), b"")], "of each value"),
        ([("a", "nothing", b"", None)], "of the kind nothing"),
        ([("a", "text", b"", None)], "of the kind text"),
    ],
)
def test_columns_that_cannot_be(columns: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        _native.ArrowTable("x", columns)


def test_columns_with_nothing() -> None:
    assert take(
        _native.ArrowTable("x", [("a", "i64", b"", None), ("b", "words", [], None)])
    ).shape == (
        0,
        2,
    )
    assert len(_native.ArrowTable("x", [])) == 0
