"""Spots: the questions to the solver."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier import _native
from croupier.analysis.ranges import Range, RangeLike
from croupier.cards import Card, CardsLike
from croupier.errors import PokerError, SetupError
from croupier.games.finding import find_game, names_file
from croupier.games.making import GameLike, find_made_game
from croupier.limits import MAX_RAISES, verify_count
from croupier.numbers import show_short, verify_number
from croupier.solving.played import PlayedStreet

if TYPE_CHECKING:
    from croupier.histories import HandHistory

__all__ = ["Amount", "Rake", "Spot", "SpotSize", "TreeNode"]

Amount: TypeAlias = int | float | Fraction
"""A number of chips."""
Sizes: TypeAlias = str | Sequence[str] | Mapping[str, str | Sequence[str]]
"""Sizes of bets and raises: for all streets and players, for each player, or street by street."""
Locks: TypeAlias = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Strategies that somebody insists on: by line and hand, how often each action is taken."""

# The names of streets by the number of cards on the board.
_STREETS = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
_CENT = Fraction(1, 100)
_STACK = 1000


class Rake(NamedTuple):
    """The rake: what the house takes of every pot.

    Attributes:
        rate: Which part, such as 0.05.
        cap: The most chips; no limit when it is 0.
    """

    rate: float = 0.0
    cap: float = 0.0


class SpotSize(NamedTuple):
    """The size of a spot: how much there is to solve.

    Attributes:
        nodes: States of the betting, whatever the board.
        decisions: Decisions on all boards that are looked at.
        boards: Boards that are looked at: those that differ by more than suits that may be
            exchanged.
        entries: Pairs of a hand and an action, at all decisions; of hands that differ by such
            suits there is one.
        bytes: The memory that all of it takes.
    """

    nodes: int
    decisions: int
    boards: int
    entries: int
    bytes: int


class TreeNode(NamedTuple):
    """A node of the betting tree: a state of the betting.

    Attributes:
        street: What the street is called.
        line: The actions that lead here, with a slash where cards are dealt.
        kind: `decision`, `fold`, `showdown` or `deal`.
        player: Who decides, or who has folded.
        pot: What lies in the middle, bets included.
        all_in: Whether cards are dealt before hands are compared.
    """

    street: str
    line: str
    kind: str
    player: int | None
    pot: Amount
    all_in: bool


class Spot:
    """A spot to be solved: the play of two players from some street on.

    The first player acts first. Sizes are written as bets and raises with a slash between them,
    and, after another
    one, bets into the player who bet last on the street before: `"33%, 75% / 60%"`. A size is a
    part of the pot
    after calling (`60%`), a multiple of the bet before (`2.5x`), a number of chips (`30c`), the
    part of the pot that
    gets all chips in by the river (`e`, or `2e` for two streets, `3e200%` for no more than twice
    the pot), all-in
    (`a`), the smallest (`min`) or the pot (`pot`).

    >>> spot = Spot(
    ...     board="QsJh2h8c3d",
    ...     pot=1000,
    ...     stacks=4000,
    ...     ranges=("QQ+, AJs:0.5, KTs", "JJ, 88, AQ, T9s"),
    ...     sizes="50%, a / a",
    ... )
    >>> spot.size().nodes
    21
    >>> [node.line for node in spot.tree()][:4]
    ['', 'x', 'b500', 'b4000']

    Attributes:
        board: The cards on the board.
        up_cards: The cards of each player that lie face up.
        dead: Cards that were seen, so that nobody holds them.
        pot: What lies in the middle.
        stacks: What the players have behind.
        ranges: What the players may have.
        rake: What the house takes.
        title: What the game is called.
    """

    def __init__(
        self,
        *,
        board: CardsLike = (),
        up_cards: Sequence[CardsLike] = ((), ()),
        dead: CardsLike = (),
        pot: Amount,
        stacks: Amount | Sequence[Amount],
        ranges: Sequence[RangeLike],
        sizes: Sizes = "",
        game: GameLike = "nlhe",
        rake: Rake | tuple[float, float] = (0.0, 0.0),
        add_all_in: float = 0.0,
        force_all_in: float = 0.0,
        merge: float = 0.0,
        most_raises: int | None = None,
        minimum_bet: Amount | None = None,
        unit: Amount | None = None,
        add_lines: Iterable[str] = (),
        remove_lines: Iterable[str] = (),
        locks: Locks | None = None,
    ) -> None:
        """Make a spot of its arguments.

        Args:
            board: The cards on the board; those of several boards in the order in which the game
                deals them.
            up_cards: The cards of each player that lie face up, who acts first first. Ranges are of
                the cards that the other does not see.
            dead: Cards that were seen, so that nobody holds them.
            pot: What lies in the middle.
            stacks: What both players have behind, or what each has.
            ranges: What the players may have, who acts first first.
            sizes: The sizes: a text for all streets, one for each player, or either by the name of
                the street.
            game: A game by its name, the path of its JSON file, a class, a configuration, or a game
                made with stakes.
            rake: What the house takes of every pot: a part, and at most so much.
            add_all_in: All-in is possible, too, where it is no more than this part of the pot.
            force_all_in: Who would have no more than this part of the pot left after a call is
                all-in instead.
            merge: Of two sizes the smaller is left out where the pots after them differ by less
                than this part.
            most_raises: No more bets and raises than this on a street.
            minimum_bet: The smallest bet; one unit when omitted. Where bets have a fixed size, that
                of the first street of the spot; that of the game when omitted.
            unit: The smallest chip; 1 where all amounts are integers, and 0.01 elsewhere, when
                omitted.
            add_lines: Lines that are possible as well, such as `"x b120"`.
            remove_lines: Lines that are left out, with all that follows.
            locks: Strategies that are not learnt: by line and hand, how often each action is taken.

        Raises:
            CardError: A card is there twice, or a hand has too many.
            ParseError: A range cannot be read.
            SetupError: Something makes no sense; the text says what.
            UnsupportedError: The game cannot be solved from there.
        """
        stacks = tuple(stacks) if isinstance(stacks, Sequence) else (stacks, stacks)
        if len(stacks) != 2 or len(ranges) != 2 or len(up_cards) != 2:
            raise SetupError(
                f"a spot has two players, not {len(stacks)} stacks, {len(ranges)} ranges and up"
                f" cards of {len(up_cards)}",
                code="player-count",
            )
        amounts = [pot, *stacks] + ([] if minimum_bet is None else [minimum_bet])
        whole = all(isinstance(amount, int) for amount in amounts)
        self._unit = Fraction(1 if whole else _CENT) if unit is None else _read("unit", unit)
        if self._unit <= 0:
            raise SetupError(
                f"the unit must be a positive number of chips, unlike {unit!r}", code="unit"
            )
        if most_raises is not None:
            verify_count("raise", _read_whole("most_raises", most_raises), MAX_RAISES, least=0)
        self.board = Card.clean(board)
        self.up_cards = (Card.clean(up_cards[0]), Card.clean(up_cards[1]))
        self.dead = Card.clean(dead)
        self.pot = pot
        self.stacks = stacks
        if not isinstance(rake, tuple | list) or len(rake) > 2:
            raise SetupError(
                f"invalid rake: expected a rate and a cap, got {show_short(rake)}", code="rake"
            )
        self.rake = Rake(*rake)
        shares = {"rate": self.rake.rate, "cap": self.rake.cap}
        shares |= {"add_all_in": add_all_in, "force_all_in": force_all_in, "merge": merge}
        for name, share in shares.items():
            _read(name, share)
        if isinstance(game, str) and names_file(game):
            # The rules, and not the path, are what a solution is of.
            game = find_game(game)
        setup = find_made_game(game)(_STACK, 2, seed=0)._setup
        self.title = game if isinstance(game, str) else _find_title(game)
        _, self._held, _, self._is_last = _native.solver_starts(setup)
        self._deck = _native.GameShowdown(setup).deck
        self.ranges = tuple(map(self._read_range, ranges))
        self._document: dict[str, Any] = {
            "game": game,
            "board": "".join(map(repr, self.board)),
            "up_cards": ["".join(map(repr, cards)) for cards in self.up_cards],
            "dead": "".join(map(repr, self.dead)),
            "pot": pot,
            "stacks": list(stacks),
            "sizes": sizes,
            "rake": list(self.rake),
            "add_all_in": add_all_in,
            "force_all_in": force_all_in,
            "merge": merge,
            "most_raises": most_raises,
            "minimum_bet": minimum_bet,
            "unit": unit,
            "add_lines": list(add_lines),
            "remove_lines": list(remove_lines),
            "locks": locks,
        }
        self._locks = {} if locks is None else {key: dict(value) for key, value in locks.items()}
        self._arguments: Any = (
            setup,
            self.board,
            self.up_cards,
            self.dead,
            self._units("pot", pot),
            tuple(self._units("stack", stack) for stack in stacks),
            None if minimum_bet is None else self._units("smallest bet", minimum_bet),
            max(1, round(1 / self._unit)),
            tuple((list(each._weights), list(each._weights.values())) for each in self.ranges),
            _read_sizes(sizes, 5 if self._is_last else len(self.board)),
            (float(add_all_in), float(force_all_in), float(merge)),
            most_raises,
            (float(self.rake.rate), float(self.rake.cap) / float(self._unit)),
            self._document["add_lines"],
            self._document["remove_lines"],
        )
        # Without locks, which need the tree to be read.
        self._unlocked = self._ask([])

    def _read_range(self, value: RangeLike) -> Range:
        if isinstance(value, str):
            return Range.parse(value, card_count=self._held, deck=self._deck)
        return Range.of(value, card_count=self._held)

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Spot:
        """Make a spot of what a JSON file says: the arguments of `Spot` by their names.

        >>> document = {
        ...     "board": "2c2d2h7s8s",
        ...     "pot": 100,
        ...     "stacks": 100,
        ...     "ranges": ["AA,54s", "KK"],
        ... }
        >>> Spot.from_dict(document | {"sizes": "a / a"}).size().nodes
        9
        >>> Spot.from_dict(document | {"size": "a"})
        Traceback (most recent call last):
            ...
        croupier.errors.SetupError: a spot has no 'size', but add_all_in, add_lines, board, ...

        Args:
            document: What the file says. The `game` is a name, or the JSON of a game; the path of a
                file is refused.

        Returns:
            The spot.

        Raises:
            SetupError: There is something else in it, or something is missing.
        """
        from inspect import signature

        known = [name for name in signature(cls).parameters if name != "self"]
        wrong = [name for name in document if name not in known]
        if wrong:
            raise SetupError(
                f"a spot has no {wrong[0]!r}, but {', '.join(sorted(known))}", code="unknown-field"
            )
        missing = [name for name in ("pot", "stacks", "ranges") if name not in document]
        if missing:
            raise SetupError(f"a spot must say its {', '.join(missing)}", code="missing-field")
        try:
            values = {name: _to_floats(value) for name, value in document.items()}
            if "game" in values:
                values["game"] = _read_game(values["game"])
            return cls(**values)
        except PokerError:
            raise
        except (TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise SetupError(
                f"a value of the spot is of another kind: {error}", code="wrong-kind"
            ) from error

    @classmethod
    def from_history(
        cls, hand: HandHistory, street: str, ranges: Sequence[RangeLike], **options: Any
    ) -> Spot:
        """Make a spot of a hand that was played, where a street begins.

        >>> from croupier import HandHistory
        >>> hand = HandHistory.loads('''
        ... variant = "NT"
        ... antes = [0, 0]
        ... blinds_or_straddles = [1, 2]
        ... min_bet = 2
        ... starting_stacks = [200, 200]
        ... actions = ["d dh p1 ????", "d dh p2 ????", "p2 cbr 6", "p1 cc", "d db Qs7h2c"]
        ... ''')
        >>> spot = Spot.from_history(hand, "flop", ("QQ+, 76s", "AK, 22"), sizes="a")
        >>> spot.pot, spot.stacks, spot.board
        (12, (194, 194), (Qs, 7h, 2c))

        Args:
            hand: The hand.
            street: `flop`, `turn` or `river`.
            ranges: What the two players may have who are left, who acts first first.
            **options: The other arguments of `Spot`, such as `sizes`. The game is that of the hand
                unless `game` says otherwise.

        Returns:
            The spot.

        Raises:
            SetupError: The hand has no such street, or nobody could bet there.
            UnsupportedError: There are not two players left.
        """
        played = PlayedStreet.of(hand, street)
        game = {} if "game" in options else {"game": PlayedStreet.game_of(hand)}
        known: dict[str, Any] = game | {"minimum_bet": played.minimum_bet}
        return cls(
            board=played.board,
            pot=played.pot,
            stacks=played.stacks,
            ranges=ranges,
            **(known | options),
        )

    def _units(self, what: str, amount: Amount) -> int:
        units = _read(what, amount) / self._unit
        if units.denominator != 1 or abs(units) > 1 << 50:
            raise SetupError(
                f"the {what} of {amount} is no number of chips of {self._unit}", code="amount"
            )
        return int(units)

    def amount(self, units: int) -> Amount:
        """Return a number of units as chips.

        Args:
            units: How many units.

        Returns:
            The chips: an integer where the unit is one.
        """
        chips = units * self._unit
        return int(chips) if self._unit.denominator == 1 else float(chips)

    def _ask(self, locks: list[tuple[str, list[tuple[int, list[float]]]]]) -> _native.SolverSpot:
        asked: Callable[..., _native.SolverSpot] = _native.SolverSpot
        return asked(*self._arguments, locks)

    @property
    def unit(self) -> float:
        """The smallest chip."""
        return float(self._unit)

    @cached_property
    def native(self) -> _native.SolverSpot:
        """The spot of the core."""
        if not self._locks:
            return self._unlocked
        locks = [self._read_lock(line, hands) for line, hands in self._locks.items()]
        return self._ask(locks)

    @cached_property
    def native_tree(self) -> list[tuple[int, str, str, int | None, int, tuple[int, int], bool]]:
        """The betting, as the core lists it."""
        return self._unlocked.tree()

    def _read_lock(
        self, line: str, hands: Mapping[str, Mapping[str, float]]
    ) -> tuple[str, list[tuple[int, list[float]]]]:
        from croupier.solving.lines import actions_after, find_action, read_line

        steps = read_line(self, line)
        actions = actions_after(self, steps)
        strategies = []
        for text, parts in hands.items():
            chosen = {find_action(self, actions, name, line): part for name, part in parts.items()}
            row = [float(chosen.get(action, 0.0)) for action in actions]
            strategies += [(number, row) for number in self._read_range(text)._weights]
        return " ".join(steps), strategies

    def street_name(self, street: int) -> str:
        """Return what a street is called: `flop`, `turn` or `river`, `last round`, or its number.

        Args:
            street: The number of the street, from that of the spot on.

        Returns:
            The name.
        """
        if self._is_last:
            return "last round"
        count = self._unlocked.counts[0]
        on_board = self._unlocked.counts[2] - (count - 1 - street)
        return (
            _STREETS.get(on_board, str(street + 1)) if count <= len(_STREETS) else str(street + 1)
        )

    def size(self, *, bits: int = 32, symmetric: bool = True) -> SpotSize:
        """Find out how much there is to solve; no memory is taken for it.

        Args:
            bits: How many bits numbers have: 32, or 16.
            symmetric: Whether what differs by suits that may be exchanged is solved once.

        Returns:
            How much there is.

        Raises:
            SetupError: Numbers have 32 or 16 bits.
            UnsupportedError: There is more than could be counted.
        """
        return SpotSize(*self.native.measure(symmetric, is_half(bits)))

    def tree(self) -> list[TreeNode]:
        """List the betting.

        Returns:
            All states of it, street by street.
        """
        return [
            TreeNode(self.street_name(street), line, kind, player, self.amount(pot), all_in)
            for street, line, kind, player, pot, _, all_in in self.native_tree
        ]

    def with_board(self, board: CardsLike) -> Spot:
        """Return the same question on another board.

        Args:
            board: The cards.

        Returns:
            The spot.
        """
        return Spot(**(self._document | {"board": board, "ranges": self.ranges}))

    def lock(self, line: str, strategies: Mapping[str, Mapping[str, float]]) -> Spot:
        """Return the same question with strategies that are not learnt at a node.

        >>> spot = Spot(
        ...     board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a"
        ... )
        >>> from croupier.solving import solve
        >>> locked = solve(spot.lock("", {"54s": {"check": 1}}), "0.1%")
        >>> round(locked.root["bet 100"].frequencies["fold"], 2)
        1.0

        Args:
            line: The node, as `Solution.node` finds it; the root has no line.
            strategies: By hands, how often each action is taken.

        Returns:
            The spot; what was locked elsewhere stays so.

        Raises:
            SetupError: There is no such line or action.
        """
        locks = self._locks | {line: strategies}
        spot = Spot(**(self._document | {"ranges": self.ranges, "locks": locks}))
        spot._read_lock(line, strategies)
        return spot

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_spot, (self._document | {"ranges": self.ranges},)

    def to_dict(self) -> dict[str, Any]:
        """Return the question as JSON can have it, for `from_dict` to read.

        Returns:
            The arguments of the spot by their names.
        """
        return self._document | {
            "game": self._write_game(),
            "ranges": [str(each) for each in self.ranges],
        }

    def _write_game(self) -> Any:
        """Return the name of the game, or its JSON if it has no name."""
        game = self._document["game"]
        source = None if isinstance(game, str) else getattr(game, "source", None)
        return json.loads(source) if isinstance(source, str) else self.title

    def __repr__(self) -> str:
        board = "".join(map(repr, self.board))
        return f"<Spot {self.title} {board}, pot {self.pot}, stacks {self.stacks}>"


def _read(what: str, amount: Amount | Decimal | None) -> Fraction:
    """Return a number exactly as it is written."""
    if isinstance(amount, bool) or not isinstance(amount, int | float | Fraction | Decimal):
        raise SetupError(
            f"the {what} must be a number of chips, unlike {show_short(amount)}", code="amount"
        )
    verify_number(amount, SetupError)
    return Fraction(amount if isinstance(amount, int) else str(amount))


def _read_whole(what: str, number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise SetupError(
            f"invalid {what}: expected an integer, got {show_short(number)}", code="amount"
        )
    return number


def is_half(bits: int) -> bool:
    """Return whether numbers have half of the usual bits.

    Args:
        bits: How many they have.

    Returns:
        Whether they have 16, and not 32.

    Raises:
        SetupError: They have neither.
    """
    if bits not in (16, 32):
        raise SetupError(f"numbers have 32 or 16 bits, not {bits!r}", code="bits")
    return bits == 16


def _read_game(value: Any) -> Any:
    """Return the game of a document: a document opens no other file."""
    if isinstance(value, str) and names_file(value):
        raise SetupError(
            f"a spot opens no file: expected the name of a game, or its JSON, got"
            f" {show_short(value)}",
            code="game-file",
        )
    if not isinstance(value, Mapping):
        return value
    # Most spots name their games.
    from croupier.games.configuration.library import load

    return load(value)


def _to_floats(value: Any) -> Any:
    """Return a value of a document with numbers as Python has them."""
    match value:
        case Decimal():
            return float(value)
        case Mapping():
            return {name: _to_floats(each) for name, each in value.items()}
        case list():
            return [_to_floats(each) for each in value]
        case _:
            return value


def _read_sizes(sizes: Sizes, board_count: int) -> list[tuple[Any, Any]]:
    """Return the menus of both players, street by street."""
    names = [name for count, name in sorted(_STREETS.items()) if count >= board_count]
    if isinstance(sizes, Mapping):
        wrong = [name for name in sizes if name not in {*_STREETS.values(), "all"}]
        if wrong:
            raise SetupError(
                f"there is no street {wrong[0]!r}: sizes are for flop, turn, river or all",
                code="unknown-street",
            )
        per_street = [sizes.get(name, sizes.get("all", "")) for name in names]
    else:
        per_street = [sizes for _ in names]
    menus = []
    for of_street in per_street:
        both = (of_street, of_street) if isinstance(of_street, str) else tuple(of_street)
        if len(both) != 2:
            raise SetupError(f"sizes are for two players, not for {len(both)}", code="player-count")
        menus.append((_read_menu(both[0]), _read_menu(both[1])))
    return menus


def _read_menu(text: str) -> tuple[str, str, str | None]:
    parts = text.split("/")
    if len(parts) > 3:
        raise SetupError(f"sizes are bets / raises / donk bets, unlike {text!r}", code="sizes")
    bets, raises, donks = (*parts, *("" for _ in range(3 - len(parts))))
    return bets, raises, donks if len(parts) == 3 else None


def _find_title(game: object) -> str:
    """Return the name of a configuration, of a class, or of a game that was made."""
    named = getattr(game, "configuration", game)
    kind = game if isinstance(game, type) else type(game)
    return str(getattr(named, "name", kind.__name__))


def _make_spot(arguments: dict[str, Any]) -> Spot:
    """Make the spot that another process sent."""
    return Spot(**arguments)
