"""Records of hands in which a blind was not posted in full, or that were played by other rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ReplayError
from croupier.histories import HandHistory, read, read_all
from croupier.histories.formats import get
from croupier.state import Rules

BLIND: dict[str, Any] = {
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [1000, 30, 1000],
}
# The button calls, the small blind raises, the button folds: what the call cost is not written.
ACTIONS = [
    *("d dh p1 AsAh", "d dh p2 7c2d", "d dh p3 KsKh", "p3 cc", "p1 cbr 300", "p3 f"),
    *("p1 sm AsAh", "p2 sm 7c2d", "d db 3c4d9h", "d db Js", "d db Qs"),
]
# The button raises, and the small blind folds.
ALONE = ["p1 f", "p3 sm KsKh", "p2 sm 7c2d", *ACTIONS[-3:]]


def record(*actions: str, **fields: Any) -> HandHistory:
    return HandHistory(
        variant=fields.pop("variant", "NT"),
        **BLIND | {"actions": list(actions or ACTIONS)} | fields,
    )


@pytest.mark.parametrize(
    ("finishing", "rules"),
    [([1130, 0, 900], Rules.CARD_ROOM), ([1080, 0, 950], Rules.POKERKIT)],
)
def test_the_recorded_end_says_what_a_call_cost(
    finishing: list[int], rules: Rules, tmp_path: Path
) -> None:
    history = record(finishing_stacks=finishing)
    played = history.replay()
    assert played.state.rules is rules
    assert played.state.stacks == finishing
    assert not played.repairs
    assert history.replay(strict=True).state.stacks == finishing
    *_, last = history
    assert last.stacks == finishing
    (tmp_path / "hand.phh").write_text(history.dumps())
    (batch,) = read_all(tmp_path)
    assert batch[0].finishing_check == "equal"
    assert not batch[0].repairs


def test_winnings_say_it_too() -> None:
    assert record(winnings=[180, 0, 0]).replay().state.stacks == [1130, 0, 900]
    assert record(winnings=[130, 0, 0]).replay().state.stacks == [1080, 0, 950]


def test_without_an_end_the_blind_cost_all_of_it() -> None:
    played = record().replay()
    assert played.state.stacks == [1130, 0, 900]
    assert [(repair.kind, repair.action) for repair in played.repairs] == [("short-blind", None)]


def test_nothing_is_said_where_it_makes_no_difference() -> None:
    assert not record(*ACTIONS[:3], "p3 cbr 300", *ALONE).replay().repairs


def test_what_only_other_rules_allow_decides() -> None:
    # A raise to 150 is a full one above the 50 that were posted.
    played = record(*ACTIONS[:3], "p3 cbr 150", *ALONE).replay()
    assert (played.state.rules, played.repairs) == (Rules.POKERKIT, ())
    # So is a check of the small blind, who is not asked in card rooms.
    asked = record(*ACTIONS[:3], "p3 f", "p1 cc", *ACTIONS[6:]).replay()
    assert (asked.state.rules, asked.state.stacks) == (Rules.POKERKIT, [1030, 0, 1000])


def test_a_raise_that_is_too_small_is_as_recorded() -> None:
    full = {"starting_stacks": [1000, 1000, 1000]}
    played = record(*ACTIONS[:3], "p3 cbr 150", "p1 f", "p2 f", **full).replay()
    assert [repair.kind for repair in played.repairs] == ["odd-raise"]
    assert played.state.stacks == [950, 900, 1150]
    with pytest.raises(ReplayError, match="the amount 150 is below the minimum of 200"):
        record(*ACTIONS[:3], "p3 cbr 150", **full).replay(strict=True)


def test_a_cap_of_a_room_is_its_own(tmp_path: Path) -> None:
    raises = [f"p{2 - number % 2} cbr {20 + 10 * number}" for number in range(9)]
    history = HandHistory(
        variant="FT",
        antes=[0, 0],
        blinds_or_straddles=[5, 10],
        small_bet=10,
        big_bet=20,
        starting_stacks=[1000, 1000],
        actions=["d dh p1 AsAh", "d dh p2 7c2d", *raises, "p1 f"],
    )
    for strict in (False, True):
        played = history.replay(strict=strict)
        assert not played.repairs
        assert played.state.stacks == [910, 1090]
    assert not history.check()
    (tmp_path / "hand.phh").write_text(history.dumps())
    (batch,) = read_all(tmp_path)
    assert batch[0].problem is None and not batch[0].repairs


TEXT = """PokerStars Hand #1: Tournament #2, $1+$0.10 USD Hold'em No Limit - Level I (50/100) - \
2024/01/01 12:00:00 ET
Table '2 1' 9-max Seat #3 is the button
Seat 1: Ann (1000 in chips)
Seat 2: Bob (30 in chips)
Seat 3: Cat (1000 in chips)
Ann: posts small blind 50
Bob: posts big blind 30 and is all-in
*** HOLE CARDS ***
Cat: calls CALL
Ann: raises RAISE to 300
Cat: folds
Uncalled bet (BACK) returned to Ann
*** FLOP *** [3c 4d 9h]
*** TURN *** [3c 4d 9h] [Js]
*** RIVER *** [3c 4d 9h Js] [Qs]
*** SHOW DOWN ***
Ann: shows [As Ah] (a pair of Aces)
Bob: shows [7c 2d] (high card Queen)
Ann collected SIDE from side pot
Ann collected 90 from main pot
*** SUMMARY ***
Total pot TOTAL Main pot 90. Side pot SIDE. | Rake 0
Board [3c 4d 9h Js Qs]
Seat 1: Ann (small blind) showed [As Ah] and won (TOTAL) with a pair of Aces
Seat 2: Bob (big blind) showed [7c 2d] and lost with high card Queen
Seat 3: Cat (button) folded before Flop
"""


@pytest.mark.parametrize(
    ("call", "rules"), [(100, Rules.CARD_ROOM), (50, Rules.POKERKIT)], ids=["full", "posted"]
)
def test_a_text_says_what_is_called(call: int, rules: Rules, tmp_path: Path) -> None:
    amounts = {
        "CALL": call,
        "RAISE": 300 - call,
        "BACK": 300 - call,
        "SIDE": 2 * (call - 30),
        "TOTAL": 90 + 2 * (call - 30),
    }
    text = TEXT
    for word, amount in amounts.items():
        text = text.replace(word, str(amount))
    path = tmp_path / "hand.txt"
    path.write_text(text)
    (reading,) = read(path)
    history = reading.unwrap()
    assert "p3 cc" in history.actions
    assert history.finishing_stacks == [1030 + call, 0, 1000 - call]
    assert history.replay().state.rules is rules
    again = HandHistory.loads(history.dumps()).replay()
    assert again.state.stacks == history.finishing_stacks
    written = get("pokerstars").write(history)
    assert f"Cat: calls {call}\n" in written
    assert f"Ann: raises {300 - call} to 300\n" in written
