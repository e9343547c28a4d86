"""Places of problems in the text of a game, qualifiers in words, and comments."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from croupier import rankings
from croupier.errors import ConfigurationError
from croupier.games.configuration import find_problems
from croupier.games.configuration.check.qualifiers import describe_qualifier
from croupier.games.configuration.library import library
from croupier.games.configuration.problems import join_path
from croupier.games.configuration.reading import read, read_text
from croupier.games.configuration.source_map import find_places


def test_problems_have_lines_and_columns() -> None:
    text = """{
  "game": "Wrong",
  "players": {"min": 2, "max": 1},
  "deck": {"type": "standard", "cards": 52},
  "bettingStructures": ["Unlimited"],
  "gamePlay": [
    {"name": "Cards", "deal": {"location": "player", "cards": [{"state": "face down"}]}}
  ],
  "showdown": {"bestHand": [{"evaluationType": "highest", "qualifier": "8 or better"}]}
}"""
    _, problems = find_problems(text)
    places = {problem.path: (problem.line, problem.column) for problem in problems}
    assert places["players.max"] == (3, 25)
    assert places["bettingStructures[0]"] == (5, 25)
    # What is missing is said of what it is missing from.
    assert places["gamePlay[0].deal.cards[0].number"] == (7, 64)
    assert places["showdown.bestHand[0].evaluationType"] == (9, 30)
    with pytest.raises(ConfigurationError) as caught:
        read_text(text.encode())
    assert {(one.path, one.line) for one in caught.value.problems} == {
        (one.path, one.line) for one in problems
    }


@pytest.mark.parametrize("name", sorted(library().files)[::20])
def test_every_value_has_its_place(name: str) -> None:
    text = library().files[name].read_text(encoding="utf-8")

    def walk(value: Any, path: str = "") -> Iterator[str]:
        yield path
        pairs: Iterable[tuple[str | int, Any]] = value.items() if isinstance(value, dict) else ()
        pairs = enumerate(value) if isinstance(value, list) else pairs
        for key, inner in pairs:
            yield from walk(inner, join_path(path, key))

    places = dict(find_places(text))
    assert [*places] == [*walk(json.loads(text))]
    for path, offset in places.items():
        member = path.rpartition(".")[2]
        assert not member.isalpha() or text[offset:].startswith(f'"{member}"')


@pytest.mark.parametrize(
    "name", ["omaha_holdem_hi_lo_8", "archie", "seven_card_stud_double_qualifier"]
)
def test_qualifiers_in_words_are_those_in_numbers(name: str) -> None:
    data = json.loads(library().files[name].read_bytes())
    known = library().load(name)
    for hand, read_hand in zip(
        data["showdown"]["bestHand"], known.showdown.best_hands, strict=True
    ):
        if read_hand.qualifier is not None:
            ranking = rankings.get(read_hand.evaluation_type)
            hand["qualifier"] = describe_qualifier(ranking, read_hand.qualifier).upper()
    assert read(data).showdown == known.showdown


def test_words_that_mean_no_hand() -> None:
    data = json.loads(library().files["omaha_holdem_hi_lo_8"].read_bytes())
    data["showdown"]["bestHand"][1]["qualifier"] = "rather low"
    _, (problem,) = find_problems(json.dumps(data, indent=1))
    assert problem.path == "showdown.bestHand[1].qualifier"
    assert 'such words are "8 or better"' in problem.message


def test_comments_are_for_readers() -> None:
    data = json.loads(library().files["razz"].read_bytes())
    plain = read(data)
    data["comment"] = "Our own."
    data["gamePlay"][0]["comment"] = "Everybody pays."
    data["showdown"]["bestHand"][0]["comment"] = "The lowest."
    assert read(data) == plain
    data["deck"]["comment"] = 3
    _, problems = find_problems(json.dumps(data))
    assert [one.path for one in problems if one.is_error] == ["deck.comment"]
