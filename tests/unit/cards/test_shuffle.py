"""Shuffling: complete, repeatable, fair, and strict about seeds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import permutation, shuffled
from croupier.errors import SetupError

seeds = st.none() | st.integers(min_value=0, max_value=2**256 - 1)


@given(st.integers(min_value=0, max_value=200), seeds)
def test_every_number_occurs_once(count: int, seed: int | None) -> None:
    assert sorted(permutation(count, seed=seed)) == list(range(count))


@given(st.lists(st.integers()), seeds)
def test_values_are_kept_and_the_original_is_untouched(values: list[int], seed: int | None) -> None:
    before = list(values)
    assert Counter(shuffled(values, seed=seed)) == Counter(values)
    assert values == before


@given(st.lists(st.integers()), st.integers(min_value=0, max_value=2**256 - 1))
def test_a_seed_decides_the_order(values: list[int], seed: int) -> None:
    assert shuffled(values, seed=seed) == shuffled(iter(values), seed=seed)
    assert shuffled(values, seed=seed) == [values[at] for at in permutation(len(values), seed=seed)]


def test_seeds_differ_and_no_seed_repeats_nothing() -> None:
    assert len({tuple(permutation(20, seed=seed)) for seed in range(100)}) == 100
    assert len({tuple(permutation(20)) for _ in range(100)}) == 100


def test_orders_are_equally_likely() -> None:
    rounds = 24_000
    counts = Counter(tuple(permutation(4, seed=seed)) for seed in range(rounds))
    assert set(counts) == set(permutations(range(4)))
    expected = rounds / len(counts)
    chi_squared = sum((count - expected) ** 2 / expected for count in counts.values())
    # 23 degrees of freedom: a fair shuffle exceeds 49.7 once in a thousand, and seeds are fixed.
    assert chi_squared < 49.7


@pytest.mark.parametrize("seed", [-1, 2**256, 2**260])
def test_seeds_out_of_range_are_named(seed: int) -> None:
    with pytest.raises(ValueError, match=f"^a seed must be from 0 to .*, unlike {seed}"):
        shuffled("abc", seed=seed)


@pytest.mark.parametrize("seed", ["1", 1.0, b"1"])
def test_seeds_that_are_no_integers(seed: Any) -> None:
    with pytest.raises(SetupError, match="or 32 bytes, unlike"):
        permutation(3, seed=seed)


def test_seeds_of_numpy() -> None:
    assert permutation(9, seed=np.uint64(7)) == permutation(9, seed=7)  # type: ignore[arg-type]


def test_a_negative_count_is_named() -> None:
    with pytest.raises(ValueError, match=r"^The count -1 "):
        permutation(-1)
