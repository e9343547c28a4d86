"""The notation of what only games of configurations have."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory as OtherHistory

from croupier.errors import ParseError, RuleError
from croupier.histories import Action, HandHistory, check, parse_action, read_action
from croupier.histories.phh.actions import describe_legal
from croupier.state.operation_table import OPERATIONS
from histories.hands import document

from .playing import BET, FIVE, cards, game, make, start
from .playing import play as play_by_chance
from .test_hands import VECTORS, vector

STANDARD = {"db", "dh", "sd", "pb", "f", "cc", "cbr", "sm", "rc", ""}
OWN = [row for row in OPERATIONS.values() if row.word not in STANDARD]
PLAYER_KINDS = tuple(row.word for row in OWN if row.is_decision)
DEALER_KINDS = tuple(row.word for row in OWN if not row.is_decision)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p1 ex", Action("ex", 0)),
        ("p1  ex AsKs # up", Action("ex", 0, "AsKs", "up")),
        ("p2 ps 2c??", Action("ps", 1, "2c??")),
        ("p1 sp AsKs 2c3c4c", Action("sp", 0, "AsKs 2c3c4c")),
        ("p1 sp AsKs2c3c4c", Action("sp", 0, "AsKs2c3c4c")),
        ("p1 dc high_low", Action("dc", 0, "high_low")),
        ("p1 dc high low", Action("dc", 0, "high low")),
        ("p3 ch Omaha  Hi-Lo#x", Action("ch", 2, "Omaha Hi-Lo", "x")),
        ("p1 by", Action("by", 0)),
        ("p1 by 2c", Action("by", 0, "2c")),
        ("p1 by -", Action("by", 0, "-")),
        ("p1 pr", Action("pr", 0)),
        ("p1 pr -", Action("pr", 0, "-")),
        ("p1 rb 2c3c", Action("rb", 0, "2c3c")),
        ("d rd 3 5", Action("rd", None, "3 5")),
        ("d rm # out", Action("rm", None, None, "out")),
        ("d dh p1 *s??", Action("dh", 0, "*s??")),
    ],
)
def test_actions_are_read(text: str, expected: Action) -> None:
    assert read_action(text) == read_action(text, strict=True, extended=True) == expected
    # The standard has nothing of this.
    with pytest.raises(ParseError):
        read_action(text, strict=True)


def test_other_games_have_none_of_it() -> None:
    text = document("d dh p1 AsAh", "d dh p2 KsKh", "p2 ex Ks")
    found = check(text)[0]
    assert (found.code, found.action) == ("notation", 3)
    assert "a player's actions are pb, f, cc, cbr, sd and sm" in found.message
    history = HandHistory.loads(text)
    with pytest.raises(ValueError, match="p2 is not to decide this: nobody is"):
        history.replay()


def test_a_reader_of_the_standard_alone_plays_nothing_wrong() -> None:
    history = vector("pass")
    other = OtherHistory.loads(history.dumps())
    assert other.variant == "X:G"
    assert other.actions == history.actions
    assert other.user_defined_fields == history.user_defined_fields
    with pytest.raises((KeyError, ValueError)):
        other.create_state()


def test_a_standard_game_is_recorded_without_fields_of_custom_games() -> None:
    text = document("d dh p1 AsAh", "d dh p2 KsKh", "p2 f")
    history = HandHistory.loads(text)
    recorded = HandHistory.from_game_state(history.create_game(), history.replay().state)
    assert recorded.dumps() == text
    assert "_" not in "".join(recorded.user_defined_fields)


def test_actions_are_done() -> None:
    data = game(FIVE, {"expose": {"cards": [cards(1)]}}, BET)
    state = make(data, "d dh p1 AsAhAdKsKh", "d dh p2 2c3d5h7s9c").replay().state
    assert describe_legal(state) == "p1 ex with 1 card"
    before = state.copy()
    for text in ("p2 ex 9c", "p1 ex AsAh", "p1 ps As", "p3 ex As", "d rm", "p1 ch As"):
        with pytest.raises(RuleError):
            parse_action(state, text)
        assert state == before
    parse_action(state, "p1 ex As # why not")
    assert state.operations[-1].commentary == "why not"


CARDS = ("As", "AsKs", "2c3d5h", "????", "*s", "10c", "A")
OTHERS = ("-", "high", "low", "high_low", "1", "6", "7", "#", "# x", "", "\t", "é")
ACTORS = ("d", "p1", "p2", "p9", "p0")
words = st.sampled_from([*PLAYER_KINDS, *DEALER_KINDS, *ACTORS, *CARDS, *OTHERS])
texts = st.lists(words, max_size=6).map(" ".join) | st.text(max_size=12).map(lambda x: f"p1 {x}")


@given(texts, st.booleans())
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_or_refused(text: str, strict: bool) -> None:
    try:
        action = read_action(text, strict=strict, extended=True)
    except ParseError as error:
        assert error.excerpt == text
        return
    if action.kind not in (*PLAYER_KINDS, *DEALER_KINDS):
        return
    assert (action.player_index is None) == (action.kind in DEALER_KINDS)
    actor = "d" if action.player_index is None else f"p{action.player_index + 1}"
    said = [actor, action.kind, *([action.argument] if action.argument else [])]
    written = " ".join(said) + (f" # {action.commentary}" if action.commentary is not None else "")
    assert read_action(written, strict=strict, extended=True) == action


@given(
    st.sampled_from(sorted(VECTORS)),
    st.integers(0, 12),
    st.lists(texts, min_size=1, max_size=3),
    st.booleans(),
)
@settings(max_examples=400, deadline=None)
def test_any_action_is_done_or_refused(
    name: str, place: int, others: list[str], strict: bool
) -> None:
    history = vector(name)
    history.actions[place:place] = others
    try:
        state = history.replay(strict=strict).state
    except ParseError as error:
        assert getattr(error, "action", None) is not None
    else:
        in_pots = state.total_pot_amount if state.status else 0
        assert sum(state.stacks) + in_pots == sum(VECTORS[name].starting)
    for violation in history.check():
        assert violation.action is not None or violation.field is not None


@given(st.integers(0, 2**32), st.integers(0, 30))
@settings(max_examples=60, deadline=None)
def test_a_missing_action_is_noticed(seed: int, place: int) -> None:
    made, state, random = start("anaconda", seed)
    play_by_chance(state, random)
    history = HandHistory.from_game_state(made, state, finishing_stacks=list(state.stacks))
    place %= len(history.actions)
    left_out = history.actions.pop(place)
    try:
        replay = history.replay(strict=True)
    except ParseError:
        assert any(one.is_error for one in history.check())
    else:
        # Only the end can be missing without anybody being asked for something else.
        assert replay.state.status or left_out.split()[1] == "sm"
