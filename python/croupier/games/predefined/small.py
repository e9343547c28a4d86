"""Games for study, small enough to be solved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Unpack

from croupier.cards import Deck
from croupier.games.bet_sizes import make_street
from croupier.games.creating import StateOptions
from croupier.games.limits import FixedLimitPokerMixin
from croupier.games.poker import Poker, verify_entries
from croupier.games.predefined.texas_holdem import RoyalHoldemMixin
from croupier.hands import (
    KuhnPokerHand,
    LeducHoldemHand,
    Numeral211HoldemHand,
)
from croupier.numbers import Chips, ChipsLike
from croupier.state import Automation, Mode, State
from croupier.utilities import ValuesLike, divmod, rake

__all__ = [
    "KuhnPoker",
    "LeducHoldem",
    "Numeral211Holdem",
    "RhodeIslandHoldem",
    "RoyalRhodeIslandHoldem",
]


class KuhnPoker(FixedLimitPokerMixin, Poker):
    """Kuhn poker: three cards, one for each of two players, and one bet.

    >>> state = KuhnPoker.create_state((), seed=1)
    >>> state.starting_stacks, state.antes
    ((2, 2), (1, 1))
    """

    deck = Deck.KUHN_POKER
    hand_types = (KuhnPokerHand,)
    hole_dealing_count: ClassVar[int] = 1
    max_completion_betting_or_raising_count: ClassVar[int | None] = 1

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 1,
        bet: ChipsLike = 1,
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
            bet: The size of the bet.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        cap = self.max_completion_betting_or_raising_count
        streets = (make_street(0, self.hole_dealing_count, bet, cap),)
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            0,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

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

    def __call__(
        self,
        raw_starting_stacks: ValuesLike = 2,
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
        return super().__call__(raw_starting_stacks, player_count, seed=seed)


class LeducHoldem(FixedLimitPokerMixin, Poker):
    """Leduc hold'em: six cards, two streets, two bets on each.

    >>> LeducHoldem(()).max_board_card_count
    1
    """

    deck = Deck.LEDUC_HOLDEM
    hand_types = (LeducHoldemHand,)
    hole_dealing_count: ClassVar[int] = 1
    max_completion_betting_or_raising_count: ClassVar[int | None] = 2

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 1,
        small_bet: ChipsLike = 2,
        big_bet: ChipsLike = 4,
        raw_starting_stacks: ValuesLike = 13,
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
            small_bet: The size of bets on the first street.
            big_bet: The size of bets on the second street.
            raw_starting_stacks: Ignored; the call takes the stacks. PokerKit's class has it, too.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        cap = self.max_completion_betting_or_raising_count
        count = self.hole_dealing_count
        streets = (
            make_street(0, count, small_bet, cap),
            make_street(1, count, big_bet, cap, board_dealing_count=1),
        )
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            0,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

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

    def __call__(
        self,
        raw_starting_stacks: ValuesLike = 13,
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
        return super().__call__(raw_starting_stacks, player_count, seed=seed)


class RhodeIslandHoldem(FixedLimitPokerMixin, Poker):
    """Rhode Island hold'em: three streets, three bets on each, hands of three cards.

    >>> game = RhodeIslandHoldem(())
    >>> game.small_bet, game.big_bet
    (10, 20)
    """

    definition = "rhode_island_holdem"
    hole_dealing_count: ClassVar[int]
    board_dealing_counts: ClassVar[tuple[int, int, int]]
    _big_bet_statuses: ClassVar[tuple[bool, ...]]

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool = True,
        raw_antes: ValuesLike = 5,
        small_bet: ChipsLike = 10,
        big_bet: ChipsLike = 20,
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
            small_bet: The size of bets on the first street.
            big_bet: The size of bets on the later streets.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        verify_entries(
            self,
            "board_dealing_counts",
            len(self._big_bet_statuses),
            "the cards that each street adds to the board, as (0, 1, 1)",
        )
        places = zip(self.board_dealing_counts, self._big_bet_statuses, strict=True)
        streets = tuple(
            make_street(
                place,
                self.hole_dealing_count,
                big_bet if big else small_bet,
                self.max_completion_betting_or_raising_count,
                board_dealing_count=board_count,
            )
            for place, (board_count, big) in enumerate(places)
        )
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            0,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

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

    def __call__(
        self,
        raw_starting_stacks: ValuesLike = 155,
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
        return super().__call__(raw_starting_stacks, player_count, seed=seed)


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

    def __call__(
        self,
        raw_starting_stacks: ValuesLike = 205,
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
        return super().__call__(raw_starting_stacks, player_count, seed=seed)
