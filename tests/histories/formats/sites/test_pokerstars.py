"""The text of PokerStars in detail: what is odd, and what is written."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest

from croupier.errors import ParseError, ReplayError, UnsupportedError
from croupier.histories import HandHistory, read
from croupier.histories.formats import ReadResult, get
from histories.formats import texts

SHORT = texts.SHORT.format(number=5)


def only(text: str) -> ReadResult:
    (reading,) = read(text, "pokerstars")
    return reading


def good(text: str) -> HandHistory:
    return only(text).unwrap()


def problem(text: str) -> ParseError:
    reading = only(text)
    assert not reading.ok and reading.history is None
    return reading.problems[0]


def test_fields() -> None:
    history = good(texts.POKERSTARS)
    assert history.players == ["Cat (x)", "ann: the 1st", "Bob"]
    assert (history.seats, history.seat_count, history.table) == ([4, 1, 2], 6, "Ceres II")
    assert (history.hand, history.venue, history.currency) == (101, "PokerStars", "USD")
    assert str(history.moment) == "2024-03-05 08:07:09-05:00"
    assert history.user_defined_fields["_hero"] == "Bob"
    assert history.user_defined_fields["_sitting_out"] == [
        {"seat": 5, "player": "Dan", "stack": Decimal(12)}
    ]


def test_chat_is_no_action() -> None:
    assert good(texts.POKERSTARS).actions.count("p3 f") == 0


def test_a_short_blind_owes_all_of_it() -> None:
    history = good(SHORT)
    assert history.blinds_or_straddles == [50, 100, 0]
    assert history.antes == [10, 10, 10]
    assert history.ante_trimming_status
    assert history.finishing_stacks == [1550, 0, 1490]
    assert history.user_defined_fields["_remarks"] == ["Cat finished the tournament in 3rd place"]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("Total pot $81", "Total pot $82", "the pot is said to be 82, but players paid 81"),
        ("collected $78.20", "collected $78.10", "but the pot is 81"),
        ("Rake $2.80", "Rake $2.70", "but the pot is 81"),
        (
            "Cat (x) collected",
            "Bob collected",
            "Cat \\(x\\) ends with 0 by the record, but with 81",
        ),
        ("calls $2.50", "calls $2.60", "calls 2.60, but 2.50 is to call"),
        ("raises $2 to $3", "raises $2 to $1", "below the minimum of"),
        ("Seat 4: Cat (x)", "Seat 4: Cat", "nobody at the table is called 'Cat \\(x\\)'|Cat"),
        ("Bob: raises $2 to $3", "Bob: raises $2", "a raise is written as"),
        ("$250.50 in chips", "lots in chips", "is no amount"),
        ("Hold'em No Limit", "Snap No Limit", "names no game"),
        ("[Kh 7c 2d]\n", "[Kh 7c 2d]\nHand cancelled\n", "was cancelled"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, what: str) -> None:
    assert old in texts.POKERSTARS
    error = problem(texts.POKERSTARS.replace(old, new, 1))
    assert re.search(what, str(error))
    assert str(error.hand) == "101"


def test_a_problem_has_its_line() -> None:
    error = problem(texts.POKERSTARS.replace("calls $2.50", "calls $2.60"))
    assert isinstance(error, ReplayError)
    assert error.line == 13


@pytest.mark.parametrize("count", range(2, 30))
def test_a_hand_that_is_cut_off_is_reported(count: int) -> None:
    lines = texts.POKERSTARS.splitlines()[:count]
    if any("SUMMARY" in line for line in lines):
        return
    assert "is cut off" in str(problem("\n".join(lines)))


def test_a_bad_hand_does_not_stop_the_next() -> None:
    bad = texts.POKERSTARS.replace("calls $2.50", "calls $2.60")
    text = "\n\n\n".join([SHORT, bad, texts.POKERSTARS, bad[:500], SHORT])
    assert [reading.ok for reading in read(text)] == [True, False, True, False, True]


TWICE = (
    texts.POKERSTARS.replace("*** TURN *** [Kh 7c 2d] [Qs]", "*** FIRST TURN *** [Kh 7c 2d] [Qs]")
    .replace("*** RIVER *** [Kh 7c 2d Qs] [3h]", "*** FIRST RIVER *** [Kh 7c 2d Qs] [3h]\n"
             "*** SECOND TURN *** [Kh 7c 2d] [As]\n*** SECOND RIVER *** [Kh 7c 2d As] [4h]")
    .replace("Cat (x) collected $78.20 from pot", "Cat (x) collected $39.10 from pot\n"
             "*** SECOND SHOW DOWN ***\nBob collected $39.10 from pot")
)  # fmt: skip


def test_two_runs() -> None:
    history = good(TWICE)
    assert history.actions[-6:] == [
        "# croupier: p1 rc 2",
        "# croupier: p3 rc 2",
        "d db Qs",
        "d db 3h",
        "# croupier: d db As",
        "# croupier: d db 4h",
    ]
    assert history.replay(strict=True).state.stacks == [Decimal("40.5"), 99, Decimal(251)]
    assert good(get("pokerstars").write(history)) == history


def test_posts() -> None:
    late = texts.POKERSTARS.replace(
        "ann: the 1st: posts big blind $1\n",
        "ann: the 1st: posts big blind $1\nBob: posts small & big blinds $1.50\n",
    )
    late = late.replace("Total pot $81 | Rake $2.80", "Total pot $81.50 | Rake $3.30")
    history = good(late)
    assert history.blinds_or_straddles == [Decimal("0.5"), 1, -1]
    assert history.antes == [0, 0, Decimal("0.5")]
    assert good(get("pokerstars").write(history)) == history


def test_a_cap_limits_what_can_be_lost() -> None:
    text = texts.POKERSTARS.replace("($0.50/$1.00 USD)", "($0.50/$1.00 - $40 Cap -  USD)")
    history = good(text)
    assert history.starting_stacks == [40, 40, 40]
    assert history.user_defined_fields["_stacks"] == [40, 100, Decimal("250.5")]
    assert history.finishing_stacks == [Decimal("78.2"), 99, Decimal("210.5")]


def test_what_is_written() -> None:
    text = get("pokerstars").write(good(texts.POKERSTARS))
    lines = text.splitlines()
    assert lines[0] == (
        "PokerStars Hand #101:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/03/05 8:07:09 ET"
    )
    # Chat is lost, and a raise against players who are all-in is a call.
    told = texts.POKERSTARS.splitlines()[1:]
    told = [line for line in told if " said, " not in line and "Uncalled" not in line]
    told[told.index("Bob: raises $210.50 to $247.50 and is all-in")] = "Bob: calls $37"
    assert lines[1:] == told


@pytest.mark.parametrize("text", [texts.POKERSTARS, SHORT, TWICE])
def test_written_and_read_again(text: str) -> None:
    history = good(text)
    assert good(get("pokerstars").write(history)) == history


def test_every_number_of_a_hand_is_digits_and_stable() -> None:
    history = good(SHORT)
    history.hand = "a name"
    first, second = (get("pokerstars").write(history) for _ in range(2))
    assert first == second
    assert re.match(r"PokerStars Hand #\d{1,18}: ", first)


def test_what_cannot_be_written() -> None:
    history = good(SHORT)
    history.variant = "X:FK"
    with pytest.raises(UnsupportedError, match="no game for the variant"):
        get("pokerstars").write(history)
    history = good(SHORT)
    history.starting_stacks = [float("inf"), 60, 1500]
    with pytest.raises(UnsupportedError, match="stack is not known"):
        get("pokerstars").write(history)
    history = good(SHORT)
    history.actions = history.actions[:3]
    with pytest.raises(UnsupportedError, match="does not come to its end"):
        get("pokerstars").write(history)


@pytest.mark.parametrize("field", ["finishing_stacks", "winnings"])
@pytest.mark.parametrize("name", ["pokerstars", "ohh", "ohh-simplified"])
def test_more_chips_than_are_counted_are_refused(name: str, field: str) -> None:
    history = good(SHORT)
    setattr(history, field, [62, 10**20, 5])
    with pytest.raises(UnsupportedError, match=field) as caught:
        get(name).write(history)
    assert caught.value.code == "field-value"
