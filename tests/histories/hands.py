"""Small histories to change and break."""

from __future__ import annotations

from typing import Any

from croupier.histories import HandHistory

DEAL = ["d dh p1 AsAh", "d dh p2 KsKh"]
CHECK_DOWN = [
    *DEAL,
    "p2 cc",
    "p1 cc",
    "d db 2c7d9h",
    "p1 cc",
    "p2 cc",
    "d db Jc",
    "p1 cc",
    "p2 cc",
    "d db 3d",
    "p1 cc",
    "p2 cc",
]


def make(*actions: str, **fields: Any) -> HandHistory:
    """Return a history of no-limit hold'em for two."""
    values: dict[str, Any] = {
        "variant": "NT",
        "antes": [0, 0],
        "blinds_or_straddles": [1, 2],
        "min_bet": 2,
        "starting_stacks": [200, 200],
        "actions": list(actions),
    }
    return HandHistory(**values | fields)


def document(*actions: str, **fields: Any) -> str:
    """Return it as text; fields that are `None` are left out."""
    return make(*actions, **fields).dumps()
