"""The readable state of a hosted table; `LoggedTable` changes it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from croupier.hosting import time_bank
from croupier.hosting.people import Person
from croupier.hosting.records import TableRecord
from croupier.hosting.settings import TableSettings
from croupier.hosting.tournaments import Tournament
from croupier.tables import Table
from croupier.tables.dealing import Decision
from croupier.tables.seating import Player, find_blinds

__all__ = ["TableState"]


class TableState:
    """The readable state of a hosted table."""

    settings: TableSettings
    people: dict[str, Person]
    joined: int
    forgotten: tuple[int, int]
    decision: Decision | None
    tournament: Tournament
    kept: TableRecord
    is_paused: bool
    is_over: bool
    _table: Table
    _hand: Generator[Decision, Any, bool] | None
    _at: int
    _asked_at: int
    _decision_version: int
    _paused_at: int
    _player_ids: tuple[str, ...]

    @property
    def is_playing(self) -> bool:
        """Whether a hand is played."""
        return self._hand is not None

    @property
    def is_as_kept(self) -> bool:
        """Whether everybody has the seat and the stack that the log has for them."""
        people = self.kept.people
        return people.keys() == self.people.keys() and all(
            one.seat == self.people[id].seat
            and one.stack == getattr(self.find_player(self.people[id]), "stack", None)
            for id, one in people.items()
        )

    @property
    def hand(self) -> int:
        """The number of the hand that is played, or of the last one, from 1; 0 before the first."""
        return self._table.hands + self.is_playing

    @property
    def house(self) -> Any:
        """The chips that left the table: pots that nobody had a hand to win."""
        return self._table.house

    @property
    def game_title(self) -> str:
        """The title of the game, or of the games."""
        return self._table.lineup.title

    @property
    def is_tournament(self) -> bool:
        """Whether places win prizes."""
        return bool(self.settings.payouts)

    @property
    def level(self) -> int:
        """The number of the level, from 0."""
        return self.tournament.find_level(self._at)

    @property
    def is_talking(self) -> bool:
        """Whether the next hand waits until everybody has said whether to share the prizes."""
        return self.is_contested and not self.is_playing and self.tournament.talk_ends_at > self._at

    @property
    def is_contested(self) -> bool:
        """Whether a tournament has begun and is not over."""
        return self.is_tournament and self.tournament.is_on and not self.is_over

    @property
    def can_start(self) -> bool:
        """Whether there are enough players for a tournament that has not begun."""
        is_new = self.is_tournament and not self.tournament.is_on
        return is_new and len(self.list_stacks()) >= self._table.lineup.bounds[0]

    @property
    def stake_name(self) -> str:
        """The name of the smallest bet."""
        game: Any = getattr(self._table.lineup, "game", None)
        return "big blind" if find_blinds(game) else "stake"

    def find_play_time(self, now: int) -> int:
        """Return the time, or when the clocks were stopped.

        Args:
            now: The time, in milliseconds since 1970.

        Returns:
            The time that counts.
        """
        return self._paused_at if self.is_paused else now

    @property
    def small_bet(self) -> Any:
        """The smallest bet, by which results are measured."""
        return self._table.lineup.small_bet

    @property
    def decider(self) -> Person | None:
        """The person who must decide."""
        return None if self.decision is None else self._find_seated(self.decision.player.seat)

    @property
    def choice(self) -> tuple[Person | None, list[str]]:
        """The person who chooses the game of the next hand, and the games, if anybody does."""
        found = None if self.is_playing or self.is_over else self._table.find_choice()
        if found is None:
            return None, []
        return self._find_seated(found[0].seat), found[1]

    @property
    def choice_titles(self) -> dict[str, str]:
        """The titles of the games that dealers choose from."""
        return getattr(self._table.lineup, "titles", {})

    @property
    def seated(self) -> dict[int, Person]:
        """The people by seat, those included who wait for the end of the hand."""
        found = [person for person in self.people.values() if person.seat is not None]
        return {
            person.seat: person
            for person in sorted(found, key=lambda one: one.seat or 0)
            if person.seat is not None
        }

    @property
    def deadline(self) -> int | None:
        """When a decision is made for the person to decide; `None` if they have all the time."""
        person = self.decider
        if person is None or person.bot or self.is_paused or not self.settings.seconds:
            return None
        return time_bank.find_deadline(person, self.settings, self._asked_at)

    @property
    def base_deadline(self) -> int | None:
        """When the time bank of the person to decide begins to count."""
        deadline, person = self.deadline, self.decider
        return None if deadline is None or person is None else deadline - person.bank

    @property
    def asked_version(self) -> int:
        """The version of the table since which somebody must decide: no two decisions share it."""
        return self._decision_version

    @property
    def changed_at(self) -> int:
        """When something happened here the last time."""
        return self._at

    def find_player(self, person: Person) -> Player | None:
        """Return somebody as a player of the table, or `None` for who does not sit there yet."""
        for player in self._table.players:
            if player.seat == person.seat and player.name == person.name:
                return player
        return None

    def find_index(self, person: Person | None) -> int | None:
        """Return a person's place in the hand, or `None` if they have none."""
        # By their ids: a name and a seat may be somebody else's by now.
        if person is None or person.id not in self._player_ids:
            return None
        if self.hand <= person.hidden_hands:
            return None
        return self._player_ids.index(person.id)

    def find_by_key(self, key: str) -> Person | None:
        """Return the person with this secret, by its hash."""
        if not key:
            return None
        return next((one for one in self.people.values() if one.key == key), None)

    def count_chips(self) -> int:
        """Return how many chips there are beyond those bought: always 0."""
        players = sum(player.stack for player in self._table.players)
        waiting = sum(one.amount for one in self.people.values())
        buying = sum(one.buying for one in self.people.values())
        bought = sum(one.bought - one.taken for one in self.people.values())
        bought += self.forgotten[0] - self.forgotten[1]
        return int(players + waiting + buying + self.house - bought)

    def list_stacks(self) -> dict[str, Any]:
        """Return the stacks of all who have chips, by their ids."""
        found = {}
        for person in self.seated.values():
            player = self.find_player(person)
            if player is not None and player.stack > 0:
                found[person.id] = player.stack
        return found

    def _find_seated(self, seat: int) -> Person | None:
        return next((one for one in self.people.values() if one.seat == seat), None)
