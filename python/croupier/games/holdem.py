"""Games with a board."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Iterator
from typing import ClassVar

from croupier.games.poker import Poker, verify_entries
from croupier.state import Automation, Discard, Mode, Opening, State, Street
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["Holdem", "UnfixedLimitHoldem"]


class Holdem(Poker, ABC):
    """Stand for a game with four streets and a board, as hold'em and Omaha are.

    Attributes:
        hole_dealing_count: How many cards a player is dealt, all of them at the start.
        board_dealing_counts: How many cards each street adds to the board. A card is burnt before
            each street but the first.
        discard_counts: How many cards every player discards before each street but the first,
            without getting others. Pineapple is played like this.
        max_completion_betting_or_raising_count: How many bets and raises a street may see; `None`
            for any number.
    """

    hole_dealing_count: ClassVar[int]
    board_dealing_counts: ClassVar[tuple[int, int, int, int]] = (0, 3, 1, 1)
    discard_counts: ClassVar[tuple[int, int, int]] = (0, 0, 0)
    max_completion_betting_or_raising_count: ClassVar[int | None]
    _big_bet_statuses: ClassVar[tuple[bool, ...]] = (False, False, True, True)

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: int,
        big_bet: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[int, int], tuple[int, int]] = divmod,
        rake: Callable[[int, State], tuple[int, int]] = rake,
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            small_bet: The size of bets on the first two streets.
            big_bet: The size of bets on the last two streets.
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

    def _make_streets(self, small_bet: int, big_bet: int) -> Iterator[Street | Discard]:
        """Yield the streets, and the discards between them."""
        count = len(self._big_bet_statuses)
        verify_entries(
            self,
            "board_dealing_counts",
            count,
            "the cards that each street adds to the board, before the flop first, as (0, 3, 1, 1)",
        )
        verify_entries(
            self,
            "discard_counts",
            count - 1,
            "the cards that go before each street but the first, as (0, 1, 0)",
        )
        discards = (0, *self.discard_counts)
        places = zip(self.board_dealing_counts, discards, self._big_bet_statuses, strict=True)
        for place, (board_count, discard_count, big) in enumerate(places):
            if discard_count:
                yield Discard(discard_count)
            yield Street(
                place > 0,
                () if place else (False,) * self.hole_dealing_count,
                board_count,
                False,
                Opening.POSITION,
                big_bet if big else small_bet,
                self.max_completion_betting_or_raising_count,
            )

    @classmethod
    def create_state(
        cls,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        small_bet: int,
        big_bet: int,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[int, int], tuple[int, int]] = divmod,
        rake: Callable[[int, State], tuple[int, int]] = rake,
        seed: int | None = None,
    ) -> State:
        """Start a hand of a new game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            small_bet: The size of bets on the first two streets.
            big_bet: The size of bets on the last two streets.
            raw_starting_stacks: The stacks.
            player_count: How many players there are.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
            seed: A number that decides the order of the cards.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        game = cls._find(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            small_bet,
            big_bet,
            mode,
            starting_board_count,
            divmod,
            rake,
        )
        return game(raw_starting_stacks, player_count, seed=seed)


class UnfixedLimitHoldem(Holdem, ABC):
    """Stand for a game with four streets and a board in which bets have no fixed size."""

    max_completion_betting_or_raising_count: ClassVar[int | None] = None

    def __init__(
        self,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        min_bet: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[int, int], tuple[int, int]] = divmod,
        rake: Callable[[int, State], tuple[int, int]] = rake,
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

    @classmethod
    def create_state(  # type: ignore[override]  # one bet instead of two
        cls,
        automations: tuple[Automation, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        min_bet: int,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[int, int], tuple[int, int]] = divmod,
        rake: Callable[[int, State], tuple[int, int]] = rake,
        seed: int | None = None,
    ) -> State:
        """Start a hand of a new game.

        Args:
            automations: What the state does of its own accord.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            min_bet: The smallest bet of every street.
            raw_starting_stacks: The stacks.
            player_count: How many players there are.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
            seed: A number that decides the order of the cards.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        game = cls._find(
            automations,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            min_bet,
            mode,
            starting_board_count,
            divmod,
            rake,
        )
        return game(raw_starting_stacks, player_count, seed=seed)
