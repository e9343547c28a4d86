"""Games by name, wherever a game is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import simulate
from croupier.analysis import equity, hand_kinds
from croupier.errors import SetupError, UnsupportedError
from croupier.games import (
    FixedLimitRazz,
    KuhnPoker,
    NoLimitTexasHoldem,
    load,
    make_game,
)
from croupier.games.finding import ALIASES, find_game, find_mix
from croupier.tables import Table, TableBatch, play_duplicate
from croupier.testing import check_agent


@pytest.mark.parametrize("name", ALIASES)
def test_every_alias_is_a_game_that_can_be_played(name: str) -> None:
    table = Table(name, ["random", "random"], seed=1, rebuys=None)
    assert table.play(3) == 3 and not any(player.faults for player in table.players)


def test_names_of_games_have_default_stakes() -> None:
    game = make_game("nlhe")
    assert isinstance(game, NoLimitTexasHoldem)
    assert tuple(game.raw_blinds_or_straddles) == (1, 2)  # type: ignore[arg-type]
    razz = make_game("razz", small_bet=10)
    assert isinstance(razz, FixedLimitRazz) and (razz.small_bet, razz.big_bet) == (10, 20)
    assert isinstance(make_game("kuhn"), KuhnPoker)
    assert make_game("dramaha", bet=6).small_bet == 6
    assert make_game(load("badugi"), small_bet=4).small_bet == 4


def test_python_takes_the_names_of_the_command_line() -> None:
    by_name = simulate("nlhe", 100, seed=1, stacks=200, player_count=2)
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    assert by_name.payoffs == simulate(game, 100, seed=1, stacks=200, player_count=2).payoffs
    assert TableBatch("nlhe", 3, stacks=200, player_count=2, seed=1).player_count == 2
    assert play_duplicate("27td", "caller", "caller", 5, seed=1).won == 0
    assert Table("horse", ["random"] * 3, seed=1, rebuys=None).play(20) == 20
    assert Table("horse", ["random"] * 3, stakes={"small_bet": 10}).stack == 1000
    assert Table("nlhe", ["caller"] * 2, stakes={"blinds": (5, 10)}).stack == 1000
    assert check_agent("caller", ["nlhe"], hands=1, seconds=600).is_fine


@pytest.mark.parametrize("name", ["nlhe", "no-limit-texas-holdem", "27td", "5cd", "omaha5", "plo"])
def test_equities_take_all_names(name: str) -> None:
    found = equity("random", "random", game=name, exact=False, samples=200, seed=1)
    assert sum(found.equities) == pytest.approx(1)


@pytest.mark.parametrize("name", ["nlhe", "plo", "o8", "27td", "5cd", "short-deck", "stud8"])
def test_odds_take_the_names_of_their_games(name: str) -> None:
    kinds = hand_kinds(None, game=name, samples=100, seed=1)[-1].kinds
    assert sum(kinds.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    "take",
    [
        lambda name: Table(name, ["caller"] * 2),
        lambda name: simulate(name, 1, stacks=200, player_count=2),
        lambda name: TableBatch(name, 1, stacks=200, player_count=2),
        lambda name: play_duplicate(name, "caller", "caller", 1),
        lambda name: equity("AA", "KK", game=name),
        lambda name: check_agent("caller", [name]),
        make_game,
        find_game,
    ],
)
def test_names_that_are_not_there(take: Any) -> None:
    with pytest.raises(UnsupportedError, match="there is no game 'nlheee'; did you mean nlhe"):
        take("nlheee")


def test_what_is_no_game() -> None:
    for wrong in (7, NoLimitTexasHoldem, None):
        with pytest.raises(SetupError, match="is no game"):
            Table(wrong, ["caller"] * 2)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="takes no bring_in, but ante, blinds, bet"):
        make_game("nlhe", bring_in=2)
    with pytest.raises(SetupError, match="mixed game: a match is of one game"):
        play_duplicate("horse", "caller", "caller", 1)
    with pytest.raises(UnsupportedError, match="HORSE is a mixed game"):
        make_game("horse")
    with pytest.raises(SetupError, match="small and the big blind"):
        make_game("dramaha", blinds=5)


def test_mixes_are_found_by_all_their_names() -> None:
    for name in ("horse", "HORSE", "8-game", "eight_game_mix"):
        assert find_mix(name) is not None
    assert find_mix("nlhe") is None and find_mix("nothing") is None and find_mix("") is None
