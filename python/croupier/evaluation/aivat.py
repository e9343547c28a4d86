"""AIVAT: what a hand brought, without the luck of cards and of dice that players throw themselves.

Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT: a new variance reduction technique for agent
evaluation in imperfect information games" (2018). A value function that was fixed beforehand says
what a hand is worth at any point, all cards known. For each card that was dealt, and each decision
of a player whose chances are known, the mean over what might have been is added and what was is
taken away. The mean of that is 0 whatever the function says, so that results stay unbiased; the
better it is, the less is left to luck.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Final, TypeAlias

from croupier.errors import RuleError, SetupError
from croupier.histories import HandHistory
from croupier.state import State

__all__ = ["StatePolicy", "StateValue", "find_aivat", "find_aivat_of", "value_by_calling"]

StateValue: TypeAlias = Callable[[State], Sequence[float]]
"""A function for the average winnings of players, chips put in included; all cards are seen."""

StatePolicy: TypeAlias = Callable[[State], Mapping[str, float]]
"""How often a player does what, as histories write it: `f`, `cc`, `cbr 4`."""

# A flop of hold'em is one of 17,296: it stays luck.
_MAX_CARDS: Final = 64
_MAX_RUNOUTS: Final = 2_500


def find_aivat(
    start: State,
    actions: Sequence[str],
    value: StateValue,
    policies: Mapping[int, StatePolicy] | None = None,
) -> tuple[float, ...]:
    """Return what each player won in a hand, without luck.

    Cards are dealt by the actions, one at a time where it is to be taken out how they fell: deals
    of several cards at once are left as they are.

    Args:
        start: The beginning of the hand, before any card is dealt.
        actions: What was done, as histories write it: `d dh p1 Kh`, `d db Js`, `p1 cbr 4`.
        value: The value function. Hands that are over are worth what was won in them.
        policies: By player, those whose chances are known. They must be those by which they played.

    Returns:
        For each player the chips that were won, with the luck taken out.

    Raises:
        SetupError: A policy gives what was done no chance, or one that is none.
        RuleError: An action is not possible.
    """
    state = deepcopy(start)
    luck = [0.0] * state.player_count
    for action in actions:
        others = _list_others(state, action, policies or {})
        if others:
            was = _value_after(state, action, value)
            total = sum(weight for _, weight in others)
            for other, weight in others:
                worth = was if other == action else _value_after(state, other, value)
                for player, (one, two) in enumerate(zip(worth, was, strict=True)):
                    luck[player] += weight / total * (one - two)
        _do(state, action)
    if state.status:
        raise RuleError("the hand is not over", code="hand-unfinished")
    return tuple(float(won) + added for won, added in zip(state.payoffs, luck, strict=True))


def find_aivat_of(
    history: HandHistory, value: StateValue, policies: Mapping[int, StatePolicy] | None = None
) -> tuple[float, ...]:
    """Return what each player won in a recorded hand, without luck.

    Args:
        history: The hand, all of whose cards are known.
        value: The value function.
        policies: By player, those whose chances are known.

    Returns:
        For each player the chips.
    """
    return find_aivat(history.create_state(), history.actions, value, policies)


def _list_others(
    state: State, action: str, policies: Mapping[int, StatePolicy]
) -> list[tuple[str, float]]:
    """Return the alternatives to an operation, itself included, with their probabilities."""
    words = action.split()
    if words[0] == "d":
        if len(words[-1]) != 2:
            return []
        cards = [repr(card) for card in state.get_dealable_cards()]
        if len(cards) > _MAX_CARDS:
            return []
        return [(" ".join([*words[:-1], card]), 1.0) for card in cards]
    player = state.actor_index
    if player is None or player not in policies or words[1] == "sm":
        return []
    chances = policies[player](state)
    found = [(f"{words[0]} {what}", float(chance)) for what, chance in chances.items() if chance]
    fine = all(0 < chance < float("inf") for _, chance in found)
    if not fine or action not in (other for other, _ in found):
        raise SetupError(
            f"the policy of player {player} gives {action!r} no chance: {dict(chances)!r:.120}",
            code="policy-chance",
        )
    return found


def _value_after(state: State, action: str, value: StateValue) -> Sequence[float]:
    copied = deepcopy(state)
    _do(copied, action)
    if copied.status:
        return value(copied)
    return [float(won) for won in copied.payoffs]


def _do(state: State, action: str) -> None:
    """Apply an action in the notation of histories."""
    match action.split():
        case ["d", "dh", _, cards]:
            state.deal_hole(cards)
        case ["d", "db", cards]:
            if state.can_burn_card("??"):
                state.burn_card("??")
            state.deal_board(cards)
        case [_, "f"]:
            state.fold()
        case [_, "cc"]:
            state.check_or_call()
        case [_, "cbr", amount]:
            state.complete_bet_or_raise_to(int(amount))
        case [_, "sm", *_]:
            if state.can_show_or_muck_hole_cards():
                state.show_or_muck_hole_cards()
        case _:
            raise RuleError(f"{action!r:.80} is nothing that AIVAT knows", code="aivat-action")


def value_by_calling(state: State) -> Sequence[float]:
    """Return the average payoffs if everybody checks and calls from here on.

    The mean is that over all cards that may come to the board; where there are too many, as before
    the flop of hold'em, or hole cards are missing, it is 0 for everybody.

    Args:
        state: The hand, all cards of which are known.

    Returns:
        For each player the chips.
    """
    nothing = [0.0] * state.player_count
    copied = deepcopy(state)
    while copied.status:
        if copied.can_check_or_call():
            copied.check_or_call()
        elif copied.can_show_or_muck_hole_cards():
            copied.show_or_muck_hole_cards()
        else:
            break
    if not copied.status:
        return [float(won) for won in copied.payoffs]
    if not copied.can_burn_card("??") and not copied.can_deal_board():
        return nothing
    cards = [repr(card) for card in copied.get_dealable_cards()]
    left = sum(street.board_dealing_count for street in copied.streets)
    left -= sum(1 for _ in copied.get_board_cards(0))
    if len(cards) ** max(left, 1) > _MAX_RUNOUTS:
        return nothing
    sums = nothing
    for card in cards:
        after = deepcopy(copied)
        _do(after, f"d db {card}")
        sums = [one + two for one, two in zip(sums, value_by_calling(after), strict=True)]
    return [one / len(cards) for one in sums]
