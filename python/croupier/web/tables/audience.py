"""A hosted table as one person sees it: made only of what `State.observe` shows them."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from fractions import Fraction
from typing import Any

import msgspec

from croupier.agents.parsing import find_part_of_pot
from croupier.errors import RefusedError
from croupier.frames import show_value as show
from croupier.hosting import HostedTable, OpenTable
from croupier.hosting.fair_dealing import count_discards
from croupier.hosting.fairness import DealProof
from croupier.hosting.identity import list_departed
from croupier.hosting.people import Person
from croupier.numbers import Chips
from croupier.state import State
from croupier.texts import show_line
from croupier.views import Line as SaidLine
from croupier.views.amounts import amounts_written
from croupier.views.following import HandViews
from croupier.web.encoding import TableEncoder, encode_line
from croupier.web.tables.games import show_title
from croupier.web.tables.messages import (
    Clock,
    Departed,
    Fair,
    Place,
    Preset,
    Remark,
    TableFacts,
    TableNews,
    TournamentFacts,
    You,
)

__all__ = ["Audience", "TableViews"]

_MAX_LINES = 60
_RAISE = "complete_bet_or_raise_to"
# The labels of bet sizes, and their parts of the pot.
_PRESETS = {
    "\N{VULGAR FRACTION ONE THIRD} pot": Fraction(1, 3),
    "\N{VULGAR FRACTION ONE HALF} pot": Fraction(1, 2),
    "\N{VULGAR FRACTION TWO THIRDS} pot": Fraction(2, 3),
    "Pot": Fraction(1),
}


class TableViews:
    """The part of a view that everybody at a table shares, made once for each version of it."""

    def __init__(self, opened: OpenTable) -> None:
        self._opened = opened
        self._version = -1
        self._hand: tuple[int, State | None] = (-1, None)
        self._views: HandViews | None = None
        self._tables: TableEncoder | None = None
        self._encoder = msgspec.json.Encoder()
        self._raw: dict[int | None, msgspec.Raw] = {}
        self._shared: dict[str, Any] = {}
        self._proofs: dict[int | None, DealProof] = {}
        self._here: Collection[str] = ()

    def follow(self) -> HandViews | None:
        """Return the views of the hand as it is now; nothing before the first."""
        table = self._opened.table
        if table.version == self._version:
            return self._views
        self._version = table.version
        self._raw.clear()
        self._shared.clear()
        self._proofs.clear()
        if table.state is None:
            self._hand, self._views = (-1, None), None
            return None
        hand = table.hand, table.state
        if self._views is None or hand[0] != self._hand[0] or hand[1] is not self._hand[1]:
            self._hand = hand
            self._views = HandViews(
                table.names, title=show_title(table.title), convert=self._encode_line
            )
            self._tables = TableEncoder(self._views)
        self._views.follow(table.state)
        return self._views

    def _encode_line(self, line: SaidLine) -> msgspec.Raw:
        return msgspec.Raw(self._encoder.encode(encode_line(line)))

    def encode(self, index: int | None) -> msgspec.Raw | None:
        """Return the hand as a player sees it, or as everybody does.

        Args:
            index: The player's place in the hand, or `None`.

        Returns:
            The JSON; nothing before the first hand.
        """
        views, tables = self.follow(), self._tables
        if views is None or tables is None:
            return None
        found = self._raw.get(index)
        if found is None:
            asked: list[Any] | None = None
            decision = self._opened.table.decision
            if decision is None or decision.player_index != index:
                # The choices of other players are not shown.
                asked = []
            elif decision.operation is not None:
                own = views.find_own(index)
                asked = [
                    one
                    for one in zip(own.legal, own.words, strict=True)
                    if one[0].name == decision.operation
                ]
            found = self._raw[index] = tables.encode(index, asked)
        return found

    def prove(self, index: int | None, person: Person | None) -> Fair:
        """Return a person's part in fair dealing, with the proofs of the cards that they see.

        Args:
            index: The player's place in the hand, or `None`.
            person: Who.

        Returns:
            The message.
        """
        table = self._opened.table
        fairness = table.fairness
        proof, discarded = None, []
        if fairness.hand is not None and table.state is not None:
            proof = self._proofs.get(index)
            if proof is None:
                proof = fairness.hand.prove(table.state, index)
                self._proofs[index] = proof
            discarded = count_discards(table.state)
        asks = ""
        if person is not None and person.seat is not None:
            if fairness.fixed is None:
                is_asked = person.id not in fairness.promises and person.name not in fairness.silent
                asks = "promise" if is_asked else ""
            elif person.name in fairness.promised:
                asks = "" if person.name in fairness.numbers else "number"
        fixed = fairness.fixed
        return Fair(
            hand=table.hand + 1,
            asks=asks,
            attempt=fairness.attempt,
            deck=None if fixed is None else fixed.commitment,
            silent=sorted(fairness.silent),
            proof=proof,
            discarded=discarded,
        )

    def share(self, here: Collection[str]) -> dict[str, Any]:
        """Return what is the same for everybody, encoded.

        Args:
            here: The people whose pages are open.

        Returns:
            Fields of the news.
        """
        self.follow()
        if not self._shared or self._here != here:
            self._here = here
            table = self._opened.table
            chooser, _ = table.choice
            encode = self._encoder.encode
            remarks = [Remark(name=show_line(name), text=text) for _, name, text in table.said]
            self._shared = {
                "facts": msgspec.Raw(encode(_describe(self._opened))),
                "places": msgspec.Raw(encode(_list_places(table, here))),
                "remarks": msgspec.Raw(encode(remarks)) if remarks else [],
                "waiting": _describe_wait(table, chooser),
                "chooser": chooser,
                "deadlines": _find_deadlines(table),
            }
        return self._shared


class Audience:
    """A person who is sent what happens at a table.

    Attributes:
        person: Who; `None` for somebody who only watches.
    """

    def __init__(self, opened: OpenTable, views: TableViews, person: Person | None) -> None:
        self.person = person
        self._opened = opened
        self._views = views
        self._hand = -1
        self._sent_count = 0

    def make_news(
        self, here: Collection[str], bots: Collection[str], *, fresh: bool = False
    ) -> TableNews:
        """Return the table as this person sees it now.

        Args:
            here: The people whose pages are open.
            bots: The bots that a host may seat.
            fresh: Whether everything of the hand is told again.

        Returns:
            The news.
        """
        table, person = self._opened.table, self.person
        index = table.find_index(person)
        # Words and figures beside them are written alike.
        with amounts_written(show):
            lines, begins = self._find_new_lines(index, fresh)
            shared = self._views.share(here)
            seen = self._views.encode(index)
        is_chooser = person is not None and shared["chooser"] is person
        return TableNews(
            v=table.version,
            hand=table.hand,
            asked=table.asked_version if table.decision is not None else 0,
            facts=shared["facts"],
            you=self._describe_you(bots),
            places=shared["places"],
            table=seen,
            clock=self._read_clock(shared["deadlines"]),
            fair=self._views.prove(index, person) if table.settings.fair else None,
            lines=lines,
            fresh=begins,
            presets=self._list_presets(index),
            remarks=shared["remarks"],
            games=[[one, show_title(table.choice_titles[one])] for one in table.choice[1]]
            if is_chooser
            else [],
            waiting=shared["waiting"],
            notice=show_line(table.notice),
            paused=table.is_paused,
            closed=table.is_closed,
        )

    def _list_presets(self, index: int | None) -> list[Preset]:
        """Return amounts that are often bet, where this person may bet more than one."""
        decision = self._opened.table.decision
        if decision is None or decision.player_index != index or index is None:
            return []
        views = self._views.follow()
        if views is None:
            return []
        legal = views.find_own(index).legal
        raising = next((one for one in legal if one.name == _RAISE), None)
        if raising is None or raising.amounts or raising.min_amount == raising.max_amount:
            return []
        bet: Chips = views.observe(None).price
        amounts = {label: find_part_of_pot(part, raising, bet) for label, part in _PRESETS.items()}
        amounts = {"Min": raising.min_amount, **amounts, "All-in": raising.max_amount}
        found: dict[str, Preset] = {}
        for label, amount in amounts.items():
            found.setdefault(show(amount), Preset(label=label, amount=show(amount)))
        return list(found.values())

    def _describe_you(self, bots: Collection[str]) -> You:
        person = self.person
        if person is None:
            return You()
        plan = person.plan
        return You(
            person=person.id,
            name=person.name,
            seat=person.seat,
            is_host=person.is_host,
            plan=plan[1] if plan is not None else "",
            bots=list(bots) if person.is_host else [],
            departed=_list_departed(self._opened.table) if person.is_host else [],
        )

    def _read_clock(self, deadlines: tuple[int, int, int] | None) -> Clock | None:
        if deadlines is None:
            return None
        seat, base, deadline = deadlines
        now = self._opened.now()
        return Clock(
            seat=seat,
            left=max(0, base - now),
            bank=max(0, deadline - max(now, base)),
            whole=1000 * self._opened.table.settings.seconds,
        )

    def _find_new_lines(self, index: int | None, fresh: bool) -> tuple[list[Any], bool]:
        """Return what has happened in the hand since the last time, in words."""
        table = self._opened.table
        views = self._views.follow()
        if views is None:
            self._hand, self._sent_count = -1, 0
            return [], fresh
        begins = fresh or self._hand != table.hand
        if begins:
            self._hand, self._sent_count = table.hand, 0
        lines = views.describe_since(index, self._sent_count)
        self._sent_count = views.operation_count
        return lines[-_MAX_LINES:], begins


def _describe(opened: OpenTable) -> TableFacts:
    table = opened.table
    settings, following = table.settings, table.next_settings
    return TableFacts(
        code=opened.code,
        title=settings.title or show_title(table.game_title),
        game=show_title(table.game_title),
        buy_in=show(settings.buy_in),
        least_buy_in=show(max(settings.least_buy_in, 1)),
        most_buy_in=show(settings.most_buy_in) if settings.most_buy_in else "",
        small_bet=show(table.small_bet),
        has_chat=settings.has_chat,
        is_fair=settings.fair,
        is_bomb=table.is_bomb,
        next_game="" if following is None else show_title(following.make_lineup().title),
        tournament=_describe_tournament(table, opened.now())
        if settings.levels or settings.payouts
        else None,
    )


def _describe_tournament(table: HostedTable, at: int) -> TournamentFacts:
    tournament, names = table.tournament, table.people
    now = table.find_play_time(at)
    level = tournament.find_level(now)
    sizes = tournament.levels
    further = sizes[level + 1] if level + 1 < len(sizes) else 0
    whole = tournament.find_next() or 0
    gone = now - (tournament.started_at or now) - tournament.paused
    offer: list[list[str]] = []
    stacks = table.list_stacks() if table.is_contested else {}
    if stacks:
        with contextlib.suppress(RefusedError):
            offer = [
                [
                    show_line(names[id].name),
                    show(prize),
                    "yes" if names[id].bot or id in tournament.agreed else "",
                ]
                for id, prize in tournament.offer(stacks).items()
            ]
    places = sorted(tournament.places.items(), key=lambda item: item[1][0])
    prizes = tournament.payouts if tournament.is_on else ()
    return TournamentFacts(
        level=level + 1,
        stake=table.stake_name,
        blinds=show(sizes[level]) if sizes else show(table.small_bet),
        next_blinds=show(further) if further else "",
        left=max(0, whole - gone % whole) if further and whole else 0,
        is_tournament=table.is_tournament,
        has_begun=tournament.is_on,
        is_over=table.is_over,
        places=[
            [str(place), show_line(names[id].name), show(prize)] for id, (place, prize) in places
        ],
        prizes=[show(tournament.find_prize(place)) for place in range(1, len(prizes) + 1)],
        offer=offer,
        can_ask=table.is_playing and len(stacks) not in (0, tournament.talked),
        will_ask=bool(tournament.wanted),
        asks=table.is_talking,
    )


def _find_deadlines(table: HostedTable) -> tuple[int, int, int] | None:
    """Return who must decide by their seat, and until when, without and with their time bank."""
    person, deadline, base = table.decider, table.deadline, table.base_deadline
    if person is None or person.seat is None or deadline is None or base is None:
        return None
    return person.seat, base, deadline


def _list_places(table: HostedTable, here: Collection[str]) -> list[Place]:
    seated = table.seated
    places = []
    for seat in range(table.settings.seats):
        person = seated.get(seat)
        if person is None:
            places.append(Place(seat=seat))
            continue
        player = table.find_player(person)
        stack = person.amount if player is None else player.stack
        index = table.find_index(person)
        if index is not None and table.is_playing and table.state is not None:
            stack = table.state.stacks[index]
        places.append(
            Place(
                seat=seat,
                person=person.id,
                name=show_line(person.name),
                stack="" if table.is_over else show(stack),
                state=_name_state(table, person, broke=player is not None and not player.stack),
                bot=bool(person.bot),
                host=person.is_host,
                here=bool(person.bot) or person.id in here,
                player=index,
            )
        )
    return places


def _list_departed(table: HostedTable) -> list[Departed]:
    return [
        Departed(person=one.id, name=show_line(one.name), banned=one.is_banned)
        for one in list_departed(table)
        if not one.bot
    ]


def _describe_wait(table: HostedTable, chooser: Person | None) -> str:
    """Say what the table waits for, when no hand is played."""
    if table.is_closed:
        return "The table is closed."
    if table.is_paused:
        return "The table is paused."
    if table.is_playing:
        return ""
    if table.is_over:
        return "The tournament is over."
    if table.is_talking:
        return "Shall the prizes be shared? Everybody who is left is asked."
    if table.can_start:
        return "The host starts the tournament."
    if chooser is not None:
        return f"{show_line(chooser.name)} chooses the next game."
    return "" if table.due is not None else "Waiting for players."


def _name_state(table: HostedTable, person: Person, *, broke: bool) -> str:
    if person.is_asking:
        return "asking"
    if person.is_waiting:
        return "waiting"
    if person.is_leaving:
        return "leaving"
    if broke and table.is_tournament:
        return "out" if table.is_contested else "playing"
    if person.is_away:
        return "away"
    return "broke" if broke else "playing"
