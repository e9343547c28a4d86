"""Pictures of hands: all games, no secrets, nothing from elsewhere, whatever names are."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from croupier.cards import Card, Deck
from croupier.errors import SetupError
from croupier.svg import Palette, Theme, draw_cards, draw_state, draw_table
from croupier.views import view_table

from .hands import CLASSES, LIBRARY, go_through, start

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [
    "<b>Ann</b>",
    'Bob "the & sign"',
    "李小龙",
    "x" * 300,
    "\x1b[2J\n",
    "]]>",
    "É",
    "8",
    "9",
    "0",
]


def parse(picture: str) -> ElementTree.Element:
    """Read a picture as strictly as a browser does that is given a file."""
    return ElementTree.fromstring(picture)


def faces(picture: str) -> set[str]:
    """Return the cards whose faces are in a picture, wherever they are."""
    # Jokers are wild.
    found = {name.replace("W", "*") for name in re.findall(r'id="c-\w\w-([^"]+)"', picture)}
    return found - {"back", "none"}


def boxes(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Return the cards of a picture as boxes."""
    return [
        tuple(float(use.get(key, "nan")) for key in ("x", "y", "width", "height"))  # type: ignore[misc]
        for use in root.iter(f"{SVG}use")
    ]


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("name", [*LIBRARY, *CLASSES])
def test_every_game_can_be_drawn(name: str, portrait: bool) -> None:
    """With as many players as there may be, at every few decisions, inside of the picture."""
    for place, state in enumerate(go_through(start(name, seed=3), seed=3)):
        if place % 14 and state.status:
            continue
        picture = draw_state(state, NAMES, title=name, portrait=portrait)
        root = parse(picture)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        view = view_table(state, words=False)
        shown = faces(picture)
        assert shown == {repr(card) for card in view.list_cards()}
        for x, y, wide, high in boxes(root):
            assert x >= 0 and y >= 0 and x + wide <= width and y + high <= height
        # Each card is there as often as it lies somewhere, and backs and empty places besides.
        lying = sum(len(seat.cards) for seat in view.seats) + sum(
            card is not None or not gap
            for board in view.boards
            for row in board.rows
            for card, gap in zip(row.cards, row.gaps, strict=True)
        )
        assert len(boxes(root)) == lying


@pytest.mark.parametrize("name", [*LIBRARY, *CLASSES])
def test_pictures_of_players_show_no_hidden_card(name: str) -> None:
    """Nothing of a picture changes with cards that its player does not see."""
    for place, state in enumerate(go_through(start(name, seed=4), seed=4)):
        if place % 12:
            continue
        for viewer in (None, 0):
            seen = state.observe(viewer)
            picture = draw_state(seen, viewer=viewer)
            visible = {repr(card) for card in view_table(seen, words=False).list_cards()}
            assert faces(picture) == visible
            hidden = {
                repr(card)
                for index, cards in enumerate(state.hole_cards)
                for card, is_up in zip(cards, state.hole_card_statuses[index], strict=True)
                if card and not is_up and index != viewer
            }
            hidden -= visible
            text = re.sub(r' d="[^"]*"', "", picture)
            for card in hidden:
                assert (
                    f"-{card}" not in text
                    and Card.clean(card)[0].rank.value
                    + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]
                    not in text
                )


def test_a_control_for_the_test_of_secrets() -> None:
    """A picture of the state itself shows what one of an observation does not."""
    state = start("nlhe")
    assert len(faces(draw_state(state))) == 12
    assert not faces(draw_state(state.observe()))
    assert len(faces(draw_state(state.observe(3)))) == 2
    assert draw_state(state.observe(3)) == state.observe(3)._repr_svg_()


@pytest.mark.parametrize("theme", list(Theme))
@pytest.mark.parametrize("palette", list(Palette))
def test_themes_and_palettes(theme: Theme, palette: Palette) -> None:
    picture = draw_state(start("plo"), theme=theme, palette=palette)
    parse(picture)
    assert ("prefers-color-scheme" in picture) == (theme is Theme.AUTO)
    light = draw_state(start("plo"), theme="light", palette=palette)
    assert (picture == light) == (theme is Theme.LIGHT)


def test_wrong_themes_are_refused() -> None:
    with pytest.raises(SetupError, match="there is no theme 'pink'"):
        draw_cards("As", theme="pink")
    with pytest.raises(SetupError, match="there is no palette 'pink'"):
        draw_cards("As", palette="pink")


def test_all_cards_differ() -> None:
    cards = [*Deck.STANDARD, *Deck.STANDARD.with_jokers(2)[-2:]]
    symbols = [
        re.sub(r'id="[^"]*"', "", re.findall("<symbol.*?</symbol>", draw_cards([card]))[0])
        for card in cards
    ]
    assert len(set(symbols[:52])) == 52
    assert sum(map(len, symbols[:52])) < 60_000
    for card in cards:
        parse(draw_cards([card]))
    assert draw_cards("").count("<use") == 0


def test_names_are_never_markup() -> None:
    state = start("nlhe", players=6)
    root = parse(draw_state(state, NAMES, title="<script>alert(1)</script>"))
    assert not [one for one in root.iter() if one.tag.removeprefix(SVG) in ("script", "b", "img")]
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert "<b>Ann</b>" in texts and "李小龙" in texts
    assert any(text is not None and text.startswith("xxx") and text.endswith("…") for text in texts)


def test_nothing_is_asked_of_anybody() -> None:
    picture = draw_state(start("chowaha"), NAMES)
    assert set(re.findall(r"https?://[^\"' ]+", picture)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r'(?:href|src)="(.)', picture)) == {"#"}


def test_seats_do_not_cover_each_other() -> None:
    """Plates of all numbers of seats, in both shapes."""
    for portrait in (False, True):
        for players in range(2, 11):
            state = start("texas_holdem", players=players)
            root = parse(draw_state(state, portrait=portrait))
            plates = [
                [float(rect.get(key, "0")) for key in ("x", "y", "width", "height")]
                for rect in root.iter(f"{SVG}rect")
                if rect.get("rx") == "10" and rect.get("x")
            ]
            assert len(plates) == players
            for number, (x, y, wide, high) in enumerate(plates):
                for other, above, width, height in plates[:number]:
                    assert (
                        x >= other + width
                        or other >= x + wide
                        or y >= above + height
                        or above >= y + high
                    )


def test_pictures_have_a_description_for_screen_readers() -> None:
    state = start("iron_cross", players=3)
    view = view_table(state.observe(0), ["Ann", "Bob", "Cy"], viewer=0, title="Iron Cross")
    root = parse(draw_table(view))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Iron Cross"
    summary = root.findtext(f"{SVG}desc") or ""
    assert summary.startswith("Pot 3. Ann: ") and "Cy: 200, ?? ??, button, to act." in summary
