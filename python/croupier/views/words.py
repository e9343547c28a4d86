"""Words for what a player may do."""

from __future__ import annotations

from croupier.state import LegalOperation, State
from croupier.state.operation_table import DECISIONS
from croupier.views.amounts import show_amount

__all__ = ["describe_choice", "describe_choices"]


def describe_choices(view: State) -> list[str]:
    """Say in words what may be done.

    >>> from croupier import Automation, FixedLimitRazz, NoLimitTexasHoldem
    >>> state = NoLimitTexasHoldem.create_state(
    ...     tuple(Automation), True, 0, (1, 2), 2, 200, 2, seed=1
    ... )
    >>> describe_choices(state)
    ['fold', 'call 1', 'raise to 4 to 200 (pot: 6)']
    >>> describe_choices(
    ...     FixedLimitRazz.create_state(tuple(Automation), True, 1, 1, 2, 4, 200, 2, seed=1)
    ... )
    ['bring in 1', 'complete to 2']

    Args:
        view: The hand, as the player sees it.

    Returns:
        The decisions.
    """
    return [describe_choice(operation, view) for operation in view.legal.decisions]


def describe_choice(operation: LegalOperation, view: State | None = None) -> str:
    """Say in words what one of the decisions is.

    Args:
        operation: The decision, as `State.legal` has it.
        view: The hand, as the player sees it, which tells a raise from a bet.

    Returns:
        The words.
    """
    said = _say(operation)
    if view is None or operation.name != "complete_bet_or_raise_to":
        return said
    if view.completion_status:
        # The bring-in is less than a bet.
        return said.replace("raise to", "complete to")
    # Where nobody has put in anything, what is put in first is a bet.
    return said if any(view.bets) else said.replace("raise to", "bet")


def _say(operation: LegalOperation) -> str:
    least, most = operation.min_count, operation.max_count
    counted = f"{most}" if least == most else f"{least} to {most}"
    cards = f"{counted} card{'s' * (most != 1)}"
    match operation.name:
        case "check_or_call":
            return f"call {show_amount(operation.min_amount)}" if operation.min_amount else "check"
        case "post_bring_in":
            return f"bring in {show_amount(operation.min_amount)}"
        case "complete_bet_or_raise_to":
            low, high, pot = operation.min_amount, operation.max_amount, operation.pot_amount
            if operation.amounts:
                return f"raise to {' or '.join(map(show_amount, operation.amounts))}"
            if low == high:
                return f"raise to {show_amount(low)}"
            inside = pot is not None and low is not None and high is not None and low < pot < high
            said = f" (pot: {show_amount(pot)})" if inside else ""
            return f"raise to {show_amount(low)} to {show_amount(high)}{said}"
        case "stand_pat_or_discard":
            if operation.sets:
                hands = ["".join(map(repr, cards)) for cards in operation.sets if cards]
                return f"{'' if least else 'stand pat or '}discard {' or '.join(hands)}"
            return f"discard {cards}" if least else f"stand pat or discard up to {most}"
        case "expose_cards":
            return f"expose {cards}"
        case "pass_cards":
            return f"pass {cards}"
        case "separate_cards":
            return f"separate {cards}, in the order of the hands"
        case "replace_board_cards":
            return f"replace {cards} of the board"
        case "declare":
            return f"declare {' or '.join(operation.options).replace('high_low', 'both')}"
        case "choose":
            return f"choose {' or '.join(operation.options)}"
        case "buy_cards":
            discards = f" and discard {cards}" if most else ""
            return f"buy for {show_amount(operation.min_amount)}{discards} or decline"
        case "protect_card":
            return f"pay {show_amount(operation.min_amount)} to protect the card or decline"
        case "select_runout_count":
            return f"run the board {counted} times"
        case "show_or_muck_hole_cards":
            return " or ".join(operation.options) or "show"
        case name if "status" in DECISIONS[name].kinds:
            return f"{name.replace('_', ' ')} for {show_amount(operation.min_amount)} or decline"
        case name:
            return name.replace("_", " ")
