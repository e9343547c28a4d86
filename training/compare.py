"""Compares the kernels with Croupier's own solver: values of hands, EVs and exploitability."""

import multiprocessing
import sys
import time

import numpy as np
import torch
from rivers import HANDS, Rivers, Trees

from croupier.solving import Spot, solve

RANKS, SUITS = "23456789TJQKA", "cdhs"
SIZES = "50%, 100%, a / 100%, a"
POT = 100_000


def card_text(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def solve_here(work) -> tuple[list[np.ndarray], float]:
    """Return the values of one game's hands by Croupier's solver, and its exploitability as a share of the pot."""
    board, first, second, ranges, spr, target = work
    names = [card_text(a) + card_text(b) for a, b in zip(first, second, strict=True)]
    weighted = [{n: float(w) for n, w in zip(names, r / r.max(), strict=True)} for r in ranges]
    spot = Spot(
        board="".join(map(card_text, board)),
        pot=POT,
        stacks=round(POT * spr),
        ranges=tuple(weighted),
        sizes=SIZES,
    )
    solution = solve(spot, target, threads=1)
    number = {frozenset((name[:2], name[2:])): i for i, name in enumerate(names)}
    values = []
    for player in (0, 1):
        order = [number[frozenset((str(hand)[:2], str(hand)[2:]))] for hand in solution.hands[player]]
        value = np.zeros(HANDS)
        value[order] = np.asarray(solution.root.evs(player)) / POT - 0.5
        values.append(value)
    return values, solution.exploitability.percent / 100


def compare(
    rivers: Rivers,
    sprs: list[float],
    count: int,
    iterations: int,
    target: str,
    processes: int,
    seed: int = 5,
) -> float:
    """Print how far values are apart on `count` random games, and return the largest difference of EVs."""
    generator = torch.Generator(rivers.device).manual_seed(seed)
    trees = Trees(sprs, rivers.device)
    games = rivers.sample(count, trees, generator)
    values, gains = rivers.solve(games, trees, iterations, respond=True)
    weights = rivers.features(games, torch.arange(count, device=rivers.device))[3].cpu().numpy()
    values, gains = values.float().cpu().numpy(), gains.cpu().numpy()
    first, second = (cards.cpu().numpy() for cards in games.cards)
    ranges = games.ranges.float().cpu().numpy()
    boards, chosen = games.boards.tolist(), games.trees.tolist()
    work = [(boards[i], first[i], second[i], ranges[i], sprs[chosen[i]], target) for i in range(count)]
    start = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        solved = pool.map(solve_here, work, chunksize=1)
    difference = values - np.array([value for value, _ in solved])
    evs = np.abs((difference * weights).sum(2) / weights.sum(2))
    apart = (np.abs(difference) * weights).sum((1, 2))
    theirs = np.array([gain for _, gain in solved])
    print(f"{count} games, {iterations} iterations, our solver to {target} in {time.perf_counter() - start:.0f} s")
    print(f"  EVs apart: mean {evs.mean():.2e}, max {evs.max():.2e} of the pot; beyond both exploitabilities: "
          f"{(evs.max(1) > gains + theirs + 1e-5).sum()} games")  # fmt: skip
    print(f"  hands apart, by reach: mean {apart.mean():.2e}, max {apart.max():.2e} of the pot")
    print(
        f"  exploitability here: mean {gains.mean():.2e}, max {gains.max():.2e}; "
        f"there: mean {theirs.mean():.2e}, max {theirs.max():.2e}"
    )
    return float(evs.max())


if __name__ == "__main__":
    device, count, iterations, processes = sys.argv[1], *map(int, sys.argv[2:5])
    compare(Rivers(device), [0.3, 4.0], count, iterations, "0.02%", processes)
