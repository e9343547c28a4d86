"""A slow and obvious reading of programs: what the best hand of a player in a contest is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from croupier import rankings
from croupier.errors import CardError
from croupier.games.configuration.compile.game import CompiledGame

_RANKS = "23456789TJQKA"
_RED = "dh"


@dataclass
class Table:
    """The cards at a showdown.

    Attributes:
        program: The game.
        board: The board cards by subset.
        wild_ranks: The ranks that the play made wild.
        choices: What was chosen.
        dice: What was rolled.
    """

    program: CompiledGame
    board: dict[str, list[str]]
    wild_ranks: str = ""
    choices: dict[str, str] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)

    def names(self, mask: int) -> list[str]:
        subsets: list[str] = self.program.terms["subsets"]
        return [name for index, name in enumerate(subsets) if mask >> index & 1]

    def board_cards(self, mask: int) -> list[str]:
        names = self.names(mask) if mask else list(self.board)
        return list(dict.fromkeys(card for name in names for card in self.board.get(name, ())))


@dataclass
class Holder:
    """The hole cards of a player; those face down end with a star.

    Attributes:
        cards: The cards.
        subsets: The cards of each subset.
        used: The cards that the hand of each contest uses.
    """

    cards: list[str]
    subsets: dict[str, list[str]]
    used: list[list[str]]


def holds(table: Table, holder: Holder, condition: dict[str, Any]) -> bool:
    """Return whether a condition holds for a player."""
    ((kind, terms),) = condition.items()
    match kind:
        case "choice":
            name, options = table.program.terms["choices"][terms["key"]]
            return table.choices[name] in [options[value] for value in terms["values"]]
        case "color":
            found = table.board_cards(terms["subsets"])
            fitting = sum((card[1] in _RED) == terms["red"] for card in found)
            return bool(fitting >= terms["minimum"])
        case "value":
            value = sum(table.dice) if terms["sum"] else table.dice[-1]
            return value in terms["values"]
        case "hand_size":
            return len(holder.cards) in terms["sizes"]
        case _:
            raise AssertionError(kind)


def find_entry(table: Table, holder: Holder, contest: dict[str, Any]) -> Any:
    """Return how the hand of a player is made."""
    for case in contest["cases"]:
        if all(holds(table, holder, condition) for condition in case.get("when", ())):
            return case["entry"]
    return None


def best_standing(table: Table, holder: Holder, contest: dict[str, Any]) -> tuple[int, int] | None:
    """Return the place in the tables of the best hand of a player."""
    entry = find_entry(table, holder, contest)
    if entry is None:
        return None
    ranking = rankings.get(entry["ranking"])
    wild, bugs = find_wild_cards(table, holder, entry)
    found = None
    seen = set()
    for cards in list_hands(table, holder, entry):
        key = frozenset(cards)
        if key in seen:
            continue
        seen.add(key)
        roles = {
            "wild": "".join(card for card in cards if card in wild) or None,
            "bug": "".join(card for card in cards if card in bugs) or None,
        }
        try:
            value = ranking.evaluate("".join(cards), **roles)
        except CardError:
            continue
        if found is None or value.standing < found:
            found = value.standing
    return found


def find_wild_cards(table: Table, holder: Holder, entry: Any) -> tuple[set[str], set[str]]:
    """Return the cards that are wild for a player, and those that are bugs."""
    roles: dict[str, set[str]] = {"wild": set(), "bug": set(), "natural": set()}
    board = table.board_cards(0)
    for rule in entry.get("wild", ()):
        kind = rule["cards"]
        ranks = ""
        if kind in ("marked", "following"):
            ranks = table.wild_ranks
        elif kind == "jokers":
            ranks = "*"
        elif "ranks" in kind:
            ranks = kind["ranks"]
        elif "lowest_board" in kind:
            found = table.board_cards(kind["lowest_board"])
            ranks = min((card[0] for card in found), key=_RANKS.index, default="")
        else:
            down = kind["lowest_hole"]["down"]
            found = [card for card in holder.cards if card.endswith("*") or not down]
            ranks = min((card[0] for card in found), key=_RANKS.index, default="")
        for card in (*holder.cards, *board):
            if ranks and card[0] in ranks:
                roles[rule["down"] if card.endswith("*") else rule["up"]].add(card[:2])
    return roles["wild"], roles["bug"]


def list_hands(table: Table, holder: Holder, entry: Any) -> Iterator[tuple[str, ...]]:
    """Yield the cards of every hand that may be formed."""
    hole = [card for card in holder.cards if entry.get("faces") in (None, not card.endswith("*"))]
    cards = [card[:2] for card in hole]
    if entry.get("hole_subsets"):
        allowed = [
            card
            for name in table.names(entry["hole_subsets"])
            for card in holder.subsets.get(name, ())
        ]
        cards = [card for card in cards if card in allowed]
    if "unused_of" in entry:
        cards = [card for card in cards if card not in holder.used[entry["unused_of"]]]
    if len(cards) < entry.get("minimum_cards", 0):
        return
    for way in entry["ways"]:
        yield from _list_way(table, holder, entry, way, cards)


def _list_way(
    table: Table, holder: Holder, entry: Any, way: Any, cards: list[str]
) -> Iterator[tuple[str, ...]]:
    groups = []
    taken = 0
    for take in way:
        pool = []
        if "hole" in take:
            pool += _pick(table, take["hole"], cards, holder.subsets)
        if "board" in take:
            pool += _pick(table, take["board"], table.board_cards(0), table.board)
        count = take["count"]
        if count == "all":
            number = len(pool)
        elif "up_to" in count:
            number = min(count["up_to"] - taken, len(pool))
        else:
            number = count["exactly"]
            if entry.get("padding"):
                number = min(number, len(pool))
        if number > len(pool):
            if take.get("optional"):
                continue
            return
        taken += number
        groups.append(list(combinations(pool, number)))
    for parts in product(*groups):
        hand = tuple(card for part in parts for card in part)
        if len(set(hand)) == len(hand):
            yield hand


def _pick(table: Table, source: Any, cards: list[str], subsets: dict[str, list[str]]) -> list[str]:
    if source == "all":
        return cards
    found: dict[str, None] = {}
    for number, index in source["subsets"]:
        group = subsets.get(table.program.terms["subsets"][number], [])
        if index is not None:
            group = group[index : index + 1]
        found |= dict.fromkeys(group)
    return [card for card in found if card in cards]
