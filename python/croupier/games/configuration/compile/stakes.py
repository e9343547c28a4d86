"""Stakes: how much the bets of a game are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards.records import Record
from croupier.errors import SetupError
from croupier.games.configuration.problems import suggest
from croupier.games.configuration.schema.model import Configuration
from croupier.games.configuration.schema.names import BetType, ForcedBetStyle, Structure
from croupier.games.configuration.schema.steps import Buy, Deal
from croupier.games.configuration.schema.walking import list_bets, walk_steps

__all__ = ["Stakes", "make_stakes"]

_AMOUNTS = ("small_bet", "big_bet", "small_blind", "big_blind", "ante", "bring_in")
_NAMED = "named_bets"


class Stakes(Record):
    """The sizes of the bets of a game, in chips.

    Attributes:
        small_bet: The bet of the first rounds with fixed limits.
        big_bet: The bet of the last rounds with fixed limits.
        small_blind: The small blind.
        big_blind: The big blind; the smallest bet without fixed limits.
        ante: The ante.
        bring_in: The bring-in.
        named: Whatever else a game asks for, such as a protection fee.
    """

    small_bet: int
    big_bet: int
    small_blind: int
    big_blind: int
    ante: int
    bring_in: int
    named: Mapping[str, int]

    def find(self, amount: str | int) -> int:
        """Return the chips of a bet that a game asks for by its name."""
        if isinstance(amount, int):
            return amount
        if amount in _AMOUNTS:
            value: int = getattr(self, amount)
            return value
        return self.named.get(amount, self.small_bet)


def make_stakes(
    configuration: Configuration, structure: Structure, given: Mapping[str, Any]
) -> Stakes:
    """Complete stakes of which some are given.

    With fixed limits the small bet decides, otherwise the big blind: the big bet is twice the small
    one, the big blind is the small bet, the small blind and the bring-in are half of it. Where
    players ante, the ante is a quarter of the small bet, or all of it if nothing else is posted.

    Args:
        configuration: The game.
        structure: The limits.
        given: Amounts by their names; names that only the game has may be in `named_bets`.

    Returns:
        The stakes.

    Raises:
        SetupError: An amount is wrong or missing; all problems are in the message.
    """
    wanted = _named_bets(configuration)
    named = dict(given.get(_NAMED) or {})
    problems = []
    for name, value in given.items():
        if name == _NAMED:
            continue
        if name in wanted:
            named[name] = value
        elif name not in _AMOUNTS:
            problems.append(f"there is no bet {name!r}{suggest(name, [*_AMOUNTS, *wanted])}")
    amounts = {name: given[name] for name in _AMOUNTS if given.get(name) is not None}
    for name, value in {**amounts, **named}.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            problems.append(f"{name} must be a whole number of chips, not {value!r}")
    if not problems and not any(amounts.get(name) for name in ("small_bet", "big_blind")):
        needed = "small_bet" if structure is Structure.LIMIT else "big_blind"
        problems.append(f"{needed} is missing; it must be a whole number of chips above 0")
    if problems:
        raise SetupError(f"the stakes are wrong: {'; '.join(problems)}", code="stakes")
    return _complete(configuration, structure, amounts, named)


def _complete(
    configuration: Configuration,
    structure: Structure,
    amounts: Mapping[str, int],
    named: Mapping[str, int],
) -> Stakes:
    small = amounts.get("small_bet") or amounts["big_blind"]
    big_blind = amounts.get("big_blind", small)
    half = max(1, small // 2)
    posted = list_bets(configuration)
    ante = 0
    if BetType.ANTES in posted:
        alone = configuration.forced_bets.unconditional.style in (
            ForcedBetStyle.ANTES_ONLY,
            ForcedBetStyle.BOMB,
        )
        ante = small if alone else max(1, small // 4)
    return Stakes(
        small_bet=small,
        big_bet=amounts.get("big_bet", 2 * small),
        small_blind=amounts.get("small_blind", max(1, big_blind // 2)),
        big_blind=big_blind,
        ante=amounts.get("ante", ante),
        bring_in=amounts.get("bring_in", half),
        named=named,
    )


def _named_bets(configuration: Configuration) -> set[str]:
    """Return the names of bets that only this game has."""
    found: set[str | int | None] = set()
    for _, action, _ in walk_steps(configuration):
        if isinstance(action, Deal):
            found |= {cards.protection.cost for cards in action.cards if cards.protection}
        elif isinstance(action, Buy):
            found |= {cards.cost.amount for cards in action.cards}
    return {name for name in found if isinstance(name, str)} - set(_AMOUNTS)
