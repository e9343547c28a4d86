"""How many hands of each game are played, and in which portions."""

from __future__ import annotations

from differential.differences import DIFFERENCES
from differential.play import PAIR, play_seed

# So many hands of each game that all take about as long; a plain `State` is many games. There are
# two halves, since the tests of one file share a process.
BOARD_GAMES = {
    "FixedLimitTexasHoldem": 1100,
    "NoLimitTexasHoldem": 1300,
    "NoLimitRoyalHoldem": 1300,
    "NoLimitShortDeckHoldem": 1200,
    "PotLimitOmahaHoldem": 900,
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": 900,
    "RhodeIslandHoldem": 1200,
    "RoyalRhodeIslandHoldem": 1200,
    "Numeral211Holdem": 1200,
}
OTHER_GAMES = {
    "State": 1800,
    "FixedLimitSevenCardStud": 760,
    "FixedLimitSevenCardStudHighLowSplitEightOrBetter": 760,
    "FixedLimitRazz": 760,
    "NoLimitDeuceToSevenLowballSingleDraw": 1100,
    "FixedLimitDeuceToSevenLowballTripleDraw": 720,
    "FixedLimitBadugi": 720,
    "KuhnPoker": 1800,
    "LeducHoldem": 1300,
}
HANDS = BOARD_GAMES | OTHER_GAMES

BATCHES = 4
LONG_BATCHES = 10
LONG_HANDS = 500
FIRST_LONG_SEED = 10**6


def play_batch(game: str, batch: int) -> None:
    """Play a portion of the hands that are always played."""
    size = HANDS[game] // BATCHES
    _play(game, batch * size, size)


def play_long_batch(game: str, batch: int) -> None:
    """Play a portion of the hands that are played only when there is time."""
    _play(game, FIRST_LONG_SEED + batch * LONG_HANDS, LONG_HANDS)


def _play(game: str, first: int, count: int) -> None:
    for seed in range(first, first + count):
        play_seed(game, seed, PAIR, DIFFERENCES)
