"""Who sits where at a table, who of them plays, in which order, and what they must post."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

__all__ = ["ForcedBets", "Seat", "find_forced_bets", "order_seats"]


@dataclass(slots=True, eq=False)
class Seat:
    """Keep what a hand's text says of one player. Amounts are in units.

    Attributes:
        number: The number of the seat.
        name: The player's name.
        stack: What the player can lose in the hand.
        beyond: What the player has beyond that, where a game has a cap.
        sitting_out: Whether the text says that the player sits out.
        playing: Whether the player posted, was dealt cards or acted.
        ante: What was posted as an ante.
        dead: What was posted to the pot without counting as a bet.
        blind: What was posted as a blind or straddle.
        late: What was posted out of turn and counts as a bet.
        paid: What was paid in the hand, bets that nobody called included.
        bet: What was paid on this street and counts as a bet.
        returned: What was returned of a bet that nobody called.
        collected: What was won from the pots.
        dealt: The hole cards that were seen when they were dealt.
        shown: The hole cards that were shown.
        mucked: Whether the text says that the hand was mucked.
        given_up: Whether the hand was folded all-in, which only rooms do.
        thrown: The cards of a hand that was mucked or folded, where they are known.
        left: How many decisions are still to come, while the hand is played.
        index: The number of the player, from 0, once the players are in order.
    """

    number: int
    name: str
    stack: int
    beyond: int = 0
    sitting_out: bool = False
    playing: bool = False
    ante: int = 0
    dead: int = 0
    blind: int = 0
    late: int = 0
    paid: int = 0
    bet: int = 0
    returned: int = 0
    collected: int = 0
    dealt: str = ""
    shown: str = ""
    mucked: bool = False
    given_up: bool = False
    thrown: str = ""
    left: int = 0
    index: int = -1


@dataclass(slots=True)
class ForcedBets:
    """Keep what players must post, in their order, and whether small antes are trimmed.

    Attributes:
        antes: The antes, with dead money.
        blinds: The blinds and straddles; late posts are negative.
        trimmed: Whether who pays a smaller ante can win only as much from the others.
    """

    antes: list[int]
    blinds: list[int]
    trimmed: bool


def order_seats(seats: Iterable[Seat], button: int | None) -> list[Seat]:
    """Return the players of a hand in the order of a history: from the left of the button on.

    Without a button the first is who posted the first blind, or who has the lowest seat.

    >>> seats = [Seat(number, "", 100, playing=number != 4) for number in (1, 3, 4, 6)]
    >>> [seat.number for seat in order_seats(seats, 3)]
    [6, 1, 3]

    Args:
        seats: All seats, in the order in which players post.
        button: The number of the button's seat.

    Returns:
        The seats of those who play.
    """
    players = sorted([seat for seat in seats if seat.playing], key=_NUMBER)
    first = 0
    if button is not None:
        first = next((n for n, seat in enumerate(players) if seat.number > button), 0)
    else:
        blinds = [seat.blind for seat in players]
        posted = [blind for blind in blinds if blind > 0]
        if posted:
            first = blinds.index(min(posted))
    players = players[first:] + players[:first]
    for index, seat in enumerate(players):
        seat.index = index
    return players


def find_forced_bets(players: list[Seat], small_blind: int, big_blind: int) -> ForcedBets:
    """Return what players must post, as the fields of a history have it.

    Who is all-in with a post owes what the others do: the engine knows how much of it there is.

    >>> players = [Seat(1, "", 9, ante=5, blind=4), Seat(2, "", 3, ante=3), Seat(3, "", 99, ante=5)]
    >>> find_forced_bets(players, 10, 20)
    ForcedBets(antes=[5, 5, 5], blinds=[10, 0, 0], trimmed=True)

    Args:
        players: The players in order.
        small_blind: The small blind of the table, or 0 if unknown.
        big_blind: The big blind of the table, or 0 if unknown.

    Returns:
        The forced bets.
    """
    if len(players) == 2 and 0 < players[0].late == players[1].blind and not players[0].blind:
        # Both post the big blind, and that of the button is the late one.
        for seat in players:
            seat.blind, seat.late = seat.late, seat.blind
    ante = max([seat.ante for seat in players])
    antes, blinds = [], []
    dead, kinds = 0, set()
    for seat in players:
        dead += seat.dead
        if seat.ante != seat.stack:
            kinds.add(seat.ante)
        all_in = seat.stack <= seat.ante + seat.dead + seat.blind + seat.late
        full = ante if all_in and seat.ante and seat.ante == seat.stack else seat.ante
        antes.append(full + seat.dead)
        blind = seat.blind
        if blind and all_in:
            blind = _full_blind(blind, small_blind, big_blind, seat, players)
        blinds.append(blind or -seat.late)
    if len(players) == 2:
        # The first of two is the big blind, and pays last.
        antes.reverse()
        blinds.reverse()
    return ForcedBets(antes, blinds, trimmed=ante > 0 and len(kinds) <= 1 and not dead)


def _full_blind(
    posted: int, small_blind: int, big_blind: int, seat: Seat, players: list[Seat]
) -> int:
    """Return what somebody owed who was all-in with a blind."""
    others = [other.blind for other in players if other is not seat and other.blind]
    if not others:
        return max(posted, big_blind if posted > small_blind else small_blind)
    if len(players) == 2:
        before = seat.index == 1
    else:
        before = any(other.blind and other.index > seat.index for other in players)
    nominal = small_blind if before else big_blind
    return max(posted, nominal)


_NUMBER = attrgetter("number")
