"""Work in shards: the same results wherever it is done, also when workers are lost."""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis import read_statistics
from croupier.errors import PokerError, SetupError, UnsupportedError
from croupier.evaluation import play_match
from croupier.executors import map_shards, open_executor, share
from croupier.histories.pipeline.checking import check_histories
from croupier.simulation import simulate
from croupier.solving import Spot, solve_boards
from shards import call, die_always, die_once, double, refuse

HAND = """[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr {bet}', 'p1 f', 'p2 f']
players = ['Ann', 'Bob', 'Cid']
hand = {number}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make files of which some have hands of others."""
    made = tmp_path_factory.mktemp("hands")
    for file in range(6):
        hands = [HAND.format(number=one, bet=4 + one % 5) for one in range(file * 8, file * 8 + 10)]
        (made / f"{file}.phhs").write_text("\n".join(hands))
    (made / "broken.phhs").write_text("[1]\nvariant = 7\n")
    return made


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file be a shard of its own."""
    monkeypatch.setattr("croupier.histories.pipeline.finding._MIN_BYTES", 1)


def test_results_come_in_order_and_all_is_told() -> None:
    told: list[int] = []
    with open_executor("processes:2") as executor:
        found = list(map_shards(double, range(20), executor, progress=told.append))
    assert found == [2 * number for number in range(20)]
    assert told == list(range(1, 21))


def test_the_first_error_is_raised_with_all_it_says() -> None:
    with open_executor("processes:2") as executor, pytest.raises(SetupError) as caught:
        list(map_shards(refuse, range(8), executor))
    assert caught.value.code == "test" and caught.value.details == {"number": 3}


def test_a_lost_process_is_replaced(tmp_path: Path) -> None:
    with open_executor("processes:2") as executor:
        shards = [(str(tmp_path), number) for number in range(12)]
        assert list(map_shards(die_once, shards, executor)) == list(range(12))


def test_a_shard_that_kills_its_process_is_no_endless_work() -> None:
    with open_executor("processes:1") as executor, pytest.raises(PokerError) as caught:
        list(map_shards(die_always, [1], executor))
    assert caught.value.code == "workers-lost"


def test_what_cannot_be_sent_is_said() -> None:
    with open_executor("processes:1") as executor, pytest.raises(SetupError) as caught:
        list(map_shards(lambda number: number, [1], executor))
    assert caught.value.code == "work-not-portable"


@pytest.mark.parametrize("on", ["", "threads", "processes:0", "processes:x", "ray:x", "dask", "-1"])
def test_workers_that_there_are_not(on: str) -> None:
    with pytest.raises((SetupError, UnsupportedError)), open_executor(on):
        pass


def test_no_more_shards_are_under_way_than_needed() -> None:
    taken = []

    def shards() -> Any:
        for number in range(1000):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        found = map_shards(double, shards(), executor)
        assert next(found) == 0
        assert len(taken) < 20
        assert isinstance(found, Generator)
        found.close()


def test_shares_are_all_numbers_once() -> None:
    with ThreadPoolExecutor(3) as executor:
        for first, count in ((0, 0), (5, 1), (7, 999), (0, 12_345)):
            parts = share(first, count, executor, 10, 200)
            assert [one for part in parts for one in part] == list(range(first, first + count))


class Shy:
    """An executor that has nothing but what the protocol asks for, and loses work now and then."""

    def __init__(self) -> None:
        self.asked = 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        self.asked += 1
        future: Future[Any] = Future()
        if self.asked % 3 == 0:
            future.set_exception(type("NodeDiedError", (Exception,), {})("gone"))
        else:
            future.set_result(function(*arguments))
        return future


def executors() -> list[Any]:
    return ["processes:2", Shy()]


def test_simulations() -> None:
    options: dict[str, Any] = {"seed": 5, "stacks": 200, "player_count": 3}
    for policy, hands, game in (
        ("mixed", 50_001, "nlhe"),
        (call, 333, "nlhe"),
        ("call", 0, "razz"),
    ):
        here = simulate(game, hands, policy, first=7, **options)
        for on in executors():
            told: dict[int, int] = {}
            there = simulate(
                game, hands, policy, first=7, on=on, progress=told.__setitem__, **options
            )
            assert there._replace(seconds=0) == here._replace(seconds=0)
            assert told[hands] == hands


def test_statistics_with_hands_that_several_files_have(folder: Path) -> None:
    here = read_statistics(folder, list_players=["Ann"])
    assert here.hands == 50 and here.repeated == 10 and here.problems
    for on in executors():
        told: list[int] = []
        there = read_statistics(folder, list_players=["Ann"], on=on, progress=told.append)
        for name in ("hands", "repeated", "unfinished", "problems", "passed_over"):
            assert getattr(here, name) == getattr(there, name)
        assert here.to_rows() == there.to_rows()
        assert here["Ann"].results == there["Ann"].results
        assert told[-1] == 7


def test_validation(folder: Path) -> None:
    def check(**options: Any) -> tuple[list[Any], list[Any]]:
        found = list(check_histories(folder, **options))
        rows = [row for one in found if one.batch is not None for row in one.batch]
        return [violation for one in found for violation in one.violations], rows

    here = check()
    assert here[0] and len(here[1]) == 61
    for on in executors():
        assert check(on=on) == here


def test_matches() -> None:
    for until_decided in (False, True):
        options: dict[str, Any] = {"seed": 3, "styles": 20, "until_decided": until_decided}
        here = play_match("nlhe", ["tight", "caller", "loose"], 3000, **options)
        for on in executors():
            there = play_match("nlhe", ["tight", "caller", "loose"], 3000, on=on, **options)
            assert here[:6] == there[:6]
            assert here.styles is not None and there.styles is not None
            assert here.styles["tight"].frequencies == there.styles["tight"].frequencies


def test_batches_of_spots() -> None:
    spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    boards = ["2c2d2h7s8s", "2c2d2h7s9s", "2c3d4h7s9s"]
    here = list(solve_boards(spot, boards))
    for on in executors():
        assert list(solve_boards(spot, boards, on=on)) == here


def test_stores_are_the_same_byte_by_byte(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    from croupier.store import Store

    def fill(name: str, **options: Any) -> dict[str, bytes]:
        store = Store(tmp_path / name)
        # Some hands are there before.
        store.add(folder / "2.phhs", **options)
        added = store.add(folder, **options)
        assert (added.hands, added.repeated) == (40, 10)
        places = [*sorted(store.path.rglob("*.parquet")), store.path / "store.json"]
        return {str(place.relative_to(store.path)): place.read_bytes() for place in places}

    here = fill("threads", threads=1)
    assert fill("more threads", threads=3) == here
    for number, on in enumerate((*executors(), "processes:3")):
        assert fill(f"{number}", on=on) == here
