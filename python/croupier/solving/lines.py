"""Lines and actions as people write them, and as the core does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.errors import SetupError

if TYPE_CHECKING:
    from croupier.solving.spot import Spot

__all__ = ["action_name", "actions_after", "find_action", "read_line"]

_NAMES = {"f": "fold", "x": "check", "c": "call", "b": "bet", "r": "raise"}
_LETTERS = {name: letter for letter, name in _NAMES.items()}
_BET = re.compile(r"(b|r|bet|raise)\s*(?:to\s*)?([0-9.]+)\s*(%?)$")
_ALL_IN = {"a", "all-in", "allin", "bet all-in", "raise all-in"}


def action_name(spot: Spot, notation: str) -> str:
    """Return the name of an action: `bet 94` for `b94`.

    Args:
        spot: The spot, which knows how chips are counted.
        notation: The action as the core writes it.

    Returns:
        The name.
    """
    name = _NAMES[notation[0]]
    return f"{name} {spot.amount(int(notation[1:])):g}" if notation[1:] else name


def find_action(
    spot: Spot, actions: Sequence[str], text: str, line: str, pot: tuple[int, int] | None = None
) -> str:
    """Find the action that somebody means.

    Args:
        spot: The spot.
        actions: What can be done, as the core writes it.
        text: What was written: `check`, `x`, `bet 94`, `b94`, `b52%`, `a`.
        line: Where that is, for errors.
        pot: The pot after calling and the bet before, in units, for parts of the pot.

    Returns:
        The action as the core writes it.

    Raises:
        SetupError: There is no such action.
    """
    wanted = text.strip().lower()
    bets = [action for action in actions if action[0] in "br"]
    if wanted in _ALL_IN and bets:
        return bets[-1]
    if _LETTERS.get(wanted, wanted) in actions:
        return _LETTERS.get(wanted, wanted)
    found = _BET.match(wanted)
    # `bet` alone will do where there is one size.
    if wanted in {"b", "r", "bet", "raise"} and len(bets) == 1:
        return bets[0]
    if found and bets:
        number, percent = float(found[2]), bool(found[3])
        if percent and pot is not None:
            after, before = pot
            shares = {action: (int(action[1:]) - before) / after for action in bets}
            best = min(bets, key=lambda action: abs(shares[action] - number / 100))
            if abs(shares[best] - number / 100) <= max(0.011, 1 / after):
                return best
        elif not percent:
            for action in bets:
                if abs(float(spot.amount(int(action[1:]))) - number) < 1e-9:
                    return action
    choices = ", ".join(action_name(spot, action) for action in actions) or "nothing"
    where = f" after {line!r}" if line else ""
    raise SetupError(f"there is no {text.strip()!r}{where}, but {choices}", code="unknown-line")


def actions_after(spot: Spot, steps: Sequence[str]) -> list[str]:
    """Return what can be done after a line.

    Args:
        spot: The spot.
        steps: The line, as `read_line` returns it.

    Returns:
        The actions as the core writes them; a slash where cards are dealt.
    """
    path = " ".join("/" if _is_cards(step) else step for step in steps)
    lines = (line.rpartition(" ") for _, line, *_ in spot.native_tree if line)
    return [last for before, _, last in lines if before == path]


def _is_cards(step: str) -> bool:
    return step[0] in "23456789TJQKA"


def read_line(spot: Spot, line: str) -> list[str]:
    """Read a line as the core writes it: actions of the tree, and cards.

    >>> from croupier.solving import Spot
    >>> spot = Spot(board="QsJh2h8c", pot=180, stacks=910, ranges=("AA", "KK"), sizes="55% / 45%")
    >>> read_line(spot, "check, bet 55%, call, 3d")
    ['x', 'b99', 'c', '3d']

    Args:
        spot: The spot.
        line: The line: actions with spaces or commas between them.

    Returns:
        The steps.

    Raises:
        SetupError: A step is none.
    """
    by_line: dict[str, list[str]] = {}
    pots: dict[str, tuple[int, int]] = {}
    for _, whole, kind, _, pot, paid, _ in spot.native_tree:
        before, _, last = whole.rpartition(" ")
        by_line.setdefault(before, []).append(last)
        if kind == "decision":
            # The bets of both differ by the chips that are to be called.
            pots[whole] = pot + abs(paid[0] - paid[1]), 0
    text = re.sub(r"\b(bet|raise)\s+(?:to\s+)?(?=[0-9a])", lambda found: found[1][0], line.lower())
    steps: list[str] = []
    path: list[str] = []
    for word in re.split(r"[\s,>]+", text.strip()):
        if not word:
            continue
        here = " ".join(path)
        actions = [each for each in by_line.get(here, []) if each]
        if actions == ["/"]:
            steps.append(_read_cards(word, " ".join(steps)))
            path.append("/")
            continue
        steps.append(find_action(spot, actions, word, " ".join(steps), _facing(path, pots)))
        path.append(steps[-1])
    return steps


def _read_cards(word: str, line: str) -> str:
    try:
        cards = Card.clean(re.sub(r"[akqjt](?=[cdhs])", lambda found: found[0].upper(), word))
    except ValueError:
        raise SetupError(
            f"cards are dealt after {line!r}, and {word!r} is none", code="unknown-line"
        ) from None
    return "".join(map(repr, cards))


def _facing(path: Sequence[str], pots: dict[str, tuple[int, int]]) -> tuple[int, int] | None:
    found = pots.get(" ".join(path))
    if found is None:
        return None
    street = path[len(path) - path[::-1].index("/") :] if "/" in path else path
    bets = [int(step[1:]) for step in street if step[0] in "br"]
    return found[0], bets[-1] if bets else 0
