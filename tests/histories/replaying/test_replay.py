"""Playing histories: what is done, what is repaired, what is refused."""

from __future__ import annotations

from decimal import Decimal
from math import inf
from typing import Any

import pytest

from croupier.errors import ParseError, PokerError, ReplayError, SetupError, UnsupportedError
from croupier.histories import HandHistory
from croupier.state import Automation, CardBurning
from histories.hands import CHECK_DOWN, DEAL, make


def kinds(history: HandHistory) -> list[tuple[str, int | None]]:
    return [(repair.kind, repair.action) for repair in history.replay().repairs]


def test_states_and_actions_are_yielded_as_pokerkit_does() -> None:
    history = make(*CHECK_DOWN, "p1 sm AsAh", "p2 sm")
    pairs = list(history.state_actions)
    assert [action for _, action in pairs] == [None, *history.actions]
    assert len({id(state) for state, _ in pairs}) == 1
    assert pairs[-1][0].stacks == [202, 198]
    assert [state.stacks for state in history][-1] == [202, 198]


def test_nothing_needs_to_be_automated() -> None:
    history = make(*CHECK_DOWN, "p1 sm AsAh", "p2 sm", automations=())
    *_, state = history
    assert state.stacks == [202, 198]
    assert len(list(history)) == len(state.operations) + 1
    actions = [action for _, action in history.state_actions if action is not None]
    assert actions == history.actions
    burnt = [one for one in state.operations if isinstance(one, CardBurning)]
    assert len(burnt) == 3
    assert not any(one.card for one in burnt)


# What PokerKit gets wrong.


def test_known_hands_without_showdown_lines_are_shown() -> None:
    history = make(*CHECK_DOWN)
    assert history.replay().state.stacks == [202, 198]
    assert kinds(history) == [("missing-show", None)] * 2
    # Taken literally, the record just ends.
    strict = history.replay(strict=True)
    assert strict.state.status
    assert strict.state.showdown_index is not None
    assert not strict.repairs


def test_known_hands_that_are_neither_shown_nor_mucked_count() -> None:
    history = make(*CHECK_DOWN, "p1 sm ????", "p2 sm ????")
    assert history.replay().state.stacks == [202, 198]
    assert kinds(history) == [("shown", 14), ("shown", 15)]
    # Taken literally, nobody has a hand, and the pot is shared.
    assert history.replay(strict=True).state.stacks == [200, 200]


def test_unknown_hands_leave_the_end_open() -> None:
    hidden = ["d dh p1 ????", "d dh p2 KsKh", *CHECK_DOWN[2:]]
    state = make(*hidden).replay().state
    assert state.status
    assert state.showdown_index is not None
    # Said to be neither shown nor mucked, they share.
    state = (
        make(*hidden[:1], "d dh p2 ????", *hidden[2:], "p1 sm ????", "p2 sm ????").replay().state
    )
    assert (state.status, state.stacks) == (False, [200, 200])


def test_cards_that_are_not_held_cannot_be_shown() -> None:
    for strict in (True, False):
        with pytest.raises(ReplayError, match="p1 holds AsAh and cannot show QsQh") as caught:
            make(*CHECK_DOWN, "p1 sm QsQh").replay(strict=strict)
        assert caught.value.action == 14
    # In another order they are the same cards.
    assert make(*CHECK_DOWN, "p1 sm AhAs", "p2 sm -").replay(strict=True).state.stacks[0] == 202


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        ("2c3c", "2c is there twice"),
        ("KsQh", "Ks is there twice"),
        ("QhQh", "Qh is there twice"),
        ("QhQdQc", r"p1 holds \?\?\?\? and cannot show QhQdQc"),
    ],
)
def test_hidden_cards_must_be_possible(shown: str, reason: str) -> None:
    history = make("d dh p1 ????", *CHECK_DOWN[1:], f"p1 sm {shown}")
    with pytest.raises(ReplayError, match=reason):
        history.replay(strict=True)


def test_nobody_acts_out_of_turn() -> None:
    with pytest.raises(ReplayError) as caught:
        make(*DEAL, "p1 cc", "p2 cc", key="7").replay(strict=True)
    error = caught.value
    assert (error.action, error.hand, error.excerpt) == (3, "7", "p1 cc")
    assert "p1 is not to act: p2 is" in str(error)
    assert "legal would be p2 f, p2 cc, p2 cbr 4 to 200" in str(error)
    # Not even by folding or checking for somebody else.
    with pytest.raises(ReplayError):
        make(
            "d dh p1 ????",
            "d dh p2 ????",
            "d dh p3 ????",
            "p1 cc",
            antes=[0, 0, 0],
            starting_stacks=[9, 9, 9],
        ).replay()


def test_every_player_mucking_is_said_to_be_so() -> None:
    state = make(*CHECK_DOWN, "p1 sm", "p2 sm").replay().state
    assert not state.status
    assert sum(state.stacks) + state.total_pot_amount == 400


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        (["d dh p1 AsAs"], "As is there twice"),
        (["d dh p1 AsAh", "d dh p2 AsKs"], "As is there twice"),
        ([*CHECK_DOWN[:4], "d db As7d9h"], "As is there twice"),
    ],
)
def test_cards_that_are_there_twice_are_refused(actions: list[str], reason: str) -> None:
    with pytest.raises(ReplayError, match=reason):
        make(*actions).replay(strict=True)


def test_cards_that_are_there_twice_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="not in the deck"):
        make("d dh p1 AsAh", "d dh p2 AsKs").replay()


def test_cards_of_other_games_are_refused() -> None:
    with pytest.raises(ReplayError, match="2c is no card of this game"):
        make("d dh p1 2cAs", variant="NS").replay(strict=True)


def test_wrong_amounts_are_named() -> None:
    with pytest.raises(ReplayError, match="the amount 2 is below the minimum of 4"):
        make(*DEAL, "p2 cbr 2").replay()
    with pytest.raises(ReplayError, match="the amount 3 is below the minimum of 4"):
        make(*DEAL, "p2 cbr 3").replay(strict=True)
    with pytest.raises(ReplayError, match="'nan' is no amount"):
        make(*DEAL, "p2 cbr nan").replay()
    with pytest.raises(ReplayError, match="no p3 among 2 players"):
        make("d dh p3 AsKs").replay()
    with pytest.raises(ReplayError, match=r"action 1 is refused: .*cards"):
        make("d dh p1 AsKsQs").replay()


# Repairs.


def test_repeated_shows_are_passed_over() -> None:
    all_in = [*DEAL, "p2 cbr 200", "p1 cc", "p2 sm KsKh", "p1 sm ????"]
    history = make(*all_in, "p1 sm ????", "p2 sm KsKh", "d db 2c7d9h", "p2 sm -", "p1 sm AsAh")
    with pytest.raises(ReplayError, match="action 7 is refused: nobody is to show or muck"):
        history.replay(strict=True)
    assert kinds(history) == [("repeated-show", 7), ("repeated-show", 8), ("repeated-show", 10)]
    # To show other cards, or cards at the wrong time, is no repetition.
    with pytest.raises(ReplayError, match="action 7 is refused"):
        make(*all_in, "p1 sm AsAh").replay()


def test_shows_may_come_after_the_board() -> None:
    history = make(
        *DEAL,
        "p2 cbr 200",
        "p1 cc",
        "d db 2c7d9h",
        "d db Jc",
        "d db 3d",
        "p1 sm AsAh",
        "p2 sm KsKh",
    )
    assert history.replay().state.stacks == [400, 0]
    assert {kind for kind, _ in kinds(history)} == {"show-later"}
    with pytest.raises(ReplayError, match="action 5 is refused"):
        history.replay(strict=True)


def test_missing_hole_cards_are_unknown() -> None:
    history = make("d dh p1 AsAh", "p2 f")
    assert kinds(history) == [("unknown-card", 2)] * 2
    assert history.replay().state.stacks == [201, 199]
    with pytest.raises(ReplayError, match="p2 is not to act: nobody is"):
        history.replay(strict=True)


def test_a_raise_that_nobody_has_more_chips_for_counts() -> None:
    history = make(*DEAL, "p2 cbr 6", "p1 cbr 9", "p2 cc", starting_stacks=[200, 9])
    assert kinds(history) == [("raise-all-in", 4)]
    state = history.replay().state
    assert state.stacks == [191, 0]
    assert state.total_pot_amount == 18
    with pytest.raises(ReplayError, match="the amount 9 is below the minimum of 10"):
        history.replay(strict=True)


def test_an_idle_check_is_passed_over() -> None:
    history = make(*DEAL, "p1 cc", "p2 cbr 20", "p1 f", blinds_or_straddles=[0, 10], min_bet=10)
    assert kinds(history) == [("idle-check", 3)]
    assert history.replay().state.stacks == [190, 210]


# Chips.


@pytest.mark.parametrize(
    ("fields", "won"),
    [
        ({}, [-1, 1, 0]),
        ({"starting_stacks": [Decimal("50.50")] * 3}, [-1, 1, 0]),
        ({"finishing_stacks": [Decimal("49.0"), Decimal("50.5"), Decimal("50.5")]}, [-1, 0.5, 0.5]),
        ({"min_bet": Decimal("2.0")}, [-1, 0.5, 0.5]),
    ],
)
def test_odd_chips_are_whole_unless_the_record_has_fractions(
    fields: dict[str, Any], won: list[float]
) -> None:
    values: dict[str, Any] = {
        "antes": [0, 0, 0],
        "blinds_or_straddles": [1, 2, 0],
        "starting_stacks": [50, 50, 50],
    }
    betting = ["p2 cc", "p3 cc"]
    history = make(
        *["d dh p1 2h3h", "d dh p2 AsKd", "d dh p3 AhKc", "p3 cc", "p1 f", "p2 cc"],
        *["d db QsJsTs", *betting, "d db 2c", *betting, "d db 2d", *betting],
        *["p2 sm AsKd", "p3 sm AhKc"],
        **values | fields,
    )
    assert [float(payoff) for payoff in history.replay().state.payoffs] == won


def test_unknown_stacks_stay_unknown() -> None:
    history = make(*DEAL, "p2 cbr 7.25", "p1 f", starting_stacks=[inf, inf])
    state = history.replay(strict=True).state
    assert (state.stacks, state.payoffs) == ([inf, inf], [-2, 2])


def test_one_number_may_stand_for_all() -> None:
    history = make(*DEAL, "p2 f", antes=1)
    assert history.replay().state.stacks == [202, 198]
    assert [one.code for one in history.check()] == ["type"]


# Games that cannot be made.


def test_unknown_variants_and_missing_fields() -> None:
    with pytest.raises(UnsupportedError, match="there is no variant 'XX'"):
        make(variant="XX").create_game()
    with pytest.raises(ParseError, match="needs the field 'min_bet'"):
        make(min_bet=None).create_state()
    with pytest.raises(SetupError):
        make(starting_stacks=[0, 5]).create_state()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("min_bet", "2"),
        ("starting_stacks", "ab"),
        ("starting_stacks", 5),
        ("starting_stacks", []),
        ("starting_stacks", [[1], 2]),
        ("starting_stacks", [Decimal("nan"), 5]),
        ("antes", "ab"),
        ("antes", {"a": 1}),
        ("actions", 5),
        ("actions", [5]),
        ("finishing_stacks", 5),
        ("variant", ["NT"]),
    ],
)
def test_fields_of_the_wrong_kind_are_errors_of_their_own(name: str, value: Any) -> None:
    history = make(*DEAL, "p2 f")
    setattr(history, name, value)
    if value != 5 or name != "starting_stacks":
        with pytest.raises(PokerError):
            history.replay()
    assert any(one.is_error and one.field == name for one in history.check())


def test_unknown_boards_leave_nobody_a_hand() -> None:
    all_in = [*DEAL, "p2 cbr 200", "p1 cc", "p2 sm KsKh", "p1 sm AsAh"]
    history = make(*all_in, "d db ??????", "d db ??", "d db ??")
    state = history.replay(strict=True).state
    assert (state.status, state.stacks) == (False, [200, 200])


def test_negative_blinds_are_posts() -> None:
    history = make(
        "d dh p1 ????",
        "d dh p2 ????",
        "d dh p3 ????",
        "d dh p4 ????",
        "p3 f",
        "p4 cc",
        "p1 f",
        antes=[0] * 4,
        blinds_or_straddles=[1, 2, 0, -2],
        starting_stacks=[50] * 4,
    )
    state = history.replay(strict=True).state
    assert state.stacks == [49, 48, 50, 48]
    assert state.street_index == 0 and state.total_pot_amount == 5


def test_partial_hands_stop_where_they_stop() -> None:
    for count in range(len(CHECK_DOWN)):
        state = make(*CHECK_DOWN[:count]).replay(strict=True).state
        assert state.status
        assert not any(isinstance(one, CardBurning) for one in state.operations[-1:])


def test_automations_can_be_chosen_when_reading() -> None:
    text = make(*DEAL, "p2 f").dumps()
    history = HandHistory.loads(text, automations=(Automation.ANTE_POSTING,))
    assert history.automations == (Automation.ANTE_POSTING,)
    assert history.replay().state.stacks == [201, 199]
