"""Run the code blocks of the documents as tests."""

from __future__ import annotations

from doctest import ELLIPSIS, IGNORE_EXCEPTION_DETAIL
from importlib.util import find_spec

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | IGNORE_EXCEPTION_DETAIL)],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()

# What is for OpenSpiel can be imported only where it is, as in the tests of `make test-heavy`.
collect_ignore = [] if find_spec("pyspiel") else ["python/croupier/envs/openspiel.py"]
