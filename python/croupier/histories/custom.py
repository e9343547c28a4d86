"""Hands of games that are configurations: the fields that say which game, and the game they say.

Such a hand has the variant `X:G`. The game stands in fields of Croupier's own; antes, blinds and
bets stand in those of the standard, too, for whoever counts them, and must be the same there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import ConfigurationError, ParseError, PokerError, UnsupportedError
from croupier.histories.phh.documents import FORMAT
from croupier.histories.phh.field_problems import ERROR, WARNING, FieldProblem
from croupier.histories.replaying.amounts import starting_stacks
from croupier.numbers import Chips
from croupier.state import Automation, Mode

if TYPE_CHECKING:
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.games.configuration.schema.model import Configuration
    from croupier.histories.history import HandHistory

__all__ = ["check_custom", "create_custom", "record_game"]

GAME: Final = "_game"
CONFIGURATION: Final = "_configuration"
STRUCTURE: Final = "_structure"
STAKES: Final = "_stakes"
BRING_IN_OPTION: Final = "_bring_in_option"
_NAMED_BETS = "named_bets"
_BETS = ("small_bet", "big_bet", "min_bet")
# Reading a configuration takes longer than playing a hand.
_MAX_CONFIGURATIONS = 64


class _FieldError(ValueError):
    """A field does not say what it should."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field} {message}")
        self.problem = FieldProblem(ERROR, "value", field, None, message)


def create_custom(history: HandHistory) -> CustomGame:
    """Make the game of a hand.

    Args:
        history: The history.

    Returns:
        The game, with the rules of cash games, since a record may show hands in part.

    Raises:
        ParseError: A field is missing or wrong.
    """
    # Cards that are burnt are unknown: the caller who iterates burns them.
    left_out = {Automation.CARD_BURNING}
    if any(" rc" in action and "croupier:" in action for action in history.actions):
        left_out.add(Automation.RUNOUT_COUNT_SELECTION)
    values = history.user_defined_fields
    try:
        game = _make_game(
            values,
            automations=tuple(one for one in history.automations if one not in left_out),
            mode=Mode.CASH_GAME,
            divmod=history.divmod,
            rake=history.rake,
            unit=history.unit,
        )
        _compare(game, history.fields, len(starting_stacks(history)))
    except _FieldError as error:
        raise ParseError(
            str(error), code="configured-field", format=FORMAT, hand=history.key
        ) from error.__cause__
    return game


def check_custom(values: Mapping[str, Any]) -> Iterator[FieldProblem]:
    """Yield what is wrong with the fields that say which game was played.

    >>> for problem in check_custom({"_game": "raz", "_stakes": {"small_bet": 2}}):
    ...     print(problem.field, problem.message)
    _game must be the name of a game that comes with Croupier, unlike 'raz'; did you mean "razz"?

    Args:
        values: All fields of the hand.

    Yields:
        The problems.
    """
    try:
        game = _make_game(values)
        stacks = values.get("starting_stacks")
        if isinstance(stacks, list) and len(stacks) > 1:
            for index, stack in enumerate(stacks):
                if not _is_whole(stack):
                    raise _FieldError(
                        "starting_stacks",
                        f"must be integers in such a game, unlike value {index + 1}, {stack}",
                    )
            superfluous = _compare(game, values, len(stacks))
            for name in superfluous:
                message = f"has no meaning in a hand with these limits: {game.structure}"
                yield FieldProblem(WARNING, "superfluous", name, None, message)
    except _FieldError as error:
        yield error.problem


def record_game(game: CustomGame, player_count: int) -> dict[str, Any]:
    """Return the fields that say which game is played, and for how much.

    Args:
        game: The game.
        player_count: How many players there are.

    Returns:
        The fields by their names.

    Raises:
        UnsupportedError: The game comes from nowhere that can be written down.
    """
    configuration = game.configuration
    fields = {
        name: value
        for name, value in _find_posts(game, player_count).items()
        # Of blinds and bring-ins that nobody posts nothing is said.
        if name == "antes" or value not in (0, [0] * player_count)
    }
    name = _find_name(configuration)
    if name is not None:
        fields[GAME] = name
    elif configuration.source is not None:
        fields[CONFIGURATION] = configuration.source
    else:
        raise UnsupportedError(
            f"the game {configuration.name!r} was read from no file: `load` reads one",
            code="configuration-without-source",
        )
    fields[STRUCTURE] = str(game.structure)
    fields[STAKES] = {name: value for name, value in game.stakes.items() if value is not None}
    if game.bring_in_option:
        fields[BRING_IN_OPTION] = True
    return fields


def _make_game(values: Mapping[str, Any], **options: Any) -> CustomGame:
    from croupier.games.configuration.custom_game import CustomGame

    configuration = _find_configuration(values)
    structure = values.get(STRUCTURE)
    if structure is not None and not isinstance(structure, str):
        raise _FieldError(STRUCTURE, f"must be the name of limits, not {structure!r}")
    option = values.get(BRING_IN_OPTION, False)
    if not isinstance(option, bool):
        raise _FieldError(BRING_IN_OPTION, f"must be true or false, not {option!r}")
    stakes = _read_stakes(values)
    _verify_structure(configuration, structure)
    try:
        return CustomGame(configuration, structure, stakes, bring_in_option=option, **options)
    except UnsupportedError as error:
        field = GAME if CONFIGURATION not in values else CONFIGURATION
        raise _FieldError(field, f"is a game that cannot be played: {error}") from error
    except PokerError as error:
        raise _FieldError(STAKES, f"cannot be played for: {error}") from error


def _find_configuration(values: Mapping[str, Any]) -> Configuration:
    text, name = values.get(CONFIGURATION), values.get(GAME)
    if text is not None:
        if not isinstance(text, str):
            raise _FieldError(CONFIGURATION, "must be the JSON of a game as a text")
        try:
            return _read_configuration(text)
        except ConfigurationError as error:
            raise _FieldError(CONFIGURATION, f"must be the JSON of a game: {error}") from error
    if name is None:
        raise _FieldError(GAME, f"is missing, and so is {CONFIGURATION}")
    if not isinstance(name, str):
        raise _FieldError(GAME, f"must be the name of a game, not {name!r}")
    try:
        return _load(name)
    except UnsupportedError as error:
        from croupier.games.configuration.library import library
        from croupier.games.configuration.problems import suggest

        raise _FieldError(
            GAME,
            f"must be the name of a game that comes with Croupier, unlike {name!r}"
            f"{suggest(name, library().files)}",
        ) from error


@lru_cache(maxsize=_MAX_CONFIGURATIONS)
def _load(name: str) -> Configuration:
    """Return a game of the library: a record never says which files are opened."""
    from croupier.games.configuration.library import library

    return library().load(name)


@lru_cache(maxsize=_MAX_CONFIGURATIONS)
def _read_configuration(text: str) -> Configuration:
    from croupier.games.configuration.reading import read_text

    return read_text(text, source="it")


@lru_cache(maxsize=_MAX_CONFIGURATIONS)
def _find_name(configuration: Configuration) -> str | None:
    """Return the name of a game of the library, if this is one."""
    from croupier.games.configuration.library import library

    try:
        name = library().find(configuration.name)
    except UnsupportedError:
        return None
    return name if _load(name) == configuration else None


def _verify_structure(configuration: Configuration, structure: str | None) -> None:
    from croupier.games.configuration.compile.game import find_structure

    if structure is None:
        return
    try:
        find_structure(configuration, structure)
    except PokerError as error:
        raise _FieldError(STRUCTURE, f"cannot be: {error}") from error


def _read_stakes(values: Mapping[str, Any]) -> dict[str, Any]:
    stakes = values.get(STAKES)
    if stakes is None:
        raise _FieldError(STAKES, "is missing; it must be a table such as {small_bet = 2}")
    if not isinstance(stakes, Mapping):
        raise _FieldError(STAKES, f"must be a table such as {{small_bet = 2}}, not {stakes!r}")
    named = stakes.get(_NAMED_BETS, {})
    if not isinstance(named, Mapping):
        raise _FieldError(STAKES, f"must have a table of {_NAMED_BETS}, not {named!r}")
    return dict(stakes)


def _find_posts(game: CustomGame, player_count: int) -> dict[str, Any]:
    """Return what the fields of the standard say of a game and its stakes."""
    from croupier.games.configuration.schema.names import Structure

    try:
        antes, blinds, bring_in = game.forced_bets(player_count)
    except PokerError as error:
        raise _FieldError("starting_stacks", f"are of too few or too many: {error}") from error
    stakes = game.amounts
    if game.structure is Structure.LIMIT:
        bets = {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
    else:
        bets = {"min_bet": stakes.big_blind}
    return {
        "antes": list(antes),
        "blinds_or_straddles": list(blinds),
        "bring_in": bring_in,
        **bets,
    }


def _compare(game: CustomGame, values: Mapping[str, Any], player_count: int) -> list[str]:
    """Verify that the fields of the standard say the same; return those without a meaning."""
    posts = _find_posts(game, player_count)
    for name, expected in posts.items():
        given = values.get(name)
        if given is None:
            continue
        if isinstance(expected, list) and not isinstance(given, list | tuple):
            given = [given] * player_count
        given = list(given) if isinstance(given, tuple) else given
        if given != expected:
            raise _FieldError(
                name, f"must be {expected}, as the game and its stakes have it, not {given}"
            )
    return [name for name in _BETS if name in values and name not in posts]


def _is_whole(stack: Chips) -> bool:
    return type(stack) is int or stack == float("inf")
