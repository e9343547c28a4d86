"""From the objects of Open Hand History to histories."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import Any

from croupier.errors import ParseError
from croupier.histories.formats.amounts import Chips, choose_chips
from croupier.histories.formats.base import Reading
from croupier.histories.formats.builder import HandBuilder
from croupier.histories.formats.ohh.conventions import CONVENTIONS, Count, find_convention
from croupier.histories.formats.ohh.documents import dump_json
from croupier.histories.formats.ohh.records import OfficialAction, OfficialHand, OfficialRound
from croupier.histories.formats.ohh.values import Amount

__all__ = ["KEPT", "VARIANTS", "make_reading"]

VARIANTS = {
    ("Holdem", "NL", 2): "NT",
    ("Holdem", "PL", 2): "X:PT",
    ("Holdem", "FL", 2): "FT",
    ("Omaha", "PL", 4): "PO",
    ("Omaha", "FL", 4): "X:FO",
    ("Omaha", "NL", 4): "X:NO",
    ("Omaha", "PL", 5): "X:PO5",
    ("Omaha", "PL", 6): "X:PO6",
    ("OmahaHiLo", "PL", 4): "X:PO/8",
    ("OmahaHiLo", "NL", 4): "X:NO/8",
    ("OmahaHiLo", "FL", 4): "FO/8",
    ("OmahaHiLo", "PL", 5): "X:PO5/8",
}
"""The codes of the games by game, limit, and how many hole cards there are."""
KEPT = "_ohh"
"""The field with what a history has no other place for, as JSON."""
_LIVE = {
    "Post SB": HandBuilder.post_small_blind,
    "Post BB": HandBuilder.post_big_blind,
    "Straddle": HandBuilder.post_straddle,
    "Post Extra Blind": HandBuilder.post_late,
    "Post Ante": HandBuilder.post_ante,
    "Post Dead": HandBuilder.post_dead,
}
_TABLE_TALK = frozenset({"Added Chips", "Sits Down", "Stands Up", "Player Adjustment"})
_DECISIONS = frozenset({"Fold", "Check", "Call", "Bet", "Raise", "All-in"})
# Nobody takes more than such a part of a pot.
_SMALLEST_SHARE = 5
# Sums of smaller amounts can be counted.
_MOST_UNITS = 10**14


def make_reading(
    hand: OfficialHand, format: str, line: int, *, hero: str = "", official: bool = True
) -> Reading:
    """Let the engine play a hand, and make a history of it.

    Args:
        hand: The hand.
        format: The name of the format, for errors.
        line: The line that the hand begins on.
        hero: The name of the player whose cards are known, if the hand does not say it.
        official: Whether it is of the official form.

    Returns:
        What came of it.

    Raises:
        ParseError: The hand cannot be played, or its money is wrong.
    """
    return _Teller(hand, format, line, official).tell(hero, official)


class _Teller:
    """Tell a builder what happened in a hand."""

    def __init__(self, hand: OfficialHand, format: str, line: int, official: bool) -> None:
        self._hand = hand
        # Raises of the simplified form name all chips of the street.
        self._official = official
        self._expected = CONVENTIONS[0 if official else -1]
        self._count = find_convention(hand, self._expected)
        self._chips = chips = _find_chips(hand, self._count)
        self._table = table = HandBuilder(format, "", chips.digits, hand=hand.number)
        table.line = line
        table.variant = self._find_variant()
        self._names = _name_players(hand)
        self._talk: list[dict[str, Any]] = []
        self._returned = False
        # What players win of the pots.
        self._won = 0
        self._seen: list[OfficialAction] = []

    def tell(self, hero: str, ids: bool) -> Reading:
        hand, table = self._hand, self._table
        if hand.bet_cap:
            table.cap = self._units(hand.bet_cap)
        for player in hand.players:
            table.sit(player.seat, self._names[player.id], self._units(player.stack))
        table.small_blind = self._units(hand.small_blind or 0)
        table.big_blind = self._units(hand.big_blind or 0)
        if hand.bet_type == "FL":
            table.small_bet = table.big_blind
        table.button = self._find_button()
        table.board_count = self._count_boards()
        for player in hand.players:
            if player.cards and not player.sitting_out:
                table.deal(self._names[player.id], "".join(player.cards))
        runs: Counter[str] = Counter()
        for at, one in enumerate(hand.rounds):
            self._begin(one, runs)
            for place, action in enumerate(one.actions):
                self._add(at, place, one, action)
        self._end()
        for note in hand.notes:
            table.note("odd-record", note)
        if self._count.convention is not self._expected:
            table.note("amounts", f"amounts are {self._count.convention.name}")
        self._describe(hero, ids)
        return table.finish()

    # Numbers and names.

    def _error(self, message: str, code: str) -> ParseError:
        table = self._table
        return ParseError(
            message,
            format=table.format,
            hand=table.hand or None,
            line=table.line or None,
            code=code,
        )

    def _units(self, amount: Amount) -> int:
        units = int(amount * self._chips.scale)
        if abs(units) >= _MOST_UNITS:
            raise self._error(f"{amount} is more than can be counted", "amount-too-large")
        return units

    def _find_variant(self) -> str:
        hand = self._hand
        usual = 2 if hand.game_type == "Holdem" else 4
        shown = [
            len(action.cards)
            for one in hand.rounds
            for action in one.actions
            if action.name in ("Dealt Cards", "Shows Cards", "Mucks Cards")
        ]
        count = max([usual, *shown, *(len(player.cards) for player in hand.players)])
        variant = VARIANTS.get((hand.game_type, hand.bet_type, count))
        if variant is None:
            raise self._error(
                f"{hand.game_type} {hand.bet_type} with {count} hole cards cannot be played from"
                " this format: expected Holdem NL or FL, or Omaha and OmahaHiLo",
                "ohh-no-such-game",
            )
        return variant

    def _find_button(self) -> int | None:
        """Return the seat of the button, which is just before the small blind."""
        hand, table = self._hand, self._table
        blinds = {
            action.name: hand.find(action.player).seat
            for one in reversed(hand.rounds)
            for action in reversed(one.actions)
            if action.name in ("Post SB", "Post BB") and action.player is not None
        }
        small = blinds.get("Post SB")
        button = hand.dealer_seat
        active = sorted(
            {
                hand.find(action.player).seat
                for one in hand.rounds
                for action in one.actions
                if action.player is not None and action.name not in _TABLE_TALK
            }
        )
        if small is None:
            return button
        if len(active) == 2:
            expected = small
        else:
            after = [seat for seat in active if button is None or seat > button]
            if button is not None and (after or active)[0] == small:
                return button
            expected = small - 1
        if button != expected:
            said = "missing" if button is None else f"said to be on seat {button}"
            table.note("button", f"the button is {said}; the small blind is on seat {small}")
        return expected

    def _count_boards(self) -> int:
        """Return how many boards are bet on; boards that come after all bets are runs of one."""
        streets: Counter[str] = Counter()
        count = 1
        for one in self._hand.rounds:
            if one.cards and one.street != "Showdown":
                streets[one.street] += 1
            if any(action.name in _DECISIONS for action in one.actions):
                count = max([count, *streets.values()])
        return count

    # What is done.

    def _begin(self, one: OfficialRound, runs: Counter[str]) -> None:
        if one.street in ("Preflop", "Showdown"):
            return
        if self._players_left() < 2:
            if one.cards:
                cards = "".join(one.cards)
                self._table.note("late-board", f"{cards} came after the hand and is left out")
            return
        if not runs[one.street]:
            self._table.next_street()
        if one.cards:
            self._table.deal_board("".join(one.cards), runs[one.street])
            runs[one.street] += 1

    def _players_left(self) -> int:
        return len({action.player for action in self._seen}) - sum(
            action.name == "Fold" for action in self._seen
        )

    def _add(self, at: int, place: int, one: OfficialRound, action: OfficialAction) -> None:
        table, name = self._table, action.name
        if action.player is None:
            table.added += self._units(action.amount or 0)
            return
        if name not in _TABLE_TALK:
            self._seen.append(action)
        player = self._names[action.player]
        cards = "".join(action.cards)
        added = self._units(self._count.added.get((at, place), 0))
        if name in _LIVE:
            _LIVE[name](table, player, added)
        elif name == "Fold":
            table.fold(player)
        elif name == "Check":
            table.check(player)
        elif name == "Call":
            table.call(player, None if action.amount is None else added)
        elif name in ("Bet", "Raise"):
            table.bet(player, added)
        elif name == "All-in":
            table.put_in(player, added)
        elif name == "Dealt Cards":
            table.deal(player, cards)
        elif name == "Shows Cards":
            self._show(player, cards)
        elif name == "Mucks Cards":
            table.muck(player, cards)
        elif name == "Add to Pot":
            table.post_dead(player, self._units(action.amount or 0))
        elif name == "Uncalled":
            table.give_back(player, self._units(action.amount or 0))
            self._returned = True
        elif name in _TABLE_TALK:
            self._keep(one, place, action)

    def _show(self, player: str, cards: str) -> None:
        if cards:
            self._table.show(player, cards)
            self._table.deal(player, cards)

    def _keep(self, one: OfficialRound, place: int, action: OfficialAction) -> None:
        kept: dict[str, Any] = {
            "street": one.street,
            "place": place,
            "action": action.name,
            "player": self._names[action.player or 0] if action.player is not None else None,
        }
        if action.amount is not None:
            kept["amount"] = action.amount
        self._talk.append(kept)

    # How it ends.

    def _end(self) -> None:
        hand, table, count = self._hand, self._table, self._count
        over = 0
        if count.uncalled is not None and not self._returned:
            player, amount = count.uncalled
            over = self._units(amount)
            table.give_back(self._names[player], over)
        if count.includes_uncalled:
            table.note("uncalled", "the pot holds a bet that nobody called; it is returned")
        else:
            over = 0
        if not hand.pots:
            for one in hand.rounds:
                for action in one.actions:
                    if action.name == "Collect" and action.player is not None:
                        units = self._units(action.amount or 0)
                        table.collect(self._names[action.player], units)
            return
        if not self._official:
            self._win()
            self._find_rake()
            return
        table.total_pot = sum(self._units(pot.amount) for pot in hand.pots) - over
        table.rake = sum(self._units(pot.rake) for pot in hand.pots)
        jackpot = sum(self._units(pot.jackpot) for pot in hand.pots)
        if jackpot:
            table.take_fee("jackpot", jackpot)
        self._win(over)

    def _win(self, over: int = 0) -> None:
        """Let players win the pots, without a bet that is returned."""
        table, count = self._table, self._count
        for pot in self._hand.pots:
            for win in pot.wins:
                paid = win.extra.get("cashout_amount")
                if paid:
                    # The house pays the player, and gets what the hand wins.
                    table.cash_out(self._names[win.player], self._units(paid))
                    continue
                won = self._units(win.amount)
                if over and count.uncalled is not None and win.player == count.uncalled[0]:
                    won, over = won - min(won, over), max(over - won, 0)
                table.collect(self._names[win.player], won)
                self._won += won

    def _find_rake(self) -> None:
        """Take what is missing from the pot for the rake, which the simplified form has not."""
        count = self._count
        returned = 0 if count.uncalled is None else self._units(count.uncalled[1])
        pot = sum(map(self._units, count.paid.values())) - returned
        rake = pot - self._won
        text = self._chips.text
        if rake < 0 or rake * _SMALLEST_SHARE > pot:
            raise self._error(
                f"players win {text(pot - rake)} of {text(pot)}, which no rake explains",
                "ohh-no-rake",
            )
        if rake:
            self._table.note("rake", f"{text(rake)} of the pot is won by nobody: it is the rake")

    def _describe(self, hero: str, ids: bool) -> None:
        hand, table = self._hand, self._table
        facts, others = table.facts, table.others
        moment = _read_moment(hand.start)
        if moment is not None:
            facts["time"], facts["time_zone"] = moment.time(), "UTC"
            facts["day"], facts["month"], facts["year"] = moment.day, moment.month, moment.year
        elif hand.start:
            table.note("time", f"{hand.start[:40]!r} is no time")
        for name, value in (
            ("venue", hand.site),
            ("hand", hand.number),
            ("table", hand.table),
            ("seat_count", hand.table_size),
        ):
            if value:
                facts[name] = value
        if len(hand.currency) == 3 and hand.currency.isalpha() and hand.currency.isupper():
            facts["currency"] = hand.currency
        elif hand.currency:
            others["_currency"] = hand.currency
        owner = self._names.get(hand.hero, "") if hand.hero is not None else hero
        if owner in table.players:
            others["_hero"] = owner
        if hand.network and hand.network != hand.site:
            others["_network"] = hand.network
        if hand.flags:
            others["_flags"] = list(hand.flags)
        if any(flag.lower() == "fast" for flag in hand.flags):
            others["_zoom"] = True
        number = (hand.tournament or {}).get("tournament_number")
        if isinstance(number, str | int):
            others["_tournament"] = str(number)
        if ids:
            others["_player_ids"] = {self._names[one.id]: one.id for one in hand.players}
        self._keep_simple()
        kept = self._collect_rest()
        if kept:
            others[KEPT] = dump_json(kept)

    def _keep_simple(self) -> None:
        """Put what only the simplified form has into fields."""
        if self._official:
            return
        extra, others = self._hand.extra, self._table.others
        number = extra.pop("handNumber", None)
        if number and number != self._hand.number:
            others["_hand_number"] = number
        cards = extra.pop("heroCards", None)
        if cards and "_hero" not in others:
            others["_hero_cards"] = "".join(cards)

    def _collect_rest(self) -> dict[str, Any]:
        """Return what has no field of a history."""
        hand = self._hand
        displays = {self._names[one.id]: one.display for one in hand.players if one.display}
        bounties = {self._names[one.id]: one.bounty for one in hand.players if one.bounty}
        players = {self._names[one.id]: one.extra for one in hand.players if one.extra}
        wins = [
            {"pot": pot.number, "player": self._names[win.player], **extra}
            for pot in hand.pots
            for win in pot.wins
            if (extra := {k: v for k, v in win.extra.items() if k != "cashout_amount"})
        ]
        rakes = [pot.rake for pot in hand.pots] if len(hand.pots) > 1 else []
        extra = {
            name: value
            for name, value in hand.extra.items()
            if name not in ("spec_version", "tournament_rebuys")
        }
        kept = {
            "wrapper": hand.wrapper,
            "hand": extra,
            "displays": displays,
            "bounties": bounties,
            "players": players,
            "wins": wins,
            "rakes": rakes if any(rakes) else [],
            "table": self._talk,
            "tournament": hand.tournament,
            "tournament_bounties": hand.bounties,
        }
        return {name: value for name, value in kept.items() if value not in (None, {}, [])}


def _find_chips(hand: OfficialHand, count: Count) -> Chips:
    """Return units that are as fine as the finest amount."""
    amounts: list[Amount] = [player.stack for player in hand.players]
    amounts += [hand.small_blind or 0, hand.big_blind or 0, hand.ante, hand.bet_cap]
    amounts += count.added.values()
    for pot in hand.pots:
        amounts += [pot.amount, pot.rake, pot.jackpot, *(win.amount for win in pot.wins)]
        amounts += [win.extra.get("cashout_amount") or 0 for win in pot.wins]
    return choose_chips(amounts)


def _name_players(hand: OfficialHand) -> dict[int, str]:
    """Return the players' names by their numbers; players of one name are told apart."""
    counts = Counter(player.name for player in hand.players)
    return {
        player.id: player.name
        if player.name and counts[player.name] == 1
        else f"{player.name or 'Player'} @ {player.id}"
        for player in hand.players
    }


def _read_moment(text: str) -> datetime.datetime | None:
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return moment
    return moment.astimezone(datetime.UTC)
