"""The official form of Open Hand History, and how forms are told apart.

The first half of the document is in test_ohh_format.py.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from croupier.histories import detect
from croupier.histories.formats import get
from histories.formats.ohh.hands import canon
from shared import data_path

from .documents import read_document
from .ohh_blocks import (
    DOCUMENT,
    POT,
    SPEC_HAND,
    SPEC_ROOT,
    Json,
    make_hand,
    make_spec_hand,
    read_spec,
    rewrite,
)

# Section: Format 2: Official OHH Spec Format
# Section: Root Object


def test_members_beside_the_hand_are_kept() -> None:
    wrapper = SPEC_ROOT | {"_profits": {"1": 71}, "_ev_profits": {"1": 70.5}}
    del wrapper["ohh"]
    written = rewrite(read_spec(make_spec_hand(), **wrapper), "ohh")
    assert canon({name: written[name] for name in wrapper}) == canon(wrapper)


# Section: OHH Spec Object


def test_the_hand_of_the_official_form() -> None:
    history = read_spec(make_spec_hand()).unwrap()
    assert history.players == ["PlayerName", "Two", "Three"]
    assert history.blinds_or_straddles == [Decimal("0.5"), 1, 0]
    assert history.variant == "NT" and history.seat_count == 6 and history.seats == [1, 2, 3]
    assert history.table == "table-name"
    assert history.finishing_stacks == [171, 5, 90]
    assert history.user_defined_fields["_hero"] == "PlayerName"
    moment = history.moment
    assert moment is not None and moment.isoformat().startswith("2026-02-02T20:17:51")


@pytest.mark.parametrize("name", SPEC_HAND)
def test_a_member_is_read_and_written_again(name: str) -> None:
    hand = make_spec_hand()
    written = rewrite(read_spec(hand), "ohh")["ohh"]
    if name == "spec_version":
        # What is written is of the newest version.
        assert written[name] == "1.4.7"
    elif name == "rounds":
        assert [canon_round(one) for one in written[name]][:4] == [
            canon_round(one) for one in hand[name]
        ]
    elif name == "start_date_utc":
        assert written[name].startswith("2026-02-02T20:17:51")
    elif name == "players":
        assert [canon(one) | {"cards": None} for one in written[name]] == [
            canon(one) | {"cards": None} for one in hand[name]
        ]
    else:
        assert canon({name: written.get(name)}) == canon({name: hand[name]})


def canon_round(one: Json) -> Any:
    made = canon(one)
    made["actions"] = [act for act in made["actions"] if act["action"] != "Dealt Cards"]
    return made


# Section: Player Object (OHH Spec)


def test_cards_of_players_are_theirs() -> None:
    actions = read_spec(make_spec_hand()).unwrap().actions
    assert actions[:3] == ["d dh p1 AhKh", "d dh p2 QcQd", "d dh p3 ????"]


@pytest.mark.parametrize("name", ["id", "name", "seat", "starting_stack"])
def test_what_a_player_must_have(name: str) -> None:
    hand = make_spec_hand()
    hand["players"][0][name] = {} if name == "name" else "x"
    reading = read_spec(hand)
    assert not reading.ok and "players[0]" in str(reading.problems[0])


# Section: Round Object

SPEC_ACTIONS = ("Post SB", "Post BB", "Fold", "Check", "Call", "Bet", "Raise")
SPEC_STREETS = {"Preflop": 0, "Flop": 3, "Turn": 1, "River": 1}


def test_the_actions_and_streets_are_those_of_the_document() -> None:
    text = read_document(DOCUMENT)
    part = text[text.index("**Action Types:**") : text.index("### Pot Object")]
    listed = [line.split("`")[1] for line in part.splitlines() if line.startswith("- `")]
    assert listed == [*SPEC_ACTIONS, *SPEC_STREETS]


@pytest.mark.parametrize("action", SPEC_ACTIONS)
def test_an_action_is_read_and_written(action: str) -> None:
    hand = make_spec_hand()
    chosen = [one for each in hand["rounds"] for one in each["actions"] if one["action"] == action]
    written = rewrite(read_spec(hand), "ohh")["ohh"]["rounds"]
    found = [one for each in written for one in each["actions"] if one["action"] == action]
    assert chosen and canon(found) == canon(chosen)


@pytest.mark.parametrize("street", SPEC_STREETS)
def test_a_street_has_its_cards(street: str) -> None:
    hand = make_spec_hand()
    (given,) = [one for one in hand["rounds"] if one["street"] == street]
    assert len(given["cards"]) == SPEC_STREETS[street]
    written = rewrite(read_spec(hand), "ohh")["ohh"]["rounds"]
    (found,) = [one for one in written if one["street"] == street]
    assert found.get("cards", []) == given["cards"]
    given["cards"] = [*given["cards"], "4s"]
    if street != "Preflop":
        assert not read_spec(hand).ok


# Section: Pot Object


def test_a_pot_is_won_less_the_rake() -> None:
    reading = read_spec(make_spec_hand())
    assert reading.unwrap().winnings == [146, 0, 0]
    assert canon(rewrite(reading, "ohh")["ohh"]["pots"]) == canon([POT])


@pytest.mark.parametrize(
    "change", [{"amount": 151}, {"rake": 5}, {"player_wins": [{"player_id": 1, "win_amount": 147}]}]
)
def test_a_pot_that_does_not_add_up_is_refused(change: Json) -> None:
    assert not read_spec(make_spec_hand(pots=[POT | change])).ok


# Section: Example


def test_the_example_of_the_official_form() -> None:
    readings = list(get("ohh").read(data_path("ohh", "sample_ohh_spec.jsonl")))
    assert [one.ok for one in readings] == [True, True]


# Section: Format Detection


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ({"ohh": make_spec_hand()}, "ohh"),
        (SPEC_ROOT | {"ohh": make_spec_hand(), "_profits": {}, "_ev_profits": {}}, "ohh"),
        ({"version": "1.0", "hands": [make_hand()]}, "ohh-simplified"),
        ({"hands": [make_hand()]}, "ohh-simplified"),
    ],
    ids=["ohh", "wrapped", "simplified", "without a version"],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_the_member_ohh_tells_the_form(document: Json, name: str, indent: int | None) -> None:
    text = json.dumps(document, indent=indent)
    assert detect(text).name == name
    assert [one.ok for one in detect(text).read(text)] == [True]
