"""Measure contenders in turn, and keep the best of each.

Machines are noisy, so no figure is taken once: the contenders of a case run one after the other,
again and again, and the best time of each counts. What runs on one thread is timed by the CPU time
of that thread, so that waiting for a core does not count. A shared machine may still run at half
its speed for longer than a case takes, so all cases are measured in several sweeps.
"""

from __future__ import annotations

import resource
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any, Self

__all__ = [
    "Case",
    "Clock",
    "Contender",
    "Effort",
    "Figure",
    "Result",
    "Target",
    "TargetKind",
    "Unit",
    "make_runner",
    "measure",
    "merge",
    "require_equal",
    "require_same_order",
    "run_all",
]


class Clock(StrEnum):
    """The clock that a contender is timed with."""

    THREAD = "CPU time of the thread"
    PROCESS = "CPU time of all threads"
    WALL = "wall time"
    CHILDREN = "CPU time of child processes"

    def read(self) -> float:
        """Return the time in seconds."""
        if self is Clock.THREAD:
            return time.thread_time()
        if self is Clock.PROCESS:
            return time.process_time()
        if self is Clock.WALL:
            return time.perf_counter()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime


class Unit(StrEnum):
    """The quantity that the figures of a case measure."""

    RATE = "rate"
    TIME = "time"
    MEMORY = "memory"


class TargetKind(StrEnum):
    """The subject of a target."""

    RATE = "rate"
    RATIO = "ratio"
    TIME = "time"
    MEMORY = "memory"


@dataclass(frozen=True)
class Target:
    """A figure to reach.

    Attributes:
        kind: What is compared.
        value: The least operations per second, the least ratio to the peer, the most seconds, or
            the most bytes.
        peer: The peer whose ratio counts.
    """

    kind: TargetKind
    value: float
    peer: str = ""

    @classmethod
    def rate(cls, value: float) -> Self:
        """Ask for at least so many operations per second."""
        return cls(TargetKind.RATE, value)

    @classmethod
    def ratio(cls, peer: str, value: float) -> Self:
        """Ask for at least so many times the speed of a peer."""
        return cls(TargetKind.RATIO, value, peer)

    @classmethod
    def time(cls, value: float) -> Self:
        """Ask for at most so many seconds per operation."""
        return cls(TargetKind.TIME, value)

    @classmethod
    def memory(cls, value: float) -> Self:
        """Ask for at most so many bytes."""
        return cls(TargetKind.MEMORY, value)


@dataclass(frozen=True)
class Contender:
    """One way of doing the work.

    Attributes:
        name: Who does it.
        run: Does it.
        operations: How many operations one call of `run` does.
        clock: What it is timed with.
    """

    name: str
    run: Callable[[], object]
    operations: int
    clock: Clock = Clock.THREAD


@dataclass(frozen=True)
class Case:
    """A piece of work that several contenders do.

    Attributes:
        section: The table in which the case is shown.
        name: The work, in a few words.
        what: What exactly is measured.
        ours: How Croupier does it.
        peers: How others do it.
        targets: What to reach.
        unit: How figures are shown.
        check: Raises unless the contenders agree; called before anything is timed.
        baseline: What takes part in the time of every contender and is taken off.
        most_rounds: The rounds after which it is enough, for what takes long.
    """

    section: str
    name: str
    what: str
    ours: Contender
    peers: Sequence[Contender] = ()
    targets: Sequence[Target] = ()
    unit: Unit = Unit.TIME
    check: Callable[[], object] | None = None
    baseline: Contender | None = None
    most_rounds: int | None = None


@dataclass(frozen=True)
class Effort:
    """The time and the number of runs that a measurement may take.

    Attributes:
        sample: The least seconds of one sample; short calls are repeated until they take as long.
        budget: The seconds for one case, after which no new round starts.
        least_rounds: The rounds to run even if they exceed the budget.
        most_rounds: The rounds after which it is enough.
        quick: Whether this is only to see that everything works.
    """

    sample: float
    budget: float
    least_rounds: int
    most_rounds: int
    quick: bool = False

    @classmethod
    def full(cls) -> Self:
        """Measure well."""
        return cls(sample=0.004, budget=0.5, least_rounds=5, most_rounds=60)

    @classmethod
    def smoke(cls) -> Self:
        """Measure briefly, to see that everything runs."""
        return cls(sample=0.0, budget=0.0, least_rounds=1, most_rounds=1, quick=True)


@dataclass(frozen=True)
class Figure:
    """The measured figure of a contender.

    Attributes:
        name: Who.
        seconds: The best time of one operation; bytes, where memory is measured.
        rounds: How many samples were taken.
    """

    name: str
    seconds: float
    rounds: int

    @property
    def rate(self) -> float:
        """Operations per second."""
        return 1 / self.seconds


@dataclass(frozen=True)
class Result:
    """The figures of a case.

    Attributes:
        section: The table in which they are shown.
        name: The work.
        what: What exactly was measured.
        unit: How figures are shown.
        ours: What Croupier reached.
        peers: What the peers reached.
        targets: What was to be reached.
    """

    section: str
    name: str
    what: str
    unit: Unit
    ours: Figure
    peers: tuple[Figure, ...]
    targets: tuple[Target, ...]

    def find_ratio(self, peer: str) -> float | None:
        """Return how many times as fast as a peer Croupier is, if the peer took part."""
        for figure in self.peers:
            if figure.name == peer:
                return figure.seconds / self.ours.seconds
        return None

    def is_met(self, target: Target) -> bool | None:
        """Return whether a target is reached; `None` if its peer did not take part."""
        if target.kind is TargetKind.RATE:
            return self.ours.rate >= target.value
        if target.kind in (TargetKind.TIME, TargetKind.MEMORY):
            return self.ours.seconds <= target.value
        ratio = self.find_ratio(target.peer)
        return None if ratio is None else ratio >= target.value

    def to_dict(self) -> dict[str, Any]:
        """Return the result as what JSON can hold."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the result that `to_dict` wrote."""
        return cls(
            section=values["section"],
            name=values["name"],
            what=values["what"],
            unit=Unit(values["unit"]),
            ours=Figure(**values["ours"]),
            peers=tuple(Figure(**figure) for figure in values["peers"]),
            targets=tuple(
                Target(TargetKind(target["kind"]), target["value"], target["peer"])
                for target in values["targets"]
            ),
        )


def measure(case: Case, effort: Effort) -> Result:
    """Check that the contenders of a case agree, then time them in turn.

    Args:
        case: The case.
        effort: How long to measure.

    Returns:
        The best figures.
    """
    if case.check is not None:
        case.check()
    contenders = [case.ours, *case.peers]
    if case.baseline is not None:
        contenders.append(case.baseline)
    calls = [_calibrate(contender, effort.sample) for contender in contenders]
    best = [float("inf")] * len(contenders)
    start = time.perf_counter()
    rounds = 0
    most = effort.most_rounds if case.most_rounds is None else case.most_rounds
    while rounds < min(effort.least_rounds, most) or (
        rounds < most and time.perf_counter() - start < effort.budget
    ):
        for index, contender in enumerate(contenders):
            best[index] = min(best[index], _sample(contender, calls[index]))
        rounds += 1
    if case.baseline is not None:
        common = best.pop()
        # A difference of two best times may vanish in the noise; it is never negative.
        best = [max(seconds - common, 1e-6) for seconds in best]
    figures = [
        Figure(contender.name, seconds, rounds)
        for contender, seconds in zip([case.ours, *case.peers], best, strict=True)
    ]
    return Result(
        section=case.section,
        name=case.name,
        what=case.what,
        unit=case.unit,
        ours=figures[0],
        peers=tuple(figures[1:]),
        targets=tuple(case.targets),
    )


def run_all(cases: Iterable[Case], effort: Effort) -> Iterator[Result]:
    """Measure cases one after the other; each is made when it is needed and then let go."""
    for case in cases:
        yield measure(case, effort)


def make_runner(
    make_cases: Callable[[Effort], Iterable[Case]],
    *,
    full: Effort | None = None,
    ignore_warnings: bool = False,
) -> Callable[[Effort], list[Result]]:
    """Return what measures all cases of a group.

    Args:
        make_cases: What makes the cases, given how long is measured.
        full: How long this group is measured, unless all is only to see that everything works;
            as long as others when omitted.
        ignore_warnings: Whether nobody is to hear what the contenders warn of.

    Returns:
        A function that is told how long to measure, and returns the figures.
    """

    def run(effort: Effort) -> list[Result]:
        chosen = effort if full is None or effort.quick else full
        with warnings.catch_warnings():
            if ignore_warnings:
                warnings.simplefilter("ignore")
            return list(run_all(make_cases(chosen), chosen))

    return run


def merge(sweeps: Sequence[Sequence[Result]]) -> list[Result]:
    """Return the best figures of several sweeps over the same cases."""
    merged = []
    for results in zip(*sweeps, strict=True):
        peers = zip(*(result.peers for result in results), strict=True)
        merged.append(
            replace(
                results[0],
                ours=_best([result.ours for result in results]),
                peers=tuple(_best(figures) for figures in peers),
            )
        )
    return merged


def require_equal(what: str, ours: Iterable[object], theirs: Iterable[object]) -> None:
    """Raise unless two contenders say the same of every hand.

    Args:
        what: What they say, for the message.
        ours: What Croupier says.
        theirs: What the other one says.

    Raises:
        ValueError: They differ.
    """
    for index, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if one != other:
            raise ValueError(f"{what} differs at {index}: {one!r} is not {other!r}.")


def require_same_order(what: str, ours: Iterable[int], theirs: Iterable[int]) -> None:
    """Raise unless two lists of numbers put the same hands in the same order, ties included.

    Args:
        what: What is ordered, for the message.
        ours: Larger is better.
        theirs: Larger is better.

    Raises:
        ValueError: The orders differ.
    """
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    for (one, other), (next_one, next_other) in pairwise(pairs):
        if not (one < next_one and other < next_other):
            raise ValueError(
                f"{what}: {one} and {next_one} are in another order than {other} and {next_other}."
            )


def _calibrate(contender: Contender, least_seconds: float) -> int:
    """Return how many calls make a sample that is long enough; warms up, too."""
    calls = 1
    while True:
        seconds = _sample(contender, calls) * contender.operations * calls
        if seconds >= least_seconds:
            return calls
        calls *= 2 if seconds <= 0 else max(2, min(10, int(least_seconds / seconds)))


def _sample(contender: Contender, calls: int) -> float:
    """Return the seconds of one operation, over so many calls."""
    run, read = contender.run, contender.clock.read
    start = read()
    for _ in range(calls):
        run()
    # Some clocks tick slowly, and nothing takes no time.
    return max(read() - start, 1e-9) / (calls * contender.operations)


def _best(figures: Sequence[Figure]) -> Figure:
    rounds = sum(figure.rounds for figure in figures)
    return replace(min(figures, key=lambda figure: figure.seconds), rounds=rounds)
