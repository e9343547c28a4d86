"""The fields of a hand that was played."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from math import inf
from typing import Any, ClassVar, Final

from croupier.games import Poker
from croupier.histories.phh.variants import GAME_TYPES, REQUIRED_FIELDS, VARIANTS
from croupier.histories.times import date_of, moment_of, zone_of
from croupier.numbers import Chips
from croupier.state import Automation
from croupier.utilities import divmod, parse_value, rake

__all__ = ["FIELD_NAMES", "HandRecord"]


@dataclass(kw_only=True)
class HandRecord:
    """The fields of a hand that was played.

    The fields are those of the PHH standard; `user_defined_fields` has all others.

    >>> record = HandRecord(variant="NT", antes=(0, 0), starting_stacks=(9, 8), actions=(), day=1)
    >>> list(record.fields)
    ['variant', 'ante_trimming_status', 'antes', 'starting_stacks', 'actions', 'day']

    Attributes:
        variant: The code of the game.
        ante_trimming_status: Whether who pays a smaller ante can win only as much from the others.
        antes: The antes by player.
        blinds_or_straddles: The blinds and straddles by player; posts are negative.
        bring_in: The bring-in.
        small_bet: The bet of early rounds in a fixed-limit game.
        big_bet: The bet of late rounds in a fixed-limit game.
        min_bet: The smallest bet in other games.
        starting_stacks: The stacks at the start; `math.inf` for one that is unknown.
        actions: What happened, in the notation of the standard.
        author: Who wrote it down.
        event: The name of the event.
        url: A page on the event or the organizer.
        venue: Where it was played, for example an online room.
        address: The address of the venue.
        city: The city of the venue.
        region: The region, state or province of the venue.
        postal_code: The postal code of the venue.
        country: The country of the venue.
        time: When the hand began; `moment` knows the zone.
        time_zone: The name of the zone in the IANA database.
        time_zone_abbreviation: What the zone is called, such as EDT.
        day: The day of the month.
        month: The month, from 1.
        year: The year.
        hand: The number or name of the hand.
        level: The level of the tournament.
        seats: The number of each player's seat.
        seat_count: How many seats there are.
        table: The number or name of the table.
        players: The players' names; an empty one is unknown.
        finishing_stacks: The stacks at the end.
        winnings: What each player collected from the pots.
        currency: The currency of the chips by its ISO 4217 code.
        currency_symbol: The sign of the currency.
        time_limit: The seconds for a decision.
        time_banks: The seconds that each player has beyond that.
        user_defined_fields: All other fields by their names.
        automations: What the states do of their own accord.
        divmod: What divides pots.
        rake: What takes the rake.
        parse_value: What reads the amounts in actions.
        key: The key of the hand's table in a file with many hands. Equality ignores it.
    """

    game_types: ClassVar[dict[str, type[Poker]]] = dict(GAME_TYPES)
    variants: ClassVar[dict[type[Poker], str]] = dict(VARIANTS)
    required_field_names: ClassVar[dict[str, tuple[str, ...]]] = dict(REQUIRED_FIELDS)
    optional_field_names: ClassVar[tuple[str, ...]] = (
        "author",
        "event",
        "url",
        "venue",
        "address",
        "city",
        "region",
        "postal_code",
        "country",
        "time",
        "time_zone",
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
        "ante_trimming_status",
        "time_limit",
        "time_banks",
        "time_zone_abbreviation",
    )
    ACPC_PROTOCOL_VARIANTS: ClassVar[set[str]] = {"FT", "NT"}
    PLURIBUS_PROTOCOL_VARIANTS: ClassVar[set[str]] = {"NT"}

    # The order is that of the fields in a file.
    variant: str
    ante_trimming_status: bool = False
    antes: list[Chips]
    blinds_or_straddles: list[Chips] | None = None
    bring_in: Chips | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    min_bet: Chips | None = None
    starting_stacks: list[Chips]
    actions: list[str]
    author: str | None = None
    event: str | None = None
    url: str | None = None
    venue: str | None = None
    address: str | None = None
    city: str | None = None
    region: str | None = None
    postal_code: str | None = None
    country: str | None = None
    time: datetime.time | None = None
    time_zone: str | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    hand: str | int | None = None
    level: int | None = None
    seats: list[int] | None = None
    seat_count: int | None = None
    table: str | int | None = None
    players: list[str] | None = None
    finishing_stacks: list[Chips] | None = None
    winnings: list[Chips] | None = None
    currency: str | None = None
    currency_symbol: str | None = None
    time_limit: int | None = None
    time_banks: list[int] | None = None
    # The public dataset has it last, since PokerKit does not know it.
    time_zone_abbreviation: str | None = None
    user_defined_fields: dict[str, Any] = field(default_factory=dict)
    automations: tuple[Automation, ...] = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.RUNOUT_COUNT_SELECTION,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod
    rake: Callable[..., tuple[Chips, Chips]] = rake
    parse_value: Callable[[str], Chips] = parse_value
    key: str | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Make lists of tuples: both are arrays in a file."""
        for name in _ARRAY_NAMES:
            value = getattr(self, name)
            if isinstance(value, tuple):
                setattr(self, name, list(value))

    @property
    def fields(self) -> dict[str, Any]:
        """All fields that have a value, by their names, in the order of a file."""
        named = {name: getattr(self, name) for name in FIELD_NAMES}
        all_fields = named | self.user_defined_fields
        return {name: value for name, value in all_fields.items() if value is not None}

    @property
    def board_count(self) -> int:
        """How many boards there are from the start: the field `_board_count`, or 1."""
        count = self.user_defined_fields.get("_board_count", 1)
        return count if type(count) is int and count > 0 else 1

    @property
    def unit(self) -> Chips | None:
        """The smallest chip, in which pots were split: the field `_unit`, if there is one."""
        unit = self.user_defined_fields.get("_unit")
        if unit is None:
            return None
        from decimal import Decimal

        is_number = isinstance(unit, int | float | Decimal) and not isinstance(unit, bool)
        return unit if is_number and 0 < unit < inf else None

    @property
    def date(self) -> datetime.date | None:
        """The day of the hand, or `None` where year, month or day are unknown or impossible."""
        return date_of(self)

    @property
    def zone(self) -> datetime.tzinfo | None:
        """The zone that `time` is in, or `None` where it is unknown."""
        return zone_of(self)

    @property
    def moment(self) -> datetime.datetime | None:
        """When the hand began, with the zone, or `None` where the date, time or zone is unknown."""
        return moment_of(self)


_OPTIONS = {"user_defined_fields", "automations", "divmod", "rake", "parse_value", "key"}
FIELD_NAMES: Final = tuple(one.name for one in fields(HandRecord) if one.name not in _OPTIONS)
"""The names of the fields of a file, in their order."""
_ARRAY_NAMES = (
    "antes",
    "blinds_or_straddles",
    "starting_stacks",
    "actions",
    "seats",
    "players",
    "finishing_stacks",
    "winnings",
    "time_banks",
)
