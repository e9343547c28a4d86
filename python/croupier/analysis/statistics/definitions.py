"""The statistics: for each, when there is a chance, and when it was taken."""

from __future__ import annotations

from typing import Final, NamedTuple

from croupier import _native

__all__ = ["DEFINITIONS", "NAMES", "Definition", "Frequency"]


class Definition(NamedTuple):
    """The definition of a statistic: what it counts.

    Attributes:
        name: The name of the attribute.
        title: What players call it.
        chance: What is counted as a chance.
        done: What is counted as taking it.
    """

    name: str
    title: str
    chance: str
    done: str


class Frequency(NamedTuple):
    """A number of chances, and how often they were taken.

    >>> frequency = Frequency(chances=8, done=2)
    >>> frequency.rate, str(frequency)
    (0.25, '25.0%')
    >>> Frequency(0, 0).rate is None
    True

    Attributes:
        chances: How many chances there were.
        done: How many of them were taken.
    """

    chances: int
    done: int

    @property
    def rate(self) -> float | None:
        """The part of the chances that was taken; `None` where there was none."""
        return self.done / self.chances if self.chances else None

    def __str__(self) -> str:
        return "-" if self.rate is None else f"{self.rate:.1%}"


_ALL = (
    Definition(
        "vpip",
        "VPIP",
        "the player decides something in the first betting round",
        "the player calls, bets or raises in it; what is forced does not count",
    ),
    Definition(
        "pfr",
        "PFR",
        "the player decides something in the first betting round",
        "the player bets, completes or raises in it",
    ),
    Definition(
        "limp",
        "Limp",
        "the player's first decision, with something to call that nobody raised",
        "the player calls",
    ),
    Definition(
        "three_bet",
        "3-bet",
        "in the first round, another player made the only raise, and the player could raise",
        "the player raises",
    ),
    Definition(
        "fold_to_three_bet",
        "Fold to 3-bet",
        "the player made the first raise, and faces the second one",
        "the player folds",
    ),
    Definition(
        "four_bet",
        "4-bet",
        "in the first round, the player faces the second raise and could raise",
        "the player raises",
    ),
    Definition(
        "fold_to_four_bet",
        "Fold to 4-bet",
        "the player made the second raise, and faces the third one",
        "the player folds",
    ),
    Definition(
        "squeeze",
        "Squeeze",
        "a chance to 3-bet after somebody called the raise",
        "the player raises",
    ),
    Definition(
        "steal",
        "Steal",
        "the first decision in the cut-off, on the button or in the small blind, nobody before"
        " having called or raised; the player could raise",
        "the player raises",
    ),
    Definition(
        "fold_to_steal",
        "Fold to steal",
        "the first decision in a blind, facing a steal that nobody called",
        "the player folds",
    ),
    Definition(
        "resteal",
        "Resteal",
        "as for fold to steal, and the player could raise",
        "the player raises",
    ),
    Definition(
        "saw_flop",
        "Saw flop",
        "a hand of a game with more than one betting round",
        "the player is there when the second round's cards come (the flop, where there is one)",
    ),
    Definition(
        "went_to_showdown",
        "WTSD",
        "the player saw the flop",
        "the player is there at the showdown",
    ),
    Definition(
        "won_at_showdown",
        "W$SD",
        "the player is there at the showdown",
        "the player wins something of the pots",
    ),
    Definition(
        "won_when_saw_flop",
        "WWSF",
        "the player saw the flop",
        "the player wins something of the pots",
    ),
    Definition(
        "flop_cbet",
        "C-bet flop",
        "the player raised last before the flop, and decides first on it with nothing bet",
        "the player bets",
    ),
    Definition(
        "fold_to_flop_cbet",
        "Fold to c-bet flop",
        "the player faces a continuation bet on the flop that nobody raised",
        "the player folds",
    ),
    Definition(
        "turn_cbet",
        "C-bet turn",
        "the player made a continuation bet on the flop and was the last to bet or raise there, and"
        " decides first on the turn with nothing bet",
        "the player bets",
    ),
    Definition(
        "fold_to_turn_cbet",
        "Fold to c-bet turn",
        "the player faces a continuation bet on the turn that nobody raised",
        "the player folds",
    ),
    Definition(
        "donk",
        "Donk",
        "the player decides first on the flop with nothing bet, before another one who raised last"
        " before it and is still to act",
        "the player bets",
    ),
    Definition(
        "check_raise",
        "Check-raise",
        "after the first round, the player checked, then faces a bet and could raise",
        "the player raises",
    ),
    Definition(
        "aggression_factor",
        "AF",
        "the player calls after the first round",
        "the player bets or raises after it; so the rate may be more than 1",
    ),
    Definition(
        "aggression_frequency",
        "AFq",
        "the player bets, raises, calls or folds after the first round",
        "the player bets or raises",
    ),
)

NAMES: Final[tuple[str, ...]] = tuple(_native.statistic_names())
"""The names of all statistics, in the order of the core's counts."""

DEFINITIONS: Final[dict[str, Definition]] = {one.name: one for one in _ALL}
"""The statistics by their names."""
