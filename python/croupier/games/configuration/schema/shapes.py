"""Shapes of JSON values: each shape reads values and writes itself as JSON Schema.

The reader and the published schema come from the same shapes, so they cannot disagree.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, dataclass_transform

from croupier import rankings
from croupier.cards.records import Record
from croupier.games.configuration.problems import Mention, Report, join_path, listed, suggest
from croupier.limits import MAX_GAME_CARDS, MAX_GAME_ITEMS

__all__ = [
    "COMMENT",
    "NOTHING",
    "Boolean",
    "Choice",
    "Converted",
    "Evaluation",
    "Integer",
    "ListOf",
    "MapOf",
    "Member",
    "Null",
    "ObjectOf",
    "OneOf",
    "Part",
    "Shape",
    "Subset",
    "Text",
    "Tuple",
    "member",
    "members",
    "show",
]

NOTHING: Any = object()
"""The value that reading returns where the input is wrong."""

_LONGEST = 40
_NO_WORDS: Mapping[str, str] = MappingProxyType({})


def show(value: object) -> str:
    """Return a value as JSON, cut short."""
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def json_type(value: object) -> str:
    """Return the JSON name of a value's type."""
    for name, kinds in _JSON_TYPES.items():
        if isinstance(value, kinds):
            return name
    return "null"


# Booleans come first: Python counts them among the integers.
_JSON_TYPES: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "string": (str,),
    "integer": (int,),
    "number": (float,),
    "array": (list, tuple),
    "object": (Mapping,),
}


class Shape(ABC):
    """The shape that a JSON value may have."""

    types: frozenset[str]

    @property
    @abstractmethod
    def expected(self) -> str:
        """The values that are expected, in English."""

    @abstractmethod
    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the value as the model has it, or report a problem and return `NOTHING`."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""

    def refuse(self, value: object, path: str, report: Report, hint: str = "") -> Any:
        """Report that the value has another shape."""
        report.error(path, f"must be {self.expected}, not {show(value)}{hint}", "wrong-value")
        return NOTHING


class Null(Shape):
    """The value `null`."""

    types = frozenset({"null"})
    expected = "null"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return nothing."""
        return None if value is None else self.refuse(value, path, report)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"type": "null"}


class Boolean(Shape):
    """The values `true` and `false`."""

    types = frozenset({"boolean"})
    expected = "true or false"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the value."""
        return value if isinstance(value, bool) else self.refuse(value, path, report)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"type": "boolean"}


class Integer(Shape):
    """A whole number.

    Attributes:
        minimum: The smallest.
        maximum: The largest.
    """

    types = frozenset({"integer"})

    def __init__(self, minimum: int | None = None, maximum: int | None = None) -> None:
        self.minimum = minimum
        self.maximum = maximum

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        if self.minimum is not None and self.maximum is not None:
            return f"a whole number from {self.minimum} to {self.maximum}"
        if self.minimum is not None:
            return f"a whole number of at least {self.minimum}"
        return "a whole number"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the number."""
        if (
            not isinstance(value, int)
            or isinstance(value, bool)
            or (self.minimum is not None and value < self.minimum)
            or (self.maximum is not None and value > self.maximum)
        ):
            return self.refuse(value, path, report)
        return int(value)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        bounds = {"minimum": self.minimum, "maximum": self.maximum}
        return {"type": "integer"} | {
            name: bound for name, bound in bounds.items() if bound is not None
        }


class Text(Shape):
    """A text.

    Attributes:
        examples: Some that are usual.
    """

    types = frozenset({"string"})
    expected = "a text that is not empty"

    def __init__(self, examples: tuple[str, ...] = ()) -> None:
        self.examples = examples

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the text."""
        if not isinstance(value, str) or not value.strip():
            return self.refuse(value, path, report)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        examples = {"examples": list(self.examples)} if self.examples else {}
        return {"type": "string", "minLength": 1} | examples


class Subset(Text):
    """The name of a subset of cards.

    Attributes:
        zone: Whether it is one of hole or of board cards, or of any; empty where it is made, not
            used.
    """

    def __init__(self, *, zone: str = "") -> None:
        super().__init__()
        self.zone = zone

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the name, and remember that it was used."""
        name = super().read(value, path, report)
        if name is not NOTHING:
            name = report.renames.get(name, name)
            if self.zone:
                report.mentions.append(Mention(self.zone, name, path))
        return name


class Choice(Shape):
    """One of several words.

    Attributes:
        words: The words.
        others: Other spellings of them.
        slips: Words that can only mean one thing but are wrong.
    """

    types = frozenset({"string"})

    def __init__(
        self,
        words: type[StrEnum],
        others: Mapping[str, str] = _NO_WORDS,
        slips: Mapping[str, str] = _NO_WORDS,
    ) -> None:
        self.words = words
        self.others = others
        self.slips = slips

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        return listed(f'"{word}"' for word in self.words)

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the word."""
        if not isinstance(value, str):
            hint = suggest(str(value), self.words) if type(value) is int else ""
            return self.refuse(value, path, report, hint)
        if value in self.slips:
            meant = self.slips[value]
            report.warn(
                path,
                f"must be {self.expected}; {show(value)} is taken for {show(meant)}",
                "wrong-value",
            )
            value = meant
        value = self.others.get(value, value)
        try:
            return self.words(value)
        except ValueError:
            return self.refuse(value, path, report, suggest(value, [*self.words, *self.others]))

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"enum": [*map(str, self.words), *self.others, *self.slips]}


class Evaluation(Shape):
    """The name of a ranking of hands."""

    types = frozenset({"string"})
    expected = "the name of an evaluation type"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the name that the rankings have for it."""
        if not isinstance(value, str):
            return self.refuse(value, path, report)
        known = _evaluation_types()
        if value not in known:
            return self.refuse(value, path, report, suggest(value, known))
        return known[value]

    def schema(self) -> dict[str, Any]:
        """Return a reference to the definition."""
        return {"$ref": "#/$defs/EvaluationType"}

    def definition(self) -> dict[str, Any]:
        """Return all names as JSON Schema."""
        return {"description": "How hands are ranked.", "enum": list(_evaluation_types())}


@cache
def _evaluation_types() -> dict[str, str]:
    """Return the names of all rankings, those that are aliases included."""
    found = {name: name for name in rankings.names()}
    found |= {alias: name for name in found for alias in rankings.get(name).aliases}
    return found


class ListOf(Shape):
    """A list of values that all have one shape.

    Attributes:
        item: The shape.
        least: The fewest values.
        most: The most values.
    """

    types = frozenset({"array"})

    def __init__(self, item: Shape, least: int = 1, most: int = MAX_GAME_ITEMS) -> None:
        self.item = item
        self.least = least
        self.most = most

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        return "a list that is not empty" if self.least else "a list"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the values."""
        if not isinstance(value, list | tuple) or len(value) < self.least:
            return self.refuse(value, path, report)
        if len(value) > self.most:
            report.error(path, f"has {len(value)} values: expected at most {self.most}", "too-many")
            return NOTHING
        read = [
            self.item.read(item, join_path(path, index), report) for index, item in enumerate(value)
        ]
        return NOTHING if any(item is NOTHING for item in read) else tuple(read)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.item.schema(), "maxItems": self.most} | least


class Tuple(Shape):
    """A list of fixed length.

    Attributes:
        items: The shapes.
        text: What it is, in English.
    """

    types = frozenset({"array"})

    def __init__(self, items: tuple[Shape, ...], text: str) -> None:
        self.items = items
        self.text = text

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        return self.text

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the values."""
        if not isinstance(value, list | tuple) or len(value) != len(self.items):
            return self.refuse(value, path, report)
        read = [
            shape.read(item, join_path(path, index), report)
            for index, (shape, item) in enumerate(zip(self.items, value, strict=True))
        ]
        return NOTHING if any(item is NOTHING for item in read) else tuple(read)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {
            "type": "array",
            "prefixItems": [shape.schema() for shape in self.items],
            "minItems": len(self.items),
            "maxItems": len(self.items),
        }


class MapOf(Shape):
    """An object whose keys are numbers.

    Attributes:
        item: The shape of its values.
    """

    types = frozenset({"object"})
    expected = "an object whose keys are numbers of cards"

    def __init__(self, item: Shape) -> None:
        self.item = item

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the values by number, the smallest first."""
        if not isinstance(value, Mapping) or not value:
            return self.refuse(value, path, report)
        found = {}
        for key, item in value.items():
            digits = isinstance(key, str) and key.isascii() and key.isdecimal()
            if not digits or len(key) > len(str(MAX_GAME_CARDS)) or int(key) > MAX_GAME_CARDS:
                report.error(
                    path,
                    f"has the key {show(key)}: expected a number of cards up to {MAX_GAME_CARDS}",
                    "unknown-key",
                )
                continue
            found[int(key)] = self.item.read(item, join_path(path, key), report)
        wrong = any(item is NOTHING for item in found.values())
        return NOTHING if wrong else tuple(sorted(found.items()))

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {
            "type": "object",
            "patternProperties": {"^[0-9]+$": self.item.schema()},
            "additionalProperties": False,
            "minProperties": 1,
        }


class OneOf(Shape):
    """One of several shapes that have different JSON types."""

    def __init__(self, *shapes: Shape) -> None:
        self.shapes = shapes
        self.types = frozenset[str]().union(*(shape.types for shape in shapes))

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        return listed(shape.expected for shape in self.shapes)

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the value as the shape of its type reads it."""
        found = json_type(value)
        for shape in self.shapes:
            if found in shape.types:
                return shape.read(value, path, report)
        return self.refuse(value, path, report)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return {"anyOf": [shape.schema() for shape in self.shapes]}


class Converted(Shape):
    """A shape whose value the model writes in another way."""

    def __init__(self, shape: Shape, convert: Callable[[Any], Any]) -> None:
        self.shape = shape
        self.convert = convert
        self.types = shape.types

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        return self.shape.expected

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the value as the model has it."""
        read = self.shape.read(value, path, report)
        return NOTHING if read is NOTHING else self.convert(read)

    def schema(self) -> dict[str, Any]:
        """Return the shape as JSON Schema."""
        return self.shape.schema()


class Member(NamedTuple):
    """A member of a JSON object.

    Attributes:
        key: Its key.
        shape: What it looks like.
        text: What it means.
        default: What it is when it is left out; `NOTHING` if it must be there.
        others: Other keys that mean the same, with their shapes.
    """

    key: str
    shape: Shape
    text: str
    default: Any
    others: Mapping[str, Shape]

    @property
    def required(self) -> bool:
        """Whether it must be there."""
        return self.default is NOTHING

    @property
    def shapes(self) -> dict[str, Shape]:
        """The shapes by key, the usual key first."""
        return {self.key: self.shape, **self.others}


def member(
    key: str,
    shape: Shape,
    text: str,
    *,
    default: Any = NOTHING,
    others: Mapping[str, Shape] | tuple[str, ...] = (),
) -> Any:
    """Make a field of a part of a game that is a member of a JSON object.

    Args:
        key: Its key.
        shape: What it looks like.
        text: What it means.
        default: What it is when it is left out; it must not be left out otherwise.
        others: Other keys that mean the same; with their shapes where these differ.

    Returns:
        The field.
    """
    if not isinstance(others, Mapping):
        others = dict.fromkeys(others, shape)
    return Member(key, shape, text, default, others)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(member,))
class Part(Record):
    """A part of a game, or all of it: a record whose fields are members of a JSON object."""

    _members: ClassVar[dict[str, Member]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        """Take the members down, and leave their defaults in their places."""
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Member)}
        cls._members = cls._members | own
        for name, each in own.items():
            if each.required:
                delattr(cls, name)
            else:
                setattr(cls, name, each.default)
        super().__init_subclass__(**options)


def members(kind: type[Part]) -> dict[str, Member]:
    """Return the members of a class of the model by the names of its fields."""
    return kind._members


COMMENT = "comment"
"""The key of a text for readers of the file, which may stand in every object."""
_COMMENT = Text()


class ObjectOf(Shape):
    """An object that becomes an instance of a class of the model."""

    types = frozenset({"object"})

    def __init__(self, kind: type[Part]) -> None:
        self.kind = kind

    @property
    def expected(self) -> str:
        """The values that are expected, in English."""
        required = [f'"{each.key}"' for each in members(self.kind).values() if each.required]
        return f"an object with {listed(required, 'and')}" if required else "an object"

    def read(self, value: Any, path: str, report: Report) -> Any:
        """Return the instance."""
        if not isinstance(value, Mapping):
            return self.refuse(value, path, report)
        for key in getattr(value, "repeated", ()):
            report.error(
                join_path(path, key), "is there more than once in the same object", "repeated-key"
            )
        found = members(self.kind)
        known = {key: shape for each in found.values() for key, shape in each.shapes.items()}
        for key in value:
            if key == COMMENT and COMMENT not in known:
                _COMMENT.read(value[key], join_path(path, key), report)
            elif key not in known:
                hint = suggest(str(key), known) or f"; its keys are {listed(known, 'and')}"
                report.error(
                    join_path(path, str(key)), f"is no key of this object{hint}", "unknown-key"
                )
        values = {}
        for name, each in found.items():
            given = [key for key in each.shapes if key in value]
            if len(given) > 1:
                both = listed((f'"{key}"' for key in given), "and")
                report.error(
                    join_path(path, given[1]),
                    f"{both} mean the same; keep one of them",
                    "repeated-key",
                )
            if given:
                shape = each.shapes[given[0]]
                read = shape.read(value[given[0]], join_path(path, given[0]), report)
                if read is not NOTHING:
                    values[name] = read
            elif each.required:
                place = join_path(path, each.key)
                report.error(place, f"is missing; it must be {each.shape.expected}", "missing")
        if any(each.required and name not in values for name, each in found.items()):
            return NOTHING
        finish = getattr(self.kind, "finish", None)
        if finish is not None:
            finish(values, path, report)
        return self.kind(**values)

    def schema(self) -> dict[str, Any]:
        """Return a reference to the definition."""
        return {"$ref": f"#/$defs/{self.kind.__name__}"}
