"""A hand while it is played, and the events that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

from croupier.cards import Card
from croupier.cards.notation import Dialect
from croupier.compat.pypoks.cards import TEXTS
from croupier.compat.pypoks.config import GameConfig
from croupier.compat.pypoks.menu import CALL, FOLD
from croupier.compat.pypoks.ranks import FullRank, rank_cards
from croupier.state import State

__all__ = ["Event", "EventWriter", "MadeMove", "PlayedHand", "opening_events", "seat_of"]

Event: TypeAlias = tuple[str, tuple[Any, ...]]
"""A state of a hand history: its name of three letters, and its values."""

MadeMove: TypeAlias = tuple[int, int, int, int, Sequence[float], int, int]
"""A move: the street, the position of the player, the move, its chips, the probabilities, and what
the player had behind and had bet on the street before."""

IDLE, PREFLOP, SHOWDOWN = 0, 1, 5
NOT_SHOWN, MUCKED = "not_shown", "muck"
# How many cards are on the board on each street.
_BOARD_COUNTS = (0, 3, 4, 5)
# Events that are the same in every hand.
_STARTS: tuple[Event, ...] = tuple(("TST", (number,)) for number in range(SHOWDOWN + 1))


def seat_of(position: int, player_count: int) -> int:
    """Return the engine's number of a position.

    Heads-up, the engine lists the big blind first; pypoks lists the button first.

    >>> seat_of(0, 2), seat_of(0, 3)
    (1, 0)

    Args:
        position: The position, 0 for the small blind.
        player_count: How many players there are.

    Returns:
        The number of the player in a state.
    """
    return 1 - position if player_count == 2 else position


def opening_events(config: GameConfig, table: str, players: tuple[str, ...]) -> list[Event]:
    """Return the events of the start of a hand, up to the cards; the number of the hand is 0.

    Args:
        config: The game.
        table: The name of the table.
        players: Who plays, by position.

    Returns:
        The events; the second of them has the number of the hand.
    """
    small, big, stack = config.table_cash_sb, config.table_cash_bb, config.table_cash_start
    return [
        ("GCF", (config.name,)),
        ("HST", (table, 0)),
        ("TST", (IDLE,)),
        ("T$$", (0, 0, 0, 0)),
        *[("POS", (player, position, stack)) for position, player in enumerate(players)],
        ("PSB", (players[0], small)),
        ("PBB", (players[1], big)),
        ("T$$", (small + big, small + big, big, big)),
    ]


class PlayedHand:
    """The decisions of a hand; everything else is in its state.

    Attributes:
        config: The game.
        table: The name of the table.
        hand_id: The number of the hand.
        players: Who plays, by position.
        state: The state, which knows cards and chips.
        holes: The hole cards by the engine's numbers; a state forgets those of who folds.
        moves: What was decided so far.
        dialect: How cards are written.
        opening: The events of the start, which are the same in many hands.
    """

    __slots__ = (
        "config",
        "dialect",
        "hand_id",
        "holes",
        "moves",
        "opening",
        "players",
        "state",
        "table",
    )

    def __init__(
        self,
        config: GameConfig,
        table: str,
        hand_id: int,
        players: tuple[str, ...],
        state: State,
        dialect: Dialect,
        opening: list[Event],
    ) -> None:
        """Start a hand.

        Args:
            config: The game.
            table: The name of the table.
            hand_id: The number of the hand.
            players: Who plays, by position.
            state: The state.
            dialect: How cards are written.
            opening: What `opening_events` returns for them.
        """
        self.config = config
        self.table = table
        self.hand_id = hand_id
        self.players = players
        self.state = state
        self.holes: Sequence[list[Card]] = state.hole_cards
        self.moves: list[MadeMove] = []
        self.dialect = dialect
        self.opening = opening


class EventWriter:
    """A writer of the events of a hand, as far as it is played, whenever somebody asks.

    Chips are counted here as pypoks counts them: nothing is given back that nobody called, and
    winners share a pot as floats. What is right in the end is what the state says.
    """

    __slots__ = (
        "_board",
        "_folded",
        "_hand",
        "_in_hand",
        "_money",
        "_move_count",
        "_street",
        "events",
    )

    def __init__(self, hand: PlayedHand) -> None:
        """Write what is there before anybody moves.

        Args:
            hand: The hand.
        """
        config, players = hand.config, hand.players
        count = len(players)
        self._hand = hand
        self._in_hand = [config.table_cash_sb, config.table_cash_bb] + [0] * (count - 2)
        self._folded: set[int] = set()
        self._street = 0
        self._move_count = 0
        self._board: list[Card] = []
        texts = TEXTS[hand.dialect]
        self.events = events = hand.opening.copy()
        self._money = events[-1]
        events[1] = "HST", (hand.table, hand.hand_id)
        # The engine's order is that of the cards, heads-up too.
        names = players if count > 2 else (players[1], players[0])
        for player, (first, second) in zip(names, hand.holes, strict=True):
            events.append(("PLH", (player, texts[first], texts[second])))
        events.append(_STARTS[PREFLOP])

    def update(self) -> list[Event]:
        """Write what happened since the last time.

        Returns:
            All events so far.
        """
        moves = self._hand.moves
        if self._move_count < len(moves):
            self._write_moves(moves[self._move_count :] if self._move_count else moves)
            self._move_count = len(moves)
        while self._street < 3 and self._has_board(self._street + 1):
            self._start_street()
        return self.events

    def _write_moves(self, moves: list[MadeMove]) -> None:
        """Write moves, and the streets before them; one loop, since there are many of them."""
        hand, in_hand, append = self._hand, self._in_hand, self.events.append
        players, stack = hand.players, hand.config.table_cash_start
        money, current = self._money, self._street
        pot, street_pot, high, raised = money[1]
        for street, position, move, chips, probs, cash, bet in moves:
            while current < street:
                self._money = money
                self._start_street()
                money, current = self._money, self._street
                pot, street_pot, high, raised = money[1]
            append(("MOV", (players[position], move, chips, [*probs], (cash, stack - cash, bet))))
            if chips:
                in_hand[position] = stack - cash + chips
                pot += chips
                street_pot += chips
                if move > CALL:
                    raised = bet + chips - high
                    high += raised
                money = "T$$", (pot, street_pot, high, raised)
            elif move == FOLD:
                self._folded.add(position)
            append(money)
        self._money = money

    def _start_street(self) -> None:
        street = self._street + 1
        if not self._has_board(street):
            raise AssertionError(f"the board of street {street} is not dealt")
        first, last = _BOARD_COUNTS[self._street], _BOARD_COUNTS[street]
        hand = self._hand
        self._street = street
        self._money = "T$$", (self._money[1][0], 0, 0, hand.config.table_cash_bb)
        texts = TEXTS[hand.dialect]
        cards = tuple([texts[card] for card in self._board[first:last]])
        self.events += (_STARTS[street + 1], self._money, ("TCD", cards))

    def _has_board(self, street: int) -> bool:
        """Return whether the board of a street is dealt; the state is asked when it may be new."""
        count = _BOARD_COUNTS[street]
        if len(self._board) < count:
            self._board = [*chain.from_iterable(self._hand.state.board_cards)]
        return len(self._board) >= count

    def finish(self) -> list[Event]:
        """Write the results, too.

        Returns:
            All events.
        """
        self.update()
        hand = self._hand
        players = hand.players
        count = len(players)
        append, folded, in_hand = self.events.append, self._folded, self._in_hand
        shown = len(folded) < count - 1
        if shown:
            append(_STARTS[SHOWDOWN])
            payoffs = hand.state.payoffs
            if count == 2:
                payoffs.reverse()
            # Chips come back to winners only: stacks are equal, so there are no side pots.
            winners = [
                position for position in range(count) if payoffs[position] + in_hand[position]
            ]
        else:
            winners = [position for position in range(count) if position not in folded]
        prize = self._money[1][0] / len(winners)
        for position, player in enumerate(players):
            if position in folded:
                append(("PRS", (player, -in_hand[position], MUCKED)))
            elif position in winners:
                rank: FullRank | str = self._rank(position) if shown else NOT_SHOWN
                append(("PRS", (player, prize - in_hand[position], rank)))
            else:
                append(("PRS", (player, -in_hand[position], NOT_SHOWN)))
        append(("HFN", (hand.table, hand.hand_id)))
        return self.events

    def _rank(self, position: int) -> FullRank | str:
        hand = self._hand
        hole = hand.holes[seat_of(position, len(hand.players))]
        cards = [*hole, *self._board]
        if len(cards) < 7 or Card.UNKNOWN in cards:
            return NOT_SHOWN
        return rank_cards(cards, hand.dialect)
