"""What is odd but has one possible meaning is said, and the game is played."""

from __future__ import annotations

import pytest

from games.build import (
    Json,
    bet,
    boards,
    cards,
    change,
    deal,
    draw,
    errors,
    examine,
    game,
    holdem,
    step,
    warnings,
)

from .test_problems import CHOOSE, WILD, declaring, one_hand

ODD: list[tuple[Json, str, str]] = [
    (
        game(bet("small"), deal("player", cards(5))),
        "gamePlay[1].bet",
        "players bet before anybody holds a card",
    ),
    (
        game(
            deal("player", cards(2)),
            bet("small"),
            step("discard", {"cards": [cards(2)]}),
            deal("community", cards(5, "face up")),
        ),
        "gamePlay[3].discard",
        "players discard all their cards",
    ),
    (
        game(bet("antes"), deal("player", cards(5)), forcedBets={"style": "antes_only"}),
        "gamePlay",
        "has no betting round",
    ),
    (
        change(draw(), "gamePlay[1].deal.location", "individual"),
        "gamePlay[1].deal.location",
        '"individual" is taken for "player"',
    ),
    (
        change(holdem(), "players.max", 30),
        "players.max",
        "30 players may need more than the 52 cards of the deck; 23 players always have enough",
    ),
    (change(draw(step("draw", {"cards": [cards(5)]})), "players.max", 10), "players.max", "9 play"),
    (
        change(
            change(holdem(), "showdown.bestHand", [WILD]),
            "deck",
            {"type": "standard", "cards": 53, "jokers": 1},
        ),
        "deck.cards",
        "has 52 without them",
    ),
    (change(holdem(), "bettingStructures", ["Limit", "Limit"]), "bettingStructures[1]", "twice"),
    (
        change(holdem(), "bettingStructures", ["No Limit"]) | {"raiseCap": 4},
        "raiseCap",
        'counts with "Limit" only',
    ),
    (
        holdem() | {"forcedBets": {"style": "blinds", "rule": "low card"}},
        "forcedBets.rule",
        "says nothing",
    ),
    (
        game(
            bet("antes"),
            deal("player", cards(5)),
            bet("bring-in"),
            bet("small"),
            forcedBets={"style": "bring-in", "rule": "low card"},
        ),
        "gamePlay[2].bet",
        "the first player brings it in",
    ),
    (
        game(
            bet("antes"),
            deal("player", cards(3), cards(2, "face up")),
            bet("bring-in"),
            bet("small"),
            forcedBets={"style": "bring-in", "rule": "low card"},
        ),
        "forcedBets.rule",
        '"low card" is about one card, and each player shows 2: the best hand face up brings it in',
    ),
    (declaring("high", "a5_low"), "showdown.declaration_mode", '"declare" is meant'),
    (
        draw(
            step("separate", {"cards": [{"hole_subset": "A", "number": 5}]}),
            step("discard", {"cards": [{"hole_subset": "any"}]}),
        ),
        "gamePlay[4].discard.cards[0].number",
        '"entire_subset" is meant',
    ),
    (
        draw(step("separate", {"cards": [{"hole_subset": "A", "number": 4}]})),
        "gamePlay[3].separate.cards",
        "4 cards, but players hold 5",
    ),
    (
        one_hand(holdem(), anyCards=5, qualifier=[8, 558]),
        "showdown.bestHand[0].qualifier",
        "falls between hands that differ little",
    ),
    (
        change(holdem(), "showdown.classification_priority", ["face", "butt"]),
        "showdown.classification_priority",
        "says nothing",
    ),
]


@pytest.mark.parametrize(("data", "path", "message"), ODD, ids=[case[1] for case in ODD])
def test_warnings(data: Json, path: str, message: str) -> None:
    found = warnings(data)
    assert path in found, found
    assert message in found[path]


def test_names_that_are_nearly_the_same_are_taken_for_each_other() -> None:
    data = change(boards(), "gamePlay[3].deal.cards[1].subset", "Bord 2")
    data = change(data, "showdown.bestHand[1].community_subset", "Board 2")
    configuration, problems = examine(data)
    assert configuration is not None
    assert [str(problem) for problem in problems] == [
        'warning: gamePlay[3].deal.cards[1].subset: "Bord 2" is used as "Board 2" and taken for it'
    ]
    dealing = configuration.steps[3].deal
    assert dealing is not None and dealing.cards[1].subsets == ("Board 2",)


def test_near_names_that_are_both_used_are_not_mixed_up() -> None:
    data = change(boards(), "showdown.bestHand[1].community_subset", "Board 3")
    data["showdown"]["bestHand"].append(
        {"evaluationType": "high", "anyCards": 5, "community_subset": "Board 2"}
    )
    assert list(errors(data)) == ["showdown.bestHand[1].community_subset"]


def test_the_number_of_players_that_fits_depends_on_the_choice() -> None:
    chosen = {"type": "player_choice", "subset": "Game", "value": "B"}
    more = deal("player", cards(3), conditional_state={**chosen, "false_state": "none"})
    data = draw(CHOOSE, more, players={"min": 2, "max": 7})
    assert warnings(data) == {
        "players.max": "7 players may need more than the 52 cards of the deck;"
        " 6 players always have enough"
    }
    assert warnings(change(data, "players.max", 6)) == {}


def test_discards_are_shuffled_again() -> None:
    data = draw(
        step("discard", {"cards": [cards(3)]}),
        deal("player", cards(3)),
        bet("big"),
        players={"min": 2, "max": 10},
    )
    assert warnings(data) == {}
