"""What one person sees of a hosted table: made only of what `State.observe` shows them."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from croupier.agents import parse_move
from croupier.errors import PokerError
from croupier.frames import show_value as show
from croupier.hosting import OpenTable
from croupier.hosting.people import Person
from croupier.state import State
from croupier.texts import show_line
from croupier.views import Teller, view_table
from croupier.web.encoding import encode_line, encode_table
from croupier.web.messages import Line
from croupier.web.tables.games import show_title
from croupier.web.tables.messages import Clock, Place, Preset, Remark, TableFacts, TableNews, You

__all__ = ["Audience", "TableViews"]

_MOST_LINES = 60
_RAISE = "complete_bet_or_raise_to"
# What amounts are called, and what people say for them.
_PRESETS = {
    "Min": "min",
    "\N{VULGAR FRACTION ONE THIRD} pot": "raise 1/3 pot",
    "\N{VULGAR FRACTION ONE HALF} pot": "raise 1/2 pot",
    "\N{VULGAR FRACTION TWO THIRDS} pot": "raise 2/3 pot",
    "Pot": "raise pot",
    "All-in": "all in",
}


class TableViews:
    """The views of one version of a table, each of which is made once for all who share it."""

    def __init__(self, opened: OpenTable) -> None:
        self._opened = opened
        self._version = -1
        self._raw: dict[int | None, msgspec.Raw] = {}
        self._seen: dict[int | None, State] = {}
        self._encoder = msgspec.json.Encoder()

    def observe(self, index: int | None) -> State | None:
        """Return the hand as a player sees it, or as everybody does.

        Args:
            index: The player's place in the hand, or `None`.

        Returns:
            What can be seen; nothing before the first hand.
        """
        table = self._opened.table
        if table.version != self._version:
            self._version = table.version
            self._raw.clear()
            self._seen.clear()
        if table.state is None:
            return None
        if index not in self._seen:
            self._seen[index] = table.state.observe(index)
        return self._seen[index]

    def encode(self, index: int | None) -> msgspec.Raw | None:
        """Return the same as a message.

        Args:
            index: The player's place in the hand, or `None`.

        Returns:
            The JSON.
        """
        view = self.observe(index)
        if view is None:
            return None
        if index not in self._raw:
            table = self._opened.table
            seen = encode_table(
                view_table(
                    view, table.names, viewer=index, title=show_title(table.title), words=True
                )
            )
            if index is None or table.decision is None or table.decision.player_index != index:
                # What others may do is their business.
                seen = msgspec.structs.replace(seen, choices=[])
            elif table.decision.operation is not None:
                asked = table.decision.operation
                choices = [one for one in seen.choices if one.name == asked]
                seen = msgspec.structs.replace(seen, choices=choices)
            self._raw[index] = msgspec.Raw(self._encoder.encode(seen))
        return self._raw[index]


class Audience:
    """Somebody who is told what happens at a table.

    Attributes:
        person: Who; `None` for somebody who only watches.
    """

    def __init__(self, opened: OpenTable, views: TableViews, person: Person | None) -> None:
        self.person = person
        self._opened = opened
        self._views = views
        self._hand = -1
        self._told = 0
        self._teller = Teller(())

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
        lines, begins = self._tell(index, fresh)
        chooser, games = table.choice
        return TableNews(
            v=table.version,
            hand=table.hand,
            asked=table.asked_version if table.decision is not None else 0,
            facts=self._describe(bots if person is not None and person.is_host else ()),
            you=self._describe_you(),
            places=self._list_places(here),
            table=self._views.encode(index),
            clock=self._read_clock(),
            lines=lines,
            fresh=begins,
            presets=self._list_presets(index),
            remarks=[Remark(name=show_line(name), text=text) for _, name, text in table.said],
            games=games if chooser is not None and chooser is person else [],
            waiting=self._say_what_for(),
            paused=table.is_paused,
            closed=table.is_closed,
        )

    def _list_presets(self, index: int | None) -> list[Preset]:
        """Return amounts that are often bet, where this person may bet more than one."""
        decision = self._opened.table.decision
        if decision is None or decision.player_index != index or index is None:
            return []
        view = decision.observe()
        raising = view.legal.get(_RAISE)
        if raising is None or raising.amounts or raising.min_amount == raising.max_amount:
            return []
        found: dict[str, Preset] = {}
        for label, said in _PRESETS.items():
            try:
                (amount,) = parse_move(said, view).arguments
            except (PokerError, ValueError):
                continue
            found.setdefault(show(amount), Preset(label=label, amount=show(amount)))
        return list(found.values())

    def _describe(self, bots: Collection[str]) -> TableFacts:
        table = self._opened.table
        settings = table.settings
        return TableFacts(
            code=self._opened.code,
            title=settings.title or show_title(table.game_title),
            game=show_title(table.game_title),
            buy_in=show(settings.buy_in),
            least_buy_in=show(max(settings.least_buy_in, 1)),
            most_buy_in=show(settings.most_buy_in) if settings.most_buy_in else "",
            small_bet=show(table.small_bet),
            has_chat=settings.has_chat,
            bots=list(bots),
        )

    def _describe_you(self) -> You:
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
        )

    def _list_places(self, here: Collection[str]) -> list[Place]:
        table = self._opened.table
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
                    stack=show(stack),
                    state=_name_state(person, broke=player is not None and not player.stack),
                    bot=bool(person.bot),
                    host=person.is_host,
                    here=bool(person.bot) or person.id in here,
                    player=index,
                )
            )
        return places

    def _read_clock(self) -> Clock | None:
        table = self._opened.table
        person, deadline, base = table.decider, table.deadline, table.base_deadline
        if person is None or person.seat is None or deadline is None or base is None:
            return None
        now = self._opened.now()
        return Clock(
            seat=person.seat,
            left=max(0, base - now),
            bank=max(0, deadline - max(now, base)),
            whole=1000 * table.settings.seconds,
        )

    def _say_what_for(self) -> str:
        """Say what the table waits for, when no hand is played."""
        table = self._opened.table
        if table.is_playing or table.is_closed:
            return ""
        if table.is_paused:
            return "The table is paused."
        chooser, _ = table.choice
        if chooser is not None:
            return f"{show_line(chooser.name)} chooses the next game."
        return "" if table.due is not None else "Waiting for players."

    def _tell(self, index: int | None, fresh: bool) -> tuple[list[Line], bool]:
        """Return what has happened in the hand since the last time, in words."""
        table = self._opened.table
        view = self._views.observe(index)
        if view is None:
            self._hand, self._told = -1, 0
            return [], fresh
        begins = fresh or self._hand != table.hand
        if begins:
            self._hand, self._told = table.hand, 0
            self._teller = Teller(table.names)
        operations = view.operations
        said = [
            line
            for operation in operations[self._told :]
            for line in self._teller.tell(operation, view)
        ]
        lines = [encode_line(line) for line in (*said, *self._teller.tell_cards())]
        self._told = len(operations)
        return lines[-_MOST_LINES:], begins


def _name_state(person: Person, *, broke: bool) -> str:
    if person.is_asking:
        return "asking"
    if person.is_waiting:
        return "waiting"
    if person.is_leaving:
        return "leaving"
    if person.is_away:
        return "away"
    return "broke" if broke else "playing"
