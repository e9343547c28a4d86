"""The simplified form of Open Hand History."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.histories import detect
from croupier.histories.formats import get

from .hands import read_text, simplified


def test_the_simplified_form() -> None:
    given = simplified()
    text = json.dumps({"version": "1.0", "hands": [given]})
    assert detect(text).name == "ohh-simplified"
    (reading,) = read_text(text, "ohh-simplified")
    history = reading.unwrap()
    assert history.finishing_stacks == [500, 2000] and history.players == ["Bob", "Ann"]
    assert history.user_defined_fields["_hero"] == "Ann"
    written = json.loads(get("ohh-simplified").write(history))
    (again,) = read_text(json.dumps(written), "ohh-simplified")
    assert again.unwrap() == history
    hand = written["hands"][0]
    for name in ("handId", "gameType", "tableName", "blinds", "ante", "players", "dealer", "board"):
        assert hand[name] == given[name]
    assert hand["heroCards"] == ["Ah", "Kh"]
    assert hand["handNumber"] == "12"

    def plain(actions: list[dict[str, Any]]) -> list[list[tuple[str, Any]]]:
        return sorted(sorted(one.items()) for one in actions)

    assert plain(hand["actions"]) == plain(simplified()["actions"])


@pytest.mark.parametrize("indent", [None, 2])
def test_hands_of_the_simplified_form_without_a_document(indent: int | None) -> None:
    hand = json.dumps(simplified(), indent=indent)
    for text in (f"{hand}\n{hand}\n", f"[{hand},\n{hand}]"):
        assert detect(text).name == "ohh-simplified"
        assert [one.ok for one in read_text(text, "ohh-simplified")] == [True, True]


def test_cards_of_nobody_go_to_the_hero_who_is_named() -> None:
    hand = simplified(winners=[{"player": "Ann", "amount": 2000}])
    hand["actions"] = [one for one in hand["actions"] if one["actionType"] != "show"]
    text = json.dumps({"version": "1.0", "hands": [hand]})
    (reading,) = type(get("ohh-simplified"))(hero="Ann").read(text)  # type: ignore[call-arg]
    assert "d dh p2 AhKh" in reading.unwrap().actions


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": []}, "players: expected two or more"),
        ({"gameType": "Bridge"}, "gameType"),
        ({"winners": [{"player": "Zoe", "amount": 1}]}, "winners[0].player: 'Zoe'"),
        ({"winners": [{"player": "Ann", "amount": 900}]}, "no rake explains"),
        ({"actions": [{"player": "Ann", "actionType": "jump"}]}, "actions[0].actionType"),
    ],
)
def test_what_is_wrong_in_the_simplified_form(change: dict[str, Any], said: str) -> None:
    text = json.dumps({"version": "1.0", "hands": [simplified(**change), simplified()]})
    first, second = read_text(text, "ohh-simplified")
    assert first.history is None
    assert said in str(first.problems[0])
    assert second.ok
