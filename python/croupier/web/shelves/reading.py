"""Reading the files of a shelf into its list of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from croupier.errors import PokerError
from croupier.frames import show_value
from croupier.histories import HandHistory, read
from croupier.histories.formats import ReadResult, detect, get
from croupier.histories.replaying.outcome import find_outcome
from croupier.histories.showing import find_names, name_game
from croupier.reports.nights import count_pot
from croupier.solving.files import FORMAT
from croupier.state import HoleCardsShowingOrMucking
from croupier.texts import show_line
from croupier.web.shelves.archives import ARCHIVE, is_archive, unpack
from croupier.web.shelves.shelf import Shelf, ShelfEntry

__all__ = ["SOLUTION", "list_hand_files", "read_files"]

SOLUTION = "solution"
"""The format of files that hold a solution of the solver."""

# Hands are listed as soon as there are so many, or after so many seconds.
_FIRST, _MANY, _SECONDS = 20, 1000, 0.5
_MAX_NOTES = 20


def read_files(shelf: Shelf) -> None:
    """Read all files of a shelf that nobody has read, one after the other.

    Args:
        shelf: The shelf.
    """
    waiting = {file.number for file in shelf.list_files() if file.state == "waiting"}
    for number, name, path, _ in shelf.find_paths(waiting) if waiting else []:
        with _saving_progress(shelf, number):
            if is_archive(path):
                shelf.update_file(number, format=ARCHIVE)
                for other, place in unpack(shelf, name, path):
                    with _saving_progress(shelf, other):
                        _read_file(shelf, other, place)
            else:
                _read_file(shelf, number, path)


def list_hand_files(shelf: Shelf, numbers: Iterable[int] = ()) -> list[tuple[int, str, Path, str]]:
    """Return the files of a shelf that hands are read from.

    Args:
        shelf: The shelf.
        numbers: Which of them; all when empty.

    Returns:
        The number, the name, the path and the format of each.
    """
    return [one for one in shelf.find_paths(numbers) if one[3] not in (SOLUTION, ARCHIVE)]


@contextmanager
def _saving_progress(shelf: Shelf, number: int) -> Iterator[None]:
    """Save the progress of a file while it is read."""
    shelf.update_file(number, state="reading")
    problem = ""
    try:
        yield
    except OSError as error:
        problem = error.strerror or "it cannot be read"
    except PokerError as error:
        problem = show_line(str(error))
    except MemoryError:
        problem = "reading it takes more memory than the desk has"
    shelf.update_file(number, state="failed" if problem else "read", problem=problem)


def _find_format(path: Path) -> str:
    with path.open("rb") as file:
        start = file.read(len(FORMAT) + 40)
    if path.suffix == ".crs" or FORMAT.encode() in start:
        return SOLUTION
    standard = get("phh")
    return standard.name if path.suffix in standard.suffixes else detect(path).name


def _read_file(shelf: Shelf, number: int, path: Path) -> None:
    format = _find_format(path)
    shelf.update_file(number, format=format)
    if format == SOLUTION:
        return
    entries: list[ShelfEntry] = []
    most, since = _FIRST, monotonic()
    try:
        for reading in read(path, format):
            entries += _list_entries(reading)
            if len(entries) >= most or (entries and monotonic() - since > _SECONDS):
                shelf.add_hands(number, entries, show_value)
                entries, most, since = [], _MANY, monotonic()
    finally:
        shelf.add_hands(number, entries, show_value)


def _list_entries(reading: ReadResult) -> Iterator[ShelfEntry]:
    label = show_line(reading.hand) or f"line {reading.line}"
    notes = [show_line(str(note)) for note in reading.notes[:_MAX_NOTES]]
    if reading.history is None:
        problem = "; ".join(dict.fromkeys(show_line(str(one)) for one in reading.problems))
        label = "outside of hands" if reading.outside else label
        yield ShelfEntry(label, reading.line, notes=notes, problem=problem or "it cannot be read")
        return
    try:
        yield _describe(reading.history, label, reading.line, notes)
    except PokerError as error:
        yield ShelfEntry(label, reading.line, notes=notes, problem=show_line(str(error)))


def _describe(history: HandHistory, label: str, line: int, notes: list[str]) -> ShelfEntry:
    state = history.replay().state
    shown = {
        operation.player_index
        for operation in state.operations
        if isinstance(operation, HoleCardsShowingOrMucking)
    }
    if state.status:
        notes = [*notes, "The hand is not played to its end."]
    outcome = find_outcome(history, state)
    if outcome is not None and None in outcome.net:
        notes = [*notes, "The record does not say who won."]
    net: Sequence[Any] = state.payoffs if outcome is None else outcome.net
    return ShelfEntry(
        label,
        line,
        game=name_game(history),
        pot=count_pot(state) if outcome is None else outcome.pot,
        showdown=len(shown) > 1,
        seats=list(zip(find_names(history), net, strict=True)),
        text=history.dumps(),
        notes=notes,
        ended=not state.status,
    )
