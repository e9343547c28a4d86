"""Straddles, bomb pots, levels, tournaments and deals, without any server."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import PokerError, RefusedError
from croupier.hosting import TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.settings import check_settings
from croupier.hosting.tournaments import Tournament, share_prizes

from .people import Session, describe


def refuse(session: Session, person: str, intent: Any) -> str:
    with pytest.raises(PokerError) as caught:
        session.send(person, intent)
    return caught.value.code


def test_who_sits_after_the_big_blind_may_straddle() -> None:
    session = Session(TableSettings("nlhe", straddle=True))
    session.sit("Ann", "Bob", "Cy", "Di")
    session.deal()
    table = session.table
    assert table.decision is not None
    assert [one.name for one in table.decision.observe().legal.decisions] == ["post_straddle"]
    session.act("straddle")
    assert table.state is not None and max(table.state.bets) == 4
    while table.is_playing:
        session.act(session.choose())
    assert table.count_chips() == 0
    assert describe(session.restore()) == describe(table)


def test_everybody_puts_into_a_bomb_pot_and_nobody_bets_before_the_flop() -> None:
    session = Session(TableSettings("plo", bomb_every=2, bomb_ante=3, rest=0))
    session.sit("Ann", "Bob", "Cy")
    table = session.table
    session.play_hand()
    assert not table.is_bomb
    session.deal()
    while table.state is not None and table.state.street_index == 0:
        (moved,) = session.wait()
        assert isinstance(moved, log.Moved) and moved.why == "bomb"
    assert table.is_bomb and table.state is not None
    assert table.state.total_pot_amount == 3 * 3 * 2
    assert len(list(table.state.get_board_cards(0))) == 3
    session.act("check")
    assert describe(session.restore()) == describe(table)
    while table.is_playing:
        session.act("call")
    session.wait()
    session.deal()
    assert not table.is_bomb and table.state.total_pot_amount == 3
    assert table.count_chips() == 0


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (TableSettings("razz", straddle=True), "no-straddle"),
        (TableSettings("horse", bomb_every=5), "no-straddle"),
        (TableSettings("texas_holdem", straddle=True), "no-straddle"),
        (TableSettings("nlhe", payouts=[60, 30]), "payout-sum"),
        (TableSettings("nlhe", stakes={"bet": 4}, small_bet=4), "stakes-twice"),
    ],
)
def test_settings_that_do_not_fit_are_refused(settings: TableSettings, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        check_settings(settings)
    assert caught.value.code == code


@pytest.mark.parametrize("game", ["nlhe", "razz", "badugi", "horse", "omaha_8"])
def test_stakes_rise_with_the_levels(game: str) -> None:
    session = Session(TableSettings(game, levels=[4, 8, 20], level_minutes=1, rest=0, buy_in=1000))
    session.sit("Ann", "Bob", "Cy")
    table = session.table
    found = []
    for _ in range(4):
        session.deal()
        found.append((table.level, table.small_bet))
        while table.is_playing:
            session.now += 100
            session.act(session.choose())
        session.wait()
        session.now += 45_000
        assert describe(session.restore()) == describe(table)
    sizes = [4, 8, 20]
    assert [bet for _, bet in found] == [sizes[level] for level, _ in found]
    assert found[0][0] == 0 and found[-1][0] == 2
    assert table.count_chips() == 0


def start(*names: str, **options: Any) -> Session:
    settings = TableSettings("nlhe", payouts=[70, 30], rest=0, buy_in=100, **options)
    session = Session(settings)
    people = session.sit(*names)
    assert session.table.due is None
    session.send(people[0], intents.Start(id="start"))
    return session


def test_a_tournament_is_played_to_its_end() -> None:
    session = start("Ann", "Bob", "Cy", levels=[2, 20, 100], level_minutes=1)
    table = session.table
    ann = "p1"
    assert refuse(session, ann, intents.Leave(id="l")) == "during-a-tournament"
    assert refuse(session, ann, intents.Buy(id="b")) == "during-a-tournament"
    assert refuse(session, ann, intents.SetStack(id="s", person=ann, amount=9)) == (
        "during-a-tournament"
    )
    assert refuse(session, ann, intents.ChangeGame(id="g", game="plo")) == "during-a-tournament"
    late = session.join("Eve")
    assert refuse(session, late, intents.Sit(id="s", name="Eve")) == "during-a-tournament"
    for _ in range(500):
        if table.is_over:
            break
        session.deal()
        assert describe(session.restore()) == describe(table)
        while table.is_playing:
            session.now += 3_000
            session.act("all in" if session.random.random() < 0.3 else "call")
        assert table.count_chips() == 0
        session.wait()
    assert table.is_over and table.due is None
    places = table.tournament.places
    assert sorted(place for place, _ in places.values())[:1] == [1]
    assert sum(prize for _, prize in places.values()) == 300
    assert {prize for place, prize in places.values() if place == 1} == {210}
    assert table.count_chips() == 0
    again = session.restore()
    assert again.is_over and again.tournament.places == places


def test_prizes_are_shared_by_the_chips_when_all_agree() -> None:
    session = start("Ann", "Bob", "Cy")
    table = session.table
    session.deal()
    assert refuse(session, "p1", intents.Agree(id="a", agrees=True)) == "during-a-hand"
    while table.is_playing:
        session.act("call")
    session.wait()
    for person in ("p1", "p2"):
        session.send(person, intents.Agree(id="x", agrees=True))
    assert not table.is_over
    stacks = table.list_stacks()
    session.send("p3", intents.Agree(id="x", agrees=True))
    assert table.is_over
    prizes = {person: prize for person, (_, prize) in table.tournament.places.items()}
    assert sum(prizes.values()) == 300
    most = max(stacks, key=stacks.__getitem__)
    assert prizes[most] == max(prizes.values()) and stacks[most] > 100
    assert table.count_chips() == 0


def test_who_is_away_in_a_tournament_is_dealt_cards() -> None:
    session = start("Ann", "Bob", "Cy")
    session.send("p2", intents.SitOut(id="o", away=True))
    session.deal()
    table = session.table
    assert table.names == ("Ann", "Bob", "Cy") or len(table.names) == 3
    while table.is_playing:
        if table.decider is table.people["p2"]:
            assert session.wait()[0].why == "away"  # type: ignore[union-attr]
        else:
            session.act("call")
    assert table.count_chips() == 0


def test_prizes_of_shared_places_are_shared() -> None:
    tournament = Tournament([], [50, 30, 20], 10)
    tournament.pool = 1_000
    tournament.bust([("a", 10), ("b", 10), ("c", 5)], 1)
    assert tournament.places == {"a": (2, 250), "b": (2, 250), "c": (4, 0)}
    assert share_prizes(10, [1, 1, 1]) == [4, 3, 3]
    assert share_prizes(300, [45.18, 32.25, 22.57]) == [135, 97, 68]
