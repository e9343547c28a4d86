"""A hand in words: one voice for hands that are played and hands of histories.

Lines are made of words and cards, each with a tone; what a tone looks like is for those to say who
print or draw them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from enum import StrEnum
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.numbers import Chips
from croupier.rankings import get as get_ranking
from croupier.state import (
    BetCollection,
    BlindOrStraddlePosting,
    BoardDealing,
    BringInPosting,
    CheckingOrCalling,
    ChipsPulling,
    ChipsPushing,
    CompletionBettingOrRaisingTo,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
    State,
)
from croupier.state.operation_table import RECORDS
from croupier.texts import show_line
from croupier.views.amounts import show_amount
from croupier.views.bets import RoundBets

__all__ = [
    "SUIT_SYMBOLS",
    "Line",
    "LinePart",
    "PlayByPlay",
    "Tone",
    "describe_hole_cards",
    "show_card",
]

SUIT_SYMBOLS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠", "?": "?"}
"""The symbols of the suits, by their letters."""

# Hands that need an article, unlike "two pair" or "7-5-4-2-A low".
_ARTICLE = re.compile(r"^(?=straight|flush|full house|royal|(two|three|four)-card)")
_RUNS = {1: "once", 2: "twice"}
_FIELD = re.compile(r"\{(\w+)\}")


class Tone(StrEnum):
    """The tone in which a part of a line is shown.

    >>> Tone.LOW
    <Tone.LOW: 'low'>
    """

    PLAIN = "plain"
    LOW = "low"
    BET = "bet"
    STRONG = "strong"
    POT = "pot"
    WIN = "win"


# Operations that have words of their own.
_TONES = {
    "AntePosting": Tone.LOW,
    "BoardRemoval": Tone.STRONG,
    "DiceRolling": Tone.STRONG,
    "Folding": Tone.LOW,
    "HoleCardsShowingOrMucking": Tone.LOW,
}


class LinePart(NamedTuple):
    """A part of a line: words or cards.

    Attributes:
        what: The words, or the cards.
        tone: How they are said.
    """

    what: str | tuple[Card, ...]
    tone: Tone = Tone.PLAIN


class Line(NamedTuple):
    """A line of the play-by-play.

    >>> str(Line((LinePart("Ann shows "), LinePart(Card.clean("AsKd")))))
    'Ann shows A♠ K♦'

    Attributes:
        parts: The words and cards, in order.
        player_index: Who did it, or `None`.
    """

    parts: tuple[LinePart, ...]
    player_index: int | None = None

    def __str__(self) -> str:
        return "".join(
            part.what if isinstance(part.what, str) else " ".join(map(show_card, part.what))
            for part in self.parts
        )


def show_card(card: Card) -> str:
    """Return a card as its rank and the sign of its suit.

    >>> show_card(Card("A", "s")), show_card(Card.UNKNOWN)
    ('A♠', '??')

    Args:
        card: The card.

    Returns:
        The text.
    """
    return card.rank.value + SUIT_SYMBOLS[card.suit.value]


class PlayByPlay:
    """The play-by-play of a hand, told operation by operation.

    Cards that are dealt one after the other are told together, player by player, as soon as
    something else happens.

    >>> from croupier.games import make_game
    >>> from croupier.state import Automation
    >>> game = make_game("nlhe")
    >>> game.automations = tuple(Automation)
    >>> state = game(200, 2, seed=1)
    >>> state.fold()
    Folding(commentary=None, player_index=1)
    >>> teller = PlayByPlay(["Ann", "Bob"])
    >>> [str(line) for one in state.operations for line in teller.describe(one, state)][-3:]
    ['Bob folds', 'Ann takes back 1', 'Ann wins 2']
    """

    def __init__(self, names: Sequence[str], taken: Sequence[Chips | None] = ()) -> None:
        """Begin a hand.

        Args:
            names: The players, in the order of the state.
            taken: How much less each player got by the record than by the pots, as by a rake;
                `None` where the record does not say what was won.
        """
        self._names = [show_line(name) for name in names]
        self._taken = taken if any(one is None or one for one in taken) else ()
        self._collected: _Collected | None = None
        self._dealt: dict[int, list[tuple[Card, bool]]] = {}
        # The state of the betting in this round: no bet, a bring-in, or a bet.
        self._bet = ""
        self._has_opened = False
        self._pot: Chips = 0
        self._round = RoundBets()
        self._shown: set[int] = set()

    def fork(self) -> PlayByPlay:
        """Return somebody who has told the same, and goes on to tell another what they see."""
        found = copy(self)
        found._dealt = {index: list(cards) for index, cards in self._dealt.items()}
        found._shown = set(self._shown)
        found._round = self._round.fork()
        return found

    def describe(self, operation: Operation, state: State) -> Iterator[Line]:
        """Yield what there is to say about an operation.

        Args:
            operation: What was done.
            state: The hand, then or later; when chips are won, how it ended.

        Yields:
            Lines.
        """
        if isinstance(operation, HoleDealing):
            cards = zip(operation.cards, operation.statuses, strict=True)
            self._dealt.setdefault(operation.player_index, []).extend(cards)
            return
        if self._dealt:
            yield from self.describe_cards()
        if isinstance(operation, CompletionBettingOrRaisingTo) and not self._has_opened:
            # The player with the bring-in may put in a whole bet at once.
            self._bet = self._bet or ("bring-in" if state.bring_in else "")
        if isinstance(operation, ChipsPushing) and self._shown:
            yield from self._describe_house(state)
            yield from self._describe_winners(operation, state)
            return
        if isinstance(operation, ChipsPulling) and not self._shown:
            yield from self._describe_house(state)
        line = self._describe(operation, state)
        if line is not None:
            if operation.commentary:
                remark = LinePart(f"  # {show_line(operation.commentary)}", Tone.LOW)
                line = line._replace(parts=(*line.parts, remark))
            yield line

    def describe_cards(
        self, dealt: Mapping[int, Sequence[tuple[Card, bool]]] | None = None
    ) -> Iterator[Line]:
        """Yield who was dealt what, if that has not been told yet.

        Args:
            dealt: The cards of players, and whether they lie face up, as somebody else saw them.

        Yields:
            Lines.
        """
        for index, cards in sorted((self.take_cards() if dealt is None else dealt).items()):
            # Cards of others that nobody sees are no news, unless there are some that all see.
            if any(card for card, _ in cards):
                shown = describe_hole_cards([card for card, _ in cards], [up for _, up in cards])
                said = LinePart(f"{self._names[index]} is dealt ", Tone.LOW)
                yield Line((said, *shown), index)

    def take_cards(self) -> dict[int, list[tuple[Card, bool]]]:
        """Return cards that have been dealt and not told; they count as told then.

        Returns:
            The cards of players, and whether they lie face up.
        """
        dealt, self._dealt = self._dealt, {}
        return dealt

    def _describe(self, operation: Operation, state: State) -> Line | None:
        """Return what happened in words, or `None` for what goes without saying."""
        names = self._names
        self._round.follow(operation)
        match operation:
            case CheckingOrCalling(index, amount):
                done = f"calls {show_amount(amount)}" if amount else "checks"
                return _say(index, f"{names[index]} {done}")
            case BetCollection(bets):
                self._bet = ""
                self._pot += sum(bets)
                return self._describe_uncalled()
            case BlindOrStraddlePosting(index, amount):
                self._bet = "blind"
                self._has_opened = True
                return _say(index, f"{names[index]} posts {show_amount(amount)}", Tone.LOW)
            case BringInPosting(index, amount):
                self._bet = "bring-in"
                self._has_opened = True
                return _say(index, f"{names[index]} brings in for {show_amount(amount)}")
            case CompletionBettingOrRaisingTo(index, amount):
                verbs = {"": "bets", "bring-in": "completes to"}
                verb = verbs.get(self._bet, "raises to")
                self._bet = "bet"
                self._has_opened = True
                return _say(index, f"{names[index]} {verb} {show_amount(amount)}", Tone.BET)
            case ChipsPulling(index, amount) if not self._shown:
                # Nobody called: the state leaves the last bet where it is until then.
                won = amount - self._round.uncalled
                if self._collected is not None:
                    if self._collected.unknown:
                        return None
                    won -= self._taken[index] or 0
                return _say(index, f"{names[index]} wins {show_amount(won)}", Tone.WIN)
            case BoardDealing(cards):
                return self._describe_board(tuple(cards), state)
            case HoleCardsShowingOrMucking(index, cards) if cards:
                if all(cards):
                    self._shown.add(index)
                return Line((LinePart(f"{names[index]} shows "), LinePart(tuple(cards))), index)
            case _:
                if (row := RECORDS[type(operation).__name__]).is_decision and not row.is_bet:
                    # The price of cards is paid into the pot.
                    self._pot += getattr(operation, "amount", 0)
                return _describe_in_words(operation, names)

    def _describe_board(self, cards: tuple[Card, ...], state: State) -> Line:
        """Tell what cards come to lie where."""
        groups = [("", list(cards))]
        layout = state.board_layout
        board = list(state.get_board_cards(0)) if layout is not None else []
        if layout is not None and set(cards) <= set(board):
            rows = layout.place(state.board_card_subsets)
            labels = [row.label for row in layout.rows] + [None] * (len(rows) - len(layout.rows))
            lying = [[board[place] for place in row if place is not None] for row in rows]
            groups = [
                (label or "", [card for card in row if card in cards])
                for label, row in zip(labels, lying, strict=True)
            ]
        parts = [LinePart("Board  ", Tone.STRONG)]
        for label, group in groups:
            if group:
                parts += [LinePart("   ")] if len(parts) > 1 else []
                parts += [LinePart(f"{label} ", Tone.LOW)] if label else []
                parts.append(LinePart(tuple(group)))
        return Line((*parts, LinePart(f"   pot {show_amount(self._pot)}", Tone.POT)))

    def _describe_uncalled(self) -> Line | None:
        """Tell who takes back what nobody called in a betting round that is over."""
        index = self._round.uncalled_index
        if index is None:
            return None
        back = show_amount(self._round.uncalled)
        return _say(index, f"{self._names[index]} takes back {back}", Tone.LOW)

    def _describe_house(self, state: State) -> Iterator[Line]:
        """Tell what players got beside the pots or did not get of them, before they win."""
        if not self._taken or self._collected is not None:
            return
        self._collected = _Collected(state, self._taken)
        if self._collected.unknown:
            yield _say(None, "The record does not say who won.", Tone.LOW)
            return
        rake = sum(one for one in self._taken if one is not None)
        if rake:
            what = f"Rake {show_amount(rake)}" if rake > 0 else f"Added {show_amount(-rake)}"
            yield _say(None, what, Tone.LOW)
        for index, amount in self._collected.others.items():
            what = f"pays {show_amount(amount)}" if amount > 0 else f"gets {show_amount(-amount)}"
            yield _say(index, f"{self._names[index]} {what} beside the pot")

    def _describe_winners(self, push: ChipsPushing, state: State) -> Iterator[Line]:
        pushes = [one for one in state.operations if isinstance(one, ChipsPushing)]
        part = _name_part(push, pushes) + _name_contest(push, pushes, state)
        amounts: Sequence[Chips] = push.amounts
        if self._collected is not None:
            amounts = self._collected.next_amounts()
        for index, amount in enumerate(amounts):
            if amount:
                hand = _describe_hand(push, state, index) if index in self._shown else ""
                with_what = f" with {_ARTICLE.sub('a ', hand)}" if hand else ""
                said = f"{self._names[index]} wins {show_amount(amount)}{part}{with_what}"
                yield _say(index, said, Tone.WIN)


class _Collected:
    """The chips that players collect from each pot, where they get less or more than it holds.

    Records say what a player got in all. What is missing is taken from the largest pot.
    """

    def __init__(self, state: State, taken: Sequence[Chips | None]) -> None:
        pushes = [list(one.amounts) for one in state.operations if isinstance(one, ChipsPushing)]
        pulled = {one.player_index for one in state.operations if isinstance(one, ChipsPulling)}
        self.unknown = any(one is None for one in taken)
        self.others = {index: one for index, one in enumerate(taken) if one and index not in pulled}
        for index, one in enumerate(taken):
            left: Chips = one if index in pulled and one is not None else 0
            for amounts in sorted(pushes, key=lambda amounts: -amounts[index]):
                part = min(left, amounts[index])
                amounts[index] -= part
                left -= part
        self._pushes = pushes if not self.unknown else [[0 for _ in one] for one in pushes]
        self._next = 0

    def next_amounts(self) -> Sequence[Chips]:
        """Return what players collect from the next pot."""
        self._next += 1
        return self._pushes[self._next - 1]


def _describe_hand(push: ChipsPushing, state: State, index: int) -> str:
    """Return what somebody won with."""
    place = push.hand_type_index or 0
    if state.hand_types:
        hand = state.get_hand(index, push.board_index or 0, place)
        return "" if hand is None else hand.description
    found = state.get_contest_hand(index, place)
    return "" if found is None else str(found)


def _name_contest(push: ChipsPushing, pushes: Iterable[ChipsPushing], state: State) -> str:
    """Return which part of its pot chips are, where hands of several kinds share it."""
    rivals = {one.hand_type_index or 0 for one in pushes if one.pot_index == push.pot_index}
    if len(rivals) < 2:
        return ""
    place = push.hand_type_index or 0
    title = _find_title(place, state)
    if any(_find_title(other, state) == title for other in rivals - {place}):
        return f" for part {place + 1}, the {title}"
    return f" for the {title}"


def _find_title(place: int, state: State) -> str:
    """Return what a contest is called, or what kind of hand wins it."""
    if state.hand_types:
        hand_type = state.hand_types[place]
        name = getattr(hand_type.lookup, "ranking_name", None)
        return hand_type.__name__ if name is None else get_ranking(name).title
    for index in state.player_indices:
        found = state.get_contest_hand(index, place)
        if found is not None:
            return found.contest or found.ranking.title
    return "hand"


def _name_part(push: ChipsPushing, pushes: Iterable[ChipsPushing]) -> str:
    """Return which pot and which board chips come from, where there are several."""
    said = ""
    everything = list(pushes)
    if len({one.pot_index for one in everything}) > 1:
        said += f" of side pot {push.pot_index}" if push.pot_index else " of the main pot"
    if push.board_index is not None and len({one.board_index for one in everything}) > 1:
        said += f" on board {push.board_index + 1}"
    return said


def _describe_in_words(operation: Operation, names: Sequence[str]) -> Line | None:
    """Return what happened where it does not matter what happened before, as the table has it."""
    row = RECORDS[type(operation).__name__]
    values = [(name, kind, getattr(operation, name)) for name, kind in row.fields]
    deciding = [value for _, kind, value in values if kind == "status"] or [
        value for _, kind, value in values if kind in {"cards", "runouts"}
    ]
    found = row.sentences[:1] if all(deciding) else row.sentences[1:]
    if not any(found):
        return None
    texts = {name: _show_field(kind, value, names) for name, kind, value in values}
    texts["player"] = texts.get("player_index", "")
    tone = _TONES.get(row.record, Tone.PLAIN)
    parts: list[LinePart] = []
    words = ""
    for number, part in enumerate(_FIELD.split(found[0])):
        shown = texts[part] if number % 2 else part
        if isinstance(shown, str):
            words += shown
        else:
            parts += [LinePart(words, tone), LinePart(shown, tone)]
            words = ""
    parts += [LinePart(words, tone)] if words else []
    return Line(tuple(parts), getattr(operation, "player_index", None))


def _show_field(kind: str, value: Any, names: Sequence[str]) -> str | tuple[Card, ...]:
    match kind:
        case "player":
            return names[int(value)]
        case "cards" if value and not any(value):
            # Question marks tell no more than their number.
            return "a card" if len(value) == 1 else f"{len(value)} cards"
        case "cards":
            return tuple(value)
        case "declarations":
            said = ", ".join(str(one or "nothing yet") for one in value)
            return said.replace("high_low", "high and low") or "in secret"
        case "runouts":
            return str(_RUNS.get(value, f"{value} times"))
        case "dice":
            return ", ".join(map(str, value))
        case "amount":
            return show_amount(value)
        case _:
            return str(value)


def _say(index: int | None, words: str, tone: Tone = Tone.PLAIN) -> Line:
    return Line((LinePart(words, tone),), index)


def describe_hole_cards(
    cards: Sequence[Card], statuses: Sequence[bool], *, numbered: bool = False
) -> list[LinePart]:
    """Return a player's cards, those that lie face up behind the word "up".

    >>> str(Line(tuple(describe_hole_cards(Card.clean("AsKd2c"), (False, False, True)))))
    'A♠ K♦ up 2♣'
    >>> str(Line(tuple(describe_hole_cards(Card.clean("AsKd"), (False, True), numbered=True))))
    '1:A♠ up 2:K♦'

    Args:
        cards: The cards.
        statuses: Which of them lie face up.
        numbered: Whether they have the numbers by which their player calls them.

    Returns:
        The cards and the words between them.
    """
    said: list[LinePart] = []
    for is_up in (False, True):
        group = [
            (number, card)
            for number, (card, status) in enumerate(zip(cards, statuses, strict=True), 1)
            if bool(status) is is_up
        ]
        if is_up and group:
            said.append(LinePart(" up" if said else "up", Tone.LOW))
        for number, card in group:
            said += [LinePart(" ")] if said else []
            said += [LinePart(f"{number}:", Tone.LOW)] if numbered else []
            said.append(LinePart((card,)))
    return said
