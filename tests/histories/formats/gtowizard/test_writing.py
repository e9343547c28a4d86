"""Text for GTO Wizard: the way pokernow2gw writes it, and by way of PokerStars' text."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.compat.pokernow2gw.names import numeric_id, short_name
from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.errors import SetupError, UnsupportedError
from croupier.histories import HandHistory, read
from croupier.histories.formats import get
from croupier.histories.formats.sites.gtowizard import prepare
from croupier.histories.pipeline.converting import Conversion, convert
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from shared import data_path


def compatible_text(text: str, **options: Any) -> str:
    out = io.StringIO()
    compatible = CompatibleOptions(**{"hero": "Ann", **options})
    convert(text, Conversion(target="gtowizard", compatible=compatible), out)
    return out.getvalue()


@pytest.fixture
def log() -> Path:
    (path,) = data_path("pokernow", "pokernow2gw").glob("*.csv")
    return path


def test_the_golden_file_to_the_byte(log: Path) -> None:
    out = io.StringIO()
    options = CompatibleOptions(hero="whywaita")
    result = convert(log, Conversion(target="gtowizard", compatible=options), out)
    assert out.getvalue().encode() == log.with_suffix(".txt").read_bytes()
    assert (result.read, result.converted, result.skipped) == (121, 121, 0)
    assert result.kinds == {"not-carried": 3}


def test_all_hands_of_that_log_reconcile_by_way_of_pokerstars(log: Path) -> None:
    out = io.StringIO()
    result = convert(log, Conversion(target="gtowizard"), out)
    text = out.getvalue()
    assert (result.converted, result.skipped) == (121, 0)
    before = [one.unwrap() for one in read(log)]
    after = [one.unwrap() for one in read(text, "pokerstars")]
    assert len(after) == 121
    for one, other in zip(before, after, strict=True):
        # What is read back was proved: contributions, pots, rake and stacks.
        assert other.finishing_stacks == one.finishing_stacks
        assert other.actions[len(one.starting_stacks) :] == one.actions[len(one.starting_stacks) :]
    for hand in text.split("\n\n\n"):
        board = hand.partition("Board [")[2].partition("]")[0].split()
        assert ("*** FLOP ***" in hand) == (len(board) >= 3)
        assert ("*** TURN ***" in hand) == (len(board) >= 4)
        assert ("*** RIVER ***" in hand) == (len(board) == 5)
        assert f"Seat #{10} is the button" not in hand


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("test123", "17066136185775469334"),
        ("xyz789", "6504957911579380203"),
        ("noncons01", "13372294122307939540"),
        ("42", "42"),
    ],
)
def test_numbers_of_hands(name: str, number: str) -> None:
    assert numeric_id(name) == number


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("whywaita @ DtjzvbAuKs", "whywaita"),
        ("spa @ ces @ ZQfm6ZDMPO", "spa@ces"),
        ("@atsymbols@@@ @ 3mid0aO0hZ", "@atsymbols@@@"),
        ("player name @ abc", "playername"),
        ("nobody", "nobody"),
    ],
)
def test_names_of_players(player: str, name: str) -> None:
    assert short_name(player) == name


def test_cash_and_rake() -> None:
    text = compatible_text(
        make_log(hand_lines("Your hand is A♠, 10♥", *FOLDED)),
        cash=True,
        time_zone="America/New_York",
        site="Home",
        rake_percent=Decimal(5),
        rake_cap=Decimal("0.02"),
    )
    lines = text.splitlines()
    name = f"Home Hand #{numeric_id('hand1')}"
    assert lines[0] == f"{name}: Hold'em No Limit ($5/$10 USD) - 2026/01/31 15:00:00 ET"
    assert lines[1] == f"Table 'Poker Now' 3-max Seat #{1} is the button"
    assert "Dealt to Ann [As Th]" in lines
    assert "Total pot $10 | Rake $0.20" in lines


@pytest.mark.parametrize(
    ("filters", "kept"),
    [
        ({}, [2, 3, 4]),
        ({"heads_up": True}, [2]),
        ({"spin_and_go": True}, [3]),
        ({"tournaments": True}, [4]),
        ({"heads_up": True, "tournaments": True}, [2, 4]),
    ],
)
def test_filters(filters: dict[str, Any], kept: list[int]) -> None:
    options = CompatibleOptions(hero="Ann", **filters)
    assert [count for count in (2, 3, 4) if options.allows(count)] == kept
    assert not options.allows(11)
    log = make_log(hand_lines("Your hand is A♠, 10♥", *FOLDED))
    assert bool(compatible_text(log, **filters)) == (3 in kept)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (hand_lines(*FOLDED, game="(Pot Limit Omaha Hi)"), "knows only"),
        (hand_lines(*FOLDED, stacks={"Ann": "1.50", "Bob": "9", "Cat": "9"}), "whole chips"),
        (hand_lines(*FOLDED)[:-1], "no end"),
    ],
)
def test_what_the_program_cannot_read_is_skipped(lines: list[str], reason: str) -> None:
    out = io.StringIO()
    options = CompatibleOptions(hero="Ann")
    conversion = Conversion(target="gtowizard", compatible=options)
    result = convert(make_log(lines + hand_lines(*FOLDED, number=2)), conversion, out)
    assert (result.converted, result.skipped) == (1, 1)
    assert reason in next(one.message for one in result.entries if one.kind == "skipped")


def test_cards_that_are_not_dealt_are_no_street() -> None:
    lines = hand_lines(
        "Your hand is A♠, 10♥",
        *FOLDED[:-1],
        "Flop:  [2♣, 3♣, 4♣]",
        "Undealt cards: 2♣, 3♣, 4♣ [5♦, 6♦]",
        *FOLDED[-1:],
    )
    text = compatible_text(make_log(lines))
    assert "*** FLOP ***" not in text and "Board [2c 3c 4c]" in text


def test_other_formats_are_refused_with_a_way_out() -> None:
    written = get("pokerstars").write(
        HandHistory(
            variant="NT",
            antes=[0, 0],
            blinds_or_straddles=[1, 2],
            min_bet=2,
            starting_stacks=[200, 200],
            actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
        )
    )
    conversion = Conversion(target="gtowizard", compatible=CompatibleOptions(hero="Ann"))
    result = convert(written, conversion, io.StringIO())
    assert (result.converted, result.skipped) == (0, 0)
    assert result.failure
    assert "this is PokerStars text: convert it without --compat" in result.entries[0].message


@pytest.mark.parametrize(
    "options", [{"hero": ""}, {"time_zone": "Mars/Olympus"}, {"rake_percent": Decimal(-1)}]
)
def test_options_that_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        CompatibleOptions(**{"hero": "Ann", **options})


def make_history(count: int, **fields: Any) -> HandHistory:
    deals = [f"d dh p{number} ????" for number in range(1, count + 1)]
    folds = [f"p{number} f" for number in [*range(3, count + 1), 1]]
    return HandHistory(
        variant="NT",
        antes=[0] * count,
        blinds_or_straddles=[1, 2] + [0] * (count - 2),
        min_bet=2,
        starting_stacks=[200] * count,
        actions=deals + folds,
        **fields,
    )


def test_seats_without_gaps() -> None:
    history = make_history(3, seats=[9, 10, 4], user_defined_fields={"_button": 6})
    ready, _ = prepare(history, cash=True)
    assert ready.seats == [2, 3, 1] and ready.user_defined_fields["_button"] == 1
    assert history.seats == [9, 10, 4] and history.user_defined_fields == {"_button": 6}


def test_too_many_players() -> None:
    with pytest.raises(UnsupportedError, match="11 players"):
        prepare(make_history(11))
