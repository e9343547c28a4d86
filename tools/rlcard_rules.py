"""Play hands of RLCard's no-limit hold'em again by the rules, and count what is wrong by kind.

    pip install rlcard
    python tools/rlcard_rules.py --hands 20000

Hands are played at random in RLCard's game, which says who acts and what is legal. Each is dealt
again in Croupier's engine with the same cards, stacks and blinds, and the same decisions are taken,
until one of them is against the rules; what is left of that hand is not looked at. RLCard has the
small blind beside the button with two players, too: who posts it is taken for the button here, so
that only what follows counts.
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections import Counter
from typing import Any

from croupier.games import NoLimitTexasHoldem
from croupier.state import Automation, Mode, State

CHIPS = 200
KINDS = {
    "order": "somebody acts who is not to act",
    "below minimum": "a raise below the minimum",
    "no raise": "a “raise” that is a call, or less",
    "nothing to decide": "somebody is asked though all others are all in or the hand is over",
    "early end": "the hand ends while somebody is still to act",
    "odd chips": "odd chips of a pot that is shared go to somebody at random",
    "payoffs": "other payoffs, though every decision was by the rules",
}


def spell(card: Any) -> str:
    """Return a card of RLCard in our notation."""
    return f"{card.rank}{card.suit.lower()}"


def start(players: int, holes: list[list[str]]) -> State:
    """Deal a hand, seat by seat."""
    automations = tuple(
        one
        for one in Automation
        if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
    )
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2, mode=Mode.CASH_GAME)
    state = game(CHIPS, players)
    for place in range(2):
        for hole in holes:
            state.deal_hole(hole[place])
    return state


def deal(state: State, board: list[str]) -> None:
    """Deal what is to be dealt, from a board that may be too short."""
    while state.status and state.actor_index is None:
        if state.can_burn_card("??"):
            state.burn_card("??")
        seen = sum(len(column) for column in state.board_cards)
        count = 3 if seen == 0 else 1
        cards = board[seen : seen + count]
        if len(cards) < count or not state.can_deal_board("".join(cards)):
            return
        state.deal_board("".join(cards))


def judge(players: int, record: dict[str, Any]) -> str | None:
    """Return what is wrong first with a hand, or nothing."""
    order = record["order"]
    state = start(players, [record["holes"][player] for player in order])
    for player, is_fold, added in record["steps"]:
        deal(state, record["board"])
        actor = state.actor_index
        if actor is None:
            return "nothing to decide"
        if order[actor] != player:
            return "order"
        price = state.checking_or_calling_amount or 0
        if is_fold:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                state.fold()
            continue
        if added == price:
            state.check_or_call()
            continue
        to = state.bets[actor] + added
        if added < price or to <= max(state.bets):
            return "no raise"
        least = state.min_completion_betting_or_raising_to_amount
        if least is None:
            return "nothing to decide"
        if to < least:
            return "below minimum"
        state.complete_bet_or_raise_to(to)
    deal(state, record["board"])
    if state.status:
        return "early end"
    payoffs = [0] * players
    for seat, player in enumerate(order):
        payoffs[player] = state.payoffs[seat]
    if payoffs == record["payoffs"]:
        return None
    differences = [abs(one - other) for one, other in zip(payoffs, record["payoffs"], strict=True)]
    return "odd chips" if max(differences) < players else "payoffs"


def play(env: Any, chance: random.Random) -> dict[str, Any]:
    """Play a hand at random by RLCard's rules, and write it down."""
    state, player = env.reset()
    game = env.game
    players = game.num_players
    steps = []
    while not env.is_over():
        action = chance.choice(list(state["legal_actions"]))
        before = game.players[player].in_chips
        folds = action == 0
        following, other = env.step(action)
        added = int(game.players[player].in_chips - before)
        steps.append((player, folds, added))
        state, player = following, other
    small = (game.dealer_id + 1) % players
    # The small blind is first in a state, but for two players, where it is the button and last.
    order = [(small + place) % players for place in range(players)]
    return {
        "steps": steps,
        "order": order[::-1] if players == 2 else order,
        "holes": [[spell(card) for card in each.hand] for each in game.players],
        "board": [spell(card) for card in game.public_cards],
        "payoffs": [int(payoff) for payoff in game.get_payoffs()],
        "dealer": int(game.dealer_id),
    }


def count(players: int, hands: int, seed: int) -> tuple[Counter[str], Counter[int]]:
    """Return how many hands there were of each kind, and how often each player was the dealer."""
    import rlcard  # type: ignore[import-not-found, unused-ignore]

    env = rlcard.make(
        "no-limit-holdem",
        config={"seed": seed, "game_num_players": players, "chips_for_each": CHIPS},
    )
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    dealers: Counter[int] = Counter()
    for _ in range(hands):
        record = play(env, chance)
        dealers[record["dealer"]] += 1
        found[judge(players, record) or "right"] += 1
    return found, dealers


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tables = [2, 3, 6]
    results = [count(players, given.hands, given.seed) for players in tables]
    print(
        "| what is wrong first | " + " | ".join(f"{players} players" for players in tables) + " |"
    )
    print("|---|" + "---:|" * len(tables))
    for kind, words in {**KINDS, "right": "nothing"}.items():
        cells = [f"{100 * found[kind] / given.hands:.1f} %" for found, _ in results]
        print(f"| {words} | {' | '.join(cells)} |")
    moved = [str(len(dealers)) for _, dealers in results]
    print(f"| seats that were the dealer in {given.hands:,} hands | {' | '.join(moved)} |")


if __name__ == "__main__":
    main()
