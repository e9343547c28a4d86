"""Settings, intents and entries that Python constructs: bad values are refused where they enter."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.errors import PokerError, RefusedError
from croupier.hosting import HostedTable, Lobby, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.checking import check_fields, describe_field
from croupier.hosting.codes import make_secret
from croupier.hosting.entries import read_entry, write_entry
from croupier.hosting.intents import read_intent
from croupier.hosting.settings import MAX_SEATS

from .people import Session, describe

DOCUMENT = Path(__file__).parents[2] / "docs" / "tables" / "hosting.md"

# Each of these was accepted once, and the table was gone after a restart.
BAD_SETTINGS: list[tuple[dict[str, Any], str]] = [
    ({"seats": 13}, "seats: expected an integer from 0 to 12, got 13"),
    ({"seats": True}, "seats: expected an integer from 0 to 12, got true"),
    ({"seconds": 7200}, "seconds: expected an integer from 0 to 3,600, got 7200"),
    ({"seconds": -5}, "seconds: expected an integer from 0 to 3,600, got -5"),
    ({"bank": 10_000}, "bank: expected an integer from 0 to 3,600, got 10000"),
    ({"rest": 120_000}, "rest: expected an integer from 0 to 60,000, got 120000"),
    ({"pace": 10_001}, "pace: expected an integer from 0 to 10,000, got 10001"),
    ({"title": "x" * 200}, "title: expected text of at most 60 characters, got 200 characters"),
    ({"title": "\ud800"}, "title: expected text of at most 60 characters, got '\\ud800'"),
    ({"title": None}, "title: expected text of at most 60 characters, got nothing"),
    ({"bomb_ante": 1000}, "bomb_ante: expected an integer from 1 to 100, got 1000"),
    ({"bomb_every": -1}, "bomb_every: expected an integer from 0 to 1,000, got -1"),
    ({"level_minutes": 0}, "level_minutes: expected an integer from 1 to 1,440, got 0"),
    ({"small_bet": 2.5}, "small_bet: expected an integer from 0 to 1,000,000,000, got 2.5"),
    ({"buy_in": 99.5}, "buy_in: expected an integer from 0 to 1,000,000,000, got 99.5"),
    ({"buy_in": float("nan")}, "buy_in: expected an integer from 0 to 1,000,000,000, got nan"),
    ({"buy_in": 10**30}, "buy_in: expected an integer from 0 to 1,000,000,000, got 1" + "0" * 30),
    ({"levels": [0]}, "levels[0]: expected an integer from 1 to 1,000,000,000, got 0"),
    ({"levels": 5}, "levels: expected a list of at most 60 values"),
    ({"payouts": [101]}, "payouts[0]: expected an integer from 1 to 100, got 101"),
    ({"stakes": {"blinds": (5, -1)}}, "stakes.blinds[1]: expected an integer"),
    ({"stakes": {"blinds": "5/10"}}, "stakes.blinds: expected an integer from 0"),
    ({"stakes": {3: 5}}, "stakes key: expected text of at most 40 characters, got 3"),
    ({"approves": 1}, "approves: expected true or false, got 1"),
    ({"game": ""}, "game: expected text of 1 to 80 characters, got ''"),
]


@pytest.mark.parametrize(("fields", "message"), BAD_SETTINGS)
def test_bad_settings_are_refused_when_constructed(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        TableSettings(**fields)
    assert str(caught.value).startswith(message)
    assert caught.value.code == "field-value"
    assert caught.value.details["field"].partition(".")[0].partition("[")[0].split()[0] in fields
    with pytest.raises(RefusedError):
        replace(TableSettings(), **fields)


def test_opening_a_table_validates_lists_that_were_changed() -> None:
    changed = TableSettings("nlhe", levels=[2])
    changed.levels.append(-1)
    with pytest.raises(RefusedError, match=r"levels\[1\]: expected an integer"):
        HostedTable.open(changed)


@pytest.mark.parametrize("blinds", [(5, 10), [5, 10]])
def test_stakes_of_several_numbers_survive_a_restart(tmp_path: Path, blinds: Any) -> None:
    lobby = Lobby(TableLog(tmp_path / "log"))
    opened = lobby.open(TableSettings("nlhe", stakes={"blinds": blinds}))
    assert opened.table.small_bet == 10
    lobby.close()
    again = Lobby(TableLog(tmp_path / "log"))
    assert again.tables[opened.code].table.settings == opened.table.settings
    again.close()


BAD_INTENTS: list[tuple[Callable[[], Any], str]] = [
    (lambda: intents.SetStack(id="a", person="p1", amount=-50), "amount: expected an integer"),
    (lambda: intents.Buy(id="a", amount=0.5), "amount: expected an integer"),  # type: ignore[arg-type]
    (lambda: intents.Sit(id="a", seat=12), "seat: expected an integer from 0 to 11 or nothing"),
    (lambda: intents.Sit(id="", name="A"), "id: expected text of 1 to 40 characters"),
    (lambda: intents.Say(id="a", text="x" * 201), "text: expected text of 1 to 200 characters"),
    (lambda: intents.Act(id="a", hand=-1, v=0, move="f"), "hand: expected an integer"),
    (lambda: intents.Pledge(id="a", hand=1, promise="0"), "promise: expected text that matches"),
    (lambda: intents.Pause(id="a", paused="yes"), "paused: expected true or false"),  # type: ignore[arg-type]
    (lambda: intents.Ping(ms=float("inf")), "ms: expected a number from 0"),
]


@pytest.mark.parametrize(("make", "message"), BAD_INTENTS)
def test_bad_intents_are_refused_when_constructed(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        make()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"t":"sit","id":"a","seat":12}', "seat: expected an integer from 0 to 11 or nothing"),
        ('{"t":"buy","id":"a","amount":-1}', "amount: expected an integer from 0"),
        ('{"t":"buy","id":"a","much":1}', "much: unknown field"),
        ('{"t":"buy"}', "id: expected text of 1 to 40 characters, got nothing"),
        ('{"t":"bye","id":"a"}', "t: expected one of hello, ping, sit"),
        ("{", "expected an intent as JSON, got invalid JSON"),
        ("[" * 10_000, "expected an intent as JSON, got invalid JSON"),
    ],
)
def test_error_of_a_message_names_the_field(text: str, message: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_intent(text)
    assert str(caught.value).startswith(message)


def test_invalid_intent_does_not_close_the_table() -> None:
    session = Session()
    (ann,) = session.sit("Ann")
    for wrong in ("call", None, log.Closed(at=1)):
        with pytest.raises(RefusedError):
            session.send(ann, wrong)  # type: ignore[arg-type]
    assert not session.table.is_closed


def test_commit_refuses_entries_that_cannot_be_read_back(tmp_path: Path) -> None:
    async def play() -> None:
        lobby = Lobby(TableLog(tmp_path / "log"))
        opened = lobby.open(TableSettings("nlhe", rest=0, seconds=0))
        host = opened.enter(make_secret(), is_host=True)
        opened.submit(host.id, intents.Sit(id="sit", name="Ann"))
        known, at = describe(opened.table), opened.now()
        bad: list[Any] = [
            log.StackSet(at=at, person=host.id, amount=-50),
            log.StackSet(at=at, person="p99", amount=50),
            log.Bought(at=at, person=host.id, amount=1.5),  # type: ignore[arg-type]
            log.Said(at=at, person=host.id, text="\ud800"),
            log.Paused(at=1.5, paused=True),  # type: ignore[arg-type]
            log.Paused(at=10**40, paused=True),
            log.Seated(at=at, person=host.id, seat=99, amount=5),
            log.Joined(at=at, person=host.id, name="Again"),
            log.Moved(at=at, person=host.id, hand=1, action="p1 f"),
            log.Dealt(at=at, seed="no seed"),
            log.Dealt(at=at, seed="00"),
            log.Cancelled(at=at, hand=7, why="?"),
            log.Linked(at=at, person="p99", link="a"),
            log.Linked(at=at, person=host.id, link=7),  # type: ignore[arg-type]
            log.Keyed(at=at, person="p99", key="a"),
            log.Banned(at=at, person="p99", banned=True),
            log.Forgotten(at=at, people=["p99"]),
            # The chips of a player at a seat would be gone.
            log.Forgotten(at=at, people=[host.id]),
            opened.table.opened,
        ]
        for entry in bad:
            with pytest.raises(RefusedError):
                opened.commit(entry)
        assert describe(opened.table) == known
        lobby.close()
        again = Lobby(TableLog(tmp_path / "log"))
        assert describe(again.tables[opened.code].table) == known
        again.close()

    asyncio.run(play())


@pytest.mark.parametrize("draw", ["no hex", "abc", "", 7])
def test_invalid_seed_is_refused(draw: Any) -> None:
    with pytest.raises((RefusedError, ValueError, TypeError)):
        write_entry(HostedTable.open(TableSettings(), now=0, draw=lambda: draw).opened)


_ANY = st.one_of(
    st.integers(-5, 130),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=100),
    st.lists(st.integers(-1, 200), max_size=70),
)
_NAMES = st.sampled_from(["blinds", "ante", "bet", "small_bet", "big_blind", "bring_in", "x"])
_STAKES = st.dictionaries(_NAMES, st.one_of(st.integers(-1, 50), st.lists(st.integers(0, 9))))
_GAMES = st.sampled_from(["nlhe", "plo", "razz", "horse", "badugi", "five_card_draw", "nope"])


@st.composite
def any_settings(draw: st.DrawFn) -> dict[str, Any]:
    fields: dict[str, Any] = {"game": draw(_GAMES)}
    names = [name for name in TableSettings.__struct_fields__ if name not in ("game", "limit")]
    for name in draw(st.lists(st.sampled_from(names), max_size=3)):
        fields[name] = draw(_STAKES if name == "stakes" else _ANY)
    return fields


@settings(max_examples=150, deadline=None)
@given(fields=any_settings(), amounts=st.lists(_ANY, max_size=4))
def test_accepted_values_survive_a_restart(fields: dict[str, Any], amounts: list[Any]) -> None:
    file = TableLog(":memory:")
    lobby = Lobby(file)
    try:
        opened = lobby.open(TableSettings(**fields))
    except PokerError:
        # Nothing was written.
        assert file.list_open() == []
        lobby.close()
        return
    host = opened.table.join("Ann", now=opened.now(), is_host=True)
    opened.commit(host)
    for number, amount in enumerate(amounts):
        for make in (
            lambda key, amount: intents.Sit(id=key, seat=amount),
            lambda key, amount: intents.Sit(id=key, amount=amount),
            lambda key, amount: intents.SetStack(id=key, person=host.person, amount=amount),
            lambda key, amount: intents.Buy(id=key, amount=amount),
            lambda key, amount: intents.Say(id=key, text=amount),
            lambda key, amount: intents.ChangeGame(id=key, game=amount),
            lambda key, amount: log.StackSet(at=opened.now(), person=host.person, amount=amount),
            lambda key, amount: log.Away(at=amount, person=host.person, away=False),
            lambda key, amount: log.Linked(at=opened.now(), person=host.person, link=amount),
            lambda key, amount: log.Keyed(at=opened.now(), person=host.person, key=amount),
            lambda key, amount: log.Banned(at=opened.now(), person=host.person, banned=amount),
            lambda key, amount: log.Forgotten(at=opened.now(), people=amount),
        ):
            try:
                wish: Any = make(f"{number}", amount)
                is_entry = not isinstance(wish, intents.Sit | intents.SetStack | intents.Buy)
                if is_entry and not isinstance(wish, intents.Say | intents.ChangeGame):
                    opened.commit(wish)
                else:
                    opened.commit(*opened.table.handle(host.person, wish, opened.now()))
            except PokerError:
                continue
    known = describe(opened.table)
    again = HostedTable.restore(file.read(opened.code))
    assert describe(again) == known and again.count_chips() == 0
    lobby.close()


def test_documented_bounds_match_the_types() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = {
        row.split("|")[1].strip().strip("`"): row.split("|")[2].strip()
        for row in text.splitlines()
        if row.startswith("| `") and row.count("|") == 4
    }
    for name in TableSettings.__struct_fields__:
        assert rows[name] == describe_field(TableSettings, name), name


def test_table_of_twelve_seats_is_playable_by_messages() -> None:
    session = Session(TableSettings("nlhe", seats=MAX_SEATS, rest=0))
    people: list[str] = []
    for seat in range(MAX_SEATS):
        person = session.join(is_host=not people)
        message = json.dumps({"t": "sit", "id": "s", "name": f"P{seat}", "seat": seat})
        session.send(person, read_intent(message))
        people.append(person)
    late = session.join()
    with pytest.raises(RefusedError) as caught:
        session.send(late, intents.Sit(id="s", name="Late"))
    assert caught.value.code == "no-free-seat"
    for _ in range(3):
        session.deal()
        assert len(session.table.names) + sum(
            not player.stack for player in session.table._table.players
        ) in (MAX_SEATS, MAX_SEATS - 1)
        while session.table.is_playing:
            decider = session.table.decider
            assert decider is not None
            move = {"t": "act", "id": session.id(), "hand": session.table.hand, "move": "call"}
            session.send(decider.id, read_intent(json.dumps({**move, "v": session.table.version})))
        session.wait()
    assert session.table.count_chips() == 0
    assert describe(session.restore()) == describe(session.table)


def test_every_intent_is_validated() -> None:
    for name in intents.__all__:
        kind: Any = getattr(intents, name)
        if "__struct_fields__" in dir(kind):
            assert kind.__post_init__ is intents.Hello.__post_init__, name
    for line in (b'{"kind":"paused","at":7,"paused":true}',):
        check_fields(read_entry(line))
