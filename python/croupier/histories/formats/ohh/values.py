"""Looking up the members of JSON objects, with errors that name the place."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from croupier.errors import ParseError
from croupier.numbers import read_decimal

__all__ = ["Amount", "Members", "read_card"]

Amount = int | Decimal
_CARD = re.compile("(10|[2-9TJQKAtjqka1])([cdhsCDHS])")
_MEMBER = re.compile(r"\w+: ")
_LARGEST = 10**15


class Members:
    """The members of an object, for looking them up.

    >>> members = Members({"seat": 3, "_uid": "x"}, "players[0]", "ohh")
    >>> members.integer("seat"), members.text("name")
    (3, None)
    """

    def __init__(self, value: Any, path: str, format: str, hand: str | None = None) -> None:
        """Look at an object.

        Args:
            value: The object.
            path: Where it is in the hand.
            format: The name of the format, for errors.
            hand: The name of the hand, for errors.

        Raises:
            ParseError: It is no object.
        """
        self.path = path
        self.format = format
        self.hand = hand
        if not isinstance(value, dict):
            raise self._error("", "an object", value)
        self._values = dict(value)

    def fail(self, message: str, code: str) -> ParseError:
        """Return an error that names this place.

        Args:
            message: What is wrong, perhaps after the name of a member and a colon.
            code: The stable word for it.

        Returns:
            The error.
        """
        border = "." if _MEMBER.match(message) else ": "
        where = f"{self.path}{border}" if self.path else ""
        return ParseError(f"{where}{message}", code=code, format=self.format, hand=self.hand)

    def _error(self, name: str, expected: str, value: Any) -> ParseError:
        path = ".".join(filter(None, (self.path, name))) or "the hand"
        text = repr(value)
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        return ParseError(
            f"{path}: expected {expected}, not {shown}",
            code="ohh-member",
            format=self.format,
            hand=self.hand,
        )

    def take(self, name: str) -> Any:
        """Return a member as it is, or `None`.

        Args:
            name: Its name.

        Returns:
            The value.
        """
        return self._values.pop(name, None)

    def text(self, name: str, default: str | None = None) -> str | None:
        """Return a text; numbers count as their digits.

        Args:
            name: The name of the member.
            default: What an absent one is.

        Returns:
            The text.

        Raises:
            ParseError: It is something else.
        """
        value = self.take(name)
        if value is None:
            return default
        if isinstance(value, str):
            return value
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            return str(value)
        raise self._error(name, "a text", value)

    def integer(self, name: str) -> int | None:
        """Return an integer; a text of digits counts as one.

        Args:
            name: The name of the member.

        Returns:
            The integer, or `None` where there is none.

        Raises:
            ParseError: It is something else.
        """
        value = self.take(name)
        if value is None or value == "":
            return None
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 16:
            return int(value)
        if (
            isinstance(value, int | Decimal)
            and not isinstance(value, bool)
            and (isinstance(value, int) or value.is_finite())
            and -_LARGEST <= value <= _LARGEST
            and value % 1 == 0
        ):
            return int(value)
        raise self._error(name, "an integer", value)

    def amount(self, name: str, *, negative: bool = False) -> Amount | None:
        """Return an amount of chips.

        Args:
            name: The name of the member.
            negative: Whether it may be below 0.

        Returns:
            The amount, or `None` where there is none.

        Raises:
            ParseError: It is something else, below 0, or too large.
        """
        value = self.take(name)
        if value is None or value == "":
            return None
        if isinstance(value, str):
            try:
                value = read_decimal(value)
            except ParseError:
                raise self._error(name, "an amount", value) from None
        if not isinstance(value, int | Decimal) or isinstance(value, bool):
            raise self._error(name, "an amount", value)
        if isinstance(value, Decimal) and not value.is_finite():
            raise self._error(name, "an amount", value)
        if not (-_LARGEST if negative else 0) <= value <= _LARGEST:
            raise self._error(name, f"an amount from 0 to {_LARGEST}", value)
        return value

    def flag(self, name: str) -> bool | None:
        """Return a truth value.

        Args:
            name: The name of the member.

        Returns:
            The value, or `None` where there is none.

        Raises:
            ParseError: It is something else.
        """
        value = self.take(name)
        if value is None or isinstance(value, bool):
            return value
        if value in ("", 0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in {"true", "false"}:
            return value.lower() == "true"
        raise self._error(name, "true or false", value)

    def items(self, name: str) -> list[Any]:
        """Return a list; null, nothing and an empty text are an empty one.

        Args:
            name: The name of the member.

        Returns:
            The list.

        Raises:
            ParseError: It is something else.
        """
        value = self.take(name)
        if value is None or value == "":
            return []
        if not isinstance(value, list):
            raise self._error(name, "a list", value)
        return value


def read_card(value: Any) -> str | None:
    """Return a card in the notation of Croupier, or `None` if it is none.

    >>> read_card("10h"), read_card("aS"), read_card("?"), read_card("1")
    ('Th', 'As', '??', None)

    Args:
        value: The card.

    Returns:
        The card; `??` if it is an unknown one.
    """
    if not isinstance(value, str):
        return None
    if value and set(value) <= {"?", "X", "x", "*"} and len(value) <= 2:
        return "??"
    match = _CARD.fullmatch(value)
    if match is None:
        return None
    rank, suit = match[1].upper().replace("10", "T").replace("1", "A"), match[2].lower()
    return rank + suit
