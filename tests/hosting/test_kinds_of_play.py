"""Straddles, bomb pots, levels, tournaments and deals, without any server."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.agents import Move
from croupier.errors import PokerError, RefusedError
from croupier.hosting import TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.deal_replay import check_deal
from croupier.hosting.fairness import check_proof
from croupier.hosting.settings import check_settings
from croupier.hosting.tournaments import Tournament, share_prizes

from .fair_deals import FairSession, prove, see
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


def call_down(session: Session) -> None:
    session.deal()
    while session.table.is_playing:
        session.act("call")
    session.wait()


def test_prizes_are_shared_by_the_chips_when_all_agree() -> None:
    session = start("Ann", "Bob", "Cy")
    table = session.table
    call_down(session)
    for person in ("p1", "p2"):
        session.send(person, intents.Agree(id="x", agrees=True))
    assert not table.is_over
    stacks = table.list_stacks()
    session.send("p3", intents.Agree(id="x", agrees=True))
    assert table.is_over
    places = table.tournament.places
    prizes = {person: prize for person, (_, prize) in places.items()}
    assert sum(prizes.values()) == 300
    most = max(stacks, key=stacks.__getitem__)
    assert prizes[most] == max(prizes.values()) and stacks[most] > 100
    # Who has more is before who has less, and who has as much beside.
    assert {person: place for person, (place, _) in places.items()} == {
        person: 1 + sum(other > stack for other in stacks.values())
        for person, stack in stacks.items()
    }
    assert table.count_chips() == 0
    # Nobody sits down where nothing will be played any more.
    late = session.join("Eve")
    assert refuse(session, late, intents.Sit(id="s", name="Eve")) == "during-a-tournament"
    session.send("p1", intents.Leave(id="l"))
    assert table.people["p1"].seat is None and table.count_chips() == 0


def test_there_is_time_to_talk_about_a_deal() -> None:
    session = start("Ann", "Bob", "Cy")
    table = session.table
    session.deal()
    # Who wants to share says so when they like, and everybody is asked after the hand.
    session.send("p1", intents.Agree(id="a", agrees=True))
    assert table.tournament.wanted and not table.tournament.agreed
    while table.is_playing:
        session.act("call")
    session.wait()
    assert table.is_talking and not table.tournament.agreed
    assert table.due is not None and table.due >= session.now + 20_000
    assert describe(session.restore()) == describe(table)
    session.send("p2", intents.Agree(id="a", agrees=True))
    # One who does not want to is enough.
    session.send("p3", intents.Agree(id="a", agrees=False))
    assert not table.is_talking and table.due is not None and table.due <= session.now
    call_down(session)
    # Nobody holds up the others again and again.
    session.deal()
    assert refuse(session, "p1", intents.Agree(id="b", agrees=True)) == "no-deal"
    while table.is_playing:
        session.act("call")
    session.wait()
    assert not table.is_talking
    for person in ("p1", "p2", "p3"):
        session.send(person, intents.Agree(id="c", agrees=True))
    assert table.is_over and table.count_chips() == 0


def test_a_talk_that_nobody_answers_ends() -> None:
    session = start("Ann", "Bob")
    table = session.table
    call_down(session)
    session.send("p1", intents.Agree(id="a", agrees=True))
    assert table.is_talking
    hand = table.hand
    session.deal()
    assert table.hand == hand + 1 and not table.tournament.agreed
    assert describe(session.restore()) == describe(table)


def test_bots_that_are_left_share_the_prizes() -> None:
    session = Session(TableSettings("nlhe", payouts=[70, 30], rest=0, buy_in=100))
    session.sit("Ann")
    for number in range(3):
        session.send("p1", intents.AddBot(id=f"{number}", bot="caller"))
    session.send("p1", intents.Start(id="start"))
    table = session.table
    for _ in range(300):
        if table.is_over:
            break
        session.deal()
        while table.is_playing:
            decider = table.decider
            assert decider is not None
            if decider.bot:
                session.keep(table.move(decider, Move("check_or_call"), now=session.now))
            else:
                session.act("all in" if session.random.random() < 0.5 else "call")
        session.wait()
        if "p1" in table.tournament.places and not table.is_over:
            raise AssertionError("nobody plays on, and nothing is paid")
    assert table.is_over and table.due is None and table.count_chips() == 0
    assert sum(prize for _, prize in table.tournament.places.values()) == 400
    again = session.restore()
    assert again.is_over and again.tournament.places == table.tournament.places


def test_who_is_out_may_go() -> None:
    session = start("Ann", "Bob", "Cy")
    table = session.table
    while not table.tournament.places:
        session.deal()
        while table.is_playing:
            session.act("fold" if table.decider is table.people["p3"] else "all in")
        session.wait()
    (out,) = table.tournament.places
    session.deal()
    session.send(out, intents.Leave(id="l"))
    while table.is_playing:
        session.act("call")
    session.wait()
    assert table.people[out].seat is None and table.count_chips() == 0


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


def go_all_in(*names: str, **options: Any) -> FairSession:
    """Let everybody be all-in before the flop."""
    session = FairSession(TableSettings("nlhe", rest=0, run_it_twice=True, buy_in=100, **options))
    session.sit(*names)
    if session.table.settings.fair:
        session.deal_fairly()
    session.deal()
    while session.table.is_playing and session.table.decision.operation is None:  # type: ignore[union-attr]
        session.act("all in")
    return session


@pytest.mark.parametrize(
    ("said", "runs"), [((2, 2), 2), ((1, 2), 1), ((2, 3), 1), ((2, None), 2), ((None, None), 1)]
)
def test_boards_are_run_as_often_as_everybody_wants(
    said: tuple[int | None, int | None], runs: int
) -> None:
    session = go_all_in("Ann", "Bob", fair=True)
    table = session.table
    for count in said:
        assert table.decision is not None and table.decision.operation == "select_runout_count"
        assert describe(session.restore()) == describe(table)
        session.act("rc" if count is None else f"rc {count}")
    assert not table.is_playing and table.state is not None
    assert [len(cards) for cards in table.state.board_cards] == [runs] * 5
    assert table.count_chips() == 0
    # Every card of both boards is proven.
    proof = prove(table, None)
    assert check_proof(proof, see(table.state, None)).cards == 4 + 5 * runs
    session.wait()
    assert check_deal(proof, session.history(None))


def test_who_leaves_when_asked_how_often_is_answered_for() -> None:
    for first in (intents.Leave(id="x"), intents.SitOut(id="x", away=True)):
        session = go_all_in("Ann", "Bob")
        table = session.table
        decider = table.decider
        assert decider is not None
        session.send(decider.id, first)
        assert describe(session.restore()) == describe(table)
        (entry,) = session.wait()
        assert isinstance(entry, log.Moved) and entry.why == "away"
        session.act("runs 2")
        assert not table.is_playing and table.count_chips() == 0
        # The host may do the same to somebody.
        session = go_all_in("Ann", "Bob")
        decider = session.table.decider
        assert decider is not None
        session.send("p1", intents.Kick(id="k", person=decider.id))
        session.wait()
        assert session.table.decider is not decider
        session.act("runs 2")
        assert session.table.count_chips() == 0


def test_boards_of_tournaments_are_run_once() -> None:
    session = start("Ann", "Bob", run_it_twice=True)
    session.deal()
    while session.table.is_playing:
        assert session.table.decision is not None and session.table.decision.operation is None
        session.act("all in")
    assert session.table.count_chips() == 0


def test_nobody_folds_for_free_where_boards_may_be_run_twice() -> None:
    session = Session(TableSettings("nlhe", rest=0, run_it_twice=True))
    session.sit("Ann", "Bob")
    session.deal()
    session.act("call")
    table = session.table
    assert table.decision is not None
    names = [one.name for one in table.decision.observe().legal.decisions]
    assert "fold" not in names and "check_or_call" in names


def test_who_mucks_is_not_seen_and_who_shows_is() -> None:
    found = set()
    for seed in range(6):
        session = Session(TableSettings("nlhe", rest=0, show_or_muck=True), seed)
        session.sit("Ann", "Bob")
        session.deal()
        table = session.table
        words = {0: "show", 1: "show"}
        while table.is_playing:
            decision = table.decision
            assert decision is not None
            if decision.operation == "show_or_muck_hole_cards":
                options = decision.observe().legal.decisions[0].options
                words[decision.player_index] = said = "muck" if "muck" in options else "show"
                session.act(said)
            else:
                session.act("call")
        state = table.state
        assert state is not None
        for index in state.player_indices:
            is_seen = all(not card.unknown_status for card in state.observe(None).hole_cards[index])
            if words[index] == "muck":
                assert not is_seen or not state.observe(None).hole_cards[index]
            found.add(words[index])
        assert table.count_chips() == 0
    assert found == {"show", "muck"}
