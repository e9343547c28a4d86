"""From PokerNow's hands to histories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal

from croupier.errors import ParseError
from croupier.histories.formats.amounts import WHOLE, Chips, choose_chips
from croupier.histories.formats.assembly import Assembly
from croupier.histories.formats.base import Reading
from croupier.histories.formats.pokernow.hands import PlayedHand
from croupier.histories.formats.pokernow.lines import Line, split_player
from croupier.histories.formats.pokernow.log import FORMAT

__all__ = ["VARIANTS", "find_owner", "find_small_blinds", "make_reading"]

VARIANTS = {
    "No Limit Texas Hold'em": "NT",
    "Pot Limit Omaha Hi": "PO",
    "Pot Limit Omaha Hi/Lo 8 or Better": "X:PO/8",
    "Pot Limit Omaha 5 Hi": "X:PO5",
    "Pot Limit Omaha 5 Hi/Lo 8 or Better": "X:PO5/8",
}
"""The codes of the games by PokerNow's names."""
VENUE = "PokerNow"
_DECISIONS = frozenset({"check", "bet", "raise", "call", "fold"})
_DEALING = ("flop", "turn", "river")


def find_owner(hands: Iterable[PlayedHand], named: str = "") -> str:
    """Return the number of the player whose log it is, as far as shown cards tell.

    The log says which cards its owner holds, not who that is. Who showed these cards in some hands
    and never others is the owner.

    Args:
        hands: The hands of the log.
        named: The number of the player who is said to be the owner; cards know better.

    Returns:
        The number; nothing if it cannot be known.
    """
    fitting: dict[str, None] = {}
    excluded: set[str] = set()
    for hand in hands:
        if hand.hero:
            return hand.hero
        if not hand.hero_cards:
            continue
        held = set(hand.hero_cards)
        for step in [*hand.steps, *hand.shown]:
            if step.line.kind != "show":
                continue
            player = hand.who(step.line.player)
            if not held.issuperset(step.line.cards):
                excluded.add(player)
            elif len(step.line.cards) == len(held):
                fitting[player] = None
    candidates = [player for player in fitting if player not in excluded]
    if len(candidates) == 1:
        return candidates[0]
    return "" if named in excluded else named


def find_small_blinds(hands: Iterable[PlayedHand]) -> dict[int | Decimal, int | Decimal]:
    """Return the small blinds by the big ones: a hand with a dead one does not say its size.

    Args:
        hands: The hands of the log.

    Returns:
        The last small blind that was posted beside each big blind.
    """
    blinds: dict[int | Decimal, int | Decimal] = {}
    for hand in hands:
        small: int | Decimal = 0
        for line, _ in hand.steps:
            if line.kind == "small blind" and line.flag != "all in":
                small = line.amount
            elif line.kind == "big blind" and small and line.flag != "all in":
                blinds[line.amount] = small
                break
    return blinds


def make_reading(
    hand: PlayedHand,
    hero: str = "",
    source: str = "",
    small_blinds: Mapping[int | Decimal, int | Decimal] | None = None,
) -> Reading:
    """Let the engine play a hand, and make a history of it.

    Args:
        hand: The hand.
        hero: The number of the player whose log it is, if that is known.
        source: The name of the table, if that is known.
        small_blinds: The small blinds of the table by its big blinds.

    Returns:
        What came of it.

    Raises:
        ParseError: The hand cannot be played, or its money is wrong.
    """
    variant = VARIANTS.get(hand.game)
    name = hand.name or hand.number
    if variant is None:
        games = ", ".join(VARIANTS)
        raise ParseError(
            f"the game {hand.game[:60]!r} is not known: expected one of {games}",
            format=FORMAT,
            line=hand.first,
            hand=name,
        )
    if not hand.seats:
        raise ParseError(
            "the hand has no stacks: expected a line that begins with Player stacks:",
            format=FORMAT,
            line=hand.first,
            hand=name,
        )
    table = Assembly(FORMAT, variant, _find_chips(hand), hand=name)
    return _Teller(hand, table, small_blinds or {}).tell(hero, source)


def _find_chips(hand: PlayedHand) -> Chips:
    amounts = [seat[2] for seat in hand.seats]
    amounts += [line[2] for line, _ in hand.steps]
    if {*map(type, amounts)} == {int}:
        return WHOLE
    return choose_chips(amount for amount in amounts if amount is not None)


class _Teller:
    """Tell an assembly what happened in a hand."""

    def __init__(
        self,
        hand: PlayedHand,
        table: Assembly,
        small_blinds: Mapping[int | Decimal, int | Decimal],
    ) -> None:
        self._hand = hand
        self._table = table
        self._small_blinds = small_blinds
        self._scale = table.chips.scale
        self._names = _name_players(hand)
        # The names by what lines call the players.
        self._tokens: dict[str, str] = {}
        self._bomb = hand.bomb_pot or "bomb pot" in [line[0] for line, _ in hand.steps]
        self._bounties: dict[str, int] = {}

    def tell(self, hero: str, source: str) -> Reading:
        hand, table = self._hand, self._table
        table.first_line = table.line = hand.first
        if hand.double_board or (self._bomb and self._has_second_board()):
            table.board_count = 2
        for place, seat in enumerate(hand.seats, start=1):
            number = seat.number if seat.number is not None else place
            table.sit(number, self._name(seat.player), self._units(seat.stack))
        table.button = self._find_button()
        if hand.hero_cards:
            self._deal(hero)
        if self._bomb:
            self._post_bomb_pot()
        add = self._add
        for line, number in hand.steps:
            table.line = number
            add(line)
        self._show_late()
        table.line = hand.first
        if table.rake is None:
            # The log has no rake: whatever is missing is a fault.
            table.rake = 0
        for number, text in hand.strange:
            table.note("not-understood", f"this is passed over: {text[:80]}", line=number)
        self._describe(source)
        return table.finish()

    # Who is who.

    def _name(self, player: str) -> str:
        name = self._tokens.get(player)
        if name is None:
            name = self._names.get(self._hand.who(player))
            if name is None:
                raise self._table.error(f"{player[:60]!r} has no seat in this hand")
            self._tokens[player] = name
        return name

    def _units(self, amount: int | Decimal) -> int:
        return int(amount * self._scale) if self._scale != 1 else int(amount)

    def _find_button(self) -> int | None:
        """Return the seat of the button; a dead one is just before whoever must post first."""
        hand, seats = self._hand, self._table.seats
        dealer = self._names.get(hand.dealer)
        if dealer is not None:
            return seats[dealer].number
        for kind in ("small blind", "big blind"):
            for step in hand.steps:
                if step.line.kind == kind:
                    self._table.note("dead-button", "the button is dead")
                    return seats[self._name(step.line.player)].number - 1
        return None

    # What is paid.

    def _add(self, line: Line) -> None:
        table = self._table
        kind = line.kind
        if kind in _DECISIONS:
            name = self._name(line.player)
            if kind == "fold":
                table.fold(name)
            elif kind == "check":
                table.check(name)
            else:
                # The log names all of the street.
                table.put_in_to(name, self._units(line.amount))
        elif kind in _POSTS:
            if not self._bomb:
                self._post(line)
        elif kind in _DEALING:
            if not line.flag:
                table.next_street()
            table.deal_board("".join(line.cards), 1 if line.flag else 0)
        elif kind == "uncalled":
            table.give_back(self._name(line.player), self._units(line.amount))
        elif kind == "collect":
            table.collect(self._name(line.player), self._units(line.amount))
        elif kind == "show":
            self._show(line)
        elif kind == "dealt":
            table.deal(self._name(line.player), "".join(line.cards))
        elif kind == "rake":
            table.rake = (table.rake or 0) + self._units(line.amount)
        elif kind in ("paid bounty", "won bounty"):
            paid = -1 if kind == "paid bounty" else 1
            name = self._name(line.player)
            self._bounties[name] = self._bounties.get(name, 0) + paid * self._units(line.amount)

    def _post(self, line: Line) -> None:
        table = self._table
        kind, name, amount = line.kind, self._name(line.player), self._units(line.amount)
        if kind == "small blind":
            table.small_blind = max(table.small_blind, amount)
            table.post_small_blind(name, amount)
        elif kind == "big blind":
            if not table.small_blind:
                table.small_blind = self._units(self._small_blinds.get(line.amount, 0))
            table.post_big_blind(name, amount)
        elif kind == "ante":
            table.post_ante(name, amount)
        elif kind == "straddle":
            table.post_straddle(name, amount)
        elif kind == "missing small blind":
            table.post_dead(name, amount)
        elif kind == "missed big blind":
            table.post_late(name, amount)

    def _post_bomb_pot(self) -> None:
        """Let everybody pay the same before the flop, which is an ante; nobody bets then."""
        table, hand = self._table, self._hand
        paid: dict[str, int] = {}
        antes: dict[str, int] = {}
        for step in hand.steps:
            line = step.line
            if line.kind == "flop":
                break
            if line.kind == "ante":
                name = self._name(line.player)
                antes[name] = antes.get(name, 0) + self._units(line.amount)
            elif line.kind in _POSTS:
                # What is named is all that the player has put in.
                name = self._name(line.player)
                paid[name] = max(paid.get(name, 0), self._units(line.amount))
        for name in {**paid, **antes}:
            table.post_ante(name, paid.get(name, 0) + antes.get(name, 0))
        players = [seat for seat in table.seats.values() if seat.playing and seat.paid < seat.stack]
        if len(players) > 1:
            players.sort(key=lambda seat: (seat.number <= (table.button or 0), seat.number))
            for seat in players:
                table.check(seat.name)
        table.others["_bomb_pot"] = True
        table.note("bomb-pot", "the bets of the bomb pot count as antes, and everybody checks")

    # Cards.

    def _show(self, line: Line) -> None:
        name, cards = self._name(line.player), "".join(line.cards)
        seat = self._table.seats[name]
        known = {card for card in line.cards if card != "??"}
        if "?" not in seat.dealt and len(seat.dealt) > 2 * len(known):
            # All cards are known, although not all of them are shown.
            held = {seat.dealt[at : at + 2] for at in range(0, len(seat.dealt), 2)}
            cards = seat.dealt if known <= held else cards
        elif seat.shown and cards not in seat.shown:
            # Somebody shows one card, and then another.
            cards = seat.shown + cards
        self._table.show(name, cards)
        self._table.deal(name, cards)

    def _show_late(self) -> None:
        """Take note of cards that were shown when the hand was over."""
        table = self._table
        for step in self._hand.shown:
            table.line = step.number
            name, cards = self._name(step.line.player), "".join(step.line.cards)
            seat = table.seats[name]
            if cards in seat.dealt:
                continue
            table.deal(name, seat.dealt + cards)
            late = table.others.setdefault("_shown_after", {})
            late[name] = late.get(name, "") + cards

    def _deal(self, hero: str) -> None:
        table, cards = self._table, "".join(self._hand.hero_cards)
        name = self._names.get(hero)
        if name is None:
            table.others["_hero_cards"] = cards
            table.note("unknown-hero", f"it is not known whose cards {cards} are")
            return
        table.deal(name, cards)
        table.others["_hero"] = name

    def _has_second_board(self) -> bool:
        """Return whether there is a second flop before anybody bets on one."""
        flops = 0
        for step in self._hand.steps:
            if step.line.kind == "flop":
                flops += 1
            elif step.line.kind == "runs" or (flops == 1 and step.line.kind in _DECISIONS):
                return False
        return flops == 2

    def _describe(self, source: str) -> None:
        table, hand = self._table, self._hand
        facts = table.facts
        facts["venue"] = VENUE
        if hand.at is not None:
            facts["time"] = hand.at.time()
            facts["time_zone"] = "UTC"
            facts["day"], facts["month"], facts["year"] = hand.at.day, hand.at.month, hand.at.year
        name = hand.name
        if not name and hand.at is not None:
            # Every table has a hand of this number, so that others would take them for one.
            name = f"{hand.number}-{int(hand.at.timestamp() * 1000)}"
        facts["hand"] = name or int(hand.number)
        if source:
            facts["table"] = source
        if name:
            table.others["_hand_number"] = int(hand.number)
        table.others["_player_ids"] = {name: number for number, name in self._names.items()}
        if self._bounties:
            table.others["_seven_deuce"] = {
                name: table.chips.write(units) for name, units in self._bounties.items()
            }
            table.note("bounty", "a bounty was paid outside of the pot; the stacks are without it")


_POSTS = frozenset(
    {
        "ante",
        "small blind",
        "big blind",
        "straddle",
        "missing small blind",
        "missed big blind",
        "bomb pot",
    }
)


def _name_players(hand: PlayedHand) -> dict[str, str]:
    """Return the players' names by their numbers; players of one name are told apart."""
    pairs = [split_player(seat.player) for seat in hand.seats]
    names = [name for name, _ in pairs]
    return {
        number: name if name and names.count(name) == 1 else f"{name} @ {number}"
        for name, number in pairs
    }
