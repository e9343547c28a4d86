"""Trainers of others on our environments, and networks in files."""

from __future__ import annotations

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
from croupier.evaluation import play_match  # noqa: E402
from croupier.tables import play_duplicate  # noqa: E402

SIZES = (HOLDEM_SIZE, 16, len(NET_MENU))


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
    """Run a program when it is read."""

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
    assert make_agent(agent).name == "torch"
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
