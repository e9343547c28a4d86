"""Arrays of hands."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from croupier import rankings
from croupier.cards import CARDS_BY_CODE, Card, Deck
from croupier.errors import CardError
from croupier.rankings import Selection

HAND_SIZES = {
    "high": (5, 6, 7),
    "27_low": (5, 6, 7),
    "a5_low": (5, 6, 7),
    "eight_or_better_low": (5, 6, 7),
    "36card_ffh_high": (5, 6, 7),
    "badugi": (1, 4, 5, 7),
    "badugi_ah": (1, 4, 5, 7),
    "hidugi": (1, 4, 5, 7),
}
SIZES = [(name, size) for name, sizes in HAND_SIZES.items() for size in sizes]


def deal(name: str, count: int, size: int, seed: int = 1) -> np.ndarray:
    """Return rows of card codes."""
    first = 16 if name.startswith("36card") else 0
    random = np.random.default_rng(seed)
    order = np.argsort(random.random((count, 52 - first)), axis=1)[:, :size]
    return (order + first).astype(np.uint8)


def to_sets(rows: np.ndarray) -> np.ndarray:
    """Return card sets."""
    sets = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        suit, rank = (column & 3).astype(np.uint64), (column >> 2).astype(np.uint64)
        sets |= np.uint64(1) << (suit * np.uint64(16) + rank)
    return sets


def to_planes(rows: np.ndarray) -> np.ndarray:
    """Return the ranks held in each suit."""
    return np.ascontiguousarray(to_sets(rows).view(np.uint16).reshape(-1, 4).T)


def one_by_one(name: str, rows: np.ndarray) -> list[int]:
    """Return the strengths of hands that are ranked one at a time; 0 where there is none."""
    ranking = rankings.get(name)
    values = (ranking.best_or_none([CARDS_BY_CODE[code] for code in row]) for row in rows)
    return [0 if value is None else value.strength for value in values]


@pytest.mark.parametrize(("name", "size"), SIZES)
def test_layouts_agree_with_single_hands(name: str, size: int) -> None:
    rows = deal(name, 500, size)
    expected = one_by_one(name, rows)
    ranking = rankings.get(name)
    for hands in (rows, to_sets(rows), to_planes(rows)):
        strengths = ranking.strengths(hands)
        assert strengths.dtype == np.uint32
        assert strengths.tolist() == expected


@pytest.mark.parametrize("threads", [0, 1, 2, 3])
def test_threads_change_nothing(threads: int) -> None:
    rows = deal("high", 100_000, 7)
    ranking = rankings.get("high")
    expected = ranking.strengths(rows)
    for hands in (rows, to_sets(rows), to_planes(rows)):
        assert (ranking.strengths(hands, threads=threads) == expected).all()
    holes, boards = rows[:, :4].copy(), deal("high", 100_000, 9, seed=1)[:, 4:9].copy()
    both = np.hstack([holes, boards])
    distinct = np.array([len(set(row)) == 9 for row in both.tolist()])
    holes, boards = holes[distinct], boards[distinct]
    one = ranking.omaha_strengths(holes, boards)
    assert (ranking.omaha_strengths(holes, boards, threads=threads) == one).all()


def test_the_output_may_be_given() -> None:
    rows = deal("high", 10, 7)
    out = np.empty(10, np.uint32)
    assert rankings.get("high").strengths(rows, out=out) is out
    assert out.tolist() == one_by_one("high", rows)


def test_no_hands_give_no_strengths() -> None:
    high = rankings.get("high")
    assert len(high.strengths(np.empty((0, 7), np.uint8))) == 0
    assert len(high.strengths(np.empty(0, np.uint64))) == 0


@pytest.mark.parametrize("name", ["high", "27_low", "a5_low", "36card_ffh_high"])
@pytest.mark.parametrize("board", ["QsJsTs", "QsJsTs9c", "QsJsTs9c6d"])
def test_all_pairs_on_a_board(name: str, board: str) -> None:
    ranking = rankings.get(name)
    strengths = ranking.board_strengths(board)
    shared, deck = Card.clean(board), Deck.STANDARD
    pairs = list(combinations(range(52), 2))
    assert len(strengths) == len(pairs)
    for index in range(0, len(pairs), 7):
        hole = tuple(deck[code] for code in pairs[index])
        value = None if set(hole) & set(shared) else ranking.best_or_none(hole, shared)
        assert strengths[index] == (0 if value is None else value.strength), hole


@pytest.mark.parametrize("name", ["high", "a5_low", "eight_or_better_low", "36card_ffh_high"])
@pytest.mark.parametrize("width", [3, 4, 5])
def test_all_pairs_on_many_boards(name: str, width: int) -> None:
    ranking = rankings.get(name)
    boards = deal(name, 300, width)
    strengths = np.array([0, *ranking.class_strengths()], np.uint32)
    classes = ranking.board_classes(boards)
    assert classes.shape == (300, 1326) and classes.dtype == np.uint16
    for board, row in zip(boards, classes, strict=True):
        cards = [Deck.STANDARD[code] for code in board]
        assert strengths[row].tolist() == ranking.board_strengths(cards).tolist()
    assert (ranking.board_classes(boards, threads=2) == classes).all()
    out = np.empty_like(classes)
    assert ranking.board_classes(boards, out=out) is out and (out == classes).all()
    order = rankings.sort_classes(classes)
    expected = np.argsort(classes, axis=1, kind="stable")
    assert (order == expected).all()


def test_many_boards_that_are_wrong_are_refused() -> None:
    high = rankings.get("high")
    boards = np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 5]], np.uint8)
    with pytest.raises(CardError, match="hand 1 has a card twice"):
        high.board_classes(boards)
    with pytest.raises(CardError, match="hand 1 has a card twice"):
        high.board_classes(np.repeat(boards, [200, 200], axis=0)[199:201], threads=2)
    with pytest.raises(ValueError, match="no classes of hands"):
        rankings.get("27_low").board_classes(boards)
    with pytest.raises(ValueError, match="no classes of hands"):
        rankings.get("badugi").class_strengths()
    with pytest.raises(ValueError, match="two dimensions"):
        high.board_classes(boards[0])
    with pytest.raises(ValueError, match="uint16"):
        high.board_classes(boards[:1], out=np.empty((1, 1326), np.uint32))
    with pytest.raises(CardError, match="room for"):
        high.board_classes(boards[:1], out=np.empty((2, 1326), np.uint16))
    with pytest.raises(ValueError, match="rows of 1326"):
        rankings.sort_classes(np.zeros((2, 5), np.uint16))


@pytest.mark.parametrize("name", ["high", "a5_low", "eight_or_better_low"])
@pytest.mark.parametrize("hole_size", [4, 5, 6])
@pytest.mark.parametrize("board_size", [3, 4, 5])
def test_omaha(name: str, hole_size: int, board_size: int) -> None:
    cards = deal("high", 60, hole_size + board_size)
    holes, boards = cards[:, :hole_size].copy(), cards[:, hole_size:].copy()
    ranking, rule = rankings.get(name), Selection.exactly(2, 3)
    strengths = ranking.omaha_strengths(holes, boards)
    for hole, board, strength in zip(holes, boards, strengths, strict=True):
        hole_cards = [CARDS_BY_CODE[code] for code in hole]
        board_cards = [CARDS_BY_CODE[code] for code in board]
        value = ranking.best_or_none(hole_cards, board_cards, selection=rule)
        assert strength == (0 if value is None else value.strength)


def test_omaha_on_one_board() -> None:
    high = rankings.get("high")
    board = np.array([[0, 5, 10, 15, 20]], np.uint8)
    rest = [code for code in range(52) if code not in board]
    holes = np.array([rest[start : start + 4] for start in range(40)], np.uint8)
    repeated = np.repeat(board, len(holes), axis=0)
    assert (high.omaha_strengths(holes, board) == high.omaha_strengths(holes, repeated)).all()


def wrong_hand(place: int, row: list[int]) -> np.ndarray:
    rows = deal("high", 1000, 7)
    rows[place] = row
    return rows


@pytest.mark.parametrize("place", [0, 500, 999])
def test_errors_name_the_hand(place: int) -> None:
    high = rankings.get("high")
    for row, problem in (([0, 1, 2, 3, 4, 5, 52], "52"), ([0, 1, 2, 3, 4, 5, 5], "twice")):
        with pytest.raises(ValueError, match=rf"hand {place}.*{problem}"):
            high.strengths(wrong_hand(place, row))
    sets = to_sets(deal("high", 1000, 7))
    sets[place] = 1
    with pytest.raises(ValueError, match=rf"hand {place} has 1 cards"):
        high.strengths(sets)
    sets[place] = 1 << 14
    with pytest.raises(ValueError, match=rf"hand {place}.*not cards"):
        high.strengths(sets)
    short = deal("36card_ffh_high", 1000, 7)
    short[place, 0] = 0
    with pytest.raises(ValueError, match=rf"hand {place}.*deck"):
        rankings.get("36card_ffh_high").strengths(short)


@pytest.mark.parametrize(
    ("hands", "problem"),
    [
        (np.zeros((3, 8), np.uint8), "8 cards are not possible"),
        (np.zeros((3, 4), np.uint8), "4 cards are not possible"),
        (np.zeros(7, np.uint8), "1 dimensions and items of 1 bytes"),
        (np.zeros((3, 7), np.int64), "2 dimensions and items of 8 bytes"),
        (np.zeros(3, np.int64), "uint64"),
        (np.zeros((3, 7), np.int8), "uint8"),
        (np.zeros((3, 5), np.uint16), "4 rows"),
        (np.zeros((7, 3), np.uint8).T, "gaps"),
        ([[0, 1, 2, 3, 4]], "buffer protocol"),
    ],
)
def test_wrong_arrays(hands: object, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        rankings.get("high").strengths(hands)


def test_wrong_outputs() -> None:
    high, rows = rankings.get("high"), deal("high", 4, 7)
    with pytest.raises(ValueError, match="room for 3"):
        high.strengths(rows, out=np.empty(3, np.uint32))
    with pytest.raises(ValueError, match="uint32"):
        high.strengths(rows, out=np.empty(4, np.int64))
    with pytest.raises(ValueError, match="writable"):
        high.strengths(rows, out=memoryview(bytes(16)).cast("I"))
    with pytest.raises(ValueError, match="threads"):
        high.strengths(rows, threads=-1)
    sets = to_sets(rows)
    with pytest.raises(ValueError, match="share memory"):
        high.strengths(sets, out=sets.view(np.uint32)[:4])
    with pytest.raises(ValueError, match="room for 5"):
        high.board_strengths("AsKsQs", out=np.empty(5, np.uint32))


def test_rankings_without_bulk_evaluation() -> None:
    with pytest.raises(ValueError, match="soko_high has no bulk evaluation"):
        rankings.get("soko_high").strengths(deal("high", 1, 5))
    with pytest.raises(ValueError, match="badugi has no bulk evaluation of Omaha"):
        rankings.get("badugi").omaha_strengths(deal("high", 1, 4), deal("high", 1, 5, seed=2))
    assert rankings.get("high").bulk_status
    assert not rankings.get("soko_high").bulk_status


def test_without_numpy() -> None:
    """Hands come as plain bytes, strengths as a memoryview."""
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from croupier import rankings\n"
        "rows = memoryview(bytes([51, 47, 43, 39, 35, 0, 1])).cast('B', (1, 7))\n"
        "strengths = rankings.get('high').strengths(rows)\n"
        "assert isinstance(strengths, memoryview) and strengths.format == 'I'\n"
        "print(rankings.get('high').describe(strengths[0]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "royal flush\n"


@pytest.mark.parametrize("level", rankings.simd_levels())
def test_instruction_sets_agree(level: str) -> None:
    code = (
        "import numpy as np\n"
        "from croupier import rankings\n"
        "random = np.random.default_rng(3)\n"
        "rows = np.argsort(random.random((5000, 52)), axis=1)[:, :7].astype(np.uint8)\n"
        "print(rankings.simd_level())\n"
        "for name in ('high', '27_low', 'a5_low', 'badugi'):\n"
        "    print(int(rankings.get(name).strengths(rows).astype(np.uint64).sum()))\n"
    )

    def run(wanted: str) -> list[str]:
        environment = os.environ | {"CROUPIER_SIMD": wanted}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        return done.stdout.split()

    lowered = run(level)
    assert lowered[0] == level
    assert lowered[1:] == run("baseline")[1:]
