"""Fair dealing: a deck that was fixed before anybody could steer it; only cards that are seen open.

Before a hand the server lays a deck in an order that only it knows, and publishes the root of a
tree of hashes: one leaf for each card, with a salt. Players have promised numbers of their own
before they saw the root, and tell them afterwards. From the root and these numbers follows a
permutation: the n-th card that is dealt is the leaf that stands there. So the server could not
know which of its cards come, and players could not know the cards.

Whoever sees a card is given its leaf: its salt and the hashes that lead to the root. Cards that
nobody sees stay closed, those that were mucked as well.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, field

from croupier.cards import Card
from croupier.errors import RefusedError
from croupier.state import BoardDealing, CardBurning, HoleDealing, Operation, State

if TYPE_CHECKING:
    from croupier.hosting.entries import Committed
    from croupier.tables.events import HandEnded

__all__ = [
    "CardProof",
    "CommittedDeck",
    "DealProof",
    "FairDealing",
    "FairHand",
    "check_proof",
    "find_permutation",
    "hash_number",
    "list_dealt",
    "open_cards",
]

VERSION: Final = 1
_LEAF, _NODE = b"\x00", b"\x01"
_WORDS = 1 << 32
BURN, BOARD = -1, -2
_KEPT_HANDS = 20


class CardProof(Struct, frozen=True):
    """A card that somebody sees, and what proves that it lay there.

    Attributes:
        number: Which card of the hand it was, from 0.
        card: The card.
        salt: What was hashed with it, in hexadecimal digits.
        path: The hashes beside those on the way to the root, the lowest first.
    """

    number: int
    card: str
    salt: str
    path: list[str]


class DealProof(Struct, frozen=True):
    """The proof by which a person checks the cards of a hand that they see.

    Attributes:
        hand: The number of the hand.
        root: The root of the tree, which was published before the hand.
        size: How many cards the deck has.
        promises: The hashes of players' numbers, by players, that were known before the root.
        numbers: The numbers; empty for players who did not tell theirs.
        dealt: Who got the cards that were dealt, in order: a player, -1 for burnt cards, and -2 for
            boards. Everybody is told the same.
        seats: The names of the players.
        openings: The cards that can be seen.
        version: Of what is described here.
    """

    hand: int
    root: str
    size: int
    promises: dict[str, str]
    numbers: dict[str, str]
    dealt: list[int] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    openings: list[CardProof] = field(default_factory=list)
    version: int = VERSION


class CommittedDeck:
    """A deck whose order is fixed, and can be proved card by card.

    >>> deck = CommittedDeck(1, bytes(32), ["As", "Kd", "2c"])
    >>> order = deck.permute({"Ann": "07" * 32})
    >>> sorted(order), len(deck.root)
    (['2c', 'As', 'Kd'], 64)

    Attributes:
        hand: The number of the hand.
        cards: The cards, in the order of the leaves.
        root: The root of the tree, in hexadecimal digits.
    """

    def __init__(self, hand: int, secret: bytes, cards: Sequence[str]) -> None:
        """Fix a deck.

        Args:
            hand: The number of the hand.
            secret: What its order and all salts follow from, which stays with the server.
            cards: The cards of the game.
        """
        self.hand = hand
        order = find_permutation(_derive(secret, b"order"), len(cards))
        self.cards = [cards[place] for place in order]
        self._salts = [
            _derive(secret, b"salt" + place.to_bytes(4, "big")) for place in range(len(cards))
        ]
        leaves = [
            hash_leaf(hand, place, card, salt)
            for place, (card, salt) in enumerate(zip(self.cards, self._salts, strict=True))
        ]
        self._levels = list(_build(leaves))
        self.root = self._levels[-1][0].hex()

    def permute(self, numbers: Mapping[str, str]) -> list[str]:
        """Return the cards in the order in which they are dealt.

        Args:
            numbers: What players have told, by their names.

        Returns:
            The cards.
        """
        self._places = find_permutation(mix(self.root, numbers), len(self.cards))
        return [self.cards[place] for place in self._places]

    def open(self, number: int) -> CardProof:
        """Return the proof of a card.

        Args:
            number: Which card of the hand it was, from 0.

        Returns:
            The opening.
        """
        place = self._places[number]
        path, at = [], place
        for level in self._levels[:-1]:
            beside = at ^ 1
            path.append(level[beside].hex() if beside < len(level) else "")
            at >>= 1
        return CardProof(number, self.cards[place], self._salts[place].hex(), path)


def hash_number(number: str) -> str:
    """Return the hash by which a number is promised.

    >>> hash_number("00" * 32)[:8]
    '66687aad'

    Args:
        number: The number, in hexadecimal digits.

    Returns:
        The hash, in hexadecimal digits.
    """
    return sha256(bytes.fromhex(number)).hexdigest()


def _derive(secret: bytes, what: bytes) -> bytes:
    return hmac.new(secret, what, sha256).digest()


def hash_leaf(hand: int, place: int, card: str, salt: bytes) -> bytes:
    """Return the leaf of a card."""
    where = hand.to_bytes(8, "big") + place.to_bytes(4, "big")
    return sha256(_LEAF + where + card.encode("ascii") + salt).digest()


def _build(leaves: list[bytes]) -> Iterator[list[bytes]]:
    """Yield the levels of the tree; a node without a neighbour goes up alone."""
    level = leaves
    yield level
    while len(level) > 1:
        level = [
            sha256(_NODE + level[at] + level[at + 1]).digest() if at + 1 < len(level) else level[at]
            for at in range(0, len(level), 2)
        ]
        yield level


def mix(root: str, numbers: Mapping[str, str]) -> bytes:
    """Return the seed of the permutation: a hash of the root and of all players' numbers."""
    joined = b"".join(bytes.fromhex(numbers[name]) for name in sorted(numbers))
    return sha256(bytes.fromhex(root) + joined).digest()


def find_permutation(seed: bytes, size: int) -> list[int]:
    """Return a permutation that follows from a seed, all of which are equally likely.

    Numbers are the first four bytes of the SHA-256 of the seed and a counter of four bytes; those
    that would make some places likelier are left out. Places are exchanged from the last to the
    first, each with one that is not behind it.

    >>> find_permutation(bytes(32), 8)
    [0, 1, 7, 4, 6, 2, 3, 5]

    Args:
        seed: The seed.
        size: How many there are.

    Returns:
        For each place, what stands there.
    """
    places = list(range(size))
    counter = 0
    for last in range(size - 1, 0, -1):
        count = last + 1
        while True:
            block = sha256(seed + counter.to_bytes(4, "big")).digest()
            counter += 1
            drawn = int.from_bytes(block[:4], "big")
            if drawn < _WORDS - _WORDS % count:
                break
        at = drawn % count
        places[last], places[at] = places[at], places[last]
    return places


def list_dealt(operations: Iterable[Operation], size: int) -> tuple[list[int], list[Card]]:
    """Return who got the cards of a hand, in the order in which they were dealt, and which.

    Cards that come after the whole deck was dealt were shuffled again, and are left out.

    Args:
        operations: What happened.
        size: How many cards the deck has.

    Returns:
        The players, -1 for burnt cards and -2 for boards; and the cards, as they are seen.
    """
    owners: list[int] = []
    cards: list[Card] = []
    for operation in operations:
        dealt: Sequence[Card] = ()
        match operation:
            case CardBurning(card):
                owner, dealt = BURN, (card,)
            case HoleDealing(index, given):
                owner, dealt = index, tuple(given)
            case BoardDealing(given):
                owner, dealt = BOARD, tuple(given)
            case _:
                continue
        owners += [owner] * len(dealt)
        cards += dealt
    return owners[:size], cards[:size]


def open_cards(deck: CommittedDeck, state: State, viewer: int | None) -> list[CardProof]:
    """Return the proofs of all cards that somebody sees, and of no other.

    Args:
        deck: The deck.
        state: The hand, with all of its cards.
        viewer: Who; `None` for who only watches.

    Returns:
        The openings.
    """
    seen = state.observe(viewer)
    _, known = list_dealt(seen.operations, len(deck.cards))
    everything = {repr(card) for card in _list_seen(seen)}
    _, real = list_dealt(state.operations, len(deck.cards))
    openings = []
    for number, (card, own) in enumerate(zip(real, known, strict=True)):
        # Cards that were dealt face down may lie open by now.
        if own or repr(card) in everything:
            opening = deck.open(number)
            if opening.card == repr(card):
                openings.append(opening)
    return openings


def _list_seen(seen: State) -> Iterator[Card]:
    from croupier.views import view_table

    yield from view_table(seen, words=False).list_cards()


class FairHand(NamedTuple):
    """A hand whose deck was fixed.

    Attributes:
        deck: The deck.
        promises: What players had promised, by their names.
        numbers: What they told; nothing for those who did not.
    """

    deck: CommittedDeck
    promises: dict[str, str]
    numbers: dict[str, str]

    def prove(self, state: State, names: Sequence[str], viewer: int | None) -> DealProof:
        """Return what somebody needs to check the cards that they see.

        Args:
            state: The hand, with all of its cards.
            names: The players.
            viewer: Who checks them; `None` for who only watches.

        Returns:
            The proof.
        """
        size = len(self.deck.cards)
        return DealProof(
            hand=self.deck.hand,
            root=self.deck.root,
            size=size,
            promises=self.promises,
            numbers=self.numbers,
            dealt=list_dealt(state.observe().operations, size)[0],
            seats=list(names),
            openings=open_cards(self.deck, state, viewer),
        )


class FairDealing:
    """The promises for the next hand of a table, and the decks that were fixed.

    Attributes:
        promises: What people have promised for the next hand, by their ids.
        fixed: The deck of the next hand, when it is fixed.
        promised: What was promised before that, by the names of the players.
        numbers: What they have told since.
        at: When it was fixed.
        hand: The hand that is played, or the last one; `None` if its deck was not fixed.
        ended: The last hands, each with its end and the ids of its players.
    """

    def __init__(self) -> None:
        self.promises: dict[str, str] = {}
        self.fixed: CommittedDeck | None = None
        self.promised: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.at = 0
        self.hand: FairHand | None = None
        self.ended: deque[tuple[FairHand, HandEnded, tuple[str, ...]]] = deque(maxlen=_KEPT_HANDS)

    def commit(self, entry: Committed, cards: Sequence[str]) -> None:
        """Fix the deck of the next hand."""
        self.fixed = CommittedDeck(entry.hand, bytes.fromhex(entry.secret), cards)
        self.promised, self.numbers, self.promises = dict(entry.promises), {}, {}
        self.at = entry.at

    def deal(self) -> list[Card] | None:
        """Return the cards of the hand that begins, in order, if its deck was fixed."""
        fixed, self.fixed = self.fixed, None
        self.hand = None
        if fixed is None:
            return None
        numbers = {name: self.numbers.get(name, "") for name in self.promised}
        order = fixed.permute(numbers)
        self.hand = FairHand(fixed, dict(self.promised), numbers)
        return [card for name in order for card in Card.clean(name)]

    def end(self, event: HandEnded, ids: tuple[str, ...]) -> None:
        """Keep a hand that is over."""
        if self.hand is not None:
            self.ended.append((self.hand, event, ids))

    def forget(self) -> None:
        """Forget a hand that is cancelled."""
        self.fixed = self.hand = None

    @property
    def is_waiting(self) -> bool:
        """Whether numbers are still to be told."""
        return self.fixed is not None and len(self.numbers) < len(self.promised)

    def list_proofs(self, person_id: str | None) -> list[DealProof]:
        """Return the proofs of the last hands for somebody.

        Args:
            person_id: Who; `None` for who only watches.

        Returns:
            The proofs.
        """
        return [
            hand.prove(event.state, event.names, ids.index(person_id) if person_id in ids else None)
            for hand, event, ids in self.ended
        ]


def check_proof(proof: DealProof) -> int:
    """Check the cards of a hand that somebody sees.

    Args:
        proof: What they were given.

    Returns:
        How many cards were checked.

    Raises:
        RefusedError: Something does not fit: the code is `unfair-deal`, and the text says what.
    """
    try:
        _check_numbers(proof)
        places = find_permutation(mix(proof.root, proof.numbers), proof.size)
    except ValueError as error:
        raise RefusedError(f"hand {proof.hand}: {error}", code="unfair-deal") from None
    numbers: set[int] = set()
    cards: set[str] = set()
    for one in proof.openings:
        if not 0 <= one.number < min(len(places), len(proof.dealt)) or one.number in numbers:
            raise _blame(proof, one, "was not dealt, or twice")
        if one.card in cards:
            raise _blame(proof, one, "is there twice")
        numbers.add(one.number)
        cards.add(one.card)
        if _climb(proof, places[one.number], one) != proof.root:
            raise _blame(proof, one, "is not in the deck that was fixed, or not at that place")
    return len(proof.openings)


def _check_numbers(proof: DealProof) -> None:
    if proof.version != VERSION:
        raise ValueError(f"this is version {proof.version}, and {VERSION} is known")
    if not 1 <= proof.size <= 256 or len(proof.root) != 64:
        raise ValueError("this is no deck")
    if set(proof.promises) != set(proof.numbers):
        raise ValueError("not everybody who promised a number is listed")
    for name, number in proof.numbers.items():
        if number and hash_number(number) != proof.promises[name]:
            raise ValueError(f"the number of {name} is not the one that was promised")


def _climb(proof: DealProof, place: int, one: CardProof) -> str:
    """Return the root that a leaf leads to."""
    if any(len(part) not in (0, 64) for part in one.path) or len(one.salt) != 64:
        raise _blame(proof, one, "has no proof")
    try:
        found = hash_leaf(proof.hand, place, one.card, bytes.fromhex(one.salt))
        for beside in one.path:
            if beside:
                other = bytes.fromhex(beside)
                pair = other + found if place & 1 else found + other
                found = sha256(_NODE + pair).digest()
            place >>= 1
    except ValueError as error:
        raise _blame(proof, one, "has no proof") from error
    return found.hex()


def _blame(proof: DealProof, one: CardProof, why: str) -> RefusedError:
    return RefusedError(
        f"hand {proof.hand}: card {one.number + 1}, {one.card:.4}, {why}", code="unfair-deal"
    )
