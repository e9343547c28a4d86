"""`croupier solve --push-fold`: all-in or fold before the flop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from croupier.cli.output.console import console, print_json
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError

__all__ = ["cell_width", "read_number", "read_target", "solve_all_in_or_fold"]

# Of several players, decisions are shown to which it comes at least as often as this.
_OFTEN = 0.02
_PAIRS = 1326
_ITERATIONS = 60
# Below the first a hand folds, from the second on it is all-in.
_SHARES = (0.005, 0.995)


def solve_all_in_or_fold(
    stack: str | None,
    players: int | None,
    payouts: str,
    target: str | None,
    iterations: int | None,
    *,
    list_hands: bool,
    as_json: bool,
) -> None:
    """Solve push or fold, and show what came of it.

    Args:
        stack: The stacks, in big blinds: one for all, or one for each with commas between them.
        players: How many players there are, where one stack is for all.
        payouts: Prizes of a tournament, with commas between them.
        target: The largest gain of a player, in big blinds; for two players without prizes.
        iterations: The most iterations to do.
        list_hands: Whether to list every hand.
        as_json: Whether to print JSON.

    Raises:
        SetupError: There is no stack, there are others than players, or a number is invalid.
    """
    from croupier.solving import solve_all_in, solve_push_fold

    if stack is None:
        raise SetupError("push or fold needs a stack: --stack, in big blinds", code="no-stack")
    stacks = [read_number(part) for part in stack.split(",")]
    if len(stacks) == 1:
        stacks *= players or 2
    if players is not None and players != len(stacks):
        raise SetupError(
            f"there are {players} players and {len(stacks)} stacks", code="player-count"
        )
    prizes = [read_number(part) for part in payouts.split(",") if part.strip()]
    if len(stacks) == 2 and not prizes:
        options: dict[str, Any] = {} if target is None else {"target": read_target(target)}
        if iterations is not None:
            options["iterations"] = iterations
        found = solve_push_fold(min(stacks), **options)
        if as_json:
            print_json({"stack": min(stacks)} | found._asdict())
            return
        _show_hands("All-in", found.pushes)
        _show_hands("Call", found.calls)
        if list_hands:
            columns = (found.pushes, found.push_margins, found.calls, found.call_margins)
            _list_hands(("All-in", "Worth", "Call", "Worth"), columns)
        positions: tuple[str, ...] = ("SB", "BB")
        values, gains = list(found.values), list(found.gains)
    else:
        if target is not None:
            raise SetupError(
                "--target has no effect on push or fold of more than two players or with prizes:"
                " give --iterations",
                code="unused-option",
            )
        iterations = _ITERATIONS if iterations is None else iterations
        with Bar("Solving", iterations) as bar:
            table = solve_all_in(
                stacks,
                payouts=prizes,
                iterations=iterations,
                progress=lambda done, _: bar.update(done),
            )
        if as_json:
            decisions = [each._asdict() for each in table.decisions]
            print_json(
                {"stacks": stacks, "payouts": prizes} | table._asdict() | {"decisions": decisions}
            )
            return
        for each in table.decisions:
            if each.reached >= _OFTEN:
                after = f" after {' and '.join(each.all_in)}" if each.all_in else ""
                _show_hands(f"{each.position}{after}", each.hands)
                if list_hands:
                    _list_hands(("All-in",), (each.hands,))
        positions, values, gains = table.positions, list(table.values), list(table.gains)
    # Chips are won or lost; of the prizes everybody has a part.
    unit, sign = ("of the prizes", "") if prizes else ("big blinds", "+")
    rows = Table.grid(padding=(0, 2))
    for position, value, gain in zip(positions, values, gains, strict=True):
        rows.add_row(position, f"{value:{sign}z.4f} {unit}", f"could win {gain:.4f} more")
    console.print(rows)


def _show_hands(title: str, parts: dict[str, float]) -> None:
    from croupier.analysis.ranges.classes import sets_of_class

    table = Table.grid(padding=(0, 0))
    for _ in range(13):
        table.add_column(width=cell_width(), justify="center")
    cells = list(parts.items())
    mixed: list[str] = []
    for start in range(0, len(cells), 13):
        row = []
        for hand, part in cells[start : start + 13]:
            if _SHARES[0] < part < _SHARES[1]:
                mixed.append(f"{hand} {part:.0%}")
                row.append(Text(f"{hand}*", style="black on color(216)"))
            elif part >= _SHARES[1]:
                row.append(Text(hand, style="black on color(209)"))
            else:
                row.append(Text(".", style="dim"))
        table.add_row(*row)
    count = sum(part * len(sets_of_class(hand)) for hand, part in cells)
    console.print(Text(f"{title}: {count / _PAIRS:.1%}", style="bold"))
    console.print(table)
    if mixed:
        console.print(Text(f"* sometimes: {', '.join(mixed)}"))


def _list_hands(names: Sequence[str], columns: Sequence[dict[str, float]]) -> None:
    """List every hand: how often it does what, and what that is worth more than a fold."""
    table = Table(box=None, pad_edge=False)
    table.add_column("Hand")
    for name in names:
        table.add_column(name, justify="right")
    for hand in columns[0]:
        cells = [
            f"{column[hand]:+z.4f}" if name == "Worth" else f"{column[hand]:.1%}"
            for name, column in zip(names, columns, strict=True)
        ]
        table.add_row(hand, *cells)
    console.print(table)


def cell_width() -> int:
    """Return how wide the cells of a grid of starting hands are: all of them the same.

    >>> cell_width() in (4, 5)
    True

    Returns:
        The width, with a space between cells where the terminal is wide enough.
    """
    return 5 if console.width >= 13 * 5 else 4


def read_number(text: str) -> int | float:
    """Read a number of chips.

    >>> read_number("2.0"), read_number("2.5")
    (2, 2.5)

    Args:
        text: The number.

    Returns:
        An integer where it is one.

    Raises:
        SetupError: It is none.
    """
    try:
        number = float(text)
    except ValueError:
        raise SetupError(f"{text!r} is no number of chips", code="amount") from None
    return int(number) if number.is_integer() else number


def read_target(text: str) -> float:
    """Read the largest gain that a player may have where there is no pot to take a part of.

    >>> read_target("0.001")
    0.001

    Args:
        text: The number.

    Returns:
        The number.

    Raises:
        SetupError: It is a part of the pot, or not a number.
    """
    if text.strip().endswith("%"):
        raise SetupError(
            f"invalid --target: expected a number of chips or big blinds, got {text!r}",
            code="target",
        )
    return float(read_number(text))
