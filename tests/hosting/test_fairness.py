"""Fair dealing: decks that are fixed, numbers of players, and proofs that open nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.errors import PokerError, RefusedError
from croupier.games import make_game
from croupier.games.configuration.library import library
from croupier.hosting import HostedTable, TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.entries import read_entry
from croupier.hosting.fairness import (
    CommittedDeck,
    DealProof,
    check_proof,
    find_permutation,
    hash_number,
    list_dealt,
)
from croupier.hosting.settings import check_settings

from .people import Session, describe


class FairSession(Session):
    """A table at which everybody promises numbers, and tells them, unless told otherwise."""

    def promise(self, *silent: str) -> dict[str, str]:
        table = self.table
        numbers = {}
        for person in list(table.seated.values()):
            number = self.random.randbytes(32).hex()
            numbers[person.name] = number
            promise = hash_number(number)
            self.send(
                person.id,
                intents.Pledge(id=self.id(), hand=table.hand + 1, promise=promise),
            )
        while table.fairness.fixed is None:
            self.now = max(self.now, table.due or 0)
            self.wait()
        root = table.fairness.fixed.root
        for person in list(table.seated.values()):
            if person.name not in silent:
                self.send(
                    person.id,
                    intents.Reveal(id=self.id(), hand=table.hand + 1, number=numbers[person.name]),
                )
        assert table.fairness.fixed.root == root
        self.deal()
        return numbers


def prove(table: HostedTable, viewer: int | None) -> DealProof:
    hand = table.fairness.hand
    assert hand is not None and table.state is not None
    return hand.prove(table.state, table.names, viewer)


def test_everybody_checks_what_they_see_and_nothing_else_opens() -> None:
    session = FairSession(TableSettings("nlhe", fair=True, rest=0))
    session.sit("Ann", "Bob", "Cy")
    table = session.table
    for _ in range(3):
        numbers = session.promise()
        while table.is_playing:
            assert table.state is not None
            for viewer in (None, 0, 1, 2):
                proof = prove(table, viewer)
                assert proof.numbers == numbers
                seen = table.state.observe(viewer)
                own = 0 if viewer is None else 2
                board = len(list(seen.get_board_cards(0)))
                assert check_proof(proof) == len(proof.openings)
                if not table.state.board_count or table.state.statuses[viewer or 0]:
                    assert len(proof.openings) == own + board
            session.now += 100
            session.act("call")
        session.wait()
    assert describe(session.restore()) == describe(table)
    assert [proof.hand for proof in table.fairness.list_proofs("p1")] == [1, 2, 3]
    assert all(check_proof(proof) for proof in table.fairness.list_proofs("p1"))


def test_who_does_not_tell_a_number_is_listed_and_holds_nobody_up() -> None:
    session = FairSession(TableSettings("nlhe", fair=True, rest=0))
    session.sit("Ann", "Bob")
    session.promise("Bob")
    proof = prove(session.table, 0)
    assert proof.numbers["Bob"] == "" and proof.numbers["Ann"]
    assert check_proof(proof) == 2


def test_hands_are_dealt_without_any_numbers() -> None:
    session = FairSession(TableSettings("badugi", fair=True, rest=0))
    session.sit("Ann", "Bob")
    session.play_hand()
    (proof,) = session.table.fairness.list_proofs("p1")
    assert proof.promises == {} and check_proof(proof) >= 4
    assert session.table.count_chips() == 0


def test_a_table_is_the_same_after_every_entry() -> None:
    session = FairSession(TableSettings("nlhe", fair=True, rest=0))
    session.sit("Ann", "Bob")
    session.promise()
    table = session.table
    for _ in range(3):
        again = session.restore()
        assert describe(again) == describe(table)
        assert prove(again, 0) == prove(table, 0)
        session.act("call")


def test_promises_and_numbers_come_in_their_time() -> None:
    session = FairSession(TableSettings("nlhe", fair=True, rest=0))
    ann, bob = session.sit("Ann", "Bob")
    number = "ab" * 32

    def refuse(intent: Any, person: str = ann) -> str:
        with pytest.raises(PokerError) as caught:
            session.send(person, intent)
        return caught.value.code

    reveal = intents.Reveal(id="r", hand=1, number=number)
    assert refuse(reveal) == "stale-promise"
    promise = intents.Pledge(id="p", hand=2, promise=hash_number(number))
    assert refuse(promise) == "stale-promise"
    session.send(ann, msgspec.structs.replace(promise, hand=1))
    session.send(bob, intents.Pledge(id="p", hand=1, promise="00" * 32))
    session.wait()
    assert session.table.fairness.fixed is not None
    # Who has seen the root promises nothing more.
    assert refuse(intents.Pledge(id="q", hand=1, promise="11" * 32)) == "stale-promise"
    assert refuse(intents.Reveal(id="s", hand=1, number="cd" * 32)) == "wrong-number"
    session.send(ann, reveal)
    assert refuse(msgspec.structs.replace(reveal, id="t")) == "stale-promise"
    assert not session.table.is_playing
    assert isinstance(session.wait(2_000)[0], log.Dealt)
    assert [one.kind for one in map(_kind, session.entries)].count("committed") == 1


class _kind:  # noqa: N801
    def __init__(self, line: bytes) -> None:
        self.kind = type(read_entry(line)).__name__.lower()


@pytest.mark.parametrize("name", [*library().summarize_all(), "nlhe", "razz", "kuhn"])
def test_cards_come_in_the_order_of_the_deck(name: str) -> None:
    game = make_game(name)
    session = FairSession(TableSettings(name, fair=True, rest=0))
    least = session.table.settings.make_lineup().bounds[0]
    session.sit(*[f"P{number}" for number in range(max(least, 2))])
    session.play_hand()
    (hand, event, _), *_ = session.table.fairness.ended
    size = len(hand.deck.cards)
    _, cards = list_dealt(event.state.operations, size)
    assert [repr(card) for card in cards] == hand.deck.permute(hand.numbers)[: len(cards)]
    for viewer in (None, 0):
        assert check_proof(hand.prove(event.state, event.names, viewer)) >= 0
    assert game is not None


def test_whatever_is_changed_is_found() -> None:
    deck = CommittedDeck(7, bytes(range(32)), [f"{r}{s}" for r in "23456789" for s in "cdhs"])
    numbers = {"Ann": "01" * 32, "Bob": ""}
    deck.permute(numbers)
    promises = {"Ann": hash_number("01" * 32), "Bob": "22" * 32}
    openings = [deck.open(number) for number in (0, 3, 9)]
    proof = DealProof(7, deck.root, 32, promises, numbers, [0] * 12, ["Ann", "Bob"], openings)
    assert check_proof(proof) == 3
    replace = msgspec.structs.replace
    first = openings[0]
    other = next(card for card in deck.cards if card != first.card)
    for wrong in (
        replace(proof, hand=8),
        replace(proof, root="00" * 32),
        replace(proof, size=31),
        replace(proof, version=2),
        replace(proof, numbers={"Ann": "02" * 32, "Bob": ""}),
        replace(proof, numbers={"Ann": "01" * 32}),
        replace(proof, dealt=[0] * 5),
        replace(proof, openings=[*openings, first]),
        replace(proof, openings=[replace(first, card=other)]),
        replace(proof, openings=[replace(first, number=1)]),
        replace(proof, openings=[replace(first, number=-1)]),
        replace(proof, openings=[replace(first, salt="00" * 32)]),
        replace(proof, openings=[replace(first, salt="x")]),
        replace(proof, openings=[replace(first, path=first.path[:-1])]),
        replace(proof, openings=[replace(first, path=[*first.path[:-1], "zz" * 32])]),
        replace(proof, openings=[replace(first, path=["", *first.path[1:]])]),
    ):
        with pytest.raises(RefusedError) as caught:
            check_proof(wrong)
        assert caught.value.code == "unfair-deal"


def test_permutations_are_fair() -> None:
    # Each of four stands at each place equally often: a shuffle that is off by one is not so.
    counts = [[0] * 4 for _ in range(4)]
    for number in range(4_000):
        for place, one in enumerate(find_permutation(number.to_bytes(32, "big"), 4)):
            counts[place][one] += 1
    assert all(880 < count < 1_120 for row in counts for count in row)
    orders = {tuple(find_permutation(number.to_bytes(32, "big"), 4)) for number in range(2_000)}
    assert len(orders) == 24


def test_mixes_are_not_provable() -> None:
    with pytest.raises(RefusedError) as caught:
        check_settings(TableSettings("horse", fair=True))
    assert caught.value.code == "fair-mix"
