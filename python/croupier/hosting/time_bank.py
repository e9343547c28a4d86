"""Time banks: the time that people have for hard decisions, beside that of each decision."""

from __future__ import annotations

from typing import Final

from croupier.hosting.people import Person
from croupier.hosting.settings import TableSettings

__all__ = ["fill", "find_deadline", "gain", "spend"]

# After so many hands a time bank gains so many milliseconds.
_HANDS: Final = 10
_GAIN: Final = 10_000


def fill(person: Person, settings: TableSettings) -> None:
    """Fill the time bank of a person who takes a seat.

    Args:
        person: The person.
        settings: How long the bank is.
    """
    person.bank = 1000 * settings.bank


def find_deadline(person: Person, settings: TableSettings, asked_at: int) -> int:
    """Return when the time of a decision and the bank are over.

    Args:
        person: The person who must decide.
        settings: The time for each decision.
        asked_at: When the person was asked, in milliseconds.

    Returns:
        The time in milliseconds.
    """
    return asked_at + 1000 * settings.seconds + person.bank


def spend(person: Person, settings: TableSettings, taken: int) -> None:
    """Take from the bank what a decision took beyond its own time.

    Args:
        person: The person who decided.
        settings: The time for each decision.
        taken: How many milliseconds the decision took.
    """
    beyond = taken - 1000 * settings.seconds
    if settings.seconds and beyond > 0 and not person.bot:
        person.bank = max(0, person.bank - beyond)


def gain(person: Person, settings: TableSettings, hands: int) -> None:
    """Add to the bank after every tenth hand.

    Args:
        person: The person.
        settings: How long the bank is at most.
        hands: How many hands the person has played at the table.
    """
    if hands and hands % _HANDS == 0:
        person.bank = min(person.bank + _GAIN, 1000 * settings.bank)
