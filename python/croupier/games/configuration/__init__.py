"""Games as JSON files: read, checked, described and turned into what the engine plays.

>>> from croupier.games import load
>>> try:
...     load({"game": "Five Card Nothing", "players": {"min": 2, "max": "nine"}})
... except ValueError as error:
...     print(error)
the game has 5 errors:
  players.max: must be a whole number from 2 to 52, not "nine"
  deck: is missing; it must be an object with "type" and "cards"
  bettingStructures: is missing; it must be a list that is not empty
  gamePlay: is missing; it must be a list that is not empty
  showdown: is missing; it must be an object
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.games.configuration.problems import Problem
    from croupier.games.configuration.reading import find_problems, read, read_file, read_text
    from croupier.games.configuration.schema.model import Configuration

__all__ = ["Configuration", "Problem", "find_problems", "read", "read_file", "read_text"]

# To list games and to find them by name, none is read.
_LATER = {
    "Configuration": "croupier.games.configuration.schema.model",
    "Problem": "croupier.games.configuration.problems",
    "find_problems": "croupier.games.configuration.reading",
    "read": "croupier.games.configuration.reading",
    "read_file": "croupier.games.configuration.reading",
    "read_text": "croupier.games.configuration.reading",
}

__getattr__, __dir__ = import_later(__name__, _LATER)
