"""AIVAT: the mean stays what it is, and less is left to luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

from croupier import Automation, KuhnPoker, LeducHoldem, NoLimitTexasHoldem, State
from croupier.errors import PokerError, RuleError, SetupError
from croupier.evaluation import find_aivat, find_aivat_of, value_by_calling
from croupier.tables import TableBatch

BY_HAND = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
ALL_BUT_DEALING = tuple(automation for automation in Automation if automation not in BY_HAND)


def act(state: State, action: str) -> State:
    copied = deepcopy(state)
    match action.split():
        case ["d", "dh", _, card]:
            copied.deal_hole(card)
        case ["d", "db", card]:
            if copied.can_burn_card("??"):
                copied.burn_card("??")
            copied.deal_board(card)
        case [_, "f"]:
            copied.fold()
        case [_, "cc"]:
            copied.check_or_call()
        case [_, "cbr", amount]:
            copied.complete_bet_or_raise_to(int(amount))
    return copied


def key_of(state: State) -> tuple[Any, ...]:
    return str(state.hole_cards), str(list(state.get_board_cards(0))), str(state.operations)


def lean(state: State) -> Mapping[str, float]:
    """Decide by the rank of the card, never surely: any policy will do."""
    player = state.actor_index
    assert player is not None
    rank = "JQK".index(repr(state.hole_cards[player][0])[0])
    moves = {"cc": 2.0 + rank}
    if state.can_fold():
        moves["f"] = 3.0 - rank
    if state.can_complete_bet_or_raise_to():
        amount = state.min_completion_betting_or_raising_to_amount
        moves[f"cbr {amount}"] = 1.0 + 2 * rank
    total = sum(moves.values())
    return {move: weight / total for move, weight in moves.items()}


def branches(state: State) -> list[tuple[str, float]]:
    """Return what may happen next, and how likely it is."""
    if state.can_deal_hole():
        place = f"d dh p{(state.hole_dealee_index or 0) + 1}"
    elif state.can_burn_card("??") or state.can_deal_board():
        place = "d db"
    else:
        player = (state.actor_index or 0) + 1
        return [(f"p{player} {move}", chance) for move, chance in lean(state).items()]
    cards = [repr(card) for card in state.get_dealable_cards()]
    return [(f"{place} {card}", 1 / len(cards)) for card in cards]


def walk(state: State, done: tuple[str, ...] = (), chance: float = 1.0) -> Iterator[Any]:
    """Go through all hands: what was done, how likely it was, and what was won."""
    if not state.status:
        yield done, chance, float(state.payoffs[0])
        return
    for action, likely in branches(state):
        yield from walk(act(state, action), (*done, action), chance * likely)


def measure(start: State, value: Any, policies: Any) -> tuple[float, float, float, float]:
    """Return means and variances over all hands, plain and by AIVAT."""
    known = cache_by_key(value)
    sums = [0.0] * 5
    for actions, chance, won in walk(start):
        found = find_aivat(start, actions, known, policies)
        assert found[0] + found[1] == pytest.approx(0, abs=1e-9)
        for place, term in enumerate((1, won, won * won, found[0], found[0] * found[0])):
            sums[place] += chance * term
    assert sums[0] == pytest.approx(1, abs=1e-9)
    return sums[1], sums[2] - sums[1] ** 2, sums[3], sums[4] - sums[3] ** 2


def cache_by_key(value: Any) -> Any:
    known: dict[Any, Any] = {}

    def find(state: State) -> Any:
        key = key_of(state)
        if key not in known:
            known[key] = value(state)
        return known[key]

    return find


def true_value(state: State) -> list[float]:
    """Return what players win on average by the policy, all cards known."""
    won = sum(chance * payoff for _, chance, payoff in walk(state))
    return [won, -won]


def make_kuhn() -> State:
    return KuhnPoker(ALL_BUT_DEALING)(2, 2)


def make_leduc() -> State:
    return LeducHoldem(ALL_BUT_DEALING)(13, 2)


def nothing(state: State) -> list[float]:
    return [0.0, 0.0]


def nonsense(state: State) -> list[float]:
    """Return anything, of which one loses what the other wins."""
    number = 3.0 * len(state.operations) % 4.1
    return [number, -number]


@pytest.mark.parametrize("value", [nothing, nonsense, value_by_calling])
@pytest.mark.parametrize("known", [(), (0,), (0, 1)])
def test_the_mean_in_kuhn_is_exactly_the_same(value: Any, known: tuple[int, ...]) -> None:
    plain, spread, mean, left = measure(make_kuhn(), value, dict.fromkeys(known, lean))
    assert mean == pytest.approx(plain, abs=1e-12)
    if value is value_by_calling:
        assert left < (0.65 if known == (0, 1) else 0.8) * spread


def test_a_perfect_value_leaves_nothing_to_luck_in_kuhn() -> None:
    plain, spread, mean, left = measure(make_kuhn(), true_value, {0: lean, 1: lean})
    assert spread > 1
    assert (mean, left) == pytest.approx((plain, 0), abs=1e-9)


def test_the_mean_in_leduc_is_exactly_the_same() -> None:
    plain, spread, mean, left = measure(make_leduc(), value_by_calling, {0: lean, 1: lean})
    assert mean == pytest.approx(plain, abs=1e-9)
    assert left < 0.5 * spread


def test_all_cards_may_come_in_leduc() -> None:
    state = make_leduc()
    for action in ("d dh p1 Jh", "d dh p2 Kh", "p1 cc", "p2 cc"):
        state = act(state, action)
    assert len(branches(state)) == 4


def test_hands_of_a_batch() -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    batch = TableBatch(
        game,
        40,
        stacks=40,
        player_count=2,
        seed=4,
        hands=1,
        opponents={0: "caller", 1: "caller"},
        record=range(40),
        moves_seats=False,
    )
    histories = batch.take_histories()
    changed = 0
    for history, won in zip(histories[:3], batch.payoffs.tolist(), strict=False):
        without = find_aivat_of(history, value_by_calling)
        assert sum(without) == pytest.approx(0, abs=1e-9)
        # Nobody bets: what is left is the luck of the flop.
        assert abs(without[0]) <= 2
        changed += without[0] != won[0]
    assert changed


def test_what_cannot_be() -> None:
    start = make_kuhn()
    cards = [repr(card) for card in start.get_dealable_cards()]
    deal = [f"d dh p1 {cards[0]}", f"d dh p2 {cards[1]}"]
    with pytest.raises(RuleError, match="not over"):
        find_aivat(start, deal, value_by_calling)
    with pytest.raises(SetupError, match="no chance"):
        find_aivat(
            start, [*deal, "p1 cc", "p2 cc"], value_by_calling, {0: lambda state: {"f": 1.0}}
        )
    with pytest.raises(PokerError):
        find_aivat(start, [*deal, "p1 dance"], value_by_calling)
