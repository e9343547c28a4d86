"""Make a release: one version in all places, its notes, and wheels that say the same.

```
python tools/release.py prepare 0.2.0     # writes the version and dates the notes, for a commit
python tools/release.py check 0.2.0 --wheels dist
python tools/release.py notes 0.2.0
```

The version stands in `Cargo.toml`, from which the crates and the Python package have it.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
LOCKS = ("Cargo.lock", "fuzz/Cargo.lock")
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
UNRELEASED = "## Unreleased"


class ReleaseError(Exception):
    """A reason why a version cannot be released."""


def read_version(project: Path = PROJECT) -> str:
    """Return the version of the workspace.

    Args:
        project: The folder of the project.

    Returns:
        The version.
    """
    manifest = tomllib.loads((project / "Cargo.toml").read_text(encoding="utf-8"))
    return str(manifest["workspace"]["package"]["version"])


def prepare(version: str, date: datetime.date, project: Path = PROJECT) -> list[Path]:
    """Write a new version into the manifest, the locks, the notes and the citation.

    Args:
        version: The version.
        date: The day of the release.
        project: The folder of the project.

    Returns:
        The files that were written.

    Raises:
        ReleaseError: The version is none, is not newer, or there are no notes for it.
    """
    old = read_version(project)
    if not VERSION.fullmatch(version):
        raise ReleaseError(f"{version!r} is no version like 1.2.3")
    changes = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    # A version that stands in the manifest may still be to come.
    is_released = f"\n## {version} - " in changes
    if _order(version) < _order(old) or is_released:
        raise ReleaseError(f"{version} does not come after {old}")
    if not _find_notes(changes, UNRELEASED):
        raise ReleaseError('CHANGELOG.md says nothing under "Unreleased"')
    texts = {
        "Cargo.toml": _replace(
            (project / "Cargo.toml").read_text(encoding="utf-8"),
            f'\nversion = "{old}"\n',
            f'\nversion = "{version}"\n',
            "Cargo.toml",
        ),
        "CHANGELOG.md": changes.replace(
            UNRELEASED, f"{UNRELEASED}\n\n## {version} - {date.isoformat()}", 1
        ),
    }
    for name in LOCKS:
        lock = (project / name).read_text(encoding="utf-8")
        ours = re.compile(rf'(name = "croupier-[a-z]+"\nversion = "){re.escape(old)}"')
        texts[name] = ours.sub(rf'\g<1>{version}"', lock)
    citation = (project / "CITATION.cff").read_text(encoding="utf-8")
    citation = re.sub(r"(?m)^version: .*$", f"version: {version}", citation)
    texts["CITATION.cff"] = re.sub(
        r"(?m)^date-released: .*$", f"date-released: {date.isoformat()}", citation
    )
    for name, text in texts.items():
        (project / name).write_text(text, encoding="utf-8")
    return [project / name for name in texts]


def check(version: str, wheels: Path | None = None, project: Path = PROJECT) -> None:
    """See that everything has a version.

    Args:
        version: The version.
        wheels: A folder with the wheels and the source distribution, if they are there.
        project: The folder of the project.

    Raises:
        ReleaseError: Something has another version, or is missing.
    """
    if read_version(project) != version:
        raise ReleaseError(f"Cargo.toml has {read_version(project)}, not {version}")
    for name in LOCKS:
        packages = tomllib.loads((project / name).read_text(encoding="utf-8"))["package"]
        for package in packages:
            if package["name"].startswith("croupier-") and "source" not in package:
                found = package["version"]
                if found not in (version, "0.0.0"):
                    raise ReleaseError(f"{name} has {package['name']} {found}, not {version}")
    notes(version, project)
    citation = (project / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {version}\n" not in citation:
        raise ReleaseError(f"CITATION.cff has another version than {version}")
    if wheels is not None:
        _check_wheels(version, wheels)


def notes(version: str, project: Path = PROJECT) -> str:
    """Return what the changelog says of a version.

    Args:
        version: The version.
        project: The folder of the project.

    Returns:
        The notes, without their heading.

    Raises:
        ReleaseError: There are none.
    """
    changes = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    found = _find_notes(changes, f"## {version} - ")
    if not found:
        raise ReleaseError(f"CHANGELOG.md has no notes of {version}")
    return found


def _order(version: str) -> tuple[list[int], str, int]:
    numbers, letters, count = re.split(r"(a|b|rc|$)", version, maxsplit=1)
    # A version without letters comes after its candidates.
    return [int(number) for number in numbers.split(".")], letters or "z", int(count or 0)


def _replace(text: str, old: str, new: str, name: str) -> str:
    if text.count(old) != 1:
        raise ReleaseError(f"{name} has {old.strip()!r} {text.count(old)} times, not once")
    return text.replace(old, new)


def _find_notes(changes: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one of its level."""
    parts = re.split(r"(?m)^(?=## )", changes)
    for part in parts:
        if part.startswith(heading):
            return part.partition("\n")[2].strip()
    return ""


def _check_wheels(version: str, folder: Path) -> None:
    wheels = sorted(folder.glob("*.whl"))
    if not wheels or not list(folder.glob("*.tar.gz")):
        raise ReleaseError(f"{folder} has no wheel, or no source distribution")
    for wheel in wheels:
        if not wheel.name.startswith(f"croupier-{version}-"):
            raise ReleaseError(f"{wheel.name} is not of {version}")
        if "-abi3-" not in wheel.name:
            raise ReleaseError(f"{wheel.name} serves one Python only")
        names = zipfile.ZipFile(wheel).namelist()
        for needed in ("croupier/web/static/index.html", "croupier/py.typed"):
            if needed not in names:
                raise ReleaseError(f"{wheel.name} has no {needed}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says.

    Args:
        arguments: The arguments of the command line.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="tools/release.py", description="Make a release.")
    parser.add_argument("task", choices=("prepare", "check", "notes"))
    parser.add_argument("version")
    parser.add_argument("--wheels", type=Path, help="a folder with what is to be published")
    options = parser.parse_args(arguments)
    try:
        if options.task == "prepare":
            today = datetime.datetime.now(datetime.UTC).date()
            for path in prepare(options.version, today):
                print(path.relative_to(PROJECT))
        elif options.task == "check":
            check(options.version, options.wheels)
            print(f"Everything is {options.version}.")
        else:
            print(notes(options.version))
    except ReleaseError as error:
        print(f"{error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
