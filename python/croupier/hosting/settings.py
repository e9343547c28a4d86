"""How a hosted table is played."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.errors import RefusedError
from croupier.tables.lineup import Lineup, make_lineup

__all__ = ["MOST_CHIPS", "TableSettings", "check_settings"]

MOST_CHIPS = 10**9
"""The most chips that somebody may bring or be given at once."""

_BIG_BETS = 100
_Chips = Annotated[int, Meta(ge=0, le=MOST_CHIPS)]


class TableSettings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a hosted table is played.

    Attributes:
        game: What is played: a name that `make_game` knows, or that of a mix.
        stakes: The stakes, as `make_game` takes them; those of the game when there are none.
        title: What the table is called; by its game otherwise.
        seats: How many seats there are; 0 for as many as the game has room for, and 10 at most.
        buy_in: What is bought in for unless somebody says otherwise; 0 for 100 small bets.
        least_buy_in: The least that somebody may bring; 0 for any.
        most_buy_in: The most that somebody may bring or top up to; 0 for any.
        seconds: How long somebody may think; 0 for as long as they like.
        bank: How many seconds more there are for hard decisions of a whole session.
        pace: How many milliseconds bots take to decide.
        rest: How many milliseconds there are between hands, so that people see who won.
        approves: Whether the host is asked before somebody sits down.
        has_chat: Whether people may talk.
        show_or_muck: Whether those who need not show their hands are asked.
        run_it_twice: Whether players who are all-in are asked how often the board is run.
    """

    game: Annotated[str, Meta(min_length=1, max_length=80)] = "nlhe"
    stakes: dict[Annotated[str, Meta(max_length=40)], _Chips] = {}
    title: Annotated[str, Meta(max_length=60)] = ""
    seats: Annotated[int, Meta(ge=0, le=10)] = 0
    buy_in: _Chips = 0
    least_buy_in: _Chips = 0
    most_buy_in: _Chips = 0
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 20
    bank: Annotated[int, Meta(ge=0, le=3600)] = 60
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    rest: Annotated[int, Meta(ge=0, le=60_000)] = 3_000
    approves: bool = False
    has_chat: bool = True
    show_or_muck: bool = False
    run_it_twice: bool = False

    def make_lineup(self) -> Lineup:
        """Return what is played."""
        stakes: dict[str, Any] | None = dict(self.stakes) or None
        return make_lineup(self.game, stakes)


def check_settings(settings: TableSettings) -> TableSettings:
    """Return settings that a table can be opened with, everything that was left open filled in.

    >>> settings = check_settings(TableSettings("razz"))
    >>> settings.seats, settings.buy_in
    (8, 200)

    Args:
        settings: What somebody wants.

    Returns:
        What they get.

    Raises:
        RefusedError: It does not fit together.
        UnsupportedError: There is no such game.
        SetupError: The stakes are wrong.
    """
    lineup = settings.make_lineup()
    least, most = lineup.bounds
    seats = settings.seats or min(most, 10)
    if not least <= seats <= most:
        raise RefusedError(
            f"{lineup.title} is for {least} to {most} players, not {seats}", code="seat-count"
        )
    buy_in = settings.buy_in or min(int(_BIG_BETS * lineup.small_bet), MOST_CHIPS)
    least_buy_in, most_buy_in = settings.least_buy_in, settings.most_buy_in or MOST_CHIPS
    if not max(least_buy_in, 1) <= buy_in <= most_buy_in:
        raise RefusedError(
            f"a buy-in of {buy_in} is not from {least_buy_in} to {most_buy_in}",
            code="buy-in-bounds",
        )
    return replace(settings, seats=seats, buy_in=buy_in)
