"""The costs of shards and clusters: `python -m benchmarks.programs.clusters`.

It needs the extra `ray`.

All figures are seconds of processors in the workers: other work on the machine does not count.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from threading import Timer
from time import process_time
from typing import Any

from croupier.executors import Executor, map_shards, open_executor
from croupier.simulation import simulate

__all__ = ["main"]

_HANDS = 1_000_000
_TABLE: dict[str, Any] = {"seed": 1, "stacks": 200, "player_count": 6}
_MIN = 0.9
_MAX_MORE = 1.03


def _play(threads: int | None, numbers: range) -> tuple[float, tuple[int, ...]]:
    """Return what a shard takes, and what comes of it."""
    start = process_time()
    played = simulate("nlhe", len(numbers), first=numbers.start, threads=threads, **_TABLE)
    return process_time() - start, played.payoffs


def _measure(
    shards: Iterable[range], executor: Executor | None, threads: int | None = 1
) -> tuple[float, tuple[int, ...]]:
    play = partial(_play, threads)
    parts = list(map(play, shards) if executor is None else map_shards(play, shards, executor))
    payoffs = tuple(map(sum, zip(*(won for _, won in parts), strict=True)))
    return sum(seconds for seconds, _ in parts), payoffs


def _divide(count: int) -> list[range]:
    size = _HANDS // count
    return [range(start, start + size) for start in range(0, size * count, size)]


def main() -> int:
    """Measure, and say whether the targets are met."""
    import ray
    from ray.cluster_utils import Cluster

    node = {"num_cpus": 1, "object_store_memory": 150 << 20}
    cluster = Cluster(initialize_head=True, head_node_args=node | {"include_dashboard": False})
    cluster.add_node(**node)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="error")
    _, expected = _measure(_divide(1), None, None)
    best: dict[str, float] = {}

    def note(name: str, found: tuple[float, tuple[int, ...]]) -> None:
        seconds, payoffs = found
        assert payoffs == expected, name
        best[name] = min(best.get(name, seconds), seconds)

    with open_executor("ray") as executor:
        _measure(_divide(20), executor)
        for _ in range(2):
            note("threads", _measure(_divide(1), None, 2))
            note("one shard", _measure(_divide(1), None))
            note("100 shards", _measure(_divide(100), None))
            note("Ray, two nodes, 20 shards", _measure(_divide(20), executor))
            note("Ray, two nodes, 100 shards", _measure(_divide(100), executor))
        third = cluster.add_node(**node)
        timer = Timer(2, partial(cluster.remove_node, third, allow_graceful=False))
        timer.start()
        note("Ray, a node removed in the middle, 100 shards", _measure(_divide(100), executor))
        timer.join()
    ray.shutdown()
    cluster.shutdown()
    for name, seconds in best.items():
        print(f"{name}: {_HANDS / seconds:,.0f} hands a second of a core")
    ray_rate = best["threads"] / best["Ray, two nodes, 20 shards"]
    more = best["100 shards"] / best["one shard"]
    more_there = best["Ray, two nodes, 100 shards"] / best["Ray, two nodes, 20 shards"]
    lost = best["Ray, a node removed in the middle, 100 shards"] / best["Ray, two nodes, 20 shards"]
    print(f"Ray against threads: {ray_rate:.3f} (at least {_MIN})")
    print(f"100 shards against one: {more:.3f}; on Ray against 20: {more_there:.3f};")
    print(f"with a node removed: {lost:.3f} (at most {_MAX_MORE})")
    return 0 if ray_rate >= _MIN and max(more, more_there, lost) <= _MAX_MORE else 1


if __name__ == "__main__":
    sys.exit(main())
