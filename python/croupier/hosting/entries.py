"""Entries of the log of a hosted table, from which the table follows."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import DecodeError, Meta, Struct
from msgspec.json import Decoder, Encoder

from croupier.errors import RefusedError
from croupier.hosting.checking import check_fields
from croupier.hosting.record_types import PersonRecord, TournamentRecord
from croupier.hosting.settings import TableSettings

__all__ = [
    "Agreed",
    "Approved",
    "Away",
    "Banned",
    "Bought",
    "Cancelled",
    "CashedOut",
    "Chosen",
    "Closed",
    "Committed",
    "Dealt",
    "Ended",
    "Entry",
    "Forgotten",
    "GameChanged",
    "Granted",
    "Joined",
    "Keyed",
    "Left",
    "Linked",
    "Moved",
    "Named",
    "OldEnded",
    "Opened",
    "Paused",
    "Planned",
    "Promised",
    "Replaced",
    "Resumed",
    "Revealed",
    "Said",
    "Seated",
    "Snapshot",
    "StackSet",
    "Started",
    "find_kind",
    "read_entry",
    "write_entry",
]

# Numbers up to this are the same in every program that reads JSON.
_LARGEST = 2**53
_Chips = Annotated[int, Meta(ge=0, le=_LARGEST)]
_Number = Annotated[int, Meta(ge=0, le=_LARGEST)]
_Change = Annotated[int, Meta(ge=-_LARGEST, le=_LARGEST)]
_Seed = Annotated[str, Meta(pattern="^([0-9a-f]{2})+$")]


class _Entry(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """An event in the log of a hosted table.

    Attributes:
        at: The time of the table in milliseconds since 1970, which limits are measured by. It never
            goes back, and does not jump when the system clock is set.
        id: What the intent was called by who sent it, so that it is not done twice; empty where
            there was none.
        by: Who sent it.
        drift: Milliseconds by which the system clock was ahead of `at`; 0 if less than a second.
    """

    at: _Number
    id: str = ""
    by: str = ""
    drift: _Change = 0

    @property
    def clock(self) -> int:
        """The system time in milliseconds since 1970, for records."""
        return self.at + self.drift


class Opened(_Entry, kw_only=True, frozen=True):
    """The opening of a table.

    Attributes:
        settings: How it is played.
        program: The version of the program, whose rules the hands follow.
        seed: The number, in hexadecimal digits, that decides what everybody may see.
    """

    settings: TableSettings
    program: str
    seed: _Seed


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


class Linked(_Entry, kw_only=True, frozen=True):
    """A new private link of a person, which replaces an unused one.

    Attributes:
        person: The person's ID.
        link: The hash of the secret in the link.
        given: Whether the host made the link for a person who had left.
    """

    person: str
    link: str
    given: bool = False


class Keyed(_Entry, kw_only=True, frozen=True):
    """The use of a private link: the person has a new secret, and the old one is void.

    Attributes:
        person: The person's ID.
        key: The hash of the new secret.
        given: Whether the host had made the link: hands up to this one stay hidden then.
    """

    person: str
    key: str
    given: bool = False


class Forgotten(_Entry, kw_only=True, frozen=True):
    """The removal of people who left: their names are free, and their chips are summed up.

    Attributes:
        people: Their IDs.
    """

    people: list[str]


class Banned(_Entry, kw_only=True, frozen=True):
    """The host's ban of a person, or its end.

    Attributes:
        person: The person's ID.
        banned: Whether the person is banned from now on.
    """

    person: str
    banned: bool


class Seated(_Entry, kw_only=True, frozen=True):
    """A person's taking of a seat.

    Attributes:
        person: Who.
        seat: Which seat, from 0.
        amount: The chips that they bring.
        is_asking: Whether the host has to agree first.
    """

    person: str
    seat: _Number
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


class CashedOut(_Entry, kw_only=True, frozen=True):
    """Chips that left the table with a person.

    It follows the entry that caused it: `Left`, the end of the hand or of a tournament, a lower
    `StackSet`, or `Closed`. A custom log can pay the amount in the transaction that writes the
    entry. Chips that come to the table are in `Seated`, `Bought` and `Granted`.

    Attributes:
        person: Who.
        amount: How many chips.
    """

    person: str
    amount: _Chips


class Granted(_Entry, kw_only=True, frozen=True):
    """Chips that the host added to a stack by a `StackSet` to more than the person had.

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
    hand: _Number
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

    hand: _Number
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

    hand: _Number


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

    seed: _Seed
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
    hand: _Number
    action: str
    check: int = 0
    why: str = ""


class Ended(_Entry, tag="handended", kw_only=True, frozen=True):
    """The end of a hand: its results, and other changes since the last hand.

    The state between two hands follows from the last `Snapshot` and the entries since then, without
    replaying any hand under rules that may have changed.

    Attributes:
        hand: Which hand.
        version: The version of the table with this entry.
        results: Net results of the players of the hand, by ids.
        house: What left the table.
        places: The seats of the small blind, the big blind and the button.
        lineup: Where a mix of games is.
        changes: New values of other fields of `PersonRecord`, by field and id.
        gone: The people who are no longer at the table.
        tournament: The progress of a tournament, if it has changed.
        settings: The settings, if they changed without a `GameChanged`.
        joined: How many people have come to the table, if it does not follow from other entries.
        forgotten: The chips that forgotten people bought, and those that they took away, if they do
            not follow from other entries.
    """

    hand: _Number
    version: _Number
    results: dict[str, _Change] = {}
    house: int = 0
    places: tuple[int | None, int | None, int | None] = (None, None, None)
    lineup: tuple[int, ...] = ()
    changes: dict[str, dict[str, Any]] = {}
    gone: list[str] = []
    tournament: TournamentRecord | None = None
    settings: TableSettings | None = None
    joined: _Number | None = None
    forgotten: tuple[_Number, _Number] | None = None


class Snapshot(_Entry, kw_only=True, frozen=True):
    """The full state of a table between two hands.

    One is written every few hands, so that restoring a table reads only the entries since then.

    Attributes:
        hand: The hand that was played last.
        people: Everybody.
        house: What left the table.
        places: The seats of the small blind, the big blind and the button.
        lineup: Where a mix of games is.
        version: The version of the table with this entry.
        tournament: How far a tournament is that has begun.
        settings: How the table is played, where the game was changed.
        said: What people said last: when, who, what.
        joined: How many people have come to the table so far.
        forgotten: The chips that forgotten people bought, and those that they took away.
    """

    hand: _Number
    people: list[PersonRecord]
    house: int
    places: tuple[int | None, int | None, int | None]
    lineup: tuple[int, ...] = ()
    version: _Number
    tournament: TournamentRecord | None = None
    settings: TableSettings | None = None
    said: list[tuple[int, str, str]] = []
    joined: _Number = 0
    forgotten: tuple[_Number, _Number] = (0, 0)


class OldEnded(Snapshot, tag="ended", kw_only=True, frozen=True):
    """The end of a hand in logs of version 1, which have a snapshot after every hand."""


class Cancelled(_Entry, kw_only=True, frozen=True):
    """The cancellation of a hand; everybody has the chips of its beginning.

    Attributes:
        hand: Which hand.
        why: Why, in words.
    """

    hand: _Number
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


class Resumed(_Entry, kw_only=True, frozen=True):
    """The return of the server.

    Attributes:
        stopped: Milliseconds without a server, which do not count for the levels of a tournament.
    """

    stopped: _Number = 0


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
    | Linked
    | Keyed
    | Forgotten
    | Banned
    | Seated
    | Approved
    | Bought
    | CashedOut
    | Granted
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
    | Snapshot
    | OldEnded
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

    Raises:
        RefusedError: A field is invalid, so that `read_entry` could not read the entry.
    """
    try:
        line = _ENCODER.encode(entry)
        _DECODER.decode(line)
    except (DecodeError, OverflowError, TypeError, ValueError) as error:
        check_fields(entry)
        raise RefusedError(
            f"{find_kind(entry)} cannot be written: {error}", code="field-value"
        ) from None
    return line


def read_entry(line: bytes | str) -> Entry:
    """Return an entry that the log kept.

    >>> read_entry(b'{"kind":"paused","at":7,"paused":true}')
    Paused(at=7, id='', by='', drift=0, paused=True)

    Args:
        line: The JSON.

    Returns:
        The entry.

    Raises:
        msgspec.ValidationError: It is none.
    """
    return _DECODER.decode(line)
