"""Mixed games, and whose turn it is in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any

from croupier.errors import SetupError
from croupier.state import BettingStructure

__all__ = ["STRUCTURES", "MixedGame", "Rotation", "RotationEntry", "RotationRule"]

STRUCTURES = {
    "Limit": BettingStructure.FIXED_LIMIT,
    "No Limit": BettingStructure.NO_LIMIT,
    "Pot Limit": BettingStructure.POT_LIMIT,
}
"""How files name the limits on bets."""

_STRUCTURE_NAMES = {structure: name for name, structure in STRUCTURES.items()}


@unique
class RotationRule(StrEnum):
    """The rule for the change to the next game.

    >>> RotationRule("orbit")
    <RotationRule.ORBIT: 'orbit'>
    """

    ORBIT = "orbit"
    """When everybody has had the button once."""
    HANDS = "hands"
    """After a number of hands."""


@dataclass(frozen=True)
class RotationEntry:
    """One game of a mixed game.

    >>> RotationEntry("razz", BettingStructure.FIXED_LIMIT, "R").game
    'razz'

    Attributes:
        game: The name of the game, as the library or its user has it.
        betting_structure: How much may be bet.
        letter: What the game is called for short.
    """

    game: str
    betting_structure: BettingStructure
    letter: str = ""


@dataclass(frozen=True)
class MixedGame:
    """A mixed game: several games that take turns, or that dealers choose from.

    Hands are counted from 0.

    >>> mix = MixedGame(
    ...     "ho",
    ...     (
    ...         RotationEntry("texas_holdem", BettingStructure.NO_LIMIT, "H"),
    ...         RotationEntry("omaha_holdem", BettingStructure.POT_LIMIT, "O"),
    ...     ),
    ... )
    >>> [mix.next_game(hand_number, 3).letter for hand_number in range(7)]
    ['H', 'H', 'H', 'O', 'O', 'O', 'H']

    Attributes:
        name: The name by which programs know it.
        rotation: The games, in the order in which they are played.
        rule: When the next game's turn is.
        hands_per_game: How many hands a game has if the rule counts hands, otherwise `None`.
        dealers_choice: Whether the dealer picks the game instead of the order.
        minimum_players: How many players there must be.
        maximum_players: How many players there may be.
        title: The name for people.
        description: What it is, in a sentence.
        aliases: Other names.
    """

    name: str
    rotation: tuple[RotationEntry, ...]
    rule: RotationRule = RotationRule.ORBIT
    hands_per_game: int | None = None
    dealers_choice: bool = False
    minimum_players: int = 2
    maximum_players: int = 10
    title: str = ""
    description: str = ""
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            SetupError: Something is wrong; everything that is, is said.
        """
        problems = []
        if not self.rotation:
            problems.append("there must be at least one game")
        if not 2 <= self.minimum_players <= self.maximum_players:
            problems.append(
                "there must be at least two players, and no fewer at most than at least, not"
                f" {self.minimum_players} to {self.maximum_players}"
            )
        if self.rule is RotationRule.HANDS:
            if self.hands_per_game is None or self.hands_per_game < 1:
                problems.append(
                    "a rotation by hands needs the number of hands that a game has, 1 or more, not"
                    f" {self.hands_per_game}"
                )
        elif self.hands_per_game is not None:
            problems.append("a rotation by orbits has no number of hands")
        if problems:
            raise SetupError(
                f"the mixed game {self.name!r}: {'; '.join(problems)}", code="mixed-game-parts"
            )

    def next_game(
        self, hand_number: int, player_count: int, choice: str | None = None
    ) -> RotationEntry:
        """Return the game of a hand, if the number of players was the same all the time.

        `play` knows the game when players come and go.

        >>> from croupier.games.mixed import load
        >>> load("eight_game_mix").next_game(6 * 6, player_count=6).betting_structure
        <BettingStructure.NO_LIMIT: 'No-limit'>
        >>> load("dealers_choice").next_game(0, 6, choice="T").game
        'deuce_to_seven_triple_draw'

        Args:
            hand_number: How many hands were played before.
            player_count: How many players there are.
            choice: What the dealer picked, where dealers pick: the letter or the name of a game.

        Returns:
            The game and its limits.

        Raises:
            SetupError: The numbers cannot be, or the dealer's choice is missing, unknown,
                ambiguous, or not asked for.
        """
        turn, _ = divmod(hand_number, self._count_hands(hand_number, player_count))
        if self.dealers_choice:
            return self._pick(choice)
        if choice is not None:
            raise SetupError(
                f"the order of {self.name!r} decides which game is played, not a dealer:"
                f" {choice!r}",
                code="no-dealers-choice",
            )
        return self.rotation[turn % len(self.rotation)]

    def is_change(self, hand_number: int, player_count: int) -> bool:
        """Return whether a hand is the first of a game: then a dealer picks, if dealers do.

        >>> from croupier.games.mixed import load
        >>> [load("horse").is_change(hand_number, 3) for hand_number in range(5)]
        [True, False, False, True, False]

        Args:
            hand_number: How many hands were played before.
            player_count: How many players there are.

        Returns:
            Whether it is the first hand.

        Raises:
            SetupError: The numbers cannot be.
        """
        return hand_number % self._count_hands(hand_number, player_count) == 0

    def play(
        self,
        player_counts: Iterable[int],
        choose: Callable[[int], str] | None = None,
    ) -> Iterator[RotationEntry]:
        """Yield the game of one hand after the other, while the number of players may change.

        An orbit is over when as many hands as there are players now were played in it.

        >>> from itertools import repeat, islice
        >>> from croupier.games.mixed import load
        >>> "".join(entry.letter for entry in islice(load("hose").play(repeat(2)), 9))
        'HHOOSSEEH'
        >>> "".join(entry.letter for entry in load("hose").play([3, 3, 2, 2, 2]))
        'HHOOS'

        Args:
            player_counts: How many players each hand has.
            choose: What is asked for the dealer's choice, with the number of the hand, when a game
                begins; it answers with the letter or the name of a game.

        Yields:
            The game and its limits.

        Raises:
            SetupError: A number of players cannot be, or nobody or somebody too many chooses.
        """
        if self.dealers_choice != (choose is not None):
            raise SetupError(
                f"in {self.name!r} dealers choose, so `choose` must say who asks them"
                if self.dealers_choice
                else f"the order of {self.name!r} decides which game is played, not a dealer",
                code="dealers-choice",
            )
        rotation = Rotation(self)
        for hand_number, player_count in enumerate(player_counts):
            picks = choose is not None and rotation.begins(player_count)
            yield rotation.next(player_count, choose(hand_number) if choose and picks else None)

    def to_dict(self) -> dict[str, Any]:
        """Return the mixed game as a file has it.

        >>> from croupier.games.mixed import load
        >>> load(load("horse").to_dict()) == load("horse")
        True

        Returns:
            What JSON can be written from.
        """
        structures = {entry.betting_structure for entry in self.rotation}
        found: dict[str, Any] = {"name": self.name}
        if self.title:
            found["displayName"] = self.title
        if self.description:
            found["description"] = self.description
        if self.aliases:
            found["aliases"] = list(self.aliases)
        found |= {
            "minPlayers": self.minimum_players,
            "maxPlayers": self.maximum_players,
            "rotationType": self.rule.value,
        }
        if self.hands_per_game is not None:
            found["handsPerGame"] = self.hands_per_game
        if self.dealers_choice:
            found["dealersChoice"] = True
        found["bettingStructures"] = [
            name for name, kind in STRUCTURES.items() if kind in structures
        ]
        found["rotation"] = [
            {
                "variant": entry.game,
                "bettingStructure": _STRUCTURE_NAMES[entry.betting_structure],
                "letter": entry.letter,
            }
            for entry in self.rotation
        ]
        return found

    def _count_hands(self, hand_number: int, player_count: int) -> int:
        """Return how many hands a game has."""
        if hand_number < 0:
            raise SetupError(
                f"hands are counted from 0, so there is no hand {hand_number}",
                code="negative-count",
            )
        if not self.minimum_players <= player_count <= self.maximum_players:
            raise SetupError(
                f"{self.name!r} is for {self.minimum_players} to {self.maximum_players} players,"
                f" not {player_count}",
                code="player-count",
            )
        return player_count if self.hands_per_game is None else self.hands_per_game

    def _pick(self, choice: str | None) -> RotationEntry:
        known = ", ".join(f"{entry.letter or entry.game}" for entry in self.rotation)
        if choice is None:
            raise SetupError(
                f"the dealer picks the game of {self.name!r}: one of {known}", code="dealers-choice"
            )
        found = [entry for entry in self.rotation if entry.letter == choice]
        found = found or [entry for entry in self.rotation if entry.game == choice]
        if not found:
            raise SetupError(
                f"{choice!r} is no game of {self.name!r}; there are {known}", code="unknown-game"
            )
        if len(found) > 1:
            letters = ", ".join(entry.letter or "(no letter)" for entry in found)
            raise SetupError(
                f"{choice!r} may be several games of {self.name!r}; say which by its letter:"
                f" {letters}",
                code="ambiguous-game",
            )
        return found[0]


class Rotation:
    """The progress of a mixed game: the game being played, and the number of its hands so far.

    >>> from croupier.games.mixed import load
    >>> rotation = Rotation(load("ho"))
    >>> [rotation.next(2).letter for _ in range(3)], rotation.place
    (['H', 'H', 'O'], (3, 1, 1, 1))
    >>> Rotation(load("ho"), rotation.place).next(2).letter
    'O'
    """

    def __init__(self, mix: MixedGame, place: tuple[int, int, int, int] = (0, 0, 0, -1)) -> None:
        """Begin, or go on where somebody stopped.

        Args:
            mix: The mixed game.
            place: Where it is, as `place` has it.

        Raises:
            SetupError: There is no such place.
        """
        self._mix = mix
        self._number, self._turn, self._hands, self._index = place
        if min(self._number, self._turn, self._hands) < 0 or not (
            -1 <= self._index < len(mix.rotation)
        ):
            raise SetupError(f"there is no place {place} in {mix.name!r}", code="rotation-place")

    @property
    def place(self) -> tuple[int, int, int, int]:
        """How many hands and how many games there were, how many hands of this one, which it is."""
        return self._number, self._turn, self._hands, self._index

    def begins(self, player_count: int) -> bool:
        """Return whether a game begins with the next hand: then a dealer picks, if dealers do.

        Args:
            player_count: How many players the hand has.

        Returns:
            Whether one begins.

        Raises:
            SetupError: The number of players cannot be.
        """
        count = self._mix._count_hands(self._number, player_count)
        return self._index < 0 or self._hands >= count

    def next(self, player_count: int, choice: str | None = None) -> RotationEntry:
        """Go on to the next hand.

        Args:
            player_count: How many players it has.
            choice: What the dealer picked, where dealers pick and a game begins.

        Returns:
            The game and its limits.

        Raises:
            SetupError: The number of players cannot be, or the dealer's choice is missing.
        """
        mix = self._mix
        if self.begins(player_count):
            self._turn += self._index >= 0
            index = self._turn % len(mix.rotation)
            if mix.dealers_choice:
                index = mix.rotation.index(mix._pick(choice))
            self._index, self._hands = index, 0
        self._hands += 1
        self._number += 1
        return mix.rotation[self._index]
