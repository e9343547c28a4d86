"""Both forms of Open Hand History, in the order of the document of pokernow2gw."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import run
from croupier.histories import detect
from croupier.histories.formats import get
from shared import data_path

from .documents import fenced_blocks, markdown_sections, read_document, sections_of
from .ohh_blocks import (
    BLOCKS,
    BOARD,
    DEALER,
    DOCUMENT,
    HAND,
    PLAYER,
    SPEC_ROOT,
    WINNER,
    Json,
    act,
    make_hand,
    make_spec_hand,
    read_hand,
    read_one,
    rewrite,
)


def test_the_sections_are_those_of_the_document() -> None:
    assert sections_of(__file__, "test_ohh_format_official.py") == markdown_sections(
        read_document(DOCUMENT)
    )


def test_the_blocks_are_those_of_the_document() -> None:
    found: list[Any] = []
    for block in fenced_blocks(read_document(DOCUMENT)):
        if block.startswith("{"):
            found.append(json.loads(block.replace("[...]", '["…"]').replace("{...}", '["…"]')))
        else:
            found.append(block.strip())
    assert found == [without_dots(block) for block in BLOCKS]


def without_dots(value: Any) -> Any:
    if value in ([...], {...}):
        return ["…"]
    if isinstance(value, dict):
        return {name: without_dots(one) for name, one in value.items()}
    return value


# Section: OHH (Open Hand History) Format
# Section: Overview


def test_two_forms_are_read_and_told_apart() -> None:
    simplified = json.dumps({"version": "1.0", "hands": [make_hand()]})
    official = json.dumps({"ohh": make_spec_hand()})
    assert detect(simplified).name == "ohh-simplified" and read_one(simplified).ok
    assert detect(official).name == "ohh" and read_one(official).ok


# Section: Format 1: Simplified OHH Format
# Section: Root Object


def test_a_document_has_a_version_and_hands() -> None:
    text = json.dumps({"version": "1.0", "hands": [make_hand(), make_hand(handId="2")]})
    readings = list(get("ohh-simplified").read(text))
    assert [one.unwrap().hand for one in readings] == ["1234567890", "2"]
    written = json.loads(get("ohh-simplified").write(readings[0].unwrap()))
    assert list(written) == ["version", "hands"] and written["version"] == "1.0"


# Section: Hand Object


def test_the_hand_is_read_played_and_written() -> None:
    reading = read_hand(make_hand())
    history = reading.unwrap()
    assert not reading.notes
    assert history.players == ["Player2", "Player1"]
    assert history.starting_stacks == [1500, 1000]
    # 1420 is both antes, 300 and 400 of each.
    assert history.finishing_stacks == [790, 1710]
    assert list(history.replay().state.stacks) == [790, 1710]
    assert read_hand(rewrite(reading)).unwrap() == history


# Section: Hand Properties

# What a hand becomes when a property is left out; what cannot be read without it says so.
PROPERTIES = {
    "handId": None,
    "handNumber": None,
    "gameType": None,
    "tableName": None,
    "startTime": None,
    "blinds": None,
    "ante": None,
    "players": "players: expected two or more",
    "dealer": None,
    "heroCards": None,
    "board": "is not to act",
    "actions": "players win 1420 of 0",
    "winners": None,
}


def test_the_properties_are_those_of_the_hand() -> None:
    assert list(PROPERTIES) == list(HAND)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_is_read_and_written_again(name: str) -> None:
    written = rewrite(read_hand(make_hand()))
    if name == "actions":
        # Actions that are not all-in need not say so.
        assert [plain(one) for one in written[name]] == [plain(one) for one in make_hand()[name]]
    else:
        assert written[name] == make_hand()[name]


def plain(action: Json) -> Json:
    return {name: value for name, value in action.items() if value is not False}


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_may_be_left_out_where_the_hand_can_be_played_without(name: str) -> None:
    # The document calls few of them optional: docs/formats/ohh.md says why more are.
    hand = make_hand()
    del hand[name]
    reading = read_hand(hand)
    if PROPERTIES[name] is None:
        assert reading.unwrap().finishing_stacks == [790, 1710]
    else:
        assert not reading.ok and str(PROPERTIES[name]) in str(reading.problems[0])


def test_properties_become_fields() -> None:
    history = read_hand(make_hand()).unwrap()
    assert (history.hand, history.table, history.variant) == ("1234567890", "Test Table", "NT")
    assert (history.year, history.month, history.day) == (2025, 11, 15)
    assert str(history.time).startswith("05:08:29")
    assert history.moment is not None and history.moment.utcoffset() is not None
    assert sorted(history.blinds_or_straddles or []) == [50, 100]
    assert history.antes == [10, 10] and history.min_bet == 100
    assert history.seats == [2, 1]
    assert history.user_defined_fields["_hero"] == "Player1"


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("No Limit Texas Hold'em", "NT"),
        ("Limit Texas Hold'em", "FT"),
        ("Pot Limit Omaha", "PO"),
        ("Bridge", None),
    ],
)
def test_types_of_games(name: str, variant: str | None) -> None:
    hand = make_hand(gameType=name, heroCards=[], winners=[])
    hand["actions"] = [
        *hand["actions"][:4],
        act("Player1", "fold", "preflop"),
        act("Player2", "collect", "showdown", 120),
    ]
    del hand["board"]
    reading = read_hand(hand)
    if variant is None:
        assert "gameType: 'Bridge'" in str(reading.problems[0])
    else:
        assert reading.unwrap().variant == variant


# Section: Player Object


@pytest.mark.parametrize("name", PLAYER)
def test_a_player_has_a_seat_a_name_and_a_stack(name: str) -> None:
    hand = make_hand()
    del hand["players"][0][name]
    reading = read_hand(hand)
    assert not reading.ok
    assert ("'Player1' is no player" if name == "name" else "seatNumber, name and stack") in str(
        reading.problems[0]
    )


# Section: Dealer Reference


def test_the_dealer_is_a_seat() -> None:
    # Heads-up the dealer posts the small blind: the last of a history.
    history = read_hand(make_hand()).unwrap()
    assert (history.seats or [])[-1] == DEALER["seatNumber"]
    wrong = read_hand(make_hand(dealer={"seatNumber": 2}))
    # The blinds tell better who is.
    assert [note.kind for note in wrong.notes] == ["button"]
    assert wrong.unwrap().actions == history.actions


# Section: Board Object


@pytest.mark.parametrize(
    ("names", "streets"),
    [((), []), (("flop",), ["QhJhTh"]), (("flop", "turn"), ["QhJhTh", "2d"])],
)
def test_cards_of_the_board_are_optional(names: tuple[str, ...], streets: list[str]) -> None:
    hand = make_hand(board={name: BOARD[name] for name in names}, winners=[], heroCards=[])
    last = ["preflop", "flop", "turn"][len(names)]
    kept = hand["actions"][: (4, 6, 9)[len(names)]]
    bet = act("Player2", "bet", last, 100)
    ending = (
        [act("Player1", "fold", last)]
        if not names
        else [bet, act("Player1", "fold", last), act("Player2", "uncalled", last, 100)]
    )
    pot = (120, 620, 1420)[len(names)]
    hand["actions"] = [*kept, *ending, act("Player2", "collect", "showdown", pot)]
    history = read_hand(hand).unwrap()
    assert [one[5:] for one in history.actions if one.startswith("d db")] == streets


# Section: Action Object

ACTION_TYPES = (
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "postSB",
    "postBB",
    "postAnte",
    "show",
    "collect",
    "uncalled",
)
STREETS = ("preflop", "flop", "turn", "river", "showdown")


def uncalled_hand() -> Json:
    """Return a hand that ends with a fold."""
    hand = make_hand(winners=[{"player": "Player1", "amount": 1420}], heroCards=[])
    hand["actions"][-5:] = [
        act("Player2", "check", "river"),
        act("Player1", "bet", "river", 290, isAllIn=True),
        act("Player2", "fold", "river"),
        act("Player1", "uncalled", "river", 290),
        act("Player1", "collect", "showdown", 1420),
    ]
    return hand


def test_the_types_and_streets_are_those_of_the_document() -> None:
    text = read_document(DOCUMENT)
    part = text[text.index("### Action Object") : text.index("### Winner Object")]
    listed = [line.split("`")[1] for line in part.splitlines() if line.startswith("  - `")]
    assert listed == [*ACTION_TYPES, *STREETS]


@pytest.mark.parametrize("kind", ACTION_TYPES)
def test_a_type_of_action_is_read_and_written(kind: str) -> None:
    found = 0
    for hand in (make_hand(), uncalled_hand()):
        reading = read_hand(hand)
        assert reading.ok and not reading.notes
        chosen = [plain(one) for one in hand["actions"] if one["actionType"] == kind]
        written = rewrite(reading)["actions"]
        assert [plain(one) for one in written if one["actionType"] == kind] == chosen
        found += len(chosen)
    assert found


@pytest.mark.parametrize("street", STREETS)
def test_a_street_is_read_and_written(street: str) -> None:
    hand = make_hand()
    chosen = [plain(one) for one in hand["actions"] if one["street"] == street]
    written = rewrite(read_hand(hand))["actions"]
    assert chosen and [plain(one) for one in written if one["street"] == street] == chosen


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"player": "Zoe"}, "actions[7].player: 'Zoe' is no player"),
        ({"actionType": "jump"}, "actions[7].actionType: expected one of fold, check"),
        ({"street": "seventh"}, "actions[7].street: expected one of preflop, flop"),
        ({"amount": "many"}, "actions[7].amount"),
        ({"amount": -400}, "actions[7].amount"),
        ({"amount": 5000}, ""),
    ],
)
def test_what_is_no_action_is_refused(change: Json, said: str) -> None:
    hand = make_hand()
    hand["actions"][7] |= change
    reading = read_hand(hand)
    assert not reading.ok and said in str(reading.problems[0])


def test_all_in_follows_from_the_stacks_and_not_from_the_flag() -> None:
    reading = read_hand(uncalled_hand())
    (bet,) = [one for one in rewrite(reading)["actions"] if one.get("isAllIn")]
    assert (bet["actionType"], bet["amount"]) == ("bet", 290)
    # What is read is not believed: the stacks know.
    hand = make_hand()
    hand["actions"][7]["isAllIn"] = True
    assert read_hand(hand).unwrap() == read_hand(make_hand()).unwrap()


# Section: Winner Object


def test_a_winner_has_an_amount_and_perhaps_cards() -> None:
    history = read_hand(make_hand()).unwrap()
    assert history.winnings == [0, 1420]
    assert "p2 sm AhKh" in history.actions
    hand = make_hand(winners=[{"player": "Player1", "amount": 1420}])
    assert read_hand(hand).unwrap().winnings == [0, 1420]
    # The money has to be right.
    wrong = make_hand(winners=[WINNER | {"amount": 1421}])
    assert not read_hand(wrong).ok


# Section: Card Notation


@pytest.mark.parametrize("suit", "hdcs")
@pytest.mark.parametrize("rank", "AKQJT98765432")
def test_every_card_is_read(rank: str, suit: str) -> None:
    card = rank + suit
    known = "".join(read_hand(make_hand()).unwrap().actions)
    if card not in known:
        known = "".join(read_hand(make_hand(board=BOARD | {"river": card})).unwrap().actions)
    assert card in known


def test_a_ten_may_be_written_in_digits() -> None:
    hand = make_hand(board=BOARD | {"flop": ["Qh", "Jh", "10h"]})
    assert read_hand(hand).unwrap() == read_hand(make_hand()).unwrap()


@pytest.mark.parametrize("card", ["1h", "Ax", "11h", "A", "", "h", "AhKh"])
def test_what_is_no_card_is_refused(card: str) -> None:
    assert not read_hand(make_hand(board=BOARD | {"flop": ["Qh", "Jh", card]})).ok


# Section: Example


def test_the_example_of_the_simplified_form() -> None:
    (reading,) = get("ohh-simplified").read(data_path("ohh", "sample_ohh.json"))
    # Heads-up, the dealer does not act first on the flop: docs/formats/ohh.md.
    assert reading.history is None and "Player1 is not to act" in str(reading.problems[0])


# Section: Usage


def input_texts() -> dict[str, str]:
    return {
        "simplified": json.dumps({"version": "1.0", "hands": [make_hand()]}),
        "official": json.dumps(
            SPEC_ROOT | {"ohh": make_spec_hand(), "_profits": {}, "_ev_profits": {}}
        ),
    }


@pytest.mark.parametrize("form", ["simplified", "official"])
def test_a_file_is_converted_for_gto_wizard(form: str, tmp_path: Path) -> None:
    source, out = tmp_path / "input.json", tmp_path / "output.txt"
    source.write_text(input_texts()[form])
    hero = "Player1" if form == "simplified" else "PlayerName"
    assert run(["convert", str(source), "--to", "gtowizard", "--hero", hero, "-o", str(out)]) == 0
    text = out.read_text()
    assert text.startswith("PokerStars Hand #") and f"Dealt to {hero} [Ah Kh]" in text
    assert "*** FLOP *** [Qh Jh Th]" in text and "Board [Qh Jh Th 2d 3c]" in text


def test_the_standard_input_is_converted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = input_texts()["simplified"].encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert run(["convert", "-", "--to", "gtowizard", "--hero", "Player1", "-o", "-"]) == 0
    assert "Dealt to Player1 [Ah Kh]" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["simplified", "official"])
def test_a_file_is_converted_as_the_program_does(form: str, tmp_path: Path) -> None:
    source, out = tmp_path / "input.json", tmp_path / "output.txt"
    source.write_text(input_texts()[form])
    # What the document calls the program with, after its name.
    arguments = ["--hero-name", "YourName", "-o", str(out)]
    assert run(["convert", "--compat", "pokernow2gw", str(source), *arguments]) == 0
    text = out.read_text()
    assert "Dealt to YourName [Ah Kh]" in text and "*** FLOP *** [Qh Jh Th]" in text
    assert "Tournament #" in text and "Board [Qh Jh Th 2d 3c]" in text


@pytest.mark.parametrize("form", ["simplified", "official"])
def test_the_standard_input_is_converted_as_the_program_does(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = input_texts()[form].encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert run(["convert", "-", "--compat", "pokernow2gw", "--hero-name", "YourName"]) == 0
    assert "Dealt to YourName [Ah Kh]" in capsys.readouterr().out


def test_the_example_is_converted_as_the_program_does(tmp_path: Path) -> None:
    out = tmp_path / "output.txt"
    source = str(data_path("ohh", "sample_ohh.json"))
    arguments = ["--compat", "pokernow2gw", "--hero-name", "Player1", "-o", str(out)]
    assert run(["convert", source, *arguments]) == 0
    assert "Player1 collected 1420 from pot" in out.read_text()
    assert run(["convert", source, "--to", "gtowizard", "-o", str(out), "--force"]) == 1
