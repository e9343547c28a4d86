"""People who play at hosted tables in tests."""

from __future__ import annotations

from copy import deepcopy
from itertools import count
from random import Random
from typing import Any

from croupier.agents.legal_moves import choose_randomly
from croupier.hosting import HostedTable, TableSettings, intents
from croupier.hosting.codes import hash_secret
from croupier.hosting.entries import Entry, read_entry, write_entry
from croupier.hosting.intents import Intent


class Session:
    """A table, its log, and a clock that a test turns.

    Attributes:
        table: The table.
        entries: All entries so far, as the log has them.
        now: The time, in milliseconds.
    """

    def __init__(self, settings: TableSettings | None = None, seed: int = 1) -> None:
        self.now = 1_000_000
        self.random = Random(seed)
        self._ids = count(1)
        opened = settings if settings is not None else TableSettings("nlhe")
        self.table = HostedTable.open(opened, now=self.now, draw=self.draw)
        self.entries: list[bytes] = [write_entry(self.table.opened)]

    def draw(self) -> str:
        return self.random.randbytes(32).hex()

    def keep(self, *entries: Entry) -> None:
        for entry in entries:
            line = write_entry(entry)
            self.entries.append(line)
            self.table.apply(read_entry(line))

    def join(self, name: str = "", **options: Any) -> str:
        key = hash_secret(f"{name} {self.id()}")
        entry = self.table.join(name, key=key, now=self.now, **options)
        self.keep(entry)
        return entry.person

    def send(self, person: str, intent: Intent) -> list[Entry]:
        entries = self.table.handle(person, intent, self.now)
        self.keep(*entries)
        return entries

    def id(self) -> str:
        return f"i{next(self._ids)}"

    def sit(self, *names: str, amount: int = 0) -> list[str]:
        found = []
        for name in names:
            person = self.join(name, is_host=not self.table.people)
            self.send(person, intents.Sit(id=self.id(), name=name, amount=amount))
            found.append(person)
        return found

    def wait(self, milliseconds: int = 0) -> list[Entry]:
        """Let time pass, and what it brings happen."""
        self.now += milliseconds
        entries = self.table.advance(self.now, self.draw)
        self.keep(*entries)
        return entries

    def deal(self) -> None:
        """Wait until a hand is dealt."""
        while not self.table.is_playing:
            due = self.table.due
            assert due is not None
            self.now = max(self.now, due)
            self.wait()

    def act(self, move: str, **changed: Any) -> list[Entry]:
        decider = self.table.decider
        assert decider is not None
        fields: dict[str, Any] = {
            "id": self.id(),
            "hand": self.table.hand,
            "v": self.table.version,
            "move": move,
        }
        return self.send(decider.id, intents.Act(**(fields | changed)))

    def choose(self) -> str:
        """Return a move at random, as it is said."""
        decision = self.table.decision
        assert decision is not None
        view = decision.observe()
        move = choose_randomly(view, self.random)
        if decision.operation is not None:
            while move.name != decision.operation:
                move = choose_randomly(view, self.random)
        return move.to_action(decision.player_index)

    def play_hand(self) -> None:
        """Play a hand to its end, at random."""
        self.deal()
        while self.table.is_playing:
            self.now += 100
            self.act(self.choose())
        self.wait()

    def restore(self) -> HostedTable:
        return HostedTable.restore(map(read_entry, self.entries))


def describe(table: HostedTable) -> dict[str, Any]:
    """Return all that people can notice of a table."""
    state = table.state
    return {
        "version": table.version,
        "hand": table.hand,
        "joined": table.joined,
        "forgotten": table.forgotten,
        "people": {one.id: deepcopy(vars(one)) for one in table.people.values()},
        "stacks": {seat: str(table.find_player(one)) for seat, one in table.seated.items()},
        "views": []
        if state is None
        else [repr(state.observe(index).operations) for index in (None, *state.player_indices)],
        "decider": table.decider and table.decider.id,
        "deadline": table.deadline,
        "due": table.due,
        "house": table.house,
        "said": list(table.said),
        "paused": table.is_paused,
    }
