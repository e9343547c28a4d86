"""`croupier icm`: what chips are worth in a tournament."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rich.table import Table

from croupier.cli.arguments.amounts import read_amounts, show_amount
from croupier.cli.arguments.options import AsJson, Flag, Seed
from croupier.cli.output.console import CONFIDENCE, console, print_json
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError

if TYPE_CHECKING:
    from croupier.analysis import IcmResult, RiskPremium
    from croupier.numbers import Chips

__all__ = ["icm"]

_SAMPLES = 100_000


def icm(
    *,
    stacks: str,
    payouts: str,
    bounties: str | None = None,
    progressive: float = 0.0,
    method: Literal["exact", "integral", "sampled"] | None = None,
    samples: int = _SAMPLES,
    seed: Seed = None,
    risk: Flag = False,
    all_in: str | None = None,
    as_json: AsJson = False,
) -> None:
    """Show what chips are worth in a tournament.

    The values are those of the independent chip model.

    Parameters
    ----------
    stacks
        The chips of each player, with commas.
    payouts
        The prizes with commas, the first one first.
    bounties
        What is on every player's head: one amount, or one for each player with commas.
    progressive
        Which part of a bounty is put on the head of who wins it, such as 0.5.
    method
        How to find the values: all sets of players, an integral, or races at random; the best that
        is quick enough when left out.
    samples
        How many races there are at random.
    seed
        A number that makes them the same every time.
    risk
        Show for each pair of players how much more often than half of the time an all-in hand must
        be won.
    all_in
        Look at one all-in hand: the numbers of two players, counted from 1, and how many chips each
        puts in, with commas; as many as both have when that is left out.
    as_json
        Print the results as JSON, and nothing else.
    """
    if bounties is None and progressive:
        raise SetupError("--progressive has no effect without --bounties", code="unused-option")
    if method not in (None, "sampled") and (samples != _SAMPLES or seed is not None):
        option = "--seed" if samples == _SAMPLES else "--samples"
        raise SetupError(
            f"{option} has no effect on --method {method}, which is not random",
            code="unused-option",
        )
    from croupier.analysis import chip_chop, risk_premium
    from croupier.analysis import icm as find_values

    chips = read_amounts("stacks", stacks)
    prizes = read_amounts("payouts", payouts)
    heads = None if bounties is None else read_amounts("bounties", bounties)
    on_heads = heads[0] if heads is not None and len(heads) == 1 else heads
    with Bar("Racing"):
        result = find_values(
            prizes,
            chips,
            bounties=on_heads,
            progressive=progressive,
            method=method,
            samples=samples,
            seed=seed,
        )
    chopped = chip_chop(prizes, chips)
    compare = partial(risk_premium, prizes, chips, bounties=on_heads, progressive=progressive)
    premiums = _find_premiums(compare, chips) if risk else None
    hand = None if all_in is None else _read_all_in(compare, chips, all_in)
    if as_json:
        _print_data(chips, result, chopped, premiums, hand)
        return
    console.print(_make_table(chips, result, chopped))
    how = {
        "exact": "Exact values.",
        "integral": "Values of an integral, to about ten digits.",
        "sampled": f"Values of {samples:,} races at random.",
    }
    console.print(how[result.method], highlight=False, soft_wrap=True)
    if premiums is not None:
        console.print(_make_matrix(premiums))
    if hand is not None:
        _print_all_in(*hand)


def _make_table(
    chips: tuple[Chips, ...], result: IcmResult, chopped: tuple[Fraction, ...]
) -> Table:
    has_bounties = any(result.bounties)
    sampled = result.method == "sampled"
    table = Table()
    columns = ["Player", "Chips", "Part", "ICM"]
    columns += ["± 95 %"] * (sampled and not has_bounties)
    columns += ["Bounties", "Together"] * has_bounties
    columns += ["± 95 %"] * (sampled and has_bounties)
    for column in [*columns, "Chip chop"]:
        table.add_column(column, justify="right", no_wrap=True)
    total = sum(chips)
    for player, stack in enumerate(chips):
        row = [str(player + 1), show_amount(stack), f"{float(stack / total):.1%}"]
        row.append(f"{result.prizes[player]:,.2f}")
        if has_bounties:
            row += [f"{result.bounties[player]:,.2f}", f"{result.values[player]:,.2f}"]
        if sampled:
            row.append(f"{CONFIDENCE * result.errors[player]:.3f}")
        table.add_row(*row, f"{float(chopped[player]):,.2f}")
    return table


_Premiums: TypeAlias = "list[list[RiskPremium | None]]"
_Hand: TypeAlias = "tuple[int, int, RiskPremium]"


def _find_premiums(compare: Callable[..., RiskPremium], chips: tuple[Chips, ...]) -> _Premiums:
    count = len(chips)
    return [
        [
            compare(player, other) if player != other and chips[player] and chips[other] else None
            for other in range(count)
        ]
        for player in range(count)
    ]


def _make_matrix(premiums: _Premiums) -> Table:
    table = Table(title="Risk premium of an all-in hand", title_justify="left")
    table.add_column("Player", justify="right")
    for other in range(len(premiums)):
        table.add_column(f"against {other + 1}", justify="right", no_wrap=True)
    for player, row in enumerate(premiums):
        cells = ["" if one is None else f"{one.risk_premium:+.1%}" for one in row]
        table.add_row(str(player + 1), *cells)
    return table


def _read_all_in(compare: Callable[..., RiskPremium], chips: tuple[Chips, ...], text: str) -> _Hand:
    numbers = read_amounts("all-in", text)
    whole = all(number == int(number) for number in numbers[:2])
    if len(numbers) not in (2, 3) or not whole:
        raise SetupError(
            f"--all-in takes two players, and an amount or none, unlike {text!r}",
            code="option-value",
        )
    player, other = int(numbers[0]), int(numbers[1])
    for number in (player, other):
        if not 1 <= number <= len(chips):
            raise SetupError(
                f"there is no player {number}: there are {len(chips)}, from 1 on",
                code="unknown-player",
            )
    amount = numbers[2] if len(numbers) > 2 else None
    return player, other, compare(player - 1, other - 1, amount)


def _print_all_in(player: int, other: int, found: RiskPremium) -> None:
    text = (
        f"Player {player} all-in against player {other} for {show_amount(found.amount)}:"
        f" worth {found.value:,.2f} now, {found.value_won:,.2f} after winning,"
        f" {found.value_lost:,.2f} after losing.\n"
        f"Bubble factor {found.bubble_factor:.3f}: the hand must be won"
        f" {found.required_equity:.2%} of the time, a risk premium of {found.risk_premium:+.2%}."
    )
    console.print(text, highlight=False, soft_wrap=True)


def _print_data(
    chips: tuple[Chips, ...],
    result: IcmResult,
    chopped: tuple[Fraction, ...],
    premiums: _Premiums | None,
    hand: _Hand | None,
) -> None:
    said: dict[str, Any] = {
        "method": result.method,
        "players": [
            {
                "chips": float(stack) if stack != int(stack) else int(stack),
                "value": result.values[player],
                "prizes": result.prizes[player],
                "bounties": result.bounties[player],
                "error": CONFIDENCE * result.errors[player],
                "chip_chop": float(chopped[player]),
            }
            for player, stack in enumerate(chips)
        ],
    }
    if premiums is not None:
        said["risk_premiums"] = [
            [None if one is None else one.risk_premium for one in row] for row in premiums
        ]
    if hand is not None:
        player, other, found = hand
        numbers = {name: float(value) for name, value in found._asdict().items()}
        said["all_in"] = {"player": player, "opponent": other, **numbers}
    print_json(said)
