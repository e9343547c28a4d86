"""A real browser, where there is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from croupier.web.server import STATIC

from .serving import ROOT

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NEEDED = bool(os.environ.get("CROUPIER_NEED_BROWSER"))


def find_browser() -> str | None:
    """Return the browser: the one that is named, one on the PATH, or that of `make browser`."""
    named = os.environ.get("CROUPIER_CHROMIUM")
    if named:
        return named
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    made = ROOT / ".setup" / "chromium" / "chromium"
    return found or (str(made) if made.is_file() else None)


BROWSER = find_browser()
HAS_PAGE = (STATIC / "index.html").is_file()
MISSING = (
    "there is no browser: `make browser` gets one"
    if BROWSER is None
    else ""
    if HAS_PAGE
    else "the page is not built: `make page` builds it"
)


def need_browser() -> None:
    """Leave a test out where there is no browser, or fail where there must be one."""
    if MISSING and NEEDED:
        pytest.fail(MISSING)
    if MISSING:
        pytest.skip(MISSING)


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=BROWSER, args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """A page that somebody looks at, and all that must not happen on it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.faults: list[str] = []
        self.asked: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("console", self._hear)
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, message: Any) -> None:
        # A refusal is an answer of the desk; browsers write every one to the console.
        refused = "Failed to load resource" in message.text
        if message.type in ("error", "warning") and not refused:
            self.faults.append(f"{message.type}: {message.text}")

    def go(self, route: str = "") -> None:
        self.page.goto(f"{self.address}{route}")
        self.page.wait_for_selector("main h1")

    def check(self) -> None:
        assert not self.faults
        # Every request is to this machine: nothing leaves it.
        own = (self.address.partition("?")[0].rstrip("/"), "data:", "blob:")
        assert self.asked and not [url for url in self.asked if not url.startswith(own)]


@contextmanager
def visit(
    browser: Browser,
    address: str,
    *,
    width: int = 1280,
    height: int = 900,
    theme: Any = "light",
) -> Iterator[Visit]:
    """Look at a page; what must not happen is an error at the end."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, accept_downloads=True
    )
    try:
        context.set_default_timeout(30_000)
        found = Visit(context.new_page(), address)
        yield found
        found.check()
    finally:
        context.close()


def find_axe() -> str:
    """Return axe-core, which looks for what keeps people out."""
    path: Path = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not path.is_file():
        if NEEDED:
            pytest.fail("there is no axe-core: `make page` installs it")
        pytest.skip("there is no axe-core: `make page` installs it")
    return path.read_text(encoding="utf-8")
