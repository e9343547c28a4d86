"""Lists of names that people type can be read at any width."""

from __future__ import annotations

import pytest
from rich.console import Console

from croupier import rankings
from croupier.cli import run
from croupier.cli.commands import games
from croupier.cli.commands import rankings as listing
from croupier.games.configuration.library import library


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
def test_no_name_is_cut(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(width=width, force_terminal=True, color_system=None)
    monkeypatch.setattr(games, "console", console)
    monkeypatch.setattr(listing, "console", console)
    names = {"games": library().summarize_all().keys(), "rankings": rankings.names()}
    for command, listed in names.items():
        assert run([command]) == 0
        out = capsys.readouterr().out
        lines = out.splitlines()
        firsts = [line.split()[0] for line in lines if not line.startswith(" ")]
        assert set(listed) <= set(firsts)
        assert "…" not in out
        longest = max(map(len, listed))
        assert max(len(line) for line in lines[1:-1]) <= max(width, longest)
