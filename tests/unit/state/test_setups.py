"""`Setup.replace`: the same game with other stakes and stacks, without reading it again."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import SetupError
from croupier.games import FixedLimitSevenCardStud, NoLimitTexasHoldem, load
from croupier.state import State
from unit.state.table import ALL

HOLDEM = NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)
GAMES: dict[str, Any] = {
    "hold'em": HOLDEM,
    "stud": FixedLimitSevenCardStud(ALL, True, 1, 1, 2, 4),
    "a file": load("anaconda").game(stakes={"small_bet": 10, "ante": 5}),
    "raked": NoLimitTexasHoldem(
        ALL, True, 0, (1, 2), 2, rake=lambda amount, state: (1, amount - 1)
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_other_stacks_are_those_of_the_game(name: str) -> None:
    game = GAMES[name]
    setup = game((100, 100, 100), 3, seed=0)._setup
    stacks = (70, 80, 250)
    changed = setup.replace(starting_stacks=stacks)
    state, expected = State._start(changed, 9), game(stacks, 3, seed=9)
    assert state == expected
    assert state.starting_stacks == stacks
    while state.actor_index is not None:
        name = next(iter(state.legal) if state.can_post_bring_in() else iter(["check_or_call"]))
        assert getattr(state, name)() == getattr(expected, name)()
    assert state == expected
    # The first setup is what it was.
    assert State._start(setup, 9) == game((100, 100, 100), 3, seed=9)


def test_other_blinds_and_antes() -> None:
    setup = HOLDEM((100, 100, 100, 100), 4, seed=0)._setup
    blinds, antes = (0, 2, -2, 0), (0, 0, 1, 0)
    changed = setup.replace(
        starting_stacks=(50, 60, 70, 80),
        antes=antes,
        blinds_or_straddles=blinds,
        ante_trimming_status=False,
    )
    game = NoLimitTexasHoldem(ALL, False, antes, blinds, 2)
    assert State._start(changed, 4) == game((50, 60, 70, 80), 4, seed=4)


@pytest.mark.parametrize(
    "stacks",
    [
        (100, 100),
        (100, 100, 100, 100),
        (100, 100, 0),
        (100, 100, -5),
        (100, 100, "7"),
        (100, 100, float("nan")),
        (100, 100, 2**54 + 1),
        (100, 100, -(2**63)),
        (100, 100, 10**30),
    ],
)
def test_stacks_that_cannot_be_played_are_refused(stacks: tuple[Any, ...]) -> None:
    setup = HOLDEM((100, 100, 100), 3, seed=0)._setup
    with pytest.raises(SetupError):
        setup.replace(starting_stacks=stacks)


@pytest.mark.parametrize("kind", [float, Decimal, Fraction])
def test_chips_may_be_divided_after_all(kind: type[Any]) -> None:
    setup = HOLDEM((100, 100, 100), 3, seed=0)._setup
    stacks = (kind("50.5"), kind("20"), kind("10"))
    state = State._start(setup.replace(starting_stacks=stacks), 4)
    assert state == HOLDEM(stacks, 3, seed=4)
    assert {type(stack) for stack in state.stacks} == {kind}


def test_a_file_counts_whole_chips() -> None:
    setup = GAMES["a file"]((100, 100, 100), 3, seed=0)._setup
    with pytest.raises(SetupError, match="whole chips"):
        setup.replace(starting_stacks=(Decimal("2.5"), 100, 100))


def test_setups_are_equal_by_value() -> None:
    setup = HOLDEM((100, 100, 100), 3, seed=0)._setup
    assert setup == NoLimitTexasHoldem(ALL, True, 0, (1, 2), 2)((100,) * 3, 3)._setup
    assert setup != setup.replace(starting_stacks=(100, 100, 99))
    assert setup != NoLimitTexasHoldem(ALL, True, 0, (1, 2), 4)((100,) * 3, 3)._setup
    assert setup != 5


def test_all_that_a_bet_depends_on() -> None:
    state = HOLDEM((100, 100, 100), 3, seed=0)
    while (bounds := state._get_bet_bounds()) is not None:
        raises = state.can_complete_bet_or_raise_to()
        assert bounds == (
            state.actor_index,
            state.checking_or_calling_amount,
            state.min_completion_betting_or_raising_to_amount if raises else None,
            state.max_completion_betting_or_raising_to_amount if raises else None,
        )
        seat = bounds[0]
        assert state._get_spot() == (
            seat,
            state.street_index,
            state.total_pot_amount,
            max(state.bets),
            state.stacks[seat],
            state.bets[seat],
        )
        if raises and state.street_index == 1:
            state.complete_bet_or_raise_to(bounds[3])
        else:
            state.check_or_call()
    assert state._get_spot() is None
    assert not state.status
