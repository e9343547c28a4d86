"""Solutions in files."""

from __future__ import annotations

import json
import random
import re
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from croupier.cards import Deck
from croupier.errors import ParseError, PokerError, UnsupportedError
from croupier.solving import Node, Solution, Spot, solve

from .slow_walk import SmallHoldem

# Rivers that can come for who knows both hands.
CARDS_LEFT = 44
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


def weigh(node: Node) -> float:
    """Return how often players come to a node: the weight of all pairs of hands."""
    return sum(node._weights(0))


def test_rivers_are_worth_what_they_were(solution: Solution, path: Path) -> None:
    # Nobody can win more on all rivers together than in the whole, so that values differ by no
    # more than the gains of both solutions, river by river by how often it comes.
    loaded = Solution.load(path)
    deals = [node.line for node in solution.spot.tree() if node.kind == "deal"]
    whole = weigh(solution.root)
    differences = weights = 0.0
    for line in deals:
        for card in Deck.STANDARD:
            if card in solution.spot.board:
                continue
            was = solution.node(f"{line} {card!r}")
            weight = weigh(was) / whole / CARDS_LEFT
            if weight < 1e-6:
                continue
            now = loaded.node(f"{line} {card!r}")
            differences += weight * abs(now.ev[0] - was.ev[0])
            weights += weight
    # The rest folds, or is all-in before.
    assert 0.3 < weights <= 1.0001
    found = solution.exploitability
    assert differences <= found.chips + sum(found.by_player)


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
    with pytest.raises(UnsupportedError, match="is a name or the JSON"):
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
        json.dumps(document | {"version": 3}).encode() + b"\n" + packed,
        json.dumps(document | {"bytes": 10**12}).encode() + b"\n" + packed,
        json.dumps(document | {"bytes": 5}).encode() + b"\n" + packed,
        json.dumps(document | {"gains": [0, "x"]}).encode() + b"\n" + packed,
        json.dumps(document | {"spot": {}}).encode() + b"\n" + packed,
        json.dumps(document | {"spot": document["spot"] | {"stacks": [9, 9]}}).encode()
        + b"\n"
        + packed,
        json.dumps(document | {"spot": document["spot"] | {"locks": 5}}).encode() + b"\n" + packed,
    ]
    for data in changed:
        path.write_bytes(data)
        try:
            Solution.load(path)
        except PokerError as error:
            assert isinstance(error, ParseError)


@pytest.fixture(scope="module")
def small() -> bytes:
    """Return a file of a spot with few hands, whole."""
    question = SPOT | {"ranges": ("AA, KQs", "TT, 98s"), "sizes": "a / a"}
    with TemporaryDirectory() as folder:
        place = Path(folder) / "small.crs"
        solve(Spot(**question), "1%", threads=1).save(place)  # type: ignore[arg-type]
        return place.read_bytes()


@pytest.mark.parametrize("seed", range(10))
def test_hundreds_of_damaged_files_do_no_harm(small: bytes, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    head = small.index(b"\n") + 1
    words = (b"-1", b"0", b"1e99", b"99999999999999999999", b"null", b"[]", b"{}", b'"x"', b"NaN")
    path = tmp_path / "damaged.crs"
    refused = 0
    for _ in range(300):
        broken = bytearray(small)
        for _ in range(chance.choice([1, 1, 2, 5])):
            # Mostly the line of JSON, which says how much there is.
            most = head if chance.random() < 0.8 else len(broken)
            at = chance.randrange(max(1, min(most, len(broken) - 1)))
            match chance.randrange(5):
                case 0:
                    broken[at : at + 1] = chance.randbytes(1)
                case 1:
                    del broken[at : at + chance.choice([1, 2, 20])]
                case 2:
                    broken[at:at] = broken[at : at + chance.choice([1, 8, 40])]
                case 3:
                    del broken[at:]
                case _:
                    numbers = list(re.finditer(rb"-?[0-9.]+", broken[:head]))
                    if numbers:
                        found = chance.choice(numbers)
                        broken[found.start() : found.end()] = chance.choice(words)
        path.write_bytes(bytes(broken))
        try:
            # What a number says must not decide how much memory is taken.
            loaded = Solution.load(path, memory=64 << 20)
            loaded.root.to_dict(0)
        except ParseError:
            refused += 1
    assert refused > 200


def test_bytes_that_somebody_forged_do_no_harm(path: Path) -> None:
    head, _, packed = path.read_bytes().partition(b"\n")
    document, whole = json.loads(head), zlib.decompress(packed)
    chance = random.Random(2)
    for _ in range(40):
        forged = bytearray(whole)
        for _ in range(chance.randint(1, 40)):
            forged[chance.randrange(len(forged))] = chance.choice((0, 127, 128, 255))
        said = document | {"checksum": zlib.crc32(forged)}
        path.write_bytes(json.dumps(said).encode() + b"\n" + zlib.compress(bytes(forged)))
        try:
            loaded = Solution.load(path)
        except ParseError:
            continue
        for hand in loaded.hands[0]:
            assert all(0 <= part <= 1.0001 for part in loaded.root.strategy(hand).values())


def test_no_room_is_made_for_more_than_the_spot_has(path: Path) -> None:
    head, _, _ = path.read_bytes().partition(b"\n")
    bomb = zlib.compress(bytes(1 << 24))
    said = json.loads(head) | {"bytes": 1 << 24, "checksum": zlib.crc32(bytes(1 << 24))}
    path.write_bytes(json.dumps(said).encode() + b"\n" + bomb)
    with pytest.raises(ParseError, match="more than the spot has"):
        Solution.load(path)


def test_boards_without_hands_are_saved(tmp_path: Path) -> None:
    # A king on the turn leaves the second player nothing, and one on the river neither.
    question = SPOT | {"board": "Th8h3c", "ranges": ("AA", "KsKh"), "sizes": {"river": "a"}}
    solution = solve(Spot(**question), "0.1%", threads=1)  # type: ignore[arg-type]
    solution.save(tmp_path / "flop.crs")
    loaded = Solution.load(tmp_path / "flop.crs")
    assert loaded.ev == solution.ev
    assert loaded.node("x x Ks").player == 0 and loaded.node("x x 2c x x Kh").player == 0
    assert sum(loaded.node("x x 2c x x 2d").ev) == pytest.approx(100, abs=1e-3)
