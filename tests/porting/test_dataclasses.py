"""What is a dataclass in PokerKit can be looked at and changed like one."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import subprocess
import sys
from typing import Any

import pokerkit
import pytest

import croupier

# Lookups have no fields but private ones.
NAMES = [
    name
    for name in pokerkit.__all__
    if dataclasses.is_dataclass(getattr(pokerkit, name)) and not name.endswith("Lookup")
]
# Fields that only we have.
MORE = {
    "HandHistory": {"time_zone_abbreviation", "key"},
    "Statistics": {"groups", "results"},
}


def deal(package: Any, **kwargs: Any) -> Any:
    automations = (
        package.Automation.ANTE_POSTING,
        package.Automation.BET_COLLECTION,
        package.Automation.BLIND_OR_STRADDLE_POSTING,
    )
    create = package.NoLimitTexasHoldem.create_state
    return create(automations, True, 1, (1, 2), 2, 200, 3, **kwargs)


def samples(package: Any) -> dict[str, Any]:
    card = package.Card(package.Rank.ACE, package.Suit.SPADE)
    position = package.Opening.POSITION
    return {
        "Card": card,
        "Entry": package.Entry(3, package.Label.ONE_PAIR),
        "Street": package.Street(True, (False, True), 0, False, position, 2, None),
        "Pot": package.Pot(1, 9, (0, 2)),
        "AntePosting": package.AntePosting(1, 5, commentary="slowly"),
        "HoleDealing": package.HoleDealing(1, (card,), (True,)),
        "ChipsPushing": package.ChipsPushing((0, 10), 0, None, None),
        "NoOperation": package.NoOperation(commentary="a break"),
        "HandHistory": package.HandHistory(
            variant="NT",
            antes=[0, 0],
            blinds_or_straddles=[1, 2],
            min_bet=2,
            starting_stacks=[200, 200],
            actions=["p2 f"],
        ),
        "Statistics": package.Statistics([1, -2]),
    }


OURS = samples(croupier)
THEIRS = samples(pokerkit)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_fields(name: str) -> None:
    ours, theirs = getattr(croupier, name), getattr(pokerkit, name)
    assert dataclasses.is_dataclass(ours)

    def describe(kind: Any) -> list[Any]:
        return [
            (field.name, field.init, field.kw_only, _default(field))
            for field in dataclasses.fields(kind)
            if not field.name.startswith("_") and field.name not in MORE.get(name, set())
        ]

    if name in {"HandHistory", "Statistics"}:
        assert [one[0] for one in describe(ours)] == [one[0] for one in describe(theirs)]
    else:
        assert describe(ours) == describe(theirs)
    assert {field.name for field in dataclasses.fields(ours)} >= MORE.get(name, set())


def _default(field: Any) -> Any:
    """Return a default in a form that two packages have in common."""
    default = field.default
    if default is dataclasses.MISSING or not field.init:
        return None
    return getattr(default, "__name__", repr(default))


@pytest.mark.parametrize("name", OURS)
def test_as_dictionary_and_tuple(name: str) -> None:
    ours, theirs = OURS[name], THEIRS[name]
    more = MORE.get(name, set())
    mine = {key: value for key, value in dataclasses.asdict(ours).items() if key not in more}
    for key in ("divmod", "rake", "parse_value", "automations"):
        mine.pop(key, None)
    yours = dataclasses.asdict(theirs)
    assert list(mine) == [key for key in yours if key in mine]
    if name not in {"Card", "Entry", "Street", "HoleDealing"}:
        assert mine == {key: yours[key] for key in mine}
    else:
        assert repr(mine) == repr(yours)


CHANGES: dict[str, dict[str, Any]] = {
    "Card": {"suit": croupier.Suit.HEART},
    "Entry": {"index": 4},
    "Street": {"card_burning_status": False},
    "Pot": {"unraked_amount": 20},
    "AntePosting": {"amount": 7},
    "HoleDealing": {"commentary": "face down", "statuses": (False,)},
    "ChipsPushing": {"pot_index": 1},
    "NoOperation": {"commentary": None},
    "HandHistory": {"actions": ["p2 cc"]},
    "Statistics": {"payoffs": [3]},
}


@pytest.mark.parametrize("name", OURS)
def test_replace(name: str) -> None:
    ours = OURS[name]
    same = dataclasses.replace(ours)
    assert same == ours
    assert type(same) is type(ours)
    changed = dataclasses.replace(ours, **CHANGES[name])
    assert changed != ours
    for field in dataclasses.fields(ours):
        wanted = CHANGES[name].get(field.name, getattr(ours, field.name))
        assert getattr(changed, field.name) == wanted
    with pytest.raises(TypeError):
        dataclasses.replace(ours, other=1)
    assert pickle.loads(pickle.dumps(changed)) == changed


def test_replacing_a_field_checks_it() -> None:
    with pytest.raises(croupier.SetupError):
        dataclasses.replace(OURS["Street"], min_completion_betting_or_raising_amount=0)
    with pytest.raises(ValueError, match="negative"):
        dataclasses.replace(OURS["Pot"], raked_amount=-1)


def test_a_game_whose_streets_are_changed() -> None:
    for package in (pokerkit, croupier):
        game = package.NoLimitTexasHoldem((), True, 0, (1, 2), 2)
        streets = tuple(
            dataclasses.replace(street, card_burning_status=False) for street in game.streets
        )
        assert [street.card_burning_status for street in streets] == [False] * 4


@pytest.mark.parametrize("package", [pokerkit, croupier])
def test_states_are_started_anew(package: Any) -> None:
    state = deal(package)
    with pytest.raises((TypeError, ValueError), match="raw_antes"):
        dataclasses.replace(state)
    again = dataclasses.replace(
        state, raw_antes=0, raw_blinds_or_straddles=(5, 10), raw_starting_stacks=(300, 400, 500)
    )
    assert again.stacks == [295, 390, 500]
    assert again.streets == state.streets
    with pytest.raises(ValueError, match="stacks"):
        dataclasses.replace(
            state,
            raw_antes=0,
            raw_blinds_or_straddles=0,
            raw_starting_stacks=0,
            stacks=[1, 2, 3],
        )


def test_fields_of_states_are_attributes() -> None:
    state = deal(croupier, seed=1)
    values = {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    assert values["stacks"] == [198, 197, 199]
    assert values["operations"] == state.operations


def test_dataclasses_can_be_derived() -> None:
    @dataclasses.dataclass
    class NamedPot(croupier.Pot):
        name: str = "main"

    assert [field.name for field in dataclasses.fields(NamedPot)][-1] == "name"
    # Type checkers do not see that a native class is a dataclass.
    pot = NamedPot(1, 9, (0,), "side")  # type: ignore[call-arg, arg-type]
    assert pot.amount == 10


def test_nothing_is_imported_until_somebody_looks() -> None:
    program = "import sys, croupier.state; print('dataclasses' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


def test_signatures_are_left_alone() -> None:
    assert next(iter(inspect.signature(croupier.Street).parameters)) == "card_burning_status"
    assert croupier.Street._fields[0] == "card_burning_status"
    assert OURS["Street"]._replace(draw_status=False) == OURS["Street"]
