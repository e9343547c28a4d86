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

    Every player to act is asked, whichever it is (`info["player"]`): one policy plays for all of
    them, unless some players are `opponents`, which the core plays. A hand is an episode. The
    reward is what the player who has just decided won in the hand, in big blinds, and 0 while the
    hand continues; `info["payoffs"]` has the payoffs of all players. With opponents for all but one
    player, it is what that player won.

    >>> env = PokerVectorEnv("nlhe", 3, stacks=200)
    >>> observations, info = env.reset(seed=1)
    >>> observations["action_mask"].tolist()[0], info["player"].tolist()
    ([1, 1, 1, 1, 1], [1, 1, 1])
    >>> _, rewards, ended, _, info = env.step(numpy.array([0, 1, 1]))
    >>> rewards.tolist(), ended.tolist(), info["payoffs"].tolist()[0]
    ([-0.5, 0.0, 0.0], [True, False, False], [0.5, -0.5])
    >>> sorted(info["final_obs"][0])
    ['action_mask', 'observation']

    Attributes:
        batch: The tables.
        encoder: The encoder of observations.
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Seat the players.

        Args:
            game: The game, or its name.
            num_envs: The number of tables.
            num_players: The number of players at each table.
            stacks: The starting stacks.
            menu: The bets.
            encoder: `flat`, `planes`, `features` or `raw`.
            opponents: Agents of the core: in a list, those after the first player; or by the
                numbers of the players.
            illegal: What happens with an action that is not possible: `raise` an error, and nothing
                happens at any table; or `fold`: the least is done instead, a check or a fold, and
                of cards and options the first.
            threads: The number of threads.
            autoreset_mode: When the next hand begins: in the same step (`"SameStep"`), in the next
                step, whose action is ignored (`"NextStep"`), or by `reset` with a `reset_mask`
                (`"Disabled"`). In the same step, `info["final_obs"]` has the end of the hand.
            copy: Whether observations and infos are copies. Without copies they are arrays of the
                batch, which the next step writes to, and there is no `final_obs`.
            options: Other options of `TableBatch`, such as `stack_range` and `duplicate`. With
                `all_in_ev=True` rewards are what was to be expected when no player could decide any
                more; `info["payoffs"]` stays what was won.

        Raises:
            SetupError: An argument is invalid, or all players are opponents.
        """
        if not isinstance(opponents, Mapping):
            opponents = dict(enumerate(opponents, 1))
        try:
            self._mode = AutoresetMode(autoreset_mode)
        except ValueError:
            known = ", ".join(repr(mode.value) for mode in AutoresetMode)
            raise SetupError(
                f"invalid autoreset_mode: expected one of {known}, got {autoreset_mode!r:.80}",
                code="autoreset-mode",
            ) from None
        options.pop("render_mode", None)
        self._arguments: dict[str, Any] = {
            "num_players": num_players,
            "stacks": stacks,
            "menu": menu,
            "encoder": encoder,
            "opponents": opponents,
            "illegal": illegal,
            "threads": threads,
            "autoreset_mode": self._mode,
            "copy": copy,
            **options,
        }
        self._game = game
        self.num_envs = num_envs
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        learners = [player for player in range(num_players) if player not in opponents]
        if not learners:
            raise SetupError("nobody is left to learn: all are opponents", code="no-learner")
        if "hands" in options:
            raise SetupError(
                "invalid option 'hands': an environment plays one hand after the other, use a"
                " TableBatch for a number of them",
                code="hands-option",
            )
        # Without copies the core begins the next hands itself, which leaves no trace of the last.
        self._stops = copy or self._mode is not AutoresetMode.SAME_STEP
        seating = seat(
            game,
            num_envs,
            num_players=num_players,
            stacks=stacks,
            menu=menu,
            encoder=encoder,
            opponents=opponents,
            illegal=illegal,
            threads=threads,
            seed=0,
            hands=1 if self._stops else None,
            **options,
        )
        self.batch, self.encoder, self.unit = seating.batch, seating.encoder, seating.unit
        self.single_observation_space = seating.observation_space
        self.single_action_space = seating.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._learner = learners[0] if len(learners) == 1 else None
        self._folds = illegal == "fold"
        self._copies = copy
        self._sums = [self.batch.payoffs, self.batch.finished]
        self._worth = self.batch.payoffs
        if options.get("all_in_ev"):
            self._worth = self.batch.expected
            self._sums.append(self._worth)
        self._started = False
        self._rows = numpy.arange(num_envs)
        self._never = numpy.zeros(num_envs, bool)

    def __reduce__(self) -> Any:
        """Return how the environment was made: hands in progress are not pickled or copied."""
        return _make_vector_env, (self._game, self.num_envs, self._arguments)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin new hands.

        Args:
            seed: The seed of all cards: a number, or one for each table, of which a table has the
                same hands wherever it is. If it is omitted, the next hands are dealt, which are
                random the first time.
            options: `{"reset_mask": mask}` for some of the tables.

        Returns:
            The observations, and the info.
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
        if self._stops:
            over = self.batch.kinds == 0
            if tables is not None:
                over &= numpy.isin(self._rows, tables)
            self._deal(over)
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Perform an action at every table.

        Args:
            actions: An action for each table.

        Returns:
            Observations, rewards, which hands have ended, which were cut off (none), and the info.

        Raises:
            RuleError: An action is not possible, and `illegal` is `raise`; or a hand is over, and
                `autoreset_mode` is `"Disabled"`.
        """
        batch = self.batch
        if not self._started:
            raise RuleError("reset comes before the first step", code="not-reset")
        waits = self._mode is not AutoresetMode.SAME_STEP
        before = batch.kinds == 0 if waits else self._never
        if self._mode is AutoresetMode.DISABLED and before.any():
            raise RuleError(
                f"the hand at table {int(before.argmax())} is over: reset begins another one",
                code="hand-over",
            )
        players = self._learner
        if players is None:
            players = batch.players.astype(numpy.intp)
        if self._folds:
            actions = repair(actions, batch)
        batch.step(actions)
        if before.any():
            self._deal(before)
        ended = (batch.kinds == 0) & ~before if waits else batch.finished > 0
        final: dict[str, Any] = {}
        if self._stops and not waits and ended.any():
            final = self._show_ends(ended)
            self._deal(ended, keeps_sums=True)
        rewards = self._worth[self._rows, players] / self.unit
        info = self._info()
        if final:
            info |= final
            info["final_info"] = {
                "payoffs": info["payoffs"].copy(),
                "_payoffs": ended.copy(),
                "hands": info["hands"].copy(),
                "_hands": ended.copy(),
            }
            info["_final_info"] = ended.copy()
        return self._observe(), rewards, ended, self._never.copy(), info

    def _deal(self, tables: Any, *, keeps_sums: bool = False) -> None:
        """Begin new hands at tables until a player decides at each of them.

        Args:
            tables: A mask of the tables, whose hands are over.
            keeps_sums: Whether the payoffs of the hands that are over, and of those in which no
                player was asked, count to this step.
        """
        batch = self.batch
        waiting = numpy.flatnonzero(tables)
        sums = [array[waiting].copy() for array in self._sums] if keeps_sums else []
        places = numpy.arange(len(waiting))
        chosen = waiting
        while len(chosen):
            batch.reset(chosen.tolist())
            for total, array in zip(sums, self._sums, strict=False):
                total[places] += array[chosen]
            again = batch.kinds[chosen] == 0
            places, chosen = places[again], chosen[again]
        for total, array in zip(sums, self._sums, strict=False):
            array[waiting] = total

    def _show_ends(self, ended: Any) -> dict[str, Any]:
        """Return the observations of hands that are over, as the players see them who decided."""
        seen = numpy.full(self.num_envs, None, object)
        encoded = self.encoder.encode(self.batch)
        mask = numpy.zeros(self.batch.legal.shape[1], numpy.int8)
        for table in numpy.flatnonzero(ended):
            seen[table] = {"observation": encoded[table].copy(), "action_mask": mask.copy()}
        return {"final_obs": seen, "_final_obs": ended.copy()}

    def _observe(self) -> dict[str, Any]:
        observation = self.encoder.encode(self.batch)
        mask = self.batch.legal.view(numpy.int8)
        if self._copies:
            if observation is self.batch.observations:
                observation = observation.copy()
            mask = mask.copy()
        return {"observation": observation, "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        batch = self.batch
        players, hands, keys = batch.players, batch.finished, batch.keys
        if self._copies:
            players, hands, keys = players.copy(), hands.copy(), keys.copy()
        return {
            "player": players,
            "payoffs": batch.payoffs / self.unit,
            "hands": hands,
            "key": keys,
        }

    def action_masks(self) -> Any:
        """Return which actions are possible.

        Returns:
            Tables by actions.
        """
        return self.batch.legal.astype(bool)


def _make_vector_env(game: Any, num_envs: int, arguments: dict[str, Any]) -> PokerVectorEnv:
    """Make the environment that was pickled."""
    return PokerVectorEnv(game, num_envs, **arguments)


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
