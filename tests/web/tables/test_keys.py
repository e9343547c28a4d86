"""Keys and links on the page of a table, and its height after many hands."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page

from croupier.hosting import OpenTable, intents
from croupier.hosting.people import Person
from web.browsing import find_axe

from .clients import RunningServer
from .test_browsers import wait_for_turn
from .test_page import find_asked, sit

CONTENT = """() => {
  const field = document.createElement("p");
  field.contentEditable = "true";
  field.id = "editable";
  document.querySelector("main").append(field);
}"""


def find_player(opened: OpenTable) -> Person:
    return next(one for one in opened.table.people.values() if not one.bot)


def wait_for_version(page: Page, opened: OpenTable, version: int) -> None:
    for _ in range(1_000):
        if opened.table.version > version:
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing has happened")


def test_keys_do_nothing_while_a_form_control_has_the_focus(
    browser: Browser, server: RunningServer
) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        wait_for_turn(page, opened)
        page.get_by_text("Host", exact=True).click()
        page.get_by_label("Game", exact=True).wait_for()
        page.evaluate(CONTENT)
        version = opened.table.version
        controls = [
            page.get_by_label("Colours of the suits"),
            page.get_by_label("Stack of"),
            page.get_by_label("Game", exact=True),
            page.get_by_label("Say something"),
            page.locator(".amount input[type=range]"),
            page.locator(".amount input.number"),
            page.locator("#editable"),
        ]
        for control in controls:
            control.focus()
            for key in ("f", "F", "c", "C", "x", "r", "a", "1"):
                page.keyboard.press(key)
        # The key was the select's own, as with "Four colours" and "For red-green blindness".
        assert page.get_by_label("Colours of the suits").input_value() != "two"
        page.wait_for_timeout(300)
        assert opened.table.version == version
        # Without the focus in a control, the same keys decide.
        page.locator("#editable").blur()
        page.keyboard.press("c")
        wait_for_version(page, opened, version)


def test_keys_decide_with_caps_lock_and_beside_buttons(
    browser: Browser, server: RunningServer
) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        wait_for_turn(page, opened)
        version = opened.table.version
        sounds = page.get_by_role("button", name="Sounds are off")
        sounds.focus()
        # Enter and the space bar press the button, and decide nothing.
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Sounds are on").wait_for()
        page.keyboard.press(" ")
        sounds.wait_for()
        assert opened.table.version == version
        # Other keys are commands, and Caps Lock makes no difference.
        page.keyboard.press("C")
        wait_for_version(page, opened, version)


def play_hand(server: RunningServer, page: Page, opened: OpenTable) -> None:
    """Play a hand to its end: one's own decisions are to check or call."""
    table, hand = opened.table, opened.table.hand
    for _ in range(2_000):
        if table.hand > hand:
            return

        def decide() -> None:
            if find_asked(opened) is not None:
                version = table.version
                act = intents.Act(id=str(version), hand=table.hand, v=version, move="cc")
                opened.submit(find_player(opened).id, act)

        server.look(decide)
        page.wait_for_timeout(5)
    raise AssertionError(f"hand {hand} does not end")


@pytest.mark.parametrize("width", [1280, 390])
def test_page_does_not_grow_with_every_hand(
    width: int, browser: Browser, server: RunningServer
) -> None:
    quiet = {"rest": 0, "show_or_muck": False, "run_it_twice": False, "buy_in": 2_000}
    bots = ("caller", "caller")
    with sit(browser, server, "nlhe", bots=bots, width=width, **quiet) as (page, opened):
        heights = []
        for _ in range(21):
            play_hand(server, page, opened)
            if opened.table.hand in (3, 21):
                wait_for_turn(page, opened)
                heights.append(page.evaluate("document.documentElement.scrollHeight"))
        # The lists of hands scrolls by itself; a line more or less is in the bar.
        assert page.locator(".log li").count() > 100
        assert abs(heights[1] - heights[0]) < 100, heights


def test_invitation_is_copied_without_the_seat(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        own = find_player(opened)
        secret = server.look(lambda: opened.make_link(own.id))
        # One's own private link leads to the table, and leaves the address at once.
        page.goto(f"{server.origin}/t/{opened.code}?seat={secret}")
        page.get_by_text("Invite others").click()
        page.get_by_role("button", name="Copy").first.click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == page.url == f"{server.origin}/t/{opened.code}"
        addresses = page.evaluate("performance.getEntriesByType('navigation').map((e) => e.name)")
        assert secret not in json.dumps(addresses)
        assert secret not in page.content()


def test_private_link_moves_the_seat_on_the_page(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        page.get_by_text("Play on another device").click()
        page.get_by_role("button", name="Make a private link").click()
        link = page.get_by_label("Your private link").input_value()
        page.evaluate(find_axe())
        assert page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)") == []
        context = browser.new_context(viewport={"width": 390, "height": 844})
        try:
            phone = context.new_page()
            phone.goto(link)
            phone.get_by_role("button", name="Sit out").wait_for()
            assert "seat=" not in phone.url
            page.get_by_text("Your seat has been moved to another browser").wait_for()
            # The link is of no use any more, and the page says so.
            context.clear_cookies()
            phone.goto(link)
            phone.get_by_text("This private link was used already").wait_for()
            assert "#" not in phone.url
        finally:
            context.close()
        assert len([one for one in opened.table.seated.values() if not one.bot]) == 1


def test_host_sees_people_who_left(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), seats=4, rest=0) as (page, opened):
        wait_for_turn(page, opened)
        joined = server.look(lambda: opened.sit_down("a secret", intents.Sit(id="1", name="Bob")))
        table = opened.table
        joined.has_played = True
        server.look(lambda: opened.submit(joined.id, intents.Leave(id="2")))
        while joined.seat is not None:
            play_hand(server, page, opened)
        page.get_by_text("Host", exact=True).click()
        page.get_by_role("button", name="Private link for Bob").click()
        link = page.get_by_role("textbox", name="Private link for Bob").input_value()
        assert "?seat=" in link and joined.is_link_given
        page.get_by_role("button", name="Ban Bob").click()
        page.get_by_role("button", name="Allow Bob").wait_for()
        page.evaluate(find_axe())
        assert page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)") == []
        page.get_by_role("button", name="Allow Bob").click()
        page.get_by_role("button", name="Ban Bob").wait_for()
        page.get_by_role("button", name="Clear this list").click()
        page.get_by_role("region", name="People who left").wait_for(state="detached")
        assert joined.id not in table.people and table.count_chips() == 0
