"""The state of a hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self
from warnings import warn

from croupier import _native
from croupier.cards import Card
from croupier.errors import (
    PokerError,
    ReplenishedWarning,
    RuleError,
    RuleWarning,
    SetupError,
)
from croupier.hands import Hand
from croupier.numbers import Chips, ChipsLike
from croupier.state.contest import ContestHand
from croupier.state.deck import DeckCards
from croupier.state.enums import Automation, BettingStructure, Mode, Rules
from croupier.state.fields import add_state_fields, list_stakes, list_state_fields
from croupier.state.legal import Legal
from croupier.state.operations import Operations, StraddlePosting
from croupier.state.pot import Pot
from croupier.state.setup import Definition, Setup, make_definition
from croupier.state.street import Discard, Street
from croupier.utilities import ValuesLike, divmod, rake

__all__ = ["State"]

# It has all methods of one, but is made in Rust.
Sequence.register(_native.HoleCards)


class State(_native.State):
    """The state of one hand of poker, which is played operation by operation.

    Every operation comes in three: `verify_…` says why it cannot be done, `can_…` tells whether it
    can, and the third does it, with everything that is automated after it. What is refused changes
    nothing. Attributes are copies, except for `deck_cards`, which may be changed.

    >>> from croupier import NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 3, seed=7
    ... )
    >>> state.actor_index, state.checking_or_calling_amount
    (2, 2)
    >>> state.fold()
    Folding(commentary=None, player_index=2)
    """

    # The core sets it: a place of the object is read without a call, and programs ask for it before
    # every decision.
    __slots__ = {
        "stand_patter_or_discarder_index": "The player who is to stand pat or discard, or none.",
        "status": "Whether the hand is still going on.",
    }
    stand_patter_or_discarder_index: int | None
    status: bool

    def __new__(
        cls,
        automations: Iterable[Automation],
        deck: Iterable[Card],
        hand_types: Iterable[type[Hand]],
        streets: Iterable[Street | Discard],
        betting_structure: BettingStructure,
        ante_trimming_status: bool,
        raw_antes: ValuesLike,
        raw_blinds_or_straddles: ValuesLike,
        bring_in: ChipsLike,
        raw_starting_stacks: ValuesLike,
        player_count: int,
        *,
        mode: Mode = Mode.TOURNAMENT,
        starting_board_count: int = 1,
        divmod: Callable[[Chips, int], tuple[Chips, Chips]] = divmod,
        rake: Callable[[Chips, State], tuple[Chips, Chips]] = rake,
        rules: Rules = Rules.CARD_ROOM,
        optional_straddle: bool = False,
        seed: int | bytes | None = None,
    ) -> Self:
        """Start a hand: the deck is shuffled, and what is automated is done.

        Args:
            automations: The operations that are done without being asked for.
            deck: The cards.
            hand_types: How hands compete; several types split the pot.
            streets: What is dealt and bet.
            betting_structure: How much may be bet.
            ante_trimming_status: Whether what one player anted beyond the others is given back.
            raw_antes: The antes: a number, a sequence, or a mapping from players.
            raw_blinds_or_straddles: The blinds and straddles likewise; posts are negative.
            bring_in: The bring-in, or 0.
            raw_starting_stacks: The stacks; `math.inf` for one that is unknown.
            player_count: How many players there are.
            mode: Which rules apply where tournaments and cash games differ.
            starting_board_count: How many boards there are.
            divmod: Divides an amount into shares and returns one share and the rest.
            rake: Divides a pot into what is raked and what is not.
            rules: Whose rules apply where card rooms and PokerKit differ.
            optional_straddle: Whether the player after the largest blind is asked for a straddle of
                twice as much before the cards; of two players nobody is.
            seed: A number from 0 to 2**256 - 1, or its 32 bytes, that makes the shuffles the same
                every time; unpredictable when omitted.

        Raises:
            SetupError: Something is wrong with the game or the stakes; it is a ValueError.
        """
        setup = Setup(
            make_definition(deck, hand_types, streets, betting_structure),
            automations=automations,
            ante_trimming_status=ante_trimming_status,
            antes=raw_antes,
            blinds_or_straddles=raw_blinds_or_straddles,
            bring_in=bring_in,
            starting_stacks=raw_starting_stacks,
            player_count=player_count,
            mode=mode,
            starting_board_count=starting_board_count,
            divmod=divmod,
            rake=rake,
            rules=rules,
            optional_straddle=bool(optional_straddle),
        )
        return cls._start(setup, seed)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Do nothing more: the hand has started."""

    @classmethod
    def _start(
        cls,
        setup: _native.Setup,
        seed: int | bytes | None = None,
        deck: Iterable[Card] | None = None,
    ) -> Self:
        """Start a hand of a game that was checked; the deck lies as it is given, the top first."""
        return _native.make_state(cls, setup, seed, None if deck is None else tuple(deck))

    @classmethod
    def _automated(cls, setup: _native.Setup) -> Self:
        """Start a hand of a game with everything automated."""
        return cls._start(setup.replace(automations=tuple(Automation)))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in {"status", "stand_patter_or_discarder_index"}:
            raise AttributeError(f"{name} of a state cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of a state cannot be deleted")

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in (*_STAKES, *_SHOWN))
        return f"{type(self).__qualname__}({shown})"

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The fields by their names, as `vars` shows them; to change them changes nothing."""
        return {name: getattr(self, name) for name in _FIELDS}

    # The game and stakes of the state.

    @property
    def streets(self) -> tuple[Street | Discard, ...]:
        """The streets, and what is discarded between them.

        There are none in a game of a configuration that does something which no street does.

        >>> from croupier.games import load
        >>> state = load("texas_holdem").game("Limit", {"small_bet": 2})(200, 2, seed=1)
        >>> [street.board_dealing_count for street in state.streets]
        [0, 3, 1, 1]
        """
        return self._setup.definition.streets

    @property
    def blinds_or_straddles(self) -> tuple[int, ...]:
        """The blinds and straddles by player, an optional one once it is posted; posts negative."""
        blinds = self._setup.blinds_or_straddles
        if self._setup.optional_straddle:
            for one in self.operations:
                if isinstance(one, StraddlePosting) and one.status:
                    place = one.player_index
                    return (*blinds[:place], 2 * max(blinds), *blinds[place + 1 :])
        return blinds

    # Counts and ranges.

    @property
    def hand_type_indices(self) -> range:
        """The numbers of the hand types."""
        return range(self.hand_type_count)

    @property
    def draw_statuses(self) -> Iterator[bool]:
        """Whether each street is a draw."""
        for street in self.streets:
            yield street.draw_status

    @property
    def player_indices(self) -> range:
        """The numbers of the players."""
        return range(self.player_count)

    @property
    def street_indices(self) -> range:
        """The numbers of the streets."""
        return range(self.street_count)

    @property
    def street(self) -> Street | Discard | None:
        """The street that is being played."""
        index, streets = self.street_index, self.streets
        if index is None or not streets:
            return None
        if len(streets) > self.street_count:
            # In games of configurations, a discard belongs to the street that it stands before.
            streets = tuple(street for street in streets if isinstance(street, Street))
        return streets[index]

    @property
    def board_indices(self) -> range:
        """The numbers of the boards."""
        return range(self.board_count)

    # Cards.

    @property
    def deck_cards(self) -> deque[Card]:
        """The deck from the top down; it may be changed and assigned."""
        return DeckCards(self._deck_cards, self._set_deck_cards)

    @deck_cards.setter
    def deck_cards(self, cards: Iterable[Card]) -> None:
        self._set_deck_cards(tuple(cards))

    @property
    def hole_dealing_statuses(self) -> list[deque[bool]]:
        """For each player, the hole cards to come, whether face up."""
        return [deque(statuses) for statuses in self._hole_dealing_statuses]

    def get_board_cards(self, board_index: int) -> Iterator[Card]:
        """Yield the cards of one board.

        Raises:
            ValueError: There is no such board.
        """
        if board_index not in self.board_indices:
            raise RuleError(
                f"there is no board {board_index}: there are {self.board_count}",
                code="unknown-board",
            )
        yield from self._get_board_cards(board_index)

    def get_board(self, board_index: int) -> Iterator[Card]:
        """Yield the cards of one board: PokerKit's guide has this name for `get_board_cards`.

        Raises:
            ValueError: There is no such board.
        """
        return self.get_board_cards(board_index)

    def get_censored_hole_cards(self, player_index: int) -> Iterator[Card]:
        """Yield the hole cards of a player, those face down as unknown cards."""
        for card, status in self._get_hole(player_index):
            yield card if status else Card.UNKNOWN

    def get_down_cards(self, player_index: int) -> Iterator[Card]:
        """Yield the hole cards of a player that lie face down."""
        for card, status in self._get_hole(player_index):
            if not status:
                yield card

    def get_up_cards(self, player_index: int) -> Iterator[Card]:
        """Yield the hole cards of a player that lie face up."""
        for card, status in self._get_hole(player_index):
            if status:
                yield card

    def _get_hole(self, player_index: int) -> Iterator[tuple[Card, bool]]:
        return zip(
            self.hole_cards[player_index], self.hole_card_statuses[player_index], strict=True
        )

    @property
    def reserved_cards(self) -> Iterator[Card]:
        """The known cards that were burnt, mucked or discarded."""
        yield from filter(None, self.burn_cards)
        yield from filter(None, self.mucked_cards)
        for cards in self.discarded_cards:
            yield from filter(None, cards)

    @property
    def cards_in_play(self) -> Iterator[Card]:
        """The known cards of boards and hands."""
        for cards in (*self.board_cards, *self.hole_cards):
            yield from filter(None, cards)

    @property
    def cards_not_in_play(self) -> Iterator[Card]:
        """The known cards of the deck, and those that were burnt, mucked or discarded."""
        yield from filter(None, self._deck_cards)
        yield from self.reserved_cards

    def get_dealable_cards(
        self, deal_count: int | None = 0, warning_status: bool = True
    ) -> Iterator[Card]:
        """Yield the cards that can be dealt when so many are.

        The deck comes first; where it is too short, the cards that were burnt, mucked and discarded
        follow in a random order.

        Args:
            deal_count: How many cards are dealt; `None` for as many as there are.
            warning_status: Whether to warn where cards are dealt again.
        """
        if warning_status:
            if deal_count is None:
                warn(
                    "It is not said how many cards are dealt: all are taken for granted.",
                    RuleWarning,
                    stacklevel=2,
                )
            if deal_count is None or deal_count > len(self._deck_cards):
                warn(
                    "Cards that were mucked, burnt or discarded are dealt again.",
                    ReplenishedWarning,
                    stacklevel=2,
                )
        yield from self._get_dealable_cards(deal_count)

    # Hands.

    def get_contest_hand(
        self, player_index: int, hand_type_index: int = 0, *, up_status: bool = False
    ) -> ContestHand | None:
        """Return the best hand of a player in a contest of a game of a configuration.

        Args:
            player_index: The player.
            hand_type_index: The contest.
            up_status: Whether only cards that lie face up count.

        Returns:
            The hand; `None` where there is none, or none that qualifies.
        """
        found = self._get_contest_hand(player_index, hand_type_index, up_status)
        return None if found is None else ContestHand(*found)

    def get_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of a player with all known cards, or `None`."""
        if not self.statuses[player_index]:
            return None
        hole = tuple(filter(None, self.hole_cards[player_index]))
        return self._make_hand(hole, board_index, hand_type_index)

    def get_up_hand(self, player_index: int, board_index: int, hand_type_index: int) -> Hand | None:
        """Return the best hand of a player with the cards that lie face up, or `None`."""
        if not self.statuses[player_index]:
            return None
        return self._make_hand(tuple(self.get_up_cards(player_index)), board_index, hand_type_index)

    def _make_hand(
        self, hole: tuple[Card, ...], board_index: int, hand_type_index: int
    ) -> Hand | None:
        board = tuple(self.get_board_cards(board_index))
        if not self.hand_types:
            raise RuleError(
                "a game of a configuration has contests, not hand types: ask get_contest_hand",
                code="contests-not-hand-types",
            )
        return self.hand_types[hand_type_index].from_game_or_none(hole, board)

    def get_up_hands(self, board_index: int, hand_type_index: int) -> Iterator[Hand | None]:
        """Yield the best hand of each player with the cards that lie face up, or `None`."""
        for player_index in self.player_indices:
            yield self.get_up_hand(player_index, board_index, hand_type_index)

    # Pots.

    @property
    def pots(self) -> Iterator[Pot]:
        """The pots, the main pot first."""
        for raked_amount, unraked_amount, player_indices in self._get_pots():
            yield Pot(raked_amount, unraked_amount, player_indices)

    @property
    def pot_amounts(self) -> Iterator[int]:
        """The amounts of the pots."""
        for pot in self.pots:
            yield pot.amount

    # The player to act.

    @property
    def ante_poster_indices(self) -> Iterator[int]:
        """The players who owe an ante."""
        yield from _indices(self.ante_posting_statuses)

    @property
    def blind_or_straddle_poster_indices(self) -> Iterator[int]:
        """The players who owe a blind or straddle."""
        yield from _indices(self.blind_or_straddle_posting_statuses)

    @property
    def actor_indices(self) -> deque[int]:
        """The players who are still to act, in order."""
        return deque(self._actor_indices)

    @property
    def acted_player_indices(self) -> set[int]:
        """The players who have acted since the last full bet or raise."""
        return set(self._acted_player_indices)

    @property
    def runout_count_selector_indices(self) -> Iterator[int]:
        """The players who can choose how often the board is run."""
        yield from _indices(self.runout_count_selector_statuses)

    @property
    def showdown_indices(self) -> deque[int]:
        """The players who are still to show or muck, in order."""
        return deque(self._showdown_indices)

    @property
    def hand_killing_indices(self) -> Iterator[int]:
        """The players whose hands are to be killed."""
        yield from _indices(self.hand_killing_statuses)

    @property
    def chips_pulling_indices(self) -> Iterator[int]:
        """The players who have chips to pull in."""
        yield from _indices(self.chips_pulling_statuses)

    @property
    def operations(self) -> Operations:
        """The operations of the hand so far."""
        return Operations(self._operation_count, self._get_operation)

    @property
    def legal(self) -> Legal:
        """The legal operations: which, by whom, and within which bounds; a live view."""
        return Legal(self._get_legal)

    def _repr_svg_(self) -> str:
        # Pictures are made of states, which know nothing of them.
        from importlib import import_module

        return str(import_module("croupier.svg").draw_state(self))

    def __reduce__(self) -> tuple[Any, ...]:
        setup = self._setup
        values = {name: getattr(setup, name) for name in _KEPT}
        values["automations"] = tuple([one.value for one in setup.automations])
        return _restore, (type(self), setup.definition, tuple(values.values()), self._save())


add_state_fields(State, mode=Mode.TOURNAMENT, starting_board_count=1, divmod=divmod, rake=rake)

_OPTIONS = tuple(State.__new__.__kwdefaults__ or ())
_STAKES, _FIELDS = list_stakes(_OPTIONS), list_state_fields(_OPTIONS)
_SHOWN = ("status", "street_index", "statuses", "bets", "stacks", "hole_cards", "board_cards")
# The parts of a state that are kept beside the game.
_PARTS = (*_STAKES, "board_layout", "unit")
_KEPT = tuple(name for name in _PARTS if not hasattr(Definition, name))
# Members of an enumeration take a while to find again, and there are many of these.
_AUTOMATIONS = {one.value: one for one in Automation}


def _restore(
    cls: type[State], definition: Definition, stakes: tuple[Any, ...], saved: bytes
) -> State:
    """Make a state that was pickled.

    Raises:
        SetupError: What was saved is damaged.
    """
    try:
        # Older states have no unit.
        values = dict(zip(_KEPT, (*stakes, None)[: len(_KEPT)], strict=True))
        values["automations"] = tuple([_AUTOMATIONS[name] for name in values["automations"]])
        setup = Setup(definition, player_count=len(values["starting_stacks"]), **values)
        return _native.make_state(cls, setup, None, None, saved)
    except PokerError:
        raise
    except (TypeError, ValueError, AttributeError, KeyError, ArithmeticError) as error:
        raise SetupError(
            f"this is no saved state of a game: {error}", code="damaged-state"
        ) from None


def _indices(statuses: list[bool]) -> Iterator[int]:
    return (index for index, status in enumerate(statuses) if status)
