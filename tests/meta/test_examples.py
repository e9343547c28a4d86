"""The programs in `examples` run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .project import ROOT

# Programs that need what nothing else needs, and run for hours: they are asked what they do.
NEEDS = {"train_holdem.py": "torch", "train_leduc.py": "torch"}
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
# Stands in for an installation without the extra `cli`.
WITHOUT_RICH = (
    "import sys, runpy; sys.modules['rich'] = None;"
    " runpy.run_path(sys.argv[1], run_name='__main__')"
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
@pytest.mark.parametrize("options", [[], ["-c", WITHOUT_RICH]], ids=["as it is", "without rich"])
def test_examples_run(path: Path, options: list[str], tmp_path: Path) -> None:
    arguments = []
    if path.name in NEEDS:
        pytest.importorskip(NEEDS[path.name])
        arguments = ["--help"]
    if path.name == "verify_fair_deal.py":
        vectors = json.loads((ROOT / "tests" / "hosting" / "fair_deals.json").read_bytes())
        deals = tmp_path / "deals.json"
        deals.write_text(json.dumps([one["proof"] for one in vectors]), encoding="utf-8")
        arguments = [str(deals)]
    command = [sys.executable, *options, str(path), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    # Commands say there what they did.
    assert not re.search(r"Error|Traceback|Warning", done.stderr)
