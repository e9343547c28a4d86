"""The hands of PokerNow's log, as far as pokernow2gw reads them."""

from __future__ import annotations

from decimal import Decimal

from croupier.compat.pokernow2gw.hand import (
    STREETS,
    LooseAction,
    LooseHand,
    LooseWinner,
)
from croupier.compat.pokernow2gw.names import numeric_id, short_name
from croupier.histories.formats.pokernow.hands import LoggedHand
from croupier.histories.formats.pokernow.lines import LogLine

__all__ = ["read_played"]

_GAME = "No Limit Texas Hold'em"
# Operations that are played, but not written.
_PASSED_OVER = {
    "straddle": "a straddle",
    "missing small blind": "a missing small blind",
    "missed big blind": "a missed big blind",
    "bomb pot": "a bet of a bomb pot",
    "paid bounty": "a bounty",
    "won bounty": "a bounty",
    "dead small blind": "a dead small blind",
    "dead big blind": "a dead big blind",
}


def read_played(played: LoggedHand) -> LooseHand:
    """Read a hand.

    Args:
        played: The hand as the log has it.

    Returns:
        The hand.

    Raises:
        ValueError: The program cannot read it, and why.
    """
    if played.game != _GAME:
        raise ValueError(f"pokernow2gw knows only {_GAME}")
    if played.at is None:
        raise ValueError("it is not known when the hand began")
    hand = LooseHand(
        numeric_id(played.name or played.number), played.at, dealer=short_name(played.button)
    )
    if not played.button:
        hand.notes.append("the dead button is on seat 1")
    seats = sorted(played.seats, key=lambda seat: seat.number or 0)
    hand.seats = [(short_name(seat.player), _to_figure(seat.stack)) for seat in seats]
    hand.hero_cards = played.hero_cards
    street = STREETS[0]
    for line in played.steps:
        if line.kind == "undealt":
            continue
        if line.kind in _PASSED_OVER:
            hand.notes.append(f"{_PASSED_OVER[line.kind]} is left out")
        elif line.kind == "runs" or line.flag == "second":
            hand.notes.append("the second run or board is left out")
        elif line.kind in STREETS:
            street = line.kind
            _add_cards(hand, line)
        else:
            _add(hand, line, street)
    if not hand.seats:
        raise ValueError("the hand has no stacks")
    return hand


def _to_figure(amount: int | Decimal) -> float:
    whole = isinstance(amount, int)
    if not whole:
        raise ValueError("pokernow2gw knows only whole chips")
    return float(amount)


def _add_cards(hand: LooseHand, line: LogLine) -> None:
    if line.kind == "flop":
        hand.flop = line.cards
    elif line.kind == "turn":
        hand.turn = " ".join(line.cards)
    else:
        hand.river = " ".join(line.cards)


def _add(hand: LooseHand, line: LogLine, street: str) -> None:
    name, figure = short_name(line.player), _to_figure(line.amount)
    match line.kind:
        case "show":
            hand.winners.append(LooseWinner(name, line.cards))
            street = "showdown"
        case "collect":
            # A second pot replaces the first.
            for winner in hand.winners:
                if winner.name == name:
                    winner.figure = figure
                    break
            else:
                hand.winners.append(LooseWinner(name, (), figure))
            street = "showdown"
        case "ante":
            hand.ante = figure
        case "small blind":
            hand.small_blind = figure
        case "big blind":
            hand.big_blind = figure
        case _:
            pass
    hand.actions.append(LooseAction(line.kind, name, figure, street, line.flag == "all in"))
