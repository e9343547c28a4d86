"""Tables in step in all games: every decision, secrets, information sets, players of the core."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import numpy
import pytest

from croupier import KuhnPoker, LeducHoldem, NoLimitTexasHoldem, PotLimitOmahaHoldem, State
from croupier.agents import CoreAgent, make_agent
from croupier.errors import RuleError, SetupError, UnsupportedError
from croupier.games import CustomGame, load
from croupier.games.configuration.library import library
from croupier.tables.batch import DECISION_KINDS, TableBatch

HOLDEM = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
OMAHA = PotLimitOmahaHoldem((), True, 0, (1, 2), 2)
KUHN = KuhnPoker(())
LEDUC = LeducHoldem(())
NAMES = sorted(library().load_all())
FIXED_MENU = ("fold", "call", "min")


@cache
def game_of(name: str) -> CustomGame:
    return load(name).game(None, {"small_bet": 2})


def count_players(name: str) -> int:
    players = load(name).players
    return min(max(players.minimum, 3), players.maximum)


def make(game: Any, tables: int = 4, **options: Any) -> TableBatch:
    options.setdefault("stacks", 100)
    options.setdefault("player_count", 2)
    options.setdefault("seed", 1)
    return TableBatch(game, tables, **options)


def pick(batch: TableBatch, random: Random) -> list[int]:
    """Decide at random by `legal` alone."""
    return [
        random.choice(numpy.flatnonzero(row).tolist()) if kind else 0
        for row, kind in zip(batch.legal, batch.kinds, strict=True)
    ]


def copy_of(batch: TableBatch) -> dict[str, Any]:
    return {name: getattr(batch, name).copy() for name in TableBatch.__annotations__}


def assert_same(one: dict[str, Any], two: dict[str, Any], what: object) -> None:
    for name, array in one.items():
        assert (array == two[name]).all(), (what, name)


@pytest.mark.parametrize("part", range(8))
def test_all_games_are_played_and_keep_their_secrets(part: int) -> None:
    kinds = set()
    for name in NAMES[part::8]:
        random = Random(name)
        count = count_players(name)
        batch = make(game_of(name), 3, player_count=count, by_picks=True, hands=3, history=200)
        steps = 0
        while batch.kinds.any():
            kinds |= {DECISION_KINDS[kind] for kind in batch.kinds}
            before = copy_of(batch)
            batch.redeal(random.getrandbits(60))
            # What is not seen changes no byte of what is.
            assert_same(before, copy_of(batch), name)
            batch.step(pick(batch, random))
            assert (batch.payoffs.sum(axis=1) <= 0).all(), name
            steps += 1
            assert steps < 3000, name
    assert {"bet", "nothing"} <= kinds


def test_every_kind_of_decision_is_met() -> None:
    found = set()
    for name in NAMES:
        batch = make(game_of(name), 2, player_count=count_players(name), by_picks=True)
        random = Random(3)
        for _ in range(80):
            found |= {DECISION_KINDS[kind] for kind in batch.kinds}
            batch.step(pick(batch, random))
    # Nobody protects cards in games of the library as they are played here, and straddles are
    # another test's affair.
    assert found >= set(DECISION_KINDS) - {"nothing", "protect", "straddle"}


@pytest.mark.parametrize("by_picks", [False, True])
def test_straddles_that_are_left_open_are_asked_for(by_picks: bool) -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    game.optional_straddle = True
    options = {"stacks": 200, "player_count": 3, "moves_seats": False, "deals": 10}
    batch = make(game, 2, by_picks=by_picks, **options)
    assert [DECISION_KINDS[kind] for kind in batch.kinds] == ["straddle", "straddle"]
    assert batch.seats.tolist() == [2, 2]
    # Cards that are dealt anew leave the question open.
    batch.redeal(5)
    first = len(batch.menu) if by_picks else 0
    batch.step([first + 1, first])
    assert batch.kinds.tolist() == [1, 1]
    # Who straddled acts last.
    assert batch.seats.tolist() == [0, 2]
    assert batch.bets.tolist() == [[1, 2, 4], [0, 1, 2]]


@pytest.mark.parametrize("name", ["tight", "random", "equity"])
def test_agents_of_the_core_answer_for_a_straddle(name: str) -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    game.optional_straddle = True
    opponents = {1: name, 2: name}
    batch = make(game, 2, stacks=200, player_count=3, opponents=opponents, hands=4)
    random = Random(1)
    while batch.kinds.any():
        legal = [numpy.flatnonzero(row).tolist() for row in batch.legal]
        kinds = [DECISION_KINDS[kind] for kind in batch.kinds]
        batch.step(
            [
                random.choice(row) if kind == "bet" else int(kind == "straddle")
                for row, kind in zip(legal, kinds, strict=True)
            ]
        )
        assert (batch.payoffs.sum(axis=1) == 0).all()


@pytest.mark.parametrize("name", ["anaconda", "anaconda_declare", "badugi", "dramaha", "razz"])
def test_picks_and_whole_decisions_are_the_same(name: str) -> None:
    options = {"player_count": 3, "seed": 8}
    one = make(game_of(name), 1, by_picks=True, **options)
    two = make(game_of(name), 1, **options)
    random = Random(1)
    for _ in range(300):
        moves = len(one.menu)
        chosen = pick(one, random)[0]
        if one.kinds[0] == 1:
            one.step([chosen])
            two.step([chosen])
        else:
            kind, length = int(one.kinds[0]), int(one.history_lengths[0])
            whole = 0
            while True:
                # The last of the picks ends the decision; options are taken by their numbers.
                if chosen + 1 < one.legal.shape[1]:
                    place = chosen - moves
                    whole = place if DECISION_KINDS[kind] in {"declare"} else whole | 1 << place
                one.step([chosen])
                over = int(one.finished[0]) or int(one.history_lengths[0]) != length
                if over:
                    break
                chosen = pick(one, random)[0]
            two.step([whole])
        assert one.keys.tolist() == two.keys.tolist()
        assert one.payoffs.tolist() == two.payoffs.tolist()
        assert one.cards.tolist() == two.cards.tolist()


@pytest.mark.parametrize(
    ("game", "stack", "menu", "expected"),
    [(KUHN, 2, ("fold", "call", "max"), 12), (LEDUC, 13, FIXED_MENU, 936)],
    ids=["kuhn", "leduc"],
)
def test_information_sets_are_those_of_the_game(
    game: Any, stack: int, menu: tuple[str, ...], expected: int
) -> None:
    batch = make(game, 2048, stacks=stack, menu=menu, moves_seats=False)
    random = numpy.random.default_rng(1)
    keys: dict[int, tuple[Any, ...]] = {}
    for _ in range(250 if expected > 100 else 20):
        known = zip(
            batch.keys.tolist(),
            batch.seats.tolist(),
            batch.cards[:, 0].tolist(),
            batch.board.tolist(),
            batch.history.tolist(),
            batch.history_amounts.tolist(),
            strict=True,
        )
        for key, *rest in known:
            # Who knows the same has the same number, and nobody else has it.
            assert keys.setdefault(key, tuple(map(str, rest))) == tuple(map(str, rest))
        batch.step((random.random(batch.legal.shape) * batch.legal).argmax(axis=1))
    assert len(keys) == len(set(keys.values())) == expected


def play_rows(batch: TableBatch, seed: int, steps: int = 60) -> list[Any]:
    """Play so that what is decided at a table follows from its row alone; return all rows."""
    rows = []
    for _ in range(steps):
        decisions = []
        for table in range(batch.table_count):
            legal = numpy.flatnonzero(batch.legal[table])
            number = hash((seed, int(batch.keys[table]), int(batch.pots[table])))
            decisions.append(int(legal[number % len(legal)]) if len(legal) else 0)
        rows.append(
            numpy.hstack(
                [
                    getattr(batch, name).reshape(batch.table_count, -1).astype(numpy.int64)
                    for name in TableBatch.__annotations__
                ]
            ).copy()
        )
        batch.step(decisions)
    return rows


@pytest.mark.parametrize("game", [HOLDEM, game_of("badugi"), game_of("anaconda")])
def test_the_same_bytes_for_any_split_threads_and_order(game: Any) -> None:
    options: dict[str, Any] = {
        "player_count": 3,
        "by_picks": True,
        "opponents": {1: "tight:deals=16"},
        "stack_range": (40, 120),
    }
    whole = play_rows(make(game, 160, **options), 1)
    threaded = play_rows(make(game, 160, threads=3, **options), 1)
    parts = [make(game, 80, first_table=first, **options) for first in (0, 80)]
    # One is played to its end before the other begins.
    split = [play_rows(part, 1) for part in reversed(parts)][::-1]
    for step, rows in enumerate(whole):
        assert (rows == threaded[step]).all()
        assert (rows == numpy.vstack([part[step] for part in split])).all()


def test_tables_are_reset_one_by_one() -> None:
    batch = make(HOLDEM, 4, seed=5)
    first = copy_of(batch)
    batch.step([1, 1, 1, 1])
    batch.step([1, 1, 1, 1])
    before = copy_of(batch)
    batch.reset([1, 3])
    after = copy_of(batch)
    for name in TableBatch.__annotations__:
        assert (after[name][[0, 2]] == before[name][[0, 2]]).all()
    assert (after["history_lengths"] == [2, 0, 2, 0]).all()
    assert (after["cards"][[1, 3]] != first["cards"][[1, 3]]).any()
    batch.reset(seed=5)
    assert_same(first, copy_of(batch), "reset")
    # A seed for each: wherever the table stands.
    batch.reset([0, 2], seed=[77, 77])
    assert (batch.cards[0] == batch.cards[2]).all()
    assert (batch.cards[0] == make(HOLDEM, 1, seed=77).cards[0]).all()
    for wrong, code in (([4], "unknown-table"), ([-1], "unknown-table")):
        with pytest.raises(RuleError) as error:
            batch.reset(wrong)
        assert error.value.code == code
    with pytest.raises(RuleError):
        batch.reset([0, 1], seed=[1])


def test_a_table_goes_on_after_its_last_hand() -> None:
    batch = make(KUHN, 2, stacks=2, menu=("fold", "call", "max"), hands=1)
    seen = set()
    for _ in range(40):
        assert batch.kinds.all()
        seen.add(tuple(batch.cards[:, 0, 0].tolist()))
        while batch.kinds.any():
            batch.step([1, 1])
        assert batch.finished.tolist() == [1, 1] and batch.payoffs.any(axis=1).all()
        batch.reset()
    assert len(seen) > 3


def test_seats_may_stay() -> None:
    batch = make(HOLDEM, 2, player_count=3, moves_seats=False)
    for _ in range(5):
        assert batch.players.tolist() == batch.seats.tolist() == [2, 2]
        batch.step([0, 0])
        batch.step([0, 0])


@pytest.mark.parametrize("players", [2, 3])
def test_duplicate_deals_have_the_same_cards_in_other_seats(players: int) -> None:
    batch = make(HOLDEM, 2 * players, player_count=players, duplicate=True, moves_seats=False)
    for group in (range(players), range(players, 2 * players)):
        cards = {tuple(batch.cards[table].ravel().tolist()) for table in group}
        assert len(cards) == 1
        assert sorted(batch.players[list(group)].tolist()) == list(range(players))
    assert (batch.cards[0] != batch.cards[players]).any()
    # Who decides alike in all seats neither wins nor loses.
    total = batch.play(lambda tables: [1] * len(tables.kinds), 2 * players).payoffs
    assert total == (0,) * players
    with pytest.raises(SetupError, match="duplicate deals need tables by the 2"):
        make(HOLDEM, 3, duplicate=True)


def test_stacks_vary() -> None:
    batch = make(HOLDEM, 500, stack_range=(20, 200))
    whole = batch.stacks.sum(axis=1) + batch.pots
    assert whole.min() >= 40 and whole.max() <= 400 and len(set(whole.tolist())) > 100
    assert (batch.stacks + batch.bets).min() >= 20
    batch = make(HOLDEM, 2)
    batch.set_stacks([[50, 60], [70, 80]])
    assert (batch.stacks.sum(axis=1) + batch.pots).tolist() == [200, 200]
    batch.reset()
    assert (batch.stacks.sum(axis=1) + batch.pots).tolist() == [110, 150]
    for wrong in ([[1, 2]], [[0, 5], [5, 5]], [[1], [1]], [["a", 1], [1, 1]]):
        with pytest.raises(RuleError):
            batch.set_stacks(wrong)
    for bounds in ((0, 5), (5, 4), (1.5, 3), "ab", (1,)):
        with pytest.raises(SetupError, match="stacks are drawn between"):
            make(HOLDEM, 2, stack_range=bounds)


def test_any_amount_can_be_bet() -> None:
    batch = make(HOLDEM, 2, menu=("fold", "call", "any"), stacks=200)
    assert batch.raises.tolist() == [[4, 200, 6]] * 2
    batch.step([2, 2], amounts=[4, 137])
    assert batch.pots.tolist() == [6, 139]
    assert batch.history_amounts[:, 0].tolist() == [3, 136]
    for amounts, said in (
        (None, "needs an amount"),
        ([6, 138], "to 138, but to amounts from 200 to 200"),
        ([5, 200], "to 5, but to amounts from 6 to 200"),
    ):
        before = copy_of(batch)
        with pytest.raises(RuleError, match=said):
            batch.step([2, 2], amounts=amounts)
        assert_same(before, copy_of(batch), said)
    batch.step([2, 1], amounts=[200, 0])
    assert batch.pots.tolist()[0] == 204


def test_hands_are_recorded() -> None:
    batch = make(HOLDEM, 6, player_count=3, seed=4, record=[1, 4], opponents={2: "caller"})
    random = Random(2)
    totals = numpy.zeros((6, 3), dtype=int)
    for _ in range(200):
        batch.step(pick(batch, random))
        totals += batch.payoffs
    histories = batch.take_histories()
    assert {history.table for history in histories} == {"1", "4"}
    for table in ("1", "4"):
        own = [history for history in histories if history.table == table]
        assert [history.hand for history in own] == list(range(1, len(own) + 1))
        won = {f"Player {number}": 0 for number in (1, 2, 3)}
        for history in own:
            # Every hand is played again by the rules.
            *_, (end, _) = history.state_actions
            assert not end.status
            for name, payoff in zip(history.players or [], end.payoffs, strict=True):
                won[name] += payoff
        assert list(won.values()) == totals[int(table)].tolist()
    assert batch.take_histories() == []


def test_arrays_of_ones_own_are_written_to() -> None:
    own: dict[str, Any] = {
        "pots": numpy.zeros(3, numpy.int64),
        "cards": numpy.zeros((3, 2, 2), numpy.uint8),
        "keys": memoryview(bytearray(24)).cast("q"),
    }
    batch = make(HOLDEM, 3, arrays=own)
    other = make(HOLDEM, 3)
    for _ in range(3):
        assert batch.cards is own["cards"]
        assert (own["cards"] == other.cards).all()
        assert own["pots"].tolist() == other.pots.tolist()
        assert own["keys"].tolist() == other.keys.tolist()
        batch.step([1, 1, 1])
        other.step([1, 1, 1])
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"pots": numpy.zeros(3, numpy.int32)}, "of int64 and of the shape"),
        ({"pots": numpy.zeros(4, numpy.int64)}, "of int64 and of the shape"),
        ({"pots": [0, 0, 0]}, "would be copied"),
        ({"pot": numpy.zeros(3, numpy.int64)}, "there is no array 'pot'"),
        ({"cards": numpy.zeros((2, 3, 2), numpy.uint8).transpose(1, 0, 2)}, "without gaps"),
    ]
    for arrays, said in wrong:
        with pytest.raises(SetupError, match=said):
            make(HOLDEM, 3, arrays=arrays)


AGENTS = ["random", "caller", "folder", "tight:deals=32", "loose:deals=32", "equity:deals=32"]


@pytest.mark.parametrize("text", AGENTS)
@pytest.mark.parametrize(
    "game", [HOLDEM, OMAHA, game_of("badugi"), game_of("anaconda_declare"), game_of("razz")]
)
def test_the_core_decides_as_agents_do(text: str, game: Any) -> None:
    batch = make(
        game,
        2,
        opponents={0: text, 1: text},
        player_count=3,
        record=[0, 1],
        seed=6,
        by_picks=True,
    )
    for _ in range(40):
        batch.step([1 if row[1] else int(row.argmax()) for row in batch.legal])
    histories = batch.take_histories()
    assert histories
    agents = {
        (table, player): make_agent(f"{text.partition(':')[0]}:{_options(text)}seed={seed}")
        for table in ("0", "1")
        for player in (0, 1)
        for seed in [batch.find_seed_of(int(table), player)]
    }
    count = 0
    for history in histories:
        names = [int(name.split()[1]) - 1 for name in history.players or []]
        count += compare(history, names, agents)
    assert count > 4


def _options(text: str) -> str:
    _, _, options = text.partition(":")
    return f"{options}," if options else ""


def compare(history: Any, names: list[int], agents: dict[Any, Any]) -> int:
    """Have agents decide in a recorded hand, and compare it with what the core decided."""
    count = 0
    from croupier.agents import move_of

    states = [state.copy() for state, _ in history.state_actions]
    operations = states[-1].operations
    state: State | None = None
    for state, following in pairwise(states):
        done = [
            found
            for operation in operations[state._operation_count : following._operation_count]
            if (found := move_of(operation)) is not None
        ]
        for index, move in done[:1]:
            player = names[index]
            agent = agents.get((history.table, player))
            if agent is None:
                continue
            assert isinstance(agent, CoreAgent)
            decided = agent.act(state.observe(index))
            assert decided.to_action(index) == move.to_action(index)
            count += 1
    assert state is not None
    return count


def test_opponents_that_cannot_be() -> None:
    with pytest.raises(UnsupportedError, match="is not played by the core"):
        make(HOLDEM, opponents={0: "human"})
    for wrong in ({2: "caller"}, {-1: "caller"}, {"a": "caller"}):
        with pytest.raises(SetupError, match="player"):
            make(HOLDEM, opponents=wrong)
    with pytest.raises(SetupError, match="nobody is left to ask"):
        make(HOLDEM, opponents={0: "tight", 1: "equity"})
    # Where the core plays for everybody, hands end by themselves, if there are only so many.
    batch = make(HOLDEM, opponents={0: "tight", 1: "equity"}, hands=5)
    assert batch.finished.tolist() == [5] * 4 and not batch.kinds.any()
