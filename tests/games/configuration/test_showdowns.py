"""Programs say which hands win: what others found at thousands of showdowns."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import load
from games.build import Json
from games.contests import Holder, Table, best_standing
from shared import data_path

FILES = sorted(data_path("game_vectors", "showdown").glob("*.jsonl"))
CONFIGS = data_path("game_configs")
# Their numbers are of another kind, but in the same order.
OTHER_KEYS = {"soko_high", "quick_quads", "21"}


def freeze(value: Any) -> Any:
    return tuple(map(freeze, value)) if isinstance(value, list) else value


def list_best_hands(path: Path) -> Iterator[tuple[str, str, Json, tuple[int, int] | None]]:
    """Yield the showdown, the player, the best hand as it was found there, and as it is here."""
    game = load(CONFIGS / f"{path.stem}.json")
    program = game.compile(game.structures[0], {"small_bet": 10}, game.players.minimum)
    for line in path.read_text("utf-8").splitlines():
        vector = json.loads(line)
        community = vector["community"].items()
        table = Table(
            program,
            {name: cards for name, cards in community if name not in ("Die", "Dice")},
            "".join(vector.get("dynamic_wild_ranks", "")),
            vector.get("choices", {}),
            vector.get("dice", []),
        )
        for player, hands in vector["best"].items():
            holder = Holder(
                vector["hole"][player],
                vector.get("hole_subsets", {}).get(player, {}),
                [hand.get("cards") or [] for hand in hands],
            )
            for hand in hands:
                if hand.get("value") is not None:
                    found = best_standing(table, holder, program.contests[hand["i"]])
                    yield vector["id"], player, hand, found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_showdowns(path: Path) -> None:
    others = defaultdict(list)
    count = 0
    for name, player, hand, found in list_best_hands(path):
        count += 1
        if hand["eval"] in OTHER_KEYS:
            assert found is not None
            others[hand["eval"]].append((freeze(hand["value"]), found))
        else:
            assert found == tuple(hand["value"]), (name, player, hand)
    assert count
    for pairs in others.values():
        assert len({value for value, _ in pairs}) == len({found for _, found in pairs})
        assert sorted(pairs) == sorted(pairs, key=lambda pair: pair[::-1])
