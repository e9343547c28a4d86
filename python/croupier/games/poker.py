"""The class that all games have in common."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, ClassVar

from croupier.cards import Card, RankOrder
from croupier.errors import SetupError
from croupier.games.creating import GameStart, derive_create_state
from croupier.games.from_library import LibraryGame
from croupier.hands import Hand
from croupier.numbers import Chips, ChipsLike
from croupier.state import (
    Automation,
    BettingStructure,
    Discard,
    Mode,
    Opening,
    Rules,
    State,
    Street,
)
from croupier.state.setup import Definition, Recent, Setup, are_same, make_definition
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["Poker", "verify_entries"]


class Poker(LibraryGame, GameStart, ABC):
    """A game: all that a hand needs but the players' stacks.

    Call a game to start a hand. A class derived from this one says what the game is played with and
    is given the streets; `Holdem`, `Stud` and the draw games work the streets out themselves.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> state = game((200, 150, 80), 3, seed=1)
    >>> state.starting_stacks, state.blinds_or_straddles
    ((200, 150, 80), (1, 2, 0))

    Attributes:
        definition: The file of the library that says what the class has of `deck`, `hand_types` and
            what else its streets are made of. A class that has none says all of it itself.
        deck: The cards that the game is played with.
        hand_types: What hands the pot is divided among: one class, or two if two hands share it.
        betting_structure: How much may be bet.
        automations: What the state does of its own accord.
        streets: The streets, and what is discarded between them.
        ante_trimming_status: Whether who pays a smaller ante can win only as much from each of the
            others. It must be false if the antes differ on purpose, as with a big blind ante.
        raw_antes: The antes: one number for all, numbers in order, or a mapping of positions.
        raw_blinds_or_straddles: The blinds, straddles and posts, in the same ways.
        bring_in: The bring-in, or 0.
        mode: The kind of rules: those of tournaments or of cash games.
        starting_board_count: How many boards there are from the start.
        divmod: What divides pots.
        rake: What takes the rake.
        rules: Whose rules apply where card rooms and PokerKit differ. Set it for all games
            (`Poker.rules = Rules.POKERKIT`), for a class derived from one, or for one game.
        optional_straddle: Whether the player after the largest blind is asked for a straddle of
            twice as much before the cards. Set it likewise.
        unit: The smallest chip, such as `Decimal("0.01")` for money: pots are split and raked in
            whole chips. `divmod` splits them if it is `None`. Set it likewise, or with `make_game`.
    """

    definition: ClassVar[str]
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    betting_structure: ClassVar[BettingStructure]
    rules: Rules = Rules.CARD_ROOM
    optional_straddle: bool = False
    unit: ChipsLike | None = None

    _read_parts = attrgetter(
        "deck",
        "hand_types",
        "streets",
        "betting_structure",
        "automations",
        "ante_trimming_status",
        "raw_antes",
        "raw_blinds_or_straddles",
        "bring_in",
        "mode",
        "starting_board_count",
        "divmod",
        "rake",
        "rules",
        "optional_straddle",
        "unit",
    )
    _amounts = ("raw_antes", "raw_blinds_or_straddles")
    # The game as data, with what it was made of.
    _defined: tuple[tuple[Any, ...], Definition] | None = None

    # The setups of the last hands of `create_state`, and the names of the class variables, with
    # what reads them.
    _recent: ClassVar[list[Recent]]
    _variables: ClassVar[tuple[list[str], Callable[[Any], tuple[Any, ...]]] | None]

    def __init_subclass__(cls, **options: Any) -> None:
        """Derive `create_state` from what makes and calls a game."""
        super().__init_subclass__(**options)
        derive_create_state(cls)

    def __init__(
        self,
        automations: tuple[Automation, ...],
        streets: tuple[Street | Discard, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        bring_in: ChipsLike,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
        rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
    ) -> None:
        """Make a game.

        Args:
            automations: What the state does of its own accord.
            streets: The streets.
            ante_trimming_status: Whether a smaller ante wins only as much from each of the others.
            raw_antes: The antes.
            raw_blinds_or_straddles: The blinds, straddles and posts.
            bring_in: The bring-in, or 0.
            mode: The kind of rules.
            starting_board_count: How many boards there are from the start.
            divmod: What divides pots.
            rake: What takes the rake.
        """
        self.automations = automations
        self.streets = streets
        self.ante_trimming_status = ante_trimming_status
        self.raw_antes = raw_antes
        self.raw_blinds_or_straddles = raw_blinds_or_straddles
        self.bring_in = bring_in
        self.mode = mode
        self.starting_board_count = starting_board_count
        self.divmod = divmod
        self.rake = rake

    def _make_setup(self, raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
        return Setup(
            self.define(),
            automations=self.automations,
            ante_trimming_status=self.ante_trimming_status,
            antes=self.raw_antes,
            blinds_or_straddles=self.raw_blinds_or_straddles,
            bring_in=self.bring_in,
            starting_stacks=raw_starting_stacks,
            player_count=player_count,
            mode=self.mode,
            starting_board_count=self.starting_board_count,
            divmod=self.divmod,
            rake=self.rake,
            rules=self.rules,
            optional_straddle=bool(self.optional_straddle),
            unit=self.unit,
        )

    def _has_default_start(self) -> bool:
        """Return whether hands with other stacks are started as all games start them."""
        kind = type(self)
        return kind.__call__ is Poker.__call__ and kind._find_setup is Poker._find_setup

    def define(self) -> Definition:
        """Return the game as data: the deck, the limits, the steps and the hands that win.

        >>> from croupier.games import NoLimitTexasHoldem
        >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
        >>> game.define() == NoLimitTexasHoldem((), True, 1, (5, 10), 2).define()
        True
        >>> game.define()
        <Definition: No-limit, 52 cards, 4 streets, 8 steps, StandardHighHand>

        Returns:
            The game, without stakes and stacks. It can be compared, pickled, and written as JSON.
        """
        parts = (self.deck, self.hand_types, self.streets, self.betting_structure)
        if self._defined is None or not are_same(self._defined[0], parts):
            self._defined = parts, make_definition(*parts)
        return self._defined[1]

    @property
    def _betting_streets(self) -> list[Street]:
        return [street for street in self.streets if isinstance(street, Street)]

    @property
    def button_status(self) -> bool:
        """Whether there is a button: whether on any street the position decides who opens.

        >>> from croupier.games import FixedLimitRazz, NoLimitTexasHoldem
        >>> NoLimitTexasHoldem((), True, 0, (1, 2), 2).button_status
        True
        >>> FixedLimitRazz((), True, 1, 1, 2, 4).button_status
        False
        """
        return any(street.opening == Opening.POSITION for street in self._betting_streets)

    @property
    def max_hole_card_count(self) -> int:
        """How many cards a player can hold.

        >>> from croupier.games import FixedLimitRazz, FixedLimitBadugi
        >>> FixedLimitRazz((), True, 1, 1, 2, 4).max_hole_card_count
        7
        >>> FixedLimitBadugi((), True, 0, (1, 2), 2, 4).max_hole_card_count
        4
        """
        return sum(len(street.hole_dealing_statuses) for street in self.streets)

    @property
    def max_down_card_count(self) -> int:
        """How many of the cards that a player can hold are dealt face down.

        >>> from croupier.games import FixedLimitRazz
        >>> FixedLimitRazz((), True, 1, 1, 2, 4).max_down_card_count
        3
        """
        return self.max_hole_card_count - self.max_up_card_count

    @property
    def max_up_card_count(self) -> int:
        """How many of the cards that a player can hold are dealt face up.

        >>> from croupier.games import FixedLimitRazz
        >>> FixedLimitRazz((), True, 1, 1, 2, 4).max_up_card_count
        4
        """
        return sum(sum(map(bool, street.hole_dealing_statuses)) for street in self.streets)

    @property
    def max_board_card_count(self) -> int:
        """How many cards the streets put on a board.

        >>> from croupier.games import NoLimitTexasHoldem
        >>> NoLimitTexasHoldem((), True, 0, (1, 2), 2).max_board_card_count
        5
        """
        return sum(street.board_dealing_count for street in self.streets)

    @property
    def rank_orders(self) -> tuple[RankOrder, ...]:
        """The orders of the ranks, one for each type of hand.

        >>> from croupier.games import FixedLimitRazz
        >>> [order.name for order in FixedLimitRazz((), True, 1, 1, 2, 4).rank_orders]
        ['REGULAR']
        """
        orders: Any = tuple(hand_type.lookup.rank_order for hand_type in self.hand_types)
        return orders  # type: ignore[no-any-return]  # a lookup of a user may have any order

    @property
    def small_bet(self) -> Chips:
        """The smallest bet of the first street.

        >>> from croupier.games import FixedLimitTexasHoldem
        >>> FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).small_bet
        2
        """
        return self._betting_streets[0].min_completion_betting_or_raising_amount

    @property
    def big_bet(self) -> Chips:
        """The smallest bet of the last street.

        >>> from croupier.games import FixedLimitTexasHoldem
        >>> FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).big_bet
        4
        """
        return self._betting_streets[-1].min_completion_betting_or_raising_amount

    @property
    def min_bet(self) -> Chips:
        """The smallest bet of every street.

        >>> from croupier.games import FixedLimitTexasHoldem, NoLimitTexasHoldem
        >>> NoLimitTexasHoldem((), True, 0, (1, 2), 2).min_bet
        2
        >>> FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).min_bet
        Traceback (most recent call last):
            ...
        ValueError: there is no single minimum bet: the small bet is 2, the big bet 4

        Raises:
            ValueError: The small bet and the big bet differ.
        """
        if self.small_bet != self.big_bet:
            raise ValueError(
                f"there is no single minimum bet: the small bet is {self.small_bet},"
                f" the big bet {self.big_bet}"
            )
        return self.small_bet


def verify_entries(game: object, name: str, count: int, meaning: str) -> None:
    """Check that a class variable of a game has as many entries as the game needs.

    Args:
        game: The game.
        name: The name of the variable.
        count: How many entries there must be.
        meaning: What the entries are, with an example.

    Raises:
        SetupError: There are more or fewer.
    """
    given = getattr(game, name)
    if not isinstance(given, Sequence) or len(given) != count:
        found = f"{len(given)}, " if isinstance(given, Sequence) else ""
        raise SetupError(
            f"{type(game).__name__}.{name} must have {count} entries, not {found}{given}:"
            f" {meaning}.",
            code="entry-count",
        )
