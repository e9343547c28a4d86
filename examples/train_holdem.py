"""Teach a network heads-up no-limit hold'em: PPO against itself, old selves and bots.

    python examples/train_holdem.py --seed 11 --output net-11.pt
    python examples/train_holdem.py --seed 11 --output net-11.pt --resume
    python examples/train_holdem.py --judge net-11.pt --deals 200_000
    croupier play --human torch:net-11.pt

A quarter of the tables is played against itself and old selves, the others against `tight`,
`equity` and `caller`, which the core plays. These judge in the end on deals that were never played;
`loose` and `random`, which are no opponents in training, judge as well. The network that is kept is
the mean of the weights over the last part of the training; nothing is chosen by how it does against
anybody. A run that was cut off goes on from its last point with `--resume`, with hands that are
dealt anew. It needs PyTorch, which nothing of Croupier needs otherwise.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy
import torch  # type: ignore[import-not-found, unused-ignore]
from torch import nn  # type: ignore[import-not-found, unused-ignore]

from croupier import NoLimitTexasHoldem
from croupier.agents.holdem_rows import HOLDEM_HISTORY, HOLDEM_SIZE, encode_holdem
from croupier.agents.nets import NET_DEALS, NET_MENU, NetPolicy, make_network, read_net, write_net
from croupier.evaluation import play_match
from croupier.tables import TableBatch

UNIT = 2
STACK = 200
SIZES = (HOLDEM_SIZE, 128, 128, len(NET_MENU))
# Opponents in training, with their part of the tables; the others are for itself and old selves.
TEACHERS = (("tight", 0.3), ("equity", 0.3), ("caller", 0.15))
# The last two are never met in training.
JUDGES = ("caller", "tight", "equity", "loose", "random")
# Deals for the curve, and deals for the end, which nothing was chosen by.
CURVE_SEED, JUDGE_SEED = 1_000_003, 2_000_003

# The ranks of cards are left to the actor: the critic knows what hands are worth.
CARDS = slice(11, 11 + 13 + 13 + 2 + 13 + 8)
CRITIC_SIZE = HOLDEM_SIZE - (CARDS.stop - CARDS.start) + 13


def make_game() -> NoLimitTexasHoldem:
    """Return hold'em with blinds of 1 and 2."""
    return NoLimitTexasHoldem((), True, 0, (1, UNIT), UNIT)


class Options(NamedTuple):
    """The options of the training."""

    tables: int = 1024
    steps: int = 64
    # So many steps of the last round are kept, for hands that went on.
    kept: int = 24
    batch: int = 4096
    epochs: int = 1
    rate: float = 1e-3
    last_rate: float = 1e-4
    entropy: float = 0.03
    last_entropy: float = 0.006
    clip: float = 0.2
    selves: int = 4
    pool: int = 16
    pool_every: int = 16
    averaged: float = 0.4


def seat_groups(seed: int, count: int) -> list[tuple[slice, TableBatch]]:
    """Seat the learner at so many tables: first at those without others, then with each teacher."""
    counts = [int(count * part) for _, part in TEACHERS]
    groups, first = [], 0
    for name, size in [("", count - sum(counts)), *zip(dict(TEACHERS), counts, strict=True)]:
        tables = TableBatch(
            make_game(),
            size,
            stacks=STACK,
            player_count=2,
            menu=NET_MENU,
            seed=seed,
            first_table=first,
            deals=NET_DEALS,
            history=HOLDEM_HISTORY,
            all_in_ev=True,
            opponents={1: name} if name else None,
        )
        groups.append((slice(first, first + size), tables))
        first += size
    return groups


class Trainer:
    """A trainer, which plays and learns from what came of it."""

    def __init__(self, seed: int, options: Options) -> None:
        """Begin with a network that knows nothing."""
        torch.manual_seed(seed)
        self.options = options
        self.random = numpy.random.default_rng(seed)
        self.actor = make_network(SIZES)
        self.critic = make_network((CRITIC_SIZE, 96, 96, 1))
        with torch.no_grad():
            self.actor[-1].weight *= 0.1
        parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(parameters, options.rate)
        self.groups = seat_groups(seed, options.tables)
        # The first of them is for itself and old selves.
        self.at_home = self.groups[0][0].stop
        self.pool: list[Any] = []
        self.mean = make_network(SIZES)
        self.averaged = 0
        self.decisions = 0
        self.rounds = 0
        height = options.kept + options.steps
        width = options.tables
        self.rows = numpy.zeros((height, width, HOLDEM_SIZE), numpy.float32)
        self.moves = numpy.zeros((height, width), numpy.int64)
        self.chances = numpy.zeros((height, width), numpy.float32)
        self.players = numpy.zeros((height, width), numpy.int64)
        self.own = numpy.zeros((height, width), bool)
        self.ended = numpy.zeros((height, width), bool)
        # Winnings, without the luck of cards that came when nobody could decide any more.
        self.won = numpy.zeros((height, width, 2), numpy.float32)
        self.hands = numpy.full((height, width), -1, numpy.int64)
        self.hand = numpy.zeros(width, numpy.int64)

    def play(self) -> None:
        """Play a round of steps; half of the tables at home have an old self on one side."""
        kept, steps, width = self.options.kept, self.options.steps, self.options.tables
        for array in self._arrays():
            array[:kept] = array[-kept:]
        old = []
        if self.pool:
            chosen = self.random.integers(len(self.pool), size=self.options.selves)
            half = self.at_home // 2
            each = half // self.options.selves
            old = [
                (self.pool[number], slice(half + place * each, half + (place + 1) * each))
                for place, number in enumerate(chosen)
            ]
        # Old selves play the one side in one round and the other in the next.
        side = self.rounds % 2
        for step in range(kept, kept + steps):
            rows, players = self.rows[step], self.players[step]
            for part, tables in self.groups:
                rows[part] = encode_holdem(tables, UNIT)
                players[part] = tables.players
            own = numpy.ones(width, bool)
            with torch.no_grad():
                given = torch.from_numpy(rows)
                logits = self.actor(given)
                for network, part in old:
                    theirs = numpy.flatnonzero(players[part] == side) + part.start
                    if len(theirs):
                        logits[theirs] = network(given[theirs])
                        own[theirs] = False
                legal = given[:, LEGAL] > 0
                chances = torch.log_softmax(logits.masked_fill(~legal, -1e9), 1).numpy()
            noise = self.random.gumbel(size=chances.shape).astype(numpy.float32)
            moves = (chances + noise).argmax(axis=1)
            self.moves[step], self.own[step] = moves, own
            self.chances[step] = numpy.take_along_axis(chances, moves[:, None], 1)[:, 0]
            self.hands[step] = self.hand
            for part, tables in self.groups:
                tables.step(moves[part])
                self.ended[step, part] = tables.finished > 0
                self.won[step, part] = tables.expected / UNIT
            self.hand += self.ended[step]
        self.decisions += steps * width
        self.rounds += 1

    def _arrays(self) -> tuple[Any, ...]:
        return (
            *(self.rows, self.moves, self.chances, self.players, self.own, self.ended, self.won),
            self.hands,
        )

    def collect(self) -> tuple[Any, ...]:
        """Return the decisions of hands that have ended in this round, and what came of them."""
        kept, height = self.options.kept, self.options.kept + self.options.steps
        width = self.options.tables
        every = numpy.arange(width)
        result = numpy.zeros((height, width), numpy.float32)
        is_known = numpy.zeros((height, width), bool)
        won = numpy.zeros((width, 2), numpy.float32)
        known = numpy.zeros(width, bool)
        for step in reversed(range(height)):
            ended = self.ended[step]
            won = numpy.where(ended[:, None], self.won[step], won)
            # Hands that ended among the steps that were kept were learnt from before.
            known = numpy.where(ended, step >= kept, known)
            result[step] = won[every, self.players[step]]
            is_known[step] = known & (self.hands[step] >= 0)
        share = self.rows[:, :, 0]
        other = numpy.full((height, width), -1.0, numpy.float32)
        for shift in (2, -2, -1, 1):
            # The value of the opponent's hand, as it was at a decision nearby: at the next first.
            near = numpy.roll(numpy.arange(height), -shift)
            fits = (self.hands[near] == self.hands) & (self.players[near] != self.players)
            if shift > 0:
                fits[-shift:] = False
            else:
                fits[:-shift] = False
            other = numpy.where(fits, share[near], other)
        mask = is_known & self.own
        return tuple(
            torch.from_numpy(array[mask])
            for array in (self.rows, self.moves, self.chances, result, other)
        )

    def learn(self, done: float) -> dict[str, float]:
        """Learn from the round; `done` says how much of the training is over."""
        options = self.options
        rate = options.rate + (options.last_rate - options.rate) * done
        entropy_weight = options.entropy + (options.last_entropy - options.entropy) * done
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        rows, moves, chances, result, other = self.collect()
        seen = see(rows, other)
        result = result / 20
        with torch.no_grad():
            gain = result - self.critic(seen)[:, 0]
            gain = ((gain - gain.mean()) / (gain.std() + 1e-6)).clamp(-6, 6)
        legal = rows[:, LEGAL] > 0
        entropies, losses = [], []
        for _ in range(options.epochs):
            order = torch.randperm(len(rows))
            for chosen in order.split(options.batch):
                logits = self.actor(rows[chosen]).masked_fill(~legal[chosen], -1e9)
                log = torch.log_softmax(logits, 1)
                entropy = -(log.exp() * log.clamp(min=-30)).sum(1).mean()
                ratio = (log.gather(1, moves[chosen, None])[:, 0] - chances[chosen]).exp()
                clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
                better = torch.min(ratio * gain[chosen], clipped * gain[chosen]).mean()
                guess = self.critic(seen[chosen])[:, 0]
                wrong = nn.functional.smooth_l1_loss(guess, result[chosen])
                loss = -better + wrong - entropy_weight * entropy
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.actor.parameters(), 0.5)
                nn.utils.clip_grad_norm_(self.critic.parameters(), 0.5)
                self.optimizer.step()
                entropies.append(entropy.item())
                losses.append(wrong.item())
        if self.rounds % options.pool_every == 0:
            old = make_network(SIZES)
            old.load_state_dict(self.actor.state_dict())
            self.pool.append(old)
            if len(self.pool) > options.pool:
                # Some stay for long: one of the older half goes.
                self.pool.pop(int(self.random.integers(options.pool // 2)))
        if done >= 1 - options.averaged:
            self.averaged += 1
            with torch.no_grad():
                for mean, now in zip(self.mean.parameters(), self.actor.parameters(), strict=True):
                    mean += (now - mean) / self.averaged
        return {"entropy": sum(entropies) / len(entropies), "loss": sum(losses) / len(losses)}

    @property
    def best(self) -> Any:
        """The network as it would be kept now."""
        return self.mean if self.averaged else self.actor

    def save(self, path: Path) -> None:
        """Keep all that is needed to go on, but the hands that are being played."""
        kept = {
            "networks": [one.state_dict() for one in (self.actor, self.critic, self.mean)],
            "pool": [one.state_dict() for one in self.pool],
            "optimizer": self.optimizer.state_dict(),
            "counts": [self.averaged, self.decisions, self.rounds],
            "random": [json.dumps(self.random.bit_generator.state), torch.get_rng_state()],
        }
        # A run that is cut off while it writes has the file of before.
        beside = path.with_suffix(".part")
        torch.save(kept, beside)
        beside.replace(path)

    def load(self, path: Path) -> None:
        """Go on from what was kept, with new hands."""
        kept = torch.load(path, weights_only=True)
        for one, weights in zip(
            (self.actor, self.critic, self.mean), kept["networks"], strict=True
        ):
            one.load_state_dict(weights)
        self.pool = [make_network(SIZES) for _ in kept["pool"]]
        for one, weights in zip(self.pool, kept["pool"], strict=True):
            one.load_state_dict(weights)
        self.optimizer.load_state_dict(kept["optimizer"])
        self.averaged, self.decisions, self.rounds = kept["counts"]
        self.random.bit_generator.state = json.loads(kept["random"][0])
        torch.set_rng_state(kept["random"][1])
        for _, tables in self.groups:
            tables.reset(seed=int(self.random.integers(1 << 62)))


_LEGAL_START = CARDS.stop + 4 + 1 + 8
LEGAL = slice(_LEGAL_START, _LEGAL_START + len(NET_MENU))


def see(rows: Any, other: Any) -> Any:
    """Return what the critic sees: the chips, what was done, and what both hands are worth.

    Who decides does not see the opponent's hand, and what is learnt does not depend on it: it only
    takes luck out of what a decision is measured by.
    """
    steps = (other[:, None] * 10 - torch.arange(10)).clamp(0, 1)
    known = (other >= 0).float()[:, None]
    ahead = (rows[:, :1] - other[:, None]) * known
    parts = [rows[:, : CARDS.start], rows[:, CARDS.stop :], known, ahead, other[:, None] * known]
    return torch.cat([*parts, steps * known], 1)


def judge(network: Any, deals: int, seed: int, judges: tuple[str, ...] = JUDGES) -> dict[str, Any]:
    """Play duplicate matches, and return the result against each, in thousandths of a big blind."""
    found = {}
    for name in judges:
        policy = NetPolicy(network, UNIT, seed)
        result = play_match(
            make_game(),
            [policy, name],
            deals,
            stack=STACK,
            seed=seed,
            menu=NET_MENU,
            all_in_ev=True,
            options={"deals": NET_DEALS, "history": HOLDEM_HISTORY},
        )
        interval = result.scores[0].interval
        found[name] = {"mbb": 1000 * interval.mean, "error": 1000 * interval.error}
    return found


def show(found: dict[str, Any]) -> str:
    """Return results in a line."""
    return "; ".join(
        f"{name} {one['mbb']:+,.0f} ± {one['error']:,.0f}" for name, one in found.items()
    )


def train(
    seed: int,
    decisions: int,
    output: Path,
    options: Options,
    *,
    every: int,
    deals: int,
    resume: bool,
) -> None:
    """Train, write the network, and write the curve and what is needed to go on beside it."""
    trainer = Trainer(seed, options)
    curve: list[dict[str, Any]] = []
    kept, written = output.with_suffix(".run"), output.with_suffix(".json")
    if resume and kept.exists():
        trainer.load(kept)
        curve = json.loads(written.read_text(encoding="utf-8"))["curve"]
    last = curve[-1] if curve else {"seconds": 0, "cpu_seconds": 0}
    began, used = time.time() - last["seconds"], time.process_time() - last["cpu_seconds"]
    due = trainer.decisions + every
    while trainer.decisions < decisions:
        trainer.play()
        told = trainer.learn(trainer.decisions / decisions)
        if trainer.decisions >= min(due, decisions):
            due += every
            found = judge(trainer.best, deals, CURVE_SEED)
            point = {
                "decisions": trainer.decisions,
                "cpu_seconds": time.process_time() - used,
                "seconds": time.time() - began,
                **told,
                "results": found,
            }
            curve.append(point)
            print(
                f"{trainer.decisions / 1e6:5.1f} M, {point['cpu_seconds']:,.0f} CPU-s,"
                f" entropy {told['entropy']:.2f}, loss {told['loss']:.3f}: {show(found)}",
                flush=True,
            )
            write_net(output, trainer.best, SIZES, seed=seed, decisions=trainer.decisions)
            written.write_text(
                json.dumps({"seed": seed, "curve": curve}, indent=1) + "\n", encoding="utf-8"
            )
            trainer.save(kept)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--decisions", type=int, default=6_000_000)
    parser.add_argument("--output", type=Path, default=Path("net.pt"))
    parser.add_argument("--every", type=int, default=1_000_000, help="decisions between points")
    parser.add_argument("--curve-deals", type=int, default=4_000, help="deals of a point")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the last point")
    parser.add_argument("--judge", type=Path, help="a network to play matches with instead")
    parser.add_argument("--deals", type=int, default=200_000)
    for name, kind in Options.__annotations__.items():
        del kind
        value = Options._field_defaults[name]
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    if given.judge:
        network = read_net(given.judge).network
        found = judge(network, given.deals, JUDGE_SEED)
        print(f"{given.judge}, {given.deals:,} duplicate deals, mbb a hand: {show(found)}")
        given.judge.with_suffix(".judged.json").write_text(
            json.dumps({"deals": given.deals, "results": found}, indent=1) + "\n", encoding="utf-8"
        )
        return
    options = Options(**{name: getattr(given, name) for name in Options._fields})
    train(
        given.seed,
        given.decisions,
        given.output,
        options,
        every=given.every,
        deals=given.curve_deals,
        resume=given.resume,
    )


if __name__ == "__main__":
    main()
