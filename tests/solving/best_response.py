"""A best response that shares nothing with the solver but the strategies that it is to judge.

Cards, strengths, payoffs, rake and chances are counted here, with NumPy. The only things taken from
a solution are the actions of a node and how often each hand takes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy

from croupier.solving import Solution

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
Hand: TypeAlias = tuple[str, str]


def strength(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the strength of the best five of seven cards: larger is better."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    for suit in "cdhs":
        suited = [RANKS.index(card[0]) for card in cards if card[1] == suit]
        if len(suited) >= 5:
            high = straight(suited)
            if high:
                return 8, high
            flush = tuple(sorted(suited, reverse=True)[:5])
            break
    else:
        flush = ()
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    (most, first), (next_most, second) = groups[:2]
    if most == 4:
        return 7, first, max(rank for rank in ranks if rank != first)
    if most == 3 and next_most >= 2:
        return 6, first, max(rank for count, rank in groups[1:] if count >= 2)
    if flush:
        return 5, *flush
    high = straight(ranks)
    if high:
        return 4, high
    if most == 3:
        return 3, first, *[rank for rank in ranks if rank != first][:2]
    if most == next_most == 2:
        return 2, first, second, max(rank for rank in ranks if rank not in (first, second))
    if most == 2:
        return 1, first, *[rank for rank in ranks if rank != first][:3]
    return 0, *ranks[:5]


def straight(ranks: Sequence[int]) -> int:
    """Return the highest rank of a straight, aces low as well, or 0."""
    held = {*ranks} | ({-1} if 12 in ranks else set())
    runs = [top for top in range(3, 13) if all(top - step in held for step in range(5))]
    return max(runs, default=0)


class BestResponse:
    """The value of the strategies of a solution, and that of the best response to each."""

    def __init__(
        self,
        solution: Solution,
        *,
        board: str,
        dead: str,
        pot: float,
        stacks: tuple[float, float],
        ranges: tuple[Mapping[str, float], Mapping[str, float]],
        rake: tuple[float, float],
    ) -> None:
        """Remember the question, as it was asked and not as the solution has it."""
        self.solution = solution
        self.pot, self.stacks, self.rake = pot, stacks, rake
        self.board = split(board)
        self.deck = [card for card in DECK if card not in self.board and card not in split(dead)]
        self.hands: list[list[Hand]] = [
            [(name[:2], name[2:]) for name in names] for names in solution.hands
        ]
        weights = [
            {frozenset(split(name)): weight for name, weight in one.items()} for one in ranges
        ]
        self.weights = [
            numpy.array([weights[player].get(frozenset(hand), 0.0) for hand in self.hands[player]])
            for player in range(2)
        ]
        # A hand of the range that is missing has a card that lies elsewhere.
        for player in range(2):
            missing = {*weights[player]} - {frozenset(hand) for hand in self.hands[player]}
            assert all(not hand <= {*self.deck} for hand in missing)
        fits = [[not {*one} & {*two} for two in self.hands[1]] for one in self.hands[0]]
        self.fits = numpy.array(fits, float)
        self.strengths: dict[str, list[list[tuple[int, ...]]]] = {}

    def value(self, player: int, *, best: bool) -> float:
        """Return the chips that a player wins on average, by the solution or at best."""
        other = self.weights[1 - player]
        values = self.walk("", self.board, (0.0, 0.0), (0.0, 0.0), player, other, best)
        fits = self.fits if player == 0 else self.fits.T
        pairs = self.weights[player] @ fits @ other
        return float(self.weights[player] @ values / pairs)

    def walk(
        self,
        line: str,
        board: list[str],
        paid: tuple[float, float],
        bets: tuple[float, float],
        player: int,
        reach: Any,
        best: bool,
    ) -> Any:
        """Return what each hand wins, times the weight of the hands of the other player.

        `paid` is what was put in on earlier streets, `bets` on this one.
        """
        node = self.solution.node(line)
        if node.player is None:
            return self.deal(
                line, board, (paid[0] + bets[0], paid[1] + bets[1]), player, reach, best
            )
        parts = numpy.array([list(each) for each in node.strategies.values()])
        parts = numpy.nan_to_num(parts)
        values = []
        for action, part in zip(node.actions, parts, strict=True):
            name, _, amount = action.partition(" ")
            actor = node.player
            after = list(bets)
            if name == "call":
                after[actor] = bets[1 - actor]
            elif amount:
                after[actor] = float(amount)
            both = (after[0], after[1])
            step = {"fold": "f", "check": "x", "call": "c"}.get(name, f"{name[0]}{amount}")
            line_after = f"{line} {step}".strip()
            theirs = reach if actor == player else reach * part
            if name == "fold":
                all_paid = (paid[0] + both[0], paid[1] + both[1])
                values.append(self.fold(all_paid, actor, player, theirs))
            else:
                values.append(self.walk(line_after, board, paid, both, player, theirs, best))
        if node.player != player:
            return sum(values)
        if best:
            return numpy.max(values, axis=0)
        return sum(part * value for part, value in zip(parts, values, strict=True))

    def won(self, paid: tuple[float, float]) -> tuple[float, float]:
        """Return the pot that is won after the rake, and what each has paid into it."""
        called = min(paid)
        pot = self.pot + 2 * called
        rate, cap = self.rake
        raked = rate * pot
        return pot - (min(raked, cap) if cap else raked), called

    def fold(self, paid: tuple[float, float], folder: int, player: int, reach: Any) -> Any:
        pot, called = self.won(paid)
        fits = self.fits if player == 0 else self.fits.T
        return (fits @ reach) * (-called if folder == player else pot - called)

    def deal(
        self,
        line: str,
        board: list[str],
        paid: tuple[float, float],
        player: int,
        reach: Any,
        best: bool,
    ) -> Any:
        """Return the values where a card is dealt, or hands are compared."""
        if len(board) == 5:
            return self.compare(board, paid, player, reach)
        all_in = any(abs(one - stack) < 1e-9 for one, stack in zip(paid, self.stacks, strict=True))
        total = numpy.zeros(len(self.hands[player]))
        left = [card for card in self.deck if card not in board]
        for card in left:
            mine, theirs = (
                numpy.array([card not in hand for hand in self.hands[each]])
                for each in (player, 1 - player)
            )
            coming = reach * theirs / (len(left) - 4)
            if all_in:
                values = self.compare([*board, card], paid, player, coming)
            else:
                after = f"{line} {card}".strip()
                values = self.walk(after, [*board, card], paid, (0.0, 0.0), player, coming, best)
            total += mine * values
        return total

    def compare(self, board: list[str], paid: tuple[float, float], player: int, reach: Any) -> Any:
        pot, called = self.won(paid)
        key = "".join(sorted(board))
        if key not in self.strengths:
            self.strengths[key] = [
                [strength([*hand, *board]) for hand in hands] for hands in self.hands
            ]
        mine, theirs = (self.strengths[key][each] for each in (player, 1 - player))
        order = {each: place for place, each in enumerate(sorted({*mine, *theirs}))}
        one = numpy.array([order[each] for each in mine])[:, None]
        two = numpy.array([order[each] for each in theirs])[None, :]
        fits = self.fits if player == 0 else self.fits.T
        share = (one > two) + 0.5 * (one == two)
        return (fits * (share * pot - called)) @ reach


def split(text: str) -> list[str]:
    """Return the cards of a text."""
    return [text[place : place + 2] for place in range(0, len(text), 2)]
