"""`croupier solve --push-fold`: all-in or fold before the flop."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from croupier.cli.output.console import console, print_json
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError

__all__ = ["cell_width", "read_number", "solve_all_in_or_fold"]

# Of several players, decisions are shown to which it comes at least as often as this.
_OFTEN = 0.02
_PAIRS = 1326


def solve_all_in_or_fold(
    stack: str | None, players: int | None, payouts: str, *, as_json: bool
) -> None:
    """Solve push or fold, and show what came of it.

    Args:
        stack: The stacks, in big blinds: one for all, or one for each with commas between them.
        players: How many players there are, where one stack is for all.
        payouts: Prizes of a tournament, with commas between them.
        as_json: Whether to print JSON.

    Raises:
        SetupError: There is no stack, or there are others than players.
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
        found = solve_push_fold(min(stacks))
        if as_json:
            print_json({"stack": min(stacks)} | found._asdict())
            return
        _show_hands("All-in", found.pushes)
        _show_hands("Call", found.calls)
        positions: tuple[str, ...] = ("SB", "BB")
        values, gains = list(found.values), list(found.gains)
    else:
        iterations = 60
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
    for start in range(0, len(cells), 13):
        row = []
        for hand, part in cells[start : start + 13]:
            text = hand if part > 0.995 else f"{part:.0%}" if part > 0.005 else "."
            row.append(Text(text, style="black on color(209)" if part > 0.005 else "dim"))
        table.add_row(*row)
    count = sum(part * len(sets_of_class(hand)) for hand, part in cells)
    console.print(Text(f"{title}: {count / _PAIRS:.1%}", style="bold"))
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
