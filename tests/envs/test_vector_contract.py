"""The contract of Gymnasium's vector environments: resets, ends of hands, copies, pickles."""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

from croupier.envs import PokerEnv, PokerVectorEnv
from croupier.errors import RuleError, SetupError

MODES = [*AutoresetMode]
ENCODERS = ["flat", "planes", "features", "raw"]
OPTIONS: dict[str, dict[str, Any]] = {
    "self-play": {"num_players": 3},
    "one learner": {"num_players": 3, "opponents": ["tight", "loose"]},
    "expected": {"opponents": ["caller"], "stacks": 20, "all_in_ev": True},
    "draw": {"game": "five_card_draw", "opponents": ["caller"]},
    "random stacks": {"num_players": 4, "stack_range": (2, 60)},
}


def choose(vector: PokerVectorEnv) -> Any:
    """Return an action for each table that follows from what is known there, and nothing else."""
    mask = vector.batch.legal
    numbers = vector.batch.keys.astype(numpy.uint64)[:, None] >> numpy.arange(
        mask.shape[1], dtype=numpy.uint64
    )
    return ((numbers % 1009 + 1) * mask).argmax(axis=1)


@pytest.mark.parametrize("name", OPTIONS)
def test_copies_and_arrays_of_the_batch_are_the_same_hands(name: str) -> None:
    copied, shared = (
        PokerVectorEnv(num_envs=24, copy=copy, **OPTIONS[name]) for copy in (True, False)
    )
    seen = [vector.reset(seed=5) for vector in (copied, shared)]
    ended = 0
    for _ in range(120):
        for key in ("observation", "action_mask"):
            assert (seen[0][0][key] == seen[1][0][key]).all()
        actions = choose(copied)
        steps = [vector.step(actions) for vector in (copied, shared)]
        for one, two in zip(steps[0][1:4], steps[1][1:4], strict=True):
            assert (one == two).all()
        for key in ("player", "payoffs", "hands", "key"):
            assert (steps[0][4][key] == steps[1][4][key]).all(), key
        ended += int(steps[0][2].sum())
        assert ("final_obs" in steps[0][4]) == steps[0][2].any()
        assert "final_obs" not in steps[1][4]
        seen = [(step[0], step[4]) for step in steps]
    assert ended > 50


@pytest.mark.parametrize("name", ["self-play", "one learner", "draw"])
@pytest.mark.parametrize("mode", MODES)
def test_modes_differ_in_when_hands_begin_and_in_nothing_else(
    name: str, mode: AutoresetMode
) -> None:
    """Every hand of a mode has the decisions and rewards that it has in the others."""
    count = 16
    vector = PokerVectorEnv(num_envs=count, autoreset_mode=mode.value, **OPTIONS[name])
    assert vector.metadata["autoreset_mode"] is mode
    base = PokerVectorEnv(num_envs=count, **OPTIONS[name])
    played: list[list[list[Any]]] = [[], []]
    for place, one in enumerate((base, vector)):
        observations, _ = one.reset(seed=8)
        rows: list[list[Any]] = [[] for _ in range(count)]
        over = numpy.zeros(count, bool)
        for _ in range(60):
            if one is vector and mode is AutoresetMode.DISABLED and over.any():
                with pytest.raises(RuleError, match="the hand at table"):
                    one.step(numpy.zeros(count, int))
                observations, _ = one.reset(options={"reset_mask": over})
            waits = over if one is vector and mode is AutoresetMode.NEXT_STEP else over & False
            before = observations["observation"]
            actions = choose(one)
            observations, rewards, ended, cut, info = one.step(actions)
            assert not cut.any() and not (waits & ended).any() and (rewards[waits] == 0).all()
            assert observations["action_mask"][~ended | (one is base)].any(axis=-1).all()
            for table in range(count):
                if waits[table]:
                    continue
                last = None
                if ended[table]:
                    last = observations["observation"][table]
                    if one is base:
                        last = info["final_obs"][table]["observation"]
                        assert not info["final_obs"][table]["action_mask"].any()
                    elif mode is not AutoresetMode.SAME_STEP:
                        assert not observations["action_mask"][table].any()
                    else:
                        last = info["final_obs"][table]["observation"]
                rows[table].append((before[table], actions[table], rewards[table], last))
            over = ended
        played[place] = rows
    for one, two in zip(*played, strict=True):
        hands = min(len(one), len(two))
        assert hands > 20
        for first, second in zip(one[:hands], two[:hands], strict=True):
            assert (first[0] == second[0]).all() and first[1] == second[1]
            if name == "one learner":
                # Hands without a decision of the learner count in the same step, or not at all.
                assert (first[3] is None) == (second[3] is None)
            else:
                assert first[2] == second[2]
            if first[3] is not None:
                assert (first[3] == second[3]).all()


@pytest.mark.parametrize("encoder", ENCODERS)
def test_ends_of_hands_are_seen(encoder: str) -> None:
    """A hand that ends shows the last board and the last stacks, whatever the encoder."""
    vector = PokerVectorEnv("nlhe", 64, stacks=200, encoder=encoder)
    vector.reset(seed=3)
    shown = 0
    for _ in range(40):
        _, _, ended, _, info = vector.step(choose(vector))
        assert ("final_obs" in info) == ended.any()
        if not ended.any():
            continue
        assert (info["_final_obs"] == ended).all()
        for table in range(64):
            last = info["final_obs"][table]
            if not ended[table]:
                assert last is None
                continue
            shown += 1
            assert vector.single_observation_space.contains(last)
            assert last["observation"].any() and not last["action_mask"].any()
            if encoder == "flat":
                stacks = last["observation"][vector.encoder.parts["stacks"]] * vector.unit
                won = sorted((stacks - 200).tolist())
                assert won == sorted((info["payoffs"][table] * vector.unit).tolist())
        assert (info["final_info"]["payoffs"] == info["payoffs"]).all()
    assert shown > 100


def test_one_table_sees_the_end_that_a_vector_sees() -> None:
    one = PokerEnv("nlhe", opponents=["caller"])
    one.reset(seed=1)
    vector = PokerVectorEnv("nlhe", 1, opponents=["caller"], autoreset_mode="Disabled")
    vector.reset(seed=1)
    one.batch.reset(seed=12)
    vector.batch.reset(seed=12)
    for _ in range(30):
        action = int(one.batch.legal[0].argmax()) if one.batch.legal[0, 0] == 0 else 1
        observation, reward, ended, _, _ = one.step(action)
        many, rewards, all_ended, _, _ = vector.step([action])
        assert (observation["observation"] == many["observation"][0]).all()
        assert reward == rewards[0] and ended == all_ended[0]
        if ended:
            break
    assert ended and observation["observation"].any()


def test_observations_and_infos_are_copies() -> None:
    vector = PokerVectorEnv("nlhe", 16)
    kept = [vector.reset(seed=1)]
    frozen = [deepcopy(kept[0])]
    for _ in range(20):
        observations, _, _, _, info = vector.step(choose(vector))
        kept.append((observations, info))
        frozen.append(deepcopy(kept[-1]))
    for (observations, info), (was, was_info) in zip(kept, frozen, strict=True):
        for key, array in observations.items():
            assert (array == was[key]).all()
        for key in ("player", "payoffs", "hands", "key"):
            assert (info[key] == was_info[key]).all()
    fast = PokerVectorEnv("nlhe", 16, copy=False)
    first, _ = fast.reset(seed=1)
    second, *_ = fast.step(choose(fast))
    assert first["observation"] is second["observation"]


def test_wrappers_of_gymnasium_take_the_vector() -> None:
    vector = gymnasium.make_vec(
        "croupier/NoLimitHoldem-v0", num_envs=8, autoreset_mode="NextStep", opponents=["tight"]
    )
    base = vector.unwrapped
    assert isinstance(base, PokerVectorEnv)
    flat = FlattenObservation(RecordEpisodeStatistics(vector))
    observations, _ = flat.reset(seed=1)
    assert observations.shape == flat.observation_space.shape
    lengths: list[int] = []
    for _ in range(60):
        observations, _, ended, _, info = flat.step(choose(base))
        assert flat.observation_space.contains(observations)
        if ended.any():
            lengths += info["episode"]["l"][ended].tolist()
    assert len(lengths) > 20 and min(lengths) >= 1
    # Gymnasium's wrappers of observations are for these modes alone.
    with pytest.raises(ValueError, match="NEXT_STEP or DISABLED"):
        FlattenObservation(PokerVectorEnv("nlhe", 2))


@pytest.mark.parametrize("made", [PokerVectorEnv, PokerEnv])
def test_environments_are_pickled_and_copied_as_they_were_made(made: Any) -> None:
    options = {"opponents": ["tight"], "stacks": 60}
    first = made("nlhe", **options)
    first.reset(seed=4)
    for second in (pickle.loads(pickle.dumps(first)), deepcopy(first)):
        one, two = first.reset(seed=7), second.reset(seed=7)
        for _ in range(5):
            for key in ("observation", "action_mask"):
                assert (one[0][key] == two[0][key]).all()
            action = one[0]["action_mask"].argmax(axis=-1)
            one, two = (
                env.step(action) if not ended(one) else env.reset() for env in (first, second)
            )


def ended(step: Any) -> bool:
    return len(step) == 5 and numpy.ndim(step[2]) == 0 and bool(step[2])


def test_options_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="invalid autoreset_mode: expected one of 'NextStep'"):
        PokerVectorEnv("nlhe", 2, autoreset_mode="sometimes")
    with pytest.raises(SetupError, match="invalid option 'hands'"):
        PokerVectorEnv("nlhe", 2, hands=3)
    menus: list[Any] = [(0.33, 0.5, 1.0), (), ("fold", "max"), ("min",)]
    for menu in menus:
        for make in (PokerVectorEnv, PokerEnv):
            with pytest.raises(SetupError, match="expected 'call' among the moves"):
                make("nlhe", menu=menu)
    menus = ["fold call", 5, ("fold", "call", "jump")]
    for menu in menus:
        with pytest.raises(SetupError, match=r"invalid menu|is no move"):
            PokerEnv("nlhe", menu=menu)
    with pytest.raises(SetupError, match="'any' needs an amount"):
        PokerEnv("nlhe", menu=("fold", "call", "any"))


def test_seeds_decide_the_seat_of_the_learner() -> None:
    env = PokerEnv("nlhe", opponents=["caller", "caller"])
    seats = []
    for seed in range(90):
        env.reset(seed=seed)
        seats.append(int(env.batch.seats[0]))
    counts = [seats.count(seat) for seat in range(3)]
    assert min(counts) > 15, counts
    env.reset(seed=5)
    first = env.batch.seats.tolist(), env.batch.cards.tolist()
    env.reset(seed=5)
    assert (env.batch.seats.tolist(), env.batch.cards.tolist()) == first
