"""Run Croupier's commands: `python -m croupier`."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]

# The exit statuses of croupier.cli, which cannot be imported where this is needed.
_WRONG_INPUT = 2
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; say what to install where the packages for it are missing."""
    if sys.argv[1:] == ["--version"]:
        # Needs nothing else, and is asked for where nothing else works.
        from importlib.metadata import version

        print(version("croupier"))
        return
    # Imported modules stay, so that collecting garbage meanwhile is time lost.
    gc.disable()
    try:
        from croupier.cli import heed_termination, run
    except KeyboardInterrupt:
        # Before there is a command line, nothing else says so.
        print("Stopped.", file=sys.stderr)
        sys.exit(_INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "croupier":
            raise
        print(
            f"Error: commands need the package {error.name!r}: install croupier[cli]",
            file=sys.stderr,
        )
        sys.exit(_WRONG_INPUT)
    heed_termination()
    gc.enable()
    gc.freeze()
    sys.exit(run())


if __name__ == "__main__":
    main()
