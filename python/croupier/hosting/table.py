"""A table that people sit at: intents in, entries of a log out, and what the entries make of it."""

from __future__ import annotations

from binascii import crc32
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from importlib.metadata import version
from os import urandom
from time import time
from typing import Any, Final

from msgspec.structs import replace

from croupier.agents import Move, choose_default, parse_move
from croupier.agents.moves import OPTIONAL_DECISIONS
from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting import intents
from croupier.hosting.entries import Entry
from croupier.hosting.intents import Intent
from croupier.hosting.people import Guest, Person, check_name
from croupier.hosting.settings import MOST_CHIPS, TableSettings, check_settings
from croupier.state import State
from croupier.tables import Table
from croupier.tables.dealing import Decision, without_remarks
from croupier.tables.events import Event, Fault, HandEnded, HandStarted
from croupier.tables.seating import Player
from croupier.tables.table import TableProgress

__all__ = ["DifferentRulesError", "HostedTable", "draw_seed"]

MOST_PEOPLE: Final = 60
"""The most people who may be at a table at once, those who watch included."""

# A move that arrives this late counts if nothing was decided for the player yet.
_GRACE = 500
# Who was late so often in a row sits out.
_MOST_LATE = 3
# Who sits out keeps the seat for so long.
_MOST_AWAY = 10 * 60 * 1000
# Everybody has this long at least after the server was gone.
_AFTER_RESTART = 10_000
_BANK_HANDS, _BANK_GAIN = 10, 10_000
_KEPT_HANDS = 20
_KEPT_WORDS = 50
# How long a dealer may think about the next game, beside the time between hands.
_CHOICE = 15_000
_PLANS = ("", "check-fold", "check", "call")


class DifferentRulesError(PokerError, RuntimeError):
    """A hand that goes another way than it went when it was logged."""

    default_code = "different-rules"


def draw_seed() -> str:
    """Return a seed of 256 bits that nobody can foretell, in hexadecimal digits."""
    return urandom(32).hex()


class HostedTable:
    """A table that people sit at, with bots if they like.

    It does nothing by itself: no clock, no file, no socket. `handle` says what an intent of
    somebody leads to, and `advance` what the time leads to, both as entries of the log; `apply`
    takes them in. All that the table is follows from the entries, so that who keeps them can open
    it again at any moment, in the middle of a hand.

    >>> table = HostedTable.open(TableSettings("nlhe", rest=0), now=0)
    >>> for name in ("Ann", "Bob"):
    ...     joined = table.join(name, key=name, now=0)
    ...     table.apply(joined)
    ...     for entry in table.handle(joined.person, intents.Sit(id="1", name=name), now=0):
    ...         table.apply(entry)
    >>> table.apply(*table.advance(now=1))
    >>> table.decider.name, table.hand
    ('Ann', 1)

    Attributes:
        settings: How it is played.
        version: How many entries were taken in.
        people: Everybody, by their ids.
        state: The hand that is played, or the last one; `None` before the first.
        names: The players of the hand, in the order of the state.
        seats: Where they sit.
        title: What is played in the hand.
        decision: What somebody must decide, or `None` where there is nothing.
        is_paused: Whether the clocks stand still.
        is_closed: Whether the table is closed.
        said: What people said last: when, who, what.
        ended: The last hands that were played, each with the ids of its players.
    """

    def __init__(self, opened: log.Opened) -> None:
        """Open a table.

        Args:
            opened: The first entry of its log.

        Raises:
            PokerError: There is no such game, or its settings do not fit.
        """
        self.opened = opened
        self.settings = check_settings(opened.settings)
        self.version = 1
        self.people: dict[str, Person] = {}
        self.state: State | None = None
        self.names: tuple[str, ...] = ()
        self.seats: tuple[int, ...] = ()
        self.title = ""
        self.decision: Decision | None = None
        self.is_paused = False
        self.is_closed = False
        self.said: deque[tuple[int, str, str]] = deque(maxlen=_KEPT_WORDS)
        self.ended: deque[tuple[HandEnded, tuple[str, ...]]] = deque(maxlen=_KEPT_HANDS)
        self._player_ids: tuple[str, ...] = ()
        self._at = opened.at
        self._asked_at = opened.at
        self._decision_version = 0
        self._next_deal = opened.at
        self._paused_at = 0
        self._hand: Generator[Decision, Any, bool] | None = None
        self._faults: list[Fault] = []
        self._is_recorded = True
        self._chosen = ""
        self._table = Table(
            self.settings.make_lineup(),
            stack=self.settings.buy_in,
            seed=int(opened.seed, 16),
            seat_count=self.settings.seats,
            keeps_seats=True,
            recorders=[self],
        )

    @classmethod
    def open(
        cls,
        settings: TableSettings,
        *,
        now: int | None = None,
        draw: Callable[[], str] = draw_seed,
    ) -> HostedTable:
        """Open a new table.

        Args:
            settings: How it is played.
            now: The time, in milliseconds since 1970.
            draw: Returns a seed.

        Returns:
            The table; its first entry is `opened`.

        Raises:
            PokerError: There is no such game, or its settings do not fit.
        """
        at = round(time() * 1000) if now is None else now
        return cls(
            log.Opened(
                at=at, settings=check_settings(settings), program=version("croupier"), seed=draw()
            )
        )

    @classmethod
    def restore(cls, kept: Iterable[Entry], *, with_hand: bool = True) -> HostedTable:
        """Open a table again.

        Args:
            kept: The entries of its log.
            with_hand: Whether a hand that was not over goes on; it never began otherwise, and has
                to be cancelled in the log, too.

        Returns:
            The table, as it was after the last of them.

        Raises:
            RefusedError: They do not begin with an opened table.
            DifferentRulesError: A hand goes another way than it went.
        """
        known = list(kept)
        if not known or not isinstance(known[0], log.Opened):
            raise RefusedError("the log of a table begins with its opening", code="log-opening")
        records = [place for place, one in enumerate(known) if isinstance(one, log.Ended)]
        if records and with_hand:
            # So that people see the last hand again, too.
            try:
                return cls._play_again(known, records[-2] if len(records) > 1 else 0)
            except DifferentRulesError:
                pass
        return cls._play_again(known, records[-1] if records else 0, with_hand=with_hand)

    @classmethod
    def list_hands(cls, kept: Iterable[Entry]) -> Iterator[tuple[HandEnded, tuple[str, ...]]]:
        """Play all hands of a log again, one by one.

        Hands that go another way by the rules of today are left out.

        Args:
            kept: All entries of the log.

        Yields:
            The hands, each with the ids of its players.

        Raises:
            RefusedError: They do not begin with an opened table.
        """
        rest = iter(kept)
        first = next(rest, None)
        if not isinstance(first, log.Opened):
            raise RefusedError("the log of a table begins with its opening", code="log-opening")
        table, is_same = cls(first), True
        for entry in rest:
            if isinstance(entry, log.Ended):
                if is_same:
                    yield from table.ended
                table, is_same = cls(first), True
                table._recall(entry)
            elif is_same:
                try:
                    table.apply(entry)
                except DifferentRulesError:
                    is_same = False
        if is_same:
            yield from table.ended

    @classmethod
    def _play_again(
        cls, known: Sequence[Entry], start: int, *, with_hand: bool = True
    ) -> HostedTable:
        opened, begin = known[0], known[start]
        assert isinstance(opened, log.Opened)
        table = cls(opened)
        if isinstance(begin, log.Ended):
            table._recall(begin)
        for entry in known[start + 1 :]:
            if with_hand or not isinstance(entry, log.Dealt | log.Moved | log.Planned):
                table.apply(entry)
            else:
                table.version += 1
        return table

    # What is there.

    @property
    def is_playing(self) -> bool:
        """Whether a hand is played."""
        return self._hand is not None

    @property
    def hand(self) -> int:
        """The number of the hand that is played, or of the last one, from 1; 0 before the first."""
        return self._table.hands + self.is_playing

    @property
    def house(self) -> Any:
        """What left the table: pots that nobody had a hand to win."""
        return self._table.house

    @property
    def game_title(self) -> str:
        """What is played, all in all."""
        return self._table.lineup.title

    @property
    def small_bet(self) -> Any:
        """The smallest bet, by which results are measured."""
        return self._table.lineup.small_bet

    @property
    def decider(self) -> Person | None:
        """Who must decide."""
        return None if self.decision is None else self._find_seated(self.decision.player.seat)

    @property
    def seated(self) -> dict[int, Person]:
        """Who sits where, those included who wait for the end of the hand."""
        found = [person for person in self.people.values() if person.seat is not None]
        return {
            person.seat: person
            for person in sorted(found, key=lambda one: one.seat or 0)
            if person.seat is not None
        }

    @property
    def deadline(self) -> int | None:
        """When something is decided for whoever must decide; `None` if they have all the time."""
        person = self.decider
        if person is None or person.bot or self.is_paused or not self.settings.seconds:
            return None
        return self._asked_at + 1000 * self.settings.seconds + person.bank

    @property
    def base_deadline(self) -> int | None:
        """When the time bank of whoever must decide begins to count."""
        deadline, person = self.deadline, self.decider
        return None if deadline is None or person is None else deadline - person.bank

    @property
    def asked_at(self) -> int:
        """Since when somebody must decide."""
        return self._asked_at

    def find_player(self, person: Person) -> Player | None:
        """Return somebody as a player of the table, or `None` for who does not sit there yet."""
        for player in self._table.players:
            if player.seat == person.seat and player.name == person.name:
                return player
        return None

    def find_index(self, person: Person | None) -> int | None:
        """Return somebody's place in the hand, or `None` for who has none."""
        # By who they are: a name and a seat may be somebody else's by now.
        if person is None or person.id not in self._player_ids:
            return None
        return self._player_ids.index(person.id)

    def find_by_key(self, key: str) -> Person | None:
        """Return who has proved to be somebody, by the hash of their secret."""
        if not key:
            return None
        return next((one for one in self.people.values() if one.key == key), None)

    def count_chips(self) -> int:
        """Return what chips are too many, which is 0: those that are there less those bought."""
        players = sum(player.stack for player in self._table.players)
        waiting = sum(one.amount for one in self.people.values() if one.is_waiting)
        buying = sum(one.buying for one in self.people.values())
        bought = sum(one.bought - one.taken for one in self.people.values())
        return int(players + waiting + buying + self.house - bought)

    # What people want, and what the time brings.

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
        if len(self.people) >= MOST_PEOPLE:
            raise RefusedError(f"there are {MOST_PEOPLE} people already", code="too-many-people")
        number = len(self.people) + 1
        while f"p{number}" in self.people:
            number += 1
        checked = check_name(name, self._list_names()) if name else ""
        return log.Joined(
            at=now, person=f"p{number}", name=checked, key=key, is_host=is_host, bot=bot
        )

    def handle(self, person_id: str, intent: Intent, now: int) -> list[Entry]:
        """Say what an intent of somebody leads to.

        Args:
            person_id: Who.
            intent: What they want.
            now: The time, in milliseconds since 1970.

        Returns:
            The entries; none where it was done before, or where it changes nothing.

        Raises:
            PokerError: They cannot have it; the code says why.
        """
        person = self.people.get(person_id)
        if person is None:
            raise RefusedError("nobody is here by that name", code="unknown-person")
        id = getattr(intent, "id", "")
        if id and person.find_version(id) is not None:
            return []
        if self.is_closed:
            raise RefusedError("the table is closed", code="table-closed")
        # Time does not go back, whatever the clock of the machine does.
        found = self._handle(person, intent, max(now, self._at))
        if found:
            found[-1] = replace(found[-1], id=id, by=person.id)
        return found

    def handle_newcomer(self, key: str, intent: intents.Sit, now: int) -> list[Entry]:
        """Say what it leads to that somebody sits down who was not here before.

        Args:
            key: The hash of the secret that proves who they are.
            intent: Where they want to sit.
            now: The time, in milliseconds since 1970.

        Returns:
            The entries.

        Raises:
            RefusedError: They cannot sit there.
        """
        now = max(now, self._at)
        joined = self.join(key=key, now=now)
        person = Person(joined.person, "", key, is_host=False, bot="")
        found = [joined, *self._handle_seat(person, intent, now)]
        found[-1] = replace(found[-1], id=intent.id, by=person.id)
        return found

    def _handle(self, person: Person, intent: Intent, now: int) -> list[Entry]:
        match intent:
            case intents.Hello() | intents.Ping():
                return []
            case intents.Act():
                return [self._handle_move(person, intent, now)]
            case intents.Choose(game=game):
                return [self._handle_choice(person, game, now)]
            case intents.Plan(hand=hand, plan=plan):
                return [self._handle_plan(person, hand, plan, now)]
            case intents.Sit():
                return self._handle_seat(person, intent, now)
            case intents.Leave():
                self._find_seat(person)
                return [log.Left(at=now, person=person.id)]
            case intents.SitOut(away=away):
                self._find_seat(person)
                return [log.Away(at=now, person=person.id, away=away)]
            case intents.Buy(amount=amount):
                return [self._handle_purchase(person, amount or self.settings.buy_in, now)]
            case intents.Say(text=text):
                return [self._handle_words(person, text, now)]
            case _:
                return self._handle_host(person, intent, now)

    def _handle_move(self, person: Person, intent: intents.Act, now: int) -> Entry:
        if self.decision is None or self.decider is not person or intent.hand != self.hand:
            raise RefusedError("it is not your turn any more", code="stale-move")
        if not self._decision_version <= intent.v <= self.version:
            raise RefusedError("something has happened since", code="stale-move")
        if self.is_paused:
            raise RefusedError("the table is paused", code="table-paused")
        view = self.decision.observe()
        move = parse_move(intent.move, view)
        wanted = self.decision.operation
        if (wanted is not None and move.name != wanted) or not move.can_apply(view):
            raise RefusedError(f"{intent.move!r:.100} is not possible now", code="illegal-move")
        return self._write_move(person, move, now)

    def move(self, person: Person, move: Move, *, now: int, why: str = "") -> Entry:
        """Return the entry for a decision of a bot, or for one that is made for somebody.

        Args:
            person: Who.
            move: What is decided; the default is taken where it is not possible.
            now: The time, in milliseconds since 1970.
            why: Why somebody does not decide; empty for a bot.

        Returns:
            The entry.

        Raises:
            RefusedError: It is not their turn.
        """
        if self.decision is None or self.decider is not person:
            raise RefusedError("it is not their turn any more", code="stale-move")
        view = self.decision.observe()
        wanted = self.decision.operation
        try:
            possible = (wanted is None or move.name == wanted) and move.can_apply(view)
        except (PokerError, TypeError, ValueError):
            possible = False
        if not possible:
            move = choose_default(view)
        return self._write_move(person, move, max(now, self._at), why)

    def _write_move(self, person: Person, move: Move, now: int, why: str = "") -> Entry:
        assert self.decision is not None
        action = move.to_action(self.decision.player_index)
        check = _digest(self.decision.state)
        return log.Moved(
            at=now, person=person.id, hand=self.hand, action=action, check=check, why=why
        )

    def _handle_choice(self, person: Person, game: str, now: int) -> Entry:
        chooser, games = self.choice
        if chooser is not person:
            raise RefusedError("it is not you who chooses the game", code="not-the-dealer")
        if game not in games:
            raise RefusedError(f"{game!r:.80} is none of {', '.join(games)}", code="unknown-choice")
        return log.Chosen(at=now, person=person.id, game=game)

    def _handle_plan(self, person: Person, hand: int, plan: str, now: int) -> Entry:
        index = self.find_index(person)
        if index is None or not self.is_playing or hand != self.hand or self.state is None:
            raise RefusedError("there is no such hand any more", code="stale-move")
        if plan not in _PLANS:
            raise RefusedError(
                f"a plan is one of {', '.join(filter(None, _PLANS))}, not {plan!r}",
                code="unknown-plan",
            )
        bets = self.state.bets
        price = min(max(bets) - bets[index], self.state.stacks[index])
        return log.Planned(at=now, person=person.id, hand=hand, plan=plan, price=int(max(price, 0)))

    def _handle_seat(self, person: Person, intent: intents.Sit, now: int) -> list[Entry]:
        if person.seat is not None:
            raise RefusedError("you sit there already", code="seated-already")
        others = self._list_names(but=person)
        wanted = intent.name or person.name
        name = check_name(wanted, others)
        seat = self._choose_seat(intent.seat)
        amount = self._check_amount(intent.amount or self.settings.buy_in, 0)
        is_asking = self.settings.approves and not person.is_host
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
        free = [seat for seat in range(self.settings.seats) if seat not in taken]
        if not free:
            raise RefusedError("all seats are taken", code="no-free-seat")
        if wanted is not None and wanted not in free:
            raise RefusedError(f"seat {wanted + 1} is taken or not there", code="seat-taken")
        return free[0] if wanted is None else wanted

    def _check_amount(self, amount: int, stack: Any) -> int:
        least, most = self.settings.least_buy_in, self.settings.most_buy_in or MOST_CHIPS
        if not max(least, 1) <= amount + stack <= most or amount < 1:
            raise RefusedError(
                f"with {amount} you would have {amount + stack}: from {max(least, 1)} to {most}"
                " are possible",
                code="buy-in-bounds",
            )
        return amount

    def _handle_purchase(self, person: Person, amount: int, now: int) -> Entry:
        self._find_seat(person)
        player = self.find_player(person)
        stack = person.amount if player is None else player.stack
        self._check_amount(amount, stack + person.buying)
        return log.Bought(at=now, person=person.id, amount=amount)

    def _handle_words(self, person: Person, text: str, now: int) -> Entry:
        if not self.settings.has_chat:
            raise RefusedError("nobody talks at this table", code="no-chat")
        if not person.name:
            raise RefusedError("who watches does not talk", code="no-chat")
        words = " ".join("".join(one if one.isprintable() else " " for one in text).split())
        if not words:
            raise RefusedError("there is nothing to say", code="no-words")
        return log.Said(at=now, person=person.id, text=words)

    def _handle_host(self, person: Person, intent: Intent, now: int) -> list[Entry]:
        if not person.is_host:
            raise RefusedError("only the host of the table may do that", code="not-the-host")
        match intent:
            case intents.Pause(paused=paused):
                return [log.Paused(at=now, paused=paused)]
            case intents.Approve(person=other):
                if not self._find_person(other).is_asking:
                    raise RefusedError("they do not ask for a seat", code="not-asking")
                return [log.Approved(at=now, person=other)]
            case intents.Kick(person=other):
                self._find_seat(self._find_person(other))
                return [log.Left(at=now, person=other, kicked=True)]
            case intents.SetStack(person=other, amount=amount):
                if self.is_playing:
                    raise RefusedError("stacks are set between hands", code="during-a-hand")
                self._find_seat(self._find_person(other))
                return [log.StackSet(at=now, person=other, amount=amount)]
            case intents.AddBot(bot=bot, seat=seat):
                name = _number_name(bot, self._list_names())
                joined = self.join(name, now=now, bot=bot)
                place = self._choose_seat(seat)
                amount = self.settings.buy_in
                return [
                    joined,
                    log.Seated(at=now, person=joined.person, seat=place, amount=amount),
                ]
            case _:
                return [log.Closed(at=now)]

    def advance(self, now: int, draw: Callable[[], str] = draw_seed) -> list[Entry]:
        """Say what the time leads to: a hand that is dealt, or a decision for who is late.

        Args:
            now: The time, in milliseconds since 1970.
            draw: Returns a seed for the next hand.

        Returns:
            The entries; none where it is not time yet.
        """
        now = max(now, self._at)
        if self.is_closed or self.is_paused:
            return []
        person = self.decider
        if person is not None:
            why, move = self._decide_for(person, now)
            return [] if move is None else [self.move(person, move, now=now, why=why)]
        if self.is_playing:
            return []
        gone: list[Entry] = [
            log.Left(at=now, person=one.id)
            for one in self.seated.values()
            if one.is_away and not one.bot and now - one.away_at >= _MOST_AWAY
        ]
        if gone:
            return gone
        if not self._is_recorded:
            return [self._make_record(now)]
        due = self._find_next_deal()
        if due is not None and now >= due:
            _, games = self.choice
            game = self._chosen or (games[int(draw(), 16) % len(games)] if games else "")
            return [log.Dealt(at=now, seed=draw(), game=game)]
        return []

    def _find_next_deal(self) -> int | None:
        """Return when the next hand is dealt; `None` while there is nobody to deal to."""
        if not self._can_deal():
            return None
        chooser, _ = self.choice
        waits = chooser is not None and not chooser.bot and not self._chosen
        return self._next_deal + (_CHOICE if waits else 0)

    @property
    def choice(self) -> tuple[Person | None, list[str]]:
        """Who chooses the game of the next hand, and from what; nobody where nobody does."""
        found = None if self.is_playing else self._table.find_choice()
        if found is None:
            return None, []
        return self._find_seated(found[0].seat), found[1]

    def _make_record(self, now: int) -> Entry:
        progress = self._table.progress
        people = []
        for one in self.people.values():
            player = self.find_player(one)
            people.append(
                log.PersonRecord(
                    id=one.id,
                    name=one.name,
                    key=one.key,
                    is_host=one.is_host,
                    bot=one.bot,
                    seat=one.seat,
                    is_asking=one.is_asking,
                    is_away=one.is_away,
                    away_at=one.away_at,
                    amount=one.amount,
                    bank=one.bank,
                    late=one.late,
                    bought=one.bought,
                    taken=one.taken,
                    done=one.acknowledged,
                    stack=None if player is None else player.stack,
                    won=0 if player is None else player.won,
                    hands=0 if player is None else player.hands,
                    is_new=player is not None and player.is_new,
                    owes_small=player is not None and player.owes_small,
                    owes_big=player is not None and player.owes_big,
                )
            )
        return log.Ended(
            at=now,
            hand=self.hand,
            people=people,
            house=progress.house,
            places=progress.places,
            lineup=progress.lineup,
            version=self.version + 1,
        )

    def _recall(self, ended: log.Ended) -> None:
        """Be as the table was when a hand was over."""
        self.version, self._at = ended.version, ended.at
        self._next_deal = ended.at + self.settings.rest
        for one in ended.people:
            person = Person(one.id, one.name, one.key, is_host=one.is_host, bot=one.bot)
            self.people[one.id] = person
            person.seat, person.is_asking = one.seat, one.is_asking
            person.is_away, person.away_at = one.is_away, one.away_at
            person.amount, person.bank, person.late = one.amount, one.bank, one.late
            person.bought, person.taken = one.bought, one.taken
            for id, done in one.done.items():
                person.acknowledge(id, done)
            if one.stack is None or one.seat is None:
                continue
            # Who has nothing left sits there all the same.
            player = self._table.join(
                self._make_guest(person), name=one.name, seat=one.seat, stack=one.stack or 1
            )
            player.stack, player.won, player.hands = one.stack, one.won, one.hands
            player.is_away, player.is_new = one.is_away, one.is_new
            player.owes_small, player.owes_big = one.owes_small, one.owes_big
        self._table.resume(TableProgress(ended.hand, ended.house, ended.places, ended.lineup))

    def _make_guest(self, person: Person) -> Guest:
        return Guest(() if person.bot else self._find_wishes())

    @property
    def due(self) -> int | None:
        """When `advance` has something to say, if nothing else happens; `None` for never."""
        if self.is_closed or self.is_paused:
            return None
        person = self.decider
        if person is not None:
            if self._decide_for(person, self._at)[1] is not None:
                return self._at
            deadline = self.deadline
            return None if deadline is None else deadline + _GRACE
        if not self._is_recorded:
            return self._at
        due = self._find_next_deal()
        if due is not None:
            return due
        away = [one.away_at for one in self.seated.values() if one.is_away and not one.bot]
        return min(away) + _MOST_AWAY if away else None

    def _decide_for(self, person: Person, now: int) -> tuple[str, Move | None]:
        """Return what is decided for somebody, if they do not decide themselves, and why."""
        assert self.decision is not None
        if person.bot:
            return "", None
        view = self.decision.observe()
        if person.is_away or person.is_leaving:
            return "away", choose_default(view)
        if person.plan is not None and (planned := self._follow(person.plan, view)) is not None:
            return "planned", planned
        deadline = self.deadline
        if deadline is not None and now >= deadline + _GRACE:
            return "late", choose_default(view)
        return "", None

    def _follow(self, plan: tuple[int, str, int], view: State) -> Move | None:
        hand, meant, price = plan
        found = {one.name: one for one in view.legal.decisions}
        call = found.get("check_or_call")
        if hand != self.hand or call is None:
            return None
        cost: Any = call.min_amount or 0
        if not cost or (meant == "call" and cost <= price):
            return Move("check_or_call")
        if meant == "check-fold" and "fold" in found:
            return Move("fold")
        return None

    def _can_deal(self) -> bool:
        """Whether there are enough players, and a person among them."""
        ready = [
            person
            for player in self._table.players
            if player.stack > 0
            and not player.is_away
            and (person := self._find_seated(player.seat)) is not None
        ]
        enough = len(ready) >= self._table.lineup.bounds[0]
        return enough and any(not person.bot for person in ready)

    # What entries make of the table.

    def apply(self, *entries: Entry) -> None:
        """Take in entries of the log, one after the other.

        Args:
            *entries: The entries.

        Raises:
            DifferentRulesError: A hand goes another way than it went when it was logged.
        """
        for entry in entries:
            self.version += 1
            self._at = max(self._at, entry.at)
            self._apply(entry)
            if entry.id and entry.by in self.people:
                self.people[entry.by].acknowledge(entry.id, self.version)

    @property
    def host(self) -> Person | None:
        """Whose table it is."""
        return next((one for one in self.people.values() if one.is_host), None)

    def _apply(self, entry: Entry) -> None:
        match entry:
            case log.Joined():
                self.people[entry.person] = Person(
                    entry.person, entry.name, entry.key, is_host=entry.is_host, bot=entry.bot
                )
            case log.Named():
                self.people[entry.person].name = entry.name
            case log.Seated():
                self._apply_seat(entry)
            case log.Approved():
                person = self.people[entry.person]
                person.is_asking = False
                self._enter(person)
            case log.Bought():
                person = self.people[entry.person]
                person.bought += entry.amount
                person.buying += entry.amount
                self._settle()
            case log.StackSet():
                self._set_stack(self.people[entry.person], entry.amount)
            case log.Left():
                person = self.people[entry.person]
                person.is_leaving = True
                person.plan = None
                if person.is_asking or person.is_waiting:
                    self._cash_out(person, person.amount)
                self._settle()
            case log.Away():
                person = self.people[entry.person]
                person.is_away = entry.away
                person.away_at = entry.at
                person.late = 0
                self._settle()
            case log.Planned():
                plan = (entry.hand, entry.plan, entry.price)
                self.people[entry.person].plan = plan if entry.plan else None
            case log.Chosen():
                self._chosen = entry.game
            case log.Dealt():
                self._deal(entry)
            case log.Moved():
                self._move(entry)
            case log.Ended():
                self._is_recorded = True
            case log.Cancelled():
                self._cancel()
            case log.Paused():
                self._pause(entry)
            case log.Resumed():
                self._resume(entry)
            case log.Said():
                self.said.append((entry.at, self.people[entry.person].name, entry.text))
            case log.Closed():
                self._cancel()
                self.is_closed = True
            case log.Opened():
                raise RefusedError("a table is opened once", code="log-opening")

    def _apply_seat(self, entry: log.Seated) -> None:
        person = self.people[entry.person]
        person.seat, person.amount = entry.seat, entry.amount
        person.bought += entry.amount
        person.bank = 1000 * self.settings.bank
        person.is_away = person.is_leaving = False
        person.late = 0
        person.is_asking = entry.is_asking
        if not entry.is_asking:
            self._enter(person)

    def _enter(self, person: Person) -> None:
        person.is_waiting = True
        self._settle()

    def _settle(self) -> None:
        """Let people come, go and buy chips, when no hand is played."""
        if self.is_playing:
            return
        for person in self.people.values():
            if person.seat is None:
                continue
            if person.is_waiting:
                self._table.join(
                    self._make_guest(person),
                    name=person.name,
                    seat=person.seat,
                    stack=person.amount,
                )
                person.is_waiting, person.amount = False, 0
                self._next_deal = max(self._next_deal, self._at)
            player = self.find_player(person)
            if player is None:
                continue
            if person.is_leaving:
                self._cash_out(person, self._table.leave(person.name))
                continue
            if person.buying:
                self._table.rebuy(person.name, person.buying)
                person.buying = 0
            if player.is_away != person.is_away:
                self._table.sit_out(person.name, away=person.is_away)

    def _find_wishes(self) -> frozenset[str]:
        wanted = {
            "show_or_muck_hole_cards": self.settings.show_or_muck,
            "select_runout_count": self.settings.run_it_twice,
        }
        return frozenset(name for name in OPTIONAL_DECISIONS if wanted.get(name, True))

    def _cash_out(self, person: Person, chips: Any) -> None:
        person.taken += int(chips) + person.buying
        person.seat, person.amount, person.buying = None, 0, 0
        person.is_asking = person.is_waiting = person.is_leaving = person.is_away = False

    def _set_stack(self, person: Person, amount: int) -> None:
        player = self.find_player(person)
        if player is None:
            change = amount - person.amount
            person.amount = amount
        else:
            change = amount - int(player.stack)
            player.stack = amount
        if change > 0:
            person.bought += change
        else:
            person.taken -= change

    def _deal(self, entry: log.Dealt) -> None:
        self._faults.clear()
        self._chosen = ""
        for player in self._table.players:
            player.agent.game = entry.game  # type: ignore[attr-defined]
        self._hand = self._table.deal(bytes.fromhex(entry.seed))
        self._go_on(None, entry.at)

    def _move(self, entry: log.Moved) -> None:
        decision, person = self.decision, self.people[entry.person]
        if (
            decision is None
            or self.decider is not person
            or entry.hand != self.hand
            or (entry.check and entry.check != _digest(decision.state))
        ):
            raise DifferentRulesError(
                f"hand {entry.hand} goes another way than it went", hand=entry.hand
            )
        spent = entry.at - self._asked_at - 1000 * self.settings.seconds
        if self.settings.seconds and spent > 0 and not person.bot:
            person.bank = max(0, person.bank - spent)
        person.late = (
            person.late + 1 if entry.why == "late" else 0 if not entry.why else person.late
        )
        if person.late >= _MOST_LATE and not person.is_away:
            person.is_away, person.away_at = True, entry.at
        person.plan = None
        self._go_on(Move.from_action(entry.action), entry.at)
        if self._faults:
            raise DifferentRulesError(
                f"hand {entry.hand} goes another way than it went: {self._faults[0].message}",
                hand=entry.hand,
            )

    def _go_on(self, answer: Any, at: int) -> None:
        assert self._hand is not None
        try:
            with without_remarks():
                self.decision = self._hand.send(answer)
        except StopIteration:
            self._end(at)
        else:
            self._asked_at = at
            self._decision_version = self.version

    def _end(self, at: int) -> None:
        self.decision = self._hand = None
        self._is_recorded = False
        self._next_deal = at + self.settings.rest
        for person in self.people.values():
            person.plan = None
            player = self.find_player(person) if person.seat is not None else None
            if player is not None and player.hands and player.hands % _BANK_HANDS == 0:
                person.bank = min(person.bank + _BANK_GAIN, 1000 * self.settings.bank)
        self._settle()

    def _cancel(self) -> None:
        if self._hand is None:
            return
        # Chips are moved when a hand ends, so that everybody has those of its beginning.
        self._hand.close()
        self.decision = self._hand = self.state = None
        self.names = self.seats = self._player_ids = ()
        self._next_deal = self._at + self.settings.rest
        self._settle()

    def _pause(self, entry: log.Paused) -> None:
        if entry.paused and not self.is_paused:
            self._paused_at = entry.at
        elif self.is_paused and not entry.paused:
            self._asked_at += entry.at - self._paused_at
            self._next_deal += entry.at - self._paused_at
        self.is_paused = entry.paused

    def _resume(self, entry: log.Resumed) -> None:
        deadline = self.deadline
        if deadline is not None and deadline < entry.at + _AFTER_RESTART:
            self._asked_at += entry.at + _AFTER_RESTART - deadline
        self._next_deal = max(self._next_deal, entry.at)
        for person in self.people.values():
            person.away_at = max(person.away_at, entry.at) if person.is_away else person.away_at

    # The table that is played at tells what happens.

    def record(self, event: Event) -> None:
        """Take note of what happens at the table.

        Args:
            event: What.
        """
        match event:
            case HandStarted():
                self.state, self.title = event.state, event.title
                self.names, self.seats = event.names, event.seats
                seated = {seat: person.id for seat, person in self.seated.items()}
                self._player_ids = tuple(seated[seat] for seat in event.seats)
            case HandEnded():
                self.ended.append((event, self._player_ids))
            case Fault():
                self._faults.append(event)
            case _:
                pass

    # Who is who.

    def _find_seated(self, seat: int) -> Person | None:
        return next((one for one in self.people.values() if one.seat == seat), None)

    def _find_person(self, id: str) -> Person:
        person = self.people.get(id)
        if person is None:
            raise RefusedError("nobody is here by that name", code="unknown-person")
        return person

    def _find_seat(self, person: Person) -> int:
        if person.seat is None:
            raise RefusedError("only who sits at the table can do that", code="not-seated")
        return person.seat

    def _list_names(self, but: Person | None = None) -> list[str]:
        # Those of a hand stay with it, even when somebody has left.
        others = [one.name for one in self.people.values() if one is not but and one.name]
        return [*others, *(name for name in self.names if but is None or name != but.name)]


def _number_name(wanted: str, taken: Iterable[str]) -> str:
    found = {name.casefold() for name in taken}
    number, name = 1, wanted
    while name.casefold() in found:
        number += 1
        name = f"{wanted} {number}"
    return name


def _digest(state: State) -> int:
    """Return a number that differs for hands that went different ways."""
    return crc32(
        repr((state.stacks, state.bets, state.hole_cards, state.board_cards)).encode(
            "ascii", "replace"
        )
    )
