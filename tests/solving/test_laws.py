"""Laws that hold for every solution."""

from __future__ import annotations

import random

import pytest

from croupier.cards import Card, Deck
from croupier.errors import PokerError
from croupier.solving import Solution, Spot, solve

from .slow_walk import all_hands

OOP = "99+, AJs+, KQs, AQo+, 87s, 65s"
IP = "TT-22, AQs-A9s, KJs+, QTs+, JTs, T9s, 98s"


def spot(board: str = "Th8h3c5d", **options: object) -> Spot:
    arguments: dict[str, object] = {
        "board": board,
        "pot": 100,
        "stacks": 250,
        "ranges": (OOP, IP),
        "sizes": "60% / 2.5x",
        "force_all_in": 0.15,
    }
    return Spot(**(arguments | options))  # type: ignore[arg-type]


def numbers(solution: Solution, line: str = "") -> list[list[float]]:
    node = solution.node(line)
    return [
        *(list(node.evs(player)) for player in range(2)),
        *(list(each) for each in node.strategies.values()),
    ]


def same(one: list[list[float]], two: list[list[float]]) -> bool:
    # What is not a number is not equal to itself.
    return repr(one) == repr(two)


@pytest.mark.parametrize("threads", [2, 3, 5])
def test_threads_change_nothing(threads: int) -> None:
    one = solve(spot(), 0, iterations=8, threads=1)
    more = solve(spot(), 0, iterations=8, threads=threads)
    for line in ("", "x b60 c 2s"):
        assert same(numbers(one, line), numbers(more, line))
    assert one.exploitability == more.exploitability


@pytest.mark.parametrize(
    "board", ["Th8h3h5h", "Th8h3h5d", "ThTd3c3s", "Th8h3d5d", "Th8d3c5s", "8h8d8c8s", "ThTd3h3d"]
)
def test_symmetry_changes_nothing(board: str) -> None:
    # Numbers of 32 bits are exact to 1e-6 of the pot of 100. After more iterations rounding decides
    # between actions that are equally good, and strategies drift apart.
    merged = solve(spot(board), 0, iterations=2, threads=1)
    apart = solve(spot(board), 0, iterations=2, threads=1, symmetric=False)
    assert merged.ev == pytest.approx(apart.ev, abs=1e-4)
    assert merged.exploitability.by_player == pytest.approx(
        apart.exploitability.by_player, abs=2e-4
    )
    # Cards that another one stands for have their own hands.
    left = [card for card in Deck.STANDARD if card not in Card.clean(board)]
    for card in (left[0], left[17], left[-1]):
        line = f"x x {card!r}"
        for one, two in zip(numbers(merged, line), numbers(apart, line), strict=True):
            assert one == pytest.approx(two, abs=2e-3, nan_ok=True)


def test_a_range_that_differs_by_one_hand_breaks_symmetry() -> None:
    board = "Th8h3h5h"
    merged = spot(board)
    broken = spot(board, ranges=(f"{OOP}, AsAd:0.5", IP))
    assert merged.size().boards < broken.size().boards
    one = solve(broken, 0, iterations=2, threads=1)
    two = solve(broken, 0, iterations=2, threads=1, symmetric=False)
    # A millionth of the pot, as above: suits that the hand does not name may still be exchanged.
    assert one.ev == pytest.approx(two.ev, abs=1e-6 * 100)


def test_renamed_suits_rename_the_answer() -> None:
    names = str.maketrans("hdcs", "dcsh")
    one = solve(spot("Th8h3c5d"), 0, iterations=2, threads=1)
    two = solve(spot("Th8h3c5d".translate(names)), 0, iterations=2, threads=1)
    assert one.ev == pytest.approx(two.ev, abs=1e-4)
    for hand in ("AsAh", "KhQh", "9c9d"):
        assert one.root.hand_ev(hand) == pytest.approx(
            two.root.hand_ev(hand.translate(names)), abs=1e-3
        )


def test_more_chips_scale_the_values() -> None:
    one = solve(spot(), 0, iterations=10, threads=1)
    # Powers of two are multiplied without rounding.
    eight = solve(spot(pot=800, stacks=2000), 0, iterations=10, threads=1)
    assert [8 * ev for ev in one.ev] == pytest.approx(eight.ev, rel=1e-9)
    cents = solve(spot(pot=1.0, stacks=2.5), 0, iterations=10, threads=1)
    assert [ev / 100 for ev in one.ev] == pytest.approx(cents.ev, rel=1e-5)
    assert cents.root.actions == ("check", "bet 0.6")


@pytest.mark.parametrize("rake", [(0.0, 0.0), (0.05, 0.0), (0.05, 4.0)])
def test_values_add_up_to_the_pot_less_the_rake(rake: tuple[float, float]) -> None:
    solution = solve(spot(rake=rake), "1%", threads=1)
    total = sum(solution.ev)
    if rake == (0.0, 0.0):
        assert total == pytest.approx(100, abs=1e-3)
    elif rake[1]:
        # Every pot is large enough for the cap.
        assert total == pytest.approx(96, abs=1e-3)
    else:
        assert 100 - 0.05 * 600 < total < 95
    assert sum(solution.root.ev) == pytest.approx(total, abs=1e-2)
    assert min(solution.exploitability.by_player) >= -1e-6


def test_who_only_checks_wins_the_equity() -> None:
    solution = solve(spot(sizes=""), 0, iterations=3, threads=1)
    assert solution.exploitability.chips == pytest.approx(0, abs=1e-4)
    assert solution.ev[0] == pytest.approx(100 * solution.root.equity[0], abs=1e-3)


def test_a_range_against_itself_has_half_of_the_pot_and_no_position() -> None:
    solution = solve(spot(ranges=(OOP, OOP)), "0.5%", threads=1)
    assert solution.root.equity == pytest.approx((0.5, 0.5), abs=1e-5)
    assert solution.ev[0] < 50 + solution.exploitability.chips


def test_the_nuts_win_the_pot() -> None:
    for rake, ev in (((0.0, 0.0), 100.0), ((0.05, 0.0), 95.0)):
        question = spot("AsAhKd7c2s", ranges=("AdAc", "QQ"), rake=rake)
        solution = solve(question, "0.01%", iterations=3000, threads=1)
        assert solution.ev[0] == pytest.approx(ev, abs=0.05)
    ties = solve(spot("AsKsQsJsTs", rake=(0.05, 0.0)), "0.01%", threads=1)
    assert ties.ev == pytest.approx((47.5, 47.5), abs=0.1)


def test_equities_are_those_of_the_analysis() -> None:
    from croupier.analysis import equity

    for board in ("Th8h3c5d", "Th8h3c5dKs"):
        root = solve(spot(board), 0, iterations=1, threads=1).root
        exact = equity(OOP, IP, board=board, exact=True)
        assert root.equity == pytest.approx(exact.equities, abs=1e-5)
        hand = exact.players[0].hand("AsAd").equity
        assert root.hand_equity("AsAd") == pytest.approx(hand, abs=1e-5)


def test_locked_hands_do_what_they_are_told() -> None:
    told = {"AA": {"bet 60": 1.0}, "87s": {"check": 0.25, "b60": 0.75}}
    free = solve(spot(), "0.3%", threads=1)
    locked = solve(spot(locks={"": told}), "0.3%", threads=1)
    assert locked.root.strategy("AsAd")["bet 60"] == pytest.approx(1, abs=1e-6)
    assert locked.root.strategy("8s7s") == pytest.approx({"check": 0.25, "bet 60": 0.75}, abs=1e-6)
    assert locked.exploitability.percent <= 0.3
    # Whoever is told what to do cannot win more.
    slack = free.exploitability.chips + locked.exploitability.chips
    assert locked.ev[0] <= free.ev[0] + 2 * slack


def test_a_lock_on_a_later_street_is_for_that_board_alone() -> None:
    line = "x x 2s"
    locked = solve(spot(locks={line: {"AA": {"check": 1}}}), 0, iterations=10, threads=1)
    assert locked.node(line).strategy("AhAd")["check"] == pytest.approx(1)
    assert locked.node("x x 2d").strategy("AhAd")["check"] < 1


def test_another_action_does_not_cost_its_player() -> None:
    few = solve(spot("Th8h3c5dKs", sizes=("60% / a", "60% / a")), "0.05%", threads=1)
    more = solve(spot("Th8h3c5dKs", sizes=("30%, 60% / a", "60% / a")), "0.05%", threads=1)
    assert more.ev[0] >= few.ev[0] - few.exploitability.chips - more.exploitability.chips


def test_a_solution_can_be_improved() -> None:
    solution = solve(spot(), "2%", threads=1)
    done = solution.iterations
    assert solution.exploitability.percent <= 2
    solution.improve("0.5%", threads=2)
    assert solution.exploitability.percent <= 0.5
    whole = solve(spot(), 0, iterations=solution.iterations, threads=1)
    assert solution.iterations > done
    assert same(numbers(solution), numbers(whole))


def test_stopping_keeps_what_was_learnt() -> None:
    solution = solve(spot(), 0, iterations=3, threads=1)

    def stop(done: int, _: float | None) -> None:
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solution.improve(0, iterations=100, threads=1, progress=stop)
    assert solution.iterations == 5
    assert same(numbers(solution), numbers(solve(spot(), 0, iterations=5, threads=1)))


@pytest.mark.parametrize("seed", range(12))
def test_random_spots_are_solved_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    board = "".join(map(repr, chance.sample(list(Deck.STANDARD), chance.choice([4, 5, 5]))))
    hands = all_hands()
    size = ["50%", "33%, 125%", "2e", "min", "a", "1c", "", "3e200%", "pot, a"]
    raises = ["3x", "a", "50%", "min", ""]
    options = {
        "board": board,
        "pot": chance.choice([1, 7, 100, 10**6]),
        "stacks": (chance.choice([1, 50, 10**5]), chance.choice([0, 2, 333])),
        "ranges": [
            {hand: chance.choice([0.001, 0.5, 1.0, 20.0]) for hand in chance.sample(hands, 40)}
            for _ in range(2)
        ],
        "sizes": tuple(f"{chance.choice(size)} / {chance.choice(raises)}" for _ in range(2)),
        "rake": chance.choice([(0, 0), (0.1, 0), (0.05, 2)]),
        "add_all_in": chance.choice([0, 1.5]),
        "force_all_in": chance.choice([0, 0.2]),
        "merge": chance.choice([0, 0.1]),
        "most_raises": chance.choice([None, 0, 1, 3]),
    }
    try:
        question = Spot(**options)  # type: ignore[arg-type]
        found = solve(question, "1%", iterations=20, threads=1)
    except PokerError as error:
        assert "all-in" in str(error)
        return
    assert all(ev == ev and abs(ev) < 1e9 for ev in found.ev)
    assert all(gain > -1e-3 * float(question.pot) for gain in found.exploitability.by_player)
    assert sum(found.root.frequencies.values()) == pytest.approx(1, abs=1e-4)
