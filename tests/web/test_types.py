"""What the page knows of messages, drawings and colours is what Python says."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from .serving import ROOT


def load_tool() -> Any:
    spec = spec_from_file_location("web_types", ROOT / "tools" / "web_types.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()


@pytest.mark.parametrize("name", TOOL.FILES)
def test_the_page_has_what_the_server_says(name: str) -> None:
    written = (TOOL.SOURCE / name).read_text(encoding="utf-8")
    assert written == TOOL.FILES[name](), "`make web-types` writes it anew"


def test_types_are_written() -> None:
    assert TOOL.write_type(list[str | None]) == "(string | null)[]"
    assert TOOL.write_type(dict[str, float]) == "Record<string, number>"
