"""Games as trees: chance deals the cards one at a time, and players choose moves of a menu.

`croupier.envs.openspiel` shows these trees to OpenSpiel; nothing here needs it.
"""

from __future__ import annotations

import json
from typing import Any

from croupier.cards import Card
from croupier.errors import RuleError, UnsupportedError
from croupier.games import CustomGame, Poker
from croupier.state import Automation, BettingStructure, HoleDealing, Rules, State
from croupier.state.operation_table import DECISIONS
from croupier.tables.menus import MenuMove, price_menu, read_menu

__all__ = ["TreeGame", "TreeHand"]

_UNKNOWN = "??"
# Everything but the cards, which chance deals.
_AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation
    not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)
_BETS = {"fold", "check_or_call", "complete_bet_or_raise_to", "post_bring_in"}
# What the steps of a game may have, so that only bets are decided and no card is hidden from all.
_STEPS = {
    "deal": {"burn", "hole", "board", "board_subsets", "marks_wild"},
    "bet": {"opening", "minimum_bet", "maximum_raises", "terms"},
}
_BET_TERMS = {"bring_in_option", "pair_bet", "call_without_cards"}


class TreeGame:
    """A game whose hands are walked through as a tree.

    >>> from croupier.games import make_game
    >>> game = TreeGame(make_game("leduc"), 1000, 2, ("fold", "call", "min"))
    >>> game.max_loss, game.max_decisions
    (13, 8)

    Attributes:
        start: The state before the first card.
        menu: The moves.
        deck: The cards, in the order of their numbers.
        numbers: The number of each card.
        max_loss: The most chips that a player can put into a pot.
        max_decisions: An upper bound of the decisions of a hand.
    """

    def __init__(
        self, game: Poker | CustomGame, stack: int, players: int, menu: tuple[MenuMove, ...]
    ) -> None:
        """Check that the game can be dealt card by card.

        Args:
            game: The game. Its automations are replaced.
            stack: The starting stack of each player.
            players: The number of players.
            menu: The moves.

        Raises:
            SetupError: The game is not for that many players, or a move is invalid.
            UnsupportedError: Something other than bets is decided, a card is in the deck twice, or
                cards are hidden from all players.
        """
        game.automations = _AUTOMATIONS
        self.start: State = game(stack, players)
        self.menu = read_menu(menu, with_amounts=False)
        self.deck = tuple(sorted(set(self.start.deck), key=repr))
        self.numbers = {card: number for number, card in enumerate(self.deck)}
        if len(self.deck) != len(self.start.deck):
            raise _refuse("a card is in the deck more than once")
        definition = json.loads(self.start._setup.definition.to_json())
        rounds = [step["action"]["bet"] for step in definition["steps"] if "bet" in step["action"]]
        for step in definition["steps"]:
            _verify_step(step["action"])
        self.max_loss = self._find_max_loss(rounds, stack)
        self.max_decisions = _count_decisions(rounds, stack, players)

    def _find_max_loss(self, rounds: list[dict[str, Any]], stack: int) -> int:
        state = self.start
        if state.betting_structure is not BettingStructure.FIXED_LIMIT or not all(
            one["maximum_raises"] for one in rounds
        ):
            return stack
        # Before the cards, everything forced is in the pot but the bring-in, which a bet includes.
        forced = max(stack - left for left in state.stacks)
        raised = sum(_largest(one) * int(one["maximum_raises"]) for one in rounds)
        if state.rules is Rules.CARD_ROOM and rounds:
            # Blinds of a whole bet count as one.
            first = _largest(rounds[0])
            raised -= int(min(max(state.bets) // first, rounds[0]["maximum_raises"])) * first
        return int(min(stack, forced + raised))


def _verify_step(action: dict[str, dict[str, Any]]) -> None:
    """Refuse a step in which something other than a bet is decided."""
    for kind, parts in action.items():
        allowed = _STEPS.get(kind, set())
        others = [kind] if kind not in _STEPS else [name for name in parts if name not in allowed]
        if kind == "bet":
            others += [name for name in parts.get("terms", ()) if name not in _BET_TERMS]
        if others:
            what = {
                "arrange": "the dealer changes the board",
                "board_down": "board cards are dealt face down",
                "draw": "cards are drawn",
            }
            raise _refuse(what.get(others[0], "more than bets is decided"))


def _refuse(reason: str) -> UnsupportedError:
    return UnsupportedError(
        f"this game cannot be walked as a tree: {reason}; expected a game of bets alone, such as"
        " nlhe, plo, razz or leduc",
        code="openspiel-game",
    )


def _largest(betting: dict[str, Any]) -> int:
    return int(max(betting["minimum_bet"], betting.get("terms", {}).get("pair_bet") or 0))


def _count_decisions(rounds: list[dict[str, Any]], stack: int, players: int) -> int:
    """Return an upper bound of the decisions of a hand.

    In a betting round of n players, n decide up to the first bet of the last of them, then n - 1 up
    to each raise, and n - 1 answer the last one. Each raise but the last is one of the smallest bet
    or more, which bounds their number where the rules do not.
    """
    passive = len(rounds) * players
    if all(one["maximum_raises"] is not None for one in rounds):
        return passive + (players - 1) * sum(int(one["maximum_raises"]) for one in rounds)
    smallest = max(min(int(one["minimum_bet"]) for one in rounds), 1)
    return passive + (players - 1) * (-(-stack // smallest) + len(rounds))


class TreeHand:
    """A hand of a `TreeGame`, between two moves of players or chance.

    >>> from croupier.games import make_game
    >>> hand = TreeHand(TreeGame(make_game("kuhn"), 2, 2, ("fold", "call", "max")))
    >>> hand.player, hand.chances()[0]
    (None, (0, 0.3333333333333333))
    >>> hand.apply(0)
    >>> hand.apply(1)
    >>> hand.player, hand.legal_actions(), hand.see(0)
    (0, [1, 2], '0 Js |  |  | 1,1')

    Attributes:
        game: The game.
        state: The hand as the engine has it.
        coming: Board cards that are dealt together with those that follow.
        bets: The decisions: player, street, place of the move in the menu, and chips.
    """

    def __init__(self, game: TreeGame) -> None:
        """Begin a hand.

        Args:
            game: The game.
        """
        self.game = game
        self.state: State = game.start.__deepcopy__({})
        self.coming: list[Card] = []
        self.bets: list[tuple[int, int, int, int]] = []
        # The cards that chance has dealt, as bits: players who fold leave none of theirs behind.
        self._dealt = 0
        self._settle()

    def __deepcopy__(self, memo: Any) -> TreeHand:
        copied = object.__new__(TreeHand)
        copied.game, copied._dealt = self.game, self._dealt
        copied.state = self.state.__deepcopy__(memo)
        copied.coming, copied.bets = list(self.coming), list(self.bets)
        return copied

    def _settle(self) -> None:
        """Burn unknown cards until a player decides or a card is dealt."""
        state = self.state
        while state.status and state.can_burn_card(_UNKNOWN):
            state.burn_card(_UNKNOWN)
        if any(name in DECISIONS and name not in _BETS for name in state.legal):
            raise _refuse("more than bets is decided")

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return not self.state.status

    @property
    def player(self) -> int | None:
        """The player to act; `None` if chance deals a card or the hand is over."""
        return self.state.actor_index if self.state.status else None

    def chances(self) -> list[tuple[int, float]]:
        """Return the numbers of the cards that can come, each with its probability."""
        left = [number for number in range(len(self.game.deck)) if not self._dealt >> number & 1]
        return [(number, 1 / len(left)) for number in left]

    def legal_actions(self) -> list[int]:
        """Return the places of the possible moves in the menu."""
        prices = price_menu(self.state, self.game.menu)
        return [place for place, (legal, _, _) in enumerate(prices) if legal]

    def apply(self, action: int) -> None:
        """Deal a card, or perform a move of the menu.

        Args:
            action: The number of the card, or the place of the move.

        Raises:
            RuleError: The card has been dealt, or the move is not possible.
        """
        if self.player is None:
            if self.is_over or not any(number == action for number, _ in self.chances()):
                raise RuleError(
                    f"invalid card: expected a number of chances(), got {action!r:.80}",
                    code="openspiel-action",
                )
            self._dealt |= 1 << action
            self._deal(self.game.deck[action])
        else:
            self._move(action)
        self._settle()

    def _move(self, action: int) -> None:
        state = self.state
        prices = price_menu(state, self.game.menu)
        if not 0 <= action < len(prices) or not prices[action][0]:
            raise RuleError(
                f"invalid action: expected one of {self.legal_actions()}, got {action!r:.80}",
                code="openspiel-action",
            )
        assert state.actor_index is not None
        self.bets.append((state.actor_index, state.street_index or 0, action, prices[action][1]))
        move = self.game.menu[action]
        if move == "fold":
            state.fold()
        elif move == "call" and state.can_post_bring_in():
            state.post_bring_in()
        elif move == "call":
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(prices[action][2])

    def _deal(self, card: Card) -> None:
        """Deal a card; those of a board come together."""
        state = self.state
        if state.can_deal_hole():
            state.deal_hole(repr(card))
            return
        self.coming.append(card)
        text = "".join(map(repr, self.coming))
        if state.can_deal_board(text):
            state.deal_board(text)
            self.coming = []

    def payoffs(self) -> list[float]:
        """Return the chips that each player has won; 0 before the end."""
        if not self.is_over:
            return [0.0] * len(self.state.stacks)
        return [float(payoff) for payoff in self.state.payoffs]

    def hole_cards(self, player: int) -> tuple[list[Card], list[Card]]:
        """Return the cards that a player was dealt face down and face up, folded or not."""
        down: list[Card] = []
        up: list[Card] = []
        for operation in self.state.operations:
            if isinstance(operation, HoleDealing) and operation.player_index == player:
                for card, is_up in zip(operation.cards, operation.statuses, strict=True):
                    (up if is_up else down).append(card)
        return down, up

    def see(self, player: int, *, remembers: bool = True) -> str:
        """Return the knowledge of a player, as text.

        Args:
            player: The player.
            remembers: Whether the bets are part of it.
        """
        state = self.state
        down, up = self.hole_cards(player)
        shown = [
            "".join(map(repr, self.hole_cards(each)[1]))
            for each in state.player_indices
            if each != player
        ]
        own = "".join(sorted(map(repr, down)))
        if up:
            own += f" {''.join(map(repr, up))}"
        board = "".join(repr(card) for column in state.board_cards for card in column)
        parts = [f"{player} {own}", board]
        parts += [cards or "-" for cards in shown] if any(shown) else []
        if remembers:
            parts.append(
                " ".join(f"{who}:{street}:{move}:{chips}" for who, street, move, chips in self.bets)
            )
        parts.append(",".join(map(str, state.stacks)))
        return " | ".join(parts)

    def __str__(self) -> str:
        """Return all cards and bets, as text."""
        state = self.state
        holes = " ".join(
            "".join(repr(card) for cards in self.hole_cards(player) for card in cards) or "-"
            for player in state.player_indices
        )
        board = "".join(repr(card) for column in state.board_cards for card in column)
        coming = "".join(map(repr, self.coming))
        bets = " ".join(f"{who}:{move}" for who, _, move, _ in self.bets)
        return f"{holes} / {board}{coming} / {bets}"
