"""Write what the page knows of the desk: `python tools/web_types.py`, or `make web-types`.

Messages and the methods of `croupier.web.Desk` become types of TypeScript, and the drawings of
cards become data, so that both are written down once, in Python. A test compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from croupier.hosting import TableSettings, fairness, intents
from croupier.hosting.settings import MAX_CHIPS, MAX_SEATS
from croupier.svg import cards
from croupier.svg.ink import COLOURS, SUITS, Palette
from croupier.web import messages
from croupier.web.desk import list_methods
from croupier.web.tables import messages as table_messages

SOURCE = Path(__file__).resolve().parent.parent / "web" / "src"
HEAD = "// Written by `make web-types` from the messages of the server.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}


def write_type(kind: Any) -> str:
    """Return a type of Python as one of TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(json.dumps(one) for one in arguments)
    if origin in (Union, UnionType):
        return " | ".join(map(write_type, arguments))
    if origin is list or (origin is tuple and arguments[-1] is ...):
        inner = write_type(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{write_type(arguments[0])}, {write_type(arguments[1])}>"
    if kind is msgspec.Raw:
        # The hand, which is encoded once for all who see the same.
        return "Table"
    return str(kind.__name__)


def write_message(kind: type[msgspec.Struct]) -> str:
    """Return a message as an interface."""
    hints = get_type_hints(kind)
    said = (kind.__doc__ or "").strip().partition("\n\n")[0].replace("\n    ", " ")
    lines = [f"/** {said} */", f"export interface {kind.__name__} {{"]
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f"  {config.tag_field}: {json.dumps(config.tag)};")
    for field in msgspec.structs.fields(kind):
        optional = "" if field.required else "?"
        lines.append(f"  {field.name}{optional}: {write_type(hints[field.name])};")
    return "\n".join([*lines, "}"])


def write_messages() -> str:
    """Return all messages, and what a desk can be asked."""
    parts = [HEAD]
    for name in messages.__all__:
        kind = getattr(messages, name)
        if isinstance(kind, type):
            parts.append(write_message(kind))
        else:
            parts.append(f"export type {name} = {write_type(kind)};")
    lines = ["/** What a desk can be asked. */", "export interface Desk {"]
    for method in list_methods().values():
        asked = "" if method.question is None else f"question: {method.question.__name__}"
        lines.append(f"  {method.name}({asked}): Promise<{method.answer.__name__}>;")
    parts.append("\n".join([*lines, "}"]))
    names = ", ".join(json.dumps(name) for name in list_methods())
    parts.append(f"export const METHODS = [{names}] as const;")
    return "\n\n".join(parts) + "\n"


def write_tables() -> str:
    """Return what people and hosted tables say to each other."""
    parts = [HEAD, 'import type { Line, Table } from "./messages";']
    parts.append(write_message(TableSettings))
    for name in fairness.__all__:
        kind = getattr(fairness, name)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            parts.append(write_message(kind))
    for module, said, union in (
        (intents, "What people ask for.", "Intent"),
        (table_messages, "What a table says.", "Answer"),
    ):
        for name in module.__all__:
            kind = getattr(module, name)
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                parts.append(write_message(kind))
        parts.append(f"/** {said} */\nexport type {union} = {write_type(getattr(module, union))};")
    parts.append(write_bounds())
    return "\n\n".join(parts) + "\n"


def write_bounds() -> str:
    """Return the bounds that forms of the page keep to, from the types of settings and intents."""
    said: Any = msgspec.inspect.type_info(intents.Say)
    fields = {field.name: field.type for field in said.fields}
    bounds = {"seats": MAX_SEATS, "chips": MAX_CHIPS, "text": fields["text"].max_length}
    words = "/** Maximum values of what people enter. */"
    return f"{words}\nexport const MAXIMUM = {json.dumps(bounds)} as const;"


def write_deck() -> str:
    """Return the drawings of cards, and the colours."""
    data = {
        "WIDTH": cards.WIDTH,
        "HEIGHT": cards.HEIGHT,
        "RANKS": cards.RANKS,
        "SUITS": cards.SUITS,
        "LATTICE": cards.LATTICE,
    }
    lines = [
        f"export const {name} = {json.dumps(value, indent=2)};" for name, value in data.items()
    ]
    return "\n".join([HEAD.replace("messages", "drawings"), *lines]) + "\n"


def write_colours() -> str:
    """Return the colours of pictures as properties of a style sheet."""
    suits = SUITS[Palette.FOUR]
    light = [f"  --{name}: {pair[0]};" for name, pair in COLOURS.items()]
    light += [f"  --suit-{suit}: {colour};" for suit, colour in suits.items()]
    dark = [f"  --{name}: {pair[1]};" for name, pair in COLOURS.items()]
    others = "".join(
        f':root[data-suits="{palette}"] {{\n'
        + "".join(f"  --suit-{suit}: {colour};\n" for suit, colour in SUITS[palette].items())
        + "}\n"
        for palette in Palette
        if palette is not Palette.FOUR
    )
    head = "/* Written by `make web-types` from the colours of pictures. */\n"
    return (
        f"{head}:root {{\n"
        + "\n".join(light)
        + '\n}\n:root[data-theme="dark"] {\n'
        + "\n".join(dark)
        + f"\n}}\n{others}"
    )


FILES = {
    "messages.ts": write_messages,
    "tables.ts": write_tables,
    "deck.ts": write_deck,
    "colours.css": write_colours,
}


def main() -> None:
    """Write the files."""
    SOURCE.mkdir(parents=True, exist_ok=True)
    for name, write in FILES.items():
        (SOURCE / name).write_text(write(), encoding="utf-8")
        print(f"web/src/{name}")


if __name__ == "__main__":
    main()
