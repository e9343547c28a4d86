"""The simplified form of Open Hand History, read into the objects of the official one."""

from __future__ import annotations

from typing import Any

from croupier.histories.formats.ohh.records import (
    OfficialAction,
    OfficialHand,
    OfficialPlayer,
    OfficialPot,
    OfficialRound,
    OfficialWin,
)
from croupier.histories.formats.ohh.values import Members

__all__ = ["ACTION_TYPES", "FORMAT", "GAME_NAMES", "STREETS", "read_simplified"]

FORMAT = "ohh-simplified"
ACTION_TYPES = {
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "postSB": "Post SB",
    "postBB": "Post BB",
    "postAnte": "Post Ante",
    "show": "Shows Cards",
    "collect": "Collect",
    "uncalled": "Uncalled",
}
"""The actions, and what the official form calls them."""
STREETS = {
    "preflop": "Preflop",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
    "showdown": "Showdown",
}
"""The streets, and what the official form calls them."""
GAME_NAMES = {
    ("Holdem", "NL"): "No Limit Texas Hold'em",
    ("Holdem", "PL"): "Pot Limit Texas Hold'em",
    ("Holdem", "FL"): "Limit Texas Hold'em",
    ("Omaha", "PL"): "Pot Limit Omaha",
    ("Omaha", "NL"): "No Limit Omaha",
    ("Omaha", "FL"): "Limit Omaha",
    ("OmahaHiLo", "PL"): "Pot Limit Omaha Hi/Lo",
    ("OmahaHiLo", "NL"): "No Limit Omaha Hi/Lo",
    ("OmahaHiLo", "FL"): "Limit Omaha Hi/Lo",
}
"""The names of games by what the official form calls game and limit."""
_ACTIONS = {name.lower(): official for name, official in ACTION_TYPES.items()}


def read_simplified(value: dict[str, Any]) -> OfficialHand:
    """Read a hand.

    Args:
        value: A hand of the list `hands`.

    Returns:
        The hand. Players are numbered from 1.

    Raises:
        ParseError: Something is not as it should be; it says where.
    """
    name = value.get("handId") if isinstance(value, dict) else None
    members = Members(value, "", FORMAT, None if name in (None, "") else str(name)[:40])
    notes: list[str] = []
    blinds = Members(members.take("blinds") or {}, "blinds", FORMAT, members.hand)
    dealer = Members(members.take("dealer") or {}, "dealer", FORMAT, members.hand)
    players = _read_players(members)
    numbers = {player.name: player.id for player in players}
    if len(numbers) < len(players):
        raise members.fail(
            "players: two players have the same name, and actions go by names", "ohh-same-name"
        )
    rounds = _read_rounds(members, numbers, notes)
    wins, shown = _read_winners(members, numbers)
    collected = [
        (action.player, action.amount or 0)
        for one in rounds
        for action in one.actions
        if action.name == "Collect" and action.player is not None
    ]
    if not wins:
        wins = [OfficialWin(player, amount, {}) for player, amount in collected]
    for one in rounds:
        for action in one.actions:
            if action.name == "Shows Cards" and action.player in shown:
                action.cards = shown.pop(action.player)
    hero_cards = members.cards("heroCards")
    hero = _find_hero(hero_cards, rounds, shown)
    if hero is not None and hero_cards:
        player = next(one for one in players if one.id == hero)
        player.cards = hero_cards
    elif hero_cards:
        notes.append("heroCards belong to nobody: no player is named as the hero")
    for player in players:
        if not player.cards:
            player.cards = shown.get(player.id, ())
    game_type, bet_type = _read_game(members)
    number = members.text("handNumber")
    extra: dict[str, Any] = {} if number is None else {"handNumber": number}
    if hero_cards:
        extra["heroCards"] = list(hero_cards)
    total = sum(win.amount for win in wins)
    return OfficialHand(
        number=members.text("handId", "") or "",
        game_type=game_type,
        bet_type=bet_type,
        bet_cap=0,
        site="",
        network="",
        table=members.text("tableName", "") or "",
        table_size=None,
        start=members.text("startTime", "") or "",
        currency="",
        dealer_seat=dealer.seat("seatNumber"),
        small_blind=blinds.amount("smallBlind"),
        big_blind=blinds.amount("bigBlind"),
        ante=members.amount("ante") or 0,
        hero=hero,
        flags=[],
        players=players,
        rounds=rounds,
        pots=[OfficialPot(0, total, 0, 0, wins)] if wins else [],
        tournament=None,
        bounties=[],
        extra=extra | members.rest(),
        wrapper={},
        notes=notes,
    )


def _read_players(members: Members) -> list[OfficialPlayer]:
    players = []
    for at, one in enumerate(members.items("players")):
        inner = Members(one, f"players[{at}]", FORMAT, members.hand)
        seat, stack = inner.seat("seatNumber"), inner.amount("stack")
        if seat is None or stack is None:
            raise inner.fail("expected seatNumber, name and stack", "ohh-player")
        name = inner.text("name", "") or ""
        players.append(OfficialPlayer(at + 1, seat, name, stack, extra=inner.rest()))
    if len(players) < 2:
        raise members.fail(
            f"players: expected two or more, not {len(players)}", "ohh-too-few-players"
        )
    return players


def _read_rounds(
    members: Members, numbers: dict[str, int], notes: list[str]
) -> list[OfficialRound]:
    board = Members(members.take("board") or {}, "board", FORMAT, members.hand)
    cards = {name: board.cards(name) for name in ("flop", "turn", "river")}
    rounds = {
        street: OfficialRound(at, official, cards.get(street, ()), [])
        for at, (street, official) in enumerate(STREETS.items())
    }
    for at, one in enumerate(members.items("actions")):
        inner = Members(one, f"actions[{at}]", FORMAT, members.hand)
        said = inner.text("actionType", "") or ""
        kind = _ACTIONS.get(said.lower())
        if kind is None:
            raise inner.fail(f"actionType: expected one of {', '.join(ACTION_TYPES)}", "ohh-action")
        street = (inner.text("street", "preflop") or "").lower()
        if street not in rounds:
            raise inner.fail(f"street: expected one of {', '.join(STREETS)}", "ohh-street")
        player = inner.text("player", "") or ""
        if player not in numbers:
            raise inner.fail(
                f"player: {player[:40]!r} is no player of the hand", "ohh-unknown-player"
            )
        rounds[street].actions.append(
            OfficialAction(
                kind,
                numbers[player],
                inner.amount("amount"),
                inner.flag("isAllIn"),
                inner.cards("cards"),
                inner.path,
            )
        )
    return [one for one in rounds.values() if one.street == "Preflop" or one.actions or one.cards]


def _read_winners(
    members: Members, numbers: dict[str, int]
) -> tuple[list[OfficialWin], dict[int | None, tuple[str, ...]]]:
    wins = []
    shown: dict[int | None, tuple[str, ...]] = {}
    for at, one in enumerate(members.items("winners")):
        inner = Members(one, f"winners[{at}]", FORMAT, members.hand)
        player = inner.text("player", "") or ""
        if player not in numbers:
            raise inner.fail(
                f"player: {player[:40]!r} is no player of the hand", "ohh-unknown-player"
            )
        amount = inner.amount("amount") or 0
        cards = inner.cards("handCards")
        if cards:
            shown[numbers[player]] = cards
        if amount:
            wins.append(OfficialWin(numbers[player], amount, {}))
    return wins, shown


def _find_hero(
    cards: tuple[str, ...],
    rounds: list[OfficialRound],
    shown: dict[int | None, tuple[str, ...]],
) -> int | None:
    """Return who has the hero's cards, by those that were shown."""
    if not cards:
        return None
    for one in rounds:
        for action in one.actions:
            if action.cards and set(action.cards) == set(cards):
                return action.player
    for player, held in shown.items():
        if set(held) == set(cards):
            return player
    return None


def _read_game(members: Members) -> tuple[str, str]:
    said = members.text("gameType", "") or "No Limit Texas Hold'em"
    plain = "".join(sign for sign in said.lower() if sign.isalnum())
    limit = "NL" if "nolimit" in plain or plain.startswith("nl") else "FL"
    if "potlimit" in plain or plain.startswith("pl"):
        limit = "PL"
    if "omaha" in plain or plain.startswith("plo"):
        low = "hilo" in plain or "orbetter" in plain or plain.endswith("8")
        return ("OmahaHiLo" if low else "Omaha"), limit
    if "hold" in plain:
        return "Holdem", limit
    raise members.fail(f"gameType: {said[:40]!r} is no game that is known here", "ohh-game-type")
