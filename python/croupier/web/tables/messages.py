"""Messages of a hosted table to those who sit there and to those who watch.

Each class is an object of JSON with its name in `t`. What people say to it are the intents of
`croupier.hosting.intents`.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Raw, Struct, field

from croupier.hosting.fairness import DealProof, DeckCommitment
from croupier.web.messages import Line, Message, Table

__all__ = [
    "Account",
    "Ack",
    "Answer",
    "Bye",
    "Clock",
    "Departed",
    "Evening",
    "Fair",
    "LobbyFacts",
    "LobbyGame",
    "LobbyTable",
    "Nack",
    "Place",
    "Pong",
    "Preset",
    "PrivateLink",
    "Remark",
    "TableFacts",
    "TableNews",
    "TournamentFacts",
    "You",
]


class Departed(Message, frozen=True):
    """A person who left, as the host sees them."""

    person: str
    name: str
    banned: bool = False


class You(Message, frozen=True):
    """The person to whom the message goes."""

    person: str = ""
    name: str = ""
    seat: int | None = None
    is_host: bool = False
    plan: str = ""
    # The bots that a host may seat.
    bots: list[str] = field(default_factory=list)
    # For the host: people who left, whose names are still taken.
    departed: list[Departed] = field(default_factory=list)


class Place(Message, frozen=True):
    """A seat of the table, and who sits there."""

    seat: int
    person: str = ""
    name: str = ""
    stack: str = ""
    # empty, asking, waiting, playing, away, broke or leaving
    state: str = "empty"
    bot: bool = False
    host: bool = False
    here: bool = True
    # Their place in the hand, or nothing.
    player: int | None = None


class Clock(Message, frozen=True):
    """The time left to a player, in milliseconds: before their bank, and with it."""

    seat: int
    left: int
    bank: int
    whole: int


class Remark(Message, frozen=True):
    """A line of the chat."""

    name: str
    text: str


class TournamentFacts(Message, frozen=True):
    """The progress of a tournament, or of levels: amounts as texts."""

    level: int
    # The name of the size, `big blind` or `stake`, and the size.
    stake: str
    blinds: str
    # The next level, and how many milliseconds of play there are until then.
    next_blinds: str = ""
    left: int = 0
    is_tournament: bool = False
    has_begun: bool = False
    is_over: bool = False
    # By place: the place, the name and the prize.
    places: list[list[str]] = field(default_factory=list)
    prizes: list[str] = field(default_factory=list)
    # The prizes by the chips of the players left: name, prize, and whether they agree.
    offer: list[list[str]] = field(default_factory=list)
    # Whether everybody can be asked after the hand, will be, or is.
    can_ask: bool = False
    will_ask: bool = False
    asks: bool = False


class TableFacts(Message, frozen=True):
    """The settings of a table, as its page shows them."""

    code: str
    title: str
    game: str
    buy_in: str
    least_buy_in: str
    most_buy_in: str
    small_bet: str
    has_chat: bool
    is_fair: bool = False
    is_bomb: bool = False
    # The game from the next hand on, where the host has changed it.
    next_game: str = ""
    tournament: TournamentFacts | None = None


class Preset(Message, frozen=True):
    """An amount that is often bet, and what it is called."""

    label: str
    amount: str


class Fair(Message, frozen=True):
    """The part of a person in fair dealing, and the proof of the hand."""

    # The next hand, and the number of its deck. What is asked for: the commitment to a number
    # (`promise`), the number itself (`number`), or nothing.
    hand: int
    asks: str = ""
    attempt: int = 1
    # The commitment to the deck of that hand, before any number is revealed.
    deck: DeckCommitment | None = None
    # The players who did not reveal a number for that hand, and do not take part in it any more.
    silent: list[str] = field(default_factory=list)
    # Of the hand that is played, or of the last one; and the cards that each player has discarded.
    proof: DealProof | None = None
    discarded: list[int] = field(default_factory=list)


class Account(Message, frozen=True):
    """The account of somebody: bought, taken away and left; and how they play."""

    name: str
    bought: str
    taken: str
    stack: str
    result: str
    hands: int = 0
    # Voluntarily put in, raised first, went to showdown, won there.
    statistics: list[str] = field(default_factory=list)


class Evening(Message, frozen=True):
    """The state of an evening: accounts, and who pays whom."""

    accounts: list[Account]
    payments: list[str] = field(default_factory=list)
    # Whether bots won or lost chips, which are in no payment.
    has_bots: bool = False


class LobbyGame(Message, frozen=True):
    """A game or a mix that a table can be opened for."""

    name: str
    title: str
    family: str = ""
    players: str = ""
    aliases: list[str] = field(default_factory=list)
    words: str = ""
    # With which limits it is played; the usual ones first.
    limits: list[str] = field(default_factory=list)


class LobbyTable(Message, frozen=True):
    """A table that somebody knows."""

    code: str
    title: str
    words: str


class LobbyFacts(Message, frozen=True):
    """The games that can be opened, and the tables that are open."""

    games: list[LobbyGame]
    bots: list[str]
    tables: list[LobbyTable] = field(default_factory=list)
    # Tables of the log that cannot be opened, each with the reason; for the owner of the server.
    unreadable: list[LobbyTable] = field(default_factory=list)


class TableNews(Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="t", tag="table"):
    """A table as somebody sees it, whole: what was before does not matter."""

    v: int
    hand: int
    facts: TableFacts
    you: You
    places: list[Place]
    # The version since which somebody must decide, by which two decisions are told apart.
    asked: int = 0
    # The hand: a `Table`, made only of what this one may see.
    table: Raw | None = None
    clock: Clock | None = None
    fair: Fair | None = None
    # The lines since the last news, or all of the hand.
    lines: list[Line] = field(default_factory=list)
    fresh: bool = False
    remarks: list[Remark] = field(default_factory=list)
    presets: list[Preset] = field(default_factory=list)
    # The dealer's choices, with their titles and names; empty for everybody else.
    games: list[list[str]] = field(default_factory=list)
    waiting: str = ""
    # A notice to everybody, such as that a hand was cancelled.
    notice: str = ""
    paused: bool = False
    closed: bool = False


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The acceptance of a request; the table has this version since."""

    id: str
    v: int


class PrivateLink(Struct, frozen=True, tag_field="t", tag="link"):
    """The private link of a person: the secret that follows `?seat=` in it."""

    id: str
    person: str
    seat: str


class Nack(Struct, frozen=True, tag_field="t", tag="nack"):
    """The refusal of a request, and why: a stable code, and words."""

    id: str
    code: str
    text: str


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping: its number, and the time of the server."""

    ms: float
    now: int


class Bye(Struct, frozen=True, tag_field="t", tag="bye"):
    """The last message of a socket."""

    code: str
    text: str


Answer: TypeAlias = TableNews | Ack | PrivateLink | Nack | Pong | Bye

# So that types of what is in `Raw` are written, too.
CONTENTS = (Table,)
