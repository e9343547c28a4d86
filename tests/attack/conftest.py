"""Every attack has its share of the time, and a row in the summary."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from attack.budget import SECONDS, SEED, Attack

_ATTACKS = pytest.StashKey[list[Attack]]()


@pytest.fixture
def attack(request: pytest.FixtureRequest) -> Iterator[Attack]:
    """An attack with its share of the time; it fails in the end if it has found anything."""
    module = Path(str(request.path)).stem.removeprefix("test_")
    tests = sum(
        item.path == request.path and "planted" not in item.name for item in request.session.items
    )
    made = Attack(request.node.name.removeprefix("test_"), module, tests)
    request.config.stash.setdefault(_ATTACKS, []).append(made)
    yield made
    made.seconds = made.used
    made.check()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print how much was tried, and how much was found."""
    attacks = config.stash.get(_ATTACKS, [])
    if not attacks:
        return
    terminalreporter.section(f"attacks: {SECONDS:g} seconds, seed {SEED}")
    for one in attacks:
        kinds = f"{len(one.tried)} kinds" if len(one.tried) != 1 else next(iter(one.tried))
        terminalreporter.write_line(
            f"{one.name:<44} {one.tried.total():>10,} cases  {kinds:<16}"
            f" {one.seconds:>7.1f} s  {len(one.findings):>3} findings"
        )
    cases = sum(one.tried.total() for one in attacks)
    found = sum(len(one.findings) for one in attacks)
    seconds = sum(one.seconds for one in attacks)
    terminalreporter.write_line(
        f"{'all':<44} {cases:>10,} cases  {'':<16} {seconds:>7.1f} s  {found:>3} findings"
    )
