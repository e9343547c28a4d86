"""The last betting round of games with several boards, cards face up, or other ways to share."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from croupier import State
from croupier.analysis import equity
from croupier.analysis.showdown_board import ShowdownGame
from croupier.cards import Card, Deck
from croupier.errors import PokerError, SetupError
from croupier.games.finding import find_game
from croupier.games.making import complete_stakes, make_game, make_stakes
from croupier.solving import Node, Solution, Solvable, Spot, list_solvable, solve

from .slow_walk import AUTOMATIONS, SlowWalk

SOLVABLE = {each.game: each for each in list_solvable() if each.boards}
LAST = [name for name, each in SOLVABLE.items() if each.is_last]


def test_what_can_be_solved_in_the_last_round() -> None:
    named = {
        "double_board_holdem",
        "double_board_omaha",
        "double_board_omaha_high_and_low",
        "triple_board_holdem",
        "seven_card_stud",
        "seven_card_stud_hi_lo_8",
        "razz",
        "deuce_to_seven_razz",
        "five_card_stud",
        "razzdugi",
        "chicago",
        "deuces_wild_holdem",
    }
    assert named <= set(LAST)
    drawn = {"badugi", "deuce_to_seven_triple_draw", "ace_to_five_triple_draw"}
    assert drawn | {"omaha_holdem_hi_lo_8", "archie"} <= set(SOLVABLE)
    assert len(SOLVABLE) >= 150
    stud = SOLVABLE["seven_card_stud"]
    assert (stud.down, stud.up, stud.boards) == (3, 4, (0,))


def deal(each: Solvable, seed: int) -> tuple[Spot, ShowdownGame]:
    """Return a spot of a game with cards at random, in which everybody checks."""
    chance = random.Random(f"{each.game} {seed}")
    setup = make_game(each.game)(1000, 2, seed=0)._setup
    laid_out = ShowdownGame(each.game, setup)
    cards = list(laid_out.deck)
    chance.shuffle(cards)
    board = [cards.pop() for _ in range(max(each.boards))]
    up_cards = [[cards.pop() for _ in range(each.up)] for _ in range(2)]
    dead = [cards.pop() for _ in range(2)] if len(cards) > 30 else []
    ranges = [
        {
            "".join(map(repr, chance.sample(cards, each.down))): chance.choice([0.25, 1])
            for _ in range(7)
        }
        for _ in range(2)
    ]
    spot = Spot(
        game=each.game,
        board=board,
        up_cards=up_cards,
        dead=dead,
        pot=2520,
        stacks=1000,
        ranges=ranges,
    )
    return spot, laid_out


def pairs(spot: Spot, laid_out: ShowdownGame) -> Iterator[tuple[str, str, float]]:
    """Yield hands that go together, with what the first wins at the engine's table."""
    names = [group.name for group in laid_out.hole_groups]

    def cards(player: int, hand: str) -> str:
        up = "".join(map(repr, spot.up_cards[player]))
        if len(names) == 1:
            return hand + up
        return " / ".join(hand if "down" in name or name == "hand" else up for name in names)

    for one in hands_of(spot, 0):
        for two in hands_of(spot, 1):
            if not set(Card.clean(one)) & set(Card.clean(two)):
                board = "".join(map(repr, spot.board))
                if len(laid_out.board_groups) > 1:
                    board = split_board(spot, laid_out)
                found = equity(
                    cards(0, one),
                    cards(1, two),
                    board=board,
                    dead=spot.dead,
                    game=spot.title,
                    exact=True,
                )
                yield one, two, found.equities[0]


def split_board(spot: Spot, laid_out: ShowdownGame) -> str:
    parts: list[list[str]] = [[] for _ in laid_out.board_groups]
    for card, group in zip(spot.board, laid_out._board_order, strict=True):
        parts[group].append(repr(card))
    return " / ".join("".join(part) for part in parts)


def hands_of(spot: Spot, player: int) -> list[str]:
    return ["".join(map(repr, cards)) for cards in spot.ranges[player].combos()]


@pytest.mark.parametrize("name", sorted(SOLVABLE))
def test_showdowns_are_those_of_the_rules(name: str) -> None:
    spot, laid_out = deal(SOLVABLE[name], 1)
    solution = solve(spot, 0, iterations=1, threads=1)
    sums: dict[str, list[float]] = {}
    weights = spot.ranges
    total = won = 0.0
    for one, two, share in pairs(spot, laid_out):
        weight = weights[1].weight(two)
        row = sums.setdefault(one, [0.0, 0.0])
        row[0] += weight * share
        row[1] += weight
        total += weight * weights[0].weight(one)
        won += weight * weights[0].weight(one) * share
    assert sums
    for hand, (part, weight) in sums.items():
        assert solution.root.hand_equity(hand) == pytest.approx(part / weight, abs=1e-5), hand
    assert solution.root.equity[0] == pytest.approx(won / total, abs=1e-5)


def test_cards_that_lie_face_up_must_be_there() -> None:
    options = {"pot": 10, "stacks": 100, "ranges": ("AsAhAd", "KsKhKd"), "game": "razz"}
    with pytest.raises(SetupError, match="4 cards of each player face up and 0 on the board"):
        Spot(**options)  # type: ignore[arg-type]
    with pytest.raises(PokerError):
        Spot(up_cards=("2s3s4s5s", "2s3h4h5h"), **options)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="no cards of players lie face up"):
        Spot(
            board="2s3s4s5s6h",
            up_cards=("9s", "9h"),
            pot=10,
            stacks=100,
            ranges=("AA", "KK"),
        )


def test_bets_of_a_fixed_size_are_those_of_the_street() -> None:
    options = {
        "game": "razz",
        "up_cards": ("2s3s4s9s", "2h3h4hTh"),
        "pot": 20,
        "stacks": 100,
        "ranges": ("random", "AsAhAd, KsKhKd, 5s6s7s"),
    }
    spot = Spot(minimum_bet=8, **options)  # type: ignore[arg-type]
    assert [node.line for node in spot.tree()][:3] == ["", "x", "b8"]
    assert any(node.line == "b8 r16 r24" for node in spot.tree())
    solution = solve(spot, "0.5%", threads=1)
    assert solution.exploitability.percent <= 0.5
    assert sum(solution.ev) == pytest.approx(20, abs=1e-3)
    # Everything that neither lies face up nor was seen.
    assert len(solution.hands[0]) == len(list(combinations(range(44), 3)))
    assert solution.root.hand_ev("5s6s7s") > solution.root.hand_ev("KsKhKd")


# Bets of this size are shared without a rest, however many share them.
STAKES = {"small_bet": 5040}
STACK = 200_000


def play_to_the_end(
    name: str, hands: tuple[list[str], list[str]], board: list[str], line: list[str] | None
) -> State:
    """Play a hand of a game: everybody calls until all cards are dealt, and then goes a line."""
    found = find_game(name)
    if isinstance(found, type):
        game: Any = found(AUTOMATIONS, **complete_stakes(found, STAKES))
    else:
        game = found.game(None, make_stakes(STAKES), automations=AUTOMATIONS)
    state: State = game(STACK, 2, seed=0)
    left = ([*hands[0]], [*hands[1]])
    to_come, steps = [*board], [] if line is None else [*line]
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            assert state.hole_dealee_index is not None
            state.deal_hole(left[state.hole_dealee_index].pop(0))
        elif state.can_deal_board():
            state.deal_board(to_come.pop(0))
        elif state.can_stand_pat_or_discard():
            state.stand_pat_or_discard()
        elif (state.street_index or 0) + 1 < state.street_count:
            if state.can_post_bring_in():
                state.post_bring_in()
            else:
                state.check_or_call()
        elif line is None:
            return state
        elif (step := steps.pop(0)) == "f":
            state.fold()
        elif step in "xc":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(int(step[1:]))
    assert not steps
    return state


class LastWalk(SlowWalk):
    """The values of a solution of a last round, with hands that the rules play."""

    def __init__(self, solution: Solution, name: str, order: str) -> None:
        super().__init__(solution)
        self.name, self.order = name, order

    def hold(self, player: int, hand: str) -> list[str]:
        """Return the cards of a player in the order in which they are dealt: up or down."""
        down = [hand[place : place + 2] for place in range(0, len(hand), 2)]
        up = [repr(card) for card in self.spot.up_cards[player]]
        return [(up if face == "u" else down).pop(0) for face in self.order]

    @cache  # noqa: B019  # as long as the walk
    def payoff(self, player: int, own: str, other: str, board: str, line: str) -> float:
        one, two = self.hold(player, own), self.hold(1 - player, other)
        hands = (one, two) if player == 0 else (two, one)
        cards = [repr(card) for card in self.spot.board]
        state = play_to_the_end(self.name, hands, cards, line.split())
        return float(state.stacks[player]) - float(self.spot.stacks[player])

    def end(self, player: int, hand: str, others: Mapping[str, float], node: Node) -> float:
        return sum(
            weight * self.payoff(player, hand, other, "", node.line)
            for other, weight in others.items()
        )


@pytest.mark.parametrize(
    ("name", "order", "up_cards", "board"),
    [
        ("seven_card_stud", "dduuuud", ("AsAh7d4c", "Kd9s8s2c"), ""),
        ("seven_card_stud_hi_lo_8", "dduuuud", ("AsAh7d4c", "3d5s8s2c"), ""),
        ("razz", "dduuuud", ("As2h7d4c", "Kd9s8s2c"), ""),
        ("chicago", "dduuuud", ("AsAh7d4c", "Kd9s8s2c"), ""),
        ("five_card_stud", "duuuu", ("AsAh7d4c", "Kd9s8s2c"), ""),
        ("double_board_holdem", "dd", ("", ""), "AsKd7h5h2c" + "QhJd8h4c3s"),
        ("double_board_omaha", "dddd", ("", ""), "AsKd7h5h2c" + "QhJd8h4c3s"),
        ("omaha_holdem_hi_lo_8", "dddd", ("", ""), "As8d7h5hQc"),
        ("deuces_wild_holdem", "dd", ("", ""), "As8d7h5hQc"),
        ("badugi", "dddd", ("", ""), ""),
        ("deuce_to_seven_triple_draw", "ddddd", ("", ""), ""),
        ("ace_to_five_triple_draw", "ddddd", ("", ""), ""),
        ("archie", "ddddd", ("", ""), ""),
    ],
)
def test_a_slow_walk_comes_to_the_same(
    name: str, order: str, up_cards: tuple[str, str], board: str
) -> None:
    chance = random.Random(name)
    seen = set(Card.clean(board + "".join(up_cards)))
    cards = [card for card in Deck.STANDARD if card not in seen]
    ranges = [
        {
            "".join(map(repr, chance.sample(cards, order.count("d")))): chance.choice([0.5, 1])
            for _ in range(5)
        }
        for _ in range(2)
    ]
    faces = [Card.clean(text) for text in up_cards]
    first = [
        [
            repr(cards.pop() if face == "d" else faces[player][order[:place].count("u")])
            for place, face in enumerate(order)
        ]
        for player in range(2)
    ]
    table = [repr(card) for card in Card.clean(board)]
    state = play_to_the_end(name, (first[0], first[1]), table, None)
    assert state.actor_index == 0
    spot = Spot(
        game=name,
        board=board,
        up_cards=up_cards,
        pot=state.total_pot_amount,
        stacks=state.stacks,
        ranges=ranges,
        minimum_bet=state.min_completion_betting_or_raising_to_amount,
        sizes="pot / pot",
    )
    solution = solve(spot, 0, iterations=4, threads=1)
    walk = LastWalk(solution, name, order)
    for player in range(2):
        value = walk.total(player, best=False)
        assert solution.ev[player] == pytest.approx(value, rel=2e-5)
        best = walk.total(player, best=True)
        gain = solution.exploitability.by_player[player]
        assert gain == pytest.approx(best - value, abs=2e-5 * float(spot.pot))
    assert solution.exploitability.chips > 0
