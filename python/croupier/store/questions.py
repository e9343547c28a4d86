"""Questions in SQL: they read the store and nothing else, and write nothing.

What DuckDB makes of a question is compared with lists of what a question may have: kinds of
statements, tables, functions. The settings of the connection are a second line, for what these
lists may have missed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import ParseError, SetupError
from croupier.limits import verify_threads
from croupier.store.functions import FUNCTIONS, TABLE_FUNCTIONS
from croupier.store.views import HIDDEN, VIEWS, escape, quote

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = [
    "AnswerLimits",
    "limit_time",
    "name_apart",
    "open_closed",
    "translate_errors",
    "verify_question",
]

_MAX_CHARACTERS: Final = 1 << 20
# The megabytes that may be spilled to the disk for each of memory, where memory has a bound.
_SPILLED: Final = 8
_PUBLIC_NAME: Final = re.compile(r"(?!duckdb_|pg_|sqlite_)[a-z_]\w*", re.ASCII)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_EXPRESSIONS: Final = """
    BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA LAMBDA_REF
    OPERATOR PARAMETER POSITIONAL_REFERENCE STAR SUBQUERY TYPE WINDOW
"""
# Nodes of the parse that are not expressions.
_NODES: Final = """
    SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE CTE_NODE BASE_TABLE EMPTY EXPRESSION_LIST
    JOIN PIVOT SHOW_REF SUBQUERY TABLE_FUNCTION ASCENDING DESCENDING ORDER_DEFAULT
    DISTINCT_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER ORDER_MODIFIER
"""


@dataclass(frozen=True)
class AnswerLimits:
    """Limits of answers; what is `None` has none but the machine's.

    Attributes:
        megabytes: Memory. Eight times as much may be spilled to the disk.
        threads: Threads.
        seconds: Time.
    """

    megabytes: int | None = None
    threads: int | None = None
    seconds: float | None = None

    def change(
        self, megabytes: int | None, threads: int | None, seconds: float | None
    ) -> AnswerLimits:
        """Return limits with some of them changed.

        Raises:
            SetupError: It is less than one megabyte or thread, or no time at all.
        """
        verify_threads(threads)
        if megabytes is not None and (type(megabytes) is not int or megabytes < 1):
            raise SetupError(
                f"invalid megabytes: expected an integer of at least 1, got {megabytes!r:.100}",
                code="megabytes",
            )
        if seconds is not None and not (
            isinstance(seconds, int | float) and 0 < seconds <= threading.TIMEOUT_MAX
        ):
            raise SetupError(
                f"invalid seconds: expected a number above 0, got {seconds!r:.100}",
                code="option-value",
            )
        return AnswerLimits(
            self.megabytes if megabytes is None else megabytes,
            self.threads if threads is None else threads,
            self.seconds if seconds is None else seconds,
        )


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise errors of the database as errors about the question."""
    import duckdb

    try:
        yield
    # Its messages may have bytes of damaged files, which are no text.
    except (duckdb.Error, UnicodeDecodeError) as error:
        said = str(error).strip()
        raise ParseError(f"the question cannot be answered: {said}", code="store-sql") from error


@contextmanager
def limit_time(connection: duckdb.DuckDBPyConnection, seconds: float | None) -> Iterator[None]:
    """Interrupt an answer that takes too long.

    Args:
        connection: The connection that answers.
        seconds: How long it may take; as long as it takes when `None`.

    Raises:
        ParseError: It takes longer.
    """
    import duckdb

    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, connection.interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    except duckdb.InterruptException:
        raise ParseError(
            f"the question takes too long: expected an answer within {seconds:g} seconds",
            code="store-time",
        ) from None
    finally:
        timer.cancel()


def open_closed(folder: Path, limits: AnswerLimits | None = None) -> duckdb.DuckDBPyConnection:
    """Return a connection that reaches no file but those of a store.

    Args:
        folder: The folder of the store.
        limits: The memory and the threads of answers.

    Returns:
        The connection. What it may reach cannot be changed by what is asked.
    """
    import duckdb

    connection = duckdb.connect(
        config={
            "preserve_insertion_order": True,
            "python_enable_replacements": False,
            "autoload_known_extensions": False,
            "autoinstall_known_extensions": False,
            "allow_community_extensions": False,
        }
    )
    spilled = tempfile.mkdtemp(prefix="croupier-store-")
    weakref.finalize(connection, shutil.rmtree, spilled, ignore_errors=True)
    connection.execute(f"set temp_directory = {quote(spilled)}")
    limits = limits or AnswerLimits()
    if limits.megabytes is not None:
        connection.execute(f"set memory_limit = '{limits.megabytes}MB'")
        connection.execute(f"set max_temp_directory_size = '{_SPILLED * limits.megabytes}MB'")
    if limits.threads is not None:
        connection.execute(f"set threads = {limits.threads}")
    place = os.path.abspath(folder)
    # Names with stars are looked for as they are, and as files are named in SQL.
    listed = ", ".join(map(quote, dict.fromkeys([place, escape(place)])))
    connection.execute(f"set allowed_directories = [{listed}]")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")
    return connection


def verify_question(
    connection: duckdb.DuckDBPyConnection, sql: str, *, anonymous: bool = False
) -> None:
    """Refuse SQL that is not a question about the tables of the document.

    Args:
        connection: A connection, which is asked what the text says.
        sql: The text.
        anonymous: Whether the store hides names.

    Raises:
        ParseError: Something is to be done, and not only asked; or nothing is said at all; or
            a table or function is not one that questions may have.
    """
    import duckdb

    if not isinstance(sql, str) or _SURROGATE.search(sql):
        raise ParseError(
            f"invalid question: expected SQL as text, got {sql!r:.100}", code="store-question"
        )
    if len(sql) > _MAX_CHARACTERS:
        raise ParseError(
            f"question too long: expected at most {_MAX_CHARACTERS} characters, got {len(sql)}",
            code="store-question",
        )
    statements = connection.extract_statements(sql)
    try:
        kinds = {one.type for one in statements}
    except ValueError:
        # DuckDB has kinds of statements that its Python has no name for.
        kinds = set()
    if kinds == {duckdb.StatementType.MULTI}:
        raise _refuse(
            "a pivot without its columns: list them, as in pivot t on a in ('x', 'y')", anonymous
        )
    if kinds != {duckdb.StatementType.SELECT}:
        raise ParseError(
            "a question asks and changes nothing: it begins with select, with, from or values",
            code="store-question",
        )
    ((parsed,),) = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()
    try:
        _verify_parsed(json.loads(parsed), anonymous)
    except RecursionError:
        raise ParseError(
            "question too deep: too many expressions within each other", code="store-question"
        ) from None


def _verify_parsed(parsed: dict[str, Any], anonymous: bool) -> None:
    """Refuse what is not on the lists of tables, functions and kinds of expressions."""
    if parsed.get("error", True):
        raise _refuse(str(parsed.get("error_message", "this kind of question")), anonymous)
    nodes = list(_walk(parsed["statements"]))
    own = {
        str(one["key"]).lower()
        for node in nodes
        for one in (node.get("cte_map") or {}).get("map", [])
    }
    for name in own:
        if name in HIDDEN or not _PUBLIC_NAME.fullmatch(name):
            raise _refuse(f"the table {name}", anonymous)
    for node in nodes:
        kind = node.get("type")
        if "class" in node:
            if node["class"] not in _EXPRESSIONS.split():
                raise _refuse(f"an expression of the kind {node['class']}", anonymous)
        elif isinstance(kind, str):
            if kind not in _NODES.split():
                raise _refuse(f"a part of the kind {kind}", anonymous)
            if kind == "BASE_TABLE":
                _verify_table(node, own, anonymous)
            elif kind == "TABLE_FUNCTION":
                function = node.get("function") or {}
                if str(function.get("function_name")).lower() not in TABLE_FUNCTIONS:
                    raise _refuse(f"the function {function.get('function_name')}", anonymous)
        called = node.get("function_name")
        if called is not None and str(called).lower() not in FUNCTIONS:
            raise _refuse(f"the function {called}", anonymous)


def _verify_table(node: dict[str, Any], own: set[str], anonymous: bool) -> None:
    name = str(node.get("table_name") or "")
    known = name.lower() in VIEWS or name.lower() in own
    if not known or node.get("schema_name") or node.get("catalog_name"):
        names = [*VIEWS, *own]
        near = get_close_matches(name.lower(), names, 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; tables are {', '.join(names)}"
        raise _refuse(f"the table {name:.60}{hint}", anonymous)


def _refuse(thing: str, anonymous: bool) -> ParseError:
    if anonymous:
        return ParseError(
            f"a store that hides names answers questions about its tables only, got {thing:.200}",
            code="store-hidden",
        )
    return ParseError(
        f"invalid question: expected tables of the store and functions of values, got {thing:.200}",
        code="store-question",
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
