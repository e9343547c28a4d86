"""A slow and obvious reading of game files: who wins what with which cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import permutations
from math import comb
from typing import Any

from reference.evaluate import spec
from reference.selection import best

Json = dict[str, Any]
Standing = tuple[int, int]

_RANKS = "23456789TJQKA"
_STEPS = {"name", "bet", "deal", "draw", "declare", "showdown"}
_HAND = {
    "name",
    "evaluationType",
    "anyCards",
    "holeCards",
    "communityCards",
    "community_subset",
    "combinations",
    "qualifier",
    "wildCards",
}
_SHOWDOWN = {"order", "startingFrom", "cardsRequired", "bestHand", "declaration_mode"}
_WILD = {"rank", "lowest_community", "last_community_card", "follow_card"}


class SmallGame:
    """A game of the library whose showdown is a matter of cards, rankings and numbers of cards."""

    def __init__(self, name: str) -> None:
        path = files("croupier.games") / "library" / f"{name}.json"
        self.name = name
        self.data: Json = json.loads(path.read_text())
        self.hands: list[Json] = self.data["showdown"].get("bestHand", [])
        # In the order of the deal: subsets of board cards, and which hole cards lie face up.
        self.board: list[list[str]] = []
        self.up: list[bool] = []
        for step in self.data["gamePlay"]:
            deal = step.get("deal", {"location": "", "cards": []})
            for cards in deal["cards"]:
                if deal["location"] == "community":
                    names = cards.get("subset", [])
                    names = names if isinstance(names, list) else [names]
                    self.board += [names] * cards["number"]
                else:
                    self.up += [cards["state"] == "face up"] * cards["number"]

    @property
    def ranks_card_sets(self) -> bool:
        """Whether this reading understands the game."""
        wild = [rule for hand in self.hands for rule in hand.get("wildCards", [])]
        draws = [step["draw"] for step in self.data["gamePlay"] if "draw" in step]
        return (
            set(self.data["showdown"]) <= _SHOWDOWN
            and all(set(step) <= _STEPS for step in self.data["gamePlay"])
            and all(set(hand) <= _HAND for hand in self.hands)
            and all(rule["type"] in _WILD for rule in wild)
            and not any("draw_amount" in cards for draw in draws for cards in draw["cards"])
            and "conditional" not in json.dumps(self.data["gamePlay"])
            and "hole_subset" not in json.dumps(self.data["gamePlay"])
            and all("all" not in _listed(hand.get("holeCards", [])) for hand in self.hands)
        )

    @property
    def choice_count(self) -> int:
        """How many hands a player chooses from, roughly."""
        count = 0
        for hand in self.hands:
            for board, rule in self._ways(hand):
                if rule[0] == "any":
                    count += comb(len(self.up) + len(board), rule[1])
                else:
                    count += sum(comb(len(self.up), h) * comb(len(board), b) for h, b in rule[1])
        return count

    def _places(self, names: Any) -> list[int]:
        """Return the places of the board cards of some subsets; of all without names."""
        wanted = _listed(names)
        places = enumerate(self.board)
        return [place for place, subsets in places if not wanted or set(subsets) & set(wanted)]

    def _ways(self, hand: Json) -> Iterator[tuple[list[int], Any]]:
        for way in hand.get("combinations", [hand]):
            board = self._places(way.get("community_subset") or hand.get("community_subset"))
            if "anyCards" in way:
                yield board, ("any", way["anyCards"])
                continue
            own = _listed(way["holeCards"])
            common = _listed(way.get("communityCards", 0)) or [0]
            yield board, ("options", list(zip(own, common, strict=True)))

    def _wild(self, hand: Json, held: Sequence[Sequence[str]], board: Sequence[str]) -> str:
        """Return the ranks that are wild."""
        found = ""
        for rule in hand.get("wildCards", []):
            match rule["type"]:
                case "rank":
                    found += "".join(_listed(rule.get("rank") or rule.get("ranks")))
                case "lowest_community":
                    found += min((card[0] for card in board), key=_RANKS.index)
                case "last_community_card":
                    found += board[-1][0]
                case "follow_card":
                    found += self.following(rule["trigger_rank"], held)
        return found

    def following(self, trigger: str, held: Sequence[Sequence[str]]) -> str:
        """Return the rank dealt face up after the last trigger, card by card, players in turn."""
        shown = [hand[place] for place, up in enumerate(self.up) if up for hand in held]
        triggers = [place for place, card in enumerate(shown) if card[0] == trigger]
        after = shown[triggers[-1] + 1 :] if triggers else []
        return after[0][0] if after else ""

    def shares(self, held: Sequence[Sequence[str]], board: Sequence[str]) -> list[float]:
        """Return the part of the pot that each player wins."""
        shares, divided = [0.0] * len(held), 0
        for hand in self.hands:
            wild = self._wild(hand, held, board)
            found = [self._standing(hand, cards, board, wild) for cards in held]
            made = [standing for standing in found if standing is not None]
            if not made:
                continue
            divided += 1
            winners = [place for place, standing in enumerate(found) if standing == min(made)]
            for place in winners:
                shares[place] += 1 / len(winners)
        if not divided:
            return [1 / len(held)] * len(held)
        return [share / divided for share in shares]

    def _standing(
        self, hand: Json, held: Sequence[str], board: Sequence[str], wild: str
    ) -> Standing | None:
        name = hand["evaluationType"]
        if "wild" not in name:
            wild = ""
        standings: list[Standing] = []
        for places, rule in self._ways(hand):
            common = [board[place] for place in places]
            wilds = [card for card in (*held, *common) if card[0] in wild]
            try:
                standings.append(best(name, "".join(held), "".join(common), rule, "".join(wilds)))
            except ValueError:
                continue
        least = hand.get("qualifier")
        found = min(standings, default=None)
        return found if least is None or (found and found <= tuple(least)) else None

    def knows_rankings(self) -> bool:
        """Return whether the evaluator of the tests has all rankings."""
        try:
            return all(spec(hand["evaluationType"]) for hand in self.hands)
        except (KeyError, ValueError):
            return False


def average(
    game: SmallGame,
    held: Sequence[Sequence[str | None]],
    board: Sequence[str | None],
    free: Sequence[str],
) -> list[float]:
    """Return what players win on average over all cards that may come where there is `None`."""
    unknown = sum(cards.count(None) for cards in (*held, board))
    sums, deals = [0.0] * len(held), 0
    for cards in permutations(free, unknown):
        to_come = iter(cards)

        def fill(known: Sequence[str | None], rest: Iterator[str] = to_come) -> list[str]:
            return [next(rest) if card is None else card for card in known]

        shares = game.shares([fill(hand) for hand in held], fill(board))
        sums = [total + share for total, share in zip(sums, shares, strict=True)]
        deals += 1
    return [total / deals for total in sums]


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]
