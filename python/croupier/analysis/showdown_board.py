"""Showdowns of any game that the engine plays: which cards there are, and how often they win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from croupier import _native
from croupier.analysis.ranges import Range
from croupier.analysis.ranges.sets import cards_of
from croupier.cards import CARDS_BY_CODE, Card, CardsLike
from croupier.errors import CardError, SetupError, UnsupportedError

if TYPE_CHECKING:
    from croupier.games import Configuration, CustomGame, Poker

__all__ = ["CardGroup", "GameLike", "NativeAnswer", "ShowdownGame", "find_showdown_game"]

GameLike: TypeAlias = (
    "str | PathLike[str] | Mapping[str, Any] | Configuration | CustomGame | Poker | type[Poker]"
)
"""Anything that stands for a game: any of its names, a file, what a file says, or a game."""

NativeAnswer: TypeAlias = tuple[
    bool, int, list[tuple[float, float, float, float, float]], list[bytes]
]

# Stakes do not matter for a showdown, but a game has some.
_STAKES = {"small_bet": 2}
_STACKS = 1000
_UNKNOWN = 255
_SEPARATOR = "/"
_MAX_HANDS = 1_000_000


class CardGroup(NamedTuple):
    """A group of cards between which the showdown of a game makes no difference.

    Attributes:
        name: What they are called.
        size: How many there are.
    """

    name: str
    size: int

    def __str__(self) -> str:
        return f"{self.name} ({self.size} {'card' if self.size == 1 else 'cards'})"


class ShowdownGame:
    """The showdown of a game: which cards lie on the table, and how often hands win there.

    >>> sohe = find_showdown_game("sohe", 2)
    >>> [str(group) for group in sohe.hole_groups]
    ['Omaha (4 cards)', "Hold'em (2 cards)"]

    Attributes:
        title: What the game is called.
        deck: The cards of the game.
        hole_groups: What a player's cards are in the end.
        board_groups: What the cards of the board are in the end.
        choices: What somebody chooses about the game, with the values.
        ranks_card_sets: Whether nothing matters but which hole and which board cards there are.
        contest_count: How many kinds of hands share the pot.
        streets: How many cards a player and the board have each time that some were dealt.
    """

    def __init__(self, title: str, setup: _native.Setup) -> None:
        """Make the game of a game with stakes and stacks.

        Args:
            title: What the game is called.
            setup: The game.

        Raises:
            UnsupportedError: It depends on the play which cards there are.
        """
        native = _native.GameShowdown(setup)
        self._native = native
        self.title = title
        self.deck: tuple[Card, ...] = native.deck
        self.hole_groups = tuple(CardGroup(*group) for group in native.hole_groups)
        self.board_groups = tuple(CardGroup(*group) for group in native.board_groups)
        self.choices = {name: tuple(values) for name, values in native.choices}
        self.ranks_card_sets = native.ranks_card_sets
        self.contest_count = native.contest_count
        self.streets: tuple[tuple[int, int], ...] = tuple(native.streets)
        self._hole_order: list[int] = native.hole_order
        self._board_order: list[int] = native.board_order

    @property
    def hole_count(self) -> int:
        """How many hole cards each player has in the end."""
        return len(self._hole_order)

    @property
    def board_count(self) -> int:
        """How many cards the board has in the end."""
        return len(self._board_order)

    def solve_sets(
        self,
        hands: Sequence[tuple[tuple[int, ...], tuple[float, ...]]],
        board: CardsLike,
        dead: CardsLike,
        *options: Any,
    ) -> NativeAnswer:
        """Find out how often sets of hole cards win where nothing but the sets matters.

        Args:
            hands: The sets of each player, and their weights.
            board: The cards on the board.
            dead: Cards that are elsewhere.
            options: How to go about it, as the core takes it.

        Returns:
            What the core counted.
        """
        return self._native.ranked_equity(board, dead, hands, *options)

    def solve(
        self,
        hands: Sequence[Sequence[tuple[bytes, float]]],
        board: CardsLike | Mapping[str, CardsLike],
        dead: CardsLike,
        choices: Mapping[str, str] | None,
        *options: Any,
    ) -> NativeAnswer:
        """Find out how often hands win.

        Args:
            hands: What `read_hands` returned for each player.
            board: The cards on the board.
            dead: Cards that are elsewhere.
            choices: What was chosen about the game.
            options: How to go about it, as the core takes it.

        Returns:
            What the core counted.
        """
        players = [([cards for cards, _ in of], [weight for _, weight in of]) for of in hands]
        return self._native.equity(
            self.read_board(board), dead, players, self._read_choices(choices), *options
        )

    def read_hands(self, player: Any) -> list[tuple[bytes, float]]:
        """Read what a player may have.

        Args:
            player: A text, a range, hole cards, or cards by the names of their groups.

        Returns:
            The codes of each hand's cards, in the order in which they are dealt, and its weight.

        Raises:
            ParseError: A text is no range.
            SetupError: There are more parts or cards than the game has.
        """
        if isinstance(player, Mapping) and set(player) <= {name for name, _ in self.hole_groups}:
            return self._combine([player.get(name, "") for name, _ in self.hole_groups])
        if isinstance(player, str):
            if _SEPARATOR in player:
                return self._combine(self._split(player, self.hole_groups, "A hand"))
            cards = _read_cards(player)
            if cards is not None:
                return [(self._deal(cards, self._hole_order, "a hand"), 1.0)]
        if len(self.hole_groups) > 1:
            groups = " / ".join(map(str, self.hole_groups))
            raise SetupError(
                f"the hands of {self.title} have several parts: {groups}. Write the cards of each"
                f" in this order with a slash between them, unlike {player!r}",
                code="card-groups",
            )
        return self._combine([player])

    def name_hand(self, codes: bytes) -> str:
        """Return the cards of a hand as text, with its parts as `read_hands` reads them.

        Args:
            codes: The codes of the cards.

        Returns:
            The text, the highest cards first within a part.
        """
        parts: list[list[int]] = [[] for _ in self.hole_groups]
        for group, code in zip(self._hole_order, codes, strict=True):
            if code != _UNKNOWN:
                parts[group].append(code)
        return _SEPARATOR.join(
            "".join(repr(CARDS_BY_CODE[code]) for code in sorted(part, reverse=True))
            for part in parts
        )

    def _combine(self, parts: Sequence[Any]) -> list[tuple[bytes, float]]:
        """Return the hands of which each part is one of those that are possible for it."""
        options = []
        for group, part in zip(self.hole_groups, parts, strict=False):
            options.append(self._read_part(part, group.size))
        count = 1
        for option in options:
            count *= len(option)
        if count > _MAX_HANDS:
            raise SetupError(
                f"a player may have {count} hands: name fewer, or leave some out",
                code="range-too-large",
            )
        hands = []
        for chosen in product(*options):
            queues = [list(cards) for cards, _ in chosen]
            codes = [
                queues[group].pop(0).code if group < len(queues) and queues[group] else _UNKNOWN
                for group in self._hole_order
            ]
            known = [code for code in codes if code != _UNKNOWN]
            weight = 1.0
            for _, factor in chosen:
                weight *= factor
            if len(set(known)) == len(known):
                hands.append((bytes(codes), weight))
        if not hands:
            raise SetupError(
                "a player has an empty range: say which hands are possible", code="empty-range"
            )
        return hands

    def _read_part(self, part: Any, size: int) -> list[tuple[tuple[Card, ...], float]]:
        if part is None or (isinstance(part, str) and not part.strip()):
            return [((), 1.0)]
        if isinstance(part, str):
            cards = _read_cards(part)
            if cards is not None:
                if len(cards) > size:
                    raise CardError(
                        f"{part!r} has more than {size} cards.", value=part, code="card-count"
                    )
                return [(cards, 1.0)]
            part = Range.parse(part, card_count=size, deck=self.deck)
        found = Range.of(part, card_count=size)
        return [(cards_of(number), weight) for number, weight in found._weights.items()]

    def name_kind(
        self,
        hand: Sequence[int],
        board: Sequence[int],
        choices: Mapping[str, str] | None,
        contest: int,
    ) -> tuple[int, str, str] | None:
        """Name the hand that known cards are by now.

        Args:
            hand: The codes of the player's cards, as `read_hands` returns them.
            board: The codes of the board's cards, as `read_board` returns them.
            choices: What was chosen about the game.
            contest: Which hand counts, from 0.

        Returns:
            What it is worth, its kind, and the same in more words; nothing where it is no hand yet.
        """
        return self._native.hand_name(board, hand, self._read_choices(choices), contest)

    def count_kinds(
        self,
        hands: Sequence[tuple[bytes, float]],
        board: Sequence[int],
        dead: CardsLike,
        choices: Mapping[str, str] | None,
        contest: int,
        street: tuple[int, int],
        *options: Any,
    ) -> tuple[bool, list[tuple[str | None, int, float]]]:
        """Count the kinds of hands that a player has on a street.

        Args:
            hands: What `read_hands` returned for the player.
            board: What `read_board` returned.
            dead: Cards that are elsewhere.
            choices: What was chosen about the game.
            contest: Which hand counts, from 0.
            street: How many cards the player and the board have then.
            options: How to go about it, as the core takes it.

        Returns:
            Whether all deals were counted, and the kinds from the best with their weights.
        """
        slots = [cards for cards, _ in hands], [weight for _, weight in hands]
        chosen = self._read_choices(choices)
        return self._native.hand_kinds(board, dead, slots, chosen, contest, street, *options)

    def read_board(self, board: Any) -> list[int]:
        """Read the cards of the board.

        Args:
            board: A text, cards, or cards by the names of their groups.

        Returns:
            The codes of the cards in the order in which they are dealt.

        Raises:
            SetupError: There are no such groups.
            CardError: There are more cards than the board has, or a card is there twice.
        """
        if isinstance(board, Mapping):
            names = {name for name, _ in self.board_groups}
            if not set(board) <= names:
                groups = ", ".join(map(str, self.board_groups))
                raise SetupError(
                    f"the board of {self.title} has {groups}, unlike {board!r}", code="card-groups"
                )
            parts = [board.get(name, "") for name, _ in self.board_groups]
        elif isinstance(board, str) and _SEPARATOR in board:
            parts = self._split(board, self.board_groups, "The board")
        else:
            return list(self._deal(Card.clean(board), self._board_order, "the board"))
        queues = []
        for group, part in zip(self.board_groups, parts, strict=False):
            cards = list(Card.clean(part.strip() if isinstance(part, str) else part))
            if len(cards) > group.size:
                raise CardError(
                    f"the board has {group}, unlike {part!r}", value=board, code="card-groups"
                )
            queues.append(cards)
        return [
            queues[group].pop(0).code if group < len(queues) and queues[group] else _UNKNOWN
            for group in self._board_order
        ]

    def _split(self, text: str, groups: Sequence[CardGroup], what: str) -> list[str]:
        parts = text.split(_SEPARATOR)
        if len(parts) > len(groups):
            named = " / ".join(map(str, groups)) or "no cards"
            raise SetupError(
                f"{what} of {self.title} has {named}, unlike {text!r}.", code="card-groups"
            )
        return parts

    def _deal(self, cards: Sequence[Card], order: Sequence[int], what: str) -> bytes:
        """Return the codes of cards in the order in which they are dealt, and of those to come."""
        if len(cards) > len(order):
            raise CardError(
                f"{self.title} has {len(order)} cards for {what}, not {len(cards)}.",
                value=cards,
                code="card-count",
            )
        if len(set(cards)) < len(cards):
            twice = next(card for card in cards if list(cards).count(card) > 1)
            raise CardError(
                f"the card {twice!r} is there twice", value=twice, code="duplicate-card"
            )
        known = [card.code for card in cards]
        return bytes(known + [_UNKNOWN] * (len(order) - len(known)))

    def _read_choices(self, choices: Mapping[str, str] | None) -> list[int | None]:
        given = dict(choices or {})
        read: list[int | None] = []
        for name, values in self.choices.items():
            value = given.pop(name, None)
            if value is not None and value not in values:
                expected = ", ".join(values)
                raise SetupError(
                    f"the choice {name!r} is one of {expected}, unlike {value!r}",
                    code="unknown-choice",
                )
            read.append(None if value is None else values.index(value))
        if given:
            known = ", ".join(self.choices) or "no choices"
            raise SetupError(
                f"{self.title} has {known}, unlike {', '.join(given)}.", code="unknown-choice"
            )
        return read

    def __repr__(self) -> str:
        return f"<ShowdownGame {self.title}>"


def _read_cards(text: str) -> tuple[Card, ...] | None:
    """Return the cards of a text that names nothing but cards."""
    try:
        return Card.clean(text.strip())
    except ValueError:
        return None


def find_showdown_game(game: GameLike, player_count: int) -> ShowdownGame:
    """Return what lies on the table at the showdown of a game.

    >>> find_showdown_game("double_board_holdem", 2).board_groups
    (CardGroup(name='Top', size=5), CardGroup(name='Bottom', size=5))

    Args:
        game: Any name of a game, a file, what a file says, or a game.
        player_count: How many players there are.

    Returns:
        The game.

    Raises:
        UnsupportedError: There is no such game, or no telling which cards it has.
        SetupError: The game is not for so many players.
    """
    # Most showdowns are known without any game, and games of files take long to import.
    from croupier.games import Configuration, CustomGame, Poker, load
    from croupier.games.finding import find_game

    if isinstance(game, str):
        game = find_game(game)
    if isinstance(game, type) and issubclass(game, Poker):
        name: str | None = getattr(game, "definition", None)
        if name is None:
            raise UnsupportedError(
                f"{game.__name__} says nothing of its stakes: give a game of it, such as"
                f" {game.__name__}(...).",
                code="missing-stakes",
            )
        game = load(name)
    if isinstance(game, Poker):
        return ShowdownGame(type(game).__name__, game(_STACKS, player_count)._setup)
    if not isinstance(game, Configuration | CustomGame):
        game = load(game)
    if isinstance(game, Configuration):
        game = game.game(stakes=_STAKES)
    return ShowdownGame(game.configuration.name, game(_STACKS, player_count)._setup)
