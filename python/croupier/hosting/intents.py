"""Intents of people at a hosted table."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import DecodeError, Meta, Struct
from msgspec.json import Decoder

from croupier.hosting.checking import check_fields, explain_json
from croupier.hosting.settings import MAX_CHIPS, MAX_SEATS

__all__ = [
    "Act",
    "AddBot",
    "Agree",
    "Allow",
    "Approve",
    "Buy",
    "ChangeGame",
    "Choose",
    "Clear",
    "Close",
    "Hello",
    "Intent",
    "Kick",
    "Leave",
    "Link",
    "Pause",
    "Ping",
    "Plan",
    "Pledge",
    "Reveal",
    "Say",
    "SetStack",
    "Sit",
    "SitOut",
    "Start",
    "read_intent",
]

_Id = Annotated[str, Meta(min_length=1, max_length=40)]
_Person = Annotated[str, Meta(min_length=1, max_length=40)]
_Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS)]
_Seat = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1)]
_Number = Annotated[int, Meta(ge=0, le=10**12)]
_Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class _Intent(
    Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True, kw_only=True
):
    """A request of a person at a hosted table."""

    def __post_init__(self) -> None:
        """Refuse values that are out of bounds, also from Python."""
        check_fields(self)


class Hello(_Intent, frozen=True):
    """A request to be told everything anew.

    Attributes:
        v: The last version that was seen.
    """

    v: _Number = 0


class Ping(_Intent, frozen=True):
    """A ping, which is answered.

    Attributes:
        ms: A number that comes back.
    """

    ms: Annotated[float, Meta(ge=0, le=10**16)] = 0


class _Named(_Intent, frozen=True):
    """A request with an id, which is done once however often it is sent.

    Attributes:
        id: What the intent is called by who sends it.
    """

    id: _Id


class Sit(_Named, frozen=True):
    """A request for a seat.

    Attributes:
        name: What the person wants to be called.
        seat: Which seat; any when omitted.
        amount: What they bring; the buy-in of the table when omitted.
    """

    name: Annotated[str, Meta(max_length=60)] = ""
    seat: _Seat | None = None
    amount: _Chips = 0


class Leave(_Named, frozen=True):
    """A wish to stand up, after the hand if there is one."""


class Link(_Named, frozen=True):
    """A request for a private link, which moves a seat to another browser and works once.

    Attributes:
        person: The ID of a person who left, to whom the host gives the link; empty for one's own.
    """

    person: Annotated[str, Meta(max_length=40)] = ""


class SitOut(_Named, frozen=True):
    """A wish to keep the seat without being dealt cards, or to come back.

    Attributes:
        away: Whether to go, or to come back.
    """

    away: bool


class Buy(_Named, frozen=True):
    """A purchase of chips, after the hand if there is one.

    Attributes:
        amount: How many; the buy-in of the table when omitted.
    """

    amount: _Chips = 0


class Act(_Named, frozen=True):
    """A decision.

    Attributes:
        hand: In which hand.
        v: The version that the decision was made on.
        move: What is done, as a person says it or in the notation of hand histories.
    """

    hand: _Number
    v: _Number
    move: Annotated[str, Meta(min_length=1, max_length=200)]


class Choose(_Named, frozen=True):
    """A choice of the game of the next hand, where dealers choose.

    Attributes:
        game: Which one, of those that are offered.
    """

    game: Annotated[str, Meta(min_length=1, max_length=80)]


class Plan(_Named, frozen=True):
    """A plan made before one's turn: what one will do.

    Attributes:
        hand: In which hand.
        plan: `check-fold`, `check` or `call`; empty to take it back.
    """

    hand: _Number
    plan: Annotated[str, Meta(max_length=12)]


class Pledge(_Named, frozen=True):
    """A pledge of a number for the next hand, where dealing is fair.

    Attributes:
        hand: For which hand.
        promise: The commitment to the number, as docs/fair-dealing.md has it.
        attempt: For which deck of the hand.
    """

    hand: _Number
    promise: _Hash
    attempt: _Number = 1


class Reveal(_Named, frozen=True):
    """The number that was pledged, told when the deck is fixed.

    Attributes:
        hand: For which hand.
        number: The number, of 32 bytes, in hexadecimal digits.
        attempt: For which deck of the hand.
    """

    hand: _Number
    number: _Hash
    attempt: _Number = 1


class Say(_Named, frozen=True):
    """A chat message to everybody.

    Attributes:
        text: What.
    """

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Pause(_Named, frozen=True):
    """A stop of the clocks, or their restart; for the host.

    Attributes:
        paused: Whether they stop.
    """

    paused: bool


class Approve(_Named, frozen=True):
    """An approval of somebody who wants to sit down; for the host.

    Attributes:
        person: Who.
    """

    person: _Person


class Kick(_Named, frozen=True):
    """The removal of a person from the table; for the host.

    A removed person may ask for a seat again ten minutes later.

    Attributes:
        person: The person's ID.
        ban: Whether the person cannot sit down any more. A person who left can be banned, too.
    """

    person: _Person
    ban: bool = False


class Allow(_Named, frozen=True):
    """The end of a ban or a removal; for the host.

    Attributes:
        person: The person's ID.
    """

    person: _Person


class Clear(_Named, frozen=True):
    """The removal of people who left from the ledger, which sums them up; for the host."""


class SetStack(_Named, frozen=True):
    """A new stack for somebody, after the hand if there is one; for the host.

    Attributes:
        person: Who.
        amount: How many chips.
    """

    person: _Person
    amount: _Chips


class ChangeGame(_Named, frozen=True):
    """A change of game from the next hand on, for stakes of the same size; for the host.

    Attributes:
        game: A name that `make_game` knows, or that of a mix.
        limit: With which limits; the usual ones when omitted.
    """

    game: Annotated[str, Meta(min_length=1, max_length=80)]
    limit: Annotated[str, Meta(max_length=20)] = ""


class Start(_Named, frozen=True):
    """The start of a tournament; for the host."""


class Agree(_Named, frozen=True):
    """A vote for sharing the prizes of a tournament by the chips, or its withdrawal.

    During a hand, everybody is asked after it.

    Attributes:
        agrees: Whether one wants to.
    """

    agrees: bool


class AddBot(_Named, frozen=True):
    """A bot to be seated; for the host.

    Attributes:
        bot: The label of the agent, one of those that the server offers.
        seat: Which seat; any when omitted.
    """

    bot: Annotated[str, Meta(min_length=1, max_length=60)]
    seat: _Seat | None = None


class Close(_Named, frozen=True):
    """The end of the table; for the host."""


Intent: TypeAlias = (
    Hello
    | Ping
    | Sit
    | Leave
    | Link
    | SitOut
    | Buy
    | Act
    | Choose
    | Plan
    | Pledge
    | Reveal
    | Say
    | Pause
    | Approve
    | Kick
    | Allow
    | Clear
    | SetStack
    | ChangeGame
    | Start
    | Agree
    | AddBot
    | Close
)

_DECODER: Decoder[Intent] = Decoder(Intent)


def read_intent(message: bytes | str) -> Intent:
    """Return what somebody asks for.

    >>> read_intent('{"t": "act", "id": "a", "hand": 3, "v": 17, "move": "call"}').move
    'call'

    Args:
        message: The JSON.

    Returns:
        The intent.

    Raises:
        RefusedError: The message is not a valid intent.
    """
    try:
        return _DECODER.decode(message)
    except (DecodeError, RecursionError, UnicodeDecodeError):
        raise explain_json(message, Intent, "an intent") from None
