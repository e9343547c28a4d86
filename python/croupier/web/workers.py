"""The pool of worker processes: started when needed, ended when they take too long."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from croupier.web.messages import Refusal
from croupier.web.worker import LENGTH, READ_FILES, Call, Reply, pack

__all__ = ["Workers"]

# How long questions may take, in seconds: those that go through files longer than others.
_SECONDS = 60.0
_LONG = {
    READ_FILES: 1800.0,
    "convert": 900.0,
    "sum_up": 900.0,
    "report_store": 300.0,
    "solve": 300.0,
    "look_at": 120.0,
}
# No more processes than this at once; who asks then waits. Fewer of them read files, which takes
# longest: the others answer meanwhile.
_MAX = 4
_MAX_READING = 2
# As many wait for questions; others end.
_KEPT = 2


class Workers:
    """The worker processes that are asked, and ended when they take too long."""

    def __init__(
        self,
        root: Path,
        shelf: str = "",
        seconds: float | None = None,
        stores: Sequence[Path] = (),
    ) -> None:
        """Make the pool, without any process.

        Args:
            root: Where shelves lie.
            shelf: The shelf that is there from the start, if any.
            seconds: How long any question may take; as usual when omitted.
            stores: The folders of stores that may be asked.
        """
        module = ["-m", "croupier.web.worker"]
        self._arguments = [sys.executable, *module, str(root), shelf, *map(str, stores)]
        self._seconds = seconds
        self._idle: list[Process] = []
        self._busy: set[Process] = set()
        self._room = asyncio.Semaphore(_MAX)
        self._reading = asyncio.Semaphore(_MAX_READING)

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._arguments, stdin=PIPE, stdout=PIPE, limit=1 << 20
        )

    async def warm_up(self) -> None:
        """Start a process before anybody asks."""
        self._idle.append(await self._start())

    async def ask(self, name: str, question: bytes) -> Reply:
        """Send a question to a free process, and return its answer.

        Args:
            name: The method.
            question: The question as JSON.

        Returns:
            The reply.
        """
        if name == READ_FILES:
            async with self._reading:
                return await self._ask(name, question)
        return await self._ask(name, question)

    async def _ask(self, name: str, question: bytes) -> Reply:
        async with self._room:
            process = self._idle.pop() if self._idle else await self._start()
            self._busy.add(process)
            seconds = self._seconds or _LONG.get(name, _SECONDS)
            call = Call(name, msgspec.Raw(question))
            done = False
            try:
                reply = await asyncio.wait_for(_exchange(process, call), seconds)
                done = True
                return reply
            except TimeoutError:
                return _refuse("late", f"this takes longer than {seconds:g} seconds")
            except (asyncio.IncompleteReadError, ConnectionError):
                return _refuse("ended", "this takes more than the desk has: the process has ended")
            finally:
                self._busy.discard(process)
                if done and len(self._idle) < _KEPT:
                    self._idle.append(process)
                else:
                    # Even if the caller was cancelled meanwhile.
                    _end(process)

    async def close(self) -> None:
        """End all processes."""
        processes = [*self._idle, *self._busy]
        self._idle.clear()
        for process in processes:
            _end(process)
        for process in processes:
            await process.wait()


def _refuse(code: str, message: str) -> Reply:
    data = msgspec.json.encode(Refusal(code=code, message=message))
    return Reply(msgspec.Raw(data), refused=True)


def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


async def _exchange(process: Process, call: Call) -> Reply:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(pack(call))
    await process.stdin.drain()
    (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
    return msgspec.json.decode(await process.stdout.readexactly(length), type=Reply)
