"""All commands speak with one voice: options, JSON, errors, exit statuses, help, examples."""

from __future__ import annotations

import inspect
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from cyclopts import App

from croupier.cli import app, run
from croupier.cli.commands import COMMANDS, Command
from croupier.cli.output.console import errors
from croupier.cli.output.progress import Bar
from croupier.histories import HandHistory

ROOT = Path(__file__).resolve().parents[2]
MODULE = (sys.executable, "-m", "croupier")
# These print a script, and nothing that a program would read.
WITHOUT_JSON = {"completion", "new-game"}
# These run until somebody ends them: tests/web has them.
LASTING = {"serve"}
# What `--json` needs beside an example.
WITH_JSON = {"convert": ("--output", "made.txt")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    arguments = ["match", "tight", "random", "--hands", "10", "--seed", "1"]
    assert run([*arguments, "--output", str(folder / "hands.phhs"), "--json"]) == 0
    shutil.copy(ROOT / "examples" / "lifeboat.json", folder / "game.json")
    shutil.copy(ROOT / "examples" / "home-game.csv", folder / "log.csv")
    text = (ROOT / "tests" / "hosting" / "fair_deals.json").read_text(encoding="utf-8")
    fair = json.loads(text)[0]
    (folder / "deals.json").write_text(json.dumps([fair["proof"]]), encoding="utf-8")
    (folder / "evening.phhs").write_text(f"[1]\n{fair['history']}", encoding="utf-8")
    shutil.copy(ROOT / "tests" / "hosting" / "logs" / "version-1.db", folder / "tables.db")
    return folder


@pytest.fixture
def folder(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run commands in a folder of their own, with the files."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def function_of(command: Command) -> Any:
    module, _, name = command.path.partition(":")
    return getattr(import_module(module), name)


def options_of(command: Command) -> list[tuple[str, ...]]:
    found: App = app[command.name]
    arguments = found.assemble_argument_collection(parse_docstring=False)
    return [argument.names for argument in arguments if argument.names]


every_command = pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
every_example = pytest.mark.parametrize(
    ("command", "example"),
    [
        (command, example)
        for command in COMMANDS
        for example in command.examples
        if command.name not in LASTING
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)


def test_commands_are_in_order() -> None:
    names = [command.name for command in COMMANDS]
    assert names == sorted(set(names))


@every_command
def test_the_list_knows_what_a_command_does(command: Command) -> None:
    assert (inspect.getdoc(function_of(command)) or "").splitlines()[0] == command.summary


@every_command
def test_help_has_examples(command: Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command.name, "--help"]) == 0
    out = capsys.readouterr().out
    assert command.examples and command.summary in " ".join(out.split())
    for example in command.examples:
        assert example in out


@every_example
def test_examples_run(
    command: Command, example: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *arguments = shlex.split(example)
    assert name == "croupier" and arguments[0] == command.name
    assert run(arguments) == 0
    assert any(capsys.readouterr())


@every_example
def test_json_is_all_there_is(
    command: Command, example: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command.name in WITHOUT_JSON:
        assert ("--json",) not in options_of(command)
        return
    _, *arguments = shlex.split(example)
    extra = () if "--output" in arguments else WITH_JSON.get(command.name, ())
    assert run([*arguments, *extra, "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out, parse_constant=pytest.fail)
    assert not captured.err


def test_an_option_means_the_same_everywhere() -> None:
    meanings: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for command in COMMANDS:
        for names in options_of(command):
            for name in names:
                meanings[name].add(names)
    different = {name: found for name, found in meanings.items() if len(found) > 1}
    assert not different
    for short, long in {
        "-b": "--board",
        "-g": "--game",
        "-n": "--hands",
        "-o": "--output",
        "-p": "--players",
        "-s": "--stack",
    }.items():
        assert {names[:2] for names in meanings[short]} == {(long, short)}


def test_options_are_in_one_order() -> None:
    order = ["--game", "--players", "--hands", "--stack", "--seed"]
    for command in COMMANDS:
        names = [names[0] for names in options_of(command)]
        shared = [name for name in names if name in order]
        assert shared == sorted(shared, key=order.index), command.name
        # What is done with the results comes last.
        last = [name for name in names if name in {"--picture", "--force", "--json"}]
        order_of_last = ["--picture", "--force", "--json"]
        assert names[len(names) - len(last) :] == sorted(last, key=order_of_last.index), (
            command.name
        )


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["play", "--nothing"],
        ["play", "--hands", "many"],
        ["evaluate"],
        ["evaluate", "AsKx"],
        ["describe", "no such game"],
        ["replay", "nothing.phh"],
        ["replay", "hands.phhs", "--hand", "99"],
        ["replay", "hands.phhs", "--step", "--json"],
        ["validate", "nothing"],
        ["stats"],
        ["convert", "hands.phhs", "--to", "phh", "--json"],
        ["icm", "--stacks", "1,2"],
        ["completion", "abacus"],
        ["rankings", "nothing"],
        ["equity", "AA", "KK", "--samples"],
        ["equity", "AA", "KK", "--precision", "much"],
        ["simulate", "nlhe", "--hands", "1", "--hands", "2"],
        ["convert", "log.csv", "--to", "phh", "--rake-percent", "much"],
        ["convert", "log.csv", "--to", "morse"],
        ["play", "nobody"],
        ["match", "tight", "nobody"],
        ["range", "XX"],
        ["range", "AA", "--picture", "range.gif"],
        ["odds", "AhKx"],
        ["games", "--category", "chess"],
        ["check-game", "nothing.json"],
        ["replay", "."],
        ["replay", "zeros"],
        ["replay", "empty"],
        ["describe", "zeros.json"],
        ["stats", "hands.phhs", "--player", "nobody"],
    ],
    ids=" ".join,
)
def test_wrong_input(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("zeros", "zeros.json"):
        Path(name).write_bytes(bytes(100))
    Path("empty").touch()
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert not captured.out
    # One line that begins with a small letter, a name or an option, and ends without a full stop.
    assert re.fullmatch(r"Error: (?![A-Z][a-z])\S.*[^.\n]\n", captured.err)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("evalaute AsKs", "there is no command 'evalaute'; did you mean evaluate"),
        ("evaluate AsKs --bord Qs", "there is no option --bord; did you mean --board?"),
        ("check-game", "FILES is missing: JSON files, and folders of them"),
        ("evaluate", 'HOLE is missing: the hole cards, such as "AsKs"'),
        ("icm --stacks", "--stacks needs a value: the chips of each player"),
        ("simulate nlhe --hands many", "--hands takes a whole number, unlike 'many'"),
        ("completion abacus", "SHELL takes bash, zsh, fish or powershell, unlike 'abacus'"),
        ("rankings high low", "there is no place for 'high low'"),
        ("simulate holdm", "there is no game 'holdm'; did you mean holdem"),
        ("convert log.csv --to phh --from pokrstars", "did you mean 'pokerstars'?"),
    ],
)
def test_errors_say_what_was_expected(
    arguments: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(shlex.split(arguments)) == 2
    assert said in capsys.readouterr().err


def test_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("wrong.json").write_text("{}", encoding="utf-8")
    assert run(["check-game", "wrong.json"]) == 1
    with Path("hands.phhs").open("rb") as stream:
        first = next(iter(HandHistory.load_all(stream)))
    first.finishing_stacks = [stack + 1 for stack in first.finishing_stacks or ()]
    Path("wrong.phh").write_text(first.dumps(), encoding="utf-8")
    assert run(["validate", "wrong.phh"]) == 1


def test_nobody_reads_on() -> None:
    process = subprocess.Popen(
        [*MODULE, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert not process.stderr.read()
    process.stderr.close()
    assert process.wait() == 141


def test_a_bar_is_patient_and_only_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from croupier.cli.output import progress

    monkeypatch.setattr(errors, "legacy_windows", False)
    for terminal, patience, quiet, shown in [
        (True, 0.01, False, True),
        (True, 60, False, False),
        (True, 0.01, True, False),
        (False, 0.01, False, False),
    ]:
        monkeypatch.setattr(errors, "_force_terminal", terminal)
        monkeypatch.setattr(progress, "_PATIENCE", patience)
        with Bar("Dealing", 10, quiet=quiet) as bar:
            bar.update(5)
            # Where nothing is ever shown, no clock runs.
            assert shown or bar._timer.is_alive() == (patience > 1)
            end = monotonic() + 600
            while shown and bar._progress is None and monotonic() < end:
                sleep(0.01)
        captured = capsys.readouterr()
        assert bool(captured.err) == shown and not captured.out


def test_a_bar_adds_up_what_threads_say() -> None:
    with Bar("Reading", 1000, quiet=True) as bar, ThreadPoolExecutor(4) as pool:
        list(pool.map(bar.add, [3] * 300))
        assert bar._done == 900
        bar.update(7)
        bar.add(2)
        assert bar._done == 9


def test_messages_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["describe", "[bold]x[/]"]) == 2
    assert "[bold]x[/]" in capsys.readouterr().err


def test_a_package_that_is_missing() -> None:
    code = "import sys; sys.modules['cyclopts'] = None; from croupier.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code, "rankings"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: commands need the package 'cyclopts': install croupier[cli]\n"


def loaded_by(*arguments: str, status: int = 0) -> set[str]:
    """Return the modules that a command imports."""
    code = (
        "import sys, runpy\nsys.argv = ['croupier', *sys.argv[1:]]\n"
        "try: runpy.run_module('croupier', run_name='__main__')\n"
        f"except SystemExit as end: assert (end.code or 0) == {status}, end.code\n"
        "print('MODULES', *sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.rpartition("MODULES")[2].split())


HEAVY = {"asyncio", "markdown_it", "matplotlib", "multiprocessing", "numpy", "pygments"}
# What every command needs to read a command line and to print.
BASE = {
    "croupier",
    "croupier._names",
    "croupier.cli",
    "croupier.cli.app",
    "croupier.cli.commands",
    "croupier.cli.output",
    "croupier.cli.output.console",
    "croupier.errors",
    "croupier.limits",
    "croupier.numbers",
    "croupier.texts",
}
# What the modules of commands may import before a command runs.
LIGHT = {
    "croupier.cli.arguments",
    "croupier.cli.arguments.amounts",
    "croupier.cli.arguments.missing",
    "croupier.cli.arguments.options",
    "croupier.cli.arguments.outputs",
    "croupier.cli.arguments.sources",
    "croupier.cli.arguments.unused",
    "croupier.cli.commands.push_fold",
    "croupier.cli.output.lists",
    "croupier.cli.output.progress",
    "croupier.files",
}


def own(loaded: set[str]) -> set[str]:
    """Return the modules of the project, but the one that was run."""
    return {name for name in loaded if name.partition(".")[0] == "croupier"}


def test_the_version_needs_no_package() -> None:
    loaded = loaded_by("--version")
    assert not loaded & {"cyclopts", "rich"}
    assert own(loaded) == {"croupier", "croupier._names"}


@pytest.mark.parametrize("arguments", [["--help"], []], ids=["--help", "nothing"])
def test_help_imports_no_command(arguments: list[str]) -> None:
    loaded = loaded_by(*arguments)
    assert own(loaded) <= BASE
    assert not loaded & HEAVY


@every_command
def test_help_of_a_command_imports_nothing_else(command: Command) -> None:
    loaded = loaded_by(command.name, "--help")
    assert own(loaded) <= BASE | LIGHT | {command.path.partition(":")[0]}
    assert not loaded & HEAVY


def test_a_wrong_name_imports_no_command() -> None:
    assert own(loaded_by("evalaute", status=2)) <= BASE | {
        "croupier.cli.arguments",
        "croupier.cli.arguments.usage",
    }


LATER = re.compile(r"croupier\.(agents|analysis|games|histories|simulation|state|tables)")


@pytest.mark.parametrize("arguments", [["rankings"], ["evaluate", "AsKsQsJsTs"]], ids=" ".join)
def test_little_is_imported(arguments: list[str]) -> None:
    loaded = loaded_by(*arguments)
    assert not loaded & HEAVY
    assert not [name for name in loaded if LATER.match(name)]


# Ends a command with the first thing that it prints, and says what is imported until then.
FIRST_LINE = """
import os, sys
class Output:
    encoding, errors = "utf-8", "strict"
    def write(self, text):
        if text:
            print("MODULES", *sorted(sys.modules), file=sys.stderr, flush=True)
            os._exit(0)
        return 0
    def flush(self): pass
    def isatty(self): return False
    def fileno(self): return 1
sys.argv = ["croupier", *sys.argv[1:]]
sys.stdout = Output()
from croupier.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ("games", r"games\.configuration\.(schema|reading)|games\.mixed|histories|analysis|tables"),
        (
            "describe texas_holdem",
            r"histories|analysis|tables|agents"
            r"|games\.configuration\.compile\.(game|hands|steps|wild)",
        ),
        (
            "play --seed 1 --no-save",
            r"histories|analysis|games\.configuration\.schema|games\.mixed|compat\.pypoks\.[^cm]",
        ),
    ],
)
def test_what_is_imported_before_the_first_line(arguments: str, parts: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_LINE, *arguments.split()],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stderr.rpartition("MODULES")[2].split()
    unwanted = re.compile(rf"croupier\.({parts})")
    assert not [name for name in loaded if unwanted.match(name)]
    assert not set(loaded) & HEAVY


@pytest.mark.parametrize(
    "example",
    [
        one
        for command in COMMANDS
        # Tables of Arrow are what a store is made of.
        if command.name not in LASTING | {"store"}
        for one in command.examples[:1]
    ],
)
def test_no_command_needs_arrays(example: str, folder: Path) -> None:
    _, *arguments = shlex.split(example)
    # Of these, only a picture of a match does.
    extra = ["--no-save"] if arguments[0] == "play" else []
    assert not loaded_by(*arguments, *extra) & {"matplotlib", "numpy"}


@pytest.mark.parametrize(
    "arguments",
    [
        "simulate nlhe --hands 10",
        "equity AA KK --board Qs7h2c",
        "range AA",
        "icm --stacks 5,3,2 --payouts 5,3",
    ],
)
def test_games_of_files_are_imported_for_games_of_files(arguments: str) -> None:
    assert "croupier.games.configuration" not in loaded_by(*arguments.split())
