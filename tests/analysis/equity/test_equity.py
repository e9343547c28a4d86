"""`croupier.analysis.equity`: published figures, slow counts, laws."""

from __future__ import annotations

import os
import signal
import threading
from itertools import combinations, product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import rankings
from croupier.analysis import SHOWDOWNS, Contest, Range, Showdown, equity
from croupier.cards import Card, Deck
from croupier.errors import CardError, ParseError, SetupError, UnsupportedError
from croupier.rankings import Selection

TIGHT = "22+,A2s+,KTs+,QTs+,ATo+"


@pytest.mark.parametrize(
    ("own", "other", "wins", "ties", "losses"),
    [
        ("AhAs", "KdKc", 1_388_072, 6_538, 317_694),
        ("AhKh", "QsQd", 787_966, 6_732, 917_606),
        ("2h2d", "AsKs", 849_322, 10_775, 852_207),
        ("AsAh", "AdAc", 37_210, 1_637_884, 37_210),
    ],
)
def test_published_counts(own: str, other: str, wins: int, ties: int, losses: int) -> None:
    first, second = equity(own, other).players
    counts = [first.win * first.weight, first.tie * first.weight, second.win * second.weight]
    assert [round(count) for count in counts] == [wins, ties, losses]


@pytest.mark.parametrize("kind", [tuple, list])
def test_cards_one_by_one_are_one_hand(kind: type) -> None:
    cards = kind(Card.clean("AsAh"))
    assert equity(cards, None).equities == equity("AsAh", None).equities
    assert round(equity(cards, None).equities[0], 3) == 0.852
    assert equity(cards, "KdKc").players[0].hand("AhAs").weight == 1_712_304
    laid_out = kind(Card.clean("AsAhKdQd"))
    found = equity(laid_out, None, game="badacey", seed=1, samples=500)
    assert found.equities == equity("AsAhKdQd", None, game="badacey", seed=1, samples=500).equities
    # A list of texts is still a range.
    assert equity(["AsAh", "KsKh"], "QdQc").equities == equity("AsAh,KsKh", "QdQc").equities


@pytest.mark.parametrize(
    ("players", "game", "expected"),
    [
        (("AA", "KK"), "holdem", 0.819461),
        (("AA", "random"), "holdem", 0.852037),
        (("AKs", "random"), "holdem", 0.670446),
        (("72o", "random"), "holdem", 0.345836),
        (("AhAsKhKs", "9c8d7c6d"), "omaha", 0.600622),
        (("AhAsKhKs5d", "9c8d7c6dTc"), "omaha5", 0.563909),
    ],
)
def test_published_equities(players: tuple[str, ...], game: str, expected: float) -> None:
    result = equity(*players, game=game, exact=True)
    assert round(result.equities[0], 6) == expected
    assert result.exact


def test_a_table_and_deals_agree() -> None:
    # Three players are no matter for the table.
    three = equity("AhAs", "KdKc", "7c2d", exact=True)
    assert sum(three.equities) == pytest.approx(1)
    assert three.equities[0] == pytest.approx(0.7306, abs=0.02)


def slow(
    players: list[dict[str, float]], board: str, dead: str, showdown: Showdown
) -> list[tuple[float, float]]:
    """Count every deal of whole hands in Python; return shares and wins."""
    board_cards, dead_cards = Card.clean(board), Card.clean(dead)
    sums = [[0.0, 0.0] for _ in players]
    total = 0.0
    for hands in product(*players):
        held = [card for hand in hands for card in Card.clean(hand)]
        used = [*held, *board_cards, *dead_cards]
        if len(set(used)) < len(used):
            continue
        weight = 1.0
        for player, hand in zip(players, hands, strict=True):
            weight *= player[hand]
        free = [card for card in showdown.deck if card not in used]
        for rest in combinations(free, showdown.board_count - len(board_cards)):
            whole = (*board_cards, *rest)
            shares = settle([Card.clean(hand) for hand in hands], whole, showdown)
            total += weight
            for sum_, share in zip(sums, shares, strict=True):
                sum_[0] += weight * share
                sum_[1] += weight * (share > 1 - 1e-9)
    return [(share / total, wins / total) for share, wins in sums]


def settle(
    holes: list[tuple[Card, ...]], board: tuple[Card, ...], showdown: Showdown
) -> list[float]:
    shares = [0.0] * len(holes)
    divided = 0
    for name, cards in showdown.contests:
        ranking = rankings.get(name)
        selection = None if cards is None else Selection(pairs=[cards])
        values = [ranking.best_or_none(hole, board, selection=selection) for hole in holes]
        strengths = [0 if value is None else value.strength for value in values]
        if max(strengths) == 0:
            continue
        divided += 1
        best = [player for player, one in enumerate(strengths) if one == max(strengths)]
        for player in best:
            shares[player] += 1 / len(best)
    return [share / divided for share in shares]


CASES = {
    "holdem": (["AsKs", "QhQd", "7c6c"], "Qs7h2s9d", "2c"),
    "short_deck": (["AsKs", "QhQd"], "Qs7h6s", "9c"),
    "royal": (["AsKs", "QhQd"], "QsJhTs", ""),
    "greek": (["AsKs", "QhQd"], "Qs7h2s9d", ""),
    "omaha": (["AsKsQdJd", "QhQc7c6c"], "Qs7h2s", ""),
    "omaha5": (["AsKsQdJd2d", "QhQc7c6c5c"], "Qs7h2s4d", ""),
    "omaha6": (["AsKsQdJd2d3d", "QhQc7c6c5c5d"], "Qs7h2s4d", ""),
    "omaha8": (["As2sQdJd", "Ah3c7c6c"], "8s7h2c", "Kd"),
    "omaha5_8": (["As2sQdJd4d", "Ah3c7c6c5c"], "8s7h2c4h", ""),
    "omaha6_8": (["As2sQdJd4d9d", "Ah3c7c6c5c9c"], "8s7h2c4h", ""),
    "five_card_draw": (["AsKsQdJd2d", "QhQc7c6c5c"], "", ""),
    "27": (["7s5s4d3d2d", "8h6c4c3c2c", "7h5h4h3h2s"], "", ""),
    "a5": (["7s5s4d3dAd", "8h6c4c3cAc"], "", ""),
    "badugi": (["7s5h4d3c", "8h6c4c3s", "2s2h2d2c"], "", ""),
    "stud8": (["AsKsQdJd2d3d4h", "AhAc7c6c5c3h2h"], "", ""),
    "stud": (["AsKsQdJd2d3d4h", "AhAc7c6c5c3h2h"], "", ""),
    "razz": (["AsKsQdJd2d3d4h", "AhAc7c6c5c3h2h"], "", ""),
    "five_card_stud": (["AsKsQdJd2d", "QhQc7c6c5c"], "", ""),
    "badeucy": (["7s5h4d3c2c", "8h6c4c3s2h"], "", ""),
    "badacey": (["7s5h4d3c2c", "8h6c4c3sAh"], "", ""),
}


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_every_game_against_a_slow_count(game: str) -> None:
    hands, board, dead = CASES[game]
    players = [{hand: 1.0} for hand in hands]
    expected = slow(players, board, dead, SHOWDOWNS[game])
    result = equity(*hands, board=board, dead=dead, game=game, exact=True)
    for player, (share, wins) in zip(result, expected, strict=True):
        assert player.equity == pytest.approx(share)
        assert player.win == pytest.approx(wins)
    sampled = equity(*hands, board=board, dead=dead, game=game, exact=False, samples=4000, seed=1)
    for player, (share, _) in zip(sampled, expected, strict=True):
        assert abs(player.equity - share) <= 4.5 * player.error + 1e-9


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("stud", ("AsKsQdJd9d8d", "AhAc7c6c5c3h")),
        ("razz", ("As2s3d4dKd", "Ah2c3c4c5c6c7h")),
        ("badugi", ("As2h3d", "Ac2d4h8s")),
        ("27", ("2s3s4d7c", "9c8c4c3h2h")),
    ],
)
def test_missing_cards_come_at_random(game: str, players: tuple[str, str]) -> None:
    """Hands of which cards are missing, against all ways to fill them in."""
    showdown = SHOWDOWNS[game]
    known = [Card.clean(hand) for hand in players]
    free = [card for card in showdown.deck if not any(card in hand for hand in known)]
    shares = []
    missing = [showdown.hole_count - len(hand) for hand in known]
    for first in combinations(free, missing[0]):
        rest = [card for card in free if card not in first]
        for second in combinations(rest, missing[1]):
            holes = [(*known[0], *first), (*known[1], *second)]
            shares.append(settle(holes, (), showdown)[0])
    result = equity(*players, game=game, exact=True)
    assert result.equities[0] == pytest.approx(sum(shares) / len(shares))
    sampled = equity(*players, game=game, exact=False, samples=20_000, seed=2)
    assert abs(sampled.equities[0] - result.equities[0]) <= 4.5 * sampled.errors[0]


HANDS = st.sampled_from(["".join(map(repr, pair)) for pair in combinations(Deck.STANDARD, 2)])
RANGES = st.dictionaries(HANDS, st.sampled_from([0.25, 1, 3]), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(RANGES, RANGES, st.permutations(list(Deck.STANDARD)))
def test_ranges_against_a_slow_count(
    own: dict[str, float], other: dict[str, float], deck: list[Card]
) -> None:
    board = "".join(map(repr, deck[:4]))
    try:
        result = equity(own, other, board=board)
    except SetupError:
        with pytest.raises(ZeroDivisionError):
            slow([own, other], board, "", SHOWDOWNS["holdem"])
        return
    expected = slow([own, other], board, "", SHOWDOWNS["holdem"])
    for player, (share, wins) in zip(result, expected, strict=True):
        assert player.equity == pytest.approx(share)
        assert player.win == pytest.approx(wins)
    swapped = equity(other, own, board=board)
    assert swapped.equities == pytest.approx(result.equities[::-1])
    assert sum(result.equities) == pytest.approx(1)


def test_the_sweep_and_single_hands_agree() -> None:
    board = "Qs7h2c"
    whole = equity(TIGHT, TIGHT, board=board).players[0]
    hand = whole.hands["AsKs"]
    assert hand.equity == pytest.approx(equity("AsKs", TIGHT, board=board).equities[0])
    dealt = [one for one in whole.hands.values() if one.weight]
    mean = sum(one.equity * one.weight for one in dealt) / whole.weight
    assert mean == pytest.approx(whole.equity)


def test_hands_that_cannot_be_are_never_dealt() -> None:
    result = equity("AA", "AA,KK", board="As7h2c")
    hands = result.players[0].hands
    with pytest.raises(CardError):
        result.players[0].hand("KsKh")
    assert hands["AsAh"].weight == 0 and "never" in repr(hands["AsAh"])
    with pytest.raises(SetupError, match="cannot all have hands"):
        equity("AA", "AA", "AA", board="As7h2c")


@pytest.mark.parametrize(
    "players", [(None, None), ("AA", TIGHT, None), (TIGHT,) * 4, ("AhAs",) + (None,) * 9]
)
def test_a_seed_gives_the_same_answer_on_any_number_of_threads(
    players: tuple[str | None, ...],
) -> None:
    options = {"exact": False, "samples": 300_000, "seed": 5}
    one = equity(*players, threads=1, **options)  # type: ignore[arg-type]
    many = equity(*players, threads=5, **options)  # type: ignore[arg-type]
    assert one.equities == many.equities and one.errors == many.errors
    assert one.deals == 300_000 and not one.exact
    assert sum(one.equities) == pytest.approx(1)
    other = equity(*players, **(options | {"seed": 6}))  # type: ignore[arg-type]
    assert other.equities != one.equities


def test_samples_are_near_the_truth() -> None:
    for own, other in ((TIGHT, "random"), ("AA", "KK"), ("QQ+,AKs:0.25", TIGHT)):
        exact = equity(own, other)
        sampled = equity(own, other, exact=False, seed=7)
        assert exact.exact and not sampled.exact
        for true, player in zip(exact.equities, sampled, strict=True):
            assert abs(player.equity - true) < 4 * player.error
        assert sampled.errors[0] < 0.5 / sqrt(sampled.deals) * 1.01


def test_sampling_stops_when_it_is_precise_enough() -> None:
    result = equity(None, None, None, precision=0.002, samples=10**9, seed=1)
    assert max(result.errors) <= 0.002
    assert result.deals < 200_000


def test_progress_is_reported_and_may_stop() -> None:
    heard: list[tuple[int, int]] = []
    equity(None, None, None, samples=100_000, seed=1, progress=lambda *done: heard.append(done))
    assert heard[-1] == (100_000, 100_000)

    def stop(done: int, of: int) -> None:
        raise LookupError(f"{done} of {of}")

    with pytest.raises(LookupError):
        equity(None, None, None, samples=10**9, progress=stop)


def test_an_interrupt_ends_the_work() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        timer.start()
        equity(None, None, None, samples=10**12)
    timer.join()


@pytest.mark.parametrize(
    ("players", "options", "error", "words"),
    [
        (("AA",), {}, SetupError, "two players"),
        (("AA", "KKz"), {}, ParseError, "KKz"),
        (("AhAs", "AhKd"), {}, SetupError, "cannot all have"),
        (("AhAs", "KdKc"), {"board": "Kd2c3c"}, SetupError, "player 2"),
        (("AhAs", "KdKc"), {"board": "2c2c3c"}, CardError, "2c is there twice"),
        (("AhAs", "KdKc"), {"board": "2c3c4c", "dead": "2c"}, CardError, "twice"),
        (("AhAs", "KdKc"), {"board": "2c3c4c5c6c7c"}, CardError, "6 cards"),
        (("AhAs", "KdKc"), {"board": "2c??"}, CardError, "not known"),
        (("AhAs", "KdKc"), {"board": "2c", "game": "short_deck"}, CardError, "deck"),
        (("AhAs", "KdKc"), {"game": "bridge"}, UnsupportedError, "bridge"),
        (("AhAs", "KdKc"), {"samples": 0}, SetupError, "sample"),
        (("AhAs", "KdKc"), {"seed": -1}, SetupError, "seed"),
        (("AhAs", "KdKc"), {"threads": 0}, SetupError, "thread"),
        (("AhAs", "KdKc"), {"precision": 0}, SetupError, "precision"),
        (("AhAs", Range()), {}, SetupError, "empty"),
        ((None,) * 8, {"game": "stud"}, SetupError, "56 more cards"),
        ((None, None), {"game": "stud", "exact": True}, UnsupportedError, "exact"),
    ],
)
def test_wrong_questions(
    players: tuple[object, ...], options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        equity(*players, **options)  # type: ignore[arg-type]


def test_a_showdown_of_ones_own() -> None:
    both = Showdown(
        "high and low", tuple(Deck.STANDARD), 2, 5, (Contest("high"), Contest("a5_low"))
    )
    result = equity("AsKs", "2h3h", board="4c5c9d", game=both)
    expected = slow([{"AsKs": 1.0}, {"2h3h": 1.0}], "4c5c9d", "", both)
    assert result.equities == pytest.approx([share for share, _ in expected])
