"""Questions read the store and nothing else, change nothing, and tell nobody's name."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli import run
from croupier.errors import ParseError, SetupError
from croupier.store import Store
from shared import data_path

from .test_store import write


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.add(write(tmp_path / "hands.phhs", range(1, 6)), keep_text=True)
    made.tag("Ann", "friend")
    return made


@pytest.mark.parametrize(
    "question",
    [
        "select * from '{place}/secret.csv'",
        "select * from read_csv('{place}/secret.csv')",
        "select * from read_text('{place}/secret.csv')",
        "select * from read_text('{place}/store/../secret.csv')",
        "select * from read_blob('{place}/*.csv')",
        "select * from glob('{place}/*')",
        "select * from sniff_csv('{place}/secret.csv')",
        "select * from parquet_metadata('{place}/secret.parquet')",
        "from '{place}/secret.parquet'",
        "from secrets",
        "copy hands to '{place}/out.csv'",
        "copy (select 1 as hand) to '{place}/store/parts/00000001/hands.parquet'",
        "explain analyze copy (select 1) to '{place}/store/parts/00000001/hands.parquet'",
        "attach '{place}/out.db'",
        "export database '{place}/out'",
        "create table mine as select 1",
        "create or replace temp view hands as select 1 as hand",
        "drop view hands",
        "insert into notes values (null)",
        "set enable_external_access = true",
        "set allowed_directories = ['/']",
        "install httpfs",
        "pragma enable_profiling",
        "select 1; drop view hands",
        "",
        "select",
        "select x from hands",
    ],
)
def test_questions_stay_in_the_store(store: Store, tmp_path: Path, question: str) -> None:
    store.connect().execute(f"copy (select 1 as x) to '{tmp_path}/secret.parquet'")
    (tmp_path / "secret.csv").write_text("a,b\n1,2\n")
    secrets = store.query("select 1 as x")  # noqa: F841
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(ParseError) as caught:
        store.query(question.replace("{place}", str(tmp_path)))
    assert caught.value.code in ("store-sql", "store-question")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert store.query("select count(*) as n from hands").to_pylist() == [{"n": 5}]


@pytest.mark.parametrize(
    "question",
    [
        "select * from other_names",
        "from OTHER_NAMES",
        "from kept_notes",
        "with other_names as (from other_names) from other_names",
        "select name from read_parquet('{raw}')",
        "select name from '{raw}'",
        'with "{raw}" as (select name from "{raw}") from "{raw}"',
        "select (select max(name) from other_names)",
        "from query('from other_names')",
        "from query_table('other_names')",
        "from temp.main.other_names",
        "from names, lateral (from other_names)",
        "from names where name in (select name from other_names)",
        "from duckdb_views()",
        "with duckdb_views as (from duckdb_views) from duckdb_views",
        "describe other_names",
        "pivot other_names on name",
    ],
)
def test_no_question_finds_hidden_names(store: Store, question: str) -> None:
    hidden = Store(store.path, anonymize=True, key="k")
    raw = store.path / "parts" / "00000001" / "players.parquet"
    with pytest.raises(ParseError) as caught:
        hidden.query(question.replace("{raw}", str(raw)))
    assert caught.value.code == "store-hidden"
    found = hidden.query("with x as (select name from NAMES) from x, range(1) order by 1")
    assert found.num_rows == 3 and "Ann" not in str(found.to_pylist())


def test_who_has_an_id_has_one_other_name(tmp_path: Path) -> None:
    """Answers, texts, exports and words agree on what players are called."""
    store = Store(tmp_path / "store")
    store.add(sorted(data_path("pokernow").rglob("*.csv"))[0])
    hidden = Store(store.path, anonymize=True, key="k")
    named, other = (
        one.query("select hand, name from players order by hand, player")["name"].to_pylist()
        for one in (store, hidden)
    )
    hands = store.query("select hand from hands order by hand limit 5")["hand"].to_pylist()
    told = [name for hand in hands for name in hidden.history(hand).players or ()]
    assert told == other[: len(told)] and not set(told) & set(named)
    person = named[0]
    for words, player in (([f"player {person}"], None), ([], person)):
        found = hidden.hands(*words, player=player)
        assert found.num_rows == named.count(person) == hidden.hands(player=other[0]).num_rows
    assert hidden.report("graph", player=person).num_rows == named.count(person)


def test_a_private_room_is_hidden(tmp_path: Path) -> None:
    place = write(tmp_path / "hands.phhs", [1, 2])
    one, other = place.read_text().split("[2]")
    place.write_text(f"{one}venue = 'Kitchen of Bob'\n\n[2]{other}venue = 'PokerStars'\n")
    Store(tmp_path / "store").add(place)
    hidden = Store(tmp_path / "store", anonymize=True)
    assert hidden.query("select room from hands order by hand")["room"].to_pylist() == [
        None,
        "PokerStars",
    ]


def test_columns_have_different_names(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "select 1 as a, 2 as a, 3 as a_1, null as b, 'x,y' as c"
    row = {"a": 1, "a_2": 2, "a_1": 3, "b": None, "c": "x,y"}
    assert store.query(sql).to_pylist() == [row]
    assert run(["store", "query", str(store.path), sql]) == 0
    capsys.readouterr()
    assert run(["store", "query", str(store.path), sql, "--csv"]) == 0
    assert capsys.readouterr().out == 'a,a_2,a_1,b,c\n1,2,3,,"x,y"\n'
    assert run(["store", "report", str(store.path), "leaks", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("statistic,rate,chances,threshold,verdict\n")
    for wrong in (["add", str(store.path), "x", "--csv"], ["query", "--json", "--csv"]):
        assert run(["store", *wrong]) == 2


def test_words_are_read_as_people_write_them(store: Store) -> None:
    loose, exact = store.hands("faced a flop bet>60%"), store.hands("faced a flop bet > 60 %")
    assert loose == exact and exact.num_rows
    with pytest.raises(SetupError) as caught:
        store.hands("since 2009-99-99")
    assert caught.value.code == "filter-day"


def test_a_player_may_be_called_a_number(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    where = str(store.path)
    assert run(["store", "note", where, "12345", "who is it"]) == 2
    assert run(["store", "note", where, "--player", "12345", "who", "is it"]) == 0
    assert run(["store", "tag", where, "--player", "12345", "new"]) == 0
    (row,) = store.query("select name, note, tags from notes where name = '12345'").to_pylist()
    capsys.readouterr()
    assert run(["store", "query", where, "select tags from notes where name = '12345'"]) == 0
    assert capsys.readouterr().out.split()[-1] == "new"
    assert row == {"name": "12345", "note": "who is it", "tags": ["new"]}


def test_notes_on_unknown_players_are_pointed_out(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    where = str(store.path)
    known = store.query("select any_value(name) as name from players")["name"].to_pylist()[0]
    for task, words in (("note", "a fish"), ("tag", "fish")):
        assert run(["store", task, where, known, words]) == 0
        assert capsys.readouterr().err == ""
        assert run(["store", task, where, "NoSuchPlayer", words]) == 0
        said = capsys.readouterr().err
        assert "There is no hand of NoSuchPlayer in the store" in said
    assert run(["store", "untag", where, "NoSuchPlayer", "fish"]) == 0
    assert capsys.readouterr().err == ""


def test_answers_have_limits(store: Store) -> None:
    store.limit(megabytes=200, threads=1)
    found = store._connect_closed().execute("select current_setting('threads')").fetchall()
    assert found == [(1,)]
    with pytest.raises(ParseError) as caught:
        store.query("select list(a order by hash(a)) from range(20_000_000) t(a)")
    assert caught.value.code == "store-sql" and "memory" in str(caught.value).lower()
    store.limit(seconds=0.1)
    with pytest.raises(ParseError) as caught:
        store.query(
            "with recursive x(n) as (select 1 union all select n + 1 from x) select sum(n) from x"
        )
    assert caught.value.code == "store-time"
    assert store.query("select count(*) as n from hands").to_pylist() == [{"n": 5}]
    for name in ("megabytes", "threads", "seconds"):
        for wrong in (0, -1, "x", float("nan")):
            with pytest.raises((SetupError, TypeError)):
                store.limit(**{name: wrong})  # type: ignore[arg-type]
