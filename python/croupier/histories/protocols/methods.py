"""Histories in the protocols of research: as methods of `HandHistory`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, cast

from croupier.errors import UnsupportedError, guard
from croupier.numbers import Chips
from croupier.utilities import parse_value

if TYPE_CHECKING:
    from croupier.games import Poker
    from croupier.histories.history import HandHistory

__all__ = ["InProtocols"]


class InProtocols:
    """A mixin of methods that read and write the logs of ACPC and of Pluribus."""

    @classmethod
    def from_acpc_protocol(
        cls,
        game: Poker,
        starting_stack: int,
        s: str,
        *,
        parse_value: Callable[[str], Chips] = parse_value,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read the logs of the Annual Computer Poker Competition.

        Args:
            game: The game.
            starting_stack: What every player begins with.
            s: The log.
            parse_value: What reads amounts.
            error_status: Whether a line that cannot be read is an error; a warning otherwise.

        Returns:
            A generator of histories that returns how many hands it found.
        """
        from croupier.histories.protocols.acpc import read_acpc

        return read_acpc(
            game, starting_stack, s, parse_value=parse_value, error_status=error_status
        )

    @classmethod
    def from_pluribus_protocol(
        cls,
        s: str,
        *,
        blinds: tuple[int, ...] = (50, 100),
        starting_stack: int = 10_000,
        error_status: bool = False,
    ) -> Generator[HandHistory, None, int]:
        """Read the logs of Pluribus.

        Args:
            s: The log.
            blinds: The blinds.
            starting_stack: What every player begins with.
            error_status: Whether a line that cannot be read is an error; a warning otherwise.

        Returns:
            A generator of histories that returns how many hands it found.
        """
        from croupier.histories.protocols.pluribus import read_pluribus

        return read_pluribus(
            s, blinds=blinds, starting_stack=starting_stack, error_status=error_status
        )

    def to_acpc_protocol(
        self, position: int, hand_number: int | None = None
    ) -> Iterator[tuple[str, str]]:
        """Write what a player of the Annual Computer Poker Competition would see and send.

        Args:
            position: The player.
            hand_number: The number of the hand, if not that of the history.

        Yields:
            `S->` or `<-C`, and a line.

        Raises:
            ValueError: The game is no hold'em, no-limit or fixed-limit; the number is missing; or
                the player's cards are unknown.
        """
        from croupier.histories.protocols.acpc import write_acpc

        with guard("written", "the writer of ACPC's protocol", UnsupportedError):
            yield from write_acpc(cast("HandHistory", self), position, hand_number)

    def to_pluribus_protocol(self, hand_number: int | None = None) -> str:
        """Write the hand as a line of Pluribus's logs.

        Args:
            hand_number: The number of the hand, if not that of the history.

        Returns:
            The line.

        Raises:
            ValueError: The game is not no-limit hold'em, or the number is missing.
        """
        from croupier.histories.protocols.pluribus import write_pluribus

        with guard("written", "the writer of Pluribus logs", UnsupportedError):
            return write_pluribus(cast("HandHistory", self), hand_number)
