"""Moves: what a player decides, as a small value that can be written down and done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from croupier.cards import Card
from croupier.errors import ParseError, RuleError
from croupier.numbers import read_integer
from croupier.state import Operation, State
from croupier.state.operation_table import DECISIONS, OPTIONAL_DECISIONS, RECORDS
from croupier.utilities import parse_value

__all__ = ["CALL", "FOLD", "MAX_ARGUMENTS", "OPTIONAL_DECISIONS", "Move", "move_of"]

MAX_ARGUMENTS: Final = {name: len(row.kinds) for name, row in DECISIONS.items()}
"""The methods of a state that are players' decisions, and how many arguments a move may have."""

_KINDS = {row.word: name for name, row in DECISIONS.items()}
_DECLINED = "-"


class Move(NamedTuple):
    """A decision of a player: the name of a method of the state, and its arguments.

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
        most = MAX_ARGUMENTS.get(self.name)
        if most is None:
            raise RuleError(f"{self.name!r} is no decision of a player", code="no-decision")
        if len(self.arguments) > most:
            raise RuleError(
                f"{self.name} takes {most} arguments at most, not {len(self.arguments)}",
                code="argument-count",
            )

    def apply(self, state: State, commentary: str | None = None) -> Operation:
        """Do it; it is the turn of the player who decides.

        Args:
            state: The state that is changed.
            commentary: A remark that is kept with it.

        Returns:
            The operation that was done.

        Raises:
            RuleError: It cannot be done now.
        """
        self.verify()
        done: Operation = getattr(state, self.name)(*self.arguments, commentary=commentary)
        return done

    def can_apply(self, state: State) -> bool:
        """Return whether it can be done now."""
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
        row = DECISIONS[self.name]
        words = _write_arguments(row.kinds, self.arguments)
        return " ".join(filter(None, [f"p{player_index + 1}", row.word, *words]))

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
        from croupier.histories.phh.actions import read_action

        action = read_action(text)
        name = _KINDS.get(action.kind)
        if name is None:
            raise ParseError(
                "it is no decision of a player", format="phh", excerpt=text, code="no-decision"
            )
        return cls(name, tuple(_read_arguments(DECISIONS[name].kinds, action.argument or "")))


FOLD: Final = Move("fold")
CALL: Final = Move("check_or_call")


def _write_arguments(kinds: Sequence[str], arguments: Sequence[Any]) -> Iterator[str]:
    for kind, value in zip(kinds, arguments, strict=False):
        match kind:
            case "cards" | "order":
                yield _write_cards(value)
            case "declarations":
                yield from [value] if isinstance(value, str) else value
            case "choice":
                yield str(value + 1) if isinstance(value, int) else " ".join(value.split())
            case "status" if not value:
                yield _DECLINED
                return
            case "status":
                pass
            case "showing" if isinstance(value, bool) or value is None:
                yield "-" if value else ""
            case "showing":
                yield _write_cards(value)
            case _:
                yield "" if value is None else str(value)


def _write_cards(cards: Any) -> str:
    return "".join(map(repr, Card.clean(cards))) if cards else ""


def _read_arguments(kinds: Sequence[str], said: str) -> Iterator[Any]:
    for kind in kinds:
        match kind:
            case "cards" | "order":
                yield Card.clean("".join(said.split()))
            case "amount":
                yield parse_value(said)
            case "declarations":
                words = said.split()
                yield words[0] if len(words) == 1 else tuple(words)
            case "choice":
                yield read_integer(said) - 1 if said.isdecimal() else said
            case "status":
                yield said != _DECLINED
                if said == _DECLINED:
                    return
            case "runouts":
                yield read_integer(said) if said else None
            case _:
                yield {"": False, _DECLINED: True}.get(said, said)


def move_of(operation: Operation) -> tuple[int, Move] | None:
    """Return who decided an operation, and the move, or `None` for what nobody decides.

    Whether hands are shown is left out: the record has the cards and not what was said.

    >>> from croupier.state import Folding
    >>> move_of(Folding(2))
    (2, Move(name='fold', arguments=()))

    Args:
        operation: What was done.

    Returns:
        The player and the move.
    """
    row = RECORDS[type(operation).__name__]
    if not row.is_decision or "showing" in row.kinds:
        return None
    arguments: list[Any] = []
    for name, kind, _ in row.arguments:
        if kind == "player":
            continue
        value: Any = getattr(operation, name)
        arguments.append(tuple(filter(None, value)) if kind == "declarations" else value)
        if kind == "status" and not value:
            break
    player_index: int = operation.player_index  # type: ignore[attr-defined]
    return player_index, Move(row.method, tuple(arguments))
