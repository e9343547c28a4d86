"""Files as pokernow2gw writes them: PokerNow's logs, and Open Hand History in both forms."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from croupier.errors import ParseError, guard
from croupier.histories.formats.base import Note, open_lines, read_whole
from croupier.histories.formats.gtowizard.compatible import CompatibleWriter
from croupier.histories.formats.gtowizard.from_ohh import (
    read_official_plainly,
    read_simplified_plainly,
)
from croupier.histories.formats.gtowizard.from_pokernow import read_played
from croupier.histories.formats.gtowizard.options import CompatibleOptions
from croupier.histories.formats.gtowizard.plain import PlainHand
from croupier.histories.formats.ohh import documents, simplified
from croupier.histories.formats.ohh.documents import split_records
from croupier.histories.formats.pokernow import log
from croupier.histories.formats.pokernow.hands import read_hands
from croupier.histories.formats.pokernow.log import read_rows

__all__ = ["REWRITTEN", "Rewritten", "rewrite"]

_READER = "the reader of hands for pokernow2gw"
_WRITER = "the writer of pokernow2gw's text"
_UNKNOWN_CARDS = "the hero's cards are not known, and pokernow2gw writes no hands without them"


class Rewritten(NamedTuple):
    """What became of a hand.

    Attributes:
        text: The text; nothing if the hand is not written.
        reason: Why it is not written.
        notes: What the text leaves out.
        name: The name or number of the hand.
        line: The line that it begins on, or that the fault is in.
        is_hand: Whether it is a hand, and not something said of the whole file.
    """

    text: str = ""
    reason: str = ""
    notes: tuple[Note, ...] = ()
    name: str = ""
    line: int = 1
    is_hand: bool = True


def rewrite(
    format: str, source: str | bytes | os.PathLike[str], options: CompatibleOptions
) -> Iterator[Rewritten]:
    """Write the hands of a text, of bytes, or of a file.

    >>> players = [{"name": "Ann", "seatNumber": 1}, {"name": "Bob", "seatNumber": 2}]
    >>> hand = {"handId": "7", "players": players}
    >>> text = documents.dump_json({"hands": [hand | {"heroCards": ["As", "Kd"]}, hand, 3]})
    >>> for one in rewrite("ohh-simplified", text, CompatibleOptions(hero="Ann")):
    ...     print(one.reason or one.text.splitlines()[0][:19])
    PokerStars Hand #7:
    PokerStars Hand #7:
    hands[2]: expected an object, not 3

    Args:
        format: The name of the format, one of `REWRITTEN`.
        source: The text, the bytes, or the path.
        options: How hands are written.

    Yields:
        What became of each hand.
    """
    writer = CompatibleWriter(options)
    if format == log.FORMAT:
        yield from _rewrite_log(read_whole(source), writer)
    else:
        yield from _rewrite_records(open_lines(source), writer)


REWRITTEN = (log.FORMAT, documents.FORMAT, simplified.FORMAT)
"""The names of the formats that can be written this way."""


def _rewrite_log(text: str, writer: CompatibleWriter) -> Iterator[Rewritten]:
    rows, errors = read_rows(text)
    for error in errors:
        yield _refused(error, 1, is_hand=False)
    hands, cards_seen = 0, False
    for played in read_hands(rows):
        hands += 1
        if isinstance(played, ParseError):
            yield _refused(played, 1)
            continue
        name, line = played.name or played.number, played.first
        try:
            with guard("read", _READER):
                hand = read_played(played)
        except ParseError as error:
            yield Rewritten(reason=str(error), name=name, line=line)
            continue
        written = _write(writer, hand, name, line)
        cards_seen = cards_seen or bool(written.text and hand.hero_cards)
        yield written
    if hands and not cards_seen:
        message = "no hand has known cards: this is the log of somebody who only watched"
        yield Rewritten(notes=(Note("spectator", message),), is_hand=False)


def _rewrite_records(lines: Iterator[str], writer: CompatibleWriter) -> Iterator[Rewritten]:
    for piece in split_records(lines):
        if piece.error is not None:
            yield _refused(piece.error, piece.line)
        elif isinstance(piece.value, dict) and "ohh" in piece.value:
            yield from _write_known(writer, [_read(writer, piece.value)], piece.line)
        elif isinstance(piece.value, dict) and isinstance(piece.value.get("hands"), list):
            read = [
                _read(writer, value, f"hands[{at}]")
                for at, value in enumerate(piece.value["hands"])
            ]
            yield from _write_known(writer, read, piece.line)
        elif isinstance(piece.value, dict) and (
            "handId" in piece.value or "actions" in piece.value
        ):
            yield from _write_known(writer, [_read(writer, piece.value, "")], piece.line)
        else:
            reason = "this is no hand: expected an object with ohh, or one with hands"
            yield Rewritten(reason=reason, line=piece.line)


def _read(writer: CompatibleWriter, value: Any, path: str | None = None) -> PlainHand | ParseError:
    """Read a hand of the simplified form if there is a path, and of the official form if not."""
    try:
        with guard("read", _READER):
            if path is None:
                return read_official_plainly(value, writer.options.hero)
            return read_simplified_plainly(value, writer.options.hero, path)
    except ParseError as error:
        return error


def _write_known(
    writer: CompatibleWriter, hands: Iterable[PlainHand | ParseError], line: int
) -> Iterator[Rewritten]:
    """Write the hands of a document, unless the hero's cards are known in none of them."""
    hands = list(hands)
    known = any(
        isinstance(hand, PlainHand) and hand.hero_cards and not _find_fault(writer, hand)
        for hand in hands
    )
    for hand in hands:
        if isinstance(hand, ParseError):
            yield _refused(hand, line)
        elif known or _find_fault(writer, hand):
            yield _write(writer, hand, hand.number, line)
        else:
            yield Rewritten(reason=_UNKNOWN_CARDS, name=hand.number, line=line)


def _write(writer: CompatibleWriter, hand: PlainHand, name: str, line: int) -> Rewritten:
    fault = _find_fault(writer, hand)
    if fault:
        return Rewritten(reason=fault, name=name, line=line)
    notes = tuple(Note("not-carried", message) for message in dict.fromkeys(hand.notes))
    try:
        with guard("written", _WRITER):
            return Rewritten(writer.write(hand), "", notes, name, line)
    except ParseError as error:
        return Rewritten(reason=str(error), name=name, line=line)


def _find_fault(writer: CompatibleWriter, hand: PlainHand) -> str:
    try:
        with guard("written", _WRITER):
            return writer.find_fault(hand)
    except ParseError as error:
        return str(error)


def _refused(error: ParseError, line: int, *, is_hand: bool = True) -> Rewritten:
    return Rewritten(
        reason=str(error.args[0]),
        name=str(error.hand or ""),
        line=error.line or line,
        is_hand=is_hand,
    )
