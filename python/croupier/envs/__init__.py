"""Environments for learning: Gymnasium's, single and in vectors, and PettingZoo's, for any game.

>>> import gymnasium
>>> import croupier.envs
>>> env = gymnasium.make("croupier/KuhnPoker-v0", opponents=["caller"])
>>> observation, info = env.reset(seed=1)
>>> env.action_space, info["action_mask"].tolist()
(Discrete(3), [0, 1, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards.later import import_later
from croupier.errors import need_extra

if TYPE_CHECKING:
    from croupier.envs.aec import PokerAEC, env
    from croupier.envs.encoders import ENCODERS, Encoder, make_encoder
    from croupier.envs.registration import REGISTERED, register
    from croupier.envs.single import PokerEnv
    from croupier.envs.vector import PokerVectorEnv

__all__ = [
    "ENCODERS",
    "REGISTERED",
    "Encoder",
    "PokerAEC",
    "PokerEnv",
    "PokerVectorEnv",
    "env",
    "make_encoder",
    "register",
]

_LATER = {
    "ENCODERS": "croupier.envs.encoders",
    "Encoder": "croupier.envs.encoders",
    "PokerAEC": "croupier.envs.aec",
    "PokerEnv": "croupier.envs.single",
    "PokerVectorEnv": "croupier.envs.vector",
    "REGISTERED": "croupier.envs.registration",
    "env": "croupier.envs.aec",
    "make_encoder": "croupier.envs.encoders",
    "register": "croupier.envs.registration",
}

__getattr__, __dir__ = import_later(__name__, _LATER)

with need_extra("envs"):
    from croupier.envs.registration import register as _register
_register()
