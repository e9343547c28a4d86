"""Reports that are ready: what many people ask of their hands, as SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.analysis.statistics.definitions import DEFINITIONS
from croupier.errors import SetupError
from croupier.histories.money import Money
from croupier.histories.people import PERSON_MARK
from croupier.store.filters import SqlCondition, of_player, read_filters
from croupier.store.people import find_entrant

if TYPE_CHECKING:
    import pyarrow as pa

    from croupier.store.store import Store

__all__ = ["LEAKS", "REPORTS", "Leak", "describe_money", "make_report"]

_FROM: Final = "from players p join hands h using (hand) where "
_RATES: Final = ("vpip", "pfr", "three_bet", "flop_cbet", "went_to_showdown", "won_at_showdown")
_SUMS: Final = ", ".join(
    [
        "count(*) as hands",
        *(f"round(100 * avg(p.{name}::int), 1) as {name}" for name in _RATES),
        "round(100 * avg(p.net / h.bet), 1) as bb_100",
        "round(100 * avg(p.expected / h.bet), 1) as expected_bb_100",
        "round(sum(p.net / h.scale), 2) as won",
    ]
)
# Cash, tournaments, chips without a currency and different currencies are never added up.
_MONEY: Final = "h.kind, h.currency"
# The order in which players act before the flop.
_SEATS: Final = [
    *("UTG", *(f"UTG+{number}" for number in range(1, 20))),
    *("LJ", "HJ", "CO", "BTN", "SB", "BB"),
]
# For each report what is grouped by, and the order.
_GROUPS: Final = {
    "position": (
        f"p.position, {_MONEY}",
        f"kind, currency, coalesce(list_position({_SEATS}, position), 99)",
    ),
    "stakes": (f"h.game, {_MONEY}, h.big_blind", "hands desc"),
    "month": (f"strftime(h.day, '%Y-%m') as month, {_MONEY}", "month, kind, currency"),
    "players": (f"p.who, {_MONEY}", "hands desc"),
}
# Reports of one player, who is the hero if nobody is named.
_OF_PLAYER: Final = ("opponents", "graph", "sessions")
_PAUSE: Final = 30
"""After so many minutes without a hand another session begins."""


class Leak(NamedTuple):
    """A rate that is out of the ordinary beyond a threshold.

    Attributes:
        statistic: The name of the statistic.
        sign: `>` where more is a leak, `<` where less is.
        percent: The threshold.
    """

    statistic: str
    sign: str
    percent: float


LEAKS: Final = (
    Leak("fold_to_steal", ">", 65),
    Leak("fold_to_three_bet", ">", 65),
    Leak("flop_cbet", ">", 75),
    Leak("flop_cbet", "<", 40),
    Leak("fold_to_flop_cbet", ">", 60),
    Leak("three_bet", "<", 4),
    Leak("limp", ">", 10),
    Leak("went_to_showdown", ">", 32),
    Leak("won_at_showdown", "<", 47),
)
"""Rules of thumb for six players: a rate beyond one of them is looked at first."""
_MIN_CHANCES: Final = 30

REPORTS: Final = {
    "position": "how somebody plays and what is won, by position",
    "stakes": "the same by game and stakes",
    "month": "the same by month",
    "players": "the same by player, those with the most hands first",
    "opponents": "who was there, and what was won in hands with them",
    "graph": "what was won hand by hand: in chips, big blinds, and without luck in all-in hands",
    "sessions": "hands without a pause of half an hour between them",
    "pots": "the biggest pots",
    "leaks": "rates that are out of the ordinary, with the thresholds",
    "tournaments": "entries, places, prizes, ROI and ITM of tournaments whose summaries are there",
}
"""The reports by their names, and what they tell."""


def make_report(
    store: Store, name: str, filters: str | list[str] = "", player: str | None = None
) -> pa.Table:
    """Make one of the reports of `REPORTS`.

    Args:
        store: The store.
        name: The name of the report.
        filters: Which hands, in words.
        player: Whose hands; those of everybody when omitted, or of the hero in reports about one
            player.

    Returns:
        The report as a table of Arrow. Amounts are of the kind of game and the currency in the same
        row.

    Raises:
        SetupError: There is no such report or player, or the report is of one player, none is
            named, and the hands do not say whose records they are.
    """
    if name not in REPORTS:
        raise SetupError(
            f"there is no report {name!r}: there are {', '.join(REPORTS)}", code="unknown-report"
        )
    condition = read_filters(filters, store.find_keys)
    if name == "tournaments":
        if condition.values or condition.sql != "true":
            raise SetupError(
                "the report tournaments is not about hands: only a player can be named",
                code="report-filter",
            )
        whose = SqlCondition("true") if player is None else find_entrant(store, player)
        return store._answer(_TOURNAMENTS.replace("{where}", whose.sql), whose.values)
    if player is not None:
        condition = condition.join(of_player(store.find_keys(player)))
    elif name in _OF_PLAYER and "p.hero" not in condition.sql:
        if not store._answer("select 1 from players where hero limit 1").num_rows:
            raise SetupError(
                f"the report {name} is about one player: name one, as no hand says whose record it"
                " is",
                code="report-player",
            )
        condition = condition.join(SqlCondition("p.hero"))
    if name in _GROUPS:
        key, order = _GROUPS[name]
        sql = f"select {key}, {_SUMS} {_FROM}{condition.sql} group by all"
        if name == "players":
            sql = (
                "select n.name, g.* exclude (who) from ("
                f"{sql}) g left join people n on n.who is not distinct from g.who"
            )
        return store._answer(f"select * from ({sql}) order by {order}, 1", condition.values)
    if name == "leaks":
        return _find_leaks(store, condition)
    return store._answer(_SINGLE[name].replace("{where}", condition.sql), condition.values)


# Two people of one name are told apart by their rooms.
_TOURNAMENTS: Final = (
    f"select if(starts_with(who, '{PERSON_MARK}'), who[{len(PERSON_MARK) + 1}:],"
    " if(count(distinct who) over (partition by name) > 1, who, name)) as name,"
    " * exclude (who, name) from (select who, any_value(name) as name, currency,"
    " count(*) as tournaments, sum(entries) as entries,"
    " sum(cost)::double as paid, sum(prize)::double as prizes, sum(bounty)::double as bounties,"
    " sum(profit)::double as profit, round(100 * sum(profit) / nullif(sum(cost), 0), 1) as roi,"
    " round(100 * avg(in_the_money::int), 1) as itm, min(place) as best,"
    " round(avg(place), 1) as average_place from tournaments where {where}"
    " group by who, currency) order by tournaments desc, profit desc, name, currency"
)
_ORDER: Final = "h.clock, h.hand"
_LINE: Final = f"(partition by {_MONEY} order by {_ORDER})"
_SINGLE: Final = {
    "opponents": "select n.name, g.* exclude (who) from (select o.who, h.kind, h.currency,"
    " count(*) as hands, round(100 * avg(o.vpip::int), 1) as vpip,"
    " round(100 * avg(o.pfr::int), 1) as pfr, round(sum(p.net / h.scale), 2) as won"
    " from players p join hands h using (hand) join players o on o.hand = p.hand"
    " and o.player <> p.player where {where} group by all) g"
    " left join people n on n.who is not distinct from g.who order by hands desc, 1",
    "graph": f"select row_number() over {_LINE} as hand_number, h.hand, h.kind, h.currency,"
    f" round(sum(p.net / h.scale) over {_LINE}, 2) as chips,"
    f" round(sum(p.expected / h.scale) over {_LINE}, 2) as expected_chips,"
    f" round(sum(p.net / h.bet) over {_LINE}, 2) as big_blinds,"
    f" round(sum(p.expected / h.bet) over {_LINE}, 2) as expected_big_blinds"
    " from players p join hands h using (hand) where {where} and p.net is not null"
    " order by h.kind, h.currency, 1",
    "sessions": "select date_trunc('second', min(clock)) as began,"
    " date_trunc('second', max(clock)) as ended, kind, currency, count(*) as hands,"
    " round(sum(bb), 1) as big_blinds, round(100 * avg(bb), 1) as bb_100,"
    " round(sum(chips), 2) as won from"
    " (select *, sum(pause::int) over (order by clock, hand) as session from"
    " (select h.clock, h.hand, h.kind, h.currency, p.net / h.bet as bb, p.net / h.scale as chips,"
    f" coalesce(h.clock - lag(h.clock) over (order by {_ORDER}) > to_minutes({_PAUSE}), false)"
    " as pause from players p join hands h using (hand) where {where} and h.clock is not null))"
    " group by session, kind, currency order by began, kind, currency",
    "pots": "select g.* exclude (who), n.name as won_most from (select h.hand, h.number, h.day,"
    " h.game, h.kind, h.currency, h.pot / h.scale as pot, round(h.pot / h.bet, 1) as big_blinds,"
    " h.board, max_by(p.who, p.net) as who"
    " from players p join hands h using (hand) where {where}"
    " group by all order by big_blinds desc, 1 limit 20) g"
    " left join people n on n.who = g.who order by big_blinds desc, 1",
}


def describe_money(report: pa.Table) -> tuple[str, pa.Table]:
    """Say what a report shows, for people.

    Args:
        report: A report.

    Returns:
        What all amounts are, or that rows are of several kinds of money; empty if the report has no
        amounts of hands. And the report, without the columns of the money if it is the same in all
        rows.
    """
    names = report.column_names
    if not {"kind", "currency"} <= {*names} or not report.num_rows:
        return "", report
    # Without Arrow's `group_by`, which starts threads: processes of the desk have little memory.
    rows = report.select(["kind", "currency"]).to_pylist()
    found = list({Money(row["kind"], row["currency"] or "") for row in rows})
    if len(found) > 1:
        return (
            f"Shown apart: {', '.join(map(str, sorted(found)))}. Choose with phrases such as cash,"
            " tournament or currency USD.",
            report,
        )
    shown = report.drop_columns(["kind", "currency"])
    return f"All hands are for {found[0]}.", shown


def _find_leaks(store: Store, condition: SqlCondition) -> pa.Table:
    """Compare rates with thresholds; return those beyond, with both numbers."""
    import pyarrow as pa

    names = dict.fromkeys(leak.statistic for leak in LEAKS)
    sums = ", ".join(f"count(p.{one}) as {one}, avg(p.{one}::int) as {one}_rate" for one in names)
    (row,) = store._answer(f"select {sums} {_FROM}{condition.sql}", condition.values).to_pylist()
    found = {name: (row[name], row[f"{name}_rate"]) for name in names}
    rows = []
    for leak in LEAKS:
        chances, rate = found[leak.statistic]
        percent = None if rate is None else round(100 * rate, 1)
        if chances < _MIN_CHANCES or percent is None:
            verdict = "too few chances"
        elif percent > leak.percent if leak.sign == ">" else percent < leak.percent:
            verdict = "look at it"
        else:
            verdict = "ordinary"
        rows.append(
            {
                "statistic": DEFINITIONS[leak.statistic].title,
                "rate": percent,
                "chances": chances,
                "threshold": f"{leak.sign} {leak.percent:g} %",
                "verdict": verdict,
            }
        )
    return pa.Table.from_pylist(rows)
