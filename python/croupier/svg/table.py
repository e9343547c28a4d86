"""A table: seats around it, cards up and down, boards as they lie, pots, bets and the button."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, pairwise
from math import copysign, cos, dist, pi, sin
from typing import NamedTuple

from croupier.frames import show_value
from croupier.state import State
from croupier.svg.cards import HEIGHT, WIDTH, DrawnDeck
from croupier.svg.ink import Ink, Palette, Picture, Theme, fit, number
from croupier.texts import escape_markup
from croupier.views.amounts import show_amount
from croupier.views.play_by_play import show_card
from croupier.views.table import BoardView, CardView, SeatView, Standing, TableView, view_table

__all__ = ["draw_parts", "draw_state", "draw_table", "summarize"]

_show = partial(show_amount, otherwise=show_value)
_RATIO = HEIGHT / WIDTH
# How many points the way around a table has, and how round it is: 1 for an ellipse.
_STEPS, _ROUNDNESS = 720, 0.8
# Rows of more cards need all the room that a narrow table has.
_MANY = 7
_OUT = (Standing.FOLDED, Standing.LOST)
# The eyes of dice, in a square from -1 to 1.
_EYES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class _Shape(NamedTuple):
    """The measures of a table."""

    width: float
    height: float
    centre: tuple[float, float]
    radii: tuple[float, float]
    board: tuple[float, float]
    card: float
    plate: float
    plate_height: float
    letters: float


_LANDSCAPE = _Shape(1000, 640, (500, 322), (404, 236), (410, 190), 40, 158, 46, 1.0)
_PORTRAIT = _Shape(600, 1000, (300, 506), (216, 392), (284, 260), 46, 152, 58, 1.3)


def draw_state(
    state: State,
    names: Sequence[str] = (),
    *,
    viewer: int | None = None,
    title: str = "",
    theme: str | Theme = Theme.AUTO,
    palette: str | Palette = Palette.FOUR,
    portrait: bool = False,
) -> Picture:
    """Draw a hand of any game as it is now.

    >>> from croupier.games import make_game
    >>> state = make_game("double_board_omaha")(200, 6, seed=1)
    >>> picture = draw_state(state.observe(2), ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"], viewer=2)
    >>> picture.startswith("<svg"), "Cy" in picture
    (True, True)

    Args:
        state: The hand: what `State.observe` returns, for somebody who must not see all cards.
        names: The names of the players, in the order of the state.
        viewer: Who sits at the lower side; the first player when omitted.
        title: What is played.
        theme: `light`, `dark`, or `auto` for what the page is.
        palette: The colours of the suits: `four`, `two` or `colour-blind`.
        portrait: Whether the picture is higher than wide, for phones.

    Returns:
        The picture.
    """
    view = view_table(state, names, viewer=viewer, title=title)
    return draw_table(view, theme=theme, palette=palette, portrait=portrait)


def draw_table(
    view: TableView,
    *,
    theme: str | Theme = Theme.AUTO,
    palette: str | Palette = Palette.FOUR,
    portrait: bool = False,
) -> Picture:
    """Draw what somebody sees of a hand.

    >>> from croupier.games import make_game
    >>> view = view_table(make_game("razz")(200, 3, seed=1))
    >>> draw_table(view, theme="dark").count("<title>")
    1

    Args:
        view: What is to be seen.
        theme: `light`, `dark`, or `auto` for what the page is.
        palette: The colours of the suits: `four`, `two` or `colour-blind`.
        portrait: Whether the picture is higher than wide, for phones.

    Returns:
        The picture.
    """
    ink = Ink(theme, palette)
    deck = DrawnDeck(ink)
    size, parts = draw_parts(view, ink, deck, portrait=portrait)
    return Picture.make(
        size,
        parts,
        ink,
        title=view.title or "A hand of poker",
        summary=summarize(view),
        defs=deck.defs,
    )


def draw_parts(
    view: TableView, ink: Ink, deck: DrawnDeck, *, portrait: bool = False
) -> tuple[tuple[float, float], list[str]]:
    """Draw what somebody sees of a hand, as a part of something larger.

    Args:
        view: What is to be seen.
        ink: What it is painted with.
        deck: What cards are drawn with.
        portrait: Whether it is higher than wide.

    Returns:
        The size, and the elements.
    """
    shape = _PORTRAIT if portrait else _LANDSCAPE
    return (shape.width, shape.height), list(_Drawing(view, ink, deck, shape).draw())


def summarize(view: TableView) -> str:
    """Say in words what is on a table.

    >>> from croupier.games import make_game
    >>> summarize(view_table(make_game("texas_holdem")(200, 2, seed=1).observe(0)))
    'Pot 3. Player 1: 198, bet 2, 3♠ 4♣. Player 2: 199, bet 1, ?? ??, button, to act.'

    Args:
        view: What is to be seen.

    Returns:
        The words.
    """
    seats = (_summarize_seat(seat) for seat in view.seats)
    return " ".join([*_summarize_middle(view), *seats])


def _summarize_middle(view: TableView) -> list[str]:
    said = ["The hand is over." if view.is_over else f"Pot {show_amount(view.pot)}."]
    for board in view.boards:
        for row in board.rows:
            cards = _say_cards(card for card in row.cards if card is not None)
            if cards:
                said.append(f"{row.label or 'Board'}: {cards}.")
    return said


def _summarize_seat(seat: SeatView) -> str:
    facts = [f"{seat.name}: {show_amount(seat.stack)}"]
    facts += [f"bet {show_amount(seat.bet)}"] if seat.bet else []
    facts += [_say_cards(seat.cards)] if seat.cards else []
    facts += [] if seat.place is Standing.PLAYING else [str(seat.place)]
    facts += ["button"] if seat.is_button else []
    facts += ["to act"] if seat.is_to_act else []
    return f"{', '.join(facts)}."


def _say_cards(cards: Iterable[CardView]) -> str:
    return " ".join(f"{show_card(one.card)}{' (up)' * one.up}" for one in cards)


class _Drawing:
    """A drawing of a table, made part after part, those below first."""

    def __init__(self, view: TableView, ink: Ink, deck: DrawnDeck, shape: _Shape) -> None:
        self._view = view
        self._ink = ink
        self._deck = deck
        self._shape = shape
        self._count = len(view.seats)
        self._places = _find_places(shape, self._count)

    def draw(self) -> Iterator[str]:
        """Yield the elements."""
        shape, paint = self._shape, self._ink.paint
        yield f'<rect width="{shape.width}" height="{shape.height}" rx="10"{paint(fill="ground")}/>'
        (x, y), (wide, high) = shape.centre, shape.radii
        for extra, colour in ((12, "rim"), (0, "felt")):
            rx, ry = wide - 28 + extra, high - 38 + extra
            yield (
                f'<rect x="{number(x - rx)}" y="{number(y - ry)}" width="{number(2 * rx)}"'
                f' height="{number(2 * ry)}" rx="{number(min(rx, ry))}"{paint(fill=colour)}/>'
            )
        rx, ry = wide - 62, high - 72
        yield (
            f'<rect x="{number(x - rx)}" y="{number(y - ry)}" width="{number(2 * rx)}"'
            f' height="{number(2 * ry)}" rx="{number(min(rx, ry))}" fill="none" stroke-width="2"'
            f"{paint(stroke='mark')}/>"
        )
        if self._view.title:
            yield self._draw_title()
        top, bottom = yield from self._draw_boards()
        yield from self._draw_pots(top, bottom)
        for seat in self._view.seats:
            yield from self._draw_seat(seat)
        for seat in self._view.seats:
            yield from self._draw_bet(seat)

    def _find_place(self, seat: SeatView) -> _Point:
        """Return the place of a seat; the viewer is below."""
        first = self._view.viewer or 0
        return self._places[(seat.index - first) % self._count]

    def _fit(self, text: str, width: float, size: float) -> tuple[str, float]:
        return fit(text, width / self._shape.letters, size)

    def _write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        colour: str,
        *,
        anchor: str = "middle",
        weight: int = 400,
    ) -> str:
        size *= self._shape.letters
        heavy = f' font-weight="{weight}"' if weight != 400 else ""
        side = f' text-anchor="{anchor}"' if anchor != "start" else ""
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{side}{heavy}'
            f"{self._ink.paint(fill=colour)}>{escape_markup(text)}</text>"
        )

    # The middle of the table.

    def _draw_title(self) -> str:
        shape = self._shape
        if shape.width > shape.height:
            text, size = self._fit(self._view.title, shape.width * 0.36, 17)
            return self._write(text, 18, 28, size, "text", anchor="start", weight=600)
        # There are seats in all corners: it stands on the felt.
        text, size = self._fit(self._view.title, shape.board[0], 13)
        (x, y), (_, high) = shape.centre, shape.radii
        return self._write(text, x, y + high * 0.52, size, "onfelt")

    def _draw_boards(self) -> Generator[str, None, tuple[float, float]]:
        """Yield the boards; what is returned is where they begin and end."""
        boards = self._view.boards
        x, y = self._shape.centre
        rows = [(board, row) for board in boards for row in board.rows]
        columns = max((len(row.cards) for _, row in rows), default=0)
        if not columns:
            return y - 20, y + 20
        labels = [row.label for _, row in rows]
        if len(boards) > 1 and len(rows) == len(boards):
            labels = [label or f"Board {number}" for number, label in enumerate(labels, 1)]
        label_width = 0.0
        if self._shape.width < self._shape.height and columns > _MANY:
            labels = [""] * len(rows)
        if any(labels):
            label_width = 9 + 6.6 * self._shape.letters * max(map(len, labels))
        wide, high = self._shape.board
        card = min(
            56.0,
            (wide - label_width) / (columns * 1.08),
            high / (len(rows) * 1.08 * _RATIO),
        )
        step, line = card * 1.08, card * _RATIO * 1.08
        top = y - line * len(rows) / 2
        left = x - (step * columns - card * 0.08) / 2 + label_width / 2
        for place, (board, row) in enumerate(rows):
            begin = left + _find_indent(board, columns, len(row.cards), boards) * step
            if labels[place]:
                yield self._write(
                    labels[place],
                    left - 8,
                    top + line * place + card * _RATIO / 2 + 4,
                    12,
                    "onfelt",
                    anchor="end",
                )
            for column, (one, is_gap) in enumerate(zip(row.cards, row.gaps, strict=True)):
                if is_gap and one is None:
                    continue
                drawn = self._deck.put(
                    None if one is None else one.card,
                    begin + step * column,
                    top + line * place,
                    card,
                )
                yield f'<g opacity=".35">{drawn}</g>' if one is not None and one.dead else drawn
        return top, top + line * len(rows)

    def _draw_pots(self, top: float, bottom: float) -> Iterator[str]:
        x, _ = self._shape.centre
        view = self._view
        pots = [pot for pot in view.pots if pot.amount]
        texts = [f"Pot {_show(pot.amount)}" for pot in pots[:1]]
        texts += [f"Side pot {_show(pot.amount)}" for pot in pots[1:]]
        if not texts and not view.is_over and view.pot:
            texts = [f"Pot {_show(view.pot)}"]
        letters = self._shape.letters
        widths = [24 + 7.6 * len(text) * letters for text in texts]
        left = x - (sum(widths) + 8 * (len(widths) - 1)) / 2
        for text, width in zip(texts, widths, strict=True):
            yield (
                f'<rect x="{number(left)}" y="{number(top - 8 - 22 * letters)}"'
                f' width="{number(width)}"'
                f' height="{number(22 * letters)}" rx="{number(11 * letters)}"'
                f"{self._ink.paint(fill='chip')}/>"
            )
            yield self._write(
                text, left + width / 2, top - 8 - 6.5 * letters, 13.5, "onchip", weight=600
            )
            left += width + 8
        said = [f"{name}: {value}" for name, value in view.choices]
        if said:
            text, size = self._fit(", ".join(said), self._shape.board[0], 13)
            yield self._write(text, x, bottom + 18, size, "onfelt")
        for place, value in enumerate(view.dice):
            yield self._draw_die(
                value, x - 20 * (len(view.dice) - 1) + 40 * place, bottom + 28 + 18 * bool(said)
            )

    def _draw_die(self, value: int, x: float, y: float) -> str:
        eyes = "".join(
            f'<circle cx="{number(x + 8 * dx)}" cy="{number(y + 8 * dy)}" r="3"'
            f"{self._ink.paint(fill='suit-s')}/>"
            for dx, dy in _EYES.get(value, ())
        )
        return (
            f'<rect x="{number(x - 15)}" y="{number(y - 15)}" width="30" height="30" rx="6"'
            f"{self._ink.paint(fill='face', stroke='faceedge')}/>{eyes}"
        )

    # Around the table.

    def _draw_seat(self, seat: SeatView) -> Iterator[str]:
        x, y = self._find_place(seat)
        wide, high = self._shape.plate, self._shape.plate_height
        is_viewer = seat.index == self._view.viewer
        is_out = seat.place in _OUT
        hand = "".join(self._draw_hand(seat, x, y - high / 2 + 4, large=is_viewer))
        yield f'<g opacity=".6">{hand}</g>' if is_out and hand else hand
        dashes = ' stroke-dasharray="4 4"' if is_out else ""
        edge, thickness = "edge", 1.5
        if seat.place is Standing.WON:
            edge, thickness = "win", 3.5
        elif seat.is_to_act:
            edge, thickness = "act", 4.0
        yield (
            f'<rect x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}"'
            f' height="{number(high)}" rx="10" stroke-width="{number(thickness)}"'
            f"{dashes}"
            f"{self._ink.paint(fill='out' if is_out else 'plate', stroke=edge)}/>"
        )
        name, size = self._fit(seat.name, wide - 18, 15)
        heavy = 400 if is_out else 600
        yield self._write(
            name, x, y - 4 * self._shape.letters, size, "quiet" if is_out else "text", weight=heavy
        )
        badge, colour = seat.badge, "quiet"
        if seat.place is Standing.ALL_IN:
            badge, colour = "all-in", "loss"
        elif seat.place is Standing.WON:
            colour = "win"
        said = f"{_show(seat.stack)} · {badge}" if badge else _show(seat.stack)
        text, size = self._fit(said, wide - 16, 13.5)
        yield self._write(text, x, y + 15 * self._shape.letters, size, colour)
        if seat.words and (is_viewer or self._view.is_over):
            text, size = self._fit(seat.words, wide + 56, 11.5)
            yield self._write(text, x, y + high / 2 + 14 * self._shape.letters, size, "quiet")
        if seat.is_button:
            yield from self._draw_button(seat)

    def _draw_hand(self, seat: SeatView, x: float, bottom: float, *, large: bool) -> Iterator[str]:
        """Yield a hand, cards that lie face up a little higher than those that do not."""
        if not seat.cards:
            return
        card = self._shape.card * (1.32 if large else 1.0)
        room = self._shape.plate * (1.5 if large else 1.06)
        count = len(seat.cards)
        parts = len({one.part for one in seat.cards}) > 1
        gaps = [
            0.28 * card if parts and number and one.part != seat.cards[number - 1].part else 0.0
            for number, one in enumerate(seat.cards)
        ]
        step = min(card * 1.04, (room - card - sum(gaps)) / max(count - 1, 1))
        left = x - (step * (count - 1) + card + sum(gaps)) / 2
        tall = card * _RATIO
        has_up = any(one.up for one in seat.cards)
        for place, one in enumerate(seat.cards):
            left += gaps[place]
            raised = 9 if has_up and one.up else 0
            drawn = self._deck.put(one.card, left + step * place, bottom - tall - raised, card)
            # The cards that only their owner sees, of a hand that lies partly open.
            hidden = has_up and not one.up and bool(one.card)
            yield f'<g opacity=".72">{drawn}</g>' if hidden else drawn

    def _draw_button(self, seat: SeatView) -> Iterator[str]:
        x, y = self._find_place(seat)
        side = -1 if x > self._shape.centre[0] + 1 else 1
        bx, by = x + side * (self._shape.plate / 2 + 2), y + self._shape.plate_height / 2 - 4
        yield (
            f'<circle cx="{number(bx)}" cy="{number(by)}" r="12" stroke-width="1.5"'
            f"{self._ink.paint(fill='face', stroke='faceedge')}/>"
        )
        yield self._write("D", bx, by + 5, 14 / self._shape.letters, "suit-s", weight=700)

    def _draw_bet(self, seat: SeatView) -> Iterator[str]:
        if not seat.bet:
            return
        x, y = self._find_bet(seat)
        text, size = self._fit(_show(seat.bet), 66, 14)
        width = max(30.0, 14 + 8 * len(text) * size * self._shape.letters / 14)
        half = 11 * self._shape.letters
        yield (
            f'<rect x="{number(x - width / 2)}" y="{number(y - half)}" width="{number(width)}"'
            f' height="{number(2 * half)}" rx="{number(half)}" stroke-width="1.5"'
            f"{self._ink.paint(fill='chip', stroke='face')}/>"
        )
        yield self._write(text, x, y + 5 * self._shape.letters, size, "onchip", weight=600)

    def _find_bet(self, seat: SeatView) -> _Point:
        """Return a place for a bet: before the seat, and clear of the boards and of its cards."""
        px, py = self._find_place(seat)
        x, y = self._shape.centre
        tall = self._shape.card * _RATIO * (1.32 if seat.index == self._view.viewer else 1.0)
        tall += 9 * any(card.up for card in seat.cards)
        side = 0 if abs(px - x) < 12 else 1 if px > x else -1
        is_upright = self._shape.height > self._shape.width
        if is_upright or abs(px - x) < self._shape.board[0] / 2 + 20:
            # Above or below the plate, on the side of the middle.
            inwards = px - side * 30
            if py > y + self._shape.board[1] / 2:
                return inwards, py - self._shape.plate_height / 2 - tall - 10
            return inwards, py + self._shape.plate_height / 2 + 17
        reach = self._shape.plate / 2 + 38
        return px - side * reach, py + (y - py) * 0.12


_Point = tuple[float, float]


@cache
def _find_places(shape: _Shape, count: int) -> list[_Point]:
    """Return places around a table, as far from each other as can be; the first one is below."""
    (x, y), (wide, high) = shape.centre, shape.radii
    points = []
    for step in range(_STEPS + 1):
        angle = pi / 2 + 2 * pi * step / _STEPS
        across, along = cos(angle), sin(angle)
        points.append(
            (
                x + wide * copysign(abs(across) ** _ROUNDNESS, across),
                y + high * copysign(abs(along) ** _ROUNDNESS, along),
            )
        )
    lengths = [0.0, *accumulate(dist(*pair) for pair in pairwise(points))]
    return [points[bisect_left(lengths, lengths[-1] * place / count)] for place in range(count)]


def _find_indent(board: BoardView, columns: int, count: int, boards: Sequence[BoardView]) -> float:
    """Return by how many cards a row is moved to the right."""
    is_single_row = len(board.rows) == 1 and len(boards) == 1
    return (columns - count) / 2 if board.centred or is_single_row else 0.0
