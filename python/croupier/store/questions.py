"""Questions in SQL: they read the store and nothing else, and write nothing."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import ParseError
from croupier.store.views import HIDDEN, VIEWS, escape, quote

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = ["name_apart", "open_closed", "verify_question"]

# Functions that make tables of nothing but their arguments.
_MAKERS: Final = frozenset({"range", "generate_series", "unnest"})
_PUBLIC_NAME: Final = re.compile(r"(?!duckdb_|pg_|sqlite_)[a-z_]\w*", re.ASCII)


def open_closed(folder: Path) -> duckdb.DuckDBPyConnection:
    """Return a connection that reaches no file but those of a store.

    Args:
        folder: The folder of the store.

    Returns:
        The connection. What it may reach cannot be changed by what is asked.
    """
    import duckdb

    connection = duckdb.connect(
        config={"preserve_insertion_order": True, "python_enable_replacements": False}
    )
    place = os.path.abspath(folder)
    # Names with stars are looked for as they are, and as files are named in SQL.
    listed = ", ".join(map(quote, dict.fromkeys([place, escape(place)])))
    connection.execute(f"set allowed_directories = [{listed}]")
    connection.execute("set enable_external_access = false")
    return connection


def verify_question(
    connection: duckdb.DuckDBPyConnection, sql: str, *, anonymous: bool = False
) -> None:
    """Refuse SQL that is not a single question.

    Args:
        connection: A connection, which is asked what the text says.
        sql: The text.
        anonymous: Whether nothing but the tables of the document may be asked for, because other
            places tell names.

    Raises:
        ParseError: Something is to be done, and not only asked; or nothing is said at all.
    """
    import duckdb

    statements = connection.extract_statements(sql)
    # To turn rows into columns is a question of several steps.
    kinds = {duckdb.StatementType.SELECT, duckdb.StatementType.MULTI}
    if not statements or any(one.type not in kinds for one in statements):
        raise ParseError(
            "a question asks and changes nothing: it begins with select, with, from or values",
            code="store-question",
        )
    if anonymous:
        ((said,),) = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()
        _verify_tables(json.loads(said))


def _verify_tables(parsed: dict[str, Any]) -> None:
    """Refuse names that are no tables of the store."""
    nodes = [] if parsed.get("error", True) else list(_walk(parsed))
    own = {
        str(one["key"]).lower()
        for node in nodes
        for one in (node.get("cte_map") or {}).get("map", [])
    }
    for node in nodes:
        kind = node.get("type")
        name = str(node.get("table_name") or "").lower()
        if kind == "BASE_TABLE":
            good = name in VIEWS or name in own
            good = good and not node.get("schema_name") and not node.get("catalog_name")
        elif kind == "TABLE_FUNCTION":
            name = str((node.get("function") or {}).get("function_name"))
            good = name in _MAKERS
        else:
            continue
        if not good:
            raise _refuse(name)
    for name in own:
        if name in HIDDEN or not _PUBLIC_NAME.fullmatch(name):
            raise _refuse(name)
    if not nodes:
        raise _refuse("this kind of question")


def _refuse(name: str) -> ParseError:
    return ParseError(
        f"a store that hides names answers questions about its tables only, unlike {name!r:.80}",
        code="store-hidden",
    )


def _walk(node: Any) -> Iterator[dict[str, Any]]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one


def name_apart(answer: pa.Table) -> pa.Table:
    """Return an answer whose columns have different names: the second `a` is `a_1`."""
    taken, names = set(answer.column_names), []
    for name in answer.column_names:
        given, number = name, 0
        while given in names or (number and given in taken):
            number += 1
            given = f"{name}_{number}"
        names.append(given)
    return answer.rename_columns(names)
