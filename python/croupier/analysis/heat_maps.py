"""Equities after each card that may come next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.analysis.equities import EquityResult, PlayerLike, equity
from croupier.analysis.ranges.classes import RANKS
from croupier.analysis.showdown_board import GameLike, ShowdownGame
from croupier.analysis.showdowns import Showdown, find_showdown
from croupier.cards import Card, CardsLike
from croupier.errors import SetupError, UnsupportedError

if TYPE_CHECKING:
    from croupier.svg.ink import Picture

__all__ = ["HeatMap", "next_card_equities"]

_SUITS = "shdc"
_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


class HeatMap:
    """The equities after each card that may come next.

    Attributes:
        board: The cards on the board so far.
        now: The equities before the card.
        cards: The equities after each card that may come, the highest card first.
    """

    def __init__(
        self, board: tuple[Card, ...], now: EquityResult, cards: Mapping[Card, EquityResult]
    ) -> None:
        """Make a map.

        Args:
            board: The cards on the board so far.
            now: The equities before the card.
            cards: The equities after each card.
        """
        self.board = board
        self.now = now
        self.cards = dict(cards)

    def table(self, player: int = 0) -> dict[str, list[float | None]]:
        """Return a player's equities as a row for each suit, with a cell for each rank, aces first.

        >>> found = next_card_equities("AhKh", "QsQd", board="Th9h2cQc")
        >>> row = found.table()["h"]
        >>> row[0], row[1], row[3], len(row)
        (None, None, 1.0, 13)

        Args:
            player: Which player, from 0.

        Returns:
            The rows by suit; `None` for a card that cannot come.
        """
        return {
            suit: [
                None
                if (found := self.cards.get(Card(rank, suit))) is None
                else found.equities[player]
                for rank in RANKS
            ]
            for suit in _SUITS
        }

    def draw(self, path: str | PathLike[str], player: int = 0, *, title: str | None = None) -> Path:
        """Draw a player's equities as a table of 52 coloured cells, and save the picture.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     found = next_card_equities("AhKh", "QsQd", board="Th9h2c2d")
        ...     found.draw(f"{folder}/river.svg").name
        'river.svg'

        Args:
            path: Where the picture goes; its suffix says what kind it is of.
            player: Which player, from 0.
            title: What stands above; the board and the equity now if omitted.

        Returns:
            Where the picture is.

        Raises:
            UnsupportedError: matplotlib is not installed.
        """
        rows = self.table(player)
        from croupier.plots import draw_cells

        return draw_cells(
            path,
            list(rows.values()),
            rows=[_SYMBOLS[suit] for suit in rows],
            columns=list(RANKS),
            texts=_write_texts(rows.values()),
            title=self._make_title(player) if title is None else title,
            bounds=(0, 1),
        )

    def svg(self, player: int = 0, *, theme: str = "auto") -> Picture:
        """Draw a player's equities as a table of 52 coloured cells, as an SVG picture.

        >>> next_card_equities("AhKh", "QsQd", board="Th9h2c2d").svg().startswith("<svg")
        True

        Args:
            player: Which player, from 0.
            theme: `light`, `dark`, or `auto` for what the page is.

        Returns:
            The picture.
        """
        from croupier.svg.grids import draw_cells as draw_svg

        rows = self.table(player)
        return draw_svg(
            list(rows.values()),
            rows=[_SYMBOLS[suit] for suit in rows],
            columns=list(RANKS),
            texts=_write_texts(rows.values()),
            title=self._make_title(player),
            theme=theme,
        )

    def _make_title(self, player: int) -> str:
        board = " ".join(card.rank.value + _SYMBOLS[card.suit.value] for card in self.board)
        return f"Player {player + 1} on {board}: {self.now.equities[player]:.1%} now"

    def _repr_svg_(self) -> str:
        return str(self.svg())

    def __repr__(self) -> str:
        shares = ", ".join(f"{share:.4%}" for share in self.now.equities)
        return f"<HeatMap of {len(self.cards)} cards, now {shares}>"


def _write_texts(rows: Iterable[Sequence[float | None]]) -> list[list[str]]:
    return [["" if cell is None else f"{cell:.0%}" for cell in row] for row in rows]


def next_card_equities(
    *players: PlayerLike,
    board: CardsLike,
    dead: CardsLike = (),
    game: GameLike | Showdown = "holdem",
    **options: Any,
) -> HeatMap:
    """Find out the equities after each card that may come to the board next.

    >>> found = next_card_equities("AhKh", "QsQd", board="Th9h2c")
    >>> best = max(found.cards, key=lambda card: found.cards[card].equities[0])
    >>> best, len(found.cards)
    (Jh, 45)
    >>> found = next_card_equities("AhKh", "QsQd", board="Th9h2c2d", game="deuces_wild_holdem")
    >>> found.table()["h"][4], len(found.cards)
    (None, 44)

    Args:
        players: What each player may have, as `equity` takes it.
        board: The cards on the board; three or four in hold'em.
        dead: Cards that are known to be elsewhere.
        game: What game it is, as `equity` takes it; it must have one board.
        options: What else `equity` takes.

    Returns:
        The equities now, and after each card.

    Raises:
        SetupError: No card is to come, or too many.
        UnsupportedError: There is no such game, or it has several boards or none.
    """
    showdown = find_showdown(game, len(players))
    boards = len(showdown.board_groups) if isinstance(showdown, ShowdownGame) else 1
    if not showdown.board_count or boards != 1:
        raise UnsupportedError(
            f"a heat map is about the next card of a board: {showdown.title} has"
            f" {'no board' if not showdown.board_count else f'{boards} of them'}",
            code="board-count",
        )
    shown, gone = Card.clean(board), Card.clean(dead)
    if not len(shown) < showdown.board_count:
        raise SetupError(
            f"no card is to come to the board of {showdown.title}: it has {len(shown)}",
            code="board-complete",
        )
    if not shown:
        raise SetupError(
            "a heat map is about the next card: there must be a board already", code="missing-board"
        )
    now = equity(*players, board=shown, dead=gone, game=showdown, **options)
    cards = {}
    for card in sorted(set(showdown.deck) - {*shown, *gone}, key=lambda card: -card.code):
        try:
            cards[card] = equity(
                *players, board=(*shown, card), dead=gone, game=showdown, **options
            )
        except SetupError:
            # Somebody has it for certain.
            continue
    return HeatMap(shown, now, cards)
