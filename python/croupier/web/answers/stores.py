"""Reports of stores, as the page shows them."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from croupier.analysis.statistics.definitions import DEFINITIONS
from croupier.errors import SetupError
from croupier.frames import is_number, show_value
from croupier.store import Store
from croupier.store.pictures import select_money
from croupier.store.reports import REPORTS, describe_money
from croupier.texts import show_line
from croupier.web.answers.calculators import show_picture
from croupier.web.messages import Block, Code, StoreAnswer, StoreQuestion, TableBlock, Words

__all__ = ["make_answer"]

_MAX_ROWS = 200
_MAX_WORDS = 1_000
# The share of a desk process's memory that DuckDB may take.
_MEGABYTES = 700


def make_answer(path: Path, question: StoreQuestion) -> StoreAnswer:
    """Make a report of a store.

    Args:
        path: The folder of the store.
        question: Which report.

    Returns:
        The report, with the command that prints it.

    Raises:
        SetupError: There is no such report or phrase, or a player is missing.
    """
    player, where = question.player.strip(), question.where.strip()
    if max(len(player), len(where)) > _MAX_WORDS:
        raise SetupError("these are too many words", code="too-long")
    store = Store(path)
    store.limit(megabytes=_MEGABYTES, threads=1)
    table = store.report(question.report, where, player=player or None)
    note, shown = describe_money(table)
    blocks: list[Block] = []
    if not table.num_rows:
        blocks.append(Words(text="There are no such hands.", tone="strong"))
    elif question.report == "graph":
        blocks += _show_graph(store, player, where, table)
    else:
        label = REPORTS[question.report].replace("the same", "how somebody plays and what is won,")
        blocks.append(_make_table(label, shown))
    if note:
        blocks.append(Words(text=note, tone="plain"))
    left = table.num_rows - _MAX_ROWS
    if left > 0 and question.report != "graph":
        blocks.append(Words(text=f"{left:,} more rows are left out.", tone="plain"))
    command = ["croupier", "store", "report", path.name, question.report]
    command += ["--player", player] if player else []
    command += ["--where", where] if where else []
    blocks.append(Code(label="Command", text=shlex.join(command)))
    return StoreAnswer(title=path.name, blocks=blocks)


def _show_graph(store: Store, player: str, where: str, table: Any) -> list[Block]:
    money, table = select_money(table)
    last = table.slice(table.num_rows - 1).to_pylist()[0]
    said = (
        f"{last['hand_number']:,} hands{money}: {_sign(last['chips'])} chips,"
        f" {_sign(last['big_blinds'])} big blinds; without luck in all-in hands"
        f" {_sign(last['expected_big_blinds'])} big blinds."
    )
    picture = store.draw_graph(player or None, where)
    return [
        Words(text=said, tone="strong"),
        show_picture("What was won, hand by hand", picture, width=960, headed=True),
    ]


def _sign(amount: float) -> str:
    return f"{amount:+,.2f}"


_HEADINGS = {
    "bb_100": "bb/100",
    "expected_bb_100": "bb/100 without luck",
    "roi": "ROI",
    "itm": "ITM",
}
# Won or lost, and numbers by which something is called.
_SIGNED = frozenset({"won", "bb_100", "expected_bb_100", "profit", "roi"})
_NAMES = frozenset({"hand", "number"})


def _make_table(label: str, table: Any) -> TableBlock:
    rows = table.slice(0, _MAX_ROWS).to_pylist()
    names = table.column_names
    return TableBlock(
        title=label[:1].upper() + label[1:],
        headings=[_find_heading(name) for name in names],
        rows=[[_show(name, cell) for name, cell in row.items()] for row in rows],
        numeric=[
            all(is_number(row[name]) for row in rows if row[name] is not None) for name in names
        ],
        hands=[],
    )


def _find_heading(name: str) -> str:
    """Return what players call a column."""
    if name in DEFINITIONS:
        return DEFINITIONS[name].title
    return _HEADINGS.get(name, name.replace("_", " ").capitalize())


def _show(name: str, cell: Any) -> str:
    if name in _NAMES and cell is not None:
        return show_line(str(cell))
    if name in _SIGNED and isinstance(cell, float | int):
        return _sign(cell)
    if isinstance(cell, float):
        # Rates have a digit behind the point, and chips two.
        return f"{cell:,.2f}" if name in ("pot", "paid", "prizes", "bounties") else f"{cell:,.1f}"
    return show_line(show_value(cell))
