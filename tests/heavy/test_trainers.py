"""Trainers of others on our environments, and networks in files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make test-heavy")

from croupier.agents import make_agent  # noqa: E402
from croupier.agents.holdem_rows import HOLDEM_HISTORY, HOLDEM_SIZE  # noqa: E402
from croupier.agents.nets import (  # noqa: E402
    NET_DEALS,
    NET_MENU,
    NetPolicy,
    make_network,
    read_net,
    write_net,
)
from croupier.envs import PokerEnv  # noqa: E402
from croupier.errors import ParseError  # noqa: E402
from croupier.evaluation import find_local_best_response, play_match  # noqa: E402
from croupier.tables import play_duplicate  # noqa: E402

SIZES = (HOLDEM_SIZE, 16, len(NET_MENU))
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_stable_baselines_finds_nothing_wrong() -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    for name in ("nlhe", "leduc", "badugi"):
        checker.check_env(PokerEnv(name, opponents=["random"], illegal="fold"))


def test_maskable_ppo_learns_kuhn() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    env = PokerEnv("kuhn", stacks=2, opponents=["caller"], menu=("fold", "call", "max"))
    model = contrib.MaskablePPO(
        "MultiInputPolicy", env, seed=1, n_steps=512, batch_size=128, ent_coef=0.01, device="cpu"
    )

    def mean(count: int = 3000) -> float:
        total = 0.0
        observation, _ = env.reset(seed=7)
        for _ in range(count):
            while True:
                action, _ = model.predict(
                    observation, action_masks=env.action_masks(), deterministic=True
                )
                observation, reward, ended, _, _ = env.step(int(action))
                if ended:
                    total += reward
                    break
            observation, _ = env.reset()
        return total / count

    before = mean()
    model.learn(12_000)
    after = mean()
    # Whoever always calls loses a third of a chip to the best answer: bet the king and the queen
    # where it wins, check the rest.
    assert after > 0.2 > before or after > before + 0.15, (before, after)


def test_networks_are_kept_in_files(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = make_network(SIZES)
    path = tmp_path / "net.pt"
    write_net(path, network, SIZES, seed=1)
    net = read_net(path)
    assert net.sizes == SIZES and net.notes == {"seed": 1}
    for one, other in zip(network.parameters(), net.network.parameters(), strict=True):
        assert torch.equal(one, other)
    for wrong in (b"", b"nothing", path.read_bytes()[:-40]):
        (tmp_path / "wrong.pt").write_bytes(wrong)
        with pytest.raises(ParseError):
            read_net(tmp_path / "wrong.pt")
    torch.save({"format": "croupier-net-1", "rows": "other"}, tmp_path / "wrong.pt")
    with pytest.raises(ParseError, match="is for rows of 'other'"):
        read_net(tmp_path / "wrong.pt")
    write_net(tmp_path / "wrong.pt", network, (HOLDEM_SIZE, 17, len(NET_MENU)))
    with pytest.raises(ParseError, match="do not fit"):
        read_net(tmp_path / "wrong.pt")


class Evil:
    """An object that runs a program when it is read."""

    def __reduce__(self) -> Any:
        return (print, ("read",))


def test_files_cannot_run_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"format": "croupier-net-1", "notes": Evil()}, tmp_path / "evil.pt")
    with pytest.raises(ParseError):
        read_net(tmp_path / "evil.pt")
    assert "read" not in capsys.readouterr().out


def test_a_network_plays_at_tables_and_in_batches(tmp_path: Path) -> None:
    torch.manual_seed(2)
    network = make_network(SIZES)
    write_net(tmp_path / "net.pt", network, SIZES)
    agent = f"torch:{tmp_path / 'net.pt'}"
    made: Any = make_agent(agent)
    assert made.name == "torch"
    one = play_duplicate("nlhe", agent, "caller", 30, seed=1)
    assert one.deals == 30 and one.faults == (0, 0)
    two = play_match(
        "nlhe",
        [NetPolicy(network, 2, 1), "caller"],
        300,
        seed=1,
        menu=NET_MENU,
        options={"deals": NET_DEALS, "history": HOLDEM_HISTORY},
    )
    assert two.hands == 600 and numpy.isfinite(two.scores[0].mean)


def test_tensors_are_written_to_without_copies() -> None:
    from croupier.tables import TableBatch

    cards = torch.zeros((8, 2, 2), dtype=torch.uint8)
    observations = None
    batch = TableBatch("nlhe", 8, stacks=200, player_count=2, seed=1, arrays={"cards": cards})
    assert observations is None and (cards[:, 0] < 52).all()
    before = cards.clone()
    batch.reset(seed=2)
    assert not torch.equal(before, cards)


def run(name: str, *options: object) -> None:
    command = [sys.executable, str(EXAMPLES / name), *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_training_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    net = tmp_path / "net.pt"
    small = ("--tables", 128, "--steps", 32, "--every", 8_192, "--curve-deals", 50, "--output", net)
    run("train_holdem.py", *small, "--decisions", 8_192)
    run("train_holdem.py", *small, "--decisions", 16_384, "--resume")
    points = json.loads(net.with_suffix(".json").read_text(encoding="utf-8"))["curve"]
    assert [point["decisions"] for point in points] == [8_192, 16_384]
    assert points[0]["cpu_seconds"] < points[1]["cpu_seconds"]
    assert set(points[1]["results"]) == {"caller", "tight", "equity", "loose", "random"}
    assert read_net(net).notes["decisions"] == 16_384
    run("train_holdem.py", "--judge", net, "--deals", 50)
    judged = json.loads(net.with_suffix(".judged.json").read_text(encoding="utf-8"))
    assert judged["deals"] == 50 and judged["results"]["tight"]["error"] > 0


def test_leduc_is_learnt(tmp_path: Path) -> None:
    output, picture = tmp_path / "leduc.json", tmp_path / "leduc.svg"
    few = ("--iterations", 6, "--deals", 100, "--steps", 60, "--last-steps", 300, "--every", 6)
    run("train_leduc.py", *few, "--output", output, "--picture", picture)
    first, last = json.loads(output.read_text(encoding="utf-8"))["curve"]
    assert first["exploitability"] == pytest.approx(2.373611, abs=1e-6)
    assert last["exploitability"] < 0.6 * first["exploitability"]
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_network_is_answered_by_a_local_best_response() -> None:
    network = make_network(SIZES)
    with torch.no_grad():
        network[-1].weight.zero_()
        # It folds wherever that is possible.
        network[-1].bias.copy_(torch.tensor([100.0, 0, 0, 0, 0]))
    found = find_local_best_response(
        "nlhe",
        NetPolicy(network, 2),
        3,
        stack=200,
        menu=NET_MENU,
        seed=1,
        options={"deals": NET_DEALS, "history": HOLDEM_HISTORY},
    )
    # The big blind in one seat, and the small blind in the other.
    assert found.mean == pytest.approx(0.75, abs=1e-9)
    assert found.deviation == pytest.approx(0, abs=1e-9)
