"""Ways to damage a text of hands: each takes chance and a text, and returns another text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from histories.mutation.sources import KINDS, find_sources

__all__ = ["VALUES", "change_card", "change_field", "change_number", "mutate"]

_LONGEST = 40_000
Mutation = Callable[[Random, str], str]
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠CDHS]")
_WORD = re.compile(r"\w+")
_JUNK = (
    "\0",
    "\x1b[2J",
    "\u2028",
    "\ufeff",
    "\udcff",
    "\u2019",
    "‮",
    '"',
    "'",
    "\\",
    "[",
    "}",
    ":",
    "\t",
)
_STRANGE = ("nan", "inf", "-inf", "NaN", "1e30", "1e-30", "²", "٣", "0x10", "1_000", "", "-", ".5")
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**20,
    1.5,
    1e300,
    "",
    "x",
    "9" * 30,
    [],
    {},
    [None],
    [[1]],
    {"a": None},
    "\ud800",
)
_TOML = (
    "nan", "inf", "-1", "0", "true", "''", "'x'", "[]", "{}", "[[1]]", "{a = 1}", "1979-05-27",
    "07:32:00", "[1, 'x']", "['', '']", "99999999999999999999", "1e25", "[nan, inf]", "'''",
)  # fmt: skip


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _place(random: Random, items: Sequence[Any]) -> int:
    return random.randrange(len(items)) if items else 0


def swap_lines(random: Random, text: str) -> str:
    lines = _lines(text)
    first, second = _place(random, lines), _place(random, lines)
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def drop_lines(random: Random, text: str) -> str:
    lines = _lines(text)
    first = _place(random, lines)
    del lines[first : first + random.choice([1, 1, 1, 4])]
    return "\n".join(lines)


def double_line(random: Random, text: str) -> str:
    lines = _lines(text)
    lines.insert(_place(random, lines), random.choice(lines))
    return "\n".join(lines)


def cut_line(random: Random, text: str) -> str:
    lines = _lines(text)
    place = _place(random, lines)
    line = lines[place]
    lines[place] = line[: _place(random, line)] if random.random() < 0.5 else line[len(line) // 2 :]
    return "\n".join(lines)


def join_lines(random: Random, text: str) -> str:
    places = [found.start() for found in re.finditer("\n", text)]
    if not places:
        return text
    place = random.choice(places)
    return text[:place] + text[place + 1 :]


def _replace(
    random: Random, text: str, pattern: re.Pattern[str], make: Callable[[str], str]
) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    return text[: one.start()] + make(one[0]) + text[one.end() :]


def change_number(random: Random, text: str) -> str:
    def make(number: str) -> str:
        grown = number + "0" * random.randint(1, 25)
        others = [
            grown,
            f"-{number}",
            "0",
            number[:-1],
            f"{number}.005",
            str(random.randint(0, 99)),
        ]
        return random.choice([*others, random.choice(_STRANGE)])

    return _replace(random, text, _NUMBER, make)


def change_card(random: Random, text: str) -> str:
    cards: list[str] = _CARD.findall(text)

    def make(card: str) -> str:
        return random.choice([*cards, card + card, "", "??", "Xx", "1c", card[0]])

    return _replace(random, text, _CARD, make)


def change_word(random: Random, text: str) -> str:
    words: list[str] = _WORD.findall(text)

    def make(word: str) -> str:
        return random.choice([random.choice(words), "", word + word, word.upper(), word[:-1]])

    return _replace(random, text, _WORD, make)


def insert_junk(random: Random, text: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(_JUNK) * random.choice([1, 1, 3]) + text[place:]


def flip_bytes(random: Random, text: str) -> str:
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(random.choice([1, 1, 5]) if data else 0):
        data[_place(random, data)] ^= 1 << random.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def truncate(random: Random, text: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] if random.random() < 0.7 else text[place:]


def nest(random: Random, text: str) -> str:
    place = random.randint(0, len(text))
    opening, closing = random.choice([("[", "]"), ('{"a":', "}"), ("<a>", "</a>"), ("(", ")")])
    depth = random.choice([3, 40, 1200])
    inner = opening * depth + (closing * depth if random.random() < 0.5 else "")
    return text[:place] + inner + text[place:]


def join_files(random: Random, text: str) -> str:
    other = random.choice(find_sources(random.choice(KINDS))).text
    place = random.choice([0, len(text), random.randint(0, len(text))])
    return text[:place] + random.choice(["", "\n", "\n\n\n"]) + other + text[place:]


def change_field(random: Random, text: str) -> str:
    """Give a field of TOML, or a member of JSON, another value; or drop it."""
    if text.lstrip()[:1] in ("{", "["):
        return _change_json(random, text)
    lines = _lines(text)
    fields = [number for number, line in enumerate(lines) if " = " in line]
    if not fields:
        return change_number(random, text)
    number = random.choice(fields)
    name, _, value = lines[number].partition(" = ")
    if value[:1] == "[" and random.random() < 0.7:
        # One of many values.
        parts = value.split(", ")
        parts[_place(random, parts)] = random.choice(_TOML)
        value = ", ".join(parts)
        value = value if value.startswith("[") else f"[{value}"
        lines[number] = f"{name} = {value if value.endswith(']') else f'{value}]'}"
    else:
        lines[number] = f"{name} = {random.choice(_TOML)}"
    return "\n".join(lines)


def _change_json(random: Random, text: str) -> str:
    lines = _lines(text)
    at = None
    try:
        try:
            value = json.loads(text)
        except ValueError:
            at = _place(random, lines)
            value = json.loads(lines[at])
        places = list(_walk(value))
        holder, key = random.choice(places)
        if random.random() < 0.3:
            del holder[key]
        else:
            holder[key] = random.choice([*VALUES, random.choice(places)[0]])
        made = json.dumps(value)
    except (ValueError, IndexError, RecursionError):
        # It is damaged, empty, deep, or holds itself.
        return change_number(random, text)
    return made if at is None else "\n".join([*lines[:at], made, *lines[at + 1 :]])


def _walk(value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield value, key
            yield from _walk(one)


MUTATIONS: tuple[Mutation, ...] = (
    swap_lines,
    drop_lines,
    double_line,
    cut_line,
    join_lines,
    change_number,
    change_number,
    change_card,
    change_word,
    insert_junk,
    flip_bytes,
    truncate,
    nest,
    join_files,
    change_field,
    change_field,
    change_field,
)


def mutate(random: Random, text: str) -> str:
    """Return a text that is damaged once or a few times."""
    for _ in range(random.choice([1, 1, 2, 4])):
        text = random.choice(MUTATIONS)(random, text)
    return text[:_LONGEST]
