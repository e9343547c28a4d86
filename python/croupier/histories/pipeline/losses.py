"""Losses: the facts that a format has no room for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from croupier import _native
from croupier.histories.formats.amounts import CURRENCIES
from croupier.histories.formats.base import Note
from croupier.histories.formats.extensions import Extensions
from croupier.histories.formats.ohh.writing import CARRIED as _OFFICIAL
from croupier.histories.formats.ohh.writing_simplified import CARRIED as _SIMPLIFIED
from croupier.histories.history import HandHistory
from croupier.histories.model import FIELD_NAMES
from croupier.texts import fits_on_a_line

__all__ = ["CARRIED", "NO_ROOM", "find_losses", "find_played_losses"]

NO_ROOM = "there is no room for "
"""How the message of something lost begins; its name follows."""

_STARS = frozenset(
    {
        "variant",
        "antes",
        "ante_trimming_status",
        "blinds_or_straddles",
        "bring_in",
        "small_bet",
        "big_bet",
        "min_bet",
        "starting_stacks",
        "actions",
        "time",
        "time_zone",
        "time_zone_abbreviation",
        "day",
        "month",
        "year",
        "hand",
        "level",
        "seats",
        "seat_count",
        "table",
        "players",
        "finishing_stacks",
        "winnings",
        "currency",
        "currency_symbol",
        "_hero",
        "_button",
        "_small_blind",
        "_rake",
        "_cap",
        "_stacks",
        "_sitting_out",
        "_dead_posts",
        "_board_count",
        "_unit",
        "_cash_outs",
        "_tournament",
        "_buy_in",
        "_zoom",
        "_play_money",
        "_round",
        "_mix",
        "_bounties",
        "_shows",
        "_added",
        "_remarks",
    }
)
CARRIED: dict[str, frozenset[str] | None] = {
    "phh": None,
    "ohh": _OFFICIAL,
    "ohh-simplified": _SIMPLIFIED,
    "pokerstars": _STARS,
    "gtowizard": _STARS,
    "pluribus": frozenset(
        {
            "variant",
            "antes",
            "ante_trimming_status",
            "blinds_or_straddles",
            "min_bet",
            "starting_stacks",
            "actions",
            "hand",
            "players",
            "finishing_stacks",
            "winnings",
        }
    ),
}
"""The fields of a history that each format has room for; all if there is nothing."""
_UNCARRIED = {
    format: tuple(name for name in FIELD_NAMES if carried is not None and name not in carried)
    for format, carried in CARRIED.items()
}
# Formats of lines, in which a text has no line breaks.
_LINES = {"pokerstars", "gtowizard", "pluribus"}
# Only what is shown, and what the hero holds, has a place there.
_SIMPLE = "ohh-simplified"
_LATE = "_shown_after"
_NUMBERS = "_player_ids"
_LOST = "not-carried"
_SAME = "same-name"
_UNSHOWN = "cards of players who neither show them nor are the hero"
_ESCAPED = "line breaks and hidden characters of texts, which are written as escapes"


def find_losses(history: HandHistory, format: str) -> list[Note]:
    """Say what a format has no room for in a hand.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f # at last"],
    ...     event="The Game",
    ... )
    >>> [note.message for note in find_losses(history, "ohh")]
    ['there is no room for event', 'there is no room for commentaries']

    Args:
        history: The hand.
        format: The name of the format that it is to be written in.

    Returns:
        The losses.
    """
    carried = CARRIED.get(format)
    if carried is None:
        return []
    known = history.user_defined_fields
    lost = [name for name in _UNCARRIED[format] if getattr(history, name) not in (None, False)]
    lost += [name for name in known if name not in carried]
    if _LATE in lost and carried is _STARS and _keeps_late_shows(history):
        lost.remove(_LATE)
    if format == "ohh" and _NUMBERS in known and not _have_numbers(history):
        lost.append(_NUMBERS)
    if carried is _STARS and history.currency_symbol and history.currency_symbol not in CURRENCIES:
        lost.append("currency_symbol")
    if "#" in "".join(history.actions) and any(
        "#" in action and "# croupier:" not in action for action in history.actions
    ):
        lost.append("commentaries")
    hidden = format == _SIMPLE or (
        CARRIED[format] is _STARS and "_hero" in history.user_defined_fields
    )
    if hidden and _has_unshown_cards(history):
        lost.append(_UNSHOWN)
    if format in _LINES and not all(map(fits_on_a_line, _list_texts(history))):
        lost.append(_ESCAPED)
    notes = [Note(_LOST, f"{NO_ROOM}{name}") for name in lost]
    names = [name for name in history.players or () if name and isinstance(name, str)]
    if len(set(names)) < len(names):
        if "_hero" in carried and names.count(str(known.get("_hero"))) > 1:
            notes.append(Note(_LOST, f"{NO_ROOM}_hero: several players have the name"))
        notes.append(Note(_SAME, "players of one name have the numbers of their seats behind it"))
    return notes


def find_played_losses(
    played: _native.PlayedHand, format: str, hero: str | None = None
) -> tuple[Note, ...]:
    """Say what a format has no room for in a hand that the core has read.

    Args:
        played: The hand.
        format: The name of the format that it is to be written in.
        hero: The name of the player whose hand it is, if not that of the record.

    Returns:
        The losses.
    """
    if CARRIED.get(format) is None:
        return ()
    names = played.field_names
    has_hero = hero is not None or "_hero" in names
    hides = CARRIED[format] is _STARS and has_hero and played.has_unshown_cards
    is_hidden = format in _LINES and not played.is_visible and _has_hidden(played)
    told = _LATE in names and CARRIED[format] is _STARS and _keeps_late_shows(played.history())
    uncounted = format == "ohh" and _NUMBERS in names and not played.has_numbers
    return _name_losses(names, format, hides, is_hidden, told, uncounted)


def _has_hidden(played: _native.PlayedHand) -> bool:
    return not all(map(fits_on_a_line, _list_texts(played.history())))


# Hands of one table lose the same.
@lru_cache(maxsize=256)
def _name_losses(
    names: tuple[str, ...],
    format: str,
    hides_cards: bool,
    hides_characters: bool,
    tells_late_shows: bool,
    loses_numbers: bool,
) -> tuple[Note, ...]:
    carried = CARRIED[format] or frozenset()
    lost = [name for name in names if name not in carried]
    if tells_late_shows:
        lost.remove(_LATE)
    if loses_numbers:
        lost.append(_NUMBERS)
    if hides_cards:
        lost.append(_UNSHOWN)
    if hides_characters:
        lost.append(_ESCAPED)
    return tuple(Note(_LOST, f"{NO_ROOM}{name}") for name in lost)


def _keeps_late_shows(history: HandHistory) -> bool:
    """Return whether all who showed after the hand had won it when everybody else folded."""
    folded = {action.split()[0] for action in history.actions if action.split()[1:2] == ["f"]}
    names = history.players or []
    left = [name for number, name in enumerate(names, 1) if f"p{number}" not in folded]
    shown = history.user_defined_fields[_LATE]
    return len(left) == 1 and isinstance(shown, dict) and set(shown) == set(left)


def _have_numbers(history: HandHistory) -> bool:
    """Return whether everybody at the table has a number in the room."""
    known = Extensions.of(history)
    names = [*(history.players or ()), *(one.player for one in known.sitting_out)]
    return all(isinstance(known.player_ids.get(str(name)), int) for name in names)


def _list_texts(history: HandHistory) -> Iterator[str]:
    """Yield the texts of a hand that a line may have."""
    yield from (name for name in history.players or () if isinstance(name, str))
    others = (history.table, history.hand, history.event, history.venue)
    yield from (text for text in others if isinstance(text, str))
    yield from (text for text in history.user_defined_fields.values() if isinstance(text, str))


def _has_unshown_cards(history: HandHistory) -> bool:
    hero = history.user_defined_fields.get("_hero")
    names = history.players or []
    shown = None
    for action in history.actions:
        parts = action.split() if action.startswith("d dh ") else ()
        if len(parts) < 4 or not parts[3].strip("?"):
            continue
        player = parts[2]
        if shown is None:
            shown = {action.split()[0] for action in history.actions if " sm " in action}
        index = int(player[1:]) - 1
        if player not in shown and not (index < len(names) and names[index] == hero):
            return True
    return False
