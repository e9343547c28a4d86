"""Agents that are other programs: one line of JSON for a question, one line for the answer."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from croupier.agents.base import AgentBase, HandInfo, MatchInfo
from croupier.agents.external.lines import EndError, Lines, find_longest_line
from croupier.agents.external.messages import (
    decode_answer,
    describe_view,
    find_number,
    find_wishes,
    read_decoded,
)
from croupier.agents.external.programs import Program, find_wish
from croupier.agents.moves import Move
from croupier.errors import AgentError, LateError
from croupier.state import State

__all__ = ["ProcessAgent"]

_SECONDS = 10.0
_SECONDS_TO_END = 2.0
# Its output may end a moment before the program does.
_SECONDS_FOR_STATUS = 0.3
# The kernel takes a moment to forget keys and namespaces.
_SECONDS_TO_VANISH, _PAUSE = 10.0, 0.01


class ProcessAgent(AgentBase):
    """An agent played by a program that reads questions and writes answers as lines of JSON.

    The program is sent an object for everything that happens to it. `type` says what it is:
    `match`, `hand`, `act`, `end` or `close`. It answers `act` alone, with one line, as
    `read_answer` has it. It runs in an empty folder of its own, isolated where the system allows
    it, and ends with all that it started.

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

    Attributes:
        command: The program and its arguments.
        seconds: How long an answer may take, from the question on.
        isolated: Whether the program, once it is started, can reach no other program and change no
            file that is not its own.
        wire: Is told every line that goes to the program (`>`) or comes from it (`<`), if somebody
            listens.
    """

    name = "subprocess"
    is_program = True
    wire: Callable[[str, str], None] | None = None

    def __init__(
        self,
        command: str | Sequence[str],
        seconds: float | None = None,
        *,
        isolate: bool | None = None,
        longest_line: int | None = None,
        environment: Mapping[str, str] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Make an agent; the program is started when it is asked first.

        Args:
            command: The program and its arguments. The program, and arguments that name what is
                there, are taken from the present folder.
            seconds: How long an answer may take: ten seconds when omitted, or a table's limit.
            isolate: Whether the program must be isolated, or must not. When omitted, it is what
                `CROUPIER_ISOLATE` says, or else it is isolated where the system allows it.
            longest_line: How many bytes an answer may have; when omitted, what
                `CROUPIER_LONGEST_LINE` says, or else 65536.
            environment: Variables for the program, beside those that all programs get.
            clock: Tells the time in seconds.

        Raises:
            AgentError: There is no command, or its quotes are wrong.
            SetupError: The longest line is no number above 0.
        """
        super().__init__(0)
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            said = str(error).lower()
            raise AgentError(
                f"the command {command!r:.200} cannot be read: {said}", code="command-syntax"
            ) from None
        if not self.command:
            raise AgentError("the command of a program is missing", code="missing-command")
        self.seconds = _SECONDS if seconds is None else seconds
        self.isolated = False
        self._own_seconds = seconds
        self._isolate = isolate
        self._longest = find_longest_line(longest_line)
        self._environment = dict(environment or {})
        self._clock = clock
        self._program: Program | None = None
        self._ended: Program | None = None
        self._lines: Lines | None = None
        self._end = ""
        # The number of the last question, and of those before it that may still be answered.
        self._number = 0
        self._missed = 0

    def limit_time(self, seconds: float) -> None:
        """Take over the limit of a table, which is the agent's own then.

        Args:
            seconds: How long a decision may take; a smaller limit of the agent's own stays.
        """
        self.seconds = seconds if self._own_seconds is None else min(self._own_seconds, seconds)

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
            LateError: The program does not answer in time.
            AgentError: It is gone, or answers nonsense.
        """
        index = view.legal.player_index
        assert index is not None
        lines = self._find()
        deadline = lines.find_deadline(self.seconds)
        # Lines that came before the question are no answer to it.
        self._pass_over(lines.drain())
        self._number += 1
        self._send({"type": "act", "id": self._number, **describe_view(view, index)})
        answer = self._receive(lines, deadline)
        wishes = find_wishes(answer)
        if wishes is not None:
            self.also_decides = wishes
        return read_decoded(answer, view)

    def end_hand(self, view: State, player_index: int) -> None:
        """Tell the program how a hand ended.

        Args:
            view: What the player saw.
            player_index: The player.
        """
        payoffs = [one if isinstance(one, int) else str(one) for one in view.payoffs]
        self._send({"type": "end", **describe_view(view, player_index), "payoffs": payoffs})

    def close(self) -> None:
        """End the program: it is told, its input ends, and it is ended if it does not end then."""
        program, self._program = self._program, None
        lines, self._lines = self._lines, None
        if program is None or lines is None:
            return
        self._ended = program
        with suppress(AgentError):
            lines.post('{"type":"close"}')
        program.end(_SECONDS_TO_END)
        lines.close()

    def check_ended(self, seconds: float | None = None) -> list[str]:
        """Check that nothing is left of the program after `close`, if it was isolated.

        Args:
            seconds: How long to wait until processes, files and kernel keys are gone; 10 when
                omitted.

        Returns:
            What is left, in words; nothing if all of it is gone.

        Raises:
            AgentError: Something is left, and `isolate` or `CROUPIER_ISOLATE` requires isolation.
        """
        program = self._ended
        if program is None or not program.isolated:
            return []
        seconds = _SECONDS_TO_VANISH if seconds is None else seconds
        end = self._clock() + seconds
        while (left := program.list_leftovers()) and self._clock() < end:
            sleep(_PAUSE)
        if left and (find_wish() if self._isolate is None else self._isolate):
            raise AgentError(
                f"{self.command[0]} left something behind: expected nothing after"
                f" {seconds:g} seconds, got {', '.join(left)}",
                code="left-behind",
            )
        return left

    def _find(self) -> Lines:
        if self._lines is None:
            program = Program(self.command, isolate=self._isolate, environment=self._environment)
            self._program = program
            self.isolated = program.isolated
            self._lines = Lines(
                program.reader,
                program.writer,
                longest=self._longest,
                clock=self._clock,
                wire=self.wire,
            )
            self._end = ""
            self._missed = 0
        return self._lines

    def _send(self, message: dict[str, Any]) -> None:
        lines = self._find()
        if self._end:
            raise EndError(self._end, code="peer-closed")
        try:
            lines.post(json.dumps(message, separators=(",", ":")))
        except EndError as error:
            raise self._explain_end(error) from None

    def _receive(self, lines: Lines, deadline: float | None) -> Any:
        """Return the answer to the last question, as JSON has it."""
        passed = False
        while True:
            try:
                line = lines.receive(deadline)
            except LateError:
                # A line that was passed over may have been the answer, to a question that followed
                # one which is never answered: it is not waited for any longer.
                self._missed = 0 if passed else self._missed + 1
                raise LateError(
                    f"{self.command[0]} did not answer within {self.seconds:g} seconds",
                    code="no-answer-in-time",
                ) from None
            except EndError as error:
                raise self._explain_end(error) from None
            answer = number = None
            try:
                answer = decode_answer(line)
                number = find_number(answer)
            except AgentError:
                # Nonsense that is late is passed over as well.
                if not self._missed:
                    raise
            if number is None and self._missed:
                self._missed -= 1
                passed = True
            elif number is None or number == self._number:
                self._missed = 0
                return answer
            elif number > self._number:
                raise AgentError(
                    f"the answer is to question {number}, and {self._number} is the last one",
                    code="answer-id",
                )

    def _pass_over(self, lines: list[bytes]) -> None:
        """Take note of lines that come before a question: answers that are late, or nothing."""
        for line in filter(None, lines if self._missed else ()):
            number = None
            with suppress(AgentError):
                number = find_number(decode_answer(line))
            if number is None and self._missed:
                self._missed -= 1

    def _explain_end(self, error: EndError) -> EndError:
        """Say why nothing more comes from the program, now and whenever it is asked again."""
        assert self._program is not None
        status = self._program.find_status(_SECONDS_FOR_STATUS)
        if status is None:
            closed = error.details.get("closed")
            said = str(error) if closed is None else f"has closed its {closed}"
        else:
            said = "has ended" + (f" with status {status}" if status else "")
        self._end = f"{self.command[0]} {said}"
        return EndError(self._end, code="peer-closed")
