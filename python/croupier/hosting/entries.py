"""Entries of the log of a hosted table, from which the table follows."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder, Encoder

from croupier.hosting.settings import TableSettings

__all__ = [
    "Agreed",
    "Approved",
    "Away",
    "Bought",
    "Cancelled",
    "Chosen",
    "Closed",
    "Committed",
    "Dealt",
    "Ended",
    "Entry",
    "GameChanged",
    "Joined",
    "Left",
    "Moved",
    "Named",
    "Opened",
    "Paused",
    "PersonRecord",
    "Planned",
    "Promised",
    "Replaced",
    "Resumed",
    "Revealed",
    "Said",
    "Seated",
    "StackSet",
    "Started",
    "TournamentRecord",
    "find_kind",
    "read_entry",
    "write_entry",
]

_Chips = Annotated[int, Meta(ge=0)]


class _Entry(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """An event in the log of a hosted table.

    Attributes:
        at: When, in milliseconds since 1970.
        id: What the intent was called by who sent it, so that it is not done twice; empty where
            there was none.
        by: Who sent it.
    """

    at: int
    id: str = ""
    by: str = ""


class Opened(_Entry, kw_only=True, frozen=True):
    """The opening of a table.

    Attributes:
        settings: How it is played.
        program: The version of the program, whose rules the hands follow.
        seed: The number, in hexadecimal digits, that decides what everybody may see.
    """

    settings: TableSettings
    program: str
    seed: str


class Joined(_Entry, kw_only=True, frozen=True):
    """The arrival of a person at the table.

    Attributes:
        person: Who: a word that others do not have.
        name: What they are called.
        key: What proves that it is them: the hash of a secret; empty for bots.
        is_host: Whether the table is theirs.
        bot: The label of the agent that decides, for bots.
    """

    person: str
    name: str
    key: str = ""
    is_host: bool = False
    bot: str = ""


class Named(_Entry, kw_only=True, frozen=True):
    """A person's change of name.

    Attributes:
        person: Who.
        name: What they are called.
    """

    person: str
    name: str


class Seated(_Entry, kw_only=True, frozen=True):
    """A person's taking of a seat.

    Attributes:
        person: Who.
        seat: Which seat, from 0.
        amount: The chips that they bring.
        is_asking: Whether the host has to agree first.
    """

    person: str
    seat: int
    amount: _Chips
    is_asking: bool = False


class Approved(_Entry, kw_only=True, frozen=True):
    """The host's approval of a person who wants to sit down.

    Attributes:
        person: Who.
    """

    person: str


class Bought(_Entry, kw_only=True, frozen=True):
    """A purchase of chips.

    Attributes:
        person: Who.
        amount: How many.
    """

    person: str
    amount: _Chips


class StackSet(_Entry, kw_only=True, frozen=True):
    """The host's change of a stack, after the hand if there is one.

    Attributes:
        person: Who.
        amount: How many chips.
    """

    person: str
    amount: _Chips


class GameChanged(_Entry, kw_only=True, frozen=True):
    """The host's change of the game, from the next hand on.

    Attributes:
        settings: How the table is played then.
    """

    settings: TableSettings


class Left(_Entry, kw_only=True, frozen=True):
    """A person's leaving of their seat.

    Attributes:
        person: Who.
        kicked: Whether the host asked them to.
    """

    person: str
    kicked: bool = False


class Away(_Entry, kw_only=True, frozen=True):
    """A person's sitting out or coming back.

    Attributes:
        person: Who.
        away: Whether they sit out.
    """

    person: str
    away: bool


class Planned(_Entry, kw_only=True, frozen=True):
    """A plan that a person made before their turn.

    Attributes:
        person: Who.
        hand: In which hand.
        plan: `check-fold`, `check` or `call`; empty to take it back.
        price: What a call costs now; a call for more is not meant.
    """

    person: str
    hand: int
    plan: str
    price: _Chips = 0


class Chosen(_Entry, kw_only=True, frozen=True):
    """The dealer's choice of the game of the next hand.

    Attributes:
        person: Who.
        game: Which one.
    """

    person: str
    game: str


class Promised(_Entry, kw_only=True, frozen=True):
    """A person's promise of a number for the next hand, where dealing is fair.

    Attributes:
        person: Who.
        promise: The hash of the number, in hexadecimal digits.
    """

    person: str
    promise: str


class Committed(_Entry, kw_only=True, frozen=True):
    """The commitment to the deck of the next hand, where dealing is fair.

    Attributes:
        hand: The number of the hand.
        secret: What the deck and its salts follow from, in hexadecimal digits.
        promises: The commitments, by the names of the players.
        version: The version of the protocol; logs of the first one do not say it.
        table: The code of the table.
        attempt: The number of the deck of this hand, from 1.
    """

    hand: int
    secret: str
    promises: dict[str, str]
    version: int = 1
    table: str = ""
    attempt: int = 1


class Replaced(_Entry, kw_only=True, frozen=True):
    """The replacement of the deck of the next hand: a player did not reveal a number in time.

    Attributes:
        hand: The number of the hand.
    """

    hand: int


class Revealed(_Entry, kw_only=True, frozen=True):
    """The number that a person promised, revealed.

    Attributes:
        person: Who.
        number: The number, in hexadecimal digits.
    """

    person: str
    number: str


class Dealt(_Entry, kw_only=True, frozen=True):
    """The start of a hand.

    Attributes:
        seed: The number, in hexadecimal digits, that decides its cards.
        game: Which game the dealer chose, where dealers choose.
    """

    seed: str
    game: str = ""


class Moved(_Entry, kw_only=True, frozen=True):
    """A decision of a player, or one that was made for them.

    Attributes:
        person: Who.
        hand: In which hand.
        action: What, in the notation of hand histories.
        check: A number that follows from the hand as it was, by which another version of the
            program finds out that it would have gone another way.
        why: Nothing for a decision of their own; `late`, `away` or `planned` otherwise.
    """

    person: str
    hand: int
    action: str
    check: int = 0
    why: str = ""


class PersonRecord(Struct, frozen=True, omit_defaults=True):
    """A person between two hands: the fields of `Person`, and those of the player."""

    id: str
    name: str
    key: str
    is_host: bool
    bot: str
    seat: int | None
    is_asking: bool
    is_away: bool
    away_at: int
    amount: int
    bank: int
    late: int
    bought: int
    taken: int
    done: dict[str, int]
    stack: int | None = None
    won: int = 0
    hands: int = 0
    is_new: bool = False
    owes_small: bool = False
    owes_big: bool = False
    buying: int = 0
    new_stack: int | None = None


class TournamentRecord(Struct, frozen=True):
    """The progress of a tournament: the fields of `Tournament`."""

    started_at: int
    paused: int
    pool: int
    places: dict[str, tuple[int, int]]
    talked: int = 0


class Ended(_Entry, kw_only=True, frozen=True):
    """The end of a hand, with the stacks and seats of everybody after it.

    Who opens the table again begins with the last of these: hands of before need not be played
    again, whatever rules the program has by then.

    Attributes:
        hand: Which hand.
        people: Everybody.
        house: What left the table.
        places: The seats of the small blind, the big blind and the button.
        lineup: Where a mix of games is.
        version: The version of the table with this entry.
        tournament: How far a tournament is that has begun.
        settings: How the table is played, where the game was changed.
        said: What people said last: when, who, what.
    """

    hand: int
    people: list[PersonRecord]
    house: int
    places: tuple[int | None, int | None, int | None]
    lineup: tuple[int, ...] = ()
    version: int
    tournament: TournamentRecord | None = None
    settings: TableSettings | None = None
    said: list[tuple[int, str, str]] = []


class Cancelled(_Entry, kw_only=True, frozen=True):
    """The cancellation of a hand; everybody has the chips of its beginning.

    Attributes:
        hand: Which hand.
        why: Why, in words.
    """

    hand: int
    why: str


class Started(_Entry, frozen=True):
    """The start of a tournament by the host."""


class Agreed(_Entry, kw_only=True, frozen=True):
    """A player's vote for sharing the prizes by the chips, or its withdrawal.

    During a hand they want everybody to be asked after it.

    Attributes:
        person: Who.
        agrees: Whether they want to.
    """

    person: str
    agrees: bool


class Paused(_Entry, kw_only=True, frozen=True):
    """The host's stop of the clocks, or their restart.

    Attributes:
        paused: Whether they stop.
    """

    paused: bool


class Resumed(_Entry, frozen=True):
    """The return of the server."""


class Said(_Entry, kw_only=True, frozen=True):
    """A chat message.

    Attributes:
        person: Who.
        text: What.
    """

    person: str
    text: str


class Closed(_Entry, frozen=True):
    """The closing of the table."""


Entry: TypeAlias = (
    Opened
    | Joined
    | Named
    | Seated
    | Approved
    | Bought
    | StackSet
    | GameChanged
    | Left
    | Away
    | Planned
    | Chosen
    | Promised
    | Committed
    | Replaced
    | Revealed
    | Dealt
    | Moved
    | Ended
    | Cancelled
    | Started
    | Agreed
    | Paused
    | Resumed
    | Said
    | Closed
)

_ENCODER = Encoder()
_DECODER: Decoder[Entry] = Decoder(Entry)


def find_kind(entry: Entry | type[Entry]) -> str:
    """Return what an entry is called in the log.

    >>> find_kind(StackSet)
    'stackset'

    Args:
        entry: The entry, or its class.

    Returns:
        The word.
    """
    return str(entry.__struct_config__.tag)


def write_entry(entry: Entry) -> bytes:
    """Return an entry as the log keeps it.

    >>> write_entry(Paused(at=7, paused=True))
    b'{"kind":"paused","at":7,"paused":true}'

    Args:
        entry: The entry.

    Returns:
        The JSON.
    """
    return _ENCODER.encode(entry)


def read_entry(line: bytes | str) -> Entry:
    """Return an entry that the log kept.

    >>> read_entry(b'{"kind":"paused","at":7,"paused":true}')
    Paused(at=7, id='', by='', paused=True)

    Args:
        line: The JSON.

    Returns:
        The entry.

    Raises:
        msgspec.ValidationError: It is none.
    """
    return _DECODER.decode(line)
