"""PokerKit's parsers of the texts of rooms and of the competition's logs.

They are other names for what `HandHistory` reads: each room has one reader, which is in
`croupier.histories.formats`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, ClassVar

from croupier.games import Poker
from croupier.histories import HandHistory
from croupier.histories.protocols.lines import prepare_game
from croupier.notation.parser import Parser
from croupier.notation.patterns import HOOKS
from croupier.numbers import Chips
from croupier.utilities import parse_value

__all__ = [
    "ACPCProtocolParser",
    "AbsolutePokerParser",
    "FullTiltPokerParser",
    "IPokerNetworkParser",
    "OngameNetworkParser",
    "PartyPokerParser",
    "PokerStarsParser",
]


class _RoomParser(Parser):
    """A parser that hands a text to the method of `HandHistory` that reads it."""

    _method: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse patterns, which would not be used.

        Raises:
            TypeError: The class has patterns or hooks of `REParser`.
        """
        super().__init_subclass__(**kwargs)
        unused = sorted(HOOKS.intersection(vars(cls)))
        if unused:
            raise TypeError(
                f"{cls.__name__} has {', '.join(unused)}, but the parsers of rooms do not read by"
                " patterns: derive it from REParser, and set all of them."
            )

    def __call__(
        self,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read a text; the arguments are those of `Parser`."""
        hands: Generator[HandHistory, None, int] = getattr(HandHistory, self._method)(
            s, parse_value=parse_value, error_status=error_status
        )
        return hands


@dataclass
class AbsolutePokerParser(_RoomParser):
    """A parser of texts of Absolute Poker, as `HandHistory.from_absolute_poker` reads them.

    >>> list(AbsolutePokerParser()("no hand of theirs"))
    []
    """

    _method = "from_absolute_poker"


@dataclass
class FullTiltPokerParser(_RoomParser):
    """A parser of texts of Full Tilt Poker, as `HandHistory.from_full_tilt_poker` reads them.

    >>> list(FullTiltPokerParser()("no hand of theirs"))
    []
    """

    _method = "from_full_tilt_poker"


@dataclass
class IPokerNetworkParser(_RoomParser):
    """A parser of the iPoker network's XML, as `HandHistory.from_ipoker_network` reads it.

    >>> list(IPokerNetworkParser()("<session></session>"))
    []
    """

    _method = "from_ipoker_network"


@dataclass
class OngameNetworkParser(_RoomParser):
    """A parser of texts of the Ongame network, as `HandHistory.from_ongame_network` reads them.

    >>> list(OngameNetworkParser()("no hand of theirs"))
    []
    """

    _method = "from_ongame_network"


@dataclass
class PartyPokerParser(_RoomParser):
    """A parser of texts of PartyPoker, as `HandHistory.from_partypoker` reads them.

    >>> list(PartyPokerParser()("no hand of theirs"))
    []
    """

    _method = "from_partypoker"


@dataclass
class PokerStarsParser(_RoomParser):
    r"""A parser of texts of PokerStars, as `HandHistory.from_pokerstars` reads them.

    >>> text = '''PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2026/01/02 20:30:00 ET
    ... Table 'Ceres' 6-max Seat #1 is the button
    ... Seat 1: Ann ($200 in chips)
    ... Seat 2: Bob ($150 in chips)
    ... Ann: posts small blind $1
    ... Bob: posts big blind $2
    ... *** HOLE CARDS ***
    ... Ann: raises $4 to $6
    ... Bob: folds
    ... Uncalled bet ($4) returned to Ann
    ... Ann collected $4 from pot
    ... *** SUMMARY ***
    ... Total pot $4 | Rake $0
    ... '''
    >>> (history,) = PokerStarsParser()(text, error_status=True)
    >>> history.players, history.actions[-2:]
    (['Bob', 'Ann'], ['p2 cbr 6', 'p1 f'])
    """

    _method = "from_pokerstars"


@dataclass
class ACPCProtocolParser(Parser):
    """A parser of ACPC logs, as `HandHistory.from_acpc_protocol` reads them.

    Attributes:
        game: The game; a copy of the one that is given, for cash and with its own automations.
        starting_stack: What every player begins with.

    >>> from croupier import NoLimitTexasHoldem
    >>> parser = ACPCProtocolParser(NoLimitTexasHoldem((), True, 0, (50, 100), 100), 20_000)
    >>> (history,) = parser("STATE:7:r300f:AsKs|2c2d:-100|100:Ann|Bob", error_status=True)
    >>> history.hand, history.actions[-2:]
    (7, ['p2 cbr 300', 'p1 f'])
    """

    game: Poker
    starting_stack: int

    def __post_init__(self) -> None:
        """Take a copy of the game, so that the caller's keeps its automations."""
        self.game = prepare_game(self.game)

    def __call__(
        self,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read a log; the arguments are those of `Parser`."""
        return HandHistory.from_acpc_protocol(
            self.game,
            self.starting_stack,
            s,
            parse_value=parse_value,
            error_status=error_status,
        )
