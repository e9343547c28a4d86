"""Hand histories as lists of events: `HHistory`."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from croupier.compat.pypoks.hand import Event, EventWriter, PlayedHand
from croupier.compat.pypoks.ranks import FullRank
from croupier.errors import ParseError, UnsupportedError, guard
from croupier.files import whole_text
from croupier.histories.formats.base import open_lines

__all__ = ["HHistory", "view_events"]

FORMAT = "HH"
_NUMBERS = (int, float)
_EXCERPT = 200
# The types of the values of each event; `None` for what is looked at more closely.
_SHAPES: dict[str, tuple[Any, ...]] = {
    "GCF": (str,),
    "HST": (str, int),
    "TST": (int,),
    "T$$": (int, int, int, int),
    "POS": ((str, int), int, int),
    "PSB": ((str, int), int),
    "PBB": ((str, int), int),
    "PLH": ((str, int), (str, type(None)), (str, type(None))),
    "TCD": None,  # type: ignore[dict-item]
    "MOV": ((str, int), int, int, (list, tuple), (list, tuple)),
    "PRS": ((str, int), _NUMBERS, (str, list, tuple)),
    "HFN": (str, int),
}
_ABOUT_PLAYERS = frozenset({"POS", "PSB", "PBB", "PLH", "MOV", "PRS"})


class HHistory:
    r"""The events of one hand.

    A history of a table that is playing grows with the hand, and its events are made when they are
    asked for. Histories are equal if their events are.

    >>> hh = HHistory([("GCF", ("2players_2bets",)), ("HST", ("table", 0))])
    >>> hh.dumps()
    '["GCF", ["2players_2bets"]]\n["HST", ["table", 0]]\n'
    >>> HHistory.loads(hh.dumps()) == hh
    True
    """

    __slots__ = ("_complete", "_events", "_hand", "_packed", "_writer")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, events: Iterable[Event] = ()) -> None:
        """Make a history of events.

        Args:
            events: The events, each a name and its values.

        Raises:
            ParseError: An event is wrong.
        """
        self._events: list[Event] | None = [
            _read_event(event, number) for number, event in enumerate(events, 1)
        ]
        self._hand: PlayedHand | None = None
        self._writer: EventWriter | None = None
        self._packed: bytes | None = None
        self._complete = True

    @classmethod
    def of_hand(cls, hand: PlayedHand) -> HHistory:
        """Make a history of a hand that a table plays.

        Args:
            hand: The hand; the history follows it until it is closed.

        Returns:
            The history.
        """
        history = cls.__new__(cls)
        history._events = None
        history._hand = hand
        history._writer = history._packed = None
        history._complete = False
        return history

    def close(self) -> None:
        """Say that the hand will not go on; its events stay as they are."""
        self._complete = True

    @property
    def hand(self) -> PlayedHand | None:
        """The hand as the table knows it; `None` for a history that was read."""
        return self._hand

    @property
    def events(self) -> list[Event]:
        """The events, as far as the hand is played."""
        if self._events is not None:
            return self._events
        if self._packed is not None:
            unpacked: list[Event] = pickle.loads(self._packed)
            self._events, self._packed = unpacked, None
            return unpacked
        assert self._hand is not None
        if self._writer is None:
            self._writer = EventWriter(self._hand)
        if not self._complete:
            return self._writer.update()
        over = not self._hand.state.status
        self._events = self._writer.finish() if over else self._writer.update()
        self._writer = None
        return self._events

    def _values(self, name: str) -> list[tuple[Any, ...]]:
        return [values for event, values in self.events if event == name]

    @property
    def config_name(self) -> str:
        """The name of the game config.

        Raises:
            UnsupportedError: No event says it.
        """
        for values in self._values("GCF"):
            return str(values[0])
        raise UnsupportedError(
            "the history does not say which game config it is of (GCF)", code="missing-game"
        )

    @property
    def players(self) -> tuple[str, ...]:
        """The players, by position."""
        return tuple(values[0] for values in self._values("POS"))

    @property
    def finished(self) -> bool:
        """Whether the hand was played to its end."""
        return bool(self._values("PRS"))

    @property
    def results(self) -> dict[str, float]:
        """The payoff of each player, as far as the events say."""
        return {values[0]: values[1] for values in self._values("PRS")}

    def view(self, player: str, players: Sequence[str] | None = None) -> list[Event]:
        """Return the hand as one of its players sees it.

        Players are numbers: 0 is the player, the others follow in the order of the seats. Hole
        cards and probabilities of moves of others are never there.

        Args:
            player: The player.
            players: Everybody in the order of the seats, from the player on; as the history has
                them when omitted.

        Returns:
            The events.

        Raises:
            UnsupportedError: The player does not play, or an event is about somebody else.
        """
        return view_events(self.events, order_from(player, players or self.players))

    def dumps(self) -> str:
        """Return the events as text, one array of JSON a line."""
        return "".join(f"{json.dumps(event)}\n" for event in self.events)

    @classmethod
    def loads(cls, text: str) -> HHistory:
        """Read events from text, one array of JSON a line.

        >>> HHistory.loads('["PSB", ["human"]]')
        Traceback (most recent call last):
            ...
        croupier.errors.ParseError: PSB has 2 values, not 1 (HH, line 1, near '["PSB", ["human"]]')

        Args:
            text: The text.

        Returns:
            The history.

        Raises:
            ParseError: A line is no event.
        """
        events = []
        for number, line in enumerate(open_lines(text), 1):
            if line.strip():
                try:
                    event = json.loads(line)
                except (ValueError, RecursionError) as error:
                    nested = isinstance(error, RecursionError)
                    raise ParseError(
                        f"the line is no JSON: {'it is nested too deeply' if nested else error}",
                        format=FORMAT,
                        line=number,
                        excerpt=line[:_EXCERPT],
                        code="json-syntax",
                    ) from None
                with guard("read", "the reader of events", format=FORMAT, line=number):
                    events.append(_read_event(event, number))
        history = cls()
        history._events = events
        return history

    def save(self, path: str | Path) -> None:
        """Write the events to a file, one array of JSON a line.

        Args:
            path: The file.
        """
        with whole_text(path) as text:
            text.write(self.dumps())

    @classmethod
    def load(cls, path: str | Path) -> HHistory:
        """Read events from a file.

        Args:
            path: The file.

        Returns:
            The history.

        Raises:
            ParseError: A line is no event.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise ParseError(
                f"the file is no UTF-8: {error}", format=FORMAT, code="encoding"
            ) from None
        return cls.loads(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HHistory):
            return NotImplemented
        return self.events == other.events

    def __repr__(self) -> str:
        return f"<HHistory of {len(self.events)} events>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Histories that are only passed on are not unpacked.
        packed = self._packed or pickle.dumps(self.events, pickle.HIGHEST_PROTOCOL)
        return _restore, (packed,)


def _restore(packed: bytes) -> HHistory:
    """Make a history that was pickled; its events are unpacked when they are asked for."""
    history = HHistory()
    history._events, history._packed = None, packed
    return history


def order_from(player: str, players: Sequence[str]) -> dict[str, int]:
    """Return the numbers of players as one of them counts: himself first, then to his left.

    >>> order_from("b", ["a", "b", "c"])
    {'b': 0, 'c': 1, 'a': 2}

    Args:
        player: The player.
        players: Everybody in the order of the seats.

    Returns:
        The numbers.

    Raises:
        UnsupportedError: The player does not play.
    """
    if player not in players:
        raise UnsupportedError(
            f"there is no player {player!r}: there are {', '.join(map(str, players))}",
            code="unknown-player",
        )
    start = players.index(player)
    ordered = [*players[start:], *players[:start]]
    return {name: number for number, name in enumerate(ordered)}


def view_events(events: Iterable[Event], numbers: dict[str, int]) -> list[Event]:
    """Return events as the player of number 0 sees them.

    >>> view_events([("PLH", ("b", "AS", "AD"))], {"a": 0, "b": 1})
    [('PLH', (1, None, None))]

    Args:
        events: The events.
        numbers: The numbers of the players.

    Returns:
        The events, without hole cards and probabilities of others.

    Raises:
        UnsupportedError: An event is about a player that has no number.
    """
    seen: list[Event] = []
    for event in events:
        name, values = event
        if name in _ABOUT_PLAYERS:
            number = numbers.get(values[0], -1)
            if number < 0:
                raise UnsupportedError(
                    f"unknown player in {name}: expected one of {', '.join(map(str, numbers))}, got"
                    f" {values[0]!r:.100}",
                    code="unknown-player",
                )
            rest = values[1:]
            if number and name == "PLH":
                rest = (None, None)
            elif number and name == "MOV":
                rest = (values[1], values[2], [], values[4])
            event = name, (number, *rest)
        seen.append(event)
    return seen


def _read_event(event: Any, line: int) -> Event:
    """Check an event, and return it with tuples for lists."""

    def wrong(message: str) -> ParseError:
        excerpt = json.dumps(event, default=str)[:_EXCERPT]
        return ParseError(message, code="pypoks-event", format=FORMAT, line=line, excerpt=excerpt)

    if not isinstance(event, list | tuple) or len(event) != 2:
        raise wrong("an event is a name and its values")
    name, values = event
    if not isinstance(name, str) or name not in _SHAPES:
        raise wrong(f"there is no event {name!r}: there are {', '.join(_SHAPES)}")
    if not isinstance(values, list | tuple):
        raise wrong(f"the values of {name} must be a list")
    shape = _SHAPES[name]
    if name == "TCD":
        shape = (str,) * max(len(values), 1)
    if len(values) != len(shape):
        raise wrong(f"{name} has {len(shape)} values, not {len(values)}")
    for number, (value, types) in enumerate(zip(values, shape, strict=True), 1):
        if not isinstance(value, types) or isinstance(value, bool):
            raise wrong(f"value {number} of {name} cannot be {value!r}")
    if name == "MOV":
        return name, (*values[:3], [*values[3]], _read_cash(values[4], wrong))
    if name == "PRS":
        return name, (*values[:2], _read_rank(values[2], wrong))
    return name, tuple(values)


def _read_cash(values: Any, wrong: Any) -> tuple[int, ...]:
    if len(values) != 3 or not all(type(value) is int for value in values):
        raise wrong("the cash of MOV is three whole numbers: behind, in the hand, on the street")
    return tuple(values)


def _read_rank(rank: Any, wrong: Any) -> object:
    if isinstance(rank, str):
        return rank
    try:
        top_rank, rank_value, five_cards, string = rank
        cards = tuple((int(card_rank), int(suit)) for card_rank, suit in five_cards)
    except (TypeError, ValueError):
        raise wrong(
            "the rank of PRS is a text, or a kind, a value, five cards and a text"
        ) from None
    return FullRank(top_rank, rank_value, cards, string)
