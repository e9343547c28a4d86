"""One run on a GPU: make river games, solve them, train the river net on them, and write weights and a log.

    python run_rivers.py --generate 300 --train 600 --out OUT

Everything is made from seeds; only weights and the log leave the machine.
"""

import argparse
import copy
import hashlib
import json
import math
import time
from pathlib import Path

import torch
from nets import RiverNet, loss_of, rate
from rivers import HANDS, SCHEDULE, Games, Rivers, Trees

HERE = Path(__file__).parent


class Log:
    def __init__(self, folder: Path):
        self.file = (folder / "log.txt").open("a")
        self.start = time.perf_counter()

    def __call__(self, text: str):
        line = f"[{time.perf_counter() - self.start:7.1f} s] {text}"
        print(line, flush=True)
        self.file.write(line + "\n")
        self.file.flush()


def log_uniform(low: float, high: float, count: int) -> list[float]:
    return [low * (high / low) ** ((i + 0.5) / count) for i in range(count)]


def measure(rivers: Rivers, trees: Trees, log: Log, generator):
    """Log how many games a second are solved, and how exactly, by iterations and by the schedule of discounts."""
    games = rivers.sample(rivers.blocks * 16, trees, generator)
    rivers.solve(games, trees, 2)
    sprs = trees.sprs[games.trees.long()]
    usual, plain = SCHEDULE, (1.5, 0.5, 2.0)
    for iterations, chosen in (
        (100, (usual,)),
        (150, (usual,)),
        (200, (usual, plain)),
        (300, (usual,)),
    ):
        for schedule in chosen:
            torch.cuda.synchronize()
            start = time.perf_counter()
            rivers.solve(games, trees, iterations, schedule=schedule)
            torch.cuda.synchronize()
            seconds = time.perf_counter() - start
            gains = rivers.solve(games, trees, iterations, True, schedule)[1]
            below = gains[sprs < 30].mean()
            gains = gains.sort().values
            log(f"{iterations} iterations {schedule}: {len(games) / seconds:,.0f} games/s, "
                f"exploitability mean {gains.mean():.3%} "
                f"(SPR below 30: {below:.3%}) median {gains[len(gains) // 2]:.3%} "
                f"99 % {gains[int(0.99 * len(gains))]:.3%}")  # fmt: skip


def generate(rivers, trees, seconds, iterations, most, seed, log):
    """Return solved games and their values; the seed of a piece is the run's seed and the number of the piece."""
    piece, made, pieces, start = rivers.blocks * 32, 0, 0, time.perf_counter()
    games = Games.empty(most, rivers.device)
    values = torch.empty(most, 2, HANDS, dtype=torch.float16, device=rivers.device)
    while made + piece <= most and time.perf_counter() - start < seconds:
        generator = torch.Generator(rivers.device).manual_seed(seed * 1_000_003 + pieces)
        sample = rivers.sample(piece, trees, generator)
        solved, _ = rivers.solve(sample, trees, iterations)
        games.put(made, sample)
        values[made : made + piece] = solved
        torch.cuda.synchronize()
        made, pieces = made + piece, pieces + 1
        if pieces % 50 == 0:
            log(f"{made:,} games, {made / (time.perf_counter() - start):,.0f} a second")
    log(f"{made:,} games in {time.perf_counter() - start:.0f} s")
    return games[:made], values[:made]


def check(net, rivers, games, values, trees, size=512):
    """Return errors of each game in pots: weighted by reach, plain, and that of equity alone."""
    rows, errors = torch.arange(len(games), device=rivers.device), []
    net.eval()
    with torch.no_grad(), torch.autocast("cuda", dtype=torch.bfloat16):
        for chosen in rows.split(size):
            tokens, features, positions, weights = rivers.features(games, chosen)
            spr = trees.sprs[games.trees[chosen].long()]
            target = values[chosen].float()
            value = net(spr, tokens, features, positions, weights)
            apart = (value - target).abs()
            equity = (features[..., 0].float() / 2 - target).abs()
            errors.append(torch.stack([(apart * weights).sum((1, 2)), apart.mean((1, 2)),
                                       (equity * weights).sum((1, 2))], 1))  # fmt: skip
    net.train()
    return torch.cat(errors)


def report(errors, sprs, log):
    for low, high in ((0.05, 0.3), (0.3, 1), (1, 3), (3, 10), (10, 30), (30, 101)):
        chosen = errors[(sprs >= low) & (sprs < high)]
        if len(chosen):
            mean = chosen.mean(0)
            log(
                f"  SPR {low}-{high}: {mean[0]:.3%} by reach, {mean[1]:.3%} plain; "
                f"equity alone {mean[2]:.2%} ({len(chosen)} games)"
            )
    ordered = errors[:, 0].sort().values
    places = [f"{ordered[min(len(ordered) - 1, int(len(ordered) * q))]:.3%}" for q in (0.5, 0.9, 0.99, 1)]
    log(f"  by game, 50/90/99/100 %: {' '.join(places)}; equity alone {errors[:, 2].mean():.2%}")


def train(rivers, games, values, held, trees, options, log, out, digest):
    torch.manual_seed(options.seed)
    net = RiverNet(options.width, options.layers, options.local, options.hidden).cuda()
    mean = copy.deepcopy(net)
    log(f"net of {sum(p.numel() for p in net.parameters()) / 1e6:.2f} M parameters")
    optimizer = torch.optim.AdamW(net.parameters(), options.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    forward = torch.compile(net) if options.compile else net
    start = time.perf_counter()
    step, saved, next_check = 0, start, 10.0
    while (passed := time.perf_counter() - start) < options.train:
        for group in optimizer.param_groups:
            group["lr"] = rate(passed / options.train, options.rate) * min(1, (step + 1) / 300)
        chosen = torch.randint(len(games), (options.batch,), device=rivers.device)
        tokens, features, positions, weights = rivers.features(games, chosen)
        spr = trees.sprs[games.trees[chosen].long()]
        with torch.autocast("cuda", dtype=torch.bfloat16):
            value = forward(spr, tokens, features, positions, weights)
        loss = loss_of(value, values[chosen].float(), weights)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        step += 1
        keep = min(0.999, step / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - keep)
        if step % 20 == 0 and not math.isfinite(norm.item()):
            raise RuntimeError("the gradient is not finite")
        if passed >= next_check:
            errors = check(mean, rivers, *held, trees)
            log(f"step {step} ({passed:.0f} s): loss {loss.item():.5f}, error {errors[:, 0].mean():.3%} by reach, "
                f"{errors[:, 1].mean():.3%} plain")  # fmt: skip
            next_check = passed * 1.5 if passed < 60 else passed + 60
        if time.perf_counter() - saved > 240:
            save(mean, out, digest)
            saved = time.perf_counter()
    log(f"{step} steps of {options.batch} in {time.perf_counter() - start:.0f} s")
    save(mean, out, digest)
    return mean


def save(net, out, digest):
    """Write weights as a NumPy archive of half floats, without pickles, with the settings that made them."""
    import numpy as np

    arrays = {name: value.detach().half().cpu().numpy() for name, value in net.state_dict().items()}
    about = json.dumps({"config": net.config, "run": digest})
    np.savez(out / "river.npz", about=np.frombuffer(about.encode(), np.uint8), **arrays)


def main():
    parser = argparse.ArgumentParser()
    for name, kind, default in (("generate", float, 240), ("train", float, 600), ("iterations", int, 300),
                                ("most", int, 5_000_000), ("seed", int, 1), ("width", int, 256), ("layers", int, 5),
                                ("local", int, 64), ("hidden", int, 192), ("rate", float, 1e-3), ("batch", int, 1024),
                                ("held", int, 8192), ("compile", int, 1),
                                ("blocks", int, 2)):  # fmt: skip
        parser.add_argument(f"--{name}", type=kind, default=default)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    log = Log(options.out)
    torch.set_float32_matmul_precision("high")
    settings = {name: value for name, value in vars(options).items() if name != "out"}
    sources = b"".join((HERE / name).read_bytes() for name in ("rivers.cu", "rivers.py", "nets.py", "run_rivers.py"))
    digest = hashlib.sha256(json.dumps(settings, sort_keys=True).encode() + sources).hexdigest()[:16]
    log(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}, {json.dumps(settings)}, run {digest}")
    rivers = Rivers("cuda", options.blocks)
    trees = Trees(log_uniform(0.05, 100, 2048), "cuda")
    log(f"{rivers.blocks} blocks at once, {trees.columns} columns in the largest tree")
    measure(rivers, trees, log, torch.Generator("cuda").manual_seed(options.seed))
    if options.generate == 0:
        return
    games, values = generate(rivers, trees, options.generate, options.iterations, options.most, options.seed, log)
    other = torch.Generator("cuda").manual_seed(987_654_321)
    held = rivers.sample(options.held, trees, other)
    held_values, gains = rivers.solve(held, trees, 1500, respond=True)
    log(f"{options.held} games to check with, solved to {gains.mean():.4%} of the pot")
    noise, _ = rivers.solve(held, trees, options.iterations)
    weights = torch.cat([rivers.features(held, rows)[3] for rows in torch.arange(len(held), device="cuda").split(1024)])
    apart = ((noise.float() - held_values.float()).abs() * weights).sum((1, 2)).mean()
    log(f"labels of {options.iterations} iterations are {apart:.3%} away from them, by reach")
    net = train(rivers, games, values, (held, held_values), trees, options, log, options.out, digest)
    errors = check(net, rivers, held, held_values, trees)
    log(f"error {errors[:, 0].mean():.3%} of the pot by reach, {errors[:, 1].mean():.3%} plain")
    report(errors, trees.sprs[held.trees.long()], log)
    rows = torch.randint(len(games), (4096,), device="cuda")
    log(f"on games it was trained on: {check(net, rivers, games[rows], values[rows], trees)[:, 0].mean():.3%} by reach")
    log(f"peak memory {torch.cuda.max_memory_allocated() / 1e9:.0f} GB")


if __name__ == "__main__":
    main()
