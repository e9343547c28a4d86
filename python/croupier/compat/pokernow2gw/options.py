"""The options of writing text for GTO Wizard the way pokernow2gw does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from croupier.errors import SetupError
from croupier.histories.formats.base import Format
from croupier.histories.pipeline.rewriting import Rewritten
from croupier.histories.times import get_zone

__all__ = ["CompatibleOptions"]

_MAX_PLAYERS = 10


@dataclass(frozen=True, kw_only=True)
class CompatibleOptions:
    """The options of writing hands.

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
        get_zone(self.time_zone)

    def allows(self, count: int) -> bool:
        """Return whether hands of so many players are kept.

        Args:
            count: How many players there are.

        Returns:
            Whether they are; all are where no filter is chosen.
        """
        if not (self.heads_up or self.spin_and_go or self.tournaments):
            return 2 <= count <= _MAX_PLAYERS
        return (
            (self.heads_up and count == 2)
            or (self.spin_and_go and count == 3)
            or (self.tournaments and 4 <= count <= 9)
        )

    def rewrite(
        self, format: Format, source: str | bytes | os.PathLike[str]
    ) -> Iterator[Rewritten]:
        """Write the hands of a source.

        Args:
            format: The format of the source.
            source: A text, bytes, or a path.

        Returns:
            The results, hand by hand.

        Raises:
            ParseError: Hands of this format cannot be written this way.
        """
        # The readers are needed by who converts, and not by who only chooses.
        from croupier.compat.pokernow2gw.rewriting import rewrite_format

        return rewrite_format(format, source, self)
