"""Games by name, however the name is spelled: classes, the library, files and mixed games."""

from __future__ import annotations

import re
from functools import cache
from os import sep
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import games
from croupier.errors import SetupError, UnsupportedError
from croupier.games.documents import read_json, read_json_file
from croupier.games.listing import GAMES
from croupier.games.spelling import normalize_name, verify_name
from croupier.limits import MAX_NAME_CHARACTERS

# Most names are those of classes, and what files need takes long to import.
if TYPE_CHECKING:
    from croupier.games.configuration.schema.model import Configuration
    from croupier.games.mixed import MixedGame
    from croupier.games.poker import Poker

__all__ = [
    "ALIASES",
    "find_class",
    "find_game",
    "find_mix",
    "game_names",
    "names_file",
    "show_name",
    "show_title",
]

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
    "omaha5": "PotLimitFiveCardOmahaHoldem",
    "omaha6": "PotLimitSixCardOmahaHoldem",
    "plo5": "PotLimitFiveCardOmahaHoldem",
    "plo6": "PotLimitSixCardOmahaHoldem",
    "omaha8": "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
    "omaha5-8": "PotLimitFiveCardOmahaHoldemHighLowSplitEightOrBetter",
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
    "7stud": "FixedLimitSevenCardStud",
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

# How people write what is a part of the names of classes; the longest come first.
_WORDS = {
    " high low split eight or better": ", high-low split, eight or better",
    "omaha holdem": "Omaha",
    "holdem": "hold'em",
    "texas": "Texas",
    "greek": "Greek",
    "courchevel": "Courchevel",
    "leduc": "Leduc",
    "kuhn": "Kuhn",
    "rhode island": "Rhode Island",
    **{
        words: words.replace(" ", "-")
        for words in (
            "no limit",
            "pot limit",
            "fixed limit",
            "short deck",
            "five card",
            "six card",
            "seven card",
            "deuce to seven",
            "ace to five",
        )
    },
}
_NEAR = 0.6
_MAX = 8
_FILE = ".json"
_ROTATION = "rotation"


def game_names() -> list[str]:
    """Return the names of the classes that can be played as they are.

    >>> "NoLimitTexasHoldem" in game_names(), "Holdem" in game_names()
    (True, False)
    """
    return list(GAMES)


def show_name(name: str) -> str:
    """Return the name of a class as it is typed in a terminal.

    >>> show_name("NoLimitTexasHoldem")
    'no-limit-texas-holdem'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def show_title(name: str) -> str:
    """Return the name of a class as people read it.

    >>> show_title("NoLimitTexasHoldem"), show_title("FixedLimitSevenCardStud")
    ("No-limit Texas hold'em", 'Fixed-limit seven-card stud')
    >>> show_title("PotLimitOmahaHoldemHighLowSplitEightOrBetter")
    'Pot-limit Omaha, high-low split, eight or better'
    """
    title = show_name(name).replace("-", " ")
    for words, shown in _WORDS.items():
        title = title.replace(words, shown)
    return title[:1].upper() + title[1:]


def names_file(text: str) -> bool:
    """Return whether what stands for a game is the path of a file.

    >>> names_file("badugi"), names_file("mine.json"), names_file("games/mine")
    (False, True, True)
    """
    return text.endswith(_FILE) or sep in text or "/" in text


def find_class(text: str) -> type[Poker] | None:
    """Return the class of this name, however it is spelled, or `None` if there is none.

    >>> find_class("no_limit texas hold'em").__name__, find_class("PLO").__name__
    ('NoLimitTexasHoldem', 'PotLimitOmahaHoldem')

    Args:
        text: The name of a class with any spaces, hyphens and capitals, or a short name.

    Returns:
        The class.
    """
    name = _class_names().get(normalize_name(text))
    return None if name is None else getattr(games, name)


@cache
def _class_names() -> dict[str, str]:
    """Return the names of classes by all that people call them."""
    names = {normalize_name(name): name for name in game_names()}
    return names | {normalize_name(alias): name for alias, name in ALIASES.items()}


def find_game(text: str, *, configuration: bool = False) -> type[Poker] | Configuration:
    """Return a game by its name, or the game of a file.

    >>> find_game("nlhe").__name__, find_game("dramaha").name
    ('NoLimitTexasHoldem', 'Dramaha')
    >>> find_game("nlhee")
    Traceback (most recent call last):
        ...
    croupier.errors.UnsupportedError: there is no game 'nlhee'; did you mean nlhe, flhe, lhe?

    Args:
        text: The name of a class or of a game of the library in any spelling, a short name, or the
            path of a JSON file.
        configuration: Whether a configuration is wanted, where a name stands for a class as well.

    Returns:
        A class, or else a configuration.

    Raises:
        UnsupportedError: There is no such game; names that look alike are in the message.
        OSError: The file cannot be read.
    """
    verify_name(text)
    is_file = names_file(text)
    kind = None if is_file else find_class(text)
    definition = getattr(kind, "definition", None)
    if kind is not None and not configuration:
        return kind
    from croupier.games.configuration.library import load

    if is_file:
        return load(text)
    try:
        return load(text)
    except UnsupportedError:
        if definition is not None:
            return load(definition)
        if kind is not None:
            raise UnsupportedError(
                f"{show_name(kind.__name__)} is a class of its own, and no game of a file",
                code="class-game",
            ) from None
        mix = find_mix(text)
        if mix is not None:
            raise UnsupportedError(
                f"{mix.title or mix.name} is a mixed game, and one game is needed here",
                code="mixed-game",
            ) from None
        raise UnsupportedError(
            f"there is no game {text!r}; {_suggest(text)}", code="unknown-game"
        ) from None


def find_mix(text: str) -> MixedGame | None:
    """Return the mixed game of this name or file, or `None` if it is something else.

    >>> find_mix("horse").title, find_mix("razz")
    ('HORSE', None)

    Args:
        text: The name of a mixed game, or the path of a JSON file.

    Returns:
        The mixed game.

    Raises:
        SetupError: It is a file with a rotation, and wrong.
    """
    if len(text) > MAX_NAME_CHARACTERS:
        return None
    is_file = names_file(text)
    if not is_file and (not text.strip() or find_class(text) is not None):
        return None
    from croupier.games import mixed

    if is_file:
        path = Path(text)
        try:
            content = read_json(read_json_file(path))
        except (OSError, ValueError):
            # The reader of games says what is wrong with a file.
            return None
        is_mix = isinstance(content, dict) and _ROTATION in content
        return mixed.load(path) if is_mix else None
    try:
        return mixed.load(text)
    except (SetupError, OSError):
        return None


def _suggest(text: str) -> str:
    """Return what may have been meant, as it is typed."""
    from difflib import get_close_matches

    from croupier.games import mixed
    from croupier.games.configuration.library import library

    beside = Path(f"{text}{_FILE}")
    if beside.is_file():
        return f"did you mean the file {beside}?"
    known = [*ALIASES, *map(show_name, game_names()), *library().files, *mixed.names()]
    names: dict[str, str] = {}
    for name in known:
        names.setdefault(normalize_name(name), name)
    wanted = normalize_name(text)
    near = get_close_matches(wanted, names, n=_MAX, cutoff=_NEAR)
    # Part of a name is near, too, however long the name is.
    near += [name for name in names if wanted and wanted in name and name not in near]
    if near:
        return f"did you mean {', '.join(names[name] for name in near[:_MAX])}?"
    some = [*ALIASES][:: len(ALIASES) // _MAX]
    return (
        f"some that there are: {', '.join(some[:_MAX])}; `croupier games` lists all files of the"
        f" library, and the path of a file ends in {_FILE}"
    )
