"""Games in which cards are exchanged."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable
from typing import ClassVar

from croupier.games.poker import Poker
from croupier.state import Automation, Mode, Opening, State, Street
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["Draw", "FixedLimitSingleDraw", "SingleDraw", "TripleDraw", "UnfixedLimitTripleDraw"]


class Draw(Poker, ABC):
    """Stand for a game in which players exchange cards for new ones.

    Attributes:
        hole_dealing_count: How many cards a player is dealt.
        max_completion_betting_or_raising_count: How many bets and raises a street may see; `None`
            for any number.
    """

    hole_dealing_count: ClassVar[int]
    max_completion_betting_or_raising_count: ClassVar[int | None]
    _big_bet_statuses: ClassVar[tuple[bool, ...]]

    def _make_streets(self, small_bet: int, big_bet: int) -> tuple[Street, ...]:
        """Return a deal, and a draw for each street after the first."""
        return tuple(
            Street(
                place > 0,
                () if place else (False,) * self.hole_dealing_count,
                0,
                place > 0,
                Opening.POSITION,
                big_bet if big else small_bet,
                self.max_completion_betting_or_raising_count,
            )
            for place, big in enumerate(self._big_bet_statuses)
        )


class SingleDraw(Draw, ABC):
    """Stand for a game with one draw, and one smallest bet before and after it."""

    _big_bet_statuses = (False, True)

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
            self._make_streets(min_bet, min_bet),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

    @classmethod
    def create_state(
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


class FixedLimitSingleDraw(Draw, ABC):
    """Stand for a game with one draw and bets of another size after it."""

    _big_bet_statuses = (False, True)

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
            small_bet: The size of bets before the draw.
            big_bet: The size of bets after the draw.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        super().__init__(
            automations,
            self._make_streets(small_bet, big_bet),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
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
            small_bet: The size of bets before the draw.
            big_bet: The size of bets after the draw.
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


class TripleDraw(Draw, ABC):
    """Stand for a game with three draws."""

    _big_bet_statuses = (False, False, True, True)

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
            small_bet: The size of bets before and after the first draw.
            big_bet: The size of bets after the later draws.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        super().__init__(
            automations,
            self._make_streets(small_bet, big_bet),
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
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
            small_bet: The size of bets before and after the first draw.
            big_bet: The size of bets after the later draws.
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


class UnfixedLimitTripleDraw(TripleDraw, ABC):
    """Stand for a game with three draws in which bets have no fixed size."""

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
