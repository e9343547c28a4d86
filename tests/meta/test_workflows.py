"""What the hosted checks and the hooks name is there: targets, files, versions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.version import Version

from .project import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FILES = [
    *WORKFLOWS,
    *sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")),
    ROOT / ".pre-commit-config.yaml",
]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.MULTILINE))
# Folders of the project whose files are made before they are named, or are made by the step itself.
MADE = ("build/", "dist/", "fuzz/artifacts", "fuzz/corpus", "python/croupier/web/static")
# A step that moves the sources away says so.
MOVED = "python/sources"


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def find_texts(value: Any) -> Iterator[str]:
    """Yield all texts of a document, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from find_texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from find_texts(one)


def find_commands(path: Path) -> str:
    jobs = read(path)["jobs"].values()
    return "\n".join(step.get("run", "") for job in jobs for step in job["steps"])


def classified() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [re.fullmatch(r".*Python :: (3\.\d+)", each) for each in project["classifiers"]]
    return [each[1] for each in named if each]


def test_there_are_workflows() -> None:
    names = {"ci.yml", "docs.yml", "nightly.yml", "release.yml"}
    assert names == {path.name for path in WORKFLOWS}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_and_folders_that_are_named_are_there(path: Path) -> None:
    folders = {each.name for each in ROOT.iterdir() if each.is_dir()}
    for text in find_texts(read(path)):
        for word in re.findall(r"(?<![\w./$@-])[\w.][\w./-]*/[\w./-]*\w", text):
            if word.split("/")[0] not in folders or word.startswith((*MADE, MOVED, ".venv")):
                continue
            # A name that goes on with a value of the matrix is the beginning of several.
            found = (ROOT / word).exists() or any(ROOT.glob(f"{word}*"))
            assert found, word


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_targets_of_make_that_are_named_are_there(path: Path) -> None:
    assert set(re.findall(r"^make ([\w-]+)", find_commands(path), re.MULTILINE)) <= TARGETS


def test_every_python_that_is_promised_is_tested() -> None:
    package = read(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]["package"]
    matrix = package["strategy"]["matrix"]
    assert matrix["python"] == classified()
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    locks = {path.stem for path in (ROOT / "requirements").glob("python-*.txt")}
    assert locks == {f"python-{version}" for version in matrix["python"]}


def test_wheels_are_built_with_the_oldest_python() -> None:
    oldest = min(classified(), key=Version)
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert set(re.findall(r'python-version: "([\d.]+)"', release)) == {oldest}
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    features = cargo["workspace"]["dependencies"]["pyo3"]["features"]
    assert f"abi3-py{oldest.replace('.', '')}" in features


def test_the_oldest_rust_is_where_the_workflow_looks_for_it() -> None:
    lines = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    commands = find_commands(ROOT / ".github" / "workflows" / "ci.yml")
    pattern = re.search(r"sed -n 's/\^(.*?)\\\(", commands)
    assert pattern is not None
    [version] = re.findall(rf'^{pattern[1]}([\d.]+)"', lines, re.MULTILINE)
    documents = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"({version} or later" in documents
