"""Buy-ins and cash-outs of people, from the log of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from croupier.cards.records import Record
from croupier.errors import SetupError
from croupier.frames import show_rows, show_value, to_arrow, to_pandas, to_stream
from croupier.numbers import Chips
from croupier.reports.settling import Balance, Payment, settle

__all__ = ["Account", "Ledger", "read_ledger"]

_PLAYER = r'"(?P<name>.*) @ (?P<id>[^\s"]+)"'
_AMOUNT = r"(?P<amount>\d+(?:\.\d+)?)"
_JOINED = re.compile(rf"The player {_PLAYER} joined the game with a stack of {_AMOUNT}\.?")
_QUIT = re.compile(rf"The player {_PLAYER} quits the game with a stack of {_AMOUNT}\.?")
_STACK = re.compile(rf"The player {_PLAYER} (?:stand up|sit back) with the stack of {_AMOUNT}\.?")
_CHANGED = re.compile(
    rf"The admin (?:.* )?updated the player {_PLAYER} stack from (?P<from>\d+(?:\.\d+)?) to"
    rf" {_AMOUNT}\.?"
)
_ENDED = re.compile(r"-- ending hand #(\d+)")
_TOURNAMENT = re.compile(r"is in the tournament with a stack|will start to play in this table")


class Account(Record):
    """An account: the chips that somebody bought in for and left with.

    Attributes:
        key: Who it is, whatever the name: an @ and the id, or the name.
        name: The latest name.
        bought: All buy-ins, rebuys and chips that were added.
        cashed: All chips that were taken off the table.
        seated: The chips that are still on the table.
        is_open: Whether the player has not left.
        buy_ins: How often chips were bought.
        left_unjoined: Whether the player left without ever having joined, as where a log begins in
            the middle of a night.
    """

    key: str
    name: str
    bought: Fraction = Fraction(0)
    cashed: Fraction = Fraction(0)
    seated: Fraction = Fraction(0)
    is_open: bool = False
    buy_ins: int = 0
    left_unjoined: bool = False

    @property
    def net(self) -> Fraction:
        """The winnings, with the chips that are still on the table."""
        return self.cashed + self.seated - self.bought


class Ledger(Record):
    """The accounts of everybody, buy-ins and cash-outs.

    >>> ledger = Ledger(accounts=(Account(key="Ann", name="Ann", bought=Fraction(5)),))
    >>> ledger.missing
    Fraction(-5, 1)

    Attributes:
        accounts: The people.
        is_tournament: Whether the chips are those of a tournament, which are no money.
    """

    accounts: tuple[Account, ...]
    is_tournament: bool = False

    @property
    def missing(self) -> Fraction:
        """By how much the ledger does not add up; above 0 where more was cashed than bought."""
        return sum((account.net for account in self.accounts), Fraction(0))

    @property
    def problems(self) -> list[str]:
        """Why nobody can be told to pay, in words; empty where there is nothing wrong."""
        said = []
        if self.is_tournament:
            said.append("The chips are those of a tournament: they are no money.")
        if self.missing:
            less = "less" if self.missing < 0 else "more"
            said.append(
                f"The ledger does not add up: {show_value(abs(self.missing))} {less} was taken off"
                " the table than was bought."
            )
            said += [
                f"{one.name} left the table without having joined in this log."
                for one in self.accounts
                if one.left_unjoined
            ]
        return said

    @property
    def remarks(self) -> list[str]:
        """The assumptions, in words."""
        return [
            f"{one.name} has not left, and is counted with the last known stack of"
            f" {show_value(one.seated)}."
            for one in self.accounts
            if one.is_open
        ]

    def settle(self) -> list[Payment]:
        """Return who pays whom.

        Returns:
            The payments: see `croupier.reports.settle`.

        Raises:
            SetupError: The ledger does not add up, or the chips are no money.
        """
        if self.problems:
            said = " ".join(self.problems).removesuffix(".")
            raise SetupError(said[:1].lower() + said[1:], code="unbalanced-ledger")
        return settle(Balance(account.name, account.net) for account in self.accounts)

    def to_rows(self) -> list[dict[str, Any]]:
        """Return a row for each account.

        Returns:
            The rows, who won most first.
        """
        ordered = sorted(self.accounts, key=lambda one: (-one.net, one.name))
        return [
            {
                "player": one.name,
                "buy_ins": one.buy_ins,
                "bought": one.bought,
                "cashed": one.cashed,
                "on_the_table": one.seated if one.is_open else None,
                "net": one.net,
            }
            for one in ordered
        ]

    to_pandas = to_pandas
    to_arrow = to_arrow
    __arrow_c_stream__ = to_stream
    _repr_html_ = show_rows


def read_ledger(
    lines: Iterable[str], stacks: Mapping[str, Mapping[str, Chips]] | None = None
) -> Ledger | None:
    """Read who bought in and left from the lines of PokerNow's log.

    >>> ledger = read_ledger(
    ...     [
    ...         'The player "Ann @ a1" joined the game with a stack of 100.',
    ...         'The player "Bob @ b1" joined the game with a stack of 100.',
    ...         'The player "Ann @ a1" quits the game with a stack of 160.',
    ...         'The player "Bob @ b1" quits the game with a stack of 40.',
    ...     ]
    ... )
    >>> [str(payment) for payment in ledger.settle()]
    ['Bob pays Ann 60']

    Args:
        lines: The lines, in the order of time.
        stacks: What players had at the end of each hand: by its number, by their ids.

    Returns:
        The ledger; `None` where nobody joins or leaves.
    """
    book = _Book(stacks or {})
    for line in lines:
        book.read(line)
    return book.close()


class _Book:
    """The accounts while a log is read."""

    def __init__(self, stacks: Mapping[str, Mapping[str, Chips]]) -> None:
        self._ends = stacks
        self._names: dict[str, str] = {}
        self._bought: dict[str, list[Fraction]] = {}
        self._cashed: dict[str, list[Fraction]] = {}
        # The stacks of those who sit there, as far as they are known.
        self._stacks: dict[str, Fraction] = {}
        self._unjoined: set[str] = set()
        self._is_tournament = False

    def read(self, line: str) -> None:
        """Take note of a line, if it is about chips."""
        ended = _ENDED.match(line)
        if ended:
            for key, amount in self._ends.get(ended[1], {}).items():
                if key in self._stacks:
                    self._stacks[key] = Fraction(amount)
            return
        if not line.startswith("The "):
            return
        self._is_tournament = self._is_tournament or bool(_TOURNAMENT.search(line))
        for pattern, note in (
            (_JOINED, self._join),
            (_QUIT, self._quit),
            (_CHANGED, self._change),
            (_STACK, self._know),
        ):
            found = pattern.fullmatch(line.strip())
            if found:
                self._names[found["id"]] = found["name"]
                note(found["id"], Fraction(found["amount"]), found)
                return

    def _join(self, key: str, amount: Fraction, _: re.Match[str]) -> None:
        if key in self._stacks:
            # A player who joins again without having left takes the chips along.
            self._cashed.setdefault(key, []).append(self._stacks[key])
        self._bought.setdefault(key, []).append(amount)
        self._stacks[key] = amount

    def _quit(self, key: str, amount: Fraction, _: re.Match[str]) -> None:
        if self._stacks.pop(key, None) is None:
            self._unjoined.add(key)
        self._cashed.setdefault(key, []).append(amount)

    def _change(self, key: str, amount: Fraction, found: re.Match[str]) -> None:
        more = amount - Fraction(found["from"])
        book = self._bought if more > 0 else self._cashed
        book.setdefault(key, []).append(abs(more))
        if key in self._stacks:
            self._stacks[key] = amount

    def _know(self, key: str, amount: Fraction, _: re.Match[str]) -> None:
        if key in self._stacks:
            self._stacks[key] = amount

    def close(self) -> Ledger | None:
        """Return what came of it."""
        keys = list(dict.fromkeys((*self._bought, *self._cashed)))
        if not keys:
            return None
        names = [self._names[key] for key in keys]
        accounts = []
        for key, name in zip(keys, names, strict=True):
            bought = self._bought.get(key, [])
            cashed = self._cashed.get(key, [])
            accounts.append(
                Account(
                    key=f"@{key}",
                    # Two people of one name are told apart.
                    name=name if names.count(name) == 1 else f"{name} @{key}",
                    bought=sum(bought, Fraction(0)),
                    cashed=sum(cashed, Fraction(0)),
                    seated=self._stacks.get(key, Fraction(0)),
                    is_open=key in self._stacks,
                    buy_ins=len(bought),
                    left_unjoined=key in self._unjoined,
                )
            )
        return Ledger(accounts=tuple(accounts), is_tournament=self._is_tournament)
