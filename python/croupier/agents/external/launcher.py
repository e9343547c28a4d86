"""A program of its own that starts another one, alone where possible, and ends all it started.

`programs.py` runs it once for each program, by its path and without the rest of the package, so it
imports next to nothing. It is called with the number of a pipe for its reports, the number of a
pipe whose other end the dealer holds, the filter of system calls in hexadecimal digits, which is
empty if the program is not to be isolated, the folder for the program, and the command. What it
reports is one line: `isolated`, `refused REASON` where that is not possible, or `failed REASON`
where the command cannot be run; then the pipe ends.

It stays until the program ends, or until the dealer closes the other pipe, which happens in any
case when the dealer is gone, and then ends every process that is left.
"""

from __future__ import annotations

import os
import select
import signal
import stat
import sys
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

__all__ = ["remove_folder"]

# From the headers of Linux.
_NEW_MOUNTS = 0x0002_0000
_NEW_OTHERS = 0x0400_0000 | 0x0800_0000 | 0x1000_0000 | 0x2000_0000 | 0x4000_0000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_BIND, _MS_REC, _MS_PRIVATE = 4096, 16384, 1 << 18
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _ATTR_RDONLY = 442, -100, 0x8000, 1
_PR_SUBREAPER, _PR_DROP_BOUND, _PR_NO_NEW_PRIVILEGES = 36, 24, 38
_MAX_CAPABILITIES = 64
_GET_FLAGS, _SET_FLAGS, _IS_UP = 0x8913, 0x8914, 1

_PR_FILTER, _FILTER = 22, 2

_SIZE = "size=1g"
_DEVICES = ("full", "null", "random", "urandom", "zero")
# Folders of temporary files, and of logs and dumps of programs that crashed.
_HIDDEN = (
    *("/tmp", "/var/tmp", "/var/log", "/var/crash"),
    *("/var/lib/apport", "/var/lib/systemd/coredump"),
)
# What stays of `/proc`, `/proc/sys` and `/sys`: what does not change while the machine runs. The
# rest counts what all programs do.
_SHOWN = ("cmdline", "cpuinfo", "filesystems", "version")
_SHOWN_SETTINGS = (
    *("fs/file-max", "kernel/cap_last_cap", "kernel/osrelease", "kernel/ostype", "kernel/pid_max"),
    *("kernel/random/boot_id", "kernel/random/uuid", "kernel/threads-max"),
    *("vm/max_map_count", "vm/overcommit_memory"),
)
_SHOWN_DEVICES = (
    *("devices/system/cpu/online", "devices/system/cpu/possible", "devices/system/cpu/present"),
    *("devices/system/node/online", "kernel/mm/transparent_hugepage/enabled"),
    "kernel/mm/transparent_hugepage/hpage_pmd_size",
)
# File systems that show the state of the kernel, which may be mounted in other places as well.
_KERNEL_FILES = {"binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts"}
_KERNEL_FILES |= {"devtmpfs", "efivarfs", "fusectl", "mqueue", "proc", "pstore", "securityfs"}
_KERNEL_FILES |= {"sysfs", "tracefs"}
# Limits of what the kernel counts for a user, who is the same for all programs.
_MAX_PROCESSES, _MAX_SIGNALS = 4096, 4096
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
    steps, base, command = bytes.fromhex(sys.argv[3]), sys.argv[4], sys.argv[5:]
    for number in (report, lifeline):
        os.set_inheritable(number, False)
    # An interruption is the dealer's business, who ends the programs.
    for name in ("SIGINT", "SIGHUP", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        if steps:
            return _run_isolated(command, base, report, lifeline, steps)
        return _run_without_isolation(command, base, report, lifeline)
    finally:
        remove_folder(base)


def _run_without_isolation(command: list[str], base: str, report: int, lifeline: int) -> int:
    with suppress(OSError, AttributeError, ImportError):
        # Processes that lose their parents, to get away, come to this one.
        _call("prctl", _PR_SUBREAPER, 1, 0, 0, 0)
    child = _spawn(command, base, report, None, drops=False)
    _let_go(report)
    status = _watch(child, lifeline, None)
    _end_all(child)
    return status


def _run_isolated(command: list[str], base: str, report: int, lifeline: int, steps: bytes) -> int:
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
            status = _be_first(command, base, report, lifeline, own_errors, steps)
        os._exit(status)
    os.close(own_errors)
    _let_go(report)
    status = _watch(first, lifeline, errors)
    with suppress(ProcessLookupError, ChildProcessError):
        # All processes of a namespace end with its first one.
        os.kill(first, signal.SIGKILL)
        os.waitpid(first, 0)
    return status


def _be_first(
    command: list[str], base: str, report: int, lifeline: int, errors: int, steps: bytes
) -> int:
    """Be the first process of a namespace: close it off, start the program, and wait for it."""
    try:
        shared_file = _find_errors()
        _call("unshare", _NEW_MOUNTS)
        _arrange(command, base)
        if shared_file and os.path.exists(shared_file):
            _mount("/dev/null", shared_file, None, _MS_BIND)
        with suppress(OSError):
            _raise_loopback()
        _limit_shared_resources()
        _filter_calls(steps)
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
    hidden = {os.path.realpath(path) for path in _HIDDEN if os.path.isdir(path)}
    # Where `/run` holds the programs of the system, only what is a user's is hidden.
    run = "/run/user" if os.path.exists("/run/current-system") else "/run"
    hidden |= {run} if os.path.isdir(run) else set()
    kept = {path: os.open(path, os.O_PATH) for path in _list_needed(command, hidden)}
    devices = {}
    for name in _DEVICES:
        with suppress(OSError):
            devices[f"/dev/{name}"] = os.open(f"/dev/{name}", os.O_PATH)
    for path in (*sorted(hidden), *_list_kernel_mounts(hidden), "/dev"):
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
    _hide_counters(base)


def _hide_counters(base: str) -> None:
    """Hide what `/proc` and `/sys` say of keys, locks and other things that all programs share."""
    constants = {"meminfo": _describe_memory(), "stat": _describe_processors()}
    _show_only("/proc/sys", _SHOWN_SETTINGS)
    if os.path.isdir("/sys"):
        _show_only("/sys", _SHOWN_DEVICES)
    for name in os.listdir("/proc"):
        path = f"/proc/{name}"
        # Links lead to what is the program's own.
        if name.isdecimal() or name in ("sys", *_SHOWN) or os.path.islink(path):
            continue
        if os.path.isdir(path):
            _mount("tmpfs", path, "tmpfs", _MS_RDONLY | _MS_NOSUID | _MS_NODEV, "size=4k")
        elif name in constants:
            source = os.path.join(base, name)
            with open(source, "w") as file:
                file.write(constants[name])
            _mount(source, path, None, _MS_BIND)
            os.unlink(source)
            _make_read_only(path)
        else:
            _mount("/dev/null", path, None, _MS_BIND)


def _describe_memory() -> str:
    """Return how much memory the machine has, as if all of it were free."""
    with open("/proc/meminfo") as file:
        size = next((line.split()[1] for line in file if line.startswith("MemTotal:")), "0")
    sizes = {"MemTotal": size, "MemFree": size, "MemAvailable": size}
    sizes |= dict.fromkeys(("Buffers", "Cached", "SwapTotal", "SwapFree", "Shmem"), "0")
    return "".join(f"{name + ':':<15} {size:>8} kB\n" for name, size in sizes.items())


def _describe_processors() -> str:
    """Return which processors the machine has, as if they had done nothing."""
    with open("/proc/stat") as file:
        names = [line.split()[0] for line in file if line.startswith("cpu")]
    return "".join(f"{name:<5}{' 0' * 10}\n" for name in names)


def _list_kernel_mounts(hidden: set[str]) -> list[str]:
    """Return where else than in `/proc`, `/sys` and `/dev` the state of the kernel is mounted."""
    paths = []
    with open("/proc/self/mountinfo", "rb") as file:
        for line in file:
            mount, _, system = line.partition(b" - ")
            if os.fsdecode(system.split()[0]) in _KERNEL_FILES:
                # Blanks and other such characters are written as three octal digits.
                path = mount.split()[4].decode("unicode_escape").encode("latin-1")
                paths.append(os.fsdecode(path))
    covered = tuple(f"{path}/" for path in (*hidden, "/proc", "/sys", "/dev"))
    return sorted({path for path in paths if not f"{path}/".startswith(covered)})


def _show_only(folder: str, names: tuple[str, ...]) -> None:
    """Replace a folder by one that has nothing but some of its files, and is read-only."""
    kept = {}
    for name in names:
        with suppress(OSError):
            kept[f"{folder}/{name}"] = os.open(f"{folder}/{name}", os.O_PATH)
    _mount("tmpfs", folder, "tmpfs", _MS_NOSUID | _MS_NODEV, "size=64k,mode=0755")
    for path, number in kept.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
        _mount(f"/proc/self/fd/{number}", path, None, _MS_BIND)
        os.close(number)
    _make_read_only(folder)


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


def remove_folder(path: str) -> None:
    """Remove a program's folder, however deep it is and whatever modes its folders have.

    Args:
        path: The folder. Nothing happens if it is not there, or no folder.
    """
    if os.name != "posix":
        from shutil import rmtree

        rmtree(path, ignore_errors=True)
        return
    with suppress(OSError):
        if stat.S_ISDIR(os.lstat(path).st_mode):
            os.chmod(path, 0o700)
            top = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                # What cannot be removed at all is left.
                while names := os.listdir(top):
                    if not sum(_remove_entry(top, name) for name in names):
                        break
            finally:
                os.close(top)
            os.rmdir(path)


def _remove_entry(top: int, name: str) -> bool:
    """Remove a file or folder of an open folder, and return whether that was possible.

    The folders in it move up beforehand, so that no path becomes long.
    """
    try:
        if not _is_folder(top, name):
            os.unlink(name, dir_fd=top)
            return True
        os.chmod(name, 0o700, dir_fd=top)
        folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
        try:
            for below in os.listdir(folder):
                if _is_folder(folder, below):
                    os.chmod(below, 0o700, dir_fd=folder)
                    other = os.urandom(16).hex()
                    os.rename(below, other, src_dir_fd=folder, dst_dir_fd=top)
                else:
                    os.unlink(below, dir_fd=folder)
        finally:
            os.close(folder)
        os.rmdir(name, dir_fd=top)
    except OSError:
        return False
    return True


def _is_folder(top: int, name: str) -> bool:
    return stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode)


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


def _find_errors() -> str:
    """Return the path of the file that errors go to, which another program could read."""
    with suppress(OSError):
        if stat.S_ISREG(os.fstat(2).st_mode):
            return os.readlink("/proc/self/fd/2")
    return ""


def _limit_shared_resources() -> None:
    """Keep a program from using up what the user has, which others would notice."""
    import resource

    for kind, limit in (
        # With a limit of 1 the kernel calls no program that keeps core dumps, for others to find.
        (resource.RLIMIT_CORE, 1),
        (resource.RLIMIT_NPROC, _MAX_PROCESSES),
        (resource.RLIMIT_SIGPENDING, _MAX_SIGNALS),
    ):
        hard = resource.getrlimit(kind)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (limit, limit))


def _filter_calls(steps: bytes) -> None:
    """Refuse system calls that reach what all programs share, for good."""
    import ctypes
    import struct

    code = ctypes.create_string_buffer(steps, len(steps))
    program = struct.pack("@HP", len(steps) // 8, ctypes.addressof(code))
    _call("prctl", _PR_FILTER, _FILTER, program, 0, 0)


if __name__ == "__main__":
    sys.exit(_main())
