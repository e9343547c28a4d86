"""A small validator of JSON Schema: the words that the published schema uses, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "object": (dict,),
    "string": (str,),
}
_NOTES = {"$defs", "$schema", "description", "examples", "title"}
_WORDS = {
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "enum",
    "items",
    "maxItems",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "patternProperties",
    "prefixItems",
    "properties",
    "required",
    "type",
}


def validate(root: dict[str, Any], value: Any) -> list[str]:
    """Return where a value does not fit a schema."""
    return list(_walk(root, root, value, "$"))


def _walk(root: dict[str, Any], schema: dict[str, Any], value: Any, path: str) -> Iterator[str]:
    unknown = set(schema) - _WORDS - _NOTES
    assert not unknown, f"the validator does not know {unknown}"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from _walk(root, root["$defs"][name], value, path)
    kind = schema.get("type")
    if kind is not None and not _is(value, kind):
        yield f"{path}: {value!r} is no {kind}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is not allowed"
    for each in schema.get("allOf", ()):
        yield from _walk(root, each, value, path)
    ways = schema.get("anyOf")
    if ways and all(list(_walk(root, way, value, path)) for way in ways):
        yield f"{path}: {value!r} fits nothing"
    if isinstance(value, dict):
        yield from _walk_object(root, schema, value, path)
    elif isinstance(value, list):
        yield from _walk_list(root, schema, value, path)
    elif isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            yield f"{path}: is too short"
    elif isinstance(value, int) and not _fits(schema, value):
        yield f"{path}: {value} is out of bounds"


def _fits(schema: dict[str, Any], value: int) -> bool:
    fits: bool = schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return fits


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])


def _walk_object(
    root: dict[str, Any], schema: dict[str, Any], value: dict[str, Any], path: str
) -> Iterator[str]:
    if len(value) < schema.get("minProperties", 0):
        yield f"{path}: has too few members"
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{path}: lacks {key}"
    for key, item in value.items():
        found = [schema["properties"][key]] if key in schema.get("properties", ()) else []
        found += [
            each
            for pattern, each in schema.get("patternProperties", {}).items()
            if re.search(pattern, key)
        ]
        for each in found:
            yield from _walk(root, each, item, f"{path}.{key}")
        if not found and schema.get("additionalProperties") is False:
            yield f"{path}: has {key}"


def _walk_list(
    root: dict[str, Any], schema: dict[str, Any], value: list[Any], path: str
) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{path}: has {len(value)} items"
    for index, item in enumerate(value):
        first = schema.get("prefixItems", [])
        each = first[index] if index < len(first) else schema.get("items", {})
        yield from _walk(root, each, item, f"{path}[{index}]")
