"""Kernels of the training programs, on the CPU, against Croupier's own solver."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make test-heavy")
TRAINING = Path(__file__).resolve().parents[2] / "training"


@pytest.fixture(scope="module")
def training() -> Any:
    """The programs, which are no package."""
    sys.path.insert(0, str(TRAINING))
    yield {name: importlib.import_module(name) for name in ("compare", "nets", "rivers")}
    sys.path.remove(str(TRAINING))


def test_kernels_equal_the_solver(training: Any) -> None:
    rivers = training["rivers"].Rivers("cpu")
    apart = training["compare"].compare(rivers, [0.3], 2, 60, "0.02%", 2)
    assert apart < 5e-4


def test_strengths_equal_the_rankings(training: Any) -> None:
    import numpy as np

    from croupier.rankings import get

    rivers = training["rivers"]
    board = torch.tensor([[50, 3, 17, 33, 29]], dtype=torch.uint8)
    strengths = rivers.Rivers("cpu").strengths(board)[0].numpy()
    live = strengths > 0
    assert live.sum() == rivers.HANDS
    pairs = rivers.PAIRS[live]
    hands = np.concatenate([pairs, np.tile(board.numpy(), (len(pairs), 1))], 1)
    expected = np.asarray(get("high").strengths(hands))
    order = np.unique(expected, return_inverse=True)[1]
    assert (np.unique(strengths[live], return_inverse=True)[1] == order).all()


def test_values_of_the_net_add_up_to_zero(training: Any) -> None:
    rivers = training["rivers"]
    device = rivers.Rivers("cpu")
    trees = rivers.Trees([0.3, 4.0], "cpu")
    games = device.sample(2, trees, torch.Generator().manual_seed(1))
    inputs = [part.float() for part in device.features(games, torch.arange(2))]
    torch.manual_seed(2)
    net = training["nets"].RiverNet(width=64, layers=1, hidden=32)
    torch.nn.init.normal_(net.answer.weight)
    values = net(trees.sprs[games.trees.long()], *inputs)
    weights = inputs[3]
    assert values.abs().max() > 0.1
    assert (weights * values).sum((1, 2)).abs().max() < 1e-5
