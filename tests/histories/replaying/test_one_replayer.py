"""Hands are played by one replayer, whether one by one or by the thousand."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import FixedLimitTexasHoldem, _native
from croupier.errors import PokerError, ReplayError
from croupier.histories import HandHistory, Summary, check, check_all, read_all
from croupier.histories.replaying.rules import choose_rules
from croupier.histories.replaying.settlement import settle
from croupier.state import State
from histories.hands import CHECK_DOWN, make
from shared import data_path


def files(*patterns: str) -> list[Path]:
    found = [path for pattern in patterns for path in sorted(data_path("phh").rglob(pattern))]
    assert found
    return found


def quickly(text: str) -> list[HandHistory]:
    return list(HandHistory.loads_all(text))


ATTRIBUTES = (
    "stacks",
    "bets",
    "payoffs",
    "statuses",
    "hole_cards",
    "hole_card_statuses",
    "board_cards",
    "actor_index",
    "showdown_index",
    "operations",
    "status",
    "starting_stacks",
    "antes",
    "blinds_or_straddles",
    "streets",
    "divmod",
    "rake",
    "automations",
    "total_pot_amount",
)


def picture(state: State) -> list[Any]:
    return [shape_of(getattr(state, name)) for name in ATTRIBUTES]


def shape_of(value: Any) -> Any:
    if isinstance(value, str | Decimal | float):
        return type(value), repr(value)
    try:
        return [shape_of(one) for one in value]
    except TypeError:
        return repr(value)


def some_hands() -> Iterator[HandHistory]:
    for path in files("*.phhs"):
        hands = quickly(path.read_text(encoding="utf-8"))
        yield from hands[:: max(1, len(hands) // 8)]
    for path in files("*.phh")[::9]:
        yield from quickly(path.read_text(encoding="utf-8"))


def compare(row: Summary, history: HandHistory) -> None:
    """Check that a row says of a hand what the hand itself says."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            played = history.replay()
        except ReplayError as error:
            assert row.problem is not None
            # Amounts of other types are shown in other ways.
            assert row.problem.action == error.action
            assert row.applied_count == (error.action or 0) - 1
            return
        except ValueError:
            assert row.problem is not None
            assert row.problem.action is None
            return
    state = played.state
    assert row.problem is None
    assert row.stacks == tuple(state.stacks)
    assert row.payoffs == tuple(state.payoffs)
    assert row.ended is not state.status
    assert row.repairs == tuple(repair.kind for repair in played.repairs)
    if row.ended:
        found = settle(history, state)
        assert (row.finishing_check, row.winnings_check) == (found.finishing, found.winnings)
        assert row.rake == found.rake


def test_all_hands_are_played_alike() -> None:
    count = 0
    for batch in read_all(files("*.phhs")[::2]):
        for row, summary in enumerate(batch):
            compare(summary, batch.history(row))
            count += 1
    assert count > 4_000


def test_checks_find_the_same() -> None:
    for path in files("*.phhs")[::4]:
        text = path.read_text(encoding="utf-8")
        (survey,) = check_all(path)
        assert survey.violations == check(text, file=str(path))


def test_states_count_in_the_same_units() -> None:
    count = 0
    for history in some_hands():
        # The second state is started from the setup of the first.
        history.create_state()
        try:
            state = history.replay().state
        except ValueError:
            continue
        # What was saved in units is read by a setup that is made from the start.
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert picture(again) == picture(state)
        count += 1
    assert count > 300


ACTIONS = [
    *CHECK_DOWN,
    *(
        f"p{player} {kind}"
        for player in (1, 2, 3, 12)
        for kind in ("f", "cc", "pb", "sd", "sm", "sm -")
    ),
    *(
        "p1 cbr 4",
        "p2 cbr 6.50",
        "p2 cbr 200",
        "p1 cbr 1,000",
        "p1 cbr +4",
        "p1 cbr inf",
        "p1 cbr 1e2",
    ),
    *("p1 cbr 007", "p1 cbr 3", "p1 cbr 199.999999999999", "p2 cbr 123456789012345678901"),
    *(
        "p1 sm AsAh",
        "p1 sm ????",
        "p2 sm KsKh",
        "p2 sm QsQh",
        "p2 sm QsQs",
        "p1 sm As",
        "p2 sm Ks??",
    ),
    *(
        "d db AsAd2c",
        "d db ??????",
        "d db ??",
        "d db 2c2c3d",
        "d dh p1 ????",
        "d dh p2 10s9s",
        "d dh p9 As",
    ),
    *(
        "",
        "# well",
        "#well",
        "p2 cc # cbr 2.50",
        "p2 cc #  a",
        "p2 cc #",
        "p2  cc\t",
        "p2\u00a0cc",
        "p2 cc#\u2660",
    ),
    *(
        "# croupier: p1 rc 2",
        "# croupier: d db Qc",
        "p1 f f",
        "x",
        "d",
        "p1 cbr",
        "p2 f 2.5 # cbr",
        "p0 cc",
    ),
]
histories = st.builds(
    make,
    starting_stacks=st.lists(
        st.sampled_from(
            [200, 3, 1, Decimal("7.25"), Decimal("0.50"), Decimal("1E+2"), float("inf"), 50.5]
        ),
        min_size=2,
        max_size=2,
    ),
    blinds_or_straddles=st.sampled_from([[1, 2], [Decimal("0.50"), 1], [0, 2], [2, 1, 4], 1]),
    antes=st.sampled_from([[0, 0], [1, 1], [Decimal("0.1"), 0], [1], 0]),
    min_bet=st.sampled_from([2, Decimal("2.00"), 0]),
    finishing_stacks=st.sampled_from(
        [None, [1, 2], [Decimal("1.50"), Decimal("2.50")], [Decimal("1.0")]]
    ),
)


@given(
    histories,
    st.integers(0, len(CHECK_DOWN)),
    st.lists(st.sampled_from(ACTIONS), max_size=6),
    st.integers(0, len(CHECK_DOWN)),
)
@settings(max_examples=300, deadline=None)
def test_any_actions_are_done_alike(
    tmp_path_factory: pytest.TempPathFactory,
    history: HandHistory,
    kept: int,
    others: list[str],
    again: int,
) -> None:
    history.actions = [*CHECK_DOWN[:kept], *others, *CHECK_DOWN[again:]]
    path = tmp_path_factory.getbasetemp() / "one_replayer.phh"
    text = history.dumps()
    path.write_text(text, encoding="utf-8")
    (batch,) = read_all(path, threads=1)
    compare(batch[0], batch.history(0))
    (survey,) = check_all(path, threads=1)
    assert survey.violations == check(text, file=str(path))


def test_every_action_comes_with_one_state() -> None:
    for history in some_hands():
        try:
            steps = list(history.state_actions)
        except ReplayError:
            continue
        told = [action for _, action in steps if action is not None]
        assert told == history.actions
        assert len({id(state) for state, _ in steps}) == 1


class LoudState(State):
    """A state that says what is done to it."""

    heard: list[tuple[str, Any]]

    def fold(self, *, commentary: str | None = None) -> Any:
        self.heard.append(("fold", commentary))
        return super().fold(commentary=commentary)

    def complete_bet_or_raise_to(self, amount: Any = None, *, commentary: str | None = None) -> Any:
        self.heard.append(("raise", amount))
        return super().complete_bet_or_raise_to(amount, commentary=commentary)


class LoudHistory(HandHistory):
    """A history that is played with such states."""

    def create_state(self) -> State:
        usual = super().create_state()
        state = _native.State.__new__(LoudState, usual._setup)
        assert isinstance(state, LoudState)
        state.heard = []
        return state


def test_methods_of_derived_states_are_called() -> None:
    fields = make("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 cbr 7", "p2 f # well").fields
    history = LoudHistory(**fields)
    played = history.replay()
    assert isinstance(played.state, LoudState)
    # The second raise is too small, and believed.
    assert played.state.heard == [("raise", 6), ("raise", 7), ("fold", "well")]
    assert [repair.kind for repair in played.repairs] == ["odd-raise"]
    assert played.state.stacks == make(*history.actions).replay().state.stacks


def test_states_of_derived_histories_can_be_any() -> None:
    class Quiet(HandHistory):
        @property
        def state_actions(self) -> Iterator[tuple[State, str | None]]:
            return ((state, "x") for state, _ in super().state_actions)

    fields = make(*CHECK_DOWN).fields
    assert len(list(Quiet(**fields))) == len(list(make(*CHECK_DOWN)))
    assert {action for _, action in Quiet(**fields).state_actions} == {"x"}


def test_amounts_are_read_by_the_caller() -> None:
    def read(text: str) -> int:
        if text == "?":
            raise LookupError("who knows")
        return 2 * int(text)

    played = make("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 3", parse_value=read).replay()
    assert played.state.bets == [2, 6]
    with pytest.raises(ReplayError, match="action 3 is refused: invalid literal"):
        make("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 3.5", parse_value=read).replay()


def test_whatever_amounts_raise_is_passed_on() -> None:
    calls = []

    def fail(text: str) -> int:
        calls.append(text)
        # The first time, it is asked what kind of chips there are.
        if len(calls) % 2 == 0:
            raise LookupError("who knows")
        return int(text)

    history = make("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 3", parse_value=fail)
    with pytest.raises(LookupError, match="who knows"):
        list(history)
    with pytest.raises(ReplayError, match="who knows"):
        history.replay()


def test_half_a_character_is_no_action() -> None:
    history = make("d dh p1 AsAh", "\ud800")
    with pytest.raises(ReplayError, match="action 2 cannot be read: there is half a character"):
        list(history)
    (violation,) = history.check()
    assert (violation.code, violation.field, violation.action) == ("type", "actions", 2)


def test_an_error_of_a_rake_function_is_reported() -> None:
    def rake(amount: int, state: State) -> tuple[int, int]:
        raise ValueError("no rake today")

    with pytest.raises(ReplayError, match="no rake today"):
        make("d dh p1 AsAh", "d dh p2 KsKh", "p2 f", rake=rake).replay()


def test_errors_say_what_was_refused() -> None:
    with pytest.raises(ReplayError) as caught:
        make("d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 3").replay(strict=True)
    error = caught.value
    assert (error.code, error.operation, error.player_index) == (
        "amount-below-minimum",
        "complete_bet_or_raise_to",
        1,
    )
    assert (error.amount, error.minimum, error.action, error.excerpt) == (3, 4, 3, "p2 cbr 3")
    with pytest.raises(ReplayError) as caught:
        make("d dh p1 AsAh", "d dh p2 KsKh", "p1 f").replay()
    assert (caught.value.code, caught.value.operation, caught.value.player_index) == (
        "out-of-turn",
        "fold",
        0,
    )
    with pytest.raises(ReplayError) as caught:
        make("d dh p1 AsAh", "d db AsKs").replay(strict=True)
    assert caught.value.code in {"duplicate-card", "no-board-pending"}
    with pytest.raises(ReplayError) as caught:
        make("d dh p1 AsAh", "p1 x").replay()
    assert (caught.value.code, caught.value.action) == ("no-player-action", 2)


def test_short_blinds_are_settled_alike(tmp_path: Path) -> None:
    actions = [
        *("d dh p1 AsAh", "d dh p2 7c2d", "d dh p3 KsKh", "p3 cc", "p1 cbr 300", "p3 f"),
        *("p1 sm AsAh", "p2 sm 7c2d", "d db 3c4d9h", "d db Js", "d db Qs"),
    ]
    for ends in (None, [1130, 0, 900], [1080, 0, 950], [1, 2, 3]):
        history = make(
            *actions,
            antes=[0, 0, 0],
            blinds_or_straddles=[50, 100, 0],
            min_bet=100,
            starting_stacks=[1000, 30, 1000],
            finishing_stacks=ends,
        )
        path = tmp_path / "hand.phh"
        path.write_text(history.dumps(), encoding="utf-8")
        (batch,) = read_all(path, threads=1)
        compare(batch[0], history)
        proved = choose_rules(history).proved
        assert ("short-blind" in batch[0].repairs) is not proved


def test_stakes_of_another_class_of_games_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    history = make(*CHECK_DOWN, small_bet=2, big_bet=4)
    assert history.create_state().street_count == 4
    monkeypatch.setitem(HandHistory.game_types, "NT", FixedLimitTexasHoldem)
    monkeypatch.setitem(
        HandHistory.required_field_names, "NT", HandHistory.required_field_names["FT"]
    )
    assert history.create_state().betting_structure is FixedLimitTexasHoldem.betting_structure


def test_a_changed_game_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    history = make(*CHECK_DOWN, variant="FT", small_bet=2, big_bet=4, min_bet=None)
    assert len(history.create_state().deck) == 52
    monkeypatch.setattr(FixedLimitTexasHoldem, "deck", FixedLimitTexasHoldem.deck[:40])
    assert len(history.create_state().deck) == 40


def test_one_number_for_all_and_a_list_of_one_are_other_stakes() -> None:
    for antes, all_antes in [(1, (1, 1)), ([1], (1, 0)), (1, (1, 1))]:
        assert make(*CHECK_DOWN, antes=antes).create_state().antes == all_antes
    for text in ("2.0", "2.00"):
        state = make(*CHECK_DOWN, blinds_or_straddles=[1, Decimal(text)]).create_state()
        assert str(state.blinds_or_straddles[1]) == text


@pytest.mark.parametrize("bet", [2, Decimal("2.0")])
def test_an_end_that_is_no_list_is_refused_after_others_of_its_stakes(bet: object) -> None:
    for _ in range(2):
        history = make(*CHECK_DOWN, min_bet=bet)
        assert history.create_state().status
        history.finishing_stacks = 5  # type: ignore[assignment]
        with pytest.raises(PokerError):
            history.create_state()


def test_what_is_no_amount_is_not_asked_for_its_text() -> None:
    class Secretive:
        def __str__(self) -> str:
            raise RuntimeError("this was not to be called")

    for value in (Secretive(), [Secretive(), 0]):
        with pytest.raises(PokerError):
            make(*CHECK_DOWN, antes=value).create_state()


def test_functions_of_the_caller_are_called() -> None:
    calls = []

    def rake(amount: int, state: State) -> tuple[int, int]:
        calls.append(amount)
        return 1, amount - 1

    *_, state = make(*CHECK_DOWN, rake=rake)
    assert calls
    assert sum(state.stacks) == 399


def test_iterating_starts_late_and_can_be_repeated() -> None:
    history = make("p2 f", starting_stacks=[0, 0])
    states = iter(history)
    with pytest.raises(ValueError, match="must have chips"):
        next(states)
    assert next(states, None) is None
    history = make(*CHECK_DOWN)
    assert len(list(history)) == len(list(history.state_actions)) == len(CHECK_DOWN) + 3


def test_nobody_checks_for_a_player_who_is_not_there() -> None:
    with pytest.raises(ReplayError, match="there is no p3 among 2 players"):
        make("d dh p1 ????", "d dh p2 ????", "p3 cc").replay()


def test_a_small_raise_against_an_unknown_stack_is_as_recorded() -> None:
    history = make(
        *("d dh p1 ????", "d dh p2 ????", "p2 cbr 3.50"),
        starting_stacks=[float("inf"), 200],
        min_bet=Decimal("2.00"),
    )
    played = history.replay()
    assert [repair.kind for repair in played.repairs] == ["odd-raise"]
    assert max(played.state.bets) == Decimal("3.50")


def test_pots_with_fractions_are_divided_among_three() -> None:
    # Bets are whole, so that chips are not divided; but all-in players had fractions of them.
    history = make(
        *(f"d dh p{player} ????" for player in (1, 2, 3, 4)),
        *("p3 cbr 6", "p4 cc", "p1 cc", "p2 f"),
        *("p3 sm 2c3d", "p4 sm 2d3h", "p1 sm 2h3c"),
        *("d db AsKsQs", "d db Js", "d db Ts"),
        antes=[0, 0, 0, 0],
        blinds_or_straddles=[1, 2, 0, 0],
        starting_stacks=[Decimal("5.20"), 10, 10, Decimal("5.20")],
    )
    state = history.replay().state
    assert not state.status
    assert [round(stack, 4) for stack in state.stacks] == [
        Decimal("5.8667"),
        Decimal("8"),
        Decimal("10.6667"),
        Decimal("5.8667"),
    ]
