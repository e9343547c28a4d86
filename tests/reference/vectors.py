"""The shared evaluator vectors, as plain hands.

The files say 'W' and 'B' for a wild card and a bug: these become jokers. Files of pip rankings
write only the ranks or give all cards one suit: such cards get different suits here.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .cards import JOKERS, Cards, Standing

ROOT = Path(__file__).resolve().parents[2]
DIRECTORY = ROOT.parent / "shared" / "data" / "game_vectors" / "evaluator"
MISSING = f"no evaluator vectors beside the project ({DIRECTORY.parent.name}/{DIRECTORY.name})"


@dataclass(frozen=True)
class Vector:
    name: str
    cards: tuple[str, ...]
    wild: tuple[str, ...]
    bug: tuple[str, ...]
    value: tuple[int, int]  # the standing, except in `21`: the sum and the number of cards


def stems() -> list[str]:
    """Return the names of the files without `.json`; empty when the data are absent."""
    return sorted(path.name.removesuffix(".json") for path in DIRECTORY.glob("*.json"))


def suits_for(ranks: str) -> Cards:
    """Return cards of these ranks, equal ranks in different suits."""
    return tuple(rank + "shdc"[ranks[:i].count(rank)] for i, rank in enumerate(ranks))


def _vector(name: str, marked: Cards, value: Standing) -> Vector:
    jokers = iter(JOKERS)
    renamed = [(card, next(jokers) if card in ("W", "B") else card) for card in marked]
    cards = tuple(card for _, card in renamed)
    if len(set(cards)) < len(cards):
        cards = suits_for("".join(card[0] for card in cards))
    wild = tuple(card for mark, card in renamed if mark == "W")
    bug = tuple(card for mark, card in renamed if mark == "B")
    return Vector(name, cards, wild, bug, value)


@cache
def load(stem: str) -> list[Vector]:
    """Return the vectors of one file."""
    data = json.loads((DIRECTORY / f"{stem}.json").read_text())
    name = data["eval"]
    if "ranks" in data:
        rows = [(suits_for(ranks), value) for ranks, value in data["ranks"].items()]
    else:
        rows = [(row["cards"], (row["rank"], row["ordered_rank"])) for row in data["vectors"]]
    return [_vector(name, tuple(cards), tuple(value)) for cards, value in rows]


@cache
def sizes(stem: str) -> dict[int, int]:
    """Return the highest ordered rank of every rank, where the file says it."""
    data = json.loads((DIRECTORY / f"{stem}.json").read_text())
    return {int(k): v for k, v in data.get("max_ordered_rank_per_rank", {}).items()}


def is_disputed(vector: Vector, standing: Standing) -> bool:
    """Return whether a vector shows the known mistake of the published table.

    In `27_ja_ffh_high_wild_bug` that table lets a bug complete a full house (rank 6) but no flush
    (rank 5).
    """
    return (
        vector.name == "27_ja_ffh_high_wild_bug"
        and bool(vector.bug)
        and vector.value != standing
        and (vector.value[0] == 6 or standing[0] == 5)
    )
