"""PokerNow's hands in the words of pokernow2gw, to the byte.

What that tool leaves out or counts in a way of its own is done the same way here; notes say so.
Money that adds up is what the text of PokerStars is for.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from croupier.histories.formats.gtowizard.options import CompatibleOptions, find_zone
from croupier.histories.formats.pokernow.lines import Line, read_line, read_seats
from croupier.histories.formats.pokernow.log import LoggedHand

__all__ = ["CompatibleHand", "CompatibleWriter", "numeric_id", "short_name"]

_GAME = "No Limit Texas Hold'em"
_STREETS = ("preflop", "flop", "turn", "river")
_FOLDED = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
}
_DID_NOT_BET = " (didn't bet)"
_VERBS = {"call": "calls", "bet": "bets", "raise": "raises"}
# What is played, but not written.
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
_LABELS = {
    "America/New_York": "ET",
    "America/Toronto": "ET",
    "America/Detroit": "ET",
    "America/Chicago": "CT",
    "America/Denver": "MT",
    "America/Phoenix": "MT",
    "America/Los_Angeles": "PT",
    "UTC": "UTC",
    "Asia/Tokyo": "JST",
    "Europe/London": "GMT",
    "Europe/Paris": "CET",
    "Europe/Berlin": "CET",
}

Amount = int | Decimal


class CompatibleHand(NamedTuple):
    """What became of a hand.

    Attributes:
        text: The text; nothing if the hand is not written.
        reason: Why it is not written.
        notes: What the text leaves out.
    """

    text: str
    reason: str
    notes: tuple[str, ...]


class _Done(NamedTuple):
    """Something that a player did, on a street."""

    kind: str
    name: str
    amount: Amount
    street: str
    all_in: bool


@dataclass(slots=True)
class _Winner:
    name: str
    cards: tuple[str, ...] = ()
    amount: Amount = 0


@dataclass(slots=True)
class _Hand:
    """A hand, as far as the tool knows it."""

    seats: list[tuple[str, Amount]]
    dealer: str
    done: list[_Done] = field(default_factory=list)
    winners: list[_Winner] = field(default_factory=list)
    board: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hero_cards: tuple[str, ...] = ()
    ante: Amount = 0
    small_blind: Amount = 0
    big_blind: Amount = 0

    @property
    def button(self) -> int:
        for number, (name, _) in enumerate(self.seats, start=1):
            if name == self.dealer:
                return number
        return 1


class CompatibleWriter:
    """Write hands one after the other: the first one gives the tournament its number."""

    def __init__(self, options: CompatibleOptions) -> None:
        """Begin a document.

        Args:
            options: How hands are written.
        """
        self._options = options
        self._zone = find_zone(options.time_zone)
        self._tournament = ""
        self.cards_seen = False

    def write(self, logged: LoggedHand) -> CompatibleHand:
        """Write a hand.

        Args:
            logged: The hand as the log has it.

        Returns:
            The text, or why there is none. Two empty lines stand between hands.
        """
        if not logged.complete:
            return CompatibleHand("", "the log has no end of the hand", ())
        if logged.start.game != _GAME:
            return CompatibleHand("", f"pokernow2gw knows only {_GAME}", ())
        try:
            hand, notes = _read(logged)
        except ValueError as error:
            return CompatibleHand("", str(error), ())
        count = len(hand.seats)
        if count > 10:
            return CompatibleHand("", f"there are {count} players, and room for 10", ())
        if not self._options.allows(count):
            return CompatibleHand("", f"hands of {count} players are filtered out", ())
        moment = _parse_moment(logged.row.at)
        if moment is None:
            return CompatibleHand("", f"{logged.row.at[:40]!r} is no time", ())
        self.cards_seen = self.cards_seen or bool(hand.hero_cards)
        number = numeric_id(logged.start.name or logged.start.number)
        self._tournament = self._tournament or number
        time = moment.astimezone(self._zone).strftime("%Y/%m/%d %H:%M:%S")
        lines = [*self._head(hand, number, time), *self._body(hand), *self._summary(hand)]
        return CompatibleHand("\n".join(lines) + "\n", "", tuple(dict.fromkeys(notes)))

    def _money(self, amount: Amount) -> str:
        text = str(amount) if amount % 1 else str(int(amount))
        if amount % 1:
            text = f"{amount:.2f}"
        return f"${text}" if self._options.cash else text

    def _head(self, hand: _Hand, number: str, time: str) -> Iterator[str]:
        options = self._options
        stakes = f"{self._money(hand.small_blind)}/{self._money(hand.big_blind)}"
        if options.cash:
            label = _LABELS.get(options.time_zone, options.time_zone)
            yield f"{options.site} Hand #{number}: Hold'em No Limit ({stakes} USD) - {time} {label}"
            table = "Poker Now"
        else:
            yield (
                f"{options.site} Hand #{number}:  Tournament #{self._tournament}, $0+$0"
                f" Hold'em No Limit - Level 1 ({stakes}) - {time}"
            )
            table = f"PokerNow {self._tournament}"
        yield f"Table '{table}' {len(hand.seats)}-max Seat #{hand.button} is the button"
        for seat, (name, stack) in enumerate(hand.seats, start=1):
            yield f"Seat {seat}: {name} ({self._money(stack)} in chips)"

    def _body(self, hand: _Hand) -> Iterator[str]:
        yield "*** HOLE CARDS ***"
        if hand.hero_cards:
            yield f"Dealt to {self._options.hero} [{' '.join(hand.hero_cards)}]"
        before: tuple[str, ...] = ()
        for street in _STREETS:
            cards = hand.board.get(street, ())
            done = [one for one in hand.done if one.street == street]
            if street == "preflop":
                yield from self._tell(hand, done)
            elif cards and done:
                known = f"[{' '.join(before)}] " if before else ""
                yield f"*** {street.upper()} *** {known}[{' '.join(cards)}]"
                yield from self._tell(hand, done)
            before += cards
        showed = [one.name for one in hand.done if one.kind == "show"]
        if showed:
            yield "*** SHOW DOWN ***"
        for name in showed:
            for winner in hand.winners:
                if winner.name == name and winner.cards:
                    yield f"{name}: shows [{' '.join(winner.cards)}]"
                    break
        paid = [winner for winner in hand.winners if winner.amount > 0]
        if not showed:
            for winner in paid:
                yield f"{winner.name}: doesn't show hand"
        for winner in paid:
            yield f"{winner.name} collected {self._money(winner.amount)} from pot"

    def _tell(self, hand: _Hand, done: list[_Done]) -> Iterator[str]:
        bets: dict[str, Amount] = {}
        highest: Amount = 0
        for one in done:
            ending = " and is all-in" if one.all_in else ""
            amount = one.amount
            match one.kind:
                case "ante":
                    yield f"{one.name}: posts an ante of {self._money(amount)}"
                case "small blind" | "big blind":
                    yield f"{one.name}: posts {one.kind} {self._money(amount)}"
                    bets[one.name] = amount
                    highest = max(highest, amount)
                case "fold" | "check":
                    yield f"{one.name}: {one.kind}s"
                case "uncalled":
                    yield f"Uncalled bet ({self._money(amount)}) returned to {one.name}"
                case "call":
                    # The price, whatever the player had left.
                    price = highest - bets.get(one.name, 0)
                    yield f"{one.name}: calls {self._money(price)}{ending}"
                    bets[one.name] = highest
                case "bet":
                    yield f"{one.name}: bets {self._money(amount)}{ending}"
                    bets[one.name] = highest = amount
                case "raise":
                    if one.all_in:
                        amount += hand.ante
                    by = f" {self._money(amount - highest)}" if self._options.cash else ""
                    yield f"{one.name}: raises{by} to {self._money(amount)}{ending}"
                    bets[one.name] = highest = amount

    def _summary(self, hand: _Hand) -> Iterator[str]:
        options = self._options
        pot: Amount = sum(winner.amount for winner in hand.winners)
        rake: Amount = 0
        if options.rake_percent:
            rake = pot * options.rake_percent / 100
            cap = hand.big_blind * options.rake_cap
            if cap and rake > cap:
                rake = cap
        yield "*** SUMMARY ***"
        yield f"Total pot {self._money(pot)} | Rake {self._money(rake)}"
        board = [card for street in _STREETS for card in hand.board.get(street, ())]
        if board:
            yield f"Board [{' '.join(board)}]"
        blinds = {one.kind: one.name for one in hand.done if one.kind.endswith("blind")}
        for seat, (name, _) in enumerate(hand.seats, start=1):
            role = ""
            if name == blinds.get("small blind"):
                role = " (small blind)"
            elif name == blinds.get("big blind"):
                role = " (big blind)"
            elif seat == hand.button:
                role = " (button)"
            yield f"Seat {seat}: {name}{role} {self._fate(hand, name)}"

    def _fate(self, hand: _Hand, name: str) -> str:
        won = next((one.amount for one in hand.winners if one.name == name), 0)
        if won > 0:
            return f"collected ({self._money(won)})"
        own = [one for one in hand.done if one.name == name]
        if any(one.kind == "show" for one in own):
            return "showed and lost"
        folded = next((one.street for one in own if one.kind == "fold"), None)
        if folded is None:
            return ""
        bet = any(one.kind in _VERBS for one in own)
        return f"folded {_FOLDED[folded]}{'' if bet else _DID_NOT_BET}"


def numeric_id(name: str) -> str:
    """Return the number of a hand; a name becomes the number that pokernow2gw gives it.

    >>> numeric_id("12"), numeric_id("2z0scfgs6h8y")
    ('12', '7504090512932910326')

    Args:
        name: The name or number.

    Returns:
        The number.
    """
    if name.isascii() and name.isdecimal() and int(name) < 1 << 63:
        return name
    return str(int.from_bytes(sha256(name.encode()).digest()[:8]))


@lru_cache(maxsize=4096)
def short_name(player: str) -> str:
    """Return a player's name without blanks and quotation marks around it.

    >>> short_name("spa @ ces @ 3mid0aO0hZ")
    'spa@ces'

    Args:
        player: The name and number as the log has them.

    Returns:
        The name.
    """
    name, mark, _ = player.rpartition("@")
    return name.replace(" ", "").replace('""', "").strip('"') if mark else player


def _read(logged: LoggedHand) -> tuple[_Hand, list[str]]:
    hand = _Hand([], short_name(logged.start.dealer))
    notes = ["the dead button is on seat 1"] if logged.start.dead else []
    street = "preflop"
    for row in logged.rows:
        if row.text.startswith("Player"):
            seats = sorted(read_seats(row.text), key=lambda seat: seat.number or 0)
            hand.seats = [(short_name(seat.player), seat.stack) for seat in seats]
            continue
        line = read_line(row.text)
        if line is None:
            continue
        if line.kind in _PASSED_OVER:
            notes.append(f"{_PASSED_OVER[line.kind]} is left out")
        elif line.kind == "runs" or line.flag == "second":
            notes.append("the second run or board is left out")
        elif line.kind in _STREETS:
            street = line.kind
            hand.board[street] = line.cards
        else:
            _add(hand, line, street)
    if not hand.seats:
        raise ValueError("the hand has no stacks")
    if any(isinstance(stack, Decimal) for _, stack in hand.seats) or any(
        isinstance(one.amount, Decimal) for one in hand.done
    ):
        raise ValueError("pokernow2gw knows only whole chips")
    return hand, notes


def _add(hand: _Hand, line: Line, street: str) -> None:
    name = short_name(line.player)
    match line.kind:
        case "hand":
            hand.hero_cards = line.cards
            return
        case "show":
            hand.winners.append(_Winner(name, line.cards))
            street = "showdown"
        case "collect":
            # A second pot replaces the first.
            for winner in hand.winners:
                if winner.name == name:
                    winner.amount = line.amount
                    break
            else:
                hand.winners.append(_Winner(name, (), line.amount))
            street = "showdown"
        case "ante":
            hand.ante = line.amount
        case "small blind":
            hand.small_blind = line.amount
        case "big blind":
            hand.big_blind = line.amount
        case _:
            pass
    hand.done.append(_Done(line.kind, name, line.amount, street, line.flag == "all in"))


def _parse_moment(text: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=datetime.UTC)
