"""`croupier completion`: what a shell needs to complete commands and options."""

from __future__ import annotations

from typing import Literal

__all__ = ["completion"]


def completion(shell: Literal["bash", "zsh", "fish", "powershell"]) -> None:
    """Print what a shell needs to complete commands and options.

    Parameters
    ----------
    shell
        The shell: bash, zsh, fish or powershell.
    """
    # The application imports its commands, and not the other way round.
    from croupier.cli.app import app

    print(app.generate_completion(prog_name="croupier", shell=shell))
