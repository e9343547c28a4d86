"""The game of `croupier play` and `croupier match`, from the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.agents import Agent, make_agent
from croupier.cli.arguments.custom_games import choose_players, make_custom_game
from croupier.cli.arguments.stakes import find_seats, find_stakes
from croupier.cli.output.console import errors
from croupier.compat.pypoks import CONFIG_NAMES, GameConfig
from croupier.errors import SetupError
from croupier.games import Poker
from croupier.games.finding import find_game, find_mix, show_name
from croupier.games.making import DEFAULT_BET
from croupier.numbers import Chips
from croupier.state import Mode
from croupier.tables import Lineup, Mixed, Single

if TYPE_CHECKING:
    from croupier.games import CustomGame, mixed

__all__ = ["PlayedGame", "find_played", "make_player"]

_PLAYERS = 6
_CONFIG_SUFFIXES = (".yaml", ".yml")


class PlayedGame(NamedTuple):
    """A game that is ready to be played.

    Attributes:
        lineup: The game or the games.
        title: What it is called.
        stack: What players buy in for.
        players: How many there are.
        config: The game config of pypoks, if it is one.
    """

    lineup: Lineup
    title: str
    stack: Chips
    players: int
    config: GameConfig | None = None


# A name before an agent: options of agents and paths have a colon or a slash before their first =.
_NAMED = re.compile(r"([^:=/\\]+)=(.+)", re.DOTALL)


def split_name(text: str) -> tuple[str, str]:
    """Return what somebody calls an agent, if anything, and the agent.

    >>> split_name("Rock=subprocess:./bot --level=3"), split_name("subprocess:./bot --level=3")
    (('Rock', 'subprocess:./bot --level=3'), ('', 'subprocess:./bot --level=3'))

    Args:
        text: The agent, perhaps behind a name and an equals sign.

    Returns:
        The name or nothing, and what `make_agent` knows.
    """
    named = _NAMED.fullmatch(text)
    return ("", text) if named is None else (named[1].strip(), named[2])


def make_player(text: str, *, debug: bool = False) -> Agent:
    """Make an agent by its name, and say where it is waited for if it comes from elsewhere.

    >>> make_player("caller"), make_player("Rock=caller")
    (<Caller 'caller'>, <Caller 'Rock'>)

    Args:
        text: What `make_agent` knows, perhaps behind a name and an equals sign.
        debug: Whether all lines that go to a program and come from it are printed.

    Returns:
        The agent.

    Raises:
        UnsupportedError: There is no such agent.
        SetupError: Its options are wrong.
    """
    name, text = split_name(text)
    agent = make_agent(text)
    if name:
        # Views show the name even of an agent that cannot be given it.
        with suppress(AttributeError):
            agent.name = name  # type: ignore[attr-defined]
    if debug:
        from croupier.cli.output.debugging import listen_to

        listen_to(agent, name or text.partition(":")[0])
    if text.partition(":")[0].strip().lower() == "acpc":
        from croupier.agents import AcpcDealer

        assert isinstance(agent, AcpcDealer)
        # The match begins when the program has connected, and not before.
        said = (
            f"Waiting at port {agent.port} for a program of the computer poker competition,"
            f" for {agent.seconds_to_connect:g} seconds"
        )
        errors.print(said, highlight=False, soft_wrap=True)
    return agent


def find_played(
    name: str,
    given: Mapping[str, Any],
    *,
    structure: str | None = None,
    stakes: str | None = None,
    stack: str | None = None,
    players: int | None = None,
    mode: Mode = Mode.TOURNAMENT,
) -> PlayedGame:
    """Find a game, a game of a file, a mixed game or a game config of pypoks, with its stakes.

    >>> find_played("horse", {}).title, find_played("nlhe", {}, players=3).stack
    ('HORSE', 200)

    Args:
        name: The name, or the path of a file.
        given: Amounts, by the names of the options.
        structure: The limits of a game of a file.
        stakes: Names and amounts of such a game's bets.
        stack: What players buy in for.
        players: How many there are.
        mode: The kind of rules.

    Returns:
        The game.

    Raises:
        UnsupportedError: There is no such game.
        SetupError: The stakes do not fit it.
    """
    if name in CONFIG_NAMES or name.endswith(_CONFIG_SUFFIXES):
        return _find_config(name, given, structure, stakes, stack, players)
    mix = find_mix(name)
    if mix is not None:
        return _find_mixed(mix, given, stack, players, mode)
    kind = find_game(name, configuration=structure is not None or stakes is not None)
    game: Poker | CustomGame
    if isinstance(kind, type):
        made: Any = kind
        game = made((), **find_stakes(kind, dict(given)), mode=mode)
        title = show_name(kind.__name__)
    else:
        game = make_custom_game(kind, structure, stakes, given, mode)
        title = f"{kind.name}, {game.structure}"
        if players is None:
            players = choose_players(kind)
    stacks, count = find_seats(game, stack, players)
    if isinstance(stacks, tuple):
        if len(set(stacks)) > 1:
            raise SetupError(
                "--stack takes one amount, which is what everybody buys in for", code="option-value"
            )
        stacks = stacks[0]
    return PlayedGame(Single(game), title, stacks, count)


def _find_config(
    name: str,
    given: Mapping[str, Any],
    structure: str | None,
    stakes: str | None,
    stack: str | None,
    players: int | None,
) -> PlayedGame:
    config = GameConfig.from_name(name) if name in CONFIG_NAMES else GameConfig.from_yaml(name)
    if given or structure is not None or stakes is not None or stack is not None:
        raise SetupError(
            f"{config.name} is a game config, which has its stakes and stacks itself",
            code="option-conflict",
        )
    if players not in (None, config.table_size):
        raise SetupError(
            f"{config.name} is for {config.table_size} players, not {players}", code="player-count"
        )
    lineup = Single(config.create_game())
    return PlayedGame(lineup, config.name, config.table_cash_start, config.table_size, config)


def _find_mixed(
    mix: mixed.MixedGame,
    given: Mapping[str, Any],
    stack: str | None,
    players: int | None,
    mode: Mode,
) -> PlayedGame:
    blinds = given.get("blinds")
    bet = given.get("small-bet") or given.get("bet") or (blinds and max(blinds)) or DEFAULT_BET
    wrong = sorted(set(given) - {"blinds", "small-bet", "bet", "big-bet", "ante", "bring-in"})
    if wrong:
        raise SetupError(f"{mix.name} takes no --{wrong[0]}", code="unknown-option")
    amounts: dict[str, Chips] = {"small_bet": bet}
    for option, amount in (("big-bet", "big_bet"), ("ante", "ante"), ("bring-in", "bring_in")):
        if option in given:
            amounts[amount] = given[option]
    lineup = Mixed(mix, amounts, mode=mode)
    least, most = lineup.bounds
    count = max(least, min(most, _PLAYERS)) if players is None else players
    if stack is not None and not stack.strip().isdecimal():
        raise SetupError(
            f"--stack takes one amount of whole chips, unlike {stack!r}", code="option-value"
        )
    return PlayedGame(lineup, lineup.title, 100 * bet if stack is None else int(stack), count)
