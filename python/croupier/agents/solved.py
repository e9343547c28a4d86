"""An agent that plays a solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.agents.base import AgentBase
from croupier.agents.moves import CALL, FOLD, Move
from croupier.errors import AgentError
from croupier.solving.files import read_solution
from croupier.solving.played import follow
from croupier.solving.solution import MEMORY
from croupier.state import BoardDealing, State

if TYPE_CHECKING:
    from croupier.solving.node import Node

__all__ = ["SolvedAgent"]

# How steps of a line begin that are no cards.
_ACTIONS = "fxcbr"


class SolvedAgent(AgentBase):
    """An agent that plays a solution from where its spot begins; before that, it checks or calls.

    Sizes that are not in the tree are taken for one of the two next to them, at random, as often
    as makes bluffs of either worth the same (the pseudo-harmonic mapping of Ganzfried and
    Sandholm); `mapped` counts them. A small bet may be taken for a check, and a large one for
    all-in: where that leaves nothing to decide, the agent checks or calls. What is not in the spot,
    such as another board, other stacks, a hand that is not in the range, or a bet where the tree
    has none, is refused with an `AgentError`.

    Attributes:
        solution: The solution.
        mapped: How many sizes were none of the tree.
    """

    name = "solved"

    def __init__(self, file: str, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            file: A solution that was saved.
            seed: Makes its decisions the same every time, whatever the table's seed is.

        Raises:
            ParseError: The file is no solution.
            OSError: It cannot be read.
        """
        super().__init__(seed)
        self.file = file
        self.solution = read_solution(file, MEMORY)
        self.mapped = 0
        # How sizes of the hand were taken, so that the same one is taken the same way.
        self._taken: dict[tuple[int, str], str] = {}

    def __deepcopy__(self, memo: object) -> SolvedAgent:
        copied = SolvedAgent(self.file, self.seed)
        copied._random.setstate(self._random.getstate())
        return copied

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The move.

        Raises:
            AgentError: The hand is not that of the spot.
        """
        spot = self.solution.spot
        board = tuple(view.get_board_cards(0)) if view.board_count else ()
        if len(board) < len(spot.board):
            return CALL
        if set(board[: len(spot.board)]) != set(spot.board):
            shown = "".join(map(repr, board[: len(spot.board)]))
            raise AgentError(
                f"the solution is for the board {''.join(map(repr, spot.board))}, not for {shown}",
                code="other-board",
            )
        player = view.actor_index
        live = [each for each in view.player_indices if view.statuses[each]]
        if player is None or len(live) != 2:
            raise AgentError(
                f"the solution is for two players, and {len(live)} are left", code="other-players"
            )
        players, steps = self._steps(view, live)
        _, node = self._follow(steps)
        own = players.index(player)
        if node.player is None and self._taken:
            # A size was taken for a check, a call or all-in, and in the tree nothing is left to
            # decide.
            return CALL
        if node.player != own:
            raise AgentError("the solution has somebody else decide here", code="other-line")
        hand = "".join(map(repr, view.hole_cards[player]))
        try:
            parts = node.strategy(hand)
        except ValueError:
            raise AgentError(f"the solution has no {hand}", code="other-hand") from None
        (chosen,) = self._random.choices(node._notations, list(parts.values()))
        return self._move(view, chosen)

    def _steps(self, view: State, live: list[int]) -> tuple[tuple[int, int], list[str]]:
        """Return who the players of the spot are, and what was done in units of the spot."""
        spot = self.solution.spot
        dealt = 0
        first = len(view.operations)
        for place, operation in enumerate(view.operations):
            if isinstance(operation, BoardDealing):
                dealt += len(operation.cards)
                if dealt >= len(spot.board):
                    first = place + 1
                    break
        # After the flop the first of those who are left acts first.
        players = (min(live), max(live))
        rest = view.operations[first:]
        unit = spot.unit
        wrong = any(
            round(float(spot.stacks[place]) / unit)
            != round((float(view.stacks[each]) + self._paid(rest, each)) / unit)
            for place, each in enumerate(players)
        )
        if wrong:
            raise AgentError(
                f"the solution is for stacks of {spot.stacks[0]} and {spot.stacks[1]}",
                code="other-stacks",
            )
        steps = follow(rest, players, [float(stack) for stack in spot.stacks])
        return players, [step.write(unit) for step in steps]

    @staticmethod
    def _paid(operations: object, player: int) -> float:
        """Return what a player has put in since the spot began."""
        from croupier.state import CheckingOrCalling, CompletionBettingOrRaisingTo

        total = bet = 0.0
        for operation in operations:  # type: ignore[attr-defined]
            match operation:
                case BoardDealing():
                    bet = 0.0
                case CheckingOrCalling() if operation.player_index == player:
                    total += float(operation.amount)
                    bet += float(operation.amount)
                case CompletionBettingOrRaisingTo() if operation.player_index == player:
                    total += float(operation.amount) - bet
                    bet = float(operation.amount)
                case _:
                    pass
        return total

    def _follow(self, steps: list[str]) -> tuple[list[str], Node]:
        """Return the line of the tree that is next to what was done, and where it leads."""
        line: list[str] = []
        node = self.solution.root
        for place, step in enumerate(steps):
            if node.player is None and not node.is_deal:
                # All-in in the tree, though chips are left.
                break
            is_action = step[0] in _ACTIONS
            if node.is_deal and is_action:
                # The answer to a bet that was taken for a check or a call.
                continue
            if not node.is_deal and step not in node._notations:
                step = self._take(place, step, line, node)
            line.append(step)
            node = self.solution.node(" ".join(line))
        return line, node

    def _take(self, place: int, step: str, line: list[str], node: Node) -> str:
        """Return the action of the tree that something else is taken for."""
        # After a bet that was taken for a check, a call is a check, and a raise is a bet.
        same = "x" if step == "c" else "b" + step[1:]
        if step[0] in "cr" and same in node._notations:
            return same
        key = (place, " ".join([*line, step]))
        if key not in self._taken:
            self._taken[key] = self._map(step, node._notations, node._pot)
            self.mapped += 1
        return self._taken[key]

    def _map(self, step: str, actions: list[str], pot: int) -> str:
        """Return an action of the tree for a size that is not there."""
        bets = [action for action in actions if action[0] in "br"]
        passive = [action for action in actions if action in ("x", "c")]
        if step[0] not in "br":
            raise AgentError(f"the solution has no {step!r} there", code="other-line")
        if not bets:
            kind = "bet" if step[0] == "b" else "raise"
            raise AgentError(f"the solution has no {kind} there", code="other-line")
        # Parts of the pot; who does not raise bets nothing.
        sizes = sorted((int(action[1:]) / pot, action) for action in bets)
        if passive:
            sizes.insert(0, (0.0, passive[0]))
        size = int(step[1:]) / pot
        below = [each for each in sizes if each[0] <= size]
        above = [each for each in sizes if each[0] > size]
        if not below or not above:
            return (below or above)[-1 if below else 0][1]
        (low, less), (high, more) = below[-1], above[0]
        part = (high - size) * (1 + low) / ((high - low) * (1 + size))
        return less if self._random.random() < part else more

    def _move(self, view: State, action: str) -> Move:
        if action == "f":
            return FOLD
        if action in ("x", "c"):
            return CALL
        amount = self.solution.spot.amount(int(action[1:]))
        least = view.min_completion_betting_or_raising_to_amount
        most = view.max_completion_betting_or_raising_to_amount
        if least is None or most is None:
            return CALL
        return Move("complete_bet_or_raise_to", (min(max(amount, least), most),))

    def start_hand(self, info: object) -> None:
        """Begin a hand.

        Args:
            info: What it is.
        """
        self._taken.clear()
