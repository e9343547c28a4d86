"""PokerNow as a format: its logs, and its downloads of hands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from os import PathLike
from pathlib import Path

from croupier.errors import ParseError
from croupier.histories.formats.base import Format, Note, Reading, Source, read_whole
from croupier.histories.formats.pokernow.hands import PlayedHand, read_download, read_hands
from croupier.histories.formats.pokernow.lines import split_player
from croupier.histories.formats.pokernow.log import FORMAT, find_headless, read_rows
from croupier.histories.formats.pokernow.reading import (
    find_owner,
    find_small_blinds,
    make_reading,
)

__all__ = ["PokerNowFormat"]

_HEADER = re.compile(r'\s*"?entry"?\s*,\s*"?at"?\s*,\s*"?order"?\s*(\r?\n|$)')
_FILE = re.compile(r"poker_now_log_(.+)")


class PokerNowFormat(Format):
    """Read logs of PokerNow, as tables of comma-separated values or as JSON, and its downloads.

    A log stands with the newest row first, so all of it is in memory while it is read.

    >>> import json
    >>> one, two = 1, 2
    >>> ann, bob = '"Ann @ a1b2c3d4e5"', '"Bob @ f6g7h8i9j0"'
    >>> said = [
    ...     f"-- starting hand #{one} (id: k3)  No Limit Texas Hold'em (dealer: {bob}) --",
    ...     f"Player stacks: #{one} {ann} (99) | #{two} {bob} (50)",
    ...     f"{bob} posts a small blind of 1",
    ...     f"{ann} posts a big blind of 2",
    ...     f"{bob} folds",
    ...     f"Uncalled bet of 1 returned to {ann}",
    ...     f"{ann} collected 2 from pot",
    ...     f"-- ending hand #{one} --",
    ... ]
    >>> rows = [
    ...     {"at": "2026-01-31T20:00:00Z", "created_at": number, "msg": text}
    ...     for number, text in enumerate(said)
    ... ]
    >>> log = json.dumps({"logs": rows})
    >>> (reading,) = PokerNowFormat().read(log)
    >>> reading.history.players, reading.history.finishing_stacks
    (['Ann', 'Bob'], [100, 49])
    """

    name = FORMAT
    title = "PokerNow"
    suffixes = (".csv", ".json")

    def __init__(self, hero: str = "") -> None:
        """Say whose log it is.

        Args:
            hero: The name or the number of the player; where the cards that were shown tell whose
                log it is, they decide.
        """
        self.hero = hero

    def recognize(self, text: str) -> bool:
        """Tell whether it has the columns of a log, or the members of a download."""
        if _HEADER.match(text) is not None:
            return True
        if text.lstrip()[:1] != "{":
            return False
        return ('"logs"' in text and '"msg"' in text) or (
            '"hands"' in text and ('"handVersion"' in text or '"dealerSeat"' in text)
        )

    def read_source(self, source: Source) -> Iterator[Reading]:
        """Read hands in the order in which they were played.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            What came of each hand; what cannot be read outside of hands comes first.
        """
        text = read_whole(source)
        table = _name_table(source)
        if text.lstrip()[:1] == "{" and '"logs"' not in text[:10_000]:
            yield from self._finish(list(read_download(text)), table)
            return
        hands, errors = _read_log(text)
        for error in errors:
            yield Reading(None, (error,), (), "", error.line or 1, outside=True)
        yield from self._finish(hands, table)

    def _finish(self, hands: list[PlayedHand | ParseError], table: str) -> Iterator[Reading]:
        good = [hand for hand in hands if isinstance(hand, PlayedHand)]
        owner = find_owner(good, _find_named(good, self.hero))
        small_blinds = find_small_blinds(good)
        for hand in hands:
            if isinstance(hand, ParseError):
                yield Reading(None, (hand,), (), str(hand.hand or ""), hand.line or 1)
                continue
            read = partial(make_reading, hand, owner, table, small_blinds)
            notes = partial(_note_strange, hand)
            name = hand.name or hand.number
            yield self.attempt(read, line=hand.first, hand=name, notes=notes)


def _read_log(text: str) -> tuple[list[PlayedHand | ParseError], list[ParseError]]:
    """Return the hands of a log, and what cannot be read outside of hands."""
    rows, errors = read_rows(text)
    headless = list(find_headless(rows))
    hands: list[PlayedHand | ParseError] = []
    for row, hand in read_hands(rows):
        while headless and headless[0][0].order < row.order:
            hands.append(headless.pop(0)[1])
        hands.append(hand)
    return hands + [error for _, error in headless], errors


def _note_strange(hand: PlayedHand) -> tuple[Note, ...]:
    """Name the lines that say something unknown, which may be why a hand cannot be played."""
    return tuple(
        Note("not-understood", f"this is passed over: {text[:80]}", line)
        for line, text in hand.strange
    )


def _find_named(hands: list[PlayedHand], hero: str) -> str:
    """Return the number of a player of this name or number."""
    if not hero:
        return ""
    for hand in hands:
        for seat in hand.seats:
            if hero in (seat.player, *split_player(seat.player)):
                return split_player(seat.player)[1]
    return ""


def _name_table(source: Source) -> str:
    """Return the name of the table, which is in the name of a log's file."""
    if isinstance(source, PathLike):
        match = _FILE.fullmatch(Path(source).stem)
        if match is not None:
            return match[1]
    return ""
