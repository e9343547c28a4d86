"""Cards, and how to read them from text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from croupier.cards.dataclass_fields import add_dataclass_fields
from croupier.cards.frozen import Frozen
from croupier.cards.rank import Rank, RankOrder
from croupier.cards.suit import Suit
from croupier.errors import CardError

__all__ = ["CARDS_BY_CODE", "Card", "CardsLike"]

_KNOWN_SUITS = (Suit.CLUB, Suit.DIAMOND, Suit.HEART, Suit.SPADE)
# The order of the native core's card bytes, which `Card.code` repeats.
_PAIRS_BY_CODE: tuple[tuple[Rank, Suit], ...] = (
    *product(RankOrder.STANDARD, _KNOWN_SUITS),
    *product((Rank.JOKER,), _KNOWN_SUITS),
    *product((Rank.UNKNOWN,), _KNOWN_SUITS),
    *product(RankOrder.STANDARD, (Suit.UNKNOWN,)),
    (Rank.UNKNOWN, Suit.UNKNOWN),
)
_TEXTS_BY_CODE = tuple(rank + suit for rank, suit in _PAIRS_BY_CODE)
_FIRST_JOKER_CODE = _PAIRS_BY_CODE.index((Rank.JOKER, Suit.CLUB))
_FIRST_UNKNOWN_CODE = _PAIRS_BY_CODE.index((Rank.UNKNOWN, Suit.CLUB))


class Card(Frozen):
    """A card: a rank and a suit, either of which may be unknown.

    A card never changes, and there is only one object for each: equal cards are identical. Cards
    have no order of their own, since that depends on the game. A card of which something is unknown
    is false; every other card, a joker too, is true.

    Attributes:
        rank: The rank.
        suit: The suit.
        code: The number of the card in the native core: 0 (`2c`) to 51 (`As`), 52 to 55 for jokers,
            and from 56 on for cards of which something is unknown.

    >>> card = Card(Rank.ACE, Suit.SPADE)
    >>> card
    As
    >>> str(card)
    'ACE OF SPADES (As)'
    >>> card is Card("A", "s")
    True
    >>> card.rank = Rank.KING
    Traceback (most recent call last):
        ...
    dataclasses.FrozenInstanceError: cannot assign to field 'rank'
    """

    __slots__ = ("code", "rank", "suit")
    __match_args__ = ("rank", "suit")

    if TYPE_CHECKING:
        # Slots at run time, which are fast; properties to a type checker, so that it reports an
        # assignment as the mistake that it is.
        @property
        def rank(self) -> Rank: ...
        @property
        def suit(self) -> Suit: ...
        @property
        def code(self) -> int: ...

    UNKNOWN: ClassVar[Card]
    """The card of which nothing is known, `??`."""

    # One object for each card of a class; complete as soon as the class exists and never changed,
    # so that threads need no lock. The values are cards of the class itself, which `ClassVar`
    # cannot say.
    _by_pair: ClassVar[dict[tuple[str, str], Any]]
    _by_text: ClassVar[dict[str, Any]]
    _by_code: ClassVar[tuple[Any, ...]]

    def __new__(cls, rank: Rank | str, suit: Suit | str) -> Self:
        """Return the card of this rank and suit.

        Args:
            rank: The rank, or its character.
            suit: The suit, or its character.

        Returns:
            The only object for this card.

        Raises:
            ValueError: There is no such rank, suit or card.
        """
        try:
            card: Self = cls._by_pair[rank, suit]
        except (KeyError, TypeError):
            raise _no_such_card(rank, suit) from None
        return card

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._intern()

    @classmethod
    def _intern(cls) -> None:
        """Make the only objects that this class will ever have."""
        cards = []
        for code, (rank, suit) in enumerate(_PAIRS_BY_CODE):
            card = object.__new__(cls)
            object.__setattr__(card, "rank", rank)
            object.__setattr__(card, "suit", suit)
            object.__setattr__(card, "code", code)
            cards.append(card)
        cls._by_code = tuple(cards)
        cls._by_pair = dict(zip(_PAIRS_BY_CODE, cards, strict=True))
        cls._by_text = dict(zip(_TEXTS_BY_CODE, cards, strict=True))
        cls.UNKNOWN = cards[-1]

    @classmethod
    def from_code(cls, code: int) -> Self:
        """Return the card of this code.

        >>> Card.from_code(51)
        As

        Args:
            code: The number of the card in the native core.

        Returns:
            The card.

        Raises:
            CardError: No card has this code.
        """
        # A negative number would count from the end of the table.
        if not 0 <= code < len(_PAIRS_BY_CODE):
            raise CardError(
                f"{code!r} is not the code of a card: 0 to {len(_PAIRS_BY_CODE) - 1} are.",
                value=code,
                code="card-code",
            )
        card: Self = cls._by_code[code]
        return card

    @classmethod
    def get_ranks(cls, cards: CardsLike) -> Iterator[Rank]:
        """Yield the rank of each card.

        >>> "".join(Card.get_ranks("2sKh"))
        '2K'

        Args:
            cards: The cards.

        Yields:
            The ranks, in the order of the cards.
        """
        for card in cls.clean(cards):
            yield card.rank

    @classmethod
    def get_suits(cls, cards: CardsLike) -> Iterator[Suit]:
        """Yield the suit of each card.

        >>> "".join(Card.get_suits("2sKh"))
        'sh'

        Args:
            cards: The cards.

        Yields:
            The suits, in the order of the cards.
        """
        for card in cls.clean(cards):
            yield card.suit

    @classmethod
    def are_paired(cls, cards: CardsLike) -> bool:
        """Return whether any rank occurs more than once.

        >>> Card.are_paired("2sKh2h"), Card.are_paired("2sKh")
        (True, False)

        Args:
            cards: The cards.

        Returns:
            Whether two or more cards have the same rank.
        """
        cards = cls.clean(cards)
        return len({card.rank for card in cards}) < len(cards)

    @classmethod
    def are_suited(cls, cards: CardsLike) -> bool:
        """Return whether there is only one suit.

        >>> Card.are_suited("2hKh3h"), Card.are_suited("2hKh3s")
        (True, False)

        Args:
            cards: The cards.

        Returns:
            Whether no two cards differ in suit; true of no cards at all.
        """
        return len({card.suit for card in cls.clean(cards)}) <= 1

    @classmethod
    def are_rainbow(cls, cards: CardsLike) -> bool:
        """Return whether every card has a suit of its own.

        >>> Card.are_rainbow("2sKh3c"), Card.are_rainbow("2hKh3c")
        (True, False)

        Args:
            cards: The cards.

        Returns:
            Whether no suit occurs twice; true of no cards at all.
        """
        cards = cls.clean(cards)
        return len({card.suit for card in cards}) == len(cards)

    @classmethod
    def clean(cls, values: CardsLike) -> tuple[Card, ...]:
        """Return the cards as a tuple, whichever way they are given.

        >>> Card.clean("AsKs")
        (As, Ks)
        >>> Card.clean(Card("A", "s"))
        (As,)
        >>> Card.clean([Card("A", "s"), Card("K", "s")])
        (As, Ks)

        Args:
            values: A text as `Card.parse` reads it, one card, or an iterable of cards.

        Returns:
            The cards.

        Raises:
            ValueError: These are no cards.
        """
        if isinstance(values, str):
            by_text = cls._by_text
            try:
                # Nearly all texts are nothing but cards. One that is more (or wrong) holds a
                # character which is in no card, so it can only miss here, never be misread.
                return tuple([by_text[values[at : at + 2]] for at in range(0, len(values), 2)])
            except KeyError:
                return tuple(cls.parse(values))
        if isinstance(values, Card):
            return (values,)
        # Asking the abstract class takes longer than all the rest, so the usual types come first.
        if not isinstance(values, tuple | list) and not isinstance(values, Iterable):
            # Not a TypeError: PokerKit's users expect ValueError.
            raise ValueError(f"The card values {values!r} are invalid.")  # noqa: TRY004
        cards = tuple(values)
        for card in cards:
            if not isinstance(card, Card):
                raise CardError(
                    f"The card values {cards!r} are invalid: {card!r} is not a Card.",
                    value=card,
                    code="no-card",
                )
        return cards

    @classmethod
    def parse(cls, *raw_cards: str) -> Iterator[Card]:
        """Read cards from texts, one by one.

        A card is a rank and a suit character; upper and lower case matter. `10` means `T`; commas
        are ignored, and white space may stand between cards. Nothing is read before the first card
        is asked for.

        >>> list(Card.parse("2c8d", "10s, K?"))
        [2c, 8d, Ts, K?]
        >>> next(Card.parse("1d"))
        Traceback (most recent call last):
            ...
        ValueError: '1' is not a valid Rank

        Args:
            *raw_cards: The texts.

        Yields:
            The cards.

        Raises:
            ValueError: A text has something else than cards in it.
        """
        by_text = cls._by_text
        for text in raw_cards:
            for word in text.replace("10", "T").replace(",", "").split():
                if len(word) % 2:
                    raise ValueError(
                        "The sum of the lengths of valid card representations must be a multiple"
                        f" of 2, unlike {word!r}"
                    )
                for at in range(0, len(word), 2):
                    try:
                        card: Card = by_text[word[at : at + 2]]
                    except KeyError:
                        raise _no_such_card(word[at], word[at + 1]) from None
                    yield card

    @property
    def unknown_status(self) -> bool:
        """Return whether the rank or the suit is unknown.

        >>> Card("A", "?").unknown_status
        True
        """
        return self.code >= _FIRST_UNKNOWN_CODE

    @property
    def joker_status(self) -> bool:
        """Return whether this is a joker.

        >>> Card("*", "s").joker_status
        True
        """
        return _FIRST_JOKER_CODE <= self.code < _FIRST_UNKNOWN_CODE

    def __bool__(self) -> bool:
        return self.code < _FIRST_UNKNOWN_CODE

    def __repr__(self) -> str:
        return _TEXTS_BY_CODE[self.code]

    def __str__(self) -> str:
        return f"{self.rank.name} OF {self.suit.name}S ({self!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.rank.value, self.suit.value)


CardsLike: TypeAlias = Iterable[Card] | Card | str
"""Whatever `Card.clean` accepts: a text, one card, or an iterable of cards."""


def _no_such_card(rank: Rank | str, suit: Suit | str) -> ValueError:
    """Return the error that says which part of a card is wrong."""
    try:
        Rank(rank)
        Suit(suit)
    except ValueError as error:
        return error
    return CardError(
        f"{f'{rank}{suit}'!r} is not a card: a joker has one of the suits"
        f" {', '.join(_KNOWN_SUITS)}, since that tells jokers apart.",
        code="joker-suit",
        value=f"{rank}{suit}",
    )


add_dataclass_fields(Card, {"rank": "Rank", "suit": "Suit"})
Card._intern()

CARDS_BY_CODE: tuple[Card, ...] = Card._by_code
"""All cards, each at the index of its code."""
