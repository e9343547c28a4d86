"""Games as trees: chance deals what is left in the deck, and values are the exact ones."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any
from zlib import crc32

import pytest

from croupier.envs.trees import TreeGame, TreeHand
from croupier.errors import PokerError, RuleError, UnsupportedError
from croupier.evaluation import evaluate_policy
from croupier.games import make_game
from croupier.games.bounds import find_player_bounds
from croupier.games.configuration.library import library
from croupier.solving import InformationSet
from croupier.state import BettingStructure

LIMIT = ("fold", "call", "min")
LETTERS = "fcr"
MOVES = {"f": 0, "x": 1, "c": 1, "b": 2, "r": 2}


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        # A card that is dealt twice is reported by a warning.
        warnings.simplefilter("error")
        yield


def tree(name: str, players: int = 2, stack: int = 200, menu: tuple[Any, ...] = LIMIT) -> TreeGame:
    return TreeGame(make_game(name), stack, players, menu)


Weigh = Callable[[int, str, str, str, int], float]


def expected_payoffs(hand: TreeHand, weigh: Weigh) -> list[float]:
    """Walk the whole tree, and return the mean payoffs of a policy."""
    if hand.is_over:
        return hand.payoffs()
    player = hand.player
    if player is None:
        following = hand.chances()
    else:
        own = repr(hand.hole_cards(player)[0][0])
        board = "".join(repr(card) for column in hand.state.board_cards for card in column)
        line = "".join(LETTERS[move] for _, _, move, _ in hand.bets)
        weights = {move: weigh(player, own, board, line, move) for move in hand.legal_actions()}
        if not any(weights.values()):
            weights = dict.fromkeys(weights, 1.0)
        total = sum(weights.values())
        following = [(move, weight / total) for move, weight in weights.items()]
    sums = [0.0] * len(hand.state.stacks)
    for action, chance in following:
        if chance:
            after = deepcopy(hand)
            after.apply(action)
            for index, payoff in enumerate(expected_payoffs(after, weigh)):
                sums[index] += chance * payoff
    return sums


def by_cards(player: int, own: str, board: str, line: str, move: int) -> float:
    """Bet queens at first, fold kings and call with jacks: what is folded depends on cards."""
    if len(line) == 0:
        return float((move == 2) == own.startswith("Q"))
    if player == 1:
        return float((move == 0) == own.startswith("K")) if move != 2 else 0.0
    if player == 2 and not board:
        return float((move == 1) == own.startswith("J")) if move != 2 else 0.0
    return float(move == 1)


def by_numbers(player: int, own: str, board: str, line: str, move: int) -> float:
    """Weigh moves by what looks random, and leave out many, so that the tree is small."""
    seed = crc32(f"{player} {own} {board} {line} {move}".encode())
    return 0.0 if move != 1 and seed % 3 else 0.1 + seed / 2**32


@pytest.mark.parametrize("weigh", [by_cards, by_numbers])
def test_values_of_three_players_agree_with_exact_evaluation(weigh: Weigh) -> None:
    def follow(known: InformationSet) -> dict[str, float]:
        line = "".join(LETTERS[MOVES[step[0]]] for step in known.line.split())
        moves = {action: MOVES[action[0]] for action in known.strategy}
        weights = {
            action: weigh(known.player, known.hole, known.board, line, move)
            for action, move in moves.items()
        }
        return weights if any(weights.values()) else dict.fromkeys(weights, 1.0)

    exact = evaluate_policy("leduc", follow, players=3).values
    walked = expected_payoffs(TreeHand(tree("leduc", 3, 1000)), weigh)
    assert walked == pytest.approx(exact, abs=1e-9)


def test_folded_cards_are_not_dealt_again() -> None:
    game = tree("leduc", 3, 1000)
    hand = TreeHand(game)
    names = {repr(card): number for card, number in game.numbers.items()}
    for card in ("Jh", "Kh", "Qh"):
        hand.apply(names[card])
    for move in (2, 0, 1):
        hand.apply(move)
    left = {repr(game.deck[number]): chance for number, chance in hand.chances()}
    assert left == pytest.approx({"Js": 1 / 3, "Qs": 1 / 3, "Ks": 1 / 3})
    with pytest.raises(RuleError, match="invalid card"):
        hand.apply(names["Kh"])


def test_random_hands_deal_every_card_once_and_stay_within_the_bounds() -> None:
    random = Random(1)
    refused = Counter[str]()
    played = 0
    names = ["kuhn", "leduc", "rhode_island_holdem", *library().files]
    for name in names:
        for players in {2, 3, find_player_bounds(make_game(name))[1]}:
            menu = (*LIMIT, 0.5, "max") if random.random() < 0.5 else LIMIT
            try:
                game = tree(name, players, random.choice([20, 60, 200]), menu)
            except PokerError as error:
                refused[error.code] += 1
                continue
            for _ in range(2):
                hand = TreeHand(game)
                while not hand.is_over:
                    if hand.player is None:
                        hand.apply(random.choice(hand.chances())[0])
                        continue
                    hand.apply(random.choice(hand.legal_actions()))
                payoffs = hand.payoffs()
                assert sum(payoffs) == 0, name
                assert -game.max_loss <= min(payoffs), (name, game.max_loss, payoffs)
                assert max(payoffs) <= game.max_loss * (players - 1), name
                assert len(hand.bets) <= game.max_decisions, name
                played += 1
    assert played > 250 and set(refused) <= {"openspiel-game", "player-count"}, (played, refused)


@pytest.mark.parametrize(
    ("name", "players", "loss", "decisions"),
    [
        ("leduc", 2, 13, 8),
        ("leduc", 3, 13, 14),
        ("kuhn", 2, 2, 3),
        ("lhe", 2, 48, 24),
        ("razz", 2, 65, 30),
    ],
)
def test_bounds_of_limit_games_are_reached(
    name: str, players: int, loss: int, decisions: int
) -> None:
    game = tree(name, players, 1000)
    assert game.start.betting_structure is BettingStructure.FIXED_LIMIT
    assert (game.max_loss, game.max_decisions) == (loss, decisions)
    random = Random(1)
    lost = set()
    for _ in range(30):
        hand = TreeHand(game)
        while not hand.is_over:
            cards = hand.player is None
            hand.apply(random.choice(hand.chances())[0] if cards else hand.legal_actions()[-1])
        lost.add(-min(hand.payoffs()))
    assert max(lost) == game.max_loss


@pytest.mark.parametrize(
    "name", ["badugi", "five_card_draw", "anaconda", "blind_omaha", "binglaha", "survivor_omaha"]
)
def test_games_with_other_decisions_are_refused_before_a_card_is_dealt(name: str) -> None:
    with pytest.raises(UnsupportedError, match="cannot be walked as a tree"):
        tree(name)


def test_cards_of_players_who_folded_stay_known() -> None:
    game = tree("razz", 3)
    hand = TreeHand(game)
    random = Random(3)
    while hand.player is None:
        hand.apply(random.choice(hand.chances())[0])
    hand.apply(1)
    player = hand.player
    assert player is not None
    before = [hand.hole_cards(each) for each in range(3)]
    hand.apply(0)
    assert [hand.hole_cards(each) for each in range(3)] == before
    shown = "".join(map(repr, before[player][1]))
    for each in range(3):
        assert shown in hand.see(each)
