"""Games with cards that everybody sees."""

from __future__ import annotations

from abc import ABC
from typing import TYPE_CHECKING, ClassVar, Unpack

from croupier.games.creating import GameOptions, StateOptions
from croupier.games.poker import Poker
from croupier.numbers import ChipsLike
from croupier.state import Automation, Opening, State, Street
from croupier.utilities import ValuesLike

__all__ = ["Stud"]


class Stud(Poker, ABC):
    """A game in which the cards lying open decide who opens the betting.

    Attributes:
        hole_dealing_statuses: The cards that a player is dealt, street by street: true for a card
            dealt face up. A card is burnt before each street but the first.
        low: Whether low hands win: then the highest card brings it in and the lowest hand opens.
        max_completion_betting_or_raising_count: How many bets and raises a street may see; `None`
            for any number.

    >>> from croupier.games import FixedLimitRazz
    >>> [street.opening.name for street in FixedLimitRazz((), True, 1, 1, 2, 4).streets]
    ['HIGH_CARD', 'LOW_HAND', 'LOW_HAND', 'LOW_HAND', 'LOW_HAND']
    """

    hole_dealing_statuses: ClassVar[tuple[tuple[bool, ...], ...]]
    low: ClassVar[bool]
    max_completion_betting_or_raising_count: ClassVar[int | None]
    # Bets are big on streets of which nothing is said.
    _big_bet_statuses: ClassVar[tuple[bool, ...]] = (False, False)

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        bring_in: ChipsLike,
        small_bet: ChipsLike,
        big_bet: ChipsLike,
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            bring_in: The bring-in, less than the small bet.
            small_bet: The size of bets on the first two streets.
            big_bet: The size of bets on the later streets.
            **options: The options of `Poker`.
        """
        first_opening = Opening.HIGH_CARD if self.low else Opening.LOW_CARD
        later_opening = Opening.LOW_HAND if self.low else Opening.HIGH_HAND
        count = len(self.hole_dealing_statuses)
        sizes = (*self._big_bet_statuses, *[True] * count)[:count]
        places = zip(self.hole_dealing_statuses, sizes, strict=True)
        streets = tuple(
            Street(
                place > 0,
                statuses,
                0,
                False,
                later_opening if place else first_opening,
                big_bet if big else small_bet,
                self.max_completion_betting_or_raising_count,
            )
            for place, (statuses, big) in enumerate(places)
        )
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            0,
            bring_in,
            **options,
        )

    if TYPE_CHECKING:

        @classmethod
        def create_state(
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool,
            raw_antes: ValuesLike,
            bring_in: ChipsLike,
            small_bet: ChipsLike,
            big_bet: ChipsLike,
            raw_starting_stacks: ValuesLike,
            player_count: int,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...
