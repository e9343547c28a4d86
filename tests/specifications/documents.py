"""The documents, where they are at hand, and what is in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_FOLDER = Path(__file__).resolve().parents[3] / "shared" / "seeds"

Table = list[list[str]]


def read_document(name: str) -> str:
    """Return the text of a document, or skip the test where it is absent."""
    path = _FOLDER / name
    if not path.is_file():
        pytest.skip(f"the document is absent: {name}")
    return path.read_text(encoding="utf-8")


def sections_of(module: str, *following: str) -> list[str]:
    """Return the sections that modules of tests mark as those of their document."""
    paths = [Path(module), *(Path(module).with_name(name) for name in following)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return re.findall(r"^# Section: (.+)$", text, re.MULTILINE)


def rst_sections(text: str) -> list[str]:
    """Return the headings of a reST document: lines with a line of one character below."""
    pattern = r'^(\S.*)\n([=\-^"])\2+$'
    return [
        title
        for title, mark in re.findall(pattern, text, re.MULTILINE)
        if not re.fullmatch(r"[=\s]+", title) and mark
    ]


def markdown_sections(text: str) -> list[str]:
    """Return the headings of a Markdown document."""
    return re.findall(r"^#+ (.+?) *$", text, re.MULTILINE)


def rst_tables(text: str) -> list[Table]:
    """Return the tables whose columns are ruled by equals signs, without their heads."""
    pattern = r"^(=+(?: +=+)+) *\n(?:.*\n)\1 *\n((?:(?!=).*\n)+)\1 *$"
    tables = []
    for rule, body in re.findall(pattern, text, re.MULTILINE):
        spans = [match.span() for match in re.finditer("=+", rule)]
        # What is in the last column may be longer than its rule.
        ends = [end for _, end in spans[:-1]] + [None]
        tables.append(
            [
                [line[start:end].strip() for (start, _), end in zip(spans, ends, strict=True)]
                for line in body.splitlines()
            ]
        )
    return tables


def rst_grids(text: str) -> list[Table]:
    """Return the tables that are drawn with lines, row by row; a cell may be empty."""
    tables = []
    for block in re.findall(r"^\+-.*\n(?:[+|].*\n)+", text, re.MULTILINE):
        lines = [line for line in block.splitlines() if not re.fullmatch(r"[+| ]*[+\-]+", line)]
        rows = [[cell.strip() for cell in re.split(r" ?\| ", line[1:-1])] for line in lines]
        tables.append([row for row in rows if any(row)])
    return tables


def markdown_tables(text: str) -> list[Table]:
    """Return the tables of a Markdown document, without their heads."""
    blocks = re.findall(r"^\|.*\n\| ?-.*\n((?:\|.*(?:\n|\Z))*)", text, re.MULTILINE)
    return [
        [
            [cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in body.splitlines()
        ]
        for body in blocks
    ]


def fenced_blocks(text: str) -> list[str]:
    """Return the blocks between lines of backticks; a heading ends one that is left open."""
    return re.findall(r"^```\w* *\n(.*?)(?=^``` *$|^#)(?:^``` *$)?", text, re.MULTILINE | re.DOTALL)


def indented_blocks(text: str) -> list[list[str]]:
    """Return the blocks of indented lines of a Markdown document."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("    ") and line.strip():
            blocks[-1].append(line[4:])
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def rst_programs(text: str) -> list[str]:
    """Return the Python programs of a reST document."""
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        match = re.fullmatch(r"( *)\.\. code-block:: python", line)
        if match is None:
            continue
        indent = len(match[1]) + 3
        block = []
        for following in lines[number + 1 :]:
            if following.strip() and len(following) - len(following.lstrip()) < indent:
                break
            block.append(following[indent:])
        found.append("\n".join(block))
    return found
