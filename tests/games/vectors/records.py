"""Records of another engine: whole hands, and showdowns that are laid out on the table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from croupier import _native
from croupier.cards import Card
from croupier.games import load
from croupier.games.configuration import Configuration
from croupier.games.configuration.custom_game import CustomGame
from games.build import Json
from shared import data_path

_RANKS = "23456789TJQKA"
_STAKES = {"small_bet": 10, "big_bet": 20, "ante": 1}
_DECLARATIONS = {"high": 1, "low": 2, "high_low": 3}
# What is laid out with the board there, but is no card.
_DICE = ("Dice", "Die")
_NOT_CHOSEN = 255


def find_files(kind: str) -> list[Path]:
    """Return the files with records of a kind, or skip the tests where there are none."""
    return sorted(data_path("game_vectors", kind).glob("*.jsonl"))


def read_records(path: Path) -> list[Json]:
    """Return the records of a file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@cache
def load_config(name: str) -> Configuration:
    """Return the configuration that records are about."""
    return load(data_path("game_configs") / f"{name}.json")


@dataclass(frozen=True)
class Settled:
    """The result of a showdown.

    Attributes:
        players: The names of the players; the first one is next to the button.
        strengths: For each part of the pot the strengths of the players' hands.
        amounts: What each player wins.
    """

    players: list[str]
    strengths: list[list[int | None]]
    amounts: list[int]

    def payout(self, player: str) -> int:
        return self.amounts[self.players.index(player)]

    def strength(self, contest: int, player: str) -> int | None:
        return self.strengths[contest][self.players.index(player)]


def order_players(seats: Mapping[str, int], button: int) -> list[str]:
    """Return the players in the order of their positions: the button is last."""
    return sorted(seats, key=lambda name: (seats[name] - button - 1) % 100)


def settle(
    record: Json, players: list[str], pots: Iterable[Json], active: Iterable[str]
) -> Settled:
    """Share the pots of a showdown out, as it lies on the table in a record."""
    configuration = load_config(record["game"])
    seats = max(len(players), configuration.players.minimum)
    game = CustomGame(configuration, stakes=_STAKES)
    program = game.compile(seats)
    subsets = {name: number for number, name in enumerate(program.terms["subsets"])}
    in_play = set(active)
    hole, faces = [], []
    for name in [*players, *[""] * (seats - len(players))]:
        held = record["hole"].get(name, []) if name in in_play else []
        parts = record.get("hole_subsets", {}).get(name, {})
        labels = {card[:2]: subsets.get(part) for part, group in parts.items() for card in group}
        hole.append((_parse(held), [labels.get(card[:2]) for card in held]))
        faces.append([not card.endswith("*") for card in held])
    dice_subset = next((subsets[name] for name in _DICE if name in subsets), 0)
    marked = [_RANKS.index(rank) for rank in record.get("dynamic_wild_ranks", ())]
    wild = marked[-1] if marked else None
    strengths, amounts = _native.award_pots(
        game._find_setup(1000, seats),
        hole,
        faces,
        _lay_board(record["community"], subsets),
        [(dice_subset, value) for value in record.get("dice", ())],
        [
            options.index(value) if (value := record.get("choices", {}).get(name)) else _NOT_CHOSEN
            for name, options in program.terms["choices"]
        ],
        [_declare(record.get("declarations", {}).get(name, {})) for name in players],
        (wild, wild),
        [(pot["amount"], [players.index(name) for name in pot["eligible"]]) for pot in pots],
    )
    return Settled(players, strengths, amounts)


def _parse(cards: Iterable[str]) -> list[Card]:
    return list(Card.parse("".join(card[:2] for card in cards)))


def _lay_board(
    community: Mapping[str, list[str]], subsets: Mapping[str, int]
) -> tuple[list[Card], list[int]]:
    """Return the cards of the board, each once, with the subsets that it lies in."""
    masks: dict[str, int] = {}
    for name, group in community.items():
        if name not in _DICE:
            for card in group:
                mask = 1 << subsets[name] if name in subsets else 0
                masks[card[:2]] = masks.get(card[:2], 0) | mask
    return _parse(masks), list(masks.values())


def _declare(declared: Mapping[str, str]) -> list[int]:
    """Return declarations for the main pot, which has the number -1, and for the others."""
    return [_DECLARATIONS[declared[pot]] for pot in sorted(declared, key=int)]
