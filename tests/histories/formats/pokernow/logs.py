"""Logs of PokerNow that are made for tests."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

IDS = {"Ann": "aaaaaaaaaa", "Bob": "bbbbbbbbbb", "Cat": "cccccccccc", "Dan": "dddddddddd"}
HOLDEM = "No Limit Texas Hold'em"


def who(name: str) -> str:
    """Return a player as the log has it."""
    return f'"{name} @ {IDS.get(name, "zzzzzzzzzz")}"'


def hand_lines(
    *lines: str,
    number: int = 1,
    game: str = f"({HOLDEM})",
    dealer: str | None = "Ann",
    stacks: dict[str, str] | None = None,
) -> list[str]:
    """Return the lines of a hand; names in braces become players."""
    stacks = stacks or {"Ann": "500", "Bob": "500", "Cat": "500"}
    seats = " | ".join(
        f"#{seat} {who(name)} ({stack})" for seat, (name, stack) in enumerate(stacks.items(), 1)
    )
    button = f"(dealer: {who(dealer)})" if dealer else "(dead button)"
    names = {name: who(name) for name in stacks}
    return [
        f"-- starting hand #{number} (id: hand{number})  {game} {button} --",
        f"Player stacks: {seats}",
        *(line.format(**names) for line in lines),
        f"-- ending hand #{number} --",
    ]


def make_log(lines: Iterable[str], *, first: int = 176317560834400) -> str:
    """Return a log with the newest row first."""
    rows = [
        (text, f"2026-01-31T20:{number // 60 % 60:02}:{number % 60:02}.000Z", first + number)
        for number, text in enumerate(lines)
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("entry", "at", "order"))
    writer.writerows(reversed(rows))
    return out.getvalue()


FOLDED = (
    "{Bob} posts a small blind of 5",
    "{Cat} posts a big blind of 10",
    "{Ann} folds",
    "{Bob} folds",
    "Uncalled bet of 5 returned to {Cat}",
    "{Cat} collected 10 from pot",
)
"""A hand that nobody plays."""
