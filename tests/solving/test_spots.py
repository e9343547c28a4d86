"""Spots: trees, sizes, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import CardError, ParseError, PokerError, SetupError, UnsupportedError
from croupier.solving import Spot, solve

RIVER: dict[str, Any] = {
    "board": "Kd9d6hQc7s",
    "pot": 200,
    "stacks": 900,
    "ranges": ("AA, KQ, T9s", "KK-TT, A9s"),
    "sizes": "60%, e, a / 2.5x",
}


def lines(spot: Spot) -> list[str]:
    return [node.line for node in spot.tree()]


def test_the_tree_is_that_of_the_rules() -> None:
    spot = Spot(**RIVER, add_all_in=1.5, force_all_in=0.15, merge=0.1)
    found = lines(spot)
    assert found[:4] == ["", "x", "b120", "b900"]
    # After a raise to 300 the next one, to 750, would leave 150 of a pot of 1,700: that is all-in.
    assert "b120 r300 r900" in found and "b120 r300 r750" not in found
    kinds = {node.line: node.kind for node in spot.tree()}
    assert kinds["x x"] == kinds["b120 c"] == "showdown" and kinds["b900 f"] == "fold"
    pots = {node.line: node.pot for node in spot.tree()}
    assert pots["b120 r300 c"] == 800 and pots["b900 f"] == 1100
    assert spot.size().nodes == len(found)


def test_sizes_by_player_and_street() -> None:
    spot = Spot(
        board="Kd9d6h",
        pot=100,
        stacks=1000,
        ranges=("AA", "QQ"),
        sizes={"flop": "33% / 3x", "turn": ("50% / a", "75%"), "river": "pot"},
    )
    found = set(lines(spot))
    assert {"b33", "x b33", "b33 r99"} <= found
    assert {"x x / b50", "x x / x b75", "x x / x b75 r1000"} <= found
    assert "x x / b50 r1000" not in found
    assert "x x / x x / b100" in found
    streets = {node.line: node.street for node in spot.tree()}
    assert (
        streets[""] == "flop" and streets["x x /"] == "turn" and streets["x x / x x /"] == "river"
    )


def test_donk_bets_are_bets_into_who_bet_last() -> None:
    spot = Spot(board="Kd9d6hQc", pot=100, stacks=1000, ranges=("AA", "QQ"), sizes="50% / a / 25%")
    found = set(lines(spot))
    # The first player called a bet, and has a size of its own; who checked through, has not.
    assert "x b50 c / b50" in found and "x b50 c / b100" not in found
    assert "x x / b50" in found and "b50 c / b100" in found


def test_lines_are_added_and_removed() -> None:
    spot = Spot(**RIVER, add_lines=["x b77"], remove_lines=["b900"])
    found = lines(spot)
    assert "x b77" in found and "b900" not in found and "x b900" in found
    with pytest.raises(SetupError, match="there is no 'b901'"):
        Spot(**RIVER, add_lines=["b901"]).tree()
    with pytest.raises(SetupError, match="there is no 'b1'"):
        Spot(**RIVER, remove_lines=["b1"]).tree()
    with pytest.raises(SetupError, match="other lines"):
        Spot(**RIVER, remove_lines=["x x x b1"]).tree()


def test_raises_can_be_capped() -> None:
    spot = Spot(**(RIVER | {"sizes": "min / min"}), most_raises=2)
    assert max(line.count("r") + line.count("b") for line in lines(spot)) == 2


def test_limits_of_the_game_hold() -> None:
    spot = Spot(**(RIVER | {"sizes": "a / a"}), game="flhe")
    assert "b4" in lines(spot), "the big bet is twice the small one"
    assert max(line.count("r") for line in lines(spot)) == 3


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"sizes": "half / a"}, SetupError, "'half' is no size of a bet"),
        ({"sizes": "2x / a"}, SetupError, "a multiple of the bet before"),
        ({"sizes": "1 / 2 / 3 / 4"}, SetupError, "bets / raises / donk bets"),
        ({"sizes": {"flopp": "a"}}, SetupError, "no street 'flopp'"),
        ({"sizes": ("a", "a", "a")}, SetupError, "two players"),
        ({"ranges": ("AA",)}, SetupError, "two players"),
        ({"ranges": ("AA", "KQz")}, ParseError, "KQz"),
        ({"ranges": ("KdKh", "AA")}, SetupError, "player 1 has no possible hand"),
        ({"ranges": ("AsAh", "AsKs")}, SetupError, "cannot both have hands"),
        ({"board": "Kd9d6hQcQc"}, CardError, "Qc"),
        ({"board": "Kd9d"}, UnsupportedError, "0, 3, 4, 5 cards"),
        ({"pot": 0}, SetupError, "pot must be positive"),
        ({"pot": "much"}, SetupError, "must be a number of chips"),
        ({"pot": 0.001}, SetupError, "no number of chips"),
        ({"stacks": -1}, SetupError, "no stack negative"),
        ({"stacks": (0, 10)}, SetupError, "all-in already"),
        ({"rake": (2, 0)}, SetupError, "rake must be"),
        ({"add_all_in": -1}, SetupError, "thresholds"),
        ({"unit": 0}, SetupError, "unit must be"),
        ({"game": "badugi", "ranges": ("AAxx", "KKxx")}, UnsupportedError, "be solved"),
        ({"locks": {"": {"AA": {"bet 1": 1}}}}, SetupError, "there is no 'bet 1'"),
        ({"locks": {"": {"AA": {"check": 0.5}}}}, SetupError, "add up to 1"),
        ({"locks": {"x x": {"AA": {}}}}, SetupError, "nobody decides"),
    ],
)
def test_what_makes_no_sense_is_refused(
    change: dict[str, Any], error: type[PokerError], text: str
) -> None:
    with pytest.raises(error, match=text):
        solve(Spot(**(RIVER | change)), iterations=1, threads=1)


def test_what_takes_too_much_memory_is_refused_before_it_is_taken() -> None:
    wide = Spot(
        board="Kd9d6h",
        pot=10,
        stacks=1000,
        ranges=("random", "random"),
        sizes="33%, 75%, 150% / 50%, a",
    )
    assert wide.size().bytes > 10**10
    with pytest.raises(UnsupportedError, match="leave out sizes") as caught:
        solve(wide, memory=10**9)
    assert caught.value.code == "too-large" and caught.value.details["allowed"] == 1000
    with pytest.raises(UnsupportedError, match="MB"):
        Spot(pot=3, stacks=100, ranges=("random", "random"), sizes="a").size()


def test_what_is_estimated_is_taken() -> None:
    from resource import RUSAGE_SELF, getrusage

    spot = Spot(
        board="Kd9d6hQc", pot=100, stacks=900, ranges=("random", "random"), sizes="50%, a / 3x"
    )
    size = spot.size()
    before = getrusage(RUSAGE_SELF).ru_maxrss
    solution = solve(spot, 0, iterations=1, threads=1)
    grown = (getrusage(RUSAGE_SELF).ru_maxrss - before) * 1024
    assert solution.iterations == 1
    # What the walk needs for a moment comes on top.
    assert grown < 1.1 * size.bytes + (10 << 20)


def test_other_games() -> None:
    badugi = Spot(
        game="badugi",
        pot=20,
        stacks=100,
        ranges=({"As2h3d4c": 1, "KsQhJdTc": 1}, {"Ah2d3c5s": 1, "8s9hTdJc": 1}),
    )
    solution = solve(badugi, "0.5%", threads=1)
    assert solution.root.actions == ("check", "bet 4")
    assert solution.root.hand_equity("As2h3d4c") == pytest.approx(1)
    short = Spot(
        game="short-deck",
        board="AsKsQh7d9c",
        pot=20,
        stacks=100,
        ranges=("TT", "JT"),
        sizes="a",
    )
    assert solve(short, "0.5%", threads=1).ev[1] > 19
    with pytest.raises(UnsupportedError, match="players have 6 hole cards"):
        Spot(game="six_card_omaha", pot=20, stacks=100, ranges=("random", "random"))


def test_lines_lead_to_nodes() -> None:
    spot = Spot(
        board="Kd9d6hQc", pot=180, stacks=910, ranges=("AA, KQ", "KK-TT"), sizes="55% / 45%"
    )
    solution = solve(spot, 0, iterations=5, threads=1)
    node = solution.node("check, bet 55%, call, 3d")
    assert node.line == "x b99 c 3d" and node.pot == 378 and node.player == 0
    assert node is solution.root["check"]["bet 99"]["call"].deal("3d")
    assert [repr(card) for card in node.board][-1] == "3d"
    assert solution.node("x x").is_deal and solution.node("b99 f").player is None
    for wrong in ("y", "x f", "x x x", "b99 c Kd", "x x Kd9d", "b50"):
        with pytest.raises(PokerError):
            solution.node(wrong)
    with pytest.raises(CardError, match="does not have"):
        solution.root.strategy("2c2d")
    with pytest.raises(SetupError, match="nobody decides"):
        solution.node("x x").strategy("AsAh")


def test_grids_and_documents() -> None:
    solution = solve(Spot(**RIVER), "1%", threads=1)
    root = solution.root
    cells = {hand: (weight, parts) for hand, weight, parts in root.cells()}
    assert len(cells) == 169 and cells["22"] == (0, {})
    assert cells["AA"][0] == pytest.approx(1)
    assert sum(cells["AA"][1].values()) == pytest.approx(1)
    assert root.grid().count("\n") == 12 and "AA" in root.grid()
    assert root.svg(title="<root>").count("<rect") > 169 and "&lt;root&gt;" in root.svg(
        title="<root>"
    )
    assert root._repr_html_() is not None and solution.node("x x")._repr_html_() is None
    document = solution.to_dict(depth=1)
    assert set(document["root"]["children"]) == {"check", "bet 120", "bet 900"}
    hand = document["root"]["hands"]["AsAh"]
    assert hand["ev"] == pytest.approx(root.hand_ev("AhAs"))
    assert root.range(0).weight("AsAh") == pytest.approx(1)
    after = root["bet 120"].range(0)
    assert after.weight("AsAh") == pytest.approx(root.strategy("AsAh")["bet 120"], abs=1e-6)
    assert "iterations" in repr(solution) and "root" in repr(root)
