"""Tables with programs of every bad kind: run it by hand for minutes, or as a test for seconds.

python -m tests.tables.soak --tables 30 --seconds 180
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from croupier.agents import Agent, HandInfo, MatchInfo, Move, ProcessAgent
from croupier.games import NoLimitTexasHoldem
from croupier.state import State
from croupier.tables import Table

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
# What is not the program's own: each table plays so many hands before its programs are new.
HANDS_OF_A_PROGRAM = 25
ALLOWANCE = 0.5
PATIENCE = 60.0

KINDS = {
    "good": "answer(move='call')",
    "plain": "print('call', flush=True)",
    "flooding": "while True: print('call\\n' * 1000)",
    "flooding without end": "while True: sys.stdout.write('x' * 65536)",
    "complaining": "sys.stderr.write('x' * 5000); sys.stderr.flush(); answer(move='call')",
    "silent": "pass",
    "not reading": "time.sleep(1000)",
    "dripping": "drip()",
    "forking": "fork(); answer(move='call')",
    "leaving a family": "fork(); fork(); os._exit(4) if number > 3 else answer(move='call')",
    "lying": "answer(random.choice(LIES))",
    "late": "time.sleep(random.choice([0, 0, 0.3])); print('call', flush=True)",
    "skipping": "print('call', flush=True) if number % 3 else None",
    "huge": "print('x' * random.choice([10, 70_000, 3_000_000]), flush=True)",
    "deaf": "os.close(0); answer(move='call'); time.sleep(1000)",
    "mute": "os.close(1); time.sleep(1000)",
    "dying": "sys.exit(3) if number > 3 else answer(move='call')",
    "killing itself": "os.kill(os.getpid(), 9) if number > 3 else answer(move='call')",
    "stubborn": "stay(); answer(move='call')",
}
"""The programs of each kind, by what they do when they are asked."""

PROGRAM = """
import json, os, random, signal, sys, time
number = 0
LIES = [
    {}, [], 7, None, "raise 1000000", "fold " * 100, {"move": "raise -5"}, {"name": "deal_board"},
    {"name": "fold", "arguments": [1, 2, 3]}, {"name": []}, {"move": "call", "id": 1},
    {"move": "call", "id": 10**9}, {"move": "call", "id": "x"},
    {"name": "complete_bet_or_raise_to", "arguments": [float("nan")]},
    {"name": "complete_bet_or_raise_to", "arguments": [{"a": 1}]},
]

def answer(value=None, **given):
    if given:
        value = {"id": message["id"], **given}
    print(json.dumps(value), flush=True)

def drip():
    while True:
        sys.stdout.write("x")
        sys.stdout.flush()
        time.sleep(0.01)

def fork():
    if number > 2:
        return
    if not os.fork():
        os.setsid()
        if os.fork():
            os._exit(0)
        time.sleep(1000)

def stay():
    for one in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(one, signal.SIG_IGN)

while True:
    line = sys.stdin.readline()
    if not line:
        if KIND == "stubborn":
            time.sleep(1000)
        break
    message = json.loads(line)
    if message["type"] == "act":
        number += 1
        exec(CODE)
"""


@dataclass
class Outcome:
    """The result of a soak test.

    Attributes:
        hands: How many hands were played.
        decisions: How many decisions of programs were asked for, by their kinds.
        faults: How many were none, by the kinds of programs.
        slowest: How many seconds more than allowed the slowest decision took.
        sizes: The memory in use, in bytes, after each round of all tables.
        isolated: Whether all programs were isolated.
        left: The processes that were left.
    """

    hands: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    sizes: list[int] = field(default_factory=list)
    isolated: bool = True
    left: list[str] = field(default_factory=list)


class Timed:
    """A program whose decisions are timed."""

    def __init__(self, kind: str, path: Path, word: str, outcome: Outcome) -> None:
        self.name = kind
        self._outcome = outcome
        self._agent = ProcessAgent([sys.executable, str(path), word])
        self.limit_time = self._agent.limit_time

    def start_match(self, info: MatchInfo) -> None:
        self._agent.start_match(info)
        self._outcome.isolated &= self._agent.isolated

    def start_hand(self, info: HandInfo) -> None:
        self._agent.start_hand(info)

    def act(self, view: State) -> Move:
        self._outcome.decisions[self.name] += 1
        start = monotonic()
        try:
            return self._agent.act(view)
        finally:
            over = monotonic() - start - self._agent.seconds
            self._outcome.slowest = max(self._outcome.slowest, over)

    def end_hand(self, view: State, player_index: int) -> None:
        self._agent.end_hand(view, player_index)

    def close(self) -> None:
        self._agent.close()


def soak(
    tables: int, goes_on: Callable[[], bool], *, limit: float, hands: int = HANDS_OF_A_PROGRAM
) -> Outcome:
    """Play at many tables in turn, and look after chips, time, memory and processes.

    Args:
        tables: How many tables.
        goes_on: Tells before each round of the tables whether there is to be one.
        limit: How many seconds a decision may take.
        hands: After how many hands a table has new programs.
    """
    outcome = Outcome()
    word = f"croupier-soak-{os.getpid()}-{monotonic()}"
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for kind, code in KINDS.items():
            paths[kind] = Path(folder) / f"{kind.replace(' ', '_')}.py"
            paths[kind].write_text(f"KIND, CODE = {kind!r}, {code!r}\n{PROGRAM}")

        def sit_down(kind: str) -> Table:
            agent = Timed(kind, paths[kind], word, outcome)
            agents: list[Agent | str] = [agent, "caller", "random"]
            return Table(GAME, agents, stack=100, rebuys=None, time_limit=limit)

        kinds = list(islice(cycle(KINDS), tables))
        playing = [sit_down(kind) for kind in kinds]
        try:
            for played in count(1):
                if not goes_on():
                    break
                for place, kind in enumerate(kinds):
                    outcome.hands += playing[place].play(1)
                    check_chips(playing[place])
                    # Tables get new programs one after the other.
                    if (played + place) % hands == 0:
                        leave(playing[place], outcome)
                        playing[place] = sit_down(kind)
                outcome.sizes.append(measure_memory())
        finally:
            for table in playing:
                leave(table, outcome)
        end = monotonic() + PATIENCE
        while (left := list(list_processes(word))) and monotonic() < end:
            sleep(0.05)
        outcome.left = left
    return outcome


def check_chips(table: Table) -> None:
    """Look whether chips were lost or made."""
    held = sum(player.stack for player in table.players)
    bought = sum(player.bought for player in table.players)
    if held + table.house != bought:
        raise AssertionError(f"{bought} chips were bought, and there are {held} + {table.house}")


def leave(table: Table, outcome: Outcome) -> None:
    for player in table.players:
        if isinstance(player.agent, Timed):
            outcome.faults[player.agent.name] += player.faults
    table.close()


def measure_memory() -> int:
    """Return how much memory the dealer uses, in bytes; 0 where nobody knows."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def list_processes(word: str) -> Iterator[str]:
    """Yield the commands of processes that were started with a word, launchers included."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_text(errors="replace").replace("\0", " ")
        except OSError:
            continue
        if word in command:
            yield f"{path.parent.name}: {command}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Play with programs of every bad kind.")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--limit", type=float, default=0.1)
    options: Any = parser.parse_args()
    # What programs complain about would fill the screen.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    end = monotonic() + options.seconds
    outcome = soak(options.tables, lambda: monotonic() < end, limit=options.limit)
    print(f"{outcome.hands} hands, {sum(outcome.decisions.values())} decisions of programs")
    for kind, number in sorted(outcome.decisions.items()):
        print(f"  {kind}: {number} decisions, {outcome.faults[kind]} faults")
    print(f"the slowest decision took {outcome.slowest:+.3f} s compared with its limit")
    sizes = [size // 1024 for size in outcome.sizes]
    print(f"memory in KB: {sizes[0]} first, {sizes[len(sizes) // 4]} after a quarter,", end=" ")
    print(f"{sizes[-1]} last, {max(sizes)} at most")
    print(f"isolated: {outcome.isolated}; processes left: {outcome.left}")


if __name__ == "__main__":
    main()
