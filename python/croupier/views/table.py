"""A hand as plain values: seats, cards, boards, pots and choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from enum import StrEnum
from functools import lru_cache
from typing import Any

from croupier.cards import Card
from croupier.cards.records import Record
from croupier.numbers import Chips
from croupier.state import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CardBuying,
    CardExposing,
    CheckingOrCalling,
    ChipsPulling,
    Choosing,
    CompletionBettingOrRaisingTo,
    Declaration,
    Folding,
    HandKilling,
    HoleCardsShowingOrMucking,
    HoleDealing,
    LegalOperation,
    Operation,
    StandingPatOrDiscarding,
    State,
)
from croupier.state.operation_table import RECORDS
from croupier.views.amounts import show_amount
from croupier.views.bets import RoundBets
from croupier.views.words import describe_choices

__all__ = [
    "BoardRowView",
    "BoardView",
    "CardView",
    "PotView",
    "SeatView",
    "Standing",
    "TableView",
    "view_table",
]


class Standing(StrEnum):
    """The standing of a player in a hand.

    >>> Standing.FOLDED
    <Standing.FOLDED: 'folded'>
    """

    PLAYING = "playing"
    ALL_IN = "all-in"
    FOLDED = "folded"
    LOST = "lost"
    WON = "won"


# Cards that are kept: those of a deck, face up and face down, in the parts of some games.
_MAX_CARDS = 2_000
# An enumeration takes its time to look up a name.
_PLAYING, _ALL_IN, _FOLDED, _LOST, _WON = Standing


class CardView(Record):
    """A card on the table.

    Attributes:
        card: The card; an unknown one where it is not seen.
        up: Whether everybody sees it, in a game in which that makes a difference.
        part: The subset of the player's cards that it is of, or `None`.
        dead: Whether it is out of play, as that of a board that was taken away.

    >>> CardView(card=Card.UNKNOWN).text
    '??'
    """

    card: Card
    up: bool = False
    part: str | None = None
    dead: bool = False

    @property
    def text(self) -> str:
        """The rank and the suit as two letters."""
        return repr(self.card)


class SeatView(Record):
    """A player of a hand.

    Attributes:
        index: The player, from 0, in the order of the state.
        name: What the player is called.
        stack: The chips that are not bet.
        bet: The chips that are bet on this street.
        cards: The hole cards, those included that were shown and lost.
        place: What the player is doing.
        is_button: Whether the player has the button.
        is_to_act: Whether the player is to decide.
        payoff: What was won or lost so far.
        badge: What the player did last on this street, in a word or two; may be empty.
        words: What hands the player has, where all of the cards are seen; may be empty.
    """

    index: int
    name: str
    stack: Chips
    bet: Chips
    cards: tuple[CardView, ...]
    place: Standing
    is_button: bool
    is_to_act: bool
    payoff: Chips
    badge: str = ""
    words: str = ""


class BoardRowView(Record):
    """A row of a board.

    Attributes:
        label: What stands before the row; may be empty.
        cards: The cards, and `None` where there is a place without a card.
        gaps: For each of them, whether there never comes a card.
    """

    label: str
    cards: tuple[CardView | None, ...]
    gaps: tuple[bool, ...]


class BoardView(Record):
    """A board.

    Attributes:
        rows: The rows, from above.
        centred: Whether shorter rows lie in the middle.
    """

    rows: tuple[BoardRowView, ...]
    centred: bool = False


class PotView(Record):
    """A pot, main or side.

    Attributes:
        amount: The chips in it.
        players: Who can win it.
    """

    amount: Chips
    players: tuple[int, ...]


class TableView(Record):
    """A hand, as somebody sees it.

    Attributes:
        title: What is played; may be empty.
        seats: The players.
        boards: The boards, several where the board is run several times or there are several.
        pots: The pots that bets were collected in, the main pot first.
        pot: All chips that are played for, those that are bet included.
        street: Which street it is, from 0, or `None`.
        dice: What dice show.
        choices: What was chosen for the table, by the names of the choices.
        viewer: Who sees it, or `None` for everybody or for who sees all.
        is_over: Whether the hand is over.
        legal: What may be decided now, with bounds.
        words: The same in words.
    """

    title: str
    seats: tuple[SeatView, ...]
    boards: tuple[BoardView, ...]
    pots: tuple[PotView, ...]
    pot: Chips
    street: int | None
    dice: tuple[int, ...]
    choices: tuple[tuple[str, str], ...]
    viewer: int | None
    is_over: bool
    legal: tuple[LegalOperation, ...]
    words: tuple[str, ...]

    def list_cards(self) -> list[Card]:
        """Return all cards that can be seen.

        Returns:
            The cards of players first.
        """
        held = [card for seat in self.seats for card in seat.cards]
        lying = [card for board in self.boards for row in board.rows for card in row.cards]
        return [one.card for one in (*held, *lying) if one is not None and one.card]


def view_table(
    state: State,
    names: Sequence[str] = (),
    *,
    viewer: int | None = None,
    title: str = "",
    words: bool = True,
    taken: Sequence[Chips | None] = (),
) -> TableView:
    """Return a hand as plain values.

    >>> from croupier.games import load
    >>> state = load("texas_holdem").game("No Limit", {"big_blind": 2})(200, 3, seed=1)
    >>> view = view_table(state.observe(2), viewer=2)
    >>> [seat.name for seat in view.seats], view.seats[0].cards[0].text
    (['Player 1', 'Player 2', 'Player 3'], '??')
    >>> view.seats[2].is_button, view.words
    (True, ('fold', 'call 2', 'raise to 4 to 200 (pot: 7)'))

    Args:
        state: The hand: what `State.observe` returns, for somebody who must not see all cards.
        names: The names of the players, in the order of the state.
        viewer: Who sees it.
        title: What is played.
        words: Whether hands are described, which takes longest.
        taken: How much less each player got by the record than by the pots, as by a rake, once the
            hand is over; `None` where the record does not say what was won.

    Returns:
        The view.
    """
    summary = HandSummary(state.operations)
    decisions = state.legal.decisions
    scene = Scene(state, names, summary, decisions, taken)
    return TableView(
        title=title,
        seats=tuple(
            scene.view_seat(index, describe_hands(state, index) if words else "")
            for index in state.player_indices
        ),
        boards=tuple(view_boards(state)),
        pots=view_pots(state),
        pot=state.total_pot_amount,
        street=state.street_index,
        dice=scene.dice,
        choices=scene.choices,
        viewer=viewer,
        is_over=not state.status,
        legal=decisions,
        words=tuple(describe_choices(state)),
    )


class Scene:
    """The source of the views of all seats: a state, asked once for all of them.

    Attributes:
        dice: What dice show.
        choices: What was chosen for the table.
    """

    def __init__(
        self,
        state: State,
        names: Sequence[str],
        summary: HandSummary,
        decisions: Sequence[LegalOperation],
        taken: Sequence[Chips | None] = (),
    ) -> None:
        """Look at a hand.

        Args:
            state: The hand, as somebody sees it.
            names: The names of the players.
            summary: What happened in it.
            decisions: What may be decided now.
            taken: How much less each player got by the record than by the pots.
        """
        self._names = names
        self._summary = summary
        self._status = state.status
        self._statuses, self._stacks, self._bets = state.statuses, state.stacks, state.bets
        self._payoffs, self._hands = state.payoffs, state.hole_cards
        if taken and not self._status:
            less = [one or 0 for one in taken]
            payoffs = zip(self._payoffs, taken, strict=True)
            self._payoffs = [0 if one is None else payoff - one for payoff, one in payoffs]
            self._stacks = [
                stack - one if one else stack for stack, one in zip(self._stacks, less, strict=True)
            ]
        self._faces = state.hole_card_statuses if self._status and summary.has_up_cards else None
        has_subsets = not state.hand_types
        self._parts: Sequence[Any] = state.hole_card_subsets if has_subsets else ()
        self.dice = tuple(value for _, value in state.dice) if has_subsets else ()
        self.choices = list_choices(state)
        self.to_act = state.turn_index if self._status else None
        if decisions:
            self.to_act = decisions[0].player_indices[0]

    def find_facts(self, index: int, words: str) -> tuple[Any, ...]:
        """Return all that a seat is made of: two that have the same facts look the same.

        Args:
            index: The player.
            words: What hands the player has.

        Returns:
            The facts, in the order in which `make_seat` takes them.
        """
        summary = self._summary
        cards: Sequence[Card] = self._hands[index]
        # Cards that are turned up at the showdown only, or are over, say nothing.
        up = () if self._faces is None else self._faces[index]
        payoff, stack, place = self._payoffs[index], self._stacks[index], _PLAYING
        if not self._status and index in summary.winners and payoff >= 0:
            place = _WON
        elif not self._statuses[index]:
            place = _FOLDED if index in summary.folded else _LOST
            if not cards and index in summary.shown:
                # A player who showed and lost has given the cards back; everybody has seen them.
                cards, up = summary.shown[index], ()
        elif self._status and not stack:
            place = _ALL_IN
        return (
            tuple(cards),
            tuple(up),
            tuple(self._parts[index]) if self._parts else (),
            stack,
            self._bets[index],
            place,
            index == self.to_act,
            payoff,
            summary.badges.get(index, ""),
            words,
        )

    def view_seat(self, index: int, words: str) -> SeatView:
        """Return a player of the hand.

        Args:
            index: The player.
            words: What hands the player has.

        Returns:
            The seat.
        """
        return self.make_seat(index, *self.find_facts(index, words))

    def make_seat(
        self,
        index: int,
        cards: tuple[Card, ...],
        up: tuple[bool, ...],
        parts: tuple[str | None, ...],
        *facts: Any,
        made: tuple[CardView, ...] | None = None,
    ) -> SeatView:
        """Return a seat that has these facts; its cards may have been made before."""
        stack, bet, place, is_to_act, payoff, badge, words = facts
        names = self._names
        return SeatView(
            index=index,
            name=names[index] if index < len(names) else f"Player {index + 1}",
            stack=stack,
            bet=bet,
            cards=view_cards(cards, up, parts) if made is None else made,
            place=place,
            is_button=index == len(self._stacks) - 1,
            is_to_act=is_to_act,
            payoff=payoff,
            badge=badge,
            words=words,
        )

    def find_card_facts(
        self, index: int, cards: Sequence[Card], parts: Sequence[str | None]
    ) -> tuple[Any, ...]:
        """Return what the cards of a player are made of, as the player sees them.

        Args:
            index: The player.
            cards: The cards.
            parts: The subsets that they are of.

        Returns:
            The facts, in the order in which `view_cards` takes them.
        """
        up = () if self._faces is None else self._faces[index]
        return tuple(cards), tuple(up), tuple(parts)


@lru_cache(_MAX_CARDS)
def _view_card(card: Card, up: bool, part: str | None) -> CardView:
    return CardView(card=card, up=up, part=part, dead=False)


def view_cards(
    cards: Sequence[Card], up: Sequence[bool], parts: Sequence[str | None]
) -> tuple[CardView, ...]:
    """Return cards of a player.

    Args:
        cards: The cards.
        up: For each of them, whether it lies face up; may be left out.
        parts: The subsets that they are of; may be left out.

    Returns:
        The cards.
    """
    parts = parts if len(parts) == len(cards) else ()
    return tuple(
        [
            _view_card(card, bool(up and up[number]), parts[number] if parts else None)
            for number, card in enumerate(cards)
        ]
    )


def list_choices(state: State) -> tuple[tuple[str, str], ...]:
    """Return what was chosen for the table, by the names of the choices."""
    if state.hand_types:
        return ()
    return tuple((name, value) for name, value in state.choices.items() if value)


def view_pots(state: State) -> tuple[PotView, ...]:
    """Return the pots that bets were collected in."""
    return tuple(PotView(amount=pot.amount, players=pot.player_indices) for pot in state.pots)


def view_boards(state: State) -> Iterable[BoardView]:
    """Yield the boards."""
    names = state.board_card_subsets if not state.hand_types else []
    layout = state.board_layout
    for index in state.board_indices:
        cards = list(state.get_board_cards(index))
        if layout is None:
            if len(names) == len(cards) and len(set(names)) > 1:
                yield _group(cards, names)
            elif cards:
                views = view_cards(cards, (), ())
                row = BoardRowView(label="", cards=views, gaps=(False,) * len(views))
                yield BoardView(rows=(row,))
            continue
        subsets = names[: len(cards)]
        meant = layout.find_names(subsets)
        made = [
            CardView(card=card, dead=bool(meant[number] and not subsets[number]))
            for number, card in enumerate(cards)
        ]
        rows = []
        for number, places in enumerate(layout.place(subsets)):
            named = layout.rows[number] if number < len(layout.rows) else None
            kept = () if named is None else named.places
            rows.append(
                BoardRowView(
                    label="" if named is None else named.label or "",
                    cards=tuple(None if card is None else made[card] for card in places),
                    gaps=tuple(
                        column < len(kept) and kept[column] is None for column in range(len(places))
                    ),
                )
            )
        yield BoardView(rows=tuple(rows), centred=layout.centred)


def _group(cards: Sequence[Card], names: Sequence[tuple[str, ...]]) -> BoardView:
    """Return a board of a game that does not say how it lies: a row for each subset."""
    rows: dict[tuple[str, ...], list[CardView]] = {}
    for card, subsets in zip(cards, names, strict=True):
        rows.setdefault(subsets, []).append(CardView(card=card))
    return BoardView(
        rows=tuple(
            BoardRowView(label=", ".join(subsets), cards=tuple(views), gaps=(False,) * len(views))
            for subsets, views in rows.items()
        )
    )


def describe_hands(state: State, index: int) -> str:
    """Return what a player holds, if all of the cards are seen."""
    cards = state.hole_cards[index]
    if not cards or not all(cards) or not state.statuses[index]:
        return ""
    said: list[str] = []
    if state.hand_types:
        boards = state.board_indices if state.board_count else (0,)
        for place in state.hand_type_indices:
            for board in boards:
                hand = state.get_hand(index, board, place)
                said += [] if hand is None else [hand.description]
    else:
        for place in state.hand_type_indices:
            found = state.get_contest_hand(index, place)
            said += [] if found is None else [str(found)]
    return "; ".join(dict.fromkeys(said))


class HandSummary:
    """The players of a hand as its operations show them."""

    def __init__(self, operations: Iterable[Operation] = ()) -> None:
        self.folded: set[int] = set()
        self.winners: set[int] = set()
        self.shown: dict[int, tuple[Card, ...]] = {}
        self.badges: dict[int, str] = {}
        self.has_up_cards = False
        self._opened = False
        self._round = RoundBets()
        for operation in operations:
            self.hear(operation)

    def fork(self) -> HandSummary:
        """Return a copy that goes its own way."""
        found = copy(self)
        found.folded, found.winners = set(self.folded), set(self.winners)
        found.shown, found.badges = dict(self.shown), dict(self.badges)
        found._round = self._round.fork()
        return found

    def hear(self, operation: Operation) -> None:
        """Add an operation."""
        self._round.follow(operation)
        # The most frequent case comes first.
        match operation:
            case CheckingOrCalling(index, amount):
                self.badges[index] = f"calls {show_amount(amount)}" if amount else "checks"
            case CompletionBettingOrRaisingTo(index, amount):
                verb = "raises to" if self._opened else "bets"
                self.badges[index] = f"{verb} {show_amount(amount)}"
                self._opened = True
            case BetCollection():
                self._opened = False
                # A fold stays visible until the end.
                self.badges = {key: said for key, said in self.badges.items() if said == "folds"}
            case HoleDealing(_, _, statuses):
                self.has_up_cards |= any(statuses)
            case CardExposing(index, cards):
                self.has_up_cards = True
                self.badges[index] = "turns up" if cards else "turns up nothing"
            case Folding(index):
                self.folded.add(index)
                self.badges[index] = "folds"
            case AntePosting(index, amount):
                self.badges[index] = f"antes {show_amount(amount)}"
            case BlindOrStraddlePosting(index, amount):
                self._opened = True
                self.badges[index] = f"posts {show_amount(amount)}"
            case BringInPosting(index, amount):
                self.badges[index] = f"brings in {show_amount(amount)}"
            case StandingPatOrDiscarding(index, cards):
                self.badges[index] = f"discards {len(cards)}" if cards else "stands pat"
            case Declaration(index, declarations):
                said = [one.replace("high_low", "both") for one in declarations if one]
                self.badges[index] = f"declares {', '.join(dict.fromkeys(said))}" if said else ""
            case Choosing(index, value):
                self.badges[index] = f"chooses {value}"
            case CardBuying(index, _, _, status):
                self.badges[index] = "buys" if status else "buys nothing"
            case HoleCardsShowingOrMucking(index, cards):
                if cards and all(cards):
                    self.shown[index] = tuple(cards)
                self.badges[index] = "shows" if cards else "mucks"
            case HandKilling(index):
                self.badges[index] = ""
            case ChipsPulling(index, amount):
                self.winners.add(index)
                won = amount if self.shown else amount - self._round.uncalled
                self.badges[index] = f"wins {show_amount(won)}"
            case _:
                self._add_bet(operation)

    def _add_bet(self, operation: Operation) -> None:
        """Add a bet that is asked for by yes or no, in the words of the table of operations."""
        row = RECORDS[type(operation).__name__]
        if row.is_bet and getattr(operation, "status", False):
            bet: Any = operation
            words = row.sentences[0].removeprefix("{player} ")
            self.badges[bet.player_index] = words.format(amount=show_amount(bet.amount))
