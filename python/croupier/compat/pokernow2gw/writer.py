"""Hands in the words of pokernow2gw, to the byte.

What that tool leaves out or counts in a way of its own is done the same way here; notes say so.
Money that adds up is what the text of PokerStars is for.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.compat.pokernow2gw.hand import STREETS, LooseAction, LooseHand
from croupier.compat.pokernow2gw.options import CompatibleOptions
from croupier.histories.times import get_zone
from croupier.texts import show_line

__all__ = ["CompatibleWriter"]

"""Why a hand is left out that could be written."""

_FOLDED = {"flop": "on the Flop", "turn": "on the Turn", "river": "on the River"}
_NOT_FURTHER = "before Flop"
_DID_NOT_BET = " (didn't bet)"
_VOLUNTARY = frozenset({"call", "bet", "raise"})
_CHIPS = "chips"
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


class CompatibleWriter:
    """A writer of hands, one after the other: the first one gives the tournament its number.

    >>> import datetime
    >>> writer = CompatibleWriter(CompatibleOptions(hero="Ann"))
    >>> moment = datetime.datetime(2026, 1, 31, 20, tzinfo=datetime.UTC)
    >>> hand = LooseHand("7", moment, seats=[("Ann", 200.0), ("Bob", 99.5)], dealer="Bob")
    >>> print(writer.write(hand).partition("***")[0])  # doctest: +NORMALIZE_WHITESPACE
    PokerStars Hand #7:  Tournament #7, $0+$0 Hold'em No Limit - Level 1 (0/0) - 2026/01/31 20:00:00
    Table 'PokerNow 7' 2-max Seat #2 is the button
    Seat 1: Ann (200 in chips)
    Seat 2: Bob (99.50 in chips)
    """

    def __init__(self, options: CompatibleOptions) -> None:
        """Begin a document.

        Args:
            options: How hands are written.
        """
        self.options = options
        self._zone = get_zone(options.time_zone)
        self._tournament: str | None = None

    def is_filtered(self, hand: LooseHand) -> bool:
        """Return whether a hand could be written, but has not as many players as was asked for.

        Args:
            hand: The hand.

        Returns:
            Whether it is so.
        """
        count = len(hand.seats)
        return 2 <= count <= 10 and not self.options.allows(count)

    def find_fault(self, hand: LooseHand) -> str:
        """Return why a hand is not written.

        Args:
            hand: The hand.

        Returns:
            The reason; nothing if it is written.
        """
        count = len(hand.seats)
        if count > 10:
            return f"there are {count} players, and room for 10"
        if count < 2:
            return "there are fewer than two players"
        try:
            hand.moment.astimezone(self._zone)
        except OverflowError:
            return f"there is no such time in {self.options.time_zone}"
        return ""

    def write(self, hand: LooseHand) -> str:
        """Write a hand that has no fault.

        Args:
            hand: The hand.

        Returns:
            The text. Two empty lines stand between hands.
        """
        if self._tournament is None:
            self._tournament = hand.number
        lines = [*self._head(hand), *self._body(hand), *self._summary(hand)]
        return "\n".join(map(show_line, lines)) + "\n"

    def _money(self, hand: LooseHand, figure: float) -> str:
        text = f"{figure:.0f}" if figure.is_integer() else f"{figure:.2f}"
        return f"${text}" if self._has_dollars(hand) else text

    def _has_dollars(self, hand: LooseHand) -> bool:
        return self.options.cash and hand.currency.lower() != _CHIPS

    def _head(self, hand: LooseHand) -> Iterator[str]:
        options = self.options
        # Not `strftime`, which writes early years with fewer digits.
        moment = hand.moment.astimezone(self._zone).replace(tzinfo=None)
        time = moment.isoformat(" ", "seconds").replace("-", "/")
        stakes = f"{self._money(hand, hand.small_blind)}/{self._money(hand, hand.big_blind)}"
        if options.cash:
            label = _LABELS.get(options.time_zone, options.time_zone)
            unit = " USD" if self._has_dollars(hand) else ""
            yield (
                f"{options.site} Hand #{hand.number}: Hold'em No Limit ({stakes}{unit})"
                f" - {time} {label}"
            )
            table = hand.table or "Poker Now"
            if hand.table and hand.site:
                table = f"{hand.site} - {hand.table}"
        else:
            yield (
                f"{options.site} Hand #{hand.number}:  Tournament #{self._tournament}, $0+$0"
                f" Hold'em No Limit - Level 1 ({stakes}) - {time}"
            )
            table = f"PokerNow {self._tournament}"
        yield f"Table '{table}' {len(hand.seats)}-max Seat #{hand.button} is the button"
        for seat, (name, stack) in enumerate(hand.seats, start=1):
            yield f"Seat {seat}: {name} ({self._money(hand, stack)} in chips)"

    def _body(self, hand: LooseHand) -> Iterator[str]:
        yield "*** HOLE CARDS ***"
        if hand.hero_cards:
            yield f"Dealt to {self.options.hero} [{' '.join(hand.hero_cards)}]"
        flop = " ".join(hand.flop)
        headings = {
            "flop": f"[{flop}]" if flop else "",
            "turn": f"[{flop}] [{hand.turn}]" if hand.turn else "",
            "river": f"[{flop} {hand.turn}] [{hand.river}]" if hand.river else "",
        }
        for street in STREETS:
            actions = [one for one in hand.actions if one.street == street]
            heading = headings.get(street)
            if heading and actions:
                yield f"*** {street.upper()} *** {heading}"
            if heading or street == "preflop":
                yield from self._write_actions(hand, actions)
        showed = [one.name for one in hand.actions if one.kind == "show"]
        if showed:
            yield "*** SHOW DOWN ***"
        for name in showed:
            for winner in hand.winners:
                if winner.name == name and winner.cards:
                    yield f"{name}: shows [{' '.join(winner.cards)}]"
                    break
        paid = [winner for winner in hand.winners if winner.figure > 0]
        if not showed:
            for winner in paid:
                yield f"{winner.name}: doesn't show hand"
        for winner in paid:
            yield f"{winner.name} collected {self._money(hand, winner.figure)} from pot"

    def _write_actions(self, hand: LooseHand, actions: list[LooseAction]) -> Iterator[str]:
        bets: dict[str, float] = {}
        highest = 0.0
        for one in actions:
            ending = " and is all-in" if one.all_in else ""
            figure = one.figure
            match one.kind:
                case "ante":
                    yield f"{one.name}: posts an ante of {self._money(hand, figure)}"
                case "small blind" | "big blind":
                    yield f"{one.name}: posts {one.kind} {self._money(hand, figure)}"
                    bets[one.name] = figure
                    highest = max(highest, figure)
                case "fold" | "check":
                    yield f"{one.name}: {one.kind}s"
                case "uncalled":
                    yield f"Uncalled bet ({self._money(hand, figure)}) returned to {one.name}"
                case "call":
                    # The price, whatever the player had left.
                    price = highest - bets.get(one.name, 0.0)
                    yield f"{one.name}: calls {self._money(hand, price)}{ending}"
                    bets[one.name] = highest
                case "bet":
                    yield f"{one.name}: bets {self._money(hand, figure)}{ending}"
                    bets[one.name] = highest = figure
                case "raise":
                    if one.all_in:
                        figure += hand.ante
                    by = f" {self._money(hand, figure - highest)}" if self.options.cash else ""
                    yield f"{one.name}: raises{by} to {self._money(hand, figure)}{ending}"
                    bets[one.name] = highest = figure

    def _summary(self, hand: LooseHand) -> Iterator[str]:
        options = self.options
        pot = 0.0
        for winner in hand.winners:
            pot += winner.figure
        rake = 0.0
        if options.rake_percent:
            rake = pot * float(options.rake_percent) / 100
            cap = hand.big_blind * float(options.rake_cap)
            if cap and rake > cap:
                rake = cap
        yield "*** SUMMARY ***"
        yield f"Total pot {self._money(hand, pot)} | Rake {self._money(hand, rake)}"
        if hand.flop:
            board = filter(None, (*hand.flop, hand.turn, hand.river))
            yield f"Board [{' '.join(board)}]"
        blinds = {one.kind: one.name for one in hand.actions if one.kind.endswith("blind")}
        for seat, (name, _) in enumerate(hand.seats, start=1):
            role = ""
            if name == blinds.get("small blind"):
                role = " (small blind)"
            elif name == blinds.get("big blind"):
                role = " (big blind)"
            elif seat == hand.button:
                role = " (button)"
            yield f"Seat {seat}: {name}{role} {self._fate(hand, name)}"

    def _fate(self, hand: LooseHand, name: str) -> str:
        won = next((one.figure for one in hand.winners if one.name == name), 0.0)
        if won > 0:
            return f"collected ({self._money(hand, won)})"
        own = [one for one in hand.actions if one.name == name]
        kinds = {one.kind for one in own}
        if "show" in kinds:
            return "showed and lost"
        if "fold" not in kinds:
            return ""
        # The last of them, even if a player goes on after folding.
        street = [one.street for one in own if one.kind == "fold" or one.kind in _VOLUNTARY][-1]
        bet = "" if kinds & _VOLUNTARY else _DID_NOT_BET
        return f"folded {_FOLDED.get(street, _NOT_FURTHER)}{bet}"
