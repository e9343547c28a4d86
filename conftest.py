"""Run the code blocks of the documents as tests; let tests import helpers of any folder."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from doctest import ELLIPSIS, IGNORE_EXCEPTION_DETAIL
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | IGNORE_EXCEPTION_DETAIL)],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()

# The module for OpenSpiel can be imported only where OpenSpiel is, as in `make test-heavy`.
collect_ignore = [] if find_spec("pyspiel") else ["python/croupier/envs/openspiel.py"]
# And a log in PostgreSQL where psycopg is.
collect_ignore += [] if find_spec("psycopg") else ["python/croupier/hosting/sharing.py"]


# How long an example takes says more about the machine than about the project.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Programs that are started in the background ignore interruptions, and so would those under test.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# However pytest imports them.
sys.path.insert(0, str(Path(__file__).resolve().parent / "tests"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests need data that is not part of the project."""
    reports = terminalreporter.stats.get("skipped", [])
    absent = Counter(
        reason.partition("shared data is absent: ")[2].split("/")[0].rstrip("')")
        for report in reports
        if "shared data is absent" in (reason := str(report.longrepr))
    )
    if absent:
        folders = ", ".join(f"{name} ({count})" for name, count in sorted(absent.items()))
        terminalreporter.write_line(
            f"{absent.total()} tests or files of tests need further data, and were skipped:"
            f" {folders}. The corpus in tests/corpus stands in for it."
        )
