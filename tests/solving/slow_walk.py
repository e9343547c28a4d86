"""The worth of a solution, counted hand by hand: payoffs come from hands that the rules play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import combinations
from math import inf

from croupier import Automation, Card, Deck, NoLimitTexasHoldem, PotLimitOmahaHoldem, State
from croupier.games import (
    PotLimitFiveCardOmahaHoldem,
    PotLimitOmahaHoldemHighLowSplitEightOrBetter,
)
from croupier.solving import Node, Solution, Spot
from croupier.utilities import rake as take_rake

AUTOMATIONS = tuple(
    each
    for each in Automation
    if each not in {Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING}
)

SMALL_DECK = tuple(Card.clean("AsKsQsJsTs9sAhKhQhJhTh9h"))


class SmallHoldem(NoLimitTexasHoldem):
    """No-limit hold'em with twelve cards."""

    deck = SMALL_DECK


class ThreeSuits(NoLimitTexasHoldem):
    """No-limit hold'em with fifteen cards of three suits, two of which may be alike."""

    deck = tuple(Card.clean("AsKsQsJsTsAhKhQhJhThAdKdQdJdTd"))


class SmallOmaha(PotLimitOmahaHoldem):
    """Omaha with sixteen cards."""

    deck = tuple(Card.clean("AsKsQsJsTs9s8s7sAhKhQhJhTh9h8h7h"))


class SmallFiveCardOmaha(PotLimitFiveCardOmahaHoldem):
    """Five-card Omaha with eighteen cards."""

    deck = tuple(Card.clean("AsKsQsJsTs9s8s7s6sAhKhQhJhTh9h8h7h6h"))


class SmallOmaha8(PotLimitOmahaHoldemHighLowSplitEightOrBetter):
    """Omaha with a low hand and eighteen cards, of which many are low."""

    deck = tuple(Card.clean("As2s3s4s5s6s7s8sKsAh2h3h4h5h6h7h8hQh"))


def play(spot: Spot, hands: tuple[str, str], board: str, line: Iterable[str]) -> State:
    """Play a hand from the start: everybody checks until the spot, and then goes its line.

    Folded pots are not raked here: states leave out what the last player bet, and the house does
    not.
    """
    ante = int(spot.pot) // 2
    left = list(line)
    rate = 0.0 if left[-1] == "f" else spot.rake.rate
    game = spot._document["game"]
    state: State = game.create_state(
        AUTOMATIONS,
        False,
        ante,
        (0, 0),
        1,
        tuple(int(stack) + ante for stack in spot.stacks),
        2,
        rake=partial(take_rake, percentage=rate, cap=spot.rake.cap or inf),
    )
    for hand in hands:
        state.deal_hole(hand)
    cards = [board[place : place + 2] for place in range(0, len(board), 2)]
    start = len(spot.board)

    def deal() -> None:
        while state.can_burn_card() or state.can_deal_board():
            if state.can_burn_card():
                state.burn_card("??")
            count = 3 if not state.board_cards else 1
            state.deal_board("".join(cards[:count]))
            del cards[:count]

    deal()
    while state.status and state.actor_index is not None:
        if len(list(state.get_board_cards(0))) < start:
            state.check_or_call()
        else:
            step = left.pop(0)
            if step == "f":
                state.fold()
            elif step in "xc":
                state.check_or_call()
            else:
                # What cannot be called is written as what can.
                least = state.min_completion_betting_or_raising_to_amount
                amount = round(int(step[1:]) * spot.unit)
                state.complete_bet_or_raise_to(max(amount, int(least or 0)))
        deal()
    assert not left and not state.status
    return state


class SlowWalk:
    """The values of a solution, and of the best answers to it."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.spot = solution.spot
        self.deck: tuple[Card, ...] = self.spot._deck
        self.weights: list[dict[str, float]] = []
        for player in range(2):
            named = {name: self.spot.ranges[player].weight(name) for name in solution.hands[player]}
            self.weights.append(named)

    @cache  # noqa: B019  # as long as the walk
    def payoff(self, player: int, own: str, other: str, board: str, line: str) -> float:
        """Return what a player has in the end, beyond what was there when the spot began."""
        hands = (own, other) if player == 0 else (other, own)
        state = play(self.spot, hands, board, line.split())
        won = [
            float(stack) - float(before)
            for stack, before in zip(state.stacks, self.spot.stacks, strict=True)
        ]
        if line.endswith("f") and won[player] >= won[1 - player]:
            # What was called is in the pot twice; the rest goes back to who bet it.
            pot = float(self.spot.pot) - 2 * won[1 - player]
            return won[player] - min(self.spot.rake.rate * pot, self.spot.rake.cap or inf)
        return won[player]

    def total(self, player: int, *, best: bool) -> float:
        """Return what a player wins on average: with the solution, or with the best answer."""
        sums = weights = 0.0
        for hand, weight in self.weights[player].items():
            others = {
                other: theirs
                for other, theirs in self.weights[1 - player].items()
                if not share(hand, other)
            }
            sums += weight * self.value(player, hand, others, self.solution.root, best=best)
            weights += weight * sum(others.values())
        return sums / weights

    def value(
        self, player: int, hand: str, others: Mapping[str, float], node: Node, *, best: bool
    ) -> float:
        """Return what a hand wins, times the weight of the hands that the other may have."""
        if not others:
            return 0.0
        if node.is_deal:
            held = {*node.board, *Card.clean(hand)}
            left = [card for card in self.deck if card not in held]
            chance = 1 / (len(left) - len(hand) // 2)
            found = 0.0
            for card in left:
                after = {
                    other: weight * chance
                    for other, weight in others.items()
                    if not share(other, repr(card))
                }
                found += self.value(player, hand, after, node.deal(repr(card)), best=best)
            return found
        if node.player is None:
            return self.end(player, hand, others, node)
        if node.player != player:
            found = 0.0
            for place, (_, child) in enumerate(node.children()):
                after = {}
                for other, weight in others.items():
                    part = list(node.strategy(other).values())[place]
                    if part > 0:
                        after[other] = weight * part
                found += self.value(player, hand, after, child, best=best)
            return found
        values = [
            self.value(player, hand, others, child, best=best) for _, child in node.children()
        ]
        if best:
            return max(values)
        parts = node.strategy(hand).values()
        return sum(part * value for part, value in zip(parts, values, strict=True))

    def end(self, player: int, hand: str, others: Mapping[str, float], node: Node) -> float:
        """Return the same where nobody decides any more; cards that are missing are all dealt."""
        line = " ".join(step for step in node.line.split() if step[0] not in "AKQJT98765432")
        missing = 5 - len(node.board) if not node.line.endswith("f") else 0
        found = 0.0
        for other, weight in others.items():
            held = {*node.board, *Card.clean(hand + other)}
            left = [card for card in self.deck if card not in held]
            runouts = list(combinations(left, missing))
            for runout in runouts:
                board = "".join(map(repr, (*node.board, *runout)))
                found += weight * self.payoff(player, hand, other, board, line) / len(runouts)
        return found


def share(one: str, two: str) -> bool:
    """Return whether hands have a card in common."""
    return bool(set(Card.clean(one)) & set(Card.clean(two)))


def all_hands(deck: Iterable[Card] = Deck.STANDARD) -> list[str]:
    """Return all hands of two cards."""
    return ["".join(map(repr, pair)) for pair in combinations(deck, 2)]
