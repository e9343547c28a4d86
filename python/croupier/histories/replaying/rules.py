"""By whose rules a record was played in which a blind or bring-in was not posted in full."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, NamedTuple

from croupier import _native
from croupier.errors import ReplayError
from croupier.histories.replaying.replay import ReplayStart, replay
from croupier.histories.replaying.settlement import Ratios, recorded_amounts, to_ratios
from croupier.state import Rules, State

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["RulesChoice", "choose_rules"]


class RulesChoice(NamedTuple):
    """A choice of the rules by which a hand is played.

    Attributes:
        rules: Whose.
        proved: Whether the record shows it, or it makes no difference.
    """

    rules: Rules
    proved: bool


def choose_rules(history: HandHistory) -> RulesChoice:
    """Find out what others paid for a forced bet that was not posted in full.

    Card rooms have them pay all of it, other programs what was posted. Whatever leads to the end
    that is recorded is right.

    >>> from croupier.histories import HandHistory
    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0, 0],
    ...     blinds_or_straddles=[50, 100, 0],
    ...     min_bet=100,
    ...     starting_stacks=[1000, 30, 1000],
    ...     actions=["d dh p1 AsAh", "d dh p2 7c2d", "d dh p3 KsKh", "p3 cc", "p1 cbr 300", "p3 f"]
    ...     + ["p1 sm AsAh", "p2 sm 7c2d", "d db 3c4d9h", "d db Js", "d db Qs"],
    ... )
    >>> choose_rules(history)
    RulesChoice(rules=<Rules.CARD_ROOM: 'Card-room'>, proved=False)
    >>> history.finishing_stacks = [1080, 0, 950]
    >>> choose_rules(history).rules
    <Rules.POKERKIT: 'PokerKit'>

    Args:
        history: The history.

    Returns:
        The rules.
    """
    default = history.create_game().rules

    def play(rules: str) -> tuple[State, Ratios | None, Ratios | None, int] | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                played = replay(ReplayStart(history, history.start_under(Rules(rules))))
            except ReplayError:
                return None
        state = played.state
        stacks = recorded_amounts(history.finishing_stacks, state.player_count)
        won = recorded_amounts(history.winnings, state.player_count)
        return state, to_ratios(stacks), to_ratios(won), len(played.repairs)

    rules, proved = _native.choose_rules(default.value, play)
    return RulesChoice(Rules(rules), proved)
