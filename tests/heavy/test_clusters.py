"""Clusters of Ray and Dask on this machine: the bytes of one process, also with a node gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: make test-heavy")

from croupier.analysis import read_statistics  # noqa: E402
from croupier.evaluation import play_match  # noqa: E402
from croupier.executors import open_executor  # noqa: E402
from croupier.histories.pipeline.checking import check_histories  # noqa: E402
from croupier.simulation import simulate  # noqa: E402
from croupier.solving import Spot, solve_boards  # noqa: E402

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "phh" / "handhq"
TABLE: dict[str, Any] = {"seed": 11, "stacks": 200, "player_count": 6}


def start_cluster(node: dict[str, Any], tries: int = 4) -> Any:
    """Start two nodes; Ray gives up after half a minute, which is short on a busy machine."""
    from ray.cluster_utils import Cluster

    made = Cluster()
    try:
        made.add_node(**node, include_dashboard=False)
        made.add_node(**node)
    except Exception:
        made.shutdown()
        if tries == 1:
            raise
        return start_cluster(node, tries - 1)
    return made


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start a cluster of two nodes with a core each."""
    node = {"num_cpus": 1, "object_store_memory": 150 << 20}
    made = start_cluster(node)
    ray.init(address=made.address, log_to_driver=False, logging_level="error")
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return real hands, or some that were made up where those are absent."""
    if DATA.is_dir():
        return DATA
    made = tmp_path_factory.mktemp("hands")
    text = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 f']
players = ['Ann', 'Bob']
"""
    for file in range(20):
        hands = [f"[{one}]\n{text}hand = {100 * file + one}\n" for one in range(1, 100)]
        (made / f"{file}.phhs").write_text("\n".join(hands))
    return made


def test_simulations_are_the_same_and_both_nodes_play(cluster: Any) -> None:
    here = simulate("nlhe", 400_000, **TABLE)
    told: dict[int, int] = {}
    there = simulate("nlhe", 400_000, on="ray", progress=told.__setitem__, **TABLE)
    assert there._replace(seconds=0) == here._replace(seconds=0)
    assert told[400_000] == 400_000 and len(told) > 5

    # Within the test, so that workers need not import it.
    def find_node() -> str:
        time.sleep(0.1)
        return str(ray.get_runtime_context().get_node_id())

    asked = ray.remote(find_node)
    nodes = ray.get([asked.remote() for _ in range(40)])
    assert len(set(nodes)) == 2


def test_a_node_that_goes_in_the_middle_changes_nothing(cluster: Any) -> None:
    here = simulate("nlhe", 4_000_000, **TABLE)
    third = cluster.add_node(num_cpus=2, object_store_memory=150 << 20)
    deadline = time.monotonic() + 60
    while ray.cluster_resources().get("CPU", 0) < 4 and time.monotonic() < deadline:
        time.sleep(0.2)
    told: list[int] = []
    gone: list[int] = []

    def remove() -> None:
        cluster.remove_node(third, allow_graceful=False)
        gone.append(told[-1] if told else 0)

    timer = Timer(3, remove)
    timer.start()
    there = simulate(
        "nlhe", 4_000_000, on="ray", progress=lambda done, _: told.append(done), **TABLE
    )
    timer.join()
    assert there._replace(seconds=0) == here._replace(seconds=0)
    # It went while there was work to do.
    assert gone and gone[0] < 4_000_000


def test_statistics_validation_matches_and_spots(cluster: Any, hands: Path) -> None:
    here, there = read_statistics(hands), read_statistics(hands, on="ray")
    assert here.to_rows() == there.to_rows()
    assert (here.hands, here.repeated, here.problems) == (
        there.hands,
        there.repeated,
        there.problems,
    )
    checked = [
        [violation for one in check_histories(hands, on=on) for violation in one.violations]
        for on in (None, "ray")
    ]
    assert checked[0] == checked[1]
    matches = [play_match("nlhe", ["tight", "equity"], 3000, seed=1, on=on) for on in (None, "ray")]
    assert matches[0] == matches[1]
    spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    boards = ["2c2d2h7s8s", "2c2d2h7s9s", "2c3d4h7s9s"]
    assert list(solve_boards(spot, boards, on="ray")) == list(solve_boards(spot, boards))


def read_folder(folder: Path) -> dict[str, bytes]:
    places = [*sorted(folder.rglob("*.parquet")), folder / "store.json"]
    return {str(place.relative_to(folder)): place.read_bytes() for place in places}


def test_stores_are_the_same_byte_by_byte(cluster: Any, hands: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    from croupier.store import Store

    Store(tmp_path / "here").add(hands, threads=1)
    with open_executor("ray") as executor:
        for name, on in (("ray", executor), ("two", "processes:2"), ("three", "processes:3")):
            Store(tmp_path / name).add(hands, on=on)
            assert read_folder(tmp_path / name) == read_folder(tmp_path / "here")


def test_dask_by_its_executor() -> None:
    distributed = pytest.importorskip(
        "distributed", reason="Dask is not installed: make test-heavy"
    )
    here = simulate("nlhe", 200_000, **TABLE)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as local:
        address = local.scheduler_address.removeprefix("tcp:")
        there = simulate("nlhe", 200_000, on=f"dask:{address}", **TABLE)
        assert there._replace(seconds=0) == here._replace(seconds=0)
        with distributed.Client(local) as client:
            there = simulate("nlhe", 200_000, on=client.get_executor(), **TABLE)
            assert there._replace(seconds=0) == here._replace(seconds=0)
