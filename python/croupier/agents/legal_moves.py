"""From what may be done to moves: some move always, any move at random, all moves worth a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

from croupier.agents.moves import CALL, Move
from croupier.cards import Card
from croupier.errors import RuleError
from croupier.numbers import Chips
from croupier.state import LegalOperation, State
from croupier.state.operation_table import DECISIONS

__all__ = ["choose_amount", "choose_default", "choose_randomly", "list_decisions", "list_moves"]

# Decisions that are possible only if cards fit together, which `legal` does not say.
_FITTING = frozenset(name for name, row in DECISIONS.items() if "order" in row.kinds)
_TRIES = 3000
_ALL_IN = 0.1


def list_decisions(state: State) -> list[LegalOperation]:
    """Return what is to be decided now by one player, as `State.legal` has it, with one question.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> list_decisions(state) == list(state.legal.values())
    True

    Args:
        state: The state, or a player's view of it.

    Returns:
        The decisions; none where nobody decides.
    """
    return list(state.legal.decisions)


def choose_default(state: State) -> Move:
    """Return what is done for a player who does not decide: nothing that costs more than needed.

    Who can check checks, who cannot folds; cards are kept, nothing is bought, and of what must be
    chosen the first is taken.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> choose_default(state).name
    'fold'

    Args:
        state: The state, or a player's view of it.

    Returns:
        A move that is possible.

    Raises:
        RuleError: There is nothing to decide.
    """
    found = {operation.name: operation for operation in list_decisions(state)}
    if "check_or_call" in found and not found["check_or_call"].min_amount:
        return CALL
    for name in ("fold", "post_bring_in", "check_or_call"):
        if name in found:
            return Move(name)
    for operation in found.values():
        for move in _list_moves(operation):
            if operation.name not in _FITTING or move.can_apply(state):
                return move
    raise RuleError("there is nothing to decide", code="nothing-to-decide")


def _list_moves(operation: LegalOperation) -> Iterator[Move]:
    """Yield moves of one kind, those that do least first."""
    name = operation.name
    match DECISIONS[name].kinds:
        case ("cards",):
            for cards in _list_card_sets(operation):
                yield Move(name, (cards,))
        case ("order",):
            yield Move(name, (operation.cards,))
            for cards in permutations(operation.cards, operation.max_count):
                yield Move(name, (cards,))
        case ("declarations" | "choice",):
            for option in operation.options:
                yield Move(name, (option,))
        case ("status", *_):
            yield Move(name, (False,))
        case ("runouts",):
            yield Move(name, (None,))
        case _:
            yield Move(name)


def choose_randomly(state: State, random: Random) -> Move:
    """Return a move that is possible, each kind of decision as likely as the others.

    >>> from croupier import Automation, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> choose_randomly(state, Random(4)).can_apply(state)
    True

    Args:
        state: The state, or a player's view of it.
        random: What decides.

    Returns:
        The move.

    Raises:
        RuleError: There is nothing to decide.
    """
    operations = list_decisions(state)
    if not operations:
        raise RuleError("there is nothing to decide", code="nothing-to-decide")
    operation = random.choice(operations)
    move = _fill_randomly(operation, random)
    if operation.name in _FITTING or operation.name == "complete_bet_or_raise_to":
        for _ in range(_TRIES):
            if move.can_apply(state):
                return move
            move = _fill_randomly(operation, random)
        return choose_default(state)
    return move


def _fill_randomly(operation: LegalOperation, random: Random) -> Move:
    return Move(operation.name, tuple(_draw_arguments(operation, random)))


def _draw_arguments(operation: LegalOperation, random: Random) -> Iterator[Any]:
    low, high = operation.min_count or 1, operation.max_count or 1
    for kind in DECISIONS[operation.name].kinds:
        match kind:
            case "amount":
                yield _random_amount(operation, random)
            case "cards":
                yield _random_cards(operation, random)
            case "order":
                yield tuple(random.sample(operation.cards, operation.max_count or 0))
            case "declarations":
                said = random.choices(operation.options, k=random.randint(low, high))
                yield said[0] if len(said) == 1 else tuple(said)
            case "choice":
                yield random.choice(operation.options)
            case "status":
                does = random.random() < 0.5
                yield does
                if not does:
                    return
            case "runouts":
                yield random.randint(low, high)
            case _:
                return


def _random_amount(operation: LegalOperation, random: Random) -> Any:
    if len(operation.amounts) > 1:
        return random.choice(operation.amounts)
    least, most, pot = operation.min_amount, operation.max_amount, operation.pot_amount
    return choose_amount(least, most, pot, random)


def choose_amount(least: Chips, most: Chips, pot: Chips, random: Random) -> Chips:
    """Return an amount to bet or raise to: up to the pot mostly, everything now and then.

    >>> choose_amount(4, 4, 7, Random(1))
    4

    Args:
        least: The smallest amount.
        most: The largest amount.
        pot: The size of the pot, or `None`.
        random: What decides.

    Returns:
        The amount. It is whole unless it is one of those given.
    """
    if least == most or random.random() < _ALL_IN:
        return most
    high = min(most, max(least, pot if pot is not None else most))
    try:
        return least + int((high - least) * random.random() + 0.5)
    except TypeError:
        # Decimals and fractions are not multiplied by floats.
        return least + int((high - least) * random.randint(0, 8) / 8)


def _list_card_sets(operation: LegalOperation) -> Iterator[tuple[Card, ...]]:
    """Yield the cards that can be chosen together, the fewest first."""
    if operation.sets:
        yield from sorted(operation.sets, key=len)
        return
    for count in range(operation.min_count or 0, (operation.max_count or 0) + 1):
        yield from combinations(operation.cards, count)


def _random_cards(operation: LegalOperation, random: Random) -> tuple[Card, ...]:
    if operation.sets:
        return random.choice(operation.sets)
    low, high = operation.min_count or 0, operation.max_count or 0
    return tuple(random.sample(operation.cards, random.randint(low, high)))


def list_moves(state: State, random: Random, most: int) -> list[Move]:
    """Return moves of a decision that is not about betting, all of them or some.

    >>> from croupier import Automation, FixedLimitBadugi
    >>> state = FixedLimitBadugi.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 4, 200, 2, seed=1
    ... )
    >>> list_moves(state, Random(1), 3)
    []
    >>> _ = state.check_or_call(), state.check_or_call()
    >>> [move.name for move in list_moves(state, Random(1), 3)]
    ['stand_pat_or_discard', 'stand_pat_or_discard', 'stand_pat_or_discard']

    Args:
        state: The state, or a player's view of it.
        random: What decides which ones, if there are too many.
        most: How many there may be.

    Returns:
        Moves that are possible, without repetitions; none in a betting round.
    """
    found: dict[Move, None] = {}
    for operation in list_decisions(state):
        if DECISIONS[operation.name].is_bet:
            continue
        for move in _sample(operation, random, most):
            if move not in found and move.can_apply(state):
                found[move] = None
    return list(found)[:most]


def _sample(operation: LegalOperation, random: Random, most: int) -> Sequence[Move]:
    """Return moves of one kind, those that do least first."""
    moves = _first(_list_moves(operation), most + 1)
    match DECISIONS[operation.name].kinds:
        case ("status",):
            moves.append(Move(operation.name, (True,)))
        case ("status", "cards"):
            sets = _list_card_sets(operation)
            moves += _first((Move(operation.name, (True, cards)) for cards in sets), most)
        case _:
            pass
    if len(moves) <= most:
        return moves
    drawn = [_fill_randomly(operation, random) for _ in range(2 * most)]
    return [moves[0], *drawn]


def _first(moves: Iterator[Move], count: int) -> list[Move]:
    return [move for move, _ in zip(moves, range(count), strict=False)]
