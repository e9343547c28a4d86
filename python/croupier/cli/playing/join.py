"""`croupier play --join`: a table of a server, in the terminal."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import suppress
from typing import Any

from rich.text import Text

from croupier.cli.output.console import Status, console
from croupier.errors import RefusedError, need_extra
from croupier.texts import show_line

__all__ = ["join"]

_AT_ONCE = 4096
_HELP = (
    "Say what you do, as in: call, raise 12, fold; 'hello says hello."
    " /sit, /out, /back, /buy, /leave, /quit"
)
_NO_NUMBER = (
    "This table deals fairly, but you have no number at the terminal:"
    " the deals prove nothing to you."
)


def join(link: str, name: str) -> int:
    """Play at a table of a server, until somebody has enough.

    Args:
        link: The link of the table.
        name: What to be called there.

    Returns:
        The exit status.

    Raises:
        UnsupportedError: The extra is not installed.
        RefusedError: There is no such table.
    """
    with need_extra("web"):
        from croupier.web.tables.client import TableClient
    session = _Session(name)
    session.client = TableClient(link, changed=session.show)
    asyncio.run(session.run())
    return Status.GOOD


class _Session:
    """A person's session at a hosted table, from the terminal."""

    client: Any

    def __init__(self, name: str) -> None:
        self._name = name
        self._asked = -1
        self._waiting = ""
        self._hand, self._shown = -1, 0
        self._has_asked_to_sit = False
        self._is_fair = False
        self._said: asyncio.Queue[str | None] = asyncio.Queue()

    async def run(self) -> None:
        """Print what happens, and send what the person types."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        staying = asyncio.create_task(self.client.run())
        console.print(_HELP, highlight=False, soft_wrap=True)
        try:
            while True:
                hearing = asyncio.create_task(self._said.get())
                done, _ = await asyncio.wait(
                    {staying, hearing}, return_when=asyncio.FIRST_COMPLETED
                )
                if staying in done:
                    hearing.cancel()
                    await staying
                    break
                text = hearing.result()
                if text is None or not await self._do(text.strip()):
                    break
        finally:
            staying.cancel()
            with suppress(asyncio.CancelledError, RefusedError):
                await staying
        if self.client.is_over:
            console.print(show_line(self.client.is_over), highlight=False, markup=False)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines in a thread of its own: nobody can interrupt one that waits.

        The descriptor is read itself, since a reader of Python's would be locked at the end.
        """
        kept = b""
        while True:
            try:
                read = os.read(sys.stdin.fileno(), _AT_ONCE)
            except OSError:
                read = b""
            *lines, kept = (kept + read).split(b"\n")
            said: list[str | None] = [line.decode("utf-8", "replace") for line in lines]
            if not read:
                said.append(None)
            for line in said:
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(self._said.put_nowait, line)
            if not read:
                return
            kept = kept[-_AT_ONCE:]

    async def _do(self, text: str) -> bool:
        if text in {"/quit", "/q"}:
            return False
        if not text:
            return True
        client = self.client
        if text == "/sit":
            answer = await client.send("sit", name=self._name)
        elif text in {"/out", "/back"}:
            answer = await client.send("sitout", away=text == "/out")
        elif text in {"/buy", "/leave"}:
            answer = await client.send(text[1:])
        elif text.startswith("'"):
            answer = await client.send("say", text=text[1:].strip() or "…")
        elif text.startswith("/"):
            console.print(_HELP, highlight=False, soft_wrap=True)
            return True
        elif client.choices:
            answer = await client.act(text)
        else:
            console.print("It is not your turn.")
            return True
        if answer["t"] == "nack":
            console.print(Text(show_line(str(answer.get("text", ""))), "red"))
            self._asked = -1
            self.show(client.news)
        return True

    def show(self, news: dict[str, Any]) -> None:
        """Print what has happened, and what may be decided."""
        if not news:
            return
        if news.get("you", {}).get("seat") is None and not self._has_asked_to_sit:
            # People who join by the terminal want to play.
            self._has_asked_to_sit = True
            self._said.put_nowait("/sit")
        if news.get("fair") and not self._is_fair:
            self._is_fair = True
            console.print(Text(_NO_NUMBER, "dim"), soft_wrap=True)
        lines = news.get("lines", [])
        if not news.get("fresh"):
            self._shown += len(lines)
        elif news["hand"] == self._hand:
            # All of the hand is told again: what was shown stays.
            lines, self._shown = lines[self._shown :], max(self._shown, len(lines))
        else:
            self._hand, self._shown = news["hand"], len(lines)
        for line in lines:
            words = "".join(
                part.get("text", "")
                or " ".join(card.get("name", "") for card in part.get("cards", []))
                for part in line["parts"]
            )
            console.print(Text(show_line(words)), soft_wrap=True)
        waiting = news.get("waiting", "")
        if waiting != self._waiting:
            self._waiting = waiting
            if waiting:
                console.print(Text(show_line(waiting), "dim"))
        table = news.get("table") or {}
        choices = table.get("choices") or []
        asked = news.get("asked", 0)
        if choices and asked != self._asked:
            self._asked = asked
            console.print(Text(show_line(table.get("summary", "")), "dim"), soft_wrap=True)
            words = ", ".join(choice["words"] for choice in choices)
            console.print(Text(f"Your turn: {show_line(words)}", "bold"), soft_wrap=True)
