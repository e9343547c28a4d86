"""Open Hand History as pokernow2gw writes it: what it prints, leaves out, and gets wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest

from .hands import FORMS, Form, Json, Official, Simplified, messages, rewrite


def body(text: str) -> list[str]:
    """Return the lines between the cards and what was collected."""
    return text.partition("[As Kd]\n")[2].partition("*** SUMMARY ***")[0].splitlines()


@FORMS
def test_what_is_done_on_every_street(form: Form) -> None:
    act = form.act
    actions = [
        act("Ann", "postAnte", 0.25),
        act("Bob", "postAnte", 0.25),
        act("Ann", "postSB", 1),
        act("Bob", "postBB", 2),
        act("Ann", "raise", 6),
        act("Bob", "call", 4),
        act("Bob", "check", street="flop"),
        act("Ann", "bet", 8, "flop"),
        act("Bob", "raise", 20, "flop"),
        act("Ann", "call", 12, "flop"),
        act("Bob", "bet", 30, "turn"),
        act("Ann", "call", 30, "turn"),
        act("Bob", "bet", 50, "river"),
        act("Ann", "fold", street="river"),
        act("Bob", "uncalled", 50, "river"),
        act("Bob", "collect", 112.5, "showdown"),
    ]
    text, result = rewrite(form.document(form.hand(actions, {"Bob": 112.5})))
    assert body(text) == [
        "Ann: posts an ante of 0.25",
        "Bob: posts an ante of 0.25",
        "Ann: posts small blind 1",
        "Bob: posts big blind 2",
        "Ann: raises to 6",
        "Bob: calls 4",
        "*** FLOP *** [2c 3c 4c]",
        "Bob: checks",
        "Ann: bets 8",
        "Bob: raises to 20",
        "Ann: calls 12",
        "*** TURN *** [2c 3c 4c] [5d]",
        "Bob: bets 30",
        "Ann: calls 30",
        "*** RIVER *** [2c 3c 4c 5d] [6h]",
        "Bob: bets 50",
        "Ann: folds",
        "Uncalled bet (50) returned to Bob",
        "Bob: doesn't show hand",
        "Bob collected 112.50 from pot",
    ]
    assert text.partition("*** SUMMARY ***\n")[2].splitlines() == [
        "Total pot 112.50 | Rake 0",
        "Board [2c 3c 4c 5d 6h]",
        "Seat 1: Ann (small blind) folded on the River",
        "Seat 2: Bob (big blind) collected (112.50)",
    ]
    assert not result.entries


@FORMS
@pytest.mark.parametrize(
    ("kind", "amount", "line"),
    [
        ("call", 1, "Ann: calls 1 and is all-in"),
        ("bet", 5, "Ann: bets 5 and is all-in"),
        # The ante is added, as if the amount had none of it.
        ("raise", 9, "Ann: raises to 9.50 and is all-in"),
    ],
)
def test_all_in(form: Form, kind: str, amount: int, line: str) -> None:
    ante = "ante" if form is Simplified else "ante_amount"
    actions = [
        form.act("Ann", "postSB", 1),
        form.act("Bob", "postBB", 2),
        form.act("Ann", kind, amount, isAllIn=True),
    ]
    text, _ = rewrite(form.document(form.hand(actions, {}, **{ante: 0.5})))
    assert body(text)[-1] == line


@FORMS
@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("FOLD", "Ann: folds"),
        ("check", "Ann: checks"),
        ("Call", "Ann: calls 0"),
        ("post sb", "Ann: posts small blind 3"),
        ("postsb", "Ann: posts small blind 3"),
        ("Post BB", "Ann: posts big blind 3"),
        ("postBB", "Ann: posts big blind 3"),
        ("POST ANTE", "Ann: posts an ante of 3"),
        ("postante", "Ann: posts an ante of 3"),
        ("Uncalled", "Uncalled bet (3) returned to Ann"),
    ],
)
def test_actions_are_spelled_either_way(form: Form, said: str, line: str) -> None:
    action = form.act("Ann", "bet", 3)
    action["actionType" if form is Simplified else "action"] = said
    text, _ = rewrite(form.document(form.hand([action], {})))
    assert body(text) == [line]


@FORMS
@pytest.mark.parametrize("said", ["Straddle", "Dealt Cards", "Shows Cards", "allin", ""])
def test_other_actions_are_not_known(form: Form, said: str) -> None:
    action = form.act("Ann", "bet", 3)
    action["actionType" if form is Simplified else "action"] = said
    good = form.hand([], {})
    text, result = rewrite(form.document(good, form.hand([action], {}), good))
    assert text.count("*** SUMMARY ***") == 2
    assert (result.read, result.converted, result.skipped) == (3, 2, 1)
    (reason,) = messages(result, "skipped")
    place = (
        "hands[1].actions[0].actionType" if form is Simplified else "rounds[0].actions[0].action"
    )
    assert f"{place}: pokernow2gw does not know {said!r}" in reason
    assert result.entries[0].hand == "7"


@FORMS
def test_an_unknown_street_is_the_first(form: Form) -> None:
    action = form.act("Ann", "check", street="flop")
    hand = form.hand([action], {})
    if form is Simplified:
        action["street"] = "Fifth"
    else:
        hand["rounds"][1]["street"] = "Fifth"
    text, result = rewrite(form.document(hand))
    assert "Ann: checks" in body(text) and "*** FLOP ***" not in text
    assert messages(result, "not-carried") == ["the street 'Fifth' is taken for the first"]


@FORMS
def test_what_is_done_at_the_showdown_has_no_line(form: Form) -> None:
    actions = [form.act("Ann", "bet", 3, "showdown"), form.act("Bob", "fold", street="showdown")]
    text, _ = rewrite(form.document(form.hand(actions, {})))
    assert body(text) == []
    assert text.endswith("Seat 1: Ann (button) \nSeat 2: Bob folded before Flop (didn't bet)\n")


def test_cards_of_later_streets_alone() -> None:
    actions = [
        Simplified.act("Ann", "check", street=street) for street in ("flop", "turn", "river")
    ]
    hand = Simplified.hand(actions, {}, board={"turn": "5d", "river": "6h"})
    text, _ = rewrite(Simplified.document(hand))
    assert body(text) == [
        "*** TURN *** [] [5d]",
        "Ann: checks",
        "*** RIVER *** [ 5d] [6h]",
        "Ann: checks",
    ]
    assert "Board" not in text


def test_a_flop_of_two_cards_is_none() -> None:
    hand = Official.hand([Official.act("Ann", "check", street="flop")], {})
    hand["rounds"][1]["cards"] = ["2c", "3c"]
    assert "*** FLOP ***" not in rewrite(Official.document(hand))[0]
    hand["rounds"][1]["cards"] = ["2c", "3c", "4c", "5c"]
    assert "*** FLOP *** [2c 3c 4c]\n" in rewrite(Official.document(hand))[0]


def test_a_second_board_replaces_the_first() -> None:
    hand = Official.hand([Official.act("Ann", "check", street="river")], {})
    hand["rounds"].append({"street": "River", "cards": ["9s"], "actions": []})
    text, result = rewrite(Official.document(hand))
    assert "*** RIVER *** [2c 3c 4c 5d] [9s]" in text
    assert messages(result, "not-carried") == [
        "a street comes twice, and its first cards are left out"
    ]


def test_cards_are_written_as_they_stand() -> None:
    hand = Simplified.hand([], {}, heroCards=["10h", "aS"])
    assert "Dealt to Ann [10h aS]" in rewrite(Simplified.document(hand))[0]


def test_shown_cards_of_the_simplified_form_are_those_of_winners() -> None:
    actions = [Simplified.act(name, "show", street="showdown") for name in ("Bob", "Ann")]
    winners = [{"player": "Ann", "amount": 9, "handCards": ["As", "Kd"]}]
    text, _ = rewrite(Simplified.document(Simplified.hand(actions, {}, winners=winners)))
    assert body(text) == ["*** SHOW DOWN ***", "Ann: shows [As Kd]", "Ann collected 9 from pot"]
    assert text.endswith("Seat 1: Ann (button) collected (9)\nSeat 2: Bob showed and lost\n")


def test_shown_cards_of_the_official_form_are_those_of_players() -> None:
    hand = Official.hand([Official.act("Ann", "show", street="showdown")], {"Ann": 9})
    assert body(rewrite(Official.document(hand))[0]) == [
        "*** SHOW DOWN ***",
        "Ann: shows [As Kd]",
        "Ann collected 9 from pot",
    ]


def test_every_pot_has_a_line_and_the_summary_has_the_first() -> None:
    hand = Official.hand([], {})
    hand["pots"] = [
        {"player_wins": [{"player_id": 1, "win_amount": amount}]} for amount in (10, 4.5)
    ]
    text, _ = rewrite(Official.document(hand))
    assert body(text) == [
        "Ann: doesn't show hand",
        "Ann: doesn't show hand",
        "Ann collected 10 from pot",
        "Ann collected 4.50 from pot",
    ]
    assert "Total pot 14.50 | Rake 0" in text and "Seat 1: Ann (button) collected (10)" in text


def test_nobody_at_the_table_does_and_wins_nothing() -> None:
    hand = Official.hand([Official.act("Ann", "check")], {"Ann": 3})
    # Nobody may do what is not known.
    hand["rounds"][0]["actions"].append({"player_id": None, "action": "Add to Pot", "amount": 5})
    hand["pots"][0]["player_wins"].append({"player_id": 9, "win_amount": 1})
    text, result = rewrite(Official.document(hand))
    assert "Total pot 3 |" in text
    assert messages(result, "not-carried") == [
        "an action of nobody at the table is left out",
        "a win of nobody at the table is left out",
    ]


def test_a_name_without_a_seat_is_written() -> None:
    hand = Simplified.hand([Simplified.act("Zoe", "check")], {"Yan": 2})
    text, result = rewrite(Simplified.document(hand), hero="Xia")
    assert "Dealt to Xia [As Kd]\nZoe: checks\n" in text and "Yan collected 2 from pot" in text
    assert messages(result, "not-carried") == [
        f"{name} has no seat" for name in ("Xia", "Zoe", "Yan")
    ]


def test_going_on_after_a_fold_moves_it() -> None:
    actions = [
        Simplified.act("Bob", "fold"),
        Simplified.act("Bob", "call", street="turn"),
    ]
    text, _ = rewrite(Simplified.document(Simplified.hand(actions, {})))
    assert text.endswith("Seat 2: Bob folded on the Turn\n")


@FORMS
@pytest.mark.parametrize(
    ("dealer", "button", "note"),
    [
        # Seats 3, 6 and 9 become 1, 2 and 3, and the dealer's number stays.
        (3, 3, "the button of Ann is on seat 3"),
        (9, 1, "the button of Cat is on seat 1"),
        (2, 2, "nobody has the button: it is on seat 2"),
        (None, 1, "nobody has the button: it is on seat 1"),
    ],
)
def test_the_button_of_seats_with_gaps(
    form: Form, dealer: int | None, button: int, note: str
) -> None:
    names = {9: "Cat", 3: "Ann", 6: "Bob"}
    if form is Simplified:
        players = [{"seatNumber": seat, "name": name, "stack": 5} for seat, name in names.items()]
        changes: Json = {"players": players, "dealer": {"seatNumber": dealer}}
    else:
        players = [
            {"id": seat, "seat": seat, "name": name, "starting_stack": 5, "cards": ["As", "Kd"]}
            for seat, name in names.items()
        ]
        changes = {"players": players, "dealer_seat": dealer, "hero_player_id": 3}
    text, result = rewrite(form.document(form.hand([], {}, **changes)))
    assert text.splitlines()[1:5] == [
        f"Table 'PokerNow 7' 3-max Seat #{button} is the button",
        "Seat 1: Ann (5 in chips)",
        "Seat 2: Bob (5 in chips)",
        "Seat 3: Cat (5 in chips)",
    ]
    assert messages(result, "not-carried") == [note]


@FORMS
def test_cash(form: Form) -> None:
    actions = [form.act("Ann", "postSB", 0.5), form.act("Ann", "raise", 3)]
    text, _ = rewrite(form.document(form.hand(actions, {"Ann": 3.5})), cash=True, site="Home")
    assert text.splitlines()[:3] == [
        "Home Hand #7: Hold'em No Limit ($1/$2 USD) - 2026/01/31 20:00:00 UTC",
        f"Table '{form.table}' 2-max Seat #{1} is the button",
        "Seat 1: Ann ($200 in chips)",
    ]
    assert body(text) == [
        "Ann: posts small blind $0.50",
        "Ann: raises $2.50 to $3",
        "Ann: doesn't show hand",
        "Ann collected $3.50 from pot",
    ]
    assert "Total pot $3.50 | Rake $0\n" in text and "collected ($3.50)" in text


@pytest.mark.parametrize("currency", ["Chips", "chips", "CHIPS"])
def test_chips_are_no_dollars(currency: str) -> None:
    hand = Official.hand([Official.act("Ann", "postSB", 0.5)], {"Ann": 3.5}, currency=currency)
    text, result = rewrite(Official.document(hand), cash=True)
    assert "$" not in text and "USD" not in text and "Hold'em No Limit (1/2) - 2026" in text
    assert not result.entries


def test_other_money_becomes_dollars() -> None:
    text, result = rewrite(Official.document(Official.hand([], {}, currency="EUR")), cash=True)
    assert "($1/$2 USD)" in text
    assert messages(result, "not-carried") == ["the currency EUR is left out"]


@pytest.mark.parametrize(
    ("site", "table", "shown"),
    [("S", "T", "S - T"), ("", "T", "T"), ("S", "", "Poker Now"), ("", "", "Poker Now")],
)
def test_names_of_tables(site: str, table: str, shown: str) -> None:
    document = Official.document(Official.hand([], {}, site_name=site, table_name=table))
    assert f"\nTable '{shown}' 2-max" in rewrite(document, cash=True)[0]
    assert "\nTable 'PokerNow 7' 2-max" in rewrite(document)[0]


@FORMS
@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("America/New_York", "15:00:00 ET"),
        ("America/Denver", "13:00:00 MT"),
        ("Asia/Tokyo", "05:00:00 JST"),
        ("Europe/Berlin", "21:00:00 CET"),
        ("Asia/Kolkata", "01:30:00 Asia/Kolkata"),
    ],
)
def test_zones_and_their_labels(form: Form, zone: str, shown: str) -> None:
    document = form.document(form.hand([], {}))
    assert rewrite(document, cash=True, time_zone=zone)[0].splitlines()[0].endswith(shown)
    time, _, label = shown.partition(" ")
    heading = rewrite(document, time_zone=zone)[0].splitlines()[0]
    assert heading.endswith(time) and label not in heading


@pytest.mark.parametrize(
    ("percent", "cap", "rake"),
    [
        ("0", "4", "0"),
        ("5", "0", "50"),
        ("5", "100", "50"),
        ("5", "4", "8"),
        ("2.5", "0.1", "0.20"),
    ],
)
@FORMS
def test_rake_is_named_and_not_taken(form: Form, percent: str, cap: str, rake: str) -> None:
    document = form.document(form.hand([], {"Ann": 1000}))
    text, _ = rewrite(document, rake_percent=Decimal(percent), rake_cap=Decimal(cap))
    assert f"Ann collected 1000 from pot\n*** SUMMARY ***\nTotal pot 1000 | Rake {rake}\n" in text


def test_binary_fractions_show() -> None:
    actions = [
        Simplified.act("Bob", "postSB", 0.3),
        Simplified.act("Ann", "bet", 2.3),
        Simplified.act("Bob", "call", 2),
    ]
    hand = Simplified.hand(actions, {"Ann": 0.2, "Bob": 0.7, "Cat": 0.1}, ante=0.155)
    hand["actions"].append(Simplified.act("Ann", "postAnte", 0.155))
    text, _ = rewrite(Simplified.document(hand))
    # The program subtracts binary fractions, so that 2.3 less 0.3 is not quite 2.
    assert "Bob: calls 2.00\nAnn: posts an ante of 0.15\n" in text
    assert "Total pot 1.00 | Rake 0" in text
