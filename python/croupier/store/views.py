"""The tables of a store as SQL sees them, and what every column says."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier import _native
from croupier.analysis.statistics.definitions import DEFINITIONS
from croupier.histories.pipeline.anonymizing import list_rooms

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

__all__ = [
    "HIDDEN",
    "OTHERS",
    "VIEWS",
    "Column",
    "create_views",
    "describe_tables",
    "escape",
    "quote",
]


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        name: The name.
        type: The type as DuckDB has it.
        nullable: Whether values may be missing.
        about: What it says.
        stored: Whether it stands in the files, and is not worked out when somebody asks.
    """

    name: str
    type: str
    nullable: bool
    about: str
    stored: bool = True


_TEXTS: Final = (
    Column("hand", "BIGINT", False, "the number of the hand in this store"),
    Column("text", "VARCHAR", False, "the hand as PHH"),
)
_TOURNAMENTS: Final = (
    Column("room", "VARCHAR", False, "where it was played"),
    Column("number", "VARCHAR", False, "its number there"),
    Column("title", "VARCHAR", False, "its name"),
    Column("currency", "VARCHAR", False, "the code or the sign of the currency of all amounts"),
    Column("started", "TIMESTAMP", True, "when it began, as it is written"),
    Column("players", "INTEGER", True, "how many entered"),
    Column("prize_pool", "DECIMAL(18,4)", True, "what was played for"),
    Column("name", "VARCHAR", False, "the player"),
    Column(
        "place", "INTEGER", True, "where the player came; missing for players who are still there"
    ),
    Column("buy_in", "DECIMAL(18,4)", False, "what an entry pays for prizes"),
    Column("bounty_buy_in", "DECIMAL(18,4)", False, "what it pays for bounties"),
    Column("fee", "DECIMAL(18,4)", False, "what the room takes of it"),
    Column("entries", "INTEGER", False, "how often the player entered"),
    Column("prize", "DECIMAL(18,4)", False, "what the player won; GGPoker adds bounties to it"),
    Column("bounty", "DECIMAL(18,4)", False, "what was won as bounties, where that is said"),
    Column("cost", "DECIMAL(30,4)", False, "what all entries cost", False),
    Column("profit", "DECIMAL(31,4)", False, "what was won less what it cost", False),
    Column("in_the_money", "BOOLEAN", False, "whether there was a prize", False),
)
_NOTES: Final = (
    Column("name", "VARCHAR", True, "the player that it is about", False),
    Column("hand", "BIGINT", True, "the hand that it is about", False),
    Column("note", "VARCHAR", True, "what somebody wrote", False),
    Column("tags", "VARCHAR[]", False, "the tags, in order", False),
)
_FILES: Final = (
    Column("part", "BIGINT", False, "the part that its hands are in"),
    Column("file", "UINTEGER", False, "its place in the list of that part"),
    Column("path", "VARCHAR", False, "the file"),
    Column("format", "VARCHAR", False, "the name of its format"),
    Column("size", "BIGINT", False, "how many bytes it had"),
    Column("modified", "BIGINT", False, "when it was changed last, in nanoseconds since 1970"),
    Column("hands", "BIGINT", False, "how many of its hands were new"),
    Column("repeated", "BIGINT", False, "how many were there before"),
    Column("unfinished", "BIGINT", False, "how many came to no end, and are no rows"),
    Column("problems", "BIGINT", False, "how many things were wrong with it"),
)
_MADE_OF_HANDS: Final = (
    ("part", "BIGINT", "hand >> 32", "the part: with `file` the key of `files`"),
    (
        "time",
        "TIMESTAMP",
        "clock - to_minutes(utc_offset)",
        "when it began, in UTC; missing where the zone is not known",
    ),
    (
        "big_blind",
        "DOUBLE",
        "bet / scale",
        "the smallest bet in chips, which is the big blind where there is one",
    ),
    (
        "kind",
        "VARCHAR",
        "case when event is not null and currency is null then 'tournament'"
        " when currency is null then 'chips' else 'cash' end",
        "cash, tournament, or chips without a currency: amounts of different kinds are no sums",
    ),
    (
        "spr",
        "DOUBLE",
        "flop_stack / flop_pot",
        "stack to pot when the second round begins: the effective stack against the pot",
    ),
)
_DEEDS: Final = tuple(_native.store_deeds())
_DERIVED: Final = (
    ("later_calls", "calls after the first round"),
    ("later_raises", "bets and raises after the first round"),
    ("later_folds", "folds after the first round"),
    ("check_raise_chances", "chances to check-raise"),
    ("check_raises", "check-raises"),
)


def _describe(name: str) -> str:
    definition = DEFINITIONS[name]
    return f"{definition.title}: whether {definition.done}; missing without a chance"


def _describe_flag(chance: int, done: int) -> str:
    """Return SQL for a statistic: whether a chance was taken, and null where there was none.

    Both are bits of the column `deeds`.
    """
    return f"case when deeds & {1 << chance} > 0 then deeds & {1 << done} > 0 end"


_MADE_OF_PLAYERS: Final = (
    (
        "who",
        "VARCHAR",
        "coalesce(person, name)",
        "the player: an @ and the id where a room has one, or the name",
    ),
    (
        "hero",
        "BOOLEAN",
        f"deeds & {1 << (2 * len(_DEEDS) + 3)} > 0",
        "whether it is the player whose record the hand is",
    ),
    (
        "luck",
        "DOUBLE",
        "luck_numerator / luck_denominator",
        "how much more was to be expected in an all-in hand, in units",
    ),
    (
        "expected",
        "DOUBLE",
        "net + coalesce(luck_numerator / luck_denominator, 0)",
        "what was won or lost without luck in all-in hands, in units",
    ),
    (
        "in_position",
        "BOOLEAN",
        _describe_flag(2 * len(_DEEDS), 2 * len(_DEEDS) + 1),
        "whether nobody who saw the flop acts later on it; missing for players who did not see it",
    ),
    (
        "showdown",
        "BOOLEAN",
        f"deeds & {1 << (2 * len(_DEEDS) + 2)} > 0",
        "whether the player was there at the showdown",
    ),
    *(
        (name, "UTINYINT", f"(later_deeds >> {8 * place} & 255)::UTINYINT", about)
        for place, (name, about) in enumerate(_DERIVED)
    ),
    *(
        (name, "BOOLEAN", _describe_flag(place, len(_DEEDS) + place), _describe(name))
        for place, name in enumerate(_DEEDS)
    ),
)
_MADE_OF_ACTIONS: Final = (
    (
        "pot",
        "BIGINT",
        "(sum(amount) over (partition by hand order by number) - amount)::BIGINT",
        "the pot before it, bets included",
    ),
    (
        "to_call",
        "BIGINT",
        "greatest(0, coalesce(max(bet) over (partition by hand, street order by number"
        " rows between unbounded preceding and 1 preceding), 0)"
        " - bet + if(action = 'post_ante', 0, amount))::BIGINT",
        "what it cost to stay in",
    ),
)
# The chips that a player has bet on the street by then.
_BET: Final = (
    "sum(if(action = 'post_ante', 0, amount))"
    " over (partition by hand, street, player order by number)"
)
# Expressions for values that are missing and follow from others.
_TOLD: Final = {"players": {"paid": "coalesce(paid, -net)"}}
_NAMES: Final = (
    Column("name", "VARCHAR", True, "the name; missing where the record has none", False),
    Column("person", "VARCHAR", True, "who it is, where a room says it", False),
    Column("hands", "BIGINT", False, "how many hands there are", False),
)
_PEOPLE: Final = (
    Column(
        "who",
        "VARCHAR",
        True,
        "the player: an @ and the id where a room has one, or the name",
        False,
    ),
    Column(
        "name", "VARCHAR", True, "the latest name, with the id behind it where two share it", False
    ),
    Column("names", "VARCHAR[]", True, "all names, the latest first", False),
    Column("hands", "BIGINT", False, "how many hands there are", False),
)


def describe_tables() -> dict[str, tuple[Column, ...]]:
    """Return the tables with their columns, those that are stored first.

    >>> [name for name in describe_tables()]
    ['hands', 'players', 'actions', 'names', 'people', 'tournaments', 'notes', 'files', 'texts']
    """
    found: dict[str, tuple[Column, ...]] = {}
    flops, runouts = _native.store_textures()
    for table, columns in _native.store_schema():
        listed = [
            Column("utc_offset", "SMALLINT", True, "how many minutes the clock is before UTC")
            if name == "zone"
            else Column(name, type, nullable and name not in _TOLD.get(table, {}), about)
            for name, type, nullable, about in columns
        ]
        if table == "hands":
            listed += _worked_out(_MADE_OF_HANDS)
            bits = [*flops, *runouts]
            listed += [Column(name, "BOOLEAN", True, about, False) for name, about in bits]
        elif table == "players":
            listed += _worked_out(_MADE_OF_PLAYERS)
        else:
            listed += _worked_out(_MADE_OF_ACTIONS)
        found[table] = tuple(listed)
    found["names"] = _NAMES
    found["people"] = _PEOPLE
    found["tournaments"] = _TOURNAMENTS
    found["notes"] = _NOTES
    found["files"] = _FILES
    found["texts"] = _TEXTS
    return found


def _worked_out(columns: Sequence[tuple[str, str, str, str]]) -> list[Column]:
    return [Column(name, type, True, about, False) for name, type, _, about in columns]


# Names in hands may have the seat or the id behind them, where two players at a table share one.
_SHOWN_NAME: Final = (
    "if(p.person is null, p.name, regexp_replace(if(ends_with(p.name, ' ' || p.person),"
    " p.name[:-length(p.person) - 2], p.name), ' @ seat \\d+''*$', ''))"
)
# The same rule as `label_players` has for statistics.
_PEOPLE_SQL: Final = (
    "select who, if(count(*) over (partition by latest) = 1 or latest = who, latest,"
    " latest || ' ' || who) as name, names, hands from (select who, max_by(shown, last) as latest,"
    " list(shown order by last desc) as names, sum(hands)::BIGINT as hands from (select who, shown,"
    " max(row(moment, hand)) as last, count(*) as hands from (select coalesce(p.person, p.name)"
    f" as who, {_SHOWN_NAME} as shown, p.hand, coalesce(h.clock - to_minutes(h.utc_offset),"
    " h.clock, '-infinity'::timestamp) as moment from {players} p join {hands} h using (hand))"
    " group by who, shown) group by who)"
)


def _make_views() -> dict[str, str]:
    flops, runouts = _native.store_textures()
    made = [f"{sql} as {name}" for name, _, sql, _ in _MADE_OF_HANDS]
    for column, bits in (("flop", flops), ("runout", runouts)):
        made += [f"({column} & {1 << n}) > 0 as {name}" for n, (name, _) in enumerate(bits)]
    return {
        "hands": "select *, " + ", ".join(made) + " from {hands}",
        "players": f"select * replace ({_TOLD['players']['paid']} as paid), "
        + ", ".join(f"{sql} as {name}" for name, _, sql, _ in _MADE_OF_PLAYERS)
        + " from {players}",
        "actions": "select * exclude (bet), "
        + ", ".join(f"{sql} as {name}" for name, _, sql, _ in _MADE_OF_ACTIONS)
        + f" from (select *, {_BET} as bet from {{actions}})",
        "files": "select * from {files}",
        "texts": "select * from {texts}",
        "tournaments": "select *, entries * (buy_in + bounty_buy_in + fee) as cost,"
        " prize + bounty - entries * (buy_in + bounty_buy_in + fee) as profit,"
        " prize > 0 as in_the_money from {tournaments}",
        "notes": "select n.name, h.hand, n.note, n.tags from {notes} n left join {hands} h"
        " on h.id = n.id and h.cards is not distinct from n.cards",
        "names": "select name, person, count(*) as hands from {players} group by name, person",
        "people": _PEOPLE_SQL,
    }


VIEWS: Final[dict[str, str]] = _make_views()
"""The tables as SQL has them, made of the files of Parquet."""
_NOTED: Final = "kept_notes"
OTHERS: Final = "other_names"
"""Players with what they are called instead, in a store that hides names."""
HIDDEN: Final = frozenset({_NOTED, OTHERS})
"""The other tables of a connection: notes as they are kept, and other names."""


def create_views(
    connection: duckdb.DuckDBPyConnection,
    files: Mapping[str, Sequence[str]],
    notes: pa.Table | None = None,
    rename: Callable[[str], str] | None = None,
) -> None:
    """Create the views of a store for a connection.

    Args:
        connection: The connection.
        files: The files of Parquet by the names of tables.
        notes: The notes, if there are any.
        rename: What gives players other names; then nothing tells who played, or where.
    """
    described = describe_tables()
    sources = {
        "notes": "(select null::VARCHAR as name, null::UBIGINT as id, null::UBIGINT as cards,"
        " null::VARCHAR as note, []::VARCHAR[] as tags where false)"
    }
    for table, paths in files.items():
        if paths:
            listed = ", ".join(quote(escape(os.path.abspath(path))) for path in paths)
            sources[table] = f"read_parquet([{listed}])"
        else:
            stored = [one for one in described[table] if one.stored]
            columns = ", ".join(f"null::{one.type} as {one.name}" for one in stored)
            sources[table] = f"(select {columns} where false)"
    if notes is not None:
        connection.register(_NOTED, notes)
        sources["notes"] = _NOTED
    if rename is not None:
        sources = _anonymize(connection, sources, rename)
    for name, sql in VIEWS.items():
        connection.execute(f"create or replace temp view {name} as {sql.format(**sources)}")


def escape(path: str) -> str:
    """Return a path in which stars and brackets are no wildcards."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in path)


def quote(text: str) -> str:
    """Return a text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def _anonymize(
    connection: duckdb.DuckDBPyConnection, sources: dict[str, str], rename: Callable[[str], str]
) -> dict[str, str]:
    """Return the tables without names of players, tables and files, and without rooms' numbers."""
    import pyarrow as pa

    people = connection.execute(
        f"select distinct name, person from {sources['players']} where name is not null"
        " order by all"
    ).fetchall()
    # A player with an id has one other name, under all names of the room.
    others = {(name, who): rename(name if who is None else who[1:]) for name, who in people}
    met = {name for name, _ in people}
    rows = connection.execute(
        f"select name from {sources['tournaments']} union select name from {sources['notes']}"
    ).fetchall()
    others |= {(name, None): rename(name) for (name,) in rows if name and name not in met}
    listed = sorted(others, key=lambda one: (one[0], one[1] or ""))
    connection.register(
        OTHERS,
        pa.table(
            {
                "name": pa.array([name for name, _ in listed], pa.string()),
                "person": pa.array([who for _, who in listed], pa.string()),
                "other": pa.array([others[one] for one in listed], pa.string()),
            }
        ),
    )
    by_name = (
        f"(select name, min(other) as other from (select name, other from {OTHERS} union"
        f" select person, other from {OTHERS} where person is not null) group by name)"
    )

    def hide(table: str, changed: str, *gone: str) -> str:
        kinds = {one.name: one.type for one in describe_tables()[table]}
        nothing = [f"null::{kinds[name]} as {name}" for name in gone]
        return f"select t.* replace ({', '.join([*filter(None, [changed]), *nothing])})"

    rooms = ", ".join(map(quote, sorted(list_rooms())))
    room = f"if(lower(room) in ({rooms}), room, null) as room"
    event = "if(event is null, null, '') as event"
    return sources | {
        # That it is a tournament is no secret.
        "hands": f"({hide('hands', f'{room}, {event}', 'number', 'label', 'place')}"
        f" from {sources['hands']} t)",
        "players": f"({hide('players', 'o.other as name', 'person')} from {sources['players']} t"
        f" left join {OTHERS} o on o.name = t.name and o.person is not distinct from t.person)",
        "tournaments": f"({hide('tournaments', 'o.other as name', 'number', 'title')}"
        f" from {sources['tournaments']} t left join {by_name} o using (name))",
        "notes": "(select t.* replace (o.other as name, null::VARCHAR as note)"
        f" from {sources['notes']} t left join {by_name} o using (name))",
        "files": f"(select * replace ('' as path) from {sources['files']})",
        "texts": f"(select * replace ('' as text) from {sources['texts']})",
    }
