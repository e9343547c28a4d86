"""Programs that were written for PokerKit print the same once the import is changed."""

from __future__ import annotations

import contextlib
import io
import warnings
from pathlib import Path

import pytest

from croupier import Poker, Rules

# They are texts, for tests are imported and these are to be run.
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.txt"))


def run(source: str, name: str) -> list[str]:
    """Return the lines that a program prints."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # A program of another package is what is tested.
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
    return output.getvalue().replace("croupier.", "pokerkit.").splitlines()


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_only_the_import_changes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Card rooms have other rules; the page on PokerKit has this switch.
    monkeypatch.setattr(Poker, "rules", Rules.POKERKIT)
    source = path.read_text(encoding="utf-8")
    expected = run(source, path.name)
    assert len(expected) > 3
    assert run(source.replace("pokerkit", "croupier"), path.name) == expected
