"""Commands in documents: blocks of the kind `console`, run as a reader would run them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMPT = "$ "


class Step(NamedTuple):
    """A command line of a document, and what the document says that it prints."""

    command: str
    output: str


def find_steps(document: str) -> list[Step]:
    """Return all commands of a document in their order."""
    steps: list[Step] = []
    for block in _BLOCK.findall(document):
        for line in block.splitlines():
            if line.startswith(_PROMPT):
                steps.append(Step(line.removeprefix(_PROMPT), ""))
            else:
                steps[-1] = steps[-1]._replace(output=f"{steps[-1].output}{line}\n")
    return steps


class Shell:
    """A folder with the examples of the project, and a shell that knows `croupier`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "project"
        shutil.copytree(ROOT / "examples", self._folder / "examples")
        programs = folder / "bin"
        programs.mkdir()
        for name, start in (("croupier", "-m croupier"), ("python", "")):
            program = programs / name
            program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {start} "$@"\n')
            program.chmod(0o755)
        self._environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "COLUMNS": "100",
            "PYTHONPATH": str(ROOT / "python"),
        }

    def run(self, command: str) -> str:
        """Return what a command prints, without blanks at the ends of lines."""
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        lines = [line.rstrip() for line in done.stdout.splitlines()]
        # Tables begin and end with empty lines, which documents leave out.
        return "".join(f"{line}\n" for line in lines if line)


def is_as_said(step: Step, output: str) -> bool:
    """Return whether a command printed what the document says; `...` stands for anything."""
    said = "".join(f"{line.rstrip()}\n" for line in step.output.splitlines() if line.strip())
    return OutputChecker().check_output(said, output, ELLIPSIS | NORMALIZE_WHITESPACE)
