"""Mutants of every format, and whether those who look for faults would see one.

`CROUPIER_MUTANTS=2000` tries as many mutants of each kind, of real files too where there are any.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.histories.formats import get
from croupier.histories.formats.builder import HandBuilder
from croupier.histories.formats.ohh.format import OhhFormat
from histories.mutation.damage import mutate
from histories.mutation.run import SEPARABLE, Examination, Findings, run, try_law
from histories.mutation.sources import KINDS, Source, find_files, find_sources

SEED = 20
# So many mutants of a kind take less than half a second.
FEW = 30
MANY = int(os.environ.get("CROUPIER_MUTANTS", "0"))


def tell(findings: Findings) -> str:
    """Return what was found, with what it was found with."""
    return "\n".join(
        f"{times} times {what}: {findings.examples[what][:1000]!r}"
        for what, times in findings.found.most_common(5)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_mutants(kind: str, tmp_path: Path) -> None:
    findings = Findings()
    run(kind, findings, tmp_path, seed=SEED, count=MANY or FEW)
    assert not findings.found, tell(findings)
    assert findings.tried[kind] >= FEW and findings.hands[kind]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if find_files(kind)])
def test_mutants_of_real_files(kind: str, tmp_path: Path) -> None:
    findings = Findings()
    run(kind, findings, tmp_path, seed=SEED, count=MANY or FEW // 4, real=True)
    assert not findings.found, tell(findings)


@pytest.mark.parametrize("kind", KINDS)
def test_sources_are_good(kind: str, tmp_path: Path) -> None:
    for source in find_sources(kind):
        findings = Findings()
        Examination(tmp_path, findings).examine(kind, source.text, thoroughly=True)
        assert findings.hands[kind] and not findings.found, tell(findings)


def test_mutants_are_the_same_every_time() -> None:
    text = find_sources("pokerstars")[0].text
    assert [mutate(Random(one), text) for one in range(50)] == [
        mutate(Random(one), text) for one in range(50)
    ]


# Faults that are planted.


def fail(*_: Any, **__: Any) -> Any:
    raise KeyError("planted")


def test_a_fault_of_a_reader_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(HandBuilder, "fold", fail)
    findings = Findings()
    run("ipoker", findings, tmp_path, seed=SEED, count=FEW)
    assert any(what.startswith("read ipoker: KeyError at ipoker.py") for what in findings.found)


def test_a_fault_that_nobody_guards_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(get("ongame"), "read", fail)
    findings = Findings()
    Examination(tmp_path, findings).examine("ongame", "", thoroughly=False)
    [found] = findings.found
    assert found.startswith("read ongame: KeyError at test_mutation.py")


def test_a_fault_of_a_writer_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(OhhFormat, "write_hand", fail)
    findings = Findings()
    run("absolute", findings, tmp_path, seed=SEED, count=FEW)
    assert any(what.startswith("write ohh: KeyError at base.py") for what in findings.found)


def test_warnings_and_waiting_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    import warnings

    from croupier.errors import RecordWarning
    from histories.mutation import run as laws

    findings = Findings()
    with findings.watch("warn", "text"):
        warnings.warn("odd", RuntimeWarning, stacklevel=1)
    with findings.watch("warn", "text"):
        warnings.warn("a hand cannot be read", RecordWarning, stacklevel=1)
    assert list(findings.found) == ["warn: RuntimeWarning: odd"]
    if hasattr(signal, "setitimer"):
        monkeypatch.setattr(laws, "_MAX_SECONDS", 0.01)
        findings = Findings()
        with findings.watch("wait", "text"):
            while True:
                pass
        assert any("HangError" in what for what in findings.found)


def test_a_hand_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = get("ongame").read_source

    def read_source(source: Any) -> Any:
        # Hands that are refused take the next one with them.
        lost = False
        for reading in original(source):
            if not lost:
                yield reading
            lost = not reading.ok and not lost

    monkeypatch.setattr(get("ongame"), "read_source", read_source)
    findings, random = Findings(), Random(SEED)
    for _ in range(FEW):
        try_law(random, find_sources("ongame")[0], findings)
    assert any(what.startswith("law ongame: the hand after") for what in findings.found)


def test_the_law_is_for_all_formats_but_one() -> None:
    assert len(SEPARABLE) == len(KINDS) - 5
    assert isinstance(find_sources(SEPARABLE[0])[0], Source)
