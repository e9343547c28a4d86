"""Numbers have bounds, wherever they come from."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from croupier import Automation, NoLimitTexasHoldem, State
from croupier.agents import parse_move
from croupier.analysis import chip_chop, icm, propose_deal, risk_premium
from croupier.errors import ParseError, PokerError, RuleError, SetupError
from croupier.games import load
from croupier.games.mixed import load as load_mix
from croupier.histories import HandHistory, check, read_all
from croupier.numbers import (
    MAX_DIGITS,
    MAX_EXPONENT,
    read_decimal,
    read_integer,
    read_number,
    show_short,
    verify_number,
)
from croupier.utilities import clean_values, parse_value

HUGE_TEXTS = [
    "1e1000000000",
    "-1e1000000000",
    "1e-1000000000",
    "0e1000000000",
    "9" * 5000,
    "9" * 5000 + ".5",
    "0." + "0" * 5000 + "1",
    "1_0" * 3000,
]
HUGE = [
    Decimal("1e999999999"),
    Decimal("-1e999999999"),
    Decimal("1e-999999999"),
    Decimal("0e999999999"),
    Fraction(10**5000, 3),
    Fraction(1, 10**5000),
    10**5000,
    -(10**5000),
]
NO_NUMBERS = [float("nan"), -float("inf"), Decimal("nan"), Decimal("snan"), Decimal("-inf")]
IDS = [f"{type(one).__name__} {number}" for number, one in enumerate([*HUGE, *NO_NUMBERS])]


def make_state(**changed: Any) -> State:
    values: dict[str, Any] = {"antes": 0, "blinds": (1, 2), "min_bet": 2, "stacks": 200} | changed
    return NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        values["antes"],
        values["blinds"],
        values["min_bet"],
        values["stacks"],
        2,
        seed=1,
    )


@pytest.mark.parametrize("text", HUGE_TEXTS, ids=lambda text: text[:14])
@pytest.mark.parametrize("read", [read_number, read_decimal, parse_value])
def test_texts_out_of_bounds_are_refused(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(ParseError, match=r"at most 40 digits and an exponent from -40 to 40"):
        read(text)


def test_the_bounds_are_those_that_are_told() -> None:
    assert read_number("9" * MAX_DIGITS) == 10**MAX_DIGITS - 1
    assert read_decimal(f"1e{MAX_EXPONENT}") == 10**MAX_EXPONENT
    assert read_decimal(f"1e-{MAX_EXPONENT}") == Decimal(1).scaleb(-MAX_EXPONENT)
    for text in ("9" * (MAX_DIGITS + 1), f"1e{MAX_EXPONENT + 1}", f"1e-{MAX_EXPONENT + 1}"):
        with pytest.raises(ParseError):
            read_decimal(text)


@pytest.mark.parametrize("text", ["", "x", "1.2.3", "nan", "-nan", "snan", "1e", "--1", "x" * 9999])
def test_what_is_no_number_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(ParseError, match="is not a number") as caught:
        read_number(text)
    assert len(str(caught.value)) < 100


def test_whole_numbers_have_no_point() -> None:
    assert read_integer("12") == 12
    with pytest.raises(ParseError, match="is no whole number"):
        read_integer("1.5")


@pytest.mark.parametrize("number", [*HUGE, *NO_NUMBERS], ids=IDS)
def test_numbers_out_of_bounds_are_refused(number: Any) -> None:
    for infinite in (False, True):
        with pytest.raises(SetupError):
            verify_number(number, SetupError, infinite=infinite)
    assert len(show_short(number)) < 200


@pytest.mark.parametrize(
    "number", [0, -5, 2.5, 1e40, 1e-40, 0.0, Decimal("0.01"), Fraction(1, 3), 10**30]
)
def test_numbers_within_bounds_are_taken(number: Any) -> None:
    verify_number(number)


@pytest.mark.parametrize("amount", [*HUGE, *NO_NUMBERS], ids=IDS)
@pytest.mark.parametrize("name", ["stacks", "antes", "min_bet", "blinds"])
def test_games_are_refused_with_such_chips(name: str, amount: Any) -> None:
    with pytest.raises(SetupError):
        make_state(**{name: (1, amount) if name == "blinds" else amount})


@pytest.mark.parametrize("amount", [*HUGE, *NO_NUMBERS, float("inf")], ids=[*IDS, "infinity"])
@pytest.mark.parametrize("stacks", [200, 200.5, Decimal("200.5"), Fraction(401, 2)])
def test_bets_are_refused_with_such_chips(stacks: Any, amount: Any) -> None:
    state = make_state(stacks=stacks)
    before = list(state.stacks)
    with pytest.raises(RuleError):
        state.complete_bet_or_raise_to(amount)
    assert not state.can_complete_bet_or_raise_to(amount)
    assert list(state.stacks) == before


@pytest.mark.parametrize("amount", HUGE[4:], ids=IDS[4:8])
def test_values_of_tournaments_have_bounds(amount: Any) -> None:
    for find in (
        lambda: icm([50, 20], [1, amount]),
        lambda: icm([50, amount], [1, 2]),
        lambda: chip_chop([50, 20], [1, amount]),
        lambda: propose_deal([50, 20], [1, amount], unit=1),
        lambda: risk_premium([50, 20], [1, 2], 0, 1, amount),
    ):
        with pytest.raises(SetupError):
            find()


@pytest.mark.parametrize("text", HUGE_TEXTS, ids=lambda text: text[:14])
def test_nobody_says_such_numbers(text: str) -> None:
    for said in (f"raise {text}", f"raise by {text}", f"{text} pot", f"1/{text} pot", f"r {text}k"):
        with pytest.raises(ParseError) as caught:
            parse_move(said, make_state())
        assert len(str(caught.value)) < 600


DOCUMENT = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AhAs', 'd dh p2 KdKc', 'p2 cbr 6', 'p1 f']
"""


@pytest.mark.parametrize(
    "text", [*HUGE_TEXTS, "0x" + "f" * 20_000, "nan"], ids=lambda one: one[:14]
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[200, 200]", "[200, {}]"),
        ("min_bet = 2", "min_bet = {}"),
        ("[0, 0]", "[0, {}]"),
        ("[1, 2]", "[1, {}]"),
        ("cbr 6", "cbr {}"),
    ],
)
def test_histories_with_such_numbers_are_refused(
    tmp_path: Any, old: str, new: str, text: str
) -> None:
    document = DOCUMENT.replace(old, new.format(text))
    with pytest.raises(PokerError):
        HandHistory.loads(document).replay()
    assert any(one.is_error for one in check(document))
    path = tmp_path / "hand.phh"
    path.write_text(document, encoding="utf-8")
    (batch,) = read_all(path)
    assert batch.problems


@pytest.mark.parametrize("text", [*HUGE_TEXTS, "[" * 100_000, "NaN"], ids=lambda text: text[:14])
def test_games_of_files_have_bounds(tmp_path: Any, text: str) -> None:
    for place, load_it in (("game.json", load), ("mix.json", load_mix)):
        path = tmp_path / place
        path.write_text(f'{{"name": "x", "rotation": [], "players": {text}}}', encoding="utf-8")
        with pytest.raises(PokerError):
            load_it(path)


def test_stacks_that_never_end_are_cut_off() -> None:
    from itertools import repeat

    assert clean_values(repeat(5), 3) == (5, 5, 5)
