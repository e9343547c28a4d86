"""Hands of PokerNow, whether a log or a download has them: who sat where, and what was done."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any, Final, NamedTuple

from croupier import _native
from croupier.errors import ParseError
from croupier.histories.formats.pokernow.lines import Line, Seat, split_player
from croupier.histories.formats.pokernow.log import FORMAT, Row
from croupier.numbers import read_decimal, read_integer

__all__ = ["PlayedHand", "Step", "read_download", "read_hands"]


class Step(NamedTuple):
    """Something that happened, and the line of the file that says so.

    Attributes:
        line: What happened.
        number: The number of the line; that of the event in a download.
    """

    line: Line
    number: int


# A hand has dozens of them, and the class takes four times as long to make one.
_step: Final[Callable[[tuple[Any, ...]], Step]] = partial(tuple.__new__, Step)
_line: Final[Callable[[tuple[Any, ...]], Line]] = partial(tuple.__new__, Line)
_seat: Final[Callable[[tuple[Any, ...]], Seat]] = partial(tuple.__new__, Seat)


@dataclass(slots=True)
class PlayedHand:
    """Keep a hand.

    Attributes:
        number: The number of the hand at the table.
        name: The name that no other hand has, if there is one.
        game: The name of the game.
        dealer: The number of the player on the button; nothing if the button is dead.
        at: When it began, if that is known.
        first: The number of its first line.
        seats: Who sits where.
        steps: What happened, in order.
        shown: What was shown after the end.
        hero: The number of the player who saw it, if that is known.
        hero_cards: The cards of that player.
        renamed: The numbers that players got while the hand was played, and their former ones.
        strange: Lines that say something unknown.
        bomb_pot: Whether it is said to be a bomb pot.
        double_board: Whether it is said to have two boards.
        button: The player on the button, as the line has it; nothing if the button is dead.
    """

    number: str
    name: str
    game: str
    dealer: str
    at: datetime.datetime | None
    first: int
    seats: list[Seat] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    shown: list[Step] = field(default_factory=list)
    hero: str = ""
    hero_cards: tuple[str, ...] = ()
    renamed: dict[str, str] = field(default_factory=dict)
    strange: list[tuple[int, str]] = field(default_factory=list)
    bomb_pot: bool = False
    double_board: bool = False
    button: str = ""

    def who(self, player: str) -> str:
        """Return the number of a player, the one from the start of the hand.

        Args:
            player: The name and number as a line has them.

        Returns:
            The number.
        """
        number = split_player(player)[1]
        return self.renamed.get(number, number) if self.renamed else number


def read_hands(rows: list[Row]) -> Iterator[tuple[Row, PlayedHand | ParseError]]:
    """Read the hands of a log.

    Args:
        rows: The rows in the order of time.

    Yields:
        The row that begins a hand, and the hand; or what is wrong with it.
    """
    for found in _native.read_pokernow_hands(rows, _line, _seat, _step):
        start, first, complete, renamed, seats, steps, shown, cards, strange, problem = found
        number, name, game, dealer, dead = start
        row = rows[first]
        if not complete:
            problem = (row.line, "the log has no end of the hand: expected -- ending hand", "")
        if problem is not None:
            line, message, text = problem
            excerpt = text[:60] or None
            error = ParseError(
                message, format=FORMAT, line=line, hand=name or number, excerpt=excerpt
            )
            yield row, error
            continue
        yield (
            row,
            PlayedHand(
                number,
                name,
                game,
                split_player(dealer)[1] if dealer else "",
                _read_moment(row.at),
                row.line,
                seats,
                steps,
                shown,
                hero_cards=cards,
                renamed=renamed,
                strange=strange,
                button="" if dead else dealer,
            ),
        )


def read_download(text: str) -> Iterator[PlayedHand | ParseError]:
    """Read a download of hands: JSON with the events of each.

    Args:
        text: The document.

    Yields:
        The hands, and an error in the place of each that cannot be read.
    """
    try:
        document: Any = json.loads(
            text.removeprefix("\ufeff"), parse_float=read_decimal, parse_int=read_integer
        )
        hands = document["hands"]
        hero = str(document.get("playerId") or "")
        if not isinstance(hands, list):
            raise TypeError("hands is no list")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        yield ParseError(f"this is no download of hands: {error}", format=FORMAT)
        return
    for place, value in enumerate(hands, start=1):
        name = str(value.get("id") or place) if isinstance(value, dict) else str(place)
        try:
            yield _read_downloaded(value, hero, place)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError) as error:
            said = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            yield ParseError(f"the hand is not as it should be: {said}", format=FORMAT, hand=name)


def _read_moment(text: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)


def _read_downloaded(value: dict[str, Any], hero: str, place: int) -> PlayedHand:
    cents = bool(value.get("cents"))
    names: dict[int, str] = {}
    seats = []
    dealer = ""
    cards: tuple[str, ...] = ()
    dealt: list[Step] = []
    for one in value["players"]:
        number, seat = str(one["id"]), _whole(one["seat"])
        token = f"{one.get('name', '')} @ {number}"
        names[seat] = token
        seats.append(Seat(seat, token, _money(one["stack"], cents)))
        if seat == value.get("dealerSeat"):
            dealer = number
        held = _read_cards(one.get("hand"))
        if number == hero:
            cards = held
        elif held:
            dealt.append(Step(Line("dealt", token, 0, held), place))
    started = value.get("startedAt")
    at = None
    if isinstance(started, int):
        at = datetime.datetime.fromtimestamp(started / 1000, datetime.UTC)
    hand = PlayedHand(
        str(value.get("number", place)),
        str(value.get("id") or ""),
        _name_game(str(value.get("gameType") or "th")),
        dealer,
        at,
        place,
        seats,
        dealt,
        hero=hero if cards else "",
        hero_cards=cards,
        bomb_pot=bool(value.get("bombPot")),
        double_board=bool(value.get("doubleBoard")),
    )
    ended = False
    for event in value["events"]:
        payload = event["payload"]
        kind = payload["type"]
        line = _read_event(payload, names, cents, hand)
        if kind == _FINISHED:
            ended = True
        if line is not None:
            (hand.shown if ended and line.kind == "show" else hand.steps).append(Step(line, place))
    return hand


def _read_event(
    payload: dict[str, Any], names: dict[int, str], cents: bool, hand: PlayedHand
) -> Line | None:
    kind = payload["type"]
    player = names.get(payload.get("seat", -1), "")
    amount = _money(payload.get("value") or 0, cents)
    flag = "all in" if payload.get("allIn") else ""
    second = "second" if payload.get("run", payload.get("runNumber", 1)) in (2, "2") else ""
    if kind == _BOARD:
        street = ("", "flop", "turn", "river")[_whole(payload["turn"])]
        return Line(street, "", 0, _read_cards(payload["cards"]), second)
    if kind == _PRIZE:
        half = {"hi": "high", "lo": "low"}.get(str(payload.get("hiLo") or ""), "")
        return Line("collect", player, amount, (), second or half)
    if kind == _SHOW:
        return Line("show", player, 0, _read_cards(payload.get("cards"), hidden="??"))
    if kind == _RUNS:
        return None
    if kind == _BOUNTY:
        hand.strange.append((hand.first, "a bounty for seven and deuce was paid"))
        return None
    name = _EVENTS.get(kind)
    if name is None:
        if kind not in _SILENT:
            hand.strange.append((hand.first, f"an event of the type {kind}"))
        return None
    if not player:
        raise ValueError(f"an event of the type {kind} has no player of the hand")
    before_flop = not any(step.line.kind == "flop" for step in hand.steps)
    if payload.get("bombPot") or (name == "bet" and hand.bomb_pot and before_flop):
        name = "bomb pot"
    return Line(name, player, amount, (), flag)


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
        raise ValueError(f"{str(value)[:40]!r} is no number of a seat or chips")
    return value


def _money(value: Any, cents: bool) -> int | Decimal:
    if isinstance(value, Decimal) and value.is_finite() and abs(value) < _LARGEST:
        return value / 100 if cents else value
    units = _whole(value)
    return Decimal(units).scaleb(-2) if cents else units


def _read_cards(value: Any, hidden: str = "") -> tuple[str, ...]:
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
    return tuple(cards)


def _name_game(code: str) -> str:
    plain = code.lower()
    if "omaha" not in plain and "plo" not in plain:
        return "No Limit Texas Hold'em"
    five = " 5" if "5" in plain or "five" in plain else ""
    low = "hilo" in plain.replace("_", "").replace("-", "") or "8" in plain
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
