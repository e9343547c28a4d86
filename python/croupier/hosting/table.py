"""A table that people sit at: intents in, entries of a log out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from os import urandom
from time import time

from msgspec.structs import replace

from croupier.agents import Move, choose_default, parse_move
from croupier.errors import PokerError, RefusedError
from croupier.hosting import entries as log
from croupier.hosting import fair_rounds, intents
from croupier.hosting.arrivals import Arrivals
from croupier.hosting.entries import Entry
from croupier.hosting.identity import list_forgettable
from croupier.hosting.intents import Intent
from croupier.hosting.logged_table import find_digest
from croupier.hosting.people import Person, number_name
from croupier.hosting.records import SNAPSHOT_EVERY, make_ended, make_snapshot
from croupier.hosting.restoring import list_hands, restore
from croupier.hosting.settings import TableSettings, change_game, check_settings
from croupier.numbers import Chips
from croupier.state import State
from croupier.tables.events import HandEnded

__all__ = ["HostedTable", "draw_seed"]

# A move that arrives this late counts if nothing was decided for the player yet.
_GRACE = 500
# A player who sits out keeps the seat for so long.
_MAX_AWAY = 10 * 60 * 1000
# How long a dealer may think about the next game, beside the time between hands.
_CHOICE = 15_000
# How long is waited for promises before a deck is fixed, and for the numbers after it.
_PROMISES, _NUMBERS = 1_500, 5_000
_PLANS = ("", "check-fold", "check", "call")


def draw_seed() -> str:
    """Return a seed of 256 bits that nobody can foretell, in hexadecimal digits."""
    return urandom(32).hex()


class HostedTable(Arrivals):
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
    """

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
            RefusedError: They do not begin with an opened table, or do not fit together.
            DifferentRulesError: A hand goes another way than it went.
        """
        return restore(cls, kept, with_hand=with_hand)

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
        return list_hands(cls, kept)

    def handle(
        self, person_id: str, intent: Intent, now: int, *, must_ask: bool = False
    ) -> list[Entry]:
        """Return the entries that follow from a person's intent.

        Args:
            person_id: Who.
            intent: What they want.
            now: The time, in milliseconds since 1970.
            must_ask: Whether the host has to approve before the person sits down.

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
        now = max(now, self._at)
        if isinstance(intent, intents.Sit):
            found = self._handle_seat(person, intent, now, must_ask=must_ask)
        else:
            found = self._handle(person, intent, now)
        if found:
            found[-1] = replace(found[-1], id=id, by=person.id)
        return found

    def _handle(self, person: Person, intent: Intent, now: int) -> list[Entry]:
        match intent:
            case intents.Hello() | intents.Ping():
                return []
            case intents.Link():
                # Its secret is for the person alone, and no entry has it.
                raise RefusedError(
                    "a private link is made by `make_link` of an open table", code="secret-intent"
                )
            case intents.Act():
                return [self._handle_move(person, intent, now)]
            case intents.Choose(game=game):
                return [self._handle_choice(person, game, now)]
            case intents.Plan(hand=hand, plan=plan):
                return [self._handle_plan(person, hand, plan, now)]
            case intents.Pledge():
                return [fair_rounds.handle_pledge(self, person, intent, now)]
            case intents.Reveal():
                return [fair_rounds.handle_reveal(self, person, intent, now)]
            case intents.Agree(agrees=agrees):
                return [self._handle_agreement(person, agrees, now)]
            case intents.Leave():
                self._find_seat(person)
                self._refuse_in_tournaments(person)
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
        check = find_digest(self.decision.state)
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

    def _handle_purchase(self, person: Person, amount: int, now: int) -> Entry:
        self._find_seat(person)
        self._refuse_in_tournaments()
        if self.is_tournament:
            raise RefusedError("everybody has the same chips", code="during-a-tournament")
        player = self.find_player(person)
        stack = person.amount if player is None else player.stack
        self._check_amount(amount, stack + person.buying)
        return log.Bought(at=now, person=person.id, amount=amount)

    def _handle_agreement(self, person: Person, agrees: bool, now: int) -> Entry:
        stacks = self.list_stacks()
        if not self.is_contested:
            raise RefusedError("there are no prizes to share", code="no-deal")
        if person.id not in stacks:
            raise RefusedError("only who has chips can share the prizes", code="not-seated")
        if self.is_playing and agrees and len(stacks) == self.tournament.talked:
            raise RefusedError(
                "everybody was asked already: again when somebody is out", code="no-deal"
            )
        self.tournament.offer(stacks)
        return log.Agreed(at=now, person=person.id, agrees=agrees)

    def _handle_words(self, person: Person, text: str, now: int) -> Entry:
        if not self.settings.has_chat:
            raise RefusedError("nobody talks at this table", code="no-chat")
        if not person.name:
            raise RefusedError("spectators cannot chat", code="no-chat")
        self._refuse_removed(person, now)
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
            case intents.Kick() | intents.Allow() | intents.Clear():
                return self._handle_removal(intent, now)
            case intents.Start():
                if not self.is_tournament or self.tournament.is_on:
                    raise RefusedError("there is no tournament to start", code="no-tournament")
                if not self.can_start:
                    raise RefusedError("there are too few players", code="player-count")
                return [log.Started(at=now)]
            case intents.SetStack(person=other, amount=amount):
                self._refuse_in_tournaments()
                self._find_seat(self._find_person(other))
                return [log.StackSet(at=now, person=other, amount=amount)]
            case intents.ChangeGame(game=game, limit=limit):
                return [self._handle_game(game, limit, now)]
            case intents.AddBot(bot=bot, seat=seat):
                self._refuse_in_tournaments()
                self._refuse_after_tournaments()
                name = number_name(bot, self._list_names())
                joined = self.join(name, now=now, bot=bot)
                place = self._choose_seat(seat)
                amount = self.settings.buy_in
                return [
                    joined,
                    log.Seated(at=now, person=joined.person, seat=place, amount=amount),
                ]
            case intents.Close():
                return self.close(now)
            case _:
                raise RefusedError(
                    f"expected an intent, got {type(intent).__name__}", code="unknown-intent"
                )

    def close(self, now: int) -> list[Entry]:
        """Return the entries that close the table; everybody takes their chips.

        Args:
            now: The time, in milliseconds since 1970.

        Returns:
            The entries.
        """
        now = max(now, self._at)
        found: list[Entry] = [log.Closed(at=now)]
        for person in self.people.values():
            player = self.find_player(person)
            chips = person.amount if player is None else int(player.stack)
            if person.seat is not None and (amount := chips + person.buying):
                found.append(log.CashedOut(at=now, person=person.id, amount=amount))
        return found

    def _handle_game(self, game: str, limit: str, now: int) -> Entry:
        if self.is_tournament:
            raise RefusedError("a tournament is one of one game", code="during-a-tournament")
        bet, settings = int(self.small_bet), self.opened.settings
        definition = self.own_games.get(game, "")
        changed = change_game(settings, game, bet, self.seated, limit, definition)
        return log.GameChanged(at=now, settings=changed)

    def advance(self, now: int, draw: Callable[[], str] = draw_seed) -> list[Entry]:
        """Return the entries that are due: a hand that is dealt, a decision for a late player.

        Args:
            now: The time, in milliseconds since 1970.
            draw: Returns a seed for the next hand.

        Returns:
            The entries; none where it is not time yet.
        """
        now = max(now, self._at)
        if self.is_closed:
            return []
        found: list[Entry] = [
            kind(at=now, person=person_id, amount=amount)
            for kind, person_id, amount in self.transfers
        ]
        if not self.is_playing and not self._is_recorded and not self.is_paused:
            # In one transaction: what people take with them, and what is left.
            progress = self._table.progress
            found.append(make_ended(self, progress, now, found))
            if self.kept.since + 1 >= SNAPSHOT_EVERY:
                found.append(make_snapshot(self, progress, now, self.version + len(found) + 1))
        if found or self.is_paused:
            return found
        person = self.decider
        if person is not None:
            why, move = self._decide_for(person, now)
            return [] if move is None else [self.move(person, move, now=now, why=why)]
        if self.is_playing:
            return []
        gone: list[Entry] = [
            log.Left(at=now, person=one.id)
            for one in self.seated.values()
            if one.is_away
            and self.fairness.fixed is None
            and not one.bot
            and not self.is_tournament
            and now - one.away_at >= _MAX_AWAY
        ]
        if gone:
            return gone
        forgettable = list_forgettable(self, now)
        if forgettable:
            return [log.Forgotten(at=now, people=forgettable)]
        due = self._find_next_deal()
        if due is not None and now >= due and self.settings.fair and self.fairness.fixed is None:
            return [fair_rounds.make_commitment(self, now, draw())]
        if due is not None and now >= due and self.fairness.is_waiting:
            return fair_rounds.make_replacement(self, now)
        if due is not None and now >= due:
            _, games = self.choice
            game = self._chosen or (games[int(draw(), 16) % len(games)] if games else "")
            return [log.Dealt(at=now, seed=draw(), game=game)]
        return []

    def _find_next_deal(self) -> int | None:
        """Return when the next hand is dealt; `None` while there is nobody to deal to."""
        if not self._can_deal():
            return None
        if self.fairness.fixed is not None:
            due = self.fairness.at + (_NUMBERS if self.fairness.is_waiting else 0)
            return max(due, self.tournament.talk_ends_at)
        chooser, _ = self.choice
        waits = chooser is not None and not chooser.bot and not self._chosen
        wait = _CHOICE if waits else 0
        if self.settings.fair:
            asked = {
                one.id
                for one in self.seated.values()
                if not one.bot and not one.is_away and one.name not in self.fairness.silent
            }
            wait += _PROMISES if asked - set(self.fairness.promises) else 0
        return max(self._next_deal + wait, self.tournament.talk_ends_at)

    @property
    def due(self) -> int | None:
        """When `advance` will have entries, if nothing else happens; `None` for never."""
        if self.is_closed:
            return None
        if self.transfers:
            return self._at
        if self.is_paused:
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
        if self.is_tournament:
            return None
        away = [one.away_at for one in self.seated.values() if one.is_away and not one.bot]
        return min(away) + _MAX_AWAY if away else None

    def _decide_for(self, person: Person, now: int) -> tuple[str, Move | None]:
        """Return what is decided for somebody, if they do not decide themselves, and why."""
        assert self.decision is not None
        view = self.decision.observe()
        if self.is_bomb and view.street_index == 0 and self.decision.operation is None:
            # Nobody bets before the flop of a bomb pot.
            return "bomb", Move("check_or_call")
        if person.bot:
            return "", None
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
        cost: Chips = call.min_amount or 0
        if not cost or (meant == "call" and cost <= price):
            return Move("check_or_call")
        if meant == "check-fold" and "fold" in found:
            return Move("fold")
        return None

    def _can_deal(self) -> bool:
        """Whether there are enough players, and a person among them."""
        if self.is_tournament and (self.is_over or not self.tournament.is_on):
            return False
        ready = [
            person
            for player in self._table.players
            if player.stack > 0
            and not player.is_away
            and (person := self._find_seated(player.seat)) is not None
        ]
        enough = len(ready) >= self._table.lineup.bounds[0]
        return enough and any(not person.bot for person in ready)
