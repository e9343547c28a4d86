"""A player who does anything that is possible, and looks whether it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

from croupier.errors import RuleError
from croupier.numbers import Chips
from croupier.state import State
from croupier.state.legal import LegalOperation
from games.stories import check, check_places

# No hand of any game is longer.
_MAX_OPERATIONS = 5000
_TRIES = 3000
# What is possible only if cards fit together; what else is listed is possible as it stands.
_CHECKED = {"separate_cards"}


class StuckError(AssertionError):
    """A hand goes on, but nothing can be done."""


def choose_arguments(state: State, legal: LegalOperation, random: Random) -> tuple[Any, ...]:
    """Return arguments for an operation, at random within its bounds."""
    match legal.name:
        case "complete_bet_or_raise_to":
            return (_choose_amount(legal, random),)
        case "expose_cards" | "pass_cards" | "replace_board_cards" | "stand_pat_or_discard":
            return (_choose_cards(legal, random),)
        case "separate_cards":
            return (random.sample(legal.cards, legal.max_count or 0),)
        case "declare":
            count = random.randint(legal.min_count or 1, legal.max_count or 1)
            return (random.choices(legal.options, k=count),)
        case "choose":
            return (random.choice(legal.options),)
        case "buy_cards":
            buys = random.random() < 0.5
            return (True, _choose_cards(legal, random)) if buys else (False,)
        case "protect_card":
            return (random.random() < 0.5,)
        case "select_runout_count":
            return (random.randint(legal.min_count or 1, legal.max_count or 1),)
        case "show_or_muck_hole_cards":
            return (True,)
        case "deal_hole" | "deal_board":
            return (random.randint(legal.min_count or 1, legal.max_count or 1),)
        case _:
            return ()


def _choose_amount(legal: LegalOperation, random: Random) -> Chips:
    low, high = legal.min_amount, legal.max_amount
    assert low is not None and high is not None and low <= high
    return random.choice(legal.amounts or (low, high, random.randint(low, high)))


def _choose_cards(legal: LegalOperation, random: Random) -> list[Any]:
    low, high = legal.min_count or 0, legal.max_count or 0
    assert low <= high <= len(legal.cards)
    if legal.sets:
        return list(random.choice(legal.sets))
    return random.sample(legal.cards, random.randint(low, high))


def act(state: State, random: Random) -> str:
    """Do something that is possible, and return what."""
    operations = list(state.legal.values())
    if not operations:
        raise StuckError(f"nothing can be done after {list(state.operations)[-3:]}")
    assert set(state.legal) == {operation.name for operation in operations}
    legal = random.choice(operations)
    if legal.name == "fold" and random.random() < 0.7:
        legal = random.choice(operations)
    ask = getattr(state, f"can_{legal.name}")
    arguments = choose_arguments(state, legal, random)
    for _ in range(_TRIES):
        if ask(*arguments) or legal.name not in _CHECKED:
            break
        arguments = choose_arguments(state, legal, random)
    assert ask(*arguments), (legal, arguments)
    getattr(state, legal.name)(*arguments)
    return legal.name


def refuse_nonsense(state: State, random: Random) -> None:
    """Try something that is not possible now; nothing may change."""
    before = state.copy()
    attempts: list[Callable[[], object]] = [
        lambda: state.complete_bet_or_raise_to(10**9),
        lambda: state.expose_cards("AsAsAsAsAsAsAsAs"),
        lambda: state.pass_cards("AsAsAsAsAsAsAsAs"),
        lambda: state.separate_cards("AsAsAsAs"),
        lambda: state.stand_pat_or_discard("AsAsAsAs"),
        lambda: state.roll_dice([9]),
        lambda: state.replace_board_cards("AsAsAs"),
        lambda: state.choose(99),
        lambda: state.declare([]),
    ]
    try:
        random.choice(attempts)()
    except (RuleError, ValueError):
        assert state == before
    else:
        raise AssertionError("nonsense was accepted")


def play_hand(state: State, random: Random) -> list[str]:
    """Play a hand to its end, and return what was done."""
    done = []
    with warnings.catch_warnings():
        # Cards are dealt again when the deck runs out.
        warnings.simplefilter("ignore")
        check_places(state)
        while state.status:
            if random.random() < 0.05:
                refuse_nonsense(state, random)
            done.append(act(state, random))
            check_places(state)
            if random.random() < 0.02:
                check(state)
            assert len(done) < _MAX_OPERATIONS
        assert not state.legal and sum(state.payoffs) == 0 and not state.total_pot_amount
    return done
