"""`croupier report`: a night of poker on one page, and who pays whom."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from croupier.cli.arguments.options import AsJson, Force
from croupier.cli.arguments.outputs import claim_output
from croupier.cli.arguments.sources import find_hands, print_passed_over
from croupier.cli.output.console import (
    Status,
    console,
    errors,
    print_json,
    print_saved,
    show_signed,
)
from croupier.cli.output.progress import Bar
from croupier.errors import SetupError
from croupier.texts import show_line

if TYPE_CHECKING:
    from croupier.reports import Night

__all__ = ["report"]

_PROBLEMS_SHOWN = 3


def report(
    *files: Path,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    title: str = "",
    pots: int = 3,
    money: str = "",
    force: Force = False,
    as_json: AsJson = False,
) -> int:
    """Tell what came of a night and who pays whom, and write it all to one page.

    What is in a file tells its format. Buy-ins and cash-outs come from the log of PokerNow, if one
    is all that is given; otherwise people settle what they won and lost in hands. The exit status
    is 1 if there is no hand, if some cannot be played, or if a ledger does not add up.

    Parameters
    ----------
    files
        Hand histories of any format, or folders of them.
    output
        Write a page with everything to this file: one .html file that asks nobody for anything.
    title
        What stands above the page; the name of the file when left out.
    pots
        How many of the biggest pots can be stepped through on the page.
    money
        What is shown: cash, tournament, chips (without a currency), or a currency such as USD; the
        kind with the most hands when left out. Different money is never added up.
    force
        Replace the page if it is there.
    as_json
        Print the results as JSON, and nothing else.
    """
    if not files:
        raise SetupError(
            "name at least one file or folder of hand histories", code="missing-argument"
        )
    if output is not None and output.suffix.lower() not in (".html", ".htm"):
        raise SetupError(
            f"the name of a page must end with .html, unlike {str(output)!r}", code="file-type"
        )
    if not 0 <= pots <= 10:
        raise SetupError(f"--pots is from 0 to 10, unlike {pots}", code="option-value")
    place = claim_output(output, force=force)
    sources = find_hands(files)
    from croupier.reports import read_night

    with Bar("ReadResult", len(sources.files)) as bar:
        night = read_night(sources, money=money, progress=bar.update)
    if money and not night.hands and night.others:
        played = ", ".join(map(str, night.others))
        raise SetupError(
            f"no hand is played for {money!r}: expected one of {played}", code="unknown-money"
        )
    payments, remarks = night.settle()
    if as_json:
        print_json(_as_data(night))
    elif night.hands:
        console.print(_make_table(night))
        for payment in payments:
            console.print(Text(show_line(str(payment)), style="bold"), soft_wrap=True)
        if night.is_even:
            console.print("Nobody owes anything.")
        for remark in filter(None, [night.note, *remarks]):
            console.print(Text(show_line(remark)), highlight=False, soft_wrap=True)
    if place is not None and night.hands:
        name = title or f"{files[0].stem}"
        night.to_page(title=name, shown=pots).save(place, title=name)
        if not as_json:
            print_saved("page", place)
    for problem in night.problems[:_PROBLEMS_SHOWN]:
        errors.print(Text(show_line(problem), style="yellow"), highlight=False, soft_wrap=True)
    if len(night.problems) > _PROBLEMS_SHOWN:
        errors.print(f"… and {len(night.problems) - _PROBLEMS_SHOWN:,} more problems.")
    missed = print_passed_over(sources.passed)
    unsettled = night.ledger is not None and not payments and not night.is_even
    wrong = missed or night.problems or not night.hands or unsettled
    return Status.FINDINGS if wrong else Status.GOOD


def _make_table(night: Night) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("Player", no_wrap=True)
    for heading in ("Hands", "Won", "bb"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in night.to_rows():
        won = row["won"]
        style = "green" if won > 0 else "red" if won < 0 else ""
        table.add_row(
            Text(show_line(row["player"])),
            f"{row['hands']:,}",
            Text(f"{won:+,}" if won else "0", style=style),
            show_signed(row["big_blinds"]),
        )
    return table


def _write_amounts(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with amounts as they are written elsewhere: whole, or with all their digits."""
    from croupier.numbers import to_amount

    return {
        name: to_amount(value) if isinstance(value, Fraction) else value
        for name, value in row.items()
    }


def _as_data(night: Night) -> dict[str, Any]:
    from croupier.numbers import to_amount

    payments, remarks = night.settle()
    ledger = night.ledger
    return {
        "hands": night.hands,
        "repeated": night.repeated,
        "money": None if night.money is None else night.money._asdict(),
        "not_shown": [{**money._asdict(), "hands": count} for money, count in night.others.items()],
        "rake": night.rake,
        "players": night.to_rows(),
        "ledger": None if ledger is None else [_write_amounts(row) for row in ledger.to_rows()],
        "missing": None if ledger is None else to_amount(ledger.missing),
        "payments": [_write_amounts(payment._asdict()) for payment in payments],
        "remarks": remarks,
        "pots": [
            {
                "pot": pot.amount,
                "hand": pot.place,
                "winners": [{"player": name, "won": won} for name, won in pot.winners],
            }
            for pot in night.pots
        ],
        "problems": night.problems,
    }
