"""The rules of games in English."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import rankings
from croupier.games.configuration.check.qualifiers import describe_qualifier
from games.build import (
    FEW,
    Json,
    bet,
    boards,
    cards,
    change,
    deal,
    draw,
    examine,
    game,
    holdem,
    step,
    stud,
)


def describe(data: Json) -> str:
    configuration, problems = examine(data)
    assert configuration is not None, [str(problem) for problem in problems]
    return configuration.describe()


def test_holdem() -> None:
    assert describe(holdem() | {"description": "Two cards and five."}) == (
        "Test\n"
        "\n"
        "Two cards and five.\n"
        "\n"
        "For two to six players, with a standard deck of 52 cards."
        " Played Limit, No Limit or Pot Limit.\n"
        "\n"
        "The play:\n"
        "1. The two players to the left of the dealer post the small and the big blind.\n"
        "2. Each player is dealt two cards face down. A betting round follows.\n"
        "3. Three cards are dealt face up to the board. A betting round follows.\n"
        "4. One card is dealt face up to the board. A betting round follows.\n"
        "5. One card is dealt face up to the board. A betting round follows.\n"
        "\n"
        "In the first betting round the player to the left of the big blind acts first, and in"
        " later ones the player to the left of the dealer. With Limit, bets are small in the first"
        " two rounds and big afterwards.\n"
        "\n"
        "The pot goes to the best high hand of any five of the player's hole cards and the board"
        " cards."
    )


def test_stud() -> None:
    text = describe(change(stud(), "forcedBets.openPairDoubleBet", True))
    assert "The player with the lowest card face up (aces are high) brings it in." in text
    assert "acts first, and in later ones the player with the best hand face up." in text
    assert "the big bet may be made if anybody shows a pair" in text


QUALIFIERS = [
    # As the schema lists them.
    ("a5_low", (1, 252), "ten or better"),
    ("a5_low", (1, 126), "9 or better"),
    ("a5_low", (1, 56), "8 or better"),
    ("a5_low", (1, 21), "7 or better"),
    ("27_low", (1, 246), "jack or better"),
    ("27_low", (1, 121), "ten or better"),
    ("27_low", (1, 52), "9 or better"),
    ("27_low", (1, 18), "8 or better"),
    ("27_low", (1, 4), "7 or better"),
    ("high", (9, 1980), "a pair of Sixes or better"),
    ("high", (9, 1760), "a pair of Sevens or better"),
    ("high", (9, 1540), "a pair of Eights or better"),
    ("high", (9, 1320), "a pair of Nines or better"),
    ("high", (9, 1100), "a pair of Tens or better"),
    ("high", (9, 880), "a pair of Jacks or better"),
    ("high", (8, 858), "two pair or better"),
    ("high", (7, 858), "three of a kind or better"),
    ("high", (5, 1277), "any flush or better"),
    # Others.
    ("high", (7, 528), "three Sevens or better"),
    ("high", (9, 2860), "any pair or better"),
    ("high", (8, 550), "two pair, Tens and Deuces, or better"),
    ("a5_low", (1, 1287), "any hand without a pair"),
    ("a5_low", (1, 57), "9-4-3-2-A low or better"),
    ("badugi", (1, 715), "any four-card badugi"),
    ("badugi", (1, 35), "a four-card badugi, 7 or better"),
    ("badugi", (2, 286), "any three-card badugi or better"),
    ("one_card_high_spade", (13, 1), "any spade"),
    ("one_card_high_spade", (3, 1), "the Queen of spades or better"),
    ("seven_card_football", (3, 1), "place 1 of rank 3 or better"),
]


@pytest.mark.parametrize(("kind", "qualifier", "text"), QUALIFIERS)
def test_qualifiers(kind: str, qualifier: tuple[int, int], text: str) -> None:
    assert describe_qualifier(rankings.get(kind), qualifier) == text


def hand(data: Json, **fields: Any) -> str:
    """Return what is said about the hand that wins."""
    changed = change(data, "showdown.bestHand", [{"evaluationType": "high", **fields}])
    return describe(changed).split("The pot goes to ")[1]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"holeCards": 2, "communityCards": 3},
            "the best high hand of exactly two hole cards and three board cards.",
        ),
        (
            {"holeCards": [2, 1], "communityCards": [3, 4]},
            "the best high hand of exactly two hole cards and three board cards, or one of the hole"
            " cards and four board cards.",
        ),
        ({"holeCards": "all"}, "the best high hand of all hole cards, completed with board cards."),
        (
            {"anyCards": 5, "qualifier": [9, 880]},
            "the best high hand of any five of the player's hole cards and the board cards (a pair"
            " of Jacks or better).",
        ),
    ],
)
def test_hands(fields: Json, text: str) -> None:
    assert hand(holdem(), **fields) == text


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"holeCards": 2, "communityCardCombinations": [["Board 1"], ["Board 2"]]},
            "two hole cards and three board cards of one of these: Board 1; Board 2.",
        ),
        (
            {
                "holeCards": 2,
                "communityCardSelectCombinations": [[["Board 1", 1, 1], ["Board 2", 1, 2]]],
            },
            "two hole cards and one of Board 1 and 1 to 2 of Board 2.",
        ),
        (
            {
                "holeCards": 2,
                "communitySubsetRequirements": [
                    {"subset": "Board 1", "count": 2},
                    {"subset": "Board 2", "count": 1},
                ],
            },
            "two hole cards, two cards of Board 1 and one card of Board 2.",
        ),
        (
            {
                "combinations": [
                    {"holeCards": 2, "communityCards": 3, "community_subset": name}
                    for name in ("Board 1", "Board 2")
                ]
            },
            "two hole cards and three board cards of Board 1 or Board 2.",
        ),
    ],
)
def test_hands_of_boards(fields: Json, text: str) -> None:
    assert hand(boards(), **fields) == f"the best high hand of {text}"


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (step("draw", {"cards": [cards(3)]}), "Each player may exchange up to three cards."),
        (
            step("draw", {"cards": [cards(3, min_number=1)]}),
            "Each player exchanges one to three cards.",
        ),
        (
            step(
                "draw",
                {"cards": [cards(3, draw_amount={"relative_to": "discard", "amount": 1})]},
            ),
            "Each player may exchange up to three cards, drawing one card more than were"
            " discarded.",
        ),
        (step("discard", {"cards": [cards(2)]}), "Each player discards two cards."),
        (
            step("discard", {"cards": [cards(1, "face up", min_number=0)]}),
            "Each player may discard one card, face up.",
        ),
        (
            step("expose", {"cards": [cards(1)]}),
            "Each player turns one card face up, all at the same time.",
        ),
        (
            step(
                "pass",
                {"cards": [cards(2, direction="left"), cards(1, direction="right")]},
            ),
            "Each player passes two cards to the left and one card to the right, all at the same"
            " time.",
        ),
        (
            step("buy", {"cards": [cards(1, cost={"type": "fixed", "amount": "big_bet"})]}),
            "Each player may buy one card for the big bet.",
        ),
        (
            step("choose", {"possible_values": ["A", "B"], "value": "G"}),
            "The player to the left of the big blind chooses A or B.",
        ),
        (step("roll_die", {"subset": "Dice", "dice": 2}), "Two dice are rolled."),
        (
            deal("player", cards(1, "face up", protection_option={"cost": "protection_fee"})),
            "Each player is dealt one card face up. For the protection fee a player may have the"
            " card turned up.",
        ),
        (
            step(
                "separate",
                {
                    "cards": [
                        {"hole_subset": "Front", "number": 2},
                        {"hole_subset": "Back", "number": 3},
                    ]
                },
            ),
            "Each player divides the hand into Front (two cards) and Back (three cards).",
        ),
    ],
)
def test_steps(made: Json, text: str) -> None:
    assert f"\n3. {text}\n" in describe(draw(made, hands=FEW))


def test_boards_and_conditions() -> None:
    condition = {"type": "board_composition", "color": "black", "min_count": 2}
    data = boards()
    data["gamePlay"].insert(
        4, deal("player", cards(2), conditional_state={**condition, "false_state": "none"})
    )
    text = describe(data)
    assert "Five cards are dealt face up to Board 1 and five to Board 2.\n" in text
    assert "If the board has at least two black cards, each player is dealt two cards" in text
    assert "Half of the pot goes to each of these:\n- Board 1: the best high hand" in text


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ({"type": "rank", "rank": "6"}, "Sixes are wild."),
        (
            {"type": "lowest_hole", "visibility": "face down"},
            "For each player, the lowest hole card face down is wild, and so are all cards of its"
            " rank.",
        ),
        (
            {"type": "follow_card", "trigger_rank": "A"},
            "The next card dealt face up after an ace makes all cards of its rank wild, until an"
            " ace is dealt face up again.",
        ),
        (
            {"type": "last_community_card", "role": "bug"},
            "The last board card is a bug, and so are all cards of its rank. A bug is an ace, or"
            " whatever card completes a straight or a flush.",
        ),
    ],
)
def test_wild_cards(rule: Json, text: str) -> None:
    wild = {"evaluationType": "high_wild_bug", "anyCards": 5, "wildCards": [rule]}
    assert f"\n\n{text}\n\n" in describe(change(holdem(), "showdown.bestHand", [wild]))


@pytest.mark.parametrize(
    ("cap", "text"),
    [
        (None, "There is any number of raises."),
        (1, "A round has at most one bet."),
        (4, "A round has at most four bets and raises."),
    ],
)
def test_how_often_may_be_raised(cap: int | None, text: str) -> None:
    assert text in describe(holdem() | {"raiseCap": cap})
    assert text not in describe(holdem())


def test_antes_and_dealers() -> None:
    antes = game(bet("antes"), deal("player", cards(5)), bet("small"), forcedBets={"style": "bomb"})
    assert "1. Every player posts an ante.\n" in describe(antes)
    dealer = holdem() | {"bettingOrder": {"initial": "dealer", "subsequent": "dealer"}}
    text = describe(dealer)
    assert "The dealer alone posts the big blind." in text
    assert "In every betting round the player to the left of the dealer acts first." in text


def test_nobody_opens_with_a_hand_face_up_where_no_card_lies_face_up() -> None:
    antes = game(
        bet("antes"),
        deal("player", cards(5)),
        bet("small"),
        step("draw", {"cards": [cards(3)]}),
        bet("big"),
        forcedBets={"style": "antes_only"},
    )
    text = describe(antes)
    assert "In every betting round the player to the left of the dealer acts first." in text


def test_cards_that_players_turn_up_count_for_the_bring_in() -> None:
    text = describe(
        game(
            bet("antes"),
            deal("player", cards(5)),
            step("expose", {"cards": [{"number": 2, "state": "face down"}]}),
            bet("bring-in"),
            bet("small"),
            forcedBets={"style": "bring-in", "rule": "low card"},
        )
    )
    assert "The player with the best hand face up brings it in." in text
    assert "left of the dealer brings it in" not in text
