"""No-limit hold'em with six players who only check and call: 24 decisions, then a showdown.

OpenSpiel's players are the chance player, too, whose cards somebody has to choose. The first case
has them chosen beforehand; the second asks OpenSpiel for its chances and its legal actions, as its
own examples do, and Croupier for what a player may do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import croupier
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, POKERKIT, make_start

__all__ = ["make_asking_peer", "make_cases", "run"]

_SECTION = "Check-down, no-limit hold'em, 6 players"
_GAME = GAMES[0]
_DECISIONS = 24
_CALL = 1
_RATIO = 5.0
# The names of the contenders, and which bets OpenSpiel allows: all, or the pot and all-in.
_ABSTRACTIONS = {"OpenSpiel": "fullgame", "OpenSpiel, fcpa": "fcpa"}


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    hands = 2 if effort.quick else 40
    deals = [_deal(number) for number in range(hands)]
    pyspiel = peers.load("pyspiel")
    games = {} if pyspiel is None else {name: _load(pyspiel, name) for name in _ABSTRACTIONS}
    absent = "" if games else f"; OpenSpiel takes no part: {peers.explain_absence('pyspiel')}"
    pokerkit = peers.load("pokerkit")
    few = min(hands, 5)
    slow = [] if pokerkit is None else [_make_contender(POKERKIT, _make_run(pokerkit, few), few)]
    targets = [Target.ratio(name, _RATIO) for name in _ABSTRACTIONS]

    def check() -> None:
        for name, game in games.items():
            for number, cards in enumerate(deals):
                ours = [float(payoff) for payoff in _check_down(number).payoffs]
                theirs = _check_down_cards(game, cards).returns()
                harness.require_equal(f"Hand {number} of {name}", ours, theirs)

    yield Case(
        section=_SECTION,
        name="Check-down, decisions",
        what="hands from the shuffle to the payoffs, OpenSpiel's without the shuffle: its cards are"
        f" ready; one operation is one of {_DECISIONS} decisions{absent}",
        ours=_make_contender(CROUPIER, _make_run(croupier, hands), hands),
        peers=[
            *(
                _make_contender(
                    name, peers.spread_each(_check_down_cards, _pair(game, deals)), hands
                )
                for name, game in games.items()
            ),
            *slow,
        ],
        targets=targets,
        unit=Unit.RATE,
        check=check,
    )
    yield Case(
        section=_SECTION,
        name="Check-down with questions, decisions",
        what="the same, with OpenSpiel's `legal_actions()` before every decision, or `can_fold()`"
        " and the amounts to call and to raise to, least and most; OpenSpiel's cards are drawn from"
        f" `chance_outcomes()`{absent}",
        ours=_make_contender(CROUPIER, _make_asking_run(hands), hands),
        peers=[
            _make_contender(name, _make_sampling_run(game, few), few)
            for name, game in games.items()
        ],
        targets=targets,
        unit=Unit.RATE,
    )


run = harness.make_runner(
    make_cases, full=Effort(sample=0.02, budget=2.0, least_rounds=5, most_rounds=30)
)


def make_asking_peer(name: str, hands: int) -> Contender:
    """Make OpenSpiel's check-down with its chances and legal actions asked for.

    Args:
        name: One of the contenders of OpenSpiel.
        hands: How many hands are played.

    Returns:
        The contender.
    """
    game = _load(peers.load("pyspiel"), name)
    return _make_contender(name, _make_sampling_run(game, hands), hands)


def _load(pyspiel: Any, name: str) -> Any:
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": _ABSTRACTIONS[name],
            "blind": "1 2 0 0 0 0",
            "firstPlayer": "3 1 1 1",
            "numBoardCards": "0 3 1 1",
            "numHoleCards": 2,
            "numPlayers": 6,
            "numRanks": 13,
            "numRounds": 4,
            "numSuits": 4,
            "stack": " ".join(["200"] * 6),
        },
    )


def _deal(number: int) -> list[int]:
    """Return the cards of a hand in OpenSpiel's order: two for each player, then the board."""
    start = make_start(croupier, _GAME)(number)
    cards = [card for hole in start.hole_cards for card in hole]
    end = _check_down(number)
    return [card.code for card in (*cards, *end.get_board_cards(0))]


def _pair(game: Any, deals: Sequence[list[int]]) -> list[tuple[Any, list[int]]]:
    return [(game, cards) for cards in deals]


def _make_contender(name: str, run: Callable[[], object], hands: int) -> Contender:
    return Contender(name, run, hands * _DECISIONS)


def _make_run(module: Any, hands: int) -> Callable[[], None]:
    start = make_start(module, _GAME)

    def run() -> None:
        for number in range(hands):
            state = start(number)
            while state.status:
                state.check_or_call()

    return run


def _make_asking_run(hands: int) -> Callable[[], None]:
    start = make_start(croupier, _GAME)

    def run() -> None:
        for number in range(hands):
            state = start(number)
            while state.status:
                state.can_fold()
                _ = state.checking_or_calling_amount
                _ = state.min_completion_betting_or_raising_to_amount
                _ = state.max_completion_betting_or_raising_to_amount
                state.check_or_call()

    return run


def _make_sampling_run(game: Any, hands: int) -> Callable[[], None]:
    def run() -> None:
        rng = Random(0)
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, chances)[0])
                else:
                    state.legal_actions()
                    state.apply_action(_CALL)
            state.returns()

    return run


def _check_down(number: int) -> Any:
    state = make_start(croupier, _GAME)(number)
    while state.status:
        state.check_or_call()
    return state


def _check_down_cards(game: Any, cards: Sequence[int]) -> Any:
    """Play a hand in OpenSpiel with these cards; return its state."""
    state = game.new_initial_state()
    following = iter(cards)
    while not state.is_terminal():
        state.apply_action(next(following) if state.is_chance_node() else _CALL)
    return state
