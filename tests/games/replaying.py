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
        self._drawn: deque[tuple[int, list[str]]] = deque()
        self._board: deque[str] = deque()

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
        state, index = self.state, self.players.index(event["player"])
        action, cards = event["action"], "".join(event.get("cards", ()))
        turn = next(
            (
                seat
                for seat in (
                    state.actor_index,
                    state.stander_pat_or_discarder_index,
                    state.decider_index,
                )
                if seat is not None
            ),
            None,
        )
        if turn != index:
            raise Mismatch(f"it is the turn of {turn}, not of {index}; legal are {list(state.legal)}")
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
                    raise Mismatch("a purchase")
                state.buy_cards(False)
            case "protect_card":
                state.protect_card(True)
            case "decline_protection":
                state.protect_card(False)
            case "replace_community":
                state.replace_board_cards(cards)
            case _:
                raise Mismatch(f"there is no action {action}")
        if not state.status:
            return
        if state.stacks[index] != event["stack_after"]:
            raise Mismatch(f"the stack is {state.stacks[index]}")

    def _deal_drawn(self) -> None:
        """Deal what was drawn when everybody has discarded."""
        state = self.state
        while self._drawn and state.can_deal_hole():
            index, cards = self._drawn.popleft()
            state.deal_hole("".join(cards), index)


_STAKES = {"small_bet", "big_bet", "small_blind", "big_blind", "ante", "bring_in", "named_bets"}
