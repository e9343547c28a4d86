"""Grids of starting hands with a colour for each action."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.solving.node import Node

__all__ = ["COLOURS", "write_svg"]

_CELL = 40
_SIZE = 13
_EMPTY = "#eceae4"
_PASSIVE = {"fold": "#7aa2c4", "check": "#8cbf7a", "call": "#8cbf7a"}
COLOURS = ("#e2886c", "#cf5a45", "#b03a2e", "#7d2620")
"""The colours of bets and raises, the smallest first."""


def _colours(actions: tuple[str, ...]) -> dict[str, str]:
    bets = [action for action in actions if action not in _PASSIVE]
    shades = {action: COLOURS[min(place, len(COLOURS) - 1)] for place, action in enumerate(bets)}
    return _PASSIVE | shades


def write_svg(node: Node, title: str | None) -> str:
    """Draw the grid of a node: cells are as high as hands weigh, and as wide as actions are taken.

    Args:
        node: The node.
        title: What stands above it, if anything.

    Returns:
        The picture.
    """
    cells = node.cells()
    colours = _colours(node.actions)
    top = 28 if title else 0
    side = _SIZE * _CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side + top + 24}" '
        f'width="{side}" height="{side + top + 24}" font-family="sans-serif" font-size="12" '
        f'text-anchor="middle">'
    ]
    if title:
        parts.append(f'<text x="{side // 2}" y="19" font-size="15">{escape(title)}</text>')
    largest = max(1.0, *(weight for _, weight, _ in cells))
    inner = _CELL - 1
    for place, (hand, weight, shares) in enumerate(cells):
        x, y = place % _SIZE * _CELL, place // _SIZE * _CELL + top
        parts.append(f'<rect x="{x}" y="{y}" width="{inner}" height="{inner}" fill="{_EMPTY}"/>')
        height = inner * weight / largest
        left = float(x)
        for action, share in shares.items():
            if share > 0 and height > 0:
                parts.append(
                    f'<rect x="{left:g}" y="{y + inner - height:g}" width="{inner * share:g}" '
                    f'height="{height:g}" fill="{colours[action]}"/>'
                )
                left += inner * share
        parts.append(
            f'<text x="{x + _CELL // 2}" y="{y + _CELL // 2 + 4}" fill="black">{hand}</text>'
        )
    width = side / max(1, len(node.actions))
    for place, (action, share) in enumerate(node.frequencies.items()):
        start = place * width
        parts.append(
            f'<rect x="{start:g}" y="{side + top + 4}" width="14" height="14" '
            f'fill="{colours[action]}"/><text x="{start + 20:g}" y="{side + top + 16}" '
            f'text-anchor="start">{escape(action)} {share:.1%}</text>'
        )
    parts.append("</svg>")
    return "\n".join(parts)
