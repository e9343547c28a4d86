"""A hand while it is played, for everybody who looks on: what they share is described once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.state import (
    BetCollection,
    CardExposing,
    Choosing,
    Declaration,
    Folding,
    Operation,
    State,
)
from croupier.state.operation_table import RECORDS
from croupier.views.table import (
    BoardView,
    Scene,
    SeatView,
    TableView,
    Told,
    describe_hands,
    list_choices,
    view_boards,
    view_pots,
)
from croupier.views.telling import Line, Teller
from croupier.views.words import describe_choice

__all__ = ["HandViews"]


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
    >>> [str(line) for line in views.tell(1, 0)][-1]
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
        self._told = Told()
        # Of those who have decided in secret.
        self._own: dict[int, Told] = {}
        self._teller = Teller(names)
        # How many operations were told when; what everybody was told, and what only some were.
        self._heard = 0
        self._batches: list[tuple[int, list[Any], dict[int, list[Any]]]] = []
        self._kept: dict[tuple[int, bool], tuple[tuple[Any, ...], SeatView]] = {}
        self._words: dict[tuple[int, bool], str] = {}
        # What somebody holds since cards moved last, and what others cannot see of decisions.
        self._hidden: dict[int, tuple[Any, Any]] = {}
        self._secrets: dict[int, Operation] = {}
        # The own seats of players, with what others saw of them then.
        self._beside: dict[int, tuple[SeatView, SeatView]] = {}
        self._boards: tuple[BoardView, ...] = ()
        self._views: dict[int | None, TableView] = {}
        self._seen: dict[int | None, State] = {}

    def follow(self, state: State) -> None:
        """Take in what has happened since the last time.

        Args:
            state: The hand, with all of its cards.
        """
        self._state = state
        self._views, self._seen = {}, {}
        seen = self.observe(None)
        every = seen.operations
        operations = every[self._heard :]
        revealed = [place for place, known in self._secrets.items() if every[place] != known]
        is_betting = bool(self._heard) and not revealed
        is_secret = False
        for place, operation in enumerate(operations, self._heard):
            is_betting = is_betting and _is_betting(operation, seen)
            if isinstance(operation, Folding):
                index = operation.player_index
                self._words[index, False] = self._words[index, True] = ""
                self._hidden.pop(index, None)
                self._beside.pop(index, None)
            elif isinstance(operation, Declaration | Choosing | CardExposing):
                is_secret = True
                self._secrets[place] = operation
        if revealed:
            # All was decided: what was a secret is none any more.
            told = [every[place] for place in revealed]
            self._secrets.update(zip(revealed, told, strict=True))
            self._told, self._own = Told(every[: self._heard]), {}
            operations = [*told, *operations]
        self._hear(operations[len(revealed) :], is_secret)
        if operations:
            self._tell(operations, len(revealed))
            self._heard = len(every)
        if not is_betting:
            self._words.clear()
            self._hidden.clear()
            self._beside.clear()
            self._boards = tuple(view_boards(seen))
        self._decisions = seen.legal.decisions
        self._scene = Scene(seen, self._names, self._told, self._decisions)

    def observe(self, viewer: int | None) -> State:
        """Return the hand as somebody sees it.

        Args:
            viewer: Who; `None` for who only watches.

        Returns:
            What `State.observe` shows.
        """
        seen = self._seen.get(viewer)
        if seen is None:
            seen = self._seen[viewer] = self._state.observe(viewer)
        return seen

    def view(self, viewer: int | None) -> TableView:
        """Return the table as somebody sees it. Seats that look as before are the same objects.

        Args:
            viewer: Who; `None` for who only watches.

        Returns:
            The view.
        """
        found = self._views.get(viewer)
        if found is None:
            found = self._make_public() if viewer is None else self._make_own(viewer)
            self._views[viewer] = found
        return found

    def tell(self, viewer: int | None, start: int) -> list[Any]:
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
                        self._own[index] = self._told.fork()
        for index, told in self._own.items():
            for operation in self.observe(index).operations[self._heard :]:
                told.hear(operation)
        for operation in operations:
            self._told.hear(operation)

    def _tell(self, operations: Sequence[Operation], revealed: int) -> None:
        # Bets are seen by all alike; whose cards are dealt or exchanged sees more of it.
        before = None
        own: dict[int, list[Any]] = {}
        if not all(RECORDS[type(one).__name__].is_bet for one in operations):
            before = self._teller.fork()
        everybody = self._say(self._teller, operations, self.observe(None))
        if before is not None:
            for index in self._state.player_indices:
                view = self.observe(index)
                seen = view.operations[self._heard :]
                if list(seen) != list(operations[revealed:]):
                    seen = [*operations[:revealed], *seen]
                    own[index] = self._say(before.fork(), seen, view)
        self._batches.append((self._heard, everybody, own))

    def _say(self, teller: Teller, operations: Sequence[Operation], view: State) -> list[Any]:
        lines = [line for one in operations for line in teller.tell(one, view)]
        lines += teller.tell_cards()
        return lines if self._convert is None else [self._convert(line) for line in lines]

    def _make_public(self) -> TableView:
        seen = self.observe(None)
        return TableView(
            title=self._title,
            seats=tuple(self._find_seat(index) for index in seen.player_indices),
            boards=self._boards,
            pots=view_pots(seen),
            pot=seen.total_pot_amount,
            street=seen.street_index,
            dice=self._scene.dice,
            choices=self._scene.choices,
            viewer=None,
            is_over=not seen.status,
            legal=(),
            words=(),
        )

    def _make_own(self, viewer: int) -> TableView:
        public = self.view(None)
        seats = list(public.seats)
        seats[viewer] = self._find_own_seat(viewer, seats[viewer])
        fields = vars(public) | {"seats": tuple(seats), "viewer": viewer}
        if self._secrets:
            fields["choices"] = list_choices(self.observe(viewer))
        if self._scene.to_act == viewer:
            seen = self.observe(viewer)
            decisions = seen.legal.decisions
            fields["legal"] = decisions
            fields["words"] = tuple(describe_choice(one, seen) for one in decisions)
        return TableView(**fields)

    def _find_own_seat(self, viewer: int, public: SeatView) -> SeatView:
        hidden = self._hidden.get(viewer)
        if hidden is None:
            seen = self.observe(viewer)
            parts = seen.hole_card_subsets[viewer] if not seen.streets else ()
            hidden = self._hidden[viewer] = seen.hole_cards[viewer], parts
        elif viewer not in self._own:
            # Where others see nothing new and cards have not moved, neither does the player.
            known = self._beside.get(viewer)
            if known is not None and known[0] is public:
                return known[1]
        found = self._find_seat(viewer, hidden)
        self._beside[viewer] = public, found
        return found

    def _find_seat(self, index: int, hidden: tuple[Any, Any] | None = None) -> SeatView:
        """Return a seat as everybody sees it, or as its player does with what is hidden."""
        key = index, hidden is not None
        words = self._words.get(key)
        if words is None:
            seen = self.observe(None if hidden is None else index)
            words = self._words[key] = describe_hands(seen, index)
        told = self._own.get(index) if hidden is not None else None
        facts = self._scene.find_facts(index, words, hidden, told)
        known = self._kept.get(key)
        if known is None or known[0] != facts:
            known = self._kept[key] = facts, self._scene.make_seat(index, *facts)
        return known[1]


def _is_betting(operation: Operation, state: State) -> bool:
    """Tell whether cards, and what they are worth, are as they were before."""
    if isinstance(operation, Folding):
        # Some games have wild cards that depend on who is in.
        return bool(state.hand_types)
    return isinstance(operation, BetCollection) or RECORDS[type(operation).__name__].is_bet
