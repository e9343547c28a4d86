"""Every name of PokerKit is where PokerKit has it."""

from __future__ import annotations

import importlib

import pokerkit
import pytest

import croupier

MODULES = ("utilities", "lookups", "hands", "state", "games", "notation", "analysis")


def test_the_package_has_every_name_of_pokerkit() -> None:
    assert set(pokerkit.__all__) <= set(croupier.__all__)
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None


@pytest.mark.parametrize("name", MODULES)
def test_the_modules_have_every_name_of_pokerkit(name: str) -> None:
    theirs = importlib.import_module(f"pokerkit.{name}")
    ours = importlib.import_module(f"croupier.{name}")
    names = {
        key
        for key, value in vars(theirs).items()
        # Names of the standard library are there by accident, types of arguments are not.
        if not key.startswith("_")
        and (
            str(getattr(value, "__module__", "")).startswith("pokerkit")
            or key in {"CardsLike", "ValuesLike", "UNMATCHABLE_PATTERN"}
        )
    }
    assert len(names) > 10
    assert not [key for key in sorted(names) if not hasattr(ours, key)]
    for key in names & set(croupier.__all__):
        assert getattr(ours, key) is getattr(croupier, key)
