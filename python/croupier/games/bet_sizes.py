"""Games with blinds, by how many sizes of bets they have: one, or a small and a big one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from croupier.games.creating import GameOptions, StateOptions
from croupier.games.poker import Poker
from croupier.numbers import ChipsLike
from croupier.state import Automation, Discard, Opening, State, Street
from croupier.utilities import ValuesLike

__all__ = ["OneBetSize", "TwoBetSizes", "make_streets"]


def make_streets(
    game: Any,
    small_bet: ChipsLike,
    big_bet: ChipsLike,
    *,
    board_counts: Sequence[int] = (),
    discard_counts: Sequence[int] = (),
    draws: bool = False,
) -> Iterator[Street | Discard]:
    """Yield the streets of a game in which all hole cards come first and the position opens.

    >>> from croupier.games import FixedLimitBadugi
    >>> [street.draw_status for street in make_streets(FixedLimitBadugi, 2, 4, draws=True)]
    [False, True, True, True]

    Args:
        game: The game, or its class, which says on which streets bets are big.
        small_bet: The smallest bet of the other streets, or the size of all of their bets.
        big_bet: That of these streets.
        board_counts: How many cards each street adds to the board.
        discard_counts: How many cards go before each street.
        draws: Whether players may exchange cards before each street but the first.

    Yields:
        The streets, before each but the first of which a card is burnt, and the discards.
    """
    sizes = game._big_bet_statuses
    boards, discards = (counts or (0,) * len(sizes) for counts in (board_counts, discard_counts))
    for place, (board, discard, big) in enumerate(zip(boards, discards, sizes, strict=True)):
        if discard:
            yield Discard(discard)
        yield Street(
            place > 0,
            () if place else (False,) * game.hole_dealing_count,
            board,
            draws and place > 0,
            Opening.POSITION,
            big_bet if big else small_bet,
            game.max_completion_betting_or_raising_count,
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
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            small_bet: The size of bets on the first half of the streets.
            big_bet: The size of bets on the second half of the streets.
            **options: The options of `Poker`.
        """
        super().__init__(
            automations,
            tuple(self._make_streets(small_bet, big_bet)),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            **options,
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
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            min_bet: The smallest bet of every street.
            **options: The options of `Poker`.
        """
        super().__init__(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            min_bet,
            min_bet,
            **options,
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
