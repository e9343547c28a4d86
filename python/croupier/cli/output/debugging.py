"""`--debug`: tracebacks of agents that fail, and all that is said to programs and by them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from traceback import format_exception

from rich.text import Text

from croupier import tables
from croupier.agents import Agent
from croupier.cli.output.console import errors
from croupier.errors import PokerError
from croupier.tables import Event, Fault, Recorder
from croupier.texts import show_line

__all__ = ["FaultView", "listen_to"]

_TABLES = Path(tables.__file__).parent


class FaultView:
    """A printer of agents' faults to the standard error, each traceback once.

    Attributes:
        listens_to: The events that are wanted, here and by who else listens.
    """

    def __init__(self, other: Recorder | None = None) -> None:
        """Make the view.

        Args:
            other: Who else listens, where there is place for one only.
        """
        self._other = other
        wanted = frozenset({Fault}) if other is None else getattr(other, "listens_to", None)
        self.listens_to = None if wanted is None else wanted | {Fault}
        self._printed: set[str] = set()

    def record(self, event: Event) -> None:
        """Print the traceback of a fault.

        Args:
            event: What happened.
        """
        if isinstance(event, Fault):
            self._show(event)
        if self._other is not None:
            wanted = getattr(self._other, "listens_to", None)
            if wanted is None or type(event) in wanted:
                self._other.record(event)

    def _show(self, fault: Fault) -> None:
        error = fault.error
        if isinstance(error, PokerError) or error is None:
            # A wrong answer is no fault in the code of this program.
            message = f"{fault.kind}: {fault.message}"
        else:
            place = error.__traceback__
            # The agent's code begins where the table's ends.
            while place is not None and Path(place.tb_frame.f_code.co_filename).parent == _TABLES:
                place = place.tb_next
            message = "".join(format_exception(error.with_traceback(place)))
        if message not in self._printed:
            self._printed.add(message)
            _print(f"{fault.name} failed in hand {fault.number + 1}")
            for line in message.splitlines():
                _print(f"  {line}")


def listen_to(agent: Agent, name: str) -> None:
    """Print on the standard error all lines that go to a program and come from it.

    Args:
        agent: The agent; nothing is done for one that is no program.
        name: What the agent is called.
    """
    if hasattr(agent, "wire"):
        agent.wire = _make_wire(name)


def _make_wire(name: str) -> Callable[[str, str], None]:
    def tell(direction: str, line: str) -> None:
        for part in line.splitlines():
            _print(f"{name} {direction} {part}")

    return tell


def _print(line: str) -> None:
    errors.print(Text(show_line(line), style="dim"), highlight=False, soft_wrap=True)
