"""The protocols of the computer poker competitions and of Pluribus."""

from __future__ import annotations

import pytest

from croupier.errors import ParseError, UnsupportedError
from croupier.games import FixedLimitTexasHoldem, NoLimitTexasHoldem
from croupier.histories import HandHistory

from .hands import CHECK_DOWN, DEAL, make

NO_LIMIT = NoLimitTexasHoldem((), True, 0, (50, 100), 100)
LIMIT = FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20)
LINE = "STATE:33:fr225fr700ffc/cr1255c/cr3000f:8d5h|6sTs|4d9h|7c7d|4sQc|KhKc/4c2s7h/Js:0|0|0|0|0|0"


def test_the_protocol_has_states_with_answers() -> None:
    lines = list(make(*DEAL, "p2 cbr 6", "p1 cc", "d db 2c7d9h").to_acpc_protocol(0, 5))
    assert lines == [
        ("S->", "MATCHSTATE:0:5::AsAh|\r\n"),
        ("S->", "MATCHSTATE:0:5:r6:AsAh|\r\n"),
        ("<-C", "MATCHSTATE:0:5:r6:AsAh|:c\r\n"),
        ("S->", "MATCHSTATE:0:5:r6c/:AsAh|/2c7d9h\r\n"),
    ]


def test_a_call_that_ends_the_round_is_told_at_once() -> None:
    lines = list(make(*DEAL, "p2 cbr 6", "p1 cc", hand=5).to_acpc_protocol(1))
    assert lines[-1] == ("S->", "MATCHSTATE:1:5:r6c:|KsKh\r\n")


def test_cards_may_be_dealt_one_at_a_time() -> None:
    history = make("d dh p1 As", "d dh p2 ??", "d dh p1 Ah", "d dh p2 ??", "p2 f")
    assert next(history.to_acpc_protocol(0, 1))[1] == "MATCHSTATE:0:1::AsAh|\r\n"


def test_what_the_protocols_have_no_room_for_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="hand number"):
        list(make(*DEAL, "p2 f").to_acpc_protocol(0))
    with pytest.raises(UnsupportedError, match="must be known"):
        list(make("d dh p1 ????", "d dh p2 ????", "p2 f").to_acpc_protocol(0, 1))
    with pytest.raises(UnsupportedError, match="none of the ACPC protocol"):
        list(make(variant="PO").to_acpc_protocol(0, 1))
    with pytest.raises(UnsupportedError, match="no player 2"):
        list(make(*DEAL).to_acpc_protocol(2, 1))
    with pytest.raises(UnsupportedError, match="none of the Pluribus protocol"):
        make(variant="FT").to_pluribus_protocol(1)
    with pytest.raises(UnsupportedError, match="hand number"):
        make(*DEAL, hand="one").to_pluribus_protocol()


def test_logs_are_read() -> None:
    log = (
        "# name/game/hands\n"
        "STATE:0:r300c/cc/r900f:9s8h|JdTc/8c8d5c/6s:300|-300:Ann|Bob\n"
        "Ann|Bob:1:b50b100r20000c///:AsAh|KsKh/2c7d9h/Jc/3d:20000|-20000\n"
        "SCORE:1|-1:Ann|Bob\n"
    )
    first, second = HandHistory.from_acpc_protocol(NO_LIMIT, 20_000, log, error_status=True)
    assert (first.hand, first.players) == (0, ["Ann", "Bob"])
    assert first.user_defined_fields == {"_results": [300, -300]}
    assert first.actions[2:] == [
        "p2 cbr 300",
        "p1 cc",
        "d db 8c8d5c",
        "p1 cc",
        "p2 cc",
        "d db 6s",
        "p1 cbr 600",
        "p2 f",
    ]
    assert first.replay(strict=True).state.payoffs == [300, -300]
    assert second.replay(strict=True).state.payoffs == [20_000, -20_000]
    limit = "STATE:7:rrc/cc/cc/cc:AsAh|KsKh/2c7d9h/Jc/3d:30|-30:Ann|Bob"
    (history,) = HandHistory.from_acpc_protocol(LIMIT, 1_000, limit, error_status=True)
    assert history.variant == "FT"
    assert history.replay(strict=True).state.payoffs == [30, -30]


def test_lines_that_cannot_be_read_are_counted_and_reported() -> None:
    log = "STATE:3:q:AsAh|KsKh:0|0:Ann|Bob\nSTATE:4:c:AsAh|KsKh:0|0:Ann|Bob\n"
    with pytest.raises(ParseError, match=r"'q' is no betting.*line 1"):
        list(HandHistory.from_acpc_protocol(NO_LIMIT, 20_000, log, error_status=True))
    histories = HandHistory.from_acpc_protocol(NO_LIMIT, 20_000, log)
    with pytest.warns(UserWarning, match="cannot be played"), pytest.raises(StopIteration) as end:
        next(histories)
    assert end.value.value == 2


def test_lines_of_pluribus() -> None:
    line = f"{LINE}:a|b|c|d|e|f"
    (history,) = HandHistory.from_pluribus_protocol(line, error_status=True)
    assert (history.hand, history.variant, history.min_bet) == (33, "NT", 100)
    assert history.finishing_stacks == [10_000] * 6
    assert history.to_pluribus_protocol() == line
    assert [one.code for one in history.check()] == ["finishing-stacks"]
    hidden = make("d dh p1 ????", *CHECK_DOWN[1:4], hand=1)
    assert hidden.to_pluribus_protocol() == "STATE:1:cc:|KsKh:-2|-2:p1|p2"
