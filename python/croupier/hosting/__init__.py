"""Tables for people: what they ask for, what happens, and a log from which all of it follows.

A `HostedTable` is pure: intents in, entries of a log out. A `Lobby` has many of them, writes their
logs, runs their clocks and asks their bots. Sockets and pages are elsewhere. It needs the extra
`web`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later

if TYPE_CHECKING:
    from croupier.hosting.lobby import Lobby, OpenTable
    from croupier.hosting.log import Log, TableLog
    from croupier.hosting.settings import TableSettings
    from croupier.hosting.table import HostedTable

__all__ = [
    "HostedTable",
    "Lobby",
    "Log",
    "OpenTable",
    "TableLog",
    "TableSettings",
]

_LATER = {
    "HostedTable": "croupier.hosting.table",
    "Lobby": "croupier.hosting.lobby",
    "Log": "croupier.hosting.log",
    "OpenTable": "croupier.hosting.lobby",
    "TableLog": "croupier.hosting.log",
    "TableSettings": "croupier.hosting.settings",
}
__getattr__, __dir__ = import_later("croupier.hosting", _LATER)
