"""Write what commands print, for people who read it before it changes: `python tools/golden.py`.

`tests/cli/golden` has a file for each command, with its output in terminals of 60, 80 and 120
columns and in a pipe. A test compares them. Who changes what is printed runs this, and reads what
has changed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

from croupier.cli import run
from croupier.cli.commands import COMMANDS
from croupier.cli.output.console import console

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "cli" / "golden"
WIDTHS = {"60 columns": 60, "80 columns": 80, "120 columns": 120, "piped": None}
# Commands that are run beside the examples of help.
CASES: dict[str, tuple[str, ...]] = {
    "croupier": ("croupier --help", "croupier gmaes", "croupier play --hand 3"),
    "check-game": (
        "croupier check-game wrong.json torn.json",
        "croupier check-game nothing.json",
    ),
    "completion": (),
    "convert": (
        "croupier convert log.csv --too phh",
        "croupier convert log.csv --to phh --filter-hu -o two.phhs",
        "croupier convert long.phhs --to pokerstars -o long.txt",
    ),
    "describe": ("croupier describe horse", "croupier describe tripple"),
    "equity": (
        "croupier equity AsAh KdKc --game plo --samples 1000 --seed 1",
        "croupier equity AsAh KdKc --board Qs7h",
        "croupier equity AhAs KdKc --json",
    ),
    "evaluate": (),
    "games": ("croupier games --players 9 --limit pot-limit", "croupier games holdm"),
    "icm": ("croupier icm --stacks 5000,3000,2000 --payouts 50,30,20 --places",),
    "match": (
        "croupier match Rock=tight agents.py:Broken --hands 20 --seed 1",
        "croupier match Bartholomew_Featherstonehaugh=caller random --hands 20 --seed 1",
    ),
    "new-game": ("croupier new-game mine.json", "croupier new-game mine.json --base irishh"),
    "odds": ("croupier odds Ah", "croupier odds AhKh --board QhJh"),
    "play": (
        "croupier play tight loose --game anaconda --hands 1 --seed 3 --no-save",
        "croupier play Bartholomew_Featherstonehaugh=tight agents.py:Broken --hands 2 --seed 1"
        " --no-save -q",
        "croupier play --players 23 --hands 1",
        "croupier play --picture x.gif",
    ),
    "range": ('croupier range "top 15%"', "croupier range"),
    "rankings": (),
    "replay": ("croupier replay long.phhs", "croupier replay boards.phhs"),
    "report": ("croupier report long.phhs",),
    "review": (
        "croupier review river.phh --hero Bob --street river --ranges ranges.json",
        "croupier review log.csv --hero Bobb",
    ),
    "serve": ("croupier serve nothing.csv", "croupier serve --port 70000"),
    "simulate": (
        "croupier simulate omaha8 --hands 2000 --seed 1 --players 4",
        "croupier simulate nlhe --players 24",
    ),
    "solve": ("croupier solve -b Qs9h2h8c3d --pot 2 -s 9 --oop AA --ip Q9 --bet x",),
    "stats": (
        "croupier stats long.phhs --top 2",
        "croupier stats hands.phhs --by stakes",
        "croupier stats nobody",
    ),
    "store": (
        "croupier store query mine"
        " 'select name, count(*) hands, avg(vpip::int) vpip from players group by 1 order by 1'",
        "croupier store report mine position --where 'single-raised pots'",
        "croupier store report mine leaks --player loose",
        "croupier store report mine sessions",
        "croupier store report mine position --where '3-bett pots'",
        "croupier store query mine 'select * from nothing'",
        "croupier store query nowhere 'select 1'",
        "croupier store hand mine 7",
    ),
    "tables": ("croupier tables log.csv", "croupier tables nothing.db"),
    "validate": (
        "croupier validate wrong.phhs",
        "croupier validate empty.phhs",
        "croupier validate nobody",
    ),
    "verify-deal": (
        "croupier verify-deal deals.json",
        "croupier verify-deal forged.json evening.phhs",
        "croupier verify-deal log.csv",
    ),
}
# Options of examples, so that they leave no files and do the same every time.
_OPTIONS = {"play": " --no-save"}
_SEEDED = ("match", "play", "simulate")
# Scripts for shells are long, servers do not end, and solutions of many hands take their time.
_NOT_RUN = ("completion", "review", "serve")
NAMES = ("croupier", *(command.name for command in COMMANDS))
# Parts of the output that differ from run to run.
_VOLATILE = (
    (re.compile(r"[\d,.]+(?= hands/s)"), "…"),
    (re.compile(r"in [\d.]+ s \([\d,]+ hands a second\)"), "in … s (… hands a second)"),
    (re.compile(r"│ hands a second.*"), "│ hands a second …"),
    (re.compile(r"in [\d.]+ s\b"), "in … s"),
    (re.compile(r"(?<=\"hands_per_second\": )[\d.]+"), "0"),
    (re.compile(r"[\d.]+ s(?= \()|[\d.]+ seconds"), "… s"),
)
_WRONG = """{
  "game": "Wrong",
  "players": {"min": 2, "max": 1},
  "deck": {"type": "standard", "cards": 52},
  "bettingStructures": ["Unlimited"],
  "gamePlay": [{"deal": {"location": "player", "cards": [{"number": 0, "state": "face down"}]}}],
  "showdown": {"order": "clockwise", "bestHand": [{"evaluationType": "highest"}]}
}
"""
_RIVER = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 300]
players = ["Ann", "Bob", "Cat"]
actions = ["d dh p1 AhKd", "d dh p2 8s8d", "d dh p3 7c2d", "p3 cbr 6", "p1 f", "p2 cc",
    "d db 8hQsJc", "p2 cc", "p3 cbr 8", "p2 cc", "d db 2h", "p2 cc", "p3 cc",
    "d db Tc", "p2 cbr 20", "p3 cbr 286", "p2 cc"]
"""
_RANGES = '{"Bob": "88, AK, QJ", "Cat": "72o, AA, KK, Q9"}'
_BROKEN = "class Broken:\n    def act(self, view):\n        return {}['nothing']\n"


def make_folder(folder: Path) -> None:
    """Put the files into a folder that the commands read."""
    shutil.copy(ROOT / "examples" / "home-game.csv", folder / "log.csv")
    shutil.copy(ROOT / "examples" / "lifeboat.json", folder / "game.json")
    (folder / "wrong.json").write_text(_WRONG, encoding="utf-8")
    (folder / "torn.json").write_text('{"game": "Torn",\n "players": }', encoding="utf-8")
    (folder / "agents.py").write_text(_BROKEN, encoding="utf-8")
    match = "match {} --hands 20 --seed 7 --output {}"
    for agents, name in (("tight loose", "hands"), ("Zoë=loose Bartholomew_F=tight", "long")):
        assert run(shlex.split(match.format(agents, f"{name}.phhs"))) == 0
    boards = "match caller caller --game double_board_holdem --hands 2 --seed 1 -o boards.phhs"
    assert run(shlex.split(boards)) == 0
    (folder / "river.phh").write_text(_RIVER, encoding="utf-8")
    (folder / "ranges.json").write_text(_RANGES, encoding="utf-8")
    fair = json.loads((ROOT / "tests" / "hosting" / "fair_deals.json").read_bytes())[0]
    (folder / "evening.phhs").write_text(f"[1]\n{fair['history']}", encoding="utf-8")
    old = json.loads((ROOT / "tests" / "hosting" / "old_proof.json").read_bytes())
    proof = fair["proof"]
    wrong = {**proof, "openings": proof["openings"][1:]}
    for name, proofs in (("deals", [proof]), ("forged", [proof, wrong, old])):
        (folder / f"{name}.json").write_text(json.dumps(proofs), encoding="utf-8")
    shutil.copy(ROOT / "tests" / "hosting" / "logs" / "version-1.db", folder / "tables.db")
    text = Path("hands.phhs").read_text(encoding="utf-8")
    (folder / "wrong.phhs").write_text(
        text.replace("finishing_stacks = [", "finishing_stacks = [9")
    )
    (folder / "empty.phhs").write_text("")
    (folder / "nobody").mkdir()


@contextmanager
def terminal(width: int | None) -> Iterator[None]:
    """Let commands print to a terminal of so many columns without colours, or to a pipe."""
    kept = dict(vars(console))
    environment = dict(os.environ)
    os.environ["COLUMNS"] = str(width or 80)
    console._force_terminal = width is not None
    console._color_system = None
    console._width = width
    console.legacy_windows = False
    try:
        yield
    finally:
        vars(console).update(kept)
        os.environ.clear()
        os.environ.update(environment)


def show(command: str, width: int | None) -> str:
    """Return what a command prints, then what it says on the standard error, and its status."""
    _, *arguments = shlex.split(command)
    for name in ("two.phhs", "long.txt", "table.phhs", "hand.html", "night.html", "mine.json"):
        Path(name).unlink(missing_ok=True)
    out, errors = StringIO(), StringIO()
    with terminal(width), redirect_stdout(out), redirect_stderr(errors):
        try:
            status = run(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
    lines = out.getvalue().splitlines()
    lines += [f"2> {line}" for line in errors.getvalue().splitlines()]
    lines += [f"status {status}"] if status else []
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    for pattern, instead in _VOLATILE:
        text = pattern.sub(instead, text)
    if "hands a second …" in text:
        # The widest number of the table may be how fast it was.
        text = re.sub(r"[ ─]{2,}", lambda blanks: blanks[0][:2], text)
    return text


def list_cases(name: str) -> list[str]:
    """Return the command lines of a command's file."""
    examples = [one for command in COMMANDS if command.name == name for one in command.examples]
    examples = [
        one
        + _OPTIONS.get(name, "")
        + (" --seed 7" if name in _SEEDED and "--seed" not in one else "")
        for one in examples
        if name not in _NOT_RUN
    ]
    helped = [] if name == "croupier" else [f"croupier {name} --help"]
    return [*helped, *examples, *CASES.get(name, ())]


def write(name: str) -> str:
    """Return the file of a command; what is the same at several widths stands there once."""
    parts = []
    for command in list_cases(name):
        shown: dict[str, list[str]] = {}
        for width, columns in WIDTHS.items():
            shown.setdefault(show(command, columns), []).append(width)
        parts.append(f"$ {command}\n")
        parts += [f"---- {', '.join(widths)}\n{text}" for text, widths in shown.items()]
        parts.append("\n")
    return "".join(parts)


@contextmanager
def prepared() -> Iterator[None]:
    """Be in a folder with all files."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        with redirect_stdout(StringIO()):
            make_folder(Path(folder))
        yield


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with prepared():
        for one in sys.argv[1:] or NAMES:
            (FOLDER / f"{one}.txt").write_text(write(one), encoding="utf-8")
