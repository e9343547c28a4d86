"""Tell the story of a match: play it, check it, convert it, draw it.

Run it with `make demo`, with `make demo GAME=horse`, or with `python examples/demo.py GAME`, where
GAME is anything that `croupier play --game` takes. All files go to the folder `out/demo`.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

try:
    from croupier.cli import run
    from croupier.cli.output.console import Status, console
except ImportError:
    COMMANDS = False
else:
    COMMANDS = True

SEED = 2026
WATCHED_HANDS = 3
MATCH_HANDS = 100
FOLDER = Path("out") / "demo"


def run_step(words: str, *command: str) -> int:
    """Say what happens now, show the command, run it, and return its exit status."""
    console.print()
    console.rule(words, align="left", style="dim")
    line = shlex.join(["croupier", *command])
    console.print(f"$ {line}", style="bold cyan", highlight=False, markup=False, soft_wrap=True)
    return run(command)


def show(game: str) -> int:
    """Show a match of a game, and return the exit status.

    Args:
        game: The name of the game, or its file.

    Returns:
        0, or the status of what failed.
    """
    # The folder belongs to the demo; what an earlier one left would be in the way.
    shutil.rmtree(FOLDER, ignore_errors=True)
    play = ("play", "--game", game, "--seed", str(SEED))
    status = run_step(
        "A few hands, live", *play, "--hands", str(WATCHED_HANDS), "--rebuys", "0", "--no-save"
    )
    if status:
        return status
    status = run_step(
        "A match: results, hand histories and a picture",
        *(*play, "--hands", str(MATCH_HANDS), "--quiet", "--reset", "--output", str(FOLDER)),
    )
    if status:
        return status
    # Its name is that of the time.
    [hands] = FOLDER.glob("*.phhs")
    status = run_step("Every hand is replayed by the rules", "validate", str(hands))
    if status:
        return status
    for words, target, name in (
        ("The hands as text of PokerStars", "pokerstars", "hands.txt"),
        ("The hands as Open Hand History", "ohh", "hands.ohh"),
    ):
        path = FOLDER / name
        said = StringIO()
        with redirect_stderr(said):
            found = run_step(words, "convert", str(hands), "--to", target, "--output", str(path))
        if found not in (Status.GOOD, Status.FINDINGS):
            sys.stderr.write(said.getvalue())
            return found
        # Hands that the format cannot carry are listed above it.
        console.print(said.getvalue().splitlines()[-1], highlight=False, soft_wrap=True)
        if not path.stat().st_size:
            console.print(f"This game has no place in the format {target}.", style="yellow")
            path.unlink()
    console.print()
    console.rule("What is there now", align="left", style="dim")
    for path in sorted(FOLDER.iterdir()):
        console.print(f"  {path}  ({path.stat().st_size:,} bytes)", highlight=False)
    console.print(f"The chips of everybody, hand by hand, are in {hands.with_suffix('.png')}")
    console.print(
        'Try "make demo GAME=horse"; or ". .venv/bin/activate" and then "croupier --help".',
        highlight=False,
        soft_wrap=True,
    )
    return Status.GOOD


def main() -> None:
    """Show a match of the game that is named, or of no-limit hold'em."""
    if not COMMANDS:
        print('The demo is made of commands; install them with: pip install "croupier[cli]"')
        return
    sys.exit(show(sys.argv[1] if len(sys.argv) > 1 else "nlhe"))


if __name__ == "__main__":
    main()
