"""Dates, times and zones."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from croupier.histories import HandHistory

from .hands import make

VEGAS = {"city": "Las Vegas", "region": "Nevada", "country": "United States of America"}


def history(**fields: Any) -> HandHistory:
    when = {"time": datetime.time(20, 30), "day": 22, "month": 6, "year": 2023}
    return make(**when | fields)


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        ({}, 0),
        ({"time_zone": "America/Toronto"}, -4),
        ({"time_zone": "America/Toronto", "month": 1}, -5),
        (VEGAS, -7),
        (VEGAS | {"time_zone": "Asia/Tokyo"}, 9),
        # Two of the three are not enough.
        ({"city": "Las Vegas", "country": "United States of America"}, 0),
        ({"city": "London", "region": "Greater London", "country": "United Kingdom"}, 1),
        ({"city": "Toronto", "region": "Ontario", "country": "Canada"}, -4),
        ({"city": "Paris", "region": "Île-de-France", "country": "France"}, 2),
        ({"time_zone_abbreviation": "UTC"}, 0),
        ({"time_zone": "America/New_York", "time_zone_abbreviation": "EDT"}, -4),
    ],
)
def test_the_zone_of_a_time(fields: dict[str, Any], hours: int) -> None:
    moment = history(**fields).moment
    assert moment is not None
    assert moment.utcoffset() == datetime.timedelta(hours=hours)
    assert moment.replace(tzinfo=None).time() == datetime.time(20, 30)


@pytest.mark.parametrize(
    "fields",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"time_zone_abbreviation": "ET"},
        {"city": "Springfield", "region": "Kansas", "country": "United States of America"},
        {"city": "Atlantis", "region": "Atlantis", "country": "Atlantis"},
    ],
)
def test_zones_are_not_guessed(fields: dict[str, Any]) -> None:
    assert history(**fields).zone is None
    assert history(**fields).moment is None


def test_what_is_unknown_stays_unknown() -> None:
    assert history(time=None).moment is None
    assert history(year=None).date is None
    assert history(year=None).moment is None
    assert history(day=99).date is None
    assert history().date == datetime.date(2023, 6, 22)
