"""What the page knows of messages, drawings and colours is what Python says, and is little."""

from __future__ import annotations

import gzip
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest

from croupier.web.desk import list_methods
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


def list_integers(kind: Any, place: str) -> list[str]:
    """Return the places of integers without bounds."""
    if kind is int:
        return [place]
    if get_origin(kind) is Annotated:
        base, *metas = get_args(kind)
        bounded = any(one.ge is not None and one.le is not None for one in metas)
        return [] if base is int and bounded else list_integers(base, place)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        return [one for name in hints for one in list_integers(hints[name], f"{place}.{name}")]
    return [one for inner in get_args(kind) for one in list_integers(inner, place)]


def test_integers_of_questions_have_bounds() -> None:
    questions = [one.question for one in list_methods().values() if one.question is not None]
    assert len(questions) > 10
    assert [one for kind in questions for one in list_integers(kind, kind.__name__)] == []


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
