"""The seed of the process: all that has no seed of its own follows it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import croupier
from croupier import Automation, NoLimitTexasHoldem, State, seed, shuffled
from croupier.analysis import calculate_equities, equity, parse_range
from croupier.cards import Deck, permutation
from croupier.errors import SetupError
from croupier.games import ConfiguredGame, load
from croupier.simulation import simulate
from croupier.tables import Table
from croupier.tables.pologic import PTable


@pytest.fixture(autouse=True)
def leave_no_seed() -> Iterator[None]:
    yield
    seed(None)


def deal(**kwargs: Any) -> State:
    return NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 6, **kwargs)


def play_table() -> Any:
    table = Table(GAME, ["random", "random", "tight"], stack=200, rebuys=None)
    table.play(5)
    return [player.stack for player in table.players], table.seed


GAME = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
BADUGI = ConfiguredGame(load("badugi"), stakes={"small_bet": 2})
RANDOM: dict[str, Callable[[], Any]] = {
    "states": lambda: [deal().deck_cards for _ in range(3)],
    "games": lambda: GAME(200, 3).hole_cards,
    "games of the library": lambda: BADUGI(200, 3).deck_cards,
    "shuffled": lambda: [shuffled(Deck.STANDARD), permutation(52)],
    "simulations": lambda: simulate(GAME, 50, stacks=200, player_count=3).payoffs,
    "simulations of callables": lambda: (
        simulate(
            GAME, 20, policy=lambda state: state.check_or_call(), stacks=200, player_count=3
        ).payoffs
    ),
    "equities": lambda: equity("AsKs", "QhQd", samples=200, exact=False).equities,
    "PokerKit's equities": lambda: calculate_equities(
        (parse_range("AK"), parse_range("QQ")),
        (),
        2,
        5,
        Deck.STANDARD,
        (croupier.StandardHighHand,),
        sample_count=200,
    ),
    "tables": play_table,
    "tables of pypoks": lambda: PTable("t", "2players_2bets", "ab").run_hand().events,
}


@pytest.mark.parametrize("name", RANDOM)
def test_everything_without_a_seed_follows_the_seed_of_the_process(name: str) -> None:
    draw = RANDOM[name]
    seed(7)
    first = draw(), draw()
    seed(7)
    assert (draw(), draw()) == first
    seed(8)
    assert (draw(), draw()) != first


def test_what_follows_is_no_repetition() -> None:
    seed(7)
    decks = [tuple(deal().deck_cards) for _ in range(100)]
    assert len(set(decks)) == 100


def test_without_a_seed_nobody_can_foretell() -> None:
    seed(7)
    first = deal().deck_cards
    for _ in range(2):
        seed(None)
        assert deal().deck_cards != first
    seed(7)
    seed()
    assert deal().deck_cards != first


def test_a_seed_of_its_own_comes_first_and_draws_nothing() -> None:
    own = deal(seed=3).deck_cards
    seed(7)
    expected = [deal().deck_cards, deal().deck_cards]
    seed(7)
    found = [deal().deck_cards]
    assert deal(seed=3).deck_cards == own
    found.append(deal().deck_cards)
    assert found == expected


def test_threads_share_the_seeds_and_none_is_drawn_twice() -> None:
    seed(7)
    expected = {tuple(permutation(52)) for _ in range(400)}
    seed(7)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: tuple(permutation(52)), range(400)))
    assert found == expected
    assert len(found) == 400


def test_it_is_the_same_in_every_process() -> None:
    program = "import croupier; croupier.seed(2**64 - 1); print(croupier.shuffled(range(20)))"
    done = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    seed(2**64 - 1)
    assert done[0].stdout == done[1].stdout == f"{shuffled(range(20))}\n"


@pytest.mark.parametrize("wrong", [-1, 2**64])
def test_seeds_out_of_range(wrong: int) -> None:
    seed(7)
    with pytest.raises(SetupError, match="a seed must be from 0 to"):
        seed(wrong)
    after = shuffled(range(20))
    seed(7)
    assert shuffled(range(20)) == after
    with pytest.raises(TypeError):
        seed("seven")  # type: ignore[arg-type]
