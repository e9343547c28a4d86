"""Dates, times and abbreviations of zones.

tests/specifications has what the standard says of them.
"""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from croupier.histories import HandHistory

from .hands import make


def history(**fields: Any) -> HandHistory:
    when = {"time": datetime.time(20, 30), "day": 22, "month": 6, "year": 2023}
    return make(**when | fields)


@pytest.mark.parametrize(
    ("fields", "hours"),
    [
        ({"time_zone_abbreviation": "UTC"}, 0),
        ({"time_zone": "America/New_York", "time_zone_abbreviation": "EDT"}, -4),
    ],
)
def test_the_zone_of_a_time(fields: dict[str, Any], hours: int) -> None:
    moment = history(**fields).moment
    assert moment is not None
    assert moment.utcoffset() == datetime.timedelta(hours=hours)
    assert moment.replace(tzinfo=None).time() == datetime.time(20, 30)


def test_zones_are_not_guessed() -> None:
    assert history(time_zone_abbreviation="ET").zone is None
    assert history(time_zone_abbreviation="ET").moment is None


def test_what_is_unknown_stays_unknown() -> None:
    assert history(time=None).moment is None
    assert history(year=None).date is None
    assert history(year=None).moment is None
    assert history(day=99).date is None
    assert history().date == datetime.date(2023, 6, 22)
