"""Single-table tournaments by the page: from the lobby to the last place; pauses and motion."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from croupier.hosting import OpenTable
from web.browsing import find_axe

from .clients import RunningServer
from .test_browsers import Seat, wait_for_turn
from .test_lobby_page import open_table, pick
from .test_lobby_page import visit as visit_lobby
from .test_page import sit
from .test_seats import meet, take_seat, wait


def decide(page: Page, *, all_in: bool = False) -> None:
    """Call, or bet everything, where it is somebody's turn."""
    everything = page.get_by_role("button", name="All-in")
    if all_in and everything.count():
        everything.first.click()
        page.locator(".amount .main").click()
    elif page.locator(".bar-body > button.main").count():
        page.locator(".bar-body > button.main").first.click()


def play_until(opened: OpenTable, pages: dict[str, Page], check: Any, **how: Any) -> None:
    """Let people decide until something is so."""
    first = next(iter(pages.values()))
    for _ in range(2_000):
        if check():
            return
        person, version = opened.table.decider, opened.table.version
        if person is not None and person.name in pages:
            page = pages[person.name]
            if page.locator(".bar-body > button.main").count():
                decide(page, **how)
                for _ in range(200):
                    if opened.table.version != version:
                        break
                    first.wait_for_timeout(10)
        first.wait_for_timeout(20)
    raise AssertionError("nothing has happened")


def test_a_tournament_is_set_up_in_the_lobby(browser: Browser, server: RunningServer) -> None:
    with visit_lobby(browser, server) as page:
        # What is searched for is first, whatever else is called like it.
        page.get_by_label("Search").fill("omaha")
        first = page.locator(".games li").first.inner_text()
        assert first.lower().startswith("omaha")
        pick(page, "Texas Hold'em")
        page.get_by_text("How it is played").first.click()
        page.get_by_label("What is played for").select_option("tournament")
        page.get_by_label("Big blind, or small bet").fill("50")
        page.get_by_label("Buy-in").fill("3000")
        page.get_by_label("Minutes of a level").fill("5")
        # What cannot be is said where it was written.
        page.get_by_label("Prizes, in percent").fill("50, 30")
        page.get_by_role("button", name="Open a table").click()
        page.get_by_role("alert").wait_for()
        page.get_by_label("Prizes, in percent").fill("50, 30, 20")
        settings = open_table(page, server).table.settings
        assert (settings.buy_in, settings.level_minutes) == (3000, 5)
        assert settings.levels[:3] == [50, 100, 150]
        assert settings.payouts == [50, 30, 20]


def test_a_tournament_is_played_by_the_page(browser: Browser, server: RunningServer) -> None:
    settings: dict[str, Any] = {"levels": [2, 4], "payouts": [65, 35], "buy_in": 20, "rest": 400}
    with meet(browser, server, **settings) as (host, guest, opened):
        table = opened.table
        take_seat(host, "Ann")
        host.page.get_by_text("Waiting for players.").first.wait_for()
        take_seat(guest, "Bob")
        host.page.get_by_text("seats open").wait_for()
        guest.page.get_by_text("The host starts the tournament.").first.wait_for()
        host.page.get_by_role("button", name="Start the tournament").click()
        host.page.locator(".seat.viewer").wait_for()
        # Nobody comes, goes or is sent away, and nobody is told that they could.
        for page in (host.page, guest.page):
            page.get_by_text("Prizes: 26, 14").wait_for()
            assert page.get_by_text("Share the link to invite").count() == 0
            assert page.get_by_role("button", name="Stand up").count() == 0
        host.page.get_by_text("Host", exact=True).click()
        assert host.page.get_by_role("button", name="Remove").count() == 0
        assert host.page.get_by_role("button", name="Seat tight").count() == 0
        watcher = Seat(browser, server, opened.code, "")
        try:
            watcher.page.get_by_text("Level 1: big blind 2").wait_for()
            assert watcher.page.get_by_role("button", name="Sit here").count() == 0
            assert watcher.page.get_by_label("Your name").count() == 0
        finally:
            watcher.context.close()
        # Everybody is asked after the hand, and one does not want to.
        guest.page.get_by_text("Share the prizes").click()
        guest.page.get_by_role("button", name="Ask everybody after this hand").click()
        guest.page.get_by_text("Everybody is asked after this hand.").wait_for()
        pages = {"Ann": host.page, "Bob": guest.page}
        play_until(opened, pages, lambda: table.is_talking)
        host.page.get_by_text("Shall the prizes be shared?").wait_for()
        for page in (host.page, guest.page):
            page.evaluate(find_axe())
            found = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
            assert found == []
        host.page.locator(".bar").get_by_role("button", name="I do not agree").click()
        play_until(opened, pages, lambda: table.is_over, all_in=True)
        assert server.look(table.count_chips) == 0
        for page in pages.values():
            page.get_by_text("The tournament is over.").first.wait_for()
        lines = host.page.locator(".tournament ol li").all_inner_texts()
        assert [line.partition(".")[0] for line in lines] == ["1", "2"]
        assert [line.split()[-1] for line in lines] == ["26", "14"]
        host.page.get_by_text("The evening so far").click()
        winner, loser = (line.split()[1] for line in lines)
        host.page.get_by_text(f"{loser} pays {winner} 6").wait_for()
        assert host.page.get_by_role("button", name="Sit out").count() == 0
        guest.page.get_by_role("button", name="Stand up").click()
        wait(guest.page, lambda: sum(one.name == "Bob" for one in table.seated.values()) == 0)
        assert guest.page.get_by_role("button", name="Sit here").count() == 0


def test_prizes_are_shared_by_the_page(browser: Browser, server: RunningServer) -> None:
    settings: dict[str, Any] = {"payouts": [65, 35], "buy_in": 100, "rest": 400}
    with meet(browser, server, **settings) as (host, guest, opened):
        table = opened.table
        take_seat(host, "Ann")
        take_seat(guest, "Bob")
        guest.page.get_by_text("The host starts the tournament.").first.wait_for()
        host.page.get_by_role("button", name="Start the tournament").click()
        host.page.get_by_text("Share the prizes").click()
        host.page.get_by_role("button", name="Ask everybody after this hand").click()
        play_until(
            opened, {"Ann": host.page, "Bob": guest.page}, lambda: table.is_talking or table.is_over
        )
        for page in (host.page, guest.page):
            page.locator(".bar").get_by_role("button", name="I agree to").click()
        wait(host.page, lambda: table.is_over)
        host.page.get_by_text("The tournament is over.").first.wait_for()
        assert sum(prize for _, prize in table.tournament.places.values()) == 200
        assert server.look(table.count_chips) == 0


def test_nothing_can_be_done_while_a_table_is_paused(
    browser: Browser, server: RunningServer
) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), seconds=30) as (page, opened):
        wait_for_turn(page, opened)
        page.locator(".clock").wait_for()
        page.get_by_text("Host", exact=True).click()
        page.get_by_role("button", name="Pause").click()
        page.locator(".bar-head", has_text="The table is paused.").wait_for()
        assert page.locator(".bar-body button").count() == 0
        assert page.locator(".clock").count() == 0
        page.get_by_role("button", name="Go on").click()
        page.locator(".bar-body button").first.wait_for()
        page.locator(".clock").wait_for()


def test_who_has_no_chips_is_told_what_to_do(browser: Browser, server: RunningServer) -> None:
    settings: dict[str, Any] = {"run_it_twice": False, "show_or_muck": False}
    with sit(browser, server, "nlhe", bots=("caller",), **settings) as (page, opened):
        wait_for_turn(page, opened)
        page.get_by_text("Host", exact=True).click()
        page.get_by_label("Stack of").select_option(label="Ann")
        page.get_by_label("Chips", exact=True).fill("0")
        page.get_by_role("button", name="Set", exact=True).click()
        told = page.get_by_text("You have no chips left: buy some to play on.")
        play_until(opened, {"Ann": page}, lambda: told.count() > 0)
        page.get_by_role("button", name="Buy 200").click()
        wait_for_turn(page, opened)
        assert server.look(opened.table.count_chips) == 0


_MOVING = """() => {
  const moves = (one) => {
    const style = getComputedStyle(one);
    const long = (text) => text.split(',').some((part) => parseFloat(part) > 0);
    return long(style.transitionDuration) ||
      (style.animationName !== 'none' && long(style.animationDuration)) ||
      style.scrollBehavior === 'smooth';
  };
  const found = [...document.querySelectorAll('*')].filter(moves).map((one) => one.className);
  return [...found, ...document.getAnimations().map((one) => `${one.playState}`)];
}"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_somebody_wants_no_motion(
    browser: Browser, server: RunningServer, motion: Any
) -> None:
    body = {"settings": {"game": "nlhe", "rest": 100, "pace": 0, "seconds": 60}, "bots": ["caller"]}
    _, text, cookie = server._ask("/tables", body, "")
    code = json.loads(text)["code"]
    name, _, value = cookie.partition("=")
    context = browser.new_context(reduced_motion=motion)
    try:
        context.set_default_timeout(20_000)
        context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        page = context.new_page()
        page.goto(f"{server.origin}/play")
        page.locator(".games li").first.wait_for()
        moving = [page.evaluate(_MOVING)]
        page.goto(f"{server.origin}/t/{code}")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Sit here").first.click()
        opened = server.lobby.find(code)
        for _ in range(6):
            wait_for_turn(page, opened)
            version = opened.table.version
            decide(page)
            for _ in range(5):
                moving.append(page.evaluate(_MOVING))
            wait(page, lambda version=version: opened.table.version != version)  # type: ignore[misc]
        # Where motion is welcome there is some, so that it would be found.
        assert any(moving) == (motion == "no-preference")
    finally:
        context.close()
