"""One table against opponents that the core plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy

from croupier.envs.encoders import Encoder
from croupier.envs.rendering import draw
from croupier.envs.tables import DEFAULT_STACK, RENDER_MODES, as_action, seat_one
from croupier.envs.vector import repair
from croupier.errors import RuleError, SetupError
from croupier.games import CustomGame, Poker
from croupier.tables.batch import BATCH_MENU, MenuMove, TableBatch
from croupier.utilities import ValuesLike

__all__ = ["PokerEnv"]

_SEED_BITS = 62


class PokerEnv(gymnasium.Env[Any, Any]):
    """One player's decisions at one table; an episode is a hand in which the player decides.

    >>> env = PokerEnv("kuhn", stacks=2, menu=("fold", "call", "max"), opponents=["caller"])
    >>> observation, info = env.reset(seed=3)
    >>> env.action_masks().tolist()
    [False, True, True]
    >>> _, reward, ended, _, _ = env.step(1)
    >>> ended, reward in (-1.0, 1.0)
    (True, True)

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

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: Poker | CustomGame | str = "nlhe",
        *,
        opponents: Sequence[Any] | Mapping[int, Any] = ("random",),
        num_players: int | None = None,
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
            opponents: Agents of the core: in a list, those after the first player, who is the
                learner; or by the numbers of the players, of whom one is left out.
            num_players: How many players there are; one more than opponents if omitted.
            stacks: What everybody begins with.
            menu: The bets.
            encoder: `flat`, `planes`, `features` or `raw`.
            illegal: What comes of an action that is not possible: `raise` an error, and nothing
                happens; or `fold`: the least is done instead.
            render_mode: `ansi` for text, `svg` for a picture.
            options: Other options of `TableBatch`. With `all_in_ev=True` rewards are what was to be
                expected when nobody could decide any more.

        Raises:
            SetupError: Not exactly one player is left to learn.
        """
        if not isinstance(opponents, Mapping):
            opponents = dict(enumerate(opponents, 1))
        count = len(opponents) + 1 if num_players is None else num_players
        learners = [player for player in range(count) if player not in opponents]
        if len(learners) != 1:
            raise SetupError(
                f"one player is left to learn, not {len(learners)}: give {count - 1} opponents",
                code="no-learner",
            )
        self._game = game
        self._arguments: dict[str, Any] = {
            "num_players": count,
            "stacks": stacks,
            "menu": menu,
            "encoder": encoder,
            "opponents": opponents,
            "illegal": illegal,
            "render_mode": render_mode,
            **options,
        }
        seating = seat_one(self, game, **self._arguments)
        self.observation_space = seating.observation_space
        self.action_space = seating.action_space
        self._learner = learners[0]

    def __reduce__(self) -> Any:
        """Return how the environment was made: a hand in progress is not pickled or copied."""
        return _make_env, (self._game, self._arguments)

    def reset(
        self, *, seed: int | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new hand, the first one in which the player decides something.

        Args:
            seed: The seed of the cards and of the seat of the learner.
            options: Not used.

        Returns:
            The observation, and what is known beside it.
        """
        super().reset(seed=seed)
        batch = self.batch
        if seed is not None or not self._started:
            batch.reset(seed=int(self.np_random.integers(1 << _SEED_BITS)))
            # Players move by a seat with each hand, so that the seed decides who sits where.
            for _ in range(int(self.np_random.integers(batch.player_count))):
                batch.reset()
        else:
            batch.reset()
        self._started = True
        while not batch.kinds[0]:
            batch.reset()
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Perform an action, and let the opponents act.

        Args:
            action: The action.

        Returns:
            The observation, the reward in big blinds, whether the hand has ended, whether it was
            cut off (never), and what is known beside them.

        Raises:
            RuleError: The action is not possible, and `illegal` is `raise`, or there is no hand.
        """
        batch = self.batch
        if not self._started or not batch.kinds[0]:
            raise RuleError("the hand is over: reset begins another one", code="not-reset")
        actions: Any = [as_action(action)]
        if self._folds:
            actions = repair(actions, batch)
        batch.step(actions)
        reward = float(self._worth[0, self._learner]) / self.unit
        return self._observe(), reward, bool(batch.finished[0]), False, self._info()

    def _observe(self) -> dict[str, Any]:
        return {
            "observation": self.encoder.encode(self.batch)[0].copy(),
            "action_mask": self.batch.legal[0].astype(numpy.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.batch.legal[0].astype(numpy.int8),
            "player": int(self.batch.players[0]),
        }

    def action_masks(self) -> Any:
        """Return which actions are possible, as MaskablePPO asks for it.

        Returns:
            A truth value for each action.
        """
        return self.batch.legal[0].astype(bool)

    def render(self) -> Any:
        """Show what the player sees, as text or as a picture.

        Returns:
            Text, or SVG; nothing without a render mode.
        """
        if self.render_mode is None:
            return None
        return draw(self.batch, 0, self.render_mode)


def _make_env(game: Any, arguments: dict[str, Any]) -> PokerEnv:
    """Make the environment that was pickled."""
    return PokerEnv(game, **arguments)
