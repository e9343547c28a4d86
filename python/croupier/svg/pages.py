"""Pieces of pages: what notebooks show, and what can be kept as one file."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from croupier.svg.cards import DrawnDeck
from croupier.svg.ink import Ink, Palette, Theme, number
from croupier.svg.table import draw_parts, summarize
from croupier.texts import escape_markup
from croupier.views.play_by_play import Line, Tone, show_card
from croupier.views.table import TableView

__all__ = ["Page", "make_both", "make_player", "make_wide", "show_line_of_words"]

# Nothing is fetched from anywhere, and no script is run.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_STYLE = """\
:root{color-scheme:light dark}
body{margin:0 auto;max-width:1080px;padding:16px;background:#fff;color:#1f2328;\
font:16px/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif}
h1{font-size:1.6em;margin:.2em 0;overflow-wrap:anywhere}h2{font-size:1.25em;margin:1.6em 0 .5em}
.wide{overflow-x:auto}.wide>svg{min-width:640px}
.both svg{width:100%;height:auto}.both>.tall{display:none}
@media (max-width:620px){.both>.flat{display:none}.both>.tall{display:block}}
@media (prefers-color-scheme:dark){body{background:#0f1317;color:#e8edf2}}"""
_PLAYER_STYLE = """\
.crp{display:flex;flex-wrap:wrap;gap:4px;align-items:center;max-width:1000px;margin:0}
.crp>input{order:1;width:18px;height:18px;margin:1px}
.crp>.step{order:2;flex-basis:100%;display:none}
.crp>input:checked+.step{display:block}
.crp .go{display:flex;gap:8px;align-items:center;margin:4px 0}
.crp label,.crp .off{min-width:44px;padding:8px 14px;text-align:center;border:1px solid #8a949e;\
border-radius:8px;cursor:pointer;font-weight:600}
.crp .off{opacity:.35;cursor:default}
.crp svg{display:block;width:100%;height:auto}
.crp .tall{display:none}
.crp ol{margin:8px 0;padding:0;list-style:none;min-height:3em}
.crp .bet{font-weight:600}.crp .strong,.crp .win{font-weight:700}.crp .low{opacity:.75}
@media (max-width:620px){.crp .flat{display:none}.crp .tall{display:block}\
.crp>input{width:12px;height:12px}}"""


class Page(str):
    """A piece of a page: a text that notebooks show and that can be saved as a page of its own.

    >>> Page("<p>Hello</p>")._repr_html_()
    '<p>Hello</p>'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)

    def make_document(self, title: str = "Croupier") -> str:
        """Return a whole page with this in it, which asks nobody for anything.

        >>> "default-src 'none'" in Page("<p>Hello</p>").make_document()
        True

        Args:
            title: What the page is called.

        Returns:
            The page.
        """
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape_markup(title)}</title><style>{_STYLE}</style></head>"
            f"<body><main>{self}</main></body></html>\n"
        )

    def save(self, path: str | PathLike[str], *, title: str = "Croupier") -> Path:
        """Write a whole page with this in it to a file.

        Args:
            path: Where it goes.
            title: What the page is called.

        Returns:
            Where it is.

        Raises:
            OSError: It cannot be written.
        """
        from croupier.files import whole_file

        with whole_file(path) as stream:
            stream.write(self.make_document(title).encode())
        return Path(path)


def make_wide(markup: str, label: str) -> str:
    """Let something that is wider than a phone be moved sideways, by keys as well.

    >>> make_wide("<table></table>", "Pots")
    '<div class="wide" role="region" tabindex="0" aria-label="Pots"><table></table></div>'

    Args:
        markup: What is wide.
        label: What it is.

    Returns:
        The markup.
    """
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{escape_markup(label)}">'
        f"{markup}</div>"
    )


def make_both(wide: str, narrow: str) -> str:
    """Show a picture for wide screens on those, and one for narrow screens on phones.

    Args:
        wide: The picture.
        narrow: The same for narrow screens.

    Returns:
        The markup.
    """
    return f'<div class="both"><div class="flat">{wide}</div><div class="tall">{narrow}</div></div>'


def show_line_of_words(line: Line) -> str:
    """Return something that happened as markup.

    >>> from croupier.views.play_by_play import LinePart
    >>> show_line_of_words(Line((LinePart("<Ann> bets 4", Tone.BET),)))
    '<span class="bet">&lt;Ann&gt; bets 4</span>'

    Args:
        line: What is said.

    Returns:
        The markup.
    """
    parts = []
    for said in line.parts:
        if isinstance(said.what, str):
            text = escape_markup(said.what)
        else:
            text = " ".join(escape_markup(show_card(card)) for card in said.what)
        tone = "" if said.tone in (Tone.PLAIN, Tone.POT) else str(said.tone)
        parts.append(f'<span class="{tone}">{text}</span>' if tone else text)
    return "".join(parts)


def make_player(
    frames: Sequence[tuple[TableView, Sequence[Line]]],
    *,
    key: str,
    theme: str | Theme = Theme.AUTO,
    palette: str | Palette = Palette.FOUR,
) -> Page:
    """Make something to step through a hand with, without a server and without a script.

    Steps are radio buttons: arrow keys go from one to the next.

    Args:
        frames: What is to be seen at each step, and what has happened since the step before.
        key: A word that no other player on the same page has.
        theme: `light`, `dark`, or `auto` for what the page is.
        palette: The colours of the suits: `four`, `two` or `colour-blind`.

    Returns:
        The player.
    """
    ink = Ink(theme, palette)
    key = escape_markup(key)
    deck = DrawnDeck(ink, key)
    steps = []
    for place, (view, lines) in enumerate(frames):
        pictures = []
        said = escape_markup(summarize(view))
        for portrait, name in ((False, "flat"), (True, "tall")):
            (width, height), parts = draw_parts(view, ink, deck, portrait=portrait)
            pictures.append(
                f'<svg class="{name}" viewBox="0 0 {number(width)} {number(height)}" role="img"'
                f' font-family="system-ui,sans-serif" aria-label="{said}">'
                f"{''.join(parts)}</svg>"
            )
        items = "".join(f"<li>{show_line_of_words(line)}</li>" for line in lines)
        checked = "" if place else " checked"
        steps.append(
            f'<input type="radio" name="step" id="{key}-{place}"'
            f' aria-label="Step {place + 1} of {len(frames)}"{checked}>'
            f'<div class="step"><div class="go">{_link(key, place - 1, len(frames), "◀")}'
            f"<span>{place + 1} of {len(frames)}</span>"
            f"{_link(key, place + 1, len(frames), '▶')}</div>"
            f"{''.join(pictures)}<ol>{items}</ol></div>"
        )
    return Page(
        f'<form class="crp"><style>{_PLAYER_STYLE}</style>{ink.style()}'
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
        f"<defs>{deck.defs}</defs></svg>{''.join(steps)}</form>"
    )


def _link(key: str, place: int, count: int, sign: str) -> str:
    if 0 <= place < count:
        return f'<label for="{key}-{place}">{sign}</label>'
    return f'<span class="off" aria-hidden="true">{sign}</span>'
