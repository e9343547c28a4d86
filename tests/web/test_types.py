"""What the page knows of messages, drawings and colours is what Python says, and is little."""

from __future__ import annotations

import gzip
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from croupier.web.server import STATIC

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


@pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built")
def test_pages_are_small() -> None:
    for page in ("index.html", "table.html"):
        text = (STATIC / page).read_text(encoding="utf-8")
        parts = [
            STATIC / name for name in re.findall(r'(?:src|href)="/?\.?/?(assets/[^"]+)"', text)
        ]
        assert {part.suffix for part in parts} == {".js", ".css"}
        # What these load in turn is listed by the page as well.
        sizes = {part.name: len(gzip.compress(part.read_bytes(), 6)) for part in parts}
        assert sum(sizes.values()) < 60_000, sizes


def test_the_desk_takes_little_of_a_wheel(tmp_path: Path) -> None:
    packed = tmp_path / "web.zip"
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in sorted(STATIC.parent.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, path.relative_to(STATIC.parent))
    assert packed.stat().st_size < 500_000
