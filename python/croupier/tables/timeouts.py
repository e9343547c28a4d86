"""Calls of agents with a limit of time."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from croupier.errors import LateError

__all__ = ["TimedCaller"]

_Task = tuple[Callable[..., Any], tuple[Any, ...]]


class TimedCaller:
    """A caller of an agent in a thread of its own, who waits no longer than allowed.

    Python cannot stop a thread, so a call that is late goes on; until it returns, the agent is late
    for everything else, and what it returns then is forgotten.

    >>> TimedCaller(5.0).call(max, 2, 3)
    3
    """

    def __init__(self, seconds: float) -> None:
        """Make the caller; the thread is started when it is needed.

        Args:
            seconds: How long a call may take.
        """
        self._seconds = seconds
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._results: SimpleQueue[tuple[bool, Any]] = SimpleQueue()
        self._thread: Thread | None = None
        self._late = 0

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function.

        Args:
            function: The function.
            *arguments: Its arguments.

        Returns:
            The result of the call.

        Raises:
            LateError: It took too long, or an earlier call still does.
        """
        if self._thread is None:
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()
        while self._late:
            try:
                self._results.get_nowait()
            except Empty:
                raise LateError(
                    "it is still busy with what it was asked before", code="still-busy"
                ) from None
            self._late -= 1
        self._tasks.put((function, arguments))
        try:
            failed, result = self._results.get(timeout=self._seconds)
        except Empty:
            self._late += 1
            raise LateError(
                f"it took longer than {self._seconds:g} seconds", code="no-answer-in-time"
            ) from None
        if failed:
            raise result
        return result

    def close(self) -> None:
        """End the thread after its last call."""
        self._tasks.put(None)
        self._thread = None

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            function, arguments = task
            try:
                self._results.put((False, function(*arguments)))
            except BaseException as error:
                # The error belongs to the caller, a person's interrupt included.
                self._results.put((True, error))
