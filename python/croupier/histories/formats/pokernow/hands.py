"""Hands of PokerNow as they are told, and those of its downloads as the core reads them."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from croupier import _native
from croupier.errors import ParseError
from croupier.histories.formats.base import ReadResult
from croupier.histories.formats.pokernow.lines import LogLine, LogSeat, make_line, read_amount
from croupier.histories.formats.pokernow.log import FORMAT, Row
from croupier.numbers import read_decimal, read_integer

__all__ = ["LoggedHand", "read_download", "read_hands"]


@dataclass(slots=True)
class LoggedHand:
    """A hand as a log tells it.

    Attributes:
        number: The number of the hand at the table.
        name: The name that no other hand has, if there is one.
        game: The name of the game.
        button: The player on the button, as the line has it; nothing if the button is dead.
        at: When it began, if that is known.
        first: The number of its first line.
        seats: Who sits where.
        steps: What happened, in order.
        hero_cards: The cards of the owner of the log.
    """

    number: str
    name: str
    game: str
    button: str
    at: datetime.datetime | None
    first: int
    seats: list[LogSeat] = field(default_factory=list)
    steps: list[LogLine] = field(default_factory=list)
    hero_cards: tuple[str, ...] = ()


def read_hands(rows: list[Row]) -> Iterator[LoggedHand | ParseError]:
    """Read the hands of a log.

    Args:
        rows: The rows in the order of time.

    Yields:
        The hands, and an error in the place of each that cannot be read.
    """
    for found in _native.read_pokernow_hands(rows):
        if isinstance(found, ParseError):
            yield found
            continue
        (number, name, game, button, at, first), seats, steps, cards = found
        try:
            sat = [LogSeat(seat, player, read_amount(stack)) for seat, player, stack in seats]
            lines = list(map(make_line, steps))
        except ParseError as error:
            error.line, error.hand, error.format = first, name or number, FORMAT
            yield error
            continue
        yield LoggedHand(number, name, game, button, _read_moment(at), first, sat, lines, cards)


def _read_moment(text: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)


def read_download(text: str) -> Iterator[dict[str, Any] | ReadResult]:
    """Read a download of hands: JSON with the events of each.

    Args:
        text: The document.

    Yields:
        The hands as the core takes them, and for each that cannot be read what is wrong.
    """
    try:
        places = _native.find_pokernow_places(text)
        document: Any = json.loads(
            text.removeprefix("\ufeff"), parse_float=read_decimal, parse_int=read_integer
        )
    except ParseError as error:
        # A number may be out of bounds, wherever it stands.
        error.line, error.column = error.line or 1, error.column or 1
        yield ReadResult(None, (error,), (), "", error.line)
        return
    hero = str(document.get("playerId") or "")
    for number, (value, (begins, events)) in enumerate(
        zip(document["hands"], places, strict=True), start=1
    ):
        name = str(value.get("id") or number) if isinstance(value, dict) else str(number)
        reader = _Reader(hero, begins)
        try:
            yield reader.read(value, number, events)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
            said = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            message = f"the hand is not as it should be: {said}"
            line, column = reader.at
            problem = ParseError(
                message,
                code="no-downloaded-hand",
                format=FORMAT,
                hand=name,
                line=line,
                column=column,
            )
            yield ReadResult(None, (problem,), (), name, begins[0])


_Place = tuple[int, int]
_Step = tuple[str, str, str | None, list[str], str]


class _Reader:
    """A reader of a hand, which knows the place of what it reads."""

    def __init__(self, hero: str, begins: _Place) -> None:
        self.hero = hero
        self.at = begins

    def read(self, value: dict[str, Any], place: int, events: list[_Place]) -> dict[str, Any]:
        cents = bool(value.get("cents"))
        names: dict[int, str] = {}
        seats = []
        dealer = ""
        cards: list[str] = []
        dealt = []
        for one in value["players"]:
            number, seat = str(one["id"]), _whole(one["seat"])
            if not 0 <= seat < 1 << 31:
                raise ValueError(f"{seat} is no number of a seat")
            token = f"{one.get('name', '')} @ {number}"
            names[seat] = token
            seats.append((seat, token, _money(one["stack"], cents)))
            if seat == value.get("dealerSeat"):
                dealer = token
            held = _read_cards(one.get("hand"))
            if number == self.hero:
                cards = held
            elif held:
                dealt.append(("dealt", token, None, held, "", self.at))
        started = value.get("startedAt")
        at = ""
        if isinstance(started, int):
            at = datetime.datetime.fromtimestamp(started / 1000, datetime.UTC).isoformat()
        hand: dict[str, Any] = {
            "number": str(value.get("number", place)),
            "name": str(value.get("id") or ""),
            "game": _name_game(str(value.get("gameType") or "th")),
            "dealer": dealer,
            "at": at,
            "place": self.at,
            "seats": seats,
            "steps": dealt,
            "shown": [],
            "hero": self.hero if cards else "",
            "hero_cards": cards,
            "strange": [],
            "bomb_pot": bool(value.get("bombPot")),
            "double_board": bool(value.get("doubleBoard")),
        }
        ended = False
        for event, self.at in zip(value["events"], events, strict=True):
            payload = event["payload"]
            line = self._read_event(payload, names, cents, hand)
            if payload["type"] == _FINISHED:
                ended = True
            if line is not None:
                steps = hand["shown"] if ended and line[0] == "show" else hand["steps"]
                steps.append((*line, self.at))
        return hand

    def _read_event(
        self, payload: dict[str, Any], names: dict[int, str], cents: bool, hand: dict[str, Any]
    ) -> _Step | None:
        kind = payload["type"]
        player = names.get(payload.get("seat", -1), "")
        amount = _money(payload.get("value") or 0, cents)
        flag = "all in" if payload.get("allIn") else ""
        second = "second" if payload.get("run", payload.get("runNumber", 1)) in (2, "2") else ""
        if kind == _BOARD:
            street = ("", "flop", "turn", "river")[_whole(payload["turn"])]
            return street, "", None, _read_cards(payload["cards"]), second
        if kind == _PRIZE:
            half = {"hi": "high", "lo": "low"}.get(str(payload.get("hiLo") or ""), "")
            return "collect", player, amount, [], second or half
        if kind == _SHOW:
            return "show", player, None, _read_cards(payload.get("cards"), hidden="??"), ""
        if kind == _RUNS:
            return None
        if kind == _BOUNTY:
            hand["strange"].append((self.at[0], "a bounty for seven and deuce was paid"))
            return None
        name = _EVENTS.get(kind)
        if name is None:
            if kind not in _SILENT:
                hand["strange"].append((self.at[0], f"an event of the type {kind}"))
            return None
        if not player:
            raise ValueError(f"an event of the type {kind} has no player of the hand")
        before_flop = not any(step[0] == "flop" for step in hand["steps"])
        if payload.get("bombPot") or (name == "bet" and hand["bomb_pot"] and before_flop):
            name = "bomb pot"
        return name, player, amount, [], flag


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise ValueError(f"{str(value)[:40]!r} is no number of a seat or chips")
    return value


def _money(value: Any, cents: bool) -> str:
    """Return an amount as the log would have it."""
    if not isinstance(value, Decimal) or not value.is_finite():
        value = Decimal(_whole(value))
    if not 0 <= value < _LARGEST:
        raise ValueError(f"{str(value)[:40]!r} is no amount")
    return f"{value.scaleb(-2) if cents else value:f}"


def _read_cards(value: Any, hidden: str = "") -> list[str]:
    cards = []
    for card in value or ():
        if card is None:
            if hidden:
                cards.append(hidden)
            continue
        text = str(card).replace("10", "T")
        if (
            len(text) != 2
            or text[0].upper() not in "23456789TJQKA"
            or text[1].lower() not in "cdhs"
        ):
            raise ValueError(f"{str(card)[:20]!r} is no card such as Ah")
        cards.append(text[0].upper() + text[1].lower())
    return cards


def _name_game(code: str) -> str:
    name = code.lower()
    if "omaha" not in name and "plo" not in name:
        return "No Limit Texas Hold'em"
    five = " 5" if "5" in name or "five" in name else ""
    low = "hilo" in name.replace("_", "").replace("-", "") or "8" in name
    return f"Pot Limit Omaha{five} Hi{'/Lo 8 or Better' if low else ''}"


_LARGEST = 10**15
_BOARD, _PRIZE, _SHOW, _RUNS, _FINISHED, _BOUNTY = 9, 10, 12, 14, 15, 18
_EVENTS = {
    0: "check",
    1: "bet",
    2: "big blind",
    3: "small blind",
    4: "missed big blind",
    5: "missing small blind",
    6: "straddle",
    7: "call",
    8: "raise",
    11: "fold",
    13: "ante",
    16: "uncalled",
    19: "rake",
}
_SILENT = frozenset({_FINISHED, 17})
