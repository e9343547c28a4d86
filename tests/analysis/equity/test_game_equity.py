"""Equities of any game: hands that were played, an evaluator of the tests' own, laws."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Sequence
from importlib.resources import files
from itertools import combinations
from random import Random
from typing import Any

import pytest

from croupier.analysis import equity, find_showdown_game
from croupier.cards import Card
from croupier.errors import CardError, SetupError, UnsupportedError
from croupier.games import (
    KuhnPoker,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    load,
)
from croupier.games.configuration.library import library
from croupier.state import Automation
from reference.selection import best

# A pot of such bets can be divided in any way without a rest.
STAKES = {"small_bet": 5040}
# Nobody knows what these show.
DICE = {"binglaha", "dice_holdem", "dice_omaha"}
# Seats are not alike: the card after a queen goes to the next player.
ORDERED = {"follow_the_queen"}
NAMES = sorted(library().load_all())


def texts(cards: Sequence[Card]) -> str:
    return "".join(map(repr, cards))


def play(name: str, seed: int) -> tuple[list[str], str, list[float]] | None:
    """Play a hand in which everybody calls and stands pat; return cards and parts of the pot."""
    shown = tuple(each for each in Automation if each != Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    configuration = load(name)
    count = configuration.players.minimum
    state = configuration.game(None, STAKES, automations=shown)(10**9, count, seed=seed)
    held: list[str] = []
    board, pot = "", 0
    while state.status:
        if state.can_show_or_muck_hole_cards():
            if not held:
                held = [texts(cards) for cards in state.hole_cards]
                board = "".join(map(texts, state.board_cards))
                pot = state.total_pot_amount
            state.show_or_muck_hole_cards(True)
        elif state.can_check_or_call():
            state.check_or_call()
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif state.can_stand_pat_or_discard():
            state.stand_pat_or_discard()
        else:
            # Somebody decides something about the cards.
            return None
    return held, board, [(payoff + pot / count) / pot for payoff in state.payoffs]


def test_hands_that_were_played() -> None:
    played = set()
    for number, name in enumerate(NAMES):
        hand = None if name in DICE else play(name, number)
        if hand is None:
            continue
        played.add(name)
        held, board, shares = hand
        # Cards that would come only with another flop are still unknown, but change nothing.
        result = equity(*held, board=board, game=name, samples=100)
        assert result.equities == pytest.approx(shares, abs=1e-6), name
    assert len(played) > 160


@pytest.mark.parametrize("start", range(4))
def test_unknown_players_are_alike(start: int) -> None:
    for name in NAMES[start::4]:
        count = load(name).players.minimum
        result = equity(*[None] * count, game=name, exact=False, samples=1500, seed=3)
        assert sum(result.equities) == pytest.approx(1), name
        if name not in ORDERED:
            for player in result:
                assert abs(player.equity - 1 / count) < 4.5 * player.error, name


Standing = tuple[int, int]
# For each contest, what the tests' own evaluator makes of hole cards and the board.
Judge = Callable[[str, str], Standing | None]


def judge(
    ranking: str,
    rule: Any = None,
    *,
    least: Standing | None = None,
    wild: str = "",
    board: slice = slice(None),
    hole: slice = slice(None),
) -> Judge:
    """Return what ranks hands; slices count characters."""

    def rank(held: str, shown: str) -> Standing | None:
        held, shown = held[hole], shown[board]
        cards = [held[at : at + 2] for at in range(0, len(held), 2)]
        cards += [shown[at : at + 2] for at in range(0, len(shown), 2)]
        wilds = "".join(card for card in cards if card[0] in wild)
        try:
            standing: Standing = best(ranking, held, shown, rule, wilds)
        except ValueError:
            return None
        return standing if least is None or standing <= least else None

    return rank


def spade(held: str, _: str) -> Standing | None:
    """Rank the highest spade that was dealt face down: first, second and seventh card."""
    ranks = ["AKQJT98765432".index(held[at]) for at in (0, 2, 12) if held[at + 1] == "s"]
    return (1, min(ranks)) if ranks else None


EIGHT = (1, 56)
OMAHA = ("exactly", 2, 3)
# The game, cards of the players, the board so far, how many board cards come, and the contests.
GAMES: dict[str, tuple[list[str], str, int, list[Judge]]] = {
    "texas_holdem": (["AsKs", "QhQd", "7c6c"], "Qs7h2s9d", 1, [judge("high")]),
    "omaha_hi_lo_9": (
        ["As2sKdQd", "Ah3h4c5c"],
        "7d8s9cKc",
        1,
        [judge("high", OMAHA), judge("a5_low", OMAHA, least=(1, 126))],
    ),
    "five_card_omaha_hi_lo_8": (
        ["As2sKdQd3c", "Ah3h4c5cTd"],
        "7d8s9cKc",
        1,
        [judge("high", OMAHA), judge("a5_low", OMAHA, least=EIGHT)],
    ),
    "courchevel": (["AsAhKs7d2c", "QhQd9c8cTs"], "Qs7h2s9d", 1, [judge("high", OMAHA)]),
    "greek_holdem": (["AsKs", "QhQd"], "Ah7s2s9d", 1, [judge("high", ("exactly", 2, 3))]),
    "short_deck_holdem": (["AsKs", "QhQd"], "Qs7h6s9d", 1, [judge("36card_ffh_high")]),
    "dramaha": (
        ["AsAhKs7d2c", "QhQd9c8c7s"],
        "Qs7h2s9d",
        1,
        [judge("high", ("exactly", 5, 0)), judge("high", OMAHA)],
    ),
    "deuces_wild_holdem": (["As2s", "QhQd"], "Qs7h2d9d", 1, [judge("high_wild", wild="2")]),
    "razz": (["As2s3d4dKdQd7c", "Ah2c5c7s8c9h8d"], "", 0, [judge("a5_low")]),
    "badugi": (["As2h3d4c", "Ac2d4h8s"], "", 0, [judge("badugi")]),
    "badeucey": (["As2h3d4cTc", "Ac2d4h8s7s"], "", 0, [judge("badugi_ah"), judge("27_low")]),
    "chicago": (
        ["AsKd3d4d7s2h9c", "Ks8c5c7d8d9h3s"],
        "",
        0,
        [judge("high"), spade],
    ),
    "seven_card_stud_hi_lo_8": (
        ["As2s3d4dKdQd7c", "Ah2c5c7s8c9h8d"],
        "",
        0,
        [judge("high"), judge("a5_low", least=EIGHT)],
    ),
}


def slow(hands: list[str], board: str, to_come: int, judges: list[Judge]) -> list[float]:
    used = {board[at : at + 2] for at in range(0, len(board), 2)}
    for hand in hands:
        used |= {hand[at : at + 2] for at in range(0, len(hand), 2)}
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return average(hands, board, [card for card in deck if card not in used], to_come, judges)


def average(
    hands: list[str], board: str, free: list[str], to_come: int, judges: list[Judge]
) -> list[float]:
    sums, deals = [0.0] * len(hands), 0
    for rest in combinations(free, to_come):
        shares = settle(hands, board + "".join(rest), judges)
        sums = [sum_ + share for sum_, share in zip(sums, shares, strict=True)]
        deals += 1
    return [sum_ / deals for sum_ in sums]


def settle(hands: list[str], board: str, judges: list[Judge]) -> list[float]:
    shares, divided = [0.0] * len(hands), 0
    for contest in judges:
        found = [contest(hand, board) for hand in hands]
        made = [standing for standing in found if standing is not None]
        if not made:
            continue
        divided += 1
        winners = [place for place, standing in enumerate(found) if standing == min(made)]
        for place in winners:
            shares[place] += 1 / len(winners)
    return [share / divided for share in shares]


@pytest.mark.parametrize("name", GAMES)
def test_every_deal_against_the_evaluator_of_the_tests(name: str) -> None:
    hands, board, to_come, judges = GAMES[name]
    if name == "short_deck_holdem":
        used = set(Card.clean("".join(hands) + board))
        free = [repr(card) for card in find_showdown_game(name, 2).deck if card not in used]
        expected = average(hands, board, free, to_come, judges)
    else:
        expected = slow(hands, board, to_come, judges)
    result = equity(*hands, board=board, game=name, exact=True)
    assert result.equities == pytest.approx(expected)


def test_two_boards_are_two_games() -> None:
    top, bottom = "QsTs2c7h", "6s9dJh4c3d"
    result = equity("AsKs", "QhQd", board=f"{top}/{bottom}", game="double_board_holdem")
    by_name = equity(
        "AsKs", "QhQd", board={"Bottom": bottom, "Top": top}, game="double_board_holdem"
    )
    assert result.equities == by_name.equities
    first = equity("AsKs", "QhQd", board=top, dead=bottom).equities
    second = equity("AsKs", "QhQd", board=bottom, dead=top).equities
    assert result.equities == pytest.approx(
        [(one + other) / 2 for one, other in zip(first, second, strict=True)]
    )


def test_parts_of_hands() -> None:
    hands = {"Omaha": "AsKsQhJh", "Hold'em": "2c2d"}, {"Omaha": "9c8c7d6d", "Hold'em": "AhAd"}
    board = "Ts7s2s4h"
    result = equity(*hands, board=board, game="sohe")
    own, other = equity("AsKsQhJh/2c2d", "9c8c7d6d/AhAd", board=board, game="sohe").equities
    assert result.equities == (own, other)
    omaha = equity("AsKsQhJh", "9c8c7d6d", board=board, dead="2c2dAhAd", game="omaha").equities
    holdem = equity("2c2d", "AhAd", board=board, dead="AsKsQhJh9c8c7d6d").equities
    assert own == pytest.approx((omaha[0] + holdem[0]) / 2)


def test_ranges_of_parts() -> None:
    result = equity("AsKsQhJh/22", "9c8c7d6d/AA", board="Ts7s2s4h", game="sohe")
    hands = result.players[0].hands
    assert set(hands) == {"AsKsQhJh/2h2d", "AsKsQhJh/2h2c", "AsKsQhJh/2d2c"} | {
        f"AsKsQhJh/2s2{suit}" for suit in "hdc"
    }
    assert hands["AsKsQhJh/2s2h"].weight == 0
    assert result.players[0].hand("AsKsQhJh/2h2d").weight > 0
    assert sum(result.equities) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "players", "board"),
    [
        ("double_board_holdem", ("AsKs", "QhQd"), "QsTs2c3d/6s9dJh4c"),
        ("deuces_wild_holdem", ("As2s", "QQ,JJ"), "Qs7h2d"),
        ("dice_holdem", ("AsKs", "QhQd"), "Qs7h2d"),
        ("callers_choice_holdem", ("AsKs", "QhQd"), "Qs7h2d"),
        ("low_hole_wild", ("AsKs/QhJh2cTd", "7d6h/7s9c8c2d"), ""),
        ("wonky_donkey", ("AsKs", "QhQd7c2s"), "Tc7h2d9s"),
    ],
)
def test_samples_are_near_the_truth(name: str, players: tuple[str, ...], board: str) -> None:
    options: Any = {"board": board, "game": name}
    exact = equity(*players, exact=True, **options)
    sampled = equity(*players, exact=False, samples=30_000, seed=2, **options)
    assert exact.exact and not sampled.exact
    for true, player in zip(exact.equities, sampled, strict=True):
        assert abs(player.equity - true) < 4 * player.error
    assert sum(exact.equities) == pytest.approx(1)


def test_choices_are_the_average_of_their_values() -> None:
    options: Any = {"board": "Qs7h2d9d", "game": "callers_choice_holdem"}
    game = find_showdown_game("callers_choice_holdem", 2)
    ((name, values),) = game.choices.items()
    each = [equity("AsKs", "QhQd", choices={name: value}, **options) for value in values]
    any_ = equity("AsKs", "QhQd", **options).equities[0]
    assert any_ == pytest.approx(sum(found.equities[0] for found in each) / len(each))


def test_a_game_by_any_name() -> None:
    configuration = load("texas_holdem")
    expected = equity("AhAs", "KdKc").equities
    blinds = NoLimitTexasHoldem((), True, 0, (1, 2), 2)
    for game in (
        "texas_holdem",
        configuration,
        configuration.game(stakes={"small_bet": 2}),
        NoLimitTexasHoldem,
        blinds,
    ):
        board = () if game is not blinds else "2c3c4h8h"
        known = expected if not board else equity("AhAs", "KdKc", board=board).equities
        assert equity("AhAs", "KdKc", board=board, game=game).equities == pytest.approx(known)
    omaha = equity("AhAsKhKs", "9c8d7c6d", game=PotLimitOmahaHoldem).equities
    assert omaha == pytest.approx(equity("AhAsKhKs", "9c8d7c6d", game="omaha").equities)


def test_a_file(tmp_path: Any) -> None:
    path = tmp_path / "game.json"
    path.write_bytes((files("croupier.games") / "library" / "badacey.json").read_bytes())
    result = equity("As2h3d4cTc", "Ac2d4h8s7s", game=path)
    assert result.equities == equity("As2h3d4cTc", "Ac2d4h8s7s", game="badacey").equities


@pytest.mark.parametrize("game", ["double_board_omaha", "baseball", "chowaha"])
def test_any_number_of_threads(game: str) -> None:
    options: Any = {"game": game, "exact": False, "samples": 9000, "seed": 5}
    one = equity(None, None, threads=1, **options)
    many = equity(None, None, threads=3, **options)
    assert one.equities == many.equities and one.errors == many.errors


def test_threads_of_exact_answers() -> None:
    options: Any = {"game": "double_board_holdem", "board": "QsTs2c3d/6s9dJh4c", "exact": True}
    one = equity("AsKs", "QhQd,JJ", threads=1, **options)
    many = equity("AsKs", "QhQd,JJ", threads=3, **options)
    assert one.equities == many.equities


def test_precision_progress_and_interrupts() -> None:
    game = "double_board_holdem"
    result = equity(None, None, game=game, precision=0.01, samples=10**9, seed=1)
    assert max(result.errors) <= 0.01 and result.deals < 50_000
    heard: list[tuple[int, int]] = []
    equity(None, None, game=game, samples=9000, progress=lambda *done: heard.append(done))
    assert heard[-1] == (9000, 9000)

    def stop(done: int, of: int) -> None:
        raise LookupError(f"{done} of {of}")

    with pytest.raises(LookupError):
        equity(None, None, game=game, samples=10**9, progress=stop)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        timer.start()
        equity(None, None, game=game, samples=10**12)
    timer.join()


@pytest.mark.parametrize(
    ("players", "options", "error", "words"),
    [
        (("AsKs", "QhQd"), {"game": "sohee"}, UnsupportedError, "sohee"),
        (("AsKs", "QQ"), {"game": "sohe"}, SetupError, "Omaha .4 cards. / Hold'em"),
        (("AsKs/2c/3c", None), {"game": "sohe"}, SetupError, "unlike 'AsKs/2c/3c'"),
        (("AsKsQsJsTs/2c", None), {"game": "sohe"}, CardError, "more than 4"),
        (("AsAs", None), {"game": "double_board_holdem"}, CardError, "As is there twice"),
        (("As", "As"), {"game": "double_board_holdem"}, SetupError, "cannot all have"),
        (
            ("AsKs", "QhQd"),
            {"game": "double_board_holdem", "board": "As2c3c"},
            SetupError,
            "player 1",
        ),
        (
            ("AsKs", "QhQd"),
            {"game": "double_board_holdem", "board": "2c3c4c5c6c7c/8c"},
            CardError,
            "Top .5 cards.",
        ),
        (
            ("AsKs", "QhQd"),
            {"game": "double_board_holdem", "board": {"Middle": "2c"}},
            SetupError,
            "Top .5 cards., Bottom",
        ),
        (
            ("AsKs", "QhQd"),
            {"game": "double_board_holdem", "board": "2c3c", "dead": "2c"},
            CardError,
            "2c is there twice",
        ),
        (("AsKs", "QhQd"), {"choices": {"variant": "x"}}, SetupError, "nothing to choose"),
        (
            ("AsKs", "QhQd"),
            {"game": "callers_choice_holdem", "choices": {"weather": "x"}},
            SetupError,
            "weather",
        ),
        ((None,) * 24, {"game": "double_board_holdem"}, SetupError, "players"),
        ((None, None), {"game": KuhnPoker}, UnsupportedError, "KuhnPoker"),
        ((None, None), {"game": "baseball", "exact": True}, UnsupportedError, "too many"),
    ],
)
def test_wrong_questions(
    players: tuple[Any, ...], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        equity(*players, **options)


def test_random_small_questions() -> None:
    random = Random(11)
    for _ in range(12):
        cards = random.sample([repr(card) for card in Card.clean("".join(DECK))], 20)
        hands = ["".join(cards[:2]), "".join(cards[2:4]), "".join(cards[4:6])]
        board, dead = "".join(cards[6:10]), "".join(cards[10:20])
        by_file = equity(*hands, board=board, dead=dead, game="texas_holdem", exact=True)
        ours = equity(*hands, board=board, dead=dead, exact=True)
        assert by_file.equities == ours.equities


DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
