"""Odds and heat maps of games that are JSON files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from croupier import rankings
from croupier.analysis import equity, hand_kinds, next_card_equities, odds
from croupier.cards import Card, Deck
from croupier.errors import CardError, SetupError, UnsupportedError
from croupier.games.configuration.library import library
from shared import data_path


@pytest.mark.parametrize(("hand", "board"), [("AhKh", "QhJh2c"), ("8s8d", "Ks8h3c7d")])
def test_a_file_and_a_name_agree(hand: str, board: str) -> None:
    named, filed = odds(hand, board), odds(hand, board, game="texas_holdem")
    assert (filed.kind, filed.description, filed.unseen) == (
        named.kind,
        named.description,
        named.unseen,
    )
    assert filed.outs == named.outs
    assert [street.street for street in filed.streets] == [
        street.street for street in named.streets
    ]
    for one, other in zip(filed.streets, named.streets, strict=True):
        assert one.exact and list(one.kinds) == list(other.kinds)
        assert one.kinds == pytest.approx(other.kinds)


def test_deals_at_random_are_near_the_truth() -> None:
    named, filed = hand_kinds("AKs"), hand_kinds("AKs", game="texas_holdem", seed=1)
    assert [street.street for street in filed] == ["flop", "turn", "river"]
    assert [street.exact for street in filed] == [True, False, False]
    for one, other in zip(filed, named, strict=True):
        for kind, part in other.kinds.items():
            assert one.kinds.get(kind, 0) == pytest.approx(part, abs=0.01)
    assert filed == hand_kinds("AKs", game="texas_holdem", seed=1, threads=1)


def test_qualifiers_count() -> None:
    found = odds("AhAs2hKsQd", "3c4d9hTd", game="five_card_omaha_hi_lo_8", contest=1)
    assert found.kind is None and found.outs == ()
    # Ace and deuce go with the trey, the four and one more low card of the board.
    low = [card for card in Deck.STANDARD if repr(card)[0] in "5678"]
    assert found.streets[-1].kinds["High card"] == pytest.approx(len(low) / found.unseen)
    assert set(found.streets[-1].kinds) == {"High card", "No hand"}


def test_wild_cards_count_card_by_card() -> None:
    hand, board = "8s8d", "Ks2h3c9d"
    found = odds(hand, board, game="deuces_wild_holdem")
    ranking = rankings.get("high_wild_bug")
    expected = Counter[str]()
    seen = Card.clean(hand + board)
    for card in Deck.STANDARD:
        if card not in seen:
            cards = (*seen, card)
            wild = [one for one in cards if repr(one)[0] == "2"]
            best = ranking.best(cards, wild=wild).strength
            label = ranking.label(best)
            assert label is not None
            expected[label] += 1
    kinds = {kind: part * found.unseen for kind, part in found.streets[-1].kinds.items()}
    assert kinds == pytest.approx(dict(expected))
    assert {out.kind: len(out.cards) for out in found.outs} == {
        kind: count for kind, count in expected.items() if kind != found.kind
    }
    assert found.by_next_card == pytest.approx(found.by_river)


def test_parts_and_boards_have_slashes_or_names() -> None:
    found = odds("AhAd", "AsKs2c / Qh7d7c", game="double_board_holdem")
    # Two cards come at once, one to each board.
    assert found.outs == () and found.kind is not None
    assert [street.street for street in found.streets] == [
        "2 and 6 cards",
        "2 and 8 cards",
        "2 and 10 cards",
    ]
    by_name = odds("AhAd", {"Top": "AsKs2c", "Bottom": "Qh7d7c"}, game="double_board_holdem")
    assert by_name == found
    # On the bottom board two pair, on the top one a set: the contests are told apart.
    other = odds("AhAd", "AsKs2c / Qh7d7c", game="double_board_holdem", contest=1)
    assert {found.kind, other.kind} == {"Three of a kind", "Two pair"}
    sohe = hand_kinds("AhKhQsJs / 9c9d", game="sohe", samples=2000, seed=1)
    assert sum(sohe[-1].kinds.values()) == pytest.approx(1)


def test_every_game_of_the_library_answers() -> None:
    answered = 0
    for name in library().files:
        try:
            streets = hand_kinds(None, game=name, samples=30, seed=1, threads=1)
        except UnsupportedError as error:
            assert "no equities" in str(error)
            continue
        answered += 1
        assert streets and all(
            sum(street.kinds.values()) == pytest.approx(1) for street in streets
        ), name
    assert answered > 200


def test_other_files_answer() -> None:
    for path in sorted(data_path("game_configs").glob("*.json"))[::10]:
        assert hand_kinds(None, game=path, samples=30, seed=1)


def test_what_makes_no_sense_is_said() -> None:
    with pytest.raises(UnsupportedError, match="no_such_game"):
        odds("AhKh", game="no_such_game")
    with pytest.raises(SetupError, match="has 1 kinds of hands, not 3"):
        odds("AhKh", game="texas_holdem", contest=2)
    with pytest.raises(SetupError, match="stands for 6"):
        odds("AA", game="deuces_wild_holdem")
    with pytest.raises(CardError, match="Ah is there twice"):
        odds("AhKh", "AhQs2c", game="deuces_wild_holdem")
    with pytest.raises(CardError, match="for a hand, not 3"):
        odds("AhKhQh", game="deuces_wild_holdem")
    with pytest.raises(SetupError, match="nothing to choose"):
        odds("AhKh", game="holdem", choices={"a": "b"})


@pytest.mark.parametrize("game", ["deuces_wild_holdem", "texas_holdem", "short_deck_holdem"])
def test_heat_maps_of_files(game: str, tmp_path: Path) -> None:
    board = Card.clean("Th9h8cKd")
    found = next_card_equities("AhKh", "QsQd", board=board, game=game)
    assert found.now.equities == pytest.approx(
        equity("AhKh", "QsQd", board=board, game=game).equities
    )
    mean = sum(result.equities[0] for result in found.cards.values()) / len(found.cards)
    assert mean == pytest.approx(found.now.equities[0])
    assert all(card not in found.cards for card in Card.clean("AhKhQsQdTh9h8cKd"))
    assert found.draw(tmp_path / "map.svg").exists()


@pytest.mark.parametrize(
    ("game", "words"),
    [("double_board_holdem", "has 2 of them"), ("seven_card_stud", "has no board")],
)
def test_heat_maps_need_one_board(game: str, words: str) -> None:
    with pytest.raises(UnsupportedError, match=words):
        next_card_equities(None, None, board="Th9h8c", game=game)
