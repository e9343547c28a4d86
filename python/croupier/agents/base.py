"""The base of agents, which decide for players."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import ClassVar, NamedTuple, Protocol, runtime_checkable

from croupier.agents.moves import Move
from croupier.cards.seeding import draw_seed
from croupier.numbers import Chips
from croupier.state import State

__all__ = ["Agent", "AgentBase", "HandInfo", "MatchInfo"]


@runtime_checkable
class Agent(Protocol):
    """A player's decision maker: anything that has `act`.

    This one method is all that is needed. A table calls other methods where they are there, at
    the start and the end of a match and of each hand: those of `AgentBase`.
    """

    def act(self, view: State) -> Move | str:
        """Decide.

        Args:
            view: The hand as the player sees it; it is the agent's own and may be changed. Whose
                turn it is, and what may be done, is in `view.legal`.

        Returns:
            The move, or what a person would say: `"call"`, `"raise 120"`, `"discard 2c 3d"`.
        """


class MatchInfo(NamedTuple):
    """The facts that an agent is told when it sits down.

    Attributes:
        name: The name of the player at the table.
        seat: Which seat, from 0.
        game: What is played.
        seed: A number for the agent's own randomness. Agents of this process are trusted with one
            that follows from the seed of the match, so that the match can be repeated; programs are
            given one that nothing follows from.
    """

    name: str
    seat: int
    game: str
    seed: int


class HandInfo(NamedTuple):
    """The facts that an agent is told when a hand begins.

    Attributes:
        number: The number of the hand, from 0.
        game: What is played.
        player_index: Which of the players of the state the agent is.
        names: The names of the players, in the order of the state: the button comes last.
        stacks: What they begin with, before antes and blinds.
    """

    number: int
    game: str
    player_index: int
    names: tuple[str, ...]
    stacks: tuple[Chips, ...]


class AgentBase:
    """A base for agents, with randomness of its own; derive from it and add `act`.

    A class may have any of the hooks below, too. None is defined here, so that a table does not
    call what does nothing.

    - `start_match(info: MatchInfo)`: the agent sits down. A class that has it calls `reseed`.
    - `start_hand(info: HandInfo)`: a hand begins.
    - `end_hand(view: State, player_index: int)`: a hand is over; the view is what the player saw.
    - `choose_game(games: Sequence[str]) -> str`: the dealer picks the next game.
    - `close()`: the match is over.
    - `limit_time(seconds: float)`: the agent keeps the table's limit for decisions itself, and
      raises `LateError`; it is called before `start_match`, and nobody else watches the time.

    >>> class Stubborn(AgentBase):
    ...     def act(self, view):
    ...         return "call"
    >>> isinstance(Stubborn(), Agent)
    True

    Attributes:
        name: What the agent is called if nobody says otherwise.
        acts_without_view: Whether `bet` is asked before `act` in betting rounds, with what a call
            costs and the bounds of a raise. No view is made then, which saves time; where `bet`
            returns `None`, one is.
        is_program: Whether another program decides, which is not trusted with anything that cards
            could follow from.
        also_decides: What `act` is asked for beside all else: `"show_or_muck_hole_cards"`, where
            the player need not show, and `"select_runout_count"`, where the board may be run more
            than once. For agents that do not want it, hands are shown if they may win and mucked
            otherwise, and the board may be run as often as others like.
        seed: What the agent was given for its randomness; the table's number counts otherwise.
    """

    name: str = ""
    also_decides: Collection[str] = ()
    acts_without_view: ClassVar[bool] = False
    is_program: ClassVar[bool] = False

    def __init__(self, seed: int | None = None) -> None:
        """Make an agent.

        Args:
            seed: Makes its decisions the same every time, whatever the table's seed is.
        """
        self.seed = seed
        self._random = Random(draw_seed() if seed is None else seed)

    def reseed(self, seed: int) -> None:
        """Begin with the randomness of a seed, unless the agent has one of its own.

        Args:
            seed: The table's number for this agent.
        """
        self._random.seed(seed if self.seed is None else self.seed)

    def start_match(self, info: MatchInfo) -> None:
        """Sit down.

        Args:
            info: Where, and what for.
        """
        self.reseed(info.seed)

    def bet(self, price: Chips, least: Chips, most: Chips) -> Move | None:
        """Decide in a betting round without a view, if the class is blind.

        Args:
            price: What a call costs; 0 where checking is free.
            least: The smallest amount to bet or raise to; `None` where nobody may.
            most: The largest amount.

        Returns:
            The move, or `None` if a view is needed.
        """
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{f' {self.name!r}' if self.name else ''}>"
