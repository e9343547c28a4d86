"""Whole hands of another engine are reproduced, up to rules in which that engine is alone."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from croupier.games import load
from croupier.games.configuration import Configuration
from games.build import Json
from shared import data_path

from .records import find_files, load_config, read_records
from .replaying import MismatchError, Replay, mend_configuration

RANDOM = find_files("hands")
SCRIPTED = find_files("tests")

COMPLETER_RAISES = "who completed the bring-in may raise there when everybody has called"
SHORT_ALL_IN = "an all-in for less than a full raise reopens the betting there"
NO_CARD_SHOWN = "where nobody shows a card, seat 1 brings it in there; here the first player"
MISSPELT = "a part of the board is dealt under a misspelt name, and counts for nothing there"
BUTTON_FOLDED = "where the button has folded, the small blind is passed over there"
OTHER_SUBSET = "a draw to one subset takes cards of another one there"
LOST_CHIP = "an odd chip gets lost there"
SAME_HANDS = "both halves give the odd chip to the same of two equal hands there"

EXPECTED = {
    COMPLETER_RAISES: [
        "5_card_stud/h7",
        "5_card_stud_lowball/h2",
        "8_card_stud/h6",
        "alligator_stud/h26",
        "blind_stud/h6",
        "chicago/h7",
        "chicago/h8",
        "low_chicago/h5",
        "oakland_raiders/h1",
        "razz/h9",
    ],
    SHORT_ALL_IN: [
        "5_card_badugi/h12",
        "hold_em_hilo_archie/h12",
        "oklahoma_lowball/h2",
        "omaha_hi_hi/h6",
        "wonky_donkey/h9",
    ],
    NO_CARD_SHOWN: [
        "grodnikonda/h49",
        "seven_card_reverse/h16",
        "seven_card_reverse/h70",
        "shawnahoma/h53",
        "show_five/h18",
        "show_five/h20",
        "show_five/h50",
        "show_five/h79",
    ],
    MISSPELT: [
        "omaha_321/h10",
        "omaha_321/h13",
        "omaha_321_hi_lo/h1",
        "omaha_321_hi_lo/h12",
    ],
    BUTTON_FOLDED: [
        "hold_em/t5",
        "hold_em/t24",
        "hold_em/t40",
        "hold_em/t62",
        "hold_em/t63",
        "hold_em/t64",
        "hold_em/t65",
        "hold_em/t66",
    ],
    OTHER_SUBSET: ["5_card_shodugi/t0"],
    LOST_CHIP: ["double_board_bomb_pot/t0"],
    SAME_HANDS: ["straight_7card_declare/t6"],
}
REASONS = {name: reason for reason, names in EXPECTED.items() for name in names}


def find_configuration(record: Json) -> Configuration:
    if "how" not in record:
        return load_config(record["game"])
    data = record.get("config")
    if data is None:
        path = data_path("game_configs") / f"{record['game']}.json"
        data = json.loads(path.read_text("utf-8"))
    return load(mend_configuration(data, record))


def find_mismatch(record: Json) -> str | None:
    """Return what does not fit, or nothing where the hand ends with the same stacks."""
    replay = Replay(find_configuration(record), record)
    try:
        state = replay.play(record["events"])
    except MismatchError as mismatch:
        return str(mismatch)
    total = sum(player["stack"] for player in record["players"])
    assert sum(replay.stacks.values()) == total and not state.total_pot_amount
    # A share of k winners leaves less than k odd chips, which go to other seats there.
    tolerance = len(replay.players) if record.get("odd_chips") else 0
    wanted = record["final_stacks"]
    if any(abs(replay.stacks[name] - wanted[name]) > tolerance for name in wanted):
        return f"the stacks are {replay.stacks}, not {wanted}"
    return None


def fits_reason(record: Json, mismatch: str) -> bool:
    """Return whether a hand differs in the way of its reason, not in any other way."""
    reason = REASONS.get(record["id"])
    if reason == COMPLETER_RAISES:
        return "'action': 'raise'" in mismatch and "it is the turn of None" in mismatch
    if reason == SHORT_ALL_IN:
        return "less than a full raise does not reopen" in mismatch
    if reason == NO_CARD_SHOWN:
        return "'post_bring_in', 'complete_bet_or_raise_to'" in mismatch
    if reason == BUTTON_FOLDED:
        button = next(each for each in record["players"] if each["seat"] == record["button_seat"])
        return button["id"] in record["folded"]
    if reason == OTHER_SUBSET:
        return "cannot discard cards of that subset" in mismatch
    if reason == MISSPELT:
        return "Botton Turn" in record["community"] and "the stacks are" in mismatch
    if reason == SAME_HANDS:
        first, second, _ = record["players"]
        return f"'{first['id']}': 505" in mismatch and f"'{second['id']}': 505" in mismatch
    if reason == LOST_CHIP:
        before = sum(player["stack"] for player in record["players"])
        return bool(sum(record["final_stacks"].values()) < before)
    return False


@pytest.mark.parametrize(
    "path", [*RANDOM, *SCRIPTED], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_hands(path: Path) -> None:
    records = read_records(path)
    assert records
    for record in records:
        mismatch = find_mismatch(record)
        if mismatch is None:
            assert record["id"] not in REASONS
        else:
            assert fits_reason(record, mismatch), f"{record['id']}: {mismatch}"


def test_there_are_all_of_them() -> None:
    counts = {
        kind: sum(len(read_records(path)) for path in paths)
        for kind, paths in (("hands", RANDOM), ("tests", SCRIPTED))
    }
    assert counts == {"hands": 1706, "tests": 151}
    reasons = Counter(REASONS.values())
    assert sum(reasons[reason] for reason in (BUTTON_FOLDED, OTHER_SUBSET, LOST_CHIP)) == 10
    assert sum(reasons.values()) == 38
