"""Summaries of tournaments, notes and tags, other names, and pictures of graphs."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")

from croupier.errors import ParseError, SetupError
from croupier.histories.formats import detect
from croupier.store import Store
from croupier.store.summaries import join_results, read_summaries

POKERSTARS = """PokerStars Tournament #1234567, No Limit Hold'em
Buy-In: $5.00/$5.00/$1.00 USD
3 players
Total Prize Pool: $30.00 USD
Tournament started 2019/07/01 20:00:00 ET
Tournament finished 2019/07/01 21:30:00 ET
  1: Ann (Norway), $20.00 (66.666%)
  2: Bob (the 2nd) (Chile), $10.00 (33.333%)
  3: Cid (Japan),
You finished in 3rd place (eliminated at hand #99)
"""
GGPOKER = """Tournament #273674859, Daily Hyper, $80, Hold'em No Limit
Buy-in: $73.6+$6.4
1,108 Players
Total Prize Pool: $7,948.8
Tournament started 2021/03/31 19:45:00
42nd : Hero, $1,012.5
You finished the tournament in 42nd place.
You made 1 re-entries and received a total of $1,012.5.
"""
WINAMAX = """Winamax Poker - Tournament summary : DEEP KO(987654) - Late Registration
Player : Ann
Buy-In : 0.80€ + 1€ + 0.20€
Registered players : 812
Type : knockout
Prizepool : 2002€
Tournament started 2023/09/23 15:15:00 UTC
You played 5min 27s
You finished in 737th place

Winamax Poker - Tournament summary : DEEP KO(987654)
Player : Ann
Buy-In : 0.80€ + 1€ + 0.20€
Registered players : 1141
Prizepool : 1529.60€
Tournament started 2023/09/23 15:15:00 UTC
You finished in 7th place
You won 30.50€ + Bounty 12.25€
"""
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr {bet}', 'p1 f']
players = ['Ann', 'Bob']
table = 'Bellatrix'
hand = {number}
"""


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "stars.txt").write_text(POKERSTARS)
    (folder / "gg.txt").write_text("\ufeff" + GGPOKER)
    (folder / "winamax.txt").write_text(WINAMAX)
    text = "\n".join(f"[{n}]\n" + HAND.format(number=n, bet=4 + n) for n in range(1, 6))
    (folder / "hands.phhs").write_text(text)
    return folder


def test_summaries_of_all_rooms(hands: Path) -> None:
    ann, bob, cid = read_summaries(hands / "stars.txt")
    assert (ann.place, ann.prize, ann.name) == (1, Decimal(20), "Ann")
    assert (bob.name, bob.prize, cid.place, cid.prize) == (
        "Bob (the 2nd)",
        Decimal(10),
        3,
        Decimal(0),
    )
    assert (ann.buy_in, ann.bounty_buy_in, ann.fee, ann.currency) == (
        Decimal(5),
        Decimal(5),
        Decimal(1),
        "USD",
    )
    [hero] = read_summaries(hands / "gg.txt")
    assert (hero.title, hero.entries, hero.prize) == ("Daily Hyper, $80", 2, Decimal("1012.5"))
    assert (hero.players, hero.prize_pool, hero.place) == (1108, Decimal("7948.8"), 42)
    both = read_summaries(hands / "winamax.txt")
    assert len(both) == 2
    [last] = join_results(both)
    assert (last.entries, last.place, last.prize, last.bounty) == (
        2,
        7,
        Decimal("30.5"),
        Decimal("12.25"),
    )
    assert (last.buy_in, last.bounty_buy_in, last.fee) == (
        Decimal("0.8"),
        Decimal(1),
        Decimal("0.2"),
    )
    assert read_summaries(hands / "hands.phhs") == []


@pytest.mark.parametrize("name", ["stars.txt", "stars.log"])
@pytest.mark.parametrize("zone", ["WET", "CET", "CUST", "EEST", "AEST", "BRT"])
def test_pokerstars_summary_of_another_time_zone_is_added(
    tmp_path: Path, zone: str, name: str
) -> None:
    local = POKERSTARS.replace("20:00:00 ET", f"23:30:00 {zone} [2019/07/01 18:30:00 ET]")
    local = local.replace("21:30:00 ET", f"1:00:30 {zone} [2019/07/01 20:00:30 ET]")
    (tmp_path / name).write_text(local)
    with pytest.raises(ParseError) as caught:
        detect(tmp_path / name)
    assert caught.value.code == "tournament-summary"
    store = Store(tmp_path / "store")
    added = store.add(tmp_path / name)
    assert (added.tournaments, added.problems, added.passed_over) == (3, [], [])
    rows = store.query("select name, started::varchar as at from tournaments order by name")
    assert rows.to_pylist()[0] == {"name": "Ann", "at": "2019-07-01 23:30:00"}


def test_pokerstars_summary_tells_the_entries_of_each_player(tmp_path: Path) -> None:
    text = POKERSTARS.replace("Bob (the 2nd) (", "Bob (the 2nd) [3] (")
    text += "You made 1 re-entries for a total of $22.00.\n"
    place = tmp_path / "stars.txt"
    place.write_text(text)
    entries = {one.name: one.entries for one in read_summaries(place)}
    assert entries == {"Ann": 1, "Bob (the 2nd)": 3, "Cid": 2}


@pytest.mark.parametrize(
    ("head", "room"),
    [
        ("PokerStars Tournament #", "PokerStars"),
        ("\x10PokerStars Tournament #", "PokerStars"),
        ("Full Tilt Tournament #", "Full Tilt"),
        ("Tournament History for your last 1 tournament\n\nPokerStars Tournament #", "PokerStars"),
    ],
)
def test_pokerstars_summary_is_known_by_each_of_its_headings(
    tmp_path: Path, head: str, room: str
) -> None:
    text = POKERSTARS.replace("PokerStars Tournament #", head).replace("Norway", "Tromsø")
    place = tmp_path / "stars.txt"
    place.write_bytes(text.encode("cp1252"))
    assert {one.room for one in read_summaries(place)} == {room}
    assert Store(tmp_path / "store").add(place).tournaments == 3


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("$73.6+$6.4", "nothing", "summary-buy-in"),
        ("$73.6+", "$73.60001+", "summary-amount"),
        ("2021/03/31", "2021/13/31", "summary-time"),
    ],
)
def test_summaries_that_cannot_be(tmp_path: Path, old: str, new: str, code: str) -> None:
    (tmp_path / "gg.txt").write_text(GGPOKER.replace(old, new))
    with pytest.raises(ParseError) as caught:
        read_summaries(tmp_path / "gg.txt")
    assert caught.value.code == code and caught.value.line
    added = Store(tmp_path / "store").add(tmp_path / "gg.txt")
    assert added.tournaments == 0 and "gg.txt" in added.problems[0]


def test_tournaments_are_a_table_and_are_there_once(tmp_path: Path, hands: Path) -> None:
    store = Store(tmp_path / "store")
    added = store.add(hands)
    assert (added.hands, added.tournaments, added.passed_over) == (5, 5, [])
    assert store.add(hands).tournaments == 0
    rows = store.query(
        "select room, name, entries, cost, profit, in_the_money from tournaments order by all"
    ).to_pylist()
    assert [tuple(row.values()) for row in rows] == [
        ("GGPoker", "Hero", 2, 160, Decimal("852.5"), True),
        ("PokerStars", "Ann", 1, 11, 9, True),
        ("PokerStars", "Bob (the 2nd)", 1, 11, -1, True),
        ("PokerStars", "Cid", 1, 11, -11, False),
        ("Winamax", "Ann", 2, 4, Decimal("38.75"), True),
    ]
    report = {
        (row["name"], row["currency"]): row for row in store.report("tournaments").to_pylist()
    }
    assert report["Hero", "$"]["roi"] == 532.8 and report["Cid", "USD"]["itm"] == 0
    assert store.report("tournaments", player="Ann").num_rows == 2
    with pytest.raises(SetupError):
        store.report("tournaments", "3-bet pots")
    # Only summaries, and none: both can be asked.
    alone = Store(tmp_path / "alone")
    assert alone.add(hands / "gg.txt").tournaments == 1
    assert alone.report("tournaments").num_rows == 1
    assert Store(tmp_path / "none").report("tournaments").num_rows == 0


def test_notes_and_tags_stay_when_all_is_derived_anew(tmp_path: Path, hands: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(hands)
    first, *_ = store.query("select hand from hands order by hand")["hand"].to_pylist()
    store.note(first, "a bluff, it seems")
    store.tag(first, "bluff", "river")
    store.tag("Bob", "regular")
    store.untag(first, "river")
    assert store.hands("tagged bluff")["hand"].unique().to_pylist() == [first]
    assert store.hands("tagged regular").num_rows == 5
    store.rebuild()
    rows = store.query("select * from notes order by name").to_pylist()
    assert [row["tags"] for row in rows] == [["regular"], ["bluff"]]
    assert rows[1]["note"] == "a bluff, it seems"
    assert store.query("select number from hands join notes using (hand)")["number"][0].as_py() == 1
    assert store.hands("tagged bluff").num_rows == 2
    for wrong in ("", "a,b", "x" * 101):
        with pytest.raises(SetupError):
            store.tag("Bob", wrong)
    with pytest.raises(SetupError):
        store.note(7, "nothing")
    with pytest.raises(SetupError):
        store.note("Bob", "x" * 10_001)
    (store.path / "notes.json").write_text("{}")
    with pytest.raises(ParseError):
        store.query("select * from notes")


def test_nobody_is_named_in_a_store_that_hides_names(tmp_path: Path, hands: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(hands, keep_text=True)
    store.note("Bob", "Bob is a friend of Ann")
    hidden = Store(tmp_path / "store", anonymize=True, key="k")
    told = ""
    for table in ("hands", "players", "actions", "names", "tournaments", "notes", "files", "texts"):
        found = hidden.query(f"select * from {table}")
        assert found.num_rows == store.query(f"select * from {table}").num_rows
        told += str(found.to_pylist())
    hand = hidden.query("select hand from hands")["hand"][0].as_py()
    told += hidden.text(hand) + str(hidden.report("players").to_pylist())
    hidden.export(tmp_path / "out.phhs")
    told += (tmp_path / "out.phhs").read_text()
    assert not re.search(r"\bAnn\b|\bBob\b|\bCid\b|Bellatrix|hands\.phhs|1234567\b", told)
    names = set(hidden.query("select name from players")["name"].to_pylist())
    assert len(names) == 2 and names <= set(re.findall(r"Player_\w+", hidden.text(hand)))
    assert hidden.report("graph", player="Ann").num_rows == 5
    for write in (lambda: hidden.add(hands), lambda: hidden.tag("Ann", "x"), hidden.rebuild):
        with pytest.raises(SetupError) as caught:
            write()
        assert caught.value.code == "anonymous-store"


def test_the_graph_is_drawn_in_chips_and_big_blinds(tmp_path: Path, hands: Path) -> None:
    store = Store(tmp_path / "store")
    store.add(hands)
    picture = store.draw_graph("Ann")
    assert picture.count("<polyline") == 4
    assert "Ann: chips, 5 hands" in picture and "Ann: big blinds" in picture
    assert store.report("graph", player="Ann")["chips"].to_pylist() == [-2, -4, -6, -8, -10]
    with pytest.raises(SetupError):
        store.draw_graph("Nobody")
