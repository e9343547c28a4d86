"""Programs are started in folders of their own, reach nobody, and leave nothing behind."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from time import monotonic, sleep
from typing import Any

import pytest

from croupier.agents import MatchInfo, ProcessAgent
from croupier.agents.external.launcher import remove_folder
from croupier.agents.external.programs import Program, _bridge
from croupier.errors import AgentError, AgentStartError, SetupError

from .situations import holdem

PATIENCE = 60.0
HERE = Path(__file__).parents[2]


def find_refusal() -> str:
    """Return why programs cannot be isolated on this machine, if they cannot."""
    program = Program([sys.executable, "-c", ""], isolate=None)
    program.end(PATIENCE)
    return "" if program.isolated else program.reason


REFUSAL = find_refusal()
isolating = pytest.mark.skipif(
    bool(REFUSAL), reason=f"programs cannot be isolated on this machine: {REFUSAL}"
)
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such processes")
modes = pytest.mark.parametrize("isolate", [False, pytest.param(True, marks=isolating)])


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Any]:
    """Run Python code as a program to its end, and return what it prints, as JSON."""
    made: list[Program] = []

    def start(code: str, *arguments: str, **options: Any) -> Any:
        path = tmp_path / "programs" / f"program{len(made)}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("import json, os, socket, sys, tempfile, time\n" + dedent(code))
        program = Program([sys.executable, str(path), *arguments], **options)
        made.append(program)
        return program

    yield start
    for program in made:
        program.end(0.0)


def told(program: Program) -> Any:
    """Return the next thing that a program prints."""
    line = b""
    while not line.endswith(b"\n"):
        more = program.reader.read(1)
        assert more, "the program ended"
        line += more
    return json.loads(line)


def is_running(pid: int) -> bool:
    """Return whether there is a process that is more than a memory of one."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def wait_for_end(pids: list[int]) -> None:
    """Wait until processes have ended."""
    end = monotonic() + PATIENCE
    while any(map(is_running, pids)):
        assert monotonic() < end, f"still there: {[pid for pid in pids if is_running(pid)]}"
        sleep(0.01)


# Folders and the environment.


@modes
def test_a_program_has_empty_folders_of_its_own(
    run: Any, isolate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    monkeypatch.setenv("MATCH_SEED", "17")
    monkeypatch.setenv("LC_TIME", "C")
    program = run(
        """
        folders = [os.getcwd(), os.environ["HOME"], tempfile.gettempdir()]
        listed = [os.listdir(folder) for folder in folders]
        for folder in folders:
            open(os.path.join(folder, "mine"), "w").write("x")
        print(json.dumps([folders, listed, dict(os.environ)]), flush=True)
        input()
        """,
        isolate=isolate,
        environment={"EXTRA": "7"},
    )
    folders, listed, environment = told(program)
    assert listed == [[], [], []] and len({*folders}) == 3
    base = Path(folders[0]).parent
    assert {Path(folder).parent for folder in folders} == {base}
    assert program.isolated is isolate
    known = {"PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LC_TIME", "EXTRA", "LANG", "LANGUAGE"}
    known |= {"TZ", "VIRTUAL_ENV", "JAVA_HOME", "PYTHONPATH", "LD_LIBRARY_PATH", "LC_CTYPE"}
    assert {name for name in environment if not name.startswith("LC_")} <= known
    assert environment["EXTRA"] == "7" and environment["LC_TIME"] == "C"
    assert program.end(PATIENCE) == 1
    assert not base.exists()


@modes
def test_commands_are_meant_where_they_are_said(
    tmp_path: Path, isolate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot = "import json, sys, helper; print(json.dumps(sys.argv[1:]), flush=True); input()"
    (tmp_path / "bot.py").write_text(f"#!{sys.executable}\n{bot}\n")
    (tmp_path / "helper.py").touch()
    (tmp_path / "bot.py").chmod(0o755)
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "best.txt").touch()
    best = str(tmp_path / "weights" / "best.txt")
    for command in ([sys.executable, "bot.py"], ["./bot.py"]):
        program = Program([*command, "weights/best.txt", "-v", "none.txt"], isolate=isolate)
        assert told(program) == [best, "-v", "none.txt"]
        program.end(0.0)
    # A name without a folder is looked for where all programs are, in folders that may be relative.
    (tmp_path / "bin").mkdir()
    os.rename("bot.py", "bin/mybot")
    os.rename("helper.py", "bin/helper.py")
    monkeypatch.setenv("PATH", f"bin{os.pathsep}{os.environ['PATH']}")
    program = Program(["mybot"], isolate=isolate)
    assert told(program) == []
    program.end(0.0)
    # So are modules.
    os.rename("bin/helper.py", "weights/helper.py")
    monkeypatch.setenv("PYTHONPATH", "weights")
    program = Program(["mybot"], isolate=isolate)
    assert told(program) == []
    program.end(0.0)


@modes
def test_scripts_find_the_interpreter_that_they_name(tmp_path: Path, isolate: bool) -> None:
    # An environment of Python has its programs beside each other, and where temporary files are.
    interpreter = tmp_path / "environment" / "bin" / "python"
    interpreter.parent.mkdir(parents=True)
    # It is a link to that of another environment, which is one, too.
    other = tmp_path / "other" / "bin" / "python"
    other.parent.mkdir(parents=True)
    other.symlink_to(sys.executable)
    interpreter.symlink_to("../../other/bin/python")
    bot = tmp_path / "bots" / "bot"
    bot.parent.mkdir()
    bot.write_text(f"#! {interpreter} -s\nprint('[1]', flush=True); input()\n")
    bot.chmod(0o755)
    program = Program([str(bot)], isolate=isolate)
    assert told(program) == [1]
    program.end(0.0)


@modes
def test_what_cannot_be_started(tmp_path: Path, isolate: bool) -> None:
    text = tmp_path / "text"
    text.write_text("hello")
    for command, said in {
        "./nowhere": "./nowhere cannot be started: no such file",
        "no-such-program-at-all": "no-such-program-at-all cannot be started: no such file",
        str(text): "cannot be started: permission denied",
    }.items():
        with pytest.raises(AgentStartError, match=said):
            Program([command], isolate=isolate)


def test_commands_that_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for command in (["a\0b"], ["./a\0b"], [sys.executable, "a\0b"]):
        with pytest.raises(AgentStartError, match="cannot be started: "):
            Program(command)
    with pytest.raises(AgentError, match="cannot be read: no closing quotation"):
        ProcessAgent("python 'bot.py")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(AgentStartError, match=r"\./bot cannot be started: "):
        Program(["./bot"])


@on_linux
def test_a_copy_of_the_dealer_ends_no_program(run: Any) -> None:
    program = run("print(1, flush=True); print(json.dumps(input()), flush=True)")
    assert told(program) == 1
    copy = os.fork()
    if not copy:
        with suppress(BaseException):
            program._finish()
        os._exit(0)
    assert os.waitpid(copy, 0)[1] == 0
    program.writer.write(b"still there\n")
    assert told(program) == "still there"


def test_the_wish_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_ISOLATE", "off")
    program = Program([sys.executable, "-c", ""])
    program.end(PATIENCE)
    assert not program.isolated and program.reason == "it was switched off"
    monkeypatch.setenv("CROUPIER_ISOLATE", "maybe")
    with pytest.raises(SetupError, match="CROUPIER_ISOLATE is one of try, require, off"):
        Program([sys.executable, "-c", ""])


def test_a_launcher_that_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where isolation is not possible, programs run without it, unless it is required."""
    launcher = HERE / "python" / "croupier" / "agents" / "external" / "launcher.py"
    refusing = tmp_path / "launcher.py"
    text = launcher.read_text()
    assert text.count('_call("unshare", _NEW_OTHERS)') == 1
    refusing.write_text(
        text.replace('_call("unshare", _NEW_OTHERS)', 'raise PermissionError(1, "Not allowed")')
    )
    monkeypatch.setattr("croupier.agents.external.programs._LAUNCHER", refusing)
    with pytest.raises(AgentStartError, match="cannot be isolated: not allowed; isolate=False"):
        Program([sys.executable, "-c", ""], isolate=True)
    program = Program([sys.executable, "-c", "print(7)"], isolate=None)
    assert told(program) == 7
    assert not program.isolated and program.reason == "not allowed"
    assert program.end(PATIENCE) == 0


def test_a_program_is_started_without_a_launcher_where_there_can_be_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    code = "import os, time; print(int(not os.listdir()), flush=True); time.sleep(1000)"
    program = Program([sys.executable, "-c", code])
    assert told(program) == 1
    assert not program.isolated and program.reason and os.listdir(tmp_path)
    program.end(0.0)
    assert program._process.returncode and os.listdir(tmp_path) == []
    with pytest.raises(AgentStartError, match="cannot be started"):
        Program(["./nowhere"])
    with pytest.raises(AgentStartError, match="cannot be isolated"):
        Program([sys.executable, "-c", ""], isolate=True)


# Twins.

REMEMBER = """
    places = [os.getcwd(), os.path.expanduser("~"), tempfile.gettempdir(), *sys.argv[1].split()]
    found = []
    for place in places:
        path = os.path.join(place, "croupier-test-" + sys.argv[2])
        if os.path.exists(path):
            found.append(path)
        try:
            open(path, "w").write("I was here")
        except OSError:
            pass
    print(json.dumps(found), flush=True)
    input()
"""
MEET = """
    met, kept = [], []
    for family, address in [
        (socket.AF_INET, ("127.0.0.1", int(sys.argv[1]))),
        (socket.AF_UNIX, chr(0) + sys.argv[2]),
        (socket.AF_UNIX, os.path.join("/tmp", sys.argv[2])),
    ]:
        one = socket.socket(family)
        try:
            one.connect(address)
            met.append(str(address))
        except OSError:
            # Nobody is there: wait for the twin.
            one = socket.socket(family)
            try:
                one.bind(address)
                one.listen()
            except OSError as error:
                met.append(repr(error))
        kept.append(one)
    print(json.dumps(met), flush=True)
    input()
"""


@modes
def test_twins_meet_in_files_only_where_they_are_not_isolated(
    run: Any, isolate: bool, tmp_path: Path
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    places = [str(shared), str(tmp_path / "programs")]
    if isolate:
        places += ["/tmp", "/var/tmp", "/dev/shm", "/run", "/run/user", "/dev", "/usr", "/root"]
    word = f"{os.getpid()}"
    found = []
    for _ in range(3):
        # The first one runs while the second one does, and has ended when the third one comes.
        twin = run(REMEMBER, " ".join(places), word, isolate=isolate)
        found.append(told(twin))
        if len(found) == 2:
            twin.end(0.0)
    files = [f"{place}/croupier-test-{word}" for place in places]
    if isolate:
        assert found == [[], [], []] and not any(map(os.path.exists, files))
    else:
        assert found == [[], files, files]


@modes
def test_twins_meet_at_sockets_only_where_they_are_not_isolated(run: Any, isolate: bool) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
    word = f"croupier-test-{os.getpid()}"
    try:
        met = [told(run(MEET, port, word, isolate=isolate)) for _ in range(2)]
    finally:
        if not isolate:
            os.unlink(os.path.join("/tmp", word))
    assert met[0] == [] and len(met[1]) == (0 if isolate else 3)


@isolating
def test_nobody_is_reached_by_the_network(run: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        program = run(
            """
            try:
                socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5)
                print(1, flush=True)
            except OSError:
                print(0, flush=True)
            """,
            str(server.getsockname()[1]),
            isolate=True,
        )
        assert told(program) == 0


@isolating
def test_what_is_isolated_cannot_be_undone(run: Any) -> None:
    program = run(
        """
        import ctypes
        system = ctypes.CDLL(None)
        done = [system.umount2(path, 2) for path in (b"/tmp", b"/dev", b"/run", b"/proc")]
        # In a namespace of its own it may do more, but not this.
        system.unshare(0x10000000 | 0x00020000)
        done += [system.umount2(path, 2) for path in (b"/tmp", b"/dev", b"/run", b"/proc")]
        done.append(system.mount(None, b"/usr", None, 32 | 4096, None))
        seen = [name for name in os.listdir("/proc") if name.isdecimal()]
        print(json.dumps([done, seen]), flush=True)
        """,
        isolate=True,
    )
    done, seen = told(program)
    assert set(done) == {-1}
    # Its keeper and itself.
    assert len(seen) == 2


@isolating
def test_sockets_that_no_namespace_holds_are_not_to_be_had(run: Any) -> None:
    program = run(
        """
        import ctypes
        def can_make(family, kind=socket.SOCK_STREAM):
            try:
                socket.socket(family, kind).close()
            except PermissionError:
                return False
            except OSError:
                # This machine does not know them at all.
                pass
            return True
        refused = [40, 38, 31]  # between machines, of the kernel, and by radio
        granted = [socket.AF_INET, socket.AF_INET6, socket.AF_UNIX]
        socket.socketpair()
        # A way to make sockets, and anything else, past what is refused.
        ring = ctypes.CDLL(None, use_errno=True).syscall(425, 1, None)
        print(json.dumps([
            [can_make(one) for one in refused],
            [can_make(one) for one in granted],
            [ring, ctypes.get_errno()],
        ]), flush=True)
        """,
        isolate=True,
    )
    refused, granted, ring = told(program)
    assert refused == [False] * 3 and granted == [True] * 3
    assert ring == [-1, errno.ENOSYS]


@isolating
def test_errors_are_passed_on_but_not_shared(run: Any, capfd: pytest.CaptureFixture[str]) -> None:
    program = run(
        """
        import stat
        print("something went wrong", file=sys.stderr, flush=True)
        print(json.dumps(stat.S_ISFIFO(os.fstat(2).st_mode)), flush=True)
        sys.exit(3)
        """,
        isolate=True,
    )
    assert told(program) is True
    assert program.end(PATIENCE) == 3
    assert capfd.readouterr().err == "something went wrong\n"


# Ends.

FAMILY = """
    import signal
    def child(*steps):
        pid = os.fork()
        if pid:
            return
        for step in steps:
            if step():
                os._exit(0)
        # It holds on to what it was given, whatever is sent to it.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(1000)
    child()
    child(os.setsid)
    child(os.setsid, os.fork)
    child(os.fork, os.setsid, os.fork)
    print(1, flush=True)
    exec(sys.argv[1])
"""


def list_family(first: int) -> list[int]:
    """Return a process and everything below it, by their numbers here."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        # Those that have ended, and whose parents do not care, do not count.
        if words[0] not in "ZX":
            children.setdefault(int(words[1]), []).append(int(path.parent.name))
    found, left = [], [first]
    while left:
        one = left.pop()
        found.append(one)
        left += children.get(one, [])
    return found


def wait_for_family(first: int, size: int) -> list[int]:
    """Wait until a process has so many below it, itself included."""
    end = monotonic() + PATIENCE
    while len(family := list_family(first)) != size:
        assert monotonic() < end, f"{len(family)} processes, not {size}"
        sleep(0.01)
    return family


@on_linux
@modes
@pytest.mark.parametrize("ends", ["time.sleep(1000)", "input()"])
def test_all_processes_end_with_a_program(run: Any, isolate: bool, ends: str) -> None:
    program = run(FAMILY, ends, isolate=isolate)
    assert told(program) == 1
    family = wait_for_family(program._process.pid, 6 + isolate)
    program.end(PATIENCE if ends == "input()" else 0.0)
    wait_for_end(family)


@on_linux
@modes
def test_what_a_program_leaves_behind_ends_at_once(run: Any, isolate: bool) -> None:
    """Its children hold its output, which would not end by itself."""
    program = run(FAMILY, "sys.exit(5)", isolate=isolate)
    assert told(program) == 1
    assert program.reader.read(1) == b""
    assert program.find_status(PATIENCE) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_folder_of_a_program_is_removed_however_deep_it_is(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    base = tmp_path / "base"
    (base / "a" / "b" / "c").mkdir(parents=True)
    (base / "a" / "b" / "file").touch()
    (base / "link").symlink_to(outside)
    (base / "a" / "link").symlink_to(outside)
    top = os.open(base, os.O_RDONLY)
    for _ in range(1100):
        os.mkdir("deep", dir_fd=top)
        below = os.open("deep", os.O_RDONLY, dir_fd=top)
        os.close(top)
        top = below
    os.close(top)
    for folder in ("a/b/c", "a/b", "a", "."):
        (base / folder).chmod(0)
    remove_folder(str(base))
    assert sorted(tmp_path.iterdir()) == [outside] and (outside / "file").exists()
    # What is no folder is left alone.
    base.symlink_to(outside)
    remove_folder(str(base))
    remove_folder(str(tmp_path / "nowhere"))
    assert base.is_symlink() and (outside / "file").exists()


@isolating
def test_list_of_leftovers_names_processes_and_the_folder(run: Any) -> None:
    program = run(FAMILY, "input()", isolate=True)
    assert told(program) == 1
    family = wait_for_family(program._process.pid, 7)
    left = program.list_leftovers()
    assert left[0].startswith("folder ") and Path(left[0].removeprefix("folder ")).is_dir()
    assert {*left[1:]} >= {f"process {number}" for number in family}
    program.end(0.0)
    assert program.list_leftovers() == []
    # Another program has other namespaces.
    other = run("print(1, flush=True); input()", isolate=True)
    assert told(other) == 1
    assert program.list_leftovers() == [] and len(other.list_leftovers()) == 4


@isolating
def test_leftovers_are_waited_for_and_then_an_error_if_isolation_is_required(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    left = [["process 1"]] * 3
    monkeypatch.setattr(Program, "list_leftovers", lambda self: left.pop() if left else [])
    for required in (True, None):
        command = [sys.executable, "-c", "input()"]
        agent = ProcessAgent(command, isolate=required, clock=lambda: now[0])
        assert agent.check_ended() == []
        agent.start_match(MatchInfo("bot", 0, "game", 0))
        agent.close()
        left[:] = [["process 1"]] * 3
        assert agent.check_ended(5.0) == []
        left[:] = [["process 1"]]
        if required:
            with pytest.raises(AgentError, match="expected nothing after 0 seconds, got process 1"):
                agent.check_ended(0.0)
        else:
            assert agent.check_ended(0.0) == ["process 1"]


@on_linux
@modes
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_the_dealer(isolate: bool, number: int, tmp_path: Path) -> None:
    code = f"""
        import os, sys, time
        from croupier.agents.external.programs import Program
        command = [sys.executable, "-c", "import os,time; os.fork(); time.sleep(1000)"]
        program = Program(command, isolate={isolate})
        print(program._process.pid, program.isolated, flush=True)
        time.sleep(1000)
    """
    dealer = subprocess.Popen(
        [sys.executable, "-c", dedent(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    with dealer:
        assert dealer.stdout is not None
        pid, isolated = dealer.stdout.readline().split()
        assert isolated == str(isolate)
        family = wait_for_family(int(pid), 3 + isolate)
        dealer.send_signal(number)
    wait_for_end(family)
    end = monotonic() + PATIENCE
    while os.listdir(tmp_path):
        assert monotonic() < end
        sleep(0.01)


def test_a_program_that_nobody_ends_is_ended(run: Any) -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(1000)"])
    process = program._process
    del program
    assert process.poll() is not None


def test_pipes_become_a_socket_where_they_cannot_be_waited_for() -> None:
    (theirs, ours), (mine, yours) = os.pipe(), os.pipe()
    reader, writer = _bridge(os.fdopen(theirs, "rb", 0), os.fdopen(yours, "wb", 0))
    assert reader is writer and reader.read(10) is None
    os.write(ours, b"call\n")
    end = monotonic() + PATIENCE
    while (got := reader.read(10)) is None:
        assert monotonic() < end
    assert got == b"call\n"
    writer.write(b"hello\n")
    assert os.read(mine, 10) == b"hello\n"
    writer.close()
    assert os.read(mine, 10) == b""
    os.close(mine)
    os.close(ours)


@modes
def test_an_agent_says_whether_it_is_isolated(isolate: bool) -> None:
    bot = "[print('call', flush=True) for line in iter(input, '') if 'act' in line]"
    agent = ProcessAgent([sys.executable, "-c", bot], PATIENCE, isolate=isolate)
    assert agent.isolated is False
    assert agent.act(holdem().observe(1)).name == "check_or_call"
    assert agent.isolated is isolate
    agent.close()
    assert agent.isolated is isolate
