"""Options that mean the same wherever they are."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, Token

from croupier.numbers import read_decimal

__all__ = [
    "AsJson",
    "Board",
    "Flag",
    "Force",
    "Game",
    "HandCount",
    "Number",
    "On",
    "PeopleFile",
    "Picture",
    "PlayerCount",
    "Seed",
    "Stack",
]


def _read_number(_: Any, tokens: Sequence[Token]) -> Decimal:
    number = read_decimal(tokens[0].value)
    if not number.is_finite():
        raise ValueError("no number that can be counted")
    return number


def _read_seed(_: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value.strip().lower()
    try:
        return int(text, 16 if text.startswith("0x") else 10)
    except ValueError:
        raise ValueError("no whole number, such as 7 or 0x7f") from None


AsJson = Annotated[bool, Parameter(name="--json", negative="")]
"""Results for other programs: JSON on the standard output, and nothing else."""

Board = Annotated[str, Parameter(name=["--board", "-b"])]
"""The board cards."""

Flag = Annotated[bool, Parameter(negative="")]
"""Something that is done when it is said, and not otherwise."""

Force = Annotated[bool, Parameter(negative="")]
"""Whether files that are there are replaced."""

Game = Annotated[str, Parameter(name=["--game", "-g"])]
"""A game, by its name or its file."""

HandCount = Annotated[int, Parameter(name=["--hands", "-n"])]
"""How many hands are played."""

Number = Annotated[Decimal, Parameter(converter=_read_number)]
"""A number of which nothing is lost."""

On = Annotated[str | None, Parameter(name="--on")]
"""Where work is done, if not in this process."""

PeopleFile = Annotated[Path | None, Parameter(name="--people")]
"""The file of people with several names."""

Picture = Annotated[Path | None, Parameter(name=["--picture", "--plot"])]
"""The file of a picture."""

PlayerCount = Annotated[int | None, Parameter(name=["--players", "-p", "--seats"])]
"""How many players there are."""

Seed = Annotated[int | None, Parameter(converter=_read_seed)]
"""A number that makes what is random the same every time, in decimal or hexadecimal digits."""

Stack = Annotated[str | None, Parameter(name=["--stack", "-s"])]
"""The stacks that players begin with."""
