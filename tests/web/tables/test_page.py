"""The page of a table in a real browser: whoever uses only its controls plays every game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import Error as PlaywrightError

from croupier.errors import PokerError
from croupier.games import mixed
from croupier.games.configuration.library import library
from croupier.hosting import OpenTable, intents
from croupier.state.operation_table import DECISIONS
from croupier.tables.lineup import make_lineup
from kinds import KINDS
from web.browsing import find_axe

from .clients import RunningServer
from .test_sockets import Truth


@contextmanager
def sit(
    browser: Browser,
    server: RunningServer,
    game: str,
    *,
    bots: tuple[str, ...] = ("random", "caller"),
    width: int = 1280,
    height: int = 900,
    theme: Any = "light",
    **settings: Any,
) -> Iterator[tuple[Page, OpenTable]]:
    """Open a table with bots, and sit down at it by the page."""
    quick = {"rest": 300, "pace": 0, "seconds": 0, "show_or_muck": True, "run_it_twice": True}
    body = {"settings": {"game": game, **quick, **settings}, "bots": bots}
    _, text, cookie = server._ask("/tables", body, "")
    code = json.loads(text)["code"]
    name, _, value = cookie.partition("=")
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
    faults: list[str] = []
    try:
        context.set_default_timeout(20_000)
        context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(dialog.message))
        page.on(
            "console",
            lambda said: faults.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.goto(f"{server.origin}/t/{code}")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Sit here").first.click()
        # A click takes its time where the machine is busy.
        page.get_by_role("button", name="Sit out").wait_for()
        yield page, server.lobby.find(code)
        assert not faults
    finally:
        context.close()


def use_controls(page: Page, random: Random) -> None:
    """Decide by one of the controls that there are."""
    controls = [
        one
        for one in page.locator(
            ".bar-body > button, .bar-body > form .main, .bar-body > fieldset"
        ).all()
        if one.is_visible()
    ]
    if not controls:
        return
    chosen = random.choice(controls)
    classes = chosen.get_attribute("class") or ""
    if "picker" in classes:
        _pick(chosen, random)
    elif "options" in classes:
        random.choice(chosen.locator("button").all()).click()
    elif "plans" in classes:
        return
    else:
        chosen.click()


def _pick(picker: Locator, random: Random) -> None:
    hint = picker.locator(".hint").inner_text()
    numbers = [int(one) for one in re.findall(r"\d+", hint)]
    count = random.randint(numbers[0], numbers[-1])
    cards = picker.locator(".pick").all()
    for card in random.sample(cards, count):
        card.click()
    if picker.locator(".main").is_enabled():
        picker.locator(".main").click()


class Asked(NamedTuple):
    """A decision that somebody must make, and the words of the notation that they may say."""

    version: int
    decision: Any
    moves: set[str]


def find_asked(opened: OpenTable) -> Asked | None:
    """Return what the person at a table must decide now, if it is their turn."""
    table = opened.table
    decision, person, state = table.decision, table.decider, table.state
    if decision is None or person is None or person.bot or state is None:
        return None
    legal = state.observe(decision.player_index).legal.decisions
    moves = {DECISIONS[one.name].word for one in legal if decision.operation in (None, one.name)}
    return Asked(table.version, decision, moves)


def check_controls(page: Page, opened: OpenTable, asked: Asked) -> None:
    """Check that every move that the rules allow has a control, and nothing else has."""
    controls = page.locator(".bar-body [data-move]")
    controls.first.wait_for()
    moves: set[str] = set()
    for _ in range(500):
        shown = controls.evaluate_all("all => all.map((one) => one.dataset.move.split(' ')[0])")
        moves = set(shown)
        # Who decides twice in a row may still see what they decided first.
        if moves == asked.moves or opened.table.decision is not asked.decision:
            return
        page.wait_for_timeout(20)
    assert moves == asked.moves


def play(page: Page, server: RunningServer, opened: OpenTable, hands: int, seed: int = 3) -> None:
    """Play hands by the controls alone; what is not possible cannot be chosen."""
    random = Random(seed)
    table = opened.table
    for _ in range(600):
        if table.hand > hands or (not table.is_playing and table.due is None):
            return
        # The server plays in a thread of its own: it is asked between two moves.
        asked = server.look(lambda: find_asked(opened))
        if asked is not None:
            check_controls(page, opened, asked)
            use_controls(page, random)
            for _ in range(100):
                if table.version != asked.version:
                    break
                page.wait_for_timeout(20)
            else:
                # Only part of a choice was made; what was made was not refused, unless cards were
                # laid into hands of which one must beat the other: that only the rules can tell.
                refused = page.locator("main .problem").all_inner_texts()
                assert not refused or (asked.moves == {"sp"} and "go together" in refused[0])
        else:
            page.wait_for_timeout(30)
        if not table.is_playing and table.choice[1]:
            use_controls(page, random)
    raise AssertionError(f"hand {table.hand} does not end")


@pytest.mark.parametrize("game", KINDS)
def test_a_person_plays_by_the_controls(game: str, browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, game) as (page, opened):
        page.wait_for_selector(".table .seat, .bar-body button")
        play(page, server, opened, 1)
        assert opened.table.hand >= 1
        assert server.look(opened.table.count_chips) == 0


_PARTS = 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(_PARTS))
def test_a_person_plays_every_game_by_the_controls(
    browser: Browser, server: RunningServer, part: int
) -> None:
    problems = {}
    games = [*library().summarize_all(), *mixed.names()][part::_PARTS]
    for game in games:
        _, most = make_lineup(game).bounds
        bots = ("random", "caller")[: most - 1]
        try:
            with sit(browser, server, game, bots=bots) as (page, opened):
                play(page, server, opened, 1)
                assert opened.table.hand >= 1
                assert server.look(opened.table.count_chips) == 0
        except (AssertionError, PlaywrightError) as error:
            # All of them are tried, and all that is wrong is said.
            problems[game] = str(error)[:200]
    assert not problems
    print(f"{len(games)} games played by the controls of the page, without a fault")


def test_every_legal_move_has_a_control(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe") as (page, opened):
        table = opened.table
        for _ in range(200):
            if table.decider is not None and not table.decider.bot:
                break
            page.wait_for_timeout(20)
        assert table.decision is not None
        page.locator(".bar-body [data-move]").first.wait_for()
        found = {
            (one.get_attribute("data-move") or "").split(" ")[0]
            for one in page.locator(".bar-body [data-move]").all()
        }
        assert found == {"f", "cc", "cbr"}
        # The amount is one of the bounds that the rules have.
        truth = Truth()
        opened.watch(truth)
        page.get_by_role("button", name="All-in").click()
        page.locator(".amount .main").click()
        for _ in range(500):
            if truth.moves:
                break
            page.wait_for_timeout(20)
        assert truth.moves[0].action.split()[1:] == ["cbr", "200"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
def test_nobody_is_kept_out(
    browser: Browser, server: RunningServer, width: int, height: int, theme: str
) -> None:
    with sit(browser, server, "razz", width=width, height=height, theme=theme) as (page, opened):
        for _ in range(300):
            if opened.table.decider is not None and not opened.table.decider.bot:
                break
            page.wait_for_timeout(20)
        page.locator(".bar-body button").first.wait_for()
        # The policy of the page lets no script in, not even this one: it comes by the debugger.
        page.evaluate(find_axe())
        said = page.evaluate("async () => (await axe.run()).violations.map((one) => one.id)")
        assert said == []
        wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0


def test_names_and_words_are_never_markup(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "nlhe", bots=()) as (page, opened):
        page.wait_for_selector(".chat input")
        page.locator(".chat input").fill("<img src=x onerror=alert(1)>")
        page.keyboard.press("Enter")
        page.get_by_text("<img src=x onerror=alert(1)>").wait_for()
        assert page.locator(".chat img").count() == 0
        assert [text for _, _, text in opened.table.said] == ["<img src=x onerror=alert(1)>"]


NASTY = (
    "<script>alert(1)</script>",
    "<svg/onload=alert(1)>",
    '"><iframe srcdoc=x>',
    "javascript:alert(1)",
    "${alert(1)} {{7*7}}",
    "</style><style>*{display:none}",
    "&lt;b&gt; &#x3c;",
    "\u202egnp.exe \u2066x",
    "a\0b\x1b[2J",
)


def test_whatever_people_write_is_text(browser: Browser, server: RunningServer) -> None:
    def write(opened: OpenTable) -> int:
        host = next(iter(opened.table.people))
        taken = 0
        for number, text in enumerate(NASTY):
            with suppress(PokerError):
                opened.submit(host, intents.Say(id=f"say {number}", text=text))
            guest = opened.enter(f"{number}" * 32)
            with suppress(PokerError):
                opened.submit(guest.id, intents.Sit(id="1", name=text))
                taken += 1
        opened.submit(host, intents.Say(id="last", text="that was all"))
        return taken

    with sit(browser, server, "nlhe", bots=()) as (page, opened):
        assert server.look(lambda: write(opened)) > 2
        page.get_by_text("that was all").wait_for()
        # A dialog or a word of the browser about its policy would be a fault of the page.
        assert page.locator("main script, main iframe, main img, main style").count() == 0
        assert page.locator("main a[href^=javascript]").count() == 0
        assert page.get_by_text(NASTY[0]).count() > 0


def test_a_page_that_is_loaded_again_is_the_same(browser: Browser, server: RunningServer) -> None:
    with sit(browser, server, "badugi") as (page, opened):
        for _ in range(300):
            if opened.table.decider is not None and not opened.table.decider.bot:
                break
            page.wait_for_timeout(20)
        page.locator(".bar-body button").first.wait_for()
        before = page.locator(".seats").inner_text()
        page.reload()
        page.locator(".bar-body button").first.wait_for()
        assert page.locator(".seats").inner_text() == before


def test_a_table_is_opened_in_three_clicks(browser: Browser, server: RunningServer) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"{server.origin}/play")
        page.get_by_role("button", name="Badugi Draw").first.click()
        page.get_by_role("button", name="tight").click()
        page.get_by_role("button", name="Open a table").click()
        page.wait_for_url("**/t/*")
        page.get_by_role("heading", name="Badugi").wait_for()
    finally:
        context.close()
