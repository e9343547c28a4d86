"""Decisions by the value of chips: all-in hands near the money, and deals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.analysis.bounties import read_bounties, read_growth
from croupier.analysis.icm_values import icm
from croupier.errors import SetupError
from croupier.frames import show_rows, to_arrow, to_pandas, to_stream
from croupier.numbers import show_short, verify_number

__all__ = ["PrizeDeal", "RiskPremium", "chip_chop", "propose_deal", "risk_premium", "round_shares"]


class RiskPremium(NamedTuple):
    """The risk premium of an all-in between two players: what is risked, and for what.

    Attributes:
        amount: How many chips each of the two puts in.
        value: What the player's chips are worth now, in prizes and in bounties.
        value_won: What they are worth after the hand is won, with a bounty that is won.
        value_lost: What they are worth after it is lost.
        bubble_factor: How much more is lost than won: 1 where chips are worth their number, less
            where a bounty makes up for more.
        required_equity: How often the hand must be won so that nothing is lost.
        risk_premium: How much more often that is than half of the time; less often if negative.
    """

    amount: float
    value: float
    value_won: float
    value_lost: float
    bubble_factor: float
    required_equity: float
    risk_premium: float


def risk_premium(
    payouts: Iterable[float],
    chips: Iterable[float],
    player: int,
    opponent: int,
    amount: float | None = None,
    *,
    bounties: float | Iterable[float] | None = None,
    progressive: bool | float = False,
) -> RiskPremium:
    """Find out how often a player must win an all-in hand against another one.

    There is nothing in the pot but what the two put in, and ties are left out. Who loses all chips
    is out, and the other one has won the bounty.

    >>> found = risk_premium([50, 30, 20], [5000, 3000, 2000], 1, 0)
    >>> round(found.bubble_factor, 3), round(found.required_equity, 4)
    (1.545, 0.6071)
    >>> risk_premium([100], [30, 70], 0, 1).risk_premium
    0.0
    >>> found = risk_premium([50, 30, 20], [5000, 3000, 2000], 1, 2, bounties=20)
    >>> round(found.bubble_factor, 3), round(found.required_equity, 4)
    (0.71, 0.415)

    Args:
        payouts: The prizes, the first one first.
        chips: The chips of each player before the hand.
        player: Who decides, counted from 0.
        opponent: Against whom, counted from 0.
        amount: How many chips each puts in; as many as both have when omitted.
        bounties: What is on every player's head: one amount, or one for each.
        progressive: Which part of a bounty is put on the head of who wins it: half of it when
            `True`, none when `False`.

    Returns:
        What is risked, and for what.

    Raises:
        SetupError: There are no such players, they are the same, or they do not have so many chips;
            or an amount makes no sense.
    """
    stacks = list(chips)
    prizes = list(payouts)
    for number in (*stacks, *prizes, amount):
        verify_number(number, SetupError)
    for seat in (player, opponent):
        if not 0 <= seat < len(stacks):
            raise SetupError(
                f"there is no player {seat}: there are {len(stacks)}, from 0 on",
                code="unknown-player",
            )
    if player == opponent:
        raise SetupError(
            f"player {player} cannot be all-in against the same player", code="same-player"
        )
    most = min(stacks[player], stacks[opponent])
    if amount is None:
        amount = most
    if not 0 < amount <= most:
        raise SetupError(
            f"each puts in more than nothing and no more than {show_short(most)}, unlike"
            f" {show_short(amount)}",
            code="amount-out-of-range",
        )

    heads = read_bounties(bounties, len(stacks))
    growth = read_growth(progressive)

    def value(change: float) -> float:
        changed, on_heads, won = list(stacks), list(heads), 0.0
        changed[player] += change
        changed[opponent] -= change
        if heads and not changed[opponent]:
            won = heads[opponent] * (1 - growth)
            on_heads[player] += heads[opponent] * growth
        # The same races for all three values, where there are so many players: what they are off by
        # is nearly the same, too.
        found = icm(prizes, changed, bounties=on_heads or None, progressive=growth, seed=_SEED)
        return found.values[player] + won

    now, won, lost = value(0), value(amount), value(-amount)
    if won <= now:
        raise SetupError(
            "there is nothing to be won: the prizes are all the same", code="equal-prizes"
        )
    # Differences in the last bits are noise: chips are worth their number then.
    factor = (now - lost) / (won - now)
    if abs(factor - 1) < _NOISE:
        factor = 1.0
    required = factor / (1 + factor)
    return RiskPremium(amount, now, won, lost, factor, required, required - 0.5)


_NOISE = 1e-9
_SEED = 0


class PrizeDeal(NamedTuple):
    """A deal between the players left: what each gets, in two ways.

    Attributes:
        icm: What the chips are worth.
        chip_chop: What everybody is sure of, and the rest by chips.
    """

    icm: tuple[Fraction, ...]
    chip_chop: tuple[Fraction, ...]

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each player.

        Returns:
            The rows.
        """
        return [
            {"player": number, "icm": icm, "chip_chop": chop}
            for number, (icm, chop) in enumerate(zip(self.icm, self.chip_chop, strict=True), 1)
        ]

    def to_pandas(self) -> Any:
        """Return the rows as a `pandas.DataFrame`; pandas must be installed."""
        return to_pandas(self)

    def to_arrow(self) -> Any:
        """Return the rows as a `pyarrow.Table`; pyarrow must be installed."""
        return to_arrow(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return to_stream(self, requested_schema)

    def _repr_html_(self) -> str:
        return show_rows(self)


def propose_deal(
    payouts: Iterable[float | Fraction],
    chips: Iterable[float | Fraction],
    *,
    unit: float | Fraction | None = None,
) -> PrizeDeal:
    """Divide the prizes that are left, by the value of chips and by their number.

    >>> shares = propose_deal([5000, 3000, 2000], [60, 30, 10], unit=1)
    >>> [int(share) for share in shares.icm], [int(share) for share in shares.chip_chop]
    ([4124, 3383, 2493], [4400, 3200, 2400])

    Args:
        payouts: The prizes that are left, one for each player; missing ones are nothing.
        chips: The chips of each player.
        unit: The smallest amount that is paid, such as 0.01. Shares are multiples of it that add up
            to all prizes; when omitted, they are not rounded.

    Returns:
        The shares.

    Raises:
        SetupError: The amounts make no sense, or are no multiples of the unit.
    """
    prizes = list(payouts)
    stacks = list(chips)
    for amount in (*prizes, *stacks):
        verify_number(amount, SetupError)
    values = icm([float(prize) for prize in prizes], [float(stack) for stack in stacks]).values
    pool = sum(map(_exact, prizes[: len(stacks)]))
    shares = [Fraction(value) for value in values]
    chopped = chip_chop(prizes, stacks)
    if unit is None:
        return PrizeDeal(tuple(shares), chopped)
    return PrizeDeal(round_shares(shares, pool, unit), round_shares(chopped, pool, unit))


def chip_chop(
    payouts: Iterable[float | Fraction], chips: Iterable[float | Fraction]
) -> tuple[Fraction, ...]:
    """Give everybody the smallest prize, and divide the rest by chips.

    >>> [int(share) for share in chip_chop([50, 30, 20], [70, 20, 10])]
    [48, 28, 24]

    Args:
        payouts: The prizes that are left; missing ones are nothing.
        chips: The chips of each player.

    Returns:
        The shares, exactly.

    Raises:
        SetupError: Nobody has chips, or an amount is negative.
    """
    stacks = [_exact(stack) for stack in chips]
    prizes = [_exact(prize) for prize in payouts][: len(stacks)]
    prizes += [Fraction(0)] * (len(stacks) - len(prizes))
    total = sum(stacks)
    if min([*stacks, *prizes], default=0) < 0 or (stacks and not total):
        raise SetupError(
            "prizes and chips are not negative, and somebody must have chips",
            code="negative-amount",
        )
    sure = min(prizes, default=Fraction(0))
    rest = sum(prizes) - sure * len(stacks)
    return tuple(sure + rest * stack / total for stack in stacks)


def round_shares(
    shares: Iterable[Fraction], pool: Fraction | float, unit: Fraction | float
) -> tuple[Fraction, ...]:
    """Round shares to multiples of a unit that add up to the pool, as close as that can be.

    >>> [int(share) for share in round_shares([Fraction(10, 3)] * 3, 10, 1)]
    [4, 3, 3]

    Args:
        shares: The shares, which add up to the pool but for the last bits of floats.
        pool: What is shared.
        unit: The smallest amount.

    Returns:
        The shares; of two that are cut by as much, the first one is rounded up.

    Raises:
        SetupError: The pool is no multiple of the unit.
    """
    step, whole = _exact(unit), _exact(pool)
    if step <= 0 or whole % step:
        raise SetupError(
            f"the prizes are {pool} together, which is no multiple of {unit}", code="prize-unit"
        )
    exact = [share / step for share in shares]
    floors = [share.numerator // share.denominator for share in exact]
    missing = int(whole / step) - sum(floors)
    order = sorted(range(len(exact)), key=lambda place: floors[place] - exact[place])
    for place in order[:missing]:
        floors[place] += 1
    return tuple(count * step for count in floors)


def _exact(amount: float | Fraction) -> Fraction:
    """Return a float as the decimal that it is written as."""
    verify_number(amount, SetupError)
    return Fraction(repr(amount)) if isinstance(amount, float) else Fraction(amount)
