"""Moves in a state: operations with random arguments that both libraries understand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import Any

from differential.setups import Setup

# Every operation, and the question whether it is possible.
OPERATIONS = {
    "post_ante": "can_post_ante",
    "collect_bets": "can_collect_bets",
    "post_blind_or_straddle": "can_post_blind_or_straddle",
    "burn_card": "can_burn_card",
    "deal_hole": "can_deal_hole",
    "deal_board": "can_deal_board",
    "stand_pat_or_discard": "can_stand_pat_or_discard",
    "fold": "can_fold",
    "check_or_call": "can_check_or_call",
    "post_bring_in": "can_post_bring_in",
    "complete_bet_or_raise_to": "can_complete_bet_or_raise_to",
    "select_runout_count": "can_select_runout_count",
    "show_or_muck_hole_cards": "can_show_or_muck_hole_cards",
    "kill_hand": "can_kill_hand",
    "push_chips": "can_push_chips",
    "pull_chips": "can_pull_chips",
    "no_operate": "can_no_operate",
}
UNKNOWN = "??"


@dataclass(slots=True)
class Move:
    """An operation with its arguments: numbers, truths, and cards as text."""

    name: str
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def code(self) -> str:
        named = [f"{name}={value!r}" for name, value in self.options.items()]
        return f"state.{self.name}({', '.join([*map(repr, self.arguments), *named])})"

    def is_possible(self, state: Any) -> bool:
        options = {key: value for key, value in self.options.items() if key != "commentary"}
        return bool(getattr(state, OPERATIONS[self.name])(*self.arguments, **options))

    def make(self, state: Any) -> Any:
        return getattr(state, self.name)(*self.arguments, **self.options)


def choose(
    state: Any, setup: Setup, rng: Random, is_excused: Callable[[Move], bool]
) -> Move | None:
    """Return an operation that is possible in a state, now and then with a remark, if there is any.

    Excused operations are left out.
    """
    candidates = _candidates(state, setup, rng)
    while candidates:
        _, move = candidates.pop(_choose_index(candidates, rng))
        if is_excused(move) or not move.is_possible(state):
            continue
        which = rng.random()
        if which < 0.005:
            return Move("no_operate")
        if which < 0.035:
            return Move(move.name, move.arguments, {**move.options, "commentary": "a remark"})
        return move
    return None


def _choose_index(candidates: list[tuple[float, Move]], rng: Random) -> int:
    if len(candidates) == 1:
        return 0
    left = rng.random() * sum(weight for weight, _ in candidates)
    for index, (weight, _) in enumerate(candidates):
        left -= weight
        if left < 0:
            return index
    return len(candidates) - 1


def _candidates(state: Any, setup: Setup, rng: Random) -> list[tuple[float, Move]]:
    moves: list[tuple[float, Move]] = []
    moves += [(1, move) for move in _by_player("post_ante", state.ante_poster_indices, rng)]
    if state.bet_collection_status:
        moves.append((1, Move("collect_bets")))
    posters = state.blind_or_straddle_poster_indices
    moves += [(1, move) for move in _by_player("post_blind_or_straddle", posters, rng)]
    if state.street is not None:
        moves += _deals(state, setup, rng)
        moves += _bets(state, setup, rng)
        moves += _showdown(state, setup, rng)
    elif rng.random() < 0.02:
        player = rng.choice(state.player_indices)
        # Showing no cards is refused on purpose; a test of the rules has it.
        if state.hole_cards[player]:
            moves.append((0.3, Move("show_or_muck_hole_cards", (True,), {"player_index": player})))
    moves += [(1, move) for move in _by_player("kill_hand", state.hand_killing_indices, rng)]
    if state.can_push_chips():
        moves.append((1, Move("push_chips")))
    moves += [(1, move) for move in _by_player("pull_chips", state.chips_pulling_indices, rng)]
    return moves


def _by_player(name: str, indices: Any, rng: Random) -> list[Move]:
    players = list(indices)
    if not players:
        return []
    if rng.random() < 0.7:
        return [Move(name)]
    player = rng.choice(players)
    return [rng.choice([Move(name, (player,)), Move(name, (), {"player_index": player})])]


def _cards(state: Any, count: int, setup: Setup, rng: Random, *, unknown: bool) -> Any:
    """Return what to deal: nothing said, a number, cards by name, or unknown ones."""
    short = count > len(state.deck_cards)
    which = rng.random()
    if setup.duplicates and which > 0.75:
        return _with_duplicates(state, count, rng)
    if unknown and setup.mode == "CASH_GAME" and which < 0.03:
        return UNKNOWN * count
    if short or which < 0.2:
        cards = sorted(repr(card) for card in state.get_dealable_cards(count, False))
        return "".join(rng.sample(cards, min(count, len(cards))))
    return count


def _with_duplicates(state: Any, count: int, rng: Random) -> str:
    """Return cards of which some may be somewhere else already, or there twice."""
    used = [repr(card) for card in (*state.cards_in_play, *state.reserved_cards)]
    cards = sorted(repr(card) for card in state.get_dealable_cards(count, False))
    found: list[str] = []
    for _ in range(count):
        source = rng.choice([kind for kind in (used, cards, found) if kind])
        found.append(rng.choice(source))
    return "".join(found)


def _deals(state: Any, setup: Setup, rng: Random) -> list[tuple[float, Move]]:
    moves: list[tuple[float, Move]] = []
    if state.card_burning_status:
        cards = _cards(state, 1, setup, rng, unknown=True)
        moves.append((1, Move("burn_card") if cards == 1 else Move("burn_card", (cards,))))
    if any(state.hole_dealing_statuses):
        moves.append((1, _hole_deal(state, setup, rng)))
    if any(state.board_dealing_counts) and state.board_dealing_count:
        pending = state.board_dealing_count
        count = pending if rng.random() < 0.8 else rng.randint(1, pending)
        cards = _cards(state, count, setup, rng, unknown=False)
        arguments = () if cards == pending and rng.random() < 0.8 else (cards,)
        moves.append((1, Move("deal_board", arguments)))
    discarder = state.stand_patter_or_discarder_index
    if discarder is not None:
        share = rng.choice([0, 0.2, 0.5, 1])
        hand = [repr(card) for card in state.hole_cards[discarder]]
        discards = [card for card in hand if rng.random() < share]
        if len(set(discards)) < len(discards):
            discards = []
        if setup.mode == "TOURNAMENT" and rng.random() < 0.5:
            rng.shuffle(discards)
        moves.append((1, Move("stand_pat_or_discard", ("".join(discards),) if discards else ())))
    return moves


def _hole_deal(state: Any, setup: Setup, rng: Random) -> Move:
    dealee = state.hole_dealee_index
    options = {}
    if dealee is None or rng.random() < 0.1:
        dealee = rng.choice([i for i in state.player_indices if state.hole_dealing_statuses[i]])
        options = {"player_index": dealee}
    pending = len(state.hole_dealing_statuses[dealee])
    count = rng.choice([1, pending])
    # Unknown cards face up leave nothing to compare.
    statuses = [bool(status) for status in state.hole_dealing_statuses[dealee]][:count]
    unknown = not any(statuses) or rng.random() < 0.05
    cards = _cards(state, count, setup, rng, unknown=unknown)
    if cards == 1 and rng.random() < 0.8:
        return Move("deal_hole", (), options)
    return Move("deal_hole", (cards,), options)


def _bets(state: Any, setup: Setup, rng: Random) -> list[tuple[float, Move]]:
    if not state.actor_indices:
        return []
    actor = state.actor_index
    needless = state.bets[actor] >= max(state.bets)
    moves = [
        (0.02 if needless else 0.2 + 0.1 * max(0, sum(state.statuses) - 3), Move("fold")),
        (1.0, Move("check_or_call")),
    ]
    if state.bring_in_status:
        moves.append((1.0, Move("post_bring_in")))
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    if least is None or most is None:
        return moves
    pot = state.pot_completion_betting_or_raising_to_amount
    # Small amounts leave room for more raises.
    unit = setup.unit
    near = least + unit * rng.randint(0, 8)
    # What somebody with an unknown stack bets must be known.
    most = most if most < inf else least + 200 * unit
    far = least + unit * rng.randint(0, max(0, int((most - least) / unit)))
    amounts = [least, least, near, most, far, pot]
    amount = rng.choice(amounts)
    if not least <= amount <= most:
        amount = least
    arguments = () if amount == least and rng.random() < 0.5 else (amount,)
    moves.append((0.5, Move("complete_bet_or_raise_to", arguments)))
    return moves


def _showdown(state: Any, setup: Setup, rng: Random) -> list[tuple[float, Move]]:
    moves: list[tuple[float, Move]] = []
    if any(state.runout_count_selector_statuses):
        count = rng.choice([None, 1, 2, 2, 2, 3])
        moves.append((1, Move("select_runout_count", () if count is None else (count,))))
    if not state.showdown_indices:
        return moves
    moves.append((1, Move("show_or_muck_hole_cards")))
    moves.append((0.3, Move("show_or_muck_hole_cards", (True,))))
    moves.append((0.1, Move("show_or_muck_hole_cards", (False,))))
    player = state.showdown_index
    hand = [repr(card) for card in state.hole_cards[player]]
    if UNKNOWN in hand:
        spare = sorted(repr(card) for card in state.deck_cards)
        if len(spare) > len(hand):
            known = [card for card in hand if card != UNKNOWN]
            shown = known + rng.sample(spare, len(hand) - len(known))
            moves.append((2, Move("show_or_muck_hole_cards", ("".join(shown),))))
    else:
        order = rng.sample(hand, len(hand)) if rng.random() < 0.3 else hand
        moves.append((0.2, Move("show_or_muck_hole_cards", ("".join(order),))))
    if setup.mode == "CASH_GAME":
        some = "".join(card for card in hand if rng.random() < 0.5)
        moves.append((0.15, Move("show_or_muck_hole_cards", (some or (),))))
    other = rng.choice(list(state.showdown_indices))
    moves.append((0.1, Move("show_or_muck_hole_cards", (), {"player_index": other})))
    return moves


def illegal(state: Any, setup: Setup, rng: Random) -> Move:
    """Return an operation that may well be refused."""
    name = rng.choice([move for move in OPERATIONS if move != "no_operate"])
    player = rng.choice(state.player_indices)
    unit = setup.unit
    if rng.random() < 0.6:
        # What is nearly legal tells more.
        if state.showdown_indices:
            name, player = "show_or_muck_hole_cards", state.showdown_index
        elif state.actor_indices:
            name = "complete_bet_or_raise_to"
    if name in ("post_ante", "post_blind_or_straddle", "kill_hand", "pull_chips"):
        return Move(name, (player,))
    if name in ("deal_hole", "deal_board"):
        return Move(name, (rng.choice([0, 6, 7, "AsAs", "AcAdAhAsKcKdKhKs"]),))
    if name == "burn_card":
        return Move(name, ("2c3c",))
    if name == "stand_pat_or_discard":
        hand = state.hole_cards[player]
        return Move(name, (repr(rng.choice(hand)) if hand else "2c",))
    if name == "complete_bet_or_raise_to":
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        if least is None or most is None:
            return Move(name, (rng.randint(1, 9) * unit,))
        return Move(name, (rng.choice([least - unit, most + unit, 0 * unit]),))
    if name == "show_or_muck_hole_cards":
        hand = "".join(repr(card) for card in state.hole_cards[player])
        if not hand:
            return Move("collect_bets")
        shown = rng.choice([True, False, hand[:2] or (), hand + "2c"])
        return Move(name, (shown,), {"player_index": player})
    return Move(name)
