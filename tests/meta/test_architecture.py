"""The page on architecture and its picture speak of what is there, and of all of it."""

from __future__ import annotations

import builtins
import pkgutil
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .project import ROOT, files, texts
from .test_layers import package

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PICTURE = ROOT / "docs" / "architecture.svg"
SVG = "{http://www.w3.org/2000/svg}"
# What is no layer: the package itself, and what runs it.
NO_LAYERS = {"__init__", "__main__", "_names"}
# `| module of `x` | …`, a line of dashes, and the rows.
TABLES = re.findall(r"^\| module of `([^`]+)` \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
WORDS = sorted(set(re.findall(r"`([^`\n]+)`", PAGE)))


def parts(group: str) -> list[str]:
    """Return what the boxes of a part of the picture are called, row by row."""
    root = ElementTree.parse(PICTURE).getroot()
    [found] = [each for each in root.iter(f"{SVG}g") if each.get("id") == group]
    boxes = [text for text in found.iter(f"{SVG}text") if "part" in (text.get("class") or "")]
    boxes.sort(key=lambda text: (float(text.get("y", 0)), float(text.get("x", 0))))
    return [text.text or "" for text in boxes]


def crates() -> set[str]:
    """Return the names of the crates' folders."""
    members = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["members"]
    return {Path(member).name for member in members}


def layers() -> list[str]:
    """Return the layers that import-linter knows, from the top."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [found] = [each for each in contracts["contracts"] if each["type"] == "layers"]
    return [layer.strip("()") for layer in found["layers"]]


def test_the_picture_has_all_layers_in_their_order() -> None:
    assert parts("package") == layers()
    assert set(parts("package")) == set(package()) - NO_LAYERS


def test_the_picture_has_the_native_module_between_package_and_crates() -> None:
    assert parts("waist") == ["_native"]


def test_the_picture_has_all_crates_above_those_that_they_use() -> None:
    shown = parts("crates")
    assert set(shown) == crates() and len(shown) == len(crates())
    for crate in shown:
        manifest = tomllib.loads((ROOT / "crates" / crate / "Cargo.toml").read_text())
        used = [name for name in manifest["dependencies"] if name.startswith("croupier-")]
        below = shown[shown.index(crate) + 1 :]
        assert {name.removeprefix("croupier-") for name in used} <= set(below)


# Those of which the map at the top has every module; the others name the main ones.
@pytest.mark.parametrize("crate", ["cards", "engine", "histories", "python"])
def test_maps_of_crates_are_complete(crate: str) -> None:
    text = (ROOT / "crates" / crate / "src" / "lib.rs").read_text(encoding="utf-8")
    modules = re.findall(r"^(?:pub )?mod (\w+);", text, re.MULTILINE)
    listed = re.findall(r"^//! \| \[?`(\w+)`", text, re.MULTILINE)
    assert sorted(listed) == sorted(modules)


def test_the_page_shows_the_picture_and_names_every_crate() -> None:
    assert f"]({PICTURE.name})" in PAGE
    assert {f"crates/{crate}" for crate in crates()} <= set(WORDS)


def test_the_page_names_every_folder_of_tests() -> None:
    folders = {path.parts[1] for path in texts() if path.parts[0] == "tests" and path.parts[2:]}
    assert {f"tests/{folder}" for folder in folders} <= set(WORDS)


@pytest.mark.parametrize(("place", "rows"), TABLES, ids=[place for place, _ in TABLES])
def test_tables_of_modules_are_complete(place: str, rows: str) -> None:
    listed = re.findall(r"`([^`]+)`", "\n".join(row.split("|")[1] for row in rows.splitlines()))
    folder = _folder(place)
    there = {
        f"{path.relative_to(folder).parts[0]}/" if path.parent != folder else path.stem
        for path in files()
        if path.is_relative_to(folder) and path.suffix in {".py", ".rs"}
    }
    assert sorted(listed) == sorted(there - {"__init__", "lib", "mod"})


def test_there_are_tables_of_modules() -> None:
    assert {"crates/engine", "croupier.state", "croupier.histories"} <= {p for p, _ in TABLES}


def _folder(place: str) -> Path:
    if place.startswith("croupier"):
        return ROOT / "python" / Path(*place.split("."))
    return ROOT / place / "src"


@pytest.mark.parametrize(
    "word", [word for word in WORDS if re.fullmatch(r"[\w.-]*/[\w./-]*", word)]
)
def test_folders_are_there(word: str) -> None:
    paths = [path for path in files() if f"/{word.rstrip('/')}" in f"/{path.relative_to(ROOT)}"]
    assert paths


@pytest.mark.parametrize("word", [word for word in WORDS if re.fullmatch(r"\w+\.(?:rs|py)", word)])
def test_files_are_there(word: str) -> None:
    assert any(path.name == word for path in files())


@pytest.mark.parametrize("word", [word for word in WORDS if word.startswith("croupier.")])
def test_modules_are_there(word: str) -> None:
    # An `AttributeError` or `ImportError` says what is missing.
    pkgutil.resolve_name(word)


@pytest.mark.parametrize(
    "word", [word for word in WORDS if re.fullmatch(r"[A-Z]\w*[a-z]\w*", word)]
)
def test_types_are_there(word: str) -> None:
    defined = re.compile(
        rf"^\s*(?:pub(?:\(\w+\))? )?(?:class|struct|enum|trait|type) {word}\b", re.M
    )
    sources = [text for path, text in texts().items() if path.suffix in {".py", ".rs"}]
    assert any(defined.search(text) for text in sources) or hasattr(builtins, word)
