"""The secrets of a table: where they could leak to programs, and how they are kept."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from os import PathLike, urandom
from random import Random
from typing import Any

from croupier.agents import Agent
from croupier.files import RecordFile, whole_file

__all__ = [
    "HiddenText",
    "are_isolated",
    "find_agent_seed",
    "hide_process",
    "is_program",
    "is_trusted",
    "list_leftovers",
]

_SEED_BITS = 64
_SEED_BYTES = 8
# Of the header of Linux: whether others may look into a process.
_PR_SET_DUMPABLE = 4


def is_program(agent: object) -> bool:
    """Return whether an agent is a program of its own, which could look for hidden cards.

    >>> from croupier.agents import make_agent
    >>> is_program(make_agent("caller")), is_program(make_agent("subprocess:./bot"))
    (False, True)

    Args:
        agent: The agent.

    Returns:
        Whether it says so itself, by `is_program`.
    """
    return bool(getattr(agent, "is_program", False))


def are_isolated(agents: Iterable[Agent]) -> bool | None:
    """Return whether programs could neither reach others nor leave notes for later.

    Args:
        agents: The agents of a match.

    Returns:
        Whether all programs among them were `isolated`; `None` where there are no programs.
    """
    programs = [bool(getattr(agent, "isolated", False)) for agent in agents if is_program(agent)]
    return all(programs) if programs else None


def is_trusted(agent: object) -> bool:
    """Return whether an agent is Python code of somebody else, which can read all cards.

    Agents of Croupier are not counted, although they also run in this process.

    >>> from croupier.agents import make_agent
    >>> is_trusted(make_agent("caller")), is_trusted(make_agent("subprocess:./bot"))
    (False, False)

    Args:
        agent: The agent.

    Returns:
        Whether it runs in the process of the dealer and comes from outside this package.
    """
    agent = getattr(agent, "wrapped", agent)
    own = __name__.partition(".")[0]
    return not is_program(agent) and type(agent).__module__.partition(".")[0] != own


def list_leftovers(agents: Iterable[Agent]) -> tuple[str, ...] | None:
    """Return what is left of isolated programs that were closed, after waiting for their end.

    Args:
        agents: The agents of a match.

    Returns:
        What is left, in words; `None` where there are no programs, or they were not isolated.

    Raises:
        AgentError: Something is left, and isolation is required.
    """
    programs = [agent for agent in agents if is_program(agent)]
    checks = [getattr(agent, "check_ended", None) for agent in programs]
    if not are_isolated(programs) or None in checks:
        return None
    return tuple(left for check in checks if check is not None for left in check())


def find_agent_seed(agent: Agent, seed: int, number: int) -> int:
    """Return a number for an agent's own randomness.

    Agents of this process are trusted; theirs follows from the seed of the match, so that the match
    can be repeated. That of a program comes from the operating system: if it followed from a seed
    that a person chose, the seed could be found by trying, and all cards with it.

    >>> from croupier.agents import make_agent
    >>> caller = make_agent("caller")
    >>> find_agent_seed(caller, 7, 1) == find_agent_seed(caller, 7, 1)
    True

    Args:
        agent: The agent.
        seed: The seed of the match.
        number: Which of its agents it is.

    Returns:
        The number.
    """
    if is_program(agent):
        return int.from_bytes(urandom(_SEED_BYTES), "big")
    # A text is hashed on its way to a seed.
    return Random(f"{seed} for agent {number}").getrandbits(_SEED_BITS)


def hide_process() -> bool:
    """Keep other processes of the same user from looking into this one, until it ends.

    On Linux its memory, its environment and its open files cannot be read any more, and it leaves
    no core dump. Commands do this before they start programs; who opens tables for programs in a
    Python program of their own may do so, too. Root may read everything all the same.

    Returns:
        Whether the system does that.
    """
    if sys.platform != "linux":
        return False
    from ctypes import CDLL

    return bool(CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)


class HiddenText:
    """A file that nobody sees before it is closed: until then, it is one without a name.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     text = HiddenText(Path(folder, "hands.txt"))
    ...     text.add("a hand")
    ...     before = list(Path(folder).iterdir())
    ...     text.close()
    ...     before, Path(folder, "hands.txt").read_text()
    ([], 'a hand')
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        """Make the text, which is empty.

        Args:
            path: Where it belongs, or a claim; what is there is replaced at the end.
        """
        from tempfile import TemporaryFile

        self._path = path
        self._file: Any = TemporaryFile(buffering=0)  # noqa: SIM115
        self._records = RecordFile(path, self._file)

    def add(self, text: str) -> None:
        """Write a record.

        Args:
            text: The record.

        Raises:
            OSError: There is no room for it; the error names the path that was given.
        """
        self._records.add(text)

    def close(self) -> None:
        """Give the file its name, unless it is empty.

        Raises:
            OSError: It cannot be written.
        """
        from shutil import copyfileobj

        with self._file:
            if not self._file.tell():
                return
            self._file.seek(0)
            with whole_file(self._path) as whole:
                copyfileobj(self._file, whole)
