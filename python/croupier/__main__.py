"""Run Croupier's commands: `python -m croupier`."""

from __future__ import annotations

import sys

__all__ = ["main"]

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; say what to install where the packages for it are missing."""
    if sys.argv[1:] == ["--version"]:
        # Needs nothing else, and is asked for where nothing else works.
        from importlib.metadata import version

        print(version("croupier"))
        return
    try:
        from croupier.cli import run
    except KeyboardInterrupt:
        # Before there is a command line, nothing else says so.
        print("Stopped.", file=sys.stderr)
        sys.exit(_INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "croupier":
            raise
        sys.exit(
            f"The commands need the package {error.name!r}; install them with:"
            ' pip install "croupier[cli]"'
        )
    sys.exit(run())


if __name__ == "__main__":
    main()
