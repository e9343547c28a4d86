"""Views as messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from croupier.cards import Card as PlayingCard
from croupier.frames import show_value
from croupier.numbers import Chips
from croupier.state import LegalOperation
from croupier.state.operation_table import DECISIONS
from croupier.texts import show_line
from croupier.views import BoardView, CardView, SeatView, TableView
from croupier.views import Line as SaidLine
from croupier.views.amounts import show_amount
from croupier.views.following import HandViews
from croupier.views.play_by_play import show_card
from croupier.web.messages import Board, BoardRow, Card, Choice, Line, Part, Pot, Seat, Table

__all__ = ["TableEncoder", "encode_card", "encode_line", "encode_table"]

# Seats that are kept encoded: all of a hand, each as its player sees it and as others do.
_MAX_KEPT = 200


def show(amount: Chips) -> str:
    """Return an amount as text, in the unit that is chosen."""
    return show_amount(amount, show_value)


def encode_card(view: CardView | PlayingCard) -> Card:
    """Return a card as a message.

    >>> encode_card(PlayingCard("A", "s"))
    Card(code='As', name='A♠', up=False, part='', dead=False)

    Args:
        view: The card.

    Returns:
        The message.
    """
    if isinstance(view, PlayingCard):
        return _make_card(view, False, "", False)
    return _make_card(view.card, view.up, view.part or "", view.dead)


@cache
def _make_card(card: PlayingCard, up: bool, part: str, dead: bool) -> Card:
    return Card(code=repr(card), name=show_card(card), up=up, part=part, dead=dead)


def encode_table(view: TableView) -> Table:
    """Return a view as a message.

    >>> from croupier.games import make_game
    >>> from croupier.views import view_table
    >>> table = encode_table(
    ...     view_table(make_game("texas_holdem")(200, 2, seed=1).observe(0), viewer=0)
    ... )
    >>> [seat.stack for seat in table.seats], [card.code for card in table.seats[1].cards]
    (['198', '199'], ['??', '??'])
    >>> [choice.words for choice in table.choices]
    ['fold', 'call 1', 'raise to 4']

    Args:
        view: The view.

    Returns:
        The message.
    """
    return Table(
        title=view.title,
        pot=show(view.pot) if view.pot else "",
        pots=_encode_pots(view),
        dice=list(view.dice),
        over=view.is_over,
        boards=[_encode_board(board) for board in view.boards],
        chosen=_encode_chosen(view.choices),
        seats=[
            _encode_seat(seat, [encode_card(card) for card in seat.cards], seat.words)
            for seat in view.seats
        ],
        choices=[_encode_choice(*one) for one in zip(view.legal, view.words, strict=True)],
        viewer=view.viewer,
    )


class TableEncoder:
    """An encoder of a hand's views for all who look at it: what they share is encoded once."""

    def __init__(self, views: HandViews) -> None:
        """Begin a hand.

        Args:
            views: The views of it.
        """
        self._views = views
        self._encode = msgspec.json.Encoder().encode
        # An object is encoded once; it is kept, so that no other gets its number.
        self._seats: dict[int, tuple[SeatView, bytes, list[bytes]]] = {}
        self._cards: dict[int, tuple[Any, bytes]] = {}
        self._asked: dict[Any, bytes] = {}
        self._boards: tuple[Any, Any] = (None, None)
        self._pots: tuple[Any, Any] = (None, None)
        # The parts that everybody sees, between those that differ.
        self._public: TableView | None = None
        self._pieces: list[bytes] = []
        self._middle = self._everybody = b""
        self._listed: list[bytes] = []

    def encode(
        self, viewer: int | None, choices: Iterable[tuple[LegalOperation, str]] | None = None
    ) -> msgspec.Raw:
        """Return the same as `encode_table` for a view, as JSON.

        Args:
            viewer: Whose view; `None` for who only watches.
            choices: What they are asked, and the words for it, if that is not all that the rules
                let them decide.

        Returns:
            The JSON.
        """
        views = self._views
        public = views.public
        if public is not self._public:
            self._encode_shared(public)
        if viewer is None:
            return msgspec.Raw(self._everybody)
        own = views.find_own(viewer)
        seats = self._listed.copy()
        seats[viewer] = self._find_seat(own.seat, public.seats[viewer])
        if choices is None:
            choices = zip(own.legal, own.words, strict=True)
        asked = [self._find_choice(*one) for one in choices] if choices else ()
        middle = self._join_middle(own.choices, asked) if asked or own.choices else self._middle
        pieces = self._pieces
        return msgspec.Raw(
            b"".join((pieces[0], b",".join(seats), middle, b"%d" % viewer, pieces[4]))
        )

    def _join_middle(self, chosen: Iterable[tuple[str, str]], asked: Iterable[bytes]) -> bytes:
        """Return the JSON between the seats and the name of the viewer."""
        pieces = self._pieces
        encoded = self._encode(_encode_chosen(chosen)) if chosen else b"[]"
        listed = b",".join(asked)
        return b"".join((pieces[1], encoded, pieces[2], b"[", listed, b"]", pieces[3]))

    def _encode_shared(self, public: TableView) -> None:
        """Encode what is the same for everybody."""
        if len(self._seats) > _MAX_KEPT:
            self._seats.clear()
            self._cards.clear()
            self._asked.clear()
        if public.boards is not self._boards[0]:
            boards = [_encode_board(board) for board in public.boards]
            self._boards = public.boards, msgspec.Raw(self._encode(boards))
        if public.pots is not self._pots[0]:
            self._pots = public.pots, msgspec.Raw(self._encode(_encode_pots(public)))
        table = Table(
            title=public.title,
            pot=show(public.pot) if public.pot else "",
            pots=self._pots[1],
            dice=list(public.dice),
            over=public.is_over,
            boards=self._boards[1],
            seats=_LISTED_HOLE,
            chosen=_HOLE,
            choices=_HOLE,
            viewer=_HOLE,
        )
        self._pieces = self._encode(table).split(_HOLE_SIGN)
        self._listed = [self._find_seat(seat, seat) for seat in public.seats]
        # Most have decided nothing, and are asked nothing.
        self._middle = self._join_middle((), ())
        middle = self._join_middle(public.choices, ()) if public.choices else self._middle
        listed = b",".join(self._listed)
        self._everybody = b"".join((self._pieces[0], listed, middle, b"null", self._pieces[4]))
        self._public = public

    def _find_choice(self, legal: LegalOperation, words: str) -> bytes:
        """Return a choice as JSON. Folding is the same in the whole hand, and much else as well."""
        key = legal[2:], legal.name, words
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = self._encode(_encode_choice(legal, words))
        return found

    def _find_seat(self, seat: SeatView, public: SeatView) -> bytes:
        """Return a seat as JSON: all of it but its cards may be as everybody sees it."""
        known = self._seats.get(id(seat))
        if known is None:
            shared = None if seat is public else self._seats.get(id(public))
            if shared is None or seat.badge != public.badge:
                pieces = self._encode(_encode_seat(seat, _HOLE, _HOLE)).split(_HOLE_SIGN)
            else:
                pieces = shared[2]
            cards = self._cards.get(id(seat.cards))
            if cards is None:
                encoded = self._encode([encode_card(card) for card in seat.cards])
                cards = self._cards[id(seat.cards)] = seat.cards, encoded
            before, between, after = pieces
            found = b"".join((before, cards[1], between, self._encode(seat.words), after))
            known = self._seats[id(seat)] = seat, found, pieces
        return known[1]


# A placeholder for parts that are put in later; no JSON holds this sign.
_HOLE_SIGN = b"\0"
_HOLE: Any = msgspec.Raw(_HOLE_SIGN)
_LISTED_HOLE: Any = msgspec.Raw(b"[%b]" % _HOLE_SIGN)


def _encode_pots(view: TableView) -> list[Pot]:
    return [
        Pot(
            title="Side pot" if place else "Pot",
            amount=show(pot.amount),
            players=list(pot.players),
        )
        for place, pot in enumerate([pot for pot in view.pots if pot.amount])
    ]


def _encode_chosen(choices: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{name}: {value}" for name, value in choices]


def _encode_seat(seat: SeatView, cards: Any, words: Any) -> Seat:
    return Seat(
        index=seat.index,
        name=show_line(seat.name),
        stack=show(seat.stack),
        place=seat.place,
        cards=cards,
        bet=show(seat.bet) if seat.bet else "",
        payoff=f"{'+' if seat.payoff > 0 else ''}{show(seat.payoff)}" if seat.payoff else "",
        badge=seat.badge,
        words=words,
        button=seat.is_button,
        acts=seat.is_to_act,
    )


def _encode_board(board: BoardView) -> Board:
    return Board(
        rows=[
            BoardRow(
                cards=[None if card is None else encode_card(card) for card in row.cards],
                gaps=list(row.gaps),
                label=row.label,
            )
            for row in board.rows
        ],
        centred=board.centred,
    )


def _encode_choice(legal: LegalOperation, words: str) -> Choice:
    word, kind, has_amount = _KINDS[legal.name]
    if legal[2:] == _NOTHING:
        # There is nothing to choose, as when somebody folds.
        return Choice(name=legal.name, words=words, word=word, kind=kind)
    return Choice(
        name=legal.name,
        words=words,
        word=word,
        kind=kind,
        verb=_find_verb(words) if has_amount else "",
        least=_show_bound(legal.min_amount),
        most=_show_bound(legal.max_amount),
        pot=_show_bound(legal.pot_amount),
        least_count=legal.min_count or 0,
        most_count=legal.max_count or 0,
        amounts=[show(one) for one in legal.amounts],
        options=list(legal.options),
        cards=[encode_card(one) for one in legal.cards],
        sets=[_encode_cards(one) for one in legal.sets],
    )


def _show_bound(amount: Chips) -> str:
    return "" if amount is None else show(amount)


# The word of a decision, what is chosen, and whether that is an amount.
_KINDS = {
    name: (row.word, row.kinds[0] if row.kinds else "", "amount" in row.kinds)
    for name, row in DECISIONS.items()
}
_NOTHING = LegalOperation("fold")[2:]
_DIGIT = re.compile(r"\d")


def _find_verb(words: str) -> str:
    """Return the verb before an amount, such as "raise to"."""
    return _DIGIT.split(words, maxsplit=1)[0].strip()


def _encode_cards(cards: Iterable[PlayingCard]) -> list[Card]:
    return [encode_card(card) for card in cards]


def encode_line(line: SaidLine) -> Line:
    """Return something that happened as a message.

    Args:
        line: What is said.

    Returns:
        The message.
    """
    return Line(
        parts=[
            Part(text=said.what, tone=str(said.tone))
            if isinstance(said.what, str)
            else Part(cards=_encode_cards(said.what), tone=str(said.tone))
            for said in line.parts
        ],
        player=line.player_index,
    )
