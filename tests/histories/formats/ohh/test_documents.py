"""Open Hand History: reading, writing, and what amounts mean."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from croupier.errors import ParseError, UnsupportedError
from croupier.histories import HandHistory, detect
from croupier.histories.formats import get
from croupier.histories.formats.ohh.documents import dump_json, split_documents
from croupier.histories.formats.ohh.values import Members

from .hands import CARDS, act, canon, make_hand, read_hand, read_text


def test_a_hand_is_read_and_written_again_without_loss() -> None:
    reading = read_hand(make_hand())
    history = reading.unwrap()
    assert history.players == ["Ann", "Bob", "Cat"]
    assert history.finishing_stacks == [Decimal("160.5"), 0, Decimal("76.9")]
    written = json.loads(get("ohh").write(history))
    assert canon(written) == canon({"ohh": make_hand()})
    (again,) = read_text(json.dumps(written))
    assert again.unwrap() == history


def test_indented_records_are_the_same() -> None:
    history = read_hand(make_hand()).unwrap()
    assert json.loads(get("ohh").write(history, indent=2)) == json.loads(get("ohh").write(history))


def shapes() -> dict[str, str]:
    one = {"ohh": make_hand()}
    flat, pretty = json.dumps(one), json.dumps(one, indent=4)
    return {
        "lines": f"{flat}\n{flat}\n",
        "blank lines": f"\n\n{flat}\n\n{flat}\n\n\n",
        "indented": f"{pretty}\n\n{pretty}\n",
        "indented without blank lines": f"{pretty}\n{pretty}",
        "broken into lines": json.dumps(one, indent=0) + "\n" + json.dumps(one, indent=0),
        "array": json.dumps([one, one]),
        "indented array": json.dumps([one, one], indent=2),
        "wrapped": json.dumps({"id": "x", **one, "_format": "ohh"}) + "\n" + flat,
        "marked": f"\ufeff{flat}\r\n\r\n{flat}",
    }


@pytest.mark.parametrize("shape", shapes())
def test_shapes_of_files(shape: str) -> None:
    text = shapes()[shape]
    assert detect(text).name == "ohh"
    for source in (text, text.encode(), text.encode("utf-16")):
        readings = list(get("ohh").read(source))
        assert [one.ok for one in readings] == [True, True]


@pytest.mark.parametrize("broken", ['{"ohh": {', '{"ohh": [}', '{"ohh": 5}', "nonsense", '"text"'])
def test_a_broken_record_costs_no_other(broken: str) -> None:
    good = json.dumps({"ohh": make_hand()})
    readings = read_text(f"{good}\n\n{broken}\n\n{good}\n")
    assert [one.ok for one in readings] == [True, False, True]
    assert readings[1].line == 3 and readings[1].problems[0].line in (3, 5)
    assert readings[2].line == 5


def with_amounts(amounts: dict[tuple[int, int], Any], **changes: Any) -> dict[str, Any]:
    hand = make_hand(**changes)
    for (at, place), amount in amounts.items():
        hand["rounds"][at]["actions"][place]["amount"] = amount
    return hand


TOTALS = {(0, 6): 3, (0, 7): 3, (0, 8): 10, (0, 10): 10}
MIXED = {(0, 6): 3, (0, 7): 2.5, (0, 8): 10, (0, 10): 7}


@pytest.mark.parametrize(
    ("amounts", "kinds"), [({}, []), (TOTALS, ["amounts"]), (MIXED, ["amounts"])]
)
def test_what_amounts_mean_is_found_out(
    amounts: dict[tuple[int, int], Any], kinds: list[str]
) -> None:
    reading = read_hand(with_amounts(amounts))
    assert reading.unwrap().actions == read_hand(make_hand()).unwrap().actions
    assert [note.kind for note in reading.notes] == kinds


def test_a_pot_with_a_bet_that_nobody_called() -> None:
    hand = make_hand(ante_amount=0)
    hand["rounds"] = [
        {
            "id": 0,
            "street": "Preflop",
            "actions": [
                act(1, "Post SB", 0.5),
                act(2, "Post BB", 1),
                act(3, "Raise", 5),
                act(1, "Fold"),
                act(2, "Fold"),
            ],
        }
    ]
    hand["pots"] = [
        {"number": 0, "amount": 6.5, "player_wins": [{"player_id": 3, "win_amount": 6.5}]}
    ]
    reading = read_hand(hand)
    assert reading.unwrap().winnings == [0, 0, Decimal("2.5")]
    assert [note.kind for note in reading.notes] == ["uncalled"]
    hand["pots"][0] |= {"amount": 2.5, "player_wins": [{"player_id": 3, "win_amount": 2.5}]}
    assert read_hand(hand).unwrap().winnings == [0, 0, Decimal("2.5")]


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("players",), 7, "players: expected a list"),
        (("players", 1, "seat"), "x", "players[1].seat: expected an integer"),
        (("players", 1, "starting_stack"), -4, "players[1].starting_stack"),
        (("players", 1, "id"), 1, "same id"),
        (("rounds", 0, "street"), "Zeroth", "rounds[0].street"),
        (("rounds", 0, "actions", 6, "player_id"), 99, "rounds[0].actions[6]: player_id 99"),
        (("rounds", 0, "actions", 6, "action"), "Juggle", "'Juggle' is no action"),
        (("rounds", 1, "cards"), ["2c", "3c", "4x"], "rounds[1].cards"),
        (("pots", 0, "amount"), 99, "the pot is said to be 99"),
        (("pots", 0, "rake"), 1, "the pot is 124.1"),
        (("game_type",), "Stud", "Stud NL"),
        (("bet_limit", "bet_type"), "FL", "legal would be"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(path: tuple[Any, ...], value: Any, said: str) -> None:
    hand = make_hand()
    place: Any = hand
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    reading = read_hand(hand)
    assert reading.history is None
    [problem] = reading.problems
    assert said in str(problem)
    assert problem.hand == "77-0" and problem.code
    assert problem.line == 1 and problem.column


def test_a_member_that_is_wrong_is_found_in_its_line() -> None:
    text = json.dumps({"ohh": make_hand()}, indent=2).replace("60.5", '"Zoë"', 1)
    [reading] = read_text(f"\n{text}")
    [problem] = reading.problems
    assert (problem.code, reading.line) == ("ohh-member", 2)
    line = f"\n{text}".split("\n")[(problem.line or 0) - 1]
    assert line[(problem.column or 0) - 1 :].startswith('"Zoë"')


def test_records_come_in_parts_of_any_size() -> None:
    one = json.dumps({"ohh": make_hand()}, indent=1)
    whole = [reading.history for reading in read_text(f"{one}\n{one}")]
    lines = f"{one}\n{one}".split("\n")
    assert [reading.history for reading in get("ohh").read(iter(lines))] == whole


def test_every_kind_of_post() -> None:
    hand = make_hand(ante_amount=0, hero_player_id=None)
    hand["players"].pop()
    hand["players"] += [
        {"id": 0, "seat": 6, "name": "Eve", "starting_stack": 50},
        {"id": 9, "seat": 8, "name": "Fay", "starting_stack": 50},
    ]
    hand["rounds"] = [
        {
            "id": 0,
            "street": "preflop",
            "cards": "",
            "actions": [
                act(9, "Sits Down"),
                act(0, "post sb", 0.5),
                act(9, "Post BB", 1),
                act(1, "Straddle", 2),
                act(2, "Post Dead", 0.5),
                act(2, "Post Extra Blind", 1),
                act(2, "Fold"),
                act(3, "AllIn", 80, is_allin=True),
                act(0, "Fold"),
                act(9, "Fold"),
                act(1, "Fold"),
                act(3, "Added Chips", 20),
            ],
        }
    ]
    hand["pots"] = [{"number": 0, "amount": 7, "player_wins": [{"player_id": 3, "win_amount": 7}]}]
    history = read_hand(hand).unwrap()
    assert history.players == ["Eve", "Fay", "Ann", "Bob", "Cat"]
    assert history.blinds_or_straddles == [Decimal("0.5"), 1, 2, -1, 0]
    assert history.antes == [0, 0, 0, Decimal("0.5"), 0]
    written = json.loads(get("ohh").write(history))["ohh"]
    names = [one["action"] for one in written["rounds"][0]["actions"]]
    assert names[:6] == [
        "Sits Down",
        "Post SB",
        "Post BB",
        "Straddle",
        "Post Extra Blind",
        "Post Dead",
    ]
    assert names[-1] == "Added Chips"
    assert read_hand(written).unwrap() == history


def test_it_is_run_twice() -> None:
    hand = make_hand(flags=["Run_It_Twice"], ante_amount=0)
    hand["rounds"] = [
        {
            "id": 0,
            "street": "Preflop",
            "actions": [
                act(1, "Post SB", 0.5),
                act(2, "Post BB", 1),
                act(3, "Fold"),
                act(1, "Raise", 99.5, is_allin=True),
                act(2, "Call", 59.5, is_allin=True),
            ],
        },
        *(
            {"id": number, "street": street, "cards": cards, "actions": []}
            for number, (street, cards) in enumerate(
                [
                    ("Flop", ["2c", "3c", "4c"]),
                    ("Turn", ["5d"]),
                    ("River", ["Kd"]),
                    ("Flop", ["2s", "3s", "Qs"]),
                    ("Turn", ["6d"]),
                    ("River", ["9d"]),
                ],
                1,
            )
        ),
        {
            "id": 7,
            "street": "Showdown",
            "actions": [
                act(1, "Shows Cards", cards=CARDS[1]),
                act(2, "Shows Cards", cards=CARDS[2]),
            ],
        },
    ]
    hand["pots"] = [
        {
            "number": 0,
            "amount": 121,
            "rake": 0,
            "player_wins": [
                {"player_id": 1, "win_amount": 60.5},
                {"player_id": 2, "win_amount": 60.5},
            ],
        }
    ]
    history = read_hand(hand).unwrap()
    assert history.finishing_stacks == [100, Decimal("60.5"), 80]
    written = json.loads(get("ohh").write(history))["ohh"]
    assert [one["street"] for one in written["rounds"]].count("River") == 2
    assert written["flags"] == ["Run_It_Twice"]
    assert read_hand(written).unwrap() == history


def test_a_bomb_pot_with_two_boards() -> None:
    hand = make_hand(ante_amount=5, flags=["Bomb_Pot"], small_blind_amount=None)
    posts = [act(player, "Post Ante", 5) for player in (1, 2, 3)]
    hand["rounds"] = [
        {"id": 0, "street": "Preflop", "actions": posts},
        {"id": 1, "street": "Flop", "cards": ["2c", "3c", "4c"], "actions": []},
        {
            "id": 2,
            "street": "Flop",
            "cards": ["Qs", "3s", "9h"],
            "actions": [
                act(1, "Check"),
                act(2, "Check"),
                act(3, "Bet", 10),
                act(1, "Call", 10),
                act(2, "Fold"),
            ],
        },
        {"id": 3, "street": "Turn", "cards": ["5d"], "actions": []},
        {
            "id": 4,
            "street": "Turn",
            "cards": ["6d"],
            "actions": [act(1, "Bet", 20), act(3, "Fold")],
        },
    ]
    hand["pots"] = [
        {"number": 0, "amount": 35, "player_wins": [{"player_id": 1, "win_amount": 35}]}
    ]
    reading = read_hand(hand)
    history = reading.unwrap()
    assert history.board_count == 2
    assert history.finishing_stacks is not None and history.finishing_stacks[0] == 120
    assert {note.kind for note in reading.notes} == {"silent-check"}
    written = json.loads(get("ohh").write(history))["ohh"]
    assert [one["street"] for one in written["rounds"]] == [
        "Preflop",
        "Flop",
        "Flop",
        "Turn",
        "Turn",
    ]
    assert read_hand(written).unwrap() == history


def test_a_cap() -> None:
    hand = make_hand(bet_limit={"bet_type": "NL", "bet_cap": 30}, ante_amount=0, flags=["Cap"])
    hand["rounds"] = [
        {
            "id": 0,
            "street": "Preflop",
            "actions": [
                act(1, "Post SB", 0.5),
                act(2, "Post BB", 1),
                act(3, "Raise", 30),
                act(1, "Fold"),
                act(2, "Call", 29),
            ],
        },
        {"id": 1, "street": "Flop", "cards": ["2c", "3c", "4c"], "actions": []},
        {"id": 2, "street": "Turn", "cards": ["5d"], "actions": []},
        {"id": 3, "street": "River", "cards": ["Kd"], "actions": []},
        {
            "id": 4,
            "street": "Showdown",
            "actions": [
                act(3, "Shows Cards", cards=CARDS[3]),
                act(2, "Shows Cards", cards=CARDS[2]),
            ],
        },
    ]
    wins = [{"player_id": 2, "win_amount": 60.5}]
    hand["pots"] = [{"number": 0, "amount": 60.5, "rake": 0, "player_wins": wins}]
    history = read_hand(hand).unwrap()
    assert history.starting_stacks == [30, 30, 30]
    assert history.finishing_stacks == [Decimal("99.5"), 91, 50]
    written = json.loads(get("ohh").write(history))["ohh"]
    assert [one["starting_stack"] for one in written["players"]] == [100, 60.5, 80, 10]
    assert written["bet_limit"] == {"bet_type": "NL", "bet_cap": 30}
    assert read_hand(written).unwrap() == history


def test_side_pots() -> None:
    hand = make_hand(ante_amount=0, hero_player_id=None)
    hand["rounds"] = [
        {
            "id": 0,
            "street": "Preflop",
            "actions": [
                act(1, "Post SB", 0.5),
                act(2, "Post BB", 1),
                act(3, "Raise", 80, is_allin=True),
                act(1, "Call", 79.5),
                act(2, "Call", 59.5, is_allin=True),
            ],
        },
        {
            "id": 1,
            "street": "Flop",
            "cards": ["2c", "3c", "4h"],
            "actions": [],
        },
        {"id": 2, "street": "Turn", "cards": ["9d"], "actions": []},
        {"id": 3, "street": "River", "cards": ["Jd"], "actions": []},
        {
            "id": 4,
            "street": "Showdown",
            "actions": [act(number, "Shows Cards", cards=CARDS[number]) for number in (3, 1, 2)],
        },
    ]
    hand["pots"] = [
        {
            "number": 0,
            "amount": 181.5,
            "rake": 2,
            "player_wins": [{"player_id": 2, "win_amount": 179.5}],
        },
        {
            "number": 1,
            "amount": 39,
            "rake": 1,
            "player_wins": [{"player_id": 3, "win_amount": 38}],
        },
    ]
    history = read_hand(hand).unwrap()
    assert history.finishing_stacks == [20, Decimal("179.5"), 38]
    written = json.loads(get("ohh").write(history))["ohh"]
    assert canon(written["pots"]) == canon(hand["pots"])


def test_a_tournament() -> None:
    info = {
        "tournament_number": "555",
        "name": "Sunday",
        "start_date_utc": "2026-01-31T18:00:00Z",
        "currency": "USD",
        "buyin_amount": 10,
        "fee_amount": 1,
        "bounty_fee_amount": 5,
        "initial_stack": 5000,
        "type": "MTT",
        "flags": ["Bounty", "Re-Entry"],
        "speed": {"type": "Turbo", "round_time": 300},
    }
    bounties = [{"player_id": 1, "bounty_won": 2.5, "defeated_player_id": 2}]
    hand = make_hand(tournament=True, tournament_info=info, tournament_bounties=bounties)
    hand["players"][0]["player_bounty"] = 5
    history = read_hand(hand).unwrap()
    assert history.user_defined_fields["_tournament"] == "555"
    assert canon(json.loads(get("ohh").write(history))["ohh"]) == canon(hand)


def test_zero_is_a_player_like_others() -> None:
    hand = json.loads(
        json.dumps(make_hand())
        .replace('_id": 1', '_id": 0')
        .replace('"id": 1, "seat"', '"id": 0, "seat"')
    )
    assert read_hand(hand).unwrap().user_defined_fields["_hero"] == "Ann"


def test_games_that_have_no_room() -> None:
    stud = HandHistory(
        variant="F7S",
        antes=[1, 1],
        bring_in=1,
        small_bet=2,
        big_bet=4,
        starting_stacks=[50, 50],
        actions=[],
    )
    draw = HandHistory(
        variant="N2L1D",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[50, 50],
        actions=[],
    )
    for name in ("ohh", "ohh-simplified"):
        with pytest.raises(UnsupportedError, match=r"F7S.*stud has five, and no action brings in"):
            get(name).write(stud)
        with pytest.raises(UnsupportedError, match=r"N2L1D.*no action discards"):
            get(name).write(draw)


def test_json_is_written_exactly() -> None:
    value = {"a": Decimal("0.10"), "b": [1, "ä\ud800"], "c": None, "d": {}, "e": []}
    assert dump_json(value) == '{"a":0.10,"b":[1,"\\u00e4\\ud800"],"c":null,"d":{},"e":[]}'
    for indent in (None, 0, 3):
        (piece,) = split_documents(dump_json(value, indent))
        assert piece.value == value


@pytest.mark.parametrize("number", ["NaN", "sNaN", "Infinity", "-Infinity", "1E+999999"])
def test_numbers_that_are_none_are_no_integers(number: str) -> None:
    members = Members({"seat": Decimal(number)}, "players[0]", "ohh")
    with pytest.raises(ParseError) as caught:
        members.integer("seat")
    assert caught.value.code
