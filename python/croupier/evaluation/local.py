"""Local best response: how much a player loses at least to somebody who knows how they play.

Lisý and Bowling, "Equilibrium approximation quality of current no-limit poker bots" (2017). The
local best response knows with which chance its opponent does what with which hand, keeps the range
of hands that fit what was done, and takes at each decision what wins most if everybody checks and
calls afterwards. Looking no further ahead it wins less than a best response, so that what it wins
is a lower bound of what its opponent can lose.

What a deal is worth is not played out against one hand: the mean over the whole range is taken, of
which only what the opponent does is drawn by chance. Where a game is small, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, sqrt
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from croupier.agents import CoreAgent, find_agent
from croupier.cards import Card
from croupier.cards.seeding import find_seed
from croupier.errors import SetupError, UnsupportedError
from croupier.evaluation.intervals import Interval, find_interval
from croupier.games import CustomGame, Poker
from croupier.games.making import make_game
from croupier.limits import MAX_HANDS, verify_count
from croupier.tables import TableBatch
from croupier.tables.batch import BATCH_MENU, MenuMove
from croupier.tables.lineup import make_lineup

__all__ = ["LocalBestResponse", "WeighingPolicy", "find_local_best_response"]

_UNKNOWN: Final = 73
_BIG_BLINDS: Final = 100
# Boards that are looked at before the flop of hold'em; later it is all of them.
_BOARDS: Final = 400
# Hands that are compared one by one, in games whose hands have no table.
_MAX_COMPARED: Final = 20_000
# A small game is gone through; deals by hands of the opponent.
_MAX_EXACT: Final = 2_000
_MAX_STEPS: Final = 200


class WeighingPolicy(Protocol):
    """A policy that gives the probability of each move, such as `NetPolicy`."""

    def weigh(self, rows: Any, /) -> Any:
        """Return the probability of each move of the menu, for each table of a batch."""


Victim: TypeAlias = str | CoreAgent | type[CoreAgent] | WeighingPolicy


class LocalBestResponse(NamedTuple):
    """The winnings of the local best response.

    Amounts are in big blinds, or in small bets of limit games, per hand: multiply them by `unit`
    for chips, as `evaluate_policy` returns them.

    Attributes:
        deals: How many deals there were, each of them played in both seats.
        unit: The chips of a big blind, or of a small bet of limit games: 2 in Leduc.
        mean: Big blinds that it wins in a hand: its opponent can lose at least as much.
        deviation: The standard deviation of what a deal brings, in big blinds a hand.
        interval: Where the mean lies; it is the mean where nothing was left to chance.
        exact: Whether nothing was.
    """

    deals: int
    unit: int
    mean: float
    deviation: float
    interval: Interval
    exact: bool


def find_local_best_response(
    game: Poker | CustomGame | str,
    victim: Victim,
    deals: int | None = None,
    *,
    stack: int | None = None,
    seed: int | bytes | None = None,
    menu: Sequence[MenuMove] = BATCH_MENU,
    options: Mapping[str, Any] | None = None,
) -> LocalBestResponse:
    """Play the local best response against somebody, heads-up.

    >>> folds = find_local_best_response("nlhe", "folder", 2, seed=1)
    >>> folds.mean, folds.deviation
    (0.75, 0.0)

    Args:
        game: The game, or its name: one of bets alone, in which hole cards are dealt once, face
            down. Hands of hold'em and of games as small as Leduc can be compared.
        victim: Who is answered: an agent of the core whose decisions follow from what it sees, such
            as `tight`, or a function that says how often each move of the menu is taken.
        deals: How many deals there are; each is played in both seats. A small game is gone through
            if it is omitted, and then nothing is left to chance.
        stack: What both begin with; 100 big blinds if omitted.
        seed: What decides all cards; chance if omitted.
        menu: The bets of the response, and those of a policy.
        options: Other options of `TableBatch`, for policies that look at more.

    Returns:
        The winnings of the response.

    Raises:
        SetupError: A number cannot be, or the victim says nothing of its chances.
        UnsupportedError: The game is another kind of game, or too large to go through.
    """
    import numpy

    made = make_game(game) if isinstance(game, str) else game
    unit = max(int(make_lineup(made).small_bet), 1)
    table = _Shadows(made, _BIG_BLINDS * unit if stack is None else stack, menu, options or {})
    response = _Response(table, _find_answers(victim))
    exact = deals is None
    if deals is None:
        chosen: Iterator[tuple[tuple[int, ...], tuple[int, ...]]] = iter(table.list_deals())
    else:
        verify_count("deal", deals, MAX_HANDS)
        random = numpy.random.default_rng(find_seed(seed))
        chosen = (table.draw_deal(random) for _ in range(deals))
        response.random = random
    worths = []
    for own, board in chosen:
        worths.append(sum(response.play(seat, own, board) for seat in (0, 1)) / 2 / unit)
    count = len(worths)
    mean = sum(worths) / count
    spread = sum((worth - mean) ** 2 for worth in worths)
    deviation = 0.0 if exact else sqrt(spread / max(count - 1, 1))
    return LocalBestResponse(
        count, unit, mean, deviation, find_interval(mean, deviation, count), exact
    )


class _Answer(NamedTuple):
    """A reply of the victim: a move, an amount for `any`, and its chance by hand."""

    move: int
    amount: int
    chances: Any
    folds: bool


class _PolicyAnswers:
    """The answers of a policy, by moves of the menu."""

    def __init__(self, policy: WeighingPolicy) -> None:
        self.policy = policy

    def __call__(self, shadows: _Shadows, batch: TableBatch) -> Iterator[_Answer]:
        import numpy

        weights = numpy.asarray(self.policy.weigh(batch), float)[:, : len(shadows.menu)]
        legal = batch.legal[:, : len(shadows.menu)] > 0
        if weights.shape != legal.shape or not (weights >= 0).all() or (weights[~legal] > 0).any():
            raise SetupError(
                "a policy gives every table a weight for each move, and none to those that are not"
                " possible",
                code="policy-chance",
            )
        totals = weights.sum(axis=1, keepdims=True)
        if not (totals > 0).all() or not numpy.isfinite(totals).all():
            raise SetupError("a policy has no weight for any move", code="policy-chance")
        for move, column in enumerate((weights / totals).T):
            if column.any():
                yield _Answer(move, 0, column, shadows.menu[move] == "fold")


class _CoreAnswers:
    """The answers of an agent of the core, whatever it bets."""

    def __init__(self, agent: CoreAgent) -> None:
        self.agent = agent

    def __call__(self, shadows: _Shadows, batch: TableBatch) -> Iterator[_Answer]:
        import numpy

        weighed = batch.weigh(self.agent)
        amounts = sorted({amount for of_table in weighed for amount, _ in of_table})
        columns = {amount: numpy.zeros(len(weighed)) for amount in amounts}
        for table, of_table in enumerate(weighed):
            for amount, weight in of_table:
                columns[amount][table] += weight
        for amount, column in columns.items():
            if amount > 0:
                yield _Answer(len(shadows.menu), amount, column, False)
            else:
                name = "fold" if amount < 0 else "call"
                yield _Answer(shadows.menu.index(name), 0, column, amount < 0)


def _find_answers(victim: Victim) -> _PolicyAnswers | _CoreAnswers:
    agent: Any = find_agent(victim) if isinstance(victim, str | type) else victim
    if isinstance(agent, CoreAgent):
        return _CoreAnswers(agent)
    if not hasattr(agent, "weigh"):
        raise SetupError(
            f"{victim!r:.80} does not say how often it does what: a policy has a method weigh",
            code="no-policy",
        )
    return _PolicyAnswers(agent)


class _Shadows:
    """Tables of one deal, at each of which the opponent has another hand."""

    def __init__(
        self,
        game: Poker | CustomGame,
        stack: int,
        menu: Sequence[MenuMove],
        options: Mapping[str, Any],
    ) -> None:
        self.game = game
        self.menu = tuple(menu)
        if "fold" not in self.menu or "call" not in self.menu or "any" in self.menu:
            raise SetupError(
                "the menu has fold and call, and no any: that is for bets that are on no menu",
                code="menu-move",
            )
        self._given: dict[str, Any] = {
            **options,
            "stacks": stack,
            "player_count": 2,
            "menu": (*self.menu, "any"),
            "hands": 1,
            "moves_seats": False,
            "seed": 0,
        }
        kinds: Sequence[Any] = getattr(game, "hand_types", ())
        self.deck = sorted(card.code for card in getattr(game, "deck", ()))
        if len(kinds) != 1 or len(set(self.deck)) != len(self.deck) or not self.deck:
            raise _refuse()
        self.hand_type = kinds[0]
        self._find_places()
        self.hands = list(combinations(self.deck, self.hole))
        self.is_holdem = (self.hole, self.board, len(self.deck)) == (2, 5, 52) and getattr(
            getattr(self.hand_type, "lookup", None), "ranking_name", None
        ) == "high"
        self._batch: TableBatch | None = None

    def _find_places(self) -> None:
        """Find the order in which a deal takes cards from the deck, by dealing a hand."""
        batch = TableBatch(self.game, 1, **self._given)
        batch.reset(cards=[self.deck])
        seen: dict[int, list[int]] = {}
        board: list[int] = []
        call = self.menu.index("call")
        for _ in range(_MAX_STEPS):
            if not batch.kinds[0]:
                break
            if batch.kinds[0] != 1 or batch.cards[0, 1].min() != _UNKNOWN:
                raise _refuse()
            held = [code for code in batch.cards[0, 0].tolist() if code != _UNKNOWN]
            if seen.setdefault(int(batch.seats[0]), held) != held:
                raise _refuse()
            board = [code for code in batch.board[0].tolist() if code != _UNKNOWN]
            batch.step([call])
        self.hole = len(seen.get(0, ()))
        if len(seen) != 2 or not self.hole or len(seen[1]) != self.hole:
            raise _refuse()
        self.board = len(board)
        self.hole_places = [[self.deck.index(code) for code in seen[seat]] for seat in (0, 1)]
        self.board_places = [self.deck.index(code) for code in board]
        self.width = 1 + max([*self.hole_places[0], *self.hole_places[1], *self.board_places])

    def list_deals(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return all own hands with all boards."""
        left = len(self.deck) - self.hole
        if comb(len(self.deck), self.hole) * comb(left, self.board) > _MAX_EXACT:
            raise UnsupportedError(
                "the game is too large to go through: give a number of deals", code="game-size"
            )
        return [
            (own, board)
            for own in self.hands
            for board in combinations([card for card in self.deck if card not in own], self.board)
        ]

    def draw_deal(self, random: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Draw an own hand and a board."""
        drawn = random.permutation(self.deck)[: self.hole + self.board].tolist()
        return tuple(drawn[: self.hole]), tuple(drawn[self.hole :])

    def deal(
        self, seat: int, own: Sequence[int], board: Sequence[int]
    ) -> tuple[TableBatch, list[tuple[int, ...]]]:
        """Deal to all hands of the opponent that do not share a card with the own one."""
        import numpy

        hands = [hand for hand in self.hands if not set(hand) & set(own)]
        cards = numpy.full((len(hands), self.width), _UNKNOWN, numpy.uint8)
        cards[:, self.board_places] = board
        held = numpy.array(hands, numpy.uint8)
        for code in board:
            # Those who hold what comes later are not asked any more then.
            rows, columns = numpy.nonzero(cards == code)
            keep = ~(held[rows] == code).any(axis=1)
            cards[rows[~keep], columns[~keep]] = _UNKNOWN
        cards[:, self.hole_places[seat]] = own
        cards[:, self.hole_places[1 - seat]] = held
        if self._batch is None:
            self._batch = TableBatch(self.game, len(hands), **self._given)
        self._batch.reset(cards=cards)
        return self._batch, hands

    def find_equities(
        self, own: Sequence[int], hands: Sequence[tuple[int, ...]], lying: Sequence[int]
    ) -> Any:
        """Return how much of the pot the own hand wins against each other if all check on."""
        import numpy

        left = [card for card in self.deck if card not in own and card not in lying]
        missing = self.board - len(lying)
        if self.is_holdem:
            if missing == self.board:
                random = numpy.random.default_rng(0)
                comers = [random.permutation(left)[:missing].tolist() for _ in range(_BOARDS)]
            else:
                comers = [list(cards) for cards in combinations(left, missing)]
            boards = numpy.array([[*lying, *cards] for cards in comers], numpy.uint8)
            from croupier.rankings import get

            classes = numpy.asarray(get("high").board_classes(boards)).astype(numpy.int32)
            places = numpy.array([_place(hand) for hand in hands])
            mine = classes[:, [_place(tuple(sorted(own)))]]
            theirs = classes[:, places]
            fits = theirs > 0
            points = ((mine > theirs) + 0.5 * (mine == theirs)) * fits
            return points.sum(axis=0) / numpy.maximum(fits.sum(axis=0), 1)
        if comb(len(left), missing) * len(hands) > _MAX_COMPARED:
            raise _refuse()
        equities = numpy.zeros(len(hands))
        for place, hand in enumerate(hands):
            points, count = 0.0, 0
            for cards in combinations([card for card in left if card not in hand], missing):
                mine, theirs = (self._rank(held, [*lying, *cards]) for held in (own, hand))
                points += 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0
                count += 1
            equities[place] = points / max(count, 1)
        return equities

    def _rank(self, held: Sequence[int], board: Sequence[int]) -> Any:
        return self.hand_type.from_game(
            [Card.from_code(code) for code in held], [Card.from_code(code) for code in board]
        )


class _Node(NamedTuple):
    """A point of a deal: the tables, and how likely each hand is to have come here."""

    batch: TableBatch
    weights: Any


class _Response:
    """The local best response to somebody."""

    def __init__(self, shadows: _Shadows, answers: _PolicyAnswers | _CoreAnswers) -> None:
        self.shadows = shadows
        self.answers = answers
        # Without randomness everything that the opponent may do is gone through.
        self.random: Any = None

    def play(self, seat: int, own: tuple[int, ...], board: tuple[int, ...]) -> float:
        """Return the chips that a deal is worth in a seat."""
        import numpy

        batch, self._hands = self.shadows.deal(seat, own, board)
        self._own, self._seat = own, seat
        # The final stack, which the response does not know before.
        held = numpy.array(self._hands)
        self._fits = {
            count: ~numpy.isin(held, board[:count]).any(axis=1) for count in range(len(board) + 1)
        }
        self._equities: dict[int, Any] = {}
        self._board = board
        return self._value(_Node(batch, numpy.ones(len(self._hands))))

    def _value(self, node: _Node) -> float:
        for _ in range(_MAX_STEPS):
            batch = node.batch
            possible = node.weights * self._fits[len(self._board)]
            if not batch.kinds[0]:
                won = batch.payoffs[:, self._seat]
                return float((possible * won).sum() / possible.sum())
            if int(batch.seats[0]) == self._seat:
                node = _Node(self._respond(node), node.weights)
                continue
            answers = list(self.answers(self.shadows, batch))
            chances = [float((possible * one.chances).sum() / possible.sum()) for one in answers]
            if self.random is None:
                return sum(
                    chance * self._value(self._follow(node, answer, chance))
                    for answer, chance in zip(answers, chances, strict=True)
                    if chance > 0
                )
            chosen = int(
                self.random.choice(len(answers), p=[one / sum(chances) for one in chances])
            )
            node = self._follow(node, answers[chosen], chances[chosen])
        raise SetupError("a hand does not come to its end", code="hand-unfinished")

    def _follow(self, node: _Node, answer: _Answer, chance: float) -> _Node:
        batch = node.batch.branch() if self.random is None else node.batch
        _step(batch, answer.move, answer.amount)
        return _Node(batch, node.weights * answer.chances / chance)

    def _respond(self, node: _Node) -> TableBatch:
        """Choose the move that wins most if everybody checks and calls afterwards."""
        batch, menu = node.batch, self.shadows.menu
        # Tables where the opponent has a card of the board show another one in its place.
        lying = int((batch.board[0] != _UNKNOWN).sum())
        if lying not in self._equities:
            board = self._board[:lying]
            self._equities[lying] = self.shadows.find_equities(self._own, self._hands, board)
        equities = self._equities[lying]
        belief = node.weights * self._fits[lying]
        total = belief.sum()
        pot, price = float(batch.pots[0]), float(batch.amounts[0, menu.index("call")])
        share = float((belief * equities).sum() / total)
        best, most, branch = menu.index("fold"), 0.0, None
        if not batch.legal[0, best] or share * pot - (1 - share) * price >= 0:
            best, most = menu.index("call"), share * pot - (1 - share) * price
        for move, name in enumerate(menu):
            if name in ("fold", "call") or not batch.legal[0, move]:
                continue
            size = float(batch.amounts[0, move])
            raised = batch.branch()
            _step(raised, move, 0)
            folding = sum(
                (one.chances for one in self.answers(self.shadows, raised) if one.folds),
                start=0.0 * belief,
            )
            staying = belief * (1 - folding)
            folded = float((belief * folding).sum() / total)
            rest = float(staying.sum())
            share = float((staying * equities).sum() / rest) if rest > 0 else 0.0
            after = share * (pot + size - price) - (1 - share) * size
            worth = folded * pot + (1 - folded) * after
            if worth > most:
                best, most, branch = move, worth, raised
        if branch is not None:
            return branch
        if self.random is None:
            batch = batch.branch()
        _step(batch, best, 0)
        return batch


def _step(batch: TableBatch, move: int, amount: int) -> None:
    count = batch.table_count
    batch.step([move] * count, [amount] * count if amount else None)


def _place(hand: tuple[int, ...]) -> int:
    """Return the place of a pair among `combinations(range(52), 2)`."""
    one, two = hand
    return one * (2 * 52 - one - 1) // 2 + two - one - 1


def _refuse() -> UnsupportedError:
    return UnsupportedError(
        "local best response is for games of two players in which nothing but bets is decided, hole"
        " cards are dealt once and face down, and hands can be compared, such as hold'em and Leduc",
        code="response-game",
    )
