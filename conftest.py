"""Run the code blocks of the documents as tests."""

from __future__ import annotations

from doctest import ELLIPSIS, IGNORE_EXCEPTION_DETAIL

from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | IGNORE_EXCEPTION_DETAIL)],
    patterns=["README.md", "docs/*.md", "docs/**/*.md"],
).pytest()
