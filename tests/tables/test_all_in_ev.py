"""Expected payoffs of hands in which nobody could decide any more before the last card."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import numpy
import pytest

from croupier import (
    Automation,
    FixedLimitBadugi,
    FixedLimitSevenCardStud,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from croupier.analysis import equity
from croupier.evaluation import play_match
from croupier.games.making import make_game
from croupier.histories import HandHistory
from croupier.tables import TableBatch

Maker = Callable[[tuple[Automation, ...]], Any]
BY_HAND = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
ALL_BUT_DEALING = tuple(automation for automation in Automation if automation not in BY_HAND)


def make_holdem(automations: tuple[Automation, ...] = ()) -> NoLimitTexasHoldem:
    return NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)


def make_short_deck(automations: tuple[Automation, ...] = ()) -> NoLimitShortDeckHoldem:
    return NoLimitShortDeckHoldem(automations, True, 1, (2, 4), 4)


def make_omaha(automations: tuple[Automation, ...] = ()) -> PotLimitOmahaHoldem:
    return PotLimitOmahaHoldem(automations, True, 0, (1, 2), 2)


RANKS, SUITS = "23456789TJQKA", "cdhs"


def play(game: Any, players: int, stacks: Any, seed: int, tables: int = 400, call: int = 0) -> Any:
    """Play a hand at every table without folding, and only by calling on the first streets."""
    batch = TableBatch(
        game,
        tables,
        stacks=stacks,
        player_count=players,
        seed=seed,
        hands=1,
        all_in_ev=True,
        moves_seats=False,
        record=range(tables),
    )
    random = Random(seed)
    won, expected = batch.payoffs.copy(), batch.expected.copy()
    while batch.kinds.any():
        decisions = []
        for legal, street in zip(batch.legal.tolist(), batch.streets.tolist(), strict=True):
            possible = [move for move, fits in enumerate(legal) if fits and move] or [0]
            decisions.append(possible[0] if street < call else random.choice(possible))
        batch.step(decisions)
        won += batch.payoffs
        expected += batch.expected
    return won, expected, batch.take_histories()


def split(history: HandHistory) -> tuple[list[str], list[str], list[str]]:
    """Return the actions until the last decision, the board then, and all hole cards."""
    actions = list(history.actions)
    last = max(place for place, action in enumerate(actions) if action.startswith("p"))
    while actions[last].split()[1] == "sm":
        last -= 1
    board = "".join(action.split()[2] for action in actions[: last + 1] if "db" in action)
    hands = "".join(action.split()[3] for action in actions if action.startswith("d dh"))
    return actions[: last + 1], read(board), read(hands)


def read(cards: str) -> list[str]:
    return [cards[place : place + 2] for place in range(0, len(cards), 2)]


def enumerate_runouts(game: Any, stacks: list[int], history: HandHistory, deck: list[str]) -> Any:
    """Play every runout by the rules, and return the mean of what everybody won."""
    begun, board, held = split(history)
    left = [card for card in deck if card not in board and card not in held]
    total, count = numpy.zeros(len(stacks)), 0
    start = game(stacks, len(stacks))
    for action in begun:
        deal(start, action)
    for came in combinations(left, 5 - len(board)):
        state = deepcopy(start)
        for card in came:
            lay(state, card)
        assert not state.status
        total += [int(payoff) for payoff in state.payoffs]
        count += 1
    return total / count


def lay(state: Any, cards: str) -> None:
    if state.can_burn_card("??"):
        state.burn_card("??")
    state.deal_board(cards)


def deal(state: Any, action: str) -> None:
    match action.split()[:4]:
        case ["d", "dh", _, cards]:
            state.deal_hole(cards)
        case ["d", "db", cards]:
            lay(state, cards)
        case [_, "f"]:
            state.fold()
        case [_, "cc"]:
            state.check_or_call()
        case [_, "cbr", amount]:
            state.complete_bet_or_raise_to(int(amount))


FULL = [rank + suit for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize(
    ("make", "stacks", "deck"),
    [
        (make_holdem, [200, 200], FULL),
        (make_holdem, [90_000, 60_000, 30_000], FULL),
        (make_short_deck, [300, 300], FULL[16:]),
        (make_omaha, [120, 120], FULL),
    ],
    ids=["holdem", "holdem-3", "short-deck", "omaha"],
)
def test_it_is_the_mean_of_all_runouts(make: Maker, stacks: list[int], deck: list[str]) -> None:
    # Before the flop all boards for three hands take their time.
    call = 0 if len(stacks) == 2 else 1
    won, expected, histories = play(make(()), len(stacks), stacks, seed=3, call=call)
    game = make(ALL_BUT_DEALING)
    by_board = {0: 0, 3: 0, 4: 0}
    checked = 0
    for history, chips, mean in zip(histories, won.tolist(), expected.tolist(), strict=True):
        if chips == mean:
            continue
        board = len(split(history)[1])
        by_board[board] += 1
        # A flop has about a thousand runouts: some of them will do.
        if by_board[board] <= {0: 0, 3: 1, 4: 6}[board]:
            checked += 1
            found = enumerate_runouts(game, stacks, history, deck)
            odd_chips = 1e-9 if len(stacks) == 2 else 1
            assert numpy.abs(found - mean).max() <= odd_chips, history.actions
    assert checked >= 3


def test_before_the_flop_it_is_the_equity() -> None:
    won, expected, histories = play(make_holdem(), 2, [50, 50], seed=5)
    checked = 0
    for history, chips, mean in zip(histories, won.tolist(), expected.tolist(), strict=True):
        begun, board, held = split(history)
        if chips != mean and not board and checked < 20:
            checked += 1
            first, _ = equity("".join(held[:2]), "".join(held[2:]), exact=True)
            assert mean[0] == pytest.approx(100 * first.equity - 50, abs=1e-9), begun
    assert checked == 20


def test_chips_are_neither_lost_nor_made() -> None:
    for stacks, tables in (([200, 200], 200), ([40, 200, 90, 15], 12)):
        won, expected, _ = play(make_holdem(), len(stacks), stacks, seed=7, tables=tables)
        assert not won.sum(axis=1).any()
        assert numpy.abs(expected.sum(axis=1)).max() < 1e-9
        # Nobody is to expect more than there is to win, or to lose more than they have.
        assert (expected >= -numpy.array(stacks) - 1e-9).all()


@pytest.mark.parametrize(
    "game",
    [
        FixedLimitSevenCardStud((), True, 1, 1, 2, 4),
        FixedLimitBadugi((), True, 0, (1, 2), 2, 4),
        make_game("double_board_holdem"),
    ],
    ids=["stud", "badugi", "two-boards"],
)
def test_elsewhere_it_is_what_was_won(game: Any) -> None:
    batch = TableBatch(
        game,
        40,
        stacks=12,
        player_count=3,
        seed=1,
        hands=5,
        all_in_ev=True,
        opponents=dict.fromkeys(range(3), "random"),
    )
    assert batch.payoffs.any()
    assert (batch.expected == batch.payoffs).all()


def test_there_is_none_unless_it_is_asked_for() -> None:
    batch = TableBatch(make_holdem(), 3, stacks=200, player_count=2, seed=1)
    assert batch.expected.shape == (3, 0)


def test_threads_change_nothing() -> None:
    found = []
    for threads in (1, 3):
        batch = TableBatch(
            make_holdem(),
            256,
            stacks=40,
            player_count=2,
            seed=1,
            hands=3,
            threads=threads,
            all_in_ev=True,
            opponents={0: "random", 1: "random"},
        )
        found.append(batch.expected.tobytes())
    assert found[0] == found[1]


def test_a_match_has_the_same_chips_and_less_luck() -> None:
    plain, even = (
        play_match("nlhe", ["tight", "equity"], 2_000, seed=1, all_in_ev=all_in_ev)
        for all_in_ev in (False, True)
    )
    assert [score.won for score in plain.scores] == [score.won for score in even.scores]
    assert even.scores[0].deviation < 0.99 * plain.scores[0].deviation
    assert even.scores[0].interval.low < plain.scores[0].mean < even.scores[0].interval.high
    assert sum(score.mean for score in even.scores) == pytest.approx(0, abs=1e-9)
