"""Solutions in decimal chips: every EV is in chips, from Python, the command line and the desk."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import numpy
import pytest

from croupier.cli.app import run
from croupier.cli.output.progress import Bar
from croupier.solving import Node, Solution, Spot, solve

SPOT: dict[str, Any] = {
    "board": "Th8h3c5d2s",
    "ranges": ("99+, AJs+, 76s", "TT-55, KJs+"),
    "sizes": "60%, a / a",
}


def solved(unit: str) -> Solution:
    """Solve a spot of 1,000 units and 2,400 behind."""
    amounts: dict[str, Any] = {"pot": 1000, "stacks": 2400}
    if unit == "cents":
        amounts = {"pot": 10.0, "stacks": 24.0}
    return solve(Spot(**SPOT, **amounts), "0.5%", threads=1)


@pytest.fixture(scope="module")
def both() -> tuple[Solution, Solution]:
    return solved("chips"), solved("cents")


def pairs(both: tuple[Solution, Solution]) -> list[tuple[Node, Node]]:
    whole, decimal = both
    lines = (("", ""), ("x", "x"), ("x b600", "x b6"), ("b600", "b60%"))
    return [(whole.node(one), decimal.node(two)) for one, two in lines]


def test_evs_of_decimal_pots_are_in_chips(both: tuple[Solution, Solution]) -> None:
    whole, decimal = both
    assert decimal.spot.unit == 0.01 and whole.spot.unit == 1
    hundredth = [ev / 100 for ev in whole.ev]
    assert list(decimal.ev) == pytest.approx(hundredth, rel=1e-6)
    assert decimal.exploitability.chips == pytest.approx(whole.exploitability.chips / 100, rel=1e-6)
    for one, two in pairs(both):
        assert two.pot == one.pot / 100
        assert list(two.ev) == pytest.approx([ev / 100 for ev in one.ev], rel=1e-5)
        for player in range(2):
            expected = [ev / 100 for ev in one.evs(player)]
            assert list(two.evs(player)) == pytest.approx(expected, rel=1e-5, nan_ok=True)
            assert list(two.reaches(player)) == pytest.approx(list(one.reaches(player)))
        actions = zip(one.action_evs.values(), two.action_evs.values(), strict=True)
        for first, second in actions:
            expected = [ev / 100 for ev in first]
            assert list(second) == pytest.approx(expected, rel=1e-5, abs=1e-9, nan_ok=True)


def test_all_values_of_a_hand_agree(both: tuple[Solution, Solution]) -> None:
    for solution in both:
        root = solution.root
        assert root.ev == pytest.approx(solution.ev, rel=1e-4)
        place = solution.hands[0].index("AhAs" if "AhAs" in solution.hands[0] else "AsAh")
        hand = solution.hands[0][place]
        assert root.hand_ev(hand) == root.evs(0)[place]
        actions = {name: evs[place] for name, evs in root.action_evs.items()}
        assert root.action_ev(hand) == actions
        strategy = root.strategy(hand)
        mixed = sum(strategy[name] * ev for name, ev in actions.items())
        assert root.evs(0)[place] == pytest.approx(mixed, rel=1e-4)
        document = root.to_dict()["hands"][hand]
        assert document["ev"] == root.evs(0)[place]
        assert document["action_ev"] == list(actions.values())


def test_arrays_are_taken_by_numpy(both: tuple[Solution, Solution]) -> None:
    for solution in both:
        root = solution.root
        assert numpy.asarray(root.evs(0)).shape == (len(solution.hands[0]),)
        assert numpy.asarray(root.evs(1)).dtype == numpy.float32
        strategies = numpy.array(list(root.strategies.values()))
        assert strategies.shape == (len(root.actions), len(solution.hands[0]))
        assert numpy.nansum(strategies, axis=0) == pytest.approx(1, abs=1e-5)
        assert array("f", root.reaches(1))


ARGUMENTS = [
    *("--board", "Th8h3c5d2s", "--pot", "10.0", "--stack", "24.5", "--oop", "99+, AJs+"),
    *("--ip", "TT-55, KJs+", "--bet", "60%", "--raise", "a", "--threads", "1"),
]


def test_progress_is_a_part_of_the_pot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    titles: list[str] = []

    def update(bar: Bar, done: int, title: str | None = None) -> None:
        titles.extend(filter(None, [title]))

    monkeypatch.setattr(Bar, "update", update)
    assert run(["solve", *ARGUMENTS, "--target", "0.9%", "--json"]) == 0
    last = json.loads(capsys.readouterr().out)["exploitability"]["percent"]
    shown = float(titles[-1].removeprefix("Solving: ").removesuffix("% of the pot"))
    assert shown == pytest.approx(last, abs=0.006) and shown > 0.01


def test_command_and_desk_show_chips(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "spot.crs"
    assert run(["solve", *ARGUMENTS, "--output", str(place), "--list-hands"]) == 0
    shown = capsys.readouterr().out
    assert run(["solve", *ARGUMENTS, "--list-hands", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    node = found["node"]
    assert sum(node["ev"]) == pytest.approx(10, abs=1e-3)
    assert sum(found["ev"]) == pytest.approx(10, abs=1e-6)
    assert f"EV {node['ev'][0]:.2f}" in shown
    assert f"{node['hands']['AhAs' if 'AhAs' in node['hands'] else 'AsAh']['ev']:.2f}" in shown
    from croupier.web.answers.solutions import _describe_node

    solution = Solution.load(place)
    blocks: list[Any] = _describe_node(solution, solution.root)
    players = next(block for block in blocks if getattr(block, "title", "") == "Players")
    assert sum(float(row[1]) for row in players.rows) == pytest.approx(10, abs=0.02)
    hands = next(block for block in blocks if "Hand" in getattr(block, "headings", ()))
    assert all(0 <= float(row[2]) <= 35 for row in hands.rows) and float(hands.rows[0][2]) > 1


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("x x Jd x x 8c", "Qs7h2cJd8c"),
        ("x x 8c x x Jd", "Qs7h2c8cJd"),
        ("x x 3c", "Qs7h2c3c"),
    ],
)
def test_cards_of_a_board_keep_their_order(line: str, board: str) -> None:
    spot = Spot(board="Qs7h2c", pot=10, stacks=20, ranges=("AA, KQs", "JJ, T9s"), sizes="a / a")
    node = solve(spot, "5%", threads=1).node(line)
    assert "".join(map(repr, node.board)) == board
    assert node.to_dict(hands=False)["board"] == board
