"""What can be chosen where text for GTO Wizard is written the way pokernow2gw does."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.errors import SetupError

__all__ = ["CompatibleOptions", "find_zone"]

_MOST_PLAYERS = 10


@dataclass(frozen=True, kw_only=True)
class CompatibleOptions:
    """Choose how hands are written.

    >>> CompatibleOptions(hero="Ann", heads_up=True).allows(3)
    False

    Attributes:
        hero: The name that the known cards are dealt to.
        time_zone: The name of the zone of all times, in the IANA database.
        site: The name of the room in the first line of a hand.
        cash: Whether hands are of a cash game; of a tournament otherwise.
        rake_percent: How much of the pot is named as the rake, in percent.
        rake_cap: The most that is named as the rake, in big blinds; 0 for no limit.
        heads_up: Keep hands of two players.
        spin_and_go: Keep hands of three players.
        tournaments: Keep hands of four to nine players.
    """

    hero: str
    time_zone: str = "UTC"
    site: str = "PokerStars"
    cash: bool = False
    rake_percent: Decimal = Decimal(0)
    rake_cap: Decimal = Decimal(0)
    heads_up: bool = False
    spin_and_go: bool = False
    tournaments: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            SetupError: The name is empty, the zone unknown, or the rake negative.
        """
        if not self.hero:
            raise SetupError(
                "the hero's name is missing: the known cards are dealt to that player",
                code="no-hero-named",
            )
        if self.rake_percent < 0 or self.rake_cap < 0:
            raise SetupError("the rake must not be negative", code="negative-rake")
        find_zone(self.time_zone)

    def allows(self, count: int) -> bool:
        """Return whether hands of so many players are kept.

        Args:
            count: How many players there are.

        Returns:
            Whether they are; all are where no filter is chosen.
        """
        if not (self.heads_up or self.spin_and_go or self.tournaments):
            return 2 <= count <= _MOST_PLAYERS
        return (
            (self.heads_up and count == 2)
            or (self.spin_and_go and count == 3)
            or (self.tournaments and 4 <= count <= 9)
        )


def find_zone(name: str) -> ZoneInfo:
    """Return a time zone.

    >>> find_zone("Europe/Paris").key
    'Europe/Paris'

    Args:
        name: Its name in the IANA database.

    Returns:
        The zone.

    Raises:
        SetupError: There is none of this name.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SetupError(
            f"there is no time zone {name!r}: expected a name such as Europe/Paris or UTC",
            code="no-such-zone",
        ) from None
