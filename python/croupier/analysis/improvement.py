"""How a hand gets better: outs, odds by the next card and by the river, kinds by street."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from croupier import _native, rankings
from croupier.analysis.equities import PlayerLike, read_player
from croupier.analysis.ranges.sets import set_of
from croupier.analysis.showdown_board import GameLike, ShowdownGame
from croupier.analysis.showdowns import Contest, Showdown, find_showdown
from croupier.cards import CARDS_BY_CODE, Card, CardsLike
from croupier.cards.seeding import find_seed
from croupier.errors import CardError, SetupError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.limits import MAX_SAMPLES, verify_count, verify_threads

__all__ = ["HandKinds", "Odds", "Out", "hand_kinds", "odds"]

_NO_HAND = "No hand"
_FLOP = 3
_UNKNOWN = 255
# Some games are not for two.
_MAX_PLAYERS = 10
# Deals at the table of a game take longer than those of rankings alone.
_LAID_OUT_SAMPLES = 100_000
_STREETS = {3: "flop", 4: "turn", 5: "river"}
# Hands of other players that are looked at for what a board gives to everybody.
_OTHERS = 100
# All hands of five cards are counted, and these many of more.
_ORDERING_SAMPLES = 20_000

_Value: TypeAlias = "tuple[int, str, str] | None"


class HandKinds(NamedTuple):
    """The distribution of hands over the kinds of hand.

    Attributes:
        street: The name of the street, or how many cards there are.
        kinds: The part of each kind, the best first.
        exact: Whether all ways for the cards to come were counted.
    """

    street: str
    kinds: dict[str, float]
    exact: bool


class Out(NamedTuple):
    """The outs to a kind of hand.

    Attributes:
        kind: The kind that the hand becomes.
        cards: The cards that make it that kind.
    """

    kind: str
    cards: tuple[Card, ...]


class Odds(NamedTuple):
    """The odds that a hand gets better, and how.

    An out is a card that lifts the hand by more kinds than it lifts the board, which every player
    shares: a queen makes AhKh on QhJh2c a pair, but a pair that everybody has, so it is not an out.

    Attributes:
        kind: The kind of the hand now; `None` as long as there are too few cards.
        description: The same in more words.
        outs: The outs, the best kind first; empty if several cards come at once, or none.
        unseen: The number of cards that can come.
        streets: The distribution of kinds on this street and those to come.

    >>> found = odds("AhKh", "QhJh2c")
    >>> found.kind, [(out.kind, len(out.cards)) for out in found.outs]
    ('High card', [('Royal flush', 1), ('Flush', 8), ('Straight', 3), ('One pair', 6)])
    >>> round(found.by_next_card, 4), round(found.by_river, 4)
    (0.383, 0.8252)
    """

    kind: str | None
    description: str | None
    outs: tuple[Out, ...]
    unseen: int
    streets: tuple[HandKinds, ...]

    @property
    def by_next_card(self) -> float:
        """The probability that the next card is an out."""
        return sum(len(out.cards) for out in self.outs) / self.unseen if self.unseen else 0.0

    @property
    def by_river(self) -> float:
        """The probability of a better kind of hand in the end, pairs of the board included."""
        if self.kind is None:
            return 0.0
        better = 0.0
        for kind, part in self.streets[-1].kinds.items():
            if kind == self.kind:
                break
            better += part
        return better

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each kind of hand, with its part on each street.

        Returns:
            The rows, the best kind first.
        """
        kinds = list(dict.fromkeys(kind for street in self.streets for kind in street.kinds))
        outs = {out.kind: len(out.cards) for out in self.outs}
        return [
            {
                "kind": kind,
                "outs": outs.get(kind),
                **{street.street: street.kinds.get(kind, 0.0) for street in self.streets},
            }
            for kind in kinds
        ]

    def to_pandas(self) -> Any:
        """Return the rows as a `pandas.DataFrame`; pandas must be installed."""
        return to_pandas(self)

    def to_arrow(self) -> Any:
        """Return the rows as a `pyarrow.Table`; pyarrow must be installed."""
        return to_arrow(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return to_stream(self, requested_schema)

    def _repr_html_(self) -> str:
        return show_rows(self)


def odds(
    hand: CardsLike | Mapping[str, CardsLike],
    board: CardsLike | Mapping[str, CardsLike] = (),
    *,
    dead: CardsLike = (),
    game: GameLike | Showdown = "holdem",
    contest: int = 0,
    choices: Mapping[str, str] | None = None,
    threads: int | None = None,
) -> Odds:
    """Find out how a hand can get better.

    >>> found = odds("8s8d", "Ks8h3c")
    >>> found.description
    'three of a kind, Eights, K-3 kickers'
    >>> [(out.kind, "".join(map(repr, out.cards))) for out in found.outs]
    [('Four of a kind', '8c'), ('Full house', 'KhKdKc3s3h3d')]
    >>> odds("8s8d", "Ks2h3c", game="deuces_wild_holdem").description
    'three of a kind, Eights, K-3 kickers'

    Args:
        hand: The hole cards; where a hand has parts, with a slash between them or by their names.
        board: The cards on the board; of several boards the same way.
        dead: Cards that are known to be elsewhere.
        game: What game it is, as `equity` takes it.
        contest: Which hand counts where several share the pot, from 0.
        choices: What was chosen about the game, where somebody chooses.
        threads: How many threads work; one for each core when omitted.

    Returns:
        The odds.

    Raises:
        CardError: A card is there twice or not in the game.
        UnsupportedError: There is no such game.
    """
    verify_threads(threads)
    showdown = _find(game, contest)
    if isinstance(showdown, ShowdownGame):
        return _odds_at_table(showdown, hand, board, Card.clean(dead), choices, contest, threads)
    held = _read_ungrouped_cards(showdown, hand, choices)
    shown = _read_ungrouped_cards(showdown, board, None)
    gone = Card.clean(dead)
    rule = showdown.contests[contest]
    _refuse_duplicates((*held, *shown, *gone))
    ranking, selection = rule.prepare()
    value = _value(ranking, selection, held, shown)
    streets = tuple(_all_streets(showdown, rule, ((set_of(held),), (1.0,)), shown, gone, threads))
    seen = {*held, *shown, *gone}
    unseen = [card for card in showdown.deck if card not in seen]
    on_board = showdown.board_count > 0
    to_come = showdown.board_count - len(shown) if on_board else showdown.hole_count - len(held)

    def name(own: Sequence[Card], more: Sequence[Card]) -> _Value:
        if on_board:
            return _value(ranking, selection, own, (*shown, *more))
        return _value(ranking, selection, (*own, *more), shown)

    outs: tuple[Out, ...] = ()
    if value is not None and to_come > 0:
        count = showdown.hole_count if on_board else 0
        outs = _find_outs(held, unseen, name, _order_kinds(rule.ranking, showdown.deck), count)
    return Odds(
        None if value is None else value[1],
        None if value is None else value[2],
        outs,
        len(unseen) if to_come > 0 else 0,
        streets,
    )


def _find_outs(
    held: Sequence[Card],
    unseen: Sequence[Card],
    name: Callable[[Sequence[Card], Sequence[Card]], _Value],
    kinds: Sequence[str],
    hole_count: int,
) -> tuple[Out, ...]:
    """Return the cards that lift a hand by more kinds than they lift the board.

    The kind of the board is the least that other players have with it: that of the worst of some
    hands, which shares nothing with the board.

    Args:
        held: The hole cards.
        unseen: The cards that can come.
        name: Names the hand of hole cards after more cards came.
        kinds: All kinds, the best first.
        hole_count: The number of hole cards of other players; 0 if cards come to the hand alone.
    """
    places = {kind: place for place, kind in enumerate(reversed(kinds))}

    def level(value: _Value) -> int:
        # Kinds too rare to be listed are the best ones.
        return -1 if value is None else places.get(value[1], len(places))

    random = Random(0)
    ordered = sorted(unseen, key=lambda card: card.code)
    # A sample, because Omaha has too many hands; most hands share nothing with a board.
    others = [random.sample(ordered, hole_count) for _ in range(_OTHERS if hole_count else 0)]
    now = level(name(held, ()))
    before = [level(name(other, ())) for other in others]
    outs: dict[str, list[Card]] = {}
    for card in ordered:
        value = name(held, (card,))
        gain = level(value) - now
        if value is None or gain <= 0:
            continue
        rest = [place for place, other in enumerate(others) if card not in other]
        shared = 0
        if rest:
            after = min(level(name(others[place], (card,))) for place in rest)
            shared = after - min(before[place] for place in rest)
        if gain > shared:
            outs.setdefault(value[1], []).append(card)
    order = sorted(outs, key=lambda kind: -places.get(kind, len(places)))
    return tuple(Out(kind, tuple(reversed(outs[kind]))) for kind in order)


@lru_cache(64)
def _order_kinds(name: str, deck: tuple[Card, ...]) -> tuple[str, ...]:
    """Return all kinds of hands of a ranking, the best first."""
    ranking = rankings.get(name)._native
    count = ranking.card_counts[1]
    selection = _native.Selection(any=count, padding="badugi" in name)
    _, kinds = _native.hand_kinds(
        deck, (), (), (count, 0), ((0,), (1.0,)), ranking, selection, _ORDERING_SAMPLES, 0, None
    )
    return tuple(label for label, _, _ in kinds if label is not None)


def hand_kinds(
    player: PlayerLike,
    board: CardsLike | Mapping[str, CardsLike] = (),
    *,
    dead: CardsLike = (),
    game: GameLike | Showdown = "holdem",
    contest: int = 0,
    choices: Mapping[str, str] | None = None,
    samples: int = 1_000_000,
    seed: int | bytes | None = None,
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
        game: What game it is, as `equity` takes it.
        contest: Which hand counts where several share the pot, from 0.
        choices: What was chosen about the game, where somebody chooses.
        samples: How many ways for the cards to come are drawn where there are too many to count; a
            hundred thousand at most where they are dealt at the table of a game.
        seed: Makes what is drawn the same every time.
        threads: How many threads work; one for each core when omitted.

    Returns:
        The kinds on this street and on each that comes.

    Raises:
        ParseError: A text is no range.
        CardError: A card is there twice or not in the game.
        UnsupportedError: There is no such game.
    """
    verify_count("sample", samples, MAX_SAMPLES)
    verify_threads(threads)
    showdown = _find(game, contest)
    options = samples, find_seed(seed)
    gone = Card.clean(dead)
    if isinstance(showdown, ShowdownGame):
        dealt = _read_at_table(showdown, player, board)
        return _streets_at_table(showdown, *dealt, gone, choices, contest, threads, *options)
    shown = _read_ungrouped_cards(showdown, board, choices)
    hands = read_player(player, showdown)
    rule = showdown.contests[contest]
    return tuple(_all_streets(showdown, rule, hands, shown, gone, threads, *options))


def _find(game: GameLike | Showdown, contest: int) -> Showdown | ShowdownGame:
    """Return a game for as few players as it is for, and check which hand counts."""
    showdown = _find_smallest(game)
    count = showdown.contest_count if isinstance(showdown, ShowdownGame) else len(showdown.contests)
    if not 0 <= contest < count:
        raise SetupError(
            f"{showdown.title} has {count} kinds of hands, not {contest + 1}",
            code="unknown-contest",
        )
    return showdown


def _find_smallest(game: GameLike | Showdown) -> Showdown | ShowdownGame:
    refused = None
    for players in range(2, _MAX_PLAYERS + 1):
        try:
            return find_showdown(game, players)
        except SetupError as error:
            # A mistake that every number of players has is reported as it is for two.
            refused = refused or error
    assert refused is not None
    raise refused


def _read_ungrouped_cards(
    showdown: Showdown, cards: Any, choices: Mapping[str, str] | None
) -> tuple[Card, ...]:
    if isinstance(cards, Mapping):
        raise SetupError(
            f"cards of {showdown.title} have no parts: {cards!r} names some", code="card-groups"
        )
    if choices:
        raise SetupError(f"there is nothing to choose in {showdown.title}", code="no-choice")
    return Card.clean(cards)


def _read_at_table(
    game: ShowdownGame, player: Any, board: Any
) -> tuple[list[tuple[bytes, float]], list[int]]:
    if isinstance(player, tuple | list) and all(isinstance(card, Card) for card in player):
        player = "".join(map(repr, player))
    hands = [(bytes([_UNKNOWN] * game.hole_count), 1.0)]
    if player is not None and player not in ("", "random"):
        hands = game.read_hands(player)
    return hands, game.read_board(board)


def _known(codes: bytes | list[int]) -> list[int]:
    return [place for place, code in enumerate(codes) if code != _UNKNOWN]


def _streets_at_table(
    game: ShowdownGame,
    hands: list[tuple[bytes, float]],
    board: list[int],
    gone: tuple[Card, ...],
    choices: Mapping[str, str] | None,
    contest: int,
    threads: int | None,
    samples: int = _LAID_OUT_SAMPLES,
    seed: int = 0,
) -> tuple[HandKinds, ...]:
    held = max(len(_known(codes)) and _known(codes)[-1] + 1 for codes, _ in hands)
    shown = max(_known(board), default=-1) + 1
    options = min(samples, _LAID_OUT_SAMPLES), seed, threads
    streets = []
    for street in game.streets:
        if street[0] < held or street[1] < shown:
            continue
        exact, kinds = game.count_kinds(hands, board, gone, choices, contest, street, *options)
        total = sum(weight for _, _, weight in kinds)
        parts = {label or _NO_HAND: weight / total for label, _, weight in kinds}
        # Before there are enough cards nobody has a hand.
        if set(parts) != {_NO_HAND} or street == game.streets[-1]:
            streets.append(HandKinds(_name_street(game, street), parts, exact))
    return tuple(streets)


def _name_street(game: ShowdownGame, street: tuple[int, int]) -> str:
    hole, board = street
    if not game.board_count:
        return f"{hole} cards"
    if hole == game.hole_count and len(game.board_groups) == 1:
        return _STREETS.get(board, f"{board} cards")
    return f"{hole} and {board} cards"


def _odds_at_table(
    game: ShowdownGame,
    hand: Any,
    board: Any,
    gone: tuple[Card, ...],
    choices: Mapping[str, str] | None,
    contest: int,
    threads: int | None,
) -> Odds:
    hands, shown = _read_at_table(game, hand, board)
    if len(hands) != 1:
        raise SetupError(
            f"the odds are those of one hand: {hand!r} stands for {len(hands)}",
            code="several-hands",
        )
    codes = hands[0][0]
    held, lying = _known(codes), _known(shown)
    known = [CARDS_BY_CODE[code] for code in (*codes, *shown) if code != _UNKNOWN]
    _refuse_duplicates((*known, *gone))
    streets = _streets_at_table(game, hands, shown, gone, choices, contest, threads)
    value = game.name_kind(codes, shown, choices, contest)
    unseen = [card for card in game.deck if card not in {*known, *gone}]
    is_whole = (len(held), len(lying)) == (game.hole_count, game.board_count)
    outs: tuple[Out, ...] = ()
    place = _next_place(game, held, lying)
    if value is not None and place is not None:

        def name(own: Sequence[Card], more: Sequence[Card]) -> _Value:
            hole, on_board = list(codes), list(shown)
            for slot, card in zip(held, own, strict=True):
                hole[slot] = card.code
            for card in more:
                (hole if place[0] else on_board)[place[1]] = card.code
            return game.name_kind(hole, on_board, choices, contest)

        nothing = [(bytes([_UNKNOWN] * game.hole_count), 1.0)]
        # Streets of the whole hand, so that all kinds are there.
        _, counted = game.count_kinds(
            nothing,
            [_UNKNOWN] * len(shown),
            (),
            choices,
            contest,
            game.streets[-1],
            _ORDERING_SAMPLES,
            0,
            threads,
        )
        kinds = [label for label, _, _ in counted if label is not None]
        own = [CARDS_BY_CODE[codes[slot]] for slot in held]
        outs = _find_outs(own, unseen, name, kinds, 0 if place[0] else len(held))
    return Odds(
        None if value is None else value[1],
        None if value is None else value[2],
        outs,
        0 if is_whole else len(unseen),
        streets,
    )


def _next_place(game: ShowdownGame, held: list[int], lying: list[int]) -> tuple[bool, int] | None:
    """Return whether the next card is the player's, and its place; nothing where several come."""
    now = len(held), len(lying)
    if held != list(range(now[0])) or lying != list(range(now[1])):
        return None
    later = (street for street in game.streets if street[0] > now[0] or street[1] > now[1])
    hole, board = next(later, now)
    if (hole - now[0]) + (board - now[1]) != 1:
        return None
    return hole > now[0], now[hole == now[0]]


def _refuse_duplicates(cards: tuple[Card, ...]) -> None:
    seen = set[Card]()
    for card in cards:
        if card in seen:
            raise CardError(f"the card {card!r} is there twice", value=card, code="duplicate-card")
        seen.add(card)


def _value(
    ranking: _native.Ranking,
    selection: _native.Selection,
    held: Sequence[Card],
    shown: Sequence[Card],
) -> _Value:
    """Return the strength, the kind and the description of the best hand, if there is one."""
    try:
        strength = ranking.best(held, shown, selection)[0]
    except CardError as error:
        if error.code != "no-hand":
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
    ranking, selection = rule.prepare()
    if len(shown) > showdown.board_count:
        raise CardError(
            f"the board of {showdown.title} has {showdown.board_count} cards, not {len(shown)}",
            value=shown,
            code="card-count",
        )
    most = max(number.bit_count() for number in hands[0])
    if most > showdown.hole_count:
        raise CardError(
            f"a hand of {showdown.title} has {showdown.hole_count} cards, not {most}",
            value=most,
            code="card-count",
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
