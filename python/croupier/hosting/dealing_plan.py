"""The order in which the rules of a game deal cards, short enough for a page to follow.

A plan is a list of words. `deal N`: N cards to each player in the hand, one at a time. `burn`: a
burn card. `board N`: N cards to the boards. `draw`: cards for those that players discarded. `free`:
from here on, the order depends on more than a plan says. `moves`, which comes first: cards change
hands after they are dealt. docs/fair-dealing.md specifies it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

__all__ = ["BOARD", "BURN", "follow_plan", "make_plan"]

BURN: Final = -1
BOARD: Final = -2

# Decisions by which cards come to another player, or that deal cards by rules of their own.
_MOVING = {"pass"}
_DEALING = {"buy", "replace"}
_ITEM = re.compile("moves|burn|draw|(deal|board) ([1-9][0-9]{0,2})")


def make_plan(definition: str, board_count: int) -> list[str]:
    """Return the plan of a game.

    >>> from croupier.games import make_game
    >>> setup = make_game("nlhe")._find_setup(200, 2)
    >>> make_plan(setup.definition.to_json(), 1)
    ['deal 2', 'burn', 'board 3', 'burn', 'board 1', 'burn', 'board 1']

    Args:
        definition: The game, as the core writes it.
        board_count: The number of boards.
    """
    plan: list[str] = []
    moves = False
    for step in json.loads(definition)["steps"]:
        ((kind, action),) = step["action"].items()
        if kind == "deal":
            draw = action.get("draw") or {}
            moves |= isinstance(draw.get("terms", {}).get("to"), dict)
        if kind == "decide":
            moves |= next(iter(action["decision"])) in _MOVING
        if "free" not in plan:
            plan += _plan_step(kind, action, plan, board_count, bool(step.get("when")))
    return ["moves", *plan] if moves else plan


def _plan_step(
    kind: str, action: Any, plan: Sequence[str], board_count: int, conditional: bool
) -> list[str]:
    if kind == "bet":
        return ["free"] if action.get("terms", {}).get("then") else []
    if kind == "decide":
        deals = action.get("then") or next(iter(action["decision"])) in _DEALING
        return ["free"] if deals else []
    if kind != "deal":
        return []
    hole, board = len(action.get("hole", ())), action.get("board", 0) * board_count
    if conditional or (hole and (action.get("draw") or (plan and plan[-1] == "draw"))):
        return ["free"]
    burn = ["burn"] if action.get("burn") else []
    cards = [f"deal {hole}"] if hole else []
    if action.get("draw"):
        cards = ["draw"]
    boards = [f"board {board}"] if board else []
    # Hole cards are dealt before the burn card where a board follows.
    return [*cards, *burn, *boards] if boards else [*burn, *cards]


def follow_plan(plan: Sequence[str], dealt: Sequence[int], players: int, size: int) -> str:
    """Return what is wrong with the owners of dealt cards; nothing if they follow the plan.

    >>> follow_plan(["deal 1", "burn", "board 1"], [0, 1, -1, -2], 2, 52)
    ''
    >>> follow_plan(["deal 1", "burn", "board 1"], [1, 0, -1, -2], 2, 52)
    'card 1 was dealt against the rules'

    Args:
        plan: The plan.
        dealt: The owners of the cards, in order.
        players: The number of players.
        size: The number of cards of the deck.
    """
    walk = _Walk(dealt, players, size)
    for item in plan:
        if walk.is_over or item == "free":
            return ""
        if not walk.take(item):
            return f"card {walk.at + 1} was dealt against the rules"
    # Boards that are run again repeat the last items of the plan.
    again = [item for item in plan if item == "burn" or item.startswith("board ")]
    problem, at = f"card {walk.at + 1} was dealt against the rules", walk.at
    for start in range(len(again)):
        walk.at = at
        while not walk.is_over and all(walk.is_over or walk.take(item) for item in again[start:]):
            pass
        if walk.is_over:
            return ""
    return problem if at < len(dealt) else ""


class _Walk:
    """A walk along the owners of dealt cards."""

    def __init__(self, dealt: Sequence[int], players: int, size: int) -> None:
        self.dealt = dealt
        self.at = 0
        self._size = size
        self._active = list(range(players))
        self._is_first = True

    @property
    def is_over(self) -> bool:
        return self.at >= len(self.dealt)

    def take(self, item: str) -> bool:
        """Take the cards of an item of the plan; return whether they fit."""
        found = _ITEM.fullmatch(item)
        if found is None:
            return False
        match found[1] or item:
            case "moves":
                return True
            case "burn":
                return self._take_row([BURN])
            case "draw":
                return self._take_draw()
            case "board":
                return self._take_row([BOARD] * int(found[2]))
            case "deal":
                return self._take_deal(int(found[2]))
            case _:
                return False

    def _take_row(self, owners: Sequence[int]) -> bool:
        """Take cards of these owners; the last of the list may be missing."""
        given = self.dealt[self.at : self.at + len(owners)]
        if list(given) != list(owners[: len(given)]):
            return False
        self.at += len(given)
        return True

    def _take_draw(self) -> bool:
        last = -1
        while not self.is_over and self.dealt[self.at] >= max(last, 0):
            last = self.dealt[self.at]
            if last not in self._active:
                return False
            self.at += 1
        return True

    def _take_deal(self, count: int) -> bool:
        """Take cards for each player: those who have folded get none any more."""
        few = self._size - self.at < count * len(self._active)
        if few and self.dealt[self.at] == BOARD:
            # There are too few cards for all players: they are dealt to the board.
            return self._take_row([BOARD] * count)
        row: list[int] = []
        for owner in self.dealt[self.at :]:
            if owner < 0 or (row and owner <= row[-1]):
                break
            row.append(owner)
        if not row or not set(row) <= set(self._active):
            return False
        is_cut = self.at + len(row) == len(self.dealt)
        if self._is_first and row != (self._active[: len(row)] if is_cut else self._active):
            return False
        self._active, self._is_first = row, False
        return self._take_row(row * count)
