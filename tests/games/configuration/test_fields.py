"""Every field of the schema is read, under all of its names."""

from __future__ import annotations

import pytest

from croupier.games import load
from croupier.games.configuration.schema.names import (
    BetType,
    CostType,
    DefaultCap,
    Direction,
    DiscardRule,
    ForcedBetStyle,
    Location,
    OpeningOrder,
    OpeningRule,
    Side,
    Structure,
    Variation,
)
from games.build import (
    Json,
    bet,
    boards,
    cards,
    change,
    deal,
    draw,
    game,
    holdem,
    read,
    step,
    stud,
    warnings,
)


def test_root() -> None:
    found = load(
        holdem()
        | {
            "$schema": "schema.json",
            "description": "The game that everybody knows.",
            "aliases": ["Texas", "HE"],
            "category": "Hold'em",
            "references": ["one.html", {"url": "two.html", "description": "the second"}],
        }
    )
    assert found.name == "Test"
    assert found.description == "The game that everybody knows."
    assert found.aliases == ("Texas", "HE")
    assert found.category == "Hold'em"
    assert [reference.url for reference in found.references] == ["one.html", "two.html"]
    assert found.references[1].description == "the second"
    assert (found.players.minimum, found.players.maximum) == (2, 6)
    assert found.structures == (Structure.LIMIT, Structure.NO_LIMIT, Structure.POT_LIMIT)
    assert found.warnings == ()


def test_forced_bets_are_blinds_if_nothing_is_said() -> None:
    assert read(holdem()).forced_bets.style is ForcedBetStyle.BLINDS


@pytest.mark.parametrize(
    ("kind", "size"), [("standard", 52), ("short_6a", 36), ("short_ta", 20), ("short_27_ja", 40)]
)
def test_decks(kind: str, size: int) -> None:
    data = game(
        deal("player", cards(2)),
        bet("small"),
        hands=[{"evaluationType": "two_card_high", "anyCards": 2}],
        deck={"type": kind, "cards": size},
    )
    deck = read(data).deck
    assert deck.size == size and len(deck.ranks) * 4 == size


@pytest.mark.parametrize("cap", [1, 4, None])
def test_raise_cap(cap: int | None) -> None:
    assert read(holdem() | {"raiseCap": cap}).raise_cap == cap
    assert read(holdem()).raise_cap is DefaultCap.DEFAULT


def test_jokers_and_burning() -> None:
    data = change(holdem(), "deck", {"type": "standard", "cards": 52, "jokers": 2, "burn": True})
    data = change(data, "showdown.bestHand[0].evaluationType", "high_wild_bug")
    deck = read(data).deck
    assert (deck.jokers, deck.burn, deck.size) == (2, True, 54)


@pytest.mark.parametrize("rule", list(OpeningRule))
def test_rules_of_the_bring_in(rule: OpeningRule) -> None:
    found = read(change(stud(), "forcedBets.rule", str(rule))).forced_bets
    assert (found.style, found.rule) == (ForcedBetStyle.BRING_IN, rule)


def test_forced_bets() -> None:
    forced = {
        "style": "bring-in",
        "rule": "low card",
        "variation": "a5 low high",
        "bringInEval": "a5_low_high",
        "openPairDoubleBet": True,
    }
    found = read(change(stud(), "forcedBets", forced)).forced_bets
    assert found.variation is Variation.A5_LOW_HIGH
    assert found.evaluation == "a5_low_high"
    assert found.open_pair_double_bet


@pytest.mark.parametrize("style", ["antes", "antes_only", "bomb"])
def test_antes_only(style: str) -> None:
    data = game(bet("antes"), deal("player", cards(5)), bet("small"), forcedBets={"style": style})
    found = read(data).forced_bets.style
    assert found is (ForcedBetStyle.BOMB if style == "bomb" else ForcedBetStyle.ANTES_ONLY)


def choosing() -> Json:
    return step(
        "choose",
        {
            "possible_values": ["A", "B"],
            "value": "Game",
            "chooser": "utg",
            "default": "A",
            "time_limit": 10,
        },
    )


def chosen(*values: str) -> Json:
    if len(values) == 1:
        return {"type": "player_choice", "subset": "Game", "value": values[0]}
    return {"type": "player_choice", "subset": "Game", "values": list(values)}


def test_choices_and_conditions() -> None:
    data = game(
        deal("player", cards(5)),
        choosing(),
        {**bet("small"), "conditional_state": chosen("A", "B")},
        deal(
            "player",
            cards(1),
            conditional_state=chosen("B") | {"true_state": "face down", "false_state": "none"},
        ),
        bettingOrder={
            "initial": "after_big_blind",
            "subsequent": {
                "conditionalOrders": [{"condition": chosen("A"), "order": "high_hand"}],
                "default": "dealer",
            },
        },
        forcedBets={
            "conditionalOrders": [
                {
                    "condition": chosen("A"),
                    "forcedBet": {"style": "bring-in", "rule": "low card", "bringInEval": "high"},
                }
            ],
            "default": {"style": "blinds"},
        },
    )
    data["showdown"]["conditionalBestHands"] = [
        {"condition": chosen("A"), "bestHand": [{"evaluationType": "high", "anyCards": 5}]}
    ]
    data["showdown"]["defaultBestHand"] = [{"evaluationType": "a5_low", "anyCards": 5}]
    found = read(data)
    choice = found.choices["Game"]
    assert choice.options == ("A", "B")
    assert (choice.default, choice.time_limit) == ("A", 10)
    assert found.steps[3].condition is not None
    assert found.steps[3].condition.allowed_values == ("A", "B")
    dealing = found.steps[4].deal
    assert dealing is not None and dealing.condition is not None
    assert dealing.condition.false_state is Side.NONE
    order = found.betting_order
    assert order.initial is OpeningOrder.AFTER_BIG_BLIND
    assert order.subsequent is not None
    assert order.subsequent.default is OpeningOrder.DEALER
    assert order.subsequent.conditional[0].order is OpeningOrder.HIGH_HAND
    assert found.forced_bets.conditional[0].forced_bet.rule is OpeningRule.LOW_CARD
    assert found.forced_bets.unconditional.style is ForcedBetStyle.BLINDS
    assert found.showdown.conditional_best_hands[0].best_hands[0].evaluation_type == "high"
    assert found.showdown.default_best_hands[0].evaluation_type == "a5_low"


@pytest.mark.parametrize("order", ["dealer", "high_hand", "last_actor"])
def test_orders(order: str) -> None:
    found = read(holdem() | {"bettingOrder": {"initial": "dealer", "subsequent": order}})
    assert found.betting_order.subsequent is not None
    assert found.betting_order.subsequent.default == order


@pytest.mark.parametrize(
    "condition",
    [
        {"type": "board_composition", "check": "color", "color": "black", "min_count": 2},
        {"type": "board_composition", "check": "suit", "suit": "heart", "min_count": 2},
        {"type": "community_card_value", "subset": "default", "value": 5},
        {"type": "community_card_value", "subset": "default", "values": [5, "K"], "sum": True},
        {"type": "community_card_suit", "suit": "spade"},
        {"type": "player_hand_size", "hand_sizes": [2, 3]},
        {"type": "player_hand_size", "min_hand_size": 2, "max_hand_size": 3},
        {"type": "all_exposed"},
        {"type": "any_exposed"},
        {"type": "none_exposed"},
    ],
)
def test_conditions(condition: Json) -> None:
    data = holdem()
    data["gamePlay"][-2]["conditional_state"] = condition
    found = read(data).steps[-2].condition
    assert found is not None and found.type == condition["type"]


@pytest.mark.parametrize("kind", list(BetType))
def test_bets(kind: BetType) -> None:
    data = stud() if kind in ("antes", "bring-in") else holdem()
    found = {each.bet.type for each in read(data).steps if each.bet is not None}
    assert kind in found


def test_betting_without_cards() -> None:
    data = draw(bet("big", zeroCardsBetting="call_only"))
    found = read(data).steps[-2].bet
    assert found is not None and found.zero_cards_betting == "call_only"


def test_deals() -> None:
    protection = {"cost": "protection_fee", "timing": "post_deal", "prompt": "Pay?"}
    data = game(
        deal("player", cards(2, subset="Point"), cards(1, hole_subset="Side")),
        deal("player", cards(1, protection_option=protection)),
        bet("small"),
        deal("community", cards(1, "face up", subset=["Row", "Column"])),
        deal("community", cards(1, "face down", community_subset="Row")),
        bet("big"),
    )
    found = read(data)
    first, second, third, fourth = (each.deal for each in found.steps if each.deal is not None)
    assert [each.all_subsets for each in first.cards] == [("Point",), ("Side",)]
    assert second.cards[0].protection is not None
    assert second.cards[0].protection.prompt == "Pay?"
    assert third.cards[0].subsets == ("Row", "Column") and third.location is Location.COMMUNITY
    assert fourth.cards[0].subsets == ("Row",) and fourth.cards[0].state is Side.DOWN


@pytest.mark.parametrize("key", ["subset", "hole_subset"])
def test_draws(key: str) -> None:
    drawn = {
        "number": 4,
        "min_number": 1,
        "state": "face down",
        key: "Badugi",
        "draw_amount": {"relative_to": "discard", "amount": -1},
        "preserve_state": True,
    }
    data = game(
        deal("player", cards(5, hole_subset="Badugi")),
        step("draw", {"cards": [drawn]}),
        bet("small"),
    )
    found = read(data).steps[2].draw
    assert found is not None
    (exchanged,) = found.cards
    assert (exchanged.number, exchanged.minimum, exchanged.preserve_state) == (4, 1, True)
    assert exchanged.hole_subset == "Badugi"
    assert exchanged.draw_amount is not None and exchanged.draw_amount.amount == -1


def test_discards() -> None:
    data = game(
        deal("player", cards(6, hole_subset="Hand")),
        deal("community", cards(2, "face up", subset="Discard")),
        bet("small"),
        step("discard", {"cards": [{"number": 2, "min_number": 1, "state": "face up"}]}),
        step(
            "discard",
            {
                "cards": [
                    {
                        "rule": "matching ranks",
                        "subset": "Discard",
                        "state": "face up",
                        "discardLocation": "community",
                        "discardSubset": "Discard",
                    }
                ]
            },
        ),
        step("discard", {"cards": [{"hole_subset": "any", "entire_subset": True}]}),
        hands=[{"evaluationType": "high", "anyCards": 5}],
    )
    free, matching, whole = (each.discard for each in read(data).steps if each.discard is not None)
    assert (free.cards[0].number, free.cards[0].minimum) == (2, 1)
    assert free.cards[0].state is Side.UP
    assert matching.cards[0].rule is DiscardRule.MATCHING_RANKS
    assert (matching.cards[0].location, matching.cards[0].target) == ("community", "Discard")
    assert whole.cards[0].entire_subset


def test_exposing_and_passing() -> None:
    exposed = {"number": 2, "min_number": 0, "state": "face down", "immediate": True}
    data = draw(
        step("expose", {"cards": [exposed]}),
        step(
            "pass",
            {
                "cards": [
                    {"number": 2, "direction": "left", "state": "face down"},
                    {"number": 1, "direction": "right", "state": "face up"},
                ]
            },
        ),
    )
    found = read(data)
    expose, passing = found.steps[3].expose, found.steps[4].pass_
    assert expose is not None and passing is not None
    assert (expose.cards[0].minimum, expose.cards[0].immediate) == (0, True)
    assert [each.direction for each in passing.cards] == [Direction.LEFT, Direction.RIGHT]


def test_passing_across() -> None:
    passing = step("pass", {"cards": [{"number": 1, "direction": "across", "state": "face down"}]})
    found = read(draw(passing, players={"min": 4, "max": 4}))
    assert "passes one card across the table" in found.describe()
    assert "gamePlay[3].pass.cards[0].direction" in warnings(draw(passing))


@pytest.mark.parametrize("key", ["subset", "hole_subset"])
def test_separating(key: str) -> None:
    separate = {
        "cards": [{key: "Two", "number": 2}, {key: "Three", "number": 3}],
        "hand_comparison": {
            "subsets": [
                {key: "Three", "evaluationType": "three_card_high"},
                {key: "Two", "evaluationType": "two_card_high"},
            ],
            "comparison_rule": "greater_than",
        },
        "visibility_requirements": [{key: "Two", "min_face_down": 1, "min_face_up": 0}],
    }
    found = read(draw(step("separate", separate))).steps[3].separate
    assert found is not None and found.comparison is not None
    assert [(part.hole_subset, part.number) for part in found.cards] == [("Two", 2), ("Three", 3)]
    assert [each.hole_subset for each in found.comparison.subsets] == ["Three", "Two"]
    assert found.visibility[0].minimum_face_down == 1


def test_declaring() -> None:
    declare = {
        "type": "declare",
        "options": ["high", "low", "high_low"],
        "per_pot": True,
        "simultaneous": True,
    }
    hands = [{"evaluationType": kind, "anyCards": 5} for kind in ("high", "a5_low")]
    data = draw(step("declare", declare), hands=hands)
    data["showdown"]["declaration_mode"] = "declare"
    found = read(data)
    assert found.steps[3].declare is not None
    assert found.steps[3].declare.options == ("high", "low", "high_low")
    assert found.steps[3].declare.per_pot


def test_buying() -> None:
    bought = {
        "number": 1,
        "state": "face down",
        "cost": {"type": "fixed", "amount": "big_bet"},
        "discard_first": True,
        "optional": True,
    }
    more = bought | {"cost": {"type": "match_pot"}, "discard_first": False}
    found = read(draw(step("buy", {"cards": [bought, more]}))).steps[3].buy
    assert found is not None
    assert [each.cost.type for each in found.cards] == [CostType.FIXED, CostType.MATCH_POT]
    assert found.cards[0].cost.amount == "big_bet" and found.cards[0].discard_first


def test_dice_and_boards() -> None:
    data = boards()
    data["gamePlay"][-1:-1] = [
        step("roll_die", {"dice": 2, "subset": "Dice"}),
        step(
            "remove",
            {
                "type": "subset",
                "criteria": "lowest_river_card_unless_all_same",
                "subsets": ["Board 1", "Board 2"],
            },
        ),
        step(
            "replaceCommunity",
            {"cardsToReplace": 2, "order": "clockwise", "startingFrom": "left_of_dealer"},
        ),
    ]
    dice, removal, replacement = read(data).steps[-4:-1]
    assert dice.roll_die is not None and dice.roll_die.dice == 2
    assert removal.remove is not None and removal.remove.subsets == ("Board 1", "Board 2")
    assert replacement.replace_community is not None and replacement.replace_community.number == 2


def test_groups() -> None:
    group = [
        {"bet": {"type": "small"}},
        {"discard": {"cards": [{"min_number": 0, "number": 4, "oncePerStep": True}]}},
    ]
    data = draw({"name": "Group", "groupedActions": group})
    found = read(data).steps[3]
    assert found.action is None and [list(part.actions) for part in found.group] == [
        ["bet"],
        ["discard"],
    ]
    discard = found.group[1].discard
    assert discard is not None and discard.cards[0].once


def test_conditional_cards_in_groups() -> None:
    group = [
        {"expose": {"cards": [{"number": 1, "min_number": 0, "state": "face down"}]}},
        {
            "deal": {
                "location": "player",
                "cards": [{"number": 1}],
                "conditional_state": {
                    "type": "all_exposed",
                    "true_state": "face down",
                    "false_state": "face up",
                },
            }
        },
    ]
    found = read(draw({"name": "Group", "groupedActions": group})).steps[3].group[1].deal
    assert found is not None and found.condition is not None
    assert found.condition.true_state is Side.DOWN


@pytest.mark.parametrize(
    "layout",
    [
        {"type": "multi-row", "rows": [{"label": "One", "subsets": ["Board 1", "Board 2"]}]},
        {"type": "branching", "rows": [{"subsets": ["Board 1"]}, {"subsets": ["Board 2", None]}]},
        {"type": "grid", "columns": 2, "cells": [[None, "Board 1"], ["Board 2", None]]},
        {"type": "single-row"},
    ],
)
def test_layouts(layout: Json) -> None:
    found = read(boards() | {"communityCardLayout": layout}).layout
    assert found is not None and found.type == layout["type"]


def test_configurations_are_values() -> None:
    first, second = load(holdem()), load(holdem())
    assert first == second and hash(first) == hash(second)
    assert first != load(stud())
