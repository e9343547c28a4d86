"""Rankings by name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

from croupier import _native
from croupier.cards import CardsLike
from croupier.errors import CardError, SetupError
from croupier.rankings import bulk
from croupier.rankings.bulk import Numbers
from croupier.rankings.selection import Selection, Zone
from croupier.rankings.value import HandValue

__all__ = ["Ranking", "get", "names"]


def names() -> tuple[str, ...]:
    """Return the names of all rankings.

    >>> names()[:3]
    ('high', '27_low', 'a5_low')

    Returns:
        The names, without their aliases.
    """
    return tuple(_native.ranking_names())


@cache
def get(name: str) -> Ranking:
    """Return the ranking of a name or an alias.

    >>> get("short_deck").name
    '36card_ffh_high'
    >>> get("a5-low")
    Traceback (most recent call last):
        ...
    croupier.errors.UnsupportedError: there is no ranking 'a5-low'; did you mean a5_low?

    Args:
        name: A name out of `names`, or an alias.

    Returns:
        The ranking; always the same object for one ranking.

    Raises:
        UnsupportedError: There is no such ranking; it is a ValueError.
    """
    return _make(_native.Ranking(name).name)


@cache
def _make(name: str) -> Ranking:
    return Ranking(name)


class Ranking:
    """A ranking of hands: a total order with a number, a place in tables and words for each.

    Ask `get` for rankings rather than making them.

    >>> get("high")
    <Ranking high: high hand>
    """

    __slots__ = ("_native",)

    def __init__(self, name: str) -> None:
        """Find the ranking.

        Args:
            name: Its name or an alias.

        Raises:
            UnsupportedError: There is no such ranking.
        """
        self._native = _native.Ranking(name)

    @property
    def name(self) -> str:
        """The name, as game configurations write it."""
        return self._native.name

    @property
    def aliases(self) -> tuple[str, ...]:
        """The other names."""
        return self._native.aliases

    @property
    def title(self) -> str:
        """The English title of the ranking."""
        return self._native.title

    @property
    def minimum_cards(self) -> int:
        """The fewest cards of one hand."""
        return self._native.card_counts[0]

    @property
    def maximum_cards(self) -> int:
        """The most cards of one hand."""
        return self._native.card_counts[1]

    @property
    def wild_status(self) -> bool:
        """Whether hands may hold wild cards and bugs."""
        return self._native.wild

    @property
    def bulk_status(self) -> bool:
        """Whether `strengths` evaluates arrays of hands."""
        return self._native.bulk

    def evaluate(
        self, cards: CardsLike, *, wild: CardsLike | None = None, bug: CardsLike | None = None
    ) -> HandValue:
        """Rank exactly these cards as one hand.

        Jokers are wild unless they are given as bugs.

        >>> get("high_wild_bug").evaluate("AsAdAh2c3c", wild="2c").description
        'four of a kind, Aces, Trey kicker'

        Args:
            cards: The cards of one hand.
            wild: Those of the cards that may be any card.
            bug: Those of the cards that are an ace, or complete a straight or a flush.

        Returns:
            The hand.

        Raises:
            CardError: The cards are no hand of this ranking; it is a ValueError.
        """
        strength, hand = self._native.evaluate(cards, wild, bug)
        return HandValue(self, strength, hand)

    def best(
        self,
        hole: Zone,
        board: Zone = (),
        *,
        selection: Selection | None = None,
        wild: CardsLike | None = None,
        bug: CardsLike | None = None,
    ) -> HandValue:
        """Find the best hand that hole and board cards form.

        >>> get("a5_low").best("As2d", "3h4c5s6dKd").description
        '5-4-3-2-A low'

        Args:
            hole: The hole cards; a mapping gives them by subset.
            board: The board cards; a mapping gives them by subset.
            selection: Which cards may form the hand; any when omitted.
            wild: Those of the cards that may be any card.
            bug: Those of the cards that are an ace, or complete a straight or a flush.

        Returns:
            The best hand; of equal ones the one that takes the first cards.

        Raises:
            CardError: A card cannot be ranked, or no hand can be formed; it is a ValueError.
            SetupError: Subsets were given without a selection.
        """
        if selection is None:
            if isinstance(hole, Mapping) or isinstance(board, Mapping):
                raise SetupError(
                    "cards were given by subset, but no selection says how to use them",
                    code="missing-selection",
                )
            strength, hand = self._native.best(hole, board, None, wild, bug)
        else:
            hole, hole_subsets = selection._flatten(hole)
            board, board_subsets = selection._flatten(board)
            strength, hand = self._native.best(
                hole, board, selection._native, wild, bug, hole_subsets, board_subsets
            )
        return HandValue(self, strength, hand)

    def best_or_none(
        self, hole: Zone, board: Zone = (), *, selection: Selection | None = None, **roles: Any
    ) -> HandValue | None:
        """Find the best hand as `best` does, or return `None` where there is none.

        >>> get("eight_or_better_low").best_or_none("AsKd", "KhQc5s6dJd") is None
        True

        Args:
            hole: The hole cards.
            board: The board cards.
            selection: Which cards may form the hand.
            **roles: `wild` and `bug`, as for `best`.

        Returns:
            The best hand or `None`.
        """
        try:
            return self.best(hole, board, selection=selection, **roles)
        except CardError:
            return None

    def strength(self, hole: CardsLike, board: CardsLike | None = None) -> int:
        """Return the strength of the best hand of any cards, quicker than `best` finds the hand.

        >>> high = get("high")
        >>> high.strength("AsAh", "KsQsJs2c3d") < high.strength("AsTs", "KsQsJs2c3d")
        True

        Args:
            hole: The hole cards.
            board: The board cards.

        Returns:
            The strength; larger is better.

        Raises:
            CardError: A card cannot be ranked, or no hand can be formed; it is a ValueError.
        """
        return self._native.strength(hole, board)

    def standing(self, strength: int) -> tuple[int, int]:
        """Return the place of a strength in the tables: rank and ordered rank, from 1 for the best.

        Args:
            strength: The strength of a hand.

        Returns:
            The kind of hand, and the hand within its kind.

        Raises:
            ValueError: No hand of this ranking has the strength.
        """
        standing = self._native.standing(strength)
        return self._refuse(strength) if standing is None else standing

    def label(self, strength: int) -> str:
        """Return the name of the kind of hand that has this strength.

        Args:
            strength: The strength of a hand.

        Returns:
            The name, such as `Two pair`.

        Raises:
            ValueError: No hand of this ranking has the strength.
        """
        label = self._native.label(strength)
        return self._refuse(strength) if label is None else label

    def describe(self, strength: int) -> str:
        """Describe the hand that has this strength in English.

        Args:
            strength: The strength of a hand.

        Returns:
            The description, such as `two pair, Aces and Kings, Queen kicker`.

        Raises:
            ValueError: No hand of this ranking has the strength.
        """
        description = self._native.describe(strength)
        return self._refuse(strength) if description is None else description

    def _refuse(self, strength: int) -> NoReturn:
        raise CardError(
            f"no hand of {self.name} has the strength {strength}", code="unknown-strength"
        )

    def strengths(self, hands: Numbers, *, out: Numbers | None = None, threads: int = 1) -> Numbers:
        """Evaluate an array of hands; the best hand of all cards of a row counts.

        Three layouts are read, in place: an (N, k) array of uint8 with the codes of k cards in each
        row; an array of N uint64 card sets (bit `16 * suit + rank`, clubs and deuces first); a (4,
        N) array of uint16 with the ranks held in each suit. A strength of 0 is no hand.

        >>> from croupier.cards import Card
        >>> rows = memoryview(bytes(card.code for card in Card.clean("AsKsQsJsTs2c3d")))
        >>> strengths = get("high").strengths(rows.cast("B", (1, 7)))
        >>> get("high").describe(int(strengths[0]))
        'royal flush'

        Args:
            hands: A NumPy array, or anything else with the buffer protocol.
            out: An array of N uint32 to write to; made when omitted.
            threads: How many threads to use; 0 for one on each core.

        Returns:
            The array of N uint32: `out`, a NumPy array, or a memoryview where there is no NumPy.

        Raises:
            CardError: A hand is wrong; the message says which and why. It is a ValueError.
            ValueError: The array has another type or shape, or the ranking has no bulk evaluation.
        """
        return bulk.strengths(self._native, hands, out, threads)

    def board_strengths(self, board: CardsLike, *, out: Numbers | None = None) -> Numbers:
        """Evaluate every pair of hole cards on a board of three to five cards.

        Pairs are in the order of `itertools.combinations(range(52), 2)`. The strength of a pair
        that shares a card with the board is 0.

        >>> len(get("high").board_strengths("QsJsTs2c3d"))
        1326

        Args:
            board: The board.
            out: An array of 1326 uint32 to write to; made when omitted.

        Returns:
            The array of 1326 uint32.

        Raises:
            CardError: The board is wrong; it is a ValueError.
        """
        return bulk.board_strengths(self._native, board, out)

    def board_classes(
        self, boards: Numbers, *, out: Numbers | None = None, threads: int = 1
    ) -> Numbers:
        """Number the classes of every pair of hole cards on many boards, in one call.

        Hands of a class tie. Classes are numbered from 1 for the weakest; `class_strengths` has
        their strengths. Pairs are in the order of `itertools.combinations(range(52), 2)`, and 0
        stands for those that share a card with the board, or make no hand of the ranking.
        `sort_classes` sorts them.

        >>> from croupier.cards import Card
        >>> codes = bytes(card.code for card in Card.clean("QsJsTs2c3d"))
        >>> classes = get("high").board_classes(memoryview(codes).cast("B", (1, 5)))
        >>> max(memoryview(classes).tolist()[0])
        7462

        Args:
            boards: An (N, k) array of uint8, the cards of boards of three to five cards.
            out: An (N, 1326) array of uint16 to write to; made when omitted.
            threads: How many threads to use; 0 for one on each core.

        Returns:
            The (N, 1326) array of uint16.

        Raises:
            CardError: A board is wrong; it is a ValueError.
            ValueError: The ranking is none of `high`, `36card_ffh_high`, `a5_low` and
                `eight_or_better_low`.
        """
        return bulk.board_classes(self._native, boards, out, threads)

    def class_strengths(self) -> list[int]:
        """Return the strengths of the classes that `board_classes` numbers, that of class 1 first.

        >>> high = get("high")
        >>> high.describe(high.class_strengths()[-1])
        'royal flush'

        Returns:
            The strengths, from the weakest.

        Raises:
            ValueError: The ranking has no `board_classes`.
        """
        return _native.class_strengths(self._native)

    def omaha_strengths(
        self, holes: Numbers, boards: Numbers, *, out: Numbers | None = None, threads: int = 1
    ) -> Numbers:
        """Evaluate arrays of Omaha hands: exactly two hole cards and three board cards.

        >>> from croupier.cards import Card
        >>> hole = memoryview(bytes(card.code for card in Card.clean("AsKsQdJd"))).cast("B", (1, 4))
        >>> board = memoryview(bytes(card.code for card in Card.clean("Ts9s8s2c2d")))
        >>> strengths = get("high").omaha_strengths(hole, board.cast("B", (1, 5)))
        >>> get("high").describe(int(strengths[0]))
        'flush, A-K-T-9-8'

        Args:
            holes: An (N, 4), (N, 5) or (N, 6) array of uint8 with the codes of the hole cards.
            boards: An (N, k) or (1, k) array of uint8 with three to five board cards.
            out: An array of N uint32 to write to; made when omitted.
            threads: How many threads to use; 0 for one on each core.

        Returns:
            The array of N uint32; 0 is no hand.

        Raises:
            CardError: A hand is wrong; the message says which and why. It is a ValueError.
            ValueError: An array has another type or shape, or the ranking is neither `high`,
                `a5_low` nor `eight_or_better_low`.
        """
        return bulk.omaha_strengths(self._native, holes, boards, out, threads)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ranking):
            return NotImplemented
        return self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Ranking {self.name}: {self.title}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return get, (self.name,)
