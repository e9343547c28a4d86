"""The moves that people say at a table: reading them, and listing those that are possible."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any

from croupier.agents.legal_moves import list_decisions
from croupier.agents.moves import CALL, FOLD, Move
from croupier.cards import Card
from croupier.errors import ParseError, PokerError, RuleError
from croupier.limits import MAX_MOVE_CHARACTERS
from croupier.numbers import Chips, read_integer, read_number
from croupier.state import LegalOperation, State
from croupier.state.operation_table import DECISIONS
from croupier.utilities import parse_value

__all__ = ["describe_moves", "parse_move"]

_FOLDS = {"f", "fold", "folds"}
_CHECKS = {"x", "k", "check", "checks"}
_CALLS = {"c", "call", "calls", "cc"}
_RAISES = {"r", "b", "raise", "raises", "bet", "bets", "complete", "cbr", "to", "reraise"}
_ALL_IN = {"allin", "all-in", "all_in", "jam", "shove", "a", "max", "all"}
_MIN = {"min", "minimum", "minraise", "min-raise"}
_BRING_IN = {"bringin", "bring-in", "bring_in", "bring", "pb"}
_PAT = {"pat", "stand", "standpat", "stand-pat", "s", "none", "nothing", "keep"}
_NO = {"no", "n", "not", "decline", "pass", "skip", "nothing", "-", "none"}
_YES = {"yes", "y", "pay"}
_RUNS = {"once": 1, "twice": 2, "thrice": 3}
# How operations about cards may begin beside the words of hand histories.
_CARD_WORDS = {
    "stand_pat_or_discard": {"d", "discard", "discards", "draw", "throw"},
    "expose_cards": {"e", "expose", "show", "turn"},
    "pass_cards": {"p", "pass", "passes", "give"},
    "separate_cards": {"separate", "split", "set"},
    "replace_board_cards": {"replace"},
}
_DECLARATIONS = {
    "high": "high",
    "hi": "high",
    "h": "high",
    "low": "low",
    "lo": "low",
    "l": "low",
    "both": "high_low",
    "high_low": "high_low",
    "high-low": "high_low",
    "highlow": "high_low",
    "hi-lo": "high_low",
    "hilo": "high_low",
    "swing": "high_low",
}
_SHOWN = 40
_MULTIPLES = {"k": 1_000, "m": 1_000_000}
_POTS = re.compile(
    r"(?:(\d+)/(\d+)|(\d+(?:\.\d+)?)\s*(%)?|(half|third|quarter))?\s*(?:of )?(?:the )?pot"
)
_AMOUNT = re.compile(r"[\d.][\d./]*[km]?")
# The whole of what was offered, with all amounts that there are.
_OFFERED = re.compile(r"[\d./]+ (?:to|or) [\d./]+(?: or [\d./]+)*(?: \(pot: [\d./]+\)?)?")
_WORDS_OF_POTS = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}


def parse_move(text: str, view: State, *, needs_size: bool = False) -> Move:
    """Read what a player says as a move that is possible.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> parse_move("raise to 6", state), parse_move("r pot", state).arguments
    (Move(name='complete_bet_or_raise_to', arguments=(6,)), (6,))
    >>> parse_move("All in!", state).arguments
    (200,)
    >>> parse_move("raise 3", state)
    Traceback (most recent call last):
        ...
    croupier.errors.ParseError: a raise to 3 is not possible: it is 4 to 200 (move, near 'raise 3')

    Args:
        text: What the player says; hand histories' notation is understood, too.
        view: The hand, as the player sees it.
        needs_size: Whether a bet must say how much it is where that is not fixed; otherwise it is
            the smallest.

    Returns:
        The move.

    Raises:
        ParseError: It is not clear what is meant, or it is not possible.
    """
    if len(text) > MAX_MOVE_CHARACTERS:
        raise _fail(
            f"{len(text)} characters are no move: it has at most {MAX_MOVE_CHARACTERS}",
            f"{text[:_SHOWN]}…",
        )
    legal = {each.name: each for each in list_decisions(view)}
    said = re.sub(r"^p\d+\s+", "", text.strip().lower().rstrip(".!"))
    words = said.replace(",", " " if not re.search(r"\d,\d{3}\b", said) else "").split()
    try:
        move = _read(words, legal, view)
    except ParseError:
        raise
    except (PokerError, ValueError) as error:
        raise _fail(str(error), text) from None
    if move is None:
        raise _fail(f"it is not clear what is meant; possible: {describe_moves(view)}", text)
    if isinstance(move, str):
        raise _fail(move, text)
    if not move.can_apply(view):
        raise _fail(
            _describe_bounds(move, legal, view) or f"possible: {describe_moves(view)}", text
        )
    raising = legal.get("complete_bet_or_raise_to")
    if needs_size and raising is not None and set(words) <= _RAISES:
        least, most = raising.min_amount, raising.max_amount
        if least != most:
            raise _fail(f"say how much: {least} to {most}", text)
    return move


def _fail(message: str, text: str) -> ParseError:
    return ParseError(message, format="move", excerpt=text, code="move")


def _read(words: list[str], legal: dict[str, LegalOperation], view: State) -> Move | str | None:
    """Return the move, why there is none, or `None` where nothing is understood."""
    if not words or not legal:
        return None
    readers = [
        (_READERS[kind], operation)
        for operation in legal.values()
        for kind in DECISIONS[operation.name].kinds[:1]
        if kind in _READERS
    ]
    for read, operation in readers:
        found = read(words, operation, view)
        if found is not None:
            return found
    if readers:
        return None
    first, *rest = words
    return _read_bet(first, rest, legal, view.price)


def _read_bet(
    first: str, rest: list[str], legal: dict[str, LegalOperation], bet: Chips
) -> Move | str | None:
    calling = legal.get("check_or_call")
    price = calling.min_amount if calling is not None else None
    if first in _FOLDS:
        if FOLD.name not in legal and calling is not None and not price:
            return "there is nothing to fold to: checking is free"
        return FOLD
    if first in _CHECKS:
        return f"there are {price} to call, so a check is not possible" if price else CALL
    if first in _CALLS:
        return CALL if not rest else _read_priced(rest, CALL, price or 0, "a call")
    if first in _BRING_IN:
        if rest and first == "bring":
            rest = rest[1:] if rest[0] == "in" else rest
        move, bringing = Move("post_bring_in"), legal.get("post_bring_in")
        if not rest or bringing is None or bringing.min_amount is None:
            return move
        return _read_priced(rest, move, bringing.min_amount, "the bring-in")
    return _read_raise([first, *rest], legal.get("complete_bet_or_raise_to"), calling, bet)


def _read_priced(words: list[str], move: Move, price: Chips, what: str) -> Move | str | None:
    """Return a move of which the price was said, if it is that."""
    if len(words) != 1 or not _AMOUNT.fullmatch(words[0]):
        return None
    amount = _read_amount(words[0])
    return move if amount == price else f"{what} is {price}, got {amount}"


def _read_raise(
    words: list[str], raising: LegalOperation | None, calling: LegalOperation | None, bet: Chips
) -> Move | str | None:
    while words and words[0] in _RAISES:
        words = words[1:]
    said = " ".join(words)
    is_all_in = said.replace(" ", "") in _ALL_IN
    if raising is None:
        # All that is left may be less than a bet.
        if is_all_in and calling is not None and calling.min_amount:
            return CALL
        return "there is nothing to bet or raise now" if words or is_all_in else None
    amount: Chips
    pot = _POTS.fullmatch(said)
    if not said or said in _MIN:
        amount = raising.min_amount
    elif is_all_in:
        amount = raising.max_amount
    elif pot is not None:
        amount = _part_of_pot(pot, raising, bet)
    elif words[0] == "by" and len(words) == 2:
        amount = bet + _read_amount(words[1])
    elif len(words) == 1 and re.match(r"[\d.]", words[0]):
        amount = _read_amount(words[0])
    elif _OFFERED.fullmatch(said):
        return f"say how much: {raising.min_amount} to {raising.max_amount}"
    else:
        return None
    return Move("complete_bet_or_raise_to", (amount,))


def _read_amount(word: str) -> Any:
    if "/" in word:
        # Chips may be split exactly, and are offered like this then.
        over, _, under = word.partition("/")
        parts = read_integer(over), read_integer(under)
        if not parts[1]:
            raise ParseError(f"{word!r} is no amount of chips", code="amount-syntax")
        return Fraction(*parts)
    multiple = _MULTIPLES.get(word[-1:], 1)
    number: Any = parse_value(word[:-1] if multiple != 1 else word)
    if not isfinite(number):
        raise ParseError(f"{word!r} is no amount of chips", code="amount-syntax")
    amount = number * multiple
    return int(amount) if isinstance(amount, Decimal) and amount == int(amount) else amount


def _part_of_pot(pot: re.Match[str], raising: LegalOperation, bet: Chips) -> Chips:
    over, under, number, percent, word = pot.groups()
    if over:
        part = Fraction(read_integer(over), read_integer(under) or 1)
    elif number:
        part = Fraction(read_number(number)) / (100 if percent else 1)
    else:
        part = _WORDS_OF_POTS.get(word, Fraction(1))
    return find_part_of_pot(part, raising, bet)


def find_part_of_pot(part: Fraction, raising: LegalOperation, bet: Chips) -> Chips:
    """Return what a raise by a part of the pot is to, within the bounds that there are.

    Args:
        part: The part.
        raising: What may be raised to.
        bet: What is bet by now: the price of the state.

    Returns:
        The amount.
    """
    whole: Any = raising.pot_amount if raising.pot_amount is not None else raising.max_amount
    amount = whole if part == 1 else bet + round((whole - bet) * part)
    least, most = raising.min_amount, raising.max_amount
    assert least is not None and most is not None
    if raising.amounts:
        return max((one for one in raising.amounts if one <= amount), default=least)
    return max(least, min(amount, most))


def _read_cards(words: list[str], operation: LegalOperation, view: State) -> Move | str | None:
    """Read cards by their numbers from 1, or by their names."""
    first, *rest = words
    name = operation.name
    if first == DECISIONS[name].word or first in _CARD_WORDS.get(name, ()):
        words = rest
    elif name == "stand_pat_or_discard" and first == "keep" and rest:
        kept = _find_cards(rest, operation, view)
        thrown = list(operation.cards)
        for card in kept:
            if card in thrown:
                thrown.remove(card)
        return Move(name, (tuple(thrown),))
    if not words or all(word in _PAT | _NO for word in words):
        if name == "separate_cards":
            return None
        return Move(name, ((),))
    if words[0].isalpha() and not _is_card(words[0]):
        return None
    return Move(name, (_find_cards(words, operation, view),))


def _is_card(word: str) -> bool:
    return bool(re.fullmatch(r"(?:(?:10|[2-9tjqka*])[cdhs])+", word))


def _find_cards(words: Sequence[str], operation: LegalOperation, view: State) -> tuple[Card, ...]:
    cards = operation.cards
    index = operation.player_indices[0] if operation.player_indices else None
    # People count the cards as they lie before them, also those that cannot be chosen.
    shown: Sequence[Card] = cards
    if index is not None and operation.name != "replace_board_cards":
        shown = view.hole_cards[index]
    found: list[Card] = []
    for word in words:
        if word in "|/;":
            continue
        if word.isdecimal():
            if not 1 <= int(word) <= len(shown):
                raise ParseError(
                    f"there is no card {word}: there are 1 to {len(shown)}", code="card-number"
                )
            found.append(shown[int(word) - 1])
        else:
            text = re.sub("10", "T", word)
            text = re.sub(r"([2-9tjqka*])([cdhs])", lambda card: card[1].upper() + card[2], text)
            found.extend(Card.parse(text))
    return tuple(found)


def _read_declaration(words: list[str], operation: LegalOperation, _: State) -> Move | str | None:
    if words[0] in {"declare", "d", "dc", "go", "i"}:
        words = words[1:]
    words = [word for word in words if word not in {"and", "go", "for"}]
    most = operation.max_count or 1
    joined = "-".join(words)
    if most == 1 and joined in _DECLARATIONS:
        words = [joined]
    if not words or not all(word in _DECLARATIONS for word in words):
        return None
    said = [_DECLARATIONS[word] for word in words]
    if most == 1 and set(said) == {"high", "low"}:
        said = ["high_low"]
    return Move(operation.name, (said[0] if len(said) == 1 else tuple(said),))


def _read_choice(words: list[str], operation: LegalOperation, _: State) -> Move | str | None:
    if words[0] in {"choose", "ch", "pick", "take"} and len(words) > 1:
        words = words[1:]
    said = " ".join(words)
    options = [" ".join(option.lower().split()) for option in operation.options]
    if said in options:
        return Move(operation.name, (operation.options[options.index(said)],))
    if said.isdecimal() and 1 <= int(said) <= len(options):
        return Move(operation.name, (operation.options[int(said) - 1],))
    near = [place for place, option in enumerate(options) if option.startswith(said)]
    if len(near) == 1:
        return Move(operation.name, (operation.options[near[0]],))
    return None


def _read_purchase(words: list[str], operation: LegalOperation, _: State) -> Move | str | None:
    first, *rest = words
    if first in _NO or (rest and rest[0] in _NO):
        return Move(operation.name, (False,))
    row = DECISIONS[operation.name]
    if first not in _YES and first != row.word and first not in row.method.split("_"):
        return None
    price = operation.min_amount
    for before, word in zip(words, rest, strict=False):
        # `for 5` is what it costs, and never the fifth card; cards have no price before them.
        if before in {"for", "pay"} and _AMOUNT.fullmatch(word):
            if price is not None and _read_amount(word) != price:
                return f"this costs {price}, got {word}"
            rest = [one for one in rest if one is not word]
    if row.kinds == ("status",):
        return Move(operation.name, (True,))
    cards: list[Card] = []
    for word in rest:
        if word.isdecimal() and 1 <= int(word) <= len(operation.cards):
            cards.append(operation.cards[int(word) - 1])
        elif _is_card(word):
            text = re.sub(r"(.)([cdhs])", lambda card: card[1].upper() + card[2], word)
            cards.extend(Card.parse(text))
        elif word not in {"for", "and", "discard", "a", "card"}:
            return None
    return Move(operation.name, (True, tuple(cards)))


def _read_runs(words: list[str], operation: LegalOperation, _: State) -> Move | str | None:
    said = [word for word in words if word not in {"time", "times"}]
    word = said[-1] if said else ""
    if word in _RUNS:
        return Move(operation.name, (_RUNS[word],))
    if word.isdecimal():
        return Move(operation.name, (int(word),))
    return Move(operation.name, (None,)) if word in _NO | {"any", "rc"} else None


def _read_showing(words: list[str], operation: LegalOperation, _: State) -> Move | str | None:
    if words[0] in {"show", "s", "yes"} or (words[0] == "sm" and words[1:]):
        return Move(operation.name, (True,))
    if words[0] not in {"muck", "m", "no", "sm"}:
        return None
    if "muck" not in operation.options:
        return "the hand cannot be mucked; possible: show"
    return Move(operation.name, (False,))


_READERS = {
    "cards": _read_cards,
    "order": _read_cards,
    "declarations": _read_declaration,
    "choice": _read_choice,
    "status": _read_purchase,
    "runouts": _read_runs,
    "showing": _read_showing,
}


def _describe_bounds(move: Move, legal: dict[str, LegalOperation], view: State) -> str | None:
    operation = legal.get(move.name)
    if operation is None:
        return None
    if move.name == "complete_bet_or_raise_to":
        least, most = operation.min_amount, operation.max_amount
        bounds = f"{least}" if least == most else f"{least} to {most}"
        return f"a raise to {move.arguments[0]} is not possible: it is {bounds}"
    if operation.cards:
        from croupier.views.words import describe_choice

        wrong = _describe_wrong_cards(move, operation) or _describe_refusal(move, view)
        return f"{wrong}; possible: {describe_choice(operation)}"
    return None


def _describe_wrong_cards(move: Move, operation: LegalOperation) -> str | None:
    """Say which cards cannot be chosen, or that they are too many or too few."""
    chosen = [
        card
        for part in move.arguments
        if isinstance(part, tuple)
        for card in part
        if isinstance(card, Card)
    ]
    missing = Counter(chosen) - Counter(operation.cards)
    if missing:
        *others, last = [repr(card) + " twice" * (card in operation.cards) for card in missing]
        named = f"{', '.join(others)} and {last}" if others else last
        return f"{named} cannot be chosen: there is {' '.join(map(repr, operation.cards))}"
    least, most = operation.min_count, operation.max_count
    if most is not None and len(chosen) > most:
        return f"{len(chosen)} cards are too many: at most {most}"
    if least is not None and len(chosen) < least:
        return f"{len(chosen) or 'no'} cards are too few: at least {least}"
    return None


def _describe_refusal(move: Move, view: State) -> str:
    """Say in the words of the rules why a move cannot be made."""
    try:
        getattr(view, DECISIONS[move.name].verify)(*move.arguments)
    except RuleError as error:
        return str(error)
    return "this is not possible"


def describe_moves(view: State) -> str:
    """Say in words what may be done.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> describe_moves(state)
    'fold, call 1, raise to 4 to 200 (pot: 6)'

    >>> from croupier import FixedLimitRazz
    >>> describe_moves(
    ...     FixedLimitRazz.create_state(tuple(Automation), True, 1, 1, 2, 4, 200, 2, seed=1)
    ... )
    'bring in 1, complete to 2'

    Args:
        view: The hand, as the player sees it.

    Returns:
        The decisions, with commas between them.
    """
    from croupier.views.words import describe_choices

    return ", ".join(describe_choices(view))
