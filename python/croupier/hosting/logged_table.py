"""A hosted table as the entries of its log make it."""

from __future__ import annotations

from binascii import crc32
from collections import deque
from collections.abc import Generator
from typing import Any

from croupier.agents import Move
from croupier.agents.moves import OPTIONAL_DECISIONS
from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting import fair_rounds, time_bank
from croupier.hosting.entries import Entry
from croupier.hosting.fair_dealing import FairDealing
from croupier.hosting.identity import IdentityEntry, apply_identity
from croupier.hosting.people import ACKNOWLEDGED_FOR, Guest, Person
from croupier.hosting.records import TableRecord, find_left_at
from croupier.hosting.settings import TableSettings, check_settings
from croupier.hosting.table_state import TableState
from croupier.hosting.tournaments import Tournament
from croupier.numbers import Chips
from croupier.state import State
from croupier.tables import Table
from croupier.tables.dealing import Decision, suppress_rule_warnings
from croupier.tables.events import Event, Fault, HandEnded, HandStarted
from croupier.tables.lineup import Lineup
from croupier.tables.seating import Player

__all__ = ["DifferentRulesError", "LoggedTable", "find_digest"]

# Players who were late so often in a row sit out.
_MAX_LATE = 3
# Everybody has this long at least after the server was gone.
_AFTER_RESTART = 10_000
_KEPT_HANDS = 20
_KEPT_WORDS = 20


class DifferentRulesError(PokerError, RuntimeError):
    """A hand that goes another way than it went when it was logged."""

    default_code = "different-rules"


class LoggedTable(TableState):
    """A hosted table as the entries of its log make it: `apply` takes them in.

    Attributes:
        settings: How it is played.
        next_settings: How it is played from the next hand on, where the host has changed the game.
        version: How many entries were taken in.
        people: Everybody, by their ids: players, and people who left, for the ledger.
        joined: How many people have come to the table so far.
        forgotten: The chips that forgotten people bought, and those that they took away.
        state: The hand that is played, or the last one; `None` before the first.
        names: The players of the hand, in the order of the state.
        seats: Where they sit.
        title: What is played in the hand.
        decision: What somebody must decide, or `None` where there is nothing.
        is_paused: Whether the clocks stand still.
        is_closed: Whether the table is closed.
        is_over: Whether a tournament is over.
        notice: What everybody has to know until the next hand is over.
        said: What people said last: when, who, what.
        ended: The last hands that were played, each with the ids of its players.
        tournament: How far a tournament is, or the levels; `None` where there are neither.
        is_bomb: Whether the hand is a bomb pot.
        fairness: The commitments for the next hand, and the decks of the last hands.
        kept: The table between two hands, as its log has it.
        results: What each player won or lost in the last hand, by their ids.
        transfers: Chips that came or left without an entry so far: the class of the entry, the
            person and the amount.
    """

    def __init__(self, opened: log.Opened) -> None:
        """Open a table.

        Args:
            opened: The first entry of its log.

        Raises:
            PokerError: There is no such game, or its settings do not fit.
        """
        self.opened = opened
        self.settings = self.opened_settings = check_settings(opened.settings)
        self.kept = TableRecord(opened, self.settings)
        self.results: dict[str, int] = {}
        self.transfers: list[tuple[type[log.CashedOut | log.Granted], str, int]] = []
        self.next_settings: TableSettings | None = None
        self.version = 1
        self.people: dict[str, Person] = {}
        self.joined = 0
        self.forgotten = 0, 0
        self.state: State | None = None
        self.names: tuple[str, ...] = ()
        self.seats: tuple[int, ...] = ()
        self.title = ""
        self.decision: Decision | None = None
        self.is_paused = False
        self.is_closed = False
        self.is_over = False
        self.notice = ""
        self.said: deque[tuple[int, str, str]] = deque(maxlen=_KEPT_WORDS)
        self.ended: deque[tuple[HandEnded, tuple[str, ...]]] = deque(maxlen=_KEPT_HANDS)
        self.fairness = FairDealing()
        settings = self.settings
        self.tournament = Tournament(settings.levels, settings.payouts, settings.level_minutes)
        self.is_bomb = False
        self._lineups: dict[tuple[int, bool], Lineup] = {}
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

    def apply(self, *entries: Entry) -> None:
        """Apply entries of the log, one after the other.

        Args:
            *entries: The entries.

        Raises:
            DifferentRulesError: A hand goes another way than it went when it was logged.
        """
        for entry in entries:
            self.version += 1
            self._at = max(self._at, entry.at)
            self._apply(entry)
            self.kept.take(entry)
            if entry.id and entry.by in self.people:
                self.people[entry.by].acknowledge(entry.id, self.version, entry.at)

    def _apply(self, entry: Entry) -> None:
        if isinstance(entry, IdentityEntry):
            apply_identity(self, entry)
            return
        match entry:
            case log.Seated():
                self._apply_seat(entry)
            case log.Approved():
                person = self.people[entry.person]
                person.is_asking, person.removed_at = False, 0
                self._enter(person)
            case log.Bought():
                person = self.people[entry.person]
                person.bought += entry.amount
                person.buying += entry.amount
                self._settle()
            case log.StackSet():
                person = self.people[entry.person]
                if person.is_asking:
                    self._note_transfer(person, entry.amount - person.amount)
                    person.bought += entry.amount - person.amount
                    person.amount = entry.amount
                else:
                    person.new_stack = entry.amount
                    self._settle()
            case log.GameChanged():
                self.next_settings = entry.settings
                self._settle()
            case log.Left():
                person = self.people[entry.person]
                person.is_leaving, person.plan = True, None
                person.removed_at = entry.at if entry.kicked else person.removed_at
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
            case log.Promised():
                self.fairness.promises[entry.person] = entry.promise
            case log.Committed():
                fair_rounds.commit(self, entry)
            case log.Replaced():
                fair_rounds.replace_deck(self, entry)
            case log.Revealed():
                self.fairness.numbers[self.people[entry.person].name] = entry.number
            case log.Dealt():
                self._deal(entry)
            case log.Moved():
                self._move(entry)
            case log.CashedOut() | log.Granted():
                transfer = type(entry), entry.person, entry.amount
                if transfer in self.transfers:
                    self.transfers.remove(transfer)
            case log.Ended():
                # Where version 1 was compacted, those who left with the hand are not in it.
                if not self._is_recorded and not entry.results.items() <= self.results.items():
                    raise DifferentRulesError(
                        f"hand {entry.hand} ends differently from the log", hand=entry.hand
                    )
                self._is_recorded = True
            case log.OldEnded():
                self._is_recorded = True
                # Logs of version 1 have no entries for them, and no times of acknowledgements.
                self.transfers.clear()
                for one in entry.people:
                    person = self.people[one.id]
                    person.forget_times()
                    person.has_played = one.has_played
                    person.left_at = find_left_at(one, entry.at)
            case log.Snapshot():
                for person in self.people.values():
                    person.forget_done(entry.at - ACKNOWLEDGED_FOR)
            case log.Cancelled():
                self._cancel()
                self.notice = (
                    f"Hand {entry.hand} was cancelled, and all chips went back: {entry.why}."
                )
            case log.Started():
                self._start_tournament(entry.at)
            case log.Agreed():
                self._agree(entry)
            case log.Paused():
                self._pause(entry)
            case log.Resumed():
                self._resume(entry)
            case log.Said():
                self.said.append((entry.at, self.people[entry.person].name, entry.text))
            case log.Closed():
                self._close()
            case log.Opened():
                raise RefusedError("a table is opened once", code="log-opening")

    def _apply_seat(self, entry: log.Seated) -> None:
        person = self.people[entry.person]
        person.seat, person.amount = entry.seat, entry.amount
        person.bought += entry.amount
        time_bank.fill(person, self.settings)
        person.is_away = person.is_leaving = False
        person.late = person.left_at = 0
        person.is_asking = entry.is_asking
        if person.is_link_given:
            person.link, person.is_link_given = "", False
        if not entry.is_asking:
            self._enter(person)

    def _enter(self, person: Person) -> None:
        person.is_waiting = True
        self._settle()

    def _settle(self) -> None:
        """Apply arrivals, departures and purchases between hands."""
        if self.is_playing or (self.fairness.covers_stacks and not self.is_over):
            return
        if self.next_settings is not None and self.fairness.fixed is None:
            self._change_game(self.next_settings)
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
            if person.new_stack is not None:
                self._set_stack(person, player, person.new_stack)
            if person.is_leaving:
                self._cash_out(person, self._table.leave(person.name))
                continue
            if person.buying:
                self._table.rebuy(person.name, person.buying)
                person.buying = 0
            if player.is_away != person.is_away and not self.is_tournament:
                # In a tournament blinds are posted for players who are away.
                self._table.sit_out(person.name, away=person.is_away)

    def _make_guest(self, person: Person) -> Guest:
        return Guest(() if person.bot else self._find_wishes())

    def _find_wishes(self) -> frozenset[str]:
        wanted = {
            "show_or_muck_hole_cards": self.settings.show_or_muck,
            "select_runout_count": self.settings.run_it_twice,
        }
        return frozenset(name for name in OPTIONAL_DECISIONS if wanted.get(name, True))

    def _note_transfer(self, person: Person, amount: int) -> None:
        """Queue a `Granted` or `CashedOut` entry."""
        if amount:
            kind = log.Granted if amount > 0 else log.CashedOut
            self.transfers.append((kind, person.id, abs(amount)))

    def _cash_out(self, person: Person, chips: Chips) -> None:
        amount = int(chips) + person.buying
        person.taken += amount
        self._note_transfer(person, -amount)
        person.seat, person.amount, person.buying, person.new_stack = None, 0, 0, None
        person.is_asking = person.is_waiting = person.is_leaving = person.is_away = False
        person.left_at = self._at

    def _set_stack(self, person: Person, player: Player, amount: int) -> None:
        change = amount - int(player.stack)
        player.stack = amount
        person.new_stack = None
        self._note_transfer(person, change)
        if change > 0:
            person.bought += change
        else:
            person.taken -= change

    def _change_game(self, settings: TableSettings) -> None:
        """Change the game from this hand on."""
        self.settings, self.next_settings = settings, None
        self._lineups.clear()
        self._chosen = ""
        self._table.lineup = settings.make_lineup()

    def _deal(self, entry: log.Dealt) -> None:
        self._faults.clear()
        self._chosen = ""
        self.tournament.agreed.clear()
        self.tournament.talk_ends_at = 0
        for player in self._table.players:
            player.agent.game = entry.game  # type: ignore[attr-defined]
        if not self.fairness.covers_stacks:
            self._choose_lineup(entry.at)
        deck = self.fairness.deal()
        self._hand = self._table.deal(bytes.fromhex(entry.seed), deck)
        self._go_on(None, entry.at)

    def _choose_lineup(self, at: int) -> None:
        """Play for the stakes of the level, and a bomb pot when it is time for one."""
        every = self.settings.bomb_every
        self.is_bomb = bool(every) and (self._table.hands + 1) % every == 0
        if self.settings.levels and self.tournament.started_at is None:
            self.tournament.started_at = at
        key = self.tournament.find_level(at), self.is_bomb
        # The table was opened for the stakes of the game, which the first level may change.
        if not self._lineups and not self.settings.levels:
            self._lineups[0, False] = self._table.lineup
        if key not in self._lineups:
            self._lineups[key] = self.settings.make_lineup(key[0], is_bomb=self.is_bomb)
        lineup: Any = self._lineups[key]
        if lineup is not self._table.lineup:
            place = getattr(self._table.lineup, "place", None)
            if place is not None:
                lineup.place = place
            self._table.lineup = lineup

    def _start_tournament(self, at: int) -> None:
        self.tournament.started_at = at
        self.tournament.pool = sum(one.bought - one.taken for one in self.people.values())
        self._next_deal = max(self._next_deal, at)

    def _agree(self, entry: log.Agreed) -> None:
        tournament, stacks = self.tournament, self.list_stacks()
        said = tournament.wanted if self.is_playing else tournament.agreed
        (said.add if entry.agrees else said.discard)(entry.person)
        if self.is_playing:
            return
        if not entry.agrees:
            tournament.talk_ends_at = 0
        elif all(self.people[id].bot or id in said for id in stacks):
            tournament.share(stacks)
            self._pay_prizes()
        else:
            tournament.talk(entry.at, len(stacks))

    def _place_busted(self, at: int) -> None:
        """Give places to players who are out, and prizes when one is left."""
        assert self.state is not None
        starting = dict(zip(self._player_ids, self.state.starting_stacks, strict=True))
        stacks = self.list_stacks()
        out = [(id, stack) for id, stack in starting.items() if id not in stacks]
        self.tournament.bust(out, len(stacks))
        if self.tournament.wanted & set(stacks):
            self.tournament.talk(at, len(stacks))
        self.tournament.wanted.clear()
        if len(stacks) > 1 and all(self.people[id].bot for id in stacks):
            # Bots always agree, and nobody is left to play with.
            self.tournament.share(stacks)
            self._pay_prizes()
        if len(stacks) == 1:
            (winner,) = stacks
            self.tournament.places[winner] = 1, self.tournament.find_prize(1)
            self._pay_prizes()

    def _pay_prizes(self) -> None:
        """End a tournament: chips become prizes."""
        for id, (_, prize) in self.tournament.places.items():
            person = self.people[id]
            player = self.find_player(person)
            if player is not None:
                player.stack = 0
            person.taken += prize
            self._note_transfer(person, -prize)
        # Prizes that no place gets stay with the house, so that chips add up.
        self._table.house += self.tournament.pool - sum(
            prize for _, prize in self.tournament.places.values()
        )
        self.is_over = True

    def _list_deck(self) -> list[str]:
        """Return the cards of the game, of which there is one where dealing is fair."""
        lineup: Any = self._table.lineup
        setup = lineup.game._find_setup(self.settings.buy_in, lineup.bounds[0])
        return [repr(card) for card in setup.definition.deck]

    def _move(self, entry: log.Moved) -> None:
        decision, person = self.decision, self.people[entry.person]
        if (
            decision is None
            or self.decider is not person
            or entry.hand != self.hand
            or (entry.check and entry.check != find_digest(decision.state))
        ):
            raise DifferentRulesError(
                f"hand {entry.hand} goes another way than it went", hand=entry.hand
            )
        time_bank.spend(person, self.settings, entry.at - self._asked_at)
        person.late = (
            person.late + 1 if entry.why == "late" else 0 if not entry.why else person.late
        )
        if person.late >= _MAX_LATE and not person.is_away:
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
            with suppress_rule_warnings():
                self.decision = self._hand.send(answer)
        except StopIteration:
            self._end(at)
        else:
            self._asked_at = at
            self._decision_version = self.version

    def _end(self, at: int) -> None:
        self.decision = self._hand = None
        self._is_recorded, self.notice = False, ""
        self._next_deal = at + self.settings.rest
        for person in self.people.values():
            person.plan = None
            player = self.find_player(person) if person.seat is not None else None
            if player is not None:
                time_bank.gain(person, self.settings, player.hands)
        if self.is_tournament:
            self._place_busted(at)
        self._settle()

    def _cancel(self) -> None:
        self.fairness.cancel()
        if self._hand is None:
            self._settle()
            return
        # Chips are moved when a hand ends, so that everybody has those of its beginning.
        self._hand.close()
        self.decision = self._hand = self.state = None
        self.names = self.seats = self._player_ids = ()
        self._next_deal = self._at + self.settings.rest
        for person in self.people.values():
            # The next hand has the number of the one that was cancelled.
            person.hidden_hands = min(person.hidden_hands, self.hand)
        self._settle()

    def _close(self) -> None:
        """Close the table: cancel the hand, and cash everybody out."""
        for person in self.people.values():
            person.new_stack = None
        self._cancel()
        for person in self.people.values():
            player = self.find_player(person)
            if player is not None:
                self._cash_out(person, self._table.leave(person.name))
            elif person.seat is not None:
                self._cash_out(person, person.amount)
        self.is_closed = True

    def _pause(self, entry: log.Paused) -> None:
        if entry.paused and not self.is_paused:
            self._paused_at = entry.at
        elif self.is_paused and not entry.paused:
            self._asked_at += entry.at - self._paused_at
            self._next_deal += entry.at - self._paused_at
            self.fairness.at += entry.at - self._paused_at
            self.tournament.paused += entry.at - self._paused_at
            self.tournament.talk_ends_at += entry.at - self._paused_at
        self.is_paused = entry.paused

    def _resume(self, entry: log.Resumed) -> None:
        if not self.is_paused:
            self.tournament.paused += entry.stopped
            self.tournament.talk_ends_at += entry.stopped
        deadline = self.deadline
        if deadline is not None and deadline < entry.at + _AFTER_RESTART:
            self._asked_at += entry.at + _AFTER_RESTART - deadline
        self._next_deal = max(self._next_deal, entry.at)
        self.fairness.at = max(self.fairness.at, entry.at)
        for person in self.people.values():
            person.away_at = max(person.away_at, entry.at) if person.is_away else person.away_at

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
                for id in self._player_ids:
                    self.people[id].has_played = True
            case HandEnded():
                self.ended.append((event, self._player_ids))
                payoffs = map(int, event.payoffs)
                self.results = dict(zip(self._player_ids, payoffs, strict=True))
                self.fairness.end(event, self._player_ids)
            case Fault():
                self._faults.append(event)
            case _:
                pass


def find_digest(state: State) -> int:
    """Return a number that differs for hands that went different ways."""
    return crc32(
        repr((state.stacks, state.bets, state.hole_cards, state.board_cards)).encode(
            "ascii", "replace"
        )
    )
