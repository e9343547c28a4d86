"""A hand that cannot be read, played, counted or written costs no other hand of its file."""

from __future__ import annotations

import io
import json
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.statistics import read_statistics
from croupier.compat.pypoks import GameConfig, HHistory, read_texts, write_texts
from croupier.errors import ParseError, PokerError, SetupError, UnsupportedError, guard
from croupier.games import mixed
from croupier.histories import HandHistory, check, check_all, check_histories, read_all
from croupier.histories.formats import ReadResult, get
from croupier.histories.formats.sites import ipoker
from croupier.histories.formats.sites.ipoker import IPokerFormat
from croupier.histories.formats.sites.rooms import PokerStarsFormat
from croupier.histories.pipeline.converting import SKIPPED, TARGETS, Conversion, convert
from croupier.histories.pipeline.finding import find_histories
from histories.formats import texts

from .hands import CHECK_DOWN, document

GOOD = document(*CHECK_DOWN, players=["Ann", "Bob"])
STUD = """\
Winamax Poker - CashGame - HandId: #12-3-457 - Razz fixed limit (1€/5€/10€)\
 - 2015/02/03 04:05:06 UTC
Table: 'Lyon' 6-max (real money)
Seat 1: Ann (100€)
Seat 4: Bob (200€)
*** ANTE/BLINDS ***
Ann posts ante 1€
Bob posts ante 1€
*** 3rd STREET ***
Dealt to Ann [4s Ad Td]
Dealt to Bob [X X 8h]
Ann calls 2€
Bob brings in 2€
Bob folds
Ann collected 4€ from pot
*** SUMMARY ***
Total pot 4€ | No rake
Seat 1: Ann won 4€
"""
LINE = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F"
# What is wrong with the second of three hands, and with which words of a good one it is made.
BAD_FIELDS = {
    "a smallest bet that is no number": ("min_bet = 2", "min_bet = nan"),
    "a stack that is no number": ("[200, 200]", "[nan, 200]"),
    "more chips than 64 bits": ("[200, 200]", "[200, 1" + "0" * 25 + "]"),
    "results beyond 64 bits": (
        "min_bet = 2",
        "min_bet = 2\nfinishing_stacks = [1" + "0" * 25 + ", 1]",
    ),
    "an integer of 5,000 digits": ("min_bet = 2", "min_bet = " + "9" * 5000),
    "a hand's number of 5,000 digits": ("min_bet = 2", "min_bet = 2\nhand = " + "9" * 5000),
    "a bet that is a day": ("min_bet = 2", "min_bet = 1979-05-27"),
    "no TOML": ("min_bet = 2", "min_bet = = 2"),
    "actions that are numbers": ("actions = [", "actions = [1, "),
    "bytes that are no UTF-8": ("'Bob'", "'B\udcffb'"),
    "a byte of zeros": ("'Bob'", "'B\0b'"),
}


@pytest.fixture(params=list(BAD_FIELDS))
def three(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file of three hands, the second of which is bad."""
    old, new = BAD_FIELDS[request.param]
    assert old in GOOD
    path = tmp_path / "hands.phhs"
    text = f"[1]\n{GOOD}\n\n[2]\n{GOOD.replace(old, new)}\n\n[3]\n{GOOD}\n"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    return path


def read_all_of(name: str, source: Any) -> list[ReadResult]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return list(get(name).read(source))


# Everything that goes through many hands.


def test_readings_go_on(three: Path) -> None:
    readings = read_all_of("phh", three)
    assert [reading.hand for reading in readings if reading.ok][-1] == "3"
    assert len(readings) == 3 and readings[0].ok
    for problem in readings[1].problems:
        assert problem.format == "phh" and problem.hand == "2"
        assert problem.line is not None
        assert readings[1].line <= problem.line < readings[2].line


def test_batches_go_on(three: Path) -> None:
    [batch] = read_all(three)
    assert len(batch) == 3
    assert batch[0].problem is None and batch[2].problem is None
    assert batch[2].payoffs == (2, -2)
    for problem in batch.problems:
        assert problem.key == "2" and problem.line > 0


def test_checks_go_on(three: Path) -> None:
    [survey] = check_all(three)
    assert len(survey.batch) == 3
    assert {one.hand for one in survey.violations} == {"2"}
    [checked] = check_histories(three)
    assert {one.hand for one in checked.violations} == {"2"}


def test_statistics_go_on(three: Path) -> None:
    counted = read_statistics(three)
    assert counted.hands + len(counted.problems) == 3 and counted.hands >= 2
    assert all("hand 2" in problem for problem in counted.problems)
    for line in re.findall(r"line (\d+)", " ".join(counted.problems)):
        assert 11 <= int(line) < 21
    assert counted["Ann"].hands == counted.hands


@pytest.mark.parametrize("target", [target for target in TARGETS if target != "pluribus"])
def test_conversions_go_on(three: Path, target: str) -> None:
    out = io.StringIO()
    result = convert(three, Conversion(target=target), out)
    assert not result.failure
    assert result.read == 3 and result.converted + result.skipped == 3 and result.converted >= 2
    skipped = [entry for entry in result.entries if entry.kind == SKIPPED]
    assert len(skipped) == result.skipped
    assert all(entry.hand in ("2", "") and entry.line > 1 for entry in skipped)


def test_documents_are_refused_with_errors_of_ours(three: Path) -> None:
    text = three.read_text(encoding="utf-8", errors="surrogateescape")
    second = text.split("[2]\n")[1].split("[3]\n")[0]
    for read in (
        lambda: HandHistory.loads(second).replay(),
        lambda: [history.replay() for history in HandHistory.loads_all(text)],
        lambda: HandHistory.loads(second, strict=True),
    ):
        try:
            read()
        except PokerError as error:
            assert str(error)
    assert all(one.message for one in check(text))


# Readers, one by one.


def surrounded(name: str, good: str, bad: str, between: str = "\n\n\n") -> ReadResult:
    """Return what came of a bad hand between two good ones, which are read as ever."""
    (alone,) = read_all_of(name, good)
    before, middle, after = read_all_of(name, between.join([good, bad, good]))
    assert before.history == alone.history == after.history
    assert not middle.ok
    return middle


@pytest.mark.parametrize(
    ("name", "text"), [("ongame", texts.ONGAME), ("partypoker", texts.PARTYPOKER)]
)
def test_dates_out_of_range(name: str, text: str) -> None:
    for day in ("99", "9" * 30):
        (reading,) = read_all_of(name, text.replace(" 05", f" {day}"))
        # A hand with a wrong date is a hand.
        assert reading.history is not None and reading.history.date is None


def test_a_call_before_the_bring_in() -> None:
    middle = surrounded("winamax", texts.WINAMAX, STUD)
    assert "Ann calls 2 where nothing can be called" in str(middle.problems[0])
    assert middle.problems[0].line is not None and middle.problems[0].line > middle.line


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("150|0|0|0", "150|0|0|0|0", "there are 7 results for 6 players"),
        ("150|", "1e999999|", "'1e999999' is no result"),
        ("150|", "nan|", "'nan' is no result"),
        ("150|", "9" * 40 + "|", "is no result"),
        ("r200fffff", "r" + "9" * 40, "the hand cannot be played"),
    ],
)
@pytest.mark.parametrize("name", ["pluribus", "acpc"])
def test_lines_of_logs(name: str, old: str, new: str, said: str) -> None:
    if name == "acpc" and "r9" in new:
        said = "cannot be played"
    middle = surrounded("pluribus", LINE, LINE.replace(old, new), "\n")
    assert said in str(middle.problems[0])
    assert (middle.hand, middle.problems[0].line) == ("7", 2)


def test_a_board_of_four_cards() -> None:
    good = "STATE:7:cc/cc/cc/cc:AsKs|2c2d/3h4h5h/6h/7h:0|0:A|B"
    for bad in (good.replace("3h4h5h", "3h4h5h8h"), good.replace("3h4h5h/", "3h4h5h6d")):
        middle = surrounded("acpc", good, bad, "\n")
        assert middle.problems[0].line == 2


def test_logs_of_programs_warn_and_go_on() -> None:
    bad = LINE.replace("150|0", "150|0|0")
    with pytest.warns(UserWarning, match="7 results for 6 players"):
        histories = list(HandHistory.from_pluribus_protocol(f"{LINE}\n{bad}\n{LINE}"))
    assert len(histories) == 2
    with pytest.raises(ParseError, match="7 results"):
        list(HandHistory.from_pluribus_protocol(f"{LINE}\n{bad}\n{LINE}", error_status=True))


# Writers.

STRANGE: dict[str, dict[str, Any]] = {
    "stacks that are no numbers": {"starting_stacks": [float("nan"), 200]},
    "stacks without an end": {"starting_stacks": [float("-inf"), 200]},
    "a bet that is a list": {"min_bet": [1]},
    "antes that are tables": {"antes": [{"a": 1}, 0]},
    "a variant that is a list": {"variant": ["NT"]},
    "a variant that is none": {"variant": "none"},
    "seats of two kinds": {"seats": ["a", float("nan")]},
    "players that are numbers": {"players": [1, None]},
    "too few players": {"players": ["Ann"]},
    "too many results": {"finishing_stacks": [1, 2, 3]},
    "a day that is none": {"day": float("nan"), "month": 10**20, "year": -5},
    "a zone that is none": {"day": 1, "month": 1, "year": 2024, "time_zone": 3, "time": "noon"},
    "fields that are others": {"user_defined_fields": {"_cash_outs": 3, "_hero": [], "_rake": {}}},
    "winnings that are texts": {"winnings": ["1", "2"]},
    "no actions": {"actions": [None, 3]},
    "a level beyond all numbers": {"level": 10**40, "user_defined_fields": {"_tournament": 9}},
}


@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize("name", [*TARGETS[:4], "pluribus"])
def test_writers_refuse_with_errors_of_ours(name: str, what: str) -> None:
    history = HandHistory.loads(GOOD, hand=3)
    for field, value in STRANGE[what].items():
        setattr(history, field, value)
    try:
        text = get(name).write(history)
    except PokerError as error:
        assert str(error)
    else:
        assert text


# What else is read.

DEEP = "[" * 100_000 + "]" * 100_000


def test_events_that_are_nested_deeply() -> None:
    for line in (DEEP, f'["GCF", {DEEP}]'):
        with pytest.raises(ParseError, match="line 2") as caught:
            HHistory.loads(f'["GCF", ["2players_2bets"]]\n{line}')
        assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    "events",
    [
        [],
        [["GCF", ["2players_2bets"]], ["POS", ["a", -99, 5]]],
        [["GCF", ["2players_2bets"]], ["TCD", [1, {}]]],
        [["GCF", ["2players_2bets"]], ["MOV", ["a", 10**30, 0, [], [1, 2, 3]]]],
        [["GCF", ["2players_2bets"]], ["PRS", ["a", 1, [1, 2, [[1, "x"]], 4]]]],
        [["GCF", ["2players_2bets"]], ["PRS", ["a", float("nan"), [1, 2, 3]]]],
        [["GCF", [{}]]],
    ],
)
def test_events_that_are_wrong(events: list[Any]) -> None:
    try:
        history = HHistory.loads("\n".join(map(json.dumps, events)))
        write_texts(history)
    except PokerError as error:
        assert str(error)


@pytest.mark.parametrize(
    "lines",
    [
        ["GCF: 2players_2bets", "POS: a BTN " + "9" * 5000, "POS: b BB 1000"],
        ["GCF: 2players_2bets", "POS: a BTN ²", "POS: b BB 1000"],
        ["GCF: 2players_2bets", "POS: a BTN 1000", "POS: a BB 1000"],
        ["GCF: 2players_2bets", "POS: a BTN 1000", "POS: b BB 1000", "PLH: a KH KH"],
        ["GCF: 2players_2bets", "POS: a BTN 1000", "POS: b BB 1000", "MOV: a FLD " + "1" * 5000],
        ["GCF:"],
        ["POS:"],
        ["MOV: ??"],
    ],
)
def test_pypoks_texts_that_are_wrong(lines: list[str]) -> None:
    with pytest.raises(PokerError):
        read_texts("\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1500,
        "a: " + "9" * 5000,
        "table_moves: [[1, 2, 3]]",
        "? [1]\n: 2",
        "table_size: 2001-99-99",
        "table_moves: [[BR1, .nan, .inf]]",
        "!!python/object:os.system x",
        "\x00",
    ],
)
def test_yaml_that_is_wrong(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine_gc.yaml"
    path.write_text(text)
    with pytest.raises(SetupError):
        GameConfig.from_yaml(path)


@pytest.mark.parametrize(
    "text", [DEEP, f'{{"name": {DEEP}}}', '{"name": ' + "9" * 5000 + "}", "\udcff", "{"]
)
def test_mixed_games_that_are_wrong(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises((ParseError, SetupError)):
        mixed.load(path)


# The boundary itself.


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


def test_a_fault_of_a_reader_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = OverflowError("too far")
    monkeypatch.setattr(ipoker, "_cards", raising(fault))
    text = f"{texts.IPOKER}\n\n{texts.IPOKER}"
    readings = read_all_of("ipoker", text)
    begins = [text.index("<game "), text.rindex("<game ")]
    assert [reading.line for reading in readings] == [
        text[:place].count("\n") + 1 for place in begins
    ]
    (problem,) = readings[1].problems
    assert problem.args[0] == (
        "cannot be read: an unexpected OverflowError in the reader of iPoker XML: too far"
    )
    assert (problem.format, problem.__cause__) == ("ipoker", fault)
    assert problem.line == readings[1].line


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(), MemoryError()])
def test_what_is_no_fault_of_a_hand_passes(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ipoker, "_cards", raising(error))
    with pytest.raises(type(error)):
        read_all_of("ipoker", texts.IPOKER)


@pytest.mark.parametrize("error", [KeyError("x"), RecursionError(), AssertionError(), OSError("x")])
def test_a_fault_of_a_writer_costs_one_hand(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = PokerStarsFormat.write_hand

    def fail(self: PokerStarsFormat, history: HandHistory, **options: Any) -> str:
        if history.hand == 2:
            raise error
        return write(self, history, **options)

    monkeypatch.setattr(PokerStarsFormat, "write_hand", fail)
    hands = [document(*CHECK_DOWN, hand=number) for number in (1, 2, 3)]
    text = "".join(f"[{number}]\n{hand}\n" for number, hand in enumerate(hands, 1))
    result = convert(text, Conversion(target="pokerstars"), io.StringIO())
    assert (result.read, result.converted, result.skipped) == (3, 2, 1)
    (entry,) = [entry for entry in result.entries if entry.kind == SKIPPED]
    assert entry.hand == "2" and entry.line > 1
    assert "cannot be written: " in entry.message
    with pytest.raises(UnsupportedError, match="cannot be written") as caught:
        get("pokerstars").write(HandHistory.loads(hands[1]))
    assert caught.value.__cause__ is error


def test_a_fault_of_what_finds_hands_is_one_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def split(self: IPokerFormat, lines: Iterator[str]) -> Iterator[Any]:
        yield from original(self, lines)
        raise LookupError("lost")

    original = IPokerFormat.split
    monkeypatch.setattr(IPokerFormat, "split", split)
    result = convert(texts.IPOKER, Conversion(target="phh"), io.StringIO())
    assert result.converted == 1
    assert result.failure.startswith(
        "cannot be read to the end: an unexpected LookupError in the reader of iPoker XML: lost"
    )


def test_a_fault_of_what_looks_at_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(get("ongame"), "recognize", raising(KeyError("x")))
    (tmp_path / "a.txt").write_text("Bring chips.")
    found = find_histories(tmp_path)
    assert not found.files and "an unexpected KeyError" in found.passed[0].reason


def test_messages_of_guarded_errors_are_short() -> None:
    with pytest.raises(ParseError) as caught, guard("read", "x", line=3):
        raise TypeError("y" * 10_000)
    assert len(str(caught.value)) < 500
    with pytest.raises(ParseError, match=r"^no such card \(line 3\)$"), guard("read", "x", line=3):
        raise ValueError("no such card")
    with (
        pytest.raises(ParseError, match=r"cannot be read: it is nested too deeply"),
        guard("read", "x"),
    ):
        raise RecursionError
    with (
        pytest.raises(ParseError, match=r"^odd \(hand 7, line 3\)$") as caught,
        guard("read", "x", line=3, hand=8),
    ):
        raise ParseError("odd", hand=7)
    with pytest.raises(SetupError, match=r"^odd$"), guard("written", "x", UnsupportedError):
        raise SetupError("odd")
    with pytest.raises(ParseError, match=r"^odd \(line 3\)$"), guard("read", "x", line=3):
        raise SetupError("odd")


def test_a_dotted_name_with_a_broken_value_is_refused() -> None:
    with pytest.raises(ParseError, match="1_"):
        HandHistory.loads("a.b = 1_\n")
