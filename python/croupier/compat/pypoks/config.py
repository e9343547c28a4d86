"""Game configs: the seats, stacks, blinds and moves of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from croupier.compat.pypoks.menu import CALL, CHECK, FOLD, Move, MoveMenu
from croupier.errors import ConfigurationError, Problem, SetupError, UnsupportedError, guard
from croupier.games import NoLimitTexasHoldem
from croupier.state import Automation, Rules

__all__ = ["CONFIG_NAMES", "POSITION_NAMES", "GameConfig"]

POSITION_NAMES: dict[int, tuple[str, ...]] = {
    2: ("BTN", "BB"),
    3: ("SB", "BB", "BTN"),
    6: ("SB", "BB", "UTG", "MP", "CO", "BTN"),
    9: ("SB", "BB", "UTG1", "UTG2", "MP1", "MP2", "HJ", "CO", "BTN"),
}
"""The names of the positions, by the number of seats; the first posts the small blind."""

_NINE_BETS = (
    ("CCK",),
    ("FLD",),
    ("CLL",),
    ("BRM",),
    ("BR1", 1.8, 0.33),
    ("BR2", 2.15, 0.4),
    ("BR3", 2.5, 0.5),
    ("BR4", 2.95, 0.7),
    ("BR5", 3.5, 1.0),
    ("BR6", 4.2, 1.5),
    ("BR7", 5.4, 2.0),
    ("BRA",),
)
# Seats, stack, blinds and moves of the games that hands are known of.
_KNOWN: dict[str, tuple[int, int, int, int, tuple[tuple[Any, ...], ...]]] = {
    "2players_2bets": (
        2,
        1000,
        5,
        10,
        (("CCK",), ("FLD",), ("CLL",), ("BR3", 2.5, 0.5), ("BR6", 4.2, 1.5)),
    ),
    "3players_2bets": (
        3,
        500,
        2,
        5,
        (("CCK",), ("FLD",), ("CLL",), ("BR1", 2.4, 0.5), ("BR2", 3.8, 1.4)),
    ),
    "2players_9bets": (2, 1000, 5, 10, _NINE_BETS),
    "6players_9bets": (6, 1000, 5, 10, _NINE_BETS),
}
CONFIG_NAMES: tuple[str, ...] = tuple(_KNOWN)
"""The configs that are known by name."""

_AMOUNTS = ("table_size", "table_cash_start", "table_cash_sb", "table_cash_bb")
_FIELDS = (*_AMOUNTS, "table_moves")
_FIRST_MOVES = ("CCK", "FLD", "CLL")
_MIN_PLACE = 3
_FILE_ENDING = "_gc.yaml"


@dataclass(frozen=True)
class GameConfig:
    """The game of a table: no-limit hold'em with equal stacks and a menu of moves.

    Attributes:
        name: What the config is called.
        table_size: How many players there are: 2, 3, 6 or 9.
        table_cash_start: What everybody has at the start of every hand.
        table_cash_sb: The small blind.
        table_cash_bb: The big blind.
        table_moves: The moves: check, fold and call, then bets and raises.

    >>> config = GameConfig.from_name("3players_2bets")
    >>> config.table_cash_start, config.position_names
    (500, ('SB', 'BB', 'BTN'))
    >>> config.menu.names
    ('CCK', 'FLD', 'CLL', 'BR1', 'BR2')
    """

    name: str
    table_size: int
    table_cash_start: int
    table_cash_sb: int
    table_cash_bb: int
    table_moves: tuple[Move, ...]

    def __post_init__(self) -> None:
        """Check all fields."""
        problems = [*_check_amounts(self), *_check_moves(self.table_moves)]
        if problems:
            raise _refuse(f"the game config {self.name!r}", problems)

    @classmethod
    def from_name(cls, name: str, folder: str | Path | None = None) -> GameConfig:
        """Return a config of a name.

        >>> GameConfig.from_name("4players")
        Traceback (most recent call last):
            ...
        croupier.errors.UnsupportedError: there is no game config '4players': there are \
2players_2bets, 3players_2bets, 2players_9bets, 6players_9bets.

        Args:
            name: The name.
            folder: Where a file `<name>_gc.yaml` is looked for; the known configs only, when
                omitted.

        Returns:
            The config.

        Raises:
            UnsupportedError: There is no such config.
            ConfigurationError: The file is wrong.
        """
        if folder is not None:
            path = Path(folder) / f"{name}{_FILE_ENDING}"
            if path.exists():
                return cls.from_yaml(path)
        if name not in _KNOWN:
            known = ", ".join(_KNOWN)
            where = "" if folder is None else f", nor is there {name}{_FILE_ENDING} in {folder}"
            raise UnsupportedError(
                f"there is no game config {name!r}: there are {known}{where}", code="unknown-game"
            )
        size, stack, small, big, moves = _KNOWN[name]
        return cls(name, size, stack, small, big, tuple(Move(*move) for move in moves))

    @classmethod
    def from_mapping(cls, name: str, fields: Mapping[str, Any]) -> GameConfig:
        """Make a config of the fields that a file has.

        >>> config = GameConfig.from_mapping(
        ...     "duel",
        ...     {
        ...         "table_size": 2,
        ...         "table_cash_start": 100,
        ...         "table_cash_sb": 1,
        ...         "table_cash_bb": 2,
        ...         "table_moves": [["CCK"], ["FLD"], ["CLL"], ["BR1", 3, 1], ["BRA"]],
        ...     },
        ... )
        >>> config.table_moves[3]
        Move(name='BR1', preflop=3.0, postflop=1.0)

        Args:
            name: What the config is called.
            fields: `table_size`, `table_cash_start`, `table_cash_sb`, `table_cash_bb` and
                `table_moves`.

        Returns:
            The config.

        Raises:
            ConfigurationError: Something is wrong; it says everything that is.
        """
        source = f"the game config {name!r}"
        if not isinstance(fields, Mapping):
            raise _refuse(source, [f"there must be fields, not {fields!r}"])
        problems = [f"{field}: is missing" for field in _FIELDS if field not in fields]
        problems += [
            f"{field}: there is no such field, there are {', '.join(_FIELDS)}"
            for field in fields
            if field not in _FIELDS
        ]
        moves: list[Move] = []
        given = fields.get("table_moves", ())
        if not isinstance(given, Sequence) or isinstance(given, str):
            problems.append(f"table_moves: must be a list, not {given!r}")
            given = ()
        for number, move in enumerate(given):
            try:
                moves.append(_read_move(move))
            except SetupError as error:
                problems.append(f"table_moves[{number}]: {error}")
        if problems:
            raise _refuse(source, problems)
        amounts = {field: fields[field] for field in _AMOUNTS}
        return cls(name, **amounts, table_moves=tuple(moves))

    @classmethod
    def from_yaml(cls, path: str | Path) -> GameConfig:
        """Read a file; it is called `<name>_gc.yaml`.

        Args:
            path: The file.

        Returns:
            The config.

        Raises:
            UnsupportedError: PyYAML is not installed.
            ConfigurationError: The file is no YAML, or something in it is wrong.
        """
        try:
            import yaml
        except ImportError:
            raise UnsupportedError(
                "reading YAML needs PyYAML: install croupier[yaml], or use from_mapping",
                code="missing-extra",
            ) from None
        path = Path(path)
        name = path.name.removesuffix(_FILE_ENDING).removesuffix(".yaml")
        try:
            passing = (OSError, UnicodeDecodeError, yaml.YAMLError)
            with guard("read", "the reader of YAML", SetupError, passing=passing):
                fields = yaml.safe_load(path.read_text(encoding="utf-8"))
                return cls.from_mapping(name, fields)
        except ConfigurationError:
            raise
        except (yaml.YAMLError, UnicodeDecodeError, SetupError) as error:
            raise _refuse(str(path), [f"is no YAML: {error}"]) from error

    def to_mapping(self) -> dict[str, Any]:
        """Return the fields as a file has them.

        >>> config = GameConfig.from_name("2players_2bets")
        >>> GameConfig.from_mapping(config.name, config.to_mapping()) == config
        True
        """
        moves = [[part for part in move if part is not None] for move in self.table_moves]
        return {field: getattr(self, field) for field in _AMOUNTS} | {"table_moves": moves}

    @property
    def position_names(self) -> tuple[str, ...]:
        """The names of the positions."""
        return POSITION_NAMES[self.table_size]

    @cached_property
    def menu(self) -> MoveMenu:
        """The moves with their sizes."""
        return MoveMenu(self.table_moves)

    def create_game(self, automations: tuple[Automation, ...] = ()) -> NoLimitTexasHoldem:
        """Make the game that the engine plays.

        Args:
            automations: What is done without being asked for.

        Returns:
            The game.
        """
        blinds = (self.table_cash_sb, self.table_cash_bb)
        game = NoLimitTexasHoldem(automations, True, 0, blinds, self.table_cash_bb)
        # As in pypoks, what was posted is what others call.
        game.rules = Rules.POKERKIT
        return game


def _refuse(source: str, problems: list[str]) -> ConfigurationError:
    listed = [Problem(ConfigurationError.default_code, problem) for problem in problems]
    return ConfigurationError(source, listed)


def _read_move(move: Any) -> Move:
    if not isinstance(move, Sequence) or isinstance(move, str) or len(move) not in (1, 3):
        raise SetupError(
            f"must be [name] or [name, preflop size, postflop size], not {move!r}",
            code="move-syntax",
        )
    name, *sizes = move
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | float):
            raise SetupError(f"a size must be a number, not {size!r}", code="move-syntax")
    return Move(name, *map(float, sizes))


def _check_amounts(config: GameConfig) -> list[str]:
    problems = []
    for field in _AMOUNTS:
        value = getattr(config, field)
        if type(value) is not int or value <= 0:
            problems.append(f"{field}: must be a whole number above 0, not {value!r}")
    if problems:
        return problems
    if config.table_size not in POSITION_NAMES:
        sizes = ", ".join(map(str, POSITION_NAMES))
        problems.append(f"table_size: must be one of {sizes}, not {config.table_size}")
    amounts = (config.table_cash_sb, config.table_cash_bb, config.table_cash_start)
    if list(amounts) != sorted(amounts):
        problems.append(
            "table_cash_sb, table_cash_bb, table_cash_start: must not decrease, unlike"
            f" {', '.join(map(str, amounts))}"
        )
    return problems


def _check_moves(moves: tuple[Move, ...]) -> list[str]:
    problems = []
    names = [move.name for move in moves]
    if tuple(names[: len(_FIRST_MOVES)]) != _FIRST_MOVES:
        problems.append(f"table_moves: must begin with {', '.join(_FIRST_MOVES)}, not {names[:3]}")
    for number, move in enumerate(moves):
        problem = _check_move(number, move, len(moves) - 1)
        if problem is None and move.name in names[:number]:
            problem = f"{move.name} is there twice"
        if problem is not None:
            problems.append(f"table_moves[{number}]: {problem}")
    return problems


def _check_move(number: int, move: Move, last: int) -> str | None:
    name = move.name
    if not isinstance(name, str) or not name or name.split() != [name]:
        return f"a name must be text without blanks, not {name!r}"
    if number in (CHECK, FOLD, CALL) or name in ("BRM", "BRA"):
        if move.preflop is not None:
            return f"{name} has no sizes"
        if name == "BRM" and number != _MIN_PLACE:
            return "BRM, the smallest raise, can only be the fourth move"
        if name == "BRA" and number != last:
            return "BRA, all-in, can only be the last move"
        return None
    if "BR" not in name:
        return f"the name of a bet or raise must have BR in it, unlike {name!r}"
    if move.preflop is None or move.postflop is None or min(move.preflop, move.postflop) <= 0:
        return f"{name} needs two sizes above 0: times the bet, and of the pot"
    return None
