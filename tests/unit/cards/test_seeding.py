"""The seed of the process: all that has no seed of its own follows it."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import pytest

import croupier
from croupier import Automation, NoLimitTexasHoldem, State, seed, shuffled
from croupier.analysis import calculate_equities, equity, icm, parse_range
from croupier.cards import Deck, permutation
from croupier.cards.seeding import SeedStream, draw_seed
from croupier.compat.pypoks import PTable
from croupier.errors import SetupError
from croupier.games import CustomGame, load
from croupier.simulation import simulate
from croupier.tables import HistoryRecorder, Table, TableBatch, play_duplicate


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
BADUGI = CustomGame(load("badugi"), stakes={"small_bet": 2})
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


def play_hands(given: Any) -> Any:
    hands = HistoryRecorder()
    Table(GAME, ["caller", "caller"], stack=200, seed=given, recorders=[hands]).play(2)
    return [hand.actions for hand in hands.histories]


def play_batch(given: Any) -> Any:
    batch = TableBatch(GAME, 4, stacks=200, player_count=2, seed=given)
    return bytes(memoryview(batch.cards).cast("B"))


TAKING_SEEDS: dict[str, Callable[[Any], Any]] = {
    "the process": seed,
    "states": lambda given: deal(seed=given).deck_cards,
    "games": lambda given: GAME(200, 3, seed=given).hole_cards,
    "games of the library": lambda given: BADUGI(200, 3, seed=given).deck_cards,
    "shuffled": lambda given: shuffled(Deck.STANDARD, seed=given),
    "decks": lambda given: Deck.STANDARD.shuffled(given),
    "simulations": lambda given: simulate(GAME, 50, seed=given, stacks=200, player_count=3).payoffs,
    "simulations of callables": lambda given: (
        simulate(
            GAME,
            20,
            policy=lambda state: state.check_or_call(),
            seed=given,
            stacks=200,
            player_count=3,
        ).payoffs
    ),
    "equities": lambda given: equity("AsKs", "QhQd", samples=200, exact=False, seed=given).equities,
    "values of chips": lambda given: (
        icm([50, 30, 20], [5, 4, 3, 2], method="sampled", samples=999, seed=given).values
    ),
    "tables": play_hands,
    "many tables": play_batch,
    "duplicates": lambda given: play_duplicate(GAME, "caller", "random", 20, seed=given).won,
    "tables of pypoks": lambda given: (
        PTable("t", "2players_2bets", "ab", seed=given).run_hand().events
    ),
}
# As numbers, they are too small or too large; or they are none.
WRONG = [-1, 2**256, 10**100, "x", "7", 1.0, b"", bytes(31), bytes(33), [7]]
FIRST_OF_LARGE = 78263753191192139653899565379354474471253963520761585672277847424615135070786


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


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_is_no_seed(wrong: Any) -> None:
    seed(7)
    for use in TAKING_SEEDS.values():
        with pytest.raises(SetupError, match=r"a seed must be from 0 to 2\*\*256 - 1, or 32 bytes"):
            use(wrong)
    after = shuffled(range(20))
    seed(7)
    assert shuffled(range(20)) == after


def test_a_number_that_nobody_would_read_is_not_written_out() -> None:
    with pytest.raises(SetupError, match="unlike a larger one"):
        seed(10**6000)
    with pytest.raises(SetupError, match=r"unlike 9{100}\.\.\."):
        seed(10**200 - 1)


@pytest.mark.parametrize("name", TAKING_SEEDS)
def test_seeds_have_up_to_256_bits(name: str) -> None:
    use = TAKING_SEEDS[name]
    found = [use(number) for number in (7, 7 + 2**64, 7 + 2**128, 2**256 - 1)]
    if found[0] is not None:
        assert all(one != other for one, other in combinations(found, 2))
        assert [use(number) for number in (7, 7 + 2**64, 7 + 2**128, 2**256 - 1)] == found


@pytest.mark.parametrize("name", TAKING_SEEDS)
@pytest.mark.parametrize("number", [0, 7, 2**64 - 1, 2**64, 2**256 - 2])
def test_bytes_are_the_number_that_they_write(name: str, number: int) -> None:
    use = TAKING_SEEDS[name]
    assert use(number.to_bytes(32, "big")) == use(number)


def test_cards_of_seeds_are_fixed() -> None:
    assert shuffled(range(10), seed=2026) == [7, 3, 8, 6, 9, 4, 1, 2, 5, 0]
    assert shuffled(range(10), seed=bytes(range(32))) == [4, 9, 2, 7, 6, 0, 1, 8, 3, 5]
    # Hands of a table of a small seed: as they were before there were large ones.
    stream = SeedStream(7)
    assert [stream.draw() for _ in range(2)] == [17485029721327973432, 7283207964119141687]
    assert SeedStream(2**64).draw() == FIRST_OF_LARGE.to_bytes(32, "big")


def test_a_hand_of_a_large_seed_survives_pickling() -> None:
    state = deal(seed=2**255 + 1)
    copied = pickle.loads(pickle.dumps(state))
    assert copied.deck_cards == state.deck_cards != deal(seed=1).deck_cards


def test_drawn_seeds_have_all_bits_unless_the_process_has_a_small_seed() -> None:
    assert max(draw_seed() for _ in range(20)) >= 2**250
    seed(7)
    drawn = [draw_seed() for _ in range(20)]
    assert max(drawn) < 2**64
    seed(2**64)
    assert max(draw_seed() for _ in range(20)) >= 2**250


def test_what_everybody_sees_of_a_large_seed_is_no_part_of_the_cards() -> None:
    stream, other = SeedStream(2**200), SeedStream(2**200)
    other.random.random()
    assert [stream.draw() for _ in range(3)] == [other.draw() for _ in range(3)]
