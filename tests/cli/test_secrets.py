"""Facts that programs can find out while a table is played: nothing that they may not know."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import run
from croupier.histories import HandHistory
from croupier.state import HoleCardsShowingOrMucking, HoleDealing

MODULE = (sys.executable, "-m", "croupier")
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "act":
        print("call", flush=True)
"""
# An agent of the dealer's process that looks at all files, as a program may, and at the process.
SPY = """
import ctypes, json, os
from pathlib import Path

class Spy:
    def __init__(self):
        self.seen = []
        self.hand = 0

    def start_match(self, info):
        self.info = info._asdict()

    def start_hand(self, info):
        self.hand += 1
        if os.environ.get("STOP_IN") == str(self.hand):
            raise KeyboardInterrupt

    def act(self, view):
        files = [path for path in Path(".").rglob("*.phhs") if path.is_file()]
        self.seen.append({str(path): path.read_text(errors="replace") for path in files})
        return "call"

    def close(self):
        dumpable = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
        Path(os.environ["REPORT"]).mkdir(exist_ok=True)
        path = Path(os.environ["REPORT"], f"{os.urandom(4).hex()}.json")
        said = {"seen": self.seen, "dumpable": dumpable, "info": self.info}
        path.write_text(json.dumps(said))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "table" / "bots").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "table")
    Path("bots", "caller.py").write_text(PROGRAM)
    Path("bots", "spy.py").write_text(SPY)
    monkeypatch.setenv("REPORT", str(tmp_path / "report"))
    return tmp_path


CALLER = f"subprocess:{sys.executable} {{}}/table/bots/caller.py"


def play(folder: Path, *arguments: str, status: int = 0) -> tuple[dict[str, Any], list[Any]]:
    """Play with a program and a spy; return what came of it and what the spy has seen."""
    done = subprocess.run(
        [*MODULE, *arguments, "--json"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (status, "")
    reports = [json.loads(path.read_text()) for path in (folder / "report").iterdir()]
    return json.loads(done.stdout), reports


def read(path: str | Path) -> list[HandHistory]:
    with Path(path).open("rb") as stream:
        return list(HandHistory.load_all(stream))


def find_secrets(hand: HandHistory) -> Iterator[str]:
    """Yield the cards of players that were never shown."""
    state = hand.replay().state
    shown = {
        card
        for operation in state.operations
        if isinstance(operation, HoleCardsShowingOrMucking)
        for card in operation.hole_cards
    }
    for operation in state.operations:
        if isinstance(operation, HoleDealing):
            yield from (repr(card) for card in operation.cards if card not in shown)


@pytest.mark.parametrize("stop", [None, 4])
def test_files_give_programs_only_cards_that_were_shown(
    folder: Path, stop: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if stop is not None:
        monkeypatch.setenv("STOP_IN", str(stop))
    agents = ("bots/spy.py:Spy", "folder", CALLER.format(folder))
    options = ("--save", "--hands", "8", "--rebuys", "9")
    result, [report] = play(folder, "play", *agents, *options, status=0 if stop is None else 130)
    count = 8 if stop is None else stop - 1
    assert result["hands"] == count
    hands = read(result["files"]["hands"])
    assert len(hands) == count
    seed = int(result["seed"], 16)
    assert seed >= 2**64
    assert {hand.user_defined_fields["_seed"] for hand in hands} == {result["seed"]}
    secrets = 0
    for files in report["seen"]:
        said = json.dumps(files)
        assert f"{seed:x}" not in said and str(seed) not in said
        for text in files.values():
            for number, part in enumerate(re.split(r"^\[\d+\]$", text, flags=re.M)[1:]):
                for card in find_secrets(hands[number]):
                    secrets += 1
                    assert card not in part.partition("actions = ")[2]
    assert secrets
    # All of it is there in the end.
    assert all(card.isalnum() for hand in hands for card in find_secrets(hand))
    assert any(list(find_secrets(hand)) for hand in hands)
    Path(result["files"]["hands"]).unlink()


def test_files_of_a_match_give_no_hidden_cards_to_programs(folder: Path) -> None:
    agents = ("bots/spy.py:Spy", CALLER.format(folder))
    result, reports = play(folder, "match", *agents, "--hands", "10", "-o", "out/match.phhs")
    assert len(read("out/match.phhs")) == result["hands"] == 10
    assert len(reports) == 2
    for report in reports:
        for files in report["seen"]:
            assert not "".join(files.values())
    assert result["blind"] is True and result["isolated"] in {True, False}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")
@pytest.mark.parametrize("command", ["play", "match"])
def test_others_cannot_look_into_a_dealer_of_programs(folder: Path, command: str) -> None:
    options = ("--hands", "2", *(("--no-save",) if command == "play" else ()))
    _, reports = play(folder, command, "bots/spy.py:Spy", CALLER.format(folder), *options)
    assert {report["dumpable"] for report in reports} == {0}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")
def test_the_memory_of_a_hidden_process_is_not_read() -> None:
    code = "from croupier.tables import hide_process; print(hide_process(), flush=True); input()"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    with process.stdin, process.stdout:
        assert process.stdout.readline() == "True\n"
        # What belongs to nobody else is root's.
        assert os.stat(f"/proc/{process.pid}/environ").st_uid == 0
        if os.geteuid():
            for name in ("environ", "mem", "maps"):
                with pytest.raises(PermissionError):
                    Path(f"/proc/{process.pid}/{name}").read_bytes()
    process.wait()


def test_what_is_printed_into_a_file_hides_cards_from_programs(folder: Path) -> None:
    agents = (CALLER.format(folder), "folder", "random")
    done = subprocess.run(
        [*MODULE, "play", "--save", *agents, "--hands", "6", "--rebuys", "9"],
        capture_output=True,
        text=True,
        check=True,
    )
    [path] = Path("out").glob("*.phhs")
    parts = re.split(r"Hand \d+  ", done.stdout)[1:]
    symbols = dict(zip("shdc", "♠♥♦♣", strict=True))
    secrets = 0
    for hand, part in zip(read(path), parts, strict=True):
        for card in find_secrets(hand):
            secrets += 1
            assert card[0] + symbols[card[1]] not in part
    assert secrets


def test_agents_of_ours_are_watched_with_all_cards(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "caller", "folder", "--hands", "2", "--no-save"]) == 0
    assert "??" not in capsys.readouterr().out


def test_a_person_cannot_look_into_the_file(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("call\nmuck\n" * 99))
    arguments = ["play", "--save", "bots/spy.py:Spy", "folder", "--human", "--hands", "4"]
    assert run([*arguments, "--rebuys", "9"]) == 0
    [report] = [json.loads(path.read_text()) for path in (folder / "report").iterdir()]
    last = report["seen"][-1]
    [text] = last.values()
    assert "????" in text and "_seed" not in text
    [path] = Path("out").glob("*.phhs")
    assert "????" not in path.read_text() and "_seed" in path.read_text()


@pytest.mark.parametrize("command", ["play", "match"])
def test_a_chosen_seed_is_not_blind(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--hands", "2", *(["--no-save", "-q"] if command == "play" else [])]
    program = [command, CALLER.format(folder), "caller", *options]
    ours = [command, "random", "caller", *options]
    for arguments, blind, isolated in (
        (program, True, {True, False}),
        ([*program, "--seed", "7"], False, {True, False}),
        (ours, True, {None}),
        ([*ours, "--seed", "7"], True, {None}),
    ):
        assert run([*arguments, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["blind"] is blind and result["isolated"] in isolated
        assert run(arguments) == 0
        assert ("Not blind" in capsys.readouterr().out) is not blind


@pytest.mark.parametrize("command", ["play", "match"])
def test_python_agents_are_reported_as_trusted(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--hands", "2", *(["--no-save", "-q"] if command == "play" else [])]
    for agents, names in (
        (["bots/spy.py:Spy", "caller"], ["Spy"]),
        (["random", "caller"], []),
        ([CALLER.format(folder), "caller"], []),
    ):
        assert run([command, *agents, *options, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result["trusted"] == names
        assert run([command, *agents, *options]) == 0
        text = "Trusted: Python agents run in this process and can read all cards: Spy."
        assert (text in capsys.readouterr().out) is bool(names)


def test_match_reports_what_was_left_of_the_first_pass(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["match", CALLER.format(folder), "caller", "--hands", "4"]
    assert run([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["leftovers"] == ([] if result["isolated"] else None)
    if not result["isolated"]:
        pytest.skip("programs are not isolated here")
    monkeypatch.setattr("croupier.agents.external.processes._SECONDS_TO_VANISH", 0.0)
    name = "croupier.agents.external.programs.Program.list_leftovers"
    monkeypatch.setattr(name, lambda program: ["process 7"])
    assert run([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["isolated"], result["leftovers"]) == (False, ["process 7"])
    assert run(arguments) == 0
    text = "Not isolated: this was left when the deals were played again: process 7."
    assert text in capsys.readouterr().out
    monkeypatch.setenv("CROUPIER_ISOLATE", "require")
    assert run(arguments) == 2
    assert "left something behind" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize("command", ["play", "match"])
def test_seeds_of_the_command_line(
    folder: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def find(*seed: str) -> Any:
        options = ["--hands", "4", *(["--no-save"] if command == "play" else [])]
        assert run([command, "random", "caller", *options, "--json", *seed]) == 0
        return json.loads(capsys.readouterr().out)

    drawn = find()
    assert re.fullmatch("0x[0-9a-f]{64}", drawn["seed"])
    assert find("--seed", drawn["seed"]) == drawn
    assert find("--seed", str(int(drawn["seed"], 16))) == drawn
    assert find("--seed", "255") == find("--seed", "0xFF")
    assert find("--seed", "255")["seed"] == 255
    assert find("--seed", str(2**63))["seed"] == f"0x{2**63:064x}"


@pytest.mark.parametrize(
    ("seed", "said"),
    [
        ("seven", "--seed takes a whole number, unlike 'seven'"),
        ("1.5", "--seed takes a whole number, unlike '1.5'"),
        ("0xg", "--seed takes a whole number, unlike '0xg'"),
        (str(2**256), "a seed must be from 0 to 2**256 - 1, or 32 bytes, unlike 1157920892"),
        ("-1", "a seed must be from 0 to 2**256 - 1, or 32 bytes, unlike -1"),
    ],
)
def test_what_is_no_seed(seed: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play caller caller --no-save", "match caller caller", "simulate nlhe"):
        assert run([*command.split(), "--seed", seed]) == 2
        assert said in capsys.readouterr().err.replace("\n", " ")
