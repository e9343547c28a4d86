"""Many tables in step."""

from __future__ import annotations

import builtins
import pickle
import re
import sys
from copy import deepcopy
from random import Random
from typing import Any

import numpy
import pytest

from croupier import (
    Automation,
    FixedLimitBadugi,
    FixedLimitSevenCardStud,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)
from croupier.errors import RuleError, SetupError, UnsupportedError
from croupier.tables.batch import MenuMove, TableBatch

UNKNOWN = 73
HOLDEM = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
OMAHA = PotLimitOmahaHoldem((), True, 0, (1, 2), 2)
STUD = FixedLimitSevenCardStud((), True, 1, 1, 2, 4)
BADUGI = FixedLimitBadugi((), True, 0, (1, 2), 2, 4)
FULL_MENU: tuple[MenuMove, ...] = ("fold", "call", "min", 0.5, 1.0, "max")


def decide_randomly(batch: TableBatch, random: Random) -> list[int]:
    decisions = []
    for table in range(batch.table_count):
        if batch.kinds[table] == 1:
            moves = [move for move, legal in enumerate(batch.legal[table]) if legal]
            decisions.append(random.choice(moves))
        else:
            chosen = int(batch.choices[table]) & random.getrandbits(32)
            fewest, most = map(int, batch.bounds[table])
            decisions.append(chosen if fewest <= chosen.bit_count() <= most else 0)
    return decisions


@pytest.mark.parametrize(
    ("game", "players"),
    [(HOLDEM, 2), (HOLDEM, 6), (OMAHA, 4), (STUD, 7), (BADUGI, 5)],
    ids=["holdem-2", "holdem-6", "omaha-4", "stud-7", "badugi-5"],
)
def test_chips_are_neither_lost_nor_made(game: Any, players: int) -> None:
    random = Random(1)
    batch = TableBatch(game, 40, stacks=100, player_count=players, seed=2)
    result = batch.play(lambda tables: decide_randomly(tables, random), 400)
    assert result.hands >= 400
    assert sum(result.payoffs) == 0
    assert any(result.payoffs)
    # All chips lie in front of somebody or in the pot.
    assert (batch.stacks.sum(axis=1) + batch.pots == 100 * players).all()


def play_some(threads: int, hands: int | None = None) -> list[list[list[int]]]:
    random = Random(4)
    batch = TableBatch(BADUGI, 200, stacks=60, player_count=3, seed=9, threads=threads, hands=hands)
    seen = []
    for _ in range(25):
        batch.step(decide_randomly(batch, random))
        seen.append([array.tolist() for array in batch._arrays])
    return seen


def test_threads_change_nothing() -> None:
    assert play_some(1) == play_some(3)


def test_another_seed_deals_other_cards() -> None:
    first, same, other = (
        TableBatch(HOLDEM, 4, stacks=100, player_count=2, seed=seed) for seed in (1, 1, 2)
    )
    assert first.cards.tolist() == same.cards.tolist() != other.cards.tolist()
    # No table has the cards of another.
    assert len({tuple(row[0]) for row in first.cards.tolist()}) > 1


def test_players_see_their_own_cards_and_those_that_lie_face_up() -> None:
    batch = TableBatch(STUD, 50, stacks=100, player_count=4, seed=3)
    assert batch.cards.shape == (50, 4, 7)
    for own, *others in batch.cards.tolist():
        assert [code == UNKNOWN for code in own] == [False] * 3 + [True] * 4
        for other in others:
            assert [code == UNKNOWN for code in other] == [True, True, False] + [True] * 4
    batch = TableBatch(HOLDEM, 50, stacks=100, player_count=3, seed=3)
    for own, *others in batch.cards.tolist():
        assert UNKNOWN not in own
        assert others == [[UNKNOWN] * 2] * 2
    assert (batch.board == UNKNOWN).all()


def test_a_table_is_played_by_the_rules() -> None:
    """Whatever is decided, a state in which the same is done has the same bounds and chips."""
    random = Random(7)
    batch = TableBatch(OMAHA, 30, stacks=[80, 150, 60], player_count=3, menu=FULL_MENU, seed=5)
    omaha = PotLimitOmahaHoldem(tuple(Automation), True, 0, (1, 2), 2)
    mirrors = [omaha([80, 150, 60], 3) for _ in range(30)]
    for _ in range(200):
        decisions = decide_randomly(batch, random)
        for table, (mirror, decision) in enumerate(zip(mirrors, decisions, strict=True)):
            compare(batch, table, mirror)
            do(mirror, FULL_MENU[decision], int(batch.amounts[table][decision]))
        batch.step(decisions)
        for table in numpy.flatnonzero(batch.finished).tolist():
            assert not mirrors[table].status
            mirrors[table] = omaha([80, 150, 60], 3)
    assert sum(mirror.status for mirror in mirrors) == 30


def compare(batch: TableBatch, table: int, mirror: State) -> None:
    seat = mirror.actor_index
    assert seat is not None and seat == batch.seats[table]
    order = [(seat + place) % 3 for place in range(3)]
    assert batch.stacks[table].tolist() == [mirror.stacks[other] for other in order]
    assert batch.bets[table].tolist() == [mirror.bets[other] for other in order]
    assert batch.statuses[table].tolist() == [mirror.statuses[other] for other in order]
    assert batch.pots[table] == mirror.total_pot_amount
    assert batch.streets[table] == mirror.street_index
    legal = dict(zip(FULL_MENU, batch.legal[table].tolist(), strict=True))
    amounts = dict(zip(FULL_MENU, batch.amounts[table].tolist(), strict=True))
    assert amounts["call"] == mirror.checking_or_calling_amount
    assert legal["fold"] == (amounts["call"] > 0)
    least = mirror.min_completion_betting_or_raising_to_amount
    most = mirror.max_completion_betting_or_raising_to_amount
    if least is None:
        assert not any(legal[move] for move in ("min", 0.5, 1.0, "max"))
        return
    bet = mirror.bets[seat]
    assert legal["max"] and amounts["max"] == most - bet
    assert legal["min"] == (least < most)
    assert amounts["min"] == (least - bet if least < most else 0)
    half = max(mirror.bets) + round(0.5 * (mirror.total_pot_amount + amounts["call"]))
    assert legal[0.5] == (least <= half < most)
    assert amounts[0.5] == (half - bet if legal[0.5] else 0)


def do(mirror: State, move: MenuMove, added: int) -> None:
    match move:
        case "fold":
            mirror.fold()
        case "call":
            mirror.check_or_call()
        case _:
            assert mirror.actor_index is not None
            mirror.complete_bet_or_raise_to(mirror.bets[mirror.actor_index] + added)


def test_sizes_of_the_first_street_and_of_later_ones() -> None:
    menu: tuple[MenuMove, ...] = ("fold", "call", (2.4, 0.5), ("times", 3), (100, 1.4))
    batch = TableBatch(HOLDEM, 1, stacks=100, player_count=2, menu=menu, seed=1)
    # 2.4 times 2 is 4.8; what reaches the stack is all of it.
    assert batch.amounts.tolist() == [[0, 1, 4, 5, 99]]
    batch.step([1])
    batch.step([1])
    # Half of 4 is 2; three times nothing is no bet; 1.4 times 4 is 5.6.
    assert batch.amounts.tolist() == [[0, 0, 2, 0, 6]]
    assert batch.legal.tolist() == [[0, 1, 1, 0, 1]]


def test_the_first_raise_that_reaches_the_stack_is_all_of_it() -> None:
    menu: tuple[MenuMove, ...] = ("fold", "call", 1.0, 50.0, 60.0)
    batch = TableBatch(HOLDEM, 1, stacks=20, player_count=2, menu=menu, seed=1)
    assert batch.legal.tolist() == [[1, 1, 1, 1, 0]]
    assert batch.amounts.tolist() == [[0, 1, 5, 19, 0]]


def test_discards_are_places_of_cards() -> None:
    batch = TableBatch(BADUGI, 1, stacks=100, player_count=2, seed=1)
    batch.step([1])
    batch.step([1])
    assert batch.kinds.tolist() == [2]
    assert (batch.choices.tolist(), batch.bounds.tolist()) == ([15], [[0, 4]])
    before = batch.cards[0, 0].tolist()
    batch.step([0b0101])
    batch.step([0])
    assert batch.kinds.tolist() == [1]
    after = batch.cards[0, 0].tolist()
    assert {before[1], before[3]} <= set(after)
    assert not {before[0], before[2]} & set(after)
    assert all(0 <= code < 52 for code in after)
    assert len(set(after)) == 4


def test_players_move_on_by_a_seat() -> None:
    batch = TableBatch(HOLDEM, 1, stacks=100, player_count=3, seed=1)
    deciders = []
    for _ in range(4):
        assert batch.seats.tolist() == [2]
        deciders.append(int(batch.players[0]))
        batch.step([0])
        batch.step([0])
        assert batch.finished.tolist() == [1]
    assert deciders == [2, 0, 1, 2]


def test_tables_stop_after_their_hands() -> None:
    batch = TableBatch(HOLDEM, 5, stacks=100, player_count=2, seed=1, hands=3)
    result = batch.play(lambda tables: [0] * 5, 1000)
    assert result == (15, 15, result.payoffs)
    assert batch.kinds.tolist() == [0] * 5
    # Nothing happens any more.
    batch.step([77] * 5)
    assert batch.finished.tolist() == [0] * 5


def test_hands_without_decisions_are_counted() -> None:
    batch = TableBatch(HOLDEM, 3, stacks=[1, 1], player_count=2, seed=1, hands=4)
    assert batch.kinds.tolist() == [0] * 3
    assert batch.finished.tolist() == [4] * 3
    assert batch.payoffs.sum() == 0


@pytest.mark.parametrize(
    ("decisions", "message"),
    [
        ([1, 1], r"there must be one for each of the 3 tables, not 2"),
        ([1, 9, 1], r"9 cannot be decided at table 1: there is no such move"),
        ([1, 1, -1], r"-1 cannot be decided at table 2: there is no such move"),
    ],
)
def test_a_wrong_decision_changes_nothing(decisions: list[int], message: str) -> None:
    batch = TableBatch(HOLDEM, 3, stacks=100, player_count=2, seed=1)
    before = [array.tolist() for array in batch._arrays]
    with pytest.raises(RuleError, match=message):
        batch.step(decisions)
    assert [array.tolist() for array in batch._arrays] == before
    batch.step([1, 1, 1])
    assert batch.pots.tolist() == [4, 4, 4]


def test_a_move_that_is_not_possible_is_refused() -> None:
    batch = TableBatch(HOLDEM, 1, stacks=100, player_count=2, seed=1)
    batch.step([1])
    with pytest.raises(RuleError, match="0 cannot be decided at table 0: the move is not possible"):
        batch.step([0])
    batch = TableBatch(BADUGI, 1, stacks=100, player_count=2, seed=1)
    batch.step([1])
    batch.step([1])
    with pytest.raises(RuleError, match="16 cannot be decided at table 0"):
        batch.step([16])


@pytest.mark.parametrize("move", ["raise", 0, -1.0, float("inf"), ("times", 0), (1, 2, 3), None])
def test_what_is_no_move_is_refused(move: MenuMove) -> None:
    with pytest.raises(SetupError, match="is no move: there are 'fold', 'call'"):
        TableBatch(HOLDEM, 1, stacks=100, player_count=2, menu=("fold", "call", move))


def test_numbers_that_cannot_be_are_refused() -> None:
    with pytest.raises(SetupError, match="at least one table, not 0"):
        TableBatch(HOLDEM, 0, stacks=100, player_count=2)
    with pytest.raises(SetupError, match="at least one thread, not 0"):
        TableBatch(HOLDEM, 1, stacks=100, player_count=2, threads=0)
    with pytest.raises(SetupError, match="at least one hand, not 0"):
        TableBatch(HOLDEM, 1, stacks=100, player_count=2, hands=0)
    with pytest.raises(SetupError, match="seed must be from 0"):
        TableBatch(HOLDEM, 1, stacks=100, player_count=2, seed=-1)
    with pytest.raises(SetupError, match="must be given with a game"):
        TableBatch(HOLDEM, 1)


def test_arrays_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    import_module = builtins.__import__

    def refuse(name: str, *arguments: object, **keywords: object) -> object:
        if name == "numpy":
            raise ImportError(name)
        return import_module(name, *arguments, **keywords)  # type: ignore[arg-type]

    expected = TableBatch(HOLDEM, 6, stacks=100, player_count=3, seed=8, hands=2)
    result = expected.play(lambda tables: [1] * 6, 100)
    monkeypatch.setattr(builtins, "__import__", refuse)
    batch = TableBatch(HOLDEM, 6, stacks=100, player_count=3, seed=8, hands=2)
    assert isinstance(batch.legal, memoryview)
    assert batch.play(lambda tables: [1] * 6, 100) == result
    assert batch.payoffs.tolist() == expected.payoffs.tolist()


WRONG_DECISIONS = [
    ([1, 1.5, 1], "a decision is a whole number, unlike 1.5 at table 1"),
    ([1, 1, float("nan")], "a decision is a whole number, unlike nan at table 2"),
    ([1, float("inf"), 1], "a decision is a whole number, unlike inf at table 1"),
    (None, "decisions are 3 whole numbers, one for each table, unlike None"),
    (["a", "b", "c"], "decisions are 3 whole numbers, one for each table, unlike"),
]


@pytest.mark.parametrize("with_numpy", [True, False])
@pytest.mark.parametrize(("decisions", "said"), WRONG_DECISIONS)
def test_decisions_that_are_no_whole_numbers(
    monkeypatch: pytest.MonkeyPatch, decisions: Any, said: str, with_numpy: bool
) -> None:
    if not with_numpy:
        monkeypatch.setitem(sys.modules, "numpy", None)
    batch = TableBatch(HOLDEM, 3, stacks=200, player_count=2, seed=1)
    before = batch.pots.tolist()
    with pytest.raises(RuleError, match=re.escape(said)):
        batch.step(decisions)
    assert batch.pots.tolist() == before
    batch.step([1.0, 1.0, True])
    assert batch.pots.tolist() != before


def test_decisions_of_other_shapes() -> None:
    batch = TableBatch(HOLDEM, 3, stacks=200, player_count=2, seed=1)
    for wrong in (numpy.ones((3, 1), int), numpy.ones((1, 3), int)):
        with pytest.raises(RuleError, match=re.escape(f"the shape {wrong.shape}")):
            batch.step(wrong)
    with pytest.raises(RuleError, match="unlike"):
        batch.step([[1], [1, 2], 1])
    batch.step(numpy.ones(3, numpy.uint8))


def test_a_batch_cannot_be_copied() -> None:
    batch = TableBatch(HOLDEM, 3, stacks=200, player_count=2, seed=1)
    for copy in (pickle.dumps, deepcopy):
        with pytest.raises(UnsupportedError, match="cannot be pickled or copied: save its seed"):
            copy(batch)


def test_checkers_of_types_know_all_arrays_of_the_core() -> None:
    batch = TableBatch("texas_holdem", 1, stacks=200, player_count=2, seed=1)
    assert [name for name, _, _ in batch._tables.arrays] == list(TableBatch.__annotations__)


@pytest.mark.parametrize("place", [-1, 3, 2**70])
def test_tables_that_are_not_there(place: int) -> None:
    batch = TableBatch("nlhe", 3, stacks=200, player_count=2, seed=1)
    for call in (batch.record, batch.reset):
        with pytest.raises(RuleError, match=f"there is no table {place}"):
            call([place])
