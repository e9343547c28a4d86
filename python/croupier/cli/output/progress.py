"""A progress bar for work that takes longer than a second."""

from __future__ import annotations

from threading import Lock, Timer
from typing import TYPE_CHECKING

from croupier.cli.output.console import errors

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["Bar"]

_PATIENCE = 1.0


class Bar:
    """A bar on the standard error that appears after a second, and only in a terminal.

    >>> with Bar("Dealing", 10) as bar:
    ...     bar.update(5)
    """

    def __init__(
        self,
        title: str,
        total: int | None = None,
        *,
        quiet: bool = False,
        counts_bytes: bool = False,
    ) -> None:
        """Make a bar.

        Args:
            title: What is being done.
            total: How much there is to do, if that is known already.
            quiet: Whether nothing is shown in any case.
            counts_bytes: Whether it is bytes that are counted.
        """
        self._title = title
        self._counts_bytes = counts_bytes
        self._done, self._total = 0, total
        self._hidden = quiet or not errors.is_terminal
        # Work in the core may take long without saying how far it is, so a clock decides.
        self._timer = Timer(_PATIENCE, self._show)
        self._timer.daemon = True
        self._lock = Lock()
        self._progress: Progress | None = None
        self._over = False

    def update(self, done: int, total: int | None = None, title: str | None = None) -> None:
        """Set how much is done.

        Args:
            done: How much is done.
            total: How much there is to do, where it was not known before.
            title: What is being done now, where that changes.
        """
        with self._lock:
            self._done = done
            self._title = self._title if title is None else title
            self._total = self._total if total is None else total
            self._update()

    def _update(self) -> None:
        if self._progress is not None:
            [task] = self._progress.task_ids
            self._progress.update(
                task, completed=self._done, total=self._total, description=self._title
            )

    def add(self, more: int) -> None:
        """Add to what is done, from any thread.

        Args:
            more: How much.
        """
        with self._lock:
            self._done += more
            self._update()

    def _show(self) -> None:
        # Most work is over before anything of this is needed.
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            MofNCompleteColumn,
            Progress,
            TimeRemainingColumn,
        )

        with self._lock:
            if self._over:
                return
            self._progress = Progress(
                "{task.description}",
                BarColumn(),
                DownloadColumn() if self._counts_bytes else MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=errors,
                transient=True,
            )
            self._progress.add_task(self._title, total=self._total, completed=self._done)
            self._progress.start()

    def __enter__(self) -> Bar:
        if not self._hidden:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._progress is not None:
                self._progress.stop()
