"""The model of a hand that was played: `HandHistory`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, BinaryIO, Self
from warnings import warn

from croupier import _native
from croupier._native import Steps
from croupier.errors import ParseError, PokerError, RecordWarning, UnsupportedError
from croupier.games import KuhnPoker, Poker
from croupier.histories.custom import create_custom
from croupier.histories.from_rooms import FromRooms
from croupier.histories.model import FIELD_NAMES, HandRecord
from croupier.histories.phh.documents import FORMAT, open_document, read_text
from croupier.histories.phh.fields import find_fault
from croupier.histories.phh.variants import CONFIGURED
from croupier.histories.phh.writing import write_document, write_hands
from croupier.histories.protocols.methods import InProtocols
from croupier.histories.replaying.amounts import (
    are_divided,
    starting_stacks,
    to_decimals,
)
from croupier.histories.replaying.replay import Repair, Replay, Script, replay
from croupier.histories.replaying.rules import choose_rules
from croupier.histories.replaying.setup_cache import read_stakes, recall, remember
from croupier.numbers import Chips
from croupier.state import Automation, Mode, Rules, State
from croupier.state.amounts import divide_whole_chips
from croupier.utilities import divmod, parse_value

if TYPE_CHECKING:
    from croupier._native import HandReader
    from croupier.games.configuration.custom_game import CustomGame
    from croupier.histories.phh.validation import Violation
    from croupier.svg.pages import Page

__all__ = ["BLANK", "HandHistory"]


class HandHistory(HandRecord, FromRooms, InProtocols, Iterable[State]):
    """A hand that was played: the game, the players, what they did, and where and when.

    To iterate over a history gives the state at the start and after each action, the same object
    each time.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 6", "p1 cbr 200", "p2 f"],
    ... )
    >>> *_, state = history
    >>> state.stacks
    [206, 194]
    >>> HandHistory.loads(history.dumps()) == history
    True

    The attributes are those of `HandRecord`.
    """

    # Reading.

    @classmethod
    def _from_fields(
        cls, values: dict[str, Any], options: dict[str, Any], key: str | None
    ) -> HandHistory:
        """Make a history of the fields of a file and of what the caller adds to them."""
        values = values | options
        missing = [name for name in _STANDARD_NAMES if name not in values]
        if missing:
            names = ", ".join(missing)
            raise ParseError(
                f"the hand has no {names}", code="phh-missing-field", format=FORMAT, hand=key
            )
        others: dict[str, Any] = dict(options.get("user_defined_fields", {}))
        if "user_defined_fields" in options:
            del values["user_defined_fields"]
        known: dict[str, Any] = {}
        for name, value in values.items():
            if name in _SETTABLE_NAMES and (name in FIELD_NAMES or name in options):
                known[name] = value
            else:
                if not name.startswith("_"):
                    warn(
                        f"The field {name!r} is unexpected: fields that the standard does not have"
                        " should begin with an underscore.",
                        RecordWarning,
                        stacklevel=3,
                    )
                others[name] = value
        known.setdefault("key", key)
        return cls(**known, user_defined_fields=others)

    @classmethod
    def _open(
        cls,
        s: str,
        parse_value: Callable[[str], Any] = parse_value,
        options: dict[str, Any] | None = None,
        part: str | None = None,
    ) -> HandReader:
        """Return a reader of histories, or of fields where the caller or the class needs them."""
        if options or not all(map(_NAMES_OF_MAKING.isdisjoint, _own_names(cls))):
            return open_document(s, parse_value, part=part)
        return open_document(s, parse_value, part=part, kind=cls, attributes=BLANK)

    @classmethod
    def _take(cls, hand: Any, options: dict[str, Any]) -> HandHistory:
        """Return the history that a reader made, or make it of a key and fields."""
        return cls._from_fields(hand[1], options, hand[0]) if type(hand) is tuple else hand

    @classmethod
    def load_part(cls, s: str, key: str | None) -> HandHistory:
        """Read a hand that is a part of a document: its fields, and the key of its table."""
        return cls._take(next(cls._open(s, part=key or "")), {})

    @classmethod
    def loads(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        strict: bool = False,
        **kwargs: Any,
    ) -> HandHistory:
        r"""Read a hand.

        >>> text = "variant = 'NT'\nantes = [0, 0]\nstarting_stacks = [9.50, inf]\nactions = []"
        >>> HandHistory.loads(text).starting_stacks
        [Decimal('9.50'), inf]

        Args:
            s: The document.
            parse_value: What reads floats. The usual function keeps all of their digits.
            strict: Whether anything that is not as it should be is an error: fields, actions and
                rules. `croupier.histories.check` lists what is wrong.
            kwargs: Fields that are added, or used instead of those of the document.

        Returns:
            The history.

        Raises:
            ParseError: It is no TOML, or no hand; or, with `strict`, there is something wrong.
        """
        if strict:
            from croupier.histories.phh.validation import verify

            verify(s, many=False)
        # Where the caller says which game it is, tables are no hands.
        part = "" if "variant" in kwargs else None
        hand: Any = next(cls._open(s, parse_value, kwargs, part), (None, {}))
        key, values = hand if type(hand) is tuple else (hand.key, {"variant": hand.variant})
        if key is None:
            return cls._take(hand, kwargs)
        if "variant" in values:
            raise ParseError(
                "there may be many hands here: loads_all reads them",
                code="phh-many-hands",
                format=FORMAT,
            )
        return cls._from_fields({}, kwargs, None)

    @classmethod
    def load(cls, fp: BinaryIO, **kwargs: Any) -> HandHistory:
        """Read a hand from an open file.

        Args:
            fp: The file.
            kwargs: The options of `loads`.

        Returns:
            The history.

        Raises:
            ParseError: It is no UTF-8, no TOML, or no hand.
        """
        return cls.loads(read_text(fp), **kwargs)

    @classmethod
    def loads_all(
        cls,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        strict: bool = False,
        **kwargs: Any,
    ) -> Iterator[HandHistory]:
        r"""Read many hands, each of which is a table.

        A document of one hand without a table is one hand.

        >>> text = "variant = 'NT'\nantes = [0, 0]\nstarting_stacks = [9, 8]\nactions = []\n"
        >>> [history.key for history in HandHistory.loads_all(f"[1]\n{text}\n[7]\n{text}")]
        ['1', '7']

        Args:
            s: The document.
            parse_value: What reads floats.
            strict: Whether anything that is not as it should be is an error.
            kwargs: Fields that are added, or used instead of those of the document.

        Yields:
            The histories.

        Raises:
            ParseError: It is no TOML, or something in it is no hand; or, with `strict`, there is
                something wrong.
        """
        if strict:
            from croupier.histories.phh.validation import verify

            verify(s, many=True)
        for hand in cls._open(s, parse_value, kwargs):
            yield cls._take(hand, kwargs)

    @classmethod
    def load_all(cls, fp: BinaryIO, **kwargs: Any) -> Iterator[HandHistory]:
        """Read many hands from an open file.

        Args:
            fp: The file.
            kwargs: The options of `loads_all`.

        Yields:
            The histories.
        """
        yield from cls.loads_all(read_text(fp), **kwargs)

    # Writing.

    def dumps(self) -> str:
        """Return the hand as a document, without a newline at the end.

        Raises:
            UnsupportedError: A field has a value that TOML has no room for.
        """
        return write_document(self.fields.items())

    def dump(self, fp: BinaryIO) -> None:
        """Write the hand to a file that is open for bytes.

        Args:
            fp: The file.
        """
        fp.write(self.dumps().encode())

    @classmethod
    def dumps_all(cls, phhs: Iterable[HandHistory]) -> str:
        """Return many hands as a document, each of which is a table.

        Args:
            phhs: The histories. Their keys are kept if each has one of its own; otherwise they are
                numbered from 1.

        Returns:
            The document.
        """
        return write_hands((history.key, history.dumps()) for history in phhs)

    @classmethod
    def dump_all(cls, phhs: Iterable[HandHistory], fp: BinaryIO) -> None:
        """Write many hands to a file that is open for bytes.

        Args:
            phhs: The histories.
            fp: The file.
        """
        fp.write(cls.dumps_all(phhs).encode())

    # Playing.

    @property
    def game_type(self) -> type[Poker | CustomGame]:
        """The class of the game.

        Raises:
            UnsupportedError: There is no game of this code.
        """
        try:
            return self.game_types[self.variant]
        except (KeyError, TypeError):
            if self.variant == CONFIGURED:
                from croupier.games.configuration.custom_game import CustomGame

                return CustomGame
            codes = ", ".join([*self.game_types, CONFIGURED])
            raise UnsupportedError(
                f"there is no variant {self.variant!r}: there are {codes}",
                code="phh-unknown-variant",
            ) from None

    def create_game(self) -> Poker | CustomGame:
        """Make the game, with the rules of cash games, since a record may show hands in part.

        Returns:
            The game; a `CustomGame` where the record is of one.

        Raises:
            UnsupportedError: There is no game of this code.
            ParseError: A field is missing that the game needs, or says something else than it.
        """
        if self.variant == CONFIGURED:
            return create_custom(self)
        game_type: Any = self.game_type
        # Cards that are burnt are unknown: the caller who iterates burns them.
        left_out = {Automation.CARD_BURNING}
        if any(" rc" in action and "croupier:" in action for action in self.actions):
            left_out.add(Automation.RUNOUT_COUNT_SELECTION)
        values: dict[str, Any] = {
            "automations": tuple(one for one in self.automations if one not in left_out),
            "ante_trimming_status": self.ante_trimming_status,
            "divmod": self.divmod,
            "rake": self.rake,
            "starting_board_count": self.board_count,
        }
        divided = are_divided(self)
        has_unit = self.divmod is divmod and self.unit is not None
        if (
            not has_unit
            and not divided
            and self.divmod is divmod
            and _has_decimals(starting_stacks(self))
        ):
            values["divmod"] = divide_whole_chips
        for name in self.required_field_names[self.variant]:
            value = getattr(self, name)
            if value is None:
                raise ParseError(
                    f"the variant {self.variant!r} needs the field {name!r}",
                    code="phh-variant-field",
                    format=FORMAT,
                    hand=self.key,
                )
            if name not in {"variant", "starting_stacks", "actions"}:
                values[_GAME_NAMES.get(name, name)] = to_decimals(value) if divided else value
        if issubclass(game_type, KuhnPoker):
            values["bet"] = values.pop("small_bet")
        game: Poker = game_type(**values, mode=Mode.CASH_GAME)
        if has_unit:
            game.unit = to_decimals(self.unit) if divided else self.unit
        return game

    def create_state(self) -> State:
        """Start the hand.

        Chips are integers if all amounts of the history are. Where bets have decimals, pots are
        divided exactly; where they have none, into whole chips. Where a blind, straddle or bring-in
        was not posted in full, others pay for it what the recorded end says that they paid.

        Returns:
            The state at the start.

        Raises:
            ValueError: The game cannot be made, or not be played like this.
        """
        state = self.start_under(None)
        if state._has_short_forced_bet and self.actions:
            rules = choose_rules(self).rules
            if rules is not state.rules:
                return self.start_under(rules)
        return state

    def start_under(self, rules: Rules | None) -> State:
        """Start the hand by card rooms' rules or by PokerKit's, whatever the record says.

        >>> from croupier.state import Rules
        >>> history = HandHistory(
        ...     variant="NT",
        ...     antes=[0, 0, 0],
        ...     blinds_or_straddles=[1, 2, 0],
        ...     min_bet=2,
        ...     starting_stacks=[200, 1, 200],
        ...     actions=["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"],
        ... )
        >>> history.start_under(Rules.POKERKIT).rules
        <Rules.POKERKIT: 'PokerKit'>

        Args:
            rules: Whose rules apply; those of the game when `None`.

        Returns:
            The state at the start.

        Raises:
            ValueError: The game cannot be made, or not be played like this.
        """
        try:
            is_default = rules is None and type(self).create_game is _CREATE_GAME
            stakes = read_stakes(self) if is_default else None
            setup = None if stakes is None else recall(self, stakes)
            if setup is not None:
                return _START(State, setup)
            stacks = starting_stacks(self)
            game = self.create_game()
            if rules is not None:
                game.rules = rules
            state = game(stacks, len(stacks))
            if stakes is not None:
                remember(self, stakes, state._setup)
            return state
        except PokerError:
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            # Fields may be anything: `check` says which are to blame.
            said = find_fault(self.fields) or str(error) or type(error).__name__
            raise ParseError(
                f"the hand cannot begin: {said}",
                code="cannot-begin",
                format=FORMAT,
                hand=self.key,
            ) from error

    @property
    def state_actions(self) -> Iterator[tuple[State, str | None]]:
        """The states and what led to them: an action, or `None` for what needs no action.

        The state is the same object each time. Where the record has gaps that can be closed
        without a guess, they are closed; `replay` says which.

        Raises:
            ReplayError: An action cannot be done.
        """
        return Steps(self, True)

    def _begin(self) -> Script:
        """Start the hand, for the core to play it."""
        return self._make_script(self.create_state())

    def _make_script(self, state: State) -> Script:
        """Return what the core needs to play the hand from a state."""
        actions = self.actions
        return (
            state,
            actions if type(actions) is list else list(actions),
            Automation.CARD_BURNING in self.automations,
            None if self.parse_value is parse_value else self.parse_value,
            self.key,
            self.variant == CONFIGURED,
        )

    def __iter__(self) -> Iterator[State]:
        if type(self).state_actions is _STATE_ACTIONS:
            return Steps(self, False)
        return (state for state, _ in self.state_actions)

    def replay(self, *, strict: bool = False) -> Replay:
        """Play the hand to the end of the record.

        >>> history = HandHistory(
        ...     variant="NT",
        ...     antes=[0, 0],
        ...     blinds_or_straddles=[1, 2],
        ...     min_bet=2,
        ...     starting_stacks=[200, 200],
        ...     actions=["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"],
        ... )
        >>> replay = history.replay(strict=True)
        >>> replay.state.stacks, replay.repairs
        ([201, 199], ())

        Args:
            strict: Whether nothing is repaired.

        Returns:
            The state, and what was repaired.

        Raises:
            ReplayError: An action cannot be done.
        """
        found = replay(self, strict=strict)
        if strict or not found.state._has_short_forced_bet or choose_rules(self).proved:
            return found
        message = (
            "nothing says what a forced bet that was not posted in full cost others: all of it"
        )
        return found._replace(repairs=(*found.repairs, Repair("short-blind", None, message)))

    def show(self, *, viewer: int | None = None, theme: str = "auto") -> Page:
        """Return the hand as something to step through, in a notebook or a browser.

        It needs no server, runs no script and asks nobody for anything; `save` of what is returned
        writes it to a file.

        Args:
            viewer: Whose view is shown, from 0; everything that the history knows when omitted.
            theme: `light`, `dark`, or `auto` for what the page is.

        Returns:
            The player.

        Raises:
            ReplayError: An action cannot be done.
        """
        from croupier.histories.showing import show_history

        return show_history(self, viewer=viewer, theme=theme)

    def _repr_html_(self) -> str:
        return str(self.show())

    def check(self) -> list[Violation]:
        """List everything that is not as the standard and the rules want it.

        Returns:
            The violations, those of fields first.
        """
        from croupier.histories.phh.validation import check_history

        return check_history(self)

    # Other notations.

    @classmethod
    def from_game_state(
        cls,
        game: Poker | CustomGame,
        state: State,
        compression_status: bool = True,
        **kwargs: Any,
    ) -> Self:
        """Make a history of a hand that was played here.

        Args:
            game: The game.
            state: The state, at the end or at any time.
            compression_status: Whether cards that a player is dealt one after the other are one
                action.
            kwargs: Other fields.

        Returns:
            The history.

        Raises:
            UnsupportedError: The game has no code, or is a configuration that was read nowhere.
        """
        from croupier.histories.recording import record

        values = record(cls, game, state, compression_status)
        made = cls._from_fields(values, kwargs, kwargs.get("key"))
        assert isinstance(made, cls)
        return made


def _has_decimals(values: list[Any]) -> bool:
    return any(isinstance(value, Decimal) for value in values)


def _own_names(history_type: type[HandHistory]) -> Iterator[Iterable[str]]:
    """Yield what a class that is derived from this one adds to it, class by class."""
    for base in history_type.__mro__:
        if base is HandHistory:
            return
        yield vars(base)


_SETTABLE_NAMES = frozenset(one.name for one in fields(HandHistory))
_STANDARD_NAMES = ("variant", "antes", "starting_stacks", "actions")
_CREATE_GAME = HandHistory.create_game
_START = _native.make_state
_STATE_ACTIONS = HandHistory.state_actions
# The methods by which a derived class may change how histories are made.
_NAMES_OF_MAKING = _SETTABLE_NAMES | {
    "__init__",
    "__new__",
    "__post_init__",
    "__setattr__",
    "__dict__",
    "_from_fields",
}
# The attributes of a history without any field.
BLANK = vars(HandHistory(variant="", antes=[], starting_stacks=[], actions=[]))
_GAME_NAMES = {"antes": "raw_antes", "blinds_or_straddles": "raw_blinds_or_straddles"}
