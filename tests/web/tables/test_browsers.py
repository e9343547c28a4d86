"""Many pages at once, lines that are cut, tables of every size, and pages from another address."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocket

from croupier.hosting import OpenTable
from croupier.hosting.settings import MAX_SEATS
from web.browsing import find_axe

from .clients import RunningServer
from .test_killed import Process
from .test_page import sit, use_controls
from .test_sockets import Truth, find_cards


class Seat:
    """Somebody's page, and every byte that came to it."""

    def __init__(self, browser: Browser, server: RunningServer, code: str, cookie: str) -> None:
        self.context: BrowserContext = browser.new_context()
        self.context.set_default_timeout(20_000)
        name, _, value = cookie.partition("=")
        if value:
            self.context.add_cookies(
                [{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}]
            )
        self.texts: list[str] = []
        self.faults: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.goto(f"{server.origin}/t/{code}")

    def _listen(self, found: WebSocket) -> None:
        found.on("framereceived", lambda text: self.texts.append(str(text)))

    def list_cards(self) -> set[str]:
        """Return all cards that the page shows on the table: those of seats and of the board."""
        shown = self.page.locator(".table .hand .hidden, .table .board .hidden").all_text_contents()
        return find_cards(" ".join(shown))


@contextmanager
def gather(browser: Browser, server: RunningServer, count: int, **settings: Any) -> Iterator[Any]:
    """Let people sit down at a table, each with a browser of their own; one only watches."""
    quick = {"rest": 0, "pace": 0, "seconds": 0, "game": "nlhe", "seats": count}
    _, text, cookie = server._ask("/tables", {"settings": quick | settings}, "")
    code = json.loads(text)["code"]
    opened = server.lobby.find(code)
    seats = [Seat(browser, server, code, cookie if not number else "") for number in range(count)]
    watcher = Seat(browser, server, code, "")
    try:
        truth = Truth()
        opened.watch(truth)
        for number, seat in enumerate(seats):
            seat.page.get_by_label("Your name").fill(f"P{number}")
            seat.page.get_by_role("button", name="Sit here").first.click()
            seat.page.get_by_role("button", name="Sit out").wait_for()
        yield seats, watcher, opened, truth
        assert not [fault for seat in (*seats, watcher) for fault in seat.faults]
    finally:
        for seat in (*seats, watcher):
            seat.context.close()


def test_six_browsers_are_shown_what_they_may_see(browser: Browser, server: RunningServer) -> None:
    random = Random(3)
    with gather(browser, server, 6) as (seats, watcher, opened, truth):
        table = opened.table
        names = {f"P{number}": seat for number, seat in enumerate(seats)}
        end = time.monotonic() + 400
        compared = 0
        while table.hand <= 20 and time.monotonic() < end:
            person = table.decider
            if person is None:
                for one in list(table.seated.values()):
                    player = table.find_player(one)
                    if player is not None and not player.stack and not table.is_playing:
                        names[one.name].page.get_by_role("button", name="Buy").click()
                seats[0].page.wait_for_timeout(20)
                continue
            seat, version = names[person.name], table.version
            # What the table says has to arrive first. The server may be in the middle of a move,
            # too, and then it is somebody else's turn soon.
            if not seat.page.locator(".bar-body [data-move]").count():
                seat.page.wait_for_timeout(10)
                continue
            seen = server.look(partial(find_seen, opened, person.name))
            if seen is not None and opened.table.version == version:
                # Who is to decide has been shown what the rules show them, and nothing else.
                assert seat.list_cards() == seen
                compared += 1
            fold = seat.page.locator(".bar-body [data-move=f]")
            if random.random() < 0.6 and fold.count():
                fold.click()
            else:
                seat.page.locator(".bar-body [data-move=cc]").click()
            # Who has clicked is not asked again before the table has answered.
            while table.version == version and time.monotonic() < end:
                seat.page.wait_for_timeout(10)
        assert table.hand > 20 and compared > 20
        # Every byte that came: no card beyond what the rules showed that seat in that hand.
        for index, seat in enumerate((*seats, watcher)):
            assert len(seat.texts) > 20
            for text in seat.texts:
                news = json.loads(text)
                if news["t"] != "table" or not news.get("table"):
                    continue
                viewer = news["table"].get("viewer")
                assert (viewer is None) == (index == 6 or not news["you"].get("name")) or (
                    viewer is None
                )
                own = truth.seen[news["hand"], viewer]
                assert find_cards(text) <= own, (index, news["hand"])
        assert server.look(table.count_chips) == 0


def find_seen(opened: OpenTable, name: str) -> set[str] | None:
    """Return the cards that somebody who must decide sees on the table."""
    table = opened.table
    if table.state is None or table.decider is None or table.decider.name != name:
        return None
    view = table.state.observe(table.names.index(name))
    return find_cards(repr((view.hole_cards, view.board_cards)))


def wait_for_turn(page: Page, opened: OpenTable) -> None:
    for _ in range(500):
        if opened.table.decider is not None and not opened.table.decider.bot:
            break
        page.wait_for_timeout(20)
    page.locator(".bar-body button").first.wait_for()


class Wire:
    """The line between a page and the server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.is_down = False
        self.count = 0
        self._page = page
        page.route_web_socket(re.compile("/ws/t/"), self._connect)
        page.reload()

    def _connect(self, found: Any) -> None:
        if self.is_down:
            found.close()
            return
        found.connect_to_server()
        self.count += 1
        self._held = found

    def cut(self) -> None:
        self._held.close()

    def wait(self, count: int) -> None:
        """Wait until the page has come back, and its new line is open."""
        for _ in range(1_000):
            if self.count >= count:
                # A line that is cut before it is open is a fault of its own to the browser.
                self._page.get_by_text("Connecting again …").wait_for(state="hidden")
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("the page does not come back")


def test_a_line_that_is_cut_comes_back(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "badugi") as (page, opened):
        wire = Wire(page)
        wait_for_turn(page, opened)
        before = page.locator(".seats").inner_text()
        for number in range(3):
            wire.cut()
            # Nobody does anything for it.
            wire.wait(number + 2)
            wait_for_turn(page, opened)
            assert page.locator(".seats").inner_text() == before
        version = opened.table.version
        page.locator(".bar-body > .main, .bar-body .picker .main").first.click()
        for _ in range(1_000):
            if opened.table.version > version:
                break
            page.wait_for_timeout(20)
        assert opened.table.version > version


def test_a_page_without_a_line_says_so_and_sends_later(
    browser: Browser, server: RunningServer
) -> None:
    with sit(browser, server, "badugi") as (page, opened):
        wire = Wire(page)
        wait_for_turn(page, opened)
        version = opened.table.version
        wire.is_down = True
        wire.cut()
        page.get_by_text("Connecting again …").wait_for()
        page.locator(".bar-body > .main, .bar-body .picker .main").first.click()
        assert opened.table.version == version
        wire.is_down = False
        wire.wait(2)
        for _ in range(1_000):
            if opened.table.version > version:
                break
            page.wait_for_timeout(20)
        # What was clicked meanwhile is done, once.
        assert opened.table.version > version


def _find_gathering(server: RunningServer, opened: OpenTable) -> Any:
    (found,) = [one for one in opened._watchers if hasattr(one, "visits")]
    return found


def test_who_is_offline_goes_on_where_they_were(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "badugi") as (page, opened):
        wait_for_turn(page, opened)
        version = opened.table.version
        page.evaluate(
            "() => { const kind = WebSocket.prototype;"
            " kind.__send = kind.send; kind.send = () => {} }"
        )
        # The click is lost on the way, and sent again when the line is there.
        page.locator(".bar-body > .main, .bar-body .picker .main").first.click()
        page.wait_for_timeout(300)
        assert opened.table.version == version
        page.evaluate("() => { WebSocket.prototype.send = WebSocket.prototype.__send }")
        for _ in range(400):
            if opened.table.version > version:
                break
            page.wait_for_timeout(20)
        assert opened.table.version > version


def test_the_second_tab_takes_over_and_the_first_says_so(
    browser: Browser,
    server: RunningServer,
) -> None:
    with sit(browser, server, "razz") as (page, opened):
        wait_for_turn(page, opened)
        second = page.context.new_page()
        second.goto(page.url)
        second.locator(".bar-body button").first.wait_for()
        page.get_by_text("This table is open in another window.").wait_for()
        second.locator(".bar-body > button").first.click()
        page.wait_for_timeout(1500)
        # The first does not come back by itself.
        assert len(_find_gathering(server, opened).visits) == 1


def test_double_clicks_act_once(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",)) as (page, opened):
        truth = Truth()
        opened.watch(truth)
        for _ in range(6):
            wait_for_turn(page, opened)
            hand, asked = opened.table.hand, opened.table.asked_version
            page.locator(".bar-body > .main").first.dblclick(delay=0)
            for _ in range(300):
                if opened.table.asked_version != asked:
                    break
                page.wait_for_timeout(10)
            assert opened.table.hand >= hand
        moved = [one for one in truth.moves if one.id]
        assert len({one.id for one in moved}) == len(moved) >= 6
        assert server.look(opened.table.count_chips) == 0


def make_news(seats: int, cards: int, viewer: int | None = 0) -> dict[str, Any]:
    """Return what a table of some size would say."""
    ranks, suits = "23456789TJQKA", "cdhs"
    deck = [rank + suit for suit in suits for rank in ranks]
    listed = []
    for index in range(seats):
        place = "playing" if index == viewer else PLACES[index % len(PLACES)]
        held = [
            {"code": deck[(index * cards + number) % 52], "name": "A♠"}
            if index == viewer
            else {"code": "??", "name": "??", "up": False}
            for number in range(cards)
        ]
        listed.append(
            {
                "index": index,
                "name": f"Player number {index}",
                "stack": "12,345",
                "place": place,
                "cards": held,
                "bet": "200",
                "badge": "wins 1,200" if place == "won" else "raises to 200",
                "words": "one pair, Deuces, K-J-T kickers; 7-6-4-3-2 low",
                "button": index == seats - 1,
                "acts": index == 0,
            }
        )
    board = {
        "rows": [
            {"cards": [{"code": code, "name": code} for code in deck[:5]], "gaps": [False] * 5}
        ]
    }
    return {
        "t": "table",
        "v": 5,
        "hand": 1,
        "facts": {
            "code": "x",
            "title": "Table",
            "game": "Table",
            "buy_in": "200",
            "least_buy_in": "1",
            "most_buy_in": "",
            "small_bet": "2",
            "has_chat": True,
        },
        "you": {"person": "p1", "name": "Player number 0", "seat": 0},
        "places": [{"seat": index, "person": f"p{index}", "name": "P"} for index in range(seats)],
        "table": {
            "title": "",
            "summary": "",
            "pot": "1,200",
            "seats": listed,
            "boards": [board] if cards < 7 else [],
            "viewer": viewer,
        },
        "lines": [],
    }


PLACES = ("won", "playing", "all-in")
OVERLAP = """() => {
  const plates = [...document.querySelectorAll('.seats .plate')];
  const boxes = plates.map((one) => one.getBoundingClientRect());
  const found = [];
  boxes.forEach((one, place) => {
    if (one.left < -1 || one.right > window.innerWidth + 1) found.push(`${place} leaves the page`);
    boxes.slice(place + 1).forEach((other, beside) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (wide > 1 && high > 1) found.push(`${place} and ${place + 1 + beside}: ${wide} x ${high}`);
    });
  });
  // What somebody has lies neither over the board nor over the pots.
  const cover = (words, other) => {
    const wide = Math.min(words.right, other.right) - Math.max(words.left, other.left);
    const high = Math.min(words.bottom, other.bottom) - Math.max(words.top, other.top);
    return wide > 1 && high > 1;
  };
  const middle = [...document.querySelectorAll('.middle .card, .middle .pot')];
  for (const words of document.querySelectorAll('.seat .words')) {
    const one = words.getBoundingClientRect();
    if (middle.some((other) => cover(one, other.getBoundingClientRect()))) {
      found.push(`${words.textContent} lies over the board`);
    }
  }
  // Nothing on a plate is cut but long names.
  for (const stack of document.querySelectorAll('.plate .stack, .viewer .words')) {
    const [needed, given] = [stack.scrollWidth, stack.clientWidth];
    if (needed > given + 1) found.push(`${stack.textContent} is cut: ${needed} of ${given}`);
  }
  return found;
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1280, 720), (1280, 900)])
def test_seats_of_all_sizes_do_not_overlap(
    browser: Browser, server: RunningServer, width: int, height: int
) -> None:
    _, text, _ = server._ask("/tables", {"settings": {"game": "nlhe"}}, "")
    code = json.loads(text)["code"]
    context = browser.new_context(viewport={"width": width, "height": height})
    held: list[Any] = []
    try:
        page = context.new_page()
        page.route_web_socket(re.compile("/ws/t/"), lambda found: held.append(found))
        page.goto(f"{server.origin}/t/{code}")
        for _ in range(200):
            if held:
                break
            page.wait_for_timeout(20)
        problems = {}
        version = 10
        for seats in range(2, MAX_SEATS + 1):
            for cards in range(2, 10):
                version += 1
                held[-1].send(
                    json.dumps({**make_news(seats, cards), "v": version, "hand": version})
                )
                page.get_by_text(f"Hand {version}").first.wait_for()
                found = page.evaluate(OVERLAP)
                wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                if found or wide > 0:
                    problems[seats, cards] = (found, wide)
        assert not problems, "\n".join(map(str, problems.items()))
    finally:
        context.close()


SHIFTS = """() => {
  window.__shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.__shifts.push([one.value,
      (one.sources || []).map(({ node }) => node && (node.className || node.textContent))]);
  }).observe({ type: 'layout-shift', buffered: false });
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_nothing_moves_that_did_not_happen(
    browser: Browser,
    server: RunningServer,
    width: int,
    height: int,
) -> None:
    random = Random(2)
    # Who loses everything leaves, and then something has happened.
    settings: dict[str, Any] = {"bots": ("caller", "caller"), "buy_in": 1_000_000}
    with sit(browser, server, "nlhe", width=width, height=height, **settings) as (page, opened):
        wait_for_turn(page, opened)
        page.evaluate(SHIFTS)
        boxes = set()
        for _ in range(50):
            table, board, bar = (
                page.locator(name).first.bounding_box() for name in (".table", ".middle", ".bar")
            )
            assert table is not None and board is not None and bar is not None
            # On a phone seats without cards are lower, and the board goes with them.
            middle = board["y"] - table["y"] if width > 640 else 0
            boxes.add((table["height"], middle, bar["height"]))
            use_controls(page, random)
            page.wait_for_timeout(40)
        shifts = page.evaluate("window.__shifts")
        assert len(boxes) == 1
        # Not even what was clicked for may move anything: how soon it comes depends on the machine.
        assert not [one for one in shifts if one[0] > 0.001]


def test_other_words_for_a_hand_move_nothing(browser: Browser, server: RunningServer) -> None:
    _, text, _ = server._ask("/tables", {"settings": {"game": "nlhe"}}, "")
    code = json.loads(text)["code"]
    context = browser.new_context(viewport={"width": 390, "height": 844})
    held: list[Any] = []
    try:
        page = context.new_page()
        page.route_web_socket(re.compile("/ws/t/"), lambda found: held.append(found))
        page.goto(f"{server.origin}/t/{code}")
        for version, words in enumerate(["", "high card, A-K-9-8-7", "one pair, Aces"], 10):
            news = make_news(2, 2)
            news["table"]["seats"][0]["words"] = words or "high card, Ace"
            for _ in range(200):
                if held:
                    break
                page.wait_for_timeout(20)
            held[-1].send(json.dumps({**news, "v": version}))
            page.get_by_text(words or "high card, Ace", exact=True).wait_for()
            if not words:
                page.evaluate(SHIFTS)
        page.wait_for_timeout(100)
        assert page.evaluate("window.__shifts") == []
    finally:
        context.close()


def find_own_address() -> str:
    """Return an address of this machine that others would use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only says where it would go out.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no address but its own")
        found = str(probe.getsockname()[0])
    if found.startswith("127."):
        pytest.skip("this machine has no address but its own")
    return found


def test_friends_play_without_a_secure_context(browser: Browser) -> None:
    address = find_own_address()
    process = Process("nlhe", "--bots", "caller", "--name", "Ann", "--host", "0.0.0.0")
    context = browser.new_context()
    try:
        parts = urlsplit(process.address)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"http://{address}:{parts.port}{parts.path}")
        assert page.evaluate("window.isSecureContext") is False
        page.get_by_text("Others on this network can read along.").wait_for()
        page.get_by_label("Your name").fill("Friend")
        page.get_by_role("button", name="Sit here").first.click()
        page.get_by_role("button", name="Sit out").wait_for()
        page.get_by_text("Invite others").click()
        assert page.get_by_label("Link of this table").input_value() == page.url
        assert page.locator(".qr path").count() == 1
        # The desk answers only the machine itself.
        answer = page.request.get(f"http://{address}:{parts.port}/")
        assert answer.status in {200, 303, 403}
        assert not faults
    finally:
        context.close()
        process.kill()


def test_pages_check_fair_deals(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=("caller",), fair=True) as (page, opened):
        random = Random(1)
        for _ in range(400):
            hand = opened.table.fairness.hand
            if opened.table.hand > 2 and hand is not None and hand.numbers:
                break
            use_controls(page, random)
            page.wait_for_timeout(30)
        hand = opened.table.fairness.hand
        assert hand is not None
        assert [one.player for one in hand.commitment.commitments] == ["Ann"]
        page.get_by_text("cards checked. The shuffle used the number of Ann.").wait_for()
        assert page.locator(".fair .problem").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_panels_keep_nobody_out(browser: Browser, server: RunningServer, theme: str) -> None:
    settings: dict[str, Any] = {"levels": [2, 4], "payouts": [70, 30], "fair": True, "buy_in": 100}
    with sit(browser, server, "nlhe", theme=theme, **settings) as (page, opened):
        page.get_by_role("button", name="Start the tournament").click()
        wait_for_turn(page, opened)
        for summary in page.locator("summary").all():
            summary.click()
        page.get_by_role("table").wait_for()
        page.evaluate(find_axe())
        said = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
        assert said == []
