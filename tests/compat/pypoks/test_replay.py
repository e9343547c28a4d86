"""HHtexts that are played again, and those that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.compat.pypoks import PTable, read_texts, write_texts
from croupier.errors import ParseError, PokerError, ReplayError

from .vectors import ERAS, rows, without_probs

# Whom pypoks seated at the table that each text was given to.
PLAYERS = {"2players_2bets": ["agent", "human"], "3players_2bets": ["a", "b", "c"]}
# What is deliberately different: a flop has three cards, and lines of positions are counted.
DIFFERENT = {
    "flop with four cards (accepted)": "3 are dealt here, not 4",
    "one POS line missing": "hh_mvh number of POS: not valid",
}


def table_of(row: dict[str, Any]) -> PTable:
    players = PLAYERS.get(row["config"], [f"p{number}" for number in range(6)])
    return PTable("table", row["config"], players, seed=1)


@pytest.mark.parametrize("era", ERAS)
def test_texts_are_played_and_refused_as_pypoks_does(era: str) -> None:
    cases = rows(era, "replay_cases.jsonl")
    for row in cases:
        table, case = table_of(row), row["case"]
        before = table.pl_ids
        if case in DIFFERENT or not row["ok"]:
            with pytest.raises(PokerError) as caught:
                table.run_hand(row["given"])
            error = caught.value
            # What pypoks reports as a KeyError is a text that cannot be read.
            kind = (
                ReplayError if row.get("exception", "PyPoksException") != "KeyError" else ParseError
            )
            assert type(error) is kind, case
            if kind is ReplayError:
                assert str(error).startswith(DIFFERENT.get(case, row.get("message"))), case
            assert error.line is not None
            assert row["given"][error.line - 1] == error.excerpt
            assert (table.pl_ids, table.hand_id) == (before, 0)
        else:
            hh = table.run_hand(row["given"])
            check_played(row, hh)
    assert sum(row["ok"] for row in cases) > 15 and not all(row["ok"] for row in cases)


def check_played(row: dict[str, Any], hh: Any) -> None:
    """Compare what the text gives; what follows is every table's own play."""
    expected, found = without_probs(row["events"]), without_probs(hh.events)
    given = [line.split() for line in row["given"]]
    asked = given[-1] == ["MOV:", "??"]
    moves = sum(words[0] == "MOV:" for words in given) - asked
    boards = [words[1:] for words in given if words[0] == "TCD:"]
    cards = sum(words[0] == "PLH:" for words in given)
    # Events up to the last line of the text, cards that are missing in it apart.
    end = [place for place, (name, _) in enumerate(expected) if name == "MOV"][:moves]
    last = end[-1] + 2 if end else next(i for i, (name, _) in enumerate(expected) if name == "PLH")
    for place in range(last):
        name, values = expected[place]
        if name == "PLH" and not cards:
            continue
        if name == "TCD" and [*values] not in boards:
            assert found[place][1][:2] == values[:2], row["case"]
            continue
        assert found[place] == expected[place], row["case"]
    if asked:
        # One more move, and nothing else.
        assert [name for name, _ in found[-2:]] == ["MOV", "T$$"]
        assert len(found) == len(expected) and not hh.finished
        assert hh.events[-2][1][3]
    else:
        assert hh.finished and sum(hh.results.values()) == 0
        if len(expected) == last + 1 + len(hh.players) + any(
            event == ["TST", [5]] for event in expected
        ):
            assert found == expected, row["case"]


def texts(**changes: str) -> list[str]:
    """Return a text with some lines changed."""
    lines = {
        "config": "GCF: 2players_2bets",
        "first": "POS: agent BTN 1000",
        "second": "POS: human BB 1000",
        "big": "PLH: human JD 6D",
        "button": "PLH: agent KH TC",
        "open": "MOV: agent BR6 37",
        "call": "MOV: human CLL 32",
        "flop": "TCD: DS 8D 3H",
        "check": "MOV: human CCK 0",
    }
    return [line for line in (lines | changes).values() if line]


def play(lines: list[str] | str, **options: Any) -> Any:
    return PTable("table", "2players_2bets", ["agent", "human"], seed=1).run_hand(lines, **options)


@pytest.mark.parametrize(
    ("changes", "kind", "message", "line"),
    [
        ({"second": "POS: human BB"}, ParseError, "a player, a position and a stack", 3),
        ({"second": "POS: human BB x"}, ParseError, "a whole number of chips is expected", 3),
        ({"second": "POS: human BB 900"}, ReplayError, "hh_mvh player cash start not valid", 3),
        ({"big": "PLH: human JD"}, ParseError, "a player and two cards is expected", 4),
        ({"big": "PLH: human JD JD"}, ReplayError, "hh_mvh player human cards not valid: JD", 4),
        ({"big": "PLH: human XS JD"}, ParseError, "no card that can be dealt", 4),
        ({"flop": "TCD: DS 8D Kh"}, ParseError, "'Kh' is written in another way", 8),
        ({"flop": "TCD: DS 8D KH"}, ReplayError, "hh_mvh table card KH at state 2 not valid", 8),
        ({"flop": "TCD:"}, ParseError, "one card or three is expected", 8),
        ({"call": "MOV: human"}, ParseError, "a player, a move and its chips", 7),
        ({"call": "MOV: human CLL -1"}, ParseError, "a whole number of chips", 7),
        ({"call": "MOV: human CCK 0"}, ReplayError, "is not allowed: FLD, CLL, BR3, BR6 are", 7),
        ({"call": "MOV: human CLL 31"}, ReplayError, "should have 32", 7),
        ({"call": ""}, ReplayError, "a move of human is expected here", 7),
        ({"call": "MOV: human FLD 0"}, ReplayError, "the hand is over before this line", 8),
        ({"call": "MOV: ??"}, ReplayError, "the hand is over before this line", 8),
        ({"config": "GCF:"}, ParseError, "the name of a game config is expected", 1),
    ],
)
def test_wrong_texts_are_refused_with_their_lines(
    changes: dict[str, str], kind: type[ParseError], message: str, line: int
) -> None:
    with pytest.raises(kind) as caught:
        play(texts(**changes))
    assert message in str(caught.value)
    assert caught.value.line == line
    assert type(caught.value) is kind


def test_the_order_of_players_is_checked() -> None:
    table = PTable("t", "3players_2bets", ["a", "b", "c"])
    with pytest.raises(ReplayError, match="hh_mvh order of players not valid"):
        table.run_hand(["POS: a SB 500", "POS: c BB 500", "POS: b BTN 500"])
    with pytest.raises(ReplayError, match="hh_mvh number of POS: not valid"):
        table.run_hand([])
    hh = table.run_hand(["POS: c SB 500", "POS: a BB 500", "POS: b BTN 500"])
    assert hh.players == ("c", "a", "b") and table.pl_ids == ("a", "b", "c")


def test_names_are_checked_where_it_is_asked_for() -> None:
    swapped = texts(big="PLH: agent JD 6D", button="PLH: human KH TC")
    assert play(swapped).events[9] == ("PLH", ("human", "JD", "6D"))
    with pytest.raises(ReplayError, match="the cards of human are expected here"):
        play(swapped, strict=True)
    wrong = texts(call="MOV: agent CLL 32")
    assert play(wrong).finished
    with pytest.raises(ReplayError, match="it is the turn of human, not of agent"):
        play(wrong, strict=True)
    with pytest.raises(ReplayError, match="the table plays 2players_2bets"):
        play(texts(config="GCF: 3players_2bets"), strict=True)


def test_a_text_may_stop_where_it_ends() -> None:
    hh = play(texts(), play_on=False)
    assert not hh.finished and hh.events[-2][0] == "MOV"
    assert write_texts(read_texts(texts())) == write_texts(hh)


def test_cards_of_later_lines_are_not_dealt_by_chance() -> None:
    # Hole cards come by chance, and never are those of the board.
    lines = [line for line in texts(flop="TCD: DS") if not line.startswith("PLH")]
    rest = ["MOV: agent CCK 0", "TCD: 2S", "MOV: human CCK 0", "MOV: agent CCK 0", "TCD: 2H"]
    for seed in range(300):
        table = PTable("t", "2players_2bets", ["agent", "human"], seed=seed)
        hh = table.run_hand([*lines, *rest], play_on=False)
        board = [card for name, values in hh.events if name == "TCD" for card in values]
        assert (board[0], *board[3:]) == ("DS", "2S", "2H") and len({*board}) == 5


def test_players_are_asked_where_the_text_asks() -> None:
    asked = []

    def policy(decision: Any) -> list[float]:
        asked.append(decision)
        return [0.5, 0.0, 0.0, 0.5, 0.0]

    table = PTable("t", "2players_2bets", ["agent", "human"], policies={"agent": policy}, seed=1)
    hh = table.run_hand([*texts(), "MOV: ??"])
    assert [decision.player for decision in asked] == ["agent"]
    assert asked[0].moves_cash == (0, 0, 0, 42, 126)
    move = hh.events[-2][1]
    assert move[0] == "agent" and move[1] in (0, 3) and move[3] == [0.5, 0, 0, 0.5, 0]


def test_a_text_says_its_config() -> None:
    with pytest.raises(ParseError, match="does not say its game config"):
        read_texts(texts(config=""))
