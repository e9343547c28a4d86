"""Games by name, however the name is spelled."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from croupier import games
from croupier.errors import UnsupportedError
from croupier.games import Poker
from croupier.games.spelling import plain

__all__ = ["ALIASES", "find_game", "game_names", "show_name"]

ALIASES = {
    "nlhe": "NoLimitTexasHoldem",
    "nlh": "NoLimitTexasHoldem",
    "holdem": "NoLimitTexasHoldem",
    "flhe": "FixedLimitTexasHoldem",
    "lhe": "FixedLimitTexasHoldem",
    "limit-holdem": "FixedLimitTexasHoldem",
    "short-deck": "NoLimitShortDeckHoldem",
    "six-plus": "NoLimitShortDeckHoldem",
    "6plus": "NoLimitShortDeckHoldem",
    "royal": "NoLimitRoyalHoldem",
    "greek": "NoLimitGreekHoldem",
    "plo": "PotLimitOmahaHoldem",
    "omaha": "PotLimitOmahaHoldem",
    "plo4": "PotLimitOmahaHoldem",
    "plo5": "PotLimitFiveCardOmahaHoldem",
    "plo6": "PotLimitSixCardOmahaHoldem",
    "o8": "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "flo8": "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "plo8": "PotLimitOmahaHoldemHighLowSplitEightOrBetter",
    "big-o": "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
    "courchevel": "PotLimitCourchevel",
    "pineapple": "NoLimitPineapple",
    "crazy-pineapple": "NoLimitCrazyPineapple",
    "crazy-pineapple-8": "FixedLimitCrazyPineappleHighLowSplitEightOrBetter",
    "stud": "FixedLimitSevenCardStud",
    "7cs": "FixedLimitSevenCardStud",
    "stud8": "FixedLimitSevenCardStudHighLowSplitEightOrBetter",
    "razz": "FixedLimitRazz",
    "5cs": "FixedLimitFiveCardStud",
    "27sd": "NoLimitDeuceToSevenLowballSingleDraw",
    "27td": "FixedLimitDeuceToSevenLowballTripleDraw",
    "a5td": "FixedLimitAceToFiveLowballTripleDraw",
    "5cd": "FixedLimitFiveCardDraw",
    "badugi": "FixedLimitBadugi",
    "badacey": "FixedLimitBadacey",
    "badeucy": "FixedLimitBadeucy",
    "kuhn": "KuhnPoker",
    "leduc": "LeducHoldem",
    "rhode-island": "RhodeIslandHoldem",
    "numeral211": "Numeral211Holdem",
}
"""Short names of famous games."""

_NEAR = 0.6
_MOST = 8
_NEEDED = ("deck", "hand_types", "betting_structure")


def game_names() -> list[str]:
    """Return the names of the classes that can be played as they are.

    >>> "NoLimitTexasHoldem" in game_names(), "Holdem" in game_names()
    (True, False)
    """
    return [name for name in games.__all__ if _is_game(getattr(games, name))]


def _is_game(value: Any) -> bool:
    return issubclass(value, Poker) and all(hasattr(value, name) for name in _NEEDED)


def show_name(name: str) -> str:
    """Return the name of a class as it is typed in a terminal.

    >>> show_name("NoLimitTexasHoldem")
    'no-limit-texas-holdem'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def find_game(text: str) -> type[Poker]:
    """Return the game of this name, however it is spelled.

    >>> find_game("no_limit texas hold'em").__name__, find_game("PLO").__name__
    ('NoLimitTexasHoldem', 'PotLimitOmahaHoldem')

    Args:
        text: The name of a class with any spaces, hyphens and capitals, or a short name.

    Returns:
        The class.

    Raises:
        UnsupportedError: There is no such game; names that look alike are in the message.
    """
    names = {plain(name): name for name in game_names()}
    names |= {plain(alias): name for alias, name in ALIASES.items()}
    wanted = plain(text)
    if wanted in names:
        found: type[Poker] = getattr(games, names[wanted])
        return found
    raise UnsupportedError(f"there is no game {text!r}; {_suggest(wanted, names)}")


def _suggest(wanted: str, names: dict[str, str]) -> str:
    near = get_close_matches(wanted, names, n=_MOST, cutoff=_NEAR)
    # Part of a name is near, too, however long the name is.
    near += [name for name in names if wanted and wanted in name]
    shown = list(dict.fromkeys(show_name(names[name]) for name in near))[:_MOST]
    if shown:
        return f"did you mean {', '.join(shown)}?"
    return f"some that there are: {', '.join(ALIASES)}"
