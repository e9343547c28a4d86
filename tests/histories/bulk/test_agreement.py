"""How records and replays agree: the classes, and their counts in the documentation."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from croupier.histories import Agreement, Batch, classify, count_classes, read_all
from shared import data_path

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "histories.md"
SETS = ("wsop", "pluribus", "historical", "handhq")


def paths(name: str) -> list[Path]:
    root = data_path("phh")
    return sorted(root.glob("*.phh")) if name == "historical" else [root / name]


@cache
def batches(name: str) -> tuple[Batch, ...]:
    return tuple(read_all(paths(name)))


def table(heading: str) -> dict[str, list[int]]:
    """Return the numbers of a table of the documentation by the first words of its rows."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        first, *cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        rows[first] = [int(cell.replace(",", "")) for cell in cells[-len(SETS) :]]
    return rows


@pytest.mark.parametrize("name", SETS)
def test_every_hand_has_the_class_that_the_documentation_counts(name: str) -> None:
    counts = sum((count_classes(batch) for batch in batches(name)), Counter())
    documented = {row: numbers[SETS.index(name)] for row, numbers in table("class").items()}
    assert documented == {agreement.value: counts[agreement] for agreement in Agreement}


@pytest.mark.parametrize("name", SETS)
def test_repairs_are_those_that_the_documentation_counts(name: str) -> None:
    counts: Counter[str] = Counter()
    for batch in batches(name):
        for kinds in batch.columns["repairs"]:
            counts.update(set(kinds.split()))
    documented = {
        row: numbers[SETS.index(name)] for row, numbers in table("of the repaired").items()
    }
    assert documented == {kind: counts[kind] for kind in documented}
    assert set(counts) <= set(documented)


@pytest.mark.parametrize("name", ["wsop", "historical", "handhq"])
def test_counting_is_classifying(name: str) -> None:
    for batch in batches(name):
        assert count_classes(batch) == Counter(map(classify, batch))


def named(agreement: Agreement) -> list[tuple[str, str]]:
    return [
        (one.path.stem.removesuffix("-OBFUSCATED"), one.key)
        for batch in batches("handhq")
        for one in batch
        if classify(one) == agreement
    ]


def test_the_hands_that_differ_are_known() -> None:
    assert named(Agreement.DEAD_POST) == [
        ("ong NLH handhq_24", "538"),
        ("ong NLH handhq_24", "785"),
    ]
    assert named(Agreement.WRONG_STACKS) == [
        ("ong NLH handhq_24", "601"),
        ("ong NLH handhq_24", "899"),
        ("ong NLH handhq_317", "386"),
    ]
    assert named(Agreement.HIDDEN_WINNER) == [
        ("pty NLH handhq_309", "638"),
        ("pty NLH handhq_309", "658"),
        ("pty NLH handhq_154", "412"),
        ("pty NLH handhq_154", "490"),
    ]
    assert named(Agreement.OTHER_WINNERS) == [
        ("pty NLH handhq_532", "450"),
        ("pty NLH handhq_532", "739"),
    ]


def test_a_rake_is_a_small_part_of_what_was_lost() -> None:
    shares = []
    for batch in batches("handhq"):
        for one in batch:
            if classify(one) is Agreement.RAKE:
                assert one.rake is not None and one.rake > 0
                lost = -sum(payoff for payoff in one.payoffs if payoff < 0)
                # With a split pot, nobody may have lost anything.
                shares.append(one.rake / lost if lost else 0)
    assert len(shares) > 3000
    assert sorted(shares)[len(shares) // 2] <= Decimal("0.1")
