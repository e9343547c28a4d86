"""Run the code blocks of the documents as tests."""

from __future__ import annotations

from doctest import ELLIPSIS, IGNORE_EXCEPTION_DETAIL

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS | IGNORE_EXCEPTION_DETAIL)],
    patterns=["README.md", "docs/*.md", "docs/games/*.md"],
).pytest()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the examples of a document together: they go on with each other's names."""
    for item in items:
        if item.path.suffix == ".md":
            item.add_marker(pytest.mark.xdist_group(str(item.path)))
