"""Everything that two states tell, compared.

Nearly always the answers are the same, so that whole groups of them are compared at once, as they
come. Only where a group is not the same at first sight are its answers converted, one by one, into
plain values; what differs then is a mismatch.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from operator import attrgetter, is_, methodcaller
from typing import Any

import pokerkit.state

from differential.moves import OPERATIONS
from differential.plain import ask, plain, same
from differential.quick_pokerkit import TEXTS
from differential.setups import cards_of

# Said once, at the beginning.
FIXED: tuple[str, ...] = (
    "automations",
    "betting_structure",
    "ante_trimming_status",
    "bring_in",
    "player_count",
)
FIXED += ("mode", "starting_board_count", "antes", "blinds_or_straddles", "starting_stacks")
FIXED += ("hand_type_count", "hand_type_indices", "draw_statuses", "player_indices")
FIXED += ("street_count", "street_indices")
APART = ("deck", "hand_types", "streets", "divmod", "rake")

# Compared after every operation.
FIELDS = tuple(
    field.name
    for field in dataclasses.fields(pokerkit.state.State)
    if not field.name.startswith("_") and field.name not in (*FIXED, *APART, "operations")
)
CARDS = ("deck_cards", "mucked_cards", "burn_cards")
CARDS_OF_EACH = ("board_cards", "hole_cards", "discarded_cards")
PROPERTIES = (
    "turn_index",
    "board_count",
    "board_indices",
    "total_pot_amount",
    "hole_dealee_index",
    "board_dealing_count",
    "stand_patter_or_discarder_index",
    "actor_index",
    "checking_or_calling_amount",
    "effective_bring_in_amount",
    "min_completion_betting_or_raising_to_amount",
    "pot_completion_betting_or_raising_to_amount",
    "max_completion_betting_or_raising_to_amount",
    "showdown_index",
)

# Compared after every few operations.
ITERATORS = (
    "pot_amounts",
    "ante_poster_indices",
    "blind_or_straddle_poster_indices",
    "runout_count_selector_indices",
    "hand_killing_indices",
    "chips_pulling_indices",
)

CARD_ITERATORS = ("reserved_cards", "cards_in_play", "cards_not_in_play")
CARDS_BY_PLAYER = ("get_censored_hole_cards", "get_down_cards", "get_up_cards")
BY_PLAYER = (
    "can_win_now",
    "get_effective_stack",
    "get_effective_ante",
    "get_effective_blind_or_straddle",
)
HANDS = ("get_hand", "get_up_hand")
# What warns is impossible where warnings are errors.
WARNING = (
    "can_burn_card",
    "can_deal_hole",
    "can_deal_board",
    "can_fold",
    "can_show_or_muck_hole_cards",
)

_DIRECT = tuple(name for name in FIELDS if name not in CARDS + CARDS_OF_EACH) + PROPERTIES
_get_possibilities = attrgetter(*OPERATIONS.values())
_get_direct = attrgetter(*_DIRECT)
_get_pots = attrgetter("raked_amount", "unraked_amount", "player_indices")


@cache
def twins(library: str) -> dict[int, Any]:
    """Return for each card of PokerKit, by its number, the same card of a library."""
    cards = cards_of(library)
    return {number: cards[text] for number, text in TEXTS.items()}


# All questions, one by one.


def _of_each(name: str, places: Callable[[Any], Iterable[tuple[int, ...]]]) -> Callable[..., Any]:
    def ask_all(state: Any) -> list[Any]:
        return [ask(getattr(state, name), *place) for place in places(state)]

    return ask_all


def _players(state: Any) -> list[tuple[int]]:
    return [(player,) for player in state.player_indices]


def _places(state: Any) -> list[tuple[int, int]]:
    return [
        (board, hand_type) for board in state.board_indices for hand_type in state.hand_type_indices
    ]


def _player_places(state: Any) -> list[tuple[int, int, int]]:
    return [(player, *place) for player in state.player_indices for place in _places(state)]


def _boards(state: Any) -> list[tuple[int]]:
    return [(board,) for board in state.board_indices]


def _without_warnings(name: str, state: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return getattr(state, name)()


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    **{name: attrgetter(name) for name in (*FIELDS, *PROPERTIES, *ITERATORS, *CARD_ITERATORS)},
    "street": attrgetter("street"),
    "pots": attrgetter("pots"),
    **{f"{name}()": _of_each(name, _players) for name in (*CARDS_BY_PLAYER, *BY_PLAYER)},
    **{f"{name}()": _of_each(name, _player_places) for name in HANDS},
    "get_up_hands()": _of_each("get_up_hands", _places),
    "get_board_cards()": _of_each("get_board_cards", _boards),
    "get_dealable_cards()": lambda state: state.get_dealable_cards(),
    # Whatever comes back to the deck comes in any order.
    "get_dealable_cards(None)": lambda state: sorted(
        map(repr, state.get_dealable_cards(None, False))
    ),
    **{f"{question}()": methodcaller(question) for question in OPERATIONS.values()},
    **{f"{name}() without warnings": partial(_without_warnings, name) for name in WARNING},
}


# Groups of questions, each with a quick way to tell that all its answers are the same.

# The answers of a group that have to be looked at, or whether there are none.
Quick = Callable[[Any, Any, dict[int, Any]], bool | list[str]]
Group = tuple[tuple[str, ...], Quick]


def _same_direct(theirs: Any, ours: Any, _: dict[int, Any]) -> bool | list[str]:
    one, other = _get_direct(theirs), _get_direct(ours)
    # A truth is not a number, though they may be equal.
    if one == other and all(map(is_, map(type, one), map(type, other))):
        return True
    return [
        name
        for name, a, b in zip(_DIRECT, one, other, strict=True)
        if type(a) is not type(b) or a != b
    ]


def _same_cards(theirs: Any, ours: Any, twin: dict[int, Any]) -> bool:
    get = twin.get
    for name in CARDS:
        if [*map(get, map(id, getattr(theirs, name)))] != [*getattr(ours, name)]:
            return False
    for name in CARDS_OF_EACH:
        if [[*map(get, map(id, cards))] for cards in getattr(theirs, name)] != getattr(ours, name):
            return False
    return True


def _same_iterators(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    return all([*getattr(theirs, name)] == [*getattr(ours, name)] for name in ITERATORS)


def _same_street(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    one, other = theirs.street, ours.street
    if one is None or other is None:
        return one is other
    # The streets themselves are compared at the beginning.
    return bool(theirs.streets.index(one) == ours.streets.index(other))


def _same_pots(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    return [*map(_get_pots, theirs.pots)] == [*map(_get_pots, ours.pots)]


def _same_possibilities(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    return all(
        one() is other()
        for one, other in zip(_get_possibilities(theirs), _get_possibilities(ours), strict=True)
    )


ALWAYS: tuple[Group, ...] = (
    (_DIRECT, _same_direct),
    (CARDS + CARDS_OF_EACH, _same_cards),
    (("pots",), _same_pots),
    (tuple(f"{name}()" for name in OPERATIONS.values()), _same_possibilities),
)


def _same_card_queries(theirs: Any, ours: Any, twin: dict[int, Any]) -> bool:
    get = twin.get
    for name in CARD_ITERATORS:
        if [*map(get, map(id, getattr(theirs, name)))] != [*getattr(ours, name)]:
            return False
    if [*map(get, map(id, theirs.get_dealable_cards()))] != [*ours.get_dealable_cards()]:
        return False
    for name in CARDS_BY_PLAYER:
        one, other = getattr(theirs, name), getattr(ours, name)
        for player in theirs.player_indices:
            if [*map(get, map(id, one(player)))] != [*other(player)]:
                return False
    return all(
        [*map(get, map(id, theirs.get_board_cards(board)))] == [*ours.get_board_cards(board)]
        for board in theirs.board_indices
    )


def _same_by_player(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    for name in BY_PLAYER:
        one, other = getattr(theirs, name), getattr(ours, name)
        if any(one(player) != other(player) for player in theirs.player_indices):
            return False
    return True


def _same_hands(theirs: Any, ours: Any, twin: dict[int, Any]) -> bool:
    get = twin.get

    def is_same(one: Any, other: Any) -> bool:
        if one is None or other is None:
            return one is other
        return [*map(get, map(id, one.cards))] == [*other.cards]

    for place in _player_places(theirs):
        if not is_same(theirs.get_hand(*place), ours.get_hand(*place)):
            return False
        if not is_same(theirs.get_up_hand(*place), ours.get_up_hand(*place)):
            return False
    return all(
        all(map(is_same, theirs.get_up_hands(*place), ours.get_up_hands(*place)))
        for place in _places(theirs)
    )


def _same_warnings(theirs: Any, ours: Any, _: dict[int, Any]) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return all(getattr(theirs, name)() is getattr(ours, name)() for name in WARNING)


def _same_dealable(theirs: Any, ours: Any, twin: dict[int, Any]) -> bool:
    one = map(twin.get, map(id, theirs.get_dealable_cards(None, False)))
    other = ours.get_dealable_cards(None, False)
    return sorted(map(id, one)) == sorted(map(id, other))


SOMETIMES: tuple[Group, ...] = (
    (ITERATORS, _same_iterators),
    (("street",), _same_street),
    (
        (
            *CARD_ITERATORS,
            "get_dealable_cards()",
            *(f"{name}()" for name in CARDS_BY_PLAYER),
            "get_board_cards()",
        ),
        _same_card_queries,
    ),
    (tuple(f"{name}()" for name in BY_PLAYER), _same_by_player),
    ((*(f"{name}()" for name in HANDS), "get_up_hands()"), _same_hands),
    (tuple(f"{name}() without warnings" for name in WARNING), _same_warnings),
    (("get_dealable_cards(None)",), _same_dealable),
)


def compare(
    theirs: Any, ours: Any, library: str, groups: Sequence[Group], *, exact: bool
) -> dict[str, Any]:
    """Return in which respects two states differ, each with both answers as plain values."""
    twin = twins(library)
    mismatches = {}
    for names, is_same in groups:
        try:
            found = is_same(theirs, ours, twin)
        except Exception:
            # Which of them fails, and whether both do, is found out below.
            found = False
        if found is True:
            continue
        for name in found or names:
            one, other = ask(QUESTIONS[name], theirs), ask(QUESTIONS[name], ours)
            if not same(one, other, exact=exact):
                mismatches[name] = one, other
    return mismatches


def compare_beginnings(theirs: Any, ours: Any, *, exact: bool) -> dict[str, Any]:
    """Return in which respects two states differ that do not change during a hand."""
    questions = dict(_BEGINNINGS)
    if [*map(_get_street, theirs.streets)] == [*map(_get_street, ours.streets)]:
        del questions["streets"]
    if _get_beginning(theirs) != _get_beginning(ours):
        questions |= {name: attrgetter(name) for name in FIXED}
    answers = {name: (ask(asks, theirs), ask(asks, ours)) for name, asks in questions.items()}
    return {name: pair for name, pair in answers.items() if not same(*pair, exact=exact)}


def _plain_deck(state: Any) -> Any:
    # The decks of a library are always the same.
    deck = state.deck
    if id(deck) not in _PLAIN_DECKS:
        _PLAIN_DECKS[id(deck)] = deck, plain(deck)
    return _PLAIN_DECKS[id(deck)][1]


_get_street = attrgetter(*(field.name for field in dataclasses.fields(pokerkit.state.Street)))
_PLAIN_DECKS: dict[int, tuple[Any, Any]] = {}
_get_beginning = attrgetter(*(name for name in FIXED if name != "draw_statuses"))
_BEGINNINGS: dict[str, Callable[[Any], Any]] = {
    "deck": _plain_deck,
    "draw_statuses": attrgetter("draw_statuses"),
    "hand_types": lambda state: [hand_type.__name__ for hand_type in state.hand_types],
    "streets": attrgetter("streets"),
}
