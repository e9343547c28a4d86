r"""Text of others, made safe to show and to write on one line.

Names come from files that anybody can write. A line break in one would begin a line of its own, and
an escape sequence would be obeyed by the terminal. So whatever is written line by line or shown to
people goes through here; JSON and TOML have escapes of their own, and keep names as they are.
"""

from __future__ import annotations

from unicodedata import category

__all__ = ["escape_markup", "fits_on_a_line", "show_line", "show_lines"]

# Controls, invisible characters such as those that turn the direction of writing around, halves of
# characters, and the ends of lines and paragraphs.
_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def show_line(text: str) -> str:
    r"""Return a text in which everything can be seen, on one line: escapes stand for the rest.

    >>> print(show_line("Ann\nSeat 9: Eve"), show_line("\x1b[2J"), show_line("Zoë"))
    Ann\nSeat 9: Eve \x1b[2J Zoë

    Args:
        text: The text.

    Returns:
        The same, if all of it can be seen.
    """
    if text.isprintable():
        return text
    return "".join(map(_show, text))


def show_lines(text: str) -> str:
    r"""Return a text in which everything can be seen but the line breaks, which stay what they are.

    >>> print(show_lines("two\nlines\a"))
    two
    lines\x07

    Args:
        text: The text.

    Returns:
        The text.
    """
    if text.isprintable():
        return text
    return "\n".join(map(show_line, text.split("\n")))


def escape_markup(text: object) -> str:
    r"""Return a text as it may stand in a picture or on a page, whatever is in it.

    >>> print(escape_markup("<b>Ann & Bob</b>"), escape_markup("a\nb"))
    &lt;b&gt;Ann &amp; Bob&lt;/b&gt; a\nb

    Args:
        text: The text.

    Returns:
        The text with everything visible, on one line, and nothing in it that means something.
    """
    escaped = show_line(str(text))
    # As `html.escape` does, which is not imported for it.
    for sign, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#x27")):
        escaped = escaped.replace(sign, f"&{name};")
    return escaped


def fits_on_a_line(text: str) -> bool:
    r"""Return whether a text can be written on one line as it is.

    >>> fits_on_a_line("Zoë the 2nd"), fits_on_a_line("Zo\ne")
    (True, False)

    Args:
        text: The text.

    Returns:
        Whether nothing in it needs an escape.
    """
    return text.isprintable() or not any(category(one) in _HIDDEN for one in text)


def _show(character: str) -> str:
    if category(character) not in _HIDDEN:
        return character
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
