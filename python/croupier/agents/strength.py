"""How good a player's hand is, from what the player sees."""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from croupier.agents.moves import Move
from croupier.agents.options import choose_default, list_moves
from croupier.agents.rollouts import RollOuts
from croupier.cards import Card
from croupier.errors import PokerError
from croupier.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    GreekHoldemHand,
    Hand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from croupier.state import Discard, State, Street

# Nobody needs it before there is something to decide.
if TYPE_CHECKING:
    from croupier.analysis import Showdown

__all__ = ["Percentiles", "choose_cards", "find_share", "find_showdown_of"]

# What the hands of a game are compared by: a ranking, and how many cards of the hand and the board.
_CONTESTS: Final[dict[type[Hand], tuple[str, tuple[int | None, int] | None]]] = {
    StandardHighHand: ("high", None),
    StandardLowHand: ("27_low", None),
    RegularLowHand: ("a5_low", None),
    EightOrBetterLowHand: ("eight_or_better_low", None),
    ShortDeckHoldemHand: ("36card_ffh_high", None),
    GreekHoldemHand: ("high", (None, 3)),
    OmahaHoldemHand: ("high", (2, 3)),
    OmahaEightOrBetterLowHand: ("eight_or_better_low", (2, 3)),
    BadugiHand: ("badugi", None),
    StandardBadugiHand: ("badugi_ah", None),
}
_DRAWS = frozenset({"stand_pat_or_discard"})
# A roll-out takes as long as some dozens of deals that are only compared.
_DEALS_FOR_A_ROLL_OUT = 16
_MOST_MOVES = 32
_SEED_BITS = 64
# What is looked at to find out how far apart hands are, and what is assumed where it is not.
_HANDS = 48
_DEALS = 96
_SPREAD = 0.22
_LEAST_SPREAD = 0.02
_ROOT = sqrt(2.0)


def find_share(view: State, player_index: int, deals: int, random: Random) -> float:
    """Return how much of the pot a player wins on average if nobody folds from now on.

    `croupier.analysis.equity` answers where it knows the showdown of the game; otherwise the hand
    is played out.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> 0.2 < find_share(state.observe(1), 1, 1000, Random(1)) < 0.8
    True

    Args:
        view: The hand, as the player sees it.
        player_index: The player.
        deals: How many deals are looked at; fewer where the hand is played out.
        random: What decides which.

    Returns:
        The part of the pot, from 0 to 1.
    """
    showdown = find_showdown_of(view)
    if showdown is not None:
        try:
            return _compare(
                view, player_index, view.hole_cards[player_index], showdown, deals, random
            )
        except PokerError:
            # Cards that were dealt again may be in two places for those who see them.
            pass
    rolls = RollOuts(view, player_index, random)
    return rolls.share(max(deals // _DEALS_FOR_A_ROLL_OUT, 4))


def choose_cards(view: State, player_index: int, deals: int, random: Random) -> Move:
    """Decide what is not about betting: the move after which the most is won on average.

    >>> from croupier import Automation, FixedLimitBadugi
    >>> state = FixedLimitBadugi.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 4, 200, 2, seed=1
    ... )
    >>> _ = state.check_or_call(), state.check_or_call()
    >>> choose_cards(state.observe(0), 0, 100, Random(1)).can_apply(state)
    True

    Args:
        view: The hand, as the player sees it.
        player_index: The player.
        deals: How many deals are looked at for all moves together; fewer where the hand is
            played out.
        random: What decides which.

    Returns:
        The move.
    """
    moves = list_moves(view, random, _MOST_MOVES)
    if not moves:
        return choose_default(view)
    if len(moves) == 1:
        return moves[0]
    showdown = find_showdown_of(view)
    each = max(deals // len(moves), 24)
    best, most = moves[0], float("-inf")
    rolls = RollOuts(view, player_index, random)
    for move in moves:
        worth = None
        if showdown is not None and move.name in _DRAWS and showdown.board_count == 0:
            worth = _compare_draw(view, player_index, move, showdown, each, random)
        if worth is None:
            worth = rolls.value(move, max(each // _DEALS_FOR_A_ROLL_OUT, 4))
        if worth is not None and worth > most:
            best, most = move, worth
    return best


def _compare_draw(
    view: State, player_index: int, move: Move, showdown: Showdown, deals: int, random: Random
) -> float | None:
    thrown = move.arguments[0] if move.arguments else ()
    kept = [card for card in view.hole_cards[player_index] if card not in thrown]
    try:
        return _compare(view, player_index, kept, showdown, deals, random, thrown)
    except PokerError:
        return None


def _compare(
    view: State,
    player_index: int,
    cards: list[Card],
    showdown: Showdown,
    deals: int,
    random: Random,
    thrown: tuple[Card, ...] = (),
) -> float:
    players: list[list[Card] | None] = []
    dead = {*thrown, *(card for card in view.reserved_cards if card)}
    place = 0
    for index, status in enumerate(view.statuses):
        held = [card for card in view.hole_cards[index] if card]
        if index == player_index:
            place = len(players)
            players.append(cards)
        elif status:
            players.append(held or None)
        else:
            dead.update(held)
    board = tuple(view.get_board_cards(0))
    seen = {*board, *(card for each in players for card in each or ())}
    from croupier.analysis import equity

    result = equity(
        # A range of one hand each.
        *([tuple(held)] if held else None for held in players),
        board=board,
        dead=tuple(sorted(dead - seen, key=repr)),
        game=showdown,
        exact=False,
        samples=deals,
        seed=random.getrandbits(_SEED_BITS),
        threads=1,
    )
    return result.equities[place]


class Percentiles:
    """Say what part of all hands a hand beats, from its share of the pot.

    Shares of random hands lie close together when few cards are known, and far apart when many
    are. How far is found out once for each street of a game, from some hands that the player could
    have as well.

    >>> from random import Random
    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=2026
    ... )
    >>> percentiles = Percentiles(Random(1))
    >>> percentiles.find(state.observe(1), 1, 0.5) < percentiles.find(state.observe(1), 1, 0.7)
    True
    """

    def __init__(self, random: Random) -> None:
        """Make it.

        Args:
            random: What decides which hands are looked at.
        """
        self._random = random
        self._spreads: dict[tuple[object, ...], tuple[float, float]] = {}

    def find(self, view: State, player_index: int, share: float) -> float:
        """Return the part of hands that are worse than the player's.

        Args:
            view: The hand, as the player sees it.
            player_index: The player.
            share: The player's share of the pot, from `find_share`.

        Returns:
            The part, from 0 to 1.
        """
        opponents = max(sum(view.statuses) - 1, 1)
        showdown = find_showdown_of(view)
        key = (showdown, view.street_index, opponents)
        spread = self._spreads.get(key)
        if spread is None:
            spread = self._spreads[key] = self._look(view, player_index, showdown, opponents)
        mean, deviation = spread
        return 0.5 * (1 + erf((_alone(share, opponents) - mean) / (deviation * _ROOT)))

    def _look(
        self, view: State, player_index: int, showdown: Showdown | None, opponents: int
    ) -> tuple[float, float]:
        cards = view.hole_cards[player_index]
        up = [
            card
            for card, face in zip(cards, view.hole_card_statuses[player_index], strict=True)
            if face
        ]
        seen = {*view.cards_in_play, *view.reserved_cards}
        rest = [card for card in view.deck if card not in seen]
        missing = len(cards) - len(up)
        found = []
        if showdown is not None and missing <= len(rest):
            for _ in range(_HANDS):
                hand = [*up, *self._random.sample(rest, missing)]
                try:
                    share = _compare(view, player_index, hand, showdown, _DEALS, self._random)
                except PokerError:
                    break
                found.append(_alone(share, opponents))
        if len(found) < _HANDS:
            return 0.5, _SPREAD
        mean = sum(found) / len(found)
        variance = sum((one - mean) ** 2 for one in found) / len(found)
        return mean, max(sqrt(variance), _LEAST_SPREAD)


def _alone(share: float, opponents: int) -> float:
    """Return the share against one opponent that makes this share against several."""
    return float(max(share, 0.0) ** (1 / opponents))


def find_showdown_of(view: State) -> Showdown | None:
    """Return what is compared in the end, if equities are known for it.

    >>> from croupier import Automation, PotLimitOmahaHoldem
    >>> state = PotLimitOmahaHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 3)
    >>> find_showdown_of(state).hole_count
    4

    Args:
        view: The hand.

    Returns:
        The showdown; `None` for games with several boards, games in which cards are thrown away
        and not replaced, games with hand types of their own, and games of configurations.
    """
    if view.board_count != 1 and view.streets and view.starting_board_count != 1:
        return None
    return _make_showdown(view.deck, view.hand_types, view.streets)


@lru_cache(maxsize=64)
def _make_showdown(
    deck: tuple[Card, ...],
    hand_types: tuple[type[Hand], ...],
    streets: tuple[Street | Discard, ...],
) -> Showdown | None:
    from croupier.analysis import Contest, Showdown

    contests = [_CONTESTS.get(kind) for kind in hand_types]
    plain = [street for street in streets if isinstance(street, Street)]
    if not contests or None in contests or len(plain) != len(streets):
        return None
    return Showdown(
        "the game",
        deck,
        sum(len(street.hole_dealing_statuses) for street in plain),
        sum(street.board_dealing_count for street in plain),
        tuple(Contest(*contest) for contest in contests if contest is not None),
    )
