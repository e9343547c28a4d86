"""Teach networks Leduc hold'em by deep CFR, and measure exactly how far they can be exploited.

    python examples/train_leduc.py --seed 1 --output leduc.json --picture leduc.svg

Brown, Lerer, Gross and Sandholm, "Deep counterfactual regret minimization" (2019): in every
iteration each player in turn goes through some deals, tries all of the own actions and draws those
of the other; what an action would have brought more is kept with others in a reservoir, a network
learns it anew, and its positive part is the strategy of the next iteration. What is kept of
strategies teaches the last network, which is the result. Its exploitability is that of
`evaluate_policy`, in chips. It needs PyTorch, which nothing of Croupier needs otherwise.
"""

from __future__ import annotations

import argparse
import json
import time
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import torch  # type: ignore[import-not-found, unused-ignore]
from torch import nn  # type: ignore[import-not-found, unused-ignore]

from croupier import Automation, LeducHoldem, State
from croupier.evaluation import evaluate_policy
from croupier.svg import draw_lines

STACK = 13
FOLD, CALL, RAISE = range(3)
RANKS = "JQK"
# A line has at most four decisions on each of two streets.
LONGEST = 4
SIZE = 3 + 4 + 2 * LONGEST * 2
BY_HAND = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)


class Node(NamedTuple):
    """A point of the game: over, a card to be dealt, or a decision."""

    won: float
    player: int
    row: int
    moves: tuple[int, ...]
    after: tuple[Any, ...]


class Tree:
    """All of Leduc hold'em: its hands, and what players see at each decision."""

    def __init__(self) -> None:
        """Play all hands."""
        self.rows: dict[tuple[str, str, str], int] = {}
        self.legal: list[tuple[int, ...]] = []
        automations = tuple(one for one in Automation if one not in BY_HAND)
        self.root = self._visit(LeducHoldem(automations)(STACK, 2), "")
        self.seen = torch.tensor([see(*key) for key in self.rows])
        self.mask = torch.zeros(len(self.rows), 3)
        for row, moves in enumerate(self.legal):
            self.mask[row, list(moves)] = 1

    def _visit(self, state: State, line: str) -> Node:
        if not state.status:
            return Node(float(state.payoffs[0]), -1, -1, (), ())
        if state.can_burn_card("??"):
            # It may be any card, so that all others may still come.
            state.burn_card("??")
        if state.can_deal_hole() or state.can_deal_board():
            after = []
            for card in state.get_dealable_cards():
                dealt = deepcopy(state)
                (dealt.deal_hole if dealt.can_deal_hole() else dealt.deal_board)(card)
                after.append(self._visit(dealt, line))
            return Node(0.0, 2, -1, (), tuple(after))
        player = state.actor_index
        assert player is not None
        moves = [CALL]
        if state.can_fold() and state.checking_or_calling_amount:
            moves.insert(0, FOLD)
        if state.can_complete_bet_or_raise_to():
            moves.append(RAISE)
        hole = repr(state.hole_cards[player][0])
        board = "".join(map(repr, state.get_board_cards(0)))
        row = self.rows.setdefault((hole, board, line), len(self.rows))
        if row == len(self.legal):
            self.legal.append(tuple(moves))
        after = []
        for move in moves:
            done = deepcopy(state)
            (done.fold, done.check_or_call, done.complete_bet_or_raise_to)[move]()
            after.append(self._visit(done, line + "fcr"[move]))
        return Node(0.0, player, row, tuple(moves), tuple(after))


def see(hole: str, board: str, line: str) -> list[float]:
    """Return what a player sees as numbers: the ranks, and who has done what."""
    row = [0.0] * SIZE
    row[RANKS.index(hole[0])] = 1
    row[3 + (RANKS.index(board[0]) if board else 3)] = 1
    street = place = 0
    for letter in line:
        row[7 + 2 * (LONGEST * street + place) + (letter == "r")] = 1
        place += 1
        if letter == "c" and place > 1:
            street, place = street + 1, 0
    return row


def make_network() -> Any:
    """Return a small network: advantages, or strategies, of the three moves."""
    return nn.Sequential(
        nn.Linear(SIZE, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3)
    )


class Reservoir:
    """A fair sample of all that was ever put in."""

    def __init__(self, room: int, random: numpy.random.Generator) -> None:
        """Make room."""
        self.rows = numpy.zeros(room, numpy.int64)
        self.values = numpy.zeros((room, 3), numpy.float32)
        self.weights = numpy.zeros(room, numpy.float32)
        self.count = 0
        self.random = random

    def add(self, row: int, values: Any, weight: float) -> None:
        """Put something in; where all is full, something else may go, or this."""
        place = self.count
        self.count += 1
        if place >= len(self.rows):
            place = int(self.random.integers(self.count))
            if place >= len(self.rows):
                return
        self.rows[place], self.values[place], self.weights[place] = row, values, weight

    def draw(self, count: int) -> tuple[Any, Any, Any]:
        """Return some of it."""
        places = self.random.integers(min(self.count, len(self.rows)), size=count)
        return (
            torch.from_numpy(self.rows[places]),
            torch.from_numpy(self.values[places]),
            torch.from_numpy(self.weights[places]),
        )


class Trainer:
    """Deep CFR."""

    def __init__(self, seed: int, options: argparse.Namespace) -> None:
        """Begin with strategies that know nothing."""
        torch.manual_seed(seed)
        self.options = options
        self.random = numpy.random.default_rng(seed)
        self.tree = Tree()
        self.regrets = [Reservoir(options.room, self.random) for _ in range(2)]
        self.played = Reservoir(options.room, self.random)
        uniform = (self.tree.mask / self.tree.mask.sum(1, keepdim=True)).tolist()
        self.strategies = [uniform, uniform]
        self.iteration = 0

    def iterate(self) -> None:
        """Let each player learn once."""
        self.iteration += 1
        for player in range(2):
            for _ in range(self.options.deals):
                self._visit(self.tree.root, player)
            network = self._learn_regrets(player)
            with torch.no_grad():
                found = network(self.tree.seen)
            positive = found.clamp(min=0) * self.tree.mask
            # Where nothing is worth it, the move that is least bad.
            best = found.masked_fill(self.tree.mask == 0, -1e9).argmax(1)
            pure = nn.functional.one_hot(best, 3).float()
            total = positive.sum(1, keepdim=True)
            self.strategies[player] = torch.where(
                total > 1e-6, positive / total.clamp(min=1e-6), pure
            ).tolist()

    def _visit(self, node: Node, learner: int) -> float:
        """Return what the learner wins, and keep what is to be learnt."""
        if node.player < 0:
            return node.won if learner == 0 else -node.won
        if node.player == 2:
            return self._visit(node.after[int(self.random.random() * len(node.after))], learner)
        chances = self.strategies[node.player][node.row]
        if node.player != learner:
            self.played.add(node.row, chances, self.iteration)
            number = self.random.random()
            place = 0
            while place + 1 < len(node.moves) and number >= chances[node.moves[place]]:
                number -= chances[node.moves[place]]
                place += 1
            return self._visit(node.after[place], learner)
        values = [0.0, 0.0, 0.0]
        mean = 0.0
        for move, after in zip(node.moves, node.after, strict=True):
            values[move] = self._visit(after, learner)
            mean += chances[move] * values[move]
        gains = [values[move] - mean if move in node.moves else 0.0 for move in range(3)]
        self.regrets[learner].add(node.row, gains, self.iteration)
        return mean

    def _learn_regrets(self, player: int) -> Any:
        network = make_network()
        optimizer = torch.optim.Adam(network.parameters(), 3e-3)
        for _ in range(self.options.steps):
            rows, values, weights = self.regrets[player].draw(self.options.batch)
            found = network(self.tree.seen[rows])
            wrong = ((found - values) ** 2 * self.tree.mask[rows]).sum(1)
            loss = (weights / self.iteration * wrong).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
        return network

    def learn_strategy(self) -> Any:
        """Return the network of what was played on average."""
        network = make_network()
        steps = self.options.last_steps
        optimizer = torch.optim.Adam(network.parameters(), 3e-3)
        for step in range(steps):
            for group in optimizer.param_groups:
                group["lr"] = 3e-3 * (1 - step / steps) + 1e-5
            rows, values, weights = self.played.draw(self.options.batch)
            found = network(self.tree.seen[rows])
            log = torch.log_softmax(found.masked_fill(self.tree.mask[rows] == 0, -1e9), 1)
            loss = -(weights / self.iteration * (values * log.clamp(min=-30)).sum(1)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return network

    def exploitability(self, network: Any) -> float:
        """Return how far a strategy can be exploited, in chips a hand, exactly."""
        with torch.no_grad():
            found = network(self.tree.seen).masked_fill(self.tree.mask == 0, -1e9)
            chances = torch.softmax(found, 1).tolist()
        letters = {"f": "f", "x": "c", "c": "c", "b": "r", "r": "r"}

        def play(point: Any) -> dict[str, float]:
            line = "".join(letters[word[0]] for word in point.line.split())
            row = chances[self.tree.rows[point.hole, point.board, line]]
            return {move: row["fcr".index(letters[move[0]])] for move in point.strategy}

        return evaluate_policy("leduc", play).exploitability


def main() -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=400, help="deals of an iteration, each player")
    parser.add_argument("--steps", type=int, default=250, help="steps of learning advantages")
    parser.add_argument("--last-steps", type=int, default=2000, help="steps for the strategy")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--room", type=int, default=1_000_000)
    parser.add_argument("--every", type=int, default=20, help="iterations between measurements")
    parser.add_argument("--output", type=Path, help="a file for the curve")
    parser.add_argument("--picture", type=Path, help="a file for a picture of it")
    given = parser.parse_args()
    torch.set_num_threads(1)
    used = time.process_time()
    trainer = Trainer(given.seed, given)
    curve = [{"iteration": 0, "exploitability": evaluate_policy("leduc").exploitability}]
    while trainer.iteration < given.iterations:
        trainer.iterate()
        if trainer.iteration % given.every == 0 or trainer.iteration == given.iterations:
            found = trainer.exploitability(trainer.learn_strategy())
            seconds = time.process_time() - used
            curve.append({"iteration": trainer.iteration, "exploitability": found})
            print(
                f"{trainer.iteration:4} iterations, {seconds:,.0f} CPU-s:"
                f" exploitability {found:.4f}",
                flush=True,
            )
    if given.output:
        told = {"seed": given.seed, "curve": curve}
        given.output.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if given.picture:
        points = [point["exploitability"] for point in curve]
        picture = draw_lines(
            {f"seed {given.seed}": points},
            title="Leduc hold'em by deep CFR",
            x_label=f"times {given.every} iterations",
            y_label="exploitability, chips",
        )
        given.picture.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
