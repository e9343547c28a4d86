"""Hand histories of all formats, damaged by chance: results, or errors of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from attack.budget import Attack
from attack.structures import change
from histories.mutation.run import Examination, Findings, run
from histories.mutation.sources import KINDS, find_files, find_sources

pytestmark = pytest.mark.attack

_AT_ONCE = 10
_DOCUMENTS = ("ohh", "ohh-simplified")


def tell(attack: Attack, findings: Findings) -> None:
    """Note what a run has found."""
    for what, times in findings.found.items():
        attack.find(f"{times} times {what}: {findings.examples[what][:500]!r}")


def test_texts_that_are_mutated(attack: Attack, tmp_path: Path) -> None:
    findings = Findings()
    for number in attack.rounds():
        for kind in KINDS:
            seed = attack.random.getrandbits(32)
            real = number % 2 == 1 and bool(find_files(kind))
            run(kind, findings, tmp_path, seed=seed, count=_AT_ONCE, real=real)
    attack.tried += findings.tried
    tell(attack, findings)


def test_documents_of_other_structure(attack: Attack, tmp_path: Path) -> None:
    """Records of JSON with fields that are missing, doubled or of other types."""
    findings = Findings()
    examination = Examination(tmp_path, findings)
    for _ in attack.rounds():
        for kind in _DOCUMENTS:
            for source in find_sources(kind):
                changed = [change(attack.random, json.loads(hand)) for hand in source.hands]
                text = source.between.join(map(json.dumps, changed))
                examination.examine(kind, text, thoroughly=attack.random.random() < 0.2)
    attack.tried += findings.tried
    tell(attack, findings)
