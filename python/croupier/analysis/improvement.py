"""How a hand gets better: outs, odds by the next card and by the river, kinds by street."""

from __future__ import annotations

from typing import NamedTuple

from croupier import _native
from croupier.analysis.equities import PlayerLike, find_seed, read_player
from croupier.analysis.ranges.sets import set_of
from croupier.analysis.showdowns import SHOWDOWNS, Contest, Showdown, find_named_showdown
from croupier.cards import Card, CardsLike
from croupier.errors import CardError, SetupError, UnsupportedError

__all__ = ["HandKinds", "Odds", "Out", "hand_kinds", "odds"]

_NO_HAND = "No hand"
_FLOP = 3
_STREETS = {3: "flop", 4: "turn", 5: "river"}


class HandKinds(NamedTuple):
    """Hold how often hands are of which kind.

    Attributes:
        street: The name of the street, or how many cards there are.
        kinds: The part of each kind, the best first.
        exact: Whether all ways for the cards to come were counted.
    """

    street: str
    kinds: dict[str, float]
    exact: bool


class Out(NamedTuple):
    """Hold the cards that make a hand a better one of a certain kind.

    Attributes:
        kind: What the hand becomes.
        cards: The cards that make it that.
    """

    kind: str
    cards: tuple[Card, ...]


class Odds(NamedTuple):
    """Hold how a hand can get better.

    Attributes:
        kind: What the hand is now; `None` as long as there are too few cards.
        description: The same in more words.
        outs: The cards that make it a better kind of hand, the best kind first; empty where several
            cards come at once, or none.
        unseen: How many cards may come.
        streets: How often it is of which kind on this street and those to come.

    >>> found = odds("AhKh", "QhJh2c")
    >>> found.kind, [(out.kind, len(out.cards)) for out in found.outs]
    ('High card', [('Royal flush', 1), ('Flush', 8), ('Straight', 3), ('One pair', 14)])
    >>> round(found.by_next_card, 4), round(found.by_river, 4)
    (0.5532, 0.8252)
    """

    kind: str | None
    description: str | None
    outs: tuple[Out, ...]
    unseen: int
    streets: tuple[HandKinds, ...]

    @property
    def by_next_card(self) -> float:
        """How often the next card makes it a better kind of hand."""
        return sum(len(out.cards) for out in self.outs) / self.unseen if self.unseen else 0.0

    @property
    def by_river(self) -> float:
        """How often it is a better kind of hand in the end."""
        if self.kind is None:
            return 0.0
        better = 0.0
        for kind, part in self.streets[-1].kinds.items():
            if kind == self.kind:
                break
            better += part
        return better


def odds(
    hand: CardsLike,
    board: CardsLike = (),
    *,
    dead: CardsLike = (),
    game: str | Showdown = "holdem",
    contest: int = 0,
    threads: int | None = None,
) -> Odds:
    """Find out how a hand can get better.

    >>> found = odds("8s8d", "Ks8h3c")
    >>> found.description
    'three of a kind, Eights, K-3 kickers'
    >>> [(out.kind, "".join(map(repr, out.cards))) for out in found.outs]
    [('Four of a kind', '8c'), ('Full house', 'KhKdKc3s3h3d')]

    Args:
        hand: The hole cards.
        board: The cards on the board.
        dead: Cards that are known to be elsewhere.
        game: Any name of a game of `SHOWDOWNS`, or a showdown of your own.
        contest: Which hand counts where several share the pot, from 0.
        threads: How many threads work; one for each core when omitted.

    Returns:
        The odds.

    Raises:
        CardError: A card is there twice or not in the game.
        UnsupportedError: There is no such game.
    """
    showdown, rule = _find(game, contest)
    held, shown, gone = Card.clean(hand), Card.clean(board), Card.clean(dead)
    _refuse_duplicates((*held, *shown, *gone))
    ranking, selection = rule._prepare()
    value = _value(ranking, selection, held, shown)
    streets = tuple(_all_streets(showdown, rule, ((set_of(held),), (1.0,)), shown, gone, threads))
    seen = {*held, *shown, *gone}
    unseen = [card for card in reversed(showdown.deck) if card not in seen]
    on_board = showdown.board_count > 0
    to_come = showdown.board_count - len(shown) if on_board else showdown.hole_count - len(held)
    outs: dict[str, list[Card]] = {}
    if value is not None and to_come > 0:
        kinds = list(streets[-1].kinds)
        for card in unseen:
            more = (held, (*shown, card)) if on_board else ((*held, card), shown)
            found = _value(ranking, selection, *more)
            if found is not None and found[0] > value[0] and found[1] != value[1]:
                outs.setdefault(found[1], []).append(card)
        order = sorted(outs, key=lambda kind: kinds.index(kind) if kind in kinds else -1)
        outs = {kind: outs[kind] for kind in order}
    return Odds(
        None if value is None else value[1],
        None if value is None else value[2],
        tuple(
            Out(kind, tuple(sorted(cards, key=lambda card: -card.code)))
            for kind, cards in outs.items()
        ),
        len(unseen) if to_come > 0 else 0,
        streets,
    )


def hand_kinds(
    player: PlayerLike,
    board: CardsLike = (),
    *,
    dead: CardsLike = (),
    game: str | Showdown = "holdem",
    contest: int = 0,
    samples: int = 1_000_000,
    seed: int | None = None,
    threads: int | None = None,
) -> tuple[HandKinds, ...]:
    """Find out how often a hand or a range is of which kind, by street.

    >>> flop, turn, river = hand_kinds("AKs")
    >>> flop.street, round(flop.kinds["One pair"], 4), round(river.kinds["Flush"], 4)
    ('flop', 0.4041, 0.0653)

    Args:
        player: What the player may have: a text, a range or hole cards; `None` for anything.
        board: The cards on the board.
        dead: Cards that are known to be elsewhere.
        game: Any name of a game of `SHOWDOWNS`, or a showdown of your own.
        contest: Which hand counts where several share the pot, from 0.
        samples: How many ways for the cards to come are drawn where there are too many to count.
        seed: Makes what is drawn the same every time.
        threads: How many threads work; one for each core when omitted.

    Returns:
        The kinds on this street and on each that comes.

    Raises:
        ParseError: A text is no range.
        CardError: A card is there twice or not in the game.
        UnsupportedError: There is no such game.
    """
    showdown, rule = _find(game, contest)
    hands = read_player(player, showdown)
    shown, gone = Card.clean(board), Card.clean(dead)
    options = samples, find_seed(seed)
    return tuple(_all_streets(showdown, rule, hands, shown, gone, threads, *options))


def _find(game: str | Showdown, contest: int) -> tuple[Showdown, Contest]:
    if isinstance(game, str):
        found = find_named_showdown(game)
        if found is None:
            known = ", ".join(SHOWDOWNS)
            raise UnsupportedError(f"There are no odds of {game!r}; there are those of {known}.")
        game = found
    if not 0 <= contest < len(game.contests):
        raise SetupError(f"{game.title} has {len(game.contests)} kinds of hands, not {contest}.")
    return game, game.contests[contest]


def _refuse_duplicates(cards: tuple[Card, ...]) -> None:
    seen = set[Card]()
    for card in cards:
        if card in seen:
            raise CardError(f"The card {card!r} is there twice.", value=card)
        seen.add(card)


def _value(
    ranking: _native.Ranking,
    selection: _native.Selection,
    held: tuple[Card, ...],
    shown: tuple[Card, ...],
) -> tuple[int, str, str] | None:
    """Return the strength, the kind and the description of the best hand, if there is one."""
    try:
        strength = ranking.best(held, shown, selection)[0]
    except CardError as error:
        if "can be formed" not in str(error):
            raise
        return None
    return strength, ranking.label(strength) or "", ranking.describe(strength) or ""


def _all_streets(
    showdown: Showdown,
    rule: Contest,
    hands: tuple[tuple[int, ...], tuple[float, ...]],
    shown: tuple[Card, ...],
    gone: tuple[Card, ...],
    threads: int | None,
    samples: int = 1_000_000,
    seed: int = 0,
) -> list[HandKinds]:
    ranking, selection = rule._prepare()
    if len(shown) > showdown.board_count:
        raise CardError(
            f"The board of {showdown.title} has {showdown.board_count} cards, not {len(shown)}.",
            value=shown,
        )
    most = max(number.bit_count() for number in hands[0])
    if most > showdown.hole_count:
        raise CardError(
            f"A hand of {showdown.title} has {showdown.hole_count} cards, not {most}.", value=most
        )
    if showdown.board_count:
        first = max(len(shown), min(_FLOP, showdown.board_count))
        counts = [(showdown.hole_count, count) for count in range(first, showdown.board_count + 1)]
        names = [_STREETS.get(count, f"{count} cards") for _, count in counts]
    else:
        least = min(ranking.card_counts[0], showdown.hole_count)
        counts = [(count, 0) for count in range(max(least, most), showdown.hole_count + 1)]
        names = [f"{count} cards" for count, _ in counts]
    streets = []
    for count, name in zip(counts, names, strict=True):
        exact, kinds = _native.hand_kinds(
            showdown.deck, shown, gone, count, hands, ranking, selection, samples, seed, threads
        )
        total = sum(weight for _, _, weight in kinds)
        parts = {label or _NO_HAND: weight / total for label, _, weight in kinds}
        streets.append(HandKinds(name, parts, exact))
    return streets
