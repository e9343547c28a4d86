"""Reports and phrases, against hands that are gone through one by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.errors import SetupError
from croupier.store import Store
from croupier.store.filters import PHRASES, read_filters
from croupier.store.reports import REPORTS
from shared import data_path


@pytest.fixture(scope="module")
def paths() -> list[Path]:
    return [*sorted(data_path("phh", "handhq").rglob("*.phhs"))[:6]]


@pytest.fixture(scope="module")
def store(paths: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Store:
    made = Store(tmp_path_factory.mktemp("reports") / "store")
    made.add(paths)
    return made


def test_reports_are_those_of_statistics(store: Store, paths: list[Path]) -> None:
    total = read_statistics(paths).total
    for row in store.report("position").to_pylist():
        part = total.by("position")[row["position"] or ""]
        assert row["hands"] == part.hands
        assert row["vpip"] == round(100 * (part.vpip.rate or 0), 1)
        assert part.win_rate is not None and part.adjusted_win_rate is not None
        assert row["bb_100"] == pytest.approx(part.win_rate.value, abs=0.051)
        assert row["expected_bb_100"] == pytest.approx(part.adjusted_win_rate.value, abs=0.051)
    name = store.report("players").to_pylist()[0]["name"]
    graph = store.report("graph", player=name).to_pylist()
    one = read_statistics(paths)[name]
    assert len(graph) == one.settled
    assert graph[-1]["chips"] == pytest.approx(float(one.net), abs=0.01)


@pytest.mark.parametrize("name", sorted(set(REPORTS) - {"tournaments"}))
def test_reports_answer(name: str, store: Store) -> None:
    player = store.report("players").to_pylist()[0]["name"]
    assert store.report(name, "vpip", player=player).num_rows > 0


@pytest.mark.parametrize("phrase", [*PHRASES, "rainbow flops", "not squeeze", "3-bet"])
def test_phrases_are_conditions(phrase: str, store: Store) -> None:
    everything = store.query("select count(*) n from players").to_pylist()[0]["n"]
    # All hands of these files are of this game and month.
    is_all = phrase.startswith(("game", "since", "until")) or phrase == "cash"
    player = store.query("select name from names").to_pylist()[0]["name"]
    found = len(store.hands(phrase.replace("player Ann", f"player {player}")))
    assert found == everything if is_all else found < everything


def decisions(store: Store) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    rows = store.query("select * from actions order by hand, number").to_pylist()
    hands: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        hands.setdefault(row["hand"], []).append(row)
    yield from hands.items()


def test_bets_that_are_faced_are_found(store: Store) -> None:
    expected = set()
    for hand, actions in decisions(store):
        for place, bet in enumerate(actions):
            if (
                bet["street"] == 2
                and bet["action"] == "complete_bet_or_raise_to"
                and bet["amount"] * 10 > bet["pot"] * 6
            ):
                expected |= {
                    (hand, later["player"])
                    for later in actions[place + 1 :]
                    if later["street"] == 2 and later["player"] != bet["player"]
                }
    found = store.hands("faced a turn bet > 60 %").select(["hand", "player"]).to_pylist()
    assert {(row["hand"], row["player"]) for row in found} == expected != set()
    both = store.hands("faced a turn bet > 60 %", "out of position, 3-bet pots").to_pylist()
    assert all(row["raise_count"] == 2 and row["in_position"] is False for row in both)


def test_prices_are_what_players_called(store: Store) -> None:
    """What it costs to stay in is paid by whoever calls, unless the stack is smaller."""
    wrong = store.query(
        "select count(*) n from actions where action = 'check_or_call' and amount > to_call"
    )
    assert wrong.to_pylist() == [{"n": 0}]
    unequal = store.query(
        "select count(*) n from actions a join players p using (hand, player)"
        " where action = 'check_or_call' and amount < to_call and p.paid < p.starting_stack"
    )
    assert unequal.to_pylist() == [{"n": 0}]


def test_unknown_words_are_refused(store: Store) -> None:
    for words, code in (("3-bett pots", "filter-phrase"), ("won > many bb", "filter-phrase")):
        with pytest.raises(SetupError, match="says nothing") as caught:
            read_filters(words)
        assert caught.value.code == code
    with pytest.raises(SetupError) as caught:
        store.report("nothing")
    assert caught.value.code == "unknown-report"
    with pytest.raises(SetupError) as caught:
        store.report("graph")
    assert caught.value.code == "report-player"
    # Nobody's name is SQL.
    with pytest.raises(SetupError) as caught:
        store.hands("player x' or '1'='1")
    assert caught.value.code == "unknown-player"


def test_a_watched_folder_is_followed(tmp_path: Path, paths: list[Path]) -> None:
    text = paths[0].read_bytes()[:60_000]
    folder, store = tmp_path / "watched", Store(tmp_path / "store")
    folder.mkdir()
    ends = iter([*range(3000, len(text), 3000), len(text)])

    class OverError(Exception):
        pass

    def sleep(_: float) -> None:
        end = next(ends, None)
        if end is None:
            raise OverError
        (folder / "growing.phhs").write_bytes(text[:end])

    watching = store.watch(folder, sleep=sleep)
    with pytest.raises(OverError):
        list(watching)
    whole = tmp_path / "whole.phhs"
    whole.write_bytes(text)
    expected = Store(tmp_path / "expected")
    expected.add(whole)
    for one in ("hands", "players", "actions"):
        count = f"select count(*) n from {one}"
        assert store.query(count).to_pylist() == expected.query(count).to_pylist()
    ids = "select id from hands order by id"
    assert store.query(ids).to_pylist() == expected.query(ids).to_pylist()
    # Small parts are put together.
    assert len(store._folder.read()["parts"]) <= 18
