"""People who left a table: what is kept of them, and for how long."""

from __future__ import annotations

import pytest

from croupier.errors import RefusedError
from croupier.hosting import HostedTable, TableSettings, identity, intents
from croupier.hosting import entries as log
from croupier.hosting.entries import read_entry
from croupier.hosting.records import SNAPSHOT_EVERY

from .people import Session, describe


def fold_hand(session: Session) -> None:
    """Play a hand in which everybody checks or folds, so that nobody loses a stack."""
    session.deal()
    while session.table.is_playing:
        decision = session.table.decision
        assert decision is not None
        names = [one.name for one in decision.observe().legal.decisions]
        session.act("fold" if "fold" in names else "check")
    session.wait()


def leave(session: Session, person: str) -> None:
    """Let a person leave, and all that follows at once happen."""
    session.send(person, intents.Leave(id=session.id()))
    while session.wait():
        pass


def test_people_who_never_played_are_forgotten() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    (host,) = session.sit("Host")
    for number in range(300):
        (visitor,) = session.sit(f"Visitor {number % 7}")
        leave(session, visitor)
    assert list(session.table.people) == [host]
    # IDs are not used again: hands in the log name their players by them.
    (last,) = session.sit("Last")
    assert last == "p302"
    assert describe(session.restore()) == describe(session.table)


def test_the_ledger_keeps_the_last_people_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "MAX_LEFT", 3)
    session = Session(TableSettings("nlhe", seats=4))
    session.sit("Host", "Ann")
    fold_hand(session)
    for number in range(8):
        (visitor,) = session.sit(f"Visitor {number}")
        # Newcomers wait for the big blind.
        while not session.table.people[visitor].has_played:
            fold_hand(session)
        leave(session, visitor)
        session.now += 1
    table = session.table
    names = [one.name for one in table.people.values()]
    assert names == ["Host", "Ann", "Visitor 5", "Visitor 6", "Visitor 7"]
    bought, _ = table.forgotten
    assert bought == 5 * 200 and table.count_chips() == 0
    fold_hand(session)
    assert describe(session.restore()) == describe(table)


def test_snapshots_have_the_chips_of_people_who_were_forgotten() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    host, ann, _, dee = session.sit("Host", "Ann", "Bob", "Dee")
    fold_hand(session)
    session.send(host, intents.Kick(id=session.id(), person=dee, ban=True))
    leave(session, ann)
    session.send(host, intents.Clear(id=session.id()))
    session.join()
    table = session.table
    assert ann not in table.people and table.people[dee].is_banned
    for number in range(SNAPSHOT_EVERY + 2):
        fold_hand(session)
        if number == SNAPSHOT_EVERY:
            (cy,) = session.sit("Cy")
            leave(session, cy)
    assert (table.joined, table.forgotten[0]) == (6, 400)
    entries = list(map(read_entry, session.entries))
    place = max(number for number, one in enumerate(entries) if isinstance(one, log.Snapshot))
    for kept in (entries, [entries[0], *entries[place:]]):
        again = HostedTable.restore(kept)
        assert describe(again)["people"] == describe(table)["people"]
        assert (again.joined, again.forgotten) == (table.joined, table.forgotten)
        assert again.count_chips() == 0 and again.kept.is_like(table.kept)
    # Nothing of it has to be in the ends of hands.
    ends = [one for one in entries if isinstance(one, log.Ended)]
    assert all(one.joined is None and one.forgotten is None for one in ends)


def test_people_are_not_forgotten_before_their_chips_are_in_the_log() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    host, ann = session.sit("Host", "Ann")
    session.send(ann, intents.Leave(id=session.id()))
    assert session.table.transfers
    assert session.send(host, intents.Clear(id=session.id())) == []
    assert [type(one) for one in session.wait()] == [log.CashedOut]
    assert [type(one) for one in session.wait()] == [log.Forgotten]


def test_cards_of_the_hand_after_a_cancelled_one_are_not_hidden() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    host, ann, _ = session.sit("Host", "Ann", "Cy")
    fold_hand(session)
    leave(session, ann)
    table = session.table
    session.deal()
    session.keep(table.make_link(table.people[host], ann, "link", session.now))
    used = table.use_link("link", "key", session.now)
    assert used is not None and used.given
    session.keep(used)
    assert table.people[ann].hidden_hands == table.hand == 2
    session.keep(log.Cancelled(at=session.now, hand=2, why="test"))
    assert table.people[ann].hidden_hands == table.hand == 1


def test_a_player_who_comes_back_has_the_same_account() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    _, ann, _ = session.sit("Host", "Ann", "Cy")
    fold_hand(session)
    session.send(ann, intents.Leave(id=session.id()))
    session.wait()
    row = session.table.people[ann]
    bought = row.bought
    with pytest.raises(RefusedError) as caught:
        session.sit("ann")
    assert caught.value.code == "duplicate-name"
    fold_hand(session)
    session.send(ann, intents.Sit(id=session.id()))
    assert (row.name, row.bought, row.seat is not None) == ("Ann", bought + 200, True)
    assert session.table.count_chips() == 0


def test_a_link_of_the_host_is_void_when_the_player_sits_down() -> None:
    session = Session(TableSettings("nlhe", seats=4))
    host, ann, _ = session.sit("Host", "Ann", "Cy")
    fold_hand(session)
    session.send(ann, intents.Leave(id=session.id()))
    session.wait()
    table = session.table
    session.keep(table.make_link(table.people[host], ann, "link", session.now))
    session.send(ann, intents.Sit(id=session.id()))
    assert table.use_link("link", "key", session.now) is None
    with pytest.raises(RefusedError) as caught:
        table.make_link(table.people[host], ann, "link", session.now)
    assert caught.value.code == "seated-already"
    # The player makes links at any time.
    session.keep(table.make_link(table.people[ann], ann, "other", session.now))
    used = table.use_link("other", "key", session.now)
    assert used is not None and not used.given


def test_a_link_is_not_an_intent_of_the_table() -> None:
    session = Session(TableSettings("nlhe"))
    (host,) = session.sit("Host")
    with pytest.raises(RefusedError) as caught:
        session.send(host, intents.Link(id="1"))
    assert caught.value.code == "secret-intent" and not session.table.is_closed
