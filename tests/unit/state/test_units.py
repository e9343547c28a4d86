"""How fine chips are: one answer, whoever asks and however amounts are written."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Automation, NoLimitTexasHoldem, State
from croupier.errors import SetupError
from croupier.histories import HandHistory
from croupier.histories.bulk.reading import read_all
from croupier.histories.formats.amounts import choose_chips
from croupier.state.amounts import choose_converter

KINDS: dict[str, Callable[[str], Any]] = {
    "float": float,
    "decimal": Decimal,
    "fraction": Fraction,
}


def find_unit(amounts: list[Any]) -> tuple[int, int]:
    """Return how many units 1 is, and how many decimal places amounts have."""
    converter = choose_converter(amounts)
    assert converter is not None
    return converter.scale, converter.places


def play(kind: Callable[[str], Any], stacks: tuple[str, ...]) -> State:
    return NoLimitTexasHoldem.create_state(
        tuple(Automation),
        True,
        0,
        (kind("0.5"), kind("1")),
        kind("1"),
        tuple(map(kind, stacks)),
        len(stacks),
        seed=3,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_all_types_have_the_same_unit(kind: str) -> None:
    amounts = [KINDS[kind](text) for text in ("0.05", "0.1", "12.5", "100")]
    assert find_unit(amounts) == find_unit([Decimal("0.05"), Decimal("112.5"), Decimal("0.1")])


@pytest.mark.parametrize("kind", KINDS)
def test_integers_among_others_change_nothing(kind: str) -> None:
    small = KINDS[kind]("0.25")
    assert find_unit([small, 100]) == find_unit([small, KINDS[kind]("100")])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", range(2, 11))
def test_pots_divide_exactly(kind: str, count: int) -> None:
    """Everybody is all in with the same hand: the board plays."""
    state = NoLimitTexasHoldem.create_state(
        tuple(set(Automation) - {Automation.BOARD_DEALING, Automation.HOLE_DEALING}),
        True,
        KINDS[kind]("0.01"),
        (KINDS[kind]("0.5"), KINDS[kind]("1")),
        KINDS[kind]("1"),
        KINDS[kind]("7.77"),
        count,
        seed=1,
    )
    hands = ["2c3d", "2d3c", "2h3s", "2s3h", "4c5d", "4d5c", "4h5s", "4s5h", "6c7d", "6d7c"]
    for hand in hands[:count]:
        state.deal_hole(hand)
    while state.actor_index is not None:
        if state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to(
                state.stacks[state.actor_index] + state.bets[state.actor_index]
            )
        else:
            state.check_or_call()
    for cards in ("TcJdQh", "Ks", "Ad"):
        state.deal_board(cards)
    assert not state.status
    assert state.stacks == [KINDS[kind]("7.77")] * count


def test_mixed_types_are_refused() -> None:
    with pytest.raises(SetupError, match="one type, not Decimal and float"):
        play(lambda text: Decimal(text) if text == "1" else float(text), ("100", "100"))


def test_unknown_stacks_are_counted() -> None:
    assert find_unit([Decimal("0.5"), 100])[0] > find_unit([0.5, inf])[0]


@pytest.mark.parametrize(
    "amounts",
    [[Decimal(10) ** 15], [Decimal("1e-19")], [Fraction(1, 3**40)], [1e300, 0.5], [10**40, 0.5]],
)
def test_too_many_or_too_fine_chips_have_no_unit(amounts: list[Any]) -> None:
    with pytest.raises(SetupError) as refused:
        choose_converter(amounts)
    assert refused.value.code in {"uncountable-amount", "number-out-of-bounds"}


def test_very_many_chips_are_divided_less() -> None:
    state = play(Decimal, ("20000000000", "20000000000"))
    assert state.stacks == [Decimal("19999999999"), Decimal("19999999999.5")]


@pytest.mark.parametrize("amount", [float("nan"), "1", None])
def test_what_is_no_amount_is_refused(amount: Any) -> None:
    with pytest.raises((SetupError, TypeError, ValueError)):
        choose_converter([0.5, amount])


def test_a_history_has_the_unit_of_its_state_one_by_one_and_in_bulk(tmp_path: Any) -> None:
    history = HandHistory(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[Decimal("0.25"), Decimal("0.5"), 0],
        min_bet=Decimal("0.5"),
        starting_stacks=[Decimal("50.35"), 40, 30],
        actions=[
            "d dh p1 AcAd",
            "d dh p2 KcKd",
            "d dh p3 QcQd",
            "p3 cbr 1.5",
            "p1 f",
            "p2 f",
        ],
    )
    path = tmp_path / "hand.phh"
    path.write_text("".join(f"{line}\n" for line in history.dumps().splitlines()))
    (batch,) = read_all([path])
    (scale,) = batch.columns["scale"]
    state = history.create_state()
    converter = choose_converter(
        [*state.antes, *state.blinds_or_straddles, *state.starting_stacks], [Decimal("0.5")]
    )
    assert converter is not None
    assert scale == converter.scale
    # Again, from what was kept of the first one.
    again = history.create_state()
    assert again._setup == state._setup
    assert again.stacks == state.stacks


def test_texts_are_written_in_the_places_of_the_unit() -> None:
    amounts: list[Decimal | int] = [Decimal("0.125"), 3]
    assert choose_chips(amounts).digits == find_unit(amounts)[1] == 3


@given(st.lists(st.decimals(0, 10**6, places=4), min_size=1, max_size=10))
def test_units_are_exact_both_ways(amounts: list[Decimal]) -> None:
    converter = choose_converter(amounts)
    assert converter is not None
    for amount in amounts:
        assert converter.from_units(converter.to_units(amount)) == amount
