"""Show the figures: in a terminal, and as a document."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import peers
from benchmarks.measuring.harness import Figure, Result, Target, TargetKind, Unit

__all__ = ["format_comparison", "format_document", "format_games", "format_summary", "show"]

_HEADERS = ("Work", "Croupier", "Peers", "Ratio", "Target", "Reached")

# The questions that people ask first: section, row, and the question.
_GLANCE = (
    ("Arrays, AVX-512", "7-card high, rows of bytes, 10 M hands", "Rank seven cards, in arrays"),
    ("Single 7-card hands", "Strength of seven cards", "Rank seven cards, one call each"),
    ("Games, simulated", "`NoLimitTexasHoldem`, 6 players", "Simulate hold'em, six players"),
    (
        "Games, step by step",
        "`NoLimitTexasHoldem`, 6 players",
        "Play hold'em from Python, six players",
    ),
    (
        "Check-down, no-limit hold'em, 6 players",
        "Check-down with questions, decisions",
        "Decide, having asked what is legal",
    ),
    ("States", "Copies", "Copy a hand in play"),
    ("Hand histories", "read, replay and check files", "Read, replay and check PHH"),
    ("Texts of rooms", "read PokerStars text, cash", "Read PokerStars' text, proved"),
    ("Conversion", "PokerNow to PokerStars' text", "Convert a night of PokerNow, proved"),
    ("Equities", "`calculate_equities`, two hands", "Equities of two hands, sampled"),
    ("Statistics and ICM", "`calculate_icm`, nine players", "ICM of nine players"),
    ("Imports", "`import croupier`", "Import the package"),
)
# Hundreds of rows that nobody reads from top to bottom have a document of their own.
GAMES_SECTION = "Games of files, all"
GAMES_DOCUMENT = "benchmarks/GAMES.md"
_SLOWEST = 5
# Two measurements of the same thing differ by as much on a machine that others use, too.
_NOISE = 0.1

_METHOD = """\
`make bench` measures and writes this document; `python -m benchmarks` only prints. What is measured
is the core as wheels have it: laid out for what was hot in `tools/typical_work.py`, which plays
hands of all games and reads files of its own. `make build` leaves that out: it takes half the time,
and the core is slower by an eighth.

* The contenders of a case run in the same process on the same seeded random hands, in turn (ours,
  theirs, ours, theirs, ...); the best time of each counts. Each instruction set has a process of
  its own (`CROUPIER_SIMD`). All of it is done in as many sweeps as it says beside the machine, for
  a shared one may be slow for longer than a case takes. Ratios are within a row, so they are firmer
  than figures across rows.
* Before anything is timed, the contenders must agree: strengths must order the hands as the peers
  do, ties included, hands must equal PokerKit's by their cards, and hands that are played must end
  with the same chips where the cards are the same.
* Work on one thread is timed by the CPU time of the thread; work on all cores by the wall clock;
  imports by the CPU time of the fresh process. The loop around single calls is part of the time,
  for everybody.
* A ratio is how many times as fast as the peer Croupier is. The peers take one hand at a time, for
  they have no calls for arrays; "phevaluator, private" is the C function below its public call.
* An operation is one hand, and results are written to an array that is there already (`out`),
  unless the row says otherwise. Cards and arrays are made beforehand.
"""


def show(results: Sequence[Result]) -> None:
    """Print the figures: as tables of Rich if it is installed, else as plain text.

    Args:
        results: The figures.
    """
    try:
        from rich.console import Console
        from rich.markup import escape
        from rich.table import Table
    except ImportError:
        for section, rows in _make_tables(results):
            print(_format_for_terminal(section, rows))
    else:
        console = Console()
        for section, rows in _make_tables(results):
            table = Table(title=section, title_justify="left")
            for header in _HEADERS:
                table.add_column(header, justify="right" if header == "Croupier" else "left")
            for row in rows:
                table.add_row(*(escape(cell.replace("; ", "\n").replace("`", "")) for cell in row))
            console.print(table)


def format_summary(results: Sequence[Result]) -> str:
    """Return where Croupier loses or does not reach a target.

    Args:
        results: The figures.

    Returns:
        A list, or a sentence if there is nothing to list.
    """
    lines = [line for result in results for line in _find_losses(result)]
    if not lines:
        return "Nowhere: every target of this run is reached, and no peer is faster."
    return "\n".join(f"* {line}" for line in lines)


def format_document(results: Sequence[Result], sweeps: int = 1) -> str:
    """Return the document.

    Args:
        results: The figures.
        sweeps: How often everything was measured.

    Returns:
        Markdown.
    """
    tables = _make_tables(results)
    parts = ["# Benchmarks", "## At a glance", _format_glance(tables)]
    parts += ["## Where we lose or do not reach the target", format_summary(results)]
    parts += [
        "## Machine",
        f"{_format_machine()}\n* Sweeps: {sweeps}",
        "## Method",
        _METHOD.strip(),
    ]
    for section, rows in tables:
        if section == GAMES_SECTION:
            parts += [f"## {section}", _format_slowest(results)]
        else:
            parts += [f"## {section}", _format_markdown(rows)]
    parts += ["## What was measured", _format_legend(results)]
    return "\n\n".join(parts) + "\n"


def format_games(results: Sequence[Result]) -> str:
    """Return the document of all games of the library.

    Args:
        results: The figures.

    Returns:
        Markdown.
    """
    rows = dict(_make_tables(results)).get(GAMES_SECTION, [])
    about = (
        "Every game of the library, simulated on one core;"
        " [what else was measured](../BENCHMARKS.md)."
    )
    return "\n\n".join(["# Games of the library", about, _format_markdown(rows)]) + "\n"


def format_comparison(old: str, new: str) -> str:
    """Compare two documents row by row.

    Ratios are compared where a row has them, for they are firmer than figures of two runs.

    Args:
        old: A document of an earlier run.
        new: A document of a later one.

    Returns:
        What became slower or faster by more than noise, and what is in one of them only.
    """
    before, after = _read_rows(old), _read_rows(new)
    slower: list[tuple[float, str]] = []
    faster: list[tuple[float, str]] = []
    for key in before.keys() & after.keys():
        change = _find_change(before[key], after[key])
        if change is None or abs(change - 1) <= _NOISE:
            continue
        was, became = (" ".join(row[:2]).strip() for row in (before[key], after[key]))
        line = f"{key[0]}: {key[1]}: {change:.2f} times as fast ({was} before, {became} now)"
        (slower if change < 1 else faster).append((change, line))
    parts = [
        ("Slower", [line for _, line in sorted(slower)]),
        ("Faster", [line for _, line in sorted(faster, reverse=True)]),
        ("Gone", [": ".join(key) for key in before if key not in after]),
        ("New", [": ".join(key) for key in after if key not in before]),
    ]
    return "\n".join(
        f"{title}, {len(lines)} rows:\n" + "".join(f"* {line}\n" for line in lines)
        for title, lines in parts
    )


def _make_tables(results: Iterable[Result]) -> list[tuple[str, list[tuple[str, ...]]]]:
    tables: dict[str, list[tuple[str, ...]]] = {}
    for result in results:
        ratios = [(peer.name, result.find_ratio(peer.name)) for peer in result.peers]
        row = (
            result.name,
            _format_figure(result.ours, result.unit),
            "; ".join(f"{peer.name} {_format_figure(peer, result.unit)}" for peer in result.peers),
            "; ".join(_format_ratio(ratio) for _, ratio in ratios if ratio is not None),
            "; ".join(map(_format_target, result.targets)),
            "; ".join(_format_met(result.is_met(target)) for target in result.targets),
        )
        tables.setdefault(result.section, []).append(row)
    return list(tables.items())


def _find_losses(result: Result) -> Iterable[str]:
    where = f"{result.section}: {result.name}"
    for target in result.targets:
        if result.is_met(target) is False:
            ours = _format_figure(result.ours, result.unit)
            if target.kind is TargetKind.RATIO:
                ratio = result.find_ratio(target.peer)
                ours = "" if ratio is None else f"{_format_ratio(ratio)} the speed of {target.peer}"
            yield f"{where} reaches {ours}; the target is {_format_target(target)}."
    targeted = {target.peer for target in result.targets}
    for peer in result.peers:
        ratio = result.find_ratio(peer.name)
        if ratio is not None and ratio < 1 and peer.name not in targeted:
            ours = _format_figure(result.ours, result.unit)
            theirs = _format_figure(peer, result.unit)
            better = "takes less" if result.unit is Unit.MEMORY else "is faster"
            yield f"{where}: {peer.name} {better}, {theirs} against {ours}."


def _format_machine() -> str:
    versions = [
        f"{name} {version or 'not installed'}" for name, version in peers.find_versions().items()
    ]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    lines = [
        f"* Processor: {_find_processor()}, {os.cpu_count()} cores",
        f"* System: {platform.system()}, {platform.machine()}",
        f"* Python: {platform.python_implementation()} {platform.python_version()}",
        f"* Peers: {', '.join(versions)}",
        f"* Load average at the end of the run: {load}",
        f"* Date: {datetime.now(UTC):%Y-%m-%d}",
    ]
    return "\n".join(lines)


def _find_processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return " ".join(value.split())
    return platform.processor() or "unknown"


def _format_glance(tables: Sequence[tuple[str, list[tuple[str, ...]]]]) -> str:
    found = {(section, row[0]): row for section, rows in tables for row in rows}
    lines = ["| Question | Croupier | Peers | Ratio |", "|---|---:|---|---|"]
    for section, name, question in _GLANCE:
        row = found.get((section, name))
        if row is not None:
            cells = [cell.replace("; ", "<br>") for cell in row[1:4]]
            lines.append(f"| {question} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _format_slowest(results: Sequence[Result]) -> str:
    games = [result for result in results if result.section == GAMES_SECTION]
    slowest = sorted(games, key=lambda result: result.ours.rate)[:_SLOWEST]
    named = ", ".join(f"{game.name} {_format_figure(game.ours, game.unit)}" for game in slowest)
    middle = sorted(games, key=lambda result: result.ours.rate)[len(games) // 2]
    return (
        f"[All {len(games)} games]({GAMES_DOCUMENT}): the one in the middle is played at"
        f" {_format_figure(middle.ours, middle.unit)}; the slowest are {named}."
    )


def _read_rows(document: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the figure and the ratios of each row of the tables, by section and name."""
    rows: dict[tuple[str, str], tuple[str, str]] = {}
    section = ""
    for line in document.splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.startswith("# "):
            section = GAMES_SECTION
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        is_row = line.startswith("| ") and len(cells) == len(_HEADERS) and cells[0] != _HEADERS[0]
        if is_row:
            rows[section, cells[0]] = cells[1], cells[3]
    return rows


def _find_change(before: tuple[str, str], after: tuple[str, str]) -> float | None:
    """Return how many times as fast something became."""
    was, became = (_read_ratio(row[1]) for row in (before, after))
    if was is not None and became is not None:
        return became / was
    was, became = (_read_figure(row[0]) for row in (before, after))
    return None if was is None or became is None else became / was


def _read_ratio(cell: str) -> float | None:
    first = cell.partition("<br>")[0].removesuffix("x")
    return float(first) if first else None


def _read_figure(cell: str) -> float | None:
    """Return how often something is done in a second."""
    number, _, unit = cell.partition(" ")
    rates = {"G/s": 1e9, "M/s": 1e6, "k/s": 1e3, "/s": 1.0}
    # Less memory is better, as less time is.
    times = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "MB": 1e6}
    if unit in rates:
        return float(number) * rates[unit]
    return 1 / (float(number) * times[unit]) if unit in times else None


def _format_legend(results: Sequence[Result]) -> str:
    kinds: dict[str, set[str]] = {}
    for result in results:
        kinds.setdefault(result.section, set()).add(result.what)
    # The tables of the instruction sets have the same rows; in others all rows are of one kind.
    legend = {
        result.section if len(kinds[result.section]) == 1 else result.name: result.what
        for result in results
    }
    return "\n".join(f"* {name}: {what}." for name, what in legend.items())


def _format_markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(_HEADERS)} |", "|---|---:|---|---|---|---|"]
    lines += [f"| {' | '.join(cell.replace('; ', '<br>') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _format_for_terminal(section: str, rows: Sequence[Sequence[str]]) -> str:
    table = [_HEADERS, *(tuple(cell.replace("`", "") for cell in row) for row in rows)]
    widths = [max(len(row[column]) for row in table) for column in range(len(_HEADERS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]
    return "\n".join(["", section, *lines])


def _format_figure(figure: Figure, unit: Unit) -> str:
    if unit is Unit.MEMORY:
        return _format_bytes(figure.seconds)
    return _format_rate(figure.rate) if unit is Unit.RATE else _format_seconds(figure.seconds)


def _format_target(target: Target) -> str:
    if target.kind is TargetKind.RATE:
        return f"≥ {_format_rate(target.value)}"
    if target.kind is TargetKind.TIME:
        return f"≤ {_format_seconds(target.value)}"
    if target.kind is TargetKind.MEMORY:
        return f"≤ {_format_bytes(target.value)}"
    return f"≥ {target.value:g}x {target.peer}"


def _format_met(met: bool | None) -> str:
    return "not measured" if met is None else "yes" if met else "**no**"


def _format_rate(rate: float) -> str:
    for factor, name in ((1e9, "G/s"), (1e6, "M/s"), (1e3, "k/s")):
        if rate >= factor:
            return f"{_round(rate / factor)} {name}"
    return f"{_round(rate)} /s"


def _format_seconds(seconds: float) -> str:
    for factor, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= factor:
            return f"{_round(seconds / factor)} {name}"
    return f"{_round(seconds / 1e-9)} ns"


def _format_bytes(count: float) -> str:
    return f"{_round(count / 1e6)} MB"


def _format_ratio(ratio: float) -> str:
    return f"{ratio:.0f}x" if ratio >= 10 else f"{ratio:.2f}x"


def _round(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
