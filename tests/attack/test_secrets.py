"""Hidden cards change nothing of what a player is shown, whatever is played and however."""

from __future__ import annotations

import pickle
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from attack import test_secrets
from attack.budget import Attack
from croupier.agents import Move, choose_default
from croupier.cards import Card
from croupier.errors import PokerError
from croupier.hosting import HostedTable, TableSettings
from croupier.hosting.settings import check_settings
from croupier.state import State
from croupier.web.tables.audience import Audience, TableViews
from croupier.web.tables.games import list_games
from hosting.people import Session
from web.tables.test_hidden import Opened

pytestmark = pytest.mark.attack

# Mixes: what is dealt next is not known when the deck is chosen.
_MIXED = frozenset({"horse", "dealers_choice"})
_PERMUTATIONS = 3


@cache
def list_settings() -> tuple[TableSettings, ...]:
    """Return settings for every game that is offered, for four players where it takes them."""
    found = []
    for game in list_games():
        for seats in (4, 3, 2):
            settings = TableSettings(game.name, seats=seats, rest=0)
            try:
                check_settings(settings)
                HostedTable.open(settings)._list_deck()
            except (PokerError, AttributeError):
                continue
            found.append(settings)
            break
    return tuple(found)


def choose(view: State, random: Random) -> Move:
    """Choose a move by chance and by what everybody sees: never by hole cards."""
    decisions = {one.name: one for one in view.legal.decisions}
    chance = random.random()
    if "complete_bet_or_raise_to" in decisions and chance < 0.25:
        amounts = decisions["complete_bet_or_raise_to"]
        amount = amounts.min_amount if random.random() < 0.7 else amounts.max_amount
        return Move("complete_bet_or_raise_to", (amount,))
    if "fold" in decisions and chance > 0.93:
        return Move("fold")
    if "check_or_call" in decisions:
        return Move("check_or_call")
    return choose_default(view)


def observe(state: State, player: int | None) -> State:
    """Return what a player sees; the control puts a leak here."""
    return state.observe(player)


class Run:
    """A hand with a deck that is given, and all that is shown meanwhile.

    Attributes:
        sent: The messages of each step, for a spectator and for each player.
        views: The pickled states of each step, for the same.
        seen: The cards that they have seen by then.
        end: The step until which no move depends on hidden cards; 0 if none does.
    """

    def __init__(self, settings: TableSettings, deck: list[Card] | None, seed: int) -> None:
        random = Random(seed)
        session = Session(settings)
        session.sit(*"ABCD"[: settings.seats])
        self.table = table = session.table
        opened: Any = Opened(table)
        people = (None, *table.people.values())
        views = TableViews(opened)
        self._audiences = [Audience(opened, views, person) for person in people]
        if deck is not None:
            table.fairness.deal = lambda: deck  # type: ignore[method-assign]
        session.deal()
        self.end = 0
        self.sent: list[list[bytes]] = []
        self.views: list[list[bytes]] = []
        self.seen: list[list[frozenset[Card]]] = []
        self._look()
        while table.is_playing:
            assert table.decision is not None and table.decider is not None
            move = choose(table.decision.observe(), random)
            if move.name == "separate_cards" and not self.end:
                # What is set depends on all cards of a player, and shows where some are face up.
                self.end = len(self.sent)
            session.keep(table.move(table.decider, move, now=session.now))
            self._look()

    def _look(self) -> None:
        state = self.table.state
        assert state is not None
        sent: list[bytes] = []
        views: list[bytes] = []
        seen: list[frozenset[Card]] = []
        for audience in self._audiences:
            view = observe(state, self.table.find_index(audience.person))
            sent.append(msgspec.json.encode(audience.make_news((), ())))
            views.append(pickle.dumps(view))
            before = self.seen[-1][len(seen)] if self.seen else frozenset()
            seen.append(before | frozenset(list_known(view)))
        self.sent.append(sent)
        self.views.append(views)
        self.seen.append(seen)


def list_known(view: State) -> list[Card]:
    """Return all cards that a view tells of."""
    rows = [getattr(one, name, None) for one in view.operations for name in ("cards", "hole_cards")]
    rows += [*view.hole_cards, *view.board_cards]
    return [
        card
        for row in rows
        for card in row or ()
        if isinstance(card, Card) and not card.unknown_status
    ]


def compare(attack: Attack, settings: TableSettings, seed: int) -> None:
    """Play a hand, and again with the cards permuted that somebody has not seen."""
    random = Random(seed)
    texts = HostedTable.open(settings)._list_deck()
    cards = [card for text in texts for card in Card.parse(text)]
    random.shuffle(cards)
    first = Run(settings, cards, seed)
    # The last move may lead to a showdown.
    end = first.end or len(first.sent) - 1
    for viewer in range(len(first.sent[0])):
        seen = first.seen[end - 1][viewer] if end else first.seen[0][viewer]
        places = [place for place, card in enumerate(cards) if card not in seen]
        for _ in range(_PERMUTATIONS):
            hidden = [cards[place] for place in places]
            random.shuffle(hidden)
            changed = list(cards)
            for place, card in zip(places, hidden, strict=True):
                changed[place] = card
            other = Run(settings, changed, seed)
            attack.try_case(settings.game, 2 * end)
            for step in range(end):
                if step >= len(other.sent) or other.sent[step][viewer] != first.sent[step][viewer]:
                    attack.find(f"{settings.game}, seed {seed}: message {step} to {viewer} differs")
                    return
                if other.views[step][viewer] != first.views[step][viewer]:
                    attack.find(f"{settings.game}, seed {seed}: view {step} of {viewer} differs")
                    return


def test_hidden_cards_change_no_byte(attack: Attack) -> None:
    listed = [one for one in list_settings() if one.game not in _MIXED]
    assert len(listed) > 100
    for number in attack.rounds(len(listed) // 8):
        # Not all games in a short run, and all of them many times in a long one.
        settings = listed[number * 7 % len(listed)]
        compare(attack, settings, attack.random.getrandbits(32))


@pytest.mark.parametrize("leak", ["views", "messages"])
def test_leaks_that_are_planted_are_found(
    attack: Attack, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    """The same comparison finds what `observe` or a message tells too much."""
    if leak == "views":
        monkeypatch.setattr(test_secrets, "observe", lambda state, _: state)
    else:
        make_news = Audience.make_news

        def make_leak(self: Audience, *given: Any, **options: Any) -> Any:
            table: Any = self._opened.table
            return make_news(self, *given, **options), str(table.state.deck_cards)

        monkeypatch.setattr(Audience, "make_news", make_leak)
    games = [one for one in list_settings() if one.game not in _MIXED][::20]
    found = 0
    for settings in games:
        control = Attack("control", "secrets", 1)
        compare(control, settings, attack.random.getrandbits(32))
        attack.try_case(settings.game)
        found += bool(control.findings)
    if found < len(games):
        attack.find(f"only {found} of {len(games)} leaks were found")
