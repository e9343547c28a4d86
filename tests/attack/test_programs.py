"""Bad programs at a table: each ends in a fault with clear text, and leaves nothing behind.

Run by `make attack`. Locked folders attack more if the user is not root.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import dedent
from time import monotonic, sleep
from typing import NamedTuple
from uuid import uuid4

import pytest

from croupier.agents import ProcessAgent
from croupier.agents.external.programs import Program
from croupier.errors import AgentError
from croupier.games import NoLimitTexasHoldem
from croupier.tables import play_duplicate

pytestmark = [
    pytest.mark.attack,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends all that a program starts"),
]
GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
DEALS, SEED = 1, 20260131
# Time for programs that answer, and for those that are not to be waited for.
PATIENCE, IMPATIENCE = 60.0, 0.3
SECONDS_TO_END = 30.0
# A program that answers each question by what `answer` returns.
START = """
    import json, os, signal, subprocess, sys, time
    def questions():
        for line in sys.stdin:
            message = json.loads(line)
            if message["type"] == "act":
                yield message
    def say(data, end=b"\\n"):
        sys.stdout.buffer.write((data if isinstance(data, bytes) else data.encode()) + end)
        sys.stdout.buffer.flush()
"""


class Bad(NamedTuple):
    """A bad program, the fault that it ends in, and the time that it has for a decision."""

    code: str
    fault: str
    seconds: float = PATIENCE
    isolated_only: bool = False


def answering(answer: str, fault: str) -> Bad:
    """Return a program that gives the same answer to every question."""
    return Bad(f"for message in questions():\n    say({answer})", fault)


# The status of a program that leaves much to be removed comes too late.
ENDED_LATE = "has ended with status 8|has closed its output"
LATE = "did not answer within 0.3 seconds"
ENDED = "has ended with status"
PROGRAMS = {
    # Answers.
    "bad UTF-8": answering(r'b"\xff\xfe call"', "no UTF-8"),
    "NUL": answering(r'b"\0"', r"near '\\x00'"),
    "control characters": answering(r'"\x1b[31m\u202ecall"', r"near '\\x1b"),
    "broken JSON": answering(r"""'{"move": "call'""", "no JSON"),
    "deep JSON": answering("""'{"move": ' + "[" * 30000""", "nested too deeply"),
    "array": answering("""'{"move": ["call"]}'""", "no move"),
    "NaN": answering("""'{"name": "complete_bet_or_raise_to", "arguments": [NaN]}'""", "nan"),
    "infinite raise": answering("'raise inf'", "near '"),
    "NaN raise": answering("'raise nan'", "near '"),
    "long number": answering("'raise ' + '9' * 5000", "has at most 500"),
    "long number of JSON": answering(
        """'{"id": ' + "9" * 5000 + "}" """, "number that is too long"
    ),
    "small number": answering("'raise 1e-999999999'", "too large or too fine"),
    "unknown move": answering("'sing'", "sing"),
    "empty move": answering("""'{"move": ""}'""", "near '"),
    "other player's move": answering("""'{"name": "fold", "arguments": [1]}'""", "at most, not 1"),
    "move of the dealer": answering(
        """'{"name": "deal_board", "arguments": []}'""", "no decision of a player"
    ),
    "wrong wishes": answering("""'{"move": "call", "also_decides": {"a": 1}}'""", "also_decides"),
    "later id": answering(
        """json.dumps({"move": "call", "id": message["id"] + 9})""", "the answer is to question"
    ),
    "id that is no number": answering("""'{"move": "call", "id": "1"}'""", "id of an answer"),
    "huge line": answering("'x' * 10_000_000", "bytes"),
    "endless line": Bad("while True: say('x' * 65536, b'')", "bytes", PATIENCE),
    # Time.
    "silent": Bad("time.sleep(1000)", LATE, IMPATIENCE),
    "late": Bad("for message in questions(): time.sleep(1.0); say('call')", LATE, IMPATIENCE),
    "half a line": Bad("for message in questions(): say('ca', b'')", LATE, IMPATIENCE),
    "blank lines": Bad("while True: say(b' ' * 100)", "bytes|did not answer", IMPATIENCE),
    "flooding": Bad("while True: say('call ' * 1000)", "has at most 500", IMPATIENCE),
    "old ids": Bad(
        "for message in questions():\n"
        "    while True: say(json.dumps({'move': 'call', 'id': message['id'] - 1}))",
        "did not answer|written for one answer",
        IMPATIENCE,
    ),
    "stopped": Bad("os.kill(os.getpid(), signal.SIGSTOP); time.sleep(1000)", LATE, IMPATIENCE),
    "deaf": Bad(
        """
        for number in {*signal.Signals} - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        time.sleep(1000)
        """,
        LATE,
        IMPATIENCE,
    ),
    # Ends.
    "dead": Bad("sys.exit(3)", f"{ENDED} 3"),
    "killed": Bad("os.kill(os.getpid(), signal.SIGKILL)", f"{ENDED} 137"),
    "crashed": Bad("import ctypes; ctypes.string_at(0)", f"{ENDED} 139"),
    "raising": Bad("raise ValueError('a bot of mine')", f"{ENDED} 1"),
    "dead in a line": Bad("for message in questions(): say('ca', b''); sys.exit(0)", "has ended"),
    "closed output": Bad("os.close(1); time.sleep(1000)", "has closed its output"),
    "closed input": Bad(
        "os.close(0); time.sleep(1000)", "closed its input|did not answer", IMPATIENCE
    ),
    # Processes.
    "forking": Bad(
        """
        for number in range(100):
            if not os.fork():
                time.sleep(1000)
        time.sleep(1000)
        """,
        LATE,
        IMPATIENCE,
    ),
    "tree of processes": Bad(
        "for number in range(6): os.fork()\ntime.sleep(1000)", LATE, IMPATIENCE
    ),
    "daemon": Bad(
        """
        def leave(*steps):
            if not os.fork():
                for step in steps:
                    if step():
                        os._exit(0)
                for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(number, signal.SIG_IGN)
                time.sleep(1000)
        leave(os.setsid)
        leave(os.setsid, os.fork)
        leave(os.fork, os.setsid, os.fork)
        sys.exit(4)
        """,
        f"{ENDED} 4",
    ),
    "children that start children": Bad(
        """
        def go():
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if os.fork():
                    os._exit(0)
                os.setsid()
            time.sleep(1000)
        if not os.fork():
            go()
        time.sleep(1000)
        """,
        LATE,
        IMPATIENCE,
    ),
    "renamed": Bad(
        """
        import ctypes
        ctypes.CDLL(None).prctl(15, b") R 1 1 (", 0, 0, 0)
        if not os.fork():
            os.setsid()
            time.sleep(1000)
        sys.exit(6)
        """,
        f"{ENDED} 6",
    ),
    "killing its keeper": Bad(
        """
        assert os.getppid() == 1
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP):
            os.kill(1, number)
        sys.exit(7)
        """,
        f"{ENDED} 7",
        isolated_only=True,
    ),
    # Files and memory.
    "full disk": Bad(
        """
        try:
            with open("large", "wb") as file:
                for number in range(4096):
                    file.write(b"x" * 2**20)
        except OSError as error:
            sys.exit(8 if number <= 1024 else 9)
        """,
        ENDED_LATE,
        isolated_only=True,
    ),
    "many files": Bad(
        """
        for number in range(500):
            os.close(os.open(str(number), os.O_CREAT))
        sys.exit(8)
        """,
        ENDED_LATE,
    ),
    "deep folders": Bad(
        """
        for number in range(1200):
            os.mkdir("d")
            os.chdir("d")
        sys.exit(8)
        """,
        ENDED_LATE,
    ),
    "locked folders": Bad(
        """
        os.makedirs("a/b/c")
        os.close(os.open("a/b/file", os.O_CREAT))
        os.chmod("a/b/c", 0)
        os.chmod("a/b", 0)
        os.chmod("a", 0)
        os.chmod("..", 0)
        os.chmod(".", 0)
        sys.exit(8)
        """,
        f"{ENDED} 8",
    ),
    "no folders": Bad(
        "import shutil; shutil.rmtree(os.path.dirname(os.getcwd()), True); sys.exit(8)",
        f"{ENDED} 8",
    ),
    "memory": Bad("kept = b'x' * 2**29; time.sleep(1000)", LATE, IMPATIENCE),
    "errors": Bad(
        "for number in range(1000): sys.stderr.write('e' * 10000)\nsys.exit(8)", f"{ENDED} 8"
    ),
}


def is_isolating() -> bool:
    program = Program([sys.executable, "-c", ""])
    program.end(PATIENCE)
    return program.isolated


ISOLATING = is_isolating()


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Make a folder where the dealer puts the programs' folders, which must be empty again."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-attack-"))
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def list_processes(token: str) -> list[int]:
    """Return all processes whose command has a token, which children inherit."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if token.encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def wait_until_gone(token: str) -> list[int]:
    end = monotonic() + SECONDS_TO_END
    while (left := list_processes(token)) and monotonic() < end:
        sleep(0.01)
    return left


@pytest.mark.parametrize("isolate", [True, False], ids=["isolated", "plain"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_bad_program_ends_in_a_fault_and_leaves_nothing(
    name: str, isolate: bool, tmp_path: Path, temporary: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = PROGRAMS[name]
    if isolate and not ISOLATING:
        pytest.skip("programs cannot be isolated on this machine")
    if bad.isolated_only and not isolate:
        pytest.skip("it would harm the machine")
    path = tmp_path / "bad.py"
    path.write_text(dedent(START) + dedent(bad.code))
    token = f"attack-{uuid4()}"
    command = [sys.executable, "-I", "-S", str(path), token]
    result = play_duplicate(
        GAME,
        partial(ProcessAgent, command, bad.seconds, isolate=isolate),
        "caller",
        DEALS,
        seed=SEED,
    )
    assert result.deals == DEALS and result.faults[0] and not result.faults[1]
    fault = result.first_faults[0]
    assert re.search(bad.fault, fault), fault
    # A text for people: short, and without what Python says of a bug.
    assert len(fault) < 1000 and not re.search("Traceback|Error: |object at 0x", fault), fault
    assert wait_until_gone(token) == []
    assert list(temporary.iterdir()) == []
    assert (result.isolated, result.leftovers) == ((True, ()) if isolate else (False, None))
    assert len(capfd.readouterr().err) < 50_000_000


def test_program_that_cannot_start_is_an_error(tmp_path: Path, temporary: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "garbage").write_bytes(b"\x7fELF\x02 nothing more")
    (tmp_path / "garbage").chmod(0o755)
    os.mkfifo(tmp_path / "pipe", 0o755)
    (tmp_path / "lost").write_text("#!/no/such/interpreter\n")
    (tmp_path / "lost").chmod(0o755)
    for command in (
        [str(tmp_path / "folder")],
        [str(tmp_path / "pipe")],
        [str(tmp_path / "garbage")],
        [str(tmp_path / "lost")],
        ["a\0b"],
        ["x" * 5000],
        [sys.executable, *["word" * 20000] * 100],
    ):
        with pytest.raises(AgentError, match="cannot be started: "):
            play_duplicate(GAME, partial(ProcessAgent, command), "caller", 1, seed=SEED)
    assert list(temporary.iterdir()) == []
