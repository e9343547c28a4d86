"""Hands that are dealt fairly, and the test vectors of docs/fair-dealing.md.

`python -m hosting.fair_deals` in the folder of the tests writes the vectors; a test compares them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.histories import HandHistory
from croupier.hosting import HostedTable, TableSettings, intents
from croupier.hosting.entries import read_entry
from croupier.hosting.fair_dealing import count_discards
from croupier.hosting.fairness import DealProof, SeenCards, commit_number, hash_context
from croupier.hosting.hands import list_histories
from croupier.state import State
from croupier.views import view_table

from .people import Session

VECTORS = Path(__file__).parent / "fair_deals.json"
_KINDS = {
    # The name, the settings, the players, and a move before those that are chosen at random.
    "holdem": (TableSettings("nlhe", fair=True, rest=0), ("Ann", "Bob", "Zoë"), "call"),
    "holdem_run_twice": (
        TableSettings("nlhe", fair=True, rest=0, run_it_twice=True, buy_in=100),
        ("Ann", "Bob"),
        "all in",
    ),
    "omaha": (TableSettings("plo", fair=True, rest=0), ("Ann", "Bob", "Zoë"), "call"),
    "badugi": (TableSettings("badugi", fair=True, rest=0), ("Ann", "Bob", "Zoë"), "call"),
    "stud": (TableSettings("seven_card_stud", fair=True, rest=0), ("Ann", "Bob", "Zoë"), "call"),
}


class FairSession(Session):
    """A table whose players commit to numbers and reveal them, unless told otherwise.

    Attributes:
        numbers: The numbers of the last deck, by the names of the players.
    """

    def __init__(self, settings: TableSettings, seed: int = 1, code: str = "abcdefghjk") -> None:
        super().__init__(settings, seed)
        self.table.fairness.code = code
        self.numbers: dict[str, str] = {}

    def pledge(self, *without: str) -> None:
        """Let the players commit to numbers, and wait for the commitment to the deck."""
        table, fairness = self.table, self.table.fairness
        self.numbers = {}
        context = hash_context(fairness.code, table.hand + 1, fairness.attempt)
        for person in list(table.seated.values()):
            if person.name in fairness.silent or person.name in without:
                continue
            number = self.numbers[person.name] = self.random.randbytes(32).hex()
            pledge = intents.Pledge(
                id=self.id(),
                hand=table.hand + 1,
                promise=commit_number(context, number),
                attempt=fairness.attempt,
            )
            self.send(person.id, pledge)
        while fairness.fixed is None:
            assert table.due is not None
            self.now = max(self.now, table.due)
            self.wait()

    def reveal(self, *silent: str) -> None:
        """Let the players reveal their numbers."""
        table = self.table
        for person in list(table.seated.values()):
            if person.name in self.numbers and person.name not in silent:
                reveal = intents.Reveal(
                    id=self.id(),
                    hand=table.hand + 1,
                    number=self.numbers[person.name],
                    attempt=table.fairness.attempt,
                )
                self.send(person.id, reveal)

    def deal_fairly(self) -> None:
        """Deal a hand with the numbers of all players."""
        self.pledge()
        self.reveal()
        self.deal()

    def finish(self, move: str = "") -> None:
        """Play the hand to its end."""
        while self.table.is_playing:
            self.now += 100
            decision = self.table.decision
            assert decision is not None
            can_call = decision.operation is None and "check_or_call" in decision.observe().legal
            self.act(move if move and can_call else self.choose())
        self.wait()

    def history(self, person: str | None = "p1") -> HandHistory:
        """Return the last hand as a person has seen it."""
        *_, last = list_histories(map(read_entry, self.entries), person)
        return HandHistory.loads(last.dumps())


def prove(table: HostedTable, viewer: int | None) -> DealProof:
    """Return the proof of the last hand."""
    hand = table.fairness.hand
    assert hand is not None and table.state is not None
    return hand.prove(table.state, viewer)


def see(state: State, viewer: int | None) -> SeenCards:
    """Return the cards that a table shows, as its page lists them."""
    view = view_table(state.observe(viewer), viewer=viewer, words=False)
    lying = [card for board in view.boards for row in board.rows for card in row.cards]
    board = [repr(card.card) for card in lying if card is not None]
    players = [[repr(card.card) for card in seat.cards] for seat in view.seats]
    known = dict.fromkeys(card for card in board if card != "??")
    hidden = [card for card in board if card == "??"]
    return SeenCards(players, [*known, *hidden], count_discards(state))


def make_vectors() -> list[dict[str, Any]]:
    """Return proofs of hands, with what the table showed and with the history."""
    vectors = []
    for number, (name, (settings, names, move)) in enumerate(_KINDS.items()):
        session = FairSession(settings, seed=number + 13)
        session.sit(*names)
        if name == "holdem":
            # Bob does not reveal a number: the deck is replaced.
            session.pledge()
            session.reveal("Bob")
            while session.table.fairness.fixed is not None:
                session.wait(1_000)
        session.deal_fairly()
        session.finish(move)
        table = session.table
        assert table.state is not None
        viewer = table.names.index("Ann")
        proof = prove(table, viewer)
        proof = msgspec.structs.replace(proof, own_number=session.numbers["Ann"])
        vectors.append(
            {
                "name": name,
                "proof": msgspec.to_builtins(proof),
                "seen": msgspec.to_builtins(see(table.state, viewer)),
                "history": session.history().dumps(),
            }
        )
    return vectors


def list_mutations(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[list[Any]]:
    """Yield changes of every field of a proof: the path and the new value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from list_mutations(part, (*path, key))
    elif isinstance(value, list):
        if value:
            yield [list(path), value[:-1]]
            yield [list(path), [*value, value[-1]]]
        if len(value) > 1:
            yield (
                [list(path), [value[1], value[0], *value[2:]]]
                if value[0] != value[1]
                else [
                    list(path),
                    value[1:],
                ]
            )
        for place, part in enumerate(value):
            yield from list_mutations(part, (*path, place))
    elif isinstance(value, int):
        yield [list(path), value + 1]
        yield [list(path), value - 1]
    elif value:
        last = "0" if value[-1] != "0" else "1"
        yield [list(path), value[:-1] + last]
        if path != ("own_number",):
            yield [list(path), ""]
            yield [list(path), value.upper() if value.upper() != value else value + "x"]
    else:
        yield [list(path), "00" * 32]


def mutate(value: Any, path: list[str | int], new: Any) -> Any:
    """Return a copy of a proof with another value at a path."""
    if not path:
        return new
    copied = value.copy()
    copied[path[0]] = mutate(value[path[0]], path[1:], new)
    return copied


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(make_vectors(), indent=1, ensure_ascii=False) + "\n", "utf-8")
