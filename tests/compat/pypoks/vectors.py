"""Files that pypoks itself wrote, and how they are compared."""

from __future__ import annotations

import json
from typing import Any

from shared import data_path

ERAS = ("D", "Q")
CONFIGS = ("2players_2bets", "3players_2bets", "2players_9bets", "6players_9bets")


def rows(era: str, name: str) -> list[Any]:
    """Return the rows of a file of pypoks."""
    text = data_path("pypoks", f"era_{era}", name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def plain(events: Any) -> Any:
    """Return events as JSON has them."""
    return json.loads(json.dumps(events))


def without_probs(events: Any) -> Any:
    """Return events without what a text does not keep: probabilities and the number of the hand."""
    found = plain(events)
    for name, values in found:
        if name == "MOV":
            values[3] = []
        elif name in ("HST", "HFN"):
            values[1] = 0
    return found


def hidden(events: Any) -> Any:
    """Return a player's view as it would be if pypoks hid what others have and think."""
    found = plain(events)
    for name, values in found:
        if name == "PLH" and values[0] != 0:
            values[1:] = [None, None]
        elif name == "MOV" and values[0] != 0:
            values[3] = []
    return found
