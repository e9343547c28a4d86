"""Write the versions of everything that development installs: `make lock`.

For each Python there is a file of constraints. `make setup` takes that of its own Python, so that
all clones have the same tools; a Python without a file gets what is newest.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
HEAD = "# What development installs with Python {}. `make lock` writes this file.\n"


def find_versions(python: str) -> dict[str, str]:
    """Return the newest versions that fit together and have wheels for a Python, by name.

    Args:
        python: The version of Python.

    Returns:
        The versions of all packages.
    """
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        # Wheels alone: nobody's set-up should wait for a compiler, or fail for want of one.
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--report", str(report), "--target", folder]
        command += ["--python-version", python, "--only-binary", ":all:"]
        command += ["--group", f"{PROJECT}:dev", "pip"]
        command += [name for names in extras.values() for name in names]
        subprocess.run(command, check=True)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    packages = [package["metadata"] for package in found]
    return {package["name"].lower(): package["version"] for package in packages}


def main() -> None:
    """Write a file for each Python."""
    for python in PYTHONS:
        versions = find_versions(python)
        lines = [f"{name}=={version}\n" for name, version in sorted(versions.items())]
        path = HERE / f"python-{python}.txt"
        path.write_text("".join([HEAD.format(python), *lines]), encoding="utf-8")
        print(f"{path.relative_to(PROJECT.parent)}: {len(lines)} packages")


if __name__ == "__main__":
    main()
