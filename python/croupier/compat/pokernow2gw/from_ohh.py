"""Hands of Open Hand History, in both forms, as far as pokernow2gw reads them.

That program does not ask whether a hand can be played: what stands in the file is printed. So the
records of `croupier.histories.formats.ohh`, which are made to be played, are of no use here.
"""

from __future__ import annotations

import datetime
from typing import Any

from croupier.compat.pokernow2gw.hand import (
    STREETS,
    LooseAction,
    LooseHand,
    LooseWinner,
)
from croupier.histories.formats.ohh import documents, simplified
from croupier.histories.formats.ohh.values import Members, read_card

__all__ = ["read_official_loosely", "read_simplified_loosely"]

_KINDS = {
    "fold": "fold",
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "post sb": "small blind",
    "postsb": "small blind",
    "post bb": "big blind",
    "postbb": "big blind",
    "post ante": "ante",
    "postante": "ante",
    "show": "show",
    "collect": "collect",
    "uncalled": "uncalled",
}
# One spelling of each, for errors.
_SPELLED = tuple({kind: name for name, kind in _KINDS.items()}.values())
_NO_LIMIT = "NL"
# The name of a hand without a number.
_NO_NUMBER = "1"
# A hand without a time begins when the calendar does.
_NO_TIME = datetime.datetime.min.replace(tzinfo=datetime.UTC)
_SHOWN_AS_IT_IS = frozenset({"", "chips", "usd"})


def read_simplified_loosely(value: Any, hero: str = "", path: str = "") -> LooseHand:
    """Read a hand of the simplified form.

    >>> hand = {
    ...     "handId": "7",
    ...     "startTime": "2026-01-31T20:00:00Z",
    ...     "players": [{"seatNumber": 4, "name": "Ann", "stack": 200}],
    ...     "actions": [
    ...         {"player": "Ann", "actionType": "postBB", "amount": 2, "street": "preflop"}
    ...     ],
    ... }
    >>> read_simplified_loosely(hand).actions[0][:3]
    ('big blind', 'Ann', 2.0)

    Args:
        value: The hand, as JSON has it.
        hero: The player who is shown as dealt the cards.
        path: Where it is in the document, for errors.

    Returns:
        The hand.

    Raises:
        ParseError: Something is not as it should be; it says where.
    """
    members = Members(value, path, simplified.FORMAT)
    number = _line(members, "handId")
    members.hand = number[:40] or None
    blinds = _inner(members, "blinds", members.take("blinds") or {})
    dealer = _inner(members, "dealer", members.take("dealer") or {})
    board = _inner(members, "board", members.take("board") or {})
    hand = LooseHand(
        number,
        _NO_TIME,
        flop=_cards(board, "flop"),
        turn=_card(board, "turn"),
        river=_card(board, "river"),
        hero_cards=_cards(members, "heroCards"),
        ante=_figure(members, "ante"),
        small_blind=_figure(blinds, "smallBlind"),
        big_blind=_figure(blinds, "bigBlind"),
    )
    _read_moment(hand, members, "startTime")
    _note_game(hand, members.text("gameType", "") or "", {"nolimittexasholdem", "nolimitholdem"})
    seats = [
        (one.integer("seatNumber"), _name(one, "name"), _figure(one, "stack"))
        for one in _list(members, "players")
    ]
    _seat(hand, seats, dealer.integer("seatNumber"))
    known = {name for name, _ in hand.seats}
    if hero and hand.hero_cards:
        _note_stranger(hand, hero, known)
    for one in _list(members, "actions"):
        name = _name(one, "player")
        _note_stranger(hand, name, known)
        kind = _kind(one, "actionType")
        street = _street(hand, one.text("street", "") or "")
        all_in = one.flag("isAllIn") or False
        hand.actions.append(LooseAction(kind, name, _figure(one, "amount"), street, all_in))
    for one in _list(members, "winners"):
        name = _name(one, "player")
        _note_stranger(hand, name, known)
        hand.winners.append(LooseWinner(name, _cards(one, "handCards"), _figure(one, "amount")))
    return hand


def read_official_loosely(value: Any, hero: str = "") -> LooseHand:
    """Read a hand of the official form.

    >>> hand = {
    ...     "bet_limit": {"bet_type": "NL"},
    ...     "hero_player_id": 4,
    ...     "players": [{"id": 4, "seat": 2, "name": "Ann", "cards": ["As", "Kd"]}],
    ... }
    >>> read_official_loosely({"ohh": hand}).hero_cards
    ('As', 'Kd')

    Args:
        value: The object that has the member `ohh`.
        hero: Whom the cards are dealt to, whosever they are.

    Returns:
        The hand.

    Raises:
        ParseError: Something is not as it should be, or is not known to the program; it says where.
    """
    members = Members(value.get("ohh"), "ohh", documents.FORMAT)
    game_number = _line(members, "game_number")
    members.hand = game_number[:40] or None
    limit = _inner(members, "bet_limit", members.take("bet_limit") or {})
    bet_type = limit.text("bet_type", "")
    if bet_type != _NO_LIMIT:
        raise limit.fail(
            f"bet_type: pokernow2gw knows only {_NO_LIMIT}, and not {bet_type!r:.40}",
            "compat-limit",
        )
    hand = LooseHand(
        game_number or _NO_NUMBER,
        _NO_TIME,
        ante=_figure(members, "ante_amount"),
        small_blind=_figure(members, "small_blind_amount"),
        big_blind=_figure(members, "big_blind_amount"),
        site=_line(members, "site_name"),
        table=_line(members, "table_name"),
        currency=_line(members, "currency"),
    )
    if hand.currency.lower() not in _SHOWN_AS_IT_IS:
        hand.notes.append(f"the currency {hand.currency} is left out")
    _read_moment(hand, members, "start_date_utc")
    _note_game(hand, members.text("game_type", "") or "", {"holdem"})
    names: dict[int, str] = {}
    cards: dict[int, tuple[str, ...]] = {}
    seats = []
    for one in _list(members, "players"):
        number = one.integer("id")
        if number is None:
            raise one.fail("id: expected the number of the player", "compat-player-id")
        names[number] = _name(one, "name")
        cards[number] = _cards(one, "cards")
        seats.append((one.integer("seat"), names[number], _figure(one, "starting_stack")))
    _seat(hand, seats, members.integer("dealer_seat"))
    number = members.integer("hero_player_id") or 0
    if number > 0:
        hand.hero_cards = cards.get(number, ())
    if hero and hand.hero_cards and names[number] != hero:
        hand.notes.append(f"the cards of {names[number]} are dealt to {hero}")
    for one in _list(members, "rounds"):
        _read_round(hand, one, names)
    for pot in _list(members, "pots"):
        if pot.amount("rake"):
            hand.notes.append("the rake of the file is left out")
        for one in _list(pot, "player_wins"):
            number = one.integer("player_id") or 0
            figure = _figure(one, "win_amount")
            if number in names:
                hand.winners.append(LooseWinner(names[number], cards[number], figure))
            else:
                hand.notes.append("a win of nobody at the table is left out")
    return hand


def _read_round(hand: LooseHand, members: Members, names: dict[int, str]) -> None:
    said = members.text("street", "") or ""
    street = _street(hand, said)
    cards = _cards(members, "cards")
    match said.lower():
        case "flop" if len(cards) >= 3:
            _note_second(hand, bool(hand.flop))
            hand.flop = cards[:3]
        case "turn" if cards:
            _note_second(hand, bool(hand.turn))
            hand.turn = cards[0]
        case "river" if cards:
            _note_second(hand, bool(hand.river))
            hand.river = cards[0]
        case _:
            pass
    for one in _list(members, "actions"):
        # Nobody is looked for first: what is not known may be done by nobody.
        number = one.integer("player_id") or 0
        if number not in names:
            hand.notes.append("an action of nobody at the table is left out")
            continue
        kind = _kind(one, "action")
        all_in = one.flag("is_allin") or False
        figure = _figure(one, "amount")
        hand.actions.append(LooseAction(kind, names[number], figure, street, all_in))


def _inner(members: Members, name: str, value: Any) -> Members:
    path = f"{members.path}.{name}" if members.path else name
    return Members(value, path, members.format, members.hand)


def _list(members: Members, name: str) -> list[Members]:
    return [_inner(members, f"{name}[{at}]", value) for at, value in enumerate(members.items(name))]


def _line(members: Members, name: str) -> str:
    text = members.text(name, "") or ""
    if "\n" in text or "\r" in text:
        raise members.fail(f"{name}: expected a text on one line, not {text!r:.40}", "compat-text")
    return text


def _name(members: Members, name: str) -> str:
    text = _line(members, name)
    if not text:
        raise members.fail(f"{name}: expected the name of a player", "compat-name")
    return text


def _figure(members: Members, name: str) -> float:
    return float(members.amount(name) or 0)


def _cards(members: Members, name: str) -> tuple[str, ...]:
    cards = members.items(name)
    for card in cards:
        _check_card(members, name, card)
    return tuple(cards)


def _card(members: Members, name: str) -> str:
    card = members.text(name, "") or ""
    if card:
        _check_card(members, name, card)
    return card


def _check_card(members: Members, name: str, card: Any) -> None:
    # A card is written as it stands in the file, but it has to be one.
    if read_card(card) is None:
        raise members.fail(
            f"{name}: expected cards such as Ah and Td, not {card!r:.40}", "compat-cards"
        )


def _kind(members: Members, name: str) -> str:
    said = members.text(name, "") or ""
    kind = _KINDS.get(said.lower())
    if kind is None:
        raise members.fail(
            f"{name}: pokernow2gw does not know {said!r:.40}:"
            f" expected one of {', '.join(_SPELLED)}",
            "compat-action",
        )
    return kind


def _street(hand: LooseHand, said: str) -> str:
    street = said.lower()
    if street in STREETS:
        return street
    hand.notes.append(f"the street {said!r:.40} is taken for the first")
    return STREETS[0]


def _read_moment(hand: LooseHand, members: Members, name: str) -> None:
    text = members.text(name)
    if text is None:
        hand.notes.append("the hand has no time")
        return
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise members.fail(
            f"{name}: expected a time such as 2026-01-31T20:00:00Z, not {text!r:.40}", "compat-time"
        ) from None
    hand.moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)


def _seat(hand: LooseHand, seats: list[tuple[int | None, str, float]], dealer: int | None) -> None:
    """Number the seats from 1; the button is looked for among the new numbers."""
    ordered = sorted(seats, key=lambda seat: seat[0] or 0)
    hand.seats = [(name, stack) for _, name, stack in ordered]
    if dealer is not None and 1 <= dealer <= len(ordered):
        hand.dealer = ordered[dealer - 1][1]
    holder = next((name for seat, name, _ in ordered if seat == dealer), None)
    if holder is None:
        hand.notes.append(f"nobody has the button: it is on seat {hand.button}")
    elif hand.seats and hand.seats[hand.button - 1][0] != holder:
        hand.notes.append(f"the button of {holder} is on seat {hand.button}")


def _note_game(hand: LooseHand, said: str, known: set[str]) -> None:
    if said and "".join(sign for sign in said.lower() if sign.isalnum()) not in known:
        hand.notes.append(f"{said[:40]} is written as no-limit hold'em")


def _note_stranger(hand: LooseHand, name: str, known: set[str]) -> None:
    if name not in known:
        hand.notes.append(f"{name[:40]} has no seat")


def _note_second(hand: LooseHand, there: bool) -> None:
    if there:
        hand.notes.append("a street comes twice, and its first cards are left out")
