"""A hand while it is played, for everybody who looks on: what they share is described once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from croupier.cards import Card
from croupier.cards.records import replace
from croupier.state import (
    BetCollection,
    CardBuying,
    CardExposing,
    CardPassing,
    CardSeparation,
    Choosing,
    Declaration,
    Folding,
    HoleDealing,
    LegalOperation,
    Operation,
    StandingPatOrDiscarding,
    State,
)
from croupier.state.operation_table import RECORDS
from croupier.views.play_by_play import Line, PlayByPlay
from croupier.views.table import (
    BoardView,
    CardView,
    HandSummary,
    PotView,
    Scene,
    SeatView,
    TableView,
    describe_hands,
    list_choices,
    view_boards,
    view_cards,
    view_pots,
)
from croupier.views.words import describe_choice

__all__ = ["HandViews", "OwnView"]

# Fields that differ from viewer to viewer.
_PRIVATE = frozenset(
    {
        CardBuying,
        CardExposing,
        CardPassing,
        CardSeparation,
        Choosing,
        Declaration,
        HoleDealing,
        StandingPatOrDiscarding,
    }
)
# Bounds of bets do not depend on cards that only one player sees.
_BETS = frozenset({"fold", "check_or_call", "complete_bet_or_raise_to", "post_bring_in"})
_SECRET = frozenset({CardExposing, Choosing, Declaration})


class OwnView(NamedTuple):
    """The parts of a view that a player sees in another way than everybody else.

    Attributes:
        seat: The own seat.
        choices: What was chosen for the table, by the names of the choices.
        legal: What the player may decide now, with bounds.
        words: The same in words.
    """

    seat: SeatView
    choices: tuple[tuple[str, str], ...]
    legal: tuple[LegalOperation, ...] = ()
    words: tuple[str, ...] = ()


class HandViews:
    """The views of a hand that goes on, one for each who looks on.

    They are those that `view_table` has for what `State.observe` shows, except that nobody is told
    what others may decide. What all see is described once, and what has not changed is not
    described again.

    >>> from croupier.games import make_game
    >>> views = HandViews(["Ann", "Bob"])
    >>> views.follow(make_game("texas_holdem")(200, 2, seed=1))
    >>> [card.text for seat in views.view(1).seats for card in seat.cards]
    ['??', '??', '8c', '7h']
    >>> [card.text for seat in views.view(None).seats for card in seat.cards]
    ['??', '??', '??', '??']
    >>> [str(line) for line in views.describe_since(1, 0)][-1]
    'Bob is dealt 8♣ 7♥'
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        title: str = "",
        convert: Callable[[Line], Any] | None = None,
    ) -> None:
        """Begin a hand.

        Args:
            names: The players, in the order of the state.
            title: What is played.
            convert: What is made of each line that is told, once for all who are told it.
        """
        self._names = names
        self._title = title
        self._convert = convert
        self._summary = HandSummary()
        # Of those who have decided in secret.
        self._own: dict[int, HandSummary] = {}
        self._teller = PlayByPlay(names)
        # How many operations were told when; what everybody was told, and what only some were.
        self._heard = 0
        self._batches: list[tuple[int, list[Any], dict[int, list[Any]]]] = []
        # Seats as everybody sees them, and what hands everybody sees there.
        self._kept: dict[int, tuple[tuple[Any, ...], SeatView]] = {}
        self._words: dict[int, str] = {}
        # The hands of players since cards moved last, in cards and in words.
        self._hidden: dict[int, tuple[tuple[CardView, ...], str]] = {}
        self._hands: dict[int, tuple[Any, tuple[CardView, ...]]] = {}
        # The parts of decisions that others cannot see.
        self._secrets: dict[int, Operation] = {}
        # The own seats of players, with what others saw of them then.
        self._beside: dict[int, tuple[SeatView, SeatView]] = {}
        self._boards: tuple[BoardView, ...] = ()
        # As long as nobody folds and no bets are collected, pots are as they were.
        self._pots: tuple[PotView, ...] | None = None
        # The view that was made last, and the seats that may have changed since: all, if nothing.
        self._public: TableView | None = None
        self._moved: set[int] | None = None
        self._to_act: int | None = None
        self._owns: dict[int, OwnView] = {}
        self._seen: dict[int | None, State] = {}

    def follow(self, state: State) -> None:
        """Take in what has happened since the last time.

        Args:
            state: The hand, with all of its cards.
        """
        self._state = state
        self._seen = {}
        seen = self.observe(None)
        every = seen.operations
        operations = every[self._heard :]
        revealed = [place for place, known in self._secrets.items() if every[place] != known]
        is_betting = bool(self._heard) and not revealed
        is_secret = False
        moved: set[int] | None = set() if is_betting else None
        operation: Any
        for place, operation in enumerate(operations, self._heard):
            kind = type(operation)
            if kind is Folding:
                index = operation.player_index
                self._words[index] = ""
                self._hidden.pop(index, None)
                self._beside.pop(index, None)
                self._pots = None
                # Some games have wild cards that depend on who is in.
                is_betting = is_betting and bool(seen.hand_types)
            elif kind in _SECRET:
                is_secret = True
                self._secrets[place] = operation
            is_bet = RECORDS[kind.__name__].is_bet
            is_betting = is_betting and (is_bet or kind is BetCollection)
            if moved is not None and is_bet and is_betting:
                # A bet or a fold changes nothing at the seats of others.
                moved.add(operation.player_index)
            else:
                moved = None
        if revealed:
            # All was decided: what was a secret is none any more.
            disclosed = [every[place] for place in revealed]
            self._secrets.update(zip(revealed, disclosed, strict=True))
            self._summary, self._own = HandSummary(every[: self._heard]), {}
            operations = [*disclosed, *operations]
        self._hear(operations[len(revealed) :], is_secret)
        if operations:
            self._add_lines(operations, len(revealed))
            self._heard = len(every)
        if moved is None:
            self._pots = None
        if not is_betting:
            self._words.clear()
            self._hidden.clear()
            self._beside.clear()
            self._boards = tuple(view_boards(seen))
        self._decisions = seen.legal.decisions
        self._scene = Scene(seen, self._names, self._summary, self._decisions)
        before, self._to_act = self._to_act, self._scene.to_act
        if moved is None or self._secrets:
            self._moved, self._owns = None, {}
            return
        moved |= {one for one in (before, self._to_act) if one is not None}
        for index in moved:
            self._owns.pop(index, None)
        if self._moved is not None:
            self._moved |= moved

    def observe(self, viewer: int | None) -> State:
        """Return the hand as somebody sees it.

        Args:
            viewer: Who; `None` for who only watches.

        Returns:
            The view that `State.observe` makes.
        """
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = self._state.observe(viewer)
        return seen

    @property
    def public(self) -> TableView:
        """The table as everybody sees it. Seats that look as before are the same objects."""
        if self._public is None or self._moved is None or self._moved:
            self._public = self._make_public()
            self._moved = set()
        return self._public

    def find_own(self, viewer: int) -> OwnView:
        """Return what a player sees in another way than everybody else does.

        Args:
            viewer: Who.

        Returns:
            The own part of the view.
        """
        found = self._owns.get(viewer)
        if found is None:
            found = self._owns[viewer] = self._make_own(viewer)
        return found

    def view(self, viewer: int | None) -> TableView:
        """Return the table as somebody sees it.

        Args:
            viewer: Who; `None` for who only watches.

        Returns:
            The view.
        """
        public = self.public
        if viewer is None:
            return public
        seats = list(public.seats)
        own = self.find_own(viewer)
        seats[viewer] = own.seat
        return replace(
            public,
            seats=tuple(seats),
            choices=own.choices,
            viewer=viewer,
            legal=own.legal,
            words=own.words,
        )

    def describe_since(self, viewer: int | None, start: int) -> list[Any]:
        """Return what has happened, in words, as somebody has seen it.

        Args:
            viewer: Who; `None` for who only watches.
            start: How many operations they were told of before.

        Returns:
            The lines, or what was made of them.
        """
        said: list[Any] = []
        for begin, everybody, own in reversed(self._batches):
            if begin < start:
                break
            lines = everybody if viewer is None else own.get(viewer, everybody)
            said[:0] = lines
        return said

    @property
    def operation_count(self) -> int:
        """How many operations there were."""
        return self._heard

    def _hear(self, operations: Sequence[Operation], is_secret: bool) -> None:
        if is_secret:
            for index in self._state.player_indices:
                if index not in self._own:
                    seen = self.observe(index).operations[self._heard :]
                    if list(seen) != list(operations):
                        self._own[index] = self._summary.fork()
        for index, summary in self._own.items():
            for operation in self.observe(index).operations[self._heard :]:
                summary.hear(operation)
        for operation in operations:
            self._summary.hear(operation)

    def _add_lines(self, operations: Sequence[Operation], revealed: int) -> None:
        """Tell what has happened: most to all alike, and of cards more to whom they belong."""
        teller, view = self._teller, self.observe(None)
        everybody: list[Any] = []
        own: dict[int, list[Any]] = {}
        # Cards that are not told yet, as their players see them.
        dealt: dict[int, list[tuple[Card, bool]]] = {}
        for place, operation in enumerate(operations, self._heard - revealed):
            known: Any = operation
            seen = view
            index = -1
            if type(operation) in _PRIVATE and place >= self._heard:
                index = known.player_index
                seen = self.observe(index)
                known = seen.operations[place]
            if type(operation) is HoleDealing:
                dealt.setdefault(index, []).extend(zip(known.cards, known.statuses, strict=True))
            elif dealt:
                self._describe_cards(dealt, everybody, own)
                dealt = {}
            own_lines = None
            if known != operation and not dealt:
                own.setdefault(index, everybody.copy())
                own_lines = self._convert_all(teller.fork().describe(known, seen))
            lines = self._convert_all(teller.describe(operation, view))
            everybody += lines
            for viewer, others in own.items():
                others += lines if own_lines is None or viewer != index else own_lines
        self._describe_cards(dealt, everybody, own)
        self._batches.append((self._heard, everybody, own))

    def _describe_cards(
        self,
        dealt: dict[int, list[tuple[Card, bool]]],
        everybody: list[Any],
        own: dict[int, list[Any]],
    ) -> None:
        hidden = self._teller.take_cards()
        if not hidden:
            return
        hands = {
            index: self._describe_hand(index, cards) for index, cards in sorted(hidden.items())
        }
        lines = [line for each in hands.values() for line in each]
        for index, cards in dealt.items():
            if cards != hidden[index]:
                said = own.setdefault(index, everybody.copy())
                # Everybody gets the same words about cards of others.
                mine = hands | {index: self._describe_hand(index, cards)}
                said += [line for each in mine.values() for line in each]
        for index, others in own.items():
            if dealt.get(index) == hidden.get(index):
                others += lines
        everybody += lines

    def _describe_hand(self, index: int, cards: list[tuple[Card, bool]]) -> list[Any]:
        return self._convert_all(self._teller.describe_cards({index: cards}))

    def _convert_all(self, lines: Iterable[Line]) -> list[Any]:
        return list(lines if self._convert is None else map(self._convert, lines))

    def _make_public(self) -> TableView:
        seen = self.observe(None)
        public = self._public
        if self._pots is None:
            self._pots = view_pots(seen)
        if public is not None and self._moved is not None:
            # Somebody has bet, and nothing else has happened.
            changed = list(public.seats)
            for index in self._moved:
                changed[index] = self._find_seat(index)
            return replace(
                public,
                seats=tuple(changed),
                pots=self._pots,
                pot=seen.total_pot_amount,
                street=seen.street_index,
            )
        return TableView(
            title=self._title,
            seats=tuple([self._find_seat(index) for index in seen.player_indices]),
            boards=self._boards,
            pots=self._pots,
            pot=seen.total_pot_amount,
            street=seen.street_index,
            dice=self._scene.dice,
            choices=self._scene.choices,
            viewer=None,
            is_over=not seen.status,
            legal=(),
            words=(),
        )

    def _make_own(self, viewer: int) -> OwnView:
        seat = self._find_own_seat(viewer, self.public.seats[viewer])
        choices = list_choices(self.observe(viewer)) if self._secrets else self._scene.choices
        if self._scene.to_act != viewer:
            return OwnView(seat, choices)
        seen, decisions = self.observe(None), self._decisions
        if any(one.name not in _BETS for one in decisions):
            seen = self.observe(viewer)
            decisions = seen.legal.decisions
        words = tuple([describe_choice(one, seen) for one in decisions])
        return OwnView(seat, choices, decisions, words)

    def _find_own_seat(self, viewer: int, public: SeatView) -> SeatView:
        summary = self._own.get(viewer)
        beside = self._beside.get(viewer)
        if beside is not None and beside[0] is public and summary is None:
            # Where others see nothing new and cards have not moved, neither does the player.
            return beside[1]
        hidden = self._hidden.get(viewer)
        if hidden is None:
            seen = self.observe(viewer)
            parts = seen.hole_card_subsets[viewer] if not seen.hand_types else ()
            facts = self._scene.find_card_facts(viewer, seen.hole_cards[viewer], parts)
            known = self._hands.get(viewer)
            if known is None or known[0] != facts:
                known = self._hands[viewer] = facts, view_cards(*facts)
            hidden = self._hidden[viewer] = known[1], describe_hands(seen, viewer)
        cards, words = hidden
        badge = public.badge if summary is None else summary.badges.get(viewer, "")
        # Whose cards have been given back has shown them, if they are to be seen.
        found = replace(public, cards=cards or public.cards, words=words, badge=badge)
        self._beside[viewer] = public, found
        return found

    def _find_seat(self, index: int) -> SeatView:
        """Return a seat as everybody sees it."""
        words = self._words.get(index)
        if words is None:
            words = self._words[index] = describe_hands(self.observe(None), index)
        facts = self._scene.find_facts(index, words)
        known = self._kept.get(index)
        if known is None or known[0] != facts:
            # Cards that lie as before are the same objects.
            lying = known[1].cards if known is not None and known[0][:3] == facts[:3] else None
            known = self._kept[index] = facts, self._scene.make_seat(index, *facts, made=lying)
        return known[1]
