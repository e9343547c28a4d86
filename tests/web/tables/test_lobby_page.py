"""The lobby in a real browser: games with their rules, limits, families and favourites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from croupier.hosting import OpenTable
from web.browsing import find_axe

from .clients import RunningServer


@contextmanager
def visit(
    browser: Browser, server: RunningServer, *, width: int = 1280, theme: str = "light"
) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=theme,  # type: ignore[arg-type]
    )
    faults: list[str] = []
    try:
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        # A refusal is an answer; browsers write every one to the console.
        page.on(
            "console",
            lambda said: (
                faults.append(said.text)
                if said.type == "error" and "Failed to load resource" not in said.text
                else None
            ),
        )
        page.goto(f"{server.origin}/play")
        page.get_by_role("heading", name="Pick a game").wait_for()
        yield page
        assert not faults
    finally:
        context.close()


def pick(page: Page, title: str) -> None:
    page.get_by_label("Search").fill(title)
    page.locator(".games li > button:first-child").first.click()


def open_table(page: Page, server: RunningServer) -> OpenTable:
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url("**/t/*")
    return server.lobby.find(page.url.rpartition("/")[2])


def test_games_are_found_by_words_and_families(browser: Browser, server: RunningServer) -> None:
    with visit(browser, server) as page:
        games = page.locator(".games li")
        page.get_by_label("Search").fill("padooki")
        assert games.first.inner_text().startswith("Badugi")
        page.get_by_label("Search").fill("")
        page.get_by_label("Family").select_option("Mix")
        page.locator(".games li", has_text="HORSE").wait_for()
        assert all("Mix" in one for one in games.all_inner_texts())
        page.get_by_label("Family").select_option("")
        # What somebody likes comes first, and is still there when the page is loaded again.
        page.get_by_label("Search").fill("tahoe")
        page.get_by_role("button", name="Favourite: ").first.click()
        page.reload()
        page.locator(".games li").first.wait_for()
        assert "Lazy Pineapple" in games.first.inner_text()


def test_rules_are_told_and_limits_are_chosen(browser: Browser, server: RunningServer) -> None:
    with visit(browser, server) as page:
        pick(page, "Texas Hold'em")
        page.get_by_text("Rules", exact=True).click()
        page.get_by_text("Three cards are dealt face up to the board.").first.wait_for()
        # What most people mean by hold'em has no limit.
        assert page.get_by_label("Limit", exact=True).input_value() == "No Limit"
        assert open_table(page, server).table.settings.game == "nlhe"
        page.get_by_role("heading", name="No Limit Texas Hold'em").wait_for()
        page.get_by_text("Rules", exact=True).click()
        page.get_by_text("Three cards are dealt face up to the board.").first.wait_for()
    with visit(browser, server) as page:
        pick(page, "Badugi")
        page.get_by_label("Limit", exact=True).select_option("Pot Limit")
        opened = open_table(page, server)
        page.get_by_role("heading", name="Badugi, Pot Limit").wait_for()
        assert opened.table.settings.limit == "Pot Limit"


@pytest.mark.parametrize(
    ("kind", "levels", "payouts"),
    [("chips", False, False), ("levels", True, False), ("tournament", True, True)],
)
def test_ways_to_play_are_chosen(
    browser: Browser, server: RunningServer, kind: str, levels: bool, payouts: bool
) -> None:
    with visit(browser, server) as page:
        pick(page, "Texas Hold'em")
        page.get_by_text("How it is played").first.click()
        page.get_by_label("What is played for").select_option(kind)
        page.get_by_label("Big blind, or small bet").fill("10")
        page.get_by_label("Buy-in").fill("500")
        for label in ("Show or muck", "Run it twice", "Straddles", "A bomb pot", "No clock"):
            page.get_by_label(label).check()
        page.get_by_label("No chat").check()
        page.get_by_role("button", name="tight").click()
        settings = open_table(page, server).table.settings
        assert (bool(settings.levels), bool(settings.payouts)) == (levels, payouts)
        assert settings.show_or_muck and settings.run_it_twice and settings.straddle
        assert settings.bomb_every == 10 and settings.seconds == 0 and not settings.has_chat
        assert settings.buy_in == 500
        assert (settings.levels[0] if levels else settings.small_bet) == 10
        # Where nobody may talk, there is nothing to write into.
        page.get_by_label("Your name").wait_for()
        assert page.get_by_label("Say something").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 820, 1280])
def test_nobody_is_kept_out_of_the_lobby(
    browser: Browser, server: RunningServer, width: int, theme: str
) -> None:
    with visit(browser, server, width=width, theme=theme) as page:
        pick(page, "Badugi")
        for summary in page.locator("summary").all():
            summary.click()
        page.get_by_text("The play:").wait_for()
        page.evaluate(find_axe())
        said = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
        assert said == []
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


def test_suits_have_colours_for_everybody(browser: Browser, server: RunningServer) -> None:
    find = "getComputedStyle(document.documentElement).getPropertyValue('--suit-h').trim()"
    chosen = 'html[data-suits="colour-blind"]'
    with visit(browser, server) as page:
        assert page.evaluate(find) == "#c8102e"
        page.get_by_label("Colours of the suits").select_option("colour-blind")
        page.locator(chosen).wait_for()
        assert page.evaluate(find) == "#d55e00"
        # It is kept.
        page.reload()
        page.locator(chosen).wait_for()
        assert page.evaluate(find) == "#d55e00"


def test_lobby_shows_damaged_tables(browser: Browser, server: RunningServer) -> None:
    unreadable = server.lobby.unreadable
    server.look(lambda: unreadable.update(damaged22="entry 7 of the table cannot be read"))
    try:
        with visit(browser, server) as page:
            page.get_by_role("heading", name="Damaged tables").wait_for()
            page.get_by_text("entry 7 of the table cannot be read").wait_for()
    finally:
        server.look(unreadable.clear)
    with visit(browser, server) as page:
        assert page.get_by_role("heading", name="Damaged tables").count() == 0
