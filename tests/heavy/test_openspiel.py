"""Games of OpenSpiel: its own tests, its values, and a hundred thousand hands of its hold'em."""

from __future__ import annotations

import os
from random import Random
from typing import Any
from zlib import crc32

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make test-heavy")

import croupier.envs.openspiel  # noqa: E402, F401
from croupier.evaluation import evaluate_policy  # noqa: E402
from croupier.solving import InformationSet  # noqa: E402

HANDS = int(os.environ.get("CROUPIER_FCPA_HANDS", "100000"))
FCPA = (
    "universal_poker(betting=nolimit,numPlayers=2,numRounds=4,blind=2 1,firstPlayer=2 1 1 1,"
    "numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=200 200,"
    "bettingAbstraction=fcpa)"
)


@pytest.mark.parametrize(
    "text",
    [
        "croupier(game=kuhn,stack=2)",
        "croupier(game=leduc)",
        "croupier(game=rhode_island_holdem,stack=100)",
        "croupier(game=nlhe,stack=40,players=3)",
        "croupier(game=razz,stack=100)",
        "croupier(game=plo,stack=60,menu=fold call 0.5 1)",
    ],
)
def test_random_hands_pass_the_tests_of_openspiel(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=10, serialize=False, verbose=False)


def test_values_are_those_of_openspiel() -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    for ours, theirs, name, stack in (
        ("croupier(game=kuhn,stack=2)", "kuhn_poker", "kuhn", 2),
        ("croupier(game=leduc)", "leduc_poker", "leduc", 1000),
    ):
        values = [
            exploitability.exploitability(game, policy.UniformRandomPolicy(game))
            for game in map(pyspiel.load_game, (ours, theirs))
        ]
        assert values[0] == pytest.approx(values[1], abs=1e-9)
        # Our own best response, which needs no OpenSpiel.
        assert evaluate_policy(name, stacks=stack).exploitability == pytest.approx(
            values[1], abs=1e-9
        )


def test_policies_that_are_not_uniform_have_the_same_value() -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game("croupier(game=leduc)")
    for seed in range(3):
        tabular = policies.TabularPolicy(game)
        for state in tabular.states:
            player = state.current_player()
            own = repr(next(iter(state.tree.hole_cards(player)[0])))
            board = "".join(
                repr(card) for column in state.tree.state.board_cards for card in column
            )
            line = "".join("fcr"[move] for _, _, move, _ in state.tree.bets)
            row = tabular.policy_for_key(state.information_state_string(player))
            found = {move: weigh(seed, own, board, line, move) for move in state.legal_actions()}
            row[:] = 0
            for move, weight in found.items():
                row[move] = weight / sum(found.values())
        expected = exploitability.exploitability(game, tabular)

        def follow(known: InformationSet, seed: int = seed) -> dict[str, float]:
            line = "".join(LETTERS[one[0]] for one in known.line.split())
            return {
                action: weigh(seed, known.hole, known.board, line, "fcr".index(LETTERS[action[0]]))
                for action in known.strategy
            }

        assert evaluate_policy("leduc", follow).exploitability == pytest.approx(expected, abs=1e-9)


LETTERS = {"f": "f", "x": "c", "c": "c", "b": "r", "r": "r"}


def weigh(seed: int, own: str, board: str, line: str, move: int) -> float:
    """Return a weight that looks as if it were random, the same for the same situation."""
    return 0.05 + crc32(f"{seed} {own} {board} {line} {move}".encode()) / 2**32


def test_card_dependent_policy_of_three_players_has_the_exact_value() -> None:
    """Who folds depends on cards, so cards of players who folded must not come again."""
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import expected_game_score

    class ByCards(policies.Policy):  # type: ignore[misc, unused-ignore]
        def action_probabilities(self, state: Any, player_id: int | None = None) -> Any:
            tree = state.tree
            player = state.current_player()
            own = repr(tree.hole_cards(player)[0][0])
            line = "".join("fcr"[move] for _, _, move, _ in tree.bets)
            weights = {move: of_cards(player, own, line, move) for move in state.legal_actions()}
            total = sum(weights.values())
            return {move: weight / total for move, weight in weights.items()}

    def follow(known: InformationSet) -> dict[str, float]:
        line = "".join(LETTERS[one[0]] for one in known.line.split())
        return {
            action: of_cards(known.player, known.hole, line, "fcr".index(LETTERS[action[0]]))
            for action in known.strategy
        }

    game = pyspiel.load_game("croupier(game=leduc,players=3)")
    walked = expected_game_score.policy_value(
        game.new_initial_state(), [ByCards(game, [0, 1, 2])] * 3
    )
    exact = evaluate_policy("leduc", follow, players=3)
    assert list(walked) == pytest.approx(exact.values, abs=1e-9)


def of_cards(player: int, own: str, line: str, move: int) -> float:
    """Bet queens, fold kings to a bet, call with jacks, and seldom do anything else."""
    fits = (player, own[0], move, bool(line)) in {
        (0, "Q", 2, False),
        (1, "K", 0, True),
        (2, "J", 1, True),
    }
    # Raises stay unlikely, so that nothing but cards decides.
    return 1.0 if fits else 0.01 if move == 2 else 0.05


@pytest.mark.parametrize("name", ["badugi", "five_card_draw", "anaconda", "blind_omaha"])
def test_games_of_other_decisions_are_refused_at_load(name: str) -> None:
    with pytest.raises(Exception, match="cannot be walked as a tree"):
        pyspiel.load_game(f"croupier(game={name})")


def test_bounds_are_those_of_the_game() -> None:
    game = pyspiel.load_game("croupier(game=leduc)")
    assert (game.min_utility(), game.max_utility()) == (-13, 13)
    assert game.max_game_length() == pyspiel.load_game("leduc_poker").max_game_length()
    three = pyspiel.load_game("croupier(game=leduc,players=3)")
    assert (three.min_utility(), three.max_utility()) == (-13, 26)


def test_cfr_plus_solves_leduc() -> None:
    # The whole tree is kept, so that our states are asked once.
    game = pyspiel.load_game("cached_tree(game=croupier(game=leduc))")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(game, solver.average_policy()) < 0.01


def test_hands_of_fcpa_are_the_same() -> None:
    """The same cards and moves have the same legal moves and payoffs, but for what is listed."""
    theirs = pyspiel.load_game(FCPA)
    ours = pyspiel.load_game("croupier(game=nlhe,stack=200,menu=fold call 1 max)")
    deck = ours.tree.deck
    chance = Random(1)
    differences: dict[str, int] = {}
    decisions = 0
    for _ in range(HANDS):
        one, two = theirs.new_initial_state(), ours.new_initial_state()
        order = chance.sample(range(52), 9)
        # OpenSpiel deals one player after the other, and has numbers for cards of its own.
        for card in order[:4]:
            one.apply_action(card)
        numbers = [number_of(card, deck) for card in order]
        for place in (0, 2, 1, 3):
            two.apply_action(numbers[place])
        dealt = 4
        while not one.is_terminal():
            if one.is_chance_node():
                one.apply_action(order[dealt])
                two.apply_action(numbers[dealt])
                dealt += 1
                continue
            decisions += 1
            # Their first player posts the big blind here; ours, too.
            assert one.current_player() == two.current_player()
            legal = (one.legal_actions(), two.legal_actions())
            if legal[0] != legal[1]:
                more, fewer = (sorted(set(one) - set(two)) for one, two in (legal, legal[::-1]))
                kind = f"{more} more, {fewer} fewer"
                differences[kind] = differences.get(kind, 0) + 1
                shared = sorted(set(legal[0]) & set(legal[1]))
                move = chance.choice(shared)
            else:
                move = chance.choice(legal[0])
            one.apply_action(move)
            two.apply_action(move)
        assert two.is_terminal()
        assert one.returns() == two.returns()
    print(f"{HANDS} hands, {decisions} decisions, legal moves that differ: {differences}")
    assert sum(differences.values()) < 0.02 * decisions


def number_of(card: int, deck: Any) -> int:
    """Return our number for a card of OpenSpiel: four times the rank and the suit."""
    text = "23456789TJQKA"[card // 4] + "cdhs"[card % 4]
    return [repr(one) for one in deck].index(text)
