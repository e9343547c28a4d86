"""Fair dealing at a hosted table: commitments, decks, restarts, and proofs of the cards seen."""

from __future__ import annotations

import hmac
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Card
from croupier.hosting.dealing_plan import BOARD, BURN, make_plan
from croupier.hosting.fairness import (
    CardProof,
    Commitment,
    CommittedDeck,
    DealProof,
    DeckCommitment,
    EarlierDeck,
    find_permutation,
    hash_context,
    make_deck_commitment,
)
from croupier.state import (
    BoardDealing,
    CardBurning,
    HoleDealing,
    Operation,
    StandingPatOrDiscarding,
    State,
)

if TYPE_CHECKING:
    from croupier.hosting.entries import Committed
    from croupier.tables.events import HandEnded

__all__ = ["FairDealing", "FairHand", "FixedDeck", "count_discards", "list_dealt", "open_cards"]

_KEPT_HANDS = 20


def list_dealt(operations: Iterable[Operation], size: int) -> tuple[list[int], list[Card]]:
    """Return the owners of the cards of a hand, in the order of dealing, and the cards.

    Cards that come after the whole deck was dealt were shuffled again, and are left out.

    Args:
        operations: The operations of the hand.
        size: The number of cards of the deck.

    Returns:
        The players, -1 for burn cards and -2 for boards; and the cards, as they are seen.
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
    """Return the openings of all cards that a player has seen, and of no other.

    Args:
        deck: The deck.
        state: The hand, with all of its cards.
        viewer: The player; `None` for a spectator.
    """
    seen = state.observe(viewer)
    _, known = list_dealt(seen.operations, len(deck.cards))
    counts = Counter(deck.cards)
    # A card that was dealt face down may have been shown since. Where the deck has it twice, its
    # name does not tell which of them was shown.
    shown = {repr(card) for card in _list_shown(seen) if counts[repr(card)] == 1}
    _, real = list_dealt(state.operations, len(deck.cards))
    openings = []
    for position, (card, own) in enumerate(zip(real, known, strict=True)):
        if own or repr(card) in shown:
            opening = deck.open(position)
            if opening.card == repr(card):
                openings.append(opening)
    return openings


def count_discards(state: State) -> list[int]:
    """Return the number of cards that each player has discarded in a hand.

    Args:
        state: The hand.
    """
    counts = [0] * state.player_count
    for operation in state.operations:
        if isinstance(operation, StandingPatOrDiscarding):
            counts[operation.player_index] += len(operation.cards)
    return counts


def _list_shown(seen: State) -> Iterator[Card]:
    from croupier.views import view_table

    yield from view_table(seen, words=False).list_cards()
    operation: Any
    for operation in seen.operations:
        yield from _list_cards([getattr(operation, name) for name in operation.__match_args__])


def _list_cards(value: Any) -> Iterator[Card]:
    if isinstance(value, Card):
        if value:
            yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _list_cards(part)


class FixedDeck(NamedTuple):
    """A deck that is committed to.

    Attributes:
        deck: The cards in their secret order; `None` for logs of the first version of the protocol,
            whose hands are dealt without proofs.
        commitment: What all players see; `None` for the first version.
        entry: The entry of the log.
        cards: The cards of the game.
    """

    deck: CommittedDeck | None
    commitment: DeckCommitment | None
    entry: Committed
    cards: Sequence[str]


class FairHand(NamedTuple):
    """A hand that is dealt from a committed deck.

    Attributes:
        deck: The cards.
        commitment: The commitment to them.
        numbers: The numbers, in the order of the commitments.
        earlier: The decks that were replaced.
    """

    deck: CommittedDeck
    commitment: DeckCommitment
    numbers: list[str]
    earlier: list[EarlierDeck]

    def prove(self, state: State, viewer: int | None) -> DealProof:
        """Return the proof of the cards that a player has seen.

        Args:
            state: The hand, with all of its cards.
            viewer: The player; `None` for a spectator.
        """
        return DealProof(
            deck=self.commitment,
            numbers=self.numbers,
            dealt=list_dealt(state.observe().operations, self.commitment.size)[0],
            openings=open_cards(self.deck, state, viewer),
            earlier=self.earlier,
        )


class FairDealing:
    """The commitments for the next hand of a table, and the decks of the last hands.

    Attributes:
        code: The code of the table.
        promises: The commitments of people for the next deck, by their ids.
        fixed: The deck of the next hand, when it is committed to.
        promised: The commitments that it covers, by the names of the players.
        numbers: The numbers that were revealed since, by the names of the players.
        at: The time of the commitment, in milliseconds.
        earlier: The decks of the next hand that were replaced.
        hand: The hand that is played, or the last one; `None` if it has no proof.
        ended: The last hands, each with its end and the ids of its players.
    """

    def __init__(self) -> None:
        self.code = ""
        self.promises: dict[str, str] = {}
        self.fixed: FixedDeck | None = None
        self.promised: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.at = 0
        self.earlier: list[EarlierDeck] = []
        self.hand: FairHand | None = None
        self.ended: deque[tuple[FairHand, HandEnded, tuple[str, ...]]] = deque(maxlen=_KEPT_HANDS)

    @property
    def attempt(self) -> int:
        """The number of the deck of the next hand: 1, or more if decks were replaced."""
        return len(self.earlier) + 1

    @property
    def covers_stacks(self) -> bool:
        """Whether the commitment to the next deck covers the players and their stacks.

        In logs of the first version of the protocol it does not.
        """
        return self.fixed is not None and self.fixed.commitment is not None

    @property
    def silent(self) -> set[str]:
        """The names of the players who did not reveal a number for the next hand."""
        return {
            one.player
            for earlier in self.earlier
            for one, number in zip(earlier.deck.commitments, earlier.numbers, strict=True)
            if not number
        }

    @property
    def context(self) -> bytes:
        """The hash that ties numbers to the deck that is committed to."""
        assert self.fixed is not None
        return _find_context(self.fixed.entry)

    def commit(
        self,
        entry: Committed,
        cards: Sequence[str],
        *,
        setup: str = "",
        definition: str = "",
        board_count: int = 1,
        players: Sequence[str] = (),
    ) -> None:
        """Commit to the deck of the next hand.

        Args:
            entry: The entry of the log.
            cards: The cards of the game.
            setup: The game, the stakes and the stacks.
            definition: The game, as the core writes it.
            board_count: The number of boards.
            players: The names of the players of the hand.
        """
        if self.earlier and self.earlier[-1].deck.hand != entry.hand:
            self.earlier = []
        self.promised, self.numbers, self.promises = dict(entry.promises), {}, {}
        self.at = entry.at
        if entry.version < 2:
            self.fixed = FixedDeck(None, None, entry, cards)
            return
        deck = CommittedDeck(_find_context(entry), bytes.fromhex(entry.secret), cards)
        commitment = make_deck_commitment(
            table=entry.table,
            hand=entry.hand,
            attempt=entry.attempt,
            previous=self.earlier[-1].deck.root if self.earlier else "",
            cards=cards,
            tree=deck.tree,
            setup=setup,
            plan=make_plan(definition, board_count),
            players=players,
            commitments=[Commitment(*pair) for pair in self.promised.items()],
        )
        self.fixed = FixedDeck(deck, commitment, entry, cards)

    def replace_deck(self) -> None:
        """Replace the deck of the next hand, because players did not reveal their numbers."""
        fixed, self.fixed = self.fixed, None
        if fixed is not None and fixed.commitment is not None:
            numbers = [self.numbers.get(one.player, "") for one in fixed.commitment.commitments]
            self.earlier = [*self.earlier, EarlierDeck(fixed.commitment, numbers)]
        self.promised, self.numbers, self.promises = {}, {}, {}

    def deal(self) -> list[Card] | None:
        """Return the cards of the hand that begins, in order, if its deck is committed to."""
        fixed, self.fixed = self.fixed, None
        self.hand = None
        if fixed is None:
            return None
        if fixed.deck is None or fixed.commitment is None:
            order = _permute_first_version(fixed.entry, fixed.cards, self.numbers)
        else:
            numbers = [self.numbers.get(one.player, "") for one in fixed.commitment.commitments]
            order = fixed.deck.permute(bytes.fromhex(fixed.commitment.root), numbers)
            self.hand = FairHand(fixed.deck, fixed.commitment, numbers, self.earlier)
            self.earlier = []
        return [card for name in order for card in Card.clean(name)]

    def end(self, event: HandEnded, ids: tuple[str, ...]) -> None:
        """Keep a hand that is over."""
        if self.hand is not None:
            self.ended.append((self.hand, event, ids))

    def cancel(self) -> None:
        """Note that a hand is cancelled: the next deck replaces its deck."""
        if self.hand is not None:
            hand, self.hand = self.hand, None
            self.earlier = [*hand.earlier, EarlierDeck(hand.commitment, hand.numbers)]
        self.replace_deck()

    @property
    def is_waiting(self) -> bool:
        """Whether numbers are still to be revealed."""
        return self.fixed is not None and len(self.numbers) < len(self.promised)

    def list_proofs(self, person_id: str | None) -> list[DealProof]:
        """Return the proofs of the last hands for a person.

        Args:
            person_id: The person; `None` for a spectator.
        """
        return [
            hand.prove(event.state, ids.index(person_id) if person_id in ids else None)
            for hand, event, ids in self.ended
        ]


def _find_context(entry: Committed) -> bytes:
    return hash_context(entry.table, entry.hand, entry.attempt)


def _permute_first_version(
    entry: Committed, cards: Sequence[str], told: Mapping[str, str]
) -> list[str]:
    """Return the order of a deck in a log that was written by the first version of the protocol."""
    secret = bytes.fromhex(entry.secret)

    def derive(label: bytes) -> bytes:
        return hmac.new(secret, label, sha256).digest()

    order = find_permutation(derive(b"order"), len(cards))
    ordered = [cards[place] for place in order]
    level = []
    for place, card in enumerate(ordered):
        number = place.to_bytes(4, "big")
        where = entry.hand.to_bytes(8, "big") + number
        level.append(sha256(b"\0" + where + card.encode() + derive(b"salt" + number)).digest())
    while len(level) > 1:
        level = [
            sha256(b"\1" + level[at] + level[at + 1]).digest() if at + 1 < len(level) else level[at]
            for at in range(0, len(level), 2)
        ]
    numbers = b"".join(bytes.fromhex(told.get(name, "")) for name in sorted(entry.promises))
    return [ordered[at] for at in find_permutation(sha256(level[0] + numbers).digest(), len(cards))]
