"""Many tables in step: one decider is asked for a whole batch of decisions at a time.

The core plays the tables. What the players to decide see is in arrays with a row for each table, of
NumPy where it is installed; what they decide is one array of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from croupier import _native
from croupier.cards.seeding import find_seed
from croupier.errors import RuleError, SetupError, UnsupportedError
from croupier.limits import MOST_HANDS, MOST_TABLES, verify_count, verify_threads
from croupier.simulation import find_setup
from croupier.state import State
from croupier.utilities import ValuesLike

if TYPE_CHECKING:
    from croupier.games import ConfiguredGame, Poker

__all__ = ["BATCH_MENU", "BatchResult", "MenuMove", "TableBatch"]

MenuMove: TypeAlias = str | float | tuple[str, float] | tuple[float, float]
"""What a menu offers, which is `"fold"`, `"call"`, `"min"`, `"max"`, a part of the pot,
`("times", x)` for so many times the largest bet, or a pair of that on the first street and of a
part of the pot later."""

BATCH_MENU: tuple[MenuMove, ...] = ("fold", "call", 0.5, 1.0, "max")
"""To fold, to check or call, and to raise by half the pot, the pot or as much as possible."""

_WANTED = "decisions are {count} whole numbers, one for each table, unlike {given}"
_NumberCode: TypeAlias = Literal["B", "I", "q"]
_NUMBER_TYPES: dict[_NumberCode, str] = {"B": "uint8", "I": "uint32", "q": "int64"}


class BatchResult(NamedTuple):
    """What came of the hands of a batch.

    Attributes:
        hands: How many hands were played.
        decisions: How many decisions were taken.
        payoffs: What each player won or lost.
    """

    hands: int
    decisions: int
    payoffs: tuple[int, ...]


class TableBatch:
    """Tables of one game, all of which wait for a decision at the same time.

    At every table the stacks are those of the game at the start of a hand, and everybody moves on
    by a seat with the next one. Tables deal by themselves, and go on with the next hand when one is
    over. Seed, table and number of the hand decide the cards, so the number of threads does not.

    The arrays are written to by every step. Their rows are those of the tables; the players in them
    begin with the one who decides, and go on in the order of the seats.

    - `kinds`: 0 nothing: all hands were played, 1 a move of the menu, 2 cards to discard.
    - `seats`, `players`: who decides: the seat, numbered as in a state, and the player in it.
    - `streets`: the street.
    - `cards`: players by cards: hole cards by their codes, and 73 for none or unknown ones.
    - `board`: the cards of the boards.
    - `stacks`, `bets`, `statuses`: players: the stack, the bet, and whether they play.
    - `pots`: all chips that were put in, bets included.
    - `legal`, `amounts`: moves: whether they are possible, and the chips that they add.
    - `choices`, `bounds`: the places of the cards that may go as bits, the fewest and the most.
    - `finished`, `payoffs`: how many hands the last step ended, and what each player won in them.

    The code of a card is four times its rank, from the deuce, plus its suit, from clubs to spades.
    A decision is the place of a move in the menu, or the places of cards to discard as bits.

    >>> from croupier import NoLimitTexasHoldem
    >>> game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    >>> batch = TableBatch(game, 3, stacks=200, player_count=2, seed=1)
    >>> batch.legal.tolist()[0], batch.amounts.tolist()[0]
    ([1, 1, 1, 1, 1], [0, 1, 3, 5, 199])
    >>> batch.step([0, 1, 4])
    >>> batch.finished.tolist(), batch.payoffs.tolist()
    ([1, 0, 0], [[1, -1], [0, 0], [0, 0]])
    >>> batch.players.tolist()
    [0, 0, 0]

    Attributes:
        table_count: How many tables there are.
        player_count: How many players each has.
        menu: The moves.
    """

    # The core says which arrays there are; these are their names for whoever checks types.
    kinds: Any
    seats: Any
    players: Any
    streets: Any
    cards: Any
    board: Any
    stacks: Any
    bets: Any
    statuses: Any
    pots: Any
    legal: Any
    amounts: Any
    choices: Any
    bounds: Any
    finished: Any
    payoffs: Any

    def __init__(
        self,
        game: Poker | ConfiguredGame | State | str,
        table_count: int,
        *,
        stacks: ValuesLike | None = None,
        player_count: int | None = None,
        menu: Sequence[MenuMove] = BATCH_MENU,
        seed: int | bytes | None = None,
        hands: int | None = None,
        threads: int = 1,
    ) -> None:
        """Seat the players and deal the first hands.

        Args:
            game: A game in which players bet and discard and decide nothing else, its name, or a
                state of it.
            table_count: How many tables there are.
            stacks: The starting stacks, if a game is given.
            player_count: How many players there are, if a game is given.
            menu: The moves, from the smallest to the largest. A raise that is too small is not
                possible. One that reaches the most that is possible is that, unless `"max"` is in
                the menu; and only the first that does.
            seed: What decides all cards; chance if omitted.
            hands: How many hands each table plays; if omitted, they do not end.
            threads: How many threads play.

        Raises:
            SetupError: A number cannot be, or a move.
            UnsupportedError: The game has other decisions, or the caller's own hands or chips.
        """
        verify_count("table", table_count, MOST_TABLES)
        verify_threads(threads)
        if hands is not None:
            verify_count("hand", hands, MOST_HANDS)
        seed = find_seed(seed)
        self.table_count = table_count
        self.menu = tuple(menu)
        self._threads = threads
        setup = find_setup(game, stacks, player_count)
        moves = [_read_move(move) for move in self.menu]
        self._tables = _native.Tables(setup, table_count, seed, moves, hands)
        self.player_count = self._tables.player_count
        for name, code, shape in self._tables.arrays:
            setattr(self, name, _make_array(code, table_count, *shape))
        self._arrays = tuple(getattr(self, name) for name, _, _ in self._tables.arrays)
        self._tables.start(self._arrays, threads)

    def step(self, decisions: Any) -> None:
        """Do what was decided at every table, and write what is to be decided next.

        Args:
            decisions: A whole number for each table, in a list or an array of one dimension; what
                stands for tables that have nothing to decide is not looked at. Floats will do if
                they are whole.

        Raises:
            RuleError: A decision is not possible or no whole number, or there are not as many as
                tables; nothing was done then.
        """
        self._tables.step(_as_integers(decisions, self.table_count), self._arrays, self._threads)

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Pickles and copies of hands that are being played would need all of the core's tables.
        raise UnsupportedError(
            "a batch cannot be pickled or copied: save its seed and what decides, and begin"
            " another",
            code="no-copies",
        )

    def play(self, decide: Callable[[TableBatch], Any], hands: int) -> BatchResult:
        """Play until at least so many hands are over, or no table has any left.

        >>> from croupier import FixedLimitBadugi
        >>> game = FixedLimitBadugi((), True, 0, (1, 2), 2, 4)
        >>> batch = TableBatch(game, 8, stacks=100, player_count=3, seed=1, hands=5)
        >>> result = batch.play(lambda tables: [kind == 1 for kind in tables.kinds], 100)
        >>> result.hands, sum(result.payoffs)
        (40, 0)

        Args:
            decide: Is given the batch, and answers with a decision for each table.
            hands: How many hands are wanted.

        Returns:
            What came of the hands that ended.
        """
        played = decisions = 0
        payoffs = [0] * self.player_count
        while played < hands:
            waiting = _count_nonzero(self.kinds)
            if not waiting:
                break
            self.step(decide(self))
            decisions += waiting
            ended = _sum(self.finished)
            if ended:
                played += ended
                for player, payoff in enumerate(_sum_columns(self.payoffs)):
                    payoffs[player] += payoff
        return BatchResult(played, decisions, tuple(payoffs))


def _read_move(move: MenuMove) -> tuple[str, float, float]:
    """Return a move as the core knows it."""
    match move:
        case "fold" | "call" | "min" | "max":
            return move, 0, 0
        case int() | float() if not isinstance(move, bool) and 0 < move < float("inf"):
            return "pot", float(move), 0
        case ("times", int() | float() as times) if 0 < times < float("inf"):
            return "times", float(times), 0
        case (int() | float() as times, int() | float() as part) if min(times, part) > 0:
            return "street", float(times), float(part)
    raise SetupError(
        f"{move!r} is no move: there are 'fold', 'call', 'min', 'max', a part of the pot,"
        " ('times', 2.5), and (2.5, 0.75): times on the first street, a part of the pot later.",
        code="unknown-move",
    )


def _make_array(code: _NumberCode, *shape: int) -> Any:
    """Make an array of zeros."""
    try:
        import numpy
    except ImportError:
        size = memoryview(b"").cast(code).itemsize
        for count in shape:
            size *= count
        return memoryview(bytearray(size)).cast(code, shape=list(shape))
    return numpy.zeros(shape, dtype=_NUMBER_TYPES[code])


def _as_integers(decisions: Any, count: int) -> Any:
    """Return decisions as integers of eight bytes."""
    try:
        import numpy
    except ImportError:
        if isinstance(decisions, memoryview):
            return decisions
        return _as_array(decisions, count)
    try:
        given = numpy.asarray(decisions)
    except (TypeError, ValueError):
        # Lists of different lengths, or something that only its own library can read.
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None
    if given.ndim != 1:
        what = f"the shape {given.shape}" if given.shape else f"{decisions!r:.80}"
        raise RuleError(_WANTED.format(count=count, given=what), code="decisions-shape")
    if given.dtype.kind in "iub":
        return numpy.ascontiguousarray(given, dtype=numpy.int64)
    if given.dtype.kind != "f":
        raise RuleError(
            _WANTED.format(count=count, given=f"{given.dtype.name} values"), code="decisions-shape"
        )
    # What is not a number is not equal to itself.
    wrong = numpy.flatnonzero(numpy.floor(given) != given)
    wrong = wrong if len(wrong) else numpy.flatnonzero(numpy.isinf(given))
    if len(wrong):
        place = int(wrong[0])
        raise RuleError(
            f"a decision is a whole number, unlike {given[place]} at table {place}",
            code="decision-number",
        )
    return numpy.ascontiguousarray(given, dtype=numpy.int64)


def _as_array(decisions: Any, count: int) -> Any:
    """Return decisions as an array of Python's own."""
    from array import array

    try:
        numbers = list(decisions)
    except TypeError:
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None
    for place, number in enumerate(numbers):
        if isinstance(number, float) and not number.is_integer():
            raise RuleError(
                f"a decision is a whole number, unlike {number} at table {place}",
                code="decision-number",
            )
    try:
        return array("q", map(int, numbers))
    except (TypeError, ValueError, OverflowError):
        raise RuleError(
            _WANTED.format(count=count, given=f"{decisions!r:.80}"), code="decisions-shape"
        ) from None


def _count_nonzero(numbers: Any) -> int:
    count = getattr(numbers, "nonzero", None)
    return len(count()[0]) if count else sum(map(bool, numbers.tolist()))


def _sum(numbers: Any) -> int:
    return int(numbers.sum()) if hasattr(numbers, "sum") else sum(numbers.tolist())


def _sum_columns(numbers: Any) -> list[int]:
    if hasattr(numbers, "sum"):
        return [int(total) for total in numbers.sum(axis=0)]
    return [sum(column) for column in zip(*numbers.tolist(), strict=True)]
