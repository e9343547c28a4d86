"""Many tables in step: one decider is asked for a whole batch of decisions at a time.

The core plays the tables. What the players to decide see is in arrays with a row for each table, of
NumPy where it is installed; what they decide is one array of whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from croupier import _native
from croupier.agents.core import CoreAgent
from croupier.agents.registry import find_core_agent
from croupier.cards.seeding import find_seed
from croupier.errors import RuleError, SetupError, UnsupportedError
from croupier.limits import MAX_HANDS, MAX_TABLES, verify_count, verify_threads
from croupier.simulation import find_setup
from croupier.state import State
from croupier.tables.arrays import (
    add_up,
    as_codes,
    as_integers,
    copy_array,
    count_nonzero,
    make_array,
    sum_columns,
    view_array,
)
from croupier.tables.menus import BATCH_MENU, MenuMove, price_menu, read_menu, read_move
from croupier.utilities import ValuesLike

if TYPE_CHECKING:
    from croupier.games import CustomGame, Poker
    from croupier.histories import HandHistory

__all__ = ["BATCH_MENU", "DECISION_KINDS", "BatchResult", "MenuMove", "TableBatch", "price_menu"]

DECISION_KINDS: tuple[str, ...] = tuple(_native.list_decision_kinds())
"""The names of `TableBatch.kinds`, by their numbers."""

# More decisions than any hand of the library has, unless somebody bets chip by chip.
_HISTORY = 32
_MAX_HISTORY = 4096
_MAX_STACK = 1 << 50
_MAX_PLAYERS = 24
_MAX_DEALS = 1_000_000
_MAX_SPREAD = 1 << 32


class BatchResult(NamedTuple):
    """The result of the hands of a batch.

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

    Tables deal by themselves, and go on with the next hand when one is over, with everybody moved
    on by a seat. Seed, table and number of the hand decide the cards, so the number of threads does
    not.

    The arrays are written to by every step. Their rows are those of the tables; the players in them
    begin with the one who decides, and go on in the order of the seats.

    - `kinds`: 0 nothing: all hands were played, and the other arrays show the end of the last one
      as the player who decided last sees it; 1 a move of the menu, 2 cards to discard, and other
      decisions of `DECISION_KINDS`.
    - `seats`, `players`: who decides: the seat, numbered as in a state, and the player in it.
    - `streets`: the street.
    - `cards`: players by cards: hole cards by their codes, and 73 for none or unknown ones.
    - `board`: the cards of the boards.
    - `discards`: cards that were thrown away and that the player knows.
    - `stacks`, `bets`, `statuses`: players: the stack, the bet, and whether they play.
    - `pots`: all chips that were put in, bets included.
    - `legal`, `amounts`: moves: whether they are possible, and the chips that they add.
    - `raises`: the least and the most to bet or raise to, and the amount of the size of the pot.
    - `choices`, `bounds`: the places of the cards that may go as bits, the fewest and the most.
    - `picked`: what was picked so far, where cards are picked one by one.
    - `history`, `history_amounts`, `history_lengths`: who has decided what in this hand.
    - `keys`: a number for each information set: all that the player knows and ever knew.
    - `observations`: what the player sees as floats, if `unit` is given (`parts`).
    - `shares`: how much of the pot the player wins on average if nobody folds, if `deals` is given.
    - `finished`, `payoffs`: how many hands the last step ended, and what each player won in them.
    - `expected`: the same without the luck of cards that came after the last decision, if
      `all_in_ev` is given.

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
        parts: Where things stand in a row of `observations`.
    """

    # The core says which arrays there are; these are their names for type checkers.
    kinds: Any
    seats: Any
    players: Any
    streets: Any
    cards: Any
    board: Any
    discards: Any
    stacks: Any
    bets: Any
    statuses: Any
    pots: Any
    legal: Any
    amounts: Any
    raises: Any
    choices: Any
    bounds: Any
    picked: Any
    history: Any
    history_amounts: Any
    history_lengths: Any
    keys: Any
    observations: Any
    shares: Any
    finished: Any
    payoffs: Any
    expected: Any

    def __init__(
        self,
        game: Poker | CustomGame | State | str,
        table_count: int,
        *,
        stacks: ValuesLike | None = None,
        player_count: int | None = None,
        menu: Sequence[MenuMove] = BATCH_MENU,
        seed: int | bytes | None = None,
        hands: int | None = None,
        threads: int = 1,
        stack_range: tuple[int, int] | None = None,
        moves_seats: bool = True,
        duplicate: bool = False,
        by_picks: bool = False,
        history: int = _HISTORY,
        first_table: int = 0,
        unit: int | None = None,
        deals: int | None = None,
        all_in_ev: bool = False,
        opponents: Mapping[int, str | CoreAgent] | None = None,
        record: Sequence[int] = (),
        arrays: Mapping[str, Any] | Literal["python"] | None = None,
    ) -> None:
        """Seat the players and deal the first hands.

        Args:
            game: A game, its name, or a state of it.
            table_count: How many tables there are.
            stacks: The starting stacks, if a game is given.
            player_count: How many players there are, if a game is given.
            menu: The moves, from the smallest to the largest. A raise that is too small is not
                possible. One that reaches the most that is possible is that, unless `"max"` is in
                the menu; and only the first that does.
            seed: What decides all cards; chance if omitted.
            hands: How many hands each table plays; if omitted, they do not end.
            threads: How many threads play.
            stack_range: The smallest and the largest stack; each hand has stacks between them, by
                chance. `set_stacks` sets them for each table.
            moves_seats: Whether everybody moves on by a seat with each hand.
            duplicate: Whether the first tables, as many as there are players, have the same cards,
                with everybody one seat further at each of them; and so the next ones.
            by_picks: Whether decisions on cards and options are taken one at a time, by numbers
                that follow those of the menu: the place of a card or an option, and the last one to
                end. `legal` then covers all that can be decided.
            history: How many decisions of a hand `history` has room for; the newest are kept.
            first_table: The number of the first table: batches that go on where others end have the
                hands of one large batch.
            unit: What counts as one in `observations`, such as the big blind. They are written only
                if it is given.
            deals: How many deals are looked at for `shares`, which are written only if it is given.
            all_in_ev: Whether `expected` is written: what players win on average over all cards
                that may come when nobody can decide any more, instead of by those that came. Its
                sum over players and its mean are those of `payoffs`; a pot that is split is split
                evenly, without odd chips. It is exact for games with a board whose hole cards are
                all dealt by then, and what was won in others. A hand of hold'em of three players or
                more that is all-in before the flop takes a tenth of a second.
            opponents: Players whom the core plays, by their numbers: `"random"`, `"caller"`,
                `"folder"`, `"tight"`, `"loose"`, `"equity"` with options as `make_agent` reads
                them, or such an agent. Nobody is asked for their decisions, of which every table
                has its own.
            record: Tables whose hands are kept for `take_histories`.
            arrays: Arrays of your own to write to, by their names, such as NumPy's arrays and
                PyTorch's tensors; of the right shape and type. Others are made: those of NumPy
                where it is installed, and Python's own with `"python"`.

        Raises:
            SetupError: A number cannot be, or a move, or an array.
            UnsupportedError: The game has the caller's own hands or chips, or an opponent is played
                elsewhere.
        """
        verify_count("table", table_count, MAX_TABLES)
        verify_threads(threads)
        if hands is not None:
            verify_count("hand", hands, MAX_HANDS)
        _verify_number("history", history, 0, _MAX_HISTORY)
        _verify_number("first_table", first_table, 0, MAX_TABLES)
        if unit is not None:
            _verify_number("unit", unit, 1, _MAX_STACK)
        if deals is not None:
            _verify_number("deals", deals, 1, _MAX_DEALS)
        seed = find_seed(seed)
        self.table_count = table_count
        self.menu = read_menu(menu)
        self._threads = threads
        if isinstance(game, str):
            from croupier.games.making import make_game

            game = make_game(game)
        self._game = game
        self._setup = find_setup(game, stacks, player_count)
        self._tables = _native.Tables(
            self._setup,
            table_count,
            seed,
            [read_move(move) for move in self.menu],
            hands=hands,
            first=first_table,
            moves_seats=bool(moves_seats),
            duplicate=bool(duplicate),
            stack_range=_read_range(stack_range),
            by_picks=bool(by_picks),
            history=history,
            unit=unit,
            bots=_find_bots(opponents),
            deals=deals,
            all_in_ev=bool(all_in_ev),
        )
        self.player_count = self._tables.player_count
        self.parts = {
            name: slice(start, start + count) for name, start, count in self._tables.parts
        }
        strangers = [player for player in opponents or () if player >= self.player_count]
        if strangers:
            raise SetupError(
                f"there is no player {strangers[0]}: there are {self.player_count}, numbered from"
                " 0",
                code="unknown-player",
            )
        if len(opponents or ()) == self.player_count and hands is None:
            raise SetupError(
                "the core plays for everybody, so nobody is left to ask: give the number of hands",
                code="endless-batch",
            )
        if duplicate and (table_count % self.player_count or first_table % self.player_count):
            raise SetupError(
                f"duplicate deals need tables by the {self.player_count}, one for each seat,"
                f" unlike {table_count} from number {first_table}",
                code="duplicate-tables",
            )
        if record:
            self._tables.record(list(record))
        without_numpy = arrays == "python"
        given = dict(arrays) if isinstance(arrays, Mapping) else {}
        written = []
        for name, code, shape in self._tables.arrays:
            whole = (table_count, *shape)
            if name in given:
                array = given.pop(name)
                written.append(view_array(name, array, code, whole))
            else:
                array = make_array(code, *whole, without_numpy=without_numpy)
                written.append(array)
            setattr(self, name, array)
        if given:
            raise SetupError(
                f"there is no array {min(given)!r}; there are"
                f" {', '.join(name for name, _, _ in self._tables.arrays)}",
                code="unknown-array",
            )
        self._arrays = tuple(written)
        self._tables.start(self._arrays, threads)

    def step(self, decisions: Any, amounts: Any = None) -> None:
        """Perform a decision at every table, and write the next observations.

        Args:
            decisions: A whole number for each table, in a list or an array of one dimension; what
                stands for tables that have nothing to decide is not looked at. Floats will do if
                they are whole.
            amounts: For each table what is bet or raised to, where the move is `"any"`; what stands
                for others is not looked at.

        Raises:
            RuleError: A decision is not possible or no whole number, or there are not as many as
                tables; nothing was done then.
        """
        count = self.table_count
        chips = None if amounts is None else as_integers(amounts, count)
        self._tables.step(as_integers(decisions, count), chips, self._arrays, self._threads)

    def _decide(self, decisions: Any) -> None:
        """Perform `step` for an array of integers of eight bytes."""
        self._tables.step(decisions, None, self._arrays, self._threads)

    def reset(
        self,
        tables: Sequence[int] | None = None,
        seed: int | bytes | Sequence[int] | None = None,
        cards: Any = None,
    ) -> None:
        """Begin a new hand at some tables, however far the last one came.

        >>> batch = TableBatch("kuhn_poker", 2, stacks=2, player_count=2, seed=1)
        >>> first = batch.cards.tolist()
        >>> batch.reset()
        >>> batch.reset(seed=1)
        >>> batch.cards.tolist() == first
        True
        >>> batch.reset([1], seed=[7])
        >>> batch.cards.tolist()[0] == first[0]
        True

        Args:
            tables: The numbers of the tables; all of them if omitted.
            seed: What decides the cards from now on. Of one seed every table has hands of its own,
                as those of a new batch. With a seed for each of the tables, a table has the hands
                of the first table of a batch of this seed. If omitted, the next hand is dealt.
            cards: For each of the tables the cards that come first of this hand, by their codes and
                in the order in which they are dealt; 73 stands for any.

        Raises:
            RuleError: There is no such table, there are not as many seeds as tables, or a card is
                not in the deck.
        """
        chosen = list(range(self.table_count)) if tables is None else _as_places(tables)
        one: int | bytes | None = None
        each: list[int] | None = None
        if seed is None or isinstance(seed, int | bytes):
            one = seed
        else:
            each = [int(number) for number in seed]
        first = None if cards is None else as_codes(cards, len(chosen))
        self._tables.reset(chosen, one, each, first, self._arrays, self._threads)

    def branch(self) -> TableBatch:
        """Return copies of the tables, with arrays of their own.

        That is for looking ahead: what is done at a branch is not done here. A branch records no
        hands.

        >>> batch = TableBatch("kuhn_poker", 1, stacks=2, player_count=2, seed=1)
        >>> ahead = batch.branch()
        >>> ahead.step([1])
        >>> ahead.seats.tolist(), batch.seats.tolist()
        ([1], [0])

        Returns:
            The branch.
        """
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._tables = self._tables.branch()
        written = []
        for (name, code, shape), array in zip(self._tables.arrays, self._arrays, strict=True):
            copied = copy_array(array, code, (self.table_count, *shape))
            setattr(made, name, copied)
            written.append(copied)
        made._arrays = tuple(written)
        return made

    def weigh(self, agent: CoreAgent | type[CoreAgent] | str) -> list[list[tuple[int, float]]]:
        """Return the probabilities with which an agent of the core makes each move, table by table.

        >>> batch = TableBatch("kuhn_poker", 1, stacks=2, player_count=2, seed=1)
        >>> batch.weigh("caller")
        [[(0, 1.0)]]

        Args:
            agent: An agent of the core, or its name.

        Returns:
            For each table what is bet or raised to, 0 for a check or call and -1 for a fold, each
            with its chance; nothing where nothing is to be decided.

        Raises:
            UnsupportedError: The agent is not played by the core, looks at deals at random, or bets
                any amount.
        """
        agent = find_core_agent(agent)
        weighed = self._tables.weigh(agent._bot)
        if weighed is None:
            raise UnsupportedError(
                f"how often {agent.name} does what is not known exactly in this game",
                code="no-weights",
            )
        return weighed

    def redeal(self, seed: int | bytes) -> None:
        """Deal all cards anew that the players to act do not see, at tables that are not recorded.

        Their observations stay the same, byte by byte; hidden cards may be any that fit, as
        methods need it that look ahead.

        Args:
            seed: What decides the cards.
        """
        self._tables.redeal(seed, self._arrays, self._threads)

    def find_seed_of(self, table: int, player: int) -> int:
        """Return the seed with which an agent decides as a player of the core does at a table.

        >>> batch = TableBatch(
        ...     "texas_holdem", 2, stacks=200, player_count=2, seed=1, opponents={1: "tight"}
        ... )
        >>> agent = find_core_agent(f"tight:seed={batch.find_seed_of(0, 1)}")

        Args:
            table: The table.
            player: The player.

        Returns:
            The seed.

        Raises:
            RuleError: There is no such table.
        """
        seed = self._tables.bot_seed(table, player) if 0 <= table < self.table_count else None
        if seed is None:
            raise RuleError(
                f"there is no table {table}",
                code="unknown-table",
                table=table,
                tables=self.table_count,
            )
        return seed

    def set_stacks(self, stacks: Any) -> None:
        """Give every table stacks of its own, from the next hand on.

        Args:
            stacks: Tables by seats.

        Raises:
            RuleError: There are not as many as seats, or a stack is not above 0.
        """
        rows = [list(row) for row in (stacks.tolist() if hasattr(stacks, "tolist") else stacks)]
        if any(len(row) != self.player_count for row in rows):
            raise RuleError(
                f"there are {self.player_count} stacks at each table", code="decisions-shape"
            )
        from array import array

        try:
            numbers = array("q", [stack for row in rows for stack in row])
        except (TypeError, OverflowError):
            raise RuleError("stacks are whole numbers of chips", code="stack-size") from None
        self._tables.set_stacks(numbers)

    def record(self, tables: Sequence[int]) -> None:
        """Keep the hands of these tables from the next one on, and those of no others.

        Args:
            tables: The numbers of the tables.

        Raises:
            RuleError: There is no such table.
        """
        self._tables.record(_as_places(tables))

    def take_histories(self) -> list[HandHistory]:
        """Return the hands that were recorded since the last time, by tables.

        >>> batch = TableBatch("texas_holdem", 4, stacks=200, player_count=2, seed=1, record=[2])
        >>> batch.step([0, 0, 0, 0])
        >>> [history.actions[-1] for history in batch.take_histories()]
        ['p2 f']

        Returns:
            The histories. Players are called by their numbers.
        """
        return [history for _, history in self._take_recorded()]

    def take_tables(self) -> dict[str, _native.ArrowTable]:
        """Return the hands that were recorded since the last time, as tables of Arrow.

        >>> batch = TableBatch("texas_holdem", 4, stacks=200, player_count=2, seed=1, record=[2])
        >>> batch.step([0, 0, 0, 0])
        >>> {name: len(table) for name, table in batch.take_tables().items()}
        {'hands': 1, 'players': 2, 'actions': 3}

        Returns:
            The tables `hands`, `players` and `actions` of a store, which leave the core in the
            memory in which they were made: pyarrow, Polars and DuckDB take them as they are.
        """
        rows = _native.StoreRows()
        for state, history in self._take_recorded():
            stacks = [one.as_integer_ratio() for one in state.stacks]
            # Each hand is one of its own, whatever is alike in others.
            known = _native.KnownHands()
            rows.add_state(history.dumps(), state, stacks, None, known, 0, 0, None)
        return {table.name: table for table in rows.export(0)}

    def _take_recorded(self) -> Iterator[tuple[State, HandHistory]]:
        from croupier.histories import HandHistory

        game = self._game
        if isinstance(game, State):
            raise UnsupportedError(
                "histories need the game: give it with stacks and players instead of a state",
                code="state-without-game",
            )
        for table, hand, stacks, players, saved in self._tables.take_recorded():
            setup = self._setup.replace(starting_stacks=tuple(stacks))
            state = _native.make_state(State, setup, None, None, saved)
            yield (
                state,
                HandHistory.from_game_state(
                    game,
                    state,
                    hand=hand + 1,
                    table=str(table),
                    players=[f"Player {player + 1}" for player in players],
                    finishing_stacks=list(state.stacks),
                ),
            )

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Pickles and copies of hands that are being played would need all of the core's tables.
        raise UnsupportedError(
            "a batch cannot be pickled or copied: save its seed and what decides, and begin"
            " another, or take a branch of it",
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
            The results of the hands that ended.
        """
        played = decisions = 0
        payoffs = [0] * self.player_count
        while played < hands:
            waiting = count_nonzero(self.kinds)
            if not waiting:
                break
            self.step(decide(self))
            decisions += waiting
            ended = add_up(self.finished)
            if ended:
                played += ended
                for player, payoff in enumerate(sum_columns(self.payoffs)):
                    payoffs[player] += payoff
        return BatchResult(played, decisions, tuple(payoffs))


def _find_bots(opponents: Mapping[int, str | CoreAgent] | None) -> list[_native.Bot | None]:
    """Return the agents of the core, in the order of the players."""
    found: list[_native.Bot | None] = []
    for player, given in (opponents or {}).items():
        if type(player) is not int or not 0 <= player < _MAX_PLAYERS:
            raise SetupError(
                f"opponents are given by the number of the player, unlike {player!r:.80}",
                code="unknown-player",
            )
        agent = find_core_agent(given)
        found += [None] * (player + 1 - len(found))
        found[player] = agent._bot
    return found


def _read_range(given: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return bounds of stacks."""
    if given is None:
        return None
    try:
        least, most = given
    except (TypeError, ValueError):
        least, most = 0, 0
    whole = type(least) is int and type(most) is int
    if whole and 1 <= least <= most <= _MAX_STACK and most - least < _MAX_SPREAD:
        return least, most
    raise SetupError(
        f"stacks are drawn between two whole numbers, the smaller first, unlike {given!r:.80}",
        code="stack-range",
    )


def _verify_number(name: str, given: int, least: int, most: int) -> None:
    if type(given) is not int or not least <= given <= most:
        raise SetupError(
            f"{name} is a whole number from {least} to {most}, unlike {given!r:.80}",
            code="batch-number",
        )


def _as_places(tables: Sequence[int]) -> list[int]:
    """Return the numbers of tables, which the core compares with how many there are."""
    chosen = [int(one) for one in tables]
    for one in chosen:
        if one < 0 or one >> 62:
            raise RuleError(
                f"there is no table {one}: they are numbered from 0", code="unknown-table"
            )
    return chosen
