"""People in PokerNow's logs, not names; and what the log says is never changed in silence."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from croupier.cli import run
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.formats.extensions import Extensions, Saying
from croupier.histories.formats.pokernow.format import PokerNowFormat
from croupier.histories.pipeline.converting import Conversion, convert

from .logs import FOLDED, hand_lines, make_log


def rename(lines: list[str], old: str, new: str) -> list[str]:
    return [line.replace(old, new) for line in lines]


def read(lines: list[str]) -> list[HandHistory]:
    return [reading.unwrap() for reading in PokerNowFormat().read(make_log(lines))]


FIRST = hand_lines(*FOLDED, number=1)
SECOND = hand_lines(*FOLDED, number=2)
# Bob of the second hand is somebody else.
OTHER_BOB = rename(SECOND, "Bob @ bbbbbbbbbb", "Bob @ xxxxxxxxxx")
# In the second hand Bob calls himself otherwise.
BOBBY = rename(SECOND, "Bob @ bbbbbbbbbb", "Bobby @ bbbbbbbbbb")


def test_two_of_one_name_stay_two_in_different_hands() -> None:
    one, other = read([*FIRST, *OTHER_BOB])
    assert one.players == ["Bob @ bbbbbbbbbb", "Cat", "Ann"]
    assert other.players == ["Bob @ xxxxxxxxxx", "Cat", "Ann"]
    known = Extensions.of(other)
    assert known.player_ids["Bob @ xxxxxxxxxx"] == "xxxxxxxxxx"
    assert known.said_names == {"Bob @ xxxxxxxxxx": "Bob"}


def test_one_of_two_names_stays_one() -> None:
    one, other = read([*FIRST, *BOBBY])
    assert one.players == other.players == ["Bobby", "Cat", "Ann"]
    assert Extensions.of(one).said_names == {"Bobby": "Bob"}
    assert not Extensions.of(other).said_names
    notes = [note.kind for note in next(PokerNowFormat().read(make_log([*FIRST, *BOBBY]))).notes]
    assert notes == ["name"]


def test_one_of_two_numbers_stays_one() -> None:
    line = 'The player "Bob @ xxxxxxxxxx" changed the ID from bbbbbbbbbb to xxxxxxxxxx because'
    one, other = read([*FIRST[:-1], f"{line} authenticated login.", FIRST[-1], *OTHER_BOB])
    assert one.players == other.players == ["Bob", "Cat", "Ann"]
    ids = {Extensions.of(history).player_ids["Bob"] for history in (one, other)}
    assert ids == {"xxxxxxxxxx"}


@pytest.mark.parametrize("target", ["pokerstars", "ohh", "phh"])
def test_people_stay_people_in_all_formats(target: str) -> None:
    for lines, count in (([*FIRST, *OTHER_BOB], 4), ([*FIRST, *BOBBY], 3)):
        out = io.StringIO()
        result = convert(make_log(lines), Conversion(target=target), out)
        assert result.converted == 2
        readings = get(target).read(out.getvalue())
        names = {name for reading in readings for name in reading.unwrap().players or ()}
        assert len(names) == count, names


@pytest.mark.parametrize("hero", ["Bob", "Bobby", "bbbbbbbbbb"])
def test_heroes_are_found_by_all_their_names(hero: str) -> None:
    out = io.StringIO()
    result = convert(
        make_log([*FIRST, *BOBBY]), Conversion(target="phh", hero=hero, only_hero=True), out
    )
    assert result.of_hero == (1 if hero == "Bob" else 2)
    assert "_hero = 'Bobby'" in out.getvalue()


SMALL_RAISE = hand_lines(
    "{Bob} posts a small blind of 5",
    "{Cat} posts a big blind of 10",
    "{Ann} raises to 100 and go all in",
    "{Bob} raises to 120",
    "{Cat} folds",
    "Flop:  [2♣, 3♦, 4♥]",
    "Turn: 2♣, 3♦, 4♥ [9♠]",
    "River: 2♣, 3♦, 4♥, 9♠ [J♠]",
    "Uncalled bet of 20 returned to {Bob}",
    "{Bob} shows a A♣, A♦.",
    "{Ann} shows a K♣, K♦.",
    "{Bob} collected 210 from pot with Pair, A's",
    stacks={"Ann": "100", "Bob": "125", "Cat": "110"},
)


def test_a_raise_that_is_too_small_is_kept_as_it_was_said() -> None:
    (history,) = read(SMALL_RAISE)
    raises = [action for action in history.actions if " cbr " in action]
    assert raises[1] != "p1 cbr 120"
    number = history.actions.index(raises[1]) + 1
    assert Extensions.of(history).said == [Saying(number, "raises to 120")]
    # Texts have what was said, and what comes back is what nobody called of it.
    text = get("pokerstars").write(history)
    assert "Bob: raises 20 to 120\n" in text
    assert "Uncalled bet (20) returned to Bob" in text
    assert '"action":"Raise","amount":115}' in get("ohh").write(history)
    for format in ("pokerstars", "ohh", "phh"):
        (again,) = get(format).read(get(format).write(history))
        assert again.unwrap().actions == history.actions, format
        if format != "ohh":
            assert Extensions.of(again.unwrap()).said == Extensions.of(history).said, format


def test_cards_that_the_winner_shows_after_the_hand_are_told() -> None:
    lines = hand_lines(*FOLDED)
    (history,) = read([*lines, '"Cat @ cccccccccc" shows a Q♥, J♥.'])
    assert Extensions.of(history).shown_after == {"Cat": "QhJh"}
    assert "Cat: shows [Qh Jh]" in get("pokerstars").write(history)
    for format in ("pokerstars", "ohh"):
        (again,) = get(format).read(get(format).write(history))
        assert Extensions.of(again.unwrap()).shows == {"Cat": "QhJh"}, format


def test_pluribus_gets_a_number_for_every_hand() -> None:
    six = dict.fromkeys(("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"), "10000")
    lines = hand_lines(
        "{Bob} posts a small blind of 50",
        "{Cat} posts a big blind of 100",
        *(f"{{{name}}} folds" for name in ("Dan", "Eve", "Fay", "Ann", "Bob")),
        "Uncalled bet of 50 returned to {Cat}",
        "{Cat} collected 100 from pot",
        number=7,
        stacks=six,
    )
    text = make_log(lines).replace("Eve @ zzzzzzzzzz", "Eve @ eeeeeeeeee")
    out = io.StringIO()
    result = convert(text, Conversion(target="pluribus"), out)
    assert (result.converted, result.skipped) == (1, 0), result.entries
    assert out.getvalue().startswith("STATE:7:")


def test_levels_and_games_are_told_to_gto_wizard() -> None:
    doubled = [line.replace(" 10", " 20").replace(" 5", " 10") for line in FOLDED]
    lines = [*FIRST, *hand_lines(*doubled, number=2), *hand_lines(*FOLDED, number=3)]
    out = io.StringIO()
    convert(make_log(lines), Conversion(target="gtowizard"), out)
    heads = [line for line in out.getvalue().splitlines() if " Hand #" in line]
    assert [head.partition(" - ")[2].partition(" (")[0] for head in heads] == [
        "Level I",
        "Level II",
        "Level I",
    ]
    omaha = hand_lines(*FOLDED, game="(Pot Limit Omaha Hi)")
    result = convert(make_log(omaha), Conversion(target="gtowizard"), io.StringIO())
    assert result.kinds["game"] == 1


@pytest.mark.parametrize("target", ["pokerstars", "ohh", "ohh-simplified", "phh"])
def test_two_of_one_name_in_two_logs_are_told_in_the_report(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, lines in (("a", FIRST), ("b", OTHER_BOB)):
        (tmp_path / f"{name}.csv").write_text(make_log(lines), encoding="utf-8")
    logs = [str(tmp_path / f"{name}.csv") for name in "ab"]
    report = tmp_path / "report.json"
    options = ["--to", target, "-o", str(tmp_path / "out"), "--report", str(report)]
    assert run(["convert", *logs, *options]) == 0
    said = " ".join(capsys.readouterr().err.split())
    told = f"Bob is xxxxxxxxxx here, but bbbbbbbbbb in {logs[0]}: both become one player"
    document = json.loads(report.read_text(encoding="utf-8"))
    if target == "phh":
        assert told not in said
        assert "same-name" not in document["kinds"]
    else:
        assert f"same-name: once, {logs[1]}: {told}" in said
        assert document["kinds"]["same-name"] == 1
