"""Agents that do what was decided before: a list of moves, or a player of a hand history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier.agents.base import AgentBase, HandInfo
from croupier.agents.moves import Move, move_of
from croupier.agents.parsing import parse_move
from croupier.errors import AgentError
from croupier.histories import HandHistory
from croupier.state import State

__all__ = ["Replayed", "Scripted"]


class Scripted(AgentBase):
    """An agent that makes one given move after the other, hand after hand.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> Scripted(["raise 6"]).act(state.observe(1)).arguments
    (6,)
    """

    name = "scripted"

    def __init__(self, moves: Iterable[Move | str]) -> None:
        """Make an agent.

        Args:
            moves: The moves; those that are texts are read when they are needed.
        """
        super().__init__(0)
        self._moves = list(moves)
        self._place = 0

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The next move.

        Raises:
            AgentError: There are no more moves.
        """
        if self._place >= len(self._moves):
            raise AgentError(
                f"the script is over after {len(self._moves)} moves", code="script-ended"
            )
        move = self._moves[self._place]
        self._place += 1
        return parse_move(move, view) if isinstance(move, str) else move


class Replayed(AgentBase):
    """An agent that does what a player did in hand histories, one for each hand at the table.

    >>> text = '''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [200, 200]
    ... actions = ["d dh p1 AsKs", "d dh p2 QdQh", "p2 cbr 6", "p1 f"]
    ... '''
    >>> agent = Replayed([HandHistory.loads(text)], 1)
    >>> agent.moves
    [[Move(name='complete_bet_or_raise_to', arguments=(6,))]]
    """

    name = "replayed"

    def __init__(self, histories: Sequence[HandHistory], player: int | str) -> None:
        """Make an agent.

        Args:
            histories: The hands.
            player: The player: the number, from 0, or the name, which may sit elsewhere in each
                hand.

        Raises:
            AgentError: There is no such player in a hand.
        """
        super().__init__(0)
        self.moves = [_find_moves(history, player) for history in histories]
        self._hand = -1
        self._place = 0

    def start_hand(self, info: HandInfo) -> None:
        """Go on to the next hand.

        Args:
            info: What hand it is; the histories are taken in order, whatever their numbers.
        """
        self._hand += 1
        self._place = 0

    def act(self, view: State) -> Move:
        """Decide.

        Args:
            view: What the player sees.

        Returns:
            The moves of the player.

        Raises:
            AgentError: The player did no more, or there are no more hands.
        """
        hand = max(self._hand, 0)
        if hand >= len(self.moves):
            raise AgentError(
                f"there are {len(self.moves)} hands to replay, and this is another",
                code="script-ended",
            )
        moves = self.moves[hand]
        if self._place >= len(moves):
            raise AgentError(
                f"the player decided {len(moves)} times in hand {hand + 1}", code="script-ended"
            )
        self._place += 1
        return moves[self._place - 1]


def _find_moves(history: HandHistory, player: int | str) -> list[Move]:
    index = player
    if isinstance(player, str):
        names = list(history.players or ())
        if player not in names:
            raise AgentError(
                f"there is no player {player!r} among {', '.join(names) or 'nobody'}",
                code="unknown-player",
            )
        index = names.index(player)
    state = history.replay().state
    if index not in state.player_indices:
        raise AgentError(
            f"there is no player {index} among {state.player_count}", code="unknown-player"
        )
    found = map(move_of, state.operations)
    return [decision[1] for decision in found if decision is not None and decision[0] == index]
