"""Names are text: they begin no lines, and no terminal obeys them."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import category

import pytest

from croupier.cli import run
from croupier.errors import UnsupportedError
from croupier.histories import HandHistory
from croupier.histories.formats import get
from croupier.histories.pipeline.losses import find_losses
from croupier.texts import fits_on_a_line, show_line

NASTY = {
    "line break": "Eve\nSeat 9: Mallory",
    "carriage return": "Eve\rMallory",
    "both": "Eve\r\nMallory: folds",
    "escape": "Eve\x1b[2J\x1b]0;title\x07",
    "C1 control": "Eve\x9b31m\x85x",
    "null": "Eve\0",
    "bidi": "Eve\u202eyrollaM\u2066",
    "zero width": "Eve\u200b\u200d\ufeff",
    "separators": "Eve\u2028Mallory\u2029",
    "tab": "Eve\tM",
}
# What may stand in what is shown: the ends of lines, and nothing else that cannot be seen.
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def make(name: str) -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0],
        blinds_or_straddles=[1, 2],
        min_bet=2,
        starting_stacks=[200, 200],
        actions=[
            "d dh p1 AhAs",
            "d dh p2 KdKc",
            "p2 cbr 6",
            "p1 cc",
            "d db 2c3d4h",
            "p1 cc",
            "p2 cc",
            "d db 8s",
            "p1 cbr 10",
            "p2 f",
        ],
        players=[name, "Bob"],
        table=f"T {name}",
        event=f"E {name}",
        venue=name,
        hand=12,
    )


def hidden_in(text: str) -> set[str]:
    return {repr(one) for one in text if one != "\n" and category(one) in HIDDEN}


@pytest.mark.parametrize("case", NASTY)
def test_every_character_can_be_seen(case: str) -> None:
    shown = show_line(NASTY[case])
    assert not fits_on_a_line(NASTY[case])
    assert fits_on_a_line(shown)
    assert "\n" not in shown
    assert show_line(shown) == shown


@pytest.mark.parametrize(
    "name", ["Zoë", "李雷", "a b", "[x]", "non\xa0breaking", "\N{GRINNING FACE}"]
)
def test_other_names_stay_what_they_are(name: str) -> None:
    assert show_line(name) == name
    assert fits_on_a_line(name)


@pytest.mark.parametrize("case", NASTY)
@pytest.mark.parametrize("format", ["pokerstars", "pluribus"])
def test_formats_of_lines_escape(format: str, case: str) -> None:
    history = make(NASTY[case])
    try:
        text = get(format).write(history)
    except UnsupportedError as error:
        assert format == "pluribus"
        assert ":" in NASTY[case], error
        return
    plain = get(format).write(make("Eve"))
    assert text.count("\n") == plain.count("\n")
    assert not hidden_in(text)
    assert not any(line.startswith(("Seat 9", "Mallory")) for line in text.splitlines())
    assert any("escapes" in note.message for note in find_losses(history, format))
    assert not any("escapes" in note.message for note in find_losses(make("Zoë"), format))


@pytest.mark.parametrize("case", NASTY)
@pytest.mark.parametrize("format", ["phh", "ohh", "ohh-simplified"])
def test_formats_with_escapes_keep_names(format: str, case: str) -> None:
    text = get(format).write(make(NASTY[case]))
    (reading,) = get(format).read(text)
    assert reading.history is not None
    assert reading.history.players is not None
    assert NASTY[case] in reading.history.players
    assert not {"'\\x1b'", "'\\x00'", "'\\r'"} & hidden_in(text)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hands.phhs"
    with path.open("wb") as out:
        HandHistory.dump_all([make(name) for name in NASTY.values()], out)
    return path


COMMANDS = [
    ["stats", "{}"],
    ["stats", "{}", "--player", "Eve\x1b"],
    ["stats", "{}", "--by", "position"],
    ["replay", "{}"],
    ["validate", "{}"],
    ["convert", "{}", "--to", "pokerstars"],
    ["convert", "{}", "--to", "pokerstars", "--verbose"],
    ["convert", "{}", "--to", "gtowizard"],
    ["convert", "{}", "--to", "pluribus", "--verbose"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_hidden_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], file: Path, command: list[str]
) -> None:
    run([part.format(file) for part in command])
    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert said
    assert not hidden_in(said)
    assert not [line for line in said.splitlines() if line.startswith(("Seat 9", "Mallory"))]


@pytest.mark.parametrize("number", range(1, len(NASTY) + 1))
def test_replays_show_names_on_one_line(
    capsys: pytest.CaptureFixture[str], file: Path, number: int
) -> None:
    assert run(["replay", str(file), "--hand", str(number)]) == 0
    said = capsys.readouterr().out
    assert not hidden_in(said)
    assert show_line(list(NASTY.values())[number - 1]) in said


def test_errors_are_shown_without_what_they_hide(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["stats", str(tmp_path / "\x1b[2Jnone")]) == 2
    assert run(["describe", "\x1b[2J\u202egame"]) == 2
    assert run(["simulate", "nlhe", "--stack", "\x9b2J"]) == 2
    captured = capsys.readouterr()
    assert not hidden_in(captured.out + captured.err)


def test_json_keeps_names_as_they_are(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    run(["stats", str(file), "--json"])
    said = capsys.readouterr().out
    assert said.isascii()
    assert set(NASTY.values()) <= set(json.loads(said)["players"])
