"""Hands that are damaged by chance: whatever is read, written, checked or counted of them, nothing
comes of it but results and errors of ours, and hands beside them are read as ever.

`python tests/histories/mutation/run.py --seconds 60` tries mutants for a while and prints what it
found.
"""

from __future__ import annotations

import argparse
import io
import re
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import croupier
from croupier.analysis.statistics import read_statistics
from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.compat.pypoks import (
    GameConfig,
    HHistory,
    from_hand_history,
    read_texts,
    to_hand_history,
    write_texts,
)
from croupier.errors import ParseError, PokerError, PokerWarning
from croupier.games import mixed
from croupier.histories import HandHistory, check, check_histories, read_all
from croupier.histories.formats import NAMES, detect, get
from croupier.histories.pipeline.converting import TARGETS, Conversion, convert
from histories.mutation.damage import VALUES, change_card, change_field, change_number, mutate
from histories.mutation.sources import KINDS, Source, find_sources, read_real

WRITERS = tuple(name for name in NAMES if get(name).writes)
# No mutant is worth more of a processor's time than that.
_MAX_SECONDS = 20
# The clone itself may lie in a folder of the same name.
_PACKAGE = Path(croupier.__file__).parent

# What is looked for.

_UNEXPECTED = re.compile(r"(an unexpected \w+ in [\w '-]+).*", re.DOTALL)


class HangError(BaseException):
    """Something takes far too long."""


@contextmanager
def limited() -> Iterator[None]:
    """Stop what takes far too much of the processor's time, where the system can."""

    def stop(*_: Any) -> None:
        raise HangError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, _MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


class Findings:
    """A list of what should not have happened.

    Attributes:
        tried: How many mutants of each kind were tried.
        hands: How many hands could be read for all that.
        found: How often each thing was found.
        examples: What it was found with, the shortest.
    """

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.hands: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.examples: dict[str, str] = {}

    def add(self, what: str, text: str) -> None:
        """Note something, and what it was found with."""
        # Places are enough: values differ from mutant to mutant.
        what = _UNEXPECTED.sub(r"\1", what)
        self.found[what] += 1
        if len(text) < len(self.examples.get(what, text + "x")):
            self.examples[what] = text

    @contextmanager
    def watch(self, doing: str, text: str) -> Iterator[None]:
        """Let errors of ours pass, if they are no others' in disguise; note all others."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                with limited():
                    yield
            except PokerError as error:
                self.look(doing, error, text)
            except (Exception, HangError) as error:
                self.add(f"{doing}: {_tell(error)}", text)
        for one in caught:
            if not issubclass(one.category, PokerWarning):
                self.add(f"{doing}: {one.category.__name__}: {one.message}", text)

    def look(self, doing: str, error: BaseException, text: str) -> None:
        """Note an error that was none of ours before it was guarded, or has no such place."""
        if "an unexpected " in str(error) or not str(error):
            self.add(f"{doing}: {_tell(error.__cause__ or error)}", text)
        if isinstance(error, ParseError):
            self.look_at_place(doing, error.code, (error.line, error.column), text)

    def look_at_place(
        self, doing: str, code: str | None, place: tuple[int | None, int | None], text: str
    ) -> None:
        """Note a line or column that a text does not have."""
        line, column = place
        # Readers do not agree on whether a return alone ends a line.
        if "\r" in text:
            return
        # Halves of characters are three characters to the core.
        lines = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").split("\n")
        if line is not None and not 1 <= line <= len(lines):
            self.add(f"{doing}: {code} at a line that is not there", text)
        elif column is not None and not (line and 1 <= column <= len(lines[line - 1]) + 1):
            self.add(f"{doing}: {code} at a column that is not there", text)


def _tell(error: BaseException) -> str:
    """Say what was raised and where, in the last of our lines."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [one for one in frames if Path(one.filename).is_relative_to(_PACKAGE)] or frames
    places = [f"{Path(one.filename).name}:{one.lineno}" for one in ours[-1:]]
    return f"{type(error).__name__} at {''.join(places)}"


# What programs might take for values of fields.
_FIELDS: tuple[Any, ...] = (
    *VALUES,
    float("nan"),
    float("inf"),
    Decimal("NaN"),
    Decimal("0.005"),
    Decimal(10) ** 25,
    date(2024, 2, 29),
    time(12, 30),
    "NT",
    "F7S",
    ["Ann", "Ann"],
    [1, 1],
    (1, 2),
    b"x",
    10**4000,
)


@cache
def _good_hands() -> list[HandHistory]:
    found = [one.text for one in find_sources("phh")]
    return [history for text in found for history in HandHistory.loads_all(text)]


class Examination:
    """An examination of a text: all that is done with hand histories."""

    def __init__(self, folder: Path, findings: Findings) -> None:
        self.findings = findings
        self._path = folder / "hands"

    def examine(self, kind: str, text: str, *, thoroughly: bool) -> None:
        """Read a text, and do everything with what comes of it."""
        self.findings.tried[kind] += 1
        others = {
            "events": self._examine_events,
            "texts": self._examine_texts,
            "yaml": self._examine_yaml,
            "mix": self._examine_mix,
        }
        if kind in others:
            others[kind](text)
            return
        for reading in self.read(kind, text):
            self.findings.hands[kind] += 1
            self._write(reading)
        if kind == "phh":
            self._load(text)
        if thoroughly:
            self._examine_file(kind, text)

    def read(self, kind: str, text: str) -> list[HandHistory]:
        """Return the hands of a text that can be read."""
        histories = []
        with self.findings.watch(f"read {kind}", text):
            for reading in get(kind).read(text):
                if reading.ok == bool(reading.problems) or reading.line < 1:
                    self.findings.add(f"read {kind}: a reading that is wrong", text)
                for problem in reading.problems:
                    self.findings.look(f"read {kind}", problem, text)
                if reading.history is not None:
                    histories.append(reading.history)
        return histories

    def _write(self, history: HandHistory) -> None:
        text = repr(history.fields)
        for name in WRITERS:
            with self.findings.watch(f"write {name}", text):
                assert get(name).write(history)
        with self.findings.watch("write acpc", text):
            list(history.to_acpc_protocol(0, 7))
        with self.findings.watch("write events", text):
            from_hand_history(history)

    def examine_fields(self, random: Random) -> None:
        """Give fields of a good hand other values, as a program might, and write it."""
        self.findings.tried["fields"] += 1
        history = random.choice(_good_hands())
        fields = dict(history.fields)
        for _ in range(random.choice([1, 1, 2])):
            name = random.choice([*fields, "time", "winnings", "level", "_dead_posts", "_fees"])
            value = fields.get(name)
            if isinstance(value, list) and value and random.random() < 0.5:
                value = list(value)
                value[random.randrange(len(value))] = random.choice(_FIELDS)
                fields[name] = value
            else:
                fields[name] = random.choice(_FIELDS)
        with self.findings.watch("make", repr(fields)):
            others = {name: fields.pop(name) for name in list(fields) if name.startswith("_")}
            changed = HandHistory(**fields, user_defined_fields=others)
            self._write(changed)
            with self.findings.watch("check a history", repr(fields)):
                for one in changed.check():
                    if "an unexpected " in one.message:
                        self.findings.add(f"check a history: {one.message}", repr(fields))

    def _load(self, text: str) -> None:
        with self.findings.watch("load", text):
            for history in HandHistory.loads_all(text):
                with self.findings.watch("replay", text):
                    history.replay()
        with self.findings.watch("load one", text):
            HandHistory.loads(text)
        with self.findings.watch("check", text):
            for one in check(text):
                assert one.message
                self.findings.look_at_place("check", one.code, (one.line, one.column), text)

    def _examine_file(self, kind: str, text: str) -> None:
        findings = self.findings
        path = self._path.with_suffix(get(kind).suffixes[-1])
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with findings.watch("detect", text):
            detect(path)
        with findings.watch("check files", text):
            for checked in check_histories(path):
                for one in checked.violations:
                    if "an unexpected " in one.message:
                        findings.add(f"check files: {one.message[:150]}", text)
                    findings.look_at_place("check files", one.code, (one.line, one.column), text)
        with findings.watch("statistics", text):
            for said in read_statistics(path).problems:
                if "an unexpected " in said:
                    findings.add(f"statistics: {said[-150:]}", text)
        with findings.watch("convert", text):
            for target in TARGETS:
                options: dict[str, Any] = {"anonymous": True, "key": "x", "time_zone": "Asia/Tokyo"}
                self._convert(path, text, Conversion(target=target, **options))
            compatible = CompatibleOptions(hero="Ann")
            self._convert(path, text, Conversion(target="gtowizard", compatible=compatible))
        if kind == "phh":
            with findings.watch("batches", text):
                for batch in read_all(path):
                    for problem in batch.problems:
                        if "an unexpected " in str(problem):
                            findings.add(f"batches: {problem.message[:150]}", text)

    def _convert(self, path: Path, text: str, conversion: Conversion) -> None:
        result = convert(path, conversion, io.StringIO())
        for entry in result.entries:
            if "an unexpected " in entry.message:
                what = f"convert to {conversion.target}: {entry.message[:150]}"
                self.findings.add(what, text)
        if result.read != result.converted + result.skipped:
            self.findings.add("convert: hands are lost", text)

    def _examine_events(self, text: str) -> None:
        with self.findings.watch("read events", text):
            history = HHistory.loads(text)
            self.findings.hands["events"] += 1
            for player in history.players[:1]:
                with self.findings.watch("view events", text):
                    history.view(player)
            with self.findings.watch("write texts", text):
                write_texts(history)
            with self.findings.watch("convert events", text):
                self._write(to_hand_history(history))

    def _examine_texts(self, text: str) -> None:
        with self.findings.watch("read texts", text):
            history = read_texts(text)
            self.findings.hands["texts"] += 1
            with self.findings.watch("write texts", text):
                write_texts(history)
            with self.findings.watch("convert texts", text):
                self._write(to_hand_history(history))

    def _examine_yaml(self, text: str) -> None:
        path = self._path.with_suffix(".yaml")
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with self.findings.watch("read yaml", text):
            GameConfig.from_yaml(path)
            self.findings.hands["yaml"] += 1

    def _examine_mix(self, text: str) -> None:
        path = self._path.with_suffix(".json")
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        with self.findings.watch("read mix", text):
            mixed.load(path)
            self.findings.hands["mix"] += 1


# The law of hands that are not touched.

SEPARABLE = tuple(name for name in NAMES if name != "pokernow")
"""Formats in which a damaged hand has an end, whatever is in it."""


def damage(random: Random, source: Source) -> str:
    """Return a damaged hand of which the beginning is as it was: it is told by that."""
    hand = source.hands[0]
    if source.kind in ("ohh", "ohh-simplified"):
        # What opens something in the middle of a record has no end.
        return random.choice([change_field, change_number, change_card])(random, hand)
    if source.kind in ("pluribus", "acpc"):
        return mutate(random, hand).strip("\n") + "\n"
    if source.kind == "ipoker":
        rest = hand.partition("<game ")[2].partition("</session>")[0]
        # What follows the beginning of another session belongs to that.
        return "<game " + mutate(random, rest).replace("<session", "<part")
    head, _, rest = hand.partition("\n")
    if source.kind == "phh":
        head = "[middle]"
    return f"{head}\n{mutate(random, rest)}"


def surround(source: Source, damaged: str) -> str:
    """Return a file of a good hand, a damaged one, and another good one."""
    hand = source.hands[0]
    if source.kind == "phh":
        # Each table has its own name.
        body = hand.partition("]\n")[2] if hand.startswith("[") else hand
        return f"[first]\n{body}\n{damaged}\n\n[last]\n{body}\n"
    if source.kind == "ipoker":
        opening, _, rest = hand.partition("<game ")
        game = "<game " + rest.partition("</game>")[0] + "</game>\n"
        return f"{opening}{game}{damaged}\n{game}</session>\n"
    return source.between.join([hand, damaged, hand])


def try_law(random: Random, source: Source, findings: Findings) -> None:
    """Look whether good hands around a damaged one are read as without it."""
    kind, reader = source.kind, get(source.kind)
    findings.tried[kind] += 1
    damaged = damage(random, source)
    with findings.watch(f"law {kind}", damaged):
        alone = [one.history for one in reader.read(surround(source, ""))]
        both = [one.history for one in reader.read(surround(source, damaged)) if not one.outside]
        half = len(alone) // 2
        if not all(alone):
            findings.add(f"law {kind}: the good hands are bad", damaged)
        elif both[:half] != alone[:half]:
            findings.add(f"law {kind}: the hand before is read otherwise", damaged)
        elif both[-half:] != alone[-half:]:
            findings.add(f"law {kind}: the hand after is read otherwise", damaged)


# Many of them.


def run(
    kind: str,
    findings: Findings,
    folder: Path,
    *,
    seed: int,
    count: int | None = None,
    seconds: float | None = None,
    real: bool = False,
) -> None:
    """Try mutants of a kind: so many, or for so many seconds of the processor's time."""
    random = Random(f"{kind} {seed} {real}")
    examination = Examination(folder, findings)
    start = process_time()
    number = 0
    while number < count if count is not None else process_time() - start < (seconds or 0):
        source = read_real(kind, random) if real else random.choice(find_sources(kind))
        if source is None:
            return
        examination.examine(kind, mutate(random, source.text), thoroughly=number % 4 == 0)
        if not real and kind in SEPARABLE and number % 3 == 0:
            try_law(random, source, findings)
        if kind == "phh":
            examination.examine_fields(random)
        number += 1


def main() -> None:
    """Try mutants for a while, and print what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=10, help="for each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--real", action="store_true", help="real files, where there are any")
    parser.add_argument("--shown", type=int, default=300, help="how much of each example")
    given = parser.parse_args()
    findings = Findings()
    with tempfile.TemporaryDirectory() as folder:
        for kind in given.kind or KINDS:
            options = {"seed": given.seed, "seconds": given.seconds, "real": given.real}
            run(kind, findings, Path(folder), **options)
            print(f"{kind}: {findings.tried[kind]:,} mutants, {findings.hands[kind]:,} hands")
        print(f"fields: {findings.tried['fields']:,} hands with other values")
    for what, times in findings.found.most_common():
        print(f"\n{times:,} times {what}\n    {findings.examples[what][: given.shown]!r}")
    print(f"\n{len(findings.found)} kinds of findings in {sum(findings.tried.values()):,} mutants")


if __name__ == "__main__":
    main()
