"""Where the project's files are, and what they say of the project."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
# For a copy without git to ask: what builds and tools make, beside hidden folders.
_MADE = {"__pycache__", "artifacts", "build", "corpus", "dist", "target"}
_HIDDEN_BUT_OURS = {".ci", ".gitignore"}


@cache
def files() -> tuple[Path, ...]:
    """Return all files that belong to the project."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.split("\0")
        found = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        found = [path for path in ROOT.rglob("*") if not _is_made(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in found if path.is_file()))


def _is_made(parts: tuple[str, ...]) -> bool:
    hidden = {part for part in parts if part.startswith(".")} - _HIDDEN_BUT_OURS
    return bool(hidden or _MADE & set(parts))


@cache
def texts() -> dict[Path, str]:
    """Return the content of every file that is text."""
    found = {}
    for path in files():
        try:
            found[path.relative_to(ROOT)] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / name).read_text(encoding="utf-8"))


def version() -> str:
    """Return the version that all crates and the package share."""
    found: str = _toml("Cargo.toml")["workspace"]["package"]["version"]
    return found


def python_dependencies() -> set[str]:
    """Return the names of all Python packages that the project asks for."""
    project = _toml("pyproject.toml")
    wanted = [
        *project["build-system"]["requires"],
        *project["project"].get("dependencies", []),
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
        *(name for group in project["dependency-groups"].values() for name in group),
    ]
    return {re.split(r"[^\w.-]", name)[0].lower() for name in wanted if isinstance(name, str)}


def page_dependencies() -> set[str]:
    """Return the names of all packages of npm that the page and its tests ask for."""
    files = (ROOT / "web" / "package.json", ROOT / "web" / "chromium" / "package.json")
    asked = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    kinds = ("dependencies", "devDependencies")
    return {name for package in asked for kind in kinds for name in package.get(kind, {})}


def rust_dependencies() -> set[str]:
    """Return the names of all crates from elsewhere that the project asks for."""
    tables = [_toml("Cargo.toml")["workspace"]["dependencies"]]
    for path in files():
        if path.name == "Cargo.toml" and path.parent != ROOT:
            manifest = _toml(str(path.relative_to(ROOT)))
            tables += [manifest.get(kind, {}) for kind in ("dependencies", "dev-dependencies")]
    return {name for table in tables for name in table if not name.startswith("croupier-")}
