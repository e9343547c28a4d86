"""Messages between tables, deciders and game managers, and the lines that carry them."""

from __future__ import annotations

import pickle
from multiprocessing.connection import Connection
from select import select
from typing import Any, NamedTuple

from croupier.errors import AgentError

__all__ = ["Channel", "LineClosedError", "QMessage"]


class QMessage(NamedTuple):
    """A message to another process.

    There are these types:

    - from players to deciders `state_changes` and `make_decision`, and back `move`;
    - from tables to managers `table_started`, `hh_out` and `table_stopped`, and back `stop_table`
      and `run_hand`;
    - from managers to deciders `start_dmk_loop`, `stop_dmk_loop`, `send_dmk_report`, `save_dmk` and
      `stop_dmk_process`, and back `dmk_status`, `dmk_report`, `dmk_saved` and `dmk_error`.

    Attributes:
        type: What it is about.
        data: What there is to know.

    >>> QMessage("stop_table").data is None
    True
    """

    type: str
    data: Any = None


class LineClosedError(AgentError):
    """The error for a line whose other end is gone."""


class Channel:
    """A line for messages between two processes, each of which notices when the other is gone.

    Each line has two ends and no lock, so that a process that is killed can neither keep others
    from speaking nor leave them waiting.

    Attributes:
        peer: Who is at the other end.
    """

    __slots__ = ("_connection", "_pending", "peer")

    def __init__(self, connection: Connection, peer: str) -> None:
        """Make a line of a connection.

        Args:
            connection: The connection.
            peer: Who is at the other end.
        """
        self._connection = connection
        self._pending: list[QMessage] = []
        self.peer = peer

    def post(self, message: QMessage) -> None:
        """Leave a message, to be sent with the next one.

        Args:
            message: The message.
        """
        self._pending.append(message)

    def flush(self) -> None:
        """Send what was left.

        Raises:
            LineClosedError: The other end is gone.
        """
        if self._pending:
            pending, self._pending = self._pending, []
            try:
                self._connection.send_bytes(pickle.dumps(pending, pickle.HIGHEST_PROTOCOL))
            except OSError as error:
                raise LineClosedError(
                    f"{self.peer} is gone: {error}", code="peer-closed"
                ) from error

    def send(self, message: QMessage) -> None:
        """Send a message.

        Args:
            message: The message.

        Raises:
            LineClosedError: The other end is gone.
        """
        self.post(message)
        self.flush()

    def receive(self) -> list[QMessage]:
        """Wait for messages.

        Returns:
            The messages, at least one.

        Raises:
            LineClosedError: The other end is gone.
        """
        try:
            received: list[QMessage] = pickle.loads(self._connection.recv_bytes())
        except (EOFError, OSError) as error:
            raise LineClosedError(
                f"{self.peer} is gone: {error or 'nobody answers'}", code="peer-closed"
            ) from error
        return received

    def waits(self, timeout: float = 0.0) -> bool:
        """Return whether there is something to receive.

        Args:
            timeout: How many seconds to wait for it.

        Returns:
            Whether there is; also where the other end is gone.
        """
        # A connection's own `poll` takes ten times as long.
        return bool(select([self._connection], [], [], timeout)[0])

    def fileno(self) -> int:
        """Return the number by which the system knows the line."""
        return self._connection.fileno()

    def close(self) -> None:
        """Close this end."""
        self._connection.close()
