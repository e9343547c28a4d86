"""Millions of hands by SQL: a folder of Parquet files that DuckDB and others can read.

It needs pyarrow and duckdb, which come with the extra `store`.

>>> import tempfile
>>> from pathlib import Path
>>> from croupier.store import Store
>>> with tempfile.TemporaryDirectory() as folder:
...     _ = Path(folder, "hand.phh").write_text('''variant = 'NT'
... antes = [0, 0]
... blinds_or_straddles = [1, 2]
... min_bet = 2
... starting_stacks = [100, 100]
... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 f']
... players = ['Ann', 'Bob']
... ''')
...     store = Store(f"{folder}/store")
...     store.add(f"{folder}/hand.phh").hands
...     store.query("select name, position, net from players where vpip").to_pylist()
1
[{'name': 'Bob', 'position': 'BTN', 'net': 2}]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.store.adding import AddedFiles
    from croupier.store.folder import DERIVATION
    from croupier.store.store import Store

__all__ = ["DERIVATION", "AddedFiles", "Store"]

# Arrow and DuckDB are for those who keep hands.
_LATER = {
    "AddedFiles": "croupier.store.adding",
    "DERIVATION": "croupier.store.folder",
    "Store": "croupier.store.store",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
