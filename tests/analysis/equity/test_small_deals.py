"""Equities of games of the library against a slow reading of their files, with cards at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.analysis import equity, find_showdown_game
from croupier.games.configuration.library import library

from .small_deals import SmallGame, average

_MAX_CHOICES = 2500
# So many cards are left for those that are still to come.
_FREE = 4
NAMES = [
    game.name
    for game in map(SmallGame, sorted(library().load_all()))
    if game.ranks_card_sets
    and game.knows_rankings()
    and game.choice_count <= _MAX_CHOICES
    # To list all hands of seven cards takes the evaluator of the tests seconds.
    and game.hands[0]["evaluationType"] != "ne_seven_card_high"
]


def check(game: SmallGame, random: Random) -> None:
    """Compare the equities of two hands at random with two cards to come."""
    deck = [repr(card) for card in find_showdown_game(game.name, 2).deck]
    random.shuffle(deck)
    size, shown = len(game.up), len(game.board)
    held: list[list[str | None]] = [list(deck[:size]), list(deck[size : 2 * size])]
    board: list[str | None] = list(deck[2 * size : 2 * size + shown])
    rest = deck[2 * size + shown :]
    # Cards that are still to come are the last ones of somebody, or of the board.
    for cards in (held[1], board or held[0])[: 1 if game.choice_count > 150 else 2]:
        rest.append(str(cards[-1]))
        cards[-1] = None
    free, dead = rest[-_FREE:], rest[:-_FREE]
    expected = average(game, held, board, free)
    texts = ["".join(card for card in cards if card) for cards in (*held, board)]
    result = equity(*texts[:2], board=texts[2], dead="".join(dead), game=game.name, exact=True)
    assert result.equities == pytest.approx(expected), (game.name, texts, free)


def test_most_games_are_read() -> None:
    kinds = {hand["evaluationType"] for name in NAMES for hand in SmallGame(name).hands}
    assert len(NAMES) > 130 and len(kinds) > 15
    mixed = {"criss_cross", "criss_cross_wild", "twin_beds", "bedsprings", "chowaha_hi_lo_8"}
    assert mixed | {"cincinnati_liz", "follow_the_queen", "two_or_three_omaha"} <= set(NAMES)


@pytest.mark.parametrize("start", range(4))
def test_cards_at_random(start: int) -> None:
    for number, name in list(enumerate(NAMES))[start::4]:
        check(SmallGame(name), Random(number))


@pytest.mark.parametrize(
    "name", ["criss_cross_wild", "bedsprings", "chowaha_hi_lo_8", "two_or_three_omaha"]
)
def test_many_ways_to_form_hands(name: str) -> None:
    for seed in range(5):
        check(SmallGame(name), Random(f"{name} {seed}"))


# Both have nothing but high cards and what is wild; sixth street is the last card but one.
QUEEN_ON_SIXTH = "2c5d9hJc4sQs8d"
ACE_ON_SIXTH = "3d6cThKc7sAd8h"


def test_the_card_after_a_queen_is_that_of_the_next_player() -> None:
    """Follow the queen: the same cards, dealt in another order, win for somebody else."""
    # The ace follows the queen: two aces, one of them wild, make a pair of kings better.
    first, second = equity(QUEEN_ON_SIXTH, ACE_ON_SIXTH, game="follow_the_queen").equities
    assert (first, second) == (0, 1)
    # No card is dealt face up after the queen, and the ace is an ace: the queen makes a pair.
    first, second = equity(ACE_ON_SIXTH, QUEEN_ON_SIXTH, game="follow_the_queen").equities
    assert (first, second) == (0, 1)


def test_orders_that_make_the_same_rank_wild_are_alike() -> None:
    game, random = SmallGame("follow_the_queen"), Random(5)
    deck = [repr(card) for card in find_showdown_game(game.name, 2).deck]
    queens = [card for card in deck if card[0] == "Q"]
    others = [card for card in deck if card[0] != "Q"]
    differing = 0
    for _ in range(60):
        # Half of the hands have a queen face up, whoever gets it.
        cards = random.sample(others, 13) + queens[:1]
        random.shuffle(cards)
        one, other = cards[:7], cards[7:]
        found = equity("".join(one), "".join(other), game=game.name).equities
        turned = equity("".join(other), "".join(one), game=game.name).equities
        assert found == pytest.approx(game.shares([one, other], []))
        assert turned == pytest.approx(game.shares([other, one], []))
        if game.following("Q", [one, other]) == game.following("Q", [other, one]):
            assert found == turned[::-1]
        else:
            differing += 1
    assert differing > 10


def test_who_is_dealt_cards_last_is_ahead_because_of_queens() -> None:
    """A queen of the first player is always followed by a card of the second one."""
    options: Any = {"game": "follow_the_queen", "exact": False, "samples": 300_000, "seed": 4}
    last = equity(None, None, **options).players[1]
    assert last.equity - 0.5 > 3 * last.error
    without = equity(None, None, dead="QsQhQdQc", **options).players[1]
    assert abs(without.equity - 0.5) < 3 * without.error
