"""Seven statistics of every player, counted from the texts without the reader or the engine."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from croupier.analysis.statistics import read_statistics
from shared import data_path

FILES = (
    "cash/Flop/NLHE-6max-USD-0.05-0.10-200911.txt",
    "tour/Flop/NLHE-USD-MTT-1-KO.201008.txt",
    "tour/Flop/NLHE-USD-STT-20-201006.DONturbo.txt",
)
HANDS, PLAYERS = 350, 60
NAMES = (
    *("vpip", "pfr", "three_bet", "fold_to_three_bet"),
    *("flop_cbet", "fold_to_flop_cbet", "went_to_showdown"),
)
SEAT = re.compile(r"Seat \d+: (.+) \([$]?([\d.]+) in chips\)")
NUMBER = r"[$]?([\d.]+)"
POST = re.compile(rf"posts (?:the ante|small blind|big blind|small & big blinds) {NUMBER}")

Counts = dict[str, dict[str, list[int]]]


class Table:
    """The stacks and bets of a hand, as the lines of its text change them."""

    def __init__(self, lines: list[str]) -> None:
        self.stacks: dict[str, Decimal] = {}
        for line in lines:
            if line.startswith("*** "):
                break
            if found := SEAT.match(line):
                self.stacks[found[1]] = Decimal(found[2])
        self.bets: dict[str, Decimal] = defaultdict(Decimal)
        self.live = set(self.stacks)

    def pay(self, name: str, amount: Decimal, *, counts: bool = True) -> None:
        self.stacks[name] -= amount
        if counts:
            self.bets[name] += amount

    def can_raise(self, name: str) -> bool:
        """Return whether a player has more than the call, and somebody else has chips left."""
        to_call = max(self.bets.values(), default=Decimal(0)) - self.bets[name]
        others = any(self.stacks[one] > 0 for one in self.live - {name})
        return self.stacks[name] > to_call and others


def split(text: str) -> Iterator[list[str]]:
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.strip().splitlines()]
        if lines and "PokerStars" in lines[0]:
            yield lines


def count_hand(lines: list[str], counts: Counts) -> None:
    """Count a hand from the lines of its text."""
    table = Table(lines)
    dealt: set[str] = set()
    seen: dict[str, set[str]] = defaultdict(set)
    street = "blinds"
    raisers: list[str] = []
    bettor = continued = None
    raised = False
    acted: set[str] = set()
    saw: set[str] = set()

    def add(name: str, statistic: str, done: bool) -> None:
        chances = counts[name][statistic]
        chances[0] += 1
        chances[1] += done

    for line in lines:
        if line.startswith("*** SUMMARY"):
            break
        if line.startswith("*** "):
            if line.startswith("*** HOLE"):
                street = "preflop"
            elif line.startswith("*** SHOW"):
                street = "showdown"
            else:
                street = line.split()[1].lower()
                table.bets.clear()
                acted.clear()
            if street == "flop":
                saw = {one for one in table.live if one in dealt}
            continue
        name = next((one for one in table.stacks if line.startswith(f"{one}: ")), None)
        if name is None:
            continue
        does = line[len(name) + 2 :]
        if found := POST.match(does):
            dealt.add(name)
            table.pay(name, Decimal(found[1]), counts="ante" not in does)
            continue
        verb = does.split()[0]
        if verb not in ("folds", "checks", "calls", "bets", "raises") or street == "showdown":
            continue
        dealt.add(name)
        if not table.stacks[name]:
            # The room folds for players who sit out, all-in or not: that is no decision.
            continue
        puts_in = verb in ("calls", "bets", "raises")
        is_raise = verb in ("bets", "raises")
        if street == "preflop":
            seen["decided"].add(name)
            if puts_in:
                seen["vpip"].add(name)
            if is_raise:
                seen["pfr"].add(name)
            if len(raisers) == 1 and raisers[0] != name and table.can_raise(name):
                add(name, "three_bet", is_raise)
            if len(raisers) == 2 and raisers[0] == name:
                add(name, "fold_to_three_bet", verb == "folds")
        elif street == "flop":
            if raisers and raisers[-1] == name and name not in acted and bettor is None:
                add(name, "flop_cbet", is_raise)
                continued = name if is_raise else None
            elif continued is not None and continued != name and not raised:
                add(name, "fold_to_flop_cbet", verb == "folds")
        if is_raise and street == "preflop":
            raisers.append(name)
        if is_raise and street == "flop":
            raised = bettor is not None
            bettor = bettor or name
        acted.add(name)
        if verb == "folds":
            table.live.discard(name)
        elif verb in ("calls", "bets"):
            table.pay(name, Decimal(does.split()[1].lstrip("$")))
        elif found := re.search(rf"to {NUMBER}", does):
            table.pay(name, Decimal(found[1]) - table.bets[name])
    for name in seen["decided"]:
        add(name, "vpip", name in seen["vpip"])
        add(name, "pfr", name in seen["pfr"])
    left = {name for name in table.live if name in dealt}
    for name in saw:
        add(name, "went_to_showdown", name in left and len(left) > 1)


@pytest.fixture(scope="module")
def files() -> list[Path]:
    return [data_path("pokerstars", *one.split("/")) for one in FILES]


def test_seven_statistics_are_those_of_a_count_of_the_texts(files: list[Path]) -> None:
    counts: Counts = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    hands = 0
    for path in files:
        for lines in split(path.read_text("utf-8-sig", errors="replace").replace("\r", "")):
            hands += 1
            count_hand(lines, counts)
    found = read_statistics(files)
    assert found.problems == [] and found.hands + found.repeated == hands
    assert (hands, len(counts)) == (HANDS, PLAYERS)
    wrong = [
        (name, statistic, tuple(chances), tuple(getattr(found[name], statistic)))
        for name, own in counts.items()
        for statistic, chances in own.items()
        if tuple(getattr(found[name], statistic)) != tuple(chances)
    ]
    assert wrong == []
    # Statistics that were not counted here have no chances there.
    for name, one in found.items():
        for statistic in NAMES:
            assert getattr(one, statistic).chances == counts[name][statistic][0]
