"""Many histories at once: the core agrees with the record, and says what is wrong where."""

from __future__ import annotations

import json
from decimal import Decimal
from math import inf
from pathlib import Path

import pytest

from croupier.errors import SetupError
from croupier.histories import HandHistory, read_all
from histories.test_data import HALVES, IDLE_CHECK, SHORT_RAISE
from shared import data_path

HAND = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [{actions}]
"""
DEAL = ["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsQh"]


def hand(*actions: str) -> str:
    return HAND.format(actions=", ".join(f"'{action}'" for action in (*DEAL, *actions)))


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.phhs").write_text(text, encoding="utf-8")
    return folder


def test_hands_of_many_files_come_in_order(tmp_path: Path) -> None:
    first = f"[1]\n{hand('p3 f', 'p1 f')}\n[2]\n{hand('p3 cbr 6', 'p1 f', 'p2 f')}"
    write(tmp_path, b=first, a=hand("p3 f"))
    told: list[int] = []
    (batch,) = read_all(tmp_path, progress=told.append)
    assert [(one.path.stem, one.key, one.ended) for one in batch] == [
        ("a", "", False),
        ("b", "1", True),
        ("b", "2", True),
    ]
    assert batch[1].payoffs == (-1, 1, 0)
    assert batch[-1].payoffs == (-1, -2, 3)
    assert batch[1:][0] == batch[1]
    assert told == [2]
    with pytest.raises(IndexError, match="no hand 3"):
        batch[3]


def test_columns_are_numbers_that_other_libraries_take(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    (batch,) = read_all(write(tmp_path, a=hand("p3 f", "p1 f")))
    payoffs = numpy.asarray(batch.columns["payoffs"])
    assert payoffs.tolist() == [-1, 1, 0]
    assert numpy.asarray(batch.columns["player_count"]).tolist() == [3]


def test_what_is_wrong_is_said_with_its_place(tmp_path: Path) -> None:
    text = f"[1]\n{hand('p3 f', 'p2 f')}\n[2]\nvariant = 'NT\n\n[3]\n{hand('p3 f', 'p1 f')}"
    text += "\n[4]\n" + hand("p3 cbr 3") + "\n[5]\n" + hand("p3 nods")
    (batch,) = read_all(write(tmp_path, a=text))
    said = {(one.key, one.action): one.message for one in batch.problems}
    assert said["1", 5] == "player 1 is to act now, not player 2"
    assert "TOML" in said["2", None]
    assert said["4", 4] == "the amount 3 is below the minimum of 4"
    assert said["5", 4] == "'p3 nods' is no action".replace("'", '"')
    assert [one.ended for one in batch] == [False, False, True, False, False]
    assert batch[0].problem == batch.problems[0]
    assert batch.problems[0].line == 7
    assert str(batch.problems[0]).endswith(
        "a.phhs, hand 1, line 7, action 5: player 1 is to act now, not player 2"
    )


def test_missing_fields_and_unknown_games(tmp_path: Path) -> None:
    text = "[1]\n" + hand().replace("min_bet = 2\n", "")
    text += "\n[2]\n" + hand().replace("'NT'", "'XX'")
    text += "\n[3]\n" + hand().replace("antes = [0, 0, 0]", "antes = [0, 0]")
    (batch,) = read_all(write(tmp_path, a=text))
    assert [problem.message for problem in batch.problems] == [
        "the field min_bet is missing",
        'there is no variant "XX"',
        "the field antes is given for 2 players, but there are 3",
    ]


def test_decimals_are_exact_and_unknown_stacks_stay_unknown(tmp_path: Path) -> None:
    text = hand("p3 cbr 4.50", "p1 cc", "p2 f").replace("[100, 100, 100]", "[100, inf, 100.10]")
    (batch,) = read_all(write(tmp_path, a=text))
    assert batch[0].stacks == (Decimal("95.5"), inf, Decimal("95.6"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_bytes(b"\xff\xfe")
    (batch,) = read_all([tmp_path / "a.phh"])
    assert not len(batch)
    assert "UTF-8" in batch.problems[0].message
    with pytest.raises(SetupError, match="no file"):
        list(read_all(tmp_path / "b.phh"))


def _are_equal(stack: object, text: str) -> bool:
    """Compare with what PokerKit divides to 28 digits."""
    if text == "inf":
        return stack == inf
    return abs(Decimal(str(stack)) - Decimal(text)) < Decimal("1e-12")


def test_the_dataset_ends_as_expected() -> None:
    root = data_path("phh")
    lines = (root / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {(row["f"], row["k"]): row for row in map(json.loads, lines)}
    compared = 0
    for batch in read_all(root, files_at_once=100):
        for one in batch:
            name = one.path.relative_to(root).as_posix()
            row = expected[name, one.key]
            if name == SHORT_RAISE:
                assert one.finishing == "equal" and one.repair_count == 1
            elif name.endswith(IDLE_CHECK) and one.problem is not None:
                assert one.problem.action == 3
            elif name == HALVES:
                assert one.finishing == "equal"
            elif row.get("t") is False:
                assert not one.ended
            else:
                pairs = zip(one.stacks, row["s"], strict=True)
                assert all(_are_equal(stack, text) for stack, text in pairs)
                compared += 1
    assert compared > 15_000


def test_the_core_and_the_model_agree() -> None:
    root = data_path("phh")
    for batch in read_all([root / "wsop", root / "pluribus" / "83"]):
        for one in batch:
            with one.path.open("rb") as file:
                history = HandHistory.load(file)
            assert tuple(history.replay().state.stacks) == one.stacks
