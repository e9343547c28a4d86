"""How far it is, for work that takes longer than a moment."""

from __future__ import annotations

from time import perf_counter

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from croupier.cli.console import errors

__all__ = ["Bar"]

_PATIENCE = 1.0


class Bar:
    """A bar on the standard error that appears after a second, and only in a terminal.

    >>> with Bar("Dealing", 10) as bar:
    ...     bar.tell(5)
    """

    def __init__(self, title: str, total: int | None = None, *, quiet: bool = False) -> None:
        """Make a bar.

        Args:
            title: What is being done.
            total: How much there is to do, if that is known already.
            quiet: Whether nothing is shown in any case.
        """
        self._progress = Progress(
            "{task.description}",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=errors,
            transient=True,
        )
        self._task = self._progress.add_task(title, total=total)
        self._hidden = quiet or not errors.is_terminal
        self._begin = perf_counter()
        self._shown = False

    def tell(self, done: int, total: int | None = None) -> None:
        """Say how far it is.

        Args:
            done: How much is done.
            total: How much there is to do, where it was not known before.
        """
        self._progress.update(self._task, completed=done, total=total)
        if not self._hidden and not self._shown and perf_counter() - self._begin > _PATIENCE:
            self._shown = True
            self._progress.start()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._progress.stop()
