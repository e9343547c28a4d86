"""A program of its own that starts another one, alone where possible, and ends all it started.

`programs.py` runs it once for each program, by its path and without the rest of the package, so it
imports next to nothing. It is called with the number of a pipe for its reports, the number of a
pipe whose other end the dealer holds, whether to isolate, the folder for the program, and the
command. What it reports is one line: `isolated`, `refused REASON` where that is not possible, or
`failed REASON` where the command cannot be run; then the pipe ends.

It stays until the program ends, or until the dealer closes the other pipe, which happens in any
case when the dealer is gone, and then ends every process that is left.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

__all__: list[str] = []

# From the headers of Linux.
_NEW_MOUNTS = 0x0002_0000
_NEW_OTHERS = 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 2, 4, 8
_MS_BIND, _MS_REC, _MS_PRIVATE = 4096, 16384, 1 << 18
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 1
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_KEYCTL_JOIN_SESSION = 1
_PR_SUBREAPER, _PR_DROP_BOUND, _PR_NO_NEW_PRIVILEGES = 36, 24, 38
_MAX_CAPABILITIES = 64
_GET_FLAGS, _SET_FLAGS, _IS_UP = 0x8913, 0x8914, 1

# Numbers of calls by the kind of machine: to make a socket, and the old way to do all with them.
_SOCKETS = {
    0xC000_003E: (41, None),  # x86-64
    0x4000_0003: (359, 102),  # the same with 32 bits
    0xC000_00B7: (198, None),  # ARM
    0x4000_0028: (281, None),  # the same with 32 bits
}
_FAMILIES = (1, 2, 10, 16)
_IO_URING, _OTHER_NUMBERS = 425, 0x4000_0000
_LOAD, _IF_EQUAL, _IF_NOT_LESS, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0001
_PR_FILTER, _FILTER = 22, 2

_SIZE = "size=1g"
_DEVICES = ("full", "null", "random", "urandom", "zero")
_FOLDERS = ("work", "home", "tmp")
# Signals that Python or this program ignores or catches.
_SIGNALS = ("SIGPIPE", "SIGXFSZ", "SIGINT", "SIGHUP", "SIGTERM", "SIGCHLD")
_CHUNK = 65536
# As many links as Linux follows, and as much of a script's first line as it reads.
_MAX_LINKS = 40
_MAX_FIRST_LINE = 256
_SECONDS_TO_KILL = 5.0
_CANNOT_RUN = 127


def _main() -> int:
    report, lifeline = int(sys.argv[1]), int(sys.argv[2])
    isolates, base, command = sys.argv[3] == "isolate", sys.argv[4], sys.argv[5:]
    for number in (report, lifeline):
        os.set_inheritable(number, False)
    # An interruption is the dealer's business, who ends the programs.
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        if isolates:
            return _run_isolated(command, base, report, lifeline)
        return _run_without_isolation(command, base, report, lifeline)
    finally:
        _remove(base)


def _run_without_isolation(command: list[str], base: str, report: int, lifeline: int) -> int:
    with suppress(OSError, AttributeError, ImportError):
        # Processes that lose their parents, to get away, come to this one.
        _call("prctl", _PR_SUBREAPER, 1, 0, 0, 0)
    child = _spawn(command, base, report, None, drops=False)
    _let_go(report)
    status = _watch(child, lifeline, None)
    _end_all(child)
    return status


def _run_isolated(command: list[str], base: str, report: int, lifeline: int) -> int:
    try:
        user, group = os.getuid(), os.getgid()
        _call("unshare", _NEW_OTHERS)
        for name, text in {
            "setgroups": "deny",
            "uid_map": f"{user} {user} 1",
            "gid_map": f"{group} {group} 1",
        }.items():
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
        # A file for errors that two programs share would let them meet.
        errors, own_errors = os.pipe()
    except (OSError, AttributeError, ImportError) as error:
        _report(report, f"refused {_describe(error)}")
        return _CANNOT_RUN
    first = os.fork()
    if not first:
        status = _CANNOT_RUN
        with suppress(BaseException):
            os.close(errors)
            status = _be_first(command, base, report, lifeline, own_errors)
        os._exit(status)
    os.close(own_errors)
    _let_go(report)
    status = _watch(first, lifeline, errors)
    with suppress(ProcessLookupError, ChildProcessError):
        # All processes of a namespace end with its first one.
        os.kill(first, signal.SIGKILL)
        os.waitpid(first, 0)
    return status


def _be_first(command: list[str], base: str, report: int, lifeline: int, errors: int) -> int:
    """Be the first process of a namespace: close it off, start the program, and wait for it."""
    try:
        _call("unshare", _NEW_MOUNTS)
        _arrange(command, base)
        for step in (_raise_loopback, _leave_keyring):
            with suppress(OSError):
                step()
        _refuse_sockets()
    except (OSError, AttributeError, ImportError) as error:
        _report(report, f"refused {_describe(error)}")
        return _CANNOT_RUN
    _report(report, "isolated")
    child = _spawn(command, base, report, errors, drops=True)
    os.close(errors)
    _let_go(report)
    return _watch(child, lifeline, None)


def _arrange(command: list[str], base: str) -> None:
    """Make everything read-only but folders of the program's own, and hide where programs meet."""
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE)
    _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    _make_read_only("/")
    hidden = {os.path.realpath(path) for path in ("/tmp", "/var/tmp") if os.path.isdir(path)}
    # Where `/run` holds the programs of the system, only what is a user's is hidden.
    run = "/run/user" if os.path.exists("/run/current-system") else "/run"
    hidden |= {run} if os.path.isdir(run) else set()
    kept = {path: os.open(path, os.O_PATH) for path in _list_needed(command, hidden)}
    devices = {}
    for name in _DEVICES:
        with suppress(OSError):
            devices[f"/dev/{name}"] = os.open(f"/dev/{name}", os.O_PATH)
    for path in (*sorted(hidden), "/dev"):
        _mount("tmpfs", path, "tmpfs", _MS_NOSUID | _MS_NODEV, f"{_SIZE},mode=1777")
    os.mkdir("/dev/shm")
    os.chmod("/dev/shm", 0o1777)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{number}", f"/dev/{name}")
    os.symlink("/proc/self/fd", "/dev/fd")
    for path, number in sorted({**kept, **devices}.items()):
        source = f"/proc/self/fd/{number}"
        if os.path.isdir(source):
            os.makedirs(path, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            # A folder that is there already may hold it.
            if not os.path.exists(path):
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        _mount(source, path, None, _MS_BIND | _MS_REC)
        os.close(number)
    os.makedirs(base, exist_ok=True)
    _mount("tmpfs", base, "tmpfs", _MS_NOSUID | _MS_NODEV, f"{_SIZE},mode=0700")


def _list_needed(command: list[str], hidden: set[str]) -> set[str]:
    """Return what a program needs of folders that are hidden: its own folder, and where it looks.

    That is the folder of each file of the command, of the interpreter that a script names, and of
    each place where programs and modules are searched for; the folder above where it is called
    `bin`, which has libraries beside it.
    """
    searched = [*os.environ.get("PATH", "").split(os.pathsep)]
    searched += os.environ.get("PYTHONPATH", "").split(os.pathsep)
    found = set()
    searched += _find_interpreter(command[0])
    for given in (*command, *(path for path in searched if path)):
        for path in {*_follow_links(given), os.path.realpath(given)}:
            if not os.path.isabs(path) or not os.path.exists(path):
                continue
            folder = path if os.path.isdir(path) else os.path.dirname(path)
            if os.path.basename(folder) == "bin":
                folder = os.path.dirname(folder)
            # Where all of a hidden folder would be shown, the file alone is.
            wanted = path if folder in hidden else folder
            if any(wanted.startswith(f"{place}/") for place in hidden):
                found.add(wanted)
    # A folder that is kept keeps its contents.
    return {one for one in found if not any(one.startswith(f"{other}/") for other in found)}


def _follow_links(path: str) -> list[str]:
    """Return a path and, if it is a link, all that it stands for, one after the other.

    The interpreter of an environment may be a link to that of another one.
    """
    paths = [path]
    while len(paths) < _MAX_LINKS and os.path.islink(paths[-1]):
        folder, name = os.path.split(
            os.path.join(os.path.dirname(paths[-1]), os.readlink(paths[-1]))
        )
        paths.append(os.path.join(os.path.realpath(folder), name))
    return paths


def _find_interpreter(program: str) -> list[str]:
    """Return the interpreter that the first line of a script names, if there is one."""
    if not os.path.isfile(program):
        return []
    try:
        with open(program, "rb") as file:
            mark, line = file.read(2), file.readline(_MAX_FIRST_LINE)
    except OSError:
        return []
    return [os.fsdecode(word) for word in line.split()[:1]] if mark == b"#!" else []


def _spawn(command: list[str], base: str, report: int, errors: int | None, *, drops: bool) -> int:
    """Start the program in its folder, in a session of its own."""
    for name in _FOLDERS:
        os.makedirs(os.path.join(base, name), exist_ok=True)
    child = os.fork()
    if child:
        return child
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for name in _SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
        if errors is not None:
            os.dup2(errors, 2)
        if drops:
            _drop_capabilities()
        os.chdir(os.path.join(base, _FOLDERS[0]))
        os.execve(command[0], command, os.environ)
    except BaseException as error:
        _report(report, f"failed {_describe(error)}")
    finally:
        os._exit(_CANNOT_RUN)


def _watch(child: int, lifeline: int, errors: int | None) -> int:
    """Wait for the end of a process, or of the dealer's patience; pass errors on meanwhile."""
    woken, waker = os.pipe()
    for number in (woken, waker):
        os.set_blocking(number, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    watched = {lifeline, woken} | ({errors} if errors is not None else set())
    while True:
        status = _reap(child)
        if status is not None:
            break
        ready, _, _ = select.select(watched, (), ())
        if lifeline in ready:
            return 128 + signal.SIGKILL
        if woken in ready:
            os.read(woken, _CHUNK)
        if errors in ready and errors is not None and not _pass_on(errors):
            watched.discard(errors)
    while errors in watched and errors is not None and _pass_on(errors):
        pass
    return status


def _reap(child: int) -> int | None:
    """Take note of all processes that ended; return the status of one, once it has."""
    found = None
    with suppress(ChildProcessError):
        while True:
            number, status = os.waitpid(-1, os.WNOHANG)
            if not number:
                break
            if number == child:
                code = os.waitstatus_to_exitcode(status)
                found = code if code >= 0 else 128 - code
    return found


def _pass_on(errors: int) -> bool:
    """Write what a program wrote as errors; tell whether there may be more."""
    data = left = os.read(errors, _CHUNK)
    with suppress(OSError):
        while left:
            left = left[os.write(2, left) :]
    return bool(data)


def _end_all(child: int) -> None:
    """End all processes that come from here, those that left their group and parents, too."""
    end = monotonic() + _SECONDS_TO_KILL
    while monotonic() < end:
        if sys.platform != "linux":
            # Processes that left the group are not found by it.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(child, signal.SIGKILL)
        for number in _list_descendants():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(number, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        sleep(0.005)


def _list_descendants() -> list[int]:
    """Return all processes below this one, where the system shows them in files."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdecimal():
                with suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
                    # The name before it may have blanks and brackets.
                    parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    left = [os.getpid()]
    while left:
        below = children.get(left.pop(), [])
        found += below
        left += below
    return found


def _let_go(report: int) -> None:
    """Close what only the program is to hold, so that others notice when it does no more."""
    os.close(report)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.close(nothing)


def _remove(base: str) -> None:
    with suppress(OSError):
        # An isolated program leaves an empty folder.
        os.rmdir(base)
        return
    from shutil import rmtree

    rmtree(base, ignore_errors=True)


def _report(report: int, text: str) -> None:
    with suppress(OSError):
        os.write(report, text.encode() + b"\n")


def _describe(error: BaseException) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.lower().split())


# Calls of the system that Python has no functions for.


def _call(name: str, *arguments: Any) -> int:
    # Not every Python has it.
    import ctypes

    library = ctypes.CDLL(None, use_errno=True)
    values = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    done: int = getattr(library, name)(*values)
    if done < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return done


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, data: str | None = None
) -> None:
    texts = [None if one is None else os.fsencode(one) for one in (source, target, kind, data)]
    try:
        _call("mount", *texts[:3], flags, texts[3])
    except OSError as error:
        raise OSError(error.errno, f"{target}: {error.strerror}") from None


def _make_read_only(path: str) -> None:
    """Make all that is mounted at a path and below read-only."""
    attributes = b"".join(value.to_bytes(8, sys.byteorder) for value in (_ATTR_RDONLY, 0, 0, 0))
    _call(
        "syscall", _MOUNT_SETATTR, _AT_FDCWD, os.fsencode(path), _AT_RECURSIVE, attributes,
        len(attributes),
    )  # fmt: skip


def _drop_capabilities() -> None:
    """Give up for good what would allow to undo all this."""
    for number in range(_MAX_CAPABILITIES):
        # There are fewer than that.
        with suppress(OSError):
            _call("prctl", _PR_DROP_BOUND, number, 0, 0, 0)
    _call("prctl", _PR_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def _raise_loopback() -> None:
    """Let the program talk to itself: a network of one's own begins switched off."""
    import fcntl
    import socket
    import struct

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        request = struct.pack("16sH22x", b"lo", 0)
        name, flags = struct.unpack("16sH22x", fcntl.ioctl(one, _GET_FLAGS, request))
        fcntl.ioctl(one, _SET_FLAGS, struct.pack("16sH22x", name, flags | _IS_UP))


def _leave_keyring() -> None:
    """Have a ring of keys of one's own."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None:
        _call("syscall", number, _KEYCTL_JOIN_SESSION, None)


def _refuse_sockets() -> None:
    """Refuse sockets that are in no namespace, such as those between virtual machines."""
    import ctypes
    import struct

    steps: list[tuple[int, int, int, int]] = []
    for machine, (make, old) in _SOCKETS.items():
        tests = [(_IF_EQUAL, _IO_URING), (_IF_NOT_LESS, _OTHER_NUMBERS)]
        tests += [(_IF_EQUAL, old)] if old is not None else []
        # The place of the step that refuses; the one that allows comes next.
        refuse = len(tests) + len(_FAMILIES) + 3
        block: list[tuple[int, int, int, int]] = [(_LOAD, 0, 0, 0)]
        # A test says how many steps to leave out if it is true, and if not.
        for kind, value in tests:
            block.append((kind, refuse - len(block) - 1, 0, value))
        block.append((_IF_EQUAL, 0, refuse - len(block), make))
        block.append((_LOAD, 0, 0, 16))
        for family in _FAMILIES:
            block.append((_IF_EQUAL, refuse - len(block), 0, family))
        block += [(_RETURN, 0, 0, _REFUSE), (_RETURN, 0, 0, _ALLOW)]
        steps += [(_LOAD, 0, 0, 4), (_IF_EQUAL, 0, len(block), machine), *block]
    steps.append((_RETURN, 0, 0, _ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    program = struct.pack("@HP", len(steps), ctypes.addressof(code))
    _call("prctl", _PR_FILTER, _FILTER, program, 0, 0)


if __name__ == "__main__":
    sys.exit(_main())
