"""Objects that never change, without the time that importing `dataclasses` takes."""

from __future__ import annotations

from typing import Any, NoReturn, Self

__all__ = ["Frozen"]


class Frozen:
    """A base for immutable objects, which refuse every change and are their own copies.

    A class derived from this one sets its slots with `object.__setattr__`.

    >>> class Point(Frozen):
    ...     __slots__ = ("x",)
    >>> point = Point()
    >>> point.x = 1
    Traceback (most recent call last):
        ...
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        # `dataclasses` takes longer to import than all cards; only a mistake needs it.
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self
