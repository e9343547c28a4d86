"""`croupier tables`: list or compact a log of hosted tables."""

from __future__ import annotations

from pathlib import Path

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Flag
from croupier.cli.output.console import Status, console, print_json, print_table
from croupier.errors import SetupError, need_extra
from croupier.texts import show_line

__all__ = ["show_tables"]


def show_tables(path: str, /, *, compact: Flag = False, as_json: AsJson = False) -> int:
    """List the tables of a log, or compact it.

    The log is the file that `croupier serve --log` writes. The exit status is 1 if a table cannot
    be opened.

    Parameters
    ----------
    path
        The log. A database that several servers share is not listed.
    compact
        Compact a log of an earlier version first. No hand, chip or player is lost, even if the
        program is killed. No server may have the log open.
    as_json
        Print the tables as JSON, and nothing else.
    """
    with need_extra("web"):
        from croupier.hosting.log import is_shared
        from croupier.hosting.upkeep import compact_log, list_tables
        from croupier.web.tables.games import show_title
    if is_shared(path):
        raise SetupError(
            "expected the file of a log, got the address of a database", code="option-value"
        )
    before, after = compact_log(Path(path)) if compact else (0, 0)
    found = list_tables(Path(path))
    broken = [one for one in found if one.problem]
    if as_json:
        sizes = {"before": before, "after": after} if compact else {}
        print_json({"tables": [one._asdict() for one in found], **sizes})
        return Status.FINDINGS if broken else Status.GOOD
    if compact:
        console.print(f"Compacted from {before:,} to {after:,} bytes.", highlight=False)
    if not found:
        console.print("There are no tables.")
        return Status.GOOD
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for name in ("Table", "Title", "State"):
        table.add_column(name)
    for name in ("Hands", "People", "Bytes"):
        table.add_column(name, justify="right")
    for one in found:
        state = "damaged" if one.problem else "closed" if one.is_closed else "open"
        table.add_row(
            *map(Text, (show_line(one.code), show_line(show_title(one.title)), state)),
            *(f"{number:,}" for number in (one.hands, one.people, one.size)),
        )
    print_table(table)
    for one in broken:
        line = f"{one.code}: {one.problem}"
        console.print(show_line(line), highlight=False, markup=False, soft_wrap=True)
    return Status.FINDINGS if broken else Status.GOOD
