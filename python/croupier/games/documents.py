"""JSON of games, within bounds: what is too large, too deep or no number is refused first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from os import PathLike
from typing import Any, Final, NoReturn

from croupier.errors import ParseError
from croupier.limits import MAX_DOCUMENT_DEPTH, MAX_GAME_BYTES
from croupier.numbers import read_decimal, read_integer

__all__ = ["read_json", "read_json_file"]

_FORMAT: Final = "json"
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")


def read_json_file(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a file that holds a game.

    Args:
        path: The file.

    Returns:
        The bytes.

    Raises:
        ParseError: There are too many.
        OSError: The file cannot be read.
    """
    with open(path, "rb") as file:
        data = file.read(MAX_GAME_BYTES + 1)
    _verify_size(len(data))
    return data


def read_json(
    text: str | bytes,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    *,
    most: int = MAX_GAME_BYTES,
) -> Any:
    """Return what JSON says.

    >>> read_json('{"game": "Razz", "ante": 2}')
    {'game': 'Razz', 'ante': 2}
    >>> read_json("[" * 65)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: objects and lists lie more than 64 deep in each other (json)

    Args:
        text: The text; UTF-8 if it is bytes.
        object_pairs_hook: What makes objects of names and values; dictionaries if omitted.
        most: The most bytes.

    Returns:
        The value.

    Raises:
        ParseError: It is no JSON, or out of bounds.
    """
    _verify_size(len(text), most)
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        _verify_depth(decoded)
        return json.loads(
            decoded,
            object_pairs_hook=object_pairs_hook,
            parse_constant=_refuse_constant,
            parse_int=read_integer,
            parse_float=_read_float,
        )
    except json.JSONDecodeError as error:
        raise ParseError(
            f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            format=_FORMAT,
            line=error.lineno,
            column=error.colno,
            code="json-syntax",
        ) from None
    except UnicodeDecodeError as error:
        raise ParseError(
            f"is no text in UTF-8: byte {error.start + 1} is wrong", format=_FORMAT, code="encoding"
        ) from None


def _verify_size(size: int, most: int = MAX_GAME_BYTES) -> None:
    if size > most:
        raise ParseError(
            f"is too large: expected at most {most} bytes, got {size}",
            format=_FORMAT,
            code="file-too-large",
        )


def _verify_depth(text: str) -> None:
    depth = 0
    for found in _BRACKETS.finditer(_TEXT.sub("", text)):
        depth += 1 if found[0] in "[{" else -1
        if depth > MAX_DOCUMENT_DEPTH:
            raise ParseError(
                f"objects and lists lie more than {MAX_DOCUMENT_DEPTH} deep in each other",
                format=_FORMAT,
                code="nested-too-deeply",
            )


def _refuse_constant(name: str) -> NoReturn:
    raise ParseError(f"{name} is no JSON", format=_FORMAT, code="json-syntax")


def _read_float(text: str) -> float:
    return float(read_decimal(text))
