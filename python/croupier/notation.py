"""Hand histories under the name of PokerKit's module; they are at home in `croupier.histories`."""

from __future__ import annotations

from croupier.histories import HandHistory, parse_action

__all__ = ["HandHistory", "parse_action"]
