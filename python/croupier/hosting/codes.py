"""Codes of tables, and secrets by which people are known."""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["hash_secret", "is_code", "make_code", "make_secret"]

# Without letters and figures that look alike.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE_LETTERS = 10


def make_code() -> str:
    """Return the code of a new table: 50 bits that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LETTERS))


def is_code(text: str) -> bool:
    """Return whether something can be the code of a table.

    >>> is_code("abcdefghjk"), is_code("../../etc"), is_code("")
    (True, False, False)

    Args:
        text: What it is.

    Returns:
        Whether it can.
    """
    return len(text) == _CODE_LETTERS and set(text) <= set(_LETTERS)


def make_secret() -> str:
    """Return a secret of 128 bits by which somebody is known."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> str:
    """Return what is kept of a secret.

    >>> len(hash_secret("abc"))
    64

    Args:
        secret: The secret.

    Returns:
        Its hash: nobody learns the secret from it.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
