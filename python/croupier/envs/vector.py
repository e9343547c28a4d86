"""Many tables as one vector of environments, all played by the core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from croupier.cards.seeding import draw_seed
from croupier.envs.tables import DEFAULT_STACK, seat
from croupier.errors import RuleError, SetupError
from croupier.games import CustomGame, Poker
from croupier.tables.arrays import as_integers
from croupier.tables.batch import BATCH_MENU, MenuMove
from croupier.utilities import ValuesLike

__all__ = ["PokerVectorEnv"]


class PokerVectorEnv(VectorEnv[Any, Any, Any]):
    """Tables of one game, one decision at each of them at a time.

    Whoever is to decide is asked, whichever player that is (`info["player"]`): one policy plays for
    everybody, unless some players are `opponents`, whom the core plays. A hand is an episode, and
    the next one begins in the same step. The reward is what the player who has just decided won in
    the hand, in big blinds, and 0 while the hand goes on; `info["payoffs"]` has what everybody won.
    With opponents for all but one player, it is what that player won, hands included that ended
    without a decision of theirs.

    >>> env = PokerVectorEnv("nlhe", 3, stacks=200)
    >>> observations, info = env.reset(seed=1)
    >>> observations["action_mask"].tolist()[0], info["player"].tolist()
    ([1, 1, 1, 1, 1], [1, 1, 1])
    >>> _, rewards, ended, _, info = env.step(numpy.array([0, 1, 1]))
    >>> rewards.tolist(), ended.tolist(), info["payoffs"].tolist()[0]
    ([-0.5, 0.0, 0.0], [True, False, False], [0.5, -0.5])

    Attributes:
        batch: The tables.
        encoder: How observations are made.
        unit: The chips of a big blind.
    """

    metadata = {  # noqa: RUF012
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: Poker | CustomGame | str = "nlhe",
        num_envs: int = 512,
        *,
        num_players: int = 2,
        stacks: ValuesLike = DEFAULT_STACK,
        menu: Sequence[MenuMove] = BATCH_MENU,
        encoder: str = "flat",
        opponents: Sequence[Any] | Mapping[int, Any] = (),
        illegal: str = "raise",
        threads: int = 1,
        **options: Any,
    ) -> None:
        """Seat the players.

        Args:
            game: The game, or its name.
            num_envs: How many tables there are.
            num_players: How many players each has.
            stacks: What everybody begins with.
            menu: The bets.
            encoder: `flat`, `planes`, `features` or `raw`.
            opponents: Agents of the core: in a list, those after the first player; or by the
                numbers of the players.
            illegal: What comes of an action that is not possible: `raise` an error, and nothing
                happens at any table; or `fold`: the least is done instead, a check or a fold, and
                of cards and options the first.
            threads: How many threads play.
            options: Other options of `TableBatch`, such as `stack_range` and `duplicate`. With
                `all_in_ev=True` rewards are what was to be expected when nobody could decide any
                more; `info["payoffs"]` stays what was won.
        """
        if not isinstance(opponents, Mapping):
            opponents = dict(enumerate(opponents, 1))
        self._arguments: dict[str, Any] = {
            "num_players": num_players,
            "stacks": stacks,
            "menu": menu,
            "encoder": encoder,
            "opponents": opponents,
            "illegal": illegal,
            "threads": threads,
            **options,
        }
        options.pop("render_mode", None)
        self._arguments.pop("render_mode", None)
        self.num_envs = num_envs
        seating = seat(game, num_envs, **self._arguments, seed=0)
        self.batch, self.encoder, self.unit = seating.batch, seating.encoder, seating.unit
        self.single_observation_space = seating.observation_space
        self.single_action_space = seating.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learners = [player for player in range(num_players) if player not in opponents]
        if not learners:
            raise SetupError("nobody is left to learn: all are opponents", code="no-learner")
        self._learner = learners[0] if len(learners) == 1 else None
        self._folds = illegal == "fold"
        self._worth = self.batch.expected if options.get("all_in_ev") else self.batch.payoffs
        self._started = False
        self._rows = numpy.arange(num_envs)
        self._never = numpy.zeros(num_envs, bool)
        self._final = {
            "observation": numpy.zeros((num_envs, *self.encoder.shape), self.encoder.dtype),
            "action_mask": numpy.zeros(self.batch.legal.shape, numpy.int8),
        }

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin new hands.

        Args:
            seed: What decides all cards: a number, or one for each table, of which a table has the
                same hands wherever it stands. If it is omitted, the next hands are dealt, which are
                those of chance the first time.
            options: `{"reset_mask": mask}` says at which tables.

        Returns:
            The observations, and what is known beside them.
        """
        mask = (options or {}).get("reset_mask")
        tables = None if mask is None else numpy.flatnonzero(mask).tolist()
        if seed is None and not self._started:
            seed = draw_seed()
        given: Any = seed
        if seed is not None and not isinstance(seed, int):
            given = [draw_seed() if one is None else int(one) for one in seed]
            if tables is not None and len(given) == self.num_envs:
                given = [given[table] for table in tables]
        self._started = True
        self.batch.reset(tables, given)
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Perform an action at every table.

        Args:
            actions: An action for each table.

        Returns:
            Observations, rewards, whose hand has ended, who was cut off (nobody), and what is known
            beside them.

        Raises:
            RuleError: An action is not possible, and `illegal` is `raise`.
        """
        batch = self.batch
        if not self._started:
            raise RuleError("reset comes before the first step", code="not-reset")
        players = self._learner
        if players is None:
            players = batch.players.astype(numpy.intp)
        if self._folds:
            actions = repair(actions, batch)
        batch.step(actions)
        rewards = self._worth[self._rows, players] / self.unit
        ended = batch.finished > 0
        info = self._info()
        if ended.any():
            info["final_obs"] = self._final
            info["_final_obs"] = ended
        return self._observe(), rewards, ended, self._never.copy(), info

    def _observe(self) -> dict[str, Any]:
        return {
            "observation": self.encoder.encode(self.batch),
            "action_mask": self.batch.legal.view(numpy.int8),
        }

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        return {
            "player": batch.players,
            "payoffs": batch.payoffs / self.unit,
            "hands": batch.finished,
            "key": batch.keys,
        }

    def action_masks(self) -> Any:
        """Return which actions are possible.

        Returns:
            Tables by actions.
        """
        return self.batch.legal.astype(bool)


def repair(actions: Any, batch: Any) -> Any:
    """Return actions, the illegal ones replaced by a check, a fold, or the first legal action.

    >>> from croupier.tables import TableBatch
    >>> repair([4, 9], TableBatch("nlhe", 2, stacks=200, player_count=2, seed=1)).tolist()
    [4, 0]

    Args:
        actions: An action for each table.
        batch: The tables.

    Returns:
        Actions that are possible.

    Raises:
        RuleError: They are no whole numbers.
    """
    given = as_integers(actions, batch.table_count)
    legal = batch.legal
    if len(given) != len(legal):
        # The tables refuse it, and say why.
        return given
    rows = numpy.arange(len(given))
    inside = (given >= 0) & (given < legal.shape[1])
    wrong = ~inside | (legal[rows, numpy.where(inside, given, 0)] == 0)
    if wrong.any():
        given = given.copy()
        # A fold comes first in menus, then a check; the first of cards and options otherwise.
        given[wrong] = legal[wrong].argmax(axis=1)
    return given
