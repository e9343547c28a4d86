"""Games for OpenSpiel: any game of Croupier in which nothing but bets is decided.

Importing this module registers the game `croupier`:

    import pyspiel
    import croupier.envs.openspiel

    game = pyspiel.load_game("croupier(game=leduc)")

Cards are dealt by chance nodes, one at a time, so that the algorithms for trees work.
"""

from __future__ import annotations

from typing import Any

import numpy

from croupier.cards import Card
from croupier.errors import RuleError, UnsupportedError
from croupier.games.making import make_game
from croupier.state import Automation, BettingStructure, State
from croupier.state.operation_table import DECISIONS
from croupier.tables.batch import MenuMove, price_menu
from croupier.tables.lineup import make_lineup

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    raise UnsupportedError(
        "games for OpenSpiel need it: pip install open_spiel", code="missing-openspiel"
    ) from None

__all__ = ["CroupierGame", "CroupierState"]

_UNKNOWN = "??"
_LONGEST = 400
_HISTORY = 32
# Everything but the cards, which chance deals.
_AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation
    not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)
_BETS = {"fold", "check_or_call", "complete_bet_or_raise_to", "post_bring_in"}

_TYPE = pyspiel.GameType(
    short_name="croupier",
    long_name="Poker by Croupier",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "leduc", "players": 2, "stack": 0, "menu": ""},
)


def _read_menu(text: str, *, is_fixed: bool) -> tuple[MenuMove, ...]:
    """Return the moves of a menu that is written with spaces."""
    if not text:
        return ("fold", "call", "min") if is_fixed else ("fold", "call", 1.0, "max")
    moves: list[MenuMove] = []
    for word in text.split():
        try:
            moves.append(float(word))
        except ValueError:
            moves.append(word)
    return tuple(moves)


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Croupier.

    Parameters are `game`, a name that `croupier play` knows; `players`; `stack`, what everybody
    begins with, which is 100 big blinds, or what the game needs, if it is 0; and `menu`, moves with
    spaces between them, such as `fold call 0.5 1 max`.
    """

    def __init__(self, params: Any = None) -> None:
        """Make a game.

        Args:
            params: The parameters.
        """
        given = {**_TYPE.parameter_specification, **(params or {})}
        made = make_game(str(given["game"]))
        made.automations = _AUTOMATIONS
        players, stack = int(given["players"]), int(given["stack"])
        if not stack:
            stack = 100 * max(int(make_lineup(made).small_bet), 1)
        try:
            start: State = made(stack, players)
        except TypeError:
            raise UnsupportedError(
                f"{given['game']!r:.80} cannot be dealt card by card", code="openspiel-game"
            ) from None
        self.start = start
        is_fixed = start.betting_structure is BettingStructure.FIXED_LIMIT
        self.menu = _read_menu(str(given["menu"]), is_fixed=is_fixed)
        self.deck = tuple(sorted(set(start.deck), key=repr))
        self.places = {card: place for place, card in enumerate(self.deck)}
        if len(self.deck) != len(start.deck):
            raise UnsupportedError(
                "decks with cards that are there twice are not for OpenSpiel", code="openspiel-game"
            )
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.menu),
            max_chance_outcomes=len(self.deck),
            num_players=players,
            min_utility=float(-stack),
            max_utility=float(stack * (players - 1)),
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> CroupierState:
        """Return a hand before the first card.

        Returns:
            The state.
        """
        return CroupierState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return the observer of the game.

        Args:
            iig_obs_type: What is wanted of it.
            params: Not used.

        Returns:
            The observer.
        """
        default = pyspiel.IIGObservationType(perfect_recall=False)
        return _Observer(iig_obs_type or default, self)


class CroupierState(pyspiel.State):  # type: ignore[misc]
    """A hand of a game of Croupier."""

    def __init__(self, game: CroupierGame) -> None:
        """Begin a hand.

        Args:
            game: The game.
        """
        super().__init__(game)
        self._terms = _Terms(game)
        self.hand: State = game.start.__deepcopy__({})
        self.coming: list[Card] = []
        self.bets: list[tuple[int, int, int, int]] = []
        self._settle()

    def _settle(self) -> None:
        """Burn cards until somebody decides or cards are dealt."""
        hand = self.hand
        while hand.status and hand.can_burn_card(_UNKNOWN):
            hand.burn_card(_UNKNOWN)
        strange = [name for name in hand.legal if name in DECISIONS and name not in _BETS]
        if strange:
            raise UnsupportedError(
                f"{strange[0]} is decided in this game: only bets can be here",
                code="openspiel-game",
            )

    def current_player(self) -> int:
        """Return who is to act.

        Returns:
            The player, or what stands for chance and for the end.
        """
        if not self.hand.status:
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.hand.actor_index
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may come, all as likely.

        Returns:
            The numbers of the cards, each with its probability.
        """
        hand = self.hand
        places = self._terms.places
        taken = set(self.coming)
        for cards in hand.hole_cards:
            taken.update(cards)
        for column in hand.board_cards:
            taken.update(column)
        left = sorted(place for card, place in places.items() if card not in taken)
        return [(place, 1 / len(left)) for place in left]

    def _price(self) -> list[tuple[bool, int, int]]:
        return price_menu(self.hand, self._terms.menu)

    def _legal_actions(self, player: int) -> list[int]:
        return [place for place, (legal, _, _) in enumerate(self._price()) if legal]

    def _apply_action(self, action: int) -> None:
        hand = self.hand
        player = hand.actor_index
        if player is None:
            self._deal(self._terms.deck[action])
        else:
            prices = self._price()
            if not 0 <= action < len(prices) or not prices[action][0]:
                raise RuleError(f"{action} is no legal action here", code="openspiel-action")
            self.bets.append((player, hand.street_index or 0, action, prices[action][1]))
            move = self._terms.menu[action]
            if move == "fold":
                hand.fold()
            elif move == "call" and hand.can_post_bring_in():
                hand.post_bring_in()
            elif move == "call":
                hand.check_or_call()
            else:
                hand.complete_bet_or_raise_to(prices[action][2])
        self._settle()

    def _deal(self, card: Card) -> None:
        """Deal a card; those of a board come together."""
        hand = self.hand
        if hand.can_deal_hole():
            hand.deal_hole(repr(card))
            return
        self.coming.append(card)
        text = "".join(map(repr, self.coming))
        if hand.can_deal_board(text):
            hand.deal_board(text)
            self.coming = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._terms.deck[action]!r}"
        return str(self._terms.menu[action])

    def is_terminal(self) -> bool:
        """Return whether the hand is over.

        Returns:
            Whether it is.
        """
        return not self.hand.status

    def returns(self) -> list[float]:
        """Return what players have won, in chips; 0 before the end.

        Returns:
            The winnings of each player.
        """
        if self.hand.status:
            return [0.0] * len(self.hand.stacks)
        return [float(payoff) for payoff in self.hand.payoffs]

    def see(self, player: int, *, remembers: bool = True) -> str:
        """Return what a player knows, as text.

        Args:
            player: The player.
            remembers: Whether what was bet is part of it.

        Returns:
            The text.
        """
        hand = self.hand
        own = "".join(sorted(map(repr, hand.hole_cards[player])))
        others = [
            "".join(map(repr, hand.get_up_cards(each)))
            for each in hand.player_indices
            if each != player
        ]
        board = "".join(repr(card) for column in hand.board_cards for card in column)
        parts = [f"{player} {own}", board, *filter(None, others)]
        if remembers:
            parts.append(
                " ".join(f"{who}:{street}:{move}:{chips}" for who, street, move, chips in self.bets)
            )
        parts.append(",".join(map(str, hand.stacks)))
        return " | ".join(parts)

    def __str__(self) -> str:
        """Return all cards and bets, as text."""
        hand = self.hand
        holes = " ".join("".join(map(repr, cards)) or "-" for cards in hand.hole_cards)
        board = "".join(repr(card) for column in hand.board_cards for card in column)
        coming = "".join(map(repr, self.coming))
        bets = " ".join(f"{who}:{move}" for who, _, move, _ in self.bets)
        return f"{holes} / {board}{coming} / {bets}"


class _Terms:
    """The parts of a game that all its states share, which are not copied with them."""

    def __init__(self, game: CroupierGame) -> None:
        self.menu = game.menu
        self.deck, self.places = game.deck, game.places

    def __deepcopy__(self, memo: Any) -> _Terms:
        return self


class _Observer:
    """An observer, which writes down what players see, as text and as numbers."""

    def __init__(self, kind: Any, game: CroupierGame) -> None:
        players, cards = len(game.start.stacks), len(game.deck)
        self._remembers = bool(kind.perfect_recall)
        self._game = game
        parts = [("player", players), ("private_card", cards), ("community_card", cards)]
        parts.append(("pot_contribution", players))
        if self._remembers:
            parts.append(("betting", _HISTORY * (players + len(game.menu))))
        self.tensor = numpy.zeros(sum(size for _, size in parts), numpy.float32)
        self.dict = {}
        start = 0
        for name, size in parts:
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state: CroupierState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor.fill(0)
        hand, places = state.hand, self._game.places
        self.dict["player"][player] = 1
        for card in hand.hole_cards[player]:
            self.dict["private_card"][places[card]] = 1
        for column in hand.board_cards:
            for card in column:
                self.dict["community_card"][places[card]] = 1
        for each, stack in enumerate(hand.stacks):
            self.dict["pot_contribution"][each] = hand.starting_stacks[each] - stack
        if self._remembers:
            players, moves = len(hand.stacks), len(self._game.menu)
            rows = self.dict["betting"].reshape(_HISTORY, players + moves)
            for row, (who, _, move, _) in zip(rows, state.bets, strict=False):
                row[who] = row[players + move] = 1

    def string_from(self, state: CroupierState, player: int) -> str:
        """Return what a player sees, as text."""
        return state.see(player, remembers=self._remembers)


pyspiel.register_game(_TYPE, CroupierGame)
