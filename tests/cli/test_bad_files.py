"""Commands and files that cannot be read, wholly or in part: what can be is, the rest is named."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier import executors
from croupier.cli import run
from croupier.cli.commands import convert
from croupier.histories import HandHistory
from croupier.histories.pipeline import converting

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 f']
players = ['Ann', 'Bob']
hand = {number}
"""
GOOD, OTHER = HAND.format(number=1), HAND.format(number=3)
BAD = {
    "no number": HAND.format(number=2).replace("min_bet = 2", "min_bet = nan"),
    "too many digits": HAND.format(number=2).replace("min_bet = 2", "min_bet = " + "9" * 5000),
    "too many chips": HAND.format(number=2).replace("[100, 100]", "[100, 1" + "0" * 30 + "]"),
    "no TOML": HAND.format(number=2).replace("antes = [0, 0]", "antes = [0, "),
    "no action": HAND.format(number=2).replace("'p2 f'", "7"),
    "not allowed": HAND.format(number=2).replace("'p2 f'", "'p1 f'"),
}
# A file that is there, and that nobody can read.
NOBODY_CAN_READ = Path("/proc/self/mem")


@pytest.fixture(params=list(BAD))
def three(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "hands.phhs"
    path.write_text(f"[1]\n{GOOD}\n[2]\n{BAD[request.param]}\n[3]\n{OTHER}", encoding="utf-8")
    return path


def say(capsys: pytest.CaptureFixture[str]) -> str:
    shown = capsys.readouterr()
    assert "Traceback" not in shown.out + shown.err
    return " ".join((shown.out + shown.err).split())


@pytest.mark.parametrize("target", ["phh", "ohh", "ohh-simplified", "pokerstars", "gtowizard"])
def test_two_of_three_hands_are_converted(
    three: Path, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = three.with_name("out")
    assert run(["convert", str(three), "-o", str(out), "--to", target]) == 1
    said = say(capsys)
    assert "Read 3 hands of 1 file (1 phh): 2 converted, 1 skipped," in said
    assert f"{three}, line " in said and "hand 2: skipped: " in said
    if target == "phh":
        with out.open("rb") as file:
            assert [history.hand for history in HandHistory.load_all(file)] == [1, 3]


def test_two_of_three_hands_are_checked_and_counted(
    three: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["validate", str(three), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["hands"] == 3
    assert {one["hand"] for one in report["violations"]} == {"2"}
    assert run(["stats", str(three), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["hands"] == 2 and len(found["problems"]) == 1 and "hand 2" in found["problems"][0]
    assert run(["stats", str(three)]) == 1
    assert "hand 2" in say(capsys)


def test_two_of_three_hands_are_replayed(three: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(three)]) == 0
    assert run(["replay", str(three), "--hand", "3"]) == 0
    say(capsys)
    assert run(["replay", str(three), "--hand", "2"]) == 2
    assert str(three) in say(capsys)
    assert run(["replay", str(three), "--hand", "4"]) == 2
    assert "there is no hand 4" in say(capsys)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a good file, and with all that may lie beside one."""
    source = tmp_path / "in"
    (source / "folder.txt" / "deep.phh").mkdir(parents=True)
    (source / "folder.txt" / "a.phh").write_text(GOOD)
    (source / "b.phh").write_text(OTHER)
    (source / "bytes.phh").write_bytes(GOOD.encode().replace(b"Ann", b"\xff\xfe\xfd"))
    (source / "latin.txt").write_bytes(b"caf\xe9 \xff\xff\n" * 9)
    (source / "empty.phh").touch()
    (source / "empty.txt").touch()
    (source / "binary.phh").write_bytes(bytes(range(256)) * 20)
    (source / "binary.txt").write_bytes(bytes(range(256)) * 20)
    (source / "cut.phh.gz").write_bytes(gzip.compress(GOOD.encode(), mtime=0)[:-9])
    (source / "nowhere.phh").symlink_to(tmp_path / "nothing")
    (source / "round.phh").symlink_to(source / "round.phh")
    (source / "z.phhs").write_text(f"[1]\n{GOOD}\n[2]\n{BAD['no number']}\n[3]\n{OTHER}")
    if NOBODY_CAN_READ.exists():
        (source / "locked.phh").symlink_to(NOBODY_CAN_READ)
        (source / "locked.txt").symlink_to(NOBODY_CAN_READ)
    return source


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("into", ["file", "folder/"])
def test_folders_are_converted(
    folder: Path,
    jobs: str,
    into: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(convert, "_WORTH_SHARING", 0)
    out = f"{folder.parent}/{into}"
    given = ["convert", str(folder), "-o", out, "--to", "phh", "--jobs", jobs, "--anonymize"]
    assert run(given) == 1
    said = say(capsys)
    locked = NOBODY_CAN_READ.exists()
    assert "4 converted, " in said or "5 converted, " in said
    assert ("2 files unreadable" in said) == locked
    assert run([*given, "--json", "--force"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["read"] == report["converted"] + report["skipped"]
    failures = {Path(one["path"]).name: one["failure"] for one in report["files"]}
    assert not failures["a.phh"] and not failures["b.phh"] and not failures["z.phhs"]
    assert all(failures[name] for name in ("latin.txt", "empty.txt", "binary.txt", "cut.phh.gz"))
    assert not locked or failures["locked.phh"]


@pytest.mark.parametrize("command", ["validate", "stats"])
def test_folders_are_checked_and_counted(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command, str(folder)]) == 1
    said = say(capsys)
    assert "Passed over " in said
    assert run([command, str(folder), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    # Statistics count a hand once, in however many files it is.
    assert report["hands"] + report.get("repeated", 0) >= 4
    assert any("binary.txt" in one for one in report["passed_over"])
    if NOBODY_CAN_READ.exists():
        assert "locked.phh" in json.dumps(report)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not copied here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_process_that_dies_costs_no_more_than_is_not_done(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    original = converting.convert

    def die(source: Any, *others: Any, **options: Any) -> Any:
        if Path(source).name == "z.phhs":
            os._exit(3)
        return original(source, *others, **options)

    monkeypatch.setattr(converting, "convert", die)
    monkeypatch.setattr(convert, "_WORTH_SHARING", 0)
    # Tests before this one may have left threads, and a new process would not know of `die`.
    monkeypatch.setattr(executors, "_is_alone", lambda: True)
    out = folder.parent / "out.phhs"
    status = run(["convert", str(folder), "-o", str(out), "--to", "phh", "--jobs", "2", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert status == 1
    failures = {Path(one["path"]).name: one["failure"] for one in report["files"]}
    assert failures["z.phhs"] == "the process that was to read it has ended"
    with out.open("rb") as file:
        assert len(list(HandHistory.load_all(file))) == report["converted"]


@pytest.mark.parametrize("name", ["hand.phh", "hands.phhs", "hand.txt"])
def test_a_file_that_is_too_large_is_said_to_be(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(GOOD, encoding="utf-8")
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", "100")
    assert run(["validate", str(path)]) == 1
    said = say(capsys)
    assert "line 1, column 1: error: the file has more than 100 bytes" in said
    assert "a file that is too large" in said


def test_what_is_wrong_with_a_whole_file_has_a_place_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(gzip.compress(GOOD.encode() * 2000, mtime=0))
    monkeypatch.setenv("CROUPIER_MOST_FILE_BYTES", "200000")
    assert run(["validate", str(path)]) == 1
    assert "the whole file: error: " in say(capsys)


@pytest.mark.parametrize("name", ["hand.phh", "hands.phhs", "hand.txt"])
@pytest.mark.parametrize("kind", ["utf-16", "utf-16-le", "gzip", "gzip of utf-16"])
def test_every_command_reads_the_same_bytes(
    name: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = GOOD.encode(kind.split()[-1] if "utf" in kind else "utf-8")
    path = tmp_path / name
    path.write_bytes(gzip.compress(data, mtime=0) if "gzip" in kind else data)
    assert run(["convert", str(path), "--to", "phh", "-o", str(tmp_path / "out.phhs")]) == 0
    for command in ("validate", "stats", "replay"):
        assert run([command, str(path)]) == 0, command
        say(capsys)


@pytest.mark.parametrize("name", ["hand.phh", "hands.phhs", "hand.txt"])
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "this is empty"),
        (b" \n\n", "this is empty"),
        (b"\x7fELF\x02\x01\x01" + bytes(90), "this is no text"),
        (b"PK\x03\x04\x14\0", "this is compressed (zip)"),
    ],
)
def test_every_command_refuses_the_same_bytes(
    name: str, data: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    for command in ("validate", "stats"):
        assert run([command, str(path)]) == 1, command
        assert reason in say(capsys), command
    assert run(["convert", str(path), "--to", "phh", "-o", str(tmp_path / "out.phhs")]) == 1
    assert reason in say(capsys)
