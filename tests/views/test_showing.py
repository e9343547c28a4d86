"""Results in notebooks, and as tables for programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from croupier import frames
from croupier.analysis import (
    PlayerStatistics,
    Range,
    equity,
    icm,
    next_card_equities,
    odds,
    propose_deal,
)
from croupier.cards import Card
from croupier.errors import UnsupportedError
from croupier.evaluation import play_match, play_round_robin
from croupier.games import make_game
from croupier.histories import HandHistory
from croupier.reports import read_night
from croupier.reports.ledgers import read_ledger
from croupier.simulation import simulate
from croupier.state import BoardDealing, HoleCardsShowingOrMucking, HoleDealing
from croupier.svg import Page, draw_bars, draw_cells, draw_lines
from croupier.tables import ChipGraph, ResultsRecorder, Table, play_duplicate
from croupier.views.play_by_play import show_card

from .hands import go_through, start

LOG = Path(__file__).parents[2] / "examples" / "home-game.csv"
EVIL = '<img src=x onerror="alert(1)">'


def make_history() -> HandHistory:
    return HandHistory(
        variant="NT",
        antes=[0, 0, 0],
        blinds_or_straddles=[1, 2, 0],
        min_bet=2,
        starting_stacks=[200, 200, 200],
        actions=[
            "d dh p1 AsAh",
            "d dh p2 7c2d",
            "d dh p3 KsKh",
            "p3 cbr 6",
            "p1 cc",
            "p2 f",
            "d db Qs7h2c",
            "p1 cc",
            "p3 cbr 10",
            "p1 cc",
            "d db 3d",
            "p1 cc",
            "p3 cc",
            "d db 4d",
            "p1 cc",
            "p3 cc",
            "p1 sm AsAh",
            "p3 sm KsKh",
        ],
        players=["Ann", EVIL, "Cy"],
    )


class _Reader(HTMLParser):
    """A reader that collects the elements of a page, and sees that they are closed in order."""

    VOID = frozenset({"input", "meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_history_is_a_player() -> None:
    shown = _Reader(make_history()._repr_html_())
    tags = [tag for tag, _ in shown.found]
    steps = [given for tag, given in shown.found if tag == "input"]
    # Blinds, cards, six decisions with cards between them, and the end.
    assert len(steps) == tags.count("ol") > 10
    assert sum("checked" in step for step in steps) == 1
    ids = [step["id"] for step in steps]
    assert len(set(ids)) == len(ids)
    targets = [given["for"] for tag, given in shown.found if tag == "label"]
    assert set(targets) == set(ids)
    # Neither scripts nor anything that is fetched, and names are text.
    assert not {"script", "img", "link", "iframe"} & set(tags)
    assert not [given for _, given in shown.found if "onerror" in given or "src" in given]
    assert {link[0] for _, given in shown.found if (link := given.get("href"))} == {"#"}


def test_two_players_of_a_hand_are_two() -> None:
    first, second = (
        set(re.findall('id="(hand[^"]+)"', make_history()._repr_html_())) for _ in "12"
    )
    assert first and not first & second


def test_a_player_for_somebody_hides_what_others_hold() -> None:
    def faces(page: str) -> set[str]:
        return set(re.findall(r'<symbol id="[^"]+-(\w\w)"', page))

    history = make_history()
    board = {"Qs", "7h", "2c", "3d", "4d"}
    assert faces(history.show()) == board | {"As", "Ah", "7c", "2d", "Ks", "Kh"}
    # Those of the third player are shown at the showdown.
    assert faces(history.show(viewer=0)) == board | {"As", "Ah", "Ks", "Kh"}
    assert faces(history.show(viewer=1)) == faces(history.show())
    assert history.show(viewer=0).count("7♣") == 0 < history.show().count("7♣")


def test_no_two_things_on_a_page_have_the_same_id() -> None:
    page = "".join(make_history().show() for _ in range(2))
    ids = re.findall(' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert {f"#{one}" for one in ids} >= set(re.findall(' href="([^"]+)"', page))


def test_pages_can_be_kept(tmp_path: object) -> None:
    from pathlib import Path

    path = make_history().show().save(Path(str(tmp_path)) / "hand.html", title=EVIL)
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "default-src 'none'" in text
    assert EVIL not in text
    _Reader(text.removeprefix("<!doctype html>"))
    assert Page("x")._repr_html_() == "x"


def test_states_show_themselves() -> None:
    for state in go_through(start("razz", players=3)):
        ElementTree.fromstring(state._repr_svg_())


@pytest.mark.parametrize(
    "picture",
    [
        lambda: Range.parse("22+, AKs:0.5")._repr_svg_(),
        lambda: equity("AsAh", "KdKc")._repr_svg_(),
        lambda: next_card_equities("AhKh", "QsQd", board="Th9h2c2d")._repr_svg_(),
        lambda: draw_lines({EVIL: [0, 1.5, -2], "B": [0] * 5000}, title=EVIL),
        lambda: draw_lines({}),
        lambda: draw_lines({str(name): [0, name] for name in range(40)}),
        lambda: draw_lines({"one": [0]}),
        lambda: draw_bars([(EVIL, (0.5, 2.0), EVIL)], title=EVIL, legend=[EVIL]),
        lambda: draw_bars([]),
        lambda: draw_cells([[None, 1.0], [0.0, -3.0]], rows=[EVIL, "b"], columns=["a", EVIL]),
        lambda: draw_cells([]),
    ],
)
def test_pictures_are_whole(picture: object) -> None:
    root = ElementTree.fromstring(picture())  # type: ignore[operator]
    assert root.get("role") == "img"


@pytest.mark.parametrize("most", [5, 5_000, 250_000, -98_765_432])
def test_axis_label_is_clear_of_the_numbers(most: int) -> None:
    picture = draw_lines({"won": [0, most]}, x_label="hands", y_label="chips")
    texts = ElementTree.fromstring(str(picture)).findall(".//{*}text")
    (label,) = (one for one in texts if one.text == "chips")
    # The label is rotated: half of its height is at each side.
    right = float(label.get("transform", "").split("(")[1].split()[0]) + 12.5 / 2
    numbers = [one for one in texts if one.get("text-anchor") == "end"]
    assert numbers
    for one in numbers:
        # A digit is about 0.56 of the font size wide.
        left = float(one.get("x", "0")) - 0.56 * float(one.get("font-size", "0")) * len(
            one.text or ""
        )
        assert left > right


def test_omaha_has_no_grid() -> None:
    assert Range.parse("AsAhKsKh", card_count=4)._repr_svg_() is None


def test_weights_are_seen_in_a_range() -> None:
    picture = Range.parse("AA, KK:0.5").svg(theme="light")
    assert 'height="18"' in picture and picture.count('fill="#c8803c"') == 2


def _results() -> tuple[ResultsRecorder, ChipGraph]:
    results, graph = ResultsRecorder(2), ChipGraph()
    Table("nlhe", ["caller", "random"], stack=200, seed=1, recorders=[results, graph]).play(5)
    return results, graph


TABLES: dict[str, Callable[[], Any]] = {
    "equity": lambda: equity("AsAh", "KdKc"),
    "odds": lambda: odds("AhKh", "QhJh2c"),
    "icm": lambda: icm([50, 30, 20], [5000, 3000, 2000]),
    "deal": lambda: propose_deal([50, 30, 20], [5000, 3000, 2000]),
    "simulation": lambda: simulate("nlhe", 20, seed=1, stacks=200, player_count=3),
    "match": lambda: play_duplicate("nlhe", "caller", "random", 5, seed=1),
    "results": lambda: _results()[0].results(),
    "one player": lambda: PlayerStatistics([make_history()])["Ann"],
    "statistics": lambda: PlayerStatistics([make_history()]),
    "many hands": lambda: play_match("nlhe", ["caller", "random"], 20, seed=1),
    "all against all": lambda: play_round_robin("nlhe", ["caller", "random"], 20, seed=1),
    "night": lambda: read_night([LOG]),
    "ledger": lambda: read_ledger(['The player "Ann @ a1" joined the game with a stack of 100.']),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_rows_of_the_same_columns(name: str) -> None:
    found = TABLES[name]()
    rows = found.to_rows()
    assert rows and len({tuple(row) for row in rows}) == 1
    shown = getattr(found, "_repr_html_", getattr(found, "_repr_svg_", None))
    assert shown is not None
    assert EVIL not in shown()
    assert name != "statistics" or "&lt;img" in shown()


@pytest.mark.parametrize("name", TABLES)
def test_data_frames(name: str) -> None:
    pandas = pytest.importorskip("pandas")
    found = TABLES[name]()
    made = found.to_pandas()
    assert isinstance(made, pandas.DataFrame) and len(made) == len(found.to_rows())


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_arrow(name: str) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    found = TABLES[name]()
    made = found.to_arrow()
    assert isinstance(made, pyarrow.Table) and made.column_names == list(found.to_rows()[0])


@pytest.mark.parametrize("to", [frames.to_pandas, frames.to_arrow])
def test_what_is_not_installed_is_named(
    to: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UnsupportedError, match="not installed") as caught:
        to(TABLES["icm"]())
    assert caught.value.code == "missing-extra"


def test_chips_are_exact_where_they_are_whole() -> None:
    class Rows:
        def to_rows(self) -> list[dict[str, object]]:
            return [{"won": Fraction(3), "part": Fraction(1, 4), "name": "Ann"}]

    assert frames._list_portable_rows(Rows().to_rows()) == [{"won": 3, "part": 0.25, "name": "Ann"}]
    assert frames.show_rows(Rows()).count("<td") == 3


def test_graphs_show_themselves() -> None:
    graph = _results()[1]
    assert graph._repr_svg_().count("<polyline") == 2


@pytest.mark.parametrize(
    "name", ["texas_holdem", "omaha", "seven_card_stud", "razz", "badugi", "double_board_omaha"]
)
def test_no_step_of_a_page_for_one_player_tells_of_others(name: str) -> None:
    """What lay face down before others and was never turned up is nowhere on the page."""
    told = 0
    for seed in range(4):
        *_, state = go_through(start(name, seed=seed, players=3), seed=seed)
        game = make_game(name)
        history = HandHistory.from_game_state(game, state, players=["Ann", "Bob", "Cy"])
        operations = list(state.operations)
        hidden = {
            repr(card)
            for one in operations
            if isinstance(one, HoleDealing) and one.player_index != 0
            for card, is_up in zip(one.cards, one.statuses, strict=True)
            if not is_up
        }
        seen = {
            repr(card)
            for one in operations
            for card in (
                one.hole_cards
                if isinstance(one, HoleCardsShowingOrMucking)
                else one.cards
                if isinstance(one, BoardDealing)
                or (isinstance(one, HoleDealing) and one.player_index == 0)
                else ()
            )
        }
        page = history.show(viewer=0)
        everything = history.show()
        for card in hidden - seen:
            symbol = show_card(Card.clean(card)[0])
            assert f'-{card}"' not in page and symbol not in page
            told += f'-{card}"' in everything and symbol in everything
    # The cards would be there for who may see them.
    assert told
