"""Files that commands write are whole or not there, and replace nothing that nobody gave up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from croupier.cli import run
from croupier.cli.output import progress
from croupier.files import Claim
from croupier.histories import HandHistory

MODULE = (sys.executable, "-m", "croupier")
# Runs a command that can be interrupted: a child of a process that ignores it would ignore it, too.
INTERRUPTED = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from croupier.__main__ import main
"""
# Makes a file when the work begins.
MARKED = f"""
{INTERRUPTED}
import sys
from croupier.cli.output.progress import Bar
enter, place = Bar.__enter__, sys.argv.pop(1)
def mark(bar):
    open(place, "w").close()
    return enter(bar)
Bar.__enter__ = mark
main()
"""
# Has no room for files that are larger.
NARROW = """
import resource, sys
room = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
from croupier.__main__ import main
main()
"""
# Claims a name until there is nothing more to read.
HOLDER = """
import sys
from croupier.files import Claim
with Claim(sys.argv[1]):
    print("claimed", flush=True)
    sys.stdin.read()
"""
# Only what hangs takes as long as this, on whatever machine.
HANG = 600
# An agent that says when twenty hands are over.
COUNTING = """
from pathlib import Path

class Counting:
    def start_hand(self, info):
        if info.number == 20:
            Path("twenty").touch()

    def act(self, view):
        return "call"
"""
STOPS = {signal.SIGINT: 130, signal.SIGTERM: 143}
# Commands that write `kept` files, with what they need.
WRITERS = (
    "equity AhKh QsQd --board Th9h2c2d --picture kept.png",
    "range AA --picture kept.png",
    "range AA --picture kept.svg",
    "stats hands.phhs --player tight --picture kept.png",
    "play tight random --hands 2 --no-save --quiet --picture kept.png",
    "match tight random --hands 4 --output kept.phhs",
    "convert hands.phhs --to phh --output kept.phhs",
    "convert hands.phhs --to phh --output new.phhs --report kept.json",
)


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "hands.phhs"
    arguments = ["match", "tight", "random", "--hands", "10", "--seed", "1", "--json"]
    assert run([*arguments, "--output", str(path)]) == 0
    return path


@pytest.fixture(autouse=True)
def folder(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run commands in a folder of their own, with some hands."""
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(hands, here)
    monkeypatch.chdir(here)
    return here


def start(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    end = monotonic() + HANG
    while not condition():
        assert process.poll() is None and monotonic() < end
        sleep(0.02)


def read(path: Path) -> list[HandHistory]:
    with path.open("rb") as stream:
        return list(HandHistory.load_all(stream))


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def hidden(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob(".*")]


def needs_matplotlib(arguments: str) -> None:
    if ".png" in arguments:
        pytest.importorskip("matplotlib")


@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize("command", ["play", "match"])
def test_who_stops_a_match_keeps_whole_hands(
    command: str, number: signal.Signals, folder: Path
) -> None:
    output = ["--output", "kept" if command == "play" else "kept.phhs"]
    Path("bots.py").write_text(COUNTING, encoding="utf-8")
    players = ("bots.py:Counting", "random", "--hands", "1000000", "--seed", "1")
    process = start(sys.executable, "-c", f"{INTERRUPTED}main()", command, *players, *output)
    wait_until(Path("twenty").exists, process)
    process.send_signal(number)
    _, err = process.communicate(timeout=HANG)
    assert (process.returncode, "Traceback" in err) == (STOPS[number], False)
    [path] = [one for one in folder.rglob("*.phhs") if one.name != "hands.phhs"]
    kept = read(path)
    assert len(kept) >= 20
    assert all(sum(hand.replay().state.payoffs) == 0 for hand in kept[-2:])
    assert {hand.user_defined_fields["_seed"] for hand in kept} == {1}
    assert not hidden(folder)


@pytest.mark.parametrize("number", STOPS)
@pytest.mark.parametrize(
    "arguments",
    [
        "simulate nlhe --hands 10000000000",
        "equity AA KK QQ random --samples 100000000000 --heatmap --picture kept.svg --force",
        "convert hands.phhs - --to phh --output kept.phhs --report new/kept.json --force",
    ],
    ids=lambda value: str(value).partition(" ")[0],
)
def test_who_stops_other_commands_finds_everything_as_it_was(
    arguments: str, number: signal.Signals, folder: Path
) -> None:
    for name in ("kept.svg", "kept.phhs"):
        Path(name).write_text("before", encoding="utf-8")
    before = contents(folder)
    mark = folder.parent / "mark"
    process = start(
        *(sys.executable, "-c", MARKED, str(mark), *arguments.split()), stdin=subprocess.PIPE
    )
    wait_until(mark.exists, process)
    process.send_signal(number)
    out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out, err) == (STOPS[number], "", "Stopped.\n")
    assert contents(folder) == before and not hidden(folder) and not Path("new").exists()


@pytest.mark.parametrize("arguments", WRITERS)
def test_files_are_put_in_their_places_when_complete(
    arguments: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_matplotlib(arguments)
    kept = Path(next(word for word in arguments.split() if word.startswith("kept")))
    kept.write_text("before", encoding="utf-8")
    before = {path.name for path in folder.iterdir()}
    replace = Path.replace

    def stop(part: Path, place: Path) -> Path:
        if place.name != kept.name:
            return replace(part, place)
        # All of it is written by now, and none of it is seen.
        assert part.parent == place.parent and part.stat().st_size > 10
        assert kept.read_text(encoding="utf-8") == "before"
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", stop)
        assert run([*arguments.split(), "--force"]) == 130
    assert kept.read_text(encoding="utf-8") == "before"
    assert {path.name for path in folder.iterdir()} - {"new.phhs"} == before
    assert run([*arguments.split(), "--force"]) == 0
    assert kept.read_bytes() != b"before"
    assert not hidden(folder)


@pytest.mark.parametrize("arguments", WRITERS)
def test_nothing_is_replaced_unless_it_is_said(
    arguments: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    needs_matplotlib(arguments)
    kept = next(word for word in arguments.split() if word.startswith("kept"))
    Path(kept).write_text("before", encoding="utf-8")
    before = contents(folder)

    def work(_: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(progress.Bar, "__enter__", work)
    assert run(arguments.split()) == 2
    assert capsys.readouterr().err == f"Error: {kept} is there already; --force replaces it\n"
    assert contents(folder) == before


def test_a_folder_that_was_filled(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(7):
        shutil.copy("hands.phhs", f"{number}.phhs")
    sources = [f"{number}.phhs" for number in range(7)]
    convert = ["convert", *sources, "--to", "ohh", "-o", "made/"]
    assert run(convert[:3] + convert[-4:]) == 0
    first = Path("made/0.ohh").read_bytes()
    Path("made/0.ohh").write_text("edited", encoding="utf-8")
    capsys.readouterr()
    assert run(convert) == 2
    said = capsys.readouterr().err
    assert said == "Error: made/0.ohh, made/1.ohh are there already; --force replaces them\n"
    assert contents(folder / "made")["0.ohh"] == b"edited" and len(os.listdir("made")) == 2
    assert run([*convert, "--force"]) == 0
    assert Path("made/0.ohh").read_bytes() == first and len(os.listdir("made")) == 7
    capsys.readouterr()
    assert run(convert) == 2
    assert "made/4.ohh and 2 more are there already; --force replaces them" in (
        capsys.readouterr().err
    )


@pytest.fixture
def holder() -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Return a function that lets another process claim a name, until it is ended."""
    started = []

    def hold(name: str) -> subprocess.Popen[str]:
        process = start(sys.executable, "-c", HOLDER, name, stdin=subprocess.PIPE)
        started.append(process)
        assert process.stdout is not None and process.stdout.readline() == "claimed\n"
        return process

    yield hold
    for process in started:
        process.kill()
        process.communicate()


def test_a_name_that_another_run_has(
    folder: Path,
    holder: Callable[[str], subprocess.Popen[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = holder("kept.phhs")
    with monkeypatch.context() as patched:
        patched.delattr(progress.Bar, "__enter__")
        for force in ((), ("--force",)):
            assert run(["match", "tight", "random", "--output", "kept.phhs", *force]) == 2
            assert capsys.readouterr().err == "Error: kept.phhs: another run is writing it\n"
    # What a run that was killed leaves behind is in nobody's way.
    other.kill()
    other.wait()
    assert hidden(folder) == [".kept.phhs.croupier-part"]
    arguments = ["match", "tight", "random", "--hands", "2", "--output", "kept.phhs"]
    assert run(arguments) == 0
    assert len(read(folder / "kept.phhs")) == 2 and not hidden(folder)


def test_a_name_in_a_folder_that_another_run_has(
    folder: Path,
    holder: Callable[[str], subprocess.Popen[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copy("hands.phhs", "more.phhs")
    convert = ["convert", "hands.phhs", "more.phhs", "--to", "ohh", "-o", "made/"]
    other = holder("made/more.ohh")
    with monkeypatch.context() as patched:
        patched.delattr(progress.Bar, "__enter__")
        assert run(convert) == 2
    assert capsys.readouterr().err == "Error: made/more.ohh: another run is writing it\n"
    # Other names of the folder are free.
    assert run(["convert", "hands.phhs", "--to", "ohh", "-o", "made/"]) == 0
    other.communicate("", timeout=HANG)
    # Beyond what is claimed at once, names are claimed when they are written.
    monkeypatch.setattr("croupier.cli.commands.convert._HELD", 1)
    assert run([*convert, "--force"]) == 0
    assert sorted(os.listdir("made")) == ["hands.ohh", "more.ohh"]


def test_what_was_left_behind_goes(
    folder: Path, holder: Callable[[str], subprocess.Popen[str]]
) -> None:
    dead, living = holder("made/dead.txt"), holder("made/living.txt")
    dead.kill()
    dead.wait()
    Path("made/.notes").write_text("mine", encoding="utf-8")
    assert run(["range", "AA", "--picture", "made/kept.svg"]) == 0
    assert sorted(os.listdir("made")) == [".living.txt.croupier-part", ".notes", "kept.svg"]
    _, err = living.communicate("", timeout=HANG)
    assert not err and sorted(os.listdir("made")) == [".notes", "kept.svg"]


def test_a_conversion_that_was_killed(folder: Path) -> None:
    convert = ("convert", "hands.phhs", "-", "--to", "ohh", "-o", "made/")
    process = start(*MODULE, *convert, stdin=subprocess.PIPE)
    wait_until(lambda: any(folder.glob("made/*.ohh")), process)
    process.kill()
    process.communicate()
    # The name of what was still to come, the folder for what is not complete, and its lock.
    assert len(hidden(folder)) == 3
    assert run(["convert", "hands.phhs", "--to", "ohh", "-o", "made/", "--force"]) == 0
    assert os.listdir("made") == ["hands.ohh"]


def test_many_matches_of_one_name(folder: Path) -> None:
    arguments = ("play", "--save", "random", "caller", "--hands", "30", "--seed", "3", "--json")
    runs = [start(*MODULE, *arguments) for _ in range(4)]
    results = [json.loads(one.communicate(timeout=HANG)[0]) for one in runs]
    assert [one.returncode for one in runs] == [0] * 4
    hands = {result["files"]["hands"] for result in results}
    pictures = {result["files"].get("picture", name) for name, result in enumerate(results)}
    assert len(hands) == len(pictures) == 4
    first, *others = (Path(name).read_bytes() for name in sorted(hands))
    assert len(read(Path(min(hands)))) == 30 and all(one == first for one in others)
    assert not hidden(folder)


def test_a_picture_of_another_match_is_no_reason_to_lose_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.cli.playing.session._name_match", lambda: "play-5")
    Path("out").mkdir()
    Path("out/play-5.png").write_text("mine", encoding="utf-8")
    options = ["--save", "--hands", "1", "--seed", "5", "--quiet"]
    assert run(["play", "caller", "caller", *options]) == 0
    assert Path("out/play-5.png").read_text(encoding="utf-8") == "mine"
    assert Path("out/play-5-2.phhs").exists() and not Path("out/play-5.phhs").exists()


@pytest.mark.parametrize(
    ("arguments", "room"),
    [
        ("play random random --hands 1000 --seed 1 --output kept", 20_000),
        ("match random random --hands 1000 --seed 1 --output kept.phhs", 20_000),
        ("play random random --hands 1000 --seed 1 --output kept", 10),
        ("match random random --hands 1000 --seed 1 --output kept.phhs", 10),
        ("convert hands.phhs --to ohh --output kept.ohh", 1000),
        ("convert hands.phhs --to ohh --output kept/", 1000),
        ("convert hands.phhs hands.phhs --to phh --output kept/ --jobs 2", 1000),
        ("range AA --picture kept.svg", 1000),
    ],
)
def test_a_full_disk(arguments: str, room: int, folder: Path) -> None:
    before = contents(folder)
    done = subprocess.run(
        [sys.executable, "-c", NARROW, str(room), *arguments.split()],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    [named] = [word for word in arguments.split() if word.startswith("kept")]
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"Error: {named.rstrip('/')}") and last.endswith(": File too large")
    assert ".croupier-" not in last and "Traceback" not in done.stderr
    assert done.returncode == 1
    kept = [path for path in contents(folder) if path not in before]
    if room > 1000:
        [path] = kept
        hands = read(Path(path))
        assert room / 2 < Path(path).stat().st_size <= room
        assert all(sum(hand.replay().state.payoffs) == 0 for hand in hands)
        assert [hand.hand for hand in hands] == [*range(1, len(hands) + 1)]
    else:
        assert not kept
    assert not hidden(folder)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is full")
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("games", "the standard output"),
        ("rankings --json", "the standard output"),
        ("convert hands.phhs --to ohh", "the standard output"),
        ("match random caller --hands 4 --output /dev/full", "/dev/full"),
        ("range AA --picture full.svg", "full.svg"),
    ],
)
def test_a_device_that_is_full(arguments: str, named: str, folder: Path) -> None:
    Path("full.svg").symlink_to("/dev/full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*MODULE, *arguments.split()], stdout=full, stderr=subprocess.PIPE, text=True
        )
    last = done.stderr.splitlines()[-1]
    assert (done.returncode, last) == (1, f"Error: {named}: No space left on device")


@pytest.mark.parametrize(
    "arguments",
    [
        "equity AhKh QsQd --picture {}",
        "range AA --picture {}",
        "stats hands.phhs --player tight --picture {}",
        "play tight random --picture {}",
    ],
)
@pytest.mark.parametrize("name", ["kept.gif", "kept", "-"])
def test_pictures_that_cannot_be_drawn_are_refused_first(
    arguments: str,
    name: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delattr(progress.Bar, "__enter__")
    before = contents(folder)
    assert run(arguments.format(name).split()) == 2
    said = capsys.readouterr()
    assert not said.out
    if name != "-":
        assert said.err == (
            f"Error: the name of a picture must end with one of .png, .svg, .pdf, unlike {name!r}\n"
        )
    assert contents(folder) == before and not Path("out").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        "range AA --picture {}",
        "match tight random --hands 2 --output {}",
        "convert hands.phhs --to phh --output {}/x --report {}",
    ],
)
def test_what_is_a_folder_is_no_file(
    arguments: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("kept.svg").mkdir()
    assert run(arguments.format(*["kept.svg"] * 2).split()) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "Error: kept.svg: Is a directory"
    assert not os.listdir("kept.svg")


@pytest.mark.parametrize(
    "arguments",
    [
        "range AA --picture {}/new.svg",
        "match tight random --hands 2 --output {}/new.phhs",
        "play tight random --hands 2 --output {}",
        "play tight random --hands 2 --output {}/new",
        "convert hands.phhs --to phh --output {}/new.phhs",
        "convert hands.phhs --to phh --output {}/new/",
    ],
)
def test_what_is_a_file_is_no_folder(
    arguments: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("kept").write_text("before", encoding="utf-8")
    before = contents(folder)
    assert run(arguments.format("kept").split()) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("Error: ") and said.endswith("kept: Not a directory")
    assert contents(folder) == before


def test_folders_that_are_missing_are_made(folder: Path) -> None:
    assert run(["range", "AA", "--picture", "a/b/range.svg"]) == 0
    assert run(["match", "caller", "caller", "--hands", "2", "-o", "c/d/match.phhs"]) == 0
    assert run(["convert", "hands.phhs", "--to", "ohh", "-o", "e/f/"]) == 0
    made = {str(path) for path in Path().rglob("*.*")}
    assert made == {"hands.phhs", "a/b/range.svg", "c/d/match.phhs", "e/f/hands.ohh"}
    # What fails leaves none.
    assert run(["match", "caller", "nobody", "--hands", "2", "-o", "g/match.phhs"]) == 2
    assert not Path("g").exists()


def test_what_links_lead_to_is_written(folder: Path) -> None:
    Path("real").mkdir()
    Path("link.svg").symlink_to("real/range.svg")
    assert run(["range", "AA", "--picture", "link.svg"]) == 0
    assert Path("link.svg").is_symlink() and Path("real/range.svg").stat().st_size > 100
    assert run(["range", "AA", "--picture", "link.svg"]) == 2
    Path("real/range.svg").chmod(0o640)
    assert run(["range", "KK", "--picture", "link.svg", "--force"]) == 0
    assert Path("link.svg").is_symlink()
    assert Path("real/range.svg").stat().st_mode & 0o777 == 0o640
    assert os.listdir("real") == ["range.svg"]


@pytest.mark.parametrize(
    "arguments",
    [
        "match random caller --hands 4 --seed 1 --output {}",
        "convert hands.phhs --to phh --output {}",
        "convert hands.phhs --to phh --output new.phhs --report {}",
    ],
)
def test_what_is_no_file_is_written_to_as_it_is(arguments: str, folder: Path) -> None:
    words = [*MODULE, *arguments.format("made").split()]
    subprocess.run(words, check=True, capture_output=True)
    made = Path("made").read_text(encoding="utf-8")
    assert made.count("\n") > 2
    Path("new.phhs").unlink(missing_ok=True)

    def told(output: str, **options: Any) -> Any:
        Path("new.phhs").unlink(missing_ok=True)
        words = [*MODULE, *arguments.format(output).split()]
        return subprocess.run(words, check=True, text=True, **options)

    # A standard output that is a file is not truncated, nor refused for being there.
    with Path("all").open("w", encoding="utf-8") as out:
        out.write("first\n")
        out.flush()
        told("/dev/stdout", stdout=out)
    assert Path("all").read_text(encoding="utf-8").startswith(f"first\n{made}")
    assert told("-", capture_output=True).stdout.startswith(made)
    told("/dev/null", capture_output=True)
    os.mkfifo("pipe")
    read: list[str] = []
    reader = Thread(target=lambda: read.append(Path("pipe").read_text(encoding="utf-8")))
    reader.start()
    told("pipe", capture_output=True)
    reader.join(HANG)
    assert read == [made]
    assert not hidden(folder) and not [name for name in os.listdir("/dev") if "croupier" in name]


def test_json_and_hands_are_not_mixed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "caller", "caller", "-o", "-", "--json"]) == 2
    assert "say with --output where the hands go" in capsys.readouterr().err


def test_what_is_read_is_not_replaced_by_force(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    assert run(["convert", "hands.phhs", "--to", "phh", "-o", "hands.phhs", "--force"]) == 2
    assert "hands.phhs is read, and would be overwritten" in capsys.readouterr().err
    assert contents(folder) == before


def test_a_file_that_came_in_the_meantime(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put = Claim.put

    def late(claim: Claim) -> None:
        Path("kept.svg").write_text("mine", encoding="utf-8")
        put(claim)

    monkeypatch.setattr(Claim, "put", late)
    assert run(["range", "AA", "--picture", "kept.svg"]) == 2
    assert capsys.readouterr().err == "Error: kept.svg is there already; --force replaces it\n"
    assert Path("kept.svg").read_text(encoding="utf-8") == "mine" and not hidden(folder)
