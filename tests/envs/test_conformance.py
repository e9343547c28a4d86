"""Environments against the conformance tests of Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from croupier.envs import ENCODERS, REGISTERED, PokerAEC, PokerEnv, PokerVectorEnv, env
from croupier.errors import PokerError, RuleError, SetupError, UnsupportedError

# Thirty games of every kind, each with two to six players where it is for as many.
GAMES = [
    *("nlhe", "lhe", "plo", "short_deck", "courchevel", "omaha_eight_or_better", "razz"),
    *("seven_card_stud", "badugi", "deuce_to_seven_triple_draw", "five_card_draw", "anaconda"),
    *("anaconda_declare", "baseball", "chicago", "cincinnati", "crazy_pineapple", "dramaha"),
    *("double_board_holdem", "follow_the_queen", "iron_cross", "kansas_city_lowball"),
    *("lazy_pineapple", "mexican_stud", "pineapple", "royal_holdem", "sviten_special"),
    *("archie", "badacey", "badeucey", "drawmaha_49", "greek_holdem", "irish", "tahoe"),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_passes_with_two_to_six_players(name: str) -> None:
    for players in range(2, 7):
        make = partial(env, name, num_players=players)
        api_test(make(), num_cycles=25, verbose_progress=False)
        seed_test(make, num_cycles=5)


def find_games() -> list[str]:
    found = []
    for name in GAMES:
        try:
            env(name, num_players=3).close()
        except PokerError:
            continue
        found.append(name)
    return found


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        # The tests warn of what is meant: rewards and observations without bounds.
        warnings.simplefilter("ignore")
        yield


def test_thirty_games_pass_the_tests_of_pettingzoo() -> None:
    games = find_games()
    assert len(games) >= 30
    chance = Random(1)
    for name in games:
        players = chance.randint(2, 6)
        try:
            made = env(name, num_players=players)
        except PokerError:
            # The game is for fewer or more.
            made = env(name, num_players=3)
        api_test(made, num_cycles=40, verbose_progress=False)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("name", ["nlhe", "badugi", "anaconda", "razz"])
def test_the_number_of_players_does_not_matter(name: str, players: int) -> None:
    def make() -> Any:
        return env(name, num_players=players)

    api_test(make(), num_cycles=60, verbose_progress=False)
    seed_test(make, num_cycles=10)


def test_pictures_pass_the_tests_of_pettingzoo() -> None:
    for mode in ("ansi", "svg"):
        made = env("nlhe", render_mode=mode)
        made.reset(seed=1)
        assert isinstance(made.render(), str)
    # A hand is not cut off, so there are no cycles to count.
    assert "max_cycles" not in PokerAEC.__init__.__annotations__


@pytest.mark.parametrize("encoder", ["flat", "planes", "features", "raw"])
def test_gymnasium_finds_nothing_wrong(encoder: str) -> None:
    made = PokerEnv("nlhe", opponents=["tight"], illegal="fold", encoder=encoder)
    check_env(made, skip_render_check=True)


@pytest.mark.parametrize("name", sorted(REGISTERED))
def test_names_are_registered(name: str) -> None:
    made = gymnasium.make(name, opponents=["random"], illegal="fold")
    check_env(made.unwrapped, skip_render_check=True)
    vector = gymnasium.make_vec(name, num_envs=16)
    observations, info = vector.reset(seed=3)
    chance = numpy.random.default_rng(1)
    for _ in range(60):
        assert vector.observation_space.contains(
            {key: value.copy() for key, value in observations.items()}
        )
        mask = observations["action_mask"]
        actions = (chance.random(mask.shape) * mask).argmax(axis=1)
        observations, rewards, ended, cut, info = vector.step(actions)
        assert rewards.shape == (16,) and not cut.any()
        assert numpy.allclose(info["payoffs"].sum(axis=1), 0)
        assert (rewards[~ended] == 0).all()


def play(vector: PokerVectorEnv, observations: Any, steps: int = 40) -> list[Any]:
    seen = []
    for _ in range(steps):
        seen.append({key: value.copy() for key, value in observations.items()})
        mask = observations["action_mask"]
        # What is decided follows from the row alone.
        numbers = vector.batch.keys.astype(numpy.uint64)[:, None] >> numpy.arange(
            mask.shape[1]
        ).astype(numpy.uint64)
        observations, *_ = vector.step(((numbers % 1009 + 1) * mask).argmax(axis=1))
    return seen


def test_seeds_decide_and_other_environments_do_not_matter() -> None:
    one, two, other = (PokerVectorEnv("nlhe", 8) for _ in range(3))
    first = play(one, one.reset(seed=9)[0])
    other.reset(seed=4)
    second = play(two, two.reset(seed=9)[0])
    for left, right in zip(first, second, strict=True):
        for key in left:
            assert (left[key] == right[key]).all()
    again = one.reset(seed=9)[0]
    assert (again["observation"] == first[0]["observation"]).all()
    # A seed for each table, wherever it stands; and only some tables.
    one.reset(seed=[5] * 8)
    assert (one.batch.cards == one.batch.cards[0]).all()
    before = one.batch.cards.copy()
    one.reset(seed=7, options={"reset_mask": numpy.arange(8) < 2})
    assert (one.batch.cards[2:] == before[2:]).all()
    assert (one.batch.cards[:2] != before[:2]).any()


def test_rewards_are_what_was_won_in_big_blinds() -> None:
    made = PokerVectorEnv("nlhe", 4, stacks=200, opponents=["caller"])
    made.reset(seed=1)
    total = numpy.zeros(4)
    chips = numpy.zeros(4)
    for _ in range(200):
        legal = made.batch.legal
        _, rewards, _, _, info = made.step(legal.shape[1] - 1 - legal[:, ::-1].argmax(axis=1))
        total += rewards
        chips += made.batch.payoffs[:, 0] / 2
        assert (info["player"] == 0).all()
    assert (total == chips).all() and total.any()


def test_actions_that_are_not_possible() -> None:
    made = PokerEnv("nlhe", opponents=["caller"])
    with pytest.raises(RuleError, match="the hand is over: reset begins another one"):
        made.step(1)
    made.reset(seed=1)
    before = made.batch.pots.tolist()
    with pytest.raises(RuleError, match="99 cannot be decided at table 0"):
        made.step(99)
    assert made.batch.pots.tolist() == before
    lenient = PokerEnv("nlhe", opponents=["caller"], illegal="fold")
    lenient.reset(seed=1)
    assert lenient.step(99)[2] is not None
    vector = PokerVectorEnv("nlhe", 2, illegal="fold")
    with pytest.raises(RuleError, match="reset comes before the first step"):
        vector.step([0, 0])
    vector.reset(seed=1)
    vector.step([77, -3])
    aec = PokerAEC("nlhe")
    for call in (lambda: aec.step(1), aec.last, lambda: aec.observe("player_0")):
        with pytest.raises(RuleError, match="reset comes before the first hand"):
            call()
    aec.reset(seed=1)
    with pytest.raises(RuleError, match="cannot be decided"):
        aec.step(77)
    with pytest.raises(RuleError, match="is to decide, unlike None"):
        aec.step(None)
    aec.step(0)
    with pytest.raises(RuleError, match="the hand of player_0 is over"):
        aec.step(1)


@pytest.mark.parametrize("illegal", ["raise", "fold"])
@pytest.mark.parametrize(
    "action", [float("nan"), float("inf"), 0.5, "call", [1], 10**30, -(10**30)]
)
def test_actions_that_are_no_numbers(illegal: str, action: Any) -> None:
    one = PokerEnv("nlhe", opponents=["caller"], illegal=illegal)
    vector = PokerVectorEnv("nlhe", 2, illegal=illegal)
    aec = PokerAEC("nlhe", illegal=illegal)
    for made in (one, vector, aec):
        made.reset(seed=1)
        before = made.batch.pots.tolist(), made.batch.history_lengths.tolist()
        with pytest.raises(RuleError):
            made.step([1, action] if made is vector else action)
        assert (made.batch.pots.tolist(), made.batch.history_lengths.tolist()) == before
        made.step([1.0, 1] if made is vector else 1.0)
    for shape in ([1], [1, 1, 1], [[1, 1]], 1):
        with pytest.raises(RuleError):
            vector.step(shape)


def test_environments_that_cannot_be() -> None:
    with pytest.raises(SetupError, match="illegal is one of"):
        PokerEnv("nlhe", illegal="maybe")
    with pytest.raises(SetupError, match="one player is left to learn"):
        PokerEnv("nlhe", opponents=["caller"], num_players=3)
    with pytest.raises(SetupError, match="nobody is left to learn"):
        PokerVectorEnv("nlhe", 2, opponents={0: "caller", 1: "caller"}, hands=1)
    with pytest.raises(SetupError, match="no render mode"):
        PokerEnv("nlhe", render_mode="human")
    with pytest.raises(UnsupportedError, match="there is no encoder"):
        PokerEnv("nlhe", encoder="smooth")
    with pytest.raises(UnsupportedError, match="two hole cards"):
        PokerEnv("plo", encoder="features")
    assert len(ENCODERS) == 4


def test_tables_are_shown() -> None:
    for mode, start in (("ansi", "Street 1"), ("svg", "<svg xmlns=")):
        made = PokerEnv("nlhe", opponents=["caller"], render_mode=mode)
        made.reset(seed=1)
        shown = made.render()
        assert shown.startswith(start) and "Player 2: ?? ??" in shown


def test_rewards_without_the_luck_of_all_ins() -> None:
    plain, even = (PokerVectorEnv("nlhe", 64, stacks=20, all_in_ev=ev) for ev in (False, True))
    seen = [plain.reset(seed=3)[0], even.reset(seed=3)[0]]
    means: list[list[Any]] = [[], []]
    chance = numpy.random.default_rng(1)
    for _ in range(60):
        mask = seen[0]["action_mask"]
        actions = (chance.random(mask.shape) * mask).argmax(axis=1)
        stepped = [made.step(actions) for made in (plain, even)]
        assert (stepped[0][4]["payoffs"] == stepped[1][4]["payoffs"]).all()
        for rewards, step in zip(means, stepped, strict=True):
            rewards.append(step[1])
        seen = [step[0] for step in stepped]
    won, expected = map(numpy.concatenate, means)
    # The same hands, of which some were decided by luck alone.
    assert (won != expected).any() and expected.std() < won.std()
    assert ((won == 0) <= (numpy.abs(expected) < 20)).all()


def test_one_table_without_the_luck_of_all_ins() -> None:
    made = PokerEnv("nlhe", opponents=["caller"], stacks=20, all_in_ev=True)
    pairs = env("nlhe", stacks=20, all_in_ev=True)
    some = set()
    for seed in range(20):
        made.reset(seed=seed)
        _, reward, ended, *_ = made.step(4)
        assert ended
        some.add(reward)
        pairs.reset(seed=seed)
        pairs.step(4)
        pairs.step(1)
        assert sum(pairs.rewards.values()) == pytest.approx(0)
        some.add(pairs.rewards["player_0"])
    # Luck would leave all, nothing or a tie.
    assert len(some) > 20 and max(map(abs, some)) < 10
