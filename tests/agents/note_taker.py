"""A program that plays Kuhn poker and takes notes wherever a program might leave them.

It runs by itself, with nothing but the standard library: `note_taker.py CHANNEL WORD [everywhere]`.
It writes to no folders but its own unless `everywhere` is given. It plays as any program does, and
answers three commands of the tests with one line: `{"type": "put"}` leaves a note,
`{"type": "get"}` lists the notes that it can read, and `{"type": "clear"}` removes those that
outlive it.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

RANKS = "JQK"
HERE = os.path.dirname(os.path.abspath(__file__))
# Files beside this one, which all copies of the program can read.
SHARED = os.path.join(HERE, "shared")
SYSTEM = ctypes.CDLL(None, use_errno=True)
IS_ARM = os.uname().machine == "aarch64"
ADD_KEY, KEYCTL = (217, 219) if IS_ARM else (248, 250)
UNLINK = 9
USER_KEYRING, SESSION_KEYRING = -4, -3
GET_HINT, SET_HINT = 1035, 1036
GET_OWN_LOCK, SET_OWN_LOCK = 36, 37
IN_OPEN = 0x20
SET_NAME = 15

Notes = dict[int, int]


def call(number: int, *arguments: Any) -> int:
    """Make a system call, and raise its error."""
    values = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    done = int(SYSTEM.syscall(ctypes.c_long(number), *values))
    if done < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return done


def open_shared(number: int) -> int:
    return os.open(os.path.join(SHARED, str(number)), os.O_RDONLY)


class Channel:
    """Notes in the memory of the program, which end with it."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.kept: list[Any] = []

    def put(self, number: int, value: int) -> None:
        """Leave a note."""

    def get(self) -> Notes:
        """Return the notes that others have left."""
        return {}

    def close(self) -> None:
        """Do what is to be done before the program ends."""

    def clear(self) -> None:
        """Remove what outlives the program."""


class Files(Channel):
    """Notes in files, wherever a file can be written."""

    def folders(self) -> list[str]:
        folders = [".", os.path.expanduser("~"), os.environ["TMPDIR"], HERE, SHARED]
        if "everywhere" in sys.argv:
            folders += ["/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/dev", "/usr", "/"]
            folders += [f"/run/user/{os.getuid()}", "/sys/fs/cgroup", "/proc/sys/kernel"]
        return folders

    def put(self, number: int, value: int) -> None:
        for folder in self.folders():
            with suppress(OSError):
                path = os.path.join(folder, f"{self.word}-{number}-{value}")
                os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
                self.kept.append(path)

    def get(self) -> Notes:
        names: list[str] = []
        for folder in self.folders():
            with suppress(OSError):
                names += os.listdir(folder)
        return self.parse(names)

    def parse(self, names: list[str]) -> Notes:
        notes = {}
        for name in names:
            if name.startswith(f"{self.word}-"):
                _, number, value = name.rsplit("-", 2)
                notes[int(number)] = int(value)
        return notes


class Attributes(Channel):
    """Notes in the times, modes and attributes of files that are shared."""

    def put(self, number: int, value: int) -> None:
        path = os.path.join(SHARED, str(number))
        changes: tuple[Callable[[str], Any], ...] = (
            lambda path: os.utime(path, (value + 1, value + 1)),
            lambda path: os.chmod(path, 0o600 + value),
            lambda path: os.setxattr(path, "user.note", bytes([value])),
            lambda path: open(path, "rb").close(),
        )
        for change in changes:
            with suppress(OSError):
                change(path)

    def get(self) -> Notes:
        notes = {}
        for name in os.listdir(SHARED):
            stat = os.stat(os.path.join(SHARED, name))
            if int(stat.st_mtime) < 10 or int(stat.st_atime) < 10:
                notes[int(name)] = int(stat.st_mtime) - 1
        return notes


class Keys(Files):
    """Notes in the descriptions of kernel keys, which /proc/keys lists to every program."""

    def clear(self) -> None:
        for key, ring in self.kept:
            call(KEYCTL, UNLINK, key, ring)

    def put(self, number: int, value: int) -> None:
        name = f"{self.word}-{number}-{value}".encode()
        for ring in (USER_KEYRING, SESSION_KEYRING):
            with suppress(OSError):
                self.kept.append((call(ADD_KEY, b"user", name, b"x", 1, ring), ring))

    def get(self) -> Notes:
        try:
            with open("/proc/keys") as file:
                return self.parse([word.rstrip(":") for line in file for word in line.split()])
        except OSError:
            return {}


class Locks(Channel):
    """Notes in read locks on a file that all can read: byte 4 * number + value is locked."""

    own = (fcntl.F_SETLK, fcntl.F_GETLK)
    size = 400

    def put(self, number: int, value: int) -> None:
        self.kept.append(open_shared(0))
        self.ask(self.kept[-1], self.own[0], fcntl.F_RDLCK, 4 * number + value)

    def get(self) -> Notes:
        notes = {}
        with suppress(OSError):
            file = open_shared(0)
            for place in range(self.size):
                kind = self.ask(file, self.own[1], fcntl.F_WRLCK, place)
                if kind == fcntl.F_RDLCK:
                    notes[place // 4] = place % 4
        return notes

    def ask(self, file: int, command: int, kind: int, place: int) -> int:
        request = struct.pack("hhqqi4x", kind, os.SEEK_SET, place, 1, 0)
        return int(struct.unpack_from("h", fcntl.fcntl(file, command, request))[0])


class OpenFileLocks(Locks):
    """The same with locks of open files."""

    own = (SET_OWN_LOCK, GET_OWN_LOCK)


class ListedLocks(Locks):
    """The same, read from /proc/locks, which lists the locks of open files to all."""

    own = (SET_OWN_LOCK, GET_OWN_LOCK)

    def get(self) -> Notes:
        notes = {}
        node = f":{os.stat(os.path.join(SHARED, '0')).st_ino}"
        with suppress(OSError), open("/proc/locks") as file:
            for words in map(str.split, file):
                if words[-3].endswith(node):
                    notes[int(words[-2]) // 4] = int(words[-2]) % 4
        return notes


class WholeLocks(Channel):
    """Notes in `flock`: one file for each number and value."""

    def put(self, number: int, value: int) -> None:
        self.kept.append(open_shared(4 * number + value))
        fcntl.flock(self.kept[-1], fcntl.LOCK_SH)

    def get(self) -> Notes:
        notes = {}
        for place in range(len(os.listdir(SHARED))):
            file = open_shared(place)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                notes[place // 4] = place % 4
            except OSError:
                pass
            os.close(file)
        return notes


class Leases(Channel):
    """Notes in leases on files: a lease to write is refused where another has the file open."""

    def put(self, number: int, value: int) -> None:
        self.kept.append(open_shared(4 * number + value))

    def get(self) -> Notes:
        notes = {}
        for place in range(len(os.listdir(SHARED))):
            file = open_shared(place)
            try:
                fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            except BlockingIOError:
                notes[place // 4] = place % 4
            except OSError:
                pass
            os.close(file)
        return notes


class Watches(Channel):
    """Messages by opening files that the other program watches."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.watch = SYSTEM.inotify_init1(os.O_NONBLOCK)
        if self.watch >= 0:
            SYSTEM.inotify_add_watch(self.watch, SHARED.encode(), IN_OPEN)

    def put(self, number: int, value: int) -> None:
        os.close(open_shared(4 * number + value))

    def get(self) -> Notes:
        notes = {}
        with suppress(OSError):
            data = os.read(self.watch, 65536)
            while data:
                _, _, _, size = struct.unpack_from("iIII", data)
                name = data[16 : 16 + size].rstrip(b"\0").decode()
                if name:
                    notes[int(name) // 4] = int(name) % 4
                data = data[16 + size :]
        return notes


class Signals(Channel):
    """Messages by opening a folder's files, of which `fcntl` tells the other one by a signal."""

    def __init__(self, word: str) -> None:
        import signal

        super().__init__(word)
        self.count = 0

        def count(*_: object) -> None:
            self.count += 1

        signal.signal(signal.SIGIO, count)
        self.folder = os.open(SHARED, os.O_RDONLY)
        with suppress(OSError):
            fcntl.fcntl(self.folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)

    def put(self, number: int, value: int) -> None:
        file = open_shared(number)
        os.read(file, 1)
        os.close(file)

    def get(self) -> Notes:
        return {1: self.count} if self.count else {}


class Hints(Channel):
    """Notes in the write hints that the kernel keeps with every file, also of one only read."""

    def put(self, number: int, value: int) -> None:
        file = open_shared(number)
        fcntl.fcntl(file, SET_HINT, struct.pack("Q", value + 2))
        os.close(file)

    def get(self) -> Notes:
        notes = {}
        for name in os.listdir(SHARED):
            file = open_shared(int(name))
            with suppress(OSError):
                [hint] = struct.unpack("Q", fcntl.fcntl(file, GET_HINT, bytes(8)))
                if hint > 1:
                    notes[int(name)] = hint - 2
            os.close(file)
        return notes


class Cache(Channel):
    """Notes in the pages of a file that are in memory, which its owner may ask for."""

    path = os.path.join(HERE, "pages")

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.file = os.open(self.path, os.O_RDONLY)
        self.size = os.fstat(self.file).st_size // 4096
        os.posix_fadvise(self.file, 0, 0, os.POSIX_FADV_RANDOM)

    def put(self, number: int, value: int) -> None:
        if not self.kept:
            os.posix_fadvise(self.file, 0, 0, os.POSIX_FADV_DONTNEED)
            self.kept.append(number)
        os.pread(self.file, 1, (4 * number + value) * 4096)

    def get(self) -> Notes:
        cached = []
        for page in range(self.size):
            with suppress(BlockingIOError, OSError):
                cached.append((page, os.preadv(self.file, [bytearray(1)], page * 4096, 8)))
        # All of it or nothing says nothing.
        return {page // 4: page % 4 for page, _ in cached} if len(cached) < self.size // 2 else {}


class Sockets(Channel):
    """Notes in the names of abstract sockets, which /proc lists, and which refuse a second one."""

    def __init__(self, word: str) -> None:
        import socket

        super().__init__(word)
        self.socket = socket

    def put(self, number: int, value: int) -> None:
        for family, address in self.addresses(number, value):
            self.kept.append(self.socket.socket(family))
            self.kept[-1].bind(address)
            self.kept[-1].listen()

    def get(self) -> Notes:
        notes = {}
        for place in range(12):
            for family, address in self.addresses(place // 4, place % 4):
                with suppress(OSError), self.socket.socket(family) as link:
                    link.connect(address)
                    notes[place // 4] = place % 4
        return notes

    def addresses(self, number: int, value: int) -> list[tuple[int, Any]]:
        place = 4 * number + value
        return [
            (self.socket.AF_UNIX, f"\0{self.word}-{place}"),
            (self.socket.AF_INET, ("127.0.0.1", 20000 + int(self.word[-4:], 36) % 20000 + place)),
        ]


class Memory(Channel):
    """Notes in shared memory of System V, whose pieces have numbers instead of names."""

    def key(self, number: int, value: int) -> int:
        return int(self.word[-4:], 36) * 16 % 2**30 + 4 * number + value

    def put(self, number: int, value: int) -> None:
        self.kept.append(SYSTEM.shmget(self.key(number, value), 4096, 0o1600))
        self.kept.append(SYSTEM.msgget(self.key(number, value), 0o1600))

    def clear(self) -> None:
        memory, messages = self.kept
        SYSTEM.shmctl(memory, 0, None)
        SYSTEM.msgctl(messages, 0, None)

    def get(self) -> Notes:
        notes = {}
        for place in range(12):
            key = self.key(place // 4, place % 4)
            if SYSTEM.shmget(key, 0, 0) >= 0 or SYSTEM.msgget(key, 0) >= 0:
                notes[place // 4] = place % 4
        return notes


class Names(Files):
    """Notes in the names of processes that stay."""

    def put(self, number: int, value: int) -> None:
        ready, named = os.pipe()
        if not os.fork():
            os.setsid()
            SYSTEM.prctl(SET_NAME, f"{self.word}-{number}-{value}".encode(), 0, 0, 0)
            os.write(named, b".")
            time.sleep(1000)
        os.read(ready, 1)

    def get(self) -> Notes:
        names = []
        for place in os.listdir("/proc"):
            with suppress(OSError), open(f"/proc/{place}/comm") as file:
                names.append(file.read().strip())
        return self.parse(names)


class Counters(Channel):
    """Messages by how many files the whole machine has open."""

    def get(self) -> Notes:
        with suppress(OSError), open("/proc/sys/fs/file-nr") as file:
            return {1: int(file.read().split()[0])}
        return {}


class Errors(Files):
    """Notes in what the program writes as errors, if those of the match go to a file."""

    path = os.path.join(HERE, "errors.txt")

    def put(self, number: int, value: int) -> None:
        print(f"{self.word}-{number}-{value}", file=sys.stderr, flush=True)

    def get(self) -> Notes:
        with suppress(OSError), open(self.path) as file:
            return self.parse(file.read().split())
        return {}


class ExitTimes(Channel):
    """A note of the first hand in the time at which the program ends, and starts again."""

    seconds = 0.2

    def put(self, number: int, value: int) -> None:
        if not number:
            self.kept = [value]

    def get(self) -> Notes:
        return {0: int(time.time() / self.seconds) % len(RANKS)}

    def close(self) -> None:
        """Wait until the time says what the note does."""
        while self.kept and int(time.time() / self.seconds) % len(RANKS) != self.kept[0]:
            time.sleep(0.001)


CHANNELS: dict[str, Callable[[str], Channel]] = {
    "attributes": Attributes,
    "cache": Cache,
    "counters": Counters,
    "errors": Errors,
    "exit-times": ExitTimes,
    "files": Files,
    "hints": Hints,
    "keys": Keys,
    "leases": Leases,
    "listed-locks": ListedLocks,
    "locks": Locks,
    "memory": Memory,
    "names": Names,
    "nothing": Channel,
    "open-file-locks": OpenFileLocks,
    "signals": Signals,
    "sockets": Sockets,
    "watches": Watches,
    "whole-locks": WholeLocks,
}


def choose(own: int, theirs: int, names: list[str]) -> str:
    """Return the best move of a player who knows both cards."""
    if theirs == own:
        return "call"
    if own > theirs:
        return "raise" if "complete_bet_or_raise_to" in names else "call"
    return "fold" if "fold" in names else "call"


def main() -> None:
    channel = CHANNELS[sys.argv[1]](sys.argv[2])
    before: Notes = {}
    number = 0
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "match":
            before = channel.get()
            print(f"{len(before)} notes", file=sys.stderr, flush=True)
        elif kind == "hand":
            number = message["number"]
        elif kind == "act":
            own = RANKS.index(message["hole_cards"][message["player"]][0][0])
            with suppress(OSError):
                channel.put(number, own)
            names = [each["name"] for each in message["legal"]]
            print(choose(own, before.get(number, own), names), flush=True)
        elif kind == "put":
            try:
                channel.put(1, 2)
                print(json.dumps("left"), flush=True)
            except OSError as error:
                print(json.dumps(error.strerror), flush=True)
        elif kind == "get":
            print(json.dumps(channel.get()), flush=True)
        elif kind == "close":
            channel.close()
        elif kind == "clear":
            channel.clear()
            print(json.dumps("cleared"), flush=True)


if __name__ == "__main__":
    main()
