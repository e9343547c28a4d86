"""Open Hand History as formats: the official one and the simplified one."""

from __future__ import annotations

import re
from typing import Any

from croupier import _native
from croupier.histories.formats.base import Note, ReadResult
from croupier.histories.formats.ohh import simplified
from croupier.histories.formats.ohh.documents import FORMAT
from croupier.histories.formats.ohh.writing import write_official
from croupier.histories.formats.ohh.writing_simplified import write_simplified
from croupier.histories.formats.sites.rooms import CoreFormat, list_core_games
from croupier.histories.history import BLANK, HandHistory

__all__ = ["OhhFormat", "SimplifiedOhhFormat"]

_OFFICIAL = re.compile(r'"ohh"\s*:')
_SIMPLIFIED = re.compile(r'"(?:handId|actionType|heroCards|seatNumber)"\s*:')


class _JsonFormat(CoreFormat):
    """A format of hands that are JSON, in either form; each record says which it is."""

    suffixes: tuple[str, ...] = (".ohh", ".json", ".jsonl")
    writes = True
    # All hands of a document may be one object.
    longest = 1 << 26

    def __init__(self, hero: str = "") -> None:
        """Say whose hands they are.

        Args:
            hero: The name of the player whose cards are known, where a hand does not say it.
        """
        self.hero = hero

    def open_core(self) -> _native.RoomReader:
        """Return what reads records."""
        classes = (HandHistory, BLANK, ReadResult, Note)
        return _native.RoomReader(FORMAT, list_core_games(), *classes, hero=self.hero)


class OhhFormat(_JsonFormat):
    """The official form of OHH: an object with the member `ohh` for each hand.

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
        """Return whether there is an object with the member `ohh`."""
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
    """The simplified form of OHH: an object with a list of `hands`.

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
        """Return whether there are members that only this form has."""
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
