"""A hand while it is played, and the events that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeAlias

from croupier.cards import Card
from croupier.cards.notation import Dialect
from croupier.state import State
from croupier.tables.pologic.cards import TEXTS
from croupier.tables.pologic.config import GameConfig
from croupier.tables.pologic.menu import CALL, FOLD
from croupier.tables.pologic.ranks import rank_cards

__all__ = ["Event", "EventWriter", "MadeMove", "PlayedHand", "seat_of"]

Event: TypeAlias = tuple[str, tuple[Any, ...]]
"""A state of a hand history: its name of three letters, and its values."""

MadeMove: TypeAlias = tuple[int, int, int, int, Sequence[float]]
"""A move: the street, the position of the player, the move, its chips, and the probabilities."""

IDLE, PREFLOP, SHOWDOWN = 0, 1, 5
NOT_SHOWN, MUCKED = "not_shown", "muck"
# How many cards are on the board on each street.
_BOARD_COUNTS = (0, 3, 4, 5)


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


class PlayedHand:
    """Keep what was decided in a hand; everything else is in its state.

    Attributes:
        config: The game.
        table: The name of the table.
        hand_id: The number of the hand.
        players: Who plays, by position.
        state: The state, which knows cards and chips.
        holes: The hole cards by the engine's numbers; a state forgets those of who folds.
        moves: What was decided so far.
        dialect: How cards are written.
    """

    __slots__ = ("config", "dialect", "hand_id", "holes", "moves", "players", "state", "table")

    def __init__(
        self,
        config: GameConfig,
        table: str,
        hand_id: int,
        players: tuple[str, ...],
        state: State,
        dialect: Dialect,
    ) -> None:
        """Start a hand.

        Args:
            config: The game.
            table: The name of the table.
            hand_id: The number of the hand.
            players: Who plays, by position.
            state: The state.
            dialect: How cards are written.
        """
        self.config = config
        self.table = table
        self.hand_id = hand_id
        self.players = players
        self.state = state
        self.holes: Sequence[list[Card]] = state.hole_cards
        self.moves: list[MadeMove] = []
        self.dialect = dialect


class EventWriter:
    """Write the events of a hand, as far as it is played, whenever somebody asks for them.

    Chips are counted here as pypoks counts them: nothing is given back that nobody called, and
    winners share a pot as floats. What is right in the end is what the state says.
    """

    __slots__ = (
        "_board",
        "_cash",
        "_folded",
        "_hand",
        "_high",
        "_in_hand",
        "_move_count",
        "_on_street",
        "_pot",
        "_raise",
        "_street",
        "_street_pot",
        "events",
    )

    def __init__(self, hand: PlayedHand) -> None:
        """Write what is there before anybody moves.

        Args:
            hand: The hand.
        """
        config, players = hand.config, hand.players
        count = len(players)
        small, big, stack = config.table_cash_sb, config.table_cash_bb, config.table_cash_start
        self._hand = hand
        self._cash = [stack] * count
        self._in_hand = [0] * count
        self._on_street = [0] * count
        self._folded: set[int] = set()
        for position, blind in enumerate((small, big)):
            self._cash[position] -= blind
            self._in_hand[position] = self._on_street[position] = blind
        self._pot = self._street_pot = small + big
        self._high = self._raise = big
        self._street = 0
        self._move_count = 0
        self._board: list[Card] = []
        texts = TEXTS[hand.dialect]
        self.events: list[Event] = [
            ("GCF", (config.name,)),
            ("HST", (hand.table, hand.hand_id)),
            ("TST", (IDLE,)),
            ("T$$", (0, 0, 0, 0)),
            *[("POS", (player, position, stack)) for position, player in enumerate(players)],
            ("PSB", (players[0], small)),
            ("PBB", (players[1], big)),
            ("T$$", (self._pot, self._pot, big, big)),
        ]
        for seat, hole in enumerate(hand.holes):
            first, second = hole
            player = players[seat_of(seat, count)]
            self.events.append(("PLH", (player, texts[first], texts[second])))
        self.events.append(("TST", (PREFLOP,)))

    def update(self) -> list[Event]:
        """Write what happened since the last time.

        Returns:
            All events so far.
        """
        moves = self._hand.moves
        while self._move_count < len(moves):
            street, position, move, cash, probs = moves[self._move_count]
            while self._street < street:
                self._start_street()
            self._write_move(position, move, cash, probs)
            self._move_count += 1
        while self._street < 3 and self._count_board() >= _BOARD_COUNTS[self._street + 1]:
            self._start_street()
        return self.events

    def finish(self) -> list[Event]:
        """Write the results, too.

        Returns:
            All events.
        """
        self.update()
        hand = self._hand
        players, state = hand.players, hand.state
        count = len(players)
        payoffs = state.payoffs
        if count == 2:
            payoffs.reverse()
        # Chips come back to winners only: stacks are equal, so there are no side pots.
        winners = [
            position for position in range(count) if payoffs[position] + self._in_hand[position]
        ]
        shown = len(self._folded) < count - 1
        if shown:
            self.events.append(("TST", (SHOWDOWN,)))
        prize = self._pot / len(winners)
        for position, player in enumerate(players):
            won: float = -self._in_hand[position]
            rank: object = MUCKED if position in self._folded else NOT_SHOWN
            if position in winners:
                won += prize
                if shown:
                    rank = self._rank(position)
            self.events.append(("PRS", (player, won, rank)))
        self.events.append(("HFN", (hand.table, hand.hand_id)))
        return self.events

    def _rank(self, position: int) -> object:
        hand = self._hand
        hole = hand.holes[seat_of(position, len(hand.players))]
        cards = [*hole, *self._board]
        if len(cards) < 7 or not all(cards):
            return NOT_SHOWN
        return rank_cards(cards, hand.dialect)

    def _write_move(self, position: int, move: int, cash: int, probs: Sequence[float]) -> None:
        behind, in_hand, on_street = (
            self._cash[position],
            self._in_hand[position],
            self._on_street[position],
        )
        player = self._hand.players[position]
        self.events.append(("MOV", (player, move, cash, [*probs], (behind, in_hand, on_street))))
        if cash:
            self._cash[position] = behind - cash
            self._in_hand[position] = in_hand + cash
            self._on_street[position] = on_street = on_street + cash
            self._pot += cash
            self._street_pot += cash
        if move > CALL:
            self._raise = on_street - self._high
            self._high = on_street
        elif move == FOLD:
            self._folded.add(position)
        self.events.append(("T$$", (self._pot, self._street_pot, self._high, self._raise)))

    def _start_street(self) -> None:
        first = _BOARD_COUNTS[self._street]
        self._street += 1
        last = _BOARD_COUNTS[self._street]
        if self._count_board() < last:
            raise AssertionError(f"the board of street {self._street} is not dealt")
        self._on_street = [0] * len(self._on_street)
        self._street_pot = self._high = 0
        self._raise = self._hand.config.table_cash_bb
        texts = TEXTS[self._hand.dialect]
        self.events += [
            ("TST", (self._street + 1,)),
            ("T$$", (self._pot, 0, 0, self._raise)),
            ("TCD", tuple([texts[card] for card in self._board[first:last]])),
        ]

    def _count_board(self) -> int:
        if len(self._board) <= _BOARD_COUNTS[self._street]:
            self._board = [*chain.from_iterable(self._hand.state.board_cards)]
        return len(self._board)
