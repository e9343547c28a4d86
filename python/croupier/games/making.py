"""Games by name, with stakes: those that are given, and what goes with them for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier.errors import SetupError
from croupier.games.creating import GameStart
from croupier.games.finding import find_game, show_name
from croupier.games.poker import Poker
from croupier.numbers import Chips, ChipsLike
from croupier.state import Automation, Mode

if TYPE_CHECKING:
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.games.configuration.schema.model import Configuration

__all__ = [
    "DEFAULT_BET",
    "GameLike",
    "complete_stakes",
    "find_made_game",
    "make_game",
    "make_stakes",
    "name_stakes",
]

GameLike: TypeAlias = "str | type[Poker] | Configuration | Poker | CustomGame"
"""A game by its name, a class, a configuration, or a game that was made with stakes."""

DEFAULT_BET = 2
"""The big blind, or the small bet, where nobody says what it is."""

# The names of the stakes in constructors of classes.
_NAMES = {
    "raw_antes": "ante",
    "raw_blinds_or_straddles": "blinds",
    "bring_in": "bring_in",
    "bet": "bet",
    "min_bet": "bet",
    "small_bet": "small_bet",
    "big_bet": "big_bet",
}
# Their names in files.
_FILE_NAMES = {"bet": "big_blind"}


def make_game(
    game: str | type[Poker] | Configuration,
    *,
    mode: Mode = Mode.TOURNAMENT,
    unit: ChipsLike | None = None,
    **stakes: Any,
) -> Poker | CustomGame:
    """Make a game by its name, with stakes.

    Whatever nobody decides is done by itself in its hands: cards are dealt, blinds are posted, pots
    are pushed.

    >>> make_game("nlhe")(200, 2, seed=1).legal["complete_bet_or_raise_to"].min_amount
    4
    >>> make_game("nlhe")(200, 2, seed=1).blinds_or_straddles
    (1, 2)
    >>> make_game("razz", ante=1, small_bet=4)(400, 2, seed=1).bring_in
    2
    >>> make_game("dramaha", blinds=(5, 10)).small_bet
    10
    >>> make_game("nlhe", bring_in=1)
    Traceback (most recent call last):
        ...
    croupier.errors.SetupError: no-limit-texas-holdem takes no bring_in, but ante, blinds, bet

    Args:
        game: Any name of a game, the path of a JSON file, a class or a configuration.
        mode: Which rules apply where tournaments and cash games differ.
        unit: The smallest chip, such as `Decimal("0.01")` for money: pots are split and raked in
            whole chips. Integers are split in whole chips, and other numbers as finely as they can
            be, when omitted.
        **stakes: `ante`, `blinds`, `bring_in`, `bet`, `small_bet` and `big_bet`, those of them that
            the game has. What is left out follows from the others: blinds are 1 and 2, or the small
            bet is 2, if nothing is given.

    Returns:
        The game, which starts hands when it is called.

    Raises:
        UnsupportedError: There is no such game.
        SetupError: The stakes do not fit it.
    """
    found = find_game(game) if isinstance(game, str) else game
    if not isinstance(found, type):
        if not hasattr(found, "game"):
            raise SetupError(
                f"invalid game: expected a name, a class or a configuration, got {found!r:.100}",
                code="no-game",
            )
        return found.game(None, make_stakes(stakes), mode=mode, unit=unit)
    if not issubclass(found, Poker):
        raise SetupError(
            f"invalid game: expected a class of games, got {found.__name__}", code="no-game"
        )
    wrong = [name for name in stakes if name not in name_stakes(found)]
    if wrong:
        known = ", ".join(name_stakes(found))
        raise SetupError(
            f"{show_name(found.__name__)} takes no {', '.join(wrong)}, but {known}",
            code="unknown-option",
        )
    made: Any = found
    game_made: Poker = made(tuple(Automation), **complete_stakes(found, stakes), mode=mode)
    if unit is not None:
        game_made.unit = unit
    return game_made


def find_made_game(game: GameLike) -> Poker | CustomGame:
    """Return a game with stakes: the game itself, or one that `make_game` makes.

    >>> find_made_game(make_game("leduc", small_bet=4)).small_bet
    4

    Args:
        game: A game by its name, a class, a configuration, or a game that was made with stakes.

    Raises:
        UnsupportedError: There is no such game.
        SetupError: It is not a game.
    """
    # A game of a file is one of those that start hands, without being a class of its own.
    if isinstance(game, GameStart):
        return game
    return make_game(game)


def name_stakes(kind: type[Poker]) -> dict[str, str]:
    """Return the stakes that a class takes: what its constructor calls them, by their names.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> list(name_stakes(NoLimitTexasHoldem))
    ['ante', 'blinds', 'bet']
    """
    return {_NAMES[name]: name for name in _find_parameters(kind)}


def complete_stakes(kind: type[Poker], stakes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a class: the stakes that are given, and what goes with them.

    >>> from croupier.games import FixedLimitRazz
    >>> made = complete_stakes(FixedLimitRazz, {"small_bet": 10})
    >>> made["raw_antes"], made["bring_in"], made["big_bet"]
    (5, 5, 20)

    Args:
        kind: The class.
        stakes: The stakes by their names, all of which the class takes.

    Returns:
        The arguments by the names of the constructor.
    """
    names = name_stakes(kind)
    given = {names[name]: amount for name, amount in stakes.items()}
    # Antes that differ do so on purpose.
    trimming = not isinstance(given.get("raw_antes", 0), tuple)
    return {"ante_trimming_status": trimming, **_complete(_find_parameters(kind), given)}


def make_stakes(stakes: Mapping[str, Any]) -> dict[str, Any]:
    """Return stakes as games of files take them: by the names that files have for them.

    >>> make_stakes({"blinds": (5, 10), "ante": 1})
    {'ante': 1, 'small_blind': 5, 'big_blind': 10}
    >>> make_stakes({})
    {'small_bet': 2}

    Args:
        stakes: The stakes by the names of `make_game`, or of files.

    Returns:
        The stakes, with a small bet if there is no bet at all.

    Raises:
        SetupError: The blinds are not two.
    """
    found = {_FILE_NAMES.get(name, name): amount for name, amount in stakes.items()}
    blinds = found.pop("blinds", None)
    if blinds is not None:
        if not isinstance(blinds, tuple | list) or len(blinds) != 2:
            raise SetupError(
                f"blinds are the small and the big blind here, unlike {blinds}", code="blind-count"
            )
        found |= {"small_blind": blinds[0], "big_blind": blinds[1]}
    if not any(found.get(name) for name in ("small_bet", "big_blind")):
        found["small_bet"] = DEFAULT_BET
    return found


@lru_cache(256)
def _find_parameters(kind: type[Poker]) -> dict[str, Parameter]:
    return {
        name: parameter
        for name, parameter in signature(kind).parameters.items()
        if name in _NAMES and parameter.kind is not Parameter.KEYWORD_ONLY
    }


def _complete(parameters: dict[str, Parameter], stakes: dict[str, Any]) -> dict[str, Any]:
    """Add what was left out and has no default of its own."""
    blinds = stakes.get("raw_blinds_or_straddles", DEFAULT_BET)
    largest = max(blinds) if isinstance(blinds, tuple | list) else blinds
    unit = stakes.get("small_bet") or stakes.get("min_bet") or largest or DEFAULT_BET
    defaults = {
        # Without blinds, antes make the pot worth playing for.
        "raw_antes": 0 if "raw_blinds_or_straddles" in parameters else _half(unit),
        "raw_blinds_or_straddles": (_half(unit), unit),
        "bring_in": _half(unit),
        "min_bet": unit,
        "small_bet": unit,
        "big_bet": 2 * unit,
    }
    missing = {
        name
        for name, parameter in parameters.items()
        if parameter.default is Parameter.empty or (name == "big_bet" and "small_bet" in stakes)
    }
    return {name: defaults[name] for name in missing} | stakes


def _half(amount: Chips) -> Chips:
    """Return half an amount, in whole chips where it is in whole chips."""
    return max(amount // 2, 1) if isinstance(amount, int) else amount / 2
