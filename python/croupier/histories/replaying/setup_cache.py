"""Starting hands quickly: one setup serves all hands of a game and its stakes, but for stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from croupier import _native
from croupier.errors import PokerError
from croupier.games.creating import read_variables
from croupier.histories.custom import (
    BRING_IN_OPTION,
    CONFIGURATION,
    GAME,
    STAKES,
    STRUCTURE,
)
from croupier.histories.model import HandRecord
from croupier.histories.phh.variants import CONFIGURED
from croupier.state.setup import Setup
from croupier.utilities import divmod, parse_value, rake

if TYPE_CHECKING:
    from croupier.histories.history import HandHistory

__all__ = ["read_stakes", "recall", "remember"]

# How many setups are kept.
_MAX = 256
# The attributes of a history, for all setups that are kept.
_DEFAULTS: dict[str, object] = {
    "automations": HandRecord.automations,
    "divmod": divmod,
    "rake": rake,
    "parse_value": parse_value,
}


# A key of the game and the stakes of a history, and its stacks.
Stakes: TypeAlias = tuple[object, tuple[Any, ...]]
# Setups by game and stakes, each with what else it depends on.
_known: dict[object, tuple[object, Setup]] = {}


def read_stakes(history: HandHistory) -> Stakes | None:
    """Return the amounts of a history, or `None` if it is played in a way of its own.

    Args:
        history: The history.

    Returns:
        A key of the game and the stakes, and the stacks.
    """
    found = _native.read_stakes(vars(history), _DEFAULTS)
    if found is None or history.variant != CONFIGURED:
        return found
    fields = history.user_defined_fields
    texts = [fields.get(name) for name in (GAME, CONFIGURATION, STRUCTURE)]
    option = fields.get(BRING_IN_OPTION, False)
    if type(option) is not bool or any(type(text) not in (str, type(None)) for text in texts):
        return None
    # Equal numbers may be of different types, of which some are wrong.
    return (found[0], *texts, repr(fields.get(STAKES)), option), found[1]


def recall(history: HandHistory, stakes: Stakes) -> Setup | None:
    """Return the setup of a hand, if one of the same game and stakes was played before.

    Args:
        history: The history.
        stakes: Its amounts.

    Returns:
        The setup, or `None` if it must be made from the start.
    """
    key, stacks = stakes
    known = _known.get(key)
    if known is None or known[0] != _find_basis(history):
        return None
    try:
        return known[1].replace(starting_stacks=stacks)
    except PokerError:
        return None


def remember(history: HandHistory, stakes: Stakes, setup: Setup) -> None:
    """Keep a setup for hands to come.

    Args:
        history: The history.
        stakes: Its amounts.
        setup: The setup that was made of it.
    """
    if len(_known) >= _MAX:
        _known.clear()
    _known[stakes[0]] = _find_basis(history), setup


def _find_basis(history: HandHistory) -> object:
    """Return the class of the game, its variables and its fields, all of which anybody may set."""
    if history.variant == CONFIGURED:
        return None
    game_type: Any = history.game_types.get(history.variant)
    variables = read_variables(game_type) if hasattr(game_type, "_variables") else None
    return game_type, variables, history.required_field_names.get(history.variant)
