"""A slow and obvious count of statistics: one look at all decisions of a hand for each of them.

It shares no code with the core. A hand is played action by action, and what the state says before
each action is written down; then each statistic is a question about the list of decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from croupier.histories import HandHistory
from croupier.histories.replaying.settlement import recorded_amounts
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CheckingOrCalling,
    ChipsPulling,
    CompletionBettingOrRaisingTo,
    Discard,
    HoleCardsShowingOrMucking,
    State,
)

POSITIONS = {
    2: "BB BTN",
    3: "SB BB BTN",
    4: "SB BB CO BTN",
    5: "SB BB UTG CO BTN",
    6: "SB BB UTG HJ CO BTN",
    7: "SB BB UTG LJ HJ CO BTN",
    8: "SB BB UTG UTG+1 LJ HJ CO BTN",
    9: "SB BB UTG UTG+1 UTG+2 LJ HJ CO BTN",
    10: "SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN",
}


class Decision(NamedTuple):
    """A decision of a player, and the betting before it."""

    street: int
    seat: int
    act: str
    """f folds, x checks, c calls, r bets or raises."""
    to_call: Any
    can_raise: bool
    live: tuple[bool, ...]
    """Who was in the hand and had chips."""


class Hand(NamedTuple):
    """A hand as a list of decisions."""

    decisions: list[Decision]
    saw: list[bool] | None
    """Who was there when the second round began; nothing if it never did."""
    state: State
    history: HandHistory


def read(history: HandHistory) -> Hand:
    """Play a hand."""
    decisions: list[Decision] = []
    saw = None
    before = None
    state = None
    operations = -1
    for state, action in history.state_actions:
        words = (action or "").split("#")[0].split()
        done = len(state.operations)
        if done == operations:
            # A repair left the action out.
            continue
        operations = done
        if before is not None and len(words) > 1 and words[1] in ("f", "cc", "cbr"):
            round_before, bets, stacks, statuses = before
            seat = int(words[0][1:]) - 1
            to_call = max(max(bets) - bets[seat], 0)
            act = {"f": "f", "cbr": "r"}.get(words[1]) or ("c" if to_call else "x")
            live = tuple(
                inside and stack > 0 for inside, stack in zip(statuses, stacks, strict=True)
            )
            others = any(live[other] for other in range(len(live)) if other != seat)
            can_raise = stacks[seat] > to_call and others
            decisions.append(Decision(round_before, seat, act, to_call, can_raise, live))
        street = betting_round(state)
        deals = words[:2] in (["d", "db"], ["d", "dh"]) or words[1:2] == ["sd"]
        if saw is None and deals and street:
            folded = {one.seat for one in decisions if one.act == "f"}
            saw = [seat not in folded for seat in range(state.player_count)]
        before = street, list(state.bets), list(state.stacks), list(state.statuses)
    assert state is not None
    return Hand(decisions, saw, state, history)


def betting_round(state: State) -> int:
    """Count the betting rounds before this one; steps in which cards are discarded have none."""
    index = state.street_index or 0
    return sum(not isinstance(one, Discard) for one in state.streets[:index])


def position(hand: Hand, seat: int) -> str:
    blinds = hand.history.blinds_or_straddles
    if not isinstance(blinds, list) or not any(blinds):
        return ""
    return POSITIONS[hand.state.player_count].split()[seat]


def find_winnings(state: State) -> tuple[set[int], list[Any], list[Any]]:
    """Return who won, what they got of the pots, and what they bet that nobody called."""
    count = state.player_count
    bets: list[Any] = [0] * count
    paid: list[Any] = [0] * count
    returned: list[Any] = [0] * count
    winners = set()
    antes = False
    for operation in state.operations:
        match operation:
            case AntePosting(player_index=index, amount=amount):
                bets[index] += amount
                antes = True
            case (
                BlindOrStraddlePosting(player_index=index, amount=amount)
                | BringInPosting(player_index=index, amount=amount)
                | CheckingOrCalling(player_index=index, amount=amount)
            ):
                bets[index] += amount
            case CompletionBettingOrRaisingTo(player_index=index, amount=amount):
                bets[index] = amount
            case BetCollection():
                called = inf if antes and not state.ante_trimming_status else sorted(bets)[-2]
                for index, bet in enumerate(bets):
                    over = bet - called if bet > called else 0
                    returned[index] += over
                    paid[index] += bet - over
                bets = [0] * count
                antes = False
            case ChipsPulling(player_index=index):
                winners.add(index)
            case _:
                pass
    payoffs: list[Any] = list(state.payoffs)
    return winners, [pay + put for pay, put in zip(payoffs, paid, strict=True)], returned


def net(hand: Hand, seat: int) -> Fraction | None:
    """Return a player's winnings: by recorded stacks, by recorded winnings, by the replay."""
    state, history = hand.state, hand.history
    stacks = recorded_amounts(history.finishing_stacks, state.player_count)
    start = history.starting_stacks[seat]
    if stacks is not None and stacks[seat] != inf and start != inf:
        return Fraction(stacks[seat]) - Fraction(start)
    won = recorded_amounts(history.winnings, state.player_count)
    _, called, returned = find_winnings(state)
    paid = [Fraction(pot) - Fraction(pay) for pot, pay in zip(called, state.payoffs, strict=True)]
    if won is not None and any(won):
        gross = sum(map(Fraction, won)) > sum(paid)
        back = Fraction(returned[seat]) if gross and won[seat] else 0
        return Fraction(won[seat]) - back - paid[seat]
    shown = {
        one.player_index: one.hole_cards
        for one in state.operations
        if isinstance(one, HoleCardsShowingOrMucking)
    }
    hidden = any(not all(cards) for cards in shown.values())
    if hidden and not state.folded_status:
        return None
    return Fraction(state.payoffs[seat])


def count(hand: Hand, seat: int) -> dict[str, tuple[int, int]]:
    """Count chances and what was taken of them, by the names of statistics."""
    every = hand.decisions
    first_round = [one for one in every if one.street == 0]
    rest = [one for one in every if one.street > 0]
    rounds = [one for one in hand.state.streets if not isinstance(one, Discard)]
    has_board = any(one.board_dealing_count for one in rounds[1:])
    where = position(hand, seat)
    own_first = [one for one in first_round if one.seat == seat]

    def before(one: Decision) -> list[Decision]:
        return [other for other in every[: index_of(one)] if other.street == one.street]

    def index_of(one: Decision) -> int:
        return next(place for place, other in enumerate(every) if other is one)

    def raises(decisions: list[Decision]) -> list[Decision]:
        return [one for one in decisions if one.act == "r"]

    def pairs(
        decisions: list[Decision], chance: Callable[[Decision], Any], acts: str
    ) -> tuple[int, int]:
        taken = [one.act in acts for one in decisions if one.seat == seat and chance(one)]
        return len(taken), sum(taken)

    def is_first(one: Decision) -> bool:
        return all(other.seat != one.seat for other in before(one))

    def faces(number: int) -> Callable[[Decision], bool]:
        return lambda one: (
            len(raises(before(one))) == number and raises(before(one))[-1].seat != one.seat
        )

    def callers(one: Decision) -> int:
        earlier = before(one)
        last = max((place for place, other in enumerate(earlier) if other.act == "r"), default=-1)
        return sum(other.act == "c" for other in earlier[last + 1 :])

    def raised(number: int) -> Callable[[Decision], bool]:
        """Whether the player made that raise."""
        return lambda one: raises(before(one))[number - 1].seat == one.seat

    def may_steal(one: Decision) -> bool:
        late = position(hand, one.seat) in ("CO", "BTN", "SB")
        quiet = all(other.act in "fx" for other in before(one))
        return bool(late and is_first(one) and quiet and one.can_raise)

    def faces_steal(one: Decision) -> bool:
        made = raises(before(one))
        if where not in ("SB", "BB") or len(made) != 1 or made[0].seat == one.seat:
            return False
        return is_first(one) and may_steal(made[0]) and not callers(one)

    def aggressor(street: int) -> int | None:
        made = raises([one for one in every if one.street == street])
        return made[-1].seat if made else None

    def may_continue(one: Decision, street: int) -> bool:
        if not has_board or one.street != street or not is_first(one) or raises(before(one)):
            return False
        if street == 1:
            return aggressor(0) == one.seat
        flop = [other for other in every if other.street == 1]
        made = raises(flop)
        if not made or made[0].seat != one.seat or made[-1].seat != one.seat:
            return False
        return may_continue(made[0], 1)

    def faces_continuation(street: int) -> Callable[[Decision], bool]:
        def found(one: Decision) -> bool:
            made = raises(before(one)) if one.street == street else []
            return len(made) == 1 and made[0].seat != one.seat and may_continue(made[0], street)

        return found

    def may_donk(one: Decision) -> bool:
        who = aggressor(0)
        if not has_board or one.street != 1 or who is None or who == one.seat:
            return False
        waits = one.live[who] and all(other.seat != who for other in before(one))
        return bool(waits and is_first(one) and not raises(before(one)))

    def checked_to_a_bet(one: Decision) -> bool:
        own = [other.act for other in before(one) if other.seat == one.seat]
        return bool(own == ["x"] and one.to_call and one.can_raise)

    acts = [one.act for one in rest if one.seat == seat]
    entered = any(one.act in "cr" for one in own_first)
    has_raised = any(one.act == "r" for one in own_first)
    acted = int(bool(own_first))
    folded = any(one.seat == seat and one.act == "f" for one in every)
    stayed = not folded and not hand.state.folded_status
    result = net(hand, seat)
    _, called, _ = find_winnings(hand.state)
    paid = Fraction(called[seat]) - Fraction(hand.state.payoffs[seat])
    won = result is not None and result + paid > 0
    saw = hand.saw is not None and hand.saw[seat]
    return {
        "vpip": (acted, int(entered)),
        "pfr": (acted, int(has_raised)),
        "limp": pairs(
            first_round, lambda one: is_first(one) and not raises(before(one)) and one.to_call, "c"
        ),
        "three_bet": pairs(first_round, lambda one: faces(1)(one) and one.can_raise, "r"),
        "fold_to_three_bet": pairs(first_round, lambda one: faces(2)(one) and raised(1)(one), "f"),
        "four_bet": pairs(first_round, lambda one: faces(2)(one) and one.can_raise, "r"),
        "fold_to_four_bet": pairs(first_round, lambda one: faces(3)(one) and raised(2)(one), "f"),
        "squeeze": pairs(
            first_round, lambda one: faces(1)(one) and one.can_raise and callers(one), "r"
        ),
        "steal": pairs(first_round, may_steal, "r"),
        "fold_to_steal": pairs(first_round, faces_steal, "f"),
        "resteal": pairs(first_round, lambda one: faces_steal(one) and one.can_raise, "r"),
        "saw_flop": (int(len(rounds) > 1), int(saw)),
        "went_to_showdown": (int(saw), int(saw and stayed)),
        "won_at_showdown": (int(stayed and result is not None), int(stayed and won)),
        "won_when_saw_flop": (int(saw and result is not None), int(saw and won)),
        "flop_cbet": pairs(rest, lambda one: may_continue(one, 1), "r"),
        "fold_to_flop_cbet": pairs(rest, faces_continuation(1), "f"),
        "turn_cbet": pairs(rest, lambda one: may_continue(one, 2), "r"),
        "fold_to_turn_cbet": pairs(rest, faces_continuation(2), "f"),
        "donk": pairs(rest, may_donk, "r"),
        "check_raise": pairs(rest, checked_to_a_bet, "r"),
        "aggression_factor": (acts.count("c"), acts.count("r")),
        "aggression_frequency": (len(acts) - acts.count("x"), acts.count("r")),
    }
