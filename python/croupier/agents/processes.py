"""Agents that are other programs: one line of JSON for a question, one line for the answer."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO, Any

from croupier.agents.base import AgentBase, HandInfo, MatchInfo
from croupier.agents.messages import describe_view, read_answer
from croupier.agents.moves import Move
from croupier.errors import AgentError, AgentStartError
from croupier.state import State

__all__ = ["ProcessAgent"]

_SECONDS = 10.0
_SECONDS_TO_END = 2.0


class ProcessAgent(AgentBase):
    """Let a program decide that reads questions and writes answers, each a line of JSON.

    The program is sent an object for everything that happens to it. `type` says what it is:
    `match`, `hand`, `act`, `end` or `close`. It answers `act` alone, with one line, as
    `read_answer` has it.

    >>> import sys
    >>> bot = "import sys; [print('call', flush=True) for line in sys.stdin if 'legal' in line]"
    >>> agent = ProcessAgent([sys.executable, "-c", bot])
    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> agent.act(state.observe(1)).name
    'check_or_call'
    >>> agent.close()
    """

    name = "subprocess"
    is_program = True

    def __init__(self, command: str | Sequence[str], seconds: float = _SECONDS) -> None:
        """Make an agent; the program is started when it is asked first.

        Args:
            command: The program and its arguments.
            seconds: How long an answer may take.

        Raises:
            AgentError: There is no command.
        """
        super().__init__(0)
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise AgentError("the command of a program is missing")
        self.seconds = seconds
        self._process: Popen[str] | None = None
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        # Answers that came too late, or are still to come.
        self._late = 0

    def start_match(self, info: MatchInfo) -> None:
        """Tell the program where it sits.

        Args:
            info: Where, and what for.

        Raises:
            AgentStartError: The program cannot be started.
        """
        self._send({"type": "match", **info._asdict()})

    def start_hand(self, info: HandInfo) -> None:
        """Tell the program that a hand begins.

        Args:
            info: What hand it is.
        """
        values = info._asdict()
        values["stacks"] = [one if isinstance(one, int) else str(one) for one in info.stacks]
        self._send({"type": "hand", **values})

    def act(self, view: State) -> Move:
        """Ask the program.

        Args:
            view: What the player sees.

        Returns:
            The move.

        Raises:
            AgentError: The program does not answer, or with nonsense.
        """
        index = view.legal.player_index
        assert index is not None
        self._send({"type": "act", **describe_view(view, index)})
        return read_answer(self._receive(), view)

    def end_hand(self, view: State, player_index: int) -> None:
        """Tell the program how a hand ended.

        Args:
            view: What the player saw.
            player_index: The player.
        """
        payoffs = [one if isinstance(one, int) else str(one) for one in view.payoffs]
        self._send({"type": "end", **describe_view(view, player_index), "payoffs": payoffs})

    def close(self) -> None:
        """End the program: it is told, and then its input ends."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(OSError, ValueError):
            process.stdin.write('{"type": "close"}\n')
        # What a program that has ended was not sent is still to be sent.
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(_SECONDS_TO_END)
        except TimeoutExpired:
            process.kill()
            process.wait()

    def _find(self) -> Popen[str]:
        if self._process is None:
            try:
                process = Popen(self.command, stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
            except OSError as error:
                raise AgentStartError(
                    f"{self.command[0]} cannot be started: {_say(error)}"
                ) from None
            self._process = process
            self._lines = SimpleQueue()
            self._late = 0
            # A queue can be waited for with a limit, on every system.
            reader = Thread(target=_read, args=(process.stdout, self._lines), daemon=True)
            reader.start()
        return self._process

    def _send(self, message: dict[str, Any]) -> None:
        process = self._find()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            raise self._say_ended() from None

    def _receive(self) -> str:
        while True:
            try:
                line = self._lines.get(timeout=self.seconds)
            except Empty:
                self._late += 1
                raise AgentError(
                    f"{self.command[0]} did not answer within {self.seconds:g} seconds"
                ) from None
            if line is None:
                self._lines.put(None)
                raise self._say_ended()
            if not self._late:
                return line
            self._late -= 1

    def _say_ended(self) -> AgentError:
        status = None
        if self._process is not None:
            with suppress(TimeoutExpired):
                # Its output may end a moment before the program does.
                status = self._process.wait(_SECONDS_TO_END)
        return AgentError(
            f"{self.command[0]} has ended" + (f" with status {status}" if status else "")
        )


def _say(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _read(stream: IO[str] | None, lines: SimpleQueue[str | None]) -> None:
    """Put all lines of a program into a queue, and `None` when there are no more."""
    assert stream is not None
    with suppress(OSError, ValueError), stream:
        for line in stream:
            if line.strip():
                lines.put(line)
    lines.put(None)
