"""Open Hand History: examples of others, and the public dataset there and back."""

from __future__ import annotations

import json
import re
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import PokerError, UnsupportedError
from croupier.histories import HandHistory, detect
from croupier.histories.formats import get
from shared import data_path

OFFICIAL = sorted(data_path("ohh").glob("*.ohh"))
# What another version calls otherwise, or what the specification has no action for.
_IGNORED = {"spec_version", "action_number", "start_date_utc"}


def canon(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {
            key: canon(one, key)
            for key, one in value.items()
            if key not in _IGNORED
            and one not in (None, "", [], {}, False)
            and not (
                one == 0 and key in {"amount", "rake", "bet_cap", "ante_amount", "player_bounty"}
            )
        }
    if isinstance(value, list):
        made = [canon(one) for one in value if not _is_implied(one)]
        return sorted(made, key=str) if name == "actions" and _is_showdown(value) else made
    if isinstance(value, str) and value.isdecimal() and name == "table_size":
        return Decimal(value)
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return Decimal(value)
    return value


def _is_implied(value: Any) -> bool:
    """Return whether it is a payment, which the pots say."""
    return isinstance(value, dict) and value.get("action") == "Payout"


def _is_showdown(actions: list[Any]) -> bool:
    """Return whether cards are shown, whose order the rules know."""
    return any(one.get("action") == "Shows Cards" for one in actions)


@pytest.mark.parametrize("path", OFFICIAL, ids=lambda path: path.stem)
def test_official_examples_there_and_back(path: Path) -> None:
    format = detect(path)
    assert format.name == "ohh"
    (reading,) = format.read(path)
    history = reading.unwrap()
    assert reading.notes == ()
    text = format.write(history)
    original = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    assert canon(json.loads(text, parse_float=Decimal)) == canon(original)
    (again,) = format.read(text)
    assert again.unwrap() == history
    assert json.loads(text)["ohh"]["spec_version"] == "1.4.7"


def test_samples_of_others() -> None:
    notes = {}
    for name in ("sample_ohh_tenfour.json", "sample_ohh_spec.jsonl"):
        readings = list(get("ohh").read(data_path("ohh", name)))
        assert all(one.ok for one in readings)
        notes[name] = [[note.kind for note in one.notes] for one in readings]
    assert notes["sample_ohh_tenfour.json"] == [["uncalled", "amounts"]]
    assert notes["sample_ohh_spec.jsonl"] == [["button", "amounts"], ["button", "late-board"]]


def test_a_sample_that_cannot_have_been_played_is_reported() -> None:
    # Somebody calls more than he has.
    (reading,) = get("ohh-simplified").read(data_path("ohh", "sample_ohh_showdown.json"))
    assert reading.history is None
    assert "Charlie calls 1000, but 375 is to call" in str(reading.problems[0])


def sample() -> list[HandHistory]:
    files = [
        *sorted(data_path("phh").glob("*.phh")),
        *sorted(data_path("phh", "wsop").rglob("*.phh*")),
        *sorted(data_path("phh", "pluribus").rglob("*.phh"))[::10],
        *sorted(data_path("phh", "handhq").rglob("*.phhs"))[::4],
    ]
    histories: list[HandHistory] = []
    for file in files:
        with file.open("rb") as stream:
            histories += list(HandHistory.load_all(stream))[:40]
    return histories


def comparable(history: HandHistory) -> tuple[Any, ...]:
    """Return what both formats know: the hand, with cards as they are known in the end."""
    shown = {}
    for action in history.actions:
        match = re.match(r"(p\d+) sm ([^ ?#]+)", action)
        if match is not None:
            shown[match[1]] = match[2]
    actions = []
    for action in history.actions:
        parts = action.partition("#")[0].split()
        if parts[:2] == ["d", "dh"]:
            # Cards that are shown are known from the deal on.
            parts[3] = shown.get(parts[2], parts[3])
        elif parts[1:2] == ["cbr"]:
            parts[2] = str(Decimal(parts[2]).normalize())
        elif parts[1:2] == ["sm"]:
            # Who hides a hand and does not win, mucks; order and words of others are the rules'.
            continue
        if parts:
            actions.append(" ".join(parts))
    return (
        history.variant,
        list(history.antes),
        [*map(Decimal, history.blinds_or_straddles or [])],
        [*map(Decimal, history.starting_stacks)],
        actions,
        history.players and [name for name in history.players if name],
        None if history.hand is None else str(history.hand),
    )


def test_the_public_dataset_there_and_back() -> None:
    format = get("ohh")
    counts: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for history in sample():
            try:
                text = format.write(history)
            except UnsupportedError as error:
                counts["a stack is unknown" if "stack" in str(error) else "no room"] += 1
                continue
            except PokerError:
                counts["cannot be played"] += 1
                continue
            (reading,) = format.read(text)
            if reading.history is None:
                # The dataset has hands whose winnings the rules do not explain.
                assert "by the rules" in str(reading.problems[0])
                counts["wrong winnings"] += 1
            else:
                same = comparable(reading.history) == comparable(history)
                counts["equal" if same else "different"] += 1
    assert counts["wrong winnings"] <= 1
    # Two hands have the big blind where the small one should be, and are put in order.
    assert counts["different"] <= 2
    assert counts["equal"] > 440
