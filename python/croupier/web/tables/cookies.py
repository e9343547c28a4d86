"""Cookies by which people are known at tables, and the private links that give them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from croupier.hosting import OpenTable
from croupier.hosting.codes import hash_secret, make_secret
from croupier.hosting.people import Person

__all__ = ["MAX_SECRET", "PREFIX", "find_cookie", "find_person", "follow_link", "give_cookie"]

PREFIX: Final = "croupier-seat-"
"""The beginning of the names of all these cookies."""

MAX_SECRET: Final = 64
"""The most characters of a secret in a link."""

_SECRET = re.compile(rf"[\w-]{{1,{MAX_SECRET}}}", re.ASCII)
_SECONDS = 90 * 24 * 3600


def find_cookie(code: str) -> str:
    """Return the name of the cookie by which a person is known at a table.

    >>> find_cookie("abc")
    'croupier-seat-abc'

    Args:
        code: The table.

    Returns:
        The name.
    """
    return f"{PREFIX}{code}"


def find_person(opened: OpenTable, cookies: Mapping[str, str]) -> Person | None:
    """Return the person whose cookie this is.

    Args:
        opened: The table.
        cookies: The cookies of a request.

    Returns:
        The person; `None` for a visitor whom the table does not know.
    """
    secret = cookies.get(find_cookie(opened.code), "")
    return opened.table.find_by_key(hash_secret(secret)) if secret else None


def give_cookie(answer: Response, request: Request, code: str, secret: str) -> None:
    """Give a browser the secret by which it is known at a table.

    Args:
        answer: The response.
        request: The request: the cookie is for TLS alone if it came by TLS.
        code: The table.
        secret: The secret.
    """
    answer.set_cookie(
        find_cookie(code),
        secret,
        _SECONDS,
        httponly=True,
        samesite="lax",
        path="/",
        secure=request.url.scheme == "https",
    )


def follow_link(opened: OpenTable, request: Request, given: str) -> Response:
    """Exchange the secret of a private link for a cookie, once, and remove it from the address.

    A browser that the table knows stays the person that it is, and the link remains unused.

    Args:
        opened: The table.
        request: The request.
        given: The secret in the link.

    Returns:
        A redirect to the table.
    """
    address = f"/t/{opened.code}"
    headers = {"cache-control": "no-store", "referrer-policy": "no-referrer"}
    if find_person(opened, request.cookies) is not None:
        return RedirectResponse(address, 303, headers)
    # A browser that loads pages in advance does not use up the link.
    is_visit = request.method == "GET" and "prefetch" not in (
        request.headers.get("sec-purpose", "") + request.headers.get("purpose", "")
    )
    secret = make_secret()
    if not is_visit or not _SECRET.fullmatch(given) or not opened.use_link(given, secret):
        # The page explains that the link is of no use any more.
        why = "" if request.query_params.get("moved") else "#unknown-link"
        return RedirectResponse(f"{address}{why}", 303, headers)
    answer = RedirectResponse(address, 303, headers)
    give_cookie(answer, request, opened.code, secret)
    return answer
