"""Validation of settings, intents and entries against the bounds of their types.

msgspec checks the bounds of a type when it decodes, but not when Python constructs an object. The
types are the only definition of the bounds: checks, error messages and documents all read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct, inspect

from croupier.errors import RefusedError

__all__ = ["check_fields", "describe_field", "explain_json"]

_CODE: Final = "field-value"
_SHOWN: Final = 60
# Deeper than any of our types.
_DEPTH: Final = 8


class _MismatchError(Exception):
    """A value that does not match its type."""

    def __init__(self, path: str, expected: str, got: str) -> None:
        super().__init__(path, expected, got)
        self.path, self.expected, self.got = path, expected, got

    def make_error(self) -> RefusedError:
        place = f"{self.path}: " if self.path else ""
        return RefusedError(
            f"{place}expected {self.expected}, got {self.got}"
            if self.expected
            else f"{self.path}: unknown field",
            code=_CODE,
            field=self.path,
            expected=self.expected,
            value=self.got,
        )


def check_fields(value: Struct) -> None:
    """Validate every field of an object against the bounds of its type.

    >>> from croupier.hosting import TableSettings
    >>> check_fields(TableSettings("nlhe", seats=6))

    Args:
        value: The settings, intent or entry.

    Raises:
        RefusedError: A field has a wrong type or is out of bounds; `details["field"]` says which.
    """
    # Fast path: nearly all values are valid.
    if all(is_valid(getattr(value, name)) for name, is_valid in _list_tests(type(value))):
        return
    try:
        _check(_find_type(type(value)), value, "", 0)
    except _MismatchError as error:
        raise error.make_error() from None


@lru_cache(256)
def _list_tests(kind: type[Struct]) -> list[tuple[str, Callable[[Any], bool]]]:
    """Return a fast test for each field, which may reject valid values."""
    return [(field.name, _make_test(field.type)) for field in _find_type(kind).fields]


def _make_test(kind: Any) -> Callable[[Any], bool]:
    match kind:
        case inspect.BoolType():
            return lambda value: value is True or value is False
        case inspect.IntType(ge=int(ge), le=int(le)):
            return lambda value: type(value) is int and ge <= value <= le
        case inspect.StrType(pattern=None):
            least, most = kind.min_length or 0, kind.max_length or 1 << 60
            return lambda value: (
                type(value) is str and least <= len(value) <= most and value.isascii()
            )
        case inspect.ListType() if not kind.min_length:
            return lambda value: type(value) is list and not value
        case inspect.DictType() if not kind.min_length:
            return lambda value: type(value) is dict and not value
        case _:
            return lambda value: False


def explain_json(text: bytes | str, kind: Any, what: str) -> RefusedError:
    """Return the error for JSON that cannot be decoded as a type, with the field and its bounds.

    >>> from croupier.hosting import TableSettings
    >>> str(explain_json('{"seats": 99}', TableSettings, "settings"))
    'seats: expected an integer from 0 to 12, got 99'

    Args:
        text: The JSON.
        kind: The type.
        what: What the JSON should be, for JSON that is not valid at all.

    Returns:
        The error.
    """
    try:
        value = msgspec.json.decode(text)
        _check(_find_type(kind), value, "", 0)
    except _MismatchError as error:
        return error.make_error()
    except (ValueError, RecursionError):
        pass
    return RefusedError(f"expected {what} as JSON, got invalid JSON", code=_CODE)


def describe_field(kind: type[Struct], name: str) -> str:
    """Return the values that a field accepts, as error messages and documents show them.

    >>> from croupier.hosting import TableSettings
    >>> describe_field(TableSettings, "seats")
    'an integer from 0 to 12'

    Args:
        kind: The class.
        name: The field.

    Returns:
        The words.
    """
    fields = {field.name: field.type for field in _find_type(kind).fields}
    return _describe(fields[name])


@lru_cache(256)
def _find_type(kind: Any) -> Any:
    return inspect.type_info(kind)


def _check(kind: Any, value: Any, path: str, depth: int) -> None:
    if depth > _DEPTH:
        return
    match kind:
        case inspect.Metadata():
            _check(kind.type, value, path, depth)
        case inspect.UnionType():
            _check_union(kind, value, path, depth)
        case inspect.StructType():
            _check_struct(kind, value, path, depth)
        case inspect.ListType() | inspect.VarTupleType():
            if not isinstance(value, list | tuple) or not _has_length(kind, value):
                raise _MismatchError(path, _describe(kind), _show(value))
            for place, item in enumerate(value):
                _check(kind.item_type, item, f"{path}[{place}]", depth + 1)
        case inspect.TupleType():
            if not isinstance(value, list | tuple) or len(value) != len(kind.item_types):
                raise _MismatchError(path, _describe(kind), _show(value))
            for place, (item_type, item) in enumerate(zip(kind.item_types, value, strict=True)):
                _check(item_type, item, f"{path}[{place}]", depth + 1)
        case inspect.DictType():
            if not isinstance(value, Mapping) or not _has_length(kind, value):
                raise _MismatchError(path, _describe(kind), _show(value))
            for key, item in value.items():
                _check(kind.key_type, key, f"{path} key", depth + 1)
                _check(kind.value_type, item, f"{path}.{key}" if path else str(key), depth + 1)
        case _:
            if not _fits(kind, value):
                raise _MismatchError(path, _describe(kind), _show(value))


def _check_union(kind: Any, value: Any, path: str, depth: int) -> None:
    structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
    if structs and isinstance(value, Struct | Mapping):
        for one in structs:
            if isinstance(value, one.cls) or (
                isinstance(value, Mapping) and value.get(one.tag_field) == one.tag
            ):
                _check(one, value, path, depth)
                return
    elif isinstance(value, list | tuple | Mapping):
        # A union has one kind of list and one of mapping, so report what is wrong inside it.
        for one in kind.types:
            if isinstance(one, inspect.ListType | inspect.VarTupleType | inspect.DictType):
                _check(one, value, path, depth)
                return
    elif any(_fits(one, value) for one in kind.types):
        return
    if structs and len(structs) > 1 and isinstance(value, Mapping):
        field = structs[0].tag_field or ""
        tags = ", ".join(str(one.tag) for one in structs)
        raise _MismatchError(field, f"one of {tags}", _show(value.get(field)))
    raise _MismatchError(path, _describe(kind), _show(value))


def _check_struct(kind: Any, value: Any, path: str, depth: int) -> None:
    if isinstance(value, Mapping):
        known = {field.encode_name for field in kind.fields} | {kind.tag_field}
        unknown = [key for key in value if key not in known]
        if unknown and kind.forbid_unknown_fields:
            place = f"{path}.{unknown[0]}" if path else str(unknown[0])
            raise _MismatchError(place[:_SHOWN], "", _show(value[unknown[0]]))
    elif not isinstance(value, kind.cls):
        raise _MismatchError(path, f"a {kind.cls.__name__}", _show(value))
    for field in kind.fields:
        place = f"{path}.{field.name}" if path else field.name
        if isinstance(value, Struct):
            item = getattr(value, field.name)
        elif field.encode_name in value:
            item = value[field.encode_name]
        elif field.required:
            raise _MismatchError(place, _describe(field.type), "nothing")
        else:
            continue
        if item is not msgspec.UNSET:
            _check(field.type, item, place, depth + 1)


def _has_length(kind: Any, value: Any) -> bool:
    least, most = kind.min_length, kind.max_length
    return (least is None or len(value) >= least) and (most is None or len(value) <= most)


def _fits(kind: Any, value: Any) -> bool:
    match kind:
        case inspect.Metadata():
            return _fits(kind.type, value)
        case inspect.AnyType() | inspect.RawType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return (
                isinstance(value, int) and not isinstance(value, bool) and _is_within(kind, value)
            )
        case inspect.FloatType():
            return (
                isinstance(value, int | float)
                and not isinstance(value, bool)
                and _is_within(kind, value)
            )
        case inspect.StrType():
            return isinstance(value, str) and _is_text(kind, value)
        case _:
            try:
                _check(kind, value, "", 1)
            except _MismatchError:
                return False
            return True


def _is_within(kind: Any, value: Any) -> bool:
    # Not a number is within no bounds.
    return bool(
        value == value
        and (kind.ge is None or value >= kind.ge)
        and (kind.le is None or value <= kind.le)
    )


def _is_text(kind: Any, value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return _has_length(kind, value) and (
        kind.pattern is None or _compile(kind.pattern).search(value) is not None
    )


@lru_cache(32)
def _compile(pattern: str) -> Any:
    import re

    return re.compile(pattern)


def _describe(kind: Any) -> str:
    match kind:
        case inspect.Metadata():
            return _describe(kind.type)
        case inspect.UnionType():
            return " or ".join(_describe(one) for one in kind.types)
        case inspect.NoneType():
            return "nothing"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType():
            return f"an integer{_describe_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_describe_bounds(kind)}"
        case inspect.StrType() if kind.pattern is not None:
            return f"text that matches {kind.pattern}"
        case inspect.StrType():
            return f"text{_describe_length(kind, 'character')}"
        case inspect.ListType() | inspect.VarTupleType():
            inner = _describe(kind.item_type).partition(" ")[2]
            plural = inner.replace("integer", "integers", 1) if inner else "texts"
            return f"a list{_describe_length(kind, 'value')}, {plural}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)} values"
        case inspect.DictType():
            return f"a mapping{_describe_length(kind, 'value')} to {_describe(kind.value_type)}"
        case inspect.StructType():
            return f"a {kind.cls.__name__}"
        case _:
            return "another value"


def _describe_bounds(kind: Any) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:,} to {kind.le:,}"
    if kind.ge is not None:
        return f" of at least {kind.ge:,}"
    return f" of at most {kind.le:,}" if kind.le is not None else ""


def _describe_length(kind: Any, unit: str) -> str:
    least, most = kind.min_length or 0, kind.max_length
    if most is None:
        return f" of at least {least} {unit}s" if least else ""
    return f" of {least} to {most} {unit}s" if least else f" of at most {most} {unit}s"


def _show(value: Any) -> str:
    if isinstance(value, str) and len(value) > _SHOWN:
        return f"{len(value)} characters"
    if isinstance(value, list | tuple) and len(value) > 12:
        return f"{len(value)} values"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "nothing"
    try:
        text = ascii(value)
    except ValueError:
        # Python does not write integers of thousands of digits.
        return "a number that is too large"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
