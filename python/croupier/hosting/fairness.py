"""Fair dealing: a deck that is committed to before the players' numbers decide its order.

This module has the hashes, the messages and the check of a proof. docs/fair-dealing.md specifies
all of them; `web/src/play/fairness.ts` implements the same for the page of a table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.errors import RefusedError
from croupier.hosting.dealing_plan import BOARD, follow_plan

__all__ = [
    "MAX_ATTEMPTS",
    "VERSION",
    "CardProof",
    "CheckedDeal",
    "Commitment",
    "CommittedDeck",
    "DealProof",
    "DeckCommitment",
    "EarlierDeck",
    "SeenCards",
    "check_deck",
    "check_proof",
    "commit_number",
    "find_permutation",
    "hash_context",
    "make_deck_commitment",
]

VERSION: Final = 2
"""The version of the protocol: proofs of other versions are not verified."""

MAX_ATTEMPTS: Final = 3
"""The most decks of one hand: a deck is replaced when a player does not reveal a number."""

_DOMAIN = b"croupier fair dealing 2: "
_HASH = re.compile("[0-9a-f]{64}")
_WORDS = 1 << 32
_MAX_HAND = 1 << 53
_MAX_CARDS = 256


class Commitment(Struct, frozen=True):
    """The commitment of a player to a number.

    Attributes:
        player: The name of the player.
        commitment: The hash of the number, in hexadecimal digits.
    """

    player: str
    commitment: str


class DeckCommitment(Struct, frozen=True):
    """The commitment of the server to a deck, which all players see before they reveal numbers.

    Attributes:
        table: The code of the table.
        hand: The number of the hand, from 1.
        attempt: 1 for the first deck of the hand; one more for each that replaces it.
        previous: The root of the deck that this one replaces; empty for the first.
        cards: The cards of the game, two letters each, without their order.
        tree: The root of the Merkle tree over the ordered deck.
        setup: The game, the stakes and the stacks: a hand history without actions.
        plan: The order in which the rules deal cards.
        players: The names of the players of the hand, in the order of the hand history.
        commitments: The players' commitments, in ascending order of the hashes.
        root: The hash of all of this.
    """

    table: str
    hand: int
    attempt: int
    previous: str
    cards: str
    tree: str
    setup: str
    plan: list[str]
    players: list[str]
    commitments: list[Commitment]
    root: str

    @property
    def size(self) -> int:
        """The number of cards of the deck."""
        return len(self.cards) // 2


class EarlierDeck(Struct, frozen=True):
    """A deck of the same hand that was replaced.

    Attributes:
        deck: The commitment to it.
        numbers: The revealed numbers, in the order of the commitments; empty for players who did
            not reveal theirs.
    """

    deck: DeckCommitment
    numbers: list[str]


class CardProof(Struct, frozen=True):
    """The opening of a card.

    Attributes:
        position: The position in the order of dealing, from 0.
        card: The card.
        salt: The salt of its leaf, in hexadecimal digits.
        path: The hashes beside the path to the root of the tree, the lowest first.
    """

    position: int
    card: str
    salt: str
    path: list[str]


class DealProof(Struct, frozen=True):
    """The proof by which a player checks the cards of a hand.

    Attributes:
        deck: The commitment to the deck.
        numbers: The numbers of the players, in the order of the commitments.
        dealt: The owner of each dealt card, in order: a player, -1 for burn cards, -2 for boards.
        openings: The cards that the player saw, by position.
        earlier: The decks of the same hand that were replaced.
        own_number: The player's own number, which the page adds; empty otherwise.
        version: The version of the protocol.
    """

    deck: DeckCommitment
    numbers: list[str]
    dealt: list[int] = field(default_factory=list)
    openings: list[CardProof] = field(default_factory=list)
    earlier: list[EarlierDeck] = field(default_factory=list)
    own_number: str = ""
    version: int = VERSION


class SeenCards(Struct, frozen=True):
    """The cards that a table showed; `??` is a card that was face down.

    Attributes:
        players: The cards of each player; none for players who have folded.
        board: The cards of all boards.
        discarded: The number of cards that each player has discarded.
    """

    players: list[list[str]] = field(default_factory=list)
    board: list[str] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)


class CheckedDeal(NamedTuple):
    """The result of a check that found nothing wrong.

    Attributes:
        cards: The number of checked cards.
        players: The players whose numbers decided the order.
        restarts: The number of decks that were replaced.
    """

    cards: int
    players: tuple[str, ...]
    restarts: int


class CommittedDeck:
    """A deck in a secret order, whose cards can be proved one by one.

    >>> context = hash_context("abc", 1, 1)
    >>> deck = CommittedDeck(context, bytes(32), ["As", "Kd", "2c"])
    >>> len(deck.tree), sorted(deck.permute(bytes(32), []))
    (64, ['2c', 'As', 'Kd'])

    Attributes:
        cards: The cards, in the order of the leaves.
        tree: The root of the tree, in hexadecimal digits.
    """

    def __init__(self, context: bytes, secret: bytes, cards: Sequence[str]) -> None:
        """Order a deck.

        Args:
            context: The hash of the table, the hand and the attempt.
            secret: 32 random bytes that the order and all salts follow from.
            cards: The cards of the game.
        """
        order = find_permutation(_digest("deck", secret), len(cards))
        self.cards = [cards[place] for place in order]
        self._salts = [_digest("salt", secret, _count(place, 4)) for place in range(len(cards))]
        leaves = [
            _hash_leaf(context, place, card, salt)
            for place, (card, salt) in enumerate(zip(self.cards, self._salts, strict=True))
        ]
        self._levels = list(_build(leaves))
        self._places: list[int] = []
        self.tree = self._levels[-1][0].hex()

    def permute(self, root: bytes, numbers: Sequence[str]) -> list[str]:
        """Return the cards in the order in which they are dealt.

        Args:
            root: The root of the commitment.
            numbers: The players' numbers, in the order of their commitments.
        """
        self._places = _order(root, numbers, len(self.cards))
        return [self.cards[place] for place in self._places]

    def open(self, position: int) -> CardProof:
        """Return the opening of a card.

        Args:
            position: The position in the order of dealing, from 0.
        """
        place = self._places[position]
        path, at = [], place
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1].hex())
            at >>= 1
        return CardProof(position, self.cards[place], self._salts[place].hex(), path)


def _digest(label: str, *parts: bytes) -> bytes:
    """Return the SHA-256 of a label and of byte strings, each after its length."""
    found = sha256()
    for part in (_DOMAIN + label.encode("ascii"), *parts):
        found.update(_count(len(part), 4))
        found.update(part)
    return found.digest()


def _count(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def hash_context(table: str, hand: int, attempt: int) -> bytes:
    """Return the hash that ties commitments and cards to one deck of one hand.

    Args:
        table: The code of the table.
        hand: The number of the hand.
        attempt: The number of the attempt.
    """
    return _digest("context", table.encode(), _count(hand, 8), _count(attempt, 4))


def commit_number(context: bytes, number: str) -> str:
    """Return the commitment to a number.

    >>> commit_number(hash_context("abc", 1, 1), "00" * 32)[:8]
    'b92458e4'

    Args:
        context: The hash of the table, the hand and the attempt.
        number: 32 bytes, in hexadecimal digits.
    """
    return _digest("number", context, bytes.fromhex(number)).hex()


def _hash_leaf(context: bytes, place: int, card: str, salt: bytes) -> bytes:
    return _digest("leaf", context, _count(place, 4), card.encode("ascii"), salt)


def _hash_node(left: bytes, right: bytes) -> bytes:
    return _digest("node", left, right)


def _build(leaves: list[bytes]) -> Iterator[list[bytes]]:
    """Yield the levels of the tree; the last node of an odd level moves up unchanged."""
    level = leaves
    yield level
    while len(level) > 1:
        level = [
            _hash_node(level[at], level[at + 1]) if at + 1 < len(level) else level[at]
            for at in range(0, len(level), 2)
        ]
        yield level


def make_deck_commitment(
    *,
    table: str,
    hand: int,
    attempt: int,
    previous: str,
    cards: Sequence[str],
    tree: str,
    setup: str,
    plan: Sequence[str],
    players: Sequence[str],
    commitments: Sequence[Commitment],
) -> DeckCommitment:
    """Return the commitment to a deck, with its root.

    Args:
        table: The code of the table.
        hand: The number of the hand.
        attempt: The number of the attempt.
        previous: The root of the deck that this one replaces, or nothing.
        cards: The cards of the game.
        tree: The root of the tree over the ordered deck.
        setup: The game, the stakes and the stacks.
        plan: The order in which the rules deal cards.
        players: The names of the players.
        commitments: The commitments of players, in any order.
    """
    ordered = sorted(commitments, key=lambda one: one.commitment)
    made = DeckCommitment(
        table, hand, attempt, previous, "".join(cards), tree, setup, list(plan), list(players),
        ordered, "",
    )  # fmt: skip
    return replace(made, root=_hash_root(made).hex())


def _hash_root(deck: DeckCommitment) -> bytes:
    pairs = [
        part
        for one in deck.commitments
        for part in (bytes.fromhex(one.commitment), one.player.encode())
    ]
    return _digest(
        "root",
        hash_context(deck.table, deck.hand, deck.attempt),
        bytes.fromhex(deck.previous),
        deck.cards.encode("ascii"),
        bytes.fromhex(deck.tree),
        deck.setup.encode(),
        _digest("plan", *[item.encode("ascii") for item in deck.plan]),
        _digest("players", *[name.encode() for name in deck.players]),
        _digest("commitments", *pairs),
    )


def _order(root: bytes, numbers: Sequence[str], size: int) -> list[int]:
    return find_permutation(_digest("order", root, *map(bytes.fromhex, numbers)), size)


def find_permutation(seed: bytes, size: int) -> list[int]:
    """Return a permutation that follows from a seed, all of which are equally likely.

    Fisher and Yates's shuffle from the last place to the first. Numbers are the first four bytes of
    the SHA-256 of the seed and a counter of four bytes; numbers that would make some places
    likelier are skipped.

    >>> find_permutation(bytes(32), 8)
    [0, 1, 7, 4, 6, 2, 3, 5]

    Args:
        seed: 32 bytes.
        size: The number of places.
    """
    places = list(range(size))
    counter = 0
    for last in range(size - 1, 0, -1):
        count = last + 1
        while True:
            block = sha256(seed + _count(counter, 4)).digest()
            counter += 1
            drawn = int.from_bytes(block[:4], "big")
            if drawn < _WORDS - _WORDS % count:
                break
        at = drawn % count
        places[last], places[at] = places[at], places[last]
    return places


def check_deck(deck: DeckCommitment) -> None:
    """Check a commitment to a deck: a player does so before revealing a number.

    Raises:
        RefusedError: It is not valid; the code is `unfair-deal`.
    """
    try:
        _check_deck(deck)
    except ValueError as error:
        raise _refuse(deck.hand, error) from None


def _refuse(hand: int, error: object) -> RefusedError:
    return RefusedError(f"hand {hand}: {error}", code="unfair-deal")


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise ValueError(problem)


def _check_deck(deck: DeckCommitment) -> None:
    _require(1 <= deck.hand < _MAX_HAND, "invalid number of the hand")
    _require(1 <= deck.attempt < _WORDS, "invalid number of the attempt")
    _require(
        _HASH.fullmatch(deck.previous) if deck.attempt > 1 else not deck.previous,
        "invalid root of the replaced deck",
    )
    _require(1 <= deck.size <= _MAX_CARDS and len(deck.cards) % 2 == 0, "invalid deck")
    _require(_HASH.fullmatch(deck.tree) and _HASH.fullmatch(deck.root), "invalid root")
    _require(
        deck.players and len(set(deck.players)) == len(deck.players), "invalid list of players"
    )
    hashes = [one.commitment for one in deck.commitments]
    _require(
        all(map(_HASH.fullmatch, hashes))
        and all(one < other for one, other in pairwise(hashes))
        and len({one.player for one in deck.commitments}) == len(hashes),
        "the commitments of players are invalid or not sorted",
    )
    _require(_hash_root(deck).hex() == deck.root, "the root does not fit what it covers")


def check_proof(proof: DealProof, seen: SeenCards | None = None) -> CheckedDeal:
    """Check a proof without the engine, as the page of a table does.

    `croupier.hosting.deal_replay.check_deal` replays the hand beside it.

    Args:
        proof: The proof.
        seen: The cards that the table showed. Without them it is not checked that all shown cards
            are opened.

    Raises:
        RefusedError: Something is wrong: the code is `unfair-deal`, and the text says what.
    """
    try:
        return _check_proof(proof, seen)
    except ValueError as error:
        raise _refuse(proof.deck.hand, error) from None


def _check_proof(proof: DealProof, seen: SeenCards | None) -> CheckedDeal:
    deck = proof.deck
    _require(
        proof.version == VERSION, f"expected a proof of version {VERSION}, got {proof.version}"
    )
    _check_deck(deck)
    _check_earlier(proof)
    _check_numbers(deck, proof.numbers)
    _require(all(proof.numbers), "a number is missing")
    _require(proof.numbers, "no player's number decided the order of the cards")
    _require(not proof.own_number or proof.own_number in proof.numbers, "your number is not used")
    places = _order(bytes.fromhex(deck.root), proof.numbers, deck.size)
    _require(
        len(proof.dealt) <= deck.size
        and all(BOARD <= owner < len(deck.players) for owner in proof.dealt),
        "invalid list of dealt cards",
    )
    problem = follow_plan(deck.plan, proof.dealt, len(deck.players), deck.size)
    _require(not problem, problem)
    _check_openings(proof, places)
    if seen is not None:
        _check_seen(proof, seen)
    return CheckedDeal(
        len(proof.openings),
        tuple(sorted(one.player for one in deck.commitments)),
        len(proof.earlier),
    )


def _check_numbers(deck: DeckCommitment, numbers: Sequence[str]) -> None:
    _require(len(numbers) == len(deck.commitments), "there must be a number for each commitment")
    context = hash_context(deck.table, deck.hand, deck.attempt)
    for number, one in zip(numbers, deck.commitments, strict=True):
        _require(
            not number
            or (_HASH.fullmatch(number) and commit_number(context, number) == one.commitment),
            f"the number of {one.player} does not fit the commitment",
        )


def _check_earlier(proof: DealProof) -> None:
    """Check the decks of the hand that were replaced, and that they are not too many."""
    deck = proof.deck
    _require(deck.attempt <= MAX_ATTEMPTS, f"more than {MAX_ATTEMPTS} decks for one hand")
    _require(len(proof.earlier) == deck.attempt - 1, "the list of replaced decks is not complete")
    silent: set[str] = set()
    previous = ""
    for attempt, one in enumerate((*proof.earlier, EarlierDeck(deck, proof.numbers)), 1):
        _check_deck(one.deck)
        _check_numbers(one.deck, one.numbers)
        _require(
            (one.deck.table, one.deck.hand) == (deck.table, deck.hand)
            and (one.deck.attempt, one.deck.previous) == (attempt, previous),
            "the replaced decks do not belong together",
        )
        names = [commitment.player for commitment in one.deck.commitments]
        _require(silent.isdisjoint(names), "a player who did not reveal a number took part again")
        _require(len(silent) >= attempt - 1, "a deck was replaced though all numbers were revealed")
        silent.update(name for name, number in zip(names, one.numbers, strict=True) if not number)
        previous = one.deck.root


def _check_openings(proof: DealProof, places: Sequence[int]) -> None:
    deck = proof.deck
    context = hash_context(deck.table, deck.hand, deck.attempt)
    left = Counter(deck.cards[at : at + 2] for at in range(0, len(deck.cards), 2))
    last = -1
    for one in proof.openings:
        what = f"card {one.position + 1}, {one.card:.4},"
        _require(last < one.position < len(proof.dealt), f"{what} was not dealt, or is not sorted")
        last = one.position
        left[one.card] -= 1
        _require(left[one.card] >= 0, f"{what} is not in the deck, or is opened twice")
        _require(
            _HASH.fullmatch(one.salt) and all(map(_HASH.fullmatch, one.path)),
            f"{what} has an invalid proof",
        )
        leaf = _hash_leaf(context, places[one.position], one.card, bytes.fromhex(one.salt))
        root = _climb(leaf, places[one.position], deck.size, one.path)
        _require(root == deck.tree, f"{what} is not the card of the committed deck")


def _climb(node: bytes, place: int, size: int, path: Sequence[str]) -> str:
    """Return the root that a path leads to, whose shape follows from the size of the deck."""
    rest = list(path)
    while size > 1:
        if place ^ 1 < size:
            _require(rest, "a proof of a card is too short")
            beside = bytes.fromhex(rest.pop(0))
            node = _hash_node(beside, node) if place & 1 else _hash_node(node, beside)
        place, size = place >> 1, (size + 1) >> 1
    _require(not rest, "a proof of a card is too long")
    return node.hex()


def _check_seen(proof: DealProof, seen: SeenCards) -> None:
    """Check that all cards that a table showed are opened, for those whom they were dealt to."""
    owners = {one.card: proof.dealt[one.position] for one in proof.openings}
    opened = Counter(one.card for one in proof.openings)
    moves = "moves" in proof.deck.plan
    # Without a plan to the end of the hand, cards may go other ways than it says.
    is_counted = not moves and "free" not in proof.deck.plan
    count = len(proof.deck.players)
    _require(
        len(seen.players) == count and len(seen.discarded) in (0, count),
        "the table showed other players",
    )
    shown: Counter[str] = Counter()
    discarded = seen.discarded or [0] * count
    for owner, cards in (*enumerate(seen.players), (BOARD, seen.board)):
        gone = discarded[owner] if owner >= 0 else 0
        _require(
            not is_counted
            or (owner >= 0 and not cards)
            or len(cards) + gone == proof.dealt.count(owner),
            "the table showed another number of cards than were dealt",
        )
        for card in cards:
            if "?" in card:
                continue
            shown[card] += 1
            _require(opened[card] >= shown[card], f"{card:.4} was shown and is not opened")
            _require(
                moves or opened[card] > 1 or owners[card] == owner,
                f"{card:.4} was dealt to another player",
            )
