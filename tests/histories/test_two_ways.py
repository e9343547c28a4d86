"""What the core plays quickly is what Python plays with care."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import FixedLimitTexasHoldem
from croupier.errors import ReplayError
from croupier.histories import HandHistory, check
from croupier.histories import history as history_module
from croupier.histories import replay as replay_module
from croupier.histories.replay import Replayer
from croupier.state import State
from shared import data_path

from .hands import CHECK_DOWN, make


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


def play(history: HandHistory, strict: bool = False) -> Any:
    """Return every state with what led to it, the repairs, the warnings, and what went wrong."""
    seen: list[Any] = []
    repairs: Any = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            replayer = Replayer(history, strict=strict)
            for state, action in replayer.steps():
                seen.append((picture(state), action))
            repairs = replayer.repairs
        except ValueError as error:
            seen.append((type(error), str(error)))
    return seen, repairs, [str(one.message) for one in caught]


class _Never:
    """Stand for the class of states, of which nothing is one."""


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Any]:
    """Return what calls a function while Python starts and plays all hands."""

    def call(function: Callable[[], Any]) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(history_module, "read_stakes", lambda history: None)
            patch.setattr(replay_module, "State", _Never)
            return function()

    return call


def some_hands() -> Iterator[HandHistory]:
    for path in files("*.phhs"):
        hands = quickly(path.read_text(encoding="utf-8"))
        yield from hands[:: max(1, len(hands) // 8)]
    for path in files("*.phh")[::9]:
        yield from quickly(path.read_text(encoding="utf-8"))


def test_hands_are_played_alike(in_python: Callable[[Callable[[], Any]], Any]) -> None:
    for history in some_hands():
        for strict in (False, True):
            quick = play(history, strict)
            assert quick == play(history, strict)
            assert quick == in_python(lambda: play(history, strict))  # noqa: B023


def test_all_hands_end_alike(in_python: Callable[[Callable[[], Any]], Any]) -> None:
    def end(history: HandHistory) -> Any:
        try:
            replay = history.replay()
        except ValueError as error:
            return type(error), str(error)
        return picture(replay.state), replay.repairs

    for path in files("*.phhs")[::3]:
        for history in quickly(path.read_text(encoding="utf-8")):
            assert end(history) == in_python(lambda: end(history))  # noqa: B023


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


def test_checks_find_the_same(in_python: Callable[[Callable[[], Any]], Any]) -> None:
    for path in files("*.phhs")[::4]:
        text = path.read_text(encoding="utf-8")
        assert check(text) == in_python(lambda: check(text))  # noqa: B023


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
    min_bet=st.sampled_from([2, Decimal("2.00"), 0, True]),
    finishing_stacks=st.sampled_from(
        [None, [1, 2], [Decimal("1.50"), Decimal("2.50")], [Decimal("1.0")]]
    ),
)


@given(
    histories,
    st.integers(0, len(CHECK_DOWN)),
    st.lists(st.sampled_from(ACTIONS), max_size=6),
    st.integers(0, len(CHECK_DOWN)),
    st.booleans(),
)
@settings(max_examples=400, deadline=None)
def test_any_actions_are_done_alike(
    history: HandHistory, kept: int, others: list[str], again: int, strict: bool
) -> None:
    history.actions = [*CHECK_DOWN[:kept], *others, *CHECK_DOWN[again:]]
    quick = play(history, strict)
    # Once from the stakes of the same hand, and once without anything.
    assert quick == play(history, strict)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history_module, "read_stakes", lambda history: None)
        patch.setattr(replay_module, "State", _Never)
        careful = play(history, strict)
    assert quick == careful


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
