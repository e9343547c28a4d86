"""Croupier: the dealer for every poker game.

>>> import croupier
>>> table = croupier.Table("nlhe", ["tight", "loose", "equity"], stack=200, rebuys=None)
>>> table.play(20), sum(player.won for player in table.players)
(20, 0)
>>> state = croupier.make_game("plo")(200, 3, seed=7)
>>> croupier.equity("AsAh", "KdKc").players[0].equity > 0.8
True
>>> croupier.rankings.get("badugi").best("7c4d2h2s").description
'three-card badugi, 7-4-2'

PokerKit's names are all here, too, and in the modules where PokerKit has them.
"""

from __future__ import annotations

from croupier._names import MODULES, SUBMODULES

_MODULES = {name: module for module, names in MODULES.items() for name in names}
__all__ = tuple(_MODULES)


def __getattr__(name: str) -> object:
    """Import a module, or what a module has, when it is asked for first."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name in SUBMODULES:
        return import_module(f"{__name__}.{name}")
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(module), name)
    return value


def __dir__() -> list[str]:
    """List all names, those not yet imported included."""
    return sorted({*globals(), *_MODULES, *SUBMODULES, "__version__"})
