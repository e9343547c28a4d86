"""Every statistic by SQL is that of `read_statistics`, exactly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.analysis.statistics.definitions import NAMES
from croupier.analysis.statistics.groups import Group, GroupKey, Stakes
from croupier.numbers import to_amount
from croupier.store import Store
from shared import data_path

FOLDERS = "phh", "pokerstars", "ggpoker", "winamax", "ignition", "ohh", "pokernow"
# These may happen more often than once in a hand.
OFTEN = {
    "check_raise": ("check_raise_chances", "check_raises"),
    "aggression_factor": ("later_calls", "later_raises"),
    "aggression_frequency": ("later_calls + later_raises + later_folds", "later_raises"),
}


def counts() -> str:
    columns = []
    for name in NAMES:
        if name in OFTEN:
            columns += [f"sum({part})" for part in OFTEN[name]]
        else:
            columns += [f"count({name})", f"count(*) filter ({name})"]
    return ", ".join(columns)


def ask(store: Store) -> dict[tuple[str, GroupKey], Group]:
    """Return all sums by player, stakes and position, as SQL has them."""
    found: dict[tuple[str, GroupKey], Group] = {}

    def group(row: dict[str, Any]) -> Group:
        bet = to_amount(Fraction(row["bet"], row["scale"]))
        stakes = Stakes(row["game"], row["currency"] or "", bet, row["kind"] == "tournament")
        key = GroupKey(stakes, row["position"] or "")
        return found.setdefault((row["name"] or "", key), Group())

    by = "name, game, kind, currency, bet, scale, position"
    rows = store.query(
        f"select {by}, count(*) n, count(net) settled, sum(net) net,"
        " sum(net::HUGEINT * net) squares, sum(net) filter (players.showdown) shown,"
        f" [{counts()}] counts from players join hands using (hand) group by all"
    )
    for row in rows.to_pylist():
        scale = row["scale"]
        group(row).add(
            row["n"],
            row["settled"],
            [int(one) for one in row["counts"]],
            Fraction(int(row["net"] or 0), scale),
            Fraction(int(row["squares"] or 0), scale * scale),
            Fraction(int(row["shown"] or 0), scale),
        )
    lucks = store.query(
        f"select {by}, luck_denominator, count(*) n, sum(luck_numerator) luck"
        " from players join hands using (hand) where luck_denominator is not null group by all"
    )
    for row in lucks.to_pylist():
        one = group(row)
        one.all_ins += row["n"]
        one.adjustment += Fraction(int(row["luck"]), row["luck_denominator"] * row["scale"])
    return found


@pytest.mark.parametrize("name", FOLDERS)
def test_statistics_by_sql_are_those_of_the_files(name: str, tmp_path: Path) -> None:
    folder = data_path(name)
    store = Store(tmp_path / "store")
    added = store.add(folder)
    expected = read_statistics(folder)
    assert added.hands == expected.hands > 0
    assert (added.repeated, added.unfinished) == (expected.repeated, expected.unfinished)
    assert len(added.problems) == len(expected.problems)
    wanted = {
        (player, key): group
        for player in expected
        for key, group in expected[player].groups.items()
    }
    found = ask(store)
    assert found.keys() == wanted.keys()
    for key, group in wanted.items():
        assert found[key] == group, key
