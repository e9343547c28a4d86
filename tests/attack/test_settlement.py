"""Showdowns that are settled again: slowly, from the rules, and without the code of the product.

All amounts are multiples of 5,040, so that no pot of up to ten winners has an odd chip.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

import reference
from attack import test_settlement
from attack.budget import Attack
from croupier.games import load
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, Folding, State
from games.random.player import choose_arguments

pytestmark = [
    pytest.mark.attack,
    # Cards are dealt again when the deck runs out.
    pytest.mark.filterwarnings("ignore::croupier.errors.ReplenishedWarning"),
]

UNIT = 5040
STAKES = {"small_bet": 20 * UNIT, "big_bet": 40 * UNIT}
HOLE = ("any", 5)
TWO_AND_THREE = ("must", 2, 3)


class Rules(NamedTuple):
    """How a game is settled: its rankings, each with the cards that make a hand."""

    structure: str
    contests: tuple[tuple[str, tuple[object, ...]], ...]


GAMES = {
    "texas_holdem": Rules("No Limit", (("high", HOLE),)),
    "omaha_holdem": Rules("Pot Limit", (("high", TWO_AND_THREE),)),
    "omaha_holdem_hi_lo_8": Rules(
        "Limit", (("high", TWO_AND_THREE), ("eight_or_better_low", TWO_AND_THREE))
    ),
    "seven_card_stud": Rules("Limit", (("high", HOLE),)),
    "seven_card_stud_hi_lo_8": Rules("Limit", (("high", HOLE), ("eight_or_better_low", HOLE))),
    "razz": Rules("Limit", (("a5_low", HOLE),)),
    "deuce_to_seven_triple_draw": Rules("Limit", (("27_low", HOLE),)),
    "badugi": Rules("Limit", (("badugi", ("any", 4)),)),
    "courchevel_hi_lo_8": Rules(
        "Pot Limit", (("high", TWO_AND_THREE), ("eight_or_better_low", TWO_AND_THREE))
    ),
    "five_card_draw": Rules("No Limit", (("high", HOLE),)),
    "five_card_stud": Rules("Limit", (("high", HOLE),)),
    "crazy_pineapple_hi_lo_8": Rules("Limit", (("high", HOLE), ("eight_or_better_low", HOLE))),
}
_MANUAL = {
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
}
AUTOMATIONS = tuple(one for one in Automation if one not in _MANUAL)


def settle(
    rules: Rules,
    paid: list[int],
    hands: dict[int, list[str]],
    board: list[str],
) -> list[Fraction]:
    """Return what each player gets: level by level, half for each contest that has a hand.

    Args:
        rules: How the game is settled.
        paid: What each player has put into the pot.
        hands: The hole cards of those who have not folded.
        board: The cards of the board.
    """
    standings = [
        {player: stand(name, hand, board, rule) for player, hand in hands.items()}
        for name, rule in rules.contests
    ]
    won = [Fraction(0)] * len(paid)
    levels = sorted({paid[player] for player in hands})
    below = 0
    for level in levels:
        last = level == levels[-1]
        pot = sum((one if last else min(one, level)) - min(one, below) for one in paid)
        players = [player for player in hands if paid[player] >= level]
        made = [{player: one[player] for player in players} for one in standings]
        ranked = [{p: s for p, s in one.items() if s is not None} for one in made]
        contested = [one for one in ranked if one]
        for one in contested:
            best = min(one.values())
            winners = [player for player, standing in one.items() if standing == best]
            for player in winners:
                won[player] += Fraction(pot, len(contested) * len(winners))
        below = level
    return won


def stand(
    name: str, hand: list[str], board: list[str], rule: tuple[object, ...]
) -> tuple[int, int] | None:
    """Return how good a hand is, the lowest best; `None` if it does not qualify."""
    try:
        return reference.best(name, hand, board, rule)
    except ValueError:
        return None


def move(state: State, random: Random) -> None:
    """Do something that is possible; hands are shown, and bets are whole units."""
    legal = {one.name: one for one in state.legal.values()}
    chance = random.random()
    if "complete_bet_or_raise_to" in legal and chance < 0.4:
        bet = legal["complete_bet_or_raise_to"]
        low, high = bet.min_amount or 0, bet.max_amount or 0
        middle = max(low, random.randint(low, high) // UNIT * UNIT)
        state.complete_bet_or_raise_to(random.choice(bet.amounts or (low, high, middle)))
    elif "check_or_call" in legal:
        calls = state.checking_or_calling_amount
        state.fold() if calls and chance > 0.85 else state.check_or_call()
    elif "post_bring_in" in legal:
        state.post_bring_in()
    elif "stand_pat_or_discard" in legal:
        state.stand_pat_or_discard(*choose_arguments(state, legal["stand_pat_or_discard"], random))
    elif "select_runout_count" in legal:
        state.select_runout_count(1)
    elif "show_or_muck_hole_cards" in legal:
        state.show_or_muck_hole_cards(True)
    else:
        getattr(state, next(iter(legal)))()


def try_hand(attack: Attack, name: str, seed: int) -> None:
    """Play a hand, and compare what it pays with what the rules say, if there is a showdown."""
    random, rules = Random(seed), GAMES[name]
    count = random.randint(2, 6)
    stacks = [random.randint(1, 60) * random.choice([1, 20]) * UNIT for _ in range(count)]
    game = CustomGame(load(name), rules.structure, STAKES, automations=AUTOMATIONS)
    state = game(stacks, count, seed=random.getrandbits(32))
    while state.status and not (state.can_kill_hand() or state.can_push_chips()):
        move(state, random)
    folded = {one.player_index for one in state.operations if isinstance(one, Folding)}
    paid = [before - now for before, now in zip(stacks, state.stacks, strict=True)]
    hands = {
        player: [repr(card) for card in state.hole_cards[player]]
        for player in range(count)
        if player not in folded
    }
    if len(hands) < 2 or not state.status or any(one % UNIT for one in paid):
        return
    board = [repr(card) for row in state.board_cards for card in row]
    expected = [
        won - lost for won, lost in zip(settle(rules, paid, hands, board), paid, strict=True)
    ]
    while state.status:
        move(state, random)
    attack.try_case(name)
    if list(state.payoffs) != expected:
        attack.find(
            f"{name}, seed {seed}: paid {paid}, {hands} on {board}:"
            f" {list(state.payoffs)}, and {list(map(str, expected))} by the rules"
        )


def test_showdowns_pay_what_the_rules_say(attack: Attack) -> None:
    names = [*GAMES]
    for number in attack.rounds(20 * len(names)):
        try_hand(attack, names[number % len(names)], attack.random.getrandbits(32))
    for name in names:
        assert attack.tried[name], name


def test_faults_that_are_planted_are_found(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the slow way takes another ranking, the comparison tells."""
    monkeypatch.setitem(GAMES, "razz", Rules("Limit", (("27_low", HOLE),)))
    control = Attack("control", "settlement", 1)
    for _ in range(60):
        test_settlement.try_hand(control, "razz", attack.random.getrandbits(32))
    attack.try_case("razz", control.tried.total())
    if not control.findings:
        attack.find("a wrong ranking was not found")
