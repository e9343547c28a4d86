"""The result of an evening: who is ahead, who pays whom, and how everybody plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.frames import show_value as show
from croupier.hosting import HostedTable
from croupier.hosting.entries import Entry
from croupier.hosting.hands import list_histories
from croupier.reports.nights import Night
from croupier.reports.settling import Balance, even_out, settle
from croupier.texts import show_line
from croupier.web.tables.messages import Account, Evening

__all__ = ["count_hands", "describe_evening"]

_FORGOTTEN = "(people who left)"
_SHOWN = ("vpip", "pfr", "went_to_showdown", "won_at_showdown")


def count_hands(
    kept: Iterable[Entry], person_id: str | None, hidden_hands: int = 0
) -> dict[str, dict[str, object]]:
    """Return how everybody has played so far.

    Args:
        kept: All entries of the log of a table.
        person_id: Who asks; cards that they have not seen do not count.
        hidden_hands: The last hand that the person is shown as a spectator is.

    Returns:
        The statistics by name.
    """
    night = Night()
    for history in list_histories(kept, person_id, hidden_hands):
        night.add(history)
    return {str(row["player"]): dict(row) for row in night.to_rows()}


def describe_evening(table: HostedTable, played: Mapping[str, Mapping[str, object]]) -> Evening:
    """Return what came of an evening so far.

    Args:
        table: The table.
        played: How everybody has played, as `count_hands` says it.

    Returns:
        The message.
    """
    accounts: list[Account] = []
    balances: list[Balance] = []
    bots: list[Balance] = []
    for person in table.people.values():
        if not person.bought:
            continue
        player = table.find_player(person)
        stack = person.amount if player is None else player.stack
        result = int(person.taken + stack + person.buying - person.bought)
        (bots if person.bot else balances).append(Balance(person.name, result))
        row = played.get(person.name, {})
        accounts.append(
            Account(
                name=show_line(person.name),
                bought=show(person.bought),
                taken=show(person.taken),
                stack=show(stack + person.buying),
                # Before a tournament is over nobody has won anything.
                result="" if table.is_contested else f"{'+' if result > 0 else ''}{show(result)}",
                hands=_count(row.get("hands")),
                statistics=[_show_part(row.get(name)) for name in _SHOWN],
            )
        )
    bought, taken = table.forgotten
    if bought != taken:
        # People whose names are forgotten have settled up, or will, as one.
        balances.append(Balance(_FORGOTTEN, taken - bought))
        accounts.append(
            Account(
                name=_FORGOTTEN,
                bought=show(bought),
                taken=show(taken),
                stack="0",
                result=f"{'+' if taken > bought else ''}{show(taken - bought)}",
            )
        )
    rest = -sum(balance.amount for balance in (*balances, *bots))
    if rest:
        balances.append(Balance("the house", rest))
    is_open = table.is_playing or table.is_contested
    # Chips that a bot won are owed by nobody, and those that it lost are owed to nobody.
    payments = [] if is_open else [str(one) for one in settle(even_out(balances))]
    return Evening(
        accounts=accounts,
        payments=[show_line(one) for one in payments],
        has_bots=bool(bots) and not is_open,
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0


def _show_part(value: object) -> str:
    if isinstance(value, float | Fraction):
        return f"{100 * float(value):.0f} %"
    return ""
