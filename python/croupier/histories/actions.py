"""The notation of actions: reading it, doing it, and saying what could have been done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from croupier.cards import Card
from croupier.errors import CardError, ParseError, RuleError
from croupier.histories.decisions import (
    DEALER_KINDS,
    PLAYER_KINDS,
    apply_decision,
    count_cards,
    describe_decision,
    read_decision,
)
from croupier.numbers import read_integer
from croupier.state import State
from croupier.utilities import parse_value

__all__ = [
    "EXTENSION_MARK",
    "Action",
    "apply_action",
    "describe_legal",
    "parse_action",
    "read_action",
]

EXTENSION_MARK: Final = "croupier: "
"""What a commentary begins with that is an action of Croupier's own."""

_PLAYER = re.compile(r"p([1-9][0-9]*)")
_PLAIN_CARDS = re.compile(r"(?:[2-9TJQKA][cdhs]|\?\?)+")
_CARDS_AND_JOKERS = re.compile(r"(?:[2-9TJQKA*][cdhs]|\?\?)+")
_PLAIN_AMOUNT = re.compile(r"[0-9]+(?:\.[0-9]+)?")
# As people and programs write them: with thousands, underscores and exponents.
_AMOUNT = re.compile(
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:_[0-9]+)*)(?:\.[0-9]+(?:_[0-9]+)*)?(?:[eE][+-]?[0-9]+)?"
)
_SIMPLE = {"pb", "f", "cc"}


class Action(NamedTuple):
    """An action as it is written.

    Attributes:
        kind: `db`, `dh`, `sd`, `pb`, `f`, `cc`, `cbr`, `sm`, nothing, or one of Croupier's own:
            `rc`, and `ex`, `ps`, `sp`, `dc`, `ch`, `by`, `pr`, `rb`, `rd` and `rm`.
        player_index: The player, from 0, or `None` where there is none.
        argument: The cards, the amount, what is declared or chosen, a `-`, or `None` where there is
            none.
        commentary: What stands after the `#`, or `None`.

    >>> read_action("p2 cbr 6 # a squeeze")
    Action(kind='cbr', player_index=1, argument='6', commentary='a squeeze')
    """

    kind: str
    player_index: int | None = None
    argument: str | None = None
    commentary: str | None = None


def read_action(text: str, *, strict: bool = False, extended: bool | None = None) -> Action:
    """Read an action.

    >>> read_action("d db AsKsQs").argument
    'AsKsQs'
    >>> read_action("p3 ps 2c3c")
    Action(kind='ps', player_index=2, argument='2c3c', commentary=None)
    >>> read_action("p1 cbr 1,000", strict=True)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: '1,000' is no amount such as 6 or 2.50 (phh, near 'p1 cbr 1,000')

    Args:
        text: The action.
        strict: Whether to take nothing but what the standard has. Otherwise tens may be `10`, cards
            may have commas between them, and amounts thousands, underscores and exponents.
        extended: Whether to take the actions and the jokers that only games of configurations have;
            if nothing is said, unless strict.

    Returns:
        The action.

    Raises:
        ParseError: It is no action.
    """

    def fail(message: str) -> ParseError:
        return ParseError(message, format="phh", excerpt=text)

    if not isinstance(text, str):
        raise ParseError(f"an action must be a text, not {text!r}", format="phh")
    if extended is None:
        extended = not strict

    def read_cards(cards: str) -> str:
        return _read_cards(cards, strict, fail, _CARDS_AND_JOKERS if extended else _PLAIN_CARDS)

    body, mark, rest = text.partition("#")
    commentary = None
    if mark:
        commentary = rest[1:] if rest[:1].isspace() else rest
    words = body.split()
    if not words:
        if commentary is not None and commentary.startswith(EXTENSION_MARK):
            return _read_extension(commentary, fail)
        return Action("", commentary=commentary)
    actor, *others = words
    if actor == "d":
        match others:
            case ["db", cards]:
                return Action("db", None, read_cards(cards), commentary)
            case ["dh", player, cards]:
                cards = read_cards(cards)
                return Action("dh", _read_player(player, fail), cards, commentary)
            case [kind, *rest_of_words] if extended and kind in DEALER_KINDS:
                argument = read_decision(kind, rest_of_words, read_cards, fail)
                return Action(kind, None, argument, commentary)
            case _:
                raise fail(f"the dealer's actions are {_DEALER_ACTIONS[extended]}")
    player_index = _read_player(actor, fail)
    match others:
        case [("pb" | "f" | "cc") as kind]:
            return Action(kind, player_index, None, commentary)
        case ["cbr", amount]:
            if not (_PLAIN_AMOUNT if strict else _AMOUNT).fullmatch(amount):
                raise fail(f"{amount!r} is no amount such as 6 or 2.50")
            return Action("cbr", player_index, amount, commentary)
        case [("sd" | "sm") as kind]:
            return Action(kind, player_index, None, commentary)
        case ["sm", "-"]:
            return Action("sm", player_index, "-", commentary)
        case [("sd" | "sm") as kind, cards]:
            return Action(kind, player_index, read_cards(cards), commentary)
        case [kind, *rest_of_words] if extended and kind in PLAYER_KINDS:
            argument = read_decision(kind, rest_of_words, read_cards, fail)
            return Action(kind, player_index, argument, commentary)
        case [kind, *_] if kind in _SIMPLE:
            raise fail(f"nothing follows {kind!r} but a commentary")
        case ["cbr", *_]:
            raise fail("'cbr' is followed by one amount")
        case [("sd" | "sm") as kind, *_]:
            raise fail(f"{kind!r} is followed by cards without spaces, or by nothing")
        case _:
            raise fail(f"a player's actions are {_PLAYER_ACTIONS[extended]}")


# Without and with those that only games of configurations have.
_DEALER_ACTIONS = (
    "'d db CARDS' and 'd dh PLAYER CARDS'",
    "'d db CARDS', 'd dh PLAYER CARDS', 'd rd NUMBERS' and 'd rm'",
)
_PLAYER_ACTIONS = (
    "pb, f, cc, cbr, sd and sm",
    f"pb, f, cc, cbr, sd and sm, and in games of configurations {', '.join(PLAYER_KINDS)}",
)


def _read_extension(commentary: str, fail: Callable[[str], ParseError]) -> Action:
    body, mark, rest = commentary.removeprefix(EXTENSION_MARK).partition("#")
    remark = rest.removeprefix(" ") if mark else None
    match body.split():
        case ["d", "db", cards]:
            return Action("db", None, _read_cards(cards, False, fail), remark)
        case [player, "rc"]:
            return Action("rc", _read_player(player, fail), None, remark)
        case [player, "rc", count] if re.fullmatch("[1-9][0-9]*", count):
            return Action("rc", _read_player(player, fail), count, remark)
        case _:
            raise fail("Croupier's own actions are 'd db CARDS' and 'PLAYER rc [COUNT]'")


def _read_player(text: str, fail: Callable[[str], ParseError]) -> int:
    found = _PLAYER.fullmatch(text)
    if found is None:
        raise fail(f"{text!r} is no player such as p1, nor the dealer, d")
    return read_integer(found[1]) - 1


def _read_cards(
    text: str,
    strict: bool,
    fail: Callable[[str], ParseError],
    plain: re.Pattern[str] = _PLAIN_CARDS,
) -> str:
    if plain.fullmatch(text):
        return text
    if strict:
        raise fail(f"{text!r} are no cards such as AsKd or ????")
    try:
        if not tuple(Card.parse(text)):
            raise fail(f"there are no cards in {text!r}")
    except CardError as error:
        raise fail(str(error)) from None
    except ParseError:
        raise
    except ValueError:
        raise fail(f"{text!r} are no cards such as AsKd or ????") from None
    return text


def parse_action(
    state: State, action: str, parse_value: Callable[[str], Any] = parse_value
) -> None:
    """Read an action and do it.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> parse_action(state, "p2 cbr 6 # as always")
    >>> state.operations[-1].commentary, state.bets
    ('as always', [2, 6])

    Args:
        state: The state that is changed.
        action: The action, with or without a commentary.
        parse_value: What reads amounts.

    Raises:
        ParseError: It is no action.
        RuleError: The action cannot be done now; both are a ValueError.
    """
    apply_action(state, read_action(action), parse_value)


def apply_action(
    state: State, action: Action, parse_value: Callable[[str], Any] = parse_value
) -> None:
    """Do an action that was read.

    Args:
        state: The state that is changed.
        action: The action.
        parse_value: What reads amounts.

    Raises:
        ValueError: The action cannot be done now.
    """
    kind, player_index, argument, commentary = action
    if player_index is not None and player_index >= state.player_count:
        raise RuleError(f"there is no p{player_index + 1} among {state.player_count} players")
    match kind:
        case "db":
            state.deal_board(argument or (), commentary=commentary)
        case "dh":
            state.deal_hole(argument or (), player_index, commentary=commentary)
        case "sd":
            _verify_turn(player_index, state.stand_patter_or_discarder_index, "discard")
            state.stand_pat_or_discard(argument or (), commentary=commentary)
        case "pb":
            _verify_turn(player_index, state.actor_index, "act")
            state.post_bring_in(commentary=commentary)
        case "f":
            _verify_turn(player_index, state.actor_index, "act")
            state.fold(commentary=commentary)
        case "cc":
            _verify_turn(player_index, state.actor_index, "act")
            state.check_or_call(commentary=commentary)
        case "cbr":
            _verify_turn(player_index, state.actor_index, "act")
            amount = parse_value(argument or "")
            state.complete_bet_or_raise_to(amount, commentary=commentary)
        case "sm" if argument is None:
            state._muck_as_recorded(player_index, commentary=commentary)
        case "sm":
            shown = True if argument == "-" else argument
            state.show_or_muck_hole_cards(shown, player_index, commentary=commentary)
        case "rc":
            count = None if argument is None else read_integer(argument)
            state.select_runout_count(count, player_index, commentary=commentary)
        case _ if kind in PLAYER_KINDS:
            _verify_turn(player_index, state.decider_index, "decide this")
            apply_decision(state, kind, argument, commentary)
        case _ if kind in DEALER_KINDS:
            apply_decision(state, kind, argument, commentary)
        case _:
            state.no_operate(commentary=commentary)


def _verify_turn(player_index: int | None, expected: int | None, what: str) -> None:
    if player_index != expected:
        turn = f"p{expected + 1} is" if expected is not None else "nobody is"
        raise RuleError(f"p{(player_index or 0) + 1} is not to {what}: {turn}")


def describe_legal(state: State, *, show: Callable[[Any], str] = str) -> str:
    """Say in the notation what may be done now.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> describe_legal(state)
    'p2 f, p2 cc, p2 cbr 4 to 200'

    Args:
        state: The state.
        show: Writes an amount.

    Returns:
        The actions, or `nothing`.
    """
    said = []
    for operation in state.legal.values():
        decision = describe_decision(operation)
        if decision is not None:
            said.append(decision)
            continue
        players = [f"p{index + 1}" for index in operation.player_indices]
        first = players[0] if players else ""
        match operation.name:
            case "deal_hole":
                said.append(f"d dh {first} with {count_cards(operation)}")
            case "deal_board":
                said.append(f"d db with {count_cards(operation)}")
            case "stand_pat_or_discard":
                said.append(f"{first} sd")
            case "post_bring_in":
                said.append(f"{first} pb")
            case "fold":
                said.append(f"{first} f")
            case "check_or_call":
                said.append(f"{first} cc")
            case "complete_bet_or_raise_to":
                least, most = operation.min_amount, operation.max_amount
                amounts = show(least) if least == most else f"{show(least)} to {show(most)}"
                said.append(f"{first} cbr {amounts}")
            case "show_or_muck_hole_cards":
                said.extend(f"{player} sm" for player in players)
            case _:
                pass
    return ", ".join(said) or "nothing"
