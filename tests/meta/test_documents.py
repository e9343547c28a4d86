"""The documents know what the project has."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from croupier import rankings

from .project import (
    ROOT,
    page_dependencies,
    python_dependencies,
    rust_dependencies,
    texts,
    version,
)

DOCS = ROOT / "docs"
ALL_DEPENDENCIES = python_dependencies() | rust_dependencies() | page_dependencies()


def test_the_changelog_has_the_version() -> None:
    headings = re.findall(r"^## \[?([^\]\s]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert {"Unreleased", version()} & set(headings)


def test_the_changelog_has_every_section_once_and_in_order() -> None:
    order = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for part in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]:
        sections = re.findall(r"^### (.+)$", part, re.MULTILINE)
        assert sections == [name for name in order if name in sections]


@pytest.mark.parametrize("name", sorted(ALL_DEPENDENCIES))
def test_every_dependency_is_explained(name: str) -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", (DOCS / "dependencies.md").read_text(), re.MULTILINE)
    assert name in rows


def test_no_dependency_is_explained_in_vain() -> None:
    rows = re.findall(r"^\| `([^`]+)` \|", (DOCS / "dependencies.md").read_text(), re.MULTILINE)
    assert set(rows) == ALL_DEPENDENCIES


def test_every_ranking_has_its_line() -> None:
    rows = re.findall(
        r"^\| `([^`]+)` \| ([^|]*) \| ([^|]*) \| ([^|]*) \|",
        (DOCS / "rankings.md").read_text(),
        re.MULTILINE,
    )
    found = {name: (aliases, title, cards) for name, aliases, title, cards in rows}
    assert found == {name: _line(rankings.get(name)) for name in rankings.names()}


def _line(ranking: rankings.Ranking) -> tuple[str, str, str]:
    fewest, most = ranking.minimum_cards, ranking.maximum_cards
    aliases = ", ".join(f"`{alias}`" for alias in ranking.aliases)
    return aliases, ranking.title, str(most) if fewest == most else f"{fewest} to {most}"


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        (str(path), link)
        for path, text in texts().items()
        if path.suffix == ".md"
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
        if not (ROOT / path).parent.joinpath(link).exists()
    ]
    assert not broken


def test_every_document_is_listed_and_in_the_contents_of_the_site() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"index.md"}
    listed = re.findall(r"\]\(([^)#]+\.md)\)", (DOCS / "index.md").read_text())
    assert {link for link in listed if not link.startswith("../")} == pages
    sections = tomllib.loads((DOCS / "site" / "contents.toml").read_text())["section"]
    contents = [f"{page}.md" for section in sections for page in section["pages"]]
    others = [path.relative_to(ROOT).as_posix() for path in _root_pages()]
    assert sorted(contents) == sorted([*pages, *others])


def _root_pages() -> list[Path]:
    # The README is the front page of the site.
    found = [path for path in ROOT.glob("[A-Z]*.md") if path.name != "README.md"]
    return [*found, *ROOT.glob("benchmarks/[A-Z]*.md")]
