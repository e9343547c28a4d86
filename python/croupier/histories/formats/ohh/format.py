"""Open Hand History as formats: the official one and the simplified one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from croupier.errors import ParseError, guard
from croupier.histories.formats.base import Format, Reading, Source, open_lines
from croupier.histories.formats.ohh import simplified
from croupier.histories.formats.ohh.documents import FORMAT, split_records
from croupier.histories.formats.ohh.reading import make_reading
from croupier.histories.formats.ohh.records import OfficialHand, read_official
from croupier.histories.formats.ohh.simplified import read_simplified
from croupier.histories.formats.ohh.writing import write_official
from croupier.histories.formats.ohh.writing_simplified import write_simplified
from croupier.histories.history import HandHistory

__all__ = ["OhhFormat", "SimplifiedOhhFormat"]

_OFFICIAL = re.compile(r'"ohh"\s*:')
_SIMPLIFIED = re.compile(r'"(?:handId|actionType|heroCards|seatNumber)"\s*:')


class _JsonFormat(Format):
    """Read hands that are JSON, in either form; each record says which it is."""

    suffixes: tuple[str, ...] = (".ohh", ".json", ".jsonl")
    writes = True

    def __init__(self, hero: str = "") -> None:
        """Say whose hands they are.

        Args:
            hero: The name of the player whose cards are known, where a hand does not say it.
        """
        self.hero = hero

    def read_source(self, source: Source) -> Iterator[Reading]:
        """Read hands, record by record.

        Args:
            source: A text, bytes, a path, an open file, or lines.

        Yields:
            What came of each hand.
        """
        for piece in split_records(open_lines(source)):
            if piece.error is not None:
                yield Reading(None, (piece.error,), (), "", piece.line)
            else:
                yield from self._read_value(piece.value, piece.line)

    def _read_value(self, value: Any, line: int) -> Iterator[Reading]:
        if isinstance(value, dict) and "ohh" in value:
            yield self._read_hand(value, line, official=True)
        elif isinstance(value, dict) and isinstance(value.get("hands"), list):
            for hand in value["hands"]:
                yield self._read_hand(hand, line, official=False)
        elif isinstance(value, dict) and "spec_version" in value and "rounds" in value:
            yield self._read_hand(value, line, official=True)
        elif isinstance(value, dict) and ("handId" in value or "actions" in value):
            yield self._read_hand(value, line, official=False)
        else:
            text = repr(value)
            error = ParseError(
                "this is no hand: expected an object with ohh, or one with hands",
                format=self.name,
                line=line,
                excerpt=text[:60],
                code="no-ohh-hand",
            )
            yield Reading(None, (error,), (), "", line)

    def _read_hand(self, value: Any, line: int, *, official: bool) -> Reading:
        def read() -> Reading:
            format = FORMAT if official else simplified.FORMAT
            by = f"the reader of {self.title}"
            with guard("read", by, format=format, line=line):
                hand: OfficialHand = read_official(value) if official else read_simplified(value)
            # From here on it has a name.
            with guard("read", by, format=format, line=line, hand=hand.number or None):
                if self.hero and not official:
                    _give_cards(hand, self.hero)
                return make_reading(hand, format, line, hero=self.hero, official=official)

        return self.attempt(read, line=line)


class OhhFormat(_JsonFormat):
    """Read and write the official form: an object with the member `ohh` for each hand.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...     players=["Ann", "Bob"],
    ... )
    >>> text = OhhFormat().write(history)
    >>> (reading,) = OhhFormat().read(text)
    >>> reading.history.actions == history.actions
    True
    """

    name = FORMAT
    title = "Open Hand History"

    def recognize(self, text: str) -> bool:
        """Tell whether there is an object with the member `ohh`."""
        return text.lstrip()[:1] in {"{", "["} and _OFFICIAL.search(text) is not None

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand by version 1.4.7 of the specification.

        Args:
            history: The hand.
            options: `indent`: how many blanks a level is indented by; one line if it is left out.

        Returns:
            The record, with a newline at the end.

        Raises:
            UnsupportedError: The format has no room for the hand.
        """
        return write_official(history, **options) + "\n"


class SimplifiedOhhFormat(_JsonFormat):
    """Read and write the simplified form: an object with a list of `hands`.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"],
    ...     players=["Ann", "Bob"],
    ... )
    >>> (reading,) = SimplifiedOhhFormat().read(SimplifiedOhhFormat().write(history))
    >>> reading.history.finishing_stacks
    [198, 202]
    """

    name = simplified.FORMAT
    title = "Open Hand History, simplified"
    suffixes = (".json",)

    def recognize(self, text: str) -> bool:
        """Tell whether there are members that only this form has."""
        return text.lstrip()[:1] in {"{", "["} and _SIMPLIFIED.search(text) is not None

    def write_hand(self, history: HandHistory, **options: Any) -> str:
        """Write a hand as a document of its own.

        Args:
            history: The hand.
            options: `indent`: how many blanks a level is indented by; one line if it is left out.
                `bare`: whether the hand is written without the document around it.

        Returns:
            The document, with a newline at the end.

        Raises:
            UnsupportedError: The format has no room for the hand.
        """
        return write_simplified(history, **options) + "\n"


def _give_cards(hand: OfficialHand, hero: str) -> None:
    """Give the cards that belong to nobody to the player who is named."""
    cards = hand.extra.get("heroCards")
    for player in hand.players:
        if player.name == hero and cards and hand.hero is None:
            player.cards = tuple(cards)
            hand.hero = player.id
            hand.notes[:] = [note for note in hand.notes if not note.startswith("heroCards")]
