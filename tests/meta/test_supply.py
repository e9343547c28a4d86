"""What others made comes in versions that are written down."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from .project import ROOT, rust_dependencies, texts

# Those that look at dependencies; `cargo fmt` does not.
BUILDERS = r"\b(?:cargo (?:build|clippy|install|run|test)|maturin\S* (?:build|develop))\b"
SCRIPTS = (
    "Makefile",
    ".ci/audit",
    ".ci/check-wheel",
    ".ci/run",
    ".github/workflows/ci.yml",
    "fuzz/run",
)
LOCKS = sorted(path for path in texts() if path.match("requirements/python-*.txt"))
FOR_DEVELOPMENT = ("build", "test", "lint", "docs")


def read_pins(path: Path) -> dict[str, Version]:
    lines = [line for line in texts()[path].splitlines() if not line.startswith("#")]
    pins = [re.fullmatch(r"([a-z0-9._-]+)==(\S+)", line) for line in lines]
    assert all(pins), [line for line, pin in zip(lines, pins, strict=True) if pin is None]
    found = {_normalize(pin[1]): Version(pin[2]) for pin in pins if pin is not None}
    assert len(found) == len(lines)
    return found


def _normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted() -> list[Requirement]:
    """Return what development asks for by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    extras = project["project"]["optional-dependencies"]
    assert {group["include-group"] for group in groups["dev"]} == set(FOR_DEVELOPMENT)
    names = [name for group in FOR_DEVELOPMENT for name in groups[group]]
    names += [name for extra in extras.values() for name in extra]
    return [Requirement(name) for name in names]


def test_there_is_a_lock_for_every_python() -> None:
    assert [path.stem for path in LOCKS] == [f"python-3.{minor}" for minor in (11, 12, 13, 14)]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_locks_have_what_is_asked_for(path: Path) -> None:
    pins = read_pins(path)
    for one in [*wanted(), Requirement("pip>=25.1")]:
        assert pins[_normalize(one.name)] in one.specifier, one


@pytest.mark.parametrize("script", SCRIPTS)
def test_builds_keep_to_the_locks(script: str) -> None:
    lines = (ROOT / script).read_text(encoding="utf-8").splitlines()
    building = [line for line in lines if re.search(BUILDERS, line)]
    assert not [line for line in building if "--locked" not in line]
    assert building or script in (".ci/check-wheel", ".ci/run")


@pytest.mark.parametrize("folder", [".", "fuzz"])
def test_locks_of_crates_are_up_to_date(folder: str) -> None:
    lock = tomllib.loads((ROOT / folder / "Cargo.lock").read_text(encoding="utf-8"))
    locked = {package["name"]: package for package in lock["package"]}
    for package in lock["package"]:
        # What is not of the project comes from the usual registry, with a sum of what is in it.
        ours = package["name"].startswith("croupier-")
        assert ours or ("checksum" in package and "crates.io-index" in package["source"])
        if not ours:
            continue
        # A lock that was not written again after a change lacks what was added.
        name = package["name"].removeprefix("croupier-")
        manifest = ROOT / ("fuzz" if name == "fuzz" else f"crates/{name}") / "Cargo.toml"
        asked = tomllib.loads(manifest.read_text(encoding="utf-8"))
        names = {*asked.get("dependencies", {})}
        if folder == ".":
            names |= {*asked.get("dev-dependencies", {})}
        assert names == {one.split()[0] for one in package.get("dependencies", [])}, name
    direct = rust_dependencies() if folder == "." else set()
    assert direct - {"arbitrary", "libfuzzer-sys"} <= locked.keys()


def test_the_audit_runs_where_it_is_told_to() -> None:
    audit = ROOT / ".ci" / "audit"
    done = subprocess.run(["bash", "-n", str(audit)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    text = audit.read_text(encoding="utf-8")
    for manifest in ("Cargo.toml", "fuzz/Cargo.toml"):
        assert manifest in text and (ROOT / manifest).exists()
    # What every change must pass asks nobody for a database.
    assert "audit" not in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
