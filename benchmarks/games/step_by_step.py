"""Games, hand after hand: every decision is a call from Python."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import croupier
from benchmarks.measuring import harness, peers
from benchmarks.measuring.harness import Case, Contender, Effort, Target, Unit
from benchmarks.measuring.play import CROUPIER, GAMES, POKERKIT, Game, make_start, play, start_alike

__all__ = ["make_cases", "make_contender", "run"]

_SECTION = "Games, step by step"
_SEED = 0


def make_cases(effort: Effort) -> Iterator[Case]:
    """Make the cases.

    Args:
        effort: How long to measure; a quick run plays fewer hands.

    Yields:
        The cases.
    """
    pokerkit = peers.load("pokerkit")
    for game in GAMES:
        yield _make_step_case(game, pokerkit, min(game.hands, 2) if effort.quick else game.hands)


# Decks run out where many players draw, of which both libraries warn.
run = harness.make_runner(
    make_cases,
    full=Effort(sample=0.02, budget=0.5, least_rounds=2, most_rounds=20),
    ignore_warnings=True,
)


def _make_step_case(game: Game, pokerkit: Any, hands: int) -> Case:
    others = []
    check = None
    if pokerkit is not None:
        others.append(make_contender(POKERKIT, pokerkit, game, hands))
        checked = max(1, hands // 8)

        def check() -> None:
            _check(pokerkit, game, checked)

    return Case(
        section=_SECTION,
        name=f"`{game.name}`, {game.players} players",
        what="hands from the shuffle to the payoffs with folds, bets and draws at random, by one"
        " script and with the same random numbers for both libraries; one operation is one hand",
        ours=make_contender(CROUPIER, croupier, game, hands),
        peers=others,
        targets=[Target.ratio(POKERKIT, game.ratio)],
        unit=Unit.RATE,
        check=check,
    )


def make_contender(name: str, module: Any, game: Game, hands: int) -> Contender:
    """Make a library play so many hands.

    Args:
        name: The name of the library.
        module: The library.
        game: The game.
        hands: How many hands are played.

    Returns:
        What plays them.
    """
    return Contender(name, _make_run(make_start(module, game), game.is_fixed_limit, hands), hands)


def _make_run(start: Callable[[int], Any], fixed_limit: bool, hands: int) -> Callable[[], None]:
    def run() -> None:
        # PokerKit shuffles with these numbers.
        random.seed(_SEED)
        rng = random.Random(_SEED)
        for number in range(hands):
            play(start(number), fixed_limit=fixed_limit, rng=rng)

    return run


def _check(pokerkit: Any, game: Game, hands: int) -> None:
    """Raise unless both libraries come to the same end with the same cards, by PokerKit's rules."""
    kind = getattr(croupier, game.name)
    # Card rooms have one raise less where limits are fixed, among others.
    alike: Any = type(game.name, (kind,), {"rules": croupier.Rules.POKERKIT})
    automations = tuple(croupier.Automation)
    for number in range(hands):
        # Each hand has numbers of its own: one that goes another way changes no other.
        rng, peer_rng = (random.Random(f"{_SEED}/{number}") for _ in range(2))
        state = alike.create_state(automations, *game.arguments, seed=number)
        decisions = play(state, fixed_limit=game.is_fixed_limit, rng=rng)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            peer = start_alike(pokerkit, game, number)
            peer_decisions = play(peer, fixed_limit=game.is_fixed_limit, rng=peer_rng)
        # Cards that are shuffled and dealt again are not the same in both libraries.
        if said:
            continue
        ours = [decisions, len(state.operations), *state.stacks]
        theirs = [peer_decisions, len(peer.operations), *peer.stacks]
        harness.require_equal(f"Hand {number} of {game.name}", ours, theirs)
