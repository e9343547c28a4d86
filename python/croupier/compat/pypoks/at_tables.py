"""Games of pypoks at any table: agents that keep to a menu, and histories of events in files."""

from __future__ import annotations

from os import PathLike
from typing import Any, ClassVar

from croupier.agents import Agent, Move, parse_move
from croupier.cards.notation import Dialect
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.conversion import from_hand_history
from croupier.compat.pypoks.texts import write_texts
from croupier.files import RecordFile
from croupier.histories import HandHistory
from croupier.state import State
from croupier.tables.events import Event, HandEnded, MatchEnded
from croupier.tables.secrets import HiddenText

__all__ = ["EventHistoryRecorder", "MenuAgent"]

_RAISE = "complete_bet_or_raise_to"
_HOOKS = ("start_match", "start_hand", "end_hand", "choose_game", "close", "check_ended")


class MenuAgent:
    """An agent with the moves of a menu: its raises become the nearest ones there are.

    >>> from croupier.agents import make_agent
    >>> from croupier.tables import Table
    >>> config = GameConfig.from_name("3players_2bets")
    >>> agents = [MenuAgent(make_agent(name), config) for name in ("random", "caller", "tight")]
    >>> table = Table(config.create_game(), agents, stack=500, reset_stacks=True, seed=1)
    >>> table.play(10)
    10
    """

    def __init__(self, agent: Agent, config: GameConfig) -> None:
        """Make the agent.

        Args:
            agent: Who decides.
            config: The game with its menu.
        """
        self.name = getattr(agent, "name", "") or type(agent).__name__
        self.is_program = bool(getattr(agent, "is_program", False))
        self._agent = agent
        self._menu = config.menu
        # A table asks only for hooks that are there.
        for hook in _HOOKS:
            method = getattr(agent, hook, None)
            if method is not None:
                setattr(self, hook, method)

    @property
    def wrapped(self) -> Agent:
        """The agent that decides."""
        return self._agent

    @property
    def isolated(self) -> bool:
        """Whether the agent is a program that can reach nobody else."""
        return bool(getattr(self._agent, "isolated", False))

    def act(self, view: State) -> Move:
        """Decide, and take the move of the menu that is nearest.

        Args:
            view: The hand as the player sees it.

        Returns:
            The move.
        """
        choices = self._menu.choices(view)
        bet = view.bets[view.actor_index or 0]
        move = self._agent.act(view.observe(view.actor_index))
        move = parse_move(move, view) if isinstance(move, str) else move
        if move.name != _RAISE:
            return move
        wanted = move.arguments[0] if move.arguments else 0
        raises = [choice for choice in choices if choice.allowed and choice.operation == _RAISE]
        if not raises:
            return Move("check_or_call")
        nearest = min(raises, key=lambda choice: abs(bet + choice.cash - wanted))
        return Move(_RAISE, (nearest.amount,))


class EventHistoryRecorder:
    """A recorder of hands as histories of events, and as texts that people read.

    Attributes:
        count: How many hands were written.
    """

    listens_to: ClassVar[frozenset[type]] = frozenset({HandEnded, MatchEnded})

    def __init__(
        self,
        config: GameConfig,
        events: str | PathLike[str] | None = None,
        texts: str | PathLike[str] | None = None,
        *,
        dialect: Dialect | str = Dialect.D,
        hidden: bool = False,
    ) -> None:
        """Make the recorder.

        Args:
            config: The game.
            events: Where the events go, one to a line; each hand begins with `GCF`.
            texts: Where the HHtexts go, with an empty line between hands.
            dialect: How cards are written.
            hidden: Whether the files are not there before the match is over: programs at the table
                may read them.
        """
        self.count = 0
        self._config = config
        self._dialect = Dialect(dialect)
        made = HiddenText if hidden else RecordFile
        self._events = None if events is None else made(events)
        self._texts = None if texts is None else made(texts)

    def record(self, event: Event) -> None:
        """Write a hand that is over.

        Args:
            event: What happened.
        """
        if isinstance(event, MatchEnded):
            self.close()
        if not isinstance(event, HandEnded):
            return
        fields: dict[str, Any] = {"players": list(event.names), "hand": event.number}
        history = HandHistory.from_game_state(event.game, event.state, **fields)
        hh = from_hand_history(history, self._config, dialect=self._dialect)
        self.count += 1
        if self._events is not None:
            self._events.add(hh.dumps())
        if self._texts is not None:
            gap = [""] if self.count > 1 else []
            lines = gap + write_texts(hh, self._config)
            self._texts.add("".join(f"{line}\n" for line in lines))

    def close(self) -> None:
        """Finish the files."""
        for file in (self._events, self._texts):
            if file is not None:
                file.close()
