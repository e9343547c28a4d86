"""Hands of poker, played by one script in PokerKit and in Croupier."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest import mock

import croupier
from benchmarks.measuring import peers

__all__ = ["CROUPIER", "GAMES", "POKERKIT", "Game", "make_start", "play", "start_alike"]

CROUPIER = "Croupier"
POKERKIT = "pokerkit"

_REAL = 100.0
_TOY = 40.0
# Blinds; ante and bring-in; bets of fixed limit; stacks and players.
_NO_LIMIT = (True, 0, (1, 2), 2, 200)
_FIXED_LIMIT = (True, 0, (1, 2), 2, 4, 200)
_STUD = (True, 1, 1, 2, 4, 200)
_SHORT_DECK = (True, 1, {-1: 2}, 2, 200)


@dataclass(frozen=True)
class Game:
    """A game at certain stakes.

    Attributes:
        name: The name of the class.
        players: How many players there are.
        arguments: What `create_state` is given after the automations.
        hands: How many hands take PokerKit half a second or less.
        ratio: How many times as fast as PokerKit to be.
    """

    name: str
    players: int
    arguments: tuple[Any, ...]
    hands: int
    ratio: float

    @property
    def is_fixed_limit(self) -> bool:
        """Whether all bets have one size."""
        return not self.name.startswith(("NoLimit", "PotLimit"))


def _make_game(
    name: str, stakes: tuple[Any, ...], hands: int, *, players: int = 6, ratio: float = _REAL
) -> Game:
    return Game(name, players, (*stakes, players), hands, ratio)


# All games that PokerKit defines.
GAMES = (
    _make_game("NoLimitTexasHoldem", _NO_LIMIT, 60, ratio=600.0),
    _make_game("NoLimitTexasHoldem", _NO_LIMIT, 120, players=2),
    _make_game("NoLimitTexasHoldem", _NO_LIMIT, 30, players=9),
    _make_game("FixedLimitTexasHoldem", _FIXED_LIMIT, 40),
    _make_game("NoLimitRoyalHoldem", _NO_LIMIT, 40),
    _make_game("NoLimitShortDeckHoldem", _SHORT_DECK, 40),
    _make_game("PotLimitOmahaHoldem", _NO_LIMIT, 16),
    _make_game("FixedLimitOmahaHoldemHighLowSplitEightOrBetter", _FIXED_LIMIT, 10),
    _make_game("FixedLimitSevenCardStud", _STUD, 40),
    _make_game("FixedLimitSevenCardStudHighLowSplitEightOrBetter", _STUD, 30),
    _make_game("FixedLimitRazz", _STUD, 40),
    _make_game("NoLimitDeuceToSevenLowballSingleDraw", _NO_LIMIT, 120),
    _make_game("FixedLimitDeuceToSevenLowballTripleDraw", _FIXED_LIMIT, 80),
    _make_game("FixedLimitBadugi", _FIXED_LIMIT, 60),
    Game("KuhnPoker", 2, (), 300, _TOY),
    Game("LeducHoldem", 2, (), 300, _TOY),
    Game("RhodeIslandHoldem", 2, (), 300, _TOY),
    Game("RoyalRhodeIslandHoldem", 2, (), 300, _TOY),
    Game("Numeral211Holdem", 2, (), 300, _TOY),
)


def make_start(module: Any, game: Game) -> Callable[[int], Any]:
    """Return what starts the hand of a number, with everything automated that can be.

    Args:
        module: Croupier or PokerKit.
        game: The game.

    Returns:
        The function. PokerKit has no seeds: there the number decides nothing.
    """
    create = getattr(module, game.name).create_state
    automations, arguments = tuple(module.Automation), game.arguments
    if module is croupier:
        return lambda number: create(automations, *arguments, seed=number)
    return lambda number: create(automations, *arguments)


def start_alike(pokerkit: Any, game: Game, number: int) -> Any:
    """Start a hand in PokerKit with the cards that Croupier deals for a number."""
    create = getattr(croupier, game.name).create_state
    deck = create((), *game.arguments, seed=number).deck_cards
    cards = list(pokerkit.Card.parse("".join(map(repr, deck))))

    def put(target: Any) -> None:
        target.clear()
        target.extend(cards)

    # PokerKit deals while it makes the state: later is too late for another deck.
    with mock.patch.object(peers.load("pokerkit.state"), "shuffle", put):
        return make_start(pokerkit, game)(number)


def play(state: Any, *, fixed_limit: bool, rng: Random) -> int:
    """Play a hand to its end: mostly checks and calls, some folds, bets and raises.

    One random number decides what is done. Below 0.08 it is a fold and below 0.2 a bet or raise,
    where these can be made; else a check or call. A bring-in is posted below 0.8 and completed
    above. Bets are the smallest, but three of ten, where the limit is not fixed, are any amount up
    to four times that. At a draw, every card is thrown away with a probability of 1/4.

    Args:
        state: The state, of PokerKit or of Croupier.
        fixed_limit: Whether all bets have one size.
        rng: The random numbers.

    Returns:
        How many decisions there were.
    """
    draw = rng.random
    decisions = 0
    while state.status:
        decisions += 1
        drawer = state.stand_patter_or_discarder_index
        if drawer is not None:
            thrown = [card for card in state.hole_cards[drawer] if draw() < 0.25]
            state.stand_pat_or_discard(thrown)
            continue
        number = draw()
        if state.can_post_bring_in():
            if number < 0.8:
                state.post_bring_in()
            else:
                state.complete_bet_or_raise_to()
        elif number < 0.08 and state.can_fold():
            state.fold()
        elif number < 0.2 and state.can_complete_bet_or_raise_to():
            amount = state.min_completion_betting_or_raising_to_amount
            if not fixed_limit and draw() < 0.3:
                most = state.max_completion_betting_or_raising_to_amount
                amount = rng.randint(amount, max(amount, min(most, 4 * amount)))
            state.complete_bet_or_raise_to(amount)
        else:
            state.check_or_call()
    return decisions
