"""Draw what commands print in a terminal: `python docs/site/terminals.py`.

The pictures in `docs/terminals` are what the commands print today, colours included; a test sees to
it. They need no font but one of fixed width, and ask nobody for anything.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from croupier.cli import run
from croupier.cli.output.console import console

DOCS = Path(__file__).resolve().parent.parent
FOLDER = DOCS / "terminals"
LOG = DOCS.parent / "examples" / "home-game.csv"

# The names of the pictures, how wide they are, and what is typed in them.
_PICTURES = {
    "play": (76, "croupier play tight loose equity --hands 1 --seed 11 --no-save"),
    "equity": (84, "croupier equity AhAs KdKc QsJs --board Ts9s2c"),
    "report": (88, "croupier report home-game.csv"),
    "range": (70, 'croupier range "22+, A9s+, KTs+, QTs+, JTs, T9s, ATo+, KQo:0.5"'),
    "solve": (80, "croupier solve -b Qs9h2h8c3d --pot 2 -s 9 --oop AA,JT --ip Q9 --bet a"),
}
_THEME = TerminalTheme(
    (24, 26, 31),
    (214, 218, 224),
    [
        (40, 44, 52),
        (240, 113, 120),
        (152, 195, 121),
        (229, 192, 123),
        (97, 175, 239),
        (198, 120, 221),
        (86, 182, 194),
        (214, 218, 224),
    ],
    [
        (110, 118, 131),
        (240, 113, 120),
        (152, 195, 121),
        (229, 192, 123),
        (97, 175, 239),
        (198, 120, 221),
        (86, 182, 194),
        (255, 255, 255),
    ],
)
_FRAME = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="rich-terminal"
 role="img" aria-label="{label}">
<style>
.{unique_id}-matrix {{
 font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
 font-size: {char_height}px; line-height: {line_height}px; white-space: pre
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect fill="#181a1f" width="{width}" height="{height}" rx="8"/>
<g transform="translate({terminal_x}, {terminal_y})"
 clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def draw(name: str) -> str:
    """Return the picture of what a command prints."""
    width, command = _PICTURES[name]
    picture = Console(
        record=True, width=width, force_terminal=True, color_system="truecolor", file=StringIO()
    )
    picture.print(f"[bold green]$[/] [bold]{command}[/]", highlight=False, soft_wrap=True)
    kept = dict(vars(console))
    try:
        # What the commands print goes to the picture.
        vars(console).update(vars(picture))
        with redirect_stdout(StringIO()):
            status = run(shlex.split(command)[1:])
    finally:
        vars(console).clear()
        vars(console).update(kept)
    if status:
        raise RuntimeError(f"{command} ends with {status}")
    frame = _FRAME.replace("{label}", command.replace('"', "&quot;").replace("{", "{{"))
    return picture.export_svg(theme=_THEME, code_format=frame, unique_id=f"croupier-{name}")


def make_pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path(LOG.name).write_bytes(LOG.read_bytes())
        return {f"{name}.svg": draw(name) for name in _PICTURES}


def main() -> int:
    """Write everything."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in make_pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
