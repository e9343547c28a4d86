"""People at a table, by the page: chips, plans, keys, hosts and guests, the log."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from croupier.hosting import OpenTable

from .clients import RunningServer
from .test_browsers import Seat, wait_for_turn
from .test_page import sit, use_controls
from .test_sockets import Truth


def wait(page: Page, check: Callable[[], Any]) -> None:
    for _ in range(1_000):
        if check():
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing has happened")


@contextmanager
def meet(
    browser: Browser, server: RunningServer, **settings: Any
) -> Iterator[tuple[Seat, Seat, OpenTable]]:
    """Open a table, and let the host and a guest look at it."""
    quick = {"game": "nlhe", "rest": 200, "pace": 0, "seconds": 0}
    _, text, cookie = server._ask("/tables", {"settings": quick | settings}, "")
    code = json.loads(text)["code"]
    host, guest = Seat(browser, server, code, cookie), Seat(browser, server, code, "")
    try:
        yield host, guest, server.lobby.find(code)
        assert not host.faults + guest.faults
    finally:
        host.context.close()
        guest.context.close()


def take_seat(seat: Seat, name: str) -> None:
    seat.page.get_by_label("Your name").fill(name)
    seat.page.get_by_role("button", name="Sit here").first.click()


def test_people_bring_and_buy_what_they_like(browser: Browser, server: RunningServer) -> None:
    with meet(browser, server, least_buy_in=50, most_buy_in=400) as (host, _, opened):
        page, table = host.page, opened.table
        page.get_by_label("Chips that you bring").fill("20")
        take_seat(host, "Ann")
        page.get_by_role("alert").wait_for()
        page.get_by_label("Chips that you bring").fill("150")
        take_seat(host, "Ann")
        page.get_by_role("button", name="Sit out").wait_for()
        ann = next(iter(table.people.values()))
        assert ann.bought == 150
        page.get_by_label("More chips, 50 to 400").fill("77")
        page.get_by_role("button", name="Buy 77").click()
        wait(page, lambda: ann.bought == 227)
        # Who leaves takes along what there is, and comes back with something else.
        page.get_by_role("button", name="Stand up").click()
        page.get_by_label("Chips that you bring").fill("60")
        take_seat(host, "Ann")
        page.get_by_role("button", name="Sit out").wait_for()
        assert (ann.bought, ann.taken) == (287, 227)
        assert server.look(table.count_chips) == 0
        page.get_by_role("button", name="Sit out").click()
        page.get_by_role("button", name="I am back").click()
        page.get_by_role("button", name="Sit out").wait_for()


def test_the_host_lets_people_in_and_asks_them_to_go(
    browser: Browser, server: RunningServer
) -> None:
    with meet(browser, server, approves=True) as (host, guest, opened):
        take_seat(host, "Ann")
        host.page.get_by_role("button", name="Sit out").wait_for()
        take_seat(guest, "Bob")
        host.page.get_by_role("button", name="Let in").click()
        wait(host.page, lambda: opened.table.is_playing)
        guest.page.locator(".seat.viewer").wait_for()
        # Only the host has these.
        assert guest.page.get_by_role("button", name="Remove").count() == 0
        assert guest.page.get_by_text("Host", exact=True).count() == 0
        host.page.get_by_text("Host", exact=True).click()
        host.page.get_by_role("button", name="Pause").click()
        guest.page.get_by_text("The table is paused.").first.wait_for()
        host.page.get_by_role("button", name="Go on").click()
        host.page.get_by_role("button", name="Remove Bob").click()
        bob = next(one for one in opened.table.people.values() if one.name == "Bob")
        wait(host.page, lambda: bob.is_leaving or bob.seat is None)
        host.page.get_by_role("button", name="Close the table").click()
        guest.page.get_by_text("closed").first.wait_for()


def test_plans_are_made_before_the_turn(browser: Browser, server: RunningServer) -> None:
    with meet(browser, server) as (host, guest, opened):
        truth = Truth()
        opened.watch(truth)
        for seat, name in ((host, "Ann"), (guest, "Bob")):
            take_seat(seat, name)
            seat.page.get_by_role("button", name="Sit out").wait_for()
        wait(host.page, lambda: opened.table.decider is not None)
        decider = opened.table.decider
        assert decider is not None
        actor, other = (host, guest) if decider.name == "Ann" else (guest, host)
        plan = other.page.get_by_role("button", name="Check or fold")
        plan.click()
        other.page.locator(".plans [aria-pressed=true]").wait_for()
        actor.page.locator(".bar-body [data-move=cc]").click()
        wait(host.page, lambda: any(one.why == "planned" for one in truth.moves))


def test_amounts_are_chosen_by_keys(browser: Browser, server: RunningServer) -> None:
    settings: dict[str, Any] = {"bots": ("caller",), "buy_in": 5_000, "small_bet": 20}
    with sit(browser, server, "nlhe", **settings) as (page, opened):
        truth = Truth()
        wait_for_turn(page, opened)
        opened.watch(truth)
        field = page.get_by_label("Amount", exact=True)
        slider = page.locator(".amount input[type=range]")
        least = int(field.input_value())
        # The slider reaches as far as the rules do.
        assert slider.get_attribute("max") == "5000"
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        assert int(field.input_value()) == least + 40
        page.keyboard.press("ArrowDown")
        assert int(field.input_value()) == least + 20
        page.keyboard.press("a")
        assert field.input_value() == "5000"
        assert page.locator(".amount .main").inner_text().endswith("5,000")
        page.keyboard.press("Enter")
        wait(page, lambda: truth.moves)
        assert truth.moves[0].action.split()[1:] == ["cbr", "5000"]


def test_the_log_keeps_the_hands_of_before(browser: Browser, server: RunningServer) -> None:
    random = Random(4)
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        for _ in range(1_000):
            if opened.table.hand > 2:
                break
            use_controls(page, random)
            page.wait_for_timeout(20)
        page.locator(".log .hand-number", has_text="Hand 3").wait_for()
        numbers = page.locator(".log .hand-number").all_inner_texts()
        assert numbers == ["Hand 1", "Hand 2", "Hand 3"]
        assert page.locator(".log li", has_text="wins").count() >= 2


def has_moved(opened: OpenTable, version: int) -> bool:
    return opened.table.version != version


@pytest.mark.parametrize("settings", [{"straddle": True}, {"bomb_every": 2, "bomb_ante": 3}])
def test_straddles_and_bomb_pots_are_played(
    browser: Browser, server: RunningServer, settings: dict[str, Any]
) -> None:
    words = "straddle" if "straddle" in settings else "bomb pot"
    bots = ("caller", "caller")
    with sit(browser, server, "nlhe", bots=bots, buy_in=1_000_000, **settings) as (page, opened):
        is_seen = False
        # Everybody is asked in turn, hand by hand, and nobody bets.
        while not is_seen and opened.table.hand < 9:
            wait_for_turn(page, opened)
            shown = page.locator(".bar-body, .head").all_inner_texts()
            is_seen = any(words in one.lower() for one in shown)
            version = opened.table.version
            page.locator(
                ".bar-body .main[data-move=cc], .bar-body .main:not(.amount *)"
            ).first.click()
            wait(page, partial(has_moved, opened, version))
        assert is_seen
        assert server.look(opened.table.count_chips) == 0


def test_boards_are_run_twice_by_the_page(browser: Browser, server: RunningServer) -> None:
    settings: dict[str, Any] = {"bots": ("caller",), "buy_in": 60, "show_or_muck": False}
    # The boards are there until the next hand, which a slow page must not miss.
    settings["rest"] = 60_000
    with sit(browser, server, "nlhe", **settings) as (page, opened):
        wait_for_turn(page, opened)
        page.get_by_role("button", name="All-in").click()
        page.locator(".amount .main").click()
        page.get_by_role("button", name="Twice").click()
        wait(page, lambda: opened.table.state is not None and not opened.table.is_playing)
        page.get_by_text("Board 2", exact=True).wait_for()

        def has_boards() -> bool:
            boards = page.locator(".table .board .hidden").all_inner_texts()
            return [len(one.split()) for one in boards] == [5, 5]

        # The page follows the table card by card.
        wait(page, has_boards)
        assert server.look(opened.table.count_chips) == 0


def test_dealers_choose_games_by_their_names(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "dealers_choice", rest=500) as (page, opened):
        table = opened.table
        for _ in range(400):
            if page.locator(".bar-body .game").count():
                break
            use_controls(page, Random(2))
            page.wait_for_timeout(30)
        titles = page.locator(".bar-body .game").all_inner_texts()
        assert len(titles) == len(table.choice[1]) > 10
        # Nobody has to know what letters stand for.
        assert all(len(title) > 5 for title in titles)
        wanted = page.locator(".bar-body .game", has_text="Badugi").first
        said = wanted.inner_text()
        wanted.click()
        page.locator(".head", has_text=said).wait_for()


def test_what_is_refused_is_seen_and_moves_nothing(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), width=390, height=844) as (page, opened):
        wait_for_turn(page, opened)
        page.evaluate("scrollTo(0, 600)")
        before = page.locator(".places").bounding_box()
        page.get_by_label("More chips").fill("999999999")
        page.get_by_role("button", name="Buy").click()
        alert = page.get_by_role("alert")
        alert.wait_for()
        box = alert.bounding_box()
        assert box is not None and 0 <= box["y"] < 200
        after = page.locator(".places").bounding_box()
        assert before is not None and after is not None and before["width"] == after["width"]
        # It is forgotten when something else is done.
        page.get_by_role("button", name="Sit out").click()
        alert.wait_for(state="detached")


@pytest.mark.parametrize(
    ("game", "seats", "width", "height"),
    [("nlhe", 6, 390, 844), ("plo", 9, 390, 844), ("nlhe", 10, 360, 640), ("badugi", 6, 390, 844)],
)
def test_who_decides_on_a_phone_sees_the_cards_and_all_controls(
    browser: Browser, server: RunningServer, game: str, seats: int, width: int, height: int
) -> None:
    bots = ("caller",) * (seats - 1)
    size: Any = {"width": width, "height": height}
    with sit(browser, server, game, bots=bots, seats=seats, buy_in=1_000_000, **size) as (
        page,
        opened,
    ):
        head, random = page.locator(".bar-head"), Random(3)
        for _ in range(3):
            # The page may still be on its way to where the cards are.
            wait_for_turn(page, opened)
            wait(page, lambda: not page.evaluate(COVERED))
            if game == "nlhe":
                # Words have their amounts as the buttons have them.
                wait(page, lambda: re.search(r"999,\d{3}|1,000,000", head.inner_text()))
            version = opened.table.version
            while opened.table.version == version:
                use_controls(page, random)
                page.wait_for_timeout(50)


COVERED = """() => {
  const bar = document.querySelector(".bar");
  const top = bar.getBoundingClientRect().top;
  const shown = [".seat.viewer .hand", ".seat.viewer .plate", ".boards", ".pot"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const covered = shown.some((box) => box.top < 0 || box.bottom > top + 1);
  return covered || bar.scrollHeight > bar.clientHeight;
}"""


def test_old_links_lead_to_the_lobby(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        answer = page.goto(f"{server.origin}/t/aaaaaaaaaa")
        assert answer is not None and answer.status == 404
        page.get_by_role("heading", name="No table").wait_for()
        page.get_by_role("link", name="Open another one").click()
        page.get_by_role("heading", name="Pick a game").wait_for()
    finally:
        context.close()


def test_a_closed_table_says_so(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        wait_for_turn(page, opened)
        page.get_by_text("Host", exact=True).click()
        page.get_by_role("button", name="Close the table").click()
        page.get_by_text("The table is closed.").first.wait_for()
        assert page.locator(".bar-body button").count() == 0
        assert page.get_by_text("The first hand comes").count() == 0


def test_time_banks_are_seen_when_they_count(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), seconds=1, bank=3600) as (page, opened):
        wait_for_turn(page, opened)
        asked = opened.table.asked_version
        page.locator(".clock.bank", has_text="time bank").wait_for()
        # It is still their turn, and what they decide counts.
        assert opened.table.asked_version == asked
        page.locator(".bar-body > button.main").first.click()
        wait(page, partial(has_asked_again, opened, asked))
        ann = next(one for one in opened.table.people.values() if not one.bot)
        assert ann.bank < 3_600_000 and not ann.late


def has_asked_again(opened: OpenTable, version: int) -> bool:
    return opened.table.asked_version != version
