"""What the amounts of a hand mean: chips of this action alone, or all of the street.

The specification wants the chips that an action adds. Some producers write what a player has put in
during the street, with raises only or with calls as well, and some leave a bet that nobody called
in the pot. The rules of betting and the pots tell which it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.histories.formats.ohh.records import OfficialHand
from croupier.histories.formats.ohh.values import Amount

__all__ = ["CONVENTIONS", "Convention", "Count", "count_chips", "find_convention"]


@dataclass(frozen=True, slots=True)
class Convention:
    """Say what amounts mean.

    Attributes:
        name: What it is called in notes.
        raises_to: Whether a raise names all chips of the street.
        calls_to: Whether a call does.
    """

    name: str
    raises_to: bool
    calls_to: bool


CONVENTIONS: Final = (
    Convention("chips added", False, False),
    Convention("totals of the street", True, True),
    Convention("totals of the street for raises, chips added for calls", True, False),
)
"""The conventions, the one of the specification first."""
_DEAD = frozenset({"Post Ante", "Post Dead"})


@dataclass(slots=True)
class Count:
    """Keep what a hand's chips come to under a convention.

    Attributes:
        convention: The convention.
        faults: What is against the rules of betting then.
        added: The chips that each action adds, by the place of the round and of the action.
        paid: What each player pays, with what is returned.
        uncalled: Who gets how much back, if anybody does.
        includes_uncalled: Whether the pots hold what was returned.
        balances: Whether the pots are what was paid.
    """

    convention: Convention
    faults: int
    added: dict[tuple[int, int], Amount]
    paid: dict[int, Amount]
    uncalled: tuple[int, Amount] | None
    includes_uncalled: bool = False
    balances: bool = True


def find_convention(hand: OfficialHand, expected: Convention = CONVENTIONS[0]) -> Count:
    """Return how a hand's amounts are meant.

    Args:
        hand: The hand.
        expected: What they mean if nothing speaks against it.

    Returns:
        The count under the convention that the pots and the rules fit best; the expected one where
        several fit.
    """
    others = [convention for convention in CONVENTIONS if convention is not expected]
    counts = [count_chips(hand, convention) for convention in (expected, *others)]
    # Without a field for the rake, pots need not be what was paid.
    return min(counts, key=_badness if expected is CONVENTIONS[0] else _badness_of_bets)


def count_chips(hand: OfficialHand, convention: Convention) -> Count:
    """Count the chips of a hand.

    Args:
        hand: The hand.
        convention: What the amounts mean.

    Returns:
        The count.
    """
    left: dict[int, Amount] = {player.id: player.stack for player in hand.players}
    paid: dict[int, Amount] = dict.fromkeys(left, 0)
    added: dict[tuple[int, int], Amount] = {}
    said: dict[int, Amount] = {}
    uncalled: tuple[int, Amount] | None = None
    given: Amount = 0
    faults = 0
    for at, one in enumerate(hand.rounds):
        bets: dict[int, Amount] = dict.fromkeys(left, 0)
        for place, action in enumerate(one.actions):
            player = action.player
            amount = action.amount or 0
            if action.name == "Add to Pot":
                given += amount
            if player is None:
                continue
            if action.name == "Uncalled":
                said[player] = said.get(player, 0) + amount
            highest = max(bets.values())
            match action.name:
                case "Raise" | "Bet" | "All-in" if convention.raises_to:
                    more = amount - bets[player]
                case "Call" if convention.calls_to:
                    more = amount - bets[player]
                case "Raise" | "Bet" | "All-in" | "Call":
                    more = amount
                case "Post SB" | "Post BB" | "Straddle" | "Post Extra Blind":
                    more = amount
                case name if name in _DEAD:
                    more = amount
                case "Add to Pot":
                    more = 0
                    left[player] -= amount
                    paid[player] += amount
                    given -= amount
                    continue
                case _:
                    continue
            added[at, place] = more
            left[player] -= more
            paid[player] += more
            if action.name not in _DEAD:
                bets[player] += more
            faults += (
                more < 0
                or left[player] < 0
                or (action.name == "Call" and bets[player] != highest and left[player] > 0)
                or (action.name == "Raise" and bets[player] <= highest)
            )
        top = max(bets, key=lambda player: bets[player])
        second = max((bet for player, bet in bets.items() if player != top), default=0)
        if bets[top] > second:
            uncalled = (top, bets[top] - second)
    if said and said != dict([uncalled] if uncalled is not None else []):
        faults += 1
    count = Count(convention, faults, added, paid, uncalled)
    if hand.pots:
        total = sum(pot.amount for pot in hand.pots)
        returned = 0 if uncalled is None else uncalled[1]
        put = sum(paid.values()) + given
        count.balances = total in (put - returned, put)
        count.includes_uncalled = bool(returned) and total == put
    return count


def _badness(count: Count) -> tuple[bool, int, bool]:
    return not count.balances, count.faults, count.includes_uncalled


def _badness_of_bets(count: Count) -> tuple[int, bool, bool]:
    return count.faults, not count.balances, count.includes_uncalled
