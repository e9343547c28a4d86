"""Rivers of heads-up hold'em, solved many at a time on a GPU (or, slowly, on the CPU for tests).

A value is what the net learns: the EV of a hand from the river on, averaged over the opponent's compatible
hands, in pots, less one half. Hands are in order of strength.
"""

import ctypes
import itertools
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parent
HANDS = 1081
ROW = 1088
BINS, BANDS, TOKENS = 128, 12, 6
FEATURES = 8 + BANDS
PAIRS = np.array(list(itertools.combinations(range(52), 2)), np.uint8)
_NODE = np.dtype([(name, np.int32) for name in ("kind", "player", "depth", "action", "actions", "last", "column",
                                                "parent")] + [("pot", np.float32), ("put", np.float32, 2),
                                                              ("unused", np.float32)])  # fmt: skip
_DECISION, _SHOWDOWN, _FOLD = range(3)
NODE_ROOM = 96
SCHEDULE = (1.5, 0.0, 5.0)


def build(device: str, blocks: int = 2) -> ctypes.CDLL:
    """Compile the kernels, for so many blocks on a processor at a time, and load them."""
    source, library = HERE / "rivers.cu", HERE / "build" / f"rivers-{device}-{blocks}.so"
    library.parent.mkdir(exist_ok=True)
    if device == "cuda":
        command = ["nvcc", "-arch=sm_90", "-O3", "-std=c++17", "-Xcompiler", "-fPIC", "-shared"]
    else:
        command = ["g++", "-x", "c++", "-O2", "-std=c++17", "-fPIC", "-shared"]
    subprocess.run([*command, f"-DBLOCKS={blocks}", str(source), "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    number, pointer, long = ctypes.c_int, ctypes.c_void_p, ctypes.c_long
    loaded.solve.argtypes = (
        [number] * 3
        + [pointer] * 8
        + [number, pointer, long, pointer, pointer, number]
        + [ctypes.c_float] * 3
        + [pointer]
    )
    loaded.find_strengths.argtypes = [number, pointer, number, pointer, pointer, pointer]
    loaded.find_features.argtypes = [number] * 2 + [pointer] * 11
    return loaded


def make_tree(spr: float, sizes=(0.5, 1.0), raise_sizes=(1.0,), max_raises: int = 3) -> tuple[np.ndarray, int]:
    """Return the nodes of a betting tree in preorder, and how many columns its decisions have.

    The pot is 1 and both stacks are `spr`. A bet of more than 85 % of the stack is all-in.
    """
    nodes: list[dict] = []
    columns = 0

    def add(kind, player, depth, action, last, parent, put):
        nodes.append({"kind": kind, "player": player, "depth": depth, "action": action, "last": last,
                      "parent": parent, "pot": 1 + sum(put), "put": put})  # fmt: skip
        return len(nodes) - 1

    def decide(player, put, raises, depth, action, last, parent):
        nonlocal columns
        at = add(_DECISION, player, depth, action, last, parent, put)
        top, to_call = max(put), max(put) > put[player]
        amounts = set()
        if top < spr and raises < max_raises:
            for size in raise_sizes if raises else sizes:
                if (amount := top + size * (1 + 2 * top)) < 0.85 * spr:
                    amounts.add(amount)
            amounts.add(spr)
        choices = (["fold"] if to_call else []) + ["call", *sorted(amounts)]
        nodes[at].update(actions=len(choices), column=columns)
        columns += len(choices)
        for number, choice in enumerate(choices):
            is_last = number == len(choices) - 1
            if choice == "fold":
                add(_FOLD, 1 - player, depth + 1, number, is_last, at, put)
            elif choice == "call" and (to_call or player == 1):
                add(_SHOWDOWN, 0, depth + 1, number, is_last, at, (top, top))
            elif choice == "call":
                decide(1, put, raises, depth + 1, number, is_last, at)
            else:
                bet = (choice, put[1]) if player == 0 else (put[0], choice)
                decide(1 - player, bet, raises + 1, depth + 1, number, is_last, at)

    decide(0, (0.0, 0.0), 0, 0, 0, False, -1)
    rows = np.zeros(len(nodes), _NODE)
    for row, node in zip(rows, nodes, strict=True):
        for name, value in node.items():
            row[name] = value
    return rows, columns


class Trees:
    """Betting trees of many stack-to-pot ratios, in the memory of the device."""

    def __init__(self, sprs, device: str):
        trees = [make_tree(float(spr)) for spr in sprs]
        if max(len(nodes) for nodes, _ in trees) > NODE_ROOM:
            raise ValueError(f"a tree has more than {NODE_ROOM} nodes")
        table = np.zeros((len(trees), NODE_ROOM), _NODE)
        for row, (nodes, _) in zip(table, trees, strict=True):
            row[: len(nodes)] = nodes
        self.columns = max(columns for _, columns in trees)
        self.counts = torch.tensor([len(nodes) for nodes, _ in trees], dtype=torch.int32, device=device)
        self.nodes = torch.from_numpy(table.view(np.uint8)).to(device)
        self.sprs = torch.tensor(sprs, dtype=torch.float32, device=device)


@dataclass
class Games:
    """Boards with their live hands in order of strength, ranges and trees; a row for each game."""

    boards: torch.Tensor  # (N, 5) uint8
    cards: tuple[torch.Tensor, torch.Tensor]  # two of (N, 1081) uint8
    lows: torch.Tensor  # (N, 1081) int16: hands that are weaker
    highs: torch.Tensor  # (N, 1081) int16: hands that are not stronger
    ranges: torch.Tensor  # (N, 2, 1081) float16, scaled to a mean of 1
    trees: torch.Tensor  # (N,) int32

    def __len__(self):
        return len(self.boards)

    @classmethod
    def empty(cls, count: int, device: str) -> "Games":
        """Return room for `count` games."""

        def room(dtype, *shape):
            return torch.empty(count, *shape, dtype=dtype, device=device)

        cards = room(torch.uint8, HANDS), room(torch.uint8, HANDS)
        lows, highs = room(torch.int16, HANDS), room(torch.int16, HANDS)
        return cls(
            room(torch.uint8, 5),
            cards,
            lows,
            highs,
            room(torch.float16, 2, HANDS),
            room(torch.int32),
        )

    def __getitem__(self, rows) -> "Games":
        cards = (self.cards[0][rows], self.cards[1][rows])
        rest = (self.boards, self.lows, self.highs, self.ranges, self.trees)
        boards, lows, highs, ranges, trees = (field[rows] for field in rest)
        return Games(boards, cards, lows, highs, ranges, trees)

    def put(self, start: int, other: "Games") -> None:
        """Copy other games to the rows from `start` on."""
        part = self[start : start + len(other)]
        pairs = [(getattr(part, name), getattr(other, name)) for name in ("boards", "lows", "highs", "ranges", "trees")]
        for mine, theirs in [*pairs, *zip(part.cards, other.cards, strict=True)]:
            mine.copy_(theirs)


class Rivers:
    """Makes, solves and describes games on one device."""

    def __init__(self, device: str = "cuda", blocks: int = 2):
        self.device = device
        self._library = build(device, blocks)
        self.blocks = self._library.blocks_at_once()
        self._pairs = torch.from_numpy(PAIRS).to(device)
        self._scratch = torch.empty(0)

    def _stream(self):
        return torch.cuda.current_stream().cuda_stream if self.device == "cuda" else None

    def _call(self, name, *arguments):
        values = [a.data_ptr() if isinstance(a, torch.Tensor) else a for a in arguments]
        if error := getattr(self._library, name)(*values, self._stream()):
            raise RuntimeError(f"{name} failed: CUDA error {error}")

    def strengths(self, boards: torch.Tensor) -> torch.Tensor:
        """Return (N, 1326) strengths, 0 for hands with a card of the board."""
        boards = boards.contiguous()
        out = torch.empty(len(boards), len(PAIRS), dtype=torch.int32, device=self.device)
        self._call("find_strengths", len(boards), boards, boards.shape[1], self._pairs, out)
        return out

    def order(self, boards: torch.Tensor):
        """Return the cards, lows and highs of the live hands of each board, weakest first."""
        strengths, order = self.strengths(boards).sort(1)
        strengths, order = strengths[:, -HANDS:].contiguous(), order[:, -HANDS:]
        cards = self._pairs[order]
        lows = torch.searchsorted(strengths, strengths, side="left")
        highs = torch.searchsorted(strengths, strengths, side="right")
        first, second = cards[..., 0].contiguous(), cards[..., 1].contiguous()
        return (first, second), lows.to(torch.int16), highs.to(torch.int16)

    def solve(self, games: Games, trees: Trees, iterations: int, respond: bool = False, schedule=SCHEDULE):
        """Return (N, 2, 1081) values in pots less one half, and, if wanted, exploitability as a share of the pot.

        `schedule` is that of DCFR: power of positive regrets, part of negative ones kept, power of the average.
        """
        blocks = min(self.blocks, len(games))
        room = 2 * blocks * trees.columns * ROW
        if self._scratch.numel() < room:
            self._scratch = torch.empty(room, dtype=torch.float32, device=self.device)
        values = torch.empty(len(games), 2, HANDS, dtype=torch.float16, device=self.device)
        gains = torch.zeros(len(games), dtype=torch.float32, device=self.device)
        self._call("solve", blocks, len(games), iterations, *games.cards, games.lows, games.highs, games.ranges,
                   games.trees, trees.nodes, trees.counts, NODE_ROOM, self._scratch, trees.columns, values, gains,
                   int(respond), *schedule)  # fmt: skip
        return values, gains

    def features(self, games: Games, rows: torch.Tensor):
        """Return tokens, features of hands, positions among the bins and weights of `rows`, as the net takes them."""
        count, options = len(rows), {"device": self.device, "dtype": torch.float16}
        tokens = torch.empty(count, BINS, TOKENS, **options)
        features = torch.empty(count, 2, HANDS, FEATURES, **options)
        positions = torch.empty(count, HANDS, **options)
        weights = torch.empty(count, 2, HANDS, device=self.device)
        self._call("find_features", min(count, 4 * self.blocks), count, rows, *games.cards, games.lows, games.highs,
                   games.ranges, tokens, features, positions, weights)  # fmt: skip
        return tokens, features, positions, weights

    def sample(self, count: int, trees: Trees, generator: torch.Generator) -> Games:
        """Deal boards, ranges and trees at random."""
        device = self.device

        def uniform(*shape):
            return torch.rand(*shape, generator=generator, device=device)

        boards = uniform(count, 52).topk(5, dim=1).indices.to(torch.uint8)
        cards, lows, highs = self.order(boards)
        # Ranges are split by strength on the river, or by an order in which the flop and chance count too.
        place = (lows.float() + highs.float()) / (2 * HANDS)
        flop = self._places_on(boards[:, :3], cards)
        mixed = uniform(count, 2, 1)
        blend = torch.where(uniform(count, 2, 1) < 0.6, torch.zeros_like(mixed), mixed)
        key = place[:, None] * (1 - blend) + flop[:, None] * blend
        key = key + uniform(count, 2, HANDS) * torch.where(uniform(count, 2, 1) < 0.5, 1e-4, 0.2)
        position = key.argsort(2).argsort(2)
        split = torch.ones(count, 2, 1, device=device)
        for level in range(11):
            part = uniform(count, 2, 1 << level)
            split = torch.stack([split * part, split * (1 - part)], 3).flatten(2)
        recursive = split.gather(2, position * 2048 // HANDS)
        noise = uniform(count, 2, HANDS) ** (3 * uniform(count, 2, 1))
        # Bands, as a bet that is called makes them: soft edges in the order of strength.
        low, width, soft = (
            uniform(count, 2, 1) * 0.9,
            0.05 + uniform(count, 2, 1),
            0.01 + 0.1 * uniform(count, 2, 1),
        )
        quantile = position / HANDS
        bands = torch.sigmoid((quantile - low) / soft) * torch.sigmoid((low + width - quantile) / soft)
        bluffs = uniform(count, 2, 1) * torch.sigmoid((0.3 * uniform(count, 2, 1) - quantile) / soft)
        bands = (bands + torch.where(uniform(count, 2, 1) < 0.5, bluffs, 0)) * (0.2 + 0.8 * uniform(count, 2, HANDS))
        kind = uniform(count, 2, 1)
        ranges = torch.where(kind < 0.5, recursive, torch.where(kind < 0.75, bands, noise))
        ranges = ranges / ranges.sum(2, keepdim=True).clamp(min=1e-12) * HANDS
        ranges = 0.99 * ranges + 0.01
        chosen = torch.randint(len(trees.sprs), (count,), generator=generator, device=device, dtype=torch.int32)
        return Games(boards, cards, lows, highs, ranges.half(), chosen)

    def _places_on(self, boards, cards):
        """Where hands stand among all by their strength on a part of the board."""
        strengths = self.strengths(boards).sort(1).values
        first, second = cards[0].long(), cards[1].long()
        # Rank in itertools.combinations(range(52), 2), where the first card is the lower one.
        index = first * (103 - first) // 2 + second - first - 1
        own = self.strengths(boards).gather(1, index)
        return torch.searchsorted(strengths, own, side="right") / len(PAIRS)
