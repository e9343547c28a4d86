"""The page in a real browser: every kind of page, by mouse and by keys, on desktops and phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from croupier import HandHistory
from croupier.games import make_game
from views.hands import go_through, start

from .browsing import Visit, find_axe, need_browser, open_browser, visit
from .serving import LOG, Asker, run_server
from .texts import PAGES, SAMPLES, SPOT, TWICE

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need_browser()
    with open_browser() as found:
        yield found


@pytest.fixture
def seen(browser: Browser, asker: Asker) -> Iterator[Visit]:
    with visit(browser, asker.address) as found:
        yield found


def wait_for_answer(seen: Visit) -> None:
    seen.page.wait_for_selector(".blocks")


@pytest.fixture(scope="module")
def places(asker: Asker, shelf: str, games: tuple[str, dict[int, str]]) -> dict[str, str]:
    """Return the parts that the addresses of pages are made of."""
    spot, torn, twice = (asker.make_shelf() for _ in range(3))
    asker.drop(spot, "spot.phh", SPOT.encode())
    asker.drop(twice, "twice.phh", TWICE.encode())
    log = LOG.read_text(encoding="utf-8")
    asker.drop(torn, "torn.csv", log.replace("folds", "fnords", 2).encode())
    stars = SAMPLES["pokerstars.txt"].replace("collected ", "collected 9")
    asker.drop(torn, "bad.txt", stars.encode())
    asker.drop(torn, "noise.bin", bytes(range(256)) * 50)
    for one in (spot, torn, twice):
        asker.list_all(one)
    asked = {"street": "river", "first": "AA,JT", "second": "Q9", "bets": "a", "raises": "a"}
    solved = asker.ask("solve", shelf=spot, hand=1, **asked)["file"]
    boards = next(number for number, name in games[1].items() if name == "double_board_omaha")
    return {
        "shelf": shelf,
        "solved": f"{spot}/{solved}",
        "torn": torn,
        "twice": f"{twice}/1",
        "games": f"{games[0]}/{boards}",
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_nobody_is_kept_out(
    browser: Browser, asker: Asker, places: dict[str, str], size: str, theme: str
) -> None:
    axe = find_axe()
    width, height = SIZES[size]
    with visit(browser, asker.address, width=width, height=height, theme=theme) as seen:
        for name, (route, wanted) in PAGES.items():
            seen.go(route.format(**places))
            seen.page.wait_for_selector(wanted)
            if name in ("equity", "odds", "icm", "hands", "convert", "torn"):
                if name == "equity":
                    seen.page.get_by_role("button", name="Grid").nth(1).click()
                    seen.page.wait_for_selector(".cell.held")
                seen.page.locator("main button[type=submit]").click()
                wait_for_answer(seen)
            seen.page.evaluate(axe)
            found = seen.page.evaluate("axe.run()")
            wrong = [
                (
                    one["id"],
                    [node["target"] for node in one["nodes"]],
                    one["nodes"][0]["failureSummary"],
                )
                for one in found["violations"]
            ]
            assert not wrong, (name, wrong)
            # What is wide is moved sideways by itself, and not the page.
            wider = seen.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wider <= 0, name


def test_scripts_that_are_not_ours_do_not_run(seen: Visit) -> None:
    seen.go()
    seen.page.evaluate(
        """() => {
            window.reports = [];
            document.addEventListener("securitypolicyviolation", (event) =>
                window.reports.push(event.violatedDirective));
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            const image = new Image();
            image.src = "http://example.com/x.png";
            document.body.append(image);
            document.body.setAttribute("onclick", "window.ran = true");
        }"""
    )
    seen.page.click("body", position={"x": 1, "y": 1})
    for _ in range(100):
        if seen.page.evaluate("window.reports.length") >= 3:
            break
        seen.page.wait_for_timeout(50)
    assert seen.page.evaluate("window.ran") is None
    reports = set(seen.page.evaluate("window.reports"))
    assert {"img-src", "script-src-elem", "script-src-attr"} <= reports
    # The browser has said so on the console, as it should, and nothing was fetched.
    assert all("Content Security Policy" in fault for fault in seen.faults)
    seen.faults.clear()
    seen.asked = [url for url in seen.asked if "example.com" not in url]


def drop(seen: Visit, *files: tuple[str, bytes]) -> None:
    """Drop files on the page, as a mouse does."""
    handle = seen.page.evaluate_handle(
        """(files) => {
            const transfer = new DataTransfer();
            for (const [name, text] of files) {
                const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
                transfer.items.add(new File([bytes], name));
            }
            return transfer;
        }""",
        [[name, _base64(data)] for name, data in files],
    )
    seen.page.dispatch_event(".drop", "dragover", {"dataTransfer": handle})
    seen.page.dispatch_event(".drop", "drop", {"dataTransfer": handle})


def _base64(data: bytes) -> str:
    from base64 import b64encode

    return b64encode(data).decode()


def test_a_file_of_every_format_is_dropped_and_replayed_to_its_end(
    browser: Browser, asker: Asker
) -> None:
    with visit(browser, asker.address) as seen:
        seen.page.goto(f"{asker.address}#hands/{asker.make_shelf()}")
        seen.page.wait_for_selector(".drop:not(.small)")
        drop(seen, *((name, text.encode()) for name, text in SAMPLES.items()))
        page = seen.page
        expect(page.locator(".files li")).to_have_count(len(SAMPLES))
        expect(page.locator(".said")).not_to_contain_text("reading")
        found = re.search(r"#hands/([\w-]{22})", page.url)
        assert found is not None
        listed = asker.list_all(found[1], limit=100)
        assert {file["state"] for file in listed["files"]} == {"read"}
        expect(page.locator("table.hands tbody tr")).to_have_count(listed["total"])
        for row in listed["rows"]:
            page.goto(f"{asker.address}#hand/{found[1]}/{row['id']}")
            page.wait_for_selector(".table")
            expect(page.locator(".count")).to_contain_text("1 of")
            page.keyboard.press("End")
            end = asker.ask("replay", shelf=found[1], hand=row["id"])["frames"][-1]["table"]
            expect(page.locator(".seat")).to_have_count(len(end["seats"]))
            expect(page.locator(".stack").first).to_contain_text(end["seats"][0]["stack"])
            texts = page.locator(".stack").all_inner_texts()
            assert [text.split(" · ")[0] for text in texts] == [
                seat["stack"] for seat in end["seats"]
            ]


def test_names_are_text(browser: Browser, asker: Asker) -> None:
    text = LOG.read_text(encoding="utf-8").replace("Bob", HOSTILE)
    with visit(browser, asker.address) as seen:
        shelf = asker.make_shelf()
        asker.drop(shelf, f"{HOSTILE}.csv", text.encode())
        asker.list_all(shelf)
        for route in (f"#hands/{shelf}", f"#hand/{shelf}/2?step=9", f"#night/{shelf}"):
            seen.go(route)
            seen.page.wait_for_selector("table.hands, .table, .blocks")
            expect(seen.page.locator("body")).to_contain_text(HOSTILE)
        assert seen.page.locator("img[src=x]").count() == 0


def test_a_hand_is_gone_through_by_keys(seen: Visit, asker: Asker, shelf: str) -> None:
    replay = asker.ask("replay", shelf=shelf, hand=2)
    count = len(replay["frames"])
    page = seen.page
    seen.go(f"#hand/{shelf}/2")
    page.wait_for_selector(".table")
    place = page.locator(".count")
    for step, frame in enumerate(replay["frames"]):
        expect(place).to_have_text(f"{step + 1} of {count}")
        for line in frame["lines"]:
            for part in line["parts"]:
                if part.get("text", "").strip():
                    expect(page.locator(".told")).to_contain_text(part["text"].strip())
        if frame.get("odds"):
            expect(page.locator(".odds")).to_have_text(frame["odds"])
        page.keyboard.press("ArrowRight")
    expect(place).to_have_text(f"{count} of {count}")
    page.keyboard.press("Home")
    expect(place).to_have_text(f"1 of {count}")
    page.keyboard.press("2")
    flop = replay["streets"][1]
    expect(place).to_have_text(f"{flop['step'] + 1} of {count}")
    expect(page.get_by_role("button", name=flop["name"], exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    # The address follows what is shown, a moment later.
    expect(page).to_have_url(re.compile(rf"#hand/{shelf}/2\?step={flop['step']}$"))
    # What the address says is where one is.
    page.reload()
    expect(place).to_have_text(f"{flop['step'] + 1} of {count}")
    page.keyboard.press("+")
    expect(page.get_by_label("Speed")).to_have_value("2")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.keyboard.press(" ")
    page.keyboard.press("?")
    expect(page.locator(".keys")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator("h1")).to_contain_text("r6jt5hgb0e1u")
    page.keyboard.press("ArrowUp")
    expect(page.locator("h1")).to_contain_text("m4cv2ysw8d9a")


def test_no_key_for_another_hand_is_lost(seen: Visit, shelf: str) -> None:
    # The address of the step before is written late; it must not replace that of the next hand.
    page = seen.page
    seen.go(f"#hand/{shelf}/2")
    page.wait_for_selector(".table")
    expect(page.locator("h1")).to_contain_text("m4cv2ysw8d9a")
    page.evaluate(
        """async () => {
            for (const key of ["ArrowRight", "ArrowDown", "ArrowRight"]) {
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
                for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
            }
        }"""
    )
    expect(page.locator("h1")).to_contain_text("r6jt5hgb0e1u")


def test_amounts_are_switched(seen: Visit, shelf: str) -> None:
    page = seen.page
    seen.go(f"#hand/{shelf}/2?step=4")
    page.wait_for_selector(".table")
    expect(page.locator(".told")).to_contain_text("Ann raises to 90")
    page.locator("h1").click()
    page.keyboard.press("b")
    expect(page.locator(".told")).to_contain_text("Ann raises to 9 bb")
    expect(page.locator(".stack").nth(1)).to_contain_text("98.5 bb")
    for part in ("in=bb", "step=4"):
        expect(page).to_have_url(re.compile(part))
    # The link has it, and so has the next hand.
    page.reload()
    expect(page.get_by_label("Amounts")).to_have_value("bb")
    expect(page.locator(".told")).to_contain_text("Ann raises to 9 bb")
    page.keyboard.press("ArrowDown")
    expect(page.locator("h1")).to_contain_text("r6jt5hgb0e1u")
    expect(page.locator(".stack").first).to_contain_text("bb")
    page.get_by_label("Amounts").select_option("chips")
    expect(page.locator(".stack").first).not_to_contain_text("bb")


def test_it_plays_by_itself(seen: Visit, shelf: str) -> None:
    page = seen.page
    page.clock.install()
    seen.go(f"#hand/{shelf}/1")
    page.wait_for_selector(".table")
    count = int(page.locator(".count").inner_text().split()[-1])
    page.get_by_role("button", name="Play", exact=True).click()
    for _ in range(count + 1):
        page.clock.run_for(1300)
    expect(page.locator(".count")).to_have_text(f"{count} of {count}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_cards_are_hidden_and_shown(seen: Visit, shelf: str) -> None:
    page = seen.page
    seen.go(f"#hand/{shelf}/2?step=4")
    page.wait_for_selector(".table")
    assert page.locator(".seats .card.open").count() == 4
    page.get_by_label("Cards").select_option(label="What Cat saw")
    expect(page.locator(".seats .card.open")).to_have_count(0)
    assert page.locator(".seats .card.down").count() >= 4
    page.locator("h1").click()
    page.keyboard.press("s")
    expect(page.locator(".seats .card.open")).to_have_count(4)


@pytest.mark.parametrize(
    ("title", "kind"), [("PHH", "phh"), ("Text", "txt"), ("SVG", "svg"), ("PNG", "png")]
)
def test_hands_are_saved(seen: Visit, asker: Asker, shelf: str, title: str, kind: str) -> None:
    page = seen.page
    seen.go(f"#hand/{shelf}/2?step=4")
    page.wait_for_selector(".table")
    with page.expect_download() as download:
        page.get_by_role("button", name=title, exact=True).click()
    path = Path(download.value.path())
    assert download.value.suggested_filename.endswith(f".{kind}")
    data = path.read_bytes()
    if kind == "png":
        assert data.startswith(b"\x89PNG") and len(data) > 20_000
    elif kind == "phh":
        assert data.decode() == asker.ask("export", shelf=shelf, hand=2, kind="phh")["text"]


def test_files_are_converted_by_keys_alone(seen: Visit, asker: Asker, shelf: str) -> None:
    page = seen.page
    seen.go(f"#convert/{shelf}")
    page.wait_for_selector("form.panel")
    page.get_by_label("To", exact=True).focus()
    page.keyboard.type("pokerstars")
    page.keyboard.press("Tab")
    page.keyboard.type("Ann")
    while page.evaluate("document.activeElement.type") != "submit":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("a.main")
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("^Save")).click()
    made = asker.ask("convert", shelf=shelf, target="pokerstars", hero="Ann")
    said = asker.request("GET", f"/shelf/{shelf}/made/{made['place']}")
    assert Path(download.value.path()).read_bytes() == said.body
    assert b"Dealt to Ann" in said.body


def walk_to(seen: Visit, wanted: str) -> None:
    """Go on by the Tab key to what has such a name, which must be seen to be there."""
    name = "document.activeElement.labels?.[0]?.innerText ?? document.activeElement.innerText"
    for _ in range(60):
        seen.page.keyboard.press("Tab")
        if re.search(wanted, seen.page.evaluate(name) or ""):
            break
    else:
        raise AssertionError(f"the Tab key does not lead to {wanted}")
    # Who has no mouse sees where they are.
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert seen.page.evaluate(outline) != "none", wanted


def test_the_list_is_filtered_by_keys_alone(browser: Browser, asker: Asker) -> None:
    shelf = asker.make_shelf()
    for number in range(20):
        asker.drop(shelf, f"night-{number}.csv", LOG.read_bytes())
    asker.list_all(shelf)
    with visit(browser, asker.address) as seen:
        page = seen.page
        seen.go(f"#hands/{shelf}")
        said = page.locator(".said")
        expect(said).to_have_text("60 hands")
        walk_to(seen, "^Player")
        page.keyboard.type("Ann")
        expect(page.locator("table.hands th").last).to_be_visible()
        expect(page.locator("table.hands thead")).to_contain_text("Ann")
        # What was chosen is kept, and so is where one is, whatever the list becomes.
        walk_to(seen, "^Result")
        page.keyboard.type("Lost")
        expect(said).to_have_text("20 of 60 hands")
        walk_to(seen, "^Showdown")
        page.keyboard.press("ArrowDown")
        with_showdown = asker.ask(
            "list_hands", shelf=shelf, player="Ann", result="lost", showdown="yes"
        )
        expect(said).to_have_text(with_showdown["said"])
        page.keyboard.press("ArrowUp")
        expect(said).to_have_text("20 of 60 hands")
        walk_to(seen, "^Pot at least")
        page.keyboard.type("100000")
        expect(said).to_have_text("0 of 60 hands")
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(said).to_have_text("20 of 60 hands")
        walk_to(seen, "^Order")
        page.keyboard.type("Biggest")
        biggest = asker.ask("list_hands", shelf=shelf, player="Ann", result="lost", order="pot")
        first = biggest["rows"][0]
        expect(page.locator("table.hands tbody tr").first).to_contain_text(first["label"])
        walk_to(seen, rf"^{first['label']}$")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_contain_text(first["label"])
        page.wait_for_selector(".table")
        # Back at the list, everything is as it was left.
        walk_to(seen, "^Hands$")
        page.keyboard.press("Enter")
        expect(said).to_have_text("20 of 60 hands")
        expect(page.get_by_label("Order")).to_have_value("pot")


def test_files_can_be_chosen_before_there_is_a_shelf(browser: Browser) -> None:
    with run_server() as fresh, visit(browser, fresh.address) as seen:
        page = seen.page
        seen.go()
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Choose files").click()
        chooser.value.set_files([LOG])
        expect(page.get_by_text("with 3 hands")).to_be_visible()


def test_a_night_is_summed_up_by_keys_alone(seen: Visit, asker: Asker) -> None:
    page = seen.page
    shelf = asker.make_shelf()
    seen.go(f"#night/{shelf}")
    with page.expect_file_chooser() as chooser:
        walk_to(seen, "^Choose files$")
        page.keyboard.press("Enter")
    chooser.value.set_files(LOG)
    wait_for_answer(seen)
    walk_to(seen, "^What the night is called")
    page.keyboard.type("At Ann's")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("At Ann's")
    with page.expect_download() as download:
        walk_to(seen, "^Save the page$")
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "At-Ann-s.html"
    assert "Bob pays Ann 1,000" in Path(download.value.path()).read_text(encoding="utf-8")
    # Tables and pictures that are wide are moved by keys, and hands are replayed.
    walk_to(seen, "^1 ▶$")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("m4cv2ysw8d9a")


def test_the_night_is_shown_and_kept(seen: Visit, asker: Asker, shelf: str) -> None:
    page = seen.page
    seen.go(f"#night/{shelf}")
    wait_for_answer(seen)
    expect(page.locator(".blocks")).to_contain_text("Bob pays Ann 1,000")
    assert page.locator(".picture img").count() == 2
    assert all(page.locator(".picture img").evaluate_all("all => all.map(one => one.naturalWidth)"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the page").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert "Bob pays Ann 1,000" in text and "<script" not in text
    page.get_by_role("link", name="Replay the hand of place 1").click()
    expect(page.locator("h1")).to_contain_text("m4cv2ysw8d9a")


def test_a_range_is_painted(seen: Visit, asker: Asker) -> None:
    page = seen.page
    seen.go("#calculators/equity")
    page.get_by_label("Player 1").fill("AA")
    page.get_by_role("button", name="Grid").first.click()
    page.wait_for_selector(".cell.held")
    cells = page.locator(".cell")
    assert cells.count() == 169
    begin, end = (cells.filter(has_text=re.compile(f"^{hand}$")) for hand in ("AKs", "AJs"))
    first, last = begin.bounding_box(), end.bounding_box()
    assert first is not None and last is not None
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(last["x"] + 5, last["y"] + 5, steps=12)
    page.mouse.up()
    expect(page.get_by_label("Player 1")).to_have_value("AA,AJs+")
    # By keys: an arrow goes to the next hand, and the space key paints it.
    cells.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(page.get_by_label("Player 1")).to_have_value("KK+,AJs+")
    page.get_by_label("Player 2").fill("QQ")
    page.get_by_role("button", name="Calculate").click()
    wait_for_answer(seen)
    answer = asker.ask("equity", players=["KK+,AJs+", "QQ"])
    expect(page.locator(".blocks")).to_contain_text(answer["blocks"][0]["rows"][0][1])
    expect(page.locator(".blocks")).to_contain_text("croupier equity")


def test_mistakes_are_told(seen: Visit) -> None:
    page = seen.page
    seen.go("#calculators/equity")
    page.get_by_label("Player 1").fill("AsAs")
    page.get_by_role("button", name="Calculate").click()
    expect(page.get_by_role("alert")).to_be_visible()
    seen.go("#hand/nowhere/1")
    expect(page.get_by_role("alert")).to_contain_text("there is no such shelf")


def test_lists_of_many_hands_have_pages(browser: Browser, asker: Asker) -> None:
    shelf = asker.make_shelf()
    for number in range(40):
        asker.drop(shelf, f"night-{number}.csv", LOG.read_bytes())
    with visit(browser, asker.address) as seen:
        seen.go(f"#hands/{shelf}")
        page = seen.page
        expect(page.locator(".said")).to_have_text("120 hands")
        expect(page.locator("table.hands tbody tr")).to_have_count(50)
        page.get_by_role("button", name="Next").click()
        expect(page.locator(".pages span")).to_have_text("51 to 100")
        page.get_by_label("Player", exact=True).select_option("Ann")
        page.get_by_label("Result").select_option("lost")
        expect(page.locator(".said")).to_have_text("40 of 120 hands")
        page.get_by_label("Pot at least").fill("1000")
        expect(page.locator(".said")).to_have_text("0 of 120 hands")


def test_a_spot_is_solved_on_the_page(browser: Browser, asker: Asker) -> None:
    shelf = asker.make_shelf()
    asker.drop(shelf, "spot.phh", SPOT.encode())
    asker.list_all(shelf)
    with visit(browser, asker.address) as seen:
        page = seen.page
        seen.go(f"#hand/{shelf}/1?step=12")
        page.get_by_text("Solve this spot").click()
        page.get_by_label("Range of who acts first").fill("AA,JT")
        page.get_by_label("Range of the other").fill("Q9")
        page.get_by_role("button", name="Solve", exact=True).click()
        wait_for_answer(seen)
        expect(page.locator(".blocks")).to_contain_text("First to act decides")
        page.get_by_role("link", name="bet 18").click()
        expect(page.locator(".blocks")).to_contain_text("Second to act decides")
        page.get_by_role("link", name="Back").click()
        expect(page.locator(".blocks")).to_contain_text("First to act decides")


# Games of all kinds: seats do not cover each other, and all cards are to be seen.

GAMES = {
    "texas_holdem": 10,
    "seven_card_stud": 8,
    "nine_card_stud": 5,
    "double_board_omaha": 6,
    "tic_tac_toe": 4,
    "iron_cross": 5,
    "five_card_draw": 6,
    "dice_omaha": 3,
}


@pytest.fixture(scope="module")
def games(asker: Asker) -> tuple[str, dict[int, str]]:
    """A shelf with hands of all kinds, and the games of its hands."""
    shelf = asker.make_shelf()
    for name, players in GAMES.items():
        state = start(name, players=players)
        for _ in go_through(state):
            pass
        history = HandHistory.from_game_state(make_game(name), state)
        assert asker.drop(shelf, f"{name}.phh", history.dumps().encode()).status == 200
    rows = asker.list_all(shelf)["rows"]
    return shelf, {row["id"]: row["file"].removesuffix(".phh") for row in rows}


@pytest.mark.parametrize("size", SIZES)
def test_all_games_fit_on_the_table(
    browser: Browser, asker: Asker, games: tuple[str, dict[int, str]], size: str
) -> None:
    width, height = SIZES[size]
    shelf, names = games
    assert len(names) == len(GAMES)
    with visit(browser, asker.address, width=width, height=height) as seen:
        for number, name in names.items():
            seen.go(f"#hand/{shelf}/{number}")
            seen.page.wait_for_selector(".table")
            count = int(seen.page.locator(".count").inner_text().split()[-1])
            for step in {count // 3, 2 * count // 3, count - 1}:
                seen.go(f"#hand/{shelf}/{number}?step={step}")
                seen.page.wait_for_selector(".table")
                assert not _find_overlaps(seen), (name, step)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_that_did_not_happen(
    browser: Browser, asker: Asker, games: tuple[str, dict[int, str]], size: str
) -> None:
    width, height = SIZES[size]
    shelf, names = games
    with visit(browser, asker.address, width=width, height=height) as seen:
        page = seen.page
        for number, name in names.items():
            seen.go(f"#hand/{shelf}/{number}")
            page.wait_for_selector(".table")
            count = int(page.locator(".count").inner_text().split()[-1])
            before = _measure(seen)
            for step in range(1, count):
                page.keyboard.press("ArrowRight")
                assert _measure(seen) == before, (name, step)
    # What a browser itself counts as moving, while pages come up.
    with visit(browser, asker.address, width=width, height=height) as seen:
        seen.page.add_init_script(
            """window.shift = 0;
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) window.shift += entry.value;
            }).observe({ type: "layout-shift", buffered: true });"""
        )
        for route in ("#calculators/equity", f"#hand/{shelf}/1?step=9", "#calculators/icm"):
            seen.go(route)
            seen.page.wait_for_selector(".table, form.panel")
            seen.page.wait_for_timeout(200)
            assert seen.page.evaluate("window.shift") < 0.01, route


def _measure(seen: Visit) -> Any:
    """Return where the table is and what is pressed."""
    return seen.page.evaluate(
        """() => [".table", ".player-bar", ".streets"].map((one) => {
            const box = document.querySelector(one).getBoundingClientRect();
            return [box.left, box.top + window.scrollY, box.width, box.height].map(Math.round);
        })"""
    )


def _find_overlaps(seen: Visit) -> Any:
    """Return plates and cards that cover each other, or are out of the table."""
    return seen.page.evaluate(
        """() => {
            const table = document.querySelector(".table").getBoundingClientRect();
            const boxes = [];
            for (const plate of document.querySelectorAll(".plate")) {
                boxes.push([plate.innerText, plate.getBoundingClientRect()]);
            }
            for (const row of document.querySelectorAll(".board")) {
                if (row.children.length) boxes.push(["board", row.getBoundingClientRect()]);
            }
            const wrong = [];
            boxes.forEach(([name, one], place) => {
                if (one.left < table.left - 1 || one.right > table.right + 1 ||
                    one.top < table.top - 1 || one.bottom > table.bottom + 1) {
                    wrong.push([name, "out of the table"]);
                }
                for (const [other, two] of boxes.slice(place + 1)) {
                    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
                    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
                    if (wide > 3 && high > 3) wrong.push([name, other]);
                }
            });
            return wrong;
        }"""
    )
