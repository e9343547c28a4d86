from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from web.browsing import need_browser, open_browser

from .clients import RunningServer, run_server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need_browser()
    with open_browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server in a thread of its own."""
    path: Path = tmp_path_factory.mktemp("tables") / "log"
    found: list[RunningServer] = []
    is_ready, is_over = threading.Event(), threading.Event()

    async def serve() -> None:
        async with run_server(path) as running:
            found.append(running)
            is_ready.set()
            while not is_over.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert is_ready.wait(30)
        yield found[0]
    finally:
        is_over.set()
        thread.join(30)
