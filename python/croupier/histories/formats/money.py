"""Whether the money of a hand is right: what was paid, returned, won and taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import ParseError
from croupier.histories.formats.seating import Seat

if TYPE_CHECKING:
    from croupier.histories.formats.assembly import Assembly

__all__ = ["Proof", "prove_money"]


class Proof(NamedTuple):
    """What the money comes to, in units.

    Attributes:
        finishing_stacks: What each player has at the end by the record.
        winnings: What each player won from the pots by the record.
    """

    finishing_stacks: list[int]
    winnings: list[int]


def prove_money(assembly: Assembly, players: list[Seat], stacks: list[int], hidden: bool) -> Proof:
    """Compare what the record says with what the engine came to.

    Three things must hold: what was paid and not returned is the pot; what was won and taken is the
    pot; and everybody has at the end what the rules give, less the rake.

    Args:
        assembly: What the text says.
        players: The players in order.
        stacks: What they have at the end by the engine, which takes no rake.
        hidden: Whether cards are unknown that may have won.

    Returns:
        The stacks and winnings of the record.

    Raises:
        ParseError: Something does not hold.
    """
    assembly.line = 0
    books = _Books(assembly, players, stacks, hidden)
    books.find_uncalled()
    books.compare_pot()
    finishing = books.find_finishing()
    books.compare_stacks(finishing)
    return Proof(finishing, [seat.collected for seat in players])


class _Books:
    def __init__(
        self, assembly: Assembly, players: list[Seat], stacks: list[int], hidden: bool
    ) -> None:
        self._assembly = assembly
        self._players = players
        self._stacks = stacks
        self._hidden = hidden

    def find_finishing(self) -> list[int]:
        """Return what players have at the end by the record."""
        return [
            seat.stack
            + seat.beyond
            - seat.paid
            + seat.returned
            + seat.collected
            # What the house pays is a player's own, too.
            + self._assembly.cash_outs.get(seat.name, 0)
            for seat in self._players
        ]

    def find_uncalled(self) -> None:
        """Find a bet that nobody called where the text does not say that it was returned.

        The engine returns it: so whoever paid most and did not win as much has more there.
        """
        players = self._players
        for seat in players:
            if seat.returned:
                return
        paid = sorted(seat.paid - seat.ante - seat.dead for seat in players)
        over = paid[-1] - paid[-2]
        total = self._assembly.total_pot
        if over <= 0:
            return
        pot = sum(seat.paid for seat in players) + self._assembly.added
        seat = max(players, key=lambda one: one.paid - one.ante - one.dead)
        by_record = seat.stack - seat.paid + seat.collected
        by_engine = self._stacks[seat.index]
        taken = (self._assembly.rake or 0) + sum(self._assembly.fees.values())
        if total is not None:
            missing = pot - total
            if missing == over + taken:
                missing = over
        else:
            # What is less than that is the rake.
            missing = over if by_engine - by_record >= over else 0
        if missing != over:
            return
        seat.returned += over
        self._assembly.note(
            "uncalled", f"{self._text(over)} that nobody called is returned to {seat.name}"
        )

    def compare_pot(self) -> None:
        """See that the pot is what was paid, and what was won and taken."""
        assembly, players = self._assembly, self._players
        pot, won = assembly.added, 0
        for seat in players:
            pot += seat.paid - seat.returned
            won += seat.collected
        fees = sum(assembly.fees.values())
        taken = (assembly.rake or 0) + fees
        if assembly.rake is not None and won + taken > pot:
            won = self._believe_summary(won, pot - taken)
        if taken and assembly.total_pot == won == pot - taken:
            assembly.note("net-pot", "the pot is given without what was taken from it")
        elif assembly.total_pot is not None and assembly.total_pot != pot:
            raise self._wrong(
                f"the pot is said to be {self._text(assembly.total_pot)}, but players paid"
                f" {self._text(pot)}"
            )
        if assembly.cash_outs:
            # What the hands of these players win goes to the house.
            assembly.note("cash-out", f"the house pays {', '.join(assembly.cash_outs)}")
            if won > pot:
                raise self._wrong(f"{self._text(won)} is won of {self._text(pot)}")
            return
        if not assembly.collected:
            raise self._wrong("nobody is said to win the pot")
        if assembly.rake is None:
            assembly.rake = pot - won - fees
            if assembly.rake < 0:
                raise self._wrong(f"{self._text(won)} is won of {self._text(pot)}")
        elif won + assembly.rake + fees != pot:
            raise self._wrong(
                f"players win {self._text(won)} and {self._text(assembly.rake + fees)} is taken,"
                f" but the pot is {self._text(pot)}"
            )

    def _believe_summary(self, won: int, expected: int) -> int:
        """Take what players won from the summary, where more is collected than there is."""
        wins = self._assembly.summary_wins
        if sum(wins.values()) != expected or self._assembly.cash_outs:
            return won
        for seat in self._players:
            seat.collected = wins.get(seat.name, 0)
        self._assembly.note(
            "collected",
            f"players collect {self._text(won)}, but win {self._text(expected)} by the summary,"
            " which is right",
        )
        return expected

    def compare_stacks(self, finishing: list[int]) -> None:
        """See that everybody has what the rules give, less what was taken."""
        assembly = self._assembly
        if self._hidden:
            assembly.note("hidden", "cards that may have won are not known: nobody can check it")
            return
        # Each share of a pot may be rounded.
        slack = 4 * len(self._players)
        taken = 0
        for seat, by_engine, by_record in zip(self._players, self._stacks, finishing, strict=True):
            less = by_engine + seat.beyond - by_record
            taken += less
            if less == 0 or (seat.collected and less > -slack) or seat.name in assembly.cash_outs:
                continue
            if assembly.added and seat.collected:
                continue
            raise self._wrong(
                f"{seat.name} ends with {self._text(by_record)} by the record, but with"
                f" {self._text(by_engine + seat.beyond)} by the rules"
            )
        expected = (assembly.rake or 0) + sum(assembly.fees.values()) - assembly.added
        if not assembly.cash_outs and taken != expected:
            raise self._wrong(f"{self._text(taken)} is taken, not {self._text(expected)}")

    def _wrong(self, message: str) -> ParseError:
        return self._assembly.error(message)

    def _text(self, units: int) -> str:
        return self._assembly.chips.text(units)
