"""Malformed and unusual documents: what other readers take in silence, or get wrong."""

from __future__ import annotations

import warnings
from decimal import Decimal
from math import inf
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import ParseError, PokerError, ReplayError
from croupier.histories import HandHistory, check, read_action, read_all
from histories.hands import CHECK_DOWN, DEAL, document, make


def errors(text: str) -> list[tuple[str, str | None]]:
    return [(one.code, one.field) for one in check(text) if one.is_error]


# Numbers.


@pytest.mark.parametrize("text", ["2.50", "2.5", "1e3", "0.10", "100.0", "1_000.5"])
def test_digits_are_kept(text: str) -> None:
    history = HandHistory.loads(document(*DEAL).replace("min_bet = 2", f"min_bet = {text}"))
    assert history.min_bet == Decimal(text)
    assert isinstance(history.min_bet, Decimal)
    # Underscores and exponents are another way to write the same number.
    read_again = HandHistory.loads(history.dumps())
    assert str(read_again.min_bet) == str(Decimal(text))


@pytest.mark.parametrize(
    ("amount", "value"), [("1,000", 1000), ("1_000", 1000), ("1e1", 10), ("12.50", Decimal("12.5"))]
)
def test_amounts_as_people_write_them(amount: str, value: Any) -> None:
    stacks = [2000, 2000]
    history = make(*DEAL, f"p2 cbr {amount}", starting_stacks=stacks)
    assert history.replay().state.bets[1] == value


def test_a_comma_is_no_point() -> None:
    # Elsewhere this is ten.
    with pytest.raises(ReplayError, match="'1,0' is no amount"):
        make(*DEAL, "p2 cbr 1,0").replay()


@pytest.mark.parametrize("amount", ["nan", "inf", "-5", "0x10", "+5", "5.", ".5"])
def test_what_is_no_amount_is_an_error_of_our_own(tmp_path: Path, amount: str) -> None:
    history = make(*DEAL, f"p2 cbr {amount}")
    with pytest.raises(ReplayError, match="is no amount"):
        history.replay()
    (tmp_path / "hand.phh").write_text(history.dumps(), encoding="utf-8")
    (batch,) = read_all(tmp_path)
    assert [problem.action for problem in batch.problems] == [3]


# Players and cards.


@pytest.mark.parametrize("player", ["p+2", "p02", "p0", "p-1", "p2.0", "P2", "p", "2"])
def test_nobody_is_counted_from_the_end(player: str) -> None:
    for text in (f"{player} f", f"d dh {player} AsKs"):
        with pytest.raises(ParseError):
            read_action(text)


@pytest.mark.parametrize("cards", ["10hAs", "Th,As", "10h,As"])
def test_tens_and_commas_are_read(cards: str) -> None:
    state = make(f"d dh p1 {cards}").replay().state
    assert [repr(card) for card in state.hole_cards[0]] == ["Th", "As"]
    assert errors(document(f"d dh p1 {cards}")) == [("notation", "actions")]


def test_half_known_cards_are_read() -> None:
    state = make("d dh p1 A??s").replay().state
    assert [repr(card) for card in state.hole_cards[0]] == ["A?", "?s"]
    assert errors(document("d dh p1 A??s")) == [("notation", "actions")]


@pytest.mark.parametrize(
    ("commentary", "kept"), [("# x", "x"), ("#x", "x"), ("#", ""), ("#  x ", " x ")]
)
def test_commentaries_need_no_space(commentary: str, kept: str) -> None:
    state = make(*DEAL, f"p2 f {commentary}").replay(strict=True).state
    assert [one.commentary for one in state.operations if one.commentary is not None] == [kept]
    board = make(*CHECK_DOWN[:4], f"d db 2c7d9h {commentary}").replay(strict=True).state
    assert board.operations[-1].commentary == kept


def test_a_line_of_words_does_nothing() -> None:
    assert make(*DEAL, "#x", "   ", "", "p2 f").replay(strict=True).state.stacks == [201, 199]


# Arrays.


def test_one_number_for_all_and_too_few_numbers() -> None:
    assert make(*DEAL, "p2 f", antes=3).replay().state.stacks == [204, 196]
    assert errors(document(*DEAL, "p2 f", antes=3)) == [("type", "antes")]
    for antes in ([0], [0, 0, 0]):
        text = document(*DEAL, "p2 f", antes=antes)
        assert errors(text) == [("length", "antes")]
        with pytest.raises(ParseError, match="must have 2 values"):
            HandHistory.loads(text, strict=True)


def test_fields_that_have_no_meaning_are_kept() -> None:
    text = document(*DEAL, "p2 f", small_bet=2, bring_in=1)
    history = HandHistory.loads(text)
    assert (history.small_bet, history.bring_in) == (2, 1)
    assert history.dumps() == text
    assert {one.code for one in check(text)} == {"superfluous"}


def test_the_abbreviation_of_a_zone_is_a_field() -> None:
    text = document(*DEAL, "p2 f", time_zone_abbreviation="ET")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        history = HandHistory.loads(text)
    assert history.time_zone_abbreviation == "ET"
    assert not history.user_defined_fields
    assert not check(text)


# Documents.


def test_one_bad_hand_does_not_hide_the_others(tmp_path: Path) -> None:
    good = document(*DEAL, "p2 f")
    path = tmp_path / "hands.phhs"
    path.write_text(f"[3]\n{good}\n\n[5]\nvariant = \n\n[7]\n{good}\n", encoding="utf-8")
    (batch,) = read_all(path)
    assert [(one.key, one.ended) for one in batch] == [("3", True), ("5", False), ("7", True)]
    with pytest.raises(ParseError, match="line 11, column 11"):
        list(HandHistory.loads_all(path.read_text(encoding="utf-8")))


def test_keys_survive() -> None:
    text = f"[3]\n{document()}\n\n[x-1]\n{document()}"
    histories = list(HandHistory.loads_all(text))
    assert [history.key for history in histories] == ["3", "x-1"]
    assert HandHistory.dumps_all(histories) == text


def test_marks_and_carriage_returns(tmp_path: Path) -> None:
    text = document(*DEAL, "p2 f")
    path = tmp_path / "hand.phh"
    path.write_bytes(("\ufeff" + text.replace("\n", "\r\n") + "\r\n").encode())
    with path.open("rb") as file:
        assert HandHistory.load(file) == HandHistory.loads(text)
    (batch,) = read_all(path)
    assert (batch[0].stacks, batch.problems) == ((201, 199), [])
    assert batch.history(0) == HandHistory.loads(text)


@pytest.mark.parametrize(
    "fields",
    [
        {"variant": "XX"},
        {"min_bet": None},
        {"antes": [[0], 0]},
        {"starting_stacks": "all"},
        {"starting_stacks": [200, "all"]},
    ],
)
def test_what_cannot_begin_is_an_error_of_our_own(fields: dict[str, Any]) -> None:
    history = make(*DEAL, "p2 f", **fields)
    with pytest.raises(PokerError):
        history.replay()
    assert errors(history.dumps())


# Results.


def test_known_hands_win_whether_they_are_shown_or_not() -> None:
    # Elsewhere, the pot is shared in the first two.
    for end in ([], ["p1 sm ????", "p2 sm ????"], ["p1 sm -", "p2 sm -"], ["p1 sm AsAh", "p2 sm"]):
        assert make(*CHECK_DOWN, *end).replay().state.stacks == [202, 198]


def test_chips_do_not_vanish_when_everybody_mucks() -> None:
    state = make(*CHECK_DOWN, "p1 sm", "p2 sm").replay().state
    assert sum(state.stacks) + state.total_pot_amount == 400


def test_a_hidden_hand_does_not_win_from_one_that_is_shown() -> None:
    hidden = ["d dh p1 ????", *CHECK_DOWN[1:], "p1 sm ????", "p2 sm KsKh"]
    assert make(*hidden).replay().state.stacks == [198, 202]
    # Who it was stays open, and the record may say so.
    assert [one.code for one in make(*hidden, winnings=[4, 0]).check()] == ["winnings"]


def test_nobody_is_folded_or_checked_for() -> None:
    three = {"antes": [0] * 3, "blinds_or_straddles": [1, 2, 0], "starting_stacks": [50] * 3}
    deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    with pytest.raises(ReplayError, match="p1 is not to act: p3 is") as caught:
        make(*deal, "p1 f", **three).replay()
    assert caught.value.action == 4


def test_odd_chips_go_to_the_first_winner() -> None:
    values: dict[str, Any] = {"antes": [1, 1, 1], "starting_stacks": [3, 3, 3]}
    cards = ["d dh p1 AsKd", "d dh p2 AhKc", "d dh p3 2h3h", "p3 f", "p1 cc"]
    ends = ["p1 sm AsKd", "p2 sm AhKc", "d db QsJsTs", "d db 4c", "d db 4d"]
    values["blinds_or_straddles"] = [1, 2, 0]
    state = make(*cards, *ends, **values).replay().state
    assert state.stacks == [4, 3, 2]
    assert sum(state.stacks) == 9


def test_posts_are_live_bets() -> None:
    # A post of the small blind beside the big one cannot be told from a live one.
    history = make(
        *["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cc"],
        antes=[0] * 3,
        blinds_or_straddles=[5, 10, -5],
        min_bet=10,
        starting_stacks=[100] * 3,
    )
    assert history.replay().state.bets == [5, 10, 10]
    assert [(one.severity, one.code) for one in history.check()] == [("warning", "post")]


def test_raises_that_only_put_a_short_stack_all_in() -> None:
    history = make(*DEAL, "p2 cbr 6", "p1 cbr 9", "p2 cc", starting_stacks=[200, 9])
    assert [repair.kind for repair in history.replay().repairs] == ["raise-all-in"]


@pytest.mark.parametrize("blinds", [[0, 10], [10, 0]])
def test_one_blind_heads_up(blinds: list[int]) -> None:
    history = make(*DEAL, blinds_or_straddles=blinds, min_bet=10)
    state = history.replay().state
    # Whoever did not post is first to act.
    assert state.actor_index == state.bets.index(0)


def test_unknown_stacks_leave_payoffs_known() -> None:
    state = make(*DEAL, "p2 cbr 6", "p1 f", starting_stacks=[inf, inf]).replay().state
    assert (state.stacks, state.payoffs) == ([inf, inf], [-2, 2])
