"""From a state of a game that is a configuration to a history: operations as actions."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cards import Card
from croupier.errors import PokerError
from croupier.histories.custom import record_game
from croupier.histories.phh.actions import read_action
from croupier.histories.phh.variants import CONFIGURED
from croupier.histories.recording import (
    has_runouts,
    write_cards,
    write_commentary,
    write_decision,
    write_operation,
)
from croupier.state import (
    BoardDealing,
    BoardRemoval,
    Choosing,
    Declaration,
    DiceRolling,
    HoleDealing,
    Operation,
    State,
)

if TYPE_CHECKING:
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.histories.history import HandHistory

__all__ = ["record_custom"]


def record_custom(
    history_type: type[HandHistory], game: CustomGame, state: State, compressed: bool
) -> dict[str, Any]:
    """Return the fields of a history of a hand.

    Args:
        history_type: The class of the history.
        game: The game.
        state: The state.
        compressed: Whether cards that a player is dealt in one step are one action.

    Returns:
        The fields by their names.

    Raises:
        UnsupportedError: The game comes from nowhere that can be written down.
    """
    values: dict[str, Any] = {
        "variant": CONFIGURED,
        "ante_trimming_status": state.ante_trimming_status,
        "starting_stacks": list(state.starting_stacks),
        **record_game(game, state.player_count),
    }
    if state.unit is not None:
        values["_unit"] = state.unit
    if compressed:
        quick = _write_fast(game, state)
        if quick is not None:
            return values | {"actions": quick}
    choices = [choice.options for choice in game.configuration.choices.values()]
    written = list(_write_all(state.operations, choices, has_runouts(state)))
    actions = [action for action, _ in written]
    values["actions"] = actions
    if compressed:
        views = _play_views(history_type._from_fields(values, {}, None))
        if len(views) == len(actions) + 1:
            values["actions"] = list(_compress(written, views))
    return values


def _write_fast(game: CustomGame, state: State) -> list[str] | None:
    """Return the actions as the core writes them in one go, where every deal is a step of its own.

    After an all-in, cards of several steps come one after the other: then it takes the slow way.
    """
    if not game.deals_street_by_street(state.player_count):
        return None
    actions = state._write_actions()
    if actions is None:
        return None
    shown = next((place for place, action in enumerate(actions) if " sm" in action), len(actions))
    return None if any(action.startswith("d ") for action in actions[shown:]) else actions


_Written = tuple[str, HoleDealing | None]


def _write_all(
    operations: Iterable[Operation], choices: Sequence[Sequence[str]], runs: bool
) -> Iterator[_Written]:
    """Yield all actions one by one, with the operation where cards are dealt to a player."""
    for operation in operations:
        action = write_operation(operation, runs)
        if action is None:
            action = _write(operation, choices)
        if action is not None or operation.commentary is not None:
            dealing = operation if isinstance(operation, HoleDealing) else None
            yield write_commentary(action or "", operation), dealing


def _write(operation: Operation, choices: Sequence[Sequence[str]]) -> str | None:
    """Return an operation that the standard does not have, or any deal, in the notation."""
    match operation:
        case HoleDealing(index, cards, _):
            return f"d dh p{index + 1} {write_cards(cards)}"
        case BoardDealing(cards):
            return f"d db {write_cards(cards)}"
        case Declaration(index, declarations):
            return f"p{index + 1} dc {' '.join(declarations)}"
        case Choosing(index, value):
            return f"p{index + 1} ch {_write_choice(value, choices)}"
        case DiceRolling(values):
            return f"d rd {' '.join(map(str, values))}"
        case BoardRemoval():
            return "d rm"
        case _:
            return write_decision(operation)


class _View(NamedTuple):
    """The cards of the table before or after an action.

    Attributes:
        pending: How many cards each player is to be dealt now.
        subsets: The subsets of a player's cards, if the player has just separated them.
    """

    pending: tuple[int, ...]
    subsets: dict[Card, str | None]


def _play_views(history: HandHistory) -> list[_View]:
    """Play the hand, as far as it can be; return what is seen at first and after each action."""
    views: list[_View] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            for state, action in history.state_actions:
                pending = tuple(map(len, state._hole_dealing_statuses))
                if action is not None:
                    views.append(_View(pending, _subsets(state, action)))
                elif views:
                    views[-1] = views[-1]._replace(pending=pending)
                else:
                    views.append(_View(pending, {}))
        except PokerError:
            # A state may have been changed in ways that no game has: then nothing is compressed.
            pass
    return views


def _subsets(state: State, text: str) -> dict[Card, str | None]:
    if " sp " not in text:
        return {}
    action = read_action(text)
    index = action.player_index
    if action.kind != "sp" or index is None:
        return {}
    return dict(zip(state.hole_cards[index], state.hole_card_subsets[index], strict=True))


def _compress(written: Iterable[_Written], views: Sequence[_View]) -> Iterator[str]:
    """Yield the actions with cards of one player and one step together, and subsets apart."""
    dealt = _Dealt()
    for (action, dealing), before, after in zip(written, views, views[1:], strict=False):
        if dealing is None or dealing.commentary is not None:
            yield from dealt.flush()
            yield _part(action, after.subsets) if after.subsets else action
            continue
        if not dealt.has_room(dealing):
            yield from dealt.flush()
        dealt.add(dealing, before.pending)
    yield from dealt.flush()


class _Dealt:
    """Hole cards that are written together."""

    def __init__(self) -> None:
        self._cards: dict[int, list[Card]] = {}
        self._pending: tuple[int, ...] = ()
        self._last_up = -1

    def has_room(self, dealing: HoleDealing) -> bool:
        """Return whether cards can be dealt together with the others.

        They cannot if the player was to be dealt fewer when the first of them were dealt. And cards
        face up stay in the order in which they were dealt: in some games, the next one is wild.
        """
        index = dealing.player_index
        if any(dealing.statuses) and index < self._last_up:
            return False
        count = len(self._cards.get(index, ())) + len(dealing.cards)
        return not self._cards or count <= self._pending[index]

    def add(self, dealing: HoleDealing, pending: tuple[int, ...]) -> None:
        """Take cards, of which each player was to be dealt so many before."""
        if not self._cards:
            self._pending = pending
        index = dealing.player_index
        self._cards.setdefault(index, []).extend(dealing.cards)
        if any(dealing.statuses):
            self._last_up = index

    def flush(self) -> Iterator[str]:
        """Yield an action for each player, and forget the cards."""
        for index in sorted(self._cards):
            yield f"d dh p{index + 1} {write_cards(self._cards[index])}"
        self._cards.clear()
        self._last_up = -1


def _part(text: str, subsets: dict[Card, str | None]) -> str:
    """Put blanks between the subsets of cards that a player has separated."""
    body, mark, remark = text.partition(" #")
    player, kind, cards = body.split()
    parts: list[str] = []
    before: object = object()
    for card in Card.parse(cards):
        subset = subsets.get(card)
        if subset != before:
            parts.append("")
        parts[-1] += repr(card)
        before = subset
    return f"{player} {kind} {' '.join(parts)}{mark}{remark}"


def _write_choice(value: str, choices: Sequence[Sequence[str]]) -> str:
    """Return how a value that was chosen is written.

    >>> _write_choice("Omaha", [["Omaha", "Draw #"]])
    'Omaha'
    >>> _write_choice("Draw #", [["Omaha", "Draw #"]])
    '2'

    Args:
        value: The value.
        choices: What may be chosen, for each choice of the game.

    Returns:
        The value, or its number where it has a mark in it that begins a commentary.
    """
    if "#" not in value:
        return " ".join(value.split())
    return next(
        (str([*options].index(value) + 1) for options in choices if value in options), value
    )
