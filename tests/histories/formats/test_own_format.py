"""A format that somebody else wrote: whatever takes the name of a format takes it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.histories import HandHistory, read
from croupier.histories.formats import NAMES, Chunk, Format, ReadResult, get
from croupier.histories.pipeline.anonymizing import list_rooms
from croupier.histories.pipeline.checking import check_histories
from croupier.histories.pipeline.converting import Conversion, convert
from croupier.histories.pipeline.finding import find_histories
from histories.formats import texts

HANDS = "club 1\nclub 2\n"


class ClubFormat(Format):
    """Each line is a hand in which Bob folds."""

    name, title, venues = "club", "notes of the club", ("The Club",)

    def recognize(self, text: str) -> bool:
        return text.startswith("club ")

    def split(self, lines: Iterable[str]) -> Iterator[Chunk]:
        for number, line in enumerate(lines, 1):
            yield Chunk(number, [line])

    def read_hand(self, chunk: Chunk) -> ReadResult:
        number = int(chunk.lines[0].split()[1])
        history = HandHistory(
            variant="NT",
            antes=[0, 0],
            blinds_or_straddles=[1, 2],
            min_bet=2,
            starting_stacks=[100, 100],
            actions=["d dh p1 ????", "d dh p2 ????", "p2 f"],
            players=["Ann", "Bob"],
            venue="The Club",
            hand=number,
        )
        return ReadResult(history, hand=str(number), line=chunk.line)


@pytest.mark.parametrize("target", ["phh", "ohh", "pokerstars"])
def test_it_is_converted(target: str) -> None:
    out = io.StringIO()
    result = convert(HANDS, Conversion(target=target, source=ClubFormat()), out)
    assert (result.format, result.read, result.converted) == ("club", 2, 2)
    assert len(list(read(out.getvalue()))) == 2


def test_it_is_found_checked_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "night.txt"
    path.write_text(HANDS, encoding="utf-8")
    found = find_histories(path, ClubFormat())
    assert [file.format.name for file in found.files] == ["club"]
    assert read_statistics(found)["Bob"].hands == 2
    (checked,) = check_histories(found)
    assert checked.batch is not None and len(checked.batch) == 2


def test_its_venue_stays_where_players_get_other_names() -> None:
    out = io.StringIO()
    conversion = Conversion(target="phh", source=ClubFormat(), anonymous=True)
    convert(HANDS, conversion, out)
    assert "venue = 'The Club'" in out.getvalue()
    assert "Ann" not in out.getvalue()
    again = io.StringIO()
    convert(out.getvalue(), Conversion(target="phh", anonymous=True), again)
    assert "The Club" not in again.getvalue()


@pytest.mark.parametrize("name", sorted(texts.ALL))
def test_venues_of_rooms_are_those_of_their_formats(name: str) -> None:
    for reading in read(texts.ALL[name], name):
        venue = reading.unwrap().venue
        assert venue in get(name).venues
        assert venue.casefold() in list_rooms()
    assert name in NAMES
