"""The page of the store says what the program does."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pyarrow as pa

from croupier import _native
from croupier.store import Store
from croupier.store.views import VIEWS, describe_tables

ROOT = Path(__file__).resolve().parents[2]


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_all_columns() -> None:
    """Run `python docs/site/store_tables.py` where this fails."""
    tool = load(ROOT / "docs" / "site" / "store_tables.py")
    page = tool.PAGE.read_text(encoding="utf-8")
    assert tool.render(page) == page


def test_tables_have_the_columns_that_are_described(tmp_path: Path) -> None:
    hand = tmp_path / "hand.phh"
    hand.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
        "starting_stacks = [100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n"
    )
    full, empty = Store(tmp_path / "full"), Store(tmp_path / "empty")
    full.add(hand)
    assert describe_tables().keys() == VIEWS.keys()
    for table, columns in describe_tables().items():
        for store in (full, empty):
            rows = store.connect().execute(f"describe {table}").fetchall()
            assert [row[0] for row in rows] == [one.name for one in columns], table
            assert [row[1] for row in rows] == [one.type for one in columns], table


def test_columns_leave_the_core_as_they_are() -> None:
    """Nothing is copied, and every buffer is what Arrow says it is."""
    rows = _native.StoreRows()
    for exported in rows.export(7):
        table = pa.table(exported)
        table.validate(full=True)
        assert len(exported) == table.num_rows == 0
        # It can be taken as often as anybody likes.
        assert pa.table(exported).schema == table.schema
