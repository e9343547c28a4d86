"""Lines of text to and from a program that nobody trusts: within a time, a length and an amount."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from contextlib import suppress
from io import RawIOBase
from time import monotonic

from croupier.errors import AgentError, LateError, SetupError

__all__ = ["LONGEST_LINE", "EndError", "Lines"]

LONGEST_LINE = 64 * 1024
"""How many bytes a line of a program may have, where nobody says otherwise."""

_VARIABLE = "CROUPIER_LONGEST_LINE"
# How many of the longest lines are read for one answer.
_MAX_LINES = 16
# How many bytes may wait for a program that does not read what it is sent.
_MAX_WAITING = 1024 * 1024
_CHUNK = 64 * 1024


class EndError(AgentError):
    """The error for a program that has ended, or has closed one of its ends."""


class Lines:
    """A conversation with a program in lines, in which no wait is longer than agreed.

    Nothing is read but while an answer is waited for and just before a question is asked, so a
    program that writes on and on waits itself, when the system's small buffer is full. Nothing is
    waited for when something is sent: what a program does not take at once is kept for it, up to
    an amount, and sent on while its answer is waited for. The time for an answer therefore is one,
    for the question and the answer together, however many lines or bytes come meanwhile.

    >>> import os
    >>> one, other = os.pipe()
    >>> lines = Lines(os.fdopen(one, "rb", 0), os.fdopen(other, "wb", 0))
    >>> lines.post("call")
    >>> lines.receive(lines.find_deadline(5.0))
    b'call'
    >>> lines.close()
    """

    def __init__(
        self,
        reader: RawIOBase,
        writer: RawIOBase,
        *,
        longest: int | None = None,
        clock: Callable[[], float] = monotonic,
        wire: Callable[[str, str], None] | None = None,
    ) -> None:
        """Take two ends that do not block, or one that is for both.

        Args:
            reader: Where the program's lines come from.
            writer: Where it is sent lines.
            longest: How many bytes a line may have; `CROUPIER_LONGEST_LINE`, or else
                `LONGEST_LINE`, when omitted.
            clock: Tells the time in seconds.
            wire: Is told every line that goes (`>`) or comes (`<`).
        """
        self._wire = wire
        self._reader = reader
        self._writer = writer
        for end in {reader, writer}:
            if os.name == "posix":
                os.set_blocking(end.fileno(), False)
        self.longest = find_longest_line(longest)
        self._clock = clock
        self._waiting = bytearray()
        # The bytes after the last whole line, and how many of them have no line end.
        self._rest = bytearray()
        self._searched = 0
        # Whether the rest of a line that is too long is being passed over.
        self._skips = False

    def find_deadline(self, seconds: float | None) -> float | None:
        """Return when so many seconds are over; `None` if they never are."""
        return None if seconds is None else self._clock() + seconds

    def post(self, line: str) -> None:
        """Send a line, without waiting for the program to take it.

        Args:
            line: The line, without its end.

        Raises:
            EndError: The program is gone.
            AgentError: It does not read what it is sent.
        """
        data = line.encode() + b"\n"
        if self._waiting and len(self._waiting) + len(data) > _MAX_WAITING:
            raise AgentError(
                "the other side does not read what it is sent:"
                f" {len(self._waiting)} bytes wait for it, and {_MAX_WAITING} may",
                code="peer-does-not-read",
            )
        if self._wire is not None:
            self._wire(">", line)
        self._waiting += data
        self._write()

    def drain(self) -> list[bytes]:
        """Return the lines that are there already, as far as a limited amount of them goes.

        The systems' buffers hold no more. Lines that are too long are left out.
        """
        left = _CHUNK
        # The reader that waits for an answer finds the end, and raises an error.
        with suppress(EndError):
            while left > 0 and (size := self._read()):
                left -= size
        *lines, rest = bytes(self._rest).split(b"\n")
        if lines and self._skips:
            # The end of a line that is too long.
            del lines[0]
            self._skips = False
        self._skips |= len(rest) > self.longest
        self._rest = bytearray(b"" if self._skips else rest)
        self._searched = 0
        found = [line.strip() for line in lines if len(line) <= self.longest]
        for line in found:
            self._show_on_wire(line)
        return found

    def receive(self, deadline: float | None) -> bytes:
        """Send what is still to be sent, and wait for a line.

        Args:
            deadline: Until when, by `find_deadline`; without end where it is `None`.

        Returns:
            The line without its end and without blanks around it; it is not empty.

        Raises:
            LateError: The time is over.
            EndError: The program is gone.
            AgentError: The line is too long, or too much was written.
        """
        left = _MAX_LINES * self.longest
        while True:
            while (line := self._take_line()) is not None:
                if line:
                    self._show_on_wire(line)
                    return line
            if len(self._rest) > self.longest:
                self._skip()
                raise AgentError(
                    f"a line is longer than {self.longest} bytes, which is the limit:"
                    f" longest_line or {_VARIABLE}",
                    code="line-too-long",
                )
            if left <= 0:
                raise AgentError(
                    f"more than {_MAX_LINES * self.longest} bytes were written for one answer",
                    code="answer-too-long",
                )
            can_read, can_write, is_broken = self._wait(deadline)
            if can_read:
                left -= self._read()
            elif is_broken:
                raise EndError(
                    "the other side has closed its input", code="peer-closed", closed="input"
                )
            elif can_write:
                self._write()

    def _show_on_wire(self, line: bytes) -> None:
        if self._wire is not None and line:
            self._wire("<", line.decode(errors="replace"))

    def close(self) -> None:
        """Close both ends."""
        self.close_input()
        self._reader.close()

    def close_input(self) -> None:
        """Close the program's input; what it did not take is lost."""
        self._waiting.clear()
        self._writer.close()

    def _take_line(self) -> bytes | None:
        """Return the next whole line that was read, or `None` if there is none."""
        while True:
            place = self._rest.find(b"\n", self._searched)
            if place < 0:
                # No byte is looked at twice, however slowly a long line comes.
                self._searched = len(self._rest)
                if self._skips:
                    self._skip()
                return None
            self._searched = 0
            if place > self.longest and not self._skips:
                # The caller finds that too much is there, as where the end of the line is to come.
                return None
            line = bytes(self._rest[:place])
            del self._rest[: place + 1]
            if not self._skips:
                return line.strip()
            self._skips = False

    def _skip(self) -> None:
        """Pass over what there is of a line that is too long."""
        place = self._rest.find(b"\n")
        self._skips = place < 0
        del self._rest[: place + 1 if place >= 0 else len(self._rest)]
        self._searched = 0

    def _read(self) -> int:
        """Read what there is, and return how much it was."""
        try:
            data = self._reader.read(_CHUNK)
        except (OSError, ValueError) as error:
            raise EndError(f"the connection is broken: {error}", code="peer-closed") from None
        if data is None:
            return 0
        if not data:
            raise EndError(
                "the other side has closed its output", code="peer-closed", closed="output"
            )
        self._rest += data
        return len(data)

    def _write(self) -> None:
        try:
            while self._waiting:
                written = self._writer.write(self._waiting)
                if not written:
                    return
                del self._waiting[:written]
        except (OSError, ValueError):
            self._waiting.clear()
            raise EndError(
                "the other side has closed its input", code="peer-closed", closed="input"
            ) from None

    def _wait(self, deadline: float | None) -> tuple[bool, bool, bool]:
        """Wait until there is something to do: to read, to write, or the input is closed."""
        seconds = None if deadline is None else deadline - self._clock()
        if seconds is not None and seconds <= 0:
            raise LateError("there was no answer in time", code="no-answer-in-time")
        reading, writing = self._reader.fileno(), self._writer.fileno()
        if not hasattr(select, "poll"):
            found = select.select([reading], [writing] if self._waiting else [], [], seconds)
            return bool(found[0]), bool(found[1]), False
        wanted = {reading: select.POLLIN}
        # An input that is closed is noticed without anything to write, too.
        wanted[writing] = wanted.get(writing, 0) | (select.POLLOUT if self._waiting else 0)
        poll = select.poll()
        for number, mask in wanted.items():
            poll.register(number, mask)
        # Rounded up: a wait that ends too early would be one of many.
        ready = dict(poll.poll(None if seconds is None else int(seconds * 1000) + 1))
        over = select.POLLERR | select.POLLHUP | select.POLLNVAL
        can_read = bool(ready.get(reading, 0) & (select.POLLIN | over))
        can_write = bool(ready.get(writing, 0) & select.POLLOUT)
        return can_read, can_write, bool(ready.get(writing, 0) & over)


def find_longest_line(given: int | None) -> int:
    """Return how long a line may be: what is given, what the environment says, or the default.

    >>> find_longest_line(1000), find_longest_line(None)
    (1000, 65536)

    Args:
        given: What was said, if anything was.

    Returns:
        The number of bytes.

    Raises:
        SetupError: It is no number above 0.
    """
    said = os.environ.get(_VARIABLE) if given is None else given
    if said is None:
        return LONGEST_LINE
    try:
        longest = int(said)
    except ValueError:
        longest = 0
    if longest < 1:
        name = _VARIABLE if given is None else "longest_line"
        raise SetupError(
            f"{name} is a number of bytes above 0, unlike {said!r}", code="setting-value"
        )
    return longest
