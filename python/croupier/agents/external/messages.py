"""A hand as a player sees it, as JSON, for agents that are other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from croupier.agents.legal_moves import list_decisions
from croupier.agents.moves import MAX_ARGUMENTS, OPTIONAL_DECISIONS, Move, move_of
from croupier.agents.parsing import parse_move
from croupier.cards import Card
from croupier.errors import AgentError, PokerError
from croupier.numbers import Chips
from croupier.state import (
    BoardDealing,
    BoardRemoval,
    DiceRolling,
    HoleCardsShowingOrMucking,
    HoleDealing,
    LegalOperation,
    State,
)

__all__ = [
    "decode_answer",
    "describe_view",
    "find_number",
    "find_wishes",
    "read_answer",
    "read_decoded",
    "write_view_actions",
]

_CARDS = re.compile(r"(?:[2-9TJQKA*][cdhs])+")


def describe_view(view: State, player_index: int) -> dict[str, Any]:
    """Return what a player sees as values that JSON has.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> seen = describe_view(state.observe(1), 1)
    >>> seen["hole_cards"][0], seen["pot"], [each["name"] for each in seen["legal"]]
    (['??', '??'], 3, ['fold', 'check_or_call', 'complete_bet_or_raise_to'])

    Args:
        view: The hand, as the player sees it: what `State.observe` returns.
        player_index: The player.

    Returns:
        The values by their names.
    """
    seen: dict[str, Any] = {
        "player": player_index,
        "street": view.street_index,
        "pot": _to_json_amount(view.total_pot_amount),
        "stacks": list(map(_to_json_amount, view.stacks)),
        "bets": list(map(_to_json_amount, view.bets)),
        "in_hand": view.statuses,
        "hole_cards": [_texts(cards) for cards in view.hole_cards],
        "face_up": view.hole_card_statuses,
        "boards": [_texts(view.get_board_cards(index)) for index in view.board_indices],
        "discarded": [_texts(cards) for cards in view.discarded_cards],
        "actions": list(write_view_actions(view)),
        "legal": [_describe(each) for each in list_decisions(view)],
    }
    if not view.hand_types:
        seen |= {
            "subsets": view.hole_card_subsets,
            "board_subsets": [list(subsets) for subsets in view.board_card_subsets],
            "dice": [list(die) for die in view.dice],
            "declarations": view.declarations,
            "choices": view.choices,
        }
    return seen


def _to_json_amount(amount: Chips) -> Any:
    """Return an amount as JSON has it: exact, so fractions of chips are texts."""
    return amount if isinstance(amount, int) else str(amount)


def _texts(cards: Iterable[Card]) -> list[str]:
    return list(map(repr, cards))


def _read_argument(value: Any) -> Any:
    """Return an argument; cards may be a list of texts, as they are in what is sent."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        text = "".join(value)
        return text if not value or _CARDS.fullmatch(text) else tuple(value)
    return value


def _describe(operation: LegalOperation) -> dict[str, Any]:
    found: dict[str, Any] = {"name": operation.name}
    for name in ("min_amount", "max_amount", "pot_amount"):
        if getattr(operation, name) is not None:
            found[name] = _to_json_amount(getattr(operation, name))
    for name in ("min_count", "max_count"):
        if getattr(operation, name) is not None:
            found[name] = getattr(operation, name)
    if operation.amounts:
        found["amounts"] = list(map(_to_json_amount, operation.amounts))
    if operation.cards:
        found["cards"] = _texts(operation.cards)
    if operation.options:
        found["options"] = list(operation.options)
    if operation.sets:
        found["sets"] = [_texts(cards) for cards in operation.sets]
    return found


def write_view_actions(view: State) -> Iterator[str]:
    """Yield what happened in a hand, in the notation of hand histories, as a player saw it.

    Args:
        view: The hand, as the player sees it.

    Yields:
        The actions.
    """
    for operation in view.operations:
        match operation:
            case HoleDealing(index, cards, _):
                yield f"d dh p{index + 1} {''.join(map(repr, cards))}"
            case BoardDealing(cards):
                yield f"d db {''.join(map(repr, cards))}"
            case DiceRolling(values):
                yield f"d rd {' '.join(map(str, values))}"
            case BoardRemoval():
                yield "d rm"
            case HoleCardsShowingOrMucking(index, cards):
                yield f"p{index + 1} sm {''.join(map(repr, cards))}".rstrip()
            case _:
                decision = move_of(operation)
                if decision is not None:
                    yield decision[1].to_action(decision[0])


def read_answer(line: str, view: State) -> Move:
    """Read what another program answers.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> read_answer('{"move": "raise 6"}', state).arguments
    (6,)
    >>> read_answer('{"name": "check_or_call"}', state), read_answer("call", state)
    (Move(name='check_or_call', arguments=()), Move(name='check_or_call', arguments=()))

    Args:
        line: An object with `move`, which is what a person would say or an action of hand
            histories; an object with the `name` of a method and `arguments`, in which cards are a
            text or a list of texts; or a plain text. Objects may have an `id`, the number of the
            question.
        view: The hand, as the player sees it.

    Returns:
        The move.

    Raises:
        AgentError: It is none of these.
    """
    return read_decoded(decode_answer(line), view)


def decode_answer(line: str | bytes) -> Any:
    """Return an answer as JSON has it; what is no JSON is a text.

    >>> decode_answer(b'{"move": "call", "id": 7}')
    {'move': 'call', 'id': 7}
    >>> decode_answer("call")
    'call'

    Args:
        line: The line, as text or as it came.

    Returns:
        The value.

    Raises:
        AgentError: It begins like JSON and is none, or is no text in UTF-8.
    """
    if isinstance(line, bytes):
        try:
            line = line.decode()
        except UnicodeDecodeError as error:
            raise AgentError(
                f"the answer is no UTF-8: {error.reason}: {line[:200]!r}", code="answer-syntax"
            ) from None
    text = line.strip()
    if text[:1] not in {"{", '"'}:
        return text
    try:
        return json.loads(text)
    except RecursionError:
        raise AgentError(
            f"the answer is nested too deeply: {text[:200]!r}", code="answer-syntax"
        ) from None
    except json.JSONDecodeError as error:
        raise AgentError(
            f"the answer is no JSON: {error}: {text[:200]!r}", code="answer-syntax"
        ) from None
    except ValueError:
        # Python reads no integer of thousands of digits.
        raise AgentError(
            f"the answer has a number that is too long: {text[:200]!r}", code="answer-syntax"
        ) from None


def find_number(answer: Any) -> int | None:
    """Return the number of the question that an answer is to, or `None` if it says none.

    >>> find_number({"move": "call", "id": 7}), find_number("call")
    (7, None)

    Args:
        answer: The answer, decoded.

    Returns:
        The number.

    Raises:
        AgentError: It is none.
    """
    number = answer.get("id") if isinstance(answer, dict) else None
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise AgentError(
            f"the id of an answer is the number of its question, not {number!r:.200}",
            code="answer-id",
        )
    return number


def find_wishes(answer: Any) -> frozenset[str] | None:
    """Return what a program wants to decide from the next hand on, or `None` if it does not say.

    >>> find_wishes({"move": "call", "also_decides": ["select_runout_count"]})
    frozenset({'select_runout_count'})
    >>> find_wishes("call") is None
    True

    Args:
        answer: The answer, decoded.

    Returns:
        The names of the decisions.

    Raises:
        AgentError: There are no such decisions.
    """
    wishes = answer.get("also_decides") if isinstance(answer, dict) else None
    if wishes is None:
        return None
    known = isinstance(wishes, list) and all(isinstance(one, str) for one in wishes)
    if not known or not OPTIONAL_DECISIONS.issuperset(wishes):
        names = " and ".join(sorted(OPTIONAL_DECISIONS))
        raise AgentError(
            f"also_decides is a list, of {names}, not {wishes!r:.200}", code="answer-wishes"
        )
    return frozenset(wishes)


def read_decoded(answer: Any, view: State) -> Move:
    """Read an answer that is decoded: see `read_answer`.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> read_decoded({"move": "raise 6"}, state).arguments
    (6,)

    Args:
        answer: The answer.
        view: The hand, as the player sees it.

    Returns:
        The move.

    Raises:
        AgentError: It is no move.
    """
    if isinstance(answer, dict) and "name" in answer:
        name, arguments = answer["name"], answer.get("arguments", [])
        known = isinstance(name, str) and name in MAX_ARGUMENTS
        if not known or not isinstance(arguments, list):
            raise AgentError(
                f"the answer names no decision of a player: {answer!r:.200}", code="answer-move"
            )
        return Move(name, tuple(map(_read_argument, arguments)))
    said = answer.get("move") if isinstance(answer, dict) else answer
    if not isinstance(said, str):
        raise AgentError(f"the answer has no move: {answer!r:.200}", code="answer-without-move")
    try:
        return parse_move(said, view)
    except PokerError as error:
        raise AgentError(str(error), code="answer-move") from None
    except (ArithmeticError, TypeError, ValueError) as error:
        # Numbers that are none, or that nobody has chips for.
        raise AgentError(
            f"the answer cannot be read: {error}: {said[:200]!r}", code="answer-syntax"
        ) from None
