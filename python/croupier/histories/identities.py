"""Who is who in a hand, where names are not enough."""

from __future__ import annotations

from croupier.histories.history import HandHistory

__all__ = ["FIELD", "find_identities"]

FIELD = "_player_ids"
"""The field with what rooms know players by, by their names in the hand."""


def find_identities(history: HandHistory) -> dict[str, str]:
    """Return what a room knows the players of a hand by, whatever they call themselves.

    Only texts count: the numbers of players in Open Hand History are those of one hand.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     blinds_or_straddles=[1, 2],
    ...     min_bet=2,
    ...     starting_stacks=[200, 200],
    ...     actions=[],
    ...     players=["Ann", "Bob"],
    ...     user_defined_fields={"_player_ids": {"Ann": "a1b2c3d4e5", "Bob": 7}},
    ... )
    >>> find_identities(history)
    {'Ann': 'a1b2c3d4e5'}

    Args:
        history: The hand.

    Returns:
        The players' ids by their names, as far as they are known.
    """
    given = history.user_defined_fields.get(FIELD)
    if not isinstance(given, dict):
        return {}
    return {name: one for name, one in given.items() if isinstance(one, str) and one}
