"""The smallest chip of a table, in which pots are split."""

from __future__ import annotations

from copy import copy
from decimal import Decimal
from typing import TypeVar

from croupier import _native
from croupier.errors import SetupError
from croupier.games import Poker
from croupier.numbers import Chips, ChipsLike, show_short
from croupier.utilities import divmod

__all__ = ["find_unit", "round_to_unit", "verify_multiple", "with_unit"]

_CENTS = 2
_Game = TypeVar("_Game")


def find_unit(game: object, stack: ChipsLike, player_count: int = 2) -> Chips | None:
    """Return the smallest chip of a game's stakes: a cent, or less if an amount is finer.

    >>> from croupier.games import NoLimitTexasHoldem
    >>> small, big = Decimal("0.05"), Decimal("0.10")
    >>> find_unit(NoLimitTexasHoldem((), True, 0, (small, big), big), Decimal(10))
    Decimal('0.01')

    Args:
        game: The game.
        stack: What a player buys in for.
        player_count: How many players the game is started with.

    Returns:
        The unit; `None` where chips are integers, have no decimals, or the game divides pots by a
        `divmod` of its own.
    """
    unit: Chips | None = getattr(game, "unit", None)
    if unit is not None or not isinstance(game, Poker) or game.divmod is not divmod:
        return unit
    setup = game._find_setup(stack, player_count)
    if setup.converter is None:
        return None
    amounts = (*setup.antes, *setup.blinds_or_straddles, setup.bring_in, *setup.starting_stacks)
    amounts = (*amounts, game.small_bet)
    places = _native.choose_places(amounts)
    if places is None:
        return None
    kind = next(type(amount) for amount in amounts if not isinstance(amount, int))
    made: Chips = kind(Decimal(1).scaleb(-max(places, _CENTS)))
    return made


def with_unit(game: _Game, unit: Chips | None) -> _Game:
    """Return a game that splits pots by a unit: a copy, unless it does so already."""
    if unit is None or getattr(game, "unit", None) == unit:
        return game
    changed = copy(game)
    changed.unit = unit  # type: ignore[attr-defined]
    return changed


def round_to_unit(amount: Chips, unit: Chips | None) -> Chips:
    """Return the multiple of a unit next to a float: sums of floats drift from cents.

    >>> round_to_unit(0.1 + 0.2, 0.01), round_to_unit(5, None)
    (0.3, 5)
    """
    if not isinstance(amount, float) or not isinstance(unit, float):
        return amount
    chip = Decimal(str(unit))
    return float(round(Decimal(amount) / chip) * chip)


def verify_multiple(amount: ChipsLike, unit: Chips | None) -> None:
    """Refuse chips that are no multiple of the unit of a table.

    Args:
        amount: The chips.
        unit: The unit, if there is one.

    Raises:
        SetupError: They are none.
    """
    if unit is None or amount == float("inf"):
        return
    exact, chip = (Decimal(str(number)) for number in (amount, unit))
    if exact % chip:
        raise SetupError(
            f"invalid stack {show_short(amount)}: expected a multiple of the unit {unit}",
            code="stake-off-unit",
        )
