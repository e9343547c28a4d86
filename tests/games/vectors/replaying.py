"""Play hands of another engine's records: every card and every decision is given."""

from __future__ import annotations

import copy
import dataclasses
import warnings
from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.games.configuration import Configuration
from croupier.games.configuration.custom_game import CustomGame
from croupier.state import Automation, Mode, State
from games.build import Json

from .records import order_players

# Cards are dealt as the record has them; nothing is burnt there.
AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation not in {Automation.HOLE_DEALING, Automation.BOARD_DEALING}
)
_STAKES = {"small_bet", "big_bet", "small_blind", "big_blind", "ante", "bring_in", "named_bets"}
# What players decide about cards, one after the other, and with which operation.
_DECISIONS = {
    "draw": "stand_pat_or_discard",
    "discard": "stand_pat_or_discard",
    "separate": "separate_cards",
    "expose": "expose_cards",
    "pass": "pass_cards",
    "declare": "declare",
    "buy": "buy_cards",
    "protect_card": "protect_card",
    "decline_protection": "protect_card",
}
# What changes nothing, and is asked there of players who have nothing to decide.
_IDLE = {"check", "buy", "decline_protection"}
_WAGERS = {"bet", "raise", "check", "call"}


class MismatchError(AssertionError):
    """The record does not fit the state."""


def mend_configuration(data: Json, record: Mapping[str, Any]) -> Json:
    """Return the configuration of a record without what the other engine overlooks."""
    data = copy.deepcopy(data)
    if record.get("how") == "synthesized-deck":
        # Hands were laid out there without the game's deals.
        (hole,) = (step["deal"] for step in data["gamePlay"] if "deal" in step)
        (hole["cards"][0]["number"],) = {len(cards) for cards in record["hole"].values()}
    for step in data["gamePlay"]:
        for action in step.get("groupedActions", ()):
            for cards in action.get("expose", {}).get("cards", ()):
                cards.pop("oncePerStep", None)
                if cards.get("immediate") == "true":
                    cards["immediate"] = True
    return data


class Replay:
    """A replay of the events of a record.

    Attributes:
        players: The names of the players; the first one is next to the button.
        state: The state.
    """

    def __init__(self, configuration: Configuration, record: Mapping[str, Any]) -> None:
        """Start the hand of a record."""
        seats = {player["id"]: player["seat"] for player in record["players"]}
        self.players = order_players(seats, record["button_seat"])
        stacks = {player["id"]: player["stack"] for player in record["players"]}
        stakes = {name: value for name, value in record["stakes"].items() if value is not None}
        # Who may lose no more than the cap plays as with a stack of that size.
        cap = stakes.get("hand_cap", max(stacks.values()))
        self._behind = [max(0, stacks[name] - cap) for name in self.players]
        game = CustomGame(
            # Two players raise as often as they like there, and games of few rounds have another
            # raise.
            dataclasses.replace(configuration, raise_cap=None),
            record["structure"],
            {name: stakes[name] for name in stakes if name in _STAKES},
            automations=AUTOMATIONS,
            # In cash games players can fold without need.
            mode=Mode.CASH_GAME,
            bring_in_option=True,
        )
        playing = [min(stacks[name], cap) for name in self.players]
        self.state: State = game(playing, len(self.players))
        # Whether somebody bet though nobody was left to call.
        self._bet_alone = False
        self._deferred: dict[int, Json] = {}
        self._drawn: deque[tuple[int, list[str]]] = deque()
        # Cards that no event names come from here, in order.
        named = sum(event["t"] in {"deal", "board"} for event in record["events"])
        self._deck = deque(record["deck"][named:])

    @property
    def stacks(self) -> dict[str, int]:
        """The stacks of the players, with what they cannot play for."""
        stacks = zip(self.state.stacks, self._behind, strict=True)
        return dict(zip(self.players, map(sum, stacks), strict=True))

    def play(self, events: list[Json]) -> State:
        """Play all events and return the state."""
        for number, event in enumerate(events):
            try:
                with warnings.catch_warnings():
                    # Odd things are in records: cards that are dealt twice, needless folds.
                    warnings.simplefilter("ignore")
                    self._play_one(event)
            except (ValueError, MismatchError) as error:
                raise MismatchError(f"event {number} {event}: {error}") from error
        if self.state.status:
            raise MismatchError(f"the hand goes on with {list(self.state.legal)}")
        return self.state

    def _play_one(self, event: Json) -> None:
        state = self.state
        match event["t"]:
            case "deal":
                if state.can_remove_board_cards():
                    state.remove_board_cards()
                index = self.players.index(event["to"])
                operation = state.deal_hole(event["card"], index)
                if operation.statuses != (event["up"],):
                    raise MismatchError(f"the card is dealt with {operation.statuses}")
            case "board":
                state.deal_board(event["card"])
            case "dice":
                state.roll_dice(event["values"])
            case "remove":
                state.remove_board_cards()
            case "act":
                self._act(event)

    def _act(self, event: Json) -> None:
        """Do what a player does, or keep it until it is the player's turn."""
        index = self.players.index(event["player"])
        kind = _DECISIONS.get(event["action"])
        if self._turn() != index and kind is not None and kind in self.state.legal:
            # Who decides first about cards does not matter, and engines differ.
            self._deferred[index] = event
        else:
            self._do(index, event)
        while (turn := self._turn()) is not None and turn in self._deferred:
            self._do(turn, self._deferred.pop(turn))

    def _turn(self) -> int | None:
        state = self.state
        turns = (state.actor_index, state.stander_pat_or_discarder_index, state.decider_index)
        return next((turn for turn in turns if turn is not None), None)

    def _is_alone(self, index: int) -> bool:
        """Return whether nobody else can bet."""
        state = self.state
        others = (other for other in state.player_indices if other != index)
        return not any(state.statuses[other] and state.stacks[other] for other in others)

    def _is_idle(self, index: int, event: Json) -> bool:
        """Return whether there is nothing to decide; the other engine asks, and lets bets lie."""
        action = event["action"]
        kind = _DECISIONS.get(action, "check_or_call")
        if self._turn() == index and kind in self.state.legal:
            return False
        stays = event["stack_after"] == self.state.stacks[index] + self._behind[index]
        if action in _WAGERS and (self._is_alone(index) or not self.state.status):
            self._bet_alone = True
            return True
        return action == "check" or (action in _IDLE and stays)

    def _do(self, index: int, event: Json) -> None:
        state = self.state
        if self._is_idle(index, event):
            return
        turn = self._turn()
        if turn != index:
            raise MismatchError(
                f"it is the turn of {turn}, not of {index}; legal are {list(state.legal)}"
            )
        self._operate(index, event)
        if not state.status or self._bet_alone:
            return
        if state.stacks[index] + self._behind[index] != event["stack_after"]:
            raise MismatchError(f"the stack is {state.stacks[index]}")

    def _operate(self, index: int, event: Json) -> None:
        state = self.state
        action, cards = event["action"], "".join(event.get("cards", ()))
        if action in {"bet", "raise"} and self._is_alone(index):
            self._bet_alone, action = True, "call"
        match action:
            case "fold":
                state.fold()
            case "check" | "call":
                state.check_or_call()
            case "bring_in":
                state.post_bring_in()
            case "bet" | "raise" | "complete":
                state.complete_bet_or_raise_to(event["amount"])
            case "draw" | "discard":
                self._discard(index, event)
            case "separate":
                state.separate_cards(cards)
            case "expose":
                state.expose_cards(cards)
            case "pass":
                state.pass_cards(cards)
            case "declare":
                declared = {one["pot_index"]: one["declaration"] for one in event["declare"]}
                state.declare([declared[pot] for pot in sorted(declared)])
            case "choose":
                (value,) = event["chosen"].values()
                state.choose(value)
            case "buy":
                self._buy(index, event)
            case "protect_card" | "decline_protection":
                state.protect_card(action == "protect_card")
            case "replace_community":
                state.replace_board_cards(cards)
                state.deal_board("".join(self._deck.popleft() for _ in event["cards"]))
            case _:
                raise MismatchError(f"there is no action {action}")

    def _discard(self, index: int, event: Json) -> None:
        state = self.state
        legal = state.legal["stand_pat_or_discard"]
        if legal.min_count == legal.max_count == len(legal.cards):
            # What must go goes, whatever the record says.
            state.stand_pat_or_discard(legal.cards)
        else:
            state.stand_pat_or_discard("".join(event.get("cards", ())))
        self._deal_drawn(index, event)

    def _buy(self, index: int, event: Json) -> None:
        state = self.state
        if not event.get("drawn"):
            state.buy_cards(False)
            return
        # The last cards go there, without being asked for.
        count = state.legal["buy_cards"].min_count or 0
        held = state.hole_cards[index]
        state.buy_cards(True, held[len(held) - count :])
        self._deal_drawn(index, event)

    def _deal_drawn(self, index: int, event: Json) -> None:
        """Deal what was drawn, perhaps when everybody has discarded."""
        if event.get("drawn"):
            self._drawn.append((index, event["drawn"]))
        while self._drawn and self.state.can_deal_hole():
            index, cards = self._drawn.popleft()
            self.state.deal_hole("".join(cards), index)
