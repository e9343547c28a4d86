"""What all games have in common."""

from __future__ import annotations

from abc import ABC, ABCMeta
from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, ClassVar, Self

from croupier.cards import Card, RankOrder
from croupier.errors import SetupError
from croupier.games.from_library import derive
from croupier.hands import Hand
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
from croupier.state.setup import Setup, make_setup
from croupier.state.starter import Starter
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["GameType", "Poker", "verify_entries"]

# How many games a class remembers, and what they may be remembered by. Equal numbers of other types
# may still differ: `Decimal("1.0")` and `Decimal("1")` are written differently.
_MAXIMUM_GAMES = 64
_PLAIN = frozenset({bool, int, float})
_CHANGING = frozenset({dict, list})


class GameType(ABCMeta):
    """Make classes of games remember their games, and notice when somebody changes them.

    A class that names a file of the library as its `definition` gets its attributes from there.

    What a class remembers depends on its class variables, which its bases and mixins may own. It is
    kept by the arguments, and the game asked for last under `None`, for a quicker look.
    """

    _games: dict[Any, Any]

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> None:
        super().__init__(name, bases, namespace, **options)
        if "definition" in namespace:
            derive(cls, namespace["definition"])
        cls._forget_games()

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        cls._forget_games()

    def __delattr__(cls, name: str) -> None:
        super().__delattr__(name)
        cls._forget_games()

    def _forget_games(cls) -> None:
        type.__setattr__(cls, "_games", {})
        subclasses: Any = cls.__subclasses__()
        for subclass in subclasses:
            subclass._forget_games()


class Poker(ABC, metaclass=GameType):
    """Stand for a game: all that a hand needs but the players' stacks.

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
    """

    definition: ClassVar[str]
    deck: ClassVar[tuple[Card, ...]]
    hand_types: ClassVar[tuple[type[Hand], ...]]
    betting_structure: ClassVar[BettingStructure]
    rules: Rules = Rules.CARD_ROOM
    optional_straddle: bool = False

    # What starts a hand, and what the class remembered when it was made: a change of the class
    # variables makes that another object.
    _start: Callable[..., State] | None = None
    _start_basis: object = None
    # Copies of the antes and blinds, if somebody may change them in place.
    _start_stakes: list[ValuesLike] | None = None

    def __init__(
        self,
        automations: tuple[Automation, ...],
        streets: tuple[Street | Discard, ...],
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        bring_in: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[int, int], tuple[int, int]] = divmod,
        rake: Callable[[int, State], tuple[int, int]] = rake,
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

    def __call__(
        self, raw_starting_stacks: ValuesLike, player_count: int, *, seed: int | bytes | None = None
    ) -> State:
        """Start a hand.

        Args:
            raw_starting_stacks: The stacks: one number for all, numbers in order, or a mapping of
                positions.
            player_count: How many players there are.
            seed: A number that decides the order of the cards. The operating system's randomness
                decides if there is none.

        Returns:
            The state at the start of the hand.

        Raises:
            ValueError: A hand cannot be played like this.
        """
        start = self._start
        stakes = self._start_stakes
        if (
            start is None
            or self._start_basis is not type(self)._games
            or (stakes is not None and stakes != [self.raw_antes, self.raw_blinds_or_straddles])
        ):
            start = self._prepare()
        return start(raw_starting_stacks, player_count, seed=seed)

    def _prepare(self) -> Callable[..., State]:
        def make(raw_starting_stacks: ValuesLike, player_count: int) -> Setup:
            return make_setup(
                self.automations,
                self.deck,
                self.hand_types,
                self.streets,
                self.betting_structure,
                self.ante_trimming_status,
                self.raw_antes,
                self.raw_blinds_or_straddles,
                self.bring_in,
                raw_starting_stacks,
                player_count,
                self.mode,
                self.starting_board_count,
                self.divmod,
                self.rake,
                rules=self.rules,
                optional_straddle=self.optional_straddle,
            )

        start = Starter(make)
        raw_stakes = [self.raw_antes, self.raw_blinds_or_straddles]
        changing = any(type(value) in _CHANGING for value in raw_stakes)
        vars(self).update(
            _start=start,
            _start_basis=type(self)._games,
            _start_stakes=list(map(_copy, raw_stakes)) if changing else None,
        )
        return start

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        vars(self)["_start"] = None

    def __getstate__(self) -> dict[str, Any]:
        kept = dict(vars(self))
        # It is made anew when needed.
        for name in ("_start", "_start_basis", "_start_stakes"):
            kept.pop(name, None)
        return kept

    @classmethod
    def _find(cls, *arguments: Any) -> Self:
        """Return a game, the same one for the same arguments if they cannot change.

        Nobody but `create_state` may have it, since its attributes could be set.

        Args:
            *arguments: The arguments of the class, followed by the four that go by keyword.

        Returns:
            The game.
        """
        games = cls._games
        recent = games.get(None)
        if recent is not None and all(map(is_, recent[0], arguments)):
            found: Self = recent[1]
            return found
        try:
            key = (arguments[0], *map(_freeze, arguments[1:-4]), *arguments[-4:])
            game: Self | None = games.get(key)
        except TypeError:
            # Something among them may change, or be read only once.
            return cls._make(arguments)
        if game is None:
            # A copy of what the caller may change later.
            game = cls._make(tuple(map(_copy, arguments)))
            if len(games) > _MAXIMUM_GAMES:
                games.clear()
            games[key] = game
        if not any(type(value) in _CHANGING for value in arguments):
            games[None] = arguments, game
        return game

    @classmethod
    def _make(cls, arguments: tuple[Any, ...]) -> Self:
        *others, mode, starting_board_count, divmod, rake = arguments
        return cls(
            *others,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
        )

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
    def small_bet(self) -> int:
        """The smallest bet of the first street.

        >>> from croupier.games import FixedLimitTexasHoldem
        >>> FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).small_bet
        2
        """
        return self._betting_streets[0].min_completion_betting_or_raising_amount

    @property
    def big_bet(self) -> int:
        """The smallest bet of the last street.

        >>> from croupier.games import FixedLimitTexasHoldem
        >>> FixedLimitTexasHoldem((), True, 0, (1, 2), 2, 4).big_bet
        4
        """
        return self._betting_streets[-1].min_completion_betting_or_raising_amount

    @property
    def min_bet(self) -> int:
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
            f" {meaning}."
        )


def _freeze(value: Any) -> Any:
    """Return what tells an argument from others: equal numbers of different types are other chips.

    Raises:
        TypeError: The argument may be another one later although it is the same object.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value, kind
    if kind is dict:
        content, numbers = tuple(value.items()), value.values()
    elif kind is tuple or kind is list:
        content = numbers = tuple(value)
    else:
        raise TypeError(f"a {kind.__name__} is not remembered.")
    kinds = tuple(map(type, numbers))
    if not _PLAIN.issuperset(kinds):
        raise TypeError(f"a {kind.__name__} is not remembered.")
    return kind, content, kinds


def _copy(value: Any) -> Any:
    return value.copy() if type(value) in _CHANGING else value
