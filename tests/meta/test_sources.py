"""Files are small, and speak of the project alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .project import texts

LONGEST = 650
# Stubs are as long as what they describe.
SOURCES = {".py", ".rs"}
HOSTS = {
    "doc.rust-lang.org",
    "docs.python.org",
    "docs.rs",
    "github.com",
    "json-schema.org",
    "keepachangelog.com",
    "packaging.python.org",
    "peps.python.org",
    "semver.org",
    # The name of SVG.
    "www.w3.org",
    # This machine, and a host that is nobody's.
    "127.0.0.1",
    "example.com",
    "localhost",
}
# Nobody but the writer can follow these.
PRIVATE = {
    "a folder of one machine": r"(?<![\w.:/~)\]}-])/(?:home|root|tmp|work|Users)/",
    # Texts of rooms have numbers of hands, tournaments and seats.
    "the number of an issue": r"(?i)\b(?:issue|ticket|pull request) #?\d"
    r"|(?<!hand )(?<!game )(?<!tournament )(?<!seat )(?<!handid: )(?<!stage )"
    r"(?<!stacks: )(?<!\) \| )(?<![\w&#\[])#\d+\b",
    "something left to do": r"\b(?:TODO|FIXME|XXX|HACK)\b",
    "who or what wrote it": r"(?i)co-authored-by|generated (?:by|with) (?!cargo)|language model",
}
LOCKS = {"Cargo.lock", "fuzz/Cargo.lock", "web/package-lock.json"}
HERE = Path("tests/meta/test_sources.py")


def test_no_source_file_is_long() -> None:
    lengths = {
        str(path): text.count("\n") for path, text in texts().items() if path.suffix in SOURCES
    }
    assert not {path: length for path, length in lengths.items() if length > LONGEST}


@pytest.mark.parametrize("what", PRIVATE)
def test_nothing_private_is_said(what: str) -> None:
    found = {
        str(path): matches
        for path, text in texts().items()
        if path != HERE and str(path) not in LOCKS and (matches := re.findall(PRIVATE[what], text))
    }
    assert not found


def test_only_public_places_are_linked() -> None:
    hosts = {
        (str(path), host)
        for path, text in texts().items()
        if str(path) not in LOCKS
        for host in re.findall(r"https?://([^/:\s\"')>`{]+)", text)
    }
    assert not {(path, host) for path, host in hosts if host not in HOSTS and path != str(HERE)}
