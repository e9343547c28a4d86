"""Isolated programs leave no notes for each other and exchange no messages."""

from __future__ import annotations

import errno
import json
import os
import platform
import shlex
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any
from uuid import uuid4

import pytest

from croupier.agents.external.filters import _MACHINES, _REFUSED, list_steps
from croupier.agents.external.launcher import _SHOWN_DEVICES, _SHOWN_SETTINGS
from croupier.agents.external.programs import Program
from croupier.errors import AgentStartError
from croupier.games import KuhnPoker
from croupier.tables import play_duplicate

from .note_taker import CHANNELS
from .test_isolation import PATIENCE, isolating, run, told

__all__ = ["run"]

pytestmark = isolating
KUHN = KuhnPoker(())
# The time, which cannot be hidden, and the errors of a match have tests of their own.
NAMES = sorted(CHANNELS.keys() - {"errors", "exit-times"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the program and files that all copies of it can read."""
    folder = tmp_path / "programs"
    (folder / "shared").mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("note_taker.py"), folder)
    for number in range(16):
        (folder / "shared" / str(number)).write_bytes(b"x" * 500)
    with (folder / "pages").open("wb") as file:
        file.write(b"x" * 4096 * 64)
        # Pages that are still to be written stay in memory in any case.
        file.flush()
        os.fsync(file.fileno())
    return folder


@pytest.fixture
def take(folder: Path) -> Iterator[Any]:
    """Start programs that take notes, and end them after the test."""
    started: list[Program] = []

    def start(channel: str, word: str, *, isolate: bool = True) -> Program:
        command = [sys.executable, "-I", "-S", str(folder / "note_taker.py"), channel, word]
        command += ["everywhere"] if isolate else []
        started.append(Program(command, isolate=isolate))
        return started[-1]

    yield start
    for program in started:
        program.end(0.0)


def make_taker(folder: Path, channel: str) -> str:
    """Return the name of an agent that takes notes."""
    word = f"note{uuid4().hex[:6]}"
    words = [sys.executable, "-I", "-S", str(folder / "note_taker.py"), channel, word, "everywhere"]
    return f"subprocess:{shlex.join(words)}"


def ask(program: Program, kind: str) -> Any:
    program.writer.write(json.dumps({"type": kind}).encode() + b"\n")
    return told(program)


@pytest.mark.parametrize("channel", NAMES)
def test_isolated_programs_read_no_notes_of_each_other(take: Any, channel: str) -> None:
    word = f"note{uuid4().hex[:6]}"
    first, second = take(channel, word), take(channel, word)
    assert ask(second, "get") == {}
    ask(first, "put")
    assert ask(second, "get") == {}
    first.end(PATIENCE)
    assert ask(take(channel, word), "get") == {}


@pytest.mark.parametrize("channel", sorted({*NAMES} - {"nothing", "cache", "counters"}))
def test_programs_that_are_not_isolated_read_notes_of_each_other(take: Any, channel: str) -> None:
    """The notes work: what isolated programs do not read is not there because of isolation."""
    word = f"note{uuid4().hex[:6]}"
    first, second = (take(channel, word, isolate=False) for _ in range(2))
    before = ask(second, "get")
    ask(first, "put")
    after = ask(second, "get")
    ask(first, "clear")
    assert after != before


@pytest.mark.parametrize("channel", NAMES)
def test_second_pass_of_a_duplicate_match_starts_without_notes(
    folder: Path, channel: str, capfd: pytest.CaptureFixture[str]
) -> None:
    result = play_duplicate(KUHN, make_taker(folder, channel), "caller", 8, seed=1)
    assert result.isolated and result.faults == (0, 0)
    assert capfd.readouterr().err.splitlines() == ["0 notes", "0 notes"]
    assert result.won == 0


@pytest.mark.parametrize("channel", ["keys", "hints"])
def test_notes_win_nothing_in_a_long_match(folder: Path, channel: str) -> None:
    result = play_duplicate(KUHN, make_taker(folder, channel), "caller", 150, seed=1)
    assert abs(result.millis) <= result.error and result.won == 0


def test_exit_times_win_nothing(folder: Path) -> None:
    """A program may end late, and know by the time at which it starts again what it waited for."""
    result = play_duplicate(KUHN, make_taker(folder, "exit-times"), "caller", 100, seed=1)
    assert abs(result.millis) <= result.error


@pytest.mark.parametrize("isolate", ["require", "off"])
def test_errors_of_a_match_are_no_notes(folder: Path, isolate: str) -> None:
    """What programs write as errors goes to a file that lies where they can read."""
    command = [sys.executable, "-m", "croupier", "match", make_taker(folder, "errors"), "caller"]
    with (folder / "errors.txt").open("w") as file:
        done = subprocess.run(
            [*command, "--game", "kuhn", "--hands", "20", "--json"],
            stdout=subprocess.PIPE,
            stderr=file,
            env=os.environ | {"CROUPIER_ISOLATE": isolate},
            check=True,
        )
    lines = (folder / "errors.txt").read_text().splitlines()
    counts = [line for line in lines if line.endswith(" notes")]
    # Without isolation the notes are read, which shows that they are there.
    assert counts == ["0 notes", "0 notes" if isolate == "require" else "10 notes"]
    assert (json.loads(done.stdout)["won"] == 0) is (isolate == "require")


# What is refused, and what is not.

NUMBERS = _MACHINES[platform.machine()][1] if platform.machine() in _MACHINES else 0


def test_isolated_programs_are_refused_calls_that_reach_what_all_share(run: Any) -> None:
    calls = {name: numbers[NUMBERS] for name, numbers in _REFUSED.items()}
    program = run(
        """
        import ctypes
        system = ctypes.CDLL(None, use_errno=True)
        def call(number, *arguments):
            done = system.syscall(*(ctypes.c_long(each) for each in (number, *arguments)))
            return ctypes.get_errno() if done < 0 else 0
        numbers, namespaces = json.loads(sys.argv[1])
        print(json.dumps([
            {name: call(number, -1, -1, -1, -1) for name, number in numbers.items()},
            [call(number, -1, -1, -1, -1) for number in range(424, 436)],
            [call(number, -1, -1, -1, -1) for number in (454, 457, 500, 1000, 0x40000000)],
            [call(namespaces, 1 << bit) for bit in (7, 17, 25, 26, 27, 28, 29, 30)],
        ]), flush=True)
        """,
        json.dumps(
            [{n: number for n, number in calls.items() if number is not None}, (272, 97)[NUMBERS]]
        ),
        isolate=True,
    )
    named, ranged, unknown, namespaces = told(program)
    assert set(named.values()) == {errno.ENOSYS}
    assert set(ranged) == set(unknown) == {errno.ENOSYS}
    assert set(namespaces) == {errno.EPERM}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the code is for x86-64")
def test_calls_of_other_machines_are_refused(run: Any) -> None:
    """A program of 64 bits can make calls of 32 bits, which have other numbers."""
    program = run(
        """
        import ctypes, mmap
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        # mov eax, 20 (getpid); int 0x80; cdqe; ret
        code.write(bytes.fromhex("b814000000cd804898c3"))
        place = ctypes.addressof(ctypes.c_char.from_buffer(code))
        done = ctypes.CFUNCTYPE(ctypes.c_long)(place)()
        system = ctypes.CDLL(None, use_errno=True)
        # The same as a call of x32.
        print(json.dumps([done, system.syscall(ctypes.c_long(0x40000000 + 39))]), flush=True)
        """,
        isolate=True,
    )
    assert told(program) == [-errno.ENOSYS, -1]


@pytest.mark.parametrize("machine", sorted(_MACHINES))
def test_filter_of_each_machine(machine: str) -> None:
    """The filter of a machine that is not this one, step by step as the kernel does it."""
    number, column = _MACHINES[machine]
    steps = list_steps(machine)
    assert len(steps) < 4096

    def judge(call: int, *arguments: int, kind: int = number) -> int:
        data = struct.pack("=IIQ6Q", call, kind, 0, *arguments, *[0] * (6 - len(arguments)))
        place = value = 0
        while True:
            operation, if_true, if_false, operand = steps[place]
            place += 1
            if operation == 0x20:
                value = struct.unpack_from("=I", data, operand)[0]
            elif operation == 0x54:
                value &= operand
            elif operation == 0x06:
                return operand
            else:
                holds = {0x15: value == operand, 0x35: value >= operand, 0x25: value > operand}
                place += if_true if holds[operation] else if_false

    allow, missing = 0x7FFF0000, 0x00050026
    fork, fcntl, ioctl, advise, socket = (
        numbers[column] for numbers in ((56, 220), (72, 25), (16, 29), (221, 223), (41, 198))
    )
    for refused in (numbers[column] for numbers in _REFUSED.values()):
        assert refused is None or judge(refused) == missing
    for call in (*range(424, 436), 454, 500, 0x40000001):
        assert judge(call) == missing
    for call in (423, 436, 437, 439, 453, (0, 63)[column], (1, 64)[column], (202, 98)[column]):
        assert judge(call) == allow
    assert judge((0, 63)[column], kind=0x40000003) == missing
    assert judge(fork, 0x01200011) == allow and judge(fork, 0x10000011) == 0x00050001
    assert [judge(fcntl, 3, command) for command in (0, 3, 4, 1030, 1034)] == [allow] * 5
    assert [judge(fcntl, 3, command) for command in (5, 36, 1024, 1026, 1036)] == [missing] * 5
    # Locks are granted, and lock nothing.
    assert [judge(fcntl, 3, command) for command in (6, 7, 37, 38)] == [0x00050000] * 4
    assert judge((73, 32)[column]) == 0x00050000
    assert judge(ioctl, 0, 0x5401) == allow and judge(ioctl, 0, 0x6619) == 0x00050019
    assert judge(advise, 3, 0, 0, 3) == allow and judge(advise, 3, 0, 0, 4) == 0x00050000
    assert [judge(socket, family) for family in (1, 2, 10, 16)] == [allow] * 4
    assert judge(socket, 40) == 0x00050001


def test_isolated_programs_see_no_counters_of_the_machine(run: Any) -> None:
    program = run(
        """
        import resource
        texts = {}
        for top in ("/proc", "/proc/sys", "/sys"):
            for folder, folders, names in os.walk(top):
                if folder == "/proc":
                    own = ("sys", "net", "self", "thread-self")
                    folders[:] = [each for each in folders if each not in own]
                    folders[:] = [each for each in folders if not each.isdecimal()]
                for name in names:
                    path = os.path.join(folder, name)
                    if os.path.islink(path):
                        continue
                    with open(path, "rb") as file:
                        texts[path] = len(file.read(100))
        writable = [path for path in ("/proc/sys", "/sys") if os.access(path, os.W_OK)]
        limits = resource.getrlimit(resource.RLIMIT_CORE)
        print(json.dumps([texts, writable, limits]), flush=True)
        """,
        isolate=True,
    )
    texts, writable, limits = told(program)
    shown = {path.removeprefix("/proc/") for path, size in texts.items() if size}
    shown = {path for path in shown if not path.startswith(("sys/", "/sys/"))}
    assert shown <= {"cmdline", "cpuinfo", "filesystems", "version", "meminfo", "stat"}
    settings = [path.removeprefix("/proc/sys/") for path in texts if path.startswith("/proc/sys/")]
    assert set(settings) <= {*_SHOWN_SETTINGS}
    devices = [path.removeprefix("/sys/") for path in texts if path.startswith("/sys/")]
    assert set(devices) <= {*_SHOWN_DEVICES}
    assert writable == [] and limits == [min(limits[0], 1)] * 2


PYTHON = """
    import asyncio, fcntl, multiprocessing, sqlite3, subprocess, threading
    def square(number):
        return number * number
    async def start():
        child = await asyncio.create_subprocess_exec("echo", "hi", stdout=subprocess.PIPE)
        return (await child.communicate())[0].decode().strip()
    if __name__ == "__main__":
        with multiprocessing.Pool(2) as pool:
            done = [pool.map(square, range(3))]
        thread = threading.Thread(target=done.append, args=("thread",))
        thread.start()
        thread.join()
        base = sqlite3.connect("notes.db")
        base.execute("create table notes (number)")
        base.execute("insert into notes values (7)")
        base.commit()
        done.append(base.execute("select number from notes").fetchone()[0])
        with open("lock", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
        done += [asyncio.run(start()), (os.cpu_count() or 0) > 0]
        print(json.dumps(done), flush=True)
"""
NODE = """
    const { Worker, isMainThread } = require("worker_threads");
    const run = require("child_process").execSync;
    if (isMainThread) {
        const hi = run("echo hi").toString().trim();
        const cores = require("os").cpus().length > 0;
        new Worker(__filename).on("exit", (code) => console.log(JSON.stringify([hi, cores, code])));
    }
"""
JAVA = """
    import java.util.concurrent.*;
    public class Bot {
        public static void main(String[] words) throws Exception {
            var pool = Executors.newFixedThreadPool(2);
            var sum = pool.submit(() -> 3 + 4).get();
            pool.shutdown();
            var echo = new ProcessBuilder("echo", "hi").start();
            var hi = new String(echo.getInputStream().readAllBytes()).strip();
            System.out.println("[" + sum + ", \\"" + hi + "\\"]");
        }
    }
"""
C = """
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    static void *work(void *sum) { *(int *)sum = 7; return 0; }
    int main(void) {
        pthread_t thread;
        int sum = 0;
        if (pthread_create(&thread, 0, work, &sum) || pthread_join(thread, 0)) return 1;
        if (system("exit 0")) return 2;
        printf("[%d]\\n", sum);
        return fflush(stdout);
    }
"""


def test_python_runs_as_usual_where_it_is_isolated(run: Any) -> None:
    program = run(PYTHON, isolate=True)
    assert told(program) == [[0, 1, 4], "thread", 7, "hi", True]
    assert program.end(PATIENCE) == 0


@pytest.mark.parametrize(
    ("tools", "name", "code", "said"),
    [
        (["node"], "bot.js", NODE, ["hi", True, 0]),
        (["java", "-Xmx64m"], "Bot.java", JAVA, [7, "hi"]),
        (["cc"], "bot.c", C, [7]),
    ],
)
def test_programs_of_other_languages_run_as_usual_where_they_are_isolated(
    tmp_path: Path, tools: list[str], name: str, code: str, said: list[Any]
) -> None:
    if shutil.which(tools[0]) is None:
        pytest.skip(f"{tools[0]} is not installed")
    path = tmp_path / "bots" / name
    path.parent.mkdir()
    path.write_text(dedent(code))
    command = [*tools, str(path)]
    if tools == ["cc"]:
        command = [str(path.with_suffix(""))]
        subprocess.run(["cc", "-pthread", "-o", *command, str(path)], check=True)
    program = Program(command, isolate=True)
    try:
        assert program.isolated and told(program) == said
        assert program.end(PATIENCE) == 0
    finally:
        program.end(0.0)


def test_machines_without_a_filter_do_not_isolate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.agents.external.filters._MACHINES", {})
    with pytest.raises(AgentStartError, match="there is no filter of system calls for"):
        Program([sys.executable, "-c", ""], isolate=True)
    program = Program([sys.executable, "-c", ""])
    program.end(PATIENCE)
    assert not program.isolated


def test_programs_of_32_bits_are_not_isolated(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_bytes(b"\x7fELF\x01\x01\x01")
    path.chmod(0o755)
    with pytest.raises(AgentStartError, match="cannot be isolated: it is a 32-bit program"):
        Program([str(path)], isolate=True)
