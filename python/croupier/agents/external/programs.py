"""Programs of others: started in an empty folder, alone where possible, and ended whole."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from io import FileIO, RawIOBase
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any, cast

from croupier.agents.external.filters import find_refusal, make_filter
from croupier.agents.external.launcher import remove_folder
from croupier.errors import AgentStartError, SetupError

__all__ = ["Program", "find_wish"]

_LAUNCHER = Path(__file__).with_name("launcher.py")
_VARIABLE = "CROUPIER_ISOLATE"
_WORDS: dict[str, bool | None] = {"": None, "try": None, "require": True, "off": False}
# The variables that programs need, beside those of languages (`LC_…`).
_PATHS = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_PASSED = (
    *("LANG", "LANGUAGE", "TZ", "VIRTUAL_ENV", "JAVA_HOME"),
    *("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "SYSTEMDRIVE"),
)
_CHUNK = 65536
_SECONDS_TO_START = 60.0
_SECONDS_TO_KILL = 10.0
# The namespaces that all processes of an isolated program are in, as those of its launcher and as
# those of each process are called.
_NAMESPACES = {"user": "user", "pid_for_children": "pid"}


class Program:
    """A program that runs, with an input and an output.

    >>> program = Program([sys.executable, "-c", "print(input(), flush=True)"])
    >>> program.writer.write(b"hello" + os.linesep.encode()) > 5
    True
    >>> program.reader.read(5)
    b'hello'
    >>> program.end(10.0)
    0

    Attributes:
        writer: Where its input is written.
        reader: Where its output is read.
        isolated: Whether it can reach no other program, nor change files that are not its own.
        reason: Why it is not isolated, if it is not.
    """

    reader: RawIOBase
    writer: RawIOBase

    def __init__(
        self,
        command: Sequence[str],
        *,
        isolate: bool | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start it.

        Args:
            command: The program and its arguments. The program, and arguments that name what is
                there, are taken from the present folder.
            isolate: Whether it must be isolated, or must not; when omitted it is what
                `CROUPIER_ISOLATE` says, or else it is isolated where the system allows it.
            environment: Variables for it, beside those that all programs get.

        Raises:
            AgentStartError: It cannot be started, or not in the way it has to be.
        """
        isolate = find_wish() if isolate is None else isolate
        self._name = command[0]
        self._namespaces: list[int] = []
        self._keys_before = _list_keys()
        try:
            variables = _clean_environment(os.environ) | dict(environment or {})
            words = _find_command(command, variables)
        except (OSError, ValueError) as error:
            raise _fail(self._name, error) from None
        can_launch = os.name == "posix" and sys.executable and not getattr(sys, "frozen", False)
        self.isolated = False
        self.reason = "it was switched off"
        if sys.platform != "linux":
            self.reason = "only Linux can do it"
        elif not can_launch:
            self.reason = "there is no Python that could start it"
        elif isolate is not False:
            self.reason = find_refusal(words[0]) or self._launch(words, variables, isolates=True)
            self.isolated = not self.reason
        if self.isolated:
            return
        if isolate:
            raise AgentStartError(
                f"{self._name} cannot be isolated: {self.reason}; isolate=False or"
                f" {_VARIABLE}=off starts it nevertheless",
                code="no-isolation",
            )
        if can_launch:
            self._launch(words, variables, isolates=False)
        else:
            self._start(words, variables)

    def find_status(self, seconds: float) -> int | None:
        """Return the status that it ended with, or `None` if it does not end meanwhile.

        Args:
            seconds: How long to wait for its end.
        """
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def end(self, seconds: float) -> int | None:
        """Close its input, wait for its end, and end it by force if it does not come.

        Processes that it started end with it in any case, and its folder is removed.

        Args:
            seconds: How long to wait.

        Returns:
            The status that it ended with.
        """
        with suppress(OSError):
            self.writer.close()
        status = self.find_status(seconds)
        # By a finalizer, for it is done at the end of Python, too, if nobody did it before.
        self._finish()
        return status

    def list_leftovers(self) -> list[str]:
        """Return what is left of an isolated program that was ended.

        That is processes of its namespaces, its folder, and kernel keys of the user that were not
        there when it started. Its shared memory and other objects end with its namespaces.

        Returns:
            What is left, in words; nothing if all of it is gone.
        """
        left = [f"folder {self._base}"] if os.path.exists(self._base) else []
        if not self._namespaces:
            return [*left, f"processes of {self._name} that could not be looked for"]
        ours = {(stat.st_dev, stat.st_ino) for stat in map(os.fstat, self._namespaces)}
        for number in filter(str.isdecimal, os.listdir("/proc")):
            # Others end meanwhile, or belong to another user, as no process of a program does.
            with suppress(OSError):
                links = [os.stat(f"/proc/{number}/ns/{kind}") for kind in _NAMESPACES.values()]
                if any((stat.st_dev, stat.st_ino) in ours for stat in links):
                    left.append(f"process {number}")
        keys = _list_keys()
        return [*left, *(f"kernel key {keys[key]}" for key in keys.keys() - self._keys_before)]

    def _hold_namespaces(self) -> None:
        """Keep the numbers of the program's namespaces from being given to others."""
        weakref.finalize(self, _close_all, self._namespaces)
        for kind in _NAMESPACES:
            with suppress(OSError):
                place = f"/proc/{self._process.pid}/ns/{kind}"
                self._namespaces.append(os.open(place, os.O_RDONLY))

    def _launch(self, words: list[str], variables: dict[str, str], *, isolates: bool) -> str:
        """Start it by the launcher; return why it cannot be isolated, if it is to be and cannot."""
        base = tempfile.mkdtemp(prefix="croupier-")
        report, own_report = os.pipe()
        own_lifeline, lifeline = os.pipe()
        steps = make_filter().hex() if isolates else ""
        numbers = [str(own_report), str(own_lifeline)]
        try:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_LAUNCHER), *numbers, steps, base, *words],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env=_point_home(variables, base),
                pass_fds=(own_report, own_lifeline),
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            os.close(lifeline)
            os.close(report)
            remove_folder(base)
            raise _fail(self._name, error) from None
        finally:
            os.close(own_report)
            os.close(own_lifeline)
        self._keep(process, lifeline, base)
        with FileIO(report) as file:
            answer = _read_report(file)
        kind, _, reason = answer.partition(" ")
        if kind == "isolated":
            self._hold_namespaces()
            return ""
        if not (kind or isolates):
            return ""
        self.end(0.0)
        if kind == "refused":
            return reason
        raise _fail(self._name, reason or "its launcher failed")

    def _start(self, words: list[str], variables: dict[str, str]) -> None:
        """Start it without a launcher, where there can be none."""
        base = tempfile.mkdtemp(prefix="croupier-")
        folders = _point_home(variables, base)
        for name in ("work", "home", "tmp"):
            os.mkdir(os.path.join(base, name))
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                env=folders,
                cwd=os.path.join(base, "work"),
            )
        except (OSError, ValueError) as error:
            remove_folder(base)
            raise _fail(self._name, error) from None
        self._keep(process, None, base)
        if os.name != "posix":
            self.reader, self.writer = _bridge(self.reader, self.writer)

    def _keep(self, process: subprocess.Popen[bytes], lifeline: int | None, base: str) -> None:
        self._process = process
        self._base = base
        self.reader = cast(RawIOBase, process.stdout)
        self.writer = cast(RawIOBase, process.stdin)
        self._finish = weakref.finalize(self, _finish, process, lifeline, base, os.getpid())


def _finish(process: subprocess.Popen[bytes], lifeline: int | None, base: str, owner: int) -> None:
    """End all that is left of a program."""
    if os.getpid() != owner:
        # A copy of the dealer's process has a copy of this, but the program is not its own.
        return
    if lifeline is None:
        process.kill()
    else:
        # The launcher sees it, and ends all that there is; a copy of this process may hold it, too.
        with suppress(OSError):
            os.write(lifeline, b".")
        os.close(lifeline)
    for _ in range(2):
        try:
            process.wait(_SECONDS_TO_KILL)
            break
        except subprocess.TimeoutExpired:
            process.kill()
    for end in (process.stdin, process.stdout):
        if end is not None:
            with suppress(OSError):
                end.close()
    remove_folder(base)


def _close_all(files: list[int]) -> None:
    for file in files:
        os.close(file)
    files.clear()


def _list_keys() -> dict[str, str]:
    """Return the kernel keys of this user, by their numbers; rings of keys are left out.

    The kernel and logins make rings, and what is in them is listed itself.
    """
    keys = {}
    with suppress(OSError, ValueError), open("/proc/keys") as file:
        for line in file:
            number, _, _, _, _, user, _, kind, name = line.split(maxsplit=8)
            if kind != "keyring" and int(user) == os.getuid():
                keys[number] = f"{number} ({kind} {name.strip()!r:.60})"
    return keys


def find_wish() -> bool | None:
    """Return whether programs must be isolated, or must not, as `CROUPIER_ISOLATE` says.

    Returns:
        `None` where they are if it is possible.

    Raises:
        SetupError: The variable has another value.
    """
    word = os.environ.get(_VARIABLE, "").strip().lower()
    if word not in _WORDS:
        known = ", ".join(filter(None, _WORDS))
        raise SetupError(f"{_VARIABLE} is one of {known}, unlike {word!r}", code="setting-value")
    return _WORDS[word]


def _find_command(command: Sequence[str], variables: Mapping[str, str]) -> list[str]:
    """Return a command that means the same in another folder."""
    name, *arguments = command
    if os.path.dirname(name):
        found = os.path.abspath(name)
    else:
        found = shutil.which(name, path=variables.get("PATH")) or ""
        if not found:
            raise _fail(name, "no such file or directory")
    return [found, *(os.path.abspath(one) if _is_there(one) else one for one in arguments)]


def _is_there(argument: str) -> bool:
    with suppress(OSError, ValueError):
        return bool(argument) and os.path.exists(argument)
    return False


def _clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Return what a program is told of the environment: nothing of the match, and no secrets."""
    kept = {
        name: value
        for name, value in variables.items()
        if name.upper() in _PASSED or name.startswith("LC_")
    }
    for name in _PATHS:
        if variables.get(name):
            # The program is in another folder.
            folders = map(os.path.abspath, variables[name].split(os.pathsep))
            kept[name] = os.pathsep.join(folders)
    kept.setdefault("PATH", os.defpath)
    return kept


def _point_home(variables: dict[str, str], base: str) -> dict[str, str]:
    """Return an environment in which home and temporary files are the program's own."""
    own = {"HOME": "home", "USERPROFILE": "home", "TMPDIR": "tmp", "TEMP": "tmp", "TMP": "tmp"}
    if os.name == "posix":
        del own["USERPROFILE"]
    return {name: os.path.join(base, folder) for name, folder in own.items()} | variables


def _read_report(file: FileIO) -> str:
    """Return what the launcher reports; its report ends when the program runs."""
    report = b""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    end = monotonic() + _SECONDS_TO_START
    # A launcher that hangs is no reason to hang.
    while poll.poll(max(end - monotonic(), 0.0) * 1000):
        data = file.read(_CHUNK)
        if not data:
            lines = report.decode(errors="replace").splitlines()
            # A command that cannot be run fails after it was isolated.
            return lines[-1] if lines else ""
        report += data
    return f"failed it did not start within {_SECONDS_TO_START:g} seconds"


def _fail(name: str, reason: str | Exception) -> AgentStartError:
    said = getattr(reason, "strerror", None) or str(reason)
    return AgentStartError(
        f"{name!s:.200} cannot be started: {said.lower()}", code="program-not-started"
    )


def _bridge(reader: Any, writer: Any) -> tuple[RawIOBase, RawIOBase]:
    """Return a socket instead of pipes, for systems on which pipes cannot be waited for."""
    import socket

    own, other = socket.socketpair()
    own.setblocking(False)

    def end_output() -> None:
        reader.close()
        other.shutdown(socket.SHUT_WR)

    def end_input() -> None:
        other.close()
        writer.close()

    for pair in (
        (partial(reader.read, _CHUNK), other.sendall, end_output),
        (partial(other.recv, _CHUNK), writer.write, end_input),
    ):
        Thread(target=_pump, args=pair, daemon=True).start()
    end = own.makefile("rwb", buffering=0)
    # The file has it now.
    own.close()
    return end, end


def _pump(read: Any, write: Any, close: Any) -> None:
    with suppress(OSError, ValueError):
        while data := read():
            write(data)
    with suppress(OSError, ValueError):
        close()
