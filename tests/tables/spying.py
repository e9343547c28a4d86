"""Views that agents are sent, compared with what they may know."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from croupier.agents import HandInfo, Move, choose_randomly, describe_view
from croupier.agents.external.acpc import write_states
from croupier.agents.human import describe_situation
from croupier.state import (
    BoardDealing,
    CardExposing,
    HoleCardsShowingOrMucking,
    HoleDealing,
    StandingPatOrDiscarding,
    State,
)
from croupier.tables import Event, HandStarted, OperationDone

CARDS = re.compile(r"(?<![A-Za-z0-9?*])((?:[2-9TJQKA*][cdhs]|\?\?)+)(?![A-Za-z0-9])")


class Truth:
    """A recorder that knows the real state of the hand that is played."""

    listens_to = frozenset({HandStarted, OperationDone})

    def __init__(self) -> None:
        self.state: State | None = None

    def record(self, event: Event) -> None:
        if isinstance(event, HandStarted):
            self.state = event.state


class Spy:
    """A random player who looks for cards that others hide in all that is sent.

    Cards that the player ever held, and those that ever lay face up, are no secrets. Discards of
    others may lie face up in some games of files, and are left out there.
    """

    def __init__(self, truth: Truth, seed: int) -> None:
        self.name = f"spy {seed}"
        self._truth = truth
        self._random = Random(seed)
        self._known: set[str] = set()
        self.looks = 0
        self.secrets = 0

    def start_hand(self, info: HandInfo) -> None:
        self._known.clear()
        self._look_around(info.player_index)

    def act(self, view: State) -> Move:
        index = view.legal.player_index
        assert index is not None
        self._look_around(index)
        self._search(view, index)
        return choose_randomly(view, self._random)

    def end_hand(self, view: State, player_index: int) -> None:
        self._look_around(player_index)
        self._search(view, player_index)

    def _look_around(self, me: int) -> None:
        """Learn what everybody can see, from the real state."""
        state = self._truth.state
        assert state is not None
        self._known.update(map(repr, state.hole_cards[me]))
        for cards in state.board_cards:
            self._known.update(map(repr, cards))
        for index in state.player_indices:
            self._known.update(map(repr, state.get_up_cards(index)))
        for operation in state.operations:
            match operation:
                case HoleDealing(index, cards, statuses):
                    for card, status in zip(cards, statuses, strict=True):
                        if status or index == me:
                            self._known.add(repr(card))
                case BoardDealing(cards):
                    self._known.update(map(repr, cards))
                case HoleCardsShowingOrMucking(_, cards) | CardExposing(_, cards):
                    self._known.update(map(repr, cards))
                case StandingPatOrDiscarding(index, cards) if index == me or not state.streets:
                    self._known.update(map(repr, cards))
                case _:
                    pass

    def _search(self, view: State, me: int) -> None:
        state = self._truth.state
        assert state is not None
        hidden = {
            repr(card)
            for index, cards in enumerate(state.hole_cards)
            for card, status in zip(cards, state.hole_card_statuses[index], strict=True)
            if index != me and not status
        }
        hidden |= set(map(repr, state._deck_cards))
        for index, cards in enumerate(state.discarded_cards):
            if index != me:
                hidden |= set(map(repr, cards))
        hidden -= self._known
        found = set(_find_cards(list(_texts(view, me))))
        assert not found & hidden, (found & hidden, state.operations[-1])
        self.looks += 1
        self.secrets += len(hidden)


def _texts(view: State, me: int) -> Iterator[Any]:
    """Yield everything that an agent of any kind is shown of a hand."""
    yield json.dumps(describe_view(view, me))
    yield from describe_situation(view, me)
    if view.streets and not any(street.draw_status for street in view.streets):
        yield from write_states(view, me, 0)
    restored: State = pickle.loads(pickle.dumps(view))
    for state in (view, restored, view.copy()):
        yield repr(list(state.operations))
        yield repr(list(state.hole_cards))
        yield repr(list(state.deck_cards))
        yield repr(state.burn_cards)
        yield repr(state.mucked_cards)
        yield repr(state.discarded_cards)
        yield repr(state.board_cards)


def _find_cards(texts: list[str]) -> Iterator[str]:
    for text in texts:
        for found in CARDS.findall(text):
            yield from (found[place : place + 2] for place in range(0, len(found), 2))
