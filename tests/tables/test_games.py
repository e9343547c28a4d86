"""Every game at a table: chips, faults, histories and secrets."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import games
from croupier.cli.arguments.stakes import find_seats, find_stakes
from croupier.games import CustomGame, Poker, mixed
from croupier.games.configuration.library import library
from croupier.games.finding import game_names
from croupier.histories import HandHistory
from croupier.state import Automation, BettingStructure, Opening, State, Street
from croupier.tables import HistoryRecorder, Table

from .spying import Spy, Truth

NAMES = sorted(library().files)
STAKES = {"small_bet": 2}


def check(table: Table, recorder: HistoryRecorder, hands: int) -> None:
    """Play, and check chips, faults and histories."""
    with table:
        assert table.play(hands) == hands
    players = [*table.players, *table.gone]
    assert not any(player.faults for player in players)
    held = sum(player.stack for player in players)
    assert held + table.house == sum(player.bought for player in players)
    assert table.house == 0
    text = HandHistory.dumps_all(recorder.histories)
    for history, original in zip(HandHistory.loads_all(text), recorder.histories, strict=True):
        assert list(history.replay().state.stacks) == original.finishing_stacks


@pytest.mark.parametrize("part", range(4))
def test_every_game_of_the_library_with_every_limit(part: int) -> None:
    for name in NAMES[part::4]:
        configuration = library().load(name)
        for structure in configuration.structures:
            count = min(4, configuration.players.maximum)
            recorder = HistoryRecorder()
            table = Table(
                configuration.game(structure, STAKES),
                ["random"] * count,
                stack=80,
                seed=5,
                rebuys=None,
                recorders=[recorder],
            )
            check(table, recorder, 3)


@pytest.mark.parametrize("part", range(4))
def test_nothing_that_is_sent_has_a_secret_in_it(part: int) -> None:
    for name in NAMES[part::4]:
        configuration = library().load(name)
        truth = Truth()
        count = min(3, configuration.players.maximum)
        spies = [Spy(truth, seed) for seed in range(count)]
        table = Table(configuration.game(None, STAKES), spies, stack=80, seed=2, recorders=[truth])
        assert table.play(2)
        # A spy who fails would be told about as a fault.
        assert not any(player.faults for player in [*table.players, *table.gone]), name
        assert sum(spy.looks for spy in spies) and sum(spy.secrets for spy in spies)


@pytest.mark.parametrize("name", sorted(game_names()))
def test_every_class(name: str) -> None:
    kind: Any = getattr(games, name)
    game = kind((), **find_stakes(kind, {}))
    stack, count = find_seats(game, None, None)
    if isinstance(stack, tuple):
        stack = stack[0]
    count = min(count, 4)
    recorder = HistoryRecorder()
    table = Table(game, ["random"] * count, stack=stack, seed=5, rebuys=None, recorders=[recorder])
    check(table, recorder, 8)
    truth = Truth()
    spies = [Spy(truth, seed) for seed in range(count)]
    table = Table(game, spies, stack=stack, seed=2, rebuys=None, recorders=[truth])
    assert table.play(4) == 4
    assert not any(player.faults for player in table.players)
    assert sum(spy.secrets for spy in spies)


@pytest.mark.parametrize("name", mixed.names())
def test_every_mix(name: str) -> None:
    recorder = HistoryRecorder()
    mix = mixed.load(name)
    table = Table(
        mix,
        ["random"] * 3,
        stakes={"small_bet": 4},
        stack=200,
        seed=1,
        recorders=[recorder],
        rebuys=None,
    )
    hands = 3 * len(mix.rotation)
    check(table, recorder, hands)
    played = [(one.user_defined_fields or {}).get("_game") for one in recorder.histories]
    if not mix.dealers_choice:
        assert played == [entry.game for entry in mix.play([3] * hands)]
    else:
        assert len(set(played)) > 5


EQUITY_GAMES = [
    "anaconda",
    "badugi",
    "baseball",
    "chowaha",
    "dramaha",
    "five_card_draw",
    "razz",
    "seven_card_stud_hi_lo_8",
    "texas_holdem",
]


@pytest.mark.parametrize("name", EQUITY_GAMES)
def test_games_with_agents_that_think(name: str) -> None:
    recorder = HistoryRecorder()
    agents = ["equity:deals=64", "tight:deals=48", "loose:deals=48"]
    game = library().load(name).game(None, STAKES)
    table = Table(game, agents, stack=60, seed=3, rebuys=None, recorders=[recorder])
    check(table, recorder, 3)


class Oneways(Poker):
    """A game of one's own: three cards, one round."""

    deck = games.NoLimitTexasHoldem.deck
    hand_types = games.NoLimitTexasHoldem.hand_types
    betting_structure = BettingStructure.NO_LIMIT


def test_streets_of_ones_own() -> None:
    streets = (
        Street(False, (False, False), 0, False, Opening.POSITION, 2, None),
        Street(True, (), 5, False, Opening.POSITION, 2, None),
    )
    game = Oneways(tuple(Automation), streets, True, 0, (1, 2), 0)
    table = Table(game, ["random"] * 5, stack=50, seed=1, rebuys=None)
    assert table.play(30) == 30
    assert sum(player.stack for player in table.players) == sum(
        player.bought for player in table.players
    )


def test_a_dealer_chooses() -> None:
    chosen: list[str] = []

    class Choosy:
        name = "choosy"

        def act(self, view: State) -> str:
            return "fold" if "fold" in view.legal else "call"

        def choose_game(self, options: Any) -> str:
            chosen.append(options[3])
            return str(options[3])

    recorder = HistoryRecorder()
    agents: list[Any] = [Choosy(), Choosy()]
    mix = mixed.load("dealers_choice")
    table = Table(mix, agents, stakes={"small_bet": 4}, stack=400, seed=1, recorders=[recorder])
    table.play(4)
    assert len(chosen) == 4
    assert {(one.user_defined_fields or {})["_game"] for one in recorder.histories} == {
        mix.rotation[3].game
    }


def test_custom_games_are_the_librarys() -> None:
    assert len(NAMES) >= 223
    assert isinstance(library().load("razz").game(None, STAKES), CustomGame)


def test_a_spy_finds_what_is_not_hidden() -> None:
    truth = Truth()
    spies = [Spy(truth, seed) for seed in range(2)]
    game = games.NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    shown: list[State] = []

    class Careless(Spy):
        def act(self, view: State) -> Any:
            assert truth.state is not None
            shown.append(truth.state)
            return super().act(truth.state.copy())

    agents: list[Any] = [Careless(truth, 5), spies[0]]
    table = Table(game, agents, stack=80, seed=2, recorders=[truth])
    table.play(1)
    assert shown and table.players[0].faults
