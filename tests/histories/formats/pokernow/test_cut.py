"""Logs of PokerNow that somebody cut: nothing vanishes without a word."""

from __future__ import annotations

import io

import pytest

from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.histories import read
from croupier.histories.formats import get
from croupier.histories.pipeline.converting import Conversion, convert
from shared import data_path

from .logs import FOLDED, hand_lines, make_log

LOG = make_log([line for number in (1, 2, 3) for line in hand_lines(*FOLDED, number=number)])
HEADER, *ROWS = LOG.splitlines(keepends=True)


def tell(text: str) -> list[str]:
    """Return what comes of each hand and of what lies outside of them."""
    told = []
    for one in get("pokernow").read(text):
        if one.ok:
            told.append(one.hand)
        else:
            place = "outside" if one.outside else f"hand {one.hand}"
            told.append(f"{place}, line {one.line}: {one.problems[0].args[0]}")
    return told


NO_START = "the log has no start of the hand: expected -- starting hand"
TORN = "the last row is torn: the log was cut off here, and older rows may be missing"


def test_a_hand_without_its_start_is_skipped() -> None:
    # The newest rows stand first, so the oldest hand loses its beginning.
    cut = HEADER + "".join(ROWS[:-3])
    assert tell(cut) == [f"hand 1, line 20: {NO_START}", "hand2", "hand3"]


def test_a_log_is_reported_as_torn_wherever_it_is_cut() -> None:
    whole = len(LOG)
    for size in range(whole - len(ROWS[-1]), whole):
        told = tell(LOG[:size])
        # Without the line that begins it, the oldest hand is lost.
        if size < whole - len(ROWS[-1]) + 1:
            assert told == [f"hand 1, line 20: {NO_START}", "hand2", "hand3"]
        elif size < whole - 1:
            assert told == [
                f"outside, line {len(ROWS) + 1}: {TORN}",
                f"hand 1, line 20: {NO_START}",
                "hand2",
                "hand3",
            ], size
        else:
            assert told == ["hand1", "hand2", "hand3"]


def test_a_whole_row_at_the_end_needs_no_newline() -> None:
    assert tell(LOG.rstrip("\n")) == tell(LOG) == ["hand1", "hand2", "hand3"]


def test_a_hand_in_the_middle_without_its_start() -> None:
    rows = [row for row in ROWS if "starting hand #2" not in row]
    told = tell(HEADER + "".join(rows))
    assert told[0] == "hand1" and told[2] == "hand3"
    assert told[1].startswith("hand 2, line ") and told[1].endswith(NO_START)


def test_a_log_without_its_header_is_read_if_the_format_is_named() -> None:
    assert tell("".join(ROWS)) == ["hand1", "hand2", "hand3"]
    with pytest.raises(ValueError, match="the format is none of"):
        read("".join(ROWS))
    # What is left of the first row counts for nothing.
    torn = "the first row is torn: the log was cut off here, and newer rows may be missing"
    assert tell("".join(ROWS)[40:])[0] == f"outside, line 1: {torn}"
    (said,) = tell("seat,name,chips\n1,Ann,500\n")
    assert "this is no log of PokerNow" in said


@pytest.mark.parametrize("compatible", [False, True])
def test_cuts_are_in_the_report(compatible: bool) -> None:
    cut = LOG[: -len(ROWS[-1]) - 5]
    options = CompatibleOptions(hero="Ann") if compatible else None
    result = convert(cut, Conversion(target="gtowizard", compatible=options), io.StringIO())
    assert (result.read, result.skipped) == (3, 1)
    assert result.converted == 2
    (torn,) = [entry for entry in result.entries if entry.kind == "unreadable"]
    (skipped,) = [entry for entry in result.entries if entry.kind == "skipped"]
    assert torn.message == TORN
    assert (skipped.hand, skipped.message) == ("1", NO_START)


def test_real_logs_have_neither() -> None:
    for log in sorted(data_path("pokernow", "logs").glob("*.csv"))[-2:]:
        assert all(one.ok for one in read(log))
