"""Hosted tables without any server: intents in, entries out."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.errors import PokerError, RefusedError
from croupier.games.configuration.library import library
from croupier.hosting import HostedTable, TableLog, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.entries import read_entry
from croupier.hosting.intents import read_intent
from croupier.hosting.logged_table import DifferentRulesError
from croupier.hosting.people import check_name
from croupier.hosting.settings import check_settings
from kinds import KINDS

from .people import Session, describe


def refuse(session: Session, person: str, intent: Any) -> str:
    version = session.table.version
    with pytest.raises(PokerError) as caught:
        session.send(person, intent)
    assert session.table.version == version
    return caught.value.code


@pytest.mark.parametrize("game", KINDS)
def test_hands_of_every_kind_are_played_by_words(game: str) -> None:
    session = Session(TableSettings(game, show_or_muck=True, run_it_twice=True))
    session.sit("Ann", "Bob", "Cy")
    for _ in range(6):
        if session.table.due is None:
            break
        session.play_hand()
        assert session.table.count_chips() == 0
    assert session.table.hand
    assert describe(session.restore()) == describe(session.table)


def test_all_games_are_played_by_words() -> None:
    for name in library().summarize_all():
        session = Session(TableSettings(name, show_or_muck=True, run_it_twice=True))
        least = session.table.settings.make_lineup().bounds[0]
        session.sit(*[f"P{number}" for number in range(max(least, 2))])
        session.play_hand()
        assert session.table.count_chips() == 0, name
        assert describe(session.restore()) == describe(session.table), name


@pytest.mark.parametrize("game", ["nlhe", "badugi"])
def test_a_table_is_the_same_after_every_entry(game: str) -> None:
    session = Session(TableSettings(game))
    (ann, _, cy) = session.sit("Ann", "Bob", "Cy")
    before = []
    seen = len(session.entries)
    session.deal()
    before.append(describe(session.table))
    step = 0
    while session.table.is_playing:
        step += 1
        session.now += 700
        session.act(session.choose())
        before.append(describe(session.table))
        if step == 2 and session.table.is_playing:
            session.send(ann, intents.Say(id=session.id(), text="nice hand"))
            before.append(describe(session.table))
            session.send(cy, intents.Leave(id=session.id()))
            before.append(describe(session.table))
    for number, known in enumerate(before):
        kept = session.entries[: seen + 1 + number]
        assert describe(HostedTable.restore(map(read_entry, kept))) == known


def test_an_intent_is_done_once() -> None:
    session = Session()
    session.sit("Ann", "Bob", "Cy")
    session.deal()
    table = session.table
    person = table.decider
    assert person is not None
    click = intents.Act(id="click", hand=table.hand, v=table.version, move="call")
    assert len(session.send(person.id, click)) == 1
    version = table.version
    for _ in range(20):
        assert session.send(person.id, click) == []
    assert table.version == version == person.find_version("click")
    # The same click under another name comes from a page that is not up to date.
    assert refuse(session, person.id, msgspec.structs.replace(click, id="2")) == "stale-move"


def test_moves_of_others_and_of_before_are_refused() -> None:
    session = Session()
    ann, bob, cy = session.sit("Ann", "Bob", "Cy")
    session.deal()
    table = session.table
    decider = table.decider
    assert decider is not None
    act = intents.Act(id="x", hand=table.hand, v=table.version, move="call")
    for other in {ann, bob, cy} - {decider.id}:
        assert refuse(session, other, act) == "stale-move"
    replace = msgspec.structs.replace
    assert refuse(session, decider.id, replace(act, hand=2)) == "stale-move"
    assert refuse(session, decider.id, replace(act, v=table.version + 1)) == "stale-move"
    assert refuse(session, decider.id, replace(act, v=1)) == "stale-move"
    for nonsense in ("raise 3", "raise 10000", "what?", "d db AsKsQs", "p1 sm AsAh", "discard 2c"):
        refuse(session, decider.id, replace(act, move=nonsense))
    assert refuse(session, "p99", act) == "unknown-person"
    watcher = session.join("")
    assert refuse(session, watcher, act) == "stale-move"


def test_a_decision_of_an_earlier_street_is_not_one_of_this() -> None:
    session = Session()
    session.sit("Ann", "Bob")
    session.deal()
    table = session.table
    session.act("call")
    decider = table.decider
    assert decider is not None
    late = intents.Act(id="late", hand=table.hand, v=table.version, move="check")
    session.act("check")
    while table.decider is not decider:
        session.act("check")
    assert refuse(session, decider.id, late) == "stale-move"


def test_people_come_and_go_in_the_middle_of_a_hand() -> None:
    session = Session()
    ann, bob = session.sit("Ann", "Bob")
    session.deal()
    table = session.table
    (cy,) = session.sit("Cy", amount=500)
    assert table.people[cy].is_waiting and table.people[cy].seat == 2
    session.send(bob, intents.Leave(id="leave"))
    session.send(ann, intents.Buy(id="buy", amount=50))
    assert table.count_chips() == 0
    while table.is_playing:
        if table.decider is table.people[bob]:
            assert session.wait()[0].why == "away"  # type: ignore[union-attr]
        else:
            session.act("call")
    assert table.count_chips() == 0
    assert [one.name for one in table.seated.values()] == ["Ann", "Cy"]
    assert table.people[bob].taken > 0
    player = table.find_player(table.people[cy])
    assert player is not None and player.stack == 500
    session.play_hand()
    assert table.count_chips() == 0


def test_who_is_late_is_decided_for_and_sits_out_at_last() -> None:
    session = Session(TableSettings("nlhe", seconds=10, bank=5, rest=0))
    session.sit("Ann", "Bob")
    session.deal()
    table = session.table
    person = table.decider
    assert person is not None
    assert table.deadline == session.now + 15_000
    assert table.base_deadline == session.now + 10_000
    assert session.wait(15_499) == []
    (moved,) = session.wait(1)
    assert isinstance(moved, log.Moved)
    assert (moved.why, person.bank, person.late) == ("late", 0, 1)
    for _ in range(20):
        if person.is_away:
            break
        if not table.is_playing:
            session.deal()
        elif table.decider is person:
            session.wait(20_000)
        else:
            session.act("call")
    assert person.is_away and person.late == 3
    while table.is_playing:
        session.act("call") if table.decider is not person else session.wait()
    session.wait()
    assert table.due == person.away_at + 600_000
    session.now = table.due
    assert isinstance(session.wait()[0], log.Left)
    assert person.seat is None and table.count_chips() == 0


def test_a_move_that_arrives_a_little_late_counts() -> None:
    session = Session(TableSettings("nlhe", seconds=10, bank=0))
    session.sit("Ann", "Bob")
    session.deal()
    session.now += 10_300
    assert len(session.act("call")) == 1


def test_a_bank_is_used_for_what_takes_longer() -> None:
    session = Session(TableSettings("nlhe", seconds=10, bank=60))
    session.sit("Ann", "Bob")
    session.deal()
    person = session.table.decider
    assert person is not None
    session.now += 25_000
    session.act("call")
    assert person.bank == 45_000


def test_a_pause_stops_clocks() -> None:
    session = Session(TableSettings("nlhe", seconds=10, bank=0))
    ann, bob = session.sit("Ann", "Bob")
    session.deal()
    table = session.table
    deadline = table.deadline
    assert deadline is not None
    assert refuse(session, bob, intents.Pause(id="p", paused=True)) == "not-the-host"
    session.now += 4_000
    session.send(ann, intents.Pause(id="p", paused=True))
    assert table.deadline is None and table.due is None
    decider = table.decider
    assert decider is not None
    act = intents.Act(id="a", hand=table.hand, v=table.version, move="call")
    assert refuse(session, decider.id, act) == "table-paused"
    assert session.wait(100_000) == []
    session.send(ann, intents.Pause(id="q", paused=False))
    assert table.deadline == deadline + 100_000


def test_after_a_restart_there_is_time_to_come_back() -> None:
    session = Session(TableSettings("nlhe", seconds=10, bank=0))
    session.sit("Ann", "Bob")
    session.deal()
    deadline = session.table.deadline
    again = session.restore()
    assert again.deadline == deadline
    session.now += 60_000
    again.apply(log.Resumed(at=session.now))
    assert again.deadline == session.now + 10_000


def test_plans_are_followed_as_they_were_meant() -> None:
    session = Session()
    session.sit("Ann", "Bob", "Cy")
    session.deal()
    table = session.table
    assert table.state is not None
    first = table.decider
    assert first is not None
    names = [name for name in table.names if name != first.name]
    ids = {one.name: one.id for one in table.people.values()}
    waiting, other = (table.people[ids[name]] for name in names)
    hand = table.hand
    session.send(waiting.id, intents.Plan(id="a", hand=hand, plan="call"))
    session.send(other.id, intents.Plan(id="b", hand=hand, plan="check-fold"))
    assert refuse(session, other.id, intents.Plan(id="c", hand=9, plan="call")) == "stale-move"
    assert refuse(session, other.id, intents.Plan(id="c", hand=hand, plan="x")) == "unknown-plan"
    session.act("raise 6")
    # A call was meant for less than that.
    assert table.decider is waiting and session.wait() == []
    session.act("fold")
    (moved,) = session.wait()
    assert isinstance(moved, log.Moved)
    assert (moved.why, moved.person, moved.action[3:]) == ("planned", other.id, "f")


def test_the_host_seats_bots_and_asks_people_to_leave() -> None:
    session = Session(TableSettings("nlhe", approves=True))
    (ann,) = session.sit("Ann")
    table = session.table
    assert table.due is None
    session.send(ann, intents.AddBot(id="1", bot="tight"))
    session.send(ann, intents.AddBot(id="2", bot="tight"))
    assert session.send(ann, intents.AddBot(id="2", bot="tight")) == []
    assert [one.name for one in table.seated.values()] == ["Ann", "tight", "tight 2"]
    (bob,) = session.sit("Bob")
    assert table.people[bob].is_asking
    assert refuse(session, bob, intents.Kick(id="k", person=ann)) == "not-the-host"
    session.send(ann, intents.Approve(id="3", person=bob))
    assert refuse(session, ann, intents.Approve(id="4", person=bob)) == "not-asking"
    session.send(ann, intents.SetStack(id="5", person=bob, amount=77))
    player = table.find_player(table.people[bob])
    assert player is not None and player.stack == 77 and table.count_chips() == 0
    session.send(ann, intents.Kick(id="6", person=bob))
    assert table.people[bob].seat is None and table.people[bob].taken == 200
    session.deal()
    session.send(ann, intents.Close(id="8"))
    assert table.is_closed and table.due is None and table.count_chips() == 0
    assert refuse(session, ann, intents.Say(id="9", text="bye")) == "table-closed"


def test_a_stack_that_the_host_sets_counts_after_the_hand() -> None:
    session = Session(TableSettings("nlhe", approves=True))
    ann, bob = session.sit("Ann", "Bob")
    session.send(ann, intents.SetStack(id="1", person=bob, amount=50))
    assert session.table.people[bob].bought == 50 and session.table.count_chips() == 0
    session.send(ann, intents.Approve(id="2", person=bob))
    session.deal()
    table = session.table
    assert table.state is not None and sorted(table.state.starting_stacks) == [50, 200]
    session.send(ann, intents.SetStack(id="3", person=bob, amount=500))
    player = table.find_player(table.people[bob])
    assert player is not None and player.stack == 50 and table.people[bob].new_stack == 500
    assert describe(session.restore()) == describe(table)
    while table.is_playing:
        session.act("call")
    assert player.stack == 500 and table.people[bob].new_stack is None
    session.wait()
    assert describe(session.restore()) == describe(table)
    # Who leaves before the hand is over takes what the host has set.
    session.deal()
    session.send(ann, intents.SetStack(id="4", person=bob, amount=10))
    session.send(bob, intents.Leave(id="5"))
    while table.is_playing:
        session.now += 1
        if not session.wait():
            session.act("call")
    assert table.people[bob].seat is None and table.count_chips() == 0


def test_the_host_changes_the_game_from_the_next_hand_on() -> None:
    session = Session(TableSettings("nlhe", small_bet=10, straddle=True, rest=0, buy_in=500))
    ann, bob, _ = session.sit("Ann", "Bob", "Cy")
    table = session.table
    assert refuse(session, bob, intents.ChangeGame(id="1", game="razz")) == "not-the-host"
    assert refuse(session, ann, intents.ChangeGame(id="1", game="chess")) == "unknown-game"
    session.deal()
    session.send(ann, intents.ChangeGame(id="1", game="razz"))
    assert table.settings.game == "nlhe" and table.next_settings is not None
    assert describe(session.restore()) == describe(table)
    while table.is_playing:
        session.act(session.choose())
    assert table.settings.game == "razz" and not table.settings.straddle
    session.wait()
    for game in ("horse", "badugi", "nlhe"):
        session.send(ann, intents.ChangeGame(id=f"to {game}", game=game))
        assert table.next_settings is None and table.small_bet == 10
        for _ in range(3):
            session.play_hand()
            assert describe(session.restore()) == describe(table) and table.count_chips() == 0
    # What the first game had comes back with it.
    assert table.settings.straddle and table.settings.small_bet == 10
    played = [event.game for event, _ in HostedTable.list_hands(map(read_entry, session.entries))]
    assert len(played) == 10


def test_a_game_without_room_for_everybody_is_refused() -> None:
    session = Session(TableSettings("nlhe", seats=10))
    ann, *_ = session.sit(*"ABCDEFGHI")
    assert refuse(session, ann, intents.ChangeGame(id="1", game="27td")) == "seat-count"
    session.send("p9", intents.Leave(id="2"))
    for number in range(6, 9):
        session.send(f"p{number}", intents.Leave(id="2"))
    session.deal()
    session.send(ann, intents.ChangeGame(id="3", game="27td"))
    late = session.join("Late")
    # Seats that the next game does not have are not given away.
    assert refuse(session, late, intents.Sit(id="4", name="Late", seat=8)) == "seat-taken"


def test_bots_alone_are_not_dealt_hands() -> None:
    session = Session()
    host = session.join("", is_host=True)
    for number in range(3):
        session.send(host, intents.AddBot(id=str(number), bot="caller"))
    assert session.table.due is None and session.wait(10**6) == []


def test_a_hand_that_goes_another_way_is_found_and_cancelled() -> None:
    session = Session()
    session.sit("Ann", "Bob")
    session.deal()
    session.act("raise 6")
    kept = [read_entry(line) for line in session.entries]
    dealt = next(place for place, one in enumerate(kept) if isinstance(one, log.Dealt))
    kept[dealt] = log.Dealt(at=kept[dealt].at, seed="ab" * 32)
    with pytest.raises(DifferentRulesError) as caught:
        HostedTable.restore(kept)
    assert caught.value.code == "different-rules"
    table = HostedTable.restore(kept[: dealt + 1])
    table.apply(log.Cancelled(at=session.now, hand=1, why="the rules have changed"))
    assert not table.is_playing and table.count_chips() == 0
    assert [player.stack for player in table._table.players] == [200, 200]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-length"),
        (" ", "name-length"),
        ("x" * 25, "name-length"),
        ("a\u202eb", "name-signs"),
        ("a\x00b", "name-signs"),
        ("a\u200bb", "name-signs"),
        ("Ann\ufe0f", "name-signs"),
        ("\u3164", "name-signs"),
        ("\u2800\u2800", "name-signs"),
        ("\u0410nn", "name-signs"),
        ("A\u0301\u0302\u0303\u0304nn", "name-signs"),
        ("ann", "duplicate-name"),
        ("\uff21\uff2e\uff2e", "duplicate-name"),
    ],
)
def test_names_can_be_told_apart(name: str, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        check_name(name, ["Ann"])
    assert caught.value.code == code


def test_names_are_kept_as_they_are() -> None:
    for name in ("O'Brien", "<img src=x>", "张伟", "Zoë ♠", "Ünal", "Аня", "Ngọc Ánh", "Λ 7"):
        assert check_name(name) == name


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (TableSettings("nlhe", seats=1), "seat-count"),
        (TableSettings("five_card_draw", seats=12), "seat-count"),
        (TableSettings("razz", seats=9), "seat-count"),
        (TableSettings("nlhe", buy_in=10, least_buy_in=20), "buy-in-bounds"),
        (TableSettings("nlhe", buy_in=100, most_buy_in=50), "buy-in-bounds"),
        (TableSettings("no such game"), "unknown-game"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: TableSettings, code: str) -> None:
    with pytest.raises(PokerError) as caught:
        check_settings(settings)
    assert caught.value.code == code


def test_chips_are_bought_within_bounds() -> None:
    session = Session(TableSettings("nlhe", least_buy_in=100, most_buy_in=300))
    (ann,) = session.sit("Ann", amount=150)
    bob = session.join("Bob")
    for amount in (99, 301, 10**9):
        assert refuse(session, bob, intents.Sit(id="s", amount=amount)) == "buy-in-bounds"
    assert refuse(session, ann, intents.Buy(id="b", amount=151)) == "buy-in-bounds"
    session.send(ann, intents.Buy(id="b", amount=150))
    assert refuse(session, ann, intents.Buy(id="c", amount=1)) == "buy-in-bounds"
    assert session.table.count_chips() == 0


def test_who_has_lost_everything_may_buy_again() -> None:
    session = Session(TableSettings("nlhe", rest=0))
    session.sit("Ann", "Bob", amount=10)
    table = session.table
    while len([one for one in table._table.players if one.stack]) == 2:
        session.deal()
        while table.is_playing:
            names = [] if table.decision is None else list(table.decision.observe().legal)
            session.act("all in" if "complete_bet_or_raise_to" in names else "call")
    assert isinstance(session.wait()[0], log.Ended)
    assert table.due is None and len(table.seated) == 2
    broke = next(one for one in table._table.players if not one.stack)
    person = next(one for one in table.people.values() if one.name == broke.name)
    session.send(person.id, intents.Buy(id="more"))
    assert table.due is not None and table.count_chips() == 0


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"{}",
        b"[]",
        b'{"t": "act"}',
        b'{"t": "deal", "id": "x"}',
        b'{"t": "sit", "id": "x", "amount": -1}',
        b'{"t": "sit", "id": "x", "amount": 1e400}',
        b'{"t": "sit", "id": "x", "seat": 12}',
        b'{"t": "say", "id": "x", "text": ""}',
        b'{"t": "say", "id": "x", "text": "a", "more": 1}',
        b'{"t": "say", "id": "", "text": "a"}',
        b'{"t": "act", "id": "x", "hand": 1, "v": 1, "move": "' + b"x" * 201 + b'"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_intent_is_refused(message: bytes) -> None:
    with pytest.raises(RefusedError):
        read_intent(message)


def test_a_table_goes_on_from_its_last_record() -> None:
    session = Session(TableSettings("horse"))
    session.sit("Ann", "Bob", "Cy")
    for _ in range(30):
        if session.table.due is None:
            break
        session.play_hand()
    kept = [read_entry(line) for line in session.entries]
    assert describe(HostedTable.restore(kept)) == describe(session.table)
    # What was before the last snapshot is not read.
    file = TableLog(":memory:")
    file.append("abc", 1, kept)
    short = list(file.read("abc", recent=True))
    assert len(short) < len(kept) and isinstance(short[1], log.Snapshot)
    assert describe(HostedTable.restore(short)) == describe(session.table)
    records = [place for place, one in enumerate(kept) if isinstance(one, log.Ended)]
    # With other rules, the last hand is not played again, and everybody has what they had.
    moved = next(
        place
        for place, one in enumerate(kept)
        if place > records[-2] and isinstance(one, log.Moved)
    )
    kept[moved] = msgspec.structs.replace(kept[moved], check=12345)
    again = HostedTable.restore(kept)
    assert again.state is None
    known, other = describe(session.table), describe(again)
    for name in ("version", "hand", "people", "stacks", "house"):
        assert known[name] == other[name]


def test_dealers_choose_their_game() -> None:
    session = Session(TableSettings("dealers_choice", rest=0))
    session.sit("Ann", "Bob", "Cy")
    table = session.table
    chooser, games = table.choice
    assert chooser is not None and len(games) > 3
    other = next(one for one in table.people.values() if one is not chooser)
    assert refuse(session, other.id, intents.Choose(id="a", game=games[2])) == "not-the-dealer"
    assert refuse(session, chooser.id, intents.Choose(id="b", game="?")) == "unknown-choice"
    assert session.wait(1_000) == []
    session.send(chooser.id, intents.Choose(id="c", game=games[2]))
    (dealt,) = session.wait()
    assert isinstance(dealt, log.Dealt) and dealt.game == games[2]
    while table.is_playing:
        session.act(session.choose())
    for _ in range(2):
        session.play_hand()
    # The next dealer does not choose in time.
    assert table.choice[1] == games
    session.wait(15_000)
    assert table.is_playing
    while table.is_playing:
        session.act(session.choose())
    assert describe(session.restore()) == describe(table)
