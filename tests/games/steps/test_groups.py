"""Groups: what each player does in turn before the next player does it."""

from __future__ import annotations

from typing import Any

from games.build import Json, bet, cards, game, step
from games.build import deal as dealing
from games.stories import accept, check_around, deal, held, refuse, shown, start, texts

HANDS = ("AsAd3h4h5h", "KsKd3c4c5c", "QsQd3d4d5d")


def group(*actions: Json) -> Json:
    return {"name": "Group", "groupedActions": list(actions)}


def bet_and(**action: Any) -> Json:
    return game(dealing("player", cards(5)), group({"bet": {"type": "small"}}, action), bet("big"))


def test_betting_and_then_discarding() -> None:
    discard = {"number": 2, "min_number": 0, "state": "face down", "oncePerStep": True}
    state = start(bet_and(discard={"cards": [discard]}))
    deal(state, *HANDS)
    assert state.actor_index == 2
    accept(state, "check_or_call")
    # The button discards before the next player bets.
    assert state.actor_index is None and state.stander_pat_or_discarder_index == 2
    refuse(state, "check_or_call")
    refuse(state, "stand_pat_or_discard", "3d4d5d")
    accept(state, "stand_pat_or_discard", "3d4d")
    assert held(state, 2) == "QsQd5d" and state.actor_index == 0
    accept(state, "complete_bet_or_raise_to", 20)
    accept(state, "stand_pat_or_discard", "")
    accept(state, "fold")
    # Who has folded discards nothing, and a raise brings only the bet back.
    assert state.actor_index == 2
    accept(state, "check_or_call")
    assert state.stander_pat_or_discarder_index is None and state.actor_index == 0
    check_around(state)
    assert state.stacks == [480 + 50, 490, 480]


def test_betting_and_then_turning_a_card() -> None:
    state = start(bet_and(expose={"cards": [cards(1, immediate=True)]}))
    deal(state, *HANDS)
    accept(state, "complete_bet_or_raise_to", 20)
    assert state.decider_index == 2 and texts(state.legal["expose_cards"].cards) == HANDS[2]
    refuse(state, "fold")
    accept(state, "expose_cards", "Qs")
    assert shown(state, 2) == "Qs" and state.actor_index == 0
    accept(state, "check_or_call")
    accept(state, "expose_cards", "As")
    accept(state, "complete_bet_or_raise_to", 30)
    accept(state, "expose_cards", "Ks")
    # Everybody has turned a card.
    accept(state, "check_or_call")
    accept(state, "check_or_call")
    assert state.actor_index == 0 and state.street_index == 1
    assert [shown(state, index) for index in range(3)] == ["As", "Ks", "Qs"]


def expose_and_deal() -> Json:
    condition = {"type": "all_exposed", "true_state": "face down", "false_state": "face up"}
    return game(
        dealing("player", cards(1), cards(1, "face up")),
        bet("small"),
        group(
            {"expose": {"cards": [cards(1, min_number=0, immediate=True)]}},
            {
                "deal": {
                    "location": "player",
                    "cards": [{"number": 1}],
                    "conditional_state": condition,
                }
            },
        ),
        bet("big"),
        dealing("player", cards(2)),
        bet("big"),
    )


def test_turning_a_card_and_being_dealt_one() -> None:
    state = start(expose_and_deal())
    deal(state, "AsAd", "KsKd", "QsQd")
    check_around(state)
    legal = state.legal["expose_cards"]
    assert (legal.min_count, legal.max_count) == (0, 1) and texts(legal.cards) == "As"
    accept(state, "expose_cards", "As")
    # All cards of the first player lie open now, so the next one comes face down.
    assert state.decider_index is None and state.legal["deal_hole"].player_indices == (0,)
    state.deal_hole("2c", 0)
    assert state.hole_card_statuses[0] == [True, True, False]
    accept(state, "expose_cards", "")
    state.deal_hole("3c", 1)
    assert state.hole_card_statuses[1] == [False, True, True]
    accept(state, "expose_cards", "Qs")
    state.deal_hole("4c", 2)
    assert state.hole_card_statuses[2] == [True, True, False]
    # A pair of aces lies open.
    assert state.actor_index == 0


def test_a_group_of_one() -> None:
    state = start(game(dealing("player", cards(5)), group({"bet": {"type": "small"}})))
    deal(state, *HANDS)
    check_around(state)
    assert state.stacks == [520, 490, 490]


def test_a_choice_decides_about_steps_and_order() -> None:
    choose = {"possible_values": ["Up", "Down"], "value": "Side", "chooser": "dealer"}
    condition = {"type": "player_choice", "subset": "Side"}
    steps = [
        step(
            "deal",
            {"location": "player", "cards": [cards(5, side)]},
            conditional_state={**condition, "value": value},
        )
        for value, side in (("Up", "face up"), ("Down", "face down"))
    ]
    data = game(step("choose", choose), *steps, bet("small"), bet("big"))
    for value in ("Up", "Down"):
        state = start(data)
        accept(state, "choose", value)
        deal(state, *HANDS)
        assert state.hole_card_statuses[0] == [value == "Up"] * 5
        check_around(state)
        assert state.stacks == [520, 490, 490]
