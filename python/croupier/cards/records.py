"""Classes of values with names, which are cheap to define."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform

from croupier.cards.dataclass_fields import add_dataclass_fields
from croupier.cards.frozen import Frozen

if TYPE_CHECKING:
    from dataclasses import Field

__all__ = ["Record", "replace"]


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(Frozen):
    """Values by name, as a frozen dataclass has them that takes its fields by name only.

    A dataclass compiles methods of its own when it is defined, and dozens of them take longer to
    import than all else. Records share theirs. `dataclasses.fields`, `replace` and `asdict` work on
    them all the same.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> Point(x=1), Point(x=1) == Point(x=1, y=0)
    (Point(x=1, y=0), True)
    >>> Point(y=1)
    Traceback (most recent call last):
        ...
    TypeError: Point needs x
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    _fields: ClassVar[dict[str, str]] = {}
    _defaults: ClassVar[dict[str, Any]] = {}
    _compared: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, *, aside: Iterable[str] = (), **options: Any) -> None:
        """Find the fields, those of the bases first.

        Args:
            aside: Fields that are neither compared nor shown.
            **options: What other bases take.
        """
        super().__init_subclass__(**options)
        own = {
            name: kind
            for name, kind in cls.__annotations__.items()
            if not kind.startswith("ClassVar")
        }
        said = vars(cls)
        cls._fields = cls._fields | own
        cls._defaults = cls._defaults | {name: said[name] for name in own if name in said}
        cls._compared += tuple(name for name in own if name not in aside)
        add_dataclass_fields(cls, cls._fields, keywords=cls._defaults)

    def __init__(self, **values: Any) -> None:
        """Keep the values.

        Raises:
            TypeError: A value is missing, or no field has such a name.
        """
        if values.keys() != self._fields.keys():
            values = self._complete(values)
        self.__dict__.update(values)

    def _complete(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return values with those that go without saying."""
        kept = self._defaults | values
        if kept.keys() != self._fields.keys():
            name = type(self).__qualname__
            unknown = [one for one in values if one not in self._fields]
            if unknown:
                raise TypeError(f"{name} has no {', '.join(unknown)}")
            missing = [one for one in self._fields if one not in kept]
            raise TypeError(f"{name} needs {', '.join(missing)}")
        return kept

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._find_values() == other._find_values()

    def __hash__(self) -> int:
        return hash(self._find_values())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._compared)
        return f"{type(self).__qualname__}({shown})"

    def _find_values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._compared])


_Record = TypeVar("_Record", bound=Record)


def replace(record: _Record, **changes: Any) -> _Record:
    """Return a record with some values changed.

    >>> class Point(Record):
    ...     x: int
    ...     y: int = 0
    >>> replace(Point(x=1), y=2)
    Point(x=1, y=2)

    Args:
        record: The record.
        **changes: The values that are others.

    Returns:
        A new record.
    """
    kept, count = record.__dict__, len(record._fields)
    if len(kept) > count:
        # Caches that depend on the values are made anew.
        kept = {name: kept[name] for name in record._fields}
    kind = type(record)
    values = kept | changes
    if len(values) != count:
        return kind(**values)
    # They are all there, and no others.
    made = kind.__new__(kind)
    made.__dict__.update(values)
    return made
