"""Hands without what leads to their players."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier import HandHistory
from croupier.cli import run
from croupier.histories import read
from croupier.histories.pipeline.anonymizing import Anonymizer
from croupier.histories.pipeline.converting import TARGETS, Conversion, convert
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from shared import data_path

HAND = HandHistory(
    variant="NT",
    antes=[0, 0],
    blinds_or_straddles=[1, 2],
    min_bet=2,
    starting_stacks=[100, 100],
    actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f # Robert sighs"],
    players=["Annabel", "Robert"],
    author="Annabel",
    event="Annabel's fiftieth",
    url="annabel.example",
    venue="Annabel's kitchen",
    address="1 Annabel Street",
    city="Annabelville",
    region="Annabelia",
    postal_code="ANN 1",
    country="Annabelland",
    hand="annabel-1",
    table="annabel-table",
    user_defined_fields={
        "_player_ids": {"Annabel": "annabel001", "Robert": "robert0002"},
        "_hero": "Annabel",
        "_tournament": "annabel-cup",
        "_network": "Annabel's club",
        "_sitting_out": [{"seat": 3, "player": "Robert II", "stack": 5, "note": "Robert's son"}],
        "_dead_posts": {"Robert": 1},
        "_remarks": ["Robert leaves"],
        "_annabels_own": "whatever Annabel wants",
        "_hand_number": 7,
        "_rake": 0,
        "_ohh": json.dumps(
            {
                "tournament": {"name": "Annabel Cup", "tournament_number": "annabel-cup", "fee": 5},
                "wins": [{"pot": 0, "player": "Annabel", "note": "Annabel again", "extra": 1}],
                "displays": {"Annabel": "ANNABEL"},
            }
        ),
    },
)


def test_nothing_that_names_anybody_is_left() -> None:
    hidden = Anonymizer("secret").apply(HAND)
    text = hidden.dumps().lower()
    for name in ("annab", "robert", "example", "ann 1", "whatever"):
        assert name not in text
    others = hidden.user_defined_fields
    assert (others["_hand_number"], others["_rake"]) == (7, 0)
    assert others["_hero"] == (hidden.players or [])[0]
    assert list(others["_player_ids"]) == hidden.players
    assert json.loads(others["_ohh"])["tournament"]["fee"] == 5
    assert json.loads(others["_ohh"])["tournament"]["tournament_number"] == others["_tournament"]
    # What was played is what it was.
    assert hidden.replay().state.stacks == HAND.replay().state.stacks
    # What is given is not changed.
    assert HAND.table == "annabel-table" and HAND.author == "Annabel"


def test_the_same_is_always_replaced_by_the_same() -> None:
    one, again = (Anonymizer("secret").apply(HAND) for _ in range(2))
    assert one == again
    other = Anonymizer("another secret").apply(HAND)
    for name in ("players", "table", "hand", "event"):
        assert getattr(one, name) != getattr(other, name)
    # A table and a hand of the same id do not give each other away.
    alike = Anonymizer("secret").apply(replace(HAND, table="x", hand="x", event="x"))
    said = [str(alike.table)[-8:], str(alike.hand)[:8], str(alike.event)[-8:]]
    assert len(set(said)) == 3


def test_numbers_stay_numbers_and_hands_stay_apart() -> None:
    anonymizer = Anonymizer("secret")
    hands = [anonymizer.apply(replace(HAND, hand=number, table=5)) for number in range(2000)]
    assert len({one.hand for one in hands}) == 2000
    assert all(isinstance(one.hand, int) for one in hands)
    assert {one.table for one in hands} == {hands[0].table} and hands[0].table != 5


def test_rooms_stay_and_other_venues_go() -> None:
    anonymizer = Anonymizer("secret")
    venues = [anonymizer.apply(replace(HAND, venue=one)).venue for one in ("PokerNow", "My flat")]
    assert venues == ["PokerNow", None]


def test_who_changes_the_name_keeps_the_other_name() -> None:
    ids = {"Windy": "annabel001", "Robert": "robert0002"}
    others = {**HAND.user_defined_fields, "_player_ids": ids}
    later = replace(HAND, players=["Windy", "Robert"], user_defined_fields=others)
    anonymizer = Anonymizer("secret")
    assert anonymizer.apply(later).players == anonymizer.apply(HAND).players


@pytest.mark.parametrize("target", TARGETS)
def test_the_address_of_a_game_is_in_no_format(target: str, tmp_path: Path) -> None:
    log = tmp_path / "poker_now_log_pgl8YxywQUwYJGjuJPGf4xU0h.csv"
    log.write_text(make_log(hand_lines(*FOLDED)), encoding="utf-8")
    out = io.StringIO()
    result = convert(log, Conversion(target=target, anonymous=True), out)
    assert result.converted == 1 or target == "pluribus"
    for leak in ("pgl8", "aaaaaaaaaa", "hand1", "Ann", "Cat"):
        assert leak not in out.getvalue()


def names_in(text: str) -> list[Any]:
    """Return the players of the first hand."""
    return list(next(iter(read(text))).unwrap().players or [])


def test_without_a_key_what_is_read_takes_its_place() -> None:
    log = make_log(hand_lines(*FOLDED))
    later = make_log(hand_lines(*FOLDED), first=176317560999900)
    outs = []
    for text, key in ((log, ""), (log, ""), (later, ""), (log, "k"), (later, "k")):
        out = io.StringIO()
        convert(text, Conversion(target="phh", anonymous=True, key=key), out)
        outs.append(out.getvalue())
    assert outs[0] == outs[1]
    assert len({tuple(names_in(out)) for out in outs}) == 3
    # With a key, a player has the same name in both.
    assert names_in(outs[3]) == names_in(outs[4])
    assert names_in(outs[0]) != [Anonymizer().rename(10 * letter) for letter in "bca"]


def test_files_of_one_run_fit_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        log = make_log(hand_lines(*FOLDED, number=number))
        (tmp_path / f"{number}.csv").write_text(log, encoding="utf-8")
    out = tmp_path / "out"
    paths = [str(tmp_path / f"{number}.csv") for number in (1, 2)]
    arguments = ["convert", *paths, "-o", f"{out}/", "--to", "phh", "--anonymize"]
    assert run([*arguments, "--key", "k"]) == 0
    assert "--key" not in capsys.readouterr().err
    assert run([*arguments, "--force"]) == 0
    assert "a --key gives the same in all files" in capsys.readouterr().err
    # Names of files may be addresses of games.
    assert sorted(path.name for path in out.iterdir()) == ["hands-1.phhs", "hands-2.phhs"]
    one, two = (names_in((out / f"hands-{number}.phhs").read_text()) for number in (1, 2))
    assert one == two


def test_a_real_log_gives_nothing_away(tmp_path: Path) -> None:
    log = sorted(data_path("pokernow", "logs").glob("*.csv"))[-1]
    names = {name for one in read(log) for name in one.unwrap().players or []}
    ids = {one for r in read(log) for one in r.unwrap().user_defined_fields["_player_ids"].values()}
    out = io.StringIO()
    convert(log, Conversion(target="phh", anonymous=True), out)
    text = out.getvalue()
    assert names and ids
    assert not [
        one for one in [*names, *ids, log.stem.removeprefix("poker_now_log_")] if one in text
    ]
