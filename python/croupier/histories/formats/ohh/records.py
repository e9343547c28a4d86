"""The objects of the official specification, read from JSON as producers write it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from croupier.histories.formats.ohh.documents import FORMAT
from croupier.histories.formats.ohh.values import Amount, Members

__all__ = [
    "ACTIONS",
    "PAYING",
    "OfficialAction",
    "OfficialHand",
    "OfficialPlayer",
    "OfficialPot",
    "OfficialRound",
    "OfficialWin",
    "read_official",
]

ACTIONS = {
    "dealt cards": "Dealt Cards",
    "mucks cards": "Mucks Cards",
    "shows cards": "Shows Cards",
    "post ante": "Post Ante",
    "post sb": "Post SB",
    "post bb": "Post BB",
    "straddle": "Straddle",
    "post dead": "Post Dead",
    "post extra blind": "Post Extra Blind",
    "fold": "Fold",
    "check": "Check",
    "bet": "Bet",
    "raise": "Raise",
    "call": "Call",
    "added chips": "Added Chips",
    "sits down": "Sits Down",
    "stands up": "Stands Up",
    "add to pot": "Add to Pot",
    "player adjustment": "Player Adjustment",
    # Not in the specification, but written by some.
    "added to pot": "Add to Pot",
    "mucks": "Mucks Cards",
    "muck": "Mucks Cards",
    "shows": "Shows Cards",
    "show": "Shows Cards",
    "show cards": "Shows Cards",
    "post small blind": "Post SB",
    "post big blind": "Post BB",
    "post straddle": "Straddle",
    "allin": "All-in",
    "all-in": "All-in",
    "all in": "All-in",
    "collect": "Collect",
    "payout": "Collect",
    "uncalled": "Uncalled",
    "return bet": "Uncalled",
}
"""The names of actions by how they are written in small letters."""
PAYING = frozenset(
    {
        "Post Ante",
        "Post SB",
        "Post BB",
        "Straddle",
        "Post Dead",
        "Post Extra Blind",
        "Bet",
        "Raise",
        "Call",
        "All-in",
    }
)
"""The actions that put a player's chips into the pot."""
_STREETS = ("Preflop", "Flop", "Turn", "River", "Showdown")
_GAME_TYPES = ("Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw")


@dataclass(slots=True)
class OfficialPlayer:
    """Keep a player.

    Attributes:
        id: The number that the hand calls the player by.
        seat: The number of the seat.
        name: The name.
        stack: What the player begins with.
        display: What is shown instead of the name.
        bounty: What eliminating the player is worth.
        sitting_out: Whether the player is not dealt in.
        cards: The cards, where a producer has them here.
        extra: Anything else.
    """

    id: int
    seat: int
    name: str
    stack: Amount
    display: str | None = None
    bounty: Amount | None = None
    sitting_out: bool = False
    cards: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class OfficialAction:
    """Keep an action.

    Attributes:
        name: What is done, as the specification has it.
        player: Who does it; `None` for nobody.
        amount: How much, by the convention of the producer.
        all_in: Whether it is said to be all-in.
        cards: The cards.
        path: Where it stands.
    """

    name: str
    player: int | None
    amount: Amount | None = None
    all_in: bool | None = None
    cards: tuple[str, ...] = ()
    path: str = ""


@dataclass(slots=True)
class OfficialRound:
    """Keep a round.

    Attributes:
        id: Its number.
        street: Its street.
        cards: The cards of the board that come in it.
        actions: What is done in it.
    """

    id: int
    street: str
    cards: tuple[str, ...]
    actions: list[OfficialAction]


@dataclass(slots=True)
class OfficialWin:
    """Keep what a player wins of a pot.

    Attributes:
        player: The player.
        amount: What the player gets.
        extra: Cash-outs, fees, bonuses and the contributed rake, by their names.
    """

    player: int
    amount: Amount
    extra: dict[str, Any]


@dataclass(slots=True)
class OfficialPot:
    """Keep a pot.

    Attributes:
        number: Its number.
        amount: What is in it, with the rake.
        rake: What the house takes.
        jackpot: What goes to a jackpot.
        wins: Who wins what.
    """

    number: int
    amount: Amount
    rake: Amount
    jackpot: Amount
    wins: list[OfficialWin]


@dataclass(slots=True)
class OfficialHand:
    """Keep a hand.

    Attributes:
        number: The number or name of the hand.
        game_type: The game.
        bet_type: NL, PL or FL.
        bet_cap: The most that a player may bet in the hand; 0 for no limit.
        site: The name of the site.
        network: The name of the network.
        table: The name of the table.
        table_size: How many seats there are.
        start: When the hand began, as it is written.
        currency: The currency.
        dealer_seat: The seat with the button.
        small_blind: The small blind.
        big_blind: The big blind.
        ante: The ante.
        hero: The number of the player who saw the hand.
        flags: What is special about it.
        players: The players.
        rounds: The rounds.
        pots: The pots.
        tournament: What is known about the tournament; `None` in a cash game.
        bounties: The bounties that were won.
        extra: Anything else.
        wrapper: What stands beside the hand.
        notes: What was odd.
    """

    number: str
    game_type: str
    bet_type: str
    bet_cap: Amount
    site: str
    network: str
    table: str
    table_size: int | None
    start: str
    currency: str
    dealer_seat: int | None
    small_blind: Amount | None
    big_blind: Amount | None
    ante: Amount
    hero: int | None
    flags: list[str]
    players: list[OfficialPlayer]
    rounds: list[OfficialRound]
    pots: list[OfficialPot]
    tournament: dict[str, Any] | None
    bounties: list[dict[str, Any]]
    extra: dict[str, Any]
    wrapper: dict[str, Any]
    notes: list[str]

    def find(self, number: int) -> OfficialPlayer:
        """Return a player.

        Args:
            number: The player's number in the hand.

        Returns:
            The player.

        Raises:
            KeyError: There is none; `read_official` has looked before.
        """
        for player in self.players:
            if player.id == number:
                return player
        raise KeyError(number)


def read_official(value: dict[str, Any]) -> OfficialHand:
    """Read a hand.

    Args:
        value: The object with the member `ohh`, or what that member is.

    Returns:
        The hand.

    Raises:
        ParseError: Something is not as it should be; it says where.
    """
    wrapper = dict(value)
    inner = wrapper.pop("ohh") if "ohh" in value else value
    if "ohh" not in value:
        wrapper = {}
    number = inner.get("game_number") if isinstance(inner, dict) else None
    members = Members(inner, "", FORMAT, None if number in (None, "") else str(number)[:40])
    notes: list[str] = []
    limit = Members(members.take("bet_limit") or {}, "bet_limit", FORMAT, members.hand)
    players = [
        _read_player(Members(one, f"players[{at}]", FORMAT, members.hand))
        for at, one in enumerate(members.items("players"))
    ]
    known = {player.id for player in players}
    if len(known) < len(players):
        raise members.fail("players: two players have the same id", "ohh-same-id")
    if len(players) < 2:
        raise members.fail(
            f"players: expected two or more, not {len(players)}", "ohh-too-few-players"
        )
    rounds = [
        _read_round(Members(one, f"rounds[{at}]", FORMAT, members.hand), at, known, notes)
        for at, one in enumerate(members.items("rounds"))
    ]
    pots = [
        _read_pot(Members(one, f"pots[{at}]", FORMAT, members.hand), at, known)
        for at, one in enumerate(members.items("pots"))
    ]
    game_type = _normalize(members.text("game_type", "Holdem") or "", _GAME_TYPES)
    if game_type is None:
        raise members.fail(f"game_type: expected one of {', '.join(_GAME_TYPES)}", "ohh-game-type")
    tournament = members.take("tournament_info") or None
    if tournament is not None and not isinstance(tournament, dict):
        raise members.fail("tournament_info: expected an object", "ohh-tournament-info")
    if members.flag("tournament") and tournament is None:
        tournament = {}
    hero = members.integer("hero_player_id")
    if hero is not None and hero not in known:
        notes.append(f"hero_player_id {hero} is no player of the hand")
        hero = None
    bounties = [one for one in members.items("tournament_bounties") if isinstance(one, dict)]
    return OfficialHand(
        number=members.text("game_number", "") or "",
        game_type=game_type,
        bet_type=(limit.text("bet_type", "NL") or "NL").upper(),
        bet_cap=limit.amount("bet_cap") or 0,
        site=members.text("site_name", "") or "",
        network=members.text("network_name", "") or "",
        table=members.text("table_name", "") or "",
        table_size=members.integer("table_size"),
        start=members.text("start_date_utc", "") or "",
        currency=members.text("currency", "") or "",
        dealer_seat=members.seat("dealer_seat"),
        small_blind=members.amount("small_blind_amount"),
        big_blind=members.amount("big_blind_amount"),
        ante=members.amount("ante_amount") or 0,
        hero=hero,
        flags=members.texts("flags"),
        players=players,
        rounds=rounds,
        pots=pots,
        tournament=tournament,
        bounties=bounties,
        extra=members.rest(),
        wrapper={name: one for name, one in wrapper.items() if one is not None},
        notes=notes,
    )


def _read_player(members: Members) -> OfficialPlayer:
    number, seat, stack = (
        members.integer("id"),
        members.seat("seat"),
        members.amount("starting_stack"),
    )
    if number is None or seat is None or stack is None:
        raise members.fail("expected id, seat and starting_stack", "ohh-player")
    return OfficialPlayer(
        id=number,
        seat=seat,
        name=members.text("name", "") or "",
        stack=stack,
        display=members.text("display"),
        bounty=members.amount("player_bounty"),
        sitting_out=members.flag("is_sitting_out") or False,
        cards=members.cards("cards"),
        extra=members.rest(),
    )


def _read_round(members: Members, at: int, known: set[int], notes: list[str]) -> OfficialRound:
    street = _normalize(members.text("street", "") or "", _STREETS)
    if street is None:
        raise members.fail(f"street: expected one of {', '.join(_STREETS)}", "ohh-street")
    number = members.integer("id")
    cards = members.cards("cards")
    actions = []
    for place, one in enumerate(members.items("actions")):
        path = f"{members.path}.actions[{place}]"
        action = _read_action(Members(one, path, FORMAT, members.hand), known, notes)
        if action is not None:
            actions.append(action)
    return OfficialRound(at if number is None else number, street, cards, actions)


def _read_action(members: Members, known: set[int], notes: list[str]) -> OfficialAction | None:
    said = members.text("action", "") or ""
    name = ACTIONS.get(" ".join(said.replace("_", " ").lower().split()))
    amount = members.amount("amount", negative=name == "Player Adjustment")
    if name is None:
        if amount:
            raise members.fail(
                f"{said[:40]!r} is no action of the specification, and has chips", "ohh-action"
            )
        notes.append(f"{members.path}: {said[:40]!r} is no action, and is passed over")
        return None
    player = members.integer("player_id")
    if player is None and name not in {"Add to Pot"}:
        raise members.fail(f"{name} needs a player_id", "ohh-no-player-id")
    if player is not None and player not in known:
        raise members.fail(f"player_id {player} is no player of the hand", "ohh-unknown-player")
    return OfficialAction(
        name, player, amount, members.flag("is_allin"), members.cards("cards"), members.path
    )


def _read_pot(members: Members, at: int, known: set[int]) -> OfficialPot:
    number = members.integer("number")
    amount = members.amount("amount")
    rake, jackpot = members.amount("rake") or 0, members.amount("jackpot") or 0
    # The key was misspelt in early versions.
    given = members.items("player_wins") or members.items("players_wins")
    wins = []
    for place, one in enumerate(given):
        inner = Members(one, f"{members.path}.player_wins[{place}]", FORMAT, members.hand)
        player, won = inner.integer("player_id"), inner.amount("win_amount")
        if player is None or player not in known:
            raise inner.fail(f"player_id {player} is no player of the hand", "ohh-unknown-player")
        extra = {
            name: value
            for name in ("cashout_amount", "cashout_fee", "bonus_amount", "contributed_rake")
            if (value := inner.amount(name))
        }
        wins.append(OfficialWin(player, won or 0, extra | inner.rest()))
    if amount is None:
        amount = sum(win.amount for win in wins) + rake + jackpot
    return OfficialPot(at if number is None else number, amount, rake, jackpot, wins)


def _normalize(text: str, names: tuple[str, ...]) -> str | None:
    """Return the name of a list that a text is, without regard to small and large letters."""
    plain = "".join(sign for sign in text.lower() if sign.isalpha())
    for name in names:
        if name.lower() == plain:
            return name
    return None
