"""Where Croupier differs from PokerKit on purpose, as data.

Each difference tells when it applies and which of the compared fields it excuses. `EVERYTHING`
stands for all fields: from there on the two hands go their own ways, and the comparison ends.

Two more differences never show in play. Fixed-limit Omaha hi-lo is pot-limit in PokerKit: the
set-ups play it there with the limits that its name promises. PokerKit takes the player whom
`select_runout_count` names for the number of runouts: only the default player selects.
"""

from __future__ import annotations

import dataclasses
import numbers
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from differential.moves import Move
from differential.setups import Setup

EVERYTHING = frozenset(["*"])
POTS = frozenset(["pots", "pot_amounts"])
# What tells who gets how much, and when.
MONEY = frozenset(
    [
        "result",
        "operations",
        "warning",
        "status",
        "bets",
        "stacks",
        "payoffs",
        "pots",
        "pot_amounts",
        "total_pot_amount",
        "total_pushed_amount",
        "chips_pulling_statuses",
        "chips_pulling_indices",
        "can_push_chips()",
        "can_pull_chips()",
    ]
)
RAISING = frozenset(
    [
        "can_complete_bet_or_raise_to()",
        "min_completion_betting_or_raising_to_amount",
        "pot_completion_betting_or_raising_to_amount",
        "max_completion_betting_or_raising_to_amount",
    ]
)
# What tells who acts first, and what that player can do.
OPENING = RAISING | frozenset(
    [
        "opener_index",
        "actor_indices",
        "actor_index",
        "turn_index",
        "checking_or_calling_amount",
        "effective_bring_in_amount",
    ]
)
DUST = 1e-9
# Less than so much is a matter of the unit in which chips are counted.
SMALL_CHANGE = 1e-5


@dataclass
class Story:
    """The hand so far, by what PokerKit's state was before each operation."""

    needless_fold: bool = False
    mucked: bool = False
    dealt_unknown: bool = False
    acted: set[int] = field(default_factory=set)
    was_short: bool = False
    betting_street: int | None = None

    def note(self, state: Any, move: Move) -> None:
        """Take in an operation that is about to happen."""
        if move.name == "show_or_muck_hole_cards":
            # Who does not show gives up the chips, as who folds does.
            self.mucked = self.mucked or move.arguments[:1] != (True,)
        elif move.name == "deal_hole":
            self.dealt_unknown = self.dealt_unknown or "?" in str(move.arguments)
        elif move.name in ("fold", "check_or_call", "post_bring_in", "complete_bet_or_raise_to"):
            self._note_action(state, move)

    def _note_action(self, state: Any, move: Move) -> None:
        if state.street_index != self.betting_street:
            self.betting_street = state.street_index
            self.acted, self.was_short = set(), False
        actor = state.actor_index
        if move.name == "fold" and state.bets[actor] >= max(state.bets):
            self.needless_fold = True
        if move.name == "complete_bet_or_raise_to":
            amounts = move.arguments or (state.min_completion_betting_or_raising_to_amount,)
            completes = state.completion_status and reopens(state, amounts[0])
            more = amounts[0] - max(state.bets)
            if completes or reopens(state, more):
                self.acted = set()
            if more < least_raise(state):
                self.was_short = True
        self.acted.add(actor)


def least_raise(state: Any) -> Any:
    """Return the smallest full bet or raise of the round."""
    return max(
        state.completion_betting_or_raising_amount,
        state.street.min_completion_betting_or_raising_amount,
    )


def reopens(state: Any, more: Any) -> bool:
    """Return whether so much more is a full bet or raise, or half of one in fixed limit."""
    full = least_raise(state)
    return bool((2 * more if state.betting_structure.name == "FIXED_LIMIT" else more) >= full)


@dataclass
class Situation:
    """Two states that should be the same, and in what they are not."""

    setup: Setup
    story: Story
    theirs: Any
    ours: Any
    mismatches: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    error: BaseException | None = None


@dataclass(frozen=True)
class Difference:
    """A deliberate difference: its name, why it is there, when it applies, what it excuses.

    A difference that ends the comparison may do so only where nothing but certain fields differ.
    """

    name: str
    reason: str
    applies: Callable[[Situation], bool]
    excuses: frozenset[str] = EVERYTHING
    only: frozenset[str] | None = None

    def is_relevant(self, mismatches: dict[str, Any]) -> bool:
        """Return whether it is worth asking whether this applies."""
        if self.excuses != EVERYTHING:
            return bool(self.excuses & set(mismatches))
        return self.only is None or set(mismatches) <= self.only


def _is_being_pushed(state: Any) -> bool:
    return state._pots is not None


def _has_a_foreign_low(situation: Situation) -> bool:
    """Return whether a hand type counts in a pot of which nobody has a hand of that type."""
    state = situation.theirs
    if state.hand_type_count < 2 or sum(state.statuses) < 2 or not _is_being_pushed(state):
        return False
    for board in state.board_indices:
        for hand_type in state.hand_type_indices:
            hands = list(state.get_up_hands(board, hand_type))
            if all(hand is None for hand in hands):
                continue
            if any(all(hands[i] is None for i in pot.player_indices) for pot in state.pots):
                return True
    return False


def _has_a_board_without_hands(situation: Situation) -> bool:
    state = situation.theirs
    if not isinstance(situation.error, ZeroDivisionError):
        return False
    return any(
        not any(any(state.get_up_hands(board, kind)) for kind in state.hand_type_indices)
        for board in state.board_indices
    )


def _deals_hole_cards_again(situation: Situation) -> bool:
    state = situation.theirs
    first = state.street_return_index
    if first is None or (state.runout_count or 1) < 2:
        return False
    return any(street.hole_dealing_statuses for street in state.streets[first:])


def _kills_everybody(situation: Situation) -> bool:
    theirs, ours = situation.theirs, situation.ours
    alive = [status for status in theirs.statuses if status]
    killed = [status for status in theirs.hand_killing_statuses if status]
    return alive == killed and any(ours.statuses) and not any(ours.hand_killing_statuses)


def _shows_without_a_hand(situation: Situation) -> bool:
    theirs, ours = situation.theirs, situation.ours
    for player, (in_theirs, in_ours) in enumerate(zip(theirs.statuses, ours.statuses, strict=True)):
        if in_ours and not in_theirs and not _has_hand(ours, player):
            return all(ours.hole_card_statuses[player])
    return False


def _has_hand(state: Any, player: int) -> bool:
    return any(
        state.get_hand(player, board, hand_type) is not None
        for board in state.board_indices
        for hand_type in state.hand_type_indices
    )


def _may_raise_differently(situation: Situation) -> bool:
    theirs, ours = situation.theirs, situation.ours
    actor = theirs.actor_index
    if actor is None:
        return False
    to_call = max(theirs.bets) - theirs.bets[actor]
    may_raise = actor not in situation.story.acted or reopens(theirs, to_call)
    if may_raise != ours.can_complete_bet_or_raise_to():
        return False
    try:
        theirs.verify_completion_betting_or_raising_to()
    except ValueError as error:
        # Not for any other reason.
        return may_raise and ("hort all-in" in str(error) or "already acted" in str(error))
    return not may_raise


def _has_ownerless_pot(situation: Situation) -> bool:
    state, story = situation.theirs, situation.story
    gave_up = story.needless_fold or story.mucked or story.dealt_unknown
    # Who paid the largest ante may fold to a bet of somebody who paid less in all.
    gave_up = gave_up or (situation.setup.trimming and not isinstance(situation.setup.antes, int))
    return gave_up and any(state.statuses) and not all(pot.player_indices for pot in state.pots)


def _has_dust(situation: Situation) -> bool:
    setup, error = situation.setup, situation.error
    if setup.chips == "float" and isinstance(error, (AssertionError, ValueError)):
        return _is_being_pushed(situation.theirs) or "amount" in str(error)
    if setup.is_exact or not _is_being_pushed(situation.theirs):
        return False
    return any(0 < abs(pot.unraked_amount) < DUST for pot in situation.theirs.pots)


def _is_near(one: Any, other: Any) -> bool:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_is_near, one, other))
    if isinstance(one, numbers.Number) and isinstance(other, numbers.Number):
        return abs(float(one) - float(other)) < SMALL_CHANGE  # type: ignore[arg-type]
    if dataclasses.is_dataclass(one) and type(one).__name__ == type(other).__name__:
        names = [field.name for field in dataclasses.fields(one)]
        return all(_is_near(getattr(one, name), getattr(other, name)) for name in names)
    return repr(one) == repr(other)


def _splits_small_change(situation: Situation) -> bool:
    """Return whether a part that cannot be split in our units went to the first winner."""
    if situation.setup.chips == "int" or not _is_being_pushed(situation.theirs):
        return False
    return all(_is_near(*pair) for pair in situation.mismatches.values())


def _splits_whole_chips(situation: Situation) -> bool:
    """Return whether integers are split beside amounts of another type."""
    state = situation.theirs
    if not situation.setup.whole or not _is_being_pushed(state):
        return False
    return any(isinstance(amount, int) for amount in state.payoffs)


def _has_lost_community_card(situation: Situation) -> bool:
    state = situation.theirs
    return any(len(cards) > state.board_count for cards in state.board_cards)


def _has_unknown_up_card(situation: Situation) -> bool:
    state = situation.theirs
    return any(not card for i in state.player_indices for card in state.get_up_cards(i))


def _opens_among_unknown_cards(situation: Situation) -> bool:
    return isinstance(situation.error, KeyError) and _has_unknown_up_card(situation)


def _opens_with_one_card_twice(situation: Situation) -> bool:
    state = situation.theirs
    if not situation.setup.duplicates or state.street is None:
        return False
    hands = [list(state.get_up_cards(player)) for player in state.player_indices]
    is_by_hand = state.street.opening.name in ("LOW_HAND", "HIGH_HAND")
    return is_by_hand and any(len(set(cards)) < len(cards) for cards in hands)


def _asserts_effective_stack(situation: Situation) -> bool:
    state = situation.theirs
    return sum(state.statuses) < 2 and state.street_index is not None


def _deals_to_the_last_player(situation: Situation) -> bool:
    failed = isinstance(situation.error, AssertionError)
    return failed and situation.story.mucked and _asserts_effective_stack(situation)


DIFFERENCES = (
    Difference(
        "low of another pot",
        "PokerKit splits half of a side pot among all its players when only somebody outside it has"
        " a low; its high hand should win it whole",
        _has_a_foreign_low,
        only=MONEY,
    ),
    Difference(
        "reopened betting",
        "who has acted may raise again only when facing a full raise, in fixed limit half of one;"
        " PokerKit does not count the blinds, nor the smallest bet, as a bet",
        _may_raise_differently,
        RAISING,
    ),
    Difference(
        "memory of short wagers",
        "the two fields behind the rule above, which follow from what counts as a full raise",
        lambda situation: situation.story.was_short,
        frozenset(["acted_player_indices", "consecutive_short_all_in_amounts"]),
    ),
    Difference(
        "pot without owner",
        "when nobody is left who could win a pot, the next lower pot gets it; PokerKit keeps both",
        _has_ownerless_pot,
        POTS,
    ),
    Difference(
        "burned pot",
        "PokerKit burns the chips of a pot without owner, or fails an assertion",
        lambda situation: _has_ownerless_pot(situation) and _is_being_pushed(situation.theirs),
        only=MONEY,
    ),
    Difference(
        "dust",
        "rounding leaves PokerKit with pots of next to nothing, or less, which nobody can win",
        _has_dust,
        only=MONEY,
    ),
    Difference(
        "small change",
        "chips are counted in whole units, of which an odd one goes to the first winner; PokerKit"
        " splits floats, decimals and fractions for ever",
        _splits_small_change,
        only=MONEY,
    ),
    Difference(
        "whole chips",
        "one state has one type of chips; where PokerKit has several, it splits pots to which all"
        " contributions were integers in whole chips",
        _splits_whole_chips,
        only=MONEY,
    ),
    Difference(
        "lost community card",
        "PokerKit puts a second community card of stud beside the first, on a board of nobody",
        _has_lost_community_card,
    ),
    Difference(
        "board without hands",
        "PokerKit divides by no hand types where nobody has a hand with a board, as may be when a"
        " card was dealt twice",
        _has_a_board_without_hands,
    ),
    Difference(
        "hole cards of every run",
        "PokerKit deals hole cards that come after the all-in again with every run of the board",
        _deals_hole_cards_again,
    ),
    Difference(
        "everybody killed",
        "PokerKit kills all hands where nobody has shown a whole one, and the chips are lost",
        _kills_everybody,
    ),
    Difference(
        "no hand yet",
        "PokerKit lets a player without a hand muck by default although nobody has shown one",
        _shows_without_a_hand,
    ),
    Difference(
        "one up card twice",
        "PokerKit overlooks up cards of one suit of which two are the same when it looks for who"
        " opens: its tables have no such hands",
        _opens_with_one_card_twice,
        only=OPENING,
    ),
    Difference(
        "unknown up cards",
        "PokerKit cannot tell who opens when up cards are unknown: KeyError, after the deal",
        _opens_among_unknown_cards,
    ),
    Difference(
        "hands of unknown up cards",
        "PokerKit's hands of up cards are a KeyError when one of them is unknown",
        _has_unknown_up_card,
        frozenset(["get_up_hands()", "get_up_hand()", "can_win_now()"]),
    ),
    Difference(
        "cards for the last player",
        "when all others muck before the last street, PokerKit deals on and fails an assertion",
        _deals_to_the_last_player,
    ),
    Difference(
        "effective stack of the last player",
        "PokerKit fails an assertion when asked between the last fold and the collection",
        _asserts_effective_stack,
        frozenset(["get_effective_stack()"]),
    ),
)


# Differences of refused operations: they never enter a hand.


@dataclass(frozen=True)
class Refusal:
    """A deliberate difference in what is refused."""

    name: str
    reason: str
    applies: Callable[[Any, Move], bool]


def _discards_twice(_state: Any, move: Move) -> bool:
    if move.name != "stand_pat_or_discard" or not move.arguments:
        return False
    text = move.arguments[0]
    cards = [text[i : i + 2] for i in range(0, len(text), 2)]
    return len(set(cards)) < len(cards)


def _runs_out_of_cards(state: Any, move: Move) -> bool:
    if move.name != "select_runout_count" or not move.arguments or move.arguments[0] < 2:
        return False
    streets = state.streets[0 if state.street_index is None else state.street_index + 1 :]
    run = state.starting_board_count * sum(street.board_dealing_count for street in streets)
    # Burnt cards come back to the deck, all but the last one.
    needed = move.arguments[0] * run + any(street.card_burning_status for street in streets)
    return bool(needed > len([*state.deck_cards, *state.reserved_cards]))


def _bets_without_end(_state: Any, move: Move) -> bool:
    return move.name == "complete_bet_or_raise_to" and inf in move.arguments


def _completes_a_short_bet(state: Any, move: Move) -> bool:
    if move.name != "complete_bet_or_raise_to" or not move.arguments or state.street is None:
        return False
    if state.betting_structure.name != "FIXED_LIMIT" or state.completion_status:
        return False
    largest, size = max(state.bets), state.street.min_completion_betting_or_raising_amount
    short = any(
        bet == largest and not stack for bet, stack in zip(state.bets, state.stacks, strict=True)
    )
    level = largest - largest % size + size
    return short and largest % size != 0 and move.arguments[0] in (level, level + size)


REFUSALS = (
    Refusal(
        "short bet completed",
        "in fixed limit an all-in that falls short of a bet may be completed; PokerKit refuses it",
        _completes_a_short_bet,
    ),
    Refusal(
        "more runs than cards",
        "every run of the board needs its cards; PokerKit deals until there are none",
        _runs_out_of_cards,
    ),
    Refusal(
        "bet without end",
        "what somebody bets must be known, though the stack is not; PokerKit takes everything",
        _bets_without_end,
    ),
    Refusal(
        "card discarded twice",
        "PokerKit accepts a card that is named twice, and fails half way",
        _discards_twice,
    ),
)


def refuses_both_forced_bets(setup: Setup) -> bool:
    """Return whether a set-up has a bring-in and blinds: refused, but by PokerKit only when all
    blinds are posts; its check has the wrong sign.
    """
    return bool(setup.bring_in) and setup.has_blinds
