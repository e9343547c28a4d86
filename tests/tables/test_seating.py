"""The button, the blinds, and those who come, go and come back."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games import FixedLimitRazz, NoLimitTexasHoldem, load
from croupier.state import ChipsPulling
from croupier.tables import HistoryRecorder, Table
from croupier.tables.seating import Arrangement, Player, Seating, find_blinds

BLINDS = (1, 2)


def sit(names: str, *, is_new: bool = False) -> list[Player]:
    agent: Any = None
    return [
        Player(name, agent, seat, 100, is_new=is_new)
        for seat, name in enumerate(names)
        if name != "-"
    ]


def order(arrangement: Arrangement) -> str:
    return "".join(player.name for player in arrangement.players)


def hands(seating: Seating, players: list[Player], count: int) -> list[str]:
    return [order(seating.arrange(players, BLINDS)) for _ in range(count)]


@pytest.mark.parametrize("dead", [True, False])
def test_the_button_goes_round(dead: bool) -> None:
    assert hands(Seating(dead_button=dead), sit("ABC"), 4) == ["ABC", "BCA", "CAB", "ABC"]
    assert hands(Seating(dead_button=dead), sit("A-C-E"), 3) == ["ACE", "CEA", "EAC"]


@pytest.mark.parametrize("dead", [True, False])
def test_two_take_turns(dead: bool) -> None:
    found = hands(Seating(dead_button=dead), sit("AB"), 4)
    assert found[0] != found[1] and found[:2] == found[2:]


def test_the_big_blind_leaves_and_nobody_posts_the_small_one() -> None:
    seating, players = Seating(dead_button=True), sit("ABCDE")
    assert order(seating.arrange(players, BLINDS)) == "ABCDE"
    players = [player for player in players if player.name != "B"]
    # C has the big blind, and the small one is dead.
    found = seating.arrange(players, BLINDS)
    assert order(found) == "CDEA"
    assert found.blinds == (2, 0, 0, 0)
    # A was before the dead small blind: the button is there again, behind an empty seat.
    found = seating.arrange(players, BLINDS)
    assert order(found) == "CDEA" and found.blinds is None


def test_the_small_blind_leaves_and_the_button_is_dead() -> None:
    seating, players = Seating(dead_button=True), sit("ABCDE")
    seating.arrange(players, BLINDS)
    players = [player for player in players if player.name != "A"]
    found = seating.arrange(players, BLINDS)
    # B has the small blind, C the big one; E acts last although the button is A's seat.
    assert order(found) == "BCDE" and found.blinds is None


def test_nobody_has_the_big_blind_twice_when_three_become_two() -> None:
    for gone in "ABC":
        seating, players = Seating(dead_button=True), sit("ABC")
        seating.arrange(players, BLINDS)  # B has the big blind
        left = [player for player in players if player.name != gone]
        found = seating.arrange(left, BLINDS)
        # Of two, the first in order has the big blind.
        assert order(found)[0] == {"A": "C", "B": "C", "C": "A"}[gone]


def test_who_joins_posts_the_big_blind_or_waits_for_it() -> None:
    seating, players = Seating(dead_button=True), sit("ABC---")
    seating.arrange(players, BLINDS)
    agent: Any = None
    players.append(Player("E", agent, 4, 100, is_new=True))
    # C has the big blind, so E posts one.
    found = seating.arrange(players, BLINDS)
    assert order(found) == "BCEA" and found.blinds == (1, 2, -2, 0)
    # E has the big blind now, and nothing is out of turn.
    found = seating.arrange(players, BLINDS)
    assert order(found) == "CEAB" and found.blinds is None


def test_who_joins_on_the_big_blind_posts_it_and_no_more() -> None:
    seating, players = Seating(dead_button=True), sit("AB-D")
    seating.arrange(players, BLINDS)
    agent: Any = None
    players.insert(2, Player("C", agent, 2, 100, is_new=True))
    found = seating.arrange(players, BLINDS)
    assert order(found) == "BCDA" and found.blinds is None


def test_who_joins_on_the_small_blind_waits() -> None:
    seating, players = Seating(dead_button=True), sit("ABCD")
    seating.arrange(players, BLINDS)
    agent: Any = None
    players[1] = Player("N", agent, 1, 100, is_new=True)
    found = seating.arrange(players, BLINDS)
    assert order(found) == "CDA" and found.blinds == (2, 0, 0)
    found = seating.arrange(players, BLINDS)
    # Now the seat is the button's, and a big blind is posted.
    assert order(found) == "CDAN" and found.blinds == (1, 2, 0, -2)


def test_who_was_away_pays_what_was_missed() -> None:
    seating, players = Seating(dead_button=True), sit("ABCD")
    seating.arrange(players, BLINDS)
    players[2].is_away = True
    # D has the big blind, which has passed C.
    assert order(seating.arrange(players, BLINDS)) == "BDA"
    assert players[2].owes_big and players[2].owes_small
    assert order(seating.arrange(players, BLINDS)) == "DAB"
    players[2].is_away = False
    found = seating.arrange(players, BLINDS)
    assert order(found) == "ABCD"
    assert found.blinds == (1, 2, -2, 0) and found.dead == (0, 0, 1, 0)
    assert not players[2].owes_big and not players[2].owes_small


def test_who_was_away_and_has_the_big_blind_pays_no_more() -> None:
    seating, players = Seating(dead_button=True), sit("ABCD")
    seating.arrange(players, BLINDS)
    players[2].is_away = True
    for _ in range(3):
        seating.arrange(players, BLINDS)
    players[2].is_away = False
    found = seating.arrange(players, BLINDS)
    assert order(found)[1] == "C" and found.blinds is None and found.dead is None


def test_dead_and_live_posts_are_chips_of_the_hand() -> None:
    recorder = HistoryRecorder()
    game = NoLimitTexasHoldem((), True, 0, BLINDS, 2)
    table = Table(game, ["caller"] * 4, stack=100, seed=1, recorders=[recorder])
    table.play(1)
    table.sit_out("caller 3")
    table.play(2)
    table.sit_out("caller 3", away=False)
    table.play(1)
    history = recorder.histories[-1]
    assert history.blinds_or_straddles == [1, 2, -2, 0]
    assert history.antes == [0, 0, 1, 0]
    state = history.replay().state
    # The dead blind is in the pot beside what everybody called.
    won = [one.amount for one in state.operations if isinstance(one, ChipsPulling)]
    assert sum(won) == 4 * 2 + 1
    assert sum(player.stack for player in table.players) == 400


def test_which_games_have_blinds() -> None:
    assert find_blinds(NoLimitTexasHoldem((), True, 0, (1, 2), 2)) == (1, 2)
    assert find_blinds(NoLimitTexasHoldem((), True, 0, (1, 2, 4), 2)) is None
    assert find_blinds(NoLimitTexasHoldem((), False, {1: 2}, (1, 2), 2)) is None
    assert find_blinds(FixedLimitRazz((), True, 1, 1, 2, 4)) is None
    assert find_blinds(load("texas_holdem").game(None, {"small_bet": 2})) is None


def test_every_player_pays_the_same_over_many_orbits() -> None:
    recorder = HistoryRecorder()
    game = NoLimitTexasHoldem((), True, 0, BLINDS, 2)
    table = Table(game, ["folder"] * 5, stack=1000, seed=1, recorders=[recorder])
    table.play(50)
    posted: dict[str, list[int]] = {}
    for history in recorder.histories:
        for name, blind in zip(
            history.players or (), history.blinds_or_straddles or (), strict=True
        ):
            posted.setdefault(name, []).append(blind)
    assert {(one.count(1), one.count(2)) for one in posted.values()} == {(10, 10)}
