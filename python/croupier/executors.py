"""Work in shards: in processes, on a cluster of Ray or of Dask, or on any executor.

A shard is all that decides what comes of it, so that it may be done anywhere, in any order, and
again when whoever did it is lost. Results come back in order, and are those of one process.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

from croupier.errors import PokerError, SetupError, UnsupportedError
from croupier.limits import MAX_THREADS

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

__all__ = ["Executor", "On", "count_workers", "map_shards", "open_executor", "start_processes"]

_Shard = TypeVar("_Shard")
_Result = TypeVar("_Result")

INTERRUPTED: Final = 130
"""The exit status of a process that ends with the one that started it."""
# How often a shard is tried whose worker is lost each time: it may be the shard that kills it.
_TRIES: Final = 4
# So many shards wait for each worker, so that none is idle.
_AHEAD: Final = 2
# The errors that libraries of clusters raise when a machine or a process is gone.
_LOST: Final = {
    "KilledWorker",
    "LocalRayletDiedError",
    "NodeDiedError",
    "ObjectLostError",
    "ObjectReconstructionFailedError",
    "OwnerDiedError",
    "WorkerCrashedError",
}


class Executor(Protocol):
    """Whatever takes a function and its arguments and promises a result, such as Python's own."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Promise the result of a function."""


On: TypeAlias = str | Executor
"""Where work is done: an executor, or `processes`, `processes:4`, `ray`, `ray://HOST:10001`,
`dask://HOST:8786`."""


@contextmanager
def open_executor(on: On = "processes") -> Iterator[Executor]:
    """Open the workers that a text names, and let them go in the end.

    >>> with open_executor("processes:1") as executor:
    ...     list(map_shards(abs, [-1, 2, -3], executor))
    [1, 2, 3]

    Args:
        on: `processes`, with how many of them after a colon; `ray`, for this machine's cluster,
            which is started where there is none; `ray://HOST:PORT`, for another one;
            `dask://HOST:PORT`; or an executor, which stays open.

    Yields:
        The executor.

    Raises:
        SetupError: There are no such workers, or they cannot be reached.
        UnsupportedError: Ray or Dask is not installed.
    """
    if not isinstance(on, str):
        yield on
        return
    kind, _, rest = on.partition(":")
    if kind == "processes":
        pool = _Processes(_read_count(rest, on))
        try:
            yield pool
        finally:
            pool.close()
    elif kind == "ray" and (not rest or rest.startswith("//")):
        with _open_ray(on if rest else None) as executor:
            yield executor
    elif kind == "dask" and rest.startswith("//"):
        with _open_dask(rest) as executor:
            yield executor
    else:
        raise SetupError(
            f"there are no workers {on!r:.80}: say processes, processes:4, ray, ray://HOST:10001 or"
            " dask://HOST:8786",
            code="unknown-workers",
        )


def _read_count(text: str, on: str) -> int:
    if not text:
        return os.cpu_count() or 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MAX_THREADS):
        raise SetupError(
            f"{on!r:.80} must name from 1 to {MAX_THREADS} processes", code="worker-count"
        )
    return int(text)


def count_workers(executor: Executor) -> int:
    """Return how many shards an executor does at once, as far as it says so."""
    client: Any = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "ncores"):
        return max(int(sum(client.ncores().values())), 1)
    count: int = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    return count


def map_shards(
    function: Callable[[_Shard], _Result],
    shards: Iterable[_Shard],
    executor: Executor,
    *,
    progress: Callable[[int], object] | None = None,
    weigh: Callable[[_Shard], int] = lambda shard: 1,
) -> Iterator[_Result]:
    """Yield what a function makes of shards, in their order, wherever that is done.

    No more shards are under way than keep all workers busy. One whose worker is lost is done again.

    Args:
        function: The function; like shards and results, it must be possible to pickle it.
        shards: The shards.
        executor: Who does them.
        progress: Called with how much is done, whenever a shard is.
        weigh: How much a shard is.

    Yields:
        The results.

    Raises:
        PokerError: What the first shard raised that did; or workers were lost again and again.
    """
    from concurrent.futures import FIRST_COMPLETED, wait

    window = _AHEAD * count_workers(executor) + 1
    numbered = enumerate(shards)
    waiting: dict[int, tuple[_Shard, int]] = {}
    running: dict[Future[Any], int] = {}
    finished: dict[int, tuple[_Result, PokerError | None]] = {}
    following = done = 0

    def submit(number: int, shard: _Shard, tries: int) -> None:
        waiting[number] = shard, tries
        running[executor.submit(_run, function, shard)] = number

    try:
        while True:
            while len(waiting) + len(finished) < window:
                following_shard = next(numbered, None)
                if following_shard is None:
                    break
                submit(*following_shard, 1)
            if not waiting and not finished:
                return
            if following in finished:
                result, error = finished.pop(following)
                if error is not None:
                    raise error
                following += 1
                yield result
                continue
            ready, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                number = running.pop(future)
                shard, tries = waiting.pop(number)
                try:
                    finished[number] = future.result()
                except Exception as raised:
                    if not _is_lost(raised):
                        raise
                    if tries == _TRIES:
                        raise PokerError(
                            f"part {number + 1} of the work was tried {tries} times, and each time"
                            f" the worker that did it was lost: {raised}",
                            code="workers-lost",
                        ) from raised
                    submit(number, shard, tries + 1)
                    continue
                done += weigh(shard)
                if progress is not None:
                    progress(done)
    finally:
        for future in running:
            future.cancel()


def _run(function: Callable[[Any], Any], shard: Any) -> tuple[Any, PokerError | None]:
    """Do a shard; errors of ours come back as they are, whoever did it."""
    try:
        return function(shard), None
    except PokerError as error:
        return None, error


def _is_lost(error: BaseException) -> bool:
    """Return whether a worker was lost, unlike a function that failed."""
    from concurrent.futures import BrokenExecutor, CancelledError

    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    return any(kind.__name__ in _LOST for kind in type(error).__mro__)


# ---- Processes


def start_processes(count: int) -> ProcessPoolExecutor:
    """Return so many processes; they end with this one, however it ends.

    Args:
        count: How many there are at most.

    Returns:
        The pool.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A copy of this process begins at once, but only one without threads can be copied.
    method = "fork" if _is_alone() else "spawn"
    return ProcessPoolExecutor(count, get_context(method), _end_with_parent)


def _is_alone() -> bool:
    """Return whether this process has no thread but this one, those of the core among them."""
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Put interruptions off, where the system can: processes that start now never see them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Let a process end when the one that started it was killed."""
    from multiprocessing import parent_process
    from threading import Thread

    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(INTERRUPTED)

    Thread(target=watch, daemon=True).start()


def _pack(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
    import pickle

    try:
        return pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
    except (AttributeError, TypeError, ValueError, pickle.PicklingError) as error:
        raise SetupError(
            f"the work cannot be sent to another process: {error}; functions must stand at the top"
            " of a module",
            code="work-not-portable",
        ) from error


def _run_packed(packed: bytes) -> Any:
    import pickle

    function, arguments = pickle.loads(packed)
    return function(*arguments)


class _Processes:
    """Processes of this machine; where one is lost, all are started anew."""

    def __init__(self, count: int) -> None:
        self._max_workers = count
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Promise the result of a function."""
        from concurrent.futures.process import BrokenProcessPool

        # A pool that cannot send something may never end: whatever is sent to it is bytes.
        packed = _pack(function, arguments)
        with uninterrupted():
            if self._pool is None:
                self._pool = start_processes(self._max_workers)
            try:
                return self._pool.submit(_run_packed, packed)
            except BrokenProcessPool:
                self.close()
                self._pool = start_processes(self._max_workers)
                return self._pool.submit(_run_packed, packed)

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


# ---- Clusters


@contextmanager
def _open_ray(address: str | None) -> Iterator[Executor]:
    # Ray tells its makers how it is used unless it is told not to.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise UnsupportedError(
            "Ray is not installed: install croupier[ray]", code="missing-extra"
        ) from error
    if ray.is_initialized():
        # The program that connected to a cluster decides when to disconnect.
        yield _Ray(ray)
        return
    try:
        ray.init(address, log_to_driver=False, logging_level="error")
    except Exception as error:
        said = (str(error).splitlines() or [""])[0]
        raise SetupError(
            f"the cluster of Ray {address or ''} cannot be reached: {said}", code="no-cluster"
        ) from error
    try:
        yield _Ray(ray)
    finally:
        ray.shutdown()


class _Ray:
    """A cluster of Ray. Ray itself does shards again whose node or process is lost."""

    def __init__(self, ray: Any) -> None:
        self._remote = ray.remote(_apply).options(max_retries=_TRIES)
        self._ray = ray

    @property
    def _max_workers(self) -> int:
        return max(int(self._ray.cluster_resources().get("CPU", 1)), 1)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Promise the result of a function."""
        promised: Future[Any] = self._remote.remote(function, *arguments).future()
        return promised


def _apply(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


@contextmanager
def _open_dask(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise UnsupportedError(
            "Dask is not installed: install distributed", code="missing-extra"
        ) from error
    try:
        client = Client(f"tcp:{address}", timeout="10s")
    except Exception as error:
        said = (str(error).splitlines() or [""])[0]
        raise SetupError(
            f"the cluster of Dask at {address} cannot be reached: {said}", code="no-cluster"
        ) from error
    with client, client.get_executor(pure=False, retries=_TRIES) as executor:
        yield executor


def share(first: int, count: int, executor: Executor, least: int, most: int) -> Sequence[range]:
    """Divide numbers into shards, enough of them that all workers end at about the same time.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> share(10, 100, ThreadPoolExecutor(1), 25, 50)
    [range(10, 35), range(35, 60), range(60, 85), range(85, 110)]

    Args:
        first: The first number.
        count: How many there are.
        executor: Who does them.
        least: How many numbers a shard has at least.
        most: How many it has at most.

    Returns:
        The shards.
    """
    size = min(max(-(-count // (count_workers(executor) * _SHARDS)), least), most)
    end = first + count
    return [range(start, min(start + size, end)) for start in range(first, end, size)]


# With so many shards for each worker, the last ones are done soon after each other.
_SHARDS: Final = 16
