"""Play hands of another engine's records: every card and every decision is given."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

from croupier.games.configuration import Configuration
from croupier.games.configuration.playing import ConfiguredGame
from croupier.state import Automation, State

# Cards are dealt as the record has them; nothing is burnt there.
AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation not in {Automation.HOLE_DEALING, Automation.BOARD_DEALING}
)


class Mismatch(AssertionError):
    """The record does not fit the state."""


class Replay:
    """Play the events of a record."""

    def __init__(self, configuration: Configuration, record: Mapping[str, Any]) -> None:
        """Start the hand of a record."""
        seats = {player["id"]: player["seat"] for player in record["players"]}
        button = record["button_seat"]
        # The first player is the next one after the button.
        self.players = sorted(seats, key=lambda name: (seats[name] - button - 1) % 100)
        stacks = {player["id"]: player["stack"] for player in record["players"]}
        stakes = {name: value for name, value in record["stakes"].items() if value is not None}
        game = ConfiguredGame(
            configuration,
            record["structure"],
            {name: stakes[name] for name in stakes if name in _STAKES},
            automations=AUTOMATIONS,
            bring_in_option=True,
        )
        self.state: State = game([stacks[name] for name in self.players], len(self.players))
        self._alone = False
        self._deferred: dict[int, dict[str, Any]] = {}
        self._drawn: deque[tuple[int, list[str]]] = deque()
        # Cards that no event names come from here, in order.
        named = sum(event["t"] in {"deal", "board"} for event in record["events"])
        self._deck = deque(record["deck"][named:])

    def play(self, events: list[dict[str, Any]]) -> State:
        """Play all events and return the state."""
        for number, event in enumerate(events):
            self._events = events[number:]
            try:
                self._play_one(event)
            except (ValueError, Mismatch) as error:
                raise Mismatch(f"event {number} {event}: {error}") from error
        return self.state

    def _play_one(self, event: dict[str, Any]) -> None:
        kind = event["t"]
        state = self.state
        if kind == "deal":
            if state.can_remove_board_cards():
                state.remove_board_cards()
            index = self.players.index(event["to"])
            operation = state.deal_hole(event["card"], index)
            if operation.statuses != (event["up"],):
                raise Mismatch(f"the card is dealt with {operation.statuses}")
        elif kind == "board":
            state.deal_board(event["card"])
        elif kind == "dice":
            state.roll_dice(event["values"])
        elif kind == "remove":
            state.remove_board_cards()
        elif kind == "act":
            self._act(event)

    def _act(self, event: dict[str, Any]) -> None:
        """Do what a player does, or keep it until it is the player's turn."""
        index = self.players.index(event["player"])
        if self._turn() != index and event["action"] in _IN_TURN:
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
        """Tell whether nobody else can bet."""
        state = self.state
        return not any(
            state.statuses[other] and state.stacks[other]
            for other in state.player_indices
            if other != index
        )

    def _do(self, index: int, event: dict[str, Any]) -> None:
        state = self.state
        action, cards = event["action"], "".join(event.get("cards", ()))
        turn = self._turn()
        if turn != index:
            if action in _IDLE or self._is_alone(index):
                # The other engine asks who has nothing to decide, and lets bets lie.
                self._alone |= self._is_alone(index)
                return
            raise Mismatch(
                f"it is the turn of {turn}, not of {index}; legal are {list(state.legal)}"
            )
        if action in {"bet", "raise"} and self._is_alone(index):
            self._alone, action = True, "call"
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
                legal = state.legal["stand_pat_or_discard"]
                if not cards and legal.min_count == legal.max_count:
                    # What must go is not written down.
                    state.stand_pat_or_discard(legal.cards)
                else:
                    state.stand_pat_or_discard(cards)
                if event.get("drawn"):
                    self._drawn.append((index, event["drawn"]))
                self._deal_drawn()
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
                # A purchase changes the stack; the record does not say what was discarded.
                if event["stack_after"] != state.stacks[index]:
                    raise Mismatch("a purchase, and nobody knows for which card")
                state.buy_cards(False)
            case "protect_card":
                state.protect_card(True)
            case "decline_protection":
                state.protect_card(False)
            case "replace_community":
                state.replace_board_cards(cards)
                state.deal_board("".join(self._deck.popleft() for _ in event["cards"]))
            case _:
                raise Mismatch(f"there is no action {action}")
        if not state.status or self._alone:
            return
        if state.stacks[index] != event["stack_after"]:
            raise Mismatch(f"the stack is {state.stacks[index]}")

    def _deal_drawn(self) -> None:
        """Deal what was drawn when everybody has discarded."""
        state = self.state
        while self._drawn and state.can_deal_hole():
            index, cards = self._drawn.popleft()
            state.deal_hole("".join(cards), index)


# What changes nothing, and is asked of players who have nothing to decide.
_IDLE = {"check", "buy", "decline_protection"}
_IN_TURN = {
    "draw",
    "discard",
    "separate",
    "expose",
    "pass",
    "declare",
    "protect_card",
    "decline_protection",
}
_STAKES = {"small_bet", "big_bet", "small_blind", "big_blind", "ante", "bring_in", "named_bets"}
