"""From what is said at a table to a hand history: the one way for every reader.

A reader tells an `Assembly` what it finds, line by line: who sits where, who posts what, which
cards are dealt, what players do, what they show and collect. `finish` puts the players in order,
lets the engine play the hand, proves the money, and makes the history.

>>> from croupier.histories.formats.amounts import CENTS
>>> table = Assembly("demo", "NT", CENTS, hand="7")
>>> for number, name in enumerate(["Ann", "Bob", "Cat"], 1):
...     table.sit(number, name, 100_00)
>>> table.button = 3
>>> table.small_blind, table.big_blind = 50, 1_00
>>> table.post_small_blind("Ann", 50)
>>> table.post_big_blind("Bob", 1_00)
>>> table.deal("Cat", "AsAh")
>>> table.bet("Cat", 3_00)
>>> table.fold("Ann")
>>> table.fold("Bob")
>>> table.give_back("Cat", 2_00)
>>> table.collect("Cat", 2_50)
>>> reading = table.finish()
>>> reading.history.actions
['d dh p1 ????', 'd dh p2 ????', 'd dh p3 AsAh', 'p3 cbr 3', 'p1 f', 'p2 f']
>>> reading.history.finishing_stacks
[Decimal('99.50'), Decimal('99.00'), Decimal('101.50')]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from croupier.errors import ParseError
from croupier.histories.formats.amounts import Chips
from croupier.histories.formats.base import Note, Reading
from croupier.histories.formats.playing import play_hand
from croupier.histories.formats.seating import Seat, order_seats

__all__ = ["Assembly", "Move"]


_BETTING = frozenset({"f", "cc", "cbr"})


class Move(NamedTuple):
    """Something that happens in the hand.

    Attributes:
        kind: `f`, `cc`, `cbr`, `pb` and `sd` as in a history; `db` for a board, `dh` for a card
            that comes after the first ones, `st` for a new street.
        seat: Who does it or gets it.
        value: The units or the cards, if any.
        line: The number of the line, or 0.
    """

    kind: str
    seat: Seat | None
    value: Any
    line: int


# A hand has dozens of them, and the class takes four times as long to make one.
_move: Final[Callable[[tuple[Any, ...]], Move]] = partial(tuple.__new__, Move)


class Assembly:
    """Collect what is said at a table in one hand, and make a history of it.

    Amounts are units of `chips`. Players are known by their names.

    Attributes:
        variant: The code of the game.
        chips: How units become amounts.
        hand: The number or name of the hand.
        line: The number of the line that is being read; readers keep it up to date.
        button: The number of the button's seat.
        small_blind: The small blind of the table.
        big_blind: The big blind of the table.
        bring_in: What is brought in.
        small_bet: The small bet; that of the big blind if nobody says otherwise.
        big_bet: The big bet; twice the small one if nobody says otherwise.
        board_count: How many boards the game has.
        cap: The most that a player can lose in the hand.
        total_pot: The pot as it is recorded, without what was returned.
        rake: The rake as it is recorded.
        fees: What else was taken from the pot, by its name.
        added: What somebody else than a player added to the pot.
        cash_outs: What players were paid by the house instead of what their hands win.
        summary_wins: What players won by a summary, where there is one.
        facts: Optional fields of the history.
        others: Fields of the history that the standard does not have.
        notes: What was odd.
    """

    def __init__(self, format: str, variant: str, chips: Chips, *, hand: str = "") -> None:
        """Begin a hand.

        Args:
            format: The name of the format.
            variant: The code of the game.
            chips: How units become amounts.
            hand: The number or name of the hand.
        """
        self.format = format
        self.variant = variant
        self.chips = chips
        self.hand = hand
        self.line = 0
        self.first_line = 1
        self.button: int | None = None
        self.small_blind = 0
        self.big_blind = 0
        self.bring_in = 0
        self.small_bet = 0
        self.big_bet = 0
        self.board_count = 1
        self.cap: int | None = None
        self.total_pot: int | None = None
        self.rake: int | None = None
        self.fees: dict[str, int] = {}
        self.added = 0
        self.cash_outs: dict[str, int] = {}
        self.summary_wins: dict[str, int] = {}
        self.facts: dict[str, Any] = {}
        self.others: dict[str, Any] = {}
        self.notes: list[Note] = []
        self.seats: dict[str, Seat] = {}
        self.moves: list[Move] = []
        self.late_runs: dict[int, list[Move]] = {}
        self.collected = False
        self.shown_after: list[tuple[Seat, str]] = []
        self._has_small_blind = False
        self._has_big_blind = False
        self._high = 0
        # The place of the last raise of the street, and what the player had bet before it.
        self._raised: tuple[int, int] | None = None

    # Who sits where.

    def sit(self, number: int, name: str, stack: int, *, sitting_out: bool = False) -> None:
        """Let a player sit down.

        Args:
            number: The number of the seat.
            name: The player's name.
            stack: What the player has.
            sitting_out: Whether the text says that the player sits out.

        Raises:
            ParseError: The name is there already.
        """
        if name in self.seats:
            raise self.error(f"{name!r} sits at the table twice")
        beyond = 0 if self.cap is None else max(0, stack - self.cap)
        self.seats[name] = Seat(number, name, stack - beyond, beyond, sitting_out)

    def seat(self, name: str) -> Seat:
        """Return the seat of a player who takes part.

        Raises:
            ParseError: Nobody of this name sits at the table.
        """
        seat = self.seats.get(name)
        if seat is None:
            raise self.error(f"nobody at the table is called {name!r}")
        seat.playing = True
        return seat

    def error(self, message: str) -> ParseError:
        """Return an error at the line that is being read."""
        return ParseError(
            message, format=self.format, hand=self.hand or None, line=self.line or None
        )

    def note(self, kind: str, message: str, *, line: int | None = None) -> None:
        """Note something odd.

        Args:
            kind: What kind of oddity it is.
            message: What is odd.
            line: The line, if not the one that is being read.
        """
        self.notes.append(Note(kind, message, line or self.line or None))

    # What is posted.

    def post_ante(self, name: str, amount: int) -> None:
        """Let a player post an ante."""
        seat = self.seat(name)
        seat.ante += amount
        seat.paid += amount

    def post_dead(self, name: str, amount: int) -> None:
        """Let a player pay into the pot what does not count as a bet."""
        seat = self.seat(name)
        seat.dead += amount
        seat.paid += amount
        self.others.setdefault("_dead_posts", {})[name] = self.chips.write(seat.dead)

    def post_small_blind(self, name: str, amount: int) -> None:
        """Let a player post the small blind; anybody's after the first is dead."""
        if self._has_small_blind:
            self.post_dead(name, amount)
            return
        self._has_small_blind = True
        seat = self.seat(name)
        seat.blind += amount
        self._pay(seat, amount)
        if seat.paid < seat.stack:
            # The header may be that of another level.
            self.small_blind = amount

    def post_big_blind(self, name: str, amount: int) -> None:
        """Let a player post the big blind; anybody's after the first is a late post."""
        if self._has_big_blind:
            self.post_late(name, amount)
            return
        self._has_big_blind = True
        seat = self.seat(name)
        seat.blind += amount
        self._pay(seat, amount)
        if seat.paid < seat.stack or not self.big_blind:
            self.big_blind = amount

    def post_straddle(self, name: str, amount: int) -> None:
        """Let a player post a straddle, or any blind that the others must call."""
        seat = self.seat(name)
        seat.blind += amount
        self._pay(seat, amount)

    def post_late(self, name: str, amount: int) -> None:
        """Let a player post out of turn: a bet that does not change who acts first.

        What is more than the big blind and fresh is a straddle.
        """
        seat = self.seat(name)
        if amount > self.big_blind > 0:
            self.note("straddle", f"{name} posts {self.chips.text(amount)}, which is a straddle")
            self.post_straddle(name, amount)
            return
        seat.late += amount
        self._pay(seat, amount)

    def post_both_blinds(self, name: str, amount: int) -> None:
        """Let a player post both blinds: the small one is dead, the big one counts as a bet."""
        live = min(amount, self.big_blind or amount)
        self.post_late(name, live)
        if amount > live:
            self.post_dead(name, amount - live)

    def _pay(self, seat: Seat, amount: int) -> None:
        seat.paid += amount
        seat.bet += amount
        if seat.bet > self._high:
            self._high = seat.bet

    # What is dealt.

    def deal(self, name: str, cards: str) -> None:
        """Let a player be seen to get the first hole cards.

        Args:
            name: The player's name.
            cards: The cards without blanks, such as `AsKd`; none if they are not seen.
        """
        seat = self.seat(name)
        seat.dealt = cards or seat.dealt

    def deal_more(self, name: str, cards: str) -> None:
        """Let a player be seen to get hole cards on a later street, or on any street of stud."""
        self.moves.append(Move("dh", self.seat(name), cards, self.line))

    def deal_board(self, cards: str, run: int = 0) -> None:
        """Deal the next cards of a board.

        Args:
            cards: The new cards.
            run: The number of the board, from 0.
        """
        move = Move("db", None, cards, self.line)
        if run == 0 or run < self.board_count:
            self.moves.append(move)
        else:
            # Boards of all-in players are run one after the other.
            self.late_runs.setdefault(run, []).append(move)

    def next_street(self) -> None:
        """Begin another round of betting."""
        for seat in self.seats.values():
            seat.bet = 0
        self._high = 0
        self._raised = None
        self.moves.append(Move("st", None, None, self.line))

    # What is done.

    def fold(self, name: str) -> None:
        """Let a player fold."""
        self._add("f", self.seat(name), None)

    def check(self, name: str) -> None:
        """Let a player check."""
        self._add("cc", self.seat(name), 0)

    def call(self, name: str, amount: int | None = None) -> None:
        """Let a player call.

        Args:
            name: The player's name.
            amount: What is paid for it; what is due, if it is not known.
        """
        seat = self.seat(name)
        if amount is not None and self._raised is not None:
            self._mend_raise(amount - (self._high - seat.bet))
        self._add("cc", seat, amount)
        if amount is None:
            amount = max(0, min(self._high - seat.bet, seat.stack - seat.paid))
        self._pay(seat, amount)

    def bet(self, name: str, amount: int) -> None:
        """Let a player bet or raise, and pay so much for it."""
        seat = self.seat(name)
        self._pay(seat, amount)
        self._add("cbr", seat, seat.bet)

    def raise_to(self, name: str, total: int) -> None:
        """Let a player bet or raise to so much on this street."""
        seat = self.seat(name)
        self._raised = len(self.moves), seat.bet
        self._pay(seat, total - seat.bet)
        self._add("cbr", seat, total)

    def _mend_raise(self, missing: int) -> None:
        """Raise by what the player had bet before, where a call shows that a text left it out."""
        assert self._raised is not None
        place, before = self._raised
        move = self.moves[place]
        if not 0 < missing == before or move.seat is None or move.value != self._high:
            return
        self._pay(move.seat, before)
        self.moves[place] = move._replace(value=move.value + before)
        amounts = f"{self.chips.text(move.value)} but {self.chips.text(move.value + before)}"
        self.note("raise-paid", f"{move.seat.name} raises not to {amounts}, as the call says")

    def put_in(self, name: str, amount: int) -> None:
        """Let a player pay so much, be it a call or a raise."""
        self._put_in(self.seat(name), amount)

    def put_in_to(self, name: str, total: int) -> None:
        """Let a player come to so much on this street, be it with a call or a raise."""
        seat = self.seat(name)
        self._put_in(seat, total - seat.bet)

    def _put_in(self, seat: Seat, amount: int) -> None:
        total = seat.bet + amount
        seat.paid += amount
        seat.bet = total
        if total > self._high:
            self._high = total
            self._add("cbr", seat, total)
        else:
            self._add("cc", seat, amount)

    def post_bring_in(self, name: str, amount: int) -> None:
        """Let a player bring it in."""
        seat = self.seat(name)
        self.bring_in = max(self.bring_in, amount)
        self._pay(seat, amount)
        self._add("pb", seat, amount)

    def discard(self, name: str, cards: str) -> None:
        """Let a player discard; cards that are not seen are `??`, and none is standing pat."""
        if self.moves and self.moves[-1].kind in _BETTING:
            # Not every text marks the draw.
            self.next_street()
        self._add("sd", self.seat(name), cards)

    def _add(self, kind: str, seat: Seat, value: Any) -> None:
        seat.left += 1
        self.moves.append(_move((kind, seat, value, self.line)))

    # How it ends.

    def show(self, name: str, cards: str) -> None:
        """Let a player show cards; those that are not seen are `??`."""
        seat = self.seat(name)
        if len(cards) >= len(seat.shown):
            seat.shown = cards

    def muck(self, name: str, cards: str = "") -> None:
        """Let a player throw the hand away at the showdown; the cards may be known all the same."""
        seat = self.seat(name)
        seat.mucked = True
        if cards:
            seat.thrown = cards

    def give_back(self, name: str, amount: int) -> None:
        """Return to a player what nobody called."""
        seat = self.seat(name)
        seat.returned += amount

    def collect(self, name: str, amount: int) -> None:
        """Let a player win from a pot."""
        self.seat(name).collected += amount
        self.collected = True

    def cash_out(self, name: str, amount: int) -> None:
        """Let the house pay a player, and get what the player's hand wins."""
        self.seat(name)
        self.cash_outs[name] = self.cash_outs.get(name, 0) + amount

    def finish(self) -> Reading:
        """Play the hand, prove its money, and make a history of it.

        Returns:
            What came of it.

        Raises:
            ParseError: The hand cannot be played, or its money is wrong.
        """
        for run in sorted(self.late_runs):
            self.moves += self.late_runs[run]
        players = order_seats(self.seats.values(), self.button)
        if len(players) < 2:
            self.line = 0
            raise self.error(f"a hand needs two players, not {len(players)}")
        history, state = play_hand(self, players)
        kept = None if self.chips.digits else state
        return Reading(history, (), tuple(self.notes), self.hand, self.first_line, kept)
