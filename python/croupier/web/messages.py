"""Messages between the page and the desk.

Each class is an object of JSON. `tools/web_types.py` writes the same as types of TypeScript.
Amounts are texts: how a number is written is decided here, and nothing is computed by the page.
Fields that have their default are left out.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

__all__ = [
    "Answer",
    "Block",
    "Board",
    "BoardRow",
    "Card",
    "Choice",
    "Code",
    "ConvertAnswer",
    "ConvertQuestion",
    "DeskFacts",
    "EquityQuestion",
    "EvaluateQuestion",
    "Export",
    "ExportQuestion",
    "FileFacts",
    "Frame",
    "GameFacts",
    "HandQuestion",
    "HandRow",
    "HandsPage",
    "HandsQuestion",
    "IcmQuestion",
    "Line",
    "NightAnswer",
    "NightQuestion",
    "NodeAnswer",
    "NodeLink",
    "NodeQuestion",
    "OddsQuestion",
    "Part",
    "Picture",
    "Pot",
    "RangeAnswer",
    "RangeCell",
    "RangeQuestion",
    "Refusal",
    "Replay",
    "Seat",
    "SeatEquity",
    "SpotAnswer",
    "SpotQuestion",
    "StoreAnswer",
    "StoreQuestion",
    "StreetEquities",
    "StreetEquity",
    "StreetMark",
    "Table",
    "TableBlock",
    "Words",
]


class Message(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The base of all messages."""


Whole = Annotated[int, Meta(ge=-(1 << 53) + 1, le=(1 << 53) - 1)]
"""An integer of a question, within what JavaScript can write and SQLite can count with."""


class Question(Message, frozen=True, forbid_unknown_fields=True):
    """The base of all questions: an unknown field is a mistake."""


# A table, as somebody sees it: the JSON form of `croupier.views`.


class Card(Message, frozen=True):
    """A card: its rank and suit as two letters, and what is said of it."""

    code: str
    name: str
    up: bool = False
    part: str = ""
    dead: bool = False


class Seat(Message, frozen=True):
    """A player of a hand."""

    index: int
    name: str
    stack: str
    place: str
    cards: list[Card] = field(default_factory=list)
    bet: str = ""
    payoff: str = ""
    badge: str = ""
    words: str = ""
    button: bool = False
    acts: bool = False


class BoardRow(Message, frozen=True):
    """A row of a board: cards, or nothing where a card may come, and where none ever comes."""

    cards: list[Card | None]
    gaps: list[bool]
    label: str = ""


class Board(Message, frozen=True):
    """A board."""

    rows: list[BoardRow]
    centred: bool = False


class Pot(Message, frozen=True):
    """A pot, and who can win it."""

    title: str
    amount: str
    players: list[int]


class Choice(Message, frozen=True):
    """A decision that is open to the player to act, with its bounds."""

    name: str
    words: str
    # How a move begins in the notation of histories, what comes after it, and what it is called.
    word: str = ""
    kind: str = ""
    verb: str = ""
    least: str = ""
    most: str = ""
    pot: str = ""
    least_count: int = 0
    most_count: int = 0
    amounts: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    sets: list[list[Card]] = field(default_factory=list)


class Table(Message, frozen=True):
    """A hand, as somebody sees it."""

    title: str
    pot: str
    seats: list[Seat]
    boards: list[Board] = field(default_factory=list)
    pots: list[Pot] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    viewer: int | None = None
    over: bool = False


class Part(Message, frozen=True):
    """A part of a line: words or cards, and their tone."""

    text: str = ""
    cards: list[Card] = field(default_factory=list)
    tone: str = "plain"


class Line(Message, frozen=True):
    """A line of the play-by-play."""

    parts: list[Part]
    player: int | None = None


# Answers that are shown one below the other.


class Words(Message, frozen=True, tag="words"):
    """A paragraph."""

    text: str
    tone: Literal["plain", "low", "strong", "heading", "item"] = "plain"


class TableBlock(Message, frozen=True, tag="table"):
    """A table of texts; columns of numbers stand at the right."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    # The hand of the shelf that a row is about, where rows are about hands.
    hands: list[int] = field(default_factory=list)


class Picture(Message, frozen=True, tag="picture"):
    """A picture as SVG, and what is on it in words."""

    title: str
    summary: str
    svg: str
    width: int
    # Whether the title stands above it; pictures of calculators have their own.
    headed: bool = False
    # The same for narrow screens, if it would be too small there.
    narrow: str = ""


class Code(Message, frozen=True, tag="code"):
    """The command or the program that gives the same result."""

    label: str
    text: str


Block = Words | TableBlock | Picture | Code


class Answer(Message, frozen=True):
    """The answer of a calculator."""

    title: str
    blocks: list[Block]


class Refusal(Message, frozen=True):
    """The reason why there is no answer: a stable code, and words."""

    code: str
    message: str


# The desk itself.


class GameFacts(Message, frozen=True):
    """A game that calculators know."""

    name: str
    title: str
    family: str = ""


class DeskFacts(Message, frozen=True):
    """The facts that the page needs before anything is asked."""

    version: str
    games: list[GameFacts]
    targets: list[str]
    formats: list[str]
    rankings: list[GameFacts]
    most_packed: str
    most_unpacked: str
    shelf: str = ""
    solves: bool = True
    stores: list[GameFacts] = field(default_factory=list)
    reports: list[GameFacts] = field(default_factory=list)


# The shelf: files that were dropped, and their hands.


class FileFacts(Message, frozen=True):
    """A file on the shelf, as far as it is read."""

    number: int
    name: str
    size: str
    state: Literal["arriving", "waiting", "reading", "read", "failed"]
    format: str = ""
    hands: int = 0
    skipped: int = 0
    problem: str = ""


class HandRow(Message, frozen=True):
    """A hand in the list."""

    id: int
    label: str
    game: str
    players: str
    pot: str
    result: str
    file: str
    won: str = ""
    sign: int = 0
    showdown: bool = False
    notes: int = 0
    problem: str = ""


class HandsQuestion(Question, frozen=True):
    """A question for a list of hands."""

    shelf: str
    player: str = ""
    result: Literal["", "won", "lost"] = ""
    showdown: Literal["", "yes", "no"] = ""
    least_pot: str = ""
    file: Whole = 0
    skipped: bool = False
    order: Literal["read", "pot"] = "read"
    offset: Whole = 0
    limit: Whole = 50


class HandsPage(Message, frozen=True):
    """A page of the list of hands, and the number of all of them."""

    rows: list[HandRow]
    offset: int
    matching: int
    total: int
    skipped: int
    said: str
    reading: bool
    files: list[FileFacts]
    players: list[str]


class HandQuestion(Question, frozen=True):
    """A question for one hand, as a player sees it, with amounts in a unit."""

    shelf: str
    hand: Whole
    viewer: Whole | None = None
    unit: Literal["chips", "bb"] = "chips"


class StreetMark(Message, frozen=True):
    """The beginning of a street."""

    name: str
    step: int


class Frame(Message, frozen=True):
    """A step of a hand: what is to be seen, and what has happened since the step before."""

    table: Table
    lines: list[Line]
    odds: str = ""


class Replay(Message, frozen=True):
    """A hand, step by step."""

    hand: int
    title: str
    label: str
    names: list[str]
    frames: list[Frame]
    streets: list[StreetMark]
    facts: list[list[str]]
    notes: list[str]
    spots: list[str]
    # Whether amounts can be written in big blinds.
    has_big_blind: bool = False
    viewer: int | None = None
    before: int | None = None
    after: int | None = None


class SeatEquity(Message, frozen=True):
    """The equity of a player: in all, and on each board where there are several."""

    player: int
    name: str
    equity: str
    share: float
    boards: list[str] = field(default_factory=list)


class StreetEquity(Message, frozen=True):
    """Equities while a street is played: from a step on."""

    street: str
    step: int
    seats: list[SeatEquity]
    how: str
    command: str
    python: str


class StreetEquities(Message, frozen=True):
    """The equities of a hand, street by street, or why there are none."""

    streets: list[StreetEquity]
    reason: str = ""


class ExportQuestion(Question, frozen=True):
    """A request for a hand in another format."""

    shelf: str
    hand: Whole
    kind: Literal["phh", "pokerstars", "ohh", "words", "svg"]
    step: Whole = 0
    viewer: Whole | None = None
    portrait: bool = False
    theme: Literal["light", "dark"] = "light"
    unit: Literal["chips", "bb"] = "chips"


class Export(Message, frozen=True):
    """A small file."""

    name: str
    type: str
    text: str


class ConvertQuestion(Question, frozen=True):
    """A request for the files of a shelf in another format."""

    shelf: str
    target: str
    files: list[Whole] = field(default_factory=list)
    hero: str = ""
    only_hero: bool = False
    anonymize: bool = False
    key: str = ""
    time_zone: str = ""
    cash: bool = False


class ConvertAnswer(Message, frozen=True):
    """The result of converting them."""

    blocks: list[Block]
    said: str
    converted: int
    skipped: int
    place: str = ""
    name: str = ""
    size: str = ""


class NightQuestion(Question, frozen=True):
    """A question for the report of a night."""

    shelf: str
    title: str = ""


class NightAnswer(Message, frozen=True):
    """A night: what came of it, and where the page to keep is."""

    title: str
    blocks: list[Block]
    place: str = ""
    name: str = ""


# Stores.


class StoreQuestion(Question, frozen=True):
    """A question for a report of a store: whose hands, and which of them, in words."""

    store: str
    report: str
    player: str = ""
    where: str = ""


class StoreAnswer(Message, frozen=True):
    """A report of a store."""

    title: str
    blocks: list[Block]


# Calculators.


class RangeQuestion(Question, frozen=True):
    """A range as people write it, or as cells of the grid with their weights."""

    text: str = ""
    cells: dict[str, float] | None = None
    top: float | None = None


class RangeCell(Message, frozen=True):
    """A starting hand of the grid."""

    hand: str
    kind: Literal["pair", "suited", "offsuit"]
    weight: float


class RangeAnswer(Message, frozen=True):
    """A range: as text, as a grid, and how large it is."""

    text: str
    said: str
    cells: list[RangeCell]


class EquityQuestion(Question, frozen=True):
    """A question for the equities of hands and ranges."""

    players: list[str]
    board: str = ""
    dead: str = ""
    game: str = "holdem"
    samples: Whole = 100_000
    seed: Whole | None = None
    heat: bool = False


class OddsQuestion(Question, frozen=True):
    """A question for the cards that make a hand better."""

    hand: str
    board: str = ""
    dead: str = ""
    game: str = "holdem"
    contest: Whole = 1


class IcmQuestion(Question, frozen=True):
    """A question for what chips are worth."""

    stacks: str
    payouts: str
    bounties: str = ""
    unit: str = ""


class EvaluateQuestion(Question, frozen=True):
    """A question for what hands are worth."""

    hands: list[str]
    board: str = ""
    rankings: list[str] = field(default_factory=lambda: ["high"])
    use: str = ""


# Spots and solutions.


class SpotQuestion(Question, frozen=True):
    """A question for the best play from a street of a hand on."""

    shelf: str
    hand: Whole
    street: str
    first: str
    second: str
    bets: str = "50%, a"
    raises: str = "a"
    target: str = "1%"


class SpotAnswer(Message, frozen=True):
    """A spot that was solved: the file of the shelf that has the solution."""

    file: int
    said: str


class NodeQuestion(Question, frozen=True):
    """A node of a solution."""

    shelf: str
    file: Whole
    line: str = ""


class NodeLink(Message, frozen=True):
    """A link to a node that follows in a solution: its line and its title."""

    line: str
    words: str


class NodeAnswer(Message, frozen=True):
    """A node of a solution, and where one gets from there."""

    title: str
    line: str
    blocks: list[Block]
    next: list[NodeLink]
    cards: list[Card]
    back: str | None = None
