"""`croupier.simulation`: many hands, the same for every number of threads."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import pytest

import croupier
from croupier import games
from croupier.cards import Card
from croupier.errors import AgentError, RuleError, SetupError, UnsupportedError
from croupier.games import FixedLimitRazz, KuhnPoker, NoLimitTexasHoldem, make_game
from croupier.hands import EightOrBetterLowHand, OmahaEightOrBetterLowHand
from croupier.simulation import CALL, MIXED, Policy, Simulation, simulate
from croupier.state import Automation, ChipsPulling, HoleDealing, Mode, State
from unit.own_hands import LowestSumHoldem

BUTTON = (True, 0, (1, 2))
GAMES: dict[str, tuple[Any, ...]] = {
    "NoLimitTexasHoldem": (*BUTTON, 2),
    "FixedLimitOmahaHoldemHighLowSplitEightOrBetter": (*BUTTON, 2, 4),
    "PotLimitPineapple": (*BUTTON, 2),
    "FixedLimitCrazyPineappleHighLowSplitEightOrBetter": (*BUTTON, 2, 4),
    "FixedLimitSevenCardStud": (True, 1, 1, 2, 4),
    "FixedLimitDeuceToSevenLowballTripleDraw": (*BUTTON, 2, 4),
    "FixedLimitBadugi": (*BUTTON, 2, 4),
}
HOLDEM = NoLimitTexasHoldem((), True, 0, (1, 2), 2)


def run(hands: int = 400, *arguments: Any, **options: Any) -> Simulation:
    """Play hands of no-limit hold'em for three with a seed."""
    given = {"seed": 1, "stacks": 200, "player_count": 3} | options
    return simulate(HOLDEM, hands, *arguments, **given)


def without_time(result: Simulation) -> tuple[Any, ...]:
    return result[:-1]


def check_or_call(state: State) -> None:
    """Decide as little as possible."""
    for name in ("check_or_call", "post_bring_in", "stand_pat_or_discard"):
        if name in state.legal:
            operation = state.legal[name]
            cards = [operation.cards[: operation.min_count]] if operation.cards else []
            getattr(state, name)(*cards)
            return


# The hands.


@pytest.mark.parametrize("name", GAMES)
def test_the_same_hands_for_any_number_of_threads(name: str) -> None:
    game = getattr(games, name)((), *GAMES[name])
    results = [
        simulate(game, 700, "mixed", 7, stacks=100, player_count=4, threads=threads)
        for threads in (1, 2, 3, None)
    ]
    assert len({without_time(result) for result in results}) == 1
    (payoffs, hands, rake) = results[0].payoffs, results[0].hands, results[0].rake
    assert hands == 700
    assert sum(payoffs) == 0 == rake
    other = simulate(game, 700, "mixed", 8, stacks=100, player_count=4)
    assert other.payoffs != payoffs


def test_a_longer_simulation_starts_with_the_same_hands() -> None:
    seen: list[list[Any]] = [[], []]
    for number, hands in enumerate((5, 9)):

        def policy(state: State, found: list[Any] = seen[number]) -> None:
            found.append(tuple(map(tuple, state.hole_cards)))
            state.check_or_call()

        run(hands, policy)
    assert seen[0] == seen[1][: len(seen[0])]


def test_without_a_seed_hands_differ() -> None:
    assert len({run(500, seed=None).payoffs for _ in range(3)}) > 1


def test_numbers_add_up() -> None:
    result = run(2000)
    assert 0 < result.showdowns <= result.hands == 2000
    assert result.hands < result.decisions < result.operations
    assert all(0 < wins < 2000 for wins in result.wins)
    assert result.mean_payoffs == tuple(payoff / 2000 for payoff in result.payoffs)
    assert result.errors == tuple(deviation / sqrt(2000) for deviation in result.deviations)
    assert result.hands_per_second == result.hands / result.seconds > 0


def test_no_hands_at_all() -> None:
    for policy in ("mixed", check_or_call):
        result = run(0, policy)
        assert result[:8] == (0, 0, 0, 0, (0, 0, 0), (0, 0, 0), (0, 0, 0), 0)
        assert result.mean_payoffs == result.errors == (0, 0, 0)
    assert Simulation(0, 0, 0, 0, (), (), (), 0, (), 0, 0.0).hands_per_second == 0


def test_callers_see_every_hand_through() -> None:
    result = run(500, "call")
    assert result.showdowns == 500
    # Three players on four streets, and nobody bets.
    assert result.decisions == 500 * 12
    assert result[:-1] == run(500, CALL)[:-1]


def test_names_stand_for_policies() -> None:
    assert run(300, "mixed")[:-1] == run(300, MIXED)[:-1] == run(300)[:-1]


@pytest.mark.parametrize(
    ("policy", "check"),
    [
        # Everybody but the big blind folds at once.
        (Policy(1, 0, 0, 0, 0), lambda result: result.showdowns == 0),
        (Policy(1, 0, 0, 0, 0), lambda result: result.payoffs == (-300, 300, 0)),
        # Everybody raises as often as there are chips.
        (Policy(0, 1, 0, 0, 0), lambda result: result.decisions > 300 * 12),
    ],
)
def test_policies_decide(policy: Policy, check: Callable[[Simulation], bool]) -> None:
    assert check(run(300, policy))


def test_the_bring_in_is_completed_as_often_as_asked_for() -> None:
    game = FixedLimitRazz((), True, 0, 1, 2, 4)
    # The other player folds at once, so nobody loses more than what came first: nothing.
    posted = simulate(game, 200, Policy(1, 0, 0, 0, 0), 1, stacks=100, player_count=2)
    assert posted.showdowns == 0
    assert posted.payoffs == (0, 0)
    calling = [
        simulate(game, 200, Policy(0, 0, 0, completing, 0), 1, stacks=100, player_count=2)
        for completing in (0, 1)
    ]
    # The pots are of 2 and 4 chips.
    assert [max(result.deviations) for result in calling] == pytest.approx([1, 2], rel=0.05)


def test_a_state_is_a_game_with_its_stacks() -> None:
    state = HOLDEM((200, 100, 50), 3, seed=99)
    before = state.copy()
    expected = run(300, stacks=(200, 100, 50))
    assert simulate(state, 300, seed=1)[:-1] == expected[:-1]
    assert state == before
    # Whatever is automated in the state, everything is in a simulation.
    automated = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    assert simulate(automated((200, 100, 50), 3), 300, seed=1)[:-1] == expected[:-1]


def test_a_symmetric_game_is_fair() -> None:
    # Without blinds, every seat has the same chance with players who only call.
    game = NoLimitTexasHoldem((), True, 1, 0, 2)
    result = simulate(game, 40_000, "call", 3, stacks=100, player_count=4)
    for mean, error in zip(result.mean_payoffs, result.errors, strict=True):
        assert abs(mean) < 4 * error
        assert error < 0.02


def test_who_calls_kuhn_poker_down_breaks_even() -> None:
    result = simulate(KuhnPoker(()), 20_000, "call", 5, stacks=2, player_count=2)
    assert abs(result.mean_payoffs[0]) < 4 * result.errors[0]
    assert sum(result.wins) == result.hands
    assert result.deviations[0] == pytest.approx(1, abs=0.001)


def test_cash_games_and_several_boards() -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, mode=Mode.CASH_GAME, starting_board_count=2)
    result = simulate(game, 500, "mixed", 1, stacks=50, player_count=5)
    assert sum(result.payoffs) == 0


def test_nine_players_of_stud_run_out_of_cards() -> None:
    game = games.FixedLimitSevenCardStud((), True, 1, 1, 2, 4)
    assert sum(simulate(game, 200, "call", 1, stacks=100, player_count=9).payoffs) == 0


# Chips.


@pytest.mark.parametrize("policy", ["mixed", check_or_call], ids=["core", "callable"])
@pytest.mark.parametrize("kind", [int, float, Decimal, Fraction])
def test_chips_keep_their_type(kind: type[Any], policy: Any) -> None:
    game = NoLimitTexasHoldem((), True, 0, (kind(1), kind(2)), kind(2))
    result = simulate(game, 200, policy, 1, stacks=kind(100), player_count=3)
    assert {type(payoff) for payoff in result.payoffs} == {kind}
    assert sum(result.payoffs) == pytest.approx(0, abs=1e-6)


def test_callers_win_the_same_with_any_chips() -> None:
    payoffs = set()
    for kind in (int, float, Decimal, Fraction):
        game = NoLimitTexasHoldem((), True, 0, (kind(1), kind(2)), kind(2))
        result = simulate(game, 300, "call", 1, stacks=kind(100), player_count=3)
        payoffs.add(tuple(round(float(payoff), 6) for payoff in result.payoffs))
        assert result.deviations == pytest.approx(run(300, "call", stacks=100).deviations, rel=0.01)
    # Odd chips of whole chips are not split.
    assert len(payoffs) <= 2


def test_sizes_of_bets_do_not_depend_on_the_type_of_chips() -> None:
    spread = []
    for kind in (int, float):
        game = NoLimitTexasHoldem((), True, 0, (kind(1), kind(2)), kind(2))
        policy = Policy(0, 0.3, 1, 0, 0)
        result = simulate(game, 2000, policy, 1, stacks=kind(20_000), player_count=3)
        spread.append(result.deviations[0])
    assert spread[1] == pytest.approx(spread[0], rel=0.2)


def test_unknown_stacks() -> None:
    result = run(300, stacks=inf)
    assert sum(result.payoffs) == 0
    assert all(abs(payoff) < inf for payoff in result.payoffs)


# What the caller brings along.


def test_a_rake_of_the_callers() -> None:
    def take(amount: int, state: State) -> tuple[int, int]:
        assert state.player_count == 3
        return 1, amount - 1

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, rake=take)
    for policy in ("call", check_or_call):
        result = simulate(game, 100, policy, 1, stacks=200, player_count=3)
        assert result.rake == 100
        assert sum(result.payoffs) == -100


def test_a_rake_that_fails_ends_it() -> None:
    def fail(amount: int, state: State) -> tuple[int, int]:
        raise LookupError("the house is closed")

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, rake=fail)
    with pytest.raises(LookupError, match="the house is closed"):
        simulate(game, 100, "call", 1, stacks=200, player_count=3)


def test_a_rake_that_makes_chips_ends_it() -> None:
    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, rake=lambda amount, state: (0, amount + 1))
    with pytest.raises(RuleError):
        simulate(game, 100, "call", 1, stacks=200, player_count=3)


def test_a_division_of_the_callers() -> None:
    counts = set()

    def divide(amount: int, count: int) -> tuple[int, int]:
        counts.add(count)
        return amount // count, amount % count

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, divmod=divide)
    result = simulate(game, 300, "call", 1, stacks=200, player_count=3, threads=2)
    assert result[:-1] == run(300, "call")[:-1]
    assert counts


def test_hands_of_the_callers() -> None:
    game = LowestSumHoldem((), True, 0, (1, 2), 2)
    results = [
        simulate(game, 60, "mixed", 1, stacks=50, player_count=3, threads=threads)
        for threads in (1, 2)
    ]
    assert results[0][:-1] == results[1][:-1]
    assert sum(results[0].payoffs) == 0
    # Other hands win than in hold'em.
    assert results[0].payoffs != run(60, stacks=50).payoffs


# Policies of the caller.


@pytest.mark.parametrize("name", GAMES)
def test_callables_decide_whatever_is_to_decide(name: str) -> None:
    game = getattr(games, name)((), *GAMES[name])
    result = simulate(game, 40, check_or_call, 1, stacks=100, player_count=3)
    assert result.hands == result.showdowns == 40
    assert sum(result.payoffs) == 0
    again = simulate(game, 40, check_or_call, 1, stacks=100, player_count=3)
    assert result[:-1] == again[:-1]


def test_callables_see_the_hand_and_decide_for_all() -> None:
    seen = []

    def fold_to_any_bet(state: State) -> None:
        assert isinstance(state, State)
        assert set(state.automations) == set(Automation)
        seen.append(state.actor_index)
        if "fold" in state.legal:
            state.fold()
        else:
            state.check_or_call()

    result = run(10, fold_to_any_bet)
    assert result.payoffs == (-10, 10, 0)
    assert result.showdowns == 0
    assert seen == [2, 0] * 10 and result.decisions == 20
    assert result.wins == (0, 10, 0)
    assert result.deviations == (0, 0, 0)


def test_a_policy_that_decides_nothing_is_an_error() -> None:
    with pytest.raises(AgentError, match=r"nothing in hand 0.*check_or_call"):
        run(10, lambda state: None)


def test_a_policy_that_later_decides_nothing_is_an_error_with_the_hand() -> None:
    hands = 0

    def policy(state: State) -> None:
        nonlocal hands
        hands += len(state.operations) == 8
        if hands <= 4:
            state.check_or_call()

    with pytest.raises(AgentError, match="hand 4"):
        run(10, policy)


def test_what_a_callable_raises_comes_out() -> None:
    with pytest.raises(RuleError, match="below the minimum"):
        run(10, lambda state: state.complete_bet_or_raise_to(3))
    with pytest.raises(ZeroDivisionError):
        run(10, lambda state: 1 // 0)


# Progress.


@pytest.mark.parametrize("policy", ["mixed", check_or_call], ids=["core", "callable"])
def test_progress_is_reported(policy: Any) -> None:
    told: list[tuple[int, int]] = []
    run(300, policy, progress=lambda done, hands: told.append((done, hands)))
    assert told[-1] == (300, 300)
    assert {hands for _, hands in told} == {300}
    counts = [done for done, _ in told]
    assert counts == sorted(counts)


class StopError(Exception):
    """Enough is enough."""


@pytest.mark.parametrize("error", [StopError, KeyboardInterrupt])
@pytest.mark.parametrize("policy", ["mixed", check_or_call], ids=["core", "callable"])
def test_what_progress_raises_ends_it(policy: Any, error: type[BaseException]) -> None:
    calls = []

    def stop(done: int, hands: int) -> None:
        calls.append(done)
        raise error

    # So many hands would take days.
    with pytest.raises(error):
        run(1_000_000_000_000, policy, progress=stop)
    assert len(calls) == 1


def test_progress_may_end_rakes_of_the_callers() -> None:
    def stop(done: int, hands: int) -> None:
        if done:
            raise StopError

    game = NoLimitTexasHoldem((), True, 0, (1, 2), 2, rake=lambda amount, state: (0, amount))
    with pytest.raises(StopError):
        simulate(game, 10_000_000, "call", 1, stacks=200, player_count=3, progress=stop)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent to this process")
@pytest.mark.parametrize("policy", ["mixed", check_or_call], ids=["core", "callable"])
def test_the_user_may_interrupt(policy: Any) -> None:
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012
            # However late it comes, the hands are still being played, and nothing else is done.
            timer.start()
            run(1_000_000_000_000, policy)
    finally:
        timer.cancel()
        timer.join()


# What is wrong.


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": -1}, "negative, unlike -1"),
        ({"threads": 0}, "at least one thread, not 0"),
        ({"threads": -2}, "at least one thread, not -2"),
        ({"seed": -1}, "unlike -1"),
        ({"seed": 1 << 256}, "a seed must be from 0"),
        ({"seed": 0.5}, "or 32 bytes, unlike 0.5"),
        ({"policy": "wild"}, "no policy 'wild': there are 'mixed', 'call'"),
        ({"policy": Policy(1.5, 0, 0, 0, 0)}, "from 0 to 1"),
        ({"policy": Policy(0, -0.1, 0, 0, 0)}, "from 0 to 1"),
        ({"policy": Policy(0, 0, float("nan"), 0, 0)}, "from 0 to 1"),
        ({"stacks": None}, "must be given with a game"),
        ({"player_count": None}, "must be given with a game"),
        ({"player_count": 1}, "at least 2 players"),
        ({"stacks": 0}, "every player must have chips"),
    ],
)
def test_what_cannot_be(change: dict[str, Any], problem: str) -> None:
    given: dict[str, Any] = {"hands": 10, "policy": "mixed"} | change
    with pytest.raises(SetupError, match=problem) as caught:
        run(given.pop("hands"), given.pop("policy"), **given)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("options", [{"stacks": 100}, {"player_count": 3}])
def test_a_state_takes_no_stacks(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="a state has its stacks"):
        simulate(HOLDEM(200, 3), 10, **options)


@pytest.mark.parametrize("change", [{"hands": 1.5}, {"threads": 1.5}])
def test_what_is_no_number(change: dict[str, Any]) -> None:
    given: dict[str, Any] = {"hands": 10} | change
    with pytest.raises(TypeError):
        run(given.pop("hands"), **given)


def test_the_names_are_at_the_top_of_the_package() -> None:
    for name in ("CALL", "MIXED", "Policy", "Simulation", "simulate"):
        assert getattr(croupier, name) is getattr(croupier.simulation, name)
        assert name in croupier.__all__ and name in dir(croupier)


@pytest.mark.parametrize(
    ("name", "low"),
    [("omaha8", OmahaEightOrBetterLowHand), ("stud8", EightOrBetterLowHand)],
)
def test_parts_of_the_pot_are_those_that_somebody_has_a_hand_for(name: str, low: Any) -> None:
    game = make_game(name)
    options: dict[str, Any] = {"seed": 5, "stacks": 200, "player_count": 4}
    count, looked_at = 20_000, 1500
    result = simulate(game, count, "call", parts=True, **options)
    states: list[State] = []

    def remember(state: State) -> None:
        if not states or states[-1] is not state:
            states.append(state)
        check_or_call(state)

    # Other hands, in which all cards are looked at.
    simulate(game, looked_at, remember, **options)
    lows = scoops = 0
    for state in states:
        dealt: dict[int, list[Card]] = {}
        for one in state.operations:
            if isinstance(one, HoleDealing):
                dealt.setdefault(one.player_index, []).extend(one.cards)
        board = tuple(state.get_board_cards(0))
        lows += any(low.from_game_or_none(cards, board) for cards in dealt.values())
        pulls = [one for one in state.operations if isinstance(one, ChipsPulling)]
        scoops += len({one.player_index for one in pulls}) == 1
    assert result.parts[0] == result.showdowns == count
    for found, counted in ((result.parts[1], lows), (result.scoops, scoops)):
        share = found / count
        assert 0.2 < share < 0.8
        assert abs(counted / looked_at - share) < 4 * sqrt(share * (1 - share) / looked_at)
    # Nothing else changes, and nothing is counted that nobody asks for.
    plain = simulate(game, count, "call", **options)
    assert (plain.payoffs, plain.parts, plain.scoops) == (result.payoffs, (), 0)
    with pytest.raises(UnsupportedError, match="random policies only"):
        simulate(game, 1, remember, parts=True, **options)


def test_parts_are_the_same_for_any_number_of_threads() -> None:
    results = [
        simulate("dramaha", 2000, seed=3, stacks=200, player_count=3, threads=threads, parts=True)
        for threads in (1, 2, 5)
    ]
    assert len({without_time(result) for result in results}) == 1
    assert results[0].parts == (results[0].showdowns,) * 2
