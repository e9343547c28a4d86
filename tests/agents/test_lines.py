"""Lines to and from programs that nobody trusts: time, length and amount have limits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from typing import Any, NamedTuple

import pytest

from croupier.agents.external.lines import LONGEST_LINE, EndError, Lines, find_longest_line
from croupier.errors import AgentError, LateError, SetupError

# Nothing here takes so long; where it matters, the clock is a list of times.
PATIENCE = 60.0


class Clock:
    """A clock that goes on by as much as it is told whenever it is looked at."""

    def __init__(self, step: float = 0.0) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


class Ends(NamedTuple):
    """Lines, and the ends of a program."""

    lines: Lines
    output: FileIO
    input: FileIO


@pytest.fixture
def connect() -> Iterator[Any]:
    made: list[Any] = []

    def make(**options: Any) -> Ends:
        (own_in, program_out), (program_in, own_out) = os.pipe(), os.pipe()
        ends = Ends(
            Lines(FileIO(own_in), FileIO(own_out, "w"), **options),
            FileIO(program_out, "w"),
            FileIO(program_in),
        )
        made.extend(ends)
        return ends

    yield make
    for one in made:
        one.close()


def fill(end: FileIO, data: bytes) -> int:
    """Write as much as there is room for, as a program does that waits then."""
    os.set_blocking(end.fileno(), False)
    written = 0
    while more := end.write(data):
        written += more
    return written


def test_a_line_is_sent_and_one_is_received(connect: Any) -> None:
    lines, output, input = connect()
    lines.post("hello")
    assert input.read(100) == b"hello\n"
    output.write(b"\n  \r\nca")
    output.write(b"ll \r\nfold\n")
    deadline = lines.find_deadline(PATIENCE)
    assert [lines.receive(deadline) for _ in range(2)] == [b"call", b"fold"]


def test_bytes_do_not_renew_the_deadline(connect: Any) -> None:
    clock = Clock(step=1.0)
    lines, output, _ = connect(clock=clock)
    read: Any = lines._reader.read

    def drip(size: int) -> Any:
        data = read(size)
        output.write(b"x")
        return data

    output.write(b"x")
    lines._reader = Dripping(lines._reader, drip)
    with pytest.raises(LateError):
        lines.receive(lines.find_deadline(10.0))
    assert clock.now == 11.0


def test_empty_lines_do_not_renew_the_deadline(connect: Any) -> None:
    clock = Clock(step=1.0)
    lines, output, _ = connect(clock=clock)
    read: Any = lines._reader.read

    def drip(size: int) -> Any:
        data = read(size)
        output.write(b"\n")
        return data

    output.write(b"\n")
    lines._reader = Dripping(lines._reader, drip)
    with pytest.raises(LateError):
        lines.receive(lines.find_deadline(10.0))
    assert clock.now == 11.0


class Dripping:
    """An end that gives a little each time, and has a little more afterwards."""

    def __init__(self, end: Any, read: Any) -> None:
        self._end = end
        self.read = read

    def __getattr__(self, name: str) -> Any:
        return getattr(self._end, name)


def test_nothing_waits_for_a_program_that_does_not_read(connect: Any) -> None:
    lines, output, input = connect()
    for _ in range(1000):
        lines.post("x" * 1000)
    sent = 1000
    with suppress(AgentError):
        while sent < 10_000:
            lines.post("x" * 1000)
            sent += 1
    with pytest.raises(AgentError, match=r"does not read what it is sent: .* 1048576 may"):
        lines.post("x" * 1000)
    # Its answers are read all the same, and all that waits for it is sent in the end.
    output.write(b"call\n")
    assert lines.receive(lines.find_deadline(PATIENCE)) == b"call"
    os.set_blocking(input.fileno(), False)
    got = 0
    for _ in range(1000):
        got += len(input.read(1 << 20) or b"")
        lines._write()
    assert got == sent * 1001


def test_what_is_written_on_and_on_is_not_kept(connect: Any) -> None:
    lines, output, _ = connect()
    written = 0
    for _ in range(50):
        written += fill(output, b"call\n" * 1000)
        lines.drain()
        assert len(lines._rest) <= 2 * LONGEST_LINE
    assert written > 1_000_000
    # Nothing is read while nothing is asked: the program waits, not the dealer's memory.
    before = fill(output, b"call\n" * 1000)
    assert fill(output, b"call\n") == 0 < before


def test_a_line_that_is_too_long_is_reported_once_and_skipped(connect: Any) -> None:
    lines, output, _ = connect(longest=100)
    deadline = lines.find_deadline(PATIENCE)
    for long in (b"x" * 101 + b"\n", b"y" * 30_000 + b"\n"):
        output.write(long + b"call\n")
        with pytest.raises(AgentError, match=r"longer than 100 bytes.*CROUPIER_LONGEST_LINE"):
            lines.receive(deadline)
        assert lines.receive(deadline) == b"call"
    output.write(b"z" * 100 + b"\n")
    assert lines.receive(deadline) == b"z" * 100
    # One whose end is still to come.
    output.write(b"x" * 200)
    with pytest.raises(AgentError, match="longer than 100"):
        lines.receive(deadline)
    output.write(b"x" * 200 + b"\nfold\n")
    assert lines.receive(deadline) == b"fold"
    output.write(b"x" * 200 + b"\ncall\n" + b"y" * 300)
    assert lines.drain() == [b"call"]
    output.write(b"yy\ncheck\n")
    assert lines.drain() == [b"check"]


def test_too_much_for_one_answer(connect: Any) -> None:
    lines, output, _ = connect(longest=10)
    output.write(b"\n" * 1000)
    with pytest.raises(AgentError, match="more than 160 bytes were written for one answer"):
        lines.receive(lines.find_deadline(PATIENCE))


def test_no_byte_is_searched_twice(connect: Any) -> None:
    lines, output, _ = connect()
    deadline = lines.find_deadline(PATIENCE)
    searched = 0

    class Counting(bytearray):
        def find(self, what: Any, start: int = 0) -> int:  # type: ignore[override]
            nonlocal searched
            searched += len(self) - start
            return super().find(what, start)

    lines._rest = Counting()
    read: Any = lines._reader.read
    left = [b"x" * 16] * 4000 + [b"\n"]

    def drip(size: int) -> Any:
        data = read(size)
        if left:
            output.write(left.pop())
        return data

    left.reverse()
    output.write(b"x" * 16)
    lines._reader = Dripping(lines._reader, drip)
    assert len(lines.receive(deadline)) == 16 * 4001
    assert searched < 2 * 16 * 4001


@pytest.mark.parametrize("end", ["output", "input"])
def test_an_end_that_is_closed_is_found_out_at_once(connect: Any, end: str) -> None:
    ends = connect()
    # The other end is open, and nothing but the closed one can end the wait.
    getattr(ends, end).close()
    with pytest.raises(EndError, match=f"has closed its {end}"):
        ends.lines.receive(None)


def test_lines_sent_before_the_end_are_received(connect: Any) -> None:
    lines, output, input = connect()
    output.write(b"call\nfold\n")
    output.close()
    input.close()
    assert [lines.receive(None) for _ in range(2)] == [b"call", b"fold"]
    with pytest.raises(EndError, match="output"):
        lines.receive(None)
    with pytest.raises(EndError, match="input"):
        lines.post("hello")
    assert lines.drain() == []


def test_the_longest_line_can_be_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_LONGEST_LINE", "1000000")
    assert find_longest_line(None) == 1_000_000 and find_longest_line(7) == 7
    for wrong in ("much", "0", "-5"):
        monkeypatch.setenv("CROUPIER_LONGEST_LINE", wrong)
        with pytest.raises(SetupError, match=f"CROUPIER_LONGEST_LINE .* unlike '{wrong}'"):
            find_longest_line(None)
    with pytest.raises(SetupError, match="longest_line"):
        find_longest_line(0)
