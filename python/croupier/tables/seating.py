"""Seats, the button, and who owes which blind."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

from croupier.agents import Agent
from croupier.games import Poker
from croupier.numbers import Chips
from croupier.state.setup import Setup
from croupier.tables.events import Game

__all__ = [
    "Arrangement",
    "Player",
    "Seating",
    "change_setup",
    "find_blinds",
    "with_forced_bets",
]


class Player:
    """A player at a table.

    Attributes:
        name: The name, which nobody else at the table has.
        agent: Who decides.
        seat: Which seat, from 0.
        stack: The chips in front of the player.
        bought: All chips that the player ever brought.
        won: What was won or lost in all hands.
        hands: How many hands the player was dealt.
        faults: How often the agent failed.
        first_fault: How it failed first, in words; empty if it did not.
        rebuys: How often the player bought in again without chips.
        is_away: Whether the player keeps the seat and is not dealt cards.
        is_new: Whether the player has not paid a blind yet.
        owes_small: Whether the small blind passed while the player was away.
        owes_big: Whether the big blind passed while the player was away.
    """

    __slots__ = (
        "agent",
        "bought",
        "faults",
        "first_fault",
        "hands",
        "is_away",
        "is_new",
        "name",
        "owes_big",
        "owes_small",
        "rebuys",
        "seat",
        "stack",
        "won",
    )

    def __init__(self, name: str, agent: Agent, seat: int, stack: Chips, *, is_new: bool) -> None:
        """Make the player.

        Args:
            name: The name.
            agent: Who decides.
            seat: Which seat.
            stack: What the player brings.
            is_new: Whether others play already.
        """
        self.name = name
        self.agent = agent
        self.seat = seat
        self.stack = stack
        self.bought = stack
        self.won: Chips = 0
        self.hands = 0
        self.faults = 0
        self.first_fault = ""
        self.rebuys = 0
        self.is_away = False
        self.is_new = is_new
        self.owes_small = False
        self.owes_big = False

    def __repr__(self) -> str:
        return f"<Player {self.name!r}, seat {self.seat}, {self.stack} chips>"


class Arrangement(NamedTuple):
    """The players of a hand, and what they must post out of turn.

    Attributes:
        players: The players in the order of the state: the button comes last.
        blinds: What each posts, if that is not what the game says; posts are negative.
        dead: What each pays into the pot beside it.
    """

    players: tuple[Player, ...]
    blinds: tuple[Chips, ...] | None = None
    dead: tuple[Any, ...] | None = None


def find_blinds(game: Game) -> tuple[Any, Any] | None:
    """Return the small and the big blind of a game that has just these.

    >>> from croupier.games import FixedLimitRazz, NoLimitTexasHoldem
    >>> find_blinds(NoLimitTexasHoldem((), True, 0, (1, 2), 2))
    (1, 2)
    >>> find_blinds(FixedLimitRazz((), True, 1, 1, 2, 4)) is None
    True

    Args:
        game: The game.

    Returns:
        The blinds; `None` where there are none, or more, and for games of configurations, whose
        files say who posts what.
    """
    if not isinstance(game, Poker) or game.bring_in:
        return None
    blinds = game.raw_blinds_or_straddles
    if not isinstance(blinds, tuple | list) or len(blinds) != 2:
        return None
    small, big = blinds
    return (small, big) if 0 < small <= big and not _has_own_antes(game) else None


def _has_own_antes(game: Poker) -> bool:
    return not isinstance(game.raw_antes, int)


def with_forced_bets(game: Poker, arrangement: Arrangement) -> Poker:
    """Return a game in which the blinds are posted as arranged.

    Args:
        game: The game.
        arrangement: Who posts what.

    Returns:
        A copy of the game, or the game itself where nothing is out of turn.
    """
    if arrangement.blinds is None:
        return game
    changed = copy(game)
    changed.raw_blinds_or_straddles = arrangement.blinds
    if arrangement.dead is not None:
        changed.raw_antes = _add_dead(game, arrangement.dead)
        # They differ on purpose: nobody gets anything back.
        changed.ante_trimming_status = False
    return changed


def change_setup(
    game: Game, setup: Setup, stacks: Sequence[Chips], arrangement: Arrangement
) -> Setup:
    """Return the same game for another hand.

    Args:
        game: The game.
        setup: The game as the core has it, for as many players.
        stacks: The stacks of this hand.
        arrangement: Who posts what in it.

    Returns:
        The game with these stacks and blinds, as the core has it.
    """
    given = stacks if isinstance(stacks, tuple) else (stacks,) * len(arrangement.players)
    antes = trims_antes = None
    if arrangement.dead is not None and isinstance(game, Poker):
        antes, trims_antes = _add_dead(game, arrangement.dead), False
    return setup.replace(
        starting_stacks=given,
        antes=antes,
        blinds_or_straddles=arrangement.blinds,
        ante_trimming_status=trims_antes,
    )


def _add_dead(game: Poker, dead: Sequence[Any]) -> tuple[Any, ...]:
    ante: Chips = game.raw_antes
    return tuple([ante + one for one in dead])


class Seating:
    """The seats of a table, whose button and blinds move from hand to hand.

    With a dead button, the big blind moves to the next player each hand, and who had it last posts
    the small blind in the next hand; if that player has left, nobody does. So nobody misses a blind
    or pays one twice. With a moving button, it goes to the next player, and those who follow post
    the blinds.

    >>> players = [Player(name, None, seat, 100, is_new=False) for seat, name in enumerate("ABC")]
    >>> seating = Seating(dead_button=True)
    >>> [player.name for player in seating.arrange(players, (1, 2)).players]
    ['A', 'B', 'C']
    >>> [player.name for player in seating.arrange(players, (1, 2)).players]
    ['B', 'C', 'A']
    """

    def __init__(self, *, dead_button: bool) -> None:
        """Make the seats, with the button before the first hand.

        Args:
            dead_button: Whether the button may stand at an empty seat.
        """
        self._dead_button = dead_button
        # Where the last small blind, big blind and button were.
        self._small: int | None = None
        self._big: int | None = None
        self._button: int | None = None

    @property
    def places(self) -> tuple[int | None, int | None, int | None]:
        """Where the last small blind, big blind and button were."""
        return self._small, self._big, self._button

    @places.setter
    def places(self, places: tuple[int | None, int | None, int | None]) -> None:
        self._small, self._big, self._button = places

    def arrange(self, players: Sequence[Player], blinds: tuple[Chips, Chips] | None) -> Arrangement:
        """Move button and blinds on by a hand.

        Args:
            players: All at the table, by their seats, those who are away included.
            blinds: The small and the big blind, if the game has just these.

        Returns:
            Who plays, and what they pay.
        """
        ready = [player for player in players if player.stack > 0 and not player.is_away]
        if len(ready) < 2:
            return Arrangement(tuple(ready))
        if blinds is None or not self._dead_button:
            return self._arrange_moving(ready)
        return self._arrange_dead(players, ready, blinds)

    def find_dealer(self, players: Sequence[Player]) -> Player:
        """Return who has the button in the next hand, where it moves.

        Args:
            players: All at the table, by their seats.

        Returns:
            The player.
        """
        ready = [player for player in players if player.stack > 0 and not player.is_away]
        return _next(ready, self._button if self._button is not None else ready[-1].seat - 1)

    def _arrange_moving(self, ready: Sequence[Player]) -> Arrangement:
        button = self.find_dealer(ready)
        self._remember(_after(ready, button.seat))
        for player in ready:
            _settle(player)
        return Arrangement(_after(ready, button.seat))

    def _arrange_dead(
        self, players: Sequence[Player], ready: list[Player], blinds: tuple[Chips, Chips]
    ) -> Arrangement:
        last = self._big
        if last is None:
            # The first hand: the first seat has the small blind, or the button of two.
            order = _after(ready, ready[-1].seat)
            if len(ready) == 2:
                order = (order[1], order[0])
            self._remember(order)
            return Arrangement(order)
        big = _next(ready, last)
        self._note_missed(players, last, big.seat)
        if len(ready) == 2:
            other = ready[0] if ready[1] is big else ready[1]
            for player in ready:
                _settle(player)
            self._remember((big, other))
            return Arrangement((big, other))
        return self._post(ready, last, big, blinds)

    def _post(
        self, ready: list[Player], small_seat: int, big: Player, blinds: tuple[Chips, Chips]
    ) -> Arrangement:
        small, large = blinds
        at_small = next((player for player in ready if player.seat == small_seat), None)
        if at_small is not None and (at_small.is_new or at_small.owes_big):
            # Nobody comes in on the small blind: the big blind comes soon enough.
            if len(ready) == 3:
                others = [player for player in ready if player is not at_small]
                other = others[0] if others[1] is big else others[1]
                _settle(big)
                _settle(other)
                self._remember((big, other))
                return Arrangement((big, other))
            ready = [player for player in ready if player is not at_small]
            at_small = None
        order = _after(ready, big.seat - 1)
        if at_small is not None:
            order = (at_small, *(player for player in order if player is not at_small))
        posted = [0] * len(order)
        dead = [0] * len(order)
        for index, player in enumerate(order):
            if player is big:
                posted[index] = large
            elif player is at_small:
                posted[index] = small
            elif player.is_new or player.owes_big:
                posted[index] = -large
            if player.owes_small and player is not big and player is not at_small:
                dead[index] = small
            _settle(player)
        self._small, self._big, self._button = small_seat, big.seat, order[-1].seat
        if posted == [small, large, *[0] * (len(order) - 2)] and not any(dead):
            return Arrangement(order)
        return Arrangement(order, tuple(posted), tuple(dead) if any(dead) else None)

    def _note_missed(self, players: Sequence[Player], last: int, big: int) -> None:
        """Note who is away while the blinds pass."""
        for player in players:
            if not player.is_away:
                continue
            if player.seat == last:
                player.owes_small = True
            elif _is_between(last, player.seat, big):
                player.owes_big = player.owes_small = True

    def _remember(self, order: Sequence[Player]) -> None:
        self._button = order[-1].seat
        self._small, self._big = order[0].seat, order[1].seat
        if len(order) == 2:
            self._small, self._big = order[1].seat, order[0].seat


def _settle(player: Player) -> None:
    player.is_new = player.owes_small = player.owes_big = False


def _next(players: Sequence[Player], seat: int) -> Player:
    """Return the first player after a seat."""
    return next((player for player in players if player.seat > seat), players[0])


def _after(players: Sequence[Player], seat: int) -> tuple[Player, ...]:
    """Return all players, beginning after a seat."""
    first = next((place for place, one in enumerate(players) if one.seat > seat), 0)
    return (*players[first:], *players[:first])


def _is_between(first: int, seat: int, last: int) -> bool:
    """Return whether a seat comes after one and before another, going round."""
    if first < last:
        return first < seat < last
    return seat > first or seat < last
