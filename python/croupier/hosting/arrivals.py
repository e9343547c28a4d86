"""Arrivals and departures at a hosted table: who may come, sit down, and come back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from croupier.errors import RefusedError
from croupier.hosting import entries as log
from croupier.hosting import intents
from croupier.hosting.entries import Entry
from croupier.hosting.identity import REMOVED_MILLISECONDS, list_departed
from croupier.hosting.logged_table import LoggedTable
from croupier.hosting.people import Person, check_name
from croupier.hosting.settings import MAX_CHIPS
from croupier.numbers import Chips

__all__ = ["MAX_PEOPLE", "Arrivals"]

MAX_PEOPLE: Final = 60
"""The most people who may be at a table at once, besides those who left."""


class Arrivals(LoggedTable):
    """A hosted table that people come to and leave.

    Attributes:
        own_games: The definitions of the games that the server has of its own, by their names.
    """

    own_games: Mapping[str, str] = MappingProxyType({})

    def join(
        self, name: str = "", *, key: str = "", now: int, is_host: bool = False, bot: str = ""
    ) -> log.Joined:
        """Return the entry that lets somebody come to the table, to watch at first.

        Args:
            name: What they are called; empty for who only watches.
            key: The hash of the secret that proves who they are.
            now: The time, in milliseconds since 1970.
            is_host: Whether the table is theirs.
            bot: The label of the agent that decides, for bots.

        Returns:
            The entry.

        Raises:
            RefusedError: The table is closed or full.
        """
        if self.is_closed:
            raise RefusedError("the table is closed", code="table-closed")
        if sum(not one.left_at for one in self.people.values()) >= MAX_PEOPLE:
            raise RefusedError(f"there are {MAX_PEOPLE} people already", code="too-many-people")
        # IDs of people who were forgotten are not used again: their hands are still in the log.
        number = self.joined + 1
        while f"p{number}" in self.people:
            number += 1
        checked = check_name(name, self._list_names()) if name else ""
        return log.Joined(
            at=now, person=f"p{number}", name=checked, key=key, is_host=is_host, bot=bot
        )

    def handle_newcomer(
        self, key: str, intent: intents.Sit, now: int, *, must_ask: bool = False
    ) -> list[Entry]:
        """Return the entries for a newcomer who sits down.

        Args:
            key: The hash of the secret that proves who they are.
            intent: Where they want to sit.
            now: The time, in milliseconds since 1970.
            must_ask: Whether the host has to approve first.

        Returns:
            The entries.

        Raises:
            RefusedError: They cannot sit there.
        """
        now = max(now, self._at)
        joined = self.join(key=key, now=now)
        person = Person(joined.person, "", key, is_host=False, bot="")
        found = [joined, *self._handle_seat(person, intent, now, must_ask=must_ask)]
        found[-1] = replace(found[-1], id=intent.id, by=person.id)
        return found

    def _handle_seat(
        self, person: Person, intent: intents.Sit, now: int, *, must_ask: bool
    ) -> list[Entry]:
        if person.seat is not None:
            raise RefusedError("you sit there already", code="seated-already")
        self._refuse_removed(person, now)
        self._refuse_in_tournaments()
        self._refuse_after_tournaments()
        others = self._list_names(but=person)
        wanted = intent.name or person.name
        name = check_name(wanted, others)
        seat = self._choose_seat(intent.seat)
        amount = self._check_amount(intent.amount or self.settings.buy_in, 0)
        if self.is_tournament:
            amount = self.settings.buy_in
        must_ask = must_ask or self.settings.approves or bool(person.removed_at)
        is_asking = must_ask and not person.is_host
        found: list[Entry] = []
        if name != person.name:
            found.append(log.Named(at=now, person=person.id, name=name))
        found.append(
            log.Seated(
                at=now,
                person=person.id,
                seat=seat,
                amount=amount,
                is_asking=is_asking,
            )
        )
        return found

    def _choose_seat(self, wanted: int | None) -> int:
        taken = self.seated
        settings = self.next_settings or self.settings
        free = [seat for seat in range(settings.seats) if seat not in taken]
        if not free:
            raise RefusedError("all seats are taken", code="no-free-seat")
        if wanted is not None and wanted not in free:
            raise RefusedError(f"seat {wanted + 1} is taken or not there", code="seat-taken")
        return free[0] if wanted is None else wanted

    def _check_amount(self, amount: int, stack: Chips) -> int:
        least, most = self.settings.least_buy_in, self.settings.most_buy_in or MAX_CHIPS
        if not max(least, 1) <= amount + stack <= most or amount < 1:
            raise RefusedError(
                f"with {amount} you would have {amount + stack}: from {max(least, 1)} to {most}"
                " are possible",
                code="buy-in-bounds",
            )
        return amount

    def _refuse_removed(self, person: Person, now: int) -> None:
        if person.is_banned:
            raise RefusedError("the host has banned you from this table", code="banned")
        left = person.removed_at + REMOVED_MILLISECONDS - now
        if person.removed_at and left > 0:
            raise RefusedError(
                "the host has removed you from the table: you can ask for a seat again in"
                f" {-(-left // 60_000)} min",
                code="removed",
            )

    def _handle_removal(
        self, intent: intents.Kick | intents.Allow | intents.Clear, now: int
    ) -> list[Entry]:
        """Return the entries for what the host does about people who are or were here."""
        if isinstance(intent, intents.Clear):
            gone = [one.id for one in list_departed(self) if not one.is_banned]
            return [log.Forgotten(at=now, people=gone)] if gone else []
        person = self._find_person(intent.person)
        if isinstance(intent, intents.Allow):
            if not person.is_banned and not person.removed_at:
                raise RefusedError(f"{person.name} is not banned", code="not-banned")
            return [log.Banned(at=now, person=person.id, banned=False)]
        self._refuse_in_tournaments()
        if person.is_host:
            raise RefusedError("the host cannot be removed", code="is-the-host")
        found: list[Entry] = []
        if intent.ban:
            found.append(log.Banned(at=now, person=person.id, banned=True))
        else:
            self._find_seat(person)
        if person.seat is not None:
            found.append(log.Left(at=now, person=person.id, kicked=True))
        return found

    def make_link(self, asker: Person, person_id: str, link: str, now: int) -> log.Linked:
        """Return the entry for a new private link, which moves a seat to another browser.

        Args:
            asker: The person who asks for it: the same one, or the host for a person who left.
            person_id: The ID of the person.
            link: The hash of the secret in the link.
            now: The time, in milliseconds since 1970.

        Returns:
            The entry.

        Raises:
            RefusedError: The link is another person's, or the table is closed.
        """
        if self.is_closed:
            raise RefusedError("the table is closed", code="table-closed")
        person = self._find_person(person_id)
        given = person is not asker
        if given and not asker.is_host:
            raise RefusedError("only the host of the table may do that", code="not-the-host")
        if given and (person.bot or person.is_host or person.seat is not None):
            # The host would see the cards of a player.
            raise RefusedError(
                f"{person.name} is at the table: a link can be given for a person who left",
                code="seated-already",
            )
        return log.Linked(at=max(now, self._at), person=person.id, link=link, given=given)

    def use_link(self, link: str, key: str, now: int) -> log.Keyed | None:
        """Return the entry for the use of a private link.

        Args:
            link: The hash of the secret in the link.
            key: The hash of the new secret of its person.
            now: The time, in milliseconds since 1970.

        Returns:
            The entry; `None` where no person has this link, or any more.
        """
        if self.is_closed:
            return None
        now = max(now, self._at)
        for person in self.people.values():
            if person.link and person.link == link:
                return log.Keyed(at=now, person=person.id, key=key, given=person.is_link_given)
        known = self.find_by_key(link)
        return None if known is None else log.Keyed(at=now, person=known.id, key=key)

    def _refuse_in_tournaments(self, person: Person | None = None) -> None:
        if not self.is_contested:
            return
        if person is None or person.id in self.list_stacks():
            raise RefusedError(
                "this cannot be done while a tournament is played", code="during-a-tournament"
            )

    def _refuse_after_tournaments(self) -> None:
        if self.is_over:
            raise RefusedError("the tournament is over", code="during-a-tournament")

    def _find_person(self, id: str) -> Person:
        person = self.people.get(id)
        if person is None:
            raise RefusedError("no such person at this table", code="unknown-person")
        return person

    def _find_seat(self, person: Person) -> int:
        if person.seat is None:
            raise RefusedError("only who sits at the table can do that", code="not-seated")
        return person.seat

    def _list_names(self, but: Person | None = None) -> list[str]:
        # Those of a hand stay with it until it is over, even when a player has left.
        playing = self.names if self.is_playing else ()
        others = [one.name for one in self.people.values() if one is not but and one.name]
        return [*others, *(name for name in playing if but is None or name != but.name)]
