"""Moves: what a player decides, as a small value that can be written down and done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from croupier.cards import Card
from croupier.errors import ParseError, RuleError
from croupier.numbers import read_integer
from croupier.state import (
    BoardReplacing,
    BringInPosting,
    CardBuying,
    CardExposing,
    CardPassing,
    CardProtecting,
    CardSeparation,
    CheckingOrCalling,
    Choosing,
    CompletionBettingOrRaisingTo,
    Declaration,
    Folding,
    Operation,
    RunoutCountSelection,
    StandingPatOrDiscarding,
    State,
)
from croupier.utilities import parse_value

__all__ = ["CALL", "FOLD", "MOST_ARGUMENTS", "Move", "move_of"]

MOST_ARGUMENTS: Final = {
    "fold": 0,
    "check_or_call": 0,
    "post_bring_in": 0,
    "complete_bet_or_raise_to": 1,
    "stand_pat_or_discard": 1,
    "expose_cards": 1,
    "pass_cards": 1,
    "separate_cards": 1,
    "declare": 1,
    "choose": 1,
    "buy_cards": 2,
    "protect_card": 1,
    "replace_board_cards": 1,
    "select_runout_count": 1,
    "show_or_muck_hole_cards": 1,
}
"""The methods of a state that are players' decisions, and how many arguments a move may have."""

_KINDS = {
    "f": "fold",
    "cc": "check_or_call",
    "pb": "post_bring_in",
    "cbr": "complete_bet_or_raise_to",
    "sd": "stand_pat_or_discard",
    "ex": "expose_cards",
    "ps": "pass_cards",
    "sp": "separate_cards",
    "dc": "declare",
    "ch": "choose",
    "by": "buy_cards",
    "pr": "protect_card",
    "rb": "replace_board_cards",
    "rc": "select_runout_count",
    "sm": "show_or_muck_hole_cards",
}
_NAMES = {name: kind for kind, name in _KINDS.items()}
_CARD_KINDS = frozenset({"sd", "ex", "ps", "sp", "rb"})
_DECLINED = "-"


class Move(NamedTuple):
    """What a player decides: the name of a method of the state, and what it is called with.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> move = Move("complete_bet_or_raise_to", (6,))
    >>> move.to_action(1), Move.from_action("p2 cbr 6") == move
    ('p2 cbr 6', True)
    >>> move.apply(state).amount
    6

    Attributes:
        name: The method.
        arguments: Its arguments: an amount, cards, a declaration, a choice, or nothing.
    """

    name: str
    arguments: tuple[Any, ...] = ()

    def verify(self) -> None:
        """Refuse what is no player's decision.

        >>> Move("deal_board").verify()
        Traceback (most recent call last):
            ...
        croupier.errors.RuleError: 'deal_board' is no decision of a player

        Raises:
            RuleError: The name or the number of arguments is wrong.
        """
        most = MOST_ARGUMENTS.get(self.name)
        if most is None:
            raise RuleError(f"{self.name!r} is no decision of a player", code="no-decision")
        if len(self.arguments) > most:
            raise RuleError(
                f"{self.name} takes {most} arguments at most, not {len(self.arguments)}",
                code="argument-count",
            )

    def apply(self, state: State, commentary: str | None = None) -> Operation:
        """Do it; it is the turn of whoever decides.

        Args:
            state: The state that is changed.
            commentary: A remark that is kept with it.

        Returns:
            What was done.

        Raises:
            RuleError: It cannot be done now.
        """
        self.verify()
        done: Operation = getattr(state, self.name)(*self.arguments, commentary=commentary)
        return done

    def can_apply(self, state: State) -> bool:
        """Tell whether it can be done now."""
        self.verify()
        answer: bool = getattr(state, f"can_{self.name}")(*self.arguments)
        return answer

    def to_action(self, player_index: int) -> str:
        """Return the move in the notation of hand histories.

        Args:
            player_index: Who decides, from 0.

        Returns:
            The action, such as `p2 cbr 6`.
        """
        self.verify()
        kind = _NAMES[self.name]
        words = [f"p{player_index + 1}", kind, *_write_arguments(kind, self.arguments)]
        return " ".join(filter(None, words))

    @classmethod
    def from_action(cls, text: str) -> Move:
        """Read a move in the notation of hand histories, with or without the player.

        >>> Move.from_action("sd 2c3d").arguments
        ((2c, 3d),)

        Args:
            text: The action.

        Returns:
            The move.

        Raises:
            ParseError: It is no decision of a player.
        """
        words = text.split()
        if words and words[0] in _KINDS:
            text = f"p1 {text}"
        if len(words) > 1 and "rc" in words[:2]:
            text = f"# croupier: {text}"
        # Few agents speak the notation of hand histories.
        from croupier.histories.actions import read_action

        action = read_action(text)
        name = _KINDS.get(action.kind)
        if name is None:
            raise ParseError(
                "it is no decision of a player", format="phh", excerpt=text, code="no-decision"
            )
        return cls(name, _read_arguments(action.kind, action.argument))


FOLD: Final = Move("fold")
CALL: Final = Move("check_or_call")


def _write_arguments(kind: str, arguments: tuple[Any, ...]) -> Sequence[str]:
    if not arguments:
        return ()
    first = arguments[0]
    if kind in _CARD_KINDS:
        return (_write_cards(first),)
    match kind:
        case "dc":
            return (first,) if isinstance(first, str) else tuple(first)
        case "ch":
            return (str(first + 1) if isinstance(first, int) else " ".join(first.split()),)
        case "by":
            bought = _write_cards(arguments[1]) if len(arguments) > 1 else ""
            return (bought if first else _DECLINED,)
        case "pr":
            return ("" if first else _DECLINED,)
        case "rc":
            return ("" if first is None else str(first),)
        case "sm":
            if isinstance(first, bool) or first is None:
                return ("-" if first else "",)
            return (_write_cards(first),)
        case _:
            return tuple(map(str, arguments))


def _write_cards(cards: Any) -> str:
    return "".join(map(repr, Card.clean(cards))) if cards else ""


def _read_arguments(kind: str, argument: str | None) -> tuple[Any, ...]:
    said = argument or ""
    if kind in _CARD_KINDS:
        return (Card.clean("".join(said.split())),)
    match kind:
        case "cbr":
            return (parse_value(said),)
        case "dc":
            words = said.split()
            return (words[0] if len(words) == 1 else tuple(words),)
        case "ch":
            return (read_integer(said) - 1 if said.isdecimal() else said,)
        case "by":
            return (False,) if said == _DECLINED else (True, Card.clean(said))
        case "pr":
            return (said != _DECLINED,)
        case "rc":
            return (read_integer(said) if said else None,)
        case "sm":
            return ({"": False, _DECLINED: True}.get(said, said),)
        case _:
            return ()


def move_of(operation: Operation) -> tuple[int, Move] | None:
    """Return who decided an operation, and the move, or `None` for what nobody decides.

    Whether hands are shown is left out: it is automated at tables.

    >>> from croupier.state import Folding
    >>> move_of(Folding(2))
    (2, Move(name='fold', arguments=()))

    Args:
        operation: What was done.

    Returns:
        The player and the move.
    """
    match operation:
        case Folding(index):
            return index, FOLD
        case CheckingOrCalling(index, _):
            return index, CALL
        case BringInPosting(index, _):
            return index, Move("post_bring_in")
        case CompletionBettingOrRaisingTo(index, amount):
            return index, Move("complete_bet_or_raise_to", (amount,))
        case StandingPatOrDiscarding(index, cards):
            return index, Move("stand_pat_or_discard", (_known(cards),))
        case CardExposing(index, cards):
            return index, Move("expose_cards", (_known(cards),))
        case CardPassing(index, cards):
            return index, Move("pass_cards", (_known(cards),))
        case CardSeparation(index, cards):
            return index, Move("separate_cards", (_known(cards),))
        case BoardReplacing(index, cards):
            return index, Move("replace_board_cards", (_known(cards),))
        case Declaration(index, declarations):
            return index, Move("declare", (tuple(filter(None, declarations)),))
        case Choosing(index, value):
            return index, Move("choose", (value,))
        case CardBuying(index, _, cards, status):
            return index, Move("buy_cards", (True, _known(cards)) if status else (False,))
        case CardProtecting(index, _, status):
            return index, Move("protect_card", (status,))
        case RunoutCountSelection(index, count):
            return index, Move("select_runout_count", (count,))
        case _:
            return None


def _known(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards)
