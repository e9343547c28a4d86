"""The script that makes releases, on a small copy of what it reads."""

from __future__ import annotations

import datetime
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .project import ROOT

sys.path.insert(0, str(ROOT / "tools"))

import release

DAY = datetime.date(2027, 1, 2)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("Cargo.toml", "Cargo.lock", "fuzz/Cargo.lock", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    text = "# Changelog\n\n## Unreleased\n\n- A game.\n\n## 0.0.1 - 2026-01-01\n\n- The first.\n"
    (tmp_path / "CHANGELOG.md").write_text(text, encoding="utf-8")
    return tmp_path


def make_wheel(folder: Path, name: str, *files: str) -> None:
    with zipfile.ZipFile(folder / name, "w") as wheel:
        for file in files:
            wheel.writestr(file, "")


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1", "1.0.0rc1"])
def test_a_version_is_written_everywhere(project: Path, version: str) -> None:
    release.prepare(version, DAY, project)
    release.check(version, project=project)
    assert release.read_version(project) == version
    assert release.notes(version, project) == "- A game."
    assert release.notes("0.0.1", project) == "- The first."
    assert "date-released: 2027-01-02\n" in (project / "CITATION.cff").read_text(encoding="utf-8")
    with pytest.raises(release.ReleaseError, match=r"does not come after|nothing under"):
        release.prepare(version, DAY, project)


@pytest.mark.parametrize(
    ("version", "problem"),
    [("0.0.9", "come after"), ("0.1.0rc1", "come after"), ("v1", "no version"), ("1.0", "no vers")],
)
def test_what_is_no_new_version_is_refused(project: Path, version: str, problem: str) -> None:
    before = {path: path.read_bytes() for path in project.rglob("*.*")}
    with pytest.raises(release.ReleaseError, match=problem):
        release.prepare(version, DAY, project)
    assert {path: path.read_bytes() for path in project.rglob("*.*")} == before


def test_a_release_needs_notes(project: Path) -> None:
    (project / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n", encoding="utf-8")
    with pytest.raises(release.ReleaseError, match="nothing under"):
        release.prepare("0.2.0", DAY, project)


def test_a_lock_of_another_version_is_found(project: Path) -> None:
    release.prepare("0.2.0", DAY, project)
    lock = project / "fuzz/Cargo.lock"
    lock.write_text(lock.read_text(encoding="utf-8").replace("0.2.0", "0.1.0"), encoding="utf-8")
    with pytest.raises(release.ReleaseError, match=r"fuzz/Cargo\.lock has croupier-cards 0\.1\.0"):
        release.check("0.2.0", project=project)


@pytest.mark.parametrize(
    ("name", "files", "problem"),
    [
        ("croupier-0.2.0-cp311-abi3-any.whl", ["croupier/py.typed"], "has no croupier/web/static"),
        ("croupier-0.2.0-cp311-cp311-any.whl", [], "one Python"),
        ("croupier-0.1.0-cp311-abi3-any.whl", [], "is not of"),
    ],
)
def test_wheels_are_looked_into(
    project: Path, tmp_path: Path, name: str, files: list[str], problem: str
) -> None:
    release.prepare("0.2.0", DAY, project)
    dist = tmp_path / "dist"
    dist.mkdir()
    with pytest.raises(release.ReleaseError, match="no wheel"):
        release.check("0.2.0", dist, project)
    (dist / "croupier-0.2.0.tar.gz").write_bytes(b"")
    make_wheel(dist, name, *files)
    with pytest.raises(release.ReleaseError, match=problem):
        release.check("0.2.0", dist, project)
    (dist / name).unlink()
    whole = ["croupier/py.typed", "croupier/web/static/index.html"]
    make_wheel(dist, "croupier-0.2.0-cp311-abi3-any.whl", *whole)
    release.check("0.2.0", dist, project)


def test_the_work_that_wheels_are_tuned_for_can_be_done() -> None:
    done = subprocess.run(
        [sys.executable, "tools/typical_work.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "tools/typical_work.py" in (ROOT / "pyproject.toml").read_text()
