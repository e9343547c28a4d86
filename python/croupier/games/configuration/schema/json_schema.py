"""The JSON Schema of game configurations, for editors and for other programs.

The schema is made of the same shapes that read configurations. `schema.json` beside this module is
what `write_schema` writes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from croupier.files import whole_text
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.shapes import (
    COMMENT,
    Converted,
    Evaluation,
    ListOf,
    MapOf,
    ObjectOf,
    OneOf,
    Shape,
    Text,
    Tuple,
    members,
)

__all__ = ["make_schema", "read_schema", "write_schema"]

_PLACE = Path(__file__).with_name("schema.json")
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def make_schema() -> dict[str, Any]:
    """Make the schema of what can be read.

    >>> schema = make_schema()
    >>> schema["required"]
    ['game', 'players', 'deck', 'bettingStructures', 'gamePlay', 'showdown']

    Returns:
        The schema, draft 2020-12.
    """
    kinds = list[type]()
    _collect(ObjectOf(Configuration), kinds)
    return {
        "$schema": _DIALECT,
        "title": "Poker game configuration",
        **_define(Configuration),
        "$defs": {
            "EvaluationType": Evaluation().definition(),
            **{
                kind.__name__: _define(kind)
                for kind in sorted(kinds, key=lambda kind: kind.__name__)
                if kind is not Configuration
            },
        },
    }


def _define(kind: type) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for each in members(kind).values():
        for key, shape in each.shapes.items():
            text = each.text if key == each.key else f"Another key of {each.key}: {each.text}"
            properties[key] = {"description": text, **shape.schema()}
    properties.setdefault(COMMENT, {"description": "A text for readers.", **Text().schema()})
    # One key of several that mean the same is enough.
    required = [each for each in members(kind).values() if each.required]
    always = [each.key for each in required if not each.others]
    either = [
        {"anyOf": [{"required": [key]} for key in each.shapes]} for each in required if each.others
    ]
    return {
        "description": (kind.__doc__ or "").partition("\n")[0],
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        **({"required": always} if always else {}),
        **({"allOf": either} if either else {}),
    }


def _collect(shape: Shape, kinds: list[type]) -> None:
    """Find all classes of the model that a shape speaks of."""
    match shape:
        case ObjectOf():
            if shape.kind not in kinds:
                kinds.append(shape.kind)
                for each in members(shape.kind).values():
                    for inner in each.shapes.values():
                        _collect(inner, kinds)
        case ListOf() | MapOf():
            _collect(shape.item, kinds)
        case Converted():
            _collect(shape.shape, kinds)
        case OneOf():
            for inner in shape.shapes:
                _collect(inner, kinds)
        case Tuple():
            for inner in shape.items:
                _collect(inner, kinds)
        case _:
            pass


def read_schema() -> dict[str, Any]:
    """Read the schema that is published with the package.

    Returns:
        The schema.
    """
    schema: dict[str, Any] = json.loads(_PLACE.read_bytes())
    return schema


def write_schema(path: Path) -> None:
    """Write the schema to a file.

    Args:
        path: The file.
    """
    with whole_text(path) as text:
        text.write(json.dumps(make_schema(), indent=2) + "\n")


if __name__ == "__main__":
    write_schema(_PLACE)
