"""Fields for classes that are dataclasses in PokerKit and are made otherwise here.

`dataclasses.fields`, `replace` and `asdict` only look at two attributes of a class. They are made
when somebody looks: importing `dataclasses` takes longer than all else that cards need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["add_dataclass_fields"]

_Defaults = Mapping[str, Any]


class _Parts:
    """The common source of several lazy attributes of a class, made when one is first asked for."""

    def __init__(
        self,
        fields: Mapping[str, str],
        keywords: _Defaults,
        late: Iterable[str],
        arguments: Iterable[str],
        is_frozen: bool,
    ) -> None:
        self._fields = fields
        self._keywords = keywords
        self._late = frozenset(late)
        self._arguments = frozenset(arguments)
        self._is_frozen = is_frozen
        self._made: Any = None

    def find(self) -> Any:
        if self._made is None:
            from dataclasses import InitVar, field, make_dataclass

            fields: list[Any] = []
            kind: Any  # its name, which is all that a dataclass keeps
            for name, kind in self._fields.items():
                options: dict[str, Any] = {}
                if name in self._late:
                    options = {"init": False, "kw_only": True}
                elif name in self._keywords:
                    options = {"default": self._keywords[name], "kw_only": True}
                given = InitVar(kind) if name in self._arguments else kind
                fields.append((name, given, field(**options)))
            self._made = make_dataclass("Fields", fields, frozen=self._is_frozen)
        return self._made


class _Lazy:
    """An attribute of a class that another class has."""

    def __init__(self, parts: _Parts, name: str) -> None:
        self._parts = parts
        self._name = name

    def __get__(self, instance: object, owner: type) -> Any:
        return getattr(self._parts.find(), self._name)


def add_dataclass_fields(
    owner: type,
    fields: Mapping[str, str],
    *,
    keywords: _Defaults | None = None,
    late: Iterable[str] = (),
    arguments: Iterable[str] = (),
    is_frozen: bool = True,
) -> None:
    """Let `dataclasses.fields`, `replace` and `asdict` work on a class.

    The class must take its fields by their names when it is made.

    >>> from dataclasses import fields, replace
    >>> from croupier import Card
    >>> [one.name for one in fields(Card)]
    ['rank', 'suit']
    >>> replace(Card("A", "s"), suit="h")
    Ah

    Args:
        owner: The class.
        fields: What the fields are called, and the names of their types.
        keywords: The defaults of those that are given by name only.
        late: Those that cannot be given.
        arguments: Those that are given and not kept.
        is_frozen: Whether an instance never changes.
    """
    parts = _Parts(fields, keywords or {}, late, arguments, is_frozen)
    for name in ("__dataclass_fields__", "__dataclass_params__"):
        setattr(owner, name, _Lazy(parts, name))
