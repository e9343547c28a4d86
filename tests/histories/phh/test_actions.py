"""The notation of actions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import parse_action as parse_action_of_package
from croupier.errors import ParseError, RuleError
from croupier.games import NoLimitTexasHoldem
from croupier.histories import Action, parse_action, read_action
from croupier.notation import parse_action as parse_action_of_notation
from croupier.state import Automation, Mode, State


def make_state(*left_out: Automation) -> State:
    automations = tuple(one for one in Automation if one not in left_out)
    return NoLimitTexasHoldem.create_state(
        automations, True, 0, (1, 2), 2, 200, 3, mode=Mode.CASH_GAME, seed=1
    )


def test_the_function_is_where_pokerkit_has_it() -> None:
    assert parse_action_of_package is parse_action_of_notation is parse_action


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Action("")),
        ("  \t ", Action("")),
        ("# only words", Action("", None, None, "only words")),
        ("#words", Action("", None, None, "words")),
        ("#", Action("", None, None, "")),
        ("  d   db  AsKsQs ", Action("db", None, "AsKsQs")),
        ("d db As # low", Action("db", None, "As", "low")),
        ("d dh p10 ????", Action("dh", 9, "????")),
        ("p3 f #x", Action("f", 2, None, "x")),
        ("p3 f#x", Action("f", 2, None, "x")),
        ("p1 pb", Action("pb", 0)),
        ("p1 cc", Action("cc", 0)),
        ("p1 cbr 2.50", Action("cbr", 0, "2.50")),
        ("p1 sd", Action("sd", 0)),
        ("p1 sd AsKs", Action("sd", 0, "AsKs")),
        ("p1 sm", Action("sm", 0)),
        ("p1 sm -", Action("sm", 0, "-")),
        ("p1 sm ??As # half", Action("sm", 0, "??As", "half")),
        ("# croupier: d db 2c3c4c", Action("db", None, "2c3c4c")),
        ("# croupier: p2 rc 3 # three times", Action("rc", 1, "3", "three times")),
        ("# croupier: p2 rc", Action("rc", 1)),
        ("# croupier: p4 pr - # no", Action("pr", 3, "-", "no")),
        ("# croupier: p4 ex 2c", Action("ex", 3, "2c")),
    ],
)
def test_actions_are_read(text: str, expected: Action) -> None:
    assert read_action(text) == read_action(text, strict=True) == expected


@pytest.mark.parametrize(
    "text",
    ["p1 cbr 1,000", "p1 cbr 1_000", "p1 cbr 1e3", "d dh p1 10hAs", "d dh p1 Ah,As", "d db A?"],
)
def test_habits_are_tolerated_but_not_in_strict_reading(text: str) -> None:
    assert read_action(text)
    with pytest.raises(ParseError) as caught:
        read_action(text, strict=True)
    assert caught.value.excerpt == text


@pytest.mark.parametrize(
    "text",
    [
        "p0 f",
        "p03 f",
        "p+3 f",
        "p f",
        "P1 f",
        "p1",
        "p1 x",
        "p1 f f",
        "p1 cc 5",
        "p1 cbr",
        "p1 cbr 1,0",
        "p1 cbr nan",
        "p1 cbr inf",
        "p1 cbr -5",
        "p1 cbr 5 6",
        "p1 cbr 0x10",
        "p1 sm - -",
        "p1 sm As Ks",
        "p1 sd -",
        "d",
        "d db",
        "d db As Ks",
        "d db A",
        "d db Xx",
        "d db ,",
        "d dh AsKs",
        "d dh p1",
        "d dh p0 AsKs",
        "# croupier: p1 f",
        "# croupier: p1 rc 0",
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    for strict in (True, False):
        with pytest.raises(ParseError):
            read_action(text, strict=strict)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        action = read_action(text)
    except ParseError:
        return
    assert isinstance(action, Action)


def test_actions_are_done() -> None:
    state = make_state()
    parse_action(state, "p3 cbr 6 # first")
    parse_action(state, "p1 f")
    parse_action(state, "p2 cc")
    parse_action(state, "# pause")
    assert state.operations[-1].commentary == "pause"
    assert state.street_index == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("p1 f", "p1 is not to act: p3 is"),
        ("p4 f", "there is no p4 among 3 players"),
        ("p3 sd", "p3 is not to discard: nobody is"),
        ("p3 cbr 3", "below the minimum of 4"),
        ("d db AsKsQs", "board"),
    ],
)
def test_what_is_not_legal_is_a_rule_error(text: str, reason: str) -> None:
    state = make_state()
    before = state.copy()
    with pytest.raises(RuleError, match=reason):
        parse_action(state, text)
    assert state == before


def test_amounts_are_read_by_the_given_function() -> None:
    state = make_state()
    parse_action(state, "p3 cbr 3", lambda text: 2 * int(text))
    assert state.bets[2] == 6
