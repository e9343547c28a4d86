"""Hands by words: "3-bet pots, out of position, faced a turn bet > 60 %"."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from croupier.analysis.statistics.definitions import DEFINITIONS
from croupier.errors import SetupError

__all__ = ["PHRASES", "SqlCondition", "of_player", "read_filters"]


class SqlCondition(NamedTuple):
    """A condition of SQL about `p`, a row of players, and `h`, that of the hand.

    Attributes:
        sql: The condition.
        values: The values for question marks in it.
    """

    sql: str
    values: tuple[object, ...] = ()

    def join(self, other: SqlCondition) -> SqlCondition:
        """Return the condition that both hold."""
        return SqlCondition(f"{self.sql} and {other.sql}", self.values + other.values)


_STREETS: Final = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_STREET: Final = "(preflop|flop|turn|river)"
_NUMBER: Final = r"(\d+(?:\.\d+)?)"
_SIZE: Final = rf"(?: (<=|>=|<|>) ?{_NUMBER} ?%)?"
_SEATS: Final = {
    "on the button": "BTN",
    "in the small blind": "SB",
    "in the big blind": "BB",
    "in the cutoff": "CO",
    "in the hijack": "HJ",
    "in the lojack": "LJ",
    "under the gun": "UTG",
}
_FLOPS: Final = {
    "paired": "h.flop_paired",
    "trips": "h.flop_trips",
    "monotone": "h.flop_monotone",
    "two-tone": "h.flop_two_tone",
    "rainbow": "not (h.flop_monotone or h.flop_two_tone)",
    "connected": "h.flop_connected",
    "ace": "h.flop_ace",
    "low": "h.flop_low",
}
_RAISE: Final = "complete_bet_or_raise_to"


def _size(sign: str | None, percent: str | None, name: str) -> tuple[str, tuple[object, ...]]:
    """Return a condition on what an action is of the pot before it."""
    if sign is None or percent is None:
        return "", ()
    return f" and {name}.amount {sign} ? * {name}.pot", (float(percent) / 100,)


def _faced(found: re.Match[str]) -> SqlCondition:
    street, sign, percent = found.groups()
    more, values = _size(sign, percent, "b")
    return SqlCondition(
        "exists (select 1 from actions b join actions a on a.hand = b.hand and a.street = b.street"
        " and a.number > b.number where b.hand = p.hand and a.player = p.player"
        f" and b.player <> p.player and b.street = {_STREETS[street]}"
        f" and b.action = '{_RAISE}'{more})",
        values,
    )


def _did(found: re.Match[str]) -> SqlCondition:
    verb, street, sign, percent = found.groups()
    more, values = _size(sign, percent, "a")
    what = {
        "bet": f"a.action = '{_RAISE}' and a.to_call = 0",
        "raised": f"a.action = '{_RAISE}' and a.to_call > 0",
        "called": "a.action = 'check_or_call' and a.amount > 0",
        "checked": "a.action = 'check_or_call' and a.amount = 0",
        "folded": "a.action = 'fold'",
    }[verb]
    return SqlCondition(
        "exists (select 1 from actions a where a.hand = p.hand and a.player = p.player"
        f" and a.street = {_STREETS[street]} and {what}{more})",
        values,
    )


def _compare(sql: str) -> Callable[[re.Match[str]], SqlCondition]:
    return lambda found: SqlCondition(f"{sql} {found[1]} ?", (float(found[2]),))


def of_player(names: Sequence[str], column: str = "p.who") -> SqlCondition:
    """Return the condition that a row is of a player.

    Args:
        names: The player's keys: in a store that hides names, a player may have several.
        column: The column with the key.

    Returns:
        The condition.
    """
    if len(names) == 1:
        return SqlCondition(f"{column} = ?", tuple(names))
    return SqlCondition(f"{column} in ({', '.join('?' * len(names))})", tuple(names))


def _day(sign: str) -> Callable[[re.Match[str]], SqlCondition]:
    def make(found: re.Match[str]) -> SqlCondition:
        try:
            day = datetime.date.fromisoformat(found[1])
        except ValueError as error:
            raise SetupError(f"there is no day {found[1]!r}", code="filter-day") from error
        return SqlCondition(f"h.day {sign} ?", (day,))

    return make


def _equal(sql: str) -> Callable[[re.Match[str]], SqlCondition]:
    return lambda found: SqlCondition(f"{sql} = ?", (found[1],))


def _statistic(found: re.Match[str]) -> SqlCondition:
    return SqlCondition(f"{'not ' if found[1] else ''}p.{_find_statistic(found[2])}")


def _find_statistic(words: str) -> str:
    wanted = re.sub(r"[\s-]+", "_", words.strip().lower())
    for name, one in DEFINITIONS.items():
        if wanted in (name, re.sub(r"[\s-]+", "_", one.title.lower())):
            return name
    return ""


_PLAYER: Final = "player Ann"
_COMPARED: Final = rf"(<=|>=|<|>) ?{_NUMBER}"
PHRASES: Final[dict[str, tuple[str, Callable[[re.Match[str]], SqlCondition]]]] = {
    "limped pots": (r"limped pots?", lambda _: SqlCondition("h.raise_count = 0")),
    "single-raised pots": (r"single[- ]raised pots?", lambda _: SqlCondition("h.raise_count = 1")),
    "3-bet pots": (
        r"(\d)-?bet pots?",
        lambda found: SqlCondition("h.raise_count = ?", (int(found[1]) - 1,)),
    ),
    "in position": (r"in position", lambda _: SqlCondition("p.in_position")),
    "out of position": (r"out of position", lambda _: SqlCondition("not p.in_position")),
    "on the button": (
        f"({'|'.join(_SEATS)})",
        lambda found: SqlCondition("p.position = ?", (_SEATS[found[1].lower()],)),
    ),
    "position CO": (
        r"position (\S+)",
        lambda found: SqlCondition("p.position = ?", (found[1].upper(),)),
    ),
    "paired flops": (
        f"({'|'.join(_FLOPS)})(?:-high)? flops?",
        lambda found: SqlCondition(_FLOPS[found[1].lower()]),
    ),
    "showdown": (r"showdowns?", lambda _: SqlCondition("p.showdown")),
    "won": (r"won", lambda _: SqlCondition("p.net > 0")),
    "lost": (r"lost", lambda _: SqlCondition("p.net < 0")),
    "won > 20 bb": (rf"won {_COMPARED} ?bb", _compare("p.net / h.bet")),
    "pot > 50 bb": (rf"pot {_COMPARED} ?bb", _compare("h.pot / h.bet")),
    "stack > 100 bb": (rf"stack {_COMPARED} ?bb", _compare("p.starting_stack / h.bet")),
    "spr < 4": (rf"spr {_COMPARED}", _compare("h.spr")),
    "6 players": (
        r"(\d+) players?",
        lambda found: SqlCondition("h.player_count = ?", (int(found[1]),)),
    ),
    "faced a turn bet > 60 %": (rf"faced an? {_STREET} (?:bet|raise){_SIZE}", _faced),
    "bet the flop < 50 %": (
        rf"(bet|raised|called|checked|folded) (?:on )?(?:the )?{_STREET}{_SIZE}",
        _did,
    ),
    "tagged bluff": (
        r"tagged (.+)",
        lambda found: SqlCondition(
            "exists (select 1 from notes n where list_contains(n.tags, ?)"
            " and (n.name in (p.name, p.who) or n.hand = p.hand))",
            (found[1].strip(),),
        ),
    ),
    "cash": (r"cash(?: games?)?", lambda _: SqlCondition("h.kind = 'cash'")),
    "tournament": (r"tournaments?", lambda _: SqlCondition("h.kind = 'tournament'")),
    "chips": (r"chips|play money", lambda _: SqlCondition("h.kind = 'chips'")),
    "currency USD": (r"currency (\S+)", _equal("h.currency")),
    "hero": (r"hero", lambda _: SqlCondition("p.hero")),
    _PLAYER: (r"player (.+)", _equal("p.who")),
    "room PokerStars": (r"room (.+)", _equal("h.room")),
    "game NT": (r"game (.+)", _equal("h.game")),
    "stakes 0.5": (
        rf"stakes {_NUMBER}",
        lambda found: SqlCondition("h.big_blind = ?", (float(found[1]),)),
    ),
    "since 2009-07-01": (
        r"since (\d{4}-\d\d-\d\d)",
        _day(">="),
    ),
    "until 2009-07-31": (
        r"until (\d{4}-\d\d-\d\d)",
        _day("<="),
    ),
}
"""Phrases as people write them: an example of each, a pattern, and what it means."""


def read_filters(
    words: str | Iterable[str], rename: Callable[[str], Sequence[str]] | None = None
) -> SqlCondition:
    """Read phrases, with commas between them, of which all must hold.

    >>> read_filters("3-bet pots, out of position")
    SqlCondition(sql='h.raise_count = ? and not p.in_position', values=(2,))
    >>> read_filters("not vpip, pot > 50 bb").sql
    'not p.vpip and h.pot / h.bet > ?'

    Args:
        words: The phrases: those of the document, or the name of a statistic with or without `not`.
        rename: Returns the keys of a player in the store, given what people call the player.

    Returns:
        The condition, which is true without phrases.

    Raises:
        SetupError: There is no such phrase.
    """
    texts = [words] if isinstance(words, str) else list(words)
    parts: list[str] = []
    values: list[object] = []
    for phrase in (one.strip() for text in texts for one in text.split(",")):
        if phrase:
            named = re.fullmatch(PHRASES[_PLAYER][0], phrase, re.IGNORECASE)
            if named is not None and rename is not None:
                condition = of_player(rename(named[1]))
            else:
                condition = _read(phrase)
            parts.append(condition.sql)
            values += condition.values
    return SqlCondition(" and ".join(parts) or "true", tuple(values))


def _read(phrase: str) -> SqlCondition:
    # Signs may stand without spaces.
    loose = re.sub(r" *(<=|>=|<|>) *", r" \1 ", phrase)
    for text in dict.fromkeys([phrase, loose]):
        for pattern, make in PHRASES.values():
            found = re.fullmatch(pattern, text, re.IGNORECASE)
            if found is not None:
                return make(found)
    found = re.fullmatch(r"(not )?(.+)", phrase, re.IGNORECASE)
    if found is not None and _find_statistic(found[2]):
        return _statistic(found)
    known = [*PHRASES, *(one.title for one in DEFINITIONS.values())]
    near = get_close_matches(phrase, known, 3, 0.4)
    meant = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise SetupError(
        f"{phrase!r} says nothing about hands: there are phrases such as '3-bet pots',"
        f" 'out of position' and 'faced a turn bet > 60 %'{meant}",
        code="filter-phrase",
    )
