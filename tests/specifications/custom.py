"""Games in which every object of the game configuration schema has its place."""

from __future__ import annotations

from games.build import Json, bet, boards, cards, deal, draw, game, holdem, step, stud


def hand(**fields: object) -> Json:
    return {"evaluationType": "high", **fields}


def exchanging() -> Json:
    """Return a game in which cards are drawn."""
    drawn = {
        "number": 4,
        "min_number": 1,
        "state": "face down",
        "subset": "Hand",
        "draw_amount": {"relative_to": "discard", "amount": -1},
    }
    return game(
        deal("player", cards(6, subset="Hand")),
        bet("small"),
        step("draw", {"cards": [drawn]}),
        bet("big"),
    )


def discarding() -> Json:
    """Return a game in which cards are discarded, some of them by a rule."""
    rule = {"rule": "matching ranks", "subset": "Flop", "state": "face up"}
    return game(
        deal("player", cards(6)),
        bet("small"),
        step("discard", {"cards": [{"number": 1, "state": "face down"}]}),
        deal("community", cards(3, "face up", subset="Flop")),
        step("discard", {"cards": [rule]}),
        bet("big"),
    )


def exposing() -> Json:
    return draw(step("expose", {"cards": [cards(2)]}), bet("big"))


def passing() -> Json:
    passed = {"number": 1, "direction": "left", "state": "face down"}
    return draw(step("pass", {"cards": [passed]}), bet("big"))


def separating() -> Json:
    parts = [{"subset": "Hold'em", "number": 2}, {"subset": "Super Hold'em", "number": 3}]
    return draw(step("separate", {"cards": parts}), bet("big"))


def removing() -> Json:
    data = boards()
    removal = {
        "type": "subset",
        "criteria": "lowest_river_card_unless_all_same",
        "subsets": ["Board 1", "Board 2"],
    }
    data["gamePlay"][-1:-1] = [step("remove", removal)]
    return data


def choosing_cards() -> Json:
    """Return a game of which hands say from which cards they are made."""
    return game(
        deal("player", cards(1, subset="Point"), cards(2, subset="Hole Card")),
        deal("community", cards(3, "face up", subset="Flop"), cards(2, "face up", subset="Rest")),
        bet("small"),
        hands=[
            hand(
                name="High Hand",
                holeCards=2,
                communityCards=3,
                holeCardsAllowed=[
                    {"subsets": ["Point", "Hole Card"], "indices": [0, 0]},
                    {"subsets": ["Point", "Hole Card"], "indices": [0, 1]},
                ],
                communityCardsAllowed=[{"subsets": ["Flop"]}],
            )
        ],
    )


def wild() -> Json:
    data = holdem()
    data["showdown"]["bestHand"] = [
        {
            "evaluationType": "high_wild",
            "anyCards": 5,
            "wildCard": {"communityCards": "low", "otherCards": "same_rank"},
        }
    ]
    return data


def defaulting() -> Json:
    """Return a game with hands that must qualify, and what wins where nobody does."""
    hands = [
        {"name": "High Hand", "evaluationType": "high", "anyCards": 5, "qualifier": [9, 1320]},
        {"name": "Low Hand", "evaluationType": "a5_low", "anyCards": 5, "qualifier": [1, 56]},
    ]
    data = draw(hands=hands)
    data["showdown"]["defaultAction"] = {
        "condition": "no_qualifier_met",
        "action": "best_hand",
        "bestHand": [{"evaluationType": "27_low", "anyCards": 5}],
    }
    return data


# Where each object of the document is found: a game, and the path to it.
PLACES: dict[str, tuple[Json, str]] = {
    "Root Object": (stud(references=["https://docs.python.org/stud"]), ""),
    "Players Object": (holdem(), "players"),
    "Deck Object": (holdem(), "deck"),
    "Forced Bets Object": (stud(), "forcedBets"),
    "Game Play Array": (holdem(), "gamePlay[1]"),
    "Deal Object": (holdem(), "gamePlay[1].deal"),
    "Deal Object, cards": (holdem(), "gamePlay[1].deal.cards[0]"),
    "Draw Object": (exchanging(), "gamePlay[3].draw"),
    "Draw Object, cards": (exchanging(), "gamePlay[3].draw.cards[0]"),
    "Draw Amount Object": (exchanging(), "gamePlay[3].draw.cards[0].draw_amount"),
    "Discard Object": (discarding(), "gamePlay[3].discard"),
    "Discard Object, cards": (discarding(), "gamePlay[5].discard.cards[0]"),
    "Expose Object": (exposing(), "gamePlay[3].expose"),
    "Expose Object, cards": (exposing(), "gamePlay[3].expose.cards[0]"),
    "Pass Object": (passing(), "gamePlay[3].pass"),
    "Pass Object, cards": (passing(), "gamePlay[3].pass.cards[0]"),
    "Separate Object": (separating(), "gamePlay[3].separate"),
    "Separate Object, cards": (separating(), "gamePlay[3].separate.cards[0]"),
    "Showdown Object": (holdem(), "gamePlay[9].showdown"),
    "Showdown Object of the game": (defaulting(), "showdown"),
    "Best Hand Object": (boards(), "showdown.bestHand[0]"),
    "Card Subset Allowed Object": (choosing_cards(), "showdown.bestHand[0].holeCardsAllowed[0]"),
    "Wild Card Object": (wild(), "showdown.bestHand[0].wildCard"),
    "Default Action Object": (defaulting(), "showdown.defaultAction"),
}
