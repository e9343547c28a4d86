"""A small file of every format."""

from __future__ import annotations

import io

from croupier.histories.pipeline.converting import Conversion, convert, find_style
from histories.formats.texts import ALL

from .serving import LOG

_PLURIBUS = "STATE:7:r200fffff:AsKs|2c2d|3c3d|4c4d|5c5d|6c6d:-50|-100|150|0|0|0:A|B|C|D|E|F\n"
_ACPC = "STATE:7:cc/cc/cc/cc:AsKs|2c2d/3h4h5h/6h/7h:0|0:A|B\n"


def _write(target: str) -> str:
    out, style = io.StringIO(), find_style(target)
    result = convert(LOG, Conversion(target=target), out)
    assert result.converted
    return f"{style.opening}{out.getvalue()}{style.closing}"


SAMPLES = {
    **{f"{name}.txt": text for name, text in ALL.items()},
    "night.phhs": _write("phh"),
    "night.ohh": _write("ohh"),
    "night.json": _write("ohh-simplified"),
    "pluribus.log": _PLURIBUS,
    "acpc.log": _ACPC,
}

SPOT = (
    'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
    "starting_stacks = [20, 20]\n"
    'actions = ["d dh p1 AsAh", "d dh p2 KdKc", "p2 cc", "p1 cc", "d db Qs9h2h", "p1 cc",'
    ' "p2 cc", "d db 8c", "p1 cc", "p2 cc", "d db 3d", "p1 cc", "p2 cc"]\n'
)

TWICE = (
    'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
    "starting_stacks = [20, 20]\n"
    'actions = ["d dh p1 AsAh", "d dh p2 KdKc", "p2 cc", "p1 cc", "d db 2c7d9h", "p1 cbr 18",'
    ' "p2 cc", "# croupier: p1 rc 2", "# croupier: p2 rc 2", "d db 3s", "d db 4s",'
    ' "# croupier: d db Kh", "# croupier: d db 5d"]\n'
)

# Pages that are looked at as a whole: where they are, and what must be there.
PAGES = {
    "start": ("", ".drop"),
    "list": ("#hands/{shelf}", "table.hands"),
    "replay": ("#hand/{shelf}/2?step=4", ".equities"),
    "end": ("#hand/{shelf}/2?step=99", ".seat.won"),
    "convert": ("#convert/{shelf}", "form.panel"),
    "night": ("#night/{shelf}", ".blocks"),
    "equity": ("#calculators/equity", "form.panel"),
    "odds": ("#calculators/odds", "form.panel"),
    "icm": ("#calculators/icm", "form.panel"),
    "hands": ("#calculators/hands", "form.panel"),
    "solution": ("#solution/{solved}", ".blocks"),
    "skipped": ("#hands/{torn}?skipped=1", "table.hands"),
    "torn": ("#convert/{torn}", "form.panel"),
    "boards": ("#hand/{games}?step=99", ".seat.won"),
    "twice": ("#hand/{twice}?step=10", ".equities"),
}
