"""Walk the game trees of Kuhn poker and Leduc hold'em, and solve Kuhn poker.

Cards are chance nodes, dealt by hand; all else that nobody decides is automated. A branch is a copy
of the state. The solver is plain counterfactual regret minimisation: with best play, the player who
begins at Kuhn poker loses 1/18 of a chip a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from croupier import Automation, KuhnPoker, LeducHoldem, State
from croupier.state import CheckingOrCalling, CompletionBettingOrRaisingTo, Folding

DEALING = (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
AUTOMATIONS = tuple(automation for automation in Automation if automation not in DEALING)
LETTERS: dict[type, str] = {Folding: "f", CheckingOrCalling: "c", CompletionBettingOrRaisingTo: "r"}
ACTIONS = {"f": State.fold, "c": State.check_or_call, "r": State.complete_bet_or_raise_to}
CHANCE = 2


class InformationSet(NamedTuple):
    """The player to move and what they know: their card, the board, and all moves so far."""

    player: int
    hole: str = ""
    board: str = ""
    actions: str = ""


Table = dict[InformationSet, list[float]]  # A number for each move: strategies, regrets.


def find_set(state: State, *, by_rank: bool = False) -> InformationSet:
    """Return what the player to move knows; by rank, suits are forgotten."""
    player = state.actor_index
    if player is None:
        return InformationSet(CHANCE)
    cards = (*state.hole_cards[player], *state.get_board_cards(0))
    hole, *board = (card.rank if by_rank else repr(card) for card in cards)
    actions = "".join(LETTERS.get(type(operation), "") for operation in state.operations)
    return InformationSet(player, hole, "".join(board), actions)


def find_moves(state: State, *, by_rank: bool = False) -> list[str]:
    """Return what the player may do or chance may deal; by rank, one card stands for all suits."""
    if state.actor_index is None:
        return sorted({c.rank if by_rank else c: repr(c) for c in state.deck_cards}.values())
    return list("f" * state.can_fold() + "c" + "r" * state.can_complete_bet_or_raise_to())


def follow(state: State, move: str) -> State:
    """Return the state after a fold, a check or call, a bet or raise, or a card."""
    child = state.copy()
    if move in ACTIONS:
        ACTIONS[move](child)
    elif child.can_deal_hole():
        child.deal_hole(move)
    else:
        child.burn_card("??")  # Nobody sees it, so it is no branch.
        child.deal_board(move)
    return child


def walk(state: State, *, by_rank: bool = False) -> Iterator[tuple[str, InformationSet]]:
    """Yield every node: its kind, and what the player to move knows."""
    known = find_set(state, by_rank=by_rank)
    if not state.status:
        yield "terminal", known
        return
    yield "chance" if known.player == CHANCE else "decision", known
    for move in find_moves(state, by_rank=by_rank):
        yield from walk(follow(state, move), by_rank=by_rank)


def count(game: type[KuhnPoker] | type[LeducHoldem], *, by_rank: bool = False) -> Counter[str]:
    """Count the nodes of a game by kind, and the information sets."""
    nodes = list(walk(game.create_state(AUTOMATIONS), by_rank=by_rank))
    sets = {known for kind, known in nodes if kind == "decision"}
    return Counter({"information set": len(sets)}) + Counter(kind for kind, _ in nodes)


def normalise(weights: list[float]) -> list[float]:
    """Return weights as probabilities, all of them equal if nothing has any weight."""
    total = sum(weights)
    return [weight / total if total else 1 / len(weights) for weight in weights]


def play(state: State, strategy: Table, regrets: Table, sums: Table, *reach: float) -> float:
    """Return what the first player wins on average, and add up regrets and strategies.

    `reach` is the part that both players and chance have in the probability of coming here.
    """
    if not state.status:
        return float(state.payoffs[0])
    known, moves, reach = find_set(state), find_moves(state), reach or (1.0, 1.0, 1.0)
    player, chances = known.player, strategy.get(known, normalise([0.0] * len(moves)))
    wins = []
    for move, chance in zip(moves, chances, strict=True):
        after = (*reach[:player], reach[player] * chance, *reach[player + 1 :])
        wins.append(play(follow(state, move), strategy, regrets, sums, *after))
    mean = sum(chance * win for chance, win in zip(chances, wins, strict=True))
    if player != CHANCE:
        weight = reach[1 - player] * reach[CHANCE] * (1 - 2 * player)  # Zero-sum: signs differ.
        regret, total = (table.setdefault(known, [0.0] * len(moves)) for table in (regrets, sums))
        regret[:] = [old + weight * (win - mean) for old, win in zip(regret, wins, strict=True)]
        total[:] = [old + reach[player] * new for old, new in zip(total, chances, strict=True)]
    return mean


def find_exploitability(state: State, strategy: Table) -> float:
    """Return what a perfect opponent wins on average, by trying all pure strategies of both."""
    total = 0.0
    for player, sign in enumerate((1, -1)):
        own = [known for known in strategy if known.player == player]
        pure = product(([1.0, 0.0], [0.0, 1.0]), repeat=len(own))
        answers = (strategy | dict(zip(own, each, strict=True)) for each in pure)
        total += max(sign * play(state, answer, {}, {}) for answer in answers)
    return total / 2


def solve(state: State, iterations: int = 2000) -> Table:
    """Return the average strategy of so many iterations."""
    regrets, sums = Table(), Table()
    for _ in range(iterations):
        strategy = {k: normalise([max(value, 0.0) for value in regrets[k]]) for k in regrets}
        play(state, strategy, regrets, sums)
    return {known: normalise(weights) for known, weights in sums.items()}


def main() -> None:
    """Count both trees and solve the smaller one."""
    print("Kuhn poker:", dict(count(KuhnPoker)))
    print("Leduc hold'em, every card by itself:", dict(count(LeducHoldem)))
    print("Leduc hold'em, suits forgotten:", dict(count(LeducHoldem, by_rank=True)))
    state = KuhnPoker.create_state(AUTOMATIONS)
    strategy = solve(state)
    print(f"Kuhn poker is worth {play(state, strategy, {}, {}):+.5f}; -1/18 is {-1 / 18:+.5f}.")
    print(f"The strategy can be exploited by {find_exploitability(state, strategy):.5f}.")
    for known, (passive, active) in sorted(strategy.items()):
        names = ("fold", "call") if known.actions.endswith("r") else ("check", "bet")
        played = f"{names[0]} {passive:.3f}, {names[1]} {active:.3f}"
        print(f"  player {known.player}, {known.hole}, after {known.actions or '-':2}: {played}")


if __name__ == "__main__":
    main()
