"""Names of packages that are imported when somebody asks for them first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from sys import modules
from typing import Any

__all__ = ["import_later"]


def import_later(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make what a package needs so that some of its names are imported when they are asked for.

    The package imports the names for checkers of types as well, under `TYPE_CHECKING`.

    >>> __getattr__, __dir__ = import_later("croupier.cards", {"seed": "croupier.cards.seeding"})
    >>> __getattr__("seed").__name__, "seed" in __dir__(), "Card" in __dir__()
    ('seed', True, True)
    >>> __getattr__("sede")
    Traceback (most recent call last):
        ...
    AttributeError: module 'croupier.cards' has no attribute 'sede'

    Args:
        package: The name of the package.
        names: The modules that have the names.

    Returns:
        The package's `__getattr__` and `__dir__`.
    """

    def find(name: str) -> Any:
        module = names.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module), name)
        # The next one who asks finds it there.
        setattr(modules[package], name, value)
        return value

    def list_names() -> list[str]:
        return sorted({*vars(modules[package]), *names})

    return find, list_names
