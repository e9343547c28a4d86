"""PettingZoo's environments: any game, each player an agent."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from croupier.cards.seeding import draw_seed
from croupier.envs.encoders import Encoder
from croupier.envs.rendering import draw
from croupier.envs.tables import DEFAULT_STACK, RENDER_MODES, as_action, seat_one
from croupier.envs.vector import repair
from croupier.errors import RuleError
from croupier.games import CustomGame, Poker
from croupier.tables.batch import BATCH_MENU, MenuMove, TableBatch
from croupier.utilities import ValuesLike

__all__ = ["PokerAEC", "env"]


class PokerAEC(AECEnv):  # type: ignore[misc]
    """One hand after the other at one table; every player is an agent, `player_0` and so on.

    An episode is a hand. Seats move on with each, so that everybody is on the button in turn. The
    one whose turn it is sees the hand as it is; others see what they saw last, with no action
    possible. Rewards are what was won in the hand, in big blinds, and 0 before its end.

    >>> env = PokerAEC("nlhe", stacks=200)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.last()[0]["action_mask"].tolist()
    ('player_1', [1, 1, 1, 1, 1])
    >>> env.step(0)
    >>> env.rewards
    {'player_0': 0.5, 'player_1': -0.5}

    Attributes:
        batch: The table.
        encoder: How observations are made.
        unit: The chips of a big blind.
    """

    batch: TableBatch
    encoder: Encoder
    unit: int
    _folds: bool
    _worth: Any
    _started: bool

    metadata = {  # noqa: RUF012
        "name": "croupier_poker_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Poker | CustomGame | str = "nlhe",
        *,
        num_players: int = 2,
        stacks: ValuesLike = DEFAULT_STACK,
        menu: Sequence[MenuMove] = BATCH_MENU,
        encoder: str = "flat",
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Seat the players.

        Args:
            game: The game, or its name.
            num_players: How many players there are.
            stacks: What everybody begins with.
            menu: The bets.
            encoder: `flat`, `planes`, `features` or `raw`.
            illegal: What comes of an action that is not possible: `raise` an error, and nothing
                happens; or `fold`: the least is done instead.
            render_mode: `ansi` for text, `svg` for a picture.
            options: Other options of `TableBatch`. With `all_in_ev=True` rewards are what was to be
                expected when nobody could decide any more.
        """
        super().__init__()
        seating = seat_one(
            self,
            game,
            num_players=num_players,
            stacks=stacks,
            menu=menu,
            encoder=encoder,
            illegal=illegal,
            render_mode=render_mode,
            **options,
        )
        self.possible_agents = [f"player_{number}" for number in range(num_players)]
        self.observation_spaces = dict.fromkeys(self.possible_agents, seating.observation_space)
        self.action_spaces = {
            agent: type(seating.action_space)(int(seating.action_space.n))
            for agent in self.possible_agents
        }
        self._decided = numpy.zeros(1, numpy.int64)
        self._nothing = numpy.zeros(int(seating.action_space.n), numpy.int8)
        self._blank = numpy.zeros(self.encoder.shape, self.encoder.dtype)
        # Arrays stay where they are: what they show changes.
        self._mask = self.batch.legal.view(numpy.int8)[0]
        self._seen: dict[str, Any] = {}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a new hand.

        Args:
            seed: The seed of the seats, and of all cards from now on.
            options: Not used.
        """
        if seed is None and not self._started:
            seed = draw_seed()
        self._started = True
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in agents}
        self._seen = {}
        self.batch.reset(seed=seed)
        if seed is not None:
            # Players move by a seat with each hand, so that the seed decides who sits where.
            for _ in range(Random(seed).randrange(len(agents))):
                self.batch.reset()
        for _ in range(len(agents) * 100):
            if self.batch.kinds[0]:
                break
            # A hand without a single decision: the next one is dealt.
            self.batch.reset()
        self._turn()

    def _turn(self) -> None:
        agent = self.possible_agents[self.batch.players.item(0)]
        self.agent_selection = agent
        self._seen[agent] = self.encoder.encode(self.batch)[0].copy()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation, reward and end of the agent whose turn it is.

        Args:
            observe: Whether the observation is wanted.

        Returns:
            The observation, the reward, whether the hand is over, whether it was cut off (never),
            and nothing else.

        Raises:
            RuleError: There was no reset.
        """
        self._verify_started()
        agent = self.agent_selection
        return (
            self._make_observation(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _verify_started(self) -> None:
        if not self._started:
            raise RuleError("reset comes before the first hand", code="not-reset")

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees.

        Args:
            agent: The agent.

        Returns:
            The observation, and which actions are possible.

        Raises:
            RuleError: There was no reset.
        """
        self._verify_started()
        return self._make_observation(agent)

    def _make_observation(self, agent: str) -> dict[str, Any]:
        seen = self._seen.get(agent, self._blank)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask = self._mask.copy()
        else:
            mask = self._nothing.copy()
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Perform the action of the agent whose turn it is.

        Args:
            action: The action; `None` for an agent whose hand is over.

        Raises:
            RuleError: The action is not possible, and `illegal` is `raise`, or there was no reset.
        """
        self._verify_started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise RuleError(f"{agent} is to decide, unlike None", code="no-action")
        batch = self.batch
        number = as_action(action)
        if 0 <= number < len(self._nothing) and not self._folds:
            self._decided[0] = number
            batch._decide(self._decided)
        else:
            batch.step(repair([number], batch) if self._folds else [number])
        self._cumulative_rewards[agent] = 0
        if batch.finished[0]:
            for player, payoff in enumerate(self._worth[0].tolist()):
                one = self.possible_agents[player]
                self.rewards[one] = payoff / self.unit
                self.terminations[one] = True
                self._cumulative_rewards[one] += payoff / self.unit
            self.agent_selection = self.agents[0]
            return
        self._turn()

    def _was_dead_step(self, action: Any) -> None:
        """Remove an agent whose hand is over; it is over for all agents at once."""
        agents, agent = self.agents, self.agent_selection
        if action is not None:
            raise RuleError(
                f"the hand of {agent} is over: None is all that is left", code="hand-over"
            )
        agents.remove(agent)
        for kept in (
            self.terminations,
            self.truncations,
            self.rewards,
            self._cumulative_rewards,
            self.infos,
        ):
            del kept[agent]
        self._clear_rewards()
        if agents:
            self.agent_selection = agents[0]

    def render(self) -> Any:
        """Show what the player sees whose turn it is, as text or as a picture.

        Returns:
            Text, or SVG; nothing without a render mode.
        """
        if self.render_mode is None:
            return None
        return draw(self.batch, 0, self.render_mode)

    def close(self) -> None:
        """Close the environment, which holds nothing open."""


def env(game: Poker | CustomGame | str = "nlhe", **options: Any) -> PokerAEC:
    """Make an environment, as the modules of PettingZoo do.

    It needs none of their wrappers: calls out of order, and actions that are not possible, are
    errors of its own.

    >>> made = env("badugi", num_players=3)
    >>> made.reset(seed=1)
    >>> made.agents
    ['player_0', 'player_1', 'player_2']

    Args:
        game: The game, or its name.
        options: Options of `PokerAEC`.

    Returns:
        The environment.
    """
    return PokerAEC(game, **options)
