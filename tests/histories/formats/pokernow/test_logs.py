"""Reading PokerNow's logs and downloads."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

from croupier.histories import HandHistory, detect
from croupier.histories.formats.base import ReadResult
from croupier.histories.formats.pokernow.format import PokerNowFormat
from croupier.histories.formats.pokernow.lines import read_line, split_player
from croupier.histories.formats.sites.pokerstars_writer import write_pokerstars

from .logs import FOLDED, hand_lines, make_log, who

BLINDS = ("{Bob} posts a small blind of 5", "{Cat} posts a big blind of 10")


def read(text: str, hero: str = "") -> list[ReadResult]:
    return list(PokerNowFormat(hero).read(text))


def read_one(*lines: str, hero: str = "", **options: Any) -> HandHistory:
    (reading,) = read(make_log(hand_lines(*lines, **options)), hero)
    return reading.unwrap()


def test_rows_are_sorted_and_doubles_are_dropped() -> None:
    text = make_log(hand_lines(*FOLDED))
    header, *rows = text.splitlines()
    shuffled = "\n".join([header, *sorted(rows), *rows[:3]])
    assert detect(text).name == "pokernow"
    assert [one.unwrap() for one in read(shuffled)] == [one.unwrap() for one in read(text)]


@pytest.mark.parametrize("game", ["(No Limit Texas Hold'em)", "No Limit Texas Hold'em"])
def test_both_styles_of_the_first_line(game: str) -> None:
    history = read_one(*FOLDED, game=game)
    assert (history.variant, history.hand, history.players) == (
        "NT",
        "hand1",
        ["Bob", "Cat", "Ann"],
    )
    assert history.finishing_stacks == [495, 505, 500]


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("Pot Limit Omaha Hi", "PO"),
        ("Pot Limit Omaha Hi/Lo 8 or Better", "X:PO/8"),
        ("Pot Limit Omaha 5 Hi", "X:PO5"),
    ],
)
def test_games(game: str, variant: str) -> None:
    assert read_one(*FOLDED, game=f"({game})").variant == variant


def test_a_game_that_is_not_known_is_a_problem_and_the_next_hand_is_read() -> None:
    lines = hand_lines(*FOLDED, game="(Cribbage)") + hand_lines(*FOLDED, number=2)
    first, second = read(make_log(lines))
    assert first.history is None and "Cribbage" in str(first.problems[0])
    assert first.problems[0].line == 19
    assert second.ok


def test_a_straddle_is_live() -> None:
    history = read_one(
        *BLINDS,
        "{Ann} posts a straddle of 20",
        "{Bob} folds",
        "{Cat} calls 20",
        "{Ann} checks",
        "Flop:  [2♣, 3♣, 4♣]",
        "{Cat} checks",
        "{Ann} bets 20",
        "{Cat} folds",
        "Uncalled bet of 20 returned to {Ann}",
        "{Ann} collected 45 from pot",
    )
    assert history.blinds_or_straddles == [5, 10, 20]
    assert history.finishing_stacks == [495, 480, 525]


def test_missing_and_missed_blinds() -> None:
    stacks = {"Ann": "500", "Bob": "500", "Cat": "500", "Dan": "500"}
    history = read_one(
        *BLINDS,
        "{Dan} posts a missing small blind of 5",
        "{Dan} posts a missed big blind of 10",
        "{Dan} checks",
        "{Ann} folds",
        "{Bob} folds",
        "{Cat} checks",
        "Flop:  [2♣, 3♣, 4♣]",
        "{Cat} checks",
        "{Dan} bets 30",
        "{Cat} folds",
        "Uncalled bet of 30 returned to {Dan}",
        "{Dan} collected 30 from pot",
        stacks=stacks,
    )
    # The small blind is dead, the big one is live.
    assert history.antes == [0, 0, 5, 0]
    assert history.blinds_or_straddles == [5, 10, -10, 0]
    assert history.finishing_stacks == [495, 490, 515, 500]


def test_a_dead_small_blind_and_a_dead_button() -> None:
    stacks = {"Ann": "500", "Bob": "500", "Cat": "500"}
    history = read_one(
        "Dead Small Blind",
        "{Cat} posts a big blind of 10",
        "{Ann} calls 10",
        "{Bob} folds",
        "{Cat} checks",
        "Flop:  [2♣, 3♣, 4♣]",
        "{Cat} bets 10",
        "{Ann} folds",
        "Uncalled bet of 10 returned to {Cat}",
        "{Cat} collected 20 from pot",
        dealer=None,
        stacks=stacks,
    )
    assert history.players == ["Cat", "Ann", "Bob"]
    assert history.blinds_or_straddles == [10, 0, 0]
    text = write_pokerstars(history)
    assert "(5/10)" in text.splitlines()[0]
    assert "Cat: posts big blind 10" in text and "small blind" not in text
    assert f"Seat {3}: Cat (big blind)" in text


def test_other_hands_say_how_large_a_dead_small_blind_is() -> None:
    posted = ("{Bob} posts a small blind of 4", "{Cat} posts a big blind of 10")
    folded = ("{Ann} folds", "{Bob} folds")
    given = ("Uncalled bet of 6 returned to {Cat}", "{Cat} collected 8 from pot")
    lines = hand_lines(*posted, *folded, *given)
    won = ("Uncalled bet of 10 returned to {Cat}", "{Cat} collected 10 from pot")
    antes = [f"{{{name}}} posts an ante of {ante}" for name, ante in (("Ann", 5), ("Bob", 5))]
    lines += hand_lines(*antes, "Dead Small Blind", posted[1], *folded, *won, number=2)
    first, second = (one.unwrap() for one in read(make_log(lines)))
    assert first.blinds_or_straddles == [4, 10, 0]
    assert second.user_defined_fields["_small_blind"] == 4
    assert "(4/10)" in write_pokerstars(second).splitlines()[0]


def test_hands_of_tables_that_name_no_hand_are_told_apart() -> None:
    lines = [line.replace("(id: hand1)  ", "") for line in hand_lines(*FOLDED)]
    later = make_log(lines).replace("2026-01-31", "2026-02-01")
    hands = [read(log)[0].unwrap() for log in (make_log(lines), later)]
    assert [one.user_defined_fields["_hand_number"] for one in hands] == [1, 1]
    headers = {write_pokerstars(one).partition(":")[0] for one in hands}
    assert len(headers) == 2


def test_cents() -> None:
    history = read_one(
        "{Bob} posts a small blind of 0.25",
        "{Cat} posts a big blind of 0.50",
        "{Ann} raises to 1.50",
        "{Bob} folds",
        "{Cat} folds",
        "Uncalled bet of 1.00 returned to {Ann}",
        "{Ann} collected 1.25 from pot",
        stacks={"Ann": "25.00", "Bob": "50", "Cat": "12.50"},
    )
    assert history.finishing_stacks == [Decimal("49.75"), Decimal("12.00"), Decimal("25.75")]
    text = write_pokerstars(history)
    assert "($0.25/$0.50 USD)" in text and "raises $1 to $1.50" in text


def test_money_has_two_digits_where_a_log_has_one() -> None:
    lines = [line.replace("of 5", "of 0.5").replace("of 10", "of 1.0") for line in FOLDED]
    lines = [line.replace("collected 10", "collected 1.0") for line in lines]
    text = write_pokerstars(read_one(*lines, stacks={"Ann": "9", "Bob": "9", "Cat": "9.5"}))
    assert "($0.50/$1.00 USD)" in text and "Bob: posts small blind $0.50" in text


def test_it_is_run_twice() -> None:
    history = read_one(
        *BLINDS,
        "{Ann} folds",
        "{Bob} raises to 500 and go all in",
        "{Cat} calls 500 and go all in",
        "{Bob} shows a A♠, A♥.",
        "{Cat} shows a K♠, K♥.",
        "Remaining players decide whether to run it twice.",
        "{Bob} chooses to  run it twice.",
        "{Cat} chooses to  run it twice.",
        "All players in hand choose to run it twice.",
        "Flop:  [2♣, 3♣, 4♦]",
        "Turn: 2♣, 3♣, 4♦ [8♦]",
        "River: 2♣, 3♣, 4♦, 8♦ [9♦]",
        "Flop:  [K♣, 7♣, 4♥] (second run)",
        "Turn: K♣, 7♣, 4♥ [8♥] (second run)",
        "River: K♣, 7♣, 4♥, 8♥ [9♠] (second run)",
        "{Bob} collected 500 from pot with Pair, A's (combination: A♠, A♥, 9♦, 8♦, 4♦)",
        "{Cat} collected 500 from pot with Three of a Kind, K's on the second run",
    )
    assert history.finishing_stacks == [500, 500, 500]
    assert sum(action.count("d db") for action in history.actions) == 6


def test_a_bomb_pot_with_two_boards() -> None:
    history = read_one(
        "{Bob} posts a bet of 20 (bomb pot bet)",
        "{Cat} calls 20 (bomb pot bet)",
        "{Ann} calls 20 (bomb pot bet)",
        "Flop:  [2♣, 3♣, 4♦]",
        "Flop:  [K♣, 7♣, 4♥] (second board)",
        "{Bob} bets 60",
        "{Cat} calls 60",
        "{Ann} folds",
        "Turn: 2♣, 3♣, 4♦ [8♦]",
        "Turn: K♣, 7♣, 4♥ [8♥] (second board)",
        "{Bob} checks",
        "{Cat} checks",
        "River: 2♣, 3♣, 4♦, 8♦ [9♦]",
        "River: K♣, 7♣, 4♥, 8♥ [9♠] (second board)",
        "{Bob} checks",
        "{Cat} checks",
        "{Bob} shows a A♠, A♥.",
        "{Cat} shows a K♠, K♥.",
        "{Bob} collected 90 from pot with Pair, A's",
        "{Cat} collected 90 from pot with Three of a Kind, K's on the second board",
    )
    assert history.board_count == 2 and history.antes == [20, 20, 20]
    assert history.finishing_stacks == [510, 510, 480]


def test_a_bounty_is_outside_of_the_pot() -> None:
    (reading,) = read(
        make_log(
            hand_lines(
                *FOLDED,
                "{Ann} paid 10 for the 72 bounty to {Cat}",
                "{Bob} paid 10 for the 72 bounty to {Cat}",
                "{Cat} collected 20 from the 72 bounty",
            )
        )
    )
    history = reading.unwrap()
    assert history.finishing_stacks == [495, 505, 500]
    assert history.user_defined_fields["_seven_deuce"] == {"Ann": -10, "Bob": -10, "Cat": 20}
    assert "bounty" in [note.kind for note in reading.notes]


@pytest.mark.parametrize(
    "name",
    [
        'a" folds',
        "x @ y",
        '" calls 40 @ bbbbbbbbbb',
        "(500) | #x",
        "all in",
        "10♥",
        "-- ending",
        "[2♣]",
    ],
)
def test_hostile_names(name: str) -> None:
    token = f"{name} @ q7Wm2aO0hZ"
    assert split_player(token) == (name, "q7Wm2aO0hZ")
    for text, kind in (("folds", "fold"), ("raises to 40 and go all in", "raise")):
        line = read_line(f'"{token}" {text}')
        assert line is not None and (line.kind, line.player) == (kind, token)
    lines = [line.replace(who("Ann"), f'"{token}"') for line in hand_lines(*FOLDED)]
    (reading,) = read(make_log(lines))
    assert reading.unwrap().players == ["Bob", "Cat", name]


def test_players_of_one_name_are_told_apart() -> None:
    lines = [line.replace("Ann @", "Cat @") for line in hand_lines(*FOLDED)]
    (reading,) = read(make_log(lines))
    assert reading.unwrap().players == ["Bob", "Cat @ cccccccccc", "Cat @ aaaaaaaaaa"]


def test_a_player_gets_another_number_within_a_hand() -> None:
    lines = hand_lines(*FOLDED)
    change = (
        'The player "Cat @ newnewnewn" changed the ID from cccccccccc to newnewnewn because'
        " authenticated login."
    )
    lines[5:] = [change, *(line.replace("cccccccccc", "newnewnewn") for line in lines[5:])]
    (reading,) = read(make_log(lines))
    assert reading.unwrap().finishing_stacks == [495, 505, 500]


def test_cards_that_are_shown_after_the_hand() -> None:
    lines = [*hand_lines(*FOLDED), f"{who('Cat')} shows a 7♠.", f"{who('Cat')} shows a 10♥."]
    (reading,) = read(make_log(lines))
    history = reading.unwrap()
    assert "d dh p2 7sTh" in history.actions
    assert history.user_defined_fields["_shown_after"] == {"Cat": "7sTh"}


def test_the_owner_of_a_log_is_found_by_the_cards_that_were_shown() -> None:
    lines = hand_lines("Your hand is 7♠, 10♥", *FOLDED)
    lines += [f"{who('Cat')} shows a 7♠, 10♥."]
    lines += hand_lines("Your hand is 2♠, 3♥", *FOLDED, number=2)
    first, second = read(make_log(lines))
    assert first.unwrap().user_defined_fields["_hero"] == "Cat"
    assert "d dh p2 2s3h" in second.unwrap().actions


def test_an_owner_who_cannot_be_found_is_noted() -> None:
    log = make_log(hand_lines("Your hand is 7♠, 10♥", *FOLDED))
    (reading,) = read(log)
    assert [note.kind for note in reading.notes] == ["unknown-hero"]
    (reading,) = read(log, hero="Ann")
    assert "d dh p3 7sTh" in reading.unwrap().actions


def test_nobody_owns_a_log_who_showed_other_cards() -> None:
    lines = [*hand_lines("Your hand is 7♠, 10♥", *FOLDED), f"{who('Cat')} shows a 2♠, 3♥."]
    (reading,) = read(make_log(lines), hero="Cat")
    assert [note.kind for note in reading.notes] == ["unknown-hero"]
    assert "d dh p2 2s3h" in reading.unwrap().actions
    lines += hand_lines("Your hand is A♠, A♥", *FOLDED, number=2)
    lines.append(f"{who('Bob')} shows a A♠, A♥.")
    first, second = (one.unwrap() for one in read(make_log(lines), hero="Cat"))
    assert "d dh p1 7sTh" in first.actions and "d dh p1 AsAh" in second.actions


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("collected 10", "collected 11", "11"),
        ("posts a big blind of 10", "posts a big blind of 1O", "blind of 1O"),
        ("(500)", "(lots)", "no seat"),
        (f"-- ending hand #{1} --", "Somebody leaves", "no end"),
    ],
)
def test_what_is_wrong_is_said(old: str, new: str, said: str) -> None:
    lines = [line.replace(old, new) for line in hand_lines(*FOLDED)]
    lines += hand_lines(*FOLDED, number=2)
    first, second = read(make_log(lines))
    assert first.history is None
    assert said in " ".join(map(str, (*first.problems, *first.notes)))
    assert second.ok


def test_rows_that_are_none_are_problems() -> None:
    text = make_log(hand_lines(*FOLDED)).replace("order\n", "order\nodd,row\n", 1)
    first, second = read(text)
    assert first.problems[0].line == 2 and second.ok


def make_download(**changes: Any) -> dict[str, Any]:
    players = [
        {"id": "aaaaaaaaaa", "seat": 1, "name": "Ann", "stack": 1000, "hand": ["As", "Ah"]},
        {"id": "bbbbbbbbbb", "seat": 5, "name": "Bob", "stack": 2000},
    ]
    payloads = [
        {"type": 3, "seat": 1, "value": 50},
        {"type": 2, "seat": 5, "value": 100},
        {"type": 8, "seat": 1, "value": 300},
        {"type": 7, "seat": 5, "value": 300},
        {"type": 9, "turn": 1, "run": 1, "cards": ["2c", "3c", "10d"]},
        {"type": 0, "seat": 5},
        {"type": 8, "seat": 1, "value": 200},
        {"type": 11, "seat": 5},
        {"type": 16, "seat": 1, "value": 200},
        {"type": 10, "seat": 1, "value": 600, "pot": 0},
        {"type": 15},
    ]
    hand = {
        "id": "hand1",
        "handVersion": 2,
        "number": 3,
        "gameType": "th",
        "cents": True,
        "smallBlind": 50,
        "bigBlind": 100,
        "dealerSeat": 1,
        "startedAt": 1769889600000,
        "players": players,
        "events": [{"at": 0, "payload": payload} for payload in payloads],
    }
    return {"playerId": "aaaaaaaaaa", "gameId": "g", "hands": [hand | changes, hand]}


def test_a_download() -> None:
    text = json.dumps(make_download())
    assert detect(text).name == "pokernow"
    first, second = read(text)
    history = first.unwrap()
    assert history.finishing_stacks == [Decimal("17.00"), Decimal("13.00")]
    assert history.actions[:2] == ["d dh p1 ????", "d dh p2 AsAh"]
    assert str(history.moment) == "2026-01-31 20:00:00+00:00"
    assert second.ok


# A bet before the flop pays for the bomb pot, and one behind it is a bet, as a raise is.
@pytest.mark.parametrize("bet", [1, 8])
def test_a_download_of_a_bomb_pot_with_two_boards(bet: int) -> None:
    boards = [
        {"type": 9, "turn": turn, "run": run, "cards": cards}
        for turn, pair in enumerate(
            [(["2c", "3c", "4d"], ["Kc", "7c", "4h"]), (["8d"], ["8h"]), (["9d"], ["9s"])], 1
        )
        for run, cards in enumerate(pair, 1)
    ]
    checks = [{"type": 0, "seat": seat} for seat in (5, 1)]
    payloads = [
        {"type": 1, "seat": 1, "value": 200},
        {"type": 7, "seat": 5, "value": 200, "bombPot": True},
        *boards[:2],
        {"type": bet, "seat": 5, "value": 300},
        {"type": 7, "seat": 1, "value": 300},
        *boards[2:4],
        *checks,
        *boards[4:],
        *checks,
        {"type": 12, "seat": 5, "cards": ["Ks", "Kh"]},
        {"type": 12, "seat": 1, "cards": ["As", None]},
        {"type": 10, "seat": 1, "value": 500, "runNumber": 1},
        {"type": 10, "seat": 5, "value": 500, "runNumber": 2},
        {"type": 18, "receivedBounties": [], "paidBounties": []},
        {"type": 15},
    ]
    changes = {
        "bombPot": True,
        "doubleBoard": True,
        "cents": False,
        "events": [{"at": 0, "payload": payload} for payload in payloads],
    }
    first, _ = read(json.dumps(make_download(**changes)))
    history = first.unwrap()
    assert history.board_count == 2 and history.antes == [200, 200]
    assert history.finishing_stacks == [2000, 1000]
    assert [note.kind for note in first.notes] == ["bomb-pot", "not-understood"]


@pytest.mark.parametrize(
    "change",
    [
        {"players": 5},
        {"events": [{}]},
        {"events": [{"payload": {"type": 9, "turn": -1, "cards": []}}]},
        {"events": [{"payload": {"type": 9, "turn": 7, "cards": []}}]},
        {"events": [{"payload": {"type": [], "seat": 1}}]},
        {"events": [{"payload": {"type": 8, "seat": {}, "value": 1}}]},
        {"startedAt": 10**18},
        {"dealerSeat": []},
        {"players": []},
        {"players": [{"id": [], "seat": 1, "stack": 5}]},
    ],
)
def test_a_hand_of_a_download_that_is_wrong(change: dict[str, Any]) -> None:
    first, second = read(json.dumps(make_download(**change)))
    assert second.ok
    assert first.problems or change == {"dealerSeat": []}


def test_more_players_in_a_download_than_at_any_table() -> None:
    players = [{"id": f"p{seat}", "seat": seat, "name": "P", "stack": 5} for seat in range(1, 26)]
    first, second = read(json.dumps(make_download(players=players)))
    assert second.ok
    assert first.problems[0].code == "no-downloaded-hand"
    assert "25 players are more than 24" in str(first.problems[0])


def test_the_log_as_the_pages_get_it() -> None:
    rows = [
        {"at": "2026-01-31T20:00:00Z", "created_at": str(number), "msg": text}
        for number, text in enumerate(hand_lines(*FOLDED))
    ]
    text = json.dumps({"logs": rows[::-1], "infos": {}})
    assert detect(text).name == "pokernow"
    assert [one.ok for one in read(text)] == [True]
