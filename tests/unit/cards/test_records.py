"""Records are what frozen dataclasses with fields by name are."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any, ClassVar

import pytest

from croupier.cards.records import Record, replace


class Point(Record):
    x: int
    y: int = 0
    color: ClassVar[str] = "red"


class Place(Point, aside=("note",)):
    height: int = 5
    note: str = ""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Like:
    x: int
    y: int = 0
    height: int = 5
    note: str = dataclasses.field(default="", compare=False, repr=False)


def test_values_are_shown_and_compared_as_those_of_a_dataclass() -> None:
    ours, theirs = Place(x=1, note="a"), Like(x=1, note="a")
    assert repr(ours) == repr(theirs).replace("Like", "Place")
    assert ours == Place(x=1, note="b") and hash(ours) == hash(Place(x=1, note="b"))
    assert ours != Place(x=2) and ours != Place(x=1, height=4)
    # Other classes are other things, whatever is in them.
    assert Point(x=1) != ours and ours != theirs
    assert (ours.x, ours.y, ours.height, ours.note) == (1, 0, 5, "a")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "Place needs x"),
        ({"x": 1, "z": 2, "color": "blue"}, "Place has no z, color"),
    ],
)
def test_values_that_are_missing_or_unknown(values: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=f"^{message}$"):
        Place(**values)


def test_nothing_is_changed() -> None:
    point = Point(x=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        del point.x
    assert replace(point, y=3) == Point(x=1, y=3) and point == Point(x=1)


def test_what_works_on_dataclasses_works_on_records() -> None:
    place = Place(x=1, y=2)
    assert [one.name for one in dataclasses.fields(place)] == ["x", "y", "height", "note"]
    assert dataclasses.asdict(place) == {"x": 1, "y": 2, "height": 5, "note": ""}
    assert dataclasses.replace(place, x=4) == Place(x=4, y=2)
    assert copy.copy(place) is copy.deepcopy(place) is place
    assert pickle.loads(pickle.dumps(place)) == place
