"""The showdown: which cards may form a hand."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.state import State
from games.build import Json, bet, cards, change, game, step
from games.build import deal as dealing
from games.stories import accept, board, check_around, deal, parse, start


def table(
    hole: int, *parts: tuple[str | list[str] | None, int], hands: list[Json], up: int = 0
) -> Json:
    """Return a game with so many hole cards, of which the last ones lie open, and these boards."""
    dealt = [cards(hole - up)] + ([cards(up, "face up")] if up else [])
    community = [
        cards(count, "face up", **({} if name is None else {"subset": name}))
        for name, count in parts
    ]
    steps = [dealing("player", *dealt)] + ([dealing("community", *community)] if community else [])
    return game(*steps, bet("small"), hands=hands)


def lay(data: Json, hands: tuple[str, str], *groups: str) -> State:
    """Lay the cards of two players and of the board out."""
    state = start(data, players=2)
    deal(state, *hands)
    for group in groups:
        board(state, group)
    return state


def best(state: State, index: int, contest: int = 0) -> set[Any] | None:
    """Return the cards of a player's best hand."""
    hand = state.get_contest_hand(index, contest)
    return None if hand is None else set(hand.cards)


def high(**fields: Any) -> list[Json]:
    return [{"evaluationType": "high", **fields}]


def is_best(state: State, text: str, index: int = 0, contest: int = 0) -> bool:
    return best(state, index, contest) == set(parse(text))


BOARD = "AhKhQh2c3d"


@pytest.mark.parametrize(
    ("fields", "hand"),
    [
        # Any five cards: a royal flush with two hearts of the hand.
        ({"anyCards": 5}, "AhKhQhJhTh"),
        # Exactly two and three.
        ({"holeCards": 2, "communityCards": 3}, "AhKhQhJhTh"),
        # One and four: a flush would need four hearts on the board.
        ({"holeCards": 1, "communityCards": 4}, "AhKhQh3dAs"),
        ({"holeCards": 3, "communityCards": 2}, "AsJhThKhQh"),
        ({"holeCards": 4, "communityCards": 1}, "AhAsJhTh9c"),
        # One or two, and so many others.
        ({"holeCards": [1, 4], "communityCards": [4, 1]}, "AhKhQh3dAs"),
        ({"combinations": [{"holeCards": 1, "communityCards": 4}]}, "AhKhQh3dAs"),
        (
            {
                "combinations": [
                    {"holeCards": 1, "communityCards": 4},
                    {"holeCards": 2, "communityCards": 3},
                ]
            },
            "AhKhQhJhTh",
        ),
        # The whole hand, and what is missing to five cards.
        ({"holeCards": "all"}, "AhAsJhTh9c"),
    ],
)
def test_numbers_of_cards(fields: Json, hand: str) -> None:
    state = lay(table(4, (None, 5), hands=high(**fields)), ("JhThAs9c", "5c6c7c8d"), BOARD)
    assert is_best(state, hand)
    check_around(state)
    assert state.stacks == [510, 490]


def test_all_hole_cards_when_nothing_is_said() -> None:
    state = lay(table(5, hands=high()), ("AsAdKsKdQs", "QdQh2c3c4c"))
    assert is_best(state, "AsAdKsKdQs")


def test_hole_cards_by_what_is_left() -> None:
    two = {"name": "Two", "evaluationType": "two_card_high", "usesUnusedFrom": "Omaha"}
    data = table(
        4,
        (None, 5),
        hands=[
            {"name": "Omaha", "evaluationType": "high", "holeCards": 2, "communityCards": 3},
            {**two, "holeCards": 2, "communityCards": 0},
        ],
    )
    state = lay(data, ("JhTh9s9c", "AsAd4s2d"), BOARD)
    # The royal flush leaves the nines; aces with the board leave four and deuce.
    assert is_best(state, "9s9c", contest=1)
    assert is_best(state, "4s2d", 1, 1)
    check_around(state)
    assert state.stacks == [510, 490]


BOARDS: tuple[tuple[str, int], ...] = (("Left", 3), ("Middle", 1), ("Right", 3))


@pytest.mark.parametrize(
    ("fields", "hand"),
    [
        ({"anyCards": 5, "community_subset": "Left"}, "AsKs2c3c5c"),
        ({"anyCards": 5, "community_subset": "Right"}, "AsKsAdAhKd"),
        ({"anyCards": 5, "community_subset": ["Left", "Middle"]}, "AsKsKh5c3c"),
        ({"anyCards": 5, "communitySubsetsAllowed": ["Left"]}, "AsKs2c3c5c"),
        ({"holeCards": 2, "communityCards": 3, "community_subset": "Left"}, "AsKs2c3c5c"),
        # One way of several.
        (
            {"holeCards": 2, "communityCardCombinations": [["Left"], ["Left", "Middle"]]},
            "AsKsKh5c3c",
        ),
        ({"holeCards": 2, "communityCardCombinations": [["Left"], ["Right"]]}, "AsKsAdAhKd"),
        # One or two cards of the left, one or two of the right.
        (
            {
                "holeCards": 2,
                "communityCards": 3,
                "communityCardSelectCombinations": [[["Left", 2, 2], ["Right", 1, 1]]],
            },
            "AsKsAd5c3c",
        ),
        (
            {
                "holeCards": 2,
                "communityCards": 3,
                "communityCardSelectCombinations": [[["Left", 1, 2], ["Right", 1, 2]]],
            },
            "AsKsAdAh5c",
        ),
        # Either kind of way.
        (
            {
                "holeCards": 2,
                "communityCards": 3,
                "communityCardCombinations": [["Right"]],
                "communityCardSelectCombinations": [[["Left", 2, 2], ["Right", 1, 1]]],
            },
            "AsKsAdAhKd",
        ),
        (
            {
                "holeCards": 2,
                "communitySubsetRequirements": [
                    {"subset": "Left", "count": 1},
                    {"subset": "Middle", "count": 1},
                    {"subset": "Right", "count": 1},
                ],
            },
            "AsKsKhKd5c",
        ),
        (
            {"combinations": [{"holeCards": 2, "communityCards": 3, "community_subset": "Left"}]},
            "AsKs2c3c5c",
        ),
    ],
)
def test_parts_of_the_board(fields: Json, hand: str) -> None:
    state = lay(table(2, *BOARDS, hands=high(**fields)), ("AsKs", "7h8h"), "2c3c5c", "Kh", "AdAhKd")
    found = best(state, 0)
    assert found is not None
    # Of cards that are alike any one may be used.
    assert len(found) == 5
    ranks = sorted(repr(card)[0] for card in found)
    assert ranks == sorted(hand[::2])


def test_a_part_that_need_not_be_there() -> None:
    rules = [
        {"subset": "Left", "count": 3, "required": True},
        {"subset": "Late", "count": 1, "required": False},
    ]
    late = step(
        "deal",
        {"location": "community", "cards": [cards(1, "face up", subset="Late")]},
        conditional_state={
            "type": "board_composition",
            "subset": "Left",
            "check": "color",
            "color": "red",
            "min_count": 1,
        },
    )
    data = table(2, ("Left", 3), hands=high(holeCards="all", communitySubsetRequirements=rules))
    data["gamePlay"].insert(3, late)
    state = lay(data, ("AsKs", "7h8h"), "2c3c5c")
    assert is_best(state, "AsKs2c3c5c")


def test_parts_of_the_hand() -> None:
    data = game(
        dealing("player", cards(1, hole_subset="Point"), cards(3, hole_subset="Rest")),
        dealing("community", cards(5, "face up")),
        bet("small"),
        hands=high(anyCards=5, hole_subset="Rest"),
    )
    state = start(data, players=2)
    deal(state, "As", "7h")
    deal(state, "AdKsQs", "8h9h2d")
    board(state, "AhAcKh3c4c")
    # The ace of spades does not count.
    assert is_best(state, "AdAhAcKsKh")


@pytest.mark.parametrize(
    ("allowed", "hand"),
    [
        ([{"hole_subsets": ["Point", "Rest"]}], "AsAdAhAcKs"),
        ([{"hole_subsets": ["Rest"]}], "AdAhAcKsKh"),
        ([{"hole_subsets": ["Point"]}], "AsAhAcKh4c"),
        # The best of the two ways, not of all cards.
        ([{"hole_subsets": ["Point"]}, {"hole_subsets": ["Rest"]}], "AdAhAcKsKh"),
        # Indices name one card of each: the point and the queen.
        ([{"subsets": ["Point", "Rest"], "indices": [0, 2]}], "AsAhAcKhQs"),
    ],
)
def test_allowed_parts_of_the_hand(allowed: list[Json], hand: str) -> None:
    data = game(
        dealing("player", cards(1, hole_subset="Point"), cards(3, hole_subset="Rest")),
        dealing("community", cards(5, "face up")),
        bet("small"),
        hands=high(anyCards=5, holeCardsAllowed=allowed),
    )
    state = start(data, players=2)
    deal(state, "As", "7h")
    deal(state, "AdKsQs", "8h9h2d")
    board(state, "AhAcKh3c4c")
    # The last card is one of several that are as good.
    found = best(state, 0)
    assert found is not None and found >= set(parse(hand[:8]))


def test_allowed_parts_of_the_board() -> None:
    allowed = [{"subsets": ["Left", "Right"], "indices": [0, 2]}, {"subsets": ["Left"]}]
    data = table(
        3, ("Left", 2), ("Right", 3), hands=high(anyCards=5, communityCardsAllowed=allowed)
    )
    state = lay(data, ("AsAdKs", "7h8h9h"), "AhQc", "AcKdKh")
    # The first card of the left and the last one of the right, or both of the left.
    assert is_best(state, "AsAdKsAhKh")


def test_the_rest_of_the_hand() -> None:
    data = table(
        4,
        (None, 3),
        hands=[
            {"name": "High", "evaluationType": "high", "holeCards": 2, "communityCards": 3},
            {
                "name": "Rest",
                "evaluationType": "two_card_high",
                "holeCards": "remaining",
                "usesUnusedFrom": "High",
            },
        ],
    )
    state = lay(data, ("AsAdKsQs", "7h8h9h9c"), "AhQc2d")
    assert is_best(state, "KsQs", contest=1)


def test_only_cards_that_were_dealt_face_down() -> None:
    spades = {"evaluationType": "one_card_high_spade", "anyCards": 1, "qualifier": [13, 1]}
    data = table(
        7,
        hands=[
            {"name": "High", "evaluationType": "high", "anyCards": 5},
            {"name": "Spade", **spades, "cardState": "face down"},
        ],
        up=4,
    )
    state = lay(data, ("Qs2h3hAs7d8d9c", "4sKhKdKcJd6c5c"))
    # The ace of spades lies open; the queen is the highest spade in the hole.
    assert is_best(state, "Qs", 0, 1) and is_best(state, "4s", 1, 1)
    check_around(state)
    assert state.stacks == [500, 500]


def test_only_cards_that_lie_open() -> None:
    state = lay(
        table(
            6, hands=high(anyCards=3, evaluationType="three_card_high", cardState="face up"), up=3
        ),
        ("AsAdAh2c3c4c", "KsKdKh5c5d6c"),
    )
    assert is_best(state, "2c3c4c") and is_best(state, "5c5d6c", 1)
    check_around(state)
    assert state.stacks == [490, 510]


def discard_table(**fields: Any) -> State:
    """Return a hand in which the second player holds two cards and the first one five."""
    data = game(
        dealing("player", cards(5)),
        dealing("community", cards(5, "face up", subset="Common")),
        bet("small"),
        step("discard", {"cards": [cards(5, min_number=0)]}),
        bet("big"),
        hands=[fields],
    )
    state = start(data, players=2)
    deal(state, "AsAdKs2h7d", "QsQdJsTs9s")
    board(state, "AhQhQc3c4c")
    check_around(state)
    accept(state, "stand_pat_or_discard", "")
    return state


def test_rules_by_the_number_of_cards_held() -> None:
    rules = {
        "5": {"holeCards": 5, "communityCards": 0},
        "2": {"holeCards": 2, "communityCards": 3, "community_subset": "Common"},
    }
    state = discard_table(evaluationType="high", playerHandSize=rules)
    accept(state, "stand_pat_or_discard", "JsTs9s")
    assert is_best(state, "AsAdKs2h7d")
    # The first three cards of the board, not a choice.
    assert is_best(state, "QsQdAhQhQc", 1)
    check_around(state)
    assert state.stacks == [490, 510]


def test_padding_lets_fewer_cards_count() -> None:
    state = discard_table(evaluationType="low_pip_6_cards", holeCards=5, padding=True)
    accept(state, "stand_pat_or_discard", "JsTs9s")
    check_around(state)
    # Ace, ace, king, deuce, seven are 21; two queens are 20.
    assert state.stacks == [490, 510]


def test_no_cards_are_the_best_hand() -> None:
    fields = {"holeCards": 5, "padding": True, "minimumCards": 0, "zeroCardsPipValue": 0}
    state = discard_table(evaluationType="low_pip_6_cards", **fields)
    accept(state, "stand_pat_or_discard", "QsQdJsTs9s")
    check_around(state)
    assert state.stacks == [490, 510]


def test_no_cards_are_no_hand_where_one_is_needed() -> None:
    fields = {"holeCards": 5, "padding": True, "minimumCards": 1}
    state = discard_table(evaluationType="low_pip_6_cards", **fields)
    accept(state, "stand_pat_or_discard", "QsQdJsTs9s")
    check_around(state)
    assert state.stacks == [510, 490]


def test_hands_by_how_many_cards_each_player_holds() -> None:
    data = game(
        dealing("player", cards(3)),
        dealing("community", cards(5, "face up")),
        bet("small"),
        step("discard", {"cards": [cards(1, min_number=0)]}),
        bet("big"),
    )
    cases = [
        {
            "condition": {"type": "player_hand_size", "hand_sizes": [size]},
            "bestHand": high(name="High", holeCards=size, communityCards=5 - size),
        }
        for size in (2, 3)
    ]
    data["showdown"] = {"conditionalBestHands": cases}
    state = start(data, players=2)
    deal(state, "AsAd2h", "KsKd3h")
    board(state, "AhKh7c8c9d")
    check_around(state)
    accept(state, "stand_pat_or_discard", "")
    accept(state, "stand_pat_or_discard", "3h")
    # Three aces of three hole cards against three kings of two: they compete with each other.
    assert is_best(state, "AsAd2hAhKh") and is_best(state, "KsKdKhAh9d", 1)
    check_around(state)
    assert state.stacks == [510, 490]


def test_odd_chips_between_players_go_by_position() -> None:
    state = start(table(5, hands=high(anyCards=5)))
    deal(state, "2c2d3h4h5s", "AsKsQdJd9h", "AhKhQcJc9s")
    state.complete_bet_or_raise_to(20)
    state.fold()
    state.check_or_call()
    # The big blind is nearer to the left of the button: 23 of 45 chips.
    assert state.stacks == [495, 480 + 23, 480 + 22]


def test_odd_chips_between_hands_go_to_the_high_hand() -> None:
    hands = [
        {"name": "High", "evaluationType": "high", "anyCards": 5},
        {"name": "Low", "evaluationType": "a5_low", "anyCards": 5, "qualifier": [1, 56]},
    ]
    data = change(table(5, hands=hands), "players.min", 3)
    state = start(data, (500, 500, 500), 3, small_blind=5)
    deal(state, "AsAdAhAc9h", "2s3s4d5d7h", "KsKdKhQsQd")
    state.complete_bet_or_raise_to(20)
    state.check_or_call()
    state.check_or_call()
    assert state.stacks == [480 + 30, 480 + 30, 480]
    state = start(data, (500, 500, 15), 3, small_blind=5, small_bet=15, big_blind=15, big_bet=30)
    deal(state, "AsAdAhAc9h", "2s3s4d5d7h", "KsKdKhQsQd")
    check_around(state)
    # 45 chips: 23 for high.
    assert state.stacks == [485 + 23, 485 + 22, 0]
