"""Nights: what `croupier report` tells, in parts that the page shows."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.errors import SetupError
from croupier.files import Claim
from croupier.frames import is_number, show_value
from croupier.reports import Night, read_night
from croupier.reports.sections import Drawing, Listing, Paragraph, Rows
from croupier.texts import show_line
from croupier.web.answers.calculators import show_picture
from croupier.web.messages import Block, Code, NightAnswer, NightQuestion, TableBlock, Words
from croupier.web.shelves import Shelf
from croupier.web.shelves.reading import list_hand_files

__all__ = ["sum_up_night"]

_PAGE = "night.html"


def sum_up_night(shelf: Shelf, question: NightQuestion) -> NightAnswer:
    """Tell what came of the hands of a shelf, and write the page to keep.

    Args:
        shelf: The shelf.
        question: What the night is called.

    Returns:
        The report.

    Raises:
        SetupError: There are no hands.
    """
    files = list_hand_files(shelf)
    if not files:
        raise SetupError("there are no files of hands: drop some first", code="no-files")
    night = read_night([path for _, _, path, _ in files])
    names = {path.name: name for _, name, path, _ in files}
    night.problems = [_name_file(problem, names) for problem in night.problems]
    given = files[0][1]
    title = question.title.strip() or Path(given).stem
    if night.hands:
        with Claim(shelf.folder / _PAGE, force=True, lasting=False) as claim:
            night.to_page(title=title).save(claim, title=title)
    listed = [name for _, name, _, _ in files]
    command = ["croupier", "report", *listed, "--output", _PAGE]
    command += ["--title", question.title.strip()] if question.title.strip() else []
    return NightAnswer(
        title=title,
        blocks=[*_list_blocks(shelf, night), Code(label="Command", text=shlex.join(command))],
        place=_PAGE if night.hands else "",
        name=f"{_make_name(title)}.html" if night.hands else "",
    )


def _name_file(problem: str, names: dict[str, str]) -> str:
    """Return what is wrong, with the name that somebody gave the file."""
    path, colon, rest = problem.partition(":")
    return show_line(f"{names.get(path, path)}{colon}{rest}")


def _make_name(title: str) -> str:
    kept = "".join(letter if letter.isalnum() else "-" for letter in title)
    return kept.strip("-")[:60] or "night"


def _list_blocks(shelf: Shelf, night: Night) -> Iterator[Block]:
    for section in night.describe():
        for place, part in enumerate(section.parts):
            heading = "" if place else section.heading
            if heading and not isinstance(part, Rows | Drawing):
                yield Words(text=heading, tone="heading")
            match part:
                case Paragraph(text, strong):
                    yield Words(text=show_line(text), tone="strong" if strong else "plain")
                case Listing(items):
                    for item in items:
                        yield Words(text=show_line(item), tone="item")
                case Rows():
                    yield _make_table(shelf, part)
                case Drawing(label, picture, narrow):
                    yield show_picture(label, picture, width=960, headed=True, narrow=narrow)


def _make_table(shelf: Shelf, part: Rows) -> TableBlock:
    rows = [list(row) for row in part.rows]
    return TableBlock(
        title=part.label,
        headings=list(part.headings),
        rows=[[show_line(show_value(cell)) for cell in row] for row in rows],
        numeric=[_is_column_of_numbers(rows, place) for place in range(len(part.headings))],
        hands=shelf.find_played(part.places) if part.places else [],
    )


def _is_column_of_numbers(rows: Sequence[Sequence[object]], place: int) -> bool:
    return all(is_number(row[place]) for row in rows if row[place] is not None)
