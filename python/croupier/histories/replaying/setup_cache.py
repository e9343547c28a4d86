"""Starting hands quickly: one setup serves all hands of a game and its stakes, but for stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from croupier._native import Stakes
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
# What the setups that are kept were made with.
_USUAL: dict[str, object] = {
    "automations": HandRecord.automations,
    "divmod": divmod,
    "rake": rake,
    "parse_value": parse_value,
}


class _Known(NamedTuple):
    """A setup, and what it depends on beside the fields of a hand.

    Attributes:
        game_type: The game.
        basis: The class variables of the game, which anybody may set.
        required: The names of the fields that the game needs.
        setup: The setup.
    """

    game_type: Any
    basis: object
    required: tuple[str, ...]
    setup: Setup


_known: dict[str, _Known] = {}
# The same of games that are configurations, by the fields that say which.
_configured: dict[tuple[object, ...], Setup] = {}


def read_stakes(history: HandHistory) -> Stakes | None:
    """Return the amounts of a history, or `None` if it is played in a way of its own.

    Args:
        history: The history.

    Returns:
        The amounts, whose key tells the game and the stakes from others.
    """
    return Stakes.read(vars(history), _USUAL)


def recall(history: HandHistory, stakes: Stakes) -> Setup | None:
    """Return the setup of a hand, if one of the same game and stakes was played before.

    Args:
        history: The history.
        stakes: Its amounts.

    Returns:
        The setup, or `None` if it must be made from the start.
    """
    if history.variant == CONFIGURED:
        key = _find_custom_key(history, stakes)
        like = None if key is None else _configured.get(key)
        return None if like is None else stakes.fill(like)
    known = _known.get(stakes.key)
    if known is None:
        return None
    game_type: Any = history.game_types.get(history.variant)
    if (
        game_type is not known.game_type
        or read_variables(game_type) != known.basis
        or history.required_field_names.get(history.variant) is not known.required
    ):
        return None
    return stakes.fill(known.setup)


def remember(history: HandHistory, stakes: Stakes, setup: Setup) -> None:
    """Keep a setup for hands to come.

    Args:
        history: The history.
        stakes: Its amounts.
        setup: The setup that was made of it.
    """
    if history.variant == CONFIGURED:
        custom_key = _find_custom_key(history, stakes)
        if custom_key is not None:
            if len(_configured) >= _MAX:
                _configured.clear()
            _configured[custom_key] = setup
        return
    game_type: Any = history.game_type
    required = history.required_field_names[history.variant]
    if len(_known) >= _MAX:
        _known.clear()
    _known[stakes.key] = _Known(game_type, read_variables(game_type), required, setup)


def _find_custom_key(history: HandHistory, stakes: Stakes) -> tuple[object, ...] | None:
    """Return what tells a game and its stakes from others, or `None` where fields are odd."""
    fields = history.user_defined_fields
    texts = [fields.get(name) for name in (GAME, CONFIGURATION, STRUCTURE)]
    option = fields.get(BRING_IN_OPTION, False)
    if type(option) is not bool or any(type(text) not in (str, type(None)) for text in texts):
        return None
    # Equal numbers may be of different types, of which some are wrong.
    return (stakes.key, *texts, repr(fields.get(STAKES)), option)
