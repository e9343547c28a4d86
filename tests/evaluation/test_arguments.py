"""Names, classes and objects as arguments: accepted, or refused with an error of Croupier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.agents import AgentBase, Caller, Folder, Tight, find_core_agent
from croupier.errors import SetupError, UnsupportedError
from croupier.evaluation import evaluate_policy, find_local_best_response, play_match
from croupier.games import LeducHoldem, load, make_game
from croupier.games.predefined.small import KuhnPoker
from croupier.solving import Spot, open_game, solve_game
from croupier.tables import TableBatch


class Patient(AgentBase):
    """An agent of this process."""

    def act(self, view: Any) -> str:
        return "fold"


def spot(game: Any) -> object:
    return Spot(game=game, board="2c2d2h7s8s", pot=10, stacks=10, ranges=("AA", "KK"), sizes="a")


def test_games_are_names_classes_or_made_games() -> None:
    expected = evaluate_policy("leduc").exploitability
    games: list[Any] = [make_game("leduc"), LeducHoldem]
    for game in games:
        assert evaluate_policy(game).exploitability == pytest.approx(expected)
        assert len(solve_game(game, iterations=1).sets) == 936
        assert open_game(game).state_count == open_game("leduc").state_count
    # Twice the bets and antes are twice the chips.
    larger = make_game("leduc", ante=2, small_bet=4)
    assert evaluate_policy(larger).exploitability == pytest.approx(2 * expected)
    named: Any = load("texas_holdem")
    blinds: Any = make_game("nlhe", blinds=(5, 10))
    for game in ("nlhe", blinds, named, named.game(None, {"small_bet": 2})):
        assert "Spot" in repr(spot(game))


@pytest.mark.parametrize(
    "game",
    [17, None, int, ["leduc"], "no such game", make_game("leduc")(13, 2), KuhnPoker(()).__call__],
)
@pytest.mark.parametrize("take", [evaluate_policy, open_game, solve_game, spot])
def test_other_things_are_no_games(take: Callable[[Any], object], game: Any) -> None:
    with pytest.raises((SetupError, UnsupportedError), match=r"invalid game|no game"):
        take(game)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": "x"}, "invalid players: expected an integer, got 'x'"),
        ({"players": 2.5}, "invalid players"),
        ({"players": 0}, "at least 2 players"),
        ({"stacks": "abc"}, "invalid stacks: expected an integer, got 'abc'"),
        ({"stacks": 1.5}, "invalid stacks"),
        ({"sizes": 5}, "invalid sizes"),
    ],
)
def test_sizes_of_small_games_are_checked(options: dict[str, Any], words: str) -> None:
    for take in (evaluate_policy, open_game, solve_game):
        with pytest.raises(SetupError, match=words):
            take("leduc", **options)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (lambda known: [1.0], "expected a mapping from actions to weights, got \\[1.0\\]"),
        (lambda known: None, "expected a mapping"),
        (lambda known: {"x": "much"}, "weights above 0"),
        ("tight", "invalid policy"),
        (5, "invalid policy"),
    ],
)
def test_policies_that_are_none(policy: Any, words: str) -> None:
    with pytest.raises(SetupError, match=words):
        evaluate_policy("kuhn", policy, stacks=2)
    with pytest.raises(SetupError, match="invalid target"):
        solve_game("kuhn", stacks=2, target="x")  # type: ignore[arg-type]


def test_agents_of_the_core_are_names_classes_or_agents() -> None:
    batch = TableBatch("kuhn", 2, stacks=2, player_count=2, seed=1)
    expected = batch.weigh(find_core_agent("caller"))
    assert batch.weigh("caller") == expected == [[(0, 1.0)], [(0, 1.0)]]
    assert batch.weigh(Caller) == batch.weigh(Caller()) == expected
    for wrong, error in ((Patient, UnsupportedError), (5, SetupError), ("tihgt", UnsupportedError)):
        with pytest.raises(error, match=r"not played by the core|no agent"):
            batch.weigh(wrong)  # type: ignore[arg-type]
        with pytest.raises(error, match=r"not played by the core|no agent"):
            TableBatch(
                "kuhn",
                2,
                stacks=2,
                player_count=2,
                opponents={0: wrong},  # type: ignore[dict-item]
            )


def test_classes_and_agents_as_players_of_a_match() -> None:
    named = play_match("nlhe", ["tight", "caller"], 20, seed=1)
    assert play_match("nlhe", [Tight, "caller"], 20, seed=1).scores[0].won == named.scores[0].won
    for agent in (Patient, Patient()):
        with pytest.raises(SetupError, match="not played by the core: play_duplicate"):
            play_match("nlhe", [agent, "tight"], 10, seed=1)  # type: ignore[list-item]
    with pytest.raises(SetupError, match="neither an agent"):
        play_match("nlhe", [5, "tight"], 10, seed=1)  # type: ignore[list-item]


def test_victims_of_a_local_best_response() -> None:
    expected = find_local_best_response("nlhe", "folder", 2, seed=1).mean
    for victim in (Folder, Folder()):
        assert find_local_best_response("nlhe", victim, 2, seed=1).mean == expected
    for wrong in (Patient, 5, play_match):
        with pytest.raises(SetupError):
            find_local_best_response("nlhe", wrong, 2, seed=1)  # type: ignore[arg-type]
