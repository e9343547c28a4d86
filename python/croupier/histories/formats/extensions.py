"""The facts that formats know beyond the fields of PHH, the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from typing import Any, Final, NamedTuple

from croupier.errors import UnsupportedError
from croupier.histories.history import HandHistory

__all__ = ["AbsentSeat", "Extensions", "Saying"]

Amount = int | Decimal
# How much is shown of a value that is wrong.
_SHOWN = 60


class AbsentSeat(NamedTuple):
    """A player who sits at the table and is not dealt in.

    Attributes:
        seat: The number of the seat.
        player: The name.
        stack: What lies there.
    """

    seat: int
    player: str
    stack: Amount


class Saying(NamedTuple):
    """The words of the record where the rules played something else.

    Attributes:
        action: The number of the action, from 1; 0 where it is none.
        said: The words.
    """

    action: int
    said: str


@dataclass(slots=True)
class Extensions:
    """The facts of a hand beyond the fields of PHH.

    In a file each field is a user-defined one, by its name with an underscore before it. The core
    has the same fields, in the same order.

    >>> history = HandHistory(
    ...     variant="NT",
    ...     antes=[0, 0],
    ...     starting_stacks=[9, 9],
    ...     actions=[],
    ...     user_defined_fields={"_hero": "Ann", "_zoom": True, "_mine": 7},
    ... )
    >>> known = Extensions.of(history)
    >>> known.hero, known.zoom, known.cap
    ('Ann', True, None)
    >>> known.to_fields()
    {'_hero': 'Ann', '_zoom': True}

    Attributes:
        board_count: How many boards there are from the start, where there are several.
        hero: The name of the player whose record it is.
        hero_cards: The cards of that player, where nobody knows who it is.
        button: The seat of the button, which may be empty.
        small_blind: The small blind of the table, where nobody posted it.
        rake: What was taken from the pot.
        jackpot: What was taken for a jackpot.
        bingo: What was taken for a bingo.
        fortune: What was taken for a wheel of fortune.
        tax: What was taken as a tax.
        added: What the house added to the pot.
        cap: The most that a player can lose in the hand.
        stacks: The stacks with what is beyond the cap, in the order of the players.
        cash_outs: What the house paid players instead of what their hands win, by name.
        dead_posts: What players posted that does not count as a bet, by name.
        said: What the record says where the rules played something else.
        shows: Cards that were shown where nobody had to, by name.
        shown_after: Cards that were shown when the hand was over, by name.
        sitting_out: Who sits at the table and is not dealt in.
        player_ids: What the room knows players by, by name.
        said_names: What players are called in the record, where they go by other names here.
        hand_number: The number of the hand at the table, where the hand's name is something else.
        tournament: The number of the tournament.
        buy_in: The buy-in of the tournament, as it is written.
        round: The match round of the tournament.
        bounties: What eliminating players is worth, as it is written, by name.
        remarks: Lines on bounties, places and rebuys, as they are.
        seven_deuce: What players paid (negative) or got for winning with seven and deuce, by name.
        bomb_pot: Whether it is a bomb pot.
        zoom: Whether it is a fast table.
        mix: The name of a mixed game.
        play_money: Whether chips are play money.
        flags: What is special about the hand, as Open Hand History has it.
        network: The network of the room.
        currency: A currency that has no code of ISO 4217.
        ohh: What a record of Open Hand History has beyond all that, as JSON.
    """

    board_count: int | None = None
    hero: str | None = None
    hero_cards: str | None = None
    button: int | None = None
    small_blind: Amount | None = None
    rake: Amount | None = None
    jackpot: Amount | None = None
    bingo: Amount | None = None
    fortune: Amount | None = None
    tax: Amount | None = None
    added: Amount | None = None
    cap: Amount | None = None
    stacks: list[Amount] = field(default_factory=list)
    cash_outs: dict[str, Amount] = field(default_factory=dict)
    dead_posts: dict[str, Amount] = field(default_factory=dict)
    said: list[Saying] = field(default_factory=list)
    shows: dict[str, str] = field(default_factory=dict)
    shown_after: dict[str, str] = field(default_factory=dict)
    sitting_out: list[AbsentSeat] = field(default_factory=list)
    player_ids: dict[str, str | int] = field(default_factory=dict)
    said_names: dict[str, str] = field(default_factory=dict)
    hand_number: str | int | None = None
    tournament: str | None = None
    buy_in: str | None = None
    round: int | None = None
    bounties: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    seven_deuce: dict[str, Amount] = field(default_factory=dict)
    bomb_pot: bool = False
    zoom: bool = False
    mix: str | None = None
    play_money: bool = False
    flags: list[str] = field(default_factory=list)
    network: str | None = None
    currency: str | None = None
    ohh: str | None = None

    @classmethod
    def of(cls, history: HandHistory) -> Extensions:
        """Return what is known of a hand.

        Args:
            history: The hand.

        Returns:
            What its fields beyond the standard say; those that nobody knows are left out.

        Raises:
            UnsupportedError: A field has a value that it cannot have.
        """
        given = history.user_defined_fields
        known = {}
        for name, (attribute, read) in _READERS.items():
            value = given.get(name)
            if value is not None:
                known[attribute] = read(name, value)
        return cls(**known)

    def to_fields(self) -> dict[str, Any]:
        """Return the fields of a file, in their order, without those that say nothing."""
        made: dict[str, Any] = {}
        for name, attribute in NAMES.items():
            value = getattr(self, attribute)
            if value is None or value is False or value == [] or value == {}:
                continue
            if name == "_sitting_out":
                value = [one._asdict() for one in value]
            elif name == "_said":
                rows = [one._asdict() for one in value]
                value = [row if row["action"] else {"said": row["said"]} for row in rows]
            made[name] = value
        return made

    def list_amounts(self) -> Iterator[Amount]:
        """Yield all amounts."""
        for name in _AMOUNTS:
            value = getattr(self, name)
            if isinstance(value, dict):
                yield from value.values()
            elif isinstance(value, list):
                yield from value
            elif value is not None:
                yield value
        yield from (one.stack for one in self.sitting_out)

    def count_units(self, count: Callable[[Amount], int]) -> Extensions:
        """Return the same with amounts in units.

        Args:
            count: What returns the units of an amount.

        Returns:
            The other record.
        """
        changes: dict[str, Any] = {}
        for name in _AMOUNTS:
            value = getattr(self, name)
            if isinstance(value, dict):
                changes[name] = {one: count(amount) for one, amount in value.items()}
            elif isinstance(value, list):
                changes[name] = [count(amount) for amount in value]
            elif value is not None:
                changes[name] = count(value)
        changes["sitting_out"] = [one._replace(stack=count(one.stack)) for one in self.sitting_out]
        return replace(self, **changes)


NAMES: Final = {f"_{one.name}": one.name for one in fields(Extensions)}
"""The attributes by the names that fields have in files, in the order of a file."""
__all__ += ["NAMES"]


def _refuse(name: str, value: object) -> UnsupportedError:
    return UnsupportedError(
        f"cannot be written: {name} cannot be {repr(value)[:_SHOWN]}",
        code="extension-value",
        field=name,
    )


def _read_text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise _refuse(name, value)


def _read_integer(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 62:
        return value
    raise _refuse(name, value)


def _read_amount(name: str, value: object) -> Amount:
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal) and value.is_finite():
        return value
    return _read_integer(name, value)


def _read_flag(name: str, value: object) -> bool:
    return bool(value)


def _read_identity(name: str, value: object) -> str | int:
    return value if isinstance(value, str) else _read_integer(name, value)


def _read_list(read: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    def read_all(name: str, value: object) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise _refuse(name, value)
        return [read(name, one) for one in value]

    return read_all


def _read_by_name(read: Callable[[str, Any], Any]) -> Callable[[str, Any], Any]:
    def read_all(name: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _refuse(name, value)
        return {str(player): read(name, one) for player, one in value.items()}

    return read_all


def _read_seat(name: str, value: object) -> AbsentSeat:
    if not isinstance(value, dict) or not {"seat", "player", "stack"} <= value.keys():
        raise _refuse(name, value)
    return AbsentSeat(
        _read_integer(name, value["seat"]),
        _read_text(name, value["player"]),
        _read_amount(name, value["stack"]),
    )


def _read_saying(name: str, value: object) -> Saying:
    if not isinstance(value, dict) or "said" not in value:
        raise _refuse(name, value)
    return Saying(_read_integer(name, value.get("action", 0)), _read_text(name, value["said"]))


_KINDS: Final[dict[str, Callable[[str, Any], Any]]] = {
    "int | None": _read_integer,
    "str | None": _read_text,
    "Amount | None": _read_amount,
    "bool": _read_flag,
    "str | int | None": _read_identity,
    "list[Amount]": _read_list(_read_amount),
    "list[str]": _read_list(_read_text),
    "list[AbsentSeat]": _read_list(_read_seat),
    "list[Saying]": _read_list(_read_saying),
    "dict[str, Amount]": _read_by_name(_read_amount),
    "dict[str, str]": _read_by_name(_read_text),
    "dict[str, str | int]": _read_by_name(_read_identity),
}
# The types are texts, since annotations are not evaluated.
_AMOUNTS: Final = tuple(one.name for one in fields(Extensions) if "Amount" in str(one.type))
_READERS: Final = {f"_{one.name}": (one.name, _KINDS[str(one.type)]) for one in fields(Extensions)}
