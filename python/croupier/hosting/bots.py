"""Bots at a hosted table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.agents import Agent, MatchInfo, Move, parse_move
from croupier.errors import AgentError
from croupier.hosting.faults import report, show_error
from croupier.hosting.log import LostTableError
from croupier.hosting.people import Person
from croupier.state import State

if TYPE_CHECKING:
    from croupier.hosting.lobby import Lobby, OpenTable

__all__ = ["SeatedBots", "ask"]

_SEED_BITS = 64
_PAUSE = 0.2


class SeatedBots:
    """The bots of a table.

    Attributes:
        asked: The decision that a bot was asked for, or `None`.
    """

    def __init__(self, opened: OpenTable, lobby: Lobby) -> None:
        self.asked: Any = None
        self._opened = opened
        self._lobby = lobby
        self._agents: dict[str, Agent] = {}

    def ask(self) -> None:
        """Ask the bot whose turn it is, once for each decision."""
        table = self._opened.table
        decision, person = table.decision, table.decider
        if decision is None or person is None or not person.bot or table.is_paused:
            return
        if self.asked is decision:
            return
        self.asked = decision
        self._lobby.think(self._decide(person, decision))

    def close(self) -> None:
        """Close all bots and ignore pending decisions."""
        self.asked = None
        for agent in self._agents.values():
            close = getattr(agent, "close", None)
            if close is not None:
                try:
                    close()
                except Exception as error:
                    report(f"table {self._opened.code}: closing a bot", error)
        self._agents.clear()

    async def _decide(self, person: Person, decision: Any) -> None:
        """Let a bot decide, not faster than people can follow."""
        opened = self._opened
        begun = opened.now()
        view = decision.observe()
        answer: Any = None
        try:
            agent = self._find_agent(person)
            answer = await self._lobby.call(agent.act, view)
            if isinstance(answer, str):
                answer = parse_move(answer, decision.observe())
        except Exception:
            # Decisions that a bot cannot make are made for it.
            answer = None
        left = (begun + opened.table.settings.pace - opened.now()) / 1000
        if left > 0:
            await asyncio.sleep(left)
        while opened.table.is_paused and self.asked is decision:
            await asyncio.sleep(_PAUSE)
        if self.asked is not decision or opened.table.decision is not decision:
            return
        self.asked = None
        move = answer if isinstance(answer, Move) else Move("")
        try:
            opened.commit(opened.table.move(person, move, now=opened.now()))
        except LostTableError:
            return
        except Exception as error:
            # It is asked again.
            report(f"table {opened.code}: the decision of a bot", error)
            opened.retry()
        else:
            opened.go_on()

    def _find_agent(self, person: Person) -> Agent:
        agent = self._agents.get(person.id)
        if agent is None:
            agent = self._agents[person.id] = self._lobby.make_bot(person.bot)
            start = getattr(agent, "start_match", None)
            if start is not None:
                seed, title = secrets.randbits(_SEED_BITS), self._opened.table.game_title
                start(MatchInfo(person.name, person.seat or 0, title, seed))
        return agent


def ask(function: Callable[[State], Any], view: State) -> Any:
    """Ask a bot, and convert everything it raises, `SystemExit` included.

    Args:
        function: What is called.
        view: What the bot sees.

    Returns:
        What it answers.

    Raises:
        AgentError: The bot raised an exception.
    """
    try:
        return function(view)
    except BaseException as error:
        raise AgentError(f"the bot failed: {show_error(error)}", code="agent-failed") from error
