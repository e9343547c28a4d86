"""The filter of system calls of an isolated program: what it must not reach, and what it may."""

from __future__ import annotations

import os
import struct
import sys
from contextlib import suppress

__all__ = ["find_refusal", "list_steps", "make_filter"]

# Machines with a filter: the number that the kernel gives a system call's machine, and the column
# of the tables below. System calls of other machines, 32 bits and x32 included, are refused.
_MACHINES = {"x86_64": (0xC000_003E, 0), "aarch64": (0xC000_00B7, 1)}
# System calls that reach what all programs share, as numbers of x86-64 and of 64-bit ARM. Calls
# that reach the program's own processes alone, such as `ptrace`, are left to it.
_REFUSED = {
    # Keys.
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # Watches of files.
    "inotify_init": (253, None), "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27), "inotify_rm_watch": (255, 28),
    "fanotify_init": (300, 262), "fanotify_mark": (301, 263),
    # Shared memory, semaphores and messages of System V and POSIX.
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197),
    "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192),
    "msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187),
    "mq_open": (240, 180), "mq_unlink": (241, 181), "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
    # What is in the page cache, the kernel's log, counters and limits of the whole machine.
    "mincore": (27, 232), "cachestat": (451, 451), "syslog": (103, 116),
    "perf_event_open": (298, 241), "bpf": (321, 280), "io_setup": (206, 0),
    # Other namespaces, and files and processes by numbers that are the same for all.
    "setns": (308, 268), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
}  # fmt: skip
# `io_uring`, which would do anything past the filter, mounts, processes by file, and `clone3`,
# whose flags the filter cannot read; then everything newer than this list.
_REFUSED_RANGE, _FIRST_UNKNOWN = (424, 435), 454
_SOCKET, _FCNTL, _IOCTL = (41, 198), (72, 25), (16, 29)
_CLONE, _UNSHARE = (56, 220), (272, 97)
_PREADV2, _PWRITEV2, _FADVISE, _MADVISE = (327, 286), (328, 287), (221, 223), (28, 233)
_FLOCK = (73, 32)
# Unix, IPv4, IPv6 and netlink; others are in no namespace, such as those of virtual machines.
_FAMILIES = (1, 2, 10, 16)
# Commands that copy a descriptor, and read or set flags, the size of a pipe and seals. Leases,
# signals and hints are refused: they belong to the file, which others can open, too.
_FCNTL_COMMANDS = (0, 1, 2, 3, 4, 9, *range(1027, 1029), *range(1030, 1035))
# Locks do, too, but programs such as Java and SQLite do not work without: they are granted, and
# lock nothing. No other program can write what a program could want to lock.
_LOCK_COMMANDS = (6, 7, 37, 38)
# Requests to terminals and pipes, and to sockets, by their second byte.
_IOCTL_KINDS = (0x5400, 0x8900)
_NEW_NAMESPACES, _ALL_BITS = 0x7E02_0000, 0xFFFF_FFFF
_ADVICE_TO_DROP, _ADVICE_TO_PAGE_OUT = 4, 21
_LOAD, _AND, _IF_EQUAL, _IF_NOT_LESS, _IF_MORE, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x25, 0x06
_ALLOW, _REFUSE = 0x7FFF_0000, 0x0005_0000
_PRETEND, _NOT_PERMITTED, _INVALID, _NO_REQUEST = _REFUSE, _REFUSE | 1, _REFUSE | 22, _REFUSE | 25
_NO_CALL, _NOT_SUPPORTED = _REFUSE | 38, _REFUSE | 95


def find_refusal(program: str) -> str:
    """Return why a program has no filter, if that is so.

    Args:
        program: The path of the program.
    """
    machine = os.uname().machine
    if machine not in _MACHINES or sys.maxsize < 2**32:
        return f"there is no filter of system calls for {machine}"
    start = b""
    # A pipe would be waited for.
    if os.path.isfile(program):
        with suppress(OSError), open(program, "rb") as file:
            start = file.read(5)
    return "it is a 32-bit program" if start == b"\x7fELF\x01" else ""


def make_filter() -> bytes:
    """Return the filter for this machine, as the kernel takes it."""
    return b"".join(struct.pack("=HBBI", *step) for step in list_steps(os.uname().machine))


def list_steps(machine: str) -> list[tuple[int, int, int, int]]:
    """Return the steps of a filter: an operation, two counts of steps to leave out, a value.

    Args:
        machine: The machine, as `uname` names it.
    """
    number, column = _MACHINES[machine]
    first, last = _REFUSED_RANGE
    steps = [
        (_LOAD, 0, 0, 4),
        (_IF_EQUAL, 1, 0, number),
        (_RETURN, 0, 0, _NO_CALL),
        (_LOAD, 0, 0, 0),
        # Calls of x32 have larger numbers than all others.
        (_IF_NOT_LESS, 0, 1, _FIRST_UNKNOWN),
        (_RETURN, 0, 0, _NO_CALL),
        (_IF_NOT_LESS, 0, 2, first),
        (_IF_MORE, 1, 0, last),
        (_RETURN, 0, 0, _NO_CALL),
    ]
    for numbers in _REFUSED.values():
        if (refused := numbers[column]) is not None:
            steps += [(_IF_EQUAL, 0, 1, refused), (_RETURN, 0, 0, _NO_CALL)]
    # A call, an argument, bits of it, what happens for which of their values, and for all others.
    rules: tuple[tuple[tuple[int, int], int, int, dict[int, tuple[int, ...]], int], ...] = (
        (_SOCKET, 0, _ALL_BITS, {_ALLOW: _FAMILIES}, _NOT_PERMITTED),
        (_FCNTL, 1, _ALL_BITS, {_ALLOW: _FCNTL_COMMANDS, _PRETEND: _LOCK_COMMANDS}, _NO_CALL),
        (_FLOCK, 0, 0, {}, _PRETEND),
        (_IOCTL, 1, 0xFFFF_FF00, {_ALLOW: _IOCTL_KINDS}, _NO_REQUEST),
        (_CLONE, 0, _NEW_NAMESPACES, {_ALLOW: (0,)}, _NOT_PERMITTED),
        (_UNSHARE, 0, _NEW_NAMESPACES | 0x80, {_ALLOW: (0,)}, _NOT_PERMITTED),
        # A flag would show what is in the page cache.
        (_PREADV2, 5, _ALL_BITS, {_ALLOW: (0,)}, _NOT_SUPPORTED),
        (_PWRITEV2, 5, _ALL_BITS, {_ALLOW: (0,)}, _NOT_SUPPORTED),
        # Advice may be ignored.
        (_FADVISE, 3, _ALL_BITS, {_PRETEND: (_ADVICE_TO_DROP,)}, _ALLOW),
        (_MADVISE, 2, _ALL_BITS, {_INVALID: (_ADVICE_TO_PAGE_OUT,)}, _ALLOW),
    )
    for call, argument, bits, results, otherwise in rules:
        block = [(_LOAD, 0, 0, 16 + 8 * argument), (_AND, 0, 0, bits)]
        for result, values in results.items():
            for value in values:
                block += [(_IF_EQUAL, 0, 1, value), (_RETURN, 0, 0, result)]
        block.append((_RETURN, 0, 0, otherwise))
        steps += [(_IF_EQUAL, 0, len(block), call[column]), *block]
    return [*steps, (_RETURN, 0, 0, _ALLOW)]
