"""Fair dealing: commitments, decks, restarts, and proofs that a dishonest server cannot forge."""

from __future__ import annotations

import importlib.util
import json
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from croupier.errors import PokerError, RefusedError
from croupier.games.configuration.library import library
from croupier.histories import HandHistory
from croupier.hosting import TableSettings, intents
from croupier.hosting import entries as log
from croupier.hosting.deal_replay import check_deal
from croupier.hosting.entries import read_entry
from croupier.hosting.fair_dealing import list_dealt
from croupier.hosting.fairness import (
    CardProof,
    Commitment,
    CommittedDeck,
    DealProof,
    SeenCards,
    check_deck,
    check_proof,
    commit_number,
    find_permutation,
    hash_context,
    make_deck_commitment,
)
from croupier.hosting.settings import check_settings

from .fair_deals import VECTORS, FairSession, list_mutations, make_vectors, mutate, prove, see
from .people import describe

VERIFIER = Path(__file__).parents[2] / "examples" / "verify_fair_deal.py"
NLHE = TableSettings("nlhe", fair=True, rest=0)
replace = msgspec.structs.replace


def read_vectors() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return vectors


def refuse(proof: DealProof, seen: SeenCards | None = None) -> str:
    """Return why a proof is refused."""
    with pytest.raises(RefusedError) as caught:
        check_proof(proof, seen)
    assert caught.value.code == "unfair-deal"
    return str(caught.value)


def refuse_deal(proof: DealProof, history: HandHistory) -> str:
    """Return why a proof is refused beside the history of the hand."""
    with pytest.raises(RefusedError) as caught:
        check_deal(proof, history)
    assert caught.value.code == "unfair-deal"
    return str(caught.value)


def play(settings: TableSettings = NLHE, *names: str) -> FairSession:
    """Play a hand in which all players call."""
    session = FairSession(settings)
    session.sit(*(names or ("Ann", "Bob")))
    session.deal_fairly()
    session.finish("call")
    return session


def rebuild(proof: DealProof, **changes: Any) -> DealProof:
    """Return a proof with another commitment to the deck, whose root fits."""
    fields = {name: getattr(proof.deck, name) for name in proof.deck.__struct_fields__}
    fields.pop("root")
    fields["cards"] = [proof.deck.cards[at : at + 2] for at in range(0, len(proof.deck.cards), 2)]
    return replace(proof, deck=make_deck_commitment(**(fields | changes)))


# The four breaks of the first version, each by a server that computes everything else rightly.


def test_root_opens_only_one_card_at_a_place() -> None:
    session = play()
    proof = prove(session.table, 0)
    context = hash_context(proof.deck.table, 1, 1)
    places = find_permutation(_seed(proof), 52)

    def hash_parts(label: str, *parts: bytes) -> bytes:
        parts = (b"croupier fair dealing 2: " + label.encode(), *parts)
        joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return sha256(joined).digest()

    # A comb instead of a tree: each node has the last one on its left and a new leaf on its right,
    # so that paths of any length lead to leaves of any place and card.
    salt = bytes(32)
    spine, leaves = [bytes(32)], []
    for card in ("As", "Ah", "Kc"):
        place = places[0].to_bytes(4, "big")
        leaves.append(hash_parts("leaf", context, place, card.encode(), salt))
        spine.append(hash_parts("node", spine[-1], leaves[-1]))
    forged = rebuild(proof, tree=spine[-1].hex())
    assert _seed(forged) != _seed(proof)
    for number, card in enumerate(("As", "Ah", "Kc")):
        path = [spine[number].hex(), *(leaf.hex() for leaf in leaves[number + 1 :])]
        for stretched in (path, ["", *path], [*path, ""], [*path, *["00" * 32] * 5]):
            opening = CardProof(0, card, salt.hex(), stretched)
            refuse(replace(forged, openings=[opening]))
    # A path with a part too few or too many is refused, and so is one with an empty part.
    first = proof.openings[0]
    for path in (first.path[:-1], [*first.path, "00" * 32], ["", *first.path], first.path[1:]):
        refuse(replace(proof, openings=[replace(first, path=path), *proof.openings[1:]]))


def _seed(proof: DealProof) -> bytes:
    parts = (b"croupier fair dealing 2: order", bytes.fromhex(proof.deck.root))
    numbers = map(bytes.fromhex, proof.numbers)
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in (*parts, *numbers))
    return sha256(joined).digest()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 24, 36, 52, 53, 54])
def test_paths_have_exactly_the_neighbours_that_the_size_demands(size: int) -> None:
    context = hash_context("abc", 1, 1)
    cards = [f"{rank}{suit}" for rank in "23456789TJQKA*" for suit in "cdhs"][:size]
    deck = CommittedDeck(context, bytes(range(32)), cards)
    commitments = [Commitment("Ann", commit_number(context, "01" * 32))]
    made = make_deck_commitment(
        table="abc", hand=1, attempt=1, previous="", cards=cards, tree=deck.tree, setup="",
        plan=["free"], players=["Ann"], commitments=commitments,
    )  # fmt: skip
    deck.permute(bytes.fromhex(made.root), ["01" * 32])
    openings = [deck.open(position) for position in range(size)]
    proof = DealProof(made, ["01" * 32], [0] * size, openings)
    assert check_proof(proof).cards == size
    for place, one in enumerate(openings):
        longer = replace(one, path=[*one.path, "00" * 32])
        refuse(replace(proof, openings=[*openings[:place], longer, *openings[place + 1 :]]))
        if one.path:
            shorter = replace(one, path=one.path[:-1])
            refuse(replace(proof, openings=[*openings[:place], shorter, *openings[place + 1 :]]))


def test_players_cannot_be_invented_after_numbers_are_known() -> None:
    session = play()
    proof = prove(session.table, 0)
    context = hash_context(proof.deck.table, 1, 1)
    number = "5a" * 32
    invented = Commitment("Zed", commit_number(context, number))
    both = sorted([*proof.deck.commitments, invented], key=lambda one: one.commitment)
    numbers = list(proof.numbers)
    numbers.insert(both.index(invented), number)
    # The root covers the commitments: with another one, it is another root.
    forged = replace(proof, deck=replace(proof.deck, commitments=both), numbers=numbers)
    assert "the root does not fit" in refuse(forged)
    # With a root that fits, the order and the page's own record differ.
    assert rebuild(proof, commitments=both).deck.root != proof.deck.root
    refuse(replace(rebuild(proof, commitments=both), numbers=numbers))
    # Names have no influence on the order of the numbers.
    assert [one.commitment for one in proof.deck.commitments] == sorted(
        one.commitment for one in proof.deck.commitments
    )


def test_owners_follow_from_the_rules() -> None:
    session = play()
    assert session.table.state is not None
    proof, history = prove(session.table, 0), session.history()
    seen = see(session.table.state, 0)
    assert check_proof(proof, seen) == check_deal(proof, history)
    swapped = [1 - owner if owner >= 0 else owner for owner in proof.dealt]
    burns = [-1] * 20 + proof.dealt
    for dealt in (swapped, burns, [-1, *proof.dealt], proof.dealt[:-1], [*proof.dealt, -2]):
        refuse(replace(proof, dealt=dealt), seen)
        refuse_deal(replace(proof, dealt=dealt), history)
    # A plan that the server made up does not help: that of the game is known.
    plan = ["burn", *proof.deck.plan]
    assert "root" in refuse(replace(proof, deck=replace(proof.deck, plan=plan)), seen)
    with pytest.raises(RefusedError):
        check_deal(rebuild(proof, plan=plan), history)


def test_all_shown_cards_are_opened() -> None:
    session = play()
    assert session.table.state is not None
    proof, history = prove(session.table, 0), session.history()
    seen = see(session.table.state, 0)
    for place in range(len(proof.openings)):
        openings = proof.openings[:place] + proof.openings[place + 1 :]
        assert "is not opened" in refuse(replace(proof, openings=openings), seen)
        assert "is not opened" in refuse_deal(replace(proof, openings=openings), history)
    refuse(replace(proof, openings=[]), seen)
    other = next(card for card in ("2c", "3d") if card not in seen.board + seen.players[0])
    for wrong in (
        replace(seen, board=[other, *seen.board[1:]]),
        replace(seen, players=[seen.players[1], seen.players[0]]),
        replace(seen, players=[[*seen.players[0], other], *seen.players[1:]]),
    ):
        refuse(proof, wrong)


def test_deal_without_numbers_is_not_proven() -> None:
    session = FairSession(NLHE)
    session.sit("Ann", "Bob")
    session.play_hand()
    (proof,) = session.table.fairness.list_proofs("p1")
    assert proof.deck.commitments == []
    assert "no player's number" in refuse(proof)


# Mutations, and the vectors that the page and the independent verifier read as well.


def test_vectors_are_those_of_the_document() -> None:
    assert read_vectors() == json.loads(json.dumps(make_vectors()))


@pytest.mark.parametrize("vector", read_vectors(), ids=lambda vector: str(vector["name"]))
def test_mutation_of_every_field_is_refused(vector: dict[str, Any]) -> None:
    proof = msgspec.convert(vector["proof"], DealProof)
    seen = msgspec.convert(vector["seen"], SeenCards)
    history = HandHistory.loads(vector["history"])
    assert check_proof(proof, seen) == check_deal(proof, history)
    changes = 0
    for path, new in list_mutations(vector["proof"]):
        changed = msgspec.convert(mutate(vector["proof"], path, new), DealProof)
        refuse(changed, seen)
        refuse_deal(changed, history)
        changes += 1
    assert changes > 300


@pytest.mark.parametrize("vector", read_vectors(), ids=lambda vector: str(vector["name"]))
def test_mutation_of_the_history_is_refused(vector: dict[str, Any]) -> None:
    proof = msgspec.convert(vector["proof"], DealProof)
    history = HandHistory.loads(vector["history"])
    shown = {card for one in proof.openings for card in [one.card]}
    other = next(card for card in ("2c", "3d", "4h", "5s", "6c") if card not in shown)
    for place, action in enumerate(history.actions):
        for one in proof.openings:
            if action.startswith("d ") and one.card in action:
                changed = HandHistory.loads(vector["history"])
                changed.actions[place] = action.replace(one.card, other)
                refuse_deal(proof, changed)
    for name, value in (
        ("hand", 99),
        ("starting_stacks", [stack + 1 for stack in history.starting_stacks]),
        ("players", [*reversed(history.players or ())]),
        ("seats", [seat + 1 for seat in history.seats or ()]),
    ):
        changed = HandHistory.loads(vector["history"])
        setattr(changed, name, value)
        refuse_deal(proof, changed)


def load_verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_fair_deal", VERIFIER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_independent_verifier_is_short_and_needs_no_package() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    imported = {
        line.split()[1].partition(".")[0]
        for line in text.splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
    document = (VERIFIER.parents[1] / "docs" / "fair-dealing.md").read_text(encoding="utf-8")
    assert text in document


@pytest.mark.parametrize("vector", read_vectors(), ids=lambda vector: str(vector["name"]))
def test_independent_verifier_refuses_mutations(vector: dict[str, Any]) -> None:
    verify = load_verifier().verify
    verify(vector["proof"])
    # What the verifier does not read: openings that are left out, and owners in other games.
    knows_owners = vector["name"] in ("holdem", "omaha")
    for path, new in list_mutations(vector["proof"]):
        is_left_out = path == ["openings"] and len(new) < len(vector["proof"]["openings"])
        if is_left_out or (path[0] == "dealt" and not knows_owners):
            continue
        with pytest.raises((AssertionError, KeyError, IndexError, ValueError)):
            verify(mutate(vector["proof"], path, new))


# The protocol at a table.


def test_players_check_what_they_see_and_nothing_else_opens() -> None:
    session = FairSession(NLHE)
    session.sit("Ann", "Bob", "Cy")
    table = session.table
    for _ in range(3):
        session.deal_fairly()
        while table.is_playing:
            assert table.state is not None
            for viewer in (None, 0, 1, 2):
                proof = prove(table, viewer)
                assert sorted(proof.numbers) == sorted(session.numbers.values())
                checked = check_proof(proof, see(table.state, viewer))
                assert checked.players == ("Ann", "Bob", "Cy") and not checked.restarts
                view = table.state.observe(viewer)
                own = 0 if viewer is None else 2
                assert checked.cards == own + len(list(view.get_board_cards(0)))
            session.now += 100
            session.act("call" if "check_or_call" in table.decision.observe().legal else "fold")  # type: ignore[union-attr]
        session.wait()
    assert describe(session.restore()) == describe(table)
    proofs = table.fairness.list_proofs("p1")
    assert [proof.deck.hand for proof in proofs] == [1, 2, 3]
    assert check_deal(proofs[-1], session.history())


def test_root_covers_the_game_the_players_and_the_stacks() -> None:
    session = FairSession(NLHE)
    ann, _ = session.sit("Ann", "Bob")
    session.pledge()
    fixed = session.table.fairness.fixed
    assert fixed is not None and fixed.commitment is not None
    deck = fixed.commitment
    check_deck(deck)
    assert sorted(deck.players) == ["Ann", "Bob"] and "starting_stacks = [200, 200]" in deck.setup
    assert deck.table == "abcdefghjk" and "variant = 'NT'" in deck.setup
    # Who comes, goes, buys or changes the game after the commitment waits for the next hand.
    cy = session.join("Cy")
    session.send(cy, intents.Sit(id="c1", name="Cy"))
    session.send(ann, intents.Buy(id="c2", amount=200))
    session.send(ann, intents.ChangeGame(id="c3", game="plo"))
    session.send(ann, intents.SitOut(id="c4", away=True))
    assert describe(session.restore()) == describe(session.table)
    session.reveal()
    session.deal()
    assert sorted(session.table.names) == ["Ann", "Bob"]
    while session.table.is_playing:
        session.wait(10_000)
        if session.table.is_playing and session.table.decider is not None:
            session.act("fold")
    session.wait()
    assert session.table.settings.game == "plo"
    (proof,) = session.table.fairness.list_proofs("p1")
    assert proof.deck == deck and check_deal(proof, session.history())


def test_players_leave_when_prizes_are_shared_before_the_deal() -> None:
    session = FairSession(TableSettings("nlhe", fair=True, rest=0, payouts=[70, 30], seats=3))
    ann, bob = session.sit("Ann", "Bob")
    session.send(ann, intents.Start(id="start"))
    session.pledge()
    for person in (ann, bob):
        session.send(person, intents.Agree(id=f"{person} agrees", agrees=True))
    assert session.table.is_over
    for person in (ann, bob):
        session.send(person, intents.Leave(id=f"{person} leaves"))
    assert not session.table.seated and session.table.count_chips() == 0


def test_silent_player_makes_a_new_deck_without_them() -> None:
    session = FairSession(NLHE)
    _, bob, _ = session.sit("Ann", "Bob", "Cy")
    table = session.table
    session.pledge()
    session.reveal("Bob")
    first = table.fairness.fixed
    assert first is not None and first.commitment is not None
    assert session.wait(4_000) == []
    (entry,) = session.wait(1_500)
    assert isinstance(entry, log.Replaced) and not table.is_playing
    assert table.fairness.silent == {"Bob"} and "Bob did not reveal" in table.notice
    # Bob takes no part in the next deck of this hand, but is dealt in.
    with pytest.raises(RefusedError):
        session.send(bob, intents.Pledge(id="x", hand=1, promise="ab" * 32, attempt=2))
    assert describe(session.restore()) == describe(table)
    session.deal_fairly()
    assert set(session.numbers) == {"Ann", "Cy"} and table.names == ("Ann", "Bob", "Cy")
    proof = prove(table, 1)
    assert proof.deck.attempt == 2 and proof.deck.previous == first.commitment.root
    assert check_proof(proof).restarts == 1
    session.finish()
    # In the next hand, everybody is asked again.
    session.deal_fairly()
    assert set(session.numbers) == {"Ann", "Bob", "Cy"}
    assert prove(table, 0).deck.attempt == 1


def test_decks_are_not_replaced_without_end() -> None:
    session = FairSession(NLHE)
    host, *_ = session.sit("Ann", "Bob", "Cy", "Di")
    table = session.table
    for name in ("Ann", "Bob", "Cy"):
        assert not table.is_paused
        session.pledge()
        session.reveal(name)
        session.wait(5_000)
    assert table.is_paused and table.fairness.attempt == 4
    assert table.fairness.silent == {"Ann", "Bob", "Cy"}
    session.send(host, intents.Pause(id="go", paused=False))
    session.deal_fairly()
    # The host may go on, but such a hand is not proven.
    assert "more than 3 decks" in refuse(prove(table, 3))


def test_replaced_decks_cannot_be_hidden_or_made_up() -> None:
    vector = read_vectors()[0]
    proof = msgspec.convert(vector["proof"], DealProof)
    assert proof.earlier and check_proof(proof).restarts == 1
    refuse(replace(proof, earlier=[]))
    refuse(replace(proof, earlier=[*proof.earlier, *proof.earlier]))
    alone = rebuild(replace(proof, earlier=[]), attempt=1, previous="")
    refuse(alone)


def test_deck_cannot_be_replaced_when_all_numbers_are_revealed() -> None:
    session = FairSession(NLHE)
    session.sit("Ann", "Bob")
    session.deal_fairly()
    # The server knows the cards now, and begins the hand again.
    session.table.fairness.cancel()
    (earlier,) = session.table.fairness.earlier
    assert all(earlier.numbers) and session.table.fairness.attempt == 2
    context = hash_context(earlier.deck.table, 1, 2)
    again = rebuild(
        DealProof(earlier.deck, ["01" * 32], earlier=[earlier]),
        attempt=2,
        previous=earlier.deck.root,
        commitments=[Commitment("Ann", commit_number(context, "01" * 32))],
    )
    assert "though all numbers were revealed" in refuse(again)
    with pytest.raises(ValueError, match="too many decks"):
        load_verifier().verify(msgspec.to_builtins(again))


def test_replay_ends_whatever_a_history_says() -> None:
    session = FairSession(TableSettings("super_stud", fair=True, rest=0))
    session.sit("Ann", "Bob")
    session.deal_fairly()
    session.finish("call")
    history, proof = session.history(), prove(session.table, 0)
    assert check_deal(proof, history)
    # Many players' discards, each of which may be anything.
    at = next(at for at, action in enumerate(history.actions) if " sd " in action)
    history.actions[at + 1 :] = [history.actions[at].rpartition(" ")[0] + " ????"] * 40
    refuse_deal(proof, history)


def test_pause_and_restart_give_players_time_to_reveal() -> None:
    session = FairSession(NLHE)
    host, _ = session.sit("Ann", "Bob")
    session.pledge()
    session.send(host, intents.Pause(id="p1", paused=True))
    session.now += 60_000
    session.send(host, intents.Pause(id="p2", paused=False))
    assert session.wait() == []
    session.keep(log.Resumed(at=session.now + 60_000))
    session.now += 60_000
    assert session.wait(4_000) == []
    session.reveal()
    session.deal()
    assert check_proof(prove(session.table, 0))


def test_commitments_and_numbers_come_in_their_time() -> None:
    session = FairSession(NLHE)
    ann, bob = session.sit("Ann", "Bob")
    number, other = "ab" * 32, "cd" * 32
    context = hash_context(session.table.fairness.code, 1, 1)

    def refuse_intent(intent: Any, person: str = ann) -> str:
        with pytest.raises(PokerError) as caught:
            session.send(person, intent)
        return caught.value.code

    reveal = intents.Reveal(id="r", hand=1, number=number)
    assert refuse_intent(reveal) == "stale-promise"
    pledge = intents.Pledge(id="p", hand=1, promise=commit_number(context, number))
    assert refuse_intent(replace(pledge, hand=2)) == "stale-promise"
    assert refuse_intent(replace(pledge, attempt=2)) == "stale-promise"
    session.send(ann, pledge)
    # The commitment of another player cannot be copied.
    assert refuse_intent(pledge, bob) == "stale-promise"
    session.send(bob, replace(pledge, promise=commit_number(context, other)))
    session.wait()
    assert session.table.fairness.fixed is not None
    # Whoever has seen the root commits to nothing more.
    assert refuse_intent(replace(pledge, id="q", promise="11" * 32)) == "stale-promise"
    assert refuse_intent(replace(reveal, id="s", number=other)) == "wrong-number"
    assert refuse_intent(replace(reveal, id="s", attempt=2)) == "stale-promise"
    session.send(ann, reveal)
    assert refuse_intent(replace(reveal, id="t")) == "stale-promise"
    assert not session.table.is_playing
    session.send(bob, intents.Reveal(id="u", hand=1, number=other))
    assert isinstance(session.wait()[0], log.Dealt)


def test_table_is_the_same_after_every_entry() -> None:
    session = FairSession(NLHE)
    session.sit("Ann", "Bob")
    session.deal_fairly()
    table = session.table
    for _ in range(3):
        again = session.restore()
        assert describe(again) == describe(table)
        assert prove(again, 0) == prove(table, 0)
        session.act("call")


def test_logs_of_the_first_version_open_and_play() -> None:
    # Two hands that the version before wrote: one is over, the other in play.
    lines = (Path(__file__).parent / "old_fair_log.jsonl").read_bytes().splitlines()
    kept = [read_entry(line) for line in lines]
    session = FairSession(NLHE)
    table = type(session.table).restore(kept)
    assert table.is_playing and table.hand == 2 and table.state is not None
    assert len(table.ended) == 1 and table.count_chips() == 0
    # What they prove is less: there are no proofs of these hands.
    assert table.fairness.hand is None and table.fairness.list_proofs("p1") == []
    session.table, session.entries, session.now = table, lines, kept[-1].at
    session._ids = count(1_000)
    session.finish("call")
    session.deal_fairly()
    assert check_proof(prove(table, 0)).players == ("Ann", "Bob")


_GAMES = [*library().summarize_all(), "nlhe", "plo", "razz", "kuhn"]


@pytest.mark.parametrize("name", _GAMES)
def test_deals_of_all_games_are_verified_by_replaying(name: str) -> None:
    settings = TableSettings(name, fair=True, rest=0, run_it_twice=True, show_or_muck=True)
    session = FairSession(settings, seed=len(name))
    table = session.table
    least, most = table.settings.make_lineup().bounds[0], table.settings.seats
    session.sit(*[f"P{number}" for number in range(min(max(least, 4), most))])
    session.deal_fairly()
    while table.is_playing:
        assert table.state is not None
        for viewer in (0, None):
            check_proof(prove(table, viewer), see(table.state, viewer))
        session.now += 100
        session.act(session.choose())
    session.wait()
    (hand, event, ids), *_ = table.fairness.ended
    _, cards = list_dealt(event.state.operations, hand.commitment.size)
    order = hand.deck.permute(bytes.fromhex(hand.commitment.root), hand.numbers)
    assert [repr(card) for card in cards] == order[: len(cards)]
    for person in ("p1", "p2", None):
        proof = hand.prove(event.state, ids.index(person) if person else None)
        check_deal(proof, session.history(person))
        if len(proof.dealt) > 1:
            changed = [*proof.dealt[1:], proof.dealt[0]]
            if changed != proof.dealt:
                refuse_deal(replace(proof, dealt=changed), session.history(person))


def test_permutations_are_fair() -> None:
    # Each of four is at each place equally often: a shuffle that is off by one is not so.
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
