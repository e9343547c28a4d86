"""Run benchmarks: `python -m benchmarks [group ...] [--quick] [--write]`.

`python -m benchmarks --compare OLD NEW` compares two documents row by row.
"""

from __future__ import annotations

import argparse
import hashlib
import pickle
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.analysis import equity, solving, statistics
from benchmarks.games import checkdown, custom_games, simulations, states, step_by_step
from benchmarks.hands import bulk, evaluation, made_hands
from benchmarks.histories import conversion, formats, phh, store
from benchmarks.measuring import harness, report
from benchmarks.measuring.harness import Effort, Result
from benchmarks.programs import desk, hosted, imports
from benchmarks.tables import agents, batches, learning, pypoks
from croupier import _native

_GROUPS: dict[str, Callable[[Effort], list[Result]]] = {
    "bulk": bulk.run,
    "evaluation": evaluation.run,
    "hands": made_hands.run,
    "games": step_by_step.run,
    "simulations": simulations.run,
    "custom_games": custom_games.run,
    "checkdown": checkdown.run,
    "batches": batches.run,
    "learning": learning.run,
    "states": states.run,
    "tables": agents.run,
    "equity": equity.run,
    "solving": solving.run,
    "histories": phh.run,
    "formats": formats.run,
    "conversion": conversion.run,
    "pypoks": pypoks.run,
    "statistics": statistics.run,
    "store": store.run,
    "imports": imports.run,
    "desk": desk.run,
    "hosted": hosted.run,
}
_SWEEPS = 3
_KEPT = Path("build", "benchmarks")
_DOCUMENT = Path(__file__).resolve().parent.parent / "BENCHMARKS.md"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the groups that are asked for, and show what came out.

    Args:
        arguments: The arguments of the command line.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run benchmarks.")
    parser.add_argument("groups", nargs="*", metavar="group", help=", ".join(_GROUPS))
    parser.add_argument("--quick", action="store_true", help="only see that everything works")
    parser.add_argument("--write", action="store_true", help="write BENCHMARKS.md")
    parser.add_argument(
        "--sweeps", type=int, default=_SWEEPS, help=f"how often to measure all of it ({_SWEEPS})"
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with a run that was broken off, if the core is still the same",
    )
    parser.add_argument(
        "--compare",
        type=Path,
        nargs=2,
        metavar=("OLD", "NEW"),
        help="compare two documents row by row instead",
    )
    options = parser.parse_args(arguments)
    if options.compare:
        old, new = (path.read_text(encoding="utf-8") for path in options.compare)
        print(report.format_comparison(old, new))
        return
    unknown = [name for name in options.groups if name not in _GROUPS]
    if unknown:
        parser.error(f"There is no group {unknown[0]!r}; there are {', '.join(_GROUPS)}.")
    if options.write and (options.quick or options.groups):
        parser.error("Only a full run of all groups is worth writing.")
    effort = Effort.smoke() if options.quick else Effort.full()
    build = _identify_core()
    sweeps: list[list[Result]] = []
    for number in range(1, 2 if options.quick else max(options.sweeps, 1) + 1):
        results: list[Result] = []
        for name in options.groups or _GROUPS:
            # A run takes long: what was measured before something failed is not lost.
            kept = _KEPT / build[:16] / f"{name}-{number}.pickle"
            if options.resume and not options.quick and kept.is_file():
                results += pickle.loads(kept.read_bytes())
                continue
            print(f"Sweep {number}: measuring {name} ...", file=sys.stderr)
            found = _GROUPS[name](effort)
            results += found
            if not options.quick:
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(pickle.dumps(found))
        sweeps.append(results)
    results = harness.merge(sweeps)
    if _identify_core() != build:
        sys.exit("The native core was built anew during the run; the figures mix two builds.")
    report.show(results)
    if options.quick:
        print("This was a quick run: it shows that everything works, not how fast.")
    else:
        print("\nWhere we lose or do not reach the target:\n")
        print(report.format_summary(results))
    if options.write:
        before = _DOCUMENT.read_text(encoding="utf-8")
        after = report.format_document(results, max(options.sweeps, 1))
        _DOCUMENT.write_text(after, encoding="utf-8")
        games = _DOCUMENT.parent / report.GAMES_DOCUMENT
        games.write_text(report.format_games(results), encoding="utf-8")
        print(report.format_comparison(before, after))


def _identify_core() -> str:
    """Return the hash of the native module, by which a build during a run is noticed."""
    return hashlib.sha256(Path(_native.__file__).read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
