"""The libraries that Croupier is compared with; one that is not installed is left out."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from typing import Any

__all__ = ["NAMES", "call_each", "explain_absence", "find_versions", "load", "spread_each"]

NAMES = (
    *("phevaluator", "eval7", "treys", "pokerkit", "open_spiel", "pettingzoo", "rlcard", "jax"),
    *("pgx", "numpy"),
)


def load(name: str) -> Any:
    """Return the module of this name, or `None` if it is not installed.

    The peers have no types that could be checked.
    """
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def explain_absence(name: str) -> str:
    """Return why a module cannot be imported; nothing if it can."""
    try:
        importlib.import_module(name)
    except ImportError as error:
        return str(error)
    return ""


def find_versions() -> dict[str, str | None]:
    """Return the version of each peer; `None` if it is not installed."""
    versions: dict[str, str | None] = {}
    for name in NAMES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
    return versions


def call_each(function: Callable[[Any], object], values: Iterable[Any]) -> Callable[[], None]:
    """Return what calls the function with each value: a plain loop, as users write it."""
    values = list(values)

    def run() -> None:
        for value in values:
            function(value)

    return run


def spread_each(
    function: Callable[..., object], values: Iterable[Sequence[Any]]
) -> Callable[[], None]:
    """Return what calls the function with the parts of each value as arguments."""
    values = list(values)

    def run() -> None:
        for value in values:
            function(*value)

    return run
