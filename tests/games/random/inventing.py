"""Games that nobody has thought of: steps, subsets and hands put together at random."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from games.build import SHOWDOWN, Json, bet, cards, deal, step

HOLE_SUBSETS = ["Left", "Right"]
BOARD_SUBSETS = ["North", "South", "East"]
RANKINGS = {
    5: ["high", "a5_low", "27_low", "a5_low_high", "49", "zero", "6", "21"],
    4: ["badugi", "hidugi", "badugi_ah", "four_card_high"],
    3: ["three_card_high"],
    2: ["two_card_high", "two_card_a5_low"],
    1: ["one_card_high_spade", "one_card_low_spade"],
}
QUALIFIERS: dict[str, list[list[int]]] = {
    "high": [[9, 880], [8, 858], [5, 1277]],
    "a5_low": [[1, 56], [1, 252]],
    "27_low": [[1, 121]],
    "badugi": [[1, 715]],
    "one_card_high_spade": [[13, 1]],
}
FORCED: list[tuple[list[Json], Json]] = [
    ([bet("blinds")], {}),
    ([bet("blinds")], {"bettingOrder": {"initial": "dealer"}}),
    ([bet("blinds")], {"bettingOrder": {"initial": "after_big_blind", "subsequent": "last_actor"}}),
    ([bet("antes")], {"forcedBets": {"style": "antes_only"}}),
    ([bet("antes")], {"forcedBets": {"style": "bomb"}}),
    ([bet("antes"), bet("blinds")], {}),
]
CHOICE = {"possible_values": ["One", "Two"], "value": "Game"}
EXPOSE = {"expose": {"cards": [cards(1, min_number=0, immediate=True)]}}
FACES = {"type": "all_exposed", "true_state": "face down", "false_state": "face up"}


class _Inventor:
    """An inventor of games, step by step; what was dealt decides what can come next."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        # The fewest and the most cards that players can hold by now.
        self.fewest = self.most = 0
        self.parts: dict[str, int] = {}
        self.board: dict[str, int] = {}
        self.conditions: list[Json] = []
        self.declared = False
        self.wild = self.one_in(3)
        self.jokers = self.number(0, 2) if self.wild else 0

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, max(low, high)))

    def one_in(self, count: int) -> bool:
        return self.number(1, count) == 1

    def pick(self, options: Any) -> Any:
        return self.draw(st.sampled_from(list(options)))

    def side(self) -> str:
        side: str = self.pick(["face up", "face down"])
        return side

    def limits(self, high: int) -> Json:
        """Return how many cards: exactly, or from a number on."""
        entry = cards(self.number(1, high))
        if self.one_in(2):
            entry["min_number"] = self.number(0, entry["number"])
        return entry

    # Steps

    def deal_hole(self, low: int = 1, high: int = 3) -> Json:
        entry = cards(self.number(low, high), self.side())
        if self.one_in(4):
            name = self.pick(HOLE_SUBSETS)
            entry["hole_subset"] = name
            self.parts[name] = self.parts.get(name, 0) + entry["number"]
        elif self.one_in(6):
            entry = cards(1, protection_option={"cost": "protection_fee", "timing": "post_deal"})
        self.fewest += entry["number"]
        self.most += entry["number"]
        return deal("player", entry)

    def deal_board(self) -> Json:
        entries = []
        for name in self.draw(
            st.lists(st.sampled_from(BOARD_SUBSETS), min_size=1, max_size=3, unique=True)
        ):
            count = self.number(1, 5)
            other = self.pick(BOARD_SUBSETS)
            names = [name, other] if self.one_in(5) and other != name else [name]
            for each in names:
                self.board[each] = self.board.get(each, 0) + count
            entries.append(cards(count, self.side(), subset=names if len(names) > 1 else name))
        return deal("community", *entries)

    def draw_cards(self) -> Json:
        entry = self.limits(min(5, self.fewest))
        entry["state"] = self.side()
        if self.one_in(4):
            amount = self.number(-1, 1)
            entry["draw_amount"] = {"relative_to": "discard", "amount": amount}
            self.fewest += min(amount, 0)
            self.most += max(amount, 0)
        if self.one_in(3):
            entry["preserve_state"] = True
        elif self.parts and self.one_in(2):
            name = self.pick(self.parts)
            entry["hole_subset"] = name
            entry["number"] = min(entry["number"], self.parts[name])
            entry.pop("min_number", None)
        return step("draw", {"cards": [entry]})

    def discard(self) -> Json:
        if self.board and self.one_in(3):
            subset = self.pick(self.board)
            place = {"discardLocation": "community", "discardSubset": subset}
            self.fewest = 0
            return step(
                "discard", {"cards": [{"rule": "matching ranks", "subset": subset, **place}]}
            )
        if len(self.parts) == 2 and self.one_in(2):
            self.fewest = 0
            number = max(self.parts.values())
            return step(
                "discard", {"cards": [cards(number, hole_subset="any", entire_subset=True)]}
            )
        entry = self.limits(min(3, self.fewest))
        entry["state"] = self.side()
        self.fewest -= entry["number"]
        return step("discard", {"cards": [entry]})

    def expose(self) -> Json:
        entry = self.limits(min(3, self.fewest))
        entry["immediate"] = self.one_in(2)
        return step("expose", {"cards": [entry]})

    def pass_cards(self) -> Json:
        directions = ["left", "right", "across"]
        entries = [
            cards(self.number(1, min(3, self.fewest)), self.side(), direction=self.pick(directions))
            for _ in range(self.number(1, 2))
        ]
        return step("pass", {"cards": entries})

    def separate(self) -> Json:
        first = self.number(1, self.most - 1)
        self.parts = dict(zip(HOLE_SUBSETS, (first, self.most - first), strict=True))
        parts = [{"hole_subset": name, "number": size} for name, size in self.parts.items()]
        value: Json = {"cards": parts}
        if self.one_in(2):
            value["visibility_requirements"] = [
                {"hole_subset": self.pick(HOLE_SUBSETS), "min_face_down": 1}
            ]
        if first == 5 and self.most == 7:
            rankings = ("high", "two_card_high")
            value["hand_comparison"] = {
                "subsets": [
                    {"hole_subset": name, "evaluationType": ranking}
                    for name, ranking in zip(HOLE_SUBSETS, rankings, strict=True)
                ],
                "comparison_rule": "greater_than",
            }
        return step("separate", value)

    def declare(self) -> Json:
        self.declared = True
        options = ["high", "low"] + (["high_low"] if self.one_in(2) else [])
        more = {name: self.one_in(2) for name in ("per_pot", "simultaneous")}
        return step("declare", {"type": "declare", "options": options, **more})

    def buy(self) -> Json:
        costs: list[Json] = [{"type": "fixed", "amount": "small_bet"}, {"type": "match_pot"}]
        entry = cards(
            self.number(1, min(2, self.fewest)),
            self.side(),
            cost=self.pick(costs),
            optional=True,
            discard_first=self.one_in(2),
        )
        if not entry["discard_first"]:
            self.most += entry["number"]
        return step("buy", {"cards": [entry]})

    def group(self) -> Json:
        last: Json = self.pick([cards(1), cards(1, "face up"), {"number": 1}])
        after: Json = {"location": "player", "cards": [last]}
        if "state" not in last:
            after["conditional_state"] = FACES
        kinds: list[list[Json]] = [
            [{"bet": {"type": "small"}}, EXPOSE],
            [{"bet": {"type": "big"}}, {"discard": {"cards": [cards(2, min_number=0)]}}],
            [EXPOSE, {"deal": after}],
        ]
        chosen = self.number(0, 2)
        self.fewest += (0, -2, 1)[chosen]
        self.most += chosen == 2
        return {"name": "Group", "groupedActions": kinds[chosen]}

    def roll(self) -> Json:
        self.conditions.append(
            {"type": "community_card_value", "subset": "Die", "values": [1, 2, 3]}
        )
        return step("roll_die", {"subset": "Die", "dice": self.number(1, 2)})

    def remove(self) -> Json:
        criteria = {"type": "subset", "criteria": "lowest_river_card_unless_all_same"}
        return step("remove", {**criteria, "subsets": list(self.board)})

    def replace(self) -> Json:
        order = {"order": "clockwise", "startingFrom": "left_of_dealer"}
        return step("replaceCommunity", {"cardsToReplace": self.number(1, 2), **order})

    def choose(self) -> Json:
        self.conditions.append({"type": "player_choice", "subset": "Game", "value": "One"})
        return step("choose", {**CHOICE, "chooser": self.pick(["utg", "dealer"])})

    def next_step(self) -> Json:
        if self.one_in(4):
            return bet(self.pick(["small", "big"]))
        options: list[Any] = [self.deal_hole, self.deal_board]
        if self.fewest >= 3:
            options += [self.draw_cards, self.discard, self.expose, self.pass_cards, self.buy]
            options += [self.group]
            if self.most >= 2:
                options.append(self.separate)
        if not self.declared and not self.jokers and not self.wild:
            options.append(self.declare)
        dice_or_choice = {each["subset"] for each in self.conditions}
        if "Die" not in dice_or_choice:
            options.append(self.roll)
        if "Game" not in dice_or_choice:
            options.append(self.choose)
        if len(self.board) > 1:
            options.append(self.remove)
        if sum(self.board.values()) > 1:
            options.append(self.replace)
        make = self.pick(options)
        safe = make in (self.expose, self.pass_cards, self.draw_cards)
        conditions = list(self.conditions)
        if self.board:
            count = {"check": "color", "color": "red", "min_count": 2}
            subset = next(iter(self.board))
            conditions.append({"type": "board_composition", "subset": subset, **count})
        made: Json = make()
        if safe and conditions and self.one_in(2):
            made = {**made, "conditional_state": self.pick(conditions)}
        return made

    # The showdown

    def hand(self, number: int) -> Json:
        total = self.most + sum(self.board.values())
        size = self.pick([size for size in (5, 5, 4, 3, 2, 1) if size <= total])
        ranking = self.pick(RANKINGS[size])
        if self.wild and total >= 5:
            size, ranking = 5, "high_wild_bug"
        hand: Json = {"name": f"Hand {number}", "evaluationType": ranking}
        hand |= self.selection(size)
        if ranking in QUALIFIERS and self.one_in(3):
            hand["qualifier"] = self.pick(QUALIFIERS[ranking])
        if ranking == "high_wild_bug":
            hand["wildCards"] = self.wild_cards()
        return hand

    def selection(self, size: int) -> Json:
        board = sum(self.board.values())
        options: list[Json] = [{"anyCards": size}] * 2
        hole = self.number(max(0, size - board), min(size, self.most))
        if board and self.most:
            options += [
                {"holeCards": hole, "communityCards": size - hole},
                {"combinations": [{"holeCards": hole, "communityCards": size - hole}]},
            ]
        for name, count in self.board.items():
            if count + self.most >= size:
                options.append({"anyCards": size, "community_subset": name})
            if count >= size - hole > 0 and hole > 0:
                options.append({"holeCards": hole, "communityCardCombinations": [[name]]})
                select = [[[name, size - hole, size - hole]]]
                options.append(
                    {
                        "holeCards": hole,
                        "communityCards": size - hole,
                        "communityCardSelectCombinations": select,
                    }
                )
        for name, count in self.parts.items():
            if count + board >= size:
                options.append({"anyCards": size, "hole_subset": name})
                options.append({"anyCards": size, "holeCardsAllowed": [{"hole_subsets": [name]}]})
        if self.most >= size:
            options.append({"anyCards": size, "cardState": self.side()})
        chosen: Json = self.pick(options)
        return chosen

    def wild_cards(self) -> list[Json]:
        rules: list[Json] = [
            {"type": "rank", "rank": "2", "role": "wild"},
            {"type": "rank", "rank": "3", "role": "bug"},
            {"type": "lowest_hole", "role": "wild", "scope": "player"},
            {"type": "follow_card", "trigger_rank": "Q", "role": "wild"},
        ]
        if self.board:
            rules += [
                {"type": "lowest_community", "role": "wild"},
                {"type": "last_community_card", "role": "wild"},
            ]
        found = [self.pick(rules)]
        if self.jokers:
            found.append({"type": "joker", "role": self.pick(["wild", "bug"])})
        return found

    def showdown(self) -> Json:
        hands = [self.hand(number) for number in range(self.number(1, 3))]
        if self.declared:
            hands = [
                {"name": name, "evaluationType": ranking, "anyCards": 5}
                for name, ranking in (("High", "high"), ("Low", "a5_low"))
            ]
        found: Json = {"bestHand": hands}
        if self.declared:
            found["declaration_mode"] = "declare"
        elif self.one_in(4):
            action = {"type": "split_pot"}
            found["globalDefaultAction"] = {"condition": "no_qualifier_met", "action": action}
        if self.conditions and not self.declared and self.one_in(2):
            other = {"condition": self.pick(self.conditions), "bestHand": [self.hand(9)]}
            found["conditionalBestHands"] = [other]
            found["defaultBestHand"] = found.pop("bestHand")
        return found


@st.composite
def invented_games(draw: DrawFn) -> Json:
    """Make up a game; most can be played, and the others must be refused."""
    inventor = _Inventor(draw)
    forced, more = draw(st.sampled_from(FORCED))
    if inventor.one_in(5):
        forced = [bet("antes")]
        first = [deal("player", cards(2), cards(1, "face up")), bet("bring-in"), bet("small")]
        rule = inventor.pick(["low card", "low card al", "high card", "high card ah"])
        more = {"forcedBets": {"style": "bring-in", "rule": rule}}
        inventor.fewest = inventor.most = 3
    else:
        first = [inventor.deal_hole(2, 6)]
    steps = [inventor.next_step() for _ in range(inventor.number(1, 8))]
    if inventor.most + sum(inventor.board.values()) < 5:
        steps.append(inventor.deal_hole(3, 4))
    return {
        "game": "Invented",
        "players": {"min": 2, "max": inventor.number(2, 5)},
        "deck": {
            "type": "standard",
            "cards": 52,
            "jokers": inventor.jokers,
            "burn": inventor.one_in(2),
        },
        "bettingStructures": ["Limit", "No Limit", "Pot Limit"],
        "gamePlay": [*forced, *first, *steps, bet("big"), SHOWDOWN],
        "showdown": inventor.showdown(),
        **more,
    }
