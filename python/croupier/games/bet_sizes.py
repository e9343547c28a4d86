"""Games with blinds, by how many sizes of bets they have: one, or a small and a big one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Unpack

from croupier.games.creating import StateOptions
from croupier.games.poker import Poker
from croupier.numbers import Chips, ChipsLike
from croupier.state import Automation, Discard, Mode, Opening, State, Street
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["OneBetSize", "TwoBetSizes", "make_street"]


def make_street(
    place: int,
    hole_dealing_count: int,
    min_bet: ChipsLike,
    max_bet_count: int | None,
    *,
    board_dealing_count: int = 0,
    draws: bool = False,
) -> Street:
    """Return a street of a game in which all hole cards come first and the position opens.

    >>> make_street(1, 2, 10, None, board_dealing_count=3).board_dealing_count
    3
    >>> make_street(0, 2, 10, None).hole_dealing_statuses
    (False, False)

    Args:
        place: Which street it is, from 0. A card is burnt before each but the first.
        hole_dealing_count: How many cards a player is dealt on the first street.
        min_bet: The smallest bet, or the size of all bets if there is a limit.
        max_bet_count: How many bets and raises there may be; `None` for any number.
        board_dealing_count: How many cards are added to the board.
        draws: Whether players may exchange cards first.

    Returns:
        The street.
    """
    return Street(
        place > 0,
        () if place else (False,) * hole_dealing_count,
        board_dealing_count,
        draws,
        Opening.POSITION,
        min_bet,
        max_bet_count,
    )


class TwoBetSizes(Poker, ABC):
    """A game with blinds, a small bet on earlier streets and a big one on later ones.

    >>> from croupier.games import FixedLimitTexasHoldem
    >>> game = FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4)
    >>> isinstance(game, TwoBetSizes), game.small_bet, game.big_bet
    (True, 2, 4)
    """

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: ChipsLike,
        big_bet: ChipsLike,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
        rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            small_bet: The size of bets on the first half of the streets.
            big_bet: The size of bets on the second half of the streets.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        super().__init__(
            automations,
            tuple(self._make_streets(small_bet, big_bet)),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

    @abstractmethod
    def _make_streets(self, small_bet: ChipsLike, big_bet: ChipsLike) -> Iterable[Street | Discard]:
        """Return the streets, and the discards between them."""

    if TYPE_CHECKING:

        @classmethod
        def create_state(
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool,
            raw_antes: ValuesLike,
            raw_blinds_or_straddles: ValuesLike,
            small_bet: ChipsLike,
            big_bet: ChipsLike,
            raw_starting_stacks: ValuesLike,
            player_count: int,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...


class OneBetSize(TwoBetSizes, ABC):
    """A game with blinds and one smallest bet on all streets.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> isinstance(game, OneBetSize), game.min_bet
    (True, 2)
    """

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        min_bet: ChipsLike,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
        rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            min_bet: The smallest bet of every street.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        super().__init__(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            min_bet,
            min_bet,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

    if TYPE_CHECKING:

        @classmethod
        def create_state(  # type: ignore[override]  # one bet instead of two
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool,
            raw_antes: ValuesLike,
            raw_blinds_or_straddles: ValuesLike,
            min_bet: ChipsLike,
            raw_starting_stacks: ValuesLike,
            player_count: int,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...
