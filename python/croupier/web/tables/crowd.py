"""Limits for the people at one table: messages, remarks and seats, by person and by network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from croupier.errors import RefusedError
from croupier.hosting import HostedTable
from croupier.hosting.entries import Banned, Entry, Left
from croupier.hosting.identity import REMOVED_MILLISECONDS
from croupier.hosting.people import Person
from croupier.web.tables.limits import RateLimit

__all__ = ["Crowd"]

_MESSAGES, _MESSAGE_SECONDS = 40, 2.0
_REMARKS, _REMARK_SECONDS = 5, 10.0
# A network may have several people behind it.
_PEOPLE_OF_A_NETWORK: Final = 5
_NEWCOMERS, _NEWCOMER_MILLISECONDS = 20, 3_600_000


class Crowd:
    """The people at a table, and the networks that they come from.

    Networks are known to this process alone, and are not in the log. An empty network has no
    limits of its own: it is this machine, or a proxy that does not name its clients.

    Attributes:
        networks: The networks of people, by their IDs.
    """

    def __init__(self, table: HostedTable) -> None:
        """Count from now on.

        Args:
            table: The table.
        """
        self.networks: dict[str, str] = {}
        self._table = table
        self._messages = RateLimit(_MESSAGES, _MESSAGE_SECONDS)
        self._remarks = RateLimit(_REMARKS, _REMARK_SECONDS)
        self._network_messages = RateLimit(_PEOPLE_OF_A_NETWORK * _MESSAGES, _MESSAGE_SECONDS)
        self._network_remarks = RateLimit(_PEOPLE_OF_A_NETWORK * _REMARKS, _REMARK_SECONDS)
        self._newcomers = RateLimit(_NEWCOMERS, _NEWCOMER_MILLISECONDS)
        # Until when newcomers of a network have to ask the host: the host removed one of them.
        self._watched: dict[str, float] = {}

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take note of people whom the host removes, and drop the networks of those who are gone.

        Args:
            entries: What has happened at the table.
        """
        for entry in entries:
            if isinstance(entry, Left) and entry.kicked:
                self._watch(entry.person, entry.at + REMOVED_MILLISECONDS)
            elif isinstance(entry, Banned):
                self._watch(entry.person, float("inf") if entry.banned else 0)
        if len(self.networks) > 2 * len(self._table.people):
            people = self._table.people
            self.networks = {id: one for id, one in self.networks.items() if id in people}

    def _watch(self, person_id: str, until: float) -> None:
        network = self.networks.get(person_id, "")
        if network:
            self._watched[network] = until

    def may_speak(self, speaker: str, network: str, now: float) -> bool:
        """Count a message.

        Args:
            speaker: The ID of a person, or the secret of a spectator.
            network: Their network.
            now: The time, in seconds.

        Returns:
            Whether it is within the limits.
        """
        return self._messages.take(speaker, now) and (
            not network or self._network_messages.take(network, now)
        )

    def may_talk(self, speaker: str, network: str, now: float) -> bool:
        """Count a chat message.

        Args:
            speaker: The ID of a person, or the secret of a spectator.
            network: Their network.
            now: The time, in seconds.

        Returns:
            Whether it is within the limits.
        """
        return self._remarks.take(speaker, now) and (
            not network or self._network_remarks.take(network, now)
        )

    def check_seat(self, person: Person | None, network: str, now: int) -> bool:
        """Check whether a network may have one more player.

        Half of the seats are for any network. Beyond these, one player at a time may ask the host.
        The network of the host has no such limit.

        Args:
            person: The person who wants to sit down; `None` for a newcomer.
            network: Their network.
            now: The time, in milliseconds since 1970.

        Returns:
            Whether the host has to approve first.

        Raises:
            RefusedError: The network has enough players, or too many newcomers.
        """
        is_known = person is not None and (person.is_host or person.seat is not None)
        if not network or is_known:
            return False
        if person is None and not self._newcomers.take(network, now):
            raise RefusedError(
                f"too many new players from your network: at most {_NEWCOMERS} an hour",
                code="too-many-newcomers",
            )
        must_ask = self._watched.get(network, 0) > now
        people = self._table.people.values()
        if any(one.is_host and self.networks.get(one.id) == network for one in people):
            return must_ask
        seated = self._table.seated.values()
        near = [one for one in seated if self.networks.get(one.id) == network]
        settings = self._table.next_settings or self._table.settings
        if len(near) < max(1, settings.seats // 2):
            return must_ask
        if any(one.is_asking for one in near):
            raise RefusedError(
                f"{len(near)} players of your network have seats or ask for one: the host has to"
                " let them in before there can be more",
                code="network-seats",
            )
        return True
