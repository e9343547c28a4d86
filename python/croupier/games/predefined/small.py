"""Games for study, small enough to be solved."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Unpack

from croupier.cards import Deck
from croupier.games.bet_sizes import make_streets
from croupier.games.creating import GameOptions, StateOptions
from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.poker import Poker, verify_entries
from croupier.games.predefined.texas_holdem import RoyalHoldemMixin
from croupier.hands import (
    KuhnPokerHand,
    LeducHoldemHand,
    Numeral211HoldemHand,
)
from croupier.numbers import ChipsLike
from croupier.state import Automation, State
from croupier.utilities import ValuesLike

__all__ = [
    "KuhnPoker",
    "LeducHoldem",
    "Numeral211Holdem",
    "RhodeIslandHoldem",
    "RoyalRhodeIslandHoldem",
]


def _start_with(stacks: int) -> Callable[..., State]:
    """Return what starts hands with these stacks, where no others are given."""

    def __call__(  # noqa: D417, N807  # it is a method
        self: Poker,
        raw_starting_stacks: ValuesLike = stacks,
        player_count: int = 2,
        *,
        seed: int | bytes | None = None,
    ) -> State:
        """Start a hand.

        Args:
            raw_starting_stacks: The stacks; by default they pay for all bets that there can be.
            player_count: How many players there are.
            seed: A number that decides the order of the cards.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        return Poker.__call__(self, raw_starting_stacks, player_count, seed=seed)

    return __call__


class AnteGame(FixedLimitPokerMixin, Poker, ABC):
    """A game with antes and no blinds, in which all hole cards come first.

    Its bets are those of Rhode Island hold'em where nobody says otherwise.

    Attributes:
        hole_dealing_count: How many cards a player is dealt.
        board_dealing_counts: How many cards each street adds to the board.

    >>> issubclass(KuhnPoker, AnteGame), KuhnPoker.board_dealing_counts
    (True, (0,))
    """

    hole_dealing_count: ClassVar[int] = 1
    board_dealing_counts: ClassVar[tuple[int, ...]]
    _big_bet_statuses: ClassVar[tuple[bool, ...]]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 5,
        small_bet: ChipsLike = 10,
        big_bet: ChipsLike = 20,
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            small_bet: The size of bets on the first street.
            big_bet: The size of bets on the later streets.
            **options: The options of `Poker`.
        """
        verify_entries(
            self,
            "board_dealing_counts",
            len(self._big_bet_statuses),
            "the cards that each street adds to the board, as (0, 1, 1)",
        )
        counts = self.board_dealing_counts
        streets = tuple(make_streets(self, small_bet, big_bet, board_counts=counts))
        super().__init__(automations, streets, ante_trimming_status, raw_antes, 0, 0, **options)


class KuhnPoker(AnteGame):
    """Kuhn poker: three cards, one for each of two players, and one bet.

    >>> state = KuhnPoker.create_state((), seed=1)
    >>> state.starting_stacks, state.antes
    ((2, 2), (1, 1))
    """

    deck = Deck.KUHN_POKER
    hand_types = (KuhnPokerHand,)
    board_dealing_counts = (0,)
    _big_bet_statuses = (False,)
    max_completion_betting_or_raising_count: ClassVar[int | None] = 1

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 1,
        bet: ChipsLike = 1,
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            bet: The size of the bet.
            **options: The options of `Poker`.
        """
        super().__init__(automations, ante_trimming_status, raw_antes, bet, bet, **options)

    if TYPE_CHECKING:

        @classmethod
        def create_state(
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool = True,
            raw_antes: ValuesLike = 1,
            bet: ChipsLike = 1,
            raw_starting_stacks: ValuesLike = 2,
            player_count: int = 2,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...

    __call__ = _start_with(2)


class LeducHoldem(AnteGame):
    """Leduc hold'em: six cards, two streets, two bets on each.

    >>> LeducHoldem(()).max_board_card_count
    1
    """

    deck = Deck.LEDUC_HOLDEM
    hand_types = (LeducHoldemHand,)
    board_dealing_counts = (0, 1)
    _big_bet_statuses = (False, True)
    max_completion_betting_or_raising_count: ClassVar[int | None] = 2

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 1,
        small_bet: ChipsLike = 2,
        big_bet: ChipsLike = 4,
        raw_starting_stacks: ValuesLike = 13,
        **options: Unpack[GameOptions],
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            small_bet: The size of bets on the first street.
            big_bet: The size of bets on the second street.
            raw_starting_stacks: Ignored; the call takes the stacks. PokerKit's class has it, too.
            **options: The options of `Poker`.
        """
        bets = small_bet, big_bet
        super().__init__(automations, ante_trimming_status, raw_antes, *bets, **options)

    if TYPE_CHECKING:

        @classmethod
        def create_state(
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool = True,
            raw_antes: ValuesLike = 1,
            small_bet: ChipsLike = 2,
            big_bet: ChipsLike = 4,
            raw_starting_stacks: ValuesLike = 13,
            player_count: int = 2,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...

    __call__ = _start_with(13)


class RhodeIslandHoldem(AnteGame):
    """Rhode Island hold'em: three streets, three bets on each, hands of three cards.

    >>> game = RhodeIslandHoldem(())
    >>> game.small_bet, game.big_bet
    (10, 20)
    """

    definition = "rhode_island_holdem"

    if TYPE_CHECKING:

        @classmethod
        def create_state(
            cls,
            automations: tuple[Automation, ...],
            ante_trimming_status: bool = True,
            raw_antes: ValuesLike = 5,
            small_bet: ChipsLike = 10,
            big_bet: ChipsLike = 20,
            raw_starting_stacks: ValuesLike = 155,
            player_count: int = 2,
            **options: Unpack[StateOptions],
        ) -> State:
            """Start a hand of a new game: what the class takes, then what its games take."""
            ...

    __call__ = _start_with(155)


class RoyalRhodeIslandHoldem(RoyalHoldemMixin, RhodeIslandHoldem):
    """Rhode Island hold'em with the cards from ten to ace.

    >>> len(RoyalRhodeIslandHoldem.deck)
    20
    """

    definition = "royal_rhode_island_holdem"


class Numeral211Holdem(RhodeIslandHoldem):
    """Numeral211 hold'em: as in Rhode Island, but four bets and the cards ace to ten.

    >>> Numeral211Holdem.create_state((), seed=1).starting_stacks
    (205, 205)
    """

    deck = Deck.NUMERAL211_HOLDEM
    hand_types = (Numeral211HoldemHand,)
    max_completion_betting_or_raising_count: ClassVar[int | None] = 4

    __call__ = _start_with(205)
