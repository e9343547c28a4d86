"""`croupier convert`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.cli import run
from croupier.histories import HandHistory, read
from croupier.histories.pipeline import converting
from histories.formats.pokernow.logs import FOLDED, hand_lines, make_log
from shared import data_path

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', {actions}]
players = ['Ann', 'Bob']
event = 'Game night'
hand = {number}
"""
CLEAN = HAND.format(actions="'p2 cbr 6 # Bob is brave', 'p1 f'", number=1)
OTHER = HAND.format(actions="'p2 f'", number=2)
WRONG = HAND.format(actions="'p1 f'", number=3)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "in"
    (source / "deep").mkdir(parents=True)
    (source / "a.phh").write_text(CLEAN, encoding="utf-8")
    (source / "deep" / "b.phhs").write_text(f"[1]\n{OTHER}\n[2]\n{WRONG}", encoding="utf-8")
    (source / "deep" / "notes.md").write_text("# Nothing here\n", encoding="utf-8")
    (source / ".hidden").write_text("x", encoding="utf-8")
    return source


def test_a_folder_becomes_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder.parent / "out.ohh"
    assert run(["convert", str(folder), "-o", str(out), "--to", "ohh"]) == 1
    readings = list(read(out))
    assert [one.unwrap().hand for one in readings] == ["1", "2"]
    shown = capsys.readouterr()
    assert shown.out == ""
    said = " ".join(shown.err.split())
    # A file is no hand.
    assert "Read 3 hands of 3 files (2 phh, 1 unknown): 2 converted, 1 skipped," in said
    assert "skipped, 1 file passed over, in" in said
    assert "notes.md: passed-over: the format is none of" in said
    assert "b.phhs, line 18, column 44, hand 2: skipped: action 3 is refused" in said
    assert "not-carried: ohh has no room for event (2 hands), commentaries (1 hand)" in said
    # Nothing is left beside it.
    assert [path.name for path in folder.parent.iterdir() if path.name.startswith(".")] == []


def test_converting_twice_gives_the_same_file(folder: Path) -> None:
    first, second = folder.parent / "1.txt", folder.parent / "2.txt"
    for out in (first, second):
        run(["convert", str(folder), "-o", str(out), "--to", "pokerstars"])
    assert first.read_bytes() == second.read_bytes() != b""


def test_a_folder_becomes_a_folder(folder: Path) -> None:
    out = folder.parent / "out"
    run(["convert", str(folder), "-o", f"{out}/", "--to", "phh"])
    files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    assert files == ["a.phhs", "deep/b.phhs"]


def test_hands_of_several_files_are_numbered(folder: Path) -> None:
    out = folder.parent / "all.phhs"
    run(["convert", str(folder), "-o", str(out), "--to", "phh"])
    with out.open("rb") as file:
        histories = list(HandHistory.load_all(file))
    assert [history.key for history in histories] == ["1", "2"]
    assert histories[0] == HandHistory.loads(CLEAN)


def test_the_simplified_form_is_one_document(folder: Path) -> None:
    out = folder.parent / "out.json"
    run(["convert", str(folder), "-o", str(out), "--to", "ohh-simplified"])
    assert [hand["handId"] for hand in json.loads(out.read_text())["hands"]] == ["1", "2"]


def test_standard_input_and_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(CLEAN.encode())))
    assert run(["convert", "-", "-o", "-", "--to", "ohh"]) == 0
    assert json.loads(capsys.readouterr().out)["ohh"]["game_number"] == "1"


def test_a_report_has_everything(folder: Path) -> None:
    report = folder.parent / "report.json"
    out = folder.parent / "out.ohh"
    run(["convert", str(folder), "-o", str(out), "--to", "ohh", "--report", str(report)])
    document = json.loads(report.read_text(encoding="utf-8"))
    assert (document["read"], document["converted"], document["skipped"]) == (3, 2, 1)
    (entry,) = [
        entry
        for file in document["files"]
        for entry in file["entries"]
        if entry["kind"] == "skipped" and entry["hand"] == "2"
    ]
    assert (entry["line"], entry["column"]) == (18, 44) and "refused" in entry["message"]
    assert document["kinds"]["not-carried"] == 3
    assert document["lost"] == {
        "there is no room for event": 2,
        "there is no room for commentaries": 1,
    }
    assert [bool(file["failure"]) for file in document["files"]] == [False, False, True]


def test_other_names(folder: Path) -> None:
    out = folder.parent / "out.phhs"
    arguments = ["convert", str(folder), "-o", str(out), "--to", "phh", "--anonymize", "--force"]
    names: list[Any] = []
    for key in ("one", "one", "two"):
        run([*arguments, "--key", key])
        text = out.read_text(encoding="utf-8")
        assert "Ann" not in text and "Bob" not in text
        histories = [one.unwrap() for one in read(out)]
        assert histories[0].players == histories[1].players
        names.append(histories[0].players)
    assert names[0] == names[1] != names[2]


def test_the_hero_is_named(folder: Path) -> None:
    out = folder.parent / "out.txt"
    run(["convert", str(folder), "-o", str(out), "--to", "pokerstars", "--hero", "Bob"])
    text = out.read_text(encoding="utf-8")
    assert "Dealt to Bob [Ks Kh]" in text and "Dealt to Ann" not in text


def test_a_hero_who_takes_no_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "deep" / "b.phhs").unlink()
    (folder / "deep" / "notes.md").unlink()
    out = folder.parent / "out.txt"
    arguments = ["convert", str(folder), "-o", str(out), "--to", "pokerstars", "--hero", "An"]
    assert run(arguments) == 1
    said = capsys.readouterr().err
    assert "no-hero: once" in said and "nobody is called 'An' here: did you mean 'Ann'?" in said
    assert "Dealt to" not in out.read_text(encoding="utf-8")
    assert run([*arguments, "--only-hero", "--force"]) == 1
    assert "0 converted, 0 skipped, 1 filtered out" in capsys.readouterr().err
    arguments[-1] = "Ann"
    assert run([*arguments, "--only-hero", "--force"]) == 0
    assert "Dealt to Ann [As Ah]" in out.read_text(encoding="utf-8")
    assert run(["convert", str(folder), "--to", "pokerstars", "--only-hero"]) == 2


def test_filters_zones_and_sites(tmp_path: Path) -> None:
    (log,) = data_path("pokernow", "pokernow2gw").glob("*.csv")
    out = tmp_path / "out.txt"
    arguments = [
        "--to",
        "gtowizard",
        "--timezone",
        "America/New_York",
        "--filter-hu",
        "--filter-spinandgo",
    ]
    assert run(["convert", str(log), "-o", str(out), *arguments, "--site-name", "Home"]) == 0
    text = out.read_text(encoding="utf-8")
    assert text.startswith("Home Hand")
    assert " ET\n" in text and "UTC" not in text
    counts = [len(one.unwrap().starting_stacks) for one in read(text.replace("Home", "PokerStars"))]
    assert set(counts) == {2, 3} and len(counts) == 41


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.txt", "--to", "ohh"], "there is no file or folder nothing.txt"),
        (["{}", "--to", "clay"], "hands cannot be written as 'clay'"),
        (["{}"], "--to is missing"),
        (["{}", "--compat", "pokernow2gw"], "the hero's name is missing"),
        (["{}", "--compat", "pokernow2gw", "--hero", "A", "--to", "ohh"], "and not ohh"),
        (["{}", "--to", "ohh", "--jobs", "0"], "--jobs must be at least 1"),
        (["{}", "--to", "ohh", "--rake-percent", "5"], "only with --compat"),
        (["{}", "--to", "ohh", "--site-name", "Home"], "--site-name has no place in ohh"),
        (["{}", "--to", "ohh", "--timezone", "Mars"], "there is no time zone 'Mars'"),
        (["{}", "--to", "ohh", "--from", "pokernew"], "did you mean 'pokernow'?"),
    ],
)
def test_wrong_arguments(
    folder: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["convert", *(one.format(folder) for one in arguments)]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_format_can_be_demanded(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder.parent / "out.ohh"
    run(["convert", str(folder / "a.phh"), "-o", str(out), "--to", "ohh", "--from", "pokernow"])
    assert "this is no log of PokerNow" in " ".join(capsys.readouterr().err.split())


def test_an_interruption_leaves_no_half_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = folder.parent / "out.ohh"
    out.write_text("before", encoding="utf-8")
    real = converting.convert

    def interrupted(source: Any, *arguments: Any, **options: Any) -> Any:
        if "b.phhs" in str(source):
            raise KeyboardInterrupt
        return real(source, *arguments, **options)

    monkeypatch.setattr(converting, "convert", interrupted)
    assert run(["convert", str(folder), "-o", str(out), "--to", "ohh", "--force"]) == 130
    assert out.read_text(encoding="utf-8") == "before"
    assert sorted(path.name for path in folder.parent.iterdir()) == ["in", "out.ohh"]


def test_the_golden_file_on_the_command_line(tmp_path: Path) -> None:
    (log,) = data_path("pokernow", "pokernow2gw").glob("*.csv")
    out = tmp_path / "out.txt"
    arguments = ["--compat", "pokernow2gw", "--hero-name", "whywaita", "--timezone", "UTC"]
    assert run(["convert", str(log), "-o", str(out), *arguments]) == 0
    assert out.read_bytes() == log.with_suffix(".txt").read_bytes()


def test_processes_give_the_same_as_one(tmp_path: Path) -> None:
    logs = sorted(data_path("pokernow", "logs").glob("*.csv"))[-4:]
    outs = []
    for jobs in ("1", "2"):
        out = tmp_path / f"{jobs}.ohh"
        arguments = [*map(str, logs), "-o", str(out), "--to", "ohh", "--jobs", jobs]
        assert run(["convert", *arguments]) == 0
        outs.append(out.read_bytes())
    assert outs[0] == outs[1] != b""


def test_what_is_read_is_not_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = folder / "a.phh"
    before = source.read_bytes()
    link, hard = folder.parent / "link.phh", folder.parent / "hard.phh"
    link.symlink_to(source)
    hard.hardlink_to(source)
    (folder / "deep" / "b.ohh").write_text("kept", encoding="utf-8")
    way_round = folder / "deep" / ".." / "a.phh"
    refused = [
        (source, source, ()),
        (source, way_round, ()),
        (source, link, ()),
        (link, source, ()),
        (source, hard, ()),
        (folder, source, ()),
        (folder, f"{folder}/", ()),
        (folder, folder, ()),
        (folder, f"{folder}/deep/new/", ()),
        (folder / "deep" / "b.ohh", folder / "deep", ()),
        (source, "out.ohh", ("--report", str(source))),
        (source, "out.ohh", ("--report", "out.ohh")),
    ]
    for given, output, more in refused:
        assert run(["convert", str(given), "-o", str(output), "--to", "ohh", *more]) == 2, output
        assert "Error:" in capsys.readouterr().err
    assert source.read_bytes() == before
    assert (folder / "deep" / "b.ohh").read_text(encoding="utf-8") == "kept"
    assert not (folder / "deep" / "new").exists() and not Path("out.ohh").exists()
    # Beside what is read is no harm.
    assert run(["convert", str(source), "-o", str(folder), "--to", "ohh"]) == 0


def test_a_folder_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.ohh"
    (tmp_path / "empty").mkdir()
    assert run(["convert", str(tmp_path / "empty"), "-o", str(out), "--to", "ohh"]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "There are no files in" in said and "Read 0 hands of 0 files: 0 converted" in said
    assert not out.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "passed-over: this is empty"),
        (b"\x7fELF\x02\x01\x01" + bytes(40), "passed-over: this is no text"),
        (b"entry,at,order\n", "Read 0 hands of 1 file (1 pokernow): 0 converted, 0 skipped,"),
    ],
)
def test_a_file_without_hands(
    tmp_path: Path, data: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log, out = tmp_path / "log.csv", tmp_path / "out.ohh"
    log.write_bytes(data)
    out.write_text("before", encoding="utf-8")
    assert run(["convert", str(log), "-o", str(out), "--to", "ohh", "--force"]) == 1
    shown = " ".join(capsys.readouterr().err.split())
    assert said in shown and shown.endswith("Nothing was written.")
    assert out.read_text(encoding="utf-8") == "before"


def test_files_of_a_folder_without_hands_are_no_failure(folder: Path) -> None:
    (folder / "deep" / "b.phhs").write_text(OTHER, encoding="utf-8")
    out = folder.parent / "out.ohh"
    assert run(["convert", str(folder), "-o", str(out), "--to", "ohh"]) == 0
    out.unlink()
    notes = folder / "deep" / "notes.md"
    assert run(["convert", str(folder / "a.phh"), str(notes), "-o", str(out), "--to", "ohh"]) == 1


def test_common_notes_are_summed_up_in_a_line_a_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        make_log(line for number in range(40) for line in hand_lines(*FOLDED, number=number + 1))
    )
    out = tmp_path / "out.txt"
    arguments = ["convert", str(log), "-o", str(out), "--to", "gtowizard"]
    assert run(arguments) == 0
    shown = capsys.readouterr().err
    assert "Read 40 hands of 1 file (1 pokernow): 40 converted, 0 skipped, in" in shown
    lines = shown.splitlines()
    assert len(lines) <= 4
    (lost,) = [line for line in lines if line.startswith("not-carried: ")]
    assert "venue (40 hands)" in lost and "_player_ids (40 hands)" in lost
    assert all(": 40 times, such as" in line for line in lines[:-1] if line != lost)
    assert run([*arguments, "--verbose", "--force"]) == 0
    listed = capsys.readouterr().err.splitlines()
    assert sum("there is no room for venue" in line for line in listed) == 40


def test_a_long_run_says_nothing_but_its_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("croupier.cli.output.progress._PATIENCE", 0.0)
    run(["convert", str(folder / "a.phh"), "-o", str(folder.parent / "o"), "--to", "phh"])
    assert capsys.readouterr().err.startswith("Read 1 hand of 1 file")


@pytest.mark.parametrize("wrong", [["--too", "phh"], ["--too=phh"]])
def test_an_option_that_is_not_there(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", "log.csv", *wrong]) == 2
    assert "there is no option --too; did you mean --to?" in capsys.readouterr().err
