"""Nodes of a solution: what everybody does there, and what it is worth."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from math import isnan
from typing import TYPE_CHECKING, Any

from croupier.analysis.ranges import Range
from croupier.analysis.ranges.classes import STARTING_HANDS, sets_of_class
from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card, CardsLike
from croupier.errors import CardError, SetupError, UnsupportedError
from croupier.solving.lines import action_name, find_action

if TYPE_CHECKING:
    from croupier.solving.solution import Solution
    from croupier.solving.spot import Amount
    from croupier.svg.ink import Picture

__all__ = ["Node"]

_REACHES, _TOTALS, _VALUES, _EQUITIES = range(4)
_ACTION_VALUES = 1
_RANKS = "23456789TJQKA"


class Node:
    """A node of a solution.

    `reaches(player)`, `evs(player)` and `equities(player)` are arrays with a number for each hand
    of that player at the root, in the order of `Solution.hands[player]`. `strategies` and
    `action_evs` have such an array for each action of the player to act. Numbers are NaN where the
    hand cannot be here. Arrays are memoryviews of 32-bit floats, which NumPy takes without copies:
    `numpy.asarray(node.evs(0))`, `numpy.array(list(node.strategies.values()))`.

    Every EV (`ev`, `evs`, `hand_ev`, `action_ev`, `action_evs`) is in chips: the part of the pot
    that is won from here on, less what is still paid.

    >>> from croupier.solving import Spot, solve
    >>> spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    >>> root = solve(spot, target="0.01%").root
    >>> root.actions, root.player
    (('check', 'bet 100'), 0)
    >>> facing = root["bet 100"]
    >>> facing.player, [round(part, 2) for part in facing.frequencies.values()]
    (1, [0.5, 0.5])
    >>> round(root.strategy("AsAh")["bet 100"], 2), round(root.ev[0])
    (1.0, 90)

    Attributes:
        line: The actions and cards that lead here, such as `x b120 c 8c`. Sizes are in units of
            `Spot.unit`.
        player: The player to act; `None` where cards are dealt or the hand is over.
        is_deal: Whether cards are dealt next.
        board: The cards on the board, in the order in which they were dealt.
        actions: The names of the actions.
        pot: The chips in the middle, bets included.
    """

    def __init__(self, solution: Solution, line: str) -> None:
        """Look at the node that a line leads to.

        Args:
            solution: The solution.
            line: The line, as the core writes it.
        """
        self.solution = solution
        self.line = line
        player, is_deal, _, actions, pot, paid, players, decisions = solution._native.view(line)
        self.player = player
        self.is_deal = is_deal
        dealt = (Card.clean(step) for step in line.split() if step[0] in _RANKS)
        self.board: tuple[Card, ...] = (*solution.spot.board, *chain.from_iterable(dealt))
        self._notations = actions
        self.actions = tuple(action_name(solution.spot, action) for action in actions)
        self.pot: Amount = solution.spot.amount(pot)
        self._pot = pot
        self._paid = paid
        self._players = [[memoryview(each).cast("f") for each in part] for part in players]
        self._decisions = [[memoryview(each).cast("f") for each in part] for part in decisions]
        unit = solution.spot.unit
        if unit != 1:
            # The core counts in units.
            for part in self._players:
                part[_VALUES] = _scale(part[_VALUES], unit)
            for part in self._decisions:
                part[_ACTION_VALUES] = _scale(part[_ACTION_VALUES], unit)

    def reaches(self, player: int) -> memoryview[float]:
        """Return the reach of each hand: its weight, times how often it plays like this.

        Args:
            player: 0 or 1.

        Returns:
            An array in the order of `Solution.hands[player]`.
        """
        return self._players[player][_REACHES]

    def evs(self, player: int) -> memoryview[float]:
        """Return the EV of each hand, in chips.

        Args:
            player: 0 or 1.

        Returns:
            An array in the order of `Solution.hands[player]`.
        """
        return self._players[player][_VALUES]

    def equities(self, player: int) -> memoryview[float]:
        """Return the equity of each hand: the part of the pot it wins without further bets.

        Args:
            player: 0 or 1.

        Returns:
            An array in the order of `Solution.hands[player]`.
        """
        return self._players[player][_EQUITIES]

    @property
    def strategies(self) -> dict[str, memoryview[float]]:
        """For each action, how often each hand of the player to act takes it."""
        return dict(zip(self.actions, (parts for parts, _ in self._decisions), strict=True))

    @property
    def action_evs(self) -> dict[str, memoryview[float]]:
        """For each action, its EV for each hand of the player to act, in chips."""
        return dict(zip(self.actions, (values for _, values in self._decisions), strict=True))

    def _weights(self, player: int) -> list[float]:
        """Return how often each hand is here: its reach, and the other's hands that go with it."""
        part = self._players[player]
        return [reach * total for reach, total in zip(part[_REACHES], part[_TOTALS], strict=True)]

    def _mean(self, player: int, numbers: memoryview[float]) -> float:
        total = found = 0.0
        for weight, number in zip(self._weights(player), numbers, strict=True):
            if weight > 0 and not isnan(number):
                total += weight
                found += weight * number
        return found / total if total else float("nan")

    @cached_property
    def ev(self) -> tuple[float, float]:
        """The EV of each player's range, in chips."""
        return self._mean(0, self.evs(0)), self._mean(1, self.evs(1))

    @cached_property
    def equity(self) -> tuple[float, float]:
        """The part of the pot that each player wins if nobody bets any more, on average."""
        return self._mean(0, self.equities(0)), self._mean(1, self.equities(1))

    @cached_property
    def frequencies(self) -> dict[str, float]:
        """How often the range of the player to act takes each action."""
        if self.player is None:
            return {}
        return {name: self._mean(self.player, each) for name, each in self.strategies.items()}

    def _place(self, hand: CardsLike, player: int | None) -> tuple[int, int]:
        who = self.player if player is None else player
        if who is None:
            raise SetupError("nobody decides here: say whose hand it is", code="no-decision")
        number = set_of(Card.clean(hand))
        places = self.solution._places[who]
        if number not in places:
            raise CardError(
                f"the range of player {who + 1} does not have {hand}",
                value=hand,
                code="not-in-range",
            )
        return who, places[number]

    def strategy(self, hand: CardsLike) -> dict[str, float]:
        """Return how often a hand takes each action.

        Args:
            hand: The hole cards.

        Returns:
            The parts by action.

        Raises:
            CardError: The range of who decides does not have the hand.
        """
        _, place = self._place(hand, None)
        return {name: each[place] for name, each in self.strategies.items()}

    def action_ev(self, hand: CardsLike) -> dict[str, float]:
        """Return what each action is worth for a hand.

        Args:
            hand: The hole cards.

        Returns:
            The chips by action.

        Raises:
            CardError: The range of who decides does not have the hand.
        """
        _, place = self._place(hand, None)
        return {name: each[place] for name, each in self.action_evs.items()}

    def hand_ev(self, hand: CardsLike, player: int | None = None) -> float:
        """Return what a hand wins of the pot from here on.

        Args:
            hand: The hole cards.
            player: Whose; who decides when omitted.

        Returns:
            The chips.

        Raises:
            CardError: The range does not have the hand.
        """
        who, place = self._place(hand, player)
        return self.evs(who)[place]

    def hand_equity(self, hand: CardsLike, player: int | None = None) -> float:
        """Return the part of the pot that a hand wins if nobody bets any more.

        Args:
            hand: The hole cards.
            player: Whose; who decides when omitted.

        Returns:
            The part.

        Raises:
            CardError: The range does not have the hand.
        """
        who, place = self._place(hand, player)
        return self.equities(who)[place]

    def range(self, player: int) -> Range:
        """Return the hands with which a player comes here.

        Args:
            player: Who.

        Returns:
            The range, with weights.
        """
        numbers = self.solution._numbers[player]
        reaches = self.reaches(player)
        weights = {
            number: reach for number, reach in zip(numbers, reaches, strict=True) if reach > 1e-6
        }
        return Range._of(weights, self.solution.spot.ranges[player].card_count)

    def cells(self) -> list[tuple[str, float, dict[str, float]]]:
        """Return the 169 starting hands row by row, each with its weight and its strategy.

        Returns:
            The hand, the mean weight of its cards, and the parts by action.

        Raises:
            UnsupportedError: There are not two hole cards, or nobody decides.
        """
        if self.player is None or self.solution.spot.ranges[0].card_count != 2:
            raise UnsupportedError(
                "there is a grid where somebody decides with two hole cards", code="no-grid"
            )
        places = self.solution._places[self.player]
        reaches = self.reaches(self.player)
        found = []
        for hand in STARTING_HANDS:
            sets = [number for number in sets_of_class(hand) if number in places]
            weights = {number: reaches[places[number]] for number in sets}
            total = sum(weights.values())
            parts = {
                name: sum(w * each[places[number]] for number, w in weights.items() if w) / total
                for name, each in self.strategies.items()
                if total > 0
            }
            found.append((hand, total / len(sets_of_class(hand)), parts))
        return found

    def grid(self) -> str:
        """Draw how often hands bet, raise or call, in percent, as the usual grid.

        Returns:
            The grid, a line for each row; hands that are not here are dots.
        """
        rows = []
        cells = self.cells()
        passive = {"check", "fold"}
        for start in range(0, len(cells), 13):
            row = []
            for hand, weight, parts in cells[start : start + 13]:
                share = sum(part for name, part in parts.items() if name not in passive)
                row.append(f"{hand:<3}{share:4.0%}" if weight > 0 else "   .   ")
            rows.append(" ".join(row).rstrip())
        return "\n".join(rows)

    def svg(self, *, title: str | None = None, theme: str = "auto") -> Picture:
        """Draw what the range does as the usual grid, as an SVG picture: a colour for each action.

        Args:
            title: What stands above the grid, if anything.
            theme: `light`, `dark`, or `auto` for what the page is.

        Returns:
            The picture.
        """
        from croupier.svg.grids import draw_strategy_grid

        return draw_strategy_grid(self.cells(), self.frequencies, title=title or "", theme=theme)

    def _repr_html_(self) -> str | None:
        try:
            return self.svg(title=self.line or "the root")
        except UnsupportedError:
            return None

    def __getitem__(self, action: str) -> Node:
        """Return the node after an action: `node["bet 94"]`, `node["b52%"]`, `node["check"]`."""
        pot = self._pot + abs(self._paid[0] - self._paid[1])
        steps = self.line.split()
        street: list[str] = []
        for step in steps:
            street = [] if step[0] in _RANKS else [*street, step]
        bets = [int(step[1:]) for step in street if step[0] in "br"]
        before = bets[-1] if bets else 0
        found = find_action(self.solution.spot, self._notations, action, self.line, (pot, before))
        return self.solution._node(f"{self.line} {found}".strip())

    def deal(self, cards: CardsLike) -> Node:
        """Return the node after cards are dealt.

        Args:
            cards: The cards.

        Returns:
            The node.

        Raises:
            SetupError: No cards are dealt here, or not these.
        """
        text = "".join(map(repr, Card.clean(cards)))
        return self.solution._node(f"{self.line} {text}".strip())

    def children(self) -> Iterator[tuple[str, Node]]:
        """Yield what follows each action.

        Yields:
            The action and the node.
        """
        for action in self.actions:
            yield action, self[action]

    def to_dict(self, depth: int = 0, *, hands: bool = True) -> dict[str, Any]:
        """Return what is known of the node as JSON can have it.

        Args:
            depth: How many actions further to go.
            hands: Whether to list all hands.

        Returns:
            The node; what is not known, because nobody comes here, is `None`.
        """
        found: dict[str, Any] = {
            "line": self.line,
            "board": "".join(map(repr, self.board)),
            "player": self.player,
            "pot": self.pot,
            "ev": [_known(ev) for ev in self.ev],
            "equity": [_known(equity) for equity in self.equity],
            "actions": {action: _known(part) for action, part in self.frequencies.items()},
        }
        if hands and self.player is not None:
            found["hands"] = {
                name: {
                    "weight": reach,
                    "ev": self.evs(self.player)[place],
                    "equity": self.equities(self.player)[place],
                    "strategy": [each[place] for each in self.strategies.values()],
                    "action_ev": [each[place] for each in self.action_evs.values()],
                }
                for place, (name, reach) in enumerate(
                    zip(self.solution.hands[self.player], self.reaches(self.player), strict=True)
                )
                if reach > 0 and not isnan(self.evs(self.player)[place])
            }
        if depth > 0 and self.player is not None:
            found["children"] = {
                action: node.to_dict(depth - 1, hands=hands) for action, node in self.children()
            }
        return found

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {part:.1%}" for name, part in self.frequencies.items())
        return f"<Node {self.line or 'root'}: {parts or 'no decision'}>"


def _scale(numbers: memoryview[float], unit: float) -> memoryview[float]:
    return memoryview(array("f", [number * unit for number in numbers]))


def _known(number: float) -> float | None:
    return None if isnan(number) else number
