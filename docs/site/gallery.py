"""Draw the pictures of the gallery and write its page: `python docs/site/gallery.py`.

What stands on the page is the code that draws what is seen below it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
PAGE = DOCS / "gallery.md"
FOLDER = DOCS / "gallery"

_OPENING = """# Gallery

Everything on this page is drawn by the code above it, with `croupier.svg`, which needs nothing but
Python. Pictures are light or dark as the page is, unless `theme` says otherwise. In a notebook,
whatever has a picture shows itself.

This page is made by `docs/site/gallery.py`, and a test sees to it that it is as the code draws it
today.
"""

# The name of the picture, what is seen, the words before it, and the code whose last line draws it.
_PICTURES = (
    (
        "cards",
        "Four cards and a back",
        "## Cards\n\nPaths of our own, so that no font matters. `palette` may be `four`, `two` or"
        " `colour-blind`.",
        """from croupier.svg import draw_cards
draw_cards("AsKhQdJc??")""",
    ),
    (
        "colour-blind",
        "The same in colours for people who do not tell red from green",
        "",
        """from croupier.svg import draw_cards
draw_cards("AsKhQdJc", palette="colour-blind")""",
    ),
    (
        "holdem",
        "A hand of hold'em between six players, as one of them sees it",
        "## Tables\n\nA state draws what it knows. What `observe` returns knows what a player sees,"
        " and nothing else.",
        """from croupier.games import load
from croupier.svg import draw_state
names = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"]
state = load("texas_holdem").game("No Limit", {"big_blind": 2})(200, 6, seed=14)
state.fold(), state.complete_bet_or_raise_to(6), state.fold(), state.check_or_call()
state.check_or_call(), state.check_or_call(), state.check_or_call(), state.check_or_call()
state.complete_bet_or_raise_to(8)
draw_state(state.observe(1), names, viewer=1, title="No-limit hold'em")""",
    ),
    (
        "stud",
        "Seven-card stud, with cards up and down",
        "In stud, cards that everybody sees lie a little higher.",
        """from croupier.games import load
from croupier.svg import draw_state
state = load("seven_card_stud").game("Limit", {"small_bet": 4, "ante": 1})(200, 5, seed=3)
while state.street_index < 3:
    state.post_bring_in() if state.can_post_bring_in() else state.check_or_call()
names = ["Ann", "Bob", "Cy", "Di", "Ed"]
draw_state(state.observe(0), names, viewer=0, title="Seven-card stud")""",
    ),
    (
        "double-board",
        "Double-board Omaha with both boards",
        "Boards lie as the game says: in rows, in a cross, in a grid, in a tree.",
        """from croupier.games import load
from croupier.svg import draw_state
state = load("double_board_omaha").game("Pot Limit", {"big_blind": 2})(200, 4, seed=5)
while len(state.board_cards) < 8:
    state.check_or_call()
draw_state(state, ["Ann", "Bob", "Cy", "Di"], title="Double-board Omaha")""",
    ),
    (
        "iron-cross",
        "Iron Cross, dark, at the end",
        "",
        """from croupier.games import load
from croupier.svg import draw_state
state = load("iron_cross").game("Limit", {"small_bet": 2})(100, 3, seed=8)
while state.status:
    state.check_or_call()
draw_state(state, ["Ann", "Bob", "Cy"], title="Iron Cross", theme="dark")""",
    ),
    (
        "phone",
        "A hand of badugi in the shape of a phone",
        "`portrait` is for phones.",
        """from croupier.games import load
from croupier.svg import draw_state
state = load("badugi").game("Limit", {"small_bet": 2})(100, 6, seed=2)
draw_state(state.observe(0), viewer=0, title="Badugi", portrait=True)""",
    ),
    (
        "range",
        "A range as a grid of 13 rows",
        "## Ranges and equities\n\nA cell is filled by as much as the hand is played.",
        """from croupier.analysis import Range
Range.parse("55+, A8s+, KTs+, QJs, JTs:0.5, AJo+, KQo:0.5").svg(title="From the cutoff")""",
    ),
    (
        "equity",
        "Bars of equities",
        "",
        """from croupier.analysis import equity
equity("AsKs", "QdQc", "8h7h", board="Ts9h2s")""",
    ),
    (
        "heat-map",
        "What each card that may come does to a player's equity",
        "",
        """from croupier.analysis import next_card_equities
next_card_equities("AhKh", "QsQd", board="Th9h2c").svg()""",
    ),
    (
        "chips",
        "The chips of three agents over 200 hands",
        "## Chips",
        """from croupier.tables import ChipGraph, Table
graph = ChipGraph()
agents = ["random:seed=1", "caller", "folder"]
hands = Table("nlhe", agents, stack=200, seed=4, rebuys=None, recorders=[graph]).play(200)
graph""",
    ),
)
_CLOSING = """## Hands to step through

A `HandHistory` is a player: `history.show()` in a notebook, `history.show().save("hand.html")` for
a file to keep or send. It has a picture for each step in both shapes, runs no script and asks
nobody for anything; the arrow keys go from step to step. `show(viewer=0)` hides what that player
did not see.

```python
>>> from croupier import HandHistory
>>> hand = HandHistory(
...     variant="NT", antes=[0, 0], blinds_or_straddles=[1, 2], min_bet=2,
...     starting_stacks=[200, 200],
...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 f"], players=["Ann", "Bob"],
... )
>>> hand.show(viewer=1).count("<input")
4

```
"""


def draw(code: str) -> str:
    """Run the code of a picture and return what it draws."""
    *lines, last = code.splitlines()
    if last.startswith(" "):
        raise ValueError("the last line must draw")
    names: dict[str, object] = {}
    exec("\n".join(lines), names)
    drawn = eval(last, names)
    picture: str = drawn._repr_svg_()
    return picture


def make_pictures() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    return {f"{name}.svg": draw(code) + "\n" for name, _, _, code in _PICTURES}


def make_page() -> str:
    """Return the page."""
    parts = [_OPENING]
    for name, seen, words, code in _PICTURES:
        if words:
            parts.append(words + "\n")
        # As all code is laid out: a blank line behind what is imported.
        spaced = re.sub(r"\A((?:from .*\n)+)", r"\1\n", code)
        parts.append(f"```py\n{spaced}\n```\n")
        parts.append(f"![{seen}](gallery/{name}.svg)\n")
    return "\n".join([*parts, _CLOSING])


def main() -> int:
    """Write everything."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in make_pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    PAGE.write_text(make_page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
