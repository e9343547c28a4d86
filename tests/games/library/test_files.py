"""The files of the library are what they should be."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier import rankings
from croupier.games.configuration.check.qualifiers import read_qualifier
from games.files import contests, dealt, plain, read_all, steps

from .keys import find_unknown

DOCS = Path(__file__).resolve().parents[3] / "docs" / "games" / "library.md"
CATEGORIES = {"Hold'em", "Omaha", "Stud", "Draw", "Pineapple", "Dramaha", "Straight", "Other"}
DECKS = {"standard": 52, "short_6a": 36, "short_ta": 20, "short_27_ja": 40}
# Card rooms seat eight at stud: hardly ever do all stay, and then the last card is common to all.
SHORT_OF_CARDS = {"razz", "seven_card_stud", "seven_card_stud_hi_lo_8"}

GAMES = read_all()
every_game = pytest.mark.parametrize("name", GAMES)


def test_there_are_many_games() -> None:
    assert len(GAMES) >= 120


def test_all_categories_have_games() -> None:
    assert {game["category"] for game in GAMES.values()} == CATEGORIES


def test_the_document_mentions_all_categories() -> None:
    text = DOCS.read_text(encoding="utf-8")
    found = set(re.findall(r"^\| ([^|`]+) \|", text, re.MULTILINE))
    assert CATEGORIES <= found


def test_no_name_stands_for_two_games() -> None:
    found: Counter[str] = Counter()
    for name, game in GAMES.items():
        found.update({plain(text) for text in (name, game["game"], *game.get("aliases", []))})
    assert not {name for name, count in found.items() if count > 1}


def test_no_two_games_are_the_same() -> None:
    def rules(game: dict[str, Any]) -> str:
        plays = [{**step, "name": ""} for step in game["gamePlay"]]
        kept = {key: game.get(key) for key in ("deck", "forcedBets", "bettingOrder", "showdown")}
        return json.dumps([plays, kept], sort_keys=True)

    found = Counter(map(rules, GAMES.values()))
    assert not [name for name, game in GAMES.items() if found[rules(game)] > 1]


@every_game
def test_keys_are_known(name: str) -> None:
    assert not find_unknown(GAMES[name])


def test_an_unknown_key_is_found_anywhere() -> None:
    game = copy.deepcopy(GAMES["mexican_poker"])
    game["slip"] = 1
    game["deck"]["slip"] = 1
    game["gamePlay"][0]["slip"] = 1
    game["gamePlay"][1]["deal"]["cards"][0]["slip"] = 1
    game["gamePlay"][4]["groupedActions"][1]["deal"]["wildCards"][0]["slip"] = 1
    game["showdown"]["bestHand"][0]["wildCards"][0]["condition"]["slip"] = 1
    assert find_unknown(game) == [
        "slip",
        "deck.slip",
        "gamePlay[0].slip",
        "gamePlay[1].deal.cards[0].slip",
        "gamePlay[4].groupedActions[1].deal.wildCards.slip",
        "showdown.bestHand.wildCards.condition.slip",
    ]


@every_game
def test_a_game_is_introduced(name: str) -> None:
    game = GAMES[name]
    assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)
    assert game["game"] and game["game"].strip() == game["game"]
    # One or two sentences; the point of an abbreviation is none.
    sentences = re.findall(r"(?<!\bDr)\.(?=\s|$)", game["description"])
    assert game["description"].endswith(".") and 1 <= len(sentences) <= 2
    aliases = game.get("aliases", [])
    assert len(set(aliases)) == len(aliases)


@every_game
def test_players_and_bets_are_possible(name: str) -> None:
    game = GAMES[name]
    assert 2 <= game["players"]["min"] <= game["players"]["max"] <= 10
    assert game["bettingStructures"]
    assert set(game["bettingStructures"]) <= {"Limit", "No Limit", "Pot Limit"}


@every_game
def test_cards_suffice(name: str) -> None:
    game = GAMES[name]
    deck = game["deck"]
    assert deck["cards"] == DECKS[deck["type"]]
    players = game["players"]["max"]
    replaced = sum(
        step["replaceCommunity"]["cardsToReplace"]
        for step in steps(game)
        if "replaceCommunity" in step
    )
    # Cards that are burnt are shuffled again if the deck runs out.
    needed = players * (dealt(game, "player") + replaced) + dealt(game, "community")
    cards = deck["cards"] + deck.get("jokers", 0)
    assert (needed > cards) == (name in SHORT_OF_CARDS)


@every_game
def test_steps_have_an_order(name: str) -> None:
    plays = GAMES[name]["gamePlay"]
    kinds = [next(key for key in step if key != "name") for step in plays]
    assert all(len(step) == 2 for step in plays)
    assert plays[0].get("bet", {}).get("type") in {"antes", "blinds"}
    assert kinds.count("showdown") == 1 and kinds[-1] == "showdown"
    names = [step["name"] for step in plays]
    assert len(set(names)) == len(names)
    forced = {"antes", "blinds", "bring-in"}
    sizes = [step["bet"]["type"] for step in plays if "bet" in step]
    free = [size for size in sizes if size not in forced]
    assert free and free == sorted(free, key=["small", "big"].index)


@every_game
def test_forced_bets_are_posted(name: str) -> None:
    game = GAMES[name]
    style = game.get("forcedBets", {}).get("style", "blinds")
    posted = {step["bet"]["type"] for step in steps(game) if "bet" in step} - {"small", "big"}
    expected = {
        "blinds": {"blinds"},
        "bring-in": {"antes", "bring-in"},
        "antes_only": {"antes"},
        "bomb": {"antes"},
    }[style]
    # Everybody pays an ante in short-deck hold'em, and the button a blind.
    assert posted - ({"antes"} if style == "blinds" else set()) == expected


@every_game
def test_subsets_are_dealt_before_they_play(name: str) -> None:
    game = GAMES[name]
    known = {"default"}
    for step in steps(game):
        for cards in step.get("deal", {}).get("cards", []):
            subset = cards.get("subset", [])
            known |= {subset} if isinstance(subset, str) else set(subset)
        known |= {part["hole_subset"] for part in step.get("separate", {}).get("cards", [])}
    used = set()
    for hand in contests(game):
        for part in [hand, *hand.get("combinations", []), *hand.get("playerHandSize", {}).values()]:
            for key in ("community_subset", "community_subsets", "hole_subset"):
                value = part.get(key, [])
                used |= {value} if isinstance(value, str) else set(value)
        for allowed in hand.get("holeCardsAllowed", []):
            used |= set(allowed["hole_subsets"])
    assert used <= known


@every_game
def test_hands_can_be_made(name: str) -> None:
    game = GAMES[name]
    own, board = dealt(game, "player"), dealt(game, "community")
    for hand in contests(game):
        ranking = rankings.get(hand["evaluationType"])
        for chosen, shared in _selections(hand):
            size = chosen + shared
            assert (
                size == ranking.maximum_cards
                or ranking.minimum_cards <= size < ranking.maximum_cards
            )
            assert shared <= board
            assert size <= own + board
            if "anyCards" not in hand:
                assert chosen <= own


def _selections(hand: dict[str, Any]) -> list[tuple[int, int]]:
    if "anyCards" in hand:
        return [(hand["anyCards"], 0)]
    parts = hand.get("combinations") or list(hand.get("playerHandSize", {}).values()) or [hand]
    found: list[tuple[int, int]] = []
    for part in parts:
        holes, boards = part["holeCards"], part.get("communityCards", 0)
        if isinstance(holes, int):
            holes, boards = [holes], [boards]
        found += zip(holes, boards, strict=True)
    return found


@pytest.mark.parametrize(
    ("evaluation", "weakest", "too_weak", "qualifier"),
    [
        ("a5_low", "8c7d6h5s4c", "9c4d3h2sAc", (1, 56)),
        ("a5_low", "9c8d7h6s5c", "Tc4d3h2sAc", (1, 126)),
        ("27_low", "JcTd9h8s6c", "Qc5d4h3s2c", (1, 246)),
        ("high", "9c9d4h3s2c", "8c8dAhKsQc", (9, 1320)),
        ("high", "3c3d2h2s4c", "AcAdKhQsJc", (8, 858)),
        ("high", "7c5c4c3c2c", "AcKdQhJsTc", (5, 1277)),
        ("one_card_high_spade", "2s", "Ah", (13, 1)),
        ("one_card_low_spade", "As", "2h", (13, 1)),
        ("one_card_high_heart", "2h", "As", (13, 1)),
    ],
)
def test_qualifiers_mean_what_descriptions_say(
    evaluation: str, weakest: str, too_weak: str, qualifier: tuple[int, int]
) -> None:
    ranking = rankings.get(evaluation)
    assert ranking.evaluate(weakest).qualifies(qualifier)
    assert not ranking.evaluate(too_weak).qualifies(qualifier)


def test_all_qualifiers_are_among_the_tried_ones() -> None:
    tried = {
        ("a5_low", (1, 56)),
        ("a5_low", (1, 126)),
        ("27_low", (1, 246)),
        ("high", (9, 1320)),
        ("high", (8, 858)),
        ("high", (5, 1277)),
        ("a5_low_wild", (1, 56)),
        *((f"one_card_{kind}", (13, 1)) for kind in ("high_spade", "low_spade", "high_heart")),
        # The lows that dice ask for: five to queen.
        *(("a5_low", (1, count)) for count in (1, 6, 21, 56, 126, 252, 462, 792)),
    }

    def read(hand: dict[str, Any]) -> tuple[int, int] | None:
        if not isinstance(hand["qualifier"], str):
            rank, place = hand["qualifier"]
            return rank, place
        return read_qualifier(rankings.get(hand["evaluationType"]), hand["qualifier"])

    found = {
        (hand["evaluationType"], read(hand))
        for game in GAMES.values()
        for hand in contests(game)
        if "qualifier" in hand
    }
    assert found <= tried


@every_game
def test_hands_that_share_a_pot_have_names(name: str) -> None:
    showdown = GAMES[name]["showdown"]
    lists = [showdown.get("bestHand", []), showdown.get("defaultBestHand", [])]
    lists += [case["bestHand"] for case in showdown.get("conditionalBestHands", [])]
    for hands in lists:
        names = [hand.get("name") for hand in hands]
        assert len(hands) == 1 or (all(names) and len(set(names)) == len(names))


@every_game
def test_declarations_decide(name: str) -> None:
    game = GAMES[name]
    declared = any("declare" in step for step in steps(game))
    assert declared == (game["showdown"].get("declaration_mode") == "declare")


@every_game
def test_wild_cards_have_a_ranking_that_knows_them(name: str) -> None:
    game = GAMES[name]
    wild = [rule for hand in contests(game) for rule in hand.get("wildCards", [])]
    on_deal = [rule for step in steps(game) for rule in step.get("deal", {}).get("wildCards", [])]
    for hand in contests(game):
        assert ("wildCards" in hand) == ("wild" in hand["evaluationType"])
    assert all(rule in wild for rule in on_deal)
    jokers = any(rule["type"] == "joker" for rule in wild)
    assert jokers == ("jokers" in game["deck"])


def test_the_loader_has_nothing_to_say() -> None:
    configuration = pytest.importorskip("croupier.games.configuration")
    found = {
        name: [warning.path for warning in configuration.read(game).warnings]
        for name, game in GAMES.items()
    }
    said = {name: paths for name, paths in found.items() if paths}
    assert said == {name: ["players.max"] for name in SHORT_OF_CARDS}
