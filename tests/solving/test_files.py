"""Solutions in files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from croupier.errors import ParseError, PokerError, UnsupportedError
from croupier.solving import Solution, Spot, solve

from .slow_walk import SmallHoldem

SPOT = {
    "board": "Th8h3c5d",
    "pot": 100,
    "stacks": 250,
    "ranges": ("99+, AJs+, KQs:0.5, 87s", "TT-55, AQs-ATs, KJs+, QJs:0.25"),
    "sizes": {"turn": "60% / 2.5x", "river": "75% / a"},
    "force_all_in": 0.15,
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(Spot(**SPOT), "0.2%", threads=1)  # type: ignore[arg-type]


@pytest.fixture
def path(solution: Solution, tmp_path: Path) -> Path:
    place = tmp_path / "spot.crs"
    solution.save(place)
    return place


def test_a_solution_comes_back(solution: Solution, path: Path) -> None:
    loaded = Solution.load(path)
    assert loaded.is_loaded and not solution.is_loaded
    assert loaded.ev == pytest.approx(solution.ev, rel=1e-12)
    assert loaded.exploitability.chips == pytest.approx(solution.exploitability.chips)
    assert loaded.iterations == solution.iterations
    # Parts below 1 / 65,535 are lost: lines that hardly anybody takes look otherwise.
    for line in ("", "x", "b60", "x b60"):
        was, now = solution.node(line), loaded.node(line)
        assert now.actions == was.actions and now.pot == was.pot
        for player in range(2):
            assert list(now.evs(player)) == pytest.approx(
                list(was.evs(player)), abs=0.05, nan_ok=True
            )
            assert list(now.equities(player)) == pytest.approx(
                list(was.equities(player)), abs=1e-3, nan_ok=True
            )
        for one, two in zip(now.strategies.values(), was.strategies.values(), strict=True):
            assert list(one) == pytest.approx(list(two), abs=1e-4, nan_ok=True)
        for one, two in zip(now.action_evs.values(), was.action_evs.values(), strict=True):
            assert list(one) == pytest.approx(list(two), abs=0.05, nan_ok=True)


@pytest.mark.parametrize("line", ["x x 2s", "x b60 c Ks", "b60 c 8d x", "b60 r150 c Ah"])
def test_rivers_are_solved_again(solution: Solution, path: Path, line: str) -> None:
    was, now = solution.node(line), Solution.load(path).node(line)
    assert now.range(0).total == pytest.approx(was.range(0).total, rel=0.05)
    # Both are as exact as the whole, which is not much for a river that seldom comes.
    assert now.ev == pytest.approx(was.ev, abs=0.02 * float(was.pot))
    assert sum(now.ev) == pytest.approx(float(now.pot), abs=0.01)
    assert sum(now.frequencies.values()) == pytest.approx(1, abs=1e-4)


def test_a_river_is_kept_whole(tmp_path: Path) -> None:
    spot = Spot(board="2c2d2h7s8s", pot=100, stacks=100, ranges=("AA,54s", "KK"), sizes="a / a")
    whole = solve(spot, "0.1%", threads=1)
    whole.save(tmp_path / "river.crs")
    loaded = Solution.load(tmp_path / "river.crs")
    assert loaded.root.ev == pytest.approx(whole.root.ev, abs=0.01)
    assert loaded.node("b100").frequencies == pytest.approx(
        whole.node("b100").frequencies, abs=1e-3
    )


def test_what_is_loaded_is_not_improved_or_replaced(path: Path) -> None:
    loaded = Solution.load(path)
    with pytest.raises(PokerError, match="cannot be improved"):
        loaded.improve("0.1%")
    with pytest.raises(PokerError, match="cannot be improved"):
        loaded.save(path.with_name("other.crs"))
    with pytest.raises(FileExistsError):
        solve(Spot(**SPOT), "50%", threads=1).save(path)  # type: ignore[arg-type]


def test_games_without_a_name_are_refused(tmp_path: Path) -> None:
    spot = Spot(
        game=SmallHoldem, board="AsKsQhJhTh", pot=20, stacks=30, ranges=("random", "99"), sizes="a"
    )
    with pytest.raises(UnsupportedError, match="is a name"):
        solve(spot, "5%", threads=1).save(tmp_path / "small.crs")
    locked = Spot(**SPOT, locks={"x x 2s": {"AA": {"check": 1}}})  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="last street"):
        solve(locked, "90%", threads=1).save(tmp_path / "locked.crs")


def test_damaged_files_are_refused(path: Path) -> None:
    whole = path.read_bytes()
    head, _, packed = whole.partition(b"\n")
    document = json.loads(head)
    changed = [
        b"",
        b"{}\n",
        b"nothing",
        head,
        whole[:-10],
        head + b"\n" + packed[::-1],
        json.dumps(document | {"version": 2}).encode() + b"\n" + packed,
        json.dumps(document | {"bytes": 10**12}).encode() + b"\n" + packed,
        json.dumps(document | {"bytes": 5}).encode() + b"\n" + packed,
        json.dumps(document | {"gains": [0, "x"]}).encode() + b"\n" + packed,
        json.dumps(document | {"spot": {}}).encode() + b"\n" + packed,
        json.dumps(document | {"spot": document["spot"] | {"stacks": [9, 9]}}).encode()
        + b"\n"
        + packed,
        json.dumps(document | {"spot": document["spot"] | {"locks": 5}}).encode() + b"\n" + packed,
    ]
    chance = random.Random(1)
    for _ in range(30):
        broken = bytearray(whole)
        for _ in range(3):
            broken[chance.randrange(len(head))] = chance.randrange(256)
        changed.append(bytes(broken))
    for data in changed:
        path.write_bytes(data)
        try:
            Solution.load(path)
        except PokerError as error:
            assert isinstance(error, ParseError)
