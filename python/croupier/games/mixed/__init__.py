"""Mixed games: several games that take turns at one table.

A mixed game is data, as every game is: a JSON file that names the games, how much may be bet in
each, and when the next one's turn is. Those that card rooms know are here by name.

>>> horse = load("horse")
>>> "".join(entry.letter for entry in horse.rotation)
'HORSE'
>>> horse.next_game(hand_number=6, player_count=6).game
'omaha_holdem_hi_lo_8'
"""

from __future__ import annotations

from croupier.games.mixed.game import MixedGame, RotationEntry, RotationRule
from croupier.games.mixed.reading import load, names

__all__ = ["MixedGame", "RotationEntry", "RotationRule", "load", "names"]
