"""Cards that somebody may not see change no byte of what they are sent."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest

from croupier.agents import Move, choose_default
from croupier.cards import Card
from croupier.hosting import HostedTable, TableSettings
from croupier.web.tables.audience import Audience, TableViews
from hosting.people import Session
from kinds import KINDS

_GAMES = tuple(kind for kind in KINDS if kind not in ("horse", "dealers_choice"))


@dataclass
class Opened:
    """A table, as pages are told of it."""

    table: HostedTable
    code: str = "abc"

    def now(self) -> int:
        return self.table._at


class Play:
    """One hand with a deck that a test has chosen, and everything that is sent meanwhile."""

    def __init__(self, game: str, deck: list[Card] | None) -> None:
        session = Session(TableSettings(game, seats=4, rest=0))
        session.sit("Ann", "Bob", "Cy", "Di")
        self.table = table = session.table
        opened: Any = Opened(table)
        people = (None, *table.people.values())
        # As the server does: all who look share what is the same for all.
        views = TableViews(opened)
        audiences = [Audience(opened, views, person) for person in people]
        if deck is not None:
            table.fairness.deal = lambda: deck  # type: ignore[method-assign]
        session.deal()
        self.sent: list[list[bytes]] = []
        self.seen: list[list[set[str]]] = []
        self._tell(audiences)
        while table.is_playing:
            assert table.decision is not None and table.decider is not None
            view = table.decision.observe()
            # Everybody stays in the hand, so that all cards are dealt.
            calls = "check_or_call" in {one.name for one in view.legal.decisions}
            move = Move("check_or_call") if calls else choose_default(view)
            session.keep(table.move(table.decider, move, now=session.now))
            self._tell(audiences)

    def _tell(self, audiences: list[Audience]) -> None:
        state = self.table.state
        assert state is not None
        everybody: tuple[str, ...] = ()
        self.sent.append([msgspec.json.encode(one.make_news(everybody, ())) for one in audiences])
        self.seen.append(
            [_list_cards(state.observe(self.table.find_index(one.person))) for one in audiences]
        )


def _list_cards(view: Any) -> set[str]:
    words = repr((view.operations, view.hole_cards, view.board_cards)).replace("(", " ")
    return {word.strip("[](),:{}") for word in words.replace(",", " ").split()}


@pytest.mark.parametrize("game", _GAMES)
def test_hidden_cards_change_no_byte_of_what_somebody_is_sent(game: str) -> None:
    random = Random(7)
    deck = [Card.parse(text) for text in HostedTable.open(TableSettings(game))._list_deck()]
    cards = [card for parsed in deck for card in parsed]
    random.shuffle(cards)
    first = Play(game, cards)
    # Until the last decision: afterwards hands are shown.
    end = len(first.sent) - 1
    assert end > 3
    for viewer in range(len(first.sent[0])):
        seen = first.seen[end - 1][viewer]
        places = [place for place, card in enumerate(cards) if repr(card) not in seen]
        # Three others hold cards, and most of the deck lies there face down.
        assert len(places) > len(cards) // 3
        for _ in range(3):
            hidden = [cards[place] for place in places]
            random.shuffle(hidden)
            changed = list(cards)
            for place, card in zip(places, hidden, strict=True):
                changed[place] = card
            other = Play(game, changed)
            told = [sent[viewer] for sent in first.sent[:end]]
            assert [sent[viewer] for sent in other.sent[:end]] == told
