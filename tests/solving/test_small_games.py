"""Whole small games: published values, and two ways that come to the same."""

from __future__ import annotations

from functools import cache

import pytest

from croupier import _native
from croupier.errors import SetupError, UnsupportedError
from croupier.games import load
from croupier.games.making import make_game
from croupier.solving import GameSolution, solve_game
from croupier.solving.games import _AllHands

KUHN = -1 / 18
LEDUC = -0.0856064240


def test_kuhn() -> None:
    solution = solve_game("kuhn", target=0, iterations=5000)
    assert solution.values[0] == pytest.approx(KUHN, abs=1e-6)
    assert max(solution.gains) < 1e-4
    sets = {(each.player, each.hole[0], each.line): each.strategy for each in solution.sets}
    # A king calls always, a jack never; a queen of the second player calls a third of the time.
    assert sets[1, "K", "b1"]["c"] == pytest.approx(1, abs=1e-3)
    assert sets[1, "J", "b1"]["c"] == pytest.approx(0, abs=1e-3)
    assert sets[1, "Q", "b1"]["c"] == pytest.approx(1 / 3, abs=0.01)
    bluffs, value = sets[0, "J", ""]["b1"], sets[0, "K", ""]["b1"]
    assert bluffs <= 1 / 3 + 0.01 and value == pytest.approx(3 * bluffs, abs=0.02)


def test_leduc() -> None:
    solution = solve_game("leduc", target=1e-4)
    assert solution.state_count == 9457
    assert solution.values[0] == pytest.approx(LEDUC, abs=1e-4)
    assert max(solution.gains) <= 1e-4


@pytest.mark.slow
def test_leduc_to_five_digits() -> None:
    solution = solve_game("leduc", target=1e-5, iterations=10_000)
    assert solution.values[0] == pytest.approx(LEDUC, abs=1e-5)


def vector_form(name: str, stack: int) -> _native.SpotSolver:
    """Return a whole game as a tree of public states."""
    state = make_game(name)(stack, 2, seed=0)
    cards = [1 << (card.code % 4 * 16 + card.code // 4) for card in state.deck]
    hands = cards, [1.0] * len(cards)
    spot = _native.SolverSpot(
        state._setup,
        "",
        ("", ""),
        "",
        None,
        (0, 0),
        None,
        1,
        (hands, hands),
        [],
        (0, 0, 0),
        None,
        (0, 0),
        [],
        [],
        [],
    )
    return _native.SpotSolver(spot)


@pytest.mark.parametrize(("name", "stack", "count"), [("kuhn", 2, 12), ("leduc", 100, 4)])
def test_both_forms_agree_iteration_by_iteration(name: str, stack: int, count: int) -> None:
    # Later on, rounding decides between actions that are worth the same.
    state = make_game(name)(stack, 2, seed=0)
    table = _native.GameSolver(state._setup, "", 8.0, False)
    vectors = vector_form(name, stack)
    for _ in range(count):
        table.solve(0, 1)
        vectors.solve(0, 1, 1)
        values, gains = table.exploitability()
        more, ev = vectors.exploitability()
        assert ev == pytest.approx(values, abs=1e-6)
        assert more == pytest.approx(gains, abs=1e-6)


@pytest.mark.parametrize(("name", "stack"), [("kuhn", 2), ("leduc", 100)])
@pytest.mark.parametrize("count", [1, 10, 300])
def test_both_forms_value_the_same_strategies_alike(name: str, stack: int, count: int) -> None:
    setup = make_game(name)(stack, 2, seed=0)._setup
    vectors = _AllHands(setup, "")
    vectors.solve(0, count)
    table = GameSolution(_native.GameSolver(setup, ""))

    @cache
    def look(line: str, board: str) -> dict[str, dict[str, float]]:
        return vectors.look(line, board)

    table.follow(lambda one: look(one.line, one.board)[one.hole])
    values, gains = vectors.exploitability()
    assert table.values == pytest.approx(values, abs=1e-6)
    assert table.gains == pytest.approx(gains, abs=2e-6)


@pytest.mark.parametrize(("name", "stack", "value"), [("kuhn", 2, KUHN), ("leduc", 100, LEDUC)])
def test_the_vector_form_comes_to_the_value(name: str, stack: int, value: float) -> None:
    vectors = vector_form(name, stack)
    vectors.solve(0, 2000, 1)
    gains, values = vectors.exploitability()
    assert values[0] == pytest.approx(value, abs=max(1e-5, sum(gains)))
    assert max(gains) < 2e-3


OWN_GAME = {
    "game": "One Card",
    "category": "Hold'em",
    "description": "One card each, and one bet.",
    "players": {"min": 2, "max": 4},
    "deck": {"type": "short_ta", "cards": 20, "burn": False},
    "bettingStructures": ["Limit"],
    "raiseCap": 1,
    "forcedBets": {"style": "antes_only"},
    "bettingOrder": {"initial": "dealer", "subsequent": "dealer"},
    "gamePlay": [
        {"name": "Antes", "bet": {"type": "antes"}},
        {
            "name": "Card",
            "deal": {"location": "player", "cards": [{"number": 1, "state": "face down"}]},
        },
        {"name": "Betting", "bet": {"type": "small"}},
        {"name": "Showdown", "showdown": {"type": "final"}},
    ],
    "showdown": {
        "order": "clockwise",
        "startingFrom": "dealer",
        "cardsRequired": "the card",
        "bestHand": [{"evaluationType": "one_card_high_ah", "anyCards": 1}],
    },
}


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_ones_own_is_solved_for_any_number_of_players(players: int) -> None:
    solution = solve_game(load(OWN_GAME), players=players, stacks=10, target=2e-3)
    assert max(solution.gains) <= 2e-3
    assert sum(solution.values) == pytest.approx(0, abs=1e-9)
    assert {each.player for each in solution.sets} == set(range(players))
    # Nothing beats an ace, so that nobody folds one to the first bet.
    for each in solution.sets:
        if each.line == "b2" and each.hole[0] == "A":
            assert each.strategy["f"] < 0.01


def test_larger_games_are_solved_for_all_hands_at_once() -> None:
    solution = solve_game("royal_rhode_island_holdem", target=2, iterations=20)
    assert not solution.is_listed and max(solution.gains) <= 2
    assert sum(solution.values) == pytest.approx(0, abs=1e-4)
    assert len(solution.sets) > 20 and all(not each.board for each in solution.sets)
    after = solution.look("x x", "Ks")
    assert "Ks" not in after and len(after) == 19
    assert sum(after["Kd"].values()) == pytest.approx(1, abs=1e-4)
    with pytest.raises(SetupError, match="cards are dealt"):
        solution.look("x x")
    # Suits that nothing tells apart change nothing.
    assert solution.look("x x", "Kd")["Kh"] == pytest.approx(after["Kd"], abs=1e-6)


def test_three_streets_of_forty_cards() -> None:
    solution = solve_game("numeral211_holdem", target=2, iterations=60)
    assert not solution.is_listed and max(solution.gains) <= 2
    assert solution.values[0] < 0 < solution.values[1]
    assert sum(solution.values) == pytest.approx(0, abs=1e-4)


@pytest.mark.slow
def test_rhode_island() -> None:
    solution = solve_game("rhode_island_holdem", target=0.1, iterations=1000)
    assert max(solution.gains) <= 0.1
    # Who acts last wins; the value was computed here.
    assert solution.values[0] < 0 < solution.values[1]


def test_a_game_without_a_limit_takes_sizes() -> None:
    solution = solve_game("kuhn", target=0.01, sizes="a")
    assert {name for each in solution.sets for name in each.strategy} <= {"x", "c", "f", "b1", "r2"}


def test_what_is_too_large_or_wrong_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="more than 5000000 nodes"):
        solve_game("rhode-island", players=3)
    with pytest.raises(SetupError, match="0 or more, got -1"):
        solve_game("kuhn", target=-1)
    with pytest.raises(UnsupportedError):
        solve_game("no such game")
