"""Dates, times and zones of hands.

The zone of a time is `time_zone`; else that of the place, if city, region and country are known;
else UTC. Where a place lies is told by the tables that come with the IANA database: a country with
one zone has it everywhere, and a city that a zone is named after has that zone. A few cities where
much poker is played are listed here. For any other place the zone is unknown, and not guessed.
"""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.errors import SetupError

# Zones are for hands that say when they were played, and for who wants to know.
if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from croupier.histories.model import HandRecord

__all__ = ["date_of", "find_zone", "get_zone", "is_zone", "moment_of", "zone_of", "zone_of_place"]

# Cities that no zone is named after, in countries with several zones.
_CITIES: Final = {
    ("atlantic city", "new jersey", "us"): "America/New_York",
    ("barcelona", "catalonia", "es"): "Europe/Madrid",
    ("biloxi", "mississippi", "us"): "America/Chicago",
    ("calgary", "alberta", "ca"): "America/Edmonton",
    ("commerce", "california", "us"): "America/Los_Angeles",
    ("gardena", "california", "us"): "America/Los_Angeles",
    ("gold coast", "queensland", "au"): "Australia/Brisbane",
    ("henderson", "nevada", "us"): "America/Los_Angeles",
    ("hollywood", "florida", "us"): "America/New_York",
    ("las vegas", "nevada", "us"): "America/Los_Angeles",
    ("ledyard", "connecticut", "us"): "America/New_York",
    ("miami", "florida", "us"): "America/New_York",
    ("montreal", "quebec", "ca"): "America/Toronto",
    ("new orleans", "louisiana", "us"): "America/Chicago",
    ("niagara falls", "ontario", "ca"): "America/Toronto",
    ("paradise", "nevada", "us"): "America/Los_Angeles",
    ("philadelphia", "pennsylvania", "us"): "America/New_York",
    ("reno", "nevada", "us"): "America/Los_Angeles",
    ("rio de janeiro", "rio de janeiro", "br"): "America/Sao_Paulo",
    ("rozvadov", "pilsen", "cz"): "Europe/Prague",
    ("san diego", "california", "us"): "America/Los_Angeles",
    ("san jose", "california", "us"): "America/Los_Angeles",
    ("uncasville", "connecticut", "us"): "America/New_York",
}
# Names that people use, beside those of the IANA database.
_COUNTRIES: Final = {
    "america": "us",
    "bahamas": "bs",
    "czech republic": "cz",
    "england": "gb",
    "great britain": "gb",
    "northern ireland": "gb",
    "russia": "ru",
    "scotland": "gb",
    "south korea": "kr",
    "the bahamas": "bs",
    "the netherlands": "nl",
    "turkey": "tr",
    "uk": "gb",
    "united kingdom": "gb",
    "united states of america": "us",
    "united states": "us",
    "usa": "us",
    "vietnam": "vn",
    "wales": "gb",
}


def is_zone(name: str) -> bool:
    """Return whether the IANA database of this machine has a zone.

    >>> is_zone("America/Toronto"), is_zone("Mars/Olympus"), is_zone("../etc")
    (True, False, False)
    """
    return find_zone(name) is not None


def find_zone(name: object) -> ZoneInfo | None:
    """Return a zone by its name, or `None` where there is none."""
    if not isinstance(name, str):
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def get_zone(name: str) -> ZoneInfo:
    """Return a time zone.

    >>> get_zone("Europe/Paris").key
    'Europe/Paris'

    Args:
        name: Its name in the IANA database.

    Returns:
        The zone.

    Raises:
        SetupError: There is none of this name.
    """
    zone = find_zone(name)
    if zone is None:
        raise SetupError(
            f"there is no time zone {name!r}: expected a name such as Europe/Paris or UTC",
            code="unknown-zone",
        )
    return zone


def zone_of(history: HandRecord) -> datetime.tzinfo | None:
    """Return the zone that the time of a history is in, or `None` where it cannot be known."""
    if history.time_zone is not None:
        return find_zone(history.time_zone)
    if history.city is not None and history.region is not None and history.country is not None:
        name = zone_of_place(history.city, history.region, history.country)
        return None if name is None else find_zone(name)
    if history.time_zone_abbreviation is not None and not _is_universal(
        history.time_zone_abbreviation
    ):
        # Abbreviations have several meanings: IST alone has three.
        return None
    return datetime.UTC


def _is_universal(abbreviation: str) -> bool:
    return abbreviation.upper() in {"UTC", "GMT", "Z"}


def date_of(history: HandRecord) -> datetime.date | None:
    """Return the date of a history, or `None` where it is not known."""
    if history.year is None or history.month is None or history.day is None:
        return None
    try:
        return datetime.date(history.year, history.month, history.day)
    except (TypeError, ValueError, OverflowError):
        return None


def moment_of(history: HandRecord) -> datetime.datetime | None:
    """Return the date and time of a history with the zone, or `None` where any is unknown."""
    date, zone = date_of(history), zone_of(history)
    if date is None or zone is None or not isinstance(history.time, datetime.time):
        return None
    return datetime.datetime.combine(date, history.time, zone)


def zone_of_place(city: str, region: str, country: str) -> str | None:
    """Return the name of the zone of a place, or `None` where it is not certain.

    >>> zone_of_place("Las Vegas", "Nevada", "United States of America")
    'America/Los_Angeles'
    >>> zone_of_place("Nowhere", "Kansas", "United States of America") is None
    True
    """
    code = _country_codes().get(_normalize_name(country))
    if code is None:
        return None
    listed = _CITIES.get((_normalize_name(city), _normalize_name(region), code))
    if listed is not None:
        return listed
    zones = _zones_of_countries().get(code, ())
    if len(zones) == 1:
        return zones[0]
    named = [
        zone
        for zone in zones
        if _normalize_name(zone.rpartition("/")[2].replace("_", " ")) == _normalize_name(city)
    ]
    return named[0] if len(named) == 1 else None


def _normalize_name(name: str) -> str:
    return " ".join(name.casefold().replace("é", "e").split())


@cache
def _country_codes() -> dict[str, str]:
    codes = {_normalize_name(name): code.lower() for code, name in _rows("iso3166.tab")}
    return codes | _COUNTRIES


@cache
def _zones_of_countries() -> dict[str, tuple[str, ...]]:
    zones: dict[str, tuple[str, ...]] = {}
    for row in _rows("zone.tab"):
        code = row[0].lower()
        zones[code] = (*zones.get(code, ()), row[2])
    return zones


def _rows(name: str) -> list[list[str]]:
    """Return the rows of a table of the IANA database, or none where there is no such file."""
    for text in _texts(name):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        return [line.split("\t") for line in lines]
    return []


def _texts(name: str) -> list[str]:
    from zoneinfo import TZPATH

    for folder in TZPATH:
        path = Path(folder, name)
        if path.is_file():
            return [path.read_text(encoding="utf-8")]
    try:
        from importlib.resources import files

        return [files("tzdata").joinpath("zoneinfo", name).read_text(encoding="utf-8")]
    except (ImportError, OSError):
        return []
