"""The files that commands write: their names are claimed before the work begins."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from os import PathLike
from pathlib import Path

from croupier.cli.output.console import claims
from croupier.files import Claim, new_file

__all__ = ["claim_names", "claim_output", "claim_picture"]


def claim_output(path: str | PathLike[str] | None, *, force: bool) -> Claim | None:
    """Claim the name of a file until the command is over.

    Args:
        path: The file; none is written where it is `None`.
        force: Whether one that is there is replaced.

    Returns:
        The claim, which stands for the path.

    Raises:
        OSError: The file is there, another run is about to write it, or it cannot be written.
    """
    return None if path is None else claims.enter_context(Claim(path, force=force))


def claim_picture(path: Path | None, *, force: bool, by_hand: Sequence[str] = ()) -> Claim | None:
    """Claim the name of a picture, if it can be drawn.

    Args:
        path: The picture; none is drawn where it is `None`.
        force: Whether one that is there is replaced.
        by_hand: The suffixes of pictures that are drawn without matplotlib.

    Returns:
        The claim, which stands for the path.

    Raises:
        SetupError: There is no such kind of picture.
        UnsupportedError: matplotlib is not installed.
        OSError: As `claim_output` does.
    """
    if path is not None and path.suffix not in by_hand:
        from croupier.plots import check_picture

        check_picture(path)
    return claim_output(path, force=force)


def claim_names(folder: Path, stem: str, suffixes: Sequence[str], whole: str) -> tuple[Path, Claim]:
    """Claim files of one name, and with a number behind it where one of them is there already.

    Args:
        folder: Where they are.
        stem: The name.
        suffixes: Those of files that are there from now on and grow.
        whole: That of a file which is there when it is complete.

    Returns:
        The first of the files that grow, and the claim of the other one.
    """
    number = 1
    while True:
        path = folder / (stem if number == 1 else f"{stem}-{number}")
        with ExitStack() as taken:
            try:
                for suffix in suffixes:
                    taken.enter_context(new_file(path.with_name(path.name + suffix)))
                claim = taken.enter_context(Claim(path.with_name(path.name + whole)))
            except (FileExistsError, BlockingIOError):
                number += 1
                continue
            claims.push(taken.pop_all())
            return path.with_name(path.name + suffixes[0]), claim
