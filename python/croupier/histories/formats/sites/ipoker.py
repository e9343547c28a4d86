"""The XML of the iPoker network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any
from xml.parsers.expat import ExpatError, ParserCreate

from croupier.errors import ParseError
from croupier.histories.formats.amounts import CENTS, CURRENCIES, WHOLE
from croupier.histories.formats.base import Chunk, Format, ReadResult, Source, open_lines
from croupier.histories.formats.builder import HandBuilder
from croupier.histories.formats.sites.headers import read_time
from croupier.limits import MAX_ROOM_LINE_CHARACTERS

__all__ = ["IPokerFormat"]

_GAME = re.compile(r"(Holdem|Omaha Hi-Lo|Omaha|7 Card Stud[^\d]*?)\s+(NL|PL|L)\b\s*(.*)")
_GAMES = {
    ("Holdem", "NL"): "NT",
    ("Holdem", "PL"): "X:PT",
    ("Holdem", "L"): "FT",
    ("Omaha", "PL"): "PO",
    ("Omaha", "NL"): "X:NO",
    ("Omaha", "L"): "X:FO",
    ("Omaha Hi-Lo", "PL"): "X:PO/8",
    ("Omaha Hi-Lo", "L"): "FO/8",
}
_STAKES = re.compile(r"(\D?\d[\d.,]*)/(\D?\d[\d.,]*)")
_SESSION = f"<{{0}}>(.{{{{0,{MAX_ROOM_LINE_CHARACTERS}}}}}?)</{{0}}>"
# No hand is as long, and no document may define entities.
_LONGEST = 1 << 20
_MAX_SEAT_DIGITS = 9

_VENUE = "iPoker Network"


class IPokerFormat(Format):
    """The XML of the iPoker network: a session of hands."""

    name = "ipoker"
    title = "iPoker XML"
    suffixes = (".xml", ".txt")
    venues = (_VENUE,)

    def recognize(self, text: str) -> bool:
        """Return whether there is a session, or a hand of one."""
        return "<session " in text or '<game gamecode="' in text

    def read_source(self, source: Source) -> Iterator[ReadResult]:
        """Read hands, one after the other, with what the session says of all."""
        session: dict[str, str] | None = None
        for chunk in self.split(open_lines(source)):
            text = "\n".join(chunk.lines)
            start = text.find("<game ")
            # A session is described where it begins, which may be after a hand that is cut off.
            another = text.rfind("<session")
            head = text[another:] if another > start else text[:start] if start >= 0 else text
            if session is None or "<session" in head:
                session = {}
                for name in ("gametype", "tablename", "currency", "nickname"):
                    found = re.search(_SESSION.format(name), head)
                    if found is not None:
                        session[name] = found[1]
            if start < 0:
                continue
            hand = re.search(r'gamecode="(\d+)"', text[start:])
            number = hand[1] if hand else ""
            line = chunk.line + text.count("\n", 0, start)
            column = start - text.rfind("\n", 0, start)
            read = partial(self._read, text[start:], session, line, column, number)
            reading = self.attempt(read, line=line, hand=number)
            for problem in reading.problems:
                # The element of the hand is what is known of most places.
                problem.line, problem.column = problem.line or line, problem.column or column
            yield reading

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        """Cut lines behind every hand; and before one, where the last has no end."""
        first, hand, size, begun = 1, list[str](), 0, False
        number = 0
        for number, line in enumerate(lines, 1):
            begins = "<game " in line
            if begins and begun:
                yield Chunk(first, hand)
                first, hand, size = number, [], 0
            hand.append(line)
            size += len(line)
            begun = begun or begins
            if "</game>" in line or size > _LONGEST:
                yield Chunk(first, hand)
                first, hand, size, begun = number + 1, [], 0, False
        if any(map(str.strip, hand)):
            yield Chunk(first, hand)

    def _read(
        self, text: str, session: dict[str, str], line: int, column: int, hand: str
    ) -> ReadResult:
        if "</game>" not in text:
            raise ParseError("the hand is cut off: there is no </game>", code="cut-off")
        if "<!" in text:
            raise ParseError("a hand has elements and attributes alone", code="not-xml")
        document = _Document(line, column)
        try:
            document.read(text[: text.rindex("</game>") + 7])
        except ExpatError as error:
            line, column = document.find(error.lineno, error.offset)
            raise ParseError(
                f"it is no XML: {error}", code="not-xml", line=line, column=column
            ) from None
        except UnicodeEncodeError as error:
            raise ParseError(f"it is no XML: {error}", code="not-xml") from None
        return _Reader(document, session, hand).read()


class _Element:
    """An element: its name, its attributes, the text in it, and where it begins."""

    __slots__ = ("get", "name", "offset", "row", "text")

    def __init__(self, name: str, attributes: dict[str, str], row: int, offset: int) -> None:
        self.name, self.get, self.row, self.offset = name, attributes.get, row, offset
        self.text = ""


class _Document:
    """The elements of a text that begins somewhere in a file, in their order."""

    def __init__(self, line: int, column: int) -> None:
        self.line, self.column = line, column
        self.elements: list[_Element] = []

    def find(self, row: int, offset: int) -> tuple[int, int]:
        """Return the place in the file of a row of the text, and of so many characters in it."""
        return self.line + row - 1, offset + (self.column if row == 1 else 1)

    def read(self, text: str) -> None:
        parser, elements = ParserCreate(), self.elements

        def start(name: str, attributes: dict[str, str]) -> None:
            row, offset = parser.CurrentLineNumber, parser.CurrentColumnNumber
            elements.append(_Element(name, attributes, row, offset))

        def add(text: str) -> None:
            # What is behind an element is blank.
            elements[-1].text += text

        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.CharacterDataHandler = add
        parser.Parse(text, True)


class _Reader:
    def __init__(self, document: _Document, session: dict[str, str], hand: str) -> None:
        self.document = document
        self.session = session
        # Whose cards were seen when they were dealt.
        self.dealt: set[str] = set()
        found = _GAME.match(session.get("gametype", "Holdem NL"))
        variant = None if found is None else _GAMES.get((found[1], found[2]))
        if found is None or variant is None:
            raise ParseError(f"there is no game {session.get('gametype')!r}", code="unknown-game")
        elements = document.elements
        tournament = "tournament" in session or any(one.name == "place" for one in elements)
        self.chips = WHOLE if tournament else CENTS
        self.table = HandBuilder("ipoker", variant, self.chips.digits, hand=hand)
        self._go_to(elements[0])
        stakes = _STAKES.search(found[3])
        if stakes is not None:
            small, big = (self._units(text) for text in stakes.groups())
            if found[2] == "L":
                self.table.small_bet, self.table.big_bet = small, big
                self.table.small_blind, self.table.big_blind = small // 2, small
            else:
                self.table.small_blind, self.table.big_blind = small, big

    def _go_to(self, element: _Element) -> None:
        """Say that what follows is told by an element."""
        self.table.place = self.document.find(element.row, element.offset)

    def _error(self, message: str, code: str) -> ParseError:
        line, column = self.table.place
        return ParseError(
            message,
            format="ipoker",
            hand=self.table.hand or None,
            line=line,
            column=column,
            code=code,
        )

    def _units(self, text: str | None) -> int:
        text = text or "0"
        # Decimals may follow a comma.
        if "," in text:
            text = re.sub(r",(\d\d?)$", r".\1", text)
        return self.table.read_amount(text)

    def read(self) -> ReadResult:
        table, session = self.table, self.session
        facts: dict[str, Any] = {"venue": _VENUE, "hand": int(table.hand or 0)}
        if "tablename" in session:
            facts["table"] = session["tablename"]
        if "currency" in session and self.chips == CENTS:
            facts["currency"] = session["currency"]
        table.facts = facts
        players, cards, actions = list[_Element](), list[_Element](), list[_Element]()
        for element in self.document.elements:
            match element.name:
                case "startdate":
                    facts |= read_time(element.text)
                case "player":
                    self._sit(element, facts)
                    players.append(element)
                case "cards":
                    cards.append(element)
                case "action":
                    actions.append(element)
                case "round":
                    self._read_round(cards, actions)
        self._read_round(cards, actions)
        for player in players:
            self._go_to(player)
            won = self._units(player.get("win"))
            if won:
                table.collect(player.get("name", ""), won)
        hero = session.get("nickname")
        if hero is not None and hero in self.dealt:
            table.others["_hero"] = hero
        return table.finish()

    def _sit(self, player: _Element, facts: dict[str, Any]) -> None:
        self._go_to(player)
        table, chips = self.table, player.get("chips", "0")
        if chips[:1] in CURRENCIES:
            facts.setdefault("currency_symbol", chips[:1])
        seat = player.get("seat", "")
        if not (seat.isdecimal() and seat.isascii() and len(seat) < _MAX_SEAT_DIGITS):
            raise self._error(f"{seat!r} is no number of a seat", "seat-number")
        table.sit(int(seat), player.get("name", ""), self._units(chips))
        if player.get("dealer") == "1":
            table.button = int(seat)

    def _read_round(self, dealt: list[_Element], actions: list[_Element]) -> None:
        """Read the cards and actions of a round, and forget them."""
        table = self.table
        for cards in dealt:
            self._go_to(cards)
            text = _cards(cards.text)
            if cards.get("type") == "Pocket":
                name = cards.get("player", "")
                if text and name != self.session.get("nickname"):
                    # Others' cards are known because they were shown.
                    table.deal(name)
                    table.show(name, text)
                else:
                    table.deal(name, text)
                    self.dealt |= {name} if text else set()
            elif text:
                table.next_street()
                table.deal_board(text)
        actions.sort(key=self._place)
        for action in actions:
            self._act(action)
        dealt.clear()
        actions.clear()

    def _place(self, action: _Element) -> int:
        self._go_to(action)
        number = action.get("no") or "0"
        if not (number.isdecimal() and number.isascii()):
            raise self._error(f"{number!r} is no number of an action", "action-number")
        return int(number)

    def _act(self, action: _Element) -> None:
        self._go_to(action)
        table = self.table
        name, kind = action.get("player", ""), action.get("type", "")
        amount = self._units(action.get("sum"))
        match kind:
            case "0":
                table.fold(name)
            case "1":
                table.post_small_blind(name, amount)
            case "2" if table.big_blind and amount > table.big_blind:
                table.post_both_blinds(name, amount)
            case "2":
                table.post_big_blind(name, amount)
            case "3":
                table.call(name, amount)
            case "4":
                table.check(name)
            case "5" | "6":
                table.bet(name, amount)
            case "7":
                table.put_in(name, amount)
            case "15":
                table.post_ante(name, amount)
            case "23":
                table.raise_to(name, amount)
            case "8" | "9":
                # Somebody sits out.
                pass
            case _:
                raise self._error(f"there is no action of type {kind!r}", "unknown-action")


def _cards(text: str) -> str:
    """Return cards of which the suit is written first."""
    found = re.findall(r"([CDHS])(10|[2-9JQKA])", text)
    return "".join(rank.replace("10", "T") + suit.lower() for suit, rank in found)
