"""Everything that can be called takes PokerKit's arguments: names, order, kinds and defaults."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pokerkit
import pytest

import croupier

# Docs/pokerkit.md has the reasons.
PARSERS = {name for name in pokerkit.__all__ if name.endswith("Parser") and name not in {"Parser"}}
OTHER_DEFAULTS = {
    # Nothing is discarded either way.
    "State.can_stand_pat_or_discard",
    "State.stand_pat_or_discard",
    "State.verify_standing_pat_or_discarding",
    # Nothing has been won yet.
    "Statistics",
    # Nothing is raked either way.
    "HandHistory",
}
WITHOUT_SIGNATURE = {
    # Functions that the caller gives; to the class they are attributes.
    "State.divmod",
    "State.rake",
}
NOT_MADE = {
    # Nothing that happens in a hand is just an operation.
    "Operation",
}


def callables() -> Iterator[str]:
    """Yield the dotted names of all that can be called in PokerKit."""
    for name in pokerkit.__all__:
        value = getattr(pokerkit, name)
        if callable(value):
            yield name
        if isinstance(value, type):
            for key in dir(value):
                if not key.startswith("_") and callable(getattr(value, key)):
                    yield f"{name}.{key}"


def find(package: Any, name: str) -> Any:
    value = package
    for part in name.split("."):
        value = getattr(value, part)
    return value


def describe(function: Any) -> dict[str, tuple[Any, str]]:
    """Return the arguments with their kinds and defaults."""
    described = {}
    for name, one in inspect.signature(function).parameters.items():
        if name in {"self", "cls"}:
            continue
        default = one.default
        text = "" if default is one.empty else getattr(default, "__name__", repr(default))
        described[name] = one.kind, text
    return described


@pytest.mark.parametrize("name", sorted(callables()))
def test_arguments(name: str) -> None:
    try:
        theirs = describe(find(pokerkit, name))
    except (TypeError, ValueError):
        # Enumerations and classes of the standard library.
        assert callable(find(croupier, name))
        return
    owner, _, attribute = name.partition(".")
    if owner in PARSERS and attribute.isupper():
        return
    function = find(croupier, name)
    if name in WITHOUT_SIGNATURE | NOT_MADE:
        return
    ours = describe(function)
    shared = {key: value for key, value in ours.items() if key in theirs}
    assert list(shared) == list(theirs)
    if name in OTHER_DEFAULTS:
        assert [kind for kind, _ in shared.values()] == [kind for kind, _ in theirs.values()]
        assert shared != theirs
    else:
        assert shared == theirs
    # What only we have can be left out, and does not come in between.
    more = [key for key in ours if key not in theirs]
    for key in more:
        kind, default = ours[key]
        assert default or kind in {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    assert [*ours][: len(of_place(theirs))] == of_place(theirs)


def of_place(described: dict[str, tuple[Any, str]]) -> list[str]:
    """Return the names of the arguments that may be given without a name."""
    return [
        name
        for name, (kind, _) in described.items()
        if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]


def test_attributes_are_attributes_and_methods_are_methods() -> None:
    wrong = []
    for name in pokerkit.__all__:
        theirs = getattr(pokerkit, name)
        if not isinstance(theirs, type) or name in PARSERS:
            continue
        for key in dir(theirs):
            if key.startswith("_"):
                continue
            if not hasattr(getattr(croupier, name), key):
                wrong.append(f"{name}.{key}")
                continue
            is_attribute = isinstance(inspect.getattr_static(theirs, key), property)
            if is_attribute and callable(getattr(getattr(croupier, name), key)):
                wrong.append(f"{name}.{key} is no attribute")
    assert not wrong
