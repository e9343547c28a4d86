"""Whatever is done to a file, nothing but problems comes of it, and good hands are still read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from croupier.histories.formats import get
from croupier.histories.formats.base import ReadResult
from histories.formats.ohh.hands import make_hand, simplified
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from histories.formats.pokernow.test_logs import make_download

RELAXED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def check(readings: list[ReadResult]) -> None:
    for reading in readings:
        assert (reading.history is None) == bool(reading.problems)
        assert reading.line >= 1
        for problem in reading.problems:
            assert str(problem)
        if reading.history is not None:
            assert not reading.history.replay().state.status


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where all values of a document are."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in pairs:
            found += paths_of(one, (*path, name))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any, remove: bool) -> None:
    for name in path[:-1]:
        value = value[name]
    if remove:
        del value[path[-1]]
    else:
        value[path[-1]] = new


@RELAXED
@given(st.data())
@pytest.mark.parametrize("form", ["ohh", "ohh-simplified", "pokernow"])
def test_values_that_are_changed(form: str, data: st.DataObject) -> None:
    if form == "ohh":
        broken: Any = {"ohh": make_hand()}
    elif form == "ohh-simplified":
        broken = {"version": "1.0", "hands": [simplified()]}
    else:
        broken = make_download()
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths_of(broken)))
        put(broken, path, data.draw(JSON), data.draw(st.booleans()))
        if not paths_of(broken):
            break
    text = json.dumps(broken)
    if form != "pokernow":
        good = json.dumps({"ohh": make_hand()})
        text = f"{good}\n{text}\n{good}\n"
    readings = list(get(form).read(text))
    check(readings)
    if form != "pokernow":
        assert readings[0].ok and readings[-1].ok


@RELAXED
@given(st.data())
@pytest.mark.parametrize("form", ["ohh", "ohh-simplified", "pokernow"])
def test_texts_that_are_cut_and_mixed(form: str, data: st.DataObject) -> None:
    text = {
        "ohh": json.dumps({"ohh": make_hand()}, indent=1),
        "ohh-simplified": json.dumps({"version": "1.0", "hands": [simplified()]}, indent=1),
        "pokernow": make_log(hand_lines(*FOLDED) + hand_lines(*FOLDED, number=2)),
    }[form]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    kind = data.draw(st.sampled_from(["cut", "drop", "repeat", "insert", "shuffle"]))
    if kind == "cut":
        text = text[:end]
    elif kind == "drop":
        text = text[:start] + text[end:]
    elif kind == "repeat":
        text = text[:end] + text[start:]
    elif kind == "insert":
        text = text[:start] + data.draw(st.text(max_size=20)) + text[start:]
    else:
        text = "\n".join(data.draw(st.permutations(text.split("\n"))))
    encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "cp1252"]))
    check(list(get(form).read(text.encode(encoding, "replace"))))
    check(list(get(form).read(text.replace("\n", "\r\n"))))


LINES = hand_lines(*FOLDED)


@RELAXED
@given(st.lists(st.sampled_from(LINES) | st.text(max_size=30), max_size=14))
@example([LINES[0], *LINES])
@example(LINES[::-1])
def test_good_hands_of_a_log_are_read_whatever_is_between_them(lines: list[str]) -> None:
    number = 40
    good = hand_lines(*FOLDED, number=number)
    readings = list(get("pokernow").read(make_log([*good, *lines, *good])))
    check(readings)
    # Rows that cannot be read come first.
    named = [reading for reading in readings if reading.hand == f"hand{number}"]
    assert named[0].ok and named[-1].ok and named[-1] is readings[-1]


@pytest.mark.parametrize("form", ["ohh", "ohh-simplified", "pokernow"])
@pytest.mark.parametrize(
    "data", [b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"[" * 5000, b"{" * 5000, b'{"a":\n' * 3000]
)
def test_files_with_nothing_in_them(form: str, data: bytes) -> None:
    check(list(get(form).read(data)))


def test_gigantic_fields() -> None:
    long = "x" * 300_000
    log = make_log([line.replace("Ann", long) for line in LINES] + hand_lines(*FOLDED, number=2))
    readings = list(get("pokernow").read(log))
    check(readings)
    assert readings[-1].ok
    number = int("9" * 4000)
    hands = [{"ohh": make_hand(table_name=long)}, {"ohh": make_hand(dealer_seat=number)}]
    text = "\n".join(map(json.dumps, [*hands, {"ohh": make_hand()}]))
    readings = list(get("ohh").read(text))
    check(readings)
    assert [reading.ok for reading in readings] == [True, False, True]
