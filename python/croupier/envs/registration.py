"""The names under which Gymnasium knows the environments."""

from __future__ import annotations

from typing import Any, Final

import gymnasium

__all__ = ["REGISTERED", "register"]

_NO_LIMIT: Final = {"stacks": 200, "menu": ("fold", "call", 0.5, 1.0, "max")}
_LIMIT: Final = {"menu": ("fold", "call", "min")}

REGISTERED: Final[dict[str, dict[str, Any]]] = {
    "croupier/NoLimitHoldem-v0": {"game": "nlhe", **_NO_LIMIT},
    "croupier/LimitHoldem-v0": {"game": "lhe", "stacks": 48, **_LIMIT},
    "croupier/PotLimitOmaha-v0": {"game": "plo", **_NO_LIMIT},
    "croupier/LeducHoldem-v0": {"game": "leduc", "stacks": 13, **_LIMIT},
    "croupier/KuhnPoker-v0": {"game": "kuhn", "stacks": 2, "menu": ("fold", "call", "max")},
    "croupier/Poker-v0": {},
}
"""The names, and what the environments are made with unless somebody says otherwise.

The number in a name becomes larger when rules or observations change."""


def register() -> None:
    """Make the names known to Gymnasium; to do it twice changes nothing.

    >>> register()
    >>> sorted(REGISTERED)[0]
    'croupier/KuhnPoker-v0'
    """
    for name, options in REGISTERED.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="croupier.envs.single:PokerEnv",
                vector_entry_point="croupier.envs.vector:PokerVectorEnv",
                kwargs=dict(options),
            )
