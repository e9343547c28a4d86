"""The desk shows results, rake and cards as records have them."""

from __future__ import annotations

import croupier
from croupier import HandHistory
from reports.texts import RAKED

from .serving import Asker


def test_shown_hands_count_on_all_streets(asker: Asker) -> None:
    """Oda shows at the end alone; who looks through her opponent's eyes knows nothing of it."""
    shelf = asker.make_shelf()
    asker.drop(shelf, "raked.txt", RAKED.encode())
    asker.list_all(shelf)
    streets = asker.ask("find_equities", shelf=shelf, hand=1)["streets"]
    assert [street["street"] for street in streets] == ["Preflop", "Flop", "Turn", "River"]
    for street, board in zip(streets, ("", "2h7s9d", "2h7s9dJc", "2h7s9dJc3s"), strict=True):
        expected = croupier.equity("KcKd", "AcAd", board=board)
        shares = [f"{share:.2%}" for share in expected.equities]
        assert [seat["equity"] for seat in street["seats"]] == shares
        assert street["how"] == "every deal counted"
    assert streets[-1]["seats"][1]["equity"] == "100.00%"
    seen = asker.ask("find_equities", shelf=shelf, hand=1, viewer=1)["streets"]
    assert " random" in seen[0]["command"] or "random " in seen[0]["command"]


def test_shown_stud_cards_count_when_they_were_dealt(asker: Asker) -> None:
    history = HandHistory(
        variant="F7S",
        antes=[1, 1],
        bring_in=1,
        small_bet=2,
        big_bet=4,
        starting_stacks=[100, 100],
        actions=[
            *("d dh p1 ????2c", "d dh p2 AsAhKd", "p1 pb", "p2 cc"),
            *("d dh p1 3c", "d dh p2 4d", "p2 cbr 2", "p1 f"),
        ],
        user_defined_fields={"_shows": {"Ann": "QsQd2c3c"}},
        players=["Ann", "Bob"],
    )
    shelf = asker.make_shelf()
    asker.drop(shelf, "stud.phh", history.dumps().encode())
    asker.list_all(shelf)
    streets = asker.ask("find_equities", shelf=shelf, hand=1)["streets"]
    commands = [street["command"] for street in streets]
    assert any("equity QsQd2c AsAhKd" in command for command in commands)
    assert any("equity QsQd2c3c AsAhKd4d" in command for command in commands)


def test_hands_and_replays_have_the_rake_taken_off(asker: Asker) -> None:
    shelf = asker.make_shelf()
    asker.drop(shelf, "raked.txt", RAKED.encode())
    asker.list_all(shelf)
    [row] = asker.ask("list_hands", shelf=shelf, player="Ned")["rows"]
    assert (row["won"], row["result"], row["pot"]) == ("+3.87", "Ned +3.87", "8.60")
    last = asker.ask("replay", shelf=shelf, hand=1)["frames"][-1]["table"]
    seats = {seat["name"]: (seat["payoff"], seat["stack"]) for seat in last["seats"]}
    assert seats == {"Ned": ("+3.87", "13.87"), "Oda": ("-4.30", "7.70")}
    night = asker.ask("sum_up", shelf=shelf)
    told = " ".join(block.get("text", "") for block in night["blocks"])
    assert "the house took 0.43" in told and "Oda pays" not in told
