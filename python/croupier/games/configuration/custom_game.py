"""Games of configurations at the table: limits, stakes, and hands of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from croupier.games.configuration.compile.game import CompiledGame, compile, find_structure
from croupier.games.configuration.compile.layouts import find_layout
from croupier.games.configuration.compile.stakes import Stakes
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import Structure
from croupier.games.creating import GameStart
from croupier.games.poker import Poker
from croupier.numbers import Chips
from croupier.state import Automation, Mode, Rules, State
from croupier.state.enums import find_option
from croupier.state.setup import Definition, Setup
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["CustomGame"]

# To compile a game takes as long as to start a thousand hands of it: programs are kept.
_MAX_PROGRAMS = 256
_programs: dict[tuple[object, ...], CompiledGame] = {}


class CustomGame(GameStart):
    """A game that a configuration describes, with limits and stakes, ready to start hands.

    `Configuration.game` makes it. It is called as the games that are classes are, and can be
    simulated as they are.

    >>> from croupier.games import load
    >>> game = load("razz").game("Limit", {"small_bet": 10, "ante": 1})
    >>> state = game(500, 3, seed=7)
    >>> list(state.legal)
    ['post_bring_in', 'complete_bet_or_raise_to']

    Attributes:
        configuration: The game.
        structure: The limits.
        stakes: The amounts of the bets that were given.
        automations: What states do of their own accord.
        mode: Which rules apply where tournaments and cash games differ.
        rules: Whose rules apply where card rooms and PokerKit differ.
    """

    _read_parts = attrgetter(
        "configuration",
        "structure",
        "stakes",
        "automations",
        "mode",
        "divmod",
        "rake",
        "rules",
        "bring_in_option",
        "unit",
    )

    def __init__(
        self,
        configuration: Configuration,
        structure: str | Structure | None = None,
        stakes: Mapping[str, Any] | None = None,
        *,
        automations: tuple[Automation, ...] = tuple(Automation),
        mode: Mode = Mode.TOURNAMENT,
        divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
        rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
        rules: Rules | None = None,
        bring_in_option: bool = False,
        unit: int | None = None,
    ) -> None:
        """Make a game.

        Args:
            configuration: The game.
            structure: The limits; the first that the game allows when omitted.
            stakes: The amounts of the bets: `small_bet`, `big_bet`, `small_blind`, `big_blind`,
                `ante`, `bring_in` and those that only this game has. Most can be left out.
            automations: What states do of their own accord.
            mode: Which rules apply where tournaments and cash games differ.
            divmod: Divides an amount into shares and returns one share and the rest.
            rake: Divides a pot into what is raked and what is not.
            rules: Whose rules apply where card rooms and PokerKit differ; those of `Poker.rules`
                when omitted.
            bring_in_option: Whether who brings in may raise when everybody just calls.
            unit: The smallest chip, in which pots are split and raked; 1 when omitted.

        Raises:
            SetupError: The limits or the stakes are wrong; it is a ValueError.
            UnsupportedError: The engine cannot play the game.
        """
        self.configuration = configuration
        self.structure = (
            configuration.structures[0]
            if structure is None
            else find_structure(configuration, structure)
        )
        self.stakes = dict(stakes or {})
        self.automations = automations
        self.mode = mode
        self.divmod = divmod
        self.rake = rake
        self.rules = Poker.rules if rules is None else find_option(Rules, rules)
        self.bring_in_option = bring_in_option
        self.unit = unit
        # Wrong limits and stakes are wrong with any number of players.
        self._find_program(configuration.players.minimum)

    @property
    def small_bet(self) -> int:
        """The smallest bet of the first betting round; the small bet where there are no rounds.

        >>> from croupier.games import load
        >>> load("texas_holdem").game("No Limit", {"big_blind": 6}).small_bet
        6
        """
        program = self._find_program(self.configuration.players.minimum)
        bets = [each["action"]["bet"] for each in program.steps if "bet" in each["action"]]
        if not bets:
            return program.amounts.small_bet
        smallest: int = bets[0]["minimum_bet"]
        return smallest

    @property
    def amounts(self) -> Stakes:
        """The amounts of all bets, those included that were left out of the stakes.

        >>> from croupier.games import load
        >>> load("razz").game("Limit", {"small_bet": 10}).amounts.bring_in
        5
        """
        return self._find_program(self.configuration.players.minimum).amounts

    def deals_street_by_street(self, player_count: int) -> bool:
        """Return whether cards are just dealt and exchanged, with a betting round after each deal.

        >>> from croupier.games import load
        >>> load("texas_holdem").game("Limit", {"small_bet": 10}).deals_street_by_street(3)
        True

        Args:
            player_count: How many players there are.

        Returns:
            Whether it is so.
        """
        return self._find_program(player_count).deals_street_by_street

    def compile(self, player_count: int) -> CompiledGame:
        """Return what the engine plays with so many players.

        Args:
            player_count: How many players there are.

        Returns:
            The program.

        Raises:
            SetupError: The game is not for so many players; it is a ValueError.
        """
        return compile(
            self.configuration,
            self.structure,
            self.stakes,
            player_count,
            bring_in_option=self.bring_in_option,
        )

    def forced_bets(self, player_count: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        """Return what so many players must post.

        >>> from croupier.games import load
        >>> CustomGame(load("razz"), stakes={"small_bet": 10, "ante": 1}).forced_bets(3)
        ((1, 1, 1), (0, 0, 0), 5)

        Args:
            player_count: How many players there are.

        Returns:
            The antes, the blinds and the bring-in, in the order in which states take them.

        Raises:
            SetupError: The game is not for so many players; it is a ValueError.
        """
        program = self._find_program(player_count)
        return program.antes, program.blinds, program.bring_in

    def _find_program(self, player_count: int) -> CompiledGame:
        """Return a program that nobody else may change."""
        # Equal numbers may be of different types, of which some are wrong.
        stakes = tuple(sorted(map(repr, self.stakes.items())))
        structure, option = str(self.structure), self.bring_in_option
        key = (self.configuration, structure, stakes, player_count, option)
        program = _programs.get(key)
        if program is None:
            program = self.compile(player_count)
            if len(_programs) >= _MAX_PROGRAMS:
                _programs.clear()
            _programs[key] = program
        return program

    def _make_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        program = self._find_program(player_count)
        return Setup(
            program.definition,
            automations=self.automations,
            ante_trimming_status=program.ante_trimming_status,
            antes=program.antes,
            blinds_or_straddles=program.blinds,
            bring_in=program.bring_in,
            starting_stacks=raw_starting_stacks,
            player_count=player_count,
            mode=self.mode,
            starting_board_count=1,
            divmod=self.divmod,
            rake=self.rake,
            rules=self.rules,
            board_layout=find_layout(self.configuration),
            unit=self.unit,
        )

    def define(self) -> Definition:
        """Return the game as data: the deck, the limits, the steps and the hands that win.

        >>> from croupier.games import load
        >>> load("razz").game("Limit", {"small_bet": 10}).define()
        <Definition: Fixed-limit, 52 cards, 5 streets, 10 steps, 1 contests>

        Returns:
            The game, without stakes and stacks. It can be compared, pickled, and written as JSON.
        """
        return self._find_program(self.configuration.players.minimum).definition

    def __repr__(self) -> str:
        return f"CustomGame({self.configuration.name!r}, {str(self.structure)!r})"
