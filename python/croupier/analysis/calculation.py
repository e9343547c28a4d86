"""Equities with PokerKit's names and arguments, by dealing at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from croupier import _native
from croupier.analysis.ranges.sets import set_of
from croupier.cards import Card
from croupier.cards.seeding import find_seed
from croupier.errors import SetupError
from croupier.hands import Hand
from croupier.hands.core import core_of
from croupier.limits import MAX_PLAYERS, MAX_SAMPLES, verify_count
from croupier.utilities import max_or_none

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["calculate_equities", "calculate_hand_strength"]

# Which ranking compares the hands of a lookup, by the lookup's own and by whether low hands win.
_RANKINGS = {
    ("high", False): "high",
    ("27_low", True): "27_low",
    ("36card_ffh_high", False): "36card_ffh_high",
    ("a5_low", True): "a5_low",
    ("eight_or_better_low", True): "eight_or_better_low",
    ("kuhn", False): "kuhn",
    ("leduc", False): "leduc",
    ("rhode_island", False): "rhode_island",
    ("numeral211", False): "numeral211",
}
# How often hands that do not go together are drawn before giving up.
_MAX_ATTEMPTS = 100_000

_Hand: TypeAlias = tuple[Card, ...]
_Deal: TypeAlias = tuple[tuple[_Hand, ...], _Hand]


def calculate_equities(
    hole_ranges: Iterable[Iterable[Iterable[Card]]],
    board_cards: Iterable[Card],
    hole_dealing_count: int,
    board_dealing_count: int,
    deck: Iterable[Card],
    hand_types: Iterable[type[Hand]],
    *,
    sample_count: int,
    executor: Executor | None = None,
    seed: int | bytes | None = None,
) -> list[float]:
    """Estimate how much of the pot each player wins, by dealing at random.

    `croupier.analysis.equity` says more, and exactly where it can.

    >>> from croupier import Card, Deck, StandardHighHand
    >>> from croupier.analysis import parse_range
    >>> calculate_equities(
    ...     (parse_range("33"), parse_range("33")),
    ...     Card.parse("Tc8d6h4s"),
    ...     2,
    ...     5,
    ...     Deck.STANDARD,
    ...     (StandardHighHand,),
    ...     sample_count=1000,
    ... )
    [0.5, 0.5]

    Args:
        hole_ranges: What each player may have; cards that are missing come at random.
        board_cards: The cards on the board.
        hole_dealing_count: How many hole cards each player has in the end.
        board_dealing_count: How many cards the board has in the end.
        deck: The cards of the game.
        hand_types: The kinds of hands that share the pot.
        sample_count: How many deals to look at.
        executor: What runs the deals of hands that only Python can compare; the others are dealt by
            the core, which needs none.
        seed: Makes the deals the same every time.

    Returns:
        The part of the pot that each player wins on average.

    Raises:
        SetupError: The players cannot all have hands; it is a ValueError.
        CardError: A card is there twice or is not in the deck.
    """
    ranges = [[tuple(hand) for hand in hands] for hands in hole_ranges]
    board = tuple(board_cards)
    types = tuple(hand_types)
    seed = find_seed(seed)
    verify_count("sample", sample_count, MAX_SAMPLES)
    if not all(ranges):
        raise SetupError(
            "a player has an empty range: say which hands are possible", code="empty-range"
        )
    contests = [_find_contest(hand_type) for hand_type in types]
    known = [contest for contest in contests if contest is not None]
    if len(known) < len(contests):
        deals = _Deals(
            ranges, board, hole_dealing_count, board_dealing_count, tuple(deck), Random(seed)
        )
        return _calculate_in_python(deals, types, sample_count, executor)
    players = [([set_of(hand) for hand in hands], [1.0] * len(hands)) for hands in ranges]
    counts = hole_dealing_count, board_dealing_count
    _, _, sums, _ = _native.equity(
        tuple(deck), board, (), counts, players, known, False, sample_count, None, seed
    )
    return [share / weight for weight, _, _, share, _ in sums]


def calculate_hand_strength(
    player_count: int,
    hole_range: Iterable[Iterable[Card]],
    board_cards: Iterable[Card],
    hole_dealing_count: int,
    board_dealing_count: int,
    deck: Iterable[Card],
    hand_types: Iterable[type[Hand]],
    *,
    sample_count: int,
    executor: Executor | None = None,
    seed: int | bytes | None = None,
) -> float:
    """Estimate how much of the pot a player wins against random hands.

    >>> from croupier import Card, Deck, StandardHighHand
    >>> from croupier.analysis import parse_range
    >>> calculate_hand_strength(
    ...     3,
    ...     parse_range("3h3c"),
    ...     Card.parse("3s3d2c2h"),
    ...     2,
    ...     5,
    ...     Deck.STANDARD,
    ...     (StandardHighHand,),
    ...     sample_count=1000,
    ... )
    1.0

    Args:
        player_count: How many players there are.
        hole_range: What the player may have.
        board_cards: The cards on the board.
        hole_dealing_count: How many hole cards each player has in the end.
        board_dealing_count: How many cards the board has in the end.
        deck: The cards of the game.
        hand_types: The kinds of hands that share the pot.
        sample_count: How many deals to look at.
        executor: As for `calculate_equities`.
        seed: Makes the deals the same every time.

    Returns:
        The part of the pot that the player wins on average.

    Raises:
        SetupError: There are too few players; it is a ValueError.
        CardError: A card is there twice or is not in the deck.
    """
    verify_count("player", player_count, MAX_PLAYERS)
    unknown: list[Iterable[Iterable[Card]]] = [[()] for _ in range(player_count - 1)]
    equities = calculate_equities(
        [*unknown, hole_range],
        board_cards,
        hole_dealing_count,
        board_dealing_count,
        deck,
        hand_types,
        sample_count=sample_count,
        executor=executor,
        seed=seed,
    )
    return equities[-1]


def _find_contest(hand_type: type[Hand]) -> tuple[_native.Ranking, _native.Selection] | None:
    """Return how the core compares hands of a class, if it can."""
    core = core_of(hand_type)
    if core is hand_type:
        return None
    if len(core) == 2:
        ranking, selection = core
        return ranking, selection
    _, selection, low = core
    name = _RANKINGS.get((hand_type.lookup.ranking_name or "", low))
    return None if name is None else (_native.Ranking(name), selection)


class _Deals:
    """Random deals, dealt as the core does it."""

    def __init__(
        self,
        ranges: Sequence[Sequence[_Hand]],
        board: _Hand,
        hole_count: int,
        board_count: int,
        deck: _Hand,
        random: Random,
    ) -> None:
        self.ranges = ranges
        self.board = board
        self.hole_count = hole_count
        self.board_count = board_count
        self.deck = deck
        self.random = random

    def __call__(self) -> _Deal:
        for _ in range(_MAX_ATTEMPTS):
            hands = [self.random.choice(hands) for hands in self.ranges]
            used = [card for cards in (*hands, self.board) for card in cards]
            if len(set(used)) == len(used):
                break
        else:
            raise SetupError("the players cannot all have hands at once", code="no-deal")
        free = [card for card in self.deck if card not in used]
        needed = self.hole_count * len(hands) + self.board_count - len(used)
        if needed > len(free):
            raise SetupError(
                f"{needed} more cards are needed, but only {len(free)} are left.",
                code="too-few-cards",
            )
        drawn = iter(self.random.sample(free, needed))
        whole = tuple(
            (*hand, *(next(drawn) for _ in range(self.hole_count - len(hand)))) for hand in hands
        )
        return whole, (*self.board, *drawn)


def _calculate_in_python(
    deals: Callable[[], _Deal],
    hand_types: tuple[type[Hand], ...],
    sample_count: int,
    executor: Executor | None,
) -> list[float]:
    dealt = [deals() for _ in range(sample_count)]
    settle = partial(_settle, hand_types)
    shares = map(settle, dealt) if executor is None else executor.map(settle, dealt, chunksize=64)
    return [sum(column) / sample_count for column in zip(*shares, strict=True)]


def _settle(hand_types: tuple[type[Hand], ...], deal: _Deal) -> list[float]:
    holes, board = deal
    shares = [0.0] * len(holes)
    divided = 0
    for hand_type in hand_types:
        hands = [hand_type.from_game_or_none(hole, board) for hole in holes]
        best = max_or_none(hands)
        if best is None:
            continue
        divided += 1
        winners = [player for player, hand in enumerate(hands) if hand == best]
        for player in winners:
            shares[player] += 1 / len(winners)
    return [share / max(divided, 1) for share in shares]
