"""Reports of a store on the desk: those of the command, of stores that were named and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

from croupier.errors import SetupError
from croupier.store import Store
from croupier.store.reports import REPORTS
from croupier.web.local import LocalDesk
from croupier.web.messages import Picture, StoreAnswer, StoreQuestion, TableBlock, Words

from .browsing import need_browser, open_browser
from .serving import COMMAND, Asker

HAND = """[{number}]
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr {bet}', 'p1 f', 'p2 f']
players = ['Ann', 'Bob', '<b>Cid</b>']
hand = {number}
year = 2026
month = 1
day = 2
time = 10:00:{number:02d}
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stores")
    hands = "\n".join(HAND.format(number=one, bet=4 + one % 3) for one in range(1, 41))
    (folder / "hands.phhs").write_text(hands)
    made = Store(folder / "mine")
    made.add(folder / "hands.phhs")
    return made.path


def ask(store: Path, report: str, **fields: str) -> StoreAnswer:
    desk = LocalDesk(store.parent, "", [store])
    return desk.report_store(StoreQuestion(store="1", report=report, **fields))


@pytest.mark.parametrize("report", sorted(REPORTS))
def test_every_report_is_that_of_the_store(store: Path, report: str) -> None:
    answer = ask(store, report, player="Ann")
    expected = Store(store).report(report, player="Ann")
    if report == "graph":
        assert any(isinstance(block, Picture) for block in answer.blocks)
    elif expected.num_rows:
        (table,) = [block for block in answer.blocks if isinstance(block, TableBlock)]
        assert len(table.rows) == expected.num_rows
        # The only hands are for chips without a currency, which is said below.
        names = [name for name in expected.column_names if name not in ("kind", "currency")]
        assert len(table.headings) == len(names)
        assert not {"three bet", "bb 100"} & {*table.headings}
        if "kind" in expected.column_names:
            texts = [block.text for block in answer.blocks if isinstance(block, Words)]
            assert "All hands are for chips without a currency." in texts
        assert all(len(row) == len(table.headings) for row in table.rows)
    assert answer.blocks[-1].text.startswith(f"croupier store report mine {report}")  # type: ignore[union-attr]


def test_words_and_players_are_looked_at(store: Path) -> None:
    found = ask(store, "players", where="on the button")
    (table,) = [block for block in found.blocks if isinstance(block, TableBlock)]
    assert [row[0] for row in table.rows] == ["<b>Cid</b>"]
    for fields in ({"report": "nothing"}, {"report": "graph"}, {"where": "nonsense"}):
        with pytest.raises(SetupError):
            ask(store, **({"report": "players"} | fields))
    with pytest.raises(SetupError, match="too many words"):
        ask(store, "players", where="x" * 2000)


@pytest.mark.parametrize("name", ["", "0", "2", "../mine", "/etc"])
def test_only_stores_that_were_named_are_asked(store: Path, name: str) -> None:
    desk = LocalDesk(store.parent, "", [store])
    with pytest.raises(SetupError) as caught:
        desk.report_store(StoreQuestion(store=name, report="players"))
    assert caught.value.code == "unknown-store"
    assert LocalDesk(store.parent).about().reports == []


def test_the_page_shows_reports(store: Path) -> None:
    need_browser()
    process = subprocess.Popen([*COMMAND, str(store)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = ""
    try:
        while not address:
            line = process.stdout.readline()
            assert line, "the server has ended"
            if '"address"' in line:
                address = line.split('"')[3]
        asked = Asker(address).ask("report_store", store="1", report="players")
        assert asked["title"] == "mine"
        with open_browser() as browser:
            for width in (1280, 390):
                page = browser.new_page(viewport={"width": width, "height": 800})
                page.goto(f"{address}#store")
                page.get_by_label("Report").select_option("players")
                page.get_by_text("<b>Cid</b>").wait_for()
                page.get_by_role("textbox", name="Player").fill("Ann")
                page.get_by_label("Report").select_option("graph")
                page.locator("picture img").wait_for()
                page.get_by_label("Which hands").fill("nonsense")
                page.get_by_role("button", name="Show").click()
                page.get_by_role("alert").wait_for()
                assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()
