"""Environments for learning, with random legal moves: Croupier's, and those of its peers.

The peers are PettingZoo, which stands on RLCard, OpenSpiel, and pgx on JAX; those that are not
installed are left out. All have an observation and a mask for each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy

from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Clock, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER
from croupier.games import NoLimitTexasHoldem
from croupier.tables import TableBatch

__all__ = ["make_cases", "run"]

_SECTION = "Environments for learning"
_BOTS = "Agents that the core plays, heads-up no-limit hold'em"
_TABLES = 512
_MANY = 8192
_HOLDEM = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=2 1,firstPlayer=2 1 1 1,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200,"
    "bettingAbstraction=fcpa)"
)


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run takes fewer decisions.

    Yields:
        The cases.
    """
    steps = 4 if effort.quick else 80
    few = 20 if effort.quick else 1500
    zoo, spiel = _play_pettingzoo(few), _play_openspiel(few * 4)
    yield Case(
        section=_SECTION,
        name="no-limit hold'em, 512 tables",
        what="a vector of tables, observations and masks encoded; one operation is one decision",
        ours=Contender(CROUPIER, *_play_vector("nlhe", _TABLES, steps)),
        peers=[*zoo, *spiel],
        targets=[Target.ratio(each.name, least) for each, least in _pair(zoo, 200)]
        + [Target.ratio(each.name, least) for each, least in _pair(spiel, 10)],
        unit=Unit.RATE,
    )
    yield Case(
        section=_SECTION,
        name="no-limit hold'em, the bare batch",
        what="tables in arrays, without encoded observations",
        ours=Contender(CROUPIER, *_play_batch(_TABLES, steps)),
        peers=[Contender(f"{_MANY:,} tables", *_play_batch(_MANY, max(steps // 16, 1)))],
        targets=[Target.rate(2_000_000)],
        unit=Unit.RATE,
    )
    yield Case(
        section=_SECTION,
        name="no-limit hold'em, one table",
        what="an environment of PettingZoo, where every player is an agent",
        ours=Contender(CROUPIER, *_play_aec(few)),
        peers=zoo,
        targets=[Target.ratio(each.name, least) for each, least in _pair(zoo, 15)],
        unit=Unit.RATE,
    )
    for game, name, least in (("leduc", "leduc_holdem", 1.0), ("kuhn", "kuhn_poker", 0.5)):
        others = _play_pgx(name, steps)
        yield Case(
            section=_SECTION,
            name=f"{game.capitalize()}, 512 tables",
            what="a vector of tables; pgx is compiled by JAX, with the random moves inside",
            ours=Contender(CROUPIER, *_play_vector(game, _TABLES, steps)),
            peers=others,
            targets=[Target.ratio(each.name, ratio) for each, ratio in _pair(others, least)],
            unit=Unit.RATE,
        )
    hands = 2 if effort.quick else 40
    for agent, least in (("tight", 200_000), ("equity", 50_000)):
        yield Case(
            section=_BOTS,
            name=f"{agent} against itself",
            what="512 tables; one operation is one hand",
            ours=Contender(CROUPIER, *_play_bots(agent, hands)),
            targets=[Target.rate(least)],
            unit=Unit.RATE,
        )


run = harness.make_runner(
    make_cases, full=Effort(sample=0.05, budget=2.0, least_rounds=3, most_rounds=20)
)


def _pair(found: list[Contender], least: float) -> Iterator[tuple[Contender, float]]:
    return ((each, least) for each in found)


def _choose(random: numpy.random.Generator, mask: Any) -> Any:
    return (random.random(mask.shape, dtype=numpy.float32) * mask).argmax(axis=1)


def _play_vector(game: str, tables: int, steps: int) -> tuple[Callable[[], object], int]:
    from croupier.envs import PokerVectorEnv

    options: dict[str, Any] = {"stacks": 2} if game == "kuhn" else {}
    if game != "nlhe":
        options["menu"] = ("fold", "call", "max")
    env = PokerVectorEnv(game, tables, copy=False, **options)
    random = numpy.random.default_rng(0)
    env.reset(seed=0)

    def play() -> None:
        mask = env.batch.legal
        for _ in range(steps):
            observations, _, _, _, _ = env.step(_choose(random, mask))
            mask = observations["action_mask"]

    return play, tables * steps


def _play_batch(tables: int, steps: int) -> tuple[Callable[[], object], int]:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    batch = TableBatch(game, tables, stacks=200, player_count=2, seed=0)
    random = numpy.random.default_rng(0)

    def play() -> None:
        for _ in range(steps):
            batch.step(_choose(random, batch.legal))

    return play, tables * steps


def _play_bots(agent: str, hands: int) -> tuple[Callable[[], object], int]:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)

    def play() -> None:
        TableBatch(
            *(game, _TABLES),
            stacks=200,
            player_count=2,
            seed=0,
            hands=hands,
            opponents={0: agent, 1: agent},
        )

    return play, _TABLES * hands


def _play_zoo(env: Any, decisions: int) -> Callable[[], object]:
    """Play any environment of PettingZoo at random, as its documents do."""
    random = Random(0)

    def play() -> None:
        taken = 0
        while taken < decisions:
            env.reset()
            for _ in env.agent_iter():
                observation, _, ended, cut_off, _ = env.last()
                if ended or cut_off:
                    env.step(None)
                    continue
                mask = observation["action_mask"].tolist()
                env.step(random.choice([place for place, one in enumerate(mask) if one]))
                taken += 1

    return play


def _play_aec(decisions: int) -> tuple[Callable[[], object], int]:
    from croupier.envs import env

    return _play_zoo(env("nlhe"), decisions), decisions


def _play_pettingzoo(decisions: int) -> list[Contender]:
    module = peers.load("pettingzoo.classic.texas_holdem_no_limit_v6")
    if module is None:
        return []
    return [Contender("PettingZoo", _play_zoo(module.env(), decisions), decisions)]


def _play_openspiel(decisions: int) -> list[Contender]:
    module = peers.load("pyspiel")
    if module is None:
        return []
    game = module.load_game(_HOLDEM)
    random = Random(0)

    def play() -> None:
        taken = 0
        while taken < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                    continue
                state.information_state_tensor()
                state.apply_action(random.choice(state.legal_actions()))
                taken += 1
            state.returns()

    return [Contender("OpenSpiel with tensors", play, decisions)]


def _play_pgx(name: str, steps: int) -> list[Contender]:
    jax, pgx = peers.load("jax"), peers.load("pgx")
    if jax is None or pgx is None:
        return []
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(env.step)

    def go_on(carried: Any, key: Any) -> tuple[Any, None]:
        state = carried
        noise = jax.random.uniform(key, state.legal_action_mask.shape)
        state = step(state, (noise * state.legal_action_mask).argmax(axis=1))
        fresh = begin(jax.random.split(key, _TABLES))
        over = state.terminated | state.truncated

        def choose(new: Any, old: Any) -> Any:
            shape = (-1,) + (1,) * (old.ndim - 1)
            return jax.numpy.where(over.reshape(shape), new, old)

        return jax.tree_util.tree_map(choose, fresh, state), None

    play_steps = jax.jit(
        lambda state, key: jax.lax.scan(go_on, state, jax.random.split(key, steps))[0]
    )
    state = begin(jax.random.split(jax.random.PRNGKey(0), _TABLES))
    keys = iter(range(1, 1 << 30))

    def play() -> None:
        nonlocal state
        state = jax.block_until_ready(play_steps(state, jax.random.PRNGKey(next(keys))))

    # JAX has threads of its own.
    return [Contender("pgx", play, _TABLES * steps, Clock.PROCESS)]
