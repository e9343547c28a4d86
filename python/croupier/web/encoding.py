"""Views as messages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from operator import is_not
from typing import Any

import msgspec

from croupier.cards import Card as PlayingCard
from croupier.cards.records import replace
from croupier.frames import show_value
from croupier.state import LegalOperation
from croupier.state.operation_table import DECISIONS
from croupier.svg.table import summarize, summarize_middle, summarize_seat
from croupier.texts import show_line
from croupier.views import BoardView, CardView, SeatView, TableView
from croupier.views import Line as SaidLine
from croupier.views.amounts import show_amount
from croupier.views.telling import show_card
from croupier.web.messages import Board, BoardRow, Card, Choice, Line, Part, Pot, Seat, Table

__all__ = ["TableEncoder", "encode_card", "encode_line", "encode_table"]

# Seats that are kept encoded: all of a hand, each as its player sees it and as others do.
_MOST_KEPT = 200
# What differs between those who look at the same table.
_OWN = {"summary", "seats", "choices", "viewer"}

show = partial(show_amount, otherwise=show_value)


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
    seats = [_encode_seat(seat) for seat in view.seats]
    boards = [_encode_board(board) for board in view.boards]
    return _put_together(view, seats, boards, summarize(view))


class TableEncoder:
    """Encode views that have much in common: what is the same object is encoded once."""

    def __init__(self) -> None:
        self._encoder = msgspec.json.Encoder()
        self._seats: dict[int, tuple[SeatView, bytes, str]] = {}
        self._shared: tuple[Any, ...] = ()
        self._lying: tuple[Any, Any] = (None, None)
        self._rest = b""
        self._said = ""

    def encode(self, view: TableView) -> msgspec.Raw:
        """Return what `encode_table` says, as JSON.

        Args:
            view: The view.

        Returns:
            The JSON.
        """
        known = self._seats
        shared = view.pot, view.is_over, view.dice, view.choices
        lying = view.pots, view.boards
        if shared != self._shared or any(map(is_not, self._lying, lying)):
            # Who looks at the same hand at the same moment has the same pots and boards.
            boards = [_encode_board(board) for board in view.boards]
            alone = replace(view, legal=(), words=(), viewer=None)
            rest = msgspec.structs.asdict(_put_together(alone, [], boards, ""))
            self._rest = self._encoder.encode(
                {name: value for name, value in rest.items() if name not in _OWN}
            )[1:]
            self._shared, self._lying = shared, lying
            self._said = " ".join(summarize_middle(view))
        try:
            seats = [known[id(seat)] for seat in view.seats]
        except KeyError:
            seats = [self._find_seat(seat) for seat in view.seats]
        said = " ".join([self._said, *[words for _, _, words in seats]])
        own: dict[str, Any] = {"summary": said, "viewer": view.viewer}
        if view.legal:
            choices = zip(view.legal, view.words, strict=True)
            own["choices"] = [_encode_choice(legal, words) for legal, words in choices]
        listed = b",".join([encoded for _, encoded, _ in seats])
        parts = (self._encoder.encode(own)[:-1], b',"seats":[', listed, b"],", self._rest)
        return msgspec.Raw(b"".join(parts))

    def _find_seat(self, seat: SeatView) -> tuple[SeatView, bytes, str]:
        known = self._seats.get(id(seat))
        if known is None or known[0] is not seat:
            if len(self._seats) > _MOST_KEPT:
                self._seats.clear()
            encoded = self._encoder.encode(_encode_seat(seat))
            known = self._seats[id(seat)] = seat, encoded, summarize_seat(seat)
        return known


def _put_together(view: TableView, seats: list[Seat], boards: list[Board], summary: str) -> Table:
    choices = zip(view.legal, view.words, strict=True)
    return Table(
        title=view.title,
        summary=summary,
        pot=show(view.pot) if view.pot else "",
        seats=seats,
        boards=boards,
        pots=[
            Pot(
                title="Side pot" if place else "Pot",
                amount=show(pot.amount),
                players=list(pot.players),
            )
            for place, pot in enumerate(pot for pot in view.pots if pot.amount)
        ],
        dice=list(view.dice),
        chosen=[f"{name}: {value}" for name, value in view.choices],
        choices=[_encode_choice(legal, words) for legal, words in choices],
        viewer=view.viewer,
        over=view.is_over,
    )


def _encode_seat(seat: SeatView) -> Seat:
    return Seat(
        index=seat.index,
        name=show_line(seat.name),
        stack=show(seat.stack),
        place=str(seat.place),
        cards=[encode_card(card) for card in seat.cards],
        bet=show(seat.bet) if seat.bet else "",
        payoff=f"{'+' if seat.payoff > 0 else ''}{show(seat.payoff)}" if seat.payoff else "",
        badge=seat.badge,
        words=seat.words,
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
    def shown(amount: Any) -> str:
        return "" if amount is None else show(amount)

    row = DECISIONS[legal.name]
    return Choice(
        name=legal.name,
        words=words,
        word=row.word,
        kind=row.kinds[0] if row.kinds else "",
        verb=_find_verb(words) if "amount" in row.kinds else "",
        least=shown(legal.min_amount),
        most=shown(legal.max_amount),
        pot=shown(legal.pot_amount),
        least_count=legal.min_count or 0,
        most_count=legal.max_count or 0,
        amounts=[show(amount) for amount in legal.amounts],
        options=list(legal.options),
        cards=_encode_cards(legal.cards),
        sets=[_encode_cards(cards) for cards in legal.sets],
    )


def _find_verb(words: str) -> str:
    """Return what comes before an amount, such as "raise to"."""
    return re.split(r"\d", words, maxsplit=1)[0].strip()


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
