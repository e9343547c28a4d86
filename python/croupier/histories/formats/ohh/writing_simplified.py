"""Writing hands in the simplified form of Open Hand History."""

from __future__ import annotations

from typing import Any

from croupier.errors import UnsupportedError
from croupier.histories.formats.ohh.documents import dump_json
from croupier.histories.formats.ohh.simplified import FORMAT, GAME_NAMES
from croupier.histories.formats.ohh.telling import GAMES, Told, card_names, format_time, tell
from croupier.histories.history import HandHistory
from croupier.state import State

__all__ = ["CARRIED", "VERSION", "write_simplified"]

VERSION = "1.0"
"""The version of the form that is written."""
CARRIED = frozenset(
    {
        "variant",
        "antes",
        "ante_trimming_status",
        "blinds_or_straddles",
        "min_bet",
        "small_bet",
        "starting_stacks",
        "actions",
        "time",
        "time_zone",
        "day",
        "month",
        "year",
        "hand",
        "seats",
        "table",
        "players",
        "finishing_stacks",
        "winnings",
        "_button",
        "_hand_number",
        "_hero_cards",
    }
)
"""The fields of a history that the form has room for."""
_ROLES = {"SB": "postSB", "BB": "postBB"}
_KINDS = ("fold", "check", "call", "bet", "raise")


def write_simplified(
    history: HandHistory,
    *,
    indent: int | None = None,
    bare: bool = False,
    state: State | None = None,
) -> str:
    """Write a hand.

    Args:
        history: The hand.
        indent: How many blanks a level is indented by; one line if it is left out.
        bare: Whether the hand is written without the document around it.
        state: The end of the hand, if it was played already and all amounts are whole chips.

    Returns:
        The document, or the hand.

    Raises:
        UnsupportedError: The form has no room for the hand.
    """
    made = _make(history, state)
    return dump_json(made if bare else {"version": VERSION, "hands": [made]}, indent)


def _make(history: HandHistory, state: State | None) -> dict[str, Any]:
    told = tell(history, FORMAT, state)
    hand = told.hand
    game = GAME_NAMES.get(GAMES[history.variant])
    if game is None or history.variant in {"X:PO5", "X:PO5/8", "X:PO6"}:
        raise UnsupportedError(f"{FORMAT} has no room for the game {history.variant}")
    if hand.run_count > 1 or hand.state.starting_board_count > 1:
        raise UnsupportedError(f"{FORMAT} has no room for more than one board")
    money = hand.chips.write
    others = history.user_defined_fields
    number = others.get("_hand_number", history.hand)
    made: dict[str, Any] = {
        "handId": "" if history.hand is None else str(history.hand),
        "handNumber": "" if number is None else str(number),
        "gameType": game,
        "tableName": "" if history.table is None else str(history.table),
        "startTime": format_time(history),
        "blinds": {"smallBlind": 0, "bigBlind": 0},
        "players": [
            {"seatNumber": seat, "name": name, "stack": money(stack)}
            for seat, name, stack in sorted(zip(hand.seats, hand.names, hand.stacks, strict=True))
        ],
        "dealer": {"seatNumber": hand.button},
    }
    for index, role in told.roles.items():
        if role in _ROLES:
            name = "smallBlind" if role == "SB" else "bigBlind"
            made["blinds"][name] = money(abs(hand.blinds[index]))
    ante = max((event.amount for event in told.rounds[0][2] if event.kind == "ante"), default=0)
    if ante:
        made["ante"] = money(ante)
    hero = others.get("_hero")
    cards = _find_cards(told)
    if hero in hand.names and cards.get(hand.names.index(hero)):
        made["heroCards"] = cards[hand.names.index(hero)]
    elif isinstance(others.get("_hero_cards"), str):
        held = others["_hero_cards"]
        made["heroCards"] = [held[at : at + 2] for at in range(0, len(held), 2)]
    board = {
        street.lower(): card_names(dealt) if street == "Flop" else card_names(dealt)[0]
        for street, dealt, _ in told.rounds
        if card_names(dealt)
    }
    if board:
        made["board"] = board
    made["actions"] = _make_actions(told)
    winners = _make_winners(told, cards)
    if winners:
        made["winners"] = winners
    return made


def _find_cards(told: Told) -> dict[int, list[str]]:
    cards = {player: card_names(held) for player, held in told.dealt.items()}
    for event in told.shows:
        if event.kind == "show" and event.player is not None:
            cards[event.player] = card_names(event.cards)
    return cards


def _make_actions(told: Told) -> list[dict[str, Any]]:
    hand = told.hand
    money = hand.chips.write
    actions: list[dict[str, Any]] = []
    last = "preflop"
    for street, _, events in told.rounds:
        for event in events:
            last = street.lower()
            name = hand.names[event.player or 0]
            action: dict[str, Any] = {"player": name}
            if event.kind == "ante":
                action["actionType"] = "postAnte"
            elif event.kind == "blind" and told.roles.get(event.player or 0) in _ROLES:
                action["actionType"] = _ROLES[told.roles[event.player or 0]]
            elif event.kind in _KINDS:
                action["actionType"] = event.kind
            else:
                raise UnsupportedError(f"{FORMAT} has no room for {name}'s {event.kind}")
            if event.amount:
                # A raise names all chips of the street, anything else what is added.
                action["amount"] = money(event.total if event.kind == "raise" else event.amount)
            action["street"] = last
            if event.all_in:
                action["isAllIn"] = True
            actions.append(action)
    actions += [
        _act(told, event.player or 0, "uncalled", last, event.amount)
        for event in hand.events
        if event.kind == "uncalled"
    ]
    actions += [
        _act(told, event.player or 0, "show", "showdown")
        for event in told.shows
        if event.kind == "show"
    ]
    actions += [
        _act(told, index, "collect", "showdown", won)
        for index, won in enumerate(hand.winnings)
        if won
    ]
    return actions


def _act(told: Told, player: int, kind: str, street: str, amount: int = 0) -> dict[str, Any]:
    action: dict[str, Any] = {"player": told.hand.names[player], "actionType": kind}
    if amount:
        action["amount"] = told.hand.chips.write(amount)
    return action | {"street": street}


def _make_winners(told: Told, cards: dict[int, list[str]]) -> list[dict[str, Any]]:
    """Return the winners, and everybody else whose cards are known with an amount of 0."""
    hand = told.hand
    shown = {event.player for event in told.shows if event.kind == "show"}
    winners = []
    for index, won in enumerate(hand.winnings):
        if won or index in shown:
            winner: dict[str, Any] = {"player": hand.names[index], "amount": hand.chips.write(won)}
            if index in shown and cards.get(index):
                winner["handCards"] = cards[index]
            winners.append(winner)
    return winners
