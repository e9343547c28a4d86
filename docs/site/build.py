"""Build the site: `python docs/site/build.py OUT`.

The pages are the documents of `docs/` and of the project's root, which read as well without a site,
and a reference that is made of the docstrings. All of them are put into one folder first, so that
every link leads to a page.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import shutil
import sys
import tomllib
from pathlib import Path
from types import ModuleType

from sphinx.cmd.build import build_main

_HERE = Path(__file__).resolve().parent
_DOCS = _HERE.parent
_ROOT = _DOCS.parent
# What documents link to beside other documents.
_OTHERS = ("LICENSE", "examples")
# Modules of which people take no names.
_INNER = re.compile(r"croupier\.(_native|__main__|cli|notation)\b")
_LINK_UP = re.compile(r"\]\((?:\.\./)+(?=[A-Z]+\.md|LICENSE|examples/)")
_LINK_TO_TESTS = re.compile(r"\[([^\]]+)\]\((?:\.\./)*tests/[^)]*\)")


def main() -> int:
    """Build the site; a warning is an error.

    Returns:
        The exit status.
    """
    out = Path(sys.argv[1]).resolve()
    pages = out / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    _lay_out(pages)
    _write_reference(pages / "reference")
    options = ["-W", "--keep-going", "-q", "-b", "html", "-c", str(_HERE), "-d", str(out / "cache")]
    status = build_main([*options, str(pages), str(out / "html")])
    if status == 0:
        print(f"The site is in {out / 'html' / 'index.html'}.")
    return status


def _lay_out(pages: Path) -> None:
    """Put all documents into one folder, with the front page and its contents."""
    for path in sorted(_DOCS.rglob("*.md")):
        place = pages / path.relative_to(_DOCS)
        place.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(place.relative_to(pages).parts) - 1)
        place.write_text(_LINK_UP.sub(f"]({up}", path.read_text()))
    for path in sorted(_DOCS.rglob("*.svg")):
        place = pages / path.relative_to(_DOCS)
        # A folder of pictures has no document in it.
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    for path in sorted([*_ROOT.glob("[A-Z]*.md"), *_ROOT.glob("benchmarks/[A-Z]*.md")]):
        place = pages / path.relative_to(_ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(path.read_text().replace("](docs/", "]("))
    # The site has no tests: their names stay, without links.
    for place in pages.rglob("*.md"):
        place.write_text(_LINK_TO_TESTS.sub(r"`\1`", place.read_text()))
    for name in _OTHERS:
        copy = shutil.copytree if (_ROOT / name).is_dir() else shutil.copy
        copy(_ROOT / name, pages / name)
    sections = tomllib.loads((_HERE / "contents.toml").read_text())["section"]
    contents = "\n".join(_list_pages(section["title"], section["pages"]) for section in sections)
    front = (pages / "README.md").read_text()
    (pages / "README.md").unlink()
    (pages / "index.md").write_text(f"{front}\n{contents}")


def _list_pages(title: str, names: list[str]) -> str:
    lines = [
        "```{toctree}",
        ":hidden:",
        ":maxdepth: 1",
        f":caption: {title}",
        "",
        *names,
        "```",
        "",
    ]
    return "\n".join(lines)


def _write_reference(folder: Path) -> None:
    """Write a page for each package, with its docstring and everything that it offers."""
    import croupier

    shown: set[int] = set()
    names = []
    listed = []
    for module in _find_modules(croupier):
        name = module.__name__
        lines = [name, "=" * len(name), "", f".. automodule:: {name}", "   :no-members:", ""]
        for one in module.__all__:
            lines += _describe(module, one, shown)
        (folder / f"{name}.rst").write_text("\n".join(lines))
        names.append(name)
        said = (module.__doc__ or "").partition("\n")[0]
        offered = ", ".join(f"`{one}`" for one in module.__all__)
        listed.append(f"- {{doc}}`{name} <{name}>`: {said} {offered}")
    index = folder / "index.md"
    contents = "\n".join([*listed, "", _list_names(croupier)])
    index.write_text(f"{index.read_text()}\n{contents}\n{_list_pages('Packages', names)}")


def _list_names(package: ModuleType) -> str:
    """Return what can be taken from the package itself, by the modules that have it."""
    from croupier._names import MODULES

    lines = ["## Names of `croupier` itself", "", "| from | names |", "|---|---|"]
    for module, names in MODULES.items():
        lines.append(f"| `{module}` | {', '.join(f'`{name}`' for name in names)} |")
    return "\n".join([*lines, ""])


def _find_modules(package: ModuleType) -> list[ModuleType]:
    """Return all packages, and the modules that are in none but the top one."""
    found = []
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not _INNER.match(info.name) and (info.ispkg or info.name.count(".") == 1):
            module = importlib.import_module(info.name)
            if hasattr(module, "__all__"):
                found.append(module)
    return found


def _describe(module: ModuleType, name: str, shown: set[int]) -> list[str]:
    """Return the lines of something that a package offers."""
    value = getattr(module, name)
    place = f"{module.__name__}.{name}"
    if isinstance(value, type):
        kind = "autoclass"
    elif callable(value) and hasattr(value, "__code__"):
        kind = "autofunction"
    else:
        # What it is stands where it is made.
        kind, place = "autodata", _find_origin(module, name)
    lines = [f".. {kind}:: {place}"]
    if kind == "autodata":
        lines.append("   :no-value:")
    if id(value) in shown:
        # Another package has it, too: links lead there.
        lines.append("   :no-index:")
    shown.add(id(value))
    return [*lines, ""]


def _find_origin(module: ModuleType, name: str) -> str:
    value = getattr(module, name)
    package = module.__name__ + "."
    for other_name, other in sorted(sys.modules.items()):
        if (
            other_name.startswith(package)
            and name in getattr(other, "__all__", ())
            and getattr(other, name, None) is value
            and not hasattr(other, "__path__")
        ):
            return f"{other_name}.{name}"
    return f"{module.__name__}.{name}"


if __name__ == "__main__":
    sys.exit(main())
