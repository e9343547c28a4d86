"""Which files of Open Hand History are written as pokernow2gw does, and what is said of others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cli import run
from histories.formats.test_json_and_log_fuzz import JSON, paths_of, put

from .hands import FORMS, Form, Json, Official, Simplified, messages, rewrite


@FORMS
@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({}, range(2, 11)),
        ({"heads_up": True}, [2]),
        ({"spin_and_go": True}, [3]),
        ({"tournaments": True}, range(4, 10)),
        ({"heads_up": True, "spin_and_go": True}, [2, 3]),
        ({"spin_and_go": True, "tournaments": True}, range(3, 10)),
    ],
)
def test_filters(form: Form, filters: dict[str, bool], kept: Any) -> None:
    hands = []
    for count in range(1, 12):
        players: list[Json] = [
            {"id": at, "seat": at, "seatNumber": at, "name": f"P{at}", "cards": ["As", "Kd"]}
            for at in range(1, count + 1)
        ]
        number = {"handId": str(count), "game_number": str(count)}
        hands.append(form.hand([], {}, players=players, **number))
    text, result = rewrite(form.document(*hands), **filters)
    assert [int(part.split("-max")[0].split()[-1]) for part in text.split("Table ")[1:]] == list(
        kept
    )
    assert (result.read, result.converted) == (11, len(kept))
    # Those with too few or too many players are skipped, whatever is asked for.
    assert (result.skipped, result.filtered) == (2, 9 - len(kept))
    # The first hand that is written gives the tournament its number.
    assert text.count(f"Tournament #{kept[0]},") == len(kept)
    reasons = {entry.hand: entry.message for entry in result.entries if entry.kind == "skipped"}
    assert reasons["1"] == "there are fewer than two players"
    assert reasons["11"] == "there are 11 players, and room for 10"
    assert "10" not in reasons


@pytest.mark.parametrize("hero", [None, 0, 2, 9])
def test_official_hands_without_the_hero_are_left_out(hero: int | None) -> None:
    good = Official.hand([], {})
    text, result = rewrite(Official.document(good, good | {"hero_player_id": hero}))
    assert text.count("*** SUMMARY ***") == 1
    assert (result.read, result.converted, result.skipped) == (2, 1, 1)
    assert "the hero's cards are not known" in messages(result, "skipped")[0]


def test_one_known_hand_is_enough_for_a_simplified_document() -> None:
    unknown = Simplified.hand([], {}, heroCards=None)
    text, result = rewrite(Simplified.document(unknown, Simplified.hand([], {})))
    assert (result.converted, result.skipped) == (2, 0) and text.count("Dealt to") == 1
    text, result = rewrite(Simplified.document(unknown, unknown))
    assert not text and (result.converted, result.skipped) == (0, 2)


def test_the_number_0_is_no_hero() -> None:
    hand = Official.hand([], {}, hero_player_id=0)
    hand["players"][0]["id"] = 0
    text, result = rewrite(Official.document(hand))
    assert not text and "the hero's cards are not known" in messages(result, "skipped")[0]


def test_a_known_hand_that_is_filtered_out_is_not_enough() -> None:
    known, unknown = Simplified.hand([], {}), Simplified.hand([], {}, heroCards=None)
    known["players"].append({"seatNumber": 3, "name": "Cat", "stack": 200})
    text, result = rewrite(Simplified.document(known, unknown), heads_up=True)
    assert not text and (result.skipped, result.filtered) == (1, 1)
    assert "not known" in messages(result, "skipped")[0]


def test_a_hand_on_a_line_of_its_own_needs_the_cards() -> None:
    known, unknown = Simplified.hand([], {}), Simplified.hand([], {}, heroCards=[])
    text, result = rewrite("\n".join(map(json.dumps, (unknown, known))))
    assert (result.converted, result.skipped) == (1, 1) and "Dealt to" in text


def test_the_member_ohh_tells_the_form() -> None:
    both = {"ohh": Official.hand([], {}), "hands": [Simplified.hand([], {})], "version": "1.0"}
    assert "'Site - Kitchen'" in rewrite(json.dumps(both), cash=True)[0]
    neither = json.dumps(Official.hand([], {})) + "\n" + Official.document(Official.hand([], {}))
    text, result = rewrite(neither)
    assert (result.read, result.converted) == (2, 1) and text
    assert messages(result, "skipped") == [
        "this is no hand: expected an object with ohh, or one with hands"
    ]


@pytest.mark.parametrize("shape", ["lines", "array", "pretty", "mixed"])
def test_shapes_of_files(shape: str) -> None:
    hand = {"ohh": Official.hand([], {})}
    document = {"version": "1.0", "hands": [Simplified.hand([], {})]}
    texts = {
        "lines": f"{json.dumps(hand)}\n{json.dumps(hand)}\n",
        "array": json.dumps([hand, hand]),
        "pretty": f"{json.dumps(hand, indent=2)}\n\n{json.dumps(hand, indent=2)}\n",
        "mixed": f"{json.dumps(hand)}\n{json.dumps(document, indent=1)}",
    }
    text, result = rewrite(texts[shape].encode())
    assert (result.read, result.converted, result.skipped) == (2, 2, 0)
    assert text.count("*** SUMMARY ***") == 2


def test_numbers_of_hands_are_as_they_stand() -> None:
    text, _ = rewrite(Official.document(Official.hand([], {}, game_number="a-1")))
    assert text.startswith("PokerStars Hand #a-1:  Tournament #a-1,")
    text, _ = rewrite(Official.document(Official.hand([], {}, game_number="")))
    assert text.startswith("PokerStars Hand #1:  Tournament #1,")


@FORMS
def test_a_hand_without_a_time(form: Form) -> None:
    name = "startTime" if form is Simplified else "start_date_utc"
    document = form.document(form.hand([], {}, **{name: None}))
    text, result = rewrite(document)
    assert text.splitlines()[0].endswith(" - 0001/01/01 00:00:00")
    assert messages(result, "not-carried") == ["the hand has no time"]
    text, result = rewrite(document, time_zone="America/New_York")
    assert not text
    assert messages(result, "skipped") == ["there is no such time in America/New_York"]


@pytest.mark.parametrize(
    ("form", "game", "noted"),
    [
        (Simplified, {"gameType": "Pot Limit Omaha"}, True),
        (Simplified, {"gameType": "No Limit Hold'em"}, False),
        (Simplified, {"gameType": None}, False),
        (Official, {"game_type": "Omaha"}, True),
        (Official, {"game_type": "Holdem"}, False),
    ],
)
def test_other_games_are_taken_for_holdem(form: Form, game: Json, noted: bool) -> None:
    text, result = rewrite(form.document(form.hand([], {}, **game)))
    assert "Hold'em No Limit" in text
    assert any("is written as no-limit hold'em" in one.message for one in result.entries) == noted


@pytest.mark.parametrize("limit", ["PL", "FL", "nl", "", None])
def test_other_limits_are_refused(limit: str | None) -> None:
    hand = Official.hand([], {}, bet_limit={"bet_type": limit})
    text, result = rewrite(Official.document(hand))
    assert not text and "ohh.bet_limit.bet_type" in messages(result, "skipped")[0]


BAD_SIMPLIFIED: dict[str, dict[str, Any]] = {
    "hands[1].players[0].stack": {"players": [{"seatNumber": 1, "name": "A", "stack": "x"}]},
    "hands[1].players[0].name": {"players": [{"seatNumber": 1, "stack": 1}]},
    "hands[1].players": {"players": {}},
    "hands[1].players[1]": {"players": [{"name": "A"}, 5]},
    "hands[1].dealer": {"dealer": [1]},
    "hands[1].blinds.bigBlind": {"blinds": {"bigBlind": -2}},
    "hands[1].ante": {"ante": 1e300},
    "hands[1].startTime": {"startTime": "yesterday"},
    "hands[1].handId": {"handId": "a\nb"},
    "hands[1].heroCards": {"heroCards": ["Ah", "Zz"]},
    "hands[1].board.turn": {"board": {"turn": "7x"}},
    "hands[1].board.flop": {"board": {"flop": [3]}},
    "hands[1].actions[0]": {"actions": ["fold"]},
    "hands[1].actions[0].player": {"actions": [{"actionType": "fold"}]},
    "hands[1].winners[0].amount": {"winners": [{"player": "A", "amount": []}]},
}
BAD_OFFICIAL: dict[str, dict[str, Any]] = {
    "ohh.players[0].id": {"players": [{"name": "A", "seat": 1}]},
    "ohh.players[0].name": {"players": [{"id": 1, "name": "A\r"}]},
    "ohh.players[0].cards": {"players": [{"id": 1, "name": "A", "cards": "Ah"}]},
    "ohh.start_date_utc": {"start_date_utc": ""},
    "ohh.hero_player_id": {"hero_player_id": "one"},
    "ohh.rounds[0].cards": {"rounds": [{"street": "Flop", "cards": [None]}]},
    "ohh.rounds[0].actions[0].amount": {
        "rounds": [{"street": "Flop", "actions": [{"player_id": 1, "action": "Bet", "amount": {}}]}]
    },
    "ohh.pots[0].player_wins[0].win_amount": {
        "pots": [{"player_wins": [{"player_id": 1, "win_amount": True}]}]
    },
}


@pytest.mark.parametrize("place", [*BAD_SIMPLIFIED, *BAD_OFFICIAL])
def test_faults_have_their_place_and_cost_no_other_hand(place: str) -> None:
    form: Form = Simplified if place in BAD_SIMPLIFIED else Official
    good, changes = form.hand([], {}), (BAD_SIMPLIFIED | BAD_OFFICIAL)[place]
    text, result = rewrite(form.document(good, good | changes, good))
    assert text.count("*** SUMMARY ***") == 2
    assert (result.read, result.converted, result.skipped) == (3, 2, 1)
    (entry,) = [one for one in result.entries if one.kind == "skipped"]
    assert entry.message.startswith(f"{place}: ")
    assert entry.line == (1 if form is Simplified else 2)


def test_broken_lines_are_counted() -> None:
    good = json.dumps({"ohh": Official.hand([], {})})
    text, result = rewrite(f"{good}\n{good[:-9]}\n{good}\n")
    assert text.count("*** SUMMARY ***") == 2
    assert (result.read, result.converted, result.skipped) == (3, 2, 1)
    assert [(one.line, one.kind) for one in result.entries] == [(2, "skipped")]


@FORMS
def test_the_report_counts_what_is_skipped(form: Form, tmp_path: Path) -> None:
    source, out, report = (tmp_path / name for name in ("in.json", "out.txt", "report.json"))
    good = form.hand([], {})
    source.write_text(form.document(good, good | {"players": 3}, good))
    arguments = ["--compat", "pokernow2gw", "--hero", "Ann", "--filter-hu", "--report", str(report)]
    assert run(["convert", str(source), "-o", str(out), *arguments]) == 1
    told = json.loads(report.read_text())
    assert [told[name] for name in ("read", "converted", "skipped")] == [3, 2, 1]
    (entry,) = told["files"][0]["entries"]
    assert entry["kind"] == "skipped" and "players: expected a list, not 3" in entry["message"]
    assert out.read_text().count("2-max") == 2


FUZZ = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def busy_hand(form: Form) -> Json:
    actions = [
        form.act("Ann", "postSB", 1),
        form.act("Bob", "raise", 6.5, isAllIn=True),
        form.act("Ann", "call", 5.5, "flop"),
        form.act("Ann", "show", street="showdown"),
    ]
    return form.hand(actions, {"Ann": 13})


def check_counts(text: str) -> None:
    written, result = rewrite(text, cash=True)
    assert result.read == result.converted + result.skipped or not result.format
    assert written.count("*** SUMMARY ***") == result.converted
    assert all(entry.message and entry.line >= 1 for entry in result.entries)


@FUZZ
@given(st.data())
@FORMS
def test_values_that_are_changed_end_no_conversion(form: Form, data: st.DataObject) -> None:
    broken = json.loads(form.document(busy_hand(form)))
    for _ in range(data.draw(st.integers(1, 3))):
        paths = paths_of(broken)
        if not paths:
            break
        path = data.draw(st.sampled_from(paths))
        put(broken, path, data.draw(JSON), data.draw(st.booleans()))
    good = json.dumps({"ohh": Official.hand([], {}, game_number="a-good-one")})
    text = f"{json.dumps(broken)}\n{good}\n"
    check_counts(text)
    assert "Hand #a-good-one: " in rewrite(text)[0]


@FUZZ
@given(st.data())
@FORMS
def test_text_that_is_cut_and_changed_ends_no_conversion(form: Form, data: st.DataObject) -> None:
    text = form.document(busy_hand(form), busy_hand(form))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    check_counts(text[:start] + data.draw(st.text(max_size=4)) + text[end:])
