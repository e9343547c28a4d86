"""Networks: what they see at a table is what they see in a batch."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy
import pytest

from croupier import NoLimitTexasHoldem, _native
from croupier.agents import make_agent, move_of
from croupier.agents.holdem_rows import HOLDEM_HISTORY, HOLDEM_SIZE, encode_holdem
from croupier.agents.nets import NET_DEALS, NET_MENU, view_rows
from croupier.errors import AgentError, UnsupportedError
from croupier.games.making import make_game
from croupier.tables import TableBatch

GAME = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


def test_a_table_shows_what_a_batch_shows() -> None:
    batch = TableBatch(
        GAME,
        8,
        stacks=200,
        player_count=2,
        menu=NET_MENU,
        seed=3,
        deals=NET_DEALS,
        history=HOLDEM_HISTORY,
        record=range(8),
    )
    random = Random(1)
    seen: dict[int, list[Any]] = {table: [] for table in range(8)}
    for _ in range(60):
        rows = encode_holdem(batch, 2)
        assert rows.shape == (8, HOLDEM_SIZE) and numpy.isfinite(rows).all()
        for table in range(8):
            seen[table].append(rows[table])
        batch.step([random.choice(numpy.flatnonzero(row).tolist()) for row in batch.legal])
    judge = _native.Bot("equity", deals=NET_DEALS)
    count = 0
    for history in batch.take_histories():
        states = [state.copy() for state, _ in history.state_actions]
        operations = states[-1].operations
        for state, following in pairwise(states):
            done = operations[state._operation_count : following._operation_count]
            moves = [found for one in done if (found := move_of(one)) is not None]
            if not moves:
                continue
            view = state.observe(moves[0][0])
            rows, _ = view_rows(view, judge)
            expected = seen[int(history.table or 0)].pop(0)
            assert encode_holdem(rows, 2)[0].tolist() == expected.tolist()
            count += 1
    assert count > 300


def test_rows_of_other_games_are_refused() -> None:
    judge = _native.Bot("equity", deals=NET_DEALS)
    for name, players in (("nlhe", 3), ("plo", 2), ("badugi", 2)):
        state = make_game(name)(200, players, seed=1)
        actor = state.actor_index
        assert actor is not None
        with pytest.raises(AgentError, match="the network is for hold'em"):
            view_rows(state.observe(actor), judge)


def test_prices_are_those_of_the_batch() -> None:
    state = make_game("nlhe")(200, 2, seed=1)
    batch = TableBatch(GAME, 1, stacks=200, player_count=2, menu=("fold", "call", 0.5, "max"))
    prices, raises = _native.price_menu(
        state, [("fold", 0, 0), ("call", 0, 0), ("pot", 0.5, 0), ("max", 0, 0)]
    ) or ([], ())
    assert [int(legal) for legal, _, _ in prices] == batch.legal[0].tolist()
    assert [added for _, added, _ in prices] == batch.amounts[0].tolist()
    assert list(raises) == batch.raises[0].tolist()
    with pytest.raises(ValueError, match="there is no move"):
        _native.price_menu(state, [("jump", 0, 0)])


def test_networks_need_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(UnsupportedError, match="networks need PyTorch"):
        make_agent("torch:net.pt")
