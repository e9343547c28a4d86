"""The published JSON Schema says what the reader reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.games.configuration import Configuration
from croupier.games.configuration.schema.json_schema import make_schema, read_schema
from croupier.games.configuration.schema.shapes import members
from games.build import Json, boards, change, draw, holdem, step, stud

from .test_problems import WRONG
from .validator import validate

SCHEMA = read_schema()
FIELDS = Path(__file__).parents[3] / "docs" / "games" / "configuration-fields.md"


def test_the_published_schema_is_what_the_reader_says() -> None:
    assert make_schema() == SCHEMA


def test_it_is_a_schema() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    names = set(SCHEMA["$defs"])
    text = str(SCHEMA)
    assert all(f"'#/$defs/{name}'" in text for name in names)
    assert text.count("$ref") > len(names)


def test_everything_is_explained() -> None:
    objects = [SCHEMA, *(each for each in SCHEMA["$defs"].values() if "properties" in each)]
    for each in objects:
        assert each["description"].endswith(".")
        assert all(value["description"].endswith(".") for value in each["properties"].values())


def test_its_keys_are_those_of_the_reader() -> None:
    known = {key for each in members(Configuration).values() for key in each.shapes}
    # A comment may stand in every object.
    assert set(SCHEMA["properties"]) == known | {"comment"}


def test_every_field_has_its_line_in_the_documents() -> None:
    text = FIELDS.read_text("utf-8")
    sections = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    kinds = {"The file": SCHEMA} | {
        re.sub(r"(?<!^)(?=[A-Z])", " ", name): each
        for name, each in SCHEMA["$defs"].items()
        if "properties" in each
    }
    assert set(sections) == set(kinds)
    for title, each in kinds.items():
        rows = re.findall(r"^\| (`[^|]*`)(?: \*)? \| ([^|]*) \|", sections[title], re.MULTILINE)
        found = {key: line for keys, line in rows for key in re.findall(r"`([^`]+)`", keys)}
        told = {
            key: re.sub("^Another key of [^:]+: ", "", value["description"])
            for key, value in each["properties"].items()
            if key != "comment"
        }
        assert found == told


@pytest.mark.parametrize("data", [holdem(), stud(), boards(), draw()])
def test_games_fit(data: Json) -> None:
    assert validate(SCHEMA, data) == []


@pytest.mark.parametrize(
    "data",
    [
        holdem() | {"unknown": 1},
        change(holdem(), "players.min", 1),
        change(holdem(), "deck.type", "tarot"),
        change(holdem(), "gamePlay", []),
        change(holdem(), "showdown.bestHand[0].evaluationType", "hihg"),
        change(holdem(), "showdown.bestHand[0].qualifier", [1]),
        draw(step("separate", {"cards": [{"number": 2}]})),
    ],
)
def test_what_does_not_fit(data: Json) -> None:
    assert validate(SCHEMA, data)


def test_what_does_not_fit_is_an_error_of_the_reader() -> None:
    # Cross-checks find more than a schema can say, but never less.
    refused = [data for data, _, _ in WRONG if validate(SCHEMA, data)]
    assert len(refused) > 15
