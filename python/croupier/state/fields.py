"""The fields of states and operations, for those who look at them as at dataclasses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.cards.dataclass_fields import add_dataclass_fields

__all__ = ["add_operation_fields", "add_state_fields", "list_stakes", "list_state_fields"]

_OPERATION_TYPES = {
    "amount": "int",
    "amounts": "tuple[int, ...]",
    "bets": "tuple[int, ...]",
    "card": "Card",
    "cards": "tuple[Card, ...]",
    "hole_cards": "tuple[Card, ...]",
    "player_index": "int | None",
    "runout_count": "int | None",
    "statuses": "tuple[bool, ...]",
}
_ARGUMENTS = ("raw_antes", "raw_blinds_or_straddles", "raw_starting_stacks")
_GIVEN = {
    "automations": "tuple[Automation, ...]",
    "deck": "tuple[Card, ...]",
    "hand_types": "tuple[type[Hand], ...]",
    "streets": "tuple[Street | Discard, ...]",
    "betting_structure": "BettingStructure",
    "ante_trimming_status": "bool",
    "raw_antes": "ValuesLike",
    "raw_blinds_or_straddles": "ValuesLike",
    "bring_in": "int",
    "raw_starting_stacks": "ValuesLike",
    "player_count": "int",
    "mode": "Mode",
    "starting_board_count": "int",
    "divmod": "Callable[[Chips, int], tuple[Chips, Chips]]",
    "rake": "Callable[[Chips, State], tuple[Chips, Chips]]",
}
# Fields that follow from these, in PokerKit's order.
_LATE = (
    "antes",
    "blinds_or_straddles",
    "starting_stacks",
    "deck_cards",
    "board_cards",
    "mucked_cards",
    "burn_cards",
    "statuses",
    "bets",
    "stacks",
    "payoffs",
    "hole_cards",
    "hole_card_statuses",
    "discarded_cards",
    "street_index",
    "street_return_index",
    "street_return_count",
    "all_in_status",
    "folded_status",
    "status",
    "operations",
    "ante_posting_statuses",
    "bet_collection_status",
    "blind_or_straddle_posting_statuses",
    "card_burning_status",
    "hole_dealing_statuses",
    "board_dealing_counts",
    "standing_pat_or_discarding_statuses",
    "opener_index",
    "bring_in_status",
    "completion_status",
    "actor_indices",
    "completion_betting_or_raising_amount",
    "completion_betting_or_raising_count",
    "acted_player_indices",
    "consecutive_short_all_in_amounts",
    "runout_count_selector_statuses",
    "runout_count",
    "runout_count_selection_flag",
    "showdown_indices",
    "hand_killing_statuses",
    "total_pushed_amount",
    "chips_pulling_statuses",
)


def list_stakes(options: Iterable[str]) -> tuple[str, ...]:
    """List the arguments that a state was made with, in their order.

    Args:
        options: The names of all that is given by name only.

    Returns:
        The names: PokerKit's, and those that only Croupier has.
    """
    given = (name.removeprefix("raw_") for name in _GIVEN if name != "player_count")
    return (*given, *(name for name in options if name not in _GIVEN and name != "seed"))


def list_state_fields(options: Iterable[str]) -> tuple[str, ...]:
    """List the fields that `vars` shows of a state.

    Args:
        options: The names of all that is given by name only.

    Returns:
        The names: PokerKit's, and those that only Croupier has.
    """
    given = (name for name in _GIVEN if name not in _ARGUMENTS)
    return (*given, *(name for name in options if name not in _GIVEN), *_LATE)


def add_operation_fields(*operations: type) -> None:
    """Give operations the fields that they are made of, the commentary first."""
    for operation in operations:
        names = getattr(operation, "__match_args__", ())
        fields = {"commentary": "str | None"}
        fields |= {name: _OPERATION_TYPES.get(name, "Any") for name in names}
        add_dataclass_fields(operation, fields, keywords={"commentary": None})


def add_state_fields(state: type, **defaults: Any) -> None:
    """Give the state its fields.

    Args:
        state: The class.
        defaults: What is given by name only, and what it is otherwise.
    """
    fields = _GIVEN | dict.fromkeys(_LATE, "Any")
    add_dataclass_fields(
        state, fields, keywords=defaults, late=_LATE, arguments=_ARGUMENTS, is_frozen=False
    )
