"""How often hands and ranges win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from math import isnan
from operator import and_
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier import _native
from croupier.analysis.ranges import Range, RangeLike
from croupier.analysis.ranges.sets import cards_of, set_of
from croupier.analysis.showdown_board import GameLike, NativeAnswer, ShowdownGame
from croupier.analysis.showdowns import Showdown, find_showdown
from croupier.cards import Card, CardsLike
from croupier.cards.seeding import find_seed
from croupier.errors import CardError, SetupError
from croupier.frames import to_arrow, to_pandas, to_stream
from croupier.limits import MAX_SAMPLES, verify_count, verify_threads

if TYPE_CHECKING:
    from croupier.svg import Picture

__all__ = [
    "Equity",
    "EquityResult",
    "HandEquity",
    "PlayerEquity",
    "PlayerLike",
    "equity",
    "read_player",
]

PlayerLike: TypeAlias = RangeLike | None
"""The known cards of a player; nothing is known when `None`."""

_UNKNOWN = {"random", "any", "?", "??", ""}
_NUMBERS = 4


class Equity:
    """The equity of a hand or range: how often it wins and ties.

    Attributes:
        weight: How many deals this was counted over, each as often as the ranges weigh it.
        win: The part of these in which all of the pot is won.
        tie: The part in which some of the pot is won.
        equity: The part of all pots that is won.
    """

    __slots__ = ("equity", "tie", "weight", "win")

    def __init__(self, weight: float, win: float, tie: float, share: float) -> None:
        """Make the result of sums over deals.

        Args:
            weight: The sum of the deals' weights.
            win: The sum over those in which all is won.
            tie: The sum over those in which some is won.
            share: The sum of what is won.
        """
        whole = weight or float("nan")
        self.weight = weight
        self.win = win / whole
        self.tie = tie / whole
        self.equity = share / whole

    @property
    def scoop(self) -> float:
        """The part of the deals in which all of the pot is won, as split games call it."""
        return self.win

    @property
    def loss(self) -> float:
        """The part of the deals in which nothing is won.

        >>> round(equity("AhAs", "KdKc").players[1].loss, 4)
        0.8106
        """
        return max(1 - self.win - self.tie, 0.0)

    def __repr__(self) -> str:
        if isnan(self.equity):
            return "<never dealt>"
        return f"<{self.equity:.4%}: wins {self.win:.4%}, ties {self.tie:.4%}>"


class HandEquity(Equity):
    """The equity of certain hole cards.

    Its attributes are those of `Equity`.
    """

    __slots__ = ()


class PlayerEquity(Equity):
    """The equity of a player.

    Attributes:
        error: The standard error of the equity; 0 for an exact one.

    >>> aces, kings = equity("AhAs", "KdKc").players
    >>> aces
    <81.2555%: wins 81.0646%, ties 0.3818%>
    >>> round(aces.weight), round(aces.win * aces.weight)
    (1712304, 1388072)
    """

    __slots__ = ("__dict__", "_names", "_tallies", "error")

    def __init__(
        self,
        sums: tuple[float, float, float, float, float],
        names: Callable[[], Iterable[str]],
        tallies: bytes,
    ) -> None:
        """Make the result of what the core counted.

        Args:
            sums: The sums over deals, and the standard error.
            names: Returns the player's hands as text.
            tallies: The sums for each hand, as doubles.
        """
        *counted, self.error = sums
        super().__init__(*counted)
        self._names = names
        self._tallies = tallies

    @cached_property
    def hands(self) -> dict[str, HandEquity]:
        """How often each of the player's hands wins, by its cards, the highest and spades first.

        >>> player = equity("AA,72o", "KK").players[0]
        >>> player.hands["AsAh"].equity > 0.8 > 0.2 > player.hands["7s2h"].equity
        True
        """
        numbers = memoryview(self._tallies).cast("d")
        return {
            name: HandEquity(*numbers[_NUMBERS * place : _NUMBERS * (place + 1)])
            for place, name in enumerate(self._names())
        }

    def hand(self, cards: CardsLike) -> HandEquity:
        """Return how often the player wins with certain hole cards, in whatever order they are.

        >>> equity("AA", "KK").players[0].hand("AhAs").weight
        10273824.0

        Args:
            cards: The hole cards.

        Returns:
            How often they win.

        Raises:
            CardError: The player's range does not have them.
        """
        name = cards if isinstance(cards, str) and cards in self.hands else _name_of(cards)
        if name not in self.hands:
            raise CardError(
                f"the player's range does not have {name or 'no cards'}",
                value=cards,
                code="not-in-range",
            )
        return self.hands[name]


class EquityResult:
    """The result of `equity`.

    Attributes:
        players: How often each player wins.
        exact: Whether every possible deal was counted.
        deals: How many deals were looked at: boards for exact answers, 0 where a table knew it all.

    >>> result = equity("QsQh", "AdKd", board="Qd7d2c")
    >>> [round(share, 4) for share in result.equities], result.exact
    ([0.7444, 0.2556], True)
    """

    __slots__ = ("deals", "exact", "players")

    def __init__(self, players: tuple[PlayerEquity, ...], exact: bool, deals: int) -> None:
        """Make the answer.

        Args:
            players: How often each player wins.
            exact: Whether every possible deal was counted.
            deals: How many deals were looked at.
        """
        self.players = players
        self.exact = exact
        self.deals = deals

    @property
    def equities(self) -> tuple[float, ...]:
        """The part of all pots that each player wins."""
        return tuple(player.equity for player in self.players)

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard errors of `equities`."""
        return tuple(player.error for player in self.players)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        >>> list(equity("AhAs", "KdKc").to_rows()[0])
        ['player', 'equity', 'win', 'tie', 'error']

        Returns:
            The rows.
        """
        return [
            {
                "player": number,
                "equity": player.equity,
                "win": player.win,
                "tie": player.tie,
                "error": player.error,
            }
            for number, player in enumerate(self.players, 1)
        ]

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream

    def svg(self, *, theme: str = "auto", width: int = 640) -> Picture:
        """Draw the shares as bars.

        >>> from croupier import equity
        >>> "Player 2" in equity("AsAh", "KdKc", board="Qs7h2c").svg()
        True

        Args:
            theme: `light`, `dark`, or `auto` for what the page is.
            width: How wide the picture is.

        Returns:
            The picture.
        """
        from croupier.svg.charts import draw_bars

        bars = [
            (
                f"Player {number}",
                (player.win, max(player.equity - player.win, 0.0)),
                f"{player.equity:.2%}" + (f" ± {1.96 * player.error:.2%}" if player.error else ""),
            )
            for number, player in enumerate(self.players, 1)
        ]
        legend = ("wins", "shares of ties")
        return draw_bars(bars, title="Equity", legend=legend, theme=theme, width=width)

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __iter__(self) -> Iterator[PlayerEquity]:
        return iter(self.players)

    def __len__(self) -> int:
        return len(self.players)

    def __repr__(self) -> str:
        shares = ", ".join(f"{share:.4%}" for share in self.equities)
        how = "exactly" if self.exact else f"after {self.deals} deals"
        return f"<EquityResult {how}: {shares}>"


def equity(
    *players: PlayerLike,
    board: CardsLike | Mapping[str, CardsLike] = (),
    dead: CardsLike = (),
    game: GameLike | Showdown | ShowdownGame = "holdem",
    choices: Mapping[str, str] | None = None,
    exact: bool | None = None,
    samples: int = 1_000_000,
    precision: float | None = None,
    seed: int | bytes | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> EquityResult:
    """Find out how often each player wins when all cards are dealt and nobody folds.

    Hands that cannot be, because a card of theirs is on the board, dead, or another player's, are
    left out. What is possible is as likely as its weights say.

    >>> [round(share, 6) for share in equity("AA", "KK").equities]
    [0.819461, 0.180539]
    >>> equity("AhKh", "random").exact
    True
    >>> result = equity("AhAs2h3s", "KdKcQdQc", None, game="omaha8", seed=1, samples=20_000)
    >>> result.exact, abs(sum(result.equities) - 1) < 1e-9
    (False, True)

    Args:
        players: What each player may have: a text such as `"QQ+, AKs:0.5"` or `"AsKs"`, a `Range`,
            hole cards as a tuple or a list of `Card`, or `None` or `"random"` for anything. Cards
            that are missing come at random, so the up cards of a stud hand will do. Where a hand
            has parts, they are written with a slash between them, or by their names.
        board: The cards on the board; of several boards the same way.
        dead: Cards that are known to be elsewhere.
        game: What game it is: a name out of `croupier.analysis.showdowns.SHOWDOWNS` or of the
            library, a file, a configuration, a game, or a showdown of your own.
        choices: What was chosen about the game, where somebody chooses; anything is as likely as
            the rest when omitted.
        exact: Whether to count every deal (`True`) or to deal at random (`False`); whichever is
            quick enough, a second's work or so, when omitted.
        samples: How many deals to look at, for answers that are not exact.
        precision: Stop earlier, when all standard errors are no larger.
        seed: Makes random deals the same every time, for any number of threads.
        threads: How many threads work; one for each core when omitted.
        progress: Called now and then with how much is done, and of how much. What it raises ends
            the work.

    Returns:
        The answer.

    Raises:
        ParseError: A text is no range.
        CardError: A card is there twice or not in the game.
        SetupError: The question makes no sense; the text says why.
        UnsupportedError: There is no such game, or no exact answer in reach.
    """
    verify_count("sample", samples, MAX_SAMPLES)
    if precision is not None and not precision > 0:
        raise SetupError(
            f"the precision must be a positive number, unlike {precision!r}", code="precision"
        )
    verify_threads(threads)
    players = tuple(map(_write_hand, players))
    options = exact, samples, precision, find_seed(seed), threads, progress
    showdown = find_showdown(game, len(players))
    if isinstance(showdown, ShowdownGame) and not showdown.ranks_card_sets:
        hands = [
            [(bytes([255] * showdown.hole_count), 1.0)]
            if _is_unknown(player)
            else showdown.read_hands(player)
            for player in players
        ]
        answer = showdown.solve(hands, board, dead, choices, *options)
        names = [partial(_names_of_codes, showdown, [codes for codes, _ in of]) for of in hands]
        return _make_result(answer, names)
    if choices:
        raise SetupError(f"there is nothing to choose in {showdown.title}", code="no-choice")
    if isinstance(board, Mapping):
        raise SetupError(
            f"{showdown.title} has one board: {board!r} names several.", code="board-count"
        )
    sets = [read_player(player, showdown) for player in players]
    try:
        if isinstance(showdown, ShowdownGame):
            answer = showdown.solve_sets(sets, board, dead, *options)
        else:
            contests = [contest.prepare() for contest in showdown.contests]
            counts = showdown.hole_count, showdown.board_count
            answer = _native.equity(showdown.deck, board, dead, counts, sets, contests, *options)
    except SetupError as error:
        _refuse_shared_card([numbers for numbers, _ in sets], (board, dead), error)
        raise
    return _make_result(answer, [partial(_names_of_sets, numbers) for numbers, _ in sets])


def _refuse_shared_card(
    hands: Sequence[Iterable[int]], elsewhere: Iterable[CardsLike], error: SetupError
) -> None:
    """Name the card that is there twice, if that is why players cannot have hands."""
    owners: dict[Card, str] = {}
    for cards in elsewhere:
        owners |= dict.fromkeys(Card.clean(cards), "it is on the board or dead")
    for number, sets in enumerate(hands, 1):
        # Cards that are in every hand that the player may have.
        for card in cards_of(reduce(and_, sets)):
            if card in owners:
                raise SetupError(
                    "The players cannot all have hands at once: the card"
                    f" {card!r} is there twice, player {number} has it and {owners[card]}.",
                    code="duplicate-card",
                ) from error
            owners[card] = f"so has player {number}"


def _make_result(
    answer: NativeAnswer, names: Sequence[Callable[[], Iterable[str]]]
) -> EquityResult:
    is_exact, deals, sums, tallies = answer
    players = tuple(map(PlayerEquity, sums, names, tallies))
    return EquityResult(players, is_exact, deals)


def _names_of_sets(numbers: Iterable[int]) -> list[str]:
    return ["".join(map(repr, cards_of(number))) for number in numbers]


def _names_of_codes(game: ShowdownGame, hands: Iterable[bytes]) -> list[str]:
    return [game.name_hand(codes) for codes in hands]


def _name_of(cards: CardsLike) -> str:
    return "".join(map(repr, cards_of(set_of(Card.clean(cards)))))


def _write_hand(player: PlayerLike) -> PlayerLike:
    """Return cards in a list as a text: they are one hand, and no range of several."""
    if isinstance(player, tuple | list) and player and all(isinstance(one, Card) for one in player):
        return "".join(map(repr, player))
    return player


def _is_unknown(player: object) -> bool:
    return player is None or (isinstance(player, str) and player.strip().lower() in _UNKNOWN)


def read_player(
    player: PlayerLike, showdown: Showdown | ShowdownGame
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Read what a player may have.

    Args:
        player: A text, a range, hole cards, or nothing.
        showdown: What game it is.

    Returns:
        The sets of the player's hands, and their weights.

    Raises:
        ParseError: A text is no range.
        SetupError: There is no hand.
    """
    player = _write_hand(player)
    if _is_unknown(player) or player is None:
        return (0,), (1.0,)
    if isinstance(player, str):
        player = Range.parse(player, card_count=showdown.hole_count, deck=showdown.deck)
    hands = Range.of(player, card_count=showdown.hole_count)
    if not len(hands):
        raise SetupError(
            "a player has an empty range: say which hands are possible", code="empty-range"
        )
    return tuple(hands._weights), tuple(hands._weights.values())
