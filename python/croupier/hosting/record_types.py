"""What the log of a hosted table has of people and tournaments between two hands."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["PersonRecord", "TournamentRecord"]


class PersonRecord(Struct, frozen=True, omit_defaults=True):
    """A person between two hands: the fields of `Person`, and those of the player.

    `done` has the intents of the last seconds, with the version of the table after each and its
    time. Logs of version 1 have no times.
    """

    id: str
    name: str
    key: str
    is_host: bool = False
    bot: str = ""
    seat: int | None = None
    is_asking: bool = False
    is_away: bool = False
    away_at: int = 0
    amount: int = 0
    bank: int = 0
    late: int = 0
    bought: int = 0
    taken: int = 0
    done: dict[str, int | tuple[int, int]] = {}
    stack: int | None = None
    won: int = 0
    hands: int = 0
    is_new: bool = False
    owes_small: bool = False
    owes_big: bool = False
    buying: int = 0
    new_stack: int | None = None
    has_played: bool = True
    left_at: int = 0
    removed_at: int = 0
    is_banned: bool = False
    link: str = ""
    is_link_given: bool = False
    hidden_hands: int = 0


class TournamentRecord(Struct, frozen=True):
    """The progress of a tournament: the fields of `Tournament`."""

    started_at: int
    paused: int
    pool: int
    places: dict[str, tuple[int, int]]
    talked: int = 0
